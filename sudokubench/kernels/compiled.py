"""The one way to compile a kernel: cached where possible, never failing because of a cache.

Numba raises when no cache folder is writable, and a damaged cache file raises at every call until somebody
deletes it. Numba's cache sees changes of the kernel's own file only; here it sees those of all files in its folder, and
in this one, from which kernels in folders of their own take helpers. A first compilation takes seconds, which a user
should be told about.
"""

from __future__ import annotations

import logging
import os
import pickle
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import update_wrapper
from importlib import import_module
from pathlib import Path
from stat import S_ISDIR
from tempfile import gettempdir
from typing import Any

from numba import config, njit, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.np import linalg

from sudokubench.clock import CLOCK

log = logging.getLogger("sudokubench.kernels")

_ANNOUNCE_AFTER_S = 2.0
"""A compilation that takes longer is told."""

_DAMAGED = (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, ValueError, KeyError)
"""What unpickling a truncated or altered file raises."""


def _load_without_blas() -> None:
    """Have Numba load its array functions, which imports SciPy's linear algebra only to see whether it is there.

    That takes half as long as loading a kernel from the cache. Functions of Numba that need it ask for it again.
    """
    ensure = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = ensure


_load_without_blas()


def compiled(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile an entry point of a kernel with `njit(cache=True, nogil=True, **options)`.

    Works uncached where no cache folder is writable, deletes a damaged cache and compiles again, and logs
    (INFO, `sudokubench.kernels`) that it compiles, where that takes long.
    """
    if function is None:
        return lambda f: compiled(f, **options)
    return _Kernel(function, {"nogil": True, "pipeline_class": _KernelCompiler, **options})


def helper(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile a function that only kernels call: it needs no wrappers, which take a fifth of the time of compiling.

    It is compiled once for all signed integers, constants among them, and not for each width and each constant.
    """
    if function is None:
        return lambda f: helper(f, **options)
    dispatcher = njit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(_widest, args)), kws)
    return dispatcher


def reader(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """A helper that makes no arrays and returns none: it need not count who uses those that it is given.

    Counting takes locked instructions, in small helpers most of the time, and a part of the time of compiling.
    """
    if function is None:
        return lambda f: reader(f, **options)
    return helper(function, _nrt=False, **options)


def _widest(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


class _Part(JITCodeLibrary):
    """The code of a function as it is written: it is optimised with the kernel that calls it, once.

    Numba's own library optimises each function with all that it calls, again in every caller, and makes machine code
    each time, which makes compiling half as long again.
    """

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """There is none."""
        return 0

    @property
    def codegen(self) -> Any:
        """Who is asked to `set_env`."""
        return self

    def set_env(self, name: str, env: Any) -> None:
        """Without machine code there is no place for it, and only what holds Python objects asks for it."""


class _KernelCompiler(Compiler):
    """Numba's compiler; all that a kernel calls, be it a helper or a part of Numba, becomes a `_Part`."""

    def _compile_core(self) -> Any:
        codegen = self.state.targetctx.codegen()
        self.state.library = codegen.create_library(self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        codegen._library_class = _Part
        label = _label(self.state.func_id.func)
        once = "compiling %s (once; later starts are fast) ..."
        told = "compiling %s ..." if label in _uncached else once
        announce = threading.Timer(_ANNOUNCE_AFTER_S, log.info, (told, label))
        announce.daemon = True
        announce.start()
        try:
            return super()._compile_core()
        finally:
            announce.cancel()
            del codegen._library_class


def _label(function: Callable[..., Any]) -> str:
    """What a user is told of a kernel."""
    path = Path(function.__code__.co_filename)
    home = path.parent.name if path.stem == "kernel" else path.stem  # there are several kernel.py
    return f"{home}.{function.__name__}"


def _use_own_folder() -> bool:
    """Have compiled code kept in a folder for temporary files, which no other user can write; whether that can be."""
    folder = Path(gettempdir(), f"sudokubench-{os.getuid()}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        safe = S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022
    except OSError:
        safe = False
    fresh = safe and str(folder) != config.CACHE_DIR
    if fresh:
        config.CACHE_DIR = str(folder)
        log.info("compiled code is kept in %s; NUMBA_CACHE_DIR names another folder", folder)
    return fresh


_uncached: list[str] = []
"""What is compiled at every start, of which the first is told."""


class _Kernel:
    """A jitted function whose first call survives a damaged cache; afterwards `__call__` is the dispatcher itself."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        update_wrapper(self, function)
        self.function = function
        self.label = _label(function)
        self.options = options
        self.dispatcher = self._jit(cache=True)
        self.ready = False

    def _jit(self, cache: bool) -> Any:
        try:
            dispatcher = njit(cache=cache, **self.options)(self.function)
            if cache:
                index = dispatcher._cache._cache_file
                index._source_stamp = (index._source_stamp, _stamp(Path(self.function.__code__.co_filename)))
            return dispatcher
        except RuntimeError as error:  # "cannot cache function: no locator available"
            if not cache:
                raise
            if _use_own_folder():
                return self._jit(cache=True)
            if not _uncached:
                log.info("%s is compiled at every start: %s", self.label, error)
            _uncached.append(self.label)
            return njit(**self.options)(self.function)

    @property
    def is_kept(self) -> bool:
        """Whether some of its machine code lies in the cache, so that the first call hardly needs a compiler."""
        with suppress(*_DAMAGED, OSError):
            return self.ready or bool(self.dispatcher._cache._cache_file._load_index())
        return False

    def __call__(self, *args: Any) -> Any:
        if self.ready:
            return self.dispatcher(*args)
        self._prepare(*args)
        return self.dispatcher(*args)

    def _prepare(self, *args: Any) -> None:
        """Have a compiled version for these arguments. Nothing of the kernel has run when this returns."""
        from numba import typeof

        signature = tuple(typeof(arg) for arg in args)
        with CLOCK.standing():
            try:
                self.dispatcher.compile(signature)
            except _DAMAGED as error:
                self._forget_cache(error)
                self.dispatcher = self._jit(cache=True)
                self.dispatcher.compile(signature)
        self.ready = True

    def _forget_cache(self, error: Exception) -> None:
        """Delete this function's index and data files."""
        if self.dispatcher.stats.cache_path is None:
            raise error  # nothing is cached: the fault is the kernel's own
        index = Path(self.dispatcher.stats.cache_path) / self.dispatcher._cache._cache_file._index_name
        log.info("the compiled code of %s was damaged (%s) and is made anew", self.label, error)
        for file in index.parent.glob(index.stem + "*"):
            file.unlink(missing_ok=True)


def _stamp(source: Path) -> tuple[tuple[str, int, int], ...]:
    """Path, time of change and size of each module that a kernel may be compiled from: beside `source`, and here."""
    files = {*source.parent.glob("*.py"), *Path(__file__).parent.glob("*.py")}
    found = ((file.name, file.stat()) for file in sorted(files))
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in found)
