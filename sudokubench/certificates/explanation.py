"""A whole explanation as one proof: its trace with trials and returns, and lemmas where unit propagation is not enough.

Each step is checked separately. It cites items and constraints, and its premises say two things. Each cited item holds
one of the options left at that point. Each cited constraint holds; the clauses of its definition say so. The conclusion
must follow from the premises by the lemma of the step and unit propagation. A rule that assumes a single solution may
use other premises instead: the rules of the houses, the clues, and the forbidden candidates. A return may rule out its
trial only if the trial ended in a contradiction. The check covers the conclusion and the premises of a step. It does
not cover links and roles (except in trials), or whether the named rule finds the step.

If every branch is closed, the conclusions form a RUP proof that there is no second solution. Each becomes a clause "not
these trials, or this conclusion". The claim and this proof are an ordinary certificate, which outside checkers read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sudokubench.answer import Verdict
from sudokubench.board import Board
from sudokubench.certificates import words
from sudokubench.certificates.certificate import EXPLANATION, Certificate, digest, solution_of
from sudokubench.constraints.clauses import constraint_clauses
from sudokubench.errors import InputError
from sudokubench.formats.strict_json import shown
from sudokubench.kernels import rup
from sudokubench.logic.rules import all_rules
from sudokubench.logic.step import Step
from sudokubench.logic.step_parts import CONTRADICTION, EVIDENCE, RETURN, SOLUTION, TRIAL
from sudokubench.logic.trace import Ending, Trace
from sudokubench.words import Words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudokubench.layout import Layout


@dataclass(frozen=True, slots=True)
class Lemma:
    """A proof that an option is true or false.

    Attributes:
        step: Number of the step with this conclusion, from 1.
        literal: Option + 1, negative if the option is false.
        from_clues: Whether the literal follows from the clues, and not from the evidence of the step.
        proof: Clauses in DRUP form, one per line. They refute the premises with the negated literal.
    """

    step: int
    literal: int
    from_clues: bool = False
    proof: str = ""


@dataclass(frozen=True, slots=True)
class ProvedTrace:
    """A trace that leads to a solution, with lemmas. It may be false: `verify` decides.

    Attributes:
        trace: The steps.
        claim: UNIQUE if every other branch is closed, else SOLVABLE.
        solution: The solution to which the steps lead.
        lemmas: Proofs of the conclusions that unit propagation alone does not find.
        producer: Name and version of the producer.
    """

    trace: Trace
    claim: Verdict
    solution: Board
    lemmas: tuple[Lemma, ...] = ()
    producer: str = ""

    def to_json(self) -> str:
        """Return one line of JSON, schema `sudokubench.explanation/1`, without the newline."""
        fields = {
            "schema": EXPLANATION,
            "claim": self.claim.value,
            "solution": self.solution.format("line"),
            "trace": self.trace.as_json(),
            "lemmas": [[one.step, one.literal, one.from_clues, one.proof] for one in self.lemmas],
            "producer": self.producer,
        }
        return json.dumps({**fields, "digest": digest(fields)}, separators=(",", ":"))

    def claimed(self) -> Certificate:
        """Return the claim as a certificate without a proof."""
        return Certificate(self.trace.board, self.claim, (self.solution,), producer=self.producer)

    def certificate(self) -> Certificate:
        """Return the certificate of the claim. For UNIQUE its proof consists of the conclusions and lemmas."""
        return replace(self.claimed(), proof=self._proof() if self.claim is Verdict.UNIQUE else "")

    def _proof(self) -> str:
        lines, trials = [], list[int]()
        of_step: dict[int, list[Lemma]] = {}
        for lemma in self.lemmas:
            of_step.setdefault(lemma.step, []).append(lemma)
        for number, step in enumerate(self.trace.steps, 1):
            if step.rule == RETURN:
                trials.pop()
            under = "".join(f"{-1 - option} " for option in trials)
            for lemma in of_step.get(number, ()):
                lines += [f"{line[:-1]}{lemma.literal} {under}0" for line in lemma.proof.splitlines()]
            if step.rule == TRIAL:
                trials.append(step.placed[0])
            elif step.rule == CONTRADICTION:
                lines.append(f"{under}0")
            else:
                lines += [f"{literal} {under}0" for literal in literals_of(step)]
        return "\n".join(lines)


def literals_of(step: Step) -> list[int]:
    """Return the literals of a deduction: option + 1 for a true option, negative for a false one."""
    return [*(option + 1 for option in step.placed), *(-1 - option for option in step.eliminated)]


@dataclass(slots=True)
class Premises:
    """The state before each step of a trace, and the premises from which the conclusion of the step must follow.

    Attributes:
        board: The board.
        possible: bool (options,): the options that are not ruled out yet.
        trials: The options of the current trials.
    """

    board: Board
    possible: NDArray[np.bool_] = field(init=False)
    trials: list[int] = field(default_factory=list)
    _before: list[NDArray[np.bool_]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.possible = np.ones(self.board.layout.size**3, np.bool_)
        self._rule_out(self.board.forbidden)
        self._place(self.board.instance().chosen)

    def take(self, step: Step) -> float:
        """Move past a step; return the entropy in nats that it removes."""
        if step.rule == TRIAL:
            self.trials.append(step.placed[0])
            self._before.append(self.possible.copy())
        elif step.rule == RETURN:
            self.trials.pop()
            self.possible = self._before.pop()
        before = self._entropy()
        self._rule_out(step.eliminated)
        self._place(step.placed)
        return before - self._entropy()

    def left(self, item: int) -> list[int]:
        """Return the possible options of an item; an empty list for a constraint."""
        options = _items(self.board.layout)
        return [option for option in options[item] if self.possible[option]] if item < len(options) else []

    def is_empty(self, item: int) -> bool:
        """Return whether an item says nothing: it is a digit in a house that is not whole, and may be missing there."""
        options = _items(self.board.layout)
        return item < len(options) and not options[item]

    def evidence(self, items: Sequence[int]) -> list[Sequence[int]]:
        """Return clauses: each of these items holds one of its remaining options, and each constraint holds."""
        board, found = self.board, list[Sequence[int]]()
        for item in items:
            number = item - len(_items(board.layout))
            if number < 0:
                found.append([option + 1 for option in self.left(item)])
            else:
                found += constraint_clauses(board.layout, board.constraints)[0][number]
        return found

    def contradict(self, items: Sequence[int]) -> bool:
        """Return whether `items` prove a contradiction: an item has no option left, or cells break a constraint."""
        number = items[0] - len(_items(self.board.layout)) if items else -1
        if number < 0:
            return len(items) == 1 and not self.is_empty(items[0]) and not self.left(items[0])
        left = [self.left(cell) for cell in range(self.board.layout.cell_count)]
        constraint = self.board.constraints[number]
        cells = {cell for one in constraint.statements(self.board.layout) for cell in one.cells}
        if {*items[1:]} != cells or any(len(left[cell]) != 1 for cell in cells):
            return False
        digits = [options[0] % self.board.layout.size + 1 if options else 1 for options in left]
        return constraint.fault(self.board.layout, digits) is not None

    def clues(self) -> list[list[int]]:
        """Return clauses: every item holds an option, clues are true, and forbidden candidates are false."""
        layout, board = self.board.layout, self.board
        every = [[option + 1 for option in options] for options in _items(layout) if options]
        true = ([option + 1] for option in board.instance().chosen)
        return [*every, *true, *([-1 - option] for option in board.forbidden)]

    def _entropy(self) -> float:
        left = self.possible.reshape(self.board.layout.cell_count, -1).sum(axis=1)
        return float(np.log(np.maximum(left, 1)).sum())

    def _rule_out(self, options: Sequence[int] | frozenset[int]) -> None:
        self.possible[list(options)] = False

    def _place(self, options: Sequence[int]) -> None:
        rivals = _rivals(self.board.layout)
        for option in options:
            self._rule_out(rivals[option])


@lru_cache(maxsize=8)
def _items(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Return the options of each item, numbered as in steps: cells, then digits in houses; () for a partial house."""
    n = layout.size
    cells = [tuple(range(n * cell, n * cell + n)) for cell in range(layout.cell_count)]
    for house in layout.houses:
        whole = len(house.cells) == n
        cells += [tuple(n * cell + d for cell in house.cells) if whole else () for d in range(n)]
    return tuple(cells)


@lru_cache(maxsize=8)
def _rivals(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Return for each option its rivals: the options that cannot be true together with it."""
    n, rivals = layout.size, []
    for cell in range(layout.cell_count):
        for d in range(n):
            same = [n * cell + e for e in range(n) if e != d]
            rivals.append((*same, *(n * peer + d for peer in layout.peers[cell])))
    return tuple(rivals)


@lru_cache(maxsize=8)
def rival_pairs(layout: Layout) -> tuple[tuple[int, int], ...]:
    """Return a clause for each pair of rivals: the two options are not both true."""
    rivals = enumerate(_rivals(layout))
    return tuple((-1 - one, -1 - other) for one, others in rivals for other in others if one < other)


@lru_cache(maxsize=8)
def _watched_pairs(layout: Layout, variables: int) -> rup.Watched:
    return rup.watched(_as_array(rival_pairs(layout)), variables)


def _as_array(clauses: Sequence[Sequence[int]]) -> NDArray[np.int32]:
    return np.array([literal for clause in clauses for literal in (*clause, 0)], np.int32)


def follows(board: Board, premises: Sequence[Sequence[int]], literal: int, proof: str = "") -> bool:
    """Return whether a literal follows from clauses and `rival_pairs` by a proof and unit propagation.

    Raises:
        InputError: The proof is not in DRUP form.
    """
    if not proof.isascii():
        raise _refuse(words.BAD_LEMMA.format(reason=words.NOT_ASCII.format(text=shown(proof))))
    variables = constraint_clauses(board.layout, board.constraints)[1]
    lines = [f"{line.rsplit(' ', 1)[0]} {literal} 0" for line in proof.splitlines()]
    try:
        clauses = rup.parse_drup("\n".join([*lines, f"{literal} 0"]).encode(), variables)
    except InputError as error:
        raise _refuse(words.BAD_LEMMA.format(reason=error.words)) from None
    found = rup.check(_watched_pairs(board.layout, variables), _as_array(premises), clauses).status
    return found in {rup.ProofStatus.REFUTED, rup.ProofStatus.NO_CONTRADICTION}


def proved_trace_of(fields: Mapping[str, Any]) -> ProvedTrace:
    """Return the explanation with these fields, which have the right types. Steps and digest are not checked.

    Raises:
        InputError: The fields do not make an explanation.
    """
    trace = Trace.of(fields["trace"], remarks=False)
    lemmas = tuple(_lemma(plain, trace.steps) for plain in fields["lemmas"])
    if len({(one.step, one.literal) for one in lemmas}) < len(lemmas):
        raise _refuse(words.LEMMA_TWICE)
    claim = next((v for v in (Verdict.UNIQUE, Verdict.SOLVABLE) if v.value == fields["claim"]), None)
    if claim is None:
        raise _refuse(words.WRONG_EXPLAINED_CLAIM.format(claim=shown(fields["claim"])))
    solution = solution_of(fields["solution"], trace.board.problem)
    return ProvedTrace(trace, claim, solution, lemmas, fields["producer"])


def _lemma(plain: object, steps: Sequence[Step]) -> Lemma:
    if isinstance(plain, list) and [*map(type, plain)] == [int, int, bool, str]:
        lemma = Lemma(*plain)
        if 1 <= lemma.step <= len(steps) and lemma.literal in literals_of(steps[lemma.step - 1]):
            return lemma
    raise _refuse(words.FOREIGN_LEMMA.format(lemma=shown(plain), steps=len(steps)))


def _refuse(reason: Words) -> InputError:
    return InputError(words.NOT_AN_EXPLANATION.format(reason=reason))


def faults(proved: ProvedTrace) -> Iterator[tuple[int, Words]]:
    """Yield the faults of a proved trace: the number of the step, or 0 for the whole trace, and the fault.

    The claim UNIQUE is not checked here.
    """
    board, steps = proved.trace.board, proved.trace.steps
    cut = proved.claim is Verdict.SOLVABLE and proved.trace.ending is Ending.BUDGET
    if proved.trace.ending is not Ending.SOLVED and not cut:
        yield 0, words.UNSOLVED_END.format(ending=proved.trace.ending.value)
    elif proved.trace.reason and not cut:
        yield 0, words.FALSE_REASON.format(reason=shown(proved.trace.reason))
    wrong = board.faults(proved.solution)
    if wrong or 0 in proved.solution.digits:
        yield 0, words.FALSE_SOLUTION.format(fault=wrong[0] if wrong else words.BLANKS)
    unique = {rule.name: rule.unique for rule in all_rules()} | {EVIDENCE: False}
    premises, lemmas = Premises(board), {(one.step, one.literal): one for one in proved.lemmas}
    ends = [number for number, step in enumerate(steps, 1) if step.rule == SOLUTION] or [len(steps) + 1]
    last = None
    for number, step in enumerate([*steps, None], 1):
        if number == ends[0]:
            digits = [premises.left(cell) for cell in range(board.layout.cell_count)]
            if digits != [[option] for option in proved.solution.instance().chosen]:
                yield 0 if step is None else number, words.OTHER_SOLUTION
        if step is None:
            break
        for fault in _faults_of(step, last, premises, lemmas, number, unique):
            yield number, fault
        removed = premises.take(step)
        if abs(removed - step.entropy) > 1e-6:
            yield number, words.FALSE_ENTROPY.format(removed=f"{removed:.6f}", stated=f"{step.entropy:.6f}")
        last = step


def _faults_of(
    step: Step, last: Step | None, premises: Premises, lemmas: Mapping[tuple[int, int], Lemma], number: int,
    unique: Mapping[str, bool],
) -> Iterator[Words]:  # fmt: skip
    layout = premises.board.layout
    if step.rule == TRIAL:
        named = sorted(option for role, options in step.groups if role == "fact" for option in options)
        left = premises.left(step.items[0]) if len(step.items) == 1 else None
        if named != left or step.placed[0] not in named or step.eliminated:
            yield words.FALSE_TRIAL
    elif step.rule == RETURN:
        refuted = last is not None and last.rule == CONTRADICTION
        if step.placed or step.eliminated not in {(), (premises.trials[-1],) if refuted else ()}:
            yield words.FALSE_RETURN
    elif step.rule in {CONTRADICTION, SOLUTION}:
        if step.placed or step.eliminated:
            yield words.CONCLUDES
        if step.rule == CONTRADICTION:
            if not premises.contradict(step.items):
                yield words.OPTIONS_LEFT
        elif any(len(premises.left(cell)) != 1 for cell in range(layout.cell_count)):
            yield words.DIGITS_MISSING
    elif not literals_of(step):
        yield words.CONCLUDES_NOTHING
    elif step.rule not in unique:
        yield words.UNKNOWN_RULE.format(rule=shown(step.rule))
    elif any(map(premises.is_empty, step.items)):
        yield words.EMPTY_ITEM
    else:
        for literal in literals_of(step):
            lemma = lemmas.get((number, literal), Lemma(number, literal))
            if lemma.from_clues and not unique[step.rule]:
                yield words.RELIES_ON_CLUES.format(rule=step.rule)
            from_ = premises.clues() if lemma.from_clues else premises.evidence(step.items)
            if not follows(premises.board, from_, literal, lemma.proof):
                name = layout.option_name(abs(literal) - 1)
                yield (words.TRUE_UNSHOWN if literal > 0 else words.FALSE_UNSHOWN).format(option=name)
