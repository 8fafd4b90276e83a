"""Count the solutions of puzzles: choose the engine, share the search among processes, continue from a file.

A part is the beginning of a search: some chosen options. Each solution is in exactly one part, because two parts differ
in the option of an item that is covered once. Parts are counted in a random order, so that the counts so far estimate
the whole (`estimates`).
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from io import BufferedRandom, BytesIO
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from sudokubench import solving
from sudokubench.actions import words
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.actions.workers import OneWorker, in_order
from sudokubench.answer import UNLIMITED, Budget, Puzzle, Stop
from sudokubench.backends import Backend, needs_worker, spec_of
from sudokubench.backends.base import require_supported
from sudokubench.backends.dxz import is_narrow
from sudokubench.backends.gate import searched
from sudokubench.backends.pool import backend_of, lent_session
from sudokubench.backends.registry import reason_against, refusal
from sudokubench.clock import CLOCK
from sudokubench.core_words import NAMED, RAN_OUT, SYMMETRY_COVER
from sudokubench.encodings.exact_cover import plain_cover
from sudokubench.errors import (
    BackendFailed,
    BackendUnavailable,
    Cancelled,
    InputError,
    Undecided,
    UsageError,
    printable,
    writing,
)
from sudokubench.estimates import CONFIDENCE, Estimate, estimate
from sudokubench.formats.strict_json import load_object
from sudokubench.harness.corpus import BadEntry, Entry
from sudokubench.harness.executors import cluster_at
from sudokubench.harness.words import NOT_WRITTEN
from sudokubench.problem import ExactCover, Instance, Problem
from sudokubench.words import Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PARTS = 256
"""Least number of parts into which a search is divided, if possible."""
_TRIES = 3
"""Number of failed tries of a part after which the count fails. With one local process, the first failed try ends the
count."""
_GRACE_S = 10.0
"""Time beyond the limit after which a worker is killed, in seconds: the worker must also start, and open the
problem."""
_MOST_WALKS = 1_000_000
"""Largest number of random walks of an estimate; a time limit may end them earlier."""
_SCHEMA = "sudokubench.parts/2"
_MOST_BYTES = 1 << 26
"""Largest size of a file of parts, in bytes; a device such as /dev/full has no end."""

_problems: dict[str, Problem] = {}
"""The problem that this worker counts, by its id. Each part brings a copy, but a session is bound to one object."""


def split(problem: ExactCover, instance: Instance, least: int = PARTS) -> list[Instance]:
    """Divide an instance into at least `least` instances, if possible. Each solution belongs to exactly one of them.

    An item that is covered exactly once is in one chosen option of each solution. The part with the fewest chosen
    options is divided next. As in a search, the uncovered item with the fewest options left in this part gives one new
    part for each of these.
    """
    import numpy as np

    open_items = [item for item in range(problem.primary) if problem.times(item) == (1, 1)]
    owners = np.repeat(np.arange(len(problem.options)), list(map(len, problem.options)))
    items = np.fromiter(chain.from_iterable(problem.options), np.int64, len(owners))

    def left(alive: NDArray[np.bool_], chosen: Iterable[int]) -> NDArray[np.bool_]:
        """Return bool (options,): the options of `alive` that stay possible when more options are chosen."""
        alive = alive.copy()
        for option in chosen:
            for item, colour in problem.coloured(option):
                if item >= problem.primary and colour:
                    others = [other for other in problem.options_of[item] if alive[other]]
                    alive[others] = False
                    alive[[other for other in others if (item, colour) in problem.coloured(other)]] = True
                elif item >= problem.primary or problem.times(item) == (1, 1):
                    alive[list(problem.options_of[item])] = False
        return alive

    possible = np.arange(len(problem.options)) < problem.n_options
    possible[list(instance.forbidden)] = False
    parts, whole = deque([(instance.chosen, left(possible, instance.chosen))]), list[tuple[int, ...]]()
    while parts and len(parts) + len(whole) < least:
        chosen, alive = parts.popleft()
        covered = {item for option in chosen for item in problem.options[option]}
        uncovered = [item for item in open_items if item not in covered]
        if not uncovered:
            whole.append(chosen)
            continue
        counts = np.bincount(items[alive[owners]], minlength=len(problem.items))
        item = min(uncovered, key=counts.__getitem__)
        parts.extend(
            ((*chosen, option), left(alive, [option])) for option in problem.options_of[item] if alive[option]
        )
    return [Instance(chosen, instance.forbidden) for chosen in (*whole, *(chosen for chosen, _ in parts))]


def count_in_parts(
    entry: Entry,
    backend: Backend,
    *,
    jobs: int = 1,
    where: str = "local",
    file: str | None = None,
    seconds: float | None = None,
    observer: Observer = SILENT,
) -> int:
    """Return the number of solutions of a puzzle: the sum over its parts.

    Args:
        where: `local`, or `dask://HOST:PORT` for the workers of a cluster.
        file: Gets the count of each part as soon as it is known. If the file exists, its parts are not counted again.
        seconds: Time for all parts, in seconds.

    Raises:
        InputError: The file belongs to another count, or cannot be read or written.
        Undecided: The backend stopped before it had counted a part; or the time ended.
        BackendUnavailable: The backend does not understand the puzzle.
        BackendFailed: Three tries of a part failed (with one local process, one try) because the worker ended or the
            backend failed; or a plug-in broke the rules.
    """
    from hashlib import sha256

    require_supported(spec_of(backend), entry.problem, reason_against(backend, entry.problem))
    parts = split(plain_cover(entry.problem), entry.instance)
    Random(0).shuffle(parts)
    deadline_s = CLOCK.after(seconds)
    until_s = _killed_at(backend, seconds)
    shares = sha256(repr(parts).encode()).hexdigest()[:16]
    head = {
        "schema": _SCHEMA, "id": entry.id, "backend": spec_of(backend), "parts": len(parts), "shares": shares,
    }  # fmt: skip
    with ExitStack() as stack:
        known, saved = _opened(file, head, stack) if file is not None else ({}, None)
        work = partial(_count, problem=entry.problem, key=entry.id, backend=spec_of(backend))
        if jobs == 1 and where == "local" and needs_worker(backend):
            work = partial(stack.enter_context(OneWorker()), work, until_s=until_s)
        tries = dict.fromkeys(range(len(parts)), _TRIES)
        while left := [number for number in range(len(parts)) if number not in known]:
            asked = ((number, parts[number], _budget_until(deadline_s)) for number in left)
            try:
                for (number, _, _), count in in_order(work, asked, jobs, where, until_s=until_s):
                    observer.heed()
                    known[number] = count
                    if saved is not None:
                        _write(saved, {"part": number, "count": count})
                    estimate = _estimated(known, len(parts))
                    observer.progress(len(known), len(parts), by=str(estimate), unit=words.PARTS)
            except (KeyboardInterrupt, Cancelled):
                if known:
                    so_far = {"done": len(known), "of": len(parts), "estimate": _estimated(known, len(parts))}
                    observer.remark(words.PARTS_SO_FAR.format(**so_far))
                raise
            except TimeoutError:
                raise Undecided(RAN_OUT.format(backend=spec_of(backend), puzzle=entry.text)) from None
            except BackendFailed:
                lost = next(number for number in left if number not in known)
                tries[lost] -= 1
                if not tries[lost] or (jobs == 1 and where == "local"):
                    raise
    return sum(known.values())


@dataclass(frozen=True, slots=True)
class Counted:
    """A puzzle and the number of its solutions.

    Attributes:
        count: Number of solutions of the puzzle; None if the time did not suffice, or the backend failed.
        estimate: An estimate of the number, if the time did not suffice.
        symmetries: The number of symmetries, if solutions that differ by a symmetry count once.
    """

    entry: Entry
    count: int | None
    estimate: Estimate | None = None
    symmetries: int | None = None

    def as_json(self) -> dict[str, object]:
        """Return one JSON object of the schema `sudokubench.count/1`."""
        made = {"schema": "sudokubench.count/1", **self.entry.as_json(), "count": self.count}
        if self.estimate is not None:
            made["estimate"] = {**asdict(self.estimate), "confidence": CONFIDENCE}
        if self.symmetries is not None:
            made["symmetries"] = self.symmetries
        return made

    def __str__(self) -> str:
        count = self.estimate or "undecided" if self.count is None else self.count
        return f"{count}  {self.entry.text}"


def count_all(
    entries: Iterable[Entry | BadEntry],
    backend: Backend | None = None,
    *,
    jobs: int = 1,
    where: str = "local",
    file: str | None = None,
    seconds: float | None = None,
    up_to_symmetry: bool = False,
    observer: Observer = SILENT,
) -> Iterator[Counted]:
    """Yield the number of solutions of each puzzle: in parts if there are several processes or a file.

    Args:
        entries: Read on demand.
        backend: If None, `solving.count` chooses. With several processes or a file, `dxz` counts narrow covers without
            parts, and `dlx` counts the parts of all other covers.
        jobs, where, file: As for `count_in_parts`. The file holds the counts of one puzzle.
        seconds: Time for each puzzle, in seconds. If this does not suffice, this process estimates the count, which
            may take as long again.
        up_to_symmetry: Whether solutions that a turn or reflection maps to each other count once.
        observer: Gets entries that are not puzzles, and the reason why a puzzle has no count.

    Raises:
        UsageError: There is a file, and a second puzzle; arguments exclude each other; or `where` is not valid.
        InputError: As for `count_in_parts`.
        BackendUnavailable: The backend cannot be used, or does not understand a puzzle.
    """
    in_parts = jobs > 1 or where != "local" or file is not None
    if up_to_symmetry and (file or seconds):
        raise UsageError(words.COUNT_OPTIONS)
    cluster = cluster_at(where, jobs)  # refuses invalid arguments even if no worker is asked
    if file is not None:
        entries = list(islice(entries, 2))
        if len(entries) > 1:
            raise UsageError(words.ONE_PUZZLE_A_FILE.format(file=file))

    worker, unopened = OneWorker(), dict[tuple[Backend, Problem], Words]()
    named = backend or (solving.DEFAULT_BACKEND if in_parts else None)

    def counted(entry: Entry, engine: Backend) -> int:
        budget = Budget(seconds)
        if not in_parts and needs_worker(engine):
            work = partial(solving.count, backend=spec_of(engine), budget=budget)
            try:
                return worker(work, entry.puzzle, _killed_at(engine, seconds))
            except TimeoutError:
                raise Undecided(RAN_OUT.format(backend=spec_of(engine), puzzle=entry.text)) from None
        if not in_parts:
            return solving.count(entry.puzzle, backend=backend, budget=budget)
        if backend is None and (at_once := _by_diagram(entry.puzzle, budget)) is not None:
            if file is not None:
                observer.remark(words.NO_PARTS.format(puzzle=entry.text, file=printable(file)))
            if cluster is not None:
                observer.remark(words.NO_CLUSTER.format(puzzle=entry.text))
            return at_once
        return count_in_parts(
            entry, engine, jobs=jobs, where=where, file=file, seconds=seconds, observer=observer
        )

    with worker:
        for entry in entries:
            observer.heed()
            if isinstance(entry, BadEntry):
                observer.refused(entry.error)
                continue
            covers: Sequence[Problem] = [entry.problem]
            if up_to_symmetry:
                from sudokubench.diagrams import fixed_covers

                if entry.board is not None:
                    raise UsageError(SYMMETRY_COVER.format(puzzle=entry.place))
                covers = fixed_covers(entry.puzzle)
            tasks = [
                (replace(entry, problem=cover), solving.engine_for(cover, named, None)) for cover in covers
            ]
            for one, engine in tasks:
                require_supported(spec_of(engine), one.problem, reason_against(engine, one.problem))
            total, symmetries = 0, len(covers) if up_to_symmetry else None
            try:
                for one, engine in tasks:
                    if (engine, one.problem) in unopened:
                        raise BackendUnavailable(unopened[engine, one.problem])
                    total += counted(one, engine)
                found = Counted(entry, total // len(covers), symmetries=symmetries)
            except BackendUnavailable as error:
                if error.words not in unopened.values():
                    observer.remark(error.words)
                unopened[engine, one.problem] = error.words
                found = Counted(entry, None)
            except (BackendFailed, Undecided) as error:
                observer.remark(NAMED.format(name=entry.place, text=error.words))
                walks = isinstance(error, Undecided) and seconds is not None
                walks = walks and not refusal(backend_of(solving.DEFAULT_BACKEND), entry.problem)
                budget = Budget(seconds)
                walked = estimate(entry.puzzle, walks=_MOST_WALKS, budget=budget) if walks else None
                found = Counted(entry, None, walked)
            yield found


def _killed_at(backend: Backend, seconds: float | None) -> float | None:
    """Return the time of `CLOCK` when a worker is killed, if its backend may ignore a budget; otherwise None."""
    return None if seconds is None or not needs_worker(backend) else CLOCK.now_s() + seconds + _GRACE_S


def _budget_until(deadline_s: float | None) -> Budget:
    """Return the budget of a search that begins now and ends at a deadline of `CLOCK`; unlimited for None."""
    return UNLIMITED if deadline_s is None else Budget(max(0.0, deadline_s - CLOCK.now_s()))


def _estimated(known: dict[int, int], parts: int) -> Estimate:
    return Estimate.of([parts * count for count in known.values()], parts)


def _by_diagram(puzzle: Puzzle, budget: Budget) -> int | None:
    """Return the count by `dxz` if the cover is narrow; None if it is not narrow, or if memory or time runs out."""
    if is_narrow(puzzle):
        with suppress(BackendUnavailable, Undecided):
            return solving.count(puzzle, backend=solving.COUNTING_BACKEND, budget=budget)
    return None


def _count(task: tuple[int, Instance, Budget], problem: Problem, key: str, backend: str) -> int:
    """Return the number of solutions of a part; the worker keeps the problem and its session for the next part."""
    if key not in _problems:
        _problems.clear()
        _problems[key] = problem
    engine, problem = backend_of(backend), _problems[key]
    with lent_session(engine, problem) as session:
        outcome = searched(engine, session, problem, task[1], None, task[2]).outcome()
    if outcome.stop is not Stop.EXHAUSTED:
        raise Undecided(words.PART_UNDECIDED.format(part=task[0], stop=outcome.stop.value))
    return outcome.count


def _opened(file: str, head: dict[str, Any], stack: ExitStack) -> tuple[dict[int, int], BufferedRandom]:
    """Return the counts in a file, and the file, open at its end. An unfinished last line is removed.

    Raises:
        InputError: The file belongs to another count, has an invalid line, or cannot be read or written.
    """
    known = dict[int, int]()
    with writing(NOT_WRITTEN, file=f"--parts {printable(file)}"):
        opened = stack.enter_context(Path(file).open("a+b"))  # noqa: SIM115
        opened.seek(0)
        text = opened.read(_MOST_BYTES + 1)
        if len(text) > _MOST_BYTES:
            raise InputError(words.OTHER_PARTS).at(file, 1)
        lines = BytesIO(text).readlines()
        cut = lines.pop() if lines and not lines[-1].endswith(b"\n") else b""
        if cut and not lines and not json.dumps(head).encode().startswith(cut):
            raise InputError(words.OTHER_PARTS).at(file, 1)
        for number, line in enumerate(lines, 1):
            try:
                found = load_object(line, "parts")
            except InputError as error:
                raise error.at(file, number) from None
            if number == 1:
                right = found == head
            else:
                part, count = found.pop("part", None), found.pop("count", None)
                right = not found and type(part) is type(count) is int and count >= 0
                right = right and 0 <= part < head["parts"] and known.setdefault(part, count) == count
            if not right:
                raise InputError(words.OTHER_PARTS).at(file, number)
        opened.truncate(sum(map(len, lines)))
        if not lines:
            _write(opened, head)
    return known, opened


def _write(file: BufferedRandom, fields: dict[str, Any]) -> None:
    with writing(NOT_WRITTEN, file=f"--parts {printable(str(file.name))}"):
        try:
            file.write(json.dumps(fields).encode() + b"\n")
            file.flush()
        except OSError:
            file.raw.close()  # else closing the file fails again, without its name
            raise
