"""`sudokubench dataset`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sudokubench.cli.codes import Code
from sudokubench.cli.generate import shape_options, wish_of
from sudokubench.cli.options import JOBS, Whole, json_option
from sudokubench.cli.output import Watch, echo, json_line
from sudokubench.words import counted

if TYPE_CHECKING:
    from sudokubench.actions.dataset_check import Checked

_KINDS = {"not_unique": Code.NOT_UNIQUE, "not_minimal": Code.NOT_UNIQUE, "leak": Code.NOT_UNIQUE}


@click.group()
def dataset() -> None:
    """Data sets of puzzles: make them, and check them."""


@dataset.command("make")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("-n", "--number", type=Whole(1), required=True, help="So many rows.")
@shape_options
@click.option(
    "--split", "splits", metavar="NAME=SHARE,...", default="train=0.8,validation=0.1,test=0.1", show_default=True,
    help="Names and shares of the splits.",
)  # fmt: skip
@click.option("--rate", metavar="N|all", default="0", help="Rate so many rows, evenly spread.")
@click.option("--certify", metavar="N|all", default="100", help="Prove so many; 100 if not given.")
@click.option("--form", metavar="csv|parquet", default="csv", show_default=True, help="Of the rows.")
@click.option("--seed", type=Whole(0, 2**63 - 1), default=0, show_default=True, help="Another gives others.")
@click.option(
    "--jobs", type=JOBS, default=1, show_default=True, help="Worker processes; the bytes stay the same."
)
def make(folder: Path, number: int, splits: str, rate: str, certify: str, form: str, seed: int, jobs: int,
         **shape: Any) -> int:  # fmt: skip
    """Write puzzles with solutions, classes and splits to FOLDER, with a data card.

    No two equivalent boards are in different splits, and the same options give the same bytes. Interrupted, it goes on
    where it was when it is called again.
    """
    from sudokubench.actions import dataset as flow
    from sudokubench.errors import UsageError, did_you_mean, printable

    if form not in flow.FORMS:
        raise UsageError(f"--form {form}: there are {', '.join(flow.FORMS)}{did_you_mean(form, flow.FORMS)}")
    proved = certify if certify == "all" or not certify.isdecimal() else str(min(number, int(certify[:18])))
    recipe = flow.Recipe(
        wish_of(**shape), number, seed, _splits(splits), _how_many("--rate", rate, number),
        _how_many("--certify", proved, number), form,
    )  # fmt: skip
    watch = Watch()
    made = flow.make(recipe, folder, jobs=jobs, observer=watch)
    echo(
        f"{counted(made.state['rows'], 'row')} in {printable(str(made.rows))}; {printable(str(folder / flow.CARD))}"
    )
    return watch.codes.first


@dataset.command("verify")
@click.argument("data", nargs=-1, required=True)
@click.option(
    "--backend", metavar="NAME", default="dlx", show_default=True, help="Proves that puzzles are unique."
)
@click.option(
    "--sample", metavar="N|all", default="1000", show_default=True,
    help="Rows of each file that are rated again and tried for minimality, and certificates checked.",
)  # fmt: skip
@click.option(
    "--minimal", is_flag=True, help="Puzzles shall be minimal, whatever the data say of themselves."
)
@json_option()
def verify(data: tuple[str, ...], backend: str, sample: str, minimal: bool, as_json: bool) -> int:
    """Check data sets: DATA are folders that `dataset make` wrote, or anybody's files.

    A file is CSV with a column of puzzles, Parquet, or a corpus; without a column `split` it is a split of its own,
    such as train.csv and test.csv. Told are rows without exactly one solution, equivalent ones in different splits,
    columns that are wrong, and puzzles that are not minimal though they should be.
    """
    from sudokubench.actions.dataset_check import Checked
    from sudokubench.actions.dataset_check import verify as flow
    from sudokubench.backends import backend as engine_of
    from sudokubench.errors import UsageError

    engine_of(backend)
    most = None if sample == "all" else _how_many("--sample", sample, 2**62)
    if most == 0:
        raise UsageError("--sample 0: it takes a number from 1, or all")
    watch, told, faults = Watch(), Checked(), 0
    for fault in flow(data, backend=backend, most=most, minimal=minimal, observer=watch, told=told):
        faults += 1
        watch.codes.note(_KINDS.get(fault.kind, Code.DISAGREEMENT))
        if as_json:
            json_line(**fault.as_json())
        else:
            echo(
                f"{fault.place}: {fault.kind.replace('_', ' ')}: {fault.reason}"
                + f": {fault.puzzle}" * bool(fault.puzzle)
            )
    if not as_json:
        _sum_up(told, faults, backend)
    return watch.codes.first


def _sum_up(told: Checked, faults: int, backend: str) -> None:
    splits = ", ".join(f"{name} {n:,}" for name, n in sorted(told.splits.items()))
    n = told.splits.total()
    echo(f"{counted(n, 'row')} in {told.classes:,} classes: {splits or 'nothing'}; by {backend}")
    echo(
        f"{counted(faults, 'fault')}; tried for minimality {told.minimal:,}, rated again {told.ratings:,}, "
        f"certificates {told.certificates:,}"
    )


def _how_many(option: str, text: str, most: int) -> int:
    from sudokubench.errors import UsageError

    if text == "all":
        return most
    if not text.isdecimal() or len(text) > 18 or int(text) > most:
        raise UsageError(f"{option} {text}: it takes a number of rows from 0 to {most:,}, or all")
    return int(text)


def _splits(text: str) -> tuple[tuple[str, float], ...]:
    from sudokubench.errors import UsageError

    found = []
    for pair in text.split(","):
        name, _, share = pair.partition("=")
        try:
            found.append((name.strip(), float(share)))
        except ValueError:
            raise UsageError(
                f"--split {text}: write NAME=SHARE,NAME=SHARE, such as train=0.9,test=0.1"
            ) from None
    return tuple(found)
