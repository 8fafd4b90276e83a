"""Constraints in each encoding: the models and covers are counted and compared with brute force."""

import re
from itertools import permutations, product
from random import Random

import pytest
import reference
from constraints_cases import CASES, JIGSAW, LAYOUTS, kept
from pysat.solvers import Solver

from sudokubench.backends import backend, refusal
from sudokubench.board import Board
from sudokubench.constraints import STATEMENTS, AntiKnight, Killer, Linear, Regular
from sudokubench.constraints import VARIANTS as KINDS
from sudokubench.constraints.regular import of_pattern
from sudokubench.encodings import cnf, cp, exact_cover
from sudokubench.encodings.fillings import MOST, fillings, layers_of
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
} | {
    kind: Variant(SMALL, tuple(KINDS[kind].from_json(fields) for fields in case.samples[-1:]))
    for kind, case in CASES.items()
    if case.samples
}


def expected(variant):
    """Return the option sets of the grids that keep the constraints."""
    return {
        tuple(4 * c + d - 1 for c, d in enumerate(grid)) for grid in kept(variant.layout, variant.constraints)
    }


def spelled(layers):
    """Return the fillings that the paths through some layers spell."""
    paths = {((), 0)}
    for edges in layers.edges:
        onward = {}
        for source, digit, to in edges:
            onward.setdefault(source, []).append((digit, to))
        paths = {((*word, digit), to) for word, at in paths for digit, to in onward.get(at, ())}
    return {word for word, _ in paths}


def covers(whole):
    """Return all exact covers, by plain backtracking on the item with the fewest options. Items have one colour."""
    colours = whole.colours or [(0,) * len(items) for items in whole.options]
    held = [dict(zip(items, row, strict=True)) for items, row in zip(whole.options, colours, strict=True)]

    def fits(option, covered):
        return all(covered[i] == colour != 0 for i, colour in held[option].items() if i in covered)

    def search(covered, chosen):
        items = [item for item in range(whole.primary) if item not in covered]
        if not items:
            yield tuple(sorted(chosen))
            return
        choices = ([o for o in whole.options_of[item] if fits(o, covered)] for item in items)
        for option in min(choices, key=len):
            yield from search(covered | held[option], [*chosen, option])

    return list(search({}, []))


def models(made, whole):
    """Return all models, each once: with auxiliary variables if `whole`, else only their different sets of options."""
    last = made.n_variables if whole else made.n_options
    with Solver("minisat22", bootstrap_with=made.clauses) as solver:
        while solver.solve():
            model = solver.get_model()
            yield model
            solver.add_clause([-literal for literal in model[:last]])


def test_the_variants_have_some_grids_and_not_all():
    counts = {name: len(expected(variant)) for name, variant in VARIANTS.items()}
    assert all(count < 288 for name, count in counts.items())
    assert sum(count > 0 for count in counts.values()) > len(counts) / 2


@pytest.mark.parametrize("name", VARIANTS)
def test_the_exact_covers_are_the_grids_of_brute_force(name):
    variant = VARIANTS[name]
    whole = exact_cover.cover_of(variant)
    found = covers(whole)
    plain = [tuple(option for option in one if option < whole.n_options) for one in found]
    assert len(plain) == len(set(plain))  # the fillings follow from the digits
    assert set(plain) == expected(variant)
    assert len({len(one) for one in found}) <= 1
    assert whole.n_options == exact_cover.option_count(variant) == 64


@pytest.mark.parametrize("encoding", cnf.ENCODINGS)
@pytest.mark.parametrize("name", VARIANTS)
def test_the_models_of_every_encoding_are_the_grids_of_brute_force(name, encoding):
    variant = VARIANTS[name]
    if cnf.unsupported(variant, encoding) is not None:
        assert (encoding, variant.layout) == ("triads", JIGSAW)
        return
    made = cnf.cnf(variant, encoding)
    # The options determine some auxiliary variables; the others are free.
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
        for cells, tuples in integers.tables:
            different &= tuple(grid[cell] for cell in cells) in tuples
        for one in integers.layers:
            different &= tuple(grid[cell] for cell in one.cells) in spelled(one)
        assert (different and added(integers, grid)) == (options in right)
        counted = all(sum(chosen[v] for v in group) == 1 for group in booleans.exactly_one)
        counted &= all(sum(chosen[v] for v in group) <= 1 for group in booleans.at_most_one)
        if len(booleans.variables) == 64:
            assert (counted and added(booleans, chosen)) == (options in right)


def added(model, values):
    """Return whether the sums of a model are right."""
    return all(
        sum(k * values[v] for k, v in zip(one.coefficients, one.variables, strict=True)) <= one.high
        and sum(k * values[v] for k, v in zip(one.coefficients, one.variables, strict=True)) >= one.low
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
        found = fillings(Variant(layout, (cage, *others)), Linear.sum(cells, total))
        assert len(found) == len(set(found))
        assert set(found) == right


def test_cells_that_nothing_keeps_apart_may_repeat_a_digit_in_a_sum():
    variant = Variant(SMALL, (AntiKnight(),))
    assert set(fillings(variant, Linear.sum((0, 11), 4))) == {(1, 3), (2, 2), (3, 1)}


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
    in_a_box = 9 * 8  # moves within a box, whose digits differ anyway
    assert len(cnf.cnf(variant).clauses) == 10_530 + (224 - in_a_box) * 9
    assert cnf.cnf(variant).n_variables == 729
    assert len(cp.all_different(variant).all_different) == 27 + 224


def test_a_cage_adds_an_option_or_a_variable_for_each_filling():
    variant = Variant(NINE, (Killer((0, 10), 4),))  # 1 and 3, in either order
    whole, made = exact_cover.cover_of(variant), cnf.cnf(variant)
    assert (len(whole.options), whole.auxiliary) == (729 + 2, 2)
    assert (len(whole.items), whole.primary) == (324 + 9 + 1 + 18, 325)
    assert made.n_variables == 729 + 2
    assert len(made.clauses) == 10_530 + 1 + 4 + 18  # one of the two; their digits; digits and their fillings
    assert len(cp.boolean(variant).sums) == 1


# -- layers ---------------------------------------------------------------------------------------------------------

WIDE = Killer((0, 1, 2, 9, 10, 11, 18), 35)
"""Seven cells of a box, with too many fillings to write out."""

POWERS = KINDS["linear"](cells=tuple(range(9)), coefficients=tuple(5**k for k in range(9)), low=0, high=5**9)
"""A sum with millions of partial sums."""


def test_a_cage_with_too_many_fillings_is_written_as_layers():
    count = sum(1 for digits in permutations(range(1, 10), 7) if sum(digits) == 35)
    assert count > MOST
    variant, total = Variant(NINE, (WIDE,)), WIDE.statements(NINE)[1]
    assert fillings(variant, total) is None
    right = {digits for digits in product(range(1, 10), repeat=7) if sum(digits) == 35}
    assert spelled(layers_of(total, 9)) == right
    assert exact_cover.cover_of(variant).auxiliary == sum(map(len, layers_of(total, 9).edges))
    reason = exact_cover.unsupported(variant, STATEMENTS)  # an engine that knows no colours
    assert "it does not understand the killer cage R1C1 R1C2" in str(reason)


@pytest.mark.parametrize("name", ["dlx", "algorithm_x", "sat", "cryptominisat"])
def test_a_statement_with_too_many_combinations_is_unsupported_by_name(name):
    reason = refusal(backend(name), Variant(NINE, (POWERS,)))
    assert "R1C9" in str(reason)
    assert "too many combinations: at most 200,000 are built" in str(reason)
    assert "組み合わせが多すぎます" in reason.ja


@pytest.mark.parametrize("name", ["dlx", "dxz", "sat", "cpsat", "choco", "clingo", "highs", "z3"])
def test_a_count_in_all_cells_of_a_16x16_has_too_many_combinations_for_every_engine(name):
    wide = KINDS["count"](cells=tuple(range(256)), digits=(1, 2), low=30, high=60)
    reason = refusal(backend(name), Variant(Layout.standard(16), (wide,)))
    assert "too many combinations: at most 200,000 are built" in str(reason)


def test_a_statement_with_too_many_combinations_has_no_cover_and_no_clauses_but_a_model():
    variant = Variant(NINE, (POWERS,))
    with pytest.raises(UsageError, match=r"cannot be written as an exact cover: .* combinations"):
        exact_cover.cover_of(variant)
    for encoding in cnf.ENCODINGS:
        with pytest.raises(UsageError, match=r"too many combinations"):
            cnf.cnf(variant, encoding)
    assert cp.unsupported(variant) is None


@pytest.mark.parametrize("pattern", ["1" * 300, "1{30}" * 10, "(12){30}" * 5, "((1){10}2){20}" + "3" * 80])
def test_a_pattern_may_have_300_digits_with_repetitions_written_out(pattern):
    of_pattern(pattern, 4)
    with pytest.raises(UsageError, match="may have at most 300"):
        of_pattern(pattern + "2", 4)


@pytest.mark.parametrize(
    ("pattern", "place"),
    [("1[3-1]", 6), ("1{40}", 3), ("12)", 3), ("[12", 4), ("1{2}?", 5), ("1" + "*" * 2000, 3)],
)
def test_a_fault_in_a_pattern_is_told_by_its_place(pattern, place):
    with pytest.raises(UsageError, match=f"wrong at character {place};"):
        of_pattern(pattern, 4)


def test_a_pattern_means_what_it_means_to_python():
    pieces = [
        "1", "2", "[12]", "[^3]", ".", "(1|23)", "4?", "3*", "(12)+", "2{2}", "1{0,2}", "3{1,}", "(4|1*)",
        "()",
    ]  # fmt: skip
    random = Random(5)
    for _ in range(300):
        pattern = "".join(random.choices(pieces, k=random.randint(1, 4)))
        if random.random() < 0.3:
            pattern += "|" + random.choice(pieces)
        for length in (1, 3, 4):
            statement = Regular(tuple(range(length)), of_pattern(pattern, 4))
            words = {
                w for w in product(range(1, 5), repeat=length) if re.fullmatch(pattern, "".join(map(str, w)))
            }
            assert spelled(statement.layers(4)) == words, pattern


def test_every_encoding_knows_the_six_kinds():
    assert exact_cover.STATEMENTS == STATEMENTS
    assert cnf.STATEMENTS == cp.STATEMENTS == STATEMENTS | {Colours, Multiplicities}


@pytest.mark.parametrize("rules", [(AntiKnight(),), (Killer((0, 1), 5),)])
@pytest.mark.parametrize("name", ["differ1", "sum1", "1 in differ1", "sum1:R1C1", "differ1#1", "R1C1", "odd"])
def test_the_name_of_a_house_never_makes_it_one_with_what_a_constraint_asks(name, rules):
    layout = Layout(4, SMALL.boxes, SMALL.symbols, (House(name, (4, 11)),))
    found = exact_cover.cover_of(Variant(layout, rules))
    assert {tuple(o for o in chosen if o < 64) for chosen in covers(found)} == expected(
        Variant(layout, rules)
    )
