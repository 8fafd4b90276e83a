"""Constraints drawn as SVG, in the shapes that puzzle setters use: lines, arrows, dots, coloured cells, clues outside.

A shape lies below the digits, except for signs on borders and corners of cells. `Declaration.shape` names it. Dark
pages invert the colours of the class `shapes`. Black and white are written with three digits here, so that the rules of
`drawing.css` for the other parts of a drawing do not apply.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from sudokubench.constraints import Constraint, VariantRule

CELL, MARGIN = 54, 26
"""Side of a cell, and distance of the board from the edge of the drawing, in units of the SVG."""

_INSET = 4
"""Distance of the line of a cage from the borders of its cells."""

_LINES = {
    "thermometer": "#c9c9c9", "slow thermometer": "#c9c9c9", "palindrome": "#bdbdbd", "renban": "#e8a6ec",
    "nabner": "#ecd23c",
    "whisper": "#8bd17c", "entropic": "#f2b27a", "modular": "#7fd0c8", "region sum": "#8ec5f7", "zipper": "#c6b3f2",
    "between": "#d2c6b8", "lockout": "#9fb4c8", "arrow": "#9a9a9a", "double arrow": "#9a9a9a",
}  # fmt: skip
"""Colours of lines. Their names in the caption tell lines apart without colours."""

_CLONES = ("#f6d5c3", "#cfe8cf", "#e3d4f3", "#fbeeb5", "#c3e4ee", "#f3c9da")
"""Colours of clone constraints, used in turn: both lists of cells of a constraint have the same colour."""

_THIN = {"arrow", "double arrow"}


def below(constraints: Sequence[Constraint], n: int) -> str:
    """Return the SVG of what the constraints draw below the digits of a board with n rows; "" if they draw nothing."""
    clones = [one for one in constraints if one.kind == "clone"]
    shades = {one: _CLONES[k % len(_CLONES)] for k, one in enumerate(clones)}
    return _group(part for one in _drawn(constraints) for part in _below(one, n, shades.get(one, "#dfe6ee")))


def above(constraints: Sequence[Constraint], n: int) -> str:
    """Return the SVG of what the constraints draw above the digits: signs on borders and corners of cells."""
    return _group(part for one in _drawn(constraints) for part in _above(one, n))


def corners(constraints: Sequence[Constraint]) -> list[int]:
    """Return the cells that show the total of a cage in their upper left corner."""
    return sorted(
        {min(one.fields["cells"]) for one in _drawn(constraints) if one.declaration.shape == "cage"}
    )


def _drawn(constraints: Iterable[Constraint]) -> list[VariantRule]:
    return [one for one in constraints if isinstance(one, VariantRule) and one.declaration.shape]


def _group(parts: Iterable[str]) -> str:
    inner = "".join(parts)
    return f'<g class="shapes">{inner}</g>' if inner else ""


def _below(constraint: VariantRule, n: int, shade: str) -> list[str]:
    shape, fields = constraint.declaration.shape, constraint.fields
    cells = fields.get("cells", ())
    match shape:
        case "shade" | "clone":
            return [square(cell, n, shade) for cell in (*cells, *fields.get("copy", ()))]
        case "square":
            return [square(cell, n, "#dadada", inset=8) for cell in cells]
        case "disc":
            return [_circle(*_middle(cell, n), CELL / 2 - 7, "#dadada", "none") for cell in cells]
        case "low" | "high" | "minimum" | "maximum":
            return [_triangle(cell, n, up=shape in ("high", "maximum")) for cell in cells]
        case "cage":
            return [_cage(cells, n, str(fields["total"]))]
        case "outside":
            return [_outside(cells, n, str(fields["digit"] if "digit" in fields else fields["total"]))]
        case _ if shape in _LINES:
            return _line(shape, (*fields.get("circle", ())[-1:], *cells), fields.get("circle", ()), n)
    return []


def _above(constraint: VariantRule, n: int) -> list[str]:
    shape, fields = constraint.declaration.shape, constraint.fields
    cells = fields.get("cells", ())
    if not cells or shape not in ("white dot", "black dot", "xv", "greater", "quadruple"):
        return []
    points = [_middle(cell, n) for cell in cells]
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    if shape == "quadruple":
        text = "".join(map(str, fields["digits"]))
        return [_circle(x, y, 13, "#fff", "#333"), _text(x, y, text, 15 if len(text) < 3 else 11)]
    if shape == "greater":
        (x1, y1), (x2, y2) = points
        right, down = (x2 - x1) / CELL, (y2 - y1) / CELL
        tip, back = (x + 4 * right, y + 4 * down), (x - 4 * right, y - 4 * down)
        path = f"M{back[0] + 6 * down:g} {back[1] + 6 * right:g}L{tip[0]:g} {tip[1]:g}"
        return [_stroke(f"{path}L{back[0] - 6 * down:g} {back[1] - 6 * right:g}", "#222", 2)]
    if shape == "xv":
        text = {5: "V", 10: "X"}.get(fields["total"], str(fields["total"]))
        return [
            f'<rect x="{x - 8:g}" y="{y - 8:g}" width="16" height="16" fill="#fff"/>',
            _text(x, y, text, 15),
        ]
    black, usual = shape == "black dot", 2 if shape == "black dot" else 1
    number = "" if fields["value"] == usual else str(fields["value"])
    dot = _circle(x, y, 9 if number else 7, "#222" if black else "#fff", "#222")
    return [dot, *([_text(x, y, number, 11, "#fff" if black else "#222")] if number else [])]


def reach(constraints: Sequence[Constraint]) -> int:
    """Return the width that clues outside the board add to a drawing on each side, in units of the SVG."""
    return 24 if any(one.declaration.shape == "outside" for one in _drawn(constraints)) else 0


def is_drawn(constraint: Constraint) -> bool:
    """Return whether a drawing shows where the constraint is; a rule of the whole board is only named."""
    return bool(_drawn([constraint]))


def _middle(cell: int, n: int) -> tuple[float, float]:
    row, column = divmod(cell, n)
    return MARGIN + CELL * (column + 0.5), MARGIN + CELL * (row + 0.5)


def square(cell: int, n: int, fill: str, more: str = "", inset: int = 0) -> str:
    """Return the ground of a cell, `inset` units inside its borders; `more` are further attributes."""
    x, y = (value - CELL / 2 + inset for value in _middle(cell, n))
    side = CELL - 2 * inset
    return f'<rect x="{x:g}" y="{y:g}" width="{side}" height="{side}" fill="{fill}"{more}/>'


def _circle(x: float, y: float, r: float, fill: str, stroke: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{stroke}" stroke-width="1.6"/>'


def _triangle(cell: int, n: int, *, up: bool) -> str:
    (x, y), r = _middle(cell, n), -18 if up else 18
    return f'<path d="M{x - 20:g} {y - r:g}H{x + 20:g}L{x:g} {y + r:g}Z" fill="#dadada"/>'


def _text(x: float, y: float, text: str, size: float, fill: str = "#222") -> str:
    place = f'x="{x:g}" y="{y + 0.36 * size:g}" font-size="{size:g}" text-anchor="middle"'
    return f'<text {place} fill="{fill}">{text}</text>'


def _stroke(path: str, colour: str, width: float, more: str = "") -> str:
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path}" stroke="{colour}" stroke-width="{width:g}" fill="none" {more or ends}/>'


def _outside(cells: Sequence[int], n: int, text: str) -> str:
    """Return the SVG of a clue in front of the first cell of its line; a line of one cell has the clue above it."""
    (x, y), away = _middle(cells[0], n), (0.0, -1.0)
    if len(cells) > 1:
        x2, y2 = _middle(cells[1], n)
        away = (x - x2) / CELL, (y - y2) / CELL
    return _text(x + 57 * away[0], y + 57 * away[1], text, 15, "#0b4fa8")


def _line(shape: str, cells: Sequence[int], circle: Sequence[int], n: int) -> list[str]:
    points, colour = [_middle(cell, n) for cell in cells], _LINES[shape]
    width = 3 if shape in _THIN else 14 if "thermometer" in shape else 10
    if shape in ("renban", "nabner"):
        points = _tour(points)
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    parts = [_stroke(path, colour, width)]
    if shape == "slow thermometer":
        parts.append(_stroke(path, "#fff", 4, 'stroke-dasharray="6 5"'))
    if "thermometer" in shape:
        parts.append(_circle(*points[0], 17, colour, "none"))
    if shape == "arrow":
        (x1, y1), (x2, y2) = points[-2:]
        length = hypot(x2 - x1, y2 - y1)
        right, down = 9 * (x2 - x1) / length, 9 * (y2 - y1) / length
        ends = f"M{x2 - right - down:g} {y2 - down + right:g}L{x2:g} {y2:g}"
        parts.append(_stroke(f"{ends}L{x2 - right + down:g} {y2 - down - right:g}", colour, 3))
        ring = "M" + "L".join(f"{x:g} {y:g}" for x, y in (_middle(cell, n) for cell in circle)) + "h0"
        parts += [_stroke(ring, colour, 42), _stroke(ring, "#fff", 36)]
    ends_of = points[:1] + points[-1:]
    if shape in ("between", "double arrow"):
        parts += [_circle(x, y, 19, "#fff", colour) for x, y in ends_of]
    if shape == "lockout":
        parts += [
            f'<path d="M{x:g} {y - 22:g}l22 22l-22 22l-22 -22Z" fill="#fff" stroke="{colour}" stroke-width="1.6"/>'
            for x, y in ends_of
        ]
    return parts


def _tour(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the points of a set as a line: first the point farthest from all others, then always the nearest one."""
    left = sorted(points)
    far = max(left, key=lambda p: sum(hypot(p[0] - q[0], p[1] - q[1]) for q in left))
    line = [far]
    left.remove(far)
    while left:
        x, y = line[-1]
        nearest = min(left, key=lambda p: hypot(p[0] - x, p[1] - y))
        line.append(nearest)
        left.remove(nearest)
    return line


def _cage(cells: Sequence[int], n: int, total: str) -> str:
    inside = {divmod(cell, n) for cell in cells}
    path = []
    for row, column in sorted(inside):
        middle = complex(*_middle(n * row + column, n))
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
    x, y = (value - CELL / 2 for value in _middle(min(cells), n))
    size = 13
    return (
        f'<path d="{"".join(path)}" stroke="#444" stroke-width="1.2" stroke-dasharray="4 3" fill="none"/>'
        f'<rect x="{x + 2:g}" y="{y + 2:g}" width="{0.62 * size * len(total) + 2:.0f}" height="{size}" fill="#fff"/>'
        f'<text x="{x + 3:g}" y="{y + size:g}" font-size="{size}" fill="#000">{total}</text>'
    )
