"""Runs made up for the tests of reports: every time is known, so every figure can be computed independently."""

import json
import sqlite3
from pathlib import Path

import numpy as np

from sudokubench.harness.store import FILE, Store
from sudokubench.report import text
from sudokubench.report.analysis import Analysis
from sudokubench.report.build import build
from sudokubench.report.export import write
from sudokubench.report.page import page
from sudokubench.report.reading import exported, load

GRID = "1...3..2...3..2."
NAMES = ("fast", "slow")
LIVELY = ("dlx", "sat", "sat:encoding=card")


def puzzle(number, clues=5):
    """Return a unique line of 81 characters with this many clues."""
    return f"{number:04d}".translate(str.maketrans("0", "9")) + "1" * (clues - 4) + "." * (81 - clues)


def puzzles(n):
    """Return this many lines with five clues."""
    return [puzzle(i) for i in range(n)]


def record(position, backend, seconds, **other):
    """Return a record with sensible values; `seconds` are split into 1/8 encoding, 6/8 solving, 1/8 decoding."""
    ns = round(seconds * 1e9)
    return {
        "position": position, "backend": backend, "repeat": 0, "verdict": "unique", "count": 1, "exhausted": 1,
        "category": "correct", "termination": "finished", "message": "", "encode_ns": ns // 8,
        "solve_ns": ns - 2 * (ns // 8), "decode_ns": ns // 8, "batch": 1, "memory_bytes": None, "stats": "{}",
        "solution": None, "kind": None, "cpu_ns": None,
    } | other  # fmt: skip


def timeout(position, backend, **other):
    """Return a record of a backend that gave up."""
    lost = {"verdict": "undecided", "count": 0, "exhausted": 0, "category": "unconfirmed"}
    return record(position, backend, 60, termination="timeout", **(lost | other))


def anchored(factor=1.0):
    """Return anchors that took this factor of a millisecond, in each of five rounds."""
    return {
        name: [[5, float(np.log(1e-3 * factor)), 0.0]] * 5 for name in ("interpreter", "arithmetic", "memory")
    }


def make_run(
    folder, puzzles, records, *, backends=NAMES, run="20260101T000000-abcdef", finished=True, manifest=None,
    verdict="unique", disagreements=(), reproducers=(), source="test.txt", ids=None, strength=None,
):  # fmt: skip
    """Write a run into `folder/runs.db` and return its id; without `ids` and `strength` it is one of version 0.1.0."""
    full = {
        "plan": {"corpora": [source], "backends": list(backends), "task": "unique", "limit": 2, "repeat": 1},
        "execution": {"limits": {"wall_s": 60.0}, "processes": "round"},
        "cpu": "Test CPU", "cores": 2, "python": "3.11.7", "platform": "test",
        "versions": {"sudokubench": "0.1.0", "numpy": "2"}, "argv": ["sudokubench", "run"],
        "noise": {"samples": 9, "p90_over_median": 1.1, "warning": None, "anchors": anchored()},
    } | (manifest if isinstance(manifest, dict) else {})  # fmt: skip
    Store(folder).__exit__(None, None, None)
    db = sqlite3.connect(Path(folder) / FILE)
    started, ended = "2026-01-01T00:00:00+00:00", "2026-01-01T00:01:00+00:00" if finished else None
    text = manifest if isinstance(manifest, str) else json.dumps(full)
    db.execute("INSERT INTO runs VALUES (?, 'd', ?, ?, ?)", (run, started, ended, text))
    sentences = dict(disagreements)
    columns = ("position", "source", "line", "puzzle", "verdict", "disagreement", "id", "strength")
    rows = [
        (run, i, source, i + 1, text, verdict, sentences.get(i), ids and ids[i], strength)
        for i, text in enumerate(puzzles)
    ]
    insert = "INSERT INTO {} (run, {}) VALUES (?{})"
    db.executemany(insert.format("puzzles", ", ".join(columns), ", ?" * len(columns)), rows)
    db.executemany(
        "INSERT INTO disagreements VALUES (?, ?, ?, ?, ?)",
        [(run, i, json.dumps(reasons), smallest, command) for i, reasons, smallest, command in reproducers],
    )
    columns = record(0, "", 0)
    rows = [(run, *(row[name] for name in columns)) for row in records]
    db.executemany(insert.format("records", ", ".join(columns), ", ?" * len(columns)), rows)
    db.commit()
    db.close()
    return run


def analysis(folder, *names):
    return Analysis(load(names or ["last"], folder))


def analysed(folder, puzzles, records, **other):
    """Write a run and return its analysis."""
    make_run(folder, puzzles, records, **other)
    return analysis(folder)


def jsonl_of(folder, run="last"):
    """Export a run, and return the path of the file."""
    path = folder / "a.jsonl"
    write(exported([run], folder), str(path), "jsonl")
    return path


def remarks(a, level):
    return " ".join(r.text.en for r in build(a).remarks if r.level is level)


def lively(folder, n=40, **other):
    """Write a run with records of every kind, and return its id: three backends, repeats, timeouts, sizes."""
    random = np.random.default_rng(3)
    puzzles = [puzzle(i, 5 + i % 4) for i in range(n - 2)] + [GRID, "tromino:5"]
    rows = []
    for i in range(n):
        for j, name in enumerate(LIVELY):
            for repeat in range(5):
                if name == "sat:encoding=card" and i % 10 == 0:
                    rows.append(timeout(i, name, repeat=repeat))
                else:
                    seconds = float(np.exp(random.normal(0, 1)) * 1e-4 * 7**j)
                    rows.append(record(i, name, seconds, repeat=repeat, stats=f'{{"rating": {1 + i % 5}}}'))
    return make_run(folder, puzzles, rows, backends=LIVELY, **other)


def spec_of(figure):
    """Return the Vega-Lite specification of a figure, with English words."""
    return json.loads(figure.draw(lambda words: words.en).to_json())


def column(table, key):
    """Return a column as a mapping from the backend."""
    keys = [c.key for c in table.columns]
    return {row[keys.index("backend")]: row[keys.index(key)] for row in table.rows}


def written(a):
    """Return all texts that a run can be written as; writing must not fail."""
    report = build(a)
    return page(report, a, "en") + text.markdown(report, "en") + text.latex(report, "ja")
