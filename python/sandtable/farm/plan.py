"""What a farm plays: a tournament, cut into chunks of pairs that follow one another."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import pathlib
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import FarmError

#: The version of plan.json.
FORMAT = 1
#: Keys of a manifest that say which part is played and by which build, not what.
OF_A_PART = ("build", "shard", "pairs")


def digest_of(value: Any) -> str:
    """SHA-256 of a value, written as JSON in one way."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of_file(path: str | pathlib.Path) -> str:
    """SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@dataclass(frozen=True, order=True)
class Chunk:
    """Pairs from ``first`` up to ``last`` and without it."""

    index: int
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.first}..{self.last}"


@dataclass(frozen=True)
class Plan:
    """What is played, by which program, in which chunks. It holds no state: what was played is in the store alone."""

    name: str
    pairs: int
    chunk_pairs: int
    tested: bool
    pure: bool
    manifest_digest: str
    program_digest: str
    #: What pair 0 comes to on the machine that planned; none when games are no pure functions.
    canary: str | None
    #: CPU seconds of a pair on that machine.
    pair_seconds: float

    def __len__(self) -> int:
        return -(-self.pairs // self.chunk_pairs)

    def chunk(self, index: int) -> Chunk:
        """The chunk of a number."""
        if not 0 <= index < len(self):
            raise FarmError(f"chunk: found {index}; expected 0 to {len(self) - 1}")
        return Chunk(index, index * self.chunk_pairs, min((index + 1) * self.chunk_pairs, self.pairs))

    def key(self, chunk: Chunk) -> str:
        """What names a chunk's file: a digest of all that its games are a pure function of."""
        return digest_of([self.manifest_digest, self.program_digest, chunk.first, chunk.last])

    def save(self, path: pathlib.Path) -> None:
        """Writes it."""
        path.write_text(json.dumps({"format": FORMAT, **dataclasses.asdict(self)}, indent=2) + "\n")

    @staticmethod
    def load(path: pathlib.Path) -> Plan:
        """Reads it."""
        try:
            kept = json.loads(path.read_text())
            found = kept.pop("format")
        except (OSError, ValueError, KeyError) as error:
            raise FarmError(f"{path}: is not a plan of a farm: {error}") from None
        if found != FORMAT:
            raise FarmError(f"{path}: found format {found}; expected {FORMAT}")
        try:
            return Plan(**kept)
        except TypeError as error:
            raise FarmError(f"{path}: is not a plan of a farm: {error}") from None


def outline(program: str, tournament: str, seed: int | None = None) -> dict[str, Any]:
    """What the program says that a tournament would play."""
    command = [program, "tournament", tournament, "--outline"]
    if seed is not None:
        command += ["--seed", str(seed)]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise FarmError(f"{program}: {error.strerror}; expected the program sandtable; name it with --program") from None
    if told.returncode != 0:
        raise FarmError(told.stderr.strip() or f"{program}: exit code {told.returncode}")
    found: dict[str, Any] = json.loads(told.stdout)
    if not found["fixed"]:
        raise FarmError(f"{tournament}: found a format whose rounds follow from results; expected one whose pairs are all known, such as all or gauntlet")
    return found


def manifest_of(told: Mapping[str, Any]) -> dict[str, Any]:
    """The manifest of the whole tournament."""
    return {**told["manifest"], "shard": None}


def manifest_digest(manifest: Mapping[str, Any]) -> str:
    """What tells tournaments apart, whichever part of them is played."""
    return digest_of({key: value for key, value in manifest.items() if key not in OF_A_PART})
