"""The candidate grid is a value: changes make new states that know their parent and share the rest."""

import pickle
from math import log

import pytest
from logic_states import NINE, WIKIPEDIA, option_of, state

from sudokubench.board import Board
from sudokubench.layout import Layout
from sudokubench.logic.grid import CandidateGrid

GRID = CandidateGrid.of(Board.parse(WIKIPEDIA))


def test_a_state_has_the_candidates_of_its_board() -> None:
    for board in (Board.parse(WIKIPEDIA), Board.parse(WIKIPEDIA).forbidding([option_of("R1C3#1")])):
        grid = CandidateGrid.of(board)
        assert grid.cells == tuple(board.candidate_mask(cell) for cell in range(81))
        assert grid.placed.bit_count() == 30
        assert grid.has(option_of("R1C3#1")) is not bool(board.forbidden)


def test_placing_a_digit_clears_its_peers_and_its_cell() -> None:
    after = state("").apply([option_of("R5C5#5")])
    assert after.digits_of(40) == (5,)
    for cell in NINE.peers[40]:
        assert 5 not in after.digits_of(cell)
    assert after.digits_of(0) == tuple(range(1, 10))


def test_a_change_leaves_its_parent_alone_and_shares_the_rest() -> None:
    before = state("")
    after = before.apply((), [option_of("R1C1#3")])
    assert before.has(option_of("R1C1#3"))
    assert not after.has(option_of("R1C1#3"))
    assert after.undo() is before
    assert after.eliminated == (option_of("R1C1#3"),)
    assert all(after.boards[d] is before.boards[d] for d in range(9) if d != 2)


def test_a_pickled_state_equals_its_original() -> None:
    grid = GRID.apply((), [option_of("R1C3#1")])
    assert pickle.loads(pickle.dumps(grid)) == grid
    assert CandidateGrid.of(Board.parse("." * 81, Layout.named("9x9-diagonal"))) != state("")


def test_branches_are_references_to_one_state() -> None:
    one, two = GRID.apply([option_of("R1C3#1")]), GRID.apply([option_of("R1C3#2")])
    assert one.parent is two.parent
    assert one != two
    assert one.history() == (GRID, one)


def test_entropy_is_the_sum_of_the_logarithms_of_the_candidate_counts() -> None:
    assert GRID.entropy() == pytest.approx(sum(log(mask.bit_count()) for mask in GRID.cells))
    assert state("").entropy() == pytest.approx(81 * log(9))
    assert state("R4C4=").entropy() == pytest.approx(80 * log(9))  # a cell without candidates adds nothing


def test_cells_are_counted_by_their_candidates() -> None:
    for k, cells in enumerate(GRID.by_count()):
        wanted = {c for c, mask in enumerate(GRID.cells) if mask.bit_count() == k}
        assert {c for c in range(81) if cells >> c & 1} == wanted
    assert GRID.with_few() == GRID.by_count()[:5]


def test_a_contradiction_is_named_by_its_item() -> None:
    assert state("").contradiction() is None
    assert state("R4C4=").contradiction() == "R4C4"
    assert state("R1#5=R1C1 R1C1=1").contradiction() == "R1#5"
    assert CandidateGrid.of(Board.parse("11" + "." * 14)).contradiction() == "R1C1"


def test_a_state_cannot_be_assigned_to() -> None:
    grid = state("")
    for name in ("boards", "placed", "parent", "other"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(grid, name, 0)


def test_a_state_as_a_board_has_the_same_candidates() -> None:
    grid = GRID.apply([option_of("R1C3#4")], [option_of("R1C4#2")])
    assert CandidateGrid.of(grid.board()).cells == grid.cells


def test_results_kept_by_house_and_digit_are_the_same_as_fresh_ones() -> None:
    grid = CandidateGrid.of(Board.parse(WIKIPEDIA))
    grid.strong_houses(1)
    later = grid.apply([option_of("R1C3#4")], [option_of("R1C4#2")])
    fresh = CandidateGrid(later.geometry, later.boards, later.placed)
    assert [later.strong_houses(d) for d in range(1, 10)] == [fresh.strong_houses(d) for d in range(1, 10)]


def test_large_boards_have_states_too() -> None:
    grid = CandidateGrid.of(Board.empty(Layout.standard(16)))
    assert len(list(grid.options())) == 4096


def test_a_state_that_knows_only_some_items_lacks_only_their_missing_options() -> None:
    """A cell has two candidates, and a digit has two places: each lacks 7 options, and nothing is placed."""
    grid = state("R1C1=12 R5C5=12 B2#5=R1C4,R1C5 B3#5=R2C7,R2C8 R9C9:=9")
    known = grid.knowing([0, grid.geometry.item_of_place(19, 5)])
    assert known == state("R1C1=12 B2#5=R1C4,R1C5")
    assert sum(board.bit_count() for board in known.boards) == 729 - 7 - 7
    assert known.placed == 0
