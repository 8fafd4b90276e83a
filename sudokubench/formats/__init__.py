"""Text forms of a board, each in both directions: `line`, `grid`, `candidates`.

A form turns text into a `Grid` and back and knows nothing of boards. `read` finds the form by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import NamedTuple, Protocol

from sudokubench.errors import InputError, Place, UsageError
from sudokubench.formats import candidates, grid, line
from sudokubench.formats.cells import Grid, split_lines
from sudokubench.layout import Layout

__all__ = ["FORMS", "Grid", "read", "write"]


class Reader(Protocol):
    """Text to grid; `layout` None means: find the size from the text."""

    def __call__(self, text: str, layout: Layout | None) -> Grid: ...


class Form(NamedTuple):
    """One text form; `read` is None for forms that only print."""

    read: Reader | None
    write: Callable[[Grid], str]


FORMS = MappingProxyType(
    {
        "line": Form(line.read, line.write),
        "grid": Form(grid.read, grid.write),
        "unicode": Form(None, grid.write_unicode),
        "candidates": Form(candidates.read, candidates.write),
    }
)


def read(text: str, layout: Layout | None = None, form: str | None = None) -> Grid:
    """The grid that a text shows.

    Args:
        text: One board in any known form, at most a few kilobytes.
        layout: The layout it must have; found from the number of cells if None.
        form: Name of the form; found from the text if None: one line of text is a `line`, several are a
            `candidates` grid where some cell shows more than one digit, else a `grid`.

    Raises:
        InputError: The text is no board; line and column say where.
        UsageError: No such form.
    """
    text = text.removeprefix("\ufeff")
    nul = text.find("\0")
    if nul >= 0:
        place = Place("", text.count("\n", 0, nul) + 1, nul - text.rfind("\n", 0, nul))
        raise InputError("a NUL character: this is no text file", place)
    if not text.strip():
        raise InputError("an empty text: a board has one character for each cell, such as 81 for 9x9")
    if form is not None:
        reader = form_named(form).read
        if reader is None:
            raise UsageError(f"the form {form!r} can be written but not read")
        return reader(text, layout)
    if "\n" not in text:
        return line.read(text, layout)
    lines = [(number, row) for number, row in enumerate(split_lines(text), 1) if row.strip()]
    if len(lines) == 1:
        number, only = lines[0]
        try:
            return line.read(only, layout)
        except InputError as error:
            raise error.at("", number) from None
    return candidates.read(text, layout) if candidates.looks_like(text) else grid.read(text, layout)


def write(form: str, content: Grid) -> str:
    """The text of a grid, without a newline at its end. Raises UsageError for an unknown form."""
    return form_named(form).write(content)


def form_named(name: str) -> Form:
    """Raises UsageError for an unknown form."""
    if name not in FORMS:
        raise UsageError(f"unknown form {name!r}; there are {', '.join(FORMS)}")
    return FORMS[name]
