"""VariantRule: a constraint of a declared variant, and the fields in which a file or a caller states it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from operator import index
from types import MappingProxyType
from typing import Any

from sudokubench.constraints import words
from sudokubench.constraints.base import Statement
from sudokubench.errors import UsageError, is_whole
from sudokubench.layout import Layout
from sudokubench.words import Sentence, Words, listed, untranslated

_LARGEST = 10**6
"""Largest absolute value of a number in a list."""

_MOST_VALUES = 10_000
"""Largest number of values in a list."""


@dataclass(frozen=True, slots=True)
class VariantField:
    """A field of a variant.

    Attributes:
        name: Its name in JSON.
        type: `cells` (in their order), `line` (cells that may be read from either end), `set` (cells in any order),
            `number`, `numbers`, `digits` (from 1, in any order), `tuples` (lists of digits), `pairs` (pairs of cells)
            or `text`.
        least: Least number of cells, digits, tuples or pairs; least value of a number.
        most: Largest number of cells, digits, tuples or pairs; 0 for the bound that all fields share.
    """

    name: str
    type: str
    least: int = 1
    most: int = 0

    def read(self, value: Any) -> Any:
        """Return a value from JSON, or from a caller, in its normal form: lists as tuples, sets ascending.

        Raises:
            TypeError: The value has the wrong type or size.
        """
        match self.type:
            case "number":
                if (number := _whole(value, -inf, inf)) < self.least:
                    raise TypeError
                return number
            case "text":
                if not isinstance(value, str):
                    raise TypeError
                return value
            case "tuples" | "pairs":
                rows = tuple(tuple(map(_whole, _list(row))) for row in _list(value))
                if self.type == "pairs":
                    if any(not len(row) == len(set(row)) == 2 for row in rows):
                        raise TypeError
                    rows = tuple(tuple(sorted(row)) for row in rows)
                return self._counted(tuple(sorted(set(rows))))
        numbers = tuple(map(_whole, _list(value)))
        if self.type == "line":
            numbers = min(numbers, numbers[::-1])
        return self._counted(tuple(sorted(numbers)) if self.type in ("set", "digits") else numbers)

    def _counted(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        if len(values) < self.least or len(values) > (self.most or _MOST_VALUES):
            raise TypeError
        return values


def _whole(value: Any, least: float = -_LARGEST, most: float = _LARGEST) -> int:
    if isinstance(value, bool) or not is_whole(value, least, most):
        raise TypeError
    return index(value)


def _list(value: Any) -> Sequence[Any]:
    value = getattr(value, "tolist", lambda: value)()  # an array of NumPy
    if not isinstance(value, list | tuple) or len(value) > _MOST_VALUES:
        raise TypeError
    return value


_DECLARED: dict[str, Declaration] = {}
"""Every declaration by its kind. Pickle needs it, because a declaration has functions that cannot be pickled."""


@dataclass(frozen=True, eq=False, slots=True)
class Declaration:
    """A variant: its name, the fields that state one constraint of it, and the meaning of such a constraint.

    Attributes:
        kind: Its name in JSON and in `9x9+KIND`.
        fields: The fields; a variant without fields holds for the whole board.
        make: Takes a layout and the values of the fields; yields statements. Raises UsageError if values do not fit.
        words: The constraint in a sentence, with the fields in braces.
        shape: The kind of drawing, by a name that `formats.shapes` knows.
    """

    kind: str
    fields: tuple[VariantField, ...]
    make: Callable[..., Iterable[Statement]]
    words: Words
    shape: str = ""

    @property
    def named(self) -> bool:
        """Whether `9x9+KIND` names the variant; a variant with fields has no such name."""
        return not self.fields

    def __call__(self, **values: Any) -> VariantRule:
        """Return a constraint. Raises UsageError if a field is missing, unknown or of the wrong type."""
        return self.from_json(values)

    def from_json(self, fields: Mapping[str, Any]) -> VariantRule:
        """Return the constraint with these values, as `to_json` writes them.

        Raises:
            UsageError: A field is missing, unknown or of the wrong type.
        """
        if fields.keys() != {one.name for one in self.fields}:
            raise self._refusal()
        try:
            return VariantRule(self, tuple(one.read(fields[one.name]) for one in self.fields))
        except TypeError:
            raise self._refusal() from None

    def _refusal(self) -> UsageError:
        if self.named:
            return UsageError(words.NO_FIELDS.format(kind=self.kind))
        parts = (words.FIELD.format(name=one.name, type=_range_in_words(one)) for one in self.fields)
        return UsageError(words.FIELDS.format(kind=self.kind, fields=listed(parts)))

    def __post_init__(self) -> None:
        _DECLARED[self.kind] = self

    def __reduce__(self) -> tuple[Callable[[str], Declaration], tuple[str]]:
        return _declared, (self.kind,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Declaration) and self.kind == other.kind

    def __hash__(self) -> int:
        return hash(self.kind)


def _range_in_words(one: VariantField) -> Words:
    kind = "any number" if one.least < -_LARGEST else one.type
    amount = words.EXACTLY if one.least == one.most else words.RANGE if one.most else words.AT_LEAST
    return words.TYPES[kind].format(least=one.least, n=amount.format(least=one.least, most=one.most))


def _declared(kind: str) -> Declaration:
    return _DECLARED[kind]


@dataclass(frozen=True, slots=True, repr=False)
class VariantRule:
    """One constraint of a declared variant, such as one thermometer. `VARIANTS[kind](cells=...)` makes it.

    Attributes:
        declaration: The variant.
        values: The values of its fields, in their order.
    """

    declaration: Declaration
    values: tuple[Any, ...]

    @property
    def kind(self) -> str:
        """See `Constraint`."""
        return self.declaration.kind

    @property
    def named(self) -> bool:
        """See `Constraint`."""
        return self.declaration.named

    @property
    def fields(self) -> Mapping[str, Any]:
        """The values by the names of their fields."""
        names = (one.name for one in self.declaration.fields)
        return MappingProxyType(dict(zip(names, self.values, strict=True)))

    def refuse(self, layout: Layout) -> Words | None:
        """Return why the constraint does not fit a layout, or None if it fits."""
        for one, value in zip(self.declaration.fields, self.values, strict=True):
            if (reason := _misfit(one, value, layout)) is not None:
                return reason
        try:
            self.statements(layout)
        except UsageError as error:
            return error.words
        return None

    def fault(self, layout: Layout, digits: Sequence[int]) -> str | None:
        """Return how a filled grid breaks the constraint, or None. This uses only the definitions of its statements."""
        for one in self.statements(layout):
            held = [digits[cell] for cell in one.cells]
            if not one.holds(held):
                names = listed(
                    untranslated(f"{layout.cell_name(cell)}={digit}")
                    for cell, digit in zip(one.cells, held, strict=True)
                )
                return Sentence(words.BROKEN.format(constraint=self.describe(layout), cells=names))
        return None

    def statements(self, layout: Layout) -> tuple[Statement, ...]:
        """Return the constraint as statements: it holds in a full grid exactly if all of them hold."""
        return _statements(self, layout)

    def describe(self, layout: Layout) -> Words:
        """Return the name of the constraint in messages, such as `the killer cage R1C1 R1C2 = 10`."""
        shown = {
            one.name: _shown(one, value, layout)
            for one, value in zip(self.declaration.fields, self.values, strict=True)
        }
        return self.declaration.words.format(**shown)

    def __repr__(self) -> str:
        return f"<VariantRule {self.kind}: {', '.join(f'{name}={value}' for name, value in self.fields.items())}>"

    def to_json(self) -> dict[str, Any]:
        """Return the values, without the kind."""
        return {name: _plain(value) for name, value in self.fields.items()}


@lru_cache(maxsize=4096)
def _statements(rule: VariantRule, layout: Layout) -> tuple[Statement, ...]:
    return tuple(rule.declaration.make(layout, *rule.values))


def _misfit(one: VariantField, value: Any, layout: Layout) -> Words | None:
    match one.type:
        case "cells" | "line" | "set" | "pairs":
            cells = [cell for pair in value for cell in pair] if one.type == "pairs" else value
            if one.type != "pairs" and len(set(cells)) < len(cells):
                return words.CELL_TWICE
            if cells and not 0 <= min(cells) <= max(cells) < layout.cell_count:
                return words.CELLS_OUTSIDE.format(last=layout.cell_count - 1)
        case "digits" | "tuples":
            digits = [digit for row in value for digit in row] if one.type == "tuples" else value
            if digits and not 1 <= min(digits) <= max(digits) <= layout.size:
                return words.DIGITS_OUTSIDE.format(size=layout.size)
    return None


def _shown(one: VariantField, value: Any, layout: Layout) -> str:
    match one.type:
        case "cells" | "line" | "set":
            return " ".join(map(layout.cell_name, value))
        case "pairs":
            return ", ".join("-".join(map(layout.cell_name, pair)) for pair in value)
        case "digits":
            return " ".join(layout.symbols[digit - 1] for digit in value)
        case "tuples":
            return str(len(value))
    return str(value)


def _plain(value: Any) -> Any:
    return [_plain(one) for one in value] if isinstance(value, tuple) else value
