"""A disagreement is a record of its own: told, kept, and made as small as it can be."""

import json
import sqlite3
from importlib.metadata import EntryPoint

import pytest

from benchmarks.trials.inputs import command
from sudokubench.backends import registry
from sudokubench.board import Board
from sudokubench.solving import count

SEVERAL = "12.............4"


@pytest.fixture(autouse=True)
def _the_faulty_engine_is_known(monkeypatch, tmp_path):
    known = {
        **registry._entry_points(),
        "faulty": EntryPoint("faulty", "harness.faulty:Faulty", registry.GROUP),
    }
    monkeypatch.setattr(registry, "_entry_points", lambda: known)
    registry.spec_of.cache_clear()
    monkeypatch.chdir(tmp_path)
    yield
    registry.spec_of.cache_clear()


@pytest.mark.parametrize("task", [["run", "--task", "unique"], ["run", "--task", "count"], ["check"]])
def test_it_is_printed_with_the_smallest_puzzle_and_a_command_that_shows_it_again(task):
    arguments = ["-", "--backend", "algorithm_x,faulty:fault=false_unique", "--json", "--isolation", "inline"]
    code, out, _ = command([*task, *arguments], f"{SEVERAL}\n".encode())
    assert code == 3
    (told,) = [
        one for one in map(json.loads, out.splitlines()) if one["schema"] == "sudokubench.disagreement/2"
    ]
    assert told["puzzle"] == SEVERAL
    assert told["backends"]["faulty:fault=false_unique"] == "unique"
    assert any("algorithm_x says multiple" in reason for reason in told["reasons"])
    assert Board.parse(told["smallest"]).clues == ()  # it lies about the empty board too
    assert told["command"] == (
        f"sudokubench {' '.join(task)} --backend algorithm_x,faulty:fault=false_unique {told['smallest']}"
    )


def test_it_is_kept_with_the_records_of_the_run(tmp_path):
    arguments = ["run", "-", "--backend", "algorithm_x,faulty:fault=missed_second", "--isolation", "inline"]
    assert command(arguments, f"{SEVERAL}\n1...3..2...3..2.\n".encode())[0] == 3
    with sqlite3.connect(tmp_path / "results" / "runs.db") as db:
        ((position, reasons, smallest),) = db.execute("SELECT position, reasons, smallest FROM disagreements")
    assert position == 0
    assert any("1 solutions claimed to be all; 2 were shown" in reason for reason in json.loads(reasons))
    assert count(smallest, limit=2) == 2
