"""`sudokubench runs`, `report`, `compare`, `history` and `rank`."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sudokubench.actions.words import BACKENDS, RECORDS, RUNS
from sudokubench.cli import options, stdout, words
from sudokubench.cli.errors import Refused
from sudokubench.cli.exit_codes import Code
from sudokubench.cli.files import write_files
from sudokubench.cli.output import Watch, echo, json_line, padded, print_table, remark
from sudokubench.cli.puzzle_arguments import Puzzles
from sudokubench.errors import UsageError, writing
from sudokubench.harness.words import NOT_WRITTEN
from sudokubench.words import Language, amount, untranslated

if TYPE_CHECKING:
    from sudokubench.actions.report import Comparison


@click.group(cls=options.ListGroup)
def runs() -> None:
    """List, show, export or delete the runs of a results folder.

    A RUN is an id or its beginning, `last`, or a file that `runs export` wrote.
    """


@runs.command("list")
@options.results_option
@options.data_options
def list_runs(results: str, as_json: bool) -> None:
    """List the runs, one a line, the oldest first."""
    from sudokubench.actions import report

    watch = Watch()
    found = report.runs(results, watch)
    for run in found:
        if as_json:
            json_line(**run.as_dict())
        else:
            kinds = [words.RACE] * run.is_race + [words.UNFINISHED] * (not run.finished)
            state = "".join(f"  {kind.to(watch.language)}" for kind in kinds)
            records, n = amount(run.records, RECORDS), len(run.backends)
            backends = run.backends[0] if n == 1 else amount(n, BACKENDS)
            echo(f"{run.run}  {padded(records, -17)}  {padded(backends, 12)}  {', '.join(run.corpus)}{state}")
    if not found:
        remark(words.NO_RUN.format(folder=results))


@runs.command("show")
@click.argument("run", default="last")
@options.results_option
@options.data_options
def show_run(run: str, results: str, as_json: bool) -> None:
    """Show a run with its manifest."""
    from sudokubench.actions import report

    watch = Watch()
    found = report.run(run, results, watch)
    if as_json:
        json_line(**found.as_dict(), manifest=found.manifest)
        return
    finished = untranslated(found.finished) if found.finished else words.NOT_FINISHED
    corpus, backends = ", ".join(found.corpus), ", ".join(found.backends)
    echo(
        words.SHOWN_RUN.format(run=found.run, started=found.started, finished=finished, corpus=corpus,
                         backends=backends, records=f"{found.records:,}")
    )  # fmt: skip
    echo(json.dumps(found.manifest, indent=2, ensure_ascii=False))


@runs.command()
@click.argument("run", nargs=-1)
@click.option(
    "--to",
    "form",
    type=click.Choice(["csv", "jsonl", "parquet", "aslib"]),
    help="Form; by default that of the file name, else jsonl. aslib writes a folder.",
)
@click.option("-o", "--output", metavar="FILE", help="File; .gz compresses it. Standard output if not given.")
@click.option("--classes", is_flag=True, help="Add class_id, which equivalent boards share.")
@options.results_option
def export(run: tuple[str, ...], form: str | None, output: str | None, classes: bool, results: str) -> None:
    """Write every record with its puzzle, for pandas, polars or a spreadsheet.

    JSON Lines also hold the manifest, so every command that takes a RUN can read them. aslib writes a scenario of the
    algorithm selection library: performance, run status and features of the puzzles.
    """
    from sudokubench.actions import report

    watch = Watch()
    output = None if output == "-" else output
    count = report.export(run, output or stdout.data().buffer, form, results, watch, classes=classes)
    if output:
        remark(words.IN_FILE.format(n=amount(count, words.LINES), file=output))


@runs.command()
@click.argument("run", nargs=-1)
@click.option(
    "--keep", type=options.Whole(0), metavar="N", help="Select all finished runs except the latest N."
)
@click.option("--unfinished", is_flag=True, help="Select all runs that were interrupted and never resumed.")
@click.option("--yes", is_flag=True, help="Delete the runs; without it the command only lists them.")
@options.results_option
@options.data_options
def gc(
    run: tuple[str, ...], keep: int | None, unfinished: bool, yes: bool, results: str, as_json: bool
) -> None:
    """Delete runs, and free their space."""
    from sudokubench.actions import report

    doomed = report.obsolete(run, results, keep, unfinished)
    for one in doomed:
        if as_json:
            json_line(**one.as_dict())
        else:
            echo(untranslated(f"{one.run}  ") + amount(one.records, RECORDS))
    if not doomed:
        remark(words.NOTHING_TO_DELETE)
    else:
        if yes:
            report.delete(doomed, results)
        remark((words.DELETED if yes else words.WOULD_BE_DELETED).format(runs=amount(len(doomed), RUNS)))


@click.command()
@click.argument("run", nargs=-1)
@click.option(
    "--html", metavar="FILE", help="File of the page; RUN.html in the results folder if no output is named."
)
@click.option("--svg", metavar="DIR", help="Write every plot as SVG.")
@click.option("--png", metavar="DIR", help="Write every plot as PNG.")
@click.option("--pdf", metavar="DIR", help="Write every plot as PDF.")
@click.option("--vega", metavar="DIR", help="Write every plot as Vega-Lite, to edit it.")
@click.option(
    "--markdown", metavar="FILE", help="Write summary and tables as Markdown; - for standard output."
)
@click.option("--latex", metavar="FILE", help="Write summary and tables as LaTeX; - for standard output.")
@click.option(
    "--tex",
    metavar="DIR",
    help="Write the tables, except those of plots and single puzzles, as LaTeX for \\input, at most as wide as the "
    "text of an article.",
)
@click.option("--csv", metavar="DIR", help="Write every table, including the data of the plots, as CSV.")
@options.language_option("Language; the page has both.")
@click.option(
    "--human", "ratings", metavar="FILE", help="CSV file with human difficulty: columns puzzle and rating."
)
@options.results_option
def report(
    run: tuple[str, ...],
    html: str | None,
    markdown: str | None,
    latex: str | None,
    tex: str | None,
    csv: str | None,
    lang: Language,
    ratings: str | None,
    results: str,
    **plots: str | None,
) -> None:
    """Write an offline page, plots and tables of one or more runs.

    A RUN is an id or its beginning, `last` (if none is given), or a file that `runs export` wrote; several are pooled.
    Drawing needs the extra `report`.
    """
    from sudokubench.actions import report
    from sudokubench.report import draw, text
    from sudokubench.report.model import Severity

    if "-" in (*plots.values(), tex, csv):
        raise UsageError(words.FOLDER_NEEDED)
    if (html, markdown, latex).count("-") > 1:
        raise UsageError(words.ONE_FILE_ONLY)
    wants_page = html is not None or not any((*plots.values(), markdown, latex, tex, csv))
    if wants_page or any(plots.values()):
        draw.require()
    watch = Watch(lang)
    made = report.report(run, results, ratings, watch)
    if wants_page:
        # The id of a run in an exported file may have any characters.
        name = f"{re.sub(r'[^0-9A-Za-z_-]', '_', made.run)}.html"
        _write("--html", html or str(Path(results) / name), made.page(lang))
    for form, folder in plots.items():
        if folder:
            write_files(f"--{form}", folder, made.pictures("vl.json" if form == "vega" else form, lang))
            remark(words.IN_FILE.format(n=amount(len(made.report.figures), words.PLOTS), file=folder))
    if markdown:
        _write("--markdown", markdown, text.markdown(made.report, lang))
    if latex:
        _write("--latex", latex, text.latex(made.report, lang))
    for folder, write in ((tex, partial(text.latex_files, language=lang)), (csv, text.csv_files)):
        if folder:
            tables = write(made.report, folder)
            remark(words.IN_FILE.format(n=amount(len(tables), words.TABLES), file=folder))
    for one in made.report.remarks:
        if one.level is Severity.ALARM:
            remark(one.text)


def _write(option: str, target: str, content: str) -> None:
    """Write the file that an option names, in a folder that exists; for `-` write to standard output."""
    data = content.encode()
    if target == "-":
        stdout.data().buffer.write(data)
        return
    with writing(NOT_WRITTEN, file=f"{option} {target}"):
        Path(target).write_bytes(data)
    remark(untranslated(f"{target}, {len(data) / 1e6:.2f} MB"))


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
    watch.codes.note(Code.UNTOLD, strict and found.untold)
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


@click.command()
@click.argument("run", nargs=-1)
@click.option(
    "-b",
    "--backend",
    multiple=True,
    metavar="NAME[,NAME]",
    help="Only these backends; sat includes all its options.",
)
@click.option("--html", metavar="FILE", help="Also write an offline page with a plot for each backend.")
@options.language_option("Language; the page has both.")
@options.results_option
@options.wide_option
@options.data_options
def history(
    run: tuple[str, ...],
    backend: tuple[str, ...],
    html: str | None,
    lang: Language,
    results: str,
    wide: bool,
    as_json: bool,
) -> None:
    """Follow backends over many runs and versions.

    The command compares all runs of the folder, or the named ones, on the puzzles that they share, the oldest run
    first. It leaves out runs of other corpora or questions, and names them. For each run it shows what is new
    (versions, commit, machine) and its time relative to the first run. It shows the change since the previous run if
    `compare` reports a change, which needs runs with --repeat 5.
    """
    from sudokubench.actions import report
    from sudokubench.backends.registry import parted
    from sudokubench.report import draw, history
    from sudokubench.report.page import page

    if html:
        draw.require()
    watch = Watch(lang)
    found = report.history(run, results, parted(",".join(backend)), watch)
    if html:
        _write("--html", html, page(history.report(found), None, lang))
    if as_json:
        for row in found.as_dicts():
            json_line(schema="sudokubench.history/1", **row)
    else:
        print_table(history.table(found) if wide else history.brief(found), lang, wide)
