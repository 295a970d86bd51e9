"""Stable-Baselines3's vector environment: same-step resets, with the last observation in the infos."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from .options import RowOptions
from .vector import VectorEnv


class Sb3VecEnv(VecEnv):  # type: ignore[misc]
    """Matches side by side for Stable-Baselines3 and its MaskablePPO. Made by :func:`sandtable.sb3_vec_env`."""

    def __init__(self, num_envs: int = 1, *, scenario: str = "duel", **options: Unpack[RowOptions]) -> None:
        options.setdefault("obs", "vector")
        options.setdefault("act", "macro")
        self.matches = VectorEnv(num_envs, scenario=scenario, autoreset="same_step", **options)
        self.render_mode = None
        super().__init__(
            self.matches.num_envs, self.matches.single_observation_space, self.matches.single_action_space
        )

    def reset(self) -> Any:
        """Begins all matches; seeds are those given to ``seed``."""
        given = [seed for seed in self._seeds if seed is not None]
        agents = self.matches.batch.agents
        seen, _ = self.matches.reset(seed=list(self._seeds[::agents]) if given else None)
        self._reset_seeds()
        return seen

    def step_async(self, actions: Any) -> None:
        """Notes the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Takes the step."""
        seen, rewards, terminated, truncated, told = self.matches.step(self._actions)
        infos: list[dict[str, Any]] = [{"illegal": int(count)} for count in told["illegal"]]
        for row in np.flatnonzero(terminated | truncated):
            infos[row]["terminal_observation"] = told["final_obs"][row]
            infos[row]["TimeLimit.truncated"] = bool(truncated[row] and not terminated[row])
        return seen, rewards, terminated | truncated, infos

    def action_masks(self) -> Any:
        """The flat mask of each row, as MaskablePPO asks for it."""
        return self.matches.action_masks()

    def close(self) -> None:
        """There are no resources to release."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, the same for all rows."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Sets an attribute of all rows."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **options: Any) -> list[Any]:
        """Calls a method; a list of masks is given row by row."""
        given = getattr(self, method_name)(*args, **options)
        rows = list(self._get_indices(indices))
        return [given[row] for row in rows] if method_name == "action_masks" else [given for _ in rows]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No row is wrapped."""
        return [False for _ in self._get_indices(indices)]
