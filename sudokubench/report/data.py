"""Data of a report: the records of runs as columns, and as matrices of puzzles and backends.

A record is a row of parallel arrays; enumerations are small integers that index the tuple of their names. Several
runs are pooled: a puzzle is known by its id, and a further record of the same backend is a further repeat.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from sys import intern
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudokubench.answer import Verdict, compatible
from sudokubench.board import Board
from sudokubench.core_words import NAMED
from sudokubench.errors import InputError, SudokubenchError
from sudokubench.harness.crosscheck import Category, Strength, solves, strength_of
from sudokubench.harness.disagreement import Disagreement
from sudokubench.harness.finding import Termination
from sudokubench.harness.par2 import par2
from sudokubench.problem import id_by_name
from sudokubench.report import error_words
from sudokubench.report.compact import CompactColumns
from sudokubench.report.statistics import Bools, Floats, Ints
from sudokubench.words import Words, listed

VERDICTS = tuple(v.value for v in Verdict)
CATEGORIES = tuple(c.value for c in Category)
TERMINATIONS = tuple(t.value for t in Termination)
STRENGTHS = tuple(s.value for s in Strength)

_NAMES = {"verdict": VERDICTS, "category": CATEGORIES, "termination": TERMINATIONS, "strength": STRENGTHS}
CODES: Mapping[str, Mapping[str, int]] = {
    column: {name: code for code, name in enumerate(names)} for column, names in _NAMES.items()
}
"""The small integers that stand for names in columns."""
INCOMPATIBLE = np.array([[not compatible(one, other) for other in Verdict] for one in Verdict])
"""Bool (verdicts, verdicts): whether two verdicts, as numbers, cannot both be true of one puzzle."""

TIMES = ("encode_ns", "solve_ns", "decode_ns")
"""The columns with the wall-clock times of the phases."""

_ORDINARY = re.compile("[1-9.]{81}")
"""Boards whose size and clues need no parser: a run may have a million of them."""

_AT_A_TIME = 1 << 16
"""Number of puzzles whose repeats are joined at a time."""

_SPARSE = 8
"""Largest size of an array (repeats, backends, puzzles), as a multiple of the number of records and cells. A larger
size means that the numbers of rounds are damaged."""

_SOLVES = np.array([[[solves(v, c, t) for t in Termination] for c in Category] for v in Verdict])
"""`crosscheck.solves` as a table for columns, indexed by verdict, category and termination."""

_CASES = product(Verdict, (False, True), (False, True), (False, True))
_STRENGTHS = np.array([CODES["strength"][strength_of(*case).value] for case in _CASES]).reshape(-1, 2, 2, 2)
"""`crosscheck.strength_of` as a table for columns, indexed as its arguments are."""


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """The time limits of a puzzle in seconds, wall-clock and CPU time; None without a limit."""

    wall_s: float | None
    cpu_s: float | None

    @property
    def least_s(self) -> float | None:
        """The smaller of the limits, in seconds; None without a limit."""
        return min(filter(None, (self.wall_s, self.cpu_s)), default=None)

    def described(self) -> Words:
        """Return the limits in words."""
        limits = ((error_words.WALL_LIMIT, self.wall_s), (error_words.CPU_LIMIT, self.cpu_s))
        return listed((text.format(limit=limit) for text, limit in limits if limit), error_words.AND)


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run: id, UTC times as ISO 8601 (`finished` is None if it was interrupted), manifest, number of records.

    A manifest that is not `legible` is empty.
    """

    run: str
    started: str
    finished: str | None
    manifest: Mapping[str, Any]
    records: int = 0
    legible: bool = True

    def part(self, key: str) -> Mapping[str, Any]:
        """Return a part of the manifest; empty if it is missing or damaged."""
        found = self.manifest.get(key)
        return found if isinstance(found, dict) else {}

    def of_plan(self, key: str, default: Any = None) -> Any:
        """Return a field of the plan, or the default if the manifest does not have it."""
        return self.part("plan").get(key, default)

    @property
    def corpus(self) -> tuple[str, ...]:
        """Names of the corpora."""
        return self._names("corpora")

    @property
    def backends(self) -> tuple[str, ...]:
        """Full names of the backends of the plan."""
        return self._names("backends")

    def _names(self, key: str) -> tuple[str, ...]:
        names = self.of_plan(key)
        return tuple(map(str, names)) if isinstance(names, list | tuple) else ()

    def of_execution(self, key: str) -> Any:
        """Return a field of the manifest about the execution of the run; None if the manifest does not have it."""
        return self.part("execution").get(key)

    @property
    def limits(self) -> TimeLimits:
        """The time limits of a puzzle, as far as the manifest has them."""
        found = self.of_execution("limits")
        limits = found if isinstance(found, dict) else {}
        return TimeLimits(*(number(limits.get(name)) or None for name in ("wall_s", "cpu_s")))

    @property
    def renews(self) -> bool:
        """Whether each round had new worker processes; older versions kept them for all rounds."""
        return bool(self.of_execution("processes") == "round")

    @property
    def cores(self) -> float | None:
        """Number of processors that an engine could use; None if it is unknown, as for a cluster."""
        dask = self.of_execution("executor") == "dask"
        return None if dask else number(self.manifest.get("cores")) or None

    @property
    def is_race(self) -> bool:
        """Whether the page of `serve` started the run as a race; `last` and the history leave races out."""
        return self.manifest.get("race") is True

    def as_dict(self) -> dict[str, object]:
        """Return the run as plain data for JSON, without its manifest."""
        return {
            "schema": "sudokubench.run/1",
            "run": self.run,
            "started": self.started,
            "corpus": list(self.corpus),
            "backends": list(self.backends),
            "records": self.records,
            "finished": self.finished,
            "race": self.is_race,
        }


LARGE = 1 << 62
"""The smallest number of solutions that does not fit into the column `count`."""


def all_exact(counts: Ints, large: Sequence[int]) -> NDArray[Any]:
    """Return the numbers of solutions that values of the column `count` stand for; see `Data.large`.

    If there are large numbers, the array holds Python's integers.
    """
    exact = [count if count < LARGE else large[count - LARGE] for count in counts.tolist()] if large else []
    return np.array(exact, object) if large else counts


@dataclass(frozen=True)
class Data:
    """The records of one or several runs.

    Attributes:
        backends: Full names; `backend` is an index into them.
        kinds: The kind of each backend's engine, from the records; empty if they do not have it.
        ids: Each puzzle's id.
        texts: Each puzzle's text, such as `9x9-diagonal:LINE`, one-line JSON, or the name of a problem.
        places: Each puzzle's `SOURCE:LINE`.
        verdicts: The credible verdict on each puzzle, an index of `VERDICTS`.
        strengths: The evidence for that verdict, an index of `STRENGTHS`; -1 if the run does not state it, or if
            several runs have the puzzle.
        disagreements: A sentence for each puzzle on which backends or runs contradict each other.
        reproducers: The stored ways to reproduce disagreements and wrong answers, by puzzle.
        ratings: Human difficulty of each puzzle, NaN if it has no rating.
        columns: The records; arrays of one length: puzzle, backend, repeat, verdict, count, exhausted, category,
            termination, encode_ns, solve_ns, decode_ns, batch, memory_bytes and cpu_ns (0 if not measured).
        messages: The messages of backends that failed, by record.
        flaws: Flaws of the data itself.
        jumped: Number of finished records with more CPU time than all processors can give.
        starts: The number of the first repeat of each run.
        limits: The time limits, the same in all runs that have any.
        large: Numbers of solutions from `LARGE` on. For each, the column `count` holds `LARGE` plus its index.
    """

    runs: tuple[StoredRun, ...]
    backends: tuple[str, ...]
    kinds: tuple[str, ...]
    ids: Sequence[str]
    texts: Sequence[str]
    places: Sequence[str]
    verdicts: Ints
    strengths: Ints
    disagreements: Mapping[int, str]
    reproducers: Mapping[int, Disagreement]
    ratings: Floats
    columns: CompactColumns
    messages: Mapping[int, str]
    flaws: tuple[Words, ...]
    jumped: int
    starts: Ints
    limits: TimeLimits
    large: tuple[int, ...] = ()

    def processes(self, repeats: Ints) -> Ints:
        """Return a number for each repeat: rounds that shared their worker processes have the same number."""
        run = np.searchsorted(self.starts, repeats, side="right") - 1
        renews = np.array([run.renews for run in self.runs], np.bool_)
        return np.where(renews[run], repeats, self.starts[run])

    def __len__(self) -> int:
        return len(self.columns["puzzle"])

    def board(self, puzzle: int) -> Board | None:
        """Return a puzzle as a board; None for another problem, and for a text that cannot be read."""
        return _board(self.texts[puzzle])

    @cached_property
    def _shapes(self) -> list[tuple[int, int, str]]:
        """`sizes`, `clues` and `rules` of each board; the boards of a large run themselves would need much memory."""
        return [_shape(text) for text in self.texts]

    @cached_property
    def sizes(self) -> Ints:
        """The side of each board; 0 if it is not a board."""
        return np.array([size for size, _, _ in self._shapes], np.int64)

    @cached_property
    def clues(self) -> Ints:
        """The number of clues of each board; -1 if it is not a board."""
        return np.array([clues for _, clues, _ in self._shapes], np.int64)

    @cached_property
    def rules(self) -> list[str]:
        """The rules of each board: `9x9`, `9x9-diagonal`, `9x9+killer`; empty if it is not a board."""
        return [rules for _, _, rules in self._shapes]

    @cached_property
    def families(self) -> tuple[str, ...]:
        """The kind of each backend's engine; today's kind if the records are older than version 2 of the store."""
        return tuple(kind or _kind(name) for name, kind in zip(self.backends, self.kinds, strict=True))


def same_limits(runs: Iterable[StoredRun]) -> TimeLimits:
    """Return the common time limits of these runs; runs without limits do not count.

    Raises:
        InputError: Two runs have different limits; a mean over both would have no meaning.
    """
    known: dict[TimeLimits, str] = {}
    for run in runs:
        if run.limits.least_s:
            known.setdefault(run.limits, run.run)
    if len(known) > 1:
        limits = (NAMED.format(name=run, text=one.described()) for one, run in known.items())
        raise InputError(error_words.LIMITS_DIFFER.format(limits=listed(limits)))
    return next(iter(known), TimeLimits(None, None))


def number(value: object) -> float | None:
    """Return a value of a manifest, or of an engine's statistics, if it is a number from 0 to 10^15; otherwise None."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return float(value) if 0 <= value <= 10**15 else None


def _kind(name: str) -> str:
    from sudokubench.backends.registry import backend_class

    try:
        return backend_class(name.partition(":")[0]).kind
    except SudokubenchError:  # a plug-in of the machine on which the run was made
        return name.partition(":")[0]


def id_of(text: str) -> str:
    """Return the id of a puzzle from its text, for runs that did not record it, and for lists of puzzles."""
    from sudokubench.problems import is_name, named

    board = _board(text)
    if board is None and is_name(text):
        with suppress(SudokubenchError):
            return named(text).id
    return board.id if board else id_by_name(text)


def today_id(known: object, text: str) -> str:
    """Return the id of a recorded puzzle; compute it if the run did not record it.

    Versions up to 1.0 recorded a hash of the name of a problem; the function replaces it by the current id.
    """
    if not known:
        return id_of(text)
    from sudokubench.problems import is_name

    return id_of(text) if is_name(text) and known == id_by_name(text) else str(known)


def _shape(text: str) -> tuple[int, int, str]:
    if _ORDINARY.fullmatch(text):
        return 9, 81 - text.count("."), "9x9"
    board = _board(text)
    if board is None:
        return 0, -1, ""
    kinds = dict.fromkeys(constraint.kind for constraint in board.constraints)
    return board.layout.size, board.clue_count, intern("+".join([str(board.layout), *kinds]))


def _board(text: str) -> Board | None:
    try:
        return Board.parse(text)
    except SudokubenchError:
        return None


@dataclass(frozen=True)
class ResultCells:
    """One value for each puzzle and backend, shape (puzzles, backends): repeats are joined to their median time.

    Attributes:
        asked: Whether there is a record.
        solved: Whether every repeat gave an answer that is not wrong, within the time limit.
        seconds: Median over the repeats of the time by which speeds are judged; NaN if not asked.
        waited: Median over the repeats of the wall-clock time, all phases; NaN if not asked.
        by_cpu: Whether speeds are judged by CPU time: at least half of the finished records of each backend have it.
            Otherwise they are judged by wall-clock time.
        unclocked: For each backend the number of finished records without CPU time, which are judged by wall-clock
            time; 0 unless `by_cpu`.
        processes: A number for each repeat, shape (repeats,): rounds in the same worker processes share a number.
        rounds: `cost` in each repeat, shape (repeats, puzzles, backends); NaN without a record.
        phases_s: Wall-clock times of encoding, solving and decoding, shape (3, backends): means over the puzzles that
            the backend solved. A puzzle counts with the repeat of median time, or with the mean of the two in the
            middle.
        units: A number for each measurement of a backend. Puzzles that were searched in one batch share it, because
            their separate times are unknown.
        strength: The strength of each puzzle's verdict, an index of `STRENGTHS`, shape (puzzles,).
        limit_s: The time limit that ends a search first, wall-clock or CPU time; the longest time that was seen if the
            manifest has no limit.
    """

    asked: Bools
    solved: Bools
    seconds: Floats
    waited: Floats
    by_cpu: bool
    unclocked: Ints
    processes: Ints
    rounds: Floats
    phases_s: Floats
    units: NDArray[Any]
    strength: Ints
    limit_s: float

    @cached_property
    def cost(self) -> Floats:
        """Time in seconds: twice the time limit if the backend did not solve the puzzle, NaN if it was not asked."""
        cost = np.where(self.asked, par2(self.seconds, self.solved, self.limit_s), np.nan)
        same = len(self.rounds) == 1 and np.array_equal(cost, self.rounds[0], equal_nan=True)
        return self.rounds[0] if same else cost  # one array fewer for a large run

    def spread(self, column: int) -> Floats:
        """Return slowest time / fastest time of each puzzle that a backend solved in more than one repeat."""
        costs = self.rounds[:, self.solved[:, column], column]
        costs = costs[:, (~np.isnan(costs)).sum(axis=0) > 1]
        return np.asarray(np.nanmax(costs, axis=0) / np.nanmin(costs, axis=0), np.float64)


def cells(data: Data) -> ResultCells:
    """Join the repeats of each puzzle and backend; some puzzles at a time, to limit memory on a large run."""
    n, k = len(data.texts), len(data.backends)
    columns = data.columns
    done = columns.kept("termination") == TERMINATIONS.index("finished")
    finished, unclocked = (
        np.bincount(columns.kept("backend")[rows], minlength=k)
        for rows in (done, done & (columns.kept("cpu_ns") == 0))
    )
    by_cpu = bool(done.any() and (2 * unclocked <= finished).all())
    limits = data.limits
    longest = float(_waited_s(columns).max()) if len(data) and not limits.least_s else 1.0
    limit_s = limits.least_s or max(longest, 1e-9)
    repeats = np.unique(columns.kept("repeat")).astype(np.int64)
    if repeats.size * n * k > _SPARSE * (len(data) + n * k):  # these are not rounds, but damage
        repeats = repeats[:1]
    kind = np.int32 if max(len(data), n * k) < 1 << 31 else np.int64
    batches = _batches(columns, kind) if columns.kept("batch").max(initial=1) > 1 else None
    # A cell that was not asked has a number, too, and shares it with no other cell.
    singly = np.broadcast_to(np.arange(n, dtype=kind), (k, n))
    units = singly if batches is None else -1 - np.arange(n * k, dtype=kind).reshape(k, n)
    asked, solved = np.zeros((2, k, n), np.bool_)
    seconds, waited = np.full((2, k, n), np.nan)
    rounds, phases_ns = np.full((repeats.size, k, n), np.nan), np.zeros((3, k))
    for rows, j in _parts(columns, k):
        part = columns.only(rows)
        puzzle, total = part["puzzle"], _waited_s(part)
        cpu = part["cpu_ns"] / 1e9
        judged = np.where(cpu > 0, cpu, total) if by_cpu else total
        in_time = (total <= (limits.wall_s or np.inf)) & (cpu <= (limits.cpu_s or np.inf))
        answered = _SOLVES[part["verdict"], part["category"], part["termination"]] & in_time
        order, firsts, middle, upper = _middles(puzzle, judged)
        here = puzzle[middle]
        asked[j, here], solved[j, here] = True, np.logical_and.reduceat(answered[order], firsts)
        seconds[j, here] = (judged[middle] + judged[upper]) / 2
        good = solved[j, here]
        phases_ns[:, j] += [(part[name][middle[good]] + part[name][upper[good]]).sum() / 2 for name in TIMES]
        if batches is not None:
            units[j, here] = batches[rows[middle]]
        which = np.searchsorted(repeats[1:], part["repeat"], side="right")
        rounds[which, j, puzzle] = par2(judged, answered, limit_s)
        *_, middle, upper = _middles(puzzle, total) if by_cpu else (middle, upper)
        waited[j, here] = (total[middle] + total[upper]) / 2
    n_solved = solved.sum(axis=1)
    return ResultCells(
        asked.T,
        solved.T,
        seconds.T,
        waited.T,
        by_cpu,
        unclocked if by_cpu else np.zeros(k, np.int64),
        data.processes(repeats),
        rounds.transpose(0, 2, 1),
        np.where(n_solved > 0, phases_ns / (1e9 * np.maximum(n_solved, 1)), np.nan),
        units.T,
        _strengths(data),
        limit_s,
    )


def _parts(columns: CompactColumns, k: int) -> Iterator[tuple[Ints, int]]:
    """Yield parts: rows of records of one backend, and the backend's index. No puzzle is in two parts of a backend."""
    puzzle, backend = columns.kept("puzzle"), columns.kept("backend")
    ascend = bool((puzzle[1:] >= puzzle[:-1]).all())
    order = None if ascend else np.argsort(puzzle, kind="stable")
    firsts = np.arange(0, int(puzzle.max(initial=-1)) + 1, _AT_A_TIME).astype(puzzle.dtype)
    begins = np.searchsorted(puzzle, firsts, sorter=order).tolist()
    for begin, end in pairwise([*begins, len(puzzle)]):
        rows = np.arange(begin, end) if order is None else order[begin:end]
        for j in range(k):
            mine = rows[backend[rows] == j]
            if len(mine):
                yield mine, j


def _waited_s(columns: Mapping[str, Ints]) -> Floats:
    total = np.zeros(len(columns["puzzle"]))
    for name in TIMES:
        total += columns[name] / 1e9
    return total


def _middles(puzzle: Ints, time: Floats) -> tuple[Ints, Ints, Ints, Ints]:
    """Return records sorted by puzzle and time; for each puzzle its start in this order and its two middle records."""
    order = np.lexsort((time, puzzle))
    firsts = np.flatnonzero(np.diff(puzzle[order], prepend=-1))
    lengths = np.diff(firsts, append=len(order))
    return order, firsts, order[firsts + (lengths - 1) // 2], order[firsts + lengths // 2]


def _batches(columns: CompactColumns, kind: type[np.signedinteger[Any]]) -> NDArray[Any]:
    """Return a number for each record: the number of the first record in its batch, or its own number if alone.

    Records of a backend with equal rounds, batch sizes and times, to the nanosecond, count as one batch. Such records
    mostly follow each other, so only the first of each sequence is sorted by times.
    """
    kept = [columns.kept(name) for name in ("backend", "repeat", "batch", *TIMES)]
    out = np.arange(len(kept[0]), dtype=kind)
    together = np.flatnonzero(columns.kept("batch") > 1)
    order = together[np.lexsort([column[together] for column in kept[:2]])]
    begins = np.ones(len(order), np.bool_)
    begins[1:] = False
    for column in kept:
        values = column[order]
        begins[1:] |= values[1:] != values[:-1]
    firsts = order[begins]
    shares = np.stack([column[firsts] for column in kept])
    _, which, same = np.unique(shares, axis=1, return_index=True, return_inverse=True)
    out[order] = firsts[which][same.reshape(-1)][begins.cumsum() - 1]
    return out


def _strengths(data: Data) -> Ints:
    """Return the strength of each puzzle's verdict: as stored, or else by `crosscheck.strength_of`."""
    if (data.strengths >= 0).all():
        return data.strengths
    n, columns = len(data.texts), data.columns
    puzzle, category = columns["puzzle"], columns["category"]
    shown, agreed = np.zeros(n, np.int64), np.ones(n, np.int64)
    agreed[puzzle[category == CATEGORIES.index("wrong")]] = 0
    agreed[list(data.disagreements)] = 0
    kinds = sorted(set(data.families))
    kind_of = np.array([kinds.index(f) for f in data.families] or [0], np.int64)
    says_so = (columns["verdict"] == data.verdicts[puzzle]) & (category != CATEGORIES.index("wrong"))
    supported = np.zeros((n, len(kinds) or 1), np.bool_)
    supported[puzzle[says_so], kind_of[columns["backend"][says_so]]] = True
    shown[puzzle[says_so & (category == CATEGORIES.index("correct"))]] = 1
    several = (supported.sum(axis=1) > 1).astype(np.int64)
    computed = _STRENGTHS[data.verdicts, shown, several, agreed]
    return np.asarray(np.where(data.strengths >= 0, data.strengths, computed), np.int64)
