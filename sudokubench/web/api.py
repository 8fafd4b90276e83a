"""What can be asked: each call with its fields and the schema of its result; the OpenAPI document is made from them.

A call answers with what the command of its name prints: with `--json` (`result`), without (`text`), and on stderr
(`remarks`). A new one is a function and a line of `CALLS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import version
from typing import Any, NoReturn

from sudokubench.actions import schemas
from sudokubench.actions.explain import Explanation, explain
from sudokubench.actions.hint import hint
from sudokubench.actions.observer import Observer
from sudokubench.actions.rate import rate_entries
from sudokubench.actions.solve import solve_all
from sudokubench.actions.why import candidate as option_of
from sudokubench.actions.why import why
from sudokubench.backends import backend
from sudokubench.board import Board
from sudokubench.errors import InputError, SudokubenchError, UsageError, did_you_mean
from sudokubench.formats.strict_json import shown
from sudokubench.harness.corpus import ARGUMENT, entry_of
from sudokubench.harness.executors import Inline
from sudokubench.harness.isolation import Limits
from sudokubench.logic.configuration import rated
from sudokubench.logic.hint import GRADES
from sudokubench.logic.svg import draw
from sudokubench.logic.texts import messages
from sudokubench.solving import DEFAULT_BACKEND
from sudokubench.words import LANGUAGES, Language, Words

SECONDS = 20.0
"""Of each search, and of the steps of an explanation."""
_FORMS = {
    "json": Words("read as JSON", "JSON として読みました"),
    "line": Words("read as one line", "1 行の問題として読みました"),
    "grid": Words("read as a grid", "盤面として読みました"),
    "candidates": Words("read as a grid with candidates", "候補つきの盤面として読みました"),
    "found": Words("found in the text", "文章の中から読み取りました"),
}
_READ = Words("{layout}, {clues} clues: {form}", "{layout}、与え値 {clues} 個：{form}")
_FIRST = Words("the first of {count} boards", "{count} 問のうち最初の 1 問です")


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


@dataclass(slots=True)
class _Noted(Observer):
    """Keeps what is remarked; what is refused ends the call."""

    language: Language
    remarks: list[str] = field(default_factory=list)

    def remark(self, words: Words) -> None:
        self.remarks.append(words.to(self.language))

    def refused(self, error: SudokubenchError) -> NoReturn:
        raise error


# -- the calls -----------------------------------------------------------------------------------------------------


def _read(text: str, lang: Language) -> Reply:
    found = _boards(text)
    board, layout = found[0], found[0].layout
    form = next(one for one in _FORMS if one == "found" or _is_in(one, text, board))
    result = {
        "schema": "sudokubench.board/1",
        "puzzle": board.as_json(),
        "id": board.id,
        "text": str(board),
        "form": form,
        "boards": len(found),
        "size": layout.size,
        "symbols": layout.symbols,
        "boxes": list(layout.boxes),
        "houses": [{"name": house.name, "cells": list(house.cells)} for house in layout.houses],
        "rules": [constraint.describe(layout) for constraint in board.constraints],
    }
    told = _READ.format(layout=board.problem, clues=board.clue_count, form=_FORMS[form])
    remarks = [_FIRST.format(count=len(found)).to(lang)] if len(found) > 1 else []
    return Reply(result, [told.to(lang)], remarks)


def _boards(text: str) -> list[Board]:
    try:
        return [Board.parse(text)]
    except InputError:
        with suppress(InputError):
            return Board.parse_all(text)
        raise


def _is_in(form: str, text: str, board: Board) -> bool:
    """Whether a text is a board in a form, without anything around it."""
    with suppress(InputError):
        return Board.parse_strictly(text, form) == board
    return False


def _solve(puzzle: Board, lang: Language) -> Reply:
    noted, where = _Noted(lang), Inline(Limits(wall_s=SECONDS))
    entry = entry_of(puzzle, ARGUMENT, 1)
    (found,) = solve_all([entry], backend(DEFAULT_BACKEND), where, limit=2, observer=noted)
    end = "none" if found.outcome.exhausted else "undecided"
    return Reply(found.as_json(), [*map(entry.shown, found.solutions)] or [end], noted.remarks)


def _hint(puzzle: Board, clues: Board | None, lang: Language) -> Reply:
    found = hint(puzzle, clues, seconds=SECONDS)
    most = GRADES[-1]
    remarks = [words.to(lang) for words in found.remarks()]
    return Reply(found.as_json(lang, most), found.lines(lang, most), remarks)


@lru_cache(maxsize=16)
def _explained(puzzle: Board, search: bool) -> Explanation:
    """Kept, since each of its steps is drawn by a request of its own."""
    return explain(puzzle, branching="mrv" if search else None, seconds=SECONDS)


def _explain(puzzle: Board, search: bool, lang: Language) -> Reply:
    found = _explained(puzzle, search)
    remarks = [words.to(lang) for words in found.remarks()]
    return Reply(found.as_json(lang), list(found.lines(lang)), remarks)


def _drawing(puzzle: Board, step: int, search: bool, lang: Language) -> str:
    found = _explained(puzzle, search)
    if step > len(found):
        raise InputError(_NO_STEP.format(step=step, steps=len(found)))
    taken = found[step - 1]
    told = found.told(taken, lang)
    return draw(found.trace.states()[step - 1], taken, told, told, lang)


def _why(puzzle: Board, candidate: str, lang: Language) -> Reply:
    found = why(puzzle, option_of(candidate, puzzle.layout), seconds=SECONDS)
    return Reply(found.as_json(), [words.to(lang) for words in found.lines()])


def _rate(puzzle: Board, lang: Language) -> Reply:
    noted = _Noted(lang)
    (found,) = rate_entries([entry_of(puzzle, ARGUMENT, 1)], rated(), seconds=SECONDS, observer=noted)
    told = f"{messages.class_of(found.level).to(lang)} · SE {found.se:.1f} · D {found.difficulty:.2f}"
    return Reply(found.as_json(), [told], noted.remarks)


# -- their fields --------------------------------------------------------------------------------------------------


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise UsageError(f"{shown(value)}: it takes a text")


def _board(value: object) -> Board:
    if isinstance(value, (str, dict)):
        return Board.parse(value) if isinstance(value, str) else Board.from_json(value)
    raise UsageError(f"{shown(value)}: it takes a board, as text or as an object of sudokubench.puzzle/1")


def _language(value: object) -> Language:
    found = next((language for language in LANGUAGES if value == language), None)
    if found is None:
        raise UsageError(f"{shown(value)}: it takes {' or '.join(LANGUAGES)}")
    return found


def _flag(value: object) -> bool:
    if value in ("true", "false"):  # as an address has it
        return value == "true"
    if isinstance(value, bool):
        return value
    raise UsageError(f"{shown(value)}: it takes true or false")


def _number(value: object) -> int:
    digits = str(value)
    if isinstance(value, bool) or not (
        digits.isascii() and digits.isdigit() and 0 < int(digits[:9]) == int(digits)
    ):
        raise UsageError(f"{shown(value)}: it takes a whole number from 1 on")
    return int(digits)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a call: what JSON it takes, what is made of it, and what it is where it is left out."""

    schema: Mapping[str, Any]
    read: Callable[[object], Any]
    required: bool = False
    default: Any = None


_TEXT = {"type": "string"}
_PUZZLE = {"anyOf": [_TEXT, {"$ref": "#/components/schemas/puzzle"}]}
FIELDS = {
    "text": Field(_TEXT, _text, True),
    "puzzle": Field(_PUZZLE, _board, True),
    "clues": Field(_PUZZLE, _board),
    "candidate": Field(_TEXT, _text, True),
    "step": Field({"type": "integer", "minimum": 1}, _number, True),
    "search": Field({"type": "boolean", "default": False}, _flag, default=False),
    "lang": Field({"enum": [*LANGUAGES], "default": "en"}, _language, default="en"),
}


@dataclass(frozen=True, slots=True)
class Call:
    """Something that can be asked.

    Attributes:
        name: The last part of its path.
        summary: What it does, for the OpenAPI document.
        fields: Names of its `FIELDS`.
        work: The function.
        result: Name of the schema of its result; None for a drawing, which is asked for by GET.
    """

    name: str
    summary: str
    fields: tuple[str, ...]
    work: Callable[..., Reply | str]
    result: str | None = None

    def ask(self, given: Mapping[str, object]) -> Reply | str:
        """Ask it.

        Raises:
            UsageError: A field is unknown, missing or holds something else than it should.
            InputError: Or a board that is none, or none for this.
            Undecided: The time was too short.
        """
        for name in given:
            if name not in self.fields:
                close = did_you_mean(name, self.fields)
                raise UsageError(f"no field {name!r:.60}: {self.name} takes {', '.join(self.fields)}{close}")
        values = {}
        for name in self.fields:
            known = FIELDS[name]
            if name not in given and known.required:
                raise UsageError(f"the field {name!r} is missing: {self.name} takes {', '.join(self.fields)}")
            try:
                values[name] = known.read(given[name]) if name in given else known.default
            except UsageError as error:
                raise UsageError(f"{name}: {error}") from None
        return self.work(**values)


CALLS = (
    Call("read", "Reads the first board of a text in any form.", ("text", "lang"), _read, "board"),
    Call("solve", "Looks for up to two solutions.", ("puzzle", "lang"), _solve, "answer"),
    Call("hint", "The next step of a grid, in grades; mistakes first.", ("puzzle", "clues", "lang"), _hint, "hint"),
    Call("explain", "All steps to the solution.", ("puzzle", "search", "lang"), _explain, "trace"),
    Call("drawing", "A step as a picture.", ("puzzle", "step", "search", "lang"), _drawing),
    Call("why", "What forces or forbids a candidate.", ("puzzle", "candidate", "lang"), _why, "why"),
    Call("rate", "How hard a puzzle is.", ("puzzle", "lang"), _rate, "rating"),
)  # fmt: skip


def openapi() -> dict[str, Any]:
    """The OpenAPI document of `CALLS`."""
    described = {
        name: {key: part for key, part in one.items() if key not in {"$schema", "$id"}}
        for name, one in schemas.schemas().items()
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "sudokubench serve", "version": version("sudokubench"), "license": {"name": "MIT"}},
        "paths": {
            **{f"/api/{call.name}": {"post" if call.result else "get": _operation(call)} for call in CALLS},
            "/api/openapi.json": {
                "get": {
                    "operationId": "openapi",
                    "summary": "This document.",
                    "responses": {"200": _content("application/json", {"type": "object"})},
                }
            },
        },
        "components": {"schemas": described},
    }


def _operation(call: Call) -> dict[str, Any]:
    needed = [name for name in call.fields if FIELDS[name].required]
    made: dict[str, Any] = {"operationId": call.name, "summary": call.summary}
    if call.result is None:
        made["parameters"] = [
            {
                "name": name,
                "in": "query",
                "required": name in needed,
                "schema": _TEXT if name == "puzzle" else FIELDS[name].schema,
            }
            for name in call.fields
        ]
        answer = _content("image/svg+xml", _TEXT)
    else:
        properties = {name: FIELDS[name].schema for name in call.fields}
        body = {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
        result = {"properties": {"result": {"$ref": f"#/components/schemas/{call.result}"}}}
        reply = {"allOf": [{"$ref": "#/components/schemas/reply"}, result]}
        answer = _content("application/json", reply)
    error = _content("application/json", {"$ref": "#/components/schemas/error"}, "Why there is none.")
    return made | {"responses": {"200": answer, "default": error}}


def _content(kind: str, schema: Mapping[str, Any], told: str = "The answer.") -> dict[str, Any]:
    return {"description": told, "content": {kind: {"schema": schema}}}


_NO_STEP = Words("step {step}: the explanation has {steps}", "手順 {step}：この説明は {steps} 手順です")
