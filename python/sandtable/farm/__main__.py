"""``python -m sandtable.farm``."""

from __future__ import annotations

import argparse
import json
import pathlib
import signal
import sys

from .begin import begin, find_program, reopen, work_of
from .driver import Driver, Options, Status
from .errors import FarmError, Lost, Stopped, Unfit
from .executor import Executor, LocalPool
from .store import Store
from .templates import slurm_script, ssh_script
from .tuning import LocalSeats, Seats, tune
from .worker import play_chunk

EXAMPLES = """\
examples:
  python -m sandtable.farm run sprt --store work/sprt
  python -m sandtable.farm run sprt --store work/sprt --ray auto
  python -m sandtable.farm plan sprt --store work/sprt
  python -m sandtable.farm slurm work/sprt --parts 100 > array.sh && sbatch array.sh
  python -m sandtable.farm ssh work/sprt > spread.sh && bash spread.sh hosts
  python -m sandtable.farm finish work/sprt
  python -m sandtable.farm tune --ray auto -- my.toml --pool all --out tuned/monday

The results are in STORE/result, as one machine would have written them. The same command again goes on where one was stopped.
"""


def main(arguments: list[str] | None = None) -> int:
    """Runs what the command line asks for; gives the exit code."""
    options = parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return options.run(options) or 0
    except (FarmError, Lost, Unfit) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; the chunks played are saved, and the same command continues", file=sys.stderr)
        return 130


def parser() -> argparse.ArgumentParser:
    """The command line."""
    whole = argparse.ArgumentParser(prog="python -m sandtable.farm", epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    add = commands.add_parser
    for name, does, help in (("run", run, "play a tournament to its end"), ("plan", plan, "create a farm without playing")):
        one = add(name, help=help)
        one.add_argument("tournament", help="a tournament: a file or a name")
        one.add_argument("--store", type=pathlib.Path, required=True, help="the folder of chunks and results")
        one.add_argument("--chunk", type=positive, help="pairs per chunk [default: about 30 CPU seconds]")
        one.add_argument("--seed", type=int, help="a tournament seed instead of the file's")
        one.set_defaults(run=does)
        common(one, plays=name == "run")
    for name, does, help in (
        ("finish", finish, "play the missing chunks of a store, and merge all"),
        ("work", work, "play a part of the chunks of a store, one after another"),
        ("status", status, "print the progress of a store"),
        ("slurm", slurm, "print the script of an array of Slurm jobs"),
        ("ssh", ssh, "print a script that reaches hosts by ssh and rsync"),
    ):
        one = add(name, help=help)
        one.add_argument("store", type=pathlib.Path, help="the folder of chunks and results")
        one.set_defaults(run=does)
        common(one, plays=name == "finish")
        if name == "work":
            one.add_argument("--part", type=part, default=(0, 1), metavar="I/N", help="the chunks whose number leaves I when divided by N")
        if name == "slurm":
            one.add_argument("--parts", type=positive, required=True, help="jobs of the array")
    one = add("tune", help="run sandtable tune, its games played by the processors of this machine or by a Ray cluster")
    one.add_argument("arguments", nargs=argparse.REMAINDER, metavar="-- ARGUMENTS", help="arguments of sandtable tune, including --resume DIR")
    one.set_defaults(run=tuning)
    common(one, plays=False)
    places(one)
    return whole


def places(one: argparse.ArgumentParser) -> None:
    """Options that say where games are played."""
    one.add_argument("--slots", type=positive, help="chunks, or pairs of a tuning, that this machine plays at once [default: one for each processor]")
    one.add_argument("--ray", metavar="ADDRESS", help="play on the Ray cluster at this address instead: auto, or HOST:PORT")


def common(one: argparse.ArgumentParser, *, plays: bool) -> None:
    """Options of several commands."""
    one.add_argument("--program", help="the program sandtable [default: that of this environment, else the one on the path]")
    if plays:
        places(one)
        one.add_argument("--send", action="store_true", help="workers have no access to the store and send their chunks")
        one.add_argument("--check", type=share, default=0.02, help="the share of chunks that are played again elsewhere [default: 0.02]")


def positive(text: str) -> int:
    """A number of 1 or more."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"found {text}; expected a number of 1 or more")
    return int(text)


def share(text: str) -> float:
    """A share of 0 to 1."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise argparse.ArgumentTypeError(f"found {text}; expected a share from 0 to 1")
    return found


def part(text: str) -> tuple[int, int]:
    """A part and how many there are."""
    own, _, parts = text.partition("/")
    if not own.isdigit() or not parts.isdigit() or not int(own) < int(parts):
        raise argparse.ArgumentTypeError(f"found {text}; expected a part as I/N, from 0/N on, I less than N")
    return int(own), int(parts)


def executor(options: argparse.Namespace) -> Executor:
    """The machines that are asked for."""
    if options.ray is None:
        return LocalPool(options.slots)
    from .on_ray import RayCluster

    return RayCluster(options.ray)


def tell(status: Status) -> None:
    """Shows how far it has come, over the line before on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{status}", end="", file=sys.stderr, flush=True)
    else:
        print(status, file=sys.stderr, flush=True)


def drive(store: Store, options: argparse.Namespace) -> None:
    """Plays a store to its end and says where the results are."""
    work = work_of(store, find_program(options.program), shared=not options.send)
    every = 1.0 if sys.stderr.isatty() else 10.0
    result = Driver(store, work, executor(options), Options(check_share=options.check, tell=tell, tell_every=every)).run()
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print((result / "summary.md").read_text(), end="")
    print(f"results: {result}")


def run(options: argparse.Namespace) -> None:
    """``run``."""
    store = begin(options.store, options.tournament, program=find_program(options.program), chunk_pairs=options.chunk, seed=options.seed)
    drive(store, options)


def plan(options: argparse.Namespace) -> None:
    """``plan``."""
    store = begin(options.store, options.tournament, program=find_program(options.program), chunk_pairs=options.chunk, seed=options.seed)
    print(f"{store.plan.pairs} pairs in {len(store.plan)} chunks of {store.plan.chunk_pairs}; {store.plan.pair_seconds} CPU seconds a pair")


def finish(options: argparse.Namespace) -> None:
    """``finish``."""
    drive(reopen(options.store, find_program(options.program)), options)


def work(options: argparse.Namespace) -> None:
    """``work``: the chunks of a part that are not there yet."""
    store, (own, parts) = reopen(options.store), options.part
    task = work_of(store, find_program(options.program), shared=True)
    there = set(store.present())
    for index in range(own, len(store.plan), parts):
        chunk = store.plan.chunk(index)
        if chunk in there or store.path(chunk).exists():
            continue
        try:
            played = play_chunk(task, chunk)
        except (Lost, Stopped) as failure:
            raise FarmError(f"pairs {chunk}: {failure}") from None
        if played.other is not None and played.other[1] != played.digest and store.plan.pure:
            raise FarmError(f"pairs {chunk}: {played.other[0]} played other games than {played.host}")
        print(f"pairs {chunk}: {played.games} games, {played.cpu_seconds:.1f} CPU seconds", flush=True)


def status(options: argparse.Namespace) -> None:
    """``status``, as JSON."""
    store = reopen(options.store)
    driver = Driver(store, work_of(store, find_program(options.program), shared=True), LocalPool(1))
    told = driver.look()
    print(json.dumps({"pairs": store.plan.pairs, "played": told.played, "judged": told.judged, "finished": (store.folder / "result").exists(), **vars(told.standing)}))


def tuning(options: argparse.Namespace) -> int:
    """``tune``; its exit code is that of ``sandtable tune``."""
    program, arguments = find_program(options.program), options.arguments
    seats: Seats
    if options.ray is None:
        seats = LocalSeats(program, options.slots)
    else:
        from .on_ray import RaySeats

        seats = RaySeats(program, options.ray)
    try:
        return tune(program, seats, arguments[1:] if arguments[:1] == ["--"] else arguments)
    finally:
        seats.close()


def slurm(options: argparse.Namespace) -> None:
    """``slurm``."""
    print(slurm_script(reopen(options.store), find_program(options.program), options.parts), end="")


def ssh(options: argparse.Namespace) -> None:
    """``ssh``."""
    print(ssh_script(reopen(options.store), find_program(options.program)), end="")


if __name__ == "__main__":
    sys.exit(main())
