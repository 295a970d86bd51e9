"""A linear policy over macro actions and evolution strategies to train it: numpy alone.

Salimans and others 2017, "Evolution strategies as a scalable alternative to reinforcement learning": antithetic pairs, ranks instead of
returns, and Adam for the steps.
"""

from __future__ import annotations

import json
import pathlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .batch import Autoreset, Batch

Floats: TypeAlias = npt.NDArray[np.float32]

#: What a match counts for beside its outcome while a policy is trained.
SHAPING = {"outcome": 1.0, "value_killed": 0.0004, "value_lost": -0.0003, "buildings_made": 0.02, "units_made": 0.004}


@dataclass
class LinearPolicy:
    """Scores each macro action by weights times globals, and takes the best that is legal."""

    weights: Floats
    globals: list[str]
    macros: list[str]
    step_ticks: int = 16

    def __call__(self, seen: npt.NDArray[Any], mask: npt.NDArray[Any]) -> int:
        """The best legal action."""
        scores = (self.weights * seen[None, :].astype(np.float32)).sum(axis=1, dtype=np.float32)
        return int(np.argmax(np.where(mask != 0, scores, -np.inf)))

    def save(self, path: str | pathlib.Path) -> None:
        """Writes it as JSON."""
        kept = {
            "globals": self.globals,
            "macros": self.macros,
            "step_ticks": self.step_ticks,
            "weights": [[round(float(weight), 4) for weight in row] for row in self.weights],
        }
        pathlib.Path(path).write_text(json.dumps(kept) + "\n")

    @staticmethod
    def load(path: str | pathlib.Path) -> LinearPolicy:
        """Reads it from JSON."""
        kept = json.loads(pathlib.Path(path).read_text())
        weights = np.asarray(kept["weights"], dtype=np.float32)
        expected = (len(kept["macros"]), len(kept["globals"]))
        if weights.shape != expected:
            raise ValueError(f"{path}: found weights {weights.shape}; expected {expected}")
        return LinearPolicy(weights, kept["globals"], kept["macros"], kept["step_ticks"])


@dataclass
class Arena:
    """Matches of many policies at once against one strategy: half of them in each seat."""

    opponent: str
    matches: int
    scenario: str = "duel"
    step_ticks: int = 16
    threads: int = 2
    time_limit: int | None = None
    reward: Mapping[str, float] = field(default_factory=lambda: dict(SHAPING))
    bot_phase: bool = True

    def __post_init__(self) -> None:
        if self.matches < 2 or self.matches % 2:
            raise ValueError(f"matches: found {self.matches}; expected an even number, half in each seat")
        autoreset: Autoreset = "disabled"
        seats = ({1: "agent", 2: self.opponent}, {1: self.opponent, 2: "agent"})
        self.batches = [
            Batch(
                self.scenario,
                seats=seat,
                num_envs=self.matches // 2,
                obs="vector",
                act="macro",
                step_ticks=self.step_ticks,
                threads=self.threads,
                time_limit=self.time_limit,
                reward=self.reward,
                autoreset=autoreset,
                bot_phase=self.bot_phase,
            )
            for seat in seats
        ]
        self.globals: list[str] = self.batches[0].spec["globals"]
        self.macros: list[str] = self.batches[0].spec["macros"]
        self.steps = 0

    def play(self, choose: Callable[[Floats, npt.NDArray[Any]], Any], seeds: list[int]) -> tuple[Floats, Floats]:
        """Plays a match of each row to its end; gives returns, and 1, ½ or 0 for won, drawn or lost.

        ``choose`` takes globals and masks of all rows of a seat. Both seats play the same seeds: rows of equal number are a pair.
        """
        results = [self._play(batch, choose, seeds) for batch in self.batches]
        return np.stack([returns for returns, _ in results]), np.stack([points for _, points in results])

    def _play(self, batch: Batch, choose: Callable[[Floats, npt.NDArray[Any]], Any], seeds: list[int]) -> tuple[Floats, Floats]:
        batch.core.reset(list(seeds))
        returns, points = np.zeros(batch.rows, np.float32), np.full(batch.rows, 0.5, np.float32)
        player, running = batch.spec["players"][0], batch.rows
        over = np.zeros(batch.rows, bool)
        while running:
            batch.arrays["macros"][...] = choose(batch.arrays["globals"], batch.arrays["mask_macros"])
            ended = batch.core.step()
            self.steps += running
            returns += np.where(over, 0, batch.arrays["rewards"])
            for env, outcome in ended:
                if outcome["winner"] is not None:
                    points[env] = float(outcome["winner"] == player)
                    # A win that comes early is worth a little more, and a loss that comes late.
                    share = outcome["ticks"] / batch.spec["time_limit_ticks"]
                    returns[env] += 0.2 * (1 - share) * (2 * points[env] - 1)
                over[env] = True
            running -= len(ended)
        return returns, points


def ranks(values: Floats) -> Floats:
    """Ranks from -½ to ½; equal values share theirs."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    middle = np.cumsum(counts) - (counts + 1) / 2
    return (middle[places] / max(len(values) - 1, 1) - 0.5).astype(np.float32)


@dataclass
class Progress:
    """How training stands after a generation."""

    generation: int
    seconds: float
    steps: int
    score: float
    best: float
    #: What training would end with now.
    policy: LinearPolicy


def train(
    opponent: str,
    *,
    seed: int,
    seconds: float,
    pairs: int = 16,
    seeds_each: int = 4,
    sigma: float = 0.3,
    rate: float = 0.15,
    threads: int = 2,
    step_ticks: int = 16,
    time_limit: int | None = None,
    start: LinearPolicy | None = None,
    told: Callable[[Progress], None] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> LinearPolicy:
    """Trains a linear policy for so many seconds; the result follows from ``seed`` and the number of generations alone."""
    rng = np.random.default_rng(seed)
    arena = Arena(opponent, 2 * (2 * pairs) * seeds_each, threads=threads, step_ticks=step_ticks, time_limit=time_limit)
    shape = (len(arena.macros), len(arena.globals))
    mean = np.zeros(shape, np.float32) if start is None else start.weights.astype(np.float32).copy()
    average, first, second = mean.copy(), np.zeros_like(mean), np.zeros_like(mean)
    began, generation = clock(), 0

    def policy() -> LinearPolicy:
        return LinearPolicy(np.round(average, 4).astype(np.float32), arena.globals, arena.macros, step_ticks)

    while clock() - began < seconds:
        noise = rng.standard_normal((pairs, *shape), dtype=np.float32)
        candidates = np.concatenate([mean + sigma * noise, mean - sigma * noise])
        played = rng.integers(2**62, size=seeds_each).tolist()
        rows = np.repeat(candidates, seeds_each, axis=0)

        def choose(seen: Floats, mask: npt.NDArray[Any], rows: Floats = rows) -> Any:
            scores = np.matmul(rows, seen[:, :, None])[:, :, 0]
            return np.argmax(np.where(mask != 0, scores, -np.inf), axis=1)

        returns, points = arena.play(choose, [int(it) for it in played] * (2 * pairs))
        value = ranks(returns.mean(axis=0).reshape(2 * pairs, seeds_each).mean(axis=1))
        gradient = np.einsum("p,pmg->mg", value[:pairs] - value[pairs:], noise) / (2 * pairs * sigma)
        generation += 1
        first = 0.9 * first + 0.1 * gradient
        second = 0.99 * second + 0.01 * gradient**2
        mean = mean + rate * (first / (1 - 0.9**generation)) / (np.sqrt(second / (1 - 0.99**generation)) + 1e-8)
        # The mean over generations is steadier than the last one.
        average = 0.8 * average + 0.2 * mean
        if told is not None:
            by_candidate = points.mean(axis=0).reshape(2 * pairs, seeds_each).mean(axis=1)
            told(Progress(generation, clock() - began, arena.steps, float(points.mean()), float(by_candidate.max()), policy()))
    return policy()


@dataclass
class Verdict:
    """What a policy came to in pairs of matches, each seed in both seats."""

    pairs: int
    score: float
    low: float
    high: float
    points: Floats


def evaluate(choose: LinearPolicy | int, opponent: str, *, seed: int, pairs: int, threads: int = 2, step_ticks: int = 16, time_limit: int | None = None) -> Verdict:
    """The score of a policy, or of one constant macro action, with its 95 % interval by pairs."""
    arena = Arena(opponent, 2 * pairs, threads=threads, step_ticks=step_ticks, time_limit=time_limit)
    seeds = [int(it) for it in np.random.default_rng(seed).integers(2**62, size=pairs)]

    def act(seen: Floats, mask: npt.NDArray[Any]) -> Any:
        if isinstance(choose, int):
            return np.where(mask[:, choose] != 0, choose, 0)
        return [choose(row, legal) for row, legal in zip(seen, mask, strict=True)]

    _, points = arena.play(act, seeds)
    by_pair = points.mean(axis=0)
    mean, error = float(by_pair.mean()), float(by_pair.std(ddof=1) / np.sqrt(pairs))
    return Verdict(pairs, mean, mean - 1.96 * error, mean + 1.96 * error, points)
