"""Count how many mutants of single tokens the tests notice.

    python -m benchmarks.mutation [--mutants 500] [--seed 1] [--jobs 1] [--patience 12] [--tests TEST]... [PATH...]

The program samples mutants of the package in proportion to the lines of its modules. PATHs, such as
`sudokubench/harness`, restrict it to these files and folders. For each mutant it runs the tests of the nearest files,
quick tests first, until a test fails. It prints a table and the survivors, and exits with 1 if fewer than 95 % were
noticed. `equivalent.txt` beside this file names the mutants that no test can notice, each with the reason.

The program keeps the result of each mutant in `build/mutation`, so that a new run continues an interrupted run. It does
not try noticed mutants again, nor survivors with the same tests. With more `--patience`, tests farther away run, too.
Delete the folder to start again. All times are CPU times. A mutant whose tests do not end counts as noticed only if
they end without the mutant.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from random import Random

from benchmarks import ROOT
from benchmarks.mutation.nearest import nearest
from benchmarks.mutation.testing import Copy, run
from benchmarks.mutation.tokens import KERNELS, Mutant, mutants_of, sample

EQUIVALENT = Path(__file__).parent / "equivalent.txt"

_KEPT = ROOT / "build" / "mutation"
_TRIED = _KEPT / "tried.jsonl"
_TIMES = _KEPT / "times.json"
_QUICK = 3.0, 3
"""Limits of the first tests for one mutant: CPU time in seconds, and number of files. The chosen tests should need two
thirds of the time. They notice most mutants.
"""
_GIVEN_S = 90.0
"""CPU time of the first tests if the user gives the tests, in seconds."""
_LONGER = 3
"""Multiple of a test's CPU time without the change, after which the test counts as endless."""
_TRIES = 2
_KERNEL_S = 120.0
"""CPU time for compiling a changed kernel, in seconds."""
_COMPILING = (
    "tests/kernels/test_*.py",
    "tests/logic/test_forcing.py",
    "tests/test_batches.py",
    "tests/test_solving.py",
)
"""Tests that compile all kernels."""
_LONG_S = 900.0
"""CPU time for compiling all kernels, in seconds."""
_WANTED = 0.95


def main(words: Sequence[str]) -> int:
    """Run the requested mutants; return the exit code."""
    parser = argparse.ArgumentParser(
        "python -m benchmarks.mutation", None, __doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mutants", type=int, default=500, help="how many over the whole package (500)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes at a time (1)")
    only = "try only these tests, or those of these files"
    more = (
        "CPU seconds for the tests of a mutant, and five times as many files; survivors are tried again (12)"
    )
    parser.add_argument("--patience", type=float, default=12.0, metavar="S", help=more)
    parser.add_argument("--tests", action="append", default=[], metavar="TEST", help=only)
    parser.add_argument("paths", nargs="*", metavar="PATH", help="only mutants of these files and folders")
    asked = parser.parse_args(words)
    _KEPT.mkdir(parents=True, exist_ok=True)
    sources = {str(f.relative_to(ROOT)): f.read_text("utf-8") for f in ROOT.glob("sudokubench/**/*.py")}
    there = {m.name for path, text in sources.items() for m in mutants_of(path, text)}
    for name in equivalents().keys() - there:
        _say(f"no longer there, strike it from {EQUIVALENT.name}: {name}")
    mutants = [m for m in sample(sources, asked.mutants, asked.seed) if _within(m.path, asked.paths)]
    noticed = _noticed()
    left = [m for m in mutants if m.name not in noticed and m.name not in equivalents()]
    Random(asked.seed).shuffle(left)  # so that the part done by an interrupted run is a sample, too
    _say(f"{len(mutants)} mutants, {len(left)} of them to be tried")
    try:
        parts = [
            multiprocessing.get_context("fork").Process(
                target=_try_all,
                args=(
                    left[k :: asked.jobs],
                    f"copy{k}{'by hand' * bool(asked.tests)}",
                    asked.tests,
                    asked.patience,
                ),
            )
            for k in range(asked.jobs)
        ]
        for part in parts:
            part.start()
        for part in parts:
            part.join()
    except KeyboardInterrupt:
        _say("interrupted; what was noticed so far is kept")
        return 130
    if any(part.exitcode for part in parts):
        return 70
    return _tell(mutants, _noticed())


def equivalents() -> dict[str, str]:
    """Return the mutants that no test can notice, by name, each with the reason."""
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines if line.strip() and not line.startswith("#")]
    return {name: reason.strip() for name, reason in zip(entries[::2], entries[1::2], strict=True)}


def _tried() -> list[dict[str, str]]:
    """Return the results of earlier and parallel runs.

    A result has the name of the mutant, the test that noticed it or "", and the digest of the trial.
    """
    return [*map(json.loads, _TRIED.read_text(encoding="utf-8").splitlines())] if _TRIED.exists() else []


def _times() -> dict[str, float]:
    """Return the recorded CPU times of tests; empty while another process writes them."""
    try:
        return dict(json.loads(_TIMES.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def _noticed() -> dict[str, str]:
    return {entry["name"]: entry["by"] for entry in _tried() if entry["by"]}


def _try_all(mutants: Sequence[Mutant], folder: str, given: Sequence[str], patience: float) -> None:
    """Try mutants one after the other, in a copy of the repository, and record the results."""
    stages = [(_GIVEN_S, 99)] if given else [_QUICK, (patience, round(5 * patience))]
    try:
        copy = Copy(_KEPT / folder)
        known = _times()
        kernels = [str(file.relative_to(ROOT)) for pattern in _COMPILING for file in ROOT.glob(pattern)]
        if kernels and not given and not known.keys() & kernels:
            _say("compiling")  # otherwise the time of the first test would include compiling
            run(copy, kernels, _LONG_S, options=["--maxfail=99"])
            known |= dict.fromkeys(kernels, 0)
        survived = {(entry["name"], entry["trial"]) for entry in _tried() if not entry["by"]}
        for mutant in mutants:
            tests = given or nearest(ROOT, mutant.path, mutant.function)[: stages[-1][1]]
            trial = _trial(mutant, tests)
            if (mutant.name, trial) in survived:
                continue
            by, cpu_s, done = "", 0.0, set[str]()
            for most_s, files in stages:
                by, used_s = _try(copy, mutant, tests[:files], most_s, known, done)
                cpu_s += used_s
                if by:
                    break
            with _TRIED.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"name": mutant.name, "by": by, "trial": trial}) + "\n")
            known |= {**_times(), **known}
            _TIMES.write_text(json.dumps(known))
            _say(f"{cpu_s:4.1f} s, {by or 'SURVIVED'} | {mutant.name}")
    except KeyboardInterrupt:
        sys.exit(130)


def _try(
    copy: Copy, mutant: Mutant, tests: Sequence[str], most_s: float, known: dict[str, float], done: set[str]
) -> tuple[str, float]:
    """Return the test that noticed a mutant, or "", and the used CPU time.

    The function adds the times of tests to `known`. It adds the tests that have passed to `done` and does not run them
    again.
    """
    cpu_s, left_s = 0.0, most_s + _KERNEL_S * mutant.path.startswith(KERNELS)
    while True:
        with copy.changed(mutant.path, mutant.source):
            ran = run(copy, tests, left_s, known=known | dict.fromkeys(done, 1e9), word=mutant.function)
        cpu_s += ran.cpu_s
        known |= ran.passed
        done |= ran.passed.keys()
        if ran.failed and ran.failed not in known:  # perhaps the test fails without the change, too
            same = run(copy, [ran.failed], _GIVEN_S)
            cpu_s += same.cpu_s
            known |= same.passed
            if ran.failed not in known:
                done.add(ran.failed)
                continue
        if ran.failed or ran.ended:
            return ran.failed, cpu_s
        if not ran.running and not ran.cut:
            same = run(copy, tests, _LONG_S, options=["--collect-only"])
            return ("cannot be loaded" if same.ended else ""), cpu_s + same.cpu_s
        if ran.running:  # does the test end without the change, or is it only slow?
            same = run(copy, [ran.running], most_s + _LONGER * ran.running_s)
            cpu_s += same.cpu_s
            known[ran.running] = same.passed.get(ran.running, most_s)
            ends = same.ended and not same.failed
            if ends and (not ran.cut or ran.running_s > 1 + _LONGER * known[ran.running]):
                return f"did not end: {ran.running}", cpu_s
        if cpu_s > _TRIES * most_s or not ran.cut:
            return "", cpu_s
        left_s += most_s * (not ran.running)


def _trial(mutant: Mutant, tests: Sequence[str]) -> str:
    """Return a digest of a trial: the file of the mutant, the tests, and the texts of tests and of shared files."""
    shared = [f for f in ROOT.glob("tests/**/*.py") if not f.name.startswith("test_")]
    files = dict.fromkeys(ROOT / test.partition("::")[0] for test in tests)
    texts = [file.read_text(encoding="utf-8") for file in (*sorted(shared), *files)]
    return hashlib.sha256("\n".join([mutant.source, *tests, *texts]).encode()).hexdigest()[:16]


def _tell(mutants: Sequence[Mutant], noticed: Mapping[str, str]) -> int:
    """Print the results; return the exit code."""
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
