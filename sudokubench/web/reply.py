"""Answers to a client: a reply at the end of a call, and news during a long call."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from typing import Any

from sudokubench.actions.observer import Observer
from sudokubench.actions.words import PUZZLES
from sudokubench.board import Board
from sudokubench.errors import SudokubenchError
from sudokubench.generation.annealing import Moment
from sudokubench.harness.disagreement import Disagreement
from sudokubench.harness.japanese_messages import in_both
from sudokubench.harness.runner import Judged, Partial
from sudokubench.words import Language, Words

_PAUSE_S = 0.05
"""Shortest time between two reports of progress, in seconds: a person reads no faster."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply of a call: its result, the lines that the command would print, and remarks."""

    result: Mapping[str, Any]
    text: list[str]
    remarks: list[str] = field(default_factory=list)

    def to_json(self) -> str:
        """Return one JSON object of the schema `sudokubench.reply/1`, as one line of text."""
        plain = {"schema": "sudokubench.reply/1", "result": self.result, "text": self.text}
        return json.dumps({**plain, "remarks": self.remarks}, ensure_ascii=False)


def event(name: str, value: Mapping[str, Any]) -> str:
    """Return a server-sent event (HTML Standard, section 9.2)."""
    return f"event: {name}\ndata: {json.dumps(value, ensure_ascii=False)}\n\n"


@dataclass(slots=True)
class Noted(Observer):
    """An observer that keeps remarks. A refusal ends the call; a `tolerant` observer keeps it as a remark."""

    language: Language
    remarks: list[str] = field(default_factory=list)
    tolerant: bool = False

    def remark(self, words: Words) -> None:
        """See `Observer`."""
        self.remarks.append(words.to(self.language))

    def refused(self, error: SudokubenchError) -> None:
        """See `Observer`."""
        if not self.tolerant:
            raise error
        self.remark(error.words)


class Feed(Noted):
    """An observer that also reports the work to a client, event by event; if the client has gone, it ends the work."""

    NEWS = ("progress", "claim", "record", "disagreement", "look")
    """Names of the events; each is also the name of the schema of its JSON."""

    def __init__(self, send: Callable[[str, str], object], heed: Callable[[], object]) -> None:
        """Begin to report.

        Args:
            send: Takes a kind and a text: `news` is an event; `within` is a limit of CPU time; `otherwise` is the
                answer if this time runs out.
            heed: Raises Cancelled when the client has gone.
        """
        super().__init__("en")
        self._send, self._heed, self._reported_s = send, heed, 0.0
        self._nearest = inf
        self._answer: Callable[[Moment, Board], Reply] | None = None

    def within(self, seconds: float, late: Words, nearest: Callable[[Moment, Board], Reply]) -> None:
        """Limit the CPU time from now on. If it runs out, the client gets the nearest puzzle so far, or `late`."""
        self._send("within", json.dumps({"cpu_s": seconds, **late.as_json()}))
        self._answer = nearest

    def _tell(self, schema: str, **value: object) -> None:
        name = schema.removeprefix("sudokubench.").partition("/")[0]
        self._send("news", event(name, {"schema": schema, **value}))

    def _is_pause(self) -> bool:
        now = monotonic()
        if now - self._reported_s < _PAUSE_S:
            return True
        self._reported_s = now
        return False

    def heed(self) -> None:
        """See `Observer`."""
        self._heed()

    def progress(
        self, done: int, of: int | None = None, *, by: str = "", failures: int = 0, unit: Words = PUZZLES
    ) -> None:
        """See `Observer`."""
        if not self._is_pause():
            self._tell("sudokubench.progress/1", done=done, by=by, failures=failures)

    def heard(self, answer: Partial) -> None:
        """See `Observer`."""
        claim = self._translated(answer.claim.finding.as_json())
        self._tell("sudokubench.claim/1", position=answer.position, backend=answer.claim.backend, **claim)

    def judged(self, puzzle: Judged, trouble: Disagreement | None) -> None:
        """See `Observer`."""
        for record in puzzle.records():
            self._send("news", event("record", self._translated(record)))
        if trouble is not None:
            reasons = [in_both(reason).to(self.language) for reason in trouble.reasons]
            found = trouble.as_json(puzzle.entry, puzzle.verdicts) | {"reasons": reasons}
            self._send("news", event("disagreement", found))

    def _translated(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        """Return an answer with its message in the language of the client."""
        return {**answer, "message": in_both(answer["message"]).to(self.language)}

    def looked(self, moment: Moment, nearest: Board) -> None:
        """See `Observer`."""
        best = moment.best.look
        if best.distance >= self._nearest and self._is_pause():
            return
        if best.distance < self._nearest and self._answer is not None:
            self._send("otherwise", self._answer(moment, nearest).to_json())
        self._nearest = best.distance
        self._tell("sudokubench.look/1", distance=moment.distance, temperature=moment.temperature, taken=moment.taken,
            puzzle=str(nearest), nearest=best.distance, rating=best.value,
        )  # fmt: skip
