"""Chains of alternating strong and weak links: X-Chain, XY-Chain, AIC, nice loops, with or without groups; Remote Pair.

A chain begins and ends with a strong link. It says: if its start is false, its end is true. So every candidate with a
weak link to both ends is false. If the ends exclude each other, the chain is a loop. Then each of its weak links has
one true end. If start and end are the same candidate, this candidate is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from sudokubench.logic.geometry import bits_of, board_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.link_graph import Graph, StrongLink, build, cell_links, group_links, house_links
from sudokubench.logic.rule import Finder, Rule, leanly, smallest_first
from sudokubench.logic.step import Group, Step, options_at, options_in
from sudokubench.logic.step_parts import Link

LONGEST, LONGEST_LOOP = 32, 12
"""Largest number of strong links of a chain, and of a loop if a rule looks only for shortest loops."""

Ids = tuple[int, ...]
GraphMaker = Callable[[CandidateGrid], Graph]
LinkMaker = Callable[[CandidateGrid], list[StrongLink]]


def graph_of(name: str, *links: LinkMaker, between_digits: bool = True) -> GraphMaker:
    """Return a function that makes the graph of some kinds of links. Each state caches the graph under `name`."""
    return partial(_graph, name, links, between_digits)  # not a closure: rules go to other processes


def _graph(name: str, links: Sequence[LinkMaker], between_digits: bool, grid: CandidateGrid) -> Graph:
    def make(grid: CandidateGrid) -> Graph:
        return build(grid, [link for found in links for link in found(grid)], between_digits=between_digits)

    return grid.kept(name, make)


_x_graph = graph_of("x graph", house_links, between_digits=False)
_xy_graph = graph_of("xy graph", cell_links, between_digits=False)
full_graph = graph_of("full graph", cell_links, house_links)
_grouped_graph = graph_of("grouped graph", cell_links, house_links, group_links)


def _step(
    rule: str,
    graph: Graph,
    path: list[int],
    placed: Ids,
    gone: Ids,
    groups: tuple[Group, ...],
    links: tuple[Link, ...],
) -> Step:
    digits, items = tuple(sorted({graph.digit(node) for node in path})), graph.items(path)
    return Step(rule, digits, placed, gone, items, groups, links=links, length=len(path) // 2)


def chain_step(
    rule: str, graph: Graph, path: list[int], gone: Ids, placed: Ids = (), *, closed: bool = False
) -> Step:
    """Return the step of a chain: it places `placed`, or else eliminates `gone`. A `closed` chain is a loop."""
    ends = (("start", graph.options(path[0])), ("end", graph.options(path[-1])), *_sets(graph, path))
    return _step(rule, graph, path, placed, () if placed else gone, ends, graph.links(path, closed))


def _sets(graph: Graph, path: list[int]) -> list[Group]:
    """Return, in order, the almost locked sets of several cells that give strong links of a chain."""
    n, links = graph.size, zip(path[::2], path[1::2], strict=True)
    sets = [cells for link in links if len(cells := graph.strong[link]) > 1]
    return [("set", tuple(o for o in graph.candidates if o // n in cells)) for cells in sets]


def _loop_step(grid: CandidateGrid, rule: str, graph: Graph, path: list[int]) -> Iterator[Step]:
    gone = set[int]()
    inner = [*path[1:], path[0]]
    for a, b in zip(inner[::2], inner[1::2], strict=True):
        gone.update(graph.killed(a, b))
    for a, b in zip(path[::2], path[1::2], strict=True):
        gone.update(_locked(grid, graph, a, b))
    # Candidates of the loop need no exception: the eliminations hold for them, too.
    if gone:
        groups = (("loop", tuple(o for node in path for o in graph.options(node))), *_sets(graph, path))
        yield _step(rule, graph, path, (), tuple(sorted(gone)), groups, graph.links(path, closed=True))


def _locked(grid: CandidateGrid, graph: Graph, a: int, b: int) -> Iterator[int]:
    """Yield what an almost locked set on a loop rules out: it lacks one of the linked digits, so it has all others."""
    cells = graph.strong[a, b]
    if len(cells) > 1:
        for d, board in enumerate(grid.boards):
            places = board & board_of(cells)
            if places and d + 1 not in {graph.digit(a), graph.digit(b)}:
                yield from options_at(graph.size, d, board & grid.geometry.common_peers(places))


def shortest_chains(
    grid: CandidateGrid, rule: str, make: GraphMaker, longest: int = LONGEST, *, loops: bool = False
) -> Iterator[Step]:
    """Yield the steps of shortest chains: those of the least measure, see `kernels.chains.shortest`.

    Together, these steps settle every candidate that any chain of this measure settles. With `loops`, each chain is a
    loop and eliminates only by its last link. This is enough, because every link of a loop is the last link of some
    chain.
    """
    import numpy as np

    from sudokubench.kernels.chains import shortest

    graph = make(grid)
    cells = np.array(graph.candidates, np.int32) // graph.size
    measure, first, last = shortest(graph.rows, cells, longest, loops)
    length, closed = (measure + 1) // 2, measure % 2 > 0
    for s, e in dict.fromkeys(zip(first.tolist(), last.tolist(), strict=True)):
        if s >= 0:
            path = graph.path(s, e, length)
            if s == e:
                yield chain_step(rule, graph, path, (), graph.options(s))
            else:
                yield chain_step(rule, graph, path, graph.killed(s, e), closed=closed)


def nodes_of(step: Step) -> int:
    """Count the nodes of a chain: two for each strong link, minus two if its ends exclude each other or are equal."""
    closed = step.placed or len(step.links) == 2 * step.length
    return 2 * step.length - 2 * bool(closed)


def _x_chains_of(grid: CandidateGrid, d: int) -> list[Step]:
    if len(grid.strong_houses(d + 1)) < 2:
        return []
    graph = build(grid, house_links(grid, d), between_digits=False, only=d)
    return list(shortest_chains(grid, "x_chain", lambda _: graph))


def x_chain(grid: CandidateGrid) -> Iterator[Step]:
    """Find the shortest chains of one digit; search again only for digits that have changed."""
    return iter(_shortest([step for found in grid.by_digit("x chains", _x_chains_of) for step in found]))


def _shortest(steps: list[Step]) -> list[Step]:
    measures = [(step.length, nodes_of(step)) for step in steps]
    least = min(measures, default=None)
    return [step for step, measure in zip(steps, measures, strict=True) if measure == least]


def _conclusions(grid: CandidateGrid, graph: Graph, longest: int) -> Iterator[tuple[int, int, int, Ids, Ids]]:
    """Yield the conclusions of chains: (start, end, length of a shortest chain, placed options, options ruled out)."""
    for s, e, length in graph.pairs(longest):
        if s == e and s < graph.singles:
            yield s, e, length, graph.options(s), ()
            cell, d = divmod(graph.candidates[s], graph.size)
            gone = options_in(grid, 1 << cell, ~(1 << d))
        else:
            gone = graph.killed(s, e)
        if gone:
            yield s, e, length, (), gone


def chains(grid: CandidateGrid, rule: str, make: GraphMaker, longest: int = LONGEST) -> Iterator[Step]:
    """Find the step of one shortest chain for each pair of ends. If both ends are one candidate, also place it."""
    graph = make(grid)
    for s, e, length, placed, gone in _conclusions(grid, graph, longest):
        yield chain_step(rule, graph, graph.path(s, e, length), gone, placed)


def largest_chain(grid: CandidateGrid, rule: str, make: GraphMaker) -> Iterator[Step]:
    """Among the steps of `chains` that rule out the most candidates, find the shortest."""
    graph = make(grid)
    found = _conclusions(grid, graph, LONGEST)
    best = min(found, key=lambda each: (-len(each[4]), each[2]), default=None)
    if best is not None:
        s, e, length, placed, gone = best
        yield chain_step(rule, graph, graph.path(s, e, length), gone, placed)


def every_chain(grid: CandidateGrid, rule: str, make: GraphMaker) -> Iterator[Step]:
    """Find the steps of `chains`; for a step with several eliminations, also yield one step for each."""
    for step in chains(grid, rule, make):
        yield step
        if len(step.eliminated) > 1:
            yield from (replace(step, eliminated=(option,)) for option in step.eliminated)


def every_loop(grid: CandidateGrid, rule: str, make: GraphMaker, longest: int = LONGEST) -> Iterator[Step]:
    """Find one shortest loop for each pair of ends that exclude each other."""
    graph = make(grid)
    for s, e, length in graph.pairs(longest):
        if s != e and e in graph.weak(s):
            yield from _loop_step(grid, rule, graph, graph.path(s, e, length))


def shortest_loops(grid: CandidateGrid, rule: str, make: GraphMaker) -> Iterator[Step]:
    """Find the loops of the smallest length that change anything, each conclusion once."""
    found = dict[object, Step]()
    for step in _shortest(list(every_loop(grid, rule, make, LONGEST_LOOP))):
        found.setdefault(step.conclusion, step)
    return iter(found.values())


def remote_pair(grid: CandidateGrid) -> Iterator[Step]:
    """Find a path of an even number of cells (at least four) with the same two candidates; each cell sees the next.

    The two end cells hold different digits, so a cell that sees both of them holds neither digit.
    """
    geometry, masks = grid.geometry, grid.cells
    n, peers = geometry.size, geometry.peers
    pairs: dict[int, int] = {}
    for cell in bits_of(grid.bivalue & grid.unplaced):
        pairs[masks[cell]] = pairs.get(masks[cell], 0) | 1 << cell
    for mask, cells in pairs.items():
        if cells.bit_count() < 4:
            continue
        x, y = bits_of(mask)
        for start in bits_of(cells):
            paths: dict[int, Ids] = {start: (start,)}  # from each cell back to the start
            queue = [start]
            for cell in queue:
                for other in bits_of(cells & peers[cell]):
                    if other not in paths:
                        paths[other] = (other, *paths[cell])
                        queue.append(other)
            for end in queue:
                path = paths[end]
                if end < start or len(path) % 2 or len(path) < 4:
                    continue
                seen = peers[start] & peers[end]
                gone = [n * c + d for d in (x, y) for c in bits_of(grid.boards[d] & seen & ~cells)]
                if gone:
                    in_order = tuple(n * cell + d for cell in path for d in (x, y))
                    groups = (("path", in_order), ("end", (*in_order[:2], *in_order[-2:])))
                    yield Step("remote_pair", (x + 1, y + 1), (), tuple(gone), path, groups, length=len(path))


def growing(rule: Rule, others: Finder) -> Rule:
    """Return a rule that finds its smallest steps first, and then its other steps."""
    find = partial(smallest_first, smallest=rule.find, others=others)
    return replace(rule, find=find, smallest=rule.find, length_scale=True)


_SOURCE = "folklore; Sudopedia, Alternating Inference Chain; Eppstein, Nonrepetitive Paths and Cycles in Graphs (2005)"


def _chain(
    name: str, make: GraphMaker, se: float, score: int, *codes: str, first: Finder | None = None
) -> Rule:
    finders = (shortest_chains, every_chain, largest_chain, chains)
    smallest, every, largest, others = (partial(find, rule=name, make=make) for find in finders)
    rule = Rule(name, first or smallest, se, score, _SOURCE, codes, every=every, largest=largest)
    return growing(rule, others)


def _loop(name: str, make: GraphMaker, se: float, score: int, code: str, implied_by: str) -> Rule:
    smallest = partial(shortest_loops, rule=name, make=make)
    rule = Rule(name, smallest, se, score, _SOURCE, (code,), implied_by=(implied_by,))
    return leanly(growing(rule, partial(every_loop, rule=name, make=make)))


_shortest_cycles = partial(shortest_chains, rule="y_cycle", make=_xy_graph, loops=True)

RULES = (
    Rule("remote_pair", remote_pair, 6.6, 110, _SOURCE, ("0703",), length_scale=True),
    _chain("x_chain", _x_graph, 6.6, 260, "0701", "0403", first=x_chain),
    _chain("xy_chain", _xy_graph, 6.6, 260, "0702"),
    growing(
        Rule("y_cycle", _shortest_cycles, 6.5, 260, _SOURCE),
        partial(every_loop, rule="y_cycle", make=_xy_graph),
    ),
    _loop("nice_loop", full_graph, 7.0, 280, "0706", "aic"),
    _chain("aic", full_graph, 7.0, 280, "0707", "0708"),
    _loop("grouped_nice_loop", _grouped_graph, 7.3, 300, "0709", "grouped_aic"),
    _chain("grouped_aic", _grouped_graph, 7.3, 300, "0710", "0711"),
)
