"""The form of `runs export`: a line of JSON for each record, with its run and its puzzle."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from sudokubench.errors import InputError, Place
from sudokubench.formats.limits import MAX_KEPT_BYTES
from sudokubench.formats.strict_json import load_kept, shown
from sudokubench.formats.words import NOT_UTF_8
from sudokubench.harness.finding import bound_of
from sudokubench.report import error_words
from sudokubench.report.data import TIMES, StoredRun, number, today_id

EXPORT_SCHEMA = "sudokubench.export/2"
_READABLE = (EXPORT_SCHEMA, "sudokubench.export/1")
_GROWTH, _GROWTH_FREE = 60, 64 << 20
"""Largest size of an unpacked file: this multiple of the packed size, or this number of bytes if that is larger. Real
exports do not reach half of this multiple."""

PUZZLE = (
    "position", "source", "line", "puzzle", "puzzle_verdict", "disagreement", "puzzle_id", "puzzle_strength",
)  # fmt: skip
"""The fields that describe a puzzle."""


def row_of(
    run: StoredRun, puzzle: tuple[Any, ...] | None, record: dict[str, Any], head: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a row of the export: schema, run, the puzzle in the fields of `PUZZLE`, the record, and `head`."""
    known = dict(zip(PUZZLE, puzzle or (None,) * len(PUZZLE), strict=True))
    if known["puzzle"]:
        known["puzzle_id"] = today_id(known["puzzle_id"], known["puzzle"])
    return {"schema": EXPORT_SCHEMA, "run": run.run, **known, **record, **head}


def written(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a row as it is written: with the limit that ended the work, and without times that were not measured."""
    if isinstance(row["count"], str):
        row = {**row, "count": int(row["count"], 16)}
    failed = row["termination"] not in (None, "finished") and not any(row[name] for name in TIMES)
    bound = {"bound": bound_of(row["termination"], row["message"])}
    return {**row, **bound, **dict.fromkeys(TIMES)} if failed else {**row, **bound}


def read(path: Path, *, whole: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the objects of an exported file; of a run that it holds several times, yield the first copy.

    With `whole`, the measurements are checked, too; a measurement that a line lacks is None.

    Raises:
        InputError: The file is not an export, or a line of it is damaged.
    """
    line, begun, is_copy = 0, set[str](), False
    try:
        for line, text in bounded_lines(path, packed=path.suffix == ".gz"):
            row = _row(text, line, whole)
            if "started" in row:  # the first line of a run
                first = repr([row.get(name) for name in ("run", "position", "backend", "repeat")])
                is_copy = first in begun
                begun.add(first)
            if not is_copy:
                yield row
    except InputError as error:
        is_table = line < 2 and path.name.removesuffix(".gz").endswith((".csv", ".parquet"))
        raise (InputError(error_words.NOT_JSON_LINES) if is_table else error).at(str(path)) from error
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(error_words.NOT_READ.format(reason=error)).at(str(path)) from error
    if not line:
        raise InputError(error_words.EMPTY_EXPORT).at(str(path))


def bounded_lines(path: Path, *, packed: bool = False) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of a text in UTF-8; refuse endless lines, and packed files that grow too much."""
    with gzip.open(path) if packed else path.open("rb") as file:
        most = max(_GROWTH * path.stat().st_size, _GROWTH_FREE)
        for at in count(1):
            line = file.readline(MAX_KEPT_BYTES + 1)
            if len(line) > MAX_KEPT_BYTES:
                raise InputError(error_words.LINE_TOO_LONG.format(most=MAX_KEPT_BYTES), Place("", at))
            if packed and file.tell() > most:
                raise InputError(error_words.GROWS_TOO_MUCH.format(most=most), Place("", at))
            if not line:
                return
            try:
                yield at, line.decode("utf-8-sig" if at == 1 else "utf-8")
            except UnicodeDecodeError as error:
                raise InputError(NOT_UTF_8.format(reason=error.reason), Place("", at)) from error


def _row(text: str, line: int, whole: bool) -> dict[str, Any]:
    """Return the object of a line of an export; see `read`. Its run and puzzle are well-formed.

    Raises:
        InputError: The line is not a record of an export, or a value has the wrong type.
    """
    place = Place("", line)
    try:
        row: dict[str, Any] = load_kept(text, "JSON record")
    except InputError as error:
        raise InputError(error_words.CUT_OFF.format(reason=error.words), place) from None
    schema = row.get("schema") if isinstance(row, dict) else None
    if not isinstance(schema, str) or schema not in _READABLE:
        raise InputError(error_words.OTHER_SCHEMA.format(schema=EXPORT_SCHEMA), place)
    for name, kind in (DESCRIBED | MEASURED if whole else DESCRIBED).items():
        value = row.get(name)
        if value is not None and type(value) is not kind:
            needed = error_words.KINDS_OF_FIELDS[kind.__name__]
            fault = error_words.WRONG_FIELD.format(name=name, value=shown(value), kind=needed)
            raise InputError(fault, place)
    plan = (row.get("manifest") or {}).get("plan")
    for name in ("corpora", "backends"):
        names = plan.get(name, []) if isinstance(plan, dict) else []
        if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
            raise InputError(error_words.NAMES_NEEDED.format(name=name, value=shown(names)), place)
    if row.get("termination") not in (None, "finished") and all(row.get(name) is None for name in TIMES):
        row |= dict.fromkeys(TIMES, 0)
    rating = rating_of(row)
    if rating is not None and number(rating) is None:
        raise InputError(error_words.NUMBER_NEEDED.format(value=shown(rating)), place)
    for name in ("backend", *MEASURED) if whole else ():
        row.setdefault(name, None)
    return row


def rating_of(row: Mapping[str, Any]) -> object:
    """Return the difficulty of a puzzle from an engine's statistics, which are an object or its text in JSON."""
    stats = row.get("stats")
    try:
        stats = load_kept(stats, "stats") if isinstance(stats, str) and '"rating"' in stats else stats
    except InputError:
        return None
    return stats.get("rating") if isinstance(stats, dict) else None


DESCRIBED: dict[str, type] = {
    **dict.fromkeys(("position", "line"), int),
    **dict.fromkeys(("manifest", "reproducer"), dict),
    **dict.fromkeys(
        ("run", "started", "finished", "source", "puzzle", "puzzle_id", "puzzle_verdict", "puzzle_strength",
         "disagreement", "backend", "kind"), str,
    ),
}  # fmt: skip
"""The types of the fields about a run and its puzzles."""
MEASURED: dict[str, type] = {
    **dict.fromkeys(("repeat", "count", *TIMES, "batch", "memory_bytes", "cpu_ns", "overshoot"), int),
    **dict.fromkeys(("verdict", "category", "termination", "message", "stats", "solution"), str),
    "exhausted": bool,
}
"""The types of the other fields. `Pool` leaves out damaged values, so that `load` reads the rest of the file."""
