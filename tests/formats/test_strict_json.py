"""Foreign JSON: the values that are read, and the texts that are refused before they cost time."""

import re

import pytest

from sudokubench.errors import InputError, one_line
from sudokubench.formats.strict_json import is_label, load, load_object, shown
from sudokubench.words import Words


def test_any_value_of_json_is_read_and_brackets_in_texts_do_not_count():
    assert load(' [1, 2.5, {"a": "\\u00e9"}] ', "list") == [1, 2.5, {"a": "é"}]
    brackets = "[" * 60 + '\\"' + "{" * 60
    assert load_object(f'{{"a": "{brackets}"}}', "puzzle") == {"a": "[" * 60 + '"' + "{" * 60}
    assert load('"\\ud83d\\ude00"', "text") == "😀"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 51 + "]" * 51, "more than 50 deep"),
        ('{"a":' * 51 + "1" + "}" * 51, "more than 50 deep"),
        ('{"a": "\\ud800"}', "half of a character"),
        ('{"\\udc00": 1}', "half of a character"),
        ("NaN", "NaN is not a number"),
        ("-Infinity", "-Infinity is not a number"),
        ("9" * 5_000, "thousands of digits"),
        ("[1e400]", "the number '1e400' is too large"),
        ('{"entropy": -1e999}', "the number '-1e999' is too large"),
        ('{"a":1,"a":2}', "occurs twice"),
        ("[" * 5_001, "5,000 brackets"),
        ("," * 200_001, "200,000 commas"),
        ('{"schema":"' + "x" * (1 << 20) + '"}', "longer than 1,048,576 bytes"),
        ('"\x01"', "JSON"),
        ("", "JSON"),
        (b"\x1f\x8b\x08\0", "packed by gzip"),
        (b"\xe9", "byte 0 is not UTF-8"),
    ],
)
def test_json_outside_our_strict_form_is_refused(text, says):
    with pytest.raises(InputError, match=f"not a puzzle: .*{says}"):
        load(text, "puzzle")


def test_the_place_of_a_fault_is_reported():
    with pytest.raises(InputError) as refused:
        load('{"a":\n  1,\n  x}', "puzzle")
    assert (refused.value.place.line, refused.value.place.column) == (3, 3)


@pytest.mark.parametrize(
    "text",
    [
        "", "{} {}", "{a: 1}", '{"a" 1}', '{"a": 1 "b": 2}', '"a', '"\x01"', r'"\q"', r'"\u00g0"', "[1,]",
        '{"a": 1,}',
    ],
)  # fmt: skip
def test_what_python_says_of_malformed_json_is_japanese_too(text):
    with pytest.raises(InputError) as refused:
        load(text, "puzzle")
    assert not re.search("[A-Za-z]{3}", refused.value.to("ja").replace("JSON", ""))


def test_a_value_is_shown_short_whatever_it_is():
    for value in (10**5_000, "x" * 10**6, [[[[[1]]]]] * 100, "\ud800\n", float("nan")):
        assert len(shown(value)) <= 60
        assert shown(value).isprintable()
    assert Words("{n}", "{n}").format(n=shown(10**5_000)).ja == "何千桁もの数"


def test_what_just_fits_into_a_message_is_shown_whole():
    assert shown("x" * 58) == repr("x" * 58)
    assert shown("これは数独ではありません\n") == "'これは数独ではありません\\n'"
    assert shown([None, True, {"given": False}]) == "[null, true, {'given': false}]"
    assert len(shown([10**12] * 9)) == 60
    assert one_line("x" * 16, 16) == "x" * 16
    assert one_line("x" * 17, 16) == "x" * 15 + "…"


def test_a_label_is_a_short_text_of_printable_characters():
    assert is_label("sudokubench 1.0, 数独")
    assert is_label("x" * 200)
    assert not any(map(is_label, ["x" * 201, "a\x1b[31m", "a\nb", "\u2028", 5, None, ["a"]]))
