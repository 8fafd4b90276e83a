"""What `run` and `check` share: puzzles as they are judged, and what is wrong with the answers, made small."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sudokubench.actions.observer import Observer
from sudokubench.backends import Backend, spec_of
from sudokubench.harness.corpus import BadEntry, Entry
from sudokubench.harness.executors import Executor
from sudokubench.harness.finding import said
from sudokubench.harness.runner import Event, Judged, Unsupported
from sudokubench.harness.shrink import command_for, shrunk
from sudokubench.words import both

_SHRUNK_AT_MOST = 3
"""Contradictions of one action that are made smaller; each costs as many searches as it has clues."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Answers that contradict one another, or one that was refuted.

    Attributes:
        entry: The puzzle.
        reasons: What is wrong, a sentence each.
        verdicts: What each backend said.
        smallest: The puzzle with as few clues as show it.
        command: Shows it again.
    """

    entry: Entry
    reasons: tuple[str, ...]
    verdicts: Mapping[str, str]
    smallest: str
    command: str

    def as_json(self) -> dict[str, Any]:
        """One JSON object of the schema `sudokubench.disagreement/2`."""
        return {
            "schema": "sudokubench.disagreement/2",
            "puzzle": self.entry.text,
            "id": self.entry.id,
            "source": self.entry.source,
            "line": self.entry.line,
            "reasons": self.reasons,
            "backends": self.verdicts,
            "smallest": self.smallest,
            "command": self.command,
        }


class Troubles:
    """Says what is wrong with the answers to puzzles, if anything is; the first few are made as small as can be."""

    def __init__(
        self,
        engines: Sequence[Backend],
        executor: Executor,
        command: str,
        limit: int | None,
        observer: Observer,
    ) -> None:
        """`command` and `limit` are those that the puzzles are put to the backends with."""
        self._engines = engines
        self._executor = executor
        self._command = command
        self._limit = limit
        self._observer = observer
        self._shrunk = 0

    def of(self, judged: Judged) -> Disagreement | None:
        """The disagreement about a puzzle, or None. The observer is told of it, and of backends that failed."""
        entry, judgement = judged.entry, judged.judgement
        reasons = [judgement.disagreement] if judgement.disagreement else []
        reasons += [f"{judged.claims[i].backend} is wrong: {fault}" for i, fault in judgement.faults.items()]
        found = self._disagreement(judged, reasons) if reasons else None
        lines = [*reasons, f"again: {found.command}"] if found else []
        failures = {c.backend: c.finding.message for c in judged.claims if c.finding.message}
        lines += [f"{backend} failed: {message}" for backend, message in failures.items()]
        for line in lines:
            self._observer.remark(both(f"{entry.place}: {line}"))
        return found

    def _disagreement(self, judged: Judged, reasons: Sequence[str]) -> Disagreement:
        verdicts = {claim.backend: claim.finding.verdict.value for claim in judged.claims}
        able = [engine for engine in self._engines if spec_of(engine) in verdicts]
        smallest = judged.entry
        if self._shrunk < _SHRUNK_AT_MOST:
            self._shrunk += 1
            # Fewer clues leave more solutions: nobody has to count them all to show that the counts differ.
            enough = max(claim.finding.outcome.count for claim in judged.claims) + 1
            smallest = shrunk(smallest, able, self._executor, self._limit or enough)
        again = command_for(smallest, able, self._command)
        return Disagreement(judged.entry, tuple(reasons), verdicts, smallest.text, again)


def judged(events: Iterable[Event], observer: Observer) -> Iterator[Judged]:
    """The puzzles among the events; the observer is told of the others, and may cancel."""
    done = 0
    for event in events:
        observer.heed()
        if isinstance(event, Unsupported):
            observer.remark(both(f"{event.backend} leaves out {event.problem}: {event.reason}"))
        elif isinstance(event, BadEntry):
            observer.refused(event.error)
        else:
            yield event
            done += 1
            observer.progress(done)


def records(puzzle: Judged) -> Iterator[dict[str, Any]]:
    """What each backend said of a puzzle, one JSON object of the schema `sudokubench.record/2` each."""
    entry, judgement = puzzle.entry, puzzle.judgement
    for claim, category in zip(puzzle.claims, judgement.categories, strict=True):
        shown = claim.finding.solutions
        yield {
            "schema": "sudokubench.record/2",
            "puzzle": entry.text,
            "id": entry.id,
            "source": entry.source,
            "line": entry.line,
            "backend": claim.backend,
            "kind": claim.kind,
            "repeat": claim.repeat,
            **said(claim.finding),
            "solution": entry.shown(shown[0]) if shown else None,
            "category": category.value,
            "strength": judgement.strength.value,
            "message": claim.finding.message,
        }
