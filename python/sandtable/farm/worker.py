"""Plays one chunk on whatever machine this is: the same function for every way to reach machines."""

from __future__ import annotations

import ctypes
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from .errors import FarmError, Lost, Stopped, Unfit
from .plan import Chunk, Plan, digest_of_file
from .store import LIST, Store, digest_of_members, pack

#: Seconds that the program has to stop in when it is asked to.
GRACE = 10.0
#: Exit codes after which a chunk is worth another attempt: a disk that failed, an interruption.
AGAIN = (3, 130)

#: Programs that this process has seen to play as planned.
_proven: set[tuple[str, str, str]] = set()
_proving = threading.Lock()


@dataclass(frozen=True)
class Work:
    """What workers need to know, the same for all chunks."""

    plan: Plan
    manifest: str
    program: str
    #: The store when workers reach it; none when they send chunks to the driver.
    store: str | None


@dataclass(frozen=True)
class Played:
    """What a worker says of a chunk."""

    chunk: Chunk
    host: str
    digest: str
    games: int
    cpu_seconds: float
    #: Whether it was played to check another host, and so is not to be kept.
    check: bool
    #: The chunk itself, when the worker put it nowhere.
    blob: bytes | None
    #: Who had put it into the store before, and the digest of that.
    other: tuple[str, str] | None


def play_chunk(work: Work, chunk: Chunk, *, host: str | None = None, check: bool = False, stop: Callable[[], bool] = lambda: False) -> Played:
    """Plays a chunk and puts it into the store, or gives it back."""
    host = host or socket.gethostname()
    prove(work, stop)
    members, seconds = play(work, chunk, stop)
    digest = digest_of_members(members)
    games = members[LIST].count(b"\n")
    if check:
        return Played(chunk, host, digest, games, seconds, True, None, None)
    blob = pack(members, host=host, cpu_seconds=seconds)
    if work.store is None:
        return Played(chunk, host, digest, games, seconds, False, blob, None)
    there = Store(work.store, work.plan).put(chunk, blob)
    other = None if there is None else (there.host, there.digest)
    unequal = other is not None and other[1] != digest
    return Played(chunk, host, digest, games, seconds, False, blob if unequal else None, other)


def prove(work: Work, stop: Callable[[], bool] = lambda: False) -> None:
    """Makes sure, once in a process, that the program is the planned one and that its games are."""
    plan, program = work.plan, work.program
    with _proving:
        key = (program, plan.program_digest, plan.manifest_digest)
        if key in _proven:
            return
        try:
            found = digest_of_file(program)
        except OSError as error:
            raise Unfit(f"{program}: {error.strerror}") from None
        if found != plan.program_digest:
            raise Unfit(f"{program}: found a program of digest {found[:16]}; expected {plan.program_digest[:16]}, that of the plan")
        if plan.canary is not None:
            members, _ = play(work, Chunk(-1, 0, 1), stop)
            if digest_of_members(members) != plan.canary:
                raise Unfit("pair 0 does not come to what it came to where the plan was made")
        _proven.add(key)


def play(work: Work, chunk: Chunk, stop: Callable[[], bool] = lambda: False) -> tuple[dict[str, bytes], float]:
    """The games and replays of a chunk, and the CPU seconds that they took."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="sandtable-chunk-"))
    try:
        manifest = {**json.loads(work.manifest), "pairs": {"from": chunk.first, "to": chunk.last}}
        (folder / "manifest.json").write_text(json.dumps(manifest))
        seconds = run_program([work.program, "tournament", "--resume", str(folder), "--threads", "1"], folder, stop)
        replays = sorted((folder / "replays").glob("*.replay"))
        members = {f"replays/{path.name}": path.read_bytes() for path in replays}
        return {LIST: (folder / LIST).read_bytes(), **members}, seconds
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_program(command: list[str], folder: pathlib.Path, stop: Callable[[], bool]) -> float:
    """Runs the program to its end; gives its CPU seconds."""
    with open(folder / "errors", "w+b") as errors:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, preexec_fn=die_with_parent)
        try:
            code, seconds = wait(process, stop)
        except BaseException:
            end(process)
            raise
        errors.seek(0)
        said = errors.read(4096).decode(errors="replace").strip()
    if code == 0:
        return seconds
    if code < 0 or code in AGAIN:
        raise Lost(said or f"the program ended with {code}")
    raise FarmError(said or f"the program ended with {code}")


def wait(process: subprocess.Popen[bytes], stop: Callable[[], bool]) -> tuple[int, float]:
    """Waits for the end of a process; its exit code and CPU seconds."""
    pause = 0.001
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage.ru_utime + usage.ru_stime
        if stop():
            raise Stopped
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process, with some time to do so by itself."""
    if process.returncode is not None:
        return
    process.send_signal(signal.SIGINT)
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent() -> None:
    """Has the system kill the program when its worker is killed, so that none is left behind."""
    if _libc is not None:
        _libc.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
