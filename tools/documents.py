"""Fill the generated parts of the documents, so that they cannot go stale.

A part begins with `<!-- generated: WHAT -->` and ends with `<!-- end -->`. WHAT is one of

    help [COMMAND...]   the output of `sudokubench [COMMAND...] --help`; `help shared` the options of several commands
    commands            in Japanese a table of the commands, each with its summary and a link to its help
    codes               the exit codes and their meaning
    backends            a table of the backends, their options, and the values of these
    bundled             number of bundled puzzles of each size and verdict
    problems            the families of named problems
    graded              number of graded puzzles of each layout and class
    tree                every file of the package except `words.py`, with its first sentence
    library calls       the public functions, from their docstrings; `library values` the public classes
    file PATH           a file that is tested in its place
    difficulty          how D and its forms rank puzzles, and `bands`: D in each class
    needs               time in which puzzles were found that need a rule
    reference           the main table of the reference run in results/
    study PART          the text of the study on a recorded table; `study tables` all tables with their commands
    families            which engine is the fastest on which family of exact covers
    natives             how many times as many boards as native solvers `sliced` proves
    benchmark SET [TABLE]  how the committed results of a set of benchmarks were made, or one of its tables

    python tools/documents.py            write them again
    python tools/documents.py --check    list documents that would change, and exit with 1 if there are any
"""

from __future__ import annotations

import ast
import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields
from datetime import datetime
from functools import cache
from importlib import import_module
from inspect import getdoc, signature
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from click.testing import CliRunner

import sudokubench as library
from sudokubench.answer import Verdict
from sudokubench.backends import registry
from sudokubench.cli import sudokubench
from sudokubench.cli.catalogue import SUMMARIES
from sudokubench.cli.exit_codes import Code
from sudokubench.data import bundled
from sudokubench.logic.words import LEVELS
from sudokubench.problems import FAMILIES
from sudokubench.report.analysis import Analysis
from sudokubench.report.reading import load
from sudokubench.report.tables import main as main_table
from sudokubench.report.text import markdown_table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # for the benchmarks, which are not part of the package

from benchmarks import families, report  # noqa: E402
from benchmarks.study import said  # noqa: E402

DOCUMENTS = (
    *sorted(ROOT.glob("README*.md")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "results" / "study" / "report.md",
)  # fmt: skip
WIDTH = 140

_COMMENT = {
    ".js": r"(?m)^// (.*)", ".css": r"/\* (.*?) \*/", ".svg": r"<!-- (.*?) -->", ".txt": r"(?m)^# (.*)",
    ".html": r"<!-- (.*?) -->|\{#- (.*?) -#\}",
}  # fmt: skip
"""The first comment of a file that is not Python, by its ending."""

_COMMAND = f"{'    NAME.py':30}`sudokubench NAME`, for each command that is not in one of the other modules"
_STATIC = f"{'sudokubench/web/static/':30}The page itself: JavaScript, HTML and CSS without a build step"
"""The line of the only folder that is not a package."""

_PART = re.compile(r"(<!-- generated: ([^>]*) -->\n).*?(<!-- end -->)", re.DOTALL)

WORDS = {
    "command": "コマンド", "exit code": "終了コード", "meaning": "意味", "name": "名前", "problem": "問題",
    "example": "例", "backend": "バックエンド", "family": "系統", "options": "オプション", "size": "大きさ",
    "what it is": "説明", "a whole number": "整数", "text": "文字列", "unique": "一意解",
    "multiple": "複数解", "none": "解なし", "layout": "レイアウト", "CPU time": "CPU時間", "number": "数",
    "rules": "手筋", "rank correlation with": "順位相関の相手", "SE": "SE", "SE by source": "SE（出所別）",
    "HODOKU": "HoDoKu", "HODOKU by source": "HoDoKu（出所別）", "HUMAN": "人の時間",
    "without C_logic": "C_logicなし", "without C_search": "C_searchなし",
    "without the drop": "減少の項なし", "sum of the drops of trials": "試行の減少の和",
    "sum of all drops": "すべての減少の和", "sum of all drops, plain counts": "すべての減少の和、対数なし",
    "class": "級", "boards": "盤面", "least": "最小", "5 %": "5 %", "median": "中央値", "95 %": "95 %",
    "largest": "最大",
    **{level: name.ja for level, name in LEVELS.items()},
}  # fmt: skip
"""The words of the tables in Japanese."""

_REFERENCE_COLUMNS = ("backend", "solved", "wrong", "par2_s", "slowdown", "median_s", "p95_s")


def main() -> int:
    """Write or check the documents; return the exit code."""
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    stale = 0
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf-8")
        fresh = filled(text, japanese=path.name.endswith(".ja.md"))
        if fresh == text:
            continue
        if sys.argv[1:]:
            print(f"{path.relative_to(ROOT)} is stale: run python tools/documents.py", file=sys.stderr)
            stale += 1
        else:
            path.write_text(fresh, encoding="utf-8")
    return 1 if stale else 0


def filled(text: str, japanese: bool) -> str:
    """Return a document with new generated parts."""
    return _PART.sub(lambda part: f"{part[1]}{_part(part[2], japanese)}\n{part[3]}", text)


def _part(what: str, japanese: bool) -> str:
    kind, *words = what.split()
    if kind == "help":
        return _help(words)
    if kind == "tree":
        return _tree()
    if kind == "benchmark":
        return report.part(words, japanese)
    if kind == "natives":
        return report.natives(japanese)
    if kind == "families":
        return families.summary(japanese)
    if kind == "library":
        return _library(words[0], japanese)
    if kind == "study":
        return said.tables() if words == ["tables"] else said.part(words[0], "ja" if japanese else "en")
    if kind == "file":
        return _file(words[0])
    if kind == "reference":
        return _reference(japanese)
    return "\n".join(
        {
            "codes": _codes, "commands": _commands, "backends": _backends, "bundled": _bundled,
            "graded": _graded, "problems": _problems, "difficulty": _difficulty, "bands": _bands, "needs": _needs,
        }[kind](japanese)
    )  # fmt: skip


def _help(command: list[str]) -> str:
    """Return the help of a command and of its subcommands; options that several commands share are only named."""
    if command == ["shared"]:
        return "\n".join(_options(_shared()))
    parts = list[str]()
    for name, (usage, paragraphs, entries) in _helps().items():
        if name.split()[: len(command)] != command:
            continue
        called, (summary, *further) = usage.replace(" [OPTIONS]", ""), paragraphs
        shared = [name for name in map(_name, filter(_shared().__contains__, entries)) if name != "--help"]
        also = [f"Also: {', '.join(f'`{name}`' for name in shared)}"] if shared else []
        items = [*_options([entry for entry in entries if entry not in _shared()])]
        text, further = f"**`{called}`**: {summary}", [*map(_marked, further)]
        if items or further:
            items += map(_item, also)
        else:
            text = " ".join([text, *also])
        parts += [*map(_wrapped, [text, *further]), *(["\n".join(items)] if items else [])]
    return "\n\n".join(parts)


def _wrapped(text: str) -> str:
    return "\n".join(wrap(text, WIDTH, break_on_hyphens=False, break_long_words=False))


def _marked(text: str) -> str:
    """Return a text whose dashes for standard input are code: at the beginning of a line, they would make a list."""
    return re.sub(r"(?<!\S)-(?=\s)", "`-`", text)


def _item(text: str) -> str:
    return _wrapped(f"- {text}").replace("\n", "\n  ")


_Entry = tuple[str, str]
"""An option as help shows it: its names with its values, and its description."""


def _options(entries: Sequence[_Entry]) -> Iterator[str]:
    """Yield a list of options; a range such as 0<x<=60 is code, so that a browser does not read it as HTML."""
    for option, told in entries:
        yield _item(f"`{option}`: " + re.sub(r"(?:\d+<=?)?x[<>]=?\d+", r"`\g<0>`", _marked(told)))


@cache
def _helps() -> dict[str, tuple[str, list[str], list[_Entry]]]:
    """Return the help of each command by its name: its usage, its paragraphs, and its options."""
    found, names = dict[str, tuple[str, list[str], list[_Entry]]](), [[name] for name in SUMMARIES]
    while names:
        command = names.pop(0)
        result = CliRunner().invoke(
            sudokubench, [*command, "--help"], prog_name="sudokubench",
            terminal_width=10_000, max_content_width=10_000, env={"LC_ALL": "C"},
        )  # fmt: skip
        if result.exit_code != 0:
            raise SystemExit(f"sudokubench {' '.join(command)} --help failed:\n{result.output}")
        text, _, rest = result.output.rstrip().partition("Options:\n")
        options, _, commands = rest.partition("\n\nCommands:\n")
        names = [[*command, word] for word in re.findall(r"^  (\S+)", commands, re.MULTILINE)] + names
        usage, *paragraphs = text.removeprefix("Usage: ").split("\n\n")
        entries = re.findall(r"^  (\S+(?: \S+)*)\s+(.+)", options, re.MULTILINE)
        found[" ".join(command)] = (
            usage, [paragraph.strip() for paragraph in paragraphs if paragraph],
            [(option, " ".join(told.split())) for option, told in entries],
        )  # fmt: skip
    return found


@cache
def _shared() -> tuple[_Entry, ...]:
    """Return the options that two commands or more have with the same description: of each name the most frequent."""
    every = Counter(entry for *_, entries in _helps().values() for entry in entries)
    most = {_name(entry): entry for entry, times in reversed(every.most_common()) if times > 1}
    return tuple(entry for entry in every if most.get(_name(entry)) == entry)


def _name(entry: _Entry) -> str:
    return re.findall(r"--[\w-]+", entry[0])[0]


def _commands(japanese: bool) -> Iterator[str]:
    """Yield a table of the commands, each with a link to its help on the English page."""
    assert japanese, "the English page has the help itself"
    rows = [[f"[`{name}`](commands.md#{name})", summary.ja] for name, summary in SUMMARIES.items()]
    return _table(["command", "what it is"], rows, japanese)


def _tree() -> str:
    files = [
        path.relative_to(ROOT)
        for path in ROOT.glob("sudokubench/**/*")
        if path.is_file() and (path.suffix in _COMMENT or path.suffix == ".py") and path.name != "words.py"
    ]
    lines: list[str] = []
    for path in sorted(files, key=lambda path: (path.parent.parts, path.name)):
        text, folder = (ROOT / path).read_text(encoding="utf-8"), str(path.parent)
        if folder == "sudokubench/web/static" and _STATIC not in lines:
            lines += ["", _STATIC]
        if path.suffix == ".py":
            sentence = _first_sentence(ast.get_docstring(ast.parse(text)))
        else:
            first = re.search(_COMMENT[path.suffix], text)
            assert first is not None, f"{path} has no comment that says what it is"
            sentence = _first_sentence(next(filter(None, first.groups())).replace("\n# ", " "))
        if path.name == "__init__.py":
            lines += ["", f"{folder}/".ljust(30) + sentence]
        elif sentence == f"`sudokubench {path.stem.replace('_', '-')}`":  # one line for all of them
            lines += [_COMMAND] if _COMMAND not in lines else []
        else:
            lines.append(f"    {path.name}".ljust(30) + sentence)
    return "\n".join(["```text", *lines[1:], "```"])


def _library(which: str, japanese: bool) -> str:
    """Return a table of the public names, for `tools/site.py` to put their docstrings below; in Japanese the names."""
    rows = list[list[str]]()
    for name in library.__all__:
        found = getattr(library, name)
        if isinstance(found, type) != (which == "values"):
            continue
        call = name if which == "values" else f"{name}({', '.join(signature(found).parameters)})"
        rows.append([f"`{call}`", _first_sentence(getdoc(found))])
    if japanese:
        return f"{'、'.join(call.partition('(')[0].rstrip('`') + '`' for call, _ in rows)}。"
    return "\n".join(_table(["call" if which == "calls" else "value", "what it is"], rows, japanese))


def _file(path: str) -> str:
    language = {".py": "python", ".toml": "toml"}[Path(path).suffix]
    return f"```{language}\n{(ROOT / path).read_text(encoding='utf-8')}```"


def _reference(japanese: bool) -> str:
    language = "ja" if japanese else "en"
    path = ROOT / "results" / "reference.jsonl.gz"
    found = main_table(Analysis(load([str(path)])))
    with gzip.open(path, "rt", encoding="utf-8") as file:
        record = json.loads(next(file))
    run = record["manifest"]
    begun, ended = (datetime.fromisoformat(record[key]) for key in ("started", "finished"))
    made = {
        "command": "python tools/reference.py --publish", "made": record["started"],
        "seconds": round((ended - begun).total_seconds()),
        "machine": {
            "processor": run["cpu"], "cores": run["cores"], "load": round(run["noise"]["load_at_start"], 1),
            "python": run["python"], "packages": run["versions"], "commit": run["commit"],
        },
    }  # fmt: skip
    table = markdown_table(found.only(*_REFERENCE_COLUMNS), language)
    return "\n".join([*table, "", report.said(made, japanese)])


def _table(head: list[str], rows: list[list[str]], japanese: bool) -> Iterator[str]:
    heads = [WORDS[word] if japanese else word for word in head]
    return report.markdown(heads, rows, [False] * len(heads))


def _codes(japanese: bool) -> Iterator[str]:
    rows = [[str(code.value), code.meaning.to("ja" if japanese else "en")] for code in Code]
    return _table(["exit code", "meaning"], rows, japanese)


def _backends(japanese: bool) -> Iterator[str]:
    rows = []
    for name in registry.OWN:  # whether or not they are installed
        cls: Any = registry.backend_class(name)
        hints = get_type_hints(cls)
        options = "; ".join(f"`{f.name}`: {_values(hints[f.name], f.default, japanese)}" for f in fields(cls))
        summary = [] if japanese else [_first_sentence(getdoc(import_module(cls.__module__)))]
        rows.append([f"`{name}`", cls.kind, options, *summary])
    head = ["backend", "family", "options"] + ([] if japanese else ["what it is"])
    return _table(head, rows, japanese)


def _values(hint: Any, default: object, japanese: bool) -> str:
    if get_origin(hint) is Literal or hint is bool:
        values = map(registry.shown, get_args(hint) or (True, False))
        usual = registry.shown(default)
        return ", ".join(f"**`{value}`**" if value == usual else f"`{value}`" for value in values)
    number = hint is int or (isinstance(hint, UnionType) and int in get_args(hint))
    word = "a whole number" if number else "text"
    shown = "" if default in (None, MISSING) else f"**`{default}`**, "
    return shown + (WORDS[word] if japanese else word)


def _first_sentence(docstring: str | None) -> str:
    return re.split(r"\.(?:\s|$)", " ".join((docstring or "").split()), maxsplit=1)[0]


def _bundled(japanese: bool) -> Iterator[str]:
    counts = Counter((p.board.layout.size, p.verdict) for p in bundled())
    verdicts = (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE)
    sizes = sorted({size for size, _ in counts})
    rows = [[f"{size}x{size}", *(str(counts[size, verdict]) for verdict in verdicts)] for size in sizes]
    return _table(["size", *(verdict.value for verdict in verdicts)], rows, japanese)


def _problems(japanese: bool) -> Iterator[str]:
    language = "ja" if japanese else "en"
    rows = [[f"`{f.form}`", f.meaning.to(language), f"`{f.example}`"] for f in FAMILIES.values()]
    return _table(["name", "problem", "example"], rows, japanese)


def _difficulty(japanese: bool) -> Iterator[str]:
    ranks = json.loads((ROOT / "results" / "difficulty.json").read_text("utf-8"))["spearman"]
    columns = list(ranks["D"])
    rows = []
    for name, found in ranks.items():
        figures = (f"{found[column]:.3f}" if column in found else "" for column in columns)
        rows.append([WORDS.get(name, name) if japanese else name, *figures])
    return _table(["rank correlation with", *columns], rows, japanese)


def _bands(japanese: bool) -> Iterator[str]:
    bands = json.loads((ROOT / "results" / "difficulty.json").read_text("utf-8"))["bands"]
    rows = [[WORDS[level] if japanese else level, *map(str, found)] for level, found in bands.items()]
    return _table(["class", "boards", "least", "5 %", "median", "95 %", "largest"], rows, japanese)


def _needs(japanese: bool) -> Iterator[str]:
    found = json.loads((ROOT / "results" / "needs.json").read_text("utf-8"))
    times = found["times_s"]
    rows = list[list[str]]()

    def row(told: str, names: list[str]) -> None:
        rows.append([told, str(len(names)), ", ".join(f"`{name}`" for name in names)])

    for low, high in pairwise((-1.0, 1.0, 10.0, found["seconds"])):
        within = [name for name, took in times.items() if took is not None and low < took <= high]
        row(f"{high:g}秒以内" if japanese else f"within {high:g} s", within)
    row("見つからず" if japanese else "not found", [name for name, took in times.items() if took is None])
    row("より易しい手筋で足りる" if japanese else "implied by cheaper ones", found["implied"])
    yield from _table(["CPU time", "number", "rules"], rows, japanese)
    had, of, by = sum(took is not None for took in times.values()), len(times), found["command"]
    yield ""
    if japanese:
        told = f"探した{of}個の手筋のうち、{had}個（{had / of:.0%}）で問題が見つかりました"
        yield f"{told}（`{by}`、commit {found['commit']}）。"
    else:
        yield f"Found: {had} of the {of} that were looked for, {had / of:.0%} (`{by}`, commit {found['commit']})."


def _graded(japanese: bool) -> Iterator[str]:
    counts = Counter(tuple(p.name.split()[:2]) for p in bundled("graded"))
    layouts = dict.fromkeys(layout for layout, _ in counts)
    rows = [[layout, *(str(counts[layout, level]) for level in LEVELS)] for layout in layouts]
    return _table(["layout", *LEVELS], rows, japanese)


if __name__ == "__main__":
    sys.exit(main())
