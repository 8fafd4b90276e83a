"""Mutants of single tokens, all over the package: how many do the tests notice?

    python -m benchmarks.mutation [--mutants 500] [--seed 1] [--jobs 1] [PATH...]

Samples so many mutants of the package in proportion to the lines of its modules (PATHs, such as `sudokubench/harness`,
take those of these files and folders only) and runs for each the tests that run its line, nearest and quickest first,
until one fails. Prints a table and the survivors; exits with 1 if fewer than 95 % were noticed. `equivalent.txt` beside
this file names the mutants that no test can notice, each with the reason.

What was found is kept in `build/mutation`: mutants that were noticed are not tried again, so that a run goes on where
another one was interrupted; delete the folder to begin anew. The first run watches every test once, which takes many
minutes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import Any

from benchmarks import ROOT
from benchmarks.mutation.coverage import Coverage, Watch
from benchmarks.mutation.testing import Choice, Copy, Running, Task, run, start
from benchmarks.mutation.tokens import Mutant, mutants_of, sample

EQUIVALENT = Path(__file__).parent / "equivalent.txt"

_KEPT = ROOT / "build" / "mutation"
_PATIENCE = ((2.0, 3), (8.0, 99))
"""CPU time of the tests for one mutant, as it was when they were watched, and how many files they may be in. Most are
noticed at the first try, which loads little.
"""
_FILE_S = 60
"""CPU time for watching one file of tests; those that it has not run by then are not used."""
_KERNEL_S = 120
"""CPU time for compiling a changed kernel."""
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
    parser.add_argument("paths", nargs="*", metavar="PATH", help="only mutants of these files and folders")
    asked = parser.parse_args(words)
    _KEPT.mkdir(parents=True, exist_ok=True)
    sources = {str(f.relative_to(ROOT)): f.read_text("utf-8") for f in ROOT.glob("sudokubench/**/*.py")}
    there = {m.name for path, text in sources.items() for m in mutants_of(path, text)}
    for name in equivalents().keys() - there:
        _say(f"no longer there, strike it from {EQUIVALENT.name}: {name}")
    mutants = [m for m in sample(sources, asked.mutants, asked.seed) if _within(m.path, asked.paths)]
    try:
        noticed = _noticed(mutants, sources, [Copy(_KEPT / f"copy{k}") for k in range(asked.jobs)])
    except KeyboardInterrupt:
        _say("interrupted; what was noticed so far is kept")
        return 130
    return _tell(mutants, noticed)


def equivalents() -> dict[str, str]:
    """The mutants that no test can notice, by name, each with the reason."""
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines if line.strip() and not line.startswith("#")]
    return {name: reason.strip() for name, reason in zip(entries[::2], entries[1::2], strict=True)}


def _noticed(mutants: Sequence[Mutant], sources: dict[str, str], copies: Sequence[Copy]) -> dict[str, str]:
    """The names of the mutants that some test noticed, each with the test, or with how its process ended."""
    coverage = Coverage(_KEPT / "coverage")
    run(copies, [_watching(file, coverage) for file in coverage.missing(m.path for m in mutants)])
    coverage.load()
    kept = _KEPT / "noticed.jsonl"
    known = map(json.loads, kept.read_text(encoding="utf-8").splitlines() if kept.exists() else ())
    noticed = {entry["name"]: entry["by"] for entry in known}
    left = [m for m in mutants if m.name not in noticed and m.name not in equivalents()]
    _say(f"{len(mutants)} mutants, {len(left)} of them to be tried")

    def notice(name: str, by: str) -> None:
        noticed[name] = by
        with kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"name": name, "by": by}) + "\n")

    for cost_s, files in _PATIENCE:
        left = [m for m in left if m.name not in noticed]
        tests = {m.name: coverage.tests_of(m, sources[m.path], cost_s, files) for m in left}
        run(copies, [_trying(m, tests[m.name], coverage, notice) for m in left])
    # A test that fails without any change, or is there no more, notices nothing.
    passed: set[str] = set()
    run(copies, _confirming(sorted({noticed[m.name] for m in mutants if m.name in noticed}), passed))
    sure = {name: by for name, by in noticed.items() if by in passed or by.startswith(_ENDED)}
    kept.write_text(
        "".join(json.dumps({"name": n, "by": by}) + "\n" for n, by in sure.items()), encoding="utf-8"
    )
    return sure


def _watching(file: str, coverage: Coverage) -> Task:
    """See which lines the tests of a file run."""

    def begin(copy: Copy) -> Running:
        return start(copy, [file], Watch(copy.folder, _FILE_S), 4 * _FILE_S)

    def end(_: Copy, code: int, found: Any) -> None:
        coverage.keep(file, found)
        _say(f"watched {file}: {len(found.get('tests', ()))} tests, ended with {code}")

    return Task(begin, end)


def _trying(
    mutant: Mutant, tests: Sequence[str], coverage: Coverage, notice: Callable[[str, str], object]
) -> Task:
    """Run tests on a mutant until one fails."""
    cost_s = sum(coverage.cost_s[test] for test in tests)
    most_s = 20 + 4 * cost_s + _KERNEL_S * mutant.is_kernel

    def begin(copy: Copy) -> Running:
        copy.change(mutant.path, mutant.source)
        return start(copy, tests, Choice(tests), most_s, ["-x"])

    def end(copy: Copy, code: int, found: Any) -> None:
        copy.restore(mutant.path)
        by = (
            (found.get("failed") or [f"{_ENDED} {code}"])[0] if code not in {0, 5} else ""
        )  # 5: no test was found
        if by:
            notice(mutant.name, by)
        _say(f"{by or 'SURVIVED'} | {mutant.name}")

    return Task(begin, end)


def _confirming(tests: Sequence[str], passed: set[str]) -> Iterator[Task]:
    """Run tests on what is unchanged, and collect those that pass."""
    for first in range(0, len(tests), 50):
        some = [test for test in tests[first : first + 50] if not test.startswith(_ENDED)]
        yield Task(
            lambda copy, some=some: start(copy, some, Choice(some), 600),
            lambda _, code, found: passed.update(found.get("passed", ())),
        )


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
