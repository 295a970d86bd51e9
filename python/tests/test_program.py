"""The program from Python: where it is found, and what it says."""

import json
import os
import pathlib
import shutil
import sysconfig

import numpy as np
import pytest
from farm_match import MARKED

import sandtable
from sandtable import ProgramError, farm, find_program, tables
from sandtable.program import options, run

PROGRAM = os.environ.get("SANDTABLE")
needs_program = pytest.mark.skipif(not PROGRAM, reason="skipped: needs SANDTABLE, the path of the program")


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A folder of scripts and one on the path, each with a program of its own."""
    for name in ("scripts", "path"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "sandtable").write_text("#!/bin/sh\n")
        (tmp_path / name / "sandtable").chmod(0o755)
    get_path = sysconfig.get_path
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path / name) if name == "scripts" else get_path(name))
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    return tmp_path


def test_the_program_of_the_environment_comes_before_the_path(places):
    assert find_program() == farm.find_program(None) == str((places / "scripts" / "sandtable").resolve())
    named = places / "path" / "sandtable"
    assert find_program(named) == farm.find_program(str(named)) == str(named.resolve())
    (places / "scripts" / "sandtable").unlink()
    assert find_program() == farm.find_program(None) == str(named.resolve())
    named.unlink()
    with pytest.raises(ProgramError, match="sandtable: no such program; expected .* pip install sandtable-rts-program"):
        find_program()
    with pytest.raises(farm.FarmError, match="or name it with --program"):
        farm.find_program(None)
    with pytest.raises(ProgramError, match="none: no such program"):
        find_program(pathlib.Path("none"))


SMALL = """\
name = "small"
about = "One strategy against itself and one that does nothing."
rules = "duel"
maps = ["duel16"]
strategies = ["duel/rush", "idle"]
seeds = 2
base_seed = 7
time_limit = 300

[[expect]]
metric = "decided"
min = MIN
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A tournament that was played."""
    home = tmp_path_factory.mktemp("small")
    (home / "small.toml").write_text(SMALL.replace("MIN", "1"))
    return sandtable.tournament(home / "small.toml", home / "out", threads=1, program=PROGRAM)


@needs_program
def test_a_tournament_is_tables(played):
    standings, games, sides, curves = played.standings(), played.games(), played.sides(), played.curves()
    assert played.as_expected and played.summary["games"] == len(games) == 4
    assert standings["strategy"].tolist() == ["duel/rush", "idle"] and standings["wins"].tolist() == [4, 0]
    assert standings["elo"][0] > 0 > standings["elo"][1]
    assert games["game"].tolist() == [0, 1, 2, 3] and games["pair"].tolist() == [0, 0, 1, 1]
    assert games["winner"].tolist() == [1, 2, 1, 2] and (games["ending"] == "annihilation").all()
    assert games.dtype["hash"] == np.uint64 and games.dtype["map"] == np.dtype("U6") and len(set(games["hash"])) == 4
    assert len(sides) == 8 and set(sides["strategy"]) == {"duel/rush", "idle"}
    assert sides["won"].tolist() == (sides["strategy"] == "duel/rush").tolist()
    assert sides["value_killed"][sides["won"]].min() > 0 == sides["value_killed"][~sides["won"]].max()
    last = [curves[(curves["game"] == 0) & (curves["player"] == player)][-1] for player in (1, 2)]
    assert last[0]["gathered"] > 0 and last[0]["minute"] == games["ticks"][0] // 960
    verified = sandtable.verify(played.folder, threads=1, program=PROGRAM)
    assert verified.identical and verified.finished and "0 differ" in verified.told


@needs_program
def test_what_replays_hold_is_tables(played):
    games = played.games()
    files = [played.folder / name for name in games["replay"]]
    info = sandtable.replay_info(*files, program=PROGRAM)
    assert info["ticks"].tolist() == games["ticks"].tolist() and info["winner"].tolist() == games["winner"].tolist()
    assert info["seed"].tolist() == games["seed"].tolist() and info["sim_version"].tolist() == [sandtable.SIM_VERSION] * 4
    assert info["contestants"].tolist() == ["duel/rush, idle", "idle, duel/rush"] * 2
    end = sandtable.replay_state(files[0], int(games["ticks"][0]), program=PROGRAM)
    assert end.state_hash == games["hash"][0] and end.players["out"].tolist() == [False, True]
    assert set(end.players.dtype.names) >= {"score", "resource_1"} and "unit.motion" in end.parts["part"]
    forces = end.forces[end.forces["player"] == 1]
    assert dict(zip(forces["kind"], forces["count"]))["base"] == 1 and not (end.forces["player"] == 2).any()
    start = sandtable.replay_dump(files[0], 0, part="players", owner="p1", program=PROGRAM)
    assert set(start["part"]) == {"players"} and dict(zip(start["field"], start["value"]))["supply_used"] == "2"
    with pytest.raises(ProgramError, match="--tick: found 999999, past the end"):
        sandtable.replay_state(files[0], 999999, program=PROGRAM)


@needs_program
def test_what_differs_or_is_not_as_expected_is_told(played, tmp_path):
    shutil.copytree(played.folder, tmp_path / "copy")
    with (tmp_path / "copy" / "summary.md").open("a") as summary:
        summary.write("x\n")
    verified = sandtable.verify(tmp_path / "copy", sample=1, threads=1, program=PROGRAM)
    assert not verified.identical and "summary.md: line" in verified.told
    (tmp_path / "none.toml").write_text(SMALL.replace("MIN", "0").replace("min =", "max ="))
    results = sandtable.tournament(tmp_path / "none.toml", tmp_path / "none", threads=1, program=PROGRAM)
    assert not results.as_expected and len(results.games()) == 4
    (tmp_path / "copy" / "games.jsonl").rename(tmp_path / "copy" / "games.jsonl.partial")
    lines = (tmp_path / "copy" / "games.jsonl.partial").read_text()
    (tmp_path / "copy" / "games.jsonl.partial").write_text(lines[:-1000])
    assert len(tables.games(tmp_path / "copy")) == 3, "a torn line is no game"
    assert not sandtable.verify(tmp_path / "copy", threads=1, program=PROGRAM).finished


@needs_program
def test_refusals_of_the_program_are_errors_with_its_words(played, tmp_path):
    with pytest.raises(ProgramError, match="^nonsense: no such file, and no tournament of that name") as refused:
        sandtable.tournament("nonsense", tmp_path / "out", program=PROGRAM)
    assert refused.value.code == 2
    with pytest.raises(ProgramError, match="is not empty"):
        sandtable.tournament("classic", played.folder, program=PROGRAM)
    with pytest.raises(ProgramError, match="cannot read .*manifest.json") as refused:
        sandtable.verify(tmp_path / "none", program=PROGRAM)
    assert refused.value.code == 3
    with pytest.raises(ProgramError, match="no fight of that name"):
        sandtable.fight("nonsense", program=PROGRAM)


@needs_program
def test_fights_and_tunings_are_tables(tmp_path):
    fights = sandtable.fight("kite", "pikes", games=4, seed=3, threads=1, program=PROGRAM)
    assert fights["fight"].tolist() == ["kite", "pikes"] and fights["played"].tolist() == [4, 4]
    assert (fights["wins"] + fights["draws"] + fights["losses"] == 4).all() and (fights["low"] <= fights["score"]).all()
    (tmp_path / "tuned.toml").write_text(MARKED)
    asked = {"games": 16, "proof_games": 4, "deviation_games": 0, "time_limit": 120, "threads": 1, "program": PROGRAM}
    tuning = sandtable.tune(tmp_path / "tuned.toml", tmp_path / "out", pool=["duel/rush", "idle"], points=True, **asked)
    assert tuning.values()["path"].tolist() == ["goals.rush.size", "goals.economy.workers"]
    assert tuning.succeeded == (tuning.summary["verdict"] == "better") and tuning.summary["settings"]["objective"] == "points"
    pairs = tuning.pairs()
    assert 2 * len(pairs) == sum(tuning.summary["games"].values()) and set(pairs["opponent"]) == {"duel/rush", "idle"}
    assert pairs["half_points"].max() <= 4 and set(pairs["phase"]) >= {"search", "proof"}


def test_options_are_those_of_the_command_line():
    assert options(proof_games=4, nash=True, json=False, out=None, pool=["a", "b"], to=pathlib.Path("x")) == [
        "--proof-games=4", "--nash", "--pool=a,b", "--to=x",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="expected one of them"):
        sandtable.tournament("classic")
    with pytest.raises(ValueError, match="expected one of them"):
        sandtable.tournament("classic", "one", resume="other")
    with pytest.raises(ValueError, match="expected a file and out, or resume"):
        sandtable.tune("my.toml", resume="other")
    with pytest.raises(ValueError, match="found none; expected replays"):
        sandtable.replay_info()


def test_a_program_that_says_nothing_is_named(tmp_path):
    (tmp_path / "silent").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "silent").chmod(0o755)
    with pytest.raises(ProgramError, match="silent: ended with 1"):
        run("verify", "x", program=tmp_path / "silent", ends=(0, 1))


def test_tables_have_types_and_say_which_line_is_wrong(tmp_path):
    found = tables.table({"name": "U", "count": "u4", "share": "f8"}, [{"name": "ab", "count": 3, "share": 1}, {"name": None, "count": None, "share": None}])
    assert found.dtype == np.dtype([("name", "U2"), ("count", "u4"), ("share", "f8")])
    assert found["name"].tolist() == ["ab", ""] and found["count"].tolist() == [3, 0] and np.isnan(found["share"][1])
    assert tables.table({"name": "U"}, []).dtype == np.dtype([("name", "U1")])
    with pytest.raises(FileNotFoundError, match="found no games.jsonl; expected a folder of results"):
        tables.games(tmp_path)
    (tmp_path / "games.jsonl").write_text(json.dumps({"game": 0}) + "\n{\n")
    with pytest.raises(ValueError, match="games.jsonl: line 2: "):
        tables.games(tmp_path)
