"""Arguments of the library: a wrong value is refused by the name of its argument; other suitable types are accepted."""

import re
from pathlib import Path

import numpy as np
import pytest

from sudokubench import (
    Board,
    ExactCover,
    InputError,
    Layout,
    SudokubenchError,
    UsageError,
    Verdict,
    analyse,
    compare,
    diagrams,
    explain,
    generate,
    hint,
    rate,
    run,
    solve,
    why,
)
from sudokubench.actions.observer import Observer
from sudokubench.certificates import verify
from sudokubench.layout import House
from sudokubench.logic.configuration import teaching

FOUR = "1...3..2...3..2."


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: generate("5"), "n='5': the value must be a whole number of at least 0"),
        (lambda: generate(seed="x"), "seed='x': the value must be a whole number of at least 0"),
        (lambda: generate(minimal="no"), "minimal='no': the value must be True or False"),
        (lambda: rate(FOUR, scales=5), "scales=5: the value must be True or False"),
        (lambda: explain(FOUR, verify="no"), "verify='no': the value must be True or False"),
        (lambda: explain(FOUR).page("xx"), "language='xx': the values are en, ja"),
        (lambda: [*explain(FOUR).lines("xx")], "language='xx': the values are en, ja"),
        (lambda: compare("last", "last", task="x"), "task='x': the values are solve, unique, count"),
        (lambda: compare("last", "last", task="count"), "`task` is for a measurement on puzzles"),
        (lambda: generate(jobs=0), "jobs=0: the value must be a whole number of at least 1"),
        (lambda: generate(clues="30"), "clues='30': the value must be a whole number"),
        (lambda: generate(clues=(20,)), "clues=(20,): the value must be one number or two"),
        (lambda: generate(rating=(1, 2, 3)), "rating=(1, 2, 3): the value must be one number or two"),
        (lambda: generate(pattern=5), "pattern=5: the value must be a text or a list"),
        (lambda: ExactCover.from_options(5), "options=5: the value must be a dict or a list of options"),
        (lambda: ExactCover.from_options(np.array(5)), "the value must be a dict or a list of options"),
        (lambda: Layout.standard("9"), "a layout of size '9' is not supported: sizes are 2 to 36"),
        (lambda: generate(seconds="2"), "seconds='2': the value must be a number of at least 0"),
        (lambda: rate(FOUR, jobs="2"), "jobs='2': the value must be a whole number"),
        (lambda: run(FOUR, backend="dlx", repeat=0), "repeat=0: the value must be a whole number of at least 1"),
        (lambda: run(FOUR, backend="dlx", limit="x"), "limit='x': the value must be a whole number of at least 1"),
        (lambda: solve(FOUR, limit=np.array(2)), "limit=array(2): the value must be a whole number of at least 1"),
        (lambda: run(FOUR, backend="dlx", jobs=0), "jobs=0: the value must be a whole number of at least 1"),
        (lambda: run(FOUR, isolation="x"), "isolation='x': the values are auto, process, inline"),
        (lambda: compare("dlx", "sat", FOUR, seconds="x"), "seconds='x': the value must be a number"),
        (lambda: compare("dlx", "sat", FOUR, seconds=None), "seconds=None: the value must be a finite number"),
        (lambda: compare("dlx", "sat", FOUR, seconds=np.inf), "seconds=inf: the value must be a finite number"),
        (lambda: explain(FOUR, branching="x"), "branching='x': the values are mrv, domwdeg, entropy, gain, first"),
        (lambda: explain(FOUR, branching="mrv", minimal=True), "`branching` and `minimal`: a search supposes"),
        (lambda: hint(FOUR).lines("en", "x"), "grade='x': the values are region, rule, cells, move"),
        (lambda: hint(FOUR, seconds=-1), "seconds=-1: the value must be a number of at least 0"),
        (lambda: analyse(FOUR, seconds=float("nan")), "seconds=nan: the value must be a number of at least 0"),
        (lambda: why(FOUR, 0, seconds="x"), "seconds='x': the value must be a number of at least 0"),
        (lambda: why(FOUR, 64), "option=64: an option of 4x4 is a whole number from 0 to 63"),
        (lambda: why(FOUR, -1), "option=-1: an option of 4x4 is a whole number from 0 to 63"),
        (lambda: Layout(4, None, "1234"), "boxes=None: the value must be a list"),
        (lambda: Layout(4, "0011001122332233", "1234"), "these boxes do not fit"),
        (lambda: Layout.standard(4).in_symbols(5), "symbols=5: the value must be a text"),
        (lambda: Board.empty("4x4"), "'4x4' of type str is not a layout"),
        (lambda: Board.parse(FOUR).faults(FOUR), f"solution='{FOUR}': the value must be a Board"),
        (lambda: compare("dlx", "sat", FOUR, fail_on=5), "fail_on=5: the value must be a text or a list"),
        (lambda: generate(rating=("a", "b")), "rating='a': the value must be one number or two"),
        (lambda: diagrams.diagram("queens:4", memory="x"), "memory='x': the value must be a whole number"),
        (lambda: next(diagrams.diagram("queens:4").best(5)), "weights=5: the value must be a list"),
        (lambda: why(FOUR, True), "option=True: an option of 4x4 is a whole number from 0 to 63"),
        (lambda: compare(None, "sat"), "the value must be a text or a path"),
        (lambda: compare("last", "last", results=1), "the value must be a text or a path"),
        (lambda: run(FOUR, results=1), "the value must be a text or a path"),
        (lambda: generate(observer=None), "observer=None: the value must be an Observer"),
        (lambda: run(FOUR, observer=None), "observer=None: the value must be an Observer"),
        (lambda: compare("dlx", "sat", FOUR, observer=None), "observer=None: the value must be an Observer"),
        (lambda: run(FOUR, observer=Observer), "the value must be an Observer of sudokubench.actions.observer"),
        (lambda: analyse(FOUR, observer=None), "observer=None: the value must be an Observer"),
        (lambda: explain(FOUR, "hodoku"), "config='hodoku': the value must be a Configuration of"),
        (lambda: hint(FOUR, config=teaching), "the value must be a Configuration of sudokubench.logic.configuration"),
        (lambda: rate(FOUR, {}), "config={}: the value must be a Configuration"),
        (lambda: generate(jobs=10**400), "at least 1 and at most 1,024"),
        (lambda: run(FOUR, jobs=10**400), "at least 1 and at most 1,024"),
        (lambda: rate(FOUR, jobs=10**400), "at least 1 and at most 1,024"),
        (lambda: generate(layout=9), "write it like 9x9"), (lambda: generate(layout=0), "write it like 9x9"),
        (lambda: generate(layout=[9]), "write it like 9x9"),
        (lambda: generate(clues=range), "the value must be one number or two"),
        (lambda: generate(pattern=np.array(5)), "pattern=array(5): the value must be a text or a list"),
        (lambda: run(FOUR, seed=np.array(0.5)), "seed=array(0.5): the value must be a whole number"),
        (lambda: generate(seed=np.array(0.5)), "seed=array(0.5): the value must be a whole number of at least 0"),
        (lambda: diagrams.diagram("queens:4").save(5), "file=5: the value must be a text or a path"),
        (lambda: diagrams.load("a\0b", "queens:4"), "file='a\\x00b': the value must be a text or a path"),
        (lambda: run(FOUR, results=""), "results='': the value must be a text or a path, neither empty"),
        (lambda: solve(Path("a\0b")), "the value must be a text or a path, neither empty nor with NUL characters"),
        (lambda: Board.empty().format([]), "form=[]: the value must be a text"),
        (lambda: Board.empty().forbidding(5), "forbidden=5: the values must be ids of options"),
        (lambda: Board.empty().forbidding([[5]]), "forbidden=[[5]]: the values must be ids of options"),
        (lambda: Board.empty().filled([999]), "an option is not a whole number from 0 to 728"),
        (lambda: Board.empty().filled([-1]), "an option is not a whole number from 0 to 728"),
        (lambda: Board.empty().filled(range(9, 738, 9)), "an option is not a whole number from 0 to 728"),
        (lambda: Board.empty().filled(5), "an option is not a whole number from 0 to 728"),
        (lambda: generate(hardest=["xy_wing"]), "hardest=['xy_wing']: the value must be a text"),
        (lambda: generate(needs=np.array(5)), "needs=array(5): the value must be a text or a list of texts"),
        (lambda: verify({"schema": "x"}), "text={'schema': 'x'}: the value must be a text"),
        (lambda: Layout.standard(np.full(2, 9)), "a layout of size array([9, 9]) is not supported"),
        (lambda: Layout.standard(9, np.full(2, 3)), "[3 3]"),
        (lambda: ExactCover.from_options({"A": "x"}, name=np.zeros(2)), "array([0., 0.])"),
        (lambda: House(5, (0, 1)), "name=5: the value must be a text"),
        (lambda: House("X", 5), "cells=5: the value must be a list"),
        (lambda: House("X", "ab"), "cells='ab': the value must be a list of whole numbers"),
    ],
)  # fmt: skip
def test_a_value_that_is_not_valid_is_refused_by_its_name(call, said):
    with pytest.raises(UsageError, match=re.escape(said)):
        call()


def test_any_object_with_the_methods_of_an_observer_is_one():
    class Seen:
        def __getattr__(self, name):
            return lambda *values, **options: calls.add(name)

    calls = set()
    run(FOUR, backend="dlx,algorithm_x", observer=Seen())
    assert {"heed", "progress", "judged"} <= calls


def test_a_rating_may_be_a_number_and_a_rule_a_text():
    (made,) = generate(layout="4x4", rating=1.2, needs="hidden_single_box")
    assert rate(made.puzzle)[0].se == 1.2


@pytest.mark.parametrize("wrong", [
    {"clues": object()}, {"clues": b"a"}, {"symmetry": None}, {"symmetry": []}, {"variant": None}, {"variant": [[1]]},
    {"symmetry": np.empty(0)}, {"scale": np.empty(0)}, {"scale": "hodoku"}, {"clues": np.array(99)},
    {"layout": 1}, {"needs": 1}, {"without": [None]}, {"hardest": 1},
])  # fmt: skip
def test_generate_refuses_an_argument_of_another_kind(wrong):
    with pytest.raises(SudokubenchError):
        generate(**wrong)


def test_the_seed_of_a_run_and_of_a_comparison_is_a_whole_number():
    with pytest.raises(UsageError, match=r"seed=<object .*: the value must be a whole number"):
        run(FOUR, backend="dlx", seed=object())
    with pytest.raises(UsageError, match="seed='x': the value must be a whole number"):
        compare("dlx", "sat", FOUR, seed="x")
    assert run(FOUR, backend="dlx", seed=np.int64(-3)).summary.puzzles == 1


def test_a_gate_may_be_one_text_two_numbers_a_list_an_array_and_a_number_of_numpy():
    assert compare("dlx", "algorithm_x", FOUR, seconds=0.1, fail_on="wrong").failures == ()
    for pair in ([1.0, 1.5], np.array([1.0, 1.5])):
        assert len(generate(layout="4x4", rating=pair)) == 1
    assert generate(layout="4x4", clues=np.array([6, 6]))[0].puzzle.clue_count == 6
    assert len(str(generate(1, seed=1, layout="4x4", clues=np.int64(6))[0]).replace(".", "")) == 6


def test_a_pattern_may_be_a_text_a_list_of_cells_rows_or_an_array():
    whole = np.arange(16).reshape(4, 4) % 3 > 0
    rows = ["".join(".x"[cell] for cell in row) for row in whole.tolist()]
    numbers = whole.astype(int).ravel().tolist()
    for pattern in (whole, whole.ravel(), whole.tolist(), rows, "\n".join(rows), numbers):
        (made,) = generate(layout="4x4", pattern=pattern)
        assert [digit > 0 for digit in made.puzzle.digits] == whole.ravel().tolist()


def test_a_whole_number_may_be_one_of_numpy():
    two = np.int64(2)
    assert len(generate(two, seed=two, layout="4x4", jobs=two)) == 2
    assert run("queens:5", backend="dlx", repeat=two, limit=two, seed=two, jobs=two).summary.puzzles == 1


def test_answers_and_ratings_can_be_members_of_a_set():
    one, other = solve(FOUR), rate(FOUR)
    assert {one, other, one} == {one, other}


def test_a_time_limit_of_any_size_is_taken():
    assert rate(FOUR, seconds=10**400)[0].se == rate(FOUR)[0].se
    assert analyse(FOUR, seconds=10**400).verdict is Verdict.UNIQUE
    assert len(generate(1, clues=30, seconds=10**400)) == 1
    assert run(FOUR, backend="dlx", seconds=float("inf")).summary.puzzles == 1
    assert explain(FOUR, seconds=None).solved
    assert hint(FOUR, seconds=None).found
    with pytest.raises(InputError, match="R1C1 and R1C2 both hold 1"):
        explain("11..............", seconds=None)


def test_the_options_of_a_cover_may_be_a_sequence_that_has_only_indices():
    options = type("Rows", (), {"__getitem__": lambda _, number: [["a"], ["b"]][number]})()
    assert ExactCover.from_options(options).items == ("a", "b")
