"""Models as text: an independent reader finds exactly the solutions of the problem, and answers are read strictly."""

import pytest
from coloured_cases import all_solutions, random_cover
from constraints_cases import CASES, kept
from model_solver import solutions

from sudokubench.constraints import VARIANTS
from sudokubench.encodings import solver_answer
from sudokubench.encodings.model_text import LANGUAGES
from sudokubench.errors import InputError
from sudokubench.layout import Layout
from sudokubench.problem import Instance, Variant

SMALL = Layout.standard(4)
FIRST_ROW = Instance((0, 5, 10, 15))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [kind for kind, case in CASES.items() if case.samples])
def test_a_text_has_the_solutions_of_the_board(kind, language):
    rule = VARIANTS[kind].from_json(CASES[kind].samples[-1])
    model = LANGUAGES[language](Variant(SMALL, (rule,)))
    text = model.whole(model.restrictions(FIRST_ROW))
    n = len(model.model.variables)
    found = [model.model.solution(values[:n]) for values in solutions(text, 100)]
    expected = [grid for grid in kept(SMALL, (rule,)) if grid[:4] == (1, 2, 3, 4)]
    assert sorted(found) == sorted(tuple(4 * c + d - 1 for c, d in enumerate(grid)) for grid in expected)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(12))
def test_a_text_has_the_solutions_of_the_cover(seed, language):
    cover = random_cover(seed)
    model = LANGUAGES[language](cover)
    n = len(model.model.variables)
    found = [model.model.solution(values[:n]) for values in solutions(model.whole(), 1000)]
    assert sorted(found) == all_solutions(cover)
    for solution in found:
        rest = [
            model.model.solution(values[:n])
            for values in solutions(model.whole([model.without(solution)]), 1000)
        ]
        assert sorted(rest) == sorted({*found} - {solution})


def test_a_text_names_the_variables_of_cells_and_options():
    assert LANGUAGES["mzn"](SMALL).names[:2] == ("R1C1", "R1C2")
    assert LANGUAGES["opb"](SMALL).names[:2] == ("R1C1#1", "R1C1#2")


PACKED = "1x1 2 3 4 3 4 1 2x2 1 4 3 4 3 2 1"
HUGE = "9" * 5000
"""More digits than Python converts to a number."""
FULL = "1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1"
PAIRS = " ".join(f"(x{v} {digit})" for v, digit in enumerate(FULL.split(", "), 1))
LITERALS = " ".join(
    f"x{4 * c + d}" if d == int(digit) else f"-x{4 * c + d}"
    for c, digit in enumerate(FULL.split(", "))
    for d in range(1, 5)
)


@pytest.mark.parametrize(
    ("language", "output"),
    [
        ("mzn", f"v [{FULL}]\n----------\n==========\n"),
        (
            "xcsp3",
            f"s SATISFIABLE\nv <instantiation><list>x[]</list><values>{FULL.replace(',', '')}</values>\n",
        ),
        (
            "xcsp3",
            f"\x1b[92ms OPTIMUM FOUND\x1b[0m\nv <list> x[0..14] x[15] </list>\nv <values>{PACKED}</values>\n",
        ),
        ("smt2", f"sat\n({PAIRS})\n"),
        ("opb", f"c remark\ns SATISFIABLE\nv {LITERALS}\n"),
        ("opb", f"v {LITERALS}\ns OPTIMUM FOUND\n"),
    ],
)
def test_the_answer_of_a_solver_is_read(language, output):
    status, (solution,) = LANGUAGES[language](SMALL).read(output)
    assert (status, SMALL.digits(solution)) == (solver_answer.SAT, bytes(map(int, FULL.split(", "))))


@pytest.mark.parametrize(
    ("language", "output", "status"),
    [
        ("mzn", "=====UNSATISFIABLE=====\n", "UNSATISFIABLE"),
        ("mzn", "=====UNKNOWN=====\n", "UNKNOWN"),
        ("mzn", "Error: type error\n", ""),
        ("mzn", f"v [1, {HUGE}]\n", ""),
        ("xcsp3", "c remark\ns UNSATISFIABLE\n", "UNSATISFIABLE"),
        ("xcsp3", "s UNKNOWN\n", "UNKNOWN"),
        ("smt2", 'unsat\n(error "line 99: model is not available")\n', "UNSATISFIABLE"),
        ("smt2", "unknown\n", "UNKNOWN"),
        ("smt2", "", ""),
        ("opb", "s UNSATISFIABLE\n", "UNSATISFIABLE"),
        ("opb", "hello\n", ""),
    ],
)
def test_an_answer_without_a_solution_has_only_a_status(language, output, status):
    assert LANGUAGES[language](SMALL).read(output) == (status, [])


@pytest.mark.parametrize(
    ("language", "output", "said"),
    [
        ("mzn", "v [1, 2]\n", "variable R1C3 has no value"),
        ("mzn", f"v [{FULL.replace('4', '5')}]\n", "variable R1C4 has the value 5, outside its domain"),
        (
            "mzn",
            f"v [{FULL}]\n=====UNSATISFIABLE=====\n",
            "unexpected status UNSATISFIABLE: a solver prints one status",
        ),
        ("xcsp3", "s SATISFIABLE\nv <list>x[0..1]</list><values>1 2</values>\n", "R1C3 has no value"),
        (
            "xcsp3",
            "s SATISFIABLE\ns UNSATISFIABLE\n",
            "unexpected status UNSATISFIABLE: a solver prints one status",
        ),
        ("xcsp3", "v <list>x[99..9999999]</list><values>1x999999</values>\n", "R1C1 has no value"),
        ("xcsp3", f"v <list>x[0..{HUGE}]</list><values>1</values>\n", "R1C1 has no value"),
        ("smt2", "sat\n((x1 1))\n", "variable R1C2 has no value"),
        ("smt2", f"sat\n((x1 {HUGE}))\n", "variable R1C1 has no value"),
        ("smt2", f"sat\n((x{HUGE} 1))\n", "variable R1C1 has no value"),
        ("smt2", f"sat\nunsat\n({PAIRS})\n", "unexpected status UNSATISFIABLE: a solver prints one status"),
        ("opb", "s SATISFIABLE\nv x1 -x2\n", "variable R1C1#3 has no value"),
        ("opb", "s SATISFIABLE\nv x99\n", "the literal 99 has no variable"),
    ],
)
def test_an_answer_that_cannot_be_is_refused(language, output, said):
    with pytest.raises(InputError, match=said):
        LANGUAGES[language](SMALL).read(output)


def test_xcsp3_shows_a_solution_once_and_has_no_hyphens_side_by_side_in_comments():
    values = "<list>x[]</list><values>1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1</values>"
    assert len(LANGUAGES["xcsp3"](SMALL).read(f"s SATISFIABLE\nv {values}\nv {values}\n")[1]) == 1
    first = LANGUAGES["xcsp3"](SMALL).whole([], ['{"pattern":"1--2"}']).partition("\n")[0]
    assert first == '<!-- {"pattern":"1\\u002d-2"} -->'
