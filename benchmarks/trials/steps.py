"""Judge steps of every rule, each by itself: on states to which rules lead, and on random candidate grids.

SAT must prove that a step follows from its evidence, and a step must never contradict a known solution. A rule that
relies on a single solution may assume one more thing: that there is no second solution of its kind. For rectangles and
loops this means: no two digits alternate in their cells. For extended rectangles: no three digits are in both lines.
These assumptions become clauses, if exchanging neighbours breaks no house and touches no clue. For a BUG, the extra
candidates are left out. Then every empty cell must have two candidates, and every digit two places or none in a house.
"""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, combinations, islice, permutations, product
from random import Random

from benchmarks.trials import Figures, Trial
from sudokubench import is_unique, solutions, solve
from sudokubench.answer import Budget
from sudokubench.backends.pysat_solver import solver_class
from sudokubench.backends.refutation import SatRefuter
from sudokubench.board import Board
from sudokubench.layout import House, Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import SolutionPath
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.proof import Prover, house_clauses
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules import all_rules
from sudokubench.logic.step import Step
from sudokubench.symmetry import random_symmetry

Corners = tuple[int, ...]


@dataclass(slots=True)
class Judge:
    """A judge of steps on boards of one layout."""

    layout: Layout
    prover: Prover = field(init=False)
    _crosswise: Crosswise | None = None

    def __post_init__(self) -> None:
        self.prover = Prover(self.layout, SatRefuter)

    def fault(self, grid: CandidateGrid, rule: Rule, step: Step, solution: bytes | None) -> str | None:
        """Return the fault of a step that a rule finds in a state, or None.

        Args:
            grid: The state.
            rule: The rule.
            step: The step.
            solution: A solution of the state that the step must not contradict; None if its rule may contradict it,
                because the clues have other solutions.
        """
        n = self.layout.size
        if not any(map(grid.has, step.eliminated)) and all(grid.placed >> o // n & 1 for o in step.placed):
            return "it changes nothing"
        if solution is not None:
            true = {n * cell + digit - 1 for cell, digit in enumerate(solution)}
            if not true.isdisjoint(step.eliminated) or not true.issuperset(step.placed):
                return "it contradicts a solution"
        if not rule.unique:
            follows = self.prover.follows(step, self.prover.evidence(grid, step.items))
            return None if follows else "it does not follow from its evidence"
        return (
            self._bug_fault(grid, step)
            if rule.name.startswith("bug_")
            else self._loop_fault(grid, rule, step)
        )

    def _loop_fault(self, grid: CandidateGrid, rule: Rule, step: Step) -> str | None:
        n = self.layout.size
        corners = step.items[: len({option // n for option in (*step.group("floor"), *step.group("roof"))})]
        if any(grid.givens >> cell & 1 for cell in corners):
            return "a corner is a clue"
        fills = in_lines if rule.name.startswith("extended_") else in_turn
        if not exchangeable(self.layout, corners, fills):
            return "exchanging digits in its corners breaks a house"
        if self._crosswise is None:
            self._crosswise = Crosswise(self.prover)
        return (
            None
            if self._crosswise.follows(grid, step, corners, fills)
            else "it does not follow, even if no second solution may exist"
        )

    def _bug_fault(self, grid: CandidateGrid, step: Step) -> str | None:
        """Return the fault of a BUG, or None.

        Without the extra candidates, each cell must have two candidates, and each digit two places or no place in a
        house. The conclusion of the step must follow from its evidence and any one of the extra candidates.
        """
        n, extra = self.layout.size, set(step.group("odd"))
        left = {
            cell: {d for d in range(n) if grid.has(n * cell + d) and n * cell + d not in extra}
            for cell in range(n * n)
            if not grid.placed >> cell & 1
        }
        places = Counter(
            (h, d) for cell, digits in left.items() for h in self.layout.houses_of[cell] for d in digits
        )
        if {*map(len, left.values())} != {2} or {*places.values()} != {2}:
            return "what is left is not a bivalue universal grave"
        evidence = self.prover.evidence(grid, step.items)
        refuted = all(self.prover.follows(step, [*evidence, option + 1]) for option in extra)
        return None if refuted else "it does not follow, even if no second solution may exist"


Fills = Callable[[int, int], Iterable[Corners]]
"""A function of the number of digits and the number of cells that yields fillings of the cells with digits from 0. A
single solution cannot have such a filling if exchanging the first cell with the second, the third with the fourth and
so on breaks no house."""


def in_turn(n: int, cells: int) -> Iterator[Corners]:
    """Return the fillings of a rectangle or loop: two alternating digits."""
    return (pair * (cells // 2) for pair in permutations(range(n), 2))


def in_lines(n: int, cells: int) -> Iterator[Corners]:
    """Yield fillings with the same digits in the odd and in the even cells, never in cells beside each other."""
    return (
        tuple(chain.from_iterable(zip(one, two, strict=True)))
        for one in permutations(range(n), cells // 2)
        for two in permutations(one)
        if all(a != b for a, b in zip(one, two, strict=True))
    )


@cache
def exchangeable(layout: Layout, corners: Corners, fills: Fills = in_turn) -> bool:
    """Return whether, for all fillings of the cells, each house keeps its digits after neighbours are exchanged."""
    if not len(set(corners)) == len(corners) >= 4:
        return False
    inside = [[k for k, cell in enumerate(corners) if cell in house.cells] for house in layout.houses]
    digits = 2 if fills is in_turn else len(corners) // 2  # more digits would only rename the fillings
    return all(
        sorted(fill[k] for k in own) == sorted(fill[k ^ 1] for k in own)
        for fill in fills(digits, len(corners))
        for own in inside
    )


class Crosswise:
    """A solver that can exclude certain fillings of cells."""

    def __init__(self, prover: Prover) -> None:
        self.prover = prover
        clauses = house_clauses(prover.geometry)
        self._solver = solver_class("minisat22")(bootstrap_with=clauses)
        weakref.finalize(self, self._solver.delete)  # this also runs at exit, while PySAT is still loaded
        self._next = 1 + max(abs(literal) for clause in clauses for literal in clause)
        self._known: dict[tuple[Corners, Fills], int] = {}

    def follows(self, grid: CandidateGrid, step: Step, corners: Corners, fills: Fills) -> bool:
        """Return whether a step follows from its evidence and the exclusion for its corners."""
        assumptions = [*self.prover.evidence(grid, step.items), self._told(corners, fills)]
        return not any(
            self._solver.solve(assumptions=[*assumptions, option + 1]) for option in step.eliminated
        )

    def _told(self, corners: Corners, fills: Fills) -> int:
        """Return the variable that activates the clauses of some cells."""
        if (corners, fills) not in self._known:
            n, told = self.prover.geometry.size, self._next
            self._known[corners, fills], self._next = told, told + 1
            for fill in fills(n, len(corners)):
                literals = (-1 - (n * cell + d) for cell, d in zip(corners, fill, strict=True))
                self._solver.add_clause([-told, *literals])
        return self._known[corners, fills]


# -- states ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """A state with a solution.

    Attributes:
        grid: The state.
        solution: The digit of each cell.
        single: Whether the clues alone have no other solution.
    """

    grid: CandidateGrid
    solution: bytes
    single: bool


@cache
def layouts(kind: str) -> tuple[Layout, ...]:
    """Return layouts of a kind: `standard`; or `extra`, with whole and partial extra houses and boxes of any shape."""
    if kind == "standard":
        return (Layout.standard(9),)
    names = ("9x9-diagonal", "9x9-windoku", "9x9-diagonal-windoku", "6x6-diagonal", "6x6:3", "8x8", "4x4")
    random = Random(4)
    plain = Layout.standard(9)
    jigsaws = [_jigsaw(plain, random, swaps) for swaps in (3, 8, 15, 30)]
    lines = House("five", (0, 10, 20, 30, 40)), House("seven", (8, 16, 24, 32, 48, 56, 64))
    partial_houses = [Layout(9, layout.boxes, layout.symbols, lines) for layout in (plain, jigsaws[0])]
    return (*map(Layout.named, names), *jigsaws, *partial_houses)


def _jigsaw(plain: Layout, random: Random, swaps: int) -> Layout:
    """Return a layout whose boxes have exchanged cells. Repeat the exchanges until the layout has a full grid."""
    while True:
        boxes = list(plain.boxes)
        for _ in range(swaps):
            a, b = random.sample(range(81), 2)
            boxes[a], boxes[b] = boxes[b], boxes[a]
        layout = Layout(9, tuple(boxes), plain.symbols)
        if solve(Board.empty(layout), limit=1, budget=Budget(nodes=20_000)).solution is not None:
            return layout


def full_grid(layout: Layout, random: Random) -> bytes:
    """Return a full grid of any layout: some digits at random, the rest by search."""
    n = layout.size
    while True:
        board = Board.empty(layout)
        for cell in random.sample(range(n * n), n):
            allowed = board.candidates(cell)
            if allowed:
                board = board.with_digit(cell, random.choice(allowed))
        found = solve(board, limit=1, budget=Budget(nodes=20_000)).solution
        if found is not None:
            return found.digits


def reachable(layout: Layout, random: Random) -> Iterator[State]:
    """Yield states to which rules up to chains lead from a board with one solution. Some rules may be left out."""
    n = layout.size
    solution = full_grid(layout, random)
    clues = bytearray(solution)
    spare = random.randrange(n)  # number of clues that could be removed, but stay
    for cell in random.sample(range(n * n), n * n):
        clues[cell] = 0
        if not is_unique(Board(layout, clues)):
            clues[cell] = solution[cell]
            spare -= 1
            if spare < 0:
                break
    rules = [rule for rule in teaching().rules if rule.se < 7.5 and (rule.se < 2.6 or random.random() < 0.8)]
    path = SolutionPath(CandidateGrid.of(Board(layout, clues)), rules, together=random.random() < 0.5)
    states = [found.before for found in path]
    for grid in random.sample(states, min(6, len(states))):
        yield State(grid, solution, True)
    if not path.grid.is_full:
        yield State(path.grid, solution, True)


def candidate_grids(layout: Layout, random: Random) -> Iterator[State]:
    """Yield candidate grids with one solution, from clues, forbidden candidates, and perhaps digits placed later.

    Cells keep the digit of the solution, and each other digit with some probability. Half of the grids begin as two
    full grids laid over each other, so that most cells have two candidates. Half of these contain a nearly deadly
    rectangle.
    """
    n = layout.size
    solution = full_grid(layout, random)
    a, b = random.sample(range(1, n + 1), 2)
    exchanged = bytes({a: b, b: a}.get(digit, digit) for digit in solution)
    other = random.choice((solution, solution, exchanged, full_grid(layout, random)))
    planted = _planted(layout, random, solution) if random.random() < 0.5 else {}
    freed = {digit for digits in planted.values() for digit in digits}
    share, kept = random.choice((0, 0.2, 0.4, 0.5, 0.6, 0.7)), random.choice((0.02, 0.1, 0.2, 0.35, 0.5))
    clues = bytes(
        digit if digit == second and digit not in freed and random.random() < share else 0
        for digit, second in zip(solution, other, strict=True)
    )
    board = Board(layout, clues)

    def keeps(cell: int, digit: int) -> bool:
        if cell in planted:
            return digit in planted[cell] or digit == solution[cell]
        return digit in (solution[cell], other[cell]) or random.random() < kept

    board = board.forbidding(
        n * cell + digit - 1
        for cell in range(n * n)
        if not clues[cell]
        for digit in board.candidates(cell)
        if not keeps(cell, digit)
    )
    # forbid candidates of a second solution, one by one
    while (answer := solve(board, limit=2)).outcome.count > 1:
        second = next(found.digits for found in answer.solutions if found.digits != solution)
        cell = random.choice([cell for cell in range(n * n) if second[cell] != solution[cell]])
        board = board.forbidding([n * cell + second[cell] - 1])
    grid = CandidateGrid.of(board)
    if random.random() < 0.5:
        since = random.random()
        free = [cell for cell in range(n * n) if not clues[cell] and random.random() < since]
        grid = grid.apply([n * cell + solution[cell] - 1 for cell in free])
    yield State(grid, solution, is_unique(Board(layout, clues)))


def _planted(layout: Layout, random: Random, solution: bytes) -> dict[int, set[int]]:
    """Return candidates that plant a rectangle of either kind, or a tridagon, if one is found.

    All cells of the rectangle but the last hold its digits. One or two cells of the tridagon hold another digit.
    """
    if layout.boxes == Layout.standard(9).boxes and random.random() < 0.3:
        _, three, cells = nearly_tridagon(solution)
        return {cell: {*three} for cell in cells}
    for _ in range(20):
        find, fills = random.choice(((_rectangle, in_turn), (_two_lines, in_lines)))
        corners = find(layout.size, random, solution)
        if exchangeable(layout, corners, fills):
            *others, last = (solution[cell] for cell in corners)
            return {cell: {*others, *([last] if random.random() < 0.3 else [])} for cell in corners}
    return {}


def nearly_tridagon(solution: bytes) -> tuple[int, Corners, Corners]:
    """Return a number, three digits, and twelve cells that these digits cannot fill.

    The number says how many of the cells hold another digit. It is as small as possible.
    """
    ways = [
        (sum(a > b for a, b in combinations(order, 2)) % 2, [9 * i + j for i, j in enumerate(order)])
        for order in permutations(range(3))
    ]
    firsts, found = range(0, 9, 3), []
    for three in combinations(range(1, 10), 3):
        best: dict[Corners, tuple[int, Corners]] = {}
        for row, column, (parity, offsets) in product(firsts, firsts, ways):
            cells = tuple(9 * row + column + offset for offset in offsets)
            others, at = sum(solution[cell] not in three for cell in cells), (row, column, parity)
            best[at] = min(best.get(at, (9, cells)), (others, cells))
        for rows, columns, parities in product(
            combinations(firsts, 2), combinations(firsts, 2), product((0, 1), repeat=4)
        ):
            if sum(parities) % 2:
                blocks = zip(product(rows, columns), parities, strict=True)
                parts = [best[(*block, parity)] for block, parity in blocks]
                twelve = tuple(cell for _, cells in parts for cell in cells)
                found.append((sum(others for others, _ in parts), three, twelve))
    return min(found)


def _rectangle(n: int, random: Random, solution: bytes) -> Corners:
    """Return corners in order, the second beside the third; the first and the third hold the same digit."""
    second = random.randrange(n * n)
    first = n * (second // n) + random.randrange(n)
    third = next(cell for cell in range(second % n, n * n, n) if solution[cell] == solution[first])
    return first, second, third, n * (third // n) + first % n


def _two_lines(n: int, random: Random, solution: bytes) -> Corners:
    """Return three cells of a line and their neighbours in another line: each neighbour holds the next cell's digit."""
    one, two = random.sample(range(n), 2)
    along, across = random.choice(((1, n), (n, 1)))
    above = {solution[across * one + along * k]: k for k in range(n)}
    chosen = [random.randrange(n)]
    for _ in range(2):
        chosen.append(above[solution[across * two + along * chosen[-1]]])
    return tuple(across * line + along * k for k in chosen for line in (one, two))


TRAP = """
    5   4  67 23 9  26  8  37 1
    3   9  2  14 17 8   67 5  46
    78  1  68 35 67 45  39 2  49
    78  3  4  6  18 17  5  9  2
    6   2  78 59 4  59  1  78 3
    1   5  9  27 28 3   67 4  68
    29  8  5  49 26 146 39 13 7
    29  7  1  8  3  29  4  6  5
    4   6  3  17 5  79  2  18 89
"""
"""A grid that is not a BUG. All cells except R7C6 have two candidates. In the row, column and box of R7C6, 9 has three
places, but R7C6 itself does not have 9."""


def overlaid(layout: Layout, random: Random) -> Iterator[State]:
    """Yield a full grid laid over the same grid with digits exchanged in pairs, and some candidates more or less.

    The state has two or more solutions, so a rule that relies on a single solution may contradict the given solution.
    """
    if layout == Layout.standard(9) and random.random() < 0.1:  # random states would not contain this one
        trap = random_symmetry(layout, random)(Board.parse(TRAP))
        yield State(CandidateGrid.of(trap), next(solutions(trap)).digits, True)
    n = layout.size
    solution = full_grid(layout, random)
    digits = random.sample(range(1, n + 1), n)
    pairs = {
        **dict(zip(digits[::2], digits[1::2], strict=False)),
        **dict(zip(digits[1::2], digits[::2], strict=False)),
    }
    clues = bytes(0 if digit in pairs else digit for digit in solution)
    plain = Board(layout, clues)
    keep = {n * cell + digit - 1 for cell, one in enumerate(solution) for digit in (one, pairs.get(one, one))}
    spare = [o for cell in range(n * n) if not clues[cell] for o in _options(plain, cell) if o not in keep]
    gone = [o for o in sorted(keep) if not clues[o // n] and solution[o // n] != o % n + 1]
    if spare:
        keep |= set(random.sample(spare, min(len(spare), random.choice((1, 1, 1, 2, 3)))))
    keep -= set(random.sample(gone, min(len(gone), random.choice((0, 0, 1, 2)))))
    board = plain.forbidding(
        o for cell in range(n * n) if not clues[cell] for o in _options(plain, cell) if o not in keep
    )
    yield State(CandidateGrid.of(board), solution, False)


def _options(board: Board, cell: int) -> list[int]:
    n = board.layout.size
    return [n * cell + digit - 1 for digit in board.candidates(cell)]


SOURCES = {"reachable": reachable, "candidates": candidate_grids, "overlaid": overlaid}


def states(kind: str, source: str, seed: int) -> Iterator[State]:
    """Yield states without end, from the layouts of a kind in turn."""
    random = Random(f"{kind} {source} {seed}")
    while True:
        for layout in layouts(kind):
            yield from SOURCES[source](layout, random)


_ENDLESS = {"complex_fish", "death_blossom"}
"""Rules that make their whole list of steps before they return the first step. The list may take minutes."""


def judged(count: int, seed: int, each: int = 20, rules: Sequence[Rule] | None = None) -> Figures:
    """Judge the steps that rules find.

    Args:
        count: Number of states of each source, half of them of standard boards. Overlaid grids get a tenth of it.
        seed: Seed of the states.
        each: Largest number of steps of a rule in a state that are judged.
        rules: All rules if None.
    """
    judges: dict[Layout, Judge] = {}
    steps: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    faults = []
    random = Random(seed)
    for source in SOURCES:
        most = count if source != "overlaid" else count // 10 + 2
        for kind in ("standard", "extra"):
            for state in islice(states(kind, source, seed), most // 2):
                layout = state.grid.geometry.layout
                judge = judges.setdefault(layout, Judge(layout))
                seen[f"{source}_{kind}"] += 1
                for rule in rules or all_rules():
                    every = rule.every if random.random() < 0.1 and rule.name not in _ENDLESS else None
                    solution = state.solution if state.single or not rule.unique else None
                    for step in islice((every or rule.find)(state.grid), each):
                        steps[rule.name] += 1
                        fault = judge.fault(state.grid, rule, step, solution)
                        if fault is not None:
                            faults.append(f"{rule.name} on {state.grid.board()}: {fault}: {step.as_dict()}")
    return {
        **seen,
        "steps": steps.total(),
        "rules_without_step": sorted({rule.name for rule in rules or all_rules()} - steps.keys()),
        "faults": len(faults),
        "first_faults": faults[:10],
        "steps_of_rules": dict(sorted(steps.items())),
    }


TRIALS = {
    "steps": Trial(
        "No step of a rule contradicts a solution, and each follows from its evidence",
        judged, {"count": 4, "seed": 1, "each": 3}, {"count": 10_000, "seed": 1, "each": 5},
        lambda figures: figures["faults"] == 0,
    )
}  # fmt: skip
