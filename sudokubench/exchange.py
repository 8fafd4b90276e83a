"""Input and output of library calls: boards in any container, and tables of pandas or Polars."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from sudokubench.board import Board
from sudokubench.errors import InputError, UsageError
from sudokubench.formats import loose
from sudokubench.formats.cells import size_of
from sudokubench.formats.html import table
from sudokubench.formats.regions import layout_of_map
from sudokubench.formats.remarks import Refusal
from sudokubench.layout import Layout
from sudokubench.words import (
    ARRAY_SHAPE,
    ARRAY_TYPE,
    MAP_IN_LIST,
    NO_BOARD_IN,
    NO_TABLES,
    NOT_BOARDS,
    OR_BYTES,
    ROW,
    ROW_NOT_DIGITS,
    ROW_OF_TYPE,
    SEVERAL_BOARDS,
    WHOLE_TABLE,
    Words,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")
_TABLES = ("pandas", "polars")

ROWS = 50
"""Number of results that a notebook shows."""


class Results(tuple[T, ...]):
    """The results for several boards, in their order."""

    __slots__ = ()

    def to_frame(self) -> Any:
        """Return a table of pandas or Polars with a row for each board; see `frame`."""
        return frame(self._columns())

    def _repr_html_(self) -> str:
        return first_rows(self._columns(), len(self))

    def _columns(self) -> dict[str, list[Any]]:
        rows = [{} if result is None else vars_of(result) for result in self]
        names = dict.fromkeys(name for row in rows for name in row)
        return {name: [row.get(name) for row in rows] for name in names}


def first_rows(columns: Mapping[str, Any], count: int) -> str:
    """Return the first rows of columns as HTML."""
    few = [[str(value)[:200] for value in islice(values, ROWS)] for values in columns.values()]
    more = f"{count:,} results; the first {ROWS} are shown" if count > ROWS else ""
    return table(more, columns, zip(*few, strict=True))


def vars_of(result: Any) -> dict[str, Any]:
    """Return one result as plain values with names."""
    values: dict[str, Any] = result.as_dict()
    return values


def frame(columns: Mapping[str, Any]) -> Any:
    """Return a table of pandas or Polars: of the one that is loaded already, otherwise of pandas if it is installed.

    Raises:
        UsageError: Neither is installed.
    """
    for name in sorted(_TABLES, key=lambda name: name not in sys.modules):
        try:
            return import_module(name).DataFrame(dict(columns))
        except ImportError:
            continue
    raise UsageError(NO_TABLES)


def boards(given: object) -> list[Board]:
    """Return all boards in a value.

    Args:
        given: A board or its text in any form, also pasted text and several in one text; an array (81,), (9, 9), (n,
            81) or (n, 9, 9) of whole numbers, 0 for a blank, and the same of other sizes; a list of any of these; a
            column of pandas or Polars.

    Raises:
        InputError: Something in it is not a board; the message names the row, from 0.

    >>> [board.clue_count for board in boards([[1, 0, 0, 0], [0, 0, 3, 0], [0, 0, 0, 0], [0, 2, 0, 0]])]
    [3]
    """
    if isinstance(given, Board):
        return [given]
    if isinstance(given, str):
        return Board.parse_all(given)
    numpy = sys.modules.get("numpy")  # a caller with an array has loaded it
    if numpy is not None and isinstance(given, numpy.ndarray) and given.dtype.kind in "iu":
        layout, digits = digits_of(given)
        return [Board(layout, row) for row in digits.tolist()]
    values = _values(given)
    if any(isinstance(value, (str, bytes, Board)) for value in values):
        return _of_texts(values)
    found = _parsed(values)
    if not found and values:
        raise InputError(NO_BOARD_IN.format(value=repr(str(given)), kind=type(given).__name__))
    return found


def board(given: object) -> Board:
    """Return the one board in a value.

    Raises:
        InputError: It holds no board, or several.
    """
    if isinstance(given, Board):
        return given
    if isinstance(given, (str, bytes, bytearray)) or not isinstance(given, Iterable):
        return Board.parse(given)  # type: ignore[arg-type]  # which refuses what is no text
    found = boards(given)
    if len(found) != 1:
        raise InputError(SEVERAL_BOARDS.format(count=len(found)))
    return found[0]


def digits_of(array: NDArray[Any]) -> tuple[Layout, NDArray[np.uint8]]:
    """Return the boards of an array as uint8 (n, cells).

    Raises:
        InputError: It has another shape or type.
    """
    import numpy as np

    if array.dtype.kind not in "iu":
        raise InputError(ARRAY_TYPE.format(dtype=array.dtype))
    shape = array.shape
    cells = shape[-1] if shape else 0
    if len(shape) > 1 and shape[-1] == shape[-2] and (len(shape) == 3 or size_of(cells) is None):
        cells *= cells
    size = size_of(cells) if 1 <= len(shape) <= 3 else None
    if size is None or (len(shape) == 3 and shape[1] != size):
        raise InputError(ARRAY_SHAPE.format(shape=shape))
    flat = array.reshape(-1, cells)
    if flat.dtype != np.uint8:
        if flat.size and not 0 <= flat.min() <= flat.max() <= 255:
            row = int(((flat < 0) | (flat > 255)).any(axis=1).argmax())
            raise InputError(ROW_NOT_DIGITS.format(row=row, size=size))
        flat = flat.astype(np.uint8)
    return Layout.standard(size), flat


def _values(given: object) -> list[Any]:
    """Return the items of a list, an array or a column."""
    if hasattr(given, "columns"):
        names = ", ".join(map(str, given.columns))
        raise InputError(WHOLE_TABLE.format(names=names))
    if not isinstance(given, Iterable) or isinstance(given, (bytes, bytearray, memoryview)):
        raise InputError(NOT_BOARDS.format(value=repr(str(given)), kind=type(given).__name__))
    listed = getattr(given, "tolist", None) or getattr(given, "to_list", None)
    return [*(listed() if listed else given)]


def _parsed(values: list[Any]) -> list[Board]:
    """Return the boards of nested lists."""
    found = loose.boards_in(values)
    if any(layout_of_map(one.text) for one in found):
        raise Refusal(MAP_IN_LIST)
    return [Board.parse_strictly(one.text, one.form) for one in found]


def _of_texts(values: list[Any]) -> list[Board]:
    """Return the boards of texts; or one board whose rows or cells the texts are."""
    found = []
    for row, value in enumerate(values):
        try:
            found.append(value if isinstance(value, Board) else Board.parse(value))
        except InputError as error:
            if not row and not isinstance(error, Refusal) and (rows := _parsed(values)):
                return rows
            if not isinstance(value, str):
                remedy = OR_BYTES if isinstance(value, bytes) else ""
                message = ROW_OF_TYPE.format(row=row, kind=type(value).__name__, remedy=remedy)
                raise InputError(message) from None
            fault = Words(str(error), error.to("ja"))
            raise type(error)(ROW.format(row=row, fault=fault)) from error
    return found
