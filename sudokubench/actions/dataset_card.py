"""The data card of a data set: content, origin and limits, computed from the rows and the recipe."""

from __future__ import annotations

import csv
import html
import platform
from array import array
from collections import Counter
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sudokubench.logic.rating import VERSION, Level

_COLUMNS = {
    "puzzle": "the clues, row by row, a point for a blank; a layout other than 9x9 precedes it by name",
    "solution": "its only solution",
    "clues": "number of clues",
    "se": "its hardest step on the `se` scale of `sudokubench rate`; empty where it was not rated",
    "class": "its class by that value",
    "hardest": "the rule of that step",
    "class_id": "equal exactly for equivalent boards: `sudokubench canonical --json`",
    "split": "computed from class_id, so equivalent boards are always in the same split",
}


class _Counts(NamedTuple):
    """The numbers of rows by number of clues, split, class, rating and hardest rule; numbers of classes and boards."""

    clues: Counter[int]
    splits: Counter[str]
    levels: Counter[str]
    ratings: Counter[float]
    hardest: Counter[str]
    classes: int
    boards: int


def _counted(rows: Path) -> _Counts:
    clues, splits = Counter[int](), Counter[str]()
    levels, ratings, hardest = Counter[str](), Counter[float](), Counter[str]()
    classes, boards = array("Q"), array("q")
    with open(rows, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            clues[int(row["clues"])] += 1
            splits[row["split"]] += 1
            classes.append(int(row["class_id"], 16))
            boards.append(hash(row["puzzle"]))
            if row["se"]:
                levels[row["class"]] += 1
                ratings[float(row["se"])] += 1
                hardest.update(filter(None, [row["hardest"]]))
    different = len(np.unique(classes)), len(np.unique(boards))
    return _Counts(clues, splits, levels, ratings, hardest, *different)


def write_card(card: Path, rows: Path, state: Mapping[str, Any]) -> None:
    """Write the card of a data set with these rows and this state, and its plots beside it."""
    clues, splits, levels, ratings, hardest, different, boards = _counted(rows)
    n, recipe, repeated = state["rows"], state["recipe"], state["rows"] - boards
    lines = [
        f"# {n:,} Sudoku puzzles with one solution each", "",
        f"Layout {recipe['layout']}, {different:,} classes of equivalent boards. Made by sudokubench "
        f"{version('sudokubench')} (numpy {version('numpy')}, Python {platform.python_version()}), "
        f"seed {recipe['seed']}. The same options give the same rows on every machine and with any number of jobs.", "",
        *([f"Rows that repeat the board of an earlier row: {repeated:,}. A layout with few puzzles repeats some.", ""]
          if repeated else []),
        "Licence: [CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/), no rights reserved.", "",
        "## Columns", "", "| column | meaning |", "|---|---|",
        *(f"| `{name}` | {meaning} |" for name, meaning in _COLUMNS.items()), "",
        "## Splits", "", "| split | share wanted | rows | share |", "|---|---:|---:|---:|",
        *(f"| {name} | {share:g} | {splits[name]:,} | {splits[name] / n:.4f} |"
          for name, share in recipe["splits"].items()), "",
        "A row belongs to the first split at which the sum of the shares exceeds class_id / 2^64 (class_id is a "
        "hexadecimal number). So data sets with the same shares agree: no class is ever in two splits.", "",
        "## Clues", "", "![rows by number of clues](clues.svg)", "",
        "| clues | rows |", "|---:|---:|", *(f"| {k} | {clues[k]:,} |" for k in sorted(clues)), "",
    ]  # fmt: skip
    bars = {str(k): clues[k] for k in range(min(clues), max(clues) + 1)}
    _bars(card.with_name("clues.svg"), "rows by number of clues", bars)
    if ratings:
        shown = [level.value for level in Level if levels[level.value]]
        lines += [
            "## Ratings", "",
            f"{ratings.total():,} rows of {recipe['rate']:,} wanted, evenly spread, have a rating (version {VERSION}). "
            "A puzzle that the rules do not solve has none.", "", "![rated rows by hardest step](ratings.svg)", "",
            "| class | rows |", "|---|---:|", *(f"| {name} | {levels[name]:,} |" for name in shown), "",
            "| hardest rule | rows |", "|---|---:|", *(f"| {name} | {k:,} |" for name, k in hardest.most_common()), "",
        ]  # fmt: skip
        bars = {f"{k:g}": ratings[k] for k in sorted(ratings)}
        _bars(card.with_name("ratings.svg"), "rated rows by hardest step", bars)
    wishes = [
        f"symmetry {recipe['symmetry']}" * (recipe["symmetry"] != "none"),
        "a pattern of clues" * (recipe["pattern"] is not None),
        "one solution grid for all" * (recipe["grid"] is not None),
        f"{recipe['clues']} clues" * (recipe["clues"] is not None),
    ]
    lines += [
        "## How it was made", "",
        "Clues are removed from random full grids, in random order, as long as the solution stays unique: "
        + ("no clue of a puzzle can be removed. " if recipe["minimal"] else "")
        + "".join(f"Requested: {', '.join(filter(None, wishes))}. " * any(wishes))
        + "Puzzles with few clues, and hard puzzles, are rarer in such a walk than among all puzzles: the tables above "
        "describe this data set, not all Sudoku puzzles.", "",
        "## Checking it", "", "```sh", "sudokubench dataset verify .", "```", "",
        "proves every puzzle again by another engine, compares every solution, computes every class id again from a "
        "rearranged board, looks for classes in two splits, and rates and checks a sample again."
        + (f" `certificates.jsonl` has {recipe['certify']:,} proofs, which `sudokubench verify` checks by themselves."
           if recipe["certify"] else ""), "",
    ]  # fmt: skip
    card.write_text("\n".join(lines), encoding="utf-8")


def _bars(file: Path, title: str, counts: Mapping[str, int]) -> None:
    """Write a bar plot; names that have no room are left out."""
    step, height = max(8, min(40, 640 // max(1, len(counts)))), 200
    most = max(counts.values())
    every = -(-28 // step)
    bars = []
    for place, (name, number) in enumerate(counts.items()):
        tall = height * number / most
        x = 40 + place * step
        bars.append(
            f'<rect x="{x}" y="{30 + height - tall:.1f}" width="{step - 2}" height="{tall:.1f}">'
            f"<title>{html.escape(name)}: {number:,}</title></rect>"
        )
        if place % every == 0:
            bars.append(f'<text x="{x + step / 2 - 1}" y="{height + 46}">{html.escape(name)}</text>')
    width = max(320, 60 + step * len(counts))
    file.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + 60}" width="{width}" '
        f'font-family="sans-serif" font-size="11" text-anchor="middle" fill="#1e78ff" role="img">'
        f'<title>{title}</title><rect width="100%" height="100%" fill="#ffffff"/>'
        f'<g fill="#1b1e23"><text x="40" y="18" text-anchor="start">{title}; the tallest bar: {most:,}</text></g>'
        + "".join(bars).replace("<text ", '<text fill="#1b1e23" ')
        + "</svg>\n",
        encoding="utf-8",
    )
