"""Step: the conclusion of a rule in a state, with its evidence and the entropy that it removes.

The evidence of a step is a set of items: "this cell holds a digit", "this house holds the digit", "this constraint
holds". A cell or a house as evidence means: one of its candidates in this state is true. The conclusion must follow
from the evidence and from "at most one option of an item is true".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import TYPE_CHECKING, Any

from sudokubench.core_words import WHOLE_NUMBERS
from sudokubench.errors import InputError
from sudokubench.exchange import Result
from sudokubench.formats.strict_json import is_label, shown, whole_numbers
from sudokubench.logic import words
from sudokubench.logic.geometry import bits_of
from sudokubench.logic.step_parts import Branch, Link, LinkKind
from sudokubench.problem import BoardProblem
from sudokubench.words import Words

if TYPE_CHECKING:
    from sudokubench.logic.grid import CandidateGrid

_LISTS = ("placed", "eliminated", "items", "houses")

REMARKS = frozenset(
    {"text", "eureka", "names", "candidates", "se", "soundness", "marks", "needed", "colours"}
)
"""Fields that `--json`, or the server of the page, adds to a step for readers; `from_dict` skips them."""

_MOST = (1 << 31) - 1


def _numbers(value: object) -> bool:
    return whole_numbers(value, _MOST) is not None


def _number(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def _finite(value: object) -> bool:
    return (type(value) is float and isfinite(value)) or (type(value) is int and abs(value) <= _MOST)


def _each(parts: Callable[..., bool]) -> Callable[[object], bool]:
    """Return a check that a value is a list of lists, and that `parts` is true for the elements of each inner list."""
    return lambda value: (
        isinstance(value, list) and all(isinstance(one, list) and parts(*one) for one in value)
    )


def _group(role: object = None, options: object = None, *more: object) -> bool:
    return is_label(role) and _numbers(options) and not more


def _link(kind: object = None, start: object = None, end: object = None, *more: object) -> bool:
    return kind in _KINDS and all(end and _numbers(end) for end in (start, end)) and not more


_KINDS = [kind.value for kind in LinkKind]
_FIELDS: Mapping[str, tuple[Callable[[object], bool], Words]] = {
    "rule": (is_label, words.A_SHORT_TEXT),
    **dict.fromkeys(("digits", *_LISTS), (_numbers, WHOLE_NUMBERS)),
    "groups": (_each(_group), words.ROLES),
    "links": (_each(_link), words.LINKS),
    **dict.fromkeys(("length", "depth"), (_number, words.NUMBER)),
    "entropy": (_finite, words.FINITE),
    "also": (lambda value: isinstance(value, list) and all(map(is_label, value)), words.SHORT_TEXTS),
}
"""The fields of a step in JSON: the check of the value, and the words for a right value in a message."""
_NEEDED = {"rule", "digits"}
Group = tuple[str, tuple[int, ...]]
"""A role, such as `pivot` or `fin`, and the candidates (option ids) in this role."""


@dataclass(frozen=True, slots=True)
class Step(Result):
    """A conclusion, the rule that drew it and the evidence for it. All options are ids of the layout.

    Attributes:
        rule: Name of the rule, or of an event of a search, such as `TRIAL`.
        digits: The digits of the step, ascending.
        placed, eliminated: Options that are true, and options that are false.
        items: The evidence: cells, digits in houses, and constraints. Their present candidates prove the step.
        groups: Candidates of the pattern by role.
        houses: Indices of the houses that the pattern uses, most important first.
        links: The links of a chain, in order.
        length: Size of the pattern, in a unit that depends on the rule: strong links of a chain, nodes of a net,
            fillings of a constraint, tenths that a unique pattern adds to its difficulty, and so on; 0 without a size.
        depth: Number of open trials after the step; 0 without trials.
        entropy: Entropy that the step removed from its state, in nats.
        also: Other rules that draw exactly this conclusion in this state, if the caller asked for them.
        problem: The layout of its options, perhaps with constraints, if the step is part of a trace.
        unique: Whether its rule relies on a single solution, if the step is part of a trace.
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
    problem: BoardProblem | None = field(default=None, compare=False, repr=False)
    unique: bool = field(default=False, compare=False, repr=False)

    def __str__(self) -> str:
        """Return the step in words; without a layout only the name of its rule."""
        from sudokubench.logic.texts import describe

        return self.rule if self.problem is None else describe(self, self.problem, unique=self.unique)

    @property
    def conclusion(self) -> tuple[frozenset[int], frozenset[int]]:
        """The placed and the eliminated options. Steps with equal conclusions differ only in evidence."""
        return frozenset(self.placed), frozenset(self.eliminated)

    def group(self, role: str) -> tuple[int, ...]:
        """Return the candidates of a role, from all its groups."""
        return tuple(option for name, options in self.groups if name == role for option in options)

    def branches(self) -> tuple[Branch, ...]:
        """Return the branches of a net; () for any other step.

        A refuted assumption has one branch. A split of several options has one branch for each of them. A split of one
        option has two branches: the option is true, or it is false.
        """
        roots = self.group("split") or self.group("assumption")
        if not roots:
            return ()
        if roots == (self.placed or self.eliminated):
            return (Branch(roots[0], not self.placed, self.links),)
        literals = [(root, True) for root in roots]
        if len(roots) == 1:
            literals.append((roots[0], False))
        parts: list[list[Link]] = [[] for _ in literals]
        at = 0
        for link in self.links:
            # A branch begins with a link from its root alone; the link is weak if the root is assumed to be true.
            start = (link.start[0], link.kind is LinkKind.WEAK) if len(link.start) == 1 else None
            if start in literals[at + 1 :]:
                at = literals.index(start)
            parts[at].append(link)
        return tuple(Branch(*literal, tuple(links)) for literal, links in zip(literals, parts, strict=True))

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON: `rule`, `digits`, and all other `_FIELDS` that are not empty."""
        values = {name: _plain(getattr(self, name)) for name in _FIELDS}
        return {name: value for name, value in values.items() if value or name in _NEEDED}

    def as_json(self) -> dict[str, Any]:
        """Return plain data; with a layout also the step in words."""
        return self.as_dict() if self.problem is None else {**self.as_dict(), "text": str(self)}

    @staticmethod
    def from_dict(plain: object, *, remarks: bool = True) -> Step:
        """Return the step that `as_dict` wrote.

        Args:
            plain: A value of JSON. It is not converted: a number as text is refused.
            remarks: Whether the step may have `REMARKS`, which are skipped.

        Raises:
            InputError: A field is missing, unknown or of the wrong type.
        """
        if not isinstance(plain, dict):
            raise InputError(words.IT_IS.format(value=shown(plain), needed=words.AN_OBJECT))
        if unknown := plain.keys() - _FIELDS.keys() - (REMARKS if remarks else set()):
            name, known = shown(min(unknown)), ", ".join(_FIELDS)
            raise InputError(words.UNKNOWN_STEP_FIELD.format(name=name, known=known))
        if missing := _NEEDED - plain.keys():
            raise InputError(words.NO_FIELD.format(name=min(missing)))
        for name, (holds, needed) in _FIELDS.items():
            if name in plain and not holds(plain[name]):
                raise InputError(words.WRONG_FIELD.format(name=name, value=shown(plain[name]), needed=needed))
        values = {name: _tuples(value) for name, value in plain.items() if name in _FIELDS}
        values["links"] = tuple(
            Link(LinkKind(kind), start, end) for kind, start, end in values.get("links", ())
        )
        return Step(**values | {"entropy": float(values.get("entropy", 0.0))})


def _plain(value: Any) -> Any:
    """Return a field of a step as plain data: tuples and links as lists."""
    if isinstance(value, Link):
        return [value.kind.value, list(value.start), list(value.end)]
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def options_at(size: int, d: int, cells: int) -> tuple[int, ...]:
    """Return the options of the digit d + 1 in the cells of a bitboard."""
    return tuple([size * cell + d for cell in bits_of(cells)])


def options_in(grid: CandidateGrid, cells: int, digits: int | None = None) -> tuple[int, ...]:
    """Return the candidates of a state in some cells, by cell and digit; with a mask `digits`, only these digits."""
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
    """Return a step that eliminates one digit, d + 1, from the cells `cleared`. Cells are bitboards.

    Args:
        proof: Houses that prove the step, because each of them holds the digit.
        roles: Places of the digit by role.
        houses: All houses of the pattern, if there are more than in `proof`.
    """
    n, item = grid.geometry.size, grid.geometry.item_of_place
    items = tuple([item(house, d + 1) for house in proof])
    groups = tuple([(role, options_at(n, d, cells)) for role, cells in roles])
    gone = options_at(n, d, cleared)
    return Step(rule, (d + 1,), placed, gone, items, groups, houses or proof, length=length)


def digits_in(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask, ascending."""
    return tuple([d + 1 for d in bits_of(mask)])


def merged(steps: Iterable[Step]) -> list[Step]:
    """Merge steps with the same rule and items. Return the merged steps that eliminate more than each of the parts."""
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
