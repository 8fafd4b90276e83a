"""Bundled puzzles: sets of boards with the number of their solutions; graded boards also have their rating.

A set is a file of this folder: one board a line, two spaces, and fields separated by semicolons, which readers
of plain corpora treat as a comment. Lines that begin with # are remarks.

    BOARD  name=Wikipedia example; solutions=1; source=Wikipedia, Sudoku
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sudokubench.answer import Stop, Verdict, verdict_of
from sudokubench.board import Board
from sudokubench.core_words import BUNDLED_FIELDS, UNKNOWN_SET
from sudokubench.errors import InputError, UsageError, unknown

_OF_ANY_VERDICT = ("famous", "made")
_SETS = (*_OF_ANY_VERDICT, "graded", "sizes")
EVERYTHING = "all"
_FIELDS, _DIFFICULTIES = ("name", "solutions", "source"), ("D", "D_hodoku", "D_human")


@dataclass(frozen=True, slots=True)
class BundledPuzzle:
    """One bundled board. The number of solutions is always known and small, so that every task ends on it.

    Attributes:
        name: Its common name, or what it is; no two have the same name.
        board: The board.
        count: The number of all its solutions.
        source: Where it was published, or how it was made.
        se: The rating of a graded board.
        level: The class of a graded board, such as `Easy`.
        difficulties: `difficulty`, `difficulty_hodoku` and `difficulty_human` in the `Rating` of a graded board.
    """

    name: str
    board: Board
    count: int
    source: str
    se: float | None = None
    level: str | None = None
    difficulties: tuple[float, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """NONE, UNIQUE or MULTIPLE, by the count."""
        return verdict_of(self.count, Stop.EXHAUSTED)


def set_names() -> tuple[str, ...]:
    """Return the names that `bundled` takes.

    >>> set_names()
    ('famous', 'made', 'graded', 'sizes', 'all')
    """
    return (*_SETS, EVERYTHING)


@cache
def bundled(name: str = EVERYTHING) -> tuple[BundledPuzzle, ...]:
    """Return the puzzles of a set, in the order of its file; `all` has the puzzles of all sets with any verdict.

    Raises:
        UsageError: The set does not exist.

    >>> bundled("famous")[0].name, bundled("famous")[0].verdict
    ('Wikipedia example', <Verdict.UNIQUE: 'unique'>)
    """
    if name == EVERYTHING:
        return tuple(puzzle for each in _OF_ANY_VERDICT for puzzle in bundled(each))
    if name not in _SETS:
        raise UsageError(UNKNOWN_SET.format(**unknown(name, set_names())))
    file = f"{name}.txt"
    lines = enumerate(_text(file).splitlines(), 1)
    return tuple(_puzzle(line, file, number) for number, line in lines if not line.startswith("#"))


def positions() -> str:
    """Return the text of the bundled technique library: one position for most rules. `read_library` reads it."""
    return _text("positions.txt")


def _text(file: str) -> str:
    from importlib import resources

    return resources.files(__name__).joinpath(file).read_text(encoding="utf-8")


def _puzzle(line: str, file: str, number: int) -> BundledPuzzle:
    board, _, comment = line.partition("  ")
    fields = dict(field.strip().split("=", maxsplit=1) for field in comment.split(";") if "=" in field)
    se, level = fields.pop("se", None), fields.pop("class", None)
    difficulties = tuple(float(fields.pop(name)) for name in _DIFFICULTIES if name in fields)
    if tuple(fields) != _FIELDS:
        message = BUNDLED_FIELDS.format(fields=", ".join(fields), expected=", ".join(_FIELDS))
        raise InputError(message).at(file, number)
    count, source = int(fields["solutions"]), fields["source"]
    return BundledPuzzle(
        fields["name"], Board.parse(board), count, source, float(se) if se else None, level, difficulties
    )
