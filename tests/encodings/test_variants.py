"""Constraints in each encoding: the models and covers are counted and compared with brute force."""

from itertools import permutations, product
from random import Random

import pytest
import reference
from constraints_cases import JIGSAW, LAYOUTS, kept
from pysat.solvers import Solver

from sudokubench.backends import backend, refusal
from sudokubench.board import Board
from sudokubench.constraints import AllDifferent, AntiKnight, Killer, Sum
from sudokubench.encodings import cnf, cp, exact_cover
from sudokubench.encodings.fillings import MOST, fillings
from sudokubench.errors import UsageError
from sudokubench.layout import House, Layout
from sudokubench.problem import Colours, Instance, Multiplicities, Variant

SMALL, NINE = Layout.standard(4), Layout.standard(9)
CAGES = (Killer((0, 1), 5), Killer((5, 6, 9), 7), Killer((15,), 2), Killer((2, 3, 7), 8))
RULES = {
    "knights": (AntiKnight(),),
    "cages": CAGES,
    "knights and a cage": (AntiKnight(), Killer((0, 1, 4), 8)),
    "a cage across boxes": (Killer((1, 4, 11, 14), 10),),
    "cages that share cells": (Killer((0, 1), 5), Killer((1, 2), 6)),
    "a cage that cannot be": (Killer((0, 1), 2),),
}
VARIANTS = {
    f"{rules} on {name}": Variant(layout, RULES[rules]) for rules in RULES for name, layout in LAYOUTS.items()
}


def expected(variant):
    """The option sets of the grids that keep the constraints."""
    return {
        tuple(4 * c + d - 1 for c, d in enumerate(grid)) for grid in kept(variant.layout, variant.constraints)
    }


def covers(whole):
    """All exact covers, by plain backtracking on the item with the fewest options."""
    sets = [frozenset(items) for items in whole.options]

    def search(covered, chosen):
        items = [item for item in range(whole.primary) if item not in covered]
        if not items:
            yield tuple(sorted(chosen))
            return
        choices = ([o for o in whole.options_of[item] if not sets[o] & covered] for item in items)
        for option in min(choices, key=len):
            yield from search(covered | sets[option], [*chosen, option])

    return list(search(frozenset(), []))


def models(made, whole):
    """All models, each once: with auxiliary variables if `whole`, else those that differ in their options."""
    last = made.n_variables if whole else made.n_options
    with Solver("minisat22", bootstrap_with=made.clauses) as solver:
        while solver.solve():
            model = solver.get_model()
            yield model
            solver.add_clause([-literal for literal in model[:last]])


def test_the_variants_have_some_grids_and_not_all():
    counts = {name: len(expected(variant)) for name, variant in VARIANTS.items()}
    assert all(count < 288 for count in counts.values())
    assert sum(count > 0 for count in counts.values()) > len(counts) / 2


@pytest.mark.parametrize("name", VARIANTS)
def test_the_exact_covers_are_the_grids_of_brute_force(name):
    variant = VARIANTS[name]
    whole = exact_cover.cover_of(variant)
    found = covers(whole)
    plain = [tuple(option for option in one if option < whole.n_options) for one in found]
    assert len(plain) == len(set(plain))  # the fillings follow from the digits
    assert set(plain) == expected(variant)
    sums = sum(isinstance(statement, Sum) for _, statement in variant.statements())
    assert {len(one) for one in found} <= {16 + sums}
    assert whole.n_options == exact_cover.option_count(variant) == 64


@pytest.mark.parametrize("encoding", cnf.ENCODINGS)
@pytest.mark.parametrize("name", VARIANTS)
def test_the_models_of_every_encoding_are_the_grids_of_brute_force(name, encoding):
    variant = VARIANTS[name]
    if cnf.unsupported(variant, encoding) is not None:
        assert (encoding, variant.layout) == ("triads", JIGSAW)
        return
    made = cnf.cnf(variant, encoding)
    # What follows from the options is counted along with them; other auxiliary variables are free.
    whole = encoding in {"extended", "extended-raw", "card", "minimal", "triads", "commander"}
    found = [made.decode(model) for model in models(made, whole)]
    assert len(found) == len(set(found))
    assert set(found) == expected(variant)
    assert {abs(v) for clause in made.clauses for v in clause} <= set(range(1, made.n_variables + 1))


@pytest.mark.parametrize("name", VARIANTS)
def test_a_solution_is_checked_without_the_additions_for_engines(name):
    variant, nothing = VARIANTS[name], Instance()
    right = expected(variant)
    for grid in kept(variant.layout, ()):
        options = tuple(4 * cell + digit - 1 for cell, digit in enumerate(grid))
        assert (exact_cover.solution_fault(variant, options, nothing) is None) == (options in right)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_models_for_constraint_solvers_hold_exactly_the_grids_of_brute_force(name):
    variant = VARIANTS[name]
    right = expected(variant)
    integers, booleans = cp.all_different(variant), cp.boolean(variant)
    for grid in kept(SMALL, ()):
        options = tuple(4 * cell + digit - 1 for cell, digit in enumerate(grid))
        chosen = [int(option in options) for option in range(64)]
        assert integers.solution(grid) == booleans.solution(chosen) == options
        different = all(len({grid[v] for v in group}) == len(group) for group in integers.all_different)
        assert (different and added(integers, grid)) == (options in right)
        counted = all(sum(chosen[v] for v in group) == 1 for group in booleans.exactly_one)
        counted &= all(sum(chosen[v] for v in group) <= 1 for group in booleans.at_most_one)
        assert (counted and added(booleans, chosen)) == (options in right)


def added(model, values):
    """Whether the sums of a model are right."""
    return all(
        sum(k * values[v] for k, v in zip(one.coefficients, one.variables, strict=True)) == one.total
        for one in model.sums
    )


def test_boards_of_6x6_have_the_models_and_covers_of_brute_force():
    layout, random = Layout.standard(6), Random(3)
    variant = Variant(layout, (AntiKnight(), Killer((0, 1, 6), 9), Killer((20, 21, 26, 27), 14)))
    full = next(reference.solutions([0] * 36, reference.sudoku_houses(6, 2)))
    for _ in range(6):
        clues = [digit if random.random() < 0.4 else 0 for digit in full]
        if random.random() < 0.5:
            clues[random.randrange(36)] = random.randint(1, 6)
        right = {
            grid
            for grid in reference.solutions(clues, reference.sudoku_houses(6, 2))
            if variant.fault(grid) is None
        }
        board = Board(variant, clues)
        made, rest = cnf.cnf(variant), exact_cover.reduced(exact_cover.cover_of(variant), board.instance())
        with Solver("minisat22", bootstrap_with=made.clauses) as solver:
            found = list(solver.enum_models(assumptions=made.literals(board.instance())))
        assert {tuple(layout.digits(made.decode(model))) for model in found} == right
        assert len(found) == len(right) == (0 if rest is None else len(covers(rest)))


# -- fillings -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize(
    "cells", [(6,), (0, 1), (0, 6), (1, 4), (0, 5, 10), (0, 1, 4, 15), (0, 5, 10, 15)], ids=repr
)
@pytest.mark.parametrize("others", [(), (AntiKnight(),)], ids=["alone", "with knights"])
def test_the_fillings_of_a_cage_are_those_of_brute_force(layout, cells, others):
    apart = {pair for house in layout.houses for pair in permutations(house.cells, 2)}
    if others:
        moves = {
            (a, b) for a, b in permutations(range(16), 2) if abs(a // 4 - b // 4) * abs(a % 4 - b % 4) == 2
        }
        apart |= moves
    pairs = list(permutations(range(len(cells)), 2))
    for total in range(len(cells) * 4 + 2):
        cage = Killer(cells, total)
        right = {
            digits
            for digits in product(range(1, 5), repeat=len(cells))
            if sum(digits) == total and len(set(digits)) == len(digits)
            if all(digits[a] != digits[b] for a, b in pairs if (cells[a], cells[b]) in apart)
        }
        found = fillings(Variant(layout, (cage, *others)), Sum(cells, total))
        assert len(found) == len(set(found))
        assert set(found) == right


def test_cells_that_nothing_keeps_apart_may_repeat_a_digit_in_a_sum():
    variant = Variant(SMALL, (AntiKnight(),))
    assert set(fillings(variant, Sum((0, 11), 4))) == {(1, 3), (2, 2), (3, 1)}


def test_every_cage_of_six_cells_on_a_9x9_is_written_out():
    most = max(
        sum(1 for digits in permutations(range(1, 10), 6) if sum(digits) == total) for total in (29, 30, 31)
    )
    assert most <= MOST


# -- sizes ----------------------------------------------------------------------------------------------------------


def test_anti_knight_on_9x9_has_a_group_for_each_of_its_224_moves():
    variant = Variant(NINE, (AntiKnight(),))
    assert sum(1 for _ in variant.statements()) == 224
    whole = exact_cover.cover_of(variant)
    assert (len(whole.options), len(whole.items), whole.primary) == (729, 324 + 224 * 9, 324)
    in_a_box = 9 * 8  # moves within a box: its cells differ anyhow
    assert len(cnf.cnf(variant).clauses) == 10_530 + (224 - in_a_box) * 9
    assert cnf.cnf(variant).n_variables == 729
    assert len(cp.all_different(variant).all_different) == 27 + 224


def test_a_cage_adds_an_option_or_a_variable_for_each_filling():
    variant = Variant(NINE, (Killer((0, 10), 4),))  # 1 and 3, either way
    whole, made = exact_cover.cover_of(variant), cnf.cnf(variant)
    assert (len(whole.options), whole.auxiliary) == (729 + 2, 2)
    assert (len(whole.items), whole.primary) == (324 + 9 + 1 + 18, 325)
    assert made.n_variables == 729 + 2
    assert len(made.clauses) == 10_530 + 1 + 4 + 18  # one of the two; their digits; digits and their fillings
    assert len(cp.boolean(variant).sums) == 1


# -- too many fillings ----------------------------------------------------------------------------------------------

WIDE = Killer((0, 1, 2, 9, 10, 11, 18), 35)
"""Seven cells of a box."""


@pytest.mark.parametrize("name", ["dlx", "algorithm_x", "sat", "cryptominisat"])
def test_a_cage_with_too_many_fillings_is_unsupported_with_their_number(name):
    count = sum(1 for digits in permutations(range(1, 10), 7) if sum(digits) == 35)
    assert count > MOST
    reason = refusal(backend(name), Variant(NINE, (WIDE,)))
    cells = "R1C1 R1C2 R1C3 R2C1 R2C2 R2C3 R3C1"
    assert f"the killer cage {cells} = 35 has {count:,} fillings; at most {MOST:,} are written out" in str(
        reason
    )
    assert f"キラーのケージ{cells} = 35を満たす数字の並びの数は{count:,}で" in reason.ja


def test_a_cage_with_too_many_fillings_has_no_cover_and_no_clauses():
    variant = Variant(NINE, (WIDE,))
    with pytest.raises(UsageError, match=r"cannot be written as an exact cover: the killer cage .* fillings"):
        exact_cover.cover_of(variant)
    for encoding in cnf.ENCODINGS:
        with pytest.raises(UsageError, match=r"the killer cage .* fillings"):
            cnf.cnf(variant, encoding)
    assert cp.unsupported(variant) is None


def test_fillings_are_counted_up_to_a_hundred_thousand():
    large = Variant(Layout.standard(16), (Killer(tuple(range(8)), 68),))
    assert "more than 100,000 fillings" in str(exact_cover.unsupported(large))


def test_statements_are_those_that_the_tests_know():
    assert {AllDifferent, Sum} == exact_cover.STATEMENTS
    assert cnf.STATEMENTS == cp.STATEMENTS == {AllDifferent, Sum, Colours, Multiplicities}


@pytest.mark.parametrize("rules", [(AntiKnight(),), (Killer((0, 1), 5),)])
@pytest.mark.parametrize("name", ["differ1", "sum1", "1 in differ1", "sum1:R1C1", "differ1#1", "R1C1", "odd"])
def test_the_name_of_a_house_never_makes_it_one_with_what_a_constraint_asks(name, rules):
    layout = Layout(4, SMALL.boxes, SMALL.symbols, (House(name, (4, 11)),))
    found = exact_cover.cover_of(Variant(layout, rules))
    assert {tuple(o for o in chosen if o < 64) for chosen in covers(found)} == expected(
        Variant(layout, rules)
    )
