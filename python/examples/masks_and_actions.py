# %% [markdown]
# # Masks and actions
#
# What may be done, and how it is said: by macro actions, by slots, and by orders.

# %%
import numpy as np

import sandtable

# %% [markdown]
# ## Macro actions
#
# One number, and an exact mask. What the mask forbids is no operation, counted in `info["illegal"]`.

# %%
env = sandtable.make("duel", seats={1: "agent", 2: "idle"}, act="macro", obs="vector")
_, info = env.reset(seed=1)
macros, mask = env.batch.spec["macros"], env.action_masks()
print("legal:", [name for name, legal in zip(macros, mask) if legal])
forbidden = int(np.flatnonzero(~mask)[0])
*_, info = env.step(forbidden)
print(f"{macros[forbidden]}: illegal {info['illegal']}")
assert info["illegal"] == 1

# %% [markdown]
# A policy by hand: some workers, barracks, and soldiers that attack once they are a handful. It is a list of wishes, of which the first one
# that is legal is taken; 0 is `wait`, which always is.

# %%
at = {name: column for column, name in enumerate(env.batch.spec["globals"])}


def policy(seen: np.ndarray, mask: np.ndarray) -> int:
    wishes = []
    if seen[at["workers"]] < 0.5:
        wishes.append("train_worker")
    if seen[at["own_barracks"]] == 0:
        wishes.append("build_barracks")
    if seen[at["soldiers"]] >= 0.25:
        wishes.append("attack_with_all")
    wishes.append("train_light")
    legal = [macros.index(name) for name in wishes if mask[macros.index(name)]]
    return legal[0] if legal else 0


seen, info = env.reset(seed=1)
terminated = truncated = False
while not (terminated or truncated):
    seen, reward, terminated, truncated, info = env.step(policy(seen, env.action_masks()))
    assert info["illegal"] == 0
print(f"by hand against idle: reward {reward} after {info['ticks']} ticks")
assert reward == 1

# %% [markdown]
# ## Slots
#
# Four whole numbers for each own unit or building: verb, target, place, argument. The masks are a tree: `mask_verbs` says which verbs a slot
# has, `mask_targets` and `mask_args` what each verb may take, by the kind of who is in the slot.

# %%
env = sandtable.make("duel", seats={1: "agent", 2: "duel/rush"}, order_delay=0)
seen, info = env.reset(seed=1)
spec, verbs = env.batch.spec, sandtable.SLOT_VERBS
for slot in np.flatnonzero(seen["kinds"][: spec["slots"][0]]):
    kind = spec["kinds"][seen["kinds"][slot] - 1]
    print(f"slot {slot:2} {kind:8}", ", ".join(verbs[verb] for verb in np.flatnonzero(seen["mask_verbs"][slot])))

# %% [markdown]
# A worker gathers, and the base trains another: all in one action.

# %%
own, foreign, nodes = spec["slots"]
kind_of = [spec["kinds"][kind - 1] if kind else None for kind in seen["kinds"]]
worker, base, ore = kind_of.index("worker"), kind_of.index("base"), own + foreign
action = np.zeros((own, 4), np.int64)
action[worker] = verbs.index("gather"), ore, 0, 0
action[base] = verbs.index("train"), 0, 0, spec["kinds"].index("worker")
row = sandtable.TARGET_ROWS.index("gather")
assert seen["mask_targets"][spec["kinds"].index("worker"), row, ore], "the first node is there"
seen, reward, terminated, truncated, info = env.step(action)
print("illegal", info["illegal"], "rejected", info["rejected"])
assert info["illegal"] == info["rejected"] == 0
assert seen["own"][worker, sandtable.OWN_FEATURES.index("gathers")] == 1

# %% [markdown]
# Learners that cannot use a tree take the flat mask of a `MultiDiscrete`. It allows more than is legal, and the rest is counted.

# %%
flat = env.action_masks()
print("flat mask:", flat.shape, "for choices", spec["choices"], "of", own, "slots")
assert flat.shape == (own * sum(spec["choices"]),)

# %% [markdown]
# ## Orders
#
# Rows of whole numbers, one for each order: any verb, with squads, queueing and priority. Points are in 65,536ths of a cell.

# %%
env = sandtable.make("duel", act="orders", order_delay=0)
seen, info = env.reset(seed=1)
print("columns:", ", ".join(sandtable.ORDER_COLUMNS))
unit, cell = int(info["handles"][0]), 1 << 16
order = dict.fromkeys(sandtable.ORDER_COLUMNS, 0) | {"verb": 0, "unit": unit, "x": 8 * cell, "y": 8 * cell}
*_, info = env.step([list(order.values())])
assert info["rejected"] == 0
order |= {"verb": 2, "target": 12345}
*_, info = env.step([list(order.values())])
print("refused:", info["refused"])
assert info["refused"][0]["why"] == "UnknownTarget"
