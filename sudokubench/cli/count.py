"""`sudokubench count`."""

from __future__ import annotations

import sys

import click

from sudokubench.cli import options, words
from sudokubench.cli.engine_options import backend_option, executor_option
from sudokubench.cli.exit_codes import Code
from sudokubench.cli.output import Watch, print_result
from sudokubench.cli.puzzle_arguments import Puzzles
from sudokubench.errors import UsageError
from sudokubench.words import Words, untranslated


@click.command()
@backend_option(None, "NAME", "One backend; by default dlx, and dxz for covers with very many solutions.")
@options.jobs_option("Number of worker processes: they share the search of each puzzle.")
@executor_option
@click.option(
    "--parts",
    "file",
    type=options.FILE,
    help="Keep the counts of the parts, so that a later call can continue.",
)
@click.option(
    "--time-limit",
    "seconds",
    type=options.SECONDS,
    metavar="S",
    help="Time for each puzzle, in seconds; if it does not suffice, an estimate follows, which takes as long again.",
)
@click.option(
    "--up-to-symmetry",
    is_flag=True,
    help="Count solutions of an exact cover only once if a turn or reflection of its plane drawing maps them to each "
    "other.",
)
@options.takes_puzzles()
@options.data_options
def count(
    puzzles: Puzzles,
    backend: str | None,
    jobs: int,
    where: str,
    file: str | None,
    seconds: float | None,
    up_to_symmetry: bool,
    as_json: bool,
) -> None:
    """Count the solutions of boards and exact covers, without a limit.

    PUZZLE is a board as text, a file, a bundled set, a named problem such as domino:12, or - for standard input. With
    --jobs, --executor or --parts, the search is split into some hundreds of parts, and the progress line estimates the
    total from the finished parts. Covers that dxz counts quickly are not split, unless -b names a backend. Use run
    --task count to compare engines.

    An estimate comes with an interval that holds the number with a probability of 95 %: ≈ 9.30e+3 (8.90e+3 … 9.70e+3).
    If the samples are too skewed for that, only a lower bound is printed: ≥ 4.00e+3. With an estimate, the command
    exits with 6.
    """
    from sudokubench.actions.count import count_all
    from sudokubench.backends.pool import backend_of

    if file == "-":
        raise UsageError(words.PARTS_FILE)
    watch = Watch(total=puzzles.count if jobs == 1 and not file else lambda: None)
    engine = None if backend is None else backend_of(backend)
    for found in count_all(
        puzzles.entries(),
        engine,
        jobs=jobs,
        where=where,
        file=file,
        seconds=seconds,
        up_to_symmetry=up_to_symmetry,
        observer=watch,
    ):
        watch.codes.note(Code.FAILED, found.count is None)
        symmetries = words.SYMMETRIES.format(n=found.symmetries) if found.symmetries else Words("", "")
        most = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(0)  # a count may have thousands of digits, but no number of the input may
        print_result(found, as_json, untranslated(str(found)) + symmetries)
        sys.set_int_max_str_digits(most)
