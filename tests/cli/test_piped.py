"""Commands without puzzles read piped standard input; several `--backend` add up."""

import os
import subprocess
import sys

import pytest

from sudokubench.cli.options import is_piped

SMALL = "1...3..2...3..2."


@pytest.fixture
def piped(sudokubench, monkeypatch, tmp_path):
    """Return a function that runs a command whose standard input is a file or a closed pipe."""

    def call(*args, content=SMALL, pipe=False):
        if pipe:
            end, begin = os.pipe()
            os.write(begin, content.encode())
            os.close(begin)
            stdin = os.fdopen(end)
        else:
            (tmp_path / "in").write_text(content)
            stdin = open(tmp_path / "in")  # noqa: SIM115
        with stdin:
            monkeypatch.setattr("sudokubench.cli.options.sys", type("Streams", (), {"stdin": stdin}))
            monkeypatch.setattr("sudokubench.harness.corpus.sys", type("Streams", (), {"stdin": stdin}))
            return sudokubench(*args)

    return call


@pytest.mark.parametrize("pipe", [False, True])
@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (("solve",), "1234341221434321"), (("convert", "--to", "text"), SMALL), (("explain",), SMALL),
        (("encode",), SMALL),
        (("hint",), "box"), (("why", "R1C1#1"), "R1C1"), (("why", "r1c1", "1"), "R1C1"), (("rate", "--json"), SMALL),
        (("check", "--backend", "dlx", "--backend", "algorithm_x", "--json"), SMALL),
    ],
)  # fmt: skip
def test_what_is_piped_is_read_where_nothing_is_named(piped, command, shown, pipe):
    code, out, err = piped(*command, pipe=pipe)
    assert code in {0, 6}, err
    assert shown in out


def test_a_run_reads_what_is_piped_and_several_backends_add_up(piped):
    code, out, _ = piped("run", "-b", "dlx", "-b", "algorithm_x")
    assert code == 0
    assert "1 puzzle" in out or "unique 1" in out
    assert "dlx" in out
    assert "algorithm_x" in out


def test_a_pipe_that_is_named_is_read_once_for_all_rounds_and_cannot_be_resumed(sudokubench):
    end, begin = os.pipe()
    os.write(begin, f"{SMALL}\n".encode() * 2)
    os.close(begin)
    command = ("run", f"/dev/fd/{end}", "-b", "algorithm_x")
    assert "standard input and pipes cannot be resumed" in sudokubench(*command, "--resume")[2]
    code, out, _ = sudokubench(*command, "--repeat", "2", "--json")
    os.close(end)
    assert (code, out.count('"repeat":1'), '"puzzles":2' in out) == (0, 2, True)


def test_a_run_of_named_puzzles_leaves_alone_what_is_piped(piped, tmp_path):
    (tmp_path / "named").write_text(SMALL)
    assert piped("run", str(tmp_path / "named"), "-b", "dlx", content="no puzzle")[0] == 0


@pytest.mark.parametrize("command", ["solve", "check", "convert", "encode", "explain", "hint", "rate", "why"])
def test_the_usage_is_printed_where_no_puzzle_is_named_or_piped(sudokubench, piped, command):
    for code, out, err in (sudokubench(command), piped(command, content="", pipe=True)):
        assert (code, out) == (2, "")
        assert "Missing argument" in err


def test_a_closed_standard_input_is_not_piped(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert not is_piped()


def test_the_null_device_is_not_piped():
    command = [sys.executable, "-m", "sudokubench", "solve"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pipe puzzles in" in done.stderr


def test_the_name_of_a_file_need_not_be_text(sudokubench, tmp_path):
    name = os.fsencode(tmp_path) + b"/gr\xf6\xdfe.csv"
    with open(name, "w") as file:
        file.write(f"puzzle,solution\n{SMALL},1234341221434321\n")
    code, out, err = sudokubench("convert", os.fsdecode(name))
    assert (code, out, err) == (0, SMALL + "\n", "")


@pytest.mark.parametrize("command", [("convert", SMALL), ("runs", "export", "--to", "csv")])
def test_the_file_of_the_output_may_be_a_pipe(sudokubench, command):
    sudokubench("run", SMALL, "-b", "dlx")
    _, plain, _ = sudokubench(*command)
    end, begin = os.pipe()
    with open(end) as pipe:
        code, _, err = sudokubench(*command, "-o", f"/dev/fd/{begin}")
        os.close(begin)
        assert (code, pipe.read()) == (0, plain), err
