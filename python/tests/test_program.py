"""The program from Python: where it is found."""

import pathlib
import sysconfig

import pytest

from sandtable import farm
from sandtable.program import ProgramError, find_program


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A folder of scripts and one on the path, each with a program of its own."""
    for name in ("scripts", "path"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "sandtable").write_text("#!/bin/sh\n")
        (tmp_path / name / "sandtable").chmod(0o755)
    get_path = sysconfig.get_path
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path / name) if name == "scripts" else get_path(name))
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    return tmp_path


def test_the_program_of_the_environment_comes_before_the_path(places):
    assert find_program() == farm.find_program(None) == str((places / "scripts" / "sandtable").resolve())
    named = places / "path" / "sandtable"
    assert find_program(named) == farm.find_program(str(named)) == str(named.resolve())
    (places / "scripts" / "sandtable").unlink()
    assert find_program() == farm.find_program(None) == str(named.resolve())
    named.unlink()
    with pytest.raises(ProgramError, match="sandtable: no such program; expected .* pip install sandtable-rts-program"):
        find_program()
    with pytest.raises(farm.FarmError, match="or name it with --program"):
        farm.find_program(None)
    with pytest.raises(ProgramError, match="none: no such program"):
        find_program(pathlib.Path("none"))
