"""Stalled boards of the bit-sliced solver: draw conclusions from their lines, and choose where to split the boards.

The idea of triads and the branching rule of easy puzzles are from tdoku (Tom Dillon, 2019). `rows` explains the terms.
"""

from __future__ import annotations

from sudokubench.kernels.compiled import reader
from sudokubench.kernels.sliced.lanes import (
    and3,
    and_not_both,
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
    words_of,
    xor3,
)
from sudokubench.kernels.sliced.moves import (
    arrivals_of,
    far_arrivals,
    near_arrivals,
    read_moves,
    some_go_far,
)
from sudokubench.kernels.sliced.rows import (
    CANDIDATE,
    CHOICES,
    DIGIT,
    FREE,
    HARD,
    MORE,
    MOVE_ROWS,
    OPEN,
    SPLIT,
    STALLED,
    SUM,
    TAKE,
    THREE,
    TRIAD,
    TWO,
    WORDS,
    cell_of_box,
)


@reader
def rivals(k):
    """Return the other two triads of the same row (or column) of the line."""
    return k // 3 * 3 + (k + 1) % 3, k // 3 * 3 + (k + 2) % 3


@reader
def gather_triads(s):
    """Compute TRIAD in all lanes, box by box, so that each candidate is loaded once."""
    box = local_rows(s, 9)
    for d in range(9):
        x, t = s + (CANDIDATE + 81 * d), s + (TRIAD + 9 * d)
        for band in range(3):
            for stack in range(3):
                for i in range(9):
                    box[i] = x[cell_of_box(3 * band + stack, i)]
                for i in range(3):
                    t[81 * band + 3 * i + stack] = or3(box[3 * i], box[3 * i + 1], box[3 * i + 2])
                    t[81 * (3 + stack) + 3 * i + band] = or3(box[i], box[i + 3], box[i + 6])


@reader
def count_of_nine(x):
    """Count how many of x[0..8] are set, lane by lane: return (fewer than three, three, more than three)."""
    a, b, c = xor3(x[0], x[1], x[2]), xor3(x[3], x[4], x[5]), xor3(x[6], x[7], x[8])
    d, e, f = at_least_two(x[0], x[1], x[2]), at_least_two(x[3], x[4], x[5]), at_least_two(x[6], x[7], x[8])
    ones, g = xor3(a, b, c), at_least_two(a, b, c)
    h = xor3(d, e, f)
    many = or_and(at_least_two(d, e, f), h, g)  # four or more
    three = ones & (h ^ g)
    return none_of(many, three, three), three & ~many, many


@reader
def triad_cardinality(s, line):
    """Apply to TRIAD the rule that every triad of a line holds exactly three digits. Return the lanes that changed.

    The rivals of a triad are the other two triads of its row or column. A digit is sure if the triad can hold it, but
    its rivals cannot. If only three digits are possible, they leave the rivals. If three digits are sure, all other
    digits leave the triad. Fewer than three possible digits, or more than three sure digits, are a contradiction. Only
    this rule notices a triad that would have to hold four digits. Without the rule, the search of nearly empty boards
    would practically never end.
    """
    t, free = s + (TRIAD + 81 * line), s[FREE]
    acted, dead = no_lanes(s), no_lanes(s)
    possible, sure = local_rows(s, 9), local_rows(s, 9)
    asserted, excluded = local_rows(s, 9), local_rows(s, 9)
    for row in range(3):
        for j in range(3):
            k, k1, k2 = 3 * row + j, 3 * row + (j + 1) % 3, 3 * row + (j + 2) % 3
            for d in range(9):
                possible[d] = t[9 * d + k]
                sure[d] = and_not_either(possible[d], t[9 * d + k1], t[9 * d + k2])
            too_few, all_sure, _ = count_of_nine(possible)
            _, complete, too_many = count_of_nine(sure)
            dead = or3(dead, too_few, too_many)
            asserted[k] = and_not_either(all_sure, complete, free)
            excluded[k] = and_not_either(complete, all_sure, free)
            acted = or3(acted, asserted[k], excluded[k])
    if not is_empty(acted):
        leave1, leave2, kept = local_rows(s, 9), local_rows(s, 9), local_rows(s, 9)
        for k in range(9):
            k1, k2 = rivals(k)
            leave1[k], leave2[k] = excluded[k] | asserted[k1], excluded[k] | asserted[k2]
        for d in range(9):
            for k in range(9):
                k1, k2 = rivals(k)
                kept[k] = and_not_both(
                    and_not_both(t[9 * d + k], leave1[k], t[9 * d + k1]), leave2[k], t[9 * d + k2]
                )
            for k in range(9):
                t[9 * d + k] = kept[k]
    s[FREE] = free | dead
    return acted


@reader
def count_permutations(s, line):
    """Compute SUM, CHOICES and OPEN of a line, and for each digit TWO, THREE and MORE."""
    total, choices = local_rows(s, 6), local_rows(s, 4)
    for q in range(6):
        total[q] = no_lanes(s)
    for q in range(4):
        choices[q] = no_lanes(s)
    some = no_lanes(s)
    for d in range(9):
        t = s + (TRIAD + 81 * line + 9 * d)
        p0, p1, p2 = and3(t[0], t[4], t[8]), and3(t[1], t[5], t[6]), and3(t[2], t[3], t[7])
        p3, p4, p5 = and3(t[0], t[5], t[7]), and3(t[1], t[3], t[8]), and3(t[2], t[4], t[6])
        x1, m1 = xor3(p0, p1, p2), at_least_two(p0, p1, p2)
        x2, m2 = xor3(p3, p4, p5), at_least_two(p3, p4, p5)
        carry = x1 & x2
        n0, n1, n2 = x1 ^ x2, xor3(m1, m2, carry), at_least_two(m1, m2, carry)  # 0..6 in binary
        more = n1 | n2
        s[TWO + 9 * line + d] = and_not_either(n1, n0, n2)
        s[THREE + 9 * line + d] = n0 & n1
        s[MORE + 9 * line + d] = more
        some |= more
        for q in range(4):
            old = choices[q]
            choices[q] = old ^ more
            more &= old
        carry = no_lanes(s)
        for q in range(6):
            n = no_lanes(s)
            if q == 0:
                n = n0
            elif q == 1:
                n = n1
            elif q == 2:
                n = n2
            old = total[q]
            total[q] = xor3(old, n, carry)
            carry = at_least_two(old, n, carry)
    for q in range(6):
        s[SUM + 6 * line + q] = total[q]
    for q in range(4):
        s[CHOICES + 4 * line + q] = choices[q]
    s[OPEN + line] = some


@reader
def look_at_lines(s):
    """Draw conclusions from the triads of each line, in all lanes at once; compute SUM, CHOICES and OPEN.

    A lane stays stalled only if this changes nothing and a digit still has more than one permutation in some line. If
    no digit has, the next round finds every digit in its place, or a contradiction.
    """
    acted, some = no_lanes(s), no_lanes(s)
    gather_triads(s)
    for line in range(6):
        acted |= triad_cardinality(s, line)
        count_permutations(s, line)
        some |= s[OPEN + line]
    s[STALLED] = and_not_either(s[STALLED] & some, acted, s[FREE])


@reader
def keep_lines(s, number, bits, largest, where):
    """Keep in OPEN, in lanes `where`, the lines whose `number` is smallest (largest if `largest` is all ones)."""
    for k in range(bits):
        q = bits - 1 - k
        better = no_lanes(s)  # some line not yet dropped beats the lines that have a 1 (or a 0) here
        for line in range(6):
            better = or_lost(better, s[OPEN + line], s[number + bits * line + q] ^ largest)
        better &= where
        for line in range(6):
            s[OPEN + line] = s[OPEN + line] & ~(better & (s[number + bits * line + q] ^ largest))


@reader
def choose_line(s):
    """Keep in OPEN one line that has a choice, for each stalled lane.

    In a hard puzzle this is the line in which the fewest digits have a choice; among equal lines, it is the line with
    the most permutations. So after a split, the board and its copy both continue in this line until it is complete. In
    an easy puzzle it is the line with the fewest permutations (tdoku's rule). If these two rules are exchanged, puzzles
    of both kinds need 30 to 50 % more splits; a change of the rule during a puzzle costs even more. A puzzle is hard
    if, when it first stalls, every line with a choice has at least 22 permutations.
    """
    rest = s[STALLED]
    few = no_lanes(s)
    for line in range(6):
        s[OPEN + line] = s[OPEN + line] & rest
        n = s + (SUM + 6 * line)
        from_22 = n[5] | (n[4] & (n[3] | (n[2] & n[1])))
        few |= s[OPEN + line] & ~from_22
    s[HARD] = s[HARD] | and_not_either(rest, s[SPLIT], few)
    s[SPLIT] = s[SPLIT] | rest
    hard = s[HARD]
    keep_lines(s, CHOICES, 4, no_lanes(s), hard)
    keep_lines(s, SUM, 6, every_word(s, -1), hard)
    keep_lines(s, SUM, 6, no_lanes(s), ~hard)
    for line in range(6):
        s[OPEN + line] = s[OPEN + line] & rest
        rest &= ~s[OPEN + line]


@reader
def choose_triad(s, second):
    """Choose the triad that splits the board of each stalled lane: set its digit in DIGIT, and its place in TAKE.

    The triad lies in the line that OPEN names for the lane. Its digit has two permutations there; if no digit has two,
    three; if no digit has three either, more. Of the triads of this digit with a possible rival, the function takes the
    first. With `second`, it takes the last such triad in the row (or column) of the first.
    """
    rest = s[STALLED]
    for d in range(9):
        s[DIGIT + d] = no_lanes(s)
    for choice in (TWO, THREE, MORE):
        for d in range(9):
            here = no_lanes(s)
            for line in range(6):
                here = or_and(here, s[OPEN + line], s[choice + 9 * line + d])
            s[DIGIT + d] = or_and(s[DIGIT + d], rest, here)
            rest &= ~here
    t = local_rows(s, 9)
    for k in range(9):
        t[k] = no_lanes(s)
    for line in range(6):
        for d in range(9):
            here = s[OPEN + line] & s[DIGIT + d]
            if words_of(s) == WORDS and is_empty(here):  # in narrow rows the jump costs more than it saves
                continue
            triad = s + (TRIAD + 81 * line + 9 * d)
            for k in range(9):
                t[k] = or_and(t[k], here, triad[k])
    rest = s[STALLED]
    for i in range(9):
        k = i + 2 - i % 3 * 2 if second else i
        k1, k2 = rivals(k)
        take = and3(rest, t[k], t[k1] | t[k2])
        s[TAKE + k] = take
        rest &= ~take


@reader
def split(s):
    """Copy the paired boards. A board takes its triad of TAKE; its copy loses that triad.

    In the same pass all boards lose the candidates whose triad is no longer in TRIAD.
    """
    moves, clear, here = local_rows(s, MOVE_ROWS), local_rows(s, 9), local_rows(s, 54)
    read_moves(s, moves)
    for k in range(9):
        k1, k2 = rivals(k)
        clear[k] = or3(arrivals_of(moves, s[TAKE + k], no_lanes(s)), s[TAKE + k1], s[TAKE + k2])
    for d in range(9):
        s[DIGIT + d] = s[DIGIT + d] | arrivals_of(moves, s[DIGIT + d], no_lanes(s))
    for line in range(6):
        of_line = s[OPEN + line] | arrivals_of(moves, s[OPEN + line], no_lanes(s))
        for d in range(9):
            here[9 * line + d] = of_line & s[DIGIT + d]
    for r in (SPLIT, HARD):
        s[r] = arrivals_of(moves, s[r], s[r])
    far = some_go_far(s)
    old, new = local_rows(s, 3), local_rows(s, 3)
    in_column, from_column = local_rows(s, 3), local_rows(s, 3)
    for d in range(9):
        x, t = s + (CANDIDATE + 81 * d), s + (TRIAD + 9 * d)
        for band in range(3):
            for stack in range(3):
                for j in range(3):
                    column = 3 * j + band
                    in_column[j] = t[81 * (3 + stack) + column]
                    from_column[j] = here[9 * (3 + stack) + d] & clear[column]
                for i in range(3):
                    row, c = 3 * i + stack, 27 * band + 9 * i + 3 * stack
                    in_row, from_row = t[81 * band + row], here[9 * band + d] & clear[row]
                    for j in range(3):
                        old[j] = and3(x[c + j], in_row, in_column[j])
                        new[j] = near_arrivals(moves, old[j], old[j])
                    if far:
                        for j in range(3):
                            new[j] = far_arrivals(moves, old[j], new[j])
                    for j in range(3):
                        x[c + j] = and_not_either(new[j], from_row, from_column[j])
