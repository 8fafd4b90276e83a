"""The trial of large files, on a small one."""

import re

from benchmarks.batches import main, puzzles
from sudokubench import solve_many


def test_each_command_gets_a_rate(capsys):
    assert main(["--puzzles", "200", "--rounds", "1", "check --backend dlx"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"200 puzzles, load [\d.]+\n", out)
    assert re.search(r"\| `check --backend dlx` \| [\d,]+ \|", out)


def test_its_puzzles_have_one_solution_and_those_of_a_file_come_over_and_over(tmp_path):
    made = puzzles(100, None)
    assert (solve_many(made).counts == 1).all()
    assert len(set(made)) == 100
    (tmp_path / "file").write_text("\n".join(made[:3]))
    assert puzzles(7, tmp_path / "file") == [*made[:3], *made[:3], made[0]]
