"""`sudokubench runs`."""

from __future__ import annotations

import json

import click

from sudokubench.actions.words import BACKENDS, RECORDS, RUNS
from sudokubench.cli import options, stdout, words
from sudokubench.cli.output import Watch, echo, json_line, padded, remark
from sudokubench.words import amount, untranslated


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
@click.option(
    "-o", "--output", type=options.FILE, help="File; .gz compresses it. Standard output if not given."
)
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
        remark(words.IN_FILE.format(n=amount(count, words.ROWS), file=output))


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
