"""Options that several commands share (`--layout`, `--jobs`), and the rules of logic that they describe.

The default of `--time-limit` is in the module of each command; `run` and `check` take the option from `engine_options`.
"""

from __future__ import annotations

import os
import select
import stat
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import reduce, wraps
from math import isnan, nan
from typing import TYPE_CHECKING, Any, get_args

import click

from sudokubench.cli import words
from sudokubench.cli.errors import BadValue, Refused
from sudokubench.cli.files import text_of, written
from sudokubench.cli.output import locale_language, remark
from sudokubench.cli.puzzle_arguments import Puzzles, problem_of
from sudokubench.cli.stdout import to_file
from sudokubench.errors import MOST_JOBS, InputError, UsageError
from sudokubench.logic.search_settings import Order
from sudokubench.words import LANGUAGES, Words

if TYPE_CHECKING:
    from sudokubench.logic.configuration import Configuration

Decorator = Callable[[Any], Any]


def together(*options: Decorator) -> Decorator:
    """Return one decorator for several options, in the order of the help."""
    return lambda command: reduce(lambda wrapped, option: option(wrapped), reversed(options), command)


class Number(click.FloatRange):
    """A number above `min` up to `max`; unlike in click, `nan` is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; a refusal states the range."""
        try:
            found = super().convert(value, param, ctx)
        except click.BadParameter:
            found = nan
        if not isnan(found):
            return found
        message = words.NUMBER_ABOVE.format(value=repr(value), least=f"{self.min:g}", most=f"{self.max:,}")
        raise BadValue(message)


class Whole(click.IntRange):
    """A whole number from `min` to `max`. Help hides a very large `max`; a refusal names it only for a long value."""

    def _describe_range(self) -> str:
        return f"x>={self.min}" if self.max and self.max > 1 << 30 else super()._describe_range()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; a refusal states the range."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            message = words.WHOLE_FROM.format(value=repr(value), least=self.min)
            if self.max is not None and (self.max <= 1 << 30 or len(str(value)) >= len(str(self.max))):
                message = words.WHOLE_BETWEEN.format(value=repr(value), least=self.min, most=f"{self.max:,}")
            raise BadValue(message) from None


SECONDS = Number(0, 365 * 24 * 60 * 60, min_open=True)
"""Type of an option that takes seconds: at most a year, which fits the time unit of every engine."""

SOLUTIONS = Whole(1, 2**62)
"""Type of an option that takes a number of solutions. The largest number plus one still fits into 64 bits."""


class Name(click.Path):
    """The name of a file or a folder. An empty name, most likely from an unset shell variable, is refused."""

    def __init__(self, shown: str, **checked: Any) -> None:
        super().__init__(readable=False, **checked)
        self.name = shown

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name."""
        if value == "":
            raise BadValue(words.EMPTY_NAME)
        return super().convert(value, param, ctx)


FILE, DIR = Name("file"), Name("dir")


def _opened(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Send the output of the command to the file of `-o`."""
    file = ctx.with_resource(written(None if value == "-" else value, "--output"))
    if file is not None:
        ctx.with_resource(to_file(file))


output_option = click.option(
    "-o", "--output", type=FILE, callback=_opened, expose_value=False,
    help="Write to FILE instead of standard output.",
)  # fmt: skip
data_options = together(
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line."), output_option
)
"""Options of a command that prints data."""


class ListGroup(click.Group):
    """A group that runs its command `list` if no command is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse a command line; without a command, the options go to `list`."""
        if not args or (args[0].startswith("-") and args[0] not in ctx.help_option_names):
            args = ["list", *args]
        return super().parse_args(ctx, args)


def proof_option(help_text: str) -> Decorator:
    """Return the option `--proof`."""
    return click.option("--proof", type=FILE, help=help_text)


def jobs_option(what: str) -> Decorator:
    """Return the option `--jobs` with `what` as its help text."""
    return click.option("--jobs", type=Whole(1, MOST_JOBS), default=1, help=what)


seed_option = click.option(
    "--seed", type=Whole(0, 2**63 - 1), default=0, help="Another seed gives other puzzles."
)
solution_form_option = click.option(
    "--to", "out", default="line", metavar="FORM",
    help="Form of a solution, as in convert; of an exact cover, line, grid, unicode or svg.",
)  # fmt: skip
wide_option = click.option("--wide", is_flag=True, help="Show all columns of the table, however wide.")
results_option = click.option("--results", type=DIR, default="results", help="Folder of the stored runs.")


def refuse_results(option: str) -> None:
    """Refuse --results beside an option that stores nothing."""
    given = click.get_current_context().get_parameter_source("results")
    if given is not click.core.ParameterSource.DEFAULT:
        raise UsageError(words.RESULTS_OR_NO_STORE.format(option=option))


def refuse_form_of_json(name: str) -> None:
    """Refuse the option --to, with this parameter name, beside --json, which settles the form of the output."""
    if click.get_current_context().get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
        raise UsageError(words.FORM_OF_LINES.format(option="--json"))


def language_option(help_text: str = "Language of the texts.") -> Decorator:
    """Return the option `--lang`."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default=locale_language,
        show_default="the locale's",
        help=help_text,
    )


config_option = click.option(
    "--config",
    "config_file",
    type=FILE,
    help="TOML file with another order or other values of the rules.",
)
rules_options = together(
    click.option(
        "--technique",
        "techniques",
        metavar="NAME",
        multiple=True,
        help="Prefer this technique wherever it applies; only singles come before it. Repeatable.  [see: rules list]",
    ),
    click.option(
        "--order",
        type=click.Choice(get_args(Order)),
        default="teaching",
        help="Order in which rules are tried: as people learn them, or as Sudoku Explainer or HoDoKu do.",
    ),
    click.option("--no-uniqueness", is_flag=True, help="Leave out rules that assume a single solution."),
    config_option,
)
"""Options about rules. The command passes them to `rules_of`."""


def time_option(default: float | None) -> Decorator:
    """Return the option `--time-limit` for a puzzle, in seconds; the default None sets no limit."""
    return click.option(
        "--time-limit",
        type=SECONDS,
        default=default,
        metavar="S",
        help="Time limit for each puzzle, in seconds.",
    )


def puzzle_argument(name: str, what: Words = words.A_PUZZLE, kind: Name | None = None) -> Decorator:
    """Return an argument for any number of puzzles. Without puzzles, the command reads piped standard input."""

    def given(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
        if not value and not is_piped():
            raise Refused(words.MISSING_ARGUMENT.format(name=name.upper(), what=what))
        return value or ("-",)

    return click.argument(name, nargs=-1, required=False, type=kind, callback=given)


def is_piped() -> bool:
    """Return whether standard input is a file or a pipe with data. Wait for data; after a second, print a remark."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (AttributeError, OSError, ValueError):  # it is closed, or not a file
        return False
    if not (stat.S_ISFIFO(mode) or stat.S_ISREG(mode)):  # a terminal, the null device
        return False
    with suppress(OSError, ValueError):
        if not select.select([sys.stdin], [], [], 1)[0]:
            remark(words.WAITING)
    return bool(sys.stdin.buffer.peek(1))  # type: ignore[union-attr]


def symbols_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a command with `--symbols`, which becomes part of its `layout`."""

    @wraps(command)
    def in_symbols(*arguments: Any, symbols: str | None, layout: str | None, **more: Any) -> Any:
        return command(*arguments, layout=layout if symbols is None else _in_symbols(layout, symbols), **more)

    return click.option(
        "--symbols",
        metavar="SYMBOLS|NAME",
        help="Symbols of boards, for input and output: 一二三四五六七八九, or the names kanji and letters.",
    )(in_symbols)


def _in_symbols(layout: str | None, symbols: str) -> str:
    """Return the layout (9x9 if not given) in other symbols, as a name or as JSON."""
    from sudokubench.formats.puzzle_json import problem_to_json
    from sudokubench.layout import Layout
    from sudokubench.problem import in_symbols
    from sudokubench.puzzles import is_arrangement

    if layout is not None and is_arrangement(layout):
        from sudokubench.problems.overlaps import Overlap, arrangement

        overlap = arrangement(layout)
        return Overlap(overlap.layout.in_symbols(symbols), overlap.corners).name
    problem = problem_of(layout) or Layout.standard(9)
    try:
        found = in_symbols(problem, symbols)
    except UsageError as error:
        reason = error.words + words.OTHER_SIZES if layout is None else error.words
        raise UsageError(words.SYMBOLS_REFUSED.format(problem=problem, reason=reason)) from None
    return found.name or problem_to_json(found)


def _as_one_value(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a command so that it gets `puzzles` in place of `puzzle` or `corpus`, `form`, `layout` and `columns`."""

    @wraps(command)
    def with_puzzles(
        *,
        form: str | None,
        layout: str | None,
        columns: str | None,
        puzzle: Sequence[str] = (),
        corpus: Sequence[str] = (),
        **more: Any,
    ) -> Any:
        from sudokubench.harness.corpus import COLUMNS

        if columns is not None:
            if form is not None:
                raise UsageError(words.COLUMNS_OR_FORM)
            if not 1 <= len(names := [name for name in columns.split(",") if name.strip()]) <= 2:
                raise UsageError(words.TOO_MANY_COLUMNS.format(columns=columns))
            form = COLUMNS + ",".join(names)
        return command(puzzles=Puzzles(puzzle or corpus, form, layout), **more)

    return with_puzzles


puzzle_options = together(
    click.option(
        "--from",
        "form",
        metavar="FORM",
        help="Form of the boards: line, grid, candidates or json; of an exact cover: dlx, matrix or cover; "
        "detected if not given.",
    ),
    click.option(
        "--layout",
        metavar="NAME|FILE",
        help="Layout and constraints of boards that do not state their own: 9x9-diagonal, 9x9+anti-knight, 6x6:3, "
        "or a file: JSON, or a map of regions. Or how grids overlap: samurai, overlap:R1C1+R7C7.",
    ),
    click.option(
        "--columns",
        metavar="NAME[,NAME]",
        help="Columns of a table, or keys of objects, with the puzzles and solutions; all others are ignored.",
    ),
    symbols_option,
    _as_one_value,
)
"""Options of a command with an argument PUZZLE or CORPUS. It gets the argument and these options as `puzzles`."""


def takes_puzzles(name: str = "puzzle") -> Decorator:
    """Return an argument for puzzles, and `puzzle_options`."""
    return together(puzzle_argument(name), puzzle_options)


def configuration_of(file: str | None, base: Configuration) -> Configuration:
    """Return the rules of a TOML file, or `base` without a file. Raises InputError if the file is faulty."""
    from sudokubench.logic import configuration

    if file is None:
        return base
    text = text_of(file)
    try:
        return configuration.read(text, base)
    except InputError as error:
        raise error.at(file) from None
    except UsageError as error:
        raise InputError(error.words).at(file) from None


def rules_of(
    only: Collection[str] | None = None,
    *,
    order: Order,
    no_uniqueness: bool,
    config_file: str | None,
    techniques: Collection[str],
) -> Configuration:
    """Return the rules that `rules_options` describe. `only` keeps these rules and those that `--technique` names."""
    from sudokubench.logic.configuration import ORDERS
    from sudokubench.logic.rules import rule_called

    base = ORDERS[order]()
    config = configuration_of(config_file, base.without_uniqueness() if no_uniqueness else base)
    if only is not None:
        config = config.only(only)
    return config.asking([rule_called(name).name for name in techniques]) if techniques else config
