"""Try boards with constraints: make boards, count their solutions by brute force if possible, and ask all engines.

This module states the meaning of each constraint again, without the package: cells of `_apart` hold different digits,
and cages have their sums.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from random import Random

from benchmarks.trials import Figures, Trial
from sudokubench.answer import Budget, Verdict
from sudokubench.backends import Backend, backend_list, spec_of, supporting
from sudokubench.backends.pool import lent_session
from sudokubench.board import Board
from sudokubench.constraints import AntiKnight, Constraint, Killer
from sudokubench.layout import Layout
from sudokubench.problem import with_constraints

Grid = Sequence[int]
Cage = tuple[tuple[int, ...], int]

_BOX_ROWS = {4: 2, 6: 2, 9: 3}
_LIMIT = {4: None, 6: 8, 9: 2}
"""Largest number of solutions to search for on a board, by its size."""
_SHARE = {
    ("anti-knight", 4): (0.05, 0.3), ("anti-knight", 6): (0.1, 0.4), ("anti-knight", 9): (0.15, 0.35),
    ("killer", 4): (0.0, 0.3), ("killer", 6): (0.0, 0.3), ("killer", 9): (0.15, 0.4),
}  # fmt: skip
"""The least and the largest share of cells with a clue."""
_SHORT = "dlx,sat,cpsat,cpsat:model=boolean"
_FULL = "all,cpsat:model=boolean,choco:model=boolean"
_BOARDS_A_GRID = 3
"""Number of boards with the same constraints, so that engines are opened less often."""


@dataclass(frozen=True, slots=True)
class Made:
    """A board, and its rules in a form that does not use the package."""

    board: Board
    apart: frozenset[tuple[int, int]]
    cages: tuple[Cage, ...]

    def solved_by(self, grid: Grid) -> bool:
        """Return whether a filled grid is a solution."""
        return (
            all(clue in {0, digit} for clue, digit in zip(self.board.digits, grid, strict=True))
            and all(grid[a] != grid[b] for a, b in self.apart)
            and all(sum(grid[cell] for cell in cells) == total for cells, total in self.cages)
        )


@cache
def _apart(size: int, knight: bool) -> frozenset[tuple[int, int]]:
    """Return pairs of cells that hold different digits: of one row, column or box, or a knight's move apart."""
    rows, columns = _BOX_ROWS[size], size // _BOX_ROWS[size]

    def differ(a: int, b: int) -> bool:
        (r, c), (s, d) = divmod(a, size), divmod(b, size)
        box = (r // rows, c // columns) == (s // rows, d // columns)
        return r == s or c == d or box or (knight and {abs(r - s), abs(c - d)} == {1, 2})

    return frozenset(pair for pair in combinations(range(size * size), 2) if differ(*pair))


@cache
def _all_grids() -> tuple[Grid, ...]:
    """Return the 288 grids of 4x4."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(4):
        rows = [grid + row for grid in found for row in permutations((1, 2, 3, 4))]
        found = [g for g in rows if all(g[a] != g[b] for a, b in _apart(4, False) if b < len(g))]
    return tuple(found)


@cache
def _full_grid(size: int, knight: bool, seed: str) -> Grid:
    """Return a filled grid. The search tries digits in random order in a cell with the fewest digits left."""
    random = Random(seed)
    peers: list[list[int]] = [[] for _ in range(size * size)]
    for a, b in _apart(size, knight):
        peers[a].append(b)
        peers[b].append(a)

    def fill(grid: dict[int, int], possible: dict[int, set[int]]) -> dict[int, int] | None:
        if not possible:
            return grid
        cell = min(possible, key=lambda one: (len(possible[one]), random.random()))
        for digit in random.sample(sorted(possible[cell]), len(possible[cell])):
            left = {other: digits for other, digits in possible.items() if other != cell}
            left |= {peer: left[peer] - {digit} for peer in peers[cell] if peer in left}
            found = fill(grid | {cell: digit}, left)
            if found is not None:
                return found
        return None

    found = fill({}, {cell: set(range(1, size + 1)) for cell in range(size * size)})
    if found is None:
        raise ValueError(f"there is no such {size}x{size}")
    return tuple(found[cell] for cell in range(size * size))


def _cages(grid: Grid, size: int, random: Random) -> Iterator[Cage]:
    """Yield cages of neighbouring cells with different digits that cover most of a grid."""
    free = set(range(size * size))
    while free:
        cells = [random.choice(sorted(free))]
        free.discard(cells[0])
        for _ in range(random.randrange(min(size, 5))):
            around = {
                other
                for cell in cells
                for other in free
                if abs(other // size - cell // size) + abs(other % size - cell % size) == 1
                and grid[other] not in {grid[inside] for inside in cells}
            }
            if around:
                cells.append(random.choice(sorted(around)))
                free.discard(cells[-1])
        if random.random() < 0.85:
            yield tuple(sorted(cells)), sum(grid[cell] for cell in cells)


def boards(kind: str, n: int) -> Iterator[Made]:
    """Yield `n` boards of 4x4, 6x6 and 9x9 in turn, with one solution, several or none."""
    for number in range(n):
        seed, of_grid = divmod(number, _BOARDS_A_GRID)
        size, knight = (4, 6, 9)[seed % 3], kind == "anti-knight"
        grid, apart = _full_grid(size, knight, f"{kind} {seed}"), _apart(size, knight)
        cages: tuple[Cage, ...] = ()
        if not knight:
            cages = tuple(_cages(grid, size, Random(seed)))
            apart |= {pair for cells, _ in cages for pair in combinations(cells, 2)}
        random = Random(f"{kind} {number}")
        share = random.uniform(*_SHARE[kind, size])
        digits = [digit if random.random() < share else 0 for digit in grid]
        if of_grid == 2:  # this gives nearly always a contradiction, and rarely an obvious one
            cell = random.randrange(size * size)
            digits[cell] = random.choice([d for d in range(1, size + 1) if d != grid[cell]])
        constraints: list[Constraint] = [AntiKnight()] if knight else [Killer(*cage) for cage in cages]
        problem = with_constraints(Layout.standard(size), constraints)
        yield Made(Board(problem, digits), apart, cages)


def agreement(kind: str, n: int, backends: str, limit_s: float) -> Figures:
    """Ask the backends that understand the constraints about `n` boards.

    A solution must obey the rules as they are written here. A backend that exhausted its search must have found all
    solutions of the other backends, and on a 4x4 those of brute force.
    """
    verdicts, undecided = Counter[str](), Counter[str]()
    wrong: list[str] = []
    engines, kinds = set[int](), set[int]()
    for made in boards(kind, n):
        board, size = made.board, made.board.layout.size
        truth = {grid for grid in _all_grids() if made.solved_by(grid)} if size == 4 else None
        claims: dict[Backend, tuple[int, frozenset[Grid]]] = {}
        for engine in supporting(board.problem, backend_list(backends))[0]:
            with lent_session(engine, board.problem) as session:
                search = session.search(board.instance(), limit=_LIMIT[size], budget=Budget(seconds=limit_s))
                grids = [tuple(board.layout.digits(solution)) for solution in search]
                outcome = search.outcome()
            found, name = frozenset(grids), spec_of(engine)
            if not all(map(made.solved_by, found)) or not len(found) == len(grids) == outcome.count:
                wrong.append(f"{board}: {name} found {grids}")
            if outcome.exhausted and truth is not None and found != truth:
                wrong.append(f"{board}: {name} found {len(grids)}, and there are {len(truth)}")
            if outcome.verdict is Verdict.UNDECIDED:
                undecided[name] += 1
            else:
                claims[engine] = outcome.count, found if outcome.exhausted else frozenset()
                verdicts[f"{size}x{size} {outcome.verdict.value}"] += 1
        if len(set(claims.values())) != 1:
            wrong.append(f"{board}: {[(spec_of(engine), count) for engine, (count, _) in claims.items()]}")
        engines.add(len(claims))
        kinds.add(len({engine.kind for engine in claims}))
    return {
        "boards": n, "claims": dict(sorted(verdicts.items())), "wrong": len(wrong), "undecided": dict(undecided),
        "fewest_engines": min(engines), "fewest_kinds": min(kinds), "examples": wrong[:5],
    }  # fmt: skip


def _trial(kind: str) -> Trial:
    return Trial(
        f"All engines that understand it agree on random {kind} boards with one solution, with several and with none.",
        agreement, {"kind": kind, "n": 63, "backends": _SHORT, "limit_s": 20.0},
        {"kind": kind, "n": 500, "backends": _FULL, "limit_s": 3.0},
        lambda f: not f["wrong"] and f["fewest_engines"] >= 4 and f["fewest_kinds"] >= 3  # type: ignore[operator]
        and len(f["claims"]) == 9,  # type: ignore[arg-type]
    )  # fmt: skip


TRIALS = {kind: _trial(kind) for kind in ("anti-knight", "killer")}
