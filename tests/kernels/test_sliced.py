"""The batch solver against a plain search, and its passes one by one on all 512 cases at once."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from sudokubench.formats.arrays import boards_from_lines
from sudokubench.kernels.arrays import aligned
from sudokubench.kernels.compiled import compiled
from sudokubench.kernels.sliced import (
    are_solvable,
    enumeration,
    lanes,
    moves,
    rows,
    solve_batch,
    splits,
    sweep,
)
from sudokubench.kernels.sliced.lanes import rows_of
from sudokubench.kernels.sliced.rows import WORDS

SEVENTEEN = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
PUZZLES = boards_from_lines([SEVENTEEN, HARD])
HOUSES = np.array(reference.sudoku_houses(9, 3))


def plain_count(board, limit):
    return reference.count(board.tolist(), HOUSES.tolist(), limit)


def are_solutions(grids, boards):
    grids = grids[:, 0] if grids.ndim == 3 else grids
    complete = (np.sort(grids[:, HOUSES], axis=2) == np.arange(1, 10)).all(axis=(1, 2))
    return complete & ((boards == 0) | (boards == grids)).all(axis=1)


@pytest.fixture(params=[0, 1 << 30], ids=["wide", "narrow"])
def width(request, monkeypatch):
    """Use rows of 8 words, or of 4, for batches of every size."""
    monkeypatch.setattr(enumeration, "MOST_NARROW", request.param)


both_widths = pytest.mark.usefixtures("width")


def solved(board):
    return solve_batch(board[None], 1)[1][0, 0]


# ------------------------------------------------------------------------------------------------------ whole batches
@pytest.mark.thorough
def test_a_processor_without_wide_vectors_finds_the_same(tmp_path):
    script = """
import numpy as np
from sudokubench.kernels.sliced import solve_batch
boards = np.frombuffer(bytes.fromhex(input()), np.uint8).reshape(-1, 81)
counts, solutions, _, _ = solve_batch(boards, 2)
print(bytes(counts.astype(np.uint8)).hex(), solutions.tobytes().hex())
"""
    boards = np.tile(PUZZLES, (300, 1))
    plain = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": str(tmp_path)}
    found = subprocess.run(
        [sys.executable, "-c", script], input=boards.tobytes().hex(), env=os.environ | plain,
        capture_output=True, text=True, check=True, timeout=600,
    )  # fmt: skip
    counts, solutions, _, _ = solve_batch(boards, 2)
    assert found.stdout.split() == [bytes(counts.astype(np.uint8)).hex(), solutions.tobytes().hex()]


@both_widths
@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 511, 512, 513, 1200])
def test_every_board_of_a_batch_gets_its_own_answer_whatever_the_size(n):
    blank, clash, unique = np.zeros(81, np.uint8), np.zeros(81, np.uint8), PUZZLES[0]
    clash[:2] = 5
    boards = np.array([(blank, clash, unique)[i % 3] for i in range(n)], np.uint8).reshape(n, 81)
    counts, solutions, exhausted, _ = solve_batch(boards, 2)
    assert counts.tolist() == [(2, 0, 1)[i % 3] for i in range(n)]
    assert exhausted.tolist() == [i % 3 != 0 for i in range(n)]
    assert are_solutions(solutions[counts > 0], boards[counts > 0]).all()
    assert not solutions[counts == 0].any()


@pytest.mark.parametrize(("n", "words"), [(1024, 4), (1025, 8)])
def test_small_batches_have_narrow_rows(n, words):
    search = enumeration.SlicedEnumeration(np.zeros((n, 81), np.uint8), 1)
    assert search._m.shape[1] == words


@both_widths
@pytest.mark.parametrize("limit", [1, 2, 5, 40])
def test_the_empty_grid_has_as_many_solutions_as_the_limit_asks_for(limit):
    counts, solutions, exhausted, _ = solve_batch(np.zeros((1, 81), np.uint8), limit)
    assert (counts[0], exhausted[0]) == (limit, False)
    assert are_solutions(solutions, np.zeros((1, 81), np.uint8)).all()


@both_widths
def test_many_solutions_of_one_board_are_different_solutions():
    boards = np.zeros((2, 81), np.uint8)
    boards[1, 40] = 7
    counts, solutions, _, stats = solve_batch(boards, 4000, keep=4000)
    assert counts.tolist() == [4000, 4000]
    for board, found in zip(boards, solutions, strict=True):
        assert are_solutions(found, np.tile(board, (4000, 1))).all()
        assert len(np.unique(found, axis=0)) == 4000
    assert stats["sweeps"] > 0


@both_widths
@pytest.mark.parametrize("limit", [1, 2, 5])
def test_every_board_of_one_clue_reaches_the_limit(limit):
    boards = np.zeros((729, 81), np.uint8)
    boards[np.arange(729), np.arange(729) // 9] = np.arange(729) % 9 + 1
    counts, solutions, exhausted, _ = solve_batch(boards, limit)
    assert (counts == limit).all()
    assert not exhausted.any()
    assert are_solutions(solutions, boards).all()


@both_widths
def test_seventeen_clues_without_any_one_of_them_have_the_counts_of_a_plain_search():
    boards = np.tile(PUZZLES[0], (17, 1))
    boards[np.arange(17), np.flatnonzero(PUZZLES[0])] = 0
    counts, solutions, exhausted, _ = solve_batch(boards, 40)
    assert counts.tolist() == [plain_count(board, 40) for board in boards]
    assert (exhausted == (counts < 40)).all()
    assert are_solutions(solutions, boards).all()


@both_widths
def test_two_dives_and_a_search_find_whether_boards_have_a_solution_without_their_known_digits():
    clues = np.argwhere(PUZZLES > 0).repeat(30, axis=0)
    boards = PUZZLES[clues[:, 0]].copy()
    boards[np.arange(len(boards)), clues[:, 1]] = 0
    random = np.random.default_rng(1)
    solutions = np.array([solved(puzzle) for puzzle in PUZZLES])[clues[:, 0]]
    # from the puzzle itself to its solution
    more = random.random(boards.shape) < random.random((len(boards), 1))
    more[np.arange(len(boards)), clues[:, 1]] = False
    boards = np.where(more, solutions, boards)
    removed = 81 * (solutions[np.arange(len(boards)), clues[:, 1]].astype(int) - 1) + clues[:, 1]
    expected = solve_batch(boards, 2)[0] == 2
    forbidden = np.arange(1, len(boards) + 1), 9 * (removed % 81) + removed // 81
    dives = [enumeration.SlicedEnumeration(boards, 0, forbidden).dive(number) for number in (1, 2)]
    assert all((expected[dive >= 0] == dive[dive >= 0]).all() for dive in dives)
    assert (dives[0] < 0).any()
    assert (dives[0] != dives[1]).any()
    assert are_solvable(boards, removed).tolist() == expected.tolist()
    assert expected.any()
    assert not expected.all()


@both_widths
def test_no_limit_is_too_large_for_an_exact_count():
    board = solved(PUZZLES[1])
    board[np.isin(board, [1, 2, 3])] = 0
    expected = plain_count(board, 10**9)
    counts, _, exhausted, _ = solve_batch(board[None], 2**62)
    assert counts.tolist() == [expected]
    assert expected > 1
    assert exhausted.all()


@both_widths
@pytest.mark.parametrize("cells", [(0, 8), (0, 72), (0, 20)])
def test_two_equal_clues_in_a_house_leave_no_solution(cells):
    board = np.zeros((1, 81), np.uint8)
    board[0, list(cells)] = 4
    counts, solutions, exhausted, _ = solve_batch(board, 2)
    assert (counts[0], exhausted[0], solutions.any()) == (0, True, False)


@both_widths
def test_two_digits_with_one_place_between_them_are_a_contradiction_before_any_guess():
    grid = np.zeros((9, 9), np.uint8)
    for cells, digit in ([(0, 3), (1, 6), (3, 0), (6, 1)], 1), ([(0, 6), (1, 3), (6, 0), (3, 1)], 2):
        grid[tuple(zip(*cells, strict=True))] = digit  # box 1 has one place left
    counts, _, exhausted, stats = solve_batch(grid.reshape(1, 81), 2)
    assert (counts[0], exhausted[0], stats["nodes"]) == (0, True, 0)


@both_widths
def test_a_complete_grid_is_its_own_only_solution():
    grid = solved(PUZZLES[1])
    counts, solutions, exhausted, _ = solve_batch(grid[None], 2)
    assert (counts[0], exhausted[0]) == (1, True)
    assert solutions[0, 0].tolist() == grid.tolist()


@both_widths
def test_the_second_solution_is_another_one_and_rows_without_one_are_zero():
    boards = np.array([np.zeros(81), PUZZLES[0]], np.uint8)
    counts, solutions, _, _ = solve_batch(boards, 2, keep=2)
    assert solutions.shape == (2, 2, 81)
    assert (solutions[0, 0] != solutions[0, 1]).any()
    assert are_solutions(solutions[0], boards[[0, 0]]).all()
    assert counts[1] == 1
    assert not solutions[1, 1].any()


@both_widths
@settings(deadline=None, max_examples=25)
@given(st.data())
def test_mutated_boards_have_the_counts_of_a_plain_search(data):
    base = np.array([PUZZLES[0], PUZZLES[1], solved(PUZZLES[0]), solved(PUZZLES[1])])
    boards = []
    for _ in range(data.draw(st.integers(1, 6))):
        board = base[data.draw(st.integers(0, 3))].copy()
        if (board > 0).all():
            board[data.draw(st.lists(st.integers(0, 80), min_size=20, max_size=52, unique=True))] = 0
        for cell, digit in data.draw(st.lists(st.tuples(st.integers(0, 80), st.integers(0, 9)), max_size=3)):
            board[cell] = digit
        boards.append(board)
    boards = np.array(boards, np.uint8)
    limit = data.draw(st.sampled_from([1, 2, 5]))
    counts, solutions, exhausted, _ = solve_batch(boards, limit)
    assert counts.tolist() == [plain_count(board, limit) for board in boards]
    assert (exhausted == (counts < limit)).all()
    assert are_solutions(solutions[counts > 0], boards[counts > 0]).all()


@both_widths
def test_a_stopped_search_has_exhausted_only_what_it_finished():
    boards = np.zeros((700, 81), np.uint8)
    boards[:, :2] = [[3, 3]]
    boards[::7] = 0
    asked = []
    counts, _, exhausted, _ = solve_batch(
        boards, 2**62, should_stop=lambda _: bool(asked.append(0) or len(asked) > 2)
    )
    assert len(asked) == 3
    assert not exhausted[::7].any()
    assert (counts[exhausted] == 0).all()


@both_widths
def test_a_search_that_is_never_stopped_is_the_same_as_one_that_is_not_asked():
    boards = np.tile(PUZZLES, (400, 1))
    for asked, plain in zip(
        solve_batch(boards, 2, should_stop=lambda _: False), solve_batch(boards, 2), strict=True
    ):
        assert np.array_equal(asked, plain) if isinstance(plain, np.ndarray) else asked == plain


@both_widths
def test_two_threads_get_the_answers_of_one():
    boards = np.tile(PUZZLES, (600, 1))
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda part: solve_batch(part, 2)[1], np.split(boards, 2))
    assert np.array_equal(np.concatenate([first, second]), solve_batch(boards, 2)[1])


# ------------------------------------------------------------------------------ passes: lane i is the i-th of 512 cases
SUBSETS = (np.arange(512)[:, None] >> np.arange(9) & 1).astype(bool)  # [lane][triad]


def row(flags):
    return np.packbits(flags.reshape(WORDS, 64), axis=1, bitorder="little").view(np.uint64).ravel()


def flags(row):
    return np.unpackbits(np.ascontiguousarray(row).view(np.uint8), bitorder="little").astype(bool)


def nine_rows(subsets):
    m = aligned(20, WORDS)
    for k in range(9):
        m[k] = row(subsets[:, k])
    return m


def test_triads_of_a_line_keep_exactly_what_some_possible_permutation_uses():
    @njit
    def fit(m):
        sweep.fit_permutations(rows_of(m, WORDS))

    m = nine_rows(SUBSETS)
    fit(m)
    matrices = [{3 * i + j for i, j in enumerate(p)} for p in permutations(range(3))]
    for lane in range(512):
        possible = set(np.flatnonzero(SUBSETS[lane]).tolist())
        expected = set().union(*(matrix for matrix in matrices if matrix <= possible))
        assert {k for k in range(9) if flags(m[k])[lane]} == expected


def test_nine_flags_are_fewer_than_three_or_three_or_more():
    @njit
    def count(m):
        s = rows_of(m, WORDS)
        s[9], s[10], s[11] = splits.count_of_nine(s)

    m = nine_rows(SUBSETS)
    count(m)
    n = SUBSETS.sum(axis=1)
    assert (flags(m[9]) == (n < 3)).all()
    assert (flags(m[10]) == (n == 3)).all()
    assert (flags(m[11]) == (n > 3)).all()


def test_functions_of_three_rows_follow_their_names():
    @njit
    def all_of_them(m):
        s = rows_of(m, WORDS)
        a, b, c = s[0], s[1], s[2]
        s[9], s[10], s[11] = lanes.and3(a, b, c), lanes.or3(a, b, c), lanes.xor3(a, b, c)
        s[12], s[13], s[14] = lanes.exactly_one(a, b, c), lanes.at_least_two(a, b, c), lanes.choose(a, b, c)
        s[15], s[16], s[17] = lanes.or_lost(a, b, c), lanes.and_not_both(a, b, c), lanes.none_of(a, b, c)
        s[18], s[19] = lanes.or_and(a, b, c), lanes.and_not_either(a, b, c)

    m = nine_rows(SUBSETS)
    all_of_them(m)
    a, b, c = (SUBSETS[:, k] for k in range(3))
    n = SUBSETS[:, :3].sum(axis=1)
    expected = [n == 3, n > 0, n % 2 == 1, n == 1, n > 1, np.where(a, b, c)]
    expected += [a | (b & ~c), a & ~(b & c), n == 0, a | (b & c), a & ~b & ~c]
    assert [flags(m[9 + i]).tolist() for i in range(11)] == [e.tolist() for e in expected]


def test_bytes_become_bits_and_bits_bytes_from_any_column_on():
    @njit
    def there_and_back(boards, back, column):
        for k in range(len(boards)):
            b = [lanes.bits_of_bytes(boards, k, column, 1 << q) for q in range(4)]
            lanes.bytes_of_bits(back, k, column, b[0], b[1], b[2], b[3])

    boards = np.random.default_rng(1).integers(0, 10, (50, 81), np.uint8)
    for column in (0, 17):
        back = np.zeros_like(boards)
        there_and_back(boards, back, column)
        assert np.array_equal(back[:, column : column + 64], boards[:, column : column + 64])
        assert np.count_nonzero(back) == np.count_nonzero(boards[:, column : column + 64])


def test_rows_and_bits_change_places_in_each_of_eight_squares():
    @njit
    def transposed(m):
        moves.transpose(rows_of(m, WORDS))

    m = aligned(64, WORDS)
    m[:] = np.random.default_rng(3).integers(0, 2**64, m.shape, np.uint64)
    before = np.unpackbits(m.view(np.uint8), bitorder="little").reshape(64, WORDS, 64)
    transposed(m)
    after = np.unpackbits(m.view(np.uint8), bitorder="little").reshape(64, WORDS, 64)
    assert np.array_equal(after, before.transpose(2, 1, 0))


def test_nine_flags_are_any_or_more_than_one():
    @njit
    def count(m):
        s = rows_of(m, WORDS)
        s[9], s[10] = sweep.any_or_several(s)

    m = nine_rows(SUBSETS)
    count(m)
    assert (flags(m[9]) == (SUBSETS.sum(axis=1) > 0)).all()
    assert (flags(m[10]) == (SUBSETS.sum(axis=1) > 1)).all()


@compiled  # under `njit`, a helper that a kernel has compiled cannot call others
def pair_and_move(m, owner):
    s = rows_of(m, WORDS)
    moves.pair(s, s[rows.STALLED], s[rows.FREE])
    s[rows.FILLED] = moves.move(m, s, s + rows.CANDIDATE, owner, s + rows.CANDIDATE, owner)


@pytest.mark.parametrize(("full", "share"), [(0.1, 0.5), (0.5, 0.5), (0.9, 0.9), (1.0, 0.02), (1.0, 1.0)])
def test_a_board_moves_to_one_free_lane_with_its_owner_or_is_left(full, share):
    rng = np.random.default_rng(2)
    used = rng.random(512) < full
    stalled = used & (rng.random(512) < share)
    free = ~stalled & (rng.random(512) < 0.5)
    m, before = aligned(rows.ROWS, WORDS), np.arange(512)
    m[rows.STALLED], m[rows.FREE] = row(stalled), row(free)
    for bit in range(9):
        m[rows.CANDIDATE + bit] = row(before >> bit & 1 == 1)  # the board shows its lane
    owner = before.reshape(WORDS, 64).copy()
    pair_and_move(m, owner)
    board = sum(flags(m[rows.CANDIDATE + bit]).astype(int) << bit for bit in range(9))
    arrived, left = flags(m[rows.FILLED]), flags(m[rows.LEFT])
    assert (board == owner.ravel()).all()
    assert (board[~arrived] == before[~arrived]).all()
    assert not (arrived & ~free).any()
    assert sorted(board[arrived]) == np.flatnonzero(stalled & ~left).tolist()
    assert stalled[left].all()


@both_widths
def test_shelves_hold_more_boards_than_there_are_lanes():
    boards = np.tile(PUZZLES[1], (3000, 1))
    boards[:, np.flatnonzero(PUZZLES[1])[:6]] = 0
    counts, solutions, _, stats = solve_batch(boards, 30)
    assert (counts == plain_count(boards[0], 30)).all()
    assert are_solutions(solutions, boards).all()
    assert stats["shelved"] > 512


@both_widths
def test_forbidden_candidates_are_those_of_their_board_alone():
    grid = solve_batch(PUZZLES[:1], 1)[1][0, 0]
    blank = np.flatnonzero(PUZZLES[0] == 0)
    boards = np.repeat(PUZZLES[:1], 2 * len(blank) + 1, axis=0)
    true, other = 9 * blank + grid[blank] - 1, 9 * blank + grid[blank] % 9
    options = np.concatenate([true, np.stack([other, other], axis=1).ravel()])  # nothing of the last board
    ends = np.concatenate([1 + np.arange(len(blank)), len(blank) + 2 + 2 * np.arange(len(blank))])
    counts, _, exhausted, _ = solve_batch(boards, 2, forbidden=(np.append(ends, ends[-1]), options))
    assert counts.tolist() == [0] * len(blank) + [1] * (len(blank) + 1)
    assert exhausted.all()


@both_widths
def test_another_solution_than_a_known_one_is_found_if_there_is_one():
    grid = solve_batch(PUZZLES[:1], 1)[1][0, 0]
    cells = np.flatnonzero(PUZZLES[0])
    boards = np.repeat(PUZZLES[:1], len(cells), axis=0)
    boards[np.arange(len(cells)), cells] = 0
    counts, found, _, _ = solve_batch(
        boards, 1, forbidden=(np.arange(1, len(cells) + 1), 9 * cells + grid[cells] - 1)
    )
    assert counts.all()  # no clue of 17 can go
    for board, solution, cell in zip(boards, found[:, 0], cells, strict=True):
        assert are_solutions(solution[None], board[None])
        assert solution[cell] != grid[cell]
