"""Exact cover by dancing links, compiled: Algorithm X of Knuth, TAOCP volume 4B, 7.2.2.1, for any matrix.

Every item has a vertical list of the options that still can cover it. To choose an option, each of its items is
covered: the item stops being active, and every option in its list is hidden, which means that its nodes are
unlinked from the lists of all other items. The links of an unlinked node stay as they are, so that it can dance back.

Where this differs from the book, and what that brought (17-clue puzzles proved unique, 9x9 tromino count):

- An option is an aligned block of 2^k nodes, padded with nodes of a dummy item: the other nodes of the option of
  node p are p ^ 1, p ^ 2, ... No spacers, no branch that depends on the position in the option (+30 % on Sudoku).
- Active items form no list. `keys` holds size and number of an item in one integer, with a bit on top while it is
  covered, so the smallest active item is the minimum of an array, a vector instruction (as cheap as a scan that
  leaves at size one, and it finds the empty items first).
- Unlinked nodes are written on a trail. Backtracking goes at once to the deepest level with an untried option by
  one flat loop, instead of uncovering item by item and level by level (0.75 s -> 0.62 s).
- What is not going to be undone is not recorded: clues, and forced moves above every open level. A search ends
  when no level is open, and the next one begins with a fresh copy of the links: nothing has to be restored, and
  a search that is dropped midway leaves no trace.
- The options that would cover all that remains are solutions; their items need no covering.

Tried and dropped: 16-bit links (2x slower), links left and right within an option (1.3x slower on Sudoku), 64-bit
keys (1.3x), leaving as soon as an item becomes empty while covering (no gain), loops over sizes instead of to the
header (no gain), a table of the other nodes instead of p ^ j, which spares padding (1.1x faster on pentominoes, 1.2x
slower on Sudoku).

Numba: all indices are unsigned, because signed ones are checked for wraparound, and uint64 with an int literal
becomes float64. The search is one function: a helper that is given arrays costs atomic reference counts at each
call, which made the whole four times slower.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

from sudokubench.errors import UsageError
from sudokubench.kernels.compiled import compiled

U32, U64 = np.uint32, np.uint64
COVERED = np.uint32(1 << 31)  # in keys: the item is not active
NOTHING = np.uint32(0xFFFFFFFF)
U0, U1, U2 = U64(0), U64(1), U64(2)
UNBOUNDED = 1 << 62

# Words of the control array. First what is fixed by the matrix, then where the search stands, then what it counts.
N_ITEMS, N_PRIMARY, N_OPTIONS, SHIFT, LONGEST, NODES_TOTAL, UNIT, RULE, SLOTS = range(9)
PHASE, LEVEL, OPEN, TRAIL, REMAINING, GIVEN, N_GIVEN, CURSOR, BASE, PENDING, RANDOM, SEED, STAMP, BOARD = (
    range(9, 23)
)
FOUND, NODES, UPDATES, CHOICES, BRANCHES, HITS, STORED = range(23, 30)
PROFILE = 30  # followed by N_ITEMS + 2 words of the depth profile and N_ITEMS weights

# Phases: what the search does when it goes on.
EXAMINE, FINISH, BACKTRACK, DONE = range(4)

# Item rules.
SMALLEST, FIRST, ANY, WEIGHTED = range(4)

_options: dict[str, Any] = {"error_model": "numpy"}
_helper = njit(nogil=True, **_options)


@_helper
def _random(control):
    """Next 64 random bits: splitmix64 (Steele, Lea, Flood 2014), the same on every machine and version."""
    state = U64(control[RANDOM]) + U64(0x9E3779B97F4A7C15)
    control[RANDOM] = np.int64(state)
    z = (state ^ (state >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U64(27))) * U64(0x94D049BB133111EB)
    return z ^ (z >> U64(31))


@_helper
def _choose(keys, control):
    """The key of the next item by any rule but SMALLEST. Some item is active."""
    n = U64(control[N_PRIMARY])
    rule = control[RULE]
    if rule == ANY:
        active = U0
        for k in range(n):
            active += U64(keys[k] < COVERED)
        skip = _random(control) % active
        for k in range(n):
            if keys[k] < COVERED:
                if skip == U0:
                    return keys[k]
                skip -= U1
    best = NOTHING
    weights = U64(PROFILE) + U64(control[N_ITEMS]) + U2
    unit = U32(control[UNIT])
    size, weight = 0.0, 1.0
    for k in range(n):
        key = keys[k]
        if key >= COVERED:
            continue
        if rule == FIRST:
            return key
        s, w = float(key // unit), float(control[weights + k])  # WEIGHTED: least size / weight
        if best == NOTHING or s * weight < size * w:
            best, size, weight = key, s, w
    return best


@_helper
def _known_failure(keys, memory, control, level):
    """Whether the set of active items is remembered to have no cover; if not, make it pending at this level.

    The options that are left are those whose items are all active and that were not forbidden from the start, so
    the set of active items (secondary ones too) decides whether the rest can be covered. Sets are compared
    whole, never by hash alone: an answer stays exact. Rows of memory: words of the set, then the stamp (which
    search it is of) or, for pending sets, solutions found before and level.
    """
    n = U64(control[N_ITEMS])
    width = (n + U64(63)) >> U64(6)
    slots = U64(control[SLOTS])
    pending = slots + U64(control[PENDING])
    hashed = U0
    for w in range(width):
        word = U0
        for k in range(w << U64(6), min(n, (w + U1) << U64(6))):
            word |= U64(keys[k] < COVERED) << (k & U64(63))
        memory[pending, w] = word
        hashed = (hashed ^ word) * U64(0x9E3779B97F4A7C15)
        hashed ^= hashed >> U64(29)
    row = hashed & (slots - U1)
    same = memory[row, width] == U64(control[STAMP])
    for w in range(width):
        same = same and memory[row, w] == memory[pending, w]
    if same:
        control[HITS] += 1
        return True
    memory[pending, width] = row
    memory[pending, width + U1] = U64(control[FOUND])
    memory[pending, width + U2] = level
    control[PENDING] += 1
    return False


@_helper
def _remember_failures(memory, control, level):
    """Store the pending sets deeper than a level, which are searched to the end, if they brought no solution."""
    width = (U64(control[N_ITEMS]) + U64(63)) >> U64(6)
    slots = U64(control[SLOTS])
    while control[PENDING] > 0:
        pending = slots + U64(control[PENDING]) - U1
        if memory[pending, width + U2] <= level:
            break
        control[PENDING] -= 1
        if memory[pending, width + U1] == U64(control[FOUND]):
            row = memory[pending, width]
            for w in range(width):
                memory[row, w] = memory[pending, w]
            memory[row, width] = U64(control[STAMP])
            control[STORED] += 1


@_helper
def _link(up, down, order, item, shift, longest, headers, dummy):
    """Make the vertical lists anew, options in the given order. `up` and `down` are overwritten."""
    for q in range(U64(len(up))):
        up[q] = q
        down[q] = q
    for o in order:
        first = U64(o) << shift
        for q in range(first, first + longest):
            if item[q] != dummy:
                h = headers + U64(item[q])
                last = up[h]
                up[q] = last
                down[q] = h
                down[last] = q
                up[h] = q


@compiled(**_options)
def _link_matrix(up, down, item, shift, longest, n_options, n_items):
    _link(
        up,
        down,
        np.arange(n_options),
        item,
        U64(shift),
        U64(longest),
        U64(n_options) << U64(shift),
        U64(n_items),
    )


@_helper
def _reset(fixed, work, keys, control):
    """Back to the whole matrix with nothing chosen. Statistics stay."""
    total = U64(control[NODES_TOTAL])
    n_items = U64(control[N_ITEMS])
    links = total + U64(control[N_OPTIONS])
    for q in range(U2 * total):
        work[q] = fixed[links + q]
    for k in range(n_items + U1):
        keys[k] = keys[n_items + U1 + k]
    for word in range(PHASE, RANDOM):
        control[word] = 0
    control[RANDOM] = control[SEED]
    control[REMAINING] = control[N_PRIMARY]
    control[STAMP] += 1
    if control[RULE] == WEIGHTED:
        for k in range(n_items):
            control[U64(PROFILE) + n_items + U2 + k] = 1


@compiled(**_options)
def _start(fixed, work, keys, control, chosen, forbidden, seed, shuffled):
    """Begin a search. `chosen`, `forbidden`: int64 option ids. Statistics begin at zero.

    Returns 0, or 1 without doing anything if there is no such option.
    """
    for ids in (chosen, forbidden):
        for o in ids:
            if not 0 <= o < control[N_OPTIONS]:
                return 1
    total = U64(control[NODES_TOTAL])
    n_items = U64(control[N_ITEMS])
    n_options = U64(control[N_OPTIONS])
    shift = U64(control[SHIFT])
    stride = U1 << shift
    control[SEED] = seed
    _reset(fixed, work, keys, control)
    for word in range(FOUND, PROFILE + control[N_ITEMS] + 2):
        control[word] = 0
    item = fixed[:total]
    up = work[:total]
    down = work[total : U2 * total]
    if shuffled:
        order = np.arange(control[N_OPTIONS])
        for k in range(n_options - U1):
            other = k + _random(control) % (n_options - k)
            order[k], order[other] = order[other], order[k]
        _link(up, down, order, item, shift, U64(control[LONGEST]), n_options << shift, n_items)
    unit = U32(control[UNIT])
    for o in forbidden:
        p = U64(o) << shift
        for q in range(p, p + stride):
            if item[q] != n_items and down[up[q]] == q:  # else hidden already
                u, d = up[q], down[q]
                down[u] = d
                up[d] = u
                keys[item[q]] -= unit
    given = work[U2 * total :]
    seen = given[U64(5) * (n_items + U2) :]  # where an option stands in `given`, if it does
    n = U64(0)
    for o in chosen:
        place = U64(seen[o])
        if place < n and given[place] == o:
            continue  # chosen twice
        given[n] = o
        seen[o] = n
        n += U1
        if n > n_items:
            break  # so many options contradict each other
    control[N_GIVEN] = n
    return 0


@_helper
def _write(out, row, choice, n, shift):
    """A solution of n options: their number, then their ids in the order chosen."""
    out[row, 0] = n
    for k in range(n):
        out[row, k + U1] = choice[k] >> shift


@_helper
def _search(fixed, work, keys, control, memory, out, max_solutions, max_nodes):
    """Go on until the search is exhausted (0), has found `max_solutions` more (1) or examined `max_nodes` more (2).

    The first solutions are written to the rows of `out`: their length, then the options. More are only
    counted.

    Invariants between iterations: `choice[:level]` are nodes of the chosen options, the first of them clues;
    `trail[:t]` are the nodes unlinked since the first open level was entered, in this order; levels
    `opens[:n_open]` have untried options, `marks` tells how long the trail was when each had covered its item.
    """
    total = U64(control[NODES_TOTAL])
    n_items = U64(control[N_ITEMS])
    n_options = U64(control[N_OPTIONS])
    n_primary = U64(control[N_PRIMARY])
    shift = U64(control[SHIFT])
    stride = U1 << shift
    headers = n_options << shift
    longest = U64(control[LONGEST])
    unit = U32(control[UNIT])
    low = U32(unit - U32(1))
    dummy = U32(n_items)
    plain = control[RULE] == SMALLEST
    remembers = control[SLOTS] > 0
    levels = n_items + U2
    item = fixed[:total]
    primaries = fixed[total : total + n_options]
    up = work[:total]
    down = work[total : U2 * total]
    given = work[U2 * total :]
    choice = given[levels:]
    opens = choice[levels:]
    marks = opens[levels:]
    left = marks[levels:]
    trail = left[levels:]
    profile = control[PROFILE:]
    weights = profile[levels:]

    phase = control[PHASE]
    level = U64(control[LEVEL])
    n_open = U64(control[OPEN])
    t = U64(control[TRAIL])
    remaining = U64(control[REMAINING])
    next_given = U64(control[GIVEN])
    n_given = U64(control[N_GIVEN])
    cursor = U64(control[CURSOR])
    base = U64(control[BASE])
    updates = U0
    nodes = 0
    found = 0
    before = control[FOUND]
    rows = len(out)
    keep = U64(n_open > U0)  # whether unlinked nodes go on the trail
    p = U0
    status = 0

    while True:
        skip = U0  # 1: the first item of the option is covered already
        descend = False

        if phase == EXAMINE:
            if next_given < n_given:
                p = U64(given[next_given]) << shift
                next_given += U1
                clash = U64(down[up[p]]) != p  # forbidden
                for j in range(stride):
                    i = item[p ^ j]
                    clash = clash or (i != dummy and keys[i] >= COVERED)
                if clash:
                    phase = DONE
                else:
                    choice[level] = p
                    base += U1
                    descend = True
            else:
                if nodes >= max_nodes:
                    status = 2
                    break
                nodes += 1
                profile[level - base] += 1
                if remaining == U0:
                    if found < rows:
                        _write(out, found, choice, level, shift)
                    found += 1
                    phase = BACKTRACK
                    if found == max_solutions:
                        status = 1
                        break
                else:
                    best = NOTHING
                    if plain:
                        for k in range(n_primary):
                            key = keys[k]
                            best = key if key < best else best
                    else:
                        best = _choose(keys, control)
                    i = U64(best & low)
                    if best < unit:
                        weights[i] += 1
                        phase = BACKTRACK
                    else:
                        h = headers + i
                        p = U64(down[h])
                        final = remaining <= longest
                        if final:
                            q = p
                            while q != h:
                                final = final and U64(primaries[q >> shift]) == remaining
                                q = U64(down[q])
                        several = best >= unit + unit
                        if several:
                            control[CHOICES] += 1
                            control[BRANCHES] += best // unit
                        if final:
                            cursor = p
                            phase = FINISH
                        else:
                            choice[level] = p
                            descend = True
                            if several:
                                control[FOUND] = before + found
                                if remembers and _known_failure(keys, memory, control, level):
                                    descend = False
                                    phase = BACKTRACK
                                else:
                                    opens[n_open] = level
                                    left[n_open] = remaining
                                    keep = U1
                                    skip = U1
                                    keys[i] |= COVERED
                                    r = p
                                    while r != h:
                                        for j in range(U1, stride):
                                            q = r ^ j
                                            u = up[q]
                                            d = down[q]
                                            down[u] = d
                                            up[d] = u
                                            x = item[q]
                                            keys[x] -= unit
                                            trail[t] = q
                                            t += U64(x != dummy)
                                        updates += U1
                                        r = U64(down[r])
                                    marks[n_open] = t
                                    n_open += U1

        if phase == FINISH:
            h = headers + U64(item[cursor])
            while cursor != h and found < max_solutions:
                if found < rows:
                    choice[level] = cursor
                    _write(out, found, choice, level + U1, shift)
                found += 1
                nodes += 1
                profile[level - base + U1] += 1
                cursor = U64(down[cursor])
            if cursor == h:
                phase = BACKTRACK
            if found == max_solutions:
                status = 1
                break

        if phase == BACKTRACK:
            if n_open == U0:
                phase = DONE
            else:
                top = n_open - U1
                target = U64(opens[top])
                if remembers:
                    control[FOUND] = before + found
                    _remember_failures(memory, control, target)
                mark = U64(marks[top])
                while t > mark:
                    t -= U1
                    q = U64(trail[t])
                    down[up[q]] = q
                    up[down[q]] = q
                    keys[item[q]] += unit
                while True:
                    level -= U1
                    p = U64(choice[level])
                    if level == target:
                        break
                    for j in range(stride):
                        keys[item[p ^ j]] &= ~COVERED
                for j in range(U1, stride):
                    keys[item[p ^ j]] &= ~COVERED
                remaining = U64(left[top])
                h = headers + U64(item[p])
                p = U64(down[p])
                choice[level] = p
                if U64(down[p]) == h:  # the last one: nothing will come back to this level
                    n_open = top
                    keep = U64(top > U0)
                skip = U1
                phase = EXAMINE
                descend = True

        if phase == DONE:
            status = 0
            break

        if descend:
            remaining -= U64(primaries[p >> shift])
            for j in range(skip, stride):
                i = U64(item[p ^ j])
                keys[i] |= COVERED
                h = headers + i
                r = U64(down[h])
                while r != h:
                    for s in range(U1, stride):
                        q = r ^ s
                        u = up[q]
                        d = down[q]
                        down[u] = d
                        up[d] = u
                        x = item[q]
                        keys[x] -= unit
                        trail[t] = q
                        t += keep & U64(x != dummy)
                    updates += U1
                    r = U64(down[r])
            level += U1

    control[PHASE] = phase
    control[LEVEL] = level
    control[OPEN] = n_open
    control[TRAIL] = t
    control[REMAINING] = remaining
    control[GIVEN] = next_given
    control[CURSOR] = cursor
    control[BASE] = base
    control[FOUND] = before + found
    control[NODES] += nodes
    control[UPDATES] += updates
    return status


@compiled(**_options)
def _advance(fixed, work, keys, control, memory, out, max_solutions, max_nodes):
    before = control[FOUND]
    status = _search(fixed, work, keys, control, memory, out, max_solutions, max_nodes)
    for row in range(min(U64(control[FOUND] - before), U64(len(out)))):
        for k in range(U2, U1 + U64(out[row, 0])):  # insertion sort: the clues come first and mostly in order
            option = out[row, k]
            place = U64(k)
            while place > U1 and out[row, place - U1] > option:
                out[row, place] = out[row, place - U1]
                place -= U1
            out[row, place] = option
    return status


@compiled(**_options)
def _boards(fixed, work, keys, control, memory, out, boards, limit, max_nodes, counts, solutions):
    """Search boards from number control[BOARD] on, or go on in the midst of that one if control[PHASE] is not DONE.

    Returns the number of boards that are finished; less than all of them if the nodes were spent.
    """
    size = U64(control[N_OPTIONS]) // U64(boards.shape[1])
    given = work[U2 * U64(control[NODES_TOTAL]) :]
    last = control[NODES] + max_nodes
    keep = solutions.shape[1]
    b = U64(control[BOARD])
    while b < U64(len(boards)):
        if control[PHASE] == DONE:
            _reset(fixed, work, keys, control)
            counts[b] = 0
            n = U0
            for cell in range(U64(boards.shape[1])):
                digit = U64(boards[b, cell])
                if digit:
                    given[n] = cell * size + digit - U1
                    n += U1
            control[N_GIVEN] = n
        known = counts[b]
        before = control[FOUND]
        status = _search(fixed, work, keys, control, memory, out, limit - known, last - control[NODES])
        new = control[FOUND] - before
        for s in range(known, min(known + new, keep)):
            for k in range(U1, U1 + U64(out[s - known, 0])):
                option = U64(out[s - known, k])
                solutions[b, s, option // size] = option % size + U1
        counts[b] = known + new
        if status == 2:
            break
        control[PHASE] = DONE
        b += U1
        if control[NODES] >= last:
            break
    control[BOARD] = b
    return b


class ItemRule(Enum):
    """Which item is covered next. All give the same solutions; the size of the tree differs much."""

    SMALLEST = "smallest"
    """The item with the fewest options left, the first of them: Knuth's MRV."""
    FIRST = "first"
    """The first active item."""
    RANDOM = "random"
    """Any active item, by the seed."""
    WEIGHTED = "weighted"
    """Least size / weight; a weight counts how often the item ran out of options (after dom/wdeg, Boussemart 2004)."""


_RULES = {
    ItemRule.SMALLEST: SMALLEST,
    ItemRule.FIRST: FIRST,
    ItemRule.RANDOM: ANY,
    ItemRule.WEIGHTED: WEIGHTED,
}


class Status(IntEnum):
    """Why `Search.advance` returned."""

    EXHAUSTED = 0
    """There are no more solutions."""
    FOUND = 1
    """As many solutions as were asked for; there may be more."""
    NODE_LIMIT = 2
    """As many nodes as were allowed."""


_STATUSES: tuple[Status, ...] = tuple(Status)


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a search did since its start.

    Attributes:
        nodes: Partial covers examined, the root and the solutions included.
        updates: Options hidden, those that the chosen ones excluded from the start included.
        choices: Examined nodes with two or more options to try.
        branches: The options at these, tried or not: branches / choices is the mean width of a choice.
        nogood_hits: Times that a remembered set of items ended a branch.
        nogoods: Sets remembered.
        profile: int64, nodes by number of options chosen beyond the clues.
    """

    nodes: int
    updates: int
    choices: int
    branches: int
    nogood_hits: int
    nogoods: int
    profile: NDArray[np.int64]


class Matrix:
    """An exact cover problem, linked. Built once; any number of searches read it, none changes it.

    Items 0 .. n_primary - 1 must be covered exactly once, the other ones at most once. Options without a primary
    item can be given as chosen, but are never tried.

    Attributes:
        n_items: Number of items.
        n_primary: Number of primary items.
        n_options: Number of options.
    """

    __slots__ = ("_control", "_fixed", "_keys", "n_items", "n_options", "n_primary")

    def __init__(
        self, n_items: int, n_primary: int, option_starts: ArrayLike, option_items: ArrayLike
    ) -> None:
        """Link a sparse matrix (CSR).

        Args:
            n_items: Number of items.
            n_primary: Number of primary items; they come first.
            option_starts: (n_options + 1,), where the items of each option begin and end in `option_items`.
            option_items: The items of all options, each from 0 to n_items - 1.

        Raises:
            UsageError: The arrays do not describe options with one item or more, each once.
        """
        starts = np.asarray(option_starts, np.int64).ravel()
        items = np.asarray(option_items, np.int64).ravel()
        lengths = np.diff(starts)
        n_options = len(lengths)
        owner = np.repeat(np.arange(n_options), lengths.clip(0)) if n_options else np.empty(0, np.int64)
        if not 0 <= n_primary <= n_items:
            raise UsageError(f"{n_primary} primary items of {n_items}: give 0 to {n_items}")
        if not len(starts) or starts[0] != 0 or starts[-1] != len(items) or (lengths < 1).any():
            raise UsageError(f"option_starts must rise from 0 to {len(items)}: every option needs an item")
        if len(items) and (items.min() < 0 or items.max() >= n_items):
            raise UsageError(f"items {items.min()} .. {items.max()}: they must lie in 0 .. {n_items - 1}")
        if len(np.unique(owner * n_items + items)) != len(items):
            raise UsageError("an option names an item twice: give each item of an option once")

        longest = int(lengths.max(initial=1))
        shift = (longest - 1).bit_length()
        total = (n_options << shift) + n_items + 1
        sizes = np.bincount(items, minlength=n_items + 1)
        bits = n_items.bit_length()
        if int(sizes.max()) >> (31 - bits) or total >> 32:
            raise UsageError(f"{n_options} options over {n_items} items are more than 32-bit links can hold")

        item = np.full(total, n_items, U32)
        item[(owner << shift) + np.arange(len(items)) - starts[owner]] = items
        links = np.empty(2 * total, U32)
        _link_matrix(links[:total], links[total:], item, shift, longest, n_options, n_items)
        primaries = np.bincount(owner[items < n_primary], minlength=n_options).astype(U32)
        keys = ((sizes << bits) + np.arange(n_items + 1)).astype(U32)
        keys[n_items] = COVERED
        control = np.zeros(PROFILE + 2 * n_items + 2, np.int64)
        control[: UNIT + 1] = n_items, n_primary, n_options, shift, longest, total, 1 << bits

        self.n_items, self.n_primary, self.n_options = n_items, n_primary, n_options
        self._fixed = np.concatenate([item, primaries, links])
        self._keys = np.concatenate([keys, keys])
        self._control = control
        for array in (self._fixed, self._keys, self._control):
            array.flags.writeable = False

    @classmethod
    def of(cls, n_items: int, n_primary: int, options: Sequence[Sequence[int]]) -> Matrix:
        """A matrix from the items of each option."""
        starts = np.cumsum([0, *map(len, options)])
        return cls(
            n_items, n_primary, starts, np.fromiter((i for o in options for i in o), np.int64, starts[-1])
        )


class Search:
    """One search under way in a matrix, with links of its own: searches of one matrix do not disturb each other.

    `start` may be called at any time, whatever became of the search before: it begins with fresh links.
    """

    __slots__ = ("_arrays", "_control", "_nothing", "found", "matrix", "rule")

    def __init__(self, matrix: Matrix, rule: ItemRule = ItemRule.SMALLEST, nogood_bytes: int = 0) -> None:
        """Make room for searches.

        Args:
            matrix: What to search.
            rule: How the next item is chosen.
            nogood_bytes: Memory for sets of items that have no cover; 0 remembers none. When it is full, new
                sets replace older ones. They are forgotten at the next start.
        """
        total = int(matrix._control[NODES_TOTAL])
        width = (matrix.n_items + 63) // 64 + 3
        slots = 1 << (nogood_bytes // (8 * width)).bit_length() - 1 if nogood_bytes >= 8 * width else 0
        memory = np.zeros((slots + matrix.n_items + 2 if slots else 0, width), np.uint64)
        work = np.zeros(3 * total + 5 * (matrix.n_items + 2), U32)
        self._control = matrix._control.copy()
        self._control[RULE] = _RULES[rule]
        self._control[SLOTS] = slots
        self._control[PHASE] = DONE
        self._arrays = (matrix._fixed, work, matrix._keys.copy(), self._control, memory)
        self._nothing = np.empty((0, matrix.n_items + 1), U32)
        self.matrix = matrix
        self.rule = rule
        self.found = 0
        """Solutions that the last `advance` found."""

    def start(
        self, chosen: Sequence[int] = (), forbidden: Sequence[int] = (), seed: int | None = None
    ) -> None:
        """Begin to search for the covers with all chosen and no forbidden options.

        Options that exclude each other are no error: there is no such cover.

        Args:
            chosen: Option ids.
            forbidden: Option ids.
            seed: Tries the options of an item in an order drawn from this seed (0 .. 2^63 - 1), which is also the seed
                of ItemRule.RANDOM. None: in the order of the matrix.
        """
        options = np.array(chosen, np.int64), np.array(forbidden, np.int64)
        if _start(*self._arrays[:4], *options, seed or 0, seed is not None):
            ids = np.concatenate(options)
            last = self.matrix.n_options - 1
            raise UsageError(f"options {ids.min()} .. {ids.max()}: this matrix has 0 .. {last}")

    def advance(
        self,
        max_solutions: int | None = None,
        max_nodes: int | None = None,
        out: NDArray[np.uint32] | None = None,
    ) -> Status:
        """Go on where the search stopped. `found` then tells how many solutions came.

        Args:
            max_solutions: Return after so many, at least 1; None for all.
            max_nodes: Return after about so many more nodes; None for no bound.
            out: uint32 (k, n_items + 1), C order: takes the first k solutions, each as its length and then its option
                ids, ascending. None only counts.

        Returns:
            Why it came back.

        Raises:
            UsageError: No solutions are asked for, or the rows are too short.
        """
        if out is not None and out.shape[1] <= self.matrix.n_items:
            raise UsageError(f"rows of {out.shape[1]}: a solution needs room for {self.matrix.n_items + 1}")
        if max_solutions is not None and max_solutions < 1:
            raise UsageError(f"{max_solutions} solutions: ask for one or more, or None for all")
        control = self._control
        before = control.item(FOUND)
        status: int = _advance(
            *self._arrays,
            self._nothing if out is None else out,
            UNBOUNDED if max_solutions is None else max_solutions,
            UNBOUNDED if max_nodes is None else max_nodes,
        )
        self.found = control.item(FOUND) - before
        return _STATUSES[status]

    @property
    def nodes(self) -> int:
        """Partial covers examined since the start."""
        return self._control.item(NODES)

    def counters(self) -> dict[str, int]:
        """The numbers of `statistics` by name, cheaply: every search of a single board asks for them."""
        item = self._control.item
        return {
            "nodes": item(NODES), "updates": item(UPDATES), "choices": item(CHOICES), "branches": item(BRANCHES),
            "nogood_hits": item(HITS), "nogoods": item(STORED),
        }  # fmt: skip

    def statistics(self) -> Statistics:
        """What was done since the start."""
        profile = self._control[PROFILE : PROFILE + self.matrix.n_items + 2]
        return Statistics(**self.counters(), profile=np.trim_zeros(profile, "b").copy())

    def boards(
        self,
        boards: NDArray[np.uint8],
        limit: int = 2,
        *,
        keep: int = 1,
        max_nodes: int | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Boards:
        """Search many boards of a layout whose option cell * size + digit - 1 puts a digit into a cell.

        A search under way is dropped.

        Args:
            boards: (n, cells), 0 for a blank.
            limit: Solutions looked for on each board, at least 1.
            keep: How many solutions of each board are kept.
            max_nodes: For all boards together; None for no bound.
            should_stop: Asked now and then; true ends the work.

        Raises:
            UsageError: A digit is larger than the size, the shape does not fit, or the limit is below 1.
        """
        boards = np.ascontiguousarray(boards)
        n, cells = boards.shape
        size = self.matrix.n_options // cells
        if boards.dtype != np.uint8 or size * cells != self.matrix.n_options:
            raise UsageError(
                f"{boards.dtype} boards of {cells} cells: give uint8 and a divisor of {self.matrix.n_options} options"
            )
        if limit < 1:
            raise UsageError(f"a limit of {limit}: look for one solution or more")
        if n and boards.max() > size:
            row = int((boards > size).any(1).argmax())
            raise UsageError(f"board {row} has the digit {boards[row].max()}: the largest is {size}")
        keep = max(1, min(keep, limit))
        counts = np.zeros(n, np.int64)
        solutions = np.zeros((n, keep, cells), np.uint8)
        out = np.empty((keep, self.matrix.n_items + 1), U32)
        self._control[PHASE] = DONE
        self._control[BOARD] = done = 0
        first = self._control.item(NODES)
        while done < n and not (should_stop is not None and should_stop()):
            nodes = (
                _CHUNK if max_nodes is None else min(_CHUNK, max_nodes + first - self._control.item(NODES))
            )
            if nodes <= 0:
                break
            done = _boards(*self._arrays, out, boards, limit, nodes, counts, solutions)
        return Boards(counts, solutions, int(done), self._control.item(NODES) - first)


_CHUNK = 50_000
"""Nodes between two looks at `should_stop`: a few milliseconds."""


@dataclass(frozen=True, slots=True)
class Boards:
    """What `Search.boards` found.

    Attributes:
        counts: int64 (n,), solutions of each board up to the limit.
        solutions: uint8 (n, keep, cells), the first of them; zeros where there are fewer.
        done: Boards that are finished. The counts after these are lower bounds.
        nodes: Partial covers examined on all boards.
    """

    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    done: int
    nodes: int
