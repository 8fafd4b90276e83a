"""The measuring of large runs, on a small one."""

from benchmarks.large_runs import COMMANDS, measured, write
from sudokubench.report.reading import load


def test_a_made_up_run_is_whole_and_every_command_is_measured(tmp_path):
    write(tmp_path, puzzles=30, backends=3, repeats=2)
    data = load(["last"], tmp_path)
    assert (len(data), len(data.texts), data.backends) == (180, 30, ("engine0", "engine1", "engine2"))
    assert len(set(data.ids)) == 30
    assert not data.flaws
    wall, cpu, peak = measured(COMMANDS["rank"], tmp_path)
    assert wall > 0
    assert cpu > 0
    assert 20e6 < peak < 4e9
