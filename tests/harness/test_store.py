"""Records: nothing lost, nothing doubled, and a clear word where nothing can be written."""

import sqlite3
from functools import partial

import pytest

from sudokubench.backends import backend
from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.harness.corpus import entry_of
from sudokubench.harness.executors import Inline
from sudokubench.harness.finding import Task
from sudokubench.harness.isolation import Limits
from sudokubench.harness.noise import NoiseMeter
from sudokubench.harness.plan import Plan, manifest
from sudokubench.harness.runner import Judged, run
from sudokubench.harness.store import FILE, Store
from sudokubench.harness.summary import Summary

PLAN = Plan(("test",), ("algorithm_x",), Task.UNIQUE, 2)
ENTRIES = [entry_of(Board.parse(t), "test", i) for i, t in enumerate(("1...3..2...3..2.", "1" + "." * 15), 1)]


def chunks(entries=ENTRIES, done=()):
    return run(
        entries, [backend("algorithm_x")], Inline(Limits()), limit=2, done=frozenset(done).__contains__
    )


def rows(folder, table):
    with sqlite3.connect(folder / FILE) as db:
        return db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def test_a_run_leaves_its_puzzles_records_and_manifest(tmp_path):
    with Store(tmp_path) as store:
        run_id = store.begin(PLAN, manifest(PLAN, ["x"], {}))
        events = list(store.recording(run_id, chunks(), NoiseMeter()))
    assert [type(event) for event in events] == [Judged, Judged]
    assert (rows(tmp_path, "runs"), rows(tmp_path, "puzzles"), rows(tmp_path, "records")) == (1, 2, 2)
    with sqlite3.connect(tmp_path / FILE) as db:
        verdicts = db.execute("SELECT verdict, category FROM records ORDER BY position").fetchall()
        finished, noise = db.execute("SELECT finished, manifest ->> '$.noise.samples' FROM runs").fetchone()
    assert verdicts == [("unique", "unconfirmed"), ("multiple", "correct")]
    assert finished
    assert noise == 1


def test_an_interrupted_run_is_found_and_completed_without_doubling(tmp_path):
    with Store(tmp_path) as store:
        run_id = store.begin(PLAN, {})
        store.add(run_id, [event for chunk in chunks(ENTRIES[:1]) for event in chunk])
    with Store(tmp_path) as store:
        assert store.latest(PLAN.digest) == (run_id, False)
        done = store.positions(run_id)
        assert done == {0}
        list(store.recording(run_id, chunks(done=done), NoiseMeter()))
        assert store.latest(PLAN.digest) == (run_id, True)
        summary = Summary(["algorithm_x"])
        store.totals(run_id, summary)
    assert (rows(tmp_path, "puzzles"), rows(tmp_path, "records")) == (2, 2)
    assert (summary.puzzles, summary.tallies["algorithm_x"].solved) == (2, 2)


def test_writing_the_same_puzzles_twice_changes_nothing(tmp_path):
    with Store(tmp_path) as store:
        run_id = store.begin(PLAN, {})
        for _ in range(2):
            store.add(run_id, [event for chunk in chunks() for event in chunk])
    assert (rows(tmp_path, "puzzles"), rows(tmp_path, "records")) == (2, 2)


def test_a_plan_that_nobody_ran_is_not_found(tmp_path):
    with Store(tmp_path) as store:
        assert store.latest("0" * 16) is None


def test_plans_that_differ_in_anything_have_different_digests():
    others = [
        Plan(("other",), ("algorithm_x",), Task.UNIQUE, 2),
        Plan(("test",), ("dlx",), Task.UNIQUE, 2),
        Plan(("test",), ("algorithm_x",), Task.COUNT, 2),
        Plan(("test",), ("algorithm_x",), Task.UNIQUE, 3),
        Plan(("test",), ("algorithm_x",), Task.UNIQUE, 2, digests=("0",)),
    ]
    assert len({plan.digest for plan in [PLAN, *others]}) == 6


def test_a_file_that_is_no_database_is_left_as_it_was(tmp_path):
    (tmp_path / FILE).write_text("precious " * 1000)
    with pytest.raises(InputError, match="left as it was"):
        Store(tmp_path)
    assert (tmp_path / FILE).read_text() == "precious " * 1000


def test_a_database_of_another_version_is_refused(tmp_path):
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(InputError, match="format 99"):
        Store(tmp_path)


def test_a_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="--results"):
        Store(tmp_path / "file")


class Contended(sqlite3.Connection):
    """Another process is changing the mode of the journal, of which SQLite says so at once, however patient one is."""

    tries = 0

    def execute(self, sql, *values):
        if "journal_mode" in sql:
            Contended.tries += 1
            if Contended.tries < 4:
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise error
        return super().execute(sql, *values)


def test_a_database_that_another_run_is_just_making_is_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Contended))
    monkeypatch.setattr(Contended, "tries", 0)
    with pytest.raises(InputError, match="locked"):
        Store(tmp_path, patience_s=0)
    with Store(tmp_path) as store:
        assert store.begin(PLAN, {})
    assert Contended.tries == 4


def test_a_locked_database_is_told_and_keeps_what_it_had(tmp_path):
    with Store(tmp_path, patience_s=0.1) as store:
        store.begin(PLAN, {})
        with sqlite3.connect(tmp_path / FILE, isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(InputError, match="locked"):
                store.begin(PLAN, {})
            other.execute("ROLLBACK")
    assert rows(tmp_path, "runs") == 1
