"""Killers and jigsaws of SumoCue, in both directions: `SumoCueV1=5J0+0J0...` and the older `3x3::k:5888:2817:...`.

SumoCue writes `=` and the sum at the first cell of each cage, and `+` and the number of that cell, from 0, at the
others. A cage of one cell is a digit, 0 is a blank. `J` and a number name the region of a jigsaw; `D` in front of the
cells stands for both diagonals. The older form, which other programs read, has 256 times the sum plus a number of the
cage for each cell, and `d` for the diagonals. Source: the author's description in the forum of sudocue.net ("Sumocue
file syntax").
"""

from __future__ import annotations

import re

from sudokubench.constraints import VariantRule
from sudokubench.formats.cells import Grid
from sudokubench.formats.shared import words
from sudokubench.formats.shared.elements import diagonals, layout_from, made, read_back, refusal
from sudokubench.layout import Layout

PROGRAM = "SumoCue"
_BEGINNING = re.compile(r"SumoCueV\d|3x3:d?:k:")
_CELLS = re.compile(r"SumoCueV1(?P<d>D?)((?:[=+]\d{1,3}(?:J\d)?){81})", re.ASCII)
_NUMBERS = re.compile(r"3x3:(?P<d>d?):k:((?:\d{1,5}:){80}\d{1,5}):?", re.ASCII)


def matches(text: str) -> bool:
    """Return whether a text is one line that begins as a puzzle of SumoCue does."""
    return bool(_BEGINNING.match(text.lstrip())) and "\n" not in text.strip()


def read(text: str) -> Grid:
    """Return the puzzle of a line. Raises Refusal if a part is unknown or does not fit the board."""
    text, regions = "".join(text.split()), None
    found = _CELLS.fullmatch(text) or _NUMBERS.fullmatch(text)
    if found is None:
        raise refusal(text, words.SUMOCUE)
    heads, sums = list[int](), dict[int, int]()
    if text.startswith("SumoCue"):
        entries = re.findall(r"([=+])(\d+)(?:J(\d))?", found[2])
        for cell, (sign, number, _) in enumerate(entries):
            heads.append(cell if sign == "=" else int(number))
            sums |= {cell: int(number)} if sign == "=" else {}
        regions = [region for _, _, region in entries] if any(region for _, _, region in entries) else None
    else:
        numbers = [*map(int, found[2].split(":"))]
        heads = [numbers.index(k) if k else cell for cell, k in enumerate(numbers)]
        sums = {head: numbers[head] >> 8 for head in heads}
        cages = {*numbers} - {0}
        if len({k & 255 for k in cages}) < len(cages):
            raise refusal(text, words.CAGE_SUMS)
    layout = layout_from(9, regions, diagonals(9) if found["d"] else (), text)
    digits, rules = bytearray(81), list[VariantRule]()
    for head, total in sums.items():
        cells = [cell for cell in range(81) if heads[cell] == head]
        if len(cells) == 1:
            if total > 9:
                raise refusal(layout.cell_name(head), words.NO_DIGIT_HERE.format(value=total, n=9))
            digits[head] = total
        elif not total:
            raise refusal(layout.cell_name(head), words.CAGE_SUMS)
        else:
            rules.append(made("killer", layout, layout.cell_name(head), cells=cells, total=total))
    if lost := [cell for cell, head in enumerate(heads) if head not in sums]:
        raise refusal(layout.cell_name(lost[0]), words.CAGE_SUMS)
    return Grid(layout, bytes(digits), None, tuple(rules))


def write(content: Grid) -> str:
    """Return the line of a puzzle. Raises InputError if SumoCue cannot state one of its rules."""
    layout = content.layout
    sums = dict(enumerate(content.digits))
    heads = {cell: cell for cell in sums}
    for rule in content.constraints:
        if isinstance(rule, VariantRule) and rule.kind == "killer":
            first = min(rule.fields["cells"])
            sums[first] = rule.fields["total"]
            heads |= dict.fromkeys(rule.fields["cells"], first)
    is_jigsaw = layout.boxes != Layout.standard(layout.size).boxes
    text = f"SumoCueV1{'D' * bool(layout.extra)}" + "".join(
        (f"={sums[cell]}" if head == cell else f"+{head}") + f"J{layout.boxes[cell]}" * is_jigsaw
        for cell, head in heads.items()
    )
    return read_back(text, read, content, PROGRAM)
