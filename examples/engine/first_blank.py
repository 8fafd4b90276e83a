"""An engine that tries the digits of the first blank cell."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar

from sudokubench.answer import Solution
from sudokubench.backends import Backend, EngineSession, Search
from sudokubench.constraints import AllDifferent
from sudokubench.problem import BoardProblem, ExactCover, Instance, Problem, Variant, layout_of


@dataclass(frozen=True, slots=True)
class FirstBlank(Backend):
    """A backend without options."""

    kind: ClassVar[str] = "backtracking"
    interface: ClassVar[int] = 2  # the version of `Backend` that this class is written for
    # The statements of constraints that the engine understands.
    statements: ClassVar[frozenset[type]] = frozenset({AllDifferent})

    def unsupported(self, problem: Problem) -> str | None:
        return "it solves boards only" if isinstance(problem, ExactCover) else None

    def open(self, problem: Problem) -> EngineSession:
        assert not isinstance(problem, ExactCover)  # `unsupported` refuses it
        return EngineSession(problem, Engine(problem))


class Engine:
    """The peers of each cell, for all searches of a problem."""

    def __init__(self, problem: BoardProblem) -> None:
        self._layout = layout_of(problem)
        self._peers = [set(peers) for peers in self._layout.peers]
        for _, statement in problem.statements() if isinstance(problem, Variant) else ():
            for cell in statement.cells:
                self._peers[cell] |= {*statement.cells} - {cell}

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution, None, None]:
        layout, forbidden = self._layout, set(instance.forbidden)
        search.stats["nodes"] = 0
        search.enter("solve")

        def fits(digits: bytes, cell: int, digit: int) -> bool:
            clash = any(digits[peer] == digit for peer in self._peers[cell])
            return not clash and layout.option(cell, digit) not in forbidden

        start = layout.digits(instance.chosen)
        stack = [start] if all(fits(start, cell, digit) for cell, digit in enumerate(start) if digit) else []
        while stack and not search.must_stop(search.stats["nodes"]):
            search.stats["nodes"] += 1
            digits = stack.pop()
            cell = digits.find(0)
            if cell < 0:
                search.enter("wait")  # what the caller does with a solution is not the engine's time
                yield tuple(layout.option(cell, digit) for cell, digit in enumerate(digits))
                search.enter("solve")
                continue
            for digit in range(1, layout.size + 1):
                if fits(digits, cell, digit):
                    stack.append(digits[:cell] + bytes([digit]) + digits[cell + 1 :])

    def close(self) -> None:
        """Do nothing: the engine holds no resources."""
