"""Generate, run and compare as library calls: they do what the commands do, but take values and return results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from numbers import Integral, Real
from operator import index
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from sudokubench import actions, core_words
from sudokubench.actions.generate import Generated
from sudokubench.actions.live import live
from sudokubench.actions.observer import SILENT, Observer, require_observer
from sudokubench.actions.report import Comparison, compared
from sudokubench.actions.run import RunResult
from sudokubench.answer import Budget
from sudokubench.backends import backend_list, spec_of
from sudokubench.backends.registry import names
from sudokubench.board import Board
from sudokubench.errors import (
    InputError,
    UsageError,
    as_list,
    path_of,
    printable,
    require_flag,
    require_jobs,
    require_kind,
    require_known,
    require_whole,
    wrong_kind,
)
from sudokubench.exchange import Results
from sudokubench.generation.difficulty_aims import Aim, band_of
from sudokubench.generation.wish import Wish
from sudokubench.generation.words import AIM_ONLY
from sudokubench.harness import corpus
from sudokubench.harness.executors import executor
from sudokubench.harness.finding import Task
from sudokubench.harness.limits import Limits
from sudokubench.harness.plan import Plan
from sudokubench.harness.store import Store
from sudokubench.layout import Layout
from sudokubench.problem import ExactCover
from sudokubench.puzzles import Cover, Given, board, boards, puzzle


def generate(
    n: int = 1,
    *,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    symmetry: str = "none",
    pattern: Sequence[object] | None = None,
    grid: Given | None = None,
    variant: str | Iterable[str] = (),
    layout: Layout | str | None = None,
    rating: str | float | tuple[float, float] | None = None,
    scale: str = "se",
    needs: str | Iterable[str] = (),
    without: str | Iterable[str] = (),
    hardest: str | None = None,
    seed: int = 0,
    jobs: int = 1,
    check: str | None = None,
    seconds: float | None = None,
    observer: Observer = SILENT,
) -> Results[Generated]:
    """Return n puzzles with exactly one solution. A seed always gives the same puzzles.

    Args:
        n: Number of puzzles.
        clues: Number of clues, or the least and the largest number.
        minimal: Whether every clue must be necessary.
        symmetry: Symmetry of the cells with clues, such as `rot180`.
        pattern: For each cell whether it has a clue: a text with . 0 or _ for a blank cell, or true and false values,
            in one list or by rows.
        grid: The solution that all puzzles share.
        variant: Variants whose constraints the puzzles have, such as `killer`; a single name may be a text. The
            constraints are read off the solution. If `minimal` is true, every constraint must be necessary, too, except
            rules of the whole board, and marks whose absence also has a meaning.
        layout: The layout, or its name; 9x9 if None.
        rating: The difficulty: a class such as `Hard`, a number, a range as a text such as `6.5..7`, or two numbers.
        scale: The scale of the rating.
        needs: Rules that the solution needs; a single name may be a text.
        without: Rules that the solution must not use; a single name may be a text.
        hardest: The hardest rule that the solution needs.
        seed: The seed of the puzzles.
        jobs: Number of worker processes. It changes only the time.
        check: A backend that checks each puzzle once more.
        seconds: Time for all puzzles, in seconds. When it runs out, the call returns the puzzles found so far. If none
            meets the difficulty, it returns the puzzle nearest to it, whose `number` is 0. With None the search ends
            after a minute without a new puzzle.
        observer: An observer that gets the progress.

    Raises:
        InputError: `grid` is not a board.
        UsageError: No such puzzle can exist, or a name is unknown.
        BackendFailed: The backend `check` contradicts a puzzle.
        Undecided: Without `seconds` and without a difficulty, no further puzzle was found in a minute.

    >>> [made.puzzle.clue_count for made in generate(2, clues=30, seed=7)]
    [30, 30]
    """
    require_whole("n", n, 0)
    require_flag("minimal", minimal)
    require_jobs(jobs)
    require_whole("seed", seed, 0)
    require_observer(observer)
    seconds = Budget(seconds=seconds).seconds
    of = layout if isinstance(layout, Layout) else Layout.named("9x9" if layout is None else layout)
    both: tuple[Any, Any] = clues, rating  # each may be an array of two numbers
    clues, rating = (tuple(ends) if getattr(ends, "ndim", 0) else ends for ends in both)
    is_one = isinstance(clues, (int, float, str)) or hasattr(clues, "__index__")
    between: Any = (clues, clues) if is_one else clues
    between = None if between is None else tuple(as_list("clues", between, core_words.ONE_OR_TWO_NUMBERS))
    for number in between or ():
        require_whole("clues", number, 0)
    between = between and tuple(map(index, between))
    rating = tuple(rating) if isinstance(rating, list) else rating
    for end in rating if isinstance(rating, tuple) else ():
        require_kind("rating", end, Real, core_words.ONE_OR_TWO_NUMBERS)
    for name, ends in (("clues", between), ("rating", rating)):
        if isinstance(ends, tuple) and len(ends) != 2:
            raise wrong_kind(name, ends, core_words.ONE_OR_TWO_NUMBERS)
    for name, text in (("symmetry", symmetry), ("scale", scale)):
        require_kind(name, text, str, core_words.A_TEXT)
    mask, variants = None if pattern is None else _mask(pattern), _texts("variant", variant)
    wish = Wish(of, between, minimal, symmetry, mask, None if grid is None else board(grid).digits, variants)
    aim = None
    needed, avoided = _texts("needs", needs), _texts("without", without)
    if hardest is not None:
        require_kind("hardest", hardest, str, core_words.A_TEXT)
    if rating is not None or needed or avoided or hardest:
        band = rating if rating is None or isinstance(rating, tuple) else band_of(str(rating), scale)
        aim = Aim(band, scale, needed, avoided, hardest)
    elif scale != "se":
        raise UsageError(AIM_ONLY.format(option="scale"))
    found = actions.generate.generate(
        wish, index(n), aim=aim, seed=index(seed), jobs=jobs, check=check, seconds=seconds, observer=observer,
    )  # fmt: skip
    return Results(found)


def run(
    puzzles: Cover | Given,
    *,
    backend: str | Sequence[str] = "all",
    task: str = "unique",
    limit: int | None = None,
    repeat: int = 1,
    seconds: float | None = 10.0,
    isolation: str = "auto",
    jobs: int = 1,
    seed: int | None = None,
    results: str | PathLike[str] | None = None,
    observer: Observer = SILENT,
) -> RunResult:
    """Ask several backends about puzzles; compare their answers and times.

    Args:
        puzzles: One or several boards and exact covers, as `solve` and `solve_many` take them; or a name, as the
            command takes it, of a file, a bundled set such as `all`, or a problem such as `tromino:9`.
        backend: Names of backends, separated by commas or in a list, or `all`.
        task: The question: `solve`, `unique` or `count`.
        limit: Number of solutions at which a search stops; None means 1, 2 or all, by the task.
        repeat: Number of rounds. From five on, times get intervals.
        seconds: Time limit of each puzzle, in seconds; None sets no limit.
        isolation: `process` runs each backend in a process of its own; `inline` runs all backends in this process.
            `auto` uses processes for several rounds or jobs; otherwise only for backends that need one.
        jobs: Number of questions asked at the same time.
        seed: Seed of the order of the backends.
        results: Folder that keeps the records; None keeps them in memory until the result is deleted.
        observer: An observer that gets each puzzle, and entries that are not puzzles.

    Raises:
        InputError: A value is not a puzzle.
        UsageError: A backend or task does not exist, or a number is not valid.

    >>> print(run(["1...3..2...3..2.", "queens:4"], backend="algorithm_x,dlx"))
    2 puzzles, 2 backends: unique 1, multiple 1; 0 disagreements, 0 wrong answers
    """
    require_whole("repeat", repeat, 1)
    require_whole("limit", 1 if limit is None else limit, 1)
    require_jobs(jobs)
    require_kind("seed", seed, Integral | None, core_words.A_WHOLE_NUMBER)
    require_observer(observer)
    require_known("isolation", isolation, ("auto", "process", "inline"))
    engines, entries, asked = backend_list(backend), [*_entries(puzzles)], _task(task)
    plan = Plan(
        corpora=(printable(puzzles) if isinstance(puzzles, str) else "values",),
        backends=tuple(map(spec_of, engines)),
        task=asked, limit=asked.limit if limit is None else index(limit), repeat=index(repeat),
        seed=None if seed is None else index(seed),
    )  # fmt: skip
    with ExitStack() as stack:
        limits = Limits(wall_s=Budget(seconds=seconds).seconds)  # None for infinity, which JSON does not have
        workers = executor("local", limits, isolation=isolation, jobs=index(jobs), rounds=repeat)
        where = stack.enter_context(workers)
        store = Store(None) if results is None else stack.enter_context(Store(path_of("results", results)))
        return actions.run.run(plan, entries, engines, where, store, observer=observer)


def compare(
    a: RunResult | str | PathLike[str],
    b: RunResult | str | PathLike[str],
    puzzles: Cover | Given | None = None,
    *,
    task: str = "unique",
    seconds: float = 60.0,
    seed: int = 0,
    fail_on: str | Sequence[str] = (),
    results: str | PathLike[str] = "results",
    observer: Observer = SILENT,
) -> Comparison:
    """Return what is faster, slower, wrong or new in B compared with A.

    Args:
        a: A result of `run`; or the id of a stored run, `last`, or a file of records. With `puzzles`, a backend.
        b: The same for B.
        puzzles: Puzzles, as `run` takes them. On these the call measures the two backends now, in turns.
        task: The question of the measurement.
        seconds: Time limit of the measurement, in seconds.
        seed: Seed of the order of puzzles and sides.
        fail_on: One or more gates, such as `wrong` or `regression:10%`; the result names the backends that do not pass.
        results: Folder of stored runs.
        observer: An observer that gets remarks and progress.

    Raises:
        InputError: A run does not exist, or a value is not a puzzle.
        UsageError: A text is not a backend or a gate.
        BackendFailed: With `puzzles`, a backend failed.

    >>> before, after = (run("1...3..2...3..2.", backend=engine) for engine in ("dlx", "algorithm_x"))
    >>> sorted((change.backend, change.state) for change in compare(before, after).changes)
    [('algorithm_x', 'new'), ('dlx', 'gone')]
    """
    if (limit_s := Budget(seconds=seconds).seconds) is None:
        raise wrong_kind("seconds", seconds, core_words.A_FINITE_NUMBER)
    fail_on = _texts("fail_on", fail_on)
    require_kind("seed", seed, Integral, core_words.A_WHOLE_NUMBER)
    require_observer(observer)
    asked = _task(task)
    one, other = (side if isinstance(side, RunResult) else path_of("run", side) for side in (a, b))
    if puzzles is None:
        for name, is_given in {"task": task != "unique", "seconds": seconds != 60, "seed": seed != 0}.items():
            if is_given:
                raise UsageError(core_words.WITH_PUZZLES.format(name=name))
        sides = {side.partition(":")[0] for side in (one, other) if isinstance(side, str)}
        if sides and sides <= set(names()):
            raise UsageError(core_words.ARE_BACKENDS.format(a=one, b=other))
        return compared(one, other, path_of("results", results), fail_on, observer)
    entries = corpus.singly(_entries(puzzles))
    return live(
        str(one), str(other), entries, task=asked, seconds=limit_s, fail_on=fail_on, seed=index(seed),
        observer=observer,
    )  # fmt: skip


def _task(name: str) -> Task:
    require_known("task", name, [each.value for each in Task])
    return Task(name)


def _entries(given: object) -> Iterator[corpus.Item]:
    """Yield the puzzles in a value, and the puzzles of the corpora that it names."""
    name = fspath(given) if isinstance(given, PathLike) and Path(given).exists() else given
    if isinstance(name, str) and "\n" not in name:
        yield from corpus.read([name], None, None, True)
        return
    one = isinstance(given, (ExactCover, Mapping))
    try:
        found: list[Board | ExactCover] = [puzzle(given)] if one else [*boards(given)]
    except InputError:
        if not isinstance(given, (list, tuple)):
            raise
        if any(isinstance(part, (str, Path, Board, ExactCover, Mapping)) for part in given):
            for part in given:
                yield from _entries(part)
            return
        found = [puzzle(given)]
    for number, each in enumerate(found, 1):
        yield corpus.entry_of(each, "value", number)


def _texts(name: str, value: str | Iterable[str]) -> tuple[str, ...]:
    found = (value,) if isinstance(value, str) else tuple(as_list(name, value, core_words.TEXT_OR_TEXTS))
    if all(isinstance(text, str) for text in found):
        return found
    raise wrong_kind(name, value, core_words.TEXT_OR_TEXTS)


def _mask(pattern: Sequence[object]) -> tuple[bool, ...]:
    """Return for each cell of a pattern whether it has a clue."""
    given = "".join(pattern.split()) if isinstance(pattern, str) else pattern
    signs = list[object]()
    for row in as_list("pattern", given, core_words.TEXT_OR_LIST):
        plain = row.tolist() if hasattr(row, "tolist") else row
        is_row = isinstance(plain, (list, tuple)) or (isinstance(plain, str) and len(plain) > 1)
        signs += plain if is_row else [plain]
    return tuple(sign not in (".", "0", "_") and bool(sign) for sign in signs)
