"""Two sides measured in turns: processes, versions, failures."""

import re
import shlex
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import distributions
from itertools import count, islice
from pathlib import Path
from random import Random
from textwrap import dedent
from time import sleep
from types import SimpleNamespace

import numpy as np
import pytest

from sudokubench.answer import Stop
from sudokubench.errors import BackendFailed, UsageError
from sudokubench.harness import live
from sudokubench.harness.finding import Task
from sudokubench.harness.limits import LIVE_OPENING_S
from sudokubench.harness.live import HERE, Side, _round, home_of, rounds
from sudokubench.harness.live_worker import _Work
from sudokubench.processes.tree import ProcessFamily
from sudokubench.report.compare import live_change

PUZZLES = ["1...............", "1234............", "1.3...4.........", "11.............."]
PLAIN = Side("A", "algorithm_x")
PROGRAM = shlex.join([sys.executable, str(Path(__file__).parents[1] / "outside_program.py")])


def measured(a, b, puzzles, n, task=Task.UNIQUE, limit_s=600.0, round_s=0.1, random=None):
    return list(islice(rounds((a, b), puzzles, task, limit_s, round_s, random or Random(1)), n))


def test_each_round_shows_the_costs_and_verdicts_of_both_sides_on_the_same_puzzles(slow_version):
    one, other = measured(PLAIN, replace(PLAIN, home=slow_version), PUZZLES, 2, round_s=0.5)
    assert one.log_s.shape == other.log_s.shape == (2, 4)
    assert one.searches == other.searches
    assert one.searches % 8 == 0
    assert one.begun < other.begun
    for each in (one, other):
        assert (each.log_s[1] > each.log_s[0]).all()
        assert each.solved.all()
        assert np.array_equal(*each.verdicts)
    assert one.verdicts[0].tolist() == other.verdicts[0].tolist()
    assert len(set(one.verdicts[0].tolist())) == 2  # several solutions, and none


@pytest.mark.thorough
def test_engines_of_batches_are_given_batches_and_named_problems_are_opened():
    nine = ["." * 81, "12345678" + "." * 73, "1" * 81]
    (one,) = measured(Side("A", "sliced"), Side("B", "dlx"), nine, 1)
    assert np.array_equal(*one.verdicts)
    assert one.log_s[0, 0] == one.log_s[0, 1]  # each puzzle of a batch has an even share
    (one,) = measured(Side("A", "sliced"), Side("B", "dlx"), nine[:2], 1, Task.SOLVE)
    assert one.solved.all()
    (one,) = measured(PLAIN, PLAIN, ["tromino:2-0"], 1, Task.COUNT)
    assert one.solved.all()


def test_large_numbers_of_solutions_stay_exact_beside_small_ones():
    """NumPy would turn the counts into floating-point numbers, and these two would be equal."""
    numbers = [[1, 1], [2**63 + 1, 2**63 + 2]]
    found = [tuple((1.0, 1.0, number, Stop.EXHAUSTED) for number in pair) for pair in numbers]
    one = _round(found, 2, 10.0, 0.0)
    assert one.counts.T.tolist() == numbers
    assert live_change("dlx", [one] * 8).contradicted == 1


def test_what_takes_longer_than_the_limit_is_unsolved_and_costs_two_limits(monkeypatch):
    monkeypatch.setattr(live, "LIVE_GRACE_S", 600.0)
    (one,) = measured(PLAIN, PLAIN, ["16x16:" + "." * 256], 1, Task.COUNT, limit_s=0.1)
    assert not one.solved.any()
    assert np.exp(one.log_s) == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("init", "said"),
    [
        ("import os; os._exit(7)", "ended with exit code 7: no error message$"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "ended with SIGSEGV"),
        ("raise ImportError('this and that')", "ImportError: this and that"),
        ("raise MemoryError", "MemoryError$"),
        (
            "__file__ = '/elsewhere/sudokubench/__init__.py'\n__path__ = [{path!r}]",
            "the package in /elsewhere",
        ),
    ],
)
def test_a_side_that_fails_is_named(tmp_path, init, said):
    package = tmp_path / "sudokubench"
    package.mkdir()
    init = init.format(path=str(HERE / "sudokubench"))
    (package / "__init__.py").write_text(init + "\n", encoding="utf-8")
    with pytest.raises(BackendFailed, match=f"^B: .*{said}"):
        measured(PLAIN, Side("B", "algorithm_x", tmp_path), PUZZLES, 1)


@pytest.mark.parametrize("what", ["other", "wrong {cnf}"])  # a program without a field gets batches
def test_a_program_with_a_wrong_solution_is_named(what):
    wrong = f"cmd:{PROGRAM} {what}"
    with pytest.raises(BackendFailed, match=rf"{re.escape(what)}: an invalid solution: "):
        measured(Side("A", "dlx"), Side(wrong, wrong), ["123456789" + "." * 72], 1, Task.SOLVE)


def test_a_side_that_ignores_its_limit_is_ended_soon(monkeypatch, altered):
    monkeypatch.setattr(live, "LIVE_GRACE_S", 0.5)
    endless = replace(PLAIN, home=altered("while True: pass"))
    with pytest.raises(BackendFailed, match=r"no answer for 0\.7 s"):
        measured(endless, endless, PUZZLES, 1, limit_s=0.1)


def test_a_search_and_its_program_end_with_the_process_that_compares(altered, tmp_path):
    file = tmp_path / "pids"
    home = altered(
        "import os, subprocess, time; one = subprocess.Popen(['sleep', '600'], start_new_session=True); "
        f"open({str(file)!r}, 'w').write(f'{{one.pid}} {{os.getpid()}}\\n'); time.sleep(600)"
    )
    script = f"""
        from pathlib import Path
        from random import Random
        from sudokubench.harness.live import Side, Task, rounds
        side = Side("A", "algorithm_x", Path({str(home)!r}))
        next(rounds((side, side), ["1" + "." * 15], Task.UNIQUE, 99, 1, Random(1)))
    """
    process = subprocess.Popen([sys.executable, "-c", dedent(script)])
    while not file.exists() or not file.read_text().endswith("\n"):
        sleep(0.01)
    process.kill()
    process.wait()
    families = [ProcessFamily(int(pid)) for pid in file.read_text().split()]
    assert any(not any(one.lives() for one in families) or sleep(0.02) for _ in range(15_000))


def test_a_program_with_a_session_of_its_own_ends_with_its_side(monkeypatch, altered, tmp_path):
    file, line = tmp_path / "pid", live._LiveProcess._line

    def line_after_start(side, patience_s):
        while patience_s < LIVE_OPENING_S and not (file.exists() and file.read_text()):
            sleep(0.01)
        return line(side, patience_s)

    monkeypatch.setattr(live, "LIVE_GRACE_S", 0.5)
    monkeypatch.setattr(live._LiveProcess, "_line", line_after_start)
    home = altered(
        "import subprocess; one = subprocess.Popen(['sleep', '99'], start_new_session=True); "
        f"open({str(file)!r}, 'w').write(str(one.pid)); one.wait()"
    )
    hanging = replace(PLAIN, home=home)
    with pytest.raises(BackendFailed, match="no answer"):
        measured(hanging, hanging, PUZZLES[:1], 1, limit_s=0.1)
    family = ProcessFamily(int(file.read_text()))
    assert any(not family.lives() or sleep(0.02) for _ in range(15_000))


@pytest.mark.thorough
def test_a_slow_side_may_take_its_time_for_a_slice_of_the_other(monkeypatch, altered):
    lines, line = [], live._LiveProcess._line
    monkeypatch.setattr(live, "LIVE_GRACE_S", 600.0)
    monkeypatch.setattr(live._LiveProcess, "_line", lambda *given: lines.append(line(*given)) or lines[-1])
    slow = replace(PLAIN, home=altered("__import__('time').sleep(1.5)"))
    first_leads = SimpleNamespace(random=lambda: 1.0, choice=max)
    assert not measured(PLAIN, slow, PUZZLES, 1, limit_s=0.1, random=first_leads)[0].solved[1].any()
    assert lines.count(b"{}") == len(PUZZLES), "the time to be patient begins anew after each search"


def test_a_version_is_a_folder_or_a_commit(tmp_path, monkeypatch):
    assert home_of(str(HERE), tmp_path) == HERE
    there = tmp_path / "repository"
    package = there / "sudokubench"
    package.mkdir(parents=True)
    (package / "old.py").write_text("then = 1\n", encoding="utf-8")
    git = ["git", "-C", str(there), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Then"]):
        subprocess.run([*git, *words], check=True)
    (package / "old.py").write_text("now = 1\n", encoding="utf-8")
    monkeypatch.chdir(package)
    home = home_of("HEAD", tmp_path / "scratch")
    assert (home / "sudokubench" / "old.py").read_text(encoding="utf-8") == "then = 1\n"
    for wrong in ("HEAD~1", "nothing", "", "--output=x", "a\0b", str(Path(there).parent)):
        with pytest.raises(UsageError, match="nor a commit"):
            home_of(wrong, tmp_path / "scratch")


def test_an_old_checkout_gets_the_metadata_by_which_it_finds_its_engines(tmp_path):
    (tmp_path / "sudokubench").mkdir()
    (tmp_path / "sudokubench" / "__init__.py").touch()
    entries = '[project.entry-points."sudokubench.backends"]\ndlx = "sudokubench.backends.dlx:Dlx"\n'
    (tmp_path / "pyproject.toml").write_text(entries, encoding="utf-8")
    home = home_of(str(tmp_path), tmp_path)
    (found,) = distributions(name="sudokubench", path=[str(home)])
    assert [(one.group, one.name, one.value) for one in found.entry_points] == [
        ("sudokubench.backends", "dlx", "sudokubench.backends.dlx:Dlx")
    ]
    assert (home / "sudokubench" / "__init__.py").is_file()


@pytest.mark.parametrize("project", ["[tool.other]\n", "[project\n"])
def test_a_checkout_without_a_sound_project_of_its_own_has_no_engines_to_register(tmp_path, project):
    (tmp_path / "sudokubench").mkdir()
    (tmp_path / "sudokubench" / "__init__.py").touch()
    (tmp_path / "pyproject.toml").write_text(project, encoding="utf-8")
    assert home_of(str(tmp_path), tmp_path) == tmp_path


def test_a_slice_ends_with_the_puzzle_in_which_its_time_is_up():
    work = _Work("algorithm_x", PUZZLES, 2, 10.0)
    assert (len(work.search(0, 4, 0)), len(work.search(0, 4))) == (1, 4)


def test_only_whole_passes_of_a_round_count(monkeypatch):
    monkeypatch.setattr(live, "_SLICE_NS", 0)  # one puzzle a slice
    monkeypatch.setattr(live, "monotonic", count().__next__)  # one slice a second
    for each in measured(PLAIN, PLAIN, PUZZLES, 2, round_s=6.5):
        assert each.searches == 2 * len(PUZZLES)


_BURNS = """
import sys, time
for _ in sys.stdin:
    end = time.process_time() + 0.1
    while time.process_time() < end:
        pass
    print(flush=True)
"""


def test_what_another_process_of_an_engine_spends_is_its_cost(altered):
    home = altered(
        "import subprocess, sys; "
        "other = globals().get('other') or "
        f"subprocess.Popen([sys.executable, '-Sc', {_BURNS!r}], stdin=-1, stdout=-1, text=True); "
        "globals()['other'] = other; print(file=other.stdin, flush=True); other.stdout.readline()"
    )
    (one,) = measured(PLAIN, replace(PLAIN, home=home), PUZZLES[:1], 1)
    assert np.exp(one.log_s[1, 0]) > 0.1
