"""A saved policy enters a tournament."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import sandtable
from sandtable.policy import LinearPolicy

PROGRAM = os.environ.get("SANDTABLE")
EXAMPLE = pathlib.Path(__file__).parent.parent / "examples" / "policy_tournament.py"


@pytest.mark.skipif(not PROGRAM, reason="skipped: needs SANDTABLE, the path of the program")
def test_a_saved_policy_beats_one_that_does_nothing(tmp_path):
    spec = sandtable.make(act="macro", obs="vector").batch.spec
    weights = np.zeros((len(spec["macros"]), len(spec["globals"])), np.float32)
    for worth, name in enumerate(("build_barracks", "train_light", "attack_with_all"), 1):
        weights[spec["macros"].index(name), spec["globals"].index("one")] = worth
    LinearPolicy(weights, spec["globals"], spec["macros"]).save(tmp_path / "policy.json")
    command = [sys.executable, EXAMPLE, tmp_path / "policy.json", "--against", "idle", "--seeds", "1", "--threads", "1"]
    command += ["--program", PROGRAM, "--out", tmp_path / "results"]
    played = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert played.returncode == 0, played.stderr
    first, last = played.stdout.splitlines()
    assert first.split()[:3] == ["policy", "2", "won"] and last.split()[:3] == ["idle", "0", "won"], played.stdout
    games = sandtable.tables.games(tmp_path / "results")
    assert games["termination"].tolist() == ["normal", "normal"] and games["winner"].tolist() == [1, 2]
    assert sandtable.verify(tmp_path / "results", threads=1, program=PROGRAM).identical
