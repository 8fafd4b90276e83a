"""Can the answers and the clock be trusted? Run every trial of the harness, in its full form.

    python benchmarks/trust.py [--quick] [TRIAL...]

The program prints a line of JSON for each trial when it ends: its claim, whether the claim held, and the figures. It
exits with 1 if a claim did not hold. The full forms take an hour or two, `--quick` (the forms that the tests run) about
a minute. SUDOKUBENCH_CORPORA may name a folder with `sudoku17.txt`. The trials are in `benchmarks/trials`.
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    # Python put the folder of this script on the path, where it would hide modules of the same name.
    sys.path[0] = str(Path(__file__).resolve().parent.parent)
    from benchmarks.trials import main, of_the_harness

    sys.exit(main("python benchmarks/trust.py", of_the_harness(), sys.argv[1:]))
