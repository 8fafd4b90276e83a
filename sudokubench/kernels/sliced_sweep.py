"""Propagation in the bit-sliced solver: one round of it over all lanes.

Words and rows are those of `sliced_rows`.
"""

from __future__ import annotations

from sudokubench.kernels.lanes import (
    and3,
    and_or_not,
    at_least_two,
    dead_cell,
    exactly_one,
    local_rows,
    no_lanes,
    none_of,
    or3,
    or_and,
    or_lost,
    or_xor,
)
from sudokubench.kernels.sliced_rows import BAD, CANDIDATE, CHANGED, NOTDONE, PLACED, SINGLE, inner, merged


@inner
def fit_permutations(t):
    """Keep those of a digit's triads t[0..8] in a line that some possible permutation uses; none, where there is none.

    This is locked candidates, and hidden singles for boxes, rows and columns, in one.
    """
    p0, p1, p2 = and3(t[0], t[4], t[8]), and3(t[1], t[5], t[6]), and3(t[2], t[3], t[7])
    p3, p4, p5 = and3(t[0], t[5], t[7]), and3(t[1], t[3], t[8]), and3(t[2], t[4], t[6])
    t[0], t[1], t[2] = p0 | p3, p1 | p4, p2 | p5
    t[3], t[4], t[5] = p2 | p4, p0 | p5, p1 | p3
    t[6], t[7], t[8] = p1 | p5, p2 | p3, p0 | p4


@inner
def sweep_digit(s, digit):
    """Boxes, stacks and bands of one digit.

    A lost candidate sets CHANGED only if its triad in a band is lost: if none is and `sweep_cells` changes no single
    cell, another round finds everything as it is.
    """
    x, placed, single = s + (CANDIDATE + 81 * digit), s + (PLACED + 9 * digit), s + SINGLE
    y, before, t, one_column = local_rows(27), local_rows(9), local_rows(9), local_rows(9)
    bad, changed = s[BAD], s[CHANGED]
    for stack in range(3):
        for k in range(9):  # triad k of a stack is in its box k % 3, in column k // 3
            c = 27 * (k % 3) + 3 * stack + k // 3
            lone = placed[3 * (k % 3) + stack]  # then only single cells of the box hold the digit
            for i in range(3):
                y[3 * k + i] = and_or_not(x[c + 9 * i], single[c + 9 * i], lone)
            t[k] = or3(y[3 * k], y[3 * k + 1], y[3 * k + 2])
        fit_permutations(t)
        for k in range(9):
            c = 27 * (k % 3) + 3 * stack + k // 3
            for i in range(3):
                x[c + 9 * i] = y[3 * k + i] & t[k]
        for j in range(3):
            one_column[3 * j + stack] = exactly_one(t[j], t[3 + j], t[6 + j])
    for band in range(3):
        for k in range(9):
            c = 27 * band + 3 * k
            t[k] = or3(x[c], x[c + 1], x[c + 2])
            before[k] = t[k]
        fit_permutations(t)
        bad |= none_of(t[0], t[1], t[2])
        for k in range(9):
            changed = or_lost(changed, before[k], t[k])
            c = 27 * band + 3 * k
            for i in range(3):
                x[c + i] = x[c + i] & t[k]
        for j in range(3):
            box = 3 * band + j
            one = exactly_one(t[j], t[3 + j], t[6 + j]) & one_column[box]
            bad = or_lost(bad, placed[box], one)  # two cells of the box can only be this digit
            placed[box] = one
    s[BAD], s[CHANGED] = bad, changed


@inner
def any_or_several(x):
    """Which lanes have any of x[0..8], and which more than one."""
    a, b, c = or3(x[0], x[1], x[2]), or3(x[3], x[4], x[5]), or3(x[6], x[7], x[8])
    d, e, f = at_least_two(x[0], x[1], x[2]), at_least_two(x[3], x[4], x[5]), at_least_two(x[6], x[7], x[8])
    return or3(a, b, c), or3(d, e, f) | at_least_two(a, b, c)


@inner
def sweep_cells(s):
    """All digits of each cell. PLACED comes as "one place in the box" and leaves as "a single cell of the box"."""
    bad, changed, notdone = s[BAD], s[CHANGED], s[NOTDONE]
    x, lone = local_rows(9), local_rows(9)
    for box in range(9):
        for d in range(9):
            lone[d] = no_lanes()
        for i in range(9):
            c = box // 3 * 27 + box % 3 * 3 + i // 3 * 9 + i % 3
            fixed = no_lanes()
            for d in range(9):
                x[d] = s[CANDIDATE + 81 * d + c]
                fixed = or_and(fixed, x[d], s[PLACED + 9 * d + box])
            for d in range(9):
                x[d] = and_or_not(x[d], s[PLACED + 9 * d + box], fixed)
                s[CANDIDATE + 81 * d + c] = x[d]
            once, twice = any_or_several(x)
            bad |= dead_cell(once, twice, fixed)
            notdone |= twice
            single = once & ~twice
            changed = or_xor(changed, single, s[SINGLE + c])
            s[SINGLE + c] = single
            for d in range(9):
                lone[d] = or_and(lone[d], x[d], single)
        for d in range(9):
            s[PLACED + 9 * d + box] = lone[d]
    s[BAD], s[CHANGED], s[NOTDONE] = bad, changed, notdone


@merged
def sweep(s):
    """One round. A lane that is neither BAD nor CHANGED is at a fixpoint; if also not NOTDONE, it is a solution."""
    s[CHANGED] = no_lanes()
    s[NOTDONE] = no_lanes()
    for digit in range(9):
        sweep_digit(s, digit)
    sweep_cells(s)
