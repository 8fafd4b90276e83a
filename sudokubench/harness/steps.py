"""Steps of explanations in SQLite, `results/steps.db`: for learning and statistics.

A row of `steps` is unique for (puzzle, config, number): explaining a puzzle again replaces its steps.
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
_VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS traces (
    puzzle TEXT NOT NULL,       -- as one line
    config TEXT NOT NULL,       -- digest of the order and values of the rules
    source TEXT NOT NULL,
    line INTEGER NOT NULL,
    ending TEXT NOT NULL,       -- solved, stuck, contradiction, budget
    PRIMARY KEY (puzzle, config)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS steps (
    puzzle TEXT NOT NULL,
    config TEXT NOT NULL,
    number INTEGER NOT NULL,    -- from 1
    rule TEXT NOT NULL,
    length INTEGER NOT NULL,
    placed INTEGER NOT NULL,    -- how many
    eliminated INTEGER NOT NULL,
    entropy REAL NOT NULL,      -- nats removed
    step TEXT NOT NULL,         -- JSON, as in a trace
    PRIMARY KEY (puzzle, config, number)
) WITHOUT ROWID;
"""


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
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version not in {0, _VERSION}:
                raise InputError(
                    f"{self.path} has format {version} and not {_VERSION}; name another folder with --results"
                )
            self._db.executescript(_SCHEMA + f"PRAGMA user_version = {_VERSION};")
        except (sqlite3.Error, OSError) as error:
            raise InputError(
                f"{self.path} cannot be used ({error}); name another folder with --results"
            ) from error

    def keep(self, trace: Trace, config: str, source: str, line: int) -> None:
        """Keep the steps of a trace in place of those kept before."""
        puzzle = trace.board.format("line")
        with self._db:
            self._db.execute("DELETE FROM steps WHERE puzzle = ? AND config = ?", (puzzle, config))
            self._db.execute(
                "INSERT OR REPLACE INTO traces VALUES (?, ?, ?, ?, ?)",
                (puzzle, config, source, line, trace.ending.value),
            )
            self._db.executemany(
                "INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (puzzle, config, number, step.rule, step.length, len(step.placed), len(step.eliminated),
                     step.entropy, json.dumps(step.as_dict()))
                    for number, step in enumerate(trace.steps, 1)
                ],
            )  # fmt: skip

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
