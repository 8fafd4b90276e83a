import inspect
import random
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from dratify import check_proof, parse_dimacs
from pysat.solvers import Solver

from benchmarks.trials.stubborn import pigeonholes
from sudokubench.errors import InputError
from sudokubench.kernels import rup
from sudokubench.kernels.rup import ProofStatus, check, parse_drup, watched


def packed(clauses):
    return np.array([literal for clause in clauses for literal in [*clause, 0]], np.int32)


def variables_of(clauses):
    return max((abs(literal) for clause in clauses for literal in clause), default=1)


def outcome(formula, proof, variables=None, module=rup):
    """Return the result of a check and the clauses used; the longer clauses are prepared, the others added."""
    variables = variables or variables_of(formula + proof)
    short = [clause for clause in formula if len(set(clause)) != len(clause) or len(clause) < 2]
    long = [clause for clause in formula if clause not in short]
    result = module.check(module.watched(packed(long), variables), packed(short), packed(proof))
    return result.status.name, result.proof_clauses


def proof_of(formula, solver="glucose4"):
    with Solver(solver, bootstrap_with=formula, with_proof=True) as engine:
        assert engine.solve() is False
        return "\n".join(engine.get_proof())


def clauses_of(proof):
    lines = [line for line in proof.splitlines() if not line.startswith("d")]
    return [[int(word) for word in line.split()[:-1]] for line in lines]


# -- the right result of a check, by definition ---------------------------------------------------------------------


def propagation_fails(clauses, assumed):
    """Return whether unit propagation from these literals makes a clause false."""
    true = set(assumed)
    if any(-literal in true for literal in true):
        return True
    grown = True
    while grown:
        grown = False
        for clause in clauses:
            left = {literal for literal in clause if -literal not in true}
            if not left:
                return True
            if len(left) == 1 and not left <= true:
                true |= left
                grown = True
    return False


def expected(formula, proof):
    clauses = list(formula)
    if propagation_fails(clauses, []):
        return "REFUTED", 0
    for number, clause in enumerate(proof, 1):
        if not propagation_fails(clauses, [-literal for literal in clause]):
            return "NOT_RUP", number
        clauses.append(clause)
        if propagation_fails(clauses, []):
            return "REFUTED", number
    return "NO_CONTRADICTION", len(proof)


def has_model(clauses, variables):
    return any(
        all(any((literal > 0) == values[abs(literal) - 1] for literal in clause) for clause in clauses)
        for values in product([False, True], repeat=variables)
    )


def random_cases(count, seed=1):
    """Yield small formulas with proofs that are partly right; most formulas are nearly unsatisfiable."""
    rng = random.Random(seed)
    for _ in range(count):
        variables = rng.randint(1, 5)

        def clause(shortest, rng=rng, variables=variables):
            return [rng.choice([-1, 1]) * rng.randint(1, variables) for _ in range(rng.randint(shortest, 3))]

        formula = [clause(rng.random() > 0.02) for _ in range(rng.randint(1, 4 * variables))]
        right = sorted(
            (sorted({rng.choice([-1, 1]) * rng.randint(1, variables) for _ in range(3)}) for _ in range(12)),
            key=len,
        )
        proof = [c for c in right if propagation_fails(formula, [-x for x in c])][:4] + [
            clause(0) for _ in range(2)
        ]
        rng.shuffle(proof)
        yield formula, proof


def test_random_checks_end_as_the_definition_says():
    endings = set()
    for formula, proof in random_cases(1500):
        assert outcome(formula, proof) == expected(formula, proof), (formula, proof)
        endings.add(expected(formula, proof)[0])
    assert endings == {"REFUTED", "NOT_RUP", "NO_CONTRADICTION"}


def test_what_is_refuted_has_no_model():
    for formula, proof in random_cases(1500, seed=2):
        if outcome(formula, proof)[0] == "REFUTED":
            assert not has_model(formula, variables_of(formula + proof)), (formula, proof)


@pytest.mark.parametrize("solver", ["glucose4", "glucose3", "cadical153", "cadical195", "lingeling"])
@pytest.mark.parametrize("holes", [2, 4, 6])
def test_pigeonhole_proofs_of_every_solver_are_accepted(solver, holes):
    formula = pigeonholes(holes)
    text = proof_of(formula, solver).encode()
    variables = holes * (holes + 1)
    assert check(watched(packed(formula), variables), packed([]), parse_drup(text, variables)).refuted
    dimacs = f"p cnf {variables} {len(formula)}\n" + "".join(f"{' '.join(map(str, c))} 0\n" for c in formula)
    assert check_proof(parse_dimacs(dimacs), text.decode()).ok


def test_a_pigeonhole_proof_with_one_clause_left_out_or_changed_ends_as_the_definition_says():
    formula = pigeonholes(3)
    clauses = clauses_of(proof_of(formula))
    assert outcome(formula, clauses)[0] == "REFUTED"
    rejected = 0
    for i, old in enumerate(clauses):
        for new in [[], [old[1:]], [[-x for x in old]]]:
            proof = [*clauses[:i], *new, *clauses[i + 1 :]]
            assert outcome(formula, proof) == expected(formula, proof)
            rejected += outcome(formula, proof)[0] != "REFUTED"
    assert rejected


@pytest.mark.parametrize("proof", [[], [[]], [[1]], [[1], []], [[-1], [-2], [-3], []]])
def test_a_pigeonhole_formula_is_not_refuted_by_a_claim(proof):
    assert outcome(pigeonholes(4), proof)[0] != "REFUTED"


def test_an_empty_proof_is_enough_where_unit_propagation_refutes():
    assert outcome([[1], [-1, 2], [-2]], []) == ("REFUTED", 0)


def test_a_formula_with_a_model_is_never_refuted_by_true_steps():
    assert outcome([[1, 2]], [[1, 2, 3], [1, -1]]) == ("NO_CONTRADICTION", 2)


def test_a_step_that_is_only_rat_does_not_pass_here_though_it_passes_as_drat():
    formula, proof = [[1, 2], [1, -2], [-1, 2], [-1, -2]], [[3], [1], []]
    dimacs = "p cnf 3 4\n" + "".join(f"{' '.join(map(str, c))} 0\n" for c in formula)
    assert check_proof(parse_dimacs(dimacs), "3 0\n1 0\n0\n").ok
    assert outcome(formula, proof) == ("NOT_RUP", 1)
    assert outcome(formula, proof[1:]) == ("REFUTED", 1)


def test_deleting_clauses_neither_breaks_a_right_proof_nor_saves_a_wrong_one():
    formula = packed([[1, 2], [1, -2], [-1, 2], [-1, -2]])
    used_later = parse_drup(b"d 1 2 0\nd 7 0\n1 0\nd 1 0\n0\n", 9)
    assert check(watched(formula, 9), packed([]), used_later).refuted
    satisfiable = packed([[1, 2], [1, -2], [-1, 2]])
    wrong = parse_drup(b"d 1 2 0\n-1 0\n0\n", 9)
    assert check(watched(satisfiable, 9), packed([]), wrong) == rup.Check(ProofStatus.NOT_RUP, 1)


def test_a_check_leaves_the_prepared_clauses_as_they_were():
    formula = pigeonholes(4)
    prepared = watched(packed(formula), 20)
    arrays = [prepared.partners, prepared.first_partner, prepared.pool, prepared.following, prepared.watchers]
    before = [array.copy() for array in arrays]
    proof = parse_drup(proof_of(formula).encode(), 20)
    assert [check(prepared, packed([]), proof).refuted for _ in range(3)] == [True] * 3
    for then, now in zip(before, arrays, strict=True):
        np.testing.assert_array_equal(then, now)


def test_a_check_stops_when_its_steps_are_spent():
    formula = pigeonholes(4)
    proof = parse_drup(proof_of(formula).encode(), 20)
    assert check(watched(packed(formula), 20), packed([]), proof, max_steps=10).status is ProofStatus.STOPPED


@pytest.mark.parametrize("clauses", [[[1]], [[1, 2], []], [[1, 2], [3]]])
def test_clauses_too_short_to_be_watched_are_refused(clauses):
    with pytest.raises(ValueError, match="fewer than two literals"):
        watched(packed(clauses), 3)


@pytest.mark.parametrize("literals", [[1, 4, 0], [-4, 1, 0], [-(2**31), 1, 0], [2**31 - 1, 1, 0], [1, 2]])
def test_literals_of_no_variable_and_open_ends_are_refused(literals):
    literals = np.array(literals, np.int32)
    with pytest.raises(ValueError, match="lie from -3 to 3"):
        watched(literals, 3)
    nothing = watched(packed([]), 3)
    with pytest.raises(ValueError, match="lie from -3 to 3"):
        check(nothing, literals, packed([]))
    with pytest.raises(ValueError, match="lie from -3 to 3"):
        check(nothing, packed([]), literals)


# -- the text form --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "literals"),
    [
        (b"", []), (b" \n\n", []), (b"0", [0]), (b"1 -2 0\n3 0\n", [1, -2, 0, 3, 0]),
        (b"1\t-2\r\n0 3 0", [1, -2, 0, 3, 0]), (b"d 1 2 0\n3 0\nd 3 0", [3, 0]),
        (b"c made by hand\n1 0\nc end", [1, 0]), (b"100 -100 0", [100, -100, 0]),
    ],
)  # fmt: skip
def test_drup_is_read_as_literals(text, literals):
    assert parse_drup(text, 100).tolist() == literals


@pytest.mark.parametrize(
    "text",
    [
        b"1", b"1 2", b"d", b"d 1", b"1 0 2", b"101 0", b"-101 0", b"9" * 5000 + b" 0", b"2147483648 0",
        b"18446744073709551617 0", b"+1 0", b"--1 0", b"- 1 0", b"-0", b"00", b"01x 0", b"1.0 0", b"1e1 0", b"1-2 0",
        b"d1 0", b"1 d 2 0", b"1 c 2 0", b"a 1 0", b"\0", b"1 \0 0", b"\xff 0", "１ 0".encode(), b"1,0", b"{}",
    ],
)  # fmt: skip
def test_a_text_that_is_not_drup_is_refused(text):
    with pytest.raises(InputError, match="line 1 of the proof"):
        parse_drup(text, 100)


def test_a_fault_is_reported_with_its_line_and_word():
    with pytest.raises(InputError, match=r"line 3 of the proof, at '7x'.*-5 to 5"):
        parse_drup(b"1 0\n2 0\n7x 0\n", 5)


def test_any_bytes_are_read_or_refused():
    rng = random.Random(3)
    for _ in range(3000):
        text = bytes(rng.choices(b"0123456789- \ndc\0x", k=rng.randint(0, 12)))
        try:
            literals = parse_drup(text, 12)
        except InputError:
            continue
        assert literals.size == 0 or (literals[-1] == 0 and abs(literals).max() <= 12)


# -- the tests find faulty checkers ---------------------------------------------------------------------------------

_MUTANTS = {
    "accepts a step that does not follow": ("        if not conflict:\n", "        if False:\n"),
    "takes a failed step as success": ("return 1, used", "return 0, used"),
    "takes the end of the proof as success": ("return 2, used", "return 0, used"),
    "does not check the last step": ("if used > given and", "if used > given and place < clauses.size and"),
    "does not check the first step": ("if used > given and", "if used > given + 1 and"),
    "distrusts the last clause of the formula": ("if used > given and", "if used >= given and"),
    "watches one literal of a prepared clause": ("in (start, start + 1):", "in (start,):"),
    "watches one literal of an added clause": ("in (top, top + 1):", "in (top,):"),
    "loses a watch that moves": ("watchers[n + literal] = slot", "pass"),
    "takes a pair for one of its literals": ("if values[n + other] == 0:", "if False:"),
    "sees a conflict in an open pair": (
        "if values[n + other] < 0:\n                return",
        "if True:\n                return",
    ),
    "sees no conflict in a pair": (
        "if values[n + other] < 0:\n                return",
        "if False:\n                return",
    ),
    "leaves out the last pair": ("range(begin, end)", "range(begin, end - 1)"),
    "sees a conflict in an open literal": (
        "if values[n + other] < 0:\n                    r",
        "if True:\n                    r",
    ),
    "sees no conflicts": ("return True, assigned, steps", "return False, assigned, steps"),
    "takes open literals for false": ("values[n + pool[spare]] < 0", "values[n + pool[spare]] <= 0"),
    "propagates no units": ("assigned = _assign(other, values, trail, assigned)", "pass"),
    "keeps assumptions": ("range(root, assigned)", "range(root + open_literals, assigned)"),
    "forgets what is settled": ("for k in range(root, assigned)", "for k in range(0, assigned)"),
    "takes a false literal for a true one": (
        "literal] > 0:\n                holds",
        "literal] < 0:\n                holds",
    ),
    "refutes by a clause that holds": ("        if holds:\n            continue\n", ""),
    "turns every clause into a unit": ("if open_literals == 1:", "if open_literals >= 1:"),
    "does not propagate units of the proof": (
        "            if conflict:\n                return 0, used\n",
        "",
    ),
    "assumes literals true": ("_assign(-literal, values", "_assign(literal, values"),
}


def interpreted(old="", new=""):
    """Return the checker as plain Python, with one change."""
    source = inspect.getsource(rup)
    assert old in source
    names = {"__name__": rup.__name__}
    exec(source.replace(old, new).replace("@compiled\n", "").replace("@helper\n", ""), names)
    return SimpleNamespace(**names)


def long_cases():
    for holes in (3, 4):
        formula = pigeonholes(holes)
        for solver in ("glucose4", "cadical153"):
            proof = clauses_of(proof_of(formula, solver))
            yield formula, proof
            yield formula, [clause[::-1] for clause in proof]


def first_wrong_answer(module):
    for formula, proof in [*random_cases(400, seed=4), *long_cases()]:
        try:
            answer = outcome(formula, proof, module=module)
        except Exception as error:
            answer = repr(error)
        if answer != expected(formula, proof):
            return formula, proof, answer
    return None


def test_the_checker_gives_the_same_answers_uncompiled():
    assert first_wrong_answer(interpreted()) is None


@pytest.mark.parametrize("fault", _MUTANTS)
def test_a_checker_with_a_fault_gives_a_wrong_answer(fault):
    assert first_wrong_answer(interpreted(*_MUTANTS[fault])) is not None
