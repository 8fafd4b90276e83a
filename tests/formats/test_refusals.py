"""Every refusal of a text that a user pastes or types exists in English and in Japanese."""

import json
import re

import pytest

from sudokubench import Board
from sudokubench.errors import InputError

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [LINE[9 * r : 9 * r + 9] for r in range(9)]
MARKS = "\n".join([" ".join(["1234"] * 4)] * 4)
JAPANESE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")


def puzzle(**fields: object) -> str:
    """A puzzle in JSON with some fields of its own."""
    return json.dumps({"schema": "sudokubench.puzzle/1", "layout": "4x4", "clues": "." * 16, **fields})


BAD: dict[str, tuple[str, str | None, str]] = {
    "nothing": ("", "line", "81"),
    "a NUL": (LINE[:-1] + "\0", "line", "NUL"),
    "too short": (LINE[:80], "line", "80"),
    "a foreign sign": ("x" + LINE[1:], "line", "'x'"),
    "other rules": ("9x9-foo:" + LINE, None, "'foo'"),
    "no such layout": ("9x8:" + LINE, None, "'9x8'"),
    "rows missing": ("\n".join(ROWS[:7]), "grid", "7"),
    "a short row": ("\n".join([*ROWS[:8], ROWS[8][:7]]), "grid", "7"),
    "an endless row": ("\n".join([*ROWS[:8], "1" * 4000]), "grid", "4,000"),
    "a row of candidates": (MARKS[:-5], "candidates", "3"),
    "a candidate twice": (MARKS[:-4] + "1123", "candidates", "'1123'"),
    "a list of JSON": ("[1]", "json", "JSON"),
    "broken JSON": ('{"schema": 1,}', "json", "JSON"),
    "a field twice": ('{"schema": 1, "schema": 2}', "json", "'schema'"),
    "another schema": (puzzle(schema="other"), "json", "'other'"),
    "a further field": (puzzle(colour=1), "json", "'colour'"),
    "too few clues": (puzzle(clues="12"), "json", "'12'"),
    "odd options": (puzzle(forbidden=[64]), "json", "63"),
    "no layout": (puzzle(layout=4), "json", "4"),
    "an unknown layout": (puzzle(layout="4y4"), "json", "'4y4'"),
    "an unknown constraint": (puzzle(constraints=[{"kind": "strange"}]), "json", "'strange'"),
    "a list that is none": (f'["{LINE}", [1, 2]]', None, ""),
    "an open brace": ('{"clues": "12..",\n', None, ""),
    "no board": ("sudoku", None, ""),
}


@pytest.mark.parametrize(("text", "form", "quoted"), BAD.values(), ids=BAD)
def test_a_refusal_is_there_in_both_languages(text, form, quoted):
    with pytest.raises(InputError) as refused:
        Board.parse(text, form=form)
    error = refused.value
    english, japanese, place = error.to("en"), error.to("ja"), str(error.place)
    assert str(error) == english
    assert JAPANESE.search(error.words.ja)
    assert not JAPANESE.search(english)
    assert quoted in english
    assert quoted in japanese
    assert english.startswith(place)
    assert japanese.startswith(re.search(r"\d+|$", place)[0])  # 3 行目、7 文字目
