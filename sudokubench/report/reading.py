"""Runs read into columns: from `runs.db`, or from a file that `runs export` wrote; and rows for that export."""

from __future__ import annotations

import csv
import gzip
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudokubench.errors import InputError, Place
from sudokubench.formats.strict_json import load as load_json
from sudokubench.formats.strict_json import shown
from sudokubench.harness.disagreement import Disagreement
from sudokubench.harness.soundness import MOST
from sudokubench.harness.store import FILE, Store
from sudokubench.report.data import CODES, VERDICTS, Columns, Data, StoredRun, id_of, number, small
from sudokubench.report.statistics import Ints
from sudokubench.words import Words

EXPORT_SCHEMA = "sudokubench.export/2"
_READABLE = (EXPORT_SCHEMA, "sudokubench.export/1")
_LONGEST_LINE, _MOST_BRACKETS = 32 << 20, 200_000
"""Bytes of a line that is read, and its brackets: the first of a run has its manifest."""
_GROWTH, _GROWTH_FREE = 60, 64 << 20
"""A packed file may grow so many times, which is more than twice what exports do, or to so many bytes."""
_PUZZLE = ("position", "source", "line", "puzzle", "verdict", "disagreement", "id", "strength")
_RECORD = (
    "position", "backend", "repeat", "verdict", "count", "exhausted", "category", "termination", "encode_ns",
    "solve_ns", "decode_ns", "batch", "memory_bytes", "cpu_ns", "message", "kind", "stats", "solution", "overshoot",
)  # fmt: skip
_NEEDED = _RECORD[:16]
"""What is read of a record, besides its rating."""
_NUMBERS = _NEEDED[2:14]
_CODED = ("verdict", "category", "termination")
_NULLABLE = ("memory_bytes", "cpu_ns")
_RATING = "CASE WHEN stats LIKE '%\"rating\"%' AND json_valid(stats) THEN stats ->> '$.rating' END"


def _sql(name: str) -> str:
    """What `_coded` makes of a value, made by the database, which takes half the time."""
    if name in _CODED:
        return f"CASE {name} {' '.join(f'WHEN {value!r} THEN {n}' for value, n in CODES[name].items())} END"
    return f"ifnull({name}, 0)" if name in _NULLABLE else name


def _coded(name: str, value: object) -> object:
    """A value of a record as a number, if it shall become one and is not damaged."""
    if name in _CODED:
        return CODES[name].get(value) if isinstance(value, str) else None
    return value or 0 if name in _NULLABLE else value


_READ = (*map(_sql, _NEEDED), _RATING)


def stored_runs(
    folder: str | Path, refused: Callable[[Words], object] = lambda flaw: None
) -> list[StoredRun]:
    """The runs of a results folder, the oldest first; what is damaged is told to `refused`.

    Raises:
        InputError: The folder holds no runs.
    """
    with _opened(folder) as store:
        runs = [_run(**row) for row in store.runs()]
        for flaw in _flaws(runs, lost=store.damaged_runs()):
            refused(flaw)
        return runs


def _flaws(runs: Iterable[StoredRun], dropped: Counter[str] | None = None, lost: int = 0) -> Iterator[Words]:
    """What is wrong with the data of runs, a sentence each."""
    for run in runs:
        if not run.legible:
            yield Words(
                f"The manifest of run {run.run} is damaged; what it says is not known.",
                f"実行 {run.run} のマニフェストが壊れており、内容が分かりません。",
            )
    if lost:
        yield Words(
            f"{lost:,} damaged runs cannot be named.", f"壊れた実行が {lost:,} 件あり、名前が分かりません。"
        )
    if dropped and (n := dropped.total()):
        back = dropped[_BACKWARDS]
        times = (
            (
                f"; with times below zero, as of a clock that went backwards: {back:,}",
                f"（時計が逆行したように時間が負のもの：{back:,} 件）",
            )
            if back
            else ("", "")
        )
        yield Words(
            f"{n:,} damaged records were left out{times[0]}.",
            f"壊れた記録 {n:,} 件を除外しました{times[1]}。",
        )


def find(name: str, folder: str | Path) -> StoredRun | Path:
    """What RUN stands for: an id or its beginning, `last`, or a file.

    Raises:
        InputError: There is no such run, or several begin so.
    """
    if name != "last" and Path(name).is_file():
        return Path(name)
    runs = stored_runs(folder)
    if name == "last":
        if not runs:
            raise InputError(f"{Path(folder) / FILE} holds no run yet; make one with sudokubench run")
        return _last(runs)
    found = [run for run in runs if run.run == name] or [
        run for run in runs if name and run.run.startswith(name)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(f"{name}: {len(found)} runs begin so; write more of the id")
    raise InputError(
        f"{name}: neither a file nor a run of {Path(folder) / FILE}; sudokubench runs list names them"
    )


def _last(runs: Sequence[StoredRun]) -> StoredRun:
    """The latest run that has records: one that was begun for nothing, as by a mistyped name, is not meant."""
    return next((run for run in reversed(runs) if run.records), runs[-1])


def load(
    names: Sequence[str], folder: str | Path = "results", ratings: Mapping[str, float] | None = None
) -> Data:
    """Read runs and pool them.

    Args:
        names: Ids, `last`, or files: an exported `.jsonl` or `.jsonl.gz`, or a `runs.db`, of which the last run counts.
        folder: The results folder of ids and `last`.
        ratings: Human difficulty by the puzzle's id; it goes before ratings in the records.

    Raises:
        InputError: No such run, or a file that is none.
    """
    builder = _Builder()
    for source in _sources(names, folder):
        if isinstance(source, Path):
            builder.add_file(source)
            continue
        run, store = source
        builder.begin(run)
        for puzzles in store.rows(run.run, "puzzles", _PUZZLE, builder.dropped):
            builder.add_puzzles(puzzles)
        for position, kept in _reproducers(run.run, store, builder.dropped).items():
            builder.add_reproducer(position, kept)
        builder.lost = store.damaged_runs()
        for records in store.rows(run.run, "records", _READ, builder.dropped, unchecked=_NUMBERS):
            good = _of_plan(run, records)
            builder.dropped["records"] += len(records) - len(good)
            builder.add_records(good)
    return builder.built(ratings or {})


def _of_plan(run: StoredRun, records: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Those of some records whose backend its plan names, if that is known."""
    strange = {row[1] for row in records} - set(run.backends) if run.backends else ()
    return [row for row in records if row[1] not in strange] if strange else records


def _sources(names: Sequence[str], folder: str | Path) -> Iterator[Path | tuple[StoredRun, Store]]:
    """What names stand for, each once: an exported file, or a run with its store, open until the next is asked for."""
    for name in dict.fromkeys(names):
        found = find(name, folder)
        if isinstance(found, StoredRun):
            with _opened(folder) as store:
                yield found, store
        elif not _is_database(found):
            yield found
        else:
            with _opened(found.parent, found) as store:
                runs = [_run(**row) for row in store.runs()]
                if not runs:
                    raise InputError(f"{found}: it holds no run")
                yield _last(runs), store


def read_ratings(path: str | Path) -> dict[str, float]:
    """Human difficulty by the id of the puzzle, from a CSV file with the columns `puzzle` and `rating` or `se_er`.

    Raises:
        InputError: The file cannot be read or has no such columns, or a rating is no number.
    """
    source = str(path)
    reader = csv.DictReader(
        text.decode("utf-8-sig" if line == 1 else "utf-8") for line, text in _bounded_lines(Path(path))
    )
    found = {}
    try:
        names = reader.fieldnames or []
        column = next((name for name in ("rating", "se_er") if name in names), None)
        if column is None or "puzzle" not in names:
            raise InputError("its first line must name the columns puzzle and rating", Place("", 1))
        for row in reader:
            puzzle, rating = row["puzzle"], row[column]
            try:
                value = number(float(rating))
            except (TypeError, ValueError):
                value = None
            if value is None or puzzle is None:
                raise InputError(f"the rating {shown(rating)} is no number", Place("", reader.line_num))
            found[id_of(puzzle.strip())] = value
    except InputError as error:
        raise error.at(source) from None
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"cannot be read: {error}").at(source) from error
    return found


def exported(
    names: Sequence[str],
    folder: str | Path = "results",
    refused: Callable[[Words], object] = lambda flaw: None,
) -> Iterator[dict[str, Any]]:
    """The records of runs as flat rows, each with its puzzle: what `runs export` writes, and `load` reads again.

    What is damaged is left out and told to `refused`.
    """
    for source in _sources(names, folder):
        yield from _lines(source) if isinstance(source, Path) else _flat(*source, refused)


def _flat(run: StoredRun, store: Store, refused: Callable[[Words], object]) -> Iterator[dict[str, Any]]:
    dropped: Counter[str] = Counter()
    puzzles = {row[0]: row for some in store.rows(run.run, "puzzles", _PUZZLE, dropped) for row in some}
    empty = dict.fromkeys(_RECORD[1:])
    unasked = dict(puzzles)
    reproducers = _reproducers(run.run, store, dropped)
    head: dict[str, Any] = {
        "started": run.started, "finished": run.finished, "manifest": run.manifest,
    }  # fmt: skip
    for some in store.rows(run.run, "records", _RECORD, dropped):
        good = [row for row in _of_plan(run, some) if row[0] in puzzles]
        dropped["records"] += len(some) - len(good)
        for row in good:
            unasked.pop(row[0], None)
            record = dict(zip(_RECORD, row, strict=True))
            record["exhausted"] = bool(record["exhausted"])
            again = {"reproducer": reproducers.pop(row[0])} if row[0] in reproducers else {}
            yield _joined(run, puzzles[row[0]], record, head | again)
            head = {}
    for position, puzzle in unasked.items():  # puzzles that nobody could be asked about
        yield _joined(run, puzzle, {"position": position, **empty}, head)
        head = {}
    if head:
        yield _joined(run, None, {"position": None, **empty}, head)
    for flaw in _flaws([run], dropped, store.damaged_runs()):
        refused(flaw)


def _reproducers(run: str, store: Store, dropped: Counter[str]) -> dict[int, dict[str, Any]]:
    """What a run has kept to show disagreements again, by position."""
    return {
        position: {"reasons": reasons, "smallest": smallest, "command": command}
        for some in store.rows(run, "disagreements", ("position", "reasons", "smallest", "command"), dropped)
        for position, reasons, smallest, command in some
    }


def _joined(
    run: StoredRun, puzzle: tuple[Any, ...] | None, record: dict[str, Any], head: Mapping[str, Any]
) -> dict[str, Any]:
    _, source, line, text, verdict, disagreement, key, strength = puzzle or (None,) * 8
    position = record.pop("position")
    return {
        "schema": EXPORT_SCHEMA,
        "run": run.run,
        "position": position,
        "source": source,
        "line": line,
        "puzzle": text,
        "puzzle_id": key or (id_of(text) if text else None),
        "puzzle_verdict": verdict,
        "puzzle_strength": strength,
        "disagreement": disagreement,
        **record,
        **head,
    }


def _opened(folder: str | Path, file: object = None) -> Store:
    path = Path(folder) / FILE
    if isinstance(file, Path) and file.name != FILE:
        raise InputError(f"{file}: a database of runs is named {FILE}")
    if not path.is_file():
        raise InputError(
            f"{path} does not exist: no run was made there; name the folder with --results, or make one with "
            "sudokubench run"
        )
    return Store(folder, writing=False)


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error


def _run(run: str, started: str, finished: str | None, manifest: object, records: int = 0) -> StoredRun:
    if isinstance(manifest, str):
        try:
            manifest = load_json(manifest, "manifest", max_bytes=_LONGEST_LINE, max_brackets=_MOST_BRACKETS)
        except InputError:
            manifest = ""
    known = manifest if isinstance(manifest, dict) else {}
    return StoredRun(
        str(run), str(started), finished, known, records, legible=manifest is None or known is manifest
    )


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of an exported file.

    Raises:
        InputError: It is no such file, or a line of it is damaged.
    """
    line = 0
    try:
        for line, text in _bounded_lines(path, packed=path.suffix == ".gz"):
            yield _row(text.decode(), line)
    except InputError as error:
        raise error.at(str(path)) from error
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise InputError(f"cannot be read: {error}").at(str(path)) from error
    if not line:
        raise InputError("it is empty; write runs with sudokubench runs export").at(str(path))


def _bounded_lines(path: Path, *, packed: bool = False) -> Iterator[tuple[int, bytes]]:
    """The numbered lines of a file; an endless one, and a packed file that grows without end, are refused."""
    with gzip.open(path) if packed else path.open("rb") as file:
        most = max(_GROWTH * path.stat().st_size, _GROWTH_FREE)
        for at in count(1):
            line = file.readline(_LONGEST_LINE + 1)
            if len(line) > _LONGEST_LINE:
                raise InputError(
                    f"a line of more than {_LONGEST_LINE:,} bytes: none is so long", Place("", at)
                )
            if packed and file.tell() > most:
                message = f"it grows to more than {most:,} bytes, as no export does; unpack it yourself if it is one"
                raise InputError(message, Place("", at))
            if not line:
                return
            yield at, line


def _row(text: str, line: int) -> dict[str, Any]:
    """The object of a line of an export, with an understandable run and puzzle; its measurements may be damaged.

    Raises:
        InputError: It is none.
    """
    place = Place("", line)
    try:
        row: dict[str, Any] = load_json(
            text, "JSON record", max_bytes=_LONGEST_LINE, max_brackets=_MOST_BRACKETS
        )
    except InputError as error:
        raise InputError(f"{error.message}; was the file cut off?", place) from None
    schema = row.get("schema") if isinstance(row, dict) else None
    if not isinstance(schema, str) or schema not in _READABLE:
        raise InputError(f"no record with schema {EXPORT_SCHEMA}: is it a file of runs export?", place)
    for name, kind in _KINDS.items():
        value = row.get(name)
        if value is not None and type(value) is not kind:
            raise InputError(f"{name} is {shown(value)}: a record has {_CALLED[kind]} there, or null", place)
    plan = (row.get("manifest") or {}).get("plan")
    for name in ("corpora", "backends"):
        names = plan.get(name, []) if isinstance(plan, dict) else []
        if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
            raise InputError(f"{name} of its plan is {shown(names)}: a list of names is needed", place)
    rating = _rating(row)
    if rating is not None and number(rating) is None:
        raise InputError(f"rating is {shown(rating)}: a number is needed", place)
    return row


def _rating(row: Mapping[str, Any]) -> object:
    """What an engine's statistics, an object or its text, say of the difficulty of a puzzle."""
    stats = row.get("stats")
    try:
        stats = load_json(stats, "stats") if isinstance(stats, str) and '"rating"' in stats else stats
    except InputError:
        return None
    return stats.get("rating") if isinstance(stats, dict) else None


_KINDS: Mapping[str, type] = {
    **dict.fromkeys(("position", "line"), int),
    **dict.fromkeys(("manifest", "reproducer"), dict),
    **dict.fromkeys(
        ("run", "started", "finished", "source", "puzzle", "puzzle_id", "puzzle_verdict", "puzzle_strength",
         "disagreement", "backend"), str,
    ),
}  # fmt: skip
_CALLED: Mapping[type, str] = {int: "a whole number", dict: "an object", str: "a text"}
_KEPT = ("puzzle", "backend", *_NUMBERS)
_DAMAGED = (KeyError, TypeError, ValueError, OverflowError)
"""What a damaged value raises where it becomes a number."""
_BACKWARDS = "clock"
_CLOCKS_DIFFER_NS = 50_000_000
"""CPU time of other processes is counted in ticks: by so much it may go beyond what the time on the clock allows."""


class _NegativeTime(ValueError):
    """A record that ended before it began."""


class _Column:
    """Whole numbers that come in parts, in one array that grows: a thousand small ones leave holes in memory."""

    def __init__(self) -> None:
        self._room: NDArray[Any] = np.empty(0, np.int8)
        self._length = 0

    @property
    def numbers(self) -> NDArray[Any]:
        return self._room[: self._length]

    def add(self, part: Ints) -> None:
        end = self._length + len(part)
        kind = np.promote_types(self._room.dtype, small(part).dtype)
        if end > len(self._room) or kind != self._room.dtype:
            old, self._room = self.numbers, np.empty(max(2 * end, len(self._room)), kind)
            self._room[: self._length] = old
        self._room[self._length : end] = part
        self._length = end


@dataclass
class _Builder:
    """Collects runs; a record that cannot be right is counted and left out."""

    runs: list[StoredRun] = field(default_factory=list)
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
    columns: list[_Column] = field(default_factory=lambda: [_Column() for _ in _KEPT])
    messages: dict[int, str] = field(default_factory=dict)
    dropped: Counter[str] = field(default_factory=Counter)
    jumped: int = 0
    lost: int = 0
    length: int = 0
    here: dict[int, int] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    repeats: int = 0
    counts: list[int] = field(default_factory=list)

    def begin(self, run: StoredRun) -> None:
        self.repeats = 1 + int(self.columns[_KEPT.index("repeat")].numbers.max(initial=-1))
        self.runs.append(run)
        self.counts.append(0)
        self.here, self.seen = {}, {}
        for name in run.backends:
            self.backends.setdefault(name, len(self.backends))

    def add_puzzles(self, rows: Iterable[Sequence[Any]]) -> None:
        undecided = CODES["verdict"]["undecided"]
        for position, source, line, raw, verdict, disagreement, known, strength in rows:
            text = str(raw)
            key = str(known or id_of(text))
            self.seen[key] = self.seen.get(key, 0) + 1
            code = CODES["verdict"].get(verdict, undecided)
            index = self.puzzles.setdefault((key, self.seen[key]), len(self.texts))
            if index == len(self.texts):
                self.ids.append(key)
                self.texts.append(text)
                self.places.append(f"{source}:{line}")
                self.verdicts.append(code)
                self.strengths.append(CODES["strength"].get(strength, -1))
                self.here[position] = index
                if disagreement:
                    self.disagreements[index] = str(disagreement)
                continue
            self.strengths[index] = -1  # what runs show together is more than what each of them shows
            if self.verdicts[index] == undecided:
                self.verdicts[index] = code
            elif code not in {self.verdicts[index], undecided, CODES["verdict"]["solvable"]}:
                self.disagreements.setdefault(
                    index, f"runs contradict each other: {VERDICTS[self.verdicts[index]]}, {verdict}"
                )
            if disagreement:
                self.disagreements[index] = str(disagreement)
            self.here[position] = index

    def add_reproducer(self, position: object, kept: Mapping[str, Any]) -> None:
        """What `_reproducers` gives for a puzzle that was added; reasons may be JSON. What is damaged is left out."""
        try:
            raw = kept["reasons"]
            reasons = load_json(raw, "list of reasons") if isinstance(raw, str) else raw
            found = Disagreement(tuple(map(str, reasons)), str(kept["smallest"]), str(kept["command"]))
            self.reproducers.setdefault(self.here[position], found)  # type: ignore[index]
        except (KeyError, TypeError, ValueError, InputError):
            self.dropped["disagreements"] += 1

    def add_records(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Values as `_READ` names them, in rows."""
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
            self.jumped += int((jumps & (of["termination"] == CODES["termination"]["finished"])).sum())
        *_, messages, kinds, ratings = zip(*rows, strict=True)
        if any(messages):
            self.messages |= {self.length + i: str(text) for i, text in enumerate(messages) if text}
        for backend, kind in {*zip(part[1].tolist(), kinds, strict=True)}:
            self.kinds |= {backend: kind} if kind else {}
        if ratings.count(None) < len(ratings):
            known = zip(part[0].tolist(), map(number, ratings), strict=True)
            self.ratings |= {puzzle: rating for puzzle, rating in known if rating is not None}
        for column, values in zip(self.columns, part, strict=True):
            column.add(values)
        self.length += len(rows)

    def _part(self, rows: Sequence[tuple[Any, ...]]) -> list[Ints]:
        """The columns of `_KEPT`. Raises what a damaged value raises."""
        positions, names, *numbers = [*zip(*rows, strict=True)][: len(_KEPT)]
        for name in dict.fromkeys(names):
            if not isinstance(name, str) or not name:
                raise ValueError("a backend without a name")
            self.backends.setdefault(name, len(self.backends))
        columns = [[self.here[at] for at in positions], [self.backends[name] for name in names], *numbers]
        part = [np.array(column).astype(np.int64, casting="same_kind") for column in columns]
        for name, column in zip(_NUMBERS, part[2:], strict=True):
            if column.min() < 0 or column.max() > MOST.get(name, len(CODES.get(name, ()))):
                raise _NegativeTime if column.min() < 0 and name.endswith("_ns") else ValueError
        part[_KEPT.index("repeat")] += self.repeats
        return part

    def add_file(self, path: Path) -> None:
        run: StoredRun | None = None
        rows: list[tuple[Any, ...]] = []
        for line, row in enumerate(_lines(path), 1):
            if run is None or row.get("run") != run.run:
                self._take(rows)
                rows = []
                run = _run(
                    str(row.get("run")), str(row.get("started")), row.get("finished"), row.get("manifest")
                )
                self.begin(run)
            position = row.get("position")
            if position is not None and position not in self.here:
                names = ("position", "source", "line", "puzzle", "puzzle_verdict", "disagreement",
                         "puzzle_id", "puzzle_strength")  # fmt: skip
                if not isinstance(row.get("puzzle"), str):
                    raise InputError("a record without its puzzle").at(str(path), line)
                self.add_puzzles([tuple(row.get(name) for name in names)])
            if "reproducer" in row:
                self.add_reproducer(position, row["reproducer"])
            if row.get("backend") is not None:
                rows.append((*(_coded(name, row.get(name)) for name in _NEEDED), _rating(row)))
            if len(rows) >= 8192:
                self._take(rows)
                rows = []
        self._take(rows)

    def _take(self, rows: list[tuple[Any, ...]]) -> None:
        if rows:
            self.add_records(rows)

    def built(self, ratings: Mapping[str, float]) -> Data:
        columns = {name: column.numbers for name, column in zip(_KEPT, self.columns, strict=True)}
        rating = np.full(len(self.texts), np.nan)
        for index, value in self.ratings.items():
            rating[index] = value
        if ratings:
            for index, key in enumerate(self.ids):
                rating[index] = ratings.get(key, rating[index])
        runs = tuple(replace(run, records=n) for run, n in zip(self.runs, self.counts, strict=True))
        return Data(
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
            Columns(columns),
            self.messages,
            tuple(_flaws(runs, self.dropped, self.lost)),
            self.jumped,
        )
