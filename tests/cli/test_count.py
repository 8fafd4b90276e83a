"""`sudokubench count`."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from math import log10
from pathlib import Path

import pytest


def test_a_full_disk_is_reported_with_the_name_of_the_file_of_parts(tmp_path):
    command = f"ulimit -f 0; {sys.executable} -m sudokubench count queens:5 -b dlx --parts {tmp_path}/parts"
    result = subprocess.run(["bash", "-c", command], check=False, capture_output=True, text=True, timeout=300)
    assert (result.returncode, f"--parts {tmp_path}/parts cannot be written: " in result.stderr) == (4, True)


@pytest.mark.thorough
def test_a_lost_worker_costs_only_its_part(tmp_path):
    """One worker is killed while it counts; the counted parts stay, and the total is right."""
    file = tmp_path / "parts"
    words = ["count", "tromino:9", "-b", "dlx", "--jobs", "2", "--parts", str(file)]
    command = [sys.executable, "-m", "sudokubench", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        for _ in range(3000):
            if file.exists() and len(file.read_text(encoding="utf-8").splitlines()) > 3:
                break
            time.sleep(0.02)
        listed = subprocess.run(
            ["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False
        )
        if children := [int(pid) for pid in listed.stdout.split()]:
            os.kill(children[0], signal.SIGKILL)
        out, err = process.communicate(timeout=300)
    assert out == "1193600  tromino:9\n", err


def test_count_prints_a_line_for_each_puzzle(sudokubench):
    code, out, err = sudokubench("count", "queens:6", "tromino:5", "--backend", "dlx")
    assert (code, out, err) == (0, "4  queens:6\n0  tromino:5\n", "")


def test_a_cover_with_very_many_solutions_is_counted_at_once_with_several_processes_too(sudokubench):
    assert sudokubench("count", "aztec:8", "--jobs", "2")[:2] == (0, f"{2**36}  aztec:8\n")


def test_solutions_up_to_symmetry_are_counted_in_one_process_and_in_parts(sudokubench):
    assert sudokubench("count", "queens:8", "langford:3", "knuth:example", "--up-to-symmetry")[:2] == (
        0,
        "12  queens:8 (symmetries: 8)\n1  langford:3 (symmetries: 2)\n1  knuth:example (symmetries: 1)\n",
    )
    code, out, _ = sudokubench("count", "queens:8", "--up-to-symmetry", "--jobs", "2", "-b", "dlx", "--json")
    assert (code, json.loads(out)["count"], json.loads(out)["symmetries"]) == (0, 12, 8)


def test_a_board_that_is_not_counted_up_to_symmetry_is_named_by_its_place(sudokubench, tmp_path):
    (tmp_path / "two.txt").write_text("domino:4\n12.............4\n")
    code, _, err = sudokubench("count", "--up-to-symmetry", str(tmp_path / "two.txt"))
    assert (code, "two.txt:2 is a board" in err) == (2, True)


def test_a_count_that_does_not_end_in_time_is_an_estimate_with_an_interval(sudokubench):
    code, out, _ = sudokubench("count", "queens:20", "--time-limit", "0.3")
    assert code == 6
    assert re.fullmatch(
        r"(≥ \d\.\d\de\+\d+|≈ \d\.\d\de\+1\d \(\d\.\d\de\+\d+ … \d\.\d\de\+1\d\))  queens:20\n", out
    )
    code, out, _ = sudokubench("count", "queens:20", "--time-limit", "0.3", "--json")
    made = json.loads(out)
    assert (code, made["count"], made["estimate"]["confidence"]) == (6, None, 0.95)
    assert made["estimate"]["low"] <= made["estimate"]["value"]
    assert sudokubench("count", "queens:6", "--time-limit", "9")[:2] == (0, "4  queens:6\n")


@pytest.mark.parametrize("more", [["--jobs", "2"], ["--parts", "parts"]])
def test_a_time_limit_ends_a_count_in_parts(sudokubench, tmp_path, monkeypatch, more):
    monkeypatch.chdir(tmp_path)
    assert sudokubench("count", "queens:6", "--time-limit", "60", *more)[:2] == (0, "4  queens:6\n")
    Path("parts").unlink(missing_ok=True)
    code, out, _ = sudokubench("count", "queens:20", "--time-limit", "0.3", "--json", *more)
    assert (code, json.loads(out)["count"], json.loads(out)["estimate"]["confidence"]) == (6, None, 0.95)


def test_a_number_of_the_input_may_not_have_thousands_of_digits_though_a_count_may(sudokubench, tmp_path):
    (tmp_path / "long.json").write_text(f'{{"schema":"sudokubench.cover/1","options":[[{"9" * 5000}]]}}')
    n = 14_500
    names = [" ".join(f"{letter}{i}" for i in range(n)) for letter in "xs"]
    (tmp_path / "cover.dlx").write_text(
        "\n".join([" | ".join(names), *(f"x{i}\nx{i} s{i}" for i in range(n))])
    )
    code, out, err = sudokubench("count", "-b", "dxz", "cover.dlx", "long.json")
    assert (code, "a number in it has thousands of digits" in err) == (4, True)
    assert len(out.split()[0]) == int(n * log10(2)) + 1
    with pytest.raises(ValueError, match="Exceeds the limit"):
        str(10**5000)
