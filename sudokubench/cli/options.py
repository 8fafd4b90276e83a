"""Options that several commands share, and the values that they stand for."""

from __future__ import annotations

import os
import select
import stat
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import reduce, wraps
from itertools import chain, islice
from math import isnan, nan
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TextIO, TypeVar, cast, get_args

import click

from sudokubench.cli.codes import Codes
from sudokubench.cli.output import locale_language, remark
from sudokubench.cli.refusals import BadValue, Refused
from sudokubench.cli.stdout import data, to_file
from sudokubench.cli.words import (
    A_PUZZLE,
    COLUMNS_OR_FORM,
    FILE_FOR_EACH,
    FILE_TOO_LONG,
    FOLDER_NOT_WRITTEN,
    LAYOUT_UNKNOWN,
    LEFT_OUT,
    MISSING_ARGUMENT,
    NO_FOLDER,
    NOT_A_FILE_NAME,
    NOT_INSTALLED,
    NOT_UTF_8,
    NOT_WRITTEN,
    NUMBER_ABOVE,
    ONE_BACKEND,
    SEVERAL_PUZZLES,
    SYMBOLS_REFUSED,
    TOO_MANY_COLUMNS,
    WAITING,
    WHOLE_BETWEEN,
    WHOLE_FROM,
)
from sudokubench.errors import SudokubenchError, UsageError
from sudokubench.logic.settings import Order
from sudokubench.words import LANGUAGES, Language, Words

if TYPE_CHECKING:
    from sudokubench.answer import Budget
    from sudokubench.backends import Backend
    from sudokubench.cli.output import Watch
    from sudokubench.harness.corpus import BadEntry, Entry, Rows, Skipped
    from sudokubench.harness.executors import Executor
    from sudokubench.logic.configuration import Configuration
    from sudokubench.problem import BoardProblem

Decorator = Callable[[Any], Any]
T = TypeVar("T")

DEFAULT_TIME_LIMIT_S = 60.0


class Number(click.FloatRange):
    """A number above `min` up to `max`; unlike in click, `nan` is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert as click does; explain the rule where the value is not a number."""
        try:
            found = super().convert(value, param, ctx)
        except click.BadParameter:
            found = nan
        if not isnan(found):
            return found
        words = NUMBER_ABOVE.format(value=repr(value), least=f"{self.min:g}", most=f"{self.max:,}")
        raise BadValue(words, ctx, param)


class Whole(click.IntRange):
    """A whole number of at least `min`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert as click does; explain the rule where the value is not a number."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            has_end = self.max is not None and (self.max <= 1 << 30 or len(str(value)) >= len(str(self.max)))
            words = WHOLE_FROM.format(value=repr(value), least=self.min)
            if has_end:
                words = WHOLE_BETWEEN.format(value=repr(value), least=self.min, most=f"{self.max:,}")
            raise BadValue(words, ctx, param) from None


SECONDS = Number(0, 365 * 24 * 60 * 60, min_open=True)
"""Type of an option that takes seconds: at most a year, which fits the time unit of every engine."""

SOLUTIONS = Whole(1, 2**62)
"""Type of an option that takes a number of solutions: one more still fits 64 bits."""


def _folder(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Return the name of a folder; refuse an empty one, which most likely comes from an unset shell variable."""
    if not value:
        raise BadValue(NO_FOLDER)
    return value


def data_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a command that prints data with `--json` and `-o`; it gets the first as `as_json`."""
    as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
    return as_json(output_option(command))


def output_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a command with `-o`: its output goes to the file instead of standard output."""

    def opened(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
        file = ctx.with_resource(written(None if value == "-" else value, "--output"))
        if file is not None:
            ctx.with_resource(to_file(cast("TextIO", file)))

    return click.option(
        "-o", "--output", metavar="FILE", callback=opened, expose_value=False,
        help="Write to FILE instead of standard output.",
    )(command)  # fmt: skip


class ListGroup(click.Group):
    """A group that runs its command `list` if no command is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as click does; options without a command are those of `list`."""
        if not args or (args[0].startswith("-") and args[0] not in ctx.help_option_names):
            args = ["list", *args]
        return super().parse_args(ctx, args)


def proof_option(help_text: str) -> Decorator:
    """`--proof`."""
    return click.option("--proof", metavar="FILE", help=help_text)


def jobs_option(what: str) -> Decorator:
    """`--jobs`: a number of worker processes; each needs its own memory."""
    return click.option("--jobs", type=Whole(1, 1024), default=1, show_default=True, help=what)


def seed_option() -> Decorator:
    """`--seed` of puzzles."""
    return click.option(
        "--seed", type=Whole(0, 2**63 - 1), default=0, show_default=True, help="Another seed gives other puzzles."
    )  # fmt: skip


def executor_option() -> Decorator:
    """`--executor`."""
    return click.option(
        "--executor", "where", default="local", show_default=True, metavar="local|dask://HOST:PORT",
        help="Where the workers run.",
    )  # fmt: skip


def wide_option() -> Decorator:
    """`--wide`."""
    return click.option("--wide", is_flag=True, help="Show all columns of the table, however wide.")


def results_option() -> Decorator:
    """`--results`."""
    return click.option(
        "--results",
        callback=_folder,
        default="results",
        show_default=True,
        metavar="DIR",
        help="Folder of the stored runs.",
    )


def _language_noted(ctx: click.Context, param: click.Parameter, value: Language) -> Language:
    """Remember the language, so that a message that ends the command is in it too."""
    ctx.ensure_object(Codes).language = value
    return value


def language_option(help_text: str = "Language of the texts.") -> Decorator:
    """`--lang`."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default=locale_language,
        callback=_language_noted,
        show_default="the locale's",
        help=help_text,
    )


def config_option() -> Decorator:
    """`--config`."""
    return click.option(
        "--config",
        "config_file",
        metavar="FILE",
        help="TOML file with another order or other values of the rules.",
    )


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--technique`, `--order`, `--no-uniqueness` and `--config`: what `rules_of` takes."""
    technique = click.option(
        "--technique",
        "techniques",
        metavar="NAME",
        multiple=True,
        help="Use this technique wherever it applies, with only singles before it; repeatable.  [see: rules list]",
    )
    order = click.option(
        "--order",
        type=click.Choice(get_args(Order)),
        default="teaching",
        show_default=True,
        help="Order in which rules are tried: as people learn them, or as Sudoku Explainer or HoDoKu do.",
    )
    without = click.option(
        "--no-uniqueness", is_flag=True, help="Leave out rules that assume a single solution."
    )
    for option in (config_option(), without, order, technique):
        command = option(command)
    return command


def time_option(default: float) -> Decorator:
    """`--time-limit`, in seconds for a puzzle."""
    return click.option(
        "--time-limit",
        type=SECONDS,
        default=default,
        show_default=True,
        metavar="S",
        help="Time limit for each puzzle, in seconds.",
    )


def backend_option(
    default: str,
    metavar: str = "all|NAME[,NAME]",
    help_text: str = "Backends, with options after a colon: dlx,sat:solver=glucose4.",
) -> Decorator:
    """`--backend`; given several times, the names add up."""

    def joined(ctx: click.Context, param: click.Parameter, names: tuple[str, ...]) -> str:
        from sudokubench.backends.registry import parted

        if "," not in metavar and (len(parted(",".join(names))) > 1 or "all" in names):
            raise Refused(ONE_BACKEND, ctx)
        return ",".join(names)

    return click.option(
        "-b",
        "--backend",
        multiple=True,
        default=[default],
        show_default=default,
        callback=joined,
        metavar=metavar,
        help=help_text,
    )


def puzzle_argument(name: str = "puzzle", count: int = 1, what: Words = A_PUZZLE) -> Decorator:
    """Puzzles, any number if `count` is -1; standard input if it is piped and no puzzle is named."""

    def given(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
        if value is not None and value != ():
            return value
        if not is_piped():
            raise Refused(MISSING_ARGUMENT.format(name=name.upper(), what=what), ctx)
        return ("-",) if count == -1 else "-"

    return click.argument(name, nargs=count, required=False, callback=given)


def is_piped() -> bool:
    """Return whether standard input is a file, or a pipe with data; wait for the data, and tell the user so."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (AttributeError, OSError, ValueError):  # it is closed, or not a file
        return False
    if not (stat.S_ISFIFO(mode) or stat.S_ISREG(mode)):  # a terminal, the null device
        return False
    with suppress(OSError, ValueError):  # only sockets on Windows
        if not select.select([sys.stdin], [], [], 1)[0]:
            remark(WAITING)
    return bool(sys.stdin.buffer.peek(1))  # type: ignore[union-attr]


def symbols_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a command with `--symbols`, which becomes part of its `layout`."""

    @wraps(command)
    def in_symbols(*words: Any, symbols: str | None, layout: str | None, **more: Any) -> Any:
        return command(*words, layout=layout if symbols is None else _in_symbols(layout, symbols), **more)

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

    problem = problem_of(layout) or Layout.standard(9)
    try:
        found = in_symbols(problem, symbols)
    except UsageError as error:
        raise UsageError(SYMBOLS_REFUSED.format(problem=problem, reason=error.words)) from None
    return found.name or problem_to_json(found)


def columns_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Make a command take `--columns`, which goes into its `form`."""

    @wraps(command)
    def of_columns(*words: Any, columns: str | None, form: str | None, **more: Any) -> Any:
        from sudokubench.harness.corpus import COLUMNS

        if columns is None:
            return command(*words, form=form, **more)
        if form is not None:
            raise UsageError(COLUMNS_OR_FORM)
        if not 1 <= len(names := [name for name in columns.split(",") if name.strip()]) <= 2:
            raise UsageError(TOO_MANY_COLUMNS.format(columns=columns))
        return command(*words, form=COLUMNS + ",".join(names), **more)

    return click.option(
        "--columns",
        metavar="NAME[,NAME]",
        help="Columns of a table, or keys of objects, that are read: puzzles and solutions. Others are left out.",
    )(of_columns)


def puzzle_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Make a command take `--from`, `--columns`, `--layout` and `--symbols`, as `form` and `layout`, for `entries`."""
    command = columns_option(symbols_option(command))
    for option in (
        click.option(
            "--layout",
            metavar="NAME|FILE",
            help="Layout and constraints of boards that do not say theirs: 9x9-diagonal, 9x9+anti-knight, 6x6:3, "
            "or a file: JSON, or a map of regions.",
        ),
        click.option(
            "--from",
            "form",
            metavar="FORM",
            help="Form of the boards: line, grid, candidates or json; detected if not given.",
        ),
    ):
        command = option(command)
    return command


_EXECUTION = (
    click.option(
        "--time-limit",
        type=SECONDS,
        metavar="S",
        help=f"Time limit for each puzzle, in seconds; {DEFAULT_TIME_LIMIT_S:g} if not given.",
    ),
    click.option(
        "--cpu-limit", type=SECONDS, metavar="S", help="Limit on CPU time for each puzzle, in seconds."
    ),
    click.option(
        "--memory-limit", type=Whole(1), metavar="MB", help="Limit on the memory of a worker, in MB."
    ),
    click.option(
        "--isolation",
        type=click.Choice(["auto", "process", "inline"]),
        default="auto",
        show_default=True,
        help="Workers in processes of their own: auto takes them for backends that cannot be interrupted or "
        "are another distribution's, and for all if a limit, --jobs or --repeat is given.",
    ),
    jobs_option("Number of puzzles that are searched at the same time."),
    click.option("--pin", is_flag=True, help="Pin each worker to its own processor."),
    executor_option(),
)


def execution_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a command with the options above; it gets them as keyword arguments, see `executor_of`."""
    return reduce(lambda wrapped, option: option(wrapped), reversed(_EXECUTION), command)


# -- what they stand for -----------------------------------------------------------------------------------------


def backends_of(names: str) -> list[Backend]:
    """Return the backends that `--backend` names; tell the user which ones `all` leaves out."""
    from sudokubench.backends import backend_list, installed
    from sudokubench.backends.registry import lacking_extra

    engines = backend_list(names)
    if "all" in names.split(","):
        lacking = []
        for name, reason in installed()[1]:
            if lacking_extra(name):
                lacking.append(name)
            else:
                remark(LEFT_OUT.format(name=name, reason=reason))
        tell_lacking(lacking)
    return engines


def tell_lacking(names: Collection[str]) -> None:
    """Tell the user how to install these backends, which come with the extra `engines`."""
    from sudokubench.errors import installing

    if names:
        remark(NOT_INSTALLED.format(names=", ".join(names), command=installing("engines")))


def budget_of(execution: dict[str, Any]) -> Budget:
    """Return the budget of a puzzle that is solved without a watched worker."""
    from sudokubench.answer import Budget

    return Budget(seconds=execution["time_limit"] or DEFAULT_TIME_LIMIT_S)


def executor_of(engines: Iterable[Backend], execution: dict[str, Any], rounds: int = 1) -> Executor:
    """Return the executor that the options of `execution_options` describe, for a number of rounds."""
    from sudokubench.harness.executors import executor
    from sudokubench.harness.isolation import Limits

    memory = execution["memory_limit"]
    limits = Limits(
        wall_s=execution["time_limit"] or DEFAULT_TIME_LIMIT_S,
        cpu_s=execution["cpu_limit"],
        memory_bytes=memory and memory << 20,
    )
    limited = any(execution[name] for name in ("time_limit", "cpu_limit", "memory_limit"))
    isolation = "process" if limited and execution["isolation"] == "auto" else execution["isolation"]
    return executor(
        execution["where"],
        engines,
        limits,
        isolation=isolation,
        jobs=execution["jobs"],
        pin=execution["pin"],
        rounds=rounds,
    )


def configuration_of(file: str | None, base: Configuration) -> Configuration:
    """Return the rules of a TOML file, or `base` without a file."""
    from sudokubench.errors import InputError
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
    order: Order,
    no_uniqueness: bool,
    file: str | None,
    techniques: Collection[str],
    only: Collection[str] | None = None,
) -> Configuration:
    """Return the rules that the options describe. `only` restricts the rules beside those that `--technique` names."""
    from sudokubench.logic.configuration import ORDERS
    from sudokubench.logic.rules import rule_called

    base = ORDERS[order]()
    config = configuration_of(file, base.without_uniqueness() if no_uniqueness else base)
    if only is not None:
        config = config.only(only)
    return config.asking([rule_called(name).name for name in techniques]) if techniques else config


def problem_of(layout: str | None) -> BoardProblem | None:
    """Return the problem that `--layout` gives: as a name, JSON, a map of regions, or a file with one of these."""
    from sudokubench.errors import InputError
    from sudokubench.formats import problem_named
    from sudokubench.formats.puzzle_json import read_problem
    from sudokubench.formats.regions import layout_of_map

    if layout is None:
        return None
    if layout.startswith("{") or layout_of_map(layout):
        return read_problem(layout)
    try:
        return problem_named(layout)
    except UsageError as error:
        if not Path(layout).is_file():
            raise UsageError(LAYOUT_UNKNOWN.format(reason=error.words)) from None
    try:
        return read_problem(text_of(layout))
    except InputError as error:
        raise error.at(layout) from None


def text_of(file: str, most_bytes: int = 1 << 20) -> str:
    """Return the text of a file of at most `most_bytes`."""
    from sudokubench.errors import InputError, unreadable

    try:
        with open(file, "rb") as opened:
            raw = opened.read(most_bytes + 1)
    except OSError as error:
        raise InputError(unreadable(file, error)) from error
    except ValueError as error:  # a NUL in its name
        raise InputError(NOT_A_FILE_NAME.format(file=repr(file))) from error
    if len(raw) > most_bytes:
        raise InputError(FILE_TOO_LONG.format(most=f"{most_bytes:,}")).at(file)
    try:
        return raw.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        raise InputError(NOT_UTF_8).at(file) from error


def written(file: str | None, option: str) -> AbstractContextManager[IO[str] | None]:
    """Open the file that an option names for writing, standard output for `-`; None if the option is not given."""
    from sudokubench.errors import InputError, printable

    try:
        return click.open_file(file, "w", encoding="utf-8") if file is not None else nullcontext()
    except OSError as error:
        shown = printable(file or "")
        words = NOT_WRITTEN.format(option=option, file=shown, reason=error.strerror)
        raise InputError(words) from error


def write_drawings(folder: str, drawings: Iterable[tuple[str, str]]) -> None:
    """Write SVG documents, given with their names, to a folder; create the folder if necessary."""
    from sudokubench.errors import InputError, printable

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for name, text in drawings:
            Path(folder, f"{name}.svg").write_text(text, encoding="utf-8")
    except OSError as error:
        shown = printable(folder)
        words = FOLDER_NOT_WRITTEN.format(option="--svg", folder=shown, reason=error.strerror)
        raise InputError(words) from error


def entries(puzzles: Iterable[str], form: str | None, layout: str | None) -> Iterator[Entry | BadEntry]:
    """Return the puzzles that arguments name: boards as text, files, sets and so on.

    The first puzzle is read at once, so that a bad argument is reported before any work begins.
    """
    from sudokubench.harness import corpus

    skipped = corpus.Skipped()
    return begun(_telling(corpus.read(puzzles, form, problem_of(layout), False, skipped), skipped))


def entries_and_rows(
    puzzles: Iterable[str], form: str | None, layout: str | None
) -> Iterator[Entry | BadEntry | Rows]:
    """Return the puzzles as `entries` does, but consecutive plain lines may come as arrays."""
    from sudokubench.harness import corpus

    skipped = corpus.Skipped()
    return begun(_telling(corpus.read(puzzles, form, problem_of(layout), True, skipped), skipped))


def _telling(found: Iterator[T], skipped: Skipped) -> Iterator[T]:
    """Yield the entries unchanged; at the end, tell which lines were left out."""
    try:
        yield from found
    except SudokubenchError:
        tell_skipped(skipped)
        raise
    tell_skipped(skipped)


def tell_skipped(skipped: Skipped) -> None:
    """Tell which lines of files hold no board and were left out."""
    for words in skipped.sentences():
        remark(words)


def begun(found: Iterator[T]) -> Iterator[T]:
    """Return the items unchanged, after reading the first one at once."""
    return chain(list(islice(found, 1)), found)


def how_many(
    puzzles: Iterable[str], form: str | None, layout: str | None, rounds: int = 1
) -> Callable[[], int | None]:
    """Return a function that counts the puzzles of all rounds; its result is None if the count is unknown."""
    from sudokubench.errors import SudokubenchError
    from sudokubench.harness import corpus

    def total() -> int | None:
        with suppress(SudokubenchError, OSError):
            found = corpus.count(puzzles, form, problem_of(layout))
            return found and found * rounds
        return None

    return total


def numbered(file: str, number: int) -> str:
    """Return the file name for one of several puzzles: page.html becomes page-1.html.

    >>> numbered("out/page.html", 1)
    'out/page-1.html'
    """
    path = Path(file)
    return str(path.with_name(f"{path.stem}-{number}{path.suffix}"))


def file_of(file: str | None, option: str, number: int) -> AbstractContextManager[IO[str]]:
    """Open the file of a puzzle for writing: the named file if `number` is 0, else a numbered file beside it."""
    if number and file in {None, "-"}:
        raise UsageError(FILE_FOR_EACH.format(option=option))
    named = "-" if file is None else numbered(file, number) if number else file
    return nullcontext(data()) if named == "-" else cast("IO[str]", written(named, option))


def each_puzzle(
    puzzles: Iterable[str],
    form: str | None,
    layout: str | None,
    watch: Watch,
    work: Callable[[Entry, int], None],
) -> None:
    """Work on each puzzle of the arguments, with its number from 1, or 0 for a single puzzle.

    If one of several puzzles is refused, the watch reports it, and the work goes on with the next.
    """
    from sudokubench.errors import InputError, Undecided
    from sudokubench.harness.corpus import BadEntry

    found = entries(puzzles, form, layout)
    first = list(islice(found, 2))
    for number, entry in enumerate(chain(first, found), 1):
        try:
            if isinstance(entry, BadEntry):
                raise entry.error
            work(entry, number if len(first) > 1 else 0)
        except (InputError, Undecided) as error:
            if len(first) == 1:
                raise
            watch.refused(error)


def one_entry(puzzle: str, form: str | None, layout: str | None) -> Entry:
    """Return the only puzzle of an argument."""
    from sudokubench.harness.corpus import BadEntry

    found = list(islice(entries([puzzle], form, layout), 2))
    if len(found) != 1:
        raise UsageError(SEVERAL_PUZZLES.format(puzzle=puzzle))
    if isinstance(found[0], BadEntry):
        raise found[0].error
    return found[0]
