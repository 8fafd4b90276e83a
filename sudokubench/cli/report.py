"""`sudokubench runs`, `report`, `compare` and `rank`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from sudokubench.cli import DISAGREEMENT, OK
from sudokubench.cli.output import counted, json_line, json_option, remark

if TYPE_CHECKING:
    from sudokubench.report.data import StoredRun
    from sudokubench.report.model import Table
    from sudokubench.words import Language

results_option = click.option(
    "--results", default="results", show_default=True, metavar="DIR", help="Folder of the records."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def runs() -> None:
    """List, show, export or delete the runs of a results folder.

    A RUN is an id or its beginning, `last`, or a file that `runs export` wrote.
    """


def _described(run: StoredRun) -> dict[str, object]:
    return {
        "schema": "sudokubench.run/1", "run": run.run, "started": run.started, "corpus": list(run.corpus),
        "backends": list(run.backends), "records": run.records, "finished": run.finished,
    }  # fmt: skip


@runs.command("list")
@results_option
@json_option()
def list_runs(results: str, as_json: bool) -> int:
    """One line for each run, the oldest first."""
    from sudokubench.report.reading import stored_runs

    found = stored_runs(results)
    for run in found:
        if as_json:
            json_line(**_described(run))
        else:
            state = "" if run.finished else "  unfinished"
            backends = f"{len(run.backends)} backends" if len(run.backends) != 1 else run.backends[0]
            click.echo(
                f"{run.run}  {counted(run.records, 'record'):>17}  {backends:<12}  {', '.join(run.corpus)}{state}"
            )
    if not found:
        remark(f"no run in {results}; make one with sudokubench run")
    return OK


@runs.command("show")
@click.argument("run", default="last")
@results_option
@json_option()
def show_run(run: str, results: str, as_json: bool) -> int:
    """What is known of a run, with its manifest."""
    import json

    from sudokubench.report.reading import load

    (found,) = load([run], results).runs[:1]
    if as_json:
        json_line(**_described(found), manifest=found.manifest)
        return OK
    click.echo(f"run       {found.run}\nstarted   {found.started}\nfinished  {found.finished or 'no'}")
    click.echo(f"corpus    {', '.join(found.corpus)}\nbackends  {', '.join(found.backends)}")
    click.echo(f"records   {found.records:,}")
    click.echo(json.dumps(found.manifest, indent=2, ensure_ascii=False))
    return OK


@runs.command()
@click.argument("run", nargs=-1)
@click.option(
    "--to", "form", type=click.Choice(["csv", "jsonl", "parquet"]),
    help="Form; found from the name of the file if not given, else jsonl.",
)  # fmt: skip
@click.option("-o", "--output", metavar="FILE", help="File; .gz compresses. Standard output if not given.")
@results_option
def export(run: tuple[str, ...], form: str | None, output: str | None, results: str) -> int:
    """Write every record with its puzzle, for pandas, polars or a spreadsheet.

    JSON Lines hold the manifest too, and can be read again wherever a RUN is wanted.
    """
    from sudokubench.report import export as forms
    from sudokubench.report.reading import exported

    chosen = form or forms.form_of(output or "")
    count = forms.write(exported(run or ("last",), results), output or sys.stdout.buffer, chosen)
    if output:
        remark(f"{counted(count, 'line')} in {output}")
    return OK


@runs.command()
@click.argument("run", nargs=-1)
@click.option("--keep", type=click.IntRange(0), metavar="N", help="All finished runs but the latest N.")
@click.option("--unfinished", is_flag=True, help="All runs that were interrupted and never resumed.")
@click.option("--yes", is_flag=True, help="Delete; without it the runs are only named.")
@results_option
def gc(run: tuple[str, ...], keep: int | None, unfinished: bool, yes: bool, results: str) -> int:
    """Delete runs and give their space back."""
    from sudokubench.errors import UsageError
    from sudokubench.harness.store import Store
    from sudokubench.report.data import StoredRun
    from sudokubench.report.reading import find, stored_runs

    if not run and keep is None and not unfinished:
        raise UsageError("nothing to delete: name runs, or give --keep N or --unfinished")
    known = stored_runs(results)
    chosen = [found for found in (find(name, results) for name in run) if isinstance(found, StoredRun)]
    if len(chosen) < len(run):
        raise UsageError("a file cannot be deleted here; name runs by their ids")
    finished = [one for one in known if one.finished]
    chosen += finished[: max(0, len(finished) - keep)] if keep is not None else []
    chosen += [one for one in known if not one.finished] if unfinished else []
    doomed = {one.run: one for one in chosen}
    for one in doomed.values():
        click.echo(f"{one.run}  {counted(one.records, 'record')}")
    if not doomed:
        remark("nothing to delete")
    elif yes:
        with Store(results) as store:
            store.delete(doomed)
        remark(f"{counted(len(doomed), 'run')} deleted")
    else:
        remark(f"{counted(len(doomed), 'run')} would be deleted; say --yes")
    return OK


@click.command()
@click.argument("run", nargs=-1)
@click.option(
    "--html", metavar="FILE", help="The page; RUN.html in the results folder if nothing is asked for."
)
@click.option("--svg", metavar="DIR", help="Every plot as SVG.")
@click.option("--png", metavar="DIR", help="Every plot as PNG.")
@click.option("--markdown", metavar="FILE", help="Banner and tables as Markdown; - for standard output.")
@click.option("--latex", metavar="FILE", help="Banner and tables as LaTeX; - for standard output.")
@click.option("--csv", metavar="DIR", help="Every table, those of the plots too, as CSV.")
@click.option(
    "--lang",
    type=click.Choice(["en", "ja"]),
    default="en",
    show_default=True,
    help="Language; the page has both.",
)
@click.option("--ratings", metavar="CSV", help="Human difficulty: columns puzzle and rating.")
@results_option
def report(
    run: tuple[str, ...],
    html: str | None,
    svg: str | None,
    png: str | None,
    markdown: str | None,
    latex: str | None,
    csv: str | None,
    lang: Language,
    ratings: str | None,
    results: str,
) -> int:
    """Write what runs have shown as one offline page, and as pictures and tables.

    A RUN is an id or its beginning, `last` (if none is given), or a file that `runs export` wrote; several are pooled.
    Drawing needs the extra `report`: pip install 'sudokubench[report]'.
    """
    from pathlib import Path

    from sudokubench.report import draw, text
    from sudokubench.report.analysis import Analysis
    from sudokubench.report.build import build
    from sudokubench.report.page import page
    from sudokubench.report.reading import load, read_ratings

    wants_page = html is not None or not any((svg, png, markdown, latex, csv))
    if wants_page or svg or png:
        draw.require()
    analysis = Analysis(load(run or ("last",), results, read_ratings(ratings) if ratings else None))
    made = build(analysis)
    if wants_page:
        target = html or str(Path(results) / f"{analysis.data.runs[0].run}.html")
        _write(target, page(made, analysis, lang))
    for folder, suffix, drawn in ((svg, "svg", draw.svg), (png, "png", draw.png)):
        for figure in made.figures if folder else ():
            _write(str(Path(folder or "") / f"{figure.key}.{suffix}"), drawn(figure, lang), quiet=True)
        if folder:
            remark(f"{len(made.figures)} plots in {folder}")
    if markdown:
        _write(markdown, text.markdown(made, lang))
    if latex:
        _write(latex, text.latex(made, lang))
    if csv:
        remark(f"{len(text.csv_files(made, csv))} tables in {csv}")
    for one in made.remarks:
        if one.level.value == "alarm":
            remark(one.text.to(lang))
    return OK


def _write(target: str, content: str | bytes, quiet: bool = False) -> None:
    from pathlib import Path

    from sudokubench.errors import InputError

    data = content.encode() if isinstance(content, str) else content
    if target == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        Path(target).write_bytes(data)
    except OSError as error:
        raise InputError(f"{target} cannot be written: {error.strerror}") from error
    if not quiet:
        remark(f"{target}, {len(data) / 1e6:.2f} MB")


lang_option = click.option(
    "--lang", type=click.Choice(["en", "ja"]), default="en", show_default=True, help="Language."
)


def _print(table: Table, lang: Language) -> None:
    """A table on the terminal."""
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    from sudokubench.report.values import NUMERIC, shown

    grid = Grid(title=table.title.to(lang), title_justify="left", header_style="bold")
    for column in table.columns:
        grid.add_column(Text(column.title.to(lang)), justify="right" if column.display in NUMERIC else "left")
    for row in table.rows:
        grid.add_row(*(Text(shown(v, c.display, lang)) for v, c in zip(row, table.columns, strict=True)))
    Console(width=None if sys.stdout.isatty() else 160).print(grid)


def _print_json(table: Table, schema: str) -> None:
    from sudokubench.report.values import flat

    head, rows = flat(table)
    for row in rows:
        json_line(schema=schema, **dict(zip(head, row, strict=True)))


@click.command()
@click.argument("a")
@click.argument("b")
@click.option(
    "--fail-on", multiple=True, metavar="wrong|regression:N%",
    help="Exit with 3 if B has wrong answers, or a backend is more than N % slower; may be repeated.",
)  # fmt: skip
@lang_option
@results_option
@json_option()
def compare(a: str, b: str, fail_on: tuple[str, ...], lang: Language, results: str, as_json: bool) -> int:
    """Tell what got faster, slower, wrong or new from run A to run B.

    Times are compared on the puzzles that both runs have, with 95 % bootstrap intervals. A change of speed is told only
    if the interval excludes 1; a regression fails only then too.
    """
    from sudokubench.report import compare as changes
    from sudokubench.report.analysis import Analysis
    from sudokubench.report.build import differences
    from sudokubench.report.reading import load

    gates = [changes.gate(text) for text in fail_on]
    one, other = (Analysis(load([name], results)) for name in (a, b))
    found = changes.compare(one, other)
    for words in differences((*one.data.runs, *other.data.runs)):
        remark(words.to(lang))
    table = changes.table(found)
    if as_json:
        _print_json(table, "sudokubench.change/1")
    else:
        _print(table, lang)
    failed = list(changes.failures(found, gates))
    for words in failed:
        remark(words.to(lang))
    return DISAGREEMENT if failed else OK


@click.command()
@click.argument("run", nargs=-1)
@lang_option
@results_option
@json_option()
def rank(run: tuple[str, ...], lang: Language, results: str, as_json: bool) -> int:
    """Rank backends in four ways, and tell how sure the order is.

    By the geometric mean of the time over the best, PAR-2, Borda and Bradley-Terry; places with 95 % intervals.
    """
    from sudokubench.report import tables
    from sudokubench.report.analysis import Analysis
    from sudokubench.report.reading import load

    table = tables.standings(Analysis(load(run or ("last",), results)))
    if not table.rows:
        remark("the run has no backend")
    elif as_json:
        _print_json(table, "sudokubench.rank/1")
    else:
        _print(table, lang)
    return OK
