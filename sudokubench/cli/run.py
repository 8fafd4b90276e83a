"""`sudokubench run`."""

from __future__ import annotations

import sys
from dataclasses import replace
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from sudokubench.cli import options, words
from sudokubench.cli.engine_options import backend_option, backends_of, execution_options, executor_of
from sudokubench.cli.exit_codes import Code
from sudokubench.cli.output import Watch, counts_of, echo, json_line, print_table
from sudokubench.cli.puzzle_arguments import Puzzles, tell_skipped
from sudokubench.errors import UsageError, installing, printable
from sudokubench.words import Words, amount

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sudokubench.harness.corpus import Item
    from sudokubench.harness.disagreement import Disagreement
    from sudokubench.harness.runner import Judged, SharedJudgement
    from sudokubench.harness.summary import Summary


@click.command()
@click.argument("corpus", nargs=-1)
@backend_option("all")
@click.option(
    "--task",
    type=click.Choice(["solve", "unique", "count"]),
    default="unique",
    help="The question: find a solution, find whether it is the only one, or count all.",
)
@click.option(
    "--limit",
    type=options.SOLUTIONS,
    help="Stop after this number of solutions; default: solve 1, unique 2, count all.",
)
@click.option(
    "--repeat",
    type=options.Whole(1),
    default=1,
    help="Rounds through the corpus; times get intervals with five or more.",
)
@options.puzzle_options
@options.results_option
@click.option("--no-store", is_flag=True, help="Write nothing to disk; the records are discarded at the end.")
@click.option("--resume", is_flag=True, help="Continue the latest run of the same plan, or start one.")
@click.option(
    "--strict", is_flag=True, help="Exit with 6 if any puzzle stays undecided, for example by a timeout."
)
@click.option(
    "--seed", type=int, help="Seed of the order of the backends, which changes from chunk to chunk."
)
@click.option("--scramble", type=int, metavar="SEED", help="Replace each board by a random equivalent one.")
@execution_options
@options.wide_option
@options.data_options
def run(
    puzzles: Puzzles,
    backend: str,
    task: str,
    limit: int | None,
    repeat: int,
    results: str,
    no_store: bool,
    resume: bool,
    strict: bool,
    seed: int | None,
    scramble: int | None,
    wide: bool,
    as_json: bool,
    **execution: Any,
) -> None:
    """Run several backends on a corpus; compare answers and times.

    CORPUS is a file (one board a line, or grids), - for standard input, a bundled set, a named problem such as
    tromino:9, or a board as text. Without CORPUS, the command reads standard input if it is piped, and the
    bundled puzzles otherwise. Every record goes to DIR/runs.db.
    """
    if no_store:
        if resume:
            raise UsageError(words.RESUME_OR_NO_STORE)
        options.refuse_results("--no-store")
    from sudokubench.actions import run
    from sudokubench.backends import spec_of
    from sudokubench.data import EVERYTHING
    from sudokubench.formats.puzzle_json import problem_to_json
    from sudokubench.harness.corpus import Corpus, digests, is_stream
    from sudokubench.harness.finding import Task
    from sudokubench.harness.plan import Plan
    from sudokubench.harness.skipped import Skipped
    from sudokubench.harness.store import Store

    engines = backends_of(backend)
    given = puzzles.names or (("-",) if options.is_piped() else ())
    puzzles = replace(puzzles, names=given or (EVERYTHING,))
    form, problem = puzzles.read_as()
    plan = Plan(
        corpora=tuple(map(printable, puzzles.names)),
        backends=tuple(map(spec_of, engines)),
        task=Task(task),
        limit=limit or Task(task).limit,
        repeat=repeat,
        form=form,
        seed=seed,
        scramble=scramble,
        digests=digests(given, required=resume),
        layout=None if problem is None else problem.name or problem_to_json(problem),
    )
    skipped = Skipped()
    entries: Iterable[Item] = puzzles.entries_and_rows()
    if not any(map(is_stream, puzzles.names)):
        entries = Corpus(puzzles.names, form, problem, skipped)
    watch = _RunWatch(as_json, lambda: puzzles.count(repeat))
    with Store(None if no_store else results) as store, executor_of(execution, repeat) as executor:
        made = run.run(plan, entries, engines, executor, store, resume=resume, argv=sys.argv, observer=watch)
        summary = made.summary
        tell_skipped(skipped)
        if as_json:
            json_line(**made.as_json())
        else:
            for table in made.tables(watch):
                print_table(table, watch.language, wide)
            _print_totals(summary)
            if store.lasting and made.run:
                watch.remark(_next(made.run, str(store.path), results))
    watch.codes.note(Code.BAD_INPUT, summary.bad_entries)
    watch.codes.note(Code.DISAGREEMENT, summary.disagreements or summary.wrong)
    watch.codes.note(Code.FAILED, summary.failures or (strict and summary.undecided))


class _RunWatch(Watch):
    """Prints records as they arrive, if the output is JSON."""

    def __init__(self, as_json: bool, total: Callable[[], int | None]) -> None:
        super().__init__(total=total)
        self._as_json = as_json

    def judged(self, puzzle: Judged, trouble: Disagreement | None) -> None:
        self.codes.note(Code.DISAGREEMENT, trouble)
        if self._as_json:
            for record in puzzle.records():
                json_line(**record)
            if trouble:
                json_line(**trouble.as_json(puzzle.entry, puzzle.verdicts))

    def alike(self, puzzles: SharedJudgement) -> None:
        if self._as_json:
            super().alike(puzzles)


def _next(run: str, path: str, results: str) -> Words:
    """Return a remark: where the records are, and which command makes a page of them."""
    from importlib.util import find_spec

    command = "sudokubench report" + (f" --results {quote(results)}" if results != "results" else "")
    where = words.WHERE_RECORDS_ARE.format(run=run, path=path, command=command)
    if not all(map(find_spec, ("altair", "vl_convert", "jinja2"))):
        where += words.AFTER.format(command=installing("report"))
    return where


def _print_totals(summary: Summary) -> None:
    from sudokubench.report.words import VERDICT_WORDS

    verdicts = counts_of({verdict.value: n for verdict, n in summary.verdicts.items()}, VERDICT_WORDS)
    echo(words.VERDICTS.format(counts=verdicts) if summary.verdicts else words.NO_PUZZLES)
    disagreements = amount(summary.disagreements, words.DISAGREEMENTS)
    wrong = amount(summary.wrong, words.WRONG_ANSWERS)
    totals = words.RUN_TOTALS.format(disagreements=disagreements, wrong=wrong)
    if summary.errors:
        totals += words.RUN_ERRORS.format(errors=amount(summary.errors, words.ERRORS))
    echo(totals)
