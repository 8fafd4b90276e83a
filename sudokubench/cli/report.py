"""`sudokubench report` and `history`."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import click

from sudokubench.cli import options, stdout, words
from sudokubench.cli.files import write_files, written
from sudokubench.cli.output import Watch, json_line, print_table, remark
from sudokubench.errors import UsageError, writing
from sudokubench.harness.words import FOLDER_NOT_WRITTEN
from sudokubench.words import Language, amount, untranslated


@click.command()
@click.argument("run", nargs=-1)
@click.option(
    "--html",
    type=options.FILE,
    help="File of the page; RUN.html in the results folder if no output is named.",
)
@click.option("--svg", type=options.DIR, help="Write every plot as SVG.")
@click.option("--png", type=options.DIR, help="Write every plot as PNG.")
@click.option("--pdf", type=options.DIR, help="Write every plot as PDF.")
@click.option("--vega", type=options.DIR, help="Write every plot as Vega-Lite, to edit it.")
@click.option(
    "--markdown", type=options.FILE, help="Write summary and tables as Markdown; - for standard output."
)
@click.option("--latex", type=options.FILE, help="Write summary and tables as LaTeX; - for standard output.")
@click.option(
    "--tex",
    type=options.DIR,
    help="Write the tables, except those of plots and single puzzles, as LaTeX for \\input, at most as wide as the "
    "text of an article.",
)
@click.option("--csv", type=options.DIR, help="Write every table, including the data of the plots, as CSV.")
@options.language_option("Language; the page has both.")
@click.option(
    "--human", "ratings", type=options.FILE, help="CSV file with human difficulty: columns puzzle and rating."
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
        if html is None:
            with writing(FOLDER_NOT_WRITTEN, folder=results):
                Path(results).mkdir(parents=True, exist_ok=True)  # runs in a file need no such folder
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
    raw = content.encode()
    if target == "-":
        stdout.data().buffer.write(raw)
        return
    with written(target, option) as file:
        assert file is not None
        file.buffer.write(raw)
    remark(untranslated(f"{target}, {len(raw) / 1e6:.2f} MB"))


@click.command()
@click.argument("run", nargs=-1)
@click.option(
    "-b",
    "--backend",
    multiple=True,
    metavar="NAME[,NAME]",
    help="Only these backends; sat includes all its options.",
)
@click.option("--html", type=options.FILE, help="Also write an offline page with a plot for each backend.")
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
