"""Compile kernels with Numba to object files that run without Numba.

Numba's own cache needs Numba to load the code. So this module gives each kernel an entry point of its own. It uses only
CPython's stable interface and the layout of NumPy's arrays. The module also adds the few functions of Numba's runtime
that allocate and free arrays. `machine_code` keeps, loads and runs the object files.

Only `compiled` imports this module, when a kernel must be compiled. A compilation takes seconds, so a log message
announces it to the user.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from importlib import import_module
from typing import Any

from llvmlite import ir
from llvmlite.binding import Linkage
from numba import njit, typeof, types
from numba.core import cgutils, errors, lowering, typed_passes, typeinfer, untyped_passes, utils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.postproc import PostProcessor
from numba.core.registry import cpu_target
from numba.core.targetconfig import ConfigStack
from numba.core.transforms import canonicalize_cfg
from numba.core.types.functions import BaseFunction
from numba.np import arrayobj, linalg
from numba.np.numpy_support import as_dtype

from sudokubench.kernels.machine_code import ENTRY, HEAD, RELEASE, CodeFiles, full_name, log

_NO_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_ANNOUNCE_AFTER_S = 2.0
"""Compilation time after which a log message announces the compilation, in seconds."""

_RUNTIME = frozenset(
    ("malloc", "free", "memset", "memcpy", "memmove", "exp", "log", "log2", "pow", "sqrt", "floor", "ceil", "fmod")
)  # fmt: skip
"""Functions of the C library that an object file may call. Functions of CPython are allowed, too."""


_NOWHERE = nullcontext()
"""A context without effect. It replaces Numba's context, which adds the place to an error."""

_UNUSED_PASSES = {
    untyped_passes.WithLifting,
    untyped_passes.InlineClosureLikes,
    untyped_passes.RewriteSemanticConstants,
    untyped_passes.MakeFunctionToJitFunction,
    untyped_passes.InlineInlinables,
    untyped_passes.FindLiterallyCalls,
    untyped_passes.LiteralUnroll,
    untyped_passes.LiteralPropagationSubPipelinePass,
    typed_passes.InlineOverloads,
    typed_passes.NopythonRewrites,
    typed_passes.NoPythonSupportedFeatureValidation,
    typed_passes.DumpParforDiagnostics,
}
"""Passes of Numba for features that no kernel uses, such as closures, `with` and array expressions. They take a tenth
of the compile time."""


def _load_without_blas() -> None:
    """Load Numba's array functions without SciPy's linear algebra, which Numba imports only to see if it is installed.

    That import takes two thirds as long as the import of Numba itself.
    """
    ensure = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = ensure


_load_without_blas()


def compile_kernel(
    function: Callable[..., Any], options: dict[str, Any], args: tuple[Any, ...], store: CodeFiles
) -> tuple[bytes, dict[str, Any]]:
    """Compile a kernel for the types of these arguments. The log message has the label of `store`.

    Return the object file and its header, as `machine_code.MachineCode` takes them.
    """
    told = "compiling %s (once; later starts are fast) ..." if store.can_keep else "compiling %s ..."
    announce = threading.Timer(_ANNOUNCE_AFTER_S, log.info, (told, store.label))
    announce.daemon = True
    announce.start()
    try:
        signature = tuple(map(typeof, args))
        made = njit(function, pipeline_class=_KernelCompiler, **_NO_WRAPPERS, **options)
        with global_compiler_lock, _in_a_hurry():
            made.compile(signature)
            return _EntryPoint(made.overloads[signature], args).object_file()
    finally:
        announce.cancel()


@contextmanager
def _in_a_hurry() -> Iterator[None]:
    """Let Numba compile without garbage collection, infer each type only once, and not describe the errors it catches.

    This saves at least a fifth of the compile time. The caller holds Numba's lock of compilations.
    """
    typing, target = cpu_target.typing_context, cpu_target.target_context
    target.refresh()  # loads everything that Numba knows; only new functions of overloads follow
    replacements: tuple[tuple[Any, str, Callable[..., Any]], ...] = (
        (BaseFunction, "get_call_type", _typed_once(BaseFunction.get_call_type)),
        (PostProcessor, "run", _with_lifetimes_at_last(PostProcessor.run)),
        (ir.Type, "get_abi_size", cache(ir.Type.get_abi_size)),
        (utils, "pysignature", cache(utils.pysignature)),
        (type(errors.termcolor()), "errmsg", lambda _, message: message),
        (typeinfer, "new_error_context", nowhere := lambda *_, **__: _NOWHERE),
        (lowering, "new_error_context", nowhere),
        (type(typing), "resolve_value_type", _resolved_once(type(typing).resolve_value_type)),
        (type(typing), "load_additional_registries", lambda _: None),
        (type(target), "load_additional_registries", _load_new_functions),
    )
    originals = [getattr(owner, name) for owner, name, _ in replacements]
    collects = gc.isenabled()
    gc.disable()
    for owner, name, replacement in replacements:
        setattr(owner, name, replacement)
    try:
        yield
    finally:
        for (owner, name, _), original in zip(replacements, originals, strict=True):
            setattr(owner, name, original)
        if collects:
            gc.enable()


def _typed_once(original: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that infers the types of a call only once for the same function and arguments."""
    known: dict[Any, Any] = {}

    def call_type(self: Any, context: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        flags = ConfigStack.top_or_none()
        key = id(self), flags and (flags.nrt, flags.error_model), args, *kws.items()
        if key not in known:
            # `known` keeps `self`, so no other object gets its id
            known[key] = self, original(self, context, args, kws)
        return known[key][1]

    return call_type


def _resolved_once(original: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that finds the type of a constant or function only once."""
    known: dict[int, Any] = {}

    def value_type(self: Any, value: Any) -> Any:
        if id(value) not in known:
            # `known` keeps `value`, so no other object gets its id
            known[id(value)] = value, original(self, value)
        return known[id(value)][1]

    return value_type


def _with_lifetimes_at_last(original: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that computes the lifetimes of variables only before lowering, the only step that uses them."""

    def run(self: Any, emit_dels: bool = False, **options: Any) -> None:
        if emit_dels:
            original(self, emit_dels, **options)
        else:
            self.func_ir.blocks = canonicalize_cfg(self.func_ir.blocks)

    return run


def _load_new_functions(target: Any) -> None:
    """Load the functions of new overloads: Numba adds them to the first registry."""
    target.install_registry(next(iter(target._registries)))


def helper_dispatcher(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """Return a dispatcher of a helper, with one version for all widths of signed integers and all constants."""
    dispatcher = njit(function, pipeline_class=_ShortCompiler, **_NO_WRAPPERS, **options)
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(_widest, args)), kws)
    return dispatcher


def _widest(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


class _FunctionCode(JITCodeLibrary):
    """The unoptimised code of one function. A kernel links each function once; then LLVM optimises all code together.

    With Numba's own library, compiling takes 1.2 to 1.6 times as long. For every caller of a function, that library
    links, optimises and compiles the function again, together with everything that the function calls.
    """

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Let LLVM leave the function out of kernels that inline it everywhere."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage is Linkage.external:
                function.linkage = Linkage.linkonce_odr
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        return self._final_module

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: a part of a kernel has no machine code of its own."""
        return 0

    @property
    def codegen(self) -> Any:
        """The object on which Numba calls `set_env`."""
        return self

    def set_env(self, name: str, env: Any) -> None:
        """Do nothing: only code with Python objects needs an environment."""


class _ShortCompiler(Compiler):
    """Numba's compiler without `_UNUSED_PASSES`."""

    def define_pipelines(self) -> Any:
        pipelines = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes[:] = [one for one in pipeline.passes if one[0] not in _UNUSED_PASSES]
        return pipelines


class _KernelCompiler(_ShortCompiler):
    """Numba's compiler. A kernel and every function that it calls become `_FunctionCode`."""

    def _compile_core(self) -> Any:
        codegen = self.state.targetctx.codegen()
        codegen._library_class = _FunctionCode
        try:
            self.state.library = codegen.create_library(self.state.func_id.func_qualname)
            return super()._compile_core()
        finally:
            del codegen._library_class


class _ObjectFile(JITCodeLibrary):
    """An entry point with all code that it calls, optimised together. `image` is the object file."""

    image = b""

    def finalize(self) -> None:
        """Link callers before the functions that they call: LLVM leaves out a function that no linked code calls."""
        self._linking_libraries = [*reversed(_called_by(self, {}))]
        super().finalize()

    def _finalize_final_module(self) -> None:
        self._verify_declare_only_symbols()
        declared = [*self._final_module.functions, *self._final_module.global_variables]
        names = {one.name for one in declared if one.is_declaration} - _RUNTIME
        if foreign := [name for name in names if not name.startswith(("llvm.", "Py"))]:
            raise TypeError(f"only Numba can load {self.name}: write it without {', '.join(foreign)}")
        self.image = self._codegen._tm.emit_object(self._final_module)
        self._finalized = True


def _called_by(library: Any, found: dict[Any, None]) -> dict[Any, None]:
    """Return all libraries that a library needs; each comes after the libraries that it needs itself."""
    for part in library._linking_libraries:
        if part not in found:
            _called_by(part, found)
            found[part] = None
    return found


_BYTE, _SHORT, _WORD, _REAL = ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.DoubleType()
_POINTER, _NOTHING = _BYTE.as_pointer(), ir.VoidType()

# Offsets behind HEAD of the fields of an array and of its data type; flags of an array. NumPy's C interface fixes both.
_DATA, _NDIM, _SHAPE, _STRIDES, _DTYPE, _FLAGS = 0, 8, 16, 24, 40, 48
_BYTE_ORDER, _TYPE_NUMBER = 10, 12
_LAYOUTS = {"C": 0x1, "F": 0x2, "A": 0}
_ALIGNED, _WRITEABLE = 0x100, 0x400
_SWAPPED = ">" if sys.byteorder == "little" else "<"

# Places in the tuple that `machine_code.MachineCode` gives an entry point; the classes of numbers follow.
_ARRAY, _NONE, _OTHER_TYPES, _RAISE, _FIRST_CLASS = range(5)


class _EntryPoint:
    """The entry point of a compiled kernel: a built-in function of CPython, with its arguments in a table."""

    def __init__(self, kernel: Any, args: tuple[Any, ...]) -> None:
        self._kernel, self._context, self._args = kernel, kernel.target_context, args
        self._library = _ObjectFile(self._context.codegen(), kernel.fndesc.qualname)
        self._module = self._library.create_ir_module(ENTRY)
        kind = ir.FunctionType(_POINTER, [_POINTER, _POINTER.as_pointer(), _WORD])
        self._objects, self._table, self._n = (function := ir.Function(self._module, kind, ENTRY)).args
        self._builder = ir.IRBuilder(function.append_basic_block())
        self._refusal = function.append_basic_block()  # for arguments of other types
        self._array_class = self._object(_ARRAY)
        self._classes: list[str] = []

    def object_file(self) -> tuple[bytes, dict[str, Any]]:
        builder, signature = self._builder, self._kernel.signature
        kinds, result = signature.args, signature.return_type
        self._require(builder.icmp_unsigned("==", self._n, _WORD(len(kinds))))
        arguments = [
            self._argument(kind, builder.load(builder.gep(self._table, [_WORD(i)])), arg)
            for i, (kind, arg) in enumerate(zip(kinds, self._args, strict=True))
        ]
        thread = self._call("PyEval_SaveThread", _POINTER)
        convention = self._context.call_conv
        kind = convention.get_function_type(result, kinds)
        kernel = ir.Function(self._module, kind, self._kernel.fndesc.llvm_func_name)
        status, value = convention.call_function(builder, kernel, result, kinds, arguments)
        self._call("PyEval_RestoreThread", _NOTHING, thread)
        with builder.if_then(status.is_error, likely=False):
            what = builder.load(status.excinfoptr)
            size = builder.sext(builder.extract_value(what, 1), _WORD)
            pickled = self._call("PyBytes_FromStringAndSize", _POINTER, builder.extract_value(what, 0), size)
            builder.ret(self._call("PyObject_CallOneArg", _POINTER, self._object(_RAISE), pickled))
        builder.ret(self._packed(result, value))
        builder.position_at_end(self._refusal)
        self._call("PyErr_Clear", _NOTHING)
        builder.ret(self._new_reference(_OTHER_TYPES))
        _add_memory(self._module)
        with global_compiler_lock:
            self._library.add_ir_module(self._module)
            self._library.add_linking_library(self._kernel.library)
            self._library.finalize()
        return self._library.image, {"classes": self._classes, "result": _arrays_of(result)}

    def _argument(self, kind: Any, value: Any, arg: Any) -> Any:
        """Return an argument as Numba's code takes it. The entry point returns NotImplemented for other types."""
        builder = self._builder
        if isinstance(kind, types.BaseTuple):
            size = self._call("PyTuple_Size", _WORD, value)
            self._require(builder.icmp_unsigned("==", size, _WORD(len(kind))))
            parts = [
                self._argument(part, self._call("PyTuple_GetItem", _POINTER, value, _WORD(i)), arg[i])
                for i, part in enumerate(kind)
            ]
            return self._context.make_tuple(builder, kind, parts)
        if isinstance(kind, types.Array):
            return self._array(kind, value)
        if isinstance(kind, types.NoneType):
            self._require(self._are_equal(value, self._object(_NONE)))
            return self._context.get_dummy_value()
        self._require(self._are_equal(self._class(value), self._class_of_number(full_name(type(arg)))))
        if isinstance(kind, types.Float):
            real = self._call("PyFloat_AsDouble", _REAL, value)
            return real if kind.bitwidth == 64 else builder.fptrunc(real, ir.FloatType())
        if isinstance(kind, types.Boolean):
            return builder.icmp_signed("!=", self._call("PyObject_IsTrue", _SHORT, value), _SHORT(0))
        read = "PyLong_AsLongLong" if kind.signed else "PyLong_AsUnsignedLongLongMask"
        word = self._call(read, _WORD, value)
        if kind.signed:
            fits = self._are_equal(self._call("PyErr_Occurred", _POINTER), _POINTER(None))
            self._require(builder.or_(builder.icmp_signed("!=", word, _WORD(-1)), fits))
        return builder.trunc(word, ir.IntType(kind.bitwidth)) if kind.bitwidth < 64 else word

    def _array(self, kind: Any, value: Any) -> Any:
        builder = self._builder
        self._require(self._are_equal(self._class(value), self._array_class))
        self._require(builder.icmp_signed("==", self._field(value, _NDIM, _SHORT), _SHORT(kind.ndim)))
        wanted = _SHORT(_LAYOUTS[kind.layout] | _ALIGNED * kind.aligned | _WRITEABLE * kind.mutable)
        flags = self._field(value, _FLAGS, _SHORT)
        self._require(builder.icmp_signed("==", builder.and_(flags, wanted), wanted))
        dtype = self._field(value, _DTYPE, _POINTER)
        number = _SHORT(as_dtype(kind.dtype).num)
        self._require(builder.icmp_signed("==", self._field(dtype, _TYPE_NUMBER, _SHORT), number))
        order = self._field(dtype, _BYTE_ORDER, _BYTE)
        self._require(builder.icmp_signed("!=", order, _BYTE(ord(_SWAPPED))))
        array = self._context.make_array(kind)(self._context, builder)
        shape, strides = (
            [self._field(self._field(value, table, _POINTER), 8 * i - HEAD, _WORD) for i in range(kind.ndim)]
            for table in (_SHAPE, _STRIDES)
        )
        item = self._context.get_abi_sizeof(self._context.get_data_type(kind.dtype))
        data = builder.bitcast(self._field(value, _DATA, _POINTER), array.data.type)
        arrayobj.populate_array(array, data, shape, strides, _WORD(item), meminfo=None)
        return array._getvalue()

    def _packed(self, kind: Any, value: Any) -> Any:
        """Return a result as a Python object; an array as a tuple of owner, data, shape and strides."""
        builder = self._builder
        if isinstance(kind, types.BaseTuple):
            parts = (builder.extract_value(value, i) for i in range(len(kind)))
            return self._tuple([self._packed(*pair) for pair in zip(kind, parts, strict=True)])
        if isinstance(kind, types.Array):
            array = self._context.make_array(kind)(self._context, builder, value=value)
            words = [builder.ptrtoint(address, _WORD) for address in (array.meminfo, array.data)]
            for table in (array.shape, array.strides):
                words += cgutils.unpack_tuple(builder, table)
            return self._tuple([self._call("PyLong_FromLongLong", _POINTER, word) for word in words])
        if isinstance(kind, types.NoneType):
            return self._new_reference(_NONE)
        if isinstance(kind, types.Float):
            real = value if kind.bitwidth == 64 else builder.fpext(value, _REAL)
            return self._call("PyFloat_FromDouble", _POINTER, real)
        if isinstance(kind, types.Boolean):
            return self._call("PyBool_FromLong", _POINTER, builder.zext(value, _WORD))
        wide = value if kind.bitwidth == 64 else (builder.sext if kind.signed else builder.zext)(value, _WORD)
        return self._call(f"PyLong_From{'' if kind.signed else 'Unsigned'}LongLong", _POINTER, wide)

    def _tuple(self, parts: list[Any]) -> Any:
        made = self._call("PyTuple_New", _POINTER, _WORD(len(parts)))
        for i, part in enumerate(parts):
            self._call("PyTuple_SetItem", _SHORT, made, _WORD(i), part)
        return made

    def _require(self, condition: Any) -> None:
        further = self._builder.append_basic_block()
        self._builder.cbranch(condition, further, self._refusal)
        self._builder.position_at_end(further)

    def _are_equal(self, one: Any, other: Any) -> Any:
        addresses = (self._builder.ptrtoint(pointer, _WORD) for pointer in (one, other))
        return self._builder.icmp_unsigned("==", *addresses)

    def _class_of_number(self, name: str) -> Any:
        if name not in self._classes:
            self._classes.append(name)
        return self._object(_FIRST_CLASS + self._classes.index(name))

    def _object(self, index: int) -> Any:
        return self._call("PyTuple_GetItem", _POINTER, self._objects, _WORD(index))

    def _new_reference(self, index: int) -> Any:
        found = self._object(index)
        self._call("Py_IncRef", _NOTHING, found)
        return found

    def _class(self, value: Any) -> Any:
        return self._field(value, -8, _POINTER)  # the last word of the head

    def _field(self, place: Any, offset: int, kind: Any) -> Any:
        """Return a field of a Python object, by its offset behind the head."""
        at = self._builder.gep(place, [_WORD(HEAD + offset)])
        return self._builder.load(self._builder.bitcast(at, kind.as_pointer()))

    def _call(self, name: str, result: Any, *arguments: Any) -> Any:
        kind = ir.FunctionType(result, [one.type for one in arguments])
        return self._builder.call(cgutils.get_or_insert_function(self._module, kind, name), arguments)


def _arrays_of(kind: Any) -> Any:
    """Return the description of the arrays in a result, as the header has it; None without arrays."""
    if isinstance(kind, types.Array):
        return {"dtype": as_dtype(kind.dtype).str, "ndim": kind.ndim}
    parts = [_arrays_of(part) for part in kind] if isinstance(kind, types.BaseTuple) else []
    return parts if any(part is not None for part in parts) else None


def _add_memory(module: Any) -> None:
    """Add the functions by which Numba's code allocates and frees arrays, and one by which a caller frees a result.

    An array has an owner: number of references, two unused words, address of the data, size. The data follow it, on a
    64-byte boundary.
    """
    malloc = ir.Function(module, ir.FunctionType(_POINTER, [_WORD]), "malloc")
    free = ir.Function(module, ir.FunctionType(_NOTHING, [_POINTER]), "free")

    for name, more in (("NRT_MemInfo_alloc", []), ("NRT_MemInfo_alloc_aligned", [_SHORT])):
        allocate = ir.Function(module, ir.FunctionType(_POINTER, [_WORD, *more]), name)
        builder = ir.IRBuilder(allocate.append_basic_block())
        owner = builder.call(malloc, [builder.add(allocate.args[0], _WORD(40 + 63))])
        address = builder.ptrtoint(owner, _WORD)
        with builder.if_then(builder.icmp_unsigned("==", address, _WORD(0)), likely=False):
            builder.ret(_POINTER(None))
        data = builder.and_(builder.add(address, _WORD(40 + 63)), _WORD(-64))
        table = builder.bitcast(owner, _WORD.as_pointer())
        for i, word in enumerate((_WORD(1), _WORD(0), _WORD(0), data, allocate.args[0])):
            builder.store(word, builder.gep(table, [_WORD(i)]))
        builder.ret(owner)

    raw = ir.Function(module, ir.FunctionType(_POINTER, [_WORD]), "NRT_Allocate")
    builder = ir.IRBuilder(raw.append_basic_block())
    builder.ret(builder.call(malloc, raw.args))

    for name in ("NRT_MemInfo_call_dtor", "NRT_Free"):
        end = ir.Function(module, ir.FunctionType(_NOTHING, [_POINTER]), name)
        builder = ir.IRBuilder(end.append_basic_block())
        builder.call(free, end.args)
        builder.ret_void()

    release = ir.Function(module, ir.FunctionType(_NOTHING, [_WORD]), RELEASE)
    builder = ir.IRBuilder(release.append_basic_block())
    owner = builder.inttoptr(release.args[0], _WORD.as_pointer())
    before = builder.atomic_rmw("sub", owner, _WORD(1), "acq_rel")
    with builder.if_then(builder.icmp_unsigned("==", before, _WORD(1))):
        builder.call(free, [builder.bitcast(owner, _POINTER)])
    builder.ret_void()
