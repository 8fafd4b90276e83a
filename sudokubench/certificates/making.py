"""Make certificates: a SAT solver finds the solutions and writes the proofs.

The formula of the solver comes from `encodings.cnf`, the formula of the verifier from a separate encoder. If a proof
passes, this is further evidence that both formulas mean the same puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.metadata import version
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from sudokubench import puzzles
from sudokubench.answer import UNLIMITED, Budget, Puzzle, Verdict, require_budget
from sudokubench.backends.pysat_solver import solver_class
from sudokubench.board import Board
from sudokubench.certificates import words
from sudokubench.certificates.certificate import Certificate
from sudokubench.certificates.explanation import (
    Lemma,
    Premises,
    ProvedTrace,
    follows,
    literals_of,
    rival_pairs,
)
from sudokubench.certificates.verification import Verification, verify
from sudokubench.constraints.clauses import constraint_clauses
from sudokubench.core_words import NOT_OPTIONS
from sudokubench.encodings.cnf import Clause, cnf
from sudokubench.errors import InputError, Undecided, UsageError, as_list
from sudokubench.layout import Layout
from sudokubench.logic.rules import all_rules
from sudokubench.logic.step import Step
from sudokubench.logic.step_parts import EVENTS
from sudokubench.logic.trace import Ending, Trace
from sudokubench.problem import ExactCover, Instance
from sudokubench.puzzles import Cover, Given

if TYPE_CHECKING:
    from numpy.typing import NDArray

SOLVER = "glucose4"
"""The solver for proofs. Among the solvers that write proofs, it writes the shortest and is the fastest on the
clauses that clues leave. For 17 clues it writes a median of 2 clauses in 1.1 ms; CaDiCaL 1.5.3 writes 300 in 1.8 ms. It
obeys limits on conflicts."""

_CONFLICTS_AT_A_TIME = 5_000
"""Conflicts between two checks of the clock and of Ctrl-C: about 0.1 s."""


def certify(board: Cover | Given, *, budget: Budget = UNLIMITED, known: Iterable[Any] = ()) -> Certificate:
    """Return a certificate, which `verify` has confirmed, for the number of solutions of a board or an exact cover.

    Args:
        board: A board or an exact cover, as `solve` takes it.
        budget: Seconds and conflicts for the whole search. The check of the proof has its own limit.
        known: Solutions that an engine has found: a full board or several, or options of a cover. They save searches.
            Each is checked.

    Raises:
        InputError: The value has no puzzle, or a known solution of a board is not a board.
        Undecided: The budget ran out, or the proof did not pass.
        UsageError: No proof can express the puzzle, see `Certificate`; `budget` is not a budget; or `known` is not a
            list, or a known solution of a cover is not made of options.
    """
    require_budget(budget)
    board = puzzles.puzzle(board)
    Certificate(board, Verdict.NONE)
    found = list(dict.fromkeys(_solutions_in(known, board)))[:2]
    deadline = None if budget.seconds is None else perf_counter() + budget.seconds
    conflicts_left = budget.nodes
    proof: list[str] = []
    while len(found) < 2:
        solution, proof, conflicts = _search(board, found, deadline, conflicts_left)
        if solution is None:
            break
        found.append(solution)
        if conflicts_left is not None:
            conflicts_left -= conflicts
    claim = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[len(found)]
    lines = [] if claim is Verdict.MULTIPLE else proof
    certificate = Certificate(board, claim, tuple(found), "\n".join(lines), _producer())
    verification = _verified(certificate.to_json(), board)
    if not verification.verified:
        raise Undecided(words.NOT_PASSED.format(board=board, reason=verification.words))
    return certificate


def certify_all(
    boards: Iterable[Cover | Given], *, budget: Budget = UNLIMITED
) -> Iterator[Certificate | Undecided]:
    """Yield for each board a certificate, or the reason why there is no certificate. Each board gets the whole budget.

    To write a file of certificates, write one `to_json` per line.

    Raises:
        UsageError: No proof can express a board, see `Certificate`.
    """
    for board in boards:
        try:
            yield certify(board, budget=budget)
        except Undecided as error:
            yield error


def prove(trace: Trace, *, seconds: float | None = None) -> ProvedTrace:
    """Turn a trace that leads to a solution into one proof, which `verify` has confirmed.

    If every other branch is closed, the proof claims that the solution is unique; otherwise, that it is a solution.

    Args:
        trace: The trace.
        seconds: Time allowed for the lemmas of all steps, in seconds.

    Raises:
        Undecided: The trace leads to no solution, a step does not follow, time is up, or the proof did not pass.
    """
    deadline = None if seconds is None else perf_counter() + seconds
    board, reached = trace.board, trace.final
    if not reached.is_full or reached.contradiction():
        raise Undecided(words.UNSOLVED.format(board=board))
    premises, lemmas = Premises(board), []
    unique = {rule.name for rule in all_rules() if rule.unique}
    for number, step in enumerate(trace.steps, 1):
        for literal in [] if step.rule in EVENTS else literals_of(step):
            if not follows(board, premises.evidence(step.items), literal):
                lemmas.append(_lemma(premises, step, number, literal, step.rule in unique, deadline))
        premises.take(step)
    solution = Board(board.problem, reached.digits())
    claim = Verdict.UNIQUE if trace.ending is Ending.SOLVED else Verdict.SOLVABLE
    proved = ProvedTrace(trace, claim, solution, tuple(lemmas), _producer())
    found = _verified(proved.to_json(), board)
    if not found.verified:
        raise Undecided(words.STEPS_NOT_PASSED.format(board=board, reason=found.words))
    return proved


def _verified(text: str, board: Puzzle) -> Verification:
    """Return the verification of a text; raise Undecided if the verifier refuses it, for example as too long."""
    try:
        return verify(text)
    except InputError as error:
        raise Undecided(words.UNVERIFIED.format(board=board, reason=error.words)) from error


def _lemma(
    premises: Premises, step: Step, number: int, literal: int, unique: bool, deadline: float | None
) -> Lemma:
    """Find a lemma from the evidence of a step; if this fails and the rule relies on one solution, from the clues."""
    for from_clues in (False, True) if unique else (False,):
        clauses = premises.clues() if from_clues else premises.evidence(step.items)
        pairs = rival_pairs(premises.board.layout)
        with solver_class(SOLVER)(bootstrap_with=pairs, with_proof=True) as solver:
            solver.append_formula([*clauses, [-literal]])
            solvable = _is_solvable(solver, deadline)
            if solvable is None:
                raise Undecided(words.OUT_OF_TIME.format(number=number, board=premises.board))
            if not solvable:
                proof = [line for line in solver.get_proof() if not line.startswith("d") and line != "0"]
                return Lemma(number, literal, from_clues, "\n".join(proof))
    name = premises.board.layout.option_name(abs(literal) - 1)
    raise Undecided(words.UNSHOWN.format(number=number, board=premises.board, option=name))


def _search(
    board: Puzzle, found: list[Any], deadline: float | None, max_conflicts: int | None
) -> tuple[Any, list[str], int]:
    """Return a solution not in `found`, or None with a proof that no other exists; and the number of conflicts."""
    clauses = _clauses(board, found)
    if clauses is None:
        return None, [], 0
    # Each search needs a new solver: a proof is valid only for clauses that its solver had from the start.
    with solver_class(SOLVER)(bootstrap_with=clauses, with_proof=True) as solver:
        solvable = _is_solvable(solver, deadline, max_conflicts)
        if solvable is None:
            raise Undecided(words.OUT_OF_BUDGET.format(board=board))
        conflicts = solver.accum_stats()["conflicts"]
        if not solvable:
            # Deletions help other checkers; ours does not need them.
            return None, [line for line in solver.get_proof() if not line.startswith("d")], conflicts
        chosen = [literal - 1 for literal in solver.get_model() if literal > 0]
        if isinstance(board, ExactCover):
            return tuple(chosen), [], conflicts
        options = [option for option in chosen if option < board.layout.size**3]
        return board.filled([*board.instance().chosen, *options]), [], conflicts


def _is_solvable(solver: Any, deadline: float | None, max_conflicts: int | None = None) -> bool | None:
    """Return whether a new solver finds a model of its clauses; None if time or conflicts run out before."""
    conflicts, solvable = 0, None
    while solvable is None:
        left = _CONFLICTS_AT_A_TIME if max_conflicts is None else max_conflicts - conflicts
        if left <= 0 or (deadline is not None and perf_counter() >= deadline):
            return None
        solver.conf_budget(min(left, _CONFLICTS_AT_A_TIME))
        solvable = solver.solve_limited()
        conflicts = solver.accum_stats()["conflicts"]
    return bool(solvable)


def _solutions_in(known: Iterable[Any], board: Puzzle) -> Iterator[Any]:
    """Yield the values of `known` that solve a puzzle: boards, or options in ascending order."""
    values: list[Any] = [known] if isinstance(known, (Board, str)) else as_list("known", known)
    for value in values:
        solution: Any
        if isinstance(board, Board):
            solution = puzzles.board(value)
            right = board.is_solved_by(solution)
        else:
            try:
                solution = Instance(value).chosen
            except UsageError:
                raise UsageError(NOT_OPTIONS.format(name="known", value=value)) from None
            right = board.fault(solution, Instance()) is None
        if right:
            yield solution


def _clauses(board: Puzzle, found: list[Any]) -> list[list[int]] | None:
    """Return the clauses left after the clues, and a blocking clause for each solution in `found`.

    Return None if a clause is empty. Clauses that the clues decide are omitted; this makes loading four times as fast.
    Unit propagation on the whole formula decides these clauses, too. So a clause that follows here by unit propagation
    also follows from the whole formula.
    """
    if isinstance(board, ExactCover):
        # This encoding has no auxiliary variables, so its proof also fits the formula of the verifier.
        whole = [*map(list, cnf(board, "extended-raw").clauses), *([-1 - o for o in s] for s in found)]
        return None if [] in whole else whole
    at_least_one, at_most_one = _layout_clauses(board.layout)
    chosen = {option + 1 for option in board.instance().chosen}
    true = np.zeros(board.layout.size**3 + 1, np.bool_)
    true[list(chosen)] = True
    false = np.zeros_like(true)
    false[at_most_one[true[at_most_one][:, ::-1]]] = True  # the rivals of true variables
    false[[option + 1 for option in board.forbidden]] = True
    if (true & false).any():
        return None
    is_open = ~(true | false)
    open_variable = is_open.tolist()
    left = (clause for clause in at_least_one if chosen.isdisjoint(clause))
    clauses = [[v for v in clause if open_variable[v]] for clause in left]
    clauses += [[-1 - o for o in s.instance().chosen if open_variable[o + 1]] for s in found]
    held = {*np.flatnonzero(true).tolist(), *(-np.flatnonzero(false)).tolist()}
    clauses += [
        [v for v in clause if -v not in held]
        for some in constraint_clauses(board.layout, board.constraints)[0]
        for clause in some
        if held.isdisjoint(clause)
    ]
    if [] in clauses:
        return None
    pairs: list[list[int]] = (-at_most_one[is_open[at_most_one].all(axis=1)]).tolist()
    return clauses + pairs


@lru_cache(maxsize=4)
def _layout_clauses(layout: Layout) -> tuple[list[Clause], NDArray[np.int32]]:
    """Return the clauses of a layout: clauses of positive literals, and pairs of variables that exclude each other."""
    clauses = cnf(layout).clauses
    pairs = [clause for clause in clauses if clause[0] < 0]
    return [clause for clause in clauses if clause[0] > 0], -np.array(pairs, np.int32)


@lru_cache(maxsize=1)
def _producer() -> str:
    return f"sudokubench {version('sudokubench')}, python-sat {version('python-sat')}, {SOLVER}"
