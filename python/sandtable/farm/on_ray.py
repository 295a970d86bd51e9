"""Chunks on a Ray cluster: the documented way past one machine.

Each chunk is a task that is bound to a node, so that the driver knows who plays what, gives nothing to nodes that play otherwise, and
has checks played elsewhere. Ray repeats nothing by itself: what is lost comes back to the driver, which hands it out again.
"""

from __future__ import annotations

import importlib
import logging
import threading
import time
from typing import Any

from .errors import FarmError, Gone, Lost, Stopped, Unfit
from .executor import Event, EventQueue, Task
from .plan import Chunk, digest_of_file
from .tuning import Program, Seat, prove_program
from .worker import Work, play_chunk

#: Seconds that workers have to end their programs in, before they are killed.
GRACE = 5.0
#: What Ray says when it is the node that is not there; some of it in versions other than this one.
GONE = frozenset({"TaskUnschedulableError", "LocalRayletDiedError", "NodeDiedError"})


def _play(work: Work, chunk: Chunk, host: str, check: bool) -> Any:
    """What runs on a node."""
    return play_chunk(work, chunk, host=host, check=check)


def _connect(address: str | None) -> tuple[Any, bool]:
    """Ray, and whether the cluster was joined for this."""
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise FarmError("Ray is not installed; expected the package ray, which comes with sandtable-rts[farm]") from None
    owns = not ray.is_initialized()
    if owns:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    return ray, owns


def _alive(ray: Any) -> list[dict[str, Any]]:
    """The nodes that can play."""
    return [node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]


class RayCluster:
    """The nodes of a Ray cluster: a slot for each of a node's CPUs."""

    def __init__(self, address: str | None = None) -> None:
        self.ray, self.owns = _connect(address)
        ray, self.strategies = self.ray, importlib.import_module("ray.util.scheduling_strategies")
        self.queue = EventQueue()
        self.nodes: dict[str, str] = {}
        self.refs: dict[Any, Task] = {}
        self.guard = threading.Lock()
        self.remote = ray.remote(num_cpus=1, max_retries=0, max_calls=0)(_play)
        self.work: Any = None

    def start(self, work: Work) -> None:
        """Puts what is played where every node gets it from once."""
        self.work = self.ray.put(work)

    def hosts(self) -> dict[str, int]:
        """The nodes that are alive and have CPUs."""
        alive = _alive(self.ray)
        self.nodes = {f"{node['NodeManagerHostname']} {node['NodeID'][:8]}": node["NodeID"] for node in alive}
        return {f"{node['NodeManagerHostname']} {node['NodeID'][:8]}": int(node["Resources"]["CPU"]) for node in alive}

    def submit(self, task: Task) -> None:
        """Has a node play a chunk."""
        there = self.strategies.NodeAffinitySchedulingStrategy(self.nodes[task.host], soft=False)
        ref = self.remote.options(scheduling_strategy=there).remote(self.work, task.chunk, task.host, task.check)
        with self.guard:
            self.refs[ref] = task
        ref.future().add_done_callback(lambda future: self._came(ref, task, future))

    def _came(self, ref: Any, task: Task, future: Any) -> None:
        with self.guard:
            self.refs.pop(ref, None)
        self.queue.put(Event(task, self._outcome(future)))

    def _outcome(self, future: Any) -> Any:
        """The result of a task. Whatever Ray itself says means that a worker or node is gone."""
        error = future.exception()
        if error is None:
            return future.result()
        cause = getattr(error, "cause", error)
        for own in (error, cause):
            if isinstance(own, (Lost, Unfit, Stopped)):
                return type(own)(*own.args)
            if isinstance(own, FarmError):
                return FarmError(*own.args)
        if isinstance(error, self.ray.exceptions.TaskCancelledError):
            return Stopped()
        if isinstance(error, self.ray.exceptions.RayTaskError):
            return Lost(str(cause)) if isinstance(cause, OSError) else FarmError(f"{type(cause).__name__}: {cause}")
        said = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
        return Gone(said) if type(error).__name__ in GONE else Lost(said)

    def poll(self, timeout: float) -> list[Event]:
        """Results of chunks."""
        return self.queue.take(timeout)

    def _under_way(self) -> list[Any]:
        with self.guard:
            return list(self.refs)

    def cancel(self) -> None:
        """Has workers end their programs; those that do not are killed, and their programs with them."""
        for force in (False, True):
            for ref in self._under_way():
                try:
                    self.ray.cancel(ref, force=force)
                except Exception:  # It has just ended, or its node is gone.
                    continue
            until = time.monotonic() + GRACE
            while self._under_way() and time.monotonic() < until:
                time.sleep(0.05)

    def close(self) -> None:
        """Leaves the cluster, when it was joined for this."""
        if self.owns:
            self.ray.shutdown()


class _RaySeat:
    """A program on a node, by the actor that keeps it."""

    def __init__(self, ray: Any, actor: Any) -> None:
        self.ray, self.actor = ray, actor

    def _get(self, ref: Any) -> Any:
        try:
            return self.ray.get(ref)
        except self.ray.exceptions.RayTaskError as error:
            cause = error.cause
            if isinstance(cause, (Lost, Unfit)):
                raise type(cause)(*cause.args) from None
            raise Lost(f"{type(cause).__name__}: {cause}") from None
        except self.ray.exceptions.RayError as error:
            raise Lost(type(error).__name__) from None

    def hello(self) -> bytes:
        """Its first line."""
        line: bytes = self._get(self.actor.hello.remote())
        return line

    def tell(self, line: bytes) -> None:
        """Takes a line."""
        self._get(self.actor.tell.remote(line))

    def ask(self, line: bytes) -> bytes:
        """Takes a line and gives its answer."""
        answer: bytes = self._get(self.actor.ask.remote(line))
        return answer

    def close(self) -> None:
        """Ends the actor, and with it the program."""
        self.ray.kill(self.actor)


class _Keeper:
    """What keeps a program on a node. It proves the program when it is first asked, so that what is wrong comes to whoever asks."""

    def __init__(self, program: str, digest: str) -> None:
        self.program, self.digest = program, digest
        self.running: Program | None = None

    def hello(self) -> bytes:
        """Starts the program; its first line."""
        prove_program(self.program, self.digest)
        self.running = Program(self.program)
        return self.running.hello()

    def tell(self, line: bytes) -> None:
        """Takes a line."""
        assert self.running is not None
        self.running.tell(line)

    def ask(self, line: bytes) -> bytes:
        """Takes a line and gives its answer."""
        assert self.running is not None
        return self.running.ask(line)


class RaySeats:
    """Places for the games of a tuning: one for each CPU of a Ray cluster. Where an actor runs is for Ray to say."""

    def __init__(self, program: str, address: str | None = None) -> None:
        self.ray, self.owns = _connect(address)
        self.program, self.digest = program, digest_of_file(program)
        self.keeper = self.ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(_Keeper)

    def places(self) -> int:
        """The CPUs that are there now."""
        places = sum(int(node["Resources"]["CPU"]) for node in _alive(self.ray))
        if places == 0:
            raise FarmError("found no node with a CPU in the Ray cluster")
        return places

    def open(self) -> Seat:
        """Starts a program on a node."""
        return _RaySeat(self.ray, self.keeper.remote(self.program, self.digest))

    def close(self) -> None:
        """Leaves the cluster, when it was joined for this."""
        if self.owns:
            self.ray.shutdown()
