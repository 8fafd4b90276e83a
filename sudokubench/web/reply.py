"""What goes back to a client: a reply at the end of a call, and of a long one the news while it works."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from threading import Event
from time import monotonic
from typing import Any, NoReturn

from sudokubench.actions.observer import PUZZLES, Observer
from sudokubench.board import Board
from sudokubench.errors import Cancelled, SudokubenchError
from sudokubench.generate.annealing import Moment
from sudokubench.harness.disagreement import Disagreement
from sudokubench.harness.runner import Judged, Partial
from sudokubench.words import Language, Words

_PAUSE_S = 0.05
"""So long nothing is told of how far a job is: no eye sees more."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a command would have printed."""

    result: Mapping[str, Any]
    text: list[str]
    remarks: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """One JSON object of the schema `sudokubench.reply/1`."""
        return {
            "schema": "sudokubench.reply/1",
            "result": self.result,
            "text": self.text,
            "remarks": self.remarks,
        }


def event(name: str, value: Mapping[str, Any]) -> str:
    """A server-sent event (HTML Standard, section 9.2)."""
    return f"event: {name}\ndata: {json.dumps(value, ensure_ascii=False)}\n\n"


@dataclass(slots=True)
class Noted(Observer):
    """Keeps what is remarked; what is refused ends the call."""

    language: Language
    remarks: list[str] = field(default_factory=list)

    def remark(self, words: Words) -> None:
        """See `Observer`."""
        self.remarks.append(words.to(self.language))

    def refused(self, error: SudokubenchError) -> NoReturn:
        """See `Observer`."""
        raise error


class Feed(Noted):
    """Also tells a client what happens, event by event, and ends the work when nobody listens any more."""

    NEWS = ("progress", "claim", "record", "disagreement", "look")
    """What is told; each is the name of the schema of its JSON."""

    def __init__(self, send: Callable[[str], object]) -> None:
        """Begin to tell; `send` takes events as text, from whichever thread."""
        super().__init__("en")
        self._send, self._told, self._stopped = send, 0.0, Event()
        self._nearest = inf

    def stop(self) -> None:
        """Have the work end where it next asks whether to go on."""
        self._stopped.set()

    def pass_on(self, text: str) -> None:
        """Tell an event that a feed of another process has told."""
        self._send(text)

    def _tell(self, schema: str, **value: object) -> None:
        name = schema.removeprefix("sudokubench.").partition("/")[0]
        self._send(event(name, {"schema": schema, **value}))

    def _is_pause(self) -> bool:
        now = monotonic()
        if now - self._told < _PAUSE_S:
            return True
        self._told = now
        return False

    def heed(self) -> None:
        """See `Observer`."""
        if self._stopped.is_set():
            raise Cancelled("nobody listens any more")

    def progress(
        self, done: int, of: int | None = None, *, by: str = "", failures: int = 0, unit: Words = PUZZLES
    ) -> None:
        """See `Observer`."""
        if not self._is_pause():
            self._tell("sudokubench.progress/1", done=done, by=by, failures=failures)

    def heard(self, answer: Partial) -> None:
        """See `Observer`."""
        claim = answer.claim
        self._tell(
            "sudokubench.claim/1", position=answer.position, backend=claim.backend, **claim.finding.as_json()
        )

    def judged(self, puzzle: Judged, trouble: Disagreement | None) -> None:
        """See `Observer`."""
        for record in puzzle.records():
            self._send(event("record", record))
        if trouble is not None:
            self._send(event("disagreement", trouble.as_json(puzzle.entry, puzzle.verdicts)))

    def looked(self, moment: Moment, nearest: Board) -> None:
        """See `Observer`."""
        best = moment.best.look
        if best.distance >= self._nearest and self._is_pause():
            return
        self._nearest = best.distance
        self._tell("sudokubench.look/1", distance=moment.distance, temperature=moment.temperature, taken=moment.taken,
            puzzle=str(nearest), nearest=best.distance, rating=best.value,
        )  # fmt: skip
