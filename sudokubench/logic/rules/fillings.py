"""Fillings of constraints: one rule for every kind. A candidate is false if no allowed filling of a constraint has it.

For some kinds of constraints, setters have a name for the rule, such as thermometer bounds. A rule of that name finds
the same steps, but only for its kinds of constraints.

The rule counts the fillings cell by cell, without a list of them. A statement of a constraint is a graph with a layer
for each cell. A state of the count holds the node that each statement has reached, and the digits used in each house
that the cells share.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from sudokubench.constraints import AllDifferent, AllowedTuples, Count, Linear, Relation, Statement
from sudokubench.errors import UsageError
from sudokubench.logic.geometry import Geometry, bits_of, board_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.limits import MOST_TOLD
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step, digits_in, options_in

_MOST_CELLS = 12
"""Largest number of cells of statements that the rule counts together."""
_MOST_STATES = 4_000
"""Largest number of states of the count after a cell. If there are more, the rule counts each statement alone."""

_Reader = tuple[int, bool, dict[tuple[int, int], int] | None]
"""How a statement reads a cell: (slot, is last, edges). The slot is the index of the statement's value in a state.

If the cells of the statement must differ, its value is the mask of the digits used so far. The edges are then None, and
`is last` says whether it reads no further cell. For any other statement, the value is a node of its graph, and
`edges[node, digit]` is the next node.
"""


@dataclass(frozen=True, slots=True, eq=False)
class FillingPart:
    """Statements of a constraint (by its number) that share cells, and the houses that these cells share.

    Attributes:
        whole: Whether these are all statements of the constraint.
        cells: The cells in the order in which they are read.
        readers: For each cell the statements that read it.
        slots: Number of values in a state: one for each group of cells that must differ, and one for each statement
            of another kind.
        apart: Each statement alone, for use if there are too many states.
    """

    number: int
    whole: bool
    cells: tuple[int, ...]
    readers: tuple[tuple[_Reader, ...], ...]
    slots: int
    apart: tuple[FillingPart, ...] = ()


@lru_cache(maxsize=32)
def _parts(geometry: Geometry) -> tuple[FillingPart, ...]:
    """Return the parts of all constraints; parts with few cells come first."""
    found: list[FillingPart] = []
    for number, constraint in enumerate(geometry.constraints):
        groups: list[list[Statement]] = []
        for one in constraint.statements(geometry.layout):
            joined = [group for group in groups if not {*one.cells}.isdisjoint(_cells(group))]
            merged = [*(statement for group in joined for statement in group), one]
            if constraint.named or len(_cells(merged)) > _MOST_CELLS:
                groups.append([one])
            else:
                groups = [*(group for group in groups if group not in joined), merged]
        for group in groups:
            found += part_of(geometry, number, group, len(groups) == 1)
    return tuple(sorted(found, key=lambda part: len(part.cells)))


def _cells(statements: Iterable[Statement]) -> set[int]:
    return {cell for one in statements for cell in one.cells}


def part_of(geometry: Geometry, number: int, group: list[Statement], whole: bool) -> tuple[FillingPart, ...]:
    """Return the statements as one part, or each as a part of its own if no order of the cells fits all statements.

    A statement with too many edges has no part: fewer candidates are removed, but none wrongly.
    """
    first = max(group, key=lambda one: (not _any_order(one), len(one.cells)))
    cells = tuple(dict.fromkeys(cell for one in (first, *group) for cell in one.cells))
    place = {cell: k for k, cell in enumerate(cells)}
    ordered = [_in_order(one, place) for one in group]
    single = group if len(group) > 1 else []
    alone = tuple(part for one in single for part in part_of(geometry, number, [one], False))
    if None in ordered:
        return alone
    together = {frozenset(one.cells) for one in group if isinstance(one, AllDifferent)}
    together |= {frozenset(bits_of(house & board_of(cells))) for house in geometry.houses}
    differ = [some for some in together if len(some) > 1 and not any(some < other for other in together)]
    readers: list[list[_Reader]] = [[] for _ in cells]
    slot = 0
    for some in sorted(differ, key=sorted):
        places = sorted(place[cell] for cell in some)
        for k in places:
            readers[k].append((slot, k == places[-1], None))
        slot += 1
    for statement in ordered:
        if statement is None or isinstance(statement, AllDifferent):
            continue
        try:
            layers = statement.layers(geometry.size)
        except UsageError:
            return alone
        for cell, edges in zip(statement.cells, layers.edges, strict=True):
            table = {(source, digit - 1): to for source, digit, to in edges}
            readers[place[cell]].append((slot, False, table))
        slot += 1
    return (FillingPart(number, whole, cells, tuple(map(tuple, readers)), slot, alone),)


def _any_order(statement: Statement) -> bool:
    return isinstance(statement, AllDifferent | Count | Linear | Relation | AllowedTuples)


def _in_order(statement: Statement, place: dict[int, int]) -> Statement | None:
    """Return an equal statement that reads its cells in the order of their places; None if it needs another order."""
    order = sorted(range(len(statement.cells)), key=lambda k: place[statement.cells[k]])
    cells = tuple(statement.cells[k] for k in order)
    match statement:
        case AllDifferent() | Count():
            return replace(statement, cells=cells)
        case Linear():
            coefficients = tuple(statement.coefficients[k] for k in order)
            return replace(statement, cells=cells, coefficients=coefficients)
        case Relation():
            pairs = tuple((row[order[0]], row[order[1]]) for row in statement.pairs)
            return Relation((cells[0], cells[1]), pairs)
        case AllowedTuples():
            return AllowedTuples(cells, tuple(tuple(row[k] for k in order) for row in statement.tuples))
    return statement if cells == statement.cells else None


@lru_cache(maxsize=1 << 15)
def _fillings(part: FillingPart, masks: tuple[int, ...]) -> tuple[int, tuple[int, ...]] | None:
    """Return the number of fillings, and the mask of their digits for each cell; None if there are too many states."""
    counts: dict[tuple[int, ...], int] = {(0,) * part.slots: 1}
    ways: list[list[tuple[tuple[int, ...], int, tuple[int, ...]]]] = []
    for mask, readers in zip(masks, part.readers, strict=True):
        following: dict[tuple[int, ...], int] = {}
        taken = []
        for state, count in counts.items():
            for d in bits_of(mask):
                to = list(state)
                for slot, last, edges in readers:
                    held = state[slot]
                    if edges is None:
                        if held >> d & 1:
                            break
                        to[slot] = 0 if last else held | 1 << d
                    elif (node := edges.get((held, d))) is None:
                        break
                    else:
                        to[slot] = node
                else:
                    after = tuple(to)
                    following[after] = following.get(after, 0) + count
                    taken.append((state, d, after))
        if len(following) > _MOST_STATES:
            return None
        counts = following
        ways.append(taken)
    supported = [0] * len(masks)
    alive = set(counts)
    for k in reversed(range(len(masks))):
        live = set()
        for state, d, after in ways[k]:
            if after in alive:
                supported[k] |= 1 << d
                live.add(state)
        alive = live
    return sum(counts.values()), tuple(supported)


def impossible(grid: CandidateGrid, part: FillingPart) -> Iterator[tuple[FillingPart, int, tuple[int, ...]]]:
    """Yield (part, number of its fillings, candidates that none of them contains), if there are such candidates.

    If the part has too many states, do this for each statement alone.
    """
    masks = tuple(grid.cells[cell] for cell in part.cells)
    if 0 in masks:
        return
    found = _fillings(part, masks)
    if found is None:
        for one in part.apart:
            yield from impossible(grid, one)
    elif found[1] != masks:
        n, supported = grid.geometry.size, zip(part.cells, masks, found[1], strict=True)
        gone = (n * cell + d for cell, mask, kept in supported for d in bits_of(mask & ~kept))
        yield part, found[0], tuple(sorted(gone))


def deciding_cells(grid: CandidateGrid, part: FillingPart, gone: tuple[int, ...]) -> tuple[int, ...]:
    """Return cells whose candidates rule out `gone`. Drop cells that are not needed, unless too many states arise."""
    n, every = grid.geometry.size, grid.geometry.layout.full_mask
    masks = {cell: grid.cells[cell] for cell in part.cells}
    for cell in sorted(part.cells, key=lambda one: (-masks[one].bit_count(), one)):
        wider = {**masks, cell: every}
        found = _fillings(part, tuple(wider.values()))
        if found is not None:
            kept = dict(zip(part.cells, found[1], strict=True))
            if not any(kept[option // n] >> option % n & 1 for option in gone):
                masks = wider
    return tuple(sorted(cell for cell, mask in masks.items() if mask != every))


def _find(grid: CandidateGrid, rule: str, kinds: Collection[str]) -> Iterator[Step]:
    """Find the candidates that no filling of a constraint contains; `kinds`, if not empty, limits the constraints.

    If several statements of a constraint eliminate candidates because of the same cells, this makes one step.
    """
    joined: dict[tuple[int, ...], tuple[set[int], set[int]]] = {}
    constraints, item_of = grid.geometry.constraints, grid.geometry.item_of_constraint
    for of in _parts(grid.geometry):
        if kinds and constraints[of.number].kind not in kinds:
            continue
        for part, count, gone in impossible(grid, of):
            items = (item_of(part.number), *deciding_cells(grid, part, gone))
            if part.whole:
                yield elimination(grid, rule, items, part.cells, gone, min(count, MOST_TOLD))
            else:
                cells, options = joined.setdefault(items, (set(), set()))
                cells |= {*part.cells}
                options |= {*gone}
    for items, (cells, options) in joined.items():
        yield elimination(grid, rule, items, cells, sorted(options), 0)


def elimination(
    grid: CandidateGrid,
    rule: str,
    items: tuple[int, ...],
    cells: Iterable[int],
    gone: Iterable[int],
    count: int,
    houses: tuple[int, ...] = (),
) -> Step:
    """Return the step that removes candidates of some cells; `count` fillings are left (0 if not counted)."""
    gone, n = tuple(gone), grid.geometry.size
    left = tuple(option for option in options_in(grid, board_of(cells)) if option not in gone)
    digits = digits_in(board_of({option % n for option in gone}))
    return Step(rule, digits, (), gone, items, (("allowed", left),), houses, length=count)


_SOURCE = "generalised arc consistency: Christian Bessiere, Constraint Propagation (2006)"
_NAMED = {
    "thermometer_bounds": ("thermometer", "slow-thermometer"),
    "arrow_sums": ("arrow",),
    "cage_combinations": ("killer",),
}
"""Special names of the rule, each with the kinds of constraints that it is for; the easiest comes first."""

RULES = tuple(
    Rule(name, partial(_find, rule=name, kinds=kinds), 0.0, 0, _SOURCE, monotone=True)
    for name, kinds in {**_NAMED, "fillings": ()}.items()
)
