"""Why a candidate is forced or forbidden."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sudokubench.actions.boards import no_solution, require_houses_only, solved
from sudokubench.actions.words import NOT_A_CANDIDATE
from sudokubench.answer import Verdict
from sudokubench.backends.provers import lent_prover
from sudokubench.board import Board
from sudokubench.errors import InputError, Undecided, UsageError
from sudokubench.exchange import Result
from sudokubench.layout import Layout
from sudokubench.logic.geometry import geometry_of
from sudokubench.logic.texts import Wording
from sudokubench.logic.why import Why
from sudokubench.logic.why import why as smallest
from sudokubench.logic.words import (
    CELL_NEEDED,
    CLUE,
    FACTS,
    FORBIDDEN,
    FORCED,
    IRREDUCIBLE,
    ONE_FACT,
    OPEN,
    PLACE_NEEDED,
    RULED_OUT,
    SMALLEST,
    SOLUTION_UNKNOWN,
)
from sudokubench.puzzles import Given
from sudokubench.puzzles import board as one_board
from sudokubench.words import LANGUAGES, Words

_CANDIDATE = re.compile(r"[Rr]([0-9]{1,2})[Cc]([0-9]{1,2})(?: ?(?:#|=|<>|!=|≠) ?| )([0-9]{1,2}|\w)")


@dataclass(frozen=True, slots=True, repr=False)
class Reasons(Result):
    """The facts that force or forbid a candidate.

    Attributes:
        board: The board.
        option: The candidate.
        found: The smallest set of facts; None if the candidate is neither forced nor forbidden.
    """

    board: Board
    option: int
    found: Why | None

    def __str__(self) -> str:
        title, *facts = (words.en.strip() for words in self.lines())
        return f"{title} {', '.join(facts[:-1])}. {facts[-1]}" if facts else title

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.why/2`."""
        name, found = self.board.layout.option_name, self.found
        plain: dict[str, Any] = {
            "schema": "sudokubench.why/2",
            "puzzle": str(self.board),
            "id": self.board.id,
            "candidate": name(self.option),
            "verdict": "open",
        }
        if found is None:
            return plain
        return plain | {
            "verdict": "forced" if found.forced else "forbidden",
            "clues": list(map(name, found.clues)),
            "forbidden": list(map(name, found.forbidden)),
            "items": self._items(found),
            "optimal": found.optimal,
        }

    def lines(self) -> list[Words]:
        """Return a title, the facts, and whether a smaller set is ruled out."""
        name, found = self.board.layout.option_name, self.found
        if found is None:
            return [OPEN.format(candidate=name(self.option))]
        facts = [CLUE.format(candidate=name(option)) for option in found.clues]
        facts += [RULED_OUT.format(candidate=name(option)) for option in found.forbidden]
        geometry, symbols = geometry_of(self.board.layout), self.board.layout.symbols
        worded = [Wording(geometry, language) for language in LANGUAGES]
        for item, called in zip(found.items, self._items(found), strict=True):
            house, d = divmod(item - geometry.cell_count, geometry.size)
            if house < 0:
                facts.append(CELL_NEEDED.format(cell=called))
            else:
                words = Words(*(wording.house(house) for wording in worded))
                facts.append(PLACE_NEEDED.format(house=words, digit=symbols[d]))
        count = (ONE_FACT if len(facts) == 1 else FACTS).format(count=len(facts))
        title = FORCED if found.forced else FORBIDDEN
        return [
            title.format(candidate=name(self.option), facts=count),
            *(Words("  ", "  ") + fact for fact in facts),
            SMALLEST if found.optimal else IRREDUCIBLE,
        ]

    def _items(self, found: Why) -> list[str]:
        return list(map(geometry_of(self.board.layout).item_name, found.items))


def why(board: Given, option: str | int, *, seconds: float = 10.0, called: str = "") -> Reasons:
    """Return the smallest set of clues and houses that forces or forbids a candidate.

    Args:
        board: A board, as `solve` takes it, with one solution or several: forced is in all of them, forbidden is in no
            solution.
        option: The candidate, as a text such as `R3C4#5` or `r3c4=5`, or as an option of the layout.
        seconds: Time allowed.
        called: Name of the board in messages; its text if empty.

    Raises:
        InputError: The board has constraints; or it has no solution, so that everything is forced and forbidden.
        Undecided: It is not known in this time whether the board has a solution.
        UsageError: The text names no candidate.

    >>> print(why("1...3..2...3..2.", "R1C2#2"))
    R1C2#2 is forced by 3 facts: the clue R1C1#1, the clue R2C4#2, box 1 must hold 2. No smaller set exists.
    """
    board = one_board(board)
    option = candidate(option, board.layout) if isinstance(option, str) else option
    called = called or str(board)
    require_houses_only(board, called)
    verdict = solved(board, 1, seconds).verdict
    if verdict is Verdict.NONE:
        raise InputError(no_solution(board, called, seconds))
    if verdict is Verdict.UNDECIDED:
        raise Undecided(SOLUTION_UNKNOWN.format(puzzle=called, seconds=f"{seconds:g}"))
    with lent_prover(board.layout) as prover:
        return Reasons(board, option, smallest(board, option, prover, seconds=seconds))


def is_candidate(text: str) -> bool:
    """Return whether a text is written like a candidate: R3C4#5, r3c4=5, r3c4<>5 or r3c4 5."""
    return bool(_CANDIDATE.fullmatch(text))


def candidate(text: str, layout: Layout) -> int:
    """Return the option that a text such as R3C4#5 names; the digit is a number or a symbol of the layout.

    Raises:
        UsageError: The text names no option of the layout.
    """
    match, n = _CANDIDATE.fullmatch(text), layout.size
    if match:
        row, column = int(match[1]), int(match[2])
        sign = match[3]
        digit = int(sign) if sign.isascii() and sign.isdigit() else layout.symbols.find(sign.upper()) + 1
        if 1 <= row <= n and 1 <= column <= n and 1 <= digit <= n:
            return layout.option(n * (row - 1) + column - 1, digit)
    raise UsageError(NOT_A_CANDIDATE.format(text=repr(text), layout=layout, size=n))
