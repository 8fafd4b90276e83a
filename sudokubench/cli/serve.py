"""`sudokubench serve`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sudokubench.cli.codes import codes
from sudokubench.cli.options import Whole, language_option, one_entry, puzzle_options, results_option
from sudokubench.cli.output import echo, remark
from sudokubench.words import Words

if TYPE_CHECKING:
    from sudokubench.words import Language


@click.command()
@click.argument("puzzle", required=False)
@click.option(
    "--port",
    type=Whole(0, 65535),
    default=0,
    metavar="N",
    help="Listen on this port; a free one if not given.",
)
@click.option("--no-browser", is_flag=True, help="Print the address only.")
@puzzle_options
@results_option()
@language_option("Language of the page, which has a switch.")
def serve(
    puzzle: str | None,
    port: int,
    no_browser: bool,
    form: str | None,
    layout: str | None,
    results: str,
    lang: Language,
) -> int:
    """Play, explain, make and race puzzles on a page in the browser, on this machine only; Ctrl-C ends it.

    PUZZLE is a board as text, a file or - for standard input. The page asks the same functions as the commands, under
    /api; /api/openapi.json describes that. Its races are runs, kept in DIR/runs.db.
    """
    from urllib.parse import urlencode

    from sudokubench.errors import InputError
    from sudokubench.logic.texts import messages
    from sudokubench.web import server

    server.require()
    state: dict[str, str] = {"lang": lang}
    if puzzle is not None:
        entry = one_entry(puzzle, form, layout)
        if entry.board is None:
            raise InputError(messages.NO_BOARD.format(puzzle=entry.text))
        state = {"p": entry.text, **state}
    found = server.listening(port)
    address = f"http://{server.HOST}:{found.getsockname()[1]}/#{urlencode(state)}"
    echo(address)
    remark(_SERVING.to(lang))
    if not no_browser:
        server.show(address)
    server.serve(found, results)
    return codes().first


_SERVING = Words(
    "serving this machine only; Ctrl-C ends it", "このコンピューターだけに公開しています。終了は Ctrl-C"
)
