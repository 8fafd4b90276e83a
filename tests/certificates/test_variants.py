"""Certificates of boards with constraints: true for every kind by its definition, and safe against forgery."""

import json
from dataclasses import replace
from random import Random

import pytest
from constraints_cases import SAMPLES, keeps, kept
from logic_cases import CONSTRAINED_CASES

from sudokubench.actions.explain import explain
from sudokubench.answer import Verdict
from sudokubench.board import Board
from sudokubench.certificates import Certificate, certify, dimacs, verify
from sudokubench.certificates.certificate import digest
from sudokubench.certificates.explanation import ProvedTrace
from sudokubench.constraints import VARIANTS
from sudokubench.errors import InputError, SudokubenchError
from sudokubench.layout import Layout
from sudokubench.problem import Variant
from sudokubench.solving import solve

FOUR = Layout.standard(4)
CLAIMS = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)


def count_of(board: Board) -> int:
    """Return the number of solutions, by brute force and the rules of the tests, without code of the package."""
    return sum(
        all(grid[cell] == digit for cell, digit in board.clues)
        and board.forbidden.isdisjoint(4 * cell + digit - 1 for cell, digit in enumerate(grid))
        for grid in kept(board.layout, board.constraints)
    )


def board_of(constraint, random: Random) -> Board:
    """Return a board with a constraint; the clues come from a grid that keeps the constraint, sometimes from chance."""
    grids = [*kept(FOUR, (constraint,))]
    base = random.choice(grids) if grids and random.random() < 0.8 else random.choices(range(1, 5), k=16)
    clues = bytearray(16)
    for cell in random.sample(range(16), random.randint(0, 7)):
        clues[cell] = base[cell]
    return Board(Variant(FOUR, (constraint,)), clues)


@pytest.mark.parametrize("constraint", SAMPLES, ids=repr)
def test_a_board_of_every_kind_gets_the_claim_of_brute_force_with_a_proof(constraint) -> None:
    random = Random(repr(constraint))
    for _ in range(3):
        board = board_of(constraint, random)
        certificate = certify(board)
        assert certificate.claim is CLAIMS[min(count_of(board), 2)]
        assert Certificate.parse(certificate.to_json()) == certificate
        assert verify(certificate.to_json()).verified


def altered(fields: dict, random: Random) -> None:
    """Alter a certificate in one place, as a forger who knows the format would."""
    proof = fields["proof"].splitlines()
    places = (
        ["claim", "clues", "constraint"]
        + ["solution"] * bool(fields["solutions"])
        + ["proof"] * 3 * bool(proof)
    )
    match random.choice(places):
        case "claim":
            fields["claim"] = random.choice(["none", "unique", "multiple"])
        case "solution":
            one = list(fields["solutions"][0])
            one[random.randrange(16)] = random.choice("1234")
            fields["solutions"][0] = "".join(one)
            if random.random() < 0.3:
                fields["solutions"].pop()
        case "clues":
            clues = list(fields["puzzle"]["clues"])
            clues[random.randrange(16)] = random.choice("1234....")
            fields["puzzle"]["clues"] = "".join(clues)
        case "constraint":
            constraint = fields["puzzle"]["constraints"][0]
            name = random.choice(sorted(constraint))
            match constraint[name]:
                case int(number):
                    constraint[name] = number + random.choice([-1, 1])
                case [int(), *_] as cells:
                    cells[random.randrange(len(cells))] = random.randrange(16)
                case _:
                    fields["puzzle"]["constraints"] = [{"kind": "anti-king"}]
        case "proof":
            line = random.randrange(len(proof))
            literals = proof[line].split()
            match random.randrange(3):
                case 0:
                    del proof[line]
                case 1:
                    literal = random.choice([-1, 1]) * random.randint(1, 90)
                    literals[random.randrange(len(literals))] = str(literal)
                    proof[line] = " ".join([*literals[:-1], "0"])
                case _:
                    proof[line] = " ".join([*literals[1:-1], "0"])
            fields["proof"] = "\n".join(proof)


@pytest.mark.parametrize("alterations", [300, pytest.param(2_000, marks=pytest.mark.thorough)])
def test_no_alteration_makes_a_false_certificate_pass(alterations: int) -> None:
    """The id and the digest are new, so only the evidence can refute a certificate. A verified one must be true."""
    random, passed, refuted = Random(alterations), 0, 0
    lines = [certify(board_of(constraint, random)).to_json() for constraint in SAMPLES]
    for _ in range(alterations):
        line = random.choice(lines)
        fields = json.loads(line)
        altered(fields, random)
        if json.dumps(fields, separators=(",", ":")) == line:
            continue
        assert not _passes(json.dumps(fields))  # the digest belongs to the original
        try:
            board = Board.from_json(fields["puzzle"])
        except SudokubenchError:
            assert not _passes(json.dumps(fields | {"digest": digest(fields)}))
            continue
        fields["id"] = board.id
        fields["digest"] = digest(fields)
        if _passes(json.dumps(fields)):
            passed += 1
            assert fields["claim"] == CLAIMS[min(count_of(board), 2)].value
            for solution in fields["solutions"]:
                assert all(keeps(one, tuple(map(int, solution))) for one in board.constraints)
        else:
            refuted += 1
    assert refuted > alterations // 4
    assert passed  # the clause was not needed, or the other puzzle has the same claim


def explained(constraint, random: Random) -> ProvedTrace | None:
    """Return the proof of an explanation with suppositions; None if the constraint allows no grid."""
    grids = [*kept(FOUR, (constraint,))]
    if not grids:
        return None
    clues, base = bytearray(16), random.choice(grids)
    board = Board(Variant(FOUR, (constraint,)), clues)
    while count_of(board) > 1:
        cell = random.randrange(16)
        clues[cell] = base[cell]
        board = Board(board.problem, clues)
    proved = explain(board, branching="mrv").proved()
    assert isinstance(proved, ProvedTrace)
    return proved


@pytest.mark.parametrize("constraint", SAMPLES, ids=repr)
def test_an_explanation_is_one_proof_and_no_altered_step_passes_unless_it_is_true(constraint) -> None:
    random = Random(repr(constraint))
    proved = explained(constraint, random)
    if proved is None:
        return
    assert proved.claim is Verdict.UNIQUE
    assert verify(proved.to_json()).verified
    assert verify(proved.certificate().to_json()).verified
    steps, solution = [*proved.trace.steps], proved.solution.digits
    fillings = [k for k, step in enumerate(steps) if step.rule in CONSTRAINED_CASES and not step.depth]
    for k in fillings[:3]:
        cell = random.randrange(16)
        true = 4 * cell + solution[cell] - 1
        without = replace(steps[k], items=steps[k].items[1:])
        for bad in (replace(steps[k], eliminated=(*steps[k].eliminated, true)), without):
            altered_steps = (*steps[:k], bad, *steps[k + 1 :])
            text = replace(proved, trace=replace(proved.trace, steps=altered_steps)).to_json()
            found = verify(text)
            assert not found.verified or bad is without
            assert found.verified or found.step == k + 1


def _passes(text: str) -> bool:
    try:
        return verify(text).verified
    except InputError:
        return False


def test_the_formula_for_other_checkers_has_the_constraints() -> None:
    board = Board(Variant(FOUR, (VARIANTS["sandwich"](cells=(0, 1, 2, 3), total=2),)), bytes(16))
    text = dimacs(certify(board.with_digit(0, 2)))
    head = next(line for line in text.splitlines() if line.startswith("p cnf"))
    variables, clauses = map(int, head.split()[2:])
    assert variables > 64
    assert sum(not line.startswith(("c", "p")) for line in text.splitlines()) == clauses


def test_9x9_boards_of_several_variants_are_certified() -> None:
    nine = Layout.standard(9)
    rules = (
        VARIANTS["killer"](cells=(0, 1, 2), total=6),
        VARIANTS["thermometer"](cells=(40, 41, 42, 43)),
        VARIANTS["sandwich"](cells=tuple(range(9)), total=8),
    )
    board = Board(Variant(nine, rules), bytes(81))
    grid = solve(board, limit=1, backend="sat").solution
    assert grid is not None
    for missing in (range(0, 81, 3), range(0, 20)):
        digits = bytes(0 if cell in missing else digit for cell, digit in enumerate(grid.digits))
        open_board = Board(board.problem, digits)
        assert certify(open_board).claim is solve(open_board, limit=2, backend="cpsat").verdict
