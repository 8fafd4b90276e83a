"""`sudokubench why`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from sudokubench.cli import OK
from sudokubench.cli.logic import language_option, no_solution, one_board, prover_of, time_option
from sudokubench.cli.output import form_option, json_line, json_option

if TYPE_CHECKING:
    from sudokubench.layout import Layout
    from sudokubench.words import Language


@click.command()
@click.argument("puzzle")
@click.argument("candidate")
@form_option()
@language_option()
@time_option(10)
@json_option()
def why(
    puzzle: str, candidate: str, form: str | None, lang: Language, time_limit: float, as_json: bool
) -> int:
    """Tell the smallest set of clues and houses that forces or forbids a candidate.

    PUZZLE is one board as text, a file or -; CANDIDATE is written R3C4#5 (row 3, column 4, digit 5). The board may
    have several solutions: forced is what all of them have, forbidden what none has.
    """
    from sudokubench.answer import Budget, Verdict
    from sudokubench.errors import InputError
    from sudokubench.logic.texts import messages
    from sudokubench.logic.why import why as ask
    from sudokubench.solving import solve

    if _CANDIDATE.fullmatch(puzzle) and not _CANDIDATE.fullmatch(candidate):
        puzzle, candidate = candidate, puzzle
    board, called = one_board(puzzle, form)
    option = _option(board.layout, candidate)
    # Without a solution everything would be forced, and forbidden, too.
    verdict = solve(board, limit=1, budget=Budget(seconds=time_limit)).verdict
    if verdict is Verdict.NONE:
        raise InputError(no_solution(board, called, time_limit))
    if verdict is Verdict.UNDECIDED:
        raise InputError(f"{called}: the time limit of {time_limit:g} s ran out before a solution was found")
    found = ask(board, option, prover_of(board.layout), seconds=time_limit)
    name = board.layout.option_name(option)
    if found is None:
        if as_json:
            json_line(schema="sudokubench.why/1", puzzle=str(board), candidate=name, verdict="open")
        else:
            click.echo(messages.OPEN.format(candidate=name).to(lang))
        return OK
    layout, geometry = board.layout, prover_of(board.layout).geometry
    clues = [layout.option_name(o) for o in found.clues]
    items = [geometry.item_name(item) for item in found.items]
    how = "forced" if found.forced else "forbidden"
    if as_json:
        json_line(
            schema="sudokubench.why/1", puzzle=str(board), candidate=name, verdict=how, clues=clues,
            forbidden=[layout.option_name(o) for o in found.forbidden], items=items, optimal=found.optimal,
        )  # fmt: skip
        return OK
    facts = [messages.CLUE.format(candidate=clue) for clue in clues]
    facts += [messages.RULED_OUT.format(candidate=layout.option_name(option)) for option in found.forbidden]
    for item in items:
        house, _, digit = item.partition("#")
        needed = messages.PLACE_NEEDED if digit else messages.CELL_NEEDED
        facts.append(needed.format(house=house, digit=digit, cell=item))
    count = (messages.ONE_FACT if len(facts) == 1 else messages.FACTS).format(count=len(facts))
    title = messages.FORCED if found.forced else messages.FORBIDDEN
    click.echo(title.format(candidate=name, facts=count).to(lang))
    for fact in facts:
        click.echo(f"  {fact.to(lang)}")
    click.echo((messages.SMALLEST if found.optimal else messages.IRREDUCIBLE).to(lang))
    return OK


_CANDIDATE = re.compile(r"[Rr]([0-9]{1,2})[Cc]([0-9]{1,2})#(\w{1,2})", re.ASCII)


def _option(layout: Layout, text: str) -> int:
    """The option that R3C4#5 names; the digit is a number or a symbol of the layout."""
    from sudokubench.errors import UsageError

    match = _CANDIDATE.fullmatch(text)
    n = layout.size
    if match:
        row, column = int(match[1]), int(match[2])
        digit = int(match[3]) if match[3].isdigit() else layout.symbols.find(match[3].upper()) + 1
        if 1 <= row <= n and 1 <= column <= n and 1 <= digit <= n:
            return layout.option(n * (row - 1) + column - 1, digit)
    raise UsageError(f"{text!r}: a candidate of {layout} is written like R3C4#2, each number from 1 to {n}")
