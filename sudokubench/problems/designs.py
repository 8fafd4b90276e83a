"""Designs as exact covers: Latin squares, their completions, transversals and mates, Steiner triples, Langford pairs.

The functions return covers whose solutions are the designs. An option such as `R1C1=2` puts the symbol 2 into a cell.
Published counts are in the tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

from sudokubench.errors import UsageError
from sudokubench.problem import ExactCover, cover
from sudokubench.problems import words
from sudokubench.problems.family import NUMBER, Family

Square = list[list[int]]

_LARGEST_SQUARE = 64


def latin_squares(name: str, n: int) -> ExactCover:
    """Return the cover of the Latin squares of order n: each symbol once in every row and every column."""
    return _latin(name, [[0] * n for _ in range(n)])


def quasigroup_with_holes(name: str, n: int, holes: int, seed: int) -> ExactCover:
    """Return the cover of a full Latin square of order n with `holes` random cells cleared. A solution exists.

    The full square is the cyclic one with its rows, columns and symbols in random orders. Problems with 42 % of holes
    are the hardest (Achlioptas, Gomes, Kautz, Selman, Generating Satisfiable Problem Instances, 2000).

    Raises:
        UsageError: `n` is above 64, or `holes` above n * n.
    """
    if n > _LARGEST_SQUARE:
        raise UsageError(words.TOO_LARGE.format(name=name, most=_LARGEST_SQUARE, kind="holes:N"))
    if holes > n * n:
        raise UsageError(words.TOO_MANY_HOLES.format(name=name, most=n * n))
    random = Random(seed)
    rows, columns, symbols = (random.sample(range(n), n) for _ in range(3))
    square = [[symbols[(r + c) % n] + 1 for c in columns] for r in rows]
    for cell in random.sample(range(n * n), holes):
        square[cell // n][cell % n] = 0
    return _latin(name, square)


def _latin(name: str, square: Square) -> ExactCover:
    """Return the cover of the completions of a square with blanks (0)."""
    n = len(square)
    options = {
        f"R{r + 1}C{c + 1}={symbol}": (f"R{r + 1}C{c + 1}", f"R{r + 1} {symbol}", f"C{c + 1} {symbol}")
        for r in range(n)
        for c in range(n)
        for symbol in range(1, n + 1)
        if square[r][c] in {0, symbol}
    }
    return cover(options.items(), name=name)


def transversals(name: str, n: int) -> ExactCover:
    """Return the cover whose solutions are the transversals of the cyclic Latin square of order n.

    A transversal is n cells, no two with the same row, column or symbol.
    """
    options = {
        f"R{r + 1}C{c + 1}={(r + c) % n + 1}": (f"R{r + 1}", f"C{c + 1}", f"symbol {(r + c) % n + 1}")
        for r in range(n)
        for c in range(n)
    }
    return cover(options.items(), name=name)


def orthogonal_mates(name: str, n: int) -> ExactCover:
    """Return the cover of the orthogonal mates of the cyclic square: its partitions into transversals (Euler 1782)."""
    found: list[tuple[int, ...]] = []

    def extend(columns: tuple[int, ...], symbols: frozenset[int]) -> None:
        if len(columns) == n:
            found.append(columns)
        for c in set(range(n)).difference(columns):
            if (symbol := (len(columns) + c) % n) not in symbols:
                extend((*columns, c), symbols | {symbol})

    extend((), frozenset())
    options = {" ".join(cells): cells for cells in (_cells(enumerate(columns)) for columns in found)}
    every = _cells((r, c) for r in range(n) for c in range(n))
    return cover(options.items(), name=name, primary=every)


def _cells(cells: Iterable[tuple[int, int]]) -> list[str]:
    return [f"R{r + 1}C{c + 1}" for r, c in cells]


def steiner_triples(name: str, v: int) -> ExactCover:
    """Return the cover of the Steiner triple systems on v points: every two points are in exactly one triple."""
    points = range(1, v + 1)
    pairs = {pair: f"{pair[0]}-{pair[1]}" for pair in combinations(points, 2)}
    options = {
        " ".join(map(str, triple)): [pairs[pair] for pair in combinations(triple, 2)]
        for triple in combinations(points, 3)
    }
    return cover(options.items(), name=name, primary=pairs.values())


def langford_pairs(name: str, n: int) -> ExactCover:
    """Return the cover of the Langford pairs of n: each k up to n occurs twice, with k places between the two."""
    options = {
        f"R1C{i}={k} R1C{i + k + 1}={k}": (f"pair {k}", f"R1C{i}", f"R1C{i + k + 1}")
        for k in range(1, n + 1)
        for i in range(1, 2 * n - k)
    }
    places = [f"R1C{i}" for i in range(1, 2 * n + 1)]
    return cover(options.items(), name=name, primary=[*(f"pair {k}" for k in range(1, n + 1)), *places])


FAMILIES = (
    Family("latin:N", words.LATIN, NUMBER, latin_squares, _LARGEST_SQUARE, "latin:4"),
    Family("holes:N:HOLES:SEED", words.HOLES, rf"{NUMBER}:([0-9]{{1,4}}):([0-9]{{1,4}})",
        quasigroup_with_holes, 9999, "holes:5:10:1"),
    Family("transversals:N", words.TRANSVERSALS, NUMBER, transversals, 64, "transversals:5"),
    Family("mates:N", words.MATES, NUMBER, orthogonal_mates, 11, "mates:5"),
    Family("steiner:V", words.STEINER, NUMBER, steiner_triples, 64, "steiner:7"),
    Family("langford:N", words.LANGFORD, NUMBER, langford_pairs, 64, "langford:4"),
)  # fmt: skip
