"""Find the smallest evidence: the fewest facts from which a conclusion follows.

The method is implicit hitting sets. The search collects sets of facts; every sufficient set must share a fact with each
of them. The search takes a smallest set with a fact of each collected set, and tests whether it suffices. If not, the
search collects another set. B. Bogaerts, E. Gamba, T. Guns, A framework for step-wise explaining how to solve
constraint satisfaction problems (2021); E. Gamba, B. Bogaerts, T. Guns, Efficiently explaining CSPs with unsatisfiable
subset optimization (2021).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import perf_counter

from sudokubench.clock import TimeOver
from sudokubench.logic.proof import Refuter

Satisfied = Callable[[int, frozenset[int]], bool]
"""A function that tests whether a fact holds in an assignment, given as the set of its true literals."""


@dataclass(frozen=True, slots=True)
class Smallest:
    """Facts that together suffice, each of them necessary; and whether it is proved that no smaller set suffices."""

    facts: tuple[int, ...]
    optimal: bool


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """Facts to choose from, and a solver with the clauses. A fact is a list of literals that are assumed together."""

    refuter: Refuter
    assumptions: Sequence[Sequence[int]]
    satisfied: Satisfied

    def _literals(self, facts: Sequence[int], target: int) -> list[int]:
        return [*(literal for fact in facts for literal in self.assumptions[fact]), target]

    def suffice(self, facts: Sequence[int], target: int) -> tuple[int, ...] | None:
        """Return the facts among `facts` that together contradict the target literal; None if `facts` do not."""
        core = self.refuter.refute(self._literals(facts, target))
        if core is None:
            return None
        used = set(core)
        return tuple(fact for fact in facts if not used.isdisjoint(self.assumptions[fact]))

    def minimal(self, facts: Sequence[int], target: int) -> tuple[int, ...] | None:
        """Return a sufficient set after removing unneeded facts in order; None if all facts together do not suffice."""
        core = self.suffice(facts, target)
        if core is None:
            return None
        kept = list(core)
        for fact in core:
            rest = [other for other in kept if other != fact]
            smaller = self.suffice(rest, target)
            if smaller is not None:
                kept = list(smaller)
        return tuple(kept)

    def missed(self, facts: Sequence[int], target: int) -> frozenset[int] | None:
        """Return facts such that every sufficient set has at least one of them; None if `facts` suffice.

        The result is empty if no set suffices.
        """
        model = self.refuter.model(self._literals(facts, target))
        if model is None:
            return None
        holding = self._holding(model)
        needed = set[int]()
        for fact in range(len(self.assumptions)):
            if fact in holding:
                continue
            model = self.refuter.model(self._literals([*holding, fact], target))
            if model is None:
                needed.add(fact)
            else:
                holding = self._holding(model)
        return frozenset(needed)

    def _holding(self, model: Sequence[int]) -> set[int]:
        true = frozenset(model)
        return {fact for fact in range(len(self.assumptions)) if self.satisfied(fact, true)}

    def smallest(self, target: int, *, deadline: float | None = None) -> Smallest | None:
        """Return a smallest set of facts that contradicts the target literal; None if even all facts do not suffice.

        The conclusion to explain is the negation of the target. After the `perf_counter` deadline, every fact of the
        set is needed, but a smaller set may exist. Raise TimeOver if the current time limit is over before any set is
        found.
        """
        order = list(range(len(self.assumptions)))
        best = self.minimal(order, target)
        if best is None:
            return None
        shuffle = Random(0).shuffle
        smaller, sure = None, False
        with suppress(TimeOver):
            for _ in range(_TRIES):
                if deadline is not None and perf_counter() > deadline:
                    break
                shuffle(order)
                other = self.minimal(order, target)
                if other is not None and len(other) < len(best):
                    best = other
            smaller, sure = self.below(len(best), target, deadline)
        return Smallest(tuple(sorted(smaller or best)), sure)

    def below(self, bound: int, target: int, deadline: float | None) -> tuple[tuple[int, ...] | None, bool]:
        """Return a smallest sufficient set with fewer than `bound` facts, or None; and whether time sufficed."""
        sets = self.refuter.hitting_sets()
        chosen: frozenset[int] | None = frozenset()
        while chosen is not None:
            if len(chosen) >= bound:
                return None, True
            missing = self.missed(sorted(chosen), target)
            if missing is None:
                return tuple(sorted(chosen)), True
            if not missing:
                return None, True
            sets.add(missing)
            chosen = sets.smallest(deadline)
        return None, False


_TRIES = 60
"""Number of random orders in which facts are removed, to begin with a small set."""
