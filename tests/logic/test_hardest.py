"""The `se` of the hardest boards: table, manual and rating agree."""

import json
import os
import re
from pathlib import Path

import pytest
from scipy.stats import spearmanr

from sudokubench import Board
from sudokubench.logic.rating import rate

ROOT = Path(__file__).resolve().parents[2]
ROWS = json.loads((ROOT / "results" / "hardest.json").read_text("utf-8"))["rows"]


@pytest.mark.parametrize(
    ("name", "words"), [("logic.md", "boards of hard375 at"), ("logic.ja.md", "hard375の先頭")]
)
def test_the_manual_agrees_with_the_table_of_the_hardest(name: str, words: str) -> None:
    parts = (ROOT / "docs/background" / name).read_text("utf-8").split("\n\n")
    (line,) = (each for each in parts if words in each)
    _, theirs, ours = zip(*ROWS, strict=True)
    equal, near = sum(a == b for _, a, b in ROWS), sum(abs(a - b) < 0.15 for _, a, b in ROWS)
    rank = f"{spearmanr(theirs, ours).statistic:.3f}"
    wanted = [len(ROWS), min(theirs), max(theirs), equal, near]
    said = re.findall(r"[0-9.]*[0-9]", line)
    assert {str(value) for value in wanted} | {rank.lstrip("0")} <= set(said)


@pytest.mark.thorough
def test_boards_of_the_table_get_their_value_again() -> None:
    if "SUDOKUBENCH_CORPORA" not in os.environ:
        pytest.skip("needs hard375 of SUDOKUBENCH_CORPORA")
    lines = (Path(os.environ["SUDOKUBENCH_CORPORA"]) / "hard375.txt").read_text("utf-8").split()
    for number, _, value in ROWS[:4]:
        assert rate(Board.parse(lines[number - 1]), hodoku=False).se == value
