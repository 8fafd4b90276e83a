"""Bit-sliced batch solver for 9x9 Sudoku: one bit ("lane") per board, 512 boards in every operation.

All state is rows of lanes (`lanes.py`) in one array `m[row, word]`; `s = rows_of(m)` is the same memory as rows. A lane
holds a board: the puzzle it came from (its owner) after some decisions. The kernel alternates

    sweep      one round of constraint propagation over all lanes, and
    service    when many lanes are idle: record the solved, split the stalled in two, refill the free.

A digit's three cells in a row or column of a box are a *triad*; a *line* is three boxes in a row (a band, lines 0-2) or
in a column (a stack, 3-5). Triad 3 * i + j of a line is in its box j, on its row (or column) i. In a line the triads
that hold a digit form a permutation matrix, since every row and every box of the line holds it once.

Invariants, for every lane that holds a board:
  I1  CANDIDATE[digit, cell] is set iff the digit is still possible there. Only filling a lane sets such a bit.
  I2  SINGLE and PLACED are facts about this board or about one with more candidates, so it is always safe to use
      them; a lane that gets another board must have them cleared.
  I3  The open boards of a puzzle (in lanes and on shelves) have no solution in common, and their solutions together
      with those already counted are all its solutions. So none is counted twice and none is lost.
  I4  BAD contains every empty lane: it is never solved, stalled or counted.

The idea of triads and of the branching rule is from tdoku (Tom Dillon, 2019); the moves of bits are rotations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, uint64

from sudokubench.kernels.compiled import compiled
from sudokubench.kernels.lanes import (
    LANES,
    WORDS,
    aligned,
    and3,
    and_not_either,
    and_or_not,
    at_least_two,
    bits_of_bytes,
    bytes_of_bits,
    choose,
    count_bits,
    counted,
    every_word,
    exactly_one,
    greater,
    is_empty,
    local_rows,
    lowest_bit,
    no_lanes,
    none_of,
    or3,
    or_and,
    or_lost,
    or_xor,
    rotated,
    rotated_back,
    rows_of,
    words_back_1,
    words_back_2,
    words_back_4,
    words_moved_1,
    words_moved_2,
    words_moved_4,
    xor3,
)

# ---------------------------------------------------------------------------------------------- the rows of m
ROWS = 0


def _rows(n: int) -> int:
    global ROWS  # noqa: PLW0603 (an enumeration, made once)
    ROWS += n
    return ROWS - n


CANDIDATE = _rows(729)  # [digit][cell]
SPLIT, HARD = _rows(1), _rows(1)  # the board comes from a split; its puzzle was hard when first split
BOARD_ROWS = ROWS  # what belongs to a board and moves with it
SINGLE = _rows(81)  # [cell] exactly one candidate
PLACED = _rows(81)  # [digit][box] a single cell of the box holds the digit
TRIAD = _rows(486)  # [line][digit][triad] some cell of the triad has the candidate
TWO, THREE = _rows(54), _rows(54)  # [line][digit] exactly two, exactly three permutations survive
SUM = _rows(36)  # [line][binary digit] number of permutations that survive, over the nine digits
CHOICES = _rows(24)  # [line][binary digit] number of digits with more than one permutation
OPEN = _rows(6)  # [line] some digit has more than one permutation
SQUARES = _rows(
    6 * 64
)  # binary digits on their way between boards as bytes and boards as lanes, see `transpose`
BAD, CHANGED, NOTDONE = _rows(1), _rows(1), _rows(1)  # outcome of a sweep
SOLVED, STALLED, FREE, FILLED = _rows(1), _rows(1), _rows(1), _rows(1)
TURN, ARRIVE, LEFT = _rows(6), _rows(6), _rows(1)  # outcome of `pair`

HOPS = (0, 1, 2, 4)  # how many words further each round of `pair` looks for a place
ROUNDS = len(HOPS)
MANY = 64  # boards that wait for a free lane before some are shelved
FULL = 256  # boards on the shelves that keep new puzzles out
WORTHWHILE = 16  # boards to move at once
SHELF_ROWS = BOARD_ROWS + 1  # boards put aside, and the lanes that hold one

# Places in the array `progress`: the board to be begun next, shelves in use, boards on them now; services, sweeps,
# boards ever shelved, boards split
NEXT_BOARD, SHELVES, SHELVED, SERVICES, SWEEPS, MOVED, NODES = 0, 1, 2, 3, 4, 5, 6

ZERO, ONE = np.uint64(0), np.uint64(1)
LOW_BITS = (0, 0x5555555555555555, 0x3333333333333333, 0, 0x0F0F0F0F0F0F0F0F)
LOW_BITS_FAR = (0, 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0, 0x00000000FFFFFFFF)

# Passes are called from the kernel only and need no wrappers (a fifth of their compile time). LLVM optimises a pass in
# its own module and again in each caller, so the two that only list other passes are merged into their caller.
inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
merged = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, inline="always")


# ------------------------------------------------------------------------------------------------------ sweep
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

    A lost candidate that leaves its triad possible sets no CHANGED; what follows from it does, here or in
    `sweep_cells`.
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
            before[k] = t[k]
        fit_permutations(t)
        bad |= none_of(t[0], t[1], t[2])
        for k in range(9):
            changed = or_lost(changed, before[k], t[k])
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
            bad |= or_and(~once, fixed, twice)
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


# -------------------------------------------------------------------------------- service: what a sweep found
@inner
def classify(s):
    """Every lane is running, SOLVED, STALLED (at a fixpoint, undecided) or FREE (dead, empty or solved)."""
    bad, changed, notdone = s[BAD], s[CHANGED], s[NOTDONE]
    s[SOLVED] = none_of(bad, changed, notdone)
    s[STALLED] = and_not_either(notdone, bad, changed)
    s[FREE] = bad | s[SOLVED]


@inner
def transpose(square):
    """Swap row and bit in each word of 64 rows: bit j of row i becomes bit i of row j. Its own inverse.

    All words at once: eight 64x64 matrices. Henry S. Warren, Hacker's Delight (2002), section 7-3; here in two rounds
    of eight rows, so that each round stays in registers.
    """
    v = local_rows(8)
    for far in (True, False):
        for group in range(8):
            first, step = (group, 8) if far else (8 * group, 1)
            for i in range(8):
                v[i] = square[first + step * i]
            for half in (
                4,
                2,
                1,
            ):  # swap the off-diagonal quarters of every matrix of 2 * `half` * `step` rows
                n = every_word(half * step)
                low = every_word(LOW_BITS_FAR[half] if far else LOW_BITS[half])
                for i in range(8):
                    if not i & half:
                        a, b = v[i], v[i + half]
                        v[i], v[i + half] = choose(low, a, rotated(b, n)), choose(low, rotated_back(a, n), b)
            for i in range(8):
                square[first + step * i] = v[i]


@inner
def place_in_squares(cell, q):
    """Where binary digit q of a cell is in SQUARES: as a row before `transpose`, after it as (square, bit).

    Four squares hold cells 0..63, one a binary digit; a fifth holds three binary digits of cells 64..80 (51 rows), the
    last one the fourth.
    """
    if cell < 64:
        return 64 * q + cell
    return 256 + 17 * q + cell - 64 + (13 if q == 3 else 0)


@inner
def write_binary(s):
    """Binary digits of the solved lanes."""
    for c in range(81):
        for q in range(4):
            some = no_lanes()
            for d in range(9):
                if (d + 1) >> q & 1:
                    some |= s[CANDIDATE + 81 * d + c]
            s[SQUARES + place_in_squares(c, q)] = some


@inner
def record(m, s, owner, counts, out, limit, keep):
    """Count the solved lanes; solution k < `keep` of puzzle p goes to out[k * number of puzzles + p], digits 1..9."""
    if is_empty(s[SOLVED]):
        return
    write_binary(s)
    for square in range(6):
        transpose(s + (SQUARES + 64 * square))
    for w in range(WORDS):
        solved = m[SOLVED, w]
        while solved:
            lane = lowest_bit(solved)
            solved &= solved - ONE
            p = owner[w, lane]
            k = counts[p]
            if k < limit:
                counts[p] = k + 1
                if k < keep:
                    r = SQUARES + lane
                    a0, a1, a2, a3 = m[r, w], m[r + 64, w], m[r + 128, w], m[r + 192, w]
                    b, b3 = m[r + 256, w], m[r + 320, w]
                    row = k * len(counts) + p
                    # Two stores that overlap: cells 0..63, then cells 17..80
                    bytes_of_bits(out, row, 0, a0, a1, a2, a3)
                    up, down = uint64(47), uint64(17)
                    bytes_of_bits(
                        out, row, 17,
                        a0 >> down | b << up, a1 >> down | b >> down << up,
                        a2 >> down | b >> uint64(34) << up, a3 >> down | b3 << up,
                    )  # fmt: skip


@inner
def drop_finished(m, owner, counts, limit):
    """Stalled lanes of puzzles that have reached the limit become free."""
    for w in range(WORDS):
        stalled = m[STALLED, w]
        while stalled:
            lane = lowest_bit(stalled)
            stalled &= stalled - ONE
            if counts[owner[w, lane]] >= limit:
                m[STALLED, w] ^= ONE << uint64(lane)
                m[FREE, w] |= ONE << uint64(lane)


# ------------------------------------------------------------------------------------- service: stalled lanes
@inner
def first_cell(line, k):
    """First cell of triad k of a line; its other cells follow at distance 1 in a band, 9 in a stack."""
    return 27 * line + 9 * (k // 3) + 3 * (k % 3) if line < 3 else 3 * (line - 3) + k // 3 + 27 * (k % 3)


@inner
def rivals(k):
    """The other two triads of the same row (or column) of the line."""
    return k // 3 * 3 + (k + 1) % 3, k // 3 * 3 + (k + 2) % 3


@inner
def clear_triad(candidate, digit, line, k, where):
    """The digit leaves the three cells of triad k of a line, in the lanes `where` of 729 rows."""
    c = 81 * digit + first_cell(line, k)
    for _ in range(3):
        candidate[c] = candidate[c] & ~where
        c += 1 if line < 3 else 9


@inner
def gather_triads(s):
    """TRIAD of all lanes."""
    for d in range(9):
        for box in range(9):
            band, stack = box // 3, box % 3
            x = s + (CANDIDATE + 81 * d + 27 * band + 3 * stack)
            across, down = (
                s + (TRIAD + 81 * band + 9 * d + stack),
                s + (TRIAD + 243 + 81 * stack + 9 * d + band),
            )
            for i in range(3):
                across[3 * i] = or3(x[9 * i], x[9 * i + 1], x[9 * i + 2])
                down[3 * i] = or3(x[i], x[9 + i], x[18 + i])


@inner
def count_of_nine(x):
    """How many of x[0..8] are set, lane by lane: (fewer than three, three, more than three)."""
    a, b, c = xor3(x[0], x[1], x[2]), xor3(x[3], x[4], x[5]), xor3(x[6], x[7], x[8])
    d, e, f = at_least_two(x[0], x[1], x[2]), at_least_two(x[3], x[4], x[5]), at_least_two(x[6], x[7], x[8])
    ones, g = xor3(a, b, c), at_least_two(a, b, c)
    h = xor3(d, e, f)
    many = or_and(at_least_two(d, e, f), h, g)  # four or more
    three = ones & (h ^ g)
    return none_of(many, three, three), three & ~many, many


@inner
def triad_cardinality(s):
    """Every triad holds exactly three digits; apply it to the stalled lanes.

    Three possible digits are asserted (and leave the triad's rivals), three asserted digits exclude the rest; fewer
    possible or more asserted is a contradiction. Lanes where that did something are stalled no more. It is the only
    rule that notices a triad asked to hold four digits; without it nearly empty boards, the empty grid first of all,
    search practically for ever.
    """
    stalled = s[STALLED]
    acted, dead = no_lanes(), no_lanes()
    possible, sure = local_rows(9), local_rows(9)
    for line in range(6):
        t = s + (TRIAD + 81 * line)
        for k in range(9):
            k1, k2 = rivals(k)
            for d in range(9):
                possible[d] = t[9 * d + k]
                sure[d] = and_not_either(possible[d], t[9 * d + k1], t[9 * d + k2])
            too_few, all_sure, _ = count_of_nine(possible)
            _, complete, too_many = count_of_nine(sure)
            dead = or3(dead, too_few, too_many)
            assert_all, exclude_rest = (
                and_not_either(all_sure, complete, ~stalled),
                complete & ~all_sure & stalled,
            )
            if is_empty(assert_all | exclude_rest):
                continue
            acted = or3(acted, assert_all, exclude_rest)
            for d in range(9):
                clear_triad(s + CANDIDATE, d, line, k, exclude_rest & ~sure[d])
                clear_triad(s + CANDIDATE, d, line, k1, assert_all & possible[d])
                clear_triad(s + CANDIDATE, d, line, k2, assert_all & possible[d])
    dead &= stalled
    s[STALLED] = and_not_either(stalled, acted, dead)
    s[FREE] = s[FREE] | dead


@inner
def count_permutations(s):
    """For each line: SUM, CHOICES, OPEN, and for each digit TWO and THREE."""
    for line in range(6):
        total, choices = s + (SUM + 6 * line), s + (CHOICES + 4 * line)
        for q in range(6):
            total[q] = no_lanes()
        for q in range(4):
            choices[q] = no_lanes()
        some = no_lanes()
        for d in range(9):
            t = s + (TRIAD + 81 * line + 9 * d)
            p0, p1, p2 = and3(t[0], t[4], t[8]), and3(t[1], t[5], t[6]), and3(t[2], t[3], t[7])
            p3, p4, p5 = and3(t[0], t[5], t[7]), and3(t[1], t[3], t[8]), and3(t[2], t[4], t[6])
            x1, m1, x2, m2 = (
                xor3(p0, p1, p2),
                at_least_two(p0, p1, p2),
                xor3(p3, p4, p5),
                at_least_two(p3, p4, p5),
            )
            carry = x1 & x2
            n0, n1, n2 = x1 ^ x2, xor3(m1, m2, carry), at_least_two(m1, m2, carry)  # 0..6 in binary
            s[TWO + 9 * line + d] = and_not_either(n1, n0, n2)
            s[THREE + 9 * line + d] = n0 & n1
            some = or3(some, n1, n2)
            carry = n1 | n2
            for q in range(4):
                old = choices[q]
                choices[q] = old ^ carry
                carry &= old
            carry = no_lanes()
            for q in range(6):
                n = no_lanes()
                if q == 0:
                    n = n0
                elif q == 1:
                    n = n1
                elif q == 2:
                    n = n2
                old = total[q]
                total[q] = xor3(old, n, carry)
                carry = at_least_two(old, n, carry)
        s[OPEN + line] = some


@inner
def keep_lines(s, number, bits, largest, where):
    """OPEN keeps, in the lanes `where`, the lines whose number is smallest (or largest, if that row is all lanes)."""
    for k in range(bits):
        q = bits - 1 - k
        better = no_lanes()  # some line still in the race beats those that have a 1 (or a 0) here
        for line in range(6):
            better = or_lost(better, s[OPEN + line], s[number + bits * line + q] ^ largest)
        better &= where
        for line in range(6):
            s[OPEN + line] = s[OPEN + line] & ~(better & (s[number + bits * line + q] ^ largest))


@inner
def choose_line(s):
    """OPEN keeps one line that has a choice for each stalled lane.

    In a hard puzzle it is the line with the fewest digits that have a choice, of these the one with the most
    permutations: then the children go on in the same line until it is complete. In an easy one it is the line with the
    fewest permutations (tdoku's rule). Each rule costs the other's puzzles 30 to 50 % more splits, and changing the
    rule amid a puzzle costs more than either. A puzzle is hard if, when it first stalls, no line with a choice has
    fewer than 22 permutations.
    """
    rest = s[STALLED]
    few = no_lanes()
    for line in range(6):
        s[OPEN + line] = s[OPEN + line] & rest
        n = s + (SUM + 6 * line)
        from_22 = n[5] | (n[4] & (n[3] | (n[2] & n[1])))
        few |= s[OPEN + line] & ~from_22
    s[HARD] = s[HARD] | and_not_either(rest, s[SPLIT], few)
    s[SPLIT] = s[SPLIT] | rest
    hard = s[HARD]
    keep_lines(s, CHOICES, 4, no_lanes(), hard)
    keep_lines(s, SUM, 6, every_word(-1), hard)
    keep_lines(s, SUM, 6, no_lanes(), ~hard)
    for line in range(6):
        s[OPEN + line] = s[OPEN + line] & rest
        rest &= ~s[OPEN + line]


@inner
def words_moved(x, n):
    """Every word of x goes to the word n places further on, n one of HOPS."""
    if n == 1:
        return words_moved_1(x)
    if n == 2:
        return words_moved_2(x)
    if n == 4:
        return words_moved_4(x)
    return x


@inner
def words_back(x, n):
    """The inverse of `words_moved`."""
    if n == 1:
        return words_back_1(x)
    if n == 2:
        return words_back_2(x)
    if n == 4:
        return words_back_4(x)
    return x


@inner
def pair(s, sources, free):
    """Find free lanes for the sources: round by round, in the word HOPS[round] further on.

    All sources of a word rotate by one distance, the one with the most arrivals: then moving boards costs one rotation
    a row and round, where to compress and expand them costs six each. Sets TURN (distance), ARRIVE (lanes that get a
    board) and LEFT (sources without a place).
    """
    for k in range(ROUNDS):
        leaving = words_moved(sources, HOPS[k])
        most, turn = no_lanes(), no_lanes()
        for n in range(64):
            distance = every_word(n)
            arrivals = counted(rotated(leaving, distance) & free)
            better = greater(arrivals, most)
            most, turn = choose(better, arrivals, most), choose(better, distance, turn)
        arrive = rotated(leaving, turn) & free
        free &= ~arrive
        gone = rotated_back(arrive, turn)
        sources &= ~words_back(gone, HOPS[k])
        s[TURN + k], s[ARRIVE + k] = turn, arrive
    s[LEFT] = sources


@inner
def arrivals_of(s, x, old):
    """The row `old` after the moves that `pair` found, where the row x moves."""
    for k in range(ROUNDS):
        old = choose(s[ARRIVE + k], rotated(words_moved(x, HOPS[k]), s[TURN + k]), old)
    return old


@inner
def move(m, s, old, owner_old, new, owner_new):
    """Copy the paired boards from rows to rows. Returns the lanes that got one."""
    for r in range(BOARD_ROWS):
        new[r] = arrivals_of(s, old[r], new[r])
    arrive = no_lanes()
    for k in range(ROUNDS):
        arrive |= s[ARRIVE + k]
        for w in range(WORDS):
            word, distance = m[ARRIVE + k, w], m[TURN + k, w]
            while word:
                lane = lowest_bit(word)
                word &= word - ONE
                owner_new[w, lane] = owner_old[(w - HOPS[k]) % WORDS, (lane - int(distance)) % 64]
    return arrive


@inner
def count_lanes(m, row):
    """The number of lanes set in a row."""
    n = 0
    for w in range(WORDS):
        n += count_bits(m[row, w])
    return n


@inner
def shelve(m, s, shelf, shelf_owner, owner, progress):
    """Every second board of LEFT leaves its lane for the newest shelf, or a new one when that is full."""
    s[LEFT] = s[LEFT] & every_word(0x5555555555555555)
    s[FREE] = s[FREE] | s[LEFT]
    n = count_lanes(m, LEFT)
    progress[SHELVED] += n  # boards there now
    progress[MOVED] += n  # boards ever put there
    while not is_empty(s[LEFT]):
        top = max(progress[SHELVES] - 1, 0)
        put = rows_of(shelf) + SHELF_ROWS * top
        pair(s, s[LEFT], ~put[BOARD_ROWS])
        put[BOARD_ROWS] = put[BOARD_ROWS] | move(m, s, s + CANDIDATE, owner, put, shelf_owner[top])
        progress[SHELVES] = top + 1 if is_empty(s[LEFT]) else top + 2


@inner
def split(s):
    """Every board of STALLED has been copied; it takes a triad that is undetermined, its copy loses that triad."""
    for line in range(6):
        rest = s[OPEN + line]
        for rank in range(3):  # a digit with two permutations, else three, else any choice
            if is_empty(rest):
                break
            for d in range(9):
                t = s + (TRIAD + 81 * line + 9 * d)
                if rank == 0:
                    digit = rest & s[TWO + 9 * line + d]
                elif rank == 1:
                    digit = rest & s[THREE + 9 * line + d]
                else:
                    digit = rest & or3(
                        at_least_two(t[0], t[1], t[2]),
                        at_least_two(t[3], t[4], t[5]),
                        at_least_two(t[6], t[7], t[8]),
                    )
                if is_empty(digit):
                    continue
                rest &= ~digit
                for k in range(9):  # its first triad that has a rival
                    k1, k2 = rivals(k)
                    take = and3(digit, t[k], t[k1] | t[k2])
                    if is_empty(take):
                        continue
                    digit &= ~take
                    clear_triad(s + CANDIDATE, d, line, k, arrivals_of(s, take, no_lanes()))
                    clear_triad(s + CANDIDATE, d, line, k1, take)
                    clear_triad(s + CANDIDATE, d, line, k2, take)


@inner
def branch(m, s, shelf, shelf_owner, owner, progress):
    """Split the stalled boards for which there is a free lane. The others wait, or are shelved if they are many.

    So some lane can always go on: the waiting boards of a word without free lanes in it or in the next one share these
    128 lanes with running ones.
    """
    pair(s, s[STALLED], s[FREE])
    s[STALLED] = s[STALLED] & ~s[LEFT]
    progress[NODES] += count_lanes(m, STALLED)
    count_permutations(s)
    choose_line(s)
    born = move(m, s, s + CANDIDATE, owner, s + CANDIDATE, owner)
    s[FREE] = s[FREE] & ~born
    s[FILLED] = s[FILLED] | born
    split(s)
    if count_lanes(m, LEFT) > MANY:
        shelve(m, s, shelf, shelf_owner, owner, progress)
        return True
    return False


# ---------------------------------------------------------------------------------------- service: free lanes
@inner
def refill_from_shelves(m, s, shelf, shelf_owner, owner, progress):
    """Free lanes take boards of the newest shelves."""
    for level in range(progress[SHELVES] - 1, -1, -1):
        put = rows_of(shelf) + SHELF_ROWS * level
        pair(s, put[BOARD_ROWS], s[FREE])
        there = count_lanes(m, LEFT)
        come = 0
        for k in range(ROUNDS):
            come += count_lanes(m, ARRIVE + k)
        if come >= min(WORTHWHILE, there + come):
            arrive = move(m, s, put, shelf_owner[level], s + CANDIDATE, owner)
            s[FREE] = s[FREE] & ~arrive
            s[FILLED] = s[FILLED] | arrive
            put[BOARD_ROWS] = s[LEFT]
            progress[SHELVED] -= come
            if there == 0 and level == progress[SHELVES] - 1:
                progress[SHELVES] = level
            return


@inner
def refill_from_boards(m, s, boards, owner, progress):
    """Free lanes take puzzles that have not begun."""
    n = progress[NEXT_BOARD]
    if n == len(boards) or count_lanes(m, FREE) < WORTHWHILE:
        return
    s[LEFT] = s[FREE]
    for w in range(WORDS):
        free = m[FREE, w]
        while free and n < len(boards):
            lane = lowest_bit(free)
            free &= free - ONE
            owner[w, lane] = n
            r = SQUARES + lane
            tail = ZERO
            for q in range(4):
                m[r + 64 * q, w] = bits_of_bytes(boards, n, 0, 1 << q)
                last = bits_of_bytes(boards, n, 17, 1 << q) >> uint64(47)  # cells 64..80
                if q < 3:
                    tail |= last << uint64(17 * q)
                else:
                    m[r + 320, w] = last
            m[r + 256, w] = tail
            n += 1
        m[FREE, w] = free
    progress[NEXT_BOARD] = n
    for square in range(6):
        transpose(s + (SQUARES + 64 * square))
    taken = s[LEFT] & ~s[FREE]
    s[FILLED] = s[FILLED] | taken
    s[SPLIT], s[HARD] = s[SPLIT] & ~taken, s[HARD] & ~taken
    for c in range(81):
        b0, b1 = s[SQUARES + place_in_squares(c, 0)], s[SQUARES + place_in_squares(c, 1)]
        b2, b3 = s[SQUARES + place_in_squares(c, 2)], s[SQUARES + place_in_squares(c, 3)]
        high = and_not_either(taken, b2, b3)  # the digits 1, 2, 3, and blank
        blank = and_not_either(high, b0, b1)
        for d in range(9):
            if d == 3:
                high = and3(taken, b2, ~b3)
            elif d == 7:
                high = taken & b3
            low = (d + 1) & 3
            if low == 0:
                same = and_not_either(high, b0, b1)
            elif low == 1:
                same = and3(high, b0, ~b1)
            elif low == 2:
                same = and3(high, b1, ~b0)
            else:
                same = and3(high, b0, b1)
            x = s[CANDIDATE + 81 * d + c]
            s[CANDIDATE + 81 * d + c] = choose(taken, same | blank, x)


@inner
def forget(s):
    """Keep I2 and I4 for the lanes that were filled and those that stay empty."""
    filled = s[FILLED]
    for r in range(81):
        s[SINGLE + r] = s[SINGLE + r] & ~filled
        s[PLACED + r] = s[PLACED + r] & ~filled
    s[FILLED] = no_lanes()
    s[BAD] = s[FREE]


@merged
def service(m, s, owner, counts, boards, out, shelf, shelf_owner, progress, limit, keep):
    """Do for every idle lane what it waits for."""
    classify(s)
    record(m, s, owner, counts, out, limit, keep)
    drop_finished(m, owner, counts, limit)
    full = False
    if not is_empty(s[STALLED]):
        gather_triads(s)
        triad_cardinality(s)
    if not is_empty(s[STALLED]):
        full = branch(m, s, shelf, shelf_owner, owner, progress)
    if not full:
        if progress[SHELVED] > FULL or progress[NEXT_BOARD] == len(boards):
            refill_from_shelves(m, s, shelf, shelf_owner, owner, progress)
        if progress[SHELVED] <= FULL:
            refill_from_boards(m, s, boards, owner, progress)
    forget(s)


@compiled
def advance(
    m,
    owner,
    counts,
    boards,
    out,
    shelf,
    shelf_owner,
    progress,
    limit,
    keep,
    idle_wanted,
    services,
):
    """Serve and sweep in turn, `services` times at most. Returns whether a lane is still occupied.

    Stops early when the shelves might overflow in the next service. All state is in the arrays, so the caller may add
    shelves, look at a clock, and call again.
    """
    s = rows_of(m)
    for _ in range(services):
        service(m, s, owner, counts, boards, out, shelf, shelf_owner, progress, limit, keep)
        progress[SERVICES] += 1
        empty = 0
        for w in range(WORDS):
            empty += count_bits(m[BAD, w])
        more = (
            progress[NEXT_BOARD] < len(boards) or progress[SHELVES] > 0
        )  # something can come into a free lane
        if empty == LANES and not more:
            return False
        idle = 0
        while idle < idle_wanted and (more or idle <= empty):
            sweep(s)
            progress[SWEEPS] += 1
            idle = 0
            for w in range(WORDS):
                idle += count_bits(m[BAD, w] | ~m[CHANGED, w])
        if progress[SHELVES] == len(shelf_owner):
            return True
    return True


# -------------------------------------------------------------------------------------------------- interface
IDLE_LANES = 5 * LANES // 8  # a service costs about as much as two sweeps
SERVICES_PER_CALL = 64  # a few milliseconds
FIRST_SHELVES = 4

Array = np.ndarray[Any, Any]


class Run:
    """One search by the kernel, resumable: it goes on where `advance` left it. All its state is here.

    Attributes:
        counts: int64 (n,), solutions counted so far. A caller that has taken the solutions may set it to 0.
        kept: uint8 (keep, n, 81), the first solutions of all boards, the second ones and so on, digits 1..9. In this
            order memory that stays zero is never touched.
    """

    def __init__(self, boards: Array, keep: int) -> None:
        """A search of uint8 (n, 81) boards, 0 for an empty cell, which keeps `keep` solutions of each."""
        boards = np.ascontiguousarray(boards, np.uint8).view()
        boards.flags.writeable = (
            False  # a writeable array is another type for Numba, hence another compilation
        )
        self._boards = boards
        self._begin(len(boards), keep)

    @classmethod
    def of_candidates(cls, candidates: Array, keep: int) -> Run:
        """A search of one board of which bool (81, 9) says what digit each cell may hold."""
        run = cls.__new__(cls)
        run._boards = NO_BOARDS
        run._begin(1, keep)
        run._m[CANDIDATE : CANDIDATE + 729, 0] = candidates.T.ravel()
        run._m[BAD, 0] ^= ONE
        run._m[CHANGED, 0] = ONE
        return run

    def _begin(self, n: int, keep: int) -> None:
        self._m = aligned(ROWS, WORDS)
        self._m[BAD] = ~ZERO
        self._owner, self._progress = np.zeros((WORDS, 64), np.int64), np.zeros(7, np.int64)
        self._shelf = aligned(FIRST_SHELVES * SHELF_ROWS, WORDS)
        self._shelf_owner = np.zeros((FIRST_SHELVES, WORDS, 64), np.int64)
        self._keep = keep
        self.counts, self.kept = np.zeros(n, np.int64), np.zeros((keep, n, 81), np.uint8)

    def advance(self, limit: int, services: int = SERVICES_PER_CALL) -> bool:
        """Search on; a board is done with when it has `limit` solutions. Returns whether there is more to do.

        Ends after some services at the latest. A service finds at most `LANES` solutions.
        """
        more: bool = advance(
            self._m, self._owner, self.counts, self._boards, self.kept.reshape(-1, 81), self._shelf,
            self._shelf_owner, self._progress, limit, self._keep, IDLE_LANES, services,
        )  # fmt: skip
        if self._progress[SHELVES] == len(self._shelf_owner):
            old = self._shelf
            self._shelf = aligned(2 * len(old), WORDS)
            self._shelf[: len(old)] = old
            self._shelf_owner = np.concatenate([self._shelf_owner, np.zeros_like(self._shelf_owner)])
        return more

    def unfinished(self) -> Array:
        """Bool (n,): boards that are searched or have yet to begin."""
        unfinished = np.zeros(len(self.counts), np.bool_)
        unfinished[self._owner[_lanes_of(~self._m[BAD])]] = True
        for i in range(self._progress[SHELVES]):
            unfinished[self._shelf_owner[i][_lanes_of(self._shelf[SHELF_ROWS * i + BOARD_ROWS])]] = True
        if len(self._boards):
            unfinished[self._progress[NEXT_BOARD] :] = True
        return unfinished

    @property
    def stats(self) -> dict[str, int]:
        """`nodes`: boards split in two; `sweeps` and `services` of all lanes; boards `shelved` for want of a lane."""
        places = {"nodes": NODES, "sweeps": SWEEPS, "services": SERVICES, "shelved": MOVED}
        return {name: int(self._progress[at]) for name, at in places.items()}


NO_BOARDS = np.zeros((0, 81), np.uint8)
NO_BOARDS.flags.writeable = False


def solve_batch(
    boards: Array, limit: int, *, keep: int = 1, should_stop: Callable[[int], bool] | None = None
) -> tuple[Array, Array, Array, dict[str, int]]:
    """Count the solutions of many 9x9 boards, each up to `limit`. Releases the GIL while it computes.

    Args:
        boards: uint8 (n, 81), 0 for an empty cell, 1..9 for a clue.
        limit: at least 1; the search for a board ends at this many solutions.
        keep: how many solutions of each board to return.
        should_stop: asked every few milliseconds with the number of nodes so far; True ends the search early.

    Returns:
        counts: int64 (n,), solutions found.
        solutions: uint8 (n, keep, 81), the first solutions found, zeros where there are fewer.
        exhausted: bool (n,), the count is proved to be the number of all solutions. False where the search ended at
            the limit or was stopped.
        stats: see `Run.stats`.
    """
    run = Run(boards, keep)
    exhausted = np.ones(len(run.counts), np.bool_)
    while run.advance(limit):
        if should_stop is not None and should_stop(run.stats["nodes"]):
            exhausted = ~run.unfinished()
            break
    return run.counts, run.kept.transpose(1, 0, 2), exhausted & (run.counts < limit), run.stats


def _lanes_of(row: Array) -> Array:
    """Bool (WORDS, 64) of a row's uint64 (WORDS,)."""
    return (row[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).astype(np.bool_)
