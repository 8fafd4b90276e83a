"""The library as a user meets it: the first snippets of a user, the arguments of the calls, and their results.

Expected values are published (Knuth's example, 92 placements of 8 queens, 288 grids of 4x4), or can be checked by eye.
"""

import copy
import doctest
import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

import sudokubench
from sudokubench import (
    Board,
    ExactCover,
    InputError,
    UsageError,
    boards,
    check,
    compare,
    count,
    explain,
    generate,
    hint,
    is_unique,
    rate,
    run,
    solutions,
    solve,
    solve_many,
    trace,
    why,
)
from sudokubench.cli import sudokubench as command
from sudokubench.formats import cover_file

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
FOUR = "1...3..2...3..2."
KNUTH = [[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]]
"""The example of Wikipedia's page on Algorithm X; its only solution is B, D, F: the options 1, 3, 5."""

SNIPPETS = {
    "solve a puzzle": """
        >>> from sudokubench import solve
        >>> str(solve(PUZZLE).solution) == SOLUTION
        True
    """,
    "print an answer": """
        >>> print(solve(FOUR))
        unique (dlx): 1234341221434321
    """,
    "see an answer at the prompt": """
        >>> solve(FOUR)
        <Answer unique (dlx): 1234341221434321>
    """,
    "print the solution as a grid": """
        >>> print(solve(FOUR).solution.format("grid"))
        1 2 | 3 4
        3 4 | 1 2
        ----+----
        2 1 | 4 3
        4 3 | 2 1
    """,
    "take one cell of the solution": """
        >>> solve(PUZZLE).solution[0, 2]
        4
    """,
    "take the rows of the solution": """
        >>> solve(FOUR).solution.rows()
        ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
    """,
    "turn the solution into an array": """
        >>> np.asarray(solve(PUZZLE).solution).sum(axis=0).tolist()
        [45, 45, 45, 45, 45, 45, 45, 45, 45]
    """,
    "solve a file": """
        >>> from pathlib import Path
        >>> solve(Path("puzzle.txt")).verdict.value, solve("puzzle.txt").verdict.value
        ('unique', 'unique')
    """,
    "mistype the name of a file": """
        >>> solve("puzle.txt")
        Traceback (most recent call last):
        sudokubench.errors.InputError: puzle.txt is not a board, and no file has this name; did you mean puzzle.txt?
    """,
    "choose an engine": """
        >>> solve(FOUR, backend="sat").solution == solve(FOUR, backend="cpsat").solution
        True
    """,
    "solve many": """
        >>> solve_many([PUZZLE, PUZZLE]).counts.tolist()
        [1, 1]
    """,
    "list the solutions": """
        >>> sorted(str(found) for found in solutions("..343412..434321"))
        ['1234341221434321', '2134341212434321']
    """,
    "count the solutions": """
        >>> count("." * 16), count("queens:8")
        (288, 92)
    """,
    "ask whether a puzzle is proper": """
        >>> is_unique(PUZZLE), is_unique("." * 81)
        (True, False)
    """,
    "solve an exact cover": """
        >>> options = {"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]}
        >>> solve(options).solution
        ('B', 'D', 'F')
    """,
    "solve an exact cover without names": """
        >>> solve(KNUTH).solution
        (1, 3, 5)
    """,
    "place queens": """
        >>> print(solve("queens:6", limit=1))
        solvable (dlx): R1C2; R2C4; R3C6; R4C1; R5C3; R6C5
    """,
    "check with several engines": """
        >>> print(check(FOUR, backend="dlx,sat"))
        unique, agreed: dlx unique, sat unique
    """,
    "ask for a hint": """
        >>> print(hint(FOUR))
        Hidden Single in a box: In box 2, 1 has only one place left. Place R2C3 = 1.
    """,
    "read the steps": """
        >>> for step in explain(FOUR)[:2]: print(step)
        Hidden Single in a box: In box 2, 1 has only one place left. Place R2C3 = 1.
        Full House: Only one cell of row 2 is empty, and only 4 is missing there. Place R2C2 = 4.
    """,
    "ask why": """
        >>> print(why(FOUR, "R1C2#2"))
        R1C2 is 2. One step shows it: 1. Hidden Single in a box: In box 1, 2 has only one place left. Place R1C2 = 2.
    """,
    "rate": """
        >>> rate(PUZZLE)[0].level.value
        'Easy'
    """,
    "make puzzles": """
        >>> [is_unique(made) for made in generate(3, symmetry="rot180", seed=1)]
        [True, True, True]
    """,
    "make a small puzzle of a difficulty": """
        >>> rate(generate(layout="6x6", rating="Easy", seed=1))[0].level.value
        'Easy'
    """,
    "run engines on puzzles": """
        >>> print(run([FOUR, "queens:4"], backend="dlx,algorithm_x"))
        2 puzzles, 2 backends: unique 1, multiple 1; 0 disagreements, 0 wrong answers
    """,
    "compare two runs": """
        >>> before, after = run(FOUR, backend="dlx"), run(FOUR, backend="dlx")
        >>> [change.backend for change in compare(before, after).changes]
        ['dlx']
    """,
    "watch a search": """
        >>> print(trace("queens:4"))
        17 nodes, 2 solutions, 38 steps (dlx)
    """,
    "keep a result as JSON": """
        >>> import json
        >>> json.loads(solve(FOUR).to_json())["solutions"]
        ['1234341221434321']
    """,
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "puzzle.txt").write_text(PUZZLE + "\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", SNIPPETS)
def test_a_snippet_does_what_a_user_expects(name, folder):
    names = {each: getattr(sudokubench, each) for each in sudokubench.__all__}
    names |= {"np": np, "PUZZLE": PUZZLE, "SOLUTION": SOLUTION, "FOUR": FOUR, "KNUTH": KNUTH}
    example = doctest.DocTestParser().get_doctest(SNIPPETS[name], names, name, None, 0)
    report: list[str] = []
    failed = doctest.DocTestRunner(verbose=False).run(example, out=report.append).failed
    assert (failed, example.examples != []) == (0, True), "".join(report)


# -- public names --------------------------------------------------------------------------------------------------

CALLS = ["check", "compare", "count", "explain", "generate", "hint", "is_unique", "rate", "run", "solutions", "solve",
         "solve_many", "trace", "why"]  # fmt: skip


def test_every_call_is_a_function_with_a_doctest_at_the_top_level():
    for name in CALLS:
        call = getattr(sudokubench, name)
        assert callable(call), name
        assert ">>> " in (call.__doc__ or ""), name


def test_only_public_names_are_shown():
    assert sorted(dir(sudokubench)) == sorted([*sudokubench.__all__, "__version__"])
    assert {*CALLS} <= {*sudokubench.__all__}
    assert [name for name in vars(sudokubench) if name in {"Any", "TYPE_CHECKING", "annotations"}] == []


def test_the_room_of_new_puzzles_does_not_hide_the_call():
    code = "import sudokubench.generation.grids, sudokubench; print(sudokubench.generate(1)[0].puzzle.clue_count > 16)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=300
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


@pytest.mark.thorough
def test_a_type_checker_accepts_what_a_user_writes(tmp_path):
    """Pyright, which brings Node.js, reads the same file in `.ci/run`."""
    file = Path(__file__).parent / "consumer" / "usage.py"
    call = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(file)]
    done = subprocess.run(call, capture_output=True, text=True, check=False, timeout=900, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert sudokubench.__all__ == sorted(sudokubench.__all__)


# -- arguments of calls --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [KNUTH, [*map(set, KNUTH)], [tuple(map(str, items)) for items in KNUTH], dict(enumerate(KNUTH)),
     ExactCover.from_options(KNUTH), {number: [(item, "x") for item in items] for number, items in enumerate(KNUTH)},
     {number: np.array(items) for number, items in enumerate(KNUTH)}, [*map(np.array, KNUTH)],
     [[*map(np.int64, items)] for items in KNUTH]],
)  # fmt: skip
def test_an_exact_cover_is_taken_in_any_form(given):
    assert solve(given).solution == (1, 3, 5)
    assert list(solutions(given)) == [(1, 3, 5)]
    assert (count(given), is_unique(given), check(given, backend="dlx,algorithm_x").verdict.value) == (
        1,
        True,
        "unique",
    )
    assert trace(given).solutions == 1
    assert run(given, backend="algorithm_x").summary.puzzles == 1


def test_many_covers_are_solved_at_once():
    answers = solve_many([ExactCover.from_options(KNUTH), {"a": [1], "b": [1]}, "queens:3"])
    assert answers.counts.tolist() == [1, 2, 0]
    assert answers.lines()[0] == "1; 3; 5"
    assert answers.solutions[0].nonzero()[0].tolist() == [1, 3, 5]
    assert answers.lines()[2] == ""
    assert solve_many(["queens:4", "queens:6"], limit=100, threads=2).counts.tolist() == [2, 4]
    assert solve_many("queens:4").counts.tolist() == solve_many({"a": [1], "b": [1]}).counts.tolist() == [2]
    with pytest.raises(InputError, match="exact covers and boards in one list"):
        solve_many(["queens:4", PUZZLE])


@pytest.mark.parametrize("given", [KNUTH, [KNUTH], [PUZZLE, KNUTH]])
def test_many_puzzles_with_a_list_of_options_are_refused_with_a_remedy(given):
    with pytest.raises(InputError, match=r"make the cover with ExactCover\.from_options"):
        solve_many(given)


def test_the_json_object_of_a_board_passes_every_door_that_takes_boards():
    board = Board.parse(PUZZLE)
    given = board.as_json()
    assert boards(given) == boards([given]) == [board]
    for both in ([PUZZLE, given], [given, PUZZLE], iter([given, board])):
        assert boards(both) == [board, board]
    assert rate(given)[0].board == solve(given).board == board
    assert [len(solve_many(several)) for several in (given, [given, PUZZLE])] == [1, 2]
    assert run([given, given], backend="algorithm_x").summary.puzzles == 2
    with pytest.raises(InputError, match="index 1: not a puzzle: its schema is null"):
        boards([given, dict(enumerate(KNUTH))])
    with pytest.raises(InputError, match="is an exact cover, and this call takes boards"):
        boards(dict(enumerate(KNUTH)))


def test_a_square_of_digits_is_a_board_and_other_lists_are_covers():
    assert solve([[1, 0, 0, 0], [3, 0, 0, 2], [0, 0, 3, 0], [0, 0, 2, 0]]).board.clue_count == 5
    with pytest.raises(AttributeError, match="exact cover"):
        _ = solve(KNUTH).board
    for n, call in product((2, 5, 13), (solve, boards, solve_many, run)):
        with pytest.raises(InputError, match=f"for a cover, call .* begins with {n}x{n}:$"):
            call([[(row + column) % n + 1 for column in range(n)] for row in range(n)])
    row_too_short = [[5, 3, 0, 0, 7, 0, 0, 0], *[[0] * 9] * 8]
    with pytest.raises(
        InputError, match=r"not a board \(.*\), and not an exact cover \(option 0 has the item 0 twice"
    ):
        solve(row_too_short)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"a": ["x\ny"]}, r"the name 'x\\ny'"), ({"a": [""]}, "the name ''"), ({"a\n": [1]}, r"the name 'a\\n'"),
        ({"a": [1.5]}, "the name 1.5"), ({"a": [1, "1"]}, "the items 1 and '1' are both written 1"),
        ({"a": [("x", "")]}, "the name ''"), ({"a": 5}, "option 'a' has 5"),
        ({"a": [[1]]}, r"option 'a' has \[\[1\]\]"),
        ({"a": [1, 1]}, "option 'a' has the item 1 twice"), ({"a": []}, "option 'a' has no primary item"),
        ({"a": [True]}, "the name True"),
    ],
)  # fmt: skip
def test_names_of_a_cover_are_checked_at_the_door(options, message):
    with pytest.raises(UsageError, match=message):
        solve(options)


@pytest.mark.parametrize("call", [explain, hint, lambda board: why(board, "R1C1#1")])
@pytest.mark.parametrize("given", ["queens:4", KNUTH, ExactCover.from_options(KNUTH)])
def test_a_call_for_boards_says_that_it_got_a_cover(call, given):
    with pytest.raises(InputError, match="is an exact cover, and this call takes boards"):
        call(given)


@pytest.mark.parametrize("call", [solve, count, is_unique, explain, hint, boards, rate, solve_many, run])
def test_a_name_of_a_file_that_does_not_exist_is_reported(call, folder):
    with pytest.raises(InputError, match=r"puzle\.txt"):
        call("puzle.txt")
    with pytest.raises(InputError, match=r"nothing\.txt cannot be read"):
        call(Path("nothing.txt"))


def test_a_file_is_read_by_its_path_and_by_its_name(folder):
    (folder / "two.txt").write_text(f"{PUZZLE}\n{PUZZLE}\n")
    for name in ("two.txt", Path("two.txt"), str(folder / "two.txt")):
        assert solve_many(name).counts.tolist() == [1, 1]
        assert len(boards(name)) == len(rate(name)) == run(name, backend="dlx").summary.puzzles == 2
    assert str(explain("puzzle.txt").trace.board) == PUZZLE
    end, begin = os.pipe()
    os.write(begin, PUZZLE.encode())
    os.close(begin)
    assert str(solve(f"/dev/fd/{end}").puzzle) == PUZZLE
    os.close(end)
    with pytest.raises(InputError, match="2 boards"):
        solve("two.txt")
    (folder / "bad.txt").write_text(f"{PUZZLE}\n{PUZZLE[:-1]}\n")
    with pytest.raises(InputError, match=r"bad\.txt:2"):
        solve_many("bad.txt")
    (folder / "empty.txt").write_text("")
    with pytest.raises(InputError, match=r"empty\.txt: no board"):
        solve(Path("empty.txt"))


def test_a_damaged_board_is_not_taken_for_the_name_of_a_file():
    with pytest.raises(InputError, match=r"character|sign|column|digit"):
        solve(PUZZLE[:-2] + ".x")


def test_a_run_takes_values_and_names_together(folder):
    made = run([PUZZLE, "queens:4", Path("puzzle.txt"), Board.parse(FOUR), {"a": [1]}], backend="algorithm_x")
    assert (made.summary.puzzles, made.summary.bad_entries) == (5, 0)
    assert run(["queens:4", FOUR], backend="dlx").summary.puzzles == 2
    assert run("famous", backend="sliced").summary.puzzles > 10
    assert not Path("results").exists()
    kept = run(FOUR, backend="dlx", results="results")
    assert Path("results/runs.db").exists()
    assert compare(kept, "last").to_dict()["changes"][0]["backend"] == "dlx"


def test_a_run_of_another_thread_or_process_has_its_tables_here():
    with ThreadPoolExecutor(1) as threads:
        made = threads.submit(run, [FOUR], backend="dlx").result()
    sent = pickle.loads(pickle.dumps(made))
    assert made.as_columns() == sent.as_columns() == copy.deepcopy(sent).as_columns() != {}


def test_a_run_without_an_answer_has_an_empty_table(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=dict))
    assert run("queens:4", backend="sliced").to_frame() == {}


def test_a_run_says_which_tasks_there_are():
    with pytest.raises(UsageError, match="task='guess': the values are solve, unique, count"):
        run(FOUR, task="guess")
    assert run("queens:6", task="count", backend="dlx").tables()[0].rows[0][1] == 4


def test_a_link_is_refused_as_a_link_and_a_cover_as_a_cover():
    for call in (solve, rate, boards, solve_many, hint):
        with pytest.raises(InputError, match="is a puzzle link of SudokuPad"):
            call("https://sudokupad.app/abc")
        with pytest.raises(InputError, match="is a link, and links are not opened"):
            call("https://example.org/p.txt")
    for call in (rate, boards, hint):
        with pytest.raises(InputError, match="queens:4 is an exact cover, and this call takes boards"):
            call("queens:4")


def test_a_comparison_says_what_it_compares(folder):
    with pytest.raises(UsageError, match="dlx and sat are backends, not runs; give puzzles"):
        compare("dlx", "sat")
    measured = compare("dlx", "algorithm_x", PUZZLE, seconds=1)
    assert [change.puzzles for change in measured.changes] == [1]


def test_a_generated_puzzle_has_what_was_asked_for():
    (made,) = generate(clues=(26, 28), symmetry="rot180", seed=5)
    assert 26 <= made.puzzle.clue_count <= 28
    blanks = [digit == 0 for digit in made.puzzle.digits]
    assert blanks == blanks[::-1]
    assert made.puzzle.is_solved_by(made.solution)
    pattern = ".x" * 40 + "."
    (patterned,) = generate(pattern=pattern, seed=1)
    assert "".join(".x"[digit > 0] for digit in patterned.puzzle.digits) == pattern
    (shared,) = generate(grid=SOLUTION)
    assert str(shared.solution) == SOLUTION


# -- results of calls ----------------------------------------------------------------------------------------------

RESULTS = {
    "answer": lambda: solve(FOUR), "answer about a cover": lambda: solve(KNUTH),
    "answers": lambda: solve_many([FOUR]), "one of them": lambda: solve_many([FOUR])[0],
    "check": lambda: check(FOUR, backend="dlx"),
    "explanation": lambda: explain(FOUR), "hint": lambda: hint(FOUR), "reasons": lambda: why(FOUR, "R1C2#2"),
    "step": lambda: explain(FOUR)[0], "ratings": lambda: rate(FOUR), "rating": lambda: rate(FOUR)[0],
    "generated": lambda: generate(2), "run": lambda: run(FOUR, backend="dlx"), "trace": lambda: trace(FOUR),
    "comparison": lambda: compare(run(FOUR, backend="dlx"), run(FOUR, backend="dlx")),
}  # fmt: skip


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_has_all_forms(name, monkeypatch):
    result = RESULTS[name]()
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=dict))
    lines = result.to_json().splitlines()
    plain = result.to_dict()
    assert [json.loads(line) for line in lines] == (
        plain if isinstance(plain, list) else plain.get("changes", [plain])
    )
    assert isinstance(result, tuple) or result.as_json() == plain
    assert len({len(list(column)) for column in result.to_frame().values()}) == 1
    assert result._repr_html_().lstrip().startswith("<")
    assert len(str(result).splitlines()) == (2 if name == "generated" else 1)
    assert "object at" not in repr(result)
    assert len(repr(result)) < 300
    if name not in {"answers", "one of them"}:  # arrays have no hash
        assert hash(result) == hash(copy.copy(result))
    # a cover, a store and a NaN equal only themselves
    if name not in {"answer about a cover", "run", "comparison"}:
        assert result == pickle.loads(pickle.dumps(result)) == copy.deepcopy(result)


@pytest.mark.parametrize(
    ("words", "made"),
    [
        (["solve", FOUR], lambda: solve(FOUR)), (["solve", "queens:4"], lambda: solve("queens:4")),
        (["check", FOUR, "--backend", "dlx"], lambda: check(FOUR, backend="dlx")),
        (["explain", FOUR], lambda: explain(FOUR)), (["hint", FOUR, "--grade", "move"], lambda: hint(FOUR)),
        (["why", FOUR, "R1C2#2"], lambda: why(FOUR, "R1C2#2")), (["rate", FOUR], lambda: rate(FOUR)),
        (["generate", "-n", "2", "--seed", "4"], lambda: generate(2, seed=4)),
    ],
)  # fmt: skip
def test_a_result_is_the_json_of_its_command(words, made):
    printed = CliRunner().invoke(command, [*words, "--json"], env={"LC_ALL": "C.UTF-8"}).stdout
    assert made().to_json() + "\n" == printed


def test_a_step_says_its_sentence_wherever_it_comes_from():
    explained = explain(FOUR)
    assert [str(step) for step in explained] == [explained.sentence(step, "en") for step in explained]
    assert str(hint(FOUR).found[1]) == explained.sentence(explained[0], "en")
    assert [str(step) for step in trace("queens:4").steps[:1]] == ["trial"]


def test_a_board_is_an_array():
    board = Board.parse(PUZZLE)
    assert np.asarray(board).tolist() == [list(row) for row in board] == [list(row) for row in board.rows()]
    assert (np.asarray(board).dtype, np.asarray(board, float).dtype) == (np.uint8, float)
    assert (len(board), board[0, 0], board[8, 8], board[-1, -1], board[0]) == (9, 5, 9, 9, board.rows()[0])
    assert board[np.int64(0)] == board.rows()[0]
    assert board[:, 0].tolist() == [row[0] for row in board.rows()]
    assert board[3:6, 3:6].tolist() == [[0, 6, 0], [8, 0, 3], [0, 2, 0]]
    assert np.array([board, board]).shape == (2, 9, 9)
    assert str(Board(board.layout, np.asarray(board).ravel())) == PUZZLE
    with pytest.raises(IndexError, match="out of bounds"):
        _ = board[9, 0]


def test_calls_take_files_of_covers_by_name_and_by_path(folder):
    (folder / "t.dlx").write_text("a b c\na b\nc\n")
    (folder / "bad.dlx").write_text("a b c\na b\nd\n")
    for given in ("t.dlx", folder / "t.dlx"):
        assert solve(given).solution == ("a b", "c")
        assert (count(given), is_unique(given), len(list(solutions(given)))) == (1, True, 1)
        assert check(given, backend="dlx,sat").verdict.value == "unique"
        assert solve_many([given, "queens:3"]).counts.tolist() == [1, 0]
        assert run(given, backend="dlx").summary.puzzles == 1
    measured = compare("dlx", "algorithm_x", folder / "t.dlx", seconds=1)
    assert measured.to_dict()["changes"][0]["backend"] == "algorithm_x"
    one = ExactCover.from_options({"A": "a"})
    assert solve(cover_file.as_text(one)).solution == ("A",)
    assert solve(cover_file.to_object(one)).solution == ("A",)
    with pytest.raises(InputError, match=r"bad\.dlx:3: option 'd' has d"):
        solve(folder / "bad.dlx")
