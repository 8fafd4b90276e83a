"""The facts of a puzzle: its clues, its forbidden candidates, and its rules other than rows, columns and boxes.

Each fact can be switched off. So a search can find the fewest facts that exclude every solution, or every solution but
one. Rows, columns and boxes always hold; extra houses of the layout, such as diagonals, count as rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sudokubench.board import Board
from sudokubench.constraints import VARIANTS, Constraint
from sudokubench.encodings.cnf import switched
from sudokubench.logic.evidence import Facts
from sudokubench.logic.geometry import geometry_of
from sudokubench.logic.proof import MakeRefuter
from sudokubench.logic.texts import Wording
from sudokubench.words import LANGUAGES, Words


@dataclass(frozen=True, slots=True)
class BoardRule:
    """A rule other than rows, columns and boxes: a constraint, or an extra house, whose cells must differ."""

    constraint: Constraint
    name: Words


def rules_of(board: Board) -> tuple[BoardRule, ...]:
    """Return the rules of a board, its extra houses first."""
    layout, first = board.layout, len(board.layout.houses) - len(board.layout.extra)
    wordings = [Wording(geometry_of(layout), language) for language in LANGUAGES]
    differ = [VARIANTS["all-different"](cells=house.cells) for house in layout.extra]
    names = [Words(*(wording.house(first + k) for wording in wordings)) for k in range(len(differ))]
    constraints = [BoardRule(one, one.describe(layout)) for one in board.constraints]
    return (*map(BoardRule, differ, names), *constraints)


class PuzzleFacts:
    """The facts of a board, numbered: clues, then forbidden candidates, then `rules`; and the literal of each."""

    def __init__(self, board: Board, make: MakeRefuter) -> None:
        """Load the rules into a solver.

        Raise UsageError if a constraint has too many combinations. Raise TimeOver at the time limit.
        """
        self.board, self.rules = board, rules_of(board)
        layout, given = replace(board.layout, extra=()), board.instance()
        clauses, switches, self._last = switched(layout, [rule.constraint for rule in self.rules])
        self._refuter = make(clauses)
        self.literals = (*(o + 1 for o in given.chosen), *(-o - 1 for o in given.forbidden), *switches)
        self._first_rule = switches.start
        self.facts = Facts(self._refuter, [[literal] for literal in self.literals], self._keeps)

    def _keeps(self, fact: int, true: frozenset[int]) -> bool:
        literal = self.literals[fact]
        if literal < self._first_rule:
            return literal in true if literal > 0 else -literal not in true
        layout = self.board.layout
        digits = layout.digits(v - 1 for v in true if v <= layout.size**3)
        return self.rule(literal).constraint.fault(layout, digits) is None

    def rule(self, literal: int) -> BoardRule:
        """Return the rule that a literal states."""
        return self.rules[literal - self._first_rule]

    def options(self, assumptions: Sequence[int]) -> frozenset[int] | None:
        """Return the options of a solution that keeps all facts and all `assumptions`; None if none exists."""
        model = self._refuter.model([*self.literals, *assumptions])
        return None if model is None else frozenset(v - 1 for v in model if v <= self.board.layout.size**3)

    def target(self, excluded: Board | None = None, assumed: Iterable[int] = ()) -> int:
        """Return a new literal. It says: the solution is not `excluded`, and the literals in `assumed` are true."""
        self._last += 1
        for literal in assumed:
            self._refuter.add([-self._last, literal])
        if excluded is not None:
            option = excluded.layout.option
            self._refuter.add([-self._last, *(-1 - option(*clue) for clue in excluded.clues)])
        return self._last

    def completing(self, solution: Board, deadline: float | None) -> tuple[tuple[int, ...], bool]:
        """Return the fewest digits (option ids) to add to the board so that it has only this solution.

        Also return whether it is proved that fewer do not suffice. Deadline and TimeOver are as in `Facts.smallest`.
        """
        blanks = [self.board.layout.option(c, d) for c, d in solution.clues if not self.board.digits[c]]
        cells = Facts(self._refuter, [[o + 1] for o in blanks], lambda k, true: blanks[k] + 1 in true)
        found = cells.smallest(self.target(solution, self.literals), deadline=deadline)
        assert found is not None  # all cells of a solution exclude every other one
        return tuple(blanks[k] for k in found.facts), found.optimal

    def close(self) -> None:
        """Release the solver."""
        self._refuter.close()
