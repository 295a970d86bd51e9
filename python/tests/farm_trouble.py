"""Breaks a farm on a Ray cluster at random moments, and compares its results with those of one machine.

    SANDTABLE=target/release/sandtable python python/tests/farm_trouble.py --runs 20

A run is drawn from its seed: workers are killed, a node is taken away as by a power cut and another one joins, the driver is killed and
started again. At the end the results must be the bytes of one machine, and no program may be left.
"""

import argparse
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from farm_match import left_behind, program, same_results

NODES = 3
OBJECT_STORE = 80 << 20


class Trouble:
    """A cluster, a tournament, and one run after the other."""

    def __init__(self, home: pathlib.Path) -> None:
        from ray.cluster_utils import Cluster

        self.home = home
        program(home)
        command = [home / "sandtable", "tournament", home / "cup.toml", "--out", home / "whole"]
        subprocess.run(command, check=True, capture_output=True)
        head = {"num_cpus": 0, "object_store_memory": OBJECT_STORE, "include_dashboard": False}
        self.cluster = Cluster(initialize_head=True, head_node_args=head)
        self.nodes = [self.join() for _ in range(NODES)]

    def join(self):
        """Another node."""
        return self.cluster.add_node(num_cpus=1, object_store_memory=OBJECT_STORE)

    def start(self, store: pathlib.Path) -> subprocess.Popen:
        """A driver, which goes on where the last one was killed."""
        command = [sys.executable, "-P", "-m", "sandtable.farm", "run", self.home / "cup.toml", "--store", store, "--chunk", "2", "--check", "0.2"]
        command += ["--program", self.home / "sandtable", "--ray", self.cluster.address]
        with open(store.with_suffix(".told"), "a") as told:
            return subprocess.Popen([str(part) for part in command], cwd=self.home, stdout=told, stderr=told)

    def workers(self) -> list[int]:
        """The workers of this cluster that play now."""
        raylets = {info.process.pid for node in self.nodes for kind in [node.all_processes.get("raylet", [])] for info in kind}
        return [pid for pid in processes() if parent(pid) in raylets and title(pid).startswith("ray::_play")]

    def run(self, seed: int) -> list[str]:
        """One run; what befell in it."""
        chance, store, befell = random.Random(seed), self.home / f"store{seed}", []
        driver, began = self.start(store), time.monotonic()
        removed = False
        while driver.poll() is None or driver.returncode != 0:
            assert time.monotonic() - began < 300, f"seed {seed}: no end; {befell}"
            if driver.poll() is not None:
                assert driver.returncode == -signal.SIGKILL, f"seed {seed}: {store.with_suffix('.told').read_text()}"
                driver = self.start(store)
            time.sleep(chance.uniform(0.5, 2.5))
            played = len(list(store.glob("chunks/*.chunk")))
            what = chance.choice(["worker", "worker", "node", "driver", "nothing"])
            if what == "worker" and befell.count("worker") < 5 and (workers := self.workers()):
                os.kill(chance.choice(sorted(workers)), signal.SIGKILL)
            elif what == "node" and not removed and played > 2:
                self.cluster.remove_node(self.nodes.pop(chance.randrange(NODES)), allow_graceful=False)
                self.nodes.append(self.join())
                removed = True
            elif what == "driver" and befell.count("driver") < 3 and played > 1 and driver.poll() is None:
                driver.kill()
                driver.wait()
            else:
                continue
            befell.append(what)
        same_results(self.home / "whole", store / "result")
        until = time.monotonic() + 10
        while left_behind(self.home / "sandtable") and time.monotonic() < until:
            time.sleep(0.1)
        assert not left_behind(self.home / "sandtable"), f"seed {seed}: programs are left; {befell}"
        return befell

    def close(self) -> None:
        """Ends the cluster."""
        self.cluster.shutdown()


def processes() -> list[int]:
    """All processes of this machine."""
    return [int(pid) for pid in os.listdir("/proc") if pid.isdigit()]


def title(pid: int) -> str:
    """What a process calls itself."""
    try:
        return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def parent(pid: int) -> int:
    """Who started a process."""
    try:
        return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def main() -> None:
    """Runs with seeds from the first one on."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    options = parser.parse_args()
    home = pathlib.Path(tempfile.mkdtemp(prefix="sandtable-trouble-"))
    trouble = Trouble(home)
    try:
        for seed in range(options.seed, options.seed + options.runs):
            began = time.monotonic()
            befell = trouble.run(seed)
            print(f"seed {seed}: the same bytes after {', '.join(befell) or 'nothing'} ({time.monotonic() - began:.0f} s)", flush=True)
    finally:
        trouble.close()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
