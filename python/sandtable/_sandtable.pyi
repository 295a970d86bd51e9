"""The compiled half: a batch of environments, and the names of its columns."""

from typing import Any, final

import numpy as np
import numpy.typing as npt

__all__ = [
    "__version__",
    "SIM_VERSION",
    "BUILD",
    "SLOT_VERBS",
    "TARGET_ROWS",
    "ARG_ROWS",
    "OWN_FEATURES",
    "FOREIGN_FEATURES",
    "NODE_FEATURES",
    "COUNTS",
    "REWARD_TERMS",
    "ORDER_COLUMNS",
    "Core",
    "Mirror",
]

__version__: str
SIM_VERSION: int
BUILD: str
SLOT_VERBS: list[str]
TARGET_ROWS: list[str]
ARG_ROWS: list[str]
OWN_FEATURES: list[str]
FOREIGN_FEATURES: list[str]
NODE_FEATURES: list[str]
COUNTS: list[str]
REWARD_TERMS: list[str]
ORDER_COLUMNS: list[str]

@final
class Core:
    def __new__(
        cls,
        scenario: str,
        seats: list[str | None],
        num_envs: int = 1,
        *,
        rules: str | None = None,
        step_ticks: int = 16,
        max_steps: int | None = None,
        record: bool = False,
        act: str = "slots",
        autoreset: str = "next_step",
        slots: bool = True,
        planes: bool | None = None,
        weights: list[float] | None = None,
        threads: int = 1,
        order_delay: int | None = None,
        time_limit: int | None = None,
        bot_phase: bool = False,
    ) -> Core: ...
    def spec(self) -> dict[str, Any]: ...
    def bind(self, arrays: dict[str, npt.NDArray[Any]]) -> None: ...
    def reset(self, seeds: list[int | None]) -> None: ...
    def prepare_seeds(self, seeds: list[int]) -> None: ...
    def step(self) -> list[tuple[int, dict[str, Any]]]: ...
    def observe(self) -> None: ...
    def sample(self) -> None: ...
    def give(self, row: int, orders: npt.NDArray[np.int64]) -> None: ...
    def refused(self, row: int) -> list[tuple[int, int, str, str]]: ...
    def state_hash(self, env: int) -> int: ...
    def clock(self, env: int) -> tuple[int, int]: ...
    def replay(self, env: int) -> bytes: ...
    def why(self, env: int, player: int, handle: int) -> str: ...
    def fork(self, env: int, seed: int | None = None) -> Core: ...
    def text(self, env: int) -> str: ...
    def rgb(self, env: int) -> tuple[int, int, npt.NDArray[np.uint8]]: ...

@final
class Mirror:
    def __new__(cls, start: str) -> Mirror: ...
    def observe(self, message: str) -> None: ...
    def globals(self) -> npt.NDArray[np.float32]: ...
    def mask_macros(self) -> npt.NDArray[np.uint8]: ...
    def macro_orders(self, action: int) -> str: ...
