"""`sudokubench rules`."""

from __future__ import annotations

from typing import get_args

import click

from sudokubench.cli.exit_codes import Code, codes
from sudokubench.cli.files import text_of
from sudokubench.cli.options import FILE, ListGroup, data_options, language_option
from sudokubench.cli.output import Watch, echo, json_line, print_result
from sudokubench.logic.search_settings import Order
from sudokubench.words import Language


@click.group(cls=ListGroup)
def rules() -> None:
    """List, show and verify the rules of human logic."""


@rules.command("list")
@language_option()
@data_options
def list_rules(lang: Language, as_json: bool) -> None:
    """List every rule, easiest first, with its values on both scales."""
    from sudokubench.actions.rules import listed

    for rule in listed(lang):
        print_result(rule, as_json, str(rule))


@rules.command("show")
@click.argument("name")
@language_option()
@data_options
def show_rule(name: str, lang: Language, as_json: bool) -> None:
    """Show what a rule says, its values, its properties and its source.

    NAME is a name of `rules list`, such as x_wing, or the name in texts: X-Wing.
    """
    from sudokubench.actions.rules import called

    rule = called(name, lang)
    print_result(rule, as_json, rule.lines())


@rules.command("verify")
@click.argument("file", required=False, type=FILE)
@click.option(
    "--order",
    type=click.Choice(get_args(Order)),
    help="Also explain each case in this order, and tell whether the explanation names its technique.",
)
@language_option()
@data_options
def verify_rules(file: str | None, order: Order | None, lang: Language, as_json: bool) -> None:
    """Run the rules on a technique library in HoDoKu's line format, and report each case.

    Without FILE, the command uses the bundled positions. Most rules have a position where no easier rule applies.

    A case passes if a step of its technique has exactly the expected conclusion; it passes strictly if explain can
    choose that step. If a step contradicts the solution, the command reports its rule as unsound, with the state.
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
            echo(found.summary.to(lang))
        if found.renamed:
            echo(found.renamed.to(lang))
    watch.remark(passed(cases))
    if order:
        watch.remark(named(cases))
