"""The dancing-links kernel against brute force, published counts and itself in other settings."""

from itertools import combinations, product

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokubench import kernels
from sudokubench.answer import Stop
from sudokubench.backends import backend
from sudokubench.errors import InputError, UsageError
from sudokubench.kernels.dancing import interpreted as by_python
from sudokubench.kernels.dancing import kernel
from sudokubench.kernels.dancing import search as portions
from sudokubench.kernels.dancing.enumeration import Enumeration, Matrix
from sudokubench.kernels.dancing.interpreted import InterpretedLinks
from sudokubench.kernels.dancing.kernel import NODES_TOTAL
from sudokubench.kernels.dancing.search import ItemRule
from sudokubench.layout import Layout
from sudokubench.problem import Instance
from sudokubench.problems import named

Options = list[list[int]]


def all_covers(search: Enumeration, rows: int = 7, max_nodes: int | None = None) -> list[tuple[int, ...]]:
    """Return all solutions in the order of the search, which runs in portions."""
    out = np.empty((rows, search.matrix.n_items + 1), np.uint32)
    covers = []
    while True:
        stop = search.advance(rows, max_nodes, out)
        covers += [tuple(row[1 : 1 + row[0]].tolist()) for row in out[: search.found]]
        if stop is Stop.EXHAUSTED:
            return covers


def covers_of(matrix: Matrix, *, chosen=(), forbidden=(), seed=None, rule=ItemRule.SMALLEST, nogood_bytes=0):
    search = Enumeration(matrix, rule, nogood_bytes)
    search.start(chosen, forbidden, seed)
    return sorted(tuple(sorted(cover)) for cover in all_covers(search))


def count(matrix: Matrix, rule: ItemRule = ItemRule.SMALLEST, nogood_bytes: int = 0) -> int:
    search = Enumeration(matrix, rule, nogood_bytes)
    search.start()
    assert search.advance() is Stop.EXHAUSTED
    return search.found


@st.composite
def small_problems(draw):
    n_items = draw(st.integers(1, 7))
    n_primary = draw(st.integers(0, n_items))
    item_sets = st.sets(st.integers(0, n_items - 1), min_size=1, max_size=min(5, n_items))
    options = [sorted(items) for items in draw(st.lists(item_sets, max_size=9))]
    ids = st.lists(st.sampled_from(range(len(options))), max_size=3) if options else st.just([])
    return n_items, n_primary, options, draw(ids), draw(ids)


def trominoes(n: int, hole: int | None = None) -> Matrix:
    """Return the cover of n x n cells, perhaps without one cell, by L-trominoes (2 x 2 squares without a cell)."""
    number = {cell: i for i, cell in enumerate(c for c in range(n * n) if c != hole)}
    squares = [
        (r * n + c, r * n + c + 1, r * n + n + c, r * n + n + c + 1)
        for r, c in product(range(n - 1), repeat=2)
    ]
    pieces = [piece for square in squares for piece in combinations(square, 3)]
    return Matrix.of(len(number), len(number), [[number[c] for c in p] for p in pieces if hole not in p])


def queens(n: int) -> Matrix:
    """Return the cover of the queens: rows and columns are primary, diagonals secondary."""
    options = [[r, n + c, 2 * n + r + c, 5 * n - 2 + r - c] for r in range(n) for c in range(n)]
    return Matrix.of(6 * n - 2, 2 * n, options)


def sudoku(box: int) -> Matrix:
    n = box * box
    options = [
        [n * r + c, n * n + n * r + d, 2 * n * n + n * c + d, 3 * n * n + n * (r // box * box + c // box) + d]
        for r, c, d in product(range(n), repeat=3)
    ]
    return Matrix.of(4 * n * n, 4 * n * n, options)


KNUTH = [[0, 1], [1, 2], [2, 3], [0, 4], [4], [1]]
"""Options A={1,2}, B={2,3}, C={3,4}, D={1,5}, E={5}, F={2}: the covers are ACE and CDF."""

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def digits(*lines: str) -> np.ndarray:
    return np.array([[int(c) if c.isdigit() else 0 for c in line] for line in lines], np.uint8)


@pytest.mark.parametrize("rule", ItemRule)
@pytest.mark.parametrize("nogood_bytes", [0, 4096])
@settings(max_examples=100)
@given(problem=small_problems(), seed=st.none() | st.integers(0, 2**63 - 1))
def test_small_problems_have_the_covers_that_brute_force_finds(rule, nogood_bytes, problem, seed):
    n_items, n_primary, options, chosen, forbidden = problem
    matrix = Matrix.of(n_items, n_primary, options)
    found = covers_of(
        matrix, chosen=chosen, forbidden=forbidden, seed=seed, rule=rule, nogood_bytes=nogood_bytes
    )
    barren = {o for o, items in enumerate(options) if min(items) >= n_primary} - {*chosen}
    expected = reference.exact_covers(options, range(n_primary), chosen, {*forbidden, *barren})
    assert found == sorted(expected)


FIVE = Matrix.of(5, 5, KNUTH)


@pytest.mark.parametrize(
    ("matrix", "chosen", "forbidden", "covers"),
    [
        (FIVE, [], [], [(0, 2, 4), (2, 3, 5)]),  # ACE and CDF
        (FIVE, [3], [], [(2, 3, 5)]),
        (FIVE, [], [3], [(0, 2, 4)]),
        (FIVE, [0, 1], [], []),  # they exclude each other
        (FIVE, [0], [0], []),
        (FIVE, range(6), [], []),
        (FIVE, [3] * 9 + [5], [], [(2, 3, 5)]),  # an option may be chosen twice
        (Matrix.of(2, 0, [[0], [1]]), [], [], [()]),  # without primary items nothing needs to be chosen
        (Matrix.of(0, 0, []), [], [], [()]),
        (Matrix.of(2, 2, [[0]]), [], [], []),  # a primary item without options
    ],
)
def test_a_small_matrix_has_the_covers_that_its_chosen_and_forbidden_options_leave(
    matrix, chosen, forbidden, covers
):
    assert covers_of(matrix, chosen=chosen, forbidden=forbidden) == covers


def test_a_chosen_cover_is_its_own_only_completion():
    search = Enumeration(Matrix.of(5, 5, KNUTH))
    search.start([4, 2, 0])
    assert all_covers(search) == [(0, 2, 4)]


@pytest.mark.parametrize(
    ("matrix", "covers"),
    [
        (trominoes(7, hole=0), 1_440), (trominoes(8, hole=0), 30_355), (trominoes(5), 0), (queens(6), 4),
        (queens(8), 92), (queens(12), 14_200), (sudoku(2), 288),
    ],
    ids=["trominoes 7", "trominoes 8", "trominoes 5", "queens 6", "queens 8", "queens 12", "sudoku 4x4"],
)  # fmt: skip
def test_published_counts(matrix, covers):
    assert count(matrix) == covers
    assert count(matrix, nogood_bytes=1 << 20) == covers


def test_the_smallest_item_needs_fewer_nodes_than_the_first():
    nodes = {}
    for rule in (ItemRule.SMALLEST, ItemRule.FIRST):
        search = Enumeration(trominoes(7, hole=0), rule)
        search.start()
        search.advance()
        nodes[rule] = search.statistics().nodes
    assert nodes[ItemRule.SMALLEST] < nodes[ItemRule.FIRST]


def test_remembered_failures_save_nodes_and_are_counted():
    searches = []
    for nogood_bytes in (0, 1 << 20):
        search = Enumeration(trominoes(7, hole=0), ItemRule.FIRST, nogood_bytes)
        search.start()
        search.advance()
        searches.append(search.statistics())
    without, remembering = searches
    assert without.nogood_hits == without.nogoods == 0
    assert remembering.nogood_hits > 0
    assert remembering.nogoods > 0
    assert remembering.nodes < without.nodes


@pytest.mark.parametrize("nogood_bytes", [0, 64, 1 << 16])
@pytest.mark.parametrize("rule", ItemRule)
def test_a_search_in_portions_finds_the_same_in_the_same_order(rule, nogood_bytes):
    def found(rows: int, max_nodes: int | None) -> list[tuple[int, ...]]:
        search = Enumeration(queens(7), rule, nogood_bytes)
        search.start(seed=3)
        return all_covers(search, rows, max_nodes)

    whole = found(100, None)
    assert len(whole) == 40
    assert found(1, None) == found(3, 1) == found(100, 5) == whole


def test_counting_in_portions_adds_up():
    search = Enumeration(trominoes(7, hole=0))
    search.start()
    portions = []
    while search.advance(100) is Stop.LIMIT:
        portions.append(search.found)
    assert portions == [100] * 14
    assert search.found == 40
    assert search.advance() is Stop.EXHAUSTED
    assert search.found == 0


@pytest.mark.parametrize("by_python", [False, True])
def test_solutions_beyond_the_rows_are_left_out(by_python, interpreted):
    interpreted(100)
    options = [[0]] * 3
    search = InterpretedLinks(1, 1, options) if by_python else Enumeration(Matrix.of(1, 1, options))
    search.start()
    out = search.buffer(2)
    assert search.advance(out=out) is Stop.EXHAUSTED
    assert (search.found, search.solutions(out)) == (3, [(0,), (1,)])


def test_a_node_limit_of_zero_finds_nothing_and_loses_nothing():
    search = Enumeration(queens(6))
    search.start()
    assert search.advance(max_nodes=0) is Stop.BUDGET
    assert search.found == 0
    search.advance()
    assert search.found == 4


def links_of(search: Enumeration) -> list[bytes]:
    """Return the links and the sizes of the items."""
    return [search._arrays[1][: 2 * int(search._control[NODES_TOTAL])].tobytes(), search._arrays[2].tobytes()]


@pytest.mark.parametrize("chosen", [(), (0, 1), (5, 17)], ids=["all", "contradiction", "two clues"])
@pytest.mark.parametrize("seed", [None, 4])
@pytest.mark.parametrize(
    "end", [{"max_solutions": 3}, {"max_nodes": 7}, {"max_solutions": 1, "max_nodes": 2}, {}]
)
def test_a_search_begins_with_fresh_links_whatever_became_of_the_one_before(end, seed, chosen):
    matrix = sudoku(2)
    built = [matrix._fixed.tobytes(), matrix._keys.tobytes()]
    search = Enumeration(matrix)
    search.start()
    fresh = links_of(search)
    search.start(chosen, [9, 5, 9], seed)
    search.advance(**end)
    search.start()
    assert links_of(search) == fresh
    search.advance()
    assert search.found == 288
    assert [matrix._fixed.tobytes(), matrix._keys.tobytes()] == built


def test_the_covers_with_each_option_of_an_item_are_together_all_covers():
    matrix = queens(8)
    parts = []
    for first in range(8):
        parts += covers_of(matrix, chosen=[first])
    assert sorted(parts) == covers_of(matrix)


def test_searches_of_one_matrix_do_not_disturb_each_other():
    matrix = queens(8)
    searches = [Enumeration(matrix), Enumeration(matrix)]
    for search, first in zip(searches, (0, 3), strict=True):
        search.start([first])
    found = [0, 0]
    for _ in range(30):
        for i, search in enumerate(searches):
            search.advance(1)
            found[i] += search.found
    assert found == [4, 18]  # solutions with a queen in the corner, and in the middle of the first row


def test_another_seed_gives_another_order_of_the_same_covers_and_the_same_seed_the_same():
    matrix = queens(8)
    search = Enumeration(matrix)
    orders = []
    for seed in (None, 1, 2, 1):
        search.start(seed=seed)
        orders.append([tuple(sorted(cover)) for cover in all_covers(search)])
    plain, one, two, again = orders
    assert one == again
    assert plain != one != two
    assert sorted(plain) == sorted(one) == sorted(two)


def test_nodes_updates_and_profile_of_a_search_that_never_branches():
    search = Enumeration(Matrix.of(3, 3, [[0, 1], [2]]))
    search.start()
    search.advance()
    statistics = search.statistics()
    assert statistics.nodes == 3  # the root, one option, both options
    assert statistics.profile.tolist() == [1, 1, 1]
    assert statistics.choices == 0
    assert statistics.updates == 1  # option 0, from the list of item 1; nothing is done for the last item


def test_nodes_are_the_sum_of_the_profile_and_clues_do_not_count_as_depth():
    search = Enumeration(sudoku(2))
    search.start([0, 21])
    search.advance()
    statistics = search.statistics()
    assert statistics.nodes == statistics.profile.sum()
    assert len(statistics.profile) == 16 - 2 + 1
    assert statistics.profile[-1] == search.found
    assert statistics.branches >= 2 * statistics.choices > 0


def test_boards_are_counted_up_to_the_limit_and_solved():
    duplicate = "55" + PUZZLE[2:]
    answer = Enumeration(sudoku(3)).search_boards(
        digits(PUZZLE, SOLVED, "." * 81, duplicate, "." + PUZZLE[1:]), limit=5, keep=2
    )
    assert answer.counts[:4].tolist() == [1, 1, 5, 0]
    assert answer.done == 5
    assert (answer.solutions[:2, 0] == digits(SOLVED)).all()
    assert not answer.solutions[:2, 1].any()
    assert not answer.solutions[3].any()
    full = answer.solutions[2].reshape(2, 9, 9)
    assert (np.sort(full, 1) == np.arange(1, 10)[:, None]).all()
    assert (full[0] != full[1]).any()


def test_all_288_grids_of_4x4_come_out_of_the_empty_board():
    answer = Enumeration(sudoku(2)).search_boards(np.zeros((1, 16), np.uint8), limit=1000, keep=1000)
    assert answer.counts.tolist() == [288]
    assert len({grid.tobytes() for grid in answer.solutions[0] if grid.all()}) == 288


def test_boards_with_few_nodes_stop_early_and_say_how_far_they_came():
    boards = np.zeros((3, 16), np.uint8)
    answer = Enumeration(sudoku(2)).search_boards(boards, limit=1000, max_nodes=1000)
    assert answer.done < 3
    assert answer.counts[answer.done] < 288
    assert (answer.counts[: answer.done] == 288).all()


def test_boards_in_many_portions_give_the_same_as_at_once(monkeypatch):
    boards = np.zeros((3, 16), np.uint8)
    boards[1, 3] = 2
    whole = Enumeration(sudoku(2)).search_boards(boards, limit=100, keep=60)
    monkeypatch.setattr("sudokubench.kernels.dancing.enumeration._CHUNK", 7)
    parts = Enumeration(sudoku(2)).search_boards(boards, limit=100, keep=60)
    assert (parts.counts == whole.counts).all()
    assert (parts.solutions == whole.solutions).all()
    assert parts.nodes == whole.nodes


def test_boards_stop_on_request():
    answer = Enumeration(sudoku(2)).search_boards(np.zeros((5, 16), np.uint8), should_stop=lambda: True)
    assert answer.done == 0
    assert not answer.counts.any()


def test_an_empty_list_of_boards_is_allowed():
    assert Enumeration(sudoku(2)).search_boards(np.zeros((0, 16), np.uint8)).done == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((2, 3, [0, 1], [0]), "primary"),
        ((2, 2, [0, 1, 1], [0]), "every option needs an item"),
        ((2, 2, [0, 2], [0, 0]), "twice"),
        ((2, 2, [0, 1], [2]), "must lie from 0 to 1"),
        ((2, 2, [1, 1], [0]), "rise from 0"),
    ],
)
def test_a_malformed_matrix_is_refused(arguments, message):
    with pytest.raises(UsageError, match=message):
        Matrix(*arguments)


def test_foreign_options_and_digits_are_refused():
    search = Enumeration(sudoku(2))
    with pytest.raises(UsageError, match=r"has the options 0 to 63"):
        search.start([64])
    boards = np.zeros((4, 16), np.uint8)
    boards[2, 5] = 5
    with pytest.raises(InputError, match="index 2 holds the digit 5: the largest digit of 4x4 is 4"):
        search.search_boards(boards)
    with pytest.raises(UsageError, match="uint8"):
        search.search_boards(boards.astype(int))


def test_rows_that_are_too_short_and_requests_for_no_solution_are_refused():
    search = Enumeration(sudoku(2))
    search.start()
    with pytest.raises(UsageError, match="it needs at least 65"):
        search.advance(out=np.empty((1, 64), np.uint32))
    with pytest.raises(UsageError, match="max_solutions=0: it must be at least 1"):
        search.advance(0)
    with pytest.raises(UsageError, match="limit=0: it must be at least 1"):
        search.search_boards(np.zeros((1, 16), np.uint8), limit=0)


def fresh(made):
    """Return a kernel as a new process has it, with no code loaded."""
    return type(made)(made.written, made.options)


@pytest.fixture
def interpreted(monkeypatch):
    """Return a function that lets Python run the kernel for a number of nodes, as in a new process."""

    def begin(nodes: int) -> None:
        monkeypatch.setattr(kernels, "interprets_first", True)
        monkeypatch.setattr(kernel, "advance", fresh(kernel.advance))
        monkeypatch.setattr(kernel, "start", fresh(kernel.start))
        monkeypatch.setattr(portions.interpreted, "nodes", 0)
        for module in (portions, by_python):
            monkeypatch.setattr(module, "INTERPRETED_NODES", nodes)

    return begin


def test_python_hides_much_padding_of_options_in_a_cover_of_many_items(interpreted):
    options = [[item, 100 * (item + 1) + k] for item in range(3) for k in range(100)] + [
        [0, *range(900, 990)]
    ]
    interpreted(10_000)
    links = InterpretedLinks(1 << 17, 3, options)
    links.start()
    assert (links.advance(1), links.found) == (Stop.LIMIT, 1)
    assert not Enumeration(Matrix.of(1 << 17, 3, options)).interprets
    assert Enumeration(Matrix.of(3, 3, [[0], [1], [2]])).interprets


def some_options(random: np.random.Generator) -> Options:
    return [
        sorted(set(random.integers(0, 8, random.integers(1, 4)).tolist()) | {int(random.integers(0, 6))})
        for _ in range(25)
    ]


@pytest.mark.parametrize("nodes", [1, 7, 100, 10_000])
@pytest.mark.parametrize("seed", range(10))
def test_python_runs_the_kernel_as_the_machine_does_and_hands_over_in_the_middle_of_a_search(
    seed, nodes, interpreted
):
    random = np.random.default_rng(seed)
    matrix = Matrix.of(8, 6, some_options(random))
    chosen, forbidden = ([3], [int(random.integers(4, 25))]) if seed % 2 else ([], [])

    def run() -> tuple[list[tuple[int, ...]], dict[str, int], list[int]]:
        search = Enumeration(matrix)
        search.start(chosen, forbidden)
        covers = all_covers(search, rows=2, max_nodes=5)
        return covers, search.counters(), search.statistics().profile.tolist()

    by_machine = run()
    interpreted(nodes)
    assert run() == by_machine
    assert portions.interpreted.nodes > 0
    examined = by_machine[1]["nodes"]
    assert kernel.advance.ready or examined <= nodes + 2  # the machine took over if the nodes were too few
    assert not kernel.advance.ready or examined >= nodes


def test_python_refuses_options_that_do_not_exist_and_leaves_seeds_to_the_machine(interpreted):
    interpreted(100)
    search = Enumeration(Matrix.of(2, 2, [[0], [1]]))
    with pytest.raises(UsageError, match="options lie from 0 to 2; this matrix has the options 0 to 1"):
        search.start([2], [0])
    search.start([0])
    assert all_covers(search) == [(0, 1)]
    before = portions.interpreted.nodes
    assert before > 0
    search.start(seed=1)
    assert kernel.start.ready


@pytest.mark.parametrize("options", [[], KNUTH, *(some_options(np.random.default_rng(n)) for n in range(10))])
def test_python_links_a_cover_as_numpy_does(options):
    ours = InterpretedLinks(8, 6, options)._arrays
    *arrays, _ = Enumeration(Matrix.of(8, 6, options))._arrays
    for one, other in zip(ours, arrays, strict=True):
        assert np.asarray(one).tolist() == other.tolist()


@pytest.mark.parametrize("nodes", [1, 7, 100, 100_000])
@pytest.mark.parametrize("name", ["queens:6", "queens:8", "langford:7", "9x9"])
def test_an_engine_that_python_begins_gives_the_answers_of_machine_code(name, nodes, interpreted):
    problem = Layout.standard(9) if name == "9x9" else named(name)
    limit = 40 if name == "9x9" else None

    def run() -> tuple[list[tuple[int, ...]], list[int]]:
        session = backend("dlx").open(problem)
        found = session.search(Instance(), limit=limit)
        some = list(found)
        again = session.search(Instance(some[3][:1]), limit=limit)
        return some, [found.outcome().count, len(list(again))]

    by_machine = run()
    interpreted(nodes)
    some, counts = run()
    assert (sorted(some), counts) == (sorted(by_machine[0]), by_machine[1])
    assert 0 < portions.interpreted.nodes <= nodes + 10
