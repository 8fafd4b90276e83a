"""Exact cover: the cover that a layout is, what is left of a cover once options are chosen, and its text.

Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1.
"""

from __future__ import annotations

from functools import lru_cache

from sudokubench.layout import Layout
from sudokubench.problem import ExactCover, Instance, Problem


def cover_of(problem: Problem) -> ExactCover:
    """The exact cover of a problem. A layout's is built once and kept."""
    return problem if isinstance(problem, ExactCover) else _cover_of_layout(problem)


@lru_cache(maxsize=64)
def _cover_of_layout(layout: Layout) -> ExactCover:
    """Items: every cell, then every digit in every house, in the order of `layout.houses`.

    For 9x9: cell 9r + c, row 81 + 9r + d, column 162 + 9c + d, box 243 + 9b + d, with d from 0: 324 items. An
    option puts one digit into one cell: 729. Extra houses with a cell for each digit follow as primary items;
    smaller ones, whose digits appear at most once, as secondary items.
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


def reduced(whole: ExactCover, instance: Instance) -> ExactCover | None:
    """What remains of a cover once some options are chosen and some forbidden; None if they contradict.

    Chosen options go, with the items they cover and every option that shares one of those items. Items and
    options keep their names and order. One clue of a 9x9 leaves 700 options x 320 items.
    """
    covered: set[int] = set()
    for option in instance.chosen:
        items = whole.options[option]
        if covered.intersection(items):
            return None
        covered.update(items)
    gone = {rival for item in covered for rival in whole.options_of[item]}
    if not set(instance.chosen).isdisjoint(instance.forbidden):
        return None
    gone.update(instance.forbidden)
    index = {item: i for i, item in enumerate(i for i in range(len(whole.items)) if i not in covered)}
    kept = [option for option in range(len(whole.options)) if option not in gone]
    return ExactCover(
        whole.name,
        tuple(whole.items[item] for item in index),
        sum(item < whole.primary for item in index),
        tuple(tuple(index[item] for item in whole.options[option]) for option in kept),
        tuple(whole.option_names[option] for option in kept),
    )


def dlx_text(cover: ExactCover) -> str:
    """Items and options as Knuth's dlx programs read them: a line of items, the secondary ones behind `|`, then
    a line for each option. (TAOCP 4B, 7.2.2.1; a comment line begins with `|`.)
    """
    bar = ["|", *cover.items[cover.primary :]] if cover.primary < len(cover.items) else []
    lines = [f"| {cover.name}", " ".join([*cover.items[: cover.primary], *bar])]
    lines += [" ".join(cover.items[item] for item in option) for option in cover.options]
    return "\n".join(lines)
