"""Rating in worker processes: they end with the iteration, with Ctrl-C and with the process that started them."""

import signal
import subprocess
import sys
from itertools import islice

import pytest

from sudokubench import Board
from sudokubench.actions.rate import _BATCH, rate, rate_all
from sudokubench.logic.configuration import Configuration, rated

UNIQUE, SEVERAL = Board.parse("1...3..2...3..2."), Board.parse("." * 16)

WITH_A_WORKER_THAT_NEVER_ENDS = """if True:
    import os, signal
    from sudokubench import Board
    from sudokubench.actions.rate import rate_all
    from sudokubench.logic.configuration import rated

    class Endless:
        def __reduce__(self):  # what reads it, which is the worker, waits for a signal
            return eval, ("__import__('signal').pause()",)

    boards = [Board.parse("1...3..2...3..2.")] * 64 + [Endless()]
    try:
        for _ in rate_all(boards, rated(), jobs=2):
            {signal}
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_ratings_of_several_processes_come_in_the_order_of_the_boards_which_are_read_two_batches_a_worker_ahead():
    boards = [UNIQUE, SEVERAL] * 250
    source = iter(boards)
    rated_boards = rate_all(source, rated(), jobs=2)
    found = [next(rated_boards)]
    assert source.__length_hint__() == len(boards) - 2 * 2 * _BATCH
    found += islice(rated_boards, 2 * _BATCH)
    assert source.__length_hint__() == len(boards) - (2 * 2 + 2) * _BATCH
    found += rated_boards
    assert [board for board, _ in found] == boards
    assert [rating is None for _, rating in found] == [False, True] * 250


def test_the_scale_is_the_one_that_was_asked_for_or_that_of_ratings():
    own = Configuration(("hidden_single_box", "naked_single"))
    (given,), (usual,) = rate(UNIQUE, own), rate(UNIQUE)
    assert (given.config, usual.config) == (own.digest, rated().digest)


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
