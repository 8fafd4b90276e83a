"""Fit the weights of the difficulty D to rated puzzles, with cross-validation and ablation.

    python tools/fit_rating.py RATINGS.csv HUMAN.csv    write the module of the weights, results/difficulty.json
    python tools/fit_rating.py RATINGS.csv --check      check that the package has the weights of the file

RATINGS.csv has the columns corpus, puzzle, se_er and hodoku_score: 554 boards that Sudoku Explainer 1.2.1 and HoDoKu
2.2 have rated, 300 of sudoku17, 100 of hard_sample, 95 of top95, 50 of easy50 and 9 of hardest11. HUMAN.csv has
Sudoku Puzzle and D_TO, people's time relative to the mean: 344 puzzles, CC0, the file 20240415.csv of
github.com/synnwang/sudoku_dataset_difficulty (S.-W. Wang, IEEE Access 12, 2024, doi 10.1109/ACCESS.2024.3434632).

Weights are fitted by least squares, none below 0 except the constant, to se_er, to the logarithm of the HoDoKu score,
and to the logarithm of D_TO. The report has Spearman's rank correlation of five-fold cross-validation by puzzle and,
for RATINGS.csv, of weights that were fitted without the puzzles of a source. A changed rule may change the weights:
then fit again and increase `rating.VERSION`.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from math import log, log1p
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls
from scipy.stats import spearmanr

from sudokubench import Board
from sudokubench.logic import difficulty_weights
from sudokubench.logic.difficulty_weights import Weights
from sudokubench.logic.rating import RANGES, Level, Rating, difficulty_of, first_form, rate

ROOT = Path(__file__).resolve().parent.parent
MODULE, REPORT = ROOT / "sudokubench/logic/difficulty_weights.py", ROOT / "results/difficulty.json"
FOLDS, SEED = 5, 20240607
ROUNDS = tuple(name for _, name in RANGES)
LOGIC, SEARCH = (*ROUNDS, "narrow"), ("trials", "depth")
COUNTS = (*ROUNDS, *SEARCH)
"""Counts, which enter as log(1 + count)."""

Array = NDArray[np.float64]
Features = Mapping[str, float]


@dataclass(frozen=True)
class Target:
    """Puzzles with the values to which D is fitted, and the source of each."""

    name: str
    wanted: Array
    features: Sequence[Features]
    sources: Sequence[str]


@dataclass(frozen=True)
class Form:
    """A form of D: its counts, plain or as logarithms, and the drop of entropy (total, or mean of a trial) that it
    subtracts.
    """

    counts: Sequence[str] = (*LOGIC, *SEARCH)
    plain: bool = False
    drops: Sequence[str] = ()
    mean: bool = False

    def rows(self, features: Sequence[Features]) -> Array:
        """Return a row for each puzzle: the counts, the subtracted value, and the constant as 1 and as -1."""
        rows = []
        for f in features:
            counts = [
                log1p(f[name]) if name in COUNTS and not self.plain else f[name] for name in self.counts
            ]
            drop = sum(f[name] for name in self.drops) + self.mean * f["drop"] / max(1.0, f["trials"])
            rows.append([*counts, -drop, 1.0, -1.0])
        return np.array(rows)


FORMS = {
    "D": Form(mean=True),
    "without C_logic": Form(SEARCH, mean=True),
    "without C_search": Form(LOGIC, mean=True),
    "without the drop": Form(),
    "sum of the drops of trials": Form(drops=("drop",)),
    "sum of all drops": Form(drops=("drop", "easy_drop")),
    "sum of all drops, plain counts": Form(plain=True, drops=("drop", "easy_drop")),
}


def fit(rows: Array, wanted: Array) -> Array:
    """Return weights, none below 0."""
    found: Array = nnls(rows, wanted)[0]
    return found


def rank(predicted: Array, wanted: Array) -> float:
    """Return Spearman's correlation."""
    return round(float(spearmanr(predicted, wanted)[0]), 3)


def held_out(rows: Array, wanted: Array, parts: Sequence[object]) -> float:
    """Return the rank correlation of predictions, each by weights that were fitted without the part of its row."""
    predicted = np.zeros(len(rows))
    for part in set(parts):
        test = np.array([own == part for own in parts])
        predicted[test] = rows[test] @ fit(rows[~test], wanted[~test])
    return rank(predicted, wanted)


def folds(n: int) -> list[int]:
    """Return the fold of each row."""
    return [int(k) % FOLDS for k in np.random.default_rng(SEED).permutation(n)]


def weights_of(target: Target) -> Weights:
    """Return D, fitted to a target."""
    *counts, drop, above, below = (float(w) for w in fit(FORMS["D"].rows(target.features), target.wanted))
    named = {name: round(weight, 4) for name, weight in zip((*LOGIC, *SEARCH), counts, strict=True)}
    rounds = {name: named.pop(name) for name in ROUNDS}
    return Weights(base=round(above - below, 4), rounds=rounds, drop=round(drop, 4), **named)


def best_first_form(target: Target) -> tuple[float, float]:
    """Return lambda and mu of D1: the pair of a grid that ranks best; of equal pairs the smaller."""
    lambdas = (0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)

    def ranked(pair: tuple[float, float]) -> float:
        return rank(np.array([first_form(f, *pair) for f in target.features]), target.wanted)

    return max(product(lambdas, (0.0, 0.1, 0.2, 0.5, 1.0, 2.0)), key=ranked)


def figures(
    targets: Sequence[Target], ratings: Mapping[str, Sequence[Rating]], pair: tuple[float, float]
) -> dict[str, object]:
    """Return the whole report: rank correlations of every form and of the simple scales, and bands of D by class."""
    ranks: dict[str, dict[str, float]] = {name: {} for name in (*FORMS, "D1", "se", "hodoku")}
    for target in targets:
        for name, form in FORMS.items():
            rows = form.rows(target.features)
            ranks[name][target.name] = held_out(rows, target.wanted, folds(len(rows)))
            if len(set(target.sources)) > 1:
                ranks[name][f"{target.name} by source"] = held_out(rows, target.wanted, target.sources)
        simple = {
            "D1": [first_form(each, *pair) for each in target.features],
            "se": [one.se for one in ratings[target.name]],
            "hodoku": [float(one.hodoku or 0) for one in ratings[target.name]],
        }
        for name, values in simple.items():
            ranks[name][target.name] = rank(np.array(values), target.wanted)
    bands, first = {}, targets[0]
    for level in Level:
        fitted, rated = weights_of(first), zip(first.features, ratings[first.name], strict=True)
        d = [difficulty_of(each, fitted) for each, one in rated if one.level is level]
        bands[level.value] = [len(d), *(round(float(q), 1) for q in np.quantile(d, (0, 0.05, 0.5, 0.95, 1)))]
    return {"spearman": ranks, "bands": bands}


def shown(name: str, fitted: Weights) -> str:
    """Return the lines of Python, as the formatter leaves them."""
    values = asdict(fitted)
    rounds = "".join(f'        "{each}": {weight},\n' for each, weight in values.pop("rounds").items())
    base = values.pop("base")
    others = "".join(f"    {each}={weight},\n" for each, weight in values.items())
    return f"{name} = Weights(\n    base={base},\n    rounds={{\n{rounds}    }},\n{others})\n"


def renewed(module: str, pair: tuple[float, float], fitted: Mapping[str, Weights]) -> str:
    """Return the text of the module with other values; all its docstrings stay."""
    head, _, rest = module.partition("\nLAMBDA, MU = ")
    note = rest.partition("\n\n")[0].partition("\n")[2]
    first = f"\nLAMBDA, MU = {pair[0]}, {pair[1]}\n{note}\n\n"
    return head + first + "".join(shown(name, weights) for name, weights in fitted.items())


def read(
    path: str, board: str, value: str, source: str | None, *, hodoku: bool = True
) -> tuple[list[Rating], list[float], list[str]]:
    """Return ratings of the puzzles of a file (with HoDoKu's score if wanted), their target values and sources."""
    with open(path, newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    ratings = [rate(Board.parse(line[board]), hodoku=hodoku) for line in lines]
    sources = [line[source] if source else path for line in lines]
    return ratings, [float(line[value]) for line in lines], sources


def main(words: Sequence[str]) -> int:
    """Fit the weights, then write them or compare them with the package's; return the exit code."""
    check = words[1:] == ["--check"]
    ratings, se, sources = read(words[0], "puzzle", "se_er", "corpus", hodoku=not check)
    with open(words[0], newline="", encoding="utf-8") as file:
        scores = [log(float(line["hodoku_score"])) for line in csv.DictReader(file)]
    found = [features_of(one) for one in ratings]
    targets = [Target("SE", np.array(se), found, sources), Target("HODOKU", np.array(scores), found, sources)]
    if check:
        known = vars(difficulty_weights)
        changed = [each.name for each in targets if weights_of(each) != known[each.name]]
        print("the weights are those of the package" if not changed else f"changed: {', '.join(changed)}")
        return int(bool(changed))
    people, times, source = read(words[1], "Sudoku Puzzle", "D_TO", None)
    targets.append(Target("HUMAN", np.log(times), [features_of(one) for one in people], source))
    pair = best_first_form(targets[0])
    weights = {each.name: weights_of(each) for each in targets}
    MODULE.write_text(renewed(MODULE.read_text("utf-8"), pair, weights), "utf-8")
    all_of = {"SE": ratings, "HODOKU": ratings, "HUMAN": people}
    REPORT.write_text(json.dumps(figures(targets, all_of, pair), indent=1) + "\n", "utf-8")
    return 0


def features_of(rating: Rating) -> Features:
    """Return the components of D in a rating."""
    return {name: rating.parts.get(name, 0.0) for name in (*LOGIC, *SEARCH, "drop", "easy_drop")}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
