"""The engine of decision diagrams: it counts what brute force, other engines and published tables count."""

import logging
import random
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import coloured_cases
import pytest
import reference

from sudokubench import count, solve, solving
from sudokubench.answer import Budget, Outcome, Stop, Verdict
from sudokubench.backends import backend, words
from sudokubench.backends.pool import lent_session
from sudokubench.board import Board
from sudokubench.diagrams import diagram, load
from sudokubench.errors import InputError, Undecided, UsageError
from sudokubench.harness.asking import ask
from sudokubench.harness.finding import Bound, Termination, bound_of
from sudokubench.kernels.dxz import Construction
from sudokubench.kernels.dxz.orders import frontier
from sudokubench.problem import ExactCover, Instance, cover

ENGINES = ("dxz", "dxz:order=frontier", "dxz:order=fewest", "dlx")


def random_cover(rng: random.Random) -> ExactCover:
    primary = [f"p{i}" for i in range(rng.randint(1, 7))]
    secondary = [f"s{i}" for i in range(rng.randint(0, 4))]
    options = [
        (str(o), rng.sample(primary, rng.randint(1, min(len(primary), 3)))
         + rng.sample(secondary, rng.randint(0, min(len(secondary), 2))))
        for o in range(rng.randint(1, 12))
    ]  # fmt: skip
    return cover(options, primary=primary, secondary=secondary)


def random_instance(rng: random.Random, n: int) -> Instance:
    return Instance(
        rng.sample(range(n), rng.choice([0, 0, 1])), rng.sample(range(n), rng.randint(0, min(2, n)))
    )


@pytest.mark.parametrize("seed", range(200))
def test_the_covers_of_random_problems_are_those_of_the_definition(seed: int) -> None:
    rng = random.Random(seed)
    problem = random_cover(rng)
    instance = random_instance(rng, len(problem.options))
    expected = reference.exact_covers(
        problem.options, range(problem.primary), instance.chosen, instance.forbidden
    )
    for name in (*ENGINES, "sat") if seed % 10 == 0 else ENGINES:
        with lent_session(backend(name), problem) as session:
            shown = list(session.search(instance))
            assert (len(shown), set(shown)) == (len(expected), expected)
            counted = session.search(instance).outcome()
            assert (counted.count, counted.stop) == (len(expected), Stop.EXHAUSTED)
            begun = session.search(instance)  # it shows the first solution and counts the others
            assert (next(iter(begun), None) is None) == (not expected)
            assert begun.outcome().count == len(expected)


def dominoes(rows: int, columns: int) -> ExactCover:
    return tiling({(r, c) for r in range(rows) for c in range(columns)})


def tiling(cells: set[tuple[int, int]], shapes: tuple[tuple[tuple[int, int], ...], ...] = ()) -> ExactCover:
    """Return the cover of cells by shapes, which are not turned; without shapes, by dominoes."""
    options = []
    for r, c in sorted(cells):
        for shape in shapes or (((0, 0), (0, 1)), ((0, 0), (1, 0))):
            placed = [(r + i, c + j) for i, j in shape]
            if cells.issuperset(placed):
                options.append((str(len(options)), placed))
    return cover(options, primary=sorted(cells))


def aztec(n: int) -> set[tuple[int, int]]:
    return {(r, c) for r in range(-n, n) for c in range(-n, n) if abs(r + 0.5) + abs(c + 0.5) <= n}


@pytest.mark.parametrize("order", ["frontier", "fewest"])
@pytest.mark.parametrize("seed", range(150))
def test_the_covers_of_coloured_problems_are_those_of_trying_every_set(seed: int, order: Any) -> None:
    problem = coloured_cases.random_cover(seed, several=False)
    with backend(f"dxz:order={order}").open(problem) as session:
        for instance in coloured_cases.random_instances(problem, seed):
            expected = coloured_cases.all_solutions(problem, instance)
            assert session.search(instance).outcome().count == len(expected)
            assert sorted(map(tuple, session.search(instance))) == expected
    made, whole = diagram(problem, order=order), coloured_cases.all_solutions(problem)
    assert sorted(made) == sorted(problem.named(found) for found in whole)


def square_ice(n: int) -> ExactCover:
    """Return the cover of tiles with an arrow on each edge: two arrows point in, two point out. The walls are fixed.

    Domain walls: arrows point in on the left and right, and out above and below.
    """
    options = {}
    for r, c in product(range(n), repeat=2):
        sides = [f"h{r},{c}", f"h{r},{c + 1}", f"v{r},{c}", f"v{r + 1},{c}"]  # left, right, above, below
        for arrows in product("+-", repeat=4):  # + points right or down
            left, right, above, below = arrows
            into = (left == "+") + (right == "-") + (above == "+") + (below == "-")
            walls = (c or left == "+") and (c < n - 1 or right == "-") and (r or above == "-")
            if into == 2 and walls and (r < n - 1 or below == "+"):
                items = [f"{side}:{arrow}" for side, arrow in zip(sides, arrows, strict=True)]
                options[f"{r},{c}{''.join(arrows)}"] = [f"cell{r},{c}", *items]
    return ExactCover.from_options(options, secondary=_edges(n))


def _edges(n: int) -> list[str]:
    across = [f"h{r},{c}" for r in range(n) for c in range(n + 1)]
    return across + [f"v{r},{c}" for r in range(n + 1) for c in range(n)]


def test_coloured_tiles_are_counted_as_zeilberger_proves_for_square_ice() -> None:
    """With domain walls the tilings are the alternating sign matrices (Kuperberg, 1996): OEIS A005130."""
    numbers = [1, 2, 7, 42, 429, 7436, 218348, 10850216, 911835460, 129534272700]
    assert [count(square_ice(n), backend="dxz") for n in range(1, 9)] == numbers[:8]
    assert count(square_ice(4), backend="dlx") == 42
    assert count(square_ice(10)) == numbers[9]  # `count` changes to `dxz` by itself


def test_a_saved_diagram_with_colours_is_read_and_checked(tmp_path: Path) -> None:
    made, file = diagram(square_ice(3)), tmp_path / "ice"
    made.save(file)
    assert load(file, made.puzzle).count == 7
    edges = len(made.paths.options)
    for place in range(edges):  # another option at one place
        data = bytearray(file.read_bytes())
        at = len(data) - 8 * edges + 4 * place
        data[at : at + 4] = ((int.from_bytes(data[at : at + 4], "little") + 1) % 30).to_bytes(4, "little")
        (tmp_path / "changed").write_bytes(data)
        try:
            changed = load(tmp_path / "changed", made.puzzle)
        except InputError:
            continue
        assert all(made.puzzle.fault(found, Instance()) is None for found in changed.paths)


BOTH = ("dxz:order=frontier", "dxz:order=fewest")


@pytest.mark.parametrize("name", BOTH)
def test_dominoes_are_counted_as_by_kasteleyn(name: str) -> None:
    # P. W. Kasteleyn, The statistics of dimers on a lattice (1961): 12,988,816; OEIS A004003.
    assert count(dominoes(8, 8), backend=name) == 12_988_816
    assert count(dominoes(12, 12), backend=name) == 53_060_477_521_960_000


@pytest.mark.parametrize("n", range(1, 9))
def test_aztec_diamonds_have_as_many_tilings_as_elkies_kuperberg_larsen_and_propp_prove(n: int) -> None:
    assert count(tiling(aztec(n)), backend="dxz") == 2 ** (n * (n + 1) // 2)


@pytest.mark.parametrize("name", BOTH)
def test_queens_and_trominoes_have_their_published_numbers(name: str) -> None:
    counts = [2, 10, 4, 40, 92, 352, 724]  # OEIS A000170
    assert [count(f"queens:{n}", backend=name) for n in range(4, 11)] == counts
    assert count("tromino:6", backend=name) == 162  # OEIS A351322


def test_twelve_pentominoes_cover_4x15_in_368_ways_up_to_symmetry() -> None:
    assert count("pentomino:4x15", backend="dxz") == 4 * 368  # Haselgrove and Haselgrove, 1960


SMALL_PIECES = (
    ((0, 0),), ((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 0), (0, 1), (0, 2)), ((0, 0), (1, 0), (2, 0)),
    ((0, 0), (0, 1), (1, 0)), ((0, 0), (0, 1), (1, 1)), ((0, 0), (1, 0), (1, 1)), ((0, 0), (1, 0), (1, -1)),
)  # fmt: skip


def test_a_count_needs_more_than_64_bits() -> None:
    square = {(r, c) for r in range(8) for c in range(8)}
    # Knuth, TAOCP 4B, 7.2.2.1: monominoes, dominoes and trominoes on a chessboard.
    assert count(tiling(square, SMALL_PIECES), backend="dxz") == 92_109_458_286_284_989_468_604
    fourteen, sixteen = 112_202_208_776_036_178_000_000, 2_444_888_770_250_892_795_802_079_170_816  # A004003
    assert count(dominoes(14, 14), backend="dxz") == fourteen
    assert count(dominoes(16, 16), backend="dxz") == sixteen


def search(problem: ExactCover, name: str, **how: object) -> Outcome:
    with lent_session(backend(name), problem) as session:
        return session.search(Instance(), **how).outcome()  # type: ignore[arg-type]


def test_a_search_ends_undecided_where_its_memory_is_full() -> None:
    outcome = search(dominoes(16, 16), "dxz:memory=1")
    assert (outcome.count, outcome.stop, outcome.verdict) == (0, Stop.MEMORY, Verdict.UNDECIDED)
    assert outcome.stats["peak_bytes"] <= 1 << 20
    assert search(dominoes(10, 10), "dxz:memory=1").count == 258_584_046_368  # A004003: this fits


def test_a_search_without_room_for_its_first_state_is_undecided(monkeypatch) -> None:
    with lent_session(backend("dxz"), dominoes(4, 4)) as session:
        monkeypatch.setattr("sudokubench.backends.dxz.construction_of", Mock(side_effect=MemoryError))
        outcome = session.search(Instance()).outcome()
    assert (outcome.count, outcome.stop) == (0, Stop.MEMORY)


def test_a_run_says_that_memory_ended_the_search() -> None:
    with lent_session(backend("dxz:memory=1"), problem := dominoes(16, 16)) as session:
        (finding,) = ask(session, [Instance()], None)
    assert problem.fault(finding.solutions[0], Instance()) is None
    assert (finding.termination, finding.verdict) == (Termination.MEMOUT, Verdict.MULTIPLE)
    assert bound_of(finding.termination.value, finding.message) == Bound.MEMORY.value
    assert "dxz:memory=4096" in finding.message


def test_a_search_keeps_its_budget_and_its_limit() -> None:
    assert search(dominoes(16, 16), "dxz", budget=Budget(nodes=100_000)).stop is Stop.BUDGET
    assert search(dominoes(12, 12), "dxz", limit=10**15).count == 10**15
    assert search(dominoes(12, 12), "dxz", limit=3).stop is Stop.LIMIT


def test_the_first_solution_does_not_wait_for_the_last() -> None:
    answer = solve(dominoes(20, 20), backend="dxz", limit=2)
    assert answer.verdict is Verdict.MULTIPLE
    assert answer.outcome.stats["nodes"] < 10_000


def test_memory_of_less_than_a_megabyte_is_refused() -> None:
    with pytest.raises(UsageError, match=words.DXZ_MEMORY.format(memory=0).en):
        backend("dxz:memory=0")


def test_count_changes_to_diagrams_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "sudokubench"):
        assert count(dominoes(12, 12)) == 53_060_477_521_960_000
        assert count("queens:8") == 92
    told = [record.getMessage() for record in caplog.records if "counts" in record.getMessage()]
    assert told == ["exact cover: dlx ended (budget); dxz now counts from the beginning"]
    with pytest.raises(Undecided):
        count(dominoes(12, 12), budget=Budget(nodes=2_000_000))


def test_count_goes_back_to_dancing_links_where_the_diagram_does_not_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solving, "_NODES_FIRST", 10)
    monkeypatch.setattr(solving, "COUNTING_BACKEND", "dxz:memory=1")
    assert count("pentomino:4x15") == 4 * 368


def test_count_says_nothing_where_dancing_links_go_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(solving, "_NODES_FIRST", 10)
    monkeypatch.setattr(solving, "is_narrow", lambda puzzle: False)
    with caplog.at_level(logging.INFO, "sudokubench"):
        assert count("queens:8") == 92
    assert not [record for record in caplog.records if "counts from" in record.getMessage()]


@pytest.mark.parametrize(("rows", "columns"), [(4, 11), (11, 4)])
def test_a_rectangle_is_taken_along_its_shorter_side(rows: int, columns: int) -> None:
    problem = dominoes(rows, columns)
    assert frontier(len(problem.items), problem.primary, problem.options)[1] == 4


def test_items_beyond_the_window_are_counted_too() -> None:
    """An option joins item 0 and item 99: no window of 64 items holds both in the given order."""
    chain = [[i, i + 1] for i in range(0, 99)] + [[0, 99], [0, 70], [5, 90]]
    n, expected = 100, count(cover([(str(i), map(str, o)) for i, o in enumerate(chain)]), backend="dlx")
    states = Construction(n, n, chain, range(n))
    list(states.run(1 << 30, keep=False))
    assert states.count == expected > 1


def test_the_fixed_order_keeps_the_cells_of_a_rule_together() -> None:
    """The steps of a quadruple share only secondary items. In an order without these, the states took 1 GB."""
    rules = [{"kind": "quadruple", "cells": cells, "digits": digits}
             for cells, digits in (([1, 2, 5, 6], [1, 4]), ([5, 6, 9, 10], [2, 2]))]  # fmt: skip
    blank = {"schema": "sudokubench.puzzle/1", "layout": "4x4", "clues": "." * 16}
    board = Board.from_json({**blank, "constraints": rules})
    outcome = solve(board, backend="dxz:order=frontier,memory=1", limit=1000).outcome
    assert (outcome.stop, outcome.count) == (Stop.EXHAUSTED, count(board, backend="dlx"))
