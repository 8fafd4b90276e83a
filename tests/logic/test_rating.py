"""Ratings: bands of bundled puzzles, the same for equivalent boards, with their origin."""

import json
import math
import random
from itertools import count
from pathlib import Path

import pytest
from logic_states import BRUTE, ESCARGOT, WIKIPEDIA

from sudokubench import clock
from sudokubench.board import Board
from sudokubench.errors import InputError, UsageError
from sudokubench.logic import rating
from sudokubench.logic.configuration import rated, read
from sudokubench.logic.difficulty_weights import HODOKU, HUMAN, LAMBDA, MU, SE, Weights
from sudokubench.logic.effort import rate_effort
from sudokubench.logic.engine import SolutionPath
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.machine_runs import EASY_RULES
from sudokubench.logic.rating import FEATURES, RANGES, Level, difficulty_of, level_of, rate
from sudokubench.logic.se_value import added_by_length
from sudokubench.logic.trace import Ending

ROOT = Path(__file__).resolve().parents[2]


def equivalent(text: str, rng: random.Random) -> str:
    """Return a random equivalent board, without code of the package."""

    def order() -> list[int]:
        return [3 * band + line for band in rng.sample(range(3), 3) for line in rng.sample(range(3), 3)]

    rows, columns, digits = order(), order(), rng.sample("123456789", 9)
    grid = [[text[9 * r + c] for c in columns] for r in rows]
    if rng.random() < 0.5:
        grid = [list(line) for line in zip(*grid, strict=True)]
    return "".join(sign if sign == "." else digits[int(sign) - 1] for line in grid for sign in line)


@pytest.mark.parametrize("text", [WIKIPEDIA, ESCARGOT, BRUTE])
def test_equivalent_boards_have_the_same_rating(text: str) -> None:
    rng = random.Random(1)
    first = rate(Board.parse(text), hodoku=False).as_dict()
    for _ in range(6):
        again = rate(Board.parse(equivalent(text, rng)), hodoku=False).as_dict()
        assert again | {"puzzle": ""} == first | {"puzzle": ""}


# Bands, not exact values: an improved rule may move a rating a little.
@pytest.mark.parametrize(
    ("text", "low", "high", "level"),
    [(WIKIPEDIA, 1.2, 2.3, Level.EASY), (BRUTE, 1.2, 9.0, None), (ESCARGOT, 9.0, 11.0, Level.EXTREME)],
)
def test_known_puzzles_keep_their_ratings(text: str, low: float, high: float, level: Level | None) -> None:
    rating = rate(Board.parse(text))
    assert rating.solved
    assert low <= rating.se <= high
    assert level in {None, rating.level}
    assert abs(rating.difficulty - rating.se) < 2.5


def test_boards_that_the_machine_begins_together_get_the_ratings_of_each_alone(monkeypatch) -> None:
    monkeypatch.setattr(rating, "pays", lambda board, hodoku: board.layout.size == 9)
    nine = [Board.parse(text) for text in (WIKIPEDIA, ESCARGOT, BRUTE)]
    boards = [*nine, nine[0].forbidding([9 * 2]), Board.parse("1...3..2...3..2.")]
    starts = rating.starts_of(boards, rated())
    assert [start.machine for start in starts] == [True, True, True, True, False]
    assert [start.walk is not None for start in starts] == [True, True, True, False, False]
    for board, start in zip(boards, starts, strict=True):
        assert rate(board, start=start) == rate(board)


def test_the_length_of_chains_counts_in_steps_of_a_tenth() -> None:
    added = [added_by_length(k) for k in (1, 4, 5, 6, 8, 12, 13, 16, 17, 24, 25)]
    assert added == pytest.approx([0, 0, 0.1, 0.1, 0.2, 0.3, 0.4, 0.4, 0.5, 0.5, 0.6])


def test_classes_have_fixed_bounds() -> None:
    assert [level_of(se) for se in (1.0, 2.5, 2.6, 4.0, 4.2, 6.2, 6.5, 7.4, 7.5, 11)] == [
        Level.EASY, Level.EASY, Level.MEDIUM, Level.MEDIUM, Level.HARD, Level.HARD, Level.EXPERT, Level.EXPERT,
        Level.EXTREME, Level.EXTREME,
    ]  # fmt: skip


def test_values_and_order_come_from_toml_and_change_the_hash() -> None:
    changed = read('order = ["naked_single", "hidden_single_box"]\n[se]\nnaked_single = 1.1\n', rated())
    assert [rule.name for rule in changed.rules] == ["naked_single", "hidden_single_box"]
    assert changed.se_of(changed.rules[0]) == 1.1
    assert changed.digest != rated().digest
    assert rate(Board.parse(WIKIPEDIA), changed).config == changed.digest


@pytest.mark.parametrize(
    "text", ["order = 3", "order = []", "what = 1", "[se]\nnaked_single = -1", "[se]\nnaked_single = true", "=",
             "uniqueness = 1", "se = 1"]
)  # fmt: skip
def test_a_wrong_configuration_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read(text, rated())


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("\norder = " + "[" * 5_000 + "]" * 5_000, 2, "200 brackets"),
        ("\n\nx = " + "9" * 5_000, 3, "thousands of digits"),
        ("a." * 10_000 + "a = 1", 1, "2,000 dots"),
        ("#" * 50_000, 1, "40,000 characters"),
        ("[se]\nx_wing = 3\n=", 3, "not TOML"),
        ("[se]\nx_wing = 0x" + "f" * 9_000, None, "digits: a number from 0"),
    ],
)
def test_a_configuration_beyond_all_bounds_is_refused_with_its_line(text: str, line, says: str) -> None:
    with pytest.raises(InputError, match=says) as refused:
        read(text, rated())
    assert refused.value.place.line == line


def test_a_configuration_with_an_unknown_rule_is_refused() -> None:
    with pytest.raises(UsageError, match="no_such_rule"):
        read('order = ["no_such_rule"]', rated())


def test_a_board_that_the_rules_do_not_solve_is_not_called_solved() -> None:
    few = read('order = ["full_house"]', rated())
    rating = rate(Board.parse(WIKIPEDIA), few)
    assert not rating.solved
    assert rating.level is None
    assert rating.as_dict()["class"] is None


@pytest.mark.parametrize("se", [2.3, 2.5])
def test_the_score_counts_every_placement_of_the_basic_rules(se: float) -> None:
    singles = read(f'order = ["naked_single"]\n[se]\nnaked_single = {se}', rated())
    rating = rate(Board.parse(WIKIPEDIA), singles, seconds=3600)
    assert rating.solved
    assert rating.hodoku == WIKIPEDIA.count(".") * singles.hodoku_of(singles.rules[0])


def test_rounds_of_easy_rules_are_counted_in_ranges_and_need_no_trials() -> None:
    parts = rate(Board.parse(WIKIPEDIA)).parts
    assert sum(value for name, value in parts.items() if name.startswith("logic_")) == parts["rounds"]
    assert not {"trials", "depth", "drop"} & set(parts)


def test_trials_begin_where_the_easy_rules_end_and_a_search_counts_them() -> None:
    """Two trials refute or solve at once: each removes all candidates that the easy rules left."""
    board = Board.parse(".82.1.....5.3..........9..36.12..9......8......59.7.6..4.1.......3...5....9..47..")
    parts = rate(board).parts
    config = rated()
    easy = [rule for rule in config.rules if config.se_of(rule) <= EASY_RULES]
    path = SolutionPath(CandidateGrid.of(board), easy, together=True)
    assert sum(1 for _ in path) == sum(value for name, value in parts.items() if name.startswith("logic_"))
    left = path.grid.entropy()
    assert left > 0
    assert parts["easy_drop"] == pytest.approx(CandidateGrid.of(board).entropy() - left, abs=1e-3)
    assert (parts["trials"], parts["depth"]) == (2, 2)
    assert parts["drop"] == pytest.approx(2 * left, abs=1e-3)
    assert parts["d1"] == pytest.approx(parts["easy_drop"] + parts["drop"] + LAMBDA * (2 + MU * 2), abs=1e-3)


def test_a_search_without_end_is_cut_and_said_to_be() -> None:
    rating = rate(Board.parse("." * 81), hodoku=False)
    assert rating.parts["cut"] == 1
    assert not rating.solved
    assert "cut" not in rate(Board.parse(ESCARGOT), hodoku=False).parts


@pytest.mark.parametrize("feature", ["narrow", "trials", "depth", "drop"])
def test_the_difficulty_weighs_each_feature_and_a_large_drop_makes_it_less(feature: str) -> None:
    nothing = {"base": 0.0, "narrow": 0.0, "trials": 0.0, "depth": 0.0, "drop": 0.0}
    weights = Weights(rounds=dict.fromkeys((name for _, name in RANGES), 0.0), **nothing | {feature: 2.0})
    features = dict.fromkeys(FEATURES, 3.0)
    worth = {"narrow": 6, "drop": -2}.get(feature, 2 * math.log(4))
    assert difficulty_of(features, weights) == pytest.approx(worth)


def test_the_documents_state_the_measured_fits() -> None:
    """The test compares each sentence of "What that says" with the figures of the tables."""
    found = json.loads((ROOT / "results" / "difficulty.json").read_text("utf-8"))
    ranks = found["spearman"]
    d = ranks["D"]
    for worse in ("without C_logic", "without C_search", "D1"):
        assert all(value < d[column] for column, value in ranks[worse].items())
    assert SE.drop == HODOKU.drop == HUMAN.drop == 0
    literal = ranks["sum of all drops, plain counts"]["SE"]
    assert literal == min(ranks[name]["SE"] for name in ranks if "sum" in name)
    assert ranks["sum of all drops"]["SE"] < d["SE"]
    assert d["HUMAN"] > ranks["se"]["HUMAN"] > ranks["hodoku"]["HUMAN"]


@pytest.mark.parametrize(
    ("how", "text"),
    [(rate, ".82.1.....5.3..........9..36.12..9......8......59.7.6..4.1.......3...5....9..47.."),
     (rate_effort, "4x4+anti-knight:1..............."), (rate_effort, "6x6+anti-knight:12" + 34 * ".")],
)  # fmt: skip
def test_a_rating_is_whole_or_says_that_the_time_ran_out(monkeypatch, how, text) -> None:
    """Each reading of the clock advances it by a second. The searches for D and trials and HoDoKu's path come last."""
    looks = count()
    monkeypatch.setattr(clock, "perf_counter", lambda: float(next(looks)))
    monkeypatch.setattr(rating, "pays", lambda *_: False)
    board, before = Board.parse(text), next(looks)
    whole = how(board, seconds=1e9)
    most = next(looks) - before
    found = [how(board, seconds=most * share / 40) for share in range(45)]
    assert {one.ending for one in found} == {Ending.BUDGET, whole.ending}
    assert all(one == whole or (one.ending is Ending.BUDGET and not one.solved) for one in found)
