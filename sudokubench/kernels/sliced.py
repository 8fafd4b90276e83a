"""Bit-sliced batch Sudoku: one bit ("lane") per puzzle, 64 * WORDS puzzles swept at once.

All state is rows of lanes, `WORDS` 64-bit words each, in ONE aligned array `m[row, word]`.  Inside the kernels the
same memory is `s = rows_of(m)`; `s[row]` is a whole row as one LLVM vector value and `m[row, w]` is one word of it.

Invariants, for every lane that holds a puzzle:
  I1  X[d, c] is set iff digit d is still a candidate of cell c; no pass ever sets a bit of X except loading a lane.
  I2  FIXED, SINGLE and PLACED are facts about this lane's X or a superset of it, hence always safe to use; a lane that
      gets another puzzle must have them cleared.
  I3  The open boards of a puzzle (its lanes, its entries on the stacks) are disjoint, and their solutions together
      with those already counted are all its solutions.  So a solution is never counted twice.
  I4  BAD contains every empty lane, so an empty lane is never solved, stalled or counted.
"""
import operator
from collections.abc import Callable

import numpy as np
from llvmlite import ir
from numba import njit, types, uint64
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, models, register_model

from sudokubench.kernels.compiled import compiled

WORDS = 8  # 64-bit words of a row: one AVX-512 register

# ---------------------------------------------------------------------------------------------------------------------
# Two types for Numba: Lanes (a row as one vector value, with & | ^ ~ << >>) and Rows (a pointer to rows, with
# p[i], p[i] = v, p + i).  Typing templates and lower_builtin, not @overload: an overload is itself compiled by Numba
# at every use, which was half of the prototype's compile time; a template is a table look-up.
# ---------------------------------------------------------------------------------------------------------------------
WORD, BYTE, BIT = ir.IntType(64), ir.IntType(8), ir.IntType(1)
VECTOR = ir.VectorType(WORD, WORDS)
BYTES = ir.VectorType(BYTE, 64)                     # one byte for each lane of a word


class LanesType(types.Type):
    def __init__(self): super().__init__("Lanes")


class RowsType(types.Type):
    def __init__(self): super().__init__("Rows")


lanes, rows = LanesType(), RowsType()


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager, fe): super().__init__(manager, fe, VECTOR)


@register_model(RowsType)
class _RowsModel(models.PrimitiveModel):
    def __init__(self, manager, fe): super().__init__(manager, fe, VECTOR.as_pointer())


def _define(op, cases, lower):
    """Give Python operator `op` a meaning: `cases` are its signatures, `lower(builder, *values)` emits LLVM IR."""
    @infer_global(op)
    class _(ConcreteTemplate):
        pass
    _.cases = cases
    for case in cases:
        @lower_builtin(op, *case.args)
        def _lower(context, builder, sig, args):
            return lower(builder, *args)


def _splat(b, word):
    zero = ir.Constant(ir.VectorType(ir.IntType(32), WORDS), [0] * WORDS)
    one = b.insert_element(ir.Constant(VECTOR, ir.Undefined), word, ir.Constant(ir.IntType(32), 0))
    return b.shuffle_vector(one, one, zero)


def _at(b, pointer, index): return b.gep(pointer, [index], inbounds=True)


def _load(b, pointer, index):
    value = b.load(_at(b, pointer, index))
    value.align = 8 * WORDS
    return value


def _store(b, pointer, index, value): b.store(value, _at(b, pointer, index)).align = 8 * WORDS


_binary, _unary = [signature(lanes, lanes, lanes)], [signature(lanes, lanes)]
for _op, _in_place, _name in ((operator.and_, operator.iand, "and_"), (operator.or_, operator.ior, "or_"),
                              (operator.xor, operator.ixor, "xor")):
    for _o in (_op, _in_place):
        _define(_o, _binary, lambda b, x, y, name=_name: getattr(b, name)(x, y))
_define(operator.invert, _unary, lambda b, x: b.not_(x))
_define(operator.lshift, _binary, lambda b, x, n: b.shl(x, n))          # word by word, each by its own distance
_define(operator.rshift, _binary, lambda b, x, n: b.lshr(x, n))
_define(operator.getitem, [signature(lanes, rows, types.intp)], _load)
_define(operator.setitem, [signature(types.none, rows, types.intp, lanes)], _store)
_define(operator.add, [signature(rows, rows, types.intp)], _at)


def _emit(result, lower):
    """An intrinsic's answer: its signature and its code."""
    return result, lambda context, builder, sig, args: lower(context, builder, sig, args)


@intrinsic
def rows_of(typing, m):
    """The memory of a C-ordered, 64-byte aligned uint64 array as rows of lanes."""
    return _emit(rows(m), lambda c, b, sig, a: b.bitcast(
        c.make_array(sig.args[0])(c, b, a[0]).data, VECTOR.as_pointer()))


@intrinsic
def empty_set(typing):
    return _emit(lanes(), lambda c, b, sig, a: ir.Constant(VECTOR, [0] * WORDS))


@intrinsic
def every_word(typing, word):
    """The row whose words all equal `word` (uint64)."""
    return _emit(lanes(types.uint64), lambda c, b, sig, a: _splat(b, a[0]))


@intrinsic
def is_empty(typing, x):
    whole = ir.IntType(64 * WORDS)
    return _emit(types.boolean(x), lambda c, b, sig, a: b.icmp_unsigned(
        "==", b.bitcast(a[0], whole), ir.Constant(whole, 0)))


@intrinsic(prefer_literal=True)
def local_rows(typing, n):
    """Uninitialised rows on the stack; LLVM keeps them in registers where it can. `n` is a literal."""
    def lower(context, b, sig, args):
        with b.goto_entry_block():
            memory = b.alloca(ir.ArrayType(VECTOR, sig.args[0].literal_value))
        memory.align = 8 * WORDS
        return b.bitcast(memory, VECTOR.as_pointer())
    return (rows(n), lower) if isinstance(n, types.Literal) else None


@intrinsic
def count_bits(typing, word): return _emit(types.int64(types.uint64), lambda c, b, sig, a: b.ctpop(a[0]))


@intrinsic
def lowest_bit(typing, word):
    """Index of the lowest set bit; the word must not be 0."""
    return _emit(types.int64(types.uint64), lambda c, b, sig, a: b.cttz(a[0], ir.Constant(BIT, 1)))


def _tile_row(c, b, sig, args):
    index = c.cast(b, args[1], sig.args[1], types.intp)
    array = c.make_array(sig.args[0])(c, b, args[0])
    offset = b.mul(index, ir.Constant(WORD, 64))
    return b.bitcast(b.gep(array.data, [offset]), BYTES.as_pointer())


@intrinsic
def lanes_equal(typing, tile, row, digit):
    """Word with a bit for every lane whose byte in row `row` of a (n, 64) uint8 tile equals `digit`."""
    def lower(c, b, sig, args):
        value = b.load(_tile_row(c, b, sig, args))
        value.align = 1
        byte = b.trunc(c.cast(b, args[2], sig.args[2], types.int64), BYTE)
        wanted = b.insert_element(ir.Constant(BYTES, ir.Undefined), byte, ir.Constant(ir.IntType(32), 0))
        wanted = b.shuffle_vector(wanted, wanted, ir.Constant(ir.VectorType(ir.IntType(32), 64), [0] * 64))
        return b.bitcast(b.icmp_unsigned("==", value, wanted), WORD)
    return types.uint64(tile, row, digit), lower


@intrinsic
def spread(typing, tile, row, b0, b1, b2, b3):
    """tile[row, lane] = the number whose binary digits are bit `lane` of b3 b2 b1 b0."""
    def lower(c, b, sig, args):
        total = zero = ir.Constant(BYTES, [0] * 64)
        for q in range(4):
            on = b.bitcast(args[2 + q], ir.VectorType(BIT, 64))
            total = b.or_(total, b.select(on, ir.Constant(BYTES, [1 << q] * 64), zero))
        b.store(total, _tile_row(c, b, sig, args)).align = 1
        return c.get_dummy_value()
    return types.void(tile, row, b0, b1, b2, b3), lower


# ---------------------------------------------------------------------------------------------------------------------
# The rows of m
# ---------------------------------------------------------------------------------------------------------------------
_next = 0


def _rows(n):
    global _next
    _next += n
    return _next - n


X = _rows(729)              # [digit][cell] candidates
CHILD = _rows(729)          # [digit][cell] second children of a branching, later any lanes on their way into X
WAITING = _rows(729)        # [digit][cell] fresh puzzles of each word, in its low lanes
FIXED = _rows(81)           # [cell] some digit has its only place of the box here
SINGLE = _rows(81)          # [cell] exactly one candidate
PLACED = _rows(81)          # [digit][box] one place left in the box
TRIAD = _rows(486)          # [line][digit][3 * i + j] some cell of triad j of line i; line = 3 bands, 3 stacks
TWO, THREE = _rows(54), _rows(54)       # [line][digit] exactly two, exactly three permutations survive
SUM = _rows(36)             # [line][binary digit] number of permutations that survive, over the nine digits
OPEN = _rows(6)             # [line] some digit has more than one permutation
BINARY = _rows(324)         # [cell][binary digit] of a solved lane
STEP = _rows(6)             # the masks of compress and expand
BAD, CHANGED, NOTDONE = _rows(1), _rows(1), _rows(1)     # outcome of a sweep
SOLVED, STALLED, FREE, NEW = _rows(1), _rows(1), _rows(1), _rows(1)
TAKE, SHIFT = _rows(1), _rows(1)
ROWS = _next

ZERO, ONE, FULL = np.uint64(0), np.uint64(1), np.uint64(2**64 - 1)


# ---------------------------------------------------------------------------------------------------------------------
# Sweep: one round of constraint propagation over all lanes
# ---------------------------------------------------------------------------------------------------------------------
# The passes are called from kernels only, so they need no wrappers (a fifth of their compile time). A pass is optimised
# by LLVM in its own module and again in each caller, so calls should not nest deeply: the two that only list other
# passes are merged into their caller before typing. Merging all of them is slow (13.7 s), they are too big for it.
inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
merged = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, inline="always")


@inner
def exactly_one(a, b, c): return (a ^ b ^ c) & ~(a & b & c)


@inner
def at_least_two(a, b, c): return (a & b) | (c & (a | b))


@inner
def fit_permutations(t):
    """In a line of three boxes a digit's triads t[3 * i + j] form a permutation matrix: keep what some of the six
    permutations uses. Where none survives, all nine are cleared. (Locked candidates and hidden singles in one.)"""
    p0 = t[0] & t[4] & t[8]
    p1 = t[1] & t[5] & t[6]
    p2 = t[2] & t[3] & t[7]
    p3 = t[0] & t[5] & t[7]
    p4 = t[1] & t[3] & t[8]
    p5 = t[2] & t[4] & t[6]
    t[0], t[1], t[2] = p0 | p3, p1 | p4, p2 | p5
    t[3], t[4], t[5] = p2 | p4, p0 | p5, p1 | p3
    t[6], t[7], t[8] = p1 | p5, p2 | p3, p0 | p4


@inner
def sweep_digit(s, digit):
    """Boxes, bands and stacks of one digit's plane. y is a copy of the plane; local rows so that LLVM may keep the
    boards of one band in registers (measured: 1.70 us a sweep, against 1.97 us with y in m)."""
    x, placed, fixed, single = s + (X + 81 * digit), s + (PLACED + 9 * digit), s + FIXED, s + SINGLE
    y, t, lone, one_row = local_rows(81), local_rows(9), local_rows(9), local_rows(9)
    bad, changed = s[BAD], s[CHANGED]
    for band in range(3):
        for j in range(3):
            box = 3 * band + j
            here, only = placed[box], empty_set()
            for i in range(9):
                c = 27 * band + 3 * j + i // 3 * 9 + i % 3
                y[c] = x[c] & (here | ~fixed[c])     # a fixed cell of another digit is taken
                only |= y[c] & single[c]             # some cell of the box can only be this digit
            lone[box] = only
            for i in range(9):
                c = 27 * band + 3 * j + i // 3 * 9 + i % 3
                y[c] = y[c] & (single[c] | ~only)
        for k in range(9):
            c = 27 * band + 3 * k
            t[k] = y[c] | y[c + 1] | y[c + 2]
        fit_permutations(t)
        bad |= ~(t[0] | t[1] | t[2])
        for j in range(3):
            one_row[3 * band + j] = exactly_one(t[j], t[3 + j], t[6 + j])
        for i in range(27):
            y[27 * band + i] = y[27 * band + i] & t[i // 3]
    for stack in range(3):
        for k in range(9):
            c = 27 * (k % 3) + 3 * stack + k // 3
            t[k] = y[c] | y[c + 9] | y[c + 18]
        fit_permutations(t)
        bad |= ~(t[0] | t[1] | t[2])
        for j in range(3):
            box = 3 * j + stack
            here = exactly_one(t[j], t[3 + j], t[6 + j]) & one_row[box]
            bad |= lone[box] & ~here                 # two cells of the box can only be this digit
            placed[box] = here
            for i in range(9):
                c = 27 * j + 3 * stack + i // 3 * 9 + i % 3
                z = y[c] & t[i % 3 * 3 + j]
                changed |= x[c] & ~z
                x[c] = z
    s[BAD], s[CHANGED] = bad, changed


@inner
def sweep_cells(s):
    """Look at all digits of each cell. CHANGED must take in every flip of SINGLE and FIXED: they act one sweep later,
    and a lane in its first sweep would look stalled otherwise."""
    bad, changed, notdone = s[BAD], s[CHANGED], s[NOTDONE]
    for c in range(81):
        box = c // 27 * 3 + c % 9 // 3
        once, twice, fixed, clash = empty_set(), empty_set(), empty_set(), empty_set()
        for d in range(9):
            x = s[X + 81 * d + c]
            twice |= once & x
            once |= x
            here = x & s[PLACED + 9 * d + box]
            clash |= fixed & here
            fixed |= here
        single = once & ~twice
        bad |= ~once | clash
        changed |= (single ^ s[SINGLE + c]) | (fixed ^ s[FIXED + c])
        notdone |= twice
        s[SINGLE + c] = single
        s[FIXED + c] = fixed
    s[BAD], s[CHANGED], s[NOTDONE] = bad, changed, notdone


@merged
def sweep(s):
    s[CHANGED] = empty_set()
    s[NOTDONE] = empty_set()
    for digit in range(9):
        sweep_digit(s, digit)
    sweep_cells(s)


# ---------------------------------------------------------------------------------------------------------------------
# Lanes move: compress a row's chosen lanes to the low end of each word, expand low lanes to chosen places
# ---------------------------------------------------------------------------------------------------------------------
@inner
def plan_moves(s, chosen):
    """STEP[i]: the lanes that move by 2**i in a compress of `chosen` (Warren, Hacker's Delight, 7-4)."""
    left = ~chosen << every_word(ONE)
    for i in range(6):
        parity = left
        for k in range(6):
            parity ^= parity << every_word(ONE << uint64(k))
        move = parity & chosen
        s[STEP + i] = move
        chosen = (chosen ^ move) | (move >> every_word(ONE << uint64(i)))
        left &= ~parity


@inner
def compress(s, rows0, chosen):
    """The chosen lanes of 729 rows go, in order, to the low lanes of their words; the other lanes are cleared."""
    plan_moves(s, chosen)
    for r in range(rows0, rows0 + 729):
        x = s[r] & chosen
        for i in range(6):
            move = x & s[STEP + i]
            x = (x ^ move) | (move >> every_word(ONE << uint64(i)))
        s[r] = x


@inner
def expand_into_x(s, rows0, shift, chosen):
    """Lanes shift, shift + 1, ... of 729 rows go, in order, to the chosen lanes of X."""
    plan_moves(s, chosen)
    for r in range(729):
        x = s[rows0 + r] >> shift
        for k in range(6):
            i = 5 - k
            step = s[STEP + i]
            x = (x & ~step) | ((x << every_word(ONE << uint64(i))) & step)
        s[X + r] = (s[X + r] & ~chosen) | (x & chosen)


@inner
def lowest(word, n):
    """The lowest n set bits of word."""
    rest = word
    for _ in range(n):
        rest &= rest - ONE
    return word ^ rest


# ---------------------------------------------------------------------------------------------------------------------
# Service, run when many lanes are idle
# ---------------------------------------------------------------------------------------------------------------------
@inner
def classify(s):
    bad, changed, notdone = s[BAD], s[CHANGED], s[NOTDONE]
    s[SOLVED] = ~(bad | changed | notdone)           # the idle sweep has verified the whole grid
    s[STALLED] = ~(bad | changed) & notdone
    s[FREE] = bad | s[SOLVED]


@inner
def write_binary(s):
    for c in range(81):
        for q in range(4):
            some = empty_set()
            for d in range(9):
                if (d + 1) >> q & 1:
                    some |= s[X + 81 * d + c]
            s[BINARY + 4 * c + q] = some


@inner
def record(m, s, owner, counts, out, tile, limit):
    """Count the solved lanes; write the first solution of each puzzle to out as digits 1..9."""
    if is_empty(s[SOLVED]):
        return
    write_binary(s)
    for w in range(WORDS):
        solved, first = m[SOLVED, w], ZERO
        while solved:
            lane = lowest_bit(solved)
            solved &= solved - ONE
            p = owner[w, lane]
            if counts[p] == 0:
                first |= ONE << uint64(lane)
            if counts[p] < limit:
                counts[p] += 1
        if first:
            for c in range(81):
                r = BINARY + 4 * c
                spread(tile, c, m[r, w], m[r + 1, w], m[r + 2, w], m[r + 3, w])
        while first:
            lane = lowest_bit(first)
            first &= first - ONE
            p = owner[w, lane]
            for c in range(81):
                out[p, c] = tile[c, lane]


@inner
def drop_finished(m, owner, counts, limit):
    """Stalled lanes of puzzles that have reached the limit become free."""
    for w in range(WORDS):
        stalled = m[STALLED, w]
        while stalled:
            bit = stalled & (~stalled + ONE)
            stalled ^= bit
            if counts[owner[w, lowest_bit(bit)]] >= limit:
                m[STALLED, w] ^= bit
                m[FREE, w] |= bit


@inner
def first_cell(line, k):
    """First cell of triad k = 3 * i + j of a line: in box j, on row i of a band (lines 0-2), column i of a stack (3-5).
    Its other cells follow at distance 1 in a band, 9 in a stack."""
    return 27 * line + 9 * (k // 3) + 3 * (k % 3) if line < 3 else 3 * (line - 3) + k // 3 + 27 * (k % 3)


@inner
def mates(k):
    """The other two triads of the same row or column of the line."""
    return k // 3 * 3 + (k + 1) % 3, k // 3 * 3 + (k + 2) % 3


@inner
def clear_triad(s, d, line, k, where, rows0=X):
    """Digit d leaves the three cells of triad k of a line, in the lanes `where`."""
    c = rows0 + 81 * d + first_cell(line, k)
    for _ in range(3):
        s[c] = s[c] & ~where
        c += 1 if line < 3 else 9


@inner
def gather_triads(s):
    for line in range(6):
        step = 1 if line < 3 else 9
        for d in range(9):
            for k in range(9):
                c = X + 81 * d + first_cell(line, k)
                s[TRIAD + 81 * line + 9 * d + k] = s[c] | s[c + step] | s[c + 2 * step]


@inner
def triad_cardinality(s):
    """Every triad holds exactly three digits. On stalled lanes: three possible digits are asserted (and leave the
    other triads of the line), three asserted digits exclude the rest; fewer possible or more asserted is a
    contradiction. Lanes where that did something are stalled no more. It is the only rule that notices a triad asked
    to hold four digits; without it nearly empty boards, the empty grid first of all, search practically for ever."""
    stalled = s[STALLED]
    acted, dead = empty_set(), empty_set()
    for line in range(6):
        t = s + (TRIAD + 81 * line)
        for k in range(9):
            k1, k2 = mates(k)
            p1, p2, p3, p4 = empty_set(), empty_set(), empty_set(), empty_set()     # at least n possible digits
            a1, a2, a3, a4 = empty_set(), empty_set(), empty_set(), empty_set()     # at least n asserted digits
            unsettled = empty_set()
            for d in range(9):
                here = t[9 * d + k]
                sure = here & ~(t[9 * d + k1] | t[9 * d + k2])
                p4 |= p3 & here
                p3 |= p2 & here
                p2 |= p1 & here
                p1 |= here
                a4 |= a3 & sure
                a3 |= a2 & sure
                a2 |= a1 & sure
                a1 |= sure
                unsettled |= here & ~sure
            dead |= ~p3 | a4
            assert_all, exclude_rest = p3 & ~p4 & unsettled & stalled, a3 & ~a4 & unsettled & stalled
            act = assert_all | exclude_rest
            acted |= act
            if is_empty(act):
                continue
            for d in range(9):
                here = t[9 * d + k]
                sure = here & ~(t[9 * d + k1] | t[9 * d + k2])
                clear_triad(s, d, line, k, exclude_rest & ~sure)
                clear_triad(s, d, line, k1, assert_all & here)
                clear_triad(s, d, line, k2, assert_all & here)
    dead &= stalled
    s[STALLED] = stalled & ~(acted | dead)
    s[FREE] = s[FREE] | dead


@inner
def count_permutations(s):
    """For each line: SUM, OPEN, and for each digit TWO and THREE."""
    for line in range(6):
        total = s + (SUM + 6 * line)
        for q in range(6):
            total[q] = empty_set()
        some = empty_set()
        for d in range(9):
            t = s + (TRIAD + 81 * line + 9 * d)
            p0, p1, p2 = t[0] & t[4] & t[8], t[1] & t[5] & t[6], t[2] & t[3] & t[7]
            p3, p4, p5 = t[0] & t[5] & t[7], t[1] & t[3] & t[8], t[2] & t[4] & t[6]
            x1, m1, x2, m2 = p0 ^ p1 ^ p2, at_least_two(p0, p1, p2), p3 ^ p4 ^ p5, at_least_two(p3, p4, p5)
            carry = x1 & x2
            n0, n1, n2 = x1 ^ x2, m1 ^ m2 ^ carry, at_least_two(m1, m2, carry)      # 0..6 in binary
            s[TWO + 9 * line + d] = n1 & ~(n0 | n2)
            s[THREE + 9 * line + d] = n0 & n1
            some |= n1 | n2
            carry = empty_set()
            for q in range(6):
                n = empty_set()
                if q == 0:
                    n = n0
                elif q == 1:
                    n = n1
                elif q == 2:
                    n = n2
                old = total[q]
                total[q] = old ^ n ^ carry
                carry = at_least_two(old, n, carry)
        s[OPEN + line] = some


@inner
def choose_line(s):
    """OPEN keeps, for each stalled lane, the one line with the fewest permutations that still has a choice."""
    rest = s[STALLED]
    for line in range(6):
        s[OPEN + line] = s[OPEN + line] & rest
    for k in range(6):
        q = 5 - k
        some = empty_set()                           # some line still in the race has a 0 here
        for line in range(6):
            some |= s[OPEN + line] & ~s[SUM + 6 * line + q]
        for line in range(6):
            s[OPEN + line] = s[OPEN + line] & ~(some & s[SUM + 6 * line + q])
    for line in range(6):
        s[OPEN + line] = s[OPEN + line] & rest
        rest &= ~s[OPEN + line]


@inner
def branch(s):
    """Split every stalled lane on an undetermined triad: X keeps the child that takes it, CHILD gets the other."""
    for r in range(729):
        s[CHILD + r] = s[X + r]
    for line in range(6):
        rest = s[OPEN + line]
        if is_empty(rest):
            continue
        for rank in range(3):                        # a digit with two permutations, else three, else any choice
            for d in range(9):
                t = s + (TRIAD + 81 * line + 9 * d)
                if rank == 0:
                    digit = rest & s[TWO + 9 * line + d]
                elif rank == 1:
                    digit = rest & s[THREE + 9 * line + d]
                else:
                    digit = rest & (at_least_two(t[0], t[1], t[2]) | at_least_two(t[3], t[4], t[5])
                                    | at_least_two(t[6], t[7], t[8]))
                if is_empty(digit):
                    continue
                rest &= ~digit
                for k in range(9):                   # its first triad that has a rival in its row or column
                    k1, k2 = mates(k)
                    take = digit & t[k] & (t[k1] | t[k2])
                    digit &= ~take
                    clear_triad(s, d, line, k, take, CHILD)
                    clear_triad(s, d, line, k1, take)
                    clear_triad(s, d, line, k2, take)


@inner
def place_children(m, s, owner, stack, stack_owner, size, depth):
    """CHILD's stalled lanes go into free lanes of their word, the surplus onto its stack."""
    compress(s, CHILD, s[STALLED])
    for w in range(WORDS):
        stalled, free = m[STALLED, w], m[FREE, w]
        n = count_bits(stalled)
        k = min(n, count_bits(free))
        places = lowest(free, k)
        m[TAKE, w] = places
        m[FREE, w] ^= places
        if n > k:
            top = depth[w] - 1
            if top < 0 or size[w, top] + n - k > 64:
                top += 1
                size[w, top] = 0
                depth[w] += 1
            have = size[w, top]
            keep = (ONE << uint64(have)) - ONE
            for r in range(729):
                stack[w, top, r] = (stack[w, top, r] & keep) | (m[CHILD + r, w] >> uint64(k)) << uint64(have)
        while stalled:
            lane = lowest_bit(stalled)
            stalled &= stalled - ONE
            if places:
                owner[w, lowest_bit(places)] = owner[w, lane]
                places &= places - ONE
            else:
                stack_owner[w, top, size[w, top]] = owner[w, lane]
                size[w, top] += 1
    if not is_empty(s[TAKE]):
        s[NEW] = s[NEW] | s[TAKE]
        expand_into_x(s, CHILD, empty_set(), s[TAKE])


@inner
def refill_from_stacks(m, s, owner, stack, stack_owner, size, depth):
    """Each word's free lanes take the newest boards of its stack. Returns whether to call again."""
    again = False
    s[TAKE] = empty_set()
    for w in range(WORDS):
        if m[FREE, w] and depth[w] > 0:
            top = depth[w] - 1
            n = size[w, top]
            k = min(n, count_bits(m[FREE, w]))
            places = lowest(m[FREE, w], k)
            m[TAKE, w], m[SHIFT, w] = places, uint64(n - k)
            m[FREE, w] ^= places
            for r in range(729):
                m[CHILD + r, w] = stack[w, top, r]
            for i in range(n - k, n):
                owner[w, lowest_bit(places)] = stack_owner[w, top, i]
                places &= places - ONE
            size[w, top] = n - k
            if n == k:
                depth[w] -= 1
            again |= m[FREE, w] != 0 and depth[w] > 0
    if not is_empty(s[TAKE]):
        s[NEW] = s[NEW] | s[TAKE]
        expand_into_x(s, CHILD, s[SHIFT], s[TAKE])
    return again


@inner
def read_fresh(m, boards, first, n, w, tile):
    """WAITING's word w becomes boards first .. first + n - 1, in lanes 0 .. n - 1. A byte other than 1..9 is blank."""
    for lane in range(n):
        for c in range(81):
            tile[c, lane] = boards[first + lane, c]
    for c in range(81):
        clues = ZERO
        for d in range(9):
            clues |= lanes_equal(tile, c, d + 1)
        for d in range(9):
            m[WAITING + 81 * d + c, w] = lanes_equal(tile, c, d + 1) | ~clues


@inner
def refill_from_boards(m, s, owner, boards, tile, waiting, cursor):
    """Free lanes take fresh puzzles. waiting[w] of WAITING's lanes are left, up to board waiting_end[w] - 1."""
    s[TAKE] = empty_set()
    for w in range(WORDS):
        if m[FREE, w]:
            if waiting[0, w] == 0 and cursor[0] < len(boards):
                n = min(64, len(boards) - cursor[0])
                read_fresh(m, boards, cursor[0], n, w, tile)
                cursor[0] += n
                waiting[0, w], waiting[1, w] = n, cursor[0]
            n = waiting[0, w]
            k = min(n, count_bits(m[FREE, w]))
            places = lowest(m[FREE, w], k)
            m[TAKE, w], m[SHIFT, w] = places, uint64(n - k)
            m[FREE, w] ^= places
            first = waiting[1, w] - k                # they leave from the high end
            waiting[0, w] -= k
            waiting[1, w] -= k
            while places:
                owner[w, lowest_bit(places)] = first
                places &= places - ONE
                first += 1
    if not is_empty(s[TAKE]):
        s[NEW] = s[NEW] | s[TAKE]
        expand_into_x(s, WAITING, s[SHIFT], s[TAKE])


@inner
def forget(s):
    """Keep I2 and I4 after lanes were refilled."""
    for r in range(FIXED, FIXED + 243):              # FIXED, SINGLE, PLACED
        s[r] = s[r] & ~s[NEW]
    s[NEW] = empty_set()
    s[BAD] = s[FREE]


@merged
def service(m, s, owner, counts, boards, out, tile, stack, stack_owner, size, depth, waiting, cursor, limit):
    classify(s)
    record(m, s, owner, counts, out, tile, limit)
    drop_finished(m, owner, counts, limit)
    if not is_empty(s[STALLED]):
        gather_triads(s)
        triad_cardinality(s)
    if not is_empty(s[STALLED]):
        count_permutations(s)
        choose_line(s)
        branch(s)
        place_children(m, s, owner, stack, stack_owner, size, depth)
    while refill_from_stacks(m, s, owner, stack, stack_owner, size, depth):
        pass
    refill_from_boards(m, s, owner, boards, tile, waiting, cursor)
    forget(s)


@compiled
def advance(m, owner, counts, boards, out, tile, stack, stack_owner, size, depth, waiting, cursor, limit, idle_wanted,
            services):
    """Serve and sweep in turn, `services` times at most. Returns the number of lanes still occupied.

    Stops early when a stack might overflow at the next service; all state is in the arrays, so the caller may grow
    the stacks, look at a clock, and call again."""
    s = rows_of(m)
    for _ in range(services):
        service(m, s, owner, counts, boards, out, tile, stack, stack_owner, size, depth, waiting, cursor, limit)
        cursor[1] += 1
        empty = 0
        more = cursor[0] < len(boards)               # something can still come into a free lane
        for w in range(WORDS):
            empty += count_bits(m[BAD, w])
            more |= waiting[0, w] > 0 or depth[w] > 0
        if empty == 64 * WORDS and not more:
            return 0
        idle = 0
        while idle < idle_wanted and (more or idle <= empty):
            sweep(s)
            cursor[2] += 1
            idle = 0
            for w in range(WORDS):
                idle += count_bits(m[BAD, w] | ~m[CHANGED, w])
        for w in range(WORDS):
            if depth[w] + 1 >= stack.shape[1]:
                return 1
    return 1


# The interface
# ---------------------------------------------------------------------------------------------------------------------
_IDLE_LANES = 5 * 64 * WORDS // 8
_SERVICES = 64


def aligned(*shape):
    """Zeroed uint64 array on a 64-byte boundary, which the vector loads require."""
    n = int(np.prod(shape))
    raw = np.zeros(n + 8, np.uint64)
    start = -raw.ctypes.data % 64 // 8
    return raw[start:start + n].reshape(shape)


def solve_batch(boards, limit: int, *, should_stop: Callable[[], bool] | None = None):
    """Count the solutions of 9x9 boards up to `limit`, many boards at once.

    Args:
        boards: uint8 (n, 81), 1..9 for a clue, anything else for an empty cell.
        limit: stop counting a board here; at least 1.
        should_stop: asked every few milliseconds; True ends the search early.

    Returns:
        counts int64 (n,); solutions uint8 (n, 81), the first found, zeros where none was; exhausted bool (n,), true
        where the count is proved to be the number of all solutions; stats: services, sweeps.
    """
    boards = np.ascontiguousarray(boards, np.uint8).view()
    boards.flags.writeable = False      # read-only and writeable arrays are two types for Numba, hence two compilations
    out = np.zeros_like(boards)
    counts = np.zeros(len(boards), np.int64)
    m = aligned(ROWS, WORDS)
    m[BAD] = FULL
    owner = np.zeros((WORDS, 64), np.int64)
    tile = np.zeros((81, 64), np.uint8)
    depth = 16
    stack, stack_owner = np.empty((WORDS, depth, 729), np.uint64), np.empty((WORDS, depth, 64), np.int64)
    size, used = np.zeros((WORDS, depth), np.int64), np.zeros(WORDS, np.int64)
    waiting, cursor = np.zeros((2, WORDS), np.int64), np.zeros(3, np.int64)
    exhausted = np.ones(len(boards), np.bool_)
    while advance(m, owner, counts, boards, out, tile, stack, stack_owner, size, used, waiting, cursor, int(limit),
                  _IDLE_LANES, _SERVICES):
        if used.max() + 1 >= stack.shape[1]:
            stack, stack_owner, size = (np.concatenate([a, np.zeros_like(a)], 1) for a in (stack, stack_owner, size))
        if should_stop is not None and should_stop():
            bits = m[BAD][:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
            exhausted[owner[bits == 0]] = False
            for w in range(WORDS):
                for group in range(used[w]):
                    exhausted[stack_owner[w, group, :size[w, group]]] = False
                exhausted[waiting[1, w] - waiting[0, w]:waiting[1, w]] = False
            exhausted[cursor[0]:] = False
            break
    exhausted &= counts < limit
    return counts, out, exhausted, {"services": int(cursor[1]), "sweeps": int(cursor[2])}
