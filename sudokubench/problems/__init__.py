"""Exact-cover problems that are not boards: recognise a name such as queens:8, and find its family.

>>> named("queens:8")
<ExactCover queens:8: 64 options x 42 items>
"""

from __future__ import annotations

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
from sudokubench.problems.drawing import clues_in_form, drawing, places, render, svg
from sudokubench.problems.family import Family

__all__ = ["FAMILIES", "NAMES", "clues_in_form", "drawing", "is_name", "named", "places", "render", "svg"]


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


@lru_cache(maxsize=64)
def named(text: str) -> ExactCover:
    """Return the problem of a name. The last 64 problems are kept.

    Cells left out of a tiling are numbered from 0, row by row: `pentomino:8x8-27-28-35-36` leaves out the centre.

    Raises:
        UsageError: The text names no problem.
    """
    if not is_name(text):
        raise UsageError(
            words.UNKNOWN_PROBLEM.format(name=text, known=", ".join(NAMES), close=suggestion(text, NAMES))
        )
    return FAMILIES[text.partition(":")[0]].named(text)
