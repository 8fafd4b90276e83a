"""Technique libraries in HoDoKu's line format: run rules on their cases, and find how explanations name the technique.

The form of a line is `:code[-variant]:digits:grid:deleted:eliminations:placements:extra:`. In the grid, `+` marks a
placed digit that is not a clue. Candidates are `digit row column`. The code may also be the name of a rule, as in our
own cases. A case passes if some step has exactly the expected eliminations or placements. The variant `x` says "no
step": the case passes if the technique finds no step, whatever eliminations the line lists.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.layout import Layout
from sudokubench.logic import words
from sudokubench.logic.configuration import Configuration
from sudokubench.logic.engine import SolutionPath, other_names
from sudokubench.logic.geometry import bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules import all_rules
from sudokubench.logic.step import Step

_FORM = ":code:digits:grid:deleted:eliminations:placements:extra:"


@dataclass(frozen=True, slots=True)
class Case:
    """One line of a library: a step that must be found in the state `start`.

    Attributes:
        code: Four digits for the technique, and a fifth digit 1 for its siamese form; or the name of a rule.
        variant: The text after the dash: empty, the number of an option in HoDoKu, or `x` for "must find nothing".
        eliminated, placed: Expected conclusions, as option ids.
        line: Line number in the file, from 1.
    """

    code: str
    variant: str
    digits: tuple[int, ...]
    start: CandidateGrid
    eliminated: frozenset[int]
    placed: frozenset[int]
    line: int = 0

    @property
    def wants_none(self) -> bool:
        """Whether the technique must find no step."""
        return self.variant == "x"

    @property
    def name(self) -> str:
        """The code of the technique with its variant, as the library writes them."""
        return f"{self.code}-{self.variant}" if self.variant else self.code


def read_case(text: str, line: int = 0) -> Case:
    """Return the case that a line describes. Raise InputError for any other line; the message says what is wrong."""
    parts = text.strip().split(":")
    if len(parts) < 7 or parts[0]:
        raise InputError(words.BAD_CASE.format(text=repr(text[:40]), form=_FORM))
    code, _, variant = parts[1].partition("-")
    cells = re.findall(r"(?s)\+?.", parts[3])
    if len(cells) > 81 or not all(re.fullmatch(r"[.0-9]|\+[1-9]", cell) for cell in cells):
        shown = parts[3][-40:] if parts[3].endswith("+") else parts[3][:40]
        raise InputError(words.BAD_GRID.format(grid=repr(shown)))
    if len(cells) != 81:
        raise InputError(words.SHORT_GRID.format(cells=len(cells)))
    clues = bytes(int(sign) if sign.isdigit() else 0 for sign in cells)
    placed = [9 * cell + int(sign) - 1 for cell, sign in enumerate(cells) if sign[0] == "+"]
    deleted, eliminated, placements = map(_options, parts[4:7])
    start = CandidateGrid.of(Board(Layout.standard(9), clues)).apply(placed, deleted)
    digits = tuple(int(sign) for sign in parts[2] if sign in "123456789")
    return Case(code, variant, digits, start, frozenset(eliminated), frozenset(placements), line)


def _options(text: str) -> list[int]:
    options = []
    for word in text.split():
        if not re.fullmatch("[1-9]{3}", word):
            raise InputError(words.BAD_CANDIDATE.format(word=repr(word)))
        digit, row, column = map(int, word)
        options.append(81 * (row - 1) + 9 * (column - 1) + digit - 1)
    return options


def write_case(state: CandidateGrid, step: Step) -> str:
    """Return the line for a step of a rule in a state of a 9x9 board."""
    geometry, givens = state.geometry, state.givens
    plain = CandidateGrid.of(Board(geometry.layout, bytes(81)))
    digits = state.digits()
    plain = plain.apply([9 * cell + digits[cell] - 1 for cell in bits_of(state.placed)])
    plus = ["" if givens >> cell & 1 else "+" for cell in range(81)]
    grid = "".join(f"{sign}{digit}" if digit else "." for sign, digit in zip(plus, digits, strict=True))
    gone = [option for option in plain.options() if not state.has(option)]
    parts = ("".join(map(str, step.digits)), grid, *map(_written, (gone, step.eliminated, step.placed)))
    return f":{step.rule}:{':'.join(parts)}::"


def _written(options: Iterable[int]) -> str:
    return " ".join(f"{o % 9 + 1}{o // 81 + 1}{o // 9 % 9 + 1}" for o in options)


def read_library(text: str, source: str = "") -> list[Case]:
    """Return all cases of a file. Blank lines and lines that begin with `#` are skipped.

    Raise InputError if a line is not a case, or the file has no case.
    """
    cases = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if line.strip() and not line.startswith("#"):
            try:
                cases.append(read_case(line, number))
            except InputError as error:
                raise error.at(source, number) from None
    if not cases:
        raise InputError(words.NO_CASES.format(form=_FORM)).at(source)
    return cases


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The result of a run on a case.

    Attributes:
        rules: Names of the rules that were tried; empty if the technique is unknown here.
        passed: Whether some step had the expected conclusion or, for the variant `x`, the technique found no step.
        strict: Whether the case also passes with only the steps from which `explain` chooses.
        step: The step that decided whether the case passes, or None.
        found: Number of steps examined.
        wrong: A step that contradicts a solution of the state, or None. The rule of such a step is unsound.
    """

    case: Case
    rules: tuple[str, ...]
    passed: bool
    strict: bool
    step: Step | None
    found: int
    wrong: Step | None = None


def asked_by(case: Case, rules: Iterable[Rule]) -> list[Rule]:
    """Return the rules of the case's technique."""
    return [rule for rule in rules if rule.name == case.code or case.code[:4] in rule.codes]


def verify_case(case: Case, rules: Iterable[Rule], solutions: Sequence[Board] = ()) -> CaseResult:
    """Try all rules of a case's technique in its state, and return whether and how the case passes.

    The result also names a step that contradicts one of the `solutions` of the state, if any does.
    """
    asked = asked_by(case, rules)
    looked, hit = list[Step](), None
    for step in (step for rule in asked for step in (rule.every or rule.find)(case.start)):
        looked.append(step)
        if case.wants_none or _expected(case, step):
            hit = step
            break
    passed = bool(asked) and (hit is None) == case.wants_none
    explained = [step for rule in asked for step in rule.find(case.start)]
    strict = passed and (case.wants_none or any(_expected(case, step) for step in explained))
    true = [{case.start.geometry.layout.option(*clue) for clue in solution.clues} for solution in solutions]
    wrong = (
        step
        for step in (*looked, *explained)
        if any(not its.issuperset(step.placed) or not its.isdisjoint(step.eliminated) for its in true)
    )
    tried = tuple(rule.name for rule in asked)
    return CaseResult(case, tried, passed, strict, hit, len(looked), next(wrong, None))


class Named(Enum):
    """How an explanation names a technique."""

    TOLD = "told"
    """The technique is the rule of a step."""
    ALSO = "also"
    """The technique is another name of a step."""
    NEVER = "never"

    @staticmethod
    def of(step: Step, rules: Collection[str]) -> Named:
        """Return how a step names any of these rules."""
        if step.rule in rules:
            return Named.TOLD
        return Named.NEVER if set(rules).isdisjoint(step.also) else Named.ALSO


@dataclass(frozen=True, slots=True)
class Naming:
    """How explanations of a case name its technique.

    Attributes:
        first_rule, also: The rule of the first step (None without a step), and its other names.
        first, used: How the first step names the technique, and the best naming by any step of the whole path.
        asked: Whether a step uses the technique when the user asks for it.
    """

    first_rule: str | None
    also: tuple[str, ...]
    first: Named
    used: Named
    asked: bool


def name_case(case: Case, order: Configuration) -> Naming | None:
    """Return how an explanation names the technique of a case; None if it is unknown here, or no step is expected.

    Nets are left out: libraries do not name the steps that only nets find.
    """
    wanted = [rule.name for rule in asked_by(case, all_rules())]
    if case.wants_none or not wanted:
        return None
    order = order.only({rule.name for rule in order.rules if not rule.assumes})
    steps: list[Step] = []
    ranks: list[Named] = []
    for found in SolutionPath(case.start, order.rules, together=False):
        step = replace(found.steps[0], also=other_names(found.before, found.steps[0], order.rules))
        steps.append(step)
        ranks.append(Named.of(step, wanted))
        if ranks[-1] is Named.TOLD:
            break
    if not steps:
        return Naming(None, (), Named.NEVER, Named.NEVER, False)
    used = next(rank for rank in Named if rank in ranks)
    asked = SolutionPath(case.start, order.asking(wanted).rules, together=False)
    shown = used is Named.TOLD or any(found.rule.name in wanted for found in asked)
    return Naming(steps[0].rule, steps[0].also, ranks[0], used, shown)


def _expected(case: Case, step: Step) -> bool:
    placed, eliminated = step.conclusion
    if case.placed:
        return placed == case.placed
    return bool(case.eliminated) and eliminated == case.eliminated and not placed


TECHNIQUES = {
    "0000": "Full House", "0002": "Hidden Single", "0003": "Naked Single", "0100": "Locked Candidate Type 1",
    "0101": "Locked Candidate Type 2", "0110": "Locked Pair", "0111": "Locked Triple", "0200": "Naked Pair",
    "0201": "Naked Triple", "0202": "Naked Quadruple", "0210": "Hidden Pair", "0211": "Hidden Triple",
    "0212": "Hidden Quadruple", "0300": "X-Wing", "0301": "Swordfish", "0302": "Jellyfish", "0310": "Finned X-Wing",
    "0311": "Finned Swordfish", "0312": "Finned Jellyfish", "0320": "Sashimi X-Wing", "0321": "Sashimi Swordfish",
    "0322": "Sashimi Jellyfish", "0331": "Franken Swordfish", "0332": "Franken Jellyfish",
    "0340": "Finned Franken X-Wing", "0341": "Finned Franken Swordfish", "0342": "Finned Franken Jellyfish",
    "0362": "Finned Mutant Jellyfish", "0363": "Finned Mutant Squirmbag", "0364": "Finned Mutant Whale",
    "0400": "Skyscraper", "0401": "2-String Kite", "0402": "Empty Rectangle", "0403": "Turbot Fish",
    "0404": "Dual 2-String-Kite", "0405": "Dual Empty Rectangle", "0500": "Simple Colors Trap",
    "0501": "Simple Colors Wrap", "0502": "Multi-Colors 1", "0503": "Multi-Colors 2", "0600": "Uniqueness Test Type 1",
    "0601": "Uniqueness Test Type 2", "0602": "Uniqueness Test Type 3", "0603": "Uniqueness Test Type 4",
    "0604": "Uniqueness Test Type 5", "0605": "Uniqueness Test Type 6", "0606": "Hidden Rectangle",
    "0607": "Avoidable Rectangle Type 1", "0608": "Avoidable Rectangle Type 2", "0610": "Bivalue Universal Grave + 1",
    "0701": "X-Chain", "0702": "XY-Chain", "0703": "Remote Pairs", "0706": "Continuous Nice Loop",
    "0707": "Discontinuous Nice Loop", "0708": "Alternating Interference Chain", "0709": "Grouped Continuous Nice Loop",
    "0710": "Grouped Discontinuous Nice Loop", "0711": "Grouped AIC", "0800": "XY-Wing", "0801": "XYZ-Wing",
    "0803": "W-Wing", "0901": "ALS-XZ rule", "0902": "ALS-XY-Wing rule", "0903": "ALS-XY-Chain",
    "0904": "Death Blossom", "1101": "Sue de Coq", "1201": "Template Set", "1202": "Template Delete",
}  # fmt: skip
"""Names of the codes in HoDoKu's library."""


def technique(code: str) -> str:
    """Return the name of a code, such as `Full House` for `0000`. A fifth digit adds "(siamese)".

    Return `unknown` for other codes, and the name of a rule as it is.
    """
    if not code.isdecimal():
        return code
    name = TECHNIQUES.get(code[:4], "unknown")
    return f"{name} (siamese)" if len(code) > 4 else name
