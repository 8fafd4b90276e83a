"""Graphs as exact covers: proper colourings, and perfect matchings.

A graph has a name: `petersen`, `cycle5`, `complete6`, `cube3` (the corners of a cube of that dimension), or `queen5`
(the squares of a chessboard of that size; an edge is a move of a queen).
"""

from __future__ import annotations

from itertools import combinations

from sudokubench.problem import ExactCover, cover
from sudokubench.problems import words
from sudokubench.problems.family import Family

Edges = list[tuple[int, int]]


def colourings(name: str, graph: str, colours: int) -> ExactCover:
    """Return the cover of the colourings of a graph with at most this number of colours: neighbours differ."""
    n, edges = _graph(graph)
    at = {v: [f"{a}-{b}" for a, b in edges if v in {a, b}] for v in range(n)}
    options = {
        f"{v}={k}": [f"vertex {v}", *(f"{edge}={k}" for edge in at[v])]
        for v in range(n)
        for k in range(1, colours + 1)
    }
    secondary = [f"{a}-{b}={k}" for a, b in edges for k in range(1, colours + 1)]
    return cover(options.items(), name=name, secondary=secondary)


def matchings(name: str, graph: str) -> ExactCover:
    """Return the cover of the perfect matchings of a graph: edges that hold every vertex exactly once."""
    n, edges = _graph(graph)
    return cover(((f"{a}-{b}", [str(a), str(b)]) for a, b in edges), name=name, primary=map(str, range(n)))


def _graph(graph: str) -> tuple[int, Edges]:
    """Return the number of vertices of a graph, and its edges, the smaller vertex first."""
    kind = graph.rstrip("0123456789")
    size = int(graph[len(kind) :] or 0)
    if kind == "petersen":
        outer = [(i, (i + 1) % 5) for i in range(5)]
        inner = [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
        return 10, _ordered([*outer, *inner, *((i, i + 5) for i in range(5))])
    if kind == "cycle":
        return size, _ordered([(i, (i + 1) % size) for i in range(size)])
    if kind == "complete":
        return size, list(combinations(range(size), 2))
    if kind == "cube":
        return 2**size, [(i, i | 1 << k) for i in range(2**size) for k in range(size) if not i >> k & 1]
    squares = [divmod(i, size) for i in range(size * size)]
    return size * size, [
        (i, j)
        for (i, (r, c)), (j, (s, d)) in combinations(enumerate(squares), 2)
        if r == s or c == d or abs(r - s) == abs(c - d)
    ]


def _ordered(edges: Edges) -> Edges:
    return sorted({(min(edge), max(edge)) for edge in edges if edge[0] != edge[1]})


_GRAPH = r"(petersen|(?:cycle|complete)[1-9][0-9]?|cube(?:[1-9]|10)|queen(?:[1-9]|1[0-9]))"

FAMILIES = (
    Family("colouring:GRAPH:COLOURS", words.COLOURINGS, rf"{_GRAPH}:([1-9][0-9]?)",
        colourings, 99, "colouring:petersen:3"),
    Family("matching:GRAPH", words.MATCHINGS, _GRAPH, matchings, 99, "matching:cube3"),
)  # fmt: skip
