"""Call an outside program on files in a folder of its own; every program is first tried on an easy input."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from subprocess import CompletedProcess
from time import perf_counter_ns

from sudokubench import clock
from sudokubench.answer import Solution
from sudokubench.backends import words
from sudokubench.backends.base import NoAnswer, Search
from sudokubench.encodings.exact_cover import solution_fault
from sudokubench.errors import BackendUnavailable, one_line, printable, signal_name, system_reason
from sudokubench.problem import Instance, Problem
from sudokubench.processes import forks, program
from sudokubench.words import Words

FIELD = re.compile(r"\{\w*\}")
"""Pattern of a field of a command, such as `{cnf}`."""
_SHELL = re.compile(r"[|&;]+|\d?[<>].*|&>.*|\$[\w({].*|`.*")
"""Pattern of words that only a shell understands."""

_TRIAL_S = 30.0
"""Time limit of each of the two calls in the trial of a program, in seconds."""


@contextmanager
def named_in_errors(spec: str) -> Iterator[None]:
    """Add the name of the engine to the error of a program that cannot be used."""
    try:
        yield
    except BackendUnavailable as error:
        raise BackendUnavailable(words.UNFIT_PROGRAM.format(spec=printable(spec), why=error.words)) from error


class CalledProgram:
    """A program to call, with a temporary folder for its files."""

    def __init__(self, command: Sequence[str], form: str) -> None:
        """Prepare the calls. A field such as `{cnf}`, for the form `cnf`, becomes the path of the input file.

        A word that needs a shell is refused.
        """
        for word in command:
            if _SHELL.fullmatch(word):
                raise BackendUnavailable(words.NEEDS_SHELL.format(word=word))
        first = os.path.expanduser(command[0])
        self._folder = program.new_folder()
        self.close = forks.Finalizer(self, shutil.rmtree, self._folder, True)
        self._input = self._folder / f"input.{'xml' if form == 'xcsp3' else form}"
        values = {f"{{{form}}}": str(self._input), "{out}": str(self._folder / "answer")}
        self._words = [FIELD.sub(lambda field: values.get(field[0], field[0]), word) for word in command]
        self._words[0] = shutil.which(first) or first
        self.start_ns = 0
        """Time of the faster of two calls on a tiny input, in nanoseconds."""

    def call(
        self, given: bytes, must_stop: Callable[[], bool], begun: Callable[[], object] = lambda: None
    ) -> tuple[CompletedProcess[bytes], str] | None:
        """Run the program on an input; return how it ended and the text in `{out}`, or None if it was stopped.

        Raises BackendUnavailable if the program cannot start, and NoAnswer if a signal ended it or its output is too
        long.
        """
        written = self._folder / "answer"
        try:
            self._folder.mkdir(0o700, exist_ok=True)  # the program may have deleted it
            self._input.write_bytes(given)
            written.unlink(missing_ok=True)
            ended = program.run(self._words, self._input, must_stop, begun)
        except OSError as error:
            reason = system_reason(error)
            raise BackendUnavailable(words.NOT_RUN.format(program=self._words[0], reason=reason)) from error
        except program.TooMuch:
            raise NoAnswer(words.TOO_MUCH.format(most=program.MOST_BYTES >> 20)) from None
        if ended is None:
            return None
        if ended.returncode < 0:
            raise NoAnswer(
                words.DIED.format(signal=signal_name(-ended.returncode), errors=_beginning(ended.stderr))
            )
        return ended, written.read_text("utf-8", "replace") if written.is_file() else ""

    def trial(
        self,
        given: bytes,
        trial: Words,
        is_right: Callable[[CompletedProcess[bytes], str], bool],
        advised: Callable[[Words], Words] = lambda fault: fault,
    ) -> None:
        """Call the program twice on an easy input, and store the time of the faster call; refuse a wrong answer.

        `advised` adds to the message what the user can do.
        """
        for _ in range(2):
            begun = perf_counter_ns()

            def must_stop(end: float = begun + _TRIAL_S * 1e9) -> bool:
                clock.ask()
                return perf_counter_ns() > end

            try:
                answer = self.call(given, must_stop)
                took = perf_counter_ns() - begun
                if answer is None:
                    raise NoAnswer(words.FAILED_TRIAL.format(trial=trial, seconds=f"{_TRIAL_S:g}"))
                if not is_right(*answer):
                    raise no_answer(answer[0], words.WRONG_TRIAL.format(trial=trial))
            except NoAnswer as error:
                raise BackendUnavailable(advised(error.words)) from error
            self.start_ns = min(took, self.start_ns or took)


def _beginning(data: bytes) -> str:
    """Return the beginning of an output as one line; for a traceback of Python, its last line with the error."""
    text = data[-1000:].rstrip().rpartition(b"\n")[2] if data.startswith(b"Traceback ") else data[:1000]
    return one_line(text.decode("utf-8", "replace"), 80, quoted=True)


def no_answer(ended: CompletedProcess[bytes], fault: Words = words.NO_ANSWER) -> NoAnswer:
    """Return an error about what a program wrote, with its exit code and the beginning of its output and its errors."""
    output, errors = _beginning(ended.stdout), _beginning(ended.stderr)
    how = {"code": ended.returncode, "output": output, "errors": errors}
    return NoAnswer(words.HOW_IT_ENDED.format(fault=fault, **how))


def checked(
    search: Search, problem: Problem, options: Solution, instance: Instance
) -> Generator[Solution, None, None]:
    """Yield a solution. If the search only counts, check it first, because the caller never sees it."""
    if search.counting and (fault := solution_fault(problem, options, instance)):
        raise NoAnswer(words.INVALID.format(fault=fault))
    search.enter("wait")
    yield options
