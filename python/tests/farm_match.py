"""What the tests of the farm play, and how they judge it."""

import os
import pathlib
import shutil

#: Two that are nearly as good, under a test that ends after some twenty pairs or so.
TOURNAMENT = """\
name = "cup"
about = "Rush against one that waits for more soldiers."
rules = "duel"
maps = ["duel16"]
strategies = ["duel/rush", "HOME/other.toml"]
seeds = 60
base_seed = 5
time_limit = 300
fog = "full"

[sprt]
elo0 = 0
elo1 = 60
"""

LONG = """\
name = "long"
about = "Games that take a while."
rules = "classic"
maps = ["meadow"]
strategies = ["first/rush", "first/tech"]
seeds = 60
base_seed = 5
time_limit = 1800
fog = "full"
"""

OTHER = """\
bot = "goals"
about = "A rush that waits for more soldiers."
rules = "duel"
noise_percent = 20
inertia_percent = 10

[goals.defend]
priority = 90
militia = 4

[goals.economy]
priority = 80
workers = 4

[goals.rush]
priority = 60
mix = { light = 1, ranged = 2 }
size = 5
wave = 3
retreat_percent = 0
buildings = { barracks = 1 }
"""


#: What a tuning of the other strategy is asked for, and the values that it marks.
TUNING = ["tune", "tuned.toml", "--against", "duel/rush", "--time-limit", "120", "--games", "40", "--proof-games", "24", "--deviation-games", "16"]
MARKED = OTHER + """
[tune]
"goals.rush.size" = { range = [2, 12] }
"goals.economy.workers" = { range = [3, 8] }
"""


def program(home: pathlib.Path) -> None:
    """A copy of the program of its own, so that its processes can be told from others, and the strategy that it plays."""
    shutil.copy(os.environ["SANDTABLE"], home / "sandtable")
    (home / "other.toml").write_text(OTHER)
    (home / "cup.toml").write_text(TOURNAMENT.replace("HOME", str(home)))
    (home / "long.toml").write_text(LONG)
    (home / "tuned.toml").write_text(MARKED)


def files(folder: pathlib.Path) -> dict[str, bytes]:
    """All that follows from the games."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path.name != "timing.json"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def same_results(one: pathlib.Path, other: pathlib.Path) -> None:
    """Fails unless two folders of results are the same to the last byte."""
    left, right = files(one), files(other)
    assert left.keys() == right.keys(), left.keys() ^ right.keys()
    assert not [name for name in left if left[name] != right[name]]


def left_behind(program: pathlib.Path) -> list[int]:
    """The processes that run a program."""

    def runs(pid: str) -> bool:
        try:
            return os.readlink(f"/proc/{pid}/exe") == str(program.resolve())
        except OSError:
            return False

    return [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and runs(pid)]
