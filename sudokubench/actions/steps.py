"""The steps that `explain --store` has stored: rules by frequency, and cases of a rule."""

from __future__ import annotations

from itertools import islice
from typing import Any

from sudokubench.actions import words
from sudokubench.actions.explain import step_as_json
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.errors import InputError, printable
from sudokubench.layout import Layout
from sudokubench.logic.rules import all_rules, letters_of, rule_called, sentence
from sudokubench.logic.step_store import NO_STEPS, KeptStep, StepStore
from sudokubench.logic.technique_library import write_case
from sudokubench.logic.text_drawing import picture
from sudokubench.logic.texts import catalog
from sudokubench.report.model import Column, Table
from sudokubench.report.values import Display
from sudokubench.words import LANGUAGES, Language


def frequencies(store: StepStore, language: Language = "en") -> Table:
    """Return a table of the rules, the most frequent first. A supposition and its withdrawal count as rules.

    Raises:
        InputError: The store is empty.
    """
    counts, texts = store.counts(), catalog(language)
    if not counts:
        raise InputError(NO_STEPS.format(path=printable(str(store.path))))
    columns = (
        Column("rule", words.RULE),
        Column("name", words.NAME),
        Column("steps", words.STEPS, Display.COUNT),
        Column("puzzles", words.STEPPED, Display.COUNT),
        Column("entropy", words.MEAN_NATS, Display.NUMBER),
    )
    rows = [(rule, texts[rule].name if rule in texts else rule, *numbers) for rule, numbers in counts.items()]
    return Table("frequencies", words.FREQUENCIES, columns, rows)


def cases(
    store: StepStore, rules: tuple[str, ...], n: int, *, lines: bool = False, observer: Observer = SILENT
) -> list[tuple[str, list[KeptStep]]]:
    """Return each rule that has cases, with up to n of them, of different puzzles as far as possible.

    Args:
        rules: Names of rules, as code or texts write them; if empty, all rules of the store, easiest first.
        n: Largest number of cases of a rule.
        lines: Whether to return only cases that `hodoku` can write.
        observer: Gets remarks on what is left out; a rule without cases is refused.

    Raises:
        UsageError: A rule does not exist.
        InputError: The store is empty or damaged.
    """
    counts, path = store.counts(), printable(str(store.path))
    if not counts:
        raise InputError(NO_STEPS.format(path=path))
    named = [_listed(rule) or rule_called(rule).name for rule in rules]
    if old := store.without_rules():
        observer.remark(words.STEPS_OF_OLD.format(count=old))
    found, taught = list[tuple[str, list[KeptStep]]](), {rule.name for rule in all_rules()}
    for rule in named or [rule.name for rule in all_rules() if rule.name in counts]:
        observer.heed()
        some = list(islice(filter(_writable if lines else None, store.cases(rule)), n))
        if some:
            found.append((rule, some))
        elif rules:
            lacking = words.NO_CASE if rule in taught else words.NO_TRIAL
            lacking = words.NO_LINE if lines and rule in counts else lacking
            observer.refused(InputError(lacking.format(path=path, rule=rule)))
    if not found and not rules:
        observer.refused(
            InputError((words.NO_LINE if lines else words.NO_CASE).format(path=path, rule=words.ANY_RULE))
        )
    return found


def _listed(name: str) -> str | None:
    """Return the code of a name that `frequencies` lists, in any language, in capital or small letters; or None."""
    listed = (pair for language in LANGUAGES for pair in catalog(language).items())
    meant = letters_of(name)
    return next((code for code, text in listed if meant in map(letters_of, (code, text.name))), None)


def _writable(case: KeptStep) -> bool:
    return case.board.layout == Layout.standard(9) and case.step.rule in {rule.name for rule in all_rules()}


def hodoku(case: KeptStep) -> str:
    """Return a case as a line of a technique library, which `rules verify` reads."""
    return write_case(case.before, case.step)


def text(case: KeptStep, number: int, language: Language) -> str:
    """Return a case as text: its origin, the grid before the step with marked candidates, and the step in words."""
    place = f"{printable(case.source)}:{case.line}"
    head = words.STEP_OF.format(place=place, number=case.number, puzzle=case.board).to(language)
    message = sentence(case.step, case.board.problem, language)
    return f"{number}. {head}\n{picture(case.before, case.step, every=True)}\n{message}\n"


def as_json(case: KeptStep, language: Language) -> dict[str, Any]:
    """Return one JSON object of the schema `sudokubench.example/1`."""
    return {
        "schema": "sudokubench.example/1", "puzzle": str(case.board), "id": case.board.id, "source": case.source,
        "line": case.line, "number": case.number, "before": case.before.board().as_json(),
        "step": step_as_json(case.step, case.after, language),
    }  # fmt: skip
