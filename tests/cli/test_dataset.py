"""Data sets: the same bytes however they are made, no class in two splits, and every fault is found."""

import csv
import json
import re
import shlex
import sys
import xml.etree.ElementTree as ET
from itertools import pairwise
from math import nan
from pathlib import Path
from random import Random

import pytest

from sudokubench import Board, count
from sudokubench.actions import dataset as flow
from sudokubench.actions import words, workers
from sudokubench.actions.dataset import COLUMNS, Recipe, sample, split_of
from sudokubench.actions.rate import rate
from sudokubench.errors import BackendUnavailable, InputError, UsageError
from sudokubench.generation.puzzles import nothing
from sudokubench.generation.wish import Wish
from sudokubench.layout import Layout
from sudokubench.symmetry import canonical, random_symmetry

OUTSIDE = Path(__file__).parents[1] / "outside_program.py"
LINES = Path(__file__).parents[2] / "examples" / "programs" / "lines.py"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MAKE = (
    "dataset", "make", "set", "-n", "150", "--minimal", "--rated", "12", "--certified", "4", "--seed", "7",
)  # fmt: skip


def rows_of(folder):
    with open(folder / "puzzles.csv", newline="") as file:
        return list(csv.DictReader(file))


def files_of(folder):
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a data set of 150 rows."""
    folder = tmp_path_factory.mktemp("made") / "set"
    flow.make(Recipe(Wish(minimal=True), 150, 7, rate=12, certify=4), folder)
    return folder


@pytest.fixture
def copy(made, tmp_path):
    """Return a copy of the data set in the current folder."""
    (tmp_path / "set").mkdir()
    for name, content in files_of(made).items():
        (tmp_path / "set" / name).write_bytes(content)
    return tmp_path / "set"


def test_every_column_is_what_it_says(made):
    rows = rows_of(made)
    assert len(rows) == 150
    assert tuple(rows[0]) == COLUMNS
    for row in rows:
        board = Board.parse(row["puzzle"])
        assert board.is_solved_by(Board.parse(row["solution"]))
        assert (count(board, limit=2), board.clue_count) == (1, int(row["clues"]))
        assert canonical(board).class_id == row["class_id"]
        assert row["split"] == split_of(row["class_id"], {"train": 0.8, "validation": 0.1, "test": 0.1})
    for row in rows[:30]:
        board = Board.parse(row["puzzle"])
        assert all(count(board.without_digit(cell), limit=2) == 2 for cell, _ in board.clues)
    found = [row for row in rows if row["se"]]
    assert len(found) == 12
    for row, rating in zip(found, rate([row["puzzle"] for row in found]), strict=True):
        assert (float(row["se"]), row["class"]) == (rating.se, rating.level.value)
        assert row["hardest"]
    assert {row["split"] for row in rows} == {"train", "validation", "test"}


def test_the_card_shows_what_is_in_the_rows(made):
    card, rows = (made / "README.md").read_text(), rows_of(made)
    for split in ("train", "validation", "test"):
        assert (
            f"| {split} | {'0.8' if split == 'train' else '0.1'} | {[r['split'] for r in rows].count(split)} |"
            in card
        )
    clues = [row["clues"] for row in rows]
    assert all(f"| {k} | {clues.count(k)} |" in card for k in set(clues))
    assert "150 Sudoku puzzles" in card
    assert "150 classes" in card
    assert "seed 7" in card
    assert "CC0" in card
    for plot in ("clues.svg", "ratings.svg"):
        assert f"]({plot})" in card
        _, *bars = ET.parse(made / plot).getroot().findall("{*}rect")  # the first is the ground
        counts = [int(bar.findtext("{*}title").rpartition(": ")[2]) for bar in bars]
        tall = [200 * count / max(counts) for count in counts]
        assert [float(bar.attrib["height"]) for bar in bars] == pytest.approx(tall, abs=0.1)
        assert {float(bar.attrib["y"]) + float(bar.attrib["height"]) for bar in bars} == {230.0}


def test_a_folder_in_which_another_call_writes_is_refused(tmp_path):
    with (
        flow._held(tmp_path),
        pytest.raises(InputError, match=re.escape(words.FOLDER_IN_USE.format(folder=tmp_path).en)),
    ):
        flow.make(Recipe(Wish(), 10), tmp_path)
    assert not list(tmp_path.iterdir())
    assert flow.make(Recipe(Wish(), 10), tmp_path).state["finished"]


@pytest.mark.thorough
def test_the_bytes_are_the_same_for_any_number_of_jobs_and_after_any_interruption(
    sudokubench, made, tmp_path, monkeypatch
):
    assert sudokubench(*MAKE, "--jobs", "2")[0] == 0
    assert files_of(tmp_path / "set") == files_of(made)
    for file in (tmp_path / "set").iterdir():
        file.unlink()
    writes = []

    def stopped(data):
        """Interrupt the command while it writes the first part, and again before it records the second part."""
        writes.append(data.state["rows"])
        if len(writes) in {2, 4}:
            raise KeyboardInterrupt
        saved(data)

    saved = flow.DataSet.save
    monkeypatch.setattr(flow.DataSet, "save", stopped)
    assert sudokubench(*MAKE)[0] == 130
    assert not json.loads((tmp_path / "set" / "dataset.json").read_text())["rows"]
    code, _, err = sudokubench(*MAKE)
    assert code == 130
    assert f"interrupted; {writes[3]} of 150 rows are kept in set; the same command continues" in err
    assert len(rows_of(tmp_path / "set")) == writes[3] > writes[2]
    with open(tmp_path / "set" / "puzzles.csv", "a") as file:
        file.write("half a li")
    code, out, _ = sudokubench("dataset", "verify", "set")
    assert code == 3
    assert f"{150 - writes[2]} of 150 rows are missing" in out
    code, _, err = sudokubench(*MAKE)
    assert (code, f"continuing after {writes[2]} of 150 rows" in err) == (0, True)
    assert files_of(tmp_path / "set") == files_of(made)
    assert sudokubench(*MAKE)[2].startswith("sudokubench: set is complete")


def test_what_is_right_has_no_fault(sudokubench, copy):
    code, out, _ = sudokubench("dataset", "verify", "set")
    assert code == 0
    assert "150 rows in 150 classes" in out
    assert "0 faults; rows checked for minimality: 150, rated again: 12; certificates checked: 4" in out
    assert sudokubench("dataset", "verify", "set", "--json", "--sample", "5", "--backend", "sliced") == (
        0,
        "",
        "",
    )
    assert (
        "minimality: 5, rated again: 5; certificates checked: 4"
        in sudokubench("dataset", "verify", "set", "--sample", "5")[1]
    )


FAULTS = {
    "solution": ("wrong", "its solution is wrong"),
    "no solution": ("wrong", "its solution is wrong"),
    "empty solution": ("wrong", "its solution is wrong"),
    "clues": ("wrong", ", not 99"),
    "se": ("wrong", "its se is"),
    "hardest": ("wrong", "its hardest is"),
    "empty se": ("wrong", "its se is"),
    "empty clues": ("wrong", "its clues is"),
    "empty split": ("wrong", "its split is"),
    "class_id": ("wrong", "its class_id is"),
    "split": ("wrong", "its split is"),
    "puzzle": ("not_unique", "several solutions"),
    "more": ("not_minimal", "without one of its clues"),
}


def verified_with(sudokubench, copy, rows, columns):
    """Return the exit code, and the faults of the copy with these rows, whose lines end in CR LF."""
    with open(copy / "puzzles.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    code, out, _ = sudokubench("dataset", "verify", "set", "--json")
    return code, [json.loads(line) for line in out.splitlines()]


def take_row(copy, number):
    lines = (copy / "puzzles.csv").read_text().splitlines(keepends=True)
    del lines[number]
    (copy / "puzzles.csv").write_text("".join(lines))


def test_a_backend_that_denies_a_stated_solution_is_blamed(sudokubench, tmp_path):
    (tmp_path / "one.csv").write_text(f"puzzle,solution\n{'.' * 3}{SOLVED[3:]},{SOLVED}\n")
    wrong = f"cmd:{sys.executable} {OUTSIDE} unsat {{cnf}}"
    code, out, _ = sudokubench("dataset", "verify", "one.csv", "-b", wrong)
    assert (code, "finds no solution, but the column solution has one" in out) == (3, True)


@pytest.mark.parametrize("column", FAULTS)
def test_every_fault_is_found_and_its_row_named(sudokubench, copy, column):
    rows = rows_of(copy)
    place = next(i for i, row in enumerate(rows) if row["se"])
    row = rows[place]
    cell = row["puzzle"].index(".")
    match column:
        case "solution":
            row["solution"] = row["solution"][1:] + row["solution"][0]
        case "no solution":
            row["solution"] = "none"
        case _ if column.startswith("empty"):
            row[column.split()[1]] = ""
        case "puzzle":
            clue = next(i for i, sign in enumerate(row["puzzle"]) if sign != ".")
            row["puzzle"] = row["puzzle"][:clue] + "." + row["puzzle"][clue + 1 :]
        case "more":
            row["puzzle"] = row["puzzle"][:cell] + row["solution"][cell] + row["puzzle"][cell + 1 :]
        case _:
            row[column] = {"clues": "99", "se": "9.9", "hardest": "x", "class_id": "0" * 16}.get(
                column, "test" if row["split"] == "train" else "train"
            )
    code, found = verified_with(sudokubench, copy, rows, COLUMNS)
    kind, reason = FAULTS[column]
    assert any(one["fault"] == kind and reason in one["reason"] for one in found)
    assert {one["place"] for one in found} == {f"set/puzzles.csv:{place + 2}"}
    assert code == (5 if column == "more" and len(found) == 1 else 3)


@pytest.mark.parametrize("column", ["clues", "se", "class", "hardest", "class_id", "split"])
def test_a_column_that_is_taken_away_is_missed_in_every_row_that_has_it(sudokubench, copy, column):
    rows = rows_of(copy)
    code, found = verified_with(sudokubench, copy, rows, [name for name in COLUMNS if name != column])
    assert code == 3
    assert {one["place"] for one in found} == {
        f"set/puzzles.csv:{line}" for line, row in enumerate(rows, 2) if row[column]
    }
    assert all(f"its {column} is" in one["reason"] for one in found)


def test_rows_that_are_taken_away_and_spoiled_certificates_are_missed(sudokubench, copy):
    take_row(copy, -1)
    proofs = (copy / "certificates.jsonl").read_text().splitlines(keepends=True)
    (copy / "certificates.jsonl").write_text(proofs[0].replace('"unique"', '"none"') + proofs[1])
    code, out, _ = sudokubench("dataset", "verify", "set")
    assert code == 3
    assert "149 rows, but 150 were made" in out
    assert "2 certificates, but 4 were made" in out
    assert "certificates.jsonl:1: wrong: its certificate: " in out


def test_a_sample_of_certificates_is_spread_evenly(sudokubench, copy):
    proofs = (copy / "certificates.jsonl").read_text().splitlines(keepends=True)
    broken = [proof.replace('"unique"', '"none"') for proof in proofs]
    (copy / "certificates.jsonl").write_text("".join([broken[0], proofs[1], broken[2], proofs[3]]))
    assert sudokubench("dataset", "verify", "set", "--sample", "2")[0] == 0  # the second and the fourth
    (copy / "certificates.jsonl").write_text("".join([*proofs[:3], broken[3]]))
    assert "certificates.jsonl:4: wrong" in sudokubench("dataset", "verify", "set", "--sample", "2")[1]


def test_a_certificate_is_for_the_puzzle_of_its_row(sudokubench, copy):
    proofs = (copy / "certificates.jsonl").read_text().splitlines(keepends=True)
    (copy / "certificates.jsonl").write_text("".join([*proofs[:3], proofs[0]]))
    code, out, _ = sudokubench("dataset", "verify", "set")
    assert (code, out.count("wrong")) == (3, 1)
    puzzles = [Board.parse(row["puzzle"]).format("line") for row in rows_of(copy)]
    found, right = (json.loads(proof)["puzzle"]["clues"] for proof in (proofs[0], proofs[3]))
    assert {found, right} <= {*puzzles}
    assert (
        f"certificates.jsonl:4: wrong: its certificate: it is for the puzzle {found}, not for {right}" in out
    )


@pytest.mark.parametrize("column", ["class", "hardest"])
def test_a_rating_without_its_number_is_checked_too(sudokubench, copy, column):
    rows = rows_of(copy)
    row = next(row for row in rows if not row["se"])
    row[column] = "Easy?"
    code, found = verified_with(sudokubench, copy, rows, COLUMNS)
    assert code == 3
    assert {one["place"] for one in found} == {f"set/puzzles.csv:{rows.index(row) + 2}"}
    assert any(one["reason"].endswith(", not Easy?") for one in found)


def test_another_recipe_is_named_by_its_option(sudokubench, copy):
    for more, said in {
        ("-n", "151"): "--number 150, not with --number 151",
        ("--clues", "20..30"): "made without --clues, not with --clues 20..30",
        ("--certified", "3"): "--certified 4, not with --certified 3",
        ("--split", "a=0.5,b=0.5"): "not with --split a=0.5,b=0.5",
        ("--grid", SOLVED): f"made without --grid, not with --grid {SOLVED}",
    }.items():
        assert said in sudokubench(*MAKE, *more)[2]
    without = [word for word in MAKE if word != "--minimal"]
    assert "made with --minimal, not without --minimal" in sudokubench(*without)[2]


def test_a_program_that_shows_one_solution_leaves_uniqueness_undecided(sudokubench, tmp_path):
    (tmp_path / "two.txt").write_text(f"{'.' * 9}{SOLVED[9:]}\n{SOLVED[:72]}{'.' * 9}\n")
    program = f"cmd:{shlex.join([sys.executable, str(LINES)])}"
    code, _, errors = sudokubench("dataset", "verify", "two.txt", "--backend", program)
    assert (code, "left 2 of 2 boards undecided" in errors) == (6, True)


def test_a_missing_row_is_the_only_fault_of_the_rows_behind_it(sudokubench, copy):
    take_row(copy, 2)
    code, out, _ = sudokubench("dataset", "verify", "set")
    assert (code, out.splitlines()[0]) == (3, "set: wrong: 149 rows, but 150 were made")
    assert "\n1 fault;" in out


def test_rows_and_clues_of_the_state_are_compared_with_the_rows(sudokubench, copy):
    state = json.loads((copy / "dataset.json").read_text())
    state |= {"rows": 5, "recipe": state["recipe"] | {"clues": [17, 18]}}
    (copy / "dataset.json").write_text(json.dumps(state))
    code, out, _ = sudokubench("dataset", "verify", "set", "--sample", "1")
    assert code == 3
    assert "set/dataset.json: wrong: its rows is 150, not 5\n" in out
    assert out.count(", not 17..18: ") == 150


def test_faults_are_named_in_japanese_but_json_stays_as_it_is(sudokubench, copy, monkeypatch):
    take_row(copy, -1)
    english = sudokubench("dataset", "verify", "set", "--json")
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    _, out, _ = sudokubench("dataset", "verify", "set")
    assert out.splitlines()[0] == "set：誤り：149行ありますが、作ったのは150行です"
    assert sudokubench("dataset", "verify", "set", "--json") == english


def test_a_table_may_end_its_lines_as_old_programs_do(sudokubench, made, tmp_path):
    (tmp_path / "old.csv").write_bytes((made / "puzzles.csv").read_bytes().replace(b"\n", b"\r"))
    assert sudokubench("dataset", "verify", "old.csv")[0] == 0


def test_equivalent_rows_of_two_files_of_somebody_else_are_found(sudokubench, made, tmp_path):
    rows, random = rows_of(made), Random(1)
    boards = [Board.parse(row["puzzle"]) for row in rows]
    turned = random_symmetry(boards[3].problem, random)(boards[3])
    fewer = boards[20].without_digit(boards[20].clues[0][0])
    train = ["quizzes,solutions", *(f"{r['puzzle']},{r['solution']}" for r in rows[:10])]
    (tmp_path / "train.csv").write_text("\n".join(train) + "\n")
    (tmp_path / "test.txt").write_text(
        "\n".join([str(boards[11]), str(turned), "no board 12", str(fewer)]) + "\n"
    )
    code, out, _ = sudokubench("dataset", "verify", "train.csv", "test.txt")
    assert out.splitlines()[:2] == [
        f"test.txt:4: not unique: several solutions: {fewer}",
        f"test.txt:2: leak: in test.txt, and equivalent to train.csv:5 in train.csv: {rows[3]['class_id']}",
    ]
    assert "13 rows in 12 classes: test.txt 3, train.csv 10; checked by dlx" in out
    assert code == 5
    assert sudokubench("dataset", "verify", "train.csv")[0] == 0
    spare = Board.parse(rows[0]["solution"]).without_digit(0)
    (tmp_path / "spare.txt").write_text(f"{spare}\n")
    assert sudokubench("dataset", "verify", "spare.txt")[0] == 0
    for rows in ("1", "all"):
        code, out, _ = sudokubench("dataset", "verify", "spare.txt", "--minimal", "--sample", rows)
        assert (code, "spare.txt:1: not minimal" in out) == (5, True)


def test_parquet_has_the_same_rows_and_faults_are_found_in_it(sudokubench, made, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    assert sudokubench(*MAKE, "--to", "parquet")[0] == 0
    assert sorted(files_of(tmp_path / "set")) == sorted(
        {*files_of(made), "puzzles.parquet"} - {"puzzles.csv"}
    )
    table = parquet.read_table(tmp_path / "set" / "puzzles.parquet")
    for ours, theirs in zip(rows_of(made), table.to_pylist(), strict=True):
        assert theirs["puzzle"] == ours["puzzle"]
        assert theirs["clues"] == int(ours["clues"])
        assert theirs["se"] == (pytest.approx(float(ours["se"])) if ours["se"] else None)
        assert (theirs["split"], theirs["class_id"]) == (ours["split"], ours["class_id"])
    assert sudokubench("dataset", "verify", "set")[0] == 0
    other = table.set_column(2, "clues", [[99] * len(table)])
    parquet.write_table(other, tmp_path / "set" / "puzzles.parquet")
    code, out, _ = sudokubench("dataset", "verify", "set")
    assert (code, out.count(", not 99")) == (3, 150)


def test_parquet_without_its_library_is_refused_before_anything_is_made(monkeypatch, tmp_path):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(BackendUnavailable, match="pyarrow"):
        flow.make(Recipe(Wish(), 10, form="parquet"), tmp_path / "set")
    assert not (tmp_path / "set").exists()


def test_other_layouts_say_theirs_in_every_row(sudokubench, tmp_path):
    assert (
        sudokubench("dataset", "make", "small", "-n", "40", "--layout", "6x6", "--certified", "all")[0] == 0
    )
    assert all(Board.parse(row["puzzle"]).layout == Layout.standard(6) for row in rows_of(tmp_path / "small"))
    code, out, _ = sudokubench("dataset", "verify", "small")
    assert (code, "certificates checked: 40" in out) == (0, True)


@pytest.mark.parametrize(
    ("wish", "said"), [([], ""), (["--symmetry", "rot180"], "Requested: symmetry rot180. ")]
)
def test_the_card_names_the_requests(sudokubench, tmp_path, wish, said):
    assert sudokubench("dataset", "make", "small", "-n", "2", "--layout", "4x4", *wish)[0] == 0
    assert re.findall("Requested: .*?[.] ", (tmp_path / "small" / "README.md").read_text()) == [said] * bool(
        said
    )


@pytest.mark.parametrize(("wanted", "n"), [(0, 10), (1, 10), (3, 10), (10, 10), (7, 1000), (1000, 1000)])
def test_a_sample_has_as_many_rows_as_are_wanted_evenly_spread_however_they_come(wanted, n):
    whole = sorted(sample(0, n, wanted, n))
    assert len(whole) == wanted
    parts = [
        first + row for first in range(0, n, 3) for row in sorted(sample(first, min(3, n - first), wanted, n))
    ]
    assert parts == whole
    assert all(n // wanted <= b - a <= -(-n // wanted) for a, b in pairwise(whole))


def test_splits_have_their_shares_and_every_class_has_one():
    random = Random(3)
    ids = [f"{random.randrange(1 << 64):016x}" for _ in range(20_000)]
    shares = {"a": 0.5, "b": 0.3, "c": 0.2}
    found = [split_of(one, shares) for one in ids]
    assert all(abs(found.count(name) / 20_000 - share) < 0.02 for name, share in shares.items())
    assert split_of("f" * 16, {"a": 0.1, "b": 0.2, "c": 0.7}) == "c"
    assert found == [split_of(one, shares) for one in ids]


@pytest.mark.parametrize(
    "splits",
    [
        (("a", 0.5),), (("a", 0.5), ("a", 0.5)), (("a", -1.0), ("b", 2.0)), (("", 1.0),),
        (("a", 1.0), ("b", nan)), (),
    ],
)  # fmt: skip
def test_invalid_splits_are_refused(splits):
    with pytest.raises(UsageError):
        Recipe(Wish(), 10, splits=splits)


def test_the_titles_are_written_once_although_the_first_part_had_no_puzzle(tmp_path, monkeypatch):
    def cut(number, wish, seed):
        if number:
            raise KeyboardInterrupt
        return nothing(wish)

    recipe = Recipe(Wish(layout=Layout.standard(4)), 5)
    with monkeypatch.context() as patch:
        patch.setattr(flow, "part", cut)
        with pytest.raises(KeyboardInterrupt):
            flow.make(recipe, tmp_path / "set")
    rows = flow.make(recipe, tmp_path / "set").rows.read_text()
    assert (rows.count("puzzle,solution"), len(rows.splitlines())) == (1, 6)


def test_a_damaged_description_is_reported(sudokubench, copy):
    (copy / "dataset.json").write_text("{}")
    told = f"sudokubench: set/dataset.json: {words.STATE_DAMAGED}\n"
    assert sudokubench("dataset", "verify", "set") == (4, "", told)


def test_work_is_given_to_as_many_processes_as_are_wanted(monkeypatch, tmp_path):
    asked = []
    honest = workers.in_order

    def in_order(work, tasks, jobs):
        asked.append(jobs)
        return honest(work, tasks, 1)

    monkeypatch.setattr(flow, "in_order", in_order)
    flow.make(Recipe(Wish(), 10), tmp_path / "set", jobs=3)
    assert asked == [3, 3]


def test_a_card_says_how_many_rows_repeat_a_board(tmp_path):
    """400 rows of 4x4 hold two boards twice."""
    made = flow.make(Recipe(Wish(Layout.standard(4), minimal=True), 400, seed=1), tmp_path / "set")
    puzzles = [line.split(",")[0] for line in made.rows.read_text().splitlines()[1:]]
    repeated = len(puzzles) - len(set(puzzles))
    card = (tmp_path / "set" / "README.md").read_text()
    assert repeated > 0
    assert f"repeat the board of an earlier row: {repeated}." in card
