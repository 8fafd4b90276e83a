"""The fields of the calls of the HTTP API, the functions that read them, and the description of a call."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sudokubench.board import Board
from sudokubench.core_words import NAMED
from sudokubench.data import set_names
from sudokubench.errors import InputError, UsageError, suggestion, unknown
from sudokubench.formats.puzzle_json import read_problem
from sudokubench.formats.regions import layout_of_map
from sudokubench.formats.strict_json import shown
from sudokubench.generation.clue_symmetries import SYMMETRIES
from sudokubench.generation.difficulty_aims import SCALES
from sudokubench.generation.readings import DRAWN
from sudokubench.generation.wish import clues_of
from sudokubench.harness.finding import Task
from sudokubench.layout import Layout
from sudokubench.logic.rating import Level
from sudokubench.problem import ExactCover
from sudokubench.problems import may_be_name, named
from sudokubench.puzzles import refuse_overlaps
from sudokubench.web import words
from sudokubench.web.limits import ASKED_SECONDS, PASTED_BODY_BYTES, SHORT_BODY_BYTES
from sudokubench.web.reply import Reply
from sudokubench.words import LANGUAGES

JSON, SVG, HTML, EVENTS = "application/json", "image/svg+xml", "text/html", "text/event-stream"
TRACED = ("dlx", "dlx:kernel=nodes", "algorithm_x")
"""The engines whose search the page can show."""
DecisionPath = tuple[tuple[int, int], ...]
"""Replaced steps, in order: the number of each step, and the number of the move in its place."""
_BRANCH = r"([1-9][0-9]{0,4}\.[1-9][0-9]?(-(?!$)|$)){0,50}"
_MOST_STEP, _MOST_SEED = 999_999_999, (1 << 63) - 1
_LEVELS = tuple(level.value for level in Level)


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise UsageError(words.NOT_A_TEXT.format(value=shown(value)))


def _board(value: object) -> Board:
    if isinstance(value, str):
        refuse_overlaps(value)  # rows of a samurai may look like a board of 21x21
        return Board.parse(value)
    if isinstance(value, dict):
        return Board.from_json(value)
    raise UsageError(words.NOT_A_BOARD.format(value=shown(value)))


def _flag(value: object) -> bool:
    if value in ("true", "false"):  # from the query of an address
        return value == "true"
    if isinstance(value, bool):
        return value
    raise UsageError(words.NOT_A_FLAG.format(value=shown(value)))


def _number(value: object) -> int:
    digits = str(value)
    if not isinstance(value, bool) and re.fullmatch("[1-9][0-9]{0,8}", digits):
        return int(digits)
    raise UsageError(words.NOT_A_NUMBER.format(value=shown(value), least=1, most=_MOST_STEP))


def _branch(value: object) -> DecisionPath:
    if isinstance(value, str) and re.fullmatch(_BRANCH, value):
        return tuple((int(step), int(move)) for step, move in re.findall(r"(\d+)\.(\d+)", value))
    raise UsageError(words.NOT_A_BRANCH.format(value=shown(value)))


def _texts(value: object) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return tuple(value)
    raise UsageError(words.NOT_TEXTS.format(value=shown(value)))


def _seconds(value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= ASKED_SECONDS:
        return float(value)
    raise UsageError(words.NOT_SECONDS.format(value=shown(value), most=ASKED_SECONDS))


def _whole(value: object) -> int:
    if type(value) is int and 0 <= value <= _MOST_SEED:
        return value
    raise UsageError(words.NOT_A_NUMBER.format(value=shown(value), least=0, most=_MOST_SEED))


def _chosen(*known: str) -> Callable[[object], str]:
    def read(value: object) -> str:
        if isinstance(value, str) and value in known:
            return value
        raise UsageError(words.NOT_AMONG.format(value=shown(value), **unknown(str(value), known)))

    return read


def _problem(value: object) -> Board | ExactCover:
    """Return a board or a named problem; never read a file."""
    return named(value) if isinstance(value, str) and may_be_name(value) else _board(value)


def boards_in(text: str, broken: list[InputError] | None = None) -> list[Board]:
    """Return the single board of a text; if the text is not one board, return all boards in it.

    If the text has at least two boards, they are a collection, and entries that are not boards are left out.

    Args:
        broken: Gets the errors of the entries that are left out.

    Raises:
        InputError: The text has no board, or it has a single board and something that is not a board.
    """
    refuse_overlaps(text)
    try:
        return [Board.parse(text)]
    except InputError:
        left_out: list[InputError] = []
        with suppress(InputError):
            found = Board.parse_all(text, left_out)
            if len(found) > 1 or not left_out:
                if broken is not None:
                    broken += left_out
                return found
        raise


def _corpus(value: object) -> list[Board] | ExactCover | str:
    """Return boards, a named problem, or the name of a bundled set."""
    if isinstance(value, str) and value in set_names():
        return value
    if isinstance(value, str) and not may_be_name(value):
        return boards_in(value)
    found = _problem(value)
    return [found] if isinstance(found, Board) else found


def _layout(value: object) -> Layout:
    """Return a layout by name, as JSON or as a map of regions; never a file."""
    text = _text(value)
    problem = (
        read_problem(text) if text.startswith("{") or layout_of_map(text, prime=True) else Layout.named(text)
    )
    if isinstance(problem, Layout):
        return problem
    raise UsageError(words.LAYOUTS_ONLY)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a call: the schema of its JSON, the function that reads its value, and its default."""

    schema: Mapping[str, Any]
    read: Callable[[object], Any]
    required: bool = False
    default: Any = None


TEXT: Mapping[str, Any] = {"type": "string"}
_EXAMPLES = {"examples": ["1...3..2...3..2."]}
BOARD: Mapping[str, Any] = {**TEXT, **_EXAMPLES}
_PUZZLE: Mapping[str, Any] = {"anyOf": [TEXT, {"$ref": "#/components/schemas/puzzle"}], **_EXAMPLES}
_SECONDS: Mapping[str, Any] = {"type": "number", "exclusiveMinimum": 0, "maximum": ASKED_SECONDS}


def _choice(names: tuple[str, ...]) -> Field:
    """Return a field with one of these values; the first is the default."""
    return Field({"enum": [*names], "default": names[0]}, _chosen(*names), default=names[0])


def _switch(default: bool = False) -> Field:
    return Field({"type": "boolean", "default": default}, _flag, default=default)


FIELDS = {
    "text": Field(BOARD, _text, True),
    "symbols": Field(TEXT, _text),
    "puzzle": Field(_PUZZLE, _board, True),
    "clues": Field(_PUZZLE, _board),
    "candidate": Field({**TEXT, "examples": ["R1C2#2"]}, _text, True),
    "step": Field({"type": "integer", "minimum": 1, "maximum": _MOST_STEP, "examples": [1]}, _number, True),
    "move": Field({"type": "integer", "minimum": 1, "maximum": _MOST_STEP}, _number),
    "branch": Field({**TEXT, "pattern": f"^{_BRANCH}$", "default": ""}, _branch, default=()),
    "search": _switch(),
    "verify": _switch(),
    "marks": _switch(),
    "facts": _switch(default=True),
    "problem": Field(_PUZZLE, _problem, True),
    "corpus": Field({"anyOf": [{"enum": [*set_names()]}, *_PUZZLE["anyOf"]]}, _corpus, True),
    "backends": Field({"type": "array", "items": TEXT, "minItems": 1}, _texts, True),
    "engine": _choice(TRACED),
    "task": _choice((Task.UNIQUE.value, Task.SOLVE.value, Task.COUNT.value)),
    "seconds": Field(_SECONDS, _seconds, default=20.0),
    "keep": _switch(default=True),
    "counted": _switch(),
    "run": Field(TEXT, _text, True),
    "other": Field(TEXT, _text, True),
    "level": Field({"enum": [*_LEVELS]}, _chosen(*_LEVELS), True),
    "layout": Field(TEXT, _layout, default=Layout.standard(9)),
    "symmetry": _choice(SYMMETRIES),
    "number_of_clues": Field(TEXT, lambda value: clues_of(_text(value))),
    "rating": Field(TEXT, _text),
    "scale": _choice(SCALES),
    "needs": Field({"type": "array", "items": TEXT, "default": []}, _texts, default=()),
    "without": Field({"type": "array", "items": TEXT, "default": []}, _texts, default=()),
    "hardest": Field(TEXT, _text),
    "position": _switch(),
    "minimal": _switch(),
    "variant": Field({"enum": [*DRAWN]}, _chosen(*DRAWN)),
    "seed": Field({"type": "integer", "minimum": 0, "maximum": _MOST_SEED, "default": 0}, _whole, default=0),
    "lang": _choice(LANGUAGES),
}


@dataclass(frozen=True, slots=True)
class Call:
    """A call that a client can make.

    Attributes:
        name: The last part of its path.
        summary: What it does, for the OpenAPI document.
        fields: Names of its `FIELDS`.
        work: The function that answers it.
        result: Name of the schema of its result; None for drawings and pages.
        gives: Media type of its answer. Drawings and pages use GET, all other calls use POST.
        here: Further arguments that the server gives to the function: `results`, the folder of runs; `feed`, which
            reports to the client; `engines`, the workers of the last race.
    """

    name: str
    summary: str
    fields: tuple[str, ...]
    work: Callable[..., Reply | str]
    result: str | None = None
    gives: str = JSON
    here: tuple[str, ...] = ()

    @property
    def method(self) -> str:
        """HTTP method of the call."""
        return "POST" if self.gives in {JSON, EVENTS} else "GET"

    @property
    def most_bytes(self) -> int:
        """Largest body of a request, in bytes: pasted text may be long."""
        return PASTED_BODY_BYTES if {"text", "corpus"} & {*self.fields} else SHORT_BODY_BYTES

    def ask(self, given: Mapping[str, object], **here: object) -> Reply | str:
        """Run the call; it takes what it needs from the server's arguments `here`.

        Raises:
            UsageError: A field is unknown, missing or has a wrong value.
            InputError: A text is not a board, or the call cannot use this board.
            Undecided: The time was too short.
        """
        takes = ", ".join(self.fields)
        for name in given:
            if name not in self.fields:
                told = {"field": f"{name!r:.60}", "call": self.name, "fields": takes}
                raise UsageError(words.NO_FIELD.format(**told, close=suggestion(name, self.fields)))
        values = {}
        for name in self.fields:
            known = FIELDS[name]
            if name not in given and known.required:
                raise UsageError(words.FIELD_MISSING.format(field=repr(name), call=self.name, fields=takes))
            try:
                values[name] = known.read(given[name]) if name in given else known.default
            except UsageError as error:
                raise UsageError(NAMED.format(name=name, text=error.words)) from None
        return self.work(**values, **{name: here[name] for name in self.here})
