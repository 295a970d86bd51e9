"""A tuning whose games are played by a farm.

``sandtable tune --runner`` hands out pairs of games, checks every answer, and has lost pairs played again: see docs/SCALE.md. All that
is done here is to bring its lines to machines: each of its runners is a bridge to a socket of this process, and behind that a program on
whichever machine has a place.
"""

from __future__ import annotations

import os
import pathlib
import queue
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import BinaryIO, Protocol

from .errors import FarmError, Lost, Unfit
from .plan import digest_of_file
from .worker import die_with_parent, end

#: The longest that a bridge is waited for when all is over, in seconds.
GRACE = 10.0


class Seat(Protocol):
    """A program that plays pairs, on some machine."""

    def hello(self) -> bytes:
        """Its first line."""

    def tell(self, line: bytes) -> None:
        """Takes a line that has no answer."""

    def ask(self, line: bytes) -> bytes:
        """Answers a line. ``Lost`` when the program or its machine went away."""

    def close(self) -> None:
        """Ends it, from whichever thread, also while it is asked."""


class Seats(Protocol):
    """Machines with places for programs that play pairs."""

    def places(self) -> int:
        """How many may play at once."""

    def open(self) -> Seat:
        """Starts a program where there is a place. ``Lost`` when there is none, ``Unfit`` when it is another program there."""

    def close(self) -> None:
        """Releases the machines."""


class Program:
    """A program that plays pairs, as a child of this process."""

    def __init__(self, program: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program, "runner"], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)

    def hello(self) -> bytes:
        """Its first line."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise Lost("the program ended")
        return line

    def tell(self, line: bytes) -> None:
        """Takes a line."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line)
            self.process.stdin.flush()
        except OSError as error:
            raise Lost(f"the program ended: {error.strerror}") from None

    def ask(self, line: bytes) -> bytes:
        """Takes a line and gives its answer."""
        self.tell(line)
        return self.hello()

    def close(self) -> None:
        """Ends it."""
        self.process.kill()
        self.process.wait()


class LocalSeats:
    """The processors of this machine."""

    def __init__(self, program: str, count: int | None = None) -> None:
        self.program, self.count = program, count or os.cpu_count() or 1

    def places(self) -> int:
        """As many as are asked for, or one for each processor."""
        return self.count

    def open(self) -> Seat:
        """Starts a program here."""
        return Program(self.program)

    def close(self) -> None:
        """Has no machines to release."""


def prove_program(program: str, digest: str) -> None:
    """Makes sure that a program is the planned one."""
    try:
        found = digest_of_file(program)
    except OSError as error:
        raise Unfit(f"{program}: {error.strerror}") from None
    if found != digest:
        raise Unfit(f"{program}: found a program of digest {found[:16]}; expected {digest[:16]}, that of the tuner")


class Hub:
    """The socket that bridges come to, each joined to a seat of its own."""

    def __init__(self, seats: Seats) -> None:
        self.seats = seats
        self.folder = tempfile.TemporaryDirectory(prefix="sandtable-tune-")
        self.path = str(pathlib.Path(self.folder.name) / "farm")
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(self.path)
        self.socket.listen(128)
        self.threads: list[threading.Thread] = []

    def __enter__(self) -> Hub:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.socket.close()
        for thread in self.threads:
            thread.join(GRACE)
        self.folder.cleanup()

    def command(self) -> str:
        """What starts a bridge, for the shell."""
        bridge = pathlib.Path(__file__).with_name("bridge.py")
        return "exec " + shlex.join([sys.executable, "-I", str(bridge), self.path])

    def _accept(self) -> None:
        while True:
            try:
                bridge, _ = self.socket.accept()
            except OSError:  # All is over.
                return
            thread = threading.Thread(target=self._serve, args=(bridge,), daemon=True)
            self.threads.append(thread)
            thread.start()

    def _serve(self, bridge: socket.socket) -> None:
        """Joins a bridge to a seat until one of them goes away."""
        with bridge, bridge.makefile("rb") as asked, bridge.makefile("wb") as answers:
            try:
                seat = self.seats.open()
                try:
                    _join(asked, answers, seat)
                finally:
                    seat.close()
            except (Lost, Unfit, FarmError) as failure:
                _complain(answers, str(failure))
            except OSError:  # The tuner has ended its bridge.
                return
            except Exception as error:  # A bug here must be reported, not leave the tuner waiting.
                _complain(answers, f"{type(error).__name__}: {error}")


def _join(asked: BinaryIO, answers: BinaryIO, seat: Seat) -> None:
    """Brings lines to a seat and answers back. The bridge is read besides, so that a seat ends when its tuner does."""
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def read() -> None:
        try:
            for line in asked:
                lines.put(line)
        except (OSError, ValueError):
            pass
        lines.put(b"")
        seat.close()

    def say(line: bytes) -> None:
        answers.write(line)
        answers.flush()

    threading.Thread(target=read, daemon=True).start()
    say(seat.hello())
    told = False
    while line := lines.get():
        if told:
            say(seat.ask(line))
        else:
            # The first line says what is tuned, and has no answer.
            seat.tell(line)
            told = True


def _complain(answers: BinaryIO, why: str) -> None:
    try:
        answers.write(f"farm: {' '.join(why.split())}\n".encode())
        answers.flush()
    except OSError:
        pass  # Nobody listens any more.


def tune(program: str, seats: Seats, arguments: Sequence[str]) -> int:
    """Runs ``sandtable tune`` with these arguments, its games played at the seats; gives its exit code."""
    with Hub(seats) as hub:
        command = [program, "tune", *arguments, "--runner", hub.command(), "--threads", str(seats.places())]
        process = subprocess.Popen(command, preexec_fn=die_with_parent)
        try:
            return process.wait()
        except BaseException:
            # Whoever stopped this may have stopped that as well: it is told in any case, and given time to say how to go on.
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
            end(process)
            raise
