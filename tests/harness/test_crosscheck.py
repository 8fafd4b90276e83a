"""Claims held against each other, against shown solutions and against what a corpus states."""

import pytest

from sudokubench.answer import Outcome, Stop, Verdict
from sudokubench.board import Board
from sudokubench.harness.corpus import Entry
from sudokubench.harness.crosscheck import Category, check, judge
from sudokubench.harness.finding import Claim, Finding, Termination, failed

EMPTY = Board.parse("." * 16)
GRIDS = [Board.parse(text) for text in ("1234341221434321", "1243341221344321", "1234341223414123")]
SOLUTIONS = [grid.instance().chosen for grid in GRIDS]


def entry(expected=None, count=None, board=EMPTY):
    return Entry("test", 1, board.layout, board.instance(), str(board), board, expected, count)


def claim(backend, count, stop=Stop.EXHAUSTED, solutions=None):
    shown = SOLUTIONS[:count][:2] if solutions is None else solutions
    return Claim(backend, 0, Finding(Outcome(count, stop), tuple(shown)))


def test_the_grids_of_these_tests_solve_the_empty_board():
    assert [EMPTY.faults(grid) for grid in GRIDS] == [(), (), ()]


def test_one_backend_alone_is_unconfirmed_where_it_claims_that_there_is_no_more():
    judgement = judge(entry(), [claim("a", 1)])
    assert judgement.categories == (Category.UNCONFIRMED,)
    assert judgement.verdict is Verdict.UNIQUE
    assert judgement.agreed


@pytest.mark.parametrize(("count", "stop"), [(1, Stop.LIMIT), (2, Stop.LIMIT)])
def test_shown_solutions_prove_that_they_exist(count, stop):
    judgement = judge(entry(), [claim("a", count, stop)])
    assert judgement.categories == (Category.CORRECT,)


def test_several_solutions_that_were_not_shown_are_not_proved():
    judgement = judge(entry(), [claim("a", 2, Stop.LIMIT, SOLUTIONS[:1])])
    assert judgement.categories == (Category.UNCONFIRMED,)


def test_two_backends_that_agree_confirm_each_other():
    judgement = judge(entry(), [claim("a", 1), claim("b", 1)])
    assert judgement.categories == (Category.CORRECT, Category.CORRECT)


def test_a_backend_does_not_confirm_itself_by_repeating():
    claims = [claim("a", 1), Claim("a", 1, claim("a", 1).finding)]
    assert set(judge(entry(), claims).categories) == {Category.UNCONFIRMED}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (claim("a", 0), claim("b", 1)),
        (claim("a", 0), claim("b", 1, Stop.LIMIT)),
        (claim("a", 0), claim("b", 2, Stop.LIMIT)),
        (claim("a", 1), claim("b", 2, Stop.LIMIT)),
        (claim("a", 1), claim("b", 1, solutions=SOLUTIONS[1:2])),
        (claim("a", 2), claim("b", 3)),
    ],
)
def test_incompatible_claims_are_a_disagreement_in_either_order(one, other):
    for pair in ([one, other], [other, one]):
        judgement = judge(entry(), pair)
        assert judgement.disagreement is not None
        assert not judgement.agreed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (claim("a", 1), claim("b", 1)),
        (claim("a", 1), claim("b", 1, Stop.LIMIT)),
        (claim("a", 2, Stop.LIMIT), claim("b", 1, Stop.LIMIT)),
        (claim("a", 2, Stop.LIMIT), claim("b", 2, Stop.LIMIT, SOLUTIONS[1:3])),
        (claim("a", 0), claim("b", 0, Stop.BUDGET)),
        (claim("a", 1), claim("b", 1, Stop.BUDGET)),
        (claim("a", 3), claim("b", 2, Stop.LIMIT)),
        (claim("a", 0), Claim("b", 0, failed(Termination.CRASH, "SIGSEGV"))),
    ],
)
def test_compatible_claims_are_no_disagreement(one, other):
    judgement = judge(entry(), [one, other])
    assert judgement.disagreement is None
    assert judgement.agreed


def test_a_claim_of_too_few_solutions_is_refuted_by_those_that_were_shown():
    judgement = judge(entry(), [claim("liar", 1), claim("b", 2, Stop.LIMIT)])
    assert judgement.categories == (Category.WRONG, Category.CORRECT)
    assert judgement.verdict is Verdict.MULTIPLE


def test_an_invalid_solution_is_wrong_even_if_nobody_contradicts():
    spoiled = (*SOLUTIONS[0][:-1], SOLUTIONS[0][-1] - 1)
    judgement = judge(entry(), [claim("liar", 1, solutions=[spoiled])])
    assert judgement.categories == (Category.WRONG,)
    assert "R" in judgement.faults[0]
    assert not judgement.agreed


def test_the_corpus_refutes_a_verdict_and_a_count():
    assert judge(entry(Verdict.NONE, 0), [claim("a", 1)]).categories == (Category.WRONG,)
    assert judge(entry(Verdict.MULTIPLE, 3), [claim("a", 2)]).categories == (Category.WRONG,)
    assert judge(entry(Verdict.MULTIPLE, 3), [claim("a", 3)]).categories == (Category.CORRECT,)
    assert judge(entry(Verdict.UNIQUE, 1), [claim("a", 1)]).categories == (Category.CORRECT,)


def test_a_failure_is_an_error_and_a_timeout_is_not_held_against_anybody():
    claims = [Claim("a", 0, failed(Termination.CRASH, "x")), Claim("b", 0, failed(Termination.TIMEOUT, "y"))]
    assert judge(entry(), claims).categories == (Category.ERROR, Category.UNCONFIRMED)


def test_check_asks_every_backend_and_shows_a_solution():
    result = check("1...3..2...3..2.", backend=["algorithm_x"])
    assert (result.verdict, result.agreed, result.disagreement) == (Verdict.UNIQUE, True, None)
    assert result.backends == {"algorithm_x": Verdict.UNIQUE}
    assert result.board.is_solved_by(result.solution)
