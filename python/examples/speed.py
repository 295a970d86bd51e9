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
    inside = refused = taken = 0.0
    before, began, cpu = memory(), time.perf_counter(), time.process_time()
    for _ in range(options.steps):
        start = time.perf_counter()
        core.sample()
        inside += time.perf_counter() - start
        if options.act == "slots":
            taken += float((env.batch.arrays["actions"][:, :, 0] != 0).sum())
        # The time within the compiled half is what a bare step takes.
        *_, infos = env.step_drawn()
        refused += float(infos["rejected"].sum() + infos["illegal"].sum())
    wall, cpu = time.perf_counter() - began, time.process_time() - cpu
    rows = options.steps * env.num_envs
    print(f"{rows} agent steps: {rows / wall:,.0f} a second of wall clock, {rows / cpu:,.0f} a CPU second")
    print(f"sampling {1e6 * inside / rows:.1f} us an agent step; {taken:,.0f} actions, {refused:.0f} refused")
    bare = time.perf_counter()
    for _ in range(options.steps):
        core.sample()
        core.step()
    bare = time.perf_counter() - bare
    print(f"the same in the compiled half alone: {rows / bare:,.0f} a second; {100 * max(1 - bare / wall, 0):.1f} % is Python")
    print(f"memory {before:.0f} MB before, {memory():.0f} MB after")


if __name__ == "__main__":
    main()
