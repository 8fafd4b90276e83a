"""Exact cover by dancing links, compiled: Algorithm X of Knuth, TAOCP volume 4B, 7.2.2.1, for any matrix.

Every item has a vertical list of the options that can still cover it. To choose an option, the search covers each of
its items: the item stops being active, and the search hides every option in its list. To hide an option, it unlinks the
nodes of the option from the lists of all other items. An unlinked node keeps its own links, so it can dance back.

Differences from the book, with their gains, measured on 17-clue puzzles (proved unique) and on the 9x9 tromino count:

- An option is an aligned block of 2^k nodes, padded with nodes of a dummy item. So the other nodes of the option of
  node p are p ^ 1, p ^ 2, ... This needs no spacers and no branch on the position in the option (+30 % on Sudoku).
- Active items form no list. `keys` holds size and number of an item in one integer, with an extra top bit while the
  item is covered. So the smallest active item is the minimum of an array, which is a vector instruction. This is as
  cheap as a scan that stops at size one, and it finds the empty items first.
- The search writes unlinked nodes on a trail. To backtrack, one flat loop goes to the deepest level with an untried
  option. The book uncovers item by item and level by level (0.75 s; here 0.62 s).
- A level is open while it has an untried option. Clues, and forced moves before the first open level, are never undone,
  so the trail leaves them out. A search ends when no level is open. The next search begins with a fresh copy of the
  links, so a search need not restore them, even if it is dropped midway.
- An option that covers all items that remain completes a solution; the search does not cover these items.

Tried and dropped: 16-bit links (2x slower), links left and right within an option (1.3x slower on Sudoku), 64-bit
keys (1.3x), to stop covering once an item is empty (no gain), to count the nodes of a list instead of running to its
header (no gain), a table of the other nodes of an option, without padding, instead of p ^ j (1.1x faster on
pentominoes, 1.2x slower on Sudoku).

Numba: all indices are unsigned, because Numba checks signed indices for wraparound. Constants beside them are unsigned,
too, because uint64 with an int literal becomes float64. No function here counts the references to its arrays: in
helpers, these atomic counts made the whole four times slower. If `memory` or `seed` is None, Numba leaves out what
needs it, which saves a quarter of the compile time. The classes for callers are in `enumeration`.
"""

from __future__ import annotations

from sudokubench.kernels.compiled import I64, U32, U64, compiled, helper
from sudokubench.kernels.splitmix import GAMMA, scattered

COVERED = U32(1 << 31)  # in keys: the item is not active
NOTHING = U32(0xFFFFFFFF)
U0, U1, U2 = U64(0), U64(1), U64(2)
UNBOUNDED = 1 << 62

# Arrays of uint32. `fixed`: the item of each node, the number of primary items of each option, the first links up and
# down of each node. `work`: the present links up and down, then lists of the search. `keys`: the present and the first.
# Words of the control array, int64. First the constants of the matrix, then the state of the search, then its counters.
N_ITEMS, N_PRIMARY, N_OPTIONS, SHIFT, LONGEST, NODES_TOTAL, UNIT, RULE, SLOTS = range(9)
PHASE, LEVEL, OPEN, TRAIL, REMAINING, GIVEN, N_GIVEN, CURSOR, BASE, PENDING, RANDOM, SEED, STAMP, BOARD = (
    range(9, 23)
)
FOUND, NODES, UPDATES, CHOICES, BRANCHES, HITS, STORED = range(23, 30)
PROFILE = 30  # followed by N_ITEMS + 2 words of the depth profile and N_ITEMS weights

# Phases: what the search does when it continues.
EXAMINE, FINISH, BACKTRACK, DONE = range(4)

# Item rules.
SMALLEST, FIRST, ANY, WEIGHTED = range(4)

OPTIONS = {"error_model": "numpy", "_nrt": False}  # no kernel of this folder makes an array, see `reader`
_helper = helper(**OPTIONS)


@_helper
def random_bits(control):
    """Return the next 64 random bits, the same on every machine and version."""
    state = U64(control[RANDOM])
    control[RANDOM] = I64(state + GAMMA)
    return scattered(state)


@_helper
def choose(keys, control):
    """Return the key of the next item by any rule except SMALLEST. At least one item must be active."""
    n = U64(control[N_PRIMARY])
    rule = control[RULE]
    if rule == ANY:
        active = U0
        for k in range(n):
            active += U64(keys[k] < COVERED)
        skip = random_bits(control) % active
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
    """Return whether the set of active items is known to have no cover; if not, note the set as pending at this level.

    An option remains if it was not forbidden at the start and has only active items. So the set of active items
    (including secondary ones) decides whether the rest can be covered. Sets are compared whole, never by hash alone,
    so answers stay exact. A row of memory holds the words of a set, then the stamp (the number of the search). A
    pending set is stored later if its level ends without a solution; until then, its row has three numbers after the
    words: the row where the set will be stored, the number of solutions found before, and the level.
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
    """Store the pending sets deeper than a level if they gave no solution. The search has finished these levels."""
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
    """Rebuild the vertical lists in `up` and `down`, with options in the given order."""
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


@_helper
def _reset(fixed, work, keys, control):
    """Go back to the whole matrix with nothing chosen. Keep the statistics."""
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


@compiled(**OPTIONS)
def start(fixed, work, keys, control, chosen, forbidden, seed):
    """Begin a search and set the statistics to zero. `chosen`, `forbidden`: int64 option ids.

    Return 0, or 1 if an option id does not exist; then nothing has changed.
    """
    for ids in (chosen, forbidden):
        for o in ids:
            if not 0 <= o < control[N_OPTIONS]:
                return 1
    total = U64(control[NODES_TOTAL])
    n_items = U64(control[N_ITEMS])
    n_options = U64(control[N_OPTIONS])
    shift = U64(control[SHIFT])
    control[SEED] = 0
    if seed is not None:
        control[SEED] = seed
    _reset(fixed, work, keys, control)
    for word in range(FOUND, PROFILE + control[N_ITEMS] + 2):
        control[word] = 0
    item = fixed[:total]
    up = work[:total]
    down = work[total : U2 * total]
    if seed is not None:
        order = work[U2 * total + U64(5) * (n_items + U2) :][:n_options]  # not used otherwise before `chosen`
        for o in range(control[N_OPTIONS]):
            order[o] = o
        for k in range(n_options - U1):
            other = k + random_bits(control) % (n_options - k)
            order[k], order[other] = order[other], order[k]
        _link(up, down, order, item, shift, U64(control[LONGEST]), n_options << shift, n_items)
    for o in forbidden:
        _forbid(fixed, work, keys, control, U64(o))
    given = work[U2 * total :]
    seen = given[U64(5) * (n_items + U2) :]  # position of an option in `given`, if `given` has it
    n = U64(0)
    for o in chosen:
        place = U64(seen[o])
        if place < n and given[place] == o:
            continue  # chosen twice
        given[n] = o
        seen[o] = n
        n += U1
        if n > n_items:
            break  # if there are more options than items, two exclude each other
    control[N_GIVEN] = n
    return 0


@_helper
def _forbid(fixed, work, keys, control, option):
    """Hide all nodes of an option."""
    total = U64(control[NODES_TOTAL])
    item, up, down = fixed[:total], work[:total], work[total : U2 * total]
    shift = U64(control[SHIFT])
    for q in range(option << shift, (option + U1) << shift):
        if item[q] != control[N_ITEMS] and down[up[q]] == q:  # else hidden already
            u, d = up[q], down[q]
            down[u] = d
            up[d] = u
            keys[item[q]] -= U32(control[UNIT])


@_helper
def write(out, row, choice, n, shift):
    """Write a solution of n options: their number, then their ids in the order chosen."""
    out[row, 0] = n
    for k in range(n):
        out[row, k + U1] = choice[k] >> shift


@_helper
def sort_rows(out, rows):
    """Sort the options of the solutions in the first rows: an insertion sort, since most are in order."""
    for row in range(rows):
        for k in range(U2, U1 + U64(out[row, 0])):
            option = out[row, k]
            place = U64(k)
            while place > U1 and out[row, place - U1] > option:
                out[row, place] = out[row, place - U1]
                place -= U1
            out[row, place] = option


@_helper
def note(control, phase, level, n_open, remaining, given, cursor, base, found, nodes, updates):
    """Note the state of a search, so that it can continue, and add to its counters."""
    control[PHASE] = phase
    control[LEVEL] = level
    control[OPEN] = n_open
    control[REMAINING] = remaining
    control[GIVEN] = given
    control[CURSOR] = cursor
    control[BASE] = base
    control[FOUND] = found
    control[NODES] += nodes
    control[UPDATES] += updates


@_helper
def _search(fixed, work, keys, control, memory, out, max_solutions, max_nodes):
    """Continue until the search is exhausted (0), has found `max_solutions` more (1) or examined `max_nodes` more (2).

    The first solutions are written to the rows of `out`, each as its number of options and then the options. Further
    solutions are only counted.

    Invariants between iterations: `choice[:level]` are nodes of the chosen options, clues first.
    `trail[:t]` are the nodes unlinked since the first open level was entered, in this order. Levels
    `opens[:n_open]` have untried options. `marks` holds for each of these levels the length of the trail after the
    level covered its item.
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
    keep = U64(n_open > U0)  # whether unlinked nodes are written on the trail
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
                        write(out, found, choice, level, shift)
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
                        best = choose(keys, control)
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
                                if memory is not None and _known_failure(keys, memory, control, level):
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
                    write(out, found, choice, level + U1, shift)
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
                if memory is not None:
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
                if U64(down[p]) == h:  # the last option: the search will not return to this level
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

    note(control, phase, level, n_open, remaining, next_given, cursor, base, before + found, nodes, updates)
    control[TRAIL] = t
    return status


@compiled(**OPTIONS)
def advance(fixed, work, keys, control, memory, out, max_solutions, max_nodes):
    """Continue a search (see `_search`), and sort the options of the solutions in `out`."""
    before = control[FOUND]
    status = _search(fixed, work, keys, control, memory, out, max_solutions, max_nodes)
    sort_rows(out, min(U64(control[FOUND] - before), U64(len(out))))
    return status


@compiled(**OPTIONS)
def search_boards(
    fixed, work, keys, control, memory, out, boards, ends, forbidden, limit, max_nodes, counts, solutions
):
    """Search boards from number control[BOARD] on. If control[PHASE] is not DONE, continue inside that board.

    Board b excludes the options `forbidden[ends[b - 1] : ends[b]]`. If `ends` is empty, all options are allowed. See
    `Enumeration.search_boards`. Return the number of finished boards; it is smaller than the number of boards if the
    node budget is spent.
    """
    size = U64(control[N_OPTIONS]) // U64(boards.shape[1])
    given = work[U2 * U64(control[NODES_TOTAL]) :]
    last = control[NODES] + max_nodes
    keep = solutions.shape[1]
    b = U64(control[BOARD])
    while b < U64(len(boards)):
        if control[PHASE] == DONE:
            _reset(fixed, work, keys, control)
            if len(ends):
                for k in range(ends[b - U1] if b else 0, ends[b]):
                    _forbid(fixed, work, keys, control, U64(forbidden[k]))
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
