"""A move has the shape of its name: a pair is two digits in two cells, an X-wing two lines and two crossing lines."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, islice

import pytest

from sudokubench.actions.explain import explain
from sudokubench.board import Board
from sudokubench.layout import Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import moves, solve
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rules import all_rules
from sudokubench.logic.step import Step

HIDDEN_SINGLE = ".........9.46.7....768.41..3.97.1.8.7.8...3.1.513.87.2..75.261...54.32.8........."
BOARDS = {
    "the one with a hidden pair of one digit": HIDDEN_SINGLE,
    "chains": "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...",
    "swordfish": "7.8..3....9.1..4....3....2...1...2.5...75........4.36...23.5..6...8..73.3.....1.2",
    "hard": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "rectangle": "....2.1....716...85....34.......9...3.97..6.....65....79.....6..58..124.4..8....3",
    "easy": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
}
EACH_RULE = 4


class Shown:
    """A step with the state before it, in plain sets."""

    def __init__(self, grid: CandidateGrid, step: Step) -> None:
        self.grid, self.step, self.n = grid, step, grid.geometry.size
        self.layout: Layout = grid.geometry.layout

    def cells(self, role: str) -> set[int]:
        return {option // self.n for option in self.step.group(role)}

    def candidates(self, cell: int) -> set[int]:
        return {d + 1 for d, board in enumerate(self.grid.boards) if board >> cell & 1}

    def places(self, digit: int, house: int) -> set[int]:
        return {cell for cell in self.layout.houses[house].cells if digit in self.candidates(cell)}

    def sets(self, role: str) -> list[set[int]]:
        return [{option // self.n for option in its} for name, its in self.step.groups if name == role]

    def is_almost_locked(self, cells: set[int]) -> bool:
        return len(set().union(*map(self.candidates, cells))) == len(cells) + 1


def is_hall_set(sets: list[set[int]]) -> bool:
    """Return whether there are as many sets as elements, but no smaller group of these sets has this property."""
    if len(set().union(*sets)) != len(sets):
        return False
    parts = (part for k in range(1, len(sets)) for part in combinations(sets, k))
    return all(len(set().union(*part)) > len(part) for part in parts)


def single(shown: Shown) -> bool:
    return len(shown.step.placed) == len(shown.step.items) == len(shown.step.digits) == 1


def locked(shown: Shown) -> bool:
    """Return whether the two or three places of a digit in a house all lie in another house, too."""
    (digit,), (one, other, *_) = shown.step.digits, shown.step.houses
    cells, others = shown.cells("locked"), {*shown.layout.houses[other].cells}
    return len(cells) >= 2 and cells == shown.places(digit, one) and cells <= others


def naked(size: int, houses: int = 1) -> Callable[[Shown], bool]:
    def fits(shown: Shown) -> bool:
        cells = shown.cells("subset")
        sets = [shown.candidates(cell) for cell in cells]
        shared = [house for house in shown.layout.houses if cells <= {*house.cells}]
        good = len(cells) == len(shown.step.digits) == size and {*shown.step.digits} == set().union(*sets)
        return good and is_hall_set(sets) and len(shared) >= houses

    return fits


def hidden(size: int) -> Callable[[Shown], bool]:
    def fits(shown: Shown) -> bool:
        sets = [shown.places(digit, shown.step.houses[0]) for digit in shown.step.digits]
        return len(shown.cells("subset")) == len(sets) == size and is_hall_set(sets)

    return fits


def fish(size: int) -> Callable[[Shown], bool]:
    def fits(shown: Shown) -> bool:
        (digit,), houses = shown.step.digits, shown.step.houses
        bases, covers = houses[:size], houses[size:]
        lines = [
            {cover for cover in covers if {*shown.layout.houses[cover].cells} & shown.places(digit, base)}
            for base in bases
        ]
        return len(bases) == len(covers) == len(shown.step.items) == size and is_hall_set(lines)

    return fits


def finned(size: int) -> Callable[[Shown], bool]:
    """Return a test for finned fish: each line has places outside the boxes of the fins; otherwise it is locked."""

    def fits(shown: Shown) -> bool:
        (digit,), bases = shown.step.digits, shown.step.houses[:size]
        fins, boxes = shown.cells("fin"), shown.layout.boxes
        inside = {boxes[fin] for fin in fins}
        far = [{c for c in shown.places(digit, base) if boxes[c] not in inside} for base in bases]
        return len(shown.step.items) == size and len(inside) <= 2 and bool(fins) and all(far)

    return fits


def wing(pivot: int) -> Callable[[Shown], bool]:
    def fits(shown: Shown) -> bool:
        (hinge,), pincers = shown.cells("pivot"), shown.cells("pincer")
        sets = [shown.candidates(cell) for cell in pincers]
        good = len(shown.candidates(hinge)) == pivot and [*map(len, sets)] == [2, 2] and sets[0] != sets[1]
        return good and len(shown.step.digits) == 3 and hinge not in pincers

    return fits


def w_wing(shown: Shown) -> bool:
    one, other = map(shown.candidates, shown.cells("pincer"))
    return one == other and len(one) == 2 and len(shown.cells("link")) == 2


def two_links(shown: Shown) -> bool:
    return len(shown.cells("near")) == len(shown.cells("far")) == 2 and len(shown.step.digits) == 1


def almost_locked(sets: int) -> Callable[[Shown], bool]:
    """Return a test for this number of almost locked sets, which are not a naked subset together."""

    def fits(shown: Shown) -> bool:
        found = shown.sets("set")
        cells = set().union(*found)
        digits = set().union(*map(shown.candidates, cells))
        in_house = any(cells <= {*house.cells} for house in shown.layout.houses)
        naked = in_house and len(digits) <= len(cells)
        return len(found) == sets and all(map(shown.is_almost_locked, found)) and not naked

    return fits


def blossom(shown: Shown) -> bool:
    petals = shown.sets("petal")
    return len(shown.cells("stem")) == 1 and len(petals) >= 2 and all(map(shown.is_almost_locked, petals))


def sue_de_coq(shown: Shown) -> bool:
    core, line, box = map(shown.cells, ("core", "in_line", "in_box"))
    parts = [line | core, box | core]
    larger = [len(set().union(*map(shown.candidates, part))) > len(part) for part in parts]
    return len(core) >= 2 and bool(line) and bool(box) and all(larger)


def burst(shown: Shown) -> bool:
    return len(shown.cells("subset")) == len(shown.step.digits) in {3, 4}


def rectangle(shown: Shown) -> bool:
    return len(shown.cells("floor") | shown.cells("roof")) == 4


def direct(size: int) -> Callable[[Shown], bool]:
    return lambda shown: hidden(size)(shown) and len(shown.step.placed) == 1


SHAPES: dict[str, Callable[[Shown], bool]] = {
    **dict.fromkeys(("full_house", "naked_single", "hidden_single_box", "hidden_single_line"), single),
    **dict.fromkeys(("pointing", "claiming", "direct_pointing", "direct_claiming"), locked),
    "direct_hidden_pair": direct(2), "direct_hidden_triple": direct(3),
    "locked_pair": naked(2, 2), "locked_triple": naked(3, 2),
    "naked_pair": naked(2), "naked_triple": naked(3), "naked_quad": naked(4),
    "hidden_pair": hidden(2), "hidden_triple": hidden(3), "hidden_quad": hidden(4),
    "x_wing": fish(2), "swordfish": fish(3), "jellyfish": fish(4),
    "finned_x_wing": finned(2), "sashimi_x_wing": finned(2), "finned_swordfish": finned(3),
    "sashimi_swordfish": finned(3), "finned_jellyfish": finned(4), "sashimi_jellyfish": finned(4),
    "xy_wing": wing(2), "xyz_wing": wing(3), "w_wing": w_wing,
    **dict.fromkeys(("skyscraper", "two_string_kite", "turbot_fish"), two_links),
    "als_xz": almost_locked(2), "wxyz_wing": almost_locked(2), "als_xy_wing": almost_locked(3),
    "death_blossom": blossom, "sue_de_coq": sue_de_coq, "fireworks": burst,
    **{f"unique_rectangle_{kind}": rectangle for kind in range(1, 7)}, "hidden_rectangle": rectangle,
}  # fmt: skip


def shown_moves(board: Board, every: int) -> Iterator[Shown]:
    rules = tuple(rule for rule in teaching().rules if not rule.assumes)
    states = solve(board, teaching().rules).states()[:-1]
    for state in states[::every]:
        for step in islice(moves(state, rules, EACH_RULE), 24):
            yield Shown(state, step)


def test_every_rule_with_a_shape_of_its_own_is_looked_at() -> None:
    assert SHAPES.keys() <= {rule.name for rule in all_rules()}


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("every", [40, pytest.param(4, marks=pytest.mark.thorough)])
def test_each_move_has_the_shape_of_its_name(name: str, every: int) -> None:
    seen = Counter[str]()
    for shown in shown_moves(Board.parse(BOARDS[name]), every):
        rule = shown.step.rule
        seen[rule] += 1
        assert shown.step.placed or shown.step.eliminated
        assert SHAPES.get(rule, lambda _: True)(shown), (rule, shown.step)
    assert len(seen) >= 4


def test_a_hidden_single_is_the_same_move_under_any_name() -> None:
    """The step was once called a hidden pair, with only the digit 7."""
    found = explain(HIDDEN_SINGLE)
    others = found.others(4)
    assert {step.rule for step in others} >= {"hidden_single_box"}
    subsets = [step for step in others if step.rule in {"naked_pair", "hidden_pair", "locked_pair"}]
    assert all(len(step.digits) == 2 for step in subsets)
