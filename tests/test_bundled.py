"""The bundled puzzles: two programs that share no code count the claims of the files again."""

import importlib.util
import json
from collections import Counter
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import reference

from sudokubench import Board, Layout, UsageError, Verdict, count
from sudokubench.backends.registry import names
from sudokubench.certificates import Status, verify
from sudokubench.data import BundledPuzzle, bundled, set_names
from sudokubench.generation.puzzles import reducible
from sudokubench.logic.rating import Level, rate
from sudokubench.symmetry import canonical


def tool(name: str) -> ModuleType:
    """Return a program of the folder `tools`, as a module."""
    spec = importlib.util.spec_from_file_location(
        name, Path(__file__).resolve().parent.parent / "tools" / f"{name}.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make_graded, make_sizes = tool("make_graded"), tool("make_sizes")

BOX_ROWS = {4: 2, 6: 2, 9: 3, 16: 4}
EVERY = bundled("all")


def brute_force(board: Board) -> int:
    n = board.layout.size
    return reference.count(board.digits, reference.sudoku_houses(n, BOX_ROWS[n]))


def test_brute_force_counts_the_288_grids_of_4x4() -> None:
    assert brute_force(Board.parse("." * 16)) == 288


@pytest.mark.parametrize("puzzle", EVERY, ids=lambda puzzle: puzzle.name)
def test_a_bundled_puzzle_has_as_many_solutions_as_its_file_says(puzzle: BundledPuzzle) -> None:
    assert brute_force(puzzle.board) == puzzle.count
    assert count(puzzle.board, backend="algorithm_x") == puzzle.count


def test_the_verdict_of_a_bundled_puzzle_follows_from_its_count() -> None:
    expected = {0: Verdict.NONE, 1: Verdict.UNIQUE}
    assert all(puzzle.verdict is expected.get(puzzle.count, Verdict.MULTIPLE) for puzzle in EVERY)


def test_there_are_sixty_bundled_puzzles_or_more_of_four_sizes_and_three_verdicts() -> None:
    sizes = Counter(puzzle.board.layout.size for puzzle in EVERY)
    verdicts = Counter(puzzle.verdict for puzzle in EVERY)
    assert len(EVERY) >= 60
    assert set(sizes) == {4, 6, 9, 16}
    assert min(sizes.values()) >= 5
    assert set(verdicts) == {Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE}
    assert min(verdicts.values()) >= 10


def test_no_two_bundled_puzzles_have_the_same_name_or_the_same_board() -> None:
    assert len({puzzle.name for puzzle in EVERY}) == len(EVERY)
    assert len({puzzle.board for puzzle in EVERY}) == len(EVERY)


def test_the_set_all_holds_the_sets_of_any_verdict_in_order() -> None:
    others = [bundled(name) for name in set_names() if name not in {"graded", "sizes", "all"}]
    assert list(EVERY) == [puzzle for each in others for puzzle in each]


@pytest.mark.parametrize("puzzle", bundled("graded"), ids=lambda puzzle: puzzle.name)
def test_a_graded_puzzle_has_one_solution_needs_every_clue_and_has_its_rating(puzzle: BundledPuzzle) -> None:
    board, source = puzzle.board, f"made, {puzzle.board.clue_count} clues, minimal"
    assert (puzzle.count, puzzle.source) == (1, source)
    for engine in ("algorithm_x", "dlx"):
        assert count(board, backend=engine, limit=2) == 1
    assert not reducible(board.layout, np.array([list(board.digits)], np.uint8), "dlx").any()
    rating = rate(board, hodoku=False)
    assert rating.solved
    assert rating.se == puzzle.se
    assert (rating.difficulty, rating.difficulty_hodoku, rating.difficulty_human) == puzzle.difficulties
    assert rating.level is not None
    assert rating.level.value == puzzle.level
    name, number = puzzle.name.rsplit(" ", 1)
    assert name == f"{board.layout.name} {puzzle.level}"
    assert int(number) > 0


def test_graded_puzzles_are_of_all_classes_and_no_two_are_equivalent() -> None:
    kinds = Counter(puzzle.name.rsplit(" ", 1)[0] for puzzle in bundled("graded"))
    layouts = ("6x6", "8x8", "9x9", "9x9-diagonal", "9x9-windoku")
    every = {f"{layout} {level.value}" for layout in layouts for level in Level}
    assert set(kinds) == (every | {"4x4 Easy"}) - {"6x6 Extreme"}
    boards = [puzzle.board for puzzle in bundled("graded")]
    assert len({canonical(board).board for board in boards}) == len(boards)


def test_every_graded_puzzle_has_the_verdict_of_every_engine_and_a_certificate_that_holds() -> None:
    """After a change of puzzles or engines, run `python tools/make_graded.py --judge`."""
    said = [json.loads(line) for line in make_graded.VERDICTS.read_text(encoding="utf-8").splitlines()]
    proofs = make_graded.CERTIFICATES.read_text(encoding="utf-8").splitlines()
    for puzzle, record, text in zip(bundled("graded"), said, proofs, strict=True):
        plain = puzzle.board.layout == Layout.standard(9)
        assert set(record["backends"]) == set(names()) - (set() if plain else {"sliced"})
        assert set(record["backends"].values()) == {"unique"}
        assert (record["id"], record["strength"]) == (puzzle.board.id, "proven")
        assert (verify(text).status, json.loads(text)["claim"]) == (Status.VERIFIED, "unique")
        assert json.loads(text)["id"] == puzzle.board.id


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["4x4 Easy", "6x6 Easy", "8x8 Easy"])
def test_graded_puzzles_are_made_again_from_their_seed(kind: str) -> None:
    kept = make_graded.TARGET.read_text(encoding="utf-8").splitlines()
    assert list(make_graded.lines(kind)) == [line for line in kept if f"name={kind} " in line]


@pytest.mark.parametrize("puzzle", bundled("sizes"), ids=lambda puzzle: puzzle.name)
def test_a_puzzle_of_the_set_of_sizes_has_one_solution_and_its_share_of_clues(puzzle: BundledPuzzle) -> None:
    name, share, number = puzzle.name.split()
    assert puzzle.board.layout.name == name
    assert puzzle.board.clue_count == round(
        int(share.removesuffix("%")) / 100 * puzzle.board.layout.cell_count
    )
    assert puzzle.source == f"made, {puzzle.board.clue_count} clues, seed {int(number) - 1}"
    assert puzzle.count == count(puzzle.board, backend="sat", limit=2) == 1


def test_the_set_of_sizes_has_three_puzzles_of_each_size_and_share() -> None:
    kinds = Counter(puzzle.name.rsplit(" ", 1)[0] for puzzle in bundled("sizes"))
    assert kinds == {f"{n}x{n} {share}%": 3 for n, shares in make_sizes.SHARES.items() for share in shares}


@pytest.mark.thorough
@pytest.mark.parametrize("size", [12, 16])
def test_puzzles_of_the_set_of_sizes_are_made_again_from_their_seeds(size: int) -> None:
    assert make_sizes.main(["--check", str(size)]) == 0


def test_every_famous_puzzle_names_its_source() -> None:
    assert all(puzzle.source for puzzle in bundled("famous"))


def test_an_unknown_set_is_refused_with_the_names_that_exist() -> None:
    with pytest.raises(UsageError, match=r"'nonsense'.*famous, made, graded, sizes, all"):
        bundled("nonsense")
