"""Several rounds through a corpus: each is compared with the earlier ones, and each can be resumed."""

import fcntl
import json
import os
from contextlib import ExitStack

import numpy as np
import pytest
from database import database
from harness.costly import Costly

from sudokubench.actions.observer import Observer
from sudokubench.actions.run import run
from sudokubench.answer import Outcome, Stop, Verdict
from sudokubench.backends import backend
from sudokubench.board import Board
from sudokubench.errors import Cancelled, InputError
from sudokubench.harness.corpus import entry_of
from sudokubench.harness.crosscheck import Earlier, digest, judge
from sudokubench.harness.executors import executor
from sudokubench.harness.finding import Claim, Finding
from sudokubench.harness.inline import Inline
from sudokubench.harness.limits import Limits
from sudokubench.harness.noise import LogTimes, anchors
from sudokubench.harness.plan import Plan
from sudokubench.harness.store import Store
from sudokubench.harness.words import NOT_AGAIN

LINES = ["1...3..2...3..2.", "1...............", "...13....23...4."]
ENTRIES = [entry_of(Board.parse(line), "test", i) for i, line in enumerate(LINES, 1)]
ENGINES = [backend("dlx"), backend("algorithm_x")]


class Impatient(Observer):
    """An observer that cancels after a number of puzzles."""

    def __init__(self, most):
        self.left = most

    def heed(self):
        if self.left == 0:
            raise Cancelled

    def judged(self, puzzle, trouble):
        self.left -= 1

    def progress(self, done, **how):
        pass

    remark = refused = progress


def do(folder, most=10**6, repeat=3, resume=True, **other):
    plan = Plan(("test",), ("dlx", "algorithm_x"), repeat=repeat, seed=0, **other)
    with Store(folder) as store, Inline(Limits()) as executor:
        return run(plan, iter(ENTRIES), ENGINES, executor, store, resume=resume, observer=Impatient(most))


def records(folder):
    wanted = "SELECT position, backend, repeat, verdict, category FROM records ORDER BY 1, 2, 3"
    with database(folder / "runs.db") as db:
        return db.execute(wanted).fetchall()


@pytest.mark.parametrize("most", [1, 4, 8])
def test_a_run_of_three_rounds_goes_on_where_it_was_cancelled(tmp_path, most):
    whole = do(tmp_path / "whole")
    with pytest.raises(Cancelled):
        do(tmp_path / "parts", most)
    parts = do(tmp_path / "parts")
    assert records(tmp_path / "parts") == records(tmp_path / "whole")
    assert len(records(tmp_path / "parts")) == len(LINES) * len(ENGINES) * 3
    assert parts.as_json() | {"run": ""} == whole.as_json() | {"run": ""}
    assert parts.summary.verdicts == whole.summary.verdicts


def processes(folder, where, most=10**6):
    """Return the processes of each round of a run of one engine, and the statement of the manifest about them."""
    plan = Plan(("test",), ("Costly",), repeat=3)
    with Store(folder) as store, where:
        run(plan, iter(ENTRIES), [Costly()], where, store, resume=True, observer=Impatient(most))
    with database(folder / "runs.db") as db:
        rows = db.execute("SELECT repeat, stats ->> '$.process' FROM records").fetchall()
        told = db.execute("SELECT DISTINCT manifest ->> '$.execution.processes' FROM runs").fetchall()
    return [{process for of, process in rows if of == repeat} for repeat in range(3)], told


@pytest.mark.parametrize("isolation", ["auto", "process"])
def test_each_round_has_a_process_of_its_own(tmp_path, isolation):
    where = executor("local", Limits(), isolation=isolation, rounds=3)
    rounds, told = processes(tmp_path, where)
    assert [len(one) for one in rounds] == [1, 1, 1]
    assert len(set.union(*rounds)) == 3
    assert told == [("round",)]


def test_rounds_that_share_one_process_are_reported(tmp_path):
    rounds, told = processes(tmp_path, executor("local", Limits(), isolation="inline", rounds=3))
    assert rounds == [{os.getpid()}] * 3
    assert told == [("run",)]


def test_a_run_that_another_process_carries_out_is_not_continued(tmp_path):
    with pytest.raises(Cancelled):
        do(tmp_path, most=2)
    before = records(tmp_path)
    with Store(tmp_path) as store, store.held(store.runs()[0]["run"]):
        with pytest.raises(InputError, match=r"another process carries out run "):
            do(tmp_path)
        assert records(tmp_path) == before
    do(tmp_path)
    assert len(records(tmp_path)) > len(before)
    assert not [*tmp_path.glob("*.lock")]


def test_a_lock_whose_holder_ends_meanwhile_is_refused(tmp_path, monkeypatch):
    with Store(tmp_path) as store, ExitStack() as held:
        held.enter_context(store.held("a"))

        def lock_late(*args):
            held.close()
            fcntl.flock(*args)

        monkeypatch.setattr("sudokubench.harness.store.flock", lock_late)
        with pytest.raises(InputError, match=r"another process carries out run a"), store.held("a"):
            pass
        with store.held("a"):  # the next has a file of its own
            assert [*tmp_path.glob("*.lock")]


def test_a_round_that_is_resumed_has_a_new_process_too(tmp_path):
    with pytest.raises(Cancelled):
        processes(tmp_path, executor("local", Limits(), rounds=3), most=4)
    rounds, told = processes(tmp_path, executor("local", Limits(), rounds=3))
    assert len(set.union(*rounds)) == sum(map(len, rounds)) >= 3
    assert os.getpid() not in set.union(*rounds)
    assert told == [("round",)]


def said(*solutions, stop=Stop.EXHAUSTED):
    return [Claim("moody", 1, Finding(Outcome(len(solutions), stop), solutions), "moody")]


@pytest.mark.parametrize(
    ("earlier", "claims", "contested"),
    [
        (Earlier(Verdict.UNIQUE, None, False), said(), True),
        (Earlier(Verdict.UNDECIDED, None, False), said(), False),
        (Earlier(Verdict.NONE, None, False), said(), False),
        (Earlier(Verdict.UNIQUE, digest((1, 2)), False), said((1, 2)), False),
        (Earlier(Verdict.UNIQUE, digest((1, 2)), False), said((1, 3)), True),
        (Earlier(Verdict.MULTIPLE, None, False), said((1, 2), stop=Stop.LIMIT), False),
    ],
)  # fmt: skip
def test_a_round_is_compared_with_those_before(earlier, claims, contested):
    assert (judge(ENTRIES[0], claims, earlier).disagreement is not None) == contested


def test_what_a_later_round_contradicts_is_believed_no_longer(tmp_path):
    """Alter the first round of a run of one backend, as if the backend changed its answer."""
    with pytest.raises(Cancelled):
        do(tmp_path, len(LINES) + 1)
    with database(tmp_path / "runs.db") as db:
        db.execute("UPDATE puzzles SET verdict = 'none' WHERE position = 0")
        db.execute("DELETE FROM records WHERE repeat = 1")
    made = do(tmp_path)
    assert made.summary.disagreements == 1
    assert made.summary.puzzles == len(LINES)
    with database(tmp_path / "runs.db") as db:
        verdict, why = db.execute("SELECT verdict, disagreement FROM puzzles WHERE position = 0").fetchone()
        (reasons,) = db.execute("SELECT reasons FROM disagreements").fetchone()
    assert (verdict, why) == ("undecided", "an earlier round found none, but dlx says unique")
    assert json.loads(reasons) == [why, NOT_AGAIN.en]


def test_the_anchors_of_every_round_are_in_the_manifest_whatever_interrupts_it(tmp_path):
    with pytest.raises(Cancelled):
        do(tmp_path, len(LINES) + 1)
    do(tmp_path)
    with database(tmp_path / "runs.db") as db:
        (noise,) = db.execute("SELECT manifest -> '$.noise' FROM runs").fetchone()
    found = anchors(json.loads(noise))
    assert set(found) == {"interpreter", "arithmetic", "memory"}
    for tallies in found.values():
        assert [tally.n for tally in tallies] == [5, 5, 5]
        assert all(-12 < tally.mean < 0 <= tally.squares for tally in tallies)


@pytest.mark.parametrize(
    "values",
    [
        [0, 1.0, 0.0], [1 << 40, 1.0, 0.0], [1, 99.0, 0.0], [1, -99.0, 0.0], [1, 1.0, -1.0], [1, 1.0, 2.0**60],
        [1, float("nan"), 0.0], [1, 1.0], [1, 1, 0.0], [1, 2], "x", [-1, 0.0, 0.0], [2, 1e300, 0.0],
    ],
)  # fmt: skip
def test_what_no_meter_can_have_noted_is_nothing(values):
    noted = {"anchors": {"memory": [values, [1, 98.0, 0.0]]}}
    assert anchors(noted)["memory"] == [LogTimes(), LogTimes(1, 98.0, 0.0)]
    for value in (None, 1, [], {"memory": 3}):
        assert all(tally.n == 0 for tallies in anchors({"anchors": value}).values() for tally in tallies)


def test_a_tally_has_mean_and_variance():
    values = np.random.default_rng(1).normal(3, 2, 50)
    tally = LogTimes()
    for value in values:
        tally.add(float(value))
    assert (tally.n, tally.mean) == (50, pytest.approx(values.mean()))
    assert tally.squares / 49 == pytest.approx(values.var(ddof=1))
