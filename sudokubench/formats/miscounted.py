"""A board in one line with one or two cells too few or too many: the message names the number, and the row if known."""

from __future__ import annotations

import re

from sudokubench.formats.strict_json import shown
from sudokubench.formats.words import FEW, IN_ROW, MISCOUNTED
from sudokubench.layout import Layout
from sudokubench.words import Words, untranslated

_SIDES = (4, 6, 9, 16, 25)
"""Sides of the boards for which a line may be meant, in cells."""


def miscounted(line: str, cells: int) -> Words | None:
    """Return the refusal of a line that has one or two cells too few or too many for a board; None for other lines.

    `cells` is the number of characters that would be cells.

    >>> miscounted("." * 80, 80).en.split("; ")[1]
    '9x9 has 81, one is missing'
    >>> miscounted("12.. 34. .... ....", 15).en.split("; ")[1]
    '4x4 has 16, one is missing in row 2'
    """
    rows = [row for row in re.split(r"[\s/|,;]+", line.strip()) if row]
    cells = sum(map(len, rows)) if len(rows) > 1 else cells
    largest = max((int(sign) for sign in line if sign in "123456789"), default=0)
    for side in _SIDES:
        missing = side * side - cells
        if missing not in FEW or largest > side or (len(rows) > 1 and len(rows) != side):
            continue
        wrong = [number for number, row in enumerate(rows, 1) if len(row) != side]
        where = IN_ROW.format(row=wrong[0]) if len(rows) > 1 and len(wrong) == 1 else untranslated("")
        return MISCOUNTED.format(
            seen=shown(line.strip()), cells=cells, layout=Layout.standard(side), all=side * side,
            few=FEW[missing], where=where,
        )  # fmt: skip
    return None
