"""Options of environments, for type checkers: ``make(act="slotz")`` is reported before it runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, TypedDict

from .batch import ActionLevel, Array, Autoreset, ObservationForm, Seats

RenderMode: TypeAlias = Literal["ansi", "rgb_array"]

RENDER_MODES: tuple[RenderMode, ...] = ("ansi", "rgb_array")


def checked_render_mode(named: RenderMode | None) -> RenderMode | None:
    """The mode that an environment is made with; an error when there is none of that name."""
    if named is not None and named not in RENDER_MODES:
        raise ValueError(f"render_mode: found {named!r}; expected one of {', '.join(RENDER_MODES)}")
    return named


class MatchOptions(TypedDict, total=False):
    """Of every kind of environment."""

    rules: str | None
    act: ActionLevel
    step_ticks: int
    max_steps: int | None
    reward: Mapping[str, float] | None
    record: bool
    planes: bool | None
    order_delay: int | None
    time_limit: int | None
    bot_phase: bool


class SeenOptions(MatchOptions, total=False):
    """Of environments whose observation may be chosen."""

    obs: ObservationForm


class EnvOptions(SeenOptions, total=False):
    """Of :class:`Env`."""

    seats: Seats | None


class MakeOptions(EnvOptions, total=False):
    """Of :func:`sandtable.make`."""

    render_mode: RenderMode | None


class RowOptions(EnvOptions, total=False):
    """Of :class:`VectorEnv`, and of :func:`sandtable.sb3_vec_env`."""

    threads: int


class VectorOptions(RowOptions, total=False):
    """Of :func:`sandtable.make_vec`."""

    render_mode: RenderMode | None
    autoreset: Autoreset
    copy: bool


class ParallelOptions(SeenOptions, total=False):
    """Of :func:`sandtable.parallel_env`."""

    seats: Seats
    render_mode: RenderMode | None


class FlatOptions(MatchOptions, total=False):
    """Of :class:`PufferEnv`."""

    seats: Seats | None
    threads: int


class PufferOptions(FlatOptions, total=False):
    """Of :func:`sandtable.puffer_env`."""

    buf: Mapping[str, Array] | None
    seed: int
