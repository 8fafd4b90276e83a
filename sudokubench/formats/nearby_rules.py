"""Rules in lines near a board: maps of regions, headings and sections. No board is read without one of its rules.

A map of regions belongs to the board before it, or else to the board after it. If a heading or a section names a rule,
the board right before it and all boards after it are refused. Boards that state their rules themselves are read. If the
heading names only regions, boards with a map are also read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from sudokubench.core_words import NOT_THE_CLUE
from sudokubench.errors import InputError, Refusal
from sudokubench.formats import loose
from sudokubench.formats.cells import is_divider
from sudokubench.formats.loose import Dressed
from sudokubench.formats.numbered import Plain
from sudokubench.formats.shared import FORMS_OF_PROGRAMS
from sudokubench.formats.words import (
    BECAUSE_OF_LINE,
    MAP_MISSING,
    MAP_OF_NONE,
    SECOND_GRID,
    SOLUTION_LEFT_OUT,
)
from sudokubench.layout import Layout
from sudokubench.words import Words


class HasDigits(Protocol):
    """A board: it has a layout and digits."""

    @property
    def layout(self) -> Layout:
        """The layout."""

    @property
    def digits(self) -> bytes:
        """One byte for each cell, 0 for a blank."""


T = TypeVar("T", bound=HasDigits)

Parse = Callable[[str, str | None], T]
"""A strict reader: it makes a board from a text in the given form; for None it detects the form."""


class Puzzle(NamedTuple, Generic[T]):
    """The board, the number of its first line from 1, and the solution that is given with it."""

    board: T
    line: int
    solution: T | None = None
    plain: Dressed | None = None
    """The text of the board if it states no rules; None if it does."""
    remarks: tuple[Words, ...] = ()
    """What was left out beside the board."""


class Map(NamedTuple):
    """A map of regions, and the number of its first line."""

    layout: Layout
    line: int


class Heading(NamedTuple):
    """The error of a line that may state a rule of the boards around it.

    `alone` is the puzzle in the line: it is read if the text has no other board or heading. `of_map` says that a map of
    regions states all that the line names.
    """

    error: Refusal
    alone: Puzzle[Any] | None = None
    of_map: bool = False


class SolutionHeading(NamedTuple):
    """A line that says that solutions follow. Full boards below it are solutions of the boards above it."""


class Pause(NamedTuple):
    """A comment without a rule, or any comment if the caller knows the rules. It separates a board from a later map."""


_CELL_SIGNS = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.*_?-")


Skipped = Callable[[int, str], None]
"""A function that takes the number and the text of each line that is left out."""

Event = Puzzle[T] | Plain | InputError | Map | Heading | SolutionHeading | Pause


def with_rules(
    events: Iterator[Event[T]], parse: Parse[T], size: int | None, skipped: Skipped
) -> Iterator[Puzzle[T] | Plain | InputError]:
    """Give boards the rules and the solution from lines near them, or refuse the boards.

    A board is held until the next event shows whether a map, a heading or a solution belongs to it.
    """
    held: Puzzle[T] | Plain | None = None
    ahead: Map | None = None
    heading: Refusal | None = None
    of_map: Refusal | None = None  # the error of a heading that names only maps: a board with a map is read
    lone: Puzzle[T] | None = None
    mapped, boards, alone = False, 0, 0  # `alone`: line of the last board yielded without a map
    are_solutions, is_single, before = False, False, 0  # `before`: number of boards before the last solutions
    for event in events:
        if isinstance(event, SolutionHeading):
            are_solutions, is_single, before = boards > 0, boards == before + 1, boards
            continue
        if are_solutions and isinstance(event, Puzzle | Plain):
            if answered := _answered(held, event, is_single):
                held = answered
                continue
            digits = [event.board.digits] if isinstance(event, Puzzle) else [*map(bytes, event.digits)]
            if all(map(all, digits)):
                for number, solution in enumerate(digits, event.line):
                    skipped(number, " ".join(map(str, solution)))
                continue
            are_solutions = False
        boards += isinstance(event, Puzzle | Plain)
        if isinstance(event, InputError | Pause):
            yield from _let_go(held, mapped, of_map)
            alone, held = held.line if held else alone, None
            if isinstance(event, InputError):
                yield event
        elif isinstance(event, Heading) and event.of_map:
            of_map = of_map or event.error
        elif isinstance(event, Heading):
            lone = event.alone if heading is None else None
            heading = event.error
            if held is not None:
                says_rules = isinstance(held, Puzzle) and held.plain is None
                yield held if says_rules else refused(held.line, heading)
                held = None
        elif isinstance(event, Map):
            mapped = True
            if held is None and heading is not None:
                pass  # its board is refused because of the heading
            elif held is None and ahead is None and not alone:
                ahead = event
            elif held is None or alone:
                yield _map_of_none(event)
                if held is not None:
                    yield refused(held.line, _map_of_none(event))
            else:
                yield _joined(held, event, parse)
            held = None
        elif heading is not None and (isinstance(event, Plain) or event.plain):
            yield refused(event.line, heading)
        elif ahead is not None:
            yield _joined(event, ahead, parse)
            ahead = None
        elif size is None and held is not None and (mask := _mask(held) or _mask(event)):
            yield from (refused(line, mask) for line in (held.line, event.line))
            held = None
        else:
            yield from _let_go(held, mapped, of_map)
            alone, held = held.line if held else alone, event
            if isinstance(event, Plain) and len(event.digits) > 1:
                yield from _let_go(Plain(event.digits[:-1], event.line), False, of_map)
                held, alone = Plain(event.digits[-1:], event.line + len(event.digits) - 1), event.line
    yield from _let_go(held, mapped, of_map)
    if ahead is not None:
        yield _map_of_none(ahead)
    elif not boards and (unheeded := lone or heading or of_map):
        yield unheeded


def _answered(
    held: Puzzle[T] | Plain | None, solution: Puzzle[T] | Plain, is_single: bool
) -> Puzzle[T] | None:
    """Return the held puzzle with the board below it as its solution; None if that board does not solve the puzzle.

    If `is_single`, the board cannot solve any other puzzle: if the board contradicts a clue, a remark says so.
    """
    if not isinstance(held, Puzzle) or not isinstance(solution, Puzzle) or held.solution is not None:
        return None
    clues, digits = held.board.digits, solution.board.digits
    if len(clues) != len(digits) or not all(digits):
        return None
    wrong = [cell for cell, clue in enumerate(clues) if clue not in {0, digits[cell]}]
    if not wrong:
        return held._replace(solution=solution.board)
    cell = wrong[0]
    name = held.board.layout.cell_name(cell)
    fault = NOT_THE_CLUE.format(cell=name, digit=digits[cell], clue=clues[cell])
    remark = SOLUTION_LEFT_OUT.format(line=solution.line, fault=fault)
    return held._replace(remarks=(*held.remarks, remark)) if is_single else None


def _let_go(
    held: Puzzle[T] | Plain | None, mapped: bool, of_map: Refusal | None
) -> Iterator[Puzzle[T] | Plain | InputError]:
    """Yield the held board, if any, because no later line belongs to it.

    Refuse a board without rules if other boards have maps (`mapped`), or if a heading with the error `of_map` wants
    one.
    """
    if held is None:
        return
    states_rules = isinstance(held, Puzzle) and not held.plain
    if of_map and not states_rules:
        yield refused(held.line, of_map)
    else:
        yield Refusal(MAP_MISSING).at("", held.line) if mapped and not states_rules else held


def refused(number: int, why: InputError) -> Refusal:
    """Return the error of a board that is not read because of a line near it."""
    where = why.place.line
    return Refusal(BECAUSE_OF_LINE.format(line=where, fault=why.words)).at("", number)


def _mask(one: Puzzle[T] | Plain) -> Refusal | None:
    """Return the error of a grid that only marks cells of a board, such as its even cells; None for any other grid.

    Such a grid of n rows has k = 1 or 2 different digits in more than 12 cells and more than k * n cells, but a board
    has each digit at most n times. Or the grid has no digit, and several signs for blanks.
    """
    plain = None if isinstance(one, Plain) else one.plain
    if plain is None or len({*plain.text}) > (5 if plain.form == "line" else 9):
        return None
    rows = plain.text.split()[:1] if plain.form == "line" else plain.text.split("\n")
    text = "".join(row for row in rows if not is_divider(row))
    signs = [sign for sign in text if sign.isalnum() and sign not in "0xX"]
    cells = sum(map(_CELL_SIGNS.__contains__, text))
    kinds = len({*signs})
    is_mask = kinds <= 2 and len(signs) > max(12, kinds * sqrt(cells))
    if is_mask or (not signs and len({*text} & _CELL_SIGNS) > 1):
        return Refusal(SECOND_GRID).at("", one.line)
    return None


def _map_of_none(found: Map) -> Refusal:
    return Refusal(MAP_OF_NONE).at("", found.line)


def _joined(held: Puzzle[T] | Plain, regions: Map, parse: Parse[T]) -> Puzzle[T] | InputError:
    plain = Dressed(bytes(held.digits[0] + 48).decode(), "line") if isinstance(held, Plain) else held.plain
    if plain is None:
        return _map_of_none(regions)
    try:
        return dressed(loose.jigsaw(plain, regions.layout), held.line, parse)
    except InputError as error:
        return type(error)(error.words).at("", held.line)


def dressed(found: Dressed, number: int, parse: Parse[T]) -> Puzzle[T] | InputError:
    """Return the puzzle of a board that was found in another notation, or its error, with the number of its line."""
    try:
        solution = parse(found.solution, "grid") if found.solution else None
        says_rules = found.form == "json" or found.form in FORMS_OF_PROGRAMS
        return Puzzle(parse(found.text, found.form), number, solution, None if says_rules else found)
    except InputError as error:
        return type(error)(error.words).at("", number)
