"""`sudokubench encode`, `sudokubench decode` and `sudokubench convert`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, get_args

import click

from sudokubench.answer import Verdict
from sudokubench.cli.exit_codes import Code, codes
from sudokubench.cli.files import file_of, is_file, text_of
from sudokubench.cli.options import (
    FILE,
    data_options,
    refuse_form_of_json,
    solution_form_option,
    takes_puzzles,
)
from sudokubench.cli.output import Watch, echo, echo_board, json_line, remark
from sudokubench.cli.puzzle_arguments import Puzzles, each_puzzle
from sudokubench.cli.words import CNF_ENCODING, UNANSWERED, WRONG_SOLUTION
from sudokubench.encodings.cnf import Encoding
from sudokubench.errors import InputError, SudokubenchError, UsageError, printable

_MOST_BYTES = 1 << 28
"""Largest encoded problem, and largest answer, that `decode` reads, in bytes."""

if TYPE_CHECKING:
    from sudokubench.harness.corpus import Entry


@click.command()
@click.option(
    "--to",
    type=click.Choice(["dimacs", "cnf", "mzn", "xcsp3", "smt2", "opb", "dlx", "matrix", "cover"]),
    default="dimacs",
    help="DIMACS CNF for SAT solvers, also named cnf; a model in MiniZinc, XCSP3, SMT-LIB 2 or OPB; or the exact "
    "cover: in the format of Knuth's dlx programs, as a CSV table of zeros and ones, or as JSON.",
)
@click.option(
    "--encoding",
    type=click.Choice(get_args(Encoding)),
    default="extended",
    metavar="NAME",
    help=f"Clauses of the CNF: {', '.join(get_args(Encoding))}.",
)
@takes_puzzles()
@click.option(
    "-o",
    "--output",
    type=FILE,
    help="Write to FILE instead of standard output; needed for several puzzles.",
)
def encode(puzzles: Puzzles, to: str, encoding: Encoding, output: str | None) -> None:
    """Write a puzzle as DIMACS CNF, as a model or as an exact cover.

    PUZZLE is a board as text, a file or -, or a named problem. Clues become unit clauses, or options that are
    chosen in advance. Each of several puzzles gets its own file: FILE-1, FILE-2 and so on.
    """
    from sudokubench.actions import convert

    to = "dimacs" if to == "cnf" else to
    if to != "dimacs" and encoding != "extended":
        raise UsageError(CNF_ENCODING.format(encoding=encoding))
    watch = Watch()

    def save(entry: Entry, number: int) -> None:
        with file_of(output, "-o", number, puzzles.names) as file:
            convert.encode(entry, to, encoding, file)

    each_puzzle(puzzles.entries(), watch, save)


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--of",
    "problem",
    required=True,
    type=FILE,
    metavar="FILE|PUZZLE",
    help="The problem that the solver got: the file that `encode` wrote, or for a CNF the puzzle.",
)
@solution_form_option
@data_options
def decode(file: str, problem: str, out: str, as_json: bool) -> None:
    """Read the answer of a solver back into a board or a cover, and check it.

    FILE has the solver's output: `v` lines, minisat's file, or option numbers (from 1); for a model, the output of a
    solver of its language. - is standard input.
    """
    from sudokubench.actions import convert
    from sudokubench.formats import form_named

    if as_json:
        refuse_form_of_json("out")
    form_named(out)
    encoded = text_of(problem, _MOST_BYTES) if is_file(problem) else ""
    entry = _encoded(problem, encoded)
    answer = text_of(file, _MOST_BYTES)
    try:
        found = convert.decode(answer, entry, encoded, file)
    except InputError as error:
        raise error.at(file) from None
    for number, fault in found.faults.items():
        remark(WRONG_SOLUTION.format(file=file, number=number + 1, fault=fault))
    solved = found.solved
    codes().note(Code.DISAGREEMENT, found.faults)
    codes().note(Code.FAILED, solved.outcome.verdict is Verdict.UNDECIDED)
    if as_json:
        json_line(**solved.as_json())
        return
    for number, solution in enumerate(solved.solutions):
        if number not in found.faults:
            echo_board(entry.shown(solution, out), out)
    if not solved.solutions:
        echo(solved.outcome.verdict.value)
        if not solved.outcome.exhausted:
            remark(UNANSWERED.format(file=printable(file)))


def _encoded(name: str, text: str) -> Entry:
    """Return the puzzle in a comment at the beginning of an encoded file, or the exact cover that the file is."""
    written = re.match(r"(?:\* #.*\n)?(?:[c|%;*]|<!--) (.+?)(?: -->)?$", text, re.MULTILINE)
    if written is None:
        return Puzzles([name]).only()
    try:
        entry = Puzzles([written[1]]).only()
    except SudokubenchError:
        if not text.startswith("| "):
            raise
        return Puzzles([name]).only()
    is_cover = entry.board is None and text.startswith("| ")
    return Puzzles([name], "dlx").only() if is_cover else entry


@click.command()
@click.option(
    "--to",
    default="line",
    metavar="FORM",
    help="line, grid, unicode, candidates, svg, json or text (the shortest form that states all rules); "
    "or fpuzzles, sudokupad, iss, tatham, penpa, sumocue, janko or sdku for other programs.",
)
@takes_puzzles("corpus")
@data_options
def convert(puzzles: Puzzles, to: str, as_json: bool) -> None:
    """Write boards in another form.

    If a form cannot state a rule, the name of the layout precedes the board, as in 9x9-diagonal:LINE; json and
    text state all rules.
    """
    from sudokubench.actions.convert import convert_all
    from sudokubench.formats import form_named

    if as_json and to != "json":
        refuse_form_of_json("to")
        to = "json"
    form_named(to)
    watch = Watch(total=puzzles.count)
    for text in convert_all(puzzles.entries_and_rows(), to, watch):
        echo_board(text, to)
