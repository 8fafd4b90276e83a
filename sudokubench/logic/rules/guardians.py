"""Guardians: an odd loop of strong links is impossible, so one of the extra candidates in its houses is true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sudokubench.logic.geometry import bits_of, board_of, union
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step, digit_step


def guardians(grid: CandidateGrid) -> Iterator[Step]:
    """Find guardians of an odd loop: without them, the house of each link has only two places of the digit."""
    geometry = grid.geometry
    for d, whole in enumerate(grid.boards):
        board = whole & grid.unplaced
        known = 0
        for target in bits_of(board):
            if known >> target & 1:
                continue
            path, houses = _odd_loop(grid, board & ~geometry.peers[target] & ~(1 << target))
            if not path:
                continue
            cells = board_of(path)
            guards = board & union(geometry.houses[house] for house in houses) & ~cells
            if not guards:
                break  # the digit cannot be placed at all; this rule does not report that
            gone = board & geometry.common_peers(guards)
            known |= gone
            placed = () if guards & (guards - 1) else (geometry.size * (guards.bit_length() - 1) + d,)
            roles = [("guardian", guards)]
            step = digit_step("guardians", grid, d, gone, houses, roles, placed=placed, length=len(houses))
            in_order = tuple(geometry.size * cell + d for cell in path)
            yield replace(step, groups=(("loop", in_order), *step.groups))


def _odd_loop(grid: CandidateGrid, board: int) -> tuple[list[int], tuple[int, ...]]:
    """Return the cells and the houses of a shortest odd loop; both are empty if no odd loop exists.

    Neighbours in the loop are the only two cells of the bitboard in some house.
    """
    geometry = grid.geometry
    links: dict[int, dict[int, int]] = {}
    for house, cells in geometry.whole_boards:
        pair = board & cells
        if pair.bit_count() == 2:
            a, b = bits_of(pair)
            links.setdefault(a, {}).setdefault(b, house)
            links.setdefault(b, {}).setdefault(a, house)
    found: list[int] = []
    for start in links:
        before = {(start, 0): (start, 0)}
        queue = [(start, 0)]
        for cell, parity in queue:
            for other in links[cell]:
                if (other, 1 - parity) not in before:
                    before[other, 1 - parity] = cell, parity
                    queue.append((other, 1 - parity))
        if (start, 1) in before:
            path, at = [start], before[start, 1]
            while at != (start, 0):
                path.append(at[0])
                at = before[at]
            if not found or len(path) < len(found):
                found = path
    pairs = zip(found, found[1:] + found[:1], strict=True)
    return found, tuple(links[a][b] for a, b in pairs)


_SOURCE = "Broken Wing, Guardians (R. Beck; Sudoku Players' forum, 2006); Sudopedia"

RULES = (Rule("guardians", guardians, 6.6, 250, _SOURCE),)
