"""A batch of environments over one scenario: its arrays, seeds, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypedDict

import numpy as np
import numpy.typing as npt

from . import _sandtable

Array: TypeAlias = npt.NDArray[Any]
Seats: TypeAlias = Mapping[int, str] | Literal["agents"]
ObservationForm: TypeAlias = Literal["slots", "vector"]
ActionLevel: TypeAlias = Literal["slots", "macro", "orders"]
Autoreset: TypeAlias = Literal["next_step", "same_step", "disabled"]


class RefusedOrder(TypedDict):
    """An order that the match refused."""

    #: The tick it was to take effect in.
    tick: int
    #: Its row in its decision, from 0.
    order: int
    #: Its verb.
    do: str
    #: The reason, a word of the list in docs/PROTOCOL.md.
    why: str


AGENT = "agent"
#: Orders of a player that count in a tick.
MAX_ORDERS = 128
MASKS = ("mask_verbs", "mask_args", "mask_cancel", "mask_targets", "mask_places")


def np_random(seed: int | None) -> np.random.Generator:
    """A generator with Gymnasium's seeding."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))


def draw_seed(rng: np.random.Generator) -> int:
    """The seed of a match."""
    return int(rng.integers(2**63))


def lay(target: Array, given: Array) -> None:
    """Copies whole numbers to an array of actions. A number outside the array's type becomes -1, which is never legal."""
    if np.can_cast(given.dtype, target.dtype):
        target[...] = given
        return
    outside = (given < 0) | (given > np.iinfo(target.dtype).max)
    target[...] = np.where(outside, given.dtype.type(0), given)
    target[outside] = -1


def numbered(name: str, found: int, count: int) -> int:
    """A number of one of ``count``, from 0."""
    if not 0 <= found < count:
        raise IndexError(f"{name}: found {found}; expected 0 to {count - 1}")
    return int(found)


def seat_list(seats: Seats) -> list[str | None]:
    """Seats for the compiled module: by player, a strategy, or None for an agent."""
    if seats == "agents":
        return []
    if not isinstance(seats, Mapping):
        raise ValueError(f'seats: found {seats!r}; expected {{1: "agent"}}, say, or "agents" for all players')
    for player, who in seats.items():
        if not isinstance(player, int) or not 1 <= player <= 8:
            raise ValueError(f"seats: found player {player!r}; expected whole numbers from 1 to 8")
        if not isinstance(who, str):
            raise ValueError(f"seats[{player}]: found {who!r}; expected {AGENT!r} or the name of a strategy")
    if not seats:
        raise ValueError('seats: found none; expected {1: "agent"}, say, or "agents" for all players')
    named = [seats.get(player, "idle") for player in range(1, max(seats) + 1)]
    return [None if who == AGENT else who for who in named]


def reward_weights(reward: Mapping[str, float] | None) -> list[float]:
    """The weights of a reward's terms, in their order."""
    terms: list[str] = list(_sandtable.REWARD_TERMS)
    weights = {"outcome": 1.0} if reward is None else dict(reward)
    for name in weights:
        if name not in terms:
            raise ValueError(f"reward: found {name!r}; expected some of {', '.join(terms)}")
    return [float(weights.get(name, 0.0)) for name in terms]


class Batch:
    """Environments with the arrays that they write to. A row of each array is an agent."""

    def __init__(
        self,
        scenario: str = "duel",
        *,
        seats: Seats | None = None,
        num_envs: int = 1,
        rules: str | None = None,
        obs: ObservationForm = "slots",
        act: ActionLevel = "slots",
        step_ticks: int = 16,
        max_steps: int | None = None,
        reward: Mapping[str, float] | None = None,
        record: bool = False,
        planes: bool | None = None,
        threads: int = 1,
        autoreset: Autoreset = "disabled",
        order_delay: int | None = None,
        time_limit: int | None = None,
        bot_phase: bool = False,
        core: _sandtable.Core | None = None,
    ) -> None:
        if obs not in ("slots", "vector"):
            raise ValueError(f"obs: found {obs!r}; expected 'slots' or 'vector'")
        self.obs, self.act, self.autoreset = obs, act, autoreset
        self.core = core or _sandtable.Core(
            scenario,
            seat_list({1: AGENT} if seats is None else seats),
            num_envs,
            rules=rules,
            step_ticks=step_ticks,
            max_steps=max_steps,
            record=record,
            act=act,
            autoreset=autoreset,
            slots=obs == "slots" or act == "slots",
            planes=planes if obs == "slots" else False,
            weights=reward_weights(reward),
            threads=threads,
            order_delay=order_delay,
            time_limit=time_limit,
            bot_phase=bot_phase,
        )
        self.spec: dict[str, Any] = self.core.spec()
        self.rows: int = self.spec["rows"]
        self.envs: int = self.spec["envs"]
        self.agents: int = self.rows // self.envs
        self.shapes = self._shapes()
        self.arrays = self._allocate()
        self.core.bind(self.arrays)
        # Truth values, over the same memory.
        self.terminated = self.arrays["terminated"].view(np.bool_)
        self.truncated = self.arrays["truncated"].view(np.bool_)
        self.alive = self.arrays["alive"].view(np.bool_)

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        spec = self.spec
        own, foreign, nodes = spec["slots"]
        total = own + foreign + nodes
        height, width = spec["map"]
        kinds, sites = len(spec["kinds"]), len(spec["sites"])
        args = spec["choices"][3]
        shapes: dict[str, tuple[int, ...]] = {
            "own": (own, len(_sandtable.OWN_FEATURES)),
            "foreign": (foreign, len(_sandtable.FOREIGN_FEATURES)),
            "nodes": (nodes, len(_sandtable.NODE_FEATURES)),
            "kinds": (total,),
            "planes": (len(spec["planes"]), height, width),
            "globals": (len(spec["globals"]),),
            "mask_verbs": (own, len(_sandtable.SLOT_VERBS)),
            "mask_args": (kinds, len(_sandtable.ARG_ROWS), args),
            "mask_cancel": (own, spec["arrays"]["mask_cancel"][0] // own),
            "mask_targets": (kinds, spec["target_rows"], total),
            "mask_places": (sites, spec["arrays"]["mask_places"][0] // max(sites, 1)),
            "mask_macros": (len(spec["macros"]),),
            "handles": (total,),
            "actions": (own, 4),
            "macros": (),
            "counts": (len(_sandtable.COUNTS),),
        }
        shapes |= {f"final_{name}": shapes[name] for name in ("own", "foreign", "nodes", "kinds", "planes", "globals")}
        return shapes

    def _wanted(self) -> list[str]:
        """The arrays that this form of observation and action needs."""
        names = ["globals", "rewards", "terminated", "truncated", "alive", "counts"]
        if self.obs == "slots":
            names += ["own", "foreign", "nodes", "kinds"]
            names += ["planes"] if self.spec["planes"] else []
        elif self.act == "slots":
            # Masks by kind say nothing without the kinds of the slots.
            names += ["kinds"]
        if self.autoreset == "same_step":
            names += [f"final_{name}" for name in names if f"final_{name}" in self.shapes]
        if self.act == "macro":
            return [*names, "mask_macros", "macros"]
        return [*names, "handles", *(("actions", *MASKS) if self.act == "slots" else ())]

    def _allocate(self) -> dict[str, Array]:
        sizes = self.spec["arrays"]
        return {
            name: np.zeros((self.rows, *self.shapes.get(name, ())), dtype=sizes[name][1]) for name in self._wanted()
        }

    def rebind(self, arrays: Mapping[str, Array]) -> None:
        """Replaces the memory of some arrays by others of the same type and number of elements, in C order."""
        self.core.bind(dict(arrays))
        self.arrays |= {name: array.reshape(self.rows, *self.shapes.get(name, ())) for name, array in arrays.items()}

    @property
    def observed(self) -> tuple[str, ...]:
        """The names of the arrays that an observation has."""
        if self.obs == "vector":
            return ("globals",)
        masks = MASKS if self.act == "slots" else ("mask_macros",) if self.act == "macro" else ()
        planes = ("planes",) if self.spec["planes"] else ()
        return ("own", "foreign", "nodes", "kinds", *planes, "globals", *masks)

    def observation(self, rows: slice | int, *, final: bool = False) -> Any:
        """Copies of the observations of some rows: a dict of arrays, or the vector of globals. Masks of a final observation are zeros."""

        def array(name: str) -> Array:
            if not final:
                return self.arrays[name][rows].copy()
            kept = self.arrays.get(f"final_{name}")
            return np.zeros_like(self.arrays[name][rows]) if kept is None else kept[rows].copy()

        if self.obs == "vector":
            return array("globals")
        return {name: array(name) for name in self.observed}

    def view(self) -> Any:
        """The observations of all rows, not copied: the next step overwrites them."""
        if self.obs == "vector":
            return self.arrays["globals"]
        return {name: self.arrays[name] for name in self.observed}

    def act_on(self, rows: slice, actions: Any) -> None:
        """Sets the actions of some rows."""
        if self.act == "orders":
            chosen = range(*rows.indices(self.rows))
            if len(actions) != len(chosen):
                raise ValueError(f"action: found orders for {len(actions)} rows; expected {len(chosen)}")
            for row, orders in zip(chosen, actions, strict=True):
                self.give(row, orders)
            return
        name = "actions" if self.act == "slots" else "macros"
        target = self.arrays[name][rows]
        given = np.asarray(actions)
        if given.size != target.size or given.dtype.kind not in "iu":
            raise ValueError(
                f"action: found {given.dtype} {given.shape}; expected whole numbers {target.shape}"
                f" or {(target.shape[0], target.size // max(target.shape[0], 1))}"
            )
        lay(target, given.reshape(target.shape))

    def give(self, row: int, orders: Any) -> None:
        """Sets the orders of a row: rows of ORDER_COLUMNS; those with a negative verb are skipped."""
        given, columns = np.asarray(orders), len(_sandtable.ORDER_COLUMNS)
        if given.size == 0:
            given = np.zeros((0, columns), np.int64)
        elif given.dtype.kind not in "iu" or (given.size % columns if given.ndim == 1 else given.shape[1:] != (columns,)):
            raise ValueError(
                f"orders: found {given.dtype} {given.shape}; expected whole numbers (orders, {columns}),"
                f" an order's being {', '.join(_sandtable.ORDER_COLUMNS)}"
            )
        given = given.reshape(-1, columns)
        if given.dtype == np.uint64:
            # What has no room stays out of every column's range.
            given = np.minimum(given, np.uint64(2**63 - 1))
        said = given[given[:, 0] >= 0]
        if len(said) > MAX_ORDERS:
            raise ValueError(f"orders: found {len(said)}; expected at most {MAX_ORDERS} in a step")
        self.core.give(row, np.ascontiguousarray(said, dtype=np.int64))

    def sample(self) -> Array:
        """Draws a legal action for each row; money, supply, places and squads are reserved within a row."""
        if self.act == "orders":
            raise ValueError("act: 'orders' cannot be sampled; expected 'slots' or 'macro'")
        self.core.sample()
        name = "actions" if self.act == "slots" else "macros"
        return self.arrays[name].reshape(self.rows, -1).copy() if self.act == "slots" else self.arrays[name].copy()

    def action_masks(self) -> Array:
        """A flat mask for each row: that of macro actions, which is exact, or of slots as the columns of a MultiDiscrete.

        The latter allows more than is legal: it says for each column alone what some action of the slot may have there. The tree in the
        observation is exact, and what it does not allow is a counted no-op.
        """
        if self.act == "macro":
            return self.arrays["mask_macros"].astype(np.bool_)
        return np.concatenate([part.reshape(self.rows, -1) for part in self._columns()], axis=1)

    def _columns(self) -> list[Array]:
        """By own slot, verb, target, place and argument, the flat masks of a MultiDiscrete."""
        arrays, (own, _, _) = self.arrays, self.spec["slots"]
        verbs = arrays["mask_verbs"].astype(np.bool_)
        kinds = arrays["kinds"][:, :own].astype(np.intp)
        row = np.arange(self.rows)[:, None]
        held = (kinds > 0)[..., None]
        at = np.maximum(kinds - 1, 0)
        targets = np.asarray(arrays["mask_targets"].any(axis=2))[row, at] & held
        values = np.asarray(arrays["mask_args"].any(axis=2))[row, at] & held
        values[..., : arrays["mask_cancel"].shape[2]] |= arrays["mask_cancel"].astype(np.bool_)
        places = np.ones((self.rows, own, self.spec["choices"][2]), dtype=np.bool_)
        for column in (targets, values):
            column[..., 0] = True
        return [part for slot in range(own) for part in (verbs[:, slot], targets[:, slot], places[:, slot], values[:, slot])]

    def info(self, row: int, outcome: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The info of a row."""
        told: dict[str, Any] = dict(zip(_sandtable.COUNTS, map(int, self.arrays["counts"][row]), strict=True))
        told["alive"] = bool(self.arrays["alive"][row])
        if told["rejected"]:
            told["refused"] = self.refused(row)
        if self.act == "macro" and self.obs == "vector":
            told["action_mask"] = self.arrays["mask_macros"][row].copy()
        if self.act == "orders":
            told["handles"] = self.arrays["handles"][row].copy()
        if outcome is not None:
            told |= {name: value for name, value in outcome.items() if value is not None}
        return told

    def refused(self, row: int) -> list[RefusedOrder]:
        """A row's orders that were refused in the last step."""
        return [
            RefusedOrder(tick=tick, order=order, do=verb, why=why)
            for tick, order, verb, why in self.core.refused(row)
        ]

    def handles(self) -> Array:
        """By row, the handle in each slot: own, foreign, nodes; 0 if empty."""
        if "handles" not in self.arrays:
            # Macro actions need none: they are written from the first time on that they are asked for.
            self.arrays["handles"] = np.zeros((self.rows, *self.shapes["handles"]), np.uint32)
            self.core.bind({"handles": self.arrays["handles"]})
            self.core.observe()
        return self.arrays["handles"].copy()

    def state_hash(self, env: int = 0) -> int:
        """The hash of an environment's whole state after its last tick: equal matches have equal hashes."""
        return self.core.state_hash(numbered("env", env, self.envs))

    def replay(self, env: int = 0) -> bytes:
        """The bytes of a replay file of an environment's episode so far; needs ``record=True``."""
        return self.core.replay(numbered("env", env, self.envs))

    def why(self, row: int, unit: int) -> str:
        """Explains what a unit of a row does; ``unit`` is a handle. Needs ``record=True``."""
        env, agent = divmod(numbered("row", row, self.rows), self.agents)
        return self.core.why(env, self.spec["players"][agent], int(unit))

    def fork(self, env: int = 0, seed: int | None = None) -> Batch:
        """An independent copy of one environment, which continues like the original; with a seed, later random draws differ.

        A finished episode cannot be copied.
        """
        core = self.core.fork(numbered("env", env, self.envs), seed)
        copy = Batch(obs=self.obs, act=self.act, autoreset=self.autoreset, core=core)
        core.observe()
        return copy

    def rgb(self, env: int = 0) -> npt.NDArray[np.uint8]:
        """A picture of an environment, height × width × 3."""
        height, width, pixels = self.core.rgb(env)
        return pixels.reshape(height, width, 3)


class BatchRows:
    """Queries of a batch shared by environments of many matches; rows are agents."""

    batch: Batch

    def action_masks(self) -> Array:
        """The flat mask of each row; see :meth:`Batch.action_masks`."""
        return self.batch.action_masks()

    def handles(self) -> Array:
        """By row, the handle in each slot: own, foreign, nodes; 0 if empty."""
        return self.batch.handles()

    def state_hash(self, env: int = 0) -> int:
        """The hash of a match's whole state."""
        return self.batch.state_hash(env)

    def replay(self, env: int = 0) -> bytes:
        """The bytes of a replay file of a match so far; needs ``record=True``."""
        return self.batch.replay(env)

    def why(self, row: int, unit: int) -> str:
        """Explains what a unit of a row does; ``unit`` is one of its :meth:`handles`. Needs ``record=True``."""
        return self.batch.why(row, unit)
