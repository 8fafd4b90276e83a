"""Steps of explanations in SQLite, `results/steps.db`: for learning and statistics.

A row of `steps` has a unique (id of the puzzle, config, number): a new explanation of a puzzle replaces its steps
for the same config.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from sudokubench.board import Board
from sudokubench.errors import InputError, printable, system_reason
from sudokubench.formats.strict_json import load_object
from sudokubench.logic import words
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.step import Step
from sudokubench.logic.trace import SCHEMA, Trace
from sudokubench.words import Words

FILE = "steps.db"
_VERSION = 2
_TABLES = [
    """CREATE TABLE traces (
        id TEXT NOT NULL,           -- of the puzzle; in rows that version 1 wrote, the line of the puzzle
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
NO_STEPS = Words(
    "{path} holds no steps; `explain PUZZLE... --store` keeps some, and --results names another folder",
    "{path}に手順がありません。`explain PUZZLE... --store`で保存するか、--resultsで別のフォルダーを指定してください",
)
_CASES = """
SELECT puzzle, traces.id, config, ending, number, source, line
FROM (
    SELECT id, min(config) AS config, number, row_number() OVER (PARTITION BY id ORDER BY number) AS nth
    FROM steps WHERE rule = ? GROUP BY id, step
) JOIN traces USING (id, config)
WHERE puzzle <> traces.id ORDER BY nth, source, line, id, number"""
"""SQL for the steps of a rule: equal steps of a puzzle only once, without steps of version 1."""


@dataclass(frozen=True, slots=True)
class KeptStep:
    """A stored step. `number` is its place in the explanation, from 1; `source` and `line` say where the puzzle is."""

    board: Board
    source: str
    line: int
    number: int
    step: Step
    before: CandidateGrid
    after: CandidateGrid


class StepStore:
    """An open file of steps. A context manager; leaving it closes the file."""

    def __init__(self, folder: str | Path, *, writing: bool = True) -> None:
        """Open `folder/steps.db`; for writing, create it if necessary. Convert a file of an earlier version.

        Raise InputError if the file does not exist when it is read, cannot be opened, or has an unknown version.
        """
        self.path = Path(folder) / FILE
        if not writing and not self.path.is_file():
            raise InputError(NO_STEPS.format(path=printable(str(self.path))))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with ExitStack() as refused:
                self._db = refused.enter_context(closing(sqlite3.connect(self.path, timeout=10)))
                if not writing and not os.access(self.path.parent, os.W_OK):
                    self._read_all()
                self._convert()
                refused.pop_all()
        except (sqlite3.Error, OSError) as error:
            reason = system_reason(error) if isinstance(error, OSError) else error
            raise InputError(words.STORE_UNUSABLE.format(path=self.path, reason=reason)) from error

    def _read_all(self) -> None:
        """Read the file into memory: SQLite cannot read it on disk without writing files beside it."""
        file = sqlite3.connect(f"{self.path.absolute().as_uri()}?immutable=1", uri=True)
        with closing(file):
            self._db.close()
            self._db = sqlite3.connect(":memory:")
            file.backup(self._db)

    def _convert(self) -> None:
        self._db.execute("PRAGMA journal_mode=WAL")
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            alien = version == 0 and self._db.execute("SELECT 1 FROM sqlite_master").fetchone()
            if version not in {0, 1, _VERSION} or alien:
                raise InputError(words.OTHER_FORMAT.format(path=self.path, version=version, needed=_VERSION))
            for statement in {0: _TABLES, 1: _FROM_VERSION_1}.get(version, []):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {_VERSION}")

    def keep(self, trace: Trace, config: str, source: str, line: int) -> None:
        """Store the steps of a trace; drop earlier steps of its puzzle with this `config`.

        The id of a puzzle was its line in version 1 of the file. Raise InputError if the file cannot be written.
        """
        board, earlier = trace.board, "WHERE id IN (?, ?) AND config = ?"
        key, texts = (board.id, config), [json.dumps(step.as_dict()) for step in trace.steps]
        row = (*key, source, line, trace.ending.value, str(board))
        rows = [
            (*key, number, step.rule, step.length, len(step.placed), len(step.eliminated), step.entropy, text)
            for number, (step, text) in enumerate(zip(trace.steps, texts, strict=True), 1)
        ]
        try:
            with self._db:
                for table in ("steps", "traces"):
                    ids = (board.id, board.format("line"), config)
                    self._db.execute(f"DELETE FROM {table} {earlier}", ids)
                self._db.execute("INSERT INTO traces VALUES (?, ?, ?, ?, ?, ?)", row)
                self._db.executemany("INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        except sqlite3.Error as error:
            raise InputError(words.STORE_UNUSABLE.format(path=self.path, reason=error)) from error

    def counts(self) -> dict[str, tuple[int, int, float]]:
        """Return {rule: (number of steps, number of puzzles, mean entropy of a step)}, frequent rules first."""
        rows = self._rows(
            "SELECT rule, count(*), count(DISTINCT id), avg(entropy) FROM steps "
            "GROUP BY rule ORDER BY count(*) DESC, rule"
        )
        return {str(rule): (int(steps), int(puzzles), float(mean)) for rule, steps, puzzles, mean in rows}

    def without_rules(self) -> int:
        """Return the number of explanations of version 1; these do not store the rules of their boards."""
        return int(self._rows("SELECT count(*) FROM traces WHERE puzzle = id")[0][0])

    def cases(self, rule: str) -> Iterator[KeptStep]:
        """Yield the steps of a rule: the first of each puzzle, then the second of each puzzle, and so on.

        Equal steps of a puzzle are yielded once. Steps from version 1 of the file are left out. Raise InputError for
        damaged data.
        """
        for puzzle, id_, config, ending, number, source, line in self._rows(_CASES, rule):
            try:
                rows = self._rows(
                    "SELECT step FROM steps WHERE id = ? AND config = ? ORDER BY number", id_, config
                )
                steps = [load_object(step, "step") for (step,) in rows]
                plain = {"schema": SCHEMA, "id": id_, "ending": ending, "reason": "", "steps": steps}
                trace = Trace.of({**plain, "puzzle": Board.parse(puzzle).as_json()})
                step, (before, after) = trace.steps[number - 1], trace.states()[number - 1 : number + 1]
            except (InputError, ValueError, LookupError, TypeError) as error:
                damaged = words.DAMAGED_STEPS.format(path=self.path, puzzle=puzzle, reason=str(error))
                raise InputError(damaged) from error
            yield KeptStep(trace.board, source, line, number, step, before, after)

    def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise InputError(words.STORE_UNREADABLE.format(path=self.path, reason=error)) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._db.close()
