"""The score of HoDoKu: which steps it counts, and which of several steps it takes."""

import csv
import os
import random
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from logic_states import ESCARGOT, NINE, SOLVED, WIKIPEDIA, option_of, state

from sudokubench import Board, clock, solve
from sudokubench.generation.draws import Draws
from sudokubench.generation.puzzles import drawn
from sudokubench.generation.wish import Wish
from sudokubench.kernels import machine
from sudokubench.logic import configuration, hodoku
from sudokubench.logic.configuration import rated, read
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules import rule_named
from sudokubench.logic.rules.chains import every_loop, full_graph
from sudokubench.logic.step import Step

RICH = (
    "6.......55.29..1....7...........6.1.9...2.6...4...1.9...9...2.4....62....1.....3.",
    "2.........3...67.8.5....2..1........59..8........92.4...1.5.8..6..43......3..15..",
    ".79...35..8....27.........15..12...3.....9...3.6.748......8.96..3.2.......4..1...",
    "..27....15.6.....2....8..4..6...9.....3...4.7...16.9...5...1..4....2.1.82....76..",
    "....1..23....9286....3..4..9...4.6...6.9....25........7.......5.1..25.9...57...1.",
    "25.86.4..........8.....49.....9.....8..64...2.1..8.5.33.......66..1...5...9...27.",
    "...2.16........9......73..19.8.......3....8496.......71..9......6..8.72....6.7..4",
    ".8.32........9...5.....7.........6..6....3.7..21....3...89.4..62.51..3....4..5..8",
    "...6.....3....4..1576.3...24...7.....63..5.97.....6.....59..1...42...9.6...2..5..",
    "...73.....48...5.......8.....2.9.....75..1.3.6..4..1.51..64287....17.4........6..",
    "....6.2..7..8...4......25.8..15.......43....2......73..87.9....5.....4..3..2.8..9",
    "1.26...3.3..8.1.7...7..2..8..5.7.81.............21.3.5.4.5.62...3...............4",
    "..1...96.....7....8....47..53..6..2.9........1..72...4......8...5.64.......391.4.",
    "........9.3.2..15.....5.28..82..7.4.34.1.....9...48...5...8..1.6...........9.1..4",
)
"""Minimal boards that need rules of the machine which the boards of one seed do not need."""
HARD = (
    ".816...9............4.376..6..4..5...3.....7...7..2..4..521.3............7...481.",
    "3129........6..3...8..5.4..9.....1.....8.6.....7.....4..4.2..3...1..7........1576",
)
"""Boards on whose paths HoDoKu finds chains with groups, chains of almost locked sets, and nets."""
TIED = (
    ".45.2..6..6....25.....9..3.791...3..6..5..4......1......9......15.....2.4....35.1",
    "1694....5.....8.......6..4..3...59..4.8.........62..7.6.3....9...15..8...5.7.....",
)
"""Boards with nice loops that remove equally many candidates: without uniqueness rules, the shortest one is taken."""
WITH_COMPLEX_FISH = "6....7.51..2....3..19.5......6.......9.6.54.....2.4.6..5..2.6.....54..8.7...19..."
CORPORA = os.environ.get("SUDOKUBENCH_CORPORA")


def score(text: str, config=None, seconds=None) -> int | None:
    return hodoku.score(Board.parse(text), config or rated(), seconds)


def taken(grid: CandidateGrid, rule: str, known: dict[int, int]):
    return hodoku._taken(grid, rule_named(rule), known)


def both(board: Board, config=None) -> int:
    """Check that the machine and the rules in Python give the same score, and return it."""
    by_rules, by_machine = (hodoku.score(board, config or rated(), machine=way) for way in (False, True))
    assert by_machine == by_rules
    return by_machine


def test_every_step_counts() -> None:
    assert score(WIKIPEDIA) == 4 * WIKIPEDIA.count(".")
    more = read("[hodoku]\nnaked_single = 5\nfull_house = 5\n", rated())
    assert score(WIKIPEDIA, more) == 5 * WIKIPEDIA.count(".")


def test_the_machine_knows_the_first_rules_of_the_program_in_their_order() -> None:
    assert configuration.hodoku().order[: len(machine.HODOKU)] == machine.HODOKU


def test_the_machine_takes_as_many_steps_of_each_rule_as_the_object() -> None:
    """Each rule scores a thousand times as much as the previous rule, so the sum shows the steps of all rules."""
    config = replace(rated(), hodoku={name: 1000**at for at, name in enumerate(machine.HODOKU)})
    made = drawn(Wish(NINE, minimal=True), 60, Draws(6, 0)).puzzles
    boards = [*map(Board.parse, RICH), *(Board(NINE, bytes(digits)) for digits in made)]
    scores = [both(board, config) for board in boards]
    total = [sum(score // 1000**at % 1000 for score in scores) for at in range(len(machine.HODOKU))]
    never = {name for name, count in zip(machine.HODOKU, total, strict=True) if not count}
    assert never == {"hidden_single_line", "hidden_quad", "simple_colors_wrap"}


def test_rules_that_the_machine_excludes_find_nothing_and_others_find_the_same(monkeypatch) -> None:
    excludes, excluded = hodoku._Machine.excludes, set()
    step_of, made = hodoku._Machine.taken, set()

    def checked(self, rule, grid):
        found = excludes(self, rule, grid)
        if found:
            assert taken(grid, rule.name, {}) is None
            excluded.add(rule.name)
        return found

    def compared(self, rule, grid):
        found = step_of(self, rule, grid)
        if found:
            assert found.conclusion == taken(grid, rule.name, {}).conclusion
            made.add(rule.name)
        return found

    monkeypatch.setattr(hodoku._Machine, "excludes", checked)
    monkeypatch.setattr(hodoku._Machine, "taken", compared)
    for text in (*HARD, WITH_COMPLEX_FISH):
        both(Board.parse(text))
    assert excluded == {*hodoku._OF_SETS, *hodoku._OF_GROUPS, "complex_fish"}
    assert made == {"als_xz", "als_xy_wing", "complex_fish"}


@pytest.mark.parametrize("text", ["." * 81, "11" + WIKIPEDIA[2:], "5" * 9 + "." * 72])
def test_boards_without_exactly_one_solution_have_one_score(text: str) -> None:
    both(Board.parse(text))


@pytest.mark.parametrize(
    "text",
    [
        "1...3..2...3..2.",
        "9x9-diagonal:..3........9123...4..7.91...372........5..2.75.2.9.8..3.4.....8871..5.9..9..6...4",
    ],
)
def test_the_machine_leaves_other_boards_than_plain_9x9_to_the_objects(text: str) -> None:
    """The machine reads 81 cells, and does not know extra houses."""
    both(Board.parse(text))


@pytest.mark.parametrize("seed", range(6))
def test_boards_with_forbidden_candidates_have_one_score(seed: int) -> None:
    """Sometimes right candidates are forbidden, so that contradictions occur on the way."""
    chance = random.Random(seed)
    board = Board.parse(RICH[seed])
    spare = list(CandidateGrid.of(board).options())
    for config in (rated(), rated().without_uniqueness()):
        both(board.forbidding(chance.sample(spare, chance.randint(1, 30))), config)


def test_without_time_nothing_is_counted() -> None:
    assert score(WIKIPEDIA, seconds=0) is None


def test_a_limit_of_the_caller_gives_no_part_of_the_score(monkeypatch) -> None:
    """Each reading of the clock advances it by a second; the search for complex fish reads it often."""
    looks = count()
    monkeypatch.setattr(clock, "perf_counter", lambda: float(next(looks)))
    whole, found = score(WITH_COMPLEX_FISH), set()
    most = next(looks)
    for share in range(1, 40):
        with suppress(clock.TimeOver), clock.limited(clock.CLOCK.now_s() + most * share / 40):
            found.add(score(WITH_COMPLEX_FISH))
    assert found <= {None, whole}
    assert None in found


def test_the_oldest_hidden_single_is_taken_in_any_kind_of_house() -> None:
    grid = state("R1#4=R1C1 B9#6=R8C8")
    line, box = option_of("R1C1#4"), option_of("R8C8#6")
    for first, second in ((line, box), (box, line)):
        known = {first: 0, second: 1}
        assert taken(grid, "hidden_single_box", known).placed == (first,)


@pytest.mark.parametrize("text", TIED)
def test_the_shortest_of_the_loops_that_remove_most_is_taken(text: str, monkeypatch) -> None:
    loop, step_of, found = rule_named("nice_loop"), hodoku._taken, []

    def noted(grid: CandidateGrid, rule: Rule, known: dict[int, int]) -> Step | None:
        if rule is loop:
            every = {step.length for step in every_loop(grid, loop.name, full_graph)}
            found.append(({step.length for step in loop.smallest(grid)}, every))
        return step_of(grid, rule, known)

    monkeypatch.setattr(hodoku, "_taken", noted)
    both(Board.parse(text), rated().without_uniqueness())
    assert any(every for _, every in found)
    assert all(smallest <= {min(every, default=0)} for smallest, every in found)


def test_the_chain_that_removes_most_is_taken_and_not_the_shortest() -> None:
    """The chain of two strong links removes 1 from R9C1; the remote pair of four cells removes two candidates."""
    grid = state("R1C1=12 R1C5=12 R5C5=12 R5C9=12 R9C9=123")
    best = taken(grid, "xy_chain", {})
    assert len(best.eliminated) == max(len(step.eliminated) for step in rule_named("xy_chain").every(grid))


def test_rules_that_rely_on_a_single_solution_count_only_where_they_are_allowed() -> None:
    text = ESCARGOT
    assert score(text) != score(text, rated().without_uniqueness())


def test_it_is_that_of_the_program() -> None:
    """For 90.3 % of 554 rated puzzles, the two scores differ by at most 10 %. The test takes every tenth puzzle."""
    if CORPORA is None:
        pytest.skip("needs the rated puzzles of SUDOKUBENCH_CORPORA")
    with open(Path(CORPORA) / "ratings.csv") as file:
        rows = list(csv.DictReader(file))[::10]
    ratios = [score(row["puzzle"]) / float(row["hodoku_score"]) for row in rows]
    assert sum(abs(ratio - 1) <= 0.1 for ratio in ratios) >= 0.85 * len(ratios)


def test_the_middle_empty_cell_is_guessed_where_the_rules_find_no_more() -> None:
    solution = SOLVED
    grid = CandidateGrid.of(Board.parse(WIKIPEDIA))
    cell = [cell for cell, sign in enumerate(WIKIPEDIA) if sign == "."][WIKIPEDIA.count(".") // 2]
    assert hodoku._guess(grid, None) == 9 * cell + int(solution[cell]) - 1
    assert hodoku._guess(state("R1C1=12 R1C2=12 R1C3=12"), None) is None
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    guessed = both(Board.parse(hard))
    assert guessed > hodoku._GUESS
    known = solve(hard).solution
    assert hodoku.score(Board.parse(hard), rated(), machine=True, solution=known) == guessed
