"""States are a lattice, and monotone operators reach its greatest fixpoint in any order."""

from random import Random

import pytest
from logic_states import ESCARGOT, WIKIPEDIA

from sudokubench.actions.fixpoint import fixpoint as fixpoints
from sudokubench.actions.observer import Observer
from sudokubench.backends.logic import Logic
from sudokubench.board import Board
from sudokubench.errors import UsageError
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.lattice import fixpoint, operators
from sudokubench.solving import solutions

NOT_COMMUTING = ".7...9684.4.........2..3......5....9438..7....2...........9..2.59..4.1......1.3.8"


def some_states(text: str, n: int) -> list[CandidateGrid]:
    """Return states below a board, after random placements and eliminations."""
    start, found = CandidateGrid.of(Board.parse(text)), []
    for seed in range(n):
        random, grid = Random(seed), start
        for _ in range(random.randrange(6)):
            option = random.choice([*grid.options()])
            grid = grid.apply((option,)) if random.random() < 0.3 else grid.apply((), (option,))
        found.append(grid)
    return found


def test_meet_and_join_are_the_bounds_of_the_order() -> None:
    states = some_states(WIKIPEDIA, 14)
    for a in states:
        for b in states:
            meet, join = a & b, a | b
            assert meet <= a <= join
            assert meet <= b <= join
            assert (a <= b) == (meet == a) == (join == b)
            assert (a <= b <= a) == (a == b)
            for c in states:
                assert (c <= a and c <= b) == (c <= meet)
                assert (a <= c and b <= c) == (join <= c)


def test_top_and_bottom_lie_above_and_below_everything() -> None:
    for state in some_states(WIKIPEDIA, 5):
        top, bottom = CandidateGrid.top(state.geometry), CandidateGrid.bottom(state.geometry)
        assert bottom <= state <= top
        assert state & bottom == bottom
        assert state | top == top
    assert bottom.lost_item() is not None
    assert len(set(top.options())) == 729


@pytest.mark.parametrize("names", ["singles", "subsets", "gac", "ac3", "gac,locked", "ac2001,singles,x_wing"])
@pytest.mark.parametrize("text", [WIKIPEDIA, ESCARGOT, "11..............", "4x4-diagonal:12.............."])
def test_monotone_operators_meet_in_the_greatest_fixpoint_in_every_order(names: str, text: str) -> None:
    found = fixpoints(text, names.split(","), orders=6)
    ((grid, times),) = found.grids
    assert times == 6
    assert found.undecided == []
    assert not any("differ" in line.en for line in found.lines())
    assert all(one.monotone for one in found.among)
    if grid.lost_item() is None:
        for one in found.among:
            assert one.apply(grid, Random(0)).grid == grid
    for solution in solutions(Board.parse(text), limit=3):
        assert all(grid.has(option) for option in solution.instance().chosen)


def test_a_rule_that_is_not_monotone_may_end_elsewhere_and_is_named() -> None:
    found = fixpoints(NOT_COMMUTING, ["singles", "direct_hidden_pair"], orders=30)
    assert len(found.grids) == 2
    assert sum(times for _, times in found.grids) == 30
    more, fewer = sorted((grid for grid, _ in found.grids), key=CandidateGrid.entropy, reverse=True)
    assert found.undecided == [o for o in range(729) if more.has(o) and not fewer.has(o)]
    told = [words.en for words in found.lines()]
    assert "not monotone: direct_hidden_pair" in told
    assert any("do not commute" in line for line in told)
    assert not found.as_json()["monotone"]
    assert len(found.as_json()["fixpoints"]) == 2


def test_the_same_seed_draws_the_same_orders() -> None:
    one, same, other = (fixpoints(ESCARGOT, ["subsets"], orders=4, seed=seed) for seed in (1, 1, 2))
    assert one.as_json() == same.as_json()
    assert one.as_json()["applications"] != other.as_json()["applications"]


def test_a_contradiction_is_the_bottom_in_every_order() -> None:
    found = fixpoints("12....34........", ["gac", "singles"], orders=8)
    ((grid, times),) = found.grids
    assert (grid, times) == (CandidateGrid.bottom(grid.geometry), 8)


def test_revisions_and_checks_are_those_of_the_propagators() -> None:
    start, random = CandidateGrid.of(Board.parse(WIKIPEDIA)), Random(0)
    reached = fixpoint(start, operators(["ac3"]), random)
    assert reached.applications == 2  # the second application finds nothing
    assert reached.revisions >= 2 * 1620
    assert reached.checks > reached.revisions
    assert fixpoint(start, operators(["ac2001"]), random).checks < reached.checks
    assert fixpoint(start, operators(["singles"]), random).checks == 0


class Second(Observer):
    """Counts, and cancels before the second order."""

    def __init__(self) -> None:
        self.told: list[int] = []

    def progress(self, done: int, of: int | None = None, **_: object) -> None:
        self.told.append(done)

    def heed(self) -> None:
        if len(self.told) == 2:
            raise KeyboardInterrupt


def test_an_observer_counts_the_orders_of_all_boards_and_cancels_between_two() -> None:
    observer = Second()
    with pytest.raises(KeyboardInterrupt):
        fixpoints(ESCARGOT, ["singles"], orders=5, observer=observer, before=10)
    assert observer.told == [10, 11]


def test_a_board_may_be_in_a_file(tmp_path) -> None:
    (tmp_path / "board.txt").write_text(ESCARGOT)
    assert fixpoints(str(tmp_path / "board.txt"), ["gac"], orders=1).board == Board.parse(ESCARGOT)


def test_an_unknown_operator_and_a_board_with_further_rules_are_refused() -> None:
    with pytest.raises(UsageError, match="did you mean gac"):
        operators(["gax"])
    with pytest.raises(UsageError, match="bug_2 relies on a single solution"):
        fixpoints("4x4+anti-knight:12..............", ["gac", "bug_2"])
    with pytest.raises(UsageError, match="orders"):
        fixpoints(ESCARGOT, ["gac"], orders=0)


@pytest.mark.parametrize("rules", ["ac3", "ac2001", "gac"])
def test_propagators_are_engines_that_find_every_solution(rules) -> None:
    for text in ("12..............", ESCARGOT):
        board = Board.parse(text)
        assert set(solutions(board, backend=f"logic:rules={rules}")) == set(solutions(board))
    assert Logic(rules=rules).rules == rules
