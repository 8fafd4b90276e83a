"""Rating in worker processes: they end with the iteration, with Ctrl-C and with the process that started them."""

import pickle
import signal
import socket
import subprocess
import sys
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import chain

import pytest

from sudokubench import Board, actions
from sudokubench.actions import workers
from sudokubench.actions.rate import rate, rate_all, rate_unique
from sudokubench.logic import rating
from sudokubench.logic.configuration import Configuration, rated

UNIQUE, SEVERAL = Board.parse("1...3..2...3..2."), Board.parse("." * 16)

WITH_A_WORKER_THAT_NEVER_ENDS = """if True:
    import os, signal
    from sudokubench import Board
    from sudokubench.actions.rate import rate_all
    from sudokubench.logic.configuration import rated

    class Endless:
        def __reduce__(self):  # the worker, which reads it, waits for a signal
            return eval, ("__import__('signal').pause()",)

    boards = [Board.parse("1...3..2...3..2.")] * 64 + [Endless()]
    try:
        for _ in rate_all([boards], rated(), jobs=2):
            {signal}
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.parametrize(("batch_s", "read"), [(0.0, [4, 5, 6, 7]), (1e9, [4, 6, 10, 18])])
def test_ratings_of_several_processes_come_in_order_and_batches_grow_while_they_are_quick(
    monkeypatch, batch_s, read
):
    """The parent reads two batches ahead for each worker, and each result may double the next batch."""
    monkeypatch.setattr("sudokubench.actions.rate._BATCH_S", batch_s)
    boards = [UNIQUE, SEVERAL] * 250
    source = iter(boards)
    rated_boards, found = rate_all(([board] for board in source), rated(), jobs=2), []
    for number in read:
        found.append(next(rated_boards))
        assert source.__length_hint__() == len(boards) - number
    found += rated_boards
    assert [rating and rating.board for ratings in found for rating in ratings] == [UNIQUE, None] * 250


def test_a_batch_of_hard_boards_after_easy_ones_is_divided_and_stays_in_order(monkeypatch):
    """A worker gives back the boards for which it had no time. Here `in_order` runs the work in this process."""
    boards = [UNIQUE] * 100 + [SEVERAL] * 40
    clock, sizes = [0.0], []

    def rated_at_once(board, *_):
        clock[0] += 0.001 if board == UNIQUE else 0.4
        return board

    monkeypatch.setattr("sudokubench.actions.rate.perf_counter", lambda: clock[0])
    monkeypatch.setattr("sudokubench.actions.rate.rate_unique", rated_at_once)

    @contextmanager
    def pool(jobs):
        def submit(work, task):
            future = Future()
            future.set_result(work(task))
            sizes.append((len(task), len(future.result()[0])))
            return future

        yield submit, jobs

    monkeypatch.setattr(workers, "_pool", pool)
    found = chain.from_iterable(rate_all([boards], rated(), jobs=2))
    assert [*found] == boards
    assert sum(done for _, done in sizes) == len(boards)
    assert (max(done for _, done in sizes) > 16, sizes[-1]) == (True, (1, 1))
    assert 3 in {done for size, done in sizes if done < size}, "hard boards, after 1.2 s"


def test_a_worker_ends_without_an_error_if_its_caller_has_gone():
    ours, theirs = socket.socketpair()
    with ours:
        ours.sendall(pickle.dumps((str, 1)))
    workers.main(theirs.detach())


def test_the_scale_is_the_one_that_was_asked_for_or_that_of_ratings():
    own = Configuration(("hidden_single_box", "naked_single"))
    (given,), (usual,) = rate(UNIQUE, own), rate(UNIQUE)
    assert (given.config, usual.config) == (own.digest, rated().digest)


EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
DEADLY = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
"""A board whose path uses a rule that relies on a single solution."""


def test_ratings_that_are_ready_come_before_a_board_that_takes_long(monkeypatch):
    monkeypatch.setattr(rating, "pays", lambda *args: True)
    easy, open_board = Board.parse(EASY), Board.parse("." * 81)
    boards = [easy, easy, open_board, easy, open_board, open_board, easy, easy, easy]
    assert [[one is not None for one in ratings] for ratings in rate_all([boards], rated())] == [
        [True], [True], [False, True], [False], [False, True, True, True],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "asked"), [(EASY, False), (DEADLY, True), ("." * 81, True), ("55" + EASY[2:], True)]
)
def test_an_engine_proves_that_a_solution_is_single_unless_the_path_does(text, asked, monkeypatch):
    asks, engine = [], actions.rate.solved
    monkeypatch.setattr(actions.rate, "solved", lambda *args: asks.append(args) or engine(*args))
    monkeypatch.setattr(rating, "pays", lambda *args: True)
    board = Board.parse(text)
    answer = rate_unique(board, rated(), None)
    assert (bool(asks), answer is None) == (asked, text not in (EASY, DEADLY))
    monkeypatch.setattr(rating, "pays", lambda *args: False)
    assert rate_unique(board, rated(), None) == answer


def test_boards_without_a_single_solution_do_not_change_the_ratings_of_boards_beside_them(monkeypatch):
    monkeypatch.setattr(rating, "pays", lambda *args: True)
    boards = [Board.parse(text) for text in (EASY, "." * 81, "55" + EASY[2:], DEADLY)]
    alone = [rate_unique(board, rated(), None) for board in boards]
    assert [*chain.from_iterable(rate_all([boards], rated()))] == alone
    assert [found is None for found in alone] == [False, True, True, False]


@pytest.mark.parametrize(
    ("sent", "code", "said"),
    [
        ("os.killpg(0, signal.SIGINT)", 0, "interrupted\n"),
        ("os.kill(os.getpid(), signal.SIGINT)", 0, "interrupted\n"),
        ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL, ""),
    ],
)
def test_no_worker_outlives_ctrl_c_or_its_parent(sent, code, said):
    script = WITH_A_WORKER_THAT_NEVER_ENDS.format(signal=sent)
    done = subprocess.run(  # returns when no process holds the other ends of its pipes any more
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=False,
        start_new_session=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (code, said)
    assert "Traceback" not in done.stderr
