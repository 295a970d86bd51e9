"""The driver of a farm. It has no state of its own: it looks which chunks are in the store, has the others played, and may be killed at any moment.

Chunks are handed out in the order of the schedule, and the test is judged on the chunks from the first one on without a gap: which
games come first, the short ones say, has no influence on its verdict.
"""

from __future__ import annotations

import heapq
import os
import pathlib
import random
import shutil
import subprocess
import time
import uuid
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .errors import FarmError, Gone, Lost, Stopped, Unfit
from .executor import Event, Executor, Task
from .judge import Judge, Standing
from .plan import Chunk
from .store import Header, Store, digest_of_members, opened
from .worker import Played, Work, play

#: Times that a chunk may be lost before the farm gives up.
MOST_LOSSES = 8
#: Chunks that a slot is given at a time: one that it plays, and the next.
AHEAD = 2
#: Seconds for which a host gets nothing that was found to be away: it may be named among those that are there for some time yet.
REST = 10.0


@dataclass(frozen=True)
class Status:
    """The progress of a farm."""

    #: Pairs in the store, of all; and those from the first one on without a gap, which the test goes by.
    played: int
    pairs: int
    judged: int
    standing: Standing
    hosts: int
    slots: int
    under_way: int
    lost: int
    checked: int
    quarantined: int
    #: Seconds until all pairs are played at the present rate; a test may end it sooner.
    eta: float | None

    def __str__(self) -> str:
        test = self.standing
        llr = "" if test.llr is None else f"  LLR {test.llr:+.2f} ({test.lower:+.2f} to {test.upper:+.2f})"
        eta = "?" if self.eta is None else f"{self.eta:.0f} s"
        at_most = "at most " if test.llr is not None else ""
        ills = f"  lost {self.lost}" * (self.lost > 0) + f"  quarantined {self.quarantined}" * (self.quarantined > 0)
        return (
            f"pairs {self.played}/{self.pairs}{llr}  ETA {at_most}{eta}  hosts {self.hosts} ({self.slots} slots, {self.under_way} chunks under way)"
            f"  checked {self.checked}{ills}"
        )


@dataclass
class Options:
    """How a driver goes about it."""

    #: The share of chunks that are played again on another host.
    check_share: float = 0.02
    #: The seed of the draw of those; none for a draw that nobody foresees.
    check_seed: int | None = None
    #: Seconds from one look at the hosts to the next.
    look: float = 2.0
    #: Seconds without any fit host after which the farm gives up.
    patience: float = 600.0
    tell: Callable[[Status], None] = lambda status: None
    tell_every: float = 1.0
    clock: Callable[[], float] = time.monotonic
    #: Sees each event before the driver does: for tests that break things.
    watch: Callable[[Event], None] = lambda event: None


@dataclass
class Hosts:
    """Hosts and what each has under way."""

    slots: dict[str, int] = field(default_factory=dict)
    busy: Counter[str] = field(default_factory=Counter)
    #: Hosts that nothing is given to any more, with the reason.
    unfit: dict[str, str] = field(default_factory=dict)
    #: Until when a host that was away gets nothing.
    resting: dict[str, float] = field(default_factory=dict)
    free: deque[str] = field(default_factory=deque)

    def look(self, found: dict[str, int], now: float) -> None:
        """Takes note of the hosts that are there."""
        self.resting = {host: until for host, until in self.resting.items() if until > now}
        self.slots = {host: slots for host, slots in found.items() if host not in self.unfit and host not in self.resting}
        # One place of each host after the other: the first chunks go to different hosts.
        places = {host: AHEAD * slots - self.busy[host] for host, slots in self.slots.items()}
        rounds = range(max(places.values(), default=0))
        self.free = deque(host for turn in rounds for host, count in places.items() if turn < count)

    def take(self, other_than: str | None = None) -> str | None:
        """A place on a host; on another one than this, when there is any other."""
        if other_than is not None and self.slots.keys() - {other_than}:
            host = next((host for host in self.free if host != other_than), None)
        else:
            host = self.free[0] if self.free else None
        if host is None:
            return None
        self.free.remove(host)
        self.busy[host] += 1
        return host

    def drop(self, host: str) -> None:
        """Gives a host nothing until it is looked for again."""
        self.slots.pop(host, None)
        self.free = deque(other for other in self.free if other != host)

    def give_back(self, host: str) -> None:
        """Has a place back."""
        self.busy[host] -= 1
        if host in self.slots and self.busy[host] < AHEAD * self.slots[host]:
            self.free.append(host)


class Driver:
    """Plays a plan to its end on an executor."""

    def __init__(self, store: Store, work: Work, executor: Executor, options: Options | None = None) -> None:
        self.store, self.work, self.executor, self.options = store, work, executor, options or Options()
        self.plan = store.plan
        self.chance = random.Random(self.options.check_seed) if self.options.check_seed is not None else random.SystemRandom()
        self.done: dict[int, Header] = {}
        self.wanted: list[int] = []
        self.to_check: deque[tuple[int, str]] = deque()
        self.checking = 0
        self.confirmed: set[int] = set()
        self.losses: Counter[int] = Counter()
        self.hosts = Hosts()
        self.under_way = self.lost = self.quarantined = self.fed = 0
        self.judge: Judge | None = None
        self.standing = Standing()
        self.began = self.options.clock()
        #: Pairs in the store, and those that were there when the driver began.
        self.played = self.pairs_before = 0

    def run(self) -> pathlib.Path:
        """Plays what is still to be played; gives the folder of the results."""
        result = self.store.folder / "result"
        if result.exists():
            return result
        self.scan()
        self.executor.start(self.work)
        try:
            self.play()
        finally:
            self.executor.cancel()
            self.executor.close()
            if self.judge is not None:
                self.judge.close()
        self.options.tell(self.status())
        return self.merge(result)

    def look(self) -> Status:
        """How far it has come; nothing is played, and the store stays as it is."""
        self.scan(set_aside=False)
        try:
            self.feed()
        finally:
            if self.judge is not None:
                self.judge.close()
        return self.status()

    def scan(self, *, set_aside: bool = True) -> None:
        """Looks which chunks are there; those that are damaged are set aside, or else counted as missing."""
        if set_aside:
            self.store.sweep()
        for chunk in self.store.present():
            try:
                self.have(chunk, self.store.read(chunk)[0])
            except FarmError as error:
                if set_aside:
                    self.set_aside(chunk, {"why": str(error)})
        self.wanted = [index for index in range(len(self.plan)) if index not in self.done]
        self.pairs_before = self.played
        if set_aside:
            self.store.log("driver", there=len(self.done), wanted=len(self.wanted))

    def play(self) -> None:
        """Hands out chunks and takes them in until all are there, or the test is decided, and what was to be checked is."""
        clock, looked, told, seen = self.options.clock, float("-inf"), float("-inf"), self.options.clock()
        self.feed()
        while not self.is_over():
            now = clock()
            if now - looked >= self.options.look:
                found = self.executor.hosts()
                if found and found.keys() <= self.hosts.unfit.keys() and not self.under_way:
                    raise FarmError(self.no_hosts())
                self.hosts.look(found, now)
                looked = now
            seen = now if self.hosts.slots else seen
            if now - seen > self.options.patience:
                raise FarmError(self.no_hosts())
            self.hand_out()
            for event in self.executor.poll(0.2):
                self.options.watch(event)
                self.take(event)
            self.feed()
            if clock() - told >= self.options.tell_every:
                self.options.tell(self.status())
                told = clock()

    def is_over(self) -> bool:
        """Whether nothing more is to be played."""
        played = self.standing.decided or (not self.wanted and len(self.done) == len(self.plan))
        return played and not self.to_check and not self.checking

    def hand_out(self) -> None:
        """Gives free places chunks to play, checks first."""
        while self.to_check:
            index, other = self.to_check[0]
            host = self.hosts.take(other_than=other)
            if host is None:
                break
            self.to_check.popleft()
            self.checking += 1
            self.submit(Task(self.plan.chunk(index), host, check=True))
        while self.wanted and not self.standing.decided:
            host = self.hosts.take()
            if host is None:
                return
            self.submit(Task(self.plan.chunk(heapq.heappop(self.wanted)), host))

    def submit(self, task: Task) -> None:
        self.under_way += 1
        self.executor.submit(task)

    def take(self, event: Event) -> None:
        """Takes in the result of a chunk."""
        task, outcome = event.task, event.outcome
        self.under_way -= 1
        self.checking -= task.check
        self.hosts.give_back(task.host)
        match outcome:
            case Played() if task.check:
                self.compare(outcome)
            case Played():
                self.keep(task, outcome)
            case Gone():
                self.away(task, str(outcome))
            case Lost():
                self.again(task, str(outcome))
            case Stopped():
                self.put_back(task)
            case Unfit():
                self.put_off(task.host, str(outcome))
                self.put_back(task)
            case _:
                raise FarmError(f"pairs {task.chunk} on {task.host}: {outcome}")

    def put_back(self, task: Task) -> None:
        """Has a task's chunk played elsewhere."""
        if task.check:
            self.to_check.append((task.chunk.index, task.host))
        elif task.chunk.index not in self.done:
            heapq.heappush(self.wanted, task.chunk.index)

    def away(self, task: Task, why: str) -> None:
        """Has a chunk played elsewhere whose host is not there, which is no fault of the chunk."""
        if task.host in self.hosts.slots:
            self.store.log("away", host=task.host, why=why)
        self.lost += 1
        self.hosts.drop(task.host)
        self.hosts.resting[task.host] = self.options.clock() + REST
        self.put_back(task)

    def again(self, task: Task, why: str) -> None:
        """Has a chunk that was lost played again, unless it always is."""
        self.lost += 1
        self.losses[task.chunk.index] += 1
        self.store.log("lost", pairs=str(task.chunk), host=task.host, why=why)
        if self.losses[task.chunk.index] >= MOST_LOSSES:
            raise FarmError(f"pairs {task.chunk} were lost {MOST_LOSSES} times, last on {task.host}: {why}")
        self.put_back(task)

    def put_off(self, host: str, why: str) -> None:
        """Gives a host no more chunks."""
        if host not in self.hosts.unfit:
            self.hosts.unfit[host] = why
            self.store.log("unfit", host=host, why=why)
        self.hosts.drop(host)

    def no_hosts(self) -> str:
        why = "; ".join(f"{host}: {reason}" for host, reason in self.hosts.unfit.items())
        return f"no host available{': ' if why else ''}{why}"

    def keep(self, task: Task, played: Played) -> None:
        """Takes a chunk in that a host has put into the store, or sends."""
        if (fault := self.fault_of(task.chunk, played)) is not None:
            self.quarantined += 1
            self.store.log("garbage", pairs=str(task.chunk), host=task.host, why=fault)
            self.store.set_aside_other(task.chunk, {"why": fault, "host": task.host}, played.blob)
            self.put_off(task.host, fault)
            self.put_back(task)
            return
        other = played.other
        if played.blob is not None and other is None:
            there = self.store.put(task.chunk, played.blob)
            other = None if there is None else (there.host, there.digest)
        if other is not None:
            # Another driver, or a worker that was given up for lost, was quicker: a check for nothing.
            header = self.store.read(task.chunk)[0]
            self.have(task.chunk, header)
            if self.plan.pure:
                self.judge_of(task.chunk, header, played)
            return
        self.have(task.chunk, Header(played.digest, played.host, played.games, played.cpu_seconds))
        self.store.log("played", pairs=str(task.chunk), host=played.host, cpu_seconds=played.cpu_seconds)
        if self.plan.pure and self.chance.random() < self.options.check_share:
            self.to_check.append((task.chunk.index, task.host))

    def fault_of(self, chunk: Chunk, played: Played) -> str | None:
        """What is wrong with a chunk that a host sends; None where it is what the host says it is. Those in the store are read later."""
        if played.blob is None:
            return None
        try:
            header = opened(chunk, played.blob)[0]
        except FarmError as error:
            return str(error)
        return None if header.digest == played.digest else "does not match its digest"

    def have(self, chunk: Chunk, header: Header) -> None:
        """Counts a chunk in that is in the store."""
        if chunk.index not in self.done:
            self.played += chunk.last - chunk.first
        self.done[chunk.index] = header

    def compare(self, played: Played) -> None:
        """Compares a chunk played for a check with the stored one."""
        header = self.done.get(played.chunk.index)
        if header is not None:
            self.judge_of(played.chunk, header, played)

    def judge_of(self, chunk: Chunk, kept: Header, played: Played) -> None:
        """Two equal results are accepted. Otherwise this host plays the chunk too, and the one that differs is excluded."""
        if kept.digest == played.digest:
            self.confirmed.add(chunk.index)
            return
        members, _ = play(self.work, chunk)
        truth = digest_of_members(members)
        liars = [host for host, digest in ((kept.host, kept.digest), (played.host, played.digest)) if digest != truth]
        why = {"why": "not the same twice", "kept": [kept.host, kept.digest], "other": [played.host, played.digest], "third": truth, "unfit": liars}
        self.store.log("unequal", pairs=str(chunk), **why)
        if kept.digest != truth:
            self.set_aside(chunk, why, played.blob or None)
            self.want(chunk.index)
        else:
            self.quarantined += 1
            self.store.set_aside_other(chunk, why, played.blob)
        for host in liars:
            self.distrust(host)

    def distrust(self, host: str) -> None:
        """Gives a host no more chunks, and has all chunks that only it played played again."""
        self.put_off(host, "plays other games than the rest")
        alone = [index for index, header in self.done.items() if header.host == host and index not in self.confirmed]
        for index in alone:
            self.set_aside(self.plan.chunk(index), {"why": "played by a host whose games were not the same twice", "host": host})
            self.want(index)

    def want(self, index: int) -> None:
        """Has a chunk that was taken in played anew; what was judged by it is judged anew."""
        if self.done.pop(index, None) is not None:
            chunk = self.plan.chunk(index)
            self.played -= chunk.last - chunk.first
        heapq.heappush(self.wanted, index)
        if index < self.fed and self.judge is not None:
            self.judge.close()
            self.judge, self.fed, self.standing = None, 0, Standing()

    def set_aside(self, chunk: Chunk, why: dict[str, Any], other: bytes | None = None) -> None:
        self.quarantined += 1
        self.store.set_aside(chunk, why, other)

    def feed(self) -> None:
        """Judges the test by the chunks that follow the judged ones without a gap."""
        if self.plan.tested and self.judge is None:
            self.judge = Judge(self.work.program, self.store.folder)
        while self.fed in self.done and not self.standing.decided:
            if self.judge is not None:
                self.standing = self.judge.take(self.lines(self.plan.chunk(self.fed)))
            self.fed += 1
        if self.standing.decided:
            # Behind the decision nothing counts.
            self.to_check = deque((index, host) for index, host in self.to_check if index < self.fed)

    def lines(self, chunk: Chunk) -> bytes:
        """The games of a chunk."""
        return self.store.games(chunk)

    def status(self) -> Status:
        """How far it has come."""
        played = self.played
        spent, fresh = self.options.clock() - self.began, played - self.pairs_before
        eta = spent * (self.plan.pairs - played) / fresh if fresh > 0 else None
        slots = sum(self.hosts.slots.values())
        judged = min(self.fed * self.plan.chunk_pairs, self.plan.pairs)
        checked = len(self.confirmed)
        return Status(
            played, self.plan.pairs, judged, self.standing, len(self.hosts.slots), slots, self.under_way, self.lost, checked, self.quarantined, eta
        )

    def merge(self, result: pathlib.Path) -> pathlib.Path:
        """Merges the chunks into the folder of results of one machine."""
        chunks = [self.plan.chunk(index) for index in range(self.fed)]
        whole = self.store.folder / f".tmp-merge-{uuid.uuid4().hex}"
        try:
            self.store.lay_out(chunks, whole / "part")
            command = [self.work.program, "merge", str(whole / "part"), "--out", str(whole / "whole")]
            merged = subprocess.run(command, capture_output=True, text=True, check=False)
            if merged.returncode != 0:
                raise FarmError(f"merge: {merged.stderr.strip() or merged.stdout.strip()}")
            try:
                os.rename(whole / "whole", result)
            except OSError:
                if not result.exists():
                    raise
                # Another driver was quicker, with the same bytes.
            self.store.log("merged", chunks=len(chunks))
        finally:
            shutil.rmtree(whole, ignore_errors=True)
        return result
