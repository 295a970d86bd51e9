"""A linear policy over macro actions and evolution strategies to train it: numpy alone.

Salimans and others 2017, "Evolution strategies as a scalable alternative to reinforcement learning": antithetic pairs, ranks instead of
returns, and Adam for the steps.
"""

from __future__ import annotations

import json
import pathlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .batch import Autoreset, Batch, Seats

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
    """Matches of many policies at once against one strategy, or against one constant macro action: half of them in each seat."""

    opponent: str | int
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
        seats: tuple[Seats, Seats] = ("agents", "agents")
        if isinstance(self.opponent, str):
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
                bot_phase=self.bot_phase and isinstance(self.opponent, str),
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
        results = [self._play(seat, choose, seeds) for seat in (0, 1)]
        return np.stack([returns for returns, _ in results]), np.stack([points for _, points in results])

    def _play(self, seat: int, choose: Callable[[Floats, npt.NDArray[Any]], Any], seeds: list[int]) -> tuple[Floats, Floats]:
        batch = self.batches[seat]
        batch.core.reset(list(seeds))
        # Rows are agents, environment by environment: a constant action has the other row of each.
        own = seat if batch.agents > 1 else 0
        rows = slice(own, None, batch.agents)
        seen, mask, macros, rewards = (batch.arrays[name][rows] for name in ("globals", "mask_macros", "macros", "rewards"))
        returns, points = np.zeros(batch.envs, np.float32), np.full(batch.envs, 0.5, np.float32)
        player, running = batch.spec["players"][own], batch.envs
        over = np.zeros(batch.envs, bool)
        while running:
            macros[...] = choose(seen, mask)
            if isinstance(self.opponent, int):
                others = slice(1 - own, None, batch.agents)
                batch.arrays["macros"][others] = act(self.opponent, batch.arrays["globals"][others], batch.arrays["mask_macros"][others])
            ended = batch.core.step()
            self.steps += running
            returns += np.where(over, 0, rewards)
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
    """The state of training after a generation."""

    generation: int
    seconds: float
    steps: int
    score: float
    best: float
    #: What training would end with now.
    policy: LinearPolicy
    #: How often it began anew.
    restarts: int


class Search:
    """One descent: the mean of the candidates, the state of the optimizer, and their score."""

    def __init__(self, start: Floats) -> None:
        self.mean, self.average = start.copy(), start.copy()
        self.first, self.second = np.zeros_like(start), np.zeros_like(start)
        self.generation, self.score = 0, 0.0

    def step(self, gradient: Floats, rate: float) -> None:
        """A step of Adam. The mean over generations is steadier than the last one."""
        self.generation += 1
        self.first = 0.9 * self.first + 0.1 * gradient
        self.second = 0.99 * self.second + 0.01 * gradient**2
        first, second = self.first / (1 - 0.9**self.generation), self.second / (1 - 0.99**self.generation)
        self.mean = self.mean + rate * first / (np.sqrt(second) + 1e-8)
        self.average = 0.8 * self.average + 0.2 * self.mean

    def judge(self, points: float) -> None:
        """Follows the score of the candidates, smoothed over some ten generations."""
        self.score += max(0.1, 1 / self.generation) * (points - self.score)


def train(
    opponent: str | int | Sequence[str | int],
    *,
    seed: int,
    seconds: float,
    pairs: int = 12,
    seeds_each: int = 4,
    sigma: float = 0.3,
    rate: float = 0.15,
    patience: int = 32,
    enough: float = 0.65,
    threads: int = 2,
    step_ticks: int = 16,
    time_limit: int | None = None,
    start: LinearPolicy | None = None,
    told: Callable[[Progress], object] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> LinearPolicy:
    """Trains a linear policy for ``seconds``, against one opponent or several at once, or until ``told`` returns True.

    A search whose score, from 0 to 1, is below ``enough`` after ``patience`` generations ends, and another begins from ``start`` with other
    noise: half of all searches end at a rush of workers that wins half of its matches. The policy is that of the search with the best score.
    The result follows from ``seed`` and the number of generations alone.
    """
    rng = np.random.default_rng(seed)
    opponents = [opponent] if isinstance(opponent, (str, int)) else list(opponent)
    matches = 2 * (2 * pairs) * seeds_each
    arenas = [Arena(it, matches, threads=threads, step_ticks=step_ticks, time_limit=time_limit) for it in opponents]
    arena = arenas[0]
    shape = (len(arena.macros), len(arena.globals))
    origin = np.zeros(shape, np.float32) if start is None else start.weights.astype(np.float32)
    search = best = Search(origin)
    began, generation, restarts = clock(), 0, 0

    def policy() -> LinearPolicy:
        found = search if search.score >= best.score else best
        return LinearPolicy(np.round(found.average, 4).astype(np.float32), arena.globals, arena.macros, step_ticks)

    while clock() - began < seconds:
        if search.generation >= patience and search.score < enough:
            best = max(search, best, key=lambda it: it.score)
            search, restarts = Search(origin), restarts + 1
        noise = rng.standard_normal((pairs, *shape), dtype=np.float32)
        candidates = np.concatenate([search.mean + sigma * noise, search.mean - sigma * noise])
        played = rng.integers(2**62, size=seeds_each).tolist()
        rows = np.repeat(candidates, seeds_each, axis=0)

        def choose(seen: Floats, mask: npt.NDArray[Any], rows: Floats = rows) -> Any:
            scores = np.matmul(rows, seen[:, :, None])[:, :, 0]
            return np.argmax(np.where(mask != 0, scores, -np.inf), axis=1)

        seeds = [int(it) for it in played] * (2 * pairs)
        results = [it.play(choose, seeds) for it in arenas]
        returns, points = (np.concatenate([result[which] for result in results]) for which in (0, 1))
        value = ranks(returns.mean(axis=0).reshape(2 * pairs, seeds_each).mean(axis=1))
        gradient = np.einsum("p,pmg->mg", value[:pairs] - value[pairs:], noise) / (2 * pairs * sigma)
        generation += 1
        search.step(gradient, rate)
        # Of several opponents the one that it does worst against counts: a rush of workers beats some of them always.
        search.judge(min(float(result[1].mean()) for result in results))
        if told is not None:
            by_candidate = points.mean(axis=0).reshape(2 * pairs, seeds_each).mean(axis=1)
            steps = sum(it.steps for it in arenas)
            now = Progress(generation, clock() - began, steps, float(points.mean()), float(by_candidate.max()), policy(), restarts)
            if told(now) is True:
                break
    return policy()


@dataclass
class Verdict:
    """The result of a policy in pairs of matches, each seed in both seats."""

    pairs: int
    score: float
    low: float
    high: float
    points: Floats


def evaluate(choose: LinearPolicy | int, opponent: str | int, *, seed: int, pairs: int, threads: int = 2, step_ticks: int = 16, time_limit: int | None = None) -> Verdict:
    """The score of a policy, or of one constant macro action, with its 95 % interval by pairs."""
    arena = Arena(opponent, 2 * pairs, threads=threads, step_ticks=step_ticks, time_limit=time_limit)
    seeds = [int(it) for it in np.random.default_rng(seed).integers(2**62, size=pairs)]
    return verdict_of(arena.play(lambda seen, mask: act(choose, seen, mask), seeds)[1])


def act(choose: LinearPolicy | int, seen: Floats, mask: npt.NDArray[Any]) -> Any:
    """The action of a policy, or a constant action where it is legal, in each row."""
    if isinstance(choose, int):
        return np.where(mask[:, choose] != 0, choose, 0)
    return [choose(row, legal) for row, legal in zip(seen, mask, strict=True)]


def verdict_of(points: Floats) -> Verdict:
    """The score of points by seat and pair."""
    pairs = points.shape[1]
    by_pair = points.mean(axis=0)
    mean, error = float(by_pair.mean()), float(by_pair.std(ddof=1) / np.sqrt(pairs))
    return Verdict(pairs, mean, mean - 1.96 * error, mean + 1.96 * error, points)
