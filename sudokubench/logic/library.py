"""Technique libraries in HoDoKu's line format, and running rules over them.

A line: `:code[-variant]:digits:grid:deleted:eliminations:placements:extra:`. Grid cells carry `+` before a
placed digit that is no clue; candidates are `digit row column`; the variant `x` says that the technique
must find nothing. A case passes if some step has exactly the expected eliminations or placements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.layout import Layout
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step


@dataclass(frozen=True, slots=True)
class Case:
    """One line of a library.

    Attributes:
        code: Four digits of the technique, and a fifth 1 for its siamese form.
        variant: What follows the dash: empty, a number that names an option, or `x` for "must find nothing".
        digits: The digits that the step is about.
        start: The state in which it is to be found.
        eliminated: Expected eliminations, as option ids.
        placed: Expected placements.
        line: Its number in the file, from 1.
    """

    code: str
    variant: str
    digits: tuple[int, ...]
    start: CandidateGrid
    eliminated: frozenset[int]
    placed: frozenset[int]
    line: int = 0

    @property
    def name(self) -> str:
        """The code as the library writes it."""
        return f"{self.code}-{self.variant}" if self.variant else self.code


def read_case(text: str, line: int = 0) -> Case:
    """The case that a line describes.

    Raises:
        InputError: The line is none; the message says what is wrong with it.
    """
    parts = text.strip().split(":")
    if len(parts) < 7 or parts[0]:
        raise InputError(
            f"{text[:40]!r}: a case is written :code:digits:grid:deleted:eliminations:placements:extra:"
        )
    code, _, variant = parts[1].partition("-")
    layout = Layout.standard(9)
    clues, placed = bytearray(81), []
    cell, plus = 0, False
    for sign in parts[3]:
        if sign == "+":
            plus = True
            continue
        if cell > 80 or sign not in ".0123456789":
            raise InputError(f"the grid {parts[3][:40]!r} of a case has a wrong sign or more than 81 cells")
        digit = 0 if sign == "." else int(sign)
        if plus:
            placed.append(layout.option(cell, digit))
        else:
            clues[cell] = digit
        cell, plus = cell + 1, False
    if cell != 81:
        raise InputError(f"the grid of a case has {cell} cells; it needs 81")
    start = CandidateGrid.of(Board(layout, clues))
    if placed:
        start = start.apply(placed)
    deleted = _options(parts[4])
    if deleted:
        start = start.apply((), deleted)
    digits = tuple(int(sign) for sign in parts[2] if sign in "123456789")
    return Case(
        code, variant, digits, start, frozenset(_options(parts[5])), frozenset(_options(parts[6])), line
    )


def _options(text: str) -> list[int]:
    options = []
    for word in text.split():
        if len(word) != 3 or any(sign not in "123456789" for sign in word):
            raise InputError(f"the candidate {word!r}: it is written as digit, row, column, each from 1 to 9")
        digit, row, column = map(int, word)
        options.append(81 * (row - 1) + 9 * (column - 1) + digit - 1)
    return options


def read_library(text: str, source: str = "") -> list[Case]:
    """All cases of a file; blank lines and lines that begin with `#` are passed over."""
    cases = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if line.strip() and not line.startswith("#"):
            try:
                cases.append(read_case(line, number))
            except InputError as error:
                raise error.at(source, number) from None
    return cases


@dataclass(frozen=True, slots=True)
class Result:
    """What a run says of a case.

    Attributes:
        case: The case.
        rules: Names of the rules that were asked; empty if the technique is unknown here.
        passed: Whether some step had the expected conclusion, or for the variant `x` no step had it.
        step: The step that did.
        found: Number of steps found.
    """

    case: Case
    rules: tuple[str, ...]
    passed: bool
    step: Step | None
    found: int


def verify_case(
    case: Case, rules: Iterable[Rule], more: Callable[[list[Step]], Iterable[Step]] | None = None
) -> Result:
    """Ask every rule of the case's technique for its steps in the state of the case.

    Args:
        case: The case.
        rules: All rules known; those whose codes name the technique are asked.
        more: Makes further steps of those found, such as the siamese form of fish.
    """
    asked = [rule for rule in rules if case.code[:4] in rule.codes]
    steps = [step for rule in asked for step in (rule.every or rule.find)(case.start)]
    if more is not None:
        steps += list(more(steps))
    hit = next((step for step in steps if _expected(case, step)), None)
    negative = case.variant == "x"
    passed = bool(asked) and (hit is None) == negative
    return Result(case, tuple(rule.name for rule in asked), passed, hit, len(steps))


def _expected(case: Case, step: Step) -> bool:
    placed, eliminated = step.conclusion
    if case.placed:
        return placed == case.placed
    return bool(case.eliminated) and eliminated == case.eliminated and not placed
