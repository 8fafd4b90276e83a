"""Games of Simon Tatham's collection (Solo), in both directions: `3x3:a5b3_4...`, `9jx:...`, `3x3k:...`.

The part before the colon has the rows and columns of a box, or the size of a jigsaw and j; then x for the diagonals and
k for killer cages. The symmetry and the difficulty of the program's generator state no rule. The part after the colon
has the digits, the walls of a jigsaw, the walls of the cages, and the sum of each cage at its first cell. A letter is a
run of 1 to 26 blanks, or of places without a wall; a wall follows each letter except z. The walls between columns come
first, row by row, then those between rows, column by column. Source: the program's solo.c (MIT licence), its comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from sudokubench.constraints import VariantRule
from sudokubench.formats.cells import Grid
from sudokubench.formats.shared import words
from sudokubench.formats.shared.elements import diagonals, joined, layout_from, made, read_back, refusal
from sudokubench.layout import Layout

PROGRAM = "Simon Tatham's Solo"
_GAME = re.compile(
    r"(\d{1,2})(?:x(\d{1,2})|(?=j))([a-z0-9]{0,20}):(?=[0-9_,]*[a-z_])([0-9a-z_,]{1,8000})", re.A
)
_SEED = re.compile(r"\d{1,2}(?:x\d{1,2}|j)[a-z0-9]{0,20}#\d{1,40}", re.A)
_OPTIONS = re.compile(r"(?:[jxka]|md?[248]|r[24]|d[tbiaeu])*", re.A)
_MOST_DIGITS, _MOST_IN_CAGES = 31, 9
_RUNS = "_abcdefghijklmnopqrstuvwxyz"


def matches(text: str) -> bool:
    """Return whether a text is the id of a game or its random seed, not a line of ours such as `4x4:1...`.

    For the program, `4x4` names the box of a 16x16 board. In our lines, boards of such small sizes have no letters.
    """
    game = _GAME.fullmatch(text.strip())
    is_id = game is not None and int(game[1]) * int(game[2] or 1) <= _MOST_DIGITS
    return is_id or _SEED.fullmatch(text.strip()) is not None


def read(text: str) -> Grid:
    """Return the puzzle of a game. Raises Refusal if a part is unknown or does not fit the board."""
    text = text.strip()
    if _SEED.fullmatch(text):
        raise refusal(text, words.SEED.format(program=PROGRAM))
    game = _GAME.fullmatch(text)
    if game is None or not _OPTIONS.fullmatch(game[3]):
        raise refusal(text, words.UNKNOWN_ELEMENT.format(program=PROGRAM))
    rows, columns = int(game[1]), int(game[2] or 1)
    n, is_jigsaw, has_cages = rows * columns, "j" in game[3] or columns == 1, "k" in game[3]
    parts = game[4].split(",")
    most = _MOST_IN_CAGES if has_cages else _MOST_DIGITS
    if not 2 <= rows <= n <= most or len(parts) != 1 + is_jigsaw + 2 * has_cages:
        raise refusal(text, words.UNKNOWN_ELEMENT.format(program=PROGRAM))
    digits = _numbers(parts[0], n, text)
    if max(digits) > n:
        raise refusal(text, words.NO_DIGIT_HERE.format(value=max(digits), n=n))
    boxes = _regions(parts[1], n, text) if is_jigsaw else Layout.standard(n, rows).boxes
    layout = layout_from(n, boxes, diagonals(n) if "x" in game[3] else (), text)
    rules = (
        _cages(_regions(parts[-2], n, text), _numbers(parts[-1], n, text), layout, text) if has_cages else ()
    )
    return Grid(layout, bytes(digits), None, tuple(rules))


def _numbers(part: str, n: int, place: str) -> list[int]:
    found = list[int]()
    for sign in re.findall(r"\d{1,6}|[a-z]", part):
        found += [int(sign)] if sign.isdigit() else [0] * _RUNS.index(sign)
    if len(found) != n * n:
        raise refusal(place, words.CELLS_ARE.format(program=PROGRAM, cells=n * n, count=len(found)))
    return found


def _borders(n: int) -> list[tuple[int, int]]:
    """Return the pairs of cells between which a wall may stand, in the order of Tatham's program."""
    across = [(n * r + c, n * r + c + 1) for r in range(n) for c in range(n - 1)]
    return across + [(n * r + c, n * r + c + n) for c in range(n) for r in range(n - 1)]


def _regions(part: str, n: int, place: str) -> list[int]:
    """Return the region of each cell: the number of its first cell."""
    walls, at = set[int](), 0
    for sign in part:
        at += max(_RUNS.find(sign), 0)
        if sign != "z":
            walls.add(at)
            at += 1
    borders = _borders(n)
    if any(sign.isdigit() for sign in part):
        raise refusal(place, words.UNKNOWN_ELEMENT.format(program=PROGRAM))
    if at != len(borders) + 1:
        raise refusal(place, words.WALLS_ARE.format(count=len(borders), found=at - 1))
    return joined(n, (pair for k, pair in enumerate(borders) if k not in walls))


def _cages(regions: Sequence[int], sums: Sequence[int], layout: Layout, place: str) -> Iterator[VariantRule]:
    for first in sorted({*regions} | {cell for cell, total in enumerate(sums) if total}):
        cells = [cell for cell, region in enumerate(regions) if region == first]
        if len(cells) < 2 or not sums[first]:
            raise refusal(place, words.CAGE_SUMS)
        yield made("killer", layout, place, cells=cells, total=sums[first])


# -- writing ---------------------------------------------------------------------------------------------------------


def write(content: Grid) -> str:
    """Return the id of the game. Raises InputError if the program cannot state one of the rules."""
    layout, n, rules = content.layout, content.layout.size, content.constraints
    rows, columns = layout.box_shape or (1, n)
    is_jigsaw = min(rows, columns) == 1
    cages = [rule.fields for rule in rules if rule.kind == "killer" and isinstance(rule, VariantRule)]
    first = {cell: cage["cells"][0] for cage in cages for cell in cage["cells"]}
    sums = {cage["cells"][0]: cage["total"] for cage in cages}
    parts = [_runs(content.digits)]
    parts += [_walls(layout.boxes, n)] if is_jigsaw else []
    if cages:
        parts.append(_walls([first.get(cell, -1) for cell in range(n * n)], n))
        parts.append(_runs(sums.get(cell, 0) for cell in range(n * n)))
    shape = f"{n}j" if is_jigsaw else f"{rows}x{columns}"
    text = f"{shape}{'x' * bool(layout.extra)}{'k' * bool(cages)}:{','.join(parts)}"
    return read_back(text, read, content, PROGRAM)


def _runs(numbers: Iterable[int]) -> str:
    """Return the numbers; letters stand for each run of 0, and _ stands between adjacent numbers."""
    text = ""
    for is_blank, group in groupby(numbers, lambda number: number == 0):
        run = [*group]
        text += _letters(len(run)).removesuffix("_") if is_blank else "_".join(map(str, run))
    return text


def _walls(regions: Sequence[int], n: int) -> str:
    """Return a letter for each run of places without a wall; the program expects one more wall at the end."""
    places = [regions[one] != regions[other] for one, other in _borders(n)]
    runs = "".join("|" if is_wall else "." for is_wall in places).split("|")
    return "".join(_letters(len(run)) for run in runs)


def _letters(length: int) -> str:
    return "z" * (length // 26) + _RUNS[length % 26]
