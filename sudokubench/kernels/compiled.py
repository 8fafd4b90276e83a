"""Mark functions as kernels: compiled to machine code, or run by Python where a search is short.

Loading Numba takes longer than most single boards. So importing this module does not load it; the first call of a
kernel does, through `compiler`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from numbers import Integral
from types import FunctionType
from typing import Any, Self


class IntegerType:
    """A type of integers in a kernel: NumPy's type for Numba, `int` for Python. It loads NumPy only for Numba."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, value: int) -> int:
        """Return a constant of this type."""
        return IntegerConstant(self, value)


class IntegerConstant(int):
    """A constant of a kernel that has a type."""

    kind: IntegerType

    def __new__(cls, kind: IntegerType, value: int) -> Self:
        """Return the constant."""
        self = super().__new__(cls, value)
        self.kind = kind
        return self


I64, U32, U64 = IntegerType("int64"), IntegerType("uint32"), IntegerType("uint64")


def compiled(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile an entry point of a kernel with `njit(cache=True, nogil=True, **options)` at its first call.

    Without a writable cache folder the kernel works uncached. A damaged cache is deleted and compiled again. A long
    compilation is logged (INFO, `sudokubench.kernels`).
    """
    if function is None:
        return lambda f: compiled(f, **options)
    return Kernel(function, options)


def helper(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile a function that only kernels call. It has no wrappers: they take a fifth of the compile time.

    The function is compiled once for all signed integers and constants, not once for each width and each constant.
    """
    if function is None:
        return lambda f: helper(f, **options)
    return _Helper(function, options)


def reader(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile a helper that makes no arrays and returns none, without reference counts for its array arguments.

    Reference counts need locked instructions, which take most of the time in small helpers, and part of the compile
    time.
    """
    if function is None:
        return lambda f: reader(f, **options)
    return helper(function, _nrt=False, **options)


class _FunctionSource:
    """A function and how to compile it.

    Attributes:
        written: The function as written.
        options: Options for Numba.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        self.__name__, self.__doc__, self.__module__ = (
            function.__name__,
            function.__doc__,
            function.__module__,
        )
        self.written = function
        self.options = options

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function as Numba compiles it: with NumPy's types of integers."""
        space = self.written.__globals__
        names = {name: _as_numpy(space[name]) for name in self.written.__code__.co_names if name in space}
        if all(names[name] is space[name] for name in names):
            return self.written
        made = FunctionType(self.written.__code__, {**space, **names}, self.__name__)
        made.__doc__ = self.__doc__
        return made

    @cached_property
    def interpreted(self) -> Callable[..., Any]:
        """The function as Python runs it: with Python's integers, which never overflow, and memoryviews for arrays.

        It is exact if no intermediate value is negative or needs more than 64 bits where the kernel uses unsigned
        integers; a value that an array cannot hold raises a ValueError.
        """
        space = self.written.__globals__
        names = {name: _as_python(space[name]) for name in self.written.__code__.co_names if name in space}
        return FunctionType(self.written.__code__, names)


def _as_python(value: Any) -> Any:
    if isinstance(value, _FunctionSource):
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


class _Helper(_FunctionSource):
    """A function that kernels call. It is compiled only when Numba asks for its type."""

    @cached_property
    def _dispatcher(self) -> Any:
        from sudokubench.kernels.compiler import helper_dispatcher

        return helper_dispatcher(self.function, self.options)

    @property
    def _numba_type_(self) -> Any:
        return self._dispatcher._numba_type_  # the type keeps only a weak reference to the dispatcher


class Kernel(_FunctionSource):
    """An entry point. Its first call compiles it; later calls go directly to Numba's dispatcher."""

    ready = False

    @cached_property
    def dispatcher(self) -> Any:
        """Numba's dispatcher."""
        from sudokubench.kernels.compiler import dispatcher

        return dispatcher(self.function, self.options)

    @property
    def is_kept(self) -> bool:
        """Whether the cache holds some of its machine code, so that the first call compiles little or nothing."""
        from sudokubench.kernels.compiler import is_kept

        return self.ready or is_kept(self.dispatcher)

    def __call__(self, *args: Any) -> Any:
        """Run the machine code; the first call compiles it, or loads it from the cache."""
        if not self.ready:
            from sudokubench.kernels.compiler import prepared

            self.dispatcher = prepared(self, *args)
            self.ready = True
        return self.dispatcher(*args)
