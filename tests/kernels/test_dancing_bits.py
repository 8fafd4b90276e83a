"""The kernel of rows of bits against brute force, published counts and the kernel of dancing links."""

from random import Random

import pytest
from coloured_cases import all_solutions, found_by, random_cover, random_instances

from sudokubench import kernels
from sudokubench.answer import Stop
from sudokubench.backends import backend
from sudokubench.errors import UsageError
from sudokubench.kernels.dancing import cells, kernel
from sudokubench.kernels.dancing import search as portions
from sudokubench.kernels.dancing.bits import Bits, suits
from sudokubench.kernels.dancing.enumeration import Enumeration, Matrix
from sudokubench.layout import Layout
from sudokubench.problem import ExactCover, Instance
from sudokubench.problems import named


def _bits(problem: ExactCover) -> Bits:
    return Bits(len(problem.items), problem.primary, problem.options, problem.colours)


def _links(problem: ExactCover) -> Enumeration:
    return Enumeration(Matrix.of(len(problem.items), problem.primary, problem.options))


def _large_cover(seed: int) -> ExactCover:
    """Return a plain cover of up to 150 options over 18 primary and 5 secondary items."""
    random = Random(seed)
    primary, secondary = [*"abcdefghijklmnopqr"], [*"VWXYZ"]
    options = [
        random.sample(primary, random.randint(2, 5)) + random.sample(secondary, random.randint(0, 2))
        for _ in range(random.randint(20, 150))
    ]
    return ExactCover.from_options(options, primary=primary, secondary=secondary)


@pytest.mark.parametrize("seed", range(200))
def test_bits_find_the_solutions_that_brute_force_finds(seed):
    problem = random_cover(seed, several=False, coloured=seed % 2 == 1)
    for instance in random_instances(problem, seed):
        expected = all_solutions(problem, instance)
        found = found_by(_bits(problem), instance)
        assert sorted(found) == expected
        assert found_by(_bits(problem), instance, rows=1, max_nodes=1) == found


@pytest.mark.parametrize("seed", range(30))
def test_bits_examine_the_nodes_of_links_and_find_the_solutions_in_their_order(seed):
    problem = _large_cover(seed)
    random = Random(seed)
    for size in range(3):
        chosen = random.sample(range(problem.n_options), size // 2)
        instance = Instance(chosen, random.sample(range(problem.n_options), size))
        links, bits = _links(problem), _bits(problem)
        assert found_by(bits, instance, rows=7, max_nodes=50) == found_by(links, instance)
        assert bits.counters() == links.counters()
        bits.start(instance.chosen, instance.forbidden)
        bits.advance()
        assert bits.counters() == links.counters()


@pytest.mark.parametrize(
    ("name", "count"),
    [("pentomino:4x15", 1472), ("queens:10", 724), ("soma:3x3x3", 11520), ("tromino:6", 162)],
)
def test_covers_have_their_published_counts(name, count):
    search = _bits(named(name))
    search.start()
    assert search.advance() is Stop.EXHAUSTED
    assert search.found == count


@pytest.mark.parametrize("nodes", [0, 1, 40, 700])
@pytest.mark.parametrize("coloured", [False, True])
def test_python_examines_the_first_nodes_and_no_solution_is_lost_or_doubled(monkeypatch, nodes, coloured):
    problem = named("wordsquare:ate,eat,tea,eta,tee,tat") if coloured else named("queens:7")
    whole = backend("dlx:structure=cells" if coloured else "dlx:structure=links").open(problem)
    expected = [*whole.search(Instance())]
    for module, name in ((kernel, "advance"), (cells, "advance_cells")):
        made = getattr(module, name)
        monkeypatch.setattr(module, name, type(made)(made.written, made.options))  # no code is loaded
    monkeypatch.setattr(kernels, "interprets_first", True)
    monkeypatch.setattr(portions.interpreted, "nodes", 0)
    monkeypatch.setattr(portions, "INTERPRETED_NODES", nodes)
    for count in (True, False):
        session = backend("dlx:structure=bits").open(problem)
        if count:
            assert session.search(Instance()).outcome().count == len(expected)
        else:
            found = [*session.search(Instance())]
            assert sorted(found) == sorted(expected) if coloured else found == expected


@pytest.mark.parametrize("rules", ["item=first", "seed=3", "item=random,seed=3"])
def test_bits_with_rules_that_they_do_not_know_are_refused(rules):
    with pytest.raises(UsageError, match="structure=bits knows only"):
        backend(f"dlx:structure=bits,{rules}")


def test_a_search_names_the_structure_that_ran():
    def ran(spec: str, problem: Layout | ExactCover) -> set[str]:
        with backend(spec).open(problem) as session:
            return {"bits", "cells"} & session.search(Instance(), limit=1).outcome().stats.keys()

    queens, dominoes, board = named("queens:8"), named("domino:4"), Layout.named("4x4")
    assert [ran("dlx", one) for one in (queens, dominoes, board)] == [{"bits"}, set(), set()]
    for structure, told in (("bits", {"bits"}), ("cells", {"cells"}), ("links", set())):
        assert [ran(f"dlx:structure={structure}", one) for one in (queens, dominoes, board)] == [told] * 3


def test_bits_suit_covers_with_many_options_for_each_item():
    def fit(name: str) -> bool:
        problem = named(name)
        nodes = sum(item < problem.primary for option in problem.options for item in option)
        return suits(problem.primary, problem.n_options, nodes)

    assert all(map(fit, ("pentomino:6x10", "queens:11", "langford:10", "tromino:9", "soma:3x3x3")))
    assert not any(map(fit, ("domino:8", "latin:7", "tromino:12", "queens:40")))


def test_a_choice_that_is_forbidden_or_contradicts_itself_has_no_solution():
    problem = named("queens:6")
    for instance in (Instance([3], [3]), Instance([0, 1])):
        assert found_by(_bits(problem), instance) == []


def test_options_that_do_not_exist_are_refused():
    with pytest.raises(UsageError, match="option"):
        _bits(named("queens:4")).start([99])
