"""Forcing chains and nets: the consequences of an assumption, and what follows from every way to settle an item.

An assumption that ends in a clash is wrong. A consequence is true if it follows from every candidate of a cell, or from
every place of a digit in a house. It is also true if it follows both from a candidate and from its negation. Chains use
only bivalue cells and houses with two places. Nets use every cell and house. Nets with patterns also use locked
candidates, pairs and X-wings. The three hardest nets also make further assumptions below an assumption.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from sudokubench.kernels.compiled import DeferredKernel
from sudokubench.kernels.forcing import codes
from sudokubench.kernels.forcing.net import Net
from sudokubench.logic.geometry import Geometry, bits_of
from sudokubench.logic.grid import CandidateGrid, kept
from sudokubench.logic.link_graph import padded, rows_of_bits, tables_of
from sudokubench.logic.rule import Finder, Rule
from sudokubench.logic.step import Group, Step, options_at
from sudokubench.logic.step_parts import Link, LinkKind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]

_scan, _scan_on, _explain, _explain_on = (
    DeferredKernel("sudokubench.kernels.forcing.kernel", name)
    for name in ("scan", "scan_on", "explain", "explain_on")
)
_totals_and_ties = DeferredKernel("sudokubench.kernels.forcing.ties", "totals_and_ties")

MOST = 1500
"""Largest number of candidates of a state; in larger states the rules find nothing."""


@lru_cache(maxsize=8)
def _static(geometry: Geometry) -> tuple[Ints, ...]:
    """Return the kernel's constants: item_options, option_items, rivals, crossings, pairs, phases; and its item ids."""
    import numpy as np

    n, houses, names = geometry.size, geometry.houses, geometry.exact_items
    place = {item: k for k, item in enumerate(names)}

    def of_digit(house: int, d: int, cells: int) -> list[int]:
        """Return a list: the item "this house holds the digit", then the options of the digit in `cells`."""
        return [place[geometry.item_of_place(house, d + 1)], *options_at(n, d, cells)]

    crossings = [
        (of_digit(a, d, houses[a] & ~common), options_at(n, d, houses[b] & ~common))
        for a, others in enumerate(geometry.crossings_of)
        for b, common in others
        for d in range(n)
    ]
    hidden_pairs = [[of_digit(h, d, houses[h]) for d in range(n)] for h in geometry.whole]
    naked_pairs = [[[cell, *geometry.options_of(cell)] for cell in bits_of(house)] for house in houses]
    x_wings = [
        [of_digit(h, d, houses[h]) for h in lines]
        for lines in (geometry.rows, geometry.columns)
        for d in range(n)
    ]
    tables = [*hidden_pairs, *naked_pairs, *x_wings]
    phases = accumulate(map(len, (hidden_pairs, naked_pairs, x_wings)), initial=0)
    return (
        *tables_of(geometry),
        np.hstack([padded([[*row[part]] for row in crossings], n - 1 - part) for part in range(2)]),
        np.array([padded(rows + [[]] * (n - len(rows)), n + 1) for rows in tables], np.int32),
        np.array(list(phases), np.int32),
        np.array(names, np.int32),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Nets:
    """A state of a board, prepared for the kernels.

    Attributes:
        options: Ids of the candidates of the cells without a placed digit.
        net: The state as arrays.
        names: The item of the layout for each item of the kernels.
    """

    grid: CandidateGrid
    options: Ints
    net: Net
    names: Ints

    @staticmethod
    @kept
    def of(grid: CandidateGrid) -> Nets:
        """Return a state as the arrays that the kernels take."""
        import numpy as np

        item_options, option_items, rivals, crossings, pairs, phases, names = _static(grid.geometry)
        rows = rows_of_bits([board & grid.unplaced for board in grid.boards], grid.geometry.cell_count)
        alive = rows.T.ravel().view(np.bool_)
        totals, ties = _totals_and_ties(alive, item_options, option_items)
        size = grid.geometry.size
        net = Net(alive, totals, item_options, option_items, rivals, crossings, pairs, phases, ties, size)
        return Nets(grid, np.flatnonzero(alive).astype(np.int32), net, names)

    def only(self, items: Collection[int]) -> Nets:
        """Return the state with only these items (indices of the kernels): other items give no conclusion."""
        alone = Nets.of(self.grid.knowing(int(self.names[item]) for item in items))
        totals = alone.net.totals + codes.UNUSED
        totals[list(items)] -= codes.UNUSED
        return replace(alone, net=alone.net._replace(totals=totals))

    def members(self, item: int) -> list[int]:
        """Return the candidates of an item (index of the kernels)."""
        options: list[int] = self.net.item_options[item].tolist()
        return [option for option in options if option >= 0 and self.net.alive[option]]

    def scan(self, mode: int) -> tuple[Any, Any, Any]:
        """Follow every candidate in a mode of `codes`; see `kernels.forcing.kernel.scan`."""
        from sudokubench.kernels.stopping import in_time

        result: tuple[Any, Any, Any]
        result = in_time(_scan_on, mode, self.net) if mode > codes.PATTERNS else _scan(mode, self.net)
        return result

    def branch(self, option: int, value: int, target: int, mode: int) -> AssumedBranch:
        """Assume an option true (value 1) or false (2); return the consequences with the reasons behind a target.

        The target is an option, or -1 for the clash.
        """
        if mode > codes.PATTERNS:
            return AssumedBranch(self, *_explain_on(option, value, target, mode, self.net))
        return AssumedBranch(self, *_explain(option, value, mode, self.net))


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """The proof of a step, in order of reasoning. It grows branch by branch.

    Attributes:
        items: Items (indices of the kernels). In a clash without `both`, the last item has no option left.
        links: For each literal, links from the literals that directly imply it.
        both: Two options that exclude each other but would both be true.
    """

    items: dict[int, None] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    both: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class AssumedBranch:
    """The consequences of one assumption, with reasons; see `kernels.forcing.branch`.

    Attributes:
        clash: An option that is both true and false (-1 if none), the reason of its second value, and the level.
        literals: For each option its value (1 for true, 2 for false, 0 for open), level, reason, and the other columns
            that `kernels.forcing.branch.VALUE` describes.
    """

    nets: Nets
    clash: tuple[int, int, int]
    literals: NDArray[np.int64]
    spans: NDArray[np.int64]
    members: Ints

    @property
    def values(self) -> NDArray[np.int64]:
        """The value of each option."""
        return self.literals[:, 0]

    @property
    def clashes(self) -> bool:
        """Whether some option is both true and false."""
        return self.clash[0] >= 0

    def prove(self, targets: list[int], proof: Proof) -> None:
        """Add to a proof the items and links from which the values of the targets follow, in order of reasoning."""
        done: set[int] = set()
        stack = [(option, False) for option in reversed(targets)]
        while stack:
            now, ready = stack.pop()
            if now in done:
                continue
            level, reason = self.literals[now, 1:3].tolist()
            parents, used = self.parents(now, reason, level)
            if not ready:
                stack.append((now, True))
                stack.extend((parent, False) for parent in parents if parent not in done)
                continue
            done.add(now)
            proof.items.update(dict.fromkeys(used))
            if parents:
                kind = LinkKind.STRONG if self.values[now] == 1 else LinkKind.WEAK
                proof.links.append(Link(kind, tuple(parents), (now,)))

    def parents(self, option: int, reason: int, level: int) -> tuple[list[int], list[int]]:
        """Return the options whose values directly imply the value of an option, and the items that prove this."""
        if reason < 0:
            return [], []
        if reason < codes.ITEM_REASON:
            return [reason], []
        items = [reason - codes.ITEM_REASON]
        if reason >= codes.SPAN_REASON:
            first, last = self.spans[reason - codes.SPAN_REASON, :2]
            items = self.members[first:last].tolist()
        found = dict.fromkeys(o for item in items for o in self._false_in(item, level) if o != option)
        return list(found), items

    def _false_in(self, item: int, below: int) -> list[int]:
        """Return the options of an item (index of the kernels) that were false before a level."""
        return [o for o in self.nets.members(item) if self.values[o] == 2 and self.literals[o, 1] < below]

    def prove_clash(self, proof: Proof) -> None:
        """Add the proof of the clash: an item without options, or an option that is both excluded and needed."""
        option, reason, level = map(int, self.clash)
        self.prove([option], proof)
        if self.values[option] == 1:  # a true option excludes this option
            self.prove([reason], proof)
            proof.both.extend((option, reason))
        else:  # the item has no other option left
            self.prove(self.parents(option, reason, level)[0], proof)
            proof.items.pop(reason - codes.ITEM_REASON, None)
            proof.items[reason - codes.ITEM_REASON] = None  # the last item


def forced(grid: CandidateGrid, rule: str, mode: int) -> Iterator[Step]:
    """Find the conclusions with the fewest nodes: wrong assumptions, and results that all branches of a split share.

    A node is a literal of the proof. A split is an item with its options, or an option that is true or false. A nishio
    follows only the digit of the candidate that it assumes, and splits nothing. The steps have no proof yet; `proved`
    adds it.
    """
    import numpy as np

    nets = Nets.of(grid)
    if not 0 < len(nets.options) <= MOST:
        return
    clash, measure, splits = nets.scan(mode)
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for v in range(2):
        for option in np.flatnonzero(measure[v]).tolist():
            found[option, 1 + v] = (int(measure[v, option]), int(splits[v, option]))
    for row in np.flatnonzero(clash).tolist():
        key = (int(nets.options[row // 2]), 2 if row % 2 == 0 else 1)
        length = int(clash[row])
        if key not in found or length <= found[key][0]:
            found[key] = (length, -1)
    least = min((length for length, _ in found.values()), default=0)
    for (option, value), (length, split) in found.items():
        if length == least:
            yield _concluded(nets, rule, option, value, split, length)


def _concluded(nets: Nets, rule: str, option: int, value: int, split: int, length: int) -> Step:
    """Return a step without its proof: an option is true (value 1) or false (2).

    A `split` of -1 means that the opposite assumption clashes. Otherwise all branches of a split agree. If `split` is 0
    or more, it is an item, which the step cites, and its candidates are the branches. If it is less than -1, the
    branches say that the option -2 - `split` is true or false.
    """
    items: tuple[int, ...] = ()
    group: Group = ("assumption", (option if split == -1 else -2 - split,))
    if split >= 0:
        items, group = (int(nets.names[split]),), ("split", tuple(nets.members(split)))
    placed, gone = ((option,), ()) if value == 1 else ((), (option,))
    return Step(rule, (option % nets.net.size + 1,), placed, gone, items, (group,), length=length)


def _proof(nets: Nets, step: Step, mode: int) -> Proof | None:
    """Return the proof of a step in a mode of `kernels.forcing.codes`; None if a branch does not lead to its end."""
    role, options = step.groups[0]
    (option,), value = step.placed or step.eliminated, 1 if step.placed else 2
    proof = Proof()
    if role == "split":
        proof.items[nets.names.tolist().index(step.items[0])] = None
        roots = [(root, 1) for root in options]
    elif options == (option,):
        branch = nets.branch(option, 3 - value, -1, mode)
        if branch.clashes:
            branch.prove_clash(proof)
        return proof if branch.clashes else None
    else:
        roots = [(options[0], 1), (options[0], 2)]
    for root in roots:
        branch = nets.branch(*root, option, mode)
        if branch.values[option] != value:
            return None
        branch.prove([option], proof)
    return proof


def _with_proof(nets: Nets, step: Step, proof: Proof | None) -> Step:
    assert proof is not None
    items = tuple(int(nets.names[item]) for item in proof.items)
    groups = step.groups[:1] + ((("clash", tuple(proof.both)),) if proof.both else ())
    return replace(step, items=items, groups=groups, links=tuple(proof.links))


def proved(grid: CandidateGrid, step: Step, mode: int) -> Step:
    """Return a step of `forced` with its proof: items and links."""
    nets = Nets.of(grid)
    return _with_proof(nets, step, _proof(nets, step, mode))


def leaner(grid: CandidateGrid, step: Step, mode: int) -> Step:
    """Return a step with the same conclusion and only the items that the same reasoning needs."""
    nets = Nets.of(grid)
    best = _proof(nets, step, mode)
    assert best is not None
    for item in tuple(best.items)[step.groups[0][0] == "split" :]:  # the first item of a split must stay
        left = best.items.keys() - {item}
        if item in best.items:
            fewer = _proof(nets.only(left), step, mode)
            if fewer is not None and fewer.items.keys() <= left:
                best = fewer
    return _with_proof(nets, step, best)


_SOURCE = "N. Juillerat, Sudoku Explainer (2006); D. Berthier, The Hidden Logic of Sudoku (2007)"


def _rule(name: str, mode: int, se: float, score: int) -> Rule:
    bare = partial(forced, rule=name, mode=mode)
    find, tidy = partial(_all_proved, bare=bare, mode=mode), partial(leaner, mode=mode)
    return Rule(name, find, se, score, _SOURCE, bare=bare, length_scale=True, tidy=tidy, assumes=True)


def _all_proved(grid: CandidateGrid, bare: Finder, mode: int) -> Iterator[Step]:
    return (proved(grid, step, mode) for step in bare(grid))


RULES = (
    _rule("nishio", codes.SINGLE_DIGIT, 7.5, 500),
    _rule("forcing_chain", codes.BINARY, 8.0, 500),
    _rule("forcing_net", codes.FULL, 8.5, 700),
    _rule("forcing_net_patterns", codes.PATTERNS, 9.0, 700),
    _rule("net_with_chains", codes.CHAINS, 9.5, 1000),
    _rule("net_with_forcing_chains", codes.MULTIPLE, 10.0, 1000),
    _rule("nested_net", codes.NESTED, 10.5, 1000),
)
