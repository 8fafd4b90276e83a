"""Operators on the lattice of candidate grids, by name, and the fixpoints that they reach in any order.

A contraction operator only makes states smaller. If such operators are applied until none changes anything, the result
is a common fixpoint. If all operators are monotone, it is the greatest fixpoint below the start, in any order: K. R.
Apt, The essence of constraint propagation (1999).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from sudokubench.errors import UsageError, suggestion
from sudokubench.logic import words
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.propagators import PROPAGATORS, Propagation
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules import all_rules, rule_named
from sudokubench.logic.search_settings import SETS


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator that makes states smaller; see `Rule` for `monotone`. For a rule, `apply` takes a random step."""

    name: str
    monotone: bool
    apply: Callable[[CandidateGrid, Random], Propagation]


@dataclass(frozen=True, slots=True)
class Reached:
    """The fixpoint that operators reached, and their counters. Each step of a rule is a revision.

    After a contradiction, the fixpoint is the bottom, a state without candidates.
    """

    grid: CandidateGrid
    applications: int
    revisions: int
    checks: int


def operators(names: Sequence[str]) -> tuple[Operator, ...]:
    """Return the operators with these names, each once. Raise UsageError if a name is unknown."""
    found: dict[str, Operator] = {}
    rules = {rule.name for rule in all_rules()}
    for name in names:
        if name in PROPAGATORS:
            found[name] = Operator(name, True, partial(_propagated, PROPAGATORS[name]))
            continue
        if name not in rules and name not in SETS:
            known = {"sets": ", ".join(SETS), "propagators": ", ".join(PROPAGATORS)}
            close = suggestion(name, [*SETS, *PROPAGATORS, *rules])
            raise UsageError(words.UNKNOWN_OPERATOR.format(name=name, close=close, **known))
        for one in SETS.get(name, (name,)):
            rule = rule_named(one)
            found[one] = Operator(one, rule.monotone, partial(_one_step, rule))
    return tuple(found.values())


def _propagated(
    propagate: Callable[[CandidateGrid], Propagation], grid: CandidateGrid, random: Random
) -> Propagation:
    return propagate(grid)


def _one_step(rule: Rule, grid: CandidateGrid, random: Random) -> Propagation:
    steps = list(rule.find(grid))
    if not steps:
        return Propagation(grid, 0, 0)
    step = random.choice(steps)
    return Propagation(grid.apply(step.placed, step.eliminated), 0, 1)


def fixpoint(start: CandidateGrid, among: Sequence[Operator], random: Random) -> Reached:
    """Apply operators in a random order until none of them changes anything."""
    grid, waiting = start, list(among)
    applications = revisions = checks = 0
    while waiting:
        operator = waiting.pop(random.randrange(len(waiting)))
        done = operator.apply(grid, random)
        applications += 1
        revisions += done.revisions
        checks += done.checks
        if done.grid != grid:
            grid, waiting = done.grid, list(among)
        if grid.lost_item() is not None:
            return Reached(CandidateGrid.bottom(grid.geometry), applications, revisions, checks)
    return Reached(grid, applications, revisions, checks)
