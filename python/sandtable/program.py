"""The program ``sandtable`` from Python."""

from __future__ import annotations

import os
import pathlib
import shutil
import sysconfig
from typing import TypeAlias

File: TypeAlias = str | os.PathLike[str]


class ProgramError(Exception):
    """The program is not there."""


def find_program(named: File | None = None) -> str:
    """The program by its full path: the one that is named, else that of this environment, else the one on the path."""
    wanted = "sandtable" if named is None else os.fspath(named)
    beside = shutil.which(wanted, path=sysconfig.get_path("scripts")) if named is None else None
    found = beside or shutil.which(wanted)
    if found is None:
        raise ProgramError(f"{wanted}: no such program; expected the program sandtable: pip install sandtable-rts-program, or name it")
    return str(pathlib.Path(found).resolve())
