"""Mutants of single tokens: the changes, the sample, and the report of a change that no test notices."""

import os
import shutil
import subprocess
import sys

import pytest

from benchmarks import ROOT
from benchmarks.mutation.__main__ import equivalents
from benchmarks.mutation.nearest import nearest
from benchmarks.mutation.tokens import mutants_of, sample


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("a = b < c", ["a = b {< => <=} c"]),
        ("a = b is not c", ["a = b {is not => is} c"]),
        ("a = b not in (not c)", ["a = b {not in => in} (not c)", "a = b not in ({not => } c)"]),
        ("a = b and (c) and d", ["a = b {and => or} (c) and d", "a = b and (c) {and => or} d"]),
        ("a = '数', b + c[-1]", ["a = '数', b {+ => -} c[-1]"]),
        ("a = 'b' + c + f'{d}'", []),
        ("a //= max(b, key=c)", ["a {//= => %=} max(b, key=c)", "a //= {max => min}(b, key=c)"]),
        (
            "def a(b: c | d = 1) -> e | f: return True",
            ["def a(b: c | d = 1) -> e | f: return {True => False}"],
        ),
        ("a(f'{b + c}', *d, e=True)", []),
    ],
)
def test_every_operator_that_decides_something_at_run_time_is_changed_once(source, changes):
    assert [mutant.name for mutant in mutants_of("m.py", source)] == [f"m.py: {change}" for change in changes]


def test_a_mutant_is_the_file_with_one_token_changed():
    first, second = mutants_of("m.py", "x = 1\nif x == 1:  # as it\n    x += 2\n")
    assert (first.line, first.source) == (2, "x = 1\nif x != 1:  # as it\n    x += 2\n")
    assert (second.line, second.source) == (3, "x = 1\nif x == 1:  # as it\n    x -= 2\n")


def test_equal_lines_have_mutants_of_different_names():
    names = [m.name for m in mutants_of("m.py", "a = b + c\n" * 2)]
    assert names == ["m.py: a = b {+ => -} c", "m.py: a = b {+ => -} c #2"]


def test_mutants_are_spread_by_lines_and_stay_when_another_line_changes():
    sources = {"long.py": "".join(f"a = b + {k}\n" for k in range(300)), "short.py": "a = b < c\n" * 100}
    chosen = sample(sources, 40, seed=7)
    assert [sum(m.path == path for m in chosen) for path in sources] == [30, 10]
    assert chosen == sample(sources, 40, seed=7)
    names = {m.name for m in chosen}
    assert names != {m.name for m in sample(sources, 40, seed=8)}
    sources["long.py"] = "# more\n" + sources["long.py"].replace("b + 17\n", "b - 17\n")
    assert len(names & {m.name for m in sample(sources, 40, seed=7)}) >= 39


def test_tests_of_the_modules_name_come_first_and_then_those_that_import_it_or_name_the_function(tmp_path):
    files = {
        "sudokubench/rooms/sums.py": "def total(): ...",
        "sudokubench/rooms/far.py": "from sudokubench.rooms import sums",
        "tests/other/test_sums.py": "",
        "tests/other/test_of_far.py": "from sudokubench.rooms.far import sums",
        "tests/rooms/test_direct.py": "import sudokubench.rooms.sums",
        "tests/other/test_direct.py": "import sudokubench.rooms.sums  # which is imported by its name",
        "tests/other/test_total.py": "import sudokubench.rooms.sums  # and total",
        "tests/other/test_nothing.py": "",
        "tests/benchmarks/test_mutation.py": "import sudokubench.rooms.sums",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert nearest(tmp_path, "sudokubench/rooms/sums.py", "total") == [
        f"tests/{name}.py"
        for name in ("other/test_sums", "rooms/test_direct", "other/test_total", "other/test_direct",
                     "other/test_of_far", "other/test_nothing")
    ]  # fmt: skip


def test_equivalent_mutants_have_a_reason_each():
    assert all(name.startswith("sudokubench/") and " => " in name for name in equivalents())
    assert all(reason.endswith(".") for reason in equivalents().values())


SMALL = {
    "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["tests", "."]\n',
    "sudokubench/__init__.py": "",
    "sudokubench/sums.py": """
def total(numbers):
    found = 0
    while numbers:
        found, numbers = found + numbers[0], numbers[1:]
    return found

def last(numbers):
    return numbers[len(numbers) - 1]

def sign(number):
    return 1 if number > 0 else -1
""",
    "tests/test_sums.py": """
from sudokubench.sums import last, sign, total
def test_total():
    assert total([1, 2]) == 3
def test_last():
    assert last([4, 5]) == 5
def test_sign():
    assert sign(2) == 1
""",
}  # fmt: skip


@pytest.mark.thorough
def test_a_run_shows_what_no_test_notices_and_goes_on_where_it_was(tmp_path):
    shutil.copytree(ROOT / "benchmarks" / "mutation", tmp_path / "benchmarks" / "mutation")
    shutil.copy(ROOT / "benchmarks" / "__init__.py", tmp_path / "benchmarks")
    for name, text in SMALL.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")

    def run():
        command = [sys.executable, "-m", "benchmarks.mutation", "--mutants", "99"]
        env = {**os.environ, "PYTHONPATH": str(tmp_path)}
        done = subprocess.run(
            command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=240, check=False
        )
        assert done.returncode == 1, done.stderr
        return done

    first = run()
    assert "| all | 3 | 2 | 0 | 1 |" in first.stdout
    assert (
        first.stdout.splitlines()[-1]
        == "line 12 of sudokubench/sums.py: return 1 if number {> => >=} 0 else -1"
    )
    assert "3 mutants, 3 of them to be tried" in first.stderr

    (tmp_path / "benchmarks/mutation/equivalent.txt").write_text(
        "sudokubench/gone.py: {not => } a\n    No more.\n"
    )
    second = run()
    assert second.stdout == first.stdout
    assert "3 mutants, 1 of them to be tried" in second.stderr
    assert "sudokubench/gone.py: {not => } a" in second.stderr
