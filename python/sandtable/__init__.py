"""Deterministic real-time-strategy battles as environments for learning.

>>> import sandtable
>>> env = sandtable.make("duel", act="macro", obs="vector", max_steps=3)
>>> seen, info = env.reset(seed=1)
>>> seen.shape == (len(env.batch.spec["globals"]),)
True
>>> steps = [env.step(env.sample()) for _ in range(3)]
>>> steps[-1][3]
True
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Unpack

from . import _sandtable, registration, tables
from ._sandtable import (
    ARG_ROWS,
    BUILD,
    FOREIGN_FEATURES,
    NODE_FEATURES,
    ORDER_COLUMNS,
    OWN_FEATURES,
    REWARD_TERMS,
    SIM_VERSION,
    SLOT_VERBS,
    TARGET_ROWS,
    __version__,
)
from .batch import Batch, RefusedOrder
from .env import Env
from .options import MakeOptions, ParallelOptions, PufferOptions, RowOptions, VectorOptions
from .program import (
    Moment,
    ProgramError,
    Results,
    Tuning,
    Verified,
    fight,
    find_program,
    replay_dump,
    replay_info,
    replay_state,
    tournament,
    tune,
    verify,
)

if TYPE_CHECKING:
    from .parallel import ParallelEnv
    from .puffer import PufferEnv
    from .sb3 import Sb3VecEnv
    from .vector import VectorEnv

__all__ = [
    "ARG_ROWS",
    "BUILD",
    "FOREIGN_FEATURES",
    "NODE_FEATURES",
    "ORDER_COLUMNS",
    "OWN_FEATURES",
    "REWARD_TERMS",
    "SIM_VERSION",
    "SLOT_VERBS",
    "TARGET_ROWS",
    "Batch",
    "Env",
    "Moment",
    "ProgramError",
    "RefusedOrder",
    "Results",
    "Tuning",
    "Verified",
    "__version__",
    "_sandtable",
    "fight",
    "find_program",
    "make",
    "make_vec",
    "parallel_env",
    "puffer_env",
    "replay_dump",
    "replay_info",
    "replay_state",
    "sb3_vec_env",
    "tables",
    "tournament",
    "tune",
    "verify",
]


def make(scenario: str = "duel", **options: Unpack[MakeOptions]) -> Env:
    """One environment with one agent.

    ``seats`` says who plays each player: ``"agent"`` or the name of a strategy; players that it leaves out are idle. Other options:
    ``obs`` ("slots", "vector"), ``act`` ("slots", "macro", "orders"), ``step_ticks``, ``max_steps``, ``reward`` (weights of REWARD_TERMS),
    ``record``, ``planes``, ``order_delay``, ``time_limit`` (seconds), ``rules`` (of a ``scenario`` that is the name of a map),
    ``render_mode`` ("ansi", "rgb_array").
    """
    return Env(scenario=scenario, **options)


def make_vec(scenario: str = "duel", num_envs: int = 1, **options: Unpack[VectorOptions]) -> VectorEnv:
    """Many environments stepped together; needs Gymnasium.

    Beside the options of :func:`make`: ``threads``, ``autoreset`` ("next_step", "same_step", "disabled") and ``copy``.
    """
    from .spaces import gymnasium

    gymnasium()
    from .vector import VectorEnv

    return VectorEnv(num_envs, scenario=scenario, **options)


def parallel_env(scenario: str = "duel", **options: Unpack[ParallelOptions]) -> ParallelEnv:
    """All players as agents; needs PettingZoo: ``pip install 'sandtable-rts[zoo]'``."""
    from .parallel import ParallelEnv

    return ParallelEnv(scenario=scenario, **options)


def puffer_env(scenario: str = "duel", num_envs: int = 1, **options: Unpack[PufferOptions]) -> PufferEnv:
    """Many environments over PufferLib's buffers (``buf``); needs Gymnasium, and PufferLib only for its trainer."""
    from .puffer import PufferEnv

    return PufferEnv(num_envs, scenario=scenario, **options)


def sb3_vec_env(scenario: str = "duel", num_envs: int = 1, **options: Unpack[RowOptions]) -> Sb3VecEnv:
    """Many environments for Stable-Baselines3, which this needs."""
    from .sb3 import Sb3VecEnv

    return Sb3VecEnv(num_envs, scenario=scenario, **options)


if importlib.util.find_spec("gymnasium") is not None:
    # Gymnasium knows no packages: whoever imports this one has its ids.
    registration.register()
