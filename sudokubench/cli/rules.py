"""`sudokubench rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sudokubench.cli import OK
from sudokubench.cli.options import json_option, language_option, text_of
from sudokubench.cli.output import json_line, remark
from sudokubench.words import counted

if TYPE_CHECKING:
    from sudokubench.words import Language


@click.group()
def rules() -> None:
    """The rules of human logic."""


@rules.command("list")
@language_option()
@json_option()
def list_rules(lang: Language, as_json: bool) -> int:
    """Name every rule, easiest first, with its values on both scales."""
    from sudokubench.logic.rules import all_rules
    from sudokubench.logic.texts import messages, rule_text

    for rule in all_rules():
        name = rule_text(rule.name, lang).name
        if as_json:
            json_line(
                schema="sudokubench.rule/1", rule=rule.name, name=name, se=rule.se, hodoku=rule.hodoku,
                monotone=rule.monotone, unique=rule.unique, codes=list(rule.codes),
            )  # fmt: skip
        else:
            notes = messages.UNIQUE_NOTE.to(lang) if rule.unique else ""
            click.echo(f"{rule.se:4.1f} {rule.hodoku:5}  {rule.name:24} {name}{notes}")
    return OK


@rules.command("show")
@click.argument("name")
@language_option()
def show_rule(name: str, lang: Language) -> int:
    """Tell what a rule says, its values, its properties and its source.

    NAME is that of `rules list`, such as x_wing, or as texts write it: X-Wing.
    """
    from sudokubench.logic.rules import rule_called
    from sudokubench.logic.texts import messages, rule_text

    rule = rule_called(name)
    text = rule_text(rule.name, lang)
    click.echo(f"{text.name} ({rule.name})\n\n{text.definition}\n")
    values = messages.GROWING_VALUES if rule.length_scale else messages.VALUES
    lines = [
        values.format(se=rule.se, hodoku=rule.hodoku), messages.MONOTONE[rule.monotone], messages.UNIQUE[rule.unique],
        *([messages.CODES.format(codes=", ".join(rule.codes))] if rule.codes else ()),
        messages.SOURCE.format(source=rule.source),
    ]  # fmt: skip
    click.echo("\n".join(line.to(lang) for line in lines))
    return OK


@rules.command("verify")
@click.argument("file")
@json_option()
def verify_rules(file: str, as_json: bool) -> int:
    """Run the rules over a technique library in HoDoKu's line format and report each case."""
    from sudokubench.logic.library import read_library, technique, verify_case
    from sudokubench.logic.rules import all_rules

    passed = total = 0
    for case in read_library(text_of(file), file):
        result = verify_case(case, all_rules())
        total += 1
        passed += result.passed
        if as_json:
            json_line(
                schema="sudokubench.case/1", code=case.name, technique=technique(case.code), passed=result.passed,
                line=case.line, rule=result.step.rule if result.step else None, steps=result.found,
            )  # fmt: skip
        elif not result.passed:
            asked = ", ".join(result.rules) or "no rule for it"
            click.echo(f"{file}:{case.line}: {case.name} {technique(case.code)}: not found ({asked})")
    remark(f"{passed} of {counted(total, 'case')} passed")
    return OK
