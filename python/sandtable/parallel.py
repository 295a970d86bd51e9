"""All players of a match as agents: PettingZoo's parallel environment."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Unpack

import numpy as np
from gymnasium import spaces as gym_spaces
from pettingzoo import ParallelEnv as _Base

from . import spaces
from .batch import Array, Batch, Seats, draw_seed, np_random
from .options import RENDER_MODES, RenderMode, SeenOptions, checked_render_mode


class ParallelEnv(_Base[str, Any, Any]):  # type: ignore[misc]
    """A match between agents, which act at the same time. Made by :func:`sandtable.parallel_env`.

    An observation is a dict of ``observation`` and ``action_mask``; the latter is what ``action_space(agent).sample(mask)`` takes. Who is out
    of the match leaves ``agents`` for good.
    """

    def __init__(
        self,
        render_mode: RenderMode | None = None,
        *,
        scenario: str = "duel",
        seats: Seats = "agents",
        batch: Batch | None = None,
        **options: Unpack[SeenOptions],
    ) -> None:
        self.batch = batch or Batch(scenario, seats=seats, **options)
        if self.batch.act == "orders":
            raise ValueError("act: found 'orders'; expected 'slots' or 'macro'")
        self.render_mode = checked_render_mode(render_mode)
        self.metadata = {"name": "sandtable_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": True}
        self.possible_agents = [f"player_{player}" for player in self.batch.spec["players"]]
        self.agents: list[str] = []
        action = spaces.action_space(self.batch)
        mask = self._mask_space()
        seen = gym_spaces.Dict({"observation": spaces.observation_space(self.batch), "action_mask": mask})
        self.observation_spaces = {agent: seen for agent in self.possible_agents}
        # Spaces hold a random state: each agent has its own.
        self.action_spaces = {agent: type(action)(*self._space_arguments(action)) for agent in self.possible_agents}
        self._rng = np_random(None)

    def _space_arguments(self, action: Any) -> tuple[Any, ...]:
        return (action.n,) if self.batch.act == "macro" else (action.nvec,)

    def _mask_space(self) -> Any:
        if self.batch.act == "macro":
            return gym_spaces.Box(0, 1, (len(self.batch.spec["macros"]),), np.int8)
        choices, slots = self.batch.spec["choices"], self.batch.spec["slots"][0]
        return gym_spaces.Tuple([gym_spaces.Box(0, 1, (int(size),), np.int8) for _ in range(slots) for size in choices])

    def observation_space(self, agent: str) -> Any:
        """The observation space of an agent; the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The action space of an agent; the same object each time."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begins a match."""
        if seed is not None:
            self._rng = np_random(seed)
        self.batch.core.reset([draw_seed(self._rng)])
        self.agents = list(self.possible_agents)
        return self._observed(self.agents), {agent: self.batch.info(self._row(agent)) for agent in self.agents}

    def _row(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _observed(self, agents: list[str]) -> dict[str, Any]:
        batch = self.batch
        if batch.act == "macro":
            masks: list[Any] = list(batch.arrays["mask_macros"].astype(np.int8))
        else:
            ends = np.cumsum(np.tile(batch.spec["choices"], batch.spec["slots"][0]))[:-1]
            masks = [tuple(np.split(row, ends)) for row in batch.action_masks().astype(np.int8)]
        rows = {agent: self._row(agent) for agent in agents}
        return {agent: {"observation": batch.observation(row), "action_mask": masks[row]} for agent, row in rows.items()}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Takes the actions of all agents and plays the ticks of a step."""
        batch = self.batch
        unknown = [agent for agent in actions if agent not in self.possible_agents]
        if unknown:
            raise ValueError(f"actions: found {unknown[0]!r}; expected {', '.join(self.agents)}")
        for name in ("actions", "macros"):
            if name in batch.arrays:
                batch.arrays[name][...] = 0
        for agent, action in actions.items():
            row = self._row(agent)
            batch.act_on(slice(row, row + 1), [action])
        ended = batch.core.step()
        outcome = ended[0][1] if ended else None
        acting, rows = self.agents, {agent: self._row(agent) for agent in self.agents}
        terminated = {agent: bool(batch.terminated[row] or not batch.alive[row]) for agent, row in rows.items()}
        truncated = {agent: bool(batch.truncated[row]) for agent, row in rows.items()}
        rewards = {agent: float(batch.arrays["rewards"][row]) for agent, row in rows.items()}
        infos = {agent: batch.info(row, outcome) for agent, row in rows.items()}
        seen = self._observed(acting)
        self.agents = [agent for agent in acting if not (terminated[agent] or truncated[agent])]
        return seen, rewards, terminated, truncated, infos

    def render(self) -> Any:
        """The match as text or picture."""
        if self.render_mode == "ansi":
            return self.batch.core.text(0)
        return self.batch.rgb() if self.render_mode == "rgb_array" else None

    def sample(self) -> dict[str, Any]:
        """A legal action for each agent, drawn by the masks."""
        return self._by_agent(self.batch.sample())

    def action_masks(self) -> dict[str, Array]:
        """By agent, the flat mask; see :meth:`Batch.action_masks`."""
        return self._by_agent(self.batch.action_masks())

    def handles(self) -> dict[str, Array]:
        """By agent, the handle in each slot: own, foreign, nodes; 0 if empty."""
        return self._by_agent(self.batch.handles())

    def _by_agent(self, rows: Array) -> dict[str, Array]:
        return {agent: rows[self._row(agent)] for agent in self.agents}

    def state_hash(self) -> int:
        """The hash of the whole state after the last tick."""
        return self.batch.state_hash()

    def replay(self) -> bytes:
        """The bytes of a replay file of the match so far; needs ``record=True``."""
        return self.batch.replay()

    def why(self, agent: str, unit: int) -> str:
        """Explains what a unit of an agent does; ``unit`` is one of its :meth:`handles`. Needs ``record=True``."""
        return self.batch.why(self._row(agent), unit)

    def fork(self, seed: int | None = None) -> ParallelEnv:
        """An independent copy that continues like this one; with a seed, later random draws differ."""
        copy = ParallelEnv(self.render_mode, batch=self.batch.fork(0, seed))
        copy.agents, copy._rng = list(self.agents), deepcopy(self._rng)
        return copy

    def close(self) -> None:
        """There are no resources to release."""
