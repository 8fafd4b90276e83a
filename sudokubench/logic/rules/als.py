"""Almost locked sets: k cells of a house with k + 1 digits. If such a set lacks one of its digits, it holds all others.

A digit is a restricted common of two sets if each of its places in one set sees each of its places in the other. Then
the two sets cannot both hold the digit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import combinations

from sudokubench.clock import asking
from sudokubench.logic.geometry import bits_of, union
from sudokubench.logic.grid import CandidateGrid, kept
from sudokubench.logic.link_graph import StrongLink, cell_links, group_links, house_links
from sudokubench.logic.rule import Finder, Rule, leanly
from sudokubench.logic.rules.chains import (
    GraphMaker,
    chain_step,
    chains,
    every_chain,
    every_loop,
    graph_of,
    growing,
    shortest_chains,
)
from sudokubench.logic.step import Step, digits_in, merged, options_at, options_in

LARGEST = 6
"""Largest number of cells of an almost locked set."""


@dataclass(frozen=True, slots=True)
class Als:
    """An almost locked set: the bitboard of its cells, and the mask of its digits.

    Attributes:
        places: For each of its digits (from 0) the bitboard of the cells of the set that may hold the digit.
        seen: For each of its digits the bitboard of the cells that see all these places.
    """

    cells: int
    digits: int
    places: dict[int, int]
    seen: dict[int, int]


def almost_locked_sets(grid: CandidateGrid, smallest: int = 1, largest: int = LARGEST) -> tuple[Als, ...]:
    """Return all almost locked sets of these sizes, each once. Omit sets in whose houses no other cell is open."""
    return grid.kept(f"als {smallest}-{largest}", lambda g: tuple(_find_sets(g, smallest, largest)))


def _find_sets(grid: CandidateGrid, smallest: int, largest: int) -> Iterator[Als]:
    geometry, masks, free = grid.geometry, grid.cells, grid.unplaced
    seen: set[int] = set()
    common_peers = cache(geometry.common_peers)
    for house in asking(geometry.houses):
        cells = bits_of(house & free)
        top = min(largest, len(cells) - 1)
        stack = [(0, 0, 0, 0)]
        while stack:
            start, chosen, union, size = stack.pop()
            for i in range(start, len(cells)):
                whole = union | masks[cells[i]]
                if whole.bit_count() > top + 1:
                    continue
                group, count = chosen | 1 << cells[i], size + 1
                if whole.bit_count() == count + 1 and count >= smallest and group not in seen:
                    seen.add(group)
                    places = {d: grid.boards[d] & group for d in bits_of(whole)}
                    yield Als(group, whole, places, {d: common_peers(p) for d, p in places.items()})
                if count < top:
                    stack.append((i + 1, group, whole, count))


def als_links(grid: CandidateGrid, smallest: int = 2, largest: int = LARGEST) -> list[StrongLink]:
    """Return strong links: an almost locked set holds at least one of any two of its digits."""
    return [
        (a, b, bits_of(als.cells))
        for als in almost_locked_sets(grid, smallest, largest)
        for a, b in combinations(als.places.items(), 2)
    ]


_als_graph = graph_of("als graph", partial(als_links, smallest=1), between_digits=False)
_mixed_graph = graph_of("mixed graph", cell_links, house_links, group_links, partial(als_links, largest=5))

Places = list[tuple[int, int]]


def restricted_commons(grid: CandidateGrid) -> Iterator[dict[int, int]]:
    """Yield for each almost locked set {number of another set: mask of the restricted commons with it}.

    They are computed on demand, because the first sets often give a step. The state caches them.
    """
    found: dict[int, dict[int, int]] = grid.kept("restricted", lambda _: {})
    rivals: dict[tuple[int, int], list[int]] = grid.kept("restricted rivals", lambda _: {})
    holding = _by_digit(grid)
    for i, als in enumerate(asking(almost_locked_sets(grid))):
        if i not in found:
            found[i] = _commons(als, holding, rivals)
        yield found[i]


@kept
def _by_digit(grid: CandidateGrid) -> dict[int, Places]:
    """Return for each digit the sets that contain it: the number of each set, and the digit's places in it."""
    holding: dict[int, Places] = defaultdict(list)
    for i, als in enumerate(almost_locked_sets(grid)):
        for d, places in als.places.items():
            holding[d].append((i, places))
    return holding


def _commons(
    als: Als, holding: dict[int, Places], rivals: dict[tuple[int, int], list[int]]
) -> dict[int, int]:
    """Return {number of another set: mask of the restricted commons with it} for a set.

    `rivals` is a cache: for a digit and some cells, the sets whose places of the digit all lie in these cells.
    """
    found: dict[int, int] = {}
    for d, seen in als.seen.items():
        if (d, seen) not in rivals:
            blind = ~seen
            rivals[d, seen] = [j for j, places in holding[d] if not places & blind]
        bit = 1 << d
        for j in rivals[d, seen]:
            found[j] = found.get(j, 0) | bit
    return found


def _step(
    grid: CandidateGrid, rule: str, sets: tuple[Als, ...], common: int, gone: dict[int, int]
) -> Iterator[Step]:
    n = grid.geometry.size
    eliminated = [o for d, cells in gone.items() for o in options_at(n, d, cells)]
    if not eliminated:
        return
    groups = tuple(("set", options_in(grid, als.cells)) for als in sets)
    linking = {
        o for als in sets for d in bits_of(common & als.digits) for o in options_at(n, d, als.places[d])
    }
    groups += (("common", tuple(sorted(linking))),)
    items = bits_of(union(als.cells for als in sets))
    digits = digits_in(sum(1 << d for d, cleared in gone.items() if cleared))
    yield Step(rule, digits, (), tuple(sorted(eliminated)), items, groups, length=len(sets))


def als_xz(grid: CandidateGrid, cells: int | None = None) -> Iterator[Step]:
    """Find two sets with a restricted common x: for every other common digit z, at least one of the sets holds z.

    If two digits are restricted commons, each is in one of the sets, and each set holds all its other digits. With
    `cells`, both sets together have this number of cells.
    """
    sets = almost_locked_sets(grid)
    for i, commons in enumerate(restricted_commons(grid)):
        a = sets[i]
        for j, common in commons.items():
            if j <= i:
                continue
            b = sets[j]
            if cells is not None and (a.cells | b.cells).bit_count() != cells:
                continue
            gone: dict[int, int] = {}
            for d in bits_of(a.digits & b.digits):
                if common & ~(1 << d):
                    gone[d] = grid.boards[d] & a.seen[d] & b.seen[d]
            if common.bit_count() > 1:
                for als in (a, b):
                    for d in bits_of(als.digits & ~common):
                        gone[d] = gone.get(d, 0) | grid.boards[d] & als.seen[d]
            yield from _step(grid, "als_xz", (a, b), common, gone)


def every_als_xz(grid: CandidateGrid) -> Iterator[Step]:
    """Find the steps of `als_xz`. If a step clears cells of its own sets, also yield it without these cells."""
    n = grid.geometry.size
    for step in als_xz(grid):
        yield step
        outside = tuple([option for option in step.eliminated if option // n not in step.items])
        if 0 < len(outside) < len(step.eliminated):
            digits = tuple(sorted({option % n + 1 for option in outside}))
            yield replace(step, digits=digits, eliminated=outside)


def als_xy_wing(grid: CandidateGrid) -> Iterator[Step]:
    """Find sets A, B, C with a restricted common x of A and C, and another restricted common y of B and C.

    Then A or B holds each common digit of A and B other than x and y.
    """
    sets = almost_locked_sets(grid)
    clearing = [sum(1 << d for d, seen in als.seen.items() if grid.boards[d] & seen) for als in sets]
    for c, near in enumerate(restricted_commons(grid)):
        useful = [(i, commons, clearing[i]) for i, commons in near.items() if clearing[i]]
        for (i, to_a, by_a), (j, to_b, by_b) in combinations(useful, 2):
            shared, both = by_a & by_b, to_a | to_b
            if not shared or both.bit_count() < 2:
                continue
            a, b = sets[i], sets[j]
            gone = {}
            for d in bits_of(shared):
                cells = grid.boards[d] & a.seen[d] & b.seen[d]
                # x and y must differ from each other and from z
                x, y = to_a & ~(1 << d), to_b & ~(1 << d)
                if cells and x and y and (x | y).bit_count() > 1:
                    gone[d] = cells
            yield from _step(grid, "als_xy_wing", (a, sets[c], b), both, gone)


def _als_chains(grid: CandidateGrid, back: bool = True) -> Iterator[Step]:
    """Find chains of three or more sets: one shortest chain for each pair of ends.

    With `back`, a chain may lead back to its first node. It then proves this node: one of its candidates is true.
    """
    graph = _als_graph(grid)
    for s, e, length in graph.pairs(12, least=3):
        gone = graph.killed(s, e) if s != e or (back and s >= graph.singles) else ()
        if gone:
            yield chain_step("als_chain", graph, graph.path(s, e, length), gone)


def with_merged(grid: CandidateGrid, find: Finder) -> Iterator[Step]:
    """Find all steps; then also merge each group of steps with the same evidence into one step."""
    steps = []
    for step in find(grid):
        steps.append(step)
        yield step
    yield from merged(steps)


def death_blossom(grid: CandidateGrid) -> Iterator[Step]:
    """Find a stem cell with a petal for each of its two to four candidates.

    A petal is a set in which the stem sees all places of the candidate. Then each other digit that all petals share is
    in one of the petals.
    """
    geometry, masks = grid.geometry, grid.cells
    sets = almost_locked_sets(grid)
    for stem in asking(bits_of(grid.unplaced)):
        digits = bits_of(masks[stem])
        if not 2 <= len(digits) <= 4:
            continue
        bit = 1 << stem
        petals = [[als for als in sets if d in als.seen and als.seen[d] & bit] for d in digits]
        if not all(petals):
            continue
        for z in range(geometry.size):
            choices = [[als for als in group if z in als.places] for group in petals]
            if z not in digits and all(choices):
                yield from _blossoms(grid, stem, digits, z, choices)


def _blossoms(
    grid: CandidateGrid, stem: int, digits: tuple[int, ...], z: int, choices: list[list[Als]]
) -> Iterator[Step]:
    """Choose for each candidate of the stem a petal with z. Yield a step if a cell sees all places of z in them."""

    def extend(k: int, chosen: tuple[Als, ...], cells: int) -> Iterator[tuple[tuple[Als, ...], int]]:
        if k == len(choices):
            yield chosen, cells
            return
        for als in choices[k]:
            left = cells & als.seen[z]
            if left:
                yield from extend(k + 1, (*chosen, als), left)

    n = grid.geometry.size
    for chosen, cells in extend(0, (), grid.boards[z]):
        unique = tuple(dict.fromkeys(als.cells for als in chosen))
        if len(unique) < 2:  # if the stem has two candidates, als_xz finds this
            continue
        petals = [("petal", options_in(grid, group)) for group in unique]
        groups = (("stem", options_in(grid, 1 << stem)), *petals)
        items = (stem, *bits_of(union(unique)))
        named, gone = tuple(sorted({*(d + 1 for d in digits), z + 1})), options_at(n, z, cells)
        yield Step("death_blossom", named, (), gone, items, groups, length=len(chosen))


def _mixed(
    grid: CandidateGrid, find: Callable[[CandidateGrid, str, GraphMaker], Iterator[Step]]
) -> Iterator[Step]:
    yield from find(grid, "als_aic", _mixed_graph)
    yield from every_loop(grid, "als_aic", _mixed_graph)


_SOURCE = "folklore; Sudopedia, Almost Locked Sets"
_als_chain = partial(shortest_chains, rule="als_chain", make=_als_graph, longest=12)
_als_aic = partial(shortest_chains, rule="als_aic", make=_mixed_graph, longest=16)
_open_chains = partial(with_merged, find=partial(_als_chains, back=False))
_all_blossoms = partial(with_merged, find=death_blossom)
_codes = ("0709", "0710", "0711")
_chain_rule = Rule(
    "als_chain", _als_chain, 7.8, 340, _SOURCE, ("0903",), largest=_open_chains, implied_by=("als_aic",)
)
_aic_rule = Rule("als_aic", _als_aic, 7.6, 330, _SOURCE, _codes, every=partial(_mixed, find=every_chain))

RULES = (
    leanly(Rule("als_xz", als_xz, 7.5, 300, _SOURCE, ("0901",), every=every_als_xz)),
    leanly(Rule("als_xy_wing", als_xy_wing, 7.7, 320, _SOURCE, ("0902",), implied_by=("als_aic",))),
    leanly(growing(_chain_rule, partial(with_merged, find=_als_chains))),
    leanly(Rule("death_blossom", _all_blossoms, 8.0, 360, _SOURCE, ("0904",), smallest=death_blossom)),
    leanly(growing(_aic_rule, partial(_mixed, find=chains))),
)
