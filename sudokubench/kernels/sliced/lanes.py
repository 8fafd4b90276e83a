"""Vectors of lanes for Numba: many bits in one value, so that one operation serves many puzzles.

A *lane* is one bit position. A *row* is 4 or 8 64-bit words, 64 lanes a word. A type of `LanesType` is a row as one
value: an LLVM vector that fills one register, or two of half its width. A type of `RowsType` is a pointer to rows in
memory. Inside compiled functions

    s = rows_of(m, words)        # m: C-ordered uint64 (n, words), on a 64-byte boundary, see `kernels.arrays`
    s[i], s[i] = v, s + i        # read, write, move the pointer
    a & b, a | b, a ^ b, ~a      # lane by lane
    m[i, w]                      # the same memory, word by word

Numba compiles an operator written with `numba.extending.overload` again at every use, which doubles the compile time.
So this module enters operators in Numba's typing tables, each with its LLVM instruction.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, models, register_model

from sudokubench.kernels.sliced.rows import NARROW_WORDS, WORDS

_BIT, _BYTE, _INT, _WORD = ir.IntType(1), ir.IntType(8), ir.IntType(32), ir.IntType(64)
_BYTES = ir.VectorType(_BYTE, 64)  # a byte for each lane of a word


class LanesType(types.Type):
    """The Numba type of one row of `words` 64-bit words, held as one value."""

    def __init__(self, words: int) -> None:
        self.words = words
        super().__init__(f"Lanes{words}")


class RowsType(types.Type):
    """The Numba type of a pointer to rows of `words` 64-bit words."""

    def __init__(self, words: int) -> None:
        self.words = words
        super().__init__(f"Rows{words}")


_WIDTHS = {words: (LanesType(words), RowsType(words)) for words in (NARROW_WORDS, WORDS)}


def _row(kind: Any) -> Any:
    """Return the LLVM type of a row of a `LanesType` or a `RowsType`."""
    return ir.VectorType(_WORD, kind.words)


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager, fe_type):
        super().__init__(manager, fe_type, _row(fe_type))


@register_model(RowsType)
class _RowsModel(models.PrimitiveModel):
    def __init__(self, manager, fe_type):
        super().__init__(manager, fe_type, _row(fe_type).as_pointer())


# ------------------------------------------------------------------------------------------------------ operators
def _define(
    python_operator: Callable[..., Any], case: Callable[[Any, Any], Any], lower: Callable[..., Any]
) -> None:
    """Give an operator the signature `case(lanes, rows)` of each width, and the code `lower(builder, *values)`."""
    signatures = [case(*kinds) for kinds in _WIDTHS.values()]

    @infer_global(python_operator)
    class _(ConcreteTemplate):
        cases = signatures

    def _lower(context, builder, sig, args):
        return lower(builder, *args)

    for one in signatures:
        lower_builtin(python_operator, *one.args)(_lower)


def _of_two(lanes, rows):
    return signature(lanes, lanes, lanes)


def _at(b, pointer, index):
    return b.gep(pointer, [index], inbounds=True)


def _load(b, pointer, index):
    value = b.load(_at(b, pointer, index))
    value.align = 8 * value.type.count
    return value


def _store(b, pointer, index, value):
    b.store(value, _at(b, pointer, index)).align = 8 * value.type.count


_define(operator.and_, _of_two, ir.IRBuilder.and_)
_define(operator.or_, _of_two, ir.IRBuilder.or_)
_define(operator.xor, _of_two, ir.IRBuilder.xor)
_define(operator.iand, _of_two, ir.IRBuilder.and_)
_define(operator.ior, _of_two, ir.IRBuilder.or_)
_define(operator.ixor, _of_two, ir.IRBuilder.xor)
_define(operator.invert, lambda lanes, rows: signature(lanes, lanes), ir.IRBuilder.not_)
_define(operator.getitem, lambda lanes, rows: signature(lanes, rows, types.intp), _load)
_define(operator.setitem, lambda lanes, rows: signature(types.none, rows, types.intp, lanes), _store)
_define(operator.add, lambda lanes, rows: signature(rows, rows, types.intp), _at)


# -------------------------------------------------------------------------------- functions of three rows of lanes
class _Emitted:
    """An LLVM value with operators, so that one formula can both emit code and compute a truth table."""

    def __init__(self, builder: Any, value: Any) -> None:
        self.builder, self.value = builder, value

    def __and__(self, other: _Emitted) -> _Emitted:
        return _Emitted(self.builder, self.builder.and_(self.value, other.value))

    def __or__(self, other: _Emitted) -> _Emitted:
        return _Emitted(self.builder, self.builder.or_(self.value, other.value))

    def __xor__(self, other: _Emitted) -> _Emitted:
        return _Emitted(self.builder, self.builder.xor(self.value, other.value))

    def __invert__(self) -> _Emitted:
        return _Emitted(self.builder, self.builder.not_(self.value))


def three_input(formula: Callable[[Any, Any, Any], Any]) -> Any:
    """Return a compiled function of three rows for a formula in `& | ^ ~`.

    AVX-512 has one instruction for every function of three bits. LLVM finds this instruction only for the simplest
    formulas: in a sweep, it would miss half of these instructions. Other processors get the formula as written.
    """
    table = formula(0xF0, 0xCC, 0xAA) & 0xFF

    @intrinsic
    def function(typing, a, b, c):
        def lower(context, builder, sig, args):
            if "+avx512vl" not in context.codegen()._tm_features:
                return formula(*(_Emitted(builder, value) for value in args)).value
            row = _row(a)
            kind = ir.FunctionType(row, [row, row, row, _INT])
            name = f"llvm.x86.avx512.pternlog.q.{64 * a.words}"
            function = builder.module.declare_intrinsic(name, (), kind)
            return builder.call(function, [*args, ir.Constant(_INT, table)])

        return a(a, a, a), lower

    return function


and3 = three_input(lambda a, b, c: a & b & c)
or3 = three_input(lambda a, b, c: a | b | c)
xor3 = three_input(lambda a, b, c: a ^ b ^ c)
exactly_one = three_input(lambda a, b, c: (a ^ b ^ c) & ~(a & b & c))
at_least_two = three_input(lambda a, b, c: (a & b) | (c & (a | b)))
choose = three_input(lambda where, a, b: (a & where) | (b & ~where))
"""`choose(where, a, b)`: in each lane a if `where` is set, else b."""
or_and = three_input(lambda a, b, c: a | (b & c))
or_lost = three_input(lambda a, before, after: a | (before & ~after))
"""`or_lost(a, before, after)`: set in each lane that is set in a, or in `before` but not in `after`."""
and_unless = three_input(lambda a, b, c: a & ~(b & ~c))
"""`and_unless(a, lost, kept)`: set in each lane that is set in a, unless it is set in `lost` but not in `kept`."""
and_not_both = three_input(lambda a, b, c: a & ~(b & c))
and_not_either = three_input(lambda a, b, c: a & ~(b | c))
none_of = three_input(lambda a, b, c: ~(a | b | c))


# ----------------------------------------------------------------------------------------- other compiled helpers
# An intrinsic returns a signature, and a function (context, builder, signature, values) that makes the code.
def _vector_call(builder, name, *values):
    row = values[0].type
    kind = ir.FunctionType(row, [value.type for value in values])
    return builder.call(builder.module.declare_intrinsic(f"llvm.{name}.v{row.count}i64", (), kind), values)


@intrinsic(prefer_literal=True)
def rows_of(typing, m, words):
    """Return an aligned, C-ordered uint64 array as rows. `words`: their width as a literal, or rows of that width."""
    _, rows = _WIDTHS[words.literal_value if isinstance(words, types.Literal) else words.words]

    def lower(c, b, sig, args):
        return b.bitcast(c.make_array(sig.args[0])(c, b, args[0]).data, _row(sig.return_type).as_pointer())

    return rows(m, words), lower


@intrinsic
def words_of(typing, s):
    """Return the number of words in each row of `s`, as a constant."""
    return types.int64(s), lambda c, b, sig, a: ir.Constant(_WORD, s.words)


@intrinsic(prefer_literal=True)
def local_rows(typing, s, n):
    """Return `n` (a literal) uninitialised rows on the stack, as wide as those of `s`; if possible, in registers."""

    def lower(context, b, sig, args):
        row = _row(sig.args[0])
        with b.goto_entry_block():
            memory = b.alloca(ir.ArrayType(row, sig.args[1].literal_value))
        memory.align = 8 * row.count
        return b.bitcast(memory, row.as_pointer())

    return (s(s, n), lower) if isinstance(n, types.Literal) else None


@intrinsic
def no_lanes(typing, s):
    """Return a row with no lane set, as wide as the rows of `s`."""
    lanes, _ = _WIDTHS[s.words]
    return lanes(s), lambda c, b, sig, a: ir.Constant(_row(s), [0] * s.words)


@intrinsic
def every_word(typing, s, word):
    """Return the row whose words all equal the integer `word`, as wide as the rows of `s`."""

    def lower(context, b, sig, args):
        row = _row(sig.return_type)
        zero = ir.Constant(ir.VectorType(_INT, row.count), [0] * row.count)
        one = b.insert_element(ir.Constant(row, ir.Undefined), args[1], ir.Constant(_INT, 0))
        return b.shuffle_vector(one, one, zero)

    return _WIDTHS[s.words][0](s, types.int64), lower


@intrinsic
def reload(typing):
    """Make LLVM read rows from memory again at their next use.

    Otherwise LLVM keeps them in registers, runs out of registers, and writes rows to the stack. These writes cost most.
    """

    def lower(c, b, sig, args):
        b.asm(ir.FunctionType(ir.VoidType(), []), "", "~{memory}", [], True)
        return c.get_dummy_value()

    return types.void(), lower


@intrinsic
def is_empty(typing, x):
    """Return whether no lane is set."""
    whole = ir.IntType(64 * x.words)
    zero = ir.Constant(whole, 0)
    return types.boolean(x), lambda c, b, sig, a: b.icmp_unsigned("==", b.bitcast(a[0], whole), zero)


@intrinsic
def rotated(typing, x, n):
    """Rotate each word of x left by the distance in the same word of n (0..63)."""
    return x(x, n), lambda c, b, sig, a: _vector_call(b, "fshl", a[0], a[0], a[1])


@intrinsic
def rotated_back(typing, x, n):
    """Rotate back: the inverse of `rotated`."""
    return x(x, n), lambda c, b, sig, a: _vector_call(b, "fshr", a[0], a[0], a[1])


def _words_moved(distance: int) -> Any:
    @intrinsic
    def function(typing, x):
        n = x.words
        order = ir.Constant(ir.VectorType(_INT, n), [(w - distance) % n for w in range(n)])
        return x(x), lambda c, b, sig, a: b.shuffle_vector(a[0], a[0], order)

    return function


words_moved_1, words_moved_2, words_moved_4 = _words_moved(1), _words_moved(2), _words_moved(4)
"""Move every word 1, 2 or 4 places further; the last words go to the first places."""
words_back_1, words_back_2, words_back_4 = _words_moved(-1), _words_moved(-2), _words_moved(-4)


@intrinsic
def counted(typing, x, number):
    """Return for each word 64 times its number of set bits, plus the same word of `number`."""

    def lower(c, b, sig, args):
        six = ir.Constant(args[0].type, [6] * x.words)
        return b.add(b.shl(_vector_call(b, "ctpop", args[0]), six), args[1])

    return x(x, number), lower


@intrinsic
def larger(typing, x, y):
    """Return for each word the larger of x and y, as unsigned numbers."""
    return x(x, y), lambda c, b, sig, a: _vector_call(b, "umax", *a)


@intrinsic
def count_lanes(typing, x):
    """Return the number of lanes that are set."""

    def lower(c, b, sig, args):
        kind = ir.FunctionType(_WORD, [_row(x)])
        total = b.module.declare_intrinsic(f"llvm.vector.reduce.add.v{x.words}i64", (), kind)
        return b.call(total, [_vector_call(b, "ctpop", args[0])])

    return types.int64(x), lower


@intrinsic
def lowest_bit(typing, word):
    """Return the index of the lowest set bit of a uint64, which must not be 0."""
    return types.int64(types.uint64), lambda c, b, sig, a: b.cttz(a[0], ir.Constant(_BIT, 1))


def _bytes_at(c, b, kinds, args):
    """Return a pointer to 64 unaligned bytes. `args`: a C-ordered array (n, 81), the row and the first column."""
    row, column = (c.cast(b, args[i], kinds[i], types.intp) for i in (1, 2))
    array = c.make_array(kinds[0])(c, b, args[0])
    first = b.add(b.mul(row, ir.Constant(_WORD, 81)), column)
    return b.bitcast(b.gep(array.data, [first]), _BYTES.as_pointer())


@intrinsic(prefer_literal=True)
def fetch(typing, array, row, to_write):
    """Load a row of a C-ordered array (n, 81) into the processor's cache, to be read (0) or written (1, a literal)."""

    def lower(c, b, sig, args):
        byte = _BYTE.as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [byte, _INT, _INT, _INT])
        function = b.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        kinds, place = (*sig.args[:2], types.intp), (*args[:2], ir.Constant(_WORD, 0))
        first = b.bitcast(_bytes_at(c, b, kinds, place), byte)
        for offset in (0, 64):
            at = b.gep(first, [ir.Constant(_WORD, offset)])
            b.call(function, [at, *(ir.Constant(_INT, n) for n in (sig.args[2].literal_value, 3, 1))])
        return c.get_dummy_value()

    return types.void(array, row, to_write), lower


def _word_of_bytes(test: Callable[..., Any]) -> Any:
    """Return a compiled function (array, row, column, value) that tests each of 64 bytes and returns 64 bits."""

    @intrinsic
    def function(typing, array, row, column, value):
        def lower(c, b, sig, args):
            data = b.load(_bytes_at(c, b, sig.args, args))
            data.align = 1
            byte = b.trunc(c.cast(b, args[3], sig.args[3], types.int64), _BYTE)
            wanted = b.insert_element(ir.Constant(_BYTES, ir.Undefined), byte, ir.Constant(_INT, 0))
            wanted = b.shuffle_vector(wanted, wanted, ir.Constant(ir.VectorType(_INT, 64), [0] * 64))
            return b.bitcast(test(b, data, wanted), _WORD)

        return types.uint64(array, row, column, value), lower

    return function


bits_of_bytes = _word_of_bytes(
    lambda b, data, bit: b.icmp_unsigned("!=", b.and_(data, bit), ir.Constant(_BYTES, [0] * 64))
)
"""One bit for each of the 64 bytes from `array[row, column]` on: whether the byte has a bit of `value`."""
bytes_over = _word_of_bytes(lambda b, data, most: b.icmp_unsigned(">", data, most))
"""One bit for each of the 64 bytes from `array[row, column]` on: whether the byte is greater than `value`."""


@intrinsic
def bytes_of_bits(typing, array, row, column, b0, b1, b2, b3):
    """Write 64 bytes from `array[row, column]` on: bits 3 to 0 of byte i are bit i of b3, b2, b1 and b0."""

    def lower(c, b, sig, args):
        total = zero = ir.Constant(_BYTES, [0] * 64)
        for q in range(4):
            on = b.bitcast(args[3 + q], ir.VectorType(_BIT, 64))
            total = b.or_(total, b.select(on, ir.Constant(_BYTES, [1 << q] * 64), zero))
        b.store(total, _bytes_at(c, b, sig.args, args)).align = 1
        return c.get_dummy_value()

    return types.void(array, row, column, b0, b1, b2, b3), lower
