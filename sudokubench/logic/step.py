"""Step, the conclusion of a rule in a state with its evidence, and Trace, the list of steps that solves a board.

The evidence that proves a step is a set of items (of the layout's exact cover: "this cell holds a digit", "this house
holds the digit"). An item as evidence means: one of its candidates in this state is true. The conclusion must follow
from the evidence and from "at most one option of an item is true".
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from math import isfinite
from typing import Any, Protocol, Self, TypeVar, cast

from sudokubench.board import Board
from sudokubench.errors import InputError, UsageError
from sudokubench.exchange import Result
from sudokubench.formats.strict_json import is_label, load_object, shown, whole_numbers
from sudokubench.layout import Layout
from sudokubench.logic import words
from sudokubench.logic.geometry import bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.settings import MAX_BYTES
from sudokubench.problem import refuse_constraints
from sudokubench.words import Words

SCHEMA, SCHEMA_2, SCHEMA_1 = (f"sudokubench.trace/{version}" for version in (3, 2, 1))
"""The schema of written traces, and earlier schemas that can still be read. Version 2 has no trials; version 1 has
`layout`, `board` and `forbidden` in place of `puzzle` and `id`."""

_MAX_BRACKETS = 1_000_000
"""Largest number of brackets in a trace that is read: a thousand times as many as in the trace of a hard puzzle."""
_LONGEST_REASON = 500


class LinkKind(Enum):
    """How the two ends of a link depend on each other."""

    STRONG = "strong"
    """At least one is true: if the first is false, the second is true."""
    WEAK = "weak"
    """At most one is true: if the first is true, the second is false."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a chain. Each end is a set of options; it is true if one of them is true."""

    kind: LinkKind
    start: tuple[int, ...]
    end: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """The consequences of one assumption in a net.

    Attributes:
        root: The option that is assumed.
        holds: Whether the assumption is that it is true; otherwise, that it is false.
        links: The consequences, in order. If a link starts at several options, they are a reason only together.
    """

    root: int
    holds: bool
    links: tuple[Link, ...]

    def sided(self, true: bool) -> frozenset[int]:
        """Return the options that are true in the branch, or the options that are false."""
        kind = LinkKind.STRONG if true else LinkKind.WEAK
        ends = frozenset(option for link in self.links if link.kind is kind for option in link.end)
        return ends | {self.root} if self.holds is true else ends

    def by_patterns(self) -> frozenset[Link]:
        """Return the links that rule out their end by a pattern, such as a pair, because other candidates are false."""
        true = self.sided(True)
        return frozenset(
            link for link in self.links if link.kind is LinkKind.WEAK and link.start[0] not in true
        )


TRIAL, CONTRADICTION, RETURN, SOLUTION = "trial", "contradiction", "return", "solution"
"""The events of a search, used as the rule of a step. A trial supposes an option of its item; the group `fact` has the
options that the item has left. A contradiction names an item that cannot be satisfied. A return takes the last trial
back, and rules out its option if it led to no solution. A solution says that everything is settled."""
EVENTS = frozenset({TRIAL, CONTRADICTION, RETURN, SOLUTION})
NOGOOD, EVIDENCE = "nogood", "evidence"
"""The rule of a step that stores trials which failed together (NOGOOD), and of a step of least evidence (EVIDENCE)."""

_LISTS = ("placed", "eliminated", "items", "houses")

REMARKS = frozenset({"text", "eureka", "names", "candidates", "se", "soundness", "marks"})
"""Fields that `--json`, or the server of the page, adds to a step for readers. They are not part of the trace; reading
a trace skips them."""

_MOST = (1 << 31) - 1


def _numbers(value: object) -> bool:
    return whole_numbers(value, 0, _MOST) is not None


def _number(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def _finite(value: object) -> bool:
    return (type(value) is float and isfinite(value)) or (type(value) is int and abs(value) <= _MOST)


def _each(parts: Callable[..., bool]) -> Callable[[object], bool]:
    """Return a check: whether a value is a list of lists, and each of these, as arguments, passes `parts`."""
    return lambda value: (
        isinstance(value, list) and all(isinstance(one, list) and parts(*one) for one in value)
    )


def _group(role: object = None, options: object = None, *more: object) -> bool:
    return is_label(role) and _numbers(options) and not more


def _link(kind: object = None, start: object = None, end: object = None, *more: object) -> bool:
    return kind in _KINDS and _numbers(start) and _numbers(end) and not more


_KINDS = [kind.value for kind in LinkKind]
_FIELDS: Mapping[str, tuple[Callable[[object], bool], Words]] = {
    "rule": (is_label, words.A_SHORT_TEXT),
    **dict.fromkeys(("digits", *_LISTS), (_numbers, words.NUMBERS)),
    "groups": (_each(_group), words.ROLES),
    "links": (_each(_link), words.LINKS),
    **dict.fromkeys(("length", "depth"), (_number, words.NUMBER)),
    "entropy": (_finite, words.FINITE),
    "also": (lambda value: isinstance(value, list) and all(map(is_label, value)), words.SHORT_TEXTS),
}
"""The fields of a step in JSON: the check of the value, and the words for it in a message."""
_TRACE = frozenset({"schema", "puzzle", "id", "ending", "reason", "steps"})
_TRACE_1 = _TRACE - {"puzzle", "id"} | {"layout", "board", "forbidden"}

Group = tuple[str, tuple[int, ...]]
"""A role, such as `pivot` or `fin`, and the candidates (option ids) in this role."""


@dataclass(frozen=True, slots=True)
class Step(Result):
    """A conclusion, the rule that drew it and the evidence for it. All options are ids of the layout.

    Attributes:
        rule: Name of the rule, or of an event of a search, such as `TRIAL`.
        digits: The digits of the step, ascending.
        placed: Options that the step places: they are true.
        eliminated: Options that the step eliminates: they are false.
        items: The evidence: cells, and digits in houses, whose present candidates prove the step.
        groups: Candidates of the pattern by role.
        houses: Indices of the houses that the pattern uses, most important first.
        links: The links of a chain, in order.
        length: Size of the pattern: strong links of a chain, nodes of a net, tenths that a unique loop costs more than
            the smallest; else 0.
        depth: Number of trials that hold after the step; 0 without trials.
        entropy: Entropy that it removed from its state, in nats.
        also: Other rules that draw exactly this conclusion in this state (`engine.other_names`), if they were asked
            for.
        layout: The layout of its options, if the step is part of a trace. Equality ignores it.
    """

    rule: str
    digits: tuple[int, ...]
    placed: tuple[int, ...] = ()
    eliminated: tuple[int, ...] = ()
    items: tuple[int, ...] = ()
    groups: tuple[Group, ...] = ()
    houses: tuple[int, ...] = ()
    links: tuple[Link, ...] = ()
    length: int = 0
    depth: int = 0
    entropy: float = 0.0
    also: tuple[str, ...] = ()
    layout: Layout | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        """Return the step in words; without a layout only the name of its rule."""
        from sudokubench.logic.rules import sentence

        return self.rule if self.layout is None else sentence(self, self.layout, "en")

    @property
    def conclusion(self) -> tuple[frozenset[int], frozenset[int]]:
        """The placed and the eliminated options; two steps with equal conclusions differ only in evidence."""
        return frozenset(self.placed), frozenset(self.eliminated)

    def group(self, role: str) -> tuple[int, ...]:
        """Return the candidates of a role, from all its groups."""
        return tuple(option for name, options in self.groups if name == role for option in options)

    def branches(self) -> tuple[Branch, ...]:
        """Return the branches of a net; none for other steps. A refuted assumption has one branch."""
        roots = self.group("split") or self.group("assumption")
        if not roots:
            return ()
        if roots == (self.placed or self.eliminated):
            return (Branch(roots[0], not self.placed, self.links),)
        literals = (
            [(root, True) for root in roots] if len(roots) > 1 else [(roots[0], True), (roots[0], False)]
        )
        parts: list[list[Link]] = [[] for _ in literals]
        at = 0
        for link in self.links:
            # A branch begins with a link from its root alone, which excludes if the root is assumed to be true.
            start = (link.start[0], link.kind is LinkKind.WEAK) if len(link.start) == 1 else None
            if start in literals[at + 1 :]:
                at = literals.index(start)
            parts[at].append(link)
        return tuple(Branch(*literal, tuple(links)) for literal, links in zip(literals, parts, strict=True))

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON, without empty parts."""
        plain: dict[str, Any] = {"rule": self.rule, "digits": list(self.digits)}
        for name in _LISTS:
            if getattr(self, name):
                plain[name] = list(getattr(self, name))
        if self.groups:
            plain["groups"] = [[role, list(options)] for role, options in self.groups]
        if self.links:
            plain["links"] = [[link.kind.value, list(link.start), list(link.end)] for link in self.links]
        for name in ("length", "depth", "entropy"):
            if getattr(self, name):
                plain[name] = getattr(self, name)
        if self.also:
            plain["also"] = list(self.also)
        return plain

    def as_json(self) -> dict[str, Any]:
        """Return plain data; with a layout also the step in words."""
        return self.as_dict() if self.layout is None else {**self.as_dict(), "text": str(self)}

    @staticmethod
    def from_dict(plain: object, *, remarks: bool = True) -> Step:
        """Return the step that `as_dict` wrote.

        Args:
            plain: A value of JSON. Nothing is converted: a number as text is refused.
            remarks: Whether the step may have `REMARKS`, which are skipped.

        Raises:
            InputError: A field is missing, unknown or of the wrong type.
        """
        if not isinstance(plain, dict):
            raise InputError(words.IT_IS.format(value=shown(plain), needed=words.AN_OBJECT))
        if unknown := plain.keys() - _FIELDS.keys() - (REMARKS if remarks else set()):
            raise InputError(
                words.UNKNOWN_STEP_FIELD.format(name=shown(min(unknown)), known=", ".join(_FIELDS))
            )
        if missing := {"rule", "digits"} - plain.keys():
            raise InputError(words.NO_FIELD.format(name=min(missing)))
        for name, (holds, needed) in _FIELDS.items():
            if name in plain and not holds(plain[name]):
                raise InputError(words.WRONG_FIELD.format(name=name, value=shown(plain[name]), needed=needed))
        placed, eliminated, items, houses = (tuple(plain.get(name, ())) for name in _LISTS)
        return Step(
            rule=plain["rule"],
            digits=tuple(plain["digits"]),
            groups=tuple((role, tuple(options)) for role, options in plain.get("groups", ())),
            links=tuple(
                Link(LinkKind(k), tuple(one), tuple(other)) for k, one, other in plain.get("links", ())
            ),
            length=plain.get("length", 0),
            depth=plain.get("depth", 0),
            entropy=float(plain.get("entropy", 0.0)),
            also=tuple(plain.get("also", ())),
            placed=placed,
            eliminated=eliminated,
            items=items,
            houses=houses,
        )


class State(Protocol):
    """Anything that a step changes into another state of its kind."""

    def apply(self, placements: Iterable[int], eliminated: Iterable[int] = ()) -> Self:
        """Return the state after placing some options and eliminating others."""
        ...


S = TypeVar("S", bound=State)


def replay(state: S, steps: Iterable[Step]) -> Iterator[S]:
    """Yield the state before each step, and the last state. A return goes back to the state before its trial."""
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
    """The rules find no more."""
    CONTRADICTION = "contradiction"
    """A cell, or a digit in a house, has no place left: the board has no solution."""
    BUDGET = "budget"


@dataclass(frozen=True, slots=True)
class Trace:
    """The steps that the rules take from a board, in order, and how they end.

    Attributes:
        board: The board, including forbidden candidates.
        steps: The steps, in order.
        ending: Why the trace ends.
        reason: For a contradiction, the item that cannot be satisfied.
    """

    board: Board
    steps: tuple[Step, ...]
    ending: Ending
    reason: str = ""

    def __post_init__(self) -> None:
        layout = self.board.layout
        steps = (step if step.layout else replace(step, layout=layout) for step in self.steps)
        object.__setattr__(self, "steps", tuple(steps))

    def states(self) -> tuple[CandidateGrid, ...]:
        """Return the state before each step, and the last state: one more than the number of steps."""
        return tuple(replay(CandidateGrid.of(self.board), self.steps))

    @property
    def final(self) -> CandidateGrid:
        """The state to which the steps lead: the first solution, otherwise the last state."""
        states = self.states()
        return next(
            (s for s, step in zip(states, self.steps, strict=False) if step.rule == SOLUTION), states[-1]
        )

    def _repr_html_(self) -> str:
        """Return the steps as HTML for notebooks."""
        from sudokubench.logic.svg import story
        from sudokubench.logic.texts import describe

        return story(self, (describe(step, self.board.layout) for step in self.steps))

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
        """Return the trace that `to_json`, or `explain --json`, wrote in this version or an earlier one.

        Raises:
            InputError: Not JSON, another schema, or a field that is missing, unknown or of the wrong type.
        """
        return Trace.of(load_object(text, "trace", max_bytes=MAX_BYTES, max_brackets=_MAX_BRACKETS))

    @staticmethod
    def of(plain: dict[str, Any], *, remarks: bool = True) -> Trace:
        """Return the trace that `as_json` wrote in this version or an earlier one.

        Args:
            plain: The JSON object.
            remarks: Whether steps may have `REMARKS`, which are skipped.

        Raises:
            InputError: Another schema, or a field that is missing, unknown or of the wrong type.
        """
        schema = plain.get("schema")
        if not isinstance(schema, str) or schema not in {SCHEMA, SCHEMA_2, SCHEMA_1}:
            raise _refused(words.WRONG_FIELD.format(name="schema", value=shown(schema), needed=repr(SCHEMA)))
        known = _TRACE_1 if schema == SCHEMA_1 else _TRACE
        if plain.keys() != known:
            raise _refused(words.WRONG_FIELDS.format(found=shown(sorted(plain)), needed=sorted(known)))
        ending = next((ending for ending in Ending if ending.value == plain["ending"]), None)
        for name, fits, needed in (
            ("reason", is_label(plain["reason"], _LONGEST_REASON), words.A_SHORT_TEXT),
            (
                "ending",
                ending is not None,
                words.ONE_OF.format(values=", ".join(one.value for one in Ending)),
            ),
        ):
            if not fits:
                raise _refused(words.WRONG_FIELD.format(name=name, value=shown(plain[name]), needed=needed))
        board = _board_of(plain)
        if schema != SCHEMA_1 and plain["id"] != board.id:
            raise InputError(words.OTHER_BOARD.format(stated=shown(plain["id"]), id=board.id))
        steps, open_trials = steps_of(plain["steps"], remarks=remarks), 0
        for number, step in enumerate(steps, 1):
            if fault := _foreign(number, step, board.layout):
                raise _refused(fault)
            if step.rule == TRIAL and len(step.placed) != 1:
                raise _refused(words.SUPPOSES_SEVERAL.format(number=number, count=len(step.placed)))
            open_trials += (step.rule == TRIAL) - (step.rule == RETURN)
            if open_trials != step.depth:
                raise _refused(words.WRONG_DEPTH.format(number=number, depth=step.depth, trials=open_trials))
        return Trace(board, steps, cast(Ending, ending), plain["reason"])


def steps_of(plain: object, *, remarks: bool = True) -> tuple[Step, ...]:
    """Return the steps of a trace from JSON; the arguments are those of `Step.from_dict`.

    Raises:
        InputError: They are not a list of steps. The message names the number of the first bad step.
    """
    if not isinstance(plain, list):
        raise _refused(words.WRONG_STEPS.format(value=shown(plain)))
    steps = []
    for number, one in enumerate(plain, 1):
        try:
            steps.append(Step.from_dict(one, remarks=remarks))
        except InputError as error:
            raise _refused(words.OF_STEP.format(number=number, reason=error.words)) from None
    return tuple(steps)


def _board_of(trace: dict[str, Any]) -> Board:
    """Return the board of a trace in JSON.

    Raises:
        InputError: The trace has no valid board, or a board with constraints.
    """
    try:
        if trace["schema"] == SCHEMA_1:
            layout = {part: trace["layout"][part] for part in ("size", "boxes", "symbols", "extra")}
            parts = {"layout": layout, "clues": trace["board"], "forbidden": trace["forbidden"]}
            board = Board.from_json({"schema": "sudokubench.puzzle/1", **parts})
        else:
            board = Board.from_json(trace["puzzle"])
        refuse_constraints(board.problem, words.A_TRACE)
    except (KeyError, TypeError, UsageError) as error:
        reason = shown(str(error))
        raise _refused(words.BAD_TRACE_BOARD.format(reason=reason, schema=SCHEMA)) from error
    return board


def _refused(reason: Words) -> InputError:
    return InputError(words.NOT_A_TRACE.format(reason=reason))


def _foreign(number: int, step: Step, layout: Layout) -> Words | None:
    """Return what a step has that the layout lacks (digit, candidate, item or house), in words; None if nothing."""
    n, houses = layout.size, len(layout.houses)
    ends = [option for link in step.links for option in (*link.start, *link.end)]
    options = [*step.placed, *step.eliminated, *ends, *(o for _, group in step.groups for o in group)]
    for what, least, most, numbers in (
        ("digit", 1, n, step.digits),
        ("candidate", 0, n**3 - 1, options),
        ("item", 0, n * n + n * houses - 1, step.items),
        ("house", 0, houses - 1, step.houses),
    ):
        for one in numbers:
            if type(one) is not int or not least <= one <= most:
                return words.HAS_FOREIGN.format(
                    number=number,
                    what=words.PARTS[what],
                    value=shown(one),
                    least=least,
                    most=most,
                    layout=layout,
                )
    return None


def options_at(size: int, d: int, cells: int) -> tuple[int, ...]:
    """Return the options of the digit d + 1 in the cells of a bitboard."""
    return tuple([size * cell + d for cell in bits_of(cells)])


def options_in(grid: CandidateGrid, cells: int, digits: int | None = None) -> tuple[int, ...]:
    """Return the candidates of a state in some cells, by cell and digit; with a mask `digits`, only of these digits."""
    n, masks = grid.geometry.size, grid.cells
    wanted = -1 if digits is None else digits
    return tuple([n * cell + d for cell in bits_of(cells) for d in bits_of(masks[cell] & wanted)])


def digit_step(
    rule: str,
    grid: CandidateGrid,
    d: int,
    cleared: int,
    proof: tuple[int, ...],
    roles: Iterable[tuple[str, int]],
    *,
    houses: tuple[int, ...] = (),
    placed: tuple[int, ...] = (),
    length: int = 0,
) -> Step:
    """Return a step about one digit, d + 1. Its cells are bitboards.

    Args:
        rule: Name of the rule.
        grid: The state.
        d: The digit, from 0.
        cleared: Cells from which it is eliminated.
        proof: Houses that prove the step by holding the digit.
        roles: Its places by role.
        houses: All houses of the pattern, if there are more than in `proof`.
        placed, length: See `Step`.
    """
    n, item = grid.geometry.size, grid.geometry.item_of_place
    items = tuple([item(house, d + 1) for house in proof])
    groups = tuple([(role, options_at(n, d, cells)) for role, cells in roles])
    gone = options_at(n, d, cleared)
    return Step(rule, (d + 1,), placed, gone, items, groups, houses or proof, length=length)


def digits_in(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask, ascending."""
    return tuple([d + 1 for d in bits_of(mask)])


def distinct(steps: Iterable[Step]) -> list[Step]:
    """Return the steps without repeated conclusions of the same rule."""
    seen: set[tuple[str, frozenset[int], frozenset[int]]] = set()
    kept = []
    for step in steps:
        key = (step.rule, *step.conclusion)
        if key not in seen:
            seen.add(key)
            kept.append(step)
    return kept


def merged(steps: Iterable[Step]) -> list[Step]:
    """Return one step with all eliminations for each group of steps with the same rule and items, if that adds any."""
    groups: dict[tuple[str, frozenset[int]], list[Step]] = {}
    for step in steps:
        groups.setdefault((step.rule, frozenset(step.items)), []).append(step)
    found = []
    for same in groups.values():
        gone = {option for step in same for option in step.eliminated}
        if len(same) > 1 and all(len(step.eliminated) < len(gone) for step in same):
            digits = tuple(sorted({digit for step in same for digit in step.digits}))
            found.append(replace(same[0], digits=digits, eliminated=tuple(sorted(gone))))
    return found
