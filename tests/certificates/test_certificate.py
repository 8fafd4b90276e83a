import hashlib
import inspect
import io
import json
import os
import random
from pathlib import Path
from types import SimpleNamespace

import pytest
import reference
from click.testing import CliRunner
from dratify import check_proof, parse_dimacs
from pysat.solvers import Solver

from sudokubench import Board, InputError, Layout, Undecided
from sudokubench.answer import Budget, Verdict
from sudokubench.certificates import (
    Certificate,
    Status,
    certify,
    certify_all,
    dimacs,
    drup,
    making,
    read_certificates,
    verification,
    verify,
)
from sudokubench.certificates.certificate import MAX_BYTES
from sudokubench.certificates.verification import formula
from sudokubench.cli import verify as command
from sudokubench.encodings.cnf import cnf
from sudokubench.layout import House

EASY = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
HARD = Board.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
SIXTEEN = Board.parse(
    "....9...5..FB.4G....B..3E...6...C..G.F....D.2.8..A2..CG8196..7...D...G...F.5..3..B..FD.69C...A7..4.E3.8..A..5C.."
    "87C..5......G.2........C.2..E...7C...BF.GD......E..1DA4.C........68...3.7E5.........GED...73...1G...A.1F852..46."
    "2.9A..6.......D...4..8.....DC..."
)
JIGSAW = Layout(4, (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3), "abcd")
PAIRED = Layout(
    4, Layout.standard(4).boxes, "1234", (House("corners", (0, 15)), House("ring", (5, 6, 10, 9)))
)


def fitted(fields):
    """The JSON of these fields, with a digest that fits unless they have one."""
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    return json.dumps({"digest": "sha256:" + hashlib.sha256(text.encode()).hexdigest(), **fields})


def forged(certificate, **changes):
    """The JSON of a certificate with some fields, or parts of its puzzle, changed, and id and digest made to fit."""
    fields = json.loads(certificate.to_json())
    del fields["digest"]
    parts = {part: changes.pop(part) for part in ("layout", "clues", "forbidden") if part in changes}
    puzzle = {
        part: value
        for part, value in {**fields["puzzle"], **parts}.items()
        if (part, value) != ("forbidden", [])
    }
    text = json.dumps(puzzle, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    its_id = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return fitted({**fields, "puzzle": puzzle, "id": its_id, **changes})


def as_version_1(text):
    """A certificate, right or wrong, in the form of version 1."""
    fields = json.loads(text)
    puzzle = fields.pop("puzzle")
    del fields["id"], fields["digest"]
    parts = {"layout": puzzle["layout"], "board": puzzle["clues"], "forbidden": puzzle.get("forbidden", [])}
    return fitted({**fields, **parts, "schema": "sudokubench.certificate/1"})


def exchanged(line, i, j):
    cells = list(line)
    cells[i], cells[j] = cells[j], cells[i]
    return "".join(cells)


# -- the encoder ----------------------------------------------------------------------------------------------------


def clause_list(literals):
    clauses = [[]]
    for literal in literals.tolist():
        if literal:
            clauses[-1].append(literal)
        else:
            clauses.append([])
    assert clauses.pop() == []
    return clauses


def grids_of_models(board):
    """The grids of all models of a board's formula, each model once."""
    size = board.layout.size
    clauses = clause_list(formula(board.layout))
    clauses += [[size * cell + digit] for cell, digit in board.clues] + [[-1 - o] for o in board.forbidden]
    grids = []
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for model in solver.enum_models():
            true = [variable - 1 for variable in model if variable > 0]
            assert [option // size for option in true] == list(range(size * size))
            grids.append(tuple(option % size + 1 for option in true))
    return grids


def houses_of(layout):
    """The houses of a layout from its boxes, without its own tables."""
    n = layout.size
    boxes = [[cell for cell in range(n * n) if layout.boxes[cell] == b] for b in range(n)]
    return reference.rows_and_columns(n) + boxes + [list(house.cells) for house in layout.extra]


def test_the_formula_of_4x4_has_the_288_grids_as_models():
    grids = grids_of_models(Board.empty(Layout.standard(4)))
    assert len(grids) == 288
    assert set(grids) == set(reference.solutions([0] * 16, reference.sudoku_houses(4, 2)))


@pytest.mark.parametrize(
    "layout", [JIGSAW, PAIRED, Layout.named("4x4-diagonal"), Layout.named("3x3")], ids=str
)
def test_the_models_of_other_layouts_are_the_grids_of_brute_force(layout):
    grids = grids_of_models(Board.empty(layout))
    assert len(set(grids)) == len(grids) > 0
    assert set(grids) == set(reference.solutions([0] * layout.cell_count, houses_of(layout)))


@pytest.mark.parametrize("name", ["6x6", "6x6:3", "9x9", "9x9-diagonal", "9x9-windoku"])
def test_the_models_of_boards_with_clues_are_the_solutions_of_brute_force(name):
    layout = Layout.named(name)
    rng = random.Random(7)
    solution = next(reference.solutions([0] * layout.cell_count, houses_of(layout)))
    for _ in range(3):
        clues = [digit if rng.random() < 0.6 else 0 for digit in solution]
        found = set(reference.solutions(clues, houses_of(layout)))
        assert set(grids_of_models(Board(layout, clues))) == found


@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9", "9x9-diagonal", "9x9-windoku", "12x12"])
def test_both_encoders_write_the_same_clauses(name):
    layout = Layout.named(name)
    ours = {frozenset(clause) for clause in clause_list(formula(layout))}
    assert ours == set(map(frozenset, cnf(layout, "extended").clauses))


# -- what is certified ----------------------------------------------------------------------------------------------


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
    """17-clue puzzles where the corpora are at hand, else a few boards."""
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


# -- outside checkers -----------------------------------------------------------------------------------------------


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


# -- forgeries ------------------------------------------------------------------------------------------------------

UNIQUE, SEVERAL, NONE = certify(HARD), certify(HARD.without_digit(0)), certify(HARD.with_digit(1, 2))
SOLUTION = str(UNIQUE.solutions[0])
PROOF = UNIQUE.proof.splitlines()
OTHER = str(certify(EASY).solutions[0])
DIAGONAL = certify(Board.empty(Layout.named("4x4-diagonal")).with_digit(0, 1).with_digit(15, 1))

FORGERIES = {
    "a wrong digit in the solution": (forged(UNIQUE, solutions=[exchanged(SOLUTION, 0, 1)]), Status.REFUTED),
    "a blank in the solution": (forged(UNIQUE, solutions=["." + SOLUTION[1:]]), Status.REFUTED),
    "the solution of another board": (forged(UNIQUE, solutions=[OTHER]), Status.REFUTED),
    "another clue": (forged(UNIQUE, clues="1" + str(HARD)[1:]), Status.REFUTED),
    "no solution where one is needed": (forged(UNIQUE, solutions=[]), Status.REFUTED),
    "two solutions where one is needed": (forged(UNIQUE, solutions=[SOLUTION, OTHER]), Status.REFUTED),
    "a solution where none is": (forged(NONE, solutions=[SOLUTION]), Status.REFUTED),
    "a clue fewer": (forged(UNIQUE, clues=str(HARD.without_digit(0))), Status.UNKNOWN),
    "no clue at all": (forged(UNIQUE, clues="." * 81), Status.UNKNOWN),
    "no proof": (forged(UNIQUE, proof=""), Status.UNKNOWN),
    "the second half of the proof": (forged(UNIQUE, proof="\n".join(PROOF[len(PROOF) // 2 :])), Status.UNKNOWN),
    "the first half of the proof": (forged(UNIQUE, proof="\n".join(PROOF[: len(PROOF) // 2])), Status.UNKNOWN),
    "the empty clause as proof": (forged(UNIQUE, proof="0\n"), Status.UNKNOWN),
    "the solution as proof": (forged(UNIQUE, proof="1 0\n-1 0\n0\n"), Status.UNKNOWN),
    "no solution claimed of a board with one": (forged(UNIQUE, claim="none", solutions=[]), Status.UNKNOWN),
    "no solution claimed, with a trivial proof": (forged(NONE, clues=str(EASY), proof="0"), Status.UNKNOWN),
    "one solution claimed of several": (
        forged(SEVERAL, claim="unique", solutions=[str(SEVERAL.solutions[0])], proof="0"), Status.UNKNOWN,
    ),
    "several claimed with one of them twice": (
        forged(SEVERAL, solutions=[str(SEVERAL.solutions[0])] * 2), Status.REFUTED,
    ),
    "several claimed with one": (forged(SEVERAL, solutions=[str(SEVERAL.solutions[0])]), Status.REFUTED),
    "several claimed of a board with one": (
        forged(UNIQUE, claim="multiple", solutions=[SOLUTION, exchanged(SOLUTION, 0, 1)], proof=""), Status.REFUTED,
    ),
    "a layout with fewer houses": (forged(DIAGONAL, layout="4x4"), Status.UNKNOWN),
    "a forbidden candidate fewer": (
        forged(certify(Board.empty(Layout.standard(4)).forbidding(range(4))), forbidden=[0, 1, 2]), Status.UNKNOWN,
    ),
    "a forbidden candidate in the solution": (
        forged(UNIQUE, forbidden=[int(SOLUTION[0]) - 1]), Status.REFUTED,
    ),
}  # fmt: skip


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forgery_with_a_fitting_digest_is_refused_for_what_it_claims(forgery):
    text, status = FORGERIES[forgery]
    result = verify(text)
    assert result.status is status
    assert "digest" not in result.reason
    assert "id" not in result.reason.split()


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forgery_in_the_form_of_version_1_is_refused_alike(forgery):
    text, status = FORGERIES[forgery]
    assert verify(as_version_1(text)).status is status


@pytest.mark.parametrize("its_id", ["", "0" * 16, HARD.id.upper(), EASY.id, HARD.id + " "])
def test_an_id_that_is_not_that_of_the_puzzle_is_false(its_id):
    result = verify(forged(UNIQUE, id=its_id))
    assert (result.status, HARD.id in result.reason) == (Status.REFUTED, True)


def test_a_digest_made_anew_for_an_honest_certificate_fits():
    for certificate in (UNIQUE, SEVERAL, NONE, DIAGONAL):
        assert verify(forged(certificate)).verified
        assert verify(forged(certificate, producer="somebody else")).verified


def test_a_changed_field_without_a_new_digest_is_refused_for_its_digest():
    altered = UNIQUE.to_json().replace("glucose4", "glucose5")
    result = verify(altered)
    assert result.status is Status.REFUTED
    assert "digest" in result.reason


def test_a_huge_proof_is_stopped_and_proves_nothing():
    result = verify(UNIQUE.to_json(), max_steps=100)
    assert result.status is Status.UNKNOWN
    assert "stopped after 100 steps" in result.reason


# -- what is no certificate -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "", " \n", "null", "0", '"x"', "[]", "{}", "[1,2", "{", "\0", "NaN", "1" * 10_000, "[" * 100_000,
        '{"a":' * 100_000, "[" * 900 + "]" * 900, '{"a":' * 1_500, "[1," * 1_500, "," * 300_000, "[]" * 2_000_000,
        b"\xff\xfe{}", b"\xed\xa0\x80", "\ud800", UNIQUE.to_json().encode("utf-16"), HARD.format(),
        "p cnf 1 1\n1 0\n", '{"schema":"sudokubench.certificate/3"}', '{"schema":["sudokubench.certificate/1"]}',
        '{"schema":"sudokubench.check/1","verdict":"unique"}', "{" * 1_000 + "}" * 1_000,
        UNIQUE.to_json() * 2, UNIQUE.to_json()[:-1] + ',"extra":1}', UNIQUE.to_json()[:-1] + ',"claim":"none"}',
    ],
    ids=range(32),
)  # fmt: skip
def test_what_is_no_certificate_is_refused_with_the_reason(text):
    with pytest.raises(InputError, match=r"^no certificate: \w"):
        verify(text)


def nested(depth):
    """A list in a list in a list ..."""
    return [] if depth == 0 else [nested(depth - 1)]


WRONG_VALUES = {
    "schema": [None, 1, [], "sudokubench.certificate/1", "sudokubench.certificate/3", "\0"],
    "claim": [None, 1, [], "", "UNIQUE", "solvable", "undecided", "unique\0", "x" * 100_000],
    "layout": [
        None, True, 9, [], {}, "", "9x9 ", "10", "99x99", "1x1", "37x37", "9x9-x", "x", "٩x٩", "\0",
        "9" * 10**6,
        {"size": 9, "boxes": [0], "symbols": "123456789", "extra": []},
        {"size": True, "boxes": [0], "symbols": "1", "extra": []},
        {"size": 1, "boxes": [0], "symbols": "1", "extra": []},
        {"size": 10**9, "boxes": [], "symbols": "", "extra": []},
        {"size": 2.0, "boxes": [0, 0, 1, 1], "symbols": "12", "extra": []},
        {"size": 2, "boxes": [0, 0, 1, True], "symbols": "12", "extra": []},
        {"size": 2, "boxes": [0, 0, 1, 10**30], "symbols": "12", "extra": []},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": "1\ud800", "extra": []},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": "1\0", "extra": []},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": ["1", "2"], "extra": []},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": "12", "extra": [["\ud800", [9]]]},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": "12", "extra": [["R1", [0, 1]]]},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": "12", "extra": [["A", [0, 0]]]},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": "12", "extra": [[1, [0]], 5]},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": "12", "extra": [[f"A{i}", [0]] for i in range(101)]},
    ],
    "clues": [
        None, 1, {}, "", [1] * 81, ".", "." * 80, "." * 82, "0" * 81, "x" * 81, "\0" * 81, "\ud800" * 81, "." * 10**6,
    ],
    "forbidden": [
        None, 1, "", {}, [True], [1.0], [-1], [729], [10**30], ["1"], [None], [[]], [[[[]]]], nested(900),
    ],
    "puzzle": [
        None, 1, [], {}, "", EASY.format("json"), {"schema": "sudokubench.puzzle/1"}, {"puzzle": EASY.as_json()},
        EASY.as_json() | {"schema": "sudokubench.puzzle/2"}, EASY.as_json() | {"title": "mine"}, {"a": nested(900)},
    ],
    "id": [None, 1, [], {}],
    "solutions": [None, 1, "", {}, [None], [1], [""], ["x" * 81], [SOLUTION] * 3, [[SOLUTION]], ["." * 80]],
    "proof": [
        None, 1, [], {}, "1", "1 2", "x", "0 x", "1 0\n2", "730 0", "-730 0", "2147483648 0", "9" * 100_000 + " 0",
        "1 0\0", "\0", "\ud800", "１ 0", "+1 0", "-0", "1 -- 0", "1e3 0",
    ],
    "producer": [None, 1, [], "\0", "\n", "\x1b[2J", "\ud800", "x" * 201],
    "digest": [None, 1, []],
}  # fmt: skip


@pytest.mark.parametrize("field", WRONG_VALUES)
def test_a_field_of_the_wrong_kind_is_refused_with_a_short_printable_reason(field):
    for value in WRONG_VALUES[field]:
        with pytest.raises(InputError, match=r"^no certificate: \w") as caught:
            verify(forged(UNIQUE, **{field: value}))
        assert len(caught.value.message) < 400
        assert caught.value.message.isascii()
        assert caught.value.message.isprintable()


@pytest.mark.parametrize("field", ["claim", "layout", "clues", "forbidden", "solutions", "proof", "producer"])
def test_a_field_of_the_wrong_kind_is_refused_in_version_1_too(field):
    for value in WRONG_VALUES[field]:
        with pytest.raises(InputError, match=r"^no certificate: \w"):
            verify(as_version_1(forged(UNIQUE, **{field: value})))


def test_a_text_beyond_the_bound_is_refused_before_it_is_read():
    with pytest.raises(InputError, match="longer than"):
        verify(" " * (MAX_BYTES + 1))


def test_every_truncation_of_a_certificate_is_refused():
    text = UNIQUE.to_json()
    for length in range(0, len(text), 7):
        with pytest.raises(InputError, match="no certificate"):
            verify(text[:length])


def test_a_certificate_with_any_byte_changed_is_not_verified():
    rng = random.Random(5)
    text = certify(EASY).to_json().encode()
    assert verify(text).verified
    for _ in range(2000):
        place, byte = rng.randrange(len(text)), rng.randrange(256)
        altered = text[:place] + bytes([byte]) + text[place + 1 :]
        try:
            verified = altered != text and verify(altered).verified
        except InputError:
            continue
        assert not verified


def test_a_byte_order_mark_and_other_spacing_do_no_harm():
    text = json.dumps(json.loads(UNIQUE.to_json()), indent=2, sort_keys=True)
    assert verify("\ufeff" + text).verified


# -- the maker is not believed --------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("budget", [Budget(seconds=0), Budget(nodes=0)])
def test_a_spent_budget_leaves_a_board_undecided_and_the_others_go_on(budget):
    with pytest.raises(Undecided, match="budget"):
        certify(HARD, budget=budget)
    results = list(certify_all([HARD, Board.parse("11..............")], budget=budget))
    assert isinstance(results[0], Undecided)
    assert results[1].claim is Verdict.NONE  # refuted by its clues alone, without a search


def test_a_bound_on_conflicts_that_is_large_enough_changes_nothing():
    assert certify(HARD, budget=Budget(seconds=60, nodes=100_000)) == UNIQUE


# -- verifiers with a fault are found out ---------------------------------------------------------------------------

_MUTANTS = {
    "believes everything": ("Status.VERIFIED if checked.refuted", "Status.VERIFIED if True"),
    "checks no proof": ("if certificate.claim is Verdict.MULTIPLE:", "if True:"),
    "checks no solution": ("is not None:", "== 0:"),
    "ignores the clause that blocks": (
        "if certificate.claim is Verdict.UNIQUE:\n        sol",
        "if False:\n        sol",
    ),
    "blocks a full grid of zeros": ("-(n * cell + solution[cell])", "-(n * cell + 1)"),
    "ignores the clues": ("for cell, digit in board.clues:", "for cell, digit in ():"),
    "ignores what is forbidden": ("for option in sorted(board.forbidden):", "for option in ():"),
    "forbids another candidate": ("literals += -(option + 1), 0", "literals += -(option + 2), 0"),
    "takes clues for the next digit": (
        "literals += n * cell + digit, 0",
        "literals += n * cell + digit % n + 1, 0",
    ),
    "has no boxes": ("alike += [variable[boxes == b]", "[variable[boxes == b]"),
    "has no rows": ("alike += [variable[r, :, d]", "[variable[r, :, d]"),
    "has no extra houses": ("for house in layout.extra for d", "for house in () for d"),
    "lets cells be empty": ("if len(literals) == n:", "if False:"),
    "fills small houses with every digit": ("if len(literals) == n:", "if True:"),
    "counts solutions only": ("        if faults:\n", "        if False:\n"),
    "takes one solution for two": ("if len(set(solutions)) < len(solutions):", "if False:"),
    "needs no second solution": ("if len(solutions) != SOLUTIONS[claim]:", "if False:"),
    "believes the digest": ('if fields["digest"] != digest(fields):', "if False:"),
    "believes the id": ('if fields["schema"] == SCHEMA and fields["id"]', 'if False and fields["id"]'),
}


def verifier(old="", new=""):
    """The verifier with one change."""
    source = inspect.getsource(verification)
    assert old in source
    names = {"__name__": verification.__name__}
    exec(source.replace(old, new), names)
    return SimpleNamespace(**names)


def wrong_answers(module):
    """The cases that a verifier judges wrongly."""
    small = certify(Board(PAIRED, [1, 2, 3, 4, *[0] * 12]))
    honest = [UNIQUE, SEVERAL, NONE, DIAGONAL, certify(EASY), small]
    honest.append(certify(Board.empty(Layout.standard(4)).forbidding(range(4))))
    honest.append(certify(Board(PAIRED, [0, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 0])))
    cases = [(certificate.to_json(), Status.VERIFIED) for certificate in honest]
    cases.append((UNIQUE.to_json().replace("glucose4", "glucose5"), Status.REFUTED))
    cases.append((forged(UNIQUE, id=EASY.id), Status.REFUTED))
    cases += FORGERIES.values()
    # Without its rows, boxes or whole houses a formula may have models that no board has, and one that is too
    # strict has none: these solvable boards must not be refuted by an empty proof, nor by one of single literals.
    for layout in (PAIRED, JIGSAW):
        clues = next(reference.solutions([0] * 16, houses_of(layout)))
        for keep in (0, 4, 8, 12):
            board = Board(layout, [*clues[:keep], *[0] * (16 - keep)])
            cases.append((Certificate(board, Verdict.NONE).to_json(), Status.UNKNOWN))
            literals = "\n".join(f"-{variable} 0" for variable in range(64, 0, -1))
            cases.append((Certificate(board, Verdict.NONE, proof=literals).to_json(), Status.UNKNOWN))
    wrong = []
    for text, status in cases:
        try:
            answer = module.verify(text).status.value
        except Exception as error:
            answer = repr(error)
        if answer != status.value:
            wrong.append((text, answer))
    return wrong


def test_the_verifier_judges_all_cases_rightly():
    assert wrong_answers(verifier()) == []


@pytest.mark.parametrize("fault", _MUTANTS)
def test_a_verifier_with_a_fault_judges_some_case_wrongly(fault):
    assert wrong_answers(verifier(*_MUTANTS[fault]))


# -- what is certified is named everywhere, and certificates of before are read -------------------------------------


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
    assert [one.claim.value for one in read] == [
        "unique",
        "unique",
        "multiple",
        "none",
        "multiple",
        "multiple",
    ]
    for line, one in zip(lines, read, strict=True):
        assert verify(line).verified
        assert Certificate.parse(one.to_json()) == one
        assert verify(line.replace("python-sat 1.9", "python-sat 1.8")).status is Status.REFUTED


# -- files and the command ------------------------------------------------------------------------------------------


def test_a_file_holds_one_certificate_or_one_a_line():
    one, two = (c.to_json().encode() for c in (UNIQUE, NONE))
    assert list(read_certificates(io.BytesIO(one))) == [(1, one)]
    assert list(read_certificates(io.BytesIO(one + b"\n\r\n" + two + b"\r\n"))) == [
        (1, one + b"\n"),
        (3, two + b"\r\n"),
    ]
    pretty = json.dumps(json.loads(one), indent=1).encode()
    assert list(read_certificates(io.BytesIO(pretty))) == [(1, pretty)]
    assert list(read_certificates(io.BytesIO(b""))) == []


def test_reading_stops_at_a_line_beyond_the_bound(monkeypatch):
    monkeypatch.setattr("sudokubench.certificates.certificate.MAX_BYTES", 50)
    endless = io.BytesIO(b"{}\n" + b"x" * 1000)
    texts = list(read_certificates(endless))
    assert [len(text) for _, text in texts] == [3, 51]
    assert endless.tell() == 54
    with pytest.raises(InputError, match="longer than 50 bytes"):
        verify(texts[1][1])


def test_a_text_over_many_lines_is_read_to_the_bound_and_no_further(monkeypatch):
    monkeypatch.setattr("sudokubench.certificates.certificate.MAX_BYTES", 50)
    endless = io.BytesIO(b"{\n" + b"x\n" * 1000)
    ((line, text),) = read_certificates(endless)
    assert (line, len(text), endless.tell()) == (1, 51, 51)


def run(*arguments, **options):
    return CliRunner().invoke(command.verify, arguments, standalone_mode=False, **options)


def saved(folder, name, *texts):
    path = folder / name
    path.write_bytes(b"\n".join(t if isinstance(t, bytes) else t.encode() for t in texts))
    return str(path)


def test_the_command_exits_with_0_3_4_or_6(tmp_path):
    good = saved(tmp_path, "good", UNIQUE.to_json(), NONE.to_json(), SEVERAL.to_json())
    false = saved(tmp_path, "false", FORGERIES["a wrong digit in the solution"][0])
    unproved = saved(tmp_path, "unproved", FORGERIES["no proof"][0])
    foreign = saved(tmp_path, "foreign", b"\x7fELF\0\0\xff\n\n")
    empty = saved(tmp_path, "empty")
    assert [run(path).return_value for path in (good, false, unproved, foreign, empty)] == [0, 3, 6, 4, 4]
    assert [run(path).return_value for path in (str(tmp_path), str(tmp_path / "none"))] == [4, 4]
    assert run(good, foreign, false).return_value == 3
    assert run(good, foreign, unproved).return_value == 4
    result = run(good, foreign)
    assert [line.split(": ")[1:3] for line in result.stdout.splitlines()] == [
        ["verified", "unique"], ["verified", "none"], ["verified", "multiple"],
    ]  # fmt: skip
    assert "foreign:1: no certificate: byte 6 is no UTF-8" in result.stderr


def test_the_command_reads_standard_input_and_writes_json():
    text = UNIQUE.to_json() + "\n" + FORGERIES["no proof"][0] + "\n{}\n"
    result = run("-", "--json", input=text)
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(r["place"], r["status"]) for r in records] == [
        ("-:1", "verified"), ("-:2", "unknown"), ("-:3", "malformed"),
    ]  # fmt: skip
    assert {r["schema"] for r in records} == {"sudokubench.verification/2"}
    assert [(r.get("puzzle"), r.get("id")) for r in records] == [(str(HARD), HARD.id)] * 2 + [(None, None)]
    assert result.return_value == 4


def test_the_command_exports_what_outside_checkers_read(tmp_path):
    path = saved(tmp_path, "two.jsonl", UNIQUE.to_json(), SEVERAL.to_json())
    result = run(path, "--export", str(tmp_path / "new" / "folder"))
    assert result.return_value == 0
    assert "two-2 is not exported" in result.stderr
    files = {file.name: file.read_text() for file in (tmp_path / "new" / "folder").iterdir()}
    assert files.keys() == {"two-1.cnf", "two-1.drup"}
    assert check_proof(parse_dimacs(files["two-1.cnf"]), files["two-1.drup"]).ok
