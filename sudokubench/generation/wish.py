"""The kind of puzzles that a user wants: layout, clues, symmetry, pattern, variants. An impossible wish is refused with
the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from sudokubench.constraints import VARIANTS
from sudokubench.errors import UsageError, unknown
from sudokubench.generation import words
from sudokubench.generation.clue_symmetries import SYMMETRIES, orbits
from sudokubench.generation.readings import DRAWN, kind_of
from sudokubench.layout import Layout
from sudokubench.problem import BoardProblem, Variant, with_constraints
from sudokubench.words import Words

_FEWEST = 17
"""Least number of clues of a 9x9 with one solution: McGuire, Tugemann, Civario, There is no 16-clue Sudoku (2012)."""


@dataclass(frozen=True)
class Wish:
    """The kind of puzzles to generate.

    Attributes:
        layout: Layout of the boards.
        clues: Least and largest number of clues; None allows any number.
        minimal: Whether every clue is needed.
        symmetry: Symmetry of the cells with clues, one of `SYMMETRIES`.
        pattern: For each cell whether it has a clue; None means any cells.
        grid: The solution, as digits; None means random solutions.
        variants: Variants whose constraints the puzzles have, by names of `DRAWN`, without repetition. Such puzzles
            lose clues one by one; with `minimal`, every constraint is needed, too.
        groups: For each cell the number of its group. The clues of a group are removed or kept together. Computed from
            the other fields.

    Raises:
        UsageError: A field is wrong, or a check without a search shows that no such puzzle exists.
    """

    layout: Layout = field(default_factory=lambda: Layout.standard(9))
    clues: tuple[int, int] | None = None
    minimal: bool = False
    symmetry: str = "none"
    pattern: tuple[bool, ...] | None = None
    grid: bytes | None = None
    variants: tuple[str, ...] = ()
    groups: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        cells, standard = self.layout.cell_count, self.layout == Layout.standard(9)
        if self.symmetry not in SYMMETRIES:
            raise UsageError(words.SYMMETRY.format(**unknown(self.symmetry, SYMMETRIES)))
        if self.pattern is not None and len(self.pattern) != cells:
            raise UsageError(
                words.PATTERN_CELLS.format(count=len(self.pattern), layout=self.layout, cells=cells)
            )
        if self.grid is not None and (
            len(self.grid) != cells or not all(self.grid) or self.layout.broken_houses(self.grid)
        ):
            raise UsageError(words.NOT_A_SOLUTION)
        object.__setattr__(self, "variants", tuple(dict.fromkeys(map(_variant, self.variants))))
        self._refuse_with_variants()
        groups = orbits(self.layout.size, self.symmetry)
        if self.pattern is not None:
            torn = next((group for group in groups if len({self.pattern[cell] for cell in group}) > 1), None)
            if torn is not None:
                one, other = map(self.layout.cell_name, torn[:2])
                raise UsageError(words.PATTERN_SYMMETRY.format(symmetry=self.symmetry, one=one, other=other))
            groups = [
                [cell for cell in range(cells) if not self.pattern[cell]],
                *(group for group in groups if self.pattern[group[0]]),
            ]
        group_of = {cell: number for number, group in enumerate(groups) for cell in group}
        object.__setattr__(self, "groups", tuple(group_of[cell] for cell in range(cells)))
        low, high = self.range
        clues = f"{low}" if low == high else f"{low}..{high}"
        if low > high or low < 0 or high > cells:
            raise UsageError(words.CLUE_RANGE.format(clues=clues, layout=self.layout, cells=cells))
        if standard and high < _FEWEST:
            raise UsageError(words.TOO_FEW_CLUES.format(clues=high, fewest=_FEWEST))
        if self.pattern is None and not (able := _sums([*map(len, groups)])) & {*range(low, high + 1)}:
            pairs = (pair for pair in pairwise(sorted(able)) if pair[0] < low < pair[1])
            near = [str(n) for pair in pairs for n in pair]
            either = Words(" or ".join(near), "か".join(near))
            raise UsageError(words.CLUES_IN_GROUPS.format(clues=clues, symmetry=self.symmetry, near=either))

    def _refuse_with_variants(self) -> None:
        shape = {"clues": self.clues, "pattern": self.pattern, "symmetry": self.symmetry != "none"}
        option = next((option for option, value in shape.items() if value), None)
        if self.variants and option:
            raise UsageError(words.NOT_WITH_VARIANT.format(option=option))
        if self.grid is not None and isinstance(self.problem, Variant) and self.problem.fault(self.grid):
            raise UsageError(words.NOT_A_SOLUTION)

    @property
    def problem(self) -> BoardProblem:
        """The layout with the variants that are rules of the whole board, which a full grid must keep."""
        whole = (VARIANTS[kind]() for kind in self.variants if VARIANTS[kind].named)
        return with_constraints(self.layout, whole)

    @property
    def range(self) -> tuple[int, int]:
        """The least and the largest number of clues."""
        if self.pattern is not None:
            return (sum(self.pattern),) * 2
        return self.clues or (0, self.layout.cell_count)

    @property
    def keeps_all(self) -> bool:
        """Whether every puzzle that is made from a full grid meets the wish."""
        one_by_one = max(self.groups) + 1 == len(self.groups)
        return self.clues is None and self.pattern is None and (one_by_one or not self.minimal)


def _variant(name: str) -> str:
    """Return the variant of a name; refuse it if no grid gives its constraints."""
    if name in DRAWN:
        return kind_of(name)
    refusal = words.NOT_DRAWN if name in VARIANTS else words.UNKNOWN_VARIANT
    raise UsageError(refusal.format(**unknown(name, DRAWN)))


def _sums(sizes: list[int]) -> set[int]:
    """Return every number of cells that a union of groups can have; `sizes` are the sizes of all groups."""
    found = {0}
    for size in sizes:
        found |= {size + each for each in found}
    return found


def clues_of(text: str | None) -> tuple[int, int] | None:
    """Return the least and the largest number of clues in `24` or `22..25`; None allows any number."""
    if text is None:
        return None
    low, dots, high = text.partition("..")
    high = high if dots else low
    if not (low.isdecimal() and high.isdecimal() and len(text) < 10):
        raise UsageError(words.CLUES_OPTION.format(text=text))
    return int(low), int(high)
