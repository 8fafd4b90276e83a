"""Effort: a scale of our own for boards with constraints, in bits. It is new, and not fitted to data of people.

The effort of a step measures the cases that its evidence leaves open. It is a sum of binary logarithms: of the number
of candidates of each cited cell, and of the number of places of each cited digit in a house. For a step about
constraints, the sum is instead the logarithm of the number of fillings, plus one bit for each cited constraint. So a
single has 0 bits, a naked pair 2, and a cage with two fillings left 2. The scale uses no value of Sudoku Explainer or
HoDoKu.

Where the rules find no step, a search with the simple rules tries values; the rating gives the number of trials.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2
from typing import Any

from sudokubench.board import Board
from sudokubench.clock import CLOCK, TimeOver, limited
from sudokubench.exchange import Result
from sudokubench.logic import words
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import apply_all, next_round
from sudokubench.logic.geometry import geometry_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.search import LimitedSearch, Trials
from sudokubench.logic.step import Step
from sudokubench.logic.texts import rule_name
from sudokubench.logic.trace import Ending
from sudokubench.words import Words

VERSION = "1"
"""Version of the scale. It rises when the same board may get another value."""
_SIMPLE = 4.0
"""Largest `se` value of simple rules, up to triples and Swordfish. Harder rules are tried if these find no step."""
_MOST_NODES = 2_000
"""Largest number of states in the search."""


@dataclass(frozen=True, slots=True, repr=False)
class EffortRating(Result):
    """How much a person must keep in mind on the way to the solution of a board with constraints.

    Attributes:
        solved: Whether the rules solve the board. If not, the values are based on the steps that were found.
        effort, work: The effort of the hardest round, and the sum of all rounds, in bits.
        hardest: The rule of the first of the hardest rounds; empty without rounds.
        trials: Number of values that the search tries where the rules find no step.
        cut: Whether the search reached `_MOST_NODES` states, or ran out of time, before every branch was closed.
            `trials` is then a lower bound. False if time ran out before the search began.
        config: Digest of the rules and their order.
        ending: How the path of the rules ended.
    """

    board: Board
    solved: bool
    effort: float
    work: float
    hardest: str
    rounds: int
    trials: int
    cut: bool
    version: str
    config: str
    ending: Ending

    def brief(self) -> Words:
        """Return the values in words."""
        hardest = rule_name(self.hardest) if self.hardest else words.NO_STEP_THERE
        effort, work = f"{self.effort:.1f}", f"{self.work:.1f}"
        trials = (words.CUT_TRIALS if self.cut else words.ALL_TRIALS).format(n=self.trials)
        return words.EFFORT.format(
            effort=effort, work=work, rounds=self.rounds, trials=trials, hardest=hardest
        )

    def __str__(self) -> str:
        return self.brief().en

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.effort/1`."""
        return {
            "schema": "sudokubench.effort/1",
            "id": self.board.id,
            "puzzle": str(self.board),
            "effort": self.effort,
            "work": self.work,
            "hardest": self.hardest,
            "rounds": self.rounds,
            "trials": self.trials,
            **({"cut": True} if self.cut else {}),
            "solved": self.solved,
            "ending": self.ending.value,
            "version": self.version,
            "config": self.config,
        }


def effort_of(step: Step, grid: CandidateGrid) -> float:
    """Return the effort of a step that was found in a state, in bits."""
    geometry = grid.geometry
    constraints = sum(geometry.constraint_of(item) is not None for item in step.items)
    if constraints and step.length:
        return constraints + log2(step.length)
    cases = (sum(map(grid.has, geometry.options_of(item))) for item in step.items)
    return constraints + sum(log2(count) for count in cases if count)


def rate_effort(board: Board, *, seconds: float | None = None) -> EffortRating:
    """Rate a board with constraints by effort. The rating assumes exactly one solution and does not check this.

    Args:
        seconds: Time allowed, in seconds. If time runs out, the ending says so, and the rating is not `solved`.

    Raises:
        UsageError: Human logic does not understand a constraint of the board.
    """
    geometry_of(board.problem)
    config, rounds = teaching().without_uniqueness(), list[tuple[float, str]]()
    grid, ending, trials = CandidateGrid.of(board), Ending.BUDGET, Trials()  # BUDGET until everything is done
    searching = cut = False
    try:
        with limited(CLOCK.after(seconds)):
            while not grid.is_full and not grid.contradiction():
                steps = [*_least(grid)]
                if not steps:
                    break
                rounds.append((effort_of(steps[0], grid), steps[0].rule))
                grid = apply_all(grid, steps)
            if grid.contradiction():
                ending = Ending.CONTRADICTION
            elif grid.is_full:
                ending = Ending.SOLVED
            else:
                searching = True
                search = LimitedSearch(_rules(simple=True), "mrv", "shape", trials=trials)
                cut = search.exhaust(grid, _MOST_NODES)
                ending = Ending.STUCK
    except TimeOver:
        pass
    effort, hardest = max(rounds, key=lambda one: one[0], default=(0.0, ""))
    return EffortRating(
        board=board,
        solved=ending is Ending.SOLVED,
        effort=round(effort, 3),
        work=round(sum(bits for bits, _ in rounds), 3),
        hardest=hardest,
        rounds=len(rounds),
        trials=trials.count,
        cut=cut or (searching and ending is Ending.BUDGET),
        version=VERSION,
        config=config.digest,
        ending=ending,
    )


def _rules(*, simple: bool) -> tuple[Rule, ...]:
    return tuple(rule for rule in teaching().without_uniqueness().rules if (rule.se <= _SIMPLE) is simple)


def _least(grid: CandidateGrid) -> Iterator[Step]:
    """Yield the steps of least effort that simple rules find, or else those of the first rule that finds a step."""
    steps = [step for rule in _rules(simple=True) for step in (rule.smallest or rule.find)(grid)]
    if not steps:
        found = next_round(grid, _rules(simple=False), together=True)
        steps = [*found.steps] if found else []
    efforts = [effort_of(step, grid) for step in steps]
    least = min(efforts, default=0.0) + 1e-9
    return (step for step, effort in zip(steps, efforts, strict=True) if effort <= least)
