"""Covers with colours and multiplicities: an engine finds the sets of options that brute force finds, or refuses."""

import pytest
from backend_cases import ask
from coloured_cases import all_solutions, random_cover, random_instances

from sudokubench.answer import Stop
from sudokubench.backends import Backend, registry
from sudokubench.problem import ExactCover, Instance, cover

PLAIN = cover([("A", "p"), ("B", "px")], secondary="x")


def check(engine: Backend, problem: ExactCover, instance: Instance = Instance()) -> None:  # noqa: B008  # immutable
    reason = registry.refusal(engine, problem)
    if reason is not None:
        if registry.refusal(engine, PLAIN) is None:
            assert "Colours" in str(reason) or "Multiplicities" in str(reason)
        return
    expected = all_solutions(problem, instance)
    found, outcome = ask(engine, problem, instance)
    assert sorted(found) == expected
    assert (outcome.count, outcome.stop) == (len(expected), Stop.EXHAUSTED)


def test_two_options_share_an_item_in_one_colour(engine: Backend) -> None:
    check(engine, cover([("A", ["p", "x:A"]), ("B", ["q", "x:A"]), ("C", ["q", "x:B"])], secondary=["x"]))


def test_a_set_is_a_solution_beside_its_subsets(engine: Backend) -> None:
    check(engine, cover([(name, "p") for name in "ABCD"], multiplicity={"p": (1, 3)}))
    check(engine, cover([("A", "p"), ("B", "pq"), ("C", "q")], multiplicity={"p": (0, 1), "q": (0, 2)}))


@pytest.mark.parametrize("bounds", [(3, 4), (2, 2), (0, 0), (0, 9)])
def test_multiplicities_at_the_ends_of_what_options_allow(engine: Backend, bounds: tuple[int, int]) -> None:
    check(engine, cover([("A", "p"), ("B", "pq"), ("C", "q")], multiplicity={"p": bounds}))


def test_an_option_that_no_rule_mentions_may_be_chosen_or_forbidden(engine: Backend) -> None:
    check(engine, cover([(name, "p") for name in "ABC"], multiplicity={"p": (0, 9)}), Instance((0,), (2,)))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("several", "coloured"), [(False, True), (True, False), (True, True)])
def test_random_covers_have_the_solutions_of_brute_force(
    engine: Backend, seed: int, several: bool, coloured: bool
) -> None:
    problem = random_cover(seed, several=several, coloured=coloured)
    for instance in random_instances(problem, seed):
        check(engine, problem, instance)
