"""Move boards between lanes in the bit-sliced solver; convert bytes to lanes and lanes to bytes.

Boards move by rotation of words: all boards of a word move the same distance. This is far cheaper than compressing and
expanding rows.
"""

from __future__ import annotations

from sudokubench.kernels.compiled import reader
from sudokubench.kernels.sliced.lanes import (
    choose,
    count_lanes,
    counted,
    every_word,
    is_empty,
    larger,
    local_rows,
    lowest_bit,
    no_lanes,
    rotated,
    rotated_back,
    words_back_1,
    words_back_2,
    words_back_4,
    words_moved_1,
    words_moved_2,
    words_moved_4,
    words_of,
)
from sudokubench.kernels.sliced.rows import (
    ARRIVE,
    BOARD_ROWS,
    CANDIDATE,
    HOPS,
    LEFT,
    MOST,
    MOVE_ROWS,
    NEAR,
    ONE,
    ROUNDS,
    SQUARES,
    TURN,
)

LOW_BITS = (0, 0x5555555555555555, 0x3333333333333333, 0, 0x0F0F0F0F0F0F0F0F)
LOW_BITS_FAR = (0, 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0, 0x00000000FFFFFFFF)


@reader
def words_moved(x, n):
    """Move every word of x to the word n places further on; n is one of HOPS."""
    if n == 1:
        return words_moved_1(x)
    if n == 2:
        return words_moved_2(x)
    if n == 4:
        return words_moved_4(x)
    return x


@reader
def words_back(x, n):
    """Move words back: the inverse of `words_moved`."""
    if n == 1:
        return words_back_1(x)
    if n == 2:
        return words_back_2(x)
    if n == 4:
        return words_back_4(x)
    return x


@reader
def pair(s, sources, free):
    """Find free lanes for the sources: each round looks in the word HOPS[round] places further on.

    All sources of a word rotate by one distance, the distance with the most arrivals. So a move costs one rotation for
    each row and round; compressing and expanding would cost six each. The far rounds are skipped if round 0 has placed
    MOST times as many boards as are left. The function sets TURN (distance), ARRIVE (lanes that get a board) and LEFT
    (sources for which it found no free lane).
    """
    for k in range(ROUNDS):
        s[ARRIVE + k] = no_lanes(s)
    for k in range(ROUNDS):
        s[LEFT] = sources
        if is_empty(sources) or (k == NEAR and MOST * count_lanes(s[LEFT]) <= count_lanes(s[ARRIVE])):
            break
        leaving = words_moved(sources, HOPS[k])
        behind = rotated_back(leaving, every_word(s, 1))  # so the shortest of equally good distances wins
        most = no_lanes(s)
        for n in range(64):
            number = every_word(s, n)
            most = larger(most, counted(rotated_back(behind, number) & free, number))
        turn = ~most & every_word(s, 63)
        arrive = rotated(leaving, turn) & free
        free &= ~arrive
        gone = rotated_back(arrive, turn)
        sources &= ~words_back(gone, HOPS[k])
        s[TURN + k], s[ARRIVE + k] = turn, arrive
    s[LEFT] = sources


@reader
def no_pair(s):
    """Set the rows that `pair` sets, as if there were no sources."""
    s[LEFT] = no_lanes(s)
    for k in range(ROUNDS):
        s[ARRIVE + k] = s[TURN + k] = no_lanes(s)


@reader
def read_moves(s, moves):
    """Copy TURN and ARRIVE to local rows, which LLVM keeps in registers while other rows change."""
    for k in range(MOVE_ROWS):
        moves[k] = s[TURN + k]


@reader
def near_arrivals(moves, x, old):
    """Move boards of row x into the row `old` by the near rounds; return the new `old`. See `read_moves`."""
    for k in range(NEAR):
        old = choose(moves[ROUNDS + k], rotated(words_moved(x, HOPS[k]), moves[k]), old)
    return old


@reader
def far_arrivals(moves, x, old):
    """Move boards of row x into the row `old` by the far rounds (NEAR and later); return the new `old`."""
    for k in range(NEAR, ROUNDS):
        old = choose(moves[ROUNDS + k], rotated(words_moved(x, HOPS[k]), moves[k]), old)
    return old


@reader
def arrivals_of(moves, x, old):
    """Move boards of row x into the row `old` by all rounds of `pair`; return the new `old`."""
    return far_arrivals(moves, x, near_arrivals(moves, x, old))


@reader
def some_go_far(s):
    """Return whether `pair` found moves in the rounds from NEAR on."""
    far = no_lanes(s)
    for k in range(NEAR, ROUNDS):
        far |= s[ARRIVE + k]
    return not is_empty(far)


@reader
def move(m, s, old, owner_old, new, owner_new):
    """Copy the paired boards from the rows `old` to the rows `new`. Return the lanes that received a board."""
    moves = local_rows(s, MOVE_ROWS)
    read_moves(s, moves)
    if some_go_far(s):
        for r in range(BOARD_ROWS):
            new[r] = arrivals_of(moves, old[r], new[r])
    else:
        for r in range(BOARD_ROWS):
            new[r] = near_arrivals(moves, old[r], new[r])
    return move_owners(m, s, owner_old, owner_new)


@reader
def move_owners(m, s, owner_old, owner_new):
    """Copy the owners of the paired boards from `owner_old` to `owner_new`. Return the lanes that received an owner."""
    arrive = no_lanes(s)
    for k in range(ROUNDS):
        arrive |= s[ARRIVE + k]
        for w in range(words_of(s)):
            word, distance = m[ARRIVE + k, w], m[TURN + k, w]
            while word:
                lane = lowest_bit(word)
                word &= word - ONE
                owner_new[w, lane] = owner_old[(w - HOPS[k]) % words_of(s), (lane - int(distance)) % 64]
    return arrive


@reader
def transpose(square):
    """Swap row and bit in each word of 64 rows: bit j of row i becomes bit i of row j. It is its own inverse.

    All words are transposed in parallel, each as a 64x64 matrix. Henry S. Warren, Hacker's Delight (2002), section 7-3;
    here in two rounds, each for eight rows at a time, so that these rows fit in registers.
    """
    v = local_rows(square, 8)
    for far in (True, False):
        for group in range(8):
            first, step = (group, 8) if far else (8 * group, 1)
            for i in range(8):
                v[i] = square[first + step * i]
            # Swap the off-diagonal quarters of every matrix of 2 * `half` * `step` rows.
            for half in (4, 2, 1):
                n = every_word(square, half * step)
                low = every_word(square, LOW_BITS_FAR[half] if far else LOW_BITS[half])
                for i in range(8):
                    if not i & half:
                        a, b = v[i], v[i + half]
                        v[i], v[i + half] = choose(low, a, rotated(b, n)), choose(low, rotated_back(a, n), b)
            for i in range(8):
                square[first + step * i] = v[i]


@reader
def place_in_squares(cell, q):
    """Return where binary digit q of a cell is in SQUARES: as a row before `transpose`, as (square, bit) after it.

    Four squares hold cells 0..63, one square for each binary digit. A fifth square holds three binary digits of cells
    64..80 (51 rows), and the last square the fourth.
    """
    if cell < 64:
        return 64 * q + cell
    return 256 + 17 * q + cell - 64 + (13 if q == 3 else 0)


@reader
def write_binary(s):
    """Write the digits of all cells into SQUARES, in binary. Only the digits of solved lanes are right."""
    for c in range(81):
        for q in range(4):
            some = no_lanes(s)
            for d in range(9):
                if (d + 1) >> q & 1:
                    some |= s[CANDIDATE + 81 * d + c]
            s[SQUARES + place_in_squares(c, q)] = some
