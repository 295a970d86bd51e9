"""The farm on a Ray cluster of three nodes, where workers, nodes and the driver die. ``farm_trouble.py`` does the same at length."""

import os
import subprocess

import pytest
from farm_match import TUNING, left_behind, program, same_results
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


def test_a_tuning_on_a_cluster_is_that_of_one_machine(tmp_path, monkeypatch):
    import ray

    from sandtable import farm
    from sandtable.farm.on_ray import RaySeats

    program(tmp_path)
    monkeypatch.chdir(tmp_path)
    here = str(tmp_path / "sandtable")
    subprocess.run([here, *TUNING, "--out", "whole"], check=False, capture_output=True)
    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False)
    try:
        seats = RaySeats(here)
        assert seats.places() == 3
        assert farm.tune(here, seats, [*TUNING[1:], "--out", "out"]) in (0, 1)
        seats.close()
    finally:
        ray.shutdown()
    same_results(tmp_path / "whole", tmp_path / "out")
    assert not left_behind(tmp_path / "sandtable")
