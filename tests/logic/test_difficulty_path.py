"""Difficulty paths: on every board, the compiled machine counts what the rules in Python count."""

import itertools
import random
from dataclasses import replace

import pytest
from logic_states import WIKIPEDIA

from sudokubench.board import Board
from sudokubench.clock import CLOCK
from sudokubench.data import BundledPuzzle, bundled
from sudokubench.generation.draws import Draws
from sudokubench.generation.puzzles import drawn
from sudokubench.generation.wish import Wish
from sudokubench.kernels import machine
from sudokubench.layout import Layout
from sudokubench.logic import difficulty_path, machine_runs
from sudokubench.logic.configuration import Configuration, easiest_first, rated
from sudokubench.logic.difficulty_path import DifficultyPath, path_of
from sudokubench.logic.engine import SolutionPath
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rules import rule_named
from sudokubench.logic.trace import Ending

NINE = Layout.standard(9)
RICH = (
    ".43...2...9.5.6......1.....8..7...5..2..3.............5......8.....9.4..1........",
    ".4...298.2....65...71.9.4....86....1...278....2..............384..8..7....3....9.",
    "2...6.3........7..5.93...........62..8..51.7....6.4.....6..35..79..4...34..5.9...",
    ".......36.2.............4.9....741....7.5......9.....535..4..282.6.3.....8.7.....",
    "...45.6....52.....2.......1...8...5.1.....3..79...........31..........82.........",
    "...58..1681.7...........8...92....6.....3.....6....25...4...........6.7478..29...",
    ".237....68...6.59.9.....7......4.97.3.7.96..2.........5..47.........2....8.......",
    "...4.396....62..75.....5..1.39.5......6.8...21.....5.3.78.3.2..9.4.........7.....",
    ".3.1...........74...6....2..8.47...6..7...2....23......7.54....1.9..3.68....96...",
)
"""Boards that together need all rules of the machine that bundled and random boards do not need."""


def both(board: Board, config: Configuration | None = None, **asked: float | None) -> DifficultyPath:
    """Check that the machine and the rules in Python give the same path, and return it."""
    config = config or rated()
    by_rules, by_machine = (path_of(board, config, machine=way, **asked) for way in (False, True))
    assert by_machine == by_rules
    return by_machine


def test_the_machine_has_the_first_rules_of_ratings_in_their_order() -> None:
    assert rated().order[: len(machine.RULES)] == machine.RULES


@pytest.mark.parametrize("text", [RICH[0], *RICH[2:]])
def test_the_objects_take_over_where_the_machine_finds_no_more_and_give_back(text: str) -> None:
    easy, others = machine.RULES[:16], ("w_wing", "x_chain", "grouped_aic")
    rules = [each.rule for each in both(Board.parse(text), Configuration((*easy, *others))).rounds]
    assert {*rules[min(rules.index(name) for name in others if name in rules) :]} & {*easy}


def test_every_rule_of_the_machine_counts_what_the_object_does() -> None:
    puzzles = drawn(Wish(NINE, minimal=True), 40, Draws(5, 0)).puzzles
    generated = [Board(NINE, bytes(digits)) for digits in puzzles]
    graded = [each.board for each in bundled("graded") if each.board.layout == NINE and (each.se or 0) < 7.5]
    paths = [both(board, rated().only(machine.RULES)) for board in generated + graded]
    assert [path.ending for path in paths].count(Ending.SOLVED) > 50
    paths += [both(Board.parse(text)) for text in RICH]
    implied = {name for name in machine.RULES if rule_named(name).implied_by}
    assert implied == {"direct_claiming"}
    assert {each.rule for path in paths for each in path.rounds} >= {*machine.RULES} - implied


@pytest.mark.parametrize("puzzle", bundled(), ids=lambda puzzle: puzzle.name)
def test_boards_with_any_number_of_solutions_have_one_path(puzzle: BundledPuzzle) -> None:
    if puzzle.board.layout == NINE and puzzle.count != 1:
        both(puzzle.board, rated().only(machine.RULES))


@pytest.mark.parametrize("seed", range(12))
def test_boards_with_forbidden_candidates_have_one_path(seed: int) -> None:
    """The states lie in the middle of a path and lack some further candidates, sometimes right ones."""
    chance = random.Random(seed)
    grid = CandidateGrid.of(Board.parse(RICH[seed % len(RICH)]))
    config = rated().only(machine.RULES)
    for _ in itertools.islice(path := SolutionPath(grid, config.rules, together=True), 3 * seed):
        pass
    state = path.grid.board()
    spare = list(path.grid.options())
    board = state.forbidding(chance.sample(spare, min(len(spare), chance.randint(1, 30))))
    both(board, config)
    both(board, config.without_uniqueness())


@pytest.mark.parametrize("most", [1.5, 2.6, 3.8])
def test_a_path_ends_after_the_first_round_beyond_the_given_value(most: float) -> None:
    for text in RICH:
        values = [each.value for each in both(Board.parse(text), most=most).rounds]
        assert max(values[:-1]) <= most < values[-1]


@pytest.mark.parametrize("known", [1, 5, 12, 16, 22, 25, 33, 37])
def test_a_part_of_the_rules_leads_to_one_path_with_and_without_a_search(known: int) -> None:
    config = rated().only(machine.RULES[:known])
    for most in (None, 9.0):
        both(Board.parse(RICH[3]), config, most=most)


@pytest.mark.parametrize(
    ("text", "config"),
    [
        ("1...3..2...3..2.", rated()),
        (RICH[1], easiest_first()),
        (RICH[1], replace(rated(), se={"pointing": 4.5})),
        (RICH[1], Configuration(("naked_single", "pointing"))),
        ("11" + RICH[1][2:], rated()),
    ],
)
def test_the_objects_rate_boards_that_the_machine_does_not_know(text: str, config: Configuration) -> None:
    both(Board.parse(text), config)


def test_a_search_without_end_is_cut_at_the_same_place() -> None:
    found = both(Board.empty(NINE), rated().only(machine.RULES))
    assert found.cut
    assert found.trials.count == difficulty_path.MOST_NODES - 1


@pytest.mark.parametrize(
    ("board", "kept", "first"),
    [(WIKIPEDIA, True, 11), (RICH[0], True, 1), (WIKIPEDIA, False, 13), (RICH[0], False, 13)],
)
def test_the_machine_is_used_for_hard_boards_and_from_the_eleventh_on_if_compiled_and_later_anyway(
    board: str, kept: bool, first: int, monkeypatch
) -> None:
    """The machine also takes over after the rules in Python took more than 4 s; here they take 1/3 s a board."""
    monkeypatch.setattr(machine_runs, "_asked", itertools.count(1))
    monkeypatch.setattr(machine_runs, "_in_python_s", [0.0])
    monkeypatch.setattr(machine_runs, "_is_kept", lambda hodoku: kept)
    monkeypatch.setattr(CLOCK, "now_s", itertools.count(0, 1 / 3).__next__)
    small = Board.parse("1...3..2...3..2.")

    def pays(board: Board) -> bool:
        with machine_runs.rules_in_python(board):
            return machine_runs.pays(board)

    assert not any(pays(small) for _ in range(100))
    assert [pays(Board.parse(board)) for _ in range(20)].index(True) + 1 == first


def test_a_kernel_knows_whether_its_machine_code_is_kept() -> None:
    both(Board.parse(RICH[0]))
    assert machine.walk.is_kept
    assert not type(machine.walk)(lambda: None, {}).is_kept


def test_the_value_of_a_round_of_remote_pairs_does_not_depend_on_the_orientation_of_the_board() -> None:
    """The board has remote pairs of four and of six cells."""
    rules = ("pointing", "claiming", "naked_pair", "hidden_pair", "naked_triple", "remote_pair")
    order = Configuration(("full_house", "hidden_single_box", "hidden_single_line", "naked_single", *rules))
    text = "3..1...4......9.6..947..5....3.1.7...4......2.7.5....6....64..5.2.........5..7.34"
    rows = [text[9 * row : 9 * row + 9] for row in range(9)]
    turned = "".join(map("".join, zip(*rows[::-1], strict=True)))
    paths = [path_of(Board.parse(one), order, most=9.0) for one in (text, text[::-1], turned, turned[::-1])]
    assert {path.se for path in paths} == {6.8}
