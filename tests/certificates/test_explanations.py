"""A whole explanation is one proof, verified from scratch; a false step is refused with its number."""

import json
import re
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from benchmarks.trials.forgeries import places as places_of
from sudokubench import Board, solve
from sudokubench.actions.explain import explain
from sudokubench.actions.verify import verify as verified
from sudokubench.answer import Verdict
from sudokubench.certificates import Status, verify, words
from sudokubench.certificates.certificate import Certificate, digest
from sudokubench.certificates.making import prove
from sudokubench.errors import InputError, Undecided
from sudokubench.layout import Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.rules import all_rules
from sudokubench.logic.search import rules_of, search
from sudokubench.logic.search_settings import SETS
from sudokubench.logic.step_parts import EVIDENCE
from sudokubench.logic.trace import Ending

ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
UNIQUE_RECTANGLE = "....2.1....716...85....34.......9...3.97..6.....65....79.....6..58..124.4..8....3"
SWORDFISH = "7.8..3....9.1..4....3....2...1...2.5...75........4.36...23.5..6...8..73.3.....1.2"
SIX = "..5..2....3.2..6......1...1.54......"


@pytest.mark.parametrize("text", [SIX, "4x4-diagonal:...........1.32.", SWORDFISH])
@pytest.mark.parametrize("rules", ["singles", "locked", None])
def test_an_explanation_is_verified_and_is_also_an_ordinary_certificate(text: str, rules: str | None) -> None:
    """Explanations by few rules need suppositions; those by all rules do not."""
    config = teaching().only(SETS[rules]) if rules else teaching()
    trace = explain(text, config, branching="mrv" if rules else None).trace
    found = verify(prove(trace).to_json())
    assert found.verified
    assert found.certificate.claim is Verdict.UNIQUE
    assert found.certificate.solutions == (solve(text).solution,)
    again = verify(found.certificate.to_json())
    assert again.verified
    assert again.proof_clauses == found.proof_clauses


def test_steps_of_least_evidence_are_one_proof_as_well() -> None:
    trace = explain(SIX).trace
    direct = replace(trace, steps=tuple(replace(step, rule=EVIDENCE) for step in trace.steps))
    assert verify(prove(direct).to_json()).verified


def test_a_lemma_is_needed_where_unit_propagation_sees_nothing() -> None:
    proved = prove(explain(SWORDFISH).trace)
    needed = {lemma.step for lemma in proved.lemmas if lemma.proof}
    assert "swordfish" in {proved.trace.steps[number - 1].rule for number in needed}
    found = verify(replace(proved, lemmas=()).to_json())
    assert found.status is Status.REFUTED
    assert found.step == min(needed)


def test_a_step_that_relies_on_a_single_solution_is_carried_by_the_clues() -> None:
    unique = {rule.name for rule in all_rules() if rule.unique}
    trace = explain(UNIQUE_RECTANGLE).trace
    used = {number for number, step in enumerate(trace.steps, 1) if step.rule in unique}
    assert used
    proved = prove(trace)
    assert {lemma.step for lemma in proved.lemmas if lemma.from_clues} == used
    assert verify(proved.to_json()).verified


def test_a_search_that_was_cut_after_the_solution_claims_no_more_than_that() -> None:
    board = Board.parse(ESCARGOT)
    whole = search(board, rules_of("singles"))
    at = next(number for number, step in enumerate(whole.steps) if step.rule == "solution")
    cut = search(board, rules_of("singles"), most_steps=at + 2)
    assert cut.ending is Ending.BUDGET
    proved = prove(cut)
    assert proved.claim is Verdict.SOLVABLE
    assert verify(proved.to_json()).verified


def test_an_explanation_is_refused_where_a_certificate_of_a_claim_is_needed(monkeypatch) -> None:
    trace = explain(SIX).trace
    with pytest.raises(InputError, match="schema"):
        Certificate.parse(prove(trace).to_json())
    monkeypatch.setattr("sudokubench.certificates.certificate.MAX_BYTES", 1000)
    with pytest.raises(Undecided, match=r"cannot be verified: .* longer than"):
        prove(trace)


def test_steps_that_lead_to_no_solution_prove_nothing() -> None:
    with pytest.raises(Undecided, match="do not lead to a solution"):
        prove(search(Board.parse(ESCARGOT), rules_of("singles"), most_steps=9))


Fields = dict[str, Any]
Alteration = Callable[[Fields, list[Fields], int], object]
"""A function that changes a proof, its steps, or the step with this index."""

SINGLES = ("naked_single", "hidden_single_box", "hidden_single_line", "full_house")
LOCKED = ("pointing", "claiming")
TRIAL, CLASH, RETURN = ("trial",), ("contradiction",), ("return",)


def place(steps: list[Fields], *stages: tuple[str, ...]) -> int:
    """Return the index of the first step of some rules; with several stages, each comes after the previous one."""
    at = 0
    for rules in stages:
        at = next(i for i in range(at, len(steps)) if steps[i]["rule"] in rules)
    return at


def put(**parts: object) -> Alteration:
    return lambda proof, steps, at: steps[at].update(parts)


def moved(part: str, by: int, size: int = 729) -> Alteration:
    """Return an alteration that replaces the first id of a part."""
    return lambda proof, steps, at: steps[at].update({part: [(steps[at][part][0] + by) % size]})


def inserted(before: int, **step: object) -> Alteration:
    return lambda proof, steps, at: steps.insert(at + before, {"digits": [], **step})


def set_trace(**parts: object) -> Alteration:
    return lambda proof, steps, at: proof["trace"].update(parts)


def set_proof(**parts: object) -> Alteration:
    return lambda proof, steps, at: proof.update(parts)


def lemma(proof_of_it: str, from_clues: bool = False, times: int = 1, **parts: object) -> Alteration:
    """Return an alteration that gives the step one lemma, a proof of its placement."""

    def alter(proof: Fields, steps: list[Fields], at: int) -> None:
        steps[at].update(parts)
        literal = steps[at]["placed"][0] + 1 if "placed" in steps[at] else -1 - steps[at]["eliminated"][0]
        proof["lemmas"] = times * [[at + 1, literal, from_clues, proof_of_it]]

    return alter


def left_out(proof: Fields, steps: list[Fields], at: int) -> None:
    del steps[at]


def cut(proof: Fields, steps: list[Fields], at: int) -> None:
    del steps[at:]


def later(proof: Fields, steps: list[Fields], at: int) -> None:
    steps.insert(at + 2, steps.pop(at))


def doubled(proof: Fields, steps: list[Fields], at: int) -> None:
    steps.insert(at, dict(steps[at]))


def another_digit(proof: Fields, steps: list[Fields], at: int) -> None:
    (option,) = steps[at]["placed"]
    steps[at]["placed"] = [option - option % 9 + (option + 1) % 9]


def one_more_elimination(proof: Fields, steps: list[Fields], at: int) -> None:
    digit = steps[at]["digits"][0]
    cell = proof["solution"].rindex(str(digit))
    steps[at]["eliminated"].append(9 * cell + digit - 1)


def without_other_options(proof: Fields, steps: list[Fields], at: int) -> None:
    steps[at]["groups"] = [[role, steps[at]["placed"]] for role in ("single", "fact")]


def a_clue_less(proof: Fields, steps: list[Fields], at: int) -> None:
    puzzle = proof["trace"]["puzzle"]
    puzzle["clues"] = "." + puzzle["clues"][1:]


def a_clue_less_with_its_id(proof: Fields, steps: list[Fields], at: int) -> None:
    a_clue_less(proof, steps, at)
    proof["trace"]["id"] = Board.from_json(proof["trace"]["puzzle"]).id


ALTERATIONS: dict[str, tuple[list[tuple[str, ...]], Alteration, int | str]] = {
    "another digit": ([SINGLES], another_digit, 1),
    "another cell": ([TRIAL, SINGLES], moved("placed", 9), 1),
    "one more elimination": ([LOCKED], one_more_elimination, 1),
    "no evidence": ([SINGLES], put(items=[]), "step {n}: its evidence does not show that {name} is true"),
    "other evidence": ([LOCKED], moved("items", 1, 324), 1),
    "a step less": ([SINGLES], left_out, "step"),
    "a step later": ([("pointing", "naked_pair", "hidden_pair")], later, "step"),
    "a choice without an option": ([TRIAL], without_other_options, 1),
    "a supposition of nothing": ([TRIAL], put(placed=[]), "step {n} supposes 0 options"),
    "another item of a choice": ([TRIAL], moved("items", 1, 81), 1),
    "a supposition outside its choice": ([TRIAL], moved("placed", 9), 1),
    "a contradiction elsewhere": ([CLASH], moved("items", 1, 81), 1),
    "a contradiction from nothing": ([TRIAL], inserted(1, rule="contradiction", items=[0], depth=1), 2),
    "a contradiction that concludes": ([CLASH], put(placed=[0]), 1),
    "a return without a contradiction": ([CLASH], left_out, 1),
    "a return that rules out another": ([RETURN], moved("eliminated", 9), 1),
    "a return too many": ([RETURN], doubled, "step {next} has the depth"),
    "a trial too many": ([TRIAL], doubled, "step {next} has the depth"),
    "below the ground": ([], inserted(0, rule="return", depth=-1), "step 1: its depth is -1"),
    "a solution too early": ([], inserted(0, rule="solution"), 1),
    "another solution": (
        [], lambda proof, *_: proof.update(solution=proof["solution"].translate(str.maketrans("12", "21"))),
        "its solution is wrong",
    ),
    "half a solution": (
        [], lambda proof, *_: proof.update(solution="." + proof["solution"][1:]), "its solution is wrong"
    ),
    "an end without a solution": ([], set_trace(ending="stuck"), "its steps end with stuck"),
    "a reason for an end with a solution": ([], set_trace(reason="because"), "it gives the reason"),
    "no steps": ([], lambda proof, steps, at: steps.clear(), f"^{words.OTHER_SOLUTION}"),
    "half the steps": ([TRIAL], cut, words.OTHER_SOLUTION.en),
    "an entropy": ([SINGLES], lambda proof, steps, at: steps[at].update(entropy=steps[at].get("entropy", 0) + 0.01), 1),
    "an entropy as text": ([], put(entropy="nan"), "step 1: its entropy is 'nan'"),
    "a rule that there is not": ([SINGLES], lemma("", from_clues=True, rule="magic"), 1),
    "an ordinary step by the clues": ([LOCKED], lemma("", from_clues=True), 1),
    "a lemma of no step": (
        [], lambda proof, steps, at: proof.update(lemmas=[[len(steps) + 1, 1, False, ""]]),
        "is not a lemma for a conclusion",
    ),
    "a lemma of what no step says": (
        [], set_proof(lemmas=[[1, 10**400, False, ""]]), "is not a lemma for a conclusion"
    ),
    "a lemma of words": ([SINGLES], lemma("so 0"), "a lemma cannot be read"),
    "a lemma in full-width digits": (
        [SINGLES], lemma("\uff11 0"), r"a lemma cannot be read: '１ 0' is not ASCII"
    ),
    "a lemma twice": ([SINGLES], lemma("", times=2), words.LEMMA_TWICE.en),
    "a clue less": ([], a_clue_less, "its puzzle has the id"),
    "a clue less with its id": ([], a_clue_less_with_its_id, "step"),
    "a claim of several": ([], set_proof(claim="multiple"), words.WRONG_EXPLAINED_CLAIM.format(claim="'multiple'").en),
    "a candidate that there is not": ([], put(placed=[729]), "step 1 has the candidate 729"),
    "a cell that there is not": ([], put(items=[324]), "step 1 has the item 324"),
    "an unknown field": ([TRIAL], put(text="R1C1 is 5"), "step {n}: it has an unknown field 'text'"),
    "a producer that colours the terminal": ([], set_proof(producer="me\x1b[31m"), "its producer is"),
}  # fmt: skip
"""The place of the altered step, its change, and the error: words, or the false step, counted from the altered one."""


@pytest.fixture(scope="module")
def proof() -> str:
    """Return the proof of an explanation with suppositions."""
    return prove(search(Board.parse(ESCARGOT), rules_of("locked"))).to_json()


@pytest.mark.parametrize(("stages", "alter", "said"), ALTERATIONS.values(), ids=ALTERATIONS)
def test_what_makes_a_step_false_is_refused_with_the_number_of_the_step(
    proof: str, stages: list[tuple[str, ...]], alter: Alteration, said: int | str
) -> None:
    fields = json.loads(proof)
    steps = fields["trace"]["steps"]
    at = place(steps, *stages)
    name = Layout.standard(9).option_name(*steps[at].get("placed", [0])[:1])
    alter(fields, steps, at)
    fields["digest"] = digest(fields)
    found = verified(json.dumps(fields), "here")
    assert found.status in {"refuted", "malformed"}
    if isinstance(said, int):
        assert found.as_json()["step"] == at + said
        said = f"^step {at + said}: "
    assert re.search(said.format(n=at + 1, next=at + 2, name=name), found.words.en)


def test_a_branch_that_was_left_out_leaves_the_claim_open(proof: str) -> None:
    """The remaining steps are true and lead to the solution; they do not show that it is the only one."""
    fields = json.loads(proof)
    steps = fields["trace"]["steps"]
    del steps[place(steps, ("solution",)) + 1 :]
    fields["digest"] = digest(fields)
    assert verify(json.dumps(fields)).status is Status.UNKNOWN
    fields["claim"] = "solvable"
    fields["digest"] = digest(fields)
    assert verify(json.dumps(fields)).verified


def test_damage_is_reported_by_the_digest_where_no_step_is_false(proof: str) -> None:
    fields = json.loads(proof)
    fields["producer"] = "somebody"
    found = verify(json.dumps(fields))
    assert found.status is Status.REFUTED
    assert "digest" in found.words.en


def test_whatever_is_altered_at_random_the_verifier_says_what_became_of_it() -> None:
    """The test drops a part, or puts another value of the file into its place. The program never fails."""
    proof = prove(search(Board.parse(SWORDFISH), rules_of("locked"))).to_json()
    random, statuses = Random(5), Counter[str]()
    for _ in range(150):
        fields = json.loads(proof)
        places = list(places_of(fields))
        (holder, key), (other, one) = random.choice(places), random.choice(places)
        if random.random() < 0.3:
            del holder[key]
        else:
            holder[key] = deepcopy(other[one])
        if "digest" in fields:
            fields["digest"] = digest(fields)
        statuses[verified(json.dumps(fields), "here").status] += 1
    assert set(statuses) <= {"verified", "refuted", "unknown", "malformed"}
    assert statuses["refuted"] > 9
    assert statuses["malformed"] > 9
