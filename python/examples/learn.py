"""Learns to beat a strategy of the miniature game, and says how well it does on seeds that it never saw.

    python learn.py duel/rush --seconds 600 --seed 1 --out policy.json
"""

import argparse
import json
import pathlib
import time

from sandtable.policy import Arena, LinearPolicy, evaluate, train


def picture(curve: list[list[float]], opponent: str, seed: int) -> str:
    """The curve as SVG: seconds to the right, score upwards."""
    width, height, left, below = 480, 220, 44, 34
    last = max([row[1] for row in curve], default=1.0)

    def at(seconds: float, score: float) -> str:
        return f"{left + seconds / last * (width - left - 12):.1f},{12 + (1 - score) * (height - below - 12):.1f}"

    lines = [f'<polyline class="grid" points="{at(0, level)} {at(last, level)}"/><text x="{left - 6}" y="{at(0, level).split(",")[1]}" text-anchor="end" dy="4">{level:g}</text>' for level in (0, 0.5, 1)]
    points = " ".join(at(row[1], row[3]) for row in curve)
    ends = f'<text x="{left}" y="{height - 16}">0</text><text x="{width - 12}" y="{height - 16}" text-anchor="end">{last:.0f} s</text>'
    title = f"Score against {opponent} in 40 pairs of matches, over seconds of training (seed {seed})"
    style = "text{font:12px sans-serif;fill:#444}.grid{stroke:#ccc;fill:none}.curve{stroke:#1f6fb4;stroke-width:2;fill:none}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"><title>{title}</title><style>{style}</style>'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{"".join(lines)}{ends}<polyline class="curve" points="{points}"/>'
        f'<text x="{left}" y="{height - 2}">{title}</text></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("opponent", nargs="?", default="duel/rush")
    parser.add_argument("--also", help="a constant macro action that it learns to beat at the same time, such as attack_with_all")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=200, help="held-out pairs")
    parser.add_argument("--population", type=int, default=12, help="antithetic pairs of candidates in a generation")
    parser.add_argument("--each", type=int, default=4, help="seeds that each candidate plays, in both seats")
    parser.add_argument("--enough", type=float, help="stop when the lower end of the score in 40 pairs of their own is above this")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--cpu", action="store_true", help="count CPU seconds by threads instead of the wall clock, on a busy machine")
    parser.add_argument("--out", help="where the policy goes, as JSON")
    parser.add_argument("--svg", help="where a picture of the curve goes: the score in pairs of their own over CPU seconds")
    parser.add_argument("--policy", help="measure this policy, as --out writes it, instead of training one")
    parser.add_argument("--constants", action="store_true", help="also the score of each constant macro action, and of the policy against it")
    options = parser.parse_args()
    curve = []
    macros = Arena(options.opponent, 2).macros
    if options.also is not None and options.also not in macros:
        parser.error(f"--also: found {options.also}; expected one of {', '.join(macros)}")
    opponents = [options.opponent] + ([macros.index(options.also)] if options.also else [])

    def told(progress):
        """Every eight generations the policy plays seeds that are neither trained on nor those of the end."""
        if progress.generation % 8:
            return False
        found = [evaluate(progress.policy, it, seed=77, pairs=40, threads=options.threads) for it in opponents]
        curve.append([progress.generation, round(progress.seconds, 1), progress.steps, *(round(now.score, 3) for now in found)])
        scores = "  ".join(f"{now.score:.3f} (from {now.low:.3f})" for now in found)
        print(f"generation {progress.generation:4}  {progress.seconds:6.1f} s  {progress.steps:9} steps  restarts {progress.restarts:2}  score {scores}", flush=True)
        return options.enough is not None and min(now.low for now in found) > options.enough

    cpu = time.process_time()
    clock = (lambda: time.process_time() / options.threads) if options.cpu else time.monotonic
    policy = LinearPolicy.load(options.policy) if options.policy else train(
        opponents,
        seed=options.seed,
        seconds=options.seconds,
        pairs=options.population,
        seeds_each=options.each,
        threads=options.threads,
        told=told,
        clock=clock,
    )
    print(f"trained: {time.process_time() - cpu:.0f} CPU seconds")
    if options.out:
        policy.save(options.out)
    if options.svg:
        pathlib.Path(options.svg).write_text(picture(curve, options.opponent, options.seed))
    held_out = 1_000_003 + options.seed
    if options.constants:
        for action, name in enumerate(macros):
            alone = evaluate(action, options.opponent, seed=held_out, pairs=options.pairs, threads=options.threads)
            faced = evaluate(policy, action, seed=held_out, pairs=options.pairs, threads=options.threads)
            print(f"constant {name:20} {alone.score:.3f}; the policy against it {faced.score:.3f} (from {faced.low:.3f})", flush=True)
    for opponent in reversed(opponents):
        found = evaluate(policy, opponent, seed=held_out, pairs=options.pairs, threads=options.threads)
        name = macros[opponent] if isinstance(opponent, int) else opponent
        print(f"held out against {name}: {found.score:.3f} ({found.low:.3f} to {found.high:.3f}) in {found.pairs} pairs", flush=True)
    print(json.dumps({"opponent": options.opponent, "seed": options.seed, "score": found.score, "low": found.low, "curve": curve}))


if __name__ == "__main__":
    main()
