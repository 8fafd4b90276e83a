"""Constraints beyond houses: every solution obeys them, or the engine refuses them by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from typing import Any, ClassVar

import pytest
import reference
from backend_cases import SMALL, as_options, ask
from constraints_cases import CASES, keeps

from sudokubench.answer import Stop
from sudokubench.backends import Backend, refusal
from sudokubench.backends.pool import lent_session
from sudokubench.board import Board
from sudokubench.constraints import VARIANTS, AllDifferent, AntiKnight, Constraint, Killer, Linear
from sudokubench.errors import BackendUnavailable, UsageError
from sudokubench.layout import Layout
from sudokubench.problem import Instance, Variant
from sudokubench.words import Words, untranslated


@dataclass(frozen=True)
class Said:
    """A constraint that consists of one statement. Only engines are asked about it here."""

    statement: Any
    kind: ClassVar[str] = "said"
    named: ClassVar[bool] = False

    def refuse(self, layout: Layout) -> Words | None:
        return None

    def fault(self, layout: Layout, digits: Sequence[int]) -> str | None:
        return None

    def statements(self, layout: Layout) -> Iterator[Any]:
        yield self.statement

    def describe(self, layout: Layout) -> Words:
        return untranslated(f"what is said of {self.statement}")

    def to_json(self) -> dict[str, Any]:
        return {"statement": repr(self.statement)}

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Said:
        raise AssertionError("no file states these statements")


def differ(*cells: int) -> Callable[[reference.Grid], bool]:
    return lambda grid: len({grid[cell] for cell in cells}) == len(cells)


def total(number: int, *cells: int) -> Callable[[reference.Grid], bool]:
    return lambda grid: sum(grid[cell] for cell in cells) == number


def knight(grid: reference.Grid) -> bool:
    pairs = combinations(range(16), 2)
    apart = ((a, b) for a, b in pairs if {abs(a // 4 - b // 4), abs(a % 4 - b % 4)} == {1, 2})
    return all(grid[a] != grid[b] for a, b in apart)


def every(*tests: Callable[[reference.Grid], bool]) -> Callable[[reference.Grid], bool]:
    return lambda grid: all(test(grid) for test in tests)


RULES: dict[str, tuple[tuple[Constraint, ...], Callable[[reference.Grid], bool], str]] = {
    "anti-knight": ((AntiKnight(),), knight, ""),
    "two cages": (
        (Killer((0, 1), 5), Killer((5, 6, 9), 7)),
        every(total(5, 0, 1), total(7, 5, 6, 9), differ(5, 6, 9)), "1",
    ),
    "a cage of one cell": ((Killer((6,), 3),), total(3, 6), "1"),
    "a cage over a diagonal": ((Killer((0, 5, 10, 15), 10),), every(total(10, 0, 5, 10, 15), differ(0, 5, 10, 15)), ""),
    "cages and knights": ((AntiKnight(), Killer((0, 1, 4), 8)), every(knight, total(8, 0, 1, 4), differ(0, 1, 4)), ""),
    "cages that share cells": ((Killer((0, 1), 5), Killer((1, 2), 6)), every(total(5, 0, 1), total(6, 1, 2)), ""),
    "a sum with repeated digits": ((Said(Linear.sum((0, 5, 10, 15), 6)),), total(6, 0, 5, 10, 15), ""),
    "the least sum": ((Said(Linear.sum((0, 6), 2)),), total(2, 0, 6), "1"),
    "a sum below all": ((Killer((0, 1), -5),), lambda grid: False, ""),
    "a sum above all": ((Killer((0, 1), 10**30),), lambda grid: False, ""),
    "two cells that differ": ((Said(AllDifferent((0, 10))),), differ(0, 10), "12"),
    "one cell that differs": ((Said(AllDifferent((0,))),), lambda grid: True, "12"),
    "more cells than digits that differ": ((Said(AllDifferent((0, 5, 10, 15, 6))),), lambda grid: False, "12"),
}  # fmt: skip
"""Constraints, the condition that they set for a grid, and clues."""


@cache
def grids() -> tuple[reference.Grid, ...]:
    return tuple(reference.solutions([0] * 16, SMALL.houses))


def refused(engine: Backend, problem: Variant) -> bool:
    """Return whether the engine declares that it does not understand the problem; then no caller gets a session."""
    reason = refusal(engine, problem)
    if reason is None:
        return False
    with pytest.raises(BackendUnavailable), lent_session(engine, problem):
        pass
    return True


@pytest.mark.parametrize("rules", RULES)
def test_all_solutions_that_keep_the_constraints_are_found(engine: Backend, rules: str) -> None:
    constraints, allowed, clues = RULES[rules]
    problem = Variant(SMALL.layout, constraints)
    if refused(engine, problem):
        return
    board = Board(problem, [int(digit) for digit in clues.ljust(16, "0")])
    given = reference.grid(clues)
    expected = as_options((g for g in grids() if g[: len(given)] == given and allowed(g)), 4)
    found, outcome = ask(engine, problem, board.instance())
    assert set(found) == expected
    assert len(found) == outcome.count == len(expected)
    assert outcome.stop is Stop.EXHAUSTED
    with lent_session(engine, problem) as session:
        assert session.search(board.instance()).outcome().count == len(expected)
    for solution in found:
        assert {type(option) for option in solution} == {int}
        assert list(solution) == sorted(solution)


def test_every_variant_means_the_same_to_every_engine(engine: Backend) -> None:
    layout, refusals = SMALL.layout, 0
    for kind, case in CASES.items():
        for fields in case.samples[-2:]:
            constraint = VARIANTS[kind].from_json(fields)
            problem = Variant(layout, (constraint,))
            if refused(engine, problem):
                refusals += 1
                continue
            board = Board(problem, [1, *[0] * 15])
            expected = as_options((grid for grid in grids() if grid[0] == 1 and keeps(constraint, grid)), 4)
            found, outcome = ask(engine, problem, board.instance())
            assert (set(found), outcome.count, len(found)) == (expected, len(expected), len(expected)), kind
    assert refusals == 0 or refusals > len(CASES) / 4  # an engine that knows colours refuses none


CAGES = Variant(SMALL.layout, (Killer((0, 1), 5), Killer((4, 5), 5), Killer((2, 3, 7), 8)))


def test_a_session_with_constraints_answers_many_boards_in_turn(engine: Backend) -> None:
    if refused(engine, CAGES):
        return
    allowed = [
        g for g in grids() if every(total(5, 0, 1), total(5, 4, 5), total(8, 2, 3, 7), differ(2, 3, 7))(g)
    ]
    with lent_session(engine, CAGES) as session:
        for option in (1, 0, 17, 63, 30, 1):
            cell, digit = divmod(option, 4)
            with_it = as_options((g for g in allowed if g[cell] == digit + 1), 4)
            without = as_options((g for g in allowed if g[cell] != digit + 1), 4)
            assert set(session.search(Instance(chosen=(option,)))) == with_it
            assert set(session.search(Instance(forbidden=(option,)))) == without
            assert len(set(islice(session.search(Instance()), 3))) == 3


def test_an_instance_names_no_option_that_only_helps_to_say_a_sum(engine: Backend) -> None:
    if refused(engine, CAGES):
        return
    with lent_session(engine, CAGES) as session, pytest.raises(UsageError, match="option 64 does not exist"):
        session.search(Instance(chosen=(64,)))


def test_sums_are_understood_by_all_but_those_that_know_houses_only(plain_engine: Backend) -> None:
    reason = refusal(plain_engine, Variant(Layout.standard(9), (Killer((0, 1), 10),)))
    houses_only = plain_engine.kind in {"bit-sliced", "human logic"}
    assert (reason is not None) == houses_only
    assert reason is None or "the killer cage R1C1 R1C2 = 10" in str(reason)


def test_the_rules_of_these_tests_allow_some_grids_and_exclude_others() -> None:
    allowed = {rules: sum(map(allows, grids())) for rules, (_, allows, _) in RULES.items()}
    assert {rules for rules, count in allowed.items() if not 0 < count < 288} == {
        "a sum below all", "a sum above all", "one cell that differs", "more cells than digits that differ"
    }  # fmt: skip
