"""PySAT's parser reads the files that we write."""

import io

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from sudokubench.board import Board
from sudokubench.encodings import dimacs
from sudokubench.encodings.cnf import ENCODINGS, cnf
from sudokubench.errors import UsageError
from sudokubench.layout import Layout
from sudokubench.problem import Instance, cover

BOARD = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def written(made, instance):
    stream = io.StringIO()
    dimacs.write(made, instance, stream)
    return stream.getvalue()


def comments_of(text):
    return [line[2:] for line in text.splitlines() if line.startswith("c ")]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_is_written_is_read_back(encoding):
    made = cnf(BOARD.layout, encoding)
    instance = BOARD.forbidding([700]).instance()
    formula = CNF(from_string=written(made, instance))
    assert formula.nv == made.n_variables
    assert formula.clauses == [*map(list, made.clauses), *([literal] for literal in made.literals(instance))]


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
    comments = comments_of(written(cnf(board.layout, "product"), board.instance()))
    assert comments[0] == "4x4, encoding product: 704 clauses, and 3 units for the instance"
    assert comments[1:4] == ["given: R1C1#1 R4C4#2", "forbidden: R1C2#1", "variables 65 to 320 are auxiliary"]
    assert comments[4:6] == ["1 R1C1#1", "2 R1C1#2"]
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
        "c two pieces, encoding extended: 3 clauses, and 1 unit for the instance\nc given: right\n"
        "c 1 left\nc 2 right\np cnf 2 4\n1 2 0\n2 0\n-1 -2 0\n2 0\n"
    )


def test_an_empty_clause_is_written():
    text = written(cnf(cover([("A", "1")], primary="2")), Instance())
    assert text.endswith("p cnf 1 2\n0\n1 0\n")


def test_nothing_is_written_for_an_instance_that_does_not_fit():
    stream = io.StringIO()
    with pytest.raises(UsageError, match="option 729 does not exist"):
        dimacs.write(cnf(BOARD.layout), Instance(chosen=(729,)), stream)
    assert stream.getvalue() == ""
