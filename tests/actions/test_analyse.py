"""The analysis of a setter's board, against an enumeration of all 4x4 grids."""

from itertools import combinations, permutations, product
from random import Random

import pytest

from sudokubench import Board, Layout, UsageError, analyse
from sudokubench.actions import analyse as action
from sudokubench.actions.observer import Observer
from sudokubench.answer import Verdict
from sudokubench.constraints import VARIANTS
from sudokubench.errors import Undecided
from sudokubench.estimates import Estimate
from sudokubench.problem import with_constraints

FOUR = Layout.standard(4)


def _grids():
    for rows in product(permutations((1, 2, 3, 4)), repeat=4):
        columns = zip(*rows, strict=True)
        boxes = (
            (rows[r][c], rows[r][c + 1], rows[r + 1][c], rows[r + 1][c + 1]) for r in (0, 2) for c in (0, 2)
        )
        if all(len(set(house)) == 4 for house in (*columns, *boxes)):
            yield sum(rows, ())


GRIDS = [*_grids()]
DIAGONALS = [(0, 5, 10, 15), (3, 6, 9, 12)]


def _random(rng):
    """Return facts, each with its name and its test of a grid, and the board that they make."""
    grid = rng.choice(GRIDS)
    facts, rules, digits = [], [], bytearray(16)
    for cell in rng.sample(range(16), rng.choice((0, 2, 3, 5))):
        digits[cell] = grid[cell] if rng.random() < 0.9 else rng.randint(1, 4)
        facts.append((f"clue {cell}", lambda g, c=cell, d=digits[cell]: g[c] == d))
    for cell in rng.sample(range(15), rng.choice((0, 1, 2, 3))):
        kind = rng.choice(("killer", "thermometer", "sandwich", "anti-knight"))
        if kind == "killer":
            total = grid[cell] + grid[cell + 1] + (rng.random() < 0.1)
            rules.append(VARIANTS[kind](cells=[cell, cell + 1], total=total))
        elif kind == "thermometer":
            rules.append(VARIANTS[kind](cells=[cell, cell + 1]))
        elif kind == "sandwich":
            row = cell // 4 * 4
            rules.append(VARIANTS[kind](cells=[*range(row, row + 4)], total=rng.choice((0, 2, 3, 5))))
        else:
            rules.append(VARIANTS[kind]())
    rules = list(dict.fromkeys(rules))
    layout = Layout.named("4x4-diagonal") if rng.random() < 0.3 else FOUR
    facts += [(f"rule {rule}", lambda g, r=rule: r.fault(FOUR, g) is None) for rule in rules]
    facts += [
        (f"rule {cells}", lambda g, c=cells: len({g[cell] for cell in c}) == 4)
        for cells in (DIAGONALS if layout.extra else [])
    ]
    return facts, Board(with_constraints(layout, rules), bytes(digits))


def _left(facts):
    return [grid for grid in GRIDS if all(holds(grid) for _, holds in facts)]


def _tests(found, facts, board):
    """Return the tests of a set of facts of an analysis."""
    by_name = dict(facts)
    clues = [by_name[f"clue {option // 4}"] for option in found.clues]
    rules = [
        by_name[
            f"rule {one.constraint.fields['cells'] if one.constraint.kind == 'all-different' else one.constraint}"
        ]
        for one in found.rules
    ]
    assert not found.forbidden
    return [("", holds) for holds in clues + rules]


def _exact(facts, board, found):
    left = _left(facts)
    names = {0: Verdict.NONE, 1: Verdict.UNIQUE}
    assert (found.verdict, found.count, found.stopped) == (
        names.get(len(left), Verdict.MULTIPLE),
        len(left),
        "",
    )
    assert {tuple(solution.digits) for solution in found.solutions} <= set(left)
    if not left:
        size = next(
            n for n in range(len(facts) + 1) if any(not _left(some) for some in combinations(facts, n))
        )
        assert len(found.conflict) == size
        assert found.conflict.smallest
        assert not _left(_tests(found.conflict, facts, board))
        return
    for cell, digit in product(range(16), (1, 2, 3, 4)):
        behind = found.candidates.get(4 * cell + digit - 1)
        number = 0 if board.digits[cell] else sum(grid[cell] == digit for grid in left)
        assert (behind.count if behind else 0) == number
        assert behind is None or behind.exact
    if len(left) == 1:
        could = [fact for fact in facts if len(_left([one for one in facts if one is not fact])) == 1]
        assert sorted(map(id, dict(could).values())) == sorted(
            id(holds) for _, holds in _tests(found.removable, facts, board)
        )
        kept = _tests(found.minimal, facts, board)
        assert len(_left(kept)) == 1
        assert all(len(_left([one for one in kept if one is not fact])) > 1 for fact in kept)
        return
    one, other = (solution.digits for solution in found.solutions)
    assert found.differing == tuple(cell for cell in range(16) if one[cell] != other[cell]) != ()
    assert found.fewest
    assert len(_with(left, found.completion)) == 1
    fewer = combinations(range(64), len(found.completion) - 1)
    assert all(len(_with(left, some)) != 1 for some in fewer)


def _with(grids, options):
    return [grid for grid in grids if all(grid[o // 4] == o % 4 + 1 for o in options)]


def test_each_part_agrees_with_an_enumeration_of_all_grids():
    rng, seen = Random(7), set()
    for _ in range(60):
        facts, board = _random(rng)
        found = analyse(board, limit=288, seconds=None)
        if len(found.completion or ()) < 4:  # the enumeration of larger sets takes too long
            _exact(facts, board, found)
            seen.add(found.verdict)
    assert seen == {Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE}


def test_numbers_beyond_the_limit_are_lower_bounds():
    found = analyse(Board.empty(FOUR), limit=10)
    assert found.count == 288  # counted without a list of the solutions
    assert len(found.candidates) == 64
    assert {(behind.count, behind.exact) for behind in found.candidates.values()} == {(10, False)}
    assert len(_with(GRIDS, found.completion)) == 1
    assert "R1C1: 1 (≥10), 2 (≥10)" in "".join(line.en for line in found.lines())
    exact = analyse(Board.empty(FOUR), limit=100)
    assert {(behind.count, behind.exact) for behind in exact.candidates.values()} == {(72, True)}


def test_an_estimate_is_not_below_the_number_of_known_solutions(monkeypatch):
    def undecided(*args, **options):
        raise Undecided("no time")

    monkeypatch.setattr(action.solving, "count", undecided)
    monkeypatch.setattr(action, "estimate", lambda *args, **options: Estimate(0, 0, None, 3))
    found = analyse(Board.empty(FOUR), limit=10)
    assert next(iter(found.lines())).en == "several solutions; estimate: ≥ 11"
    assert found.as_json()["estimate"]["low"] == 11


def test_a_single_clue_that_decides_is_found_beyond_the_limit():
    board = Board.parse("12.............4")
    found = analyse(board, limit=5)
    assert found.count == 6
    assert len(found.completion) == 1
    assert found.fewest
    assert len(_with([g for g in GRIDS if (g[0], g[1], g[15]) == (1, 2, 4)], found.completion)) == 1


def test_forbidden_candidates_are_facts():
    board = Board.parse("1...............").forbidding([4, 5])  # R1C2 may hold neither 1 nor 2
    clash = board.forbidding([6, 7])
    found = analyse(clash)
    assert found.verdict is Verdict.NONE
    assert found.conflict.smallest
    assert {*found.conflict.forbidden, *found.conflict.clues} <= {0, 4, 5, 6, 7}
    assert len(found.conflict) == 4
    assert "no R1C2#2" in "".join(line.en for line in found.lines())


def test_an_analysis_without_time_says_so():
    found = analyse("." * 81, seconds=1e-9)
    assert found.stopped == "time"
    assert found.verdict is Verdict.UNDECIDED
    assert found.candidates is None
    assert "`seconds`" in [*found.lines()][-1].en


def test_a_cancelled_analysis_yields_what_is_known():
    class Impatient(Observer):
        def heed(self):
            raise KeyboardInterrupt

    steps = action.analysed(Board.empty(FOUR), seconds=None, limit=10, observer=Impatient())
    found = next(steps)
    assert found.stopped == "interrupt"
    assert found.verdict is Verdict.MULTIPLE
    assert len(found.solutions) == 2
    with pytest.raises(KeyboardInterrupt):
        next(steps)


def test_a_bad_limit_is_refused():
    with pytest.raises(UsageError, match="limit=0"):
        analyse("." * 16, limit=0)
