"""The kernel of dancing cells against brute force, published counts and the kernel of dancing links."""

import pytest
from coloured_cases import all_solutions, found_by, random_cover, random_instances

from sudokubench import kernels
from sudokubench.answer import Stop
from sudokubench.errors import UsageError
from sudokubench.kernels.dancing import cells
from sudokubench.kernels.dancing import search as portions
from sudokubench.kernels.dancing.cells import Cells
from sudokubench.kernels.dancing.enumeration import Enumeration, Matrix
from sudokubench.kernels.dancing.search import ItemRule
from sudokubench.problem import ExactCover, Instance
from sudokubench.problems import named


def _cells(problem: ExactCover, rule: ItemRule = ItemRule.SMALLEST) -> Cells:
    return Cells(len(problem.items), problem.primary, problem.options, problem.colours, problem.bounds, rule)


@pytest.mark.parametrize("seed", range(120))
def test_cells_find_the_solutions_that_brute_force_finds(seed):
    problem = random_cover(seed, several=seed % 3 > 0)
    for instance in random_instances(problem, seed):
        expected = all_solutions(problem, instance)
        assert sorted(found_by(_cells(problem), instance)) == expected
        assert sorted(found_by(_cells(problem), instance, seed, 1, 1)) == expected


@pytest.mark.parametrize("rule", ItemRule)
def test_every_rule_for_items_and_every_seed_find_the_same(rule):
    for seed in range(30):
        problem = random_cover(seed)
        assert sorted(found_by(_cells(problem, rule), Instance(), seed)) == all_solutions(problem)


@pytest.mark.parametrize(("name", "count"), [("pentomino:5x12", 4040), ("queens:8", 92), ("tromino:6", 162)])
def test_plain_covers_have_their_published_counts(name, count):
    search = _cells(named(name))
    search.start()
    assert search.advance() is Stop.EXHAUSTED
    assert search.found == count


def test_cells_examine_the_nodes_of_links():
    problem = named("queens:7")
    links = Enumeration(Matrix.of(len(problem.items), problem.primary, problem.options))
    other = _cells(problem)
    for search in (links, other):
        search.start()
        search.advance()
    shared = other.counters()
    assert shared == {name: links.counters()[name] for name in shared}


def test_memory_grows_with_the_levels_that_are_open(monkeypatch):
    monkeypatch.setattr(cells, "_FIRST_LEVELS", 1)
    for seed in range(30):
        problem = random_cover(seed)
        assert sorted(found_by(_cells(problem), Instance())) == all_solutions(problem)
    deep = ExactCover.from_options({str(o): [f"p{o // 2}"] for o in range(24)})
    search = _cells(deep)
    search.start()
    search.advance()
    assert search.found == 2**12


def test_python_runs_the_first_nodes(monkeypatch):
    monkeypatch.setattr(kernels, "interprets_first", True)
    monkeypatch.setattr(cells.advance_cells, "ready", False)
    monkeypatch.setattr(portions.interpreted, "nodes", 0)
    monkeypatch.setattr(portions, "INTERPRETED_NODES", 10**6)
    for seed in range(40):
        problem = random_cover(seed)
        for instance in random_instances(problem, seed):
            assert sorted(found_by(_cells(problem), instance)) == all_solutions(problem, instance)
    assert portions.interpreted.nodes > 0


def test_an_item_that_needs_more_than_its_options_makes_the_problem_unsolvable():
    options = {"A": "p", "B": "pq"}
    assert (
        sorted(found_by(_cells(ExactCover.from_options(options, multiplicity={"p": (3, 4)})), Instance()))
        == []
    )
    assert sorted(found_by(_cells(ExactCover.from_options(options, multiplicity={"p": 2})), Instance())) == [
        (0, 1)
    ]
    assert sorted(found_by(_cells(ExactCover.from_options(options, multiplicity={"q": 0})), Instance())) == [
        (0,)
    ]


def test_options_that_do_not_exist_and_no_solutions_are_refused():
    search = _cells(random_cover(1))
    with pytest.raises(UsageError, match="option"):
        search.start([99])
    search.start()
    with pytest.raises(UsageError, match="0"):
        search.advance(0)
