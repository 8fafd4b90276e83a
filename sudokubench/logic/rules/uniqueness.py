"""Rules that rely on the clues of a board having exactly one solution.

The second solution, which there must not be, may use forbidden candidates: clues alone decide. Four cells in two rows,
two columns and two boxes, none of them a clue, cannot hold a, b, b, a: exchanging the two digits would give a second
solution. And an all-bivalue grid in which every digit has two places in each house has an even number of solutions
(bivalue universal grave).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, permutations, product

from sudokubench.logic.geometry import Geometry, bits_of, board_of, union
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step, digits_in, options_at, options_in


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Four cells that no clue occupies, and two digits that would be deadly there.

    Attributes:
        corners: The cells, row by row; first and last, second and third are opposite.
        pair: Mask of the two digits.
        plain: Those of the corners without other candidates.
        roof: The others.
        extra: Mask of the other candidates in the roof.
    """

    corners: tuple[int, int, int, int]
    pair: int
    plain: tuple[int, ...]
    roof: tuple[int, ...]
    extra: int

    @property
    def cells(self) -> int:
        """Bitboard of the corners."""
        return board_of(self.corners)


@lru_cache(maxsize=16)
def _corners(geometry: Geometry) -> tuple[tuple[tuple[int, int, int, int], int], ...]:
    """All rectangles in two boxes, and their bitboards."""
    n, boxes = geometry.size, geometry.layout.boxes
    if geometry.layout.extra:
        return ()  # exchanging two digits may break an extra house
    found = []
    for r1, r2 in combinations(range(n), 2):
        for c1, c2 in combinations(range(n), 2):
            corners = (n * r1 + c1, n * r1 + c2, n * r2 + c1, n * r2 + c2)
            one, two, three, four = (boxes[cell] for cell in corners)
            if one != four and ((one == two and three == four) or (one == three and two == four)):
                found.append((corners, board_of(corners)))
    return tuple(found)


def rectangles(grid: CandidateGrid) -> list[Rectangle]:
    """All rectangles of empty cells with two digits that the corners may hold crosswise; kept with the state."""
    return grid.kept("rectangles", _rectangles)


def _rectangles(grid: CandidateGrid) -> list[Rectangle]:
    masks, free = grid.cells, grid.unplaced
    twos = grid.bivalue & free
    found = []
    for corners, cells in _corners(grid.geometry):
        if cells & ~free:
            continue
        for plain_cell in bits_of(cells & twos):
            pair = masks[plain_cell]
            plain = tuple(cell for cell in corners if not masks[cell] & ~pair)
            a, b = bits_of(pair)
            if plain[0] != plain_cell or not _possible(grid, corners, a, b):
                continue
            roof = tuple(cell for cell in corners if masks[cell] & ~pair)
            extra = union(masks[cell] & ~pair for cell in roof)
            found.append(Rectangle(corners, pair, plain, roof, extra))
    return found


def _possible(grid: CandidateGrid, corners: tuple[int, int, int, int], a: int, b: int) -> bool:
    """Whether the corners could hold the two digits crosswise in one way or the other."""
    masks = [grid.cells[cell] for cell in corners]
    one = masks[0] >> a & masks[3] >> a & masks[1] >> b & masks[2] >> b & 1
    two = masks[0] >> b & masks[3] >> b & masks[1] >> a & masks[2] >> a & 1
    return bool(one | two)


def _step(
    grid: CandidateGrid,
    rule: str,
    rect: Rectangle,
    gone: Iterable[int],
    more_items: tuple[int, ...] = (),
    houses: tuple[int, ...] = (),
    subset: int = 0,
) -> Step:
    roles = (("floor", board_of(rect.plain)), ("roof", board_of(rect.roof)), ("subset", subset))
    groups = tuple((role, options_in(grid, cells)) for role, cells in roles if cells)
    items, cleared = (*rect.corners, *more_items), tuple(sorted(gone))
    return Step(rule, digits_in(rect.pair), (), cleared, items, groups, houses)


def _confined(grid: CandidateGrid, d: int, houses: tuple[int, ...], cells: int) -> tuple[int, ...]:
    """If some whole houses have no place for a digit but in these cells: the items that say so."""
    geometry = grid.geometry
    if any(grid.places(house, d + 1) & ~cells for house in houses):
        return ()
    return tuple(geometry.item_of_place(house, d + 1) for house in houses)


def _two_roofs(grid: CandidateGrid, *, aligned: bool) -> Iterator[tuple[Rectangle, int]]:
    """The rectangles with other candidates in two corners, in one line or opposite ones, and these as a bitboard."""
    for rect in rectangles(grid):
        if len(rect.roof) == 2 and bool(grid.geometry.peers[rect.roof[0]] >> rect.roof[1] & 1) == aligned:
            yield rect, board_of(rect.roof)


def unique_rectangle_1(grid: CandidateGrid) -> Iterator[Step]:
    """Three corners hold only the pair: the fourth holds neither of the two."""
    for rect in rectangles(grid):
        if len(rect.roof) == 1:
            gone = options_in(grid, 1 << rect.roof[0], rect.pair)
            if gone:
                yield _step(grid, "unique_rectangle_1", rect, gone)


def same_extra(grid: CandidateGrid, rule: str, aligned: bool) -> Iterator[Step]:
    """Two corners in a line (type 2), or opposite or three ones (type 5), have the same one extra candidate."""
    peers = grid.geometry.peers
    for rect in rectangles(grid):
        if len(rect.roof) < 2 or rect.extra.bit_count() != 1:
            continue
        if (len(rect.roof) == 2 and bool(peers[rect.roof[0]] >> rect.roof[1] & 1)) == aligned:
            d = rect.extra.bit_length() - 1
            where = grid.boards[d] & grid.geometry.common_peers(board_of(rect.roof))
            if where:
                yield _step(grid, rule, rect, options_at(grid.geometry.size, d, where))


def unique_rectangle_3(grid: CandidateGrid) -> Iterator[Step]:
    """The extra candidates of two corners in a line make a naked subset with further cells of a house."""
    geometry, masks = grid.geometry, grid.cells
    n = geometry.size
    for rect, roof in _two_roofs(grid, aligned=True):
        for house in geometry.houses_of[rect.roof[0]]:
            cells = geometry.houses[house]
            if roof & ~cells:
                continue
            others = bits_of(cells & grid.unplaced & ~roof)
            for size in range(1, len(others)):
                for chosen in combinations(others, size):
                    digits = rect.extra | union(masks[cell] for cell in chosen)
                    if digits.bit_count() != size + 1:
                        continue
                    subset = board_of(chosen)
                    target = cells & ~roof & ~subset
                    for other in geometry.houses_of[
                        rect.roof[0]
                    ]:  # the pattern may lie in a second house, too
                        if not (roof | subset) & ~geometry.houses[other]:
                            target |= geometry.houses[other] & ~roof & ~subset
                    gone = [n * c + d for d in bits_of(digits) for c in bits_of(grid.boards[d] & target)]
                    if gone:
                        yield _step(grid, "unique_rectangle_3", rect, gone, tuple(chosen), (house,), subset)


def unique_rectangle_4(grid: CandidateGrid) -> Iterator[Step]:
    """One digit of the pair has no other place in a house of the roof: the roof does not hold the other digit."""
    geometry = grid.geometry
    for rect, roof in _two_roofs(grid, aligned=True):
        for house in geometry.houses_of[rect.roof[0]]:
            if roof & ~geometry.houses[house] or house not in geometry.whole:
                continue
            for d, other in permutations(bits_of(rect.pair)):
                items, gone = _confined(grid, d, (house,), roof), options_in(grid, roof, 1 << other)
                if items and gone:
                    yield _step(grid, "unique_rectangle_4", rect, gone, items, (house,))


def unique_rectangle_6(grid: CandidateGrid) -> Iterator[Step]:
    """Opposite corners have extra candidates and a digit has no other place in both lines: they do not hold it."""
    n = grid.geometry.size
    for rect, roof in _two_roofs(grid, aligned=False):
        first, last = rect.corners[0], rect.corners[3]
        for houses in ((first // n, last // n), (n + first % n, n + last % n)):
            for d in bits_of(rect.pair):
                items, gone = _confined(grid, d, houses, rect.cells), options_in(grid, roof, 1 << d)
                if items and gone:
                    yield _step(grid, "unique_rectangle_6", rect, gone, items, houses)


def hidden_rectangle(grid: CandidateGrid) -> Iterator[Step]:
    """One corner holds only the pair; a digit has no other place in both lines of the opposite corner."""
    n = grid.geometry.size
    for rect in rectangles(grid):
        if len(rect.roof) < 2:
            continue
        for corner in rect.plain:
            opposite = rect.corners[3 - rect.corners.index(corner)]
            houses = (opposite // n, n + opposite % n)
            for d, other in permutations(bits_of(rect.pair)):
                items = _confined(grid, d, houses, rect.cells)
                if items and grid.boards[other] >> opposite & 1:
                    yield _step(grid, "hidden_rectangle", rect, [n * opposite + other], items, houses)


def _avoidable(
    grid: CandidateGrid, wanted: int
) -> Iterator[tuple[tuple[int, int, int, int], list[int], list[int]]]:
    """Rectangles with so many placed corners, and the digits (from 0) that would complete each corner's pattern."""
    placed, givens, every = grid.placed, grid.givens, (1 << grid.geometry.size) - 1
    for corners, cells in _corners(grid.geometry):
        if cells & givens or (cells & placed).bit_count() != wanted:
            continue
        open_cells = [cell for cell in corners if not placed >> cell & 1]
        known = [grid.cells[cell] if placed >> cell & 1 else every for cell in corners]
        for x, y in product(bits_of(known[0] & known[3]), bits_of(known[1] & known[2])):
            if x != y:
                wants = dict(zip(corners, (x, y, y, x), strict=True))
                yield corners, open_cells, [wants[cell] for cell in open_cells]


def avoidable_rectangle_1(grid: CandidateGrid) -> Iterator[Step]:
    """Three placed corners, none a clue, hold a, b, b: the fourth is not a."""
    n = grid.geometry.size
    for corners, (cell,), (d,) in _avoidable(grid, 3):
        if grid.boards[d] >> cell & 1:
            floor = options_in(grid, board_of(c for c in corners if c != cell))
            groups, digits = (("floor", floor),), tuple(sorted({o % n + 1 for o in floor}))
            yield Step("avoidable_rectangle_1", digits, (), (n * cell + d,), corners, groups)


def avoidable_rectangle_2(grid: CandidateGrid) -> Iterator[Step]:
    """Two placed corners and two with one extra candidate x beside the missing digit: one of these is x."""
    geometry, masks = grid.geometry, grid.cells
    n = geometry.size
    for corners, (one, two), (d, e) in _avoidable(grid, 2):
        pairs = masks[one].bit_count() == masks[two].bit_count() == 2
        if not pairs or not masks[one] >> d & masks[two] >> e & 1:
            continue
        extra = masks[one] & ~(1 << d)
        if extra != masks[two] & ~(1 << e):
            continue
        x = extra.bit_length() - 1
        gone = grid.boards[x] & geometry.peers[one] & geometry.peers[two]
        if gone:
            floor = options_in(grid, board_of(c for c in corners if c not in {one, two}))
            groups = (("floor", floor), ("roof", options_in(grid, 1 << one | 1 << two)))
            digits = tuple(sorted({o % n + 1 for o in floor}))
            yield Step("avoidable_rectangle_2", digits, (), options_at(n, x, gone), corners, groups)


def bug_plus_1(grid: CandidateGrid) -> Iterator[Step]:
    """Every empty cell has two candidates but one: that cell takes the digit with three places in its houses.

    Without that digit there every digit has two places in each house, so the digit must be a candidate of the cell.
    """
    geometry = grid.geometry
    few = grid.with_few()
    free = grid.unplaced
    if geometry.layout.extra:
        return
    odd = few[3] & free
    if odd.bit_count() != 1 or free & ~(few[2] | few[3]):
        return
    cell = odd.bit_length() - 1
    winners = []
    for d, board in enumerate(grid.boards):
        for house in geometry.whole:
            places = (board & free & geometry.houses[house]).bit_count()
            if places == 3 and board & odd & geometry.houses[house]:
                winners.append(d)
            elif places not in {0, 2}:
                return
    if len(winners) == len(geometry.houses_of[cell]) and len(set(winners)) == 1:
        d = winners[0]
        gone = tuple(geometry.size * cell + e for e in bits_of(grid.cells[cell] & ~(1 << d)))
        groups = (("odd", (geometry.size * cell + d,)),)
        yield Step("bug_plus_1", (d + 1,), (), gone, bits_of(free), groups)


_SOURCE = "folklore; Sudopedia, Uniqueness Test and Bivalue Universal Grave"
_type_2 = partial(same_extra, rule="unique_rectangle_2", aligned=True)
_type_5 = partial(same_extra, rule="unique_rectangle_5", aligned=False)

RULES = (
    Rule("unique_rectangle_1", unique_rectangle_1, 4.5, 100, _SOURCE, ("0600",), unique=True),
    Rule("unique_rectangle_2", _type_2, 4.5, 100, _SOURCE, ("0601",), unique=True),
    Rule("unique_rectangle_3", unique_rectangle_3, 4.6, 100, _SOURCE, ("0602",), unique=True),
    Rule("unique_rectangle_4", unique_rectangle_4, 4.5, 100, _SOURCE, ("0603",), unique=True),
    Rule("unique_rectangle_5", _type_5, 4.6, 100, _SOURCE, ("0604",), unique=True),
    Rule("unique_rectangle_6", unique_rectangle_6, 4.7, 100, _SOURCE, ("0605",), unique=True),
    Rule("hidden_rectangle", hidden_rectangle, 4.8, 100, _SOURCE, ("0606",), unique=True),
    Rule("avoidable_rectangle_1", avoidable_rectangle_1, 4.7, 100, _SOURCE, ("0607",), unique=True),
    Rule("avoidable_rectangle_2", avoidable_rectangle_2, 4.8, 100, _SOURCE, ("0608",), unique=True),
    Rule("bug_plus_1", bug_plus_1, 5.6, 100, _SOURCE, ("0610",), unique=True),
)
