"""Machine code of kernels, for this processor or for levels of processors: kept in files, loaded and run without Numba.

`compiler` makes the code, once for each processor and each combination of argument types. A process that finds the
file loads it in a tenth of the time that the import of Numba takes. A wheel brings code for the levels of x86-64
(`LEVELS`), made by `tools/kernels.py`. A process prefers code for the processor itself.

An entry point is a built-in function for Python. It checks the types of all arguments, unpacks them, releases Python's
global lock while the kernel runs, and packs the result. A call costs less than one through Numba.
"""

from __future__ import annotations

import ctypes
import json
import logging
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from fcntl import LOCK_EX, lockf
from functools import cache, cached_property
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from stat import S_ISDIR
from tempfile import NamedTemporaryFile, gettempdir
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numpy as np

log = logging.getLogger("sudokubench.kernels")

ENTRY, RELEASE = "sudokubench_entry", "sudokubench_release"
"""Names of the two functions of each object file: the entry point, and one that frees an array of its result."""

HEAD = object.__basicsize__
"""Size of the head of a Python object, in bytes: number of references, then class."""

SHIPPED = Path(__file__).parent / "shipped"
"""Folder with the machine code that a wheel brings. A checkout has none."""

PROCESSOR = "x86-64-v3"
"""LLVM's name of the processor for which all levels are compiled; a level only adds features. LLVM's own level 4 makes
`dlx` 15 % slower on Zen 4."""
LEVELS = {
    "x86-64-v4": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
    "x86-64-v3": {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"},
}
"""Levels of processors, best first, each with the features that the level below it lacks. Source: x86-64 psABI 1.0,
table 3.1."""

_MARK = b"sudokubench kernel 1\n"
_DIGEST_BYTES = 16
_FASTCALL = 0x80  # a built-in function that gets its arguments as a table, METH_FASTCALL

# An array of ctypes would need a type for each size, and only the garbage collector frees such types.
_memory_at = ctypes.pythonapi.PyMemoryView_FromMemory
_memory_at.restype, _memory_at.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int]
_READ_ONLY = 0x100  # PyBUF_READ


class _Method(ctypes.Structure):
    """CPython's PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class MachineCode:
    """Machine code of a kernel for certain types of arguments.

    Attributes:
        run: Runs the kernel and returns its result; returns NotImplemented if arguments have other types.
    """

    run: Callable[..., Any]

    def __init__(self, image: bytes, header: dict[str, Any]) -> None:
        """Load an object file.

        Args:
            image: The object file.
            header: `classes` has the full name of each class of numbers among the arguments; the code refers to a
                class by its index there. `result` describes what the kernel returns. For an array it has the data type
                and the number of dimensions, for a tuple with arrays a list of descriptions; otherwise it is None.
        """
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine()
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        engine.add_object_file(llvm.ObjectFileRef.from_data(image))
        engine.finalize_object()
        address = engine.get_function_address
        self._release = ctypes.CFUNCTYPE(None, ctypes.c_int64)(address(RELEASE))
        self._method = _Method(b"kernel", address(ENTRY), _FASTCALL, None)
        self._result = header["result"]
        objects = (np.ndarray, None, NotImplemented, _raise, *map(_class_called, header["classes"]))
        make = ctypes.pythonapi.PyCFunction_NewEx
        make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object, ctypes.py_object]
        self._entry = make(ctypes.addressof(self._method), objects, None)
        self.run = self._entry if self._result is None else self._run
        engine.detach()  # a thread may run the code until the process has ended, so nothing frees it

    def _run(self, *arguments: Any) -> Any:
        result = self._entry(*arguments)
        return result if result is NotImplemented else self._with_arrays(self._result, result)

    def _with_arrays(self, kind: Any, value: Any) -> Any:
        if isinstance(kind, list):
            return tuple(map(self._with_arrays, kind, value))
        return value if kind is None else self._array(np.dtype(kind["dtype"]), kind["ndim"], *value)

    def _array(
        self, dtype: np.dtype[Any], ndim: int, owner: int, data: int, *rest: int
    ) -> np.ndarray[Any, Any]:
        """Return a copy of an array in the kernel's memory, and free that memory.

        Args:
            owner: Address of the object that owns the memory; 0 if the caller owns it.
            data: Address of the first element.
            rest: Shape, then strides in bytes.
        """
        shape, strides = rest[:ndim], rest[ndim:]
        array = np.empty(shape, dtype)
        if array.size:
            last = sum((n - 1) * stride for n, stride in zip(shape, strides, strict=True))
            memory = _memory_at(data, last + dtype.itemsize, _READ_ONLY)
            array[...] = np.ndarray(shape, dtype, memory, strides=strides)
        if owner:
            self._release(owner)
        return array


def _raise(pickled: bytes) -> None:
    """Raise an exception of a kernel, given as Numba pickled it while compiling the kernel."""
    kind, values, _place = pickle.loads(pickled)
    raise kind(*values)


def types_of(argument: Any) -> str:
    """Return a name for the type of an argument of a kernel. Arguments with equal names share machine code."""
    if isinstance(argument, tuple):
        return f"({','.join(map(types_of, argument))})"
    if isinstance(argument, np.ndarray) and argument.dtype.kind in "biuf" and argument.dtype.isnative:
        flags = argument.flags
        layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        return f"{argument.dtype.str}[{argument.ndim}]{layout}{'w' * flags.writeable}{'a' * flags.aligned}"
    if type(argument) is int and argument >= 1 << 63:
        return "uint"  # Numba takes it for an unsigned number
    if argument is None or isinstance(argument, int | float | np.number | np.bool_):
        return full_name(type(argument))
    raise TypeError(f"a kernel takes arrays of numbers, numbers, None and tuples of these, not {argument!r}")


def full_name(kind: type) -> str:
    """Return the name of a class, with its module."""
    return f"{kind.__module__}.{kind.__name__}"


def _class_called(name: str) -> type:
    module, _, own = name.rpartition(".")
    found: type = getattr(import_module(module), own)
    return found


def plain(argument: Any) -> Any:
    """Return an argument with plain arrays in place of subclasses of arrays, which entry points do not take."""
    if isinstance(argument, np.ndarray):
        return np.asarray(argument)
    return type(argument)(map(plain, argument)) if type(argument) is tuple else argument


# -- files --------------------------------------------------------------------------------------------------------


class CodeFiles:
    """The files with the machine code of one kernel.

    The name of a file has digests of all that the code depends on: sources, types of arguments, and either processor
    and LLVM or a level. So a file is never outdated, and processes and machines can share a folder.
    """

    def __init__(self, source: Path, name: str) -> None:
        # Several files are called kernel.py; the folder tells them apart.
        self.label = f"{source.parent.name if source.stem == 'kernel' else source.stem}.{name}"
        self._source = source

    @cached_property
    def _folders(self) -> list[Path]:
        """The folders for the files, the first choice first; empty if the source of the kernel is not in a file."""
        return [*_folders(self._source.parent)] if self._source.is_file() else []

    @property
    def is_filled(self) -> bool:
        """Whether a file with the kernel's code for this processor exists. The types of the arguments do not matter."""
        return any(next(file.parent.glob(file.name), None) for file in self._files("*"))

    @property
    def can_keep(self) -> bool:
        """Whether the user may write to one of the folders, or make one."""
        there = (next(filter(Path.exists, (folder, *folder.parents))) for folder in self._folders)
        return any(place.is_dir() and os.access(place, os.W_OK) for place in there)

    def load(self, types: str) -> MachineCode | None:
        """Return the code for arguments of these types, or None if no undamaged file has it."""
        for file in self._files(_digest(types)):
            with suppress(OSError):
                data = file.read_bytes()
                with suppress(ValueError):
                    return _read(data)
                if file not in _damaged:
                    _damaged.add(file)
                    log.info("the compiled code of %s was damaged; it is compiled again", self.label)
        return None

    @contextmanager
    def turn(self, types: str) -> Iterator[None]:
        """Let only one process at a time compile the code for these types; other processes wait on entry."""
        with ExitStack() as stack:

            def lock(file: Path) -> None:
                lockf(stack.enter_context(open(file, "wb")), LOCK_EX)
                stack.callback(file.unlink, missing_ok=True)

            self._in_first_folder(lock, f"{self._name(_digest(types))}.lock")
            yield

    def keep(self, types: str, image: bytes, header: dict[str, Any]) -> None:
        """Write an object file to the first folder that takes it; if no folder does, say so in the log.

        In the folder beside the source, the new file replaces the files for the same types from other sources.
        """
        text = json.dumps(header).encode() + b"\n" + image

        def write(file: Path) -> None:
            with NamedTemporaryFile(dir=file.parent, prefix=file.name, delete=False) as part:
                try:
                    part.write(_MARK + blake2b(text, digest_size=_DIGEST_BYTES).digest() + text)
                    part.flush()
                    os.chmod(part.name, 0o644)  # other users of an installation read it too
                    os.replace(part.name, file)
                except OSError:
                    os.unlink(part.name)
                    raise
            if file.parent == _beside(self._source.parent):
                for old in {*file.parent.glob(self._name(_digest(types), "*"))} - {file}:
                    old.unlink(missing_ok=True)

        if not self._in_first_folder(write, self._name(_digest(types))) and self.label not in _unkept:
            _unkept.add(self.label)
            log.info("%s is compiled at every start: no folder can keep its code", self.label)

    def _in_first_folder(self, make: Callable[[Path], None], name: str) -> bool:
        """Make a file in the first folder that takes it. Return False if no folder takes it."""
        for folder in self._folders:
            with suppress(OSError):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                make(folder / name)
                return True
        return False

    def _files(self, types: str) -> Iterator[Path]:
        for folder in self._folders:
            yield folder / self._name(types)
        if self._folders and SHIPPED.is_dir():
            for level in _levels():
                yield SHIPPED / self._name(types, processor=level)

    def _name(self, types: str, sources: str = "", processor: str = "") -> str:
        sources, processor = sources or _sources(self._source), processor or _processor()
        return f"{self.label}-{_digest(processor)}-{types}-{sources}.kernel"


_unkept: set[str] = set()
"""Labels of kernels whose code no folder keeps."""
_damaged: set[Path] = set()
"""Damaged files that this process has already reported."""


def _read(data: bytes) -> MachineCode:
    """Load the content of a file. Raise a ValueError if it is damaged."""
    start = len(_MARK) + _DIGEST_BYTES
    text = data[start:]
    if data[:start] != _MARK + blake2b(text, digest_size=_DIGEST_BYTES).digest():
        raise ValueError("the file was cut or altered")
    header, _, image = text.partition(b"\n")
    return MachineCode(image, json.loads(header))


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()


@cache
def _processor() -> str:
    """Return a text about the processor, LLVM and the layout of Python's objects."""
    name = os.environ.get("NUMBA_CPU_NAME") or llvm.get_host_cpu_name()
    features = os.environ.get("NUMBA_CPU_FEATURES")
    for level in LEVELS:
        if (name, features) == (PROCESSOR, features_of(level)):
            return _of_level(level)
    if features is None:
        features = llvm.get_host_cpu_features().flatten()
    return f"{llvm.get_default_triple()} {name} {features} {llvmlite.__version__} {HEAD}"


def features_of(level: str) -> str:
    """Return the features with which a level is compiled, in LLVM's form."""
    return "" if level == PROCESSOR else ",".join(f"+{name}" for name in sorted(LEVELS[level]))


def _of_level(level: str) -> str:
    """Return a text about a level, without the version of LLVM: each version loads object files of the others."""
    return f"{sys.platform} {level} {HEAD}"


@cache
def _levels() -> list[str]:
    """Return texts about the levels that this processor has; none if the user has named another processor."""
    if {"NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"} & os.environ.keys():
        return []
    there = {name for name, is_there in llvm.get_host_cpu_features().items() if is_there}
    return [
        _of_level(level)
        for i, level in enumerate(LEVELS)
        if all(needed <= there for needed in [*LEVELS.values()][i:])
    ]


@cache
def _sources(source: Path) -> str:
    """Return a digest of all files from which a kernel may take helpers: those of its folder and of this folder.

    The kernels of `forcing` also take helpers from `sliced`.
    """
    here, made = Path(__file__).parent, blake2b(digest_size=8)
    further = [here / "sliced"] if source.parent == here / "forcing" else []
    for folder in dict.fromkeys((source.parent, here, *further)):
        for file in sorted(folder.glob("*.py")):
            made.update(file.name.encode() + b"\0" + file.read_bytes())
    return made.hexdigest()


def _beside(folder: Path) -> Path:
    return folder / "__pycache__"


def _folders(home: Path) -> Iterator[Path]:
    """Yield the folders that may have the machine code of the kernels in `home`, the first choice first."""
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(chosen)
        return
    yield _beside(home)
    with suppress(RuntimeError):  # the user has no home folder
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "sudokubench")
    own = Path(gettempdir(), f"sudokubench-{os.getuid()}")
    with suppress(OSError):
        own.mkdir(mode=0o700, exist_ok=True)
        found = own.lstat()
        if S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022:
            yield own
