"""Run sets of benchmarks one after the other, and write DIR/SET.json and DIR/report.md.

    python -m benchmarks [SET...] [--quick] [--only PART] [--results DIR | --publish] [--reference COMMAND]

DIR is build/results/benchmarks, which git ignores. With --publish it is results/benchmarks, and the documents get their
tables from it. Run this from the root of the repository, best on an idle machine; the results contain the load of the
machine. All sets take more than an hour, with --quick some minutes.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from dataclasses import asdict
from pathlib import Path
from time import monotonic

from benchmarks import choice, engines, families, reach, report, results, sizes, told, web
from benchmarks.measure import QUICK, Effort

SETS = {
    "engines": (engines.engines, "every backend on boards of 17 clues, hard ones and mixed ones"),
    "peers": (engines.of_peers, "packages from PyPI, in an environment of their own"),
    "covers": (engines.covers, "tilings and queens, all solutions counted"),
    "sat": (engines.solvers_and_encodings, "SAT solvers x encodings"),
    "choice": (choice.choice, "choice of the item, remembered failures, hand-over of rules"),
    "kernels": (choice.kernels, "the same search on sets, on linked objects and compiled"),
    "sizes": (sizes.sizes, "4x4 to 25x25 by share of clues: where DLX, SAT and CP-SAT cross"),
    "tails": (sizes.tails, "random boards of 12x12 to 20x20: how long the slowest take"),
    "reach": (reach.reach, "the speeds that the project sets itself"),
    "exact": (reach.exact, "of these speeds, those of exact cover: other packages, C, large counts"),
    "families": (families.families, "what wins where: six engines on families of exact covers"),
    "web": (web.web, "the server of the page, alone and in a crowd"),
}

PLOTS = {"sizes": sizes.publish, "families": families.publish}
"""The sets with plots, and the functions that draw the plots of the published results."""


def main() -> int:
    """Run the sets that the command line names; return the exit code."""
    listed = "\n".join(f"  {name:8} {what}" for name, (_, what) in SETS.items())
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Measure the engines and write the results.", epilog=f"sets:\n{listed}",
    )  # fmt: skip
    parser.add_argument("sets", metavar="SET", nargs="*", help="which sets; without SET, all")
    parser.add_argument(
        "--quick", action="store_true", help="little work for each figure: to try, not to publish"
    )
    parser.add_argument(
        "--only", metavar="PART", action="append", default=[], help="contestants whose name has PART"
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--results", metavar="DIR", type=Path, default=results(publish=False) / "benchmarks", help="%(default)s",
    )  # fmt: skip
    where.add_argument(
        "--publish",
        action="store_true",
        help="replace the committed results, and fill the documents from them",
    )
    parser.add_argument(
        "--reference", metavar="COMMAND",
        help="for reach: run as COMMAND FILE in each round, it prints its boards/s on the file as a number",
    )  # fmt: skip
    options = parser.parse_args()
    unknown = [name for name in options.sets if name not in SETS]
    if unknown:
        parser.error(f"no set {', '.join(unknown)}; there are {', '.join(SETS)}")
    if options.publish and (options.quick or options.only):
        parser.error("only whole sets are published: leave out --publish, or --quick and --only")
    folder = report.RESULTS if options.publish else options.results
    effort = QUICK if options.quick else Effort()
    if options.reference:
        reach.use_reference(shlex.split(options.reference))
    for name in options.sets or SETS:
        print(f"{name} ...", file=sys.stderr, flush=True)
        begun = monotonic()
        tables = SETS[name][0](effort, options.only)
        more = [f"--only {shlex.quote(part)}" for part in options.only]
        command = " ".join(["python -m benchmarks", name, *(["--quick"] if options.quick else []), *more])
        report.save(name, tables, command, monotonic() - begun, folder)
        if options.publish and name in PLOTS:
            PLOTS[name]()
        for table in tables:
            title = f"{name}: {table.name} ({table.source})"
            print("", title, "", *report.rows(asdict(table)), sep="\n", flush=True)
    return told(folder, options.publish)


if __name__ == "__main__":
    sys.exit(main())
