"""Generated puzzles of variants: one solution, constraints that hold in it, nothing to spare, the same for a seed."""

import shlex
import sys
from pathlib import Path

import pytest
from constraints_cases import CASES

from sudokubench import Board, generate, is_unique, solve
from sudokubench.actions.generate import generate as generated
from sudokubench.actions.observer import Observer
from sudokubench.actions.words import SLOW_CHECK
from sudokubench.backends.refutation import SatRefuter
from sudokubench.clock import CLOCK, TimeOver, limited
from sudokubench.constraints import VARIANTS
from sudokubench.errors import BackendFailed, Cancelled, Undecided, UsageError
from sudokubench.generation import variants
from sudokubench.generation.draws import Draws
from sudokubench.generation.readings import DRAWN, can_lose, kind_of
from sudokubench.generation.variants import variant_part
from sudokubench.generation.wish import Wish
from sudokubench.layout import Layout
from sudokubench.problem import with_constraints

SIX, NINE = Layout.standard(6), Layout.standard(9)
NAMES = [name for name in DRAWN if kind_of(name) == name]


def made(wish, number=0, seed=3):
    """Return the puzzle and the solution of one part of a seed."""
    part = variant_part(number, wish, seed)
    [problem], [puzzle], [solution] = part.problems, part.puzzles, part.solutions
    return Board(problem, puzzle.tobytes()), Board(problem, solution.tobytes())


def assert_proved(puzzle, solution, engines):
    """Check each constraint by its own definition, uniqueness by several engines, and that each clue is needed."""
    for one in puzzle.constraints:
        assert CASES[one.kind].rule(one.to_json(), tuple(solution.digits))
    for engine in engines:
        assert solve(puzzle, backend=engine).solutions == (solution,)
    for cell, _ in puzzle.clues:
        assert not is_unique(puzzle.without_digit(cell), backend=engines[0])


def without(puzzle, rule):
    """Return a board without one of its constraints."""
    rest = (one for one in puzzle.constraints if one != rule)
    return Board(with_constraints(puzzle.layout, rest), puzzle.digits)


@pytest.mark.parametrize("name", NAMES)
def test_a_small_puzzle_of_each_variant_has_one_solution_and_no_spare_clue_or_constraint(name):
    puzzle, solution = made(Wish(SIX, minimal=True, variants=(name,)))
    assert name in {one.kind for one in puzzle.constraints}
    assert_proved(puzzle, solution, ["sat", "cpsat", "dlx"])
    for one in puzzle.constraints if can_lose(name) else ():
        assert not is_unique(without(puzzle, one))


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_a_puzzle_of_each_variant_has_one_solution_and_no_spare_clue(name):
    puzzle, solution = made(Wish(NINE, variants=(name,)))
    assert name in {one.kind for one in puzzle.constraints}
    assert_proved(puzzle, solution, ["sat", "cpsat"])


def test_a_killer_covers_nearly_all_cells_with_cages_that_do_not_overlap():
    [one] = generate(variant="killer", seed=5)
    cells = [cell for rule in one.puzzle.constraints for cell in rule.to_json()["cells"]]
    assert len(cells) == len(set(cells)) > 70
    assert one.puzzle.clue_count < 17  # no 9x9 without cages has so few
    assert_proved(one.puzzle, one.solution, ["sat", "cpsat"])


def test_variants_are_combined_and_kropki_has_every_dot():
    puzzle, solution = made(Wish(SIX, minimal=True, variants=("kropki", "anti-knight", "thermometer")))
    assert {one.kind for one in puzzle.constraints} >= {"anti-knight", "no-other-dots", "difference", "ratio"}
    [elsewhere] = [one for one in puzzle.constraints if one.kind == "no-other-dots"]
    dots = [one.to_json()["cells"] for one in puzzle.constraints if one.kind in ("difference", "ratio")]
    assert sorted(dots) == elsewhere.to_json()["pairs"]
    assert_proved(puzzle, solution, ["sat", "cpsat"])


def test_a_layout_keeps_its_extra_houses_and_a_given_grid_is_the_solution():
    layout = Layout.named("6x6-diagonal")
    puzzle, solution = made(Wish(layout, minimal=True, variants=("thermometer",)))
    assert puzzle.layout == layout
    assert_proved(puzzle, solution, ["sat", "cpsat"])
    again, same = made(Wish(layout, grid=solution.digits, variants=("arrow",)))
    assert same.digits == solution.digits
    assert_proved(again, same, ["sat", "cpsat"])


def test_a_seed_gives_the_same_puzzle_whichever_solver_answers(monkeypatch):
    wish = Wish(SIX, minimal=True, variants=("killer", "anti-king"))
    before = made(wish)
    monkeypatch.setattr(variants, "SatRefuter", lambda clauses: SatRefuter(clauses, "glucose4"))
    assert made(wish) == before
    assert made(wish, seed=4) != before
    assert made(wish, number=1) != before


def test_processes_and_skipped_puzzles_do_not_change_the_others():
    wish = {"variant": ["arrow"], "layout": "6x6", "seed": 2}
    whole = [str(one) for one in generate(3, **wish)]
    assert [str(one) for one in generate(3, jobs=2, **wish)] == whole
    rest = generated(Wish(SIX, variants=("arrow",)), 1, skip=2, seed=2)
    assert [str(one) for one in rest] == whole[2:]


def test_a_backend_proves_each_puzzle_again(monkeypatch):
    [one] = generate(variant="killer", layout="6x6", check="cpsat")
    assert one.puzzle.constraints
    for wrong in (lambda facts, order, target: set(), lambda facts, order, target: set(order)):
        monkeypatch.setattr(variants, "_needed", wrong)
        with pytest.raises(BackendFailed, match="cpsat contradicts the generator"):
            list(generate(variant="even", layout="6x6", check="cpsat"))


def test_a_backend_that_gives_up_ends_the_generation(monkeypatch):
    monkeypatch.setattr("sudokubench.actions.generate._SLOW_S", 600.0)
    program = Path(__file__).parents[1] / "outside_program.py"
    solver, listener = f"cmd:{shlex.join([sys.executable, str(program)])} unknown {{cnf}}", Listener()
    with pytest.raises(Undecided, match=r"unknown \{cnf\} left .* undecided"):
        list(generate(variant="even", layout="6x6", check=solver, observer=listener))
    assert listener.remarks == []


def test_a_slow_check_names_the_usual_backend_once(monkeypatch):
    monkeypatch.setattr("sudokubench.actions.generate._SLOW_S", 1e-9)
    listener, wish = Listener(), {"variant": "thermometer", "layout": "6x6", "seed": 2}
    assert list(generate(2, check="dlx", observer=listener, **wish)) == list(generate(2, **wish))
    assert listener.remarks == [SLOW_CHECK.format(backend="dlx", s=1e-9, usual="sat").en]


class Listener(Observer):
    """An observer that notes remarks and cancels when it is asked to."""

    def __init__(self):
        self.remarks, self.stop = [], False

    def remark(self, words):
        self.remarks.append(words.en)

    def heed(self):
        if self.stop:
            raise Cancelled


def test_the_time_limit_ends_the_work_and_is_told():
    listener = Listener()
    assert not list(generate(5, variant="killer", seconds=1e-6, observer=listener))
    [remark] = listener.remarks
    assert "time is up: 0 of 5 puzzles" in remark
    listener = Listener()
    assert not list(generate(2, variant="killer", seed=1, check="dlx", seconds=2, observer=listener))
    [remark] = listener.remarks  # the check takes dlx a minute, and ends in time
    assert "time is up: 0 of 2 puzzles" in remark
    with pytest.raises(TimeOver), limited(CLOCK.now_s()):
        variants._digits(with_constraints(NINE, [VARIANTS["anti-king"]()]), Draws(1))


def test_finished_puzzles_stay_after_an_interruption():
    listener = Listener()
    found = generated(Wish(SIX, variants=("killer",)), 5, observer=listener)
    assert next(found).number == 1
    listener.stop = True
    with pytest.raises(Cancelled):
        next(found)


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"variant": "kilelr"}, "unknown variant 'kilelr'; generate draws .*; did you mean killer"),
        ({"variant": "table"}, "table cannot be read off a grid, because .*; generate draws kropki, xv"),
        ({"variant": "killer", "clues": 3}, "clues does not go with a variant: .* leave clues out"),
        ({"variant": "killer", "symmetry": "rot180"}, "symmetry does not go with a variant"),
        ({"variant": "killer", "pattern": "1" * 81}, "pattern does not go with a variant"),
        ({"variant": "killer", "rating": "Easy"}, "rating, needs, .* does not go with a variant"),
        ({"variant": "anti-knight", "layout": "4x4", "grid": "1234341221434321"}, "breaks a rule: give a solution"),
        ({"variant": "entropic-line", "layout": "4x4"}, "20 full grids of 4x4 had no place for entropic-line"),
        ({"variant": ["anti-knight", "anti-king", "nonconsecutive"], "layout": "4x4"}, "no full grid keeps"),
    ],
)  # fmt: skip
def test_what_cannot_be_made_is_refused(wish, message):
    with pytest.raises(UsageError, match=message):
        list(generate(**wish))
