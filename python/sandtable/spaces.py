"""The spaces of a batch, as Gymnasium has them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._sandtable import ORDER_COLUMNS
from .batch import MAX_ORDERS, Batch


def gymnasium() -> Any:
    """Gymnasium, which spaces and vector environments need and nothing else does."""
    try:
        import gymnasium
    except ImportError as error:
        raise ImportError("this needs gymnasium: pip install 'sandtable-rts[gym]'") from error
    return gymnasium


def observation_space(batch: Batch) -> Any:
    """The space of what an agent sees."""
    spaces = gymnasium().spaces

    def box(name: str) -> Any:
        array = batch.arrays[name]
        low, high = (-np.inf, np.inf) if array.dtype == np.float32 else (0, 1 if name.startswith("mask") else 255)
        return spaces.Box(low, high, shape=batch.shapes[name], dtype=array.dtype.type)

    if batch.obs == "vector":
        return box("globals")
    return spaces.Dict({name: box(name) for name in batch.observed})


def action_space(batch: Batch) -> Any:
    """The space of what an agent does: four columns for each own slot, one number, or rows of orders."""
    spaces = gymnasium().spaces
    if batch.act == "macro":
        return spaces.Discrete(len(batch.spec["macros"]))
    if batch.act == "slots":
        return spaces.MultiDiscrete(np.tile(batch.spec["choices"], batch.spec["slots"][0]))
    low = np.full((MAX_ORDERS, len(ORDER_COLUMNS)), 0, dtype=np.int64)
    low[:, 0] = -1
    return spaces.Box(low, np.full_like(low, 2**31 - 1), dtype=np.int64)
