"""Wings: XY-Wing, XYZ-Wing, W-Wing; short chains (M-Wing and S-Wing); and small sets (WXYZ-Wing)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

from sudokubench.logic.geometry import bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules.als import als_xz
from sudokubench.logic.rules.chains import chains, full_graph
from sudokubench.logic.step import Step, digits_in, options_at, options_in


def pincers(grid: CandidateGrid, rule: str, size: int) -> Iterator[Step]:
    """Find XY-Wings (`size` 2) or XYZ-Wings (3): a pivot with two peers xz and yz.

    The pivot has the candidates xy, so one of the peers is z; or it has xyz, so one of the three cells is z.
    """
    geometry, masks = grid.geometry, grid.cells
    n, free = geometry.size, grid.unplaced
    for pivot in bits_of(grid.with_few()[size] & free):
        mask = masks[pivot]
        near = [
            cell
            for cell in bits_of(grid.bivalue & free & geometry.peers[pivot])
            if (masks[cell] & mask).bit_count() == size - 1
        ]
        for a, b in combinations(near, 2):
            union = masks[a] | masks[b] | mask
            z = masks[a] & masks[b]
            if union.bit_count() != 3 or z.bit_count() != 1:
                continue
            d = z.bit_length() - 1
            gone = grid.boards[d] & geometry.peers[a] & geometry.peers[b]
            if size == 3:
                gone &= geometry.peers[pivot]
            if gone:
                pincer = options_in(grid, 1 << a | 1 << b)
                groups = (("pivot", options_in(grid, 1 << pivot)), ("pincer", pincer))
                cleared, items = options_at(n, d, gone), (pivot, *sorted((a, b)))
                yield Step(rule, digits_in(union), (), cleared, items, groups, length=3)


def w_wing(grid: CandidateGrid) -> Iterator[Step]:
    """Find two cells with the candidates w and x whose peers a strong link of w joins: one of the two cells holds x."""
    geometry, masks = grid.geometry, grid.cells
    n, peers = geometry.size, geometry.peers
    twos: dict[int, list[int]] = {}
    for cell in bits_of(grid.bivalue & grid.unplaced):
        twos.setdefault(masks[cell], []).append(cell)
    for mask, cells in twos.items():
        digits = bits_of(mask)
        for a, b in combinations(cells, 2):
            if peers[a] >> b & 1:
                continue
            for w, x in (digits, digits[::-1]):
                gone = grid.boards[x] & peers[a] & peers[b]
                if not gone:
                    continue
                for house, pair in grid.strong_houses(w + 1):
                    if pair >> a & 1 or pair >> b & 1:
                        continue
                    low = pair & -pair
                    high = pair ^ low
                    if (low & peers[a] and high & peers[b]) or (low & peers[b] and high & peers[a]):
                        pincer, link = options_in(grid, 1 << a | 1 << b), options_at(n, w, pair)
                        items = (a, b, geometry.item_of_place(house, w + 1))
                        groups, cleared = (("pincer", pincer), ("link", link)), options_at(n, x, gone)
                        yield Step("w_wing", (x + 1, w + 1), (), cleared, items, groups, (house,), length=3)


def chain_wing(grid: CandidateGrid, rule: str, cells: tuple[str, ...]) -> Iterator[Step]:
    """Find chains of three strong links and two digits. For `c--` in `cells`, only the first link is in a cell."""
    n = grid.geometry.size
    for step in chains(grid, rule, full_graph, longest=3):
        inside = "".join("-c"[link.start[0] // n == link.end[0] // n] for link in step.links[::2])
        if inside in cells and len(step.digits) == 2:
            yield step


def wxyz_wing(grid: CandidateGrid) -> Iterator[Step]:
    """Find two almost locked sets with one restricted common; together they have four cells and four digits."""
    for step in als_xz(grid, cells=4):
        digits = {option % grid.geometry.size for option in step.group("set")}
        common = {option % grid.geometry.size for option in step.group("common")}
        if len(digits) == 4 and len(common) == 1:
            yield replace(step, rule="wxyz_wing")


_SOURCE = "folklore; Sudopedia, Wings"
_m_wing = partial(chain_wing, rule="m_wing", cells=("c--", "--c"))
_s_wing = partial(chain_wing, rule="s_wing", cells=("-c-",))

RULES = (
    Rule("xy_wing", partial(pincers, rule="xy_wing", size=2), 4.2, 160, _SOURCE, ("0800",)),
    Rule("xyz_wing", partial(pincers, rule="xyz_wing", size=3), 4.4, 180, _SOURCE, ("0801",)),
    Rule("w_wing", w_wing, 7.1, 150, _SOURCE, ("0803",), implied_by=("aic",)),
    Rule("m_wing", _m_wing, 7.1, 280, _SOURCE, ("0707", "0708"), implied_by=("aic",)),
    Rule("s_wing", _s_wing, 7.1, 280, _SOURCE, ("0707", "0708"), implied_by=("aic",)),
    Rule("wxyz_wing", wxyz_wing, 7.5, 300, _SOURCE, ("0901",), implied_by=("als_xz",)),
)
