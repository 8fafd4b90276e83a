"""Unpack streams for the reader of files, by content and not by name, and normalise line ends.

Everything is unpacked while it is read, except a zip archive from a pipe, which is first put into a file.
"""

from __future__ import annotations

from codecs import iterdecode
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from io import BufferedReader, RawIOBase
from itertools import chain
from typing import IO, TYPE_CHECKING, Any, BinaryIO, TypeVar, cast

from sudokubench.errors import InputError, printable
from sudokubench.formats import words
from sudokubench.words import Words

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

T = TypeVar("T")
_GROWTH, _GROWTH_FREE = 60, 16 << 20
"""Limits of unpacked data: a multiple of the packed size, and the bytes always allowed. Puzzles grow 3 to 10 times."""
_AT_A_TIME, _HEAD = 1 << 16, 4096
_STRANGERS = {
    b"%PDF": words.PDF, b"\x89PNG": words.PICTURE, b"\xff\xd8\xff": words.PICTURE, b"GIF8": words.PICTURE,
    b"SQLite format 3\0": words.DATABASE, b"PAR1": words.PARQUET, b"\x93NUMPY": words.NUMPY_ARRAY,
    b"7z\xbc\xaf": words.SEVEN_ZIP, b"Rar!": words.RAR,
}  # fmt: skip
"""Files that are not text, by their first bytes."""


class _Chunks(RawIOBase):
    """A file object whose bytes come in chunks, made on demand."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks, self._rest = chunks, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        self._rest = self._rest or next(self._chunks, b"")
        view = memoryview(buffer).cast("B")
        n = min(len(view), len(self._rest))
        view[:n], self._rest = self._rest[:n], self._rest[n:]
        return n


def buffered(stream: Any, taken: bytes = b"") -> BinaryIO:
    """Return `taken` and then the stream, with a large buffer that never waits for more than has arrived."""
    chunks = chain([taken] if taken else [], iter(lambda: stream.read1(_AT_A_TIME), b""))
    return BufferedReader(_Chunks(chunks), _AT_A_TIME)


def unpacked(stream: BinaryIO, name: str) -> Iterator[tuple[str, BinaryIO]]:
    """Yield the texts in a stream, each with its name for messages: one text, or one per member of an archive.

    Raises:
        InputError: The stream is damaged, is not text, or grows beyond `_GROWTH`. A fault after the first bytes is
            raised when reading reaches it.
    """
    file, head = stream, head_of(stream)
    for magic, what in _STRANGERS.items():
        if head.startswith(magic):
            raise InputError(words.STRANGER.format(what=what))
    if head.startswith(b"PK\x03\x04"):
        yield from _members(file, name)
        return
    if library := packer_of(head):
        growth = _Growth()
        counted = BufferedReader(_Chunks(growth.packed(file)))
        opened = _zstd(counted) if library == "zstd" else import_module(library).open(counted)
        file = BufferedReader(_Chunks(growth.unpacked(opened)))
    yield name, _with_our_ends(file)


class _Growth:
    """Counts packed and unpacked bytes, and refuses data that grow beyond the limits."""

    def __init__(self, packed: int = 0) -> None:
        self._in, self._out = packed, 0

    def packed(self, file: IO[bytes]) -> Iterator[bytes]:
        while chunk := file.read(_AT_A_TIME):
            self._in += len(chunk)
            yield chunk

    def unpacked(self, file: IO[bytes]) -> Iterator[bytes]:
        while chunk := _tried(partial(file.read, _AT_A_TIME)):
            self._out += len(chunk)
            if self._out > max(_GROWTH * self._in, _GROWTH_FREE):
                raise InputError(words.GROWS.format(most=self._out >> 20))
            yield chunk


def _tried(step: Callable[[], T], fault: Callable[..., Words] = words.DAMAGED.format) -> T:
    """Return what a library returns; raise InputError for any error, since damaged data raise errors of all kinds."""
    try:
        return step()
    except Exception as error:
        raise InputError(fault(reason=error)) from error


def _members(file: BinaryIO, name: str) -> Iterator[tuple[str, BinaryIO]]:
    """Yield the files of a zip archive, except hidden ones and those that macOS adds."""
    from shutil import copyfileobj
    from tempfile import TemporaryFile
    from zipfile import ZipFile

    with TemporaryFile() as copy:
        source: IO[bytes] = file
        if not file.seekable():
            copyfileobj(file, copy)
            source = copy
        archive = _tried(partial(ZipFile, source))
        growth = _Growth(sum(member.compress_size for member in archive.infolist()))
        names = [member.filename for member in archive.infolist() if member.filename[-1:] != "/"]
        if "[Content_Types].xml" in names:
            raise InputError(words.OFFICE)
        for member in names:
            if not any(part.startswith((".", "__MACOSX")) for part in member.split("/") if part != "."):
                fault = partial(words.NOT_UNPACKED.format, name=printable(member))
                opened = _tried(partial(archive.open, member), fault)
                text = BufferedReader(_Chunks(growth.unpacked(opened)))
                yield f"{name}/{printable(member)}", _with_our_ends(text)


def _zstd(file: IO[bytes]) -> IO[bytes]:
    """Return the unpacked content of a zstd file; raise InputError if neither Python 3.14 nor `zstandard` is there."""
    try:
        return cast("IO[bytes]", import_module("compression.zstd").ZstdFile(file, "rb"))
    except ImportError:
        pass
    try:
        frames = import_module("zstandard").ZstdDecompressor()
    except ImportError:
        raise InputError(words.ZSTD) from None

    def chunks() -> Iterator[bytes]:
        frame, rest, is_whole = frames.decompressobj(), b"", True
        while data := rest or file.read(1 << 10):  # a little at a time: it may grow a thousandfold
            if chunk := frame.decompress(data):
                yield chunk
            is_whole, rest = frame.eof, frame.unused_data if frame.eof else b""
            if is_whole:
                frame = frames.decompressobj()
        if not is_whole:  # the library itself does not report a cut file
            raise EOFError("its last frame is not complete")

    return BufferedReader(_Chunks(chunks()))


_PACKERS = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\xfd7zXZ\0": "lzma", b"\x28\xb5\x2f\xfd": "zstd"}
"""Libraries of packed files, by the first bytes of a file."""


def packer_of(head: bytes) -> str | None:
    """Return the library that packed a file, by the first bytes of the file; None if it is not packed."""
    return next((library for magic, library in _PACKERS.items() if head.startswith(magic)), None)


def head_of(file: BinaryIO) -> bytes:
    """Return the first bytes of a file without consuming them, at most `_HEAD`."""
    if isinstance(file, BufferedReader):
        return file.peek(_HEAD)[:_HEAD]
    at = file.tell()
    head = file.read(_HEAD)
    file.seek(at)
    return head


def _with_our_ends(file: BinaryIO) -> BinaryIO:
    """Return a file with UTF-16 turned into UTF-8, and carriage returns (line ends of old Macs) into line feeds."""
    head = head_of(file)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) and not head.startswith(b"\xff\xfe\0\0"):
        text = iterdecode(iter(lambda: file.read(_AT_A_TIME), b""), "utf-16", "replace")
        return _with_our_ends(BufferedReader(_Chunks(part.encode() for part in text)))
    if b"\r" in head[:-1] and b"\n" not in head:
        chunks = iter(lambda: file.read(_AT_A_TIME), b"")
        return BufferedReader(_Chunks(chunk.replace(b"\r", b"\n") for chunk in chunks))
    return file
