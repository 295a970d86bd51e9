"""PufferLib's interface: one flat observation, and buffers of the caller that are written in place."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from . import spaces
from .batch import Array, Batch, BatchRows, draw_seed, np_random
from .options import FlatOptions

if TYPE_CHECKING:
    _Base = object
else:
    try:
        from pufferlib import PufferEnv as _Base
    except ImportError:
        _Base = object

#: The buffers and the types that they have.
BUFFERS = {
    "observations": np.float32,
    "rewards": np.float32,
    "terminals": np.bool_,
    "truncations": np.bool_,
    "masks": np.bool_,
    "actions": np.int32,
}


class PufferEnv(BatchRows, _Base):
    """Matches side by side, each row an agent, over PufferLib's buffers. Made by :func:`sandtable.puffer_env`.

    Observations are the globals; actions are macro actions, or four columns for each own slot. Episodes restart within the step that
    ends them. ``masks`` marks living agents; :meth:`action_masks` has the legal actions.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        scenario: str = "duel",
        buf: Mapping[str, Array] | None = None,
        seed: int = 0,
        batch: Batch | None = None,
        **options: Unpack[FlatOptions],
    ) -> None:
        options.setdefault("seats", "agents")
        options.setdefault("act", "macro")
        if options.get("act") == "orders":
            raise ValueError("act: found 'orders'; expected 'slots' or 'macro'")
        self.batch = batch or Batch(scenario, num_envs=num_envs, obs="vector", autoreset="same_step", **options)
        self.num_agents = self.agents_per_batch = self.batch.rows
        self.single_observation_space = spaces.observation_space(self.batch)
        self.single_action_space = spaces.action_space(self.batch)
        shapes = {"observations": self.single_observation_space.shape, "actions": self.single_action_space.shape}
        wanted = {name: (self.batch.rows, *shapes.get(name, ())) for name in BUFFERS}
        given = {name: np.zeros(shape, BUFFERS[name]) for name, shape in wanted.items()} if buf is None else dict(buf)
        for name, shape in wanted.items():
            array = given.get(name)
            if array is None or array.shape != shape or array.dtype != BUFFERS[name]:
                found = "none" if array is None else f"{array.dtype} {array.shape}"
                raise ValueError(f"buf[{name!r}]: found {found}; expected {np.dtype(BUFFERS[name])} {shape}")
        self.observations, self.rewards, self.actions = given["observations"], given["rewards"], given["actions"]
        self.terminals, self.truncations, self.masks = given["terminals"], given["truncations"], given["masks"]
        self.batch.rebind(
            {
                "globals": self.observations,
                "rewards": self.rewards,
                "terminated": self.terminals.view(np.uint8),
                "truncated": self.truncations.view(np.uint8),
                "alive": self.masks.view(np.uint8),
                "macros" if self.batch.act == "macro" else "actions": self.actions,
            }
        )
        self._rngs = [np_random(seed + env) for env in range(self.batch.envs)]
        self._next = [draw_seed(rng) for rng in self._rngs]

    def reset(self, seed: int | None = None) -> tuple[Array, list[dict[str, Any]]]:
        """Begins all matches."""
        if seed is not None:
            self._rngs = [np_random(seed + env) for env in range(self.batch.envs)]
            self._next = [draw_seed(rng) for rng in self._rngs]
        self.batch.core.reset(list(self._next))
        self._next = [draw_seed(rng) for rng in self._rngs]
        self.batch.core.prepare_seeds(self._next)
        self.rewards[...], self.terminals[...], self.truncations[...] = 0, False, False
        return self.observations, []

    def step(self, actions: Any = None) -> tuple[Array, Array, Array, Array, list[dict[str, Any]]]:
        """Takes the actions of all rows and plays the ticks of a step."""
        if actions is not None and actions is not self.actions:
            self.batch.act_on(slice(None), actions)
        ended = self.batch.core.step()
        for env, _ in ended:
            self._next[env] = draw_seed(self._rngs[env])
        if ended:
            self.batch.core.prepare_seeds(self._next)
        infos = [{"winner": outcome["winner"], "ticks": outcome["ticks"], "steps": outcome["steps"]} for _, outcome in ended]
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def sample(self) -> Array:
        """Draws legal actions into the buffer of actions."""
        self.batch.core.sample()
        return self.actions

    def fork(self, env: int = 0, seed: int | None = None) -> PufferEnv:
        """One match as an independent copy with its own buffers; with a seed, later random draws differ."""
        batch = self.batch.fork(env, seed)
        fork = PufferEnv(batch=batch)
        batch.core.observe()
        fork._rngs, fork._next = [deepcopy(self._rngs[env])], [self._next[env]]
        return fork

    def close(self) -> None:
        """There are no resources to release."""
