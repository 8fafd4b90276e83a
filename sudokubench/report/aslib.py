"""Runs as a scenario of ASlib, the algorithm selection library: performance, run status and features of instances.

The form is version 2.0 of B. Bischl et al., ASlib: a benchmark library for algorithm selection, Artificial Intelligence
237, 2016. An instance is a puzzle, an algorithm is a backend with its options, a repetition is a record.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, inf
from pathlib import Path
from typing import Any

from sudokubench.answer import Verdict
from sudokubench.board import Board
from sudokubench.errors import InputError, SudokubenchError, writing
from sudokubench.harness.crosscheck import Category, solves
from sudokubench.harness.finding import Termination
from sudokubench.harness.words import FOLDER_NOT_WRITTEN
from sudokubench.problem import ExactCover
from sudokubench.problems import is_name, named
from sudokubench.report import error_words
from sudokubench.report.data import (
    CODES,
    TIMES,
    VERDICTS,
    StoredRun,
    TimeLimits,
    number,
    same_limits,
    today_id,
)
from sudokubench.report.export import FIELDS
from sudokubench.report.features import STEPS, Features, features

_STATES = ("ok", "timeout", "memout", "not_applicable", "crash", "other")
_STEP_STATES = ("ok", "timeout", "memout", "presolved", "crash", "other")
_FOLDS = 10
_LONGEST_NAME = 15
"""Largest length of the name of an algorithm in the format, in characters."""

_README = """\
Scenario {name}, written by `sudokubench runs export --to aslib`.

Instances are puzzles, named by their ids; instances.csv has the text and the source of each. Algorithms are backends;
the description has their options. A repetition is a record of the run.

cpu_time is the CPU time of a search with all its threads and processes, in seconds. wall_time is the time that a user
waits for encoding, solving and decoding, in seconds. The cutoff limits the measure that comes first: cpu_time only if
CPU time was limited. If the CPU time of some solved puzzle was not measured, cpu_time is omitted. For a failure whose
CPU time was not measured, cpu_time is the wall time. A timeout has at least the cutoff as its time. A puzzle of a batch
has an even share of the time of the batch; the largest batch has {batch} puzzles.

ok: decided, not refuted, and within the time limit. timeout and memout: beyond a limit, whatever was found. crash: the
worker died. other: an error, a wrong answer, or undecided. not_applicable: the backend does not understand the puzzle,
or was not asked; its time is the cutoff.

A step of features has the status other, and no values, if it needs a board and the instance is another exact cover, or
if it needs candidates and human logic does not know the board's constraints. Costs are seconds of CPU time. The folds
of cv.arff follow the order of the ids, which are digests.
"""


def write(rows: Iterable[Mapping[str, Any]], folder: str | Path) -> int:
    """Write a scenario into a folder; return the number of its records.

    Args:
        rows: See `reading.exported`.
        folder: Created if it does not exist.

    Raises:
        InputError: The folder cannot be written; there are no records; a record is damaged; two runs have different
            time limits; or CPU time was limited, but was not measured for some solved puzzle.
    """
    rows = [_whole(row) for row in rows]
    records = [_checked(row) for row in rows if row["backend"] is not None]
    if not records:
        raise InputError(error_words.NOTHING_FOR_SCENARIO)
    puzzles = {row["puzzle_id"]: row for row in records}
    ids = sorted(puzzles)
    limits = _limits(rows, records)
    names = _names(dict.fromkeys(row["backend"] for row in records))
    found = {key: features(problem) if problem else {} for key, problem in _problems(puzzles)}
    run_ids = (re.sub(r"[^0-9A-Za-z_-]", "_", str(row["run"])) for row in rows)
    scenario = "-".join(dict.fromkeys(["sudokubench", *run_ids]))
    has_cpu = all(row["cpu_ns"] for row in records if _status(row, limits) == "ok")
    by_cpu = limits.wall_s is None or limits.least_s != limits.wall_s
    if by_cpu and not has_cpu:
        raise InputError(error_words.SCENARIO_LACKS_CPU)
    measures = ("cpu_time", "wall_time") if by_cpu else ("wall_time", "cpu_time")[: 1 + has_cpu]
    cutoff = limits.least_s or 0.0

    runs = _runs(records, ids, names, measures, limits)
    folds = ((key, 1, i % _FOLDS + 1) for i, key in enumerate(ids))
    truths = ((key, puzzles[key]["puzzle_verdict"]) for key in ids)
    measured = {"algorithm": "STRING", **dict.fromkeys(measures, "NUMERIC"), "runstatus": _nominal(_STATES)}
    files = {
        "description.txt": _description(scenario, measures, cutoff, _memory(rows), names),
        "readme.txt": _README.format(name=scenario, batch=max(row["batch"] for row in records)),
        "algorithm_runs.arff": _arff("ALGORITHM_RUNS", scenario, measured, runs),
        **_feature_files(scenario, ids, found),
        "cv.arff": _arff("CV", scenario, {"fold": "NUMERIC"}, folds),
        "ground_truth.arff": _arff(
            "GROUND_TRUTH", scenario, {"solutions": _nominal(VERDICTS)}, truths, repeated=False
        ),
    }
    with writing(FOLDER_NOT_WRITTEN, folder=folder):
        Path(folder).mkdir(exist_ok=True)
        for name, text in files.items():
            (Path(folder) / name).write_text(text, encoding="ascii")
        with (Path(folder) / "instances.csv").open("w", encoding="utf-8", newline="") as file:
            fields = ("source", "line", "puzzle")
            csv.writer(file, lineterminator="\n").writerows(
                [("instance_id", *fields), *((key, *(puzzles[key][name] for name in fields)) for key in ids)]
            )
    return len(records)


def _feature_files(
    scenario: str, ids: Sequence[str], found: Mapping[str, Mapping[str, tuple[Features, float]]]
) -> dict[str, str]:
    """Return three files by name: the values of the features, and for each step whether it was taken and its cost."""
    numeric = [name for _, provided in STEPS.values() for name in provided]
    values, states, costs = (list[tuple[object, ...]]() for _ in range(3))
    for key in ids:
        steps = found[key]
        taken = {name: value for of, _ in steps.values() for name, value in of.items()}
        values.append((key, 1, *(taken.get(name, "?") for name in numeric)))
        states.append((key, 1, *("ok" if step in steps else "other" for step in STEPS)))
        costs.append((key, 1, *(f"{steps[step][1]:.9f}" if step in steps else "?" for step in STEPS)))
    return {
        f"feature_{kind}.arff": _arff(f"FEATURE_{kind.upper()}", scenario, dict.fromkeys(names, of), rows)
        for kind, names, of, rows in (
            ("values", numeric, "NUMERIC", values),
            ("runstatus", STEPS, _nominal(_STEP_STATES), states),
            ("costs", STEPS, "NUMERIC", costs),
        )
    }


def _whole(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a row with all fields: exported files of version 1 lack some."""
    known = today_id(row.get("puzzle_id"), str(row.get("puzzle")))
    return {**dict.fromkeys(FIELDS), **row, "puzzle_id": known}


def _checked(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a record; refuse impossible values. Values of a database are checked earlier; values of files are not."""
    numbers = [row[name] for name in (*TIMES, "batch")]
    named = ("verdict", "puzzle_verdict", "category", "termination")
    if (
        all(type(number) is int and number >= 0 for number in [*numbers, row["cpu_ns"] or 0])
        and all(row[name] in CODES[name.removeprefix("puzzle_")] for name in named)
        and re.fullmatch("[0-9a-f]{16}", row["puzzle_id"])
    ):
        return row
    raise InputError(error_words.DAMAGED_FOR_SCENARIO.format(run=row["run"], position=row["position"]))


def _status(row: Mapping[str, Any], limits: TimeLimits) -> str:
    """Return how a record ended, in the words of the format; `ok` if `crosscheck.solves` holds within the limits."""
    ended = Termination(row["termination"])
    late = _wall(row) > (limits.wall_s or inf) or (row["cpu_ns"] or 0) / 1e9 > (limits.cpu_s or inf)
    if solves(Verdict(row["verdict"]), Category(row["category"]), ended) and not late:
        return "ok"
    if ended in {Termination.MEMOUT, Termination.CRASH}:
        return str(ended.value)
    return "timeout" if late or ended is Termination.TIMEOUT else "other"


def _wall(row: Mapping[str, Any]) -> float:
    return float(sum(row[name] for name in TIMES)) / 1e9


def _runs(
    records: Iterable[Mapping[str, Any]],
    ids: Iterable[str],
    names: Mapping[str, str],
    measures: tuple[str, ...],
    limits: TimeLimits,
) -> Iterable[tuple[object, ...]]:
    """Yield a row for each record, and a row for each pair of puzzle and backend without a record."""
    missing = dict.fromkeys((key, name) for key in ids for name in names)
    seen: dict[tuple[str, str], int] = {}
    cutoff = limits.least_s or 0.0
    for row in records:
        pair = row["puzzle_id"], row["backend"]
        missing.pop(pair, None)
        seen[pair] = seen.get(pair, 0) + 1
        status, wall = _status(row, limits), _wall(row)
        times = {"cpu_time": (row["cpu_ns"] or 0) / 1e9 or wall, "wall_time": wall}
        least = cutoff if status == "timeout" else 0.0
        measured = (f"{max(times[name], least):.9f}" for name in measures)
        yield pair[0], seen[pair], names[pair[1]], *measured, status
    for key, name in missing:
        yield key, 1, names[name], *(cutoff for _ in measures), "not_applicable"


def _arff(
    kind: str,
    scenario: str,
    attributes: Mapping[str, str],
    rows: Iterable[tuple[object, ...]],
    repeated: bool = True,
) -> str:
    columns = {"instance_id": "STRING"} | ({"repetition": "NUMERIC"} if repeated else {}) | dict(attributes)
    lines = [f"@RELATION {kind}_{scenario}", ""]
    lines += [f"@ATTRIBUTE {name} {of}" for name, of in columns.items()]
    lines += ["", "@DATA", *(",".join(map(str, row)) for row in rows)]
    return "\n".join(lines) + "\n"


def _nominal(names: Iterable[str]) -> str:
    return "{" + ",".join(names) + "}"


def _description(
    scenario: str, measures: tuple[str, ...], cutoff: float, memory: int | None, names: Mapping[str, str]
) -> str:
    """Return the description as YAML; JSON is YAML, too."""
    described = {
        "scenario_id": scenario,
        "performance_measures": measures,
        "maximize": [False] * len(measures),
        "performance_type": ["runtime"] * len(measures),
        "algorithm_cutoff_time": cutoff,
        "algorithm_cutoff_memory": memory or "?",
        "features_cutoff_time": "?",
        "features_cutoff_memory": "?",
        "number_of_feature_steps": len(STEPS),
        "feature_steps": {step: {"provides": provided} for step, (_, provided) in STEPS.items()},
        "default_steps": list(STEPS),
        "features_deterministic": [name for _, provided in STEPS.values() for name in provided],
        "features_stochastic": [],
        "metainfo_algorithms": {
            name: {"configuration": spec.partition(":")[2], "deterministic": True, "call_string": spec}
            for spec, name in names.items()
        },
    }
    return "\n".join(f"{key}: {json.dumps(value)}" for key, value in described.items()) + "\n"


def _names(specs: Iterable[str]) -> dict[str, str]:
    """Return a unique short name of an algorithm, without commas, for each full name of a backend."""
    names: dict[str, str] = {}
    for spec in specs:
        plain = re.sub(r"[^0-9A-Za-z_]", "_", spec.partition(":")[0])
        short, n = plain[:_LONGEST_NAME], 2
        while short in names.values():
            short, n = f"{plain[: _LONGEST_NAME - 1 - len(str(n))]}_{n}", n + 1
        names[spec] = short
    return names


def _limits(rows: Iterable[Mapping[str, Any]], records: Iterable[Mapping[str, Any]]) -> TimeLimits:
    """Return the time limits; if no manifest has any, the longest wall-clock time that was seen, in whole seconds."""
    known = same_limits(map(_run, rows))
    return known if known.least_s else TimeLimits(ceil(max(map(_wall, records))), None)


def _run(row: Mapping[str, Any]) -> StoredRun:
    return StoredRun(row["run"], "", None, row.get("manifest") or {})


def _memory(rows: Iterable[Mapping[str, Any]]) -> int | None:
    """Return the largest limit on memory, in megabytes; None if there is no limit."""
    limits = (_run(row).of_execution("limits") for row in rows if row.get("manifest"))
    found = (number(one.get("memory_bytes")) for one in limits if isinstance(one, dict))
    return max((ceil(limit / 1e6) for limit in found if limit), default=None)


def _problems(puzzles: Mapping[str, Mapping[str, Any]]) -> Iterable[tuple[str, Board | ExactCover | None]]:
    """Yield the id of each puzzle, and its board or cover; None if it cannot be read here."""
    for key, row in puzzles.items():
        text = str(row["puzzle"])
        try:
            yield key, named(text) if is_name(text) else Board.parse(text)
        except SudokubenchError:
            yield key, None
