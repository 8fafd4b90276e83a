"""One puzzle as grids, in the ways that people write them; a jigsaw; and the results for texts that are not boards."""

import pytest

from sudokubench.board import Board
from sudokubench.constraints import VARIANTS
from sudokubench.errors import InputError
from sudokubench.layout import Layout

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

TWISTED = "AAABBBCCCAAABBBCCCAAABBBCCCDDDEEEFFFDDDEEEFFFDDGEEEFFFGDGHHHIIIGGGGHHIIIGGHHHHIII"
JIGSAW = Layout(9, tuple("ABCDEFGHI".index(sign) for sign in TWISTED), "123456789")

_ROWS = [PUZZLE[9 * r : 9 * r + 9] for r in range(9)]


def _table(bar: str, rule: str, spaced: bool, edge: str = "") -> str:
    lines = []
    for r, row in enumerate(_ROWS):
        if r % 3 == 0 and (edge or (rule and r)):
            lines.append(rule)
        parts = [row[c : c + 3] for c in (0, 3, 6)]
        cells = [" ".join(part) if spaced else part for part in parts]
        middle = (f" {bar} " if spaced else bar).join(cells)
        lines.append(f"{edge}{middle}{edge}")
    return "\n".join([*lines, rule] if edge else lines)


GRIDS = {
    "bare": "\n".join(_ROWS),
    "spaced": "\n".join(" ".join(row) for row in _ROWS),
    "bars": _table("|", "", spaced=False),
    "bars and rules": _table("|", "---+---+---", spaced=False),
    "spaced bars and rules": _table("|", "------+-------+------", spaced=True),
    "double bars": _table("║", "═══╬═══╬═══", spaced=False),
    "frame": _table("|", "+---+---+---+", spaced=False, edge="|"),
    "frame of stars": _table("|", "*-----------*", spaced=False, edge="|"),
    "HoDoKu's frame": _table("|", ".-------.-------.-------.", spaced=True, edge="|"),
    "equal signs": _table("|", "=== === ===", spaced=False),
    "blank lines": _table("", "", spaced=False).replace("\n", "\n\n"),
    "colons": _table(":", "", spaced=False),
}


def fault(text, layout=None, form=None):
    """Return the error of a text that is not a board."""
    with pytest.raises(InputError) as caught:
        Board.parse(text, layout, form)
    return caught.value


def rule(kind, *cells, **fields):
    return VARIANTS[kind](**({"cells": cells} if cells else {}), **fields)


def altered(text, draw, parts):
    """Return the text with one to four changes: each replaces some signs by a part, or by three copies of a piece."""
    signs = list(text)
    for _ in range(draw.randint(1, 4)):
        at = draw.randrange(len(signs) or 1)
        piece = signs[at : at + draw.randint(1, 40)] * 3
        signs[at : at + draw.randint(0, 9)] = draw.choice([*parts, piece])
    return "".join(signs)


def outcomes_of(texts):
    """Return the results of reading texts: boards, kinds of errors, and how the errors begin in Japanese."""
    outcomes = set()
    for text in texts:
        try:
            outcomes.add(type(Board.parse(text)))
        except InputError as error:
            outcomes |= {type(error), error.to("ja")[:3]}
    return outcomes


FEW_AND_MANY = pytest.mark.parametrize("rounds", [300, pytest.param(20_000, marks=pytest.mark.thorough)])
"""Numbers of altered texts: few, and in the thorough tests many."""
