"""The command `analyse`."""

import json

from schema_cases import valid

from sudokubench import Board, Layout
from sudokubench.constraints import VARIANTS
from sudokubench.problem import Variant

FOUR = Layout.standard(4)


def test_the_command_analyses_each_board_and_ends_with_its_codes(sudokubench):
    killer = Board(Variant(FOUR, (VARIANTS["killer"](cells=[0, 1], total=2),)), bytes(16))
    code, out, err = sudokubench("analyse", "12.............4", str(killer), "1...3..2...3..2.")
    assert (code, err) == (0, "")
    assert out.startswith("12.............4:\n6 solutions\n")  # the board names its analysis
    assert "no solution" in out
    assert "the killer cage R1C1 R1C2 = 2" in out
    assert "nothing can be left out" in out
    code, out, _ = sudokubench("analyse", "12.............4", "--json")
    assert valid(out) == ["sudokubench.analysis/1"]
    assert json.loads(out)["completion"] == {"clues": ["R4C2#3"], "fewest": True}
    code, out, _ = sudokubench("analyse", "." * 81, "--time-limit", "0.000001", "--lang", "ja")
    assert code == 6
    assert "時間切れ" in out
