"""One name for one thing: every option of every command, by meaning."""

from collections import defaultdict
from contextlib import suppress
from pathlib import Path

import click
import pytest

from sudokubench.certificates import verify
from sudokubench.cli import renamed_options
from sudokubench.cli import sudokubench as program
from sudokubench.cli.errors import is_shown
from sudokubench.cli.files import REPLACING, written
from sudokubench.cli.options import Name

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = "1..............."

MEANINGS = {
    # input
    "--from": "form of the puzzles",
    "--columns": "columns of a table with puzzles",
    "--layout": "layout of the boards",
    "--symbols": "symbols of the boards",
    "--corpus": "puzzles, where the arguments are something else",
    "--up-to-symmetry": "whether equivalent solutions count once",
    "--original": "puzzle that a partial grid began with",
    "--replay": "trace that is shown again",
    "--human": "file with human difficulty",
    "--against": "column that is compared",
    "--of": "problem that a solver got",
    "--config": "file with the values of the rules",
    # output
    "--to": "form of the output",
    "--output": "file of the output",
    "--json": "output as JSON",
    "--wide": "all columns of a table",
    "--lang": "language",
    "--proof": "file of the certificates",
    "--parts": "file of the counts of parts",
    "--export": "folder of formulas and proofs",
    "--html": "file of the page",
    "--svg": "folder of SVG drawings",
    "--png": "folder of PNG drawings",
    "--pdf": "folder of PDF drawings",
    "--vega": "folder of Vega-Lite drawings",
    "--csv": "folder of the tables as CSV",
    "--tex": "folder of the tables as LaTeX",
    "--markdown": "file of summary and tables as Markdown",
    "--latex": "file of summary and tables as LaTeX",
    "--book": "file of the sheets to print",
    "--per-page": "puzzles on a sheet",
    "--grids": "grids before the steps",
    "--walk": "steps by keys",
    "--classes": "class of each puzzle",
    "--results": "folder of the stored runs and steps",
    "--store": "whether to store",
    "--no-store": "whether not to store",
    # engines
    "--backend": "backends",
    "--encoding": "clauses of the CNF",
    "--task": "question",
    "--limit": "number of solutions",
    "--certify": "whether to prove the verdicts",
    "--time-limit": "time for each puzzle",
    "--cpu-limit": "CPU time for each puzzle",
    "--memory-limit": "memory of a worker",
    "--seconds": "time for the whole command",
    "--isolation": "isolation of the workers",
    "--jobs": "number of workers",
    "--pin": "whether workers keep their processor",
    "--executor": "place of the workers",
    # measuring
    "--repeat": "number of rounds",
    "--resume": "whether to continue a run",
    "--strict": "whether the undecided changes the exit code",
    "--fail-on": "conditions on the comparison",
    "--live": "whether to measure now",
    "--width": "width of the interval",
    "--scramble": "seed of equivalent boards",
    "--seed": "seed",
    "--keep": "number of runs that stay",
    "--unfinished": "interrupted runs",
    "--yes": "whether to delete",
    # logic
    "--technique": "rule that is looked at",
    "--rules": "rules that may be used",
    "--no-uniqueness": "whether to leave out rules that assume a single solution",
    "--order": "order of the rules",
    "--orders": "number of random orders",
    "--least-evidence": "whether each step takes the least evidence",
    "--search": "whether to suppose values",
    "--branching": "choice of the supposed values",
    "--verify": "whether to prove each step",
    "--grade": "grades of a hint",
    "--depth": "depth of trial and error, lengths of whips and braids",
    "--steps": "number of steps of an engine",
    # making
    "--number": "number of puzzles or cases",
    "--skip": "number of puzzles left out",
    "--grid": "solution of the puzzles",
    "--pattern": "cells with a clue",
    "--clues": "number of clues",
    "--symmetry": "symmetry of the clues",
    "--variant": "variant whose constraints are read off the solution",
    "--minimal": "whether every clue is necessary",
    "--rating": "difficulty that is asked for",
    "--scale": "scale of the difficulty",
    "--needs": "rules that the solution needs",
    "--without": "rules that the solution must not use",
    "--hardest": "hardest rule of the solution",
    "--position": "whether only the steps up to a rule count",
    "--split": "splits of a data set",
    "--rated": "number of rated rows",
    "--certified": "number of certified rows",
    "--sample": "number of rows that are checked closely",
    # serving
    "--port": "port",
    "--host": "address",
    "--allow-host": "names of the server",
    "--no-browser": "whether no browser opens",
    "--version": "version of the program",
}
SHORT = {"--backend": "-b", "--number": "-n", "--output": "-o"}
"""Options with a short name: they have it in every command."""


def leaves(command=program, path=()):
    """Yield every command with its name."""
    if not isinstance(command, click.Group):
        yield " ".join(path), command
        return
    for name in command.list_commands(None):
        yield from leaves(command.get_command(None, name), (*path, name))


COMMANDS = dict(leaves())


def options():
    """Yield command and option, for each option that help shows."""
    for name, command in [*COMMANDS.items(), ("", program)]:
        for param in command.params:
            if is_shown(param):
                yield name, param


def name_of(option):
    return max(option.opts, key=len)


def test_every_option_has_a_meaning_and_no_meaning_has_two_names():
    assert {name_of(option) for _, option in options()} == set(MEANINGS)
    assert len(set(MEANINGS.values())) == len(MEANINGS)


def test_an_option_takes_the_same_kind_of_value_in_every_command():
    """A name with two meanings takes two kinds of values: a puzzle or a number, a file or a switch."""
    kinds = defaultdict(set)
    for _, option in options():
        named = option.type.name.upper() if isinstance(option.type, Name) else type(option.type).__name__
        kinds[name_of(option)].add("switch" if option.is_flag else option.metavar or named)
    also = {
        "--to": {"FORM", "Choice", "csv|parquet"}, "--backend": {"all|NAME[,NAME]", "NAME[,NAME]", "NAME"},
        "--rules": {"NAME,...", "Choice"}, "--seed": {"IntParamType", "Whole"}, "--limit": {"Whole"},
        "--number": {"N", "Whole"}, "--output": {"FILE"},
    }  # fmt: skip
    assert {name: kind for name, kind in kinds.items() if len(kind) > 1 and kind != also.get(name)} == {}


def test_a_short_name_is_there_wherever_the_long_one_is():
    found = {(name_of(option), min(option.opts, key=len)) for _, option in options()}
    assert {pair for pair in found if pair[0] in SHORT} == set(SHORT.items())


def test_every_command_that_prints_data_takes_json_and_output():
    lacking = {
        name: {"--json", "--output"} - {name_of(one) for one in command.params if is_shown(one)}
        for name, command in COMMANDS.items()
    }
    assert {name: sorted(which) for name, which in lacking.items() if which} == {
        "report": ["--json", "--output"],  # several files at once
        "runs export": ["--json"],  # the forms are its subject
        "encode": ["--json"],
        "problems draw": ["--json"],  # a picture
        "export-page": ["--json"],
        "schema": ["--json"],  # it is JSON
        "serve": ["--json", "--output"],  # a server
    }


def test_an_old_name_is_hidden_and_names_an_option():
    for command, names in renamed_options.OLD.items():
        shown = {opt for param in COMMANDS[command].params for opt in param.opts}
        assert not shown & set(names)
        assert set(names.values()) <= shown


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (["solve", UNIQUE, "--format", "grid"], ["solve", UNIQUE, "--to", "grid"]),
        (["solve", UNIQUE, "--format=grid"], ["solve", UNIQUE, "--to=grid"]),
        (["generate", "--from", SEVERAL, "--layout", "4x4"], ["generate", "--grid", SEVERAL, "--layout", "4x4"]),
        (["generate", "--check", "sat", "--format", "grid"], ["generate", "-b", "sat", "--to", "grid"]),
        (["hint", UNIQUE, "--clues", UNIQUE], ["hint", UNIQUE, "--original", UNIQUE]),
        (["explain", "1...3..2...3..2.", "--minimal"], ["explain", "1...3..2...3..2.", "--least-evidence"]),
        (["dataset", "make", "a", "-n2", "--certify", "0"], ["dataset", "make", "a", "-n2", "--certified", "0"]),
        (["check", UNIQUE, "-b", "dlx", "--certificates", "a"], ["check", UNIQUE, "-b", "dlx", "--proof", "a"]),
    ],
)  # fmt: skip
def test_an_old_name_works_and_the_new_one_is_named(sudokubench, old, new):
    expected = sudokubench(*new)
    code, out, err = sudokubench(*old)
    assert (code, out) == expected[:2]
    assert "works until version 2.0" in err
    assert "is now called --" in err
    assert "works until" not in expected[2]


def test_a_remark_in_the_language_of_the_command_says_that_an_option_is_renamed(sudokubench):
    err = sudokubench("hint", UNIQUE, "--clues", UNIQUE, "--lang", "ja")[2]
    assert "--cluesは--originalに変わりました" in err


def test_an_old_name_after_two_dashes_is_an_argument(sudokubench):
    assert "works until" not in sudokubench("solve", "--", "--format")[2]


@pytest.mark.parametrize("group", ["runs", "rules", "backends"])
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_group_by_itself_lists(sudokubench, group, more):
    assert sudokubench(group, *more) == sudokubench(group, "list", *more)


def test_the_output_goes_to_the_named_file_and_to_stdout_for_a_dash(sudokubench, tmp_path):
    for words in (
        ["convert", UNIQUE, "--to", "grid"],
        ["rules"],
        ["rate", UNIQUE, "--json"],
        ["encode", SEVERAL],
    ):
        _, plain, _ = sudokubench(*words)
        code, out, _ = sudokubench(*words, "-o", "file.txt")
        assert (code, out, (tmp_path / "file.txt").read_text(encoding="utf-8")) == (0, "", plain)
        assert sudokubench(*words, "-o", "-")[1] == plain


@pytest.mark.parametrize("command", ["check", "solve", "explain"])
def test_stdout_holds_only_proofs_if_they_go_there(sudokubench, command):
    words = [command, UNIQUE, *([] if command == "explain" else ["-b", "dlx"])]
    _, plain, _ = sudokubench(*words)
    _, out, err = sudokubench(*words, "--proof", "-")
    assert [verify(line).status.value for line in out.splitlines()] == ["verified"]
    assert plain.splitlines()[-1] in err.splitlines()


@pytest.mark.parametrize(
    "words", [["convert", "--to", "grid"], ["solve", "-bdlx"], *([name] for name in REPLACING)], ids=" ".join
)
def test_the_file_of_output_may_be_the_input(sudokubench, words):
    Path("both.txt").write_text(f"{UNIQUE}\n{UNIQUE}\n")
    _, plain, _ = sudokubench(*words, "both.txt")
    assert sudokubench(*words, "both.txt", "-o", "both.txt")[0] == 0
    assert Path("both.txt").read_text().splitlines() == plain.splitlines()


@pytest.mark.parametrize(
    "words", [["convert", "missing.txt"], ["verify", "kept.txt"], ["decode", "kept.txt", "--of", "kept.txt"]]
)  # fmt: skip
def test_a_command_that_writes_nothing_leaves_the_file_of_output_as_it_is(sudokubench, words):
    Path("kept.txt").write_text(f"{UNIQUE}\n{UNIQUE}\n")
    assert sudokubench(*words, "-o", "kept.txt")[0] != 0
    assert Path("kept.txt").read_text() == f"{UNIQUE}\n{UNIQUE}\n"
    assert [path.name for path in Path().iterdir() if "kept" in path.name or path.name.startswith(".")] == [
        "kept.txt"
    ]


@pytest.mark.parametrize(
    "words",
    [
        ["verify", "kept.txt", "-o", "kept.txt"],
        ["verify", "kept.txt", "-o./kept.txt"],
        ["solve", "kept.txt", "--proof=link.txt"],
        ["solve", UNIQUE, "--proof", "new.txt", "-o", "new.txt"],
        ["solve", UNIQUE, "-b", "kept.txt:fast", "-o", "kept.txt"],
        ["solve", UNIQUE, "-bkept.txt:fast", "-o", "kept.txt"],
        ["report", "kept.txt", "--html", "kept.txt"],
        ["report", "--markdown", "runs/runs.db", "--results", "runs"],
        ["runs", "export", "kept.txt", "-o", "kept.txt"],
        ["generate", "--grid", "kept.txt", "--book", "hard.txt"],
        ["watch", "kept.txt", "--html", "kept.txt"],
        ["--", "verify", "kept.txt", "-o", "kept.txt"],
    ],
)
def test_no_output_replaces_an_input_or_another_output(sudokubench, words):
    Path("kept.txt").write_text(UNIQUE)
    Path("link.txt").symlink_to("kept.txt")
    Path("hard.txt").hardlink_to("kept.txt")
    Path("runs").mkdir()
    Path("runs/runs.db").write_text(UNIQUE)
    code, out, err = sudokubench(*words)
    assert (code, out) == (2, "")
    assert "name another file" in err
    assert Path("kept.txt").read_text() == Path("runs/runs.db").read_text() == UNIQUE
    assert not Path("new.txt").exists()


@pytest.mark.parametrize("wrong", [["-o", "kept.txt"], ["--nosuch"], ["--json=3"], ["-", "-"]])
def test_a_refused_command_line_is_answered_in_its_language_wherever_it_stands(sudokubench, wrong):
    Path("kept.txt").write_text(UNIQUE)
    code, _, err = sudokubench("explain", "kept.txt", *wrong, "--lang", "ja")
    assert (code, "。" in err or "ください" in err) == (2, True), err
    assert sudokubench("explain", "--lang", "ja", "kept.txt", *wrong)[2] == err


def test_every_command_has_both_names_of_the_help(sudokubench):
    for command in ([], ["solve"], ["rules", "list"]):
        assert sudokubench(*command, "-h")[:2] == sudokubench(*command, "--help")[:2]
        assert sudokubench(*command, "-h")[0] == 0


def test_devices_and_forms_may_have_the_name_of_an_output(sudokubench):
    assert sudokubench("solve", UNIQUE, "--proof", "/dev/null", "-o", "/dev/null")[0] == 0
    Path("line").write_text("old")
    assert sudokubench("convert", UNIQUE, "--to", "line", "-o", "line")[0] == 0


@pytest.mark.parametrize("old", [{}, {"kept.txt": "old"}])
def test_what_an_interrupted_command_had_written_stands_beside_the_file(capsys, tmp_path, old):
    for name, text in old.items():
        (tmp_path / name).write_text(text)
    named = str(tmp_path / "kept.txt")
    with suppress(KeyboardInterrupt), click.Context(click.Command("made")), written(named, "-o") as file:
        file.write("new")
        raise KeyboardInterrupt
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {**old, "kept.txt.partial": "new"}
    assert "kept.txt.partial" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["solve", "two.txt"], ["convert", "two.txt"], ["generate", "-n", "2"]])
def test_a_file_holds_one_picture(sudokubench, words):
    Path("two.txt").write_text(f"{UNIQUE}\n{UNIQUE}\n")
    code, out, _ = sudokubench(*words, "--to", "svg")
    assert (code, out.count("</svg>")) == (0, 2)
    code, out, err = sudokubench(*words, "--to", "svg", "-o", "two.svg")
    assert (code, out, "one puzzle at a time" in err) == (2, "", True)
    assert Path("two.svg.partial").read_text().count("</svg>") == 1
    assert not Path("two.svg").exists()


@pytest.mark.parametrize(
    ("words", "each"),
    [
        (["solve", "--to", "line"], 1), (["hint"], 2), (["why", "--json"], 1), (["explain", "--json"], 1),
        (["rate", "--json"], 1), (["check", "--json", "-b", "dlx"], 1), (["watch", "--json"], 1),
        (["convert"], 1), (["canonical"], 1),
    ],
)  # fmt: skip
def test_a_command_takes_many_puzzles(sudokubench, tmp_path, words, each):
    """Two lines of a file and an argument; a line that is not a board is named, and the others go on."""
    words = [*words, "two.txt", UNIQUE, *["R1C3#4"] * (words[0] == "why")]
    (tmp_path / "two.txt").write_text(f"{UNIQUE}\n{UNIQUE}\n", encoding="utf-8")
    code, out, err = sudokubench(*words)
    assert (code, "not a board" in err) == (0, False)
    assert len(out.splitlines()) == 3 * each
    (tmp_path / "two.txt").write_text(f"{UNIQUE}\n12\n", encoding="utf-8")
    code, out, err = sudokubench(*words)
    assert (code, err.count("two.txt:2")) == (4, 1)
    assert len(out.splitlines()) == 2 * each


def test_a_numbered_file_does_not_replace_an_input(sudokubench):
    Path("p-2.txt").write_text(f"{UNIQUE}\n{UNIQUE}\n")
    code, _, err = sudokubench("encode", "p-2.txt", "-o", "p.txt")
    assert (code, Path("p-2.txt").read_text()) == (2, f"{UNIQUE}\n{UNIQUE}\n")
    assert "p-2.txt: the command also reads" in err


def test_pages_and_formulas_of_several_puzzles_are_numbered(sudokubench, tmp_path):
    four = "1...3..2...3..2."
    assert sudokubench("encode", four, four, "-o", "a.cnf")[0] == 0
    assert sudokubench("watch", four, four, "--html", "w.html", "--svg", "draw")[0] == 0
    assert sudokubench("export-page", four, four, "-o", "p.html")[0] == 0
    assert sorted(path.name for path in tmp_path.glob("*.*")) == [
        "a-1.cnf", "a-2.cnf", "p-1.html", "p-2.html", "w-1.html", "w-2.html",
    ]  # fmt: skip
    assert {path.name.partition("-")[0] for path in (tmp_path / "draw").iterdir()} == {"0001", "0002"}


def test_a_pattern_of_one_mebibyte_is_read_and_a_longer_one_is_refused(sudokubench, tmp_path):
    file = tmp_path / "pattern"
    command = ("generate", "--layout", "4x4", "--pattern", str(file))
    for blanks, code, message in ((0, 0, ""), (1, 4, "longer than 1,048,576 bytes")):
        file.write_text("x" * 16 + " " * ((1 << 20) - 16 + blanks))
        found, _, err = sudokubench(*command)
        assert found == code
        assert message in err
