import importlib.util
import itertools
import logging
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba.core.errors import TypingError

from sudokubench.kernels import compiler as module
from sudokubench.kernels.compiled import compiled

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
    """A module with one kernel; Numba caches beside it."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    path = tmp_path / "some_kernel.py"
    path.write_text(SOURCE)
    return path


def loaded(path: Path):
    """The kernel of the file, as a new process would load it."""
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
    return {file.name: file.read_bytes() for file in (path.parent / "__pycache__").glob("*.nb*")}


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
    assert {Path(name).suffix for name in first} == {".nbi", ".nbc"}
    again = loaded(kernel_file)
    again(np.zeros(3, np.int64))
    assert cache_files(kernel_file) == first
    assert again.dispatcher.stats.cache_hits


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
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
def test_a_damaged_cache_is_replaced(kernel_file, suffix, damage):
    loaded(kernel_file)(np.zeros(3, np.int64))
    for file in (kernel_file.parent / "__pycache__").glob(f"*{suffix}"):
        file.write_bytes(damage(file.read_bytes()))
    numbers = np.zeros(3, np.int64)
    assert loaded(kernel_file)(numbers) == 3
    assert numbers.tolist() == [1, 1, 1]
    mended = loaded(kernel_file)
    assert mended(np.zeros(3, np.int64)) == 3
    assert mended.dispatcher.stats.cache_hits


def test_if_the_cache_folder_cannot_be_written_a_private_temporary_folder_is_used(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(module.config, "CACHE_DIR", "")
    assert module._use_own_folder()
    (folder,) = tmp_path.iterdir()
    assert str(folder) == module.config.CACHE_DIR
    module.config.CACHE_DIR = ""
    folder.chmod(0o777)
    assert not module._use_own_folder()
    assert module.config.CACHE_DIR == ""


def test_without_a_place_for_a_cache_a_kernel_is_compiled_at_every_start(caplog, monkeypatch):
    monkeypatch.setattr(module, "_uncached", [])
    monkeypatch.setattr(module, "gettempdir", lambda: "/nowhere")
    namespace = {}
    exec(
        SOURCE.replace("@compiled", ""), namespace
    )  # a function of no file: Numba finds no cache folder for it
    with caplog.at_level(logging.INFO, "sudokubench.kernels"):
        add_one = compiled(namespace["add_one"])
        assert add_one(np.zeros(3, np.int64)) == 3
    assert any("add_one is compiled at every start" in message for message in compilations(caplog))


def test_a_compilation_is_announced_and_a_load_from_the_cache_never(kernel_file, monkeypatch, caplog):
    monkeypatch.setattr(module, "_ANNOUNCE_AFTER_S", 0.0)
    with caplog.at_level(logging.INFO, "sudokubench.kernels"):
        loaded(kernel_file)(np.zeros(3, np.int64))
        loaded(kernel_file)(np.zeros(3, np.int64))
    assert compilations(caplog) == [f"compiling {kernel_file.stem}.add_one (once; later starts are fast) ..."]


def test_what_is_quick_is_not_announced(kernel_file, monkeypatch, caplog):
    monkeypatch.setattr(module, "_ANNOUNCE_AFTER_S", 3600.0)
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


def test_an_error_while_nothing_is_cached_is_not_taken_for_a_damaged_cache(monkeypatch):
    namespace = {}
    exec(SOURCE.replace("@compiled", ""), namespace)
    add_one = compiled(namespace["add_one"])

    def fail(signature):
        raise ValueError("out of luck")

    monkeypatch.setattr(add_one.dispatcher, "compile", fail)
    with pytest.raises(ValueError, match="out of luck"):
        add_one(np.zeros(3, np.int64))


def test_options_go_to_numba(kernel_file):
    kernel_file.write_text(SOURCE.replace("@compiled", "@compiled(boundscheck=True)"))
    add_one = loaded(kernel_file)
    assert add_one(np.zeros(3, np.int64)) == 3
    assert add_one.dispatcher.targetoptions["boundscheck"]
    assert add_one.dispatcher.targetoptions["nogil"]


@pytest.mark.parametrize("folder", [".", "kernels"])
def test_a_change_of_a_file_beside_the_kernel_or_among_all_kernels_compiles_it_again(
    kernel_file, monkeypatch, folder
):
    home = kernel_file.parent / folder
    home.mkdir(exist_ok=True)
    monkeypatch.setattr(module, "__file__", str(kernel_file.parent / "kernels" / "compiler.py"))
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
        assert loaded(kernel_file)(np.zeros(3, np.int64)) == 3 * step
    again = loaded(kernel_file)
    assert again(np.zeros(3, np.int64)) == 60
    assert again.dispatcher.stats.cache_hits


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
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "1.0" if "dot" in use else "0.5"]
