"""The action of `compare --live`: measure two backends or versions in turns until the ratio is clear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from random import Random
from time import monotonic

from sudokubench.actions import words
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.actions.report import Comparison
from sudokubench.backends import Backend, backend_list, spec_of
from sudokubench.backends.registry import reason_against
from sudokubench.errors import InputError, UsageError
from sudokubench.harness.corpus import BadEntry, Entry
from sudokubench.harness.finding import Task
from sudokubench.harness.live import LiveRound, Side, home_of, rounds
from sudokubench.processes.program import temporary_folder
from sudokubench.report.compare import BackendChange, failures, gate, live_change, together, untold
from sudokubench.words import Words, amount, untranslated

_ROUNDS = 12
"""Number of rounds among which the time is divided."""

_TIME_LIMITS_S = 1.0, 10.0
"""Bounds of the time limit of a puzzle, in seconds. Within these, the limit is the time of the comparison."""

_MOST_PUZZLES = 2000
"""Largest number of puzzles; a larger corpus is sampled."""


def live(
    a: str,
    b: str,
    entries: Iterable[Entry | BadEntry],
    backends: str = "",
    task: Task = Task.UNIQUE,
    *,
    seconds: float = 60.0,
    width: float = 0.02,
    fail_on: Sequence[str] = (),
    seed: int = 0,
    observer: Observer = SILENT,
) -> Comparison:
    """Measure B against A in turns, until the interval of the ratio is narrow enough or the time is spent.

    Args:
        a: A backend; or with `backends` a version of this package: a commit of the current repository, or a folder.
        b: The same for B.
        backends: The backends with which both versions are measured, each for `seconds`.
        seconds: Time to measure. The time to open a version for the first time is added.
        width: Largest half width of an interval that is narrow enough, as a share of the ratio.
        fail_on: Gates, as for `compared`. The gate `wrong` always holds: the sides may not contradict each other.
        seed: Seed of the order of puzzles and sides.

    Raises:
        UsageError: A text is not a backend, a version or a gate.
        InputError: There is no puzzle.
        BackendFailed: A side failed.
    """
    gates = list(dict.fromkeys(map(gate, ("wrong", *fail_on))))
    random = Random(seed)
    with temporary_folder() as scratch:
        engines = backend_list(backends) if backends else [_only(name) for name in (a, b)]
        specs = [spec_of(engine) for engine in engines]
        homes = [home_of(name, scratch) for name in (a, b)] if backends else []
        pairs = [(Side(f"{a}, {s}", s, homes[0]), Side(f"{b}, {s}", s, homes[1])) for s in specs if homes]
        pairs = pairs or [(Side(specs[0], specs[0]), Side(specs[1], specs[1]))]
        puzzles = _sample(entries, engines, random, observer)
        measured = [_measured(pair, puzzles, task, seconds, width, random, observer) for pair in pairs]
    changes = together(change for change, _ in measured)
    remarks = tuple(message for _, message in measured)
    return Comparison(changes, remarks, tuple(failures(changes, gates)), tuple(untold(changes, gates)))


def _only(name: str) -> Backend:
    """Return the backend that a side names."""
    try:
        found = backend_list(name)
    except UsageError as error:
        raise UsageError(words.VERSIONS_NEED_BACKEND.format(error=error.words)) from None
    if len(found) > 1:
        raise UsageError(words.SIDE_IS_ONE_BACKEND.format(name=name))
    return found[0]


def _sample(
    entries: Iterable[Entry | BadEntry], engines: Sequence[Backend], random: Random, observer: Observer
) -> list[str]:
    """Return puzzles that all engines can open, as text, shuffled; sample a large corpus (Vitter 1985, algorithm R)."""
    found: list[str] = []
    seen = others = 0
    for entry in entries:
        observer.heed()
        if isinstance(entry, BadEntry):
            observer.refused(entry.error)
            continue
        if any(reason_against(engine, entry.problem) for engine in engines):
            others += 1
            continue
        seen += 1
        if len(found) < _MOST_PUZZLES:
            found.append(entry.whole)
        elif (place := random.randrange(seen)) < _MOST_PUZZLES:
            found[place] = entry.whole
    if not found:
        raise InputError(words.NO_SHARED_PUZZLE)
    if others:
        observer.remark(words.SIDE_CANNOT_OPEN.format(puzzles=amount(others, words.PUZZLES)))
    random.shuffle(found)
    return found


def _measured(
    pair: tuple[Side, Side],
    puzzles: Sequence[str],
    task: Task,
    seconds: float,
    width: float,
    random: Random,
    observer: Observer,
) -> tuple[BackendChange, Words]:
    made: list[LiveRound] = []
    least_s, most_s = _TIME_LIMITS_S
    limit_s = max(least_s, min(most_s, seconds))
    with closing(rounds(pair, puzzles, task, limit_s, seconds / _ROUNDS, random)) as source:
        for one in source:
            made.append(one)
            change = live_change(pair[1].backend, made)
            searches, spent = sum(each.searches for each in made), monotonic() - made[0].begun
            most = round(searches * max(1.0, seconds / spent))
            observer.progress(searches, most, by=pair[1].name, unit=words.QUESTIONS)
            narrow = change.ratio.high <= (1 + width) * change.ratio.value
            if narrow or spent + spent / len(made) > seconds:
                break
    return change, words.MEASURED.format(
        a=pair[0].name, b=pair[1].name, puzzles=amount(change.puzzles, words.PUZZLES),
        rounds=amount(len(made), words.ROUNDS),
        spent=spent, enough=untranslated("") if narrow else words.STILL_WIDE.format(width=100 * width),
    )  # fmt: skip
