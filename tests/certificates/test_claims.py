"""Certified claims are true and verified, also by outside checkers; nothing relies on their maker."""

import json
import os
import random
from pathlib import Path

import pytest
import reference
from certificate_cases import EASY, HARD, JIGSAW, PAIRED, SEVERAL, SIXTEEN, UNIQUE, houses_of
from dratify import check_proof, parse_dimacs

from sudokubench import Board, InputError, Layout, Undecided, UsageError
from sudokubench.answer import Budget, Verdict
from sudokubench.certificates import Certificate, Status, certify, certify_all, dimacs, drup, making, verify


@pytest.mark.parametrize("board", [EASY, HARD, SIXTEEN], ids=["easy", "hard", "16x16"])
def test_a_unique_board_is_certified_with_its_solution(board):
    certificate = certify(board)
    assert certificate.claim is Verdict.UNIQUE
    assert board.is_solved_by(certificate.solutions[0])
    assert verify(certificate.to_json()).status is Status.VERIFIED
    assert Certificate.parse(certificate.to_json()) == certificate


@pytest.mark.parametrize(
    "board",
    [
        Board.parse("11.............."),
        Board.parse("123...4........."),
        Board.parse("1234341221434321").forbidding([0]),
        Board.empty(Layout.standard(4)).forbidding(range(4)),
        Board.empty(Layout.standard(4)).forbidding([*range(0, 16, 4)]),
        HARD.with_digit(1, 2),
        Board.empty(Layout.named("4x4-diagonal")).with_digit(0, 1).with_digit(15, 1),
    ],
    ids=repr,
)
def test_a_board_without_solution_is_certified_without_one(board):
    certificate = certify(board)
    assert (certificate.claim, certificate.solutions) == (Verdict.NONE, ())
    assert verify(certificate.to_json()).verified


@pytest.mark.parametrize(
    "board", [Board.parse("1..............."), HARD.without_digit(0), Board.empty()], ids=repr
)
def test_a_board_with_several_solutions_is_certified_by_two(board):
    certificate = certify(board)
    first, second = certificate.solutions
    assert certificate.claim is Verdict.MULTIPLE
    assert first != second
    assert board.is_solved_by(first)
    assert board.is_solved_by(second)
    assert certificate.proof == ""


def test_a_full_board_is_its_own_solution():
    board = certify(EASY).solutions[0]
    certificate = certify(board)
    assert certificate.solutions == (board,)
    assert verify(certificate.to_json()).verified
    assert certify(board.with_digit(0, 9)).claim is Verdict.NONE


def test_random_boards_get_the_claim_of_brute_force():
    rng = random.Random(11)
    seen = set()
    for number in range(150):
        layout = [Layout.standard(4), JIGSAW, PAIRED, Layout.named("4x4-diagonal")][number % 4]
        clues = [rng.randint(1, 4) if rng.random() < 0.25 else 0 for _ in range(16)]
        forbidden = {(rng.randrange(16), rng.randint(1, 4)) for _ in range(rng.randrange(8))}
        count = sum(1 for _ in reference.solutions(clues, houses_of(layout), forbidden))
        certificate = certify(Board(layout, clues, [4 * cell + digit - 1 for cell, digit in forbidden]))
        assert certificate.claim is [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(count, 2)]
        text = certificate.to_json()
        assert Certificate.parse(text) == certificate
        assert verify(text).verified
        seen.add(certificate.claim)
    assert len(seen) == 3


def corpus():
    """Return 17-clue puzzles if there are corpora, else a few boards."""
    folder = os.environ.get("SUDOKUBENCH_CORPORA")
    if folder is None:
        return [EASY, HARD]
    with open(os.path.join(folder, "sudoku17.txt"), encoding="ascii") as file:
        lines = [line for line in file if line[0] in ".0123456789"]
    return [Board.parse(line.strip()) for line in random.Random(17).sample(lines, 100)]


def test_the_uniqueness_of_published_puzzles_is_certified():
    for certificate in certify_all(corpus()):
        assert certificate.claim is Verdict.UNIQUE
        assert verify(certificate.to_json()).verified


# -- outside checkers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "board", [EASY, HARD, Board.parse("11.............."), certify(EASY).solutions[0], HARD.with_digit(1, 2)]
)
def test_an_outside_checker_accepts_the_exported_proof(board):
    certificate = certify(board)
    assert check_proof(parse_dimacs(dimacs(certificate)), drup(certificate)).ok


def test_an_outside_checker_refuses_the_proof_for_another_board():
    other = Certificate(HARD.without_digit(0), Verdict.UNIQUE, certify(HARD).solutions, certify(HARD).proof)
    assert not check_proof(parse_dimacs(dimacs(other)), drup(other)).ok
    assert verify(other.to_json()).status is Status.UNKNOWN


def test_the_exported_formula_counts_its_variables_and_clauses():
    lines = dimacs(certify(EASY)).splitlines()
    clauses = [line for line in lines if line[0] not in "cp"]
    assert f"p cnf 729 {len(clauses)}" in lines
    assert len(clauses) == 324 + 324 * 36 + 30 + 1
    assert all(line.endswith(" 0") for line in clauses)


# -- the maker is not believed ----------------------------------------------------------------------------------------


def test_false_solutions_from_an_engine_are_not_believed():
    certificate = certify(HARD, known=[EASY, certify(EASY).solutions[0], HARD])
    assert certificate == UNIQUE


def test_known_solutions_spare_the_search():
    def no_search(*_):
        raise AssertionError("searched")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "_search", no_search)
        certificate = certify(SEVERAL.board, known=SEVERAL.solutions)
    assert certificate.solutions == SEVERAL.solutions


@pytest.mark.parametrize("proof", [[], ["0"], ["1 0", "-1 0", "0"], ["x"]])
def test_a_solver_that_falsely_gives_up_leaves_the_board_undecided(monkeypatch, proof):
    monkeypatch.setattr(making, "_search", lambda *_: (None, proof, 0))
    for known in ((), SEVERAL.solutions[:1]):
        with pytest.raises(Undecided, match=r"did not pass|cannot be verified"):
            certify(SEVERAL.board, known=known)


def test_a_number_is_not_a_budget():
    with pytest.raises(UsageError, match="budget=5: the value must be a Budget"):
        certify(HARD, budget=5)


@pytest.mark.parametrize("budget", [Budget(seconds=0), Budget(nodes=0)])
def test_a_spent_budget_leaves_a_board_undecided_and_the_others_go_on(budget):
    with pytest.raises(Undecided, match="budget"):
        certify(HARD, budget=budget)
    results = list(certify_all([HARD, Board.parse("11..............")], budget=budget))
    assert isinstance(results[0], Undecided)
    assert results[1].claim is Verdict.NONE  # the clues alone refute it, without a search


def test_a_bound_on_conflicts_that_is_large_enough_changes_nothing():
    assert certify(HARD, budget=Budget(seconds=60, nodes=100_000)) == UNIQUE


# -- everything names the certified puzzle, and older certificates are read -------------------------------------------


NAMED = {
    "extra houses": Board.parse("12..3...........", PAIRED),
    "a forbidden candidate": Board(JIGSAW, [0] * 16).forbidding([63]),
    "diagonals": Board.empty(Layout.named("4x4-diagonal")),
}


@pytest.mark.parametrize("name", NAMED)
def test_all_that_is_written_names_the_whole_puzzle(name):
    board = NAMED[name]
    made = certify(board)
    fields, result = json.loads(made.to_json()), verify(made.to_json())
    assert (Board.from_json(fields["puzzle"]), fields["id"]) == (board, board.id)
    assert (result.as_json()["puzzle"], result.as_json()["id"]) == (str(board), board.id)
    assert str(board) in str(result)
    assert dimacs(made).startswith(f"c {board}\nc ")


def test_certificates_of_version_1_still_verify():
    lines = Path(__file__).with_name("version_1.jsonl").read_text().splitlines()
    read = [Certificate.parse(line) for line in lines]
    corners = Board(PAIRED, [1, 2, 3, 4, *[0] * 12])
    without = Board.empty(Layout.named("4x4-diagonal")).with_digit(0, 1).with_digit(15, 1)
    jigsaw = Board.empty(JIGSAW).with_digit(0, 1).forbidding([7, 63])
    hexadecimal = Board.empty(Layout.standard(16, symbols="0123456789ABCDEF"))
    assert [one.board for one in read] == [EASY, HARD, corners, without, jigsaw, hexadecimal]
    assert " ".join(one.claim.value for one in read) == "unique unique multiple none multiple multiple"
    for line, one in zip(lines, read, strict=True):
        assert verify(line).verified
        assert Certificate.parse(one.to_json()) == one
        assert verify(line.replace("python-sat 1.9", "python-sat 1.8")).status is Status.REFUTED


def test_a_puzzle_and_its_known_solutions_come_in_every_form_that_solve_takes():
    text = str(HARD)
    assert certify(text, known=[text, str(UNIQUE.solutions[0])]) == certify(HARD) == UNIQUE
    assert certify(text, known=UNIQUE.solutions[0]) == certify(text, known=str(UNIQUE.solutions[0])) == UNIQUE
    assert certify("queens:3").claim is Verdict.NONE


@pytest.mark.parametrize("known", [[None], 5, ["x"]])
def test_known_solutions_that_are_not_boards_are_refused(known):
    with pytest.raises((InputError, UsageError), match=r"is not a board|must be a list"):
        certify(HARD, known=known)


def test_an_order_of_options_does_not_make_a_second_solution():
    assert certify([[1], [2]], known=[(0, 1), (1, 0)]).claim is Verdict.UNIQUE
    with pytest.raises(UsageError, match="known='x': the values must be ids of options"):
        certify([[1], [2]], known=["x"])


def test_a_bound_beyond_every_float_is_no_bound():
    assert certify(HARD, budget=Budget(10**400)) == UNIQUE
