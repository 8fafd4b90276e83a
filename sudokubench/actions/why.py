"""Why a candidate is forced or forbidden: the facts and steps that `logic.why` finds, as sentences and as JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import index
from typing import Any

from sudokubench import puzzles
from sudokubench.actions.boards import needed, no_solution, require_understood, seconds_of, solved
from sudokubench.actions.explain import step_as_json
from sudokubench.actions.words import NOT_A_CANDIDATE, NOT_AN_OPTION
from sudokubench.answer import Verdict
from sudokubench.backends.prover_pool import lent_prover
from sudokubench.board import Board, name_of
from sudokubench.clock import CLOCK
from sudokubench.errors import InputError, Undecided, UsageError
from sudokubench.exchange import Result
from sudokubench.layout import Layout
from sudokubench.logic import words
from sudokubench.logic.configuration import teaching
from sudokubench.logic.geometry import geometry_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rules import sentence
from sudokubench.logic.step import Step
from sudokubench.logic.trace import Ending, Trace
from sudokubench.logic.why import Why, deduction, smallest_facts
from sudokubench.puzzles import Given
from sudokubench.words import LANGUAGES, Language, Words

_CANDIDATE = re.compile(r"[Rr]([0-9]{1,2})[Cc]([0-9]{1,2})(?: ?(?:#|=|<>|!=|≠) ?| )([0-9]{1,2}|\w)")


@dataclass(frozen=True, slots=True, repr=False)
class Reasons(Result):
    """Why a candidate is forced or forbidden: the steps that show it, and the facts that decide it.

    Attributes:
        found: A small set of facts that decides it, the smallest one if `found.optimal`. None if the candidate is
            neither forced nor forbidden, or if steps show it and facts are not requested.
        steps: The steps that show it, without unnecessary ones; None if the rules do not show it.
    """

    board: Board
    option: int
    found: Why | None
    steps: tuple[Step, ...] | None = None

    def __str__(self) -> str:
        logic = " ".join(message.en.strip() for message in self.logic())
        if self.steps is not None or not self.facts():
            return logic
        title, *facts, end = (message.en.strip() for message in self.facts())
        return f"{logic} {title} {', '.join(facts)}. {end}"

    @property
    def forced(self) -> bool | None:
        """True if the candidate is in every solution, False if it is in no solution, None if it is open."""
        if self.found is not None:
            return self.found.forced
        if self.steps is None:
            return None
        if not self.steps:
            cell, d = divmod(self.option, self.board.layout.size)
            return self.board.digits[cell] == d + 1
        return self.option in self.steps[-1].placed

    @property
    def states(self) -> tuple[CandidateGrid, ...]:
        """The state before each step, and the state after the last step."""
        return Trace(self.board, self.steps or (), Ending.STUCK).states()

    def as_json(self, language: Language = "en") -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.why/2`."""
        name, found = self.board.layout.option_name, self.found
        verdict = {True: "forced", False: "forbidden", None: "open"}[self.forced]
        plain: dict[str, Any] = {
            "schema": "sudokubench.why/2", "puzzle": str(self.board), "id": self.board.id,
            "candidate": name(self.option), "verdict": verdict,
        }  # fmt: skip
        if self.steps is not None:
            after = self.states[1:]
            plain["steps"] = [step_as_json(*pair, language) for pair in zip(self.steps, after, strict=True)]
        if found is not None:
            items = [*map(geometry_of(self.board.problem).item_name, found.items)]
            plain |= {"clues": [*map(name, found.clues)], "forbidden": [*map(name, found.forbidden)]}
            plain |= {"items": items, "optimal": found.optimal}
        return plain

    def lines(self) -> list[Words]:
        """Return the lines of `logic`, then those of `facts`."""
        return [*self.logic(), *self.facts()]

    def logic(self) -> list[Words]:
        """Return the claim and the numbered steps that show it."""
        layout, forced = self.board.layout, self.forced
        if forced is None:
            return [words.OPEN.format(candidate=layout.option_name(self.option))]
        cell, d = divmod(self.option, layout.size)
        claim = words.IS_FORCED if forced else words.IS_FORBIDDEN
        claim = claim.format(cell=layout.cell_name(cell), digit=layout.symbols[d])
        if self.steps is None:
            return [words.NO_LOGIC.format(claim=claim)]
        if not self.steps:
            return [words.AT_ONCE.format(claim=claim, reason=self._at_once(cell, d + 1))]
        title = words.ONE_LEADS if len(self.steps) == 1 else words.STEPS_LEAD
        title = title.format(claim=claim, count=len(self.steps))
        rows = [Words(*(sentence(step, self.board.problem, one) for one in LANGUAGES)) for step in self.steps]
        return [title, *(Words(*[f"{n:3}. "] * 2) + message for n, message in enumerate(rows, 1))]

    def _at_once(self, cell: int, digit: int) -> Words:
        layout, digits = self.board.layout, self.board.digits
        if digits[cell] == digit:
            return words.IS_CLUE
        if digits[cell]:
            return words.OTHER_CLUE.format(digit=layout.symbols[digits[cell] - 1])
        houses = (house.cells for house in layout.houses if cell in house.cells)
        other = next((one for cells in houses for one in cells if digits[one] == digit), None)
        if other is None:
            return words.GIVEN_GONE
        return words.SEEN_BY.format(other=layout.cell_name(other), digit=layout.symbols[digit - 1])

    def facts(self) -> list[Words]:
        """Return a title, the facts in order, and whether a smaller set is ruled out; an empty list without facts."""
        name, found = self.board.layout.option_name, self.found
        if found is None:
            return []
        facts = [words.CLUE.format(candidate=name(option)) for option in sorted(found.clues)]
        facts += [words.RULED_OUT.format(candidate=name(option)) for option in sorted(found.forbidden)]
        geometry = geometry_of(self.board.problem)
        facts += [needed(item, geometry) for item in sorted(found.items)]
        count = words.FACTS.format(count=len(facts))
        title = words.FORCED if found.forced else words.FORBIDDEN
        return [
            title.format(candidate=name(self.option), facts=count),
            *(Words("  ", "  ") + fact for fact in facts),
            words.SMALLEST if found.optimal else words.IRREDUCIBLE,
        ]


def why(
    board: Given,
    option: str | int,
    *,
    seconds: float | None = 3.0,
    called: str | Words = "",
    facts: bool = True,
) -> Reasons:
    """Return why a candidate is forced or forbidden: the steps that show it, and the smallest set of clues and houses.

    Args:
        board: A board, as `solve` takes it, with one solution or several. A forced candidate is in all of them, a
            forbidden one in none.
        option: The candidate, as a text such as `R3C4#5` or `r3c4=5`, or as an option of the layout.
        seconds: Time allowed: half of it for the steps, the rest for the facts. None means no bound.
        called: Name of the board in messages; if empty, its text, or its layout if the text is JSON.
        facts: Whether to look for the smallest set of facts even if steps show it.

    Raises:
        InputError: The board has no solution, so that everything is forced and forbidden; or human logic does not
            understand one of its constraints.
        Undecided: The time runs out before it is known whether the board has a solution.
        UsageError: The text names no candidate, the number is not an option of the layout, or `seconds` is not valid.

    As text, the answer shows the steps or, if no steps show it, the facts.

    >>> found = why("1...3..2...3..2.", "R1C2#2")
    >>> print(found)
    R1C2 is 2. One step shows it: 1. Hidden Single in a box: In box 1, 2 has only one place left. Place R1C2 = 2.
    >>> [line.en for line in found.facts()][1:]
    ['  the clue R1C1#1', '  the clue R2C4#2', '  box 1 must hold 2', 'No smaller set exists.']
    """
    seconds, begun = seconds_of(seconds), CLOCK.now_s()
    board = puzzles.board(board)
    option = candidate(option, board.layout) if isinstance(option, str) else _option(option, board.layout)
    called = called or name_of(board)
    require_understood(board, called)
    verdict = solved(board, 1, seconds).verdict
    if verdict is Verdict.NONE:
        raise InputError(no_solution(board, called, seconds))
    if verdict is Verdict.UNDECIDED:
        raise Undecided(words.SOLUTION_UNKNOWN.format(puzzle=called, seconds=f"{seconds:g}"))
    rules = teaching().without_uniqueness().rules
    steps = deduction(board, option, rules, seconds=seconds / 2 - (CLOCK.now_s() - begun))
    if steps is not None and not facts:
        return Reasons(board, option, None, steps)
    with lent_prover(board.problem) as prover:
        found = smallest_facts(board, option, prover, seconds=seconds - (CLOCK.now_s() - begun))
    return Reasons(board, option, found, steps)


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
        sign, place = match[3], layout.symbols.find
        number = sign.isascii() and sign.isdigit()
        digit = int(sign) if number else max(place(sign), place(sign.upper())) + 1
        if 1 <= row <= n and 1 <= column <= n and 1 <= digit <= n:
            return layout.option(n * (row - 1) + column - 1, digit)
    raise UsageError(NOT_A_CANDIDATE.format(text=repr(text), layout=layout, size=n))


def _option(number: int, layout: Layout) -> int:
    """Return the number if it is an option of the layout; raise UsageError otherwise."""
    last = layout.size**3 - 1
    whole = hasattr(number, "__index__") and not isinstance(number, bool)
    if not whole or not 0 <= (found := index(number)) <= last:
        raise UsageError(NOT_AN_OPTION.format(value=number, layout=layout, last=last))
    return found
