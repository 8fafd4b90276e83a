"""Bit-sliced search for 9x9 Sudoku: one bit ("lane") per board, 512 or 256 boards in every operation.

`rows` describes the state and its invariants. The kernel alternates

    sweep      one round of constraint propagation in all lanes (`sweep`), and
    service    when many lanes are idle: record solved boards, split stalled ones in two (`splits`), refill free lanes.

The functions for callers are in `enumeration`.
"""

from __future__ import annotations

from numba import uint64

from sudokubench.kernels.compiled import compiled, reader
from sudokubench.kernels.sliced.lanes import (
    and3,
    and_not_either,
    bits_of_bytes,
    bytes_of_bits,
    bytes_over,
    choose,
    count_lanes,
    every_word,
    fetch,
    is_empty,
    local_rows,
    lowest_bit,
    no_lanes,
    none_of,
    or_lost,
    rows_of,
    words_of,
)
from sudokubench.kernels.sliced.moves import (
    move,
    move_owners,
    no_pair,
    pair,
    place_in_squares,
    transpose,
    write_binary,
)
from sudokubench.kernels.sliced.rows import (
    ARRIVE,
    BAD,
    BOARD_ROWS,
    CANDIDATE,
    CHANGED,
    DIVE,
    FETCHED,
    FILLED,
    FINISHED,
    FREE,
    HARD,
    LANES,
    LEFT,
    MALFORMED,
    MOVED,
    NARROW_WORDS,
    NEXT_BOARD,
    NODES,
    NOTDONE,
    ONE,
    PLACED,
    ROUNDS,
    SERVICES,
    SHELF_ROWS,
    SHELVED,
    SHELVES,
    SOLVED,
    SPLIT,
    SQUARES,
    STALLED,
    SWEEPS,
    UNKNOWN,
    WORDS,
    ZERO,
    cell_of_box,
)
from sudokubench.kernels.sliced.splits import choose_line, choose_triad, look_at_lines, split
from sudokubench.kernels.sliced.sweep import sweep_cells, sweep_digit

MANY = 8  # boards for each word of a row that may wait for a free lane; if more wait, about half of them are shelved
# An eighth, a quarter, three eighths and half of the lanes of a word
PARTS = (0x0101010101010101, 0x1111111111111111, 0x4949494949494949, 0x5555555555555555, 0x5555555555555555)
FULL = 256  # if more boards are on the shelves, no new puzzle begins
WORTHWHILE = 16  # number of boards from which recording, or moving, pays
# Eighths of the lanes that are idle when a service begins; a service costs about as much as six sweeps.
IDLE_PARTS = 5
FETCHED_AT_ONCE, FETCHED_AHEAD = 3, 256  # puzzles fetched at once, and how far ahead


@reader
def classify(s):
    """Mark each lane as running, SOLVED, STALLED (undecided, no digit found its cell) or FREE (dead, empty, solved)."""
    bad, changed, notdone = s[BAD], s[CHANGED], s[NOTDONE]
    s[SOLVED] = none_of(bad, changed, notdone)
    s[STALLED] = and_not_either(notdone, bad, changed)
    s[FREE] = bad | s[SOLVED]


@reader
def record(m, s, owner, counts, out, progress, limit, keep):
    """Count the solved lanes. Write solution k < `keep` of puzzle p to out[k * number of puzzles + p], digits 1..9."""
    if keep:
        write_binary(s)
        for square in range(6):
            transpose(s + (SQUARES + 64 * square))
    for w in range(words_of(s)):
        solved = m[SOLVED, w]
        while solved:
            lane = lowest_bit(solved)
            solved &= solved - ONE
            p = owner[w, lane]
            k = counts[p]
            if k < limit:
                counts[p] = k + 1
                if k + 1 == limit:
                    progress[FINISHED] += 1
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


@reader
def drop_finished(m, s, owner, counts, limit):
    """Free the stalled lanes of puzzles that have reached the limit."""
    for w in range(words_of(s)):
        stalled = m[STALLED, w]
        while stalled:
            lane = lowest_bit(stalled)
            stalled &= stalled - ONE
            if counts[owner[w, lane]] >= limit:
                m[STALLED, w] ^= ONE << uint64(lane)
                m[FREE, w] |= ONE << uint64(lane)


@reader
def shelve(m, s, shelf, shelf_owner, owner, progress):
    """If free lanes are too few for the stalled boards, move some boards to the newest shelf. Return whether any moved.

    A board that moves frees its lane for the copy of another board. So about half of the boards without a free lane
    move. A new shelf begins when one is full.
    """
    stalled = count_lanes(s[STALLED])
    excess = stalled - count_lanes(s[FREE])
    if excess <= MANY * words_of(s):
        return False
    s[LEFT] = s[STALLED] & every_word(s, PARTS[4 * excess // stalled])
    s[STALLED] = s[STALLED] & ~s[LEFT]
    s[FREE] = s[FREE] | s[LEFT]
    n = count_lanes(s[LEFT])
    progress[SHELVED] += n  # boards there now
    progress[MOVED] += n  # boards ever put there
    while not is_empty(s[LEFT]):
        top = max(progress[SHELVES] - 1, 0)
        put = rows_of(shelf, s) + SHELF_ROWS * top
        pair(s, s[LEFT], ~put[BOARD_ROWS])
        put[BOARD_ROWS] = put[BOARD_ROWS] | move(m, s, s + CANDIDATE, owner, put, shelf_owner[top])
        progress[SHELVES] = top + 1 if is_empty(s[LEFT]) else top + 2
    return True


@reader
def branch(m, s, owner, progress):
    """Split the stalled boards for which `pair` finds a free lane; the others wait.

    Some lane can always continue. If all other lanes are stalled, `shelve` leaves free lanes, and a stalled board in
    the word of a free lane, or in the word before it, is paired. A dive splits every stalled board, and keeps one half
    in its lane.
    """
    if progress[DIVE]:
        no_pair(s)
    else:
        pair(s, s[STALLED], s[FREE])
    s[STALLED] = s[STALLED] & ~s[LEFT]
    progress[NODES] += count_lanes(s[STALLED])
    choose_line(s)
    choose_triad(s, progress[DIVE] == 2)
    split(s)
    born = move_owners(m, s, owner, owner)
    s[FREE] = s[FREE] & ~born
    s[FILLED] = s[FILLED] | born


@reader
def refill_from_shelves(m, s, shelf, shelf_owner, owner, progress):
    """Fill free lanes with boards of the newest shelves."""
    for level in range(progress[SHELVES] - 1, -1, -1):
        put = rows_of(shelf, s) + SHELF_ROWS * level
        pair(s, put[BOARD_ROWS], s[FREE])
        there = count_lanes(s[LEFT])
        come = 0
        for k in range(ROUNDS):
            come += count_lanes(s[ARRIVE + k])
        if come >= min(WORTHWHILE, there + come):
            arrive = move(m, s, put, shelf_owner[level], s + CANDIDATE, owner)
            s[FREE] = s[FREE] & ~arrive
            s[FILLED] = s[FILLED] | arrive
            put[BOARD_ROWS] = s[LEFT]
            progress[SHELVED] -= come
            if there == 0 and level == progress[SHELVES] - 1:
                progress[SHELVES] = level
            return


@reader
def refill_from_boards(m, s, boards, ends, forbidden, owner, progress):
    """Fill free lanes with puzzles that have not begun, without their forbidden candidates; see `advance`."""
    n = progress[NEXT_BOARD]
    if n == len(boards) or count_lanes(s[FREE]) < WORTHWHILE:
        return
    s[LEFT] = s[FREE]
    malformed = ZERO
    for w in range(words_of(s)):
        free = m[FREE, w]
        while free and n < len(boards):
            lane = lowest_bit(free)
            free &= free - ONE
            owner[w, lane] = n
            malformed |= bytes_over(boards, n, 0, 9) | bytes_over(boards, n, 17, 9)
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
    if malformed:
        progress[MALFORMED] = 1
    for square in range(6):
        transpose(s + (SQUARES + 64 * square))
    taken = s[LEFT] & ~s[FREE]
    s[SPLIT], s[HARD] = s[SPLIT] & ~taken, s[HARD] & ~taken
    s[FILLED] = s[FILLED] | taken
    given = local_rows(s, 9)  # digits that are clues in the box
    for box in range(9):
        for d in range(9):
            given[d] = no_lanes(s)
        for i in range(9):
            c = cell_of_box(box, i)
            for d in range(9):
                given[d] |= clue(s, c, d + 1)
        for i in range(9):
            c = cell_of_box(box, i)
            blank = clue(s, c, 0)
            for d in range(9):
                may = or_lost(clue(s, c, d + 1), blank, given[d])
                s[CANDIDATE + 81 * d + c] = choose(taken, may, s[CANDIDATE + 81 * d + c])
    if len(ends):
        for w in range(words_of(s)):
            word = m[LEFT, w] & ~m[FREE, w]
            while word:
                lane = lowest_bit(word)
                word &= word - ONE
                n = owner[w, lane]
                for i in range(ends[n - 1] if n else 0, ends[n]):
                    m[CANDIDATE + forbidden[i], w] &= ~(ONE << uint64(lane))


@reader
def clue(s, cell, digit):
    """Return the lanes in which a cell of SQUARES holds this digit (0 for a blank)."""
    b0, b1 = s[SQUARES + place_in_squares(cell, 0)], s[SQUARES + place_in_squares(cell, 1)]
    b2, b3 = s[SQUARES + place_in_squares(cell, 2)], s[SQUARES + place_in_squares(cell, 3)]
    if digit == 0:
        return and_not_either(none_of(b0, b1, b2), b3, b3)
    if digit == 1:
        return and_not_either(and_not_either(b0, b1, b2), b3, b3)
    if digit == 8:
        return b3 & ~b0
    if digit == 9:
        return b3 & b0
    high = b2 if digit & 4 else ~b2
    if digit & 3 == 0:
        return and_not_either(high, b0, b1)
    if digit & 3 == 1:
        return and3(high, b0, ~b1)
    if digit & 3 == 2:
        return and3(high, b1, ~b0)
    return and3(high, b0, b1)


@reader
def forget(s):
    """Keep the invariants I2 and I4 of `rows` for lanes that got a board, and for lanes that stay empty."""
    filled = s[FILLED]
    for r in range(81):
        s[PLACED + r] = s[PLACED + r] & ~filled
    s[FILLED] = no_lanes(s)
    s[BAD] = s[FREE]


@reader
def fetch_ahead(boards, out, progress):
    """Load a few of the next puzzles, and the places of their solutions, into the processor's cache.

    The processor can wait for about 16 pieces of memory at a time, and stalls if the program asks for more. So this
    function asks for a few now and then.
    """
    next_board = progress[NEXT_BOARD]
    n = max(progress[FETCHED], next_board)
    end = min(n + FETCHED_AT_ONCE, next_board + FETCHED_AHEAD, len(boards))
    while n < end:
        fetch(boards, n, 0)
        if n < len(out):
            fetch(out, n, 1)
        n += 1
    progress[FETCHED] = n


@reader
def sweep(s, boards, out, progress):
    """Run one round. A lane that is not BAD is CHANGED if a digit found its cell, and NOTDONE if a cell is undecided.

    If it is neither, it holds a solution: PLACED has not changed, so each digit in PLACED has one place in its box. The
    digit of a cell with one candidate is in PLACED, too. So every cell is the only place of a digit. Nine such cells of
    a box hold nine different digits, and no cell has a second candidate. The permutations ensure that the digits fit
    rows and columns.
    """
    s[CHANGED] = no_lanes(s)
    s[NOTDONE] = no_lanes(s)
    for digit in range(9):
        sweep_digit(s, digit)
        fetch_ahead(boards, out, progress)
    sweep_cells(s)


@reader
def give_up(m, s, owner, counts):
    """End the dives whose board is dead. If the board came from a split, the count of its puzzle becomes UNKNOWN."""
    s[LEFT] = and3(s[FREE], s[SPLIT], ~s[SOLVED])
    s[SPLIT] = s[SPLIT] & ~s[FREE]
    for w in range(words_of(s)):
        dead = m[LEFT, w]
        while dead:
            lane = lowest_bit(dead)
            dead &= dead - ONE
            counts[owner[w, lane]] = UNKNOWN


@reader
def service(m, s, owner, counts, boards, ends, forbidden, out, shelf, shelf_owner, progress, limit, keep):
    """Serve every idle lane: record, split, shelve or refill it.

    A dive keeps one half of each board that it splits: the half that takes the triad of `choose_triad`. Dive 2 calls
    `choose_triad` with `second`.
    """
    classify(s)
    solved = count_lanes(s[SOLVED])
    if solved >= WORTHWHILE or (solved > 0 and is_empty(~s[FREE])):
        record(m, s, owner, counts, out, progress, limit, keep)
    else:
        s[FREE] = s[FREE] & ~s[SOLVED]  # these lanes wait until more are solved
    if progress[FINISHED] > 0 and not progress[DIVE]:
        drop_finished(m, s, owner, counts, limit)
    full = False
    if not is_empty(s[STALLED]):
        look_at_lines(s)
        full = not progress[DIVE] and shelve(m, s, shelf, shelf_owner, owner, progress)
        branch(m, s, owner, progress)
    if progress[DIVE]:
        give_up(m, s, owner, counts)
    if not full:
        if progress[SHELVED] > FULL or progress[NEXT_BOARD] == len(boards):
            refill_from_shelves(m, s, shelf, shelf_owner, owner, progress)
        if progress[SHELVED] <= FULL:
            refill_from_boards(m, s, boards, ends, forbidden, owner, progress)
    forget(s)


@reader
def _advance(
    m, s, owner, counts, boards, ends, forbidden, out, shelf, shelf_owner, progress, limit, keep, services
):  # fmt: skip
    """Serve and sweep in turn, at most `services` times. Return whether any board may be unfinished.

    `SlicedEnumeration` makes the arrays. Board n excludes the candidates 81 * (digit - 1) + cell of
    `forbidden[ends[n - 1] : ends[n]]`. If `ends` is empty, all candidates are allowed.

    The function stops early when the shelves might overflow in the next service. All state is in the arrays, so the
    caller may add shelves, look at a clock, and call again.
    """
    lanes = 64 * words_of(s)
    for _ in range(services):
        service(m, s, owner, counts, boards, ends, forbidden, out, shelf, shelf_owner, progress, limit, keep)
        progress[SERVICES] += 1
        empty, wanted = count_lanes(s[BAD]), IDLE_PARTS * lanes // 8
        if progress[NEXT_BOARD] == len(boards) and progress[SHELVES] == 0:  # no board can enter a free lane
            if empty == lanes:
                return False
            if lanes == LANES:  # puzzles of a seed depend on the order of solutions of wide rows
                wanted = min(wanted, empty + max(1, (lanes - empty) // 4))
            else:
                wanted = empty + max(1, 3 * (lanes - empty) // 8)
        idle = 0
        while idle < wanted:
            sweep(s, boards, out, progress)
            progress[SWEEPS] += 1
            idle = count_lanes(s[BAD] | ~s[CHANGED])
        if progress[SHELVES] == len(shelf_owner):
            return True
    return True


@compiled(_nrt=False)
def advance(
    m, owner, counts, boards, ends, forbidden, out, shelf, shelf_owner, progress, limit, keep, services
):  # fmt: skip
    """Advance a search with rows of `WORDS` words, see `_advance`."""
    s = rows_of(m, WORDS)
    return _advance(
        m, s, owner, counts, boards, ends, forbidden, out, shelf, shelf_owner, progress, limit, keep, services
    )


@compiled(_nrt=False)
def advance_narrow(
    m, owner, counts, boards, ends, forbidden, out, shelf, shelf_owner, progress, limit, keep, services
):  # fmt: skip
    """Advance a search with rows of `NARROW_WORDS` words, see `_advance`."""
    s = rows_of(m, NARROW_WORDS)
    return _advance(
        m, s, owner, counts, boards, ends, forbidden, out, shelf, shelf_owner, progress, limit, keep, services
    )
