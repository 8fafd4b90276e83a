"""Disagreements between backends: reduce the puzzle to few clues, and name the command to reproduce them.

Each clue is dropped if the contradiction stays without it. The method is that of Zeller and Hildebrandt, Simplifying
and Isolating Failure-Inducing Input (2002), with single clues as the parts.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from shlex import quote
from time import monotonic
from typing import Any

from sudokubench.answer import Verdict
from sudokubench.backends import Backend, spec_of, supporting
from sudokubench.board import Board
from sudokubench.errors import InputError, writing
from sudokubench.harness.corpus import Entry, entry_of
from sudokubench.harness.crosscheck import judge
from sudokubench.harness.finding import Claim, Question
from sudokubench.harness.inline import Executor
from sudokubench.harness.runner import Judged
from sudokubench.harness.words import NOT_AGAIN, NOT_WRITTEN

SHRUNK_AT_MOST = 3
"""Number of disagreements of a run, from the first, that are made smaller: each clue costs a search by each backend."""

_LONGEST_SHRINKING_S = 30.0
"""Time after which no further clue of a puzzle is tried, in seconds: an engine may take its whole limit each time."""

_LONGEST_ARGUMENT = 2_000
"""Longest puzzle that is copied into a command, in characters; a longer one is written to a file."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Answers that contradict each other, or an answer that was refuted, and how to reproduce it.

    Attributes:
        reasons: A sentence for each fault.
        smallest: The text of the puzzle, or of a puzzle that has fewer of its clues and still shows the fault.
        command: A line for the shell that reproduces the fault.
    """

    reasons: tuple[str, ...]
    smallest: str
    command: str

    def as_json(self, entry: Entry, verdicts: Mapping[str, Verdict]) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.disagreement/2`, with puzzle and backends' verdicts."""
        backends = {"backends": {backend: verdict.value for backend, verdict in verdicts.items()}}
        return {"schema": "sudokubench.disagreement/2", **entry.as_json(), **backends, **asdict(self)}


@dataclass(frozen=True, slots=True)
class Kept:
    """A disagreement that an interrupted run has stored before the puzzle was made smaller.

    Attributes:
        place: The origin of the puzzle, as `FILE:LINE`.
        backends: Full names of the backends that had a verdict or were refuted.
        most: The largest number of solutions that one of them claims.
    """

    position: int
    puzzle: str
    place: str
    reasons: tuple[str, ...]
    backends: tuple[str, ...]
    most: int


class Shrinker:
    """Describes the disagreements of one run; for the first few it looks for puzzles with fewer clues."""

    def __init__(
        self,
        command: str,
        engines: Sequence[Backend],
        executor: Executor,
        limit: int | None,
        folder: Path | None = None,
        before: int = 0,
    ) -> None:
        """Set up.

        Args:
            command: The command with the options on which the question depends: `run --task count`.
            executor: The place where the backends are asked again.
            folder: Folder for puzzles that are too long for a command; None writes none.
            before: Number of disagreements of the run when it was interrupted.
        """
        self._command, self._engines, self._executor = command, engines, executor
        self._limit, self._folder, self._seen = limit, folder, before

    def noted(self, event: Judged) -> Disagreement | None:
        """Return the disagreement on a puzzle, without making it smaller; None if all agree."""
        return self._of(event.reasons, event.witnesses, event.entry) if event.reasons else None

    def smallest(self, event: Judged) -> Disagreement | None:
        """Return the disagreement on a puzzle, None if all agree. The first few disagreements lose unneeded clues."""
        if not event.reasons:
            return None
        self._seen += 1
        if self._seen > SHRUNK_AT_MOST:
            return self.noted(event)
        most = max(claim.finding.outcome.count for claim in event.claims)
        return self._smaller(event.reasons, event.witnesses, event.entry, most)

    def again(self, kept: Kept) -> Disagreement | None:
        """Return a stored disagreement, with fewer clues if it remains; None if the puzzle is not a board."""
        try:
            entry = entry_of(Board.parse(kept.puzzle), "", 0)
        except InputError:
            return None
        return self._smaller(kept.reasons, kept.backends, entry, kept.most)

    def _smaller(
        self, reasons: tuple[str, ...], claimed: Container[str], entry: Entry, most: int
    ) -> Disagreement:
        # Fewer clues leave more solutions; not all need counting to show that the counts differ.
        small = shrunk(entry, self._able(claimed), self._executor, self._limit or most + 1)
        if small is None:
            reasons = tuple(dict.fromkeys((*reasons, NOT_AGAIN.en)))
        return self._of(reasons, claimed, small or entry)

    def _able(self, claimed: Container[str]) -> list[Backend]:
        return [engine for engine in self._engines if spec_of(engine) in claimed]

    def _of(self, reasons: tuple[str, ...], claimed: Container[str], entry: Entry) -> Disagreement:
        backends = quote(",".join(map(spec_of, self._able(claimed))))
        command = f"sudokubench {self._command} --backend {backends} {self._argument(entry)}"
        return Disagreement(reasons, entry.text, command)

    def _argument(self, entry: Entry) -> str:
        whole = entry.whole
        if self._folder is None or len(whole) <= _LONGEST_ARGUMENT:
            return quote(whole)
        file = self._folder / "puzzles" / f"{entry.id}.json"
        with writing(NOT_WRITTEN, file=file):
            file.parent.mkdir(parents=True, exist_ok=True)
            text = whole if entry.board is None else entry.board.format("json")
            file.write_text(f"{text}\n", encoding="utf-8")
        return quote(str(file))


def shrunk(entry: Entry, backends: Sequence[Backend], executor: Executor, limit: int | None) -> Entry | None:
    """Leave out clues of an entry while backends contradict each other on it, or one of them is refuted.

    Each clue is tried once while time is left, and left out if the contradiction stays. Return the entry itself if it
    is not a board, and None if the contradiction does not come back. The statement of the corpus is not used: it need
    not hold for a board with fewer clues.
    """
    backends = supporting(entry.problem, backends)[0]
    if entry.board is None:
        return entry
    if not _contradicts(entry.board, backends, executor, limit):
        return None
    board, end = entry.board, monotonic() + _LONGEST_SHRINKING_S
    for cell, _ in entry.board.clues:
        if monotonic() >= end:
            break
        fewer = board.without_digit(cell)
        if _contradicts(fewer, backends, executor, limit):
            board = fewer
    return entry_of(board, entry.source, entry.line)


def _contradicts(board: Board, backends: Sequence[Backend], executor: Executor, limit: int | None) -> bool:
    entry = entry_of(board, "", 0)
    questions = [Question(engine, entry.problem, [entry.instance], limit) for engine in backends]
    claims = [
        Claim(spec_of(backends[n]), 0, found[0], backends[n].kind) for n, found in executor.answers(questions)
    ]
    return not judge(entry, claims).agreed
