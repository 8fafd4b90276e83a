"""The memory of a run and of its tables does not grow with the texts of its puzzles."""

import gc
import tracemalloc
from itertools import chain, count
from types import SimpleNamespace

import numpy as np
import pytest
from report.making import make_run, puzzle, record

from sudokubench import backends
from sudokubench.actions.run import run
from sudokubench.harness import runner
from sudokubench.harness.corpus import Rows
from sudokubench.harness.inline import Inline
from sudokubench.harness.limits import Limits
from sudokubench.harness.plan import Plan
from sudokubench.harness.store import Store
from sudokubench.report import data
from sudokubench.report.analysis import Analysis
from sudokubench.report.compact import CompactTexts, PuzzlePositions
from sudokubench.report.compare import puzzle_keys, rows_of_common
from sudokubench.report.reading import load
from sudokubench.report.tables import brief


def peak_bytes(work):
    """Return the peak memory of some work, in bytes. The objects of earlier tests do not delay the collector."""
    gc.collect()
    gc.freeze()
    gc.collect()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def of_17_clues(n):
    """Yield n boards in parts: one board with its digits renamed."""
    board = np.frombuffer(bytes(map(int, puzzle(1).replace(".", "0"))), np.uint8)
    names = np.random.default_rng(1)
    for line in range(1, n + 1, 500):
        renamed = [np.r_[0, 1 + names.permutation(9)][board] for _ in range(500)]
        yield Rows("boards", line, np.array(renamed, np.uint8))


def test_a_run_holds_less_than_600_bytes_of_each_board(monkeypatch, tmp_path):
    monkeypatch.setattr(runner, "LARGEST_CHUNK", 512)
    monkeypatch.setattr(data, "_AT_A_TIME", 512)
    engine = backends.backend("dlx")

    def work(n, folder):
        plan = Plan(("boards",), (backends.spec_of(engine),))
        with Store(folder) as store, Inline(Limits()) as executor:
            made = run(plan, of_17_clues(n), [engine], executor, store)
            assert made.summary.puzzles == n
            assert made.tables()[-1].flat()[1][0][1:3] == [n, n]

    work(1000, tmp_path / "warm")
    few, many = (peak_bytes(lambda n=n: work(n, tmp_path / str(n))) for n in (2000, 12_000))
    assert many - few < 600 * 10_000  # 457 bytes a board; an object for each text took 993


def test_common_puzzles_of_two_runs_are_found_without_an_object_for_each():
    n, runs = 20_000, [CompactTexts(), CompactTexts()]
    for ids, step in zip(runs, (1, -1), strict=True):
        ids.add([f"{i:016x}" for i in range(n)][::step])
    keys = [SimpleNamespace(data=SimpleNamespace(ids=ids)) for ids in runs]
    assert peak_bytes(lambda: rows_of_common(*map(puzzle_keys, keys))) < 250 * n  # dictionaries took 380


def test_figures_without_texts_are_the_same(tmp_path):
    texts = [puzzle(1), puzzle(2, 6), puzzle(3)]
    names = ("fast", "slow")
    make_run(
        tmp_path, texts, [record(i, names[j], 1e-3 * (1 + i) * (1 + j)) for i in range(3) for j in (0, 1)]
    )
    whole, figures = (load(["last"], tmp_path, texts=texts_kept) for texts_kept in (True, False))
    assert [*figures.texts] == [*figures.ids] == [*figures.places] == [""] * 3
    assert repr(brief(Analysis(whole))) == repr(brief(Analysis(figures)))


def test_texts_come_back_as_they_were():
    parts = [["", "a", "日本語"], ["\ud800", ""], ["x" * 300]]
    found = CompactTexts()
    for part in parts:
        found.add(part)
    texts = [*chain.from_iterable(parts)]
    assert ([*found], len(found), found[-1], found[1:3]) == (texts, 6, texts[-1], texts[1:3])
    with pytest.raises(IndexError):
        found[6]


@pytest.mark.parametrize(
    "parts", [[[3, 5, 9], [70_000]], [[9, 3], [5, 70_000]], [[3, 9], [70_000], [5]], [[9, 3], [3, 5, 70_000]]]
)
def test_puzzles_are_found_by_their_position_in_any_order(parts):
    found, known, numbers = PuzzlePositions(), {}, count()
    for part in parts:
        of_part = dict(zip(part, numbers, strict=False))
        found.add(part, np.array([*of_part.values()]))
        known |= of_part
    assert found.find([70_000, 3, 3]).tolist() == [known[70_000], known[3], known[3]]
    assert found.find([5]).tolist() == [known[5]]
    for strange in (4, -1, 80_000, 1 << 70, "3", None, 3.5):
        with pytest.raises(KeyError):
            found.find([3, strange])
