"""Rules that assume that the clues of a board have exactly one solution.

A second solution counts even if it uses forbidden candidates. Take a loop of cells without clues. Each house has none
of its cells, or two that are an odd number of steps apart. The cells cannot hold a, b, a, b and so on, because
exchanging the two digits would give a second solution. A loop of four cells is a rectangle in two rows, two columns and
two boxes. If all open cells have two candidates, and every digit has two or no open places in each house, the number of
solutions is even (bivalue universal grave).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations, permutations, product

from sudokubench.logic.geometry import Geometry, bits_of, board_of, union
from sudokubench.logic.grid import CandidateGrid, kept
from sudokubench.logic.rule import Finder, Rule, smallest_first
from sudokubench.logic.step import Group, Step, digits_in, options_at, options_in

Four = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Deadly:
    """Cells without a clue, one of which must hold an extra candidate: otherwise there would be two solutions.

    Attributes:
        cells: All cells. The cells of a loop are in order: opposite corners of a rectangle are two apart.
        digits: Mask of the digits that would be exchanged; for a bivalue universal grave, of the extra digits.
        roof: The cells with extra candidates; `extras` has their masks.
        cost: Tenths that the size of the pattern adds on the scale of Sudoku Explainer.
    """

    cells: tuple[int, ...]
    digits: int
    roof: tuple[int, ...]
    extras: tuple[int, ...]
    groups: tuple[Group, ...]
    cost: int = 0

    @property
    def extra(self) -> int:
        """Mask of all extra candidates."""
        return union(self.extras)

    @property
    def plain(self) -> tuple[int, ...]:
        """The cells without extra candidates."""
        return tuple(cell for cell in self.cells if cell not in self.roof)

    @classmethod
    def loop(cls, grid: CandidateGrid, cells: tuple[int, ...], digits: int) -> Deadly:
        """Return cells in which `digits` (a mask) could be exchanged if these were the only candidates."""
        extras = {cell: extra for cell in cells if (extra := grid.cells[cell] & ~digits)}
        return cls.under(grid, cells, digits, extras)

    @classmethod
    def under(
        cls, grid: CandidateGrid, cells: tuple[int, ...], digits: int, extras: dict[int, int]
    ) -> Deadly:
        """Return a pattern with these extra candidates: a mask for each cell of its roof."""
        roles = (("floor", board_of(cells) & ~board_of(extras)), ("roof", board_of(extras)))
        groups = tuple((role, options_in(grid, some)) for role, some in roles if some)
        cost = {4: 0, 6: 0, 8: 1}.get(len(cells), 4)
        return cls(cells, digits, tuple(extras), tuple(extras.values()), groups, cost)


Patterns = Callable[[CandidateGrid], list[Deadly]]

_SOURCE = "folklore; Sudopedia, Uniqueness Test, Unique Loop and Bivalue Universal Grave"


@lru_cache(maxsize=16)
def _corners(geometry: Geometry) -> tuple[tuple[Four, int], ...]:
    """Return all rectangles of cells in two boxes, and their bitboards; () if there are extra houses."""
    n, boxes = geometry.size, geometry.layout.boxes
    if geometry.layout.extra:
        return ()  # exchanging two digits may break an extra house
    found = []
    for r1, r2 in combinations(range(n), 2):
        for c1, c2 in combinations(range(n), 2):
            corners = (n * r1 + c1, n * r1 + c2, n * r2 + c2, n * r2 + c1)
            one, two, three, four = (boxes[cell] for cell in corners)
            if one != three and ((one == two and three == four) or (one == four and two == three)):
                found.append((corners, board_of(corners)))
    return tuple(found)


@kept
def rectangles(grid: CandidateGrid) -> list[Deadly]:
    """Return rectangles of empty cells that could hold a, b, a, b; some corner has only the candidates a and b."""
    masks, free = grid.cells, grid.unplaced
    twos = grid.bivalue & free
    found = []
    for corners, cells in _corners(grid.geometry):
        if cells & ~free:
            continue
        for pair in dict.fromkeys(masks[cell] for cell in bits_of(cells & twos)):
            if _possible(grid, corners, *bits_of(pair)):
                found.append(Deadly.loop(grid, corners, pair))
    return found


def _possible(grid: CandidateGrid, corners: Four, a: int, b: int) -> bool:
    """Return whether the corners, in order, could hold a, b, a, b or b, a, b, a."""
    masks = [grid.cells[cell] for cell in corners]
    one = masks[0] >> a & masks[2] >> a & masks[1] >> b & masks[3] >> b & 1
    two = masks[0] >> b & masks[2] >> b & masks[1] >> a & masks[3] >> a & 1
    return bool(one | two)


@kept
def avoidable(grid: CandidateGrid) -> list[Deadly]:
    """Return rectangles without clues that could hold a, b, a, b; two or three corners are filled.

    If two corners are open, their candidates other than a and b are the same.
    """
    masks, placed, every = grid.cells, grid.placed, (1 << grid.geometry.size) - 1
    found = []
    for corners, cells in _corners(grid.geometry):
        roof = tuple(cell for cell in corners if not placed >> cell & 1)
        if cells & grid.givens or len(roof) not in {1, 2}:
            continue
        known = [masks[cell] if placed >> cell & 1 else every for cell in corners]
        digits = union(masks[cell] for cell in corners if placed >> cell & 1)
        for x, y in product(bits_of(known[0] & known[2]), bits_of(known[1] & known[3])):
            wants = dict(zip(corners, (x, y, x, y), strict=True))
            extras = {
                cell: masks[cell] & ~(1 << wants[cell]) for cell in roof if masks[cell] >> wants[cell] & 1
            }
            if x != y and len(extras) == len(roof) and len({*extras.values()}) == 1:
                found.append(Deadly.under(grid, corners, digits, extras))
    return found


@kept
def loops(grid: CandidateGrid) -> list[Deadly]:
    """Return loops of six or more cells. Extra candidates must lie in at most two cells, or all be the same digit.

    A layout with extra houses has no such loops.
    """
    masks, twos = grid.cells, grid.bivalue & grid.unplaced
    found, seen = [], set[tuple[int, int]]()
    if grid.geometry.layout.extra:
        return []
    for start in bits_of(twos):
        pair = masks[start]
        a, b = bits_of(pair)
        both = grid.boards[a] & grid.boards[b] & grid.unplaced
        later = both & ~(twos & (1 << start) - 1)  # a loop starts at the first of its cells without extras
        for cells in _around(grid, later, start, pair):
            if (board_of(cells), pair) not in seen:
                seen.add((board_of(cells), pair))
                found.append(Deadly.loop(grid, cells, pair))
    return found


def _around(grid: CandidateGrid, some: int, start: int, pair: int) -> Iterator[tuple[int, ...]]:
    """Yield the loops of at least six cells that go from `start` through cells of the bitboard `some`."""
    peers, masks, houses_of = grid.geometry.peers, grid.cells, grid.geometry.houses_of
    houses = [board_of(houses_of[start]), 0]
    path, apart = [start], [peers[start], 0]  # apart: peers of the cells at even places, and at odd places

    def further(extra: int, roof: int) -> Iterator[tuple[int, ...]]:
        odd = len(path) % 2
        for cell in bits_of(some & peers[path[-1]] & ~apart[odd] & ~board_of(path)):
            mine = masks[cell] & ~pair
            if mine and roof == 2 and (extra | mine).bit_count() > 1:
                continue
            before = apart[odd], houses[odd]
            path.append(cell)
            apart[odd] |= peers[cell]
            houses[odd] |= board_of(houses_of[cell])
            if odd and len(path) >= 6 and houses[0] == houses[1] and peers[cell] >> start & 1:
                yield tuple(path)
            yield from further(extra | mine, min(2, roof + bool(mine)))
            path.pop()
            apart[odd], houses[odd] = before

    return further(0, 0)


@kept
def bugs(grid: CandidateGrid) -> list[Deadly]:
    """Return the bivalue universal grave that would remain without extra candidates, or [].

    At most 9 cells of a 9x9 may have extra candidates.
    """
    geometry, free, masks = grid.geometry, grid.unplaced, grid.cells
    roof = free & ~grid.with_few()[2]
    if not roof or roof.bit_count() > geometry.size or geometry.layout.extra:
        return []
    places = {(house, d): (board & free & cells).bit_count()
              for house, cells in geometry.whole_boards for d, board in enumerate(grid.boards)}  # fmt: skip
    extras = [
        board_of(d for d in bits_of(masks[cell]) if min(places[h, d] for h in geometry.houses_of[cell]) > 2)
        for cell in bits_of(roof)
    ]
    for cell, extra in zip(bits_of(roof), extras, strict=True):
        if (masks[cell] & ~extra).bit_count() != 2:
            return []
        for house, d in product(geometry.houses_of[cell], bits_of(extra)):
            places[house, d] -= 1
    if not set(places.values()) <= {0, 2}:
        return []
    odd = tuple(
        o
        for cell, extra in zip(bits_of(roof), extras, strict=True)
        for o in options_in(grid, 1 << cell, extra)
    )
    return [Deadly(bits_of(free), union(extras), bits_of(roof), tuple(extras), (("odd", odd),))]


def _step(
    grid: CandidateGrid,
    rule: str,
    deadly: Deadly,
    gone: Iterable[int],
    more_items: tuple[int, ...] = (),
    houses: tuple[int, ...] = (),
    subset: int = 0,
    cost: int = 0,
) -> Step:
    groups = (*deadly.groups, ("subset", options_in(grid, subset))) if subset else deadly.groups
    items = tuple(dict.fromkeys((*deadly.cells, *more_items)))
    length = deadly.cost + cost
    return Step(rule, digits_in(deadly.digits), (), tuple(sorted(gone)), items, groups, houses, length=length)


def _confined(grid: CandidateGrid, d: int, houses: tuple[int, ...], cells: int) -> tuple[int, ...]:
    """Return the items "this whole house holds the digit"; () if a house has a place of the digit outside `cells`."""
    geometry = grid.geometry
    if any(grid.places(house, d + 1) & ~cells for house in houses):
        return ()
    return tuple(geometry.item_of_place(house, d + 1) for house in houses)


def _shared(grid: CandidateGrid, cells: tuple[int, ...]) -> list[int]:
    geometry, board = grid.geometry, board_of(cells)
    return [house for house in geometry.houses_of[cells[0]] if not board & ~geometry.houses[house]]


def type_1(grid: CandidateGrid, rule: str, patterns: Patterns) -> Iterator[Step]:
    """Find patterns with extra candidates in one cell only: this cell holds one of them."""
    for deadly in patterns(grid):
        if len(deadly.roof) == 1:
            gone = options_in(grid, 1 << deadly.roof[0], ~deadly.extra)
            if gone:
                yield _step(grid, rule, deadly, gone)


def type_2(grid: CandidateGrid, rule: str, patterns: Patterns, aligned: bool | None = None) -> Iterator[Step]:
    """Find patterns in which several cells have the same single extra candidate: one of these cells holds it.

    With `aligned` True (type 2), there are exactly two such cells, in one house; with False (type 5), all other cases.
    """
    for deadly in patterns(grid):
        if len(deadly.roof) < 2 or deadly.extra.bit_count() != 1:
            continue
        if aligned in {None, len(deadly.roof) == 2 and bool(_shared(grid, deadly.roof))}:
            d = deadly.extra.bit_length() - 1
            where = grid.boards[d] & grid.geometry.common_peers(board_of(deadly.roof))
            if where:
                yield _step(grid, rule, deadly, options_at(grid.geometry.size, d, where))


def type_3(grid: CandidateGrid, rule: str, patterns: Patterns) -> Iterator[Step]:
    """Find patterns whose extra candidates lie in cells of a house and form a naked subset with other cells there."""
    geometry, masks = grid.geometry, grid.cells
    n = geometry.size
    for deadly in patterns(grid):
        if len(deadly.roof) < 2 or deadly.extra.bit_count() < 2:
            continue
        roof, extra = board_of(deadly.roof), deadly.extra
        for house in _shared(grid, deadly.roof):
            others = bits_of(geometry.houses[house] & grid.unplaced & ~roof)
            for size in range(1, len(others)):
                for chosen in combinations(others, size):
                    digits = extra | union(masks[cell] for cell in chosen)
                    if digits.bit_count() != size + 1:
                        continue
                    subset, left = board_of(chosen), len(others) - size
                    places = [(d, grid.boards[d]) for d in bits_of(digits)]
                    gone = [
                        option
                        for d, board in places
                        for option in options_at(n, d, board & geometry.common_peers((roof | subset) & board))
                    ]
                    if gone:
                        # If the subset has more than half of the cells, Sudoku Explainer names the others.
                        cost = size if size <= left else left - 1
                        yield _step(grid, rule, deadly, gone, chosen, (house,), subset, cost)


def type_4(grid: CandidateGrid, rule: str, patterns: Patterns) -> Iterator[Step]:
    """Find patterns with extra candidates in two cells that are the only places of a digit of the pattern in a house.

    One of the two cells holds this digit, so the other one holds an extra.
    """
    for deadly in patterns(grid):
        if len(deadly.roof) != 2:
            continue
        roof = board_of(deadly.roof)
        kept = [grid.cells[cell] & ~extra for cell, extra in zip(deadly.roof, deadly.extras, strict=True)]
        for house in _shared(grid, deadly.roof):
            for d in bits_of(union(kept) & ~deadly.extra):
                items = _confined(grid, d, (house,), roof)
                gone = [
                    option
                    for cell, mask in zip(deadly.roof, kept, strict=True)
                    for option in options_in(grid, 1 << cell, mask & ~(1 << d))
                ]
                if items and gone:
                    yield _step(grid, rule, deadly, gone, items, (house,))


def unique_rectangle_6(grid: CandidateGrid) -> Iterator[Step]:
    """Find a digit whose only places in the two rows, or in the two columns, of a rectangle are the corners.

    If two opposite corners have extras, these corners do not hold the digit.
    """
    n = grid.geometry.size
    for rect in rectangles(grid):
        if len(rect.roof) != 2 or _shared(grid, rect.roof):
            continue
        roof, first, last = board_of(rect.roof), rect.cells[0], rect.cells[2]
        for houses in ((first // n, last // n), (n + first % n, n + last % n)):
            for d in bits_of(rect.digits):
                items, gone = _confined(grid, d, houses, board_of(rect.cells)), options_in(grid, roof, 1 << d)
                if items and gone:
                    yield _step(grid, "unique_rectangle_6", rect, gone, items, houses)


def hidden_rectangle(grid: CandidateGrid) -> Iterator[Step]:
    """Find a corner without extras, and a digit that both lines of the opposite corner confine to the corners.

    The opposite corner does not hold the other digit.
    """
    n = grid.geometry.size
    for rect in rectangles(grid):
        if len(rect.roof) < 2:
            continue
        for corner in rect.plain:
            opposite = rect.cells[rect.cells.index(corner) - 2]
            houses = (opposite // n, n + opposite % n)
            for d, other in permutations(bits_of(rect.digits)):
                items = _confined(grid, d, houses, board_of(rect.cells))
                if items and grid.boards[other] >> opposite & 1:
                    yield _step(grid, "hidden_rectangle", rect, [n * opposite + other], items, houses)


def of_patterns(
    kind: Callable[..., Iterator[Step]],
    patterns: Patterns,
    name: str,
    se: float,
    *codes: str,
    source: str = _SOURCE,
) -> Rule:
    """Return the rule of a type, such as `type_1`. If the costs of its steps differ, it finds the cheapest first."""
    find: Finder = partial(kind, rule=name, patterns=patterns)
    rule = Rule(name, find, se, 100, source, codes, unique=True)
    if kind is not type_3 and patterns is not loops:
        return rule
    smallest = partial(_cheapest, find=find)
    growing = partial(smallest_first, smallest=smallest, others=find)
    return replace(rule, find=growing, smallest=smallest, tenths=True)


def _cheapest(grid: CandidateGrid, find: Finder) -> list[Step]:
    steps = list(find(grid))
    least = min((step.length for step in steps), default=0)
    return [step for step in steps if step.length == least]


_type_2, _type_5 = partial(type_2, aligned=True), partial(type_2, aligned=False)

RULES = (
    of_patterns(type_1, rectangles, "unique_rectangle_1", 4.5, "0600"),
    of_patterns(_type_2, rectangles, "unique_rectangle_2", 4.5, "0601"),
    of_patterns(type_3, rectangles, "unique_rectangle_3", 4.5, "0602"),
    of_patterns(type_4, rectangles, "unique_rectangle_4", 4.5, "0603"),
    of_patterns(_type_5, rectangles, "unique_rectangle_5", 4.6, "0604"),
    Rule("unique_rectangle_6", unique_rectangle_6, 4.7, 100, _SOURCE, ("0605",), unique=True),
    Rule("hidden_rectangle", hidden_rectangle, 4.8, 100, _SOURCE, ("0606",), unique=True),
    of_patterns(type_1, avoidable, "avoidable_rectangle_1", 4.7, "0607"),
    of_patterns(type_2, avoidable, "avoidable_rectangle_2", 4.8, "0608"),
    of_patterns(type_1, loops, "unique_loop_1", 4.6),
    of_patterns(type_2, loops, "unique_loop_2", 4.6),
    of_patterns(type_4, loops, "unique_loop_4", 4.6),
    of_patterns(type_1, bugs, "bug_plus_1", 5.6, "0610"),
    of_patterns(type_2, bugs, "bug_2", 5.7),
    of_patterns(type_3, bugs, "bug_3", 5.7),
    of_patterns(type_4, bugs, "bug_4", 5.7),
)
