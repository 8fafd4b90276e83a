"""`sudokubench compare` and `rank`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sudokubench.cli import options, words
from sudokubench.cli.errors import Refused
from sudokubench.cli.exit_codes import Code
from sudokubench.cli.output import Watch, json_line, print_table, remark
from sudokubench.cli.puzzle_arguments import Puzzles
from sudokubench.words import Language

if TYPE_CHECKING:
    from sudokubench.actions.report import Comparison


@click.command()
@click.argument("a")
@click.argument("b")
@click.option(
    "--fail-on",
    multiple=True,
    metavar="wrong|regression:N%",
    help="Exit with 3 if B has wrong answers, or if a backend is more than N % slower; repeatable.",
)
@click.option("--strict", is_flag=True, help="Exit with 7 if the data cannot tell whether B is slower.")
@click.option("--live", is_flag=True, help="A and B are backends or versions; measure them now, in turns.")
@click.option(
    "-b",
    "--backend",
    metavar="NAME[,NAME]",
    help="Live: measure these backends; A and B are then versions: commits or folders.",
)
@click.option("--corpus", multiple=True, metavar="CORPUS", help="Live: the puzzles, as for run.")
@click.option(
    "--seconds",
    type=options.SECONDS,
    metavar="S",
    help="Live: time limit for each backend, in seconds; 60 if not given.",
)
@click.option(
    "--width",
    type=options.Number(0, 100, min_open=True),
    metavar="P",
    help="Live: stop when the interval is ±P % or narrower; 2 if not given.",
)
@click.option(
    "--task", type=click.Choice(["solve", "unique", "count"]), help="Live: the question; unique if not given."
)
@click.option("--seed", type=int, help="Live: seed of the order of puzzles and sides; 0 if not given.")
@options.language_option()
@options.results_option
@options.wide_option
@options.data_options
def compare(
    a: str,
    b: str,
    fail_on: tuple[str, ...],
    strict: bool,
    live: bool,
    lang: Language,
    results: str,
    wide: bool,
    as_json: bool,
    **how: Any,
) -> None:
    """Tell what is faster, slower, wrong or new in run B compared with run A.

    The command compares CPU times on the puzzles that both runs have, with 95 % intervals over puzzles and rounds
    (both runs need --repeat 5). Both runs time fixed pieces of work, which show how the machine changed; the intervals
    include that change. A change of speed, or a regression, is reported only if the whole interval lies beyond 5 %.

    With --live nothing is stored: processes of A and B take turns on the same puzzles until the interval is narrow
    enough. Examples: compare --live dlx sat; compare --live HEAD~1 HEAD --backend dlx.
    """
    watch = Watch(lang)
    if live:
        options.refuse_results("--live")
        found = _live(a, b, fail_on, watch, how)
    elif given := [name for name, value in how.items() if value not in {None, ()}]:
        raise Refused(words.WITH_LIVE.format(option=f"--{given[0]}"))
    else:
        from sudokubench.actions import report
        from sudokubench.backends.registry import names

        if {one.partition(":")[0] for one in (a, b)} <= set(names()):
            raise Refused(words.BACKENDS_NOT_RUNS.format(a=a, b=b))
        found = report.compared(a, b, results, fail_on, watch)
    for message in found.differences:
        remark(message)
    if as_json:
        for row in found.as_dicts():
            json_line(schema="sudokubench.change/1", **row)
    else:
        print_table(found.table, lang, wide)
    for message in (*found.failures, *found.untold):
        remark(message)
    watch.codes.note(Code.UNTOLD, strict and any(change.why for change in found.changes))
    watch.codes.note(Code.DISAGREEMENT, found.failures)


def _live(a: str, b: str, fail_on: tuple[str, ...], watch: Watch, how: dict[str, Any]) -> Comparison:
    from sudokubench.actions.live import live
    from sudokubench.data import EVERYTHING
    from sudokubench.harness.finding import Task

    entries, task = Puzzles(how["corpus"] or (EVERYTHING,)).entries(), Task(how["task"] or "unique")
    return live(
        a, b, entries, how["backend"] or "", task, seconds=how["seconds"] or 60.0, width=(how["width"] or 2.0) / 100,
        fail_on=fail_on, seed=how["seed"] or 0, observer=watch,
    )  # fmt: skip


@click.command()
@click.argument("run", nargs=-1)
@options.language_option()
@options.results_option
@options.wide_option
@options.data_options
def rank(run: tuple[str, ...], lang: Language, results: str, wide: bool, as_json: bool) -> None:
    """Rank backends in four ways, and tell how certain the order is.

    The four ways are the geometric mean of the time relative to the best, PAR-2, Borda and Bradley-Terry. Places have
    95 % intervals.
    """
    from sudokubench.actions import report
    from sudokubench.report.tables import of_one_interval

    watch = Watch(lang)
    table = report.rank(run, results, watch)
    if not table.rows:
        remark(words.NO_BACKEND)
    elif as_json:
        for row in table.as_dicts():
            json_line(schema="sudokubench.rank/1", **row)
    else:
        print_table(table if wide else of_one_interval(table), lang, wide)
