"""Build exact covers of layouts, with or without constraints, and reduce covers by chosen options.

Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from sudokubench import constraints, core_words
from sudokubench.constraints import AllDifferent, Relation, Statement
from sudokubench.encodings.fillings import fillings, layers_of, too_large
from sudokubench.encodings.words import NO_COVER
from sudokubench.errors import UsageError
from sudokubench.layout import Layout
from sudokubench.problem import (
    Colours,
    ExactCover,
    Instance,
    Multiplicities,
    Problem,
    Variant,
    cover,
    layout_of,
    not_understood,
)
from sudokubench.words import Words

STATEMENTS = constraints.STATEMENTS
"""Statements of constraints that a cover can express."""

RULES = frozenset({Colours, Multiplicities})
"""The rules that a cover may have beyond those of a plain exact cover."""


def unsupported(problem: Problem, statements: Collection[type] = STATEMENTS) -> Words | None:
    """Return why a problem cannot be expressed as an exact cover with these statements, or None if it can."""
    reason = not_understood(problem, statements) or too_large(problem)
    if reason is None and isinstance(problem, Variant) and Colours not in statements:
        for constraint, statement in problem.statements():
            if _layered(problem, statement):
                return core_words.NOT_UNDERSTOOD.format(
                    constraint=constraint.describe(problem.layout), statement=Colours.__name__
                )
    return reason


def _layered(variant: Variant, statement: Statement) -> bool:
    """Return whether a cover needs coloured items for a statement, as a graph in layers (`constraints.layers`)."""
    plain = isinstance(statement, AllDifferent | Relation) or len(statement.cells) == 1
    return not plain and fillings(variant, statement) is None


def cover_of(problem: Problem) -> ExactCover:
    """Return the exact cover of a problem; raise UsageError if a cover cannot express one of its constraints."""
    return _cover_of_variant(problem) if isinstance(problem, Variant) else plain_cover(problem)


def plain_cover(problem: Problem) -> ExactCover:
    """Return the cover of a problem without its constraints; instances and solutions refer to its options."""
    return problem if isinstance(problem, ExactCover) else _cover_of_layout(layout_of(problem))


@dataclass(frozen=True, slots=True)
class Groups:
    """The rules of a cover as sets of options, for encodings and models.

    Attributes:
        exactly_one: The options of each primary item that is covered once. An empty group allows no solution.
        at_most_one: Groups for secondary items, and for primary items that are covered at most once.
        between: The options of each other primary item, and the least and the largest number of chosen ones.
        any_of: Sets of two or more options that give an item the same colour. The number `len(cover.options) + k` in a
            group stands for "an option of any_of[k] is chosen".
        nested: Whether a solution may contain another solution. If so, a rule that excludes a solution also names the
            options outside this solution.
    """

    exactly_one: tuple[tuple[int, ...], ...]
    at_most_one: tuple[tuple[int, ...], ...]
    between: tuple[tuple[tuple[int, ...], int, int], ...] = ()
    any_of: tuple[tuple[int, ...], ...] = ()
    nested: bool = False


def groups_of(whole: ExactCover) -> Groups:
    """Return the rules of a cover as sets of options."""
    once, rarely = list(whole.options_of[: whole.primary]), list(whole.options_of[whole.primary :])
    if not whole.colours and not whole.bounds:
        return Groups(tuple(once), tuple(rarely))
    any_of: list[tuple[int, ...]] = []
    if whole.colours:
        classes: list[dict[object, list[int]]] = [{} for _ in whole.items]
        for option in range(len(whole.options)):
            for item, colour in whole.coloured(option):
                classes[item].setdefault(colour or (option,), []).append(option)
        for item, alike in enumerate(classes[whole.primary :]):
            rarely[item] = ()
            for same in alike.values() if len(alike) > 1 else ():
                if len(same) > 1:
                    any_of.append(tuple(same))
                rarely[item] += (len(whole.options) + len(any_of) - 1 if same[1:] else same[0],)
    between = []
    if whole.bounds:
        items, once = once, []
        for options, (low, high) in zip(items, whole.bounds, strict=True):
            most = min(high, len(options))
            if low > most or low == most == 1:
                once.append(options if low == 1 else ())
            elif (low, most) == (0, 1):
                rarely.append(options)
            elif options:
                between.append((options, low, most))
    nested = any(low < high for low, high in whole.bounds)
    return Groups(tuple(once), tuple(rarely), tuple(between), tuple(any_of), nested)


def option_count(problem: Problem) -> int:
    """Return how many options `plain_cover` has. Instances and solutions of the problem refer to these options."""
    return plain_cover(problem).n_options


def solution_fault(problem: Problem, solution: Sequence[int], instance: Instance) -> str | None:
    """Return why these options do not solve an instance of a problem, or None if they do; no engine is used."""
    fault = plain_cover(problem).fault(solution, instance)
    if fault is None and isinstance(problem, Variant):
        return problem.fault(problem.layout.digits(solution))
    return fault


@lru_cache(maxsize=64)
def _cover_of_layout(layout: Layout) -> ExactCover:
    """Return the cover of a layout. Items: each cell, then each digit in each house, in the order of `layout.houses`.

    A 9x9 has 324 items: cell 9r + c, row 81 + 9r + d, column 162 + 9c + d, box 243 + 9b + d, with d from 0. It has 729
    options; each puts one digit into one cell. Extra houses with a cell for each digit follow as primary items. Smaller
    houses hold a digit at most once, so they follow as secondary items.
    """
    n = layout.size
    whole = [h for h, house in enumerate(layout.houses) if len(house.cells) == n]
    part = [h for h, house in enumerate(layout.houses) if len(house.cells) < n]
    first_item = {h: n * n + n * i for i, h in enumerate(whole + part)}
    items = [layout.cell_name(cell) for cell in range(n * n)]
    items += [f"{layout.houses[h].name}#{d + 1}" for h in whole + part for d in range(n)]
    options = tuple(
        tuple(sorted([cell, *(first_item[h] + d for h in layout.houses_of[cell])]))
        for cell in range(n * n)
        for d in range(n)
    )
    names = tuple(layout.option_name(option) for option in range(n**3))
    return ExactCover(str(layout), tuple(items), n * n + n * len(whole), options, names)


@lru_cache(maxsize=8)
def _cover_of_variant(variant: Variant) -> ExactCover:
    """Return the cover of the layout, with further items and auxiliary options for its constraints.

    - Cells that differ: each digit has a secondary item.
    - Two cells in a relation: each digit of the first cell has a secondary item. This digit covers the item, and so do
      the digits of the second cell that the relation does not allow with it.
    - One cell: its allowed digits cover a primary item.
    - A sum whose fillings are listed (`fillings`): they are auxiliary options and cover a primary item. Each digit of
      each of its cells has a secondary item. The option of that digit covers the item, and so does every filling with
      another digit in that cell. So a filling is chosen exactly if its digits are chosen, and every solution has one
      filling.
    - Any other statement: the edges of its layers are auxiliary options. Each layer has a primary item. Colours hold
      the digit of each cell and the node between two layers.

    The names of these items never end with #DIGIT, as names of houses do.
    """
    reason = unsupported(variant, STATEMENTS | RULES)
    if reason is not None:
        raise UsageError(NO_COVER.format(problem=variant, reason=reason))
    layout, plain = variant.layout, _cover_of_layout(variant.layout)
    digits = range(layout.size)
    names = list(plain.option_names)
    covers = [[plain.items[item] for item in items] for items in plain.options]
    primary, secondary = list(plain.items[: plain.primary]), list(plain.items[plain.primary :])
    for number, (_, statement) in enumerate(variant.statements(), 1):
        cells = statement.cells
        options = [layout.size * cell + d for cell in cells for d in digits]
        if isinstance(statement, AllDifferent):
            different = [f"{d + 1} in differ{number}" for d in digits]
            secondary += different
            for option in options:
                covers[option].append(different[option % layout.size])
        elif isinstance(statement, Relation):
            first, second = cells
            for d in digits:
                secondary.append(f"{d + 1} in relation{number}")
                covers[layout.option(first, d + 1)].append(secondary[-1])
                for e in digits:
                    if (d + 1, e + 1) not in statement.pairs:
                        covers[layout.option(second, e + 1)].append(secondary[-1])
        elif len(cells) == 1:
            primary.append(f"digit{number}")
            for option in options:
                if statement.holds([option % layout.size + 1]):
                    covers[option].append(primary[-1])
        elif (found := fillings(variant, statement)) is not None:
            total, held = f"sum{number}", {option: f"{names[option]} in sum{number}" for option in options}
            primary.append(total)
            secondary += held.values()
            for option in options:
                covers[option].append(held[option])
            for filling in found:
                chosen = [layout.option(cell, digit) for cell, digit in zip(cells, filling, strict=True)]
                names.append(" ".join(names[option] for option in chosen))
                covers.append([total, *(held[option] for option in options if option not in chosen)])
        else:
            held = {cell: f"{layout.cell_name(cell)} in rule{number}" for cell in cells}
            states = ["", *(f"after {layout.cell_name(cell)} in rule{number}" for cell in cells[:-1]), ""]
            secondary += [*held.values(), *states[1:-1]]
            for option in options:
                covers[option].append(f"{held[option // layout.size]}:{option % layout.size + 1}")
            for k, edges in enumerate(layers_of(statement, layout.size).edges):
                primary.append(f"step {k + 1} of rule{number}")
                for source, digit, to in edges:
                    ends = [f"{state}:{node}" for state, node in zip(states[k:], (source, to)) if state]  # noqa: B905
                    names.append(
                        f"{layout.option_name(layout.option(cells[k], digit))} in rule{number}: {source} to {to}"
                    )
                    covers.append([primary[-1], f"{held[cells[k]]}:{digit}", *ends])
    whole = cover(zip(names, covers, strict=True), primary=primary, secondary=secondary, name=str(variant))
    return replace(whole, auxiliary=len(names) - plain.n_options)


def reduced(whole: ExactCover, instance: Instance) -> ExactCover | None:
    """Return the rest of a cover after some options are chosen and some forbidden.

    Return None if chosen options contradict each other, or one of them is forbidden. The rest lacks the chosen and the
    forbidden options, every option that does not fit the chosen ones, and every item that the chosen options cover as
    often as allowed. Items and options keep their names and order. If n chosen options cover an item less often than
    allowed, its bounds fall by n. One clue of a 9x9 leaves 700 options x 320 items.
    """
    colour_of: dict[int, int] = {}
    times = Counter(item for option in instance.chosen for item in whole.options[option])
    for option in instance.chosen:
        for item, colour in whole.coloured(option):
            if times[item] > 1 and item >= whole.primary and not colour_of.get(item, colour) == colour > 0:
                return None
            colour_of[item] = colour
    if any(count > whole.times(item)[1] for item, count in times.items() if item < whole.primary):
        return None
    if not set(instance.chosen).isdisjoint(instance.forbidden):
        return None
    gone = {*instance.chosen, *instance.forbidden}
    covered = {item for item, n in times.items() if item >= whole.primary or n == whole.times(item)[1]}
    for item in covered:
        own = 0 if item < whole.primary else colour_of[item]
        gone.update(o for o in whole.options_of[item] if not own or (item, own) not in whole.coloured(o))
    index = {item: i for i, item in enumerate(i for i in range(len(whole.items)) if i not in covered)}
    kept = [option for option in range(len(whole.options)) if option not in gone]
    rows = [[(index[item], c) for item, c in whole.coloured(option) if item in index] for option in kept]
    bounds = [
        (max(0, low - times[i]), high - times[i]) for i, (low, high) in enumerate(whole.bounds) if i in index
    ]
    return replace(
        whole,
        items=tuple(whole.items[item] for item in index),
        primary=sum(item < whole.primary for item in index),
        options=tuple(tuple(item for item, _ in row) for row in rows),
        option_names=tuple(whole.option_names[option] for option in kept),
        auxiliary=sum(option >= whole.n_options for option in kept),
        labels=tuple(whole.labels[option] for option in kept) if whole.labels else (),
        colours=tuple(tuple(colour for _, colour in row) for row in rows) if whole.colours else (),
        bounds=tuple(bounds),
        costs=tuple(whole.costs[option] for option in kept) if whole.costs else (),
    )


def remaining(
    whole: ExactCover, instance: Instance, order: Sequence[int] | None
) -> tuple[list[int], int, int, list[list[int]], list[int] | None, list[list[int]] | None] | None:
    """Return what an instance leaves of a cover without multiplicities, as numbers only.

    Return None if chosen options contradict each other, or one of them is forbidden.

    Returns:
        Six values: the ids of the remaining options; the number of items; the number of primary items; the items of
        each option, numbered anew; the given order of the primary items, without covered ones; and the items that each
        option needs (see `conditions`), or None if each option needs the items that it covers.
    """
    n, options, needs = conditions(whole)
    forbidden, gone = set(instance.forbidden), set[int]()
    for option in instance.chosen:
        if option in forbidden or not gone.isdisjoint(needs[option]):
            return None
        gone.update(options[option])
    index = {item: i for i, item in enumerate(i for i in range(n) if i not in gone)}
    ids = [o for o, needed in enumerate(needs) if o not in forbidden and gone.isdisjoint(needed)]
    left = None if order is None else [index[item] for item in order if item not in gone]
    n_primary = sum(item < whole.primary for item in index)
    rows = [[index[item] for item in options[o] if item in index] for o in ids]
    needed = None if needs is options else [[index[item] for item in needs[o]] for o in ids]
    return ids, len(index), n_primary, rows, left, needed


@lru_cache(maxsize=16)
def conditions(whole: ExactCover) -> tuple[int, Sequence[Sequence[int]], Sequence[Sequence[int]]]:
    """Return the conditions of a cover in a form without colours.

    Each colour of a secondary item becomes an item; "no colour" counts as a colour here. An option that gives the
    secondary item a colour covers the items of all other colours. It needs the item of its own colour, which must not
    be covered. An option that gives the secondary item no colour covers all these items.

    Returns:
        The number of items; the items that each option covers; and the items that it needs, which no other option may
        cover. Without colours the last two are the same object.
    """
    if not whole.colours:
        return len(whole.items), whole.options, whole.options
    number: dict[tuple[int, int], int] = {(item, 0): item for item in range(whole.primary)}
    of_item: list[set[int]] = [set() for _ in whole.items]
    needs = []
    for option in range(len(whole.options)):
        needs.append([number.setdefault(one, len(number)) for one in whole.coloured(option)])
        for item, needed in zip(whole.options[option], needs[-1], strict=True):
            of_item[item].add(needed)
    covers = [
        [k for item, c in whole.coloured(o) for k in of_item[item] if not c or k != number[item, c]]
        for o in range(len(whole.options))
    ]
    return len(number), covers, needs
