"""The ids that Gymnasium knows, each with the entry points of one environment and of many."""

from __future__ import annotations

from typing import Any

#: By id, what it is made with.
ENVIRONMENTS: dict[str, dict[str, Any]] = {
    "sandtable/Duel-v0": {"scenario": "duel", "seats": {1: "agent", 2: "duel/rush"}, "obs": "slots", "act": "slots"},
    "sandtable/DuelMacro-v0": {"scenario": "duel", "seats": {1: "agent", 2: "duel/rush"}, "obs": "vector", "act": "macro"},
    "sandtable/Meadow-v0": {"scenario": "meadow", "seats": {1: "agent", 2: "balanced"}, "obs": "slots", "act": "slots"},
    "sandtable/MeadowMacro-v0": {"scenario": "meadow", "seats": {1: "agent", 2: "balanced"}, "obs": "vector", "act": "macro"},
}


def register() -> None:
    """Registers all ids, those that are not registered yet; called when ``sandtable`` is imported where Gymnasium is installed."""
    from gymnasium.envs.registration import register as add, registry

    for name, options in ENVIRONMENTS.items():
        if name not in registry:
            add(
                name,
                entry_point="sandtable.env:Env",
                vector_entry_point="sandtable.vector:VectorEnv",
                kwargs=options,
            )
