"""Compile kernels with Numba; only `compiled` imports this module, when it needs machine code.

Numba raises an error when no cache folder is writable. A damaged cache file raises an error at every call until a user
deletes it. Numba's cache notices changes only in the kernel's own file. This module also notices changes in all files
of the kernel's folder and of this folder, from which kernels in other folders take helpers. A first compilation takes
seconds, so a log message announces it to the user.
"""

from __future__ import annotations

import logging
import os
import pickle
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from stat import S_ISDIR
from tempfile import gettempdir
from typing import Any

from numba import config, njit, typeof, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.np import linalg

from sudokubench.clock import CLOCK

log = logging.getLogger("sudokubench.kernels")

_ANNOUNCE_AFTER_S = 2.0
"""Compilation time after which a log message announces the compilation, in seconds."""

_DAMAGED = (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, ValueError, KeyError)
"""Exceptions that unpickling a truncated or altered file raises."""


def _load_without_blas() -> None:
    """Load Numba's array functions without SciPy's linear algebra, which Numba imports only to see if it is installed.

    That import takes half as long as loading a kernel from the cache. Numba's functions that need it import it later.
    """
    ensure = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = ensure


_load_without_blas()


def label_of(function: Callable[..., Any]) -> str:
    """Return the name of a kernel for messages to the user."""
    path = Path(function.__code__.co_filename)
    home = path.parent.name if path.stem == "kernel" else path.stem  # several files are called kernel.py
    return f"{home}.{function.__name__}"


def helper_dispatcher(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """Return a dispatcher of a helper: without wrappers, and with one version for all signed integers and constants."""
    dispatcher = njit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(_widest, args)), kws)
    return dispatcher


def _widest(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


class _FunctionCode(JITCodeLibrary):
    """The unoptimised code of a function. It is optimised once, together with the kernel that calls it.

    Numba's own library optimises a function with everything that it calls, and does so again in every caller. It also
    makes machine code each time. Compiling then takes 1.5 times as long.
    """

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: a part of a kernel has no machine code of its own."""
        return 0

    @property
    def codegen(self) -> Any:
        """The object on which Numba calls `set_env`."""
        return self

    def set_env(self, name: str, env: Any) -> None:
        """Do nothing. Only code with Python objects needs an environment, and a part has no machine code for it."""


class _KernelCompiler(Compiler):
    """Numba's compiler. Every function that a kernel calls, a helper or a part of Numba, becomes a `_FunctionCode`."""

    def _compile_core(self) -> Any:
        codegen = self.state.targetctx.codegen()
        self.state.library = codegen.create_library(self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        codegen._library_class = _FunctionCode
        label = label_of(self.state.func_id.func)
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


def _use_own_folder() -> bool:
    """Keep compiled code in a temporary folder that no other user can write to. Return whether this call chose it."""
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
"""Labels of the kernels that are compiled at every start. Only the first one is logged."""


def dispatcher(function: Callable[..., Any], options: dict[str, Any], cache: bool = True) -> Any:
    """Return a dispatcher of a kernel, cached if any cache folder is writable."""
    whole = {"nogil": True, "pipeline_class": _KernelCompiler, **options}
    try:
        made = njit(cache=cache, **whole)(function)
        if cache:
            index = made._cache._cache_file
            index._source_stamp = (index._source_stamp, _stamp(Path(function.__code__.co_filename)))
        return made
    except RuntimeError as error:  # "cannot cache function: no locator available"
        if not cache:
            raise
        if _use_own_folder():
            return dispatcher(function, options)
        label = label_of(function)
        if not _uncached:
            log.info("%s is compiled at every start: %s", label, error)
        _uncached.append(label)
        return njit(**whole)(function)


def is_kept(made: Any) -> bool:
    """Return whether the cache holds some machine code of a dispatcher."""
    with suppress(*_DAMAGED, OSError):
        return bool(made._cache._cache_file._load_index())
    return False


def prepared(kernel: Any, *args: Any) -> Any:
    """Compile a kernel for the types of these arguments; return its dispatcher. This does not run the kernel."""
    signature, made = tuple(typeof(arg) for arg in args), kernel.dispatcher
    with CLOCK.standing():
        try:
            made.compile(signature)
        except _DAMAGED as error:
            _forget_cache(label_of(kernel.function), made, error)
            made = dispatcher(kernel.function, kernel.options)
            made.compile(signature)
    return made


def _forget_cache(label: str, made: Any, error: Exception) -> None:
    """Delete the index and data files of a dispatcher."""
    if made.stats.cache_path is None:
        raise error  # nothing is cached: the fault is in the kernel itself
    index = Path(made.stats.cache_path) / made._cache._cache_file._index_name
    log.info("the compiled code of %s was damaged (%s) and is made anew", label, error)
    for file in index.parent.glob(index.stem + "*"):
        file.unlink(missing_ok=True)


def _stamp(source: Path) -> tuple[tuple[str, int, int], ...]:
    """Return name, modification time and size of each module in the folder of a kernel and in this folder."""
    files = {*source.parent.glob("*.py"), *Path(__file__).parent.glob("*.py")}
    found = ((file.name, file.stat()) for file in sorted(files))
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in found)
