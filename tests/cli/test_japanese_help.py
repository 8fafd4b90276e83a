"""Help in Japanese: every option that help shows has a text, and the English help does not change."""

import re
from collections.abc import Iterator

import click
import pytest

from sudokubench.cli import japanese_help
from sudokubench.cli import sudokubench as suite
from sudokubench.cli.errors import is_shown
from sudokubench.formats import FORMS


def commands(command: click.Command, ctx: click.Context) -> Iterator[tuple[str, click.Command]]:
    yield ctx.command_path, command
    if isinstance(command, click.Group):
        for name in command.list_commands(ctx):
            below = command.get_command(ctx, name)
            assert below is not None
            yield from commands(below, click.Context(below, info_name=name, parent=ctx))


ALL = dict(commands(suite, click.Context(suite, info_name="sudokubench", **suite.context_settings)))
HELP = {p.help for command in ALL.values() for p in command.params if is_shown(p) and p.help}


def test_every_option_has_japanese_help_and_no_line_of_it_is_left_over():
    assert [text for text in HELP if japanese_help.in_japanese(text) == text] == []
    used = {begin for begin in japanese_help._MEANINGS if any(text.startswith(begin) for text in HELP)}
    assert set(japanese_help._MEANINGS) - used == {"Show this message"}  # a text of click


def test_a_line_of_japanese_help_is_for_one_text():
    texts = {text.rpartition("  [")[0] or text for text in HELP}
    begins = [
        max((one for one in japanese_help._MEANINGS if text.startswith(one)), key=len) for text in texts
    ]
    assert len(begins) == len(set(begins))


def test_the_help_of_convert_names_every_form_in_both_languages():
    (english,) = (param.help for param in ALL["sudokubench convert"].params if param.name == "to")
    for text in (english, japanese_help.in_japanese(english)):
        assert [form for form in FORMS if form not in text] == []


def test_every_command_has_one_line_in_japanese():
    assert {path.partition(" ")[2] for path in ALL} == set(japanese_help._SUMMARIES)


@pytest.mark.parametrize(("path", "command"), ALL.items())
def test_a_description_names_the_same_things_in_both_languages(path, command):
    """The test compares options, fields in backticks, schema versions, words for arguments, names of problems."""
    english, paragraphs = command.help or "", japanese_help.described(path.partition(" ")[2])
    assert len(english.strip().split("\n\n")) == len(paragraphs)
    japanese = "".join(paragraphs)
    for name in [
        r"--[a-z-]+",
        "`[^`]+`",
        r"sudokubench\.[\w/]+",
        "[A-Z]{4,}",
        "[a-z]+:[a-z0-9]+",
        r"/[a-z.]+\b",
    ]:
        said, told = (set(re.findall(name, text, re.ASCII)) for text in (english, japanese))
        assert said == told, name


def test_the_option_for_the_language_holds_for_the_help_after_it(sudokubench):
    assert sudokubench("explain", "--lang", "ja", "--help")[1].startswith("使い方：")
    assert sudokubench("explain", "--help")[1].startswith("Usage: ")


@pytest.mark.parametrize("path", [path for path, one in ALL.items() if isinstance(one, click.Group)])
def test_a_group_shows_its_commands_in_japanese(path, sudokubench, monkeypatch):
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    shown = "".join(sudokubench(*path.split()[1:], "--help")[1].split())
    for name in ALL[path].commands or japanese_help.SUMMARIES:
        line = japanese_help._SUMMARIES[f"{path} {name}".partition(" ")[2]]
        assert name + "".join(line.split()) in shown


@pytest.mark.parametrize("path", ["run", "dataset make", "generate", "runs"])
def test_help_in_japanese_keeps_the_names_and_fits_the_width(path, sudokubench, monkeypatch):
    english = sudokubench(*path.split(), "--help")[1]
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    japanese = sudokubench(*path.split(), "--help")[1]
    assert japanese.startswith(f"使い方：sudokubench {path} ")
    assert japanese_help._SUMMARIES[path] in japanese
    assert "オプション：" in japanese

    def options(text: str) -> list[str]:
        lines = re.split("^(?:Options:|オプション：)$", text, flags=re.MULTILINE)[1].splitlines()
        return [line.split()[0] for line in lines if line.startswith("  -")]

    assert options(japanese) == options(english) != []
    assert max(japanese_help.breadth(line) for line in japanese.splitlines()) <= 100
