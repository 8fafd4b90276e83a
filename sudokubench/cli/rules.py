"""`sudokubench rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import click

from sudokubench.cli.codes import Code, codes
from sudokubench.cli.options import json_option, language_option, text_of
from sudokubench.cli.output import Watch, echo, folded, json_line
from sudokubench.logic.settings import Order

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
    from sudokubench.actions.rules import listed

    for rule in listed(lang):
        if as_json:
            json_line(**rule.as_json())
        else:
            echo(str(rule))
    return codes().first


@rules.command("show")
@click.argument("name")
@language_option()
def show_rule(name: str, lang: Language) -> int:
    """Tell what a rule says, its values, its properties and its source.

    NAME is that of `rules list`, such as x_wing, or as texts write it: X-Wing.
    """
    from sudokubench.actions.rules import called

    echo(folded("\n".join(called(name, lang).lines())))
    return codes().first


@rules.command("verify")
@click.argument("file", required=False)
@click.option(
    "--order",
    type=click.Choice(get_args(Order)),
    help="Explain each case in this order, too, and tell whether its technique is named.",
)
@language_option()
@json_option()
def verify_rules(file: str | None, order: Order | None, lang: Language, as_json: bool) -> int:
    """Run the rules over a technique library in HoDoKu's line format and report each case.

    Without FILE over the bundled positions: for each rule one of a puzzle where all cheaper rules are used up.

    A case passes if some step of its technique has just the expected conclusion; strictly, if explain could choose it.
    A rule that finds what a solution contradicts is named as unsound, with the state that shows it.
    """
    from sudokubench.actions.rules import named, passed, tried
    from sudokubench.data import positions
    from sudokubench.logic.configuration import ORDERS

    library = positions() if file is None else text_of(file)
    cases, watch = [], Watch(lang)
    for found in tried(library, file or "positions", watch, ORDERS[order]() if order else None):
        cases.append(found)
        codes().note(Code.DISAGREEMENT, found.result.wrong)
        if as_json:
            json_line(**found.as_json(lang))
            continue
        if found.result.wrong or not found.result.passed:
            echo(found.told.to(lang))
        if found.renamed:
            echo(found.renamed.to(lang))
    watch.remark(passed(cases))
    if order:
        watch.remark(named(cases))
    return codes().first
