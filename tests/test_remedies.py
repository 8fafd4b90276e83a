"""An option that a message names exists in the commands that say it; otherwise the message names its command."""

import re
from pathlib import Path

import click
from test_messages import HOME, texts

from sudokubench.cli import sudokubench
from sudokubench.cli.catalogue import SUMMARIES, module_of
from sudokubench.words import LANGUAGES

SAID_BY = {
    "actions/book": "generate", "actions/count": "count", "actions/live": "compare",
    "actions/dataset": "dataset make", "actions/dataset_check": "dataset verify",
    "ASLIB_NEEDS_FOLDER": "runs export", "NOTHING_TO_DELETE": "runs gc", "WOULD_BE_DELETED": "runs gc",
    "SEVERAL_SOLUTIONS": "solve", "WITH_LIVE": "compare", "BACKENDS_NOT_RUNS": "compare",
    "RESULTS_OR_NO_STORE": "--results",
    "SPLITS": "dataset make", "CNF_ENCODING": "encode",
    "REMEDY": "--columns", "NO_LINE": "steps", "NOT_FOUND": "generate",
    "UNSAID": "--to", "NO_ARRANGEMENT": "--layout", "SWITCHED_OFF": "--no-uniqueness", "DAMAGED_RUN": "run",
    "NOT_IN_MATRIX": "encode", "FORM_OF_LINES": "--to", "RUN_IN_PROGRESS": "run", "NOT_SCRAMBLED": "run",
    "actions/rules": "rules verify", "actions/workers": "--jobs", "backends/registry": "--backend",
    "cli/engine_options": "--backend", "cli/options": "--columns", "cli/output": "--wide",
    "cli/puzzle_arguments": "--columns",
    "formats": "--columns", "generation": "generate", "harness/cluster": "--executor",
    "harness/corpus": "--columns", "harness/executors": "--pin", "harness/isolation": "--memory-limit",
    "harness/store": "--results", "harness/store_schema": "--results", "logic/step_store": "--results",
    "pages/dance": "watch", "report/compare": "compare", "report/draw": "report",
    "report/plots/costs": "report", "report/plots/puzzles": "report", "report/reading": "--results",
    "web": "serve",
}  # fmt: skip
"""The command that prints a text or the texts of a module, or an option of all such commands. A module of `cli` or
`actions` that is not here belongs to the commands of its name; other texts must name the command of each option."""
GENERAL = {"--help"}
IN_COMMANDS = {
    "actions.words.ASLIB_NEEDS_FOLDER", "actions.words.BOOK_ENDING", "actions.words.COUNT_OPTIONS",
    "actions.words.NOTHING_TO_DELETE", "actions.words.NO_LINE", "actions.words.ONE_PUZZLE_A_FILE",
    "actions.words.RUN_INTERRUPTED", "generation.words.NOT_WITH_OVERLAP", "generation.words.NO_VARIANT_BOOK",
    "harness.words.INLINE_LIMITS", "harness.words.NO_DISTRIBUTED", "harness.words.NO_PINNING",
    "harness.words.TOO_FEW_PROCESSORS", "report.error_words.DRAWING_NEEDS", "report.plots.words.BY_RATING_LACKS",
    "web.words.NOT_A_NAME", "web.words.NO_NAME_GIVEN", "web.words.PORT_REFUSED",
}  # fmt: skip
"""Texts below `cli` that only a command prints."""


def _options() -> dict[str, set[str]]:
    """Return the visible options of each command, by its name after `sudokubench`."""
    found: dict[str, set[str]] = {}
    left: list[tuple[str, click.Command]] = [("", sudokubench)]
    while left:
        name, command = left.pop()
        found[name] = GENERAL | {
            spelling
            for one in command.params
            if isinstance(one, click.Option) and not one.hidden
            for spelling in (*one.opts, *one.secondary_opts)
        }
        if isinstance(command, click.Group):
            inner = [
                (sub, command.get_command(click.Context(command), sub)) for sub in command.list_commands(None)
            ]
            left += [(f"{name} {sub}".strip(), one) for sub, one in inner]
    return found


OPTIONS = _options()
SOURCES = {
    path.relative_to(HOME).with_suffix("").as_posix(): path.read_text(encoding="utf-8")
    for path in Path(HOME).rglob("*.py")
    if not path.name.endswith("words.py")
}


def _commands(by: str) -> set[str]:
    """Return a command by its name, or all commands with an option."""
    return {by} if by in OPTIONS else {command for command, options in OPTIONS.items() if by in options}


def _said_by(name: str) -> set[str]:
    """Return the commands that say a text: those of the modules that use it."""
    room, _, constant = name.partition("[")[0].rpartition(".")
    if constant in SAID_BY:
        return _commands(SAID_BY[constant])
    below = re.sub(r"(error_)?words$", "", room).replace(".", "/")
    found: set[str] = set()
    for module, source in SOURCES.items():
        imported = module.startswith(below) or re.search(
            rf"sudokubench\.{re.escape(room)} import|import (error_)?words", source
        )
        if not imported or not re.search(rf"\b{constant}\b", source):
            continue
        by = SAID_BY.get(module) or SAID_BY.get(module.partition("/")[0])
        if by:
            found |= _commands(by)
        elif module.startswith(("cli/", "actions/")):
            own = {command for command in SUMMARIES if module_of(command) == module.partition("/")[2]}
            found |= {command for command in OPTIONS if command.split(" ")[0] in own}
    return found


def _missing(name: str, text: str) -> set[str]:
    """Return the options in a text that no command beside them has, if some command with this text lacks them."""
    wrong = set()
    for option in set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) - GENERAL:
        beside = re.findall(rf"(?=\b([a-z][a-z-]*(?: [a-z]+)?)(?: \S+){{0,2}} {option}(?![a-z-]))", text)
        beside += re.findall(rf"{option} of ([a-z]+)", text)
        named = {part for words in beside for part in (*words.split(" "), words)}
        said_by = _said_by(name)
        if any(option in OPTIONS.get(command, ()) for command in named):
            continue
        if not said_by or any(option not in OPTIONS[command] for command in said_by):
            wrong.add(option)
    return wrong


def test_every_option_in_a_message_can_be_used_where_the_message_is_met():
    wrong = {
        f"{name} ({language})": missing
        for name, words in texts()
        for language in LANGUAGES
        if (missing := _missing(name, words.to(language, command=True)))
    }
    assert wrong == {}


def test_library_calls_and_the_page_name_no_option_except_beside_its_command():
    found = {
        name
        for name, words in texts()
        for language in LANGUAGES
        if re.search("--[a-z]", re.sub(r"`.*?`|\b(check|explain|run) --", "", words.to(language)))
    }
    assert {name for name in found if not name.startswith("cli.")} == IN_COMMANDS


def test_an_option_of_another_command_is_noticed():
    assert _missing("harness.words.NO_PINNING", "leave --pin and --walk out") == {"--walk"}
    assert _missing("harness.words.NO_PINNING", "`explain PUZZLE --walk` shows it") == set()
    assert _missing("actions.words.TAKE_CSV", "use --form csv") == {"--form"}
