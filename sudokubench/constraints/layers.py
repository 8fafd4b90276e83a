"""Layers: the allowed fillings of some cells as a layered automaton, in other words a decision diagram.

A path from the first to the last layer spells one filling, a digit for each cell. Every kind of constraint can be
written in this form, so an engine without a form of its own for a kind takes its layers.

Gilles Pesant, A regular language membership constraint for finite sequences of variables (2004).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeVar

from sudokubench.constraints.words import TOO_MANY_STATES
from sudokubench.errors import UsageError

MOST_EDGES = 200_000
"""Largest number of edges that are built for one statement."""

Edge = tuple[int, int, int]
"""A node of one layer, a digit from 1, and a node of the next layer."""

State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Layers:
    """The allowed fillings of some cells, as a smallest deterministic automaton. Each edge lies on a full path.

    Attributes:
        cells: The cells, in the order of the layers.
        edges: For each cell its edges, from nodes of its layer to nodes of the next layer. Nodes are numbered from 0
            in each layer; the first and the last layer have node 0 only. If there are no edges, no filling is allowed.
    """

    cells: tuple[int, ...]
    edges: tuple[tuple[Edge, ...], ...]


def layers(
    cells: tuple[int, ...],
    size: int,
    start: State,
    step: Callable[[int, State, int], State | None],
    accepts: Callable[[State], bool],
) -> Layers:
    """Return the layers of an automaton, without dead ends and with equal nodes joined.

    Args:
        cells: The cells, in the order in which the automaton reads them.
        size: The digits are 1 to `size`.
        start: The state before the first cell.
        step: Takes the index of a cell, a state and a digit; returns the next state, None if the digit is not allowed.
        accepts: Whether the automaton accepts a state after the last cell.

    Raises:
        UsageError: There are more than `MOST_EDGES` edges.
    """
    levels: list[dict[State, int]] = [{start: 0}]
    made: list[list[Edge]] = []
    total = 0
    for k in range(len(cells)):
        edges: list[Edge] = []
        following: dict[State, int] = {}
        for state, number in levels[-1].items():
            for digit in range(1, size + 1):
                if (new := step(k, state, digit)) is not None:
                    edges.append((number, digit, following.setdefault(new, len(following))))
            if total + len(edges) > MOST_EDGES:
                raise UsageError(TOO_MANY_STATES.format(most=f"{MOST_EDGES:,}"))
        total += len(edges)
        made.append(edges)
        levels.append(following)
    # Go backwards: join nodes with the same ways to the end, and leave out nodes without a way to the end.
    node_of: dict[int, int] = {number: 0 for state, number in levels[-1].items() if accepts(state)}
    kept: list[tuple[Edge, ...]] = []
    for edges in reversed(made):
        ways: dict[int, list[tuple[int, int]]] = {}
        for source, digit, to in edges:
            if to in node_of:
                ways.setdefault(source, []).append((digit, node_of[to]))
        numbers: dict[tuple[tuple[int, int], ...], int] = {}
        node_of = {source: numbers.setdefault(tuple(way), len(numbers)) for source, way in ways.items()}
        kept.append(tuple((number, digit, to) for way, number in numbers.items() for digit, to in way))
    return Layers(cells, tuple(reversed(kept)))
