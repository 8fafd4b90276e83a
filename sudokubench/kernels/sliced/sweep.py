"""Propagation in the bit-sliced solver: the passes of a round over all lanes."""

from __future__ import annotations

from sudokubench.kernels.compiled import reader
from sudokubench.kernels.sliced.lanes import (
    and3,
    and_unless,
    at_least_two,
    exactly_one,
    local_rows,
    no_lanes,
    none_of,
    or3,
    or_and,
    or_lost,
    reload,
)
from sudokubench.kernels.sliced.rows import BAD, CANDIDATE, CHANGED, NOTDONE, PLACED


@reader
def fit_permutations(t):
    """Keep the triads t[0..8] of a digit in a line that some possible permutation uses.

    If no permutation is possible, no triad stays. This one step replaces locked candidates, and hidden singles in
    boxes, rows and columns.
    """
    p0, p1, p2 = and3(t[0], t[4], t[8]), and3(t[1], t[5], t[6]), and3(t[2], t[3], t[7])
    p3, p4, p5 = and3(t[0], t[5], t[7]), and3(t[1], t[3], t[8]), and3(t[2], t[4], t[6])
    t[0], t[1], t[2] = p0 | p3, p1 | p4, p2 | p5
    t[3], t[4], t[5] = p2 | p4, p0 | p5, p1 | p3
    t[6], t[7], t[8] = p1 | p5, p2 | p3, p0 | p4


@reader
def sweep_digit(s, digit):
    """Sweep the stacks, then the bands of a digit. Mark in PLACED the boxes where it has one row and one column."""
    x, placed = s + (CANDIDATE + 81 * digit), s + (PLACED + 9 * digit)
    columns = local_rows(s, 27)  # triads of the stacks
    t, u, one_column = local_rows(s, 9), local_rows(s, 9), local_rows(s, 9)
    bad, changed = s[BAD], s[CHANGED]
    for stack in range(3):
        for k in range(9):  # triad k of a stack is in its box k % 3, in column k // 3
            c = 27 * (k % 3) + 3 * stack + k // 3
            t[k] = or3(x[c], x[c + 9], x[c + 18])
        fit_permutations(t)
        for j in range(3):
            one_column[3 * j + stack] = exactly_one(t[j], t[3 + j], t[6 + j])
        for k in range(9):
            columns[9 * stack + k] = t[k]
    reload()
    for band in range(3):
        for k in range(9):
            u[k] = columns[3 * k + band]
        for k in range(9):
            c, i = 27 * band + 3 * k, 3 * (k % 3)
            t[k] = or_and(or_and(x[c] & u[i], x[c + 1], u[i + 1]), x[c + 2], u[i + 2])
        fit_permutations(t)
        bad |= none_of(t[0], t[1], t[2])
        for j in range(3):
            box = 3 * band + j
            one = exactly_one(t[j], t[3 + j], t[6 + j]) & one_column[box]
            bad = or_lost(bad, placed[box], one)  # two cells of the box can only be this digit, or none can
            changed = or_lost(changed, one, placed[box])
            placed[box] = one
        reload()
        for k in range(9):
            c = 27 * band + 3 * k
            for i in range(3):
                x[c + i] = and3(x[c + i], u[3 * (k % 3) + i], t[k])
    s[BAD], s[CHANGED] = bad, changed


@reader
def any_or_several(x):
    """Return two rows: the lanes that have any of x[0..8], and the lanes that have more than one of them."""
    a, b, c = or3(x[0], x[1], x[2]), or3(x[3], x[4], x[5]), or3(x[6], x[7], x[8])
    d, e, f = at_least_two(x[0], x[1], x[2]), at_least_two(x[3], x[4], x[5]), at_least_two(x[6], x[7], x[8])
    return or3(a, b, c), or3(d, e, f) | at_least_two(a, b, c)


@reader
def sweep_cells(s):
    """Sweep the cells of each box: a digit with one place takes its cell; a cell's only digit leaves all other cells.

    A cell is `fixed` if it is the only place of a digit, and `decided` if it is fixed or has one candidate. A fixed
    cell loses its other candidates. If it still has several when nothing else changes, it is the only place of two
    digits.
    """
    bad, changed, notdone, clash = s[BAD], s[CHANGED], s[NOTDONE], no_lanes(s)
    x, alone, placed = local_rows(s, 9), local_rows(s, 9), local_rows(s, 9)
    fixed, decided = local_rows(s, 9), local_rows(s, 9)
    for box in range(9):
        corner = CANDIDATE + box // 3 * 27 + box % 3 * 3
        for d in range(9):
            placed[d] = s[PLACED + 9 * d + box]
        for row in range(3):
            for column in range(3):
                i, c = 3 * row + column, corner + 9 * row + column
                reload()
                x[0] = s[c]
                only_place = x[0] & s[PLACED + box]
                for d in range(1, 9):
                    x[d] = s[81 * d + c]
                    only_place = or_and(only_place, x[d], s[PLACED + 9 * d + box])
                once, twice = any_or_several(x)
                bad |= ~once
                notdone = or_lost(notdone, twice, only_place)
                clash = or_and(clash, twice, only_place)
                fixed[i], decided[i] = only_place, only_place | ~twice
                for d in range(9):
                    placed[d] = or_lost(placed[d], x[d], twice)
        reload()
        for d in range(9):
            alone[d] = s[PLACED + 9 * d + box]
            changed = or_lost(changed, placed[d], alone[d])
            s[PLACED + 9 * d + box] = placed[d]
        for row in range(3):
            for column in range(3):
                i, c = 3 * row + column, corner + 9 * row + column
                for d in range(9):
                    s[81 * d + c] = and_unless(
                        and_unless(s[81 * d + c], placed[d], decided[i]), fixed[i], alone[d]
                    )
    s[BAD], s[CHANGED], s[NOTDONE] = or_lost(bad, clash, changed), changed, notdone
