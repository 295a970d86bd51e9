"""Files of the program as structured arrays of numpy, which pandas and polars take as they are.

>>> pandas.DataFrame(sandtable.tables.games("results/monday"))             # doctest: +SKIP

Players and teams are counted from 1 and 0 is none; seeds and hashes are numbers of 64 bits; a missing text is empty.
"""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Table: TypeAlias = npt.NDArray[np.void]
#: By name, the type of a column; ``U`` is a text as long as its longest.
Columns: TypeAlias = Mapping[str, str]

GAMES: Columns = {
    "game": "u4",
    "pair": "u4",
    "round": "u4",
    "map": "U",
    "seed": "u8",
    "players": "u1",
    "winner": "u1",
    "ending": "U",
    "termination": "U",
    "ticks": "u4",
    "hash": "u8",
    "course": "u8",
    "stuck_seconds": "u4",
    "replay": "U",
}
SIDES: Columns = {
    "game": "u4",
    "pair": "u4",
    "map": "U",
    "player": "u1",
    "team": "u1",
    "strategy": "U",
    "place": "u1",
    "won": "?",
    "score": "u8",
    "gathered": "u8",
    "spent": "u8",
    "units_made": "u4",
    "buildings_made": "u4",
    "units_lost": "u4",
    "buildings_lost": "u4",
    "units_killed": "u4",
    "buildings_razed": "u4",
    "value_lost": "u8",
    "value_killed": "u8",
    "orders": "u4",
    "rejected": "u4",
}
CURVES: Columns = {
    "game": "u4",
    "player": "u1",
    "minute": "u4",
    "gathered": "u4",
    "workers": "u4",
    "army": "u4",
}
STANDINGS: Columns = {
    "strategy": "U",
    "wins": "u4",
    "draws": "u4",
    "losses": "u4",
    "score": "f8",
    "low": "f8",
    "high": "f8",
    "elo": "f8",
    "elo_low": "f8",
    "elo_high": "f8",
}
FIGHTS: Columns = {
    "fight": "U",
    "seed": "u8",
    "played": "u4",
    "wins": "u4",
    "draws": "u4",
    "losses": "u4",
    "score": "f8",
    "low": "f8",
    "high": "f8",
    "ticks": "u8",
    "left_first": "u8",
    "left_second": "u8",
    "disobeyed": "u8",
}
PAIRS: Columns = {
    "pair": "u4",
    "phase": "U",
    "challenger": "U",
    "opponent": "U",
    "map": "U",
    "seed": "u8",
    "half_points": "u1",
    "ticks": "u4",
    "values": "U",
}
VALUES: Columns = {"path": "U", "range": "U", "before": "U", "after": "U"}
REPLAYS: Columns = {
    "file": "U",
    "scenario": "U",
    "map": "U",
    "rules": "U",
    "contestants": "U",
    "seed": "u8",
    "ticks": "u4",
    "sim_version": "u4",
    "status": "U",
    "winner": "u1",
    "ending": "U",
    "orders": "u4",
    "keyframes": "u4",
}
PLAYERS: Columns = {
    "player": "u1",
    "team": "u1",
    "out": "?",
    "score": "u8",
    "supply": "u4",
    "supply_cap": "u4",
}
FORCES: Columns = {"player": "u1", "kind": "U", "count": "u4"}
PARTS: Columns = {"part": "U", "hash": "u8"}
FIELDS: Columns = {"part": "U", "owner": "U", "field": "U", "value": "U"}


def table(columns: Columns, rows: Iterable[Mapping[str, Any]]) -> Table:
    """Rows as an array; what is None in them is 0, no number, or an empty text."""
    listed = [tuple(row[name] for name in columns) for row in rows]

    def kind(place: int, asked: str) -> str:
        longest = max((len(row[place] or "") for row in listed), default=0) if asked == "U" else 0
        return f"U{max(longest, 1)}" if asked == "U" else asked

    kinds = {name: kind(place, asked) for place, (name, asked) in enumerate(columns.items())}
    empty = {name: "" if asked == "U" else np.nan if asked == "f8" else 0 for name, asked in columns.items()}
    filled = [tuple(empty[name] if value is None else value for name, value in zip(columns, row)) for row in listed]
    return np.array(filled, dtype=list(kinds.items()))


def lines(folder: str | os.PathLike[str], name: str) -> list[dict[str, Any]]:
    """The lines of a file of JSON in a folder; while it is written, those that are whole."""
    file = pathlib.Path(folder) / name
    partial = file.with_name(file.name + ".partial")
    if not file.exists() and partial.exists():
        text, torn = partial.read_text(), True
    elif file.exists():
        text, torn = file.read_text(), False
    else:
        raise FileNotFoundError(f"{folder}: found no {name}; expected a folder of results")
    found = []
    listed = text.splitlines()
    for number, line in enumerate(listed, 1):
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError as error:
            if torn and number == len(listed):
                break
            raise ValueError(f"{file}: line {number}: {error}") from None
    return found


def hexadecimal(text: str) -> int:
    """A seed or hash as files have it."""
    return int(text, 16) if text else 0


def games(folder: str | os.PathLike[str]) -> Table:
    """The games of a tournament's results, finished or not: a row for each."""
    return table(
        GAMES,
        (
            game
            | {
                "seed": hexadecimal(game["seed"]),
                "hash": hexadecimal(game["hash"]),
                "course": hexadecimal(game.get("course", "")),
                "players": len(game["teams"]),
                "termination": game["termination"]["kind"],
            }
            for game in lines(folder, "games.jsonl")
        ),
    )


def sides(folder: str | os.PathLike[str]) -> Table:
    """The players of the games of a tournament's results: a row for each, sums over all resources."""

    def rows() -> Iterable[dict[str, Any]]:
        for game in lines(folder, "games.jsonl"):
            for at, side in enumerate(game["sides"]):
                team = game["teams"][at]
                yield side | {
                    "game": game["game"],
                    "pair": game["pair"],
                    "map": game["map"],
                    "player": at + 1,
                    "team": team,
                    "strategy": game["strategies"][at],
                    "place": game["places"][at],
                    "won": game["winner"] == team,
                    "gathered": sum(side["gathered"]),
                    "spent": sum(side["spent"]),
                }

    return table(SIDES, rows())


def curves(folder: str | os.PathLike[str]) -> Table:
    """The figures by game minute of the players of a tournament's games: a row for each minute."""

    def rows() -> Iterable[dict[str, Any]]:
        for game in lines(folder, "games.jsonl"):
            for at, side in enumerate(game["sides"]):
                curve = side["curve"]
                for minute, (gathered, workers, army) in enumerate(zip(curve["gathered"], curve["workers"], curve["army"])):
                    yield {
                        "game": game["game"],
                        "player": at + 1,
                        "minute": minute,
                        "gathered": gathered,
                        "workers": workers,
                        "army": army,
                    }

    return table(CURVES, rows())


def standings(summary: Mapping[str, Any]) -> Table:
    """The strategies of a tournament's summary, the best first."""
    return table(
        STANDINGS,
        (
            row["tally"]
            | {
                "strategy": row["strategy"],
                "score": row["score"],
                "low": row["interval"][0],
                "high": row["interval"][1],
                "elo": row["elo"]["value"],
                "elo_low": row["elo"]["low"],
                "elo_high": row["elo"]["high"],
            }
            for row in summary["standings"]
        ),
    )


def fights(told: Sequence[Mapping[str, Any]]) -> Table:
    """What ``fight --json`` prints."""
    return table(
        FIGHTS,
        (
            {
                **row["games"],
                "fight": row["fight"],
                "seed": row["seed"],
                "score": row["score"],
                "low": row["interval"][0],
                "high": row["interval"][1],
                "left_first": row["games"]["left"][0],
                "left_second": row["games"]["left"][1],
            }
            for row in told
        ),
    )


def pairs(folder: str | os.PathLike[str]) -> Table:
    """The pairs of games of a tuning: a row for each, its half points those of the challenger in both games, its ticks of both."""
    return table(
        PAIRS,
        (
            row
            | {
                "seed": hexadecimal(row["seed"]),
                "half_points": sum(row["half_points"]),
                "ticks": sum(row["ticks"]),
                "values": ", ".join(row["values"]),
            }
            for row in lines(folder, "journal.jsonl")
        ),
    )


def values(summary: Mapping[str, Any]) -> Table:
    """The values of a tuning's summary, as texts: before, and as they were found."""
    return table(VALUES, summary["values"])


def outcome(told: Mapping[str, Any] | None) -> dict[str, Any]:
    """Winner and ending of an outcome, whose teams count from 0."""
    winner = None if told is None else told["winner"]
    return {"winner": None if winner is None else winner + 1, "ending": None if told is None else told["ending"]}


def replays(told: Sequence[Mapping[str, Any]]) -> Table:
    """What ``replay info --json`` prints."""
    return table(
        REPLAYS,
        (
            {**row, **outcome(row["outcome"]), "contestants": ", ".join(it["name"] for it in row["contestants"])}
            for row in told
        ),
    )


def moment(told: Mapping[str, Any]) -> tuple[Table, Table, Table]:
    """What ``replay state --json`` prints: players with a column for each resource, their forces, and the parts of the state."""
    count = max((len(row["resources"]) for row in told["players"]), default=0)
    columns = dict(PLAYERS) | {f"resource_{number + 1}": "u4" for number in range(count)}

    def player(row: Mapping[str, Any]) -> dict[str, Any]:
        return {**row, **{f"resource_{number + 1}": amount for number, amount in enumerate(row["resources"])}}

    def forces() -> Iterable[dict[str, Any]]:
        for row in told["players"]:
            for force in row["forces"]:
                number, _, kind = force.partition(" ")
                yield {"player": row["player"], "kind": kind, "count": int(number)}

    parts = ({"part": row["part"], "hash": hexadecimal(row["hash"])} for row in told["parts"])
    return table(columns, map(player, told["players"])), table(FORCES, forces()), table(PARTS, parts)


def fields(told: Sequence[Mapping[str, Any]]) -> Table:
    """What ``replay dump --json`` prints."""
    return table(FIELDS, told)
