"""A board drawn as SVG: cells, boxes of any layout, extra houses, cages, clues, candidates, and what is marked in them.

Ink on white ground, so that it reads on light and dark pages. Marks differ in lightness and shape besides colour.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import isqrt

from sudokubench.constraints.killer import Killer
from sudokubench.formats.cells import Grid
from sudokubench.layout import Layout

CELL = 54
MARGIN = 26
_PADDING = 3
"""Between the border of a cell and its candidates."""
_INSET = 4
"""Of a cage from the borders of its cells."""

COLOURS = ("#8fd3a5", "#9dc3f7", "#f5c26b", "#d7aef0", "#f2a6c0", "#b8c4ce")
"""Fills in the order in which roles appear; readable with black text and told apart by lightness, too."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is shown of a board besides its digits. All options are ids of the layout.

    Attributes:
        clues: Cells whose digits are clues, as the others are not; None: all are.
        fills: Options on a ground, by the number of a colour.
        gone: Candidates that are struck out.
        new: Candidates that are ringed.
        links: Lines between options: from these, to these, and whether it is solid.
    """

    clues: Collection[int] | None = None
    fills: Mapping[int, int] = field(default_factory=dict)
    gone: Collection[int] = ()
    new: Collection[int] = ()
    links: Sequence[tuple[Sequence[int], Sequence[int], bool]] = ()


def write(content: Grid) -> str:
    """A board as an SVG document; candidates are drawn if it has some, rules that have no picture are named."""
    return draw(content)


def draw(content: Grid, marks: Marks | None = None, title: str = "") -> str:
    """The same with marks; `title` is told to screen readers and shown as a tooltip."""
    marks = marks or Marks()
    layout, n = content.layout, content.layout.size
    named = [one.describe(layout) for one in content.constraints if not isinstance(one, Killer)]
    width = n * CELL + 2 * MARGIN
    height = width + 20 * bool(named)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{round(0.8 * width)}" '
        f'height="{round(0.8 * height)}" style="max-width:100%;height:auto" role="img" font-family="sans-serif">',
        f"<title>{escape(title or str(layout))}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for i in range(n):
        at = MARGIN + CELL * i + CELL / 2
        parts += [
            _text(at, MARGIN - 8, str(i + 1), 11, "#666666"),
            _text(MARGIN - 13, at + 4, str(i + 1), 11, "#666666"),
        ]
    parts += inside(content, marks)
    if named:
        parts.append(_text(width / 2, width + 6, "; ".join(named), 13, "#333333"))
    return "\n".join([*parts, "</svg>"])


def inside(content: Grid, marks: Marks) -> list[str]:
    """The parts of such a drawing that lie in the frame of the board, for other drawings."""
    layout, n = content.layout, content.layout.size
    parts = []
    for house in layout.extra:
        parts += [_square(cell, n, "#7f7f7f", ' fill-opacity="0.18"') for cell in house.cells]
    for cell in range(layout.cell_count):
        parts += _digit(content, cell, marks) if content.digits[cell] else _candidates(content, cell, marks)
    parts += _lines(layout)
    parts += [line for one in content.constraints if isinstance(one, Killer) for line in _cage(one, n)]
    parts += _links(marks, n)
    return parts


def _corner(cell: int, n: int) -> tuple[int, int]:
    return MARGIN + CELL * (cell % n), MARGIN + CELL * (cell // n)


def _spot(option: int, n: int) -> tuple[float, float]:
    """The middle of a candidate."""
    cell, d = divmod(option, n)
    x, y = _corner(cell, n)
    across = _across(n)
    down = -(-n // across)
    inner = CELL - 2 * _PADDING
    return x + _PADDING + inner * (d % across + 0.5) / across, y + _PADDING + inner * (
        d // across + 0.5
    ) / down


def _across(n: int) -> int:
    """Candidates side by side in a cell."""
    return isqrt(n - 1) + 1


def _text(x: float, y: float, text: str, size: float, colour: str, more: str = "") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.3g}" fill="{colour}" text-anchor="middle"{more}>'
        f"{escape(text)}</text>"
    )


def _square(cell: int, n: int, colour: str, more: str = "") -> str:
    x, y = _corner(cell, n)
    return f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}"{more}/>'


def _digit(content: Grid, cell: int, marks: Marks) -> Iterator[str]:
    n, digit = content.layout.size, content.digits[cell]
    x, y = _corner(cell, n)
    if (colour := marks.fills.get(n * cell + digit - 1)) is not None:
        yield _square(cell, n, COLOURS[colour % len(COLOURS)])
    ink, weight = ("#000000", "bold") if marks.clues is None or cell in marks.clues else ("#1f4e9c", "normal")
    yield _text(
        x + CELL / 2,
        y + CELL * 0.7,
        content.layout.symbols[digit - 1],
        CELL * 0.55,
        ink,
        f' font-weight="{weight}"',
    )


def _candidates(content: Grid, cell: int, marks: Marks) -> Iterator[str]:
    if content.candidates is None:
        return
    n, mask = content.layout.size, content.candidates[cell]
    if not mask:
        left, top = _corner(cell, n)
        yield _text(left + CELL / 2, top + CELL * 0.7, "∅", CELL * 0.5, "#b00020")
    size = min(13.0, (CELL - 2 * _PADDING) / _across(n) * 0.78)
    for d in range(n):
        if not mask >> d & 1:
            continue
        option = n * cell + d
        x, y = _spot(option, n)
        if (colour := marks.fills.get(option)) is not None:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.65:.1f}" fill="{COLOURS[colour % len(COLOURS)]}"/>'
        if option in marks.new:
            yield (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.7:.1f}" fill="none" stroke="#0a7d32" '
                'stroke-width="2.5"/>'
            )
        gone = option in marks.gone
        yield _text(x, y + size * 0.36, content.layout.symbols[d], size, "#b00020" if gone else "#333333")
        if gone:
            r = size * 0.55
            yield f'<path d="M{x - r:.1f} {y + r:.1f}L{x + r:.1f} {y - r:.1f}" stroke="#b00020" stroke-width="2"/>'


def _lines(layout: Layout) -> list[str]:
    """Thin lines between cells, thick ones between boxes."""
    n, boxes = layout.size, layout.boxes
    thin: list[str] = []
    thick: list[str] = []
    for cell in range(layout.cell_count):
        x, y = _corner(cell, n)
        right = cell % n == n - 1 or boxes[cell] != boxes[cell + 1]
        below = cell // n == n - 1 or boxes[cell] != boxes[cell + n]
        (thick if right else thin).append(f"M{x + CELL} {y}v{CELL}")
        (thick if below else thin).append(f"M{x} {y + CELL}h{CELL}")
    side = n * CELL
    thick.append(f"M{MARGIN} {MARGIN}h{side}M{MARGIN} {MARGIN}v{side}")
    return [
        f'<path d="{"".join(thin)}" stroke="#b0b0b0" stroke-width="1" fill="none"/>',
        f'<path d="{"".join(thick)}" stroke="#000000" stroke-width="2.5" fill="none" stroke-linecap="square"/>',
    ]


def _cage(cage: Killer, n: int) -> Iterator[str]:
    """A dashed line inside the border of a cage, and its total."""
    inside = {divmod(cell, n) for cell in cage.cells}
    path = []
    for row, column in inside:
        x, y = _corner(n * row + column, n)
        middle = complex(x + CELL / 2, y + CELL / 2)
        for turn in (1, 1j, -1, -1j):  # the upper border, and the others turned like it
            up, left = turn * -1j, turn * -1

            def within(way: complex, row: int = row, column: int = column) -> bool:
                return (row + round(way.imag), column + round(way.real)) in inside

            if within(up):
                continue
            ends = []
            for side in (left, -left):  # a corner turns inwards, goes straight on, or turns outwards
                reach = CELL / 2 - _INSET if not within(side) else CELL / 2 + _INSET * within(side + up)
                ends.append(middle + up * (CELL / 2 - _INSET) + side * reach)
            path.append("M{0.real:.0f} {0.imag:.0f}L{1.real:.0f} {1.imag:.0f}".format(*ends))
    yield f'<path d="{"".join(path)}" stroke="#444444" stroke-width="1.2" stroke-dasharray="4 3" fill="none"/>'
    x, y = _corner(min(cage.cells), n)
    size = 11
    yield (
        f'<rect x="{x + 2}" y="{y + 2}" width="{0.62 * size * len(str(cage.total)) + 2:.0f}" height="{size}" '
        'fill="#ffffff"/>'
        + _text(x + 3, y + size, str(cage.total), size, "#000000").replace("middle", "start")
    )


def _links(marks: Marks, n: int) -> Iterator[str]:
    """Solid and dashed curves between candidates."""
    for start, end, solid in marks.links:
        (x1, y1), (x2, y2) = _middle(start, n), _middle(end, n)
        if (x1, y1) == (x2, y2):
            continue
        dash = "" if solid else ' stroke-dasharray="4 3"'
        bend_x, bend_y = (x1 + x2) / 2 + (y2 - y1) * 0.12, (y1 + y2) / 2 - (x2 - x1) * 0.12
        yield (
            f'<path d="M{x1:.1f} {y1:.1f}Q{bend_x:.1f} {bend_y:.1f} {x2:.1f} {y2:.1f}" fill="none" '
            f'stroke="#c2410c" stroke-width="1.6" opacity="0.75"{dash}/>'
        )


def _middle(options: Iterable[int], n: int) -> tuple[float, float]:
    xs, ys = zip(*(_spot(option, n) for option in options), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)
