"""A whole explanation is one proof, verified from scratch; what makes a step false is refused with its number."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sudokubench import Board, solve
from sudokubench.actions.explain import explain
from sudokubench.actions.verify import verify as verified
from sudokubench.answer import Verdict
from sudokubench.certificates import Status, verify
from sudokubench.certificates.certificate import Certificate, digest
from sudokubench.certificates.making import prove
from sudokubench.errors import InputError, Undecided
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
    """With suppositions where the rules are few, and by all rules alone."""
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
Alteration = Callable[[Fields, list[Fields]], int | str]
"""Changes the fields of a proof and its steps; returns the number of the step that is false then, or what is said."""


def first(steps: list[Fields], *rules: str, after: int = 0) -> int:
    """The index of the first step of some rules."""
    return next(i for i, step in enumerate(steps) if step["rule"] in rules and i >= after)


SINGLES = ("naked_single", "hidden_single_box", "hidden_single_line", "full_house")


def another_digit(fields: Fields, steps: list[Fields]) -> int:
    at = first(steps, *SINGLES)
    option = steps[at]["placed"][0]
    steps[at]["placed"] = [option - option % 9 + (option + 1) % 9]
    return at + 1


def another_cell(fields: Fields, steps: list[Fields]) -> int:
    at = first(steps, *SINGLES, after=first(steps, "trial"))
    steps[at]["placed"] = [(steps[at]["placed"][0] + 9) % 729]
    return at + 1


def one_more_elimination(fields: Fields, steps: list[Fields]) -> int:
    at = first(steps, "pointing", "claiming")
    d = steps[at]["digits"][0] - 1
    solution = fields["solution"]
    true = next(9 * c + d for c in range(80, -1, -1) if solution[c] == str(d + 1))
    steps[at]["eliminated"].append(true)
    return at + 1


def no_evidence(fields: Fields, steps: list[Fields]) -> str:
    at = first(steps, *SINGLES)
    steps[at]["items"] = []
    cell, d = divmod(steps[at]["placed"][0], 9)
    name = f"R{cell // 9 + 1}C{cell % 9 + 1}#{d + 1}"
    return f"step {at + 1}: its evidence does not show that {name} is true"


def other_evidence(fields: Fields, steps: list[Fields]) -> int:
    at = first(steps, "pointing", "claiming")
    steps[at]["items"] = [(steps[at]["items"][0] + 1) % 324]
    return at + 1


def a_step_less(fields: Fields, steps: list[Fields]) -> str:
    del steps[first(steps, *SINGLES)]
    return "step"


def a_step_earlier(fields: Fields, steps: list[Fields]) -> str:
    at = first(steps, "pointing", "naked_pair", "hidden_pair")
    steps.insert(at + 2, steps.pop(at))
    return "step"


def a_choice_without_an_option(fields: Fields, steps: list[Fields]) -> int:
    at = first(steps, "trial")
    trial = steps[at]
    trial["groups"] = [["single", trial["placed"]], ["fact", trial["placed"]]]
    return at + 1


def a_supposition_of_nothing(fields: Fields, steps: list[Fields]) -> str:
    at = first(steps, "trial")
    steps[at]["placed"] = []
    return f"step {at + 1} supposes 0 options"


def another_item_of_a_choice(fields: Fields, steps: list[Fields]) -> int:
    at = first(steps, "trial")
    steps[at]["items"] = [(steps[at]["items"][0] + 1) % 81]
    return at + 1


def a_supposition_outside_its_choice(fields: Fields, steps: list[Fields]) -> int:
    at = first(steps, "trial")
    steps[at]["placed"] = [steps[at]["placed"][0] + 9]
    return at + 1


def a_contradiction_elsewhere(fields: Fields, steps: list[Fields]) -> int:
    at = first(steps, "contradiction")
    steps[at]["items"] = [(steps[at]["items"][0] + 1) % 81]
    return at + 1


def a_contradiction_from_nothing(fields: Fields, steps: list[Fields]) -> int:
    at = first(steps, "trial") + 1
    steps.insert(at, {"rule": "contradiction", "digits": [], "items": [0], "depth": 1})
    return at + 1


def a_contradiction_that_concludes(fields: Fields, steps: list[Fields]) -> int:
    at = first(steps, "contradiction")
    steps[at]["placed"] = [0]
    return at + 1


def a_return_without_a_contradiction(fields: Fields, steps: list[Fields]) -> int:
    at = first(steps, "contradiction")
    del steps[at]
    return at + 1


def a_return_that_rules_out_another(fields: Fields, steps: list[Fields]) -> int:
    at = first(steps, "return")
    steps[at]["eliminated"] = [steps[at]["eliminated"][0] + 9]
    return at + 1


def a_return_too_many(fields: Fields, steps: list[Fields]) -> str:
    at = first(steps, "return")
    steps.insert(at, dict(steps[at]))
    return f"step {at + 2} has the depth"


def a_trial_too_many(fields: Fields, steps: list[Fields]) -> str:
    at = first(steps, "trial")
    steps.insert(at, dict(steps[at]))
    return f"step {at + 2} has the depth"


def below_the_ground(fields: Fields, steps: list[Fields]) -> str:
    steps.insert(0, {"rule": "return", "digits": [], "depth": -1})
    return "step 1: its depth is -1"


def a_solution_too_early(fields: Fields, steps: list[Fields]) -> int:
    steps.insert(0, {"rule": "solution", "digits": []})
    return 1


def another_solution(fields: Fields, steps: list[Fields]) -> str:
    fields["solution"] = fields["solution"].translate(str.maketrans("12", "21"))
    return "its solution is wrong"


def half_a_solution(fields: Fields, steps: list[Fields]) -> str:
    fields["solution"] = "." + fields["solution"][1:]
    return "its solution is wrong"


def an_end_that_is_none(fields: Fields, steps: list[Fields]) -> str:
    fields["trace"]["ending"] = "stuck"
    return "its steps end with stuck"


def a_reason_for_an_end_with_a_solution(fields: Fields, steps: list[Fields]) -> str:
    fields["trace"]["reason"] = "because"
    return "it gives the reason"


def no_steps(fields: Fields, steps: list[Fields]) -> str:
    del steps[:]
    return "^it does not lead to the solution"


def half_the_steps(fields: Fields, steps: list[Fields]) -> str:
    del steps[first(steps, "trial") :]
    return "it does not lead to the solution"


def an_entropy(fields: Fields, steps: list[Fields]) -> int:
    at = first(steps, *SINGLES)
    steps[at]["entropy"] = steps[at].get("entropy", 0) + 0.01
    return at + 1


def a_rule_that_there_is_not(fields: Fields, steps: list[Fields]) -> int:
    at = first(steps, *SINGLES)
    steps[at]["rule"] = "magic"
    fields["lemmas"] = [[at + 1, steps[at]["placed"][0] + 1, True, ""]]
    return at + 1


def an_ordinary_step_by_the_clues(fields: Fields, steps: list[Fields]) -> int:
    at = first(steps, "pointing", "claiming")
    fields["lemmas"] = [[at + 1, -1 - steps[at]["eliminated"][0], True, ""]]
    return at + 1


def a_lemma_of_no_step(fields: Fields, steps: list[Fields]) -> str:
    fields["lemmas"] = [[len(steps) + 1, 1, False, ""]]
    return "is not a lemma for a conclusion"


def a_lemma_of_words(fields: Fields, steps: list[Fields]) -> str:
    at = first(steps, *SINGLES)
    fields["lemmas"] = [[at + 1, steps[at]["placed"][0] + 1, False, "so 0"]]
    return "a lemma cannot be read"


def a_clue_less(fields: Fields, steps: list[Fields]) -> str:
    puzzle = fields["trace"]["puzzle"]
    puzzle["clues"] = "." + puzzle["clues"][1:]
    return "its puzzle has the id"


def a_clue_less_with_its_id(fields: Fields, steps: list[Fields]) -> str:
    a_clue_less(fields, steps)
    fields["trace"]["id"] = Board.from_json(fields["trace"]["puzzle"]).id
    return "step"


def a_claim_of_several(fields: Fields, steps: list[Fields]) -> str:
    fields["claim"] = "multiple"
    return "unique and solvable can be explained"


def a_candidate_that_there_is_not(fields: Fields, steps: list[Fields]) -> str:
    steps[0]["placed"] = [729]
    return "step 1 has the candidate 729"


def a_cell_that_there_is_not(fields: Fields, steps: list[Fields]) -> str:
    steps[0]["items"] = [324]
    return "step 1 has the item 324"


def a_lemma_in_full_width_digits(fields: Fields, steps: list[Fields]) -> str:
    at = first(steps, *SINGLES)
    fields["lemmas"] = [[at + 1, steps[at]["placed"][0] + 1, False, "\uff11 0"]]
    return r"a lemma cannot be read: '\\uff11 0' is not ASCII"


def a_lemma_twice(fields: Fields, steps: list[Fields]) -> str:
    at = first(steps, *SINGLES)
    fields["lemmas"] = 2 * [[at + 1, steps[at]["placed"][0] + 1, False, ""]]
    return "two lemmas prove the same conclusion"


def a_lemma_of_what_no_step_says(fields: Fields, steps: list[Fields]) -> str:
    fields["lemmas"] = [[1, 10**400, False, ""]]
    return "is not a lemma for a conclusion"


def an_entropy_as_text(fields: Fields, steps: list[Fields]) -> str:
    steps[0]["entropy"] = "nan"
    return "step 1: its entropy is 'nan'"


def an_unknown_field(fields: Fields, steps: list[Fields]) -> str:
    steps[1]["text"] = "R1C1 is 5"
    return "step 2: it has an unknown field 'text'"


def a_producer_that_colours_the_terminal(fields: Fields, steps: list[Fields]) -> str:
    fields["producer"] = "me\x1b[31m"
    return "its producer is"


ALTERATIONS: list[Alteration] = [
    a_lemma_in_full_width_digits, a_lemma_twice, a_lemma_of_what_no_step_says, an_entropy_as_text, an_unknown_field,
    a_producer_that_colours_the_terminal,
    another_digit, another_cell, one_more_elimination, no_evidence, other_evidence, a_step_less, a_step_earlier,
    a_choice_without_an_option, a_supposition_of_nothing,
    another_item_of_a_choice, a_supposition_outside_its_choice, a_contradiction_elsewhere,
    a_contradiction_from_nothing, a_contradiction_that_concludes, a_return_without_a_contradiction,
    a_return_that_rules_out_another, a_return_too_many, a_trial_too_many, below_the_ground, a_solution_too_early,
    another_solution, half_a_solution, an_end_that_is_none,
    a_reason_for_an_end_with_a_solution, no_steps, half_the_steps, an_entropy,
    a_rule_that_there_is_not, an_ordinary_step_by_the_clues, a_lemma_of_no_step, a_lemma_of_words,
    a_clue_less, a_clue_less_with_its_id, a_claim_of_several,
    a_candidate_that_there_is_not, a_cell_that_there_is_not,
]  # fmt: skip


@pytest.fixture(scope="module")
def proof() -> str:
    """The proof of an explanation with suppositions."""
    return prove(search(Board.parse(ESCARGOT), rules_of("locked"))).to_json()


@pytest.mark.parametrize("alter", ALTERATIONS)
def test_what_makes_a_step_false_is_refused_with_the_number_of_the_step(
    proof: str, alter: Alteration
) -> None:
    fields = json.loads(proof)
    said = alter(fields, fields["trace"]["steps"])
    fields["digest"] = digest(fields)
    found = verified(json.dumps(fields), "here")
    assert found.status in {"refuted", "malformed"}
    if isinstance(said, int):
        assert found.as_json()["step"] == said
        said = f"^step {said}: "
    assert re.search(said, found.words.en)


def test_a_branch_that_was_left_out_leaves_the_claim_open(proof: str) -> None:
    """The steps are true as far as they go, and lead to the solution; they do not show that it is the only one."""
    fields = json.loads(proof)
    steps = fields["trace"]["steps"]
    del steps[first(steps, "solution") + 1 :]
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
    """A part is dropped, or another value of the file stands in its place; nothing is ever an error of the program."""
    proof = prove(search(Board.parse(SWORDFISH), rules_of("locked"))).to_json()
    random, statuses = Random(5), Counter[str]()
    for _ in range(150):
        fields = json.loads(proof)
        places = list(_places(fields))
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


def _places(part: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a JSON value: the object or list, and the key or index."""
    keys = list(part) if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
    for key in keys:
        yield part, key
        yield from _places(part[key])
