"""The rules of human logic: their texts for a user, and a check of the rules on the cases of a technique library."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import astuple, dataclass
from typing import Any

from sudokubench.actions.boards import solution_of
from sudokubench.actions.observer import SILENT, Observer, each
from sudokubench.actions.words import CASES, RULE_HEAD
from sudokubench.errors import InputError, Undecided
from sudokubench.logic import words
from sudokubench.logic.configuration import Configuration
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules import all_rules, rule_called
from sudokubench.logic.technique_library import (
    CaseResult,
    Named,
    Naming,
    asked_by,
    name_case,
    read_library,
    technique,
    verify_case,
)
from sudokubench.logic.texts import describe, rule_text
from sudokubench.solving import solve
from sudokubench.words import LANGUAGES, Language, Words, amount, untranslated
from sudokubench.words import listed as joined

_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class RuleInLanguage:
    """A rule in a language."""

    rule: Rule
    language: Language

    @property
    def name(self) -> str:
        """The name of the rule in the language."""
        return rule_text(self.rule.name, self.language).name

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.rule/1`."""
        rule = self.rule
        return {
            "schema": "sudokubench.rule/1", "rule": rule.name, "name": self.name, "se": rule.se or None,
            "hodoku": rule.hodoku or None, "monotone": rule.monotone, "unique": rule.unique, "codes": list(rule.codes),
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        """Yield name, definition, values, properties and source of the rule."""
        rule = self.rule
        yield RULE_HEAD.format(name=self.name, rule=rule.name).to(self.language)
        yield f"\n{rule_text(rule.name, self.language).definition}\n"
        values = words.GROWING_VALUES if rule.length_scale or rule.tenths else words.VALUES
        yield (values if rule.se else words.NO_VALUE).format(se=rule.se, hodoku=rule.hodoku).to(self.language)
        yield words.MONOTONE[rule.monotone].to(self.language)
        yield words.UNIQUE[rule.unique].to(self.language)
        if rule.codes:
            yield words.CODES.format(codes=", ".join(rule.codes)).to(self.language)
        yield words.SOURCE.format(source=rule.source).to(self.language)

    def __str__(self) -> str:
        note = words.UNIQUE_NOTE.to(self.language) if self.rule.unique else ""
        values = f"{self.rule.se:4.1f} {self.rule.hodoku:5}" if self.rule.se else f"{'-':>4} {'-':>5}"
        return f"{values}  {self.rule.name:24} {self.name}{note}"


@dataclass(frozen=True, slots=True)
class Tried:
    """The result of the rules on a case of a library."""

    file: str
    result: CaseResult
    naming: Naming | None = None

    def as_json(self, language: Language = "en") -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.case/1`."""
        case, result = self.result.case, self.result
        plain: dict[str, Any] = {
            "schema": "sudokubench.case/1", "code": case.name, "technique": technique(case.code),
            "passed": result.passed, "strict": result.strict, "line": case.line,
            "rule": result.step.rule if result.step else None, "steps": result.found,
        }  # fmt: skip
        if self.naming is not None:
            told, also, first, used, asked = astuple(self.naming)
            plain |= {"told": told, "also": [*also], "first": first.value, "used": used.value, "asked": asked}
        return plain | ({"unsound": self._unsound(language)} if result.wrong else {})

    @property
    def renamed(self) -> Words | None:
        """A remark if the explanation has no step, or a first step whose rule the case does not name; else None."""
        naming = self.naming
        if naming is None or naming.first is Named.TOLD:
            return None
        if not naming.first_rule:
            return words.NOT_TOLD.format(**self._place)
        line = words.TOLD_AS.format(rule=naming.first_rule, **self._place)
        return line + words.TOLD_ALSO.format(rules=_several(naming.also)) if naming.also else line

    @property
    def _place(self) -> dict[str, str]:
        case = self.result.case
        name = case.name if technique(case.code) == case.code else f"{case.name} {technique(case.code)}"
        return {"place": f"{self.file}:{case.line}", "case": name}

    def _unsound(self, language: Language) -> dict[str, str]:
        """Return the rule that a solution contradicts, the text of its step, and the state that shows it."""
        case, wrong = self.result.case, self.result.wrong
        assert wrong is not None
        state = case.start.board()
        return {"rule": wrong.rule, "text": describe(wrong, state.layout, language), "puzzle": str(state)}

    @property
    def summary(self) -> Words:
        """The result in one line."""
        wants_none, passed = self.result.case.wants_none, self.result.passed
        if wants_none:
            outcome = words.NO_STEP_THERE if passed else words.STEP_THERE
        else:
            outcome = words.FOUND if passed else words.NOT_FOUND
        if self.result.wrong:
            en, ja = map(self._unsound, LANGUAGES)
            outcome += words.UNSOUND.format(**{part: Words(en[part], ja[part]) for part in en})
        asked = _several(self.result.rules) if self.result.rules else words.NO_RULE
        return words.CASE.format(outcome=outcome, rules=asked, **self._place)


def listed(language: Language = "en") -> list[RuleInLanguage]:
    """Return every rule, easiest first."""
    return [RuleInLanguage(rule, language) for rule in all_rules()]


def called(name: str, language: Language = "en") -> RuleInLanguage:
    """Return a rule by its name, such as x_wing, or as texts write it: X-Wing. Raises UsageError for other names."""
    return RuleInLanguage(rule_called(name), language)


def tried(
    library: str, file: str = "", observer: Observer = SILENT, order: Configuration | None = None
) -> Iterator[Tried]:
    """Try the rules on each case of a technique library in HoDoKu's line format.

    A case is refused if its state has no solution. It is also refused if its state has several solutions, and one of
    the rules to try assumes a single solution.

    Args:
        file: Name of the library in messages.
        order: Order of the rules for an explanation of each case, which shows whether the explanation names the
            technique. None makes no explanations.

    Raises:
        InputError: The text is not a library.
    """
    cases = list(read_library(library, file))
    for case in each(cases, observer, len(cases), CASES):
        state, called = case.start.board(), f"{file}:{case.line}"
        solutions = solve(state, limit=2).solutions
        try:
            if not solutions or (len(solutions) > 1 and any(r.unique for r in asked_by(case, all_rules()))):
                solution_of(state, called, _SECONDS)
        except (InputError, Undecided) as error:
            observer.refused(error)
            continue
        naming = None if order is None else name_case(case, order)
        yield Tried(file, verify_case(case, all_rules(), solutions), naming)


def _several(rules: Iterable[str]) -> Words:
    return joined(map(untranslated, rules))


def passed(found: Collection[Tried]) -> Words:
    """Return a sentence that counts the cases that passed."""
    ways = [(one.result.passed, one.result.strict) for one in found]
    return words.CASES_PASSED.format(
        cases=amount(len(ways), CASES), passed=sum(way[0] for way in ways), strict=sum(way[1] for way in ways)
    )


def named(found: Iterable[Tried]) -> Words:
    """Return a sentence that counts the cases whose technique an explanation names: by its first or by any step."""
    namings = [one.naming for one in found if one.naming is not None]

    def share(ranks: Iterable[object], least: Collection[object]) -> str:
        return f"{100 * sum(rank in least for rank in ranks) / len(namings):.1f} %"

    if not namings:
        return words.NO_NAMES
    first, used = zip(*((naming.first, naming.used) for naming in namings), strict=True)
    told, also = {Named.TOLD}, {Named.TOLD, Named.ALSO}
    return words.NAMES_TOLD.format(
        cases=amount(len(namings), CASES),
        first=share(first, told),
        first_also=share(first, also),
        used=share(used, told),
        used_also=share(used, also),
        asked=share([one.asked for one in namings], {True}),
    )
