"""Human logic refuses a board with a statement of an unknown kind, and names the constraint."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import pytest

from sudokubench.backends.refutation import SatRefuter
from sudokubench.board import Board
from sudokubench.errors import UsageError
from sudokubench.layout import Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import solve
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.hint import continues, state_of
from sudokubench.logic.least_evidence import least_evidence
from sudokubench.logic.proof import Prover, clues_of
from sudokubench.logic.rating import rate
from sudokubench.logic.trace import Ending, Trace
from sudokubench.logic.why import contradiction, smallest_facts
from sudokubench.problem import Variant
from sudokubench.words import untranslated


@dataclass(frozen=True)
class FirstCellOdd:
    """A constraint made up here."""

    kind: ClassVar[str] = "first-cell-odd"
    named: ClassVar[bool] = True

    def refuse(self, layout):
        return None

    def fault(self, layout, digits):
        return None if digits[0] % 2 else "the first cell is even"

    def statements(self, layout):
        return [self]

    def describe(self, layout):
        return untranslated("the rule that the first cell is odd")

    def to_json(self):
        return {}

    @classmethod
    def from_json(cls, fields):
        return cls()


PLAIN = Board.parse("1...3..2...3..2.")
BOARD = Board(Variant(PLAIN.layout, (FirstCellOdd(),)), PLAIN.digits)
PROVER = Prover(Layout.standard(4), SatRefuter)
ENTRIES: dict[str, Callable[[], object]] = {
    "a state": lambda: CandidateGrid.of(BOARD),
    "facts": lambda: clues_of(BOARD),
    "solving": lambda: solve(BOARD, teaching().rules),
    "solving from a state": lambda: solve(BOARD, teaching().rules, start=CandidateGrid.of(PLAIN)),
    "rating": lambda: rate(BOARD),
    "a hint": lambda: state_of(BOARD, None),
    "a hint by clues": lambda: state_of(PLAIN, BOARD),
    "a hint by a grid": lambda: state_of(BOARD, PLAIN),
    "why": lambda: smallest_facts(BOARD, 1, PROVER),
    "contradiction": lambda: contradiction(BOARD, PROVER),
    "least evidence": lambda: least_evidence(BOARD, PROVER),
    "the states of a trace": Trace(BOARD, (), Ending.STUCK).states,
    "proofs of a trace": lambda: PROVER.check(Trace(BOARD, (), Ending.STUCK), frozenset()),
}


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_board_with_a_constraint_is_refused_by_name(entry: str) -> None:
    with pytest.raises(UsageError, match=r"(human logic|a rating|least evidence) .* first cell is odd"):
        ENTRIES[entry]()


def test_a_grid_without_the_constraints_of_a_puzzle_is_another_puzzle() -> None:
    assert not continues(PLAIN, BOARD)
