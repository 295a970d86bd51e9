"""Begins a farm: asks the program what a tournament would play, and measures and keeps pair 0, so that all hosts can be held to it."""

from __future__ import annotations

import json
import pathlib

from ..program import ProgramError, find_program as find
from .errors import FarmError
from .plan import Chunk, Plan, digest_of_file, manifest_digest, manifest_of, outline
from .store import Store, digest_of_members
from .worker import Work, play

#: CPU seconds that a chunk is to take, when nobody says how many pairs it has.
CHUNK_SECONDS = 30.0
MOST_PAIRS = 4096


def find_program(named: str | None) -> str:
    """The program by its full path."""
    try:
        return find(named)
    except ProgramError as error:
        raise FarmError(f"{error} with --program") from None


def begin(folder: str | pathlib.Path, tournament: str, *, program: str, chunk_pairs: int | None = None, seed: int | None = None) -> Store:
    """Makes the store of a tournament, or goes on with the one that is there."""
    folder = pathlib.Path(folder)
    if chunk_pairs is not None and (not isinstance(chunk_pairs, int) or chunk_pairs < 1):
        raise FarmError(f"chunk_pairs: found {chunk_pairs!r}; expected a number of 1 or more")
    told = outline(program, tournament, seed)
    manifest = manifest_of(told)
    digest = manifest_digest(manifest)
    if (folder / "plan.json").exists():
        return _go_on(folder, digest, program, chunk_pairs)
    if folder.exists() and any(folder.iterdir()):
        raise FarmError(f"{folder} is not empty and is not a farm; name another folder")
    draft = Plan(told["name"], told["pairs"], 1, told["test"] is not None, told["pure"], digest, digest_of_file(program), None, 0.0)
    text = json.dumps(manifest)
    members, seconds = play(Work(draft, text, program, None), Chunk(-1, 0, 1))
    size = chunk_pairs or max(1, min(MOST_PAIRS, round(CHUNK_SECONDS / max(seconds, 1e-3))))
    canary = digest_of_members(members) if draft.pure else None
    plan = Plan(draft.name, draft.pairs, size, draft.tested, draft.pure, digest, draft.program_digest, canary, round(seconds, 3))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.json").write_text(text)
    # The plan last: a folder that has it is whole.
    plan.save(folder / "plan.json.partial")
    (folder / "plan.json.partial").rename(folder / "plan.json")
    return Store(folder, plan)


def _go_on(folder: pathlib.Path, digest: str, program: str, chunk_pairs: int | None) -> Store:
    plan = Plan.load(folder / "plan.json")
    if plan.manifest_digest != digest:
        raise FarmError(f"{folder} is the farm of another tournament or of different content; name another folder")
    _expect_same_build(folder, plan, program)
    if chunk_pairs not in (None, plan.chunk_pairs):
        raise FarmError(f"--chunk: found {chunk_pairs}; expected {plan.chunk_pairs}, as the plan in {folder} has it")
    return Store(folder, plan)


def _expect_same_build(folder: pathlib.Path, plan: Plan, program: str) -> None:
    if plan.program_digest != digest_of_file(program):
        raise FarmError(f"{folder} was created with another build of the program; name another folder, or that program with --program")


def reopen(folder: pathlib.Path, program: str | None = None) -> Store:
    """A store that was begun before; with a program, one that this program is to go on with."""
    plan = Plan.load(folder / "plan.json")
    if program is not None:
        _expect_same_build(folder, plan, program)
    return Store(folder, plan)


def work_of(store: Store, program: str, *, shared: bool) -> Work:
    """What workers of a store need to know."""
    manifest = (store.folder / "manifest.json").read_text()
    return Work(store.plan, manifest, program, str(store.folder.resolve()) if shared else None)
