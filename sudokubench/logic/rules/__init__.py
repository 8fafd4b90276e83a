"""The rules of human logic with their values: a module for each family; this module finds every rule by name."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from unicodedata import normalize

from sudokubench.errors import UsageError, suggestion
from sudokubench.logic import words
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step
from sudokubench.problem import BoardProblem
from sudokubench.words import LANGUAGES, Language

_FAMILIES = (
    "singles", "locked", "subsets", "fish", "complex_fish", "single_digit", "wings", "colors", "chains", "als",
    "uniqueness", "extended", "sue_de_coq", "aligned", "templates", "forcing", "medusa", "guardians", "fireworks",
    "exocet", "sectors", "tridagon", "fillings", "innies",
)  # fmt: skip


def _rules_of(family: str) -> tuple[Rule, ...]:
    found: tuple[Rule, ...] = import_module(f"{__name__}.{family}").RULES
    return found


@cache
def all_rules() -> tuple[Rule, ...]:
    """Return every rule, sorted by difficulty, then by HoDoKu's score, then by name; rules without a value are last."""
    found = (rule for family in _FAMILIES for rule in _rules_of(family))
    return tuple(sorted(found, key=lambda rule: (not rule.se, rule.se, rule.hodoku, rule.name)))


@cache
def unique_rules() -> frozenset[str]:
    """Return the names of the rules that rely on a single solution."""
    return frozenset(rule.name for rule in all_rules() if rule.unique)


def sentence(step: Step, problem: BoardProblem, language: Language) -> str:
    """Return a step in words, with a remark if its rule relies on a single solution."""
    from sudokubench.logic.texts import describe

    return describe(step, problem, language, unique=step.rule in unique_rules())


@cache
def rule_named(name: str) -> Rule:
    """Return the rule with this name. Raise UsageError for an unknown name.

    Families are imported one by one: importing all takes longer than many searches.
    """
    found = (rule for family in _FAMILIES for rule in _rules_of(family) if rule.name == name)
    if (rule := next(found, None)) is None:
        known = (rule.name for rule in all_rules())
        raise UsageError(words.UNKNOWN_RULE.format(name=name, close=suggestion(name, known)))
    return rule


def rule_called(words: str) -> Rule:
    """Return the rule with this identifier, or this name in any language. Only letters and digits count; case does not.

    Raise UsageError for an unknown name.
    """
    name = _by_words().get(letters_of(words), words)
    return rule_named(name)


@cache
def _by_words() -> dict[str, str]:
    from sudokubench.logic.texts import rule_text

    return {
        letters_of(words): rule.name
        for rule in reversed(all_rules())  # a word of several rules, such as 予約, means the easiest
        for name in (rule.name, *(rule_text(rule.name, language).name for language in LANGUAGES))
        for words in (name, *filter(None, _ASIDE.split(name)))
    }


_ASIDE = re.compile(r"[(（)）]")
"""Separator of a name and its addition: either part of "Pointing (locked candidates 1)" finds the rule."""


def letters_of(words: str) -> str:
    """Return the letters and digits of a name, in lower case. Two names with equal results mean the same rule."""
    return re.sub(r"[\W_]+", "", normalize("NFKC", words).casefold())
