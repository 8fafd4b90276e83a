"""Exact covers with colours, multiplicities and costs, as values: how they are made, refused and checked."""

from itertools import combinations

import numpy as np
import pytest
from scipy import sparse

from sudokubench.encodings.exact_cover import reduced
from sudokubench.errors import UsageError
from sudokubench.problem import Colours, ExactCover, Instance, Multiplicities, cover, not_understood
from sudokubench.solving import trace

NO_CLUES = Instance()
TRIAL = [("A", ["p", "x:A"]), ("B", ["q", "x:A"]), ("C", ["q", "x:B"]), ("D", ["q", "x"])]


def _solutions(problem: ExactCover) -> list[str]:
    """Return the solutions as texts, by trying all sets of options."""
    n = problem.n_options
    sets = (chosen for size in range(n + 1) for chosen in combinations(range(n), size))
    return ["".join(problem.named(one)) for one in sets if problem.fault(one, NO_CLUES) is None]


def test_options_share_a_secondary_item_only_in_one_colour():
    assert _solutions(cover(TRIAL, secondary=["x"])) == ["AB"]


def test_the_colour_belongs_to_the_item_that_is_secondary():
    problem = cover([("A", ["x:y:z", "p"])], secondary=["x"])
    assert (problem.items, problem.options, problem.colours) == (("p", "x"), ((0, 1),), ((0, 1),))
    assert problem.colour_names == ("", "y:z")
    assert cover([("A", ["5:red", 1])], secondary=[5]).items == ("1", "5")
    colons = cover([("A", ["p", "x:y:red"]), ("B", ["q", "x:y:blue"])], secondary=["x:y"])
    assert (colons.items, colons.colour_names) == (("p", "q", "x:y"), ("", "red", "blue"))


def test_an_item_is_covered_as_often_as_its_multiplicity_says():
    options = {"A": "p", "B": "p", "C": "pq", "D": "q"}
    assert _solutions(ExactCover.from_options(options, multiplicity={"p": 2})) == ["AC", "BC", "ABD"]
    assert _solutions(ExactCover.from_options(options, multiplicity={"p": (0, 1)})) == ["C", "D", "AD", "BD"]
    assert _solutions(ExactCover.from_options(options, multiplicity={"q": (3, 4)})) == []


def test_the_id_of_a_plain_cover_is_that_of_earlier_versions():
    plain = cover([("A", "12"), ("B", "23"), ("C", "34"), ("D", "15"), ("E", "5"), ("F", "2")])
    assert plain.id == "eb8c813439e5d369"
    same = cover(
        [("A", "12"), ("B", "23"), ("C", "34"), ("D", "15"), ("E", "5"), ("F", "2")],
        multiplicity={"1": 1, "2": (1, 1)},
    )
    assert same.id == plain.id


def test_colours_multiplicities_and_costs_change_the_id():
    options = {"A": ["p", "x:1"], "B": ["q", "x:1"]}
    ids = {
        ExactCover.from_options(given, secondary=["x"], **rules).id
        for given in (options, {"A": ["p", "x:1"], "B": ["q", "x:2"]}, {"A": ["p", "x"], "B": ["q", "x"]})
        for rules in ({}, {"multiplicity": {"p": (1, 2)}}, {"costs": {"A": 1}}, {"costs": [2, 1]})
    }
    assert len(ids) == 12


@pytest.mark.parametrize(
    ("options", "rules", "message"),
    [
        ({"A": ["p", "x:1", "x:2"]}, {"secondary": ["x"]}, "option 'A' has the item x twice"),
        ({"A": ["p", "x", "x:2"]}, {"secondary": ["x"]}, "an option covers an item once"),
        ({"A": ["x:1"]}, {"secondary": ["x"]}, "option 'A' has no primary item"),
        ({"A": ["p", "p:1"]}, {}, "p:1 looks like a colour of the item p: only secondary items have colours"),
        ({"A": ["p", "x"]}, {"secondary": ["x", "x:1"]}, "x:1 looks like a colour of the item x"),
        ({"A": ["p:q", "p:q:1"]}, {}, "p:q:1 looks like a colour of the item p:q"),
        ({"A": ["p", "x:"]}, {"secondary": ["x"]}, "the name ''"),
        ({"A": "p"}, {"multiplicity": {"p": (2, 1)}}, r"the multiplicity \(2, 1\) of the item p"),
        ({"A": "p"}, {"multiplicity": {"p": -1}}, "the multiplicity -1 of the item p"),
        ({"A": "p"}, {"multiplicity": {"p": "ab"}}, "the multiplicity ab of the item p"),
        ({"A": "p"}, {"multiplicity": {"p": (1, 2, 3)}}, "the multiplicity"),
        ({"A": "p"}, {"multiplicity": {"q": 2}}, "q has a multiplicity and is not a primary item"),
        ({"A": "px"}, {"multiplicity": {"x": 2}, "secondary": "x"}, "x has a multiplicity and is not"),
        ({"A": "p"}, {"costs": [1, 2]}, "2 costs for 1 option"),
        ({"A": "p"}, {"costs": {"B": 1}}, "a cost for B, and no option"),
        ({"A": "p"}, {"costs": {"A": float("nan")}}, "the cost nan of option 'A'"),
        ({"A": "p"}, {"costs": {"A": "1"}}, "the cost 1 of option 'A'"),
    ],
)
def test_impossible_rules_are_refused_by_name(options, rules, message):
    with pytest.raises(UsageError, match=message):
        ExactCover.from_options(options, **rules)


def test_costs_are_kept_for_each_option():
    assert ExactCover.from_options({"A": "p", "B": "q"}, costs={"B": 2.5}).costs == (0, 2.5)
    assert ExactCover.from_options(["p", "q"], costs=[3, 4]).costs == (3, 4)


@pytest.mark.parametrize(
    "form", [list, np.array, sparse.csr_matrix, sparse.coo_array, lambda m: np.array(m, bool)]
)
def test_a_matrix_is_the_same_cover_as_its_options(form):
    matrix = [[0, 1, 1], [1, 0, 0], [0, 1, 0]]
    made = ExactCover.from_matrix(
        form(matrix), items="abc", options="RST", secondary=1, multiplicity={"a": (0, 1)}
    )
    written = ExactCover.from_options(
        {"R": "bc", "S": "a", "T": "b"}, primary="ab", secondary="c", multiplicity={"a": (0, 1)}
    )
    assert (made.id, made.option_names, made.labels) == (written.id, written.option_names, written.labels)
    assert ExactCover.from_matrix(form(matrix)).named([2]) == (2,)


@pytest.mark.parametrize(
    ("matrix", "names", "message"),
    [
        ([1, 0], {}, "a matrix of 2 does not describe"),
        ([[1, 0], [1]], {}, "does not describe"),
        ([[1, 2]], {}, "a matrix of 1 x 2 .* every entry is 0 or 1"),
        (sparse.coo_array(([1, 1], ([0, 0], [0, 0]))), {}, "every entry is 0 or 1"),
        ([[1, None]], {}, "every entry is 0 or 1"),
        (np.ma.masked_array([[1, 0]], mask=[[False, True]]), {}, "every entry is 0 or 1"),
        ([[1, 0], [0, 0]], {}, "option 1 has no primary item"),
        (
            [[1, 0], [0, 1]],
            {"secondary": 1, "items": "ab", "options": "RS"},
            "option 'S' has no primary item",
        ),
        ([[1, 0]], {"items": "abc"}, "3 names of items"),
        ([[1, 0]], {"items": "aa"}, "the item a is named twice"),
        ([[1, 0]], {"secondary": 3}, "secondary=3"),
    ],
)
def test_other_matrices_are_refused(matrix, names, message):
    with pytest.raises(UsageError, match=message):
        ExactCover.from_matrix(matrix, **names)


def test_a_solution_holds_no_option_twice_and_only_options_that_exist():
    problem = ExactCover.from_options({"A": "p"}, multiplicity={"p": 2})
    assert problem.fault((0, 0), NO_CLUES) == "A occurs twice"
    assert problem.fault((1,), NO_CLUES) == "option 1 does not exist"


def test_chosen_and_forbidden_options_hold_with_colours_too():
    problem = cover(TRIAL, secondary=["x"])
    assert problem.fault((0, 1), Instance([2])) == "the solution lacks C, which was given"
    assert problem.fault((0, 1), Instance((), [1])) == "B is forbidden"


@pytest.mark.parametrize("seed", range(30))
def test_what_remains_of_a_cover_has_the_solutions_that_hold_the_chosen_options(seed):
    draw = np.random.default_rng(seed)
    options = [
        (
            str(o),
            [*(p for p in "pqr" if draw.random() < 0.5), *(f"{x}:{draw.integers(2)}" for x in "xy"), "zp"[0]],
        )
        for o in range(7)
    ]
    options = [(o, list(dict.fromkeys([*items, "s"]))) for o, items in options]
    problem = cover(
        [(o, [i for i in items if i != "z"]) for o, items in options],
        primary="pqrs", secondary="xy", multiplicity={"p": (0, 2), "s": (1, 3), "q": (0, 3), "r": (1, 2)},
    )  # fmt: skip
    chosen, forbidden = draw.choice(7, 2, replace=False)
    instance = Instance([int(chosen)], [int(forbidden)])
    sets = (one for size in range(8) for one in combinations(range(7), size))
    expected = [one for one in sets if problem.fault(one, instance) is None]
    rest = reduced(problem, instance)
    assert rest is not None
    found = _solutions(rest)
    assert sorted(found) == sorted("".join(str(o) for o in one if o != chosen) for one in expected)


def test_a_backend_that_does_not_know_a_rule_refuses_it_by_name():
    coloured = cover(TRIAL, secondary=["x"])
    several = ExactCover.from_options({"A": "p"}, multiplicity={"p": (0, 1)})
    assert "colours of secondary items (Colours)" in str(not_understood(coloured, {Multiplicities}))
    assert "multiplicities of primary items (Multiplicities)" in str(not_understood(several, {Colours}))
    assert not_understood(coloured, {Colours}) is None


@pytest.mark.parametrize("engine", ["dlx:structure=cells", "dlx:structure=links", "dlx:item=first"])
def test_a_search_with_dancing_cells_is_not_shown_step_by_step(engine):
    with pytest.raises(UsageError, match="take dlx without options, or dlx:kernel=nodes"):
        trace(cover(TRIAL, secondary=["x"]), backend=engine)


def test_chosen_options_exclude_each_other_by_colour_too():
    problem = cover(TRIAL, secondary=["x"])
    assert reduced(problem, Instance([0, 2])) is None
    assert reduced(problem, Instance([1, 2])) is None


def test_options_of_one_name_keep_their_own_costs():
    assert cover([("A", "1"), ("A", "2")], costs=[1, 5]).costs == (1, 5)
    assert cover([("A", "1"), ("A", "2")], costs={"A": 3}).costs == (3, 3)
    assert cover([("A", "1"), ("B", "2")], costs=[0, 0]).costs == ()


@pytest.mark.parametrize("cost", [10**400, float("inf"), float("nan"), True, "1", None])
def test_a_cost_that_is_not_a_finite_number_is_refused(cost):
    with pytest.raises(UsageError, match="cost"):
        cover([("A", "1"), ("B", "2")], costs=[1, cost])


@pytest.mark.parametrize("wrong", [
    {"costs": None}, {"costs": 1}, {"multiplicity": [1]}, {"multiplicity": 1}, {"primary": 1}, {"secondary": None},
])  # fmt: skip
def test_a_part_of_another_kind_is_refused_by_its_name(wrong):
    name = next(iter(wrong))
    with pytest.raises(UsageError, match=rf"{name}=.*: the value must be a (list|dict)"):
        ExactCover.from_options([[1], [2]], **wrong)


@pytest.mark.parametrize("wrong", [{"secondary": "x"}, {"items": 1}, {"options": 1}])
def test_a_part_of_a_matrix_of_another_kind_is_refused_by_its_name(wrong):
    with pytest.raises(UsageError, match=next(iter(wrong))):
        ExactCover.from_matrix([[1]], **wrong)


@pytest.mark.parametrize("parts", [
    ("a\nb", ("i",), 1, ((0,),), ("o",)), ("a", ("i\n",), 1, ((0,),), ("o",)), ("a", ("i",), 1, ((0,),), ("\ro",)),
    (5, ("i",), 1, ((0,),), ("o",)), ("a", (1,), 1, ((0,),), ("o",)), ("a", None, 1, ((0,),), ("o",)),
])  # fmt: skip
def test_a_cover_from_its_parts_has_no_name_that_breaks_the_lines_of_a_file(parts):
    with pytest.raises(UsageError, match=r"printable text|must be a list"):
        ExactCover(*parts)


def test_a_name_that_is_not_hashable_is_refused():
    with pytest.raises(UsageError, match=r"the name \[\]"):
        ExactCover.from_options([[1]], primary=[[]])
