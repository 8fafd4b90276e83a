"""Mutants of the comparator: small changes to its code, each of which some test must notice."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import ROOT
from benchmarks.trials import Figures, Trial

_FILES = ("sudokubench/harness/crosscheck.py", "sudokubench/answer.py")
_TESTS = "tests/harness/test_crosscheck.py"

MUTANTS = (
    ("fault := checked[s]", "fault := None"),
    ("elif len(set(shown)) < len(shown):", "elif False:"),
    ("elif len(set(shown)) < len(shown):", "elif len(set(shown)) > len(shown):"),
    ("if fault is None]", "]"),
    ("        if fault:\n            faults.setdefault(index, fault)", "        if False:\n            pass"),
    ("or _disorder(solution)", ""),
    ("list(solution) == sorted(solution)", "True"),
    ("if len(proved) >= 2:\n        verdict", "if len(proved) >= 1:\n        verdict"),
    ("if len(proved) >= 2:\n        verdict", "if len(proved) >= 3:\n        verdict"),
    ("elif disagreement is None:\n        claimed", "else:\n        claimed"),
    ("if i not in faults and _shows(claim)]", "if _shows(claim)]"),
    ("if i not in faults and _shows(claim)]", "if i not in faults]"),
    ("(Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.SOLVABLE)", "(Verdict.SOLVABLE, Verdict.NONE)"),
    ("for claim in heard if claim.finding.verdict is verdict", "for claim in heard"),
    ("for claim in heard if", "for claim in claims if"),
    ("agreed = disagreement is None and not faults", "agreed = disagreement is None"),
    ("agreed = disagreement is None and not faults", "agreed = not faults"),
    ("verdict in {Verdict.MULTIPLE, Verdict.SOLVABLE}", "verdict in {*Verdict}"),
    ("verdict in {Verdict.MULTIPLE, Verdict.SOLVABLE}", "verdict is Verdict.MULTIPLE"),
    ("verdict in {Verdict.MULTIPLE, Verdict.SOLVABLE}", "verdict is Verdict.SOLVABLE"),
    ("    if not agreed:\n        return Strength.WRONG\n", ""),
    ("bool(proved), len(kinds) > 1,", "bool(proved), len(kinds) > 0,"),
    ("bool(proved), len(kinds) > 1,", "bool(proved), len(kinds) > 2,"),
    ("    if verdict is Verdict.UNDECIDED:\n        return Strength.UNDECIDED\n", ""),
    ("if claim.finding.termination not in {", "if claim.finding.termination in set() - {"),
    ("{Termination.FINISHED, Termination.TIMEOUT}", "{Termination.FINISHED}"),
    ("verdict is not Verdict.UNDECIDED\n", "True\n"),
    ("and category is not Category.WRONG", ""),
    ("and termination is Termination.FINISHED", ""),
    ("outcome.exhausted and outcome.count < proved", "outcome.exhausted and outcome.count <= proved"),
    ("outcome.exhausted and outcome.count < proved", "outcome.count < proved"),
    ("outcome.exhausted and outcome.count < proved", "False"),
    ("not compatible(verdict, entry.expected)", "False"),
    ("not compatible(verdict, entry.expected)", "verdict is not entry.expected"),
    ("outcome.count > known or", ""),
    ("(outcome.exhausted and outcome.count != known)", "False"),
    ("(outcome.exhausted and outcome.count != known)", "outcome.count != known"),
    ("if one is other or Verdict.UNDECIDED in {one, other}:", "if one is other:"),
    ("if one is other or Verdict.UNDECIDED in {one, other}:", "if Verdict.UNDECIDED in {one, other}:"),
    ("if one is other or Verdict.UNDECIDED in {one, other}:", "if one is other or Verdict.UNDECIDED is one:"),
    ("and Verdict.NONE not in {one, other}", ""),
    ("return Verdict.SOLVABLE in {one, other} and", "return"),
    ("if not compatible(a.verdict, b.verdict):", "if False:"),
    ("a.verdict is b.verdict is Verdict.UNIQUE", "a.verdict is b.verdict"),
    ("and a.solutions != b.solutions", ""),
    ("                and a.solutions\n", ""),
    ("                and b.solutions\n", ""),
    ("for other in claims[:index]:", "for other in claims[:1]:"),
    ("(m_exhausted & (n > m))", "(m_exhausted & (n != m))"),
    ("(m_exhausted & (n > m))", "(n > m)"),
    ("(m_exhausted & (n > m)) |", ""),
    ("| (n_exhausted & (m > n))", ""),
    ("| (n_exhausted & (m > n))", "| (m > n)"),
    ("if counts_clash(m, ", "if False and (m, "),
    ("is not Termination.TIMEOUT else", "is Termination.TIMEOUT else"),
    ("        return Category.ERROR if finding", "        return Category.CORRECT if finding"),
    ("if finding.verdict is Verdict.UNDECIDED or not _shows(claim)", "if not _shows(claim)"),
    ("if finding.verdict is Verdict.UNDECIDED or not _shows(claim)", "if finding.verdict is Verdict.UNDECIDED"),
    (">= min(claim.finding.outcome.count, 2)", ">= 1"),
    (">= min(claim.finding.outcome.count, 2)", ">= min(claim.finding.outcome.count, 1)"),
    (">= min(claim.finding.outcome.count, 2)", ">= min(claim.finding.outcome.count, 3)"),
    ("if not finding.outcome.exhausted:", "if True:"),
    ("if not finding.outcome.exhausted:", "if False:"),
    ("for other in heard", "for other in ()"),
    ("other.backend != claim.backend", "True"),
    ("== (finding.outcome.exhausted, finding.outcome.count)", "!= ()"),
    ("others and undisputed", "others"),
    ("Category.CORRECT if stated or", "Category.CORRECT if"),
)  # fmt: skip
"""(original text, changed text). The first occurrence is changed, in the first file that has the text."""


def mutants(every: int) -> Figures:
    """Run the tests of the comparator on every `every`-th mutant. A mutant that passes has survived."""
    originals = {file: (ROOT / file).read_text(encoding="utf-8") for file in _FILES}
    survivors, tried = [], 0
    with tempfile.TemporaryDirectory() as name:
        package = Path(name, "sudokubench")
        shutil.copytree(ROOT / "sudokubench", package, ignore=shutil.ignore_patterns("__pycache__"))
        for file in ("pyproject.toml", "tests/conftest.py", _TESTS):
            Path(name, file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, Path(name, file))
        for before, after in MUTANTS[::every]:
            file, original = next(pair for pair in originals.items() if before in pair[1])
            Path(name, file).write_text(original.replace(before, after, 1), encoding="utf-8")
            tried += 1
            if _tests_pass(name):
                survivors.append(f"{before!r} -> {after!r}")
            Path(name, file).write_text(original, encoding="utf-8")
        healthy = _tests_pass(name)
    return {"mutants": tried, "survivors": survivors, "original_passes": healthy}


def _tests_pass(path: str) -> bool:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", _TESTS], cwd=path,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_ADDOPTS": ""},
        capture_output=True, timeout=120, check=False,
    )  # fmt: skip
    return done.returncode == 0


TRIALS = {
    "mutants": Trial(
        "Every mutant of the comparator is noticed by its tests.", mutants, {"every": 20}, {"every": 1},
        lambda f: not f["survivors"] and f["original_passes"],
    ),
}  # fmt: skip
