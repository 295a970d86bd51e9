"""One environment, one agent: a Gymnasium environment, also where Gymnasium is not installed."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from . import spaces
from .batch import Array, Batch, draw_seed, np_random
from .options import RENDER_MODES, EnvOptions, RenderMode, checked_render_mode

if TYPE_CHECKING:
    from gymnasium import Env as _Base
else:
    try:
        from gymnasium import Env as _Base
    except ImportError:

        class _Base:
            """The part of Gymnasium's environments that is used here."""

            _np_random = None

            def __class_getitem__(cls, _):
                return cls

            @property
            def np_random(self):
                if self._np_random is None:
                    self._np_random = np_random(None)
                return self._np_random

            @property
            def unwrapped(self):
                return self

            def reset(self, *, seed=None, options=None):
                if seed is not None:
                    self._np_random = np_random(seed)



class Env(_Base[Any, Any]):
    """A match that one agent plays against commanders. Made by :func:`sandtable.make`."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}

    def __init__(
        self,
        render_mode: RenderMode | None = None,
        *,
        scenario: str = "duel",
        batch: Batch | None = None,
        **options: Unpack[EnvOptions],
    ) -> None:
        self.batch = batch or Batch(scenario, **options)
        if self.batch.rows != 1:
            raise ValueError(f"seats: found {self.batch.rows} agents; expected one, or use make_vec or parallel_env")
        self.render_mode = checked_render_mode(render_mode)
        self._ended = batch is None

    @property
    def observation_space(self) -> Any:
        """The observation space."""
        if "_observation_space" not in self.__dict__:
            self._observation_space = spaces.observation_space(self.batch)
        return self._observation_space

    @observation_space.setter
    def observation_space(self, space: Any) -> None:
        self._observation_space = space

    @property
    def action_space(self) -> Any:
        """The action space."""
        if "_action_space" not in self.__dict__:
            self._action_space = spaces.action_space(self.batch)
        return self._action_space

    @action_space.setter
    def action_space(self, space: Any) -> None:
        self._action_space = space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts a match; with a seed, the same one each time."""
        super().reset(seed=seed)
        self.batch.core.reset([draw_seed(self.np_random)])
        self._ended = False
        return self.batch.observation(0), self.batch.info(0)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes an action and plays the ticks of a step."""
        if self._ended:
            raise RuntimeError("step: the episode is over; expected reset() first")
        batch = self.batch
        batch.act_on(slice(0, 1), [action])
        ended = batch.core.step()
        outcome = ended[0][1] if ended else None
        terminated, truncated = bool(batch.terminated[0]), bool(batch.truncated[0])
        self._ended = terminated or truncated
        return batch.observation(0), float(batch.arrays["rewards"][0]), terminated, truncated, batch.info(0, outcome)

    def render(self) -> Any:
        """The match as text or picture, by the mode that the environment was made with."""
        if self.render_mode == "ansi":
            return self.batch.core.text(0)
        return self.batch.rgb() if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """There are no resources to release."""

    def sample(self) -> Any:
        """A legal action, drawn by the mask; see :meth:`Batch.sample`."""
        drawn = self.batch.sample()[0]
        return int(drawn) if self.batch.act == "macro" else drawn.astype(np.int64)

    def action_masks(self) -> Array:
        """The flat mask; see :meth:`Batch.action_masks`."""
        flat: Array = self.batch.action_masks()[0]
        return flat

    def state_hash(self) -> int:
        """The hash of the whole state after the last tick: equal matches have equal hashes."""
        return self.batch.state_hash()

    def replay(self) -> bytes:
        """The bytes of a replay file of the episode so far; needs ``record=True``."""
        return self.batch.replay()

    def why(self, unit: int) -> str:
        """Explains what an own unit does; ``unit`` is a handle of :meth:`handles`. Needs ``record=True``."""
        return self.batch.why(0, unit)

    def handles(self) -> Array:
        """The handle in each slot: own, foreign, nodes; 0 if empty."""
        handles: Array = self.batch.handles()[0]
        return handles

    def fork(self, seed: int | None = None) -> Env:
        """An independent copy that continues like this one; with a seed, later random draws differ."""
        copy = Env(batch=self.batch.fork(0, seed))
        copy.render_mode = self.render_mode
        copy._ended = self._ended
        copy._np_random = deepcopy(self._np_random)
        return copy
