"""Fill `sudokubench/data/positions.txt`: for each rule of human logic, a position of a puzzle that needs it.

    python tools/make_positions.py [SECONDS] [RULE...]

In the position all cheaper rules are used up, except rules that imply the rule. Valid positions are kept. For the other
rules, or only for the named ones, the script searches for a puzzle, for up to SECONDS of CPU time (120). It names the
rules without a position.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path
from time import process_time

from sudokubench import Board, Layout
from sudokubench.generation.annealing import aimed
from sudokubench.generation.difficulty_aims import Aim
from sudokubench.generation.wish import Wish
from sudokubench.logic.rules import all_rules
from sudokubench.logic.technique_library import read_case, verify_case, write_case

POSITIONS = Path(__file__).resolve().parent.parent / "sudokubench" / "data" / "positions.txt"
_HEAD = """# One position for most rules: cheaper rules find nothing there. Made by tools/make_positions.py.
# :rule:digits:grid:deleted candidates:eliminated:placed:: as in a library; a candidate is digit, row, column.
"""


def main(seconds: float, *names: str) -> None:
    """Keep valid positions, and search for the others."""
    known = {read_case(line).code: line for line in _lines()}
    for rule in all_rules():
        aim = Aim(needs=(rule.name,), before=True)
        line = known.get(rule.name)
        if line is None or not is_position(aim, line):
            line = _found(aim, seconds) if not names or rule.name in names else None
        elif not verify_case(case := read_case(line), [rule]).passed:  # the rule now finds another step first
            line = write_case(case.start, next(iter(rule.find(case.start))))
        known.pop(rule.name, None)
        if line is None:
            print(f"{rule.name}: none in {seconds:g} s", flush=True)
        else:
            known[rule.name] = line
            POSITIONS.write_text(_HEAD + "".join(f"{line}\n" for line in known.values()), "utf-8")
    order = [rule.name for rule in all_rules()]
    lines = sorted(known.items(), key=lambda item: order.index(item[0]))
    POSITIONS.write_text(_HEAD + "".join(f"{line}\n" for _, line in lines), "utf-8")


def is_position(aim: Aim, line: str) -> bool:
    """Return whether only the hardest rule of an aim finds a step in the state of a case."""
    state = read_case(line).start
    finders = [rule.name for rule in aim.rules if next(iter(rule.find(state)), None) is not None]
    return finders == [aim.needed[-1].name]


def _found(aim: Aim, seconds: float) -> str | None:
    begun = process_time()
    for number in count():
        made = aimed(number, Wish(), aim, seed=1)
        for puzzle in made.puzzles:
            trace = aim.position(Board(Layout.standard(9), puzzle.tobytes()))
            line = trace and write_case(trace.states()[-2], trace.steps[-1])
            if line and is_position(aim, line):
                return line
        if process_time() - begun > seconds:
            break
    return None


def _lines() -> list[str]:
    text = POSITIONS.read_text("utf-8") if POSITIONS.exists() else ""
    return [line for line in text.splitlines() if line.startswith(":")]


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 120.0, *sys.argv[2:])
