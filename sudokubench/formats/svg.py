"""A board drawn as SVG, and the colours of all drawings: cells, boxes, cages, clues, candidates, eliminations, marks.

Dark signs on a white ground are readable on light and dark pages. Marks differ in lightness and shape as well as
colour. They are thick enough to be seen on a 9x9 board that is 300 pixels wide.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import product
from math import hypot, isqrt
from typing import Any

from sudokubench.formats import shapes
from sudokubench.formats.cells import Grid
from sudokubench.formats.shapes import CELL, MARGIN
from sudokubench.layout import Layout
from sudokubench.words import breadth, folded

_PADDING = 3
"""Distance between the border of a cell and its candidates, in units of the SVG."""
_ROOM = 11
"""Height that candidates leave free for the total of a cage, in units of the SVG."""

COLOURS = ("#8fd3a5", "#9dc3f7", "#f5c26b", "#d7aef0", "#f2a6c0", "#b8c4ce")
"""Colours of fills, in the order in which roles appear. Black text is readable on them; shapes differ, too."""
_LOOKS = [
    f'fill="{c}" stroke="#444444" stroke-width="{0.8 if k < 3 else 2.4}"/>' for k, c in enumerate(COLOURS)
]
FILLS = len(COLOURS)
_SAMPLE = 20
"""Side of a mark in the legend."""
_WIDE = 0.57
"""Width of a Latin letter (half a Japanese one), as a fraction of the font size."""

_Signs = dict[tuple[float, str, str], list[tuple[float, float, str]]]
"""Signs and their places, grouped by look: size, colour, and other attributes."""
_Spot = Callable[[int], tuple[float, float]]
"""A function that gives the middle of a candidate in the drawing."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a board, beyond its digits. All options are ids of the layout.

    Attributes:
        clues: Cells whose digits are clues; None if all digits are clues.
        fills: Options on a coloured ground, each with the number of its colour.
        seconds: Options of `fills` whose right half has another colour, each with its number.
        gone: Candidates that are struck out.
        new: Candidates that are ringed.
        links: Arrows: the options at the start, the options at the end, and the kind (a key of `_LINES`).
        tints: Cells of houses that matter, each with the numbers of its tints: 0 is flat, 1 is hatched.
        blocks: Pairs of cells: the digit of the first is excluded from the second. The first has a ring, the second a
            cross at the place of this candidate. If both are the same cell, it has only the ring.
        supposed: Whether the drawing holds only under a supposition.
        legend: Entries of the legend: the kind of a mark (see `_sample`) or the number of a colour (two joined by `+`),
            and its meaning.
    """

    clues: Collection[int] | None = None
    fills: Mapping[int, int] = field(default_factory=dict)
    seconds: Mapping[int, int] = field(default_factory=dict)
    gone: Collection[int] = ()
    new: Collection[int] = ()
    links: Sequence[tuple[Sequence[int], Sequence[int], str]] = ()
    tints: Mapping[int, Collection[int]] = field(default_factory=dict)
    blocks: Collection[tuple[int, int]] = ()
    supposed: bool = False
    legend: Sequence[tuple[str, str]] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the marks as plain data for JSON, without `clues`, `gone` and `new`, which steps state themselves."""
        return {
            "fills": [[option, fill, *self._second(option)] for option, fill in sorted(self.fills.items())],
            "links": [[list(start), list(end), kind] for start, end, kind in self.links],
            "tints": [[cell, sorted(kinds)] for cell, kinds in sorted(self.tints.items())],
            "blocks": [list(pair) for pair in self.blocks],
            "supposed": self.supposed,
            "legend": [list(pair) for pair in self.legend],
        }

    def _second(self, option: int) -> list[int]:
        return [self.seconds[option]] if option in self.seconds else []


def draw(content: Grid, marks: Marks | None = None, title: str = "", caption: str = "") -> str:
    """Return a board as an SVG document, with its candidates if it has any. Rules without a picture are named below.

    `title` is for screen readers and the tooltip, by default the layout; `caption` is below the board.
    """
    marks = marks or Marks()
    layout, n = content.layout, content.layout.size
    named = [str(one.describe(layout)) for one in content.constraints if not shapes.is_drawn(one)]
    width = n * CELL + 2 * MARGIN
    size = max(13.0, width / 32)
    columns = int((width - 2 * MARGIN) / (_WIDE * size))
    keys, bottom = _legend(marks, width, size)
    below = [*_balanced("; ".join(named), columns), *_balanced(caption, columns)]
    height = round(bottom + 1.45 * size * len(below) + (8 if below or keys else 0))
    more = shapes.reach(content.constraints)
    wide, high = width + 2 * more, height + 2 * more
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-more} {-more} {wide} {high}" width="{round(0.8 * wide)}" '
        f'height="{round(0.8 * high)}" style="max-width:100%;height:auto" role="img" font-family="sans-serif">',
        f"<title>{escape(title or str(layout))}</title>",
        f'<rect x="{-more}" y="{-more}" width="{wide}" height="{high}" fill="#ffffff"/>',
    ]
    for i in range(n):
        at = MARGIN + CELL * i + CELL / 2
        parts += [
            _text(at, MARGIN - 8, str(i + 1), 14, "#555555"),
            _text(MARGIN - 14, at + 5, str(i + 1), 14, "#555555"),
        ]
    parts += inside(content, marks)
    parts += keys
    for line, text in enumerate(below):
        parts.append(_text(width / 2, bottom + 1.45 * size * (line + 0.75), text, size, "#222222"))
    return "\n".join([*parts, "</svg>"])


def inside(content: Grid, marks: Marks) -> list[str]:
    """Return the parts of a drawing that lie in the frame of the board, for use in other drawings."""
    layout, n, spot = content.layout, content.layout.size, _spots(content)
    parts = [
        _tint(*_corner(cell, n), CELL, kind)
        for cell, kinds in sorted(marks.tints.items())
        for kind in sorted(kinds)
    ]
    parts += filter(None, [shapes.below(content.constraints, n)])
    for house in layout.extra:
        parts += [shapes.square(cell, n, "#7f7f7f", ' fill-opacity="0.18"') for cell in house.cells]
    signs: _Signs = {}
    for cell in range(layout.cell_count):
        if content.digits[cell]:
            parts += _digit(content, cell, marks, signs)
        else:
            parts += _candidates(content, cell, marks, signs, spot)
    for look, some in signs.items():
        # Programs count a sign beyond U+FFFF as one or as two.
        at_once = len(some) if max(layout.symbols) <= "\uffff" else 1
        parts += [_texts(some[k : k + at_once], *look) for k in range(0, len(some), at_once)]
    parts += [
        _slash(*spot(option), _candidate_sizes(n)[1])
        for option in sorted(marks.gone)
        if _stands(content, option)
    ]
    parts += _lines(layout)
    parts += filter(None, [shapes.above(content.constraints, n)])
    parts += _blocks(content, marks, spot)
    parts += _links(marks, spot)
    if marks.supposed:
        parts.append(_frame(MARGIN - 4, MARGIN - 4, n * CELL + 8))
    return parts


def _legend(marks: Marks, width: int, size: float) -> tuple[list[str], float]:
    """Return the legend in rows below the board, and the y coordinate at which the rows end."""
    parts, x, y, high = list[str](), float(MARGIN), float(width), _SAMPLE + 6
    for kind, words in marks.legend:
        wide = _SAMPLE + 8 + _WIDE * size * breadth(words)
        if x > MARGIN and x + wide > width - MARGIN / 2:
            x, y = MARGIN, y + high
        parts += [
            f'<g class="key">{_sample(kind, x, y - _SAMPLE / 2)}</g>',
            _text(x + _SAMPLE + 8, y + 0.35 * size, words, size, "#222222", anchor="start"),
        ]
        x += wide + size
    return parts, y + (high / 2 if parts else 0)


def _sample(kind: str, x: float, y: float) -> str:
    """Return a mark in a square of the legend with its upper left corner at x, y."""
    middle, r = (x + _SAMPLE / 2, y + _SAMPLE / 2), _SAMPLE / 2
    match kind:
        case "flat" | "hatched":
            return _tint(x, y, _SAMPLE, int(kind == "hatched")) + (
                f'<rect x="{x}" y="{y}" width="{_SAMPLE}" height="{_SAMPLE}" fill="none" stroke="#999999"/>'
            )
        case "strong" | "weak" | "pattern":
            return _arrow((x - 4, middle[1]), (x + _SAMPLE + 4, middle[1]), kind)
        case "new":
            return _ring(*middle, 0.85 * r)
        case "gone":
            return _slash(*middle, 0.85 * r)
        case "blocker":
            return _blocker(*middle, r - 1)
        case "blocked":
            return _cross(*middle, 0.75 * r)
        case "supposed":
            return _frame(x, y, _SAMPLE)
        case _:
            return _ground(*middle, 0.85 * r, *map(int, kind.split("+")))


def _tint(x: float, y: float, side: float, kind: int) -> str:
    """Return the ground of a cell of a marked house: flat, or hatched to tell two houses apart without colours."""
    if kind == 0:
        return f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="#f9e3a6"/>'
    count = round(5 * side / CELL)
    steps = [side * k / count for k in range(count)]
    strokes = "".join(
        f"M{x:g} {y + k:g}L{x + k:g} {y:g}M{x + k:g} {y + side:g}L{x + side:g} {y + k:g}" for k in steps
    )
    return f'<path d="{strokes}" stroke="#86a9d1" stroke-width="1.6"/>'


def _frame(x: float, y: float, side: float) -> str:
    """Return a frame around a board that holds only under a supposition."""
    dashes = "12 6" if side > 2 * CELL else "5 3"
    return (
        f'<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="{min(8, side / 4):g}" fill="none" '
        f'stroke="#7c3aed" stroke-width="4" stroke-dasharray="{dashes}"/>'
    )


def _ground(x: float, y: float, r: float, number: int, second: int | None = None) -> str:
    """Return the coloured ground of a candidate: round, square, or a tilted square; from colour 3 on with a broad rim.

    With a second colour, the left half has the first colour and the right half the second.
    """
    if second is not None:
        return _half(x, y, r, number, -1) + _half(x, y, r, second, 1)
    if number % 3 == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" {_LOOKS[number % 6]}'
    side, turn = (1.8 * r, "") if number % 3 == 1 else (1.65 * r, f' transform="rotate(45 {x:.1f} {y:.1f})"')
    at = f'x="{x - side / 2:.1f}" y="{y - side / 2:.1f}"'
    return f'<rect {at} width="{side:.1f}" height="{side:.1f}"{turn} {_LOOKS[number % 6]}'


def _half(x: float, y: float, r: float, number: int, side: int) -> str:
    """Return half of the coloured ground of a candidate: the left (side -1) or the right (side 1)."""
    high = (1, 0.9, 1.17)[number % 3] * r
    far = side * high
    way = (
        f"A{r:.1f} {r:.1f} 0 0 {int(side > 0)} {x:.1f} {y + high:.1f}",
        f"h{far:.1f}v{2 * high:.1f}h{-far:.1f}",
        f"l{far:.1f} {high:.1f}l{-far:.1f} {high:.1f}",
    )[number % 3]
    return f'<path d="M{x:.1f} {y - high:.1f}{way}Z" {_LOOKS[number % 6]}'


def _ring(x: float, y: float, r: float) -> str:
    """Return a ring around a candidate that is placed."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="none" stroke="#0a7d32" stroke-width="3"/>'


def _slash(x: float, y: float, r: float) -> str:
    """Return a slash through a candidate that is eliminated."""
    return f'<path d="M{x - r:.1f} {y + r:.1f}L{x + r:.1f} {y - r:.1f}" stroke="#b00020" stroke-width="2.5"/>'


def _cross(x: float, y: float, r: float) -> str:
    """Return a cross in a cell that a digit elsewhere excludes."""
    return (
        f'<path d="M{x - r:.1f} {y - r:.1f}l{2 * r:.1f} {2 * r:.1f}m0 {-2 * r:.1f}l{-2 * r:.1f} {2 * r:.1f}" '
        'stroke="#475569" stroke-width="3.5"/>'
    )


def _blocker(x: float, y: float, r: float) -> str:
    """Return a ring around a digit that excludes other cells."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:.1f}" fill="none" stroke="#475569" stroke-width="3"/>'


def _blocks(content: Grid, marks: Marks, spot: _Spot) -> Iterator[str]:
    """Yield rings around digits that exclude other cells, and thin lines to crosses in these cells."""
    n = content.layout.size
    corners = {cell: _corner(cell, n) for cell, _ in sorted(marks.blocks)}
    middle = {cell: (x + CELL / 2, y + CELL / 2) for cell, (x, y) in corners.items()}
    for x, y in middle.values():
        yield _blocker(x, y, CELL * 0.4)
    for cell, other in marks.blocks:
        if cell == other:
            continue
        (x1, y1), (x2, y2) = middle[cell], spot(n * other + content.digits[cell] - 1)
        far = hypot(x2 - x1, y2 - y1)
        x1, y1 = x1 + (x2 - x1) * CELL * 0.4 / far, y1 + (y2 - y1) * CELL * 0.4 / far
        yield (
            f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="#475569" stroke-width="1.5" opacity="0.6"/>'
            + _cross(x2, y2, 0.75 * _candidate_sizes(n)[1])
        )


def _balanced(text: str, columns: int) -> list[str]:
    """Break a text into as few lines as possible, all of about the same width."""
    lines = folded(text, columns)
    while len(lines) > 1 and len(closer := folded(text, columns - 1)) == len(lines):
        lines, columns = closer, columns - 1
    return lines


def _corner(cell: int, n: int) -> tuple[int, int]:
    return MARGIN + CELL * (cell % n), MARGIN + CELL * (cell // n)


def _spots(content: Grid) -> _Spot:
    """Return a function that gives the middle of a candidate in the drawing."""
    n, cages = content.layout.size, {*shapes.corners(content.constraints)}
    across = _across(n)
    down = -(-n // across)
    inner = CELL - 2 * _PADDING

    def spot(option: int) -> tuple[float, float]:
        cell, d = divmod(option, n)
        x, y = _corner(cell, n)
        room = _ROOM if cell in cages else 0
        return x + _PADDING + inner * (d % across + 0.5) / across, y + _PADDING + room + (inner - room) * (
            d // across + 0.5
        ) / down

    return spot


def _across(n: int) -> int:
    """Return the number of candidates side by side in a cell."""
    return isqrt(n - 1) + 1


def _text(
    x: float, y: float, text: str, size: float, colour: str, more: str = "", anchor: str = "middle"
) -> str:
    return _texts([(x, y, text)], size, colour, more, anchor)


def _texts(
    signs: Iterable[tuple[float, float, str]], size: float, colour: str, more: str, anchor: str = "middle"
) -> str:
    """Return signs of one look, each in its place, as one text: a browser needs twice the time for many texts."""
    xs, ys, texts = zip(*signs, strict=True)
    at = f'x="{_numbers(xs)}" y="{_numbers(ys)}"'
    look = f'font-size="{size:.3g}" fill="{colour}" text-anchor="{anchor}"{more}'
    return f"<text {at} {look}>{escape(''.join(texts))}</text>"


def _numbers(values: Iterable[float]) -> str:
    return " ".join(f"{value:.1f}" for value in values)


def _digit(content: Grid, cell: int, marks: Marks, signs: _Signs) -> Iterator[str]:
    """Yield the ground of a digit; the digit itself is added to `signs`."""
    n, digit = content.layout.size, content.digits[cell]
    x, y = _corner(cell, n)
    if (colour := marks.fills.get(n * cell + digit - 1)) is not None:
        yield shapes.square(cell, n, COLOURS[colour % len(COLOURS)])
    ink, weight = ("#000000", "bold") if marks.clues is None or cell in marks.clues else ("#1f4e9c", "normal")
    sign = (x + CELL / 2, y + CELL * 0.7, content.layout.symbols[digit - 1])
    signs.setdefault((CELL * 0.55, ink, f' font-weight="{weight}"'), []).append(sign)


def _candidates(content: Grid, cell: int, marks: Marks, signs: _Signs, spot: _Spot) -> Iterator[str]:
    """Yield grounds and rings of candidates, or ∅ if no candidate is left; the digits are added to `signs`."""
    if content.candidates is None:
        return
    n = content.layout.size
    size, r = _candidate_sizes(n)
    if not content.candidates[cell]:
        left, top = _corner(cell, n)
        yield _text(left + CELL / 2, top + CELL * 0.7, "∅", CELL * 0.5, "#b00020")
    for option in range(n * cell, n * cell + n):
        if not _stands(content, option):
            continue
        x, y = spot(option)
        if (colour := marks.fills.get(option)) is not None:
            yield _ground(x, y, r, colour, marks.seconds.get(option))
        if option in marks.new:
            yield _ring(x, y, 1.1 * r)
        ink = "#b00020" if option in marks.gone else "#222222"
        signs.setdefault((size, ink, ""), []).append((x, y + size * 0.36, content.layout.symbols[option % n]))


def _candidate_sizes(n: int) -> tuple[float, float]:
    """Return the size of a candidate's sign, and the radius of its ground."""
    pitch = (CELL - 2 * _PADDING) / _across(n)
    return min(15.5, 0.95 * pitch), min(9.0, 0.53 * pitch)


def _stands(content: Grid, option: int) -> bool:
    cell, d = divmod(option, content.layout.size)
    return (
        content.candidates is not None
        and not content.digits[cell]
        and bool(content.candidates[cell] >> d & 1)
    )


def _lines(layout: Layout) -> list[str]:
    """Return thin lines between cells, thick ones between boxes."""
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


def _links(marks: Marks, spot: _Spot) -> Iterator[str]:
    """Yield a curve for each link, between the nearest candidates of its ends; lines join the candidates of an end."""
    groups = {tuple(sorted(options)) for start, end, _ in marks.links for options in (start, end)}
    for group in sorted(group for group in groups if len(group) > 1):
        yield f'<path d="M{_joined(group, spot)}" fill="none" stroke="#c2410c" stroke-width="4" opacity="0.35"/>'
    for start, end, kind in marks.links:
        ends = product(map(spot, start), map(spot, end))
        one, other = min(ends, key=lambda pair: hypot(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]))
        if one != other:
            yield _arrow(one, other, kind, 0.12)


_LINES = {
    "strong": 'stroke-width="2.6"',
    "weak": 'stroke-width="2.2" stroke-dasharray="5 4"',
    "pattern": 'stroke-width="2.2" stroke-dasharray="1.5 4"',
}
"""Look of arrows: solid, dashed, dotted."""


def _joined(options: Iterable[int], spot: _Spot) -> str:
    return "L".join(f"{x:.1f} {y:.1f}" for x, y in map(spot, options))


def _arrow(start: tuple[float, float], end: tuple[float, float], kind: str, bend: float = 0.0) -> str:
    """Return a curve with a tip; it leaves a gap to both points. `bend` is its height as a fraction of its length."""
    (x1, y1), (x2, y2) = start, end
    bend_x, bend_y = (x1 + x2) / 2 + (y2 - y1) * bend, (y1 + y2) / 2 - (x2 - x1) * bend
    far = hypot(x2 - bend_x, y2 - bend_y)  # the start is at the same distance from the bend
    gap = min(8, far / 3)
    x1, y1 = x1 + (bend_x - x1) * gap / far, y1 + (bend_y - y1) * gap / far
    along, across = (x2 - bend_x) / far, (y2 - bend_y) / far
    x2, y2 = x2 - gap * along, y2 - gap * across
    return (
        f'<path d="M{x1:.1f} {y1:.1f}Q{bend_x:.1f} {bend_y:.1f} {x2:.1f} {y2:.1f}" fill="none" '
        f'stroke="#c2410c" opacity="0.8" {_LINES[kind]}/>'
        f'<path d="M{x2:.1f} {y2:.1f}L{x2 - 9 * along + 4.5 * across:.1f} {y2 - 9 * across - 4.5 * along:.1f}'
        f'L{x2 - 9 * along - 4.5 * across:.1f} {y2 - 9 * across + 4.5 * along:.1f}Z" fill="#c2410c"/>'
    )
