"""`sudokubench run`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from sudokubench.cli import BAD_INPUT, DISAGREEMENT, OK
from sudokubench.cli.execution import SOLUTIONS, execution_options, executor_of
from sudokubench.cli.interrupts import heed
from sudokubench.cli.output import (
    Progress,
    backend_option,
    backends_of,
    counted,
    duration,
    form_option,
    json_line,
    json_option,
    remark,
    tell_trouble,
)

if TYPE_CHECKING:
    from sudokubench.harness.runner import Judged
    from sudokubench.harness.summary import Summary


@click.command()
@click.argument("corpus", nargs=-1)
@backend_option("all")
@click.option("--task", type=click.Choice(["solve", "unique", "count"]), default="unique", show_default=True)
@click.option("--limit", type=SOLUTIONS, help="Stop at so many solutions; solve 1, unique 2, count all.")
@click.option(
    "--repeat", type=click.IntRange(1), default=1, show_default=True, help="How often each puzzle is asked."
)
@form_option()
@click.option("--results", default="results", show_default=True, metavar="DIR", help="Folder of the records.")
@click.option("--resume", is_flag=True, help="Continue the latest run of the same plan, or start one.")
@click.option("--seed", type=int, help="Shuffle the order of the backends, chunk by chunk, with this seed.")
@click.option("--scramble", type=int, metavar="SEED", help="Replace each board by a random equivalent one.")
@execution_options
@json_option()
def run(
    corpus: tuple[str, ...],
    backend: str,
    task: str,
    limit: int | None,
    repeat: int,
    form: str | None,
    results: str,
    resume: bool,
    seed: int | None,
    scramble: int | None,
    as_json: bool,
    **execution: Any,
) -> int:
    """Put a corpus to several backends, compare their answers and times.

    CORPUS is a file (one board a line, or grids), - for standard input, a bundled set, or a named problem such
    as tromino:9. Without one the bundled puzzles are used. Every record goes to DIR/runs.db. Exits with 3 if two
    backends contradict each other or one is refuted, with 4 if nothing in CORPUS is a puzzle.
    """
    from sudokubench.backends import spec_of
    from sudokubench.data import EVERYTHING
    from sudokubench.harness import corpus as corpora
    from sudokubench.harness.finding import Task
    from sudokubench.harness.noise import NoiseMeter
    from sudokubench.harness.plan import Plan, manifest
    from sudokubench.harness.runner import Judged, Unsupported
    from sudokubench.harness.runner import run as run_plan
    from sudokubench.harness.store import Store
    from sudokubench.harness.summary import Summary

    engines = backends_of(backend)
    names = [spec_of(engine) for engine in engines]
    plan = Plan(
        corpus or (EVERYTHING,), tuple(names), Task(task), limit or Task(task).limit, repeat, form, seed, scramble,
        corpora.digests(corpus, required=resume),
    )  # fmt: skip
    again = f"run --task {task}" + (f" --limit {limit}" if limit else "")
    summary, progress, noise = Summary(names), Progress("puzzle"), NoiseMeter()
    with Store(results) as store, executor_of(engines, execution) as executor:
        earlier = store.latest(plan.digest) if resume else None
        run_id = (
            earlier[0]
            if earlier
            else store.begin(plan, manifest(plan, sys.argv, executor.describe()), once=resume)
        )
        done = frozenset[int]()
        if earlier:
            done = store.positions(run_id)
            store.totals(run_id, summary)
            remark(
                f"run {run_id} {'is finished' if earlier[1] else 'goes on'}: {counted(len(done), 'puzzle')} in it"
            )
        entries = corpora.read(plan.corpora, form)
        chunks = run_plan(
            entries if scramble is None else corpora.scrambled(entries, scramble), engines, executor,
            limit=plan.limit, repeat=repeat, seed=seed, done=done.__contains__,
        )  # fmt: skip
        try:
            for event in store.recording(run_id, chunks, noise) if not (earlier and earlier[1]) else ():
                heed()
                if isinstance(event, Unsupported):
                    remark(f"{event.backend} leaves out {event.problem}: {event.reason}")
                elif isinstance(event, Judged):
                    summary.add(event)
                    if as_json:
                        _tell(event)
                    trouble = tell_trouble(event, engines, executor, again, plan.limit, as_json)
                    if trouble:
                        store.note_disagreement(
                            run_id, event.position, trouble.reasons, trouble.smallest, trouble.command
                        )
                    progress.step()
                else:
                    summary.bad_entries += 1
                    remark(str(event.error))
        except KeyboardInterrupt:
            progress.end()
            remark(
                f"interrupted; {counted(summary.puzzles, 'puzzle')} of run {run_id} kept in {store.path}; "
                "--resume goes on"
            )
            raise
        finally:
            progress.end()
    if as_json:
        json_line(
            schema="sudokubench.summary/1", run=run_id, puzzles=summary.puzzles, backends=names,
            disagreements=summary.disagreements, wrong=summary.wrong, errors=summary.errors,
        )  # fmt: skip
    else:
        _print_table(summary, task)
        if noise.warning:
            remark(noise.warning)
        remark(f"run {run_id}: records in {store.path}")
    if summary.disagreements or summary.wrong:
        return DISAGREEMENT
    return BAD_INPUT if summary.bad_entries and not summary.puzzles else OK


def _tell(event: Judged) -> None:
    """The records of a puzzle as JSON."""
    from sudokubench.harness.finding import said

    entry = event.entry
    for claim, category in zip(event.claims, event.judgement.categories, strict=True):
        shown = claim.finding.solutions
        json_line(
            schema="sudokubench.record/1", puzzle=entry.text, source=entry.source, line=entry.line,
            backend=claim.backend, repeat=claim.repeat, **said(claim.finding),
            solution=entry.shown(shown[0]) if shown else None, category=category.value,
            message=claim.finding.message,
        )  # fmt: skip


def _print_table(summary: Summary, task: str) -> None:
    """The table of a run, the fastest backend first."""
    from rich.console import Console
    from rich.table import Table

    fastest = max((t.per_second for t in summary.tallies.values()), default=0.0)
    table = Table(
        title=f"{counted(summary.puzzles, 'puzzle')}, task {task}", title_justify="left", header_style="bold"
    )
    table.add_column("backend")
    columns = ["solved", "wrong", "median", "p95", "puzzles/s", "encode", "solve", "decode", "slower by"]
    for column in columns:
        table.add_column(column, justify="right")
    batched = False
    asked = {name: tally for name, tally in summary.tallies.items() if tally.each_ns}
    partly = len({len(tally.each_ns) for tally in asked.values()}) > 1
    for name, tally in sorted(asked.items(), key=lambda pair: -pair[1].per_second):
        phases = (tally.encode_ns, tally.solve_ns, tally.decode_ns)
        shares = [f"{100 * ns / tally.total_ns:.0f} %" if tally.total_ns else "-" for ns in phases]
        star = "*" if tally.largest_batch > 1 else ""
        batched = batched or bool(star)
        table.add_row(
            name, f"{tally.solved:,}", f"[red]{tally.wrong:,}[/red]" if tally.wrong else "0",
            duration(tally.quantile_ns(0.5)) + star, duration(tally.quantile_ns(0.95)) + star,
            f"{tally.per_second:,.0f}", *shares,
            f"{fastest / tally.per_second:.2f}x" if tally.per_second else "-",
        )  # fmt: skip
    console = Console(width=None if sys.stdout.isatty() else 120)
    console.print(table)
    if batched:
        console.print("* searched in batches: the time of a puzzle is an even share of its batch's.")
    if partly:
        console.print("A backend that left puzzles out is compared on those that it was given.")
    verdicts = ", ".join(f"{v.value} {n:,}" for v, n in sorted(summary.verdicts.items(), key=lambda p: -p[1]))
    console.print(f"verdicts: {verdicts}" if verdicts else "no puzzles", highlight=False)
    bad = f"; {counted(summary.errors, 'error')}" if summary.errors else ""
    console.print(
        f"{counted(summary.disagreements, 'disagreement')}, {counted(summary.wrong, 'wrong answer')}{bad}",
        highlight=False,
    )
