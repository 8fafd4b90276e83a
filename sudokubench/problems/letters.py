"""Word squares as exact covers with colours: the colour of a cell is its letter.

Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1, on XCC.
"""

from __future__ import annotations

from sudokubench.errors import UsageError
from sudokubench.problem import ExactCover, cover
from sudokubench.problems import words as texts
from sudokubench.problems.family import Family


def word_squares(name: str, listed: str, double: str | None) -> ExactCover:
    """Return the cover of the word squares: every row is a word, and column k is the word of row k.

    In a double square the columns are words too, and all words differ.

    Args:
        listed: Words of one length with commas between them.
        double: Whether the square is double.
    """
    every = list(dict.fromkeys(listed.split(",")))
    n = len(every[0])
    if any(len(word) != n for word in every):
        raise UsageError(texts.ONE_LENGTH.format(name=name, word=every[0], length=n))

    options = []
    for word in every:
        for k in range(n):
            row, column = [(k, i) for i in range(n)], [(i, k) for i in range(n)]
            for line, places in (("row", row), ("column", column)) if double else (("line", row + column),):
                held = [
                    (f"R{r + 1}C{c + 1}", letter) for (r, c), letter in zip(places, word * 2, strict=False)
                ]
                items = dict.fromkeys(f"{cell}:{letter}" for cell, letter in held)
                text = " ".join(dict.fromkeys(f"{cell}={letter}" for cell, letter in held))
                options.append((text, [f"{line} {k + 1}", *items, *([word] if double else [])]))
    cells = [f"R{r + 1}C{c + 1}" for r in range(n) for c in range(n)]
    return cover(options, name=name, secondary=[*cells, *(every if double else [])])


FAMILIES = (
    Family("wordsquare:WORD,WORD,...", texts.WORD_SQUARES, r"([a-z]{1,9}(?:,[a-z]{1,9})*)(:double)?",
        word_squares, 0, "wordsquare:bit,ice,ten"),
)  # fmt: skip
