"""Who plays chunks: the interface between the driver and machines, and this machine's own processors behind it."""

from __future__ import annotations

import concurrent.futures
import os
import queue
import socket
import threading
from dataclasses import dataclass
from typing import Protocol

from .errors import FarmError, Lost, Stopped, Unfit
from .plan import Chunk
from .worker import Played, Work, play_chunk


@dataclass(frozen=True)
class Task:
    """A chunk that a host is to play, to keep it or to check what another host made of it."""

    chunk: Chunk
    host: str
    check: bool = False


@dataclass(frozen=True)
class Event:
    """The result of a task: its chunk, or why there is none."""

    task: Task
    outcome: Played | Lost | Unfit | Stopped | FarmError


class Executor(Protocol):
    """Machines that play chunks."""

    def start(self, work: Work) -> None:
        """Tells what is played; once, before all else."""

    def hosts(self) -> dict[str, int]:
        """The hosts that are there now, and how many chunks each plays at once."""

    def submit(self, task: Task) -> None:
        """Has a host play a chunk. Each task comes to exactly one event."""

    def poll(self, timeout: float) -> list[Event]:
        """The events since the last call; waits for one, ``timeout`` seconds at most."""

    def cancel(self) -> None:
        """Cancels running chunks; their events need not arrive any more."""

    def close(self) -> None:
        """Releases the machines; no process of a chunk remains."""


class EventQueue:
    """Events that other threads bring."""

    def __init__(self) -> None:
        self.events: queue.SimpleQueue[Event] = queue.SimpleQueue()

    def put(self, event: Event) -> None:
        """Brings one."""
        self.events.put(event)

    def take(self, timeout: float) -> list[Event]:
        """All that are there; waits for the first one."""
        try:
            found = [self.events.get(timeout=timeout)]
        except queue.Empty:
            return []
        while not self.events.empty():
            found.append(self.events.get())
        return found


class LocalPool:
    """The processors of this machine: a thread for each chunk under way, which waits for its process."""

    def __init__(self, slots: int | None = None) -> None:
        if slots is not None and slots < 1:
            raise ValueError(f"slots: found {slots}; expected 1 or more")
        self.slots = slots or os.cpu_count() or 1
        self.stopping = threading.Event()
        self.queue = EventQueue()
        self.threads = concurrent.futures.ThreadPoolExecutor(self.slots, thread_name_prefix="chunk")
        self.work: Work | None = None

    def start(self, work: Work) -> None:
        """Tells what is played."""
        self.work = work

    def hosts(self) -> dict[str, int]:
        """This host."""
        return {socket.gethostname(): self.slots}

    def submit(self, task: Task) -> None:
        """Has a chunk played."""
        self.threads.submit(self._play, task)

    def _play(self, task: Task) -> None:
        assert self.work is not None
        outcome: Played | Lost | Unfit | Stopped | FarmError
        try:
            outcome = Stopped() if self.stopping.is_set() else play_chunk(self.work, task.chunk, host=task.host, check=task.check, stop=self.stopping.is_set)
        except (Lost, Unfit, Stopped, FarmError) as failure:
            outcome = failure
        except OSError as error:
            outcome = Lost(str(error))
        except Exception as error:  # A bug here must end the run, not leave the driver waiting.
            outcome = FarmError(f"{type(error).__name__}: {error}")
        self.queue.put(Event(task, outcome))

    def poll(self, timeout: float) -> list[Event]:
        """Results of chunks."""
        return self.queue.take(timeout)

    def cancel(self) -> None:
        """Cancels running chunks."""
        self.stopping.set()

    def close(self) -> None:
        """Waits for the processes to end."""
        self.cancel()
        self.threads.shutdown(wait=True, cancel_futures=True)
