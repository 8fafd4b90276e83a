"""Claims are compared with each other, with shown solutions and with the verdicts of a corpus."""

from dataclasses import replace

import numpy as np
import pytest

from sudokubench.actions.check import check
from sudokubench.answer import Outcome, Stop, Times, Verdict
from sudokubench.backends import BatchAnswer
from sudokubench.board import Board
from sudokubench.harness.asking import BatchFound
from sudokubench.harness.corpus import Entry
from sudokubench.harness.crosscheck import Category, Strength, judge, solves, undisputed
from sudokubench.harness.finding import Claim, Finding, Termination, failed

EMPTY = Board.parse("." * 16)
GRIDS = [Board.parse(text) for text in ("1234341221434321", "1243341221344321", "1234341223414123")]
SOLUTIONS = [grid.instance().chosen for grid in GRIDS]


def entry(expected=None, count=None, board=EMPTY):
    return Entry("test", 1, board.layout, board.instance(), board, expected, count)


def claim(backend, count, stop=Stop.EXHAUSTED, solutions=None):
    shown = SOLUTIONS[:count][:2] if solutions is None else solutions
    return Claim(backend, 0, Finding(Outcome(count, stop), tuple(shown)))


def of(kind, count, stop=Stop.EXHAUSTED, solutions=None, name=None):
    plain = claim(name or kind, count, stop, solutions)
    return Claim(plain.backend, 0, plain.finding, kind)


SPOILED = (*SOLUTIONS[0][:-1], SOLUTIONS[0][-1] - 1)


def test_check_asks_every_backend_and_shows_a_solution():
    result = check("1...3..2...3..2.", backend=["algorithm_x"])
    assert (result.verdict, result.agreed, result.disagreement) == (Verdict.UNIQUE, True, None)
    assert result.backends == {"algorithm_x": Verdict.UNIQUE}
    assert result.board.is_solved_by(result.solution)


# -- each rule by itself: benchmarks/trust.py changes the comparator in many small ways, and one of these must fail --


def test_the_same_solution_twice_is_wrong_and_proves_only_one():
    judgement = judge(entry(), [claim("liar", 2, Stop.LIMIT, [SOLUTIONS[0]] * 2)])
    assert judgement.faults == {0: "the same solution twice"}
    assert judgement.verdict is not Verdict.MULTIPLE


def test_a_solution_in_two_orders_is_wrong_and_no_proof_of_two():
    judgement = judge(entry(), [claim("liar", 2, Stop.LIMIT, [SOLUTIONS[0], SOLUTIONS[0][::-1]])])
    assert "order" in judgement.faults[0]
    assert judgement.strength is Strength.WRONG
    assert judgement.verdict is not Verdict.MULTIPLE


def test_an_invalid_solution_refutes_no_other_backend():
    judgement = judge(entry(), [claim("liar", 1, Stop.LIMIT, [SPOILED]), claim("b", 1), claim("c", 1)])
    assert set(judgement.faults) == {0}
    assert "R" in judgement.faults[0]
    assert judgement.categories == (Category.WRONG, Category.CORRECT, Category.CORRECT)
    assert not judgement.agreed


def test_a_refuted_claim_is_not_heard_where_the_verdict_is_found():
    judgement = judge(entry(), [claim("liar", 1, Stop.LIMIT, [SPOILED]), claim("b", 0, Stop.BUDGET)])
    assert (judgement.verdict, judgement.kinds) == (Verdict.UNDECIDED, ("",))


def test_the_kinds_are_those_that_say_what_is_believed():
    judgement = judge(entry(), [of("SAT", 1), of("CP", 0, Stop.BUDGET)])
    assert (judgement.verdict, judgement.kinds) == (Verdict.UNIQUE, ("SAT",))
    refuted = of("DLX", 1, Stop.LIMIT, [SPOILED])
    assert judge(entry(), [of("SAT", 1, Stop.LIMIT), refuted]).kinds == ("SAT",)


def test_claims_that_contradict_each_other_leave_it_undecided_unless_two_solutions_were_shown():
    assert judge(entry(), [claim("a", 0), claim("b", 1)]).verdict is Verdict.UNDECIDED
    for stop in (Stop.EXHAUSTED, Stop.LIMIT):
        assert judge(entry(), [claim("a", 1), claim("b", 2, stop)]).verdict is Verdict.MULTIPLE
    assert judge(entry(), [claim("a", 1), claim("b", 1, Stop.LIMIT)]).verdict is Verdict.UNIQUE


@pytest.mark.parametrize(
    ("claims", "strength"),
    [
        ([of("A", 2, Stop.LIMIT)], Strength.PROVEN),
        ([of("A", 1, Stop.LIMIT)], Strength.PROVEN),
        ([of("A", 1, Stop.LIMIT, [])], Strength.UNDECIDED),
        ([of("A", 1, solutions=[])], Strength.UNDECIDED),
        ([of("A", 5, solutions=SOLUTIONS[:1])], Strength.UNDECIDED),
        ([of("A", 1), of("B", 1, solutions=[])], Strength.CLAIMED),
        ([of("A", 288)], Strength.PROVEN),
        ([of("A", 1)], Strength.CLAIMED),
        ([of("A", 0)], Strength.CLAIMED),
        ([of("A", 1), of("A", 1, name="other")], Strength.CLAIMED),
        ([of("A", 1), of("B", 1)], Strength.AGREED),
        ([of("A", 0), of("B", 0)], Strength.AGREED),
        ([of("A", 0, Stop.BUDGET), of("B", 0, Stop.BUDGET)], Strength.UNDECIDED),
        ([of("A", 0), of("B", 1)], Strength.WRONG),
        ([of("A", 1, solutions=[SPOILED])], Strength.WRONG),
        ([of("A", 1), of("B", 1), of("C", 2)], Strength.PROVEN),
    ],
)
def test_the_strength_of_a_verdict(claims, strength):
    assert judge(entry(), claims).strength is strength


def test_what_the_corpus_states_is_compared_with_incompatible_verdicts_and_with_larger_or_other_counts():
    stated = entry(Verdict.UNIQUE)
    for its, one, said in (
        (stated, claim("a", 2, Stop.LIMIT, []), "it says multiple, but test states unique"),
        (stated, claim("a", 0), "it says none, but test states unique"),
        (entry(Verdict.NONE), claim("a", 1, Stop.LIMIT, []), "it says solvable, but test states none"),
        (entry(Verdict.MULTIPLE, 3), claim("a", 4, Stop.LIMIT, []), "it says 4 solutions, but test states 3"),
        (entry(Verdict.MULTIPLE, 3), claim("a", 2), "it says 2 solutions, but test states 3"),
    ):
        assert judge(its, [one]).faults == {0: said}
    assert judge(entry(Verdict.NONE, 0), [claim("a", 1)]).categories == (Category.WRONG,)
    for honest in (claim("a", 1, Stop.LIMIT), claim("a", 0, Stop.BUDGET), claim("a", 1)):
        assert judge(stated, [honest]).faults == {}
    for honest in (claim("a", 2, Stop.LIMIT), claim("a", 3)):
        assert judge(entry(Verdict.MULTIPLE, 3), [honest]).faults == {}


def test_a_failure_is_refuted_by_nothing():
    broken = Claim("a", 0, Finding(Outcome(4, Stop.EXHAUSTED), (), termination=Termination.ERROR))
    assert judge(entry(Verdict.UNIQUE, 1), [broken]).faults == {}


def test_a_late_answer_is_a_timeout_that_solves_nothing_and_is_held_to_what_it_says():
    late = Claim("a", 0, replace(claim("a", 0).finding, termination=Termination.TIMEOUT))
    assert judge(entry(), [late]).categories == (Category.UNCONFIRMED,)
    assert not solves(late.finding.verdict, Category.UNCONFIRMED, Termination.TIMEOUT)
    judgement = judge(entry(), [late, claim("b", 1)])
    assert judgement.categories[0] is Category.WRONG
    assert "answers show 1" in judgement.faults[0]


@pytest.mark.parametrize(
    ("verdict", "category", "termination", "solved"),
    [
        (Verdict.UNIQUE, Category.CORRECT, Termination.FINISHED, True),
        (Verdict.NONE, Category.UNCONFIRMED, Termination.FINISHED, True),
        (Verdict.UNDECIDED, Category.UNCONFIRMED, Termination.FINISHED, False),
        (Verdict.UNIQUE, Category.WRONG, Termination.FINISHED, False),
        (Verdict.UNIQUE, Category.CORRECT, Termination.TIMEOUT, False),
    ],
)
def test_solved_is_decided_not_wrong_and_in_time(verdict, category, termination, solved):
    assert solves(verdict, category, termination) == solved


def test_every_pair_is_compared_and_not_only_those_with_the_first():
    claims = [claim("slow", 0, Stop.BUDGET), claim("b", 0), claim("c", 1, solutions=[])]
    assert judge(entry(), claims).disagreement == "b says none, c says unique"


@pytest.mark.parametrize(
    ("one", "other", "sentence"),
    [
        (claim("a", 0), claim("b", 1), "a says none, b says unique"),
        (claim("a", 0), claim("b", 1, solutions=[]), "a says none, b says unique"),
        (claim("a", 1), claim("b", 2, Stop.LIMIT), "a says unique, b says multiple"),
        (claim("a", 1, solutions=[]), claim("b", 2, Stop.LIMIT, []), "a says unique, b says multiple"),
        (claim("a", 0), claim("b", 1, Stop.LIMIT), "a says none, b says solvable"),
        (claim("a", 0), claim("b", 1, Stop.LIMIT, []), "a says none, b says solvable"),
        (claim("a", 0), claim("b", 2, Stop.LIMIT), "a says none, b says multiple"),
        (claim("a", 1), claim("b", 1, solutions=SOLUTIONS[1:2]), "a says the only solution has R1C3#3 R1C4#4 "
         "R3C3#4 R3C4#3, b says the only solution has R1C3#4 R1C4#3 R3C3#3 R3C4#4"),
        (claim("a", 1, solutions=SOLUTIONS[1:2]), claim("b", 1, solutions=SOLUTIONS[2:]), "a says the only "
         "solution has R1C3#4 R1C4#3 R3C2#1 R3C3#3 …, b says the only solution has R1C3#3 R1C4#4 R3C2#3 R3C3#4 …"),
        (claim("a", 1), claim("b", 1, solutions=[(*SOLUTIONS[0][:-1], -7)]),
         "a says the only solution has R4C4#1, b says the only solution has -7"),
        (claim("a", 2), claim("b", 3), "a says 2 solutions, b says 3"),
        (claim("a", 3), claim("b", 2), "a says 3 solutions, b says 2"),
        (claim("a", 2), claim("b", 3, Stop.LIMIT), "a says 2 solutions, b says 3"),
        (claim("a", 3, Stop.LIMIT), claim("b", 2), "a says 3 solutions, b says 2"),
    ],
)  # fmt: skip
def test_a_disagreement_in_either_order_is_described_in_a_sentence(one, other, sentence):
    judgement = judge(entry(), [one, other])
    assert (judgement.disagreement, judgement.agreed) == (sentence, False)
    turned = judge(entry(), [other, one])
    assert turned.disagreement is not None
    assert not turned.agreed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (claim("a", 1), claim("b", 1)),
        (claim("a", 1), claim("b", 1, solutions=[])),
        (claim("a", 1), claim("b", 1, Stop.LIMIT)),
        (claim("a", 1, Stop.LIMIT), claim("b", 1, Stop.LIMIT, SOLUTIONS[1:2])),
        (claim("a", 2, Stop.LIMIT), claim("b", 1, Stop.LIMIT)),
        (claim("a", 2, Stop.LIMIT), claim("b", 2, Stop.LIMIT, SOLUTIONS[1:3])),
        (claim("a", 3), claim("b", 3)),
        (claim("a", 3), claim("b", 2, Stop.LIMIT)),
        (claim("a", 3, Stop.LIMIT), claim("b", 2, Stop.LIMIT)),
        (claim("a", 0), claim("b", 0, Stop.BUDGET)),
        (claim("a", 1), claim("b", 1, Stop.BUDGET)),
        (claim("a", 0), Claim("b", 0, failed(Termination.CRASH, "SIGSEGV"))),
    ],
)
def test_claims_that_can_all_be_true_do_not_disagree_in_either_order(one, other):
    for pair in ([one, other], [other, one]):
        judgement = judge(entry(), pair)
        assert (judgement.disagreement, judgement.agreed) == (None, True)


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ([claim("a", 0, Stop.BUDGET), claim("b", 0, Stop.BUDGET)], (None, None)),
        ([claim("a", 2, Stop.LIMIT, []), claim("b", 3, Stop.LIMIT, [])], (None, None)),
        ([claim("a", 2, Stop.LIMIT, []), claim("b", 2, Stop.LIMIT)], (None, Category.CORRECT)),
        ([claim("a", 1), claim("b", 1, solutions=[])], (None, None)),
        ([claim("a", 3), claim("b", 3)], (Category.CORRECT, Category.CORRECT)),
        ([claim("a", 1, Stop.LIMIT, []), claim("b", 1, Stop.BUDGET, [])], (None, None)),
        ([claim("a", 0), claim("b", 0), claim("c", 1, solutions=[])], (None, None, None)),
        ([claim("a", 0), claim("b", 0)], (Category.CORRECT, Category.CORRECT)),
        ([claim("a", 2), claim("b", 2)], (Category.CORRECT, Category.CORRECT)),
        ([claim("a", 1), claim("b", 1)], (Category.CORRECT, Category.CORRECT)),
        ([claim("a", 1), Claim("a", 1, claim("a", 1).finding)], (None, None)),
        ([claim("a", 1)], (None,)),
        ([claim("a", 2)], (None,)),
        ([claim("a", 1, Stop.LIMIT)], (Category.CORRECT,)),
        ([claim("a", 2, Stop.LIMIT)], (Category.CORRECT,)),
        ([claim("a", 2, Stop.LIMIT, SOLUTIONS[:1])], (None,)),
        ([claim("a", 3, solutions=SOLUTIONS[:2]), claim("b", 2, Stop.LIMIT)], (None, Category.CORRECT)),
        ([claim("a", 1), claim("b", 2, Stop.LIMIT)], (Category.WRONG, Category.CORRECT)),
        ([Claim(n, 0, failed(how, "x")) for n, how in (("a", Termination.CRASH), ("b", Termination.TIMEOUT))],
         (Category.ERROR, None)),
    ],
)  # fmt: skip
def test_a_claim_is_correct_if_it_is_shown_or_another_backend_says_just_the_same_and_none_contradicts(
    claims, expected
):
    assert judge(entry(), claims).categories == tuple(c or Category.UNCONFIRMED for c in expected)


def test_a_verdict_that_the_corpus_states_is_correct_if_its_solutions_are_shown():
    for solutions, category in ((SOLUTIONS[:1], Category.CORRECT), ([], Category.UNCONFIRMED)):
        for stated in (entry(Verdict.UNIQUE), entry(Verdict.UNIQUE, 1)):
            assert judge(stated, [claim("a", 1, solutions=solutions)]).categories == (category,)
    assert judge(entry(Verdict.MULTIPLE, 3), [claim("a", 3)]).categories == (Category.CORRECT,)


def test_a_claim_without_a_shown_solution_proves_nothing_but_can_be_contradicted():
    silent, honest = of("A", 1, solutions=[]), of("B", 1)
    judgement = judge(entry(), [silent, honest])
    assert (judgement.verdict, judgement.kinds, judgement.faults) == (Verdict.UNIQUE, ("B",), {})
    assert judge(entry(), [silent]).verdict is Verdict.UNDECIDED
    assert judge(entry(), [silent, of("B", 0)]).disagreement == "A says unique, B says none"
    assert judge(entry(), [of("A", 9, solutions=SOLUTIONS[:1]), of("B", 1, Stop.LIMIT)]).kinds == ("B",)


def of_a_batch(count, *shown, exhausted=False):
    """Return the answer of an engine on one board, with up to two of its solutions."""
    solutions = np.array([[[*map(int, grid)] for grid in (*shown, "0" * 16, "0" * 16)][:2]], np.uint8)
    answer = BatchAnswer(np.array([count]), solutions, np.array([exhausted]), Times(), {})
    return BatchFound(EMPTY.layout, answer, 2, Times(), 0)


def test_a_board_of_a_batch_is_undisputed_only_if_all_show_the_same_number_of_right_and_different_solutions():
    a, b, c = map(str, ("1234341221434321", "1243341221344321", "1234341223414123"))
    wrong = "1" * 16
    honest = of_a_batch(2, a, b)

    def good(*found, board="0" * 16):
        return undisputed(np.array([[*map(int, board)]], np.uint8), found).tolist() == [True]

    assert good(honest)
    assert good(honest, of_a_batch(2, b, c))
    assert good(of_a_batch(1, a, exhausted=True), of_a_batch(1, a, exhausted=True), board="1234" + "0" * 12)
    assert good(of_a_batch(0, exhausted=True), of_a_batch(0, exhausted=True), board="11" + "0" * 14)
    whole = of_a_batch(2, a, b, exhausted=True)
    for other in (
        of_a_batch(1, a), of_a_batch(0), of_a_batch(3, a, b), of_a_batch(-1), of_a_batch(2, a, a), of_a_batch(2, a),
        of_a_batch(2, a, wrong), of_a_batch(2, wrong, a), whole,
    ):  # fmt: skip
        assert not good(honest, other)
        assert not good(other, honest)
        assert good(other) == (other is whole)
    assert not good(of_a_batch(1, a, exhausted=True), of_a_batch(1, b, exhausted=True))
    assert not good(honest, board="2" + "0" * 15)


def test_what_is_wrong_is_said_in_japanese_too():
    twice = claim("b", 2, Stop.LIMIT, [SOLUTIONS[0]] * 2)
    found = judge(entry(), [claim("a", 0), twice, claim("c", 2, solutions=SOLUTIONS[:2])])
    assert found.disagreement.words.ja == "aはnone、bはmultipleとしています"
    assert found.faults.keys() == {0, 1}
    assert found.faults[0].words.ja == "解は全部で0個としていますが、2個示されています"
    assert found.faults[1].words.ja == "同じ解が二度ありました"
