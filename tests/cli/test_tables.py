"""Tables on a terminal: whole in 80 columns, in either language; and the language of the locale."""

import signal

import pytest
from report.making import analysis, make_run, puzzle, record

from sudokubench.cli.output import locale_language, print_table
from sudokubench.report import compare, history, tables
from sudokubench.report.model import Column, Table
from sudokubench.report.statistics import Interval
from sudokubench.report.values import Display
from sudokubench.words import Words

COLUMNS = (
    Column("backend", Words("backend", "バックエンド"), Display.CODE),
    Column("nothing", Words("nothing", "なし"), Display.COUNT),
    *(Column(f"t{n}", Words(f"time number {n}", f"時間その{n}"), Display.SECONDS) for n in range(5)),
    Column("why", Words("why it is so", "理由"), Display.WORDS),
)
ROWS = [
    (
        "cryptominisat", None, *[Interval(1.5, 1.25, 100.0)] * 2, *[2e-5] * 3,
        Words("because it is so", "そうだから"),
    ),
    ("sat:solver=glucose4", None, *[0.25] * 5, None),
]  # fmt: skip
TABLE = Table("times", Words("Times", "時間"), COLUMNS, ROWS)


@pytest.mark.parametrize(("language", "left"), [("en", "time number"), ("ja", "時間その")])
def test_a_table_is_whole_in_80_columns_and_what_has_no_room_is_named(capsys, language, left):
    print_table(TABLE, language)
    narrow, said = capsys.readouterr()
    print_table(TABLE, language, wide=True)
    wide, nothing = capsys.readouterr()
    assert max(map(len, narrow.splitlines())) <= 80
    for text in (narrow, wide):
        assert "1.50 s [1.25 s, 100 s]" in text
        assert "sat:solver=glucose4" in text
        assert "…" not in text
        assert COLUMNS[1].title.to(language) not in text
    assert left in said
    assert "--wide" in said
    assert ROWS[0][-1].to(language) not in narrow
    assert ROWS[0][-1].to(language) in wide
    assert nothing == ""


def test_no_column_comes_after_one_that_has_no_room(capsys):
    print_table(Table("t", Words("T", "T"), COLUMNS[::-1], [row[::-1] for row in ROWS]), "en")
    out, said = capsys.readouterr()
    assert "because it is so" in out
    assert said.index("time number 0") < said.index("backend")


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "ja_JP.UTF-8"}, "ja"), ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "ja"}, "ja"), ({"LANG": "de_DE.UTF-8"}, "en"), ({}, "en"),
    ],
)  # fmt: skip
def test_the_language_is_that_of_the_locale(monkeypatch, variables, language):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert locale_language() == language


def test_a_command_speaks_the_language_of_the_locale_by_default(sudokubench, monkeypatch):
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert "解がありません" in sudokubench("hint", "11..............")[2]
    assert "解がありません" not in sudokubench("hint", "11..............", "--lang", "en")[2]
    assert "問、課題unique" in sudokubench("run", "1...............", "--backend", "algorithm_x")[1]


@pytest.mark.parametrize(("locale", "more"), [("ja_JP.UTF-8", []), ("C.UTF-8", ["--lang", "ja"])])
def test_ctrl_c_is_reported_in_the_language_of_the_command(sudokubench, monkeypatch, locale, more):
    monkeypatch.setenv("LC_ALL", locale)
    monkeypatch.setattr("sudokubench.actions.hint.hint", lambda *_, **__: signal.raise_signal(signal.SIGINT))
    code, out, err = sudokubench("hint", "1...3..2...3..2.", *more)
    assert (code, out, err.strip()) == (130, "", "sudokubench: 中断しました")


def test_engines_that_are_not_installed_are_named_once_with_the_line_that_installs_them(
    sudokubench, monkeypatch
):
    from sudokubench.backends import registry

    there = registry.missing
    gone = {"z3", "clingo"}
    monkeypatch.setattr(registry, "missing", lambda name: ["nowhere"] if name in gone else there(name))
    _, _, err = sudokubench("check", "-b", "all", "1234341221434321")
    (line,) = [line for line in err.splitlines() if "z3" in line]
    assert "not installed: clingo, z3; install them with: " in line
    assert line.endswith("[engines]'") or line.endswith("[engines]")
    assert "-m pip install " in line
    remedy = line.split("install them with: ")[1]
    assert sudokubench("solve", "-b", "z3", "1234341221434321")[2].rstrip().endswith(remedy)
    assert sudokubench("backends")[2].rstrip() == line


LONG = "sat:solver=glucose4,encoding=sequential_counter,duplicates=1"


def run_of_long_names(folder):
    names = (LONG, "cryptominisat:threads=2", "dlx")
    rows = [
        record(i, name, 1e-4 * (1 + j) * (1 + i) * (1 + 0.01 * k), repeat=k, cpu_ns=10**5 * (1 + j) * (1 + i))
        for i in range(9)
        for j, name in enumerate(names)
        for k in range(5)
    ]
    make_run(folder, [puzzle(i) for i in range(9)], rows, backends=names)
    return analysis(folder)


@pytest.mark.parametrize(
    ("table", "answers"),
    [
        (tables.brief, ["PAR-2", "times", "wrong"]),
        (lambda a: tables.of_one_interval(tables.standings(a)), ["PAR-2", "times", "place", "against"]),
        (lambda a: compare.table(compare.compare(a, a)), ["change", "time", "wrong", "in B", "contradict"]),
        (lambda a: history.brief(history.history_of([a])), ["started", "first"]),
    ],
    ids=["run", "rank", "compare", "history"],
)
def test_the_column_that_answers_is_there_however_long_the_names_are(tmp_path, capsys, table, answers):
    print_table(table(run_of_long_names(tmp_path)), "en")
    out, _ = capsys.readouterr()
    assert max(map(len, out.splitlines())) <= 80
    head = out[: out.index("━")]
    assert all(answer in head for answer in answers)
    assert LONG[:10] in out
    assert "…" not in out


def test_a_terminal_too_narrow_for_the_answers_shows_them_whole(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "20")
    print_table(tables.brief(run_of_long_names(tmp_path)), "en")
    row = next(line for line in capsys.readouterr().out.splitlines() if " dlx " in line)
    assert row.split() == ["dlx", "9", "0", "1.50", "ms", "3.00", "[3.00,", "3.00]"]


def test_the_count_of_a_board_stands_beside_its_text(tmp_path, capsys):
    board = "." * 80 + "1"
    rows = [record(0, "dlx", 1e-3, count=6_670_903, verdict="multiple")]
    make_run(tmp_path, [board], rows, backends=("dlx",))
    print_table(tables.counts(analysis(tmp_path)), "en")
    out, _ = capsys.readouterr()
    assert "6,670,903   exact" in out
    assert max(map(len, out.splitlines())) <= 80
