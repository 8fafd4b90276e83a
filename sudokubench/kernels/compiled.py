"""Mark functions as kernels: a call runs their machine code, compiled if necessary; `interpreted` runs them by Python.

Importing Numba takes longer than most single boards. So a kernel imports Numba, through `compiler`, only if no file has
its machine code. `machine_code` loads code from files and runs it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from numbers import Integral
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, Self

from sudokubench.clock import CLOCK

if TYPE_CHECKING:
    from sudokubench.kernels.machine_code import CodeFiles, MachineCode


class IntegerType:
    """A type of integers in a kernel: NumPy's type for Numba, `int` for Python. It loads NumPy only for Numba."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, value: Any) -> int:
        """Return a constant of this type."""
        return IntegerConstant(self, value)


class IntegerConstant(int):
    """An integer constant of a kernel, with its type."""

    kind: IntegerType

    def __new__(cls, kind: IntegerType, value: int) -> Self:
        """Return the constant."""
        self = super().__new__(cls, value)
        self.kind = kind
        return self


I64, U16, U32, U64 = map(IntegerType, ("int64", "uint16", "uint32", "uint64"))


def compiled(function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """Make a function the entry point of a kernel. Numba compiles it with these options if no file has its code.

    Arguments and results are arrays, numbers, None, and tuples of these. A call releases Python's global lock. Other
    kernels may call the function like a helper.
    """
    if function is None:
        return lambda f: compiled(f, **options)
    return Kernel(function, options)


def helper(function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """Mark a function that only kernels call. It has no wrappers for Python, which take a fifth of the compile time."""
    if function is None:
        return lambda f: helper(f, **options)
    return _Helper(function, options)


def reader(function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """Mark a helper that neither makes nor returns arrays. It does not count references to its array arguments.

    Reference counts need locked instructions, which take most of the time in small helpers.
    """
    return helper(function, _nrt=False, **options)


class _Helper:
    """A function that kernels call. It is compiled only when Numba asks for its type.

    Attributes:
        written: The function as written.
        options: Options for Numba.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        self.__name__, self.__module__ = function.__name__, function.__module__
        self.__doc__ = function.__doc__
        self.written = function
        self.options = options

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function as Numba compiles it: with NumPy's types of integers."""
        return self._with_globals(_as_numpy)

    @cached_property
    def interpreted(self) -> Callable[..., Any]:
        """The function as Python runs it: with Python's integers, which never overflow, and memoryviews for arrays.

        Its results are those of the kernel if no intermediate value of an unsigned type is negative or needs more than
        64 bits. A value that an array cannot hold raises a ValueError.
        """
        return self._with_globals(_as_python)

    def _with_globals(self, change: Callable[[Any], Any]) -> Callable[..., Any]:
        code, space = self.written.__code__, self.written.__globals__
        return FunctionType(code, {**space, **{n: change(space[n]) for n in code.co_names if n in space}})

    @cached_property
    def _dispatcher(self) -> Any:
        from sudokubench.kernels.compiler import helper_dispatcher

        return helper_dispatcher(self.function, self.options)

    @property
    def _numba_type_(self) -> Any:
        return self._dispatcher._numba_type_  # the type keeps only a weak reference to the dispatcher


def _as_python(value: Any) -> Any:
    if isinstance(value, _Helper):
        return value.interpreted
    if isinstance(value, IntegerType) or (isinstance(value, type) and issubclass(value, Integral)):
        return int
    return int(value) if isinstance(value, Integral) else value


def _as_numpy(value: Any) -> Any:
    if not isinstance(value, IntegerType | IntegerConstant):
        return value
    import numpy as np

    kind = getattr(np, value.name if isinstance(value, IntegerType) else value.kind.name)
    return kind if isinstance(value, IntegerType) else kind(value)


class Kernel(_Helper):
    """An entry point of a kernel. A call runs the machine code for the types of its arguments.

    The code comes from a file. If no file has it, Numba compiles the function, and a file keeps the code.

    Attributes:
        ready: Whether any code is loaded.
    """

    ready = False

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, options)
        self._codes: dict[str, MachineCode] = {}
        self._run: Callable[..., Any] = self._first_run

    @cached_property
    def _store(self) -> CodeFiles:
        from sudokubench.kernels.machine_code import CodeFiles

        return CodeFiles(self._source(), self.__name__)

    def _source(self) -> Path:
        return Path(self.written.__code__.co_filename)

    @property
    def is_kept(self) -> bool:
        """Whether code of the kernel is loaded or in a file. A call with arguments of other types still compiles."""
        return self.ready or self._store.is_filled

    def __call__(self, *args: Any) -> Any:
        """Run the kernel. The first call with arguments of certain types loads or compiles their code."""
        result = self._run(*args)
        return self._first_run(*args) if result is NotImplemented else result

    def _first_run(self, *args: Any) -> Any:
        """Run the kernel with arguments of other types than those of the last call."""
        from sudokubench.kernels.machine_code import plain, types_of

        args = plain(args)
        types = types_of(args)
        if types not in self._codes:
            with CLOCK.standing():
                self._codes[types] = self._store.load(types) or self._compile(types, args)
            self.ready = True
        self._run = run = self._codes[types].run
        result = run(*args)
        assert result is not NotImplemented, f"{self._store.label} refuses its own types {types}"
        return result

    def _compile(self, types: str, args: tuple[Any, ...]) -> MachineCode:
        from sudokubench.kernels.compiler import compile_kernel
        from sudokubench.kernels.machine_code import MachineCode

        with self._store.turn(types):
            if kept := self._store.load(types):
                return kept
            image, header = compile_kernel(self.function, self.options, args, self._store)
            self._store.keep(types, image, header)
        return MachineCode(image, header)


class DeferredKernel(Kernel):
    """A kernel in a module that imports Numba. That module is imported only to compile the kernel."""

    def __init__(self, module: str, name: str) -> None:
        self.__name__, self.__module__ = name, module
        self._codes, self._run = {}, self._first_run

    def _source(self) -> Path:
        found = find_spec(self.__module__)
        return Path(found.origin if found and found.origin else "")

    def _compile(self, types: str, args: tuple[Any, ...]) -> MachineCode:
        original: Kernel = getattr(import_module(self.__module__), self.__name__)
        return original._compile(types, args)
