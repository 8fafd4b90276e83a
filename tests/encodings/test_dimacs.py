"""PySAT's parser also reads the files that we write; a file that we read must be exactly right."""

import io

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from sudokubench.board import Board
from sudokubench.encodings import dimacs, words
from sudokubench.encodings.cnf import ENCODINGS, cnf
from sudokubench.errors import InputError, UsageError
from sudokubench.layout import Layout
from sudokubench.problem import Instance, cover

BOARD = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def written(made, instance):
    stream = io.StringIO()
    dimacs.write(made, instance, stream)
    return stream.getvalue()


def read(text):
    return dimacs.read(io.StringIO(text, newline="\n"))


# -- writing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_is_written_is_read_back(encoding):
    made = cnf(BOARD.layout, encoding)
    instance = BOARD.forbidding([700]).instance()
    formula = read(written(made, instance))
    assert formula.n_variables == made.n_variables
    assert formula.clauses == made.clauses + tuple((literal,) for literal in made.literals(instance))


def test_another_parser_reads_it_and_a_solver_finds_the_solution():
    text = written(cnf(BOARD.layout), BOARD.instance())
    formula = CNF(from_string=text)
    assert (formula.nv, len(formula.clauses)) == (729, 10530 + 30)
    with Solver("minisat22", bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        chosen = [v for v in solver.get_model() if v > 0]
    assert "".join(str((v - 1) % 9 + 1) for v in chosen) == SOLUTION


def test_comments_name_the_variables_the_clues_and_what_is_forbidden():
    board = Board.parse("1..............2", Layout.standard(4)).forbidding([4])
    comments = read(written(cnf(board.layout, "product"), board.instance())).comments
    assert comments[0] == "4x4, encoding product: 704 clauses, and 3 units for the instance"
    assert comments[1:4] == ("given: R1C1#1 R4C4#2", "forbidden: R1C2#1", "variables 65 to 320 are auxiliary")
    assert comments[4:6] == ("1 R1C1#1", "2 R1C1#2")
    assert comments[-1] == "64 R4C4#4"


def test_comments_stand_before_the_problem_line_only():
    lines = written(cnf(BOARD.layout), BOARD.instance()).splitlines()
    assert [line[0] for line in lines[: 2 + 729]] == ["c"] * 731
    assert lines[731] == "p cnf 729 10560"
    assert not any(line.startswith("c") for line in lines[732:])
    assert lines[732] == "1 2 3 4 5 6 7 8 9 0"
    assert lines[-1] == "729 0"


def test_other_covers_are_written_with_the_names_of_their_options():
    problem = cover([("left", "a"), ("right", "ab")], secondary="c", name="two pieces")
    text = written(cnf(problem), Instance(chosen=(1,)))
    assert text == (
        "c two pieces, encoding extended: 3 clauses, and 1 units for the instance\nc given: right\n"
        "c 1 left\nc 2 right\np cnf 2 4\n1 2 0\n2 0\n-1 -2 0\n2 0\n"
    )


def test_an_empty_clause_is_written_and_read():
    text = written(cnf(cover([("A", "1")], primary="2")), Instance())
    assert read(text).clauses == ((), (1,))


def test_nothing_is_written_for_an_instance_that_does_not_fit():
    stream = io.StringIO()
    with pytest.raises(UsageError, match="option 729 does not exist"):
        dimacs.write(cnf(BOARD.layout), Instance(chosen=(729,)), stream)
    assert stream.getvalue() == ""


# -- reading --------------------------------------------------------------------------------------------------------


def test_clauses_may_share_a_line_or_go_on_over_several():
    formula = read("c one\nc\np cnf  3 \t3\n1 -2 0 3 0\n-1\nc amid\n\t2 -3\n 0\n\n")
    assert formula == dimacs.Formula(3, ((1, -2), (3,), (-1, 2, -3)), ("one", "", "amid"))


def test_lines_may_end_as_on_windows_and_the_last_need_not_end():
    assert read("p cnf 2 2\r\n1 0\r\n-2 0") == dimacs.Formula(2, ((1,), (-2,)))


def test_a_formula_without_clauses_is_one():
    assert read("p cnf 0 0\n") == dimacs.Formula(0, ())


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "1", "the problem line is missing"),
        ("c only\nc comments\n", "2", "the problem line is missing"),
        ("1 0\np cnf 1 1\n", "1:1", "'1' stands before the problem line"),
        ("\ufeffp cnf 1 1\n1 0\n", "1:1", "stands before the problem line"),
        ("comment\np cnf 1 0\n", "1:1", "'comment' stands before the problem line"),
        ("p cnf 1\n", "1:1", "is not a problem line"),
        ("p cnf 1 1 1\n", "1:1", "is not a problem line"),
        ("p dnf 1 1\n", "1:1", "is not a problem line"),
        ("pcnf 1 1\n", "1:1", "is not a problem line"),
        ("p cnf x 1\n", "1:1", "is not a problem line"),
        ("p cnf 1 01\n", "1:1", "is not a problem line"),
        ("p cnf -1 0\n", "1:1", "-1 variables; 0 to 10000000 are possible"),
        ("p cnf 10000001 0\n", "1:1", "10000001 variables; 0 to 10000000 are possible"),
        ("p cnf 1 20000001\n", "1:1", "20000001 clauses; 0 to 20000000 are possible"),
        ("p cnf\u20281 1\n1 0\n", "1:1", "is not a problem line"),
        ("p cnf 1 9999999999\n", "1:1", "is not a problem line"),
        ("p cnf 1 1\np cnf 1 1\n1 0\n", "2:1", "a second problem line"),
        ("p cnf 2 1\n1 3 0\n", "2:3", words.UNKNOWN_VARIABLE.format(literal=3, variables=2).en),
        ("p cnf 2 1\n1 -1000000000 0\n", "2:3", "is not a literal"),
        ("p cnf 2 1\n2147483648 0\n", "2:1", "is not a literal"),
        (
            "p cnf 2 1\n-999999999 0\n",
            "2:1",
            words.UNKNOWN_VARIABLE.format(literal=-999999999, variables=2).en,
        ),
        ("p cnf 2 1\n-0\n", "2:1", "is not a literal"),
        ("p cnf 2 1\n+1 0\n", "2:1", "is not a literal"),
        ("p cnf 2 1\n01 0\n", "2:1", "is not a literal"),
        ("p cnf 2 1\n1_0 0\n", "2:1", "is not a literal"),
        ("p cnf 2 1\n1 \uff11 0\n", "2:3", "is not a literal"),
        ("p cnf 2 1\n1 \u0663 0\n", "2:3", "is not a literal"),
        ("p cnf 2 1\n1\u20282 0\n", "2:1", "is not a literal"),
        ("p cnf 2 1\n1\r2 0\n", "2:1", "is not a literal"),
        ("p cnf 2 1\n1 \x00 0\n", "2:3", "'\\\\x00' is not a literal"),
        ("p cnf 2 1\n1 0\n%\n0\n", "3:1", "'%' is not a literal"),
        ("p cnf 2 1\n1 2\n", "2", words.OPEN_CLAUSE.en),
        ("p cnf 2 2\n1 0\n", "2", "1 clause, and its problem line announces 2"),
        ("p cnf 2 1\n1 0\n2 0\n", "3:3", "more than the 1 clause"),
    ],
)
def test_what_is_wrong_is_said_with_line_and_column(text, place, message):
    with pytest.raises(InputError, match=message) as caught:
        read(text)
    line, _, column = place.partition(":")
    assert str(caught.value.place) == f"line {line}" + (f", column {column}" if column else "")


def test_long_tokens_are_shown_in_part():
    with pytest.raises(InputError) as caught:
        read("p cnf 2 1\n" + "x" * 5000 + " 0\n")
    assert len(caught.value.message) < 120


def test_a_line_without_end_is_not_taken_into_memory():
    class Endless(io.StringIO):
        asked = 0

        def readline(self, size=-1):
            self.asked = max(self.asked, size)
            return "1" * size

    stream = Endless()
    with pytest.raises(InputError, match="more than 1000000 characters"):
        dimacs.read(stream)
    assert stream.asked == dimacs.MAX_LINE + 1
