"""Basic and finned fish: a digit whose places in k parallel lines lie in k crossing lines.

Basic fish are Hall sets of lines. A finned fish has further places, its fins, in one box. It eliminates a candidate
that sees all fins and that the fish without fins would eliminate. A finned fish is sashimi if a base line has fewer
than two places that are not fins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, product

from sudokubench.logic.geometry import bits_of, board_of, union
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules.subsets import hall_sets
from sudokubench.logic.step import Step, digit_step

NAMES = {2: "x_wing", 3: "swordfish", 4: "jellyfish"}


def lines_of(grid: CandidateGrid, board: int, by_rows: bool) -> list[int]:
    """Return for each base line the mask of the crossing lines in which it has a place of the digit."""
    n = grid.geometry.size
    low = (1 << n) - 1
    if by_rows:
        return [board >> n * r & low for r in range(n)]
    lines = [0] * n
    for cell in bits_of(board):
        lines[cell % n] |= 1 << cell // n
    return lines


def _houses(
    grid: CandidateGrid, by_rows: bool, base: int, cover: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first, second = (0, grid.geometry.size) if by_rows else (grid.geometry.size, 0)
    return tuple(first + i for i in bits_of(base)), tuple(second + i for i in bits_of(cover))


def _fish_of(grid: CandidateGrid, d: int, size: int) -> list[tuple[bool, int, int]]:
    """Return fish as triples (by rows, base lines, cover lines), with at most `size` lines each."""
    board = grid.boards[d] & ~grid.placed
    if not board:
        return []
    found = []
    for by_rows in (True, False):
        lines = lines_of(grid, board, by_rows)
        members = [(1 << i, cross) for i, cross in enumerate(lines) if cross and cross.bit_count() <= size]
        found += [(by_rows, base, cover) for base, cover in hall_sets(members, size)]
    return found


def fish_steps(
    rule: str, grid: CandidateGrid, d: int, board: int, bases: tuple[int, ...], covers: tuple[int, ...]
) -> Iterator[Step]:
    """Yield the step of a fish in any houses, if it clears anything. `board` has the places of the digit and the fins.

    A place that lies in two base houses is a fin. A place that lies in two cover houses loses the digit, even if it
    lies in one base house.
    """
    once = twice = covered = covered_twice = 0
    for house in bases:
        twice |= once & grid.geometry.houses[house]
        once |= grid.geometry.houses[house]
    for house in covers:
        covered_twice |= covered & grid.geometry.houses[house]
        covered |= grid.geometry.houses[house]
    fins = board & ((once & ~covered) | twice)
    gone = board & ((covered & ~once) | (covered_twice & once & ~twice)) & ~fins
    if fins and gone:
        gone &= grid.geometry.common_peers(fins)
    if gone:
        roles = [("base", board & once & ~fins), ("fin", fins)][: 2 if fins else 1]
        yield digit_step(rule, grid, d, gone, bases, roles, houses=bases + covers)


def basic_fish(grid: CandidateGrid, size: int) -> Iterator[Step]:
    """Find k <= `size` lines whose places of a digit lie in k crossing lines, which then lose all other places."""
    for d, found in enumerate(grid.by_digit(f"fish {size}", partial(_fish_of, size=size))):
        for by_rows, base, cover in found:
            houses = _houses(grid, by_rows, base, cover)
            yield from fish_steps(NAMES[size], grid, d, grid.boards[d], *houses)


def finned_fish(grid: CandidateGrid, size: int, sashimi: bool) -> Iterator[Step]:
    """Find k lines whose places of a digit lie in k crossing lines or are fins; all fins lie in one box."""
    geometry = grid.geometry
    rule = ("sashimi_" if sashimi else "finned_") + NAMES[size]
    for d, whole in enumerate(grid.boards):
        board = whole & grid.unplaced
        if board.bit_count() < 2 * size:
            continue
        for by_rows in (True, False):
            lines = lines_of(grid, board, by_rows)
            for box in geometry.boxes:
                inside = board & geometry.houses[box]
                if inside.bit_count() < 2:
                    continue
                near = lines_of(grid, inside, by_rows)
                crossing = union(lines_of(grid, geometry.houses[box], by_rows))
                far = lines_of(grid, board & ~inside, by_rows)
                members = [(i, far[i]) for i in range(len(far)) if lines[i] and far[i].bit_count() <= size]
                for base, few in _narrow_sets(members, size):
                    if not any(near[i] for i in base):
                        continue
                    spare = [1 << i for i in bits_of(crossing & ~few)]
                    for filling in combinations(spare, size - few.bit_count()):
                        cover = few | sum(filling)
                        if not cover & crossing:
                            continue
                        if sashimi == any((lines[i] & cover).bit_count() < 2 for i in base):
                            houses = _houses(grid, by_rows, board_of(base), cover)
                            steps = fish_steps(rule, grid, d, board, *houses)
                            yield from (step for step in steps if step.group("fin"))


def _narrow_sets(members: list[tuple[int, int]], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield all sets of exactly `size` members whose union has at most `size` bits."""

    def extend(start: int, chosen: tuple[int, ...], bits: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if len(chosen) == size:
            yield chosen, bits
            return
        for i in range(start, len(members)):
            whole = bits | members[i][1]
            if whole.bit_count() <= size:
                yield from extend(i + 1, (*chosen, members[i][0]), whole)

    return extend(0, (), 0)


def with_siamese(grid: CandidateGrid, size: int, sashimi: bool) -> Iterator[Step]:
    """Find finned fish; then also merge any two fish with the same base, finned or sashimi, into one step."""
    found = []
    for step in finned_fish(grid, size, sashimi):
        found.append(step)
        yield step
    yield from siamese(found, finned_fish(grid, size, not sashimi))


def siamese(steps: list[Step], others: Iterable[Step] = ()) -> Iterator[Step]:
    """Merge any two finned fish of one digit with the same base into one step, because their evidence is the same."""
    for a, b in chain(combinations(steps, 2), product(steps, others if steps else ())):
        if a.items == b.items and set(a.eliminated) != set(b.eliminated):
            gone = tuple(sorted({*a.eliminated, *b.eliminated}))
            fins = tuple(sorted({*a.group("fin"), *b.group("fin")}))
            houses = a.houses + tuple(h for h in b.houses if h not in a.houses)
            groups = (("base", tuple(o for o in a.group("base") if o not in fins)), ("fin", fins))
            yield replace(a, eliminated=gone, groups=groups, houses=houses)


_SOURCE = "folklore; Sudopedia, Fish; Finned Fish; Sashimi Fish"


def _finned(name: str, size: int, se: float, score: int, code: str) -> Rule:
    sashimi = name.startswith("sashimi")
    find, alone = (partial(fish, size=size, sashimi=sashimi) for fish in (with_siamese, finned_fish))
    return Rule(name, find, se, score, _SOURCE, (code,), smallest=alone)


RULES = (
    Rule("x_wing", partial(basic_fish, size=2), 3.2, 140, _SOURCE, ("0300",), monotone=True),
    Rule("swordfish", partial(basic_fish, size=3), 3.8, 150, _SOURCE, ("0301",), monotone=True),
    Rule("jellyfish", partial(basic_fish, size=4), 5.2, 160, _SOURCE, ("0302",), monotone=True),
    _finned("finned_x_wing", 2, 6.6, 130, "0310"),
    _finned("sashimi_x_wing", 2, 6.6, 150, "0320"),
    _finned("finned_swordfish", 3, 6.9, 200, "0311"),
    _finned("sashimi_swordfish", 3, 6.9, 240, "0321"),
    _finned("finned_jellyfish", 4, 7.2, 250, "0312"),
    _finned("sashimi_jellyfish", 4, 7.2, 260, "0322"),
)
