"""The models are data, so a few lines of backtracking can count their assignments without any solver."""

import pytest
from child import printed

from sudokubench import count
from sudokubench.board import Board
from sudokubench.constraints.variants import VARIANTS
from sudokubench.encodings import cp
from sudokubench.layout import Layout
from sudokubench.problem import Instance, Variant, cover

NOTHING = Instance()
KNUTH = cover([("A", "12"), ("B", "23"), ("C", "34"), ("D", "15"), ("E", "5"), ("F", "2")])


def assignments(model: cp.CpModel, instance: Instance = NOTHING) -> list[tuple[int, ...]]:
    """Return every assignment that satisfies the model, by plain backtracking over its groups."""
    domains = model.domains(instance)
    allowed = []
    for variable in range(len(model.variables)):
        bounds = domains.get(variable, model.domain)
        pairs = zip(bounds[::2], bounds[1::2], strict=True)
        allowed.append([value for low, high in pairs for value in range(low, high + 1)])
    groups_of: list[list[tuple[str, tuple[int, ...]]]] = [[] for _ in model.variables]
    if isinstance(model, cp.AllDifferentModel):
        rules = [("differ", group) for group in model.all_different]
    else:
        rules = [("one", group) for group in model.exactly_one] + [
            ("most", group) for group in model.at_most_one
        ]
    for rule in rules:
        for variable in rule[1]:
            groups_of[variable].append(rule)
    values: list[int] = []
    found: list[tuple[int, ...]] = []

    def holds(kind: str, group: tuple[int, ...]) -> bool:
        known = [values[v] for v in group if v < len(values)]
        if kind == "differ":
            return len(set(known)) == len(known)
        return sum(known) <= 1 and not (kind == "one" and len(known) == len(group) and sum(known) == 0)

    def extend() -> None:
        if len(values) == len(allowed):
            found.append(tuple(values))
            return
        for value in allowed[len(values)]:
            values.append(value)
            if all(holds(kind, group) for kind, group in groups_of[len(values) - 1]):
                extend()
            values.pop()

    if all(group for kind, group in rules if kind == "one"):
        extend()
    return found


def test_a_9x9_has_81_integer_variables_and_27_constraints():
    model = cp.all_different(Layout.standard(9))
    assert len(model.variables) == 81
    assert model.domain == (1, 9)
    assert len(model.all_different) == 27
    assert all(len(group) == 9 for group in model.all_different)


def test_a_9x9_has_729_booleans_and_324_groups_of_nine():
    model = cp.boolean(Layout.standard(9))
    assert len(model.variables) == 729
    assert [len(group) for group in model.exactly_one] == [9] * 324
    assert model.at_most_one == ()


def test_a_sum_between_bounds_that_no_number_meets_has_an_interval_that_engines_take():
    rule = VARIANTS["linear"](cells=[0, 1], coefficients=[3, 3], low=11, high=10)
    model = cp.all_different(Variant(Layout.standard(4), (rule,)))
    assert [(one.low, one.high) for one in model.sums] == [(25, 25)]
    assert count(Board.empty(Variant(Layout.standard(4), (rule,))), backend="cpsat") == 0


def test_a_house_that_repeats_another_gives_no_second_constraint():
    latin = Layout.standard(5)
    assert latin.box_houses[0].cells == latin.rows[0].cells
    assert len(cp.all_different(latin).all_different) == 10


def test_both_models_mean_the_same_options():
    layout = Layout.standard(4)
    instance = (
        Board.parse("3...............").forbidding([layout.option(5, 2), layout.option(5, 3)]).instance()
    )
    solutions = [
        {model.solution(values) for values in assignments(model, instance)}
        for model in (cp.all_different(layout), cp.boolean(layout))
    ]
    assert solutions[0] == solutions[1]
    assert solutions[0]
    assert {layout.digits(options)[0] for options in solutions[0]} == {3}
    assert {layout.digits(options)[5] for options in solutions[0]} == {1, 4}


def test_knuths_example_has_the_covers_ace_and_cdf():
    model = cp.boolean(KNUTH)
    named = {"".join(KNUTH.option_names[o] for o in model.solution(v)) for v in assignments(model)}
    assert named == {"ACE", "CDF"}


def test_a_secondary_item_may_stay_bare_but_is_not_covered_twice():
    model = cp.boolean(cover([("a1", "ax"), ("a2", "a"), ("b1", "bx"), ("b2", "b")], secondary="x"))
    assert len(model.exactly_one) == 2
    assert model.at_most_one == ((0, 2),)
    assert {model.solution(values) for values in assignments(model)} == {(0, 3), (1, 2), (1, 3)}


def test_forbidden_digits_leave_a_domain_with_gaps():
    layout = Layout.standard(9)
    forbidden = tuple(layout.option(3, digit) for digit in (1, 4, 5, 9))
    assert cp.all_different(layout).domains(Instance((), forbidden)) == {3: (2, 3, 6, 8)}


@pytest.mark.parametrize("build", [cp.all_different, cp.boolean])
def test_an_option_both_chosen_and_forbidden_leaves_an_empty_domain(build):
    domains = build(Layout.standard(9)).domains(Instance((100,), (100,)))
    assert list(domains.values()) == [()]


def test_two_digits_chosen_for_one_cell_leave_an_empty_domain():
    assert cp.all_different(Layout.standard(9)).domains(Instance((0, 1))) == {0: ()}


def test_the_models_load_no_solver():
    code = (
        "import sys; from sudokubench.encodings import cp; from sudokubench.layout import Layout;"
        "cp.all_different(Layout.standard(9)); cp.boolean(Layout.standard(9)); print('ortools' in sys.modules)"
    )
    assert printed(code) == "False\n"
