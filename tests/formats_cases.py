"""One puzzle as grids, in the ways that people write them; and the error of a text that is not a board."""

import pytest

from sudokubench.board import Board
from sudokubench.errors import InputError

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

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
    """The error of a text that is not a board."""
    with pytest.raises(InputError) as caught:
        Board.parse(text, layout, form)
    return caught.value
