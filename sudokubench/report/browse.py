"""The puzzles that a reader can browse on a page: their selection, and the data that its script needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sudokubench.board import Board
from sudokubench.harness.japanese_messages import in_both
from sudokubench.report import values, words
from sudokubench.report.analysis import Analysis
from sudokubench.report.data import CATEGORIES, STRENGTHS, TERMINATIONS, VERDICTS
from sudokubench.report.plots import common
from sudokubench.report.plots.comparison import SIDE, cactus_domain, sampled_rows, scatter_domain
from sudokubench.report.statistics import Bools, Ints
from sudokubench.report.values import rules
from sudokubench.report.words import OUTCOMES, STRENGTH_WORDS, VERDICT_WORDS
from sudokubench.words import Words, listed, untranslated

MOST = 2000
"""Largest number of puzzles on a page. A larger run shows its most informative puzzles."""


def chosen(a: Analysis) -> tuple[list[int], int, Words]:
    """Choose the puzzles of a page: all, or `MOST` of them.

    A random sample comes first. Then puzzles with disagreements or wrong answers fill at most a third of the room that
    is left. Puzzles that a backend did not solve fill at most half of the rest. The slowest puzzles fill what remains.

    Returns:
        The puzzles, the sample of the scatter plot first; the size of this sample; and the choice in words.
    """
    n = len(a.data.texts)
    sample = sampled_rows(a).tolist()
    if n <= MOST:
        rest = sorted(set(range(n)) - set(sample))
        return sample + rest, len(sample), words.ALL_PUZZLES.format(n=n)
    known = dict.fromkeys(sample)
    wrong = a.data.columns["puzzle"][a.data.columns["category"] == CATEGORIES.index("wrong")]
    kinds = (
        sorted({*a.data.disagreements, *wrong.tolist()}),
        np.flatnonzero((a.cells.asked & ~a.cells.solved).any(axis=1)).tolist(),
        np.argsort(-np.nan_to_num(a.best), kind="stable").tolist(),
    )
    parts = []
    *whys, at_random = words.KINDS_OF_PUZZLES
    for left, why, puzzles in zip((3, 2, 1), whys, kinds, strict=True):
        new = [puzzle for puzzle in puzzles if puzzle not in known][: (MOST - len(known)) // left]
        known |= dict.fromkeys(new)
        parts.append(why.format(n=len(new)))
    parts.append(at_random.format(n=len(sample)))
    why = words.SOME_PUZZLES.format(some=len(known), n=n, kinds=listed(parts))
    return list(known), len(sample), why


def browsed(a: Analysis) -> dict[str, Any] | None:
    """Return all data for the page's script; None without records.

    The time of an unsolved puzzle is 0; the time of a puzzle that was not asked is None.
    """
    if not len(a.data):
        return None
    puzzles, sample, why = chosen(a)
    endings, ending = _endings(a)
    layouts: dict[tuple[int, str], int] = {}
    out: dict[str, Any] = {
        "names": [common.label(a, j).as_json() for j in a.order],
        "backends": [a.names[j] for j in a.order],
        "task": str(a.data.runs[0].of_plan("task", "unique")),
        "sample": sample,
        "why": why.as_json(),
        "endings": endings,
        "strengths": [STRENGTH_WORDS[s].as_json() for s in STRENGTHS],
        "rated": bool((~np.isnan(a.data.ratings)).any()),
    }
    solved = a.cells.solved & a.common[:, None]
    if a.cells.solved.any():
        low, high = scatter_domain(a)
        out["scatter"] = {"low": low, "high": high, "rail": high / 1.6, "side": SIDE}
    if solved.any():
        low, high, n = cactus_domain(a)
        tall = common.height(1 + int(solved.any(axis=0).sum()))
        out["cactus"] = {"low": low, "high": high, "n": n, "wide": common.WIDTH, "tall": tall}
    ranks = _cactus_ranks(a)
    out["puzzles"] = [_row(a, puzzle, ending, ranks, layouts) for puzzle in puzzles]
    out["layouts"] = [{"size": size, "boxes": boxes} for size, boxes in layouts]
    return out


def _row(
    a: Analysis, puzzle: int, ending: Ints, ranks: Ints, layouts: dict[tuple[int, str], int]
) -> dict[str, Any]:
    board, text = a.data.board(puzzle), a.data.texts[puzzle]
    rating = float(a.data.ratings[puzzle])
    out: dict[str, Any] = {
        "n": puzzle, "at": a.data.places[puzzle], "text": text, "strength": int(a.cells.strength[puzzle]),
        "t": [
            float(f"{max(a.cells.seconds[puzzle, j], 1e-9):.3g}") if a.cells.solved[puzzle, j]
            else 0 if a.cells.asked[puzzle, j] else None
            for j in a.order
        ],
        "end": [int(ending[puzzle, j]) for j in a.order],
        "rank": [int(ranks[puzzle, j]) for j in a.order],
    }  # fmt: skip
    if not np.isnan(rating):
        out["rating"] = rating
    if puzzle in a.data.disagreements:
        out["wrong"] = in_both(a.data.disagreements[puzzle]).as_json()
    if board is not None:
        out |= _drawn(board, text, layouts)
    return out


def _drawn(board: Board, text: str, layouts: dict[tuple[int, str], int]) -> Mapping[str, Any]:
    """Return the layout of a board (an index), its cells if they differ from its text, and its special rules."""
    layout = board.layout
    boxes = "".join(map(chr, (0x30 + box for box in layout.boxes)))
    cells, special = "".join(values.rows(board)), rules(board)
    found: dict[str, Any] = {"layout": layouts.setdefault((layout.size, boxes), len(layouts))}
    return found | ({} if cells == text else {"cells": cells}) | ({"rules": special} if special else {})


def _endings(a: Analysis) -> tuple[list[dict[str, Any]], Ints]:
    """Return the kinds of endings, and for each puzzle and backend the index of its kind; -1 if not asked.

    The worst repeat counts: a wrong answer is worst, and a search that did not finish is worse than one that did.
    """
    c = a.data.columns
    n, k = len(a.data.texts), len(a.names)
    wrong = c["category"] == CATEGORIES.index("wrong")
    stopped = c["termination"] != TERMINATIONS.index("finished")
    codes = c["verdict"] * 1000 + c["termination"] * 10 + wrong
    order = np.argsort(2 * wrong + stopped, kind="stable")
    worst = np.full(n * k, -1)
    worst[(c["puzzle"] * k + c["backend"])[order]] = codes[order]
    known = np.unique(worst[worst >= 0])
    found = []
    for code in known.tolist():
        verdict, termination = VERDICTS[code // 1000], TERMINATIONS[code // 10 % 100]
        ending = OUTCOMES["wrong" if code % 10 else termination] if code % 1000 else untranslated("")
        told = {"verdict": VERDICT_WORDS[verdict].as_json(), **ending.as_json()}
        found.append(told | ({"wrong": True} if code % 10 else {}))
    return found, np.where(worst < 0, -1, np.searchsorted(known, worst)).reshape(n, k)


def _cactus_ranks(a: Analysis) -> Ints:
    """Return the rank of each puzzle on the curve of each backend in the cactus plot, from 1; 0 if not on the curve."""
    out = np.zeros((len(a.data.texts), len(a.names)), np.int64)
    on: Bools = a.cells.solved & a.common[:, None]
    for j in range(len(a.names)):
        rows = np.flatnonzero(on[:, j])
        out[rows[np.argsort(a.cells.seconds[rows, j], kind="stable")], j] = np.arange(1, len(rows) + 1)
    return out
