"""Keep stdout for the data of a command: the output of plug-ins, from Python or from C, goes to stderr."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

_own: list[TextIO] = []
"""The stream of the data, and the former `sys.stdout`; empty until a plug-in runs."""
_file: list[TextIO] = []
"""The file of `-o`, if one is named."""


def data() -> TextIO:
    """Return the stream for the data of a command."""
    return _file[0] if _file else _standard()


def has_file() -> bool:
    """Return whether the data of the command go to a file on the disk."""
    return bool(_file) and _file[0] is not sys.stderr and _file[0].seekable()


def _standard() -> TextIO:
    """Return the stream that was stdout when the command began."""
    return _own[0] if _own else sys.stdout


@contextmanager
def to_file(file: TextIO) -> Iterator[None]:
    """Write the data of a command to a file."""
    _file.append(file)
    try:
        yield
    finally:
        _file.remove(file)


@contextmanager
def for_a_dash() -> Iterator[TextIO]:
    """Yield stdout for the file `-` of an option; the data of the command goes to stderr, unless `-o` names a file."""
    with to_file(sys.stderr):
        yield _standard()


@contextmanager
def kept_for_data() -> Iterator[None]:
    """Send the output of plug-ins to stderr from the moment the first of them runs; restore stdout at the end."""
    from sudokubench.processes.plugin_changes import before_plug_ins

    before_plug_ins.append(_take)
    try:
        yield
    finally:
        before_plug_ins.remove(_take)
        if _own:
            _put_back()


def _take() -> None:
    if _own:
        return
    stdout = sys.stdout
    stdout.flush()
    stream = stdout
    with suppress(OSError, AttributeError):  # an object that is not a file has no number
        if stdout.fileno() == 1 and isinstance(stdout, io.TextIOWrapper):
            stream = io.TextIOWrapper(
                open(os.dup(1), "wb"),  # noqa: SIM115  # closed in the end
                stdout.encoding,
                stdout.errors,
                line_buffering=stdout.line_buffering,
            )
            os.dup2(2, 1)
    _own[:] = stream, stdout
    sys.stdout = sys.stderr


def _put_back() -> None:
    stream, sys.stdout = _own
    _own.clear()
    if stream is sys.stdout:
        return
    try:
        stream.flush()
    finally:
        os.dup2(stream.fileno(), 1)
        with suppress(OSError):  # the flush has reported the error
            stream.close()
