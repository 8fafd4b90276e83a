"""The input of library calls: tell texts, names, files, covers and boards apart; `exchange` reads arrays and columns.

A board comes as a `Board`, a text, the name of a file, a `Path`, an array, a list or a column of a table. An exact
cover comes as an `ExactCover`, a name such as `queens:6`, a file, options by name, or a list of options. A list of n
rows of n digits is a board. For a prime n it could also be a cover, so it is refused; [[1]] is a cover.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Hashable, Iterable, Iterator, Mapping
from io import BytesIO
from os import PathLike, fsdecode
from typing import TYPE_CHECKING, Any, BinaryIO, SupportsIndex, TypeGuard

from sudokubench import exchange
from sudokubench.answer import Puzzle
from sudokubench.board import Board
from sudokubench.core_words import COVER_IN_LIST, NEITHER, NO_FILE, NOT_A_BOARD, ROW, SEVERAL_BOARDS
from sudokubench.errors import InputError, Refusal, UsageError, files_beside, printable, suggestion
from sudokubench.formats import cover_file
from sudokubench.formats.unpacked import head_of, unpacked
from sudokubench.problem import ExactCover

if TYPE_CHECKING:
    from pathlib import Path

Cover = ExactCover | Mapping[Any, Iterable[Hashable]]
"""An exact cover, or its options by name. A mapping with the key `schema` may also be a board."""
Given = Board | str | PathLike[str] | Iterable[Any]
"""A value that may hold one puzzle."""

_FILE = re.compile(r"[^{\[\n]{0,250}([/\\]|\.[A-Za-z]\w{0,4}$)")
_OVERLAPS = re.compile(
    rb"^\s*overlap:|^[0-9._*]{9}(.)\1\1[0-9._*]{9}\s*$|^(.)\2{5}[0-9._*]{9}\s", re.MULTILINE
)
"""Pattern of a name `overlap:...`, of a row with a gap of three cells, or of a row that begins outside of the grids.
Each file of overlapping grids has one of these near its beginning. Most files of boards have none of these, so the code
for such grids is not loaded."""
_CELLS = re.compile(r"[0-9.*_]{16}")


def puzzle(given: object) -> Puzzle:
    """Return the one puzzle in a value.

    Raises:
        InputError: The value has no puzzle, or several.
        UsageError: The value names a cover that does not exist, or its options do not make a cover.
    """
    if isinstance(given, (Board, ExactCover)):
        return given
    if may_be_name(given):
        from sudokubench import problems

        return problems.named(given)
    if isinstance(given, str):
        if (overlap := overlap_in(given)) is not None:
            return overlap
        if (cover := cover_in(given)) is not None:
            return cover_file.read(cover.stream, cover.form or "", "exact cover")
        given = _opened(given)
    if isinstance(given, PathLike) and (found := cover_of_file(fsdecode(given))) is not None:
        return found
    if isinstance(given, (str, PathLike)):
        return exchange.board(given)
    if isinstance(given, Mapping):
        if is_json_of_board(given):
            return Board.from_json(given)
        return cover_file.from_object(given) if "schema" in given else ExactCover.from_options(given)
    try:
        return exchange.board(given)
    except InputError as error:
        _refuse_names(given)
        if isinstance(error, Refusal) or not has_options(given):
            raise
        try:
            return ExactCover.from_options(given)
        except UsageError as other:
            raise InputError(NEITHER.format(board=error.words, cover=other.words)) from None


def board(given: object) -> Board:
    """Return the one board in a value; refuse a value with no board, with several, or with an exact cover."""
    found = puzzle(given)
    if isinstance(found, ExactCover):
        raise InputError(NOT_A_BOARD.format(puzzle=found))
    return found


def boards(given: object) -> list[Board]:
    """Return all boards in a value.

    Args:
        given: A board; a text with one or several boards in any form; a file, as a `Path` or by its name; an array of
            whole numbers, 0 for a blank, of the shape (81,), (9, 9), (n, 81) or (n, 9, 9), or the same for other sizes;
            a dict of `Board.as_json`; a list of boards, texts, dicts or lists of numbers; a column of pandas or Polars.

    Raises:
        InputError: The value or a row of it is not a board; the message names its index.

    >>> [board.clue_count for board in boards([[1, 0, 0, 0], [0, 0, 3, 0], [0, 0, 0, 0], [0, 2, 0, 0]])]
    [3]
    """
    if isinstance(given, (ExactCover, Mapping)) or may_be_name(given):
        return [board(given)]
    if isinstance(given, str):
        refuse_overlaps(given)  # rows of a samurai may look like a board of 21x21
        given = _opened(given)
    try:
        return exchange.boards(given)
    except InputError:
        _refuse_names(given)
        raise


def is_json_of_board(given: Mapping[Any, Any]) -> bool:
    """Return whether a mapping is the JSON object of a board, and not of an exact cover or a mapping of options."""
    return "schema" in given and given["schema"] != cover_file.SCHEMA


def has_board(text: bytes, is_bare: bool = False) -> bool:
    """Return whether a file begins with a board. With `is_bare`, lines that may be one board or many count, too."""
    from sudokubench.formats import files

    try:
        return any(
            not isinstance(one, InputError) for one in files.read_singly(BytesIO(text), Board.parse_strictly)
        )
    except InputError as error:
        return is_bare and isinstance(error, Refusal)


def cover_in(text: str, form: str | None = None, is_board: bool = False) -> cover_file.Detected | None:
    """Return the form of a text that is an exact cover, and the text as a stream; None for any other text.

    A given `form` is not checked. `is_board` is as for `cover_file.detected`.
    """
    if form is None and "\n" not in text.strip() and not text.lstrip().startswith("{"):
        return None
    found = cover_file.Detected(form, BytesIO(text.encode("utf-8", "surrogatepass")))
    if form is None:
        found = cover_file.detected(found.stream, has_board, is_board)
    return found if found.form in cover_file.FORMS else None


def cover_of_file(name: str) -> ExactCover | None:
    """Return the exact cover in a file; None if it is not a regular file, cannot be read, or is not a cover.

    Raises:
        InputError: The exact cover has a fault (the place of the error has its line), or the file has several puzzles.
    """
    if not os.path.isfile(name):
        return None
    try:
        with open(name, "rb") as file:
            source, text = next(unpacked(file, printable(name)))
            if (overlaps := overlaps_in(text)) is not None:
                return _only(overlaps)
            found = cover_file.detected(text, has_board)
            return None if found.form is None else cover_file.read(found.stream, found.form, source)
    except (OSError, StopIteration):  # the reader of boards reports the error
        return None
    except InputError as error:
        raise error.at(error.place.source or printable(name)) from None


def is_arrangement(name: str) -> bool:
    """Return whether a text names an arrangement of overlapping grids, such as `samurai`."""
    if not name[:1].isalpha():
        return False
    from sudokubench.problems import overlaps

    return overlaps.is_arrangement(name)


def overlaps_in(
    stream: BinaryIO, form: str | None = None
) -> Iterator[tuple[int, ExactCover] | InputError] | None:
    """Return the puzzles of overlapping grids in a file, with their lines; None if it has other puzzles.

    Args:
        stream: The file, unpacked.
        form: The arrangement of grids that do not name theirs; detected if None. If it is another form, return None.
    """
    if not (_OVERLAPS.search(head_of(stream)) if form is None else is_arrangement(form)):
        return None
    from sudokubench.problems import overlap_text
    from sudokubench.problems.overlaps import arrangement

    found = overlap_text.detected(stream) if form is None else arrangement(form)
    if found is False:
        return None
    return overlap_text.read(stream, None if found is True else found, form is None)


def overlap_in(text: str, form: str | None = None) -> ExactCover | None:
    """Return the overlapping grids in a text; None if it has another puzzle. `form` is as in `overlaps_in`."""
    if form is None and "\n" not in text.strip("\n"):
        return None
    found = overlaps_in(BytesIO(text.encode("utf-8", "surrogatepass")), form)
    return None if found is None else _only(found)


def refuse_overlaps(text: str) -> None:
    """Refuse a text with overlapping grids: it has no board. Do nothing for any other text."""
    if (overlap := puzzle(text) if text.startswith("overlap:") else overlap_in(text)) is not None:
        raise InputError(NOT_A_BOARD.format(puzzle=overlap))


def _refuse_names(given: object) -> None:
    """Refuse a list with the name of an exact cover, perhaps misspelt. Do nothing for any other value."""
    for row, text in enumerate(given if isinstance(given, (list, tuple)) else ()):
        if may_be_name(text):
            try:
                error: InputError | UsageError = InputError(COVER_IN_LIST.format(cover=puzzle(text)))
            except UsageError as misspelt:
                error = misspelt
            raise type(error)(ROW.format(row=row, fault=error.words)) from None


def _only(found: Iterable[tuple[int, ExactCover] | InputError]) -> ExactCover:
    puzzles = list[ExactCover]()
    for one in found:
        if isinstance(one, InputError):
            raise one
        puzzles.append(one[1])
    if len(puzzles) != 1:
        raise InputError(SEVERAL_BOARDS.format(count=len(puzzles)))
    return puzzles[0]


def may_be_name(given: object) -> TypeGuard[str]:
    """Return whether a value is a text like the name of an exact cover, perhaps misspelt, and not like a board."""
    if not isinstance(given, str) or not given[:1].isalpha():
        return False
    from sudokubench import problems

    return problems.may_be_name(given)


def like_a_file(text: str) -> bool:
    """Return whether a text looks like the name of a file, and not like a board."""
    return not _CELLS.search(text) and bool(_FILE.match(text))


def _opened(text: str) -> str | Path:
    """Return the path if a text is the name of a file; otherwise the text. A missing file is an error."""
    if not like_a_file(text) or "://" in text:
        return text
    from pathlib import Path

    if not os.path.exists(text) or os.path.isdir(text):
        raise InputError(NO_FILE.format(name=printable(text), close=suggestion(text, files_beside(text))))
    return Path(text)


def has_options(given: object) -> TypeGuard[list[Iterable[Hashable]]]:
    """Return whether a value is a list of options: lists, sets or NumPy arrays of names."""
    numpy = sys.modules.get("numpy")  # a caller with an array has loaded numpy already
    kinds = (list, tuple, set, frozenset, *(() if numpy is None else (numpy.ndarray,)))
    return (
        isinstance(given, (list, tuple))
        and len(given) > 0
        and all(isinstance(items, kinds) and getattr(items, "ndim", 1) == 1 for items in given)
        and all(isinstance(item, (str, tuple, SupportsIndex)) for items in given for item in items)
    )
