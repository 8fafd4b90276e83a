"""Expected values from first principles: plain backtracking and enumeration, without any code of the package.

Grids are tuples of numbers, row by row, 0 for a blank; houses are lists of cells.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations, permutations
from typing import Any

Grid = tuple[int, ...]
Houses = list[list[int]]


def grid(text: str) -> Grid:
    """Return the grid of a text: digits 1-9; any other sign is a blank."""
    return tuple(int(c) if c in "123456789" else 0 for c in text)


def rows_and_columns(size: int) -> Houses:
    rows = [[size * r + c for c in range(size)] for r in range(size)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def sudoku_houses(size: int, box_rows: int) -> Houses:
    """Return rows, columns and boxes of `box_rows` rows."""
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
    """Yield all ways to fill the blanks so that no house holds a digit twice and no (cell, digit) is forbidden."""
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


def count(clues: Sequence[int], houses: Houses, most: int = 10**9) -> int:
    """Return the number of ways to fill the blanks of a Sudoku, up to `most`; faster than `solutions`.

    A cell has three houses: row, column and box.
    """
    n = max(map(len, houses))
    of_cell = [[g for g, house in enumerate(houses) if cell in house] for cell in range(n * n)]
    every = (1 << n + 1) - 2  # a bit for each digit
    seen = [0] * len(houses)
    blank = set(range(n * n))

    def possible(cell: int) -> int:
        one, two, three = of_cell[cell]
        return every & ~(seen[one] | seen[two] | seen[three])

    def put(cell: int, digit: int) -> None:
        blank.symmetric_difference_update((cell,))
        for g in of_cell[cell]:
            seen[g] ^= digit

    def choices() -> list[tuple[int, int]]:
        """Return the choices: the digits of the cell that has the fewest, or the one or two cells for a digit."""
        digits = {cell: possible(cell) for cell in blank}
        cell = min(digits, key=lambda cell: digits[cell].bit_count())
        fewest = digits[cell].bit_count()
        pair: list[tuple[int, int]] = []
        for g, house in enumerate(houses) if fewest > 1 else ():
            once = twice = thrice = 0
            for other in blank.intersection(house):
                thrice |= twice & digits[other]
                twice |= once & digits[other]
                once |= digits[other]
            if every & ~seen[g] & ~once:
                return []
            some = once & ~twice or (fewest > 2 and not pair and twice & ~thrice)
            if some:
                digit = some & -some
                pair = [(c, digit) for c in house if c in blank and digits[c] & digit]
                if len(pair) == 1:
                    return pair
        return pair or [(cell, 1 << digit) for digit in range(1, n + 1) if digits[cell] >> digit & 1]

    def number(found: int) -> int:
        if not blank:
            return found + 1
        for cell, digit in choices():
            if found < most:
                put(cell, digit)
                found = number(found)
                put(cell, digit)
        return found

    for cell, digit in enumerate(clues):
        if digit:
            if not possible(cell) >> digit & 1:
                return 0
            put(cell, 1 << digit)
    return number(0)


def exact_covers(
    options: Sequence[Collection[Any]],
    primary: Iterable[Any],
    chosen: Collection[int] = (),
    forbidden: Collection[int] = (),
) -> set[tuple[int, ...]]:
    """Return the sets of options, as ascending indices, that cover primary items once and no item twice.

    Each set holds all options of `chosen` and no option of `forbidden`.
    """
    found, needed = set(), {*primary}
    free = sorted({*range(len(options))} - {*chosen} - {*forbidden})
    for more in chain.from_iterable(combinations(free, size) for size in range(len(free) + 1)):
        taken = tuple(sorted({*chosen, *more}))
        covered = [item for option in taken for item in options[option]]
        if len({*covered}) == len(covered) and needed <= {*covered}:
            found.add(taken)
    return found if {*chosen}.isdisjoint(forbidden) else set()


def queens(size: int) -> set[tuple[int, ...]]:
    """Return the ways to place queens that do not attack each other: for each row the column."""
    return {
        columns
        for columns in permutations(range(size))
        if len({r + c for r, c in enumerate(columns)}) == size == len({r - c for r, c in enumerate(columns)})
    }
