"""Steps on boards with constraints: sound, exact, proved from the definition, explained in the words of the variant."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from math import prod
from random import Random

import pytest
from constraints_cases import CASES, LAYOUTS, SAMPLES, kept
from logic_cases import CONSTRAINED_CASES
from logic_states import options, state

from sudokubench import hint, rate, why
from sudokubench.actions.explain import explain
from sudokubench.actions.fixpoint import fixpoint
from sudokubench.backends.refutation import SatRefuter
from sudokubench.board import Board
from sudokubench.constraints import VARIANTS
from sudokubench.errors import InputError
from sudokubench.layout import Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.effort import EffortRating, effort_of, rate_effort
from sudokubench.logic.engine import solve as steps_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.least_evidence import least_evidence
from sudokubench.logic.proof import Prover, Soundness
from sudokubench.logic.rules import rule_named, sentence
from sudokubench.logic.search import LimitedSearch, search
from sudokubench.logic.search_steps import Notes
from sudokubench.logic.texts import rule_text
from sudokubench.logic.trace import Ending, Trace
from sudokubench.problem import Variant
from sudokubench.solving import solve
from sudokubench.words import LANGUAGES

RULES = [rule for rule in teaching().rules if not rule.assumes and rule.se < 7]
UNIQUE = frozenset(rule.name for rule in RULES if rule.unique)
PROVED = Soundness.PROVED
FOUR, SIX = Layout.standard(4), Layout.standard(6)


def with_clues(problem: Variant, grid, random: Random, most: int) -> Board:
    """Return a board with some of the digits of a full grid, and without some other candidates."""
    n, clues = problem.layout.size, bytearray(len(grid))
    for cell in random.sample(range(len(grid)), random.randint(0, most)):
        clues[cell] = grid[cell]
    board = Board(problem, clues)
    free = [o for o in range(n**3) if not clues[o // n] and grid[o // n] != o % n + 1]
    return board.forbidding(random.sample(free, random.randint(0, len(free) // 8)))


def agrees(board: Board, grid) -> bool:
    return all(grid[cell] == digit for cell, digit in board.clues) and board.forbidden.isdisjoint(
        4 * cell + digit - 1 for cell, digit in enumerate(grid)
    )


def wrong_steps(board: Board, solutions, prover: Prover) -> tuple[Trace, list[object]]:
    """Return the steps of a board, and the steps that contradict one of its solutions or are not proved."""
    n = board.layout.size
    true = [{n * cell + digit - 1 for cell, digit in enumerate(grid)} for grid in solutions]
    trace = steps_of(board, RULES)
    wrong: list[object] = [
        step for step in trace.steps
        if not all(its.isdisjoint(step.eliminated) and its.issuperset(step.placed) for its in true)
    ]  # fmt: skip
    wrong += [one for one in prover.check(trace, UNIQUE) if one.soundness is not PROVED]
    return trace, wrong


@pytest.mark.parametrize("constraint", SAMPLES, ids=repr)
def test_no_step_removes_a_candidate_of_a_solution_and_each_is_proved_from_the_definition(constraint) -> None:
    random = Random(repr(constraint))
    for layout in [FOUR, LAYOUTS[random.choice([*LAYOUTS])]]:
        if constraint.refuse(layout) is not None:
            continue
        problem = Variant(layout, (constraint,))
        prover, grids = Prover(problem, SatRefuter), [*kept(layout, problem.constraints)]
        for _ in range(2 if grids else 0):
            board = with_clues(problem, random.choice(grids), random, 7)
            solutions = [grid for grid in grids if agrees(board, grid)]
            assert solutions
            trace, wrong = wrong_steps(board, solutions, prover)
            assert not wrong
            assert trace.ending in {Ending.SOLVED, Ending.STUCK}


@pytest.mark.thorough
@pytest.mark.parametrize("kind", CASES)
def test_on_6x6_no_step_removes_a_candidate_of_a_solution_that_sat_finds(kind) -> None:
    random, size = Random(kind), SIX.cell_count
    fitting = [VARIANTS[kind].from_json(fields) for fields in CASES[kind].samples]
    fitting = [one for one in fitting if one.refuse(SIX) is None]
    if kind.endswith(("entropic-line", "modular-line")):
        fitting = [VARIANTS[kind](cells=(0, 7, 14, 15))]
    for constraint in fitting:
        problem = Variant(SIX, (constraint,))
        prover = Prover(problem, SatRefuter)
        for _ in range(5):
            first = random.randrange(size)
            clues = bytearray(size)
            clues[first] = random.randint(1, 6)
            for grid in solve(Board(problem, clues), limit=1, backend="sat").solutions:
                board = with_clues(problem, grid.digits, random, 16)
                found = [one.digits for one in solve(board, limit=300, backend="sat").solutions]
                _, wrong = wrong_steps(board, found, prover)
                assert not wrong


def fillings_of(state: CandidateGrid, number: int) -> tuple[tuple[int, ...], list[tuple[int, ...]] | None]:
    """Return the cells of a constraint, and by brute force the fillings that its houses and statements allow."""
    geometry, layout = state.geometry, state.geometry.layout
    statements = [*geometry.constraints[number].statements(layout)]
    cells = tuple(sorted({cell for one in statements for cell in one.cells}))
    if prod(len(state.digits_of(cell)) for cell in cells) > 5_000:
        return cells, None
    apart = [
        pair for pair in combinations(range(len(cells)), 2) if cells[pair[1]] in layout.peers[cells[pair[0]]]
    ]
    found = []
    for filling in product(*(state.digits_of(cell) for cell in cells)):
        held = dict(zip(cells, filling, strict=True))
        if all(filling[a] != filling[b] for a, b in apart) and all(
            one.holds([held[cell] for cell in one.cells]) for one in statements
        ):
            found.append(filling)
    return cells, found


FEW_CELLS = [
    one for one in SAMPLES if len({c for statement in one.statements(FOUR) for c in statement.cells}) <= 6
]


@pytest.mark.parametrize("constraint", FEW_CELLS, ids=repr)
def test_a_step_removes_all_that_no_filling_contains_and_shows_their_number(constraint) -> None:
    random, told = Random(7), Counter()
    problem = Variant(FOUR, (constraint,))
    for _ in range(40):
        gone = random.sample(range(64), random.randint(0, 40))
        state = CandidateGrid.of(Board(problem, bytes(16)).forbidding(gone))
        cells, fillings = fillings_of(state, 0)
        if fillings is None or any(not state.digits_of(cell) for cell in cells):
            continue
        expected = {
            4 * cell + d - 1 for k, cell in enumerate(cells) for d in state.digits_of(cell)
            if all(filling[k] != d for filling in fillings)
        }  # fmt: skip
        steps = [*rule_named("fillings").find(state)]
        removed = {option for step in steps for option in step.eliminated}
        assert removed <= expected
        if len(steps) == 1 and steps[0].length:
            assert removed == expected
            assert steps[0].length == len(fillings)
        told.update(["counted" if step.length else "joined" for step in steps])
    assert told


KILLER, THERMOMETER = VARIANTS["killer"](cells=(0, 1), total=3), VARIANTS["thermometer"](cells=(10, 9, 8))
BOARD = Board(Variant(FOUR, (KILLER, THERMOMETER)), Board.parse("..3...1.....2...").digits)
SOLUTION = "1234341243212143"


def test_an_explanation_of_a_variant_shows_fillings_in_both_languages_and_is_proved() -> None:
    found = explain(BOARD, verify=True)
    assert found.solved
    assert found.end("en") == f"solved: {SOLUTION}"
    assert {one.soundness for one in found.checked or ()} == {PROVED}
    (number, step), *_ = [(k, one) for k, one in enumerate(found, 1) if one.rule == "cage_combinations"]
    assert found.sentence(step, "en") == (
        "Cage combinations: Only 1+2 can fill the killer cage R1C1 R1C2 = 3. Remove 4 from R1C2. "
        "Also: Innies and outies."
    )
    assert "キラーのケージR1C1 R1C2 = 3に入るのは1+2だけです" in found.sentence(step, "ja")
    assert "se" not in found.as_json()["steps"][number - 1]
    assert Trace.from_json(found.trace.to_json()) == found.trace


def test_a_hint_looks_at_the_constraint_first() -> None:
    found = explain(BOARD)
    number = next(k for k, one in enumerate(found) if one.rule == "cage_combinations")
    lines = hint(found.trace.states()[number].board()).lines("en")
    assert lines[0] == "Look at this rule: the killer cage R1C1 R1C2 = 3."
    assert lines[2] == "The pattern is in R1C1 and R1C2."


def test_why_cites_the_constraint_that_decides() -> None:
    found = why(BOARD, "R1C1#1", seconds=20)
    cited = [line.en for line in found.facts()][1:3]
    assert cited == ["  the clue R4C1#2", "  the killer cage R1C1 R1C2 = 3"]
    rules = [step.rule for step in found.steps]
    assert rules == ["hidden_single_line", "thermometer_bounds", "hidden_single_line"]


def test_trial_depth_is_refused_on_constraints_by_name() -> None:
    with pytest.raises(InputError, match=r"the killer cage R1C1 R1C2 = 3: .* boards without constraints"):
        rate(BOARD, scales=True)


@pytest.mark.parametrize("rule", CONSTRAINED_CASES)
def test_each_named_rule_has_a_sentence_of_its_own_in_both_languages(rule) -> None:
    board, wanted = CONSTRAINED_CASES[rule]
    grid, prover = CandidateGrid.of(board), Prover(board.problem, SatRefuter)
    step = next(one for one in rule_named(rule).find(grid) if options(wanted) & {*one.eliminated})
    assert sentence(step, board.problem, "en").split(". Remove")[0] == TOLD[rule][0]
    assert TOLD[rule][1] in sentence(step, board.problem, "ja")
    assert prover.soundness(grid, step, [], unique=False) is PROVED


TOLD = {
    "thermometer_bounds": (
        "Thermometer bounds: Digits rise along the thermometer R1C1 R1C2 R1C3, so R1C1 is from 1 to 7; R1C2 is from "
        "2 to 8; R1C3 is from 3 to 9",
        "R1C1は1から7まで、R1C2は2から8まで、R1C3は3から9までです。",
    ),
    "arrow_sums": (
        "Arrow sums: No way to fill the arrow R1C1 = R1C2 R1C3 contains any of the candidates named here: "
        "32 ways are left",
        "矢印R1C1 = R1C2 R1C3の埋め方に",
    ),
    "cage_combinations": (
        "Cage combinations: Only 1+3 can fill the killer cage R1C1 R1C2 = 4",
        "キラーのケージR1C1 R1C2 = 4に入るのは1+3だけです。",
    ),
    "innies_outies": (
        "Innies and outies: The digits of box 1 sum to 45. With the killer cage R1C1 R1C2 = 4 and the killer cage "
        "R1C3 R2C1 R2C2 R2C3 R3C1 R3C2 = 32, it follows that R3C3 = 9: 1 way is left",
        "ボックス1の数字の和は45です。",
    ),
    "fillings": (
        "Fillings of a constraint: No way to fill the killer cage R3C3 R4C3 = 6 contains any of the candidates "
        "named here: 4 ways are left",
        "キラーのケージR3C3 R4C3 = 6の埋め方に",
    ),
}


def random_cages(random: Random, grid) -> list:
    """Return cages on a part of a 4x4 grid: connected cells with different digits, sometimes with repeated ones."""
    free, found = [*range(16)], []
    random.shuffle(free)
    while free:
        cage = [free.pop()]
        for _ in range(random.randint(0, 3)):
            near = [c for c in free if any(abs(c // 4 - d // 4) + abs(c % 4 - d % 4) == 1 for d in cage)]
            if not near:
                break
            cage.append(random.choice(near))
            free.remove(cage[-1])
        differ = len({grid[cell] for cell in cage}) == len(cage)
        total = sum(grid[cell] for cell in cage)
        if random.random() < 0.8:
            cells = tuple(cage)
            if random.random() < 0.3:
                ones = (1,) * len(cells)
                found.append(VARIANTS["linear"](cells=cells, coefficients=ones, low=total, high=total))
            else:
                found.append(VARIANTS["killer" if differ else "sum"](cells=cells, total=total))
    return found


def test_innies_and_outies_remove_exactly_what_brute_force_rules_out_and_each_step_is_proved() -> None:
    """Brute force tries all digits of the cells of a house, its innies and outies, without code of the rule."""
    random, seen = Random(5), Counter()
    every = [*kept(FOUR, ())]
    for _ in range(60):
        grid = random.choice(every)
        problem = Variant(FOUR, tuple(random_cages(random, grid)))
        board = with_clues(problem, grid, random, 3)
        full = [one for one in every if agrees(board, one)]
        solutions = [one for one in full if not any(c.fault(FOUR, one) for c in problem.constraints)]
        state, prover = CandidateGrid.of(board), Prover(problem, SatRefuter)
        for step in rule_named("innies_outies").find(state):
            assert not any(grid[o // 4] == o % 4 + 1 for o in step.eliminated for grid in solutions)
            assert prover.soundness(state, step, [], unique=False) is PROVED
            assert all("{" not in sentence(step, problem, language) for language in LANGUAGES)
            removed, ways = by_brute_force(state, step)
            assert removed == {*step.eliminated}
            assert ways == step.length
            seen.update(["step"])
    assert seen["step"] > 100


def by_brute_force(state: CandidateGrid, step) -> tuple[set[int], int]:
    """Return the candidates of innies and outies that no filling with the right sum has, and the number of fillings."""
    geometry, (h,) = state.geometry, step.houses
    house = {*FOUR.houses[h].cells}
    cages = [geometry.constraints[n] for i in step.items if (n := geometry.constraint_of(i)) is not None]
    covered = [cell for cage in cages for cell in cage.fields["cells"]]
    assert len(covered) == len({*covered})
    inside, outside = sorted(house - {*covered}), sorted({*covered} - house)
    rest = 10 - sum(cage.fields["low" if cage.kind == "linear" else "total"] for cage in cages)
    cells = [*inside, *outside]
    found = [
        filling for filling in product(*map(state.digits_of, cells))
        if sum(filling[: len(inside)]) - sum(filling[len(inside) :]) == rest
        and all(
            filling[a] != filling[b]
            for a, b in combinations(range(len(cells)), 2) if cells[b] in FOUR.peers[cells[a]]
        )
    ]  # fmt: skip
    left = {4 * cell + filling[k] - 1 for filling in found for k, cell in enumerate(cells)}
    return {4 * c + d - 1 for c in cells for d in state.digits_of(c)} - left, len(found)


def test_a_fixpoint_of_the_rules_for_constraints_is_the_same_in_all_orders() -> None:
    found = fixpoint(BOARD, ["singles", *CONSTRAINED_CASES], orders=20)
    assert len(found.grids) == 1
    assert found.grids[0][0].board().format("line") == SOLUTION


def test_the_least_evidence_of_a_constraint_is_proved_and_cites_no_more_than_the_rule() -> None:
    found = explain(BOARD, minimal=True, verify=True)
    assert found.solved
    assert found.optimal == len(found)
    assert {one.soundness for one in found.checked or ()} == {PROVED}
    cited = [one for one in found for item in one.items if item >= 16 + 4 * 12]
    assert cited


@pytest.mark.parametrize("constraint", SAMPLES, ids=repr)
def test_a_step_of_least_evidence_follows_and_no_smaller_set_of_facts_proves_it(constraint) -> None:
    """If the evidence is known to be least, no set with one fact less proves any conclusion of the state."""
    random, problem = Random(repr(constraint)), Variant(FOUR, (constraint,))
    grids = [*kept(FOUR, (constraint,))]
    if not grids:
        return
    board = with_clues(problem, random.choice(grids), random, 8)
    prover = Prover(problem, SatRefuter)
    found = least_evidence(board, prover, seconds=5)
    assert all(one.soundness is PROVED for one in prover.check(found.trace, UNIQUE))
    for now, step in zip(found.trace.states()[:4], found.trace.steps, strict=False):
        if len(step.items) != 2:
            continue
        items = [*range(prover.geometry.item_count)]
        alive = [*now.options()]
        for item in items:
            assumed = prover.evidence(now, [item])
            cells = [o for o in alive if prover.refuter.refute([*assumed, o + 1]) is not None]
            assert not cells or found.optimal < len(found.trace.steps)


def test_a_rating_by_effort_counts_bits_and_no_value_of_another_scale() -> None:
    (found,) = rate(BOARD)
    assert isinstance(found, EffortRating)
    assert (found.solved, found.trials, found.version) == (True, 0, "1")
    plain = found.as_json()
    assert {"se", "hodoku", "difficulty", "class"}.isdisjoint(plain)
    start = CandidateGrid.of(BOARD)
    (cage,) = rule_named("cage_combinations").find(start)
    assert effort_of(cage, start) == 1.0  # one constraint, one filling
    pair = state("R1C1=12 R1C2=12")
    assert effort_of(next(iter(rule_named("naked_pair").find(pair))), pair) == 2.0
    single = state("R4C4=8")
    assert effort_of(next(iter(rule_named("naked_single").find(single))), single) == 0.0


def test_a_board_that_the_rules_do_not_solve_is_rated_with_its_trials() -> None:
    whole = Board(Variant(FOUR, (VARIANTS["anti-knight"](),)), Board.parse("1...............").digits)
    found = rate_effort(whole)
    assert not found.solved
    assert found.trials > 0
    assert str(found).endswith(f"{found.trials} trials; hardest: {rule_text(found.hardest, 'en').name}")


def test_a_rating_says_if_its_search_for_trials_was_cut(monkeypatch) -> None:
    board = Board.parse("4x4+anti-knight:1...............")
    whole = rate_effort(board)
    monkeypatch.setattr("sudokubench.logic.effort._MOST_NODES", whole.trials + 1)  # the start counts, too
    assert rate_effort(board) == whole
    assert "cut" not in whole.as_json()
    assert f" {whole.trials} trials;" in str(whole)
    monkeypatch.setattr("sudokubench.logic.effort._MOST_NODES", 5)
    found = rate_effort(board)
    assert (found.trials, found.ending, found.as_json()["cut"]) == (4, whole.ending, True)
    assert " at least 4 trials;" in str(found)
    assert "試行4回以上" in found.brief().ja


def test_a_rating_without_time_for_its_search_has_no_search_that_was_cut() -> None:
    late = rate_effort(Board.parse("4x4+anti-knight:1..............."), seconds=0)
    assert (late.ending, late.solved, late.trials, late.cut) == (Ending.BUDGET, False, 0, False)


@pytest.mark.parametrize("constraint", SAMPLES, ids=repr)
def test_a_search_finds_every_solution_of_a_board_and_its_steps_are_proved(constraint) -> None:
    random, problem = Random(3), Variant(FOUR, (constraint,))
    grids = [*kept(FOUR, (constraint,))]
    if not grids:
        return
    board = with_clues(problem, random.choice(grids), random, 5)
    trace = search(board, [rule_named("naked_single")])
    told = zip(trace.states(), trace.steps, strict=False)
    ends = [tuple(state.digits()) for state, step in told if step.rule == "solution"]
    assert sorted(ends) == sorted(grid for grid in grids if agrees(board, grid))
    assert {one.soundness for one in Prover(problem, SatRefuter).check(trace, UNIQUE)} <= {PROVED}


def test_a_full_grid_below_suppositions_that_breaks_a_constraint_names_it_and_its_cells() -> None:
    """The search notices a broken constraint only in full grids."""
    notes = Notes(CandidateGrid.of(BOARD))
    search = LimitedSearch((rule_named("naked_single"),), "mrv", notes=notes, together=False)
    assert len([*search.solutions(notes.grid, lambda nodes: False)]) == 1
    trace = Trace(BOARD, tuple(notes.steps), Ending.SOLVED)
    broken = [step for step in trace.steps if step.rule == "contradiction" and len(step.items) > 1]
    assert "the thermometer R3C3 R3C2 R3C1 does not hold" in sentence(broken[0], BOARD.problem, "en")
    assert "温度計R3C3 R3C2 R3C1が成り立ちません" in sentence(broken[0], BOARD.problem, "ja")
    assert broken[0].items[1:] == (8, 9, 10)
    checked = Prover(BOARD.problem, SatRefuter).check(trace, UNIQUE)
    assert {one.soundness for one in checked} == {PROVED}


def test_a_full_grid_that_breaks_a_constraint_is_a_contradiction_and_no_solution() -> None:
    full = Board(BOARD.problem, Board.parse("3412123443212143").digits)
    trace = steps_of(full, RULES)
    assert trace.ending is Ending.CONTRADICTION
    assert trace.reason == "the killer cage R1C1 R1C2 = 3"


def test_an_altered_step_is_refuted() -> None:
    """The prover knows the definition of the constraint and nothing about the rule."""
    trace, prover = explain(BOARD).trace, Prover(BOARD.problem, SatRefuter)
    number, step = next((k, one) for k, one in enumerate(trace.steps) if one.rule == "cage_combinations")
    before = trace.states()[number]
    assert prover.soundness(before, step, [], unique=False) is PROVED
    for cell, digit in enumerate(SOLUTION):
        false = replace(step, eliminated=(*step.eliminated, 4 * cell + int(digit) - 1))
        assert prover.soundness(before, false, [], unique=False) is Soundness.REFUTED
    without = replace(step, items=step.items[1:])
    assert prover.soundness(before, without, [], unique=False) is Soundness.REFUTED


def test_a_constraint_with_too_many_fillings_to_count_gives_no_step() -> None:
    """Steps would state a number of fillings that ignores the constraint."""
    weights = [1, 11, 121, 1331, 14641, 161051, 20001, 300003, 400007]
    sums = VARIANTS["linear"](cells=[0, 1, 2, 9, 10, 11, 18, 19, 20], coefficients=weights, low=0, high=10**7)
    grid = CandidateGrid.of(Board(Variant(Layout.standard(9), (sums,)), bytes(81)))
    pair = grid.apply((), [9 * cell + d for cell in (0, 1) for d in range(2, 9)])
    assert not list(rule_named("fillings").find(pair))


@pytest.mark.parametrize("name", CONSTRAINED_CASES)
def test_a_step_of_another_program_on_another_variant_or_without_a_house_is_told(name) -> None:
    grid = CandidateGrid.of(CONSTRAINED_CASES[name][0])
    step = next(iter(rule_named(name).find(grid)))
    for rule in CONSTRAINED_CASES:
        for one in (replace(step, rule=rule), replace(step, rule=rule, houses=())):
            assert rule_text(rule, "en").name in sentence(one, grid.geometry.problem, "en")
