"""Steps of explanations in SQLite, `results/steps.db`: for learning and statistics.

A row of `steps` is unique for (id of the puzzle, config, number): explaining a puzzle again replaces its steps.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from sudokubench.errors import InputError
from sudokubench.logic.step import Trace

FILE = "steps.db"
_VERSION = 2
_TABLES = [
    """CREATE TABLE traces (
        id TEXT NOT NULL,           -- of the puzzle; of what version 1 kept, its line: more is not known of it
        config TEXT NOT NULL,       -- digest of the order and values of the rules
        source TEXT NOT NULL,
        line INTEGER NOT NULL,
        ending TEXT NOT NULL,       -- solved, stuck, contradiction, budget
        puzzle TEXT NOT NULL,       -- its text: layout, clues, forbidden candidates
        PRIMARY KEY (id, config)
    ) WITHOUT ROWID""",
    """CREATE TABLE steps (
        id TEXT NOT NULL,
        config TEXT NOT NULL,
        number INTEGER NOT NULL,    -- from 1
        rule TEXT NOT NULL,
        length INTEGER NOT NULL,
        placed INTEGER NOT NULL,    -- how many
        eliminated INTEGER NOT NULL,
        entropy REAL NOT NULL,      -- nats removed
        step TEXT NOT NULL,         -- JSON, as in a trace
        PRIMARY KEY (id, config, number)
    ) WITHOUT ROWID""",
]
_FROM_VERSION_1 = [
    "ALTER TABLE traces RENAME COLUMN puzzle TO id",
    "ALTER TABLE traces ADD COLUMN puzzle TEXT NOT NULL DEFAULT ''",
    "UPDATE traces SET puzzle = id",
    "ALTER TABLE steps RENAME COLUMN puzzle TO id",
]


class StepStore:
    """An open file of steps. A context manager; leaving it commits and closes."""

    def __init__(self, folder: str | Path) -> None:
        """Open or create `folder/steps.db`.

        Raises:
            InputError: It cannot be written, or is no database of this version.
        """
        self.path = Path(folder) / FILE
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(self.path, timeout=10)
            self._db.execute("PRAGMA journal_mode=WAL")
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                version = self._db.execute("PRAGMA user_version").fetchone()[0]
                if version not in {0, 1, _VERSION}:
                    raise InputError(
                        f"{self.path} has format {version} and not {_VERSION}; name another folder with --results"
                    )
                for statement in {0: _TABLES, 1: _FROM_VERSION_1}.get(version, []):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {_VERSION}")
        except (sqlite3.Error, OSError) as error:
            raise InputError(
                f"{self.path} cannot be used ({error}); name another folder with --results"
            ) from error

    def keep(self, trace: Trace, config: str, source: str, line: int) -> None:
        """Keep the steps of a trace in place of those kept before, and of those that version 1 kept for its line."""
        board = trace.board
        with self._db:
            for table in ("steps", "traces"):
                self._db.execute(
                    f"DELETE FROM {table} WHERE id IN (?, ?) AND config = ?",
                    (board.id, board.format("line"), config),
                )
            self._db.execute(
                "INSERT INTO traces VALUES (?, ?, ?, ?, ?, ?)",
                (board.id, config, source, line, trace.ending.value, str(board)),
            )
            self._db.executemany(
                "INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        board.id,
                        config,
                        number,
                        step.rule,
                        step.length,
                        len(step.placed),
                        len(step.eliminated),
                        step.entropy,
                        json.dumps(step.as_dict()),
                    )
                    for number, step in enumerate(trace.steps, 1)
                ],
            )

    def counts(self) -> Iterator[tuple[str, int, float]]:
        """For each rule, most frequent first: its name, its number of steps, the mean entropy of a step."""
        rows: list[tuple[Any, ...]] = self._db.execute(
            "SELECT rule, count(*), avg(entropy) FROM steps GROUP BY rule ORDER BY count(*) DESC, rule"
        ).fetchall()
        yield from ((str(rule), int(count), float(entropy)) for rule, count, entropy in rows)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._db.close()
