import importlib.util
import itertools
import logging
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import NamedTuple

import llvmlite.binding as llvm
import numpy as np
import psutil
import pytest
from child import printed
from numba.core.errors import TypingError

from sudokubench.kernels import compiler, machine_code
from sudokubench.kernels.compiled import DeferredKernel, compiled

SOURCE = '''
from sudokubench.kernels.compiled import compiled

@compiled
def add_one(numbers):
    """Adds one in place."""
    numbers += 1
    return numbers.sum()
'''

_numbers = itertools.count()


@pytest.fixture
def kernel_file(tmp_path, monkeypatch):
    """Return a module with one kernel. The machine code is kept beside the module."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    path = tmp_path / "some_kernel.py"
    path.write_text(SOURCE)
    return path


def loaded(path: Path):
    """Return the kernel of the file, as a new process would load it."""
    name = f"some_kernel_{next(_numbers)}"
    spec = importlib.util.spec_from_file_location(name, path)
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    try:
        spec.loader.exec_module(made)
    finally:
        del sys.modules[name]
    return made.add_one


def cache_files(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (path.parent / "__pycache__").glob("*.kernel")}


def is_loaded(path: Path) -> bool:
    """Return whether the kernel runs without being compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(compiler, "compile_kernel")
        try:
            return bool(loaded(path)(np.zeros(3, np.int64)) == 3)
        except ImportError:
            return False


def compilations(caplog) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def test_a_kernel_computes_and_its_first_call_runs_it_once(kernel_file):
    numbers = np.zeros(3, np.int64)
    add_one = loaded(kernel_file)
    assert add_one(numbers) == 3
    assert numbers.tolist() == [1, 1, 1]
    assert add_one(numbers) == 6


def test_other_types_of_arguments_are_compiled_too(kernel_file):
    add_one = loaded(kernel_file)
    assert add_one(np.zeros(3, np.int64)) == 3
    assert add_one(np.full(2, 0.5)) == 3.0


def test_name_and_docstring_are_those_of_the_function(kernel_file):
    add_one = loaded(kernel_file)
    assert (add_one.__name__, add_one.__doc__) == ("add_one", "Adds one in place.")


def test_the_compiled_code_is_cached_beside_the_module(kernel_file):
    loaded(kernel_file)(np.zeros(3, np.int64))
    first = cache_files(kernel_file)
    assert len(first) == 1
    assert is_loaded(kernel_file)
    loaded(kernel_file)(np.zeros(3, np.float64))
    assert len(cache_files(kernel_file)) == 2
    assert cache_files(kernel_file).items() > first.items()


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: b"garbage" + data,
        lambda data: data[:-1],
    ],
    ids=["emptied", "halved", "overwritten", "cut"],
)
def test_a_damaged_cache_is_replaced(kernel_file, damage):
    loaded(kernel_file)(np.zeros(3, np.int64))
    (file,) = (kernel_file.parent / "__pycache__").glob("*.kernel")
    file.write_bytes(damage(file.read_bytes()))
    assert not is_loaded(kernel_file)
    numbers = np.zeros(3, np.int64)
    assert loaded(kernel_file)(numbers) == 3
    assert numbers.tolist() == [1, 1, 1]
    assert is_loaded(kernel_file)


def test_code_goes_to_the_first_folder_that_takes_it(kernel_file, tmp_path, monkeypatch):
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    monkeypatch.setattr(machine_code, "gettempdir", lambda: str(temporary))
    for taken, folder in (("__pycache__", home / "sudokubench"), ("home", temporary)):
        (tmp_path / taken).write_text("a file where the folder would be")
        loaded(kernel_file)(np.zeros(3, np.int64))
        assert [file.suffix for file in folder.rglob("*.*")] == [".kernel"]
        assert is_loaded(kernel_file)
        shutil.rmtree(home, ignore_errors=True)


def test_a_file_that_cannot_be_written_leaves_nothing_behind(kernel_file, tmp_path, monkeypatch):
    def refuse(*names):
        raise OSError

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "named"))
    monkeypatch.setattr(machine_code, "_unkept", set())
    monkeypatch.setattr(os, "replace", refuse)
    assert loaded(kernel_file)(np.zeros(3, np.int64)) == 3
    assert [*(tmp_path / "named").iterdir()] == []


def test_a_temporary_folder_that_others_can_write_to_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setattr(machine_code, "gettempdir", lambda: str(tmp_path))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    own = tmp_path / f"sudokubench-{os.getuid()}"
    assert own in machine_code._folders(tmp_path)
    own.chmod(0o777)
    assert own not in machine_code._folders(tmp_path)


def test_the_folder_that_the_user_names_is_the_only_one(kernel_file, tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "named"))
    loaded(kernel_file)(np.zeros(3, np.int64))
    assert [file.suffix for file in (tmp_path / "named").iterdir()] == [".kernel"]
    assert cache_files(kernel_file) == {}


_MADE_FOR_A_LEVEL = """
import importlib.util, os, sys
import numpy as np
from sudokubench.kernels import machine_code
machine_code.PROCESSOR, machine_code.LEVELS = os.environ["NUMBA_CPU_NAME"], {"this": set()}
machine_code.features_of = lambda level: os.environ["NUMBA_CPU_FEATURES"]
spec = importlib.util.spec_from_file_location("some_kernel", sys.argv[1])
made = importlib.util.module_from_spec(spec)
spec.loader.exec_module(made)
assert made.add_one(np.zeros(3, np.int64)) == 3
"""


@pytest.fixture
def level(kernel_file, tmp_path, monkeypatch):
    """Make this processor a level, with code that a wheel brought; return a function that changes the level's needs."""
    name, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    chosen = {
        "NUMBA_CPU_NAME": name,
        "NUMBA_CPU_FEATURES": features,
        "NUMBA_CACHE_DIR": str(tmp_path / "shipped"),
    }
    script = [sys.executable, "-c", _MADE_FOR_A_LEVEL, str(kernel_file)]
    subprocess.run(script, check=True, env={**os.environ, **chosen}, timeout=600)
    monkeypatch.setattr(machine_code, "SHIPPED", tmp_path / "shipped")

    def needs(*more: str) -> None:
        monkeypatch.setattr(machine_code, "LEVELS", {"this": {*more}})
        machine_code._levels.cache_clear()

    needs()
    yield needs
    machine_code._levels.cache_clear()


def test_the_code_that_a_wheel_brings_is_loaded_on_processors_of_its_level(kernel_file, level):
    assert is_loaded(kernel_file)
    assert loaded(kernel_file).is_kept
    level("a feature that no processor has")
    assert not is_loaded(kernel_file)
    assert not loaded(kernel_file).is_kept
    level()
    kernel_file.write_text(SOURCE + "# another source")
    machine_code._sources.cache_clear()
    assert not is_loaded(kernel_file)


def test_the_code_that_a_wheel_brings_is_not_used_if_the_user_names_a_processor(
    kernel_file, level, monkeypatch
):
    monkeypatch.setenv("NUMBA_CPU_NAME", "another")
    machine_code._levels.cache_clear()
    assert not is_loaded(kernel_file)


def test_damaged_code_of_a_wheel_is_compiled_again(kernel_file, level):
    (file,) = machine_code.SHIPPED.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert not is_loaded(kernel_file)
    assert loaded(kernel_file)(np.zeros(3, np.int64)) == 3
    assert is_loaded(kernel_file)


def test_each_level_needs_what_the_levels_below_it_need(monkeypatch):
    every = {name for needed in machine_code.LEVELS.values() for name in needed}
    for gone, names in (("", ["x86-64-v4", "x86-64-v3"]), ("avx512bw", ["x86-64-v3"]), ("avx2", [])):
        features = dict.fromkeys(every, True) | {gone: False}
        monkeypatch.setattr(llvm, "get_host_cpu_features", lambda features=features: features)
        machine_code._levels.cache_clear()
        assert machine_code._levels() == [machine_code._of_level(name) for name in names]
    machine_code._levels.cache_clear()


def test_without_a_place_for_its_code_a_kernel_is_compiled_at_every_start(kernel_file, caplog, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(kernel_file / "not a folder"))
    monkeypatch.setattr(machine_code, "_unkept", set())
    monkeypatch.setattr(compiler, "_ANNOUNCE_AFTER_S", 0.0)
    with caplog.at_level(logging.INFO, "sudokubench.kernels"):
        for _ in range(2):
            assert loaded(kernel_file)(np.zeros(3, np.int64)) == 3
    label = f"{kernel_file.stem}.add_one"
    reason = f"{label} is compiled at every start: no folder can keep its code"
    assert compilations(caplog) == [f"compiling {label} ...", reason, f"compiling {label} ..."]


def test_processes_that_need_the_same_kernel_compile_it_once(kernel_file):
    program = """
import numpy, some_kernel
from sudokubench.kernels import compiler
compile_kernel, times = compiler.compile_kernel, []
compiler.compile_kernel = lambda *given: times.append(1) or compile_kernel(*given)
input()
print(some_kernel.add_one(numpy.zeros(3, numpy.int64)), len(times))
"""
    start = [sys.executable, "-c", program]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "cwd": kernel_file.parent}
    processes = [subprocess.Popen(start, **pipes) for _ in range(3)]
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    answers = sorted(process.communicate(timeout=600)[0].split() for process in processes)
    assert answers == [["3", "0"], ["3", "0"], ["3", "1"]]
    assert not [*kernel_file.parent.rglob("*.lock")]


def test_a_function_that_no_file_has_is_compiled(monkeypatch):
    namespace = {}
    exec(SOURCE.replace("@compiled", ""), namespace)
    assert compiled(namespace["add_one"])(np.zeros(3, np.int64)) == 3


def test_a_compilation_is_announced_and_a_load_from_the_cache_never(kernel_file, monkeypatch, caplog):
    monkeypatch.setattr(compiler, "_ANNOUNCE_AFTER_S", 0.0)
    with caplog.at_level(logging.INFO, "sudokubench.kernels"):
        loaded(kernel_file)(np.zeros(3, np.int64))
        loaded(kernel_file)(np.zeros(3, np.int64))
    assert compilations(caplog) == [f"compiling {kernel_file.stem}.add_one (once; later starts are fast) ..."]


def test_what_is_quick_is_not_announced(kernel_file, monkeypatch, caplog):
    monkeypatch.setattr(compiler, "_ANNOUNCE_AFTER_S", 3600.0)
    with caplog.at_level(logging.INFO, "sudokubench.kernels"):
        loaded(kernel_file)(np.zeros(3, np.int64))
    assert compilations(caplog) == []


@pytest.mark.parametrize("cached", [True, False])
def test_a_fault_of_the_kernel_itself_is_shown(kernel_file, cached):
    broken = SOURCE.replace("numbers += 1", "numbers.no_such_method()")
    kernel_file.write_text(broken)
    if cached:
        add_one = loaded(kernel_file)
    else:
        namespace = {}
        exec(broken.replace("@compiled", ""), namespace)
        add_one = compiled(namespace["add_one"])
    with pytest.raises(TypingError, match="no_such_method"):
        add_one(np.zeros(3, np.int64))


def test_options_go_to_numba(kernel_file):
    kernel_file.write_text(
        SOURCE.replace("@compiled", "@compiled(boundscheck=True)").replace(".sum()", "[9]")
    )
    for _ in range(2):
        with pytest.raises(IndexError, match="out of bounds"):
            loaded(kernel_file)(np.zeros(3, np.int64))


@pytest.mark.parametrize("folder", [".", "kernels"])
def test_a_change_of_a_file_beside_the_kernel_or_among_all_kernels_compiles_it_again(
    kernel_file, monkeypatch, folder
):
    home = kernel_file.parent / folder
    home.mkdir(exist_ok=True)
    monkeypatch.setattr(machine_code, "__file__", str(kernel_file.parent / "kernels" / "machine_code.py"))
    monkeypatch.syspath_prepend(home)
    helper = home / f"helper_{next(_numbers)}.py"
    kernel_file.write_text(
        SOURCE.replace("numbers += 1", "numbers += step()").replace(
            "\n@compiled", f"from {helper.stem} import step\n\n@compiled"
        )
    )
    for step in (1, 20):
        helper.write_text(f"from numba import njit\n\n@njit\ndef step():\n    return {step}\n")
        sys.modules.pop(helper.stem, None)
        importlib.invalidate_caches()
        machine_code._sources.cache_clear()  # as in a new process
        assert loaded(kernel_file)(np.zeros(3, np.int64)) == 3 * step
        assert len(cache_files(kernel_file)) == 1, "the code of the old file is deleted"


def test_a_change_in_any_folder_from_which_a_kernel_takes_helpers_compiles_it_again(tmp_path, monkeypatch):
    home = tmp_path / "kernels"
    shutil.copytree(
        Path(machine_code.__file__).parent, home, ignore=shutil.ignore_patterns("__pycache__", "shipped")
    )
    monkeypatch.setattr(machine_code, "__file__", str(home / "machine_code.py"))
    for source in home.glob("*/*.py"):
        for folder in re.findall(r"from sudokubench\.kernels\.(\w+)\.\w+ import", source.read_text()):
            before = machine_code._sources(source)
            (home / folder / "changed.py").write_text(str(next(_numbers)))
            machine_code._sources.cache_clear()
            assert machine_code._sources(source) != before, f"{source.name} takes helpers from {folder}"


@pytest.mark.parametrize(
    "use", ["np.dot(a, a)[0, 0]", pytest.param("np.cov(a)[0, 0]", marks=pytest.mark.thorough)]
)
def test_a_kernel_does_not_load_linear_algebra_but_a_caller_can(use):
    script = f"""
import sys
import numpy as np
from numba import njit
import sudokubench.kernels.compiler

first = njit(lambda x: x + 1)(1)
print(any(name.startswith("scipy.linalg") for name in sys.modules))
print(njit(lambda a: {use})(np.eye(2)))
"""
    assert printed(script).split() == ["False", "1.0" if "dot" in use else "0.5"]


# -------------------------------------------------------------------------------- between Python and the machine code

EVERY_TYPE = """
import numpy as np
from sudokubench.kernels.compiled import compiled

@compiled
def given(array, pair, number, flag, nothing):
    return array.sum(), pair[0].size, pair[1][0], number, flag, nothing is None

@compiled
def arrays(n):
    whole = np.zeros((n, n), np.int64)
    for i in range(n):
        whole[:, i] = i
    return whole[1:, ::2], (whole[0], n > 2), np.empty((0, 3), np.uint8), 0.5 * n

@compiled
def itself(array):
    return array

@compiled
def wide(number):
    return number

@compiled
def divided(number):
    if number > 9:
        raise ValueError("too large")
    return 5 // number

@compiled
def waits(flag, turns):
    while flag[0] == 0:
        turns[0] += 1
    return flag[0]

@compiled
def room(n):
    return np.ones(n, np.uint8)
"""


@pytest.fixture(scope="module")
def every(tmp_path_factory):
    """Return kernels with arguments and results of all types."""
    path = tmp_path_factory.mktemp("kernels") / "every_type.py"
    path.write_text(EVERY_TYPE)
    spec = importlib.util.spec_from_file_location("every_type", path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


class Two(NamedTuple):
    array: np.ndarray
    inner: tuple[int, ...]


def test_arguments_arrive_as_they_are_given(every):
    pairs = [(np.zeros(5), (7, 8)), Two(np.zeros((2, 3)), (7, 8)), (np.zeros(4, np.uint8), (7,))]
    for array in (
        np.arange(6),
        np.arange(6.0),
        np.arange(12)[::2],
        np.arange(6).reshape(2, 3).T,
        np.arange(6, dtype=np.int8),
    ):
        for pair in pairs:
            for number in (3, -1, 2**63 + 5, 0.25, np.uint64(2**64 - 1), np.int8(-4)):
                for flag in (True, False):
                    result = every.given(array, pair, number, flag, None)
                    assert result == (array.sum(), pair[0].size, 7, number, flag, True)


def test_results_are_objects_of_python_with_arrays_of_their_own(every):
    part, (row, flag), nothing, half = every.arrays(4)
    assert (part.tolist(), row.tolist(), flag, half) == ([[0, 2]] * 3, [0, 1, 2, 3], True, 2.0)
    assert (nothing.shape, nothing.dtype) == ((0, 3), np.uint8)
    assert part.flags.owndata
    given = np.arange(3)
    given_back = every.itself(given)
    given[0] = 9
    assert given_back.tolist() == [0, 1, 2]
    assert every.wide(2**64 - 1) == 2**64 - 1


@pytest.mark.parametrize("array", [np.arange(6, dtype=">i8"), np.zeros(3, "U2"), [1, 2], "text", 2**70])
def test_what_a_kernel_cannot_take_is_refused_even_after_a_good_call(every, array):
    assert every.itself(np.arange(6)).tolist() == [*range(6)]
    with pytest.raises((TypeError, ValueError)):
        every.itself(array)


def test_read_only_arrays_and_subclasses_are_taken(every, tmp_path):
    still = np.arange(4)
    still.flags.writeable = False
    assert every.itself(still).tolist() == [0, 1, 2, 3]
    mapped = np.memmap(tmp_path / "array", np.int64, "w+", shape=4)
    mapped[:] = 5
    assert every.itself(mapped).tolist() == [5] * 4


def test_exceptions_of_a_kernel_reach_the_caller(every):
    with pytest.raises(ZeroDivisionError):
        every.divided(0)
    with pytest.raises(ValueError, match="too large"):
        every.divided(10)
    with pytest.raises(MemoryError):
        every.room(1 << 50)
    assert every.divided(2) == 2


def test_other_threads_run_while_a_kernel_runs(every):
    flag = np.zeros(1, np.int64)
    threading.Timer(0.1, flag.fill, (3,)).start()
    assert every.waits(flag, np.zeros(1, np.int64)) == 3


def test_the_memory_of_results_is_given_back(every):
    every.room(1)
    before = psutil.Process().memory_info().rss
    for _ in range(200):
        every.room(10_000_000)
    assert psutil.Process().memory_info().rss - before < 200_000_000


def test_a_deferred_kernel_imports_its_module_only_to_be_compiled(kernel_file, monkeypatch):
    monkeypatch.syspath_prepend(kernel_file.parent)
    importlib.invalidate_caches()
    for is_imported in (True, False):
        kernel = DeferredKernel(kernel_file.stem, "add_one")
        assert kernel.is_kept is not is_imported
        assert kernel(np.zeros(3, np.int64)) == 3
        assert (sys.modules.pop(kernel_file.stem, None) is not None) is is_imported


def test_no_module_of_numba_is_imported_to_run_kept_code(kernel_file):
    script = f"""
import sys
sys.path.insert(0, {str(kernel_file.parent)!r})
import numpy as np
import {kernel_file.stem}
print({kernel_file.stem}.add_one(np.zeros(3, np.int64)), "numba" in sys.modules)
"""
    told = [printed(script).split() for _ in range(2)]
    assert told == [["3", "True"], ["3", "False"]]
