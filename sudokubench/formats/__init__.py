"""The text forms of boards by name, each with its reader and its writer (`convert --to`); `read` detects a text's form.

A form turns text into a `Grid` and back, and does not depend on `Board`. A new form is a line of `FORMS`.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import NamedTuple

from sudokubench.core_words import A_TEXT
from sudokubench.errors import InputError, Place, UsageError, require_kind, unknown
from sudokubench.formats import candidates, grid, identity, line, puzzle_json, words
from sudokubench.formats.cells import Grid, split_lines, tokens
from sudokubench.formats.identity import problem_named, split_name
from sudokubench.formats.puzzle_json import digest, from_object, to_object
from sudokubench.formats.shared import FORMS_OF_PROGRAMS, SHARED, form_of
from sudokubench.layout import Layout
from sudokubench.problem import BoardProblem, Variant, layout_of, same_rules, with_constraints

__all__ = [
    "FORMS", "SHARED", "Grid", "digest", "from_object", "problem_named", "read", "split_name", "to_object", "write",
]  # fmt: skip


class Form(NamedTuple):
    """A text form. `read` is None if the form can only be written; without a layout, it finds the layout in the
    text."""

    read: Callable[[str, Layout | None], Grid] | None
    write: Callable[[Grid], str]


def _drawn(content: Grid) -> str:
    from sudokubench.formats.svg import draw

    return draw(content)


FORMS = MappingProxyType(
    {
        "line": Form(line.read, line.write),
        "grid": Form(grid.read, grid.write),
        "unicode": Form(None, grid.write_unicode),
        "candidates": Form(candidates.read, candidates.write),
        "json": Form(puzzle_json.read, puzzle_json.write),
        "text": Form(None, identity.write),
        "svg": Form(None, _drawn),
        **{name: Form(form.read, form.write) for name, form in FORMS_OF_PROGRAMS.items()},
    }
)


def read(text: str, problem: BoardProblem | None = None, form: str | None = None) -> Grid:
    """Return the grid that a text shows.

    Args:
        text: One board in any known form, at most a few kilobytes.
        problem: Layout and constraints that the board must have. If None, the text names them, or the board has the
            standard layout of its number of cells.
        form: Name of the form. If None, the text decides. One line of text is a `line`. Several lines are `candidates`
            if some cell shows more than one digit, or else a `grid`. Text that begins with a brace is `json`. `shared`
            recognises the puzzles of other programs.

    Raises:
        InputError: The text is not a board (the error has line and column), or it states other rules than `problem`.
        UsageError: The form does not exist, or can only be written.
    """
    text = text.removeprefix("\ufeff")
    nul = text.find("\0")
    if nul >= 0:
        place = Place("", text.count("\n", 0, nul) + 1, nul - text.rfind("\n", 0, nul))
        raise InputError(words.NUL, place)
    is_named = ":" in text and (form or form_of(text)) not in FORMS_OF_PROGRAMS
    named = identity.split_name(text) if is_named else None
    if named is None:
        return _read(text, problem, form)
    name, rest = named
    try:
        stated = identity.problem_named(name)
    except UsageError as error:
        raise InputError(error.words) from None
    if problem is not None and not same_rules(problem, stated):
        raise InputError(words.OTHER_PUZZLE.format(found=stated, asked=problem))
    try:
        found = _read(rest, stated, form)
        return found if problem is None else found._replace(layout=layout_of(problem))
    except InputError as error:
        raise error.moved(len(text) - len(rest)) from None


def _read(text: str, problem: BoardProblem | None, form: str | None) -> Grid:
    if not text.strip():
        raise InputError(words.EMPTY)
    if problem is None:
        return _grid(text, None, form)
    found = _grid(text, layout_of(problem), form)
    stated = with_constraints(found.layout, found.constraints)
    if problem == stated:
        return found
    if found.constraints or not isinstance(problem, Variant):
        raise InputError(words.OTHER_PUZZLE.format(found=stated, asked=problem))
    return found._replace(constraints=problem.constraints)


def _grid(text: str, layout: Layout | None, form: str | None) -> Grid:
    if form is not None:
        reader = form_named(form).read
        if reader is None:
            raise UsageError(words.ONLY_WRITTEN.format(name=form))
        return reader(text, layout)
    known = form_of(text)
    if known is not None:
        return FORMS_OF_PROGRAMS[known].read(text, layout)
    if text.lstrip().startswith("{"):
        return puzzle_json.read(text, layout)
    if "\n" not in text:
        return line.read(text, layout)
    lines = [(number, row) for number, row in enumerate(split_lines(text), 1) if row.strip()]
    if len(lines) == 1:
        number, only = lines[0]
        try:
            return line.read(only, layout)
        except InputError as error:
            raise error.at("", number) from None
    if candidates.looks_like(text, layout):
        return candidates.read(text, layout)
    cells = "".join(cell for _, row in lines for cell, _ in tokens(row)) if len(lines) == 27 else ""
    return candidates.marks_of(cells, layout) or grid.read(text, layout)


def write(form: str, content: Grid) -> str:
    """Return the text of a grid, without a newline at its end.

    Raises:
        UsageError: The form does not exist, or the grid lacks what the form shows, such as candidates.
        InputError: A form of another program has no element for one of the constraints.
    """
    return form_named(form).write(content)


def form_named(name: str) -> Form:
    """Return a form by its name. Raises UsageError for an unknown form."""
    require_kind("form", name, str, A_TEXT)
    if name in ("dlx", "matrix", "cover"):
        raise UsageError(words.FORM_OF_COVERS.format(name=name))
    if name not in FORMS:
        raise UsageError(words.UNKNOWN_FORM.format(**unknown(name, FORMS)))
    return FORMS[name]
