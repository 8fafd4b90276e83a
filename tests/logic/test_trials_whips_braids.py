"""The further scales, compared with published values and with their definitions."""

import random

import pytest

from sudokubench.actions.rate import rate
from sudokubench.board import Board
from sudokubench.data import bundled
from sudokubench.errors import UsageError
from sudokubench.logic.configuration import easiest_first
from sudokubench.logic.engine import SolutionPath
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.trace import Ending
from sudokubench.logic.trials_whips_braids import scales_of
from sudokubench.symmetry import random_symmetry

PUBLISHED = {
    "1.....9.....6.4.8..4..3...2..6.8.....3...57..9..2...1...7..6....2....5..8..1....3": (1, 5),
    "2.....9....34......7..5..8.9...1......5...7...8...3..2.6..7..1......85....42....3": (1, 9),
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........": (1, 10),
    "..1.....7...89..........6..26..3.......5...749...........1.4.5.83.............2..": (1, 12),
    "5..2..3......8..9...2..4..66..1..9...1.....4...7..3..87..3..4...9..7..2...5..6..9": (1, 16),
    "6.......1.2.....4...7...8....41.59..381697425..93.26....6...7...9.....8.1.......3": (1, 7),
    "...3..5...5..1..3...7..4..12.....4...6..9......1..6..28..7..2...9..8..5...5..9..7": (1, None),
    "5.......9.2.1...7...8...3...4.6.........5.......2.7.1...3...8...6...4.2.9.......5": (2, None),
    "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..": (3, None),
}
"""Depth and W as D. Berthier's program CSP-Rules gives them in its examples."""
BRAIDS = {
    "...3..5...5..1..3...7..4..12.....4...6..9......1..6..28..7..2...9..8..5...5..9..7": 12,
    ".....1..2....3..4...52..1....36...1..2..7...89....57....9..7....8.9....43...4..8.": 19,
}
"""B from the same place."""


@pytest.mark.parametrize(("line", "expected"), PUBLISHED.items())
def test_depth_and_whips_are_the_published_ones(line, expected):
    found = scales_of(Board.parse(line))
    assert (found.trials, found.whips) == expected
    assert not found.undecided


@pytest.mark.parametrize(("line", "expected"), BRAIDS.items())
def test_braids_are_the_published_ones(line, expected):
    found = scales_of(Board.parse(line))
    assert found.braids == expected
    assert found.whips is None or found.whips >= expected


def _solved_by(board, *rules):
    path = SolutionPath(CandidateGrid.of(board), easiest_first().only(rules).rules, together=True)
    return path.to_the_end().ending is Ending.SOLVED


def test_singles_are_length_0_locked_candidates_length_1_and_no_braid_is_longer_than_the_whip():
    singles = ("full_house", "hidden_single_box", "hidden_single_line", "naked_single")
    seen = set()
    nine = Board.parse("." * 81).layout
    for board in [each.board for each in bundled("graded") if each.board.layout == nine][:60]:
        found = scales_of(board)
        assert found.trials is not None
        assert (found.trials == 0) == (found.whips == 0) == (found.braids == 0) == _solved_by(board, *singles)
        assert (found.whips <= 1) == _solved_by(board, *singles, "pointing", "claiming")
        assert found.braids <= found.whips
        seen.add(found.whips)
    assert {0, 1, 2, 3} <= seen


@pytest.mark.parametrize("line", list(PUBLISHED)[:4])
def test_equivalent_boards_have_the_same_values(line):
    board = Board.parse(line)
    turned = random_symmetry(board.layout, random.Random(7))(board)
    assert turned != board
    assert scales_of(turned) == scales_of(board)


def test_other_layouts_have_them_and_constraints_are_refused():
    assert scales_of(Board.parse("1...3..2...3..2.")).trials is not None
    with pytest.raises(UsageError):
        scales_of(Board.parse("4x4+anti-knight:12.............."))


def test_an_open_question_is_distinguished_from_a_negative_answer():
    line = list(BRAIDS)[1]
    found = scales_of(Board.parse(line), seconds=1e-9)
    assert found.undecided == ("trials", "whips", "braids")
    assert found.shown() == ["?", "?", "?"]
    assert scales_of(Board.parse(list(PUBLISHED)[7])).shown() == ["2", "-", "-"]


def test_a_rating_has_them_on_request_only_and_is_otherwise_the_same():
    line = next(iter(PUBLISHED))
    (plain,), (more,) = rate(line), rate(line, scales=True)
    assert plain.scales is None
    assert "scales" not in plain.as_json()
    values = more.as_json()
    assert values.pop("scales") == {"trials": 1, "whips": 5, "braids": 5, "undecided": []}
    assert values == plain.as_json()
