# %% [markdown]
# # Forks, replays, reasons, and a bot
#
# A match can be copied at any tick, kept as a file, asked why a unit does what it does, and a policy can leave Python and play as a bot.

# %%
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
from os import environ

import numpy as np

import sandtable

folder = pathlib.Path(tempfile.mkdtemp(prefix="sandtable-tour-"))

# %% [markdown]
# ## Forks
#
# `fork()` is an independent copy that plays on as this one would; with a seed, chance falls otherwise. Here every legal action is tried for
# twenty steps, from one and the same moment, and the moment itself stays as it is.

# %%
options = {"seats": {1: "agent", 2: "duel/rush"}, "act": "macro", "obs": "vector"}
env = sandtable.make("duel", **options, reward={"outcome": 1.0, "value_killed": 0.001, "value_lost": -0.001}, record=True)
env.reset(seed=3)
for _ in range(40):
    env.step(env.sample())
moment = env.state_hash()


def value(action: int) -> float:
    """What an action is worth when it is taken in each of twenty steps."""
    fork, total = env.fork(), 0.0
    for _ in range(20):
        _, reward, terminated, truncated, _ = fork.step(action)
        total += reward
        if terminated or truncated:
            break
    return total


macros = env.batch.spec["macros"]
values = {macros[action]: value(int(action)) for action in np.flatnonzero(env.action_masks())}
for name, worth in sorted(values.items(), key=lambda item: -item[1]):
    print(f"{name:16} {worth:+.3f}")
assert env.state_hash() == moment

# %% [markdown]
# ## Replays
#
# With `record=True` an episode is a replay file: `sandtable replay render` shows it as a page, `sandtable replay verify` plays it again.

# %%
replay = folder / "episode.replay"
replay.write_bytes(env.replay())
print(f"{replay.name}: {replay.stat().st_size} bytes for {env.batch.core.clock(0)[0]} ticks")

# %% [markdown]
# ## Reasons
#
# Why does this unit do what it does? `handles()` names who is in each slot.

# %%
handles = env.handles()[: env.batch.spec["slots"][0]]
print(env.why(int(handles[handles > 0][0])))

# %% [markdown]
# ## A bot
#
# `sandtable.bot.serve` plays a match with any function from globals and mask to a macro action, over the protocol of bots. A strategy file
# names the command, and goes wherever a strategy may be named: in matches, tournaments and ladders.

# %%
(folder / "bot.py").write_text(
    f"""\
from sandtable.bot import serve

MACROS = {macros}
WISHES = ["attack_with_all", "train_light", "build_barracks"]

def policy(seen, mask):
    legal = [MACROS.index(name) for name in WISHES if mask[MACROS.index(name)]]
    return legal[0] if legal else 0

serve(policy, name="wishes")
"""
)
(folder / "bot.toml").write_text(
    f"""\
bot = "process"
about = "A policy in Python."
rules = "duel"
command = {json.dumps([sys.executable, str(folder / "bot.py")])}

[limits]
time_ms = [[5000, 1000], [60000, 1]]
start_ms = 60000
memory_mib = 4096
"""
)

# %% [markdown]
# The program plays the match, where it is installed. Bots run in a sandbox, which your own need not: hence `--unsafe-bots`.

# %%
program = environ.get("SANDTABLE") or shutil.which("sandtable")
if program is None:
    print("skipped: needs the program sandtable, on the path or named by SANDTABLE")
else:
    command = [program, "match", "duel", "--p1", str(folder / "bot.toml"), "--p2", "idle", "--unsafe-bots", "--seed", "1", "--json"]
    played = subprocess.run(command, capture_output=True, text=True, env={**environ, "SANDTABLE_ISOLATION": "off"}, check=False)
    assert played.returncode == 0, played.stderr
    result = json.loads(played.stdout)
    print("winner: team", result["outcome"]["winner"] + 1, "after", result["ticks"], "ticks")
    assert result["outcome"]["winner"] == 0, "teams are counted from 0 in files, and from 1 in words"

shutil.rmtree(folder)
