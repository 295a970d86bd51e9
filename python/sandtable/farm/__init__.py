"""Tournaments and tunings on many machines: chunks of pairs, played anywhere, merged into the results of one machine.

    python -m sandtable.farm run sprt --store work/sprt                      # the processors of this machine
    python -m sandtable.farm run sprt --store work/sprt --ray auto           # a Ray cluster

The same from Python:

    from sandtable import farm

    program = farm.find_program(None)
    store = farm.begin("work/sprt", "sprt", program=program)
    farm.Driver(store, farm.work_of(store, program, shared=True), farm.LocalPool(8)).run()
"""

from __future__ import annotations

from .begin import begin, find_program, reopen, work_of
from .driver import Driver, Options, Status
from .errors import FarmError, Lost, Stopped, Unfit
from .executor import Event, Executor, LocalPool, Task
from .plan import Chunk, Plan
from .store import Header, Store
from .tuning import LocalSeats, Seat, Seats, tune
from .worker import Played, Work, play_chunk

__all__ = [
    "Chunk",
    "Driver",
    "Event",
    "Executor",
    "FarmError",
    "Header",
    "LocalPool",
    "LocalSeats",
    "Lost",
    "Options",
    "Plan",
    "Played",
    "Seat",
    "Seats",
    "Status",
    "Stopped",
    "Store",
    "Task",
    "Unfit",
    "Work",
    "begin",
    "find_program",
    "play_chunk",
    "reopen",
    "tune",
    "work_of",
]
