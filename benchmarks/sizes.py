"""Compare dancing links, SAT and CP-SAT from 4x4 to 25x25. Boards are searched one by one, each under a cap."""

from __future__ import annotations

from statistics import median

from benchmarks.engines import Wanted, boards_job, wanted
from benchmarks.inputs import sized_board
from benchmarks.measure import Child, Effort, Lost, Row, Table

BACKENDS = ("dlx", "sat", "cpsat", "cpsat:model=boolean")
BOARDS = {
    4: [("unique", 0.0), ("any", 0.3)],
    9: [("unique", 0.0), ("unique", 0.4), ("any", 0.25)],
    16: [("unique", 0.5), ("unique", 0.42), ("any", 0.5), ("any", 0.35), ("any", 0.2)],
    25: [("unique", 0.55), ("unique", 0.47), ("any", 0.5), ("any", 0.42), ("any", 0.35), ("any", 0.2)],
}
"""For each size the kinds of boards, each with the share of cells that have a clue. A unique board may keep more clues.
"""
_LEAST_S = 1e-6


def sizes(effort: Effort, only: Wanted) -> list[Table]:
    """Measure the median seconds to decide whether a board has one solution. A board at the cap counts as the cap."""
    rows: list[Row] = []
    cap_s, seeds = (2.0, 2) if effort.quick else (10.0, 7)
    for size, kinds in BOARDS.items():
        for kind, density in kinds[1::2] if effort.quick else kinds:
            made = [sized_board(size, kind, density, seed) for seed in range(seeds)]
            boards = [board.format("line") for board in made]
            clues = median(board.clue_count for board in made) / size**2
            row: Row = {"board": f"{size}x{size} {kind}", "clues": f"{clues:.0%}"}
            times = {}
            for spec in filter(lambda name: wanted(name, only), BACKENDS):
                times[spec] = _seconds(spec, size, boards, cap_s)
                done = [time for time in times[spec] if time < cap_s]
                row[spec] = seconds_shown(times[spec], cap_s)
                row[f"{spec} seconds"] = times[spec]
                row[f"{spec} done"] = len(done)
            best = min(times, key=lambda spec: median(times[spec]))
            row["fastest"] = f"`{best}`"
            rows.append(row)
    source = f"{seeds} boards of each kind, made from seeds; cap {cap_s:g} s of CPU time each"
    return [Table("sizes", source, ("board", "clues", *BACKENDS, "fastest"), rows)]


def seconds_shown(times: list[float], cap_s: float) -> str:
    """Return the median in milliseconds and the longest time; or the number of boards that met the cap.

    >>> seconds_shown([0.001, 0.002, 0.5], 20), seconds_shown([0.001, 20.0, 20.0], 20)
    ('2 (≤ 500) ms', '2 of 3 > 20 s')
    """
    capped = sum(time >= cap_s for time in times)
    if capped:
        return f"{capped} of {len(times)} > {cap_s:g} s"
    return f"{1e3 * median(times):.3g} (≤ {1e3 * max(times):.3g}) ms"


def _seconds(spec: str, size: int, boards: list[str], cap_s: float) -> list[float]:
    """Return the CPU seconds of each board, or the cap if it was met. A first board warms the engine up."""
    found = []
    with Child(f"one:{spec}", boards_job(boards, problem=f"{size}x{size}"), len(boards)) as child:
        for i in range(len(boards)):
            try:
                once = child.run(i, i + 1, cap_s).seconds
                if once < 0.02:
                    once = child.run(i, i + 1, cap_s, max(1, int(0.02 / max(once, _LEAST_S)))).seconds
                found.append(min(once, cap_s))
            except Lost:
                found.append(cap_s)
    return found
