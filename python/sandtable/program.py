"""The program ``sandtable`` from Python: tournaments, fights and tunings, and what files of theirs hold.

>>> results = sandtable.tournament("classic", "results/monday")            # doctest: +SKIP
>>> pandas.DataFrame(results.standings())                                  # doctest: +SKIP

Each function runs the program, waits for it, and raises :class:`ProgramError` with its message when it refuses. ``program`` names another
one than :func:`find_program` finds.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from . import tables
from .tables import Table

File: TypeAlias = str | os.PathLike[str]


class ProgramError(Exception):
    """The program was not found, or refused a request: with its message, and its exit code ``code``."""

    def __init__(self, message: str, code: int | None = None) -> None:
        super().__init__(message)
        self.code = code


def find_program(named: File | None = None) -> str:
    """The program by its full path: the one that is named, else that of this environment, else the one on the path."""
    wanted = "sandtable" if named is None else os.fspath(named)
    beside = shutil.which(wanted, path=sysconfig.get_path("scripts")) if named is None else None
    found = beside or shutil.which(wanted)
    if found is None:
        raise ProgramError(f"{wanted}: no such program; expected the program sandtable: pip install sandtable-rts-program, or name it")
    return str(pathlib.Path(found).resolve())


def run(*arguments: File, program: File | None = None, ends: Sequence[int] = (0,)) -> tuple[int, str]:
    """Runs the program; gives its exit code, one of ``ends``, and what it printed."""
    command = [find_program(program), *(os.fspath(argument) for argument in arguments)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    # A verdict is printed; without one the same code is a failure.
    if done.returncode not in ends or (done.returncode and not done.stdout.strip()):
        told = (done.stderr.strip() or done.stdout.strip()).removeprefix("error: ")
        raise ProgramError(told or f"{command[0]}: ended with {done.returncode}", done.returncode)
    return done.returncode, done.stdout


def options(**given: Any) -> list[str]:
    """Options as the command line has them: those that are None or False are left out, lists are joined by commas."""
    found: list[str] = []
    for name, value in given.items():
        if value is None or value is False:
            continue
        option = "--" + name.replace("_", "-")
        if value is True:
            found.append(option)
            continue
        if isinstance(value, Sequence) and not isinstance(value, str):
            value = ",".join(map(str, value))
        elif isinstance(value, os.PathLike):
            value = os.fspath(value)
        # In one word: a value that begins with a dash is no option.
        found.append(f"{option}={value}")
    return found


@dataclass(frozen=True)
class Results:
    """The results of a tournament."""

    folder: pathlib.Path
    #: What ``summary.json`` holds.
    summary: Mapping[str, Any]
    #: Whether all came as the file expects.
    as_expected: bool

    def standings(self) -> Table:
        """A row for each strategy."""
        return tables.standings(self.summary)

    def games(self) -> Table:
        """A row for each game."""
        return tables.games(self.folder)

    def sides(self) -> Table:
        """A row for each player of each game."""
        return tables.sides(self.folder)

    def curves(self) -> Table:
        """A row for each minute of each player of each game."""
        return tables.curves(self.folder)


def tournament(
    file: File = "classic",
    out: File | None = None,
    *,
    resume: File | None = None,
    seed: int | str | None = None,
    threads: int | None = None,
    unsafe_bots: bool = False,
    program: File | None = None,
) -> Results:
    """Plays a tournament, a file or a name, into the folder ``out``; or continues the one in the folder ``resume``."""
    if (out is None) == (resume is None):
        raise ValueError(f"out: found {out!r} with resume {resume!r}; expected one of them")
    asked = options(out=out, resume=resume, seed=seed, threads=threads, unsafe_bots=unsafe_bots)
    what = [file] if resume is None else []
    code, told = run("tournament", "--json", *asked, "--", *what, program=program, ends=(0, 1))
    return Results(pathlib.Path(out if out is not None else resume or ""), json.loads(told), code == 0)


@dataclass(frozen=True)
class Verified:
    """The result of verifying results."""

    #: Whether no file differs, is missing or is unexpected.
    identical: bool
    #: Whether all games of the tournament are there.
    finished: bool
    #: The differences, and how much was played again.
    told: str


def verify(
    folder: File,
    *,
    sample: int | None = None,
    threads: int | None = None,
    unsafe_bots: bool = False,
    program: File | None = None,
) -> Verified:
    """Plays the games of results again, all or a sample of them, and compares every file."""
    asked = options(sample=sample, threads=threads, unsafe_bots=unsafe_bots)
    code, told = run("verify", *asked, "--", folder, program=program, ends=(0, 1, 5))
    return Verified(code != 1, code != 5, told.strip())


def fight(
    *files: File,
    games: int = 200,
    seed: int | str = 1,
    threads: int | None = None,
    unsafe_bots: bool = False,
    program: File | None = None,
) -> Table:
    """Plays fights, files or names, all that come with the program where none is named: a row for each."""
    asked = options(games=games, seed=seed, threads=threads, unsafe_bots=unsafe_bots)
    _, told = run("fight", "--json", *asked, "--", *files, program=program)
    return tables.fights([json.loads(line) for line in told.splitlines()])


@dataclass(frozen=True)
class Tuning:
    """The results of a tuning."""

    folder: pathlib.Path
    #: What ``summary.json`` holds: ``verdict`` and ``values`` among others.
    summary: Mapping[str, Any]
    #: Whether the result is better, on target, or a front.
    succeeded: bool

    def pairs(self) -> Table:
        """A row for each pair of games that was played."""
        return tables.pairs(self.folder)

    def values(self) -> Table:
        """A row for each value that was tuned."""
        return tables.values(self.summary)


def tune(
    file: File | None = None,
    out: File | None = None,
    *,
    resume: File | None = None,
    against: File | None = None,
    pool: Sequence[str] | str | None = None,
    games: int | str | None = None,
    proof_games: int | str | None = None,
    deviation_games: int | None = None,
    optimizer: str | None = None,
    maps: Sequence[str] | str | None = None,
    held_out: Sequence[str] | str | None = None,
    time_limit: int | None = None,
    seed: int | str | None = None,
    threads: int | None = None,
    unsafe_bots: bool = False,
    program: File | None = None,
    **others: Any,
) -> Tuning:
    """Tunes the marked values of a strategy or match into the folder ``out``; or continues the tuning in the folder ``resume``.

    ``others`` are further options of the command: ``nash=True`` is ``--nash``, ``league=4`` is ``--league 4``.
    """
    if (out is None) == (resume is None) or (file is None) == (resume is None):
        raise ValueError(f"out: found {out!r} of {file!r} with resume {resume!r}; expected a file and out, or resume")
    named = {
        "resume": resume,
        "out": out,
        "against": against,
        "pool": pool,
        "games": games,
        "proof_games": proof_games,
        "deviation_games": deviation_games,
        "optimizer": optimizer,
        "maps": maps,
        "held_out": held_out,
        "time_limit": time_limit,
        "seed": seed,
        "threads": threads,
        "unsafe_bots": unsafe_bots,
    }
    what = [] if file is None else [file]
    code, told = run("tune", "--json", *options(**named, **others), "--", *what, program=program, ends=(0, 1))
    return Tuning(pathlib.Path(out if out is not None else resume or ""), json.loads(told), code == 0)


def replay_info(*files: File, program: File | None = None) -> Table:
    """The contents of replays, without playing them: a row for each."""
    if not files:
        raise ValueError("files: found none; expected replays")
    _, told = run("replay", "info", "--json", "--", *files, program=program)
    return tables.replays([json.loads(line) for line in told.splitlines()])


@dataclass(frozen=True)
class Moment:
    """The state of a recorded match after a tick."""

    tick: int
    #: The hash of the whole state, as :meth:`Env.state_hash` has it.
    state_hash: int
    #: A row for each player.
    players: Table
    #: A row for each kind that a player has, with the number of them.
    forces: Table
    #: A row for each part of the state, with its hash.
    parts: Table


def replay_state(file: File, tick: int, *, program: File | None = None) -> Moment:
    """Plays a replay to a tick and returns its state."""
    _, told = run("replay", "state", "--json", *options(tick=tick), "--", file, program=program)
    state = json.loads(told)
    players, forces, parts = tables.moment(state)
    return Moment(state["tick"], int(state["hash"], 16), players, forces, parts)


def replay_dump(
    file: File, tick: int, *, part: str | None = None, owner: str | None = None, program: File | None = None
) -> Table:
    """Every field of the state after a tick, or those of a part or an owner: a row for each, its value as text."""
    _, told = run("replay", "dump", "--json", *options(tick=tick, part=part, owner=owner), "--", file, program=program)
    return tables.fields(json.loads(told))
