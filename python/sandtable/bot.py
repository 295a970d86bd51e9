"""A policy as a bot in any tournament: docs/PROTOCOL.md spoken on standard input and output."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, TextIO, TypeAlias

import numpy.typing as npt

from ._sandtable import Mirror
from .batch import RefusedOrder

#: From the globals and the mask of macro actions to a macro action.
MacroPolicy: TypeAlias = Callable[[npt.NDArray[Any], npt.NDArray[Any]], int]


def serve(
    policy: MacroPolicy,
    *,
    name: str = "policy",
    interval: int = 16,
    refused: Callable[[list[RefusedOrder]], None] | None = None,
    source: TextIO | None = None,
    sink: TextIO | None = None,
) -> None:
    """Plays one match with a policy over macro actions, as ``make(act="macro", obs="vector")`` would show it.

    ``interval`` is the number of ticks of a step that the policy was trained with. ``refused`` is called before the policy, in each
    decision with orders that were refused since the one before.
    """
    source, sink = source or sys.stdin, sink or sys.stdout

    def send(message: str) -> None:
        sink.write(message + "\n")
        sink.flush()

    mirror: Mirror | None = None
    for line in source:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            send(json.dumps({"type": "hello", "protocol": 3, "name": name, "interval": interval}))
        elif kind == "start":
            mirror = Mirror(line)
        elif kind == "observe":
            if mirror is None:
                raise RuntimeError("observe: found before start; expected start first")
            mirror.observe(line)
            if refused is not None and message.get("refused"):
                refused(message["refused"])
            send(mirror.macro_orders(int(policy(mirror.globals(), mirror.mask_macros()))))
        elif kind == "end":
            return
        else:
            raise ValueError(f"message: found type {kind!r}; expected hello, start, observe or end")
