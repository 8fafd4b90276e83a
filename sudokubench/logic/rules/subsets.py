"""Naked and hidden subsets, stated as Hall sets: k cells with at most k digits, or k digits with at most k places.

With "exactly k", fewer candidates could hide a subset: {12}, {12}, {123} contains a naked pair, {1}, {1}, {123} does
not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from sudokubench.logic.geometry import bits_of, union
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step, digits_in, options_at, options_in


def hall_sets(members: list[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """Return all groups of k <= `size` members whose union has at most k bits: pairs (members, union of their sets).

    Groups that consist of smaller groups of this kind are included, so that fewer candidates never give fewer results.
    `members` has pairs (bit of the member, its set); no set is empty.
    """
    count = len(members)
    chosen = [(i, bit, content) for i, (bit, content) in enumerate(members)]
    found = [(bit, content) for _, bit, content in chosen if not content & (content - 1)]
    for used in range(2, size + 1):  # make groups of `used` members from groups with one member fewer
        chosen = [
            (j, bits | members[j][0], union)
            for i, bits, content in chosen
            for j in range(i + 1, count)
            if (union := content | members[j][1]).bit_count() <= size
        ]
        found += [(bits, union) for _, bits, union in chosen if union.bit_count() <= used]
    return found


Pairs = list[tuple[int, int]]


def _naked_in(grid: CandidateGrid, house: int, size: int) -> Pairs:
    """Return the naked subsets of a house, with at most `size` cells, as pairs (cells, digits)."""
    empty = grid.geometry.houses[house] & ~grid.placed
    if not empty & (empty - 1):
        return []
    few = grid.with_few()
    candidates = union(few[1 : size + 1]) & empty
    if not candidates & (candidates - 1) and not candidates & few[1]:
        return []
    masks = grid.cells
    return hall_sets([(1 << cell, masks[cell]) for cell in bits_of(candidates)], size)


def _few_places(grid: CandidateGrid, house: int) -> Pairs:
    """Return (bit, places) of unplaced digits with at most four places; [] if the house is nearly full or not whole."""
    geometry = grid.geometry
    cells = geometry.houses[house]
    empty = cells & ~grid.placed
    if empty.bit_count() <= 2 or cells.bit_count() < geometry.size:
        return []
    places = [(1 << d, board & cells) for d, board in enumerate(grid.boards)]
    return [member for member in places if member[1] & empty and member[1].bit_count() <= 4]


def _hidden_in(grid: CandidateGrid, house: int, size: int) -> Pairs:
    """Return the hidden subsets of a house, with at most `size` digits, as pairs (digits, cells)."""
    if (grid.geometry.houses[house] & ~grid.placed).bit_count() <= size:
        return []
    members = grid.by_house("few places", _few_places)[house]
    return hall_sets([member for member in members if member[1].bit_count() <= size], size)


Sets = Iterator[tuple[int, int, int]]


def naked_sets(grid: CandidateGrid, size: int) -> Sets:
    """Return triples (house, cells, digits): k <= `size` cells of a house with at most k digits."""
    return _in_houses(grid.by_house(f"naked {size}", partial(_naked_in, size=size)))


def hidden_sets(grid: CandidateGrid, size: int) -> Sets:
    """Return triples (house, digits, cells): k <= `size` digits with at most k places in a whole house."""
    return _in_houses(grid.by_house(f"hidden {size}", partial(_hidden_in, size=size)))


def _in_houses(found: list[Pairs]) -> Sets:
    return ((house, members, filled) for house, pairs in enumerate(found) for members, filled in pairs)


def naked_subset(grid: CandidateGrid, size: int, rule: str, locked: bool = False) -> Iterator[Step]:
    """Find k cells with at most k digits, k <= `size`: no other cell that sees all of them holds one of these digits.

    With `locked`, find only sets of `size` cells that lie in two houses and clear cells of both.
    """
    geometry, n = grid.geometry, grid.geometry.size
    seen: set[int] = set()
    for _, cells, digits in naked_sets(grid, size):
        if cells in seen or (locked and cells.bit_count() != size):
            continue
        seen.add(cells)
        where = geometry.common_peers(cells)
        gone: list[int] = []
        cleared = 0
        for d in bits_of(digits):
            out = grid.boards[d] & where
            cleared |= out
            gone.extend(options_at(n, d, out))
        if not gone:
            continue
        houses = tuple(h for h in geometry.houses_of[bits_of(cells)[0]] if not cells & ~geometry.houses[h])
        if locked and not (len(houses) > 1 and all(cleared & ~geometry.houses[h] for h in houses)):
            continue
        group = ("subset", options_in(grid, cells))
        used = tuple(h for h in houses if cleared & geometry.houses[h])
        yield Step(rule, digits_in(digits), (), tuple(gone), bits_of(cells), (group,), used or houses)


def hidden_subset(grid: CandidateGrid, size: int, rule: str) -> Iterator[Step]:
    """Find k digits with at most k places in a whole house, k <= `size`: these cells hold no other digits."""
    geometry = grid.geometry
    for house, digits, cells in hidden_sets(grid, size):
        gone = options_in(grid, cells, ~digits)
        if gone:
            items = tuple([geometry.item_of_place(house, d + 1) for d in bits_of(digits)])
            group = ("subset", options_in(grid, cells, digits))
            yield Step(rule, digits_in(digits), (), gone, items, (group,), (house,))


_SOURCE = "folklore; P. Hall, On Representatives of Subsets (1935)"
_locked_subset = partial(naked_subset, locked=True)


def _rule(
    find: Callable[..., Iterator[Step]], name: str, size: int, se: float, score: int, code: str
) -> Rule:
    monotone = find is not _locked_subset
    return Rule(name, partial(find, size=size, rule=name), se, score, _SOURCE, (code,), monotone=monotone)


RULES = (
    _rule(_locked_subset, "locked_pair", 2, 2.9, 40, "0110"),
    _rule(naked_subset, "naked_pair", 2, 3.0, 60, "0200"),
    _rule(hidden_subset, "hidden_pair", 2, 3.4, 70, "0210"),
    _rule(_locked_subset, "locked_triple", 3, 3.5, 60, "0111"),
    _rule(naked_subset, "naked_triple", 3, 3.6, 80, "0201"),
    _rule(hidden_subset, "hidden_triple", 3, 4.0, 100, "0211"),
    _rule(naked_subset, "naked_quad", 4, 5.0, 120, "0202"),
    _rule(hidden_subset, "hidden_quad", 4, 5.4, 150, "0212"),
)
