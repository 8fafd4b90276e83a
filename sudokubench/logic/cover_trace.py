"""The trace of a search for exact covers, step by step. Reading a trace checks every step.

An engine reports the nodes that it visits. The steps have the same form as in any search; see `logic.step`. Each trial
lists the options that its item had left, so an uncut trace proves the number of solutions. Some items may be covered by
several options. Each trial of such an item also rules out the options tried before. Once the item has the options that
it needs, there is one more trial: it places nothing and rules out all options that the item has left.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import log
from typing import Any

from sudokubench.answer import Puzzle, Stop, parts_of
from sudokubench.encodings.exact_cover import cover_of
from sudokubench.errors import InputError, UsageError
from sudokubench.exchange import Result
from sudokubench.formats.strict_json import is_label, load_object, shown
from sudokubench.logic import words
from sudokubench.logic.limits import MAX_BRACKETS, MAX_BYTES
from sudokubench.logic.step import Group, Step
from sudokubench.logic.step_parts import CONTRADICTION, RETURN, SOLUTION, TRIAL
from sudokubench.logic.trace import not_a_trace, replay, steps_of, wrong_field
from sudokubench.problem import ExactCover
from sudokubench.words import counted

SCHEMA = "sudokubench.search/1"

NO_OPTION = -1
"""Stands in place of an option id for the branch in which no further option covers an item."""

Visit = tuple[Sequence[int], int | None]
"""A node: the options (or `NO_OPTION`) tried on the way to it, in order; and the next item to cover, or None."""


@dataclass(frozen=True, eq=False)
class CoverState:
    """A partial cover: the options chosen, in order, and the options that can still be chosen."""

    cover: ExactCover
    chosen: tuple[int, ...]
    possible: frozenset[int]

    @staticmethod
    def of(puzzle: Puzzle) -> CoverState:
        """Return the state in which a search begins. Raise UsageError if the given options contradict each other."""
        problem, instance = parts_of(puzzle)
        cover = cover_of(problem)
        never = (cover.options_of[item] for item, (_, most) in enumerate(cover.bounds) if not most)
        possible = frozenset(range(len(cover.options))).difference(instance.forbidden, *never)
        return CoverState(cover, (), possible).apply(instance.chosen)

    def apply(self, placements: Iterable[int], eliminated: Iterable[int] = ()) -> CoverState:
        """Return the state after choosing and ruling out options. Raise UsageError if a choice is not possible."""
        cover, chosen, possible = self.cover, self.chosen, self.possible.difference(eliminated)
        for option in placements:
            if option not in possible:
                raise UsageError(words.IMPOSSIBLE_OPTION.format(option=cover.option_names[option]))
            chosen = (*chosen, option)
            after = CoverState(cover, chosen, frozenset())
            rivals = {option}
            for item, colour in cover.coloured(option):
                if item >= cover.primary or not after.demand(item)[1]:
                    others = cover.options_of[item]
                    rivals.update(o for o in others if not colour or (item, colour) not in cover.coloured(o))
            possible -= rivals
        return CoverState(cover, chosen, possible)

    @cached_property
    def _times(self) -> Counter[int]:
        return Counter(item for option in self.chosen for item in self.cover.options[option])

    def demand(self, item: int) -> tuple[int, int]:
        """Return how many more options must cover a primary item, and how many more may cover it."""
        low, high = self.cover.times(item)
        return max(low - self._times[item], 0), high - self._times[item]

    @cached_property
    def colours(self) -> dict[int, int]:
        """The colour of each secondary item that has a colour, by item."""
        coloured = (pair for option in self.chosen for pair in self.cover.coloured(option))
        return {item: colour for item, colour in coloured if colour}

    @cached_property
    def sizes(self) -> dict[int, int]:
        """Number of possible options of each primary item that needs an option or has one left, by item."""
        cover = self.cover
        counts = Counter(item for option in self.possible for item in cover.options[option])
        return {item: counts[item] for item in range(cover.primary) if counts[item] or self.demand(item)[0]}

    def lacks(self, item: int) -> bool:
        """Return whether an item has fewer options left than it needs."""
        return item in self.sizes and self.sizes[item] < self.demand(item)[0]

    def options_of(self, item: int) -> tuple[int, ...]:
        """Return the possible options of an item."""
        return tuple(option for option in self.cover.options_of[item] if option in self.possible)

    @cached_property
    def entropy(self) -> float:
        """Entropy in nats: the sum of the logarithms of `sizes`. Items without options add nothing."""
        return sum((log(size) for size in self.sizes.values() if size), 0.0)


@dataclass(slots=True)
class _PathNode:
    """A node on the path from the root to the current node: its state, and the untried branches of its item."""

    state: CoverState
    option: int = NO_OPTION
    item: int = -1
    untried: set[int] | None = None

    @property
    def is_done(self) -> bool:
        """Whether all branches are done: the item needs more options than are still untried."""
        return self.untried is not None and len(self.untried) < max(self.state.demand(self.item)[0], 1)


class _SearchWalk:
    """A search in progress. It makes steps, and refuses a step that cannot come next in a search."""

    def __init__(self, start: CoverState) -> None:
        self.nodes = [_PathNode(start)]

    @property
    def is_over(self) -> bool:
        """Whether the search has tried everything."""
        return len(self.nodes) == 1 and self.nodes[0].is_done

    def trial(self, item: int, option: int) -> Step:
        """Try an option of an item. After the first trial at a node, refuse other items there."""
        node = self.nodes[-1]
        if node.untried is None and item in node.state.sizes:
            node.item, node.untried = item, set(node.state.options_of(item))
            if not node.state.demand(item)[0]:
                node.untried.add(NO_OPTION)
        if node.untried is None or item != node.item or option not in node.untried or node.is_done:
            raise UsageError(words.NOT_LEFT)
        node.untried.remove(option)
        left = node.state.options_of(item)
        placed = () if option == NO_OPTION else (option,)
        several = node.state.demand(item)[1] > 1
        tried = tuple(o for o in left if several and o != option and o not in node.untried)
        out = tried if placed else left
        after = node.state.apply(placed, out)
        self.nodes.append(_PathNode(after, option))
        groups, depth = (*_single(option), ("fact", left)), len(self.nodes) - 1
        drop = round(node.state.entropy - after.entropy, 9)
        return Step(TRIAL, (), placed, out, (item,), groups, depth=depth, entropy=drop)

    def leaf(self, item: int | None) -> Step:
        """End a branch: every item is covered, or an item has fewer options left than it needs."""
        node = self.nodes[-1]
        if node.untried is not None or (node.state.sizes if item is None else not node.state.lacks(item)):
            raise UsageError(words.NO_END)
        node.untried = set()
        items = () if item is None else (item,)
        return Step(CONTRADICTION if items else SOLUTION, (), items=items, depth=len(self.nodes) - 1)

    def back(self, option: int) -> Step:
        """Take back the last trial after the search has tried everything below it."""
        node = self.nodes[-1]
        if len(self.nodes) == 1 or not node.is_done or option != node.option:
            raise UsageError(words.NO_RETURN)
        self.nodes.pop()
        return Step(RETURN, (), groups=_single(option), depth=len(self.nodes) - 1)

    def again(self, step: Step) -> Step:
        """Repeat a stored step; return the new step."""
        if step.rule == TRIAL and len(step.items) == 1 >= len(step.placed):
            return self.trial(step.items[0], *(step.placed or (NO_OPTION,)))
        if step.rule == RETURN and len(step.group("single")) <= 1:
            return self.back(*(step.group("single") or (NO_OPTION,)))
        if step.rule in {CONTRADICTION, SOLUTION} and len(step.items) == (step.rule == CONTRADICTION):
            return self.leaf(step.items[0] if step.items else None)
        raise UsageError(words.NOT_OF_A_SEARCH)

    def steps(self, visits: Iterable[Visit]) -> Iterator[Step]:
        """Yield the steps that lead from each node to the next one, and back to the root at the end."""
        for options, item in visits:
            yield from self._back_to(options)
            if len(options) == len(self.nodes):
                yield self.trial(self.nodes[-1].item, options[-1])
            if item is None or self.nodes[-1].state.lacks(item):
                yield self.leaf(item)
            else:
                self.nodes[-1].item = item
        yield from self._back_to(())

    def _back_to(self, options: Sequence[int]) -> Iterator[Step]:
        tried = [node.option for node in self.nodes[1:]]
        while tried != list(options[: len(tried)]):
            yield self.back(tried.pop())


@dataclass(frozen=True, repr=False)
class CoverTrace(Result):
    """The steps of an engine that searches for exact covers.

    Attributes:
        backend: Name of the engine, including its options.
        steps: Steps whose rules are in `EVENTS`, with options and items of the cover.
        stop: EXHAUSTED, or BUDGET if the trace was cut.
    """

    puzzle: Puzzle
    backend: str
    steps: tuple[Step, ...]
    stop: Stop

    @staticmethod
    def noted(puzzle: Puzzle, backend: str, visits: Iterable[Visit], most_steps: int) -> CoverTrace:
        """Return the trace of the nodes that an engine visits, cut after `most_steps` steps.

        Raise UsageError if the options of the puzzle contradict each other, or the nodes are not a complete search.
        """
        walk = _SearchWalk(CoverState.of(puzzle))
        steps = tuple(islice(walk.steps(visits), min(most_steps, sys.maxsize)))
        if not walk.is_over and len(steps) < most_steps:
            raise UsageError(words.LEFT_OUT.format(backend=backend))
        return CoverTrace(puzzle, backend, steps, Stop.EXHAUSTED if walk.is_over else Stop.BUDGET)

    @property
    def nodes(self) -> int:
        """Number of states visited, including the first one."""
        return 1 + self.count(TRIAL)

    @property
    def solutions(self) -> int:
        """Number of solutions found."""
        return self.count(SOLUTION)

    def __str__(self) -> str:
        cut = "" if self.stop is Stop.EXHAUSTED else ", cut"
        counts = {"node": self.nodes, "solution": self.solutions, "step": len(self.steps)}
        return f"{', '.join(counted(n, noun) for noun, n in counts.items())}{cut} ({self.backend})"

    def as_columns(self) -> dict[str, list[Any]]:
        """Return columns with a row for each step: `rule`, `depth`, and the names of the `placed` option and `item`."""
        cover = CoverState.of(self.puzzle).cover
        return {
            "rule": [step.rule for step in self.steps],
            "depth": [step.depth for step in self.steps],
            "placed": [next(iter(cover.named(step.placed)), None) for step in self.steps],
            "item": [next((cover.items[item] for item in step.items), None) for step in self.steps],
        }

    def count(self, rule: str) -> int:
        """Return the number of steps of a rule."""
        return sum(step.rule == rule for step in self.steps)

    def states(self) -> tuple[CoverState, ...]:
        """Return the state before each step, and the last state: one more than the number of steps."""
        return tuple(replay(CoverState.of(self.puzzle), self.steps))

    def as_json(self) -> dict[str, Any]:
        """Return the trace as one JSON object of the schema `sudokubench.search/1`."""
        return {
            "schema": SCHEMA,
            "puzzle": str(self.puzzle),
            "id": self.puzzle.id,
            "backend": self.backend,
            "exhausted": self.stop is Stop.EXHAUSTED,
            "nodes": self.nodes,
            "count": self.solutions,
            "steps": [step.as_dict() for step in self.steps],
        }

    @staticmethod
    def from_json(text: str | bytes, puzzle: Puzzle) -> CoverTrace:
        """Read a trace that `as_json`, or `watch --json`, wrote, and check each step.

        Raises:
            InputError: The text is not JSON, has another schema or puzzle, or has a step that cannot come next.
            UsageError: The chosen and forbidden options of the puzzle contradict each other.
        """
        plain = load_object(text, "trace", max_bytes=MAX_BYTES, max_brackets=MAX_BRACKETS)
        if plain.get("schema") != SCHEMA:
            raise wrong_field(plain, "schema", repr(SCHEMA))
        if plain.get("id") != puzzle.id:
            raise InputError(words.OTHER_PUZZLE.format(puzzle=puzzle, other=shown(plain.get("puzzle"))))
        if not is_label(plain.get("backend")):
            raise wrong_field(plain, "backend", words.A_SHORT_TEXT)
        walk, steps = _SearchWalk(CoverState.of(puzzle)), steps_of(plain.get("steps"))
        for number, step in enumerate(steps, 1):
            try:
                if walk.again(step) != step:
                    raise UsageError(words.FALSE_STEP)
            except UsageError as error:
                raise not_a_trace(words.STEP_THAT.format(number=number, fault=error.words)) from error
        trace = CoverTrace(puzzle, plain["backend"], steps, Stop.EXHAUSTED if walk.is_over else Stop.BUDGET)
        written = trace.as_json()
        if unknown := plain.keys() - written.keys():
            raise not_a_trace(words.UNKNOWN_FIELD.format(name=shown(min(unknown))))
        if missing := written.keys() - plain.keys():
            raise not_a_trace(words.NO_FIELD.format(name=min(missing)))
        for name, true in written.items():
            value = plain[name]
            if name != "steps" and (type(value), value) != (type(true), true):
                known = {"value": shown(value), "true": shown(true), "steps": len(steps)}
                raise not_a_trace(words.AFTER_STEPS.format(name=name, **known))
        return trace


def _single(option: int) -> tuple[Group, ...]:
    return () if option == NO_OPTION else (("single", (option,)),)
