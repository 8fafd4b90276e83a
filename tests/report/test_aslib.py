"""Runs as ASlib scenarios: the requirements of the format's specification, and figures equal to the records."""

import json
import re
from io import BytesIO

import pytest
import yaml
from report.making import make_run, record, timeout

from sudokubench.actions.report import export
from sudokubench.board import Board
from sudokubench.constraints import Killer
from sudokubench.errors import InputError, UsageError
from sudokubench.layout import Layout
from sudokubench.problem import Variant
from sudokubench.report.aslib import _names

PLAIN, CROSSED = "1...3..2...3..2.", "4x4-diagonal:1..............."
CAGED = Board.empty(Variant(Layout.standard(4), (Killer((0, 1), 3),))).format("json")
LONG = "sat:solver=glucose4,encoding=card"


def arff(path):
    """Return relation, attributes and rows of a file of plain values; nominal values must be declared."""
    head, data = path.read_text(encoding="ascii").split("\n@DATA\n")
    relation = re.search(r"^@RELATION (\S+)$", head, re.MULTILINE)[1]
    attributes = dict(re.findall(r"^@ATTRIBUTE (\w+) (.+)$", head, re.MULTILINE))
    rows = [dict(zip(attributes, line.split(","), strict=True)) for line in data.splitlines()]
    for row in rows:
        for name, kind in attributes.items():
            if row[name] == "?":
                continue
            if kind == "NUMERIC":
                float(row[name])
            elif kind != "STRING":
                assert row[name] in kind.strip("{}").split(",")
    return relation, attributes, rows


def scenario(folder):
    description = yaml.safe_load((folder / "description.txt").read_text(encoding="ascii"))
    return description, {path.stem: arff(path) for path in folder.glob("*.arff")}


@pytest.fixture
def made(tmp_path):
    lost = {"verdict": "undecided", "count": 0, "exhausted": 0, "category": "error"}
    make_run(tmp_path, [PLAIN, CROSSED, CAGED, "queens:4"], [
        record(0, "fast", 0.5, cpu_ns=2 * 10**8),
        record(0, "fast", 0.7, repeat=1, cpu_ns=3 * 10**8),
        record(0, LONG, 61, cpu_ns=61 * 10**9),
        timeout(1, "fast"),
        record(1, LONG, 1, cpu_ns=10**9, category="wrong"),
        record(2, "fast", 2, termination="memout", **lost),
        record(2, LONG, 0, termination="crash", **lost),
        record(3, "fast", 0.25, cpu_ns=10**8, verdict="multiple", count=2),
    ], backends=("fast", LONG))  # fmt: skip
    assert export(["last"], str(tmp_path / "scenario"), "aslib", tmp_path) == 8
    return tmp_path / "scenario"


def test_every_file_has_the_instances_and_the_names_of_the_description(made):
    description, files = scenario(made)
    ids = {Board.parse(text).id: text for text in (PLAIN, CROSSED, CAGED)}
    assert set(files) == {
        "algorithm_runs", "feature_values", "feature_runstatus", "feature_costs", "cv", "ground_truth",
    }  # fmt: skip
    instances = {row["instance_id"] for row in files["algorithm_runs"][2]}
    assert set(ids) < instances
    for name, (relation, _, rows) in files.items():
        assert relation.endswith(f"_{description['scenario_id']}")
        assert {row["instance_id"] for row in rows} == instances, name
        assert name == "algorithm_runs" or len(rows) == len(instances)
    steps = description["feature_steps"]
    features = [feature for step in steps.values() for feature in step["provides"]]
    assert list(files["feature_values"][1])[2:] == features == description["features_deterministic"]
    assert list(files["feature_costs"][1])[2:] == list(files["feature_runstatus"][1])[2:] == list(steps)
    algorithms = description["metainfo_algorithms"]
    assert {row["algorithm"] for row in files["algorithm_runs"][2]} == set(algorithms)
    assert algorithms["sat"] == {
        "configuration": "solver=glucose4,encoding=card", "deterministic": True, "call_string": LONG,
    }  # fmt: skip


def test_the_status_is_by_the_one_rule_of_what_is_solved(made):
    description, files = scenario(made)
    assert description["performance_measures"] == ["wall_time", "cpu_time"]  # the limit is wall-clock time
    assert description["algorithm_cutoff_time"] == 60
    plain, crossed, caged = (Board.parse(text).id for text in (PLAIN, CROSSED, CAGED))
    found = {
        (row["instance_id"], row["algorithm"], int(row["repetition"])):
            (float(row["cpu_time"]), float(row["wall_time"]), row["runstatus"])
        for row in files["algorithm_runs"][2]
    }  # fmt: skip
    (queens,) = {key for key, _, _ in found} - {plain, crossed, caged}
    assert found == {
        (plain, "fast", 1): (0.2, 0.5, "ok"), (plain, "fast", 2): (0.3, 0.7, "ok"),
        (plain, "sat", 1): (61, 61, "timeout"), (crossed, "fast", 1): (60, 60, "timeout"),
        (crossed, "sat", 1): (1, 1, "other"), (caged, "fast", 1): (2, 2, "memout"),
        (caged, "sat", 1): (0, 0, "crash"), (queens, "fast", 1): (0.1, 0.25, "ok"),
        (queens, "sat", 1): (60, 60, "not_applicable"),
    }  # fmt: skip


def test_features_are_those_of_the_puzzle_and_missing_where_they_mean_nothing(made):
    _, files = scenario(made)
    rows = {row["instance_id"]: row for row in files["feature_values"][2]}
    plain, crossed, caged = (rows.pop(Board.parse(text).id) for text in (PLAIN, CROSSED, CAGED))
    (queens,) = rows.values()
    assert [plain[name] for name in ("size", "clues", "extra_houses", "candidates")] == ["4", "5", "0", "21"]
    assert float(plain["singles_entropy"]) == 0  # singles solve it
    assert (crossed["extra_houses"], crossed["constraints"], crossed["items"]) == ("2", "0", "72")
    assert (caged["constraints"], caged["candidates"], caged["singles_rounds"]) == ("1", "64", "0")
    assert (queens["options"], queens["size"]) == ("16", "?")
    states = {row["instance_id"]: row for row in files["feature_runstatus"][2]}[caged["instance_id"]]
    assert [states[step] for step in ("cover", "board", "candidates", "singles")] == ["ok"] * 4


def test_without_cpu_time_of_all_that_is_solved_the_wall_time_is_the_only_measure(tmp_path):
    make_run(tmp_path, [PLAIN], [record(0, "fast", 1, cpu_ns=10**9), record(0, "slow", 2)])
    export(["last"], str(tmp_path / "scenario"), "aslib", tmp_path)
    assert scenario(tmp_path / "scenario")[0]["performance_measures"] == ["wall_time"]


@pytest.mark.parametrize(
    ("limits", "measure", "cutoff"),
    [
        ({"wall_s": 60.0}, "wall_time", 60),
        ({"wall_s": 60.0, "cpu_s": 0.2}, "cpu_time", 0.2),
        ({"wall_s": None, "cpu_s": 3.0}, "cpu_time", 3),
        ({"wall_s": 60.0, "cpu_s": 90.0}, "wall_time", 60),
    ],
)
def test_the_cutoff_and_the_first_measure_are_of_one_clock(tmp_path, limits, measure, cutoff):
    # four threads: more CPU time than wall-clock time
    times_s = (0.01, 0.06, 0.5, 10, 30)
    rows = [record(i, "fast", wall_s, cpu_ns=round(4e9 * wall_s)) for i, wall_s in enumerate(times_s)]
    boards = [f"{PLAIN[:-1]}{i}" for i in ".1234"]
    make_run(tmp_path, boards, rows, backends=("fast",), manifest={"execution": {"limits": limits}})
    export(["last"], str(tmp_path / "scenario"), "aslib", tmp_path)
    description, files = scenario(tmp_path / "scenario")
    assert description["performance_measures"][0] == measure
    assert description["algorithm_cutoff_time"] == cutoff
    found = {float(row["wall_time"]): row for row in files["algorithm_runs"][2]}
    ok = {wall for wall, row in found.items() if row["runstatus"] == "ok"}
    assert ok == {s for s in times_s if s <= (limits["wall_s"] or 60) and 4 * s <= limits.get("cpu_s", 999)}
    assert all(float(found[wall][measure]) <= cutoff for wall in ok)
    assert all(float(row[measure]) >= cutoff for wall, row in found.items() if wall not in ok)


def test_runs_with_different_limits_make_no_scenario(tmp_path):
    for day, wall_s in ((1, 60.0), (2, 10.0)):
        limits = {"execution": {"limits": {"wall_s": wall_s}}}
        make_run(tmp_path, [PLAIN], [record(0, "fast", 1)], run=f"2026010{day}", manifest=limits)
    with pytest.raises(InputError, match="need the same time limits"):
        export(["20260101", "20260102"], str(tmp_path / "scenario"), "aslib", tmp_path)


def test_names_of_algorithms_are_short_and_differ():
    specs = ["sat:a=1", "sat:a=2", "x" * 20, "x" * 20 + ":b", "sat_2"]
    names = list(_names(specs).values())
    assert names[:2] == ["sat", "sat_2"]
    assert len(set(names)) == len(specs)
    assert max(map(len, names)) == 15


def test_a_scenario_needs_a_folder_and_records_that_can_be_right(tmp_path):
    run = make_run(tmp_path, [PLAIN], [record(0, "fast", 1)])
    with pytest.raises(UsageError, match="--output"):
        export([run], BytesIO(), "aslib", tmp_path)
    assert export([run], str(tmp_path / "run.jsonl"), None, tmp_path) == 1
    row = json.loads((tmp_path / "run.jsonl").read_text())
    for change in ({"termination": "late"}, {"solve_ns": -1}, {"puzzle_id": "a,b"}):
        (tmp_path / "run.jsonl").write_text(json.dumps(row | change))
        with pytest.raises(InputError, match="is damaged"):
            export([str(tmp_path / "run.jsonl")], str(tmp_path / "out"), "aslib", tmp_path)
    assert not (tmp_path / "out").exists()
