"""The test of a tournament, as the program itself judges it: on the games in the order of the schedule, whoever was first to play them."""

from __future__ import annotations

import json
import pathlib
import subprocess
from dataclasses import dataclass

from .errors import FarmError

#: Games that are asked about at a time: their answers fit into a pipe, so that neither side waits for the other for ever.
TOGETHER = 128


@dataclass(frozen=True)
class Standing:
    """How the test stands after the games that were judged."""

    #: Pairs that it goes by: those that repeat an earlier one to the last bit do not count.
    pairs: int = 0
    llr: float | None = None
    lower: float | None = None
    upper: float | None = None
    verdict: str | None = None
    decided: bool = False


class Judge:
    """``sandtable sprt`` at work. It is told each game once, so that a chunk costs the same however many came before."""

    def __init__(self, program: str, folder: pathlib.Path) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program, "sprt", str(folder)], stdin=pipe, stdout=pipe, stderr=pipe)
        self.standing = Standing()

    def take(self, lines: bytes) -> Standing:
        """Judges the next games; those after a decision are not looked at."""
        games = lines.splitlines(keepends=True)
        for first in range(0, len(games), TOGETHER):
            for told in self._ask(games[first : first + TOGETHER]):
                if not self.standing.decided:
                    self.standing = standing_of(json.loads(told))
        return self.standing

    def _ask(self, games: list[bytes]) -> list[bytes]:
        """What the program says of some games."""
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(b"".join(games))
            self.process.stdin.flush()
            answers = [self.process.stdout.readline() for _ in games]
        except BrokenPipeError:
            answers = []
        if not answers or not answers[-1]:
            _, said = self.process.communicate()
            raise FarmError(said.decode(errors="replace").strip() or "the program that judges the test is gone")
        return answers

    def close(self) -> None:
        """Ends the process."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


def standing_of(told: dict[str, object]) -> Standing:
    """What a line of the program says."""
    known = {key: told[key] for key in ("pairs", "llr", "lower", "upper", "verdict", "decided") if key in told}
    return Standing(**known)  # type: ignore[arg-type]
