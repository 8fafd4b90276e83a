"""Boards for the benchmarks: real ones if there are corpora, otherwise made ones."""

import pytest

from benchmarks import inputs
from benchmarks.child import instances_of, problem_of
from benchmarks.engines import given_cover
from sudokubench import Board, count, is_unique
from sudokubench.backends import backend
from sudokubench.problem import Instance


@pytest.fixture(autouse=True)
def _nothing_remembered(monkeypatch):
    monkeypatch.delenv("SUDOKUBENCH_CORPORA", raising=False)
    inputs.board_set.cache_clear()
    yield
    inputs.board_set.cache_clear()


def test_without_corpora_boards_are_made_that_are_minimal():
    made = inputs.board_set("17", quick=True)
    board = Board.parse(made.boards[0])
    assert "made from seeds" in made.source
    assert is_unique(board)
    assert not any(is_unique(board.without_digit(cell)) for cell in range(81) if board.digits[cell])


def test_hard_boards_are_a_tenth_of_those_made():
    assert (
        len(inputs.board_set("hard", quick=True).boards)
        == len(inputs.board_set("17", quick=True).boards) // 10
    )


def test_mixed_boards_have_no_one_and_several_solutions():
    counts = {count(line, limit=2) for line in inputs.board_set("mixed", quick=True).boards}
    assert counts == {0, 1, 2}


def test_a_corpus_is_taken_from_the_folder_that_the_environment_names(monkeypatch, tmp_path):
    lines = [f"{digit}{'.' * 80}" for digit in range(1, 10)]
    (tmp_path / "sudoku17.txt").write_text("# a remark\n" + "".join(f"{line}  a comment\n" for line in lines))
    monkeypatch.setenv("SUDOKUBENCH_CORPORA", str(tmp_path))
    found = inputs.board_set("17")
    assert found.source == "sudoku17.txt, 9 boards"
    assert sorted(found.boards) == lines
    assert found.boards != tuple(lines)  # shuffled: files are sorted


def test_boards_of_any_size_have_the_clues_that_were_asked_for():
    board = inputs.sized_board(16, "any", 0.5, seed=1)
    assert (board.layout.size, board.clue_count) == (16, 128)
    assert is_unique(inputs.sized_board(4, "unique", 0.0, seed=1))


def test_choosing_cells_only_is_a_cover_with_the_same_solutions():
    whole, cells = problem_of("9x9"), problem_of("cells:9x9")
    assert cells.primary == 81
    line = inputs.board_set("mixed", quick=True).boards[0]
    instance = Board.parse(line).instance()
    counts = [
        backend("dlx").open(problem).search(instance, limit=50).outcome().count for problem in (whole, cells)
    ]
    assert counts[0] == counts[1]


def test_a_cover_given_to_a_peer_has_the_solutions_of_the_board():
    board = Board.parse("12..34......4...")
    n_items, primary, options = given_cover(board.layout, board)
    assert (n_items, primary) == (64 - 4 * 5, 64 - 4 * 5)
    exact = list(_covers(options, frozenset(range(n_items))))
    assert len(exact) == count(board) == 6


def _covers(options, items):
    """Return all exact covers, by the definition."""
    if not items:
        yield ()
        return
    item = min(items)
    for number, option in enumerate(options):
        if item in option and items.issuperset(option):
            for rest in _covers(options, items.difference(option)):
                yield (number, *rest)


def test_a_job_may_give_options_instead_of_boards():
    job = {"problem": "9x9", "boards": [], "limit": 2, "chosen": [[[0, 10], [5]], [[], []]]}
    assert instances_of(job) == [Instance((0, 10), (5,)), Instance()]
