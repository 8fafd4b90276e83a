"""Records of runs as CSV, JSON Lines and Parquet, for pandas, polars and spreadsheets."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, cast

from sudokubench.errors import BackendUnavailable, InputError, installing, system_reason
from sudokubench.harness.words import NOT_WRITTEN
from sudokubench.report.error_words import PARQUET_NEEDS, TAKE_JSONL
from sudokubench.report.export_rows import DESCRIBED, MEASURED, written
from sudokubench.words import Words

FORMS = ("csv", "jsonl", "parquet")
FIELDS = (
    "run", "position", "source", "line", "puzzle", "puzzle_id", "puzzle_verdict", "puzzle_strength", "disagreement",
    "backend", "kind", "repeat", "verdict", "count", "exhausted", "category", "termination", "message", "encode_ns",
    "solve_ns", "decode_ns", "batch", "memory_bytes", "stats", "solution", "cpu_ns", "overshoot", "bound", "class_id",
)  # fmt: skip
"""The columns of CSV and Parquet; JSON Lines have more fields, such as the manifest in the first line of each run."""

_KINDS = {name: (DESCRIBED | MEASURED).get(name, str) for name in FIELDS}


def form_of(path: str) -> str:
    """Return the form that a file name stands for; JSON Lines for any other name."""
    suffix = Path(path.removesuffix(".gz")).suffix.removeprefix(".")
    return suffix if suffix in FORMS else "jsonl"


def safe_cell(value: object) -> object:
    """Return a value that no spreadsheet reads as a formula: text that begins like one gets a leading apostrophe.

    >>> safe_cell("=1+1"), safe_cell("...4")
    ("'=1+1", '...4')
    """
    return f"'{value}" if isinstance(value, str) and value[:1] in {"=", "+", "-", "@", "\t", "\r"} else value


def write(rows: Iterable[Mapping[str, Any]], target: str | IO[bytes], form: str) -> int:
    """Write flat rows to a file or to a stream of bytes; return the number of rows.

    Args:
        rows: See `reading.exported`.
        target: A path (`.gz` compresses CSV and JSON Lines) or a stream.
        form: One of `FORMS`.

    Raises:
        InputError: The file cannot be written.
        BackendUnavailable: The form is Parquet, and pyarrow is not installed.
    """
    if not isinstance(target, str):
        return _write(rows, target, form, str(getattr(target, "name", target)))
    if os.path.lexists(target) and not os.path.isfile(target):  # such as /dev/stdout, or a link to itself
        return _write(rows, target, form, target)
    old = Path(os.path.realpath(target))  # it may be the input: it stays until everything is written
    new = old.with_name(f".new-{old.name}")
    try:
        count = _write(rows, str(new), form, target)
        new.replace(old)
    finally:
        new.unlink(missing_ok=True)
    return count


def _write(rows: Iterable[Mapping[str, Any]], target: str | IO[bytes], form: str, called: str) -> int:
    rows = map(written, rows)
    try:
        if form != "jsonl":
            rows = (row for row in rows if row["backend"] is not None)
        if form == "parquet":
            return write_parquet(rows, target, _KINDS)
        with _text(target) as out:
            return _json_lines(rows, out) if form == "jsonl" else _csv(rows, out)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise InputError(NOT_WRITTEN.format(file=called, reason=system_reason(error))) from error


@contextmanager
def _text(target: str | IO[bytes]) -> Iterator[IO[str]]:
    """Open the target and yield a writer of text; gzip files contain no time, so equal records make equal files."""
    if not isinstance(target, str):
        yield cast(IO[str], codecs.getwriter("utf-8")(target))  # this writer never closes the target
        target.flush()
        return
    with ExitStack() as stack:
        raw: IO[bytes] = stack.enter_context(open(target, "wb"))
        if target.endswith(".gz"):
            packed = gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0)
            raw = cast(IO[bytes], stack.enter_context(packed))
        yield stack.enter_context(io.TextIOWrapper(raw, encoding="utf-8", newline=""))


def _json_lines(rows: Iterable[Mapping[str, Any]], out: IO[str]) -> int:
    count = 0
    for row in rows:
        out.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
        count += 1
    return count


def _csv(rows: Iterable[Mapping[str, Any]], out: IO[str]) -> int:
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(FIELDS)
    count = 0
    for row in rows:
        writer.writerow([safe_cell(row.get(name)) for name in FIELDS])
        count += 1
    return count


def arrow(otherwise: Words) -> Any:
    """Return the library that reads and writes Parquet.

    Raises:
        BackendUnavailable: It is not installed; the message names the alternative `otherwise`.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        needed = PARQUET_NEEDS.format(command=installing("parquet"), otherwise=otherwise)
        raise BackendUnavailable(needed) from error
    return pyarrow


def write_parquet(
    rows: Iterable[Mapping[str, Any]], target: str | IO[bytes], kinds: Mapping[str, Any]
) -> int:
    """Write rows as Parquet and return their number. `kinds` gives each column its type: str, int, float or bool."""
    library = arrow(TAKE_JSONL)
    kind = {str: library.string(), int: library.int64(), float: library.float64(), bool: library.bool_()}
    schema = library.schema([(name, kind[of]) for name, of in kinds.items()])
    rows, count = iter(rows), 0
    with library.parquet.ParquetWriter(target, schema) as out:
        while some := list(islice(rows, 16384)):
            columns = {name: [_of_64_bits(row.get(name)) for row in some] for name in kinds}
            out.write_table(library.table(columns, schema=schema))
            count += len(some)
    return count


def _of_64_bits(value: object) -> object:
    """Return a value as a column of Parquet holds it: None for a number of solutions from 2^63 on."""
    return None if isinstance(value, int) and value >> 63 > 0 else value
