"""The path behind a rating: the rounds of rules with their `se` values, and the search for the difficulty D.

Two programs find the same path. The rules in Python (`engine`, `search`) work for every layout and every order. A
compiled machine (`kernels.machine`) gets the same values without making steps, but only for plain 9x9 boards and the
order of ratings. Where the machine finds no further step, the rules in Python continue.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import starmap, takewhile
from math import inf
from operator import attrgetter
from typing import NamedTuple

from sudokubench.board import Board
from sudokubench.clock import CLOCK, TimeOver, limited
from sudokubench.logic.configuration import Configuration, rated
from sudokubench.logic.engine import SolutionPath, StepRound, next_round
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.machine_runs import (
    EASY_RULES,
    PLAIN,
    MachineWalk,
    cells_of,
    first_cells,
    grid_of,
    pays,
    rules_in_python,
    walks_from,
)
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules import rule_named
from sudokubench.logic.se_value import nodes_of, se_value
from sudokubench.logic.search import LimitedSearch, Trials
from sudokubench.logic.trace import Ending
from sudokubench.logic.words import A_RATING
from sudokubench.problem import refuse_constraints

MOST_NODES = 2_000
"""Largest number of states in a search for D. A longer search is cut, and its result says so."""
BASIC = 2.5
"""Largest `se` value of singles, including singles after a direct elimination."""


class RoundSummary(NamedTuple):
    """The summary of a round, and its value on the `se` scale. Equivalent boards have the same summaries.

    Attributes:
        moves: Number of different candidates that the steps place; if they place none, number that they eliminate.
        nodes: The size on which the `se` value depends, see `nodes_of`; 0 if the value does not depend on a size.
        entropy: Entropy that the round removed, in nats; 0 for values up to `BASIC`, where it is not used.
    """

    rule: str
    moves: int
    nodes: int
    entropy: float
    value: float


class DifficultyPath(NamedTuple):
    """A summary: the rounds in which rules solve a board, and the search that begins after the `easy` rounds.

    Attributes:
        easy: Number of rounds before the first rule whose value exceeds `EASY_RULES`; 0 without a search.
        start, closed, left: Entropy in nats at the start, after `easy` rounds, and at the end.
        cut: Whether the search ended early.
    """

    rounds: tuple[RoundSummary, ...]
    ending: Ending
    easy: int
    start: float
    closed: float
    left: float
    trials: Trials
    cut: bool

    @property
    def se(self) -> float:
        """The value of the hardest round."""
        return max(map(attrgetter("value"), self.rounds), default=0.0)


def summary_of(found: StepRound, config: Configuration) -> RoundSummary:
    """Return the summary of a round. The value of a round is the value of its smallest step."""
    moves = len(found.after.placements) or len(found.after.eliminated)
    grows = found.rule.length_scale or found.rule.tenths
    nodes = min(map(nodes_of, found.steps)) if grows else 0
    value = se_value(found.rule, nodes, config)
    entropy = found.before.entropy() - found.after.entropy() if value > BASIC else 0.0
    return RoundSummary(found.rule.name, moves, nodes, entropy, value)


def path_of(
    board: Board,
    config: Configuration,
    *,
    seconds: float | None = None,
    most: float | None = None,
    machine: bool | None = None,
    walk: MachineWalk | None = None,
    prove: Callable[[], None] | None = None,
) -> DifficultyPath:
    """Return the path of a board. Raise UsageError for a board with constraints.

    Args:
        config: Order and values of the rules.
        seconds: Time allowed, in seconds.
        most: If given, omit the search, and stop after the first round whose `se` value is larger. The ending is then
            `BUDGET`.
        machine: Whether to use the compiled machine where possible; None uses it where it `pays`.
        walk: The walk that `walks_of` returned for the board and this configuration; it saves the machine's first call.
        prove: A function that raises an exception if the board does not have exactly one solution. It is not called if
            the machine solves the board without rules that rely on a single solution: such a path is a proof.
    """
    refuse_constraints(board.problem, A_RATING)
    deadline = inf if seconds is None else CLOCK.now_s() + seconds
    path = None
    if pays(board) if machine is None else machine and board.problem == PLAIN:
        walks = [walk] if walk else walks_of([board], config, most)
        path = _by_machine(board, config, deadline, most, prove, walks[0]) if walks else None
    if path is None:
        if prove is not None:
            prove()
        with rules_in_python(board):
            path = _in_python(board, config, deadline, most)
    return path


def _in_python(board: Board, config: Configuration, deadline: float, most: float | None) -> DifficultyPath:
    start = CandidateGrid.of(board)
    seconds = max(0.0, deadline - CLOCK.now_s())
    path = SolutionPath(start, config.rules, together=True, seconds=seconds, proofs=False)
    rounds, closed, easy = list[RoundSummary](), None, 0
    for found in path:
        if closed is None and config.se_of(found.rule) > EASY_RULES:
            closed, easy = found.before, len(rounds)
        rounds.append(summary_of(found, config))
        if most is not None and rounds[-1].value > most:
            break
    closed, easy = (path.grid, len(rounds)) if closed is None else (closed, easy)
    trials, cut, late = Trials(), False, False
    if most is not None:
        closed, easy = start, 0
    else:
        rules = tuple(rule for rule in config.rules if not rule.unique and config.se_of(rule) <= EASY_RULES)
        try:
            with limited(deadline):
                cut = LimitedSearch(rules, "mrv", "shape", trials=trials).exhaust(closed, MOST_NODES)
        except TimeOver:
            cut = late = True
    left = path.grid.entropy()
    ending = Ending.BUDGET if late or path.ending is None else path.ending
    return DifficultyPath(tuple(rounds), ending, easy, start.entropy(), closed.entropy(), left, trials, cut)


@cache
def _machines_rules() -> tuple[Rule, ...]:
    names = rated().order
    return tuple(rule_named(name) for name in names[: names.index("aligned_triplet") + 1])


@cache
def _shared_rules(order: tuple[str, ...], uniqueness: bool) -> tuple[int, int, bool]:
    """Compare the rules of an order with those of the machine.

    Return how many rules at the beginning of both orders are the same; the mask of these rules, by their numbers in the
    machine; and whether the machine can run the search: whether both orders have the same rules up to `EASY_RULES`.
    """
    every = _machines_rules()
    usual = [rule for rule in every if uniqueness or not rule.unique]
    mine = [rule for rule in map(rule_named, order) if uniqueness or not rule.unique]
    pairs = zip(usual, mine, strict=False)
    shared = [rule for rule, same in takewhile(lambda pair: pair[0] is pair[1], pairs)]
    easy, its = ([rule for rule in rules if rule.se <= EASY_RULES] for rules in (mine, every))
    return len(shared), sum(1 << every.index(rule) for rule in shared), its == easy == shared[: len(its)]


@lru_cache(maxsize=1 << 16)
def _round_of(number: int, moves: int, nodes: int) -> RoundSummary:
    """Return the summary of a round of the machine, without its entropy. It is cached: most rounds are alike."""
    rule = _machines_rules()[number]
    return RoundSummary(rule.name, moves, nodes, 0.0, se_value(rule, nodes, rated()))


def walks_of(boards: Sequence[Board], config: Configuration, most: float | None = None) -> list[MachineWalk]:
    """Return the walks of plain boards; [] if the machine does not know the order and values of the configuration.

    Without `most`, each walk also has the search for the difficulty D.
    """
    taken_over, allowed, searches = _shared_rules(config.order, config.uniqueness)
    if config.se or not (taken_over and (searches or most is not None)):
        return []
    return walks_from(first_cells(boards), allowed, MOST_NODES if most is None else 0)


def _by_machine(
    board: Board,
    config: Configuration,
    deadline: float,
    most: float | None,
    prove: Callable[[], None] | None,
    walk: MachineWalk,
) -> DifficultyPath | None:
    """Return the path that begins with a walk of the machine; None if the board turns out to be contradictory."""
    from sudokubench.kernels import machine

    taken_over, allowed, _ = _shared_rules(config.order, config.uniqueness)
    rounds = list[RoundSummary]()
    grid, path = None, None
    while True:
        if walk.ending == machine.CONTRADICTION:
            return None
        left = walk.entropies
        if prove is not None:
            if walk.ending != machine.SOLVED or any(
                _machines_rules()[number].unique for number, *_ in walk.rounds
            ):
                prove()
            prove = None
        if path is None:
            easy = walk.easy if most is None else 0
            tried, depth, drop, cut = walk.trials
            spent = Trials(int(tried), int(depth), drop)
            path = DifficultyPath((), Ending.BUDGET, easy, left[0], left[easy], left[0], spent, bool(cut))
        for at, each in enumerate(starmap(_round_of, walk.rounds)):
            rounds.append(each if each.value <= BASIC else each._replace(entropy=left[at] - left[at + 1]))
            if most is not None and each.value > most:
                return path._replace(rounds=tuple(rounds), left=left[at + 1])
        path = path._replace(rounds=tuple(rounds), left=left[-1])
        if walk.ending == machine.SOLVED:
            return path._replace(ending=Ending.SOLVED)
        if CLOCK.now_s() > deadline:
            return path
        grid = grid_of(walk.cells, grid or CandidateGrid.of(board))
        try:
            with limited(deadline):
                further = next_round(grid, config.rules[taken_over:], together=True, proofs=False)
        except TimeOver:
            return path
        if further is None:
            return path._replace(ending=Ending.STUCK)
        rounds.append(summary_of(further, config))
        grid = further.after
        if most is not None and rounds[-1].value > most:
            return path._replace(rounds=tuple(rounds), left=grid.entropy())
        (walk,) = walks_from(cells_of(grid)[None], allowed, 0)
