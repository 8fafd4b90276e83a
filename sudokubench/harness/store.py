"""Records of runs in SQLite: `results/runs.db`, write-ahead log, one writer; the state of a run to resume.

A row of `records` is unique for (run, position, backend, repeat), so that a run can be continued without duplicates.
Committed data survives Ctrl-C and the death of the process.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from shlex import quote
from typing import Any, Self
from weakref import finalize

from sudokubench.answer import Verdict
from sudokubench.backends.base import NoAnswer
from sudokubench.errors import InputError, system_reason
from sudokubench.formats.strict_json import load_kept
from sudokubench.harness import words
from sudokubench.harness.corpus import BadEntry, identities
from sudokubench.harness.crosscheck import Category, Earlier
from sudokubench.harness.disagreement import SHRUNK_AT_MOST, Disagreement, Kept
from sudokubench.harness.finding import SHOWN, Claim, Finding, Termination, checked
from sudokubench.harness.noise import NoiseMeter
from sudokubench.harness.plan import Plan, differences
from sudokubench.harness.runner import Event, Judged, Partial, SharedJudgement
from sudokubench.harness.store_checks import is_sound
from sudokubench.harness.store_schema import prepare
from sudokubench.harness.summary import Summary
from sudokubench.harness.worker import packed, unpacked
from sudokubench.words import Words, amount, listed, untranslated

FILE = "runs.db"

_Row = tuple[object, ...]

_LOOK_S = 0.02
"""Interval between attempts to open a database that other processes keep busy, in seconds."""

_UNREADABLE = sqlite3.Error, UnicodeDecodeError
"""Exceptions of a damaged database; the second comes if a message quotes bytes that are not text."""

_PARTS = ("puzzles", "records", "disagreements")

_DISTINCT = """
WITH RECURSIVE found(run) AS (
    SELECT min(run) FROM {0}
    UNION ALL SELECT (SELECT min(run) FROM {0} WHERE {0}.run > found.run) FROM found WHERE run IS NOT NULL
) SELECT run FROM found WHERE run IS NOT NULL"""
"""SQL that lists the runs in a table by searching its key: DISTINCT would read every row."""


class Store:
    """An open results folder. A context manager; leaving it closes the database.

    Attributes:
        path: The database.
        lasting: Whether the database is a file, not in memory.
    """

    def __init__(self, folder: str | Path | None, patience_s: float = 10.0, *, writing: bool = True) -> None:
        """Open or create `folder/runs.db`; refuse a database that cannot be written, or whose format is unknown.

        Args:
            folder: The results folder; None keeps everything in memory while this store is open.
            patience_s: Time to wait for other writers, in seconds.
            writing: Convert a database of an older format into the current one; otherwise it is read as it is.
        """
        self.path = Path(":memory:") if folder is None else Path(folder) / FILE
        self.lasting = folder is not None
        deadline = time.monotonic() + patience_s
        try:
            if self.lasting:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            while True:
                self._db = self._connect(patience_s, is_still=not writing and _is_still(self.path))
                try:
                    prepare(self._db, self.path, writing)
                    break
                except BaseException as error:
                    self._db.close()
                    # SQLite itself does not wait while another process changes the journal's mode, or ends its log
                    code = getattr(error, "sqlite_errorcode", 0)
                    if code & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= deadline:
                        raise
                    time.sleep(_LOOK_S)
        except OSError as error:
            raise self._no_results(error) from error
        except _UNREADABLE as error:
            raise self._unusable(error) from error

    def _connect(self, patience_s: float, is_still: bool = False) -> sqlite3.Connection:
        """Return a connection. A store in memory belongs to a `RunResult`, which any thread may read.

        If `is_still`, the file does not change, and SQLite makes no files beside it.
        """
        name = f"{self.path.absolute().as_uri()}?immutable=1" if is_still else self.path
        db = sqlite3.connect(
            name, timeout=patience_s, isolation_level=None, check_same_thread=self.lasting, uri=is_still
        )
        if not self.lasting:
            finalize(self, db.close)  # else Python 3.13 warns when the `RunResult` is gone
        return db

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes for pickling and copying; for a store in memory, add the content of the database."""
        return vars(self) if self.lasting else {**vars(self), "_db": self._db.serialize()}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Open a database in memory with the pickled content."""
        vars(self).update(state)
        self._db = self._connect(0)
        self._db.deserialize(state["_db"])

    def begin(self, plan: Plan, manifest: Mapping[str, object], once: bool = False) -> str:
        """Record a new run and return its id; with `once`, return the id that `resumable` finds, if there is one."""
        now = datetime.now(UTC)
        run = f"{now:%Y%m%dT%H%M%S}-{secrets.token_hex(3)}"
        values = run, plan.digest, now.isoformat(timespec="seconds"), json.dumps(manifest, ensure_ascii=False)
        with self._transaction():  # another process may begin the same run at the same moment
            earlier = self.resumable(plan, manifest)[0] if once else None
            if earlier is None:
                self._db.execute("INSERT INTO runs VALUES (?, ?, ?, NULL, ?)", values)
        return earlier or run

    def resumable(self, plan: Plan, manifest: Mapping[str, Any]) -> tuple[str | None, bool, list[Words]]:
        """Return the latest run that could continue with this plan and these conditions.

        Returns:
            The id of the run, whether it is finished, and an empty list. If no run fits: None, False, and the
            differences of the latest run of the plan.
        """
        latest: list[Words] = []
        sql = f"SELECT run, finished IS NOT NULL, manifest FROM runs WHERE plan = ? AND {is_sound('runs')} "
        for run, done, text in self._read(f"{sql} ORDER BY rowid DESC", plan.digest):
            try:
                unlike = differences(plan, load_kept(text, "manifest"), manifest)
            except (AttributeError, TypeError, ValueError, InputError) as error:
                raise self._damaged(run, words.MANIFEST) from error
            if not unlike:
                return run, bool(done), []
            latest = latest or [untranslated(run), *unlike]
        return None, False, latest

    @contextmanager
    def held(self, run: str) -> Generator[None]:
        """Lock a run for this process by a file beside the database; refuse a run that another process carries out."""
        if not self.lasting:
            yield
            return
        file = self.path.with_name(f"{Path(run).name}.lock")
        with ExitStack() as opened:
            try:
                lock = opened.enter_context(file.open("w"))
                flock(lock, LOCK_EX | LOCK_NB)
                if not os.fstat(lock.fileno()).st_nlink:  # its holder removed it: a new file counts
                    raise BlockingIOError
            except BlockingIOError:
                raise InputError(words.RUN_IN_PROGRESS.format(path=self.path, run=run)) from None
            except OSError as error:
                raise self._no_results(error) from error
            try:
                yield
            finally:
                with suppress(OSError):
                    file.unlink()

    def positions(self, run: str, repeat: int = 0) -> frozenset[int]:
        """Return the positions of the puzzles that a round of a run has done."""
        sql = "SELECT position FROM puzzles WHERE run = ?"
        if repeat:  # a puzzle that no backend supports has no records, and costs nothing to repeat
            sql = f"SELECT DISTINCT position FROM records WHERE run = ? AND repeat = {repeat:d}"
        return frozenset(position for (position,) in self._read(sql, run))

    def earlier(self, run: str) -> dict[int, Earlier]:
        """Return the results of an undamaged run so far, by position."""
        shown = "SELECT solution FROM records r WHERE r.run = p.run AND r.position = p.position"
        rows = self._read(
            "SELECT position, verdict, CASE verdict WHEN 'unique' THEN "
            f"({shown} AND verdict = 'unique' AND category != 'wrong' AND solution IS NOT NULL LIMIT 1) END, "
            "disagreement IS NOT NULL FROM puzzles p WHERE run = ?",
            run,
        )
        return {position: Earlier(Verdict(v), solution, bool(bad)) for position, v, solution, bad in rows}

    def totals(self, run: str, summary: Summary, backends: Sequence[str]) -> None:
        """Add puzzles and records of an undamaged run to a summary; refuse a run with a record of another backend."""
        found = self._read("SELECT manifest ->> '$.refused' FROM runs WHERE run = ?", run)
        ((refused,),) = found or [(None,)]  # an index may be damaged
        summary.bad_entries = refused if isinstance(refused, int) else 0
        for verdict, disagreed in self._read(
            "SELECT verdict, disagreement IS NOT NULL FROM puzzles WHERE run = ?", run
        ):
            summary.add_puzzle(Verdict(verdict), bool(disagreed))
        columns = "backend, verdict, category, termination"
        sql = f"SELECT {columns}, count(*) FROM records WHERE run = ? GROUP BY {columns}"
        for backend, verdict, category, termination, n in self._read(sql, run):
            if backend not in backends:
                raise self._damaged(run, words.UNPLANNED.format(backend=backend))
            summary.add_records(Verdict(verdict), Category(category), Termination(termination), n)

    def runs(self) -> list[dict[str, Any]]:
        """Return every undamaged run as `run`, `started`, `finished` (or None), `manifest` (text), and `records`, the
        number of its records. The oldest run comes first; its date does not count, since clocks may be set back.
        """
        columns = ("run", "started", "finished", "manifest", "records")
        counted = "(SELECT count(*) FROM records WHERE records.run = runs.run)"
        sql = f"SELECT {', '.join(columns[:-1])}, {counted} FROM runs WHERE {is_sound('runs')} ORDER BY rowid"
        return [dict(zip(columns, row, strict=True)) for row in self._read(sql)]

    def rows(
        self,
        run: str,
        table: str,
        columns: Sequence[str],
        damaged: Counter[str] | None = None,
        unchecked: Container[str] = (),
    ) -> Iterator[list[tuple[Any, ...]]]:
        """Yield the undamaged rows of a table for a run, by position, some thousands at a time.

        Args:
            columns: Names, or other expressions in SQL.
            damaged: Counts the other rows, by table.
            unchecked: Columns whose content does not matter.
        """

        def left_out() -> None:  # returns NULL, which is not true; a separate count would read each row twice
            if damaged is not None:
                damaged[table] += 1

        self._db.create_function("left_out", 0, left_out)
        sql = (
            f"SELECT {', '.join(columns)} FROM {table} "
            f"WHERE run = ? AND ({is_sound(table, unchecked)} OR left_out()) ORDER BY position"
        )
        try:
            cursor = self._db.execute(sql, (run,))
            while some := cursor.fetchmany(8192):
                yield some
        except _UNREADABLE as error:
            raise self._unusable(error) from error

    def damaged(self, run: str) -> Mapping[str, int]:
        """Return the number of damaged rows of a run in each table."""
        sql = "SELECT count(*) FROM {} WHERE run = ? AND NOT {}"
        counts = {table: self._read(sql.format(table, is_sound(table)), run)[0][0] for table in _PARTS}
        return {table: n for table, n in counts.items() if n}

    def damaged_runs(self) -> int:
        """Return the number of runs whose row in `runs` is damaged or missing."""
        parts = {run for table in _PARTS for (run,) in self._read(_DISTINCT.format(table))}
        whole = {run for (run,) in self._read("SELECT run FROM runs")}
        ((damaged,),) = self._read(f"SELECT count(*) FROM runs WHERE NOT {is_sound('runs')}")
        return int(damaged) + len(parts - whole)

    def require_sound(self, run: str) -> None:
        """Refuse to continue a run that was damaged or altered; the error names the tables."""
        found = [
            words.ROWS_OF.format(rows=amount(n, words.ROW), table=table)
            for table, n in self.damaged(run).items()
        ]
        if found:
            raise self._damaged(run, listed(found))

    def _damaged(self, run: str, what: Words) -> InputError:
        folder = quote(str(self.path.parent))
        return InputError(words.DAMAGED_RUN.format(path=self.path, run=run, what=what, folder=folder))

    def delete(self, runs: Iterable[str]) -> None:
        """Delete runs with all their records, and free their space."""
        named = [(run,) for run in runs]
        tables = "answers", "disagreements", "records", "puzzles", "runs"
        self._write(*(part for table in tables for part in (f"DELETE FROM {table} WHERE run = ?", named)))
        self._read("VACUUM")

    def recording(
        self,
        run: str,
        chunks: Iterable[list[Event]],
        noise: NoiseMeter,
        noted: Callable[[Judged], Disagreement | None] = lambda event: None,
        refused: int = 0,
    ) -> Generator[Event]:
        """Yield the events, each after it was written; then record the end of the run.

        The noise is recorded after each chunk, even if the caller closes this generator.

        Args:
            noise: Takes samples between chunks.
            noted: Called for each judged puzzle; its result is written with the puzzle, so that it survives the death
                of the process.
            refused: Number of bad entries of the corpus before these chunks.
        """
        for chunk in chunks:
            puzzles = [event for event in chunk if isinstance(event, Judged | SharedJudgement)]
            refused += sum(isinstance(event, BadEntry) for event in chunk)
            if puzzles:
                self.add(run, puzzles, noted)
            self._keep(run, [event for event in chunk if isinstance(event, Partial)])
            try:
                yield from chunk
            finally:  # this takes 20 ms, which the caller should not wait for
                if puzzles:
                    noise.sample(next((claim.repeat for puzzle in puzzles for claim in puzzle.claims), 0))
                    self._describe(run, noise)
        self.finish(run, refused)

    def add(
        self,
        run: str,
        events: Iterable[Judged | SharedJudgement],
        noted: Callable[[Judged], Disagreement | None] = lambda event: None,
    ) -> None:
        """Write puzzles, given in the order of their positions, with all their records, in one transaction.

        Existing rows stay as they are, except that the row of a puzzle notes a contradiction in a later round.
        """
        puzzles, records, disagreements, done = list[_Row](), list[_Row](), list[_Row](), dict[int, int]()
        for event in events:
            judgement, first = event.judgement, event.entries[0]
            positions = range(event.position, event.position + len(event.entries))
            lines = range(first.line, first.line + len(event.entries))
            result, strength = (judgement.verdict.value, judgement.disagreement), judgement.strength.value
            puzzles += (
                (run, position, first.source, line, text, *result, name, strength)
                for position, line, (text, name) in zip(
                    positions, lines, identities(event.entries), strict=True
                )
            )
            shown = event.digests()
            for claim, category, digests in zip(event.claims, judgement.categories, shown, strict=True):
                before, after = _record(claim, category)
                digest_of = zip(positions, digests, strict=True)
                records += ((run, position, *before, digest, *after) for position, digest in digest_of)
                done[claim.repeat] = positions[-1]
            if isinstance(event, Judged) and (disagreement := noted(event)) is not None:
                disagreements.append(_row(run, event.position, disagreement))
        self._write(
            f"INSERT INTO puzzles VALUES (?{', ?' * 8}) ON CONFLICT DO UPDATE SET verdict = excluded.verdict, "
            "disagreement = excluded.disagreement, strength = excluded.strength "
            "WHERE disagreement IS NULL AND excluded.disagreement IS NOT NULL",  # a later round contradicts
            puzzles,
            f"INSERT OR IGNORE INTO records VALUES (?{', ?' * 19})",
            records,
            f"INSERT OR IGNORE INTO disagreements VALUES (?{', ?' * 4})",
            disagreements,
            "DELETE FROM answers WHERE run = ? AND repeat = ? AND position <= ?",
            [(run, *last) for last in done.items()],
        )

    def _keep(self, run: str, answers: Iterable[Partial]) -> None:
        """Record answers to puzzles that other backends still search."""
        rows = []
        for answer in answers:
            claim, finding = answer.claim, answer.claim.finding
            kept = json.dumps(packed(finding)), finding.memory_bytes, finding.overshoot
            rows.append((run, answer.position, claim.backend, claim.repeat, *kept))
        if rows:
            self._write(f"INSERT OR REPLACE INTO answers VALUES (?{', ?' * 6})", rows)

    def answers(self, run: str, repeat: int, shown: int = SHOWN) -> dict[int, dict[str, Finding]]:
        """Return the answers of backends to puzzles that other backends still searched, by position and full name.

        Their questions wanted `shown` solutions. A damaged answer is left out, and the backend is asked again.
        """
        found: dict[int, dict[str, Finding]] = {}
        sql = "SELECT position, backend, finding, memory_bytes, overshoot FROM answers WHERE run = ? AND repeat = ?"
        for position, backend, text, memory_bytes, overshoot in self._read(sql, run, repeat):
            with suppress(NoAnswer, TypeError, ValueError, InputError):
                finding = unpacked(load_kept(text, "answer"), memory_bytes, shown)
                finding = checked(replace(finding, overshoot=overshoot), shown)
                found.setdefault(position, {})[backend] = finding
        return found

    def unshrunk(self, run: str) -> tuple[int, list[Kept]]:
        """Return the number of disagreements of an undamaged run, and those that must still be made smaller.

        Only the first few of a run are made smaller.
        """
        found = self._read(
            "SELECT position, puzzle, source || ':' || line, reasons, smallest = puzzle, "
            "json_group_array(DISTINCT backend), max(iif(typeof(count) = 'text', ~(1 << 63), count)), "
            "count(*) OVER () "
            "FROM disagreements JOIN puzzles USING (run, position) "
            "JOIN records r USING (run, position) WHERE run = ? AND (r.verdict != 'undecided' OR r.category = 'wrong') "
            "GROUP BY position ORDER BY position LIMIT ?",
            run,
            SHRUNK_AT_MOST,
        )
        kept = []
        for position, puzzle, place, reasons, is_whole, backends, most, _ in found:
            if is_whole:
                why, claimed = tuple(load_kept(reasons, "list")), tuple(load_kept(backends, "list"))
                kept.append(Kept(position, puzzle, place, why, claimed, most))
        return (found[0][-1] if found else 0), kept

    def note(self, run: str, position: int, disagreement: Disagreement) -> None:
        """Store a disagreement in place of the one stored before."""
        row = _row(run, position, disagreement)
        self._write(f"INSERT OR REPLACE INTO disagreements VALUES (?{', ?' * 4})", [row])

    def noise(self, run: str) -> NoiseMeter:
        """Return the meter that continues to measure how steady the machine is during a run."""
        found = self._read("SELECT manifest -> '$.noise' FROM runs WHERE run = ?", run)
        return NoiseMeter(load_kept(found[0][0], "noise") if found and found[0][0] else None)

    def _describe(self, run: str, noise: NoiseMeter) -> None:
        """Record how steady the machine was so far."""
        sql = "UPDATE runs SET manifest = json_set(manifest, '$.noise', json(?)) WHERE run = ?"
        self._write(sql, [(json.dumps(noise.described()), run)])

    def finish(self, run: str, refused: int = 0) -> None:
        """Record that a run is complete, and the number of bad entries of the corpus."""
        sql = "UPDATE runs SET finished = ?, manifest = json_set(manifest, '$.refused', ?) WHERE run = ?"
        self._write(sql, [(datetime.now(UTC).isoformat(timespec="seconds"), refused, run)])

    def _read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(sql, values).fetchall()
        except _UNREADABLE as error:
            raise self._unusable(error) from error

    def _write(self, *statements: object) -> None:
        """Run statements, each followed by its rows, in one transaction."""
        with self._transaction():
            for sql, rows in zip(statements[::2], statements[1::2], strict=True):
                self._db.executemany(sql, rows)  # type: ignore[arg-type]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Open a transaction: all of it is written or nothing, and no other process writes meanwhile."""
        if self.lasting and not self.path.exists():  # SQLite would write on into a deleted file
            raise self._no_results(FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # a full disk has already rolled it back
                    self._db.execute("ROLLBACK")
                raise
        except _UNREADABLE as error:
            raise self._unusable(error) from error

    def _no_results(self, error: OSError) -> InputError:
        return InputError(words.NO_RESULTS_THERE.format(folder=self.path.parent, reason=system_reason(error)))

    def _unusable(self, error: Exception) -> InputError:
        return InputError(words.UNUSABLE.format(path=self.path, reason=error))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._db.close()


def _is_still(path: Path) -> bool:
    """Return whether a database is complete and in a folder that this process cannot write, such as an archive."""
    return path.is_file() and not os.access(path.parent, os.W_OK) and not Path(f"{path}-wal").exists()


def _record(claim: Claim, category: Category) -> tuple[_Row, _Row]:
    """Return the columns of a record in two parts: before the digest of its solution, and after it."""
    finding, outcome, times = claim.finding, claim.finding.outcome, claim.finding.outcome.times
    count = outcome.count if outcome.count < 1 << 63 else hex(outcome.count)
    return (
        claim.backend, claim.repeat, finding.verdict.value, count, outcome.exhausted, category.value,
        finding.termination.value, finding.message, times.encode_ns, times.solve_ns, times.decode_ns,
        finding.batch, finding.memory_bytes or None, json.dumps(outcome.stats) if outcome.stats else "{}",
    ), (claim.kind or None, finding.cpu_ns or None, finding.overshoot or None)  # fmt: skip


def _row(run: str, position: int, disagreement: Disagreement) -> _Row:
    reasons = json.dumps(disagreement.reasons, ensure_ascii=False)
    return run, position, reasons, disagreement.smallest, disagreement.command
