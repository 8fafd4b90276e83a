"""Say how hard a puzzle should be for a person (rating, required rules), and measure how far a puzzle is from this aim.

Rules are tried from the cheapest on, and only as far as the aim needs: the cheap rules already reject most puzzles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from math import inf

from sudokubench.board import Board
from sudokubench.errors import UsageError, unknown
from sudokubench.generation import words
from sudokubench.layout import Layout
from sudokubench.logic.configuration import Configuration, easiest_first, rated
from sudokubench.logic.difficulty_path import path_of
from sudokubench.logic.engine import SolutionPath
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rating import class_bounds, rate
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules import rule_called
from sudokubench.logic.rules.complex_fish import variant_named
from sudokubench.logic.step import Step
from sudokubench.logic.trace import Ending, Trace
from sudokubench.words import Words

SCALES = ("se", "hodoku", "difficulty", "difficulty_hodoku", "difficulty_human", "phi")
"""Scales that `rate` gives; `phi` is `logic.rating.first_form`."""

_MOST = 1e9
"""A number above every rating."""
_HARDEST_4X4 = 1.2
"""Largest rating of a 4x4 puzzle: all 36 classes of minimal puzzles have it, as a test checks. More clues do not make a
puzzle harder."""
_QUICK = 7.3
"""Largest `se` of the rules after the wanted rule that may still be used before the wanted step."""
_EASY, _SLOW = 5.6, 7.5
"""Rules up to the first value take at most a millisecond; rules from the second value on take tens of milliseconds."""
_STUCK = 0.1
"""Least distance from an aim to a puzzle that the allowed rules do not solve."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a puzzle compares with an aim.

    Attributes:
        distance: 0 if the puzzle meets the aim. A smaller distance is nearer.
        value: The rating of the puzzle, if it was computed.
    """

    distance: float
    value: float | None = None


@dataclass(frozen=True)
class Aim:
    """The difficulty that a puzzle should have.

    Attributes:
        band: The least and the largest rating; None allows any rating.
        scale: One of `SCALES`.
        needs: Names of required rules, or of variants of fish. Without them, the other rules up to the hardest do not
            solve the puzzle.
        without: Rules that the solver must not use.
        hardest: The last rule that is allowed; it is required. None means the hardest of `needs`.
        before: Whether one step of the hardest rule is enough, at a state where the rules before it find nothing.
        config: The order of the rules and the values of ratings; None means the built-in ones.

    Raises:
        UsageError: A name is unknown, the order lacks a required rule, or two parts contradict each other.
    """

    band: tuple[float, float] | None = None
    scale: str = "se"
    needs: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    hardest: str | None = None
    before: bool = False
    config: Configuration | None = None

    def __post_init__(self) -> None:
        if self.scale not in SCALES:
            raise UsageError(words.SCALE.format(**unknown(self.scale, SCALES)))
        if self.band is not None and not 0 <= self.band[0] <= min(self.band[1], _MOST):
            raise UsageError(words.BAND.format(low=self.band[0], high=self.band[1], most=f"{_MOST:,.0f}"))
        if self.before and not self.needed:
            raise UsageError(words.BEFORE_WHICH)
        names = [rule.name for rule in self.rules]
        for rule in self.needed:
            if {rule.name, _family(rule)} & {_named(name).name for name in self.without}:
                raise UsageError(words.NEEDED_AND_WITHOUT.format(rule=rule.name))
            if rule.name not in names:
                raise UsageError(words.NOT_ALLOWED.format(rule=rule.name, last=names[-1]))

    @cached_property
    def needed(self) -> tuple[Rule, ...]:
        """The required rules, the hardest last."""
        places = {rule.name: place for place, rule in enumerate(self.order.rules)}
        names = (*self.needs, *(one for one in [self.hardest] if one is not None))
        rules = {rule.name: rule for rule in map(_named, names)}
        for rule in rules.values():
            if _family(rule) not in places:
                raise UsageError(words.NOT_IN_ORDER.format(rule=rule.name))
        return tuple(sorted(rules.values(), key=lambda rule: places[_family(rule)]))

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The allowed rules, the hardest last."""
        out = {_named(name).name for name in self.without}
        if self.before:
            out.update(*(rule.implied_by for rule in self.needed))
        if not self.needed:
            return tuple(rule for rule in self.order.rules if rule.name not in out)
        last = _named(self.hardest) if self.hardest else self.needed[-1]
        stand_ins = {_family(rule): rule for rule in self.needed}
        found = []
        for rule in self.order.rules:
            if rule.name not in out:
                found.append(stand_ins.get(rule.name, rule))
            if rule.name == _family(last):
                break
        return tuple(found)

    @cached_property
    def order(self) -> Configuration:
        """The given order; else the easiest rules first, or the order of ratings if a direct form, such as
        direct_pointing, is named.
        """
        if self.config is not None:
            return self.config
        names = (*self.needs, *self.without, *(one for one in [self.hardest] if one is not None))
        every = {rule.name for rule in easiest_first().rules}
        return easiest_first() if all(_family(_named(name)) in every for name in names) else rated()

    @property
    def least(self) -> float:
        """A lower bound on `se`, from the band and the required rules; it guides the search."""
        low = self.band[0] if self.band and self.scale == "se" else 0.0
        return max(low, *(rule.se for rule in self.needed), 0.0)

    @property
    def most(self) -> float:
        """An upper bound on `se`, from the band and the hardest required rule; it guides the search."""
        high = self.band[1] if self.band and self.scale == "se" else _MOST
        return min(high, self.needed[-1].se) if self.needed else high

    def refuse_for(self, layout: Layout) -> None:
        """Raise UsageError if it is certain that no puzzle of the layout can meet the aim."""
        if layout.houses == Layout.standard(4).houses and self.least > _HARDEST_4X4:
            raise UsageError(words.TOO_HARD_4X4.format(least=self.least, hardest=_HARDEST_4X4))
        allowed = {rule.name for rule in self.rules} if layout.houses == Layout.standard(9).houses else set()
        for rule in self.needed:
            if others := [name for name in rule.implied_by if name in allowed]:
                found = Words(" and ".join(others), "、".join(others))
                options = " ".join(f"--without {name}" for name in others)
                names = ", ".join(others)
                raise UsageError(
                    words.IMPLIED.format(rule=rule.name, others=found, names=names, options=options)
                )

    def look(self, puzzle: Board, seconds: float | None = None) -> Look:
        """Return how a puzzle compares with the aim.

        Args:
            puzzle: A board with one solution.
            seconds: Time limit for each solution path. A requirement that is not met in this time counts as missed.

        Raises:
            UsageError: The puzzle has constraints that human logic does not understand; or it has constraints, and the
                aim has a band.
        """
        start = CandidateGrid.of(puzzle)
        far = 0.0
        if self.before:
            far = 2.0 * (self.position(puzzle, seconds) is None)
        elif self.needs or self.without or self.hardest:
            far = self._missed(start, seconds)
        if self.band is None:
            return Look(far)
        look = self._rated(puzzle, seconds)
        return Look(look.distance + far, look.value)

    def position(self, puzzle: Board, seconds: float | None = None) -> Trace | None:
        """Return the steps up to the first step of the hardest rule; the rules before this rule find nothing there.

        Return None if there is no such step, or the aim does not ask for one.
        """
        if not self.before:
            return None
        hardest = self.needed[-1]
        steps = list[Step]()
        for found in SolutionPath(CandidateGrid.of(puzzle), self._on_the_way, True, seconds):
            if found.rule.name == hardest.name:
                return Trace(puzzle, (*steps, found.steps[0]), Ending.STUCK)
            steps += found.steps
        return None

    @cached_property
    def _on_the_way(self) -> tuple[Rule, ...]:
        """The rules up to the hardest one, and the quick rules after it that may lead to it."""
        names = {rule.name for rule in self.rules}
        later = [rule for rule in self.order.rules if rule.name not in names and rule.se <= _QUICK]
        last = _family(self.needed[-1])
        out = {last, *self.needed[-1].implied_by, *(_named(name).name for name in self.without)}
        return (*self.rules, *(rule for rule in later if rule.name not in out))

    def _rated(self, puzzle: Board, seconds: float | None) -> Look:
        assert self.band is not None
        low, high = self.band
        config = self.config or rated()
        if self.scale != "se":
            rating = rate(puzzle, config, seconds=seconds, hodoku=self.scale == "hodoku")
            value = rating.parts["d1"] if self.scale == "phi" else float(getattr(rating, self.scale))
            gap = max(low - value, value - high, 0.0) / max(1.0, 0.1 * high)  # scales differ in their units
            return Look(gap + (not rating.solved), value)
        allowed = config.only([rule.name for rule in config.rules if config.se_of(rule) <= high])
        path = path_of(puzzle, allowed, seconds=seconds, most=high)
        if path.ending is Ending.SOLVED:
            return Look(max(low - path.se, 0.0), path.se)
        return Look(max(path.se - high, _STUCK) + _share(path.left, path.start))

    def _missed(self, start: CandidateGrid, seconds: float | None) -> float:
        """Return how far a puzzle is from needing the required rules.

        0: the puzzle needs the rules and they solve it. Up to 1: all required rules are needed, but the rules do not
        solve the puzzle. From 1 to 1.8: the hardest rule is not easy, and does not apply where all others are stuck.
        1.9: the hardest rule is not slow and applies after the easy rules, but the other rules solve the puzzle. 2: in
        all other cases.
        """
        for rule in reversed(self.needed):  # the hardest first
            others = [other for other in self.rules if other.name != rule.name]
            easy = list(takewhile(lambda other: other.se <= _EASY, others))
            path = SolutionPath(start, easy, True, seconds).to_the_end()
            is_last = rule.name == self.rules[-1].name
            if path.ending is Ending.STUCK and len(easy) < len(others):
                if is_last and rule.se < _SLOW and not _finds(rule, path.grid):
                    return 2.0
                path = SolutionPath(path.grid, others, True, seconds).to_the_end()
                if path.ending is Ending.SOLVED and is_last and rule.se < _SLOW:
                    return 1.9
            # A path that ran out of time does not show that the rule is needed.
            if path.ending is not Ending.STUCK:
                return 2.0
            if is_last and not _finds(rule, path.grid):
                return 1.0 + 0.8 * _left(start, path) if rule.se > _EASY else 2.0
        path = SolutionPath(start, self.rules, True, seconds).to_the_end()
        return 0.0 if path.ending is Ending.SOLVED else _left(start, path)


def _finds(rule: Rule, grid: CandidateGrid) -> bool:
    return next(iter(rule.find(grid)), None) is not None


def _left(start: CandidateGrid, path: SolutionPath) -> float:
    return _share(path.grid.entropy(), start.entropy())


def _share(left: float, unknown: float) -> float:
    return left / unknown if unknown else 1.0


def _named(name: str) -> Rule:
    return variant_named(name) or rule_called(name)


def _family(rule: Rule) -> str:
    return rule.variant_of or rule.name


def band_of(text: str | None, scale: str) -> tuple[float, float] | None:
    """Return the ends of `6.5..7`, `7`, `7..`, `..7` or the name of a class (scale `se` only); None means any rating.

    Raises:
        UsageError: The text is not such a range.
    """
    if text is None:
        return None
    if (bounds := class_bounds(text)) and scale == "se":
        return bounds
    low, dots, high = text.partition("..")
    try:
        return float(low or 0), float(high) if high else inf if dots else float(low)
    except ValueError:
        raise UsageError(words.RATING_OPTION.format(text=text)) from None
