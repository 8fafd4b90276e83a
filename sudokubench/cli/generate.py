"""`sudokubench generate`."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import nullcontext
from shlex import quote
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from sudokubench.cli import options
from sudokubench.cli.engine_options import backend_option, executor_option
from sudokubench.cli.exit_codes import Code
from sudokubench.cli.files import text_of
from sudokubench.cli.output import Watch, echo, echo_board, json_line
from sudokubench.cli.puzzle_arguments import problem_of
from sudokubench.cli.words import BOOK_ONLY, FORM_OF_LINES, NO_OVERLAPS, PAGES_OF_BOOK, PLAIN_LAYOUT
from sudokubench.errors import UsageError, require_file
from sudokubench.words import Language, Words

if TYPE_CHECKING:
    from sudokubench.generation.wish import Wish
    from sudokubench.layout import Layout


_UNSAID = frozenset({"output", "jobs", "where", "time_limit", "form", "book", "per_page", "lang", "as_json"})
"""Options that do not change the puzzles."""

_WITH_OVERLAP = frozenset({
    "number", "skip", "layout", "symbols", "minimal", "seed", "time_limit", "form", "lang", "as_json", "output",
})  # fmt: skip
"""The options that go with overlapping grids; the command refuses every other option."""

_WITH_VARIANT = _WITH_OVERLAP | {"variants", "grid", "jobs", "where", "backend"}
"""The options that go with a variant; the command refuses every other option."""

shape_options = options.together(
    click.option("--minimal", is_flag=True, help="Only puzzles in which every clue is necessary."),
    click.option("--clues", metavar="N|LO..HI", help="Number of clues, or a range."),
    click.option(
        "--symmetry",
        metavar="NAME",
        default="none",
        help="Symmetry of the cells with clues: none, "
        "rot180, rot90, diagonal, antidiagonal, diagonals, horizontal, vertical, mirrors or full.",
    ),
    click.option(
        "--pattern",
        type=options.FILE,
        metavar="FILE|MASK",
        help="Cells with a clue: one of . 0 _ for an empty cell, any other sign for a clue.",
    ),
    click.option("--grid", type=options.FILE, metavar="FILE|GRID", help="Solution that all puzzles share."),
    click.option(
        "--layout",
        metavar="NAME|FILE",
        help="Layout, if not 9x9: 6x6 or 9x9-diagonal, or a JSON file; generate also takes samurai or "
        "overlap:R1C1+R7C7.",
    ),
    options.symbols_option,
)
"""Options about the puzzles to make. The command passes them to `wish_of`."""


@click.command()
@click.option("-n", "--number", type=options.Whole(1), default=1, help="Number of puzzles.")
@click.option(
    "--skip",
    type=options.Whole(0),
    default=0,
    show_default=False,
    metavar="N",
    help="Skip the first N puzzles of the seed.",
)
@shape_options
@click.option("--variant", "variants", multiple=True, metavar="NAME", help="A variant, such as killer or thermometer: "
              "its constraints are read off the solution. You can give several.")  # fmt: skip
@click.option(
    "--rating",
    metavar="LO..HI|CLASS",
    help="Difficulty: a range such as 6.5..7, or a class from Easy to Extreme.",
)
@click.option("--scale", default="se", metavar="NAME", help="Scale of the rating: se, hodoku, "
              "difficulty, difficulty_hodoku, difficulty_human or phi.")  # fmt: skip
@click.option(
    "--needs",
    multiple=True,
    metavar="RULE",
    help="A rule that the solution needs: easier rules alone do not solve it.",
)
@click.option("--without", multiple=True, metavar="RULE", help="A rule that the solution must not use.")
@click.option("--hardest", metavar="RULE", help="The hardest rule; the solution needs it.")
@click.option(
    "--position",
    is_flag=True,
    help="Show the steps up to the first step of the hardest rule; later steps may use any rules.",
)
@options.config_option
@options.seed_option
@options.jobs_option("Number of worker processes; it does not change the puzzles.")
@executor_option
@backend_option(None, "NAME", "Backend that checks each puzzle again, such as dlx.")
@click.option(
    "--seconds",
    "time_limit",
    type=options.SECONDS,
    metavar="S",
    help="Time limit for the whole command, in seconds.",
)
@click.option(
    "--to",
    "form",
    default="text",
    metavar="FORM",
    help="Form of the output, as in convert; text is a line, or JSON if a line cannot state the layout.",
)
@click.option(
    "--book", type=options.FILE, help="Write sheets to print instead of lines: FILE.html or FILE.pdf."
)
@click.option("--per-page", type=options.Whole(1, 6), default=4, help="Puzzles on a sheet of the book.")
@options.language_option("Language of the book and of remarks.")
@options.data_options
def generate(
    number: int,
    skip: int,
    variants: tuple[str, ...],
    rating: str | None,
    scale: str,
    needs: tuple[str, ...],
    without: tuple[str, ...],
    hardest: str | None,
    position: bool,
    config_file: str | None,
    seed: int,
    jobs: int,
    where: str,
    backend: str | None,
    time_limit: float | None,
    form: str,
    book: str | None,
    per_page: int,
    lang: Language,
    as_json: bool,
    **shape: Any,
) -> None:
    """Make puzzles with exactly one solution.

    The same seed gives the same puzzles, for any number of jobs. Without --clues and --pattern, clues are removed in
    random order (in groups if a symmetry is asked for) until no clue can be removed.

    With --variant, constraints are read off a full grid first; --minimal then also
    removes constraints until none can be removed.

    For a rating, or for required rules, the generator uses simulated annealing. If the time limit ends the search,
    the command exits with 6; if no puzzle fits, it prints the nearest one.
    """
    from sudokubench.actions import generate
    from sudokubench.actions.book import bound, opened
    from sudokubench.actions.convert import BY_PLACE, converted, rows_text, unsayable
    from sudokubench.backends.pool import backend_of
    from sudokubench.formats import form_named
    from sudokubench.generation.difficulty_aims import Aim, band_of
    from sudokubench.generation.words import AIM_ONLY, NO_VARIANT_BOOK, NOT_WITH_VARIANT
    from sudokubench.harness.corpus import NINE
    from sudokubench.logic.configuration import easiest_first
    from sudokubench.puzzles import is_arrangement

    form_named(form)
    given = {param.name for param in _given()}
    if book is None and "per_page" in given:
        raise UsageError(PAGES_OF_BOOK)
    if book is not None and "output" in given and not as_json:
        raise UsageError(BOOK_ONLY)
    for option, name in (("book", "book"), ("position", "position"), ("json", "as_json")):
        if {"form", name} <= given:
            raise UsageError(FORM_OF_LINES.format(option=f"--{option}"))
    watch = Watch(lang)
    how: dict[str, Any] = {"skip": skip, "seed": seed, "seconds": time_limit, "observer": watch}
    if is_arrangement(shape["layout"] or ""):
        _of_overlaps(shape["layout"], number, form, as_json, watch, **how)
        return
    if variants:
        if book is not None:
            raise UsageError(NO_VARIANT_BOOK)
        _refuse_all_but(_WITH_VARIANT, NOT_WITH_VARIANT)
    wish = wish_of(**shape, variants=variants)
    if not as_json and (unsaid := unsayable(wish.layout, form, wish.variants)):
        raise UsageError(unsaid)
    if backend is not None:
        backend_of(backend)
    aim = None
    if rating is not None or needs or without or hardest is not None or position:
        config = options.configuration_of(config_file, easiest_first()) if config_file else None
        aim = Aim(band_of(rating, scale), scale, needs, without, hardest, position, config)
    elif unused := given & {"scale", "config_file"}:
        raise UsageError(AIM_ONLY.format(option="--scale" if "scale" in unused else "--config"))
    done, kept = 0, list[generate.Generated]()
    how |= {"jobs": jobs, "where": where, "check": backend}
    plain = aim is None and book is None and not (as_json or variants)
    if plain and wish.layout == NINE and form in BY_PLACE:
        for first, some in generate.parts(wish, number, **how):
            done = first + len(some.puzzles) - 1
            echo(rows_text(some.puzzles, form))
        watch.codes.note(Code.FAILED, done < skip + number)
        return
    with opened(book) if book is not None else nullcontext() as file:
        for made in generate.generate(wish, number, aim=aim, **how):
            done = made.number
            if as_json:
                json_line(**made.as_json())
            elif position and done:
                for line in made.position_lines(lang):
                    echo(line)
            elif book is None or not done:
                echo_board(converted(made.puzzle, form), form)
            if book is not None and done:
                kept.append(made)
        if file and book and kept:
            file.write(bound(kept, book, per_page=per_page, language=lang, foot=_command(), observer=watch))
    watch.codes.note(Code.FAILED, done < skip + number)


def _of_overlaps(layout: str, number: int, form: str, as_json: bool, watch: Watch, **how: Any) -> None:
    from sudokubench.actions.generate_overlaps import generate_overlaps
    from sudokubench.generation.words import NOT_WITH_OVERLAP
    from sudokubench.problems import clues_in_form
    from sudokubench.problems.overlaps import arrangement

    _refuse_all_but(_WITH_OVERLAP, NOT_WITH_OVERLAP)
    done = 0
    for made in generate_overlaps(arrangement(layout), number, **how):
        done += 1
        if as_json:
            json_line(**made.as_json())
        else:
            echo_board(clues_in_form(made.puzzle, form), form)
    watch.codes.note(Code.FAILED, done < number)


def _refuse_all_but(allowed: Collection[str], message: Words) -> None:
    """Raise UsageError for the first option of this command line that is not among the allowed parameters."""
    for param in _given():
        if param.name not in allowed:
            raise UsageError(message.format(option=param.opts[0]))


def _given() -> Iterator[click.Parameter]:
    """Yield the parameters that this command line gives."""
    ctx = click.get_current_context()
    for param in ctx.command.params:
        if ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE:
            yield param


def _command() -> str:
    """Return the command line that makes these puzzles again."""
    values, parts = click.get_current_context().params, ["sudokubench generate"]
    for param in _given():
        if param.name not in _UNSAID:
            value = values[param.name or ""]
            for one in value if isinstance(value, tuple) else (value,):
                parts += [param.opts[0]] if one is True else [param.opts[0], quote(str(one))]
    return " ".join(parts if "--seed" in parts else [*parts, f"--seed {values['seed']}"])


def wish_of(
    *,
    minimal: bool,
    clues: str | None,
    symmetry: str,
    pattern: str | None,
    grid: str | None,
    layout: str | None,
    variants: tuple[str, ...] = (),
) -> Wish:
    """Return the wish that the options of `shape_options` and the variants state."""
    from sudokubench.board import Board
    from sudokubench.generation.wish import Wish, clues_of

    of = _layout(layout)
    solution = None if grid is None else Board.parse(_text_or_file(grid), of).digits
    mask = "" if pattern is None else "".join(_text_or_file(pattern).split())
    cells = None if pattern is None else tuple(sign not in ".0_" for sign in mask)
    return Wish(of, clues_of(clues), minimal, symmetry, cells, solution, variants)


def _layout(name: str | None) -> Layout:
    from sudokubench.layout import Layout
    from sudokubench.puzzles import is_arrangement

    if is_arrangement(name or ""):
        raise UsageError(NO_OVERLAPS.format(name=name))
    problem = problem_of(name) or Layout.standard(9)
    if not isinstance(problem, Layout):
        raise UsageError(PLAIN_LAYOUT.format(name=name))
    return problem


def _text_or_file(value: str) -> str:
    """Return the text of a file or pipe, else the value itself. Raises InputError for the path of a missing file."""
    if value == "-" or os.path.exists(value):  # False for a text too long for a name
        return text_of(value)
    require_file(value)
    return value
