"""Try engines that misbehave: each fault is named, other engines are not disturbed, and the run continues."""

from __future__ import annotations

import json
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint
from itertools import islice
from pathlib import Path
from unittest.mock import patch

import numpy as np

import sudokubench
from benchmarks.trials import Figures, Trial
from benchmarks.trials.answers import judged
from benchmarks.trials.commands import command, in_an_empty_folder
from benchmarks.trials.misbehaving import DEEDS, MEDDLES, Misbehaving, kinds
from benchmarks.trials.processes import marked, orphans
from sudokubench.answer import Verdict
from sudokubench.backends import Backend, backend, registry
from sudokubench.board import Board
from sudokubench.errors import SudokubenchError
from sudokubench.harness.corpus import entry_of
from sudokubench.harness.crosscheck import Category
from sudokubench.harness.executors import Local
from sudokubench.harness.inline import Executor, Inline
from sudokubench.harness.limits import Limits
from sudokubench.harness.runner import CorpusRound, Judged
from sudokubench.processes.interruption import note, presses

_BOARDS = ("1...3..2...3..2.", "1234341221434..1")
"""Two boards with one solution, so that engines that take batches get a batch."""


def engines(every: int, limit_s: float) -> Figures:
    """Ask an honest and a misbehaving engine about boards, inline and in a worker, for each kind of misbehaviour.

    Args:
        every: Only every `every`-th kind is tried.
        limit_s: Seconds for a puzzle.
    """
    honest = backend("algorithm_x")
    tried: Counter[str] = Counter()
    unnamed: list[str] = []
    disturbed: list[str] = []
    with marked() as mark:
        for where in ("inline", "isolated"):
            for kind, words in islice(kinds(where == "isolated"), 0, None, every):
                tried[where] += 1
                spoiled = Misbehaving(kind)
                try:
                    events = _asked([spoiled, honest], _executor(where, limit_s))
                except BaseException as error:  # an exception that arrives here would also end a run
                    disturbed.append(f"{where} {kind}: {type(error).__name__}: {error}"[:300])
                    continue
                for event in events:
                    mine, others = event.claims
                    if others.finding.verdict is not Verdict.UNIQUE or 1 in event.judgement.faults:
                        disturbed.append(
                            f"{where} {kind}: {others.finding.message or event.judgement.faults}"
                        )
                    said = mine.finding.message or event.judgement.faults.get(0, "")
                    bad = event.judgement.categories[0] in {Category.ERROR, Category.WRONG}
                    slept = kind == "lie_1_ns" and mine.finding.outcome.times.solve_ns < 10_000_000
                    timed_out = words == "more than" and words in said
                    if words not in said or slept or not (bad or timed_out or kind in DEEDS or not words):
                        unnamed.append(f"{where} {kind}: {said!r:.200}")
        left = orphans(mark)
    return {
        "tried": dict(tried), "kinds": len(list(kinds(True))), "unnamed": unnamed, "disturbed": disturbed,
        "orphans": left,
    }  # fmt: skip


def _executor(where: str, limit_s: float) -> Executor:
    limits = Limits(wall_s=limit_s)
    return Inline(limits) if where == "inline" else Local(limits, alone=False)


def _asked(backends: Sequence[Backend], executor: Executor) -> list[Judged]:
    import signal

    entries = [entry_of(Board.parse(text), "trial", i) for i, text in enumerate(_BOARDS)]
    before = signal.signal(signal.SIGINT, note)  # as a command does: other interrupts come from an engine
    presses.clear()
    try:
        with executor:
            return list(judged(CorpusRound(backends, executor, limit=2).events(entries)))
    finally:
        signal.signal(signal.SIGINT, before)


_U = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_T = "5...7.9.26....5...1..34...7...7.1.23.26.....1..39..8569....7.8.....1....3.5..6..9"
_KNOWN = {_U: 1, _T: 2, "55" + "." * 79: 0}
"""Boards of 9x9 with the number of their solutions."""
_LINES = [line for line in _KNOWN for _ in range(16)]
_VERDICTS = {0: "none", 1: "unique", 2: "multiple"}


def _is_solution(line: str, grid: str) -> bool:
    """Return whether a grid keeps the clues of a line and has nine digits in each house.

    The function uses no code of the package.
    """
    cells = range(81)
    houses = [[c for c in cells if key(c) == n] for key in _HOUSES for n in range(9)]
    return (
        len(grid) == 81
        and all({grid[c] for c in house} == set("123456789") for house in houses)
        and all(clue in {".", digit} for clue, digit in zip(line, grid, strict=True))
    )


_HOUSES: Sequence[Callable[[int], int]] = (
    lambda c: c // 9, lambda c: c % 9, lambda c: c // 27 * 3 + c % 9 // 3,
)  # fmt: skip


@dataclass(slots=True)
class _Tally:
    """All answers of a plug-in, from calls and commands."""

    answers: int = 0
    refused: int = 0
    too_few: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def note(self, kind: str, door: str, line: str, count: int, grids: Sequence[str]) -> None:
        """Record an answer: the number of solutions, and the solutions."""
        self.answers += 1
        true = all(_is_solution(line, grid) for grid in grids) and len(set(grids)) == len(grids)
        if not true or count > _KNOWN[line]:
            self.wrong.append(f"{kind} {door}: {count} solutions, {grids} of {line}"[:300])
        elif count < _KNOWN[line]:
            self.too_few[kind] += 1


def _library(kind: str, name: str, tally: _Tally) -> None:
    """Ask a plug-in by every call of the library."""
    for line, known in _KNOWN.items():
        calls: dict[str, Callable[[], tuple[int, list[str]]]] = {
            "solve": lambda line=line: _counted(sudokubench.solve(line, backend=name)),
            "solutions": lambda line=line: _counted(sudokubench.solutions(line, backend=name)),
            "count": lambda line=line: (sudokubench.count(line, backend=name), []),
            "is_unique": lambda line=line, known=known: (
                1 if sudokubench.is_unique(line, backend=name) else known * (known != 1), []
            ),
        }  # fmt: skip
        for door, call in calls.items():
            try:
                tally.note(kind, door, line, *call())
            except SudokubenchError:
                tally.refused += 1
            except BaseException as error:
                tally.wrong.append(f"{kind} {door}: {type(error).__name__}: {error}"[:300])
        found = sudokubench.check(line, backend=[name, "dlx"])
        if found.backends["dlx"].value != _VERDICTS[known]:
            tally.wrong.append(f"{kind} check: dlx says {found.backends['dlx'].value}")
        _judged(kind, "check", line, found.verdict.value, tally)
    given = np.array([[int(sign) for sign in line.replace(".", "0")] for line in _LINES], np.uint8)
    for limit, threads in ((2, 1), (2, 2), (3, 1)):
        boards = given.copy()
        try:
            many = sudokubench.solve_many(boards, limit, name, threads)
            for line, one, grid in zip(_LINES, many, many.lines(), strict=True):
                tally.note(kind, f"solve_many {limit}", line, one.count, [grid] if one.count else [])
        except SudokubenchError:
            tally.refused += 1
        except BaseException as error:
            tally.wrong.append(f"{kind} solve_many {limit}: {type(error).__name__}: {error}"[:300])
        if not (boards == given).all():
            tally.wrong.append(f"{kind} solve_many {limit}: the caller's array is changed")


def _counted(boards: Iterable[Board]) -> tuple[int, list[str]]:
    grids = [str(board) for board in boards]
    return len(grids), grids


def _judged(kind: str, door: str, line: str, verdict: str, tally: _Tally) -> None:
    """Record the verdict of a cross-check with an honest engine. It must be true or undecided."""
    tally.answers += 1
    if verdict not in {_VERDICTS[_KNOWN[line]], "undecided"}:
        tally.wrong.append(f"{kind} {door}: {verdict} of {line}")


def _commands(kind: str, name: str, tally: _Tally) -> None:
    """Ask a plug-in by commands, in this process and in a process of its own."""
    Path("corpus.txt").write_text("\n".join(_LINES) + "\n")
    Path("few.txt").write_text("\n".join(_KNOWN) + "\n")
    for words in (
        ["check", "corpus.txt", "--isolation", "inline"], ["check", "corpus.txt"],
        ["run", "few.txt", "--isolation", "inline"], ["run", "few.txt", "--task", "count"],
        ["run", "corpus.txt", "--isolation", "inline"],
    ):  # fmt: skip
        code, out, err = command([*words, "--json", "--backend", f"{name},sliced,dlx"], b"")
        door = " ".join(words)
        if code not in {0, 3, 5, 6} or "Traceback" in err:
            tally.wrong.append(f"{kind} {door}: exit code {code}, {err[-200:]}")
            continue
        for record in map(json.loads, out.splitlines()):
            if record["schema"] == "sudokubench.check/2":
                _judged(kind, door, record["puzzle"], record["verdict"], tally)
                said = {n: v for n, v in record["backends"].items() if n != name}
            elif record["schema"] == "sudokubench.record/2" and record["backend"] != name:
                said = {record["backend"]: record["verdict"]}
                if record["category"] == "wrong":
                    tally.wrong.append(f"{kind} {door}: {record['backend']} is blamed")
            else:
                continue
            if {*said.values()} - {_VERDICTS[_KNOWN[record["puzzle"]]]}:
                tally.wrong.append(f"{kind} {door}: {said} of {record['puzzle']}")
    for line in _KNOWN:
        code, out, err = command(["solve", line, "--limit", "3", "--json", "--backend", name], b"")
        answer = json.loads(out)
        if code not in {0, 6} or "Traceback" in err:
            tally.wrong.append(f"{kind} solve: exit code {code}, {err[-200:]}")
        elif answer["verdict"] != "undecided":
            tally.note(kind, "the command solve", line, answer["count"], answer["solutions"])


def meddling(every: int) -> Figures:
    """Ask plug-ins that change their input or their earlier answers, by every call and command.

    Args:
        every: Only every `every`-th kind is tried.
    """
    tally, spoiled = _Tally(), list[str]()
    entries = {
        **registry._entry_points(),
        "bad": EntryPoint("bad", f"{Misbehaving.__module__}:Misbehaving", registry.GROUP),
    }
    kinds = list(MEDDLES)[::every]
    before = _surroundings()
    with in_an_empty_folder(), patch.object(registry, "_entry_points", lambda: entries):
        registry.spec_of.cache_clear()
        here = Path.cwd()
        for kind in kinds:
            name = f"bad:kind_of_fault={kind}"
            with redirect_stdout(sys.stderr):
                _library(kind, name, tally)
            _commands(kind, name, tally)
            honest = {line: sudokubench.count(line) for line in _KNOWN}
            batch = sudokubench.solve_many(_LINES, backend="sliced").counts.tolist()
            if honest != _KNOWN or batch != [_KNOWN[line] for line in _LINES]:
                spoiled.append(f"{kind}: afterwards dlx says {honest}")
            if Path.cwd() != here or _surroundings() != before:
                spoiled.append(f"{kind}: the process is changed")
    registry.spec_of.cache_clear()
    return {
        "kinds": len(kinds), "answers": tally.answers, "refused": tally.refused, "wrong": len(tally.wrong),
        "kinds_with_wrong": len({said.partition(" ")[0] for said in tally.wrong}), "examples": tally.wrong[:8],
        "spoiled": spoiled, "too_few_claimed": dict(tally.too_few),
    }  # fmt: skip


def _surroundings() -> tuple[object, ...]:
    return sys.stdin, sys.stdout, sys.stderr, signal.getsignal(signal.SIGINT)


TRIALS = {
    "meddling": Trial(
        "What a plug-in does to what it is given makes no answer wrong: its own is true or refused, others stay true.",
        meddling, {"every": 19}, {"every": 1},
        lambda f: not f["wrong"] and not f["spoiled"],
    ),
    "engines": Trial(
        "Whatever an engine does is named, disturbs no other engine and leaves nothing behind.",
        engines, {"every": 6, "limit_s": 10.0}, {"every": 1, "limit_s": 2.0},
        lambda f: not f["unnamed"] and not f["disturbed"] and not f["orphans"],
    ),
}  # fmt: skip
