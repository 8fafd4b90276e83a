"""Search for fish of any houses: k base houses whose places of a digit lie in k cover houses, but for fins.

The places of one digit are numbered 0 to m - 1 (m at most 62) and sets of them are 64-bit masks.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, helper


@helper
def _count(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@helper
def _note(found, count, size, base, cover, covered_twice, covered, once, twice, peers, places):
    """Keep a fish if it eliminates anything. Returns the new number of fish, -1 where the table is full."""
    fins = (once & ~covered) | twice
    gone = (covered & ~once) | (covered_twice & once & ~twice)
    seen = gone
    rest = fins
    p = 0
    while rest:
        if rest & 1:
            seen &= peers[p]
        rest >>= 1
        p += 1
    if seen == 0:
        return count
    if count == found.shape[0]:
        return -1
    for i in range(size):
        found[count, i] = base[i]
        found[count, size + i] = cover[i]
    return count + 1


@helper
def _cover(size, need, houses, base, cover, used, found, count, once, twice, peers, places):
    """Choose `size` cover houses in every way that covers each place in `need`. Returns the number of fish.

    Depth first with an explicit stack: a self-recursive function is compiled well but loaded from the cache badly.
    """
    covered = np.zeros(size + 1, np.int64)
    covered_twice = np.zeros(size + 1, np.int64)
    following = np.zeros(size + 1, np.int64)
    depth = 0
    while depth >= 0:
        left = need & ~covered[depth]
        advanced = False
        if depth == size:
            if left == 0:
                count = _note(
                    found,
                    count,
                    size,
                    base,
                    cover,
                    covered_twice[depth],
                    covered[depth],
                    once,
                    twice,
                    peers,
                    places,
                )
                if count < 0:
                    return count
        elif left:  # with nothing left to cover this is a smaller fish, found elsewhere
            low = left & -left
            for h in range(following[depth], houses.size):
                if used[h] or not houses[h] & low:
                    continue
                following[depth] = h + 1
                cover[depth] = h
                used[h] = True
                covered_twice[depth + 1] = covered_twice[depth] | (covered[depth] & houses[h])
                covered[depth + 1] = covered[depth] | houses[h]
                following[depth + 1] = 0
                advanced = True
                break
        if advanced:
            depth += 1
        else:
            depth -= 1
            if depth >= 0:
                used[cover[depth]] = False
    return count


@compiled
def fish(houses, peers, places, size, most):
    """All fish of one digit and size that eliminate something, base by base and target by target.

    Args:
        houses: int64, for each house the mask of the places in it; 0 for a house that must not be used.
        peers: int64, for each place the mask of the places that see it.
        places: Mask of all places.
        size: Number of base houses.
        most: Fish at which the search stops.

    Returns:
        int32 (n, 2 size): base houses, then cover houses. A fish may be listed several times.
    """
    found = np.empty((most, 2 * size), np.int32)
    base = np.arange(size)
    cover = np.zeros(size, np.int64)
    used = np.zeros(houses.size, np.bool_)
    count = 0
    while True:
        once = np.int64(0)
        twice = np.int64(0)
        usable = True
        for i in range(size):
            mask = houses[base[i]]
            if mask == 0:
                usable = False
                break
            twice |= once & mask
            once |= mask
        if usable and _count(twice) <= 2:
            for i in range(size):
                used[base[i]] = True
            for t in range(peers.size):
                if not places >> t & 1:
                    continue
                if twice & ~peers[t]:
                    continue
                need = once & ~peers[t]
                if once >> t & 1:
                    continue
                # the target lies in a cover house, so it counts as a place to be covered
                need |= np.int64(1) << t
                count = _cover(
                    size, need, houses, base, cover, used, found, count, once, twice, peers, places
                )
                if count < 0:
                    return found
            for i in range(size):
                used[base[i]] = False
        i = size - 1
        while i >= 0 and base[i] == houses.size - size + i:
            i -= 1
        if i < 0:
            return found[:count]
        base[i] += 1
        for j in range(i + 1, size):
            base[j] = base[j - 1] + 1
