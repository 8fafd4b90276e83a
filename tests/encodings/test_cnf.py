"""Clause counts are the published ones; models are enumerated by a solver and compared with plain backtracking."""

from functools import cache

import pytest
import reference
from child import printed
from pysat.solvers import Solver

from sudokubench.backends import backend
from sudokubench.board import Board
from sudokubench.encodings.cnf import ENCODINGS, cnf, unsupported
from sudokubench.encodings.words import FOR_BOARDS_ONLY
from sudokubench.errors import UsageError
from sudokubench.layout import House, Layout
from sudokubench.problem import Instance, cover

NINE = Layout.standard(9)
NOTHING = Instance()
GENERAL = sorted(set(ENCODINGS) - {"card", "minimal", "triads"})
JIGSAW = Layout(4, (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3), "1234")


def choices(problem, encoding, instance=NOTHING):
    """Return the sets of options that some model chooses, in no order: after a model, the same options are excluded."""
    made = cnf(problem, encoding)
    with Solver("minisat22", bootstrap_with=made.clauses) as solver:
        for literal in made.literals(instance):
            solver.add_clause([literal])
        found = []
        while solver.solve():
            model = solver.get_model()
            found.append(tuple(v - 1 for v in model[: made.n_options] if v > 0))
            solver.add_clause([-literal for literal in model[: made.n_options]])
    return found


def grids(layout, found):
    return {tuple(layout.digits(options)) for options in found}


# -- sizes ----------------------------------------------------------------------------------------------------------


def matching(items, options):
    """Return a cover whose options are pairs of items; only the first options are a solution."""
    pairs = [(k, k + 1) for k in range(0, items, 2)]
    pairs += [(k % items, (k + 2 + k // items) % items) for k in range(options - len(pairs))]
    return cover([(f"o{k}", (f"i{a}", f"i{b}")) for k, (a, b) in enumerate(pairs)])


def test_a_large_cover_has_clauses_in_proportion_to_its_options():
    """Pairwise clauses for 20,000 options of two items are at least 200 * 199 * 200 / 2."""
    made = cnf(matching(200, 20_000))
    assert len(made.clauses) < 8 * 20_000
    assert len(made.option_names) == 20_000 < made.n_variables


@pytest.mark.parametrize("name", ["sat", "cryptominisat"])
def test_a_large_cover_is_opened_and_solved(name):
    problem = matching(200, 20_000)
    with backend(name).open(problem) as session:
        [options] = session.search(NOTHING, limit=1)
    assert sorted(item for option in options for item in problem.options[option]) == [*range(200)]


def test_only_large_items_of_a_cover_with_many_pairs_take_further_variables(monkeypatch):
    names = "abcdef"
    pairs = [pair for k, a in enumerate(names) for pair in ((a, b) for b in names[k + 1 :])]
    options = [(f"{a}{b}", (a, b)) for a, b in pairs]
    assert cnf(cover(options)).n_variables == 15
    monkeypatch.setattr("sudokubench.encodings.cnf._MOST_PAIRS", 59)  # each of 6 items has 5 options
    monkeypatch.setattr("sudokubench.encodings.cnf._PAIRED", 5)
    assert cnf(cover(options)).n_variables == 15
    monkeypatch.setattr("sudokubench.encodings.cnf._PAIRED", 4)
    problem = cover(options)
    assert cnf(problem).n_variables > 15
    found = choices(problem, "extended")
    assert len(found) == len(set(found)) == 15  # perfect matchings of six points: 5 * 3
    assert all(sorted("".join(pairs[o][0] + pairs[o][1] for o in some)) == [*names] for some in found)
    monkeypatch.setattr("sudokubench.encodings.cnf._MOST_PAIRS", 60)
    assert cnf(cover(options)).n_variables == 15


@pytest.mark.parametrize(
    ("encoding", "variables", "clauses"),
    [
        ("card", 729, 81 + 81 * 36 + 27 * 9 * 36), ("minimal", 729, 8829), ("extended", 729, 10530),
        ("extended-raw", 729, 11988), ("triads", 1215, 13770), ("commander", 1701, 8100),
        ("product", 2673, 8100), ("bitwise", 2025, 11988), ("seqcounter", 3321, 7776),
        ("ladder", 3969, 11988), ("totalizer", 10125, 21708),
    ],
)  # fmt: skip
def test_an_encoding_of_9x9_has_the_published_size(encoding, variables, clauses):
    made = cnf(NINE, encoding)
    assert (made.n_variables, len(made.clauses)) == (variables, clauses)
    assert {abs(literal) for clause in made.clauses for literal in clause} == set(range(1, variables + 1))


def test_every_encoding_has_its_published_size_tested():
    [mark] = test_an_encoding_of_9x9_has_the_published_size.pytestmark
    assert {row[0] for row in mark.args[1]} == set(ENCODINGS)


@pytest.mark.parametrize(
    ("encoding", "distinct"), [("card", 10287), ("extended-raw", 10530), ("extended", 10530)]
)
def test_clauses_stand_twice_only_where_they_were_published_so(encoding, distinct):
    assert len({frozenset(clause) for clause in cnf(NINE, encoding).clauses}) == distinct


@pytest.mark.parametrize(("size", "clauses"), [(16, 111_616), (25, 690_000)])
def test_large_boards_have_the_published_number_of_clauses(size, clauses):
    assert len(cnf(Layout.standard(size)).clauses) == clauses


def test_an_encoding_is_made_once():
    assert cnf(NINE) is cnf(NINE, "extended") is cnf(Layout.standard(9), encoding="extended")


# -- models ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_models_of_the_empty_4x4_are_its_288_grids(encoding):
    layout = Layout.standard(4)
    expected = set(reference.solutions([0] * 16, reference.sudoku_houses(4, 2)))
    found = choices(layout, encoding)
    assert len(found) == len(expected) == 288
    assert grids(layout, found) == expected


@cache
def solutions_of(digits, box_rows):
    return set(reference.solutions(digits, reference.sudoku_houses(6, box_rows)))


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("box_rows", [2, 3])
def test_the_models_of_a_6x6_are_its_solutions(encoding, box_rows):
    layout = Layout.standard(6, box_rows)
    board = Board.parse("1....6...2.......3..5......4........", layout)
    expected = solutions_of(board.digits, box_rows)
    found = choices(layout, encoding, board.instance())
    assert len(found) == len(expected) > 100
    assert grids(layout, found) == expected


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_extra_houses_are_kept_whole_or_in_part(encoding):
    plain = Layout.standard(4)
    diagonal = Layout.named("4x4-diagonal")
    part = Layout(4, plain.boxes, plain.symbols, (House("X", (0, 5, 10)),))
    for layout, extra in ((diagonal, reference.diagonals(4)), (part, [[0, 5, 10]])):
        expected = set(reference.solutions([0] * 16, reference.sudoku_houses(4, 2) + extra))
        found = choices(layout, encoding)
        assert len(found) == len(expected) > 0
        assert grids(layout, found) == expected


@pytest.mark.parametrize("encoding", sorted(set(ENCODINGS) - {"triads"}))
def test_irregular_boxes_are_kept(encoding):
    boxes = [[cell for cell in range(16) if JIGSAW.boxes[cell] == box] for box in range(4)]
    expected = set(reference.solutions([0] * 16, reference.rows_and_columns(4) + boxes))
    assert grids(JIGSAW, choices(JIGSAW, encoding)) == expected != set()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_forbidden_candidates_and_clues_are_kept(encoding):
    layout = Layout.standard(4)
    board = Board.parse("1...............", layout).forbidding([layout.option(1, 2), layout.option(15, 1)])
    houses = reference.sudoku_houses(4, 2)
    expected = set(reference.solutions(board.digits, houses, {(1, 2), (15, 1)}))
    assert grids(layout, choices(layout, encoding, board.instance())) == expected
    assert 0 < len(expected) < 72


@pytest.mark.parametrize("encoding", GENERAL)
@pytest.mark.parametrize("size", range(1, 13))
def test_at_most_one_of_any_number_of_options_covers_a_secondary_item(encoding, size):
    options = [(f"{i}{x}", [f"p{i}", *x]) for i in range(size) for x in ("", "x")]
    found = choices(cover(options, secondary="x"), encoding)
    assert len(found) == size + 1
    assert {sum(option % 2 for option in chosen) for chosen in found} == {0, 1}


@pytest.mark.parametrize("encoding", GENERAL)
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 16, 37])
def test_exactly_one_of_any_number_of_options_covers_a_primary_item(encoding, size):
    problem = cover([(str(i), ["p"]) for i in range(size)])
    assert sorted(choices(problem, encoding)) == [(i,) for i in range(size)]


@pytest.mark.parametrize("encoding", GENERAL)
def test_queens_do_not_attack_each_other(encoding):
    options = [
        (f"{r}{c}", (f"r{r}", f"c{c}", f"up{r + c}", f"down{r - c}")) for r in range(6) for c in range(6)
    ]
    problem = cover(options, secondary=[f"{way}{k}" for way in ("up", "down") for k in range(-6, 12)])
    expected = {tuple(6 * r + c for r, c in enumerate(columns)) for columns in reference.queens(6)}
    assert set(choices(problem, encoding)) == expected


@pytest.mark.parametrize("encoding", GENERAL)
def test_a_primary_item_without_options_is_an_empty_clause(encoding):
    assert () in cnf(cover([("A", "1")], primary="2"), encoding).clauses
    assert () not in cnf(cover([("A", "1")], secondary="2"), encoding).clauses


# -- triads ---------------------------------------------------------------------------------------------------------


def propagated(clauses, literals):
    """Return all literals that unit propagation derives."""
    true = set(literals)
    while True:
        new = set()
        for clause in clauses:
            if not true.intersection(clause):
                rest = [literal for literal in clause if -literal not in true]
                if len(rest) == 1:
                    new.add(rest[0])
        if new <= true:
            return true
        true |= new


def test_with_triads_unit_propagation_finds_locked_candidates_and_without_them_it_does_not():
    # In box 1 the digit 5 has places only in row 1, so it has no place in the rest of row 1.
    elsewhere = [-NINE.option(cell, 5) - 1 for cell in (9, 10, 11, 18, 19, 20)]
    row = {-NINE.option(cell, 5) - 1 for cell in range(3, 9)}
    assert row <= propagated(cnf(NINE, "triads").clauses, elsewhere)
    assert row.isdisjoint(propagated(cnf(NINE, "extended").clauses, elsewhere))


# -- instances and decoding -----------------------------------------------------------------------------------------


def test_variables_are_options_plus_one():
    board = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    literals = cnf(NINE).literals(board.forbidding([0]).instance())
    assert literals[:2] == [81 * 0 + 9 * 0 + 5, 81 * 0 + 9 * 1 + 3]
    assert literals[-1] == -1
    assert len(literals) == 31


def test_decoding_leaves_out_negative_and_auxiliary_variables():
    assert cnf(Layout.standard(4), "bitwise").decode([65, 3, -4, -66, 64, 70]) == (2, 63)


@pytest.mark.parametrize("option", [-1, 729, 10**9, 2**31, 2**63])
@pytest.mark.parametrize("chosen", [True, False])
def test_an_option_that_does_not_exist_never_becomes_a_literal(option, chosen):
    instance = Instance(chosen=(option,)) if chosen else Instance(forbidden=(option,))
    with pytest.raises(UsageError, match=rf"option {option} does not exist: 9x9 has the options 0 to 728"):
        cnf(NINE).literals(instance)


# -- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["card", "minimal", "triads"])
def test_encodings_of_boards_refuse_other_covers(encoding):
    problem = cover([("A", "1")])
    reason = FOR_BOARDS_ONLY.format(encoding=encoding)
    assert unsupported(problem, encoding) == reason
    with pytest.raises(UsageError, match=reason.en):
        cnf(problem, encoding)


def test_triads_need_boxes_that_are_rectangles():
    with pytest.raises(UsageError, match="rectangles; choose extended"):
        cnf(JIGSAW, "triads")


def test_an_unknown_encoding_is_refused_with_the_known_ones():
    with pytest.raises(UsageError, match=r"'pairwise'; the encodings are extended, .*totalizer"):
        cnf(NINE, "pairwise")


# -- purity ---------------------------------------------------------------------------------------------------------

LOADED = """
import sys
from sudokubench.encodings.cnf import cnf
from sudokubench.layout import Layout
cnf(Layout.standard(4), sys.argv[1])
print(any(name.split(".")[0] in {"pysat", "pysolvers"} for name in sys.modules))
"""


@pytest.mark.parametrize(
    "encoding", ["extended", "card", "minimal", "triads", "commander", "product", "bitwise"]
)
def test_pysat_is_loaded_only_for_the_encodings_that_come_from_it(encoding):
    assert printed(LOADED, encoding).strip() == str(encoding == "bitwise")
