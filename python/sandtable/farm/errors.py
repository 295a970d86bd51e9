"""How things go wrong on a farm."""

from __future__ import annotations


class FarmError(Exception):
    """The farm cannot go on: the message says why."""


class Unfit(Exception):
    """A host does not play as the one that planned: another program, or other games. Nothing of it counts."""


class Lost(Exception):
    """A chunk was not played to its end, by no fault of its own: its worker or host went away."""


class Gone(Lost):
    """The host of a chunk is not there any more: the chunk was not even begun, or went away with it."""


class Stopped(Exception):
    """A chunk was called off."""
