"""`sudokubench serve`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sudokubench.cli.options import Whole, language_option, puzzle_options, results_option
from sudokubench.cli.output import Watch, echo, remark
from sudokubench.cli.puzzle_arguments import Puzzles, each_puzzle
from sudokubench.cli.words import SERVES_BOARDS, SERVING, SERVING_ALL
from sudokubench.errors import InputError
from sudokubench.words import Language

if TYPE_CHECKING:
    from sudokubench.harness.corpus import Entry


@click.command()
@click.argument("puzzle", nargs=-1)
@click.option(
    "--port",
    type=Whole(0, 65535),
    default=0,
    show_default=False,
    metavar="N",
    help="Port to listen on; a free one if not given.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="Address to listen on; an address that other machines reach needs --allow-host.",
)
@click.option(
    "--allow-host",
    multiple=True,
    metavar="NAME",
    help="Host name under which other machines may reach the server, with the token of the link; repeatable.",
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@puzzle_options
@results_option
@language_option("Language in which the page starts; a switch changes it.")
def serve(
    puzzles: Puzzles,
    port: int,
    host: str,
    allow_host: tuple[str, ...],
    no_browser: bool,
    results: str,
    lang: Language,
) -> None:
    """Play, explain and make puzzles, and race engines, on a page in the browser; Ctrl-C ends it.

    PUZZLE is a board as text, a file or - for standard input; the page opens many boards as a collection to leaf
    through, rate and print. The page calls the same functions as the commands, under /api; /api/openapi.json describes
    these calls. Races are stored in DIR/runs.db.
    """
    from urllib.parse import urlencode

    from sudokubench.web import server

    server.require()
    from sudokubench.web.access import Names

    names = Names.allowed(allow_host, host)
    boards = list[str]()

    def add(entry: Entry, number: int) -> None:
        if entry.board is None:
            raise InputError(SERVES_BOARDS.format(puzzle=entry.text))
        boards.append(entry.text)

    each_puzzle(puzzles.entries(), Watch(lang), add)
    if puzzles.names and not boards:
        return
    state = {"token": names.token, "p": boards[0] if len(boards) == 1 else None, "lang": lang}
    given = {name: value for name, value in state.items() if value is not None}
    found = server.listening(port, host)
    address = f"http://{names.at(found.getsockname()[1])[0]}/#{urlencode(given)}"
    echo(address)
    remark(SERVING if names.token is None else SERVING_ALL.format(host=host))
    if not no_browser:
        server.show(address)
    server.serve(found, results, names, boards)
