"""Find runs and read them into columns: from `runs.db`, or from a file that `runs export` wrote."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import Any

from sudokubench.errors import InputError, Place, files_beside, require_file, suggestion, unreadable
from sudokubench.formats.strict_json import load_kept, shown
from sudokubench.harness.store import FILE, Store
from sudokubench.report import error_words, export_rows
from sudokubench.report.data import CODES, Data, StoredRun, id_of, number
from sudokubench.report.pool import NUMBERS, ROW, Pool, flaws
from sudokubench.words import Words

_PUZZLE = ("position", "source", "line", "puzzle", "verdict", "disagreement", "id", "strength")
_NO_TEXT = ("position", "''", "0", "''", "verdict", "disagreement", "''", "strength")
"""`_PUZZLE` without the texts, the places and the ids of puzzles."""
_RECORD = (*ROW, "stats", "solution", "overshoot")
_CODED = ("verdict", "category", "termination")
_NULLABLE = ("memory_bytes", "cpu_ns")
_RATING = "CASE WHEN stats LIKE '%\"rating\"%' AND json_valid(stats) THEN stats ->> '$.rating' END"


def _sql(name: str) -> str:
    """Return `_coded` as an expression of SQL; the database needs half the time of Python."""
    if name in _CODED:
        return f"CASE {name} {' '.join(f'WHEN {value!r} THEN {n}' for value, n in CODES[name].items())} END"
    return f"ifnull({name}, 0)" if name in _NULLABLE else name


def _coded(name: str, value: object) -> object:
    """Return a value of a record as `Pool` takes it: a name as its number, None if damaged, 0 if not measured."""
    if name in _CODED:
        return CODES[name].get(value) if isinstance(value, str) else None
    return value or 0 if name in _NULLABLE else value


_READ = (*map(_sql, ROW), _RATING)


def stored_runs(
    folder: str | Path, refused: Callable[[Words], object] = lambda flaw: None
) -> list[StoredRun]:
    """Return the runs of a results folder, the oldest first; call `refused` for damaged parts.

    Raises:
        InputError: The folder has no `runs.db`, or it cannot be read.
    """
    with _opened(Path(folder) / FILE) as store:
        runs = [_run(**row) for row in store.runs()]
        for flaw in flaws(runs, lost=store.damaged_runs()):
            refused(flaw)
        return runs


def find(name: str, folder: str | Path) -> StoredRun | Path:
    """Return the run that a name stands for (an id or its start, or `last`); or the path, if the name is a file.

    Raises:
        InputError: No run has this name, or several ids start with it.
    """
    if name != "last" and Path(name).is_file():
        return Path(name)
    require_file(name)
    runs = stored_runs(folder)
    if name == "last":
        return _last(runs, Path(folder) / FILE)
    exact = [run for run in runs if run.run == name]
    found = exact or [run for run in runs if name and run.run.startswith(name)]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(error_words.SEVERAL_BEGIN_SO.format(name=name, n=len(found)))
    close = suggestion(name, ["last", *(run.run for run in runs), *files_beside(name)])
    where = {"file": Path(folder) / FILE, "folder": quote(str(folder))}
    raise InputError(error_words.NO_SUCH_RUN.format(name=name or "''", **where, close=close))


def _last(runs: Sequence[StoredRun], file: Path) -> StoredRun:
    """Return the latest run with records, or the latest run if none has records; races do not count.

    Mistakes, such as mistyped names, make empty runs.
    """
    runs = [run for run in runs if not run.is_race]
    if not runs:
        raise InputError(error_words.NO_RUN_YET.format(file=file))
    return next((run for run in reversed(runs) if run.records), runs[-1])


def load(
    names: Sequence[str],
    folder: str | Path = "results",
    ratings: Mapping[str, float] | None = None,
    reading: Callable[[int, int], object] = lambda done, of: None,
    texts: bool = True,
) -> Data:
    """Read runs and pool them; a run counts once, even if two names give it.

    Args:
        names: Ids, `last`, or files: an exported `.jsonl` or `.jsonl.gz`, or the last run of a `runs.db`.
        folder: The results folder of ids and `last`.
        ratings: Human difficulty by the puzzle's id; it overrides ratings in the records.
        reading: Called with the number of records of a stored run that were read, and the number of all.
        texts: Whether the data need the texts, the places and the ids of puzzles. False is only for a single run.

    Raises:
        InputError: A run does not exist, a file is not an export, or two runs have different time limits.
    """
    pool = Pool(texts)
    for source in _sources(names, folder):
        if isinstance(source, Path):
            _add_file(pool, source)
        elif all(run.run != source[0].run for run in pool.runs):
            _add_run(pool, *source, reading)
    return pool.built(ratings or {})


def of_store(run: str, store: Store, texts: bool = True) -> Data:
    """Return the data of a run that an open store holds; `texts` as in `load`."""
    pool = Pool(texts)
    _add_run(pool, next(_run(**row) for row in store.runs() if row["run"] == run), store)
    return pool.built({})


def _add_run(
    pool: Pool, run: StoredRun, store: Store, reading: Callable[[int, int], object] = lambda done, of: None
) -> None:
    pool.begin(run)
    for puzzles in store.rows(run.run, "puzzles", _PUZZLE if pool.texts_kept else _NO_TEXT, pool.dropped):
        pool.add_puzzles(puzzles)
    for position, reproducer in _reproducers(run.run, store, pool.dropped).items():
        pool.add_reproducer(position, reproducer)
    pool.lost = store.damaged_runs()
    done = 0
    for records in store.rows(run.run, "records", _READ, pool.dropped, unchecked=NUMBERS):
        done += len(records)
        reading(done, run.records)
        good = _of_plan(run, records)
        pool.dropped["records"] += len(records) - len(good)
        pool.add_records(good)


def _add_file(pool: Pool, path: Path) -> None:
    run: StoredRun | None = None
    puzzles: dict[object, tuple[Any, ...]] = {}
    records: list[tuple[Any, ...]] = []
    known = set[object]()
    earlier = {one.run for one in pool.runs}

    def add() -> None:
        pool.add_puzzles([*puzzles.values()])
        pool.add_records(records)
        known.update(puzzles)
        puzzles.clear()
        records.clear()

    for line, row in enumerate(export_rows.read(path), 1):
        if str(row.get("run")) in earlier:
            continue
        if run is None or row.get("run") != run.run:
            if run is not None:
                add()
            run = _run(str(row.get("run")), str(row.get("started")), row.get("finished"), row.get("manifest"))
            pool.begin(run)
            known.clear()
        position = row.get("position")
        if position is not None and position not in known and position not in puzzles:
            if not isinstance(row.get("puzzle"), str):
                raise InputError(error_words.NO_PUZZLE).at(str(path), line)
            puzzles[position] = tuple(row.get(name) for name in export_rows.PUZZLE)
        if "reproducer" in row:
            add()
            pool.add_reproducer(position, row["reproducer"])
        if row.get("backend") is not None:
            records.append((*(_coded(name, row.get(name)) for name in ROW), export_rows.rating_of(row)))
        if len(records) >= 8192:
            add()
    if run is not None:
        add()


def _of_plan(run: StoredRun, records: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the records whose backend is in the plan of the run, if the plan is known."""
    strange = {row[1] for row in records} - set(run.backends) if run.backends else ()
    return [row for row in records if row[1] not in strange] if strange else records


def _sources(names: Sequence[str], folder: str | Path) -> Iterator[Path | tuple[StoredRun, Store]]:
    """Yield, for each different name, either an exported file or a run with the store that has its records.

    The store stays open until the caller asks for the next item.
    """
    for name in dict.fromkeys(names):
        found = find(name, folder)
        if isinstance(found, StoredRun):
            with _opened(Path(folder) / FILE) as store:
                yield found, store
        elif not _is_database(found):
            yield found
        else:
            with _opened(found) as store:
                yield _last([_run(**row) for row in store.runs()], found), store


def read_ratings(path: str | Path) -> dict[str, float]:
    """Return human difficulty by puzzle id, from a CSV file with the columns `puzzle` and `rating` or `se_er`.

    Raises:
        InputError: The file cannot be read or lacks these columns; a line has no puzzle; or a rating is not a number
            from 0 to 10^15.
    """
    source = str(path)
    reader = csv.DictReader(text for _, text in export_rows.bounded_lines(Path(path)))
    found = {}
    try:
        names = reader.fieldnames or []
        column = next((name for name in ("rating", "se_er") if name in names), None)
        if column is None or "puzzle" not in names:
            raise InputError(error_words.COLUMNS_NEEDED, Place("", 1))
        for row in reader:
            puzzle, rating = row["puzzle"], row[column]
            if puzzle is None:
                raise InputError(error_words.PUZZLE_NEEDED, Place("", reader.line_num))
            try:
                value = number(float(rating))
            except (TypeError, ValueError):
                value = None
            if value is None:
                message = error_words.NUMBER_NEEDED.format(value=shown(rating))
                raise InputError(message, Place("", reader.line_num))
            found[id_of(puzzle.strip())] = value
    except InputError as error:
        raise error.at(source) from None
    except OSError as error:
        raise InputError(unreadable(source, error)) from error
    except csv.Error as error:
        raise InputError(error_words.NOT_READ.format(reason=error)).at(source) from error
    return found


def exported(
    names: Sequence[str],
    folder: str | Path = "results",
    refused: Callable[[Words], object] = lambda flaw: None,
) -> Iterator[dict[str, Any]]:
    """Yield a flat row for each record of runs, with its puzzle, and for each puzzle or run without records.

    `load` reads these rows from a file. A run comes once, even if two names give it. Damaged parts of a database are
    left out, and `refused` gets a message about them.

    Raises:
        InputError: A run does not exist, or a file is not an export or is damaged.
    """
    done = set[object]()
    for source in _sources(names, folder):
        here = set[object]()
        rows = export_rows.read(source, whole=True) if isinstance(source, Path) else _flat(*source, refused)
        for row in rows:
            if row.get("run") not in done:
                here.add(row.get("run"))
                yield row
        done |= here


def _flat(run: StoredRun, store: Store, refused: Callable[[Words], object]) -> Iterator[dict[str, Any]]:
    dropped: Counter[str] = Counter()
    puzzles = {row[0]: row for some in store.rows(run.run, "puzzles", _PUZZLE, dropped) for row in some}
    empty = dict.fromkeys(_RECORD[1:])
    unasked = dict(puzzles)
    reproducers = _reproducers(run.run, store, dropped)
    head: dict[str, Any] = {"started": run.started, "finished": run.finished, "manifest": run.manifest}
    for some in store.rows(run.run, "records", _RECORD, dropped):
        good = [row for row in _of_plan(run, some) if row[0] in puzzles]
        dropped["records"] += len(some) - len(good)
        for row in good:
            unasked.pop(row[0], None)
            record = dict(zip(_RECORD, row, strict=True))
            record["exhausted"] = bool(record["exhausted"])
            again = {"reproducer": reproducers.pop(row[0])} if row[0] in reproducers else {}
            yield export_rows.row_of(run, puzzles[row[0]], record, head | again)
            head = {}
    for position, puzzle in unasked.items():  # puzzles about which no backend could be asked
        yield export_rows.row_of(run, puzzle, {"position": position, **empty}, head)
        head = {}
    if head:
        yield export_rows.row_of(run, None, {"position": None, **empty}, head)
    for flaw in flaws([run], dropped, store.damaged_runs()):
        refused(flaw)


def _reproducers(run: str, store: Store, dropped: Counter[str]) -> dict[int, dict[str, Any]]:
    return {
        position: {"reasons": reasons, "smallest": smallest, "command": command}
        for some in store.rows(run, "disagreements", ("position", "reasons", "smallest", "command"), dropped)
        for position, reasons, smallest, command in some
    }


def _opened(path: Path) -> Store:
    if path.name != FILE:
        raise InputError(error_words.OTHER_NAME.format(file=path, name=FILE))
    if not path.is_file():
        raise InputError(error_words.NO_FOLDER.format(file=path))
    return Store(path.parent, writing=False)


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError as error:
        raise InputError(unreadable(str(path), error)) from error


def _run(run: str, started: str, finished: str | None, manifest: object, records: int = 0) -> StoredRun:
    if isinstance(manifest, str):
        try:
            manifest = load_kept(manifest, "manifest")
        except InputError:
            manifest = ""
    known = manifest if isinstance(manifest, dict) else {}
    return StoredRun(
        str(run), str(started), finished, known, records, legible=manifest is None or known is manifest
    )
