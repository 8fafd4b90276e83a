"""Runs, exports and ratings are read and written; damaged or altered ones are refused."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from database import database
from report.making import jsonl_of, make_run, puzzle, record, timeout

from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.harness.store import FILE
from sudokubench.report.data import cells
from sudokubench.report.export import write
from sudokubench.report.export_rows import bounded_lines
from sudokubench.report.reading import exported, find, load, read_ratings, stored_runs

PUZZLES = [puzzle(1), puzzle(2, 6), puzzle(3)]


def test_a_run_is_found_by_its_id_its_beginning_last_or_as_a_file(tmp_path):
    make_run(tmp_path, PUZZLES, [], run="2025-a")
    make_run(tmp_path, PUZZLES, [], run="2026-b")
    for name in ("2026-b", "2026", "last"):  # `last` and the file leave out the race
        assert find(name, tmp_path).run == "2026-b"
    make_run(tmp_path, PUZZLES, [record(0, "fast", 1)], run="2027-race", manifest={"race": True})
    assert find(str(tmp_path / FILE), tmp_path) == tmp_path / FILE
    assert [run.run for run in load([str(tmp_path / FILE)]).runs] == ["2026-b"]


def test_a_run_counts_once_under_several_names(tmp_path):
    make_run(tmp_path, PUZZLES, [record(0, "fast", 1), record(1, "fast", 1)], run="2026-b")
    export = str(jsonl_of(tmp_path, "2026-b"))
    for names in (["last", "2026"], ["last", export], [export, "last"], [str(tmp_path / FILE), "last"]):
        assert len(load(names, tmp_path)) == len([*exported(names, tmp_path)]) - 1 == 2
    first = Path(export).read_bytes()
    make_run(tmp_path, PUZZLES, [record(0, "fast", 1)], run="2026-c")
    Path(export).write_bytes(first * 2 + jsonl_of(tmp_path, "2026-c").read_bytes() + first)
    assert len(load([export], tmp_path)) == len([*exported([export], tmp_path)]) - 3 == 3
    Path(export).write_bytes(first.replace(b'"repeat":0', b'"repeat":[]'))
    assert len(load([export])) == 0


@pytest.mark.parametrize(
    ("name", "says"), [("20", "2 runs begin like this"), ("x", "neither a file nor a run"), ("", "neither")]
)
def test_a_run_that_is_not_there_or_not_clear_is_refused(tmp_path, name, says):
    make_run(tmp_path, PUZZLES, [], run="2025-a")
    make_run(tmp_path, PUZZLES, [], run="2026-b")
    with pytest.raises(InputError, match=says):
        find(name, tmp_path)


def test_a_folder_without_runs_is_refused_and_not_made(tmp_path):
    with pytest.raises(InputError, match="no run was made there"):
        stored_runs(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


def test_an_export_of_before_has_no_ids_and_is_read(tmp_path):
    make_run(tmp_path, PUZZLES, [record(0, "fast", 1)], run="a")
    path = jsonl_of(tmp_path, "a")
    new = ("puzzle_id", "puzzle_strength", "kind")
    rows = [
        {k: v for k, v in json.loads(line).items() if k not in new} for line in path.read_text().splitlines()
    ]
    path.write_text("".join(json.dumps(row | {"schema": "sudokubench.export/1"}) + "\n" for row in rows))
    for found in (load([str(path)]), load(["a"], tmp_path)):
        assert [*found.ids] == [Board.parse(text).id for text in PUZZLES]


def test_a_manifest_that_is_not_json_leaves_the_records_readable(tmp_path):
    make_run(tmp_path, PUZZLES, [record(0, "fast", 2.5)], manifest="{oops")
    found = load(["last"], tmp_path)
    assert found.runs[0].manifest == {}
    assert cells(found).limit_s == 2.5


def test_a_file_that_is_not_a_database_is_refused(tmp_path):
    (tmp_path / FILE).write_bytes(b"SQLite format 3\0" + b"junk" * 999)
    with pytest.raises(InputError, match="cannot be used"):
        load(["last"], tmp_path)


def test_a_rating_is_taken_from_the_records_or_from_a_file(tmp_path):
    rows = [record(0, "fast", 1, stats='{"rating": 7.1}'), record(1, "fast", 1, stats="{rating")]
    make_run(tmp_path, PUZZLES, rows)
    (tmp_path / "r.csv").write_text(f"puzzle,rating\n{PUZZLES[2]},3.4\n")
    assert load(["last"], tmp_path).ratings[0] == 7.1
    both = load(["last"], tmp_path, read_ratings(tmp_path / "r.csv")).ratings
    assert (both[0], both[2]) == (7.1, 3.4)
    assert np.isnan(both[1])


@pytest.mark.parametrize("text", ["a,b\n1,2\n", "puzzle,rating\nx,much\n", "puzzle,rating\nx\n", ""])
def test_a_file_without_ratings_is_refused(tmp_path, text):
    (tmp_path / "r.csv").write_text(text)
    with pytest.raises(InputError):
        read_ratings(tmp_path / "r.csv")


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_an_exported_run_reads_back_as_it_was(tmp_path, name):
    rows = [record(0, "fast", 1e-3, stats='{"rating": 2}'), timeout(0, "slow", message="too long")]
    make_run(tmp_path, PUZZLES, rows, disagreements=[(1, "a says none")])
    path = str(tmp_path / name)
    assert write(exported(["last"], tmp_path), path, "jsonl") == 4
    there, back = load(["last"], tmp_path), load([path])
    assert [*back.texts] == [*there.texts]
    assert [*back.places] == [*there.places]
    assert back.runs[0].manifest == there.runs[0].manifest
    assert back.disagreements == there.disagreements == {1: "a says none"}
    assert back.messages == there.messages == {1: "too long"}
    for column, values in there.columns.items():
        assert (back.columns[column] == values).all(), column
    assert back.ratings[0] == 2


def test_an_empty_run_can_be_exported_too(tmp_path):
    make_run(tmp_path, [], [], finished=False)
    path = str(jsonl_of(tmp_path))
    back = load([path])
    assert ([*back.texts], len(back), back.runs[0].finished) == ([], 0, None)
    assert back.runs[0].limits.wall_s == 60


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"), (b"hello\n", "JSON"), (b"{}\n", "is it a file of runs export"), (b"[1]\n", "runs export"),
        (b"\xff\xfe", "not UTF-8"), (b'{"schema":"sudokubench.export/1","position":0}\n', "without its puzzle"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_an_export_is_refused(tmp_path, content, says):
    (tmp_path / "a.jsonl").write_bytes(content)
    with pytest.raises(InputError, match=says):
        load([str(tmp_path / "a.jsonl")])


def test_an_export_that_was_cut_off_is_refused_with_its_line(tmp_path):
    make_run(tmp_path, PUZZLES, [record(0, "fast", 1), record(1, "fast", 1)])
    path = jsonl_of(tmp_path)
    path.write_text(path.read_text()[:-200])
    with pytest.raises(InputError, match=r"a\.jsonl:3: not a JSON record"):
        load([str(path)])
    packed = tmp_path / "a.jsonl.gz"
    packed.write_bytes(gzip.compress(b'{"schema":"sudokubench.export/1"}\n' * 9999)[:60])
    with pytest.raises(InputError, match="cannot be read"):
        load([str(packed)])


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"position": [1]}, r"position is \[1\]"),
        ({"stats": {"rating": "hard"}}, "rating is 'hard'"),
        ({"stats": '{"rating": [1]}'}, r"rating is \[1\]"),
        ({"run": ["x"]}, r"run is \['x'\]"),
        ({"manifest": {"plan": {"corpora": 5}}}, "corpora of its plan is 5"),
        ({"manifest": [1]}, "manifest is"),
        ({"manifest": {"plan": {"backends": {"a": 1}}}}, "backends of its plan"),
        ({"position": True}, "position is true"),
        ({"puzzle": "\ud800"}, "half of a character"),
        ({"reproducer": 3}, "reproducer is 3"),
        ({"backend": {}}, "backend is"),
        ({"message": json.loads("[" * 60 + "]" * 60)}, "more than 50 deep"),
        ({"puzzle_verdict": []}, "puzzle_verdict is"),
    ],
)
def test_an_export_that_was_altered_is_refused_with_the_line_and_the_value(tmp_path, changes, says):
    make_run(tmp_path, PUZZLES, [record(0, "fast", 1), record(1, "fast", 1)])
    path = jsonl_of(tmp_path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], json.dumps(json.loads(lines[1]) | changes), *lines[2:]]))
    with pytest.raises(InputError, match=rf"a\.jsonl:2: .*{says}"):
        load([str(path)])


@pytest.mark.parametrize("form", ["csv", "parquet", "jsonl"])
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"count": "zz"}, "count is 'zz'"),
        ({"verdict": []}, "verdict is"),
        ({"exhausted": 2}, "exhausted is 2"),
    ],
)
def test_a_damaged_measurement_is_not_exported_again(tmp_path, form, changes, says):
    make_run(tmp_path, PUZZLES, [record(0, "fast", 1)])
    path = jsonl_of(tmp_path)
    first, *rest = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps(json.loads(first) | changes), *rest]))
    with pytest.raises(InputError, match=rf"a\.jsonl:1: .*{says}"):
        write(exported([str(path)]), str(tmp_path / "b"), form)


@pytest.mark.parametrize("missing", ["count", "termination", "message", "backend"])
def test_an_export_without_a_field_is_exported_again(tmp_path, missing):
    make_run(tmp_path, PUZZLES, [record(0, "fast", 1)])
    path = jsonl_of(tmp_path)
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    fewer = ({k: v for k, v in row.items() if k != missing} for row in rows)
    path.write_text("".join(json.dumps(row) + "\n" for row in fewer))
    assert write(exported([str(path)]), str(tmp_path / "b"), "csv") == (missing != "backend")


def test_a_compressed_export_that_grows_without_end_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr("sudokubench.report.export_rows.MAX_KEPT_BYTES", 1000)
    monkeypatch.setattr("sudokubench.report.export_rows._GROWTH_FREE", 10_000)
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b" " * 10**6))
    with pytest.raises(InputError, match=r"a\.jsonl\.gz:1: a line of more than 1,000 bytes"):
        load([str(path)])
    path.write_bytes(gzip.compress(b'{"schema":"sudokubench.export/2"}\n' * 10**5))
    with pytest.raises(InputError, match=r"a\.jsonl\.gz:\d+: unpacked, it has more than"):
        load([str(path)])
    monkeypatch.setattr("sudokubench.report.export_rows._GROWTH", 0)
    path.write_bytes(gzip.compress(b"{}\n" * 4000))
    with pytest.raises(InputError, match="unpacked, it has more than 10,000 bytes"):
        list(bounded_lines(path, packed=True))
    monkeypatch.setattr("sudokubench.report.export_rows._GROWTH_FREE", 12_000)
    assert len(list(bounded_lines(path, packed=True))) == 4000
    path.write_bytes(gzip.compress(b"{}")[:10] + b"\xff" * 20)
    with pytest.raises(InputError, match=r"cannot be read: .*; write or save this file again"):
        load([str(path)])
    path.write_bytes(gzip.compress(b"\xff"))
    with pytest.raises(InputError, match=r"a\.jsonl\.gz:1: it has bytes that are not UTF-8"):
        load([str(path)])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("\n\nx,y", "first line"),
        ("x,nan", ":2: the rating is 'nan'"),
        ("x,-5", ":2: the rating is '-5': a number from 0"),
        ("x,1\ny,1e999", ":3:"),
        ('"' + "x" * 200_000, "cannot be"),
        ("x" * 10**5, ":2: the rating is null"),
    ],
)
def test_an_invalid_rating_is_refused_with_its_line(tmp_path, text, says):
    head = "" if text.startswith("\n") else "puzzle,rating\n"
    (tmp_path / "r.csv").write_text(head + text)
    with pytest.raises(InputError, match=says):
        read_ratings(tmp_path / "r.csv")


def test_csv_has_a_column_for_every_field_and_no_formulas(tmp_path):
    make_run(tmp_path, PUZZLES[:1], [record(0, "fast", 1, message="=HYPERLINK(1)")], source="+evil.txt")
    path = tmp_path / "a.csv"
    write(exported(["last"], tmp_path), str(path), "csv")
    head, row = path.read_text().splitlines()
    fields = dict(zip(head.split(","), row.split(","), strict=True))
    assert fields["source"] == "'+evil.txt"
    assert fields["message"] == "'=HYPERLINK(1)"
    assert fields["puzzle"] == PUZZLES[0]
    assert int(fields["encode_ns"]) + int(fields["solve_ns"]) + int(fields["decode_ns"]) == 10**9


def test_parquet_has_the_same_rows(tmp_path):
    from pyarrow import parquet

    make_run(tmp_path, PUZZLES, [record(i, b, 1e-3) for i in range(3) for b in ("fast", "slow")])
    write(exported(["last"], tmp_path), str(tmp_path / "a.parquet"), "parquet")
    table = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    expected = [{key: row.get(key) for key in table[0]} for row in exported(["last"], tmp_path)]
    assert table == expected
    write(exported(["last"], tmp_path), str(tmp_path / "a.csv"), "csv")
    for name in ("a.parquet", "a.csv"):
        with pytest.raises(
            InputError, match=rf"{name}: .* write the runs again with `sudokubench runs export --to jsonl`"
        ):
            load([str(tmp_path / name)], tmp_path)


def test_equal_runs_make_equal_compressed_files(tmp_path):
    make_run(tmp_path, PUZZLES, [record(0, "fast", 1)])
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        write(exported(["last"], tmp_path), str(tmp_path / name), "jsonl")
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()


def test_reading_a_run_leaves_the_database_as_it_was(tmp_path):
    make_run(tmp_path, PUZZLES, [record(0, "fast", 1)])
    with database(tmp_path / FILE) as db:
        before = list(db.iterdump())
    load(["last"], tmp_path)
    list(exported(["last"], tmp_path))
    with database(tmp_path / FILE) as db:
        assert list(db.iterdump()) == before
    assert json.loads(json.dumps(next(exported(["last"], tmp_path))))["schema"] == "sudokubench.export/2"
