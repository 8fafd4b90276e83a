"""Results as JSON and as tables; the command from end to end."""

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import reach, report, results, sizes
from benchmarks.__main__ import SETS
from benchmarks.measure import Table

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("module", [report, reach, sizes])
def test_examples_in_the_benchmarks_are_right(module):
    assert doctest.testmod(module).failed == 0


def test_columns_without_any_value_are_left_out_and_ratios_show_their_interval():
    table = {
        "columns": ["name", "rate", "ratio", "note"],
        "rows": [
            {"name": "dlx", "rate": 52_700.4, "ratio": [1.0, 1.0, 1.0]},
            {"name": "sat", "ratio": [8.5, 8.25, 9.0]},
        ],
    }
    assert list(report.rows(table)) == [
        "| contestant | boards/s | time ÷ base |",
        "|---|---:|---:|",
        "| `dlx` | 52,700 | 1.00 |",
        "| `sat` | – | 8.50 (8.25–9.00) |",
    ]


def test_few_rounds_have_no_interval():
    rows = [{"ratio": [2.0, 1.0, 3.0], "rounds": rounds} for rounds in (5, 3)]
    table = {"columns": ["ratio"], "rows": rows}
    assert list(report.rows(table))[2:] == ["| 2.00 (1.00–3.00) |", "| 2.00 |"]


def test_statistics_of_an_engine_are_shown_by_board():
    row = {"n": 4, "stats": {"nodes": 40, "choices": 5, "branches": 12}, "base_stats": {"nodes": 20}}
    table = {"columns": ["nodes", "width", "nodes_ratio"], "rows": [row]}
    assert list(report.rows(table))[-1] == "| 10.0 | 2.40 | 2.00 |"


def test_saved_results_come_back_with_five_digits_and_a_report(tmp_path):
    table = Table("17", "two boards", ("name", "rate"), [{"name": "dlx", "rate": 12_345.678}])
    report.save("engines", [table], "python -m benchmarks engines", 61.4, tmp_path)
    found = report.load("engines", tmp_path)
    assert found["tables"][0]["rows"] == [{"name": "dlx", "rate": 12_346.0}]
    assert (found["command"], found["seconds"]) == ("python -m benchmarks engines", 61)
    assert "| `dlx` | 12,346 |" in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_the_rate_of_a_reference_is_read_from_what_it_prints():
    assert reach.rate_printed("solver a.txt: 41.5 boards/s of 3 rounds") == 41.5
    with pytest.raises(OSError, match="as a number"):
        reach.rate_printed("no idea")


@pytest.mark.thorough
def test_the_command_measures_and_writes_its_results(tmp_path):
    command = [
        sys.executable, "-m", "benchmarks", "reach", "--quick", "--only", "help", "--results", str(tmp_path),
    ]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    (row,) = json.loads((tmp_path / "reach.json").read_text())["tables"][0]["rows"]
    middle, low, high = row["value"]
    assert (row["measure"], row["command"]) == ("help", "python -m benchmarks reach --only help")
    assert 0 < low <= middle <= high
    assert "| help |" in done.stdout
    assert f"Written to {tmp_path}" in done.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("engine", "no set engine; there are engines, peers"),
        ("reach --publish --quick", "--publish"),  # only whole sets are published
        ("reach --publish --only dlx", "--publish"),
        ("reach --publish --results elsewhere", "--publish"),
    ],
)
def test_an_unknown_set_and_a_part_to_publish_are_refused(words, says):
    command = [sys.executable, "-m", "benchmarks", *words.split()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 2
    assert says in done.stderr


def test_what_is_not_published_is_ignored_by_git():
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    tops = [results(publish).relative_to(ROOT).parts[0] + "/" in ignored for publish in (False, True)]
    assert tops == [True, False]


def test_committed_results_are_of_known_sets_and_stand_in_the_report():
    committed = {path.stem for path in report.RESULTS.glob("*.json")}
    assert {"peers", "sat"} <= committed <= SETS.keys()
    text = (report.RESULTS / "report.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^## (\w+)$", text, re.MULTILINE)) == committed


def test_every_table_with_results_stands_in_the_report_and_every_set_in_the_documents_that_link_it():
    whole = (report.RESULTS / "report.md").read_text(encoding="utf-8")
    for path in report.RESULTS.glob("*.json"):
        for table in report.load(path.stem)["tables"]:
            assert f"\n{table['name']} (" in whole, (path.stem, table["name"])
    for ending in ("md", "ja.md"):
        texts = [
            (ROOT / f"docs/background/{page}.{ending}").read_text("utf-8")
            for page in ("benchmarks", "covers")
        ]
        assert all("(../../results/benchmarks/report.md" in text for text in texts)
        named = {*re.findall(r"<!-- generated: benchmark (\w+)|`(\w+)`", "\n".join(texts))}
        assert {one for names in named for one in names} >= {
            path.stem for path in report.RESULTS.glob("*.json")
        }


def test_several_tables_stand_side_by_side_with_a_row_for_each_contestant():
    rows = [{"name": "dlx", "rate": 12.5}], [{"name": "dlx", "rate": 0.5}]
    tables = [
        {"name": name, "columns": ["name", "rate"], "rows": r}
        for name, r in zip(("items 17", "hard"), rows, strict=True)
    ]
    assert list(report.side_by_side(tables)) == [
        "| contestant | 17 clues: boards/s | hard: boards/s |",
        "|---|---:|---:|",
        "| `dlx` | 12.5 | 0.500 |",
    ]


def test_the_report_of_the_committed_results_is_fresh():
    assert (report.RESULTS / "report.md").read_text(encoding="utf-8") == report.report()
