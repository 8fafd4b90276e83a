"""Regular: the digits along some cells form a word that a finite automaton accepts.

Gilles Pesant, A regular language membership constraint for finite sequences of variables (2004). A regular expression
becomes an automaton by derivatives: Janusz A. Brzozowski, Derivatives of regular expressions (1964).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sudokubench.constraints.layers import Layers, State, layers
from sudokubench.constraints.words import BAD_PATTERN, LONG_PATTERN, TOO_MANY_STATES
from sudokubench.errors import UsageError

MOST_STATES = 5_000
"""Largest number of states of an automaton."""

SYMBOLS: Final = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0"
"""The characters for the digits 1, 2, 3 ... in a regular expression, whatever the symbols of the board are."""

_LONGEST = 300
"""Largest number of digits and sets in a regular expression, with repetitions in braces written out."""
_MOST_REPEATS = 36
"""Largest number in the braces of a regular expression."""


@dataclass(frozen=True, slots=True)
class Automaton:
    """A deterministic finite automaton over digits. Its first state is 0.

    Attributes:
        transitions: For each state its allowed digits, ascending, each with the next state.
        accepting: The states in which a word may end, ascending.
    """

    transitions: tuple[tuple[tuple[int, int], ...], ...]
    accepting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Regular:
    """The digits of these cells, in this order, form a word that the automaton accepts."""

    cells: tuple[int, ...]
    automaton: Automaton

    def holds(self, values: Sequence[int]) -> bool:
        """Return whether the automaton accepts the digits of the cells."""
        state: int | None = 0
        for value in values:
            state = None if state is None else dict(self.automaton.transitions[state]).get(value)
        return state in self.automaton.accepting

    def layers(self, size: int) -> Layers:
        """Return the allowed fillings. The states are those of the automaton of the pattern."""
        next_of = [dict(row) for row in self.automaton.transitions]
        ends = set(self.automaton.accepting)

        def step(_: int, state: int, digit: int) -> int | None:
            return next_of[state].get(digit)

        return layers(self.cells, size, 0, step, lambda state: state in ends)


def automaton(
    size: int, start: State, step: Callable[[State, int], State | None], accepts: Callable[[State], bool]
) -> Automaton:
    """Return the automaton with the states that `step` reaches from `start`.

    Args:
        size: The digits are 1 to `size`.
        start: Any value.
        step: Takes a state and a digit; returns the next state, or None if the digit is not allowed.
        accepts: Whether a word may end in a state.

    Raises:
        UsageError: There are more than `MOST_STATES` states.
    """
    numbers = {start: 0}
    transitions: list[tuple[tuple[int, int], ...]] = []
    for state in (found := [start]):  # the loop appends to this list
        row = []
        for digit in range(1, size + 1):
            to = step(state, digit)
            if to is None:
                continue
            if to not in numbers:
                numbers[to] = len(found)
                found.append(to)
            row.append((digit, numbers[to]))
        transitions.append(tuple(row))
        if len(found) > MOST_STATES:
            raise UsageError(TOO_MANY_STATES.format(most=f"{MOST_STATES:,}"))
    return Automaton(tuple(transitions), tuple(number for state, number in numbers.items() if accepts(state)))


# -- regular expressions ---------------------------------------------------------------------------------------------
#
# An expression is a tuple: ("any", digits), ("then", one, other), ("or", expressions), ("star", expression), () for the
# empty word; None accepts nothing. `_then` and `_or` keep them small, so that there are finitely many derivatives.

_Pattern = tuple[object, ...] | None
_EMPTY: Final = ()


@lru_cache(maxsize=256)
def of_pattern(pattern: str, size: int) -> Automaton:
    """Return the automaton of a regular expression.

    The expression may use digits (`SYMBOLS`), `.` for any digit, sets such as `[1-3]` and `[^5]`, `( )`, `|`, `*`, `+`,
    `?`, `{2}`, `{2,}` and `{2,4}`. It must match all the cells from the first to the last.

    >>> of_pattern("1*2", 4).transitions
    (((1, 0), (2, 1)), ())

    Raises:
        UsageError: The pattern is not such an expression, or its automaton is too large.
    """
    if len(pattern) > 10 * _LONGEST:
        raise UsageError(LONG_PATTERN.format(most=_LONGEST))
    parsed = _Parser(pattern, size).parsed()
    return automaton(size, parsed, _derivative, _nullable)


def _then(one: _Pattern, other: _Pattern) -> _Pattern:
    if one is None or other is None:
        return None
    if not one or not other:  # the empty word
        return one or other
    return ("then", one[1], _then(one[2], other)) if one[0] == "then" else ("then", one, other)  # type: ignore[arg-type]


def _or(*patterns: _Pattern) -> _Pattern:
    found: set[_Pattern] = set()
    for pattern in patterns:
        match pattern:
            case ("or", frozenset() as parts):
                found |= parts
            case _:
                found.add(pattern)
    found.discard(None)
    if len(found) > 1:
        return ("or", frozenset(found))
    return found.pop() if found else None


def _nullable(pattern: object) -> bool:
    match pattern:
        case ("then", one, other):
            return _nullable(one) and _nullable(other)
        case ("or", patterns):
            return any(map(_nullable, patterns))  # type: ignore[call-overload]
        case None | ("any", _):
            return False
    return True  # the empty word itself, and repetition


@lru_cache(maxsize=65_536)
def _derivative(pattern: object, digit: int) -> _Pattern:
    """Return the pattern of the words that may follow a digit."""
    match pattern:
        case ("any", digits):
            return _EMPTY if digit in digits else None  # type: ignore[operator]
        case ("then", one, other):
            rest = _then(_derivative(one, digit), other)  # type: ignore[arg-type]
            return _or(rest, _derivative(other, digit)) if _nullable(one) else rest
        case ("or", patterns):
            return _or(*(_derivative(one, digit) for one in patterns))  # type: ignore[attr-defined]
        case ("star", one):
            return _then(_derivative(one, digit), pattern)  # type: ignore[arg-type]
    return None


class _Parser:
    """A parser for regular expressions, by recursive descent."""

    def __init__(self, text: str, size: int) -> None:
        self._text, self._at = text, 0
        self._symbols = SYMBOLS[:size]
        self._atoms = 0

    def parsed(self) -> _Pattern:
        found = self._choice(0)
        if self._at < len(self._text):
            raise self._fault()
        return found

    def _fault(self) -> UsageError:
        return UsageError(BAD_PATTERN.format(pattern=self._text, place=self._at + 1))

    def _next(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self, sign: str) -> bool:
        there = self._next() == sign
        self._at += there
        return there

    def _choice(self, depth: int) -> _Pattern:
        if depth > 50:
            raise self._fault()
        found = [self._sequence(depth)]
        while self._take("|"):
            found.append(self._sequence(depth))
        return _or(*found)

    def _sequence(self, depth: int) -> _Pattern:
        parts: list[_Pattern] = []
        while self._next() not in ("", "|", ")"):
            before = self._atoms
            one = self._one(depth)
            parts.append(self._repeated(one, before))
        whole: _Pattern = _EMPTY
        for one in reversed(parts):
            whole = _then(one, whole)
        return whole

    def _one(self, depth: int) -> _Pattern:
        if self._take("("):
            inner = self._choice(depth + 1)
            if not self._take(")"):
                raise self._fault()
            return inner
        self._more(1)
        if self._take("."):
            return ("any", frozenset(range(1, len(self._symbols) + 1)))
        if self._take("["):
            return self._set()
        return ("any", frozenset([self._digit()]))

    def _digit(self) -> int:
        sign = self._next().upper()
        if not sign or sign not in self._symbols:
            raise self._fault()
        self._at += 1
        return self._symbols.index(sign) + 1

    def _set(self) -> _Pattern:
        without, digits = self._take("^"), set[int]()
        while not self._take("]"):
            first = self._digit()
            last = self._digit() if self._take("-") else first
            if last < first:
                raise self._fault()
            digits |= {*range(first, last + 1)}
        return ("any", frozenset(range(1, len(self._symbols) + 1)) - digits if without else frozenset(digits))

    def _more(self, atoms: int) -> None:
        self._atoms += atoms
        if self._atoms > _LONGEST:
            raise UsageError(LONG_PATTERN.format(most=_LONGEST))

    def _repeated(self, one: _Pattern, before: int) -> _Pattern:
        if (sign := self._next()) and sign in "*+?{":
            self._at += 1
            star = _EMPTY if one in (None, _EMPTY) else ("star", one)
            if sign == "{":
                one = self._times(one, star, self._atoms - before)
            else:
                one = star if sign == "*" else _then(one, star) if sign == "+" else _or(one, _EMPTY)
        return one

    def _times(self, one: _Pattern, star: _Pattern, atoms: int) -> _Pattern:
        low = high = self._number()
        if self._take(","):
            high = -1 if self._next() == "}" else self._number()
        if not self._take("}") or (high >= 0 and high < low):
            raise self._fault()
        self._more(atoms * (max(low, high, 1) - 1))
        behind = star if high < 0 else _EMPTY
        for _ in range(high - low):
            behind = _or(_EMPTY, _then(one, behind))
        for _ in range(low):
            behind = _then(one, behind)
        return behind

    def _number(self) -> int:
        begin = self._at
        while self._next().isascii() and self._next().isdigit():
            self._at += 1
        found = self._text[begin : self._at]
        if not found or len(found) > 2 or int(found) > _MOST_REPEATS:
            self._at = begin
            raise self._fault()
        return int(found)
