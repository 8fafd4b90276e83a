"""Records: no loss, no repetition, and a clear message if the store cannot be written."""

import json
import pickle
import platform
import shutil
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from database import database

from benchmarks.trials.commands import command
from sudokubench.backends import backend
from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.harness import plan as plans
from sudokubench.harness import store_schema
from sudokubench.harness.corpus import BadEntry, entry_of
from sudokubench.harness.disagreement import Disagreement
from sudokubench.harness.finding import Claim, Question, Task, most_shown
from sudokubench.harness.inline import Inline
from sudokubench.harness.limits import Limits
from sudokubench.harness.noise import NoiseMeter
from sudokubench.harness.plan import Plan, machine, manifest
from sudokubench.harness.runner import CorpusRound, Judged, Partial
from sudokubench.harness.store import FILE, Store
from sudokubench.harness.summary import Summary
from sudokubench.report.reading import find, load

PLAN = Plan(("test",), ("algorithm_x",), Task.UNIQUE, 2)
ENTRIES = [entry_of(Board.parse(t), "test", i) for i, t in enumerate(("1...3..2...3..2.", "1" + "." * 15), 1)]


def chunks(entries=ENTRIES, done=()):
    done = frozenset(done).__contains__
    return CorpusRound([backend("algorithm_x")], Inline(Limits()), limit=2, done=done).events(entries)


def rows(folder, table):
    with database(folder / FILE) as db:
        return db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def test_a_run_leaves_its_puzzles_records_and_manifest(tmp_path):
    with Store(tmp_path) as store:
        run_id = store.begin(PLAN, manifest(PLAN, ["x"], {}))
        events = list(store.recording(run_id, chunks(), NoiseMeter()))
    assert [type(event) for event in events] == [Judged, Judged]
    assert (rows(tmp_path, "runs"), rows(tmp_path, "puzzles"), rows(tmp_path, "records")) == (1, 2, 2)
    with database(tmp_path / FILE) as db:
        verdicts = db.execute("SELECT verdict, category FROM records ORDER BY position").fetchall()
        finished, noise = db.execute("SELECT finished, manifest ->> '$.noise.samples' FROM runs").fetchone()
    assert verdicts == [("unique", "unconfirmed"), ("multiple", "correct")]
    assert finished
    assert noise == 5


def test_an_interrupted_run_is_found_and_completed_without_doubling(tmp_path):
    with Store(tmp_path) as store:
        assert store.resumable(PLAN, {}) == (None, False, [])
        run_id = store.begin(PLAN, {})
        store.add(run_id, [event for chunk in chunks(ENTRIES[:1]) for event in chunk])
    with Store(tmp_path) as store:
        assert store.resumable(PLAN, {}) == (run_id, False, [])
        done = store.positions(run_id)
        assert done == {0}
        list(store.recording(run_id, chunks(done=done), NoiseMeter()))
        assert store.resumable(PLAN, {}) == (run_id, True, [])
        summary = Summary()
        store.totals(run_id, summary, ["algorithm_x"])
    assert (rows(tmp_path, "puzzles"), rows(tmp_path, "records")) == (2, 2)
    assert (summary.puzzles, summary.undecided, summary.errors) == (2, 0, 0)


@pytest.mark.parametrize(("limit", "count"), [(10, 10), (None, 288)])
def test_a_kept_answer_of_a_count_is_not_taken_for_damaged(tmp_path, limit, count):
    board = Board.parse("." * 16)
    question = Question(backend("dlx"), board.layout, [board.instance()], limit, most_shown(limit))
    ((_, (finding,)),) = Inline(Limits()).answers([question])
    with Store(tmp_path) as store:
        run_id = store.begin(PLAN, {})
        next(store.recording(run_id, [[Partial(0, Claim("dlx", 0, finding))]], NoiseMeter()))
        kept = store.answers(run_id, 0, most_shown(limit))
    assert kept[0]["dlx"].outcome.count == count


def test_writing_the_same_puzzles_twice_changes_nothing(tmp_path):
    with Store(tmp_path) as store:
        run_id = store.begin(PLAN, {})
        for _ in range(2):
            store.add(run_id, [event for chunk in chunks() for event in chunk])
    assert (rows(tmp_path, "puzzles"), rows(tmp_path, "records")) == (2, 2)


def test_a_run_ends_with_an_error_when_its_folder_is_deleted(tmp_path):
    with Store(tmp_path / "results") as store:
        run = store.begin(Plan(("x",), ("x",), Task.UNIQUE), {})
        shutil.rmtree(tmp_path / "results")
        with pytest.raises(InputError, match="results cannot hold results: No such file"):
            store.finish(run)


def test_plans_that_differ_in_anything_have_different_digests():
    others = [
        Plan(("other",), ("algorithm_x",), Task.UNIQUE, 2),
        Plan(("test",), ("dlx",), Task.UNIQUE, 2),
        Plan(("test",), ("algorithm_x",), Task.COUNT, 2),
        Plan(("test",), ("algorithm_x",), Task.UNIQUE, 3),
        Plan(("test",), ("algorithm_x",), Task.UNIQUE, 2, digests=("0",)),
    ]
    assert len({plan.digest for plan in [PLAN, *others]}) == 6


@pytest.fixture
def before(tmp_path):
    """Return a results folder of version 0.1.0; the first lines of its SQL say how it was made."""
    db = sqlite3.connect(tmp_path / FILE)
    db.execute("PRAGMA journal_mode = WAL")
    db.executescript((Path(__file__).parent / "runs_v1.sql").read_text())
    db.close()
    return tmp_path


def contents(folder, table, columns):
    with database(folder / FILE) as db:
        return db.execute(f"SELECT {columns} FROM {table} ORDER BY run, position").fetchall()


def test_a_database_of_version_0_1_0_is_read_as_it_is(before):
    bytes_before = (before / FILE).read_bytes()
    with Store(before, writing=False) as store:
        runs = store.runs()
        assert [run["records"] for run in runs] == [42, 12, 4, 0]
        (puzzles,) = store.rows(runs[0]["run"], "puzzles", ("puzzle", "verdict", "id", "strength"))
        (records,) = store.rows(runs[0]["run"], "records", ("backend", "kind"))
    assert puzzles[3:] == [
        ("1...3..2...3..2.", "unique", None, None), ("12.............4", "multiple", None, None),
        ("11..............", "none", None, None), ("tromino:3", "none", None, None),
    ]  # fmt: skip
    assert {kind for _, kind in records} == {None}
    assert (before / FILE).read_bytes() == bytes_before


def test_a_database_of_version_0_1_0_is_brought_into_the_present_form_when_written_to(before, tmp_path):
    old = {
        "puzzles": "run, position, source, line, puzzle, verdict, disagreement",
        "records": "run, position, backend, repeat, verdict, count, category, encode_ns, solve_ns, decode_ns, solution",
        "disagreements": "*",
    }
    kept = {table: contents(before, table, columns) for table, columns in old.items()}
    with Store(before) as store:
        run_id = store.begin(PLAN, {})
        list(store.recording(run_id, chunks(), NoiseMeter()))
    Store(before).__exit__(None, None, None)
    with Store(tmp_path / "new"):
        pass
    for table, columns in old.items():
        assert set(kept[table]) <= set(contents(before, table, columns)), table
    new = [row[1:] for row in contents(before, "puzzles", "run, id, strength") if row[0] == run_id]
    assert new == [(ENTRIES[0].id, "claimed"), (ENTRIES[1].id, "proven")]
    kinds = {kind for run, kind in contents(before, "records", "run, kind") if run == run_id}
    assert kinds == {"exact cover"}
    for table in old:
        named = []
        for folder in (before, tmp_path / "new"):
            with database(folder / FILE) as db:
                named.append([column[1:3] for column in db.execute(f"PRAGMA table_info({table})")])
        assert named[0] == named[1], table


def test_a_database_that_another_process_has_brought_into_the_present_form_is_left_alone(before):
    with Store(before) as one:
        store_schema._migrate(one._db)
        assert one.runs()


@pytest.fixture
def format_2(tmp_path):
    """Return a results folder with one run, in format 2."""
    with Store(tmp_path) as store:
        list(store.recording(store.begin(PLAN, {}), chunks(), NoiseMeter()))
    with database(tmp_path / FILE) as db:
        for column in ("cpu_ns", "overshoot"):
            db.execute(f"ALTER TABLE records DROP COLUMN {column}")
        db.execute("DROP TABLE answers")
        db.execute("PRAGMA user_version = 2")
    return tmp_path


def test_a_database_of_format_2_is_read_as_it_is_and_brought_into_the_present_form_when_written_to(format_2):
    for writing, found in ((False, 2), (True, 4), (False, 4)):
        with Store(format_2, writing=writing) as store:
            (run_id,) = (run["run"] for run in store.runs())
            (records,) = store.rows(run_id, "records", ("verdict", "kind", "cpu_ns", "overshoot"))
        assert records == [("unique", "exact cover", None, None), ("multiple", "exact cover", None, None)]
        with database(format_2 / FILE) as db:
            assert db.execute("PRAGMA user_version").fetchone() == (found,)


def test_what_an_answer_has_cost_is_kept(tmp_path):
    (event, _) = (event for chunk in chunks() for event in chunk)
    cost = {"memory_bytes": 5 << 20, "cpu_ns": 7_000_000, "overshoot": 3}
    claims = tuple(replace(claim, finding=replace(claim.finding, **cost)) for claim in event.claims)
    with Store(tmp_path) as store:
        store.add(store.begin(PLAN, {}), [replace(event, claims=claims)])
    assert contents(tmp_path, "records", ", ".join(cost)) == [tuple(cost.values())]


def test_a_run_of_version_0_1_0_that_was_interrupted_goes_on(before, monkeypatch):
    monkeypatch.setattr("sudokubench.harness.plan._version", {"sudokubench": "0.1.0", "numba": "0.68.1"}.get)
    monkeypatch.chdir(before)
    (before / "results").mkdir()
    (before / FILE).rename(before / "results" / FILE)
    Path("many.txt").write_text("1...3..2...3..2.\n12.............4\n" * 18)
    arguments = ["many.txt", "--from", "line", "--backend", "algorithm_x", "--isolation", "inline"]
    code, _, err = command(["run", *arguments, "--resume"], b"")
    assert (code, "continues; it already has 4 puzzles" in err) == (0, True)
    resumed = "WHERE run = (SELECT run FROM runs WHERE manifest ->> '$.plan.corpora[0]' = 'many.txt')"
    with database(before / "results" / FILE) as db:
        assert db.execute(f"SELECT count(*), count(id) FROM puzzles {resumed}").fetchone() == (36, 32)
        assert db.execute("SELECT count(*) FROM runs").fetchone() == (4,)


def test_a_run_of_version_0_1_0_does_not_go_on_with_another_version(before, monkeypatch):
    monkeypatch.setattr("sudokubench.harness.plan._version", {"sudokubench": "0.3.0", "numba": "0.68.1"}.get)
    digest = "d1fa8474b0df5f783e4f58e7f068032d59322be6598447cb42abda9b6b81a870"
    plan = Plan(("many.txt",), ("algorithm_x",), Task.UNIQUE, 2, form="line", digests=(digest,))
    execution = Inline(Limits()).describe()
    with Store(before) as store:
        latest, told = store.resumable(plan, manifest(plan, [], execution))[2]
    assert (str(latest), str(told)) == ("20261122T133845-071e89", "sudokubench: 0.1.0, now 0.3.0")
    assert told.ja == "sudokubench：以前は0.1.0、今回は0.3.0"


CONDITIONS = [
    ({"limits": {"wall_s": 2.0}}, "time limit in seconds: 1.0, now 2.0"),
    ({"limits": {"wall_s": None}}, "time limit in seconds: 1.0, now none"),
    ({"limits": {"cpu_s": 1.0}}, "limit of CPU time in seconds: none, now 1.0"),
    ({"limits": {"memory_bytes": 9}}, "limit of memory in bytes: none, now 9"),
    ({"jobs": 2}, "jobs: 1, now 2"),
    ({"processes": "round"}, "processes: run, now round"),
    ({"executor": "dask"}, "executor: local, now dask"),
    ({"versions": {"python-sat": "2"}}, "python-sat: 1, now 2"),
    ({"options": {"sat": {"solver": "glucose4"}}}, "option solver of sat: minisat22, now glucose4"),
    ({"limits": {"recycle_after": 9}, "versions": {"ortools": "2"}, "cpu": "another"}, None),
    ({"limits": {}, "versions": {}, "options": {}}, None),
]


@pytest.mark.parametrize(("changed", "told"), CONDITIONS)
def test_a_run_goes_on_only_as_it_was_made(tmp_path, changed, told):
    plan = Plan(("test",), ("sat",), Task.UNIQUE, 2)

    def made(limits=None, versions=None, options=None, cpu="one", **places):
        return {
            "execution": {
                "executor": "local", "jobs": 1, "processes": "run", **places,
                "limits": {"wall_s": 1.0, "cpu_s": None, "memory_bytes": None, "recycle_after": 5} | (limits or {}),
            },
            "versions": {"sudokubench": "1", "python-sat": "1", "ortools": "1"} | (versions or {}),
            "options": {"sat": {"solver": "minisat22"}} | (options or {}),
            "cpu": cpu,
        }  # fmt: skip

    now = made(**changed)
    with Store(tmp_path) as store:
        first = store.begin(plan, made(), once=True)
        assert store.begin(plan, made(), once=True) == first
        run, finished, unlike = store.resumable(plan, now)
        found = run, finished, [*map(str, unlike)]
        assert found == ((None, False, [first, told]) if told else (first, False, []))
        second = store.begin(plan, now, once=True)
        assert (second == first) == (told is None)
        assert store.resumable(plan, made())[0] == first
        assert store.resumable(plan, now)[0] == second


@pytest.mark.parametrize("processor", ["Some Chip", ""])
def test_the_machine_is_named_where_the_kernel_does_not_say_its_processor(monkeypatch, processor):
    def there(file, *how, _open=open, **more):
        return _open("/proc/nothing" if file == "/proc/cpuinfo" else file, *how, **more)

    monkeypatch.setattr("builtins.open", there)
    monkeypatch.setattr(platform, "processor", lambda: processor)
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    assert machine()["cpu"] == (processor or "x86_64")


def test_what_differs_is_reported_and_another_run_begins(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.txt").write_text("1...3..2...3..2.\n1...3..2...3..2x\n")
    arguments = ["run", "p.txt", "--backend", "algorithm_x", "--resume", "--time-limit"]
    assert command([*arguments, "9"], b"")[0] == 4
    code, _, err = command([*arguments, "8"], b"")
    assert code == 4
    assert "but other conditions (time limit in seconds: 9.0, now 8.0); a new run begins" in err
    code, _, err = command([*arguments, "9"], b"")
    assert (code, "is finished: 1 puzzle" in err) == (4, True)  # the bad line is remembered
    assert rows(tmp_path / "results", "runs") == 2


ALTERED = [
    ("runs", "manifest", "{oops"), ("runs", "manifest", "5"), ("runs", "started", None), ("runs", "finished", b"x"),
    ("runs", "run", b"\xff"), ("puzzles", "verdict", "splendid"), ("puzzles", "verdict", b"\xff\xfe"),
    ("puzzles", "strength", "9"), ("puzzles", "line", "x"), ("puzzles", "puzzle", b"1"), ("puzzles", "position", "x"),
    ("records", "verdict", "splendid"), ("records", "verdict", "multiple"), ("records", "count", 2),
    ("records", "category", 3), ("records", "termination", "x" * 10**6),
    ("records", "backend", ""), ("records", "backend", "nobody"), ("records", "solve_ns", 2**63 - 1),
    ("records", "solve_ns", -1), ("records", "encode_ns", "long"), ("records", "count", 1e300),
    ("records", "exhausted", 2), ("records", "batch", b""), ("records", "run", "gone"), ("records", "stats", None),
    ("disagreements", "reasons", "[" * 5000), ("disagreements", "reasons", "{}"), ("disagreements", "command", b""),
]  # fmt: skip
READERS = [
    ["report", "--markdown", "-"], ["rank"], ["compare", "last", "last"], ["runs", "list"], ["runs", "show"],
    ["runs", "export"], ["run", "p.txt", "--backend", "algorithm_x", "--isolation", "inline", "--resume"],
]  # fmt: skip


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return a folder with a run that has a disagreement, all in one file."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        (folder / "p.txt").write_text("1...3..2...3..2.\n12.............4\n")
        assert command([*READERS[-1]], b"")[0] == 0
    with database(folder / "results" / FILE) as db:
        db.execute("INSERT INTO disagreements SELECT run, 0, '[\"one\"]', 'x', 'y' FROM runs")
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')")
    return folder


@pytest.mark.parametrize(("table", "column", "value"), ALTERED)
def test_what_was_altered_is_a_sentence_wherever_it_is_read(
    whole, tmp_path, monkeypatch, table, column, value
):
    shutil.copytree(whole, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    with database(tmp_path / "results" / FILE) as db:
        db.execute(f"UPDATE {table} SET {column} = ?" + " WHERE position = 0" * (table != "runs"), (value,))
    for reader in READERS:
        code, out, err = command(reader, b"")
        only_counts = reader == ["runs", "list"] and table != "runs" and column != "run"
        assert code == (0 if only_counts else 4), (reader, code, out, err)
        assert "Traceback" not in err
        assert "internal error" not in err


def test_a_run_that_was_begun_for_nothing_is_not_the_last(before):
    assert find("last", before).corpus == ("many.txt",)
    assert load([str(before / FILE)]).runs[0].corpus == ("many.txt",)


@pytest.mark.parametrize("names", [["good.txt", "mistyped.txt"], ["binary.txt"]])
def test_a_corpus_that_is_missing_or_cannot_be_read_begins_no_run(tmp_path, monkeypatch, names):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.txt").write_text("1...3..2...3..2.\n")
    (tmp_path / "binary.txt").write_bytes(b"." * 81 + b"\n\0\n")
    assert command(["run", *names, "--backend", "algorithm_x"], b"")[0] == 4
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize("more", [[], ["--resume"], ["--repeat", "2"]])
def test_bad_lines_alone_begin_no_run(tmp_path, monkeypatch, more):
    monkeypatch.chdir(tmp_path)
    Path("bad.txt").write_text("12..\n" * 40)
    arguments = ["run", "bad.txt", "--from", "line", "--backend", "algorithm_x", "--json", *more]
    code, out, err = command(arguments, b"")
    assert code == 4
    assert "bad.txt:1" in err
    assert json.loads(out) | {"errors": 0} == {
        "schema": "sudokubench.summary/1", "run": None, "puzzles": 0, "backends": ["algorithm_x"], "disagreements": 0,
        "wrong": 0, "errors": 0,
    }  # fmt: skip
    with Store("results") as store:
        assert store.runs() == []


def test_bad_lines_before_the_first_board_are_counted_with_those_after_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("some.txt").write_text("12..\n" * 40 + "1...3..2...3..2.\n" + "12..\n" * 2)
    arguments = ["run", "some.txt", "--from", "line", "--backend", "algorithm_x"]
    assert command(arguments, b"")[0] == 4
    with database(Path("results") / FILE) as db:
        told = db.execute("SELECT manifest ->> '$.refused', finished IS NULL FROM runs").fetchall()
        assert told == [(42, 0)]
        assert db.execute("SELECT position FROM records").fetchall() == [(40,)]


def test_what_is_wrong_is_written_with_the_answers(tmp_path):
    first, second = (event for chunk in chunks() for event in chunk)
    noted = Disagreement(("it is wrong",), first.entry.text, "sudokubench check")
    smaller = Disagreement(("it is wrong",), "1" + "." * 15, "sudokubench check 1...............")
    with Store(tmp_path) as store:
        run_id = store.begin(PLAN, {})
        store.add(run_id, [first, second], lambda event: noted if event is first else None)
        assert contents(tmp_path, "disagreements", "position, smallest") == [(0, first.entry.text)]
        store.note(run_id, 0, smaller)
    assert contents(tmp_path, "disagreements", "position, smallest") == [(0, smaller.smallest)]


def test_a_plan_without_a_layout_has_the_digest_of_version_0_1_0():
    digest = "d1fa8474b0df5f783e4f58e7f068032d59322be6598447cb42abda9b6b81a870"
    plan = Plan(("many.txt",), ("algorithm_x",), Task.UNIQUE, 2, form="line", digests=(digest,))
    assert plan.digest == "9e7d76a5a6172939"
    assert replace(plan, layout="9x9-diagonal").digest != plan.digest


def test_a_file_that_is_not_a_database_stays_unchanged(tmp_path):
    (tmp_path / FILE).write_text("precious " * 1000)
    with pytest.raises(InputError, match="its content was left unchanged"):
        Store(tmp_path)
    assert (tmp_path / FILE).read_text() == "precious " * 1000


@pytest.mark.parametrize(
    ("content", "found"), [("PRAGMA user_version = 99", 99), ("CREATE TABLE songs (name TEXT)", 0)]
)
def test_a_database_of_another_version_or_another_program_is_refused_and_closed(tmp_path, content, found):
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute(content)
        tables = db.execute("SELECT name FROM sqlite_master").fetchall()
    with pytest.raises(InputError, match=f"format {found}") as refusal:
        Store(tmp_path)
    assert (refusal.type, [file.name for file in tmp_path.iterdir()]) == (InputError, [FILE])  # no open log
    with database(tmp_path / FILE) as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == tables


def test_a_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="`results`"):
        Store(tmp_path / "file")


class Contended(sqlite3.Connection):
    """A connection while another process changes the mode of the journal: SQLite fails at once, with any timeout."""

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


def test_a_database_in_a_folder_that_cannot_be_written_is_read_without_files_beside_it(tmp_path, monkeypatch):
    with Store(tmp_path) as store:
        run = store.begin(PLAN, {})
    monkeypatch.setattr("os.access", lambda *_: False)  # the user of the tests may be root
    with Store(tmp_path, writing=False) as store:
        assert [one["run"] for one in store.runs()] == [run]
        assert [file.name for file in tmp_path.iterdir()] == [FILE]
        with pytest.raises(InputError, match="readonly"):
            store.begin(PLAN, {})


def test_a_locked_database_is_reported_and_keeps_what_it_had(tmp_path):
    with Store(tmp_path, patience_s=0.1) as store:
        store.begin(PLAN, {})
        with database(tmp_path / FILE, isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(InputError, match="locked"):
                store.begin(PLAN, {})
            other.execute("ROLLBACK")
    assert rows(tmp_path, "runs") == 1


def test_bad_entries_are_counted_with_the_run(tmp_path):
    bad = BadEntry(InputError("no puzzle"))
    with Store(tmp_path) as store:
        run_id = store.begin(PLAN, {})
        list(store.recording(run_id, chunks([bad, ENTRIES[0], bad]), NoiseMeter()))
        summary = Summary()
        store.totals(run_id, summary, ["algorithm_x"])
    assert (summary.puzzles, summary.bad_entries) == (1, 2)


def test_a_database_of_the_present_form_is_opened_while_another_run_writes(tmp_path):
    with Store(tmp_path):
        pass
    with database(tmp_path / FILE, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with Store(tmp_path, patience_s=0) as store:
            assert not store.positions("none")
        other.execute("ROLLBACK")


def test_a_schema_that_is_not_text_is_reported(tmp_path):
    Store(tmp_path).__exit__(None, None, None)
    file = tmp_path / FILE
    content = file.read_bytes()
    assert b"CREATE TABLE records" in content
    file.write_bytes(content.replace(b"CREATE TABLE records", b"CREATE TABL\x82 records"))
    with pytest.raises(InputError, match="cannot be used"):
        Store(tmp_path)


def test_a_manifest_has_the_commit_of_a_checkout_and_none_of_an_installed_package(tmp_path, monkeypatch):
    checkout, installed = tmp_path / "checkout", tmp_path / "site-packages"
    git = ["git", "-C", str(checkout), "-c", "user.name=a", "-c", "user.email=a@b"]
    for folder in (checkout, installed):
        (folder / "sudokubench" / "harness").mkdir(parents=True)
        (folder / "sudokubench" / "harness" / "plan.py").write_text("1")
    for each in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"], ["tag", "v1"]):
        subprocess.run([*git, *each], check=True)
    known = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout
    found = []
    for folder in (installed, checkout):
        monkeypatch.setattr(plans, "__file__", str(folder / "sudokubench" / "harness" / "plan.py"))
        found.append(plans.machine()["commit"])
    (checkout / "sudokubench" / "harness" / "plan.py").write_text("2")
    plans._commit.cache_clear()  # as in another process
    found.append(plans.machine()["commit"])
    assert found[0] is None
    assert known.startswith(found[1])
    assert len(found[1]) >= 7
    assert found[2] == found[1] + "+"
    monkeypatch.setenv("PATH", "")
    plans._commit.cache_clear()
    assert plans.machine()["commit"] is None


def test_a_store_in_memory_closes_its_database_when_it_is_gone():
    store = Store(None)
    copied = pickle.loads(pickle.dumps(store))
    databases = [store._db, copied._db]
    del store, copied
    for db in databases:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            db.execute("SELECT 1")
