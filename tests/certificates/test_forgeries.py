"""Forged certificates are refused because of their claims, and the tests find a verifier with a fault."""

import pytest
import reference
from certificate_cases import (
    DIAGONAL,
    EASY,
    FORGERIES,
    HARD,
    JIGSAW,
    NONE,
    PAIRED,
    SEVERAL,
    UNIQUE,
    as_version_1,
    forged,
    houses_of,
    verifier,
)

from sudokubench import Board, Layout
from sudokubench.answer import Verdict
from sudokubench.certificates import Certificate, Status, certify, verify


@pytest.mark.parametrize(("text", "status"), FORGERIES.values(), ids=FORGERIES)
def test_a_forgery_with_a_fitting_digest_is_refused_for_what_it_claims_also_in_version_1(text, status):
    result = verify(text)
    assert result.status is verify(as_version_1(text)).status is status
    assert "digest" not in result.reason
    assert "id" not in result.reason.split()


@pytest.mark.parametrize("its_id", ["", "0" * 16, HARD.id.upper(), EASY.id, HARD.id + " "])
def test_an_id_that_is_not_that_of_the_puzzle_is_false(its_id):
    result = verify(forged(UNIQUE, id=its_id))
    assert (result.status, HARD.id in result.reason) == (Status.REFUTED, True)


def test_a_new_digest_of_an_honest_certificate_fits():
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


# -- verifiers with a fault are found out -----------------------------------------------------------------------------


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
    "counts solutions only": ("        if any(faults):\n", "        if False:\n"),
    "takes one solution for two": ("if len(set(solutions)) < len(solutions):", "if False:"),
    "needs no second solution": ("if len(solutions) != SOLUTIONS[claim]:", "if False:"),
    "believes the digest": ('if fields["digest"] != digest(fields):', "if False:"),
    "believes the id": ('if fields["schema"] == SCHEMA and fields["id"]', 'if False and fields["id"]'),
}


def wrong_answers(module):
    """Return the cases that a verifier judges wrongly."""
    small = certify(Board(PAIRED, [1, 2, 3, 4, *[0] * 12]))
    honest = [UNIQUE, SEVERAL, NONE, DIAGONAL, certify(EASY), small]
    honest.append(certify(Board.empty(Layout.standard(4)).forbidding(range(4))))
    honest.append(certify(Board(PAIRED, [0, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 0])))
    cases = [(certificate.to_json(), Status.VERIFIED) for certificate in honest]
    cases.append((UNIQUE.to_json().replace("glucose4", "glucose5"), Status.REFUTED))
    cases.append((forged(UNIQUE, id=EASY.id), Status.REFUTED))
    cases += FORGERIES.values()
    # A formula without rows, boxes or whole houses may have models that are not grids, and a formula that is too
    # strict has no model: no empty proof and no proof of single literals may refute these solvable boards.
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


@pytest.mark.parametrize("fault", ["", *_MUTANTS])
def test_a_verifier_with_a_fault_judges_some_case_wrongly_and_the_verifier_none(fault):
    wrong = wrong_answers(verifier(*_MUTANTS.get(fault, ())))
    assert wrong if fault else wrong == []
