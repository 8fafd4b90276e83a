"""Fit the weights of the difficulty D to rated puzzles, with cross-validation, and print the module that holds them.

    python tools/fit_rating.py RATINGS.csv > weights.py && mv weights.py sudokubench/logic

RATINGS.csv has the columns corpus, puzzle, se_er and hodoku_score. Weights are fitted by least squares with every
weight at least 0 (a rule never makes a puzzle easier), to se_er and to the logarithm of the HoDoKu score. What is
printed to stderr: mean absolute error and Spearman's rank correlation of five-fold cross-validation, by corpus.

The columns are counts of rounds, so a rule that is changed may change the weights: then print them anew, and let
`rating.VERSION` rise. Those in the package are of 554 boards that Sudoku Explainer 1.2.1 and HoDoKu 2.2 have rated:
300 of sudoku17, 100 of hard_sample, 95 of top95, 50 of easy50 and 9 of hardest11.
"""

from __future__ import annotations

import csv
import random
import sys
from collections.abc import Sequence
from math import log, log1p

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls
from scipy.stats import spearmanr

from sudokubench import Board
from sudokubench.logic.configuration import rated
from sudokubench.logic.engine import SolutionPath
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rating import RANGES, features_of, summaries_of
from sudokubench.logic.weights import Weights

FOLDS, SEED = 5, 20240607
ROUNDS = tuple(name for _, name in RANGES)
COLUMNS = (*ROUNDS, "hardest", "narrow", "branches", "depth", "drop", "base")


def row_of(puzzle: str) -> list[float]:
    """The columns of a puzzle; `drop` with its sign turned, since it is subtracted."""
    config = rated()
    start = CandidateGrid.of(Board.parse(puzzle))
    path = SolutionPath(start, config.rules, together=True)
    features = features_of(summaries_of(path, config), start.entropy())
    row = [log1p(features[name]) for name in ROUNDS]
    row += [features["hardest"], features["narrow"], log1p(features["branches"]), log1p(features["depth"])]
    return [*row, -features["drop"], 1.0]


def fit(rows: NDArray[np.float64], wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights, none below 0."""
    weights: NDArray[np.float64] = nnls(rows, wanted)[0]
    return weights


def cross_validate(rows: NDArray[np.float64], wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    """A prediction of each row by weights that were fitted without its fold."""
    order = list(range(len(rows)))
    random.Random(SEED).shuffle(order)
    predicted = np.zeros(len(rows))
    for fold in range(FOLDS):
        test = np.array(order[fold::FOLDS])
        train = np.setdiff1d(np.arange(len(rows)), test)
        predicted[test] = rows[test] @ fit(rows[train], wanted[train])
    return predicted


def report(
    name: str, corpora: Sequence[str], predicted: NDArray[np.float64], wanted: NDArray[np.float64]
) -> None:
    """Errors and rank correlations to stderr."""
    for corpus in ("all", *dict.fromkeys(corpora)):
        chosen = np.array([corpus in {"all", own} for own in corpora])
        error = np.abs(predicted[chosen] - wanted[chosen]).mean()
        rank = spearmanr(predicted[chosen], wanted[chosen])[0]
        print(
            f"{name} {corpus}: n {chosen.sum()}, mean error {error:.3f}, Spearman {rank:.3f}", file=sys.stderr
        )


def shown(name: str, weights: NDArray[np.float64]) -> str:
    """The lines of Python, as the formatter leaves them."""
    values = {column: round(float(weight), 4) for column, weight in zip(COLUMNS, weights, strict=True)}
    rounds = "".join(f'        "{column}": {values[column]},\n' for column in ROUNDS)
    others = "".join(f"    {column}={values[column]},\n" for column in COLUMNS[len(ROUNDS) : -1])
    return f"{name} = Weights(\n    base={values['base']},\n    rounds={{\n{rounds}    }},\n{others})"


def main(path: str) -> None:
    """Read, fit, report, print."""
    with open(path, newline="", encoding="ascii") as file:
        lines = list(csv.DictReader(file))
    rows = np.array([row_of(line["puzzle"]) for line in lines])
    corpora = [line["corpus"] for line in lines]
    se = np.array([float(line["se_er"]) for line in lines])
    hodoku = np.array([log(float(line["hodoku_score"])) for line in lines])
    source = sys.modules[Weights.__module__].__file__
    assert source is not None
    with open(source, encoding="utf-8") as file:
        head = file.read().split("\nSE = ")[0].rstrip()
    print(head + "\n\n")
    for name, wanted in (("SE", se), ("HODOKU", hodoku)):
        report(name, corpora, cross_validate(rows, wanted), wanted)
        print(shown(name, fit(rows, wanted)))


if __name__ == "__main__":
    main(sys.argv[1])
