"""Files of janko.at, in both directions: `begin`, lines of a name and a value, grids below a name, and `end`.

`patternx` and `patterny` are the columns and rows of a box, and `areas` is the map of a jigsaw. Cells are numbers; a
hyphen is a blank. Source: the files in the pages of the site.
"""

from __future__ import annotations

import re

from sudokubench.formats.cells import Grid
from sudokubench.formats.shared import words
from sudokubench.formats.shared.elements import layout_from, read_back, refusal, size_of_board, whole
from sudokubench.layout import Layout
from sudokubench.words import untranslated

PROGRAM = "Janko"
_NO_RULE = {
    "author", "info", "source", "solver", "title", "date", "difficulty", "unit", "url", "solution", "moves",
}  # fmt: skip
_KNOWN = {"puzzle", "size", "rows", "cols", "patternx", "patterny", "problem", "areas", "end", *_NO_RULE}
_BEGINNING = re.compile(
    r"\s*\[?begin\]?[ \t\r]*\n\s*\[?(?:puzzle|author|info|source|solver|title|size|rows|cols)\b",
    re.IGNORECASE,
)
_FOLLOWING = re.compile(r"^[ \t]*\[?end\]?[ \t\r]*\n\s*\S", re.IGNORECASE | re.MULTILINE)
_NAME = re.compile(r"\[?([a-zA-Z][a-zA-Z_]+)\]?(?:\s+(.*))?")


def matches(text: str) -> bool:
    """Return whether a text is a file of janko.at, with or without faults."""
    return bool(_BEGINNING.match(text)) and not _FOLLOWING.search(text)


def read(text: str) -> Grid:
    """Return the puzzle of a file. Raises Refusal if a part is unknown or does not fit the board."""
    values, grids, name = dict[str, str](), dict[str, list[str]](), ""
    for line in text.strip().splitlines()[1:]:
        match = _NAME.fullmatch(line.strip())
        if match and (name := match[1].lower()) in values:
            raise refusal(name, words.TWICE)
        if match:
            values[name], grids[name] = (match[2] or "").strip(), []
        else:
            grids.setdefault(name, []).extend(line.split())
    for name in grids:
        is_grid = name in ("problem", "areas", "solution", "moves")
        if name not in _KNOWN or (grids[name] and not is_grid) or (is_grid and values[name]):
            raise refusal(name, words.UNKNOWN_ELEMENT.format(program=PROGRAM))
    if values.get("puzzle", "").lower() != "sudoku":
        raise refusal(f"puzzle {values.get('puzzle', '')}", words.UNKNOWN_ELEMENT.format(program=PROGRAM))
    sides = {whole(values[name], name) for name in ("size", "rows", "cols") if name in values}
    n = size_of_board(sides.pop() if len(sides) == 1 else None, "size")
    clues = [None if cell in {"-", "."} else whole(cell, "problem") for cell in grids.get("problem", [])]
    if len(clues) != n * n:
        raise refusal("problem", words.CELLS_ARE.format(program=PROGRAM, cells=n * n, count=len(clues)))
    if wrong := [clue for clue in clues if clue is not None and not 1 <= clue <= n]:
        raise refusal("problem", words.NO_DIGIT_HERE.format(value=wrong[0], n=n))
    boxes: list[object] = [*Layout.standard(n).boxes]
    if "areas" in grids:
        boxes = [*grids["areas"]]
    elif "patternx" in values or "patterny" in values:
        columns, rows = (whole(values.get(f"pattern{axis}"), f"pattern{axis}", 0) for axis in "xy")
        if min(columns, rows) < 1 or columns * rows != n:
            raise refusal("patternx", words.REGIONS_ARE.format(n=n))
        boxes = [*Layout.standard(n, rows).boxes]
    if len(boxes) != n * n:
        raise refusal("areas", words.CELLS_ARE.format(program=PROGRAM, cells=n * n, count=len(boxes)))
    names = [untranslated(name) for name in values if name in _NO_RULE]
    remarks = words.remarks_on(PROGRAM, names, "")
    digits = bytes(clue or 0 for clue in clues)
    return Grid(layout_from(n, boxes, (), "areas"), digits, None, (), (), remarks)


def write(content: Grid) -> str:
    """Return the text of a file. Raises InputError if the board has rules other than its regions."""
    layout, n = content.layout, content.layout.size
    lines = ["begin", "puzzle sudoku", f"size {n}"]
    if layout.box_shape:
        lines += [f"patternx {layout.box_shape[1]}", f"patterny {layout.box_shape[0]}"]
    grids = {"problem": [str(digit or "-") for digit in content.digits]}
    if not layout.box_shape:
        grids["areas"] = [str(box + 1) for box in layout.boxes]
    for name, cells in grids.items():
        lines += [name, *(" ".join(cells[start : start + n]) for start in range(0, n * n, n))]
    return read_back("\n".join([*lines, "end"]), read, content, PROGRAM)
