"""The boards among the entries of a corpus, and the reasons why human logic refuses a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

from sudokubench.actions.observer import SILENT, Observer
from sudokubench.answer import Answer, Budget, Verdict
from sudokubench.backends.prover_pool import lent_prover
from sudokubench.board import Board, name_of
from sudokubench.constraints import STATEMENTS
from sudokubench.core_words import NAMED
from sudokubench.errors import InputError, Undecided, one_line
from sudokubench.harness.corpus import ARGUMENT, BadEntry, Entry, Item, Rows
from sudokubench.logic import words
from sudokubench.logic.geometry import Geometry, geometry_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.texts import Wording
from sudokubench.logic.why import contradiction
from sudokubench.problem import not_understood
from sudokubench.solving import solve
from sudokubench.words import LANGUAGES, Words, listed, untranslated

_REASON_SECONDS = 2.0
"""Time to look for the smallest evidence of a refusal, in seconds."""


def boards(
    entries: Iterable[Item], observer: Observer = SILENT, houses_only: Words | None = None
) -> Iterator[tuple[Board, str]]:
    """Yield the `named_board` of each entry, and of each row in `Rows`; report refused entries to the observer."""
    for entry in entries:
        if isinstance(entry, Rows):
            yield from entry.boards()
            continue
        try:
            yield named_board(entry, houses_only)
        except InputError as error:
            observer.refused(error)


def named_board(entry: Entry | BadEntry, houses_only: Words | None = None) -> tuple[Board, str]:
    """Return the board of an entry and a name for messages: `name_of` for an argument, or else its file and line.

    Raises:
        InputError: The entry is not a board, or `require_understood` refuses it.
    """
    if isinstance(entry, BadEntry):
        raise entry.error
    if entry.board is None:
        raise InputError(words.NO_BOARD.format(puzzle=one_line(entry.text, 60)))
    called = name_of(entry.board) if entry.source == ARGUMENT else entry.place
    require_understood(entry.board, called, houses_only)
    return entry.board, called


def require_understood(board: Board, called: str | Words, houses_only: Words | None = None) -> None:
    """Refuse a board with a constraint that human logic does not understand.

    Args:
        called: Name of the board in messages.
        houses_only: Why a flow, such as a rating, refuses every constraint; None for a flow that accepts constraints.

    Raises:
        InputError: The board is refused; the message names the constraint.
    """
    if houses_only is not None and board.constraints:
        named = board.constraints[0].describe(board.layout)
        raise InputError(words.HOUSES_ONLY.format(puzzle=called, constraint=named, reason=houses_only))
    if (reason := not_understood(board.problem, STATEMENTS)) is not None:
        refusal = words.NOT_BY_LOGIC.format(reason=reason)
        raise InputError(NAMED.format(name=called, text=refusal))


def solved(board: Board, limit: int, seconds: float | None) -> Answer[Board]:
    """Return the answer for a board, with up to `limit` solutions, by its usual backend."""
    return solve(board, limit=limit, budget=Budget(seconds=seconds))


def seconds_of(seconds: float | None) -> float:
    """Return a time limit in seconds; `inf` for None. Raises UsageError if it is not a number of at least 0."""
    allowed = Budget(seconds=seconds).seconds
    return inf if allowed is None else allowed


def solution_of(board: Board, called: str | Words, seconds: float) -> Board:
    """Return the only solution of a board.

    Raises:
        InputError: The board has no solution or several; the message shows evidence.
        Undecided: The time was too short.
    """
    answer = solved(board, 2, seconds)
    if answer.verdict is Verdict.UNIQUE and answer.solution is not None:
        return answer.solution
    if answer.verdict is Verdict.NONE:
        raise InputError(no_solution(board, called, min(seconds, _REASON_SECONDS)))
    if answer.verdict is Verdict.UNDECIDED:
        raise Undecided(words.NUMBER_UNKNOWN.format(puzzle=called, seconds=f"{seconds:g}"))
    one, two = (solution.digits for solution in answer.solutions[:2])
    cell = next(c for c, digit in enumerate(one) if digit != two[c])
    symbols = board.layout.symbols
    shown = {"one": symbols[one[cell] - 1], "two": symbols[two[cell] - 1]}
    raise InputError(words.SEVERAL.format(puzzle=called, cell=board.layout.cell_name(cell), **shown))


def clues_suffice(board: Board, seconds: float | None) -> bool:
    """Return whether the clues of a board have one solution even without its forbidden candidates.

    Only then may uniqueness rules be used: such a rule argues that a second solution would otherwise exist. Only boards
    with forbidden candidates are solved; if the time is too short, the result is False.
    """
    if not board.forbidden:
        return True
    clues = Board(board.problem, board.digits)
    return solved(clues, 2, seconds).verdict is Verdict.UNIQUE


def _missing(board: Board, seconds: float) -> tuple[int, int] | None:
    """Return a cell, and its digit in the only solution of the clues, if the board forbids this digit there.

    Return None if the clues do not have exactly one solution, or if this is unknown.
    """
    answer = solved(Board(board.problem, board.digits), 2, seconds)
    if answer.verdict is not Verdict.UNIQUE or answer.solution is None:
        return None
    digits = answer.solution.digits
    return next((cell, d) for cell, d in enumerate(digits) if board.layout.option(cell, d) in board.forbidden)


def needed(item: int, geometry: Geometry) -> Words:
    """Return what an item of the evidence demands: a digit in a cell, a certain digit in a house, or a constraint."""
    if (number := geometry.constraint_of(item)) is not None:
        return geometry.constraints[number].describe(geometry.layout)
    house, d = divmod(item - geometry.cell_count, geometry.size)
    if house < 0:
        return words.CELL_NEEDED.format(cell=geometry.layout.cell_name(item))
    message = Words(*(Wording(geometry, language).house(house) for language in LANGUAGES))
    return words.PLACE_NEEDED.format(house=message, digit=geometry.layout.symbols[d])


def no_solution(board: Board, called: str | Words, seconds: float) -> Words:
    """Return the sentence that a board has no solution, with the smallest evidence if the time suffices.

    The evidence is one of these: two equal clues in a house; an item without candidates; a cell in which the board
    forbids the digit of the only solution of its clues; or a set of facts that contradict each other.
    """
    layout = board.layout
    conflicts = board.conflicts()
    if conflicts:
        a, b = conflicts[0]
        digit = layout.symbols[board.digits[a] - 1]
        why = words.BOTH_HOLD.format(a=layout.cell_name(a), b=layout.cell_name(b), digit=digit)
    elif board.forbidden and (lost := CandidateGrid.of(board).lost_item()) is not None:
        reasons = (Wording(geometry_of(board.problem), language).item(lost, ()) for language in LANGUAGES)
        why = words.REASON.format(reason=Words(*reasons))
    elif board.forbidden and (missing := _missing(board, seconds)) is not None:
        cell, value = missing
        why = words.LACKS.format(cell=layout.cell_name(cell), digit=layout.symbols[value - 1])
    else:
        with lent_prover(board.problem) as prover:
            found = contradiction(board, prover, seconds=seconds)
        why = untranslated("")
        if found is not None:
            facts = [untranslated(layout.option_name(option)) for option in found.clues]
            facts += [words.NOT.format(candidate=layout.option_name(option)) for option in found.forbidden]
            facts += [needed(item, geometry_of(board.problem)) for item in found.items]
            why = words.CANNOT_HOLD.format(facts=listed(facts))
    return words.NO_SOLUTION.format(puzzle=called) + why
