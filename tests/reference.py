"""Expected values from first principles: plain backtracking and enumeration, without any code of the package.

Grids are tuples of numbers, row by row, 0 for a blank; houses are lists of cells.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, permutations

Grid = tuple[int, ...]
Houses = list[list[int]]


def grid(text: str) -> Grid:
    """The grid of a text of the digits 1-9, anything else being a blank."""
    return tuple(int(c) if c in "123456789" else 0 for c in text)


def rows_and_columns(size: int) -> Houses:
    rows = [[size * r + c for c in range(size)] for r in range(size)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def sudoku_houses(size: int, box_rows: int) -> Houses:
    """Rows, columns and boxes of `box_rows` rows."""
    boxes: dict[tuple[int, int], list[int]] = {}
    for cell in range(size * size):
        r, c = divmod(cell, size)
        boxes.setdefault((r // box_rows, c // (size // box_rows)), []).append(cell)
    return rows_and_columns(size) + list(boxes.values())


def diagonals(size: int) -> Houses:
    return [[size * i + i for i in range(size)], [size * i + size - 1 - i for i in range(size)]]


def solutions(
    clues: Sequence[int], houses: Houses, forbidden: Collection[tuple[int, int]] = frozenset()
) -> Iterator[Grid]:
    """All ways to fill the blanks so that no house holds a digit twice and no (cell, digit) is forbidden."""
    size = max(map(len, houses))
    peers = [{p for house in houses if cell in house for p in house} - {cell} for cell in range(len(clues))]
    filled = list(clues)

    def possible(cell: int) -> list[int]:
        taken = {filled[peer] for peer in peers[cell]}
        return [d for d in range(1, size + 1) if d not in taken and (cell, d) not in forbidden]

    def search() -> Iterator[Grid]:
        blanks = [cell for cell, digit in enumerate(filled) if not digit]
        if not blanks:
            yield tuple(filled)
            return
        cell = min(blanks, key=lambda blank: len(possible(blank)))
        for digit in possible(cell):
            filled[cell] = digit
            yield from search()
            filled[cell] = 0

    broken = any(
        filled[cell] and filled[cell] in {filled[p] for p in peers[cell]} for cell in range(len(filled))
    )
    if not broken and not any((cell, digit) in forbidden for cell, digit in enumerate(filled)):
        yield from search()


def exact_covers(
    options: Sequence[Collection[str]], primary: Collection[str], secondary: Collection[str] = ()
) -> set[tuple[int, ...]]:
    """The sets of options, as ascending indices, that cover primary items once and secondary ones at most once."""
    found = set()
    for size in range(len(options) + 1):
        for chosen in combinations(range(len(options)), size):
            covered = [item for option in chosen for item in options[option]]
            if all(covered.count(item) == 1 for item in primary) and all(
                covered.count(i) < 2 for i in secondary
            ):
                found.add(chosen)
    return found


def queens(size: int) -> set[tuple[int, ...]]:
    """The ways to place queens that do not attack each other: for each row the column."""
    return {
        columns
        for columns in permutations(range(size))
        if len({r + c for r, c in enumerate(columns)}) == size == len({r - c for r, c in enumerate(columns)})
    }
