"""Exact cover by dancing cells, compiled: sparse sets in place of links, with colours and multiplicities.

Every item has an array of the nodes of its options. The first `size` nodes belong to the options that can still be
chosen. To hide an option, the search swaps each of its nodes with the last node of these first ones, and decreases
`size`. The order of the nodes does not matter, so only the sizes must be restored. A branch begins with a copy of all
sizes, which is a vector instruction. (Briggs and Torczon, An efficient representation for sparse sets, 1993; Solnon,
DancingCells, 2023; Knuth, SSXCC and XCCDC, 2023, and TAOCP 4B, 7.2.2.1, algorithms C and M.)

Colours: if an option gives a secondary item a colour, it hides the options that give the item another colour or none.
The options that remain agree, so the item counts as covered, and its colour need not be stored.

Multiplicities: `need` and `room` of an item say how many more options must and may cover it. An item has
size - need + 1 branches. If it needs no more options, the last branch is the one without any of its options. `keys`
holds the number of branches, not the size. After an option was tried, the other branches exclude it, so every set of
options is found once.

Two things differ from the books. There is no list of active items. An option that covers everything that remains is a
solution at once (see `kernel`). Helpers are compiled without reference counts, so they may take arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from sudokubench.errors import UsageError
from sudokubench.kernels.compiled import U32, U64, compiled, helper
from sudokubench.kernels.dancing.kernel import (
    BACKTRACK,
    BASE,
    BRANCHES,
    CHOICES,
    COVERED,
    CURSOR,
    DONE,
    EXAMINE,
    FINISH,
    FOUND,
    GIVEN,
    LEVEL,
    LONGEST,
    N_GIVEN,
    N_ITEMS,
    N_OPTIONS,
    N_PRIMARY,
    NOTHING,
    OPEN,
    OPTIONS,
    PHASE,
    PROFILE,
    RANDOM,
    REMAINING,
    RULE,
    SMALLEST,
    U0,
    U1,
    U2,
    UNIT,
    WEIGHTED,
    choose,
    note,
    random_bits,
    sort_rows,
    write,
)
from sudokubench.kernels.dancing.search import RULES, CoverSearch, ItemRule
from sudokubench.kernels.words import TOO_LARGE

# Words of the control array that differ from `kernel`. LEVELS is the largest number of options in a solution, or the
# number of items if that is larger: profile and weights have LEVELS + 2 words.
LEVELS, N_NODES, SEVERAL, ITEMS, FOCUS, CAPACITY = N_ITEMS, 3, 5, 8, 12, 21

_FIRST_LEVELS = 64
"""Number of levels that can be open at first."""


@helper(**OPTIONS)
def _hide(p, option, starts, item, cells, place, base, keys, size, unit):
    """Take the nodes of an option, except node p, out of the sets of their items.

    If p is the number of nodes, no node is left out. Return whether every item still has the options that
    it needs; if not, `keys` is no longer valid.
    """
    enough = True
    for q in range(U64(starts[option]), U64(starts[option + U1])):
        if q != p:
            x = U64(item[q])
            k = place[q]
            left = size[x] - U32(1)
            size[x] = left
            end = U64(base[x] + left)
            r = cells[end]
            cells[end] = q
            cells[k] = r
            place[r] = k
            place[q] = end
            key = keys[x]
            if key < unit:
                enough = False
            else:
                keys[x] = key - unit
    return enough


@compiled(**OPTIONS)
def start_cells(fixed, fresh, work, state, control, chosen, forbidden, seed):
    """Begin a search and set the statistics to zero. `chosen`, `forbidden`: int64 option ids, each once.

    Return 0, or 1 if an option id does not exist; then nothing has changed.
    """
    for ids in (chosen, forbidden):
        for o in ids:
            if not 0 <= o < control[N_OPTIONS]:
                return 1
    total, n_items = U64(control[N_NODES]), U64(control[ITEMS])
    n_options, levels, unit = U64(control[N_OPTIONS]), U64(control[LEVELS]), U32(control[UNIT])
    item, starts = fixed[:total], fixed[U64(3) * total :]
    base = starts[n_options + U1 :]
    cells, place, given = work[:total], work[total : U2 * total], work[U2 * total :]
    keys, size = state[:n_items], state[n_items : U2 * n_items]
    for q in range(U2 * total):
        work[q] = fresh[q]
    for k in range(U64(4) * n_items):
        state[k] = fresh[U2 * total + k]
    for word in range(PHASE, RANDOM):
        control[word] = 0
    for word in range(FOUND, PROFILE + control[LEVELS] + 2):
        control[word] = 0
    control[REMAINING] = control[N_PRIMARY]
    if control[RULE] == WEIGHTED:
        for k in range(n_items):
            control[U64(PROFILE) + levels + U2 + k] = 1
    control[RANDOM] = 0
    if seed is not None:
        control[RANDOM] = seed
        for i in range(n_items):
            for k in range(size[i]):
                a = U64(base[i]) + U64(k)
                b = a + random_bits(control) % (U64(size[i]) - U64(k))
                cells[a], cells[b] = cells[b], cells[a]
                place[cells[a]] = a
                place[cells[b]] = b
    for o in forbidden:
        p = U64(starts[o])
        x = U64(item[p])
        there = place[p] < base[x] + size[x]  # else hidden already
        if there and not _hide(total, U64(o), starts, item, cells, place, base, keys, size, unit):
            control[PHASE] = DONE
    n = U0
    for o in chosen:
        given[n] = o
        n += U1
    control[N_GIVEN] = n
    return 0


@compiled(**OPTIONS)
def advance_cells(fixed, work, state, saved, control, out, max_solutions, max_nodes):
    """Continue until the search is exhausted (0), has found `max_solutions` more (1), examined `max_nodes` more (2), or
    needs more room in `saved` (3). Write the first solutions to `out` as `kernel.advance` does.

    Invariants between iterations: `choice[:level]` are the chosen options, given ones first. Levels `opens[:n_open]`
    have untried branches of their item `focus`. If the item is covered once, these branches are its options from place
    `cursor` on. The level hid them when it was entered, so the nodes of the item keep their order. If the item may be
    covered several times, the next branch excludes the option that was tried before. `saved` holds the states to
    return to.
    """
    total, n_items = U64(control[N_NODES]), U64(control[ITEMS])
    n_options, levels = U64(control[N_OPTIONS]), U64(control[LEVELS]) + U2
    n_primary, longest = U64(control[N_PRIMARY]), U64(control[LONGEST])
    unit = U32(control[UNIT])
    low = U32(unit - U32(1))
    plain = control[RULE] == SMALLEST
    several = control[SEVERAL] == 1
    item, owner, colour = fixed[:total], fixed[total : U2 * total], fixed[U2 * total : U64(3) * total]
    starts = fixed[U64(3) * total :]
    base = starts[n_options + U1 :]
    primaries = base[n_items + U1 :]
    cells, place, given = work[:total], work[total : U2 * total], work[U2 * total :]
    choice = given[n_options:]
    opens = choice[levels:]
    left = opens[levels:]
    focus = left[levels:]
    cursors = focus[levels:]
    keys, size = state[:n_items], state[n_items : U2 * n_items]
    room, need = state[U2 * n_items : U64(3) * n_items], state[U64(3) * n_items :]
    width = U64(4) * n_items if several else U2 * n_items
    capacity = U64(control[CAPACITY])
    profile = control[PROFILE:]
    weights = profile[levels:]

    phase = control[PHASE]
    level = U64(control[LEVEL])
    n_open = U64(control[OPEN])
    remaining = U64(control[REMAINING])
    next_given = U64(control[GIVEN])
    n_given = U64(control[N_GIVEN])
    cursor = U64(control[CURSOR])
    i = U64(control[FOCUS])
    lowest = U64(control[BASE])
    before = control[FOUND]
    rows = len(out)
    updates, nodes, found, status = U0, 0, 0, 0
    p = U0

    while True:
        descend = False  # whether the option of node p is chosen
        whole = False  # whether that option is still in the sets of all its items
        keep = False  # whether the state is saved for the branches after this

        if phase == EXAMINE:
            if next_given < n_given:
                o = U64(given[next_given])
                next_given += U1
                p = U64(starts[o])
                clash = place[p] >= base[U64(item[p])] + size[U64(item[p])]
                for r in range(p, U64(starts[o + U1])):
                    clash = clash or (U64(item[r]) < n_primary and keys[item[r]] >= COVERED)
                if clash:
                    phase = DONE
                else:
                    lowest += U1
                    descend = True
                    whole = several
            else:
                if nodes >= max_nodes:
                    status = 2
                    break
                if n_open == capacity:
                    status = 3
                    break
                best = NOTHING
                if plain:
                    for k in range(n_primary):
                        key = keys[k]
                        best = key if key < best else best
                elif remaining != U0:
                    best = choose(keys, control)
                if best >= COVERED:
                    nodes += 1
                    profile[level - lowest] += 1
                    if found < rows:
                        write(out, found, choice, level, U0)
                    found += 1
                    phase = BACKTRACK
                    if found == max_solutions:
                        status = 1
                        break
                elif best < unit:
                    nodes += 1
                    profile[level - lowest] += 1
                    weights[best & low] += 1
                    phase = BACKTRACK
                else:
                    i = U64(best & low)
                    cursor = U64(base[i])
                    end = cursor + U64(size[i])
                    if cursor == end:  # the item needs no more options and has none
                        keys[i] |= COVERED
                        remaining -= U1
                        continue
                    nodes += 1
                    profile[level - lowest] += 1
                    if best >= unit + unit:
                        control[CHOICES] += 1
                        control[BRANCHES] += best // unit
                        keep = True
                    final = remaining <= longest and not several
                    if final:
                        for k in range(cursor, end):
                            final = final and U64(primaries[owner[cells[k]]]) == remaining
                    if final:
                        phase = FINISH
                    else:
                        p = U64(cells[cursor])
                        descend = True
                        if room[i] > U32(1):
                            whole = True
                        else:
                            keys[i] |= COVERED
                            remaining -= U1
                            for k in range(cursor, end):
                                q = U64(cells[k])
                                o = U64(owner[q])
                                enough = _hide(q, o, starts, item, cells, place, base, keys, size, unit)
                                descend = descend and enough
                            updates += end - cursor
                            if not descend:
                                phase = BACKTRACK
                        if keep and descend:
                            opens[n_open] = level
                            left[n_open] = remaining
                            focus[n_open] = i
                            cursors[n_open] = cursor
                            n_open += U1

        if phase == FINISH:
            end = U64(base[i]) + U64(size[i])
            while cursor < end and found < max_solutions:
                if found < rows:
                    choice[level] = owner[cells[cursor]]
                    write(out, found, choice, level + U1, U0)
                found += 1
                nodes += 1
                profile[level - lowest + U1] += 1
                cursor += U1
            if cursor == end:
                phase = BACKTRACK
            if found == max_solutions:
                status = 1
                break

        if phase == BACKTRACK:
            keep = whole = False
            if n_open == U0:
                phase = DONE
            else:
                top = n_open - U1
                for k in range(width):
                    state[k] = saved[top * width + k]
                level = U64(opens[top])
                remaining = U64(left[top])
                i = U64(focus[top])
                end = U64(base[i]) + U64(size[i])
                cursor = U64(cursors[top])
                phase = EXAMINE
                descend = True
                if room[i] <= U32(1):
                    cursor += U1
                    cursors[top] = cursor
                    if cursor == end:  # the branch without an option of the item
                        descend = False
                    else:
                        p = U64(cells[cursor])
                    if cursor + U64(need[i] > U32(0)) >= end:
                        n_open = top
                else:
                    o = U64(choice[level])
                    enough = _hide(total, o, starts, item, cells, place, base, keys, size, unit)
                    updates += U1
                    whole = True
                    if not enough or keys[i] < unit:
                        n_open = top
                        phase = BACKTRACK
                        continue
                    if size[i] == U32(0):  # the branch without a further option of the item
                        keys[i] |= COVERED
                        remaining -= U1
                        n_open = top
                        descend = False
                    else:
                        p = U64(cells[base[i]])
                        keep = keys[i] >= unit + unit
                        n_open = top + U64(keep)

        if phase == DONE:
            status = 0
            break

        if keep and descend:
            for k in range(width):
                saved[(n_open - U1) * width + k] = state[k]

        if descend:
            o = U64(owner[p])
            choice[level] = o
            level += U1
            alive = True  # whether every item still has the options that it needs
            if whole:
                alive = _hide(total, o, starts, item, cells, place, base, keys, size, unit)
            for r in range(U64(starts[o]), U64(starts[o + U1])):
                x = U64(item[r])
                if keys[x] >= COVERED:
                    continue
                if several and room[x] > U32(1):
                    room[x] -= U32(1)
                    if need[x] > U32(0):
                        need[x] -= U32(1)
                        keys[x] += unit
                    continue
                keys[x] |= COVERED
                remaining -= U64(x < n_primary)
                c = colour[r]
                for k in range(U64(base[x]), U64(base[x]) + U64(size[x])):
                    q = U64(cells[k])
                    if c == U32(0) or colour[q] != c:
                        enough = _hide(q, U64(owner[q]), starts, item, cells, place, base, keys, size, unit)
                        alive = alive and enough
                        updates += U1
            if not alive:
                phase = BACKTRACK

    note(control, phase, level, n_open, remaining, next_given, cursor, lowest, before + found, nodes, updates)
    control[FOCUS] = i
    sort_rows(out, min(U64(found), U64(rows)))
    return status


class Cells(CoverSearch):
    """A search for exact covers with colours and multiplicities."""

    structure = "cells"

    def __init__(
        self,
        n_items: int,
        n_primary: int,
        options: Sequence[Sequence[int]],
        colours: Sequence[Sequence[int]] = (),
        bounds: Sequence[tuple[int, int]] = (),
        rule: ItemRule = ItemRule.SMALLEST,
    ) -> None:
        """Build the sets.

        Args:
            n_items: Number of items; the primary ones come first.
            options: For each option its items, ascending; the first one is primary.
            colours: For each option the colours of its items, 0 for no colour; empty if the cover has no colours.
            bounds: For each primary item how often it must and may be covered; empty if each exactly once.

        Raises:
            UsageError: The cover is too large for 32-bit words.
        """
        lengths = np.fromiter(map(len, options), np.int64, len(options))
        starts = np.concatenate([[0], np.cumsum(lengths)])
        total = int(starts[-1])
        item = np.fromiter(chain.from_iterable(options), np.int64, total)
        owner = np.repeat(np.arange(len(options)), lengths)
        colour = np.fromiter(chain.from_iterable(colours), np.int64, total) if colours else 0 * item
        size = np.bincount(item, minlength=n_items)
        bits = n_items.bit_length()
        if max(total, int(size.max(initial=0)) + 2 << bits) >> 31:
            raise UsageError(TOO_LARGE.format(options=len(options), items=n_items))
        cells = np.argsort(item, kind="stable")
        place = np.empty(total, np.int64)
        place[cells] = np.arange(total)
        need, room = np.ones((2, n_items), np.int64)
        if bounds:
            need[:n_primary], room[:n_primary] = np.array(bounds, np.int64).T
        most = np.minimum(size, room)[:n_primary]
        self._hopeless = bool((need[:n_primary] > most).any())
        self._never = tuple(np.unique(owner[room[item] == 0]).tolist())
        keys = ((size + 1 - np.minimum(need, size + 1)) << bits) + np.arange(n_items)
        levels = max(n_items, min(len(options), int(most.sum())))
        control = np.zeros(PROFILE + 2 * levels + 4, np.int64)
        primaries = np.bincount(owner[item < n_primary], minlength=len(options))
        control[: ITEMS + 1] = (
            levels, n_primary, len(options), total, lengths.max(initial=1), bool(bounds), 1 << bits,
            RULES[rule], n_items,
        )  # fmt: skip
        base = np.concatenate([[0], np.cumsum(size)])
        parts = [item, owner, colour, starts, base, primaries]
        counts = [size, np.minimum(room, total + 1), np.minimum(need, total + 1)]
        fixed = np.concatenate(parts).astype(np.uint32)
        fresh = np.concatenate([cells, place, keys, *counts]).astype(np.uint32)
        work = np.zeros(2 * total + len(options) + 5 * (levels + 2), np.uint32)
        state = np.zeros(4 * n_items, np.uint32)
        control[PHASE] = DONE
        self._step = 2 * n_items * (2 if bounds else 1)
        saved = np.zeros(0, np.uint32)
        super().__init__(
            (start_cells, (fixed, fresh, work, state, control)),
            (advance_cells, (fixed, work, state, saved, control)),
            control, len(options), levels + 1,
        )  # fmt: skip
        self._grow()
        self._interprets = rule is ItemRule.SMALLEST
        self.rule = rule

    def _grow(self) -> None:
        """Double the number of levels that can be open. Most searches need few; each level has a copy of all sizes."""
        capacity = max(_FIRST_LEVELS, 2 * self._control.item(CAPACITY))
        fixed, work, state, saved, control = self._arrays
        more = np.zeros(capacity * self._step, np.uint32)
        more[: len(saved)] = saved
        self._arrays = fixed, work, state, more, control
        control[CAPACITY] = capacity

    def start(
        self, chosen: Sequence[int] = (), forbidden: Sequence[int] = (), seed: int | None = None
    ) -> None:
        """See `CoverSearch.start`."""
        super().start([*dict.fromkeys(chosen)], [*dict.fromkeys([*forbidden, *self._never])], seed)
        if self._hopeless:
            self._control[PHASE] = DONE
