"""Board: an immutable layout with constraints and clues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import compress
from operator import add
from typing import TYPE_CHECKING, Any, overload

from sudokubench import core_words, formats
from sudokubench.constraints import Constraint
from sudokubench.errors import InputError, UsageError, as_list, is_whole, require_kind
from sudokubench.formats.limits import FEWEST_LINES
from sudokubench.layout import House, Layout
from sudokubench.problem import BoardProblem, Instance, Variant, constraints_of, layout_of, with_constraints
from sudokubench.words import Sentence, Words

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Board:
    """An immutable, hashable board: its rules, one clue or blank for each cell, and forbidden candidates.

    Two equal clues in a house are allowed; such a board has no solution. `Board.parse(str(board))` is an equal board.
    `id` is a digest of the board.

    Attributes:
        problem: The rules, which a backend opens: a layout, or a `Variant` of layout and constraints.
        layout: The layout of the rules.
        digits: One byte for each cell, row by row: the digit of the clue, 0 for a blank.
        forbidden: Options that no solution may hold, in addition to those that the clues rule out.
        remarks: The parts that `parse` left out of a puzzle of another program, because they state no rule. They are
            not compared, and a changed or pickled board does not keep them.

    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> board = Board.parse(line)
    >>> board.clue_count, board.candidates(2)
    (30, (1, 2, 4))
    >>> board[0, 1], board[0]
    (3, (5, 3, 0, 0, 7, 0, 0, 0, 0))
    """

    problem: BoardProblem
    layout: Layout = field(compare=False)
    digits: bytes
    forbidden: frozenset[int]
    remarks: tuple[Words, ...] = field(compare=False)
    # Both are made on first use and kept, so that candidates cost O(1). Most boards are only solved and need neither.
    _occupied: tuple[int, ...] | None = field(compare=False)
    _forbidden_masks: tuple[int, ...] | None = field(compare=False)

    def __init__(
        self, problem: BoardProblem, digits: Sequence[int] = (), forbidden: Iterable[int] = ()
    ) -> None:
        """Make a board from its layout and its digits; `parse` reads a text.

        Args:
            problem: The layout, or the layout with constraints.
            digits: One number for each cell, 0 for a blank.
            forbidden: Option ids (`layout.option(cell, digit)`) that no solution may hold.

        Raises:
            InputError: The number of cells is wrong, or the layout does not have a digit or an option, such as 1.5.
            UsageError: The problem is a text or another value, `digits` is not a list, or an option is not a number.
        """
        _require_rules(problem)
        layout, digits = layout_of(problem), as_list("digits", digits)
        if len(digits) != layout.cell_count:
            raise InputError(
                core_words.CELL_COUNT.format(count=len(digits), layout=layout, cells=layout.cell_count)
            )
        try:
            row = bytes(digits)
        except (TypeError, ValueError):  # no whole numbers from 0 to 255
            row = b""
        if not row or max(row) > layout.size:
            odd = next((digit for digit in digits if not is_whole(digit, 0, layout.size)), digits[0])
            raise InputError(core_words.NO_DIGIT.format(digit=odd, layout=layout, size=layout.size))
        options = frozenset(Instance((), forbidden).forbidden)
        last = layout.cell_count * layout.size - 1
        if options and not 0 <= min(options) <= max(options) <= last:
            raise InputError(core_words.OPTION_RANGE.format(last=last))
        self._trusted(problem, row, options, board=self)

    @classmethod
    def _trusted(
        cls,
        problem: BoardProblem,
        digits: bytes,
        forbidden: frozenset[int] = frozenset(),
        remarks: tuple[Words, ...] = (),
        board: Board | None = None,
    ) -> Board:
        """Return a board from valid parts, without checks; fill the object `board` if it is given."""
        made = cls.__new__(cls) if board is None else board
        put = object.__setattr__
        put(made, "problem", problem)
        put(made, "layout", layout_of(problem))
        put(made, "digits", digits)
        put(made, "forbidden", forbidden)
        put(made, "remarks", remarks)
        put(made, "_occupied", None)
        put(made, "_forbidden_masks", None)
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return Board, (self.problem, self.digits, tuple(sorted(self.forbidden)))

    # -- text ----------------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, text: str, problem: BoardProblem | None = None, form: str | None = None) -> Board:
        """Return the board that a text shows, in any form of `sudokubench.formats`.

        If no form fits, this method looks for a board in other shapes: a table, a list, a board within other text.

        Args:
            text: The text. It may name its rules: `9x9-diagonal:53..7....`, or JSON.
            problem: The layout and constraints that the board must have. None means the rules that the text names, or
                else the standard layout with as many cells as the text: 16, 36, 64, 81 and so on. A board of a prime
                size must name its layout.
            form: The form of the text; the method detects it if None.

        Raises:
            InputError: The text is not a board; the message says where and why.
            UsageError: The form does not exist, or boards can only be written in it.
        """
        _require_text(text)
        if problem is not None:
            _require_rules(problem)
        if form is not None:
            require_kind("form", form, str, core_words.A_TEXT)
            return cls.parse_strictly(text, form, problem)
        if problem is not None or text.count("\n") + 1 < FEWEST_LINES:
            with suppress(InputError):
                return cls.parse_strictly(text, problem=problem)
        from sudokubench.formats import files  # looks for boards in other shapes, or raises the error

        strictly = partial(cls.parse_strictly, problem=problem)
        return files.only(text, strictly, layout_of(problem).size if problem else None)

    @classmethod
    def parse_all(cls, text: str, broken: list[InputError] | None = None) -> list[Board]:
        """Return all boards in a text, in any form in which a file may hold boards.

        Args:
            broken: Gets the errors of parts that are not boards, unless there are too many, see `files.every`. With
                None the first error is raised.

        Raises:
            InputError: The text has no board; or a part of it is not a board, and the error does not go to `broken`.
        """
        from sudokubench.formats import files

        _require_text(text)
        return files.every(text, cls.parse_strictly, broken)

    @classmethod
    def parse_strictly(cls, text: str, form: str | None = None, problem: BoardProblem | None = None) -> Board:
        """Return the board in a text that has one of the forms of `sudokubench.formats`.

        Raises:
            InputError: The text is not a board; the message says where and why.
            UsageError: The form does not exist, or boards can only be written in it.
        """
        grid = formats.read(text, problem, form)
        plain = cls._of(grid)
        if grid.candidates is None:
            return plain
        return plain.forbidding(
            grid.layout.option(cell, digit)
            for cell, mask in enumerate(grid.candidates)
            if not grid.digits[cell]
            for digit in plain.candidates(cell)
            if not mask >> digit - 1 & 1
        )

    @classmethod
    def from_json(cls, fields: object) -> Board:
        """Return the board of a JSON object made by `as_json`.

        Raises:
            InputError: The object is not a board; the message says why.
        """
        return cls._of(formats.from_object(fields))

    @classmethod
    def _of(cls, grid: formats.Grid) -> Board:
        if not (grid.constraints or grid.forbidden or grid.remarks):  # nearly always
            return cls._trusted(grid.layout, grid.digits)
        rules = with_constraints(grid.layout, grid.constraints)
        return cls._trusted(rules, grid.digits, frozenset(grid.forbidden), grid.remarks)

    @classmethod
    def empty(cls, problem: BoardProblem | None = None) -> Board:
        """Return the board without clues; 9x9 if no layout is given."""
        problem = Layout.standard(9) if problem is None else problem
        _require_rules(problem)
        return cls._trusted(problem, bytes(layout_of(problem).cell_count))

    def format(self, form: str = "line") -> str:
        """Return the board as text: `line`, `grid`, `unicode`, `candidates`, `svg`, `json`, or `text` (`str(board)`).

        `json` and `text` contain the whole board; parsing them gives an equal board. `svg` is a drawing of it. The
        others show the cells, without layout and constraints; `candidates` shows the candidates that are not forbidden.
        When a text of `candidates` is parsed, a blank with one candidate becomes a clue. `formats.FORMS` also has the
        forms of other programs, such as `fpuzzles`.

        Raises:
            UsageError: The form does not exist.
            InputError: The form of another program cannot state the rules.
        """
        masks = (
            tuple(map(self.candidate_mask, range(len(self.digits))))
            if form == "candidates" or (form == "svg" and self.forbidden)
            else None
        )
        return formats.write(form, self.content()._replace(candidates=masks))

    def as_json(self) -> dict[str, Any]:
        """Return the whole board as a JSON object, for formats that contain a puzzle; the form `json` writes it."""
        return formats.to_object(self.content())

    def content(self) -> formats.Grid:
        """Return this board without candidates as a `Grid`, the value that the text forms write."""
        forbidden = tuple(sorted(self.forbidden)) if self.forbidden else ()
        return formats.Grid(self.layout, self.digits, None, self.constraints, forbidden)

    @property
    def id(self) -> str:
        """16 hexadecimal digits that identify the puzzle: a digest of its JSON form.

        Boards have the same id if and only if layout, constraints, clues and forbidden candidates are equal.
        """
        return formats.digest(self.content())

    def __str__(self) -> str:
        return self.format("text")

    def __repr__(self) -> str:
        forbidden = f" with {len(self.forbidden)} forbidden" if self.forbidden else ""
        return f"<Board {self.problem} {self.format('line')}{forbidden}>"

    def _repr_svg_(self) -> str:
        return self.format("svg")

    # -- questions -----------------------------------------------------------------------------------------

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The rules other than houses; () for most boards."""
        return constraints_of(self.problem)

    @property
    def clues(self) -> tuple[tuple[int, int], ...]:
        """The clues as pairs (cell, digit), by cell."""
        return tuple((cell, digit) for cell, digit in enumerate(self.digits) if digit)

    @property
    def clue_count(self) -> int:
        """Number of cells that are not blank."""
        return len(self.digits) - self.digits.count(0)

    @property
    def houses(self) -> tuple[House, ...]:
        """Rows, columns, boxes and extra houses."""
        return self.layout.houses

    def peers(self, cell: int) -> tuple[int, ...]:
        """Return the other cells that share a house with `cell`."""
        self._digit(cell)  # refuses a cell that does not exist
        return self.layout.peers[cell]

    def occupied(self) -> tuple[int, ...]:
        """Return the mask of the digits in each house, in the order of `houses`; cached."""
        known = self._occupied
        if known is None:
            masks = [0] * len(self.layout.houses)
            for cell, digit in self.clues:
                for house in self.layout.houses_of[cell]:
                    masks[house] |= 1 << digit - 1
            known = tuple(masks)
            object.__setattr__(self, "_occupied", known)
        return known

    def forbidden_mask(self, cell: int) -> int:
        """Return the mask of the digits that are forbidden in a cell, independent of the clues."""
        self._digit(cell)  # refuses a cell that does not exist
        if not self.forbidden:
            return 0
        known = self._forbidden_masks
        if known is None:
            masks = [0] * len(self.digits)
            for option in self.forbidden:
                masks[option // self.layout.size] |= 1 << option % self.layout.size
            known = tuple(masks)
            object.__setattr__(self, "_forbidden_masks", known)
        return known[cell]

    def is_fixed(self, cell: int) -> bool:
        """Return whether the cell holds a clue.

        Raises:
            InputError: The cell does not exist.
        """
        return self._digit(cell) != 0

    def candidate_mask(self, cell: int) -> int:
        """Return a mask whose bit d - 1 is set if digit d is a candidate: no peer holds it, and it is not forbidden.

        A filled cell has only its digit, even if a peer holds it, too. If that digit is forbidden, the mask is 0.

        Raises:
            InputError: The cell does not exist.
        """
        digit = self._digit(cell)
        if digit:
            mask = 1 << digit - 1
        else:
            mask, occupied = self.layout.full_mask, self.occupied()
            for house in self.layout.houses_of[cell]:
                mask &= ~occupied[house]
        return mask & ~self.forbidden_mask(cell)

    def _digit(self, cell: int) -> int:
        try:
            digit = self.digits[cell]
            if cell >= 0:
                return digit
        except (IndexError, TypeError):  # TypeError also for a slice, which is not compared with 0
            pass
        raise InputError(core_words.NO_CELL.format(cell=cell, layout=self.layout, last=len(self.digits) - 1))

    def candidates(self, cell: int) -> tuple[int, ...]:
        """Return the digits that may be in a cell, ascending."""
        mask = self.candidate_mask(cell)
        return tuple(d for d in range(1, self.layout.size + 1) if mask >> d - 1 & 1)

    def conflicts(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs of cells that share a house and hold the same clue; the smaller cell comes first."""
        return tuple(
            (cell, peer)
            for cell, digit in self.clues
            for peer in self.layout.peers[cell]
            if peer > cell and self.digits[peer] == digit
        )

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Return the digits of each row, 0 for a blank."""
        n = self.layout.size
        return tuple(tuple(self.digits[start : start + n]) for start in range(0, n * n, n))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Return the digits as an array (n, n) of `dtype`, by default uint8; 0 for a blank."""
        import numpy as np

        return np.array(self.rows(), np.uint8 if dtype is None else dtype)

    def __len__(self) -> int:
        return self.layout.size

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter(self.rows())

    @overload
    def __getitem__(self, place: tuple[int, int]) -> int: ...
    @overload
    def __getitem__(self, place: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, place: Any) -> Any: ...
    def __getitem__(self, place: Any) -> Any:
        """Return the digit at (row, column), all digits of a row, or a slice as an array. Rows count from 0."""
        import numpy as np

        if isinstance(place, (int, np.integer)):
            return self.rows()[place]
        found = np.asarray(self)[place]
        return found if found.ndim else int(found)

    # -- changes -------------------------------------------------------------------------------------------

    def with_digit(self, cell: int, digit: int) -> Board:
        """Return this board with `digit` (1 to size) in `cell`, in place of what the cell held."""
        self.layout.option(cell, digit)  # refuses a cell or a digit that does not exist
        return self._replaced(cell, digit)

    def without_digit(self, cell: int) -> Board:
        """Return this board with `cell` blank."""
        return self._replaced(cell, 0)

    def forbidding(self, options: Iterable[int]) -> Board:
        """Return this board with further forbidden options."""
        return Board(self.problem, self.digits, self.forbidden.union(Instance((), options).forbidden))

    def _replaced(self, cell: int, digit: int) -> Board:
        self._digit(cell)  # refuses a cell that does not exist
        digits = self.digits[:cell] + bytes([digit]) + self.digits[cell + 1 :]
        return Board._trusted(self.problem, digits, self.forbidden)

    # -- solving -------------------------------------------------------------------------------------------

    def instance(self) -> Instance:
        """Return the instance for a backend: the clues as chosen options, and the forbidden options."""
        n, digits = self.layout.size, self.digits
        # For each clue: n * cell - 1, plus its digit. Solving a board takes microseconds, so speed matters here.
        chosen = tuple(map(add, compress(range(-1, n**3, n), digits), filter(None, digits)))
        return Instance.ascending(chosen, tuple(sorted(self.forbidden)) if self.forbidden else ())

    def filled(self, options: Iterable[int]) -> Board:
        """Return the full board for a solution (option ids)."""
        return Board._trusted(self.problem, self.layout.digits(options))

    def faults(self, solution: Board) -> tuple[str, ...]:
        """Return why `solution` does not solve this board, one sentence for each fault; empty if it solves it."""
        require_kind("solution", solution, Board, core_words.A_BOARD)
        if solution.problem != self.problem:
            other = core_words.OF_OTHER_PROBLEM.format(found=solution.problem, asked=self.problem)
            return (Sentence(other),)
        name = self.layout.cell_name
        found = [core_words.IS_BLANK.format(cell=name(c)) for c, d in enumerate(solution.digits) if not d]
        found += [
            core_words.NOT_THE_CLUE.format(cell=name(c), digit=solution.digits[c], clue=d)
            for c, d in self.clues
            if solution.digits[c] not in {0, d}
        ]
        broken_houses = self.layout.broken_houses(solution.digits)
        found += [core_words.DIGIT_TWICE.format(house=house.name) for house in broken_houses]
        faults: list[str] = list(map(Sentence, found))
        if isinstance(self.problem, Variant) and all(solution.digits):
            broken = (c.fault(self.layout, solution.digits) for c in self.constraints)
            faults += [fault for fault in broken if fault is not None]
        faults += [
            Sentence(core_words.IS_FORBIDDEN.format(option=self.layout.option_name(self.layout.option(c, d))))
            for c, d in enumerate(solution.digits)
            if d and self.layout.option(c, d) in self.forbidden
        ]
        return tuple(faults)

    def is_solved_by(self, solution: Board) -> bool:
        """Return whether `solution` solves this board: `faults` finds nothing."""
        return not self.faults(solution)


def name_of(board: Board) -> str:
    """Return a name of a board for messages: its text; or its layout if the text is JSON or has only dots."""
    text = str(board)
    return text if board.clue_count and not text.startswith("{") else str(board.layout)


def _require_rules(value: object) -> None:
    """Refuse a value that is neither a layout nor a layout with constraints: a caller may ignore the annotation."""
    if not isinstance(value, BoardProblem):
        raise UsageError(core_words.NO_LAYOUT.format(value=value, kind=type(value).__name__))


def _require_text(value: object) -> None:
    if not isinstance(value, str):
        remedy = core_words.DECODE if isinstance(value, (bytes, bytearray)) else ""
        raise InputError(core_words.NOT_TEXT.format(value=value, kind=type(value).__name__, remedy=remedy))
