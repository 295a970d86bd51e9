"""What is learnt: searches that begin anew, and the policy of the examples in a tournament."""

import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

from sandtable.policy import LinearPolicy, evaluate, train

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"
PROGRAM = os.environ.get("SANDTABLE")


def searched(patience: int, enough: float) -> tuple[LinearPolicy, list[int]]:
    restarts: list[int] = []

    def told(progress):
        restarts.append(progress.restarts)
        return progress.generation == 3

    policy = train("idle", seed=5, seconds=600, pairs=2, seeds_each=1, patience=patience, enough=enough, threads=1, time_limit=40, told=told)
    return policy, restarts


def test_a_search_that_is_not_good_enough_in_time_ends_and_another_begins():
    policy, restarts = searched(patience=1, enough=2.0)
    assert restarts == [0, 1, 2]
    again, _ = searched(patience=1, enough=2.0)
    assert np.array_equal(policy.weights, again.weights), "it follows from the seed"
    whole, restarts = searched(patience=1, enough=0.0)
    assert restarts == [0, 0, 0]
    assert not np.array_equal(policy.weights, whole.weights)


def test_the_learnt_policy_beats_what_it_was_trained_against():
    policy = LinearPolicy.load(EXAMPLES / "learnt" / "policy.json")
    assert evaluate(policy, "duel/rush", seed=991, pairs=6, threads=2).score >= 0.75


@pytest.mark.skipif(not PROGRAM, reason="skipped: needs SANDTABLE, the path of the program")
def test_the_learnt_policy_plays_its_tournament(tmp_path):
    command = [sys.executable, str(EXAMPLES / "bot.py"), str(EXAMPLES / "learnt" / "policy.json")]
    text = (EXAMPLES / "learnt" / "bot.toml").read_text()
    line = next(line for line in text.splitlines() if line.startswith("command"))
    (tmp_path / "bot.toml").write_text(text.replace(line, f"command = {json.dumps(command)}"))
    cup = (EXAMPLES / "learnt" / "cup.toml").read_text().replace("seeds = 20", "seeds = 2")
    (tmp_path / "cup.toml").write_text(cup)
    asked = [str(PROGRAM), "tournament", "cup.toml", "--unsafe-bots", "--out", "out"]
    played = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, timeout=600, env={**os.environ, "SANDTABLE_ISOLATION": "off"})
    assert played.returncode == 0, played.stderr
    games = [json.loads(line) for line in (tmp_path / "out" / "games.jsonl").read_text().splitlines()]
    assert len(games) == 12
    against = [game for game in games if set(game["strategies"]) == {"bot", "duel/rush"}]
    wins = sum(game["strategies"][game["winner"] - 1] == "bot" for game in against)
    assert wins >= 3, f"{wins} of {len(against)}"
