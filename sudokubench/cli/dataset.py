"""`sudokubench dataset`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sudokubench.actions.splits import USUAL_SPLITS
from sudokubench.actions.words import CLASSES
from sudokubench.cli import words
from sudokubench.cli.engine_options import backend_option
from sudokubench.cli.exit_codes import Code
from sudokubench.cli.generate import shape_options, wish_of
from sudokubench.cli.options import FILE, Name, Whole, data_options, jobs_option, seed_option
from sudokubench.cli.output import Watch, echo, json_line, print_result
from sudokubench.errors import UsageError, printable, suggestion
from sudokubench.words import amount, untranslated

if TYPE_CHECKING:
    from sudokubench.actions.dataset_check import CheckCounts
    from sudokubench.actions.splits import Splits


@click.group()
def dataset() -> None:
    """Make data sets of puzzles without leaks, and check existing ones."""


@dataset.command("make")
@click.argument("folder", type=Name("directory", file_okay=False, path_type=Path))
@click.option("-n", "--number", type=Whole(1), required=True, help="Number of rows.")
@shape_options
@click.option(
    "--split", "splits", metavar="NAME=SHARE,...", help="Names and shares of the splits.",
    default=",".join(f"{name}={share:g}" for name, share in USUAL_SPLITS),
)  # fmt: skip
@click.option(
    "--rated",
    "rate",
    metavar="N|all",
    default="0",
    show_default=False,
    help="Number of rows that are rated, evenly spread.",
)
@click.option(
    "--certified",
    "certify",
    metavar="N|all",
    help="Number of rows that get a certificate; 100 if not given.",
)
@click.option("--to", "form", metavar="csv|parquet", default="csv", help="Form of the rows.")
@seed_option
@jobs_option("Number of worker processes; it does not change the data.")
@data_options
def make(folder: Path, number: int, splits: str, rate: str, certify: str | None, form: str, seed: int, jobs: int,
         as_json: bool, **shape: Any) -> None:  # fmt: skip
    """Write puzzles with solutions, classes and splits to FOLDER, with a data card.

    Equivalent boards are always in the same split, and the same options give the same bytes. After an interruption,
    the same command continues where it stopped.
    """
    from sudokubench.actions import dataset

    if form not in dataset.FORMS:
        known, close = ", ".join(dataset.FORMS), suggestion(form, dataset.FORMS)
        raise UsageError(words.UNKNOWN_FORM.format(option="--to", form=form, known=known, close=close))
    certify = str(min(100, number)) if certify is None else certify
    recipe = dataset.Recipe(
        wish_of(**shape), number, seed, _splits(splits), _how_many("--rated", rate, number),
        _how_many("--certified", certify, number), form,
    )  # fmt: skip
    watch = Watch()
    made = dataset.make(recipe, folder, jobs=jobs, observer=watch)
    if as_json:
        json_line(**made.state)
    else:
        files = {"file": printable(str(made.rows)), "card": printable(str(folder / dataset.CARD))}
        echo(words.MADE.format(rows=amount(made.state["rows"], words.ROWS), **files))


@dataset.command("verify")
@click.argument("data", nargs=-1, required=True, type=FILE)
@backend_option("dlx", "NAME", "Backend that checks that puzzles are unique.")
@click.option(
    "--sample", metavar="N|all", default="1000",
    help="Number of rows of each file whose rating, minimality and certificate are checked.",
)  # fmt: skip
@click.option(
    "--minimal", is_flag=True, help="Require minimal puzzles, even if the data set does not claim it."
)
@data_options
def verify(data: tuple[str, ...], backend: str, sample: str, minimal: bool, as_json: bool) -> None:
    """Check data sets: DATA are folders that `dataset make` wrote, or files of other origin.

    A file is CSV with a column of puzzles, Parquet, or a corpus; without a column `split` each file is one split,
    such as train.csv and test.csv. The command reports rows without exactly one solution, equivalent rows in
    different splits, wrong columns, and puzzles that should be minimal but are not.
    """
    from sudokubench.actions import dataset_check
    from sudokubench.backends.pool import backend_of

    backend_of(backend)
    most = None if sample == "all" else _how_many("--sample", sample, 10**9, least=1)
    watch, checked, faults = Watch(), dataset_check.CheckCounts(), 0
    for fault in dataset_check.verify(
        data, backend=backend, most=most, minimal=minimal, observer=watch, checked=checked
    ):
        faults += 1
        watch.codes.note(Code.DISAGREEMENT if fault.kind == "wrong" else Code.NOT_UNIQUE)
        print_result(fault, as_json, fault.line)
    if not as_json:
        _sum_up(checked, faults, backend)


def _sum_up(checked: CheckCounts, faults: int, backend: str) -> None:
    splits = ", ".join(f"{name} {n:,}" for name, n in sorted(checked.splits.items()))
    shown = untranslated(splits) if splits else words.NOTHING
    rows = amount(checked.splits.total(), words.ROWS)
    classes = amount(checked.classes, CLASSES)
    echo(words.ROWS_IN_CLASSES.format(rows=rows, classes=classes, splits=shown, backend=backend))
    numbers = {
        "minimal": f"{checked.minimal:,}", "rated": f"{checked.ratings:,}",
        "certificates": f"{checked.certificates:,}",
    }  # fmt: skip
    echo(words.FAULTS_FOUND.format(faults=amount(faults, words.FAULTS), **numbers))


def _how_many(option: str, text: str, most: int, least: int = 0) -> int:
    """Return the number of rows that an option gives; `all` means `most`."""
    if text == "all":
        return most
    if not text.isdecimal() or len(text) > 18 or not least <= int(text) <= most:
        raise UsageError(words.NUMBER_OF_ROWS.format(option=option, text=text, least=least, most=f"{most:,}"))
    return int(text)


def _splits(text: str) -> Splits:
    found = []
    for pair in text.split(","):
        name, _, share = pair.partition("=")
        try:
            found.append((name.strip(), float(share)))
        except ValueError:
            raise UsageError(words.SPLITS.format(text=text)) from None
    return tuple(found)
