"""Errors of a farm."""

from __future__ import annotations


class FarmError(Exception):
    """The farm cannot continue: the message has the reason."""


class Unfit(Exception):
    """A host plays differently from the planning host: another program, or different games. Its results do not count."""


class Lost(Exception):
    """A chunk was not finished because its worker or host was lost."""


class Gone(Lost):
    """The host of a chunk was lost: the chunk was not started, or was lost with it."""


class Stopped(Exception):
    """A chunk was cancelled."""
