"""Outside programs for tests: `python outside_program.py WHAT ARGUMENT ...` does what the first argument says.

Every program first answers a trial formula of one clause. All answer it correctly, so that their faults come later.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import reference


def solved(text: str) -> list[int] | None:
    """Return a model of a DIMACS formula, by PySAT; None if PySAT finds none."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver(name="minisat22", bootstrap_with=CNF(from_string=text).clauses) as solver:
        return list(solver.get_model()) if solver.solve() else None


def answer(model: list[int] | None) -> int:
    """Print an answer in the form of the SAT competitions; return the exit code."""
    print("c a remark of the solver")
    if model is None:
        print("s UNSATISFIABLE")
        return 20
    print("s SATISFIABLE")
    for begin in range(0, len(model), 10):
        print("v", *model[begin : begin + 10])
    print("v 0")
    return 10


def hang(deaf: bool, note: list[str]) -> None:
    """Never answer; write the number of the process to a file first."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP) if deaf else ():
        signal.signal(number, signal.SIG_IGN)
    for file in note:
        Path(f"{file}.new").write_text(str(os.getpid()), encoding="ascii")
        Path(f"{file}.new").rename(file)
    time.sleep(600)


def sat(what: str, text: str, more: list[str]) -> int:
    """Answer about a formula, in the way that `what` says."""
    if what in {"hangs", "deaf"} and "p cnf 1 1" not in text:
        hang(deaf=what == "deaf", note=more)
    model = solved(text)
    if what == "right" or "p cnf 1 1" in text:
        return answer(model)
    if what == "file":  # as minisat does
        said = "UNSAT\n" if model is None else f"SAT\n{' '.join(map(str, model))} 0\n"
        Path(more[0]).write_text(said, encoding="ascii")
        print("UNSATISFIABLE" if model is None else "SATISFIABLE")
        return 20 if model is None else 10
    # leave two processes, one of them in its own session; both hold the output
    if what == "leaves":
        for alone in (False, True):
            sleeper = subprocess.Popen(
                [sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=alone
            )
            print("c", "child", sleeper.pid)
            with Path(more[0]).open("a", encoding="ascii") as pids:
                pids.write(f"{sleeper.pid}\n")
        return answer(model)
    if what == "unsat":
        return answer(None)
    if what == "wrong":  # the digits of the first two cells change places
        a, b = (next(v for v in range(1 + k, 10 + k) if v in model) for k in (0, 9))
        swapped = [b - 9, a + 9]
        return answer([*swapped, *(v for v in model if v > 18)])
    if what == "same":  # whatever the formula excludes
        first = text.split("\n")[: 1 + 10530 + 30]
        return answer(solved("\n".join(["p cnf 729 10560", *first[1:]])))
    if what == "silent":
        return 0
    if what == "two":
        answer(model)
        return answer(None)
    if what == "code":
        answer(model)
        return 20
    if what == "models":
        print("v 1 0")
        return answer(model)
    if what == "rubbish":
        print("s SATISFIABLE\nv 1 2 three 0")
    if what == "chatter":
        print("Segmentation fault (not really)", file=sys.stderr)
        print("Welcome to the solver!")
        return 3
    if what == "foreign":
        return answer([5000])
    if what == "no-model":
        print("s SATISFIABLE")
        return 10
    if what == "unknown":
        print("s UNKNOWN")
    if what == "huge":
        while True:
            os.write(1, b"v 1 2 3\n" * 4096)
    if what == "huge-file":
        with Path(more[0]).open("wb") as file:
            while True:
                file.write(b"1 2 3\n" * 4096)
                time.sleep(0.0001)
    if what == "dies":
        answer(model)
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGSEGV)
    return 0


def lines(what: str, more: list[str]) -> int:
    """Answer about boards, one a line, in the way that `what` says; a board without only its first row is a trial."""
    boards = sys.stdin.read().split()
    for file in more:
        with Path(file).open("a", encoding="ascii") as calls:
            calls.write(f"{len(boards)}\n")
    for number, board in enumerate(boards):
        trial = board.startswith(board[0] * 9) and board[9:].isdigit() and board[0] in ".0"
        size, rows = {81: (9, 3), 36: (6, 2), 16: (4, 2)}[len(board)]
        found = next(reference.solutions(reference.grid(board), reference.sudoku_houses(size, rows)), None)
        text = "no solution" if found is None else "".join(map(str, found))
        if trial or what == "lines" or number != len(boards) - 1:
            print(text if number % 2 else f"{board}:{text}")
        elif what == "other":  # a solution of another board
            print(text[::-1])
        elif what == "both":
            print(text, text[::-1])
        elif what == "odd":
            print(board, "?")
        elif what == "more":
            print(text + "\n" + text)
        elif what == "crash":
            sys.stdout.flush()
            os.kill(os.getpid(), signal.SIGSEGV)
        elif what == "hang":
            time.sleep(600)
    return 0


if __name__ == "__main__":
    _what, *_rest = sys.argv[1:]
    if _what == "words":
        Path(_rest[0]).write_text("\n".join(_rest), encoding="utf-8")
        _what = "right"
    if _what in {"lines", "other", "both", "odd", "more", "less", "crash", "hang"}:
        sys.exit(lines(_what, _rest))
    _text = sys.stdin.read() if _what == "stdin" else Path(_rest[-1]).read_text(encoding="ascii")
    sys.exit(sat("right" if _what == "stdin" else _what, _text, _rest[:-1]))
