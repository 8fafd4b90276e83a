"""Find out what the solvers of PySAT can do, by running them.

    python tests/sat_probe.py NAME      probe one solver; a line for each thing that it can do
    python tests/sat_probe.py --write   probe all, each in a process of its own, and write the tables of the page of sat

A solver may abort its process. The results until then count, so the dangerous probes come last.
"""

import contextlib
import random
import re
import subprocess
import sys
import time
import warnings
from functools import cache
from itertools import combinations
from pathlib import Path
from threading import Thread, get_ident

from pysat.solvers import Solver

from sudokubench.backends.sat import SOLVERS
from sudokubench.board import Board
from sudokubench.encodings.cnf import ENCODINGS, cnf
from sudokubench.layout import Layout
from sudokubench.words import Language, Words

DOCS = Path(__file__).resolve().parent.parent / "docs" / "background"
DOCUMENTS = {"en": DOCS / "sat.md", "ja": DOCS / "sat.ja.md"}
ABILITIES = {
    "proof": "proof", "limited": "conflict limit", "threads": "lets threads run", "interrupt": "interrupt",
    "assumptions": "assumptions", "again": "solves again", "warm": "warm start",
}  # fmt: skip
"""Each ability with its heading in the table, in the order of the probes."""

HEADS = (
    Words("encoding", "符号化"), Words("variables", "変数"), Words("clauses", "節"), Words("what it says", "内容"),
)  # fmt: skip
"""Headings of the table of encodings."""


def pigeons(holes: int) -> list[list[int]]:
    """Return clauses for one pigeon too many: unsatisfiable, and unit propagation does not show it."""
    sits = [[holes * pigeon + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    return sits + [[-a, -b] for hole in zip(*sits, strict=True) for a, b in combinations(hole, 2)]


def long_search() -> list[list[int]]:
    """Return random 3-SAT at the threshold, too large to be decided during a test."""
    rng = random.Random(1)
    return [[v * rng.choice((-1, 1)) for v in rng.sample(range(1, 401), 3)] for _ in range(1704)]


def probe(name: str) -> None:
    """Print what a solver can do."""
    warnings.simplefilter("ignore")
    for ability in ABILITIES:
        # PySAT raises NotImplementedError, and AttributeError from the destructor of a solver that it did not make.
        with contextlib.suppress(NotImplementedError, AttributeError):
            if globals()[f"_{ability}"](name):
                print(ability, flush=True)


def _proof(name: str) -> bool:
    """Return whether a solver writes a proof in which each clause follows from the previous ones (RUP)."""
    clauses = pigeons(4)
    with Solver(name, bootstrap_with=clauses, with_proof=True) as solver:
        assert solver.solve() is False
        lines = solver.get_proof()
    known = list(clauses)
    for line in lines:
        if line.startswith("d"):
            continue  # a deleted clause still follows
        clause = [int(word) for word in line.split()[:-1]]
        if not _refuted(known, clause):
            return False
        known.append(clause)
    return [] in known


def _refuted(clauses: list[list[int]], claim: list[int]) -> bool:
    """Return whether unit propagation finds a contradiction if every literal of the claim is false."""
    true = {-literal for literal in claim}
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if true.isdisjoint(clause):
                rest = [literal for literal in clause if -literal not in true]
                if not rest:
                    return True
                if len(rest) == 1:
                    true.add(rest[0])
                    changed = True
    return False


def _limited(name: str) -> bool:
    with Solver(name, bootstrap_with=long_search()) as solver:
        solver.conf_budget(100)
        return solver.solve_limited() is None


def _threads(name: str) -> bool:
    """Return whether another thread can run while the solver works: whether the solver releases the GIL.

    A thread wakes every millisecond and reads the CPU time of the solver's thread. If the solver holds the GIL,
    it reads only times from before or after the search, under any load of the machine.
    """
    ticks: list[float] = []
    over = False
    clock = time.pthread_getcpuclockid(get_ident())

    def tick() -> None:
        while not over:
            time.sleep(0.001)
            ticks.append(time.clock_gettime(clock))

    with Solver(name, bootstrap_with=long_search() if _limited_or_not(name) else pigeons(8)) as solver:
        thread = Thread(target=tick)
        thread.start()
        begun = time.thread_time()
        try:
            solver.conf_budget(40_000)
            solver.solve_limited(expect_interrupt=True)
        except NotImplementedError:
            solver.solve()
        tenth = (time.thread_time() - begun) / 10
        over = True
        thread.join()
    return any(begun + tenth < tick < begun + 9 * tenth for tick in ticks)


def _limited_or_not(name: str) -> bool:
    try:
        return _limited(name)
    except NotImplementedError:
        return False


def _interrupt(name: str) -> bool:
    with Solver(name, bootstrap_with=long_search()) as solver:
        solver.clear_interrupt()
        over = False

        def interrupt() -> None:
            while not over:  # an interrupt before the search is lost
                time.sleep(0.1)
                solver.interrupt()

        thread = Thread(target=interrupt)
        thread.start()
        decided = solver.solve_limited(expect_interrupt=True)
        over = True
        thread.join()
        return decided is None


def _assumptions(name: str) -> bool:
    answers = []
    for literal in (1, -1):
        with Solver(name, bootstrap_with=[[1, 2], [1, -2]]) as solver:
            answers.append(solver.solve(assumptions=[literal]))
    return answers == [True, False]


def _again(name: str) -> bool:
    with Solver(name, bootstrap_with=cnf(Layout.standard(4)).clauses) as solver:
        return _count(solver) == 288


def _warm(name: str) -> bool:
    """Return whether a solver counts thousands of models by warm start; Glucose 4.2 crashes when it forgets clauses."""
    board = Board.parse("1....6...2..........5.......4.......", Layout.standard(6))
    encoded = cnf(board.layout)
    with Solver(name, bootstrap_with=encoded.clauses, warm_start=True) as solver:
        solver.start_mode(warm=True)
        for literal in encoded.literals(board.instance()):
            solver.add_clause([literal])
        return _count(solver) == 2982  # by plain backtracking, see the tests


def _count(solver: Solver) -> int:
    count = 0
    while solver.solve():
        solver.add_clause([-literal for literal in solver.get_model() if literal > 0])
        count += 1
    return count


@cache
def abilities(name: str) -> frozenset[str]:
    """Return the abilities of a solver, tested in a separate process."""
    command = [sys.executable, str(Path(__file__).resolve()), name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode <= 0 or "Error" not in done.stderr, done.stderr
    return frozenset(done.stdout.split())


def solver_table(_: str = "en") -> str:
    """Return the table of the solvers, by running them; only the English page has this table."""
    head = ["solver", *ABILITIES.values(), "usable here"]
    rows = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for name in probed():
        can = abilities(name)
        marks = ["yes" if ability in can else "–" for ability in ABILITIES]
        rows.append(f"| `{name}` | {' | '.join(marks)} | {'–' if SOLVERS[name].unfit else 'yes'} |")
    return "\n".join(rows)


def encoding_table(language: Language = "en") -> str:
    """Return the table of the encodings, with their sizes for 9x9."""
    rows = [f"| {' | '.join(head.to(language) for head in HEADS)} |", "|---|---:|---:|---|"]
    for name, text in ENCODINGS.items():
        made = cnf(Layout.standard(9), name)  # type: ignore[arg-type]
        rows.append(f"| `{name}` | {made.n_variables:,} | {len(made.clauses):,} | {text.to(language)} |")
    return "\n".join(rows)


def probed() -> list[str]:
    """Return the names of the solvers that PySAT includes."""
    return [name for name in SOLVERS if name != "cryptominisat"]


def filled(text: str, language: str) -> str:
    """Return a document with new tables."""
    for what, table in (("solvers", solver_table), ("encodings", encoding_table)):
        begin, end = f"<!-- {what}: python tests/sat_probe.py --write -->\n", f"\n<!-- end of {what} -->"
        text = re.sub(
            f"{re.escape(begin)}.*?{re.escape(end)}",
            lambda _: begin + table(language) + end,  # noqa: B023  # called at once
            text,
            flags=re.DOTALL,
        )
    return text


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        for language, document in DOCUMENTS.items():
            document.write_text(filled(document.read_text(encoding="utf-8"), language), encoding="utf-8")
    else:
        probe(sys.argv[1])
