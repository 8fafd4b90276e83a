"""Tilings of triangles as exact covers: lozenges in a hexagon, and polyiamonds on a parallelogram.

A cell such as `R1C2` is a triangle. It touches its neighbours in the row. It also touches the triangle of its column in
the row above (if it points down) or below (if it points up).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sudokubench.problem import ExactCover, cover
from sudokubench.problems import words
from sudokubench.problems.family import NUMBER, Family
from sudokubench.problems.tilings import grown

Triangle = tuple[int, int]
"""Three times the centre of a triangle, along two axes at 60 degrees. It points down if both numbers are 1 modulo 3."""


def lozenges(name: str, a: int, b: int, c: int) -> ExactCover:
    """Return the tilings of a hexagon with sides a, b, c, a, b, c by lozenges: pairs of triangles with a common side.

    A tiling is a plane partition in a box with these sides (MacMahon 1916; David and Tomei 1989).
    """
    return _laid(name, 2, [cell for cell in _rhombus(a + c, b + c) if c <= sum(cell) // 3 < a + b + c])


def polyiamonds(name: str, size: int, rows: int, columns: int | None, once: str | None) -> ExactCover:
    """Return the tilings of a parallelogram by the free polyiamonds of a size. With `once`, each is used once."""
    return _laid(name, size, list(_rhombus(columns or rows, rows)), once=bool(once))


def _rhombus(columns: int, rows: int) -> Iterator[Triangle]:
    for y in range(rows):
        for x in range(columns):
            yield 3 * x + 1, 3 * y + 1
            yield 3 * x + 2, 3 * y + 2


def _laid(name: str, size: int, cells: Collection[Triangle], *, once: bool = False) -> ExactCover:
    """Return the cover of the tilings of some triangles by the polyiamonds of a size, turned and flipped."""
    leftmost = min((p // 3 * 2 + (p % 3 > 1) + q // 3 for p, q in cells), default=0)
    names = {(p, q): f"R{q // 3 + 1}C{p // 3 * 2 + (p % 3 > 1) + q // 3 - leftmost + 1}" for p, q in cells}
    options: dict[str, list[str]] = {}
    pieces = {
        f"{size}.{number}": shape
        for number, shape in enumerate(grown(size, (1, 1), _neighbours, _orientations), 1)
    }
    for piece, shape in pieces.items():
        for turned in _orientations(shape):
            p0, q0 = turned[0]
            for p, q in names:
                laid = [(p + dp - p0, q + dq - q0) for dp, dq in turned]
                if p % 3 == p0 % 3 and all(cell in names for cell in laid):
                    covered = [names[cell] for cell in laid]
                    text = " ".join(covered)
                    options[f"{piece}: {text}" if once else text] = [piece, *covered] if once else covered
    return cover(options.items(), name=name, primary=[*(pieces if once else []), *names.values()])


def _neighbours(p: int, q: int) -> Iterator[Triangle]:
    sign = 1 if p % 3 == 1 else -1
    for dp, dq in ((1, 1), (-2, 1), (1, -2)):
        yield p + sign * dp, q + sign * dq


def _orientations(shape: tuple[Triangle, ...]) -> list[tuple[Triangle, ...]]:
    """Return the different turns by 60 degrees and the reflections of a shape, each moved to the origin."""
    found: dict[tuple[Triangle, ...], None] = {}
    for _ in range(2):
        for _ in range(6):
            shape = tuple((-q, p + q) for p, q in shape)
            left, top = min(p // 3 for p, _ in shape), min(q // 3 for _, q in shape)
            found[tuple(sorted((p - 3 * left, q - 3 * top) for p, q in shape))] = None
        shape = tuple((q, p) for p, q in shape)
    return list(found)


FAMILIES = (
    Family("lozenge:AxBxC", words.LOZENGES, rf"{NUMBER}x{NUMBER}x{NUMBER}", lozenges, 32, "lozenge:2x2x2"),
    Family("polyiamond:SIZE:RxC", words.POLYIAMONDS, rf"([1-7]):{NUMBER}(?:x{NUMBER})?(:once)?",
        polyiamonds, 32, "polyiamond:2:3"),
)  # fmt: skip
