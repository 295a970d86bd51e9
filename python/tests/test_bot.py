"""A policy orders the same in an environment and as a bot, tick by tick."""

import io
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import sandtable
import sandtable.bot
from sandtable.policy import Arena, LinearPolicy, evaluate, ranks, train

PROGRAM = os.environ.get("SANDTABLE")
EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"


def drawn_policy(seed):
    """A policy that does something of everything: weights drawn by chance."""
    spec = sandtable.make(act="macro", obs="vector").batch.spec
    shape = (len(spec["macros"]), len(spec["globals"]))
    weights = np.random.default_rng(seed).standard_normal(shape).round(3).astype(np.float32)
    return LinearPolicy(weights, spec["globals"], spec["macros"])


@pytest.mark.skipif(not PROGRAM, reason="skipped: needs SANDTABLE, the path of the program")
@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_bot_plays_the_match_of_the_environment(tmp_path, player, seed):
    policy = drawn_policy(seed)
    policy.save(tmp_path / "policy.json")
    strategy = tmp_path / "bot.toml"
    command = [sys.executable, str(EXAMPLES / "bot.py"), str(tmp_path / "policy.json")]
    strategy.write_text(
        f'bot = "process"\nabout = "A policy."\nrules = "duel"\ncommand = {json.dumps(command)}\n'
        "[limits]\ntime_ms = [[5000, 1000], [60000, 1]]\nstart_ms = 60000\nmemory_mib = 4096\n"
    )
    seats = {player: str(strategy), 3 - player: "duel/rush"}
    asked = [PROGRAM, "match", "duel", "--unsafe-bots", "--seed", str(seed), "--json", "--p1", seats[1], "--p2", seats[2]]
    environment = {**os.environ, "SANDTABLE_ISOLATION": "off"}
    played = subprocess.run(asked, capture_output=True, text=True, env=environment, timeout=300)
    assert played.returncode == 0, played.stderr
    result = json.loads(played.stdout)

    env = sandtable.make(seats={player: "agent", 3 - player: "duel/rush"}, act="macro", obs="vector", bot_phase=True)
    env.batch.core.reset([seed])
    env._ended = False
    for _ in range(2000):
        seen, mask = env.batch.arrays["globals"][0], env.batch.arrays["mask_macros"][0]
        _, _, terminated, truncated, info = env.step(policy(seen, mask))
        if terminated or truncated:
            break
    assert info["ticks"] == result["ticks"]
    assert info["hash"] == result["hash"], "another order somewhere"


class Told:
    """A mirror that notes what it is told, and knows nothing."""

    def __init__(self, start):
        self.told = [start]

    def observe(self, message):
        self.told.append(message)

    def globals(self):
        return np.zeros(1, np.float32)

    def mask_macros(self):
        return np.ones(1, np.uint8)

    def macro_orders(self, action):
        return json.dumps({"type": "orders", "tick": 0, "orders": []})


def test_a_bot_speaks_the_newest_protocol_and_hears_why_orders_were_refused(monkeypatch):
    monkeypatch.setattr(sandtable.bot, "Mirror", Told)
    row = {"tick": 19, "order": 1, "do": "train", "why": "CannotAfford"}
    messages = [
        {"type": "hello", "protocol": 3},
        {"type": "start"},
        {"type": "observe"},
        {"type": "observe", "refused": [row]},
        {"type": "observe"},
        {"type": "end"},
    ]
    source, sink = io.StringIO("".join(json.dumps(message) + "\n" for message in messages)), io.StringIO()
    happened = []

    def policy(seen, mask):
        happened.append("decides")
        return 0

    sandtable.bot.serve(policy, refused=happened.append, source=source, sink=sink)
    hello, *orders = map(json.loads, sink.getvalue().splitlines())
    assert hello["protocol"] == 3
    assert [message["type"] for message in orders] == ["orders"] * 3
    assert happened == ["decides", [row], "decides", "decides"]


def test_ranks_share_places():
    assert ranks(np.array([3.0, 1.0, 3.0, 2.0], np.float32)).tolist() == pytest.approx([1 / 3, -0.5, 1 / 3, -1 / 6])


def test_training_follows_from_its_seed_and_gets_better(tmp_path):
    ticks = iter(range(1000))
    scores = []

    def run():
        return train(
            "idle", seed=3, seconds=6, pairs=4, seeds_each=1, time_limit=120, clock=lambda: next(ticks), told=scores.append
        )

    one = run()
    ticks = iter(range(1000))
    assert np.array_equal(one.weights, run().weights)
    one.save(tmp_path / "policy.json")
    assert np.array_equal(LinearPolicy.load(tmp_path / "policy.json").weights, one.weights)
    assert all(0 <= score.score <= 1 and score.steps > 0 for score in scores)


def test_attacking_with_everybody_beats_who_does_nothing():
    macros = Arena("idle", 2).macros
    assert evaluate(macros.index("attack_with_all"), "idle", seed=1, pairs=4).score > 0.5
    assert evaluate(macros.index("wait"), "idle", seed=1, pairs=2).score <= 0.5
