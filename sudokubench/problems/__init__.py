"""Exact-cover problems that are not boards: recognise a name such as queens:8, and find its family.

>>> named("queens:8")
<ExactCover queens:8: 64 options x 42 items>
"""

from __future__ import annotations

import re
from functools import lru_cache

from sudokubench.errors import UsageError, suggestion
from sudokubench.problem import ExactCover, cover
from sudokubench.problems import (
    cubes,
    designs,
    graphs,
    letters,
    overlap_text,
    queens,
    tilings,
    triangles,
    words,
)
from sudokubench.problems.drawing import clues_in_form, drawing, render, svg
from sudokubench.problems.family import Family

__all__ = [
    "FAMILIES", "NAMES", "clues_in_form", "drawing", "forms_like", "is_name", "may_be_name", "named",
    "render", "svg",
]  # fmt: skip


def _knuth(name: str) -> ExactCover:
    options = ((items, items) for items in ("CEF", "ADG", "BCF", "AD", "BG", "DEG"))
    return cover(options, primary="ABCDEFG", name=name)


FAMILIES = {
    family.kind: family
    for family in (
        Family("knuth:example", words.KNUTH, "example", _knuth, 0, "knuth:example"),
        *tilings.FAMILIES,
        *triangles.FAMILIES,
        *cubes.FAMILIES,
        *queens.FAMILIES,
        *designs.FAMILIES,
        *graphs.FAMILIES,
        *letters.FAMILIES,
        *overlap_text.FAMILIES,
    )
}
"""All families of problems, by their kind: the part of a name before the colon."""

NAMES = {family.form: family.meaning for family in FAMILIES.values()}
"""Forms of the names of problems, and what they mean."""


def is_name(text: str) -> bool:
    """Return whether a text begins like the name of a problem. `named` may still refuse it.

    >>> is_name("tromino:9"), is_name("puzzles.txt")
    (True, False)
    """
    kind, colon, _ = text.partition(":")
    return bool(colon) and kind in FAMILIES


def may_be_name(text: str) -> bool:
    """Return whether a text is like the name of a problem, perhaps misspelt, and not like a board.

    >>> may_be_name("queen:8"), may_be_name("queen"), may_be_name("ABCD")
    (True, True, False)
    """
    like = re.fullmatch(r"[A-Za-z]{1,15}(:[\w-]{0,15})?", text)  # a board has at least 16 cells
    return is_name(text) or (like is not None and bool(like[1] or suggestion(text, FAMILIES).en))


def forms_like(text: str) -> list[str]:
    """Return the forms of all names; if the text has a part after its colon, each form ends with this part."""
    rest = text.partition(":")[2]
    return [f"{form.partition(':')[0]}:{rest}" if rest else form for form in NAMES]


@lru_cache(maxsize=64)
def named(text: str) -> ExactCover:
    """Return the problem of a name. The last 64 problems are kept.

    Cells left out of a tiling are numbered from 0, row by row: `pentomino:8x8-27-28-35-36` leaves out the centre.

    Raises:
        UsageError: The text names no problem.
    """
    family = FAMILIES.get(text.partition(":")[0])
    if family is None:
        known, close = ", ".join(NAMES), suggestion(text, forms_like(text))
        raise UsageError(words.UNKNOWN_PROBLEM.format(name=text, known=known, close=close))
    return family.named(text)
