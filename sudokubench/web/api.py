"""The calls of the HTTP API: a table of all, the functions that answer at once, and the OpenAPI document.

A call that gives JSON and has the name of a command answers like this command: `result` is the output with `--json`,
`text` the output without `--json` (for `rate` one line, not a table), and `remarks` the stderr. The call `runs` is an
exception.

To add a call, write a function and a line of `CALLS`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import version
from random import Random
from typing import Any

from sudokubench.actions import schemas
from sudokubench.actions.boards import solution_of
from sudokubench.actions.book import bound
from sudokubench.actions.explain import Explanation, explain
from sudokubench.actions.generate import Generated
from sudokubench.actions.hint import hint
from sudokubench.actions.rate import rate_entries
from sudokubench.actions.solve import solve_all
from sudokubench.actions.why import why
from sudokubench.answer import Budget
from sudokubench.board import Board
from sudokubench.certificates import certify
from sudokubench.constraints import AllDifferent, Linear, Statement
from sudokubench.data import bundled
from sudokubench.errors import InputError
from sudokubench.formats import shapes
from sudokubench.harness.corpus import ARGUMENT, entry_of
from sudokubench.harness.inline import Inline
from sudokubench.harness.limits import Limits
from sudokubench.layout import Layout
from sudokubench.logic.configuration import rated, teaching
from sudokubench.logic.effort import EffortRating
from sudokubench.logic.geometry import geometry_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.hint import GRADES
from sudokubench.logic.rating import Level
from sudokubench.logic.search_settings import SETS
from sudokubench.logic.step import Step
from sudokubench.logic.step_drawing import draw, explained_marks, facts_marks
from sudokubench.logic.words import class_of
from sudokubench.problem import in_symbols, same_rules
from sudokubench.symmetry.group import random_symmetry
from sudokubench.web import jobs, pages, words
from sudokubench.web.fields import BOARD, EVENTS, FIELDS, HTML, JSON, SVG, TEXT, Call, DecisionPath, boards_in
from sudokubench.web.limits import MOST_BROKEN, MOST_PRINTED, MOVES_SECONDS, SEARCH_SECONDS
from sudokubench.web.reply import Feed, Noted, Reply
from sudokubench.words import Language

# -- the calls -----------------------------------------------------------------------------------------------------


def _read(text: str, symbols: str | None, lang: Language) -> Reply:
    broken: list[InputError] = []
    found = boards_in(text, broken)
    board = found[0]
    left_out = [remark.to(lang) for remark in board.remarks]
    form = next(one for one in words.FORMS if one == "found" or _is_in(one, text, board))
    if symbols is not None:
        board = Board(in_symbols(board.problem, symbols), board.digits, board.forbidden)
    line = words.BOARD_READ.format(layout=board.problem, clues=board.clue_count, form=words.FORMS[form])
    remarks = [words.FIRST_OF.format(count=len(found)).to(lang)] if len(found) > 1 else []
    remarks += [error.to(lang) for error in broken[:MOST_BROKEN]]
    if (more := len(broken) - MOST_BROKEN) > 0:
        remarks.append(words.MORE_BROKEN.format(count=more).to(lang))
    return Reply(_shown(board, form, lang, found), [line.to(lang)], left_out + remarks)


def _shown(board: Board, form: str, lang: Language, collection: Sequence[Board] = ()) -> dict[str, Any]:
    """Return a board with all data that a page needs to draw and check it.

    If `collection` has several boards, the result has their texts, too; `board` is the first board of `collection`.
    """
    layout = board.layout
    rules = [(one, one.describe(layout).to(lang)) for one in board.constraints]
    statements = [_statement(one) for rule in board.constraints for one in rule.statements(layout)]
    puzzles = {"puzzles": list(map(str, collection))} if len(collection) > 1 else {}
    return {
        "schema": "sudokubench.board/1",
        "puzzle": board.as_json(),
        "id": board.id,
        "text": str(board),
        "form": form,
        "boards": max(len(collection), 1),
        "size": layout.size,
        "symbols": layout.symbols,
        "boxes": list(layout.boxes),
        "houses": [{"name": house.name, "cells": list(house.cells)} for house in layout.houses],
        "rules": [name for _, name in rules],
        "statements": [shown for shown in statements if shown],
        "all_stated": None not in statements,
        "drawing": {
            "below": shapes.below(board.constraints, layout.size),
            "above": shapes.above(board.constraints, layout.size),
            "reach": shapes.reach(board.constraints),
            "corners": shapes.corners(board.constraints),
            "only_named": [name for one, name in rules if not shapes.is_drawn(one)],
        },
        **puzzles,
    }


def _statement(one: Statement) -> dict[str, Any] | None:
    """Return a statement as JSON if the page can check it (cells that differ, or cells with a total), else None."""
    if isinstance(one, AllDifferent):
        return {"cells": one.cells}
    if isinstance(one, Linear) and {*one.coefficients} == {1} and one.low == one.high:
        return {"cells": one.cells, "total": one.low}
    return None


def _fresh(level: str, layout: Layout, seed: int, lang: Language) -> Reply:
    """Return a bundled puzzle of a class and a layout, rearranged at random. Making a new one would take seconds."""
    random, title = Random(seed), class_of(Level(level))
    graded = [one.board for one in bundled("graded") if one.level == level]
    fitting = [board for board in graded if same_rules(board.layout, layout)]
    if not fitting:
        known = ", ".join(dict.fromkeys(str(board.layout) for board in graded))
        raise InputError(words.NO_FRESH.format(level=title, layout=layout, known=known))
    board = random.choice(fitting)
    moved = random_symmetry(board.problem, random)(board)
    made = Board(layout, moved.digits, moved.forbidden)  # in the symbols of the layout
    line = words.BOARD_READ.format(layout=made.problem, clues=made.clue_count, form=title)
    return Reply(_shown(made, "line", lang), [line.to(lang)])


def _book(text: str, lang: Language) -> str:
    """Return the first `MOST_PRINTED` puzzles of a collection as sheets to print, with their solutions."""
    made = []
    for number, board in enumerate(boards_in(text)[:MOST_PRINTED], 1):
        solution = solution_of(board, words.PUZZLE_NUMBER.format(number=number), SEARCH_SECONDS)
        made.append(Generated(number, board, solution, 0))
    return bound(made, "book.html", language=lang).decode()


def _is_in(form: str, text: str, board: Board) -> bool:
    """Return whether a form reads a text as this board, with no other text around it."""
    with suppress(InputError):
        return Board.parse_strictly(text, form) == board
    return False


def _solve(puzzle: Board, lang: Language) -> Reply:
    noted, where = Noted(lang), Inline(Limits(wall_s=SEARCH_SECONDS))
    entry = entry_of(puzzle, ARGUMENT, 1)
    (found,) = solve_all([entry], None, where, limit=2, observer=noted)
    end = "none" if found.outcome.exhausted else "undecided"
    return Reply(found.as_json(), [*map(entry.shown, found.solutions)] or [end], noted.remarks)


def _hint(puzzle: Board, clues: Board | None, marks: bool, lang: Language) -> Reply:
    found = hint(puzzle, clues, seconds=SEARCH_SECONDS, called=words.THIS_PUZZLE)
    most = GRADES[-1]
    remarks = [remark.to(lang) for remark in found.remarks()]
    result = found.as_json(lang, most)
    if marks and found.found:
        result["step"] = _marked(result["step"], found.state, found.found[1], lang)
    return Reply(result, found.lines(lang, most), remarks)


def _marked(plain: dict[str, Any], state: CandidateGrid, step: Step, lang: Language) -> dict[str, Any]:
    """Return a step as JSON with the marks that show its evidence in the state before it."""
    return {**plain, "marks": explained_marks(state, step, lang).as_json()}


@lru_cache(maxsize=16)
def _explained(puzzle: Board, search: bool, branch: DecisionPath) -> Explanation:
    """Return an explanation. A cache keeps it, because a separate request draws each of its steps."""
    if branch:
        return _explained(puzzle, search, branch[:-1]).instead(*branch[-1])
    config = teaching().only(SETS["subsets"]) if search else teaching()  # like `explain --search`
    return explain(puzzle, config, branching="mrv" if search else None, seconds=SEARCH_SECONDS)


def _explain(
    puzzle: Board, search: bool, branch: DecisionPath, verify: bool, marks: bool, lang: Language
) -> Reply:
    found = _explained(puzzle, search, branch)
    if verify:
        found = found.verified()
    remarks = [remark.to(lang) for remark in found.remarks()]
    result = found.as_json(lang)
    if marks:
        steps = zip(result["steps"], found.trace.states(), found, strict=False)
        result["steps"] = [_marked(plain, state, step, lang) for plain, state, step in steps]
    return Reply(result, list(found.lines(lang)), remarks)


def _moves(
    puzzle: Board, step: int, search: bool, branch: DecisionPath, marks: bool, lang: Language
) -> Reply:
    found = _explained(puzzle, search, branch)
    state, (others, stopped) = found.state(step), found.others_within(step, MOVES_SECONDS)
    moves = [found.step_as_json(move, state.apply(move.placed, move.eliminated), lang) for move in others]
    if marks:
        moves = [_marked(plain, state, move, lang) for plain, move in zip(moves, others, strict=True)]
    result = {
        "schema": "sudokubench.moves/1",
        "puzzle": puzzle.as_json(),
        "id": puzzle.id,
        "number": step,
        "moves": moves,
        "stopped": "time" if stopped else None,
    }
    return Reply(result, [move["text"] for move in moves])


def _drawing(
    puzzle: Board, step: int, move: int | None, search: bool, branch: DecisionPath, lang: Language
) -> str:
    found = _explained(puzzle, search, branch)
    state = found.state(step)
    shown = found[step - 1] if move is None else found.other(step, move)
    sentence = found.sentence(shown, lang)
    return draw(state, shown, sentence, sentence, lang)


def _walkthrough(puzzle: Board, search: bool, branch: DecisionPath, lang: Language) -> str:
    return _explained(puzzle, search, branch).page(lang)


def _why(puzzle: Board, candidate: str, facts: bool, marks: bool, lang: Language) -> Reply:
    found = why(puzzle, candidate, facts=facts, called=words.THIS_PUZZLE)
    result = found.as_json(lang)
    if marks:
        steps = zip(result.get("steps", ()), found.states, found.steps or (), strict=False)
        result["steps"] = [_marked(plain, state, step, lang) for plain, state, step in steps]
        if found.found:
            result["marks"] = facts_marks(found.found, geometry_of(puzzle.problem), lang).as_json()
    return Reply(result, [line.to(lang) for line in found.lines()])


def _certify(puzzle: Board, lang: Language) -> Reply:
    line = certify(puzzle, budget=Budget(seconds=SEARCH_SECONDS)).to_json()
    return Reply(json.loads(line), [line])


def _rate(puzzle: Board, lang: Language) -> Reply:
    noted = Noted(lang)
    entry = entry_of(puzzle, ARGUMENT, 1)
    ((found,),) = rate_entries([entry], rated(), seconds=SEARCH_SECONDS, observer=noted)
    if isinstance(found, EffortRating):
        line = found.brief().to(lang)
    else:
        line = f"{class_of(found.level).to(lang)} · SE {found.se:.1f} · D {found.difficulty:.2f}"
    return Reply(found.as_json(), [line], noted.remarks)


CALLS = (
    Call("read", "Return the first board of a text in any form.", ("text", "symbols", "lang"), _read, "board"),
    Call("fresh", "Return a bundled puzzle of a class, randomly rearranged.", ("level", "layout", "seed", "lang"),
         _fresh, "board"),
    Call("book", "Return the puzzles of a text as sheets to print, with their solutions.", ("text", "lang"), _book,
         gives=HTML),
    Call("solve", "Search for up to two solutions.", ("puzzle", "lang"), _solve, "answer"),
    Call("hint", "Return the mistakes of a grid, or its next step in grades.", ("puzzle", "clues", "marks", "lang"),
         _hint, "hint"),
    Call("explain", "Return all steps to the solution. `branch` replaces steps by other moves, which `moves` lists.",
         ("puzzle", "search", "branch", "verify", "marks", "lang"), _explain, "trace"),
    Call("moves", "Return the other moves that are possible in the state before a step.",
         ("puzzle", "step", "search", "branch", "marks", "lang"), _moves, "moves"),
    Call("drawing", "Draw a step, or another move in its place.",
         ("puzzle", "step", "move", "search", "branch", "lang"), _drawing, gives=SVG),
    Call("why", "Return the reasons that force or forbid a candidate.",
         ("puzzle", "candidate", "facts", "marks", "lang"), _why, "why"),
    Call("rate", "Return the difficulty of a puzzle.", ("puzzle", "lang"), _rate, "rating"),
    Call("certify", "Prove how many solutions a puzzle has.", ("puzzle", "lang"), _certify, "certificate"),
    Call("choices", "List the choices of the page: engines, sets, rules and others.", ("lang",), jobs.choices,
         "choices"),
    Call("race", "Run engines on puzzles or on a bundled set. Store their answers as a race or as a run.",
         ("corpus", "backends", "task", "seconds", "keep", "counted", "lang"), jobs.race, "summary", EVENTS,
         ("results", "feed", "engines")),
    Call("generate", "Make a puzzle. Annealing finds puzzles with a wanted rating or with required rules.",
         ("layout", "variant", "symmetry", "number_of_clues", "minimal", "rating", "scale", "needs", "without",
          "hardest", "position", "seconds", "seed", "lang"),
         jobs.generated, "generated", EVENTS, ("feed",)),
    Call("watch", "Return the search of an engine as a page.", ("problem", "engine", "lang"), pages.watched,
         gives=HTML),
    Call("walkthrough", "Return all steps as one offline page.", ("puzzle", "search", "branch", "lang"),
         _walkthrough, gives=HTML),
    Call("runs", "Return the stored runs.", ("lang",), pages.runs, "runs", here=("results",)),
    Call("report", "Return the report of a run as a page.", ("run", "lang"), pages.report_page, gives=HTML,
         here=("results",)),
    Call("comparison", "Compare two runs on a page.", ("run", "other", "lang"), pages.compared_page, gives=HTML,
         here=("results",)),
    Call("history", "Show on a page how the engines changed over all runs.", ("lang",), pages.history_page,
         gives=HTML, here=("results",)),
)  # fmt: skip


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document of `CALLS`."""
    described = {
        name: {key: part for key, part in one.items() if key not in {"$schema", "$id"}}
        for name, one in schemas.schemas().items()
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "sudokubench serve", "version": version("sudokubench"), "license": {"name": "MIT"}},
        "paths": {
            **{f"/api/{call.name}": {call.method.lower(): _operation(call)} for call in CALLS},
            "/api/openapi.json": _plain("openapi", "Return this document.", {"type": "object"}),
            "/api/opened": _plain(
                "opened",
                "Return the puzzles that `serve` opens, if there are several.",
                {"type": "array", "items": TEXT},
            ),
            "/health": _plain("health", "Return the load.", {"$ref": "#/components/schemas/health"}),
        },
        "components": {"schemas": described},
    }


def _plain(name: str, summary: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"get": {"operationId": name, "summary": summary, "responses": {"200": _content(JSON, schema)}}}


def _operation(call: Call) -> dict[str, Any]:
    needed = [name for name in call.fields if FIELDS[name].required]
    made: dict[str, Any] = {"operationId": call.name, "summary": call.summary}
    if call.method == "GET":
        made["parameters"] = [
            {
                "name": name,
                "in": "query",
                "required": name in needed,
                "schema": BOARD if name in {"puzzle", "problem"} else FIELDS[name].schema,
            }
            for name in call.fields
        ]
        answer = _content(call.gives, TEXT)
    else:
        properties = {name: FIELDS[name].schema for name in call.fields}
        body = {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
        result = {"properties": {"result": {"$ref": f"#/components/schemas/{call.result}"}}}
        reply = {"allOf": [{"$ref": "#/components/schemas/reply"}, result]}
        answer = _content(JSON, reply)
        if call.gives == EVENTS:
            answer = _content(EVENTS, TEXT, _EVENTS)
            data = {name: {"$ref": f"#/components/schemas/{name}"} for name in (*Feed.NEWS, "error")}
            answer["content"][EVENTS]["x-events"] = data | {"result": reply}
    error = _content(JSON, {"$ref": "#/components/schemas/error"}, "The reason of a failure.")
    return made | {"responses": {"200": answer, "default": error}}


def _content(kind: str, schema: Mapping[str, Any], description: str = "The answer.") -> dict[str, Any]:
    return {"description": description, "content": {kind: {"schema": schema}}}


_EVENTS = "News as server-sent events, then one `result` or `error`. Closing the connection cancels the work."
