"""Pool runs into columns; count and leave out records that cannot be right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudokubench.backends.gate import COUNT_BITS
from sudokubench.errors import InputError
from sudokubench.formats.strict_json import load_kept
from sudokubench.harness.disagreement import Disagreement
from sudokubench.harness.store_checks import MOST
from sudokubench.report import data, words
from sudokubench.report.statistics import Ints
from sudokubench.words import Sentence, Words

NUMBERS = (
    "repeat", "verdict", "count", "exhausted", "category", "termination", "encode_ns", "solve_ns", "decode_ns", "batch",
    "memory_bytes", "cpu_ns",
)  # fmt: skip
"""The parts of a record that are read as numbers: times in nanoseconds, finite choices as their place in `CODES`."""
ROW = ("position", "backend", *NUMBERS, "message", "kind")
"""The parts of a record that `Pool.add_records` takes; the rating of its puzzle comes last."""
_KEPT = ("puzzle", "backend", *NUMBERS)
_DAMAGED = (KeyError, TypeError, ValueError, OverflowError)
"""The exceptions that a damaged value raises where it becomes a number."""
_BACKWARDS = "clock"
_CLOCKS_DIFFER_NS = 50_000_000
"""Tolerance between CPU time and wall-clock time, in nanoseconds: CPU time of other processes is counted in ticks."""


def flaws(
    runs: Iterable[data.StoredRun], dropped: Counter[str] | None = None, lost: int = 0
) -> Iterator[Words]:
    """Yield a sentence for each flaw in the data of runs."""
    for run in runs:
        if not run.legible:
            yield words.MANIFEST_DAMAGED.format(run=run.run)
    if lost:
        yield words.RUNS_DAMAGED.format(n=lost)
    if dropped and (n := dropped.total()):
        back = dropped[_BACKWARDS]
        yield words.RECORDS_DAMAGED.format(n=n, times=words.TIMES_BELOW_ZERO.format(n=back) if back else "")


class _NegativeTime(ValueError):
    """A record that ended before it began."""


class _GrowingColumn:
    """Integers that arrive in parts, in one array that grows: a thousand small arrays leave holes in memory."""

    def __init__(self) -> None:
        self._room: NDArray[Any] = np.empty(0, np.int8)
        self._length = 0

    @property
    def numbers(self) -> NDArray[Any]:
        return self._room[: self._length]

    def add(self, part: Ints) -> None:
        end = self._length + len(part)
        kind = np.promote_types(self._room.dtype, data.small(part).dtype)
        if end > len(self._room) or kind != self._room.dtype:
            old, self._room = self.numbers, np.empty(max(2 * end, len(self._room)), kind)
            self._room[: self._length] = old
        self._room[self._length : end] = part
        self._length = end


@dataclass
class Pool:
    """Collects runs; it counts and leaves out records that cannot be right.

    Of the current run, `here` has the number of the puzzle at each position, and `seen` how often each id occurred.
    """

    runs: list[data.StoredRun] = field(default_factory=list)
    backends: dict[str, int] = field(default_factory=dict)
    puzzles: dict[tuple[str, int], int] = field(default_factory=dict)
    kinds: dict[int, str] = field(default_factory=dict)
    ids: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    verdicts: list[int] = field(default_factory=list)
    strengths: list[int] = field(default_factory=list)
    disagreements: dict[int, str] = field(default_factory=dict)
    reproducers: dict[int, Disagreement] = field(default_factory=dict)
    ratings: dict[int, float] = field(default_factory=dict)
    columns: list[_GrowingColumn] = field(default_factory=lambda: [_GrowingColumn() for _ in _KEPT])
    messages: dict[int, str] = field(default_factory=dict)
    dropped: Counter[str] = field(default_factory=Counter)
    jumped: int = 0
    lost: int = 0
    length: int = 0
    here: dict[int, int] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    repeats: int = 0
    counts: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    large: dict[int, int] = field(default_factory=dict)

    def begin(self, run: data.StoredRun) -> None:
        """Begin a run: later additions belong to it. Its rounds come after the rounds of earlier runs."""
        self.repeats = 1 + int(self.columns[_KEPT.index("repeat")].numbers.max(initial=-1))
        self.starts.append(self.repeats)
        self.runs.append(run)
        self.counts.append(0)
        self.here, self.seen = {}, {}
        for name in run.backends:
            self.backends.setdefault(name, len(self.backends))

    def add_puzzles(self, rows: Iterable[Sequence[Any]]) -> None:
        """Add puzzles: rows of the store or of an export, with the fields `export_rows.PUZZLE`."""
        undecided = data.CODES["verdict"]["undecided"]
        for position, source, line, raw, verdict, disagreement, known, strength in rows:
            text = str(raw)
            key = data.today_id(known, text)
            self.seen[key] = self.seen.get(key, 0) + 1
            code = data.CODES["verdict"].get(verdict, undecided)
            index = self.puzzles.setdefault((key, self.seen[key]), len(self.texts))
            if index == len(self.texts):
                self.ids.append(key)
                self.texts.append(text)
                self.places.append(f"{source}:{line}")
                self.verdicts.append(code)
                self.strengths.append(data.CODES["strength"].get(strength, -1))
                self.here[position] = index
                if disagreement:
                    self.disagreements[index] = str(disagreement)
                continue
            self.strengths[index] = -1  # several runs together show more than each of them
            if self.verdicts[index] == undecided:
                self.verdicts[index] = code
            elif code not in {self.verdicts[index], undecided, data.CODES["verdict"]["solvable"]}:
                clash = words.RUNS_CONTRADICT.format(one=data.VERDICTS[self.verdicts[index]], other=verdict)
                self.disagreements.setdefault(index, Sentence(clash))
            if disagreement:
                self.disagreements[index] = str(disagreement)
            self.here[position] = index

    def add_reproducer(self, position: object, reproducer: Mapping[str, Any]) -> None:
        """Add the reproducer of an added puzzle; reasons may be JSON. A damaged reproducer is counted and left out."""
        try:
            raw, smallest, command = (reproducer[name] for name in ("reasons", "smallest", "command"))
            reasons = load_kept(raw, "list of reasons") if isinstance(raw, str) else raw
            texts = [*(reasons if isinstance(reasons, list) else [reasons]), smallest, command]
            if not all(isinstance(text, str) for text in texts):
                raise TypeError("a reproducer holds texts")
            found = Disagreement(tuple(reasons), smallest, command)
            self.reproducers.setdefault(self.here[position], found)  # type: ignore[index]
        except (KeyError, TypeError, ValueError, InputError):
            self.dropped["disagreements"] += 1

    def add_records(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Add records, as rows of `ROW` and a rating or None."""
        if not rows:
            return
        try:
            part = self._part(rows)
        except _DAMAGED as error:
            if len(rows) == 1:
                self.dropped[_BACKWARDS if isinstance(error, _NegativeTime) else "records"] += 1
            for half in (rows[: len(rows) // 2], rows[len(rows) // 2 :]) if len(rows) > 1 else ():
                self.add_records(half)
            return
        self.counts[-1] += len(rows)
        if cores := self.runs[-1].cores:
            of = dict(zip(_KEPT, part, strict=True))
            most_ns = cores * (of["encode_ns"] + of["solve_ns"] + of["decode_ns"])
            jumps = of["cpu_ns"] > 1.1 * most_ns + _CLOCKS_DIFFER_NS
            self.jumped += int((jumps & (of["termination"] == data.CODES["termination"]["finished"])).sum())
        *_, messages, kinds, ratings = zip(*rows, strict=True)
        if any(messages):
            self.messages |= {self.length + i: str(text) for i, text in enumerate(messages) if text}
        for backend, kind in {*zip(part[1].tolist(), kinds, strict=True)}:
            self.kinds |= {backend: kind} if kind else {}
        if ratings.count(None) < len(ratings):
            known = zip(part[0].tolist(), map(data.number, ratings), strict=True)
            self.ratings |= {puzzle: rating for puzzle, rating in known if rating is not None}
        for column, values in zip(self.columns, part, strict=True):
            column.add(values)
        self.length += len(rows)

    def _part(self, rows: Sequence[tuple[Any, ...]]) -> list[Ints]:
        """Return the columns of `_KEPT`. A damaged value raises one of `_DAMAGED`."""
        positions, names, *numbers = [*zip(*rows, strict=True)][: len(_KEPT)]
        for name in dict.fromkeys(names):
            if not isinstance(name, str) or not name:
                raise ValueError("a backend without a name")
            self.backends.setdefault(name, len(self.backends))
        columns = [[self.here[at] for at in positions], [self.backends[name] for name in names], *numbers]
        at = 2 + NUMBERS.index("count")
        counts = np.array(columns[at])
        if counts.dtype.kind in "UOu" or (counts.dtype.kind == "i" and counts.max() >= data.LARGE):
            columns[at] = [self._coded(count) for count in columns[at]]
        part = [np.array(column).astype(np.int64, casting="same_kind") for column in columns]
        for name, column in zip(NUMBERS, part[2:], strict=True):
            if column.ndim > 1:
                raise ValueError("a list in place of a number")
            if column.min() < 0 or column.max() > MOST.get(name, len(data.CODES.get(name, ()))):
                raise _NegativeTime if column.min() < 0 and name.endswith("_ns") else ValueError
        part[_KEPT.index("repeat")] += self.repeats
        return part

    def _coded(self, count: object) -> int:
        """Return a number of solutions, or the number that stands for it if it is large: see `Data.exact`."""
        exact = int(count, 16) if isinstance(count, str) else count
        if type(exact) is not int or exact.bit_length() > COUNT_BITS:
            raise ValueError("not a number of solutions")
        return exact if exact < data.LARGE else data.LARGE + self.large.setdefault(exact, len(self.large))

    def built(self, ratings: Mapping[str, float]) -> data.Data:
        """Return all data; the given ratings, by the puzzle's id, override ratings in the records.

        Raises:
            InputError: Two runs have different time limits.
        """
        columns = {name: column.numbers for name, column in zip(_KEPT, self.columns, strict=True)}
        rating = np.full(len(self.texts), np.nan)
        for index, value in self.ratings.items():
            rating[index] = value
        if ratings:
            for index, key in enumerate(self.ids):
                rating[index] = ratings.get(key, rating[index])
        runs = tuple(replace(run, records=n) for run, n in zip(self.runs, self.counts, strict=True))
        return data.Data(
            runs,
            tuple(self.backends),
            tuple(self.kinds.get(j, "") for j in range(len(self.backends))),
            self.ids,
            self.texts,
            self.places,
            np.array(self.verdicts, np.int64),
            np.array(self.strengths, np.int64),
            self.disagreements,
            self.reproducers,
            rating,
            data.CompactColumns(columns),
            self.messages,
            tuple(flaws(runs, self.dropped, self.lost)),
            self.jumped,
            np.array(self.starts, np.int64),
            data.same_limits(runs),
            tuple(self.large),
        )
