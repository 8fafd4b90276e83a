"""Word squares as coloured covers: each letter of the square is a secondary item, coloured by two words."""

from itertools import product

import pytest

from sudokubench import count, solutions
from sudokubench.problem import ExactCover

WORDS = [
    "bit", "ice", "ten", "tea", "ear", "art", "rat", "ate", "tar", "are", "era", "net", "nit", "one", "eon",
    "ton",
]  # fmt: skip


def word_square(words: list[str]) -> ExactCover:
    """Return the cover of squares whose rows and columns are all words; a word may occur several times."""
    n = len(words[0])
    lines = {f"row{i}": [f"{i}{j}" for j in range(n)] for i in range(n)}
    lines |= {f"column{j}": [f"{i}{j}" for i in range(n)] for j in range(n)}
    options = {
        f"{line} {word}": [line, *(f"{cell}:{letter}" for cell, letter in zip(cells, word, strict=True))]
        for line, cells in lines.items()
        for word in words
    }
    return ExactCover.from_options(options, secondary=[f"{i}{j}" for i in range(n) for j in range(n)])


def squares(words: list[str]) -> set[tuple[str, ...]]:
    """Return the rows of all word squares, by trying all rows."""
    rows = product(words, repeat=len(words[0]))
    return {square for square in rows if {*map("".join, zip(*square, strict=True))} <= {*words}}


@pytest.mark.parametrize("engine", ["dlx", "dxz", "algorithm_x", "sat", "cpsat", "clingo", "z3"])
def test_the_squares_of_a_list_of_words_are_those_that_brute_force_finds(engine):
    expected = squares(WORDS)
    assert ("bit", "ice", "ten") in expected
    found = {
        tuple(option.split()[1] for option in solution if option.startswith("row"))
        for solution in map(sorted, solutions(word_square(WORDS), backend=engine))
    }
    assert found == expected
    assert count(word_square(WORDS), backend=engine) == len(expected)
