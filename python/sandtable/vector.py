"""Many environments stepped together: Gymnasium's vector environment, with its three autoreset modes."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Unpack

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv as _Base
from gymnasium.vector.utils import batch_space

from . import spaces
from .batch import Array, Autoreset, Batch, BatchRows, draw_seed, np_random
from .options import RENDER_MODES, RenderMode, RowOptions, checked_render_mode

MODES = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


class VectorEnv(BatchRows, _Base[Any, Any, Any]):
    """Matches side by side; each row is an agent, the rows of a match beside each other. Made by :func:`sandtable.make_vec`.

    With ``copy=False`` observations, rewards and flags are the arrays themselves, which the next step overwrites.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        scenario: str = "duel",
        copy: bool = True,
        autoreset: Autoreset = "next_step",
        render_mode: RenderMode | None = None,
        batch: Batch | None = None,
        **options: Unpack[RowOptions],
    ) -> None:
        if autoreset not in MODES:
            raise ValueError(f"autoreset: found {autoreset!r}; expected one of {', '.join(MODES)}")
        self.batch = batch or Batch(scenario, num_envs=num_envs, autoreset=autoreset, **options)
        self.copy = copy
        self.num_envs = self.batch.rows
        self.render_mode = checked_render_mode(render_mode)
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4, "autoreset_mode": MODES[autoreset]}
        self.single_observation_space = spaces.observation_space(self.batch)
        self.single_action_space = spaces.action_space(self.batch)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._rngs = [np_random(None) for _ in range(self.batch.envs)]
        self._next = [draw_seed(rng) for rng in self._rngs]
        self._begun: list[int] = []
        self._waits = batch is None

    def _take_seed(self, env: int) -> int:
        seed, self._next[env] = self._next[env], draw_seed(self._rngs[env])
        return seed

    def _seed(self, seed: int | list[int | None] | None) -> None:
        count = self.batch.envs
        seeds = [seed + env for env in range(count)] if isinstance(seed, int | np.integer) else seed
        if seeds is not None and len(seeds) != count:
            raise ValueError(f"seed: found {len(seeds)}; expected {count}, one for each environment")
        for env, given in enumerate(seeds or []):
            if given is not None:
                self._rngs[env] = np_random(int(given))
                self._next[env] = draw_seed(self._rngs[env])

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins all matches; with ``options={"reset_mask": rows}`` those of which a row is marked."""
        count, agents = self.batch.envs, self.batch.agents
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            mask = np.asarray(mask)
            if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
                raise ValueError(
                    f"reset_mask: found {mask.dtype} {mask.shape}; expected bool ({self.num_envs},), one True at least"
                )
        chosen = np.ones(count, bool) if mask is None else np.asarray(mask.reshape(count, agents).any(axis=1))
        self._seed(seed)
        seeds = [self._take_seed(env) if chosen[env] else None for env in range(count)]
        self.batch.core.reset(seeds)
        self.batch.core.prepare_seeds(self._next)
        self._begun = [env for env in self._begun if not chosen[env]]
        self._waits = self._waits and not chosen.all()
        return self._observed(), self._infos([])

    def _observed(self) -> Any:
        return self.batch.observation(slice(None)) if self.copy else self.batch.view()

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """Takes the actions of all rows and plays the ticks of a step."""
        batch = self.batch
        if actions is not None:
            batch.act_on(slice(None), actions)
        return self.step_drawn()

    def step_drawn(self) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """A step with the actions in the arrays, as :meth:`sample` writes them."""
        batch = self.batch
        if self._waits:
            raise RuntimeError("step: no match has begun; expected reset() first")
        if self._begun and batch.autoreset == "disabled":
            raise RuntimeError(f"step: the episodes of matches {self._begun} are over; expected reset() of their rows first")
        ended = batch.core.step()
        same = batch.autoreset == "same_step"
        begun = [env for env, _ in ended] if same else self._begun
        if begun and batch.autoreset != "disabled":
            for env in begun:
                self._take_seed(env)
            batch.core.prepare_seeds(self._next)
        self._begun = [env for env, _ in ended]
        infos = self._infos(ended)
        rewards, terminated, truncated = batch.arrays["rewards"], batch.terminated, batch.truncated
        if self.copy:
            rewards, terminated, truncated = rewards.copy(), terminated.copy(), truncated.copy()
        return self._observed(), rewards, terminated, truncated, infos

    def _infos(self, ended: list[tuple[int, dict[str, Any]]]) -> dict[str, Any]:
        batch, everywhere = self.batch, np.ones(self.num_envs, bool)
        infos: dict[str, Any] = {"alive": batch.alive.copy(), "_alive": everywhere}
        for column, name in enumerate(("illegal", "rejected", "overflow", "tick")):
            infos[name], infos[f"_{name}"] = batch.arrays["counts"][:, column].copy(), everywhere
        refused = infos["rejected"] > 0
        if refused.any():
            infos["refused"] = np.full(self.num_envs, None, dtype=object)
            for at in np.flatnonzero(refused):
                infos["refused"][at] = batch.refused(int(at))
            infos["_refused"] = refused
        if batch.act == "macro" and batch.obs == "vector":
            infos["action_mask"], infos["_action_mask"] = batch.arrays["mask_macros"].copy(), everywhere
        if batch.act == "orders":
            infos["handles"], infos["_handles"] = batch.handles(), everywhere
        if not ended:
            return infos
        same = batch.autoreset == "same_step"
        final: dict[str, Any] = {}
        where = np.zeros(self.num_envs, bool)
        for env, outcome in ended:
            rows = range(env * batch.agents, (env + 1) * batch.agents)
            where[list(rows)] = True
            for name, value in outcome.items():
                column = final.setdefault(name, np.full(self.num_envs, None, dtype=object))
                for row in rows:
                    column[row] = value
        final |= {f"_{name}": where.copy() for name in list(final)}
        if not same:
            return infos | final
        # What was counted belongs to the episode that ended: the next one has given no orders yet.
        for name in ("illegal", "rejected", "refused"):
            if name in infos:
                final[name], final[f"_{name}"] = infos[name].copy(), infos[f"_{name}"] & where
                infos[name] = np.where(where, None if name == "refused" else 0, infos[name])
        if "_refused" in infos:
            infos["_refused"] = infos["_refused"] & ~where
        final["tick"], final["_tick"] = final["ticks"].copy(), where.copy()
        last = np.full(self.num_envs, None, dtype=object)
        for at in np.flatnonzero(where):
            last[at] = batch.observation(int(at), final=True)
        return infos | {"final_obs": last, "_final_obs": where, "final_info": final, "_final_info": where.copy()}

    def sample(self) -> Array:
        """A legal action for each row, drawn by the masks."""
        return self.batch.sample()

    def render(self) -> tuple[Any, ...] | None:
        """Each match as text or picture."""
        if self.render_mode == "ansi":
            return tuple(self.batch.core.text(env) for env in range(self.batch.envs))
        if self.render_mode == "rgb_array":
            return tuple(self.batch.rgb(env) for env in range(self.batch.envs))
        return None

    def fork(self, env: int = 0, seed: int | None = None) -> VectorEnv:
        """One match, its agents as rows, as an independent copy that continues like the original; with a seed, later random draws differ.

        A finished episode cannot be copied.
        """
        batch = self.batch.fork(env, seed)
        fork = VectorEnv(copy=self.copy, autoreset=batch.autoreset, batch=batch)
        fork.render_mode = self.render_mode
        fork._rngs, fork._next = [deepcopy(self._rngs[env])], [self._next[env]]
        return fork

    def close_extras(self, **_: Any) -> None:
        """There are no resources to release."""
