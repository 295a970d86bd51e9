"""Learns to beat a strategy of the miniature game, and says how well it does on seeds that it never saw.

    python learn.py duel/rush --seconds 600 --seed 1 --out policy.json
"""

import argparse
import json
import time

from sandtable.policy import Arena, evaluate, train


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("opponent", nargs="?", default="duel/rush")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=200, help="held-out pairs")
    parser.add_argument("--population", type=int, default=16, help="antithetic pairs of candidates in a generation")
    parser.add_argument("--each", type=int, default=2, help="seeds that each candidate plays, in both seats")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--cpu", action="store_true", help="count CPU seconds by threads instead of the wall clock, on a busy machine")
    parser.add_argument("--out", help="where the policy goes, as JSON")
    parser.add_argument("--constants", action="store_true", help="also the score of each constant macro action")
    options = parser.parse_args()
    curve = []

    def told(progress):
        curve.append([progress.generation, round(progress.seconds, 1), progress.steps, round(progress.score, 3)])
        if progress.generation % 5 == 1:
            print(f"generation {progress.generation:4}  {progress.seconds:6.1f} s  {progress.steps:9} steps  score {progress.score:.3f}", flush=True)

    cpu = time.process_time()
    clock = (lambda: time.process_time() / options.threads) if options.cpu else time.monotonic
    policy = train(
        options.opponent,
        seed=options.seed,
        seconds=options.seconds,
        pairs=options.population,
        seeds_each=options.each,
        threads=options.threads,
        told=told,
        clock=clock,
    )
    print(f"trained: {len(curve)} generations, {time.process_time() - cpu:.0f} CPU seconds")
    if options.out:
        policy.save(options.out)
    held_out = 1_000_003 + options.seed
    if options.constants:
        for action, name in enumerate(Arena(options.opponent, 2).macros):
            print(f"constant {name:20} {evaluate(action, options.opponent, seed=held_out, pairs=options.pairs).score:.3f}", flush=True)
    found = evaluate(policy, options.opponent, seed=held_out, pairs=options.pairs, threads=options.threads)
    print(f"held out: {found.score:.3f} ({found.low:.3f} to {found.high:.3f}) in {found.pairs} pairs")
    print(json.dumps({"opponent": options.opponent, "seed": options.seed, "score": found.score, "low": found.low, "curve": curve[:: max(len(curve) // 20, 1)]}))


if __name__ == "__main__":
    main()
