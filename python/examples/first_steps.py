# %% [markdown]
# # First steps
#
# A match, an episode, and many matches at once. Each `# %%` is a cell for editors and for Jupytext; `python first_steps.py` runs all of them.

# %%
import numpy as np

import sandtable

print("version", sandtable.__version__, "engine", sandtable.SIM_VERSION)

# %% [markdown]
# One environment with one agent. `seats` says who plays: here the agent against `duel/rush`, a strategy that comes with the package.
# `obs="vector"` shows a vector of numbers, `act="macro"` takes one number for the whole player.

# %%
env = sandtable.make("duel", seats={1: "agent", 2: "duel/rush"}, act="macro", obs="vector")
seen, info = env.reset(seed=1)
names = env.batch.spec["globals"]
for name in ("time", "workers", "soldiers", "stock_ore"):
    print(f"{name:10} {seen[names.index(name)]:.3f}")
print("actions:", ", ".join(env.batch.spec["macros"]))

# %% [markdown]
# An episode with actions that are drawn by the mask. A step is 16 ticks, which is a second of the game.

# %%
steps, terminated, truncated = 0, False, False
while not (terminated or truncated):
    seen, reward, terminated, truncated, info = env.step(env.sample())
    steps += 1
print(f"{steps} steps, {info['ticks']} ticks, reward {reward}, winner: team {info['winner']}")
assert steps == info["steps"] and info["ticks"] > 16 * (steps - 1)

# %% [markdown]
# A seed is a match: the same seed and the same actions end in the same state, on any machine.


# %%
def last_state(seed: int) -> int:
    env.reset(seed=seed)
    for _ in range(50):
        env.step(env.sample())
    return env.state_hash()


assert last_state(7) == last_state(7) != last_state(8)
print(f"state {last_state(7):016x}")

# %% [markdown]
# Many matches are stepped together, on as many threads as you like; a row of each array is an agent. Episodes begin anew by themselves.
# `reward` weighs terms that say more, and earlier, than who won.

# %%
many = sandtable.make_vec(
    "duel",
    num_envs=8,
    threads=2,
    seats={1: "agent", 2: "duel/rush"},
    act="macro",
    obs="vector",
    reward={"outcome": 1.0, "value_killed": 0.001, "value_lost": -0.001},
    max_steps=100,
)
seen, infos = many.reset(seed=1)
total, episodes = np.zeros(8), 0
for _ in range(250):
    seen, rewards, terminated, truncated, infos = many.step(many.sample())
    total += rewards
    episodes += int((terminated | truncated).sum())
print(f"{episodes} episodes; rewards of each row: {total.round(2).tolist()}")
assert seen.shape == (8, len(names)) and episodes >= 16
