"""Puzzles of overlapping grids, checked by an engine that did not make them."""

import pytest
from overlap_cases import GRIDS, by_brute_force

from sudokubench import Verdict, solve
from sudokubench.actions.generate_overlaps import generate_overlaps
from sudokubench.errors import UsageError
from sudokubench.problems import named
from sudokubench.problems.overlaps import arrangement, clues_of


@pytest.mark.parametrize("name", ["twodoku", "overlap:6x6:R1C1+R5C4", "overlap:4x4-diagonal:R1C1+R3C3+R1C5"])
def test_a_puzzle_has_one_solution_and_needs_each_clue(name):
    (made,) = generate_overlaps(arrangement(name), seed=5)
    answer = solve(made.puzzle, backend="dlx")
    assert (answer.verdict, answer.as_json()["solutions"]) == (Verdict.UNIQUE, [made.solution])
    clues = clues_of(made.puzzle)
    assert made.as_json()["clues"] == len(clues.replace(".", "")) > 0
    for cell, sign in enumerate(clues):
        if sign != ".":
            fewer = named(f"{arrangement(name)}:{clues[:cell]}.{clues[cell + 1 :]}")
            assert solve(fewer, backend="dlx").verdict is Verdict.MULTIPLE


def test_a_seed_gives_the_same_puzzles_also_after_skipped_ones():
    overlap = arrangement("overlap:4x4:R1C1+R3C3")
    three = [str(made) for made in generate_overlaps(overlap, 3, seed=2)]
    assert len(set(three)) == 3
    (last,) = generate_overlaps(overlap, 1, skip=2, seed=2)
    assert (last.number, str(last)) == (3, three[2])
    one, other = (next(generate_overlaps(overlap, seed=seed)).solution for seed in (2, 3))
    assert one != other


def test_grids_without_a_common_solution_are_refused():
    assert by_brute_force(GRIDS, [(0, 0), (0, 1), (1, 0), (1, 2), (2, 1), (3, 3)]) == 0
    with pytest.raises(UsageError, match="no full grids agree"):
        next(generate_overlaps(arrangement("overlap:4x4:R1C1+R1C2+R2C1+R2C3+R3C2+R4C4")))
