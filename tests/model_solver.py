"""A reader and solver of models for tests: `python model_solver.py FILE` answers as solvers of the file's language do.

It understands only what the package writes, and shares no code with it.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from ortools.sat.python import cp_model


def numbers(text: str) -> list[int]:
    return list(map(int, re.findall(r"-?\d+", text)))


def terms(text: str) -> list[tuple[int, int]]:
    """Return the factor and the variable, from 0, of each term of a sum, such as `3*x[5]` or `+3 x5`."""
    return [(int(c), int(v) - 1) for c, v in re.findall(r"([+-]?\d+)[* ]x\[?(\d+)", text)]


def minizinc(text: str) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    model = cp_model.CpModel()
    n, low, high = map(int, re.search(r"array\[1\.\.(\d+)\] of var (-?\d+)\.\.(-?\d+): x;", text).groups())
    x = [model.new_int_var(low, high, f"x{v + 1}") for v in range(n)]
    for line in re.findall(r"^constraint (.*);$", text, re.MULTILINE):
        some = [x[int(v) - 1] for v in re.findall(r"x\[(\d+)\]", line)]
        if line == "false":
            model.add_bool_or([])
        elif line.startswith("all_different"):
            model.add_all_different(some)
        elif line.startswith("table"):
            rows = numbers(line.partition(", [")[2])
            assert f"array2d(1..{len(rows) // len(some)}, 1..{len(some)}, [" in line
            model.add_allowed_assignments(
                some, [rows[k : k + len(some)] for k in range(0, len(rows), len(some))]
            )
        elif line.startswith("exists"):
            model.add_forbidden_assignments(some, [list(map(int, re.findall(r"!= (-?\d+)", line)))])
        else:
            left, _, right = line.partition(" in ")
            domain = cp_model.Domain.from_intervals(
                [list(map(int, part.split(".."))) for part in right.split(" union ")] if right != "{}" else []
            )
            weights = terms(left) or [(1, int(v) - 1) for v in re.findall(r"x\[(\d+)\]", left)]
            model.add_linear_expression_in_domain(sum(c * x[v] for c, v in weights), domain)
    assert text.endswith('solve satisfy;\noutput ["v ", show(x), "\\n"];\n')
    return model, x


def xcsp3(text: str) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    model = cp_model.CpModel()
    (array,), constraints = ElementTree.fromstring(text)
    (n,), (low, high) = numbers(array.get("size")), map(int, array.text.split(".."))
    x = [model.new_int_var(low, high, f"x{v}") for v in range(n)]
    for one in constraints:
        some = [x[v] for v in numbers(one.findtext("list") or one.text)]
        match one.tag:
            case "allDifferent":
                model.add_all_different(some)
            case "sum":
                sign, bound = re.fullmatch(r"\((eq|ge|le),(-?\d+)\)", one.findtext("condition")).groups()
                total = sum(c * v for c, v in zip(numbers(one.findtext("coeffs")), some, strict=True))
                model.add(
                    {"eq": total == int(bound), "ge": total >= int(bound), "le": total <= int(bound)}[sign]
                )
            case "extension":
                kind, values = one[1].tag, one[1].text
                rows = [numbers(row) for row in re.findall(r"\(([^)]*)\)", values)]
                if ".." in values:
                    parts = [[*map(int, part.split(".."))] for part in values.split()]
                    model.add_linear_expression_in_domain(some[0], cp_model.Domain.from_intervals(parts))
                elif kind == "supports":
                    model.add_allowed_assignments(some, rows or [[k] for k in numbers(values)])
                else:
                    model.add_forbidden_assignments(some, rows or [[k] for k in numbers(values)])
            case other:
                raise ValueError(other)
    return model, x


def opb(text: str) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    model = cp_model.CpModel()
    first, *lines = text.splitlines()
    n, constraints = numbers(first)
    x = [model.new_bool_var(f"x{v + 1}") for v in range(n)]
    lines = [line for line in lines if not line.startswith("*")]
    assert len(lines) == constraints
    for line in lines:
        left, relation, right = re.fullmatch(r"(.+) (>=|=) (-?\d+) ;", line).groups()
        total = sum(c * x[v] for c, v in terms(left) if v >= 0)
        model.add(total == int(right) if relation == "=" else total >= int(right))
    return model, x


def solutions(text: str, most: int) -> Iterator[list[int]]:
    """Yield the values of the variables in each solution, up to a number of solutions."""
    if "(check-sat)" in text:
        yield from of_smt(text, most)
        return
    read = opb if text.startswith("* #variable=") else xcsp3 if text.startswith("<") else minizinc
    model, x = read(text)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    for _ in range(most):
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return
        found = [solver.value(v) for v in x]
        yield found
        model.add_forbidden_assignments(x, [found])


def of_smt(text: str, most: int) -> Iterator[list[int]]:
    import z3

    solver = z3.Solver()
    solver.from_string(text.partition("(check-sat)")[0])
    x = [z3.Int(name) for name in re.findall(r"declare-const (\w+) Int", text)]
    for _ in range(most):
        if solver.check() != z3.sat:
            return
        model = solver.model()
        yield [model.eval(v).as_long() for v in x]
        solver.add(z3.Or([v != model.eval(v) for v in x]))


def main(file: str) -> None:
    text = Path(file).read_text(encoding="utf-8")
    found = next(solutions(text, 1), None)
    if file.endswith(".mzn"):
        print("=====UNSATISFIABLE=====" if found is None else f"v {found}\n----------")
    elif file.endswith(".smt2"):
        pairs = "\n ".join(f"(x{v} {value})" for v, value in enumerate(found or (), 1))
        print('unsat\n(error "model is not available")' if found is None else f"sat\n({pairs})")
    elif found and file.endswith((".xml", ".xcsp3")):
        print(
            "s SATISFIABLE\nv <instantiation><list>x[]</list>\nv <values>",
            *found,
            "</values></instantiation>",
        )
    elif found is None:
        print("s UNSATISFIABLE")
    else:
        print("s SATISFIABLE\nv", *(f"x{v}" if value else f"-x{v}" for v, value in enumerate(found, 1)))


if __name__ == "__main__":
    main(*sys.argv[1:])
