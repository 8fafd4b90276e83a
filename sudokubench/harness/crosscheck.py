"""The cross-check: compare the answers of several backends to a puzzle with each other and with shown solutions.

A valid solution that a backend shows proves that a solution exists, whatever other backends claim. The absence of
further solutions is only a claim here: agreement of several engines makes it likely, a certificate proves it. A claim
of solutions that are not shown can be contradicted, but does not support a verdict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from sudokubench.answer import Solution, Verdict, compatible, counts_clash
from sudokubench.backends.words import DESCENDING, INVALID, SAME_TWICE
from sudokubench.encodings.exact_cover import plain_cover, solution_fault
from sudokubench.harness import words
from sudokubench.harness.corpus import Entry
from sudokubench.harness.finding import Claim, Termination
from sudokubench.problem import Problem
from sudokubench.words import Sentence, Words, untranslated

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudokubench.harness.asking import BatchFound
    from sudokubench.layout import Layout

_AT_A_TIME = 1024
"""Number of grids whose texts are in memory together."""
_NAMED = 4
"""Largest number of options that a sentence names where two solutions differ."""


class Strength(Enum):
    """How well a verdict is founded."""

    PROVEN = "proven"
    """Shown solutions or a checked certificate prove this verdict."""
    AGREED = "agreed"
    """Engines of different kinds have this verdict, and no engine contradicts it."""
    CLAIMED = "claimed"
    """Engines of one kind have this verdict, and no engine contradicts it."""
    UNDECIDED = "undecided"
    WRONG = "wrong"
    """Claims contradict each other, or a claim was refuted, and nothing proves the verdict: rely on no claim before you
    have found the reason."""


class Category(Enum):
    """The result of judging a claim."""

    CORRECT = "correct"
    """Shown solutions prove the claim, the corpus states it, or a second backend agrees and none contradicts it."""
    WRONG = "wrong"
    """Valid solutions or the corpus refute the claim, or it shows an invalid solution, or one solution twice."""
    UNCONFIRMED = "unconfirmed"
    ERROR = "error"


def solves(verdict: Verdict, category: Category, termination: Termination) -> bool:
    """Return whether a record counts as solved: decided, not wrong, and within the limits. All tables use this rule."""
    decided = verdict is not Verdict.UNDECIDED
    return decided and category is not Category.WRONG and termination is Termination.FINISHED


@dataclass(frozen=True, slots=True)
class Judgement:
    """All claims about one puzzle, judged.

    Attributes:
        verdict: The credible verdict. It is MULTIPLE if two valid solutions are shown; else UNDECIDED if claims
            contradict each other or an earlier round.
        strength: How well the verdict is founded.
        kinds: The families of the engines that have this verdict.
        agreed: Whether no claim is wrong or contradicts another claim or an earlier round.
        categories: The category of each claim, in order.
        faults: A sentence with the reason for each wrong claim, by its index.
        disagreement: A sentence about two claims, or a claim and an earlier round, that contradict each other; or None.
    """

    verdict: Verdict
    strength: Strength
    kinds: tuple[str, ...]
    agreed: bool
    categories: tuple[Category, ...]
    faults: Mapping[int, str] = field(hash=False)
    disagreement: str | None


@dataclass(frozen=True, slots=True)
class Earlier:
    """The result of a puzzle in the earlier rounds of a run.

    Attributes:
        verdict: The credible verdict.
        solution: The digest of the only solution, if the verdict is UNIQUE and a backend showed it; else None.
        contested: Whether claims contradicted each other.
    """

    verdict: Verdict
    solution: str | None
    contested: bool


def digest(solution: Solution) -> str:
    """Return a short hash of a solution."""
    from hashlib import sha256

    return sha256(repr(solution).encode()).hexdigest()[:16]


def digests(layout: Layout, grids: NDArray[np.uint8]) -> list[str]:
    """Return the digests of many solutions at once, given as full grids (n, cells)."""
    from hashlib import sha256

    import numpy as np

    cells = np.arange(layout.cell_count)
    options = cells[:, None] * layout.size + np.arange(-1, layout.size)  # one column for each digit, from 0
    signs = np.char.add(options.astype("S"), b", ")
    width = layout.cell_count * signs.itemsize
    found = list[str]()
    for begin in range(0, len(grids), _AT_A_TIME):
        texts = signs[cells, grids[begin : begin + _AT_A_TIME]].tobytes()
        for at in range(0, len(texts), width):
            listed = texts[at : at + width].translate(None, b"\0")
            found.append(sha256(b"(%b)" % listed[:-2]).hexdigest()[:16])
    return found


def judge(entry: Entry, claims: Sequence[Claim], earlier: Earlier | None = None) -> Judgement:
    """Return the judgement on the claims of a round: compare them with each other, clues, corpus and earlier rounds."""
    faults: dict[int, str] = {}
    everything = dict.fromkeys(solution for claim in claims for solution in claim.finding.solutions)
    checked = {s: solution_fault(entry.problem, s, entry.instance) or _disorder(s) for s in everything}
    proved = [solution for solution, fault in checked.items() if fault is None]
    for index, claim in enumerate(claims):
        shown = claim.finding.solutions
        invalid = next((fault for s in shown if (fault := checked[s])), None)
        if invalid:
            faults[index] = Sentence(INVALID.format(fault=invalid))
        elif len(set(shown)) < len(shown):
            faults[index] = Sentence(SAME_TWICE)
    for index, claim in enumerate(claims):
        fault = _refuted(claim, len(proved), entry)
        if fault:
            faults.setdefault(index, fault)
    disagreement = _disagreement(entry.problem, claims) or (_changed(earlier, claims) if earlier else None)
    heard = [claim for i, claim in enumerate(claims) if i not in faults and _shows(claim)]
    categories = tuple(
        Category.WRONG if index in faults else _category(claim, heard, entry, disagreement is None)
        for index, claim in enumerate(claims)
    )
    verdict = Verdict.UNDECIDED
    if len(proved) >= 2:
        verdict = Verdict.MULTIPLE
    elif disagreement is None:
        claimed = [claim.finding.verdict for claim in heard]
        strongest = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.SOLVABLE)
        verdict = next((v for v in strongest if v in claimed), Verdict.UNDECIDED)
    kinds = tuple(sorted({claim.kind for claim in heard if claim.finding.verdict is verdict}))
    agreed = disagreement is None and not faults
    strength = strength_of(verdict, bool(proved), len(kinds) > 1, agreed)
    return Judgement(verdict, strength, kinds, agreed, categories, faults, disagreement)


def undisputed(digits: NDArray[np.uint8], found: Sequence[BatchFound]) -> NDArray[np.bool_]:
    """Return bool (n,): for each board, whether all answers decide it and agree, and the shown solutions are valid and
    differ.

    A count above two is disputed. On a board with exactly one solution, all answers show the same solution. So all
    undisputed boards with the same count and the same `exhausted` have the same judgement.
    """
    import numpy as np

    from sudokubench.batches import are_solutions

    counts, first = found[0].answer.counts, found[0].answer.solutions
    good: NDArray[np.bool_] = (counts >= 0) & (counts <= 2)
    for one in found:
        answer = one.answer
        shown = answer.solutions
        good &= (answer.counts == counts) & (answer.exhausted == found[0].answer.exhausted)
        good &= answer.exhausted | (counts >= one.limit)
        good &= (counts != 1) | (shown[:, 0] == first[:, 0]).all(axis=1)
        good &= counts <= shown.shape[1]
        for place in range(min(2, shown.shape[1])):
            rows = np.flatnonzero(counts > place)
            good[rows] &= are_solutions(one.layout, digits[rows], shown[rows, place])
        if shown.shape[1] > 1:
            several = np.flatnonzero(counts > 1)
            good[several] &= (shown[several, 0] != shown[several, 1]).any(axis=1)
    return good


def _shows(claim: Claim) -> bool:
    """Return whether a claim shows the solutions that it counts: the only one, or two if there are several."""
    return len(claim.finding.solutions) >= min(claim.finding.outcome.count, 2)


def _disorder(solution: Solution) -> str | None:
    """Return the fault of an unsorted solution, or None. One solution in two orders would count as two."""
    return None if list(solution) == sorted(solution) else Sentence(DESCENDING)


def strength_of(verdict: Verdict, shown: bool, several: bool, agreed: bool) -> Strength:
    """Return how well a verdict is founded.

    Args:
        verdict: The verdict. MULTIPLE and SOLVABLE claim only that solutions exist.
        shown: Whether an engine shows the solutions that the verdict claims, and they are valid.
        several: Whether engines of several kinds have the verdict.
        agreed: Whether no claim is wrong or contradicts another.
    """
    if shown and verdict in {Verdict.MULTIPLE, Verdict.SOLVABLE}:
        return Strength.PROVEN
    if not agreed:
        return Strength.WRONG
    if verdict is Verdict.UNDECIDED:
        return Strength.UNDECIDED
    return Strength.AGREED if several else Strength.CLAIMED


def _refuted(claim: Claim, proved: int, entry: Entry) -> str | None:
    """Return why a claim is false, given the number of valid solutions and the statement of the corpus; or None."""
    outcome, verdict = claim.finding.outcome, claim.finding.verdict
    if claim.finding.termination not in {Termination.FINISHED, Termination.TIMEOUT}:
        return None
    if outcome.exhausted and outcome.count < proved:
        return Sentence(words.TOO_FEW_SOLUTIONS.format(count=outcome.count, proved=proved))
    if entry.expected is not None and not compatible(verdict, entry.expected):
        return Sentence(
            words.NOT_AS_STATED.format(said=verdict.value, source=entry.source, stated=entry.expected.value)
        )
    known = entry.expected_count
    if known is not None and (outcome.count > known or (outcome.exhausted and outcome.count != known)):
        stated, found = words.NUMBER.format(n=known), words.SOLUTIONS.format(n=outcome.count)
        return Sentence(words.NOT_AS_STATED.format(said=found, source=entry.source, stated=stated))
    return None


def _disagreement(problem: Problem, claims: Sequence[Claim]) -> str | None:
    """Return a sentence about two claims whose verdicts, only solutions or counts contradict each other, or None."""
    for index, one in enumerate(claims):
        for other in claims[:index]:
            a, b = other.finding, one.finding
            if not compatible(a.verdict, b.verdict):
                return _pair(other, untranslated(a.verdict.value), one, untranslated(b.verdict.value))
            unique = a.verdict is b.verdict is Verdict.UNIQUE
            if unique and a.solutions and b.solutions and a.solutions != b.solutions:
                this, that = a.solutions[0], b.solutions[0]
                return _pair(other, _only(problem, this, that), one, _only(problem, that, this))
            m, n = a.outcome.count, b.outcome.count
            if counts_clash(m, a.outcome.exhausted, n, b.outcome.exhausted):
                return _pair(other, words.SOLUTIONS.format(n=m), one, words.NUMBER.format(n=n))
    return None


def _only(problem: Problem, solution: Solution, other: Solution) -> Words:
    """Return the claim "only this solution", which names some options that the other solution lacks."""
    names = plain_cover(problem).option_names
    own = sorted(set(solution) - set(other)) or solution
    named = [names[option] if 0 <= option < len(names) else str(option) for option in own[:_NAMED]]
    return words.ONLY_SOLUTION.format(options=" ".join(named) + " …" * (len(own) > _NAMED))


def _pair(one: Claim, this: Words, other: Claim, that: Words) -> Sentence:
    return Sentence(words.SAYS.format(one=one.backend, this=this, other=other.backend, that=that))


def _changed(earlier: Earlier, claims: Sequence[Claim]) -> str | None:
    """Return how a claim contradicts the result of an earlier round; None if no claim does."""
    for claim in claims:
        verdict, shown = claim.finding.verdict, claim.finding.solutions
        if not compatible(verdict, earlier.verdict):
            found = words.EARLIER_VERDICT.format(
                earlier=earlier.verdict.value, backend=claim.backend, said=verdict.value
            )
            return Sentence(found)
        if verdict is Verdict.UNIQUE and earlier.solution and shown and digest(shown[0]) != earlier.solution:
            return Sentence(words.EARLIER_SOLUTION.format(backend=claim.backend))
    return None


def _category(claim: Claim, heard: Sequence[Claim], entry: Entry, undisputed: bool) -> Category:
    """Return the category of a claim that is not wrong. `heard` are the claims that can support a verdict."""
    finding = claim.finding
    if finding.termination is not Termination.FINISHED:
        return Category.ERROR if finding.termination is not Termination.TIMEOUT else Category.UNCONFIRMED
    if finding.verdict is Verdict.UNDECIDED or not _shows(claim):
        return Category.UNCONFIRMED
    if not finding.outcome.exhausted:
        return Category.CORRECT  # it claims only that solutions exist, and shows them
    others = (other.finding.outcome for other in heard if other.backend != claim.backend)
    agreed = any(other.exhausted and other.count == finding.outcome.count for other in others)
    stated = entry.expected is finding.verdict  # a claim with another count is wrong already
    return Category.CORRECT if stated or (agreed and undisputed) else Category.UNCONFIRMED
