"""Diagrams of exact covers: their answers about all solutions agree with the listed solutions."""

import json
import random
from collections import Counter
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import coloured_cases
import pytest

from sudokubench import core_words, solutions
from sudokubench.answer import Budget
from sudokubench.diagrams import Diagram, cheapest, count_up_to_symmetry, diagram, load, symmetries
from sudokubench.errors import InputError, Undecided, UsageError
from sudokubench.problem import ExactCover, cover
from sudokubench.puzzles import puzzle as one_puzzle


def dominoes(rows: int, columns: int) -> ExactCover:
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    pairs = [(a, b) for a, b in combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    return cover(((f"{a}{b}", (a, b)) for a, b in pairs), primary=cells)


PUZZLES: list[Any] = [
    "queens:6", "tromino:6", dominoes(4, 5), "1...3...........",
    "................",
    cover([("a", "xy"), ("b", "x"), ("c", "ys"), ("d", "y")], secondary="s"),
    cover([("a", "x")], primary="xy"),
]  # fmt: skip


@pytest.mark.parametrize("order", ["frontier", "fewest"])
@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_a_diagram_holds_each_solution_once_and_numbers_them(puzzle: Any, order: Any) -> None:
    made = diagram(puzzle, order=order)
    expected = list(solutions(puzzle))
    found = list(made)
    assert made.count == len(found) == len(expected)
    assert set(found) == set(expected)
    assert [made[k] for k in range(made.count)] == found
    assert not found or made[-1] == found[-1]
    with pytest.raises(IndexError, match=f"there are {made.count}: number {made.count} does not exist"):
        made[made.count]


@pytest.mark.parametrize("puzzle", ["queens:6", "tromino:6", dominoes(4, 5)], ids=str)
def test_marginals_count_the_solutions_with_each_option(puzzle: Any) -> None:
    occurs = diagram(puzzle).marginals()
    expected = Counter(option for solution in solutions(puzzle) for option in solution)
    assert occurs == {option: expected[option] for option in occurs}


def test_marginals_of_a_board_count_its_clues_in_every_solution() -> None:
    made = diagram("1...3...........")
    occurs = made.marginals()
    assert (occurs["R1C1#1"], occurs["R1C1#2"]) == (made.count, 0)
    assert sum(occurs.values()) == 16 * made.count


def by_weight(puzzle: ExactCover, weights: dict[str, int]) -> list[int]:
    return sorted(sum(weights.get(option, 0) for option in found) for found in solutions(puzzle))


def test_the_best_solutions_come_in_the_order_of_their_weights() -> None:
    puzzle, rng = dominoes(4, 5), random.Random(7)
    weights = {name: rng.randrange(-5, 9) for name in puzzle.option_names}
    ranked = list(diagram(puzzle).best(weights))
    assert [weight for weight, _ in ranked] == by_weight(puzzle, weights)
    assert len({found for _, found in ranked}) == len(ranked)
    assert all(sum(map(weights.__getitem__, found)) == weight for weight, found in ranked)
    largest = [weight for weight, _ in islice(diagram(puzzle).best(weights, largest=True), 5)]
    assert largest == by_weight(puzzle, weights)[:-6:-1]


@pytest.mark.parametrize("backend", ["dxz", "cpsat", "highs"])
def test_engines_find_the_cheapest_of_all_solutions_natively(backend: str) -> None:
    rng = random.Random(3)
    for seed in range(25):
        puzzle = coloured_cases.random_cover(seed, several=backend != "dxz")
        weights = {name: rng.randrange(-50, 90) / 10 for name in puzzle.option_names}
        ranked = sorted(sum(map(weights.__getitem__, found)) for found in solutions(puzzle))
        for largest in (False, True):
            found = cheapest(puzzle, weights, largest=largest, backend=backend)
            assert (found is None) == (not ranked)
            if found is not None:
                assert found[0] == pytest.approx(ranked[-1 if largest else 0])
                assert found[0] == pytest.approx(sum(map(weights.__getitem__, found[1])))
                assert found[1] in set(solutions(puzzle))


@pytest.mark.parametrize("backend", ["cpsat", "highs"])
def test_engines_tell_small_costs_apart(backend: str) -> None:
    rng = random.Random(1)
    for _ in range(5):
        weights = [rng.randrange(10) / 10**9 for _ in range(36)]
        found, best = (cheapest("queens:6", weights, backend=one) for one in (backend, "dxz"))
        assert found is not None
        assert best is not None
        assert found[0] == best[0]


@pytest.mark.parametrize("backend", ["dxz", "cpsat", "highs"])
def test_the_largest_weight_of_zeros_has_no_sign(backend: str) -> None:
    found = cheapest({"A": "x"}, {"A": 0.0}, largest=True, backend=backend)
    assert found is not None
    assert str(found[0]) == "0.0"


def test_weights_of_every_size_are_added_exactly() -> None:
    options = {"A": "x", "B": "y", "C": "x", "D": "y", "E": "z"}
    one = {"A": 1e16, "B": 1.0, "C": 1e15, "D": 0.0, "E": -1e16}
    assert cheapest(options, one, largest=True) == (1.0, ("A", "B", "E"))
    assert cheapest({"A": "x", "B": "y"}, {"A": 0.1, "B": 0.2}) == (0.3, ("A", "B"))
    huge = {"A": 1e308, "B": 1e308, "C": -1e308, "D": -1e308}
    assert [weight for weight, _ in diagram(options).best(huge)] == [-2 * 10**308, 0, 0, 2 * 10**308]


def test_the_model_is_as_before_after_an_optimum() -> None:
    puzzle = dominoes(4, 4)
    for backend in ("cpsat", "highs"):
        assert cheapest(puzzle, [0] * len(puzzle.options), backend=backend) is not None
        assert len(list(solutions(puzzle, backend=backend))) == 36


def test_an_engine_that_cannot_optimise_and_costs_that_are_too_fine_are_refused() -> None:
    with pytest.raises(UsageError, match="dxz, cpsat and highs can"):
        cheapest({"A": "xy"}, {"A": 1}, backend="dlx")
    with pytest.raises(UsageError, match="nan"):
        cheapest({"A": "xy"}, {"A": float("nan")}, backend="highs")
    with pytest.raises(UsageError, match="too many decimals"):
        cheapest({"A": "x", "B": "y"}, {"A": 1e-20, "B": True}, backend="cpsat")
    with pytest.raises(UsageError, match=r"highs adds up whole numbers below 2\^26.*choose dxz"):
        cheapest({"A": "x", "B": "y"}, {"A": 10**17, "B": 1}, backend="highs")
    with pytest.raises(Undecided):
        cheapest("queens:20", [1] * 400, backend="cpsat", budget=Budget(seconds=1e-9))


def test_costs_are_the_weights_unless_others_are_given() -> None:
    options = {"a": "xy", "b": "x", "c": "y"}
    puzzle = ExactCover.from_options(options, costs={"a": 5, "b": 1, "c": 3})
    assert list(diagram(puzzle).best()) == [(4, ("b", "c")), (5, ("a",))]
    assert next(diagram(puzzle).best([0, 1, 1])) == (0, ("a",))
    with pytest.raises(UsageError, match="2 weights for 3 options"):
        next(diagram(puzzle).best([1, 2]))
    with pytest.raises(UsageError, match="'d'"):
        next(diagram(puzzle).best({"d": 1}))
    with pytest.raises(UsageError, match="0 weights for 4 options"):
        next(diagram(cover([(name, "x") for name in "abcd"])).best())


def test_the_cheapest_of_many_tilings_is_found_without_listing_them() -> None:
    puzzle = dominoes(8, 8)
    made = diagram(puzzle)
    lying = {name: int(eval(name[:6])[0] == eval(name[6:])[0]) for name in puzzle.option_names}
    assert [next(made.best(lying, largest=largest))[0] for largest in (False, True)] == [0, 32]


CHI_SQUARE_999 = {35: 66.62, 39: 72.05, 94: 142.12}
"""By degrees of freedom, the value that chi-square exceeds with probability 0.001 (CRC tables)."""


@pytest.mark.parametrize(
    ("puzzle", "n", "seed"), [(dominoes(4, 4), 36, 1), (dominoes(4, 5), 95, 2), ("queens:7", 40, 3)], ids=str
)
def test_samples_are_uniform(puzzle: Any, n: int, seed: int) -> None:
    made = diagram(puzzle)
    assert made.count == n
    drawn = Counter(made.sample(100 * n, seed))
    squares = sum((drawn[solution] - 100) ** 2 / 100 for solution in made)
    assert squares < CHI_SQUARE_999[n - 1]
    assert made.sample(5, seed) == made.sample(5, seed)


def test_a_random_tiling_of_many_is_a_tiling() -> None:
    puzzle = dominoes(12, 12)
    made: Diagram[tuple[str, ...]] = diagram(puzzle)
    number = {name: option for option, name in enumerate(puzzle.option_names)}
    one, other = made.sample(2, 11)
    assert one != other
    covered = sorted(item for name in one for item in puzzle.options[number[name]])
    assert covered == list(range(144))


def test_an_order_and_a_budget_that_do_not_exist_are_refused() -> None:
    wrong: Any
    for wrong, said in (
        ({"order": "x"}, "order='x': the values are auto,"),
        ({"budget": 3}, "must be a Budget"),
    ):
        with pytest.raises(UsageError, match=said):
            diagram("queens:4", **wrong)


def test_no_solution_can_be_drawn_if_there_is_none() -> None:
    with pytest.raises(UsageError, match="has no solution, so none can be chosen at random"):
        diagram(cover([("a", "x")], primary="xy")).sample(1, 1)


@pytest.mark.parametrize("puzzle", [*PUZZLES, "11.............."], ids=str)
def test_a_saved_diagram_is_read_back(puzzle: Any, tmp_path: Path) -> None:
    made = diagram(puzzle)
    made.save(tmp_path / "d")
    assert list(load(tmp_path / "d", puzzle)) == list(made)


def test_a_file_that_is_not_the_diagram_of_the_puzzle_is_refused(tmp_path: Path) -> None:
    file, puzzle = tmp_path / "d", dominoes(4, 4)
    diagram(puzzle).save(file)
    with pytest.raises(InputError, match="not a diagram of"):
        load(file, dominoes(4, 5))
    good = file.read_bytes()
    head, _, body = good.partition(b"\n")
    for text in (b"", b"{}\n", good[:-1], good + b"\0", b"[1]\n", head[:-1] + b', "more": 1}\n' + body):
        file.write_bytes(text)
        with pytest.raises(InputError, match=core_words.DIAGRAM_HEAD.en):
            load(file, puzzle)


def test_a_file_that_cannot_be_read_is_refused_as_by_other_readers(tmp_path: Path) -> None:
    diagram("queens:4").save(tmp_path / "queens.dia")
    with pytest.raises(InputError, match=r"quens\.dia cannot be read: .*; did you mean .*queens\.dia\?"):
        load(tmp_path / "quens.dia", "queens:4")
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        load(tmp_path, "queens:4")


def test_every_changed_number_is_noticed_or_leaves_only_solutions(tmp_path: Path) -> None:
    """A changed edge may be valid, too; then the diagram shows no wrong solution, and no solution twice."""
    file, puzzle = tmp_path / "d", dominoes(4, 4)
    diagram(puzzle).save(file)
    head, _, body = file.read_bytes().partition(b"\n")
    expected, refused, rng = set(solutions(puzzle)), 0, random.Random(5)
    for _ in range(400):
        changed = bytearray(body)
        at = 4 * rng.randrange(len(body) // 4)
        changed[at] = rng.choice([0, 1, changed[at] ^ 1, rng.randrange(256)])
        file.write_bytes(head + b"\n" + changed)
        try:
            found = list(load(file, puzzle))
        except InputError:
            refused += 1
            continue
        assert len(set(found)) == len(found)
        assert set(found) <= expected
    assert refused > 200


def test_a_huge_head_is_refused_before_anything_is_allocated(tmp_path: Path) -> None:
    puzzle = dominoes(4, 4)
    head = {"schema": "sudokubench.diagram/1", "id": puzzle.id, "nodes": 10**15, "edges": 10**15}
    (tmp_path / "d").write_text(json.dumps(head) + "\n")
    with pytest.raises(InputError, match=core_words.DIAGRAM_HEAD.en):
        load(tmp_path / "d", puzzle)


def test_a_diagram_that_does_not_fit_is_undecided() -> None:
    with pytest.raises(Undecided, match="its memory is full or its budget ran out"):
        diagram(dominoes(16, 16), memory=1)
    with pytest.raises(Undecided):
        diagram(dominoes(12, 12), budget=Budget(nodes=100))


def test_queens_and_pentominoes_have_their_published_numbers_up_to_symmetry() -> None:
    assert [count_up_to_symmetry(f"queens:{n}") for n in range(4, 10)] == [1, 2, 1, 6, 12, 46]  # OEIS A002562
    assert count_up_to_symmetry("pentomino:3x20") == 2  # Golomb, Polyominoes (1965)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("sides", "number"), [("6x10", 2339), ("5x12", 1010), ("4x15", 368), ("8x8-27-28-35-36", 65)]
)
def test_the_twelve_pentominoes_have_their_published_numbers_up_to_symmetry(sides: str, number: int) -> None:
    assert count_up_to_symmetry(f"pentomino:{sides}") == number  # Haselgrove (1960), Scott (1958)


@pytest.mark.parametrize(
    ("puzzle", "n"), [("tromino:6", 8), ("domino:4x5", 4), ("domino:4", 8), ("aztec:3", 8)]
)
def test_solutions_up_to_symmetry_are_the_orbits_of_the_solutions(puzzle: str, n: int) -> None:
    group = symmetries(puzzle)
    assert len(group) == n
    options = {name: option for option, name in enumerate(one_puzzle(puzzle).option_names)}
    found = {frozenset(options[name] for name in solution) for solution in solutions(puzzle)}
    orbits = {frozenset(frozenset(image[o] for o in solution) for image in group) for solution in found}
    assert all(orbit <= found for orbit in orbits)
    assert count_up_to_symmetry(puzzle) == len(orbits)


def test_a_cover_without_cells_has_only_the_identity_as_symmetry() -> None:
    assert symmetries("knuth:example") == [(0, 1, 2, 3, 4, 5)]
    with pytest.raises(UsageError, match="is a board"):
        symmetries("." * 16)
