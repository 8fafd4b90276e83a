"""Overlapping grids as text: rows with signs outside of the grids, rows without them, one line, or grid after grid.

A file holds puzzles of one or several arrangements. `overlap:NAME:` precedes a line or stands above rows. A file
without such names has one arrangement: the caller names it, or the blanks outside of the grids show it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import BinaryIO

from sudokubench.errors import InputError, Place, Refusal, UsageError
from sudokubench.formats.cells import BLANKS, digit_of, is_divider, split_lines
from sudokubench.formats.nearby_rules import refused
from sudokubench.formats.not_a_board import SHAPES, are_enough
from sudokubench.formats.numbered import Lines
from sudokubench.formats.remarks import require_no_rule
from sudokubench.formats.unpacked import head_of
from sudokubench.problem import ExactCover
from sudokubench.problems import words
from sudokubench.problems.family import Family
from sudokubench.problems.overlaps import KIND, Overlap, arrangement, parts_of_name, puzzle

Row = tuple[int, str]
"""A line of text with its number, from 1."""
_MARKED_ROW = re.compile(r"#+[0-9.*_]{4,}[#\s]*")
_ARRANGED = re.compile(r"samurai|サムライ", re.IGNORECASE)
"""Words of a comment that say how the grids lie, and state no further rule."""
_BARS = re.compile(r"[\s|│┃║]")


def named(name: str) -> ExactCover:
    """Return the puzzle of a name such as `overlap:GRIDS:CLUES`. The clues may have any form that `line_of` reads.

    Raises:
        UsageError: No arrangement has this name.
        InputError: The clues do not fit the arrangement.
    """
    overlap, clues = parts_of_name(name)
    rows = [(number, row) for number, row in enumerate(split_lines(clues), 1) if not is_divider(row)]
    return puzzle(overlap, line_of(overlap, rows) if rows else "." * len(overlap.cells))


FAMILIES = (Family("overlap:GRIDS:CLUES", words.OVERLAPS, r"[\s\S]*", named, 0, "overlap:4x4:R1C1+R3C3"),)


def line_of(overlap: Overlap, rows: Sequence[Row]) -> str:
    """Return the clues in some rows as one line: a sign for each cell, `.` for a blank.

    The rows may be:

    - the rows of the lattice;
    - one row with a sign for each place of the lattice, or for each cell in a grid;
    - a row for each grid, or one row with grid after grid.

    Raises:
        InputError: The rows have none of these forms, or a sign that is not allowed, or contradictory clues.
    """
    height, width, n_cells = overlap.height, overlap.width, len(overlap.cells)
    of_grid, n_grids = overlap.layout.cell_count, len(overlap.corners)
    if len(rows) == height:
        return "".join(_in_row(overlap, row, *given) for row, given in enumerate(rows))
    bare = [(number, _BARS.sub("", text)) for number, text in rows]
    if len(rows) == 1:
        number, text = rows[0][0], rows[0][1].strip("\r\n")
        if len(bare[0][1]) == n_cells:
            return _checked(overlap, bare[0][1], number)
        if len(text) == height * width:
            cut = (text[start : start + width] for start in range(0, len(text), width))
            return "".join(_in_row(overlap, row, number, part) for row, part in enumerate(cut))
        if len(bare[0][1]) == of_grid * n_grids:
            text = bare[0][1]
            bare = [(number, text[start : start + of_grid]) for start in range(0, len(text), of_grid)]
    if len(bare) == n_grids and all(len(text) == of_grid for _, text in bare):
        return _joined(overlap, bare)
    if title := next((row for row in rows if _is_title(overlap, row[1])), None):
        raise InputError(words.NOT_A_ROW.format(text=title[1].strip()), Place("", title[0]))
    number, text = rows[0]
    one_line = words.ONE_LINE.format(count=len(text.strip()))
    found = one_line if len(rows) == 1 else words.SEVERAL_ROWS.format(count=len(rows))
    sizes = {"height": height, "width": width, "cells": n_cells, "grids": n_grids, "of_grid": of_grid}
    message = words.CLUES_OF_GRIDS.format(name=overlap, found=found, **sizes)
    raise InputError(message, Place("", number))


def _is_title(overlap: Overlap, text: str) -> bool:
    """Return whether a line has two different letters that are not digits. A row has at most one, between its grids."""
    return len({*filter(str.isalpha, text.upper())}.difference(overlap.layout.symbols)) > 1


def _in_row(overlap: Overlap, row: int, number: int, text: str) -> str:
    """Return the clues of one row. Its text holds only the cells, or also a sign for each place between the grids."""
    columns = [column for r, column in overlap.cells if r == row]
    bare = _BARS.sub("", text)
    if len(bare) == len(columns):
        return _checked(overlap, bare, number)
    text = bare if len(bare) == overlap.width else text.rstrip()
    if not columns[-1] < len(text) <= overlap.width:
        raise InputError(
            words.ROW_OF_GRIDS.format(row=row + 1, count=len(text), width=overlap.width, cells=len(columns)),
            Place("", number),
        )
    inside = set(columns)
    for column, sign in enumerate(text):
        if column not in inside and sign.upper() in overlap.layout.symbols:
            cell = f"R{row + 1}C{column + 1}"
            raise InputError(words.OUTSIDE_GRIDS.format(cell=cell, sign=sign), Place("", number, column + 1))
    return _checked(overlap, [text[column] for column in columns], number)


def _checked(overlap: Overlap, signs: Iterable[str], number: int) -> str:
    place, symbols = Place("", number), "." + overlap.layout.symbols
    return "".join(symbols[digit_of(sign, overlap.layout, place)] for sign in signs)


def _joined(overlap: Overlap, grids: Sequence[Row]) -> str:
    """Return the clues of a text that has grid after grid, in which shared cells occur several times."""
    clues = ["."] * len(overlap.cells)
    for (number, text), cells in zip(grids, overlap.grids(), strict=True):
        for cell, sign in zip(cells, _checked(overlap, text, number), strict=True):
            if "." not in {sign, clues[cell]} and clues[cell] != sign:
                row, column = overlap.cells[cell]
                cell_name = f"R{row + 1}C{column + 1}"
                message = words.GRIDS_DISAGREE.format(cell=cell_name, one=clues[cell], other=sign)
                raise InputError(message, Place("", number))
            clues[cell] = sign if sign != "." else clues[cell]
    return "".join(clues)


# -- files ------------------------------------------------------------------------------------------------------------


def detected(stream: BinaryIO) -> Overlap | bool:
    """Return True if a file begins with a name of overlapping grids; else the arrangement of its first rows, or False.

    Rows show an arrangement if a third of them have spaces, and only outside of the grids. Rows that all fit an
    arrangement also show it, if the signs outside of the grids are not blanks. If these signs are blanks, the rows must
    have enough clues from 1 to 9: with fewer clues they could be a larger board.
    """
    begin = head_of(stream).decode("utf-8", "replace").removeprefix("\ufeff")
    rows: list[Row] = []
    for line in begin.split("\n"):
        if _is_comment(line) or (not rows and not line.strip()):
            continue
        if not rows and line.lstrip().startswith(f"{KIND}:"):
            return True
        if not line.strip():
            break
        rows += [] if is_divider(line) else [(len(rows) + 1, line.rstrip("\r"))]
    for overlap in map(arrangement, SHAPES):
        block = rows[: overlap.height]
        outside = [_outside(overlap, row) for row in range(len(block))]
        gaps = sum(
            all(sign != " " or column in gap for column, sign in enumerate(text)) and " " in text
            for gap, (_, text) in zip(outside, block, strict=True)
        )
        if 3 * gaps >= overlap.height:
            return overlap
        if any(outside) and len(block) == overlap.height:
            with suppress(InputError):
                clues = len(line_of(overlap, block).replace(".", ""))
                others = any(
                    not BLANKS.issuperset(text[column] for column in gap if column < len(text))
                    for gap, (_, text) in zip(outside, block, strict=True)
                )
                if others or are_enough(clues, len(overlap.cells)):
                    return overlap
    return False


def _outside(overlap: Overlap, row: int) -> set[int]:
    return {*range(overlap.width)}.difference(column for r, column in overlap.cells if r == row)


def _is_comment(line: str) -> bool:
    """Return whether a line is a comment, and not a row with the sign # outside of the grids."""
    return line.startswith("#") and not _MARKED_ROW.fullmatch(line)


def read(
    stream: BinaryIO, overlap: Overlap | None, guessed: bool = False
) -> Iterator[tuple[int, ExactCover] | InputError]:
    """Yield the puzzles of a file with their lines, and an error for each piece that is not a puzzle.

    If a comment names a rule, the puzzle before it and all puzzles after it are refused, except puzzles below a name.

    Args:
        stream: The file, unpacked.
        overlap: The arrangement of puzzles before the first name.
        guessed: Whether only the rows show this arrangement, so that comments may state further rules.
    """
    block: list[Row] = []
    empty: tuple[int, ExactCover] | None = None
    is_over, rule = False, None
    for number, line in chain(Lines(stream), [(0, f"{KIND}:")]):
        is_comment = isinstance(line, str) and _is_comment(line)
        text = "" if isinstance(line, InputError) or is_comment else line
        is_name = text.lstrip().startswith(f"{KIND}:")
        if is_comment and guessed:
            try:
                require_no_rule(_ARRANGED.sub(" ", str(line)))
            except Refusal as error:
                rule = error.at("", number)
        if block and (is_name or isinstance(line, InputError) or (is_over and text.strip())):
            yield from [refused(block[0][0], rule)] if rule and guessed else _of_block(block, overlap)
            block = []
        is_over = not text.strip()
        if not number:
            break
        if isinstance(line, InputError):
            yield line
        elif is_name:
            if empty is not None:
                yield empty
            empty, guessed = None, False
            try:
                overlap, clues = parts_of_name(text)
                found = number, named(text)
                if clues.strip():
                    yield found
                else:
                    empty = found
            except (InputError, UsageError) as error:
                overlap = None if isinstance(error, UsageError) else overlap
                yield InputError(error.words, Place("", number))
        elif text.strip() and not is_divider(text):
            block.append((number, text))
            empty = None
    if empty is not None:
        yield empty


def _of_block(block: list[Row], overlap: Overlap | None) -> Iterator[tuple[int, ExactCover] | InputError]:
    """Yield the puzzles of consecutive lines: a puzzle for each line, or for as many lines as the lattice has rows."""
    if overlap is None:
        yield InputError(words.NO_ARRANGEMENT, Place("", block[0][0]))
        return
    height, n_cells = overlap.height, len(overlap.cells)
    step = len(block)
    if all(len(_BARS.sub("", text)) >= n_cells for _, text in block):
        step = 1
    elif len(block) % height == 0:
        step = height
    for start in range(0, len(block), step):
        rows = block[start : start + step]
        try:
            yield rows[0][0], puzzle(overlap, line_of(overlap, rows))
        except InputError as error:
            yield error
