"""The cost of a process and all its descendants, compared with the values that the system reports to each of them."""

import os
import signal
import socket
import subprocess
import sys
import time
from itertools import count, pairwise

import psutil
import pytest

from sudokubench.processes import tree
from sudokubench.processes.tree import OwnCost, ProcessFamily, WorkerProcess

LOOP = "import time\nwhile time.process_time() < 0.2: pass"
SPENDER = f"""
import resource, subprocess, sys
print(flush=True)
input()
subprocess.run([sys.executable, "-S", "-c", {LOOP!r}])
ended = resource.getrusage(resource.RUSAGE_CHILDREN)
print(ended.ru_utime + ended.ru_stime, flush=True)
sys.stdin.read()
"""
SHARER = """
import os, sys
shared = b"x" * (64 << 20)
child = os.fork()
if child:
    print(flush=True)
sys.stdin.read()
"""


@pytest.fixture
def above(request):
    """Start a process whose only child runs the script."""
    start = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"
    command = [sys.executable, "-c", start, request.param]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        yield process
        process.communicate()


@pytest.mark.parametrize("above", [SPENDER], indirect=True)
def test_what_a_grandchild_has_spent_is_counted_once_it_has_ended(above):
    family = ProcessFamily(above.pid)
    family.begin()
    family.spent_s()  # the measurement starts here
    before_s = family.living_cpu_s()
    above.stdin.write("\n")
    above.stdin.flush()
    told_s = float(above.stdout.readline())
    assert told_s > 0.2
    assert family.living_cpu_s() - before_s == pytest.approx(told_s, abs=0.1)
    assert family.spent_s() == pytest.approx(told_s, abs=0.1)
    own = psutil.Process(above.pid).cpu_times()
    assert family.own_cpu_s == pytest.approx(own.user + own.system, abs=0.1)


@pytest.mark.parametrize("above", [SHARER], indirect=True)
def test_pages_that_processes_share_count_once_where_a_limit_depends_on_them(above):
    family = ProcessFamily(above.pid)
    whole = family.memory_bytes()
    assert whole > 128 << 20
    assert family.memory_bytes(limit=1) < whole - (50 << 20)
    assert family.memory_bytes(limit=2 * whole) > 128 << 20


RESTLESS = [sys.executable, "-S", "-c", "while True: pass"]
SPENDS = [sys.executable, "-S", "-c", LOOP]


def spent_s(process):
    own = psutil.Process(process.pid).cpu_times()
    return own.user + own.system


def wait_until_it_spent(process, seconds):
    begun = spent_s(process)
    for _ in count():
        if spent_s(process) >= begun + seconds:
            return
        time.sleep(0.01)


@pytest.fixture
def restless():
    """Return the cost of an engine and of the always busy process that the engine has started."""
    cost = OwnCost()
    with cost.turn():
        child = subprocess.Popen(RESTLESS)
    yield cost, child
    child.kill()
    child.wait()


def test_an_engine_is_not_charged_for_the_process_of_another_one(restless):
    theirs, child = restless
    mine = OwnCost()
    with mine.turn():
        mine.begin()
        wait_until_it_spent(child, 0.1)
        mine.end()
        assert mine.others_ns == 0
        mine.begin()
        subprocess.run(SPENDS, check=True)
        mine.end()
        assert mine.others_ns == pytest.approx(0.2e9, abs=0.1e9)
    with theirs.turn():
        theirs.begin()
        wait_until_it_spent(child, 0.1)
        theirs.end()
        assert theirs.others_ns > 0.05e9


def test_what_a_child_spends_between_two_pieces_of_work_costs_neither(restless):
    cost, child = restless
    with cost.turn():
        for _ in range(2):
            child.send_signal(signal.SIGSTOP)  # this process may be stopped in the middle of its work
            os.waitid(os.P_PID, child.pid, os.WSTOPPED)
            cost.begin()
            cost.end()
            assert cost.others_ns == 0
            child.send_signal(signal.SIGCONT)
            wait_until_it_spent(child, 0.1)


def test_a_child_that_has_just_answered_is_read_when_it_rests(monkeypatch):
    """A running process shows its CPU time at the last tick. The time since then must count for this engine."""
    script = """if True:
        import sys, time
        for line in sys.stdin:
            end = time.process_time() + 0.0015
            while time.process_time() < end:
                pass
            print(time.process_time_ns(), flush=True)
    """
    monkeypatch.setattr(tree, "_RESTING_S", 1.0)  # on a busy machine a child goes on for longer than usual
    cost = OwnCost()
    with cost.turn():
        command = [sys.executable, "-S", "-c", script]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
            told, charged = [], []
            for _ in range(20):
                cost.begin()
                child.stdin.write("\n")
                child.stdin.flush()
                told.append(int(child.stdout.readline()))
                cost.end()
                charged.append(cost.others_ns)
            child.stdin.close()
    own = [b - a for a, b in pairwise(told)]
    assert min(charged) >= 1_400_000
    assert sum(charged[1:]) == pytest.approx(sum(own), rel=0.1)


def test_a_worker_that_no_look_has_found_outlives_the_wait_too():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        worker = WorkerProcess(theirs, None, None)
        try:
            assert worker.outlives(0.1)
        finally:
            worker.end()
