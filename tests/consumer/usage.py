"""Code of a user with every public call. Type checkers read this module, and no test runs it: see test_library.py."""

from collections.abc import Iterator
from pathlib import Path
from typing import assert_type

import numpy as np

from sudokubench import (
    Answer,
    Board,
    Budget,
    Comparison,
    CoverTrace,
    CrossCheck,
    EffortRating,
    ExactCover,
    Explanation,
    Generated,
    Hint,
    Layout,
    ManyAnswers,
    Rating,
    Reasons,
    RunResult,
    Step,
    Verdict,
    available_backends,
    boards,
    check,
    compare,
    count,
    explain,
    generate,
    hint,
    is_unique,
    rate,
    run,
    solutions,
    solve,
    solve_many,
    trace,
    why,
)

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

answer = solve(PUZZLE, backend="dlx", limit=None, budget=Budget(seconds=1))
assert_type(answer, Answer[Board])
if answer.verdict is Verdict.UNIQUE and answer.solution is not None:
    digit: int = answer.solution[0, 0]
    row: tuple[int, ...] = answer.solution[0]
    rows: tuple[tuple[int, ...], ...] = answer.solution.rows()
    array = np.asarray(answer.solution)
line: str = str(answer)
text: str = answer.to_json()
value = answer.to_dict()["verdict"]
texts: list[str] = [str(found) for found in answer]

for given in (Path("p.txt"), np.zeros((9, 9), np.uint8), [[1, 0], [0, 1]], Board.parse(PUZZLE)):
    solve(given)

covered = solve({"A": [1, 4], "B": [2, 3], "C": [1]})
names: tuple[object, ...] | None = covered.solution
problem = ExactCover.from_options([[1, 4], [2, 3]], secondary=[4], name="mine")
chosen: tuple[object, ...] = solve(problem)[0]

many: ManyAnswers = solve_many([PUZZLE, PUZZLE], limit=2, threads=2)
counts: list[int] = [one.count for one in many]
found: Iterator[Board] = solutions(PUZZLE)
number: int = count("queens:8")
unique: bool = is_unique(PUZZLE)
crossed: CrossCheck = check(PUZZLE, backend=["dlx", "sat"])
explained: Explanation = explain(PUZZLE)
step: Step = explained[0]
sentence: str = str(step)
helped: Hint = hint(PUZZLE)
reasons: Reasons = why(PUZZLE, "R1C3#4")
ratings: tuple[Rating | EffortRating | None, ...] = rate([PUZZLE])
made: tuple[Generated, ...] = generate(2, clues=(24, 26), layout=Layout.standard(9), rating="Hard")
ran: RunResult = run([PUZZLE, "queens:6", problem], backend="dlx,sat", task="count")
compared: Comparison = compare(ran, "last")
traced: CoverTrace = trace(problem)
engines: tuple[str, ...] = available_backends()
parsed: list[Board] = boards(PUZZLE)
