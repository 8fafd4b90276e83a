"""What a process and all below it cost, against what the system tells each of them of itself."""

import subprocess
import sys

import psutil
import pytest

from sudokubench.harness.process_tree import Family

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
    """A process whose only child runs the script."""
    start = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"
    command = [sys.executable, "-c", start, request.param]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        yield process
        process.communicate()


@pytest.mark.parametrize("above", [SPENDER], indirect=True)
def test_what_a_grandchild_has_spent_is_counted_once_it_has_ended(above):
    family = Family(above.pid)
    family.begin()
    family.spent_s()  # from the first look on
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
    family = Family(above.pid)
    whole = family.memory_bytes()
    assert whole > 128 << 20
    assert family.memory_bytes(limit=1) < whole - (50 << 20)
    assert family.memory_bytes(limit=2 * whole) > 128 << 20
