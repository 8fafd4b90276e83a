"""Find backends by name. `sat:solver=glucose4,encoding=card` is the backend `sat` with two options.

The backends of this package are the table `OWN`. Other distributions add backends as entry points of the group
`sudokubench.backends`. Searching the entry points takes longer than solving a board, so names of the table skip it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import fields
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import inf
from time import monotonic
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

from sudokubench.backends import words
from sudokubench.backends.base import INTERFACE, Backend
from sudokubench.errors import (
    BackendFailed,
    BackendUnavailable,
    UsageError,
    error_line,
    installing,
    one_line,
    suggestion,
    unknown,
)
from sudokubench.layout import Layout
from sudokubench.problem import Problem, not_understood
from sudokubench.processes import interruption
from sudokubench.processes.plugin_changes import changes_undone
from sudokubench.words import Sentence, Words, untranslated

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "sudokubench.backends"

OWN = {
    name: f"{GROUP}.{name}:{cls}"
    for name, cls in {
        "sliced": "Sliced", "dlx": "Dlx", "dxz": "Dxz", "algorithm_x": "AlgorithmX", "sat": "Sat", "cpsat": "CpSat",
        "clingo": "Clingo", "cryptominisat": "CryptoMiniSat", "z3": "Z3", "highs": "Highs", "choco": "Choco",
        "logic": "Logic",
    }.items()
}  # fmt: skip
"""Module and class of each backend of this package, by name."""

_NAME = re.compile(r"(?!(?:all|cmd|.*\.toml)$)[\w.-]+")
"""Pattern of the names of plug-ins. Lists of backends give all other names a meaning of their own."""
_LONGEST_KIND = 64


@cache
def _entry_points() -> Mapping[str, EntryPoint]:
    """Return every known backend by name; the backends of this package come first.

    A plug-in whose name is taken has a key of its own, so that lists can name its fault.
    """
    from importlib.metadata import EntryPoint, entry_points

    found = {name: EntryPoint(name, home, GROUP) for name, home in sorted(OWN.items())}
    for entry in entry_points(group=GROUP):
        if found.setdefault(one_line(entry.name), entry).value != entry.value:
            found[one_line(f"{entry.name} = {entry.value}")] = entry
    return found


def names() -> tuple[str, ...]:
    """Return the names of all known backends, installed or not."""
    return tuple(_entry_points())


def backend_class(name: str) -> type[Backend]:
    """Return the class of a backend by name, without options. An unknown name is a UsageError.

    Raises BackendUnavailable if its name is refused, its module fails to load, or a trial in a child process fails.
    """
    if name not in OWN and name not in _entry_points():
        raise UsageError(words.UNKNOWN_BACKEND.format(**unknown(name, names())))
    if name not in OWN and not (_NAME.fullmatch(name) and _entry_points()[name].name == name):
        raise BackendUnavailable(words.NAME_REFUSED.format(name=_entry_points()[name].name))
    _rehearse(name)
    try:
        if name in OWN:
            module, _, cls = OWN[name].partition(":")
            loaded: type[Backend] = getattr(import_module(module), cls)
        else:
            entry = _entry_points()[name]
            with nullcontext() if _is_ours(entry.value) else changes_undone(name):
                loaded = entry.load()
    except BaseException as error:  # a plug-in may raise any exception while it loads
        raise _unavailable(words.DOES_NOT_LOAD, name, error) from error
    return loaded


def _rehearse(name: str, text: str = "") -> None:
    """Let a child process import and make a plug-in, once for each text of options: the plug-in may end the process."""
    entry = None if name in OWN else _entry_points()[name]
    if entry is None or _is_ours(entry.value):
        return
    key, begun = (entry.value, text), monotonic()
    is_loaded = entry.value.partition(":")[0] in sys.modules  # later changes of its files do not matter
    ending, again = _endings.get(key, (None, -inf))
    if begun > again and (key not in _endings or not is_loaded):
        from sudokubench.backends import rehearsal

        ending = rehearsal.making(entry.name, entry.value, text)
        now = monotonic()
        _endings[key] = ending, now + _PAUSES * (now - begun) if ending else inf
    if ending:
        raise BackendUnavailable(ending)


_endings: dict[Hashable, tuple[Words | None, float]] = {}
"""For each trial of a plug-in in a child process: why the plug-in is refused, or None; and the earliest time of the
next trial, on the clock of `time.monotonic`, because the author may mend the plug-in."""
_PAUSES = 10
"""Pause before the next trial of a refused plug-in, as a multiple of the time of the trial."""


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == __name__.partition(".")[0]


def _unavailable(message: Words, name: str, error: BaseException) -> BackendUnavailable:
    """Return an error that reports an exception of a plug-in; raise a Ctrl-C again."""
    if interruption.is_ctrl_c(error):
        raise error
    return BackendUnavailable(message.format(name=name, fault=error_line(error)))


def missing(name: str) -> tuple[str, ...]:
    """Return the modules that a backend needs but that are not installed."""
    cls = backend_class(name)
    try:
        return tuple(module for module in cls.requires if not _is_there(module))
    except BaseException as error:
        raise _unavailable(words.MALFORMED, name, error) from error


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the import of a.b fails if a is missing
        return False


def home(name: str) -> dict[str, str]:
    """Return the distribution of a plug-in with its version; empty for our backends and for an unknown distribution."""
    found = None if name in OWN else _entry_points()[name].dist
    return {} if found is None else {one_line(found.name): one_line(found.version)}


def versions(name: str) -> dict[str, str]:
    """Return the distributions that a backend needs, with versions; for a plug-in, include its own distribution."""
    from importlib.metadata import PackageNotFoundError, version

    found = home(name)
    for module in backend_class(name).requires:
        package = module.partition(".")[0]
        for owner in _owners(package) or [package]:
            with suppress(PackageNotFoundError):
                found[owner] = version(owner)
    return found


@cache
def _owners(package: str) -> list[str]:
    """Return the distributions of a package. `packages_distributions` would need 0.3 s for all packages."""
    from importlib.metadata import distributions

    listed = re.compile(rf"^{re.escape(package)}(\.[\w.-]*)?\s*([/,]|$)", re.MULTILINE)
    return [
        one.name
        for one in distributions()
        if listed.search(one.read_text("top_level.txt") or one.read_text("RECORD") or "")
    ]


def backend(spec: str | Backend) -> Backend:
    """Return the backend that `NAME` or `NAME:OPTION=VALUE,...` describes. If `spec` is a backend, return it unchanged.

    `cmd:PROGRAM ARGUMENT ...` is an outside program, and `FILE.toml:NAME` is the program of a table, see `outside`.

    Raises:
        UsageError: The backend or an option is unknown, or an option does not take the value.
        BackendUnavailable: The backend cannot be loaded or made, or a package that it needs is not installed.
    """
    if not isinstance(spec, str):
        if isinstance(spec, type) or not hasattr(spec, "unsupported"):
            raise UsageError(words.NO_NAME.format(value=spec, known=", ".join(names())))
        return spec
    name, _, text = spec.partition(":")
    if _is_outside(name):
        from sudokubench.backends import outside

        return outside.named(spec)
    cls = backend_class(name)
    if lacking := missing(name):
        remedy = words.REMEDY.format(command=installing("engines")) if name in OWN else ""
        raise BackendUnavailable(words.LACKING.format(name=name, modules=", ".join(lacking), remedy=remedy))
    if text:
        _rehearse(name, text)
    return made(cls, name, text)


def _is_outside(name: str) -> bool:
    """Return whether the name of a backend, without its options, stands for an outside program."""
    return name == "cmd" or name.endswith(".toml")


def made(cls: type[Backend], name: str, text: str) -> Backend:
    """Make a backend of a class, with the options that a text names. Errors are as in `backend`."""
    try:
        with changes_undone(name) if _is_of_others(cls) else nullcontext():
            one = cls(**_options(cls, name, text))
            spec_of(one)
        if type(one.kind) is not str or not one.kind.isprintable() or len(one.kind) > _LONGEST_KIND:
            raise TypeError(f"its kind is not a name of at most {_LONGEST_KIND} characters")
        return one
    except UsageError:
        raise
    except BaseException as error:
        raise _unavailable(words.CANNOT_BE_MADE, name, error) from error


def parted(names: str) -> list[str]:
    """Return the names in a list of backends.

    A comma separates backends, or options of one backend: a part is an option if it has a `=` and no colon before that.
    In the command line of an outside program, a comma separates only outside quotes and before the name of a backend.

    >>> parted("dlx,sat:solver=glucose4,encoding=card,cmd:clasp -t 2,split {cnf},dlx")
    ['dlx', 'sat:solver=glucose4,encoding=card', 'cmd:clasp -t 2,split {cnf}', 'dlx']
    """
    parts: list[str] = []
    for part in names.split(","):
        last, head = parts[-1] if parts else "", part.partition(":")[0]
        in_command = last.startswith("cmd:")
        in_quotes = any(last.count(quote) % 2 for quote in "'\"")
        if (in_command and (in_quotes or not _begins(head))) or (last and "=" in head):
            parts[-1] += f",{part}"
        elif name := part.strip():
            parts.append(name)
    return parts


def _begins(head: str) -> bool:
    """Return whether a word is `all`, or the first part of the name of a backend."""
    return head == "all" or _is_outside(head) or head in OWN or head in _entry_points()


def backend_list(names: str | Sequence[str]) -> list[Backend]:
    """Return the backends that a text names: `all`, or a list such as `dlx,sat:solver=glucose4,encoding=card`.

    Raises:
        UsageError: A backend or an option is unknown, a backend is named twice, or the list is empty.
        BackendUnavailable: A backend of the list cannot be used, see `backend`.
    """
    if isinstance(names, str):
        names = parted(names)
    if not isinstance(names, Iterable):
        raise UsageError(words.NO_NAMES.format(value=names))
    flat = [n for name in names for n in _several(name)]
    found = [backend(name) for name in flat]
    if not found:
        raise UsageError(words.NONE_NAMED)
    if len(set(found)) != len(found):
        raise UsageError(words.NAMED_TWICE.format(names=",".join(flat)))
    return found


def _several(name: object) -> Sequence[Any]:
    """Return the names that a name stands for: all backends, all tables of a file, or only the name itself."""
    if name == "all":
        return installed()[0]
    if isinstance(name, str) and name.endswith(".toml") and not name.startswith("cmd:"):
        from sudokubench.backends import outside

        return [*outside.of_file(name).values()]
    return [name]


@cache
def spec_of(chosen: Backend) -> str:
    """Return the full name of a backend, with the options that differ from the defaults.

    >>> spec_of(backend("sat:encoding=extended,solver=glucose4"))
    'sat:solver=glucose4'
    """
    if is_outside(chosen):
        return str(chosen.spec)  # type: ignore[attr-defined]  # of the classes of `outside`
    name = _entry_name(type(chosen)) or type(chosen).__name__
    given = [
        f"{f.name}={shown(getattr(chosen, f.name))}"
        for f in fields(chosen)  # type: ignore[arg-type]  # backends are dataclasses, which Protocols cannot say
        if getattr(chosen, f.name) != f.default
    ]
    return f"{name}:{','.join(given)}" if given else name


def _entry_name(cls: type) -> str | None:
    """Return the registered name of a class, or None."""
    home = f"{cls.__module__}:{cls.__qualname__}"  # compare names as text, which loads no other engine
    own = next((name for name, known in OWN.items() if known == home), None)
    return own or next((name for name, entry in _entry_points().items() if entry.value == home), None)


def shown(value: object) -> str:
    """Return the value of an option as the name of a backend states it."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _options(cls: type[Backend], name: str, text: str) -> dict[str, object]:
    hints = get_type_hints(cls)
    known = {f.name: hints[f.name] for f in fields(cls)}  # type: ignore[arg-type]
    options: dict[str, object] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if key not in known:
            there = words.ITS_OPTIONS.format(names=", ".join(known)) if known else words.WITHOUT_OPTIONS
            close = suggestion(key, known)
            raise UsageError(words.NO_OPTION.format(name=name, key=key, there=there, close=close))
        if not equals or key in options:
            raise UsageError(words.ONCE.format(name=name, key=key))
        options[key] = _value(known[key], value, f"{name}:{key}")
    return options


def _value(hint: Any, text: str, where: str) -> object:
    """Return the value of a text for the type `hint`: a Literal of strings, bool (on/off), int or `int | None`, str."""
    if get_origin(hint) is Literal:
        if text in get_args(hint):
            return text
        raise UsageError(words.ONE_OF.format(where=where, text=text, names=", ".join(get_args(hint))))
    if hint is bool:
        if text in {"on", "off"}:
            return text == "on"
        raise UsageError(words.ON_OR_OFF.format(where=where, text=text))
    if hint is int or (isinstance(hint, UnionType) and int in get_args(hint)):
        if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 19:
            return int(text)
        raise UsageError(words.WHOLE.format(where=where, text=text))
    return text


def refusal(chosen: Backend, problem: Problem) -> Words | None:
    """Return the reason not to give a problem to a backend, as one line; or None.

    A backend gets only statements that it declares; for version 1 of the interface, only plain boards. If its own
    reason is not a text, this raises BackendFailed.
    """
    if getattr(chosen, "interface", 1) < INTERFACE and not (
        isinstance(problem, Layout) and not problem.extra
    ):
        return words.VERSION_1.format(problem=problem)
    understood: frozenset[type] = getattr(chosen, "statements", frozenset())
    with surrounded(chosen):
        reason: object = not_understood(problem, understood) or chosen.unsupported(given(chosen, problem))
    if isinstance(reason, Words):
        return reason.changed(one_line)
    if reason is None:
        return None
    if not isinstance(reason, str) or not reason.strip():
        raise BackendFailed(words.NOT_A_REASON.format(found=reason))
    return untranslated(one_line(reason))


def surrounded(chosen: Backend) -> AbstractContextManager[None]:
    """Return a context in which to run code of a backend. It undoes changes that a plug-in makes to the process."""
    return (
        changes_undone(_entry_name(type(chosen)) or type(chosen).__name__)
        if is_plug_in(chosen)
        else nullcontext()
    )


def given(chosen: Backend, problem: Problem) -> Problem:
    """Return the problem for a backend. A plug-in gets a copy, because it may change the object."""
    if not is_plug_in(chosen):
        return problem
    import pickle

    copy: Problem = pickle.loads(pickle.dumps(problem))
    return copy


def supporting(
    problem: Problem, chosen: Iterable[Backend]
) -> tuple[list[Backend], list[tuple[Backend, Words]], list[tuple[Backend, str]]]:
    """Sort backends into those that can open the problem, those that cannot, and those that failed when asked."""
    able, unable, failing = [], [], []
    for one in chosen:
        try:
            if reason := reason_against(one, problem):
                unable.append((one, reason))
            else:
                able.append(one)
        except BackendFailed as error:
            failing.append((one, str(error)))
    return able, unable, failing


def reason_against(chosen: Backend, problem: Problem) -> Words | None:
    """Return the `refusal` of a backend as one line, or None.

    A registered plug-in is asked in a child process first, once for each kind of problem. If it fails there, or raises
    an exception here, this raises BackendFailed.
    """
    name = _entry_name(type(chosen)) if is_plug_in(chosen) else None
    ending = None
    try:
        if name is not None:
            constraints = frozenset(map(type, getattr(problem, "constraints", ())))
            key = chosen, getattr(problem, "layout", problem), constraints
            if key not in _endings:
                from sudokubench.backends import rehearsal

                _endings[key] = rehearsal.asking(name, chosen, problem), inf
            ending, _ = _endings[key]
        if ending is None:
            return refusal(chosen, problem)
    except BackendFailed as error:
        failed = words.FAILED.format(name=name or type(chosen).__name__, why=error.words)
        raise BackendFailed(failed) from error
    except BaseException as error:  # a plug-in may raise any exception; the other backends continue
        if interruption.is_ctrl_c(error):
            raise
        ending = words.RAISED_WHEN_ASKED.format(name=name or type(chosen).__name__, fault=error_line(error))
    raise BackendFailed(ending)


def is_plug_in(engine: Backend) -> bool:
    """Return whether a backend runs code of others: a class of another distribution, or an outside program."""
    return _is_of_others(type(engine)) or is_outside(engine)


def is_outside(engine: Backend) -> bool:
    """Return whether a backend is an outside program."""
    return getattr(engine, "outside", False) is True and not _is_of_others(type(engine))


@cache
def _is_of_others(cls: type) -> bool:
    """Return whether a class is not from this package, or cannot be found under its name in its module."""
    home = sys.modules.get(cls.__module__)
    return not _is_ours(cls.__module__) or getattr(home, cls.__qualname__, None) is not cls


def lacking_extra(name: str) -> bool:
    """Return whether a backend lacks a package that the extra `engines` installs."""
    return name in OWN and bool(missing(name))


def obeys(engine: Backend) -> bool:
    """Return whether a backend says that its searches obey their budget. An exception counts as no."""
    try:
        return bool(engine.interruptible)
    except BaseException as error:
        if interruption.is_ctrl_c(error):
            raise
        return False


def needs_worker(engine: Backend) -> bool:
    """Return whether a backend belongs in a process of its own: a plug-in, or one that cannot be interrupted."""
    return is_plug_in(engine) or not obeys(engine)


def installed() -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return the names of the usable backends; and the name of each unusable backend, with the reason."""
    can, cannot = list[str](), list[tuple[str, str]]()
    for name in names():
        try:
            if lacking := missing(name):
                reason = words.NOT_THERE.format(modules=", ".join(lacking))
            else:
                backend(name)
                can.append(name)
                continue
        except (BackendUnavailable, UsageError) as error:  # UsageError: invalid defaults
            reason = error.words.changed(one_line)
        cannot.append((name, Sentence(reason)))
    return tuple(can), tuple(cannot)
