"""The documents: their generated parts are fresh, their examples run, their links lead somewhere."""

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import click
import pytest
import yaml
from click.testing import CliRunner

from benchmarks.study import said, sheets
from benchmarks.study.__main__ import PARTS
from sudokubench.cli import sudokubench
from sudokubench.cli.exit_codes import Codes
from sudokubench.constraints import VARIANTS
from sudokubench.formats import FORMS
from sudokubench.layout import EXTRA_HOUSES

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [str(p.relative_to(ROOT)) for p in [*ROOT.glob("README*.md"), *(ROOT / "docs").rglob("*.md")]]
PAIRS = [(name.replace(".ja.md", ".md"), name) for name in DOCUMENTS if name.endswith(".ja.md")]
SET_UP = "python3 -m venv .venv && .venv/bin/pip install -c requirements.lock -e "


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def without_code(text: str) -> str:
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


def anchor(heading: str) -> str:
    """Return the fragment of a heading on the usual hosts: lower case, without punctuation, dashes for spaces."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_the_generated_parts_of_the_documents_are_fresh() -> None:
    check = [sys.executable, str(ROOT / "tools" / "documents.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def blocks(document: str, kind: str) -> list[str]:
    return re.findall(rf"^```(?:{kind})\n(.*?)^```", text_of(document), re.DOTALL | re.MULTILINE)


def with_blocks(kind: str) -> list[str]:
    """Return the documents with blocks of a kind; a translation only if its blocks differ in more than comments."""

    def without_comments(document: str) -> list[str]:
        return [re.sub(r" *# .*", "", block) for block in blocks(document, kind)]

    differ = [name for name in DOCUMENTS if blocks(name, kind)]
    originals = {
        english for english, japanese in PAIRS if without_comments(english) == without_comments(japanese)
    }
    return [name for name in differ if name.replace(".ja.md", ".md") not in originals or name in originals]


@pytest.mark.parametrize("document", with_blocks("pycon|python"))
def test_the_examples_of_a_document_run_as_shown(document: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("examples")  # dataclasses look up their module by its name
    monkeypatch.setitem(sys.modules, module.__name__, module)
    names = module.__dict__
    runner = doctest.DocTestRunner(verbose=False)
    for code in blocks(document, "pycon|python"):
        if not code.startswith(">>>"):
            exec(compile(code, document, "exec"), names)
            continue
        example = doctest.DocTestParser().get_doctest(code, {}, document, document, 0)
        example.globs = names  # not a copy: later blocks use the names of earlier ones
        report: list[str] = []
        assert runner.run(example, out=report.append, clear_globs=False).failed == 0, "".join(report)


FIGURE = r"\d[\d,]*(\.\d+)?(?: \[[^]]*\]| (?:ns|µs|ms|s)\b)|\d+\.\d+"
"""Pattern of a measured figure: a number with an interval or a unit, or with a decimal point."""


def without_figures(text: str) -> str:
    return re.sub("━+", "━", re.sub(FIGURE, "#", text))


def thorough(document: str) -> bool:
    """Return whether the commands of a document take long, or equal those of a document in another language."""
    return document.startswith("docs/tutorials/") or document.endswith(".ja.md")


@pytest.mark.parametrize(
    "document",
    [
        pytest.param(name, marks=pytest.mark.thorough if thorough(name) else [])
        for name in with_blocks("console")
    ],
)
def test_the_commands_of_a_document_print_what_it_shows(document: str, tmp_path: Path) -> None:
    """`$ ` begins a command, `> ` continues it, `...` matches any text, and a figure matches any other figure."""
    same = doctest.OutputChecker().check_output
    rules = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT),
        "COLUMNS": "80", "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
    }  # fmt: skip
    for block in blocks(document, "console"):
        for shown in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = shown.splitlines()
            goes_on = next(
                (i for i, line in enumerate(lines[1:], 1) if not line.startswith("> ")), len(lines)
            )
            command = "\n".join([lines[0], *(line[2:] for line in lines[1:goes_on])])
            done = subprocess.run(
                ["bash", "-c", command], capture_output=True, text=True, encoding="utf-8", timeout=300,
                cwd=tmp_path, env=environment, check=False,
            )  # fmt: skip
            wanted = "\n".join([*lines[goes_on:], ""]).lstrip("\n")
            assert same(without_figures(wanted), without_figures(done.stdout), rules), (
                f"{command}\n{done.stdout}{done.stderr}"
            )


def commands_of(document: str) -> list[str]:
    return [
        line for line in "\n".join(blocks(document, "sh")).splitlines() if line.startswith("sudokubench ")
    ]


@pytest.mark.parametrize("document", with_blocks("sh"))
def test_the_commands_that_a_document_names_are_as_the_command_line_takes_them(document: str) -> None:
    """Commands that need hours, a network or another machine do not run here; the test checks names and options."""
    for line in commands_of(document):
        plain = [word.split("|")[0] for word in shlex.split(line, comments=True)[1:]]
        shown = CliRunner().invoke(sudokubench, [*plain, "--help"])
        assert (shown.exit_code, shown.output.startswith(("Usage:", "使い方："))) == (0, True), line


UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    "document",
    ["docs/background/claims.md", pytest.param("docs/guide/generate.md", marks=pytest.mark.thorough)],
)
def test_the_commands_that_a_document_names_do_something(
    document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test makes one puzzle instead of many. Other documents name runs of all engines, plug-ins and commits."""
    monkeypatch.chdir(tmp_path)
    Path("mask.txt").write_text("xx.xx.xx." * 9)
    for line in commands_of(document):
        shorter = re.sub(r" -n \d+", " -n 1", line.partition(" #")[0])
        words = shlex.split(shorter.replace("PUZZLE", UNIQUE))[1:]
        codes = Codes()
        done = CliRunner().invoke(sudokubench, words, obj=codes)
        assert (done.exception, codes.first) == (None, 0), (line, done.stderr)
        written = Path(words[words.index("-o") + 1]).stat().st_size if "-o" in words else 0
        assert done.stdout or written or "--book" in words, line


def test_the_reference_has_the_help_of_every_command() -> None:
    def commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
        context = click.Context(group)
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            yield before + name, command
            if isinstance(command, click.Group):
                yield from commands(command, f"{before}{name} ")

    every = dict(commands(sudokubench))
    first = [name for name in every if " " not in name]
    text = text_of("docs/reference/commands.md")
    assert re.findall(r"<!-- generated: help (.+?) -->", text) == [*first, "shared"]
    assert re.findall(r"^\| \[`(.+?)`", text_of("docs/reference/commands.ja.md"), re.MULTILINE) == first
    helps = re.split(r"^\*\*`sudokubench ", text.partition("## Names of options")[0], flags=re.MULTILINE)[1:]
    shown = {re.split(r" [\[A-Z]|`", help)[0]: set(re.findall(r"--[a-z][\w-]*", help)) for help in helps}
    assert shown.keys() == every.keys()
    for name, command in every.items():
        options = {o for p in command.params if isinstance(p, click.Option) and not p.hidden for o in p.opts}
        assert {option for option in options if option.startswith("--")} <= shown[name], name


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_of_a_document_leads_to_a_file_and_a_heading_that_exist(document: str) -> None:
    links = re.findall(r"\]\(([^)]+)\)", without_code(text_of(document)))
    for link in links:
        if link.startswith("https://"):
            continue
        path, _, fragment = link.partition("#")
        target = (ROOT / document).parent / path if path else ROOT / document
        assert target.exists(), link
        if fragment:
            headings = re.findall(
                r"^#+ (.*)$", without_code(target.read_text(encoding="utf-8")), re.MULTILINE
            )
            assert fragment in map(anchor, headings), link


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_row_of_a_table_has_as_many_cells_as_its_head(document: str) -> None:
    """A bar inside a cell needs a backslash, also inside code."""
    for table in re.findall(r"(?:^\|.*\n)+", without_code(text_of(document)), re.MULTILINE):
        rows = table.splitlines()
        assert {row: len(re.findall(r"(?<!\\)\|", row)) for row in rows} == dict.fromkeys(
            rows, len(re.findall(r"(?<!\\)\|", rows[0]))
        )


def test_every_document_for_users_is_there_in_both_languages() -> None:
    languages: dict[str, set[str]] = {}
    for name in DOCUMENTS:
        stem, language = (name[:-6], "ja") if name.endswith(".ja.md") else (name[:-3], "en")
        languages.setdefault(stem, set()).add(language)
    assert {stem: found for stem, found in languages.items() if found != {"en", "ja"}} == {}


def test_every_page_of_the_manual_has_its_place_in_the_navigation() -> None:
    pages = {str(Path(name).relative_to("docs")) for name in DOCUMENTS if name.startswith("docs")}
    named = re.findall(r"^ +- (\S+\.md)$", text_of("mkdocs.yml"), re.MULTILINE)
    assert sorted(named) == sorted(page for page in pages if not page.endswith(".ja.md"))


@pytest.mark.parametrize(("english", "japanese"), PAIRS)
def test_a_document_has_the_same_parts_in_both_languages(english: str, japanese: str) -> None:
    def outline(document: str) -> list[str]:
        text = text_of(document)
        levels = re.findall(r"^#+(?= )", without_code(text), re.MULTILINE)
        generated = re.findall(
            r"<!-- ((?:generated|encodings): (?!tree|file|benchmark \w+ (?!summary)).*?) -->", text
        )
        english_only = re.compile(r"<!-- generated: (?:help|tree|file)\b.*?<!-- end -->", re.DOTALL)
        return [*levels, *generated, *re.findall(r"^```\w+", english_only.sub("", text), re.MULTILINE)]

    assert outline(english) == outline(japanese) or english == "docs/reference/commands.md"


def test_every_part_of_the_study_is_recorded_and_reported_in_both_languages() -> None:
    assert {path.stem for path in sheets.RESULTS.glob("*.json")} == set(PARTS) == set(said.SAID)
    for document in ("docs/background/study.md", "docs/background/study.ja.md"):
        assert set(re.findall(r"<!-- generated: study (\w+) -->", text_of(document))) == set(PARTS)


@pytest.mark.parametrize("document", ["docs/guide/boards.md", "docs/guide/boards.ja.md"])
def test_the_guide_names_every_form_every_constraint_and_every_kind_of_extra_houses(document: str) -> None:
    text = text_of(document)
    names = (*FORMS, *VARIANTS, *(f"9x9-{houses}" for houses in EXTRA_HOUSES))
    assert [name for name in names if f"`{name}`" not in text] == []


@pytest.mark.parametrize("document", ["docs/reference/records.md", "docs/reference/records.ja.md"])
def test_the_reference_names_every_field_of_every_json_object(document: str, tmp_path: Path) -> None:
    commands = [
        ["run", "-", "--backend", "algorithm_x", "--results", str(tmp_path), "--json"],
        ["check", "-", "--backend", "algorithm_x", "--json"],
        ["solve", "-", "--backend", "algorithm_x", "--json"],
        ["backends", "list", "--json"],
        ["backends", "doctor", "--json"],
    ]
    printed: dict[str, set[str]] = {}
    for command in commands:
        result = CliRunner().invoke(sudokubench, command, input="." * 16 + "\n", catch_exceptions=False)
        for line in result.stdout.splitlines():
            fields = json.loads(line)
            schema = fields.pop("schema")
            printed.setdefault(schema, set()).update(fields, fields.get("times_ns", {}))
    rows = re.findall(r"^\| `(sudokubench\.\w+/\d+)` \|.*?\|(.*)\|$", text_of(document), re.MULTILINE)
    documented = {schema: set(re.findall(r"`(\w+)`", cell)) for schema, cell in rows}
    for schema in ("sudokubench.backend/1", "sudokubench.trial/1"):
        printed[schema].add("reason")  # a backend that is not installed has it
    assert printed == {schema: documented[schema] for schema in printed}


@pytest.mark.parametrize("document", ["README.md", "README.ja.md"])
def test_the_readme_sets_everything_up_in_one_line_to_run_and_one_to_test(document: str) -> None:
    lines = [line for line in text_of(document).splitlines() if line.startswith("python3 -m venv")]
    assert lines == [
        f"{SET_UP}. && .venv/bin/sudokubench run --backend all",
        f"{SET_UP}'.[dev]' && .venv/bin/pytest",
    ]


@pytest.mark.parametrize("document", ["README.md", "README.ja.md"])
def test_the_readme_says_the_range_of_the_recorded_ratios_to_native_solvers(document: str) -> None:
    sessions = json.loads(text_of("results/natives.json"))["sessions"]
    text, dash = text_of(document), "〜" if document.endswith(".ja.md") else " to "
    for solver in ("tdoku", "rust_sudoku"):
        ends = [
            (end, one["load"])
            for one in sessions
            for row in one["rows"]
            if row["boards"]["en"] == "17 clues"
            for end in row["times"][solver]
        ]
        (low, load), (high, other) = min(ends), max(ends)
        assert f"{low}{dash}{high}" in text
        assert load in text
        assert other in text


def test_only_a_quoted_claim_says_that_sat_and_cpsat_slow_down_smoothly() -> None:
    for document in DOCUMENTS:
        quoted = re.sub(r"(Claim: .*?\.(?= )|主張：.*?。)", "", " ".join(text_of(document).split()))
        assert not re.search(
            r"(?<!do not )slow down smoothly|(緩|ゆる)やかに遅|なだらかに遅くなります", quoted
        ), document


def test_the_citation_file_has_what_its_format_requires_and_says_what_the_package_says() -> None:
    """The required fields of the Citation File Format 1.2.0, and the fields that other files state, too."""
    cited = yaml.safe_load(text_of("CITATION.cff"))
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    assert (cited["cff-version"], cited["type"]) == ("1.2.0", "software")
    assert cited["title"].startswith(f"{project['name']}: ")
    assert cited["message"]
    assert [author["name"] for author in cited["authors"]] == ["the sudokubench authors"]
    assert (cited["version"], cited["license"]) == (project["version"], project["license"])
    assert f"Copyright (c) 2026 {cited['authors'][0]['name']}" in text_of("LICENSE")


def test_the_commands_of_the_example_workflow_are_as_the_command_line_takes_them() -> None:
    (job,) = yaml.safe_load(text_of("examples/regression.yml"))["jobs"].values()
    lines = "\n".join(step.get("run", "") for step in job["steps"]).splitlines()
    commands = [line.split()[1:] for line in lines if line.startswith("sudokubench ")]
    assert [command[:2] for command in commands] == [["compare", "--live"]]
    for command in commands:
        shown = CliRunner().invoke(sudokubench, [*command, "--help"])
        assert (shown.exit_code, "Usage:" in shown.output) == (0, True), command
        unknown = CliRunner().invoke(sudokubench, [*command, "--no-such", "--help"])
        assert unknown.exit_code == 2  # otherwise the test above would prove nothing
