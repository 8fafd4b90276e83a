"""List the backends, test whether they work on this machine, and compile all kernels in advance."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from time import process_time
from typing import Any

from sudokubench import kernels
from sudokubench.actions.observer import SILENT, Observer, each
from sudokubench.actions.words import BACKENDS, ISOLATION, PIECES, PLUG_IN_BLAMED, WRONG_VERDICT
from sudokubench.answer import Verdict
from sudokubench.backends import Backend, registry
from sudokubench.backends.registry import home, installed, is_outside, is_plug_in, missing, spec_of, versions
from sudokubench.backends.words import INVALID
from sudokubench.board import Board
from sudokubench.encodings.exact_cover import solution_fault
from sudokubench.errors import BackendUnavailable, error_line, one_line
from sudokubench.harness.asking import ask
from sudokubench.harness.finding import Finding, Termination, failed
from sudokubench.harness.isolation import IsolatedWorker
from sudokubench.harness.japanese_messages import in_both
from sudokubench.harness.limits import Limits
from sudokubench.layout import Layout
from sudokubench.processes.control_group import ControlGroup
from sudokubench.words import Words, untranslated

_TRIAL = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@dataclass(frozen=True, slots=True)
class Listed:
    """A backend in the list of all, usable here or not.

    Attributes:
        kind: The family of its engine; empty if it cannot be used.
        options: Its options with their defaults; None if it cannot be used.
        reason: Why it cannot be used here; empty if it can.
    """

    name: str
    kind: str = ""
    options: Mapping[str, Any] | None = None
    reason: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.backend/1`."""
        head = {"schema": "sudokubench.backend/1", "name": self.name}
        if self.reason:
            return {**head, "installed": False, "reason": self.reason}
        return {**head, "kind": self.kind, "installed": True, "options": self.options}


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of a backend on the trial puzzle.

    Attributes:
        installed: Whether everything that it needs is installed.
        versions: The packages that it needs, with their versions. For an outside program, its name and path. For a
            backend that cannot be loaded, its distribution.
        verdict: Its verdict; None if it failed or cannot be loaded.
        reason: Why it failed, what is not installed, or that a plug-in has a wrong verdict; otherwise None.
    """

    name: str
    installed: bool
    versions: Mapping[str, str]
    verdict: str | None
    reason: Words | None = None

    @property
    def failed(self) -> bool:
        """Whether the backend is installed and does not work."""
        return self.installed and self.verdict in {None, Verdict.UNDECIDED.value}

    @property
    def wrong(self) -> bool:
        """Whether the backend answers, but neither UNIQUE nor SOLVABLE: the trial puzzle has one solution."""
        right = {Verdict.UNIQUE.value, Verdict.SOLVABLE.value}
        return self.installed and not self.failed and self.verdict not in right

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.trial/1`."""
        head = {"schema": "sudokubench.trial/1", "name": self.name, "installed": self.installed}
        trial = {"versions": self.versions, "verdict": self.verdict} if self.installed else {}
        return {**head, **trial, **({"reason": self.reason.en} if self.reason else {})}


@dataclass(frozen=True, slots=True)
class Isolation:
    """How firmly limits hold on this machine.

    Attributes:
        control_group: Whether the kernel itself ends all processes that a worker started, and counts their CPU time.
        memory_controller: Whether the kernel itself keeps the memory of all these processes below the limit.
        orphans: Whether processes that have their own session or lost their parent end with the worker, too.
    """

    control_group: bool
    memory_controller: bool
    orphans: bool

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.isolation/1`."""
        return {"schema": "sudokubench.isolation/1", **asdict(self)}

    @property
    def words(self) -> Words:
        """Return these facts in one sentence."""
        held = (self.memory_controller, self.control_group, self.orphans, True)
        return next(words for words, holds in zip(ISOLATION.values(), held, strict=True) if holds)


def isolation() -> Isolation:
    """Return how the system enforces limits."""
    group = ControlGroup.new()
    made = group is not None and group.make(None)
    memory = group is not None and group.memory_bytes is not None
    if group is not None:
        group.remove()
    return Isolation(made, memory, sys.platform == "linux")


def listed() -> Iterator[Listed]:
    """Yield every backend; the usable ones come first."""
    usable, unusable = installed()
    for name in usable:
        cls = registry.backend_class(name)
        options = {f.name: _plain(f.default) for f in fields(cls)}  # type: ignore[arg-type]
        yield Listed(name, cls.kind, options)
    for name, reason in unusable:
        yield Listed(name, reason=reason)


def _plain(value: object) -> object:
    """Return the default of an option as a value that JSON has; the default of a plug-in may be any value."""
    return value if value is None or type(value) in {bool, int, str} else one_line(str(value))


def trials(observer: Observer = SILENT, only: Sequence[Backend] | None = None) -> Iterator[Trial]:
    """Yield the result of every backend, or of the backends `only`, on a puzzle with one solution."""
    usable, unusable = installed() if only is None else ((), ())
    engines = [registry.backend(name) for name in usable] if only is None else only
    trial = Board.parse(_TRIAL)
    for engine in each(engines, observer, len(engines), BACKENDS):
        finding, name = _asked(engine, trial), spec_of(engine)
        failure = in_both(finding.message) if finding.message else None
        verdict = None if failure else finding.verdict.value
        if is_outside(engine):
            first: str = engine.command[0]  # type: ignore[attr-defined]  # of the classes of `outside`
            there = shutil.which(os.path.expanduser(first)) or "-"
            yield Trial(name, True, {os.path.basename(first): there}, verdict, failure)
        else:
            yield _blamed(Trial(name, True, versions(name.partition(":")[0]), verdict, failure))
    for name, reason in unusable:
        yield _blamed(Trial(name, _is_broken(name), home(name), None, untranslated(reason)))


def _blamed(trial: Trial) -> Trial:
    """Return the trial; if a plug-in fails or is wrong, add its distribution and the remedy."""
    for name, version in home(trial.name.partition(":")[0]).items() if trial.failed or trial.wrong else ():
        reason = trial.reason or WRONG_VERDICT.format(verdict=trial.verdict)
        return replace(trial, reason=PLUG_IN_BLAMED.format(reason=reason, name=name, version=version))
    return trial


_HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
_SEVERAL = ".." + _HARD[2:]
_EASIER = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
_COLOURED = {"A": ["a", "x:red"], "B": ["b", "x:red"], "C": ["b", "x:blue"]}


def warm(observer: Observer = SILENT) -> Iterator[tuple[str, float]]:
    """Use each kernel once, which compiles it; yield the name of each use with its CPU time in seconds."""
    import numpy as np

    from sudokubench.actions.explain import explain
    from sudokubench.batches import solve_many
    from sudokubench.certificates import certify
    from sudokubench.diagrams import diagram
    from sudokubench.generation.puzzles import part
    from sudokubench.generation.wish import Wish
    from sudokubench.kernels.sliced.enumeration import MOST_NARROW
    from sudokubench.logic import configuration, hodoku
    from sudokubench.logic.difficulty_path import path_of
    from sudokubench.logic.grid import CandidateGrid
    from sudokubench.logic.trials_whips_braids import scales_of
    from sudokubench.solving import count, solve
    from sudokubench.symmetry.first_boards import invariants
    from sudokubench.symmetry.forms import canonical

    kernels.interprets_first = False
    board, partial, small = Board.parse(_HARD), Board.parse(_SEVERAL), Layout.standard(6)
    rated = configuration.rated()
    grid = CandidateGrid.of(board)
    nets = configuration.teaching().only({"forcing_net_patterns", "net_with_chains"}).rules
    uses: dict[str, Callable[[], object]] = {
        "dlx": lambda: (
            solve(board, backend="dlx"), count(board, backend="dlx"), solve_many([board] * 2, backend="dlx"),
            solve_many([board] * 2, backend="dlx:nogoods=on"), solve(board, backend="dlx:nogoods=on,seed=0"),
            count("queens:6", backend="dlx:structure=bits"),
            [count(_COLOURED, backend=f"dlx:structure=cells{seed}") for seed in ("", ",seed=0")],
        ),
        "sliced": lambda: [solve_many([board] * n, backend="sliced") for n in (MOST_NARROW, MOST_NARROW + 1)],
        "dxz": lambda: diagram("domino:12").sample(1, 0),
        "explain, hint, rate": lambda: (explain(board), [next(iter(net.find(grid))) for net in nets]),
        "rate": lambda: (
            path_of(board, rated, machine=True), hodoku.score(board, rated, machine=True),
            scales_of(board), scales_of(Board.parse(_EASIER)),
        ),
        "certificates": lambda: certify(board),
        "generate": lambda: [part(1, Wish(layout=layout), 0) for layout in (board.layout, small)],
        "canonical, dedupe": lambda: (
            [canonical(one) for one in (board, partial)], invariants(np.frombuffer(board.digits, np.uint8)[None]),
        ),
    }  # fmt: skip
    for name in each(uses, observer, len(uses), PIECES):
        begun = process_time()
        uses[name]()
        yield name, process_time() - begun


def _asked(engine: Backend, trial: Board) -> Finding:
    """Return the finding of a backend on a board; a failure is a finding, too. A plug-in runs in a process of its own.

    A backend that can show only one solution is asked for one solution. Every shown solution is checked.
    """
    question = trial.problem, [trial.instance()], min(2, getattr(engine, "most", 2))
    try:
        if is_plug_in(engine):
            with IsolatedWorker(engine, Limits()) as worker:
                (found,) = worker.ask(*question)
        else:
            with engine.open(trial.problem) as session:  # a new session, not one that was kept
                (found,) = ask(session, *question[1:])
    except Exception as error:  # any exception: the trial is to find engines that fail
        return failed(Termination.ERROR, error_line(error))
    for shown in found.solutions:
        if fault := solution_fault(trial.problem, shown, trial.instance()):
            return failed(Termination.ERROR, str(INVALID.format(fault=fault).en))
    return found


def _is_broken(name: str) -> bool:
    """Return whether a backend is unusable for another reason than missing packages."""
    try:
        return not missing(name)
    except BackendUnavailable:
        return True
