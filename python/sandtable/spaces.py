"""The spaces of a batch, as Gymnasium has them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._sandtable import ORDER_COLUMNS
from .batch import MAX_ORDERS, Batch


#: The least and the greatest number of each column of an order. A verb of -1 says nothing.
ORDER_BOUNDS = {
    "verb": (-1, 21),
    "unit": (0, 2**32 - 1),
    "squad": (0, 2**32 - 1),
    "target": (0, 2**32 - 1),
    "arg": (0, 2**32 - 1),
    "x": (-(2**31), 2**31 - 1),
    "y": (-(2**31), 2**31 - 1),
    "queue": (0, 2),
    "priority": (0, 255),
}


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
    bounds = np.array([ORDER_BOUNDS[column] for column in ORDER_COLUMNS], dtype=np.int64)
    low, high = (np.tile(bounds[:, side], (MAX_ORDERS, 1)) for side in (0, 1))
    return spaces.Box(low, high, dtype=np.int64)
