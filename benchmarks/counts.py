"""Count the 9x9 grids and their classes from scratch.

    python -m benchmarks.counts grids [6x6|9x9]
    python -m benchmarks.counts classes [4x4|5x5|6x6|9x9]

`grids`: the number of ways to fill the bands below a band depends only on the sets of digits in its columns. These sets
give the kind of each digit: its column in each stack. A table holds the number of digits of each kind. With columns and
stacks in any order, the tables of 9x9 have 44 classes, the number to which Felgenhauer and Jarvis (Mathematics of
Sudoku I, 2006) came from 416 classes of bands. For one table of each class, the columns of the second band take all
possible sets. They determine the sets of the third band. The table of a band gives the number of ways to fill it.

`classes`: Burnside's lemma (Russell and Jarvis, Mathematics of Sudoku II, 2006). The program takes one rearrangement of
the cells from each class of conjugate ones. It searches the grids that this rearrangement turns into a relabelling of
themselves: a digit in one cell of a cycle determines the whole cycle. Relabellings with the same lengths of cycles are
equivalent, so only one of them is tried. Of digits that nothing distinguishes yet, only one is tried.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations, product
from math import factorial, lcm, prod
from time import process_time
from typing import Any

import numpy as np

from sudokubench import Layout
from sudokubench.kernels.compiled import compiled
from sudokubench.symmetry.structure import band_and_stack, order

Array = np.ndarray[Any, Any]

# -- all grids: three bands, and as many stacks as a band has rows -------------------------------------------------


def grids(height: int) -> tuple[int, int, int]:
    """Return the number of grids (boxes of `height` rows, three columns), of bands, and of classes of their tables."""
    stacks, n = height, 3 * height
    sets = _column_sets(height, np.full(n, -1))
    # the columns of the digits in the first stack; any names of digits will do
    first = np.arange(n) // height
    tables = np.unique(_tables([first, *_crossed([sets] * (stacks - 1))]))
    entries = (tables[:, None] >> 2 * np.arange(3**stacks) & 3).reshape(-1, *[3] * stacks)
    classes, of = _classes(tables, entries)
    ways = np.array([_ways(entries[k], height) for k in classes])[of]
    below = np.array([_below(entries[k], height, tables, ways) for k in classes], dtype=object)
    named = [factorial(n) // prod(map(factorial, map(int, table.flat))) for table in entries]
    bands = [count * int(way) for count, way in zip(named, ways, strict=True)]
    total = sum(band * int(rest) for band, rest in zip(bands, below[of], strict=True))
    return total, sum(bands), len(classes)


def _column_sets(height: int, other: Array) -> Array:
    """Return all ways to put the digits into the columns 0, 1, 2 of a box, each into another column than in `other`."""
    ways = (
        way for way in product(range(3), repeat=3 * height) if all(way.count(c) == height for c in range(3))
    )
    return np.array([way for way in ways if (np.array(way) != other).all()])


def _crossed(lists: list[Array]) -> list[Array]:
    """Return the same lists, one for each stack, on axes of their own."""
    return [
        sets.reshape(*(-1 if axis == own else 1 for axis in range(len(lists))), sets.shape[-1])
        for own, sets in enumerate(lists)
    ]


def _tables(columns: list[Array]) -> Array:
    """Return the tables of columns of digits in stacks: two bits for the number of digits of each kind."""
    kinds = sum(3 ** (len(columns) - 1 - stack) * column for stack, column in enumerate(columns))
    found: Array = sum(1 << 2 * kinds[..., digit] for digit in range(kinds.shape[-1]))
    return found


def _classes(tables: Array, entries: Array) -> tuple[Array, Array]:
    """Return the first table of each class, and the class of each table.

    Tables are equivalent if an exchange of columns within stacks, and of stacks, turns them into each other.
    """
    places = 1 << 2 * np.arange(entries[0].size)
    moved = [np.swapaxes(entries, 1, axis) for axis in range(2, entries.ndim)]
    moved += [entries[:, change] for change in ([1, 0, 2], [1, 2, 0])]
    images = [np.searchsorted(tables, image.reshape(len(tables), -1) @ places) for image in moved]
    least, before = np.arange(len(tables)), None
    while before is None or (least != before).any():
        before = least.copy()
        for image in images:
            np.minimum.at(least, image, least)
            least = np.minimum(least, least[image])
    return np.unique(least, return_inverse=True)


def _ways(table: Array, height: int) -> int:
    """Return the number of ways to fill a band with these columns: no two digits of a column are in the same row."""
    found = Counter({0: 1})
    for columns in _kinds(table):
        longer = Counter[int]()
        for rows in permutations(range(height)):
            bits = sum(1 << height * (3 * stack + columns[stack]) + rows[stack] for stack in range(height))
            for taken, count in found.items():
                if not taken & bits:
                    longer[taken | bits] += count
        found = longer
    return found.total()


def _kinds(table: Array) -> list[tuple[int, ...]]:
    """Return the kind of each digit: its column in each stack."""
    return [tuple(map(int, kind)) for kind in np.argwhere(table) for _ in range(table[tuple(kind)])]


def _below(table: Array, height: int, tables: Array, ways: Array) -> int:
    """Return in how many ways two more bands can be filled below a band whose columns hold the digits of `table`."""
    above = np.array(_kinds(table)).T
    second = _crossed([_column_sets(height, columns) for columns in above])
    third = [3 - columns - sets for columns, sets in zip(above, second, strict=True)]
    two, three = (ways[np.searchsorted(tables, _tables(columns))] for columns in (second, third))
    return int((two * three).sum())


# -- classes -------------------------------------------------------------------------------------------------------


def symmetries(layout: Layout) -> Iterator[tuple[int, Array]]:
    """Yield one rearrangement of the cells from each class of conjugate ones, and the size of the class."""
    n, (height, width, turns) = layout.size, band_and_stack(layout)
    row, column = np.divmod(np.arange(n * n), n)
    of_rows = _conjugate(n, height)
    of_columns = of_rows if turns else _conjugate(n, width)
    for i, (rows, size) in enumerate(of_rows):
        for j, (columns, other) in enumerate(of_columns):
            if not turns or j <= i:  # with the transposition, all other pairs are conjugate to these
                yield size * other * (1 + (turns and j < i)), n * rows[row] + columns[column]
        if turns:
            yield size * sum(number for _, number in of_rows), n * rows[column] + row


def _conjugate(n: int, part: int) -> list[tuple[Array, int]]:
    """Return orders of n lines that keep bands of `part` lines together: one of each class, and its size."""
    inner = list(permutations(range(part)))
    lines = np.array([
        [part * band + line for band, within in zip(bands, orders, strict=True) for line in within]
        for bands in permutations(range(n // part)) for orders in product(inner, repeat=n // part)
    ])  # fmt: skip
    back, found, seen = np.argsort(lines, axis=1), [], set[bytes]()
    for one in lines:
        if one.tobytes() not in seen:
            of = {other.tobytes() for other in np.take_along_axis(lines, one[back], axis=1)}
            seen |= of
            found.append((one, len(of)))
    return found


def fixed(layout: Layout, images: Array) -> int:
    """Return the number of grids that a rearrangement turns into a relabelling of themselves.

    Grids that differ only by a relabelling count as one.
    """
    n = layout.size
    cycles = _cycles(images)
    longest = max(map(len, cycles))
    houses = np.zeros((len(cycles), longest, 3), np.int64)
    sees = np.zeros((layout.cell_count, len(layout.houses)), np.bool_)
    for number, house in enumerate(layout.houses):
        sees[list(house.cells), number] = True
    for cycle, of in zip(cycles, houses, strict=True):
        of[: len(cycle)] = [np.flatnonzero(sees[cell]) for cell in cycle]
    meets = [
        [i for i, cell in enumerate(cycle) if i and (sees[cell] & sees[cycle[0]]).any()] for cycle in cycles
    ]
    lengths = np.array([len(cycle) for cycle in cycles])
    total = 0
    for parts in _partitions(n, [k for k in range(n, 0, -1) if lcm(*map(len, cycles)) % k == 0]):
        begins = np.cumsum([0, *parts[:-1]])
        length, begin = np.repeat(parts, parts), np.repeat(begins, parts)
        bits = 1 << begin + (np.arange(n) - begin + np.arange(longest)[:, None]) % length
        # a digit distinguishes those of its cycle, and opens the next cycle
        opens = (1 << length) - 1 << begin
        for (this, after), (at, following) in zip(pairwise(parts), pairwise(begins), strict=True):
            opens[at : at + this] |= (this == after) << following
        open_first = sum(1 << int(begins[parts.index(part)]) for part in set(parts))
        fits = [
            sum(1 << d for d in range(n) if len(c) % length[d] == 0 and all(i % length[d] for i in met))
            for c, met in zip(cycles, meets, strict=True)
        ]
        if all(fits):
            total += _search(houses, lengths, np.array(fits), bits, opens, open_first, len(layout.houses))
    return total


def _cycles(images: Array) -> list[list[int]]:
    found, seen = [], set[int]()
    for cell in range(len(images)):
        if cell not in seen:
            found.append([cell])
            while (following := int(images[found[-1][-1]])) != cell:
                found[-1].append(following)
            seen.update(found[-1])
    return found


def _partitions(n: int, parts: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write n as a sum of parts, the largest first."""
    if n == 0:
        yield ()
    for i, part in enumerate(parts):
        if part <= n:
            yield from ((part, *rest) for rest in _partitions(n - part, parts[i:]))


@compiled
def _search(houses, lengths, fits, bits, opens, open_first, house_count):
    """Return the number of ways to give each cycle of cells a digit for its first cell.

    Args:
        houses: int64 (cycles, longest, 3): the row, column and box of each cell of each cycle.
        lengths: int64 (cycles,).
        fits: int64 (cycles,): for each cycle the digits, as bits, that do not meet themselves in it.
        bits: int64 (longest, digits): the bit of the digit in the 1st, 2nd ... cell, for each digit of the first cell.
        opens: int64 (digits,): for each digit the digits that it distinguishes from others.
        open_first: The digits that are tried before any digit is placed.
        house_count: Number of houses.
    """
    n = len(lengths)
    taken = np.zeros(house_count, np.int64)
    size = np.zeros(1 << bits.shape[1], np.int64)
    for mask in range(1, len(size)):
        size[mask] = size[mask >> 1] + (mask & 1)
    free, left, digit = np.arange(n), np.zeros(n, np.int64), np.full(n, -1)
    opened = np.full(n + 1, open_first)
    total = depth = 0
    while depth >= 0:
        fewest, at, masks = 99, 0, 0
        for i in range(depth, n):
            a, b, c = houses[free[i], 0]
            mask = fits[free[i]] & opened[depth] & ~(taken[a] | taken[b] | taken[c])
            if size[mask] < fewest:
                fewest, at, masks = size[mask], i, mask
                if fewest <= 1:
                    break
        if depth == n - 1:
            total += fewest
        elif fewest:
            free[at], free[depth] = free[depth], free[at]
            left[depth], digit[depth] = masks, -1
            depth += 1
        depth -= 1
        while depth >= 0:
            cycle = free[depth]
            if digit[depth] >= 0:
                for i in range(lengths[cycle]):
                    for k in range(3):
                        taken[houses[cycle, i, k]] ^= bits[i, digit[depth]]
            if left[depth]:
                d = size[(left[depth] & -left[depth]) - 1]
                left[depth] &= left[depth] - 1
                digit[depth] = d
                for i in range(lengths[cycle]):
                    for k in range(3):
                        taken[houses[cycle, i, k]] ^= bits[i, d]
                opened[depth + 1] = opened[depth] | opens[d]
                depth += 1
                break
            depth -= 1
    return total


# -- the commands --------------------------------------------------------------------------------------------------

# fmt: off
PUBLISHED = {(1, 18383222420692992), (16, 107495424), (64, 2508084), (96, 21233664), (144, 14837760), (192, 4204224),
    (288, 5184), (864, 2085120), (972, 449445888), (1152, 6342480), (1296, 30258432), (1728, 2592), (1728, 294912),
    (2304, 648), (2916, 155492352), (3456, 1296), (3888, 27648), (5184, 323928), (7776, 13824), (10368, 1854),
    (15552, 1728), (15552, 3456), (20736, 162), (20736, 288), (31104, 6480), (69984, 13056), (93312, 288)}
"""For 9x9 the size of each class and the number of grids that a member fixes: Russell and Jarvis 2006, table 1."""
# fmt: on


def print_grids(name: str) -> None:
    """Print the number of grids."""
    number, bands, classes = grids(Layout.named(name).size // 3)
    print(f"{name}: {number:,} grids; {bands:,} bands, whose columns are of {classes} classes")


def print_classes(name: str) -> None:
    """Print the number of classes of equivalent grids, and the symmetries that fix some grid."""
    layout = Layout.named(name)
    total, none = 0, 0
    published = PUBLISHED if name == "9x9" else set()
    print("| cycles of cells | conjugate | fixed | published |\n|---|---:|---:|---:|", flush=True)
    for size, images in symmetries(layout):
        whole = layout.size == 9 and len(_cycles(images)) == 81  # the identity: too many grids for a search
        number = grids(3)[0] // factorial(9) if whole else fixed(layout, images)
        total, none = total + size * number, none + (not number)
        if number:
            lengths = sorted(Counter(map(len, _cycles(images))).items())
            cycles = " ".join(f"{count}×{length}" for length, count in lengths)
            said = "the same" if (size, number) in published else "-"
            print(f"| {cycles} | {size:,} | {number:,} | {said} |", flush=True)
    mean, rest = divmod(total, order(layout))
    assert rest == 0, "the mean over the group is not a whole number"
    print(f"\n{name}: {mean:,} classes; {none} other classes of symmetries fix no grid")


def main() -> None:
    """Print the requested numbers."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.counts", description="Count grids or classes."
    )
    commands = parser.add_subparsers(required=True)
    for name, what, names in (
        ("grids", print_grids, ("6x6", "9x9")),
        ("classes", print_classes, ("4x4", "5x5", "6x6", "9x9")),
    ):
        command = commands.add_parser(name)
        command.add_argument("layout", nargs="?", default="9x9", choices=names)
        command.set_defaults(print=what)
    options, begun = parser.parse_args(), process_time()
    options.print(options.layout)
    print(f"{process_time() - begun:.0f} s of CPU time", file=sys.stderr)


if __name__ == "__main__":
    main()
