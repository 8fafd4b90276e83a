"""Certificates of exact covers: true claims are verified here and outside; altered certificates are not believed."""

import json
import random

import pytest
import reference
from certificate_cases import fitted, verifier
from dratify import check_proof, parse_dimacs

from sudokubench import InputError, UsageError, Verdict
from sudokubench.certificates import Certificate, Status, certify, dimacs, drup, verify
from sudokubench.formats import cover_file
from sudokubench.problem import ExactCover, cover
from sudokubench.problems import named

KNUTH = named("knuth:example")
OPEN = cover([("A", "a")], primary="ab")
SEVERAL = cover([("A", "ax"), ("B", "bx"), ("C", "b"), ("D", "a"), ("E", "ab")], secondary="x")
COVERS = {
    "unique": KNUTH, "no option": OPEN, "several": SEVERAL, "queens none": named("queens:3"),
    "several queens": named("queens:6"), "single": cover([("A", "a")]),
    "five trominoes": named("tromino:4-0"), "impossible": named("tromino:3x3"),
}  # fmt: skip


def altered(certificate, **changes):
    """Return a certificate with some changed fields, and with the new id and digest."""
    fields = json.loads(certificate.to_json())
    del fields["digest"]
    fields["puzzle"] |= changes.pop("parts", {})
    if "id" not in changes:
        fields["id"] = cover_file.from_object(fields["puzzle"]).id
    return fitted({**fields, **changes})


@pytest.mark.parametrize("problem", COVERS.values(), ids=COVERS)
def test_a_claim_of_a_cover_is_verified_here_and_outside(problem):
    certificate = certify(problem)
    assert verify(certificate.to_json()).verified
    assert Certificate.parse(certificate.to_json()).to_json() == certificate.to_json()
    if certificate.claim is not Verdict.MULTIPLE:
        assert check_proof(parse_dimacs(dimacs(certificate)), drup(certificate)).ok


def test_a_formula_has_each_clause_on_a_line_even_an_empty_one():
    first = dimacs(certify(cover([("A", "a")], primary="abcd"))).splitlines()
    assert first[2:] == ["p cnf 1 4", "1 0", "0", "0", "0"]


def test_random_covers_get_the_claim_of_brute_force():
    rng = random.Random(5)
    seen = set()
    for _ in range(80):
        items = "abcde"[: rng.randint(2, 5)] + "xy"
        options = [rng.sample(items, rng.randint(1, 3)) for _ in range(rng.randint(1, 9))]
        options = [option for option in options if set(option) - {*"xy"}]
        problem = cover(enumerate(options), primary=items[:-2], secondary="xy")
        found = sorted(reference.exact_covers(problem.options, range(problem.primary)))
        certificate = certify(problem)
        assert certificate.claim is [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(len(found), 2)]
        assert set(certificate.solutions) <= set(found)
        seen.add(certificate.claim)
        for kept, claim in enumerate((Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)):
            for proof in ("", "0", certificate.proof) if claim is not certificate.claim else ():
                shown = tuple((found + found)[:kept])
                forged = Certificate(problem, claim, shown, "" if kept == 2 else proof).to_json()
                assert not verify(forged).verified
    assert len(seen) == 3


UNIQUE = certify(KNUTH)
TWO = certify(SEVERAL)
A, B = (list(one) for one in TWO.solutions)


@pytest.mark.parametrize(
    ("certificate", "changes", "status"),
    [
        (UNIQUE, {"claim": "none", "solutions": []}, Status.UNKNOWN),
        (UNIQUE, {"claim": "multiple", "proof": "", "solutions": [[0, 3, 4], [0, 3, 4]]}, Status.REFUTED),
        (UNIQUE, {"solutions": [[0, 3]]}, Status.REFUTED),
        (UNIQUE, {"solutions": [[0, 1, 3, 4]]}, Status.REFUTED),
        (UNIQUE, {"solutions": []}, Status.REFUTED),
        (UNIQUE, {"id": OPEN.id}, Status.REFUTED),
        (TWO, {"solutions": [A, A]}, Status.REFUTED),
        (TWO, {"solutions": [A]}, Status.REFUTED),
        (TWO, {"claim": "unique", "solutions": [A]}, Status.UNKNOWN),
        (TWO, {"claim": "unique", "solutions": [A], "proof": "0"}, Status.UNKNOWN),
        (TWO, {"claim": "none", "solutions": [], "proof": "1 0\n-1 0"}, Status.UNKNOWN),
        # Another problem with the same evidence: one option less, or an item that may stay uncovered.
        (
            UNIQUE,
            {"parts": {"options": [*map(list, ("CEF", "ADG", "BCF", "AD", "CEF", "DEG"))]}},
            Status.REFUTED,
        ),
        (certify(OPEN), {"parts": {"primary": ["a"], "secondary": ["b"]}}, Status.UNKNOWN),
    ],
)
def test_an_altered_certificate_is_not_believed(certificate, changes, status):
    assert verify(altered(certificate, **changes)).status is status


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"solutions": [[3, 0, 4]]}, "ascending"),
        ({"solutions": [[0, 0, 3, 4]]}, "different options"),
        ({"solutions": [[0, 3, 6]]}, "from 0 to 5"),
        ({"solutions": ["0 3 4"]}, "not a list"),
        ({"solutions": [[0, 3, True]]}, "not a list"),
        ({"proof": "7 0"}, "its proof cannot be read"),
        ({"claim": "solvable"}, "its claim is"),
    ],
)
def test_a_malformed_certificate_of_a_cover_is_refused(changes, words):
    with pytest.raises(InputError, match=words):
        verify(altered(UNIQUE, **changes))


def test_a_changed_name_without_a_new_digest_is_refused():
    text = UNIQUE.to_json().replace("knuth:example", "knuth:exempla")
    assert verify(text).status is Status.REFUTED


def test_known_solutions_are_checked():
    assert certify(KNUTH, known=[(0, 1), (0, 3, 4)]).to_json() == UNIQUE.to_json()


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (cover([("A", ["p", "x:r"])], secondary=["x"]), "colours"),
        (ExactCover.from_options({"A": "p"}, multiplicity={"p": (0, 1)}), "multiplicities"),
        (cover((str(k), "a") for k in range(4_000)), "7,998,000 pairs of options"),
    ],
)
def test_a_cover_that_no_certificate_can_express_is_refused(problem, words):
    with pytest.raises(UsageError, match=words):
        certify(problem)


# -- verifiers with a fault are found out -----------------------------------------------------------------------------

_MUTANTS = {
    "lets items be open": ("if item < cover.primary:", "if False:"),
    "closes secondary items": ("if item < cover.primary:", "if True:"),
    "lets items be covered twice": ("clauses.append(_pairs(literals[:-1]))", "clauses.append(literals[:0])"),
    "forgets the short clauses": ("return np.concatenate(clauses), np.concatenate(short)",
                                  "return np.concatenate(clauses), np.zeros(0, np.int32)"),
    "blocks no solution": ("[*blocked, 0]", "[1, -1, 0]"),
    "refutes with the blocking clause": ("[*blocked, 0]", "[0]"),
    "checks no solution": ("[puzzle.fault(solution, Instance())]", "[]"),
}  # fmt: skip


def wrong_answers(old="", new=""):
    """Return the cases that the verifier with one change judges wrongly."""
    module = verifier(old, new)
    cases = [(certify(problem).to_json(), Status.VERIFIED) for problem in COVERS.values()]
    bare = {"claim": "none", "solutions": [], "proof": ""}
    secondary = cover([("A", ["a", "x"]), ("B", "a")], secondary="xy")
    cases += [(altered(certify(problem), **bare), Status.UNKNOWN) for problem in (SEVERAL, secondary)]
    cases.append((altered(TWO, claim="unique", solutions=[A]), Status.UNKNOWN))
    cases.append((altered(UNIQUE, solutions=[[0, 3]]), Status.REFUTED))
    return [text for text, status in cases if module.verify(text).status.value != status.value]


@pytest.mark.parametrize("fault", ["", *_MUTANTS])
def test_a_verifier_with_a_fault_is_found_out(fault):
    assert bool(wrong_answers(*_MUTANTS.get(fault, ()))) == bool(fault)
