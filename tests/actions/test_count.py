"""Counts in parts. Expected counts are published or come from another search of the whole."""

import json
import os
from random import Random
from time import sleep

import pytest

from sudokubench import Board, solving
from sudokubench.actions import count
from sudokubench.actions.count import count_all, count_in_parts, split
from sudokubench.actions.observer import Observer
from sudokubench.actions.workers import OneWorker
from sudokubench.backends import backend
from sudokubench.backends.sat import Sat
from sudokubench.clock import CLOCK
from sudokubench.constraints import Killer
from sudokubench.encodings.exact_cover import plain_cover
from sudokubench.errors import BackendFailed, BackendUnavailable, Cancelled, InputError
from sudokubench.estimates import Estimate
from sudokubench.harness.corpus import Entry
from sudokubench.harness.corpus import entry_of as of_board
from sudokubench.layout import Layout
from sudokubench.problem import ExactCover, Instance, Variant
from sudokubench.problems import named

KNOWN = [("queens:8", 92), ("tromino:7-0", 1_440), ("latin:4", 576), ("langford:7", 52), ("tromino:5", 0)]


def entry_of(name):
    return Entry(name, 1, named(name), Instance())


class Stopping(Observer):
    """Cancels after some parts, and keeps the remarks."""

    def __init__(self, after):
        self.after, self.remarks = after, []

    def heed(self):
        self.after -= 1
        if self.after < 0:
            raise Cancelled

    def remark(self, words):
        self.remarks.append(str(words))


@pytest.mark.parametrize(("name", "solutions"), KNOWN)
@pytest.mark.parametrize("least", [1, 2, 30, 500])
def test_each_solution_is_in_exactly_one_part(name, solutions, least):
    problem = named(name)
    parts = split(problem, Instance(), least)
    with backend("dlx").open(problem) as session:
        found = [solution for part in parts for solution in session.search(part)]
    assert len(found) == len({frozenset(solution) for solution in found}) == solutions
    assert len(parts) >= min(least, solutions)


def test_parts_keep_the_chosen_and_forbidden_options_of_an_instance():
    problem = named("tromino:7-0")
    instance = Instance([3], [70, 71])
    with backend("dlx").open(problem) as session:
        whole = session.search(instance).outcome().count
        assert sum(session.search(part).outcome().count for part in split(problem, instance, 40)) == whole > 0


def test_the_solutions_of_a_board_are_shared_among_parts():
    board = Board.parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4....")
    parts = split(plain_cover(board.problem), board.instance(), 100)
    with backend("dlx").open(board.problem) as session:
        counts = [session.search(part).outcome().count for part in parts]
    assert len(parts) >= 100
    assert sum(counts) == solving.count(board, backend="dlx") > 1


def test_colours_and_multiplicities_are_shared_among_parts():
    coloured = ExactCover.from_options(
        {
            "A": ["p", "x:A"], "B": ["q", "x:A"], "C": ["q", "x:B"], "D": ["p", "x:B"], "E": ["r", "x:A"],
            "F": ["r"],
        },
        secondary=["x"],
    )  # fmt: skip
    several = ExactCover.from_options(
        {"A": ["p", "q"], "B": ["p", "r"], "C": ["p"], "D": ["q", "r"], "E": ["q"], "F": ["r"]},
        multiplicity={"p": (1, 2)},
    )
    for problem in (coloured, several):
        with backend("dlx").open(problem) as session:
            whole = {frozenset(found) for found in session.search(Instance())}
            found = [
                frozenset(found) for part in split(problem, Instance(), 4) for found in session.search(part)
            ]
        assert len(found) == len(whole) > 1
        assert set(found) == whole


def test_two_processes_count_what_one_counts():
    assert count_in_parts(entry_of("queens:8"), backend("dlx"), jobs=2) == 92
    assert count_in_parts(entry_of("queens:8"), backend("dlx")) == 92


@pytest.mark.parametrize("in_parts", [False, True])
def test_an_engine_that_cannot_be_interrupted_counts_in_a_process_of_its_own(in_parts, monkeypatch, tmp_path):
    monkeypatch.setattr(Sat, "open", lambda self, problem: pytest.fail("this process opened the problem"))
    file = str(tmp_path / "parts") if in_parts else None
    (found,) = count_all(
        [Entry("queens:6", 1, named("queens:6"), Instance())], backend("sat:solver=lingeling"), file=file
    )
    assert found.count == 4


def test_an_engine_that_ignores_its_limit_is_killed_and_the_next_puzzle_has_a_new_worker(monkeypatch):
    with OneWorker() as worker:
        with pytest.raises(TimeoutError):
            worker(sleep, 1000, CLOCK.now_s() + 0.1)
        assert worker(abs, -3) == 3
        with pytest.raises(BackendFailed, match="ended before its result"):
            worker(os._exit, 3)
        assert worker(abs, -4) == 4
    monkeypatch.setattr(count, "_GRACE_S", 0.0)
    mutilated = [entry_of("domino:14-0-195")] * 2  # the search for a tiling takes long
    late = count_all(mutilated, backend("sat:solver=lingeling"), seconds=0.05)
    assert [one.count for one in late] == [None, None]


def test_a_count_that_was_stopped_goes_on_from_its_file(tmp_path):
    file, stopped = tmp_path / "parts", Stopping(20)
    with pytest.raises(Cancelled):
        count_in_parts(entry_of("tromino:7-0"), backend("dlx"), file=str(file), observer=stopped)
    assert "counted 20 of " in stopped.remarks[0]
    with file.open("a", encoding="utf-8") as cut:
        cut.write('{"part": 7, "cou')  # the process ended in the middle of a line
    before = file.read_text(encoding="utf-8").splitlines()
    counted = Stopping(10**6)
    assert count_in_parts(entry_of("tromino:7-0"), backend("dlx"), file=str(file), observer=counted) == 1_440
    parts = json.loads(before[0])["parts"]
    assert 10**6 - counted.after == parts - 20
    assert file.read_text(encoding="utf-8").splitlines()[:21] == before[:21]
    assert (
        count_in_parts(entry_of("tromino:7-0"), backend("dlx"), file=str(file), observer=Stopping(0)) == 1_440
    )


def test_parts_are_counted_only_by_a_backend_that_knows_the_rules_of_the_cover():
    twice = ExactCover.from_options({"A": ["p"], "B": ["p"], "C": ["p"]}, multiplicity={"p": (2, 2)})
    entry = Entry("mine", 1, twice, Instance())
    assert count_in_parts(entry, backend("dlx")) == 3
    with pytest.raises(BackendUnavailable, match="multiplicit"):
        count_in_parts(entry, backend("algorithm_x"))


@pytest.mark.parametrize("text", ["53..7....6..195....98....6", "{}", '{"schema": "sudokubench.parts/2"}'])
def test_a_file_without_a_line_end_that_is_not_of_counts_stays(tmp_path, text):
    file = tmp_path / "mine"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="belongs to another count"):
        count_in_parts(entry_of("queens:6"), backend("dlx"), file=str(file))
    assert file.read_text(encoding="utf-8") == text


def test_a_file_of_parts_without_end_is_refused_and_stays(tmp_path):
    file = tmp_path / "parts"
    assert count_in_parts(entry_of("queens:6"), backend("dlx"), file=str(file)) == 4
    os.truncate(file, 1 << 27)  # like a device that never ends
    with pytest.raises(InputError, match="belongs to another count"):
        count_in_parts(entry_of("queens:6"), backend("dlx"), file=str(file))
    assert file.stat().st_size == 1 << 27


@pytest.mark.parametrize(
    "line",
    ['{"part": 0, "count": 1, "more": 1}', '{"part": -1, "count": 1}', '{"part": 0, "count": 1.0}', "[]", "rubbish",
     '{"part": true, "count": 1}', '{"part": 100000, "count": 1}', '{"part": 0, "count": -1}'],
)  # fmt: skip
def test_a_file_of_another_count_or_with_a_wrong_line_is_refused_and_stays(tmp_path, line):
    file = tmp_path / "parts"
    assert count_in_parts(entry_of("queens:6"), backend("dlx"), file=str(file)) == 4
    with pytest.raises(InputError, match="belongs to another count"):
        count_in_parts(entry_of("queens:7"), backend("dlx"), file=str(file))
    file.write_text(file.read_text(encoding="utf-8").splitlines()[0] + "\n" + line + "\n", encoding="utf-8")
    before = file.read_bytes()
    with pytest.raises(InputError) as refusal:
        count_in_parts(entry_of("queens:6"), backend("dlx"), file=str(file))
    assert (refusal.value.place.source, refusal.value.place.line) == (str(file), 2)
    assert file.read_bytes() == before


def test_the_estimate_is_exact_at_the_end_and_its_interval_covers_before():
    counts = [1, 5, 0, 12, 7, 3, 3, 20, 2, 9] * 40
    mean = sum(counts) // 400
    assert Estimate.of(counts, 400) == Estimate(mean, mean, mean, 400)
    held = 0
    for seed in range(400):
        found = Estimate.of([400 * one for one in Random(seed).sample(counts, 200)], 400)
        assert found.high is not None
        held += found.low <= sum(counts) <= found.high
    assert 0.92 <= held / 400 <= 0.99


def test_a_cover_that_is_counted_at_once_needs_no_file_of_parts_and_no_cluster_and_says_so(tmp_path):
    file, noted = tmp_path / "parts", Stopping(10**6)
    for text in ("", "other"):
        if text:
            file.write_text(text)
        (found,) = count_all([entry_of("domino:4")], file=str(file), observer=noted)
        assert found.count == 36
        assert file.exists() == bool(text)
        assert not text or file.read_text() == text
    (found,) = count_all([entry_of("domino:4")], where="dask://nowhere:1", observer=noted)
    assert found.count == 36
    at_once = "domino:4: dxz counts it at once, "
    assert [remark.partition(" and ")[0] for remark in noted.remarks] == [
        f"{at_once}{how}" for how in ("without parts,", "without parts,", "in this process")
    ]


def test_a_count_by_sat_has_a_process_of_its_own_without_a_backend_too(monkeypatch):
    board = Board(Variant(Layout.standard(4), (Killer((0, 1), 5),)), bytes(16))
    monkeypatch.setattr("sudokubench.actions.count.solving.count", json.loads)  # fails in this process
    monkeypatch.setattr(count.OneWorker, "__call__", lambda self, work, task, until_s: 7)
    (found,) = count_all([of_board(board, "", 1)])
    assert found.count == 7


def test_an_estimate_comes_with_the_reason_why_the_count_did_not_end():
    noted = Stopping(10)
    (found,) = count_all([entry_of("queens:20")], seconds=0.2, observer=noted)
    assert found.count is None
    assert [("queens:20 undecided" in one) for one in noted.remarks] == [True]
