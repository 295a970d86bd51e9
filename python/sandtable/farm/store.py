"""Chunks that were played, each a file that is there whole or not at all: all the state that a farm has.

    STORE/plan.json, manifest.json      what is played
    STORE/chunks/FIRST-LAST-KEY.chunk   a chunk: a tar of meta.json, games.jsonl and replays
    STORE/quarantine/                   chunks that were not the same twice, with the hosts that played them
    STORE/log.jsonl                     what befell, a line each; nobody reads it but people
    STORE/result/                       the tournament, as one machine would have written it
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import pathlib
import tarfile
import time
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .errors import FarmError
from .plan import Chunk, Plan

#: The list of games, in a chunk as in a folder of results.
LIST = "games.jsonl"
#: Hours after which what a writer left behind is swept away.
STALE_HOURS = 24


@dataclass(frozen=True)
class Header:
    """What is known of a chunk beside its games."""

    #: SHA-256 of its games and replays, equal for equal ones.
    digest: str
    host: str
    games: int
    cpu_seconds: float


def digest_of_members(members: Mapping[str, bytes]) -> str:
    """SHA-256 of names and contents."""
    whole = hashlib.sha256()
    for name in sorted(members):
        whole.update(f"{name}\0{len(members[name])}\0".encode())
        whole.update(members[name])
    return whole.hexdigest()


def pack(members: Mapping[str, bytes], *, host: str, cpu_seconds: float) -> bytes:
    """A chunk's file."""
    games = members[LIST].count(b"\n")
    header = {"digest": digest_of_members(members), "host": host, "games": games, "cpu_seconds": round(cpu_seconds, 3)}
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", mtime=0, compresslevel=6) as packed, tarfile.open(fileobj=packed, mode="w") as tar:
        for name, content in [("meta.json", json.dumps(header).encode()), *sorted(members.items())]:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def unpack(blob: bytes) -> tuple[Header, dict[str, bytes]]:
    """A chunk's header and files; an error when it is not what was packed."""
    members: dict[str, bytes] = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(blob), mode="r:gz") as tar:
            for entry in tar:
                file = tar.extractfile(entry)
                members[entry.name] = file.read() if file is not None else b""
        header = Header(**json.loads(members.pop("meta.json")))
    except (OSError, EOFError, tarfile.TarError, ValueError, KeyError, TypeError) as error:
        raise FarmError(f"is not a chunk: {error}") from None
    if header.digest != digest_of_members(members):
        raise FarmError("is damaged: it does not fit its digest")
    if any(not is_own(name) for name in members):
        raise FarmError("holds files that no chunk has")
    return header, members


def opened(chunk: Chunk, blob: bytes) -> tuple[Header, dict[str, bytes]]:
    """The header and files of a chunk; an error when the blob is not this chunk."""
    header, members = unpack(blob)
    try:
        pairs = {json.loads(line)["pair"] for line in members.get(LIST, b"").splitlines()}
    except (ValueError, KeyError, TypeError) as error:
        raise FarmError(f"is not a chunk: a game that cannot be read: {error}") from None
    if pairs != set(range(chunk.first, chunk.last)):
        raise FarmError("holds the games of other pairs")
    return header, members


def is_own(name: str) -> bool:
    """Whether a chunk may hold a file of this name: none that leads out of its folder."""
    folder, _, base = name.rpartition("/")
    return name == LIST or (folder == "replays" and base.endswith(".replay") and not base.startswith("."))


class Store:
    """A folder of chunks. Many may write to it at once, on one machine or on a shared disk."""

    def __init__(self, folder: str | pathlib.Path, plan: Plan) -> None:
        self.folder, self.plan = pathlib.Path(folder), plan
        self.chunks, self.quarantine = self.folder / "chunks", self.folder / "quarantine"
        for place in (self.chunks, self.quarantine):
            place.mkdir(parents=True, exist_ok=True)

    def path(self, chunk: Chunk) -> pathlib.Path:
        """Where a chunk lies when it is played."""
        return self.chunks / f"{chunk.first:08}-{chunk.last:08}-{self.plan.key(chunk)[:16]}.chunk"

    def read(self, chunk: Chunk) -> tuple[Header, dict[str, bytes]]:
        """A chunk that is there; an error when it is damaged or another one's."""
        path = self.path(chunk)
        try:
            return opened(chunk, path.read_bytes())
        except FarmError as error:
            raise FarmError(f"{path}: {error}") from None

    def games(self, chunk: Chunk) -> bytes:
        """The games of a chunk, which lie before its replays: nothing else of it is read."""
        try:
            with tarfile.open(self.path(chunk), mode="r:gz") as tar:
                for entry in tar:
                    file = tar.extractfile(entry) if entry.name == LIST else None
                    if file is not None:
                        return file.read()
        except (OSError, EOFError, tarfile.TarError) as error:
            raise FarmError(f"{self.path(chunk)}: is not a chunk: {error}") from None
        raise FarmError(f"{self.path(chunk)}: is not a chunk: it has no games")

    def put(self, chunk: Chunk, blob: bytes) -> Header | None:
        """Puts a chunk in, whole or not at all. When it is there already nothing is written, and its header is given."""
        target, own = self.path(chunk), self.chunks / f".tmp-{uuid.uuid4().hex}"
        try:
            with open(own, "wb") as file:
                file.write(blob)
                file.flush()
                os.fsync(file.fileno())
            try:
                # Unlike a rename it never takes the place of what another has put there.
                os.link(own, target)
            except FileExistsError:
                return self.read(chunk)[0]
        finally:
            own.unlink(missing_ok=True)
        return None

    def present(self) -> list[Chunk]:
        """The chunks that are there, by name alone."""
        names = set(os.listdir(self.chunks))
        return [chunk for chunk in map(self.plan.chunk, range(len(self.plan))) if self.path(chunk).name in names]

    def set_aside(self, chunk: Chunk, why: Mapping[str, Any], other: bytes | None = None) -> None:
        """Takes a chunk out, with what was found in its stead, for people to look at."""
        stem = self.set_aside_other(chunk, why, other)
        if self.path(chunk).exists():
            os.replace(self.path(chunk), self.quarantine / f"{stem}.chunk")

    def set_aside_other(self, chunk: Chunk, why: Mapping[str, Any], other: bytes | None) -> str:
        """Keeps what was found in a chunk's stead, and the chunk as well; gives the name under which it lies in quarantine."""
        stem = f"{chunk.first:08}-{chunk.last:08}-{uuid.uuid4().hex[:8]}"
        (self.quarantine / f"{stem}.json").write_text(json.dumps({"pairs": str(chunk), **why}) + "\n")
        if other is not None:
            (self.quarantine / f"{stem}.other0.chunk").write_bytes(other)
        return stem

    def log(self, event: str, **values: Any) -> None:
        """Logs an event."""
        with open(self.folder / "log.jsonl", "a") as file:
            file.write(json.dumps({"at": round(time.time(), 3), "event": event, **values}) + "\n")

    def sweep(self) -> None:
        """Removes what writers that were killed left behind long ago."""
        before = time.time() - STALE_HOURS * 3600
        for left in self.chunks.glob(".tmp-*"):
            try:
                if left.stat().st_mtime < before:
                    left.unlink()
            except FileNotFoundError:
                pass  # Its writer, or another driver, was quicker.

    def lay_out(self, chunks: Iterable[Chunk], folder: pathlib.Path) -> None:
        """Writes the games and replays of chunks as one folder of results that is to be merged."""
        (folder / "replays").mkdir(parents=True)
        (folder / "manifest.json").write_bytes((self.folder / "manifest.json").read_bytes())
        with open(folder / LIST, "wb") as games:
            for chunk in chunks:
                _, members = self.read(chunk)
                games.write(members.pop(LIST))
                for name, content in members.items():
                    (folder / name).write_bytes(content)
