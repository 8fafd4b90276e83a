"""Rule: a named contraction operator (it only removes candidates) on candidate grids, and its known properties."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.step import Step

Finder = Callable[[CandidateGrid], Iterable[Step]]
"""A function that finds the steps of a rule in a state. It does not change the state."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule. Its names, definition and sentences in each language are in `texts`.

    Its functions do not count when rules are compared: a copy from another process has other `partial` objects.

    Attributes:
        name: Identifier, such as `naked_pair`.
        find: Finds the steps of the rule in a state. The steps of `smallest` come first.
        se: Difficulty of its smallest steps on the scale of Sudoku Explainer (1.0 to 12.0; 0.0 without a value).
        hodoku: Score on the scale of HoDoKu (4 to 10,000; 0 without a value).
        source: Publication that describes the rule.
        codes: Its codes in HoDoKu's technique library, without variants.
        smallest: Finds only the steps that a round applies: the smallest steps if the sizes differ, or the steps
            that `find` does not merge. None if a round applies all steps.
        bare: Finds the same steps as `find` in less time, without their proofs. None if there is no such function.
        every: Finds the steps of `find`, and also parts of them that other programs show as separate steps.
        largest: Finds the steps among which HoDoKu takes the one that removes most candidates. For `als_chain`, chains
            that lead back to their first set do not count. None if HoDoKu takes the first step.
        monotone: Whether a state with fewer candidates never gives a result with more candidates. The fixpoint of such
            rules does not depend on their order.
        unique: Whether the rule assumes that the board has exactly one solution.
        length_scale: Whether `se` rises with the length of a step as `logic.se_value` describes.
        tenths: Whether `se` rises by 0.1 for each unit of the length of a step.
        implied_by: Rules that find everything that this rule finds on plain 9x9 boards, perhaps in several steps. They
            come before this rule in every order by `se`.
        variant_of: The rule of which this rule is a part.
        tidy: Removes unneeded items from the evidence of a step. This takes time, so it is done only for steps that are
            shown.
        assumes: Whether the rule follows assumptions; this takes long.
    """

    name: str
    find: Finder = field(compare=False)
    se: float
    hodoku: int
    source: str
    codes: tuple[str, ...] = ()
    smallest: Finder | None = field(default=None, compare=False)
    bare: Finder | None = field(default=None, compare=False)
    every: Finder | None = field(default=None, compare=False)
    largest: Finder | None = field(default=None, compare=False)
    monotone: bool = False
    unique: bool = False
    length_scale: bool = False
    tenths: bool = False
    implied_by: tuple[str, ...] = ()
    variant_of: str | None = None
    tidy: Callable[[CandidateGrid, Step], Step] | None = field(default=None, compare=False)
    assumes: bool = False


def leaner(grid: CandidateGrid, step: Step, find: Finder) -> Step:
    """Return a step that has the same conclusion, is not longer, and cites only the items that `find` needs."""
    best = step
    for item in step.items:
        left = set(best.items) - {item}
        if len(left) == len(best.items):
            continue
        for found in find(grid.knowing(left)):
            if (
                left.issuperset(found.items)
                and found.length <= step.length
                and found.placed == step.placed
                and set(step.eliminated) <= set(found.eliminated)
            ):
                best = _with_conclusion(found, step, grid.geometry.size)
                break
    return best


def _with_conclusion(found: Step, step: Step, n: int) -> Step:
    """Return `found` with the eliminations of `step`.

    If `found` has no links, the result keeps only the digits of `step` that its own groups or eliminations contain.
    """
    named = {o % n + 1 for options in (step.eliminated, *(part for _, part in found.groups)) for o in options}
    digits = found.digits if found.links else tuple(digit for digit in step.digits if digit in named)
    return replace(found, digits=digits, eliminated=step.eliminated)


def leanly(rule: Rule) -> Rule:
    """Return the rule with a `tidy` that reduces the evidence of a step by `leaner`."""
    return replace(rule, tidy=partial(leaner, find=rule.find))


def smallest_first(grid: CandidateGrid, smallest: Finder, others: Finder) -> Iterator[Step]:
    """Yield the smallest steps, then the other steps by rising length. Without smallest steps, yield nothing."""
    known = set()
    for step in smallest(grid):
        known.add(step.conclusion)
        yield step
    if known:
        longer = sorted(others(grid), key=lambda step: step.length)
        yield from (step for step in longer if step.conclusion not in known)
