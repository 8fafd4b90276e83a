"""The command line as its users see it: data on stdout, remarks on stderr, exit codes, no tracebacks."""

import gzip
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from database import database
from schema_cases import objects

from sudokubench import Board
from sudokubench.actions.words import CANDIDATES_LOST
from sudokubench.harness.inline import Inline
from sudokubench.layout import House, Layout

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NONE, UNIQUE, SEVERAL = "...13....23...4.", "1...3..2...3..2.", "1" + "." * 15
FAST = "algorithm_x,sat"


def test_solve_prints_the_solution(sudokubench):
    assert sudokubench("solve", WIKIPEDIA, "--backend", "sat")[:2] == (0, SOLUTION + "\n")


def test_solve_reads_standard_input_and_prints_grids(sudokubench):
    code, out, _ = sudokubench("solve", "-", "--backend", "sat", "--to", "grid", stdin=WIKIPEDIA)
    assert code == 0
    assert out.splitlines()[0] == "5 3 4 | 6 7 8 | 9 1 2"


def test_solve_without_a_backend_gives_sat_a_process_of_its_own(sudokubench, monkeypatch):
    monkeypatch.setattr(Inline, "answers", None)
    code, out, _ = sudokubench("solve", "." * 256)
    assert (code, len(out)) == (0, 257)


def test_solve_shows_no_solution_and_several(sudokubench):
    assert sudokubench("solve", NONE, "--backend", "sat")[:2] == (0, "none\n")
    code, out, err = sudokubench("solve", SEVERAL, "--backend", "sat")
    assert (code, len(out.split())) == (0, 1)
    assert "several solutions" in err


def test_solve_as_json_has_the_published_fields(sudokubench):
    _, out, _ = sudokubench("solve", WIKIPEDIA, "--backend", "sat", "--json")
    assert objects(out) == [
        {"schema": "sudokubench.answer/2", "puzzle": WIKIPEDIA, "id": Board.parse(WIKIPEDIA).id,
         "backend": "sat", "verdict": "unique", "count": 1, "exhausted": True, "solutions": [SOLUTION]}
    ]  # fmt: skip


def test_solve_prints_as_many_solutions_as_the_limit_allows(sudokubench):
    _, out, _ = sudokubench("solve", SEVERAL, "--limit", "5", "--backend", "algorithm_x")
    assert len(set(out.split())) == 5


def test_solve_writes_a_certificate_that_verify_accepts_and_a_changed_one_that_it_refuses(
    sudokubench, tmp_path
):
    assert sudokubench("solve", WIKIPEDIA, "--backend", "sat", "--proof", "p.json")[0] == 0
    code, out, _ = sudokubench("verify", "p.json")
    assert code == 0
    assert "verified" in out
    text = (tmp_path / "p.json").read_text()
    (tmp_path / "forged.json").write_text(text.replace(WIKIPEDIA, WIKIPEDIA[:-1] + "."))
    assert sudokubench("verify", "forged.json")[0] in {3, 4}
    packed = gzip.compress(text.encode())
    (tmp_path / "p.gz").write_bytes(packed)
    (tmp_path / "cut.gz").write_bytes(packed[:60])
    assert sudokubench("verify", "p.gz")[1] == out.replace("p.json", "p.gz")
    assert "cut.gz: the packed file is damaged" in sudokubench("verify", "cut.gz")[2]


def test_check_agrees_and_exits_with_five_where_a_puzzle_is_not_unique(sudokubench, tmp_path):
    assert sudokubench("check", UNIQUE, "--backend", FAST)[0] == 0
    (tmp_path / "p.txt").write_text(f"{UNIQUE}\n{SEVERAL}\n{NONE}\n")
    code, out, _ = sudokubench("check", "p.txt", "--backend", FAST, "--json")
    assert code == 5
    assert [line["verdict"] for line in objects(out)] == ["unique", "multiple", "none"]
    assert objects(out)[0]["backends"] == {"algorithm_x": "unique", "sat": "unique"}
    assert objects(out)[0]["agreed"] is True
    assert [line["strength"] for line in objects(out)] == ["agreed", "proven", "agreed"]
    out = sudokubench("check", "p.txt", "-b", "algorithm_x")[1]
    assert f"p.txt:2: multiple: {SEVERAL}" in out
    assert UNIQUE not in out


def test_check_certifies_every_verdict(sudokubench, tmp_path):
    (tmp_path / "p.txt").write_text(f"{UNIQUE}\n{SEVERAL}\n{NONE}\n")
    code, out, _ = sudokubench("check", "p.txt", "--backend", "sat", "--proof", "c.jsonl")
    assert code == 5
    assert "proven 3" in out
    assert sudokubench("verify", "c.jsonl")[0] == 0


def test_run_prints_a_table_and_keeps_the_records(sudokubench, tmp_path):
    (tmp_path / "p.txt").write_text(f"{UNIQUE}\n{SEVERAL}\n{NONE}\n")
    code, out, err = sudokubench("run", "p.txt", "--backend", FAST, "--repeat", "2")
    assert code == 0
    assert "0 disagreements, 0 wrong answers" in out
    assert "runs.db" in err
    with database(tmp_path / "results" / "runs.db") as db:
        assert db.execute("SELECT count(*) FROM records").fetchone() == (12,)


def test_run_as_json_has_the_published_fields(sudokubench, tmp_path):
    (tmp_path / "p.txt").write_text(f"{UNIQUE}\n")
    _, out, _ = sudokubench("run", "p.txt", "--backend", "algorithm_x", "--json")
    record, summary = objects(out)
    assert {key: record[key] for key in ("schema", "puzzle", "backend", "repeat", "verdict", "count", "exhausted")} == {
        "schema": "sudokubench.record/2", "puzzle": UNIQUE, "backend": "algorithm_x", "repeat": 0,
        "verdict": "unique", "count": 1, "exhausted": True,
    }  # fmt: skip
    assert (record["category"], record["termination"]) == ("unconfirmed", "finished")
    assert set(record["times_ns"]) == {"encode", "solve", "decode"}
    assert len(record["solution"]) == 16
    assert summary["schema"] == "sudokubench.summary/1"
    assert (summary["puzzles"], summary["disagreements"], summary["wrong"], summary["errors"]) == (1, 0, 0, 0)


@pytest.mark.parametrize(("task", "verdict", "count"), [("solve", "solvable", 1), ("count", "multiple", 72)])
def test_run_takes_other_tasks(sudokubench, tmp_path, task, verdict, count):
    (tmp_path / "p.txt").write_text(SEVERAL)
    _, out, _ = sudokubench("run", "p.txt", "--backend", "algorithm_x", "--task", task, "--json")
    assert (objects(out)[0]["verdict"], objects(out)[0]["count"]) == (verdict, count)


def test_a_count_beyond_64_bits_is_exact_in_records_exports_and_reports(sudokubench, tmp_path):
    number = 458_324_092_996_867_592_192  # L-trominoes on 15 x 15, OEIS A351322
    code, out, _ = sudokubench("run", "tromino:15", "queens:6", "-b", "dxz", "--task", "count", "--json")
    assert (code, [record["count"] for record in objects(out)[:2]]) == (0, [number, 4])
    assert f"{number:,}" in sudokubench("report", "last", "--markdown", "-")[1]
    for name in ("all.jsonl", "all.csv"):
        assert sudokubench("runs", "export", "last", "-o", name)[0] == 0
        assert str(number) in (tmp_path / name).read_text()
    assert f"{number:,}" in sudokubench("report", "all.jsonl", "--markdown", "-")[1]
    assert sudokubench("runs", "export", "last", "-o", "all.parquet")[0] == 0


def test_an_export_to_a_dash_goes_to_standard_output(sudokubench):
    sudokubench("run", "queens:4", "-b", "dlx")
    assert sudokubench("runs", "export", "-o", "-") == sudokubench("runs", "export")
    assert not Path("-").exists()


@pytest.mark.parametrize("file", ["-", "p.txt"])
def test_every_round_has_all_puzzles_wherever_they_come_from(sudokubench, tmp_path, file):
    (tmp_path / "p.txt").write_text(f"{UNIQUE}\n{UNIQUE}\n")
    assert (
        sudokubench("run", file, "-b", "algorithm_x", "--repeat", "2", stdin=f"{UNIQUE}\n{UNIQUE}\n")[0] == 0
    )
    assert _count(tmp_path / "results" / "runs.db") == 4


def test_run_goes_on_after_a_bad_line_and_counts_it(sudokubench, tmp_path):
    (tmp_path / "p.txt").write_text(f"{UNIQUE}\n{UNIQUE[:-1]}x\n{UNIQUE}\n")
    code, out, err = sudokubench("run", "p.txt", "--backend", "algorithm_x", "--json")
    assert code == 4
    assert (objects(out)[-1]["puzzles"], objects(out)[-1]["errors"]) == (2, 1)
    assert "p.txt:2:16: the symbol 'x'" in err


def test_run_resumes_a_finished_run_without_adding_anything(sudokubench, tmp_path):
    (tmp_path / "p.txt").write_text(f"{UNIQUE}\n{SEVERAL}\n")
    for _ in range(3):
        code, out, _ = sudokubench("run", "p.txt", "--backend", "algorithm_x", "--resume")
        assert code == 0
        assert "2 puzzles" in out
    with database(tmp_path / "results" / "runs.db") as db:
        assert db.execute("SELECT count(*) FROM runs").fetchone() == (1,)
        assert db.execute("SELECT count(*) FROM records").fetchone() == (2,)


def test_a_time_limit_holds_and_does_not_count_as_a_wrong_answer(sudokubench, tmp_path):
    (tmp_path / "p.txt").write_text("." * 256)
    _, out, _ = sudokubench(
        "run", "p.txt", "--backend", "algorithm_x", "--task", "count", "--time-limit", "0.3", "--json"
    )
    assert (objects(out)[0]["verdict"], objects(out)[0]["termination"]) in {
        ("undecided", "timeout"),
        ("multiple", "timeout"),
    }
    assert objects(out)[-1]["wrong"] == 0


def test_encode_writes_dimacs_with_as_many_clauses_as_it_says(sudokubench):
    code, out, _ = sudokubench("encode", WIKIPEDIA, "--encoding", "card")
    (header,) = [line for line in out.splitlines() if line.startswith("p ")]
    clauses = [line for line in out.splitlines() if line[0] not in "cp"]
    assert code == 0
    assert header == f"p cnf 729 {11_745 + 30}"
    assert len(clauses) == 11_745 + 30


def test_encode_writes_what_one_clue_leaves_of_the_exact_cover(sudokubench):
    _, out, _ = sudokubench("encode", "1" + "." * 80, "--to", "dlx")
    items, *options = [line for line in out.splitlines() if not line.startswith("|")]
    assert (len(items.split()), len(options)) == (320, 700)


def test_backends_are_listed(sudokubench):
    code, out, _ = sudokubench("backends", "list")
    assert code == 0
    assert {"dlx", "algorithm_x", "sat", "cpsat"} <= {line.split()[0] for line in out.splitlines()}


def test_the_doctor_tries_every_backend_on_a_puzzle_and_names_what_failed(sudokubench, monkeypatch):
    code, out, _ = sudokubench("backends", "doctor")
    tried = {line.split()[0]: line for line in out.splitlines()}
    assert code == 0
    assert all(tried[name].endswith("trial puzzle: unique") for name in ("dlx", "sat", "cpsat", "sliced"))
    assert "ortools" in tried["cpsat"]
    assert tried["(isolation)"]

    def broken(*args):
        raise RuntimeError("no engine")

    monkeypatch.setattr("sudokubench.backends.algorithm_x.AlgorithmXEngine.solutions", broken)
    _, out, _ = sudokubench("backends", "doctor", "--json")
    *found, isolation = objects(out)
    assert isolation["schema"] == "sudokubench.isolation/1"
    assert isolation["orphans"] is (sys.platform == "linux")
    trials = {trial["name"]: trial for trial in found}
    assert trials["algorithm_x"]["verdict"] is None
    assert trials["algorithm_x"]["reason"] == "RuntimeError: no engine"
    assert trials["dlx"]["verdict"] == "unique"
    assert "reason" not in trials["dlx"]


def test_a_group_without_a_command_shows_its_usage(sudokubench):
    code, out, err = sudokubench("dataset")
    assert (code, out, err.startswith("Usage: sudokubench dataset")) == (2, "", True)


@pytest.mark.parametrize("backend", ["sat", "sliced", "dlx", "cpsat", "algorithm_x"])
def test_every_backend_can_count_up_to_the_largest_limits(sudokubench, tmp_path, backend):
    (tmp_path / "p.txt").write_text(f"{UNIQUE}\n")
    limits = ("--limit", str(2**62), "--time-limit", "31536000")
    code, _, err = sudokubench("run", "p.txt", "--backend", backend, *limits)
    assert code == 0
    assert "failed" not in err


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_a_reader_may_stop_in_the_middle_of_an_export(sudokubench, tmp_path, form):
    sudokubench("run", "all", "--backend", "dlx")
    command = [sys.executable, "-m", "sudokubench", "runs", "export", "--to", form]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        command, cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=300, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02" * 100, b"\n\n"])
def test_a_file_that_is_not_a_corpus_is_bad_input(sudokubench, tmp_path, content):
    (tmp_path / "p.bin").write_bytes(content)
    for command in ("run", "check", "solve"):
        code, _, err = sudokubench(command, "p.bin", "--backend", "algorithm_x")
        assert code == 4
        assert "p.bin" in err


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_corpus_with_nothing_but_bad_lines_is_bad_input(sudokubench, tmp_path, command):
    (tmp_path / "p.txt").write_bytes(
        b"\xff\n" + b"1" * 30_000 + b"\n\xef\xbc\x953" + b"." * 79
    )  # a full-width 5 beside a 3
    code, out, err = sudokubench(command, "p.txt", "--backend", "algorithm_x")
    assert (code, "no puzzles" in out, "none" in out) == (4, True, False)
    assert all(word in err for word in ("UTF-8", "20,000", "U+FF15"))


def test_one_record_is_named_in_the_singular(sudokubench):
    sudokubench("run", "queens:4", "--backend", "algorithm_x")
    assert " 1 record " in sudokubench("runs", "list")[1]
    assert sudokubench("runs", "gc", "last")[1].endswith("  1 record\n")


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\r"])
def test_a_file_in_utf_16_is_read(sudokubench, tmp_path, end):
    (tmp_path / "p.txt").write_bytes(f"{WIKIPEDIA}{end}{WIKIPEDIA * bool(end)}".encode("utf-16"))
    code, out, err = sudokubench("solve", "p.txt")
    assert (code, err) == (0, "")
    assert out == sudokubench("solve", WIKIPEDIA)[1] * (1 + bool(end))


def test_a_results_folder_that_cannot_be_written_is_bad_input(sudokubench, tmp_path):
    (tmp_path / "results").write_text("a file")
    code, _, err = sudokubench("run", "--backend", "algorithm_x")
    assert code == 4
    assert "--results" in err


BOARDS = "\n".join([WIKIPEDIA] * 3_000)


@pytest.mark.parametrize(
    "command", ["solve - -b algorithm_x", "convert -", "check - -b algorithm_x --json", f"encode {WIKIPEDIA}"]
)
def test_a_reader_may_stop_in_the_middle_of_the_output(tmp_path, command):
    process = subprocess.Popen(
        [sys.executable, "-m", "sudokubench", *command.split()], cwd=tmp_path,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    process.stdout.close()
    _, err = process.communicate(BOARDS, timeout=300)
    assert (process.returncode, err) == (0, "")


def test_a_reader_may_stop_before_a_table(tmp_path):
    command = f"{sys.executable} -m sudokubench run queens:4 -b algorithm_x --no-store | true; exit ${{PIPESTATUS[0]}}"
    result = subprocess.run(
        ["bash", "-c", command], check=False, cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert (result.returncode, "internal error" in result.stderr) == (0, False)


@pytest.mark.parametrize(
    ("command", "closed", "code"),
    [
        (f"solve {WIKIPEDIA} -b algorithm_x", ">&-", 0),
        (f"solve {WIKIPEDIA} -b algorithm_x", "2>&-", 0),
        (f"solve {WIKIPEDIA[:-1]}x", "2>&- >&-", 4),
        ("solve - -b algorithm_x", "<&-", 4),
        ("run queens:4 -b algorithm_x", "<&- >&- 2>&-", 0),
        ("solve unknown", "2>/dev/full", 4),
        ("", "2>/dev/full", 2),
        ("solve 12.............4", "2>/dev/full", 0),
    ],
)
def test_a_closed_standard_stream_is_an_empty_one(tmp_path, command, closed, code):
    shell = f"exec {sys.executable} -m sudokubench {command} {closed}"
    result = subprocess.run(
        shell, check=False, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert result.returncode == code
    assert "internal" not in result.stderr
    for file in tmp_path.glob("results/*.db"):
        with database(file) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize(
    "command", ["generate -o /dev/full", "report --results r --html /dev/full", "export-page {} -o /dev/full"]
)
def test_a_full_disk_is_reported_with_the_name_of_the_file(sudokubench, tmp_path, command):
    sudokubench("run", WIKIPEDIA, "-b", "dlx", "--results", "r")
    code, _, err = sudokubench(*command.format(WIKIPEDIA).split())
    assert (code, "/dev/full cannot be written: No space left on device; name another" in err) == (4, True)


@pytest.mark.parametrize(
    ("command", "output"), [(["solve", WIKIPEDIA], "the output"), (["runs", "export"], "<stdout>")]
)
def test_a_full_disk_of_standard_output_is_reported_with_a_remedy(sudokubench, tmp_path, command, output):
    sudokubench("run", WIKIPEDIA, "-b", "dlx")
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "sudokubench", *command],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    told = f"{output} cannot be written: No space left on device; name another file"
    assert (result.returncode, told in result.stderr) == (4, True), result.stderr


def test_the_page_of_an_exported_file_needs_no_folder_of_results(sudokubench, tmp_path):
    sudokubench("run", WIKIPEDIA, "-b", "dlx", "--results", "r")
    sudokubench("runs", "export", "--results", "r", "-o", "e.jsonl")
    for folder in ("results", "new/results"):
        assert sudokubench("report", "e.jsonl", "--results", folder)[0] == 0
        assert [page.suffix for page in (tmp_path / folder).iterdir()] == [".html"]


def test_ctrl_c_keeps_the_records_and_exits_with_130(tmp_path):
    (tmp_path / "p.txt").write_text("\n".join([WIKIPEDIA] * 100_000))
    command = [sys.executable, "-m", "sudokubench", "run", "p.txt", "--backend", "algorithm_x,cpsat"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    file = tmp_path / "results" / "runs.db"
    while not (file.exists() and _count(file)):
        assert process.poll() is None
        time.sleep(0.1)
    os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "--resume continues" in err
    assert _count(file) > 0
    with database(file) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_a_command_leaves_no_temporary_file(tmp_path, number):
    (tmp_path / "p.txt").write_text(f"{WIKIPEDIA}\n" * 100_000)
    (tmp_path / "kept.txt").write_text("old")
    command = [sys.executable, "-m", "sudokubench", "solve", "p.txt", "-b", "algorithm_x", "-o", "kept.txt"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    while not any(new.stat().st_size for new in tmp_path.glob(".sudokubench-*")):
        assert process.poll() is None
        time.sleep(0.1)
    process.send_signal(number)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 128 + number
    assert err.rstrip().endswith("sudokubench: interrupted")
    assert {path.name for path in tmp_path.iterdir()} == {"p.txt", "kept.txt", "kept.txt.partial"}
    assert (tmp_path / "kept.txt").read_text() == "old"


def test_ctrl_c_ends_a_run_even_if_python_forgets_it(tmp_path):
    # like a Ctrl-C in the finalizer of an engine's object
    (tmp_path / "p.txt").write_text(f"{UNIQUE}\n" * 3)
    script = """if True:
        import signal
        from sudokubench.cli import main
        from sudokubench.harness.summary import Summary
        class Finalized:
            def __del__(self):
                signal.raise_signal(signal.SIGINT)
        add = Summary.add
        def interrupted(summary, event):
            Finalized()
            add(summary, event)
        Summary.add = interrupted
        main()
    """
    command = [sys.executable, "-c", script, "run", "p.txt", "--backend", "algorithm_x"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 130
    assert "1 puzzle of run" in done.stderr
    assert "Traceback" not in done.stderr
    assert _count(tmp_path / "results" / "runs.db") == 3


def _count(file):
    try:
        with database(file) as db:
            return db.execute("SELECT count(*) FROM records").fetchone()[0]
    except sqlite3.Error:
        return 0


@pytest.mark.parametrize(
    "moment",
    [
        "import sudokubench.processes.interruption as it, sudokubench.start as start\nit.insist = INTERRUPT",
        "import sudokubench.start as start, sudokubench.cli as cli\ncli._show_log = lambda _: INTERRUPT()",
        "import sudokubench.start as start, sudokubench.cli as cli\ncli.sudokubench.main = lambda **_: exec(TEXT)",
        "import sudokubench.start as start, atexit\natexit.register(INTERRUPT)",  # after the command
    ],
)
def test_ctrl_c_at_any_moment_exits_with_130_and_one_message(tmp_path, moment):
    script = (
        "import signal\nTEXT = 'signal.raise_signal(signal.SIGINT)'\n"
        f"INTERRUPT = lambda: signal.raise_signal(signal.SIGINT)\n{moment}\nstart.main()"
    )
    command = [sys.executable, "-c", script, "--version"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr.strip()) == (130, "sudokubench: interrupted")


@pytest.mark.parametrize(("arguments", "code"), [(["--version"], 0), (["nonsense"], 2)])
def test_a_command_that_is_done_ends_at_once_and_whole(tmp_path, arguments, code):
    # Python would wait for the thread, and free objects that threads of engines use
    script = (
        "import atexit, threading, time\nimport sudokubench.start as start\n"
        "atexit.register(print, 'kept')\nthreading.Thread(target=time.sleep, args=(600,)).start()\nstart.main()"
    )
    command = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout.endswith("kept\n")) == (code, True)


@pytest.mark.parametrize("name", ["tromino:1000", "queens:65", "pentomino:6x100000", "holes:65:9:1"])
def test_a_named_problem_that_is_too_large_is_refused_with_the_possible_sizes(sudokubench, name):
    code, _, err = sudokubench("solve", name)
    assert code == 2
    assert "numbers up to 64 are possible" in err


@pytest.mark.parametrize("to", ["dimacs", "dlx"])
def test_what_encode_writes_names_the_whole_puzzle_first(sudokubench, to):
    layout = Layout(4, Layout.standard(4).boxes, "1234", (House("my house", (0, 15)),))
    for board in (
        Board.parse("12..............", layout).forbidding([60]),
        Board.parse("4x4+anti-knight:" + "." * 16),
    ):
        code, out, _ = sudokubench("encode", str(board), "--to", to)
        assert (code, out.split("\n")[0][2:]) == (0, str(board))
    assert sudokubench("encode", "tromino:3", "--to", to)[1].startswith(
        ("c tromino:3\n", "| tromino:3\nR1C1")
    )


ODD = os.fsdecode(b"b\xff\n.txt")


@pytest.mark.parametrize(
    "words",
    [
        ["run", ODD, "-b", "dlx", "--results", os.fsdecode(b"r\xff")], ["check", ODD, "-b", "dlx", "--json"],
        ["convert", ODD], ["solve", ODD, "--json"], ["verify", ODD], ["verify", ODD, "--json"],
        ["rate", ODD, "--config", ODD], ["convert", "4...", "--layout", ODD], ["rules", "verify", ODD],
        ["compare", ODD, ODD], ["report", "--human", ODD],
    ],
)  # fmt: skip
def test_a_file_name_may_be_invalid_as_text(sudokubench, words):
    for content in ("1...3..2...3..2.\n...\n", None):
        Path(ODD).write_text(content) if content else Path(ODD).unlink()
        code, out, err = sudokubench(*words)
        assert code in {0, 2, 4, 5, 6}
        assert "internal error" not in err
        out.encode()


def test_convert_tells_that_a_form_lacks_forbidden_candidates(sudokubench):
    position = ":0300:4:" + WIKIPEDIA + ":411 421:433 434::"
    told = CANDIDATES_LOST.format(place="argument:1", form="line", n=2).en
    code, out, err = sudokubench("convert", position)
    assert (code, out.split()) == (0, [WIKIPEDIA])
    assert told in err
    assert not sudokubench("convert", position, "--to", "text")[2]


def test_solve_limits_the_memory_of_its_worker(sudokubench):
    code, out, err = sudokubench("solve", "queens:4", "-b", "dlx", "--memory-limit", "20")
    assert (code, out) == (6, "undecided\n")
    assert "more than 20 MB" in err
