"""Pool runs into columns; count and leave out records that cannot be right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from sudokubench.answer import counts_clash
from sudokubench.backends.gate import COUNT_BITS
from sudokubench.errors import InputError
from sudokubench.formats.strict_json import load_kept
from sudokubench.harness.disagreement import Disagreement
from sudokubench.harness.store_checks import MOST, POSSIBLE
from sudokubench.report import data, words
from sudokubench.report.compact import CompactColumns, CompactTexts, GrowingColumn, PuzzlePositions
from sudokubench.report.statistics import Ints
from sudokubench.words import Sentence, Words

NUMBERS = (
    "repeat", "verdict", "count", "exhausted", "category", "termination", "encode_ns", "solve_ns", "decode_ns", "batch",
    "memory_bytes", "cpu_ns",
)  # fmt: skip
"""The parts of a record that are read as numbers: times in nanoseconds, finite choices as their number in `CODES`."""
ROW = ("position", "backend", *NUMBERS, "message", "kind")
"""The parts of a record that `Pool.add_records` takes; the rating of its puzzle comes last."""
_KEPT = ("puzzle", "backend", *NUMBERS)
_DAMAGED = (KeyError, TypeError, ValueError, OverflowError)
"""The exceptions that a damaged value raises where it becomes a number."""
_UNDECIDED, _SOLVABLE = (data.CODES["verdict"][name] for name in ("undecided", "solvable"))
_POSSIBLE = np.array(
    [[[(name, n, done) in POSSIBLE for done in (0, 1)] for n in range(3)] for name in data.VERDICTS]
)
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
    """The error of a record that ended before it began."""


@dataclass
class Pool:
    """Collects runs; it counts and leaves out records that cannot be right.

    In the current run, `here` has the index of the puzzle at each position, and `seen` counts the puzzles of each id.
    From the second run on, `puzzles` maps (id, k) to the index of the k-th puzzle with this id in a run; k begins at 1.
    Without `texts_kept`, ids and places are empty, and there is only one run.
    """

    texts_kept: bool = True
    runs: list[data.StoredRun] = field(default_factory=list)
    backends: dict[str, int] = field(default_factory=dict)
    puzzles: dict[tuple[str, int], int] | None = None
    kinds: dict[int, str] = field(default_factory=dict)
    ids: CompactTexts = field(default_factory=CompactTexts)
    texts: CompactTexts = field(default_factory=CompactTexts)
    places: CompactTexts = field(default_factory=CompactTexts)
    verdicts: GrowingColumn = field(default_factory=GrowingColumn)
    strengths: GrowingColumn = field(default_factory=GrowingColumn)
    disagreements: dict[int, str] = field(default_factory=dict)
    reproducers: dict[int, Disagreement] = field(default_factory=dict)
    ratings: dict[int, float] = field(default_factory=dict)
    columns: list[GrowingColumn] = field(default_factory=lambda: [GrowingColumn() for _ in _KEPT])
    messages: dict[int, str] = field(default_factory=dict)
    dropped: Counter[str] = field(default_factory=Counter)
    jumped: int = 0
    lost: int = 0
    here: PuzzlePositions = field(default_factory=PuzzlePositions)
    seen: Counter[str] = field(default_factory=Counter)
    counts: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    large: dict[int, int] = field(default_factory=dict)

    def begin(self, run: data.StoredRun) -> None:
        """Begin a run: later additions belong to it. Its rounds come after the rounds of earlier runs."""
        self.starts.append(1 + int(self.columns[_KEPT.index("repeat")].numbers.max(initial=-1)))
        self.runs.append(run)
        self.counts.append(0)
        self.here, self.seen = PuzzlePositions(), Counter()
        if len(self.runs) == 2:
            self.puzzles = {}
            self._numbered(self.ids, 0)
            self.seen.clear()
        for name in run.backends:
            self.backends.setdefault(name, len(self.backends))

    def add_puzzles(self, rows: Sequence[Sequence[Any]]) -> None:
        """Add puzzles: rows of the store or of an export, with the fields `export_rows.PUZZLE`."""
        if not rows:
            return
        positions, sources, lines, raw, verdicts, disagreements, known, strengths = zip(*rows, strict=True)
        texts = [*map(str, raw)]
        if self.texts_kept:
            ids = [data.today_id(one, text) for one, text in zip(known, texts, strict=True)]
            places = [f"{source}:{line}" for source, line in zip(sources, lines, strict=True)]
        else:
            ids = places = [""] * len(rows)
        codes = [data.CODES["verdict"].get(verdict, _UNDECIDED) for verdict in verdicts]
        n = len(self.texts)
        numbers = self._numbered(ids, n)
        new = np.flatnonzero(numbers >= n).tolist()
        self.ids.add([ids[i] for i in new])
        self.texts.add([texts[i] for i in new])
        self.places.add([places[i] for i in new])
        self.verdicts.add(np.array([codes[i] for i in new], np.int64))
        self.strengths.add(np.array([data.CODES["strength"].get(strengths[i], -1) for i in new], np.int64))
        self.here.add(positions, numbers)
        for i in np.flatnonzero(numbers < n).tolist():
            self._join(int(numbers[i]), codes[i])
        told = ((n, text) for n, text in zip(numbers.tolist(), disagreements, strict=True) if text)
        self.disagreements |= {n: str(text) for n, text in told}

    def _numbered(self, ids: Sequence[str], n: int) -> Ints:
        """Return the index of each puzzle in the pool; puzzles that no earlier run has get the indices from n on."""
        if self.puzzles is None:
            return np.arange(n, n + len(ids))
        found = []
        for one in ids:
            self.seen[one] += 1
            found.append(self.puzzles.setdefault((one, self.seen[one]), n))
            n += found[-1] == n
        return np.array(found, np.int64)

    def _join(self, number: int, code: int) -> None:
        """Add the verdict of a further run to a puzzle."""
        verdicts, before = self.verdicts.writable(), int(self.verdicts.numbers[number])
        self.strengths.writable()[number] = -1  # computed anew from the records of all runs
        if data.INCOMPATIBLE[before, code]:
            clash = words.RUNS_CONTRADICT.format(one=data.VERDICTS[before], other=data.VERDICTS[code])
            self.disagreements.setdefault(number, Sentence(clash))
        elif before == _UNDECIDED or (before == _SOLVABLE and code != _UNDECIDED):
            verdicts[number] = code

    def add_reproducer(self, position: object, reproducer: Mapping[str, Any]) -> None:
        """Add the reproducer of an added puzzle; reasons may be JSON. A damaged reproducer is counted and left out."""
        try:
            raw, smallest, command = (reproducer[name] for name in ("reasons", "smallest", "command"))
            reasons = load_kept(raw, "list of reasons") if isinstance(raw, str) else raw
            if not isinstance(reasons, list) or not all(
                isinstance(text, str) for text in (*reasons, smallest, command)
            ):
                raise TypeError("a reproducer holds texts")
            found = Disagreement(tuple(reasons), smallest, command)
            self.reproducers.setdefault(int(self.here.find([position])[0]), found)
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
            most_ns = cores * np.sum([of[name] for name in data.TIMES], axis=0)
            jumps = of["cpu_ns"] > 1.1 * most_ns + _CLOCKS_DIFFER_NS
            self.jumped += int((jumps & (of["termination"] == data.CODES["termination"]["finished"])).sum())
        *_, messages, kinds, ratings = zip(*rows, strict=True)
        if any(messages):
            first = len(self.columns[0])
            self.messages |= {first + i: str(text) for i, text in enumerate(messages) if text}
        for backend, kind in {*zip(part[1].tolist(), kinds, strict=True)}:
            self.kinds |= {backend: kind} if kind else {}
        if ratings.count(None) < len(ratings):
            known = zip(part[0].tolist(), map(data.number, ratings), strict=True)
            self.ratings |= {puzzle: rating for puzzle, rating in known if rating is not None}
        for column, values in zip(self.columns, part, strict=True):
            column.add(values)

    def _part(self, rows: Sequence[tuple[Any, ...]]) -> list[Ints]:
        """Return the columns `_KEPT` of some records. A damaged value raises one of `_DAMAGED`."""
        positions, names, *numbers = [*zip(*rows, strict=True)][: len(_KEPT)]
        for name in dict.fromkeys(names):
            if not isinstance(name, str) or not name:
                raise ValueError("a backend without a name")
            self.backends.setdefault(name, len(self.backends))
        columns: list[Any] = [self.here.find(positions), [self.backends[name] for name in names], *numbers]
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
        verdicts, counts, exhausted = (part[_KEPT.index(name)] for name in ("verdict", "count", "exhausted"))
        if not _POSSIBLE[verdicts, np.minimum(counts, 2), exhausted].all():
            raise ValueError("a verdict that does not follow from the number of solutions")
        part[_KEPT.index("repeat")] += self.starts[-1]
        return part

    def _coded(self, count: object) -> int:
        """Return a number of solutions, or the number that stands for it if it is large: see `Data.large`."""
        exact = int(count, 16) if isinstance(count, str) else count
        if type(exact) is not int or exact.bit_length() > COUNT_BITS:
            raise ValueError("not a number of solutions")
        return exact if exact < data.LARGE else data.LARGE + self.large.setdefault(exact, len(self.large))

    def _compare_counts(self, columns: Mapping[str, Ints]) -> None:
        """Note a disagreement on each puzzle whose counts clash and are not known to be wrong.

        Counts up to 2 need no look, because clashing verdicts show their clash; except that an undecided search may
        have found one solution.
        """
        counts = columns["count"]
        if not ((counts > 2) | ((counts == 1) & (columns["verdict"] == _UNDECIDED))).any():
            return
        sound = columns["category"] != data.CODES["category"]["wrong"]
        puzzles, counts, exhausted = (columns[name][sound] for name in ("puzzle", "count", "exhausted"))
        exact = data.all_exact(counts, [*self.large])
        most = np.zeros(len(self.texts), exact.dtype)
        np.maximum.at(most, puzzles, exact)
        for row in np.flatnonzero(counts_clash(exact, exhausted > 0, most[puzzles], False)).tolist():
            clash = words.COUNTS_CONTRADICT.format(fewer=int(exact[row]), more=int(most[puzzles[row]]))
            self.disagreements.setdefault(int(puzzles[row]), Sentence(clash))

    def built(self, ratings: Mapping[str, float]) -> data.Data:
        """Return all data; the given ratings, by the puzzle's id, override ratings in the records.

        Raises:
            InputError: Two runs have different time limits.
        """
        columns = {name: column.numbers for name, column in zip(_KEPT, self.columns, strict=True)}
        self._compare_counts(columns)
        rating = np.broadcast_to(np.nan, len(self.texts))
        if self.ratings or ratings:
            rating = np.array(rating)
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
            self.verdicts.numbers,
            self.strengths.numbers,
            self.disagreements,
            self.reproducers,
            rating,
            CompactColumns(columns),
            self.messages,
            tuple(flaws(runs, self.dropped, self.lost)),
            self.jumped,
            np.array(self.starts, np.int64),
            data.same_limits(runs),
            tuple(self.large),
        )
