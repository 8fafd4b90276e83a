"""A step as a drawing: the grid with its candidates, the pattern by role, the links, and what goes."""

from __future__ import annotations

from html import escape

from sudokubench.logic.geometry import bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.step import LinkKind, Step

CELL = 54
MARGIN = 26

_COLOURS = ("#8fd3a5", "#9dc3f7", "#f5c26b", "#d7aef0", "#f2a6c0", "#b8c4ce")
"""Fills by the order in which roles appear; readable with black text and told apart by lightness, too."""


def draw(grid: CandidateGrid, step: Step | None = None, title: str = "") -> str:
    """A state, and a step that was found in it, as an SVG document.

    Args:
        grid: The state before the step.
        step: The step; without one the state alone is drawn.
        title: Told to screen readers and shown as a tooltip.
    """
    geometry = grid.geometry
    n, symbols = geometry.size, geometry.layout.symbols
    side = n * CELL + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" role="img" font-family="sans-serif">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{side}" height="{side}" fill="#ffffff"/>',
    ]
    for i in range(n):
        at = MARGIN + CELL * i + CELL / 2
        parts.append(_text(at, MARGIN - 8, str(i + 1), 11, "#666666"))
        parts.append(_text(MARGIN - 13, at + 4, str(i + 1), 11, "#666666"))
    fills: dict[int, str] = {}
    if step is not None:
        for i, role in enumerate(dict.fromkeys(role for role, _ in step.groups)):
            for option in step.group(role):
                fills[option] = _COLOURS[i % len(_COLOURS)]
        for link in step.links:
            for option in (*link.start, *link.end):
                fills.setdefault(option, _COLOURS[0] if link.kind is LinkKind.STRONG else _COLOURS[1])
    gone = set(step.eliminated) if step else set()
    new = set(step.placed) if step else set()
    for cell in range(geometry.cell_count):
        parts.extend(_cell(grid, cell, fills, gone, new, symbols))
    parts.extend(_lines(grid))
    if step is not None:
        parts.extend(_links(step, n))
    parts.append("</svg>")
    return "\n".join(parts)


def _corner(cell: int, n: int) -> tuple[float, float]:
    return MARGIN + CELL * (cell % n), MARGIN + CELL * (cell // n)


def _spot(option: int, n: int) -> tuple[float, float]:
    """The middle of a candidate."""
    cell, d = divmod(option, n)
    x, y = _corner(cell, n)
    across = max(1, round(n**0.5 + 0.49))
    down = -(-n // across)
    return x + CELL * (d % across + 0.5) / across, y + CELL * (d // across + 0.5) / down


def _text(x: float, y: float, text: str, size: float, colour: str, weight: str = "normal") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" font-weight="{weight}" '
        f'text-anchor="middle">{escape(text)}</text>'
    )


def _cell(
    grid: CandidateGrid, cell: int, fills: dict[int, str], gone: set[int], new: set[int], symbols: str
) -> list[str]:
    n = grid.geometry.size
    x, y = _corner(cell, n)
    if grid.placed >> cell & 1:
        digit = next(iter(grid.digits_of(cell)), 0)
        colour = "#000000" if grid.givens >> cell & 1 else "#1f4e9c"
        shown = symbols[digit - 1] if digit else "!"
        option = n * cell + digit - 1
        back = (
            f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fills[option]}"/>'
            if option in fills
            else ""
        )
        return [back, _text(x + CELL / 2, y + CELL * 0.68, shown, CELL * 0.55, colour, "bold")]
    parts = []
    size = min(13.0, CELL / (round(n**0.5 + 0.49)) * 0.72)
    for d in bits_of(grid.cells[cell]):
        option = n * cell + d
        cx, cy = _spot(option, n)
        if option in new:
            parts.append(
                f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{size * 0.75:.1f}" fill="none" stroke="#0a7d32" '
                'stroke-width="2.5"/>'
            )
        if option in fills:
            parts.append(
                f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{size * 0.65:.1f}" fill="{fills[option]}"/>'
            )
        parts.append(
            _text(cx, cy + size * 0.36, symbols[d], size, "#b00020" if option in gone else "#333333")
        )
        if option in gone:
            r = size * 0.55
            parts.append(
                f'<line x1="{cx - r:.1f}" y1="{cy + r:.1f}" x2="{cx + r:.1f}" y2="{cy - r:.1f}" stroke="#b00020" '
                'stroke-width="2"/>'
            )
    return parts


def _lines(grid: CandidateGrid) -> list[str]:
    """Thin lines between cells, thick ones between boxes."""
    n, boxes = grid.geometry.size, grid.geometry.layout.boxes
    thin: list[str] = []
    thick: list[str] = []
    for cell in range(grid.geometry.cell_count):
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


def _links(step: Step, n: int) -> list[str]:
    """Strong links as solid lines, weak ones dashed."""
    parts = []
    for link in step.links:
        x2, y2 = _middle(link.end, n)
        for x1, y1 in (
            [_middle(link.start, n)] if step.rule.find("net") < 0 else [_spot(o, n) for o in link.start[:4]]
        ):
            if (x1, y1) == (x2, y2):
                continue
            dash = "" if link.kind is LinkKind.STRONG else ' stroke-dasharray="4 3"'
            bend_x, bend_y = (x1 + x2) / 2 + (y2 - y1) * 0.12, (y1 + y2) / 2 - (x2 - x1) * 0.12
            parts.append(
                f'<path d="M{x1:.1f} {y1:.1f}Q{bend_x:.1f} {bend_y:.1f} {x2:.1f} {y2:.1f}" fill="none" '
                f'stroke="#c2410c" stroke-width="1.6" opacity="0.75"{dash}/>'
            )
    return parts


def _middle(options: tuple[int, ...], n: int) -> tuple[float, float]:
    spots = [_spot(option, n) for option in options]
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
