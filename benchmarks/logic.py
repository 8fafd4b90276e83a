"""The promises of human logic, tried on whole sets of boards: order of rules, proofs of steps, ratings.

    python -m benchmarks.logic [--quick] [TRIAL...]

The program prints a line of JSON for each trial when it ends: its claim, whether the claim held, and the figures. It
exits with 1 if a claim did not hold. In full, `machine` takes more than an hour, the other trials some ten minutes
together; `--quick` takes some seconds. SUDOKUBENCH_CORPORA may name a folder with `sudoku17.txt`, `top95.txt`,
`hard375.txt` and `ratings.csv`; missing boards are made from seeds, see `inputs`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain, count, islice, product
from random import Random
from statistics import median
from time import process_time

from benchmarks.inputs import NINE, board_set, rated_boards
from benchmarks.trials import Figures, Trial, main
from sudokubench import solve
from sudokubench.actions.explain import explain
from sudokubench.answer import Budget, Verdict
from sudokubench.backends import backend
from sudokubench.backends.refutation import SatRefuter
from sudokubench.board import Board
from sudokubench.certificates import prove, verify
from sudokubench.errors import Undecided
from sudokubench.generation.draws import Draws
from sudokubench.generation.puzzles import drawn
from sudokubench.generation.wish import Wish
from sudokubench.kernels.machine import RULES as KNOWN
from sudokubench.layout import Layout
from sudokubench.logic.configuration import rated, teaching
from sudokubench.logic.difficulty_path import path_of
from sudokubench.logic.engine import SolutionPath
from sudokubench.logic.engine import solve as solve_by_rules
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.hodoku import score
from sudokubench.logic.machine_runs import pays
from sudokubench.logic.proof import Prover, Soundness, clues_of
from sudokubench.logic.rating import Start, rate
from sudokubench.logic.rule import Rule, leaner
from sudokubench.logic.rules import all_rules
from sudokubench.logic.search_settings import SETS
from sudokubench.logic.step import Step
from sudokubench.logic.step_parts import TRIAL
from sudokubench.logic.texts import describe
from sudokubench.logic.trace import Ending, Trace
from sudokubench.symmetry import random_symmetry


def _spread(quick: bool, each: int) -> list[str]:
    """Return boards with one solution: `each` boards of each set."""
    sets = [board_set(name, quick).boards for name in ("17", "top95", "hard")]
    sets += [rated_boards("hard_sample", quick), rated_boards("easy50", quick)]
    return [line for boards in sets for line in boards[:each]]


def commutation(quick: bool) -> Figures:
    """Find the fixpoints of boards under all monotone rules, in random orders; contradictions count as one fixpoint."""
    random = Random(50)
    boards = _spread(quick, 2 if quick else 20)
    orders = 5 if quick else 50
    rules = [rule for rule in all_rules() if rule.monotone]
    closures = different = beyond = 0
    for line in boards:
        start = CandidateGrid.of(Board.parse(line))
        fixpoints = set()
        for _ in range(orders):
            random.shuffle(rules)
            path = SolutionPath(start, rules, together=True).to_the_end()
            closures += 1
            fixpoints.add(None if path.ending is Ending.CONTRADICTION else path.grid.boards)
        different += len(fixpoints) - 1
        beyond += path.ending is not Ending.SOLVED
    return {
        "boards": len(boards), "orders": orders, "rules": len(rules), "closures": closures,
        "different": different, "boards_not_solved_by_them": beyond,
    }  # fmt: skip


_NESTED = frozenset({"net_with_chains", "net_with_forcing_chains", "nested_net"})


def proofs(quick: bool, name: str) -> Figures:
    """Solve each board by the rules of explanations, and prove every step of every round by SAT."""
    boards = board_set(name, quick).boards[: 5 if quick else 375 if name == "hard" else 300]
    prover = Prover(NINE, SatRefuter)
    rules = teaching().rules
    verdicts = dict.fromkeys(Soundness, 0)
    refuted: list[str] = []
    solved = nested = 0
    begun = process_time()
    for line in boards:
        board = Board.parse(line)
        clues = clues_of(board)
        path = SolutionPath(CandidateGrid.of(board), rules, together=True)
        used = set()
        for found in path:
            used.add(found.rule.name)
            for step in found.steps:
                verdict = prover.soundness(found.before, step, clues, unique=found.rule.unique)
                verdicts[verdict] += 1
                if verdict is Soundness.REFUTED:
                    refuted.append(f"{found.rule.name} on {line}")
        solved += path.ending is Ending.SOLVED
        nested += path.ending is Ending.SOLVED and not _NESTED.isdisjoint(used)
    return {
        "boards": len(boards),
        "solved_percent": round(100 * solved / len(boards), 1),
        "solved_without_nested_nets_percent": round(100 * (solved - nested) / len(boards), 1),
        "steps": sum(verdicts.values()),
        **{verdict.value.replace(" ", "_"): count for verdict, count in verdicts.items()},
        "refuted_steps": refuted[:10],
        "cpu_s": round(process_time() - begun, 1),
    }


def evidence(quick: bool) -> Figures:
    """Explain boards step by step, and count for each rule the steps that cite an item that they do not need.

    `by_sat`: the conclusion follows from the other items. `by_itself`: the rule also finds the conclusion from the
    other items. For a rule that relies on a single solution, the cells of the impossible pattern are not tried.
    """
    numbers = (5, 5, 3, 1) if quick else (300, 300, 95, 10)
    sizes = dict(zip(("17", "made", "top95", "hard"), numbers, strict=True))
    boards = {name: _parsed(name, size) for name, size in sizes.items() if name != "made"}
    boards["made"] = list(islice(_made(), sizes["made"]))
    prover, rules = Prover(NINE, SatRefuter), teaching().rules
    counts: dict[str, dict[str, int]] = {}
    for board in chain.from_iterable(boards.values()):
        for found in SolutionPath(CandidateGrid.of(board), rules, together=False):
            (step,), grid = found.steps, found.before
            row = counts.setdefault(found.rule.name, {"steps": 0, "by_sat": 0, "by_itself": 0})
            row["steps"] += 1
            if _superfluous(prover, found.rule, grid, step):
                row["by_sat"] += 1
                tidy = found.rule.tidy or partial(leaner, find=found.rule.find)
                row["by_itself"] += len(tidy(grid, step).items) < len(step.items)
    return {
        "boards": {name: len(some) for name, some in boards.items()},
        **{key: sum(row[key] for row in counts.values()) for key in ("steps", "by_sat", "by_itself")},
        "rules": {name: row for name, row in sorted(counts.items()) if row["by_sat"]},
    }


def _superfluous(prover: Prover, rule: Rule, grid: CandidateGrid, step: Step) -> list[int]:
    """Return the items of a step that it does not need: without such an item, its conclusion still follows."""
    n = grid.geometry.size
    extras: tuple[int, ...] = ()
    given: set[int] = set()
    if rule.unique:
        extras = step.group("odd") or tuple(o for o in step.group("roof") if o % n + 1 not in step.digits)
        given = {option // n for role in ("floor", "roof") for option in step.group(role)}
        given.update(range(grid.geometry.cell_count) if step.group("odd") else ())

    def follows(items: list[int]) -> bool:
        facts = prover.evidence(grid, items)
        cases = [[*facts, extra + 1] for extra in extras] or [facts]
        return all(prover.follows(step, case) for case in cases)

    assert follows([*step.items]), (rule.name, str(grid.board()))
    return [x for x in step.items if x not in given and follows([item for item in step.items if item != x])]


def forms(quick: bool) -> Figures:
    """Rate boards and random equivalent forms of them."""
    boards = _spread(quick, 1 if quick else 4)
    each = 3 if quick else 50
    random = Random(6)
    different = 0
    for line in boards:
        board = Board.parse(line)
        first = {**rate(board, hodoku=False).as_dict(), "puzzle": ""}
        for _ in range(each):
            form = random_symmetry(NINE, random)(board)
            different += {**rate(form, hodoku=False).as_dict(), "puzzle": ""} != first
    return {"boards": len(boards), "forms_each": each, "different": different}


def speed(quick: bool) -> Figures:
    """Count the boards rated in a second of CPU time, with and without HoDoKu's score: the best of three rounds.

    The process is warm: it has already compiled the machine. Hard boards are rated twice: with all rules, and without
    nets inside of nets.
    """
    figures: dict[str, object] = {}
    every = rated()
    not_nested = every.only(set(every.order) - _NESTED)
    hard = board_set("hard", quick).boards[::6]
    sets = {
        "sudoku17": (board_set("17", quick).boards[::49][:1000], every),
        "hard_sample": (rated_boards("hard_sample", quick)[:300], every),
        "hard, without nested nets": (hard[:60], not_nested),
        "hard": (hard[:20], every),
    }
    rate(Board.parse(sets["sudoku17"][0][0]), start=Start(True))  # compiles or loads the machine
    while not pays(Board.empty(NINE)):
        pass
    for name, (lines, config) in sets.items():
        boards = [Board.parse(line) for line in lines[: 5 if quick else None]]
        for hodoku in (True, False) if config is every and name != "hard" else (False,):
            best = 0.0
            for round_ in range(4):
                begun = process_time()
                for board in boards[:20] if round_ == 0 else boards:
                    rate(board, config, hodoku=hodoku)
                if round_:
                    best = max(best, len(boards) / (process_time() - begun))
            figures[f"{name}, with HoDoKu's score" if hodoku else name] = round(best, 1)
    return figures


def machine(quick: bool) -> Figures:
    """Rate boards by the compiled machine, and by the rules in Python alone; compare the ratings and their speed.

    All parts of a rating are compared, including HoDoKu's score. The sets are boards of 17 clues in random equivalent
    forms, minimal boards made from seeds, and hard boards, which are also rated without nets.
    """
    random, each = Random(17), 20 if quick else 50_000
    without_nets = rated().only(KNOWN)
    hard = list(product(_parsed("hard", 2 if quick else 375), (without_nets, rated())))
    turned = ((random_symmetry(NINE, random)(board), rated()) for board in _parsed("17", each))
    made = ((board, rated()) for board in _made())
    figures: dict[str, object] = {}
    different = 0
    for part in (path_of, score):
        part(Board.empty(NINE), without_nets, machine=True)  # compiles the machine, or loads it
    sets = {"17": turned, "made": islice(made, each), "hard, without and with nets": hard}
    for name, pairs in sets.items():
        taken, boards = [0.0, 0.0], 0
        for board, config in pairs:
            ratings = []
            for way in (False, True):
                begun = process_time()
                ratings.append((path_of(board, config, machine=way), score(board, config, machine=way)))
                taken[way] += process_time() - begun
            boards += 1
            different += ratings[0] != ratings[1]
        by_objects, by_machine = (round(boards / seconds, 1) for seconds in taken)
        figures[name] = {"boards": boards, "objects_per_s": by_objects, "machine_per_s": by_machine}
    return {**figures, "different": different}


def cheapest(quick: bool) -> Figures:
    """Count the rounds in which each rule is used, in the order of explanations: each time, no earlier rule helps.

    The 10,000 boards have 17 clues, or are minimal and made from seeds, or are hard.
    """
    each, hard = (20, 2) if quick else (4_950, 100)
    boards = {"17": _parsed("17", each), "made": list(islice(_made(), each)), "hard": _parsed("hard", hard)}
    rules = teaching().rules
    counts = {rule.name: dict.fromkeys(boards, 0) for rule in rules}
    solved = 0
    for kind, some in boards.items():
        for board in some:
            path = SolutionPath(CandidateGrid.of(board), rules, together=True)
            for found in path:
                counts[found.rule.name][kind] += 1
            solved += path.ending is Ending.SOLVED
    used = {name: row for name, row in counts.items() if any(row.values())}
    return {
        "boards": sum(map(len, boards.values())), "solved": solved, "rounds": used,
        "never": [name for name in counts if name not in used],
    }  # fmt: skip


def _made() -> Iterator[Board]:
    """Yield minimal boards made from seeds, without end."""
    draws = (drawn(Wish(NINE, minimal=True), 20, Draws(seed, 0)) for seed in count())
    return (Board(NINE, bytes(digits)) for draw in draws for digits in draw.puzzles)


def _parsed(name: str, most: int) -> list[Board]:
    return [Board.parse(line) for line in board_set(name).boards[:most]]


def cost(quick: bool) -> Figures:
    """Compare the CPU time to explain boards (with words and other names) with the time to find only the steps.

    The two take turns.
    """
    boards = [Board.parse(line) for line in _spread(quick, 1 if quick else 20)]
    rules = rated().rules

    def found(board: Board) -> int:
        path = SolutionPath(CandidateGrid.of(board), rules, together=False)
        return sum(len(round_.steps) for round_ in path)

    def told(board: Board) -> int:
        return sum(len(describe(step, board.layout)) for step in solve_by_rules(board, rules).steps)

    rounds = []
    for _round in range(4):
        times: dict[object, list[float]] = {found: [], told: []}
        for board, way in product(boards, times):
            begun = process_time()
            way(board)
            times[way].append(process_time() - begun)
        rounds.append(times)
    rounds = rounds[1:]  # the first round also loaded kernels
    ratios = [sum(times[told]) / sum(times[found]) for times in rounds]
    beyond = [after - before for times in rounds for before, after in zip(*times.values(), strict=True)]
    return {
        "boards": len(boards), "ratios": [round(ratio, 3) for ratio in ratios], "ratio": round(median(ratios), 3),
        "beyond_ms": round(1000 * median(beyond), 1), "most_beyond_ms": round(1000 * max(beyond), 1),
    }  # fmt: skip


IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
"""A board without solution; P. Norvig, Solving Every Sudoku Puzzle (2006). It took his solver 24 minutes."""
OPTIONS = (
    "", "items=all", "nogoods=on", "branching=mrv", "branching=mrv,nogoods=on", "branching=mrv,items=all",
)  # fmt: skip


def search(quick: bool) -> Figures:
    """Prove boards unique by the backend `logic`, first with its default options and then with others."""
    sets = {name: board_set(name, quick).boards for name in ("17", "top95", "hard")}
    sets = {name: boards[: 5 if quick else 40 if name == "hard" else 150] for name, boards in sets.items()}
    sets["impossible"] = (IMPOSSIBLE,)
    most = Budget(nodes=2_000 if quick else 10_000)
    figures: dict[str, object] = {}
    for options in OPTIONS:
        rows = {}
        with backend(f"logic:{options}" if options else "logic").open(NINE) as session:
            for name, boards in sets.items():
                begun = process_time()
                instances = (Board.parse(line).instance() for line in boards)
                outcomes = [session.search(one, limit=2, budget=most).outcome() for one in instances]
                rows[name] = {
                    "nodes": sum(int(outcome.stats["nodes"]) for outcome in outcomes),
                    "undecided": sum(outcome.verdict is Verdict.UNDECIDED for outcome in outcomes),
                    "cpu_s": round(process_time() - begun, 2),
                }
        figures[options or "default"] = rows
    return figures


def _default_decides(figures: Figures) -> bool:
    rows = figures["default"]
    assert isinstance(rows, dict)
    return not any(row["undecided"] for row in rows.values())


def _nothing_refuted(figures: Figures, least: float) -> bool:
    return figures["refuted"] == 0 and float(str(figures["solved_percent"])) >= least


SHORT, FULL = {"quick": True}, {"quick": False}


def explanations(quick: bool) -> Figures:
    """Explain boards by all rules, and by simple rules with suppositions; verify each explanation as one proof."""
    boards = _spread(quick, 1 if quick else 75)
    for name in ("4x4", "6x6", "9x9-diagonal"):
        wish = Wish(Layout.named(name), minimal=True)
        puzzles = drawn(wish, 2 if quick else 50, Draws(1, 0)).puzzles
        boards += [str(Board(wish.layout, bytes(digits))) for digits in puzzles]
    replayed = verified = traces = suppositions = not_solved = lemmas = 0
    refused: list[str] = []
    for text in boards:
        for config, branching in ((teaching(), None), (teaching().only(SETS["locked"]), "mrv")):
            found = explain(text, config, branching=branching)
            if not found.solved:
                not_solved += 1
                continue
            traces += 1
            read = Trace.from_json(found.trace.to_json())
            replayed += read.final.digits() == found.trace.final.digits() == solve(text).solution.digits
            suppositions += sum(step.rule == TRIAL for step in read.steps)
            try:
                proved = prove(read)
            except Undecided as error:
                refused.append(str(error))
                continue
            lemmas += len(proved.lemmas)
            shown = verify(proved.to_json())
            verified += shown.verified and shown.certificate.claim is Verdict.UNIQUE
    return {
        "boards": len(boards), "traces": traces, "replayed": replayed, "verified": verified, "refused": refused[:5],
        "not_solved_by_rules": not_solved, "suppositions": suppositions, "lemmas": lemmas,
    }  # fmt: skip


TRIALS = {
    "explanations": Trial(
        "Every explanation that ends in the solution replays to it and verifies as one proof of it alone", explanations,
        SHORT, FULL, lambda figures: figures["traces"] == figures["replayed"] == figures["verified"] != 0,
    ),
    "commutation": Trial(
        "Whatever the order of the monotone rules, they lead to the same fixpoint", commutation, SHORT, FULL,
        lambda figures: figures["different"] == 0,
    ),
    "evidence": Trial(
        "No step cites an item without which its rule finds the same conclusion", evidence, SHORT, FULL,
        lambda figures: figures["by_itself"] == 0,
    ),
    "forms": Trial(
        "Equivalent boards have the same rating", forms, SHORT, FULL, lambda figures: figures["different"] == 0
    ),
    "search": Trial("Trials find where a board contradicts itself", search, SHORT, FULL, _default_decides),
    "machine": Trial(
        "The compiled machine gives the same ratings as the rules in Python", machine, SHORT, FULL,
        lambda figures: figures["different"] == 0,
    ),
    "cheapest": Trial(
        "The rules of explanations solve all boards; which of them were needed", cheapest, SHORT, FULL,
        lambda figures: figures["solved"] == figures["boards"],
    ),
    "speed": Trial("Ratings a second of CPU time", speed, SHORT, FULL, lambda figures: True),
    "cost": Trial(
        "Words and other names cost at most 0.3 times what finding the steps does", cost, SHORT, FULL,
        lambda figures: figures["ratio"] <= 1.3,
    ),
    "proofs-17": Trial(
        "Rules solve all boards of 17 clues, and no step is refuted", partial(proofs, name="17"), SHORT, FULL,
        partial(_nothing_refuted, least=100),
    ),
    "proofs-top95": Trial(
        "Rules solve 90 % of top95, and no step is refuted", partial(proofs, name="top95"), SHORT, FULL,
        partial(_nothing_refuted, least=90),
    ),
    "proofs-hard": Trial(
        "Rules solve 30 % of hard boards, and no step is refuted", partial(proofs, name="hard"), SHORT, FULL,
        partial(_nothing_refuted, least=30),
    ),
}  # fmt: skip


if __name__ == "__main__":
    sys.exit(main("python -m benchmarks.logic", TRIALS, sys.argv[1:]))
