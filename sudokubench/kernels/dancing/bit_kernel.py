"""Exact cover by rows of bits, compiled, for items with many options. The nodes and their order are those of `kernel`.

A node is the set of options that can still be chosen, one bit for each option. To choose an option, the search
intersects this set with the options that the chosen option permits. At every node the search counts the options of
every item again: an `and` and a count of bits for each word and item, sixteen items in one vector instruction. It
takes two words at a time. It counts only for the items from the first to the last that an option in these words has.
Words with nearly the same items stand side by side, so that few items are counted. Each level has its own set, so the
search undoes nothing. Colours cost nothing: they only change which options exclude each other.

A search by links visits every link of every option that it hides. It wins where items have few options, because it
touches nothing else; `bits.suits` says for which covers bits are as fast. Measured against links: pentominoes and Soma
5 times as fast, queens and Langford pairs 2 times, trominoes 2 times, Latin squares of order 5 as fast.

Tried and dropped: a list of the words that are not empty (slower on small covers), four words at a time (slower on
small covers, 1.1x slower on pentominoes), shifting each count, not only the sum, to its place beside the number of the
item (1.3x slower).

The module imports Numba, for its count of bits. `bits` has the class for callers.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sudokubench.kernels.compiled import U32, U64, compiled
from sudokubench.kernels.dancing.kernel import (
    BACKTRACK,
    BASE,
    BRANCHES,
    CHOICES,
    CURSOR,
    DONE,
    EXAMINE,
    FINISH,
    FOUND,
    GIVEN,
    LEVEL,
    LONGEST,
    N_OPTIONS,
    N_PRIMARY,
    NOTHING,
    OPEN,
    OPTIONS,
    PHASE,
    PROFILE,
    REMAINING,
    SHIFT,
    U0,
    U1,
    U2,
    UPDATES,
    note,
    sort_rows,
    write,
)


@intrinsic
def _ones(typing, x):
    """Return the number of bits that are set."""
    return types.uint32(types.uint32), lambda c, b, sig, args: b.ctpop(args[0])


@intrinsic
def lowest(typing, x):
    """Return the number of the lowest bit that is set; there must be one."""
    zero_is_undefined = ir.Constant(ir.IntType(1), 1)
    return x(x), lambda c, b, sig, args: b.cttz(args[0], zero_is_undefined)


@compiled(**OPTIONS)
def start_bits(keeps, places, primaries, alive, stack, control, chosen, forbidden, seed):
    """Begin a search and set the statistics to zero. `chosen`, `forbidden`: int64 option ids, each once.

    `places` has the place of each word in the rows, see `advance_bits`. `seed` has no effect.

    Return 0, or 1 if an option id does not exist; then nothing has changed.
    """
    for ids in (chosen, forbidden):
        for o in ids:
            if not 0 <= o < control[N_OPTIONS]:
                return 1
    n_words, n_options = U64(alive.shape[1]), U64(control[N_OPTIONS])
    for word in range(PHASE, PROFILE):
        control[word] = 0
    for w in range(n_words):
        alive[0, w] = keeps[n_options, w]
    for o in forbidden:
        alive[0, places[U64(o) >> U64(5)]] &= ~(U32(1) << U32(o & 31))
    n, remaining, before = U0, control[N_PRIMARY], 0
    for w in range(n_words):
        before += _ones(alive[0, w])
    for o in chosen:
        if not (alive[0, places[U64(o) >> U64(5)]] >> U32(o & 31)) & U32(1):
            control[PHASE] = DONE
            break
        for w in range(n_words):
            alive[0, w] &= keeps[o, w]
        stack[0, n] = o
        n += U1
        remaining -= primaries[o]
    left = 0
    for w in range(n_words):
        left += _ones(alive[0, w])
    stack[2, 0], stack[3, 0] = remaining, left
    control[BASE], control[REMAINING], control[CURSOR] = n, remaining, n_options
    control[UPDATES] = before - left
    return 0


@compiled(**OPTIONS)
def advance_bits(
    keeps, holds, spans, words, members, primaries, alive, todo, keys, stack, control, out,
    max_solutions, max_nodes,
):  # fmt: skip
    """Continue until the search is exhausted (0), has found `max_solutions` more (1) or examined `max_nodes` more (2).

    Write the first solutions to `out` as `kernel.advance` does.

    All arrays are uint32; only `spans`, `words` and `control` are int64. A row is a set of options, one bit each:

    - `keeps[o]`: the options that option o permits. The last row of `keeps` has all options.
    - `members[i]`: the options of item i.
    - `alive[l]`: the options that can be chosen at level l.
    - `todo[l]`: the untried options of the item of level l, if l is one of the levels `opens[:n_open]`.

    The words of `todo` are in the order of options. In all other rows, place w has the word `words[w]`. `holds[w, i]`
    equals `members[i, w]`, so the words that are counted together stand side by side. For the words at the places w
    and w + 1, the search counts only the items from `spans[0, w / 2]` to `spans[1, w / 2] - 1`. `keys` is working
    memory, one word for each item.

    `choice[:base + level]` are the chosen options. Three arrays have a number for each level l:

    - `left[l]`: how many primary items must still be covered.
    - `untried[l]`: how many options `todo[l]` has.
    - `many[l]`: how many options could be chosen before the step to level l. The step hides all options that are no
      longer alive. If other options of the item remain to try, `many[l]` leaves out all its options: they are counted
      as hidden already.

    To examine a node, the search first computes `alive[level]`: the options in `alive[level - down]` that option o
    permits. `down` is 0 at the root and 1 at all other nodes.
    """
    n_words, lanes = U64(alive.shape[1]), U64(holds.shape[1])
    longest, shift = U64(control[LONGEST]), U32(control[SHIFT])
    unit = U32(U32(1) << shift)
    low = U32(unit - U32(1))
    choice, opens, left, many, untried = stack[0], stack[1], stack[2], stack[3], stack[4]

    phase, level, n_open = control[PHASE], U64(control[LEVEL]), U64(control[OPEN])
    remaining, o, down, base = (
        U64(control[REMAINING]), U64(control[CURSOR]), U64(control[GIVEN]), U64(control[BASE]),
    )  # fmt: skip
    before, rows = control[FOUND], len(out)
    updates, nodes, found, status = U0, np.int64(0), np.int64(0), 0

    while True:
        descend, pick = False, True  # whether to choose an option next, and whether to take it from `todo`
        if phase == EXAMINE:
            if nodes >= max_nodes:
                status = 2
                break
            nodes += 1
            phase = BACKTRACK
            if remaining == U0:
                updates += U64(many[level])
                if found < rows:
                    write(out, found, choice, base + level, U0)
                found += 1
                if found == max_solutions:
                    status = 1
                    break
            else:
                n_alive = U32(0)
                w = U0
                while w < n_words:
                    a = U32(alive[level - down, w] & keeps[o, w])
                    b = U32(alive[level - down, w + U1] & keeps[o, w + U1])
                    alive[level, w] = a
                    alive[level, w + U1] = b
                    if a | b:
                        n_alive += U32(_ones(a) + _ones(b))
                        for i in range(U64(spans[0, w >> U1]), U64(spans[1, w >> U1])):
                            keys[i] += U32(_ones(U32(a & holds[w, i])) + _ones(U32(b & holds[w + U1, i])))
                    w += U2
                best, empty = NOTHING, U32(0)
                for i in range(lanes):
                    n_options = keys[i]
                    keys[i] = NOTHING  # number of options - 1
                    empty += U32(n_options == NOTHING)
                    key = U32(U32(n_options << shift) + U32(i))  # an empty item has the largest key
                    best = key if key < best else best
                updates += U64(many[level]) - U64(n_alive)
                if U64(empty) + remaining == lanes:  # only covered items have no options
                    item, n = U64(best & low), np.int64(best >> shift) + 1
                    if n > 1:
                        control[CHOICES] += 1
                        control[BRANCHES] += n
                    final = remaining <= longest
                    for v in range(n_words if final else U0):
                        x = U32(alive[level, v] & members[item, v])
                        while x:
                            final = (
                                final
                                and U64(primaries[(U64(words[v]) << U64(5)) + U64(lowest(x))]) == remaining
                            )
                            x = U32(x & (x - U32(1)))
                    if final and found >= rows and n < max_solutions - found:
                        found += n
                        nodes += n
                    else:
                        phase = FINISH if final else EXAMINE
                        descend = not final
                        many[level + U1] = n_alive
                        if final or n > 1:
                            for v in range(n_words):
                                todo[level, words[v]] = alive[level, v] & members[item, v]
                            if descend:
                                untried[level] = n
                                updates += U64(n)
                                many[level + U1] = n_alive - U64(n)
                                opens[n_open] = level
                                n_open += U1
                        else:  # its only option
                            w = U0
                            x = U32(alive[level, w] & members[item, w])
                            while x == U32(0):
                                w += U1
                                x = U32(alive[level, w] & members[item, w])
                            o = (U64(words[w]) << U64(5)) + U64(lowest(x))
                            pick = False

        if phase == FINISH:
            w = U0
            while w < n_words and found < max_solutions:
                x = U32(todo[level, w])
                if x == U32(0):
                    w += U1
                    continue
                todo[level, w] = x & (x - U32(1))
                if found < rows:
                    choice[base + level] = (w << U64(5)) + U64(lowest(x))
                    write(out, found, choice, base + level + U1, U0)
                found += 1
                nodes += 1
            if found == max_solutions:
                status = 1
                break
            phase = BACKTRACK

        if phase == BACKTRACK:
            if n_open == U0:
                phase = DONE
            else:
                level = U64(opens[n_open - U1])
                remaining = U64(left[level])
                phase = EXAMINE
                descend = True

        if phase == DONE:
            break

        if descend:
            if pick:
                w = U0
                while todo[level, w] == U32(0):
                    w += U1
                x = U32(todo[level, w])
                o = (w << U64(5)) + U64(lowest(x))
                todo[level, w] = x & (x - U32(1))
                untried[level] -= U32(1)
                n_open -= U64(untried[level] == U32(0))  # the search will not return to this level
            choice[base + level] = o
            remaining -= U64(primaries[o])
            level += U1
            left[level] = remaining
            down = U1

    note(control, phase, level, n_open, remaining, down, o, base, before + found, nodes, updates)
    sort_rows(out, min(U64(found), U64(rows)))
    return status
