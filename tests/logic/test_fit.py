"""The weights of D follow from the rated puzzles, and the documents show their results."""

import json
import os
import random
from pathlib import Path

import numpy as np
import pytest

from sudokubench.logic import difficulty_weights
from sudokubench.logic.difficulty_weights import Weights
from sudokubench.logic.rating import Rating, difficulty_of, level_of
from tools import fit_rating

CORPORA = os.environ.get("SUDOKUBENCH_CORPORA")
Rated = tuple[list[Rating], list[float], list[str]]


def made_up(seed: int, puzzles: int) -> list[dict[str, float]]:
    rng = random.Random(seed)
    names = (*fit_rating.LOGIC, *fit_rating.SEARCH, "drop", "easy_drop")
    return [{name: float(rng.randrange(20)) for name in names} for _ in range(puzzles)]


def test_a_fit_finds_the_weights_that_made_the_values() -> None:
    rounds = dict.fromkeys(fit_rating.ROUNDS, 0.25)
    known = Weights(base=-1.5, rounds=rounds, narrow=0.5, trials=2.0, depth=0.125, drop=0.75)
    features = made_up(1, 60)
    values = np.array([difficulty_of(each, known) for each in features])
    assert fit_rating.weights_of(fit_rating.Target("SE", values, features, ["one"] * 60)) == known


def test_a_term_that_makes_puzzles_easier_has_no_weight() -> None:
    features = made_up(2, 60)
    values = np.array([5.0 - each["narrow"] + each["drop"] / max(1, each["trials"]) for each in features])
    fitted = fit_rating.weights_of(fit_rating.Target("SE", values, features, ["one"] * 60))
    assert fitted.narrow == fitted.drop == 0


def test_a_source_that_is_left_out_teaches_nothing() -> None:
    """Two sources have opposite signs, so each predicts the reverse of the other; folds by puzzle mix both sources."""
    rows = np.array([[1.0, float(k)] for k in range(10)] * 2)
    wanted = np.array([float(k) for k in range(10)] + [float(20 - k) for k in range(10)])
    assert fit_rating.held_out(rows, wanted, [0] * 10 + [1] * 10) < 0


def test_a_fit_that_finds_the_weights_of_the_package_leaves_its_module_as_it_is() -> None:
    module = fit_rating.MODULE.read_text("utf-8")
    fitted = {name: getattr(difficulty_weights, name) for name in ("SE", "HODOKU", "HUMAN")}
    pair = difficulty_weights.LAMBDA, difficulty_weights.MU
    assert fit_rating.renewed(module, pair, fitted) == module


@pytest.fixture(scope="module")
def rated() -> Rated:
    if CORPORA is None:
        pytest.skip("needs the rated puzzles of SUDOKUBENCH_CORPORA")
    return fit_rating.read(str(Path(CORPORA) / "ratings.csv"), "puzzle", "se_er", "corpus", hodoku=False)


def test_the_rated_puzzles_give_the_weights_of_the_package(rated: Rated) -> None:
    ratings, se, sources = rated
    target = fit_rating.Target("SE", np.array(se), [fit_rating.features_of(one) for one in ratings], sources)
    assert fit_rating.weights_of(target) == difficulty_weights.SE


def test_the_rated_puzzles_keep_their_values_classes_and_bands(rated: Rated) -> None:
    ratings, se, _ = rated
    assert len(ratings) == 554
    exact = sum(abs(one.se - value) < 0.05 for one, value in zip(ratings, se, strict=True))
    near = sum(abs(one.se - value) < 0.35 for one, value in zip(ratings, se, strict=True))
    same = sum(one.level is level_of(value) for one, value in zip(ratings, se, strict=True))
    assert exact >= 520
    assert near >= 552
    assert same >= 552
    bands = json.loads((fit_rating.REPORT).read_text("utf-8"))["bands"]
    for name, (boards, least, *_, largest) in bands.items():
        values = [one.difficulty for one in ratings if one.level and one.level.value == name]
        assert len(values) == boards
        assert [round(min(values), 1), round(max(values), 1)] == [least, largest]
