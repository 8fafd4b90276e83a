"""Arrays, lists and columns as boards; results as JSON, as tables of pandas or Polars, and as HTML for notebooks."""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from importlib import import_module
from itertools import islice
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar

from sudokubench import core_words
from sudokubench.board import Board
from sudokubench.errors import InputError, Refusal, UsageError, path_of, printable, reading, require_digits
from sudokubench.formats.cells import size_of
from sudokubench.formats.not_a_board import require_no_overlap
from sudokubench.layout import MAX_SIZE, Layout

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

R = TypeVar("R", bound="Result | None")
_TABLES = ("pandas", "polars")

ROWS = 50
"""Largest number of results that a notebook shows."""


class Result(ABC):
    """The base class of results. A result defines `as_json` and `__str__`; with several rows also `as_columns`."""

    __slots__ = ()

    @abstractmethod
    def as_json(self) -> dict[str, Any]:
        """Return plain values: the object that the command prints with `--json`."""

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values."""
        return self.as_json()

    def to_json(self) -> str:
        """Return the result as JSON, as the command prints it with `--json`."""
        return json_text(self.to_dict())

    def to_frame(self) -> Any:
        """Return the result as a table of pandas or Polars; see `frame`."""
        return frame(self.as_columns())

    def as_columns(self) -> Mapping[str, Any]:
        """Return the columns of the table, all of the same length; most results have one row."""
        return {name: [value] for name, value in self.to_dict().items() if name != "schema"}

    def _repr_html_(self) -> str:
        return first_rows(self.as_columns())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


class Results(tuple[R, ...]):
    """The results for several boards, in order; None for a board without a result."""

    __slots__ = ()

    def to_dict(self) -> list[dict[str, Any] | None]:
        """Return the results as plain values."""
        return [None if result is None else result.to_dict() for result in self]

    def to_json(self) -> str:
        """Return the results as JSON, one object per line."""
        return "\n".join(map(json_text, self.to_dict()))

    def to_frame(self) -> Any:
        """Return the rows of all results as a table of pandas or Polars; see `frame`."""
        return frame(self.as_columns())

    def as_columns(self) -> dict[str, list[Any]]:
        """Return the columns of the table; a value that a result lacks is None."""
        rows = list[dict[str, Any]]()
        for columns in ({"": [None]} if result is None else result.as_columns() for result in self):
            rows += (dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True))
        names = [name for name in dict.fromkeys(name for row in rows for name in row) if name]
        return {name: [row.get(name) for row in rows] for name in names}

    def _repr_html_(self) -> str:
        return first_rows(self.as_columns())

    def __str__(self) -> str:
        return "\n".join(map(str, self))


def json_text(value: object) -> str:
    """Return plain values as one line of JSON, in the form that the commands print."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def first_rows(columns: Mapping[str, Any], count: int | None = None) -> str:
    """Return the first rows of a table as HTML. `count` is the number of all rows, if the columns have only some."""
    from sudokubench.formats.html import table

    count = max(map(len, columns.values()), default=0) if count is None else count
    few = [
        ["" if value is None else str(value)[:200] for value in islice(values, ROWS)]
        for values in columns.values()
    ]
    more = f"{count:,} results; the first {ROWS} are shown" if count > ROWS else ""
    return table(more, columns, zip(*few, strict=True))


def frame(columns: Mapping[str, Any]) -> Any:
    """Return a DataFrame of pandas or Polars: a loaded library comes before an installed one, and pandas before Polars.

    Raises:
        UsageError: Neither library is installed.
    """
    for name in sorted(_TABLES, key=lambda name: name not in sys.modules):
        try:
            return import_module(name).DataFrame(dict(columns))
        except ImportError:
            continue
    raise UsageError(core_words.NO_TABLES)


def boards(given: object) -> list[Board]:
    """Return all boards in a value, as `puzzles.boards` does; but a text is never the name of a file."""
    given = _plain(given)
    if isinstance(given, Board):
        return [given]
    if isinstance(given, str):
        return Board.parse_all(given)
    if isinstance(given, PathLike):
        return _of_file(path_of("file", given))
    numpy = sys.modules.get("numpy")  # a caller with an array has loaded numpy already
    if numpy is not None and isinstance(given, numpy.ndarray) and given.dtype.kind not in "OUST":
        array = numpy.ma.filled(given, 0)  # a masked cell is blank
        if array.dtype.kind == "f" and array.ndim and ((found := _parsed(array.tolist())) or not array.size):
            return found  # whole numbers in a floating-point type, as NumPy reads them from files
        layout, digits = digits_of(array)
        require_digits(digits, layout.size)
        return [Board._trusted(layout, row.tobytes()) for row in digits]
    values = [*map(_item, _values(given))]
    if any(isinstance(value, (str, bytes, Board, Mapping)) for value in values):
        return _of_texts(values)
    found = _parsed(values)
    if not found and _are_rows_of_prime_size(values):
        raise Refusal(core_words.PRIME_ROWS.format(size=len(values)))
    if not found and values:
        raise InputError(core_words.NO_BOARD_IN.format(value=repr(str(given)), kind=type(given).__name__))
    others = [not isinstance(value, (list, tuple)) for value in values]
    if any(others) and not all(others):
        row = others.index(True)
        raise InputError(core_words.ROW_OF_TYPE.format(row=row, kind=type(values[row]).__name__, remedy=""))
    return found


def board(given: object) -> Board:
    """Return the one board in a value; refuse a value with no board or with several."""
    given = _plain(given)
    if isinstance(given, Board):
        return given
    if isinstance(given, (str, bytes, bytearray)) or not isinstance(given, (Iterable, PathLike)):
        return Board.parse(given)  # type: ignore[arg-type]  # `parse` refuses any other value
    found = boards(given)
    if not found:
        raise InputError(core_words.NOTHING_GIVEN)
    if len(found) != 1:
        raise InputError(core_words.SEVERAL_BOARDS.format(count=len(found)))
    return found[0]


def _plain(given: object) -> object:
    """Return the board of a result that has one, such as a generated puzzle; return any other value unchanged."""
    held = getattr(given, "puzzle", None)
    return held if isinstance(held, Board) else given


def _item(value: object) -> object:
    """Return an item of a list as a plain value: an array or a number of NumPy becomes lists or a number."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, (numpy.ndarray, numpy.generic)):
        return value.tolist()
    return _plain(value)


def _of_file(name: str) -> list[Board]:
    from sudokubench.formats import files
    from sudokubench.formats.unpacked import unpacked

    found = list[Board]()
    with reading(name), open(name, "rb") as file:
        for source, text in unpacked(file, printable(name)):
            for one in files.read_singly(text, Board.parse_strictly):
                if isinstance(one, InputError):
                    raise one.at(source)
                found.append(one.board)
    if not found:
        raise InputError(core_words.NO_BOARD_IN_FILE.format(name=printable(name)))
    return found


def digits_of(array: NDArray[Any]) -> tuple[Layout, NDArray[np.uint8]]:
    """Return the layout of an array, and its boards as uint8 (n, cells).

    Raises:
        InputError: The array has another shape or type, a number that is not from 0 to 255, or a board that may be
            overlapping grids.
    """
    import numpy as np

    array = np.ma.filled(array, 0)
    if array.dtype.kind not in "iu":
        raise InputError(core_words.ARRAY_TYPE.format(dtype=array.dtype))
    shape = array.shape
    cells = shape[-1] if shape else 0
    if len(shape) > 1 and shape[-1] == shape[-2] and (len(shape) == 3 or size_of(cells) is None):
        cells *= cells
    size = size_of(cells) if 1 <= len(shape) <= 3 else None
    if size is None or (len(shape) == 3 and shape[1] != size):
        raise InputError(core_words.ARRAY_SHAPE.format(shape=shape))
    flat = array.reshape(-1, cells)
    if flat.dtype != np.uint8:
        if flat.size and not 0 <= flat.min() <= flat.max() <= 255:
            row = int(((flat < 0) | (flat > 255)).any(axis=1).argmax())
            raise InputError(core_words.ROW_NOT_DIGITS.format(row=row, size=size))
        flat = flat.astype(np.uint8)
    layout = Layout.standard(size)
    for board in flat if size > 9 else ():
        require_no_overlap(layout, board.tobytes())
    return layout, flat


def _values(given: object) -> list[Any]:
    """Return the items of a list, an array or a column."""
    if hasattr(given, "columns"):
        names = ", ".join(map(str, given.columns))
        raise InputError(core_words.WHOLE_TABLE.format(names=names))
    if not isinstance(given, Iterable) or isinstance(given, (bytes, bytearray, memoryview)):
        raise InputError(core_words.NOT_BOARDS.format(value=repr(str(given)), kind=type(given).__name__))
    listed = getattr(given, "tolist", None) or getattr(given, "to_list", None)
    return [*(listed() if listed else given)]


def _parsed(values: list[Any]) -> list[Board]:
    """Return the boards of nested lists."""
    from sudokubench.formats import lists
    from sudokubench.formats.regions import layout_of_map

    try:
        found = lists.boards_in(values, may_be_blank=True)
    except RecursionError:  # a list that contains itself
        return []
    if any(layout_of_map(one.text) for one in found):
        raise Refusal(core_words.MAP_IN_LIST)
    return [Board.parse_strictly(one.text, one.form) for one in found]


def _are_rows_of_prime_size(values: list[Any]) -> bool:
    """Return whether values are n lists of n digits each, for a prime n: such boards need an explicit layout."""
    n = len(values)
    return 1 < n <= MAX_SIZE and size_of(n * n) is None and all(
        isinstance(row, (list, tuple)) and len(row) == n
        and all(str(digit).isdecimal() and int(digit) <= n for digit in row)
        for row in values
    )  # fmt: skip


def _whole(values: list[Any]) -> list[Board]:
    """Return a list with the board whose rows or cells are the values; [] if a value is as long as a whole board."""
    found = _parsed(values)
    return found if found and max(len(str(value)) for value in values) < len(found[0].digits) else []


def _of_texts(values: list[Any]) -> list[Board]:
    """Return the boards in texts and JSON objects. If the texts are rows or cells of one board, return this board."""
    found = []
    for row, value in enumerate(values):
        try:
            if isinstance(value, Mapping):
                found.append(Board.from_json(value))
            elif isinstance(value, (list, tuple)) and (some := _parsed([*value])):
                found += some
            else:
                found.append(value if isinstance(value, Board) else Board.parse(value))
        except InputError as error:
            of_json = isinstance(value, Mapping)
            may_be_row = row == 0 or all(len(str(one)) == len(values) for one in values)
            if may_be_row and not (of_json or isinstance(error, Refusal)) and (whole := _whole(values)):
                return whole
            if not (of_json or isinstance(value, str)):
                remedy = core_words.OR_BYTES if isinstance(value, bytes) else ""
                message = core_words.ROW_OF_TYPE.format(row=row, kind=type(value).__name__, remedy=remedy)
                raise InputError(message) from None
            raise type(error)(core_words.ROW.format(row=row, fault=error.placed)) from error
    return found
