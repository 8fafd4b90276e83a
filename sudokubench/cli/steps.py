"""`sudokubench steps`."""

from __future__ import annotations

import click

from sudokubench.cli.files import written
from sudokubench.cli.options import FILE, Whole, data_options, language_option, results_option
from sudokubench.cli.output import Watch, echo, fit_to_terminal, json_line, json_lines, print_table
from sudokubench.cli.words import ONE_FORM
from sudokubench.errors import UsageError
from sudokubench.words import Language


@click.command()
@click.option(
    "--technique", "rules", multiple=True, metavar="NAME", help="Show cases of this rule: x_wing, or X-Wing."
)
@click.option(
    "-n",
    "--number",
    type=Whole(1),
    default=10,
    metavar="N",
    help="Number of cases of a rule; cases of different puzzles come first.",
)
@click.option(
    "--to",
    "form",
    type=click.Choice(["text", "hodoku"]),
    default="text",
    help="Form of the cases; hodoku is one line a case, as `rules verify` reads it.",
)
@click.option(
    "--html",
    "lesson",
    type=FILE,
    help="Write the cases to FILE as a self-contained page, to read or print.",
)
@language_option("Language; the page has both.")
@results_option
@data_options
def steps(
    rules: tuple[str, ...],
    number: int,
    form: str,
    lesson: str | None,
    lang: Language,
    results: str,
    as_json: bool,
) -> None:
    """Search the steps that `explain --store` kept.

    The command shows how often each rule was used. With --technique it shows cases of that rule: the grid before the
    step, and the step in words. --to hodoku and --html take cases of every rule unless --technique is given.
    """
    from sudokubench.actions import steps
    from sudokubench.logic.step_store import StepStore
    from sudokubench.logic.words import SIGNS
    from sudokubench.pages.lesson import page

    if (lesson is not None) + as_json + (form == "hodoku") > 1:
        raise UsageError(ONE_FORM)
    watch = Watch(lang)
    with StepStore(results, writing=False) as store:
        if not rules and lesson is None and form == "text":
            table = steps.frequencies(store, lang)
            if as_json:
                json_lines({"schema": "sudokubench.frequency/1", **row} for row in table.as_dicts())
            else:
                print_table(table.only("rule", "name", "steps", "puzzles"), lang)
            return
        found = steps.cases(store, rules, number, lines=form == "hodoku", observer=watch)
    if lesson is not None and found:
        with written(lesson, "--html") as file:
            assert file is not None
            file.write(page(found, lang))
        found = []
    elif found and form == "text" and not as_json:
        echo(f"{SIGNS.to(lang)}\n")
    for _, cases in found:
        for place, case in enumerate(cases, 1):
            if as_json:
                json_line(**steps.as_json(case, lang))
            else:
                echo(
                    steps.hodoku(case) if form == "hodoku" else fit_to_terminal(steps.text(case, place, lang))
                )
