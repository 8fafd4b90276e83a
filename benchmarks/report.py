"""Write results as files and tables: JSON for each set, one Markdown report, and parts of the page of benchmarks."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import chain
from math import floor, log10
from pathlib import Path
from statistics import median
from textwrap import fill
from typing import Any

from benchmarks import results
from benchmarks.measure import FEWEST_ROUNDS, Table
from sudokubench.harness import plan

RESULTS = results(publish=True) / "benchmarks"
"""The folder of published results."""

NATIVES = results(publish=True) / "natives.json"
"""File with the comparison of `sliced` with native solvers, written by hand."""

HEADINGS = {
    "name": "contestant", "rate": "boards/s", "s": "seconds", "ms": "ms a board",
    "ratio": "time ÷ base", "n": "boards", "boards": "boards", "count": "solutions", "note": "remark",
    "nodes": "nodes a board", "nodes_ratio": "nodes ÷ base", "width": "options at a choice",
    "hits": "hits a board", "measure": "measure", "value": "measured", "unit": "unit", "least": "at least",
    "aim": "aim", "board": "boards", "clues": "clues", "fastest": "fastest", "rules_ms": "rules, ms a board",
    "cover": "cover", "solutions": "solutions",
}  # fmt: skip
"""Headings of columns. The heading of any other column is its own name, as code."""

NOT_MEASURED = (
    "No results are committed yet; `python -m benchmarks {} --publish` makes them.",
    "まだ結果がありません。`python -m benchmarks {} --publish`が作ります。",
)

# -- files --------------------------------------------------------------------------------------------------------


def save(name: str, tables: Sequence[Table], command: str, seconds: float, folder: Path) -> None:
    """Write the JSON of one set, and the report of all existing sets."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {"set": name, **origin(command, seconds), "tables": [asdict(table) for table in tables]}
    (folder / f"{name}.json").write_text(json.dumps(short(made), indent=1) + "\n", encoding="utf-8")
    (folder / "report.md").write_text(report(folder), encoding="utf-8")


def origin(command: str, seconds: float) -> dict[str, Any]:
    """Return the origin of results: the command, its duration, the date, and the machine."""
    return {
        "command": command, "made": datetime.now(UTC).isoformat(timespec="minutes"), "seconds": round(seconds),
        "machine": machine(),
    }  # fmt: skip


def load(name: str, folder: Path = RESULTS) -> dict[str, Any]:
    """Return the results of a set."""
    loaded: dict[str, Any] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def short(value: Any) -> Any:
    """Return a value with its numbers rounded to five significant digits."""
    if isinstance(value, float):
        return float(f"{value:.5g}")
    if isinstance(value, Mapping):
        return {key: short(each) for key, each in value.items()}
    return [short(each) for each in value] if isinstance(value, (list, tuple)) else value


def machine() -> dict[str, Any]:
    """Return the conditions on which the figures depend."""
    here = plan.machine()
    return {
        "processor": here["cpu"], "cores": here["cores"], "system": platform.system(), "python": here["python"],
        "packages": here["versions"], "commit": here["commit"], "load": round(os.getloadavg()[0], 1),
    }  # fmt: skip


# -- tables -------------------------------------------------------------------------------------------------------


def report(folder: Path = RESULTS) -> str:
    """Return all results in a folder as Markdown."""
    parts = [
        "# Results of the benchmarks",
        "",
        "How they are made and read: docs/background/benchmarks.md.",
        "",
    ]
    for path in sorted(folder.glob("*.json")):
        found = load(path.stem, folder)
        parts += [f"## {found['set']}", "", said(found, japanese=False), ""]
        for table in found["tables"]:
            parts += [f"{table['name']} ({table['source']})", "", *rows(table), ""]
    return "\n".join(parts).rstrip() + "\n"


def said(found: Mapping[str, Any], japanese: bool) -> str:
    """Return the origin of results in words: the command, the date and the machine."""
    where, packages = found["machine"], found["machine"]["packages"]
    used = {name: number for name, number in packages.items() if number and name != "sudokubench"}
    versions = ", ".join(f"{name} {number}" for name, number in used.items())
    load = f"{where['cores']} × CPU, load {where['load']:g}"
    facts = f"{where['processor']}, {load}, Python {where['python']}, {versions}"
    if japanese:
        return f"`{found['command']}`（{found['made'][:10]}、{found['seconds']}秒、commit {where['commit']}、{facts}）"
    return f"`{found['command']}` ({found['made'][:10]}, {found['seconds']} s, commit {where['commit']}; {facts})"


def part(words: Sequence[str], japanese: bool) -> str:
    """Return a generated part of a document. `SET` names the origin of a set, `SET TABLE` a table.

    `SET TABLE + TABLE` sets several tables side by side. `sizes summary` is a text about a table. Only the English page
    has tables. If a set has no committed results, the part says so, and names the command that makes them.
    """
    name, *table = words
    if not (RESULTS / f"{name}.json").exists():
        return "" if table else NOT_MEASURED[japanese].format(name)
    if not table:
        return said(load(name), japanese)
    if [name, *table] == ["sizes", "summary"]:
        return sizes_summary(japanese)
    return "\n".join(side_by_side([_table(name, each) for each in " ".join(table).split(" + ")]))


def rows_of(name: str, table: str) -> list[dict[str, Any]]:
    """Return the rows of a table of a set."""
    found: list[dict[str, Any]] = _table(name, table)["rows"]
    return found


def _table(name: str, table: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in load(name)["tables"] if each["name"] == table)
    return found


def sizes_summary(japanese: bool) -> str:
    """Return in words what the table of sizes shows: where `dlx` leads, and how often each engine meets the cap."""
    found = rows_of("sizes", "sizes")
    engines = [key.removesuffix(" seconds") for key in found[0] if key.endswith(" seconds")]
    fastest = sum(row["fastest"] == "`dlx`" for row in found)
    slower = [row for row in found if row["fastest"] != "`dlx`"]
    capped = [f"`{engine}` {sum('>' in row[engine] for row in found)}" for engine in engines]
    large = {row["clues"]: row for row in found if row["board"] == "25x25 unique"}
    pair = first, second = large["55%"], large["47%"]
    rises = [
        [f"{number(1e3 * median(row[f'{name} seconds']))} ms" for row in pair] for name in ("sat", "cpsat")
    ]
    if japanese:
        where = "、".join(f"{row['board']} {row['clues']}は{row['fastest']}" for row in slower)
        return (
            f"`dlx`は{len(found)}行のうち{fastest}行で最も速く、ほかの行では別のエンジンが最も速くなりました（{where}）。"
            f"上限に達した行の数：{'、'.join(capped)}。解が一つの25x25で与え値が{first['clues']}から{second['clues']}に減ると、"
            f"中央値は`sat`で{rises[0][0]}から{rises[0][1]}、`cpsat`で{rises[1][0]}から{rises[1][1]}になります。"
        )  # fmt: skip
    where = "; ".join(f"{row['board']}, {row['clues']}: {row['fastest']}" for row in slower)
    text = (
        f"`dlx` is the fastest in {fastest} of {len(found)} rows; in the others, another engine is ({where}). "
        f"Number of rows in which an engine meets the cap: {', '.join(capped)}. On 25x25 with one solution, when the "
        f"clues go from {first['clues']} to {second['clues']}, the median of `sat` goes from {rises[0][0]} to "
        f"{rises[0][1]} and that of `cpsat` from {rises[1][0]} to {rises[1][1]}."
    )
    return fill(text, 120, break_long_words=False, break_on_hyphens=False)


def natives(japanese: bool) -> str:
    """Return a table of the speed of `sliced` divided by the speed of native solvers, by boards and session."""
    heads = (
        ["boards", "date", "processor", "load", "× tdoku", "× rust_sudoku"],
        ["盤面", "日付", "プロセッサー", "負荷", "tdokuの倍率", "rust_sudokuの倍率"],
    )[japanese]
    unknown = ("not recorded", "記録なし")[japanese]
    cells = [
        [
            row["boards"]["ja" if japanese else "en"], one["date"], one["processor"] or unknown, one["load"],
            *("–".join(dict.fromkeys(map(number, row["times"][name]))) for name in ("tdoku", "rust_sudoku")),
        ]
        for one in json.loads(NATIVES.read_text(encoding="utf-8"))["sessions"]
        for row in one["rows"]
    ]  # fmt: skip
    return "\n".join(markdown(heads, cells, [False, False, False, True, True, True]))


def rows(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a table in Markdown. Empty columns are left out."""
    columns = _filled(table)
    cells = ([_cell(row, key) for key in columns] for row in table["rows"])
    yield from markdown([*map(_heading, columns)], cells, [key not in _TEXT for key in columns])


def side_by_side(tables: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of several tables of contestants as one, with a row for each contestant of the first table."""
    if len(tables) == 1:
        return rows(tables[0])
    names = [row["name"] for row in tables[0]["rows"]]
    heads, cells, right = [_heading("name")], [[_cell({"name": name}, "name")] for name in names], [False]
    for table in tables:
        boards, found = table["name"].split()[-1], {row["name"]: row for row in table["rows"]}
        for key in _filled(table)[1:]:
            heads.append(f"{_SETS.get(boards, boards)}: {_heading(key)}")
            right.append(key not in _TEXT)
            for line, name in zip(cells, names, strict=True):
                line.append(_cell(found[name], key))
    return markdown(heads, cells, right)


def _filled(table: Mapping[str, Any]) -> list[str]:
    filled = {key for row in table["rows"] for key in table["columns"] if _cell(row, key) not in ("", "–")}
    return [key for key in table["columns"] if key in filled]


def _heading(key: str) -> str:
    return HEADINGS.get(key, f"`{key}`")


def markdown(heads: Sequence[str], rows: Iterable[Iterable[str]], right: Sequence[bool]) -> Iterator[str]:
    """Yield the lines of a table. `right` marks the columns that are set flush right."""
    rule = "|".join("---:" if each else "---" for each in right)
    return chain([_line(heads), f"|{rule}|"], map(_line, rows))


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


_SETS = {"17": "17 clues"}
_TEXT = {"name", "cover", "note", "measure", "board", "unit", "fastest", "least", "aim"}
_BY_COUNT = {"nodes": "nodes", "hits": "nogood_hits"}


def _cell(row: Mapping[str, Any], key: str) -> str:
    value = row.get(key)
    stats, n = row.get("stats", {}), row.get("n", 1)
    if key in _BY_COUNT and value is None:
        value = stats[_BY_COUNT[key]] / n if _BY_COUNT[key] in stats else None
    elif key == "nodes_ratio":
        base = row.get("base_stats", {}).get("nodes")
        value = stats["nodes"] / base if base and "nodes" in stats else None
    elif key == "width":
        value = stats["branches"] / stats["choices"] if stats.get("choices") else None
    elif key in ("s", "ms") and value is None and "us" in row:
        value = row["us"] / (1e6 if key == "s" else 1e3)
    if key == "name":
        return f"`{value}`"
    if value is None:
        return "" if key in _TEXT else "–"
    if isinstance(value, (list, tuple)):
        middle, low, high = map(number, value)
        is_bare = low == high or row.get("rounds", FEWEST_ROUNDS) < FEWEST_ROUNDS
        return middle if is_bare else f"{middle} ({low}–{high})"
    return number(value) if isinstance(value, (int, float)) else str(value).replace("|", "\\|")


def number(value: float) -> str:
    """Return a number with three significant digits, and separated thousands.

    >>> [number(x) for x in (0.000123456, 0.5, 12.345, 98765.4, 7, 1193600)]
    ['0.000123', '0.500', '12.3', '98,765', '7', '1,193,600']
    """
    if isinstance(value, int) or value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.{2 - floor(log10(abs(value)))}f}"
