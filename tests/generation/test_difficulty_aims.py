"""Puzzles of a difficulty: code that took no part in the search rates and solves them again, step by step."""

import json
from pathlib import Path

import numpy as np
import pytest
from logic_cases import CONSTRAINED_CASES
from logic_states import WIKIPEDIA

from sudokubench import Board, solve, solve_many
from sudokubench.actions.generate import generate
from sudokubench.actions.observer import Observer
from sudokubench.data import bundled
from sudokubench.errors import Cancelled, UsageError
from sudokubench.generation.annealing import aimed
from sudokubench.generation.difficulty_aims import Aim
from sudokubench.generation.draws import Draws
from sudokubench.generation.puzzles import TriedPuzzle, drawn, neighbours, richer
from sudokubench.generation.wish import Wish
from sudokubench.layout import Layout
from sudokubench.logic import engine
from sudokubench.logic.configuration import easiest_first, rated
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rating import rate
from sudokubench.logic.rules import all_rules, rule_named
from sudokubench.logic.rules.complex_fish import variant_named
from sudokubench.logic.trace import Ending
from sudokubench.symmetry import canonical_many


def first(aim, wish=None, seed=0):
    """Return the first puzzle of a seed, as a board, and its rating."""
    for number in range(20):
        made = aimed(number, wish or Wish(), aim, seed)
        if len(made.puzzles):
            return Board((wish or Wish()).layout, made.puzzles[0].tobytes()), made.ratings[0]
    raise AssertionError("none found")


def solved_by(board, names):
    """Return whether rules solve a board one step at a time."""
    return engine.solve(board, [rule_named(name) for name in names]).ending is Ending.SOLVED


@pytest.mark.parametrize("band", [(1.2, 1.5), (2.6, 3.0), (4.2, 4.5), (7.1, 7.3), (8.3, 9.0)])
def test_the_rating_lies_in_the_band(band):
    board, value = first(Aim(band))
    assert rate(board, hodoku=False).se == value
    assert band[0] <= value <= band[1]
    assert solve(board, limit=2).verdict.value == "unique"


@pytest.mark.parametrize(
    ("scale", "low", "high"), [("hodoku", 900, 1100), ("difficulty", 2.0, 2.4), ("phi", 180, 260)]
)
def test_other_scales(scale, low, high):
    board, value = first(Aim((low, high), scale))
    rating = rate(board)
    assert value == (rating.parts["d1"] if scale == "phi" else getattr(rating, scale))
    assert low <= value <= high


@pytest.mark.parametrize("name", ["full_house", "naked_single", "pointing", "xy_wing", "bug_plus_1"])
def test_a_needed_rule_is_needed(name):
    order = [rule.name for rule in easiest_first().rules]
    upto = order[: order.index(name) + 1]
    board, _ = first(Aim(needs=(name,)))
    assert solved_by(board, upto)
    assert not solved_by(board, [rule for rule in upto if rule != name])


@pytest.mark.thorough
def test_a_rule_is_needed_among_those_up_to_the_hardest_and_without_others():
    order = [rule.name for rule in easiest_first().rules]
    upto = [rule for rule in order[: order.index("naked_pair") + 1] if rule != "locked_pair"]
    board, _ = first(Aim(needs=("pointing",), without=("locked_pair",), hardest="naked_pair"), seed=1)
    assert solved_by(board, upto)
    for name in ("pointing", "naked_pair"):
        assert not solved_by(board, [rule for rule in upto if rule != name])


def test_the_position_is_where_the_others_are_stuck():
    aim = Aim(needs=("skyscraper",), before=True)  # after all turbot fish, no skyscraper is left
    board, _ = first(aim)
    trace = aim.position(board)
    state = trace.states()[-2]
    assert trace.steps[-1].rule == "skyscraper"
    used = [rule for rule in aim.rules if rule.name != "skyscraper"]
    assert {"hidden_pair", "empty_rectangle"} <= {rule.name for rule in used}
    assert not {"skyscraper", "turbot_fish"} & {step.rule for step in trace.steps[:-1]}
    assert not any(list(rule.find(state)) for rule in used)


def test_the_same_for_a_seed_and_others_for_another():
    a, b, c = (aimed(3, Wish(), Aim((7.0, 7.4)), seed) for seed in (1, 1, 2))
    assert (a.puzzles == b.puzzles).all()
    assert a.ratings == b.ratings
    assert len(a.puzzles) != len(c.puzzles) or (a.puzzles != c.puzzles).any()


def test_another_layout_and_other_wishes_hold_too():
    board, value = first(Aim((1.5, 2.0)), Wish(Layout.standard(6)))
    assert rate(board, hodoku=False).se == value
    wish = Wish(clues=(24, 28), symmetry="rot180")
    board, value = first(Aim((6.0, 7.3)), wish)
    there = np.frombuffer(board.digits, np.uint8) > 0
    assert 24 <= board.clue_count <= 28
    assert (there == there[::-1]).all()
    assert rate(board, hodoku=False).se == value


@pytest.mark.parametrize("name", ["swordfish", pytest.param("jellyfish", marks=pytest.mark.thorough)])
def test_favoured_fish_come_in_more_often(name):
    """The test counts fish in positions where all cheaper rules find nothing; each puzzle has one solution."""
    order, rule, layout = easiest_first().rules, rule_named(name), Layout.standard(9)
    met = []
    for favoured in (None, name):
        made = drawn(Wish(), 600, Draws(4), favoured)
        answers = solve_many(made.puzzles, limit=2)
        assert (answers.counts == 1).all()
        assert (answers.solutions == made.solutions).all()
        boards = [Board(layout, row.tobytes()) for row in made.puzzles]
        stuck = [engine.solve(board, order[: order.index(rule)], together=True) for board in boards]
        met.append(sum(any(True for _ in rule.find(trace.states()[-1])) for trace in stuck))
    assert met[1] > 2 * met[0]


def test_a_direct_claiming_is_a_direct_pointing_too():
    """A rule that only ratings use also has `implied_by`. The test tries the claim where cheaper rules fail."""
    order, stuck = rated().rules, 0
    claiming = rule_named("direct_claiming")
    assert claiming.implied_by == ("direct_pointing",)
    for row in drawn(Wish(), 100, Draws(8)).puzzles:
        start = CandidateGrid.of(Board(Layout.standard(9), row.tobytes()))
        for found in engine.SolutionPath(start, order, together=True):
            if order.index(found.rule) > order.index(claiming):
                stuck += 1
                assert not any(claiming.find(found.before))
    assert stuck > 100


@pytest.mark.parametrize("symmetry", ["none", "rot180"])
def test_richer_puzzles_keep_every_clue(symmetry):
    wish = Wish(symmetry=symmetry)
    made = drawn(wish, 4, Draws(1))
    start = TriedPuzzle(made.puzzles[0], made.solutions[0], None)
    more = richer(wish, start, 64, Draws(2))
    assert len(more) > 8
    assert (more[:, start.puzzle > 0] == start.puzzle[start.puzzle > 0]).all()
    added = (more != start.puzzle).sum(axis=1)
    assert 1 <= added.min() <= added.max() <= (3 if symmetry == "none" else 6)
    assert ((more == start.solution) | (more == 0)).all()


@pytest.mark.parametrize("symmetry", ["none", "rot180"])
def test_neighbours_are_unique_puzzles_of_the_same_solution(symmetry):
    wish = Wish(symmetry=symmetry)
    made = drawn(wish, 4, Draws(1))
    start = TriedPuzzle(made.puzzles[0], made.solutions[0], None)
    near = neighbours(wish, start, 256, Draws(2))
    assert len(near) > 1
    assert len({puzzle.tobytes() for puzzle in near}) == len(near)
    for puzzle in near:
        answer = solve(Board(wish.layout, puzzle.tobytes()), limit=2, backend="dlx")
        assert (len(answer.found), answer.solution.digits) == (1, made.solutions[0].tobytes())
        assert 0 < (puzzle != start.puzzle).sum() < 30


class InterruptingObserver(Observer):
    """An observer that interrupts again and again after the first look, as a command does after Ctrl-C."""

    seen = False

    def looked(self, moment, board):
        self.seen = True

    def heed(self):
        if self.seen:
            raise Cancelled


def test_an_interrupted_search_gives_the_nearest():
    found = generate(Wish(Layout.standard(9)), aim=Aim((9.0, 9.1)), observer=InterruptingObserver())
    assert next(found).number == 0
    with pytest.raises(Cancelled):
        next(found)


def test_the_nearest_is_given_where_none_is_found():
    made = aimed(0, Wish(pattern=tuple(i % 2 == 0 for i in range(81))), Aim((11.5, 12.0)), 0)
    assert len(made.puzzles) == 0
    assert made.nearest.look.distance > 0
    board = Board(Layout.standard(9), made.nearest.puzzle.tobytes())
    assert rate(board, hodoku=False).se == made.nearest.look.value


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"scale": "seh"}, "did you mean se"),
        ({"band": (3.0, 2.0)}, "the lower end comes first"),
        ({"needs": ("xwing2",)}, "unknown rule"),
        ({"needs": ("skyscraper",)}, "found first by turbot_fish; leave these out, too"),
        ({"needs": ("franken_x_wing",)}, "found first by pointing and claiming; leave these out"),
        (
            {"needs": ("xy_wing",), "hardest": "naked_pair"},
            "allowed rules, up to naked_pair, do not include it",
        ),
        ({"needs": ("xy_wing",), "without": ("xy_wing",)}, "xy_wing cannot be required"),
        ({"needs": ("full_house",), "without": ("full_house",)}, "among the rules that are left out"),
        ({"needs": ("direct_pointing", "xy_chain")}, "the order of the rules does not have it"),
        ({"before": True}, "stops before a rule"),
    ],
)
def test_what_nothing_can_meet_is_refused(wish, said):
    with pytest.raises(UsageError, match=said):
        Aim(**wish).refuse_for(Layout.named("9x9@ABCDEFGHI"))


def test_a_rule_that_others_imply_only_on_9x9_is_allowed_on_other_boards():
    aim = Aim(hardest="direct_claiming")
    with pytest.raises(UsageError, match="no 9x9 puzzle needs direct_claiming"):
        aim.refuse_for(Layout.standard(9))
    aim.refuse_for(Layout.standard(8))
    puzzle = Board.parse("..137....7.......16..8..5..8.1..2.....8.8.5..7.67...6..4......2.")
    assert aim.look(puzzle).distance == 0


def test_a_rule_that_the_position_leaves_out_is_refused_with_a_remedy_that_works():
    both = {"needs": ("turbot_fish", "skyscraper"), "before": True}
    with pytest.raises(UsageError, match=r"turbot_fish cannot be required: .* do not require it"):
        Aim(**both)
    assert Aim(**both | {"needs": ("skyscraper",)}).needed[-1].name == "skyscraper"


def test_no_4x4_is_harder_than_hidden_singles():
    layout = Layout.standard(4)
    drawn_ones = drawn(Wish(layout), 3000, Draws(5)).puzzles
    classes = {form.board for form in canonical_many([Board(layout, row.tobytes()) for row in drawn_ones])}
    assert len(classes) == 36
    assert {rate(board).se for board in classes} == {1.2}


def test_a_rule_is_not_needed_because_time_is_up():
    aim = Aim(needs=("hidden_single_line",))  # the rule finds something at once
    board, _ = first(aim)
    assert aim.look(board).distance == 0
    assert aim.look(board, seconds=0.0).distance == 2.0


def test_a_rule_that_is_left_out_is_not_used_on_the_way_either():
    aim = Aim(needs=("x_wing",), without=("pointing", "xy_wing"), before=True)
    board, _ = first(aim)
    assert not {"pointing", "xy_wing"} & {step.rule for step in aim.position(board).steps}


def test_names_of_variants():
    assert variant_named("Finned Franken X-Wing").name == "finned_franken_x_wing"
    assert variant_named("mutant_swordfish").variant_of == "complex_fish"
    assert variant_named("x_wing") is None


@pytest.mark.thorough
def test_what_is_implied_finds_nothing_where_the_others_are_stuck():
    """`implied_by` is a claim; this test tries it in states where all cheaper rules find nothing."""
    layout, order, stuck = Layout.standard(9), easiest_first().rules, 0
    implied = [rule for rule in all_rules() if rule.implied_by and rule in order]
    boards = [puzzle.board for puzzle in bundled("famous") if puzzle.board.layout == layout][:8]
    for board in [*boards, *(Board(layout, row.tobytes()) for row in drawn(Wish(), 12, Draws(7)).puzzles)]:
        state = None
        for rule in implied:
            cheaper = order[: order.index(rule)]
            path = engine.SolutionPath(state or CandidateGrid.of(board), cheaper, together=True).to_the_end()
            state = path.grid
            if path.ending is not Ending.STUCK:
                break
            stuck += 1
            assert not list(rule.find(state)), (rule.name, str(board))
    assert stuck > 40


def test_a_rule_that_is_not_needed_and_a_wrong_rating_add_up():
    board, band, needs = Board.parse(WIKIPEDIA), (5.0, 6.0), ("x_wing",)
    aims = Aim(band), Aim(needs=needs), Aim(band, needs=needs)
    rated, needed, both = (aim.look(board).distance for aim in aims)
    assert 0 < rated < both
    assert 0 < needed < both
    assert both == rated + needed


def test_a_chain_cools_down():
    seen = []
    aimed(0, Wish(Layout.standard(6)), Aim((3.0, 3.2)), 0, seen.append)
    warm = [moment.temperature for moment in seen if moment.temperature]
    assert warm == sorted(warm, reverse=True)
    assert warm[-1] < warm[0] / 10


def test_the_table_of_what_was_found_has_every_rule_that_a_puzzle_may_need():
    found = json.loads((Path(__file__).parents[2] / "results" / "needs.json").read_text(encoding="utf-8"))
    plain = {rule.name for rule in all_rules()} - {*CONSTRAINED_CASES}
    assert sorted([*found["times_s"], *found["implied"]]) == sorted(plain)
    for name in found["times_s"]:
        Aim(needs=(name,))
    for name in found["implied"]:
        with pytest.raises(UsageError, match=f"no 9x9 puzzle needs {name}"):
            Aim(needs=(name,)).refuse_for(Layout.standard(9))
    assert all(took is None or 0 <= took <= found["seconds"] for took in found["times_s"].values())
