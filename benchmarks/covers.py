"""The goals of exact cover: dlx against packages from PyPI and against Knuth's algorithm in C; counts by dxz.

Every contestant begins with a cover as lists of numbers, in its own form, and ends with the number of solutions. So its
time to build a matrix counts. `dlx`, too, opens the cover anew each time.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import gettempdir
from time import perf_counter

from benchmarks import peers
from benchmarks.measure import Child, Effort, Lost, alternate, bootstrap, duel, ratio_of
from sudokubench.problems import named
from sudokubench.report.statistics import Interval

Told = tuple[Interval, str]
"""A median with its interval, and a remark."""


def made_up_words(n: int) -> str:
    """Return up to n different made-up words of four letters. Common letters are more frequent."""
    random = Random(1)
    letters = "etaoinshrdlu"
    return ",".join(sorted({"".join(random.choices(letters, range(24, 0, -2), k=4)) for _ in range(n)}))


def _job(problem: str) -> dict[str, object]:
    cover = named(problem)
    given = [len(cover.items), cover.primary, cover.options, cover.colours]
    return {"problem": problem, "boards": [], "limit": None, "covers": [given]}


def _against_peers(effort: Effort, problem: str, packages: Iterable[str]) -> Told:
    """Return the ratio of the fastest package's time to that of dlx for counting all solutions; and each ratio."""
    job, ratios, effort = _job(problem), {}, replace(effort, seconds=effort.seconds / 3)
    with Child("whole:dlx", job, 1) as base:
        for peer in peers.installed():
            if peer.name in packages and peer.version:
                child = Child(f"peer:{peer.name}", job, 1, peers.python())
                row = duel(f"{peer.name} on {problem[:30]}", child, base, effort)
                ratios[peer.name] = row.get("ratio") if "note" not in row else row["note"]
    counted = {name: ratio for name, ratio in ratios.items() if isinstance(ratio, list)}
    if not counted:
        raise OSError(f"no package counts {problem[:30]}: {ratios}")
    fastest = min(counted, key=lambda name: counted[name][0])
    said = (
        f"{name} {each[0]:.3g}" if isinstance(each, list) else f"{name}: {each}"
        for name, each in ratios.items()
    )
    return Interval(*counted[fastest]), ", ".join(said)


@cache
def _in_c() -> str:
    """Compile the program in C; return its path."""
    program = Path(gettempdir(), "sudokubench-dancing-links")
    source = Path(__file__).with_name("dancing_links.c")
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, source], check=True)
    return str(program)


def _against_c(effort: Effort, problem: str) -> Interval:
    """Return the CPU time of the search in C divided by that of dlx. Building does not count on either side."""
    cover = named(problem)
    lines = [
        f"{len(cover.items)} {cover.primary} {cover.n_options}",
        *(f"{len(o)} {' '.join(map(str, o))}" for o in cover.options),
    ]
    text, program = "\n".join(lines), _in_c()
    with Child("one:dlx", _job(problem), 1) as child:
        count = child.run(0, 1, effort.cap_s).counts[0]

        def c() -> float:
            found = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
            counted, seconds = found.stdout.split()
            assert int(counted) == count
            return float(seconds)

        works: list[Callable[[], float]] = [c, lambda: child.run(0, 1, effort.cap_s).seconds]
        return ratio_of(*alternate(works, min(3, effort.rounds)))


def _dxz(effort: Effort, problem: str, count: int) -> Interval:
    """Return the CPU seconds in which dxz counts an opened cover. `count` is the published number."""
    with Child("one:dxz", _job(problem), 1) as child:
        assert child.run(0, 1, 10 * effort.cap_s).counts == (count,)
        return bootstrap([child.run(0, 1, 10 * effort.cap_s).seconds for _ in range(min(3, effort.rounds))])


def _largest(effort: Effort, cap_s: float = 60.0) -> Told:
    """Return the largest n for which dxz counts the tilings of n x n by L-trominoes within the cap of CPU time."""
    n, said = 0, ""
    for side in range(12, 40, 3):  # the area must be divisible by three
        try:
            with Child("one:dxz", _job(f"tromino:{side}"), 1) as child:
                done = child.run(0, 1, cap_s / 10 if effort.quick else cap_s)
        except Lost as lost:
            return Interval(n, n, n), f"{said}; {side}: {lost}"
        if done.stats.get("gave_up"):
            break
        n, said = side, f"{side}: {done.seconds:.3g} s, {done.counts[0]:,}"
    return Interval(n, n, n), said


def _split(effort: Effort, problem: str = "queens:17") -> Interval:
    """Return the wall-clock time of `count` with one process divided by that with two. The start of Python counts."""
    problem = "queens:12" if effort.quick else problem

    def seconds(jobs: int) -> float:
        begun = perf_counter()
        command = ["-m", "sudokubench", "count", problem, "--backend", "dlx", "--jobs", str(jobs)]
        subprocess.run([sys.executable, *command], capture_output=True, check=True)
        return perf_counter() - begun

    return ratio_of(*alternate([partial(seconds, 1), partial(seconds, 2)], min(3, effort.rounds)))


_ALL = ("xcover", "miniexact", "exact-cover", "dlx-cython", "pyxcc")
_PLAIN = {
    "tromino:9": _ALL[:3], "pentomino:6x10": (*_ALL[:2], "pyxcc"), "queens:11": _ALL, "langford:10": _ALL,
}  # fmt: skip
"""The covers, and the packages that need less than ten seconds for them."""
_COLOURED = {
    "squares": f"wordsquare:{made_up_words(900)}",
    "double-squares": f"wordsquare:{made_up_words(400)}:double",
}
_FASTEST = "× fastest package"
_COUNTS = {
    "domino:12": (53060477521960000, "1", "0.1"),
    "polyomino:1,2,3:8x8": (92109458286284989468604, "60", "10"),
    "domino:20": (1269984011256235834242602753102293934298576249856, "60", "5"),
}
MEASURES: dict[str, tuple[Callable[[Effort], Interval | Told], str, str, str]] = {
    **{
        f"packages-{p}": (partial(_against_peers, problem=p, packages=some), _FASTEST, "2", "4")
        for p, some in _PLAIN.items()
    },
    **{f"c-{p}": (partial(_against_c, problem=p), "× dancing links in C", "0.9", "1.1") for p in _PLAIN},
    **{
        f"colours-{name}": (partial(_against_peers, problem=p, packages=_ALL[:2]), _FASTEST, "2", "4")
        for name, p in _COLOURED.items()
    },
    **{
        f"dxz-{name}": (partial(_dxz, problem=name, count=count), "s", least, aim)
        for name, (count, least, aim) in _COUNTS.items()
    },
    "dxz-trominoes": (_largest, "n in 60 s", "12", "16"),
    "count-jobs": (_split, "1 process ÷ 2 processes, wall", "1.8", "1.95"),
}
"""The goals by name: a function of the effort, the unit, the value that the figure must reach, and the aim."""
