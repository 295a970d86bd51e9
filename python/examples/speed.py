"""How many agent steps a second: observations, masks and sampled actions, and how much of that is Python.

    python speed.py --scenario duel --envs 64 --threads 2
"""

import argparse
import resource
import time

import sandtable


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenario", default="duel")
    parser.add_argument("--rules")
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--act", default="slots")
    parser.add_argument("--copy", action="store_true")
    options = parser.parse_args()
    env = sandtable.make_vec(
        options.scenario,
        rules=options.rules,
        num_envs=options.envs,
        seats="agents",
        act=options.act,
        obs="slots",
        threads=options.threads,
        copy=options.copy,
        order_delay=0,
    )
    env.reset(seed=1)
    core = env.batch.core

    def memory() -> float:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    for _ in range(20):
        core.sample()
        env.step_drawn()
    timed = env.batch.core = TimedCore(core)
    refused = taken = 0.0
    before, began = memory(), time.perf_counter()
    cpu, thread = time.process_time(), time.thread_time()
    for _ in range(options.steps):
        timed.sample()
        if options.act == "slots":
            taken += float((env.batch.arrays["actions"][:, :, 0] != 0).sum())
        *_, infos = env.step_drawn()
        refused += float(infos["rejected"].sum() + infos["illegal"].sum())
    wall, cpu = time.perf_counter() - began, time.process_time() - cpu
    outside = time.thread_time() - thread - timed.seconds
    rows = options.steps * env.num_envs
    print(f"{rows} agent steps: {rows / wall:,.0f} a second of wall clock, {rows / cpu:,.0f} a CPU second")
    print(f"{taken:,.0f} actions drawn, {refused:.0f} refused")
    print(f"Python: {1e6 * outside / options.steps:.0f} us a step of all, {100 * outside / cpu:.1f} % of the CPU time")
    print(f"memory {before:.0f} MB before, {memory():.0f} MB after")


class TimedCore:
    """Counts the CPU time of the calling thread that goes into the compiled half."""

    def __init__(self, core):
        self.core, self.seconds = core, 0.0

    def _timed(self, call):
        began = time.thread_time()
        result = call()
        self.seconds += time.thread_time() - began
        return result

    def step(self):
        return self._timed(self.core.step)

    def sample(self):
        return self._timed(self.core.sample)

    def __getattr__(self, name):
        return getattr(self.core, name)


if __name__ == "__main__":
    main()
