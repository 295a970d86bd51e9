"""What type checkers are told of the options of environments."""

import pytest

#: Calls as users write them; those that must be refused name the error.
CALLS = """\
import numpy as np
import sandtable

env = sandtable.make("duel", seats={1: "agent", 2: "duel/rush"}, act="macro", obs="vector", max_steps=9, render_mode="ansi")
many = sandtable.make_vec("duel", 4, seats="agents", autoreset="same_step", threads=2, copy=False, reward={"outcome": 1})
both = sandtable.parallel_env(act="macro", time_limit=60, record=True)
flat = sandtable.puffer_env(num_envs=2, buf={"rewards": np.zeros(2, np.float32)}, seed=3)
one = many.fork(1, seed=2).handles()
sandtable.make(act="slotz")  # arg-type
sandtable.make(obs="pixels")  # arg-type
sandtable.make(step_ticks="16")  # arg-type
sandtable.make(step_tick=16)  # call-arg
sandtable.make(render_mode="human")  # arg-type
sandtable.make_vec(autoreset="never")  # arg-type
sandtable.make_vec(seats="agent")  # arg-type
sandtable.make_vec(seats={"1": "agent"})  # dict-item
sandtable.parallel_env(record="yes")  # arg-type
sandtable.parallel_env(threads=2)  # call-arg
sandtable.puffer_env(obs="slots")  # call-arg
sandtable.puffer_env(buf=[])  # arg-type
sandtable.sb3_vec_env(autoreset="disabled")  # call-arg
"""


def test_options_are_checked_by_name_and_value(tmp_path):
    api = pytest.importorskip("mypy.api", reason="skipped: needs mypy")
    (tmp_path / "calls.py").write_text(CALLS)
    told, failed, _ = api.run(["--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}", "--hide-error-context", str(tmp_path / "calls.py")])
    assert not failed, failed
    found = {int(line.split(":")[1]): line.rpartition("[")[2].rstrip("]") for line in told.splitlines() if ": error:" in line}
    wanted = {number: line.split("  # ")[1] for number, line in enumerate(CALLS.splitlines(), 1) if "  # " in line}
    assert found == wanted, told
