"""What the driver of a farm costs: its real code over workers that only pretend to play, in a time of their own.

    python farm_scale.py --workers 100000 --chunk-seconds 300

Workers and hosts are lost at the rates that are asked for. What a chunk costs in the store and at the judge is measured apart, with
--program, on chunks that are really played.
"""

import argparse
import heapq
import json
import pathlib
import random
import resource
import tempfile
import time

from sandtable import farm
from sandtable.farm.errors import Gone
from sandtable.farm.judge import Judge
from sandtable.farm.store import LIST, pack, unpack


class PretendedHosts:
    """Hosts whose chunks take a drawn time, of a clock that goes on when the driver waits."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.now, self.chance = options, 0.0, random.Random(options.seed)
        self.slots = {f"host{number}": options.slots for number in range(-(-options.workers // options.slots))}
        self.free_at = {host: [0.0] * slots for host, slots in self.slots.items()}
        self.events: list[tuple[float, int, farm.Event]] = []
        self.number = 0

    def clock(self) -> float:
        return self.now

    def start(self, work) -> None:
        pass

    def hosts(self) -> dict[str, int]:
        return self.slots

    def submit(self, task: farm.Task) -> None:
        begins = max(self.now, heapq.heappop(self.free_at[task.host]))
        ends = begins + self.options.chunk_seconds * self.chance.uniform(0.7, 1.3)
        heapq.heappush(self.free_at[task.host], ends)
        lot = self.chance.random()
        if lot < self.options.lost:
            outcome = farm.Lost("killed") if lot < self.options.lost * 0.9 else Gone("no such node")
            ends = begins + (ends - begins) * self.chance.random()
        else:
            outcome = farm.Played(task.chunk, task.host, f"{task.chunk.first:x}", 2 * self.options.pairs, 1.0, task.check, None, None)
        self.number += 1
        heapq.heappush(self.events, (ends, self.number, farm.Event(task, outcome)))

    def poll(self, timeout: float) -> list[farm.Event]:
        """What ends until then; at least one event, whenever it comes."""
        found = []
        until = max(self.now + timeout, self.events[0][0]) if self.events else self.now + timeout
        while self.events and self.events[0][0] <= until:
            found.append(heapq.heappop(self.events)[2])
        self.now = until
        return found

    def cancel(self) -> None:
        pass

    def close(self) -> None:
        pass


class PretendedStore(farm.Store):
    """A store without files."""

    def present(self):
        return []

    def log(self, event, **values):
        pass

    def lay_out(self, chunks, folder):
        pass


class PretendedDriver(farm.Driver):
    """The driver, which merges nothing."""

    def merge(self, result):
        return result


def drive(options: argparse.Namespace) -> None:
    """Plays a tournament of many chunks on pretended hosts."""
    chunks = options.rounds * options.workers
    plan = farm.Plan("scale", chunks * options.pairs, options.pairs, False, True, "0" * 64, "0" * 64, None, 1.0)
    hosts = PretendedHosts(options)
    with tempfile.TemporaryDirectory() as folder:
        store = PretendedStore(folder, plan)
        terms = farm.Options(check_share=options.check, check_seed=options.seed, clock=hosts.clock, look=10.0)
        driver = PretendedDriver(store, farm.Work(plan, "{}", "none", None), hosts, terms)
        began = time.process_time()
        driver.run()
        spent = time.process_time() - began
    ideal = chunks * options.chunk_seconds / options.workers
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{options.workers} workers on {len(hosts.slots)} hosts, {chunks} chunks of {options.chunk_seconds:.0f} s, {options.lost:.1%} lost, {options.check:.1%} checked")
    print(f"all played after {hosts.now:.0f} s of {ideal:.0f} s at best; {driver.lost} lost, {len(driver.confirmed)} checked")
    print(f"driver: {spent:.1f} CPU seconds, {spent / chunks * 1e6:.0f} microseconds a chunk, {memory:.0f} MB")


def measure(program: str, tournament: str, pairs: int) -> None:
    """What a chunk that is really played costs the driver."""
    with tempfile.TemporaryDirectory() as folder:
        store = farm.begin(pathlib.Path(folder) / "store", tournament, program=farm.find_program(program), chunk_pairs=pairs)
        work = farm.work_of(store, farm.find_program(program), shared=True)
        chunk = store.plan.chunk(0)
        played = farm.play_chunk(work, chunk)
        blob = store.path(chunk).read_bytes()
        members = unpack(blob)[1]
        bare = pack({LIST: members[LIST]}, host=played.host, cpu_seconds=played.cpu_seconds)
        times = {}

        def timed(name, work, rounds=20):
            began = time.process_time()
            for _ in range(rounds):
                work()
            times[name] = (time.process_time() - began) / rounds * 1e3

        timed("read", lambda: store.games(chunk))
        judge = Judge(work.program, store.folder)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        timed("judge (Python)", lambda: judge.take(members[LIST]), rounds=1)
        judge.close()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        judged = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3
        games = played.games
        print(f"{games} games in {played.cpu_seconds:.2f} CPU seconds; a game is {len(members[LIST]) / games:.0f} bytes in games.jsonl,", end=" ")
        print(f"{len(bare) / games:.0f} in a chunk, {len(blob) / games:.0f} with its replay")
        costs = "; ".join(f"{name} {value:.2f} ms" for name, value in times.items())
        print(f"a chunk costs the driver: {costs}; judge (program, with its start) {judged:.1f} ms")
        print(json.dumps({"pairs": pairs, "cpu_seconds": played.cpu_seconds, **times, "judge_program": judged}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=100_000)
    parser.add_argument("--slots", type=int, default=100, help="workers of a host")
    parser.add_argument("--rounds", type=int, default=3, help="chunks for each worker")
    parser.add_argument("--pairs", type=int, default=64, help="pairs of a chunk")
    parser.add_argument("--chunk-seconds", type=float, default=300.0)
    parser.add_argument("--lost", type=float, default=0.002, help="the share of chunks that are lost")
    parser.add_argument("--check", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", help="measure a chunk that is really played, by this program, instead")
    parser.add_argument("--tournament", default="sprt")
    options = parser.parse_args()
    if options.program:
        measure(options.program, options.tournament, options.pairs)
    else:
        drive(options)


if __name__ == "__main__":
    main()
