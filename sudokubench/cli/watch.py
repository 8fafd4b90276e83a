"""`sudokubench watch`."""

from __future__ import annotations

import sys
from collections.abc import Set
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

import click

from sudokubench.cli import step_keys
from sudokubench.cli.engine_options import backend_option
from sudokubench.cli.files import file_of, text_of, write_files
from sudokubench.cli.options import DIR, FILE, Whole, data_options, language_option, takes_puzzles
from sudokubench.cli.output import Watch, echo, json_line
from sudokubench.cli.puzzle_arguments import Puzzles, each_puzzle
from sudokubench.cli.stdout import data
from sudokubench.cli.words import NOT_REPLAYED, SEVERAL_PUZZLES
from sudokubench.errors import InputError, UsageError
from sudokubench.logic.limits import MAX_BYTES, MOST_STEPS
from sudokubench.words import Language

if TYPE_CHECKING:
    from sudokubench.harness.corpus import Entry
    from sudokubench.pages.dance import Dance


@click.command()
@backend_option("dlx", "NAME", "An engine that reports its search: dlx, dlx:kernel=nodes or algorithm_x.")
@click.option(
    "--steps", "limit", type=Whole(1, 50_000), default=MOST_STEPS, metavar="N", help="Stop after N steps."
)
@click.option("--html", type=FILE, help="Write a self-contained page with a slider to FILE.")
@click.option("--svg", "folder", type=DIR, help="Draw the start and each step into DIR/STEP.svg.")
@click.option("--replay", type=FILE, help="Show a trace that --json wrote, instead of a new one.")
@takes_puzzles()
@language_option()
@data_options
def watch(
    puzzles: Puzzles,
    backend: str,
    limit: int,
    html: str | None,
    folder: str | None,
    replay: str | None,
    lang: Language,
    as_json: bool,
) -> None:
    """Watch an engine search for an exact cover, step by step.

    PUZZLE is a named problem such as knuth:example, tromino:5-0 or queens:6, or a board as for `solve`. In a
    terminal, keys go forward and back; elsewhere the command prints the search tree as text.
    """
    from sudokubench.actions import watch
    from sudokubench.pages import dance_page, dance_text
    from sudokubench.pages.dance import Dance

    source = click.get_current_context().get_parameter_source
    for name, option in (("backend", "--backend"), ("limit", "--steps")) if replay else ():
        if source(name) is not click.core.ParameterSource.DEFAULT:
            raise UsageError(NOT_REPLAYED.format(option=option))
    kept = None if replay is None else text_of(replay, MAX_BYTES)
    observer = Watch(lang)

    def show(entry: Entry, number: int) -> None:
        if number and replay is not None:
            raise UsageError(SEVERAL_PUZZLES.format(puzzle=" ".join(puzzles.names)))
        try:
            found = watch.watch(entry.puzzle, backend, most_steps=limit, kept=kept)
        except InputError as error:
            raise (error.at(replay) if replay else error) from None
        if html is not None:
            page = dance_page.page(Dance(found), lang)
            with file_of(html, "--html", number, puzzles.names) as file:
                file.write(page)
        if folder is not None:
            before = f"{number:04}-" if number else ""
            drawings = enumerate(dance_page.frames(Dance(found), lang))
            drawn = ((f"{before}{step:04}.svg", text.encode()) for step, text in drawings)
            write_files("--svg", folder, drawn)
        if as_json:
            json_line(**watch.as_json(found, lang))
        elif html is not None or folder is not None:
            observer.remark(dance_text.end(found))
        elif sys.stdin.isatty() and data().isatty():
            _walk(Dance(found), lang)
        else:
            for line in dance_text.lines(found, lang):
                echo(line)

    each_puzzle(puzzles.entries(), observer, show)


_STYLES = {
    "now": "white on red", "hit": "on rgb(90,40,45)", "open": "on rgb(25,80,50)", "off": "dim",
    "leave": "black on yellow", "back": "black on green", "pick": "bold cyan", "kept": "cyan",
}  # fmt: skip
"""Terminal styles, by the kind of change."""


def _walk(dance: Dance, lang: Language) -> None:
    """Let the user go through the steps of a search with the keyboard."""
    from rich.console import Console
    from rich.text import Text

    from sudokubench.logic.words import STEP_OF
    from sudokubench.pages import dance_text
    from sudokubench.pages.words import DANCE_KEYS, DANCE_LEGEND

    news, texts, states = list(dance.news()), list(dance_text.sentences(dance.trace)), dance.trace.states()

    def show(at: int, on: Set[str]) -> None:
        console = Console(highlight=False, markup=False, emoji=False)
        look = reduce(or_, news[: at + 1])
        picture = dance_text.picture(dance, states[at])
        head = STEP_OF.format(number=at, steps=len(news) - 1).to(lang)
        lines = [
            Text(f"{dance.trace.puzzle}  {dance.trace.backend}  {dance_text.end(dance.trace).to(lang)}"),
            Text(f"{head}    {DANCE_KEYS.to(lang)}"),
            Text(DANCE_LEGEND.to(lang), "dim"),
            Text(f"\n{texts[at].to(lang)}\n", "bold"),
        ]
        if "l" in on:
            changes = enumerate(dance_text.changes(dance, at), 1)
            lines += [Text(f"{n:3}. {words.to(lang)}") for n, words in changes][: console.height - 8]
        else:
            room = console.height - 8 - picture.count("\n") - 1
            for spans in dance_text.matrix(dance, look, console.width, max(room, 8), lang):
                lines.append(Text.assemble(*((text, _STYLES.get(kind, "")) for text, kind in spans)))
            lines += [Text(f"\n{picture}"), Text(dance_text.branch(dance, look))]
        for line in lines:
            console.print(line, overflow="fold")

    step_keys.walk(len(news) - 1, show, "l")
