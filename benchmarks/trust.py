"""Can the answers and the clock be trusted? Every trial of the harness, in its full form.

    python benchmarks/trust.py [--quick] [TRIAL...]

Prints a line of JSON for each trial as it ends: its claim, whether it held, and the figures seen. Exits with 1 if one
did not hold. The full forms take an hour or two, `--quick` (the forms that the tests run) about a minute.
SUDOKUBENCH_CORPORA may name a folder with `sudoku17.txt`. The trials are in `tests/harness/trials`.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests"


def main(words: list[str]) -> int:
    # The folder of this script was put on the path; it would hide modules of the same name.
    sys.path[0] = str(TESTS)
    from harness.trials import trials

    known = trials()
    names = [word for word in words if not word.startswith("-")] or list(known)
    if set(words) - known.keys() - {"--quick"}:
        print(f"usage: python benchmarks/trust.py [--quick] [{'|'.join(known)}]...", file=sys.stderr)
        return 2
    failed = 0
    for name in names:
        trial = known[name]
        begun = time.monotonic()
        try:
            figures = trial.run(**(trial.short if "--quick" in words else trial.full))
            held = trial.holds(figures)
        except Exception as error:  # the other trials are worth running all the same
            figures, held = {"error": f"{type(error).__name__}: {error}"}, False
        failed += not held
        line = {
            "trial": name,
            "holds": held,
            "claim": trial.claim,
            "seconds": round(time.monotonic() - begun, 1),
        }
        print(json.dumps({**line, "figures": figures}, ensure_ascii=False), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
