"""The candidate grid: an immutable state of a board on the way to its solution.

A state has one bitboard for each digit (its possible cells) and one bitboard of the placed cells. A change makes a new
state, which shares the unchanged bitboards. The new state stores its parent and the change, so undo, redo and branches
are references to earlier states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from math import log
from typing import Any, Self, TypeVar, cast

from sudokubench.board import Board
from sudokubench.logic.geometry import Geometry, bits_of, geometry_of

T = TypeVar("T")


class _GridFields:
    """The fields of a state while it is made. Then the object becomes a `CandidateGrid`, which refuses assignments.

    A frozen dataclass would take nine times as long to make: 5 µs, of 8 µs for a whole change.
    """

    __slots__ = ("_memo", "boards", "eliminated", "geometry", "parent", "placed", "placements")

    geometry: Geometry
    boards: tuple[int, ...]
    placed: int
    parent: CandidateGrid | None
    placements: tuple[int, ...]
    eliminated: tuple[int, ...]
    _memo: dict[str, object]


class CandidateGrid(_GridFields):
    """An immutable state. Equal states have the same problem, candidates and placed cells.

    Attributes:
        geometry: The layout in bitboards.
        boards: For each digit (index digit - 1) the bitboard of its possible cells, including placed cells.
        placed: Bitboard of the cells with a clue or a placed digit.
        parent: The state before the last change.
        placements: Options placed by the last change.
        eliminated: Options that the last change eliminated, without those that its placements removed.

    >>> grid = CandidateGrid.of(Board.parse("1...3..2...3..2."))
    >>> grid.digits_of(1), round(grid.entropy(), 3)
    ((2, 4), 6.356)
    """

    __slots__ = ()

    def __new__(
        cls,
        geometry: Geometry,
        boards: tuple[int, ...],
        placed: int,
        parent: CandidateGrid | None = None,
        placements: tuple[int, ...] = (),
        eliminated: tuple[int, ...] = (),
    ) -> Self:
        """Make a state from its parts."""
        fields: Any = object.__new__(_GridFields)
        fields.geometry = geometry
        fields.boards = boards
        fields.placed = placed
        fields.parent = parent
        fields.placements = placements
        fields.eliminated = eliminated
        fields._memo = {}
        fields.__class__ = cls
        made: Self = fields
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} of a CandidateGrid cannot be assigned; `apply` makes a new state")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} of a CandidateGrid cannot be deleted; `apply` makes a new state")

    def __reduce__(self) -> tuple[object, ...]:
        parts = (self.geometry, self.boards, self.placed, self.parent, self.placements, self.eliminated)
        return CandidateGrid, parts

    @staticmethod
    def of(board: Board) -> CandidateGrid:
        """Return the first state of a board: clues are placed, and their digits removed from their peers.

        Contradictory clues are kept; `contradiction` then names an item that they break. Raise UsageError for a
        constraint that human logic does not understand.
        """
        given = board.instance()
        first = CandidateGrid.top(geometry_of(board.problem)).apply(given.chosen, given.forbidden)
        return CandidateGrid(first.geometry, first.boards, first.placed)

    def _repr_svg_(self) -> str:
        from sudokubench.logic.step_drawing import draw

        return draw(self)

    # -- questions --------------------------------------------------------------------------------------

    @property
    def cells(self) -> tuple[int, ...]:
        """The mask of candidates of each cell; a placed cell has only its digit."""
        known = self._memo.get("cells")
        if known is None:
            masks = [0] * self.geometry.cell_count
            bit = 1
            for board in self.boards:
                for cell in bits_of(board):
                    masks[cell] |= bit
                bit <<= 1
            known = self._memo["cells"] = tuple(masks)
        return known  # type: ignore[return-value]

    @property
    def givens(self) -> int:
        """Bitboard of the clues: the placed cells of the first state."""
        first = self
        while first.parent is not None:
            first = first.parent
        return first.placed

    @property
    def unplaced(self) -> int:
        """Bitboard of the cells without a placed digit."""
        return self.geometry.all_cells & ~self.placed

    def digits_of(self, cell: int) -> tuple[int, ...]:
        """Return the candidates of a cell, ascending."""
        return tuple(d + 1 for d, board in enumerate(self.boards) if board >> cell & 1)

    def has(self, option: int) -> bool:
        """Return whether an option is still a candidate (or placed)."""
        cell, d = divmod(option, self.geometry.size)
        return bool(self.boards[d] >> cell & 1)

    def with_few(self) -> tuple[int, int, int, int, int]:
        """Return the bitboards of the cells with exactly k candidates, for k from 0 to 4; cached."""
        known = self._memo.get("few")
        if known is None:
            one = two = three = four = five = 0  # cells with at least k candidates
            for board in self.boards:
                five |= four & board
                four |= three & board
                three |= two & board
                two |= one & board
                one |= board
            every = self.geometry.all_cells
            known = (every & ~one, one & ~two, two & ~three, three & ~four, four & ~five)
            self._memo["few"] = known
        return known  # type: ignore[return-value]

    def by_count(self) -> tuple[int, ...]:
        """Return the bitboards of the cells with exactly k candidates, for k from 0 to size."""
        planes: list[int] = [0] * self.geometry.size.bit_length()
        for board in self.boards:  # count for all cells in parallel, with a ripple adder on bitboards
            carry = board
            for i, plane in enumerate(planes):
                if not carry:
                    break
                planes[i] = plane ^ carry
                carry &= plane
        everywhere = self.geometry.all_cells
        counts = []
        for k in range(self.geometry.size + 1):
            here = everywhere
            for i, plane in enumerate(planes):
                here &= plane if k >> i & 1 else ~plane
            counts.append(here)
        return tuple(counts)

    @property
    def bivalue(self) -> int:
        """Bitboard of the cells with exactly two candidates."""
        return self.with_few()[2]

    def entropy(self) -> float:
        """Return H in nats: the logarithm of the number of candidates, added up over the cells."""
        entropy = 0.0  # not `sum`: from Python 3.12 on it adds differently from `kernels.machine`
        for k, board in enumerate(self.by_count()):
            if k > 1 and board:
                entropy += log(k) * board.bit_count()
        return entropy

    def options(self) -> Iterator[int]:
        """Yield the candidates of the cells without a placed digit."""
        n, free = self.geometry.size, self.unplaced
        for d, board in enumerate(self.boards):
            for cell in bits_of(board & free):
                yield n * cell + d

    @property
    def is_full(self) -> bool:
        """Whether every cell has a placed digit. Then the state is a solution if it has no `contradiction`."""
        return self.placed == self.geometry.all_cells

    def contradiction(self) -> str | None:
        """Return the name of an item that no option satisfies any more (`R1C2`, `B3#5` or a constraint), or None.

        None does not mean that the state has a solution.
        """
        item = self.lost_item()
        return None if item is None else self.geometry.item_name(item)

    def lost_item(self) -> int | None:
        """Return the id of the item that `contradiction` names, or None."""
        empty = self.with_few()[0]
        if empty:
            return bits_of(empty)[0]
        for d, board in enumerate(self.boards):
            for house, cells in self.geometry.whole_boards:
                if not board & cells:
                    return self.geometry.item_of_place(house, d + 1)
        if self.geometry.constraints and self.is_full:
            digits, layout = self.digits(), self.geometry.layout
            for number, constraint in enumerate(self.geometry.constraints):
                if constraint.fault(layout, digits) is not None:
                    return self.geometry.item_of_constraint(number)
        return None

    def places(self, house: int, digit: int) -> int:
        """Return the bitboard of the cells of a house that may hold a digit."""
        return self.boards[digit - 1] & self.geometry.houses[house]

    def kept(self, key: str, compute: Callable[[CandidateGrid], T]) -> T:
        """Return the result of `compute` for this state. The state keeps the result, unless it is None."""
        known = self._memo.get(key)
        if known is None:
            known = self._memo[key] = compute(self)
        return known  # type: ignore[return-value]

    def by_house(self, key: str, compute: Callable[[CandidateGrid, int], T]) -> list[T]:
        """Return the result of `compute` for each house; reuse earlier results for houses whose cells did not change.

        `compute` may use only the candidates and the placed cells of the house.
        """
        known = self._memo.get(key)
        if known is None:
            earlier, old, changed = self._before(key), list[T](), self.geometry.all_cells
            if earlier is not None:
                old, changed = cast("list[T]", earlier._memo[key]), self.placed ^ earlier.placed
                for mine, theirs in zip(self.boards, earlier.boards, strict=True):
                    changed |= mine ^ theirs
            houses = enumerate(self.geometry.houses)
            known = self._memo[key] = [compute(self, h) if cells & changed else old[h] for h, cells in houses]
        return known  # type: ignore[return-value]

    def by_digit(self, key: str, compute: Callable[[CandidateGrid, int], T]) -> list[T]:
        """Return the result of `compute` for each digit (from 0); reuse earlier results for equal bitboards.

        `compute` may use only the bitboard of the digit, and the placed cells in it.
        """
        known = self._memo.get(key)
        if known is None:
            earlier = self._before(key)
            if earlier is None:
                known = [compute(self, d) for d in range(self.geometry.size)]
            else:
                old = cast("list[T]", earlier._memo[key])
                fresh = self.placed & ~earlier.placed
                known = [
                    old[d] if board == earlier.boards[d] and not board & fresh else compute(self, d)
                    for d, board in enumerate(self.boards)
                ]
            self._memo[key] = known
        return known  # type: ignore[return-value]

    def _before(self, key: str) -> CandidateGrid | None:
        earlier = self.parent
        while earlier is not None and key not in earlier._memo:
            earlier = earlier.parent
        return earlier

    def strong_houses(self, digit: int) -> tuple[tuple[int, int], ...]:
        """Return the whole houses in which the digit has exactly two places, as pairs (house, places)."""
        return self.by_digit("strong", _strong_houses)[digit - 1]

    def digits(self) -> bytes:
        """Return one byte for each cell: the placed digit, or 0."""
        grid = bytearray(self.geometry.cell_count)
        for d, board in enumerate(self.boards):
            for cell in bits_of(board & self.placed):
                grid[cell] = d + 1
        return bytes(grid)

    def board(self) -> Board:
        """Return the state as a board: placed digits as clues, and all other missing candidates as forbidden."""
        n = self.geometry.size
        plain = Board(self.geometry.problem, self.digits())
        gone = [
            n * cell + d
            for cell in bits_of(self.unplaced)
            for d in range(n)
            if plain.candidate_mask(cell) >> d & 1 and not self.boards[d] >> cell & 1
        ]
        return plain.forbidding(gone) if gone else plain

    # -- changes ----------------------------------------------------------------------------------------

    def apply(self, placements: Iterable[int], eliminated: Iterable[int] = ()) -> CandidateGrid:
        """Return the state after placing some options and eliminating others, both as option ids.

        A placed digit also removes itself from the peers of its cell, and the other digits from the cell. Nothing is
        checked: after a wrong step, `contradiction` may find something only later.
        """
        geometry = self.geometry
        n = geometry.size
        placements, eliminated = tuple(placements), tuple(eliminated)
        boards = list(self.boards)
        for option in eliminated:
            boards[option % n] &= ~(1 << option // n)
        placed = self.placed
        if placements:
            fixed = [0] * n
            for option in placements:
                cell, d = divmod(option, n)
                fixed[d] |= 1 << cell
                boards[d] &= ~geometry.peers[cell]
            every = 0
            for cells in fixed:
                every |= cells
            placed |= every
            others = ~every
            boards = [board & (cells | others) for board, cells in zip(boards, fixed, strict=True)]
        return CandidateGrid(geometry, tuple(boards), placed, self, placements, eliminated)

    def undo(self) -> CandidateGrid:
        """Return the state before the last change; the first state returns itself."""
        return self.parent or self

    def history(self) -> tuple[CandidateGrid, ...]:
        """Return all states from the first to this one."""
        states = [self]
        while states[-1].parent is not None:
            states.append(states[-1].parent)
        return tuple(reversed(states))

    # -- the lattice ------------------------------------------------------------------------------------

    @staticmethod
    def top(geometry: Geometry) -> CandidateGrid:
        """Return the largest state: every candidate, and nothing placed."""
        return CandidateGrid(geometry, (geometry.all_cells,) * geometry.size, 0)

    def knowing(self, items: Iterable[int]) -> CandidateGrid:
        """Return the state that knows only these items: their missing options stay missing, all others return."""
        boards = [self.geometry.all_cells] * self.geometry.size
        for item in items:
            for option in self.geometry.options_of(item):
                cell, d = divmod(option, self.geometry.size)
                boards[d] &= self.boards[d] | ~(1 << cell)
        return CandidateGrid(self.geometry, tuple(boards), 0)

    @staticmethod
    def bottom(geometry: Geometry) -> CandidateGrid:
        """Return the smallest state: no candidates, and every cell placed. It has no solution."""
        return CandidateGrid(geometry, (0,) * geometry.size, geometry.all_cells)

    def __and__(self, other: CandidateGrid) -> CandidateGrid:
        """Return the meet: the candidates that both states have, and the cells that either has placed."""
        boards = tuple([mine & theirs for mine, theirs in zip(self.boards, other.boards, strict=True)])
        return CandidateGrid(self.geometry, boards, self.placed | other.placed)

    def __or__(self, other: CandidateGrid) -> CandidateGrid:
        """Return the join: the candidates that either state has, and the cells that both have placed."""
        boards = tuple([mine | theirs for mine, theirs in zip(self.boards, other.boards, strict=True)])
        return CandidateGrid(self.geometry, boards, self.placed & other.placed)

    def __le__(self, other: CandidateGrid) -> bool:
        """Return whether `other` has all candidates of this state, and this state has all placed cells of `other`."""
        fewer = all(mine & ~theirs == 0 for mine, theirs in zip(self.boards, other.boards, strict=True))
        return fewer and other.placed & ~self.placed == 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CandidateGrid):
            return NotImplemented
        mine, theirs = self.geometry, other.geometry  # a copy by pickle has a geometry of its own
        same = self.boards == other.boards and self.placed == other.placed
        return same and (mine is theirs or mine.problem == theirs.problem)

    def __hash__(self) -> int:
        return hash((self.boards, self.placed))

    def __repr__(self) -> str:
        return f"<CandidateGrid {self.geometry.layout}: {self.placed.bit_count()} placed, {self.entropy():.1f} nats>"


def kept(compute: Callable[[CandidateGrid], T]) -> Callable[[CandidateGrid], T]:
    """Return a function that computes its result once for each state. Only the result None is computed again."""
    key = f"{compute.__module__}.{compute.__qualname__}"

    @wraps(compute)
    def once(grid: CandidateGrid) -> T:
        return grid.kept(key, compute)

    return once


def _strong_houses(grid: CandidateGrid, d: int) -> tuple[tuple[int, int], ...]:
    board = grid.boards[d] & ~grid.placed
    found = []
    for house, cells in grid.geometry.whole_boards:
        two = board & cells
        rest = two & (two - 1)
        if rest and not rest & (rest - 1):
            found.append((house, two))
    return tuple(found)
