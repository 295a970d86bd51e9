"""A saved policy in a tournament: as a bot against strategies, on both sides of each seed, with its rating.

    python learn.py duel/rush --seconds 60 --out policy.json
    python policy_tournament.py policy.json --against duel/rush idle --seeds 10

It needs the program (`pip install sandtable-rts-program`, or --program). The bot may do what you may: it runs without a sandbox.
"""

import argparse
import json
import os
import pathlib
import sys
import tempfile

import sandtable

BOT = """\
bot = "process"
about = "A saved policy."
rules = "duel"
command = {command}

[limits]
time_ms = [[5000, 1000], [60000, 1]]
start_ms = 60000
memory_mib = 4096
"""

TOURNAMENT = """\
name = "policy"
about = "A saved policy against strategies."
rules = "duel"
maps = ["duel16"]
strategies = {strategies}
seeds = {seeds}
base_seed = {seed}
time_limit = {time_limit}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("policy", type=pathlib.Path, help="the policy, as learn.py --out writes it")
    parser.add_argument("--against", nargs="+", default=["duel/rush"], help="strategies of the duel")
    parser.add_argument("--seeds", type=int, default=4, help="seeds of each two, two games each")
    parser.add_argument("--seed", type=int, default=1, help="the tournament seed")
    parser.add_argument("--time-limit", type=int, default=600, help="game seconds")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--out", type=pathlib.Path, help="a new folder for the results [default: one that is removed]")
    parser.add_argument("--program", help="the program sandtable")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sandtable-policy-") as name:
        home = pathlib.Path(name)
        bot = [sys.executable, str(pathlib.Path(__file__).with_name("bot.py").resolve()), str(options.policy.resolve())]
        (home / "policy.toml").write_text(BOT.format(command=json.dumps(bot)))
        strategies = json.dumps([str(home / "policy.toml"), *options.against])
        text = TOURNAMENT.format(strategies=strategies, seeds=options.seeds, seed=options.seed, time_limit=options.time_limit)
        (home / "tournament.toml").write_text(text)
        os.environ["SANDTABLE_ISOLATION"] = "off"
        out = options.out or home / "results"
        results = sandtable.tournament(home / "tournament.toml", out, threads=options.threads, unsafe_bots=True, program=options.program)
        sides = results.sides()
        for row in results.standings():
            # A strategy of a file is called by its path.
            name = row["strategy"].removeprefix(f"{home}/")
            killed = sides["value_killed"][sides["strategy"] == row["strategy"]].mean()
            print(
                f"{name:12} {row['wins']:3} won {row['draws']:3} drawn {row['losses']:3} lost  score {row['score']:.3f}"
                f" ({row['low']:.3f} to {row['high']:.3f})  Elo {row['elo']:+.0f}  killed {killed:.0f} a game"
            )


if __name__ == "__main__":
    main()
