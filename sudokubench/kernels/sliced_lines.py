"""Stalled boards of the bit-sliced solver: what their lines still tell, and where to split them.

The idea of triads and the branching rule of easy puzzles are from tdoku (Tom Dillon, 2019).
"""

from __future__ import annotations

from sudokubench.kernels.lanes import (
    and3,
    and_not_either,
    at_least_two,
    every_word,
    is_empty,
    local_rows,
    no_lanes,
    none_of,
    or3,
    or_and,
    or_lost,
    xor3,
)
from sudokubench.kernels.sliced_moves import arrivals_of
from sudokubench.kernels.sliced_rows import (
    CANDIDATE,
    CHOICES,
    FREE,
    HARD,
    OPEN,
    SPLIT,
    STALLED,
    SUM,
    THREE,
    TRIAD,
    TWO,
    inner,
)


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
