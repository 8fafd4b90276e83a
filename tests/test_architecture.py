"""Modules are loaded late: a command imports an engine only if it uses the engine. No two files import each other."""

import ast
import subprocess
import sys
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

HEAVY = [
    "numba", "llvmlite", "ortools", "pysat", "rich", "numpy", "scipy", "pandas", "pycryptosat", "clingo",
    "z3", "highspy",
]  # fmt: skip


def loaded_after(code: str) -> set[str]:
    """Return the top-level modules of HEAVY that a fresh interpreter has loaded after the code."""
    report = f"import sys\n{code}\nprint('LOADED', *sorted({set(HEAVY)!r} & sys.modules.keys()))"
    result = subprocess.run(
        [sys.executable, "-c", report], capture_output=True, text=True, timeout=600, check=False
    )
    assert result.returncode == 0, result.stderr
    return set(result.stdout.rsplit("LOADED", 1)[1].split())


def calling(arguments: list[str]) -> str:
    """Return code that runs a command, which must succeed."""
    return (
        "from sudokubench.cli import main\n"
        f"sys.argv = ['sudokubench', *{arguments!r}]\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code"
    )


@pytest.mark.parametrize(
    "code",
    [
        "import sudokubench",
        "import sudokubench.backends",
        "import sudokubench.solving",
        "import sudokubench.encodings.exact_cover",
        "from sudokubench import Board, solve; Board.parse('.' * 81).format('candidates')",
        "from sudokubench import solve; solve('.' * 16, backend='algorithm_x')",
        "from sudokubench.backends import backend, spec_of; spec_of(backend('algorithm_x'))",
        "from sudokubench import available_backends; available_backends()",
        "from sudokubench.cli import main; assert callable(main)",
    ],
)
def test_no_engine_is_loaded_unless_it_is_used(code):
    assert loaded_after(code) == set()


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["run", "--help"], ["solve", "--help"]])
def test_help_loads_no_engine(arguments):
    assert loaded_after(calling(arguments)) == set()


@pytest.mark.parametrize(
    "arguments",
    [["solve", BOARD], ["check", "-b", "dlx", BOARD], ["hint", BOARD], ["explain", BOARD], ["why", BOARD, "R1C3=4"],
     ["rate", BOARD], ["convert", BOARD], ["watch", "queens:5"], ["solve", "--backend", "sat", BOARD]],
)  # fmt: skip
def test_a_command_about_a_usual_board_waits_for_no_compiled_kernel(arguments):
    assert "numba" not in loaded_after(calling(arguments))


@pytest.mark.parametrize(
    "arguments",
    [["solve", BOARD], ["solve", BOARD, "--json"], ["hint", BOARD], ["explain", BOARD], ["why", BOARD, "R1C3=4"],
     ["rate", BOARD], ["convert", BOARD], ["convert", BOARD, "--to", "grid"], ["count", BOARD]],
)  # fmt: skip
def test_a_command_about_a_usual_board_loads_no_numpy(arguments):
    assert not loaded_after(calling(arguments)) & {"numpy", "numba", "llvmlite"}


def test_no_help_loads_human_logic():
    code = (
        "import click, sys\nfrom click.testing import CliRunner\nfrom sudokubench.cli import sudokubench as group\n"
        "for name in group.list_commands(click.Context(group)):\n"
        "    assert CliRunner().invoke(group, [name, '--help']).exit_code == 0\n"
        "    assert 'sudokubench.logic.grid' not in sys.modules, name"
    )
    assert loaded_after(code) == set()


@pytest.mark.parametrize(("name", "engine"), [("sat", "pysat"), ("cpsat", "ortools")])
def test_a_backend_loads_its_own_engine_only(name, engine):
    loaded = loaded_after(f"from sudokubench import solve; solve('.' * 16, backend={name!r})")
    assert loaded & {"pysat", "ortools", "numpy", "numba", "pandas", "rich"} == {engine}


@pytest.mark.parametrize("package", ["sudokubench", "sudokubench.logic", "sudokubench.symmetry"])
def test_every_public_name_can_be_imported(package):
    module = import_module(package)
    assert {name for name in module.__all__ if getattr(module, name, None) is None} == set()
    assert package != "sudokubench" or set(module.__all__) <= set(dir(module))


def test_a_name_that_does_not_exist_is_an_attribute_error():
    import sudokubench

    with pytest.raises(AttributeError, match="no attribute 'sovle'"):
        _ = sudokubench.sovle


def test_no_two_classes_of_the_package_have_the_same_name():
    import sudokubench

    trees = (ast.parse(file.read_bytes()) for file in Path(sudokubench.__file__).parent.rglob("*.py"))
    counts = Counter(node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    assert [name for name, count in counts.items() if count > 1] == []


PACKAGE = Path(__file__).parents[1] / "sudokubench"
MODULES = {
    ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): file
    for file in PACKAGE.rglob("*.py")
}


def imported_by(node: ast.AST) -> set[str]:
    """Return the modules of the package that some code imports, also inside functions, but not for types only."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return set()
    found = {alias.name for alias in node.names} if isinstance(node, ast.Import) else set()
    if isinstance(node, ast.ImportFrom):
        parts = {f"{node.module}.{alias.name}" for alias in node.names}
        found = {part if part in MODULES else str(node.module) for part in parts}
    return found.union(*map(imported_by, ast.iter_child_nodes(node))) & MODULES.keys()


def test_no_two_files_import_each_other_not_even_inside_functions():
    graph = {name: imported_by(ast.parse(file.read_text("utf-8"))) - {name} for name, file in MODULES.items()}
    assert sum(map(len, graph.values())) > 1000
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))
