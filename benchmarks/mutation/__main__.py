"""Mutants of single tokens, all over the package: how many do the tests notice?

    python -m benchmarks.mutation [--mutants 500] [--seed 1] [--jobs 1] [--tests TEST]... [PATH...]

Samples so many mutants of the package in proportion to the lines of its modules (PATHs, such as `sudokubench/harness`,
take those of these files and folders only) and runs for each the tests that run its line, nearest and quickest first,
until one fails. Prints a table and the survivors; exits with 1 if fewer than 95 % were noticed. `equivalent.txt` beside
this file names the mutants that no test can notice, each with the reason.

What was found is kept in `build/mutation`, mutant by mutant, so that a run goes on where another one was interrupted:
what was noticed is not tried again, nor what survived the same tests. Delete the folder to begin anew. The first run
watches every test once, which takes many minutes. Time is CPU time throughout, and a mutant whose tests do not end is
noticed only if they do without it: a busy machine notices nothing.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path, PurePath
from typing import Any

from benchmarks import ROOT
from benchmarks.mutation.coverage import Coverage, Watch
from benchmarks.mutation.testing import Choice, Copy, Running, Task, run, start
from benchmarks.mutation.tokens import Mutant, mutants_of, sample

EQUIVALENT = Path(__file__).parent / "equivalent.txt"

_KEPT = ROOT / "build" / "mutation"
_TRIED = _KEPT / "tried.jsonl"
_PATIENCE = ((2.0, 3), (12.0, 99))
"""CPU time of the tests for one mutant, as it was when they were watched, and how many files they may be in. Most are
noticed at the first try, which loads little.
"""
_GIVEN_S = 30.0
"""The same, if tests are given."""
_FILE_S = 30
"""CPU time for watching one file of tests; those that it has not run by then are not used."""
_KERNEL_S = 120
"""CPU time for compiling a changed kernel."""
_COMPILE_S = 900
"""CPU time for compiling all kernels."""
_WANTED = 0.95
_ENDED = "ended with"


def main(words: Sequence[str]) -> int:
    """Run what is asked for; returns the exit code."""
    parser = argparse.ArgumentParser(
        "python -m benchmarks.mutation", None, __doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mutants", type=int, default=500, help="how many over the whole package (500)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes at a time (1)")
    parser.add_argument(
        "--tests",
        action="append",
        default=[],
        metavar="TEST",
        help="try only these tests, or those of these files",
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help="only mutants of these files and folders")
    asked = parser.parse_args(words)
    _KEPT.mkdir(parents=True, exist_ok=True)
    sources = {str(f.relative_to(ROOT)): f.read_text("utf-8") for f in ROOT.glob("sudokubench/**/*.py")}
    there = {m.name for path, text in sources.items() for m in mutants_of(path, text)}
    for name in equivalents().keys() - there:
        _say(f"no longer there, strike it from {EQUIVALENT.name}: {name}")
    mutants = [m for m in sample(sources, asked.mutants, asked.seed) if _within(m.path, asked.paths)]
    try:
        # What is tried by hand has a copy of its own, so that it can be done beside a long run.
        copies = [Copy(_KEPT / f"copy{k}{'by hand' * bool(asked.tests)}") for k in range(asked.jobs)]
        noticed = _noticed(mutants, sources, copies, asked.tests)
    except KeyboardInterrupt:
        _say("interrupted; what was noticed so far is kept")
        return 130
    return _tell(mutants, noticed)


def equivalents() -> dict[str, str]:
    """The mutants that no test can notice, by name, each with the reason."""
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines if line.strip() and not line.startswith("#")]
    return {name: reason.strip() for name, reason in zip(entries[::2], entries[1::2], strict=True)}


def _noticed(
    mutants: Sequence[Mutant], sources: dict[str, str], copies: Sequence[Copy], given: Sequence[str]
) -> dict[str, str]:
    """The names of the mutants that some test noticed, each with the test, or with how its process ended.

    Tries the given tests, or if there are none those that run the line of a mutant.
    """
    coverage = Coverage(_KEPT / "coverage")
    if not given:
        missing = coverage.missing(m.path for m in mutants)
        kernels = [file for file in missing if file.startswith("tests/kernels/")]
        if kernels:  # what is compiled while it is watched takes the time of the tests
            run(copies, [_running(kernels, _COMPILE_S, lambda code, found: None) for _ in copies])
        run(copies, [_watching(file, coverage) for file in dict.fromkeys(kernels + missing)])
        coverage.load()
    noticed = _noticed_before()
    left = [m for m in mutants if m.name not in noticed and m.name not in equivalents()]
    _say(f"{len(mutants)} mutants, {len(left)} of them to be tried")
    for cost_s, files in [(_GIVEN_S, 0)] if given else _PATIENCE:
        survived = {(entry["name"], entry["trial"]) for entry in _tried() if not entry["by"]}
        tasks = []
        for mutant in left:
            tests = given or coverage.tests_of(mutant, sources[mutant.path], cost_s, files)
            trial = _trial(mutant, tests)
            if (mutant.name, trial) not in survived:
                tasks.append(_trying(mutant, tests, cost_s, trial))
        run(copies, tasks)
        noticed = _noticed_before()
        left = [m for m in left if m.name not in noticed]
    # A test that fails without any change, or is there no more, notices nothing.
    passed: set[str] = set()
    names = {m.name for m in mutants} & noticed.keys()
    tests = sorted({noticed[n] for n in names if not noticed[n].startswith(_ENDED)})
    for first in range(0, len(tests), 50):
        some = tests[first : first + 50]
        run(copies, [_running(some, 600, lambda code, found: passed.update(found.get("passed", ())))])
    wrong = {n for n in names if noticed[n] not in passed and not noticed[n].startswith(_ENDED)}
    kept = [json.dumps(entry) + "\n" for entry in _tried() if entry["name"] not in wrong]
    _TRIED.write_text("".join(kept), encoding="utf-8")
    return _noticed_before()


def _tried() -> list[dict[str, str]]:
    """What earlier runs, and another one beside this, have found."""
    return [*map(json.loads, _TRIED.read_text(encoding="utf-8").splitlines())] if _TRIED.exists() else []


def _noticed_before() -> dict[str, str]:
    return {entry["name"]: entry["by"] for entry in _tried() if entry["by"]}


def _trial(mutant: Mutant, tests: Sequence[str]) -> str:
    """What a mutant may have survived: its file, the tests, their texts and those of what they share."""
    shared = [f for f in ROOT.glob("tests/**/*.py") if not f.name.startswith("test_")]
    files = dict.fromkeys(ROOT / test.partition("::")[0] for test in tests)
    texts = [file.read_text(encoding="utf-8") for file in (*sorted(shared), *files)]
    return hashlib.sha256("\n".join([mutant.source, *tests, *texts]).encode()).hexdigest()[:16]


def _watching(file: str, coverage: Coverage) -> Task:
    """See which lines the tests of a file run."""

    def begin(copy: Copy) -> Running:
        return start(copy, [file], Watch(copy.folder, _FILE_S), 4 * _FILE_S, ["--assert=plain"])

    def end(_: Copy, code: int, found: Any) -> None:
        coverage.keep(file, found)
        _say(f"watched {file}: {len(found.get('tests', ()))} tests, ended with {code}")

    return Task(begin, end)


def _running(tests: Sequence[str], most_s: float, end: Callable[[int, Any], None]) -> Task:
    """Run tests on what is unchanged."""
    return Task(lambda copy: start(copy, tests, Choice(tests), most_s), lambda _, *ended: end(*ended))


def _trying(mutant: Mutant, tests: Sequence[str], cost_s: float, trial: str) -> Task:
    """Run tests on a mutant until one fails."""
    most_s = 20 + 4 * cost_s + _KERNEL_S * mutant.is_kernel

    def keep(by: str) -> None:
        with _TRIED.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"name": mutant.name, "by": by, "trial": trial}) + "\n")
        _say(f"{by or 'SURVIVED'} | {mutant.name}")

    def begin(copy: Copy) -> Running:
        copy.change(mutant.path, mutant.source)
        return start(copy, tests, Choice(tests), most_s, ["-x"])

    def end(copy: Copy, code: int, found: Any) -> Task | None:
        copy.restore(mutant.path)
        if failed := found.get("failed"):
            keep(failed[0])
        elif _passed(code, found):
            keep("")
        else:  # they did not end: do they without the change?
            by = f"{_ENDED} {code}"
            return _running(tests, most_s, lambda *same: keep(by if _passed(*same) else ""))
        return None

    return Task(begin, end)


def _passed(code: int, found: Any) -> bool:
    """Whether pytest came to its end (5: it found no test); who calls `os._exit(0)` in a test has no result."""
    return code in {0, 5} and "passed" in found


def _tell(mutants: Sequence[Mutant], noticed: dict[str, str]) -> int:
    """Print what came out; returns the exit code."""
    spared = equivalents()
    survivors = [m for m in mutants if m.name not in noticed and m.name not in spared]
    print("| folder | mutants | noticed | equivalent | survived |\n|---|--:|--:|--:|--:|")
    for folder in [*sorted({_folder(m) for m in mutants}), "all"]:
        total, same, alive = (
            sum(folder in {_folder(m), "all"} for m in some)
            for some in (mutants, [m for m in mutants if m.name in spared], survivors)
        )
        print(f"| {folder} | {total} | {total - same - alive} | {same} | {alive} |")
    for mutant in survivors:
        print(f"line {mutant.line} of {mutant.name}")
    real = len(mutants) - sum(m.name in spared for m in mutants)
    return int(len(survivors) > (1 - _WANTED) * real)


def _folder(mutant: Mutant) -> str:
    return str(PurePath(mutant.path).parent)


def _within(path: str, wanted: Sequence[str]) -> bool:
    return not wanted or any(PurePath(path).is_relative_to(folder) for folder in wanted)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
