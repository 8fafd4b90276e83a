"""A corpus is checked or run as arrays, or puzzle by puzzle: output and records are the same."""

import json
from io import BytesIO
from math import inf
from random import Random
from threading import current_thread

import numpy as np
import pytest
from backend_cases import NINE
from database import database

from sudokubench import Board, Layout
from sudokubench.backends import backend_list
from sudokubench.backends.base import BatchAnswer, BatchSession
from sudokubench.batches import are_solutions
from sudokubench.formats import files
from sudokubench.harness import corpus, runner
from sudokubench.harness.crosscheck import digest, digests
from sudokubench.harness.inline import Inline
from sudokubench.harness.runner import SharedJudgement

UNIQUE, SOLVED, TWO = NINE.unique, NINE.solved, NINE.two
NONE = "55" + "." * 79
LINES = [
    UNIQUE, TWO, NONE, SOLVED, UNIQUE.replace(".", "0"), UNIQUE + " # with a comment", UNIQUE + ";17;an id",
    f"{UNIQUE},{SOLVED}", f"{TWO},{SOLVED}", "# a comment", "", "no puzzle", UNIQUE[:-1], UNIQUE[:-1] + "x",
    UNIQUE + "\r", "1...3..2...3..2.", "9x9-diagonal:" + UNIQUE, "  " + UNIQUE, UNIQUE + ".",
]  # fmt: skip
"""Lines of every kind that a corpus may have."""


def mixed(seed):
    """Return runs of plain lines with other lines between them."""
    random = Random(seed)
    lines = list(LINES)
    for _ in range(12):
        lines += random.choices(LINES[:5], k=random.choice([1, 31, 32, 33, 150]))
        lines += random.choices(LINES, k=random.randrange(4))
    return ("\ufeff" * (seed % 2) + "\n".join(lines) + "\n" * (seed % 3 > 0)).encode()


def remarks(err):
    """Return the remarks, without the note that a kernel is compiled."""
    return sorted(line for line in err.split("\n") if "compiling" not in line)


def both_ways(monkeypatch, sudokubench, *args, codes=(0,)):
    monkeypatch.setattr("sudokubench.cli.progress._FIRST_S", inf)  # no progress report on a slow machine
    fast = sudokubench(*args)
    with monkeypatch.context() as patched:
        patched.setattr(Inline, "searcher", lambda self, *which: None)
        slow = sudokubench(*args)
    assert fast[:2] == slow[:2]
    assert remarks(fast[2]) == remarks(slow[2])
    assert fast[0] in codes
    return fast


@pytest.mark.parametrize(
    ("seed", "backend", "more"),
    [
        (0, "sliced", ()), (0, "dlx", ("--json",)), (1, "dlx", ()), (1, "dlx,sliced", ("--json",)),
        (2, "dlx,sliced", ()), (2, "sliced", ("--json",)),
    ],
)  # fmt: skip
def test_check_says_the_same_of_arrays_as_of_single_puzzles(
    sudokubench, monkeypatch, tmp_path, seed, backend, more
):
    (tmp_path / "mixed").write_bytes(mixed(seed))
    _, out, err = both_ways(
        monkeypatch, sudokubench, "check", "mixed", "--backend", backend, *more, codes=(4,)
    )
    assert "mixed:" in out + err
    assert "mixed:13:80: " in err


TIMED = {"run", "times_ns", "cpu_ns", "batch"}
"""The fields that differ between two runs with the same findings."""


@pytest.mark.parametrize(
    ("backend", "task"),
    [("sliced", "unique"), ("sliced", "solve"), ("sliced", "count --limit 3"), ("dlx,sliced", "unique")],
)
def test_a_run_keeps_the_same_of_arrays_as_of_single_puzzles(
    sudokubench, monkeypatch, tmp_path, backend, task
):
    (tmp_path / "mixed").write_bytes(mixed(0))
    found, seen, one_by_one = [], set(), SharedJudgement.__iter__
    monkeypatch.setattr(SharedJudgement, "__iter__", lambda puzzles: seen.add(way) or one_by_one(puzzles))
    for way, search in (("arrays", Inline.searcher), ("singly", lambda self, *which: None)):
        monkeypatch.setattr(Inline, "searcher", search)
        monkeypatch.setattr(runner, "_TURN_S", 0.0 if way == "singly" else inf)  # other chunks, as under load
        options = f"--task {task} --repeat 2 --isolation inline --seed 1 --json --results {way}".split()
        code, out, err = sudokubench("run", "mixed", "--backend", backend, *options)
        assert code == 4
        lines = map(json.loads, out.splitlines())
        told = [
            {k: v for k, v in line.items() if k not in TIMED and (k != "solution" or line["puzzle"] != TWO)}
            for line in lines  # which of several solutions comes first depends on the other boards of a batch
        ]
        with database(tmp_path / way / "runs.db") as db:
            kept = [
                db.execute(f"SELECT {columns} ORDER BY 1, 2, 3").fetchall()
                for columns in (
                    "position, source, line, puzzle, verdict, disagreement, id, strength FROM puzzles",
                    "position, backend, repeat, verdict, count, exhausted, category, termination, message, "
                    f"memory_bytes, stats, iif(puzzle = '{TWO}', NULL, solution), kind, overshoot "
                    "FROM records JOIN (SELECT run, position, puzzle FROM puzzles) USING (run, position)",
                )
            ]
        found.append((told, kept, err.count("mixed:")))
    assert found[0] == found[1]
    assert seen == ({"arrays"} if backend == "sliced" else set())  # dlx measures each board


def test_records_of_many_puzzles_have_the_ids_and_digests_of_each(tmp_path):
    (tmp_path / "boards").write_text(f"{UNIQUE}\n{TWO}\n{SOLVED}\n" * 20)
    found = corpus.read([str(tmp_path / "boards")], None, None, True)
    rows = next(item for item in found if isinstance(item, corpus.Rows))
    assert list(corpus.identities(rows)) == list(corpus.identities(list(rows)))
    grids = np.array([list(map(int, SOLVED)), list(map(int, SOLVED[9:] + SOLVED[:9]))], np.uint8)
    options = [tuple(9 * cell + digit - 1 for cell, digit in enumerate(grid)) for grid in grids.tolist()]
    assert digests(corpus.NINE, grids) == list(map(digest, options))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
@pytest.mark.parametrize("form", [None, "line"])
def test_rows_are_the_entries_that_the_ordinary_reader_finds(tmp_path, seed, ends, form):
    (tmp_path / "mixed").write_bytes(mixed(seed).replace(b"\n", ends))
    file = str(tmp_path / "mixed")
    found = list(corpus.read([file], form, None, True))
    flat = [entry for item in found for entry in (item if isinstance(item, corpus.Rows) else [item])]
    expected = list(corpus.read([file], form))
    assert list(map(repr, flat)) == list(map(repr, expected))
    assert any(isinstance(item, corpus.Rows) for item in found)


def test_with_jobs_threads_search_the_arrays_and_no_process_does(sudokubench, monkeypatch, tmp_path):
    (tmp_path / "mixed").write_bytes(mixed(7))
    honest, threads, said = BatchSession.search_many, [], []

    def noted(session, digits, **how):
        threads[-1].add(current_thread())
        return honest(session, digits, **how)

    monkeypatch.setattr(BatchSession, "search_many", noted)
    for more in ([], ["--jobs", "3"], ["--jobs", "2", "--isolation", "process"]):
        threads.append(set())
        said.append(sudokubench("check", "mixed", "--backend", "dlx", *more)[:2])
    assert said[0] == said[1] == said[2]
    assert threads[0] == {current_thread()} < threads[1]
    assert not threads[2]


def test_all_backends_get_single_puzzles_if_one_of_them_takes_no_batches(sudokubench, monkeypatch, tmp_path):
    (tmp_path / "boards").write_text((UNIQUE + "\n") * 100)
    _, out, _ = both_ways(monkeypatch, sudokubench, "check", "boards", "--backend", "algorithm_x,dlx")
    assert "unique 100; by" in out


def test_an_input_without_look_ahead_is_read_too():
    stream = BytesIO((UNIQUE + "\n").encode() * 100)
    assert len(list(files.read(stream, lambda text, form: text, None, None, True))) == 100


@pytest.mark.parametrize("problem", [Layout.named("9x9-diagonal"), Layout.standard(4)])
def test_boards_of_other_rules_come_one_by_one(tmp_path, problem):
    (tmp_path / "boards").write_text((UNIQUE + "\n") * 100)
    found = list(corpus.read([str(tmp_path / "boards")], None, problem, True))
    assert len(found) == 100 or problem.size == 4
    assert not any(isinstance(item, corpus.Rows) for item in found)


def spoiled(fault):
    """Return a `search_many` whose answer is spoiled for the board in place 7."""
    honest = BatchSession.search_many

    def search_many(session, digits, **how):
        answer = honest(session, digits, **how)
        if session.lanes == 1:
            return answer
        counts, shown, exhausted = answer.counts.copy(), answer.solutions.copy(), answer.exhausted.copy()
        if len(digits) > 7:
            match fault:
                case "another digit":
                    shown[7, 0, 40] = shown[7, 0, 40] % 9 + 1
                case "a clue changed":
                    swap = np.array([0, 2, 1, 3, 4, 5, 6, 7, 8, 9], np.uint8)
                    shown[7, 0] = swap[shown[7, 0]]
                case "no solution":
                    counts[7], shown[7] = 0, 0
                case "twice the same":
                    counts[7], exhausted[7], shown[7, 1] = 2, False, shown[7, 0]
                case "more than wanted":
                    counts[7] = 3
                case "less than nothing":
                    counts[7] = -1
                case "too few answers":
                    counts = counts[:-1]
                case "nothing":
                    raise RuntimeError("no idea")
        return BatchAnswer(counts, shown, exhausted, answer.times, answer.stats)

    return search_many


FAULTS = [
    "another digit", "a clue changed", "no solution", "twice the same", "more than wanted", "less than nothing",
    "too few answers", "nothing",
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(
    "command", ["check", "check --json", "run --no-store", "run --no-store --repeat 2 --isolation inline"]
)
def test_a_batch_with_one_wrong_answer_is_found_out(sudokubench, monkeypatch, tmp_path, fault, command):
    (tmp_path / "boards").write_text((UNIQUE + "\n") * 40)
    monkeypatch.setattr(BatchSession, "search_many", spoiled(fault))
    code, _, err = sudokubench(*command.split(), "boards", "--backend", "sliced,dlx")
    failed = fault in {"more than wanted", "less than nothing", "too few answers", "nothing"}
    assert code == (6 if failed else 3)
    assert "boards:8: " in err
    assert (
        "sliced failed" if failed else "dlx says unique" if fault == "no solution" else "sliced is wrong"
    ) in err


def test_what_a_batch_leaves_undecided_is_asked_again(sudokubench, monkeypatch, tmp_path):
    (tmp_path / "boards").write_text((UNIQUE + "\n") * 40)
    honest, asked = BatchSession.search_many, []

    def undecided(engine, digits, **how):
        answer = honest(engine, digits, **how)
        if how["limit"] == 1:  # the warm-up
            return answer
        asked.append(len(digits))
        answer.counts[3], answer.exhausted[3] = 0, False
        return answer

    monkeypatch.setattr(BatchSession, "search_many", undecided)
    code, out, _ = sudokubench("check", "boards", "--backend", "sliced")
    assert (code, out.split("\n")[0]) == (0, "40 puzzles: unique 40; by sliced")
    assert asked == [32, 32, 8]  # few boards come as arrays, too


@pytest.mark.parametrize("layout", ["9x9", "9x9-diagonal", "6x6", "4x4", "16x16"])
def test_solutions_are_distinguished_from_other_grids(layout):
    rules = Layout.named(layout)
    (solved,) = backend_list("sat")[0].open(rules).search(Board.empty(rules).instance(), limit=1)
    grid = np.frombuffer(Board.empty(rules).filled(solved).digits, np.uint8)
    random = Random(layout)
    boards, grids, right = [], [], []
    for _ in range(300):
        board, other = grid.copy(), grid.copy()
        board[random.sample(range(len(grid)), len(grid) // 2)] = 0
        spoiled = random.random() < 0.8
        cell, another = random.sample(range(len(grid)), 2)
        if spoiled and random.random() < 0.5:
            other[cell] = random.choice([d for d in (*range(rules.size + 3), 255) if d != grid[cell]])
        elif spoiled:
            other[[cell, another]] = other[[another, cell]]
        whole = all(len({*other[list(h.cells)].tolist()}) == len(h.cells) for h in rules.houses)
        kept = all(b in {0, o} for b, o in zip(board.tolist(), other.tolist(), strict=True))
        within = all(1 <= digit <= rules.size for digit in other.tolist())
        boards.append(board)
        grids.append(other)
        right.append(whole and kept and within)
    assert are_solutions(rules, np.array(boards), np.array(grids)).tolist() == right
    assert 0 < sum(right) < 300


def test_more_lines_than_are_looked_at_together_keep_their_numbers(tmp_path):
    (tmp_path / "boards").write_text((UNIQUE + "\n") * 2500)
    line = 1
    with (tmp_path / "boards").open("rb") as stream:
        for found in files.read(stream, lambda text, form: text, None, None, True):
            assert found.line == line
            line += len(getattr(found, "digits", "."))
    assert line == 2501


def test_a_long_file_without_chosen_backends_is_told_fast_ones(sudokubench, tmp_path, monkeypatch):
    monkeypatch.setattr("sudokubench.cli.check._MANY", 3)
    monkeypatch.setattr(
        "sudokubench.cli.engine_options.backends_of", lambda names: backend_list("dlx,sliced")
    )
    (tmp_path / "many").write_text(f"{UNIQUE}\n" * 3)
    (tmp_path / "few").write_text(f"{UNIQUE}\n" * 2)
    hint = "add --backend dlx,sliced"
    assert hint in sudokubench("check", "many")[2]
    assert hint not in sudokubench("check", "few")[2]
    assert hint not in sudokubench("check", "many", "-b", "dlx,sliced")[2]
