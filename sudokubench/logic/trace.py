"""Trace: the list of steps that solves a board. Replay it, write it and read it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Protocol, Self, TypeVar

from sudokubench.board import Board
from sudokubench.errors import InputError, UsageError
from sudokubench.formats.strict_json import is_label, load_object, shown
from sudokubench.logic import words
from sudokubench.logic.geometry import geometry_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.limits import MAX_BRACKETS, MAX_BYTES
from sudokubench.logic.step import Step
from sudokubench.logic.step_parts import RETURN, SOLUTION, TRIAL
from sudokubench.problem import BoardProblem
from sudokubench.words import Words

SCHEMA, SCHEMA_2, SCHEMA_1 = (f"sudokubench.trace/{version}" for version in (3, 2, 1))
"""The schema of written traces, and earlier schemas that can still be read. Version 2 has no trials; version 1 has
`layout`, `board` and `forbidden` in place of `puzzle` and `id`."""

_LONGEST_REASON = 500
_TRACE = frozenset({"schema", "puzzle", "id", "ending", "reason", "steps"})
_TRACE_1 = _TRACE - {"puzzle", "id"} | {"layout", "board", "forbidden"}


class State(Protocol):
    """A state that steps change into other states of its kind."""

    def apply(self, placements: Iterable[int], eliminated: Iterable[int] = ()) -> Self:
        """Return the state after placing some options and eliminating others."""


S = TypeVar("S", bound=State)


def replay(state: S, steps: Iterable[Step]) -> Iterator[S]:
    """Yield the state before each step, then the last state. A return goes back to the state before its trial."""
    before: list[S] = []
    for step in steps:
        yield state
        if step.rule == TRIAL:
            before.append(state)
        elif step.rule == RETURN:
            state = before.pop()
        state = state.apply(step.placed, step.eliminated)
    yield state


class Ending(Enum):
    """How a trace ends."""

    SOLVED = "solved"
    STUCK = "stuck"
    """The rules find no further step."""
    CONTRADICTION = "contradiction"
    """An item cannot be satisfied, or a search found no solution.

    The board then has no solution, unless a step relies on a single solution and the board has several.
    """
    BUDGET = "budget"
    """Time ran out, or the trace was cut."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The steps that the rules take from a board (with its forbidden candidates), in order, and how they end.

    Attributes:
        reason: For a contradiction, the item that cannot be satisfied (empty after a search); for a cut trace, its
            number of steps.
    """

    board: Board
    steps: tuple[Step, ...]
    ending: Ending
    reason: str = ""

    def __post_init__(self) -> None:
        from sudokubench.logic.rules import unique_rules

        problem, unique = self.board.problem, unique_rules()
        told = (
            one if one.problem else replace(one, problem=problem, unique=one.rule in unique)
            for one in self.steps
        )
        object.__setattr__(self, "steps", tuple(told))

    def states(self) -> tuple[CandidateGrid, ...]:
        """Return the state before each step, and the last state: one more than the number of steps."""
        return tuple(replay(CandidateGrid.of(self.board), self.steps))

    @property
    def final(self) -> CandidateGrid:
        """The state to which the steps lead: the first solution, otherwise the last state."""
        states, rules = self.states(), [step.rule for step in self.steps]
        return states[rules.index(SOLUTION) if SOLUTION in rules else -1]

    def _repr_html_(self) -> str:
        from sudokubench.logic.step_drawing import story
        from sudokubench.logic.texts import describe

        return story(self, (describe(step, self.board.problem) for step in self.steps))

    def to_json(self, indent: int | None = None) -> str:
        """Return `as_json` as text."""
        return json.dumps(self.as_json(), ensure_ascii=False, indent=indent)

    def as_json(self) -> dict[str, Any]:
        """Return the trace as one JSON object of the schema `sudokubench.trace/3`."""
        return {
            "schema": SCHEMA,
            "puzzle": self.board.as_json(),
            "id": self.board.id,
            "ending": self.ending.value,
            "reason": self.reason,
            "steps": [step.as_dict() for step in self.steps],
        }

    @staticmethod
    def from_json(text: str) -> Trace:
        """Return the trace that `to_json`, or `explain --json`, wrote in this version or an earlier one; see `of`."""
        return Trace.of(load_object(text, "trace", max_bytes=MAX_BYTES, max_brackets=MAX_BRACKETS))

    @staticmethod
    def of(plain: dict[str, Any], *, remarks: bool = True) -> Trace:
        """Return the trace that `as_json` wrote in this version or an earlier one.

        Args:
            remarks: Whether steps may have `REMARKS`, which are skipped.

        Raises:
            InputError: The schema is unknown, a field is missing, unknown or wrong, or a step does not fit the board.
        """
        schema = plain.get("schema")
        if schema not in (SCHEMA, SCHEMA_2, SCHEMA_1):
            raise wrong_field(plain, "schema", repr(SCHEMA))
        known = _TRACE_1 if schema == SCHEMA_1 else _TRACE
        if plain.keys() != known:
            raise not_a_trace(words.WRONG_FIELDS.format(found=shown(sorted(plain)), needed=sorted(known)))
        if not is_label(plain["reason"], _LONGEST_REASON):
            raise wrong_field(plain, "reason", words.A_SHORT_TEXT)
        endings = [ending.value for ending in Ending]
        if plain["ending"] not in endings:
            raise wrong_field(plain, "ending", words.ONE_OF.format(values=", ".join(endings)))
        board = _board_of(plain)
        if schema != SCHEMA_1 and plain["id"] != board.id:
            raise InputError(words.OTHER_BOARD.format(stated=shown(plain["id"]), id=board.id))
        steps, open_trials = steps_of(plain["steps"], remarks=remarks), 0
        for number, step in enumerate(steps, 1):
            if fault := _foreign(number, step, board.problem):
                raise not_a_trace(fault)
            if step.rule == TRIAL and len(step.placed) != 1:
                raise not_a_trace(words.SUPPOSES_SEVERAL.format(number=number, count=len(step.placed)))
            open_trials += (step.rule == TRIAL) - (step.rule == RETURN)
            if open_trials != step.depth:
                known_depth = {"depth": step.depth, "trials": open_trials}
                raise not_a_trace(words.WRONG_DEPTH.format(number=number, **known_depth))
        return Trace(board, steps, Ending(plain["ending"]), plain["reason"])


def steps_of(plain: object, *, remarks: bool = True) -> tuple[Step, ...]:
    """Return the steps of a trace from JSON. Raise InputError with the number of the first bad step."""
    if not isinstance(plain, list):
        raise not_a_trace(words.WRONG_STEPS.format(value=shown(plain)))
    steps = []
    for number, one in enumerate(plain, 1):
        try:
            steps.append(Step.from_dict(one, remarks=remarks))
        except InputError as error:
            raise not_a_trace(words.OF_STEP.format(number=number, reason=error.words)) from None
    return tuple(steps)


def _board_of(trace: dict[str, Any]) -> Board:
    """Return the board of a trace in JSON. Raise InputError if it is not valid, or human logic cannot use it."""
    try:
        if trace["schema"] == SCHEMA_1:
            layout = {part: trace["layout"][part] for part in ("size", "boxes", "symbols", "extra")}
            parts = {"layout": layout, "clues": trace["board"], "forbidden": trace["forbidden"]}
            board = Board.from_json({"schema": "sudokubench.puzzle/1", **parts})
        else:
            board = Board.from_json(trace["puzzle"])
        geometry_of(board.problem)
    except (KeyError, TypeError, UsageError) as error:
        reason = shown(str(error))
        raise not_a_trace(words.BAD_TRACE_BOARD.format(reason=reason, schema=SCHEMA)) from error
    return board


def not_a_trace(reason: Words) -> InputError:
    """Return the error for a text that is not a trace."""
    return InputError(words.NOT_A_TRACE.format(reason=reason))


def wrong_field(trace: Mapping[str, Any], name: str, needed: object) -> InputError:
    """Return the error for a wrong or missing field of a trace."""
    return not_a_trace(words.WRONG_FIELD.format(name=name, value=shown(trace.get(name)), needed=needed))


def _foreign(number: int, step: Step, problem: BoardProblem) -> Words | None:
    """Return a message if a step has a digit, candidate, item or house that the problem lacks; otherwise None."""
    geometry = geometry_of(problem)
    n, houses = geometry.size, len(geometry.houses)
    ends = [option for link in step.links for option in (*link.start, *link.end)]
    options = [*step.placed, *step.eliminated, *ends, *(o for _, group in step.groups for o in group)]
    for what, least, most, numbers in (
        ("digit", 1, n, step.digits),
        ("candidate", 0, n**3 - 1, options),
        ("item", 0, geometry.item_count - 1, step.items),
        ("house", 0, houses - 1, step.houses),
    ):
        for one in numbers:
            if not least <= one <= most:
                part = {"what": words.PARTS[what], "value": shown(one), "layout": problem}
                return words.HAS_FOREIGN.format(number=number, least=least, most=most, **part)
    return None
