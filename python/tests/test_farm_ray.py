"""The farm on a Ray cluster of three nodes, where workers, nodes and the driver die. ``farm_trouble.py`` does the same at length."""

import os

import pytest
from farm_trouble import Trouble

pytest.importorskip("ray", reason="skipped: needs ray")
pytestmark = pytest.mark.skipif(not os.environ.get("SANDTABLE"), reason="skipped: needs SANDTABLE, the path of the program")


def test_whatever_dies_the_results_are_those_of_one_machine(tmp_path):
    trouble = Trouble(tmp_path)
    try:
        befell = [what for seed in (1, 2, 3) for what in trouble.run(seed)]
    finally:
        trouble.close()
    assert {"worker", "driver"} <= set(befell), "the seeds no longer break what they did: choose others"
