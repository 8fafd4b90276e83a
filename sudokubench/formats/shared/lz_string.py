"""LZ-string in Base64, in both directions: how puzzle links of f-puzzles and SudokuPad pack their JSON.

The text is a stream of bits, six a character, most significant first. Codes are numbers with the least significant bit
first. The codes 0 and 1 begin a new character of 8 or 16 bits, 2 ends the stream, and a larger code repeats an earlier
piece (Ziv and Lempel 1978; Welch 1984). Packed text comes from outside, so its packed and unpacked length are bounded.
"""

from __future__ import annotations

from sudokubench.errors import InputError
from sudokubench.formats.limits import MOST_UNPACKED
from sudokubench.formats.shared import words

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUE = {sign: f"{value:06b}" for value, sign in enumerate(_ALPHABET)}
_NARROW, _WIDE, _END = range(3)
_FIRST_CODE = 3


def unpack(packed: str) -> str:
    """Return the unpacked text.

    Raises:
        InputError: `packed` is damaged, or it or its content has more than `MOST_UNPACKED` characters.
    """
    packed = packed.rstrip("=")
    if len(packed) > MOST_UNPACKED or not set(packed) <= _VALUE.keys():
        raise _damaged()
    bits = "".join(map(_VALUE.__getitem__, packed))
    at = 0

    def number(width: int) -> int:
        nonlocal at
        at += width
        if at > len(bits):
            raise _damaged()
        return int(bits[at - width : at][::-1], 2)

    pieces: dict[int, str] = {}
    parts: list[str] = []
    before, code, length = "", _FIRST_CODE, 0
    while (found := number(code.bit_length())) != _END:
        if found in (_NARROW, _WIDE):
            pieces[code] = piece = chr(number(16 if found else 8))
            code += 1
        elif found == code and before:
            piece = before + before[0]
        else:
            piece = pieces.get(found, "")
        length += len(piece)
        if not piece or length > MOST_UNPACKED:
            raise _damaged()
        parts.append(piece)
        if before:
            pieces[code] = before + piece[0]
            code += 1
        before = piece
    try:  # a character of more than 16 bits is packed as two halves
        return "".join(parts).encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise _damaged() from None


def _damaged() -> InputError:
    return InputError(words.PACKED_DAMAGED.format(most=MOST_UNPACKED))


def pack(text: str) -> str:
    """Return a text packed exactly as LZ-string does it. The text may have characters up to U+00FF."""
    codes: dict[str, int] = {}
    fresh: set[str] = set()
    bits: list[str] = []
    before, next_code = "", _FIRST_CODE
    reader = _FIRST_CODE  # the next code of the program that unpacks, which is one piece behind

    def put(piece: str) -> None:
        nonlocal reader
        first = reader == _FIRST_CODE
        width = reader.bit_length()
        if piece in fresh:
            bits.append(f"{_NARROW:0{width}b}" + f"{ord(piece):08b}"[::-1])
            fresh.discard(piece)
            reader += 1
        else:
            bits.append(f"{codes[piece]:0{width}b}"[::-1])
        reader += not first

    for sign in text:
        if sign not in codes:
            codes[sign] = next_code
            next_code += 1
            fresh.add(sign)
        if before + sign in codes:
            before += sign
            continue
        put(before)
        codes[before + sign] = next_code
        next_code += 1
        before = sign
    if before:
        put(before)
    stream = "".join(bits) + f"{_END:0{reader.bit_length()}b}"[::-1] + "0"
    stream += "0" * (-len(stream) % 6)
    packed = "".join(_ALPHABET[int(stream[at : at + 6], 2)] for at in range(0, len(stream), 6))
    return packed + "=" * (-len(packed) % 4)
