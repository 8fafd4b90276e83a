"""Rule: a named contraction operator on candidate grids, with its known properties."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.step import Step

Finder = Callable[[CandidateGrid], Iterable[Step]]
"""A function that returns all steps of a rule in a state. Each step changes the state; the function does not."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule. Its names, definition and sentences in each language are in `texts`.

    Attributes:
        name: Identifier, such as `naked_pair`.
        find: Finds all its steps in a state, the smallest first.
        se: Difficulty on the scale of Sudoku Explainer (1.0 to 12.0); if its steps grow, the difficulty of the
            smallest.
        hodoku: Score on the scale of HoDoKu (4 to 10,000).
        source: Where the rule is described.
        codes: Its codes in HoDoKu's technique library, without variants.
        smallest: For rules whose steps grow: finds only the steps of the smallest size, which are taken together.
        every: For rules whose steps have parts that other programs give as separate steps: finds these parts, too.
        largest: For rules whose steps take time: finds the step that removes most, then the shortest.
        monotone: Whether fewer candidates in the input never give more candidates in the result. If so, the order of
            rules does not matter for the fixpoint.
        unique: Whether it relies on the board having exactly one solution, and not on the houses alone.
        length_scale: Whether `se` rises with the step's length (see `difficulty_path.se_value`).
        tenths: Whether `se` rises by one tenth for each unit of the step's length.
        implied_by: Rules that are tried before it and find everything that it finds, perhaps by several steps.
        variant_of: The rule of which it finds a part.
        tidy: Reduces the evidence of a step that it found. This takes time, so it is used only for steps that are
            shown. The rule needs every item of the result to find the same step; another rule might not.
        assumes: Whether it follows assumptions, which takes long.
    """

    name: str
    find: Finder
    se: float
    hodoku: int
    source: str
    codes: tuple[str, ...] = ()
    smallest: Finder | None = None
    every: Finder | None = None
    largest: Finder | None = None
    monotone: bool = False
    unique: bool = False
    length_scale: bool = False
    tenths: bool = False
    implied_by: tuple[str, ...] = ()
    variant_of: str | None = None
    tidy: Callable[[CandidateGrid, Step], Step] | None = None
    assumes: bool = False


def leaner(grid: CandidateGrid, step: Step, find: Finder) -> Step:
    """Return a step with the same conclusion and fewer items: the rule runs where only these items are known.

    The rule needs every one of these items to find the conclusion by a pattern of that length.
    """
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
                best = _as_told(found, step, grid.geometry.size)
                break
    return best


def _as_told(found: Step, step: Step, n: int) -> Step:
    """Return a step that was found with fewer known items, with the conclusion and the digits of the original step."""
    named = {o % n + 1 for options in (step.eliminated, *(part for _, part in found.groups)) for o in options}
    digits = found.digits if found.links else tuple(digit for digit in step.digits if digit in named)
    return replace(found, digits=digits, eliminated=step.eliminated)


def leanly(rule: Rule) -> Rule:
    """Return a rule that reduces its shown steps to the evidence that they need."""
    return replace(rule, tidy=partial(leaner, find=rule.find))


def smallest_first(grid: CandidateGrid, smallest: Finder, others: Finder) -> Iterator[Step]:
    """Yield the smallest steps and, if there are any, the other steps, by rising length."""
    known = set()
    for step in smallest(grid):
        known.add(step.conclusion)
        yield step
    if known:
        longer = sorted(others(grid), key=lambda step: step.length)
        yield from (step for step in longer if step.conclusion not in known)
