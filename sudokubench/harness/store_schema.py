"""The tables of `runs.db`: the current format, and the columns that older formats lack."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sudokubench.errors import InputError
from sudokubench.harness.words import OTHER_FORMAT

_VERSION = 4

_ANSWERS = """CREATE TABLE IF NOT EXISTS answers ( -- to puzzles that other backends still search
    run TEXT NOT NULL REFERENCES runs,
    position INTEGER NOT NULL,
    backend TEXT NOT NULL,
    repeat INTEGER NOT NULL,
    finding TEXT NOT NULL,      -- JSON
    memory_bytes INTEGER NOT NULL,
    overshoot INTEGER NOT NULL,
    PRIMARY KEY (run, repeat, position, backend)
) WITHOUT ROWID;
"""
"""The table that the first three formats lack."""

_SCHEMA = (
    """
CREATE TABLE IF NOT EXISTS runs (
    run TEXT PRIMARY KEY,
    plan TEXT NOT NULL,         -- digest of the plan
    started TEXT NOT NULL,      -- UTC, ISO 8601
    finished TEXT,              -- NULL until the run is complete
    manifest TEXT NOT NULL      -- JSON: plan, versions, machine, argv
);
CREATE TABLE IF NOT EXISTS puzzles (
    run TEXT NOT NULL REFERENCES runs,
    position INTEGER NOT NULL,  -- in the corpus, from 0
    source TEXT NOT NULL,
    line INTEGER NOT NULL,
    puzzle TEXT NOT NULL,       -- a text that says all its rules, or the name of a problem
    verdict TEXT NOT NULL,      -- the credible verdict after the cross-check
    disagreement TEXT,          -- a sentence, or NULL
    id TEXT,                    -- of the puzzle; NULL in runs of version 0.1.0
    strength TEXT,              -- of the verdict: proven, agreed, claimed, undecided, wrong; NULL as above
    PRIMARY KEY (run, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS records (
    run TEXT NOT NULL REFERENCES runs,
    position INTEGER NOT NULL,
    backend TEXT NOT NULL,
    repeat INTEGER NOT NULL,
    verdict TEXT NOT NULL,      -- none, unique, multiple, solvable, undecided
    count INTEGER NOT NULL,     -- from 2^63 on a text: hexadecimal
    exhausted INTEGER NOT NULL,
    category TEXT NOT NULL,     -- correct, wrong, unconfirmed, error
    termination TEXT NOT NULL,  -- finished, timeout, memout, crash, error
    message TEXT NOT NULL,
    encode_ns INTEGER NOT NULL,
    solve_ns INTEGER NOT NULL,
    decode_ns INTEGER NOT NULL,
    batch INTEGER NOT NULL,     -- puzzles searched together; beyond 1 the times are an even share
    memory_bytes INTEGER,       -- peak of the worker and all it started; NULL where it was not measured
    stats TEXT NOT NULL,        -- JSON
    solution TEXT,              -- digest of the first solution
    kind TEXT,                  -- the family of the engine; NULL in runs of version 0.1.0
    cpu_ns INTEGER,             -- CPU time of the search, all threads and processes; NULL where it was not measured
    overshoot INTEGER,          -- beyond the limit that ended it: ns of a timeout, bytes of a memout; else NULL
    PRIMARY KEY (run, position, backend, repeat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS disagreements (
    run TEXT NOT NULL REFERENCES runs,
    position INTEGER NOT NULL,
    reasons TEXT NOT NULL,      -- JSON: sentences
    smallest TEXT NOT NULL,     -- the puzzle, or a part of its clues that shows the fault
    command TEXT NOT NULL,      -- for the shell; it reproduces the fault
    PRIMARY KEY (run, position)
) WITHOUT ROWID;
"""
    + _ANSWERS
)

_SINCE = {
    1: (("puzzles", "id", "TEXT"), ("puzzles", "strength", "TEXT"), ("records", "kind", "TEXT")),
    2: (("records", "cpu_ns", "INTEGER"), ("records", "overshoot", "INTEGER")),
}
"""By number of a format, the columns that it and all earlier formats lack: table, name, type."""


def prepare(db: sqlite3.Connection, path: Path, writing: bool) -> None:
    """Set the mode of a database, create the tables of a new one, and convert an older format if `writing`.

    Otherwise views add the missing columns of an older format, with NULL. An unknown format is refused.
    """
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=NORMAL")
    found, tables = db.execute(
        "SELECT user_version, (SELECT count(*) FROM sqlite_master) FROM pragma_user_version"
    ).fetchone()
    if not 0 <= found <= _VERSION or (found == 0 and tables):
        raise InputError(OTHER_FORMAT.format(path=path, found=found, version=_VERSION))
    if found == 0:  # in one transaction: another run may begin at the same moment
        db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version = {_VERSION}; COMMIT;")
    elif found < _VERSION and writing:
        _migrate(db)
    else:  # views of this connection hide the tables of the file
        for table in {table for table, _, _ in _missing(found)}:
            missing = ", ".join(f"NULL AS {name}" for of, name, _ in _missing(found) if of == table)
            db.execute(f"CREATE TEMP VIEW {table} AS SELECT *, {missing} FROM main.{table}")


def _migrate(db: sqlite3.Connection) -> None:
    """Add the missing parts of an older format, in one transaction, unless another process has added them meanwhile."""
    db.execute("BEGIN IMMEDIATE")
    (found,) = db.execute("PRAGMA user_version").fetchone()
    for table, name, kind in _missing(found):
        db.execute(f"ALTER TABLE {table} ADD COLUMN {name} {kind}")
    db.execute(_ANSWERS)
    db.execute(f"PRAGMA user_version = {_VERSION}")
    db.execute("COMMIT")


def _missing(version: int) -> list[tuple[str, str, str]]:
    return [column for last, columns in _SINCE.items() if version <= last for column in columns]
