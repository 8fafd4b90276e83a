"""Exact-cover problems that are not boards, by name, and random boards for scaling runs.

>>> named("queens:8")
<ExactCover queens:8: 64 options x 42 items>
"""

from __future__ import annotations

import re
from functools import lru_cache

from sudokubench.errors import UsageError
from sudokubench.problem import ExactCover, cover
from sudokubench.problems.picture import drawing, render
from sudokubench.problems.queens import queens
from sudokubench.problems.tilings import pentominoes, trominoes
from sudokubench.problems.words import BAD_SIDE, FORM, NAMES, UNKNOWN_PROBLEM, WHOLE_SQUARE
from sudokubench.words import listed

__all__ = ["NAMES", "drawing", "is_name", "named", "pentominoes", "queens", "render", "trominoes"]

_LARGEST = 64

_NAME = re.compile(
    r"(?P<kind>[a-z]+):(?P<rows>[0-9]{1,9})(?:x(?P<columns>[0-9]{1,9}))?(?P<missing>(?:-[0-9]{1,4})*)"
)


def is_name(text: str) -> bool:
    """Return whether a text begins like the name of a problem; `named` reports faults of the rest.

    >>> is_name("tromino:9"), is_name("puzzles.txt")
    (True, False)
    """
    kind, colon, _ = text.partition(":")
    return bool(colon) and any(form.startswith(f"{kind}:") for form in NAMES)


@lru_cache(maxsize=64)
def named(text: str) -> ExactCover:
    """Return the problem of a name, the same object each time.

    Cells left out of a tiling are numbered from 0, row by row: `pentomino:8x8-27-28-35-36` leaves out the centre.

    Raises:
        UsageError: The text names no problem.
    """
    if text == "knuth:example":
        return cover(
            ((items, items) for items in ("CEF", "ADG", "BCF", "AD", "BG", "DEG")),
            primary="ABCDEFG",
            name=text,
        )
    match = _NAME.fullmatch(text)
    if match is None or not is_name(text):
        known = listed(FORM.format(form=form, meaning=meaning) for form, meaning in NAMES.items())
        raise UsageError(UNKNOWN_PROBLEM.format(name=text, known=known))
    rows = int(match["rows"])
    columns = int(match["columns"] or rows)
    if not 1 <= min(rows, columns) <= max(rows, columns) <= _LARGEST:
        raise UsageError(BAD_SIDE.format(name=text, most=_LARGEST))
    missing = tuple(int(cell) for cell in match["missing"].split("-")[1:])
    if match["kind"] == "queens":
        if missing or rows != columns:
            raise UsageError(WHOLE_SQUARE.format(name=text, side=rows))
        return queens(rows)
    return (trominoes if match["kind"] == "tromino" else pentominoes)(rows, columns, missing, name=text)
