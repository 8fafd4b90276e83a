"""Search for fish in any houses: all places of a digit in k base houses lie in k cover houses, except for fins.

A place is a cell that can hold the digit. Places are numbered 0 to m - 1 (m at most 62); a set of them is a mask.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, helper, reader


@helper
def bit_count(mask):
    """Return the number of bits that are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@reader
def _clears(covered, covered_twice, once, twice, peers):
    """Return whether a fish eliminates anything: a place that sees all fins and is in more cover than base houses.

    `once` has the places in at least one base house, `twice` the places in at least two. `covered` and `covered_twice`
    have the same for cover houses.
    """
    rest = (once & ~covered) | twice  # its fins
    seen = (covered & ~once) | (covered_twice & once & ~twice)
    p = 0
    while rest and seen:
        if rest & 1:
            seen &= peers[p]
        rest >>= 1
        p += 1
    return seen != 0


@reader
def _cover(size, need, houses, around, base, cover, used, found, count, once, twice, peers, scratch):
    """Choose `size` cover houses in every way that covers each place in `need`.

    `found` has `count` fish; add the fish that eliminate something. Return the new number of fish, or -1 if there is no
    room. The search is depth first with a stack in `scratch`. Each step tries the houses of the first uncovered place.
    """
    covered, covered_twice, place, following = scratch[0], scratch[1], scratch[2], scratch[3]
    place[0] = following[0] = 0
    depth = 0
    while depth >= 0:
        left = need & ~covered[depth]
        advanced = False
        # If no place is left to cover before there are `size` houses, this is a smaller fish; another call finds it.
        if left and depth < size:
            while not left >> place[depth] & 1:
                place[depth] += 1
            while following[depth] < around.shape[1]:
                h = around[place[depth], following[depth]]
                following[depth] += 1
                if h < 0 or used[h] or (depth == size - 1 and left & ~houses[h]):
                    continue
                cover[depth] = h
                used[h] = True
                covered_twice[depth + 1] = covered_twice[depth] | (covered[depth] & houses[h])
                covered[depth + 1] = covered[depth] | houses[h]
                place[depth + 1] = place[depth]
                following[depth + 1] = 0
                advanced = True
                break
        elif not left and depth == size and _clears(covered[depth], covered_twice[depth], once, twice, peers):
            if count == found.shape[0]:
                return -1
            for i in range(size):
                found[count, i] = base[i]
                found[count, size + i] = cover[i]
            count += 1
        if advanced:
            depth += 1
        else:
            depth -= 1
            if depth >= 0:
                used[cover[depth]] = False
    return count


@helper
def _houses_around(houses, places):
    """Return int64 (places, most houses of a place): the houses of each place, ascending, padded with -1."""
    counts = np.zeros(places, np.int64)
    for h in range(houses.size):
        for p in range(places):
            counts[p] += houses[h] >> p & 1
    most = np.int64(0)
    for count in counts:
        most = max(most, count)
    around = np.full((places, most), -1, np.int64)
    counts[:] = 0
    for h in range(houses.size):
        for p in range(places):
            if houses[h] >> p & 1:
                around[p, counts[p]] = h
                counts[p] += 1
    return around


@compiled
def fish(houses, peers, targets, size, most):
    """Return the fish of one digit, with `size` base houses, that eliminate something.

    The base houses share at most two places. Each target outside the base houses is tried as the place of an
    elimination.

    Args:
        houses: int64 (houses,), for each house the mask of its places; 0 for a house that must not be used.
        peers: int64 (places,), for each place the mask of the places that see it.
        targets: Mask of the places that a fish may clear.
        size: Number of base houses.
        most: Largest number of fish; the search stops when it finds more.

    Returns:
        int32 (n, 2 size): base houses, then cover houses, as indices. A fish may appear several times.
    """
    found = np.empty((most, 2 * size), np.int32)
    base = np.arange(size)
    cover = np.zeros(size, np.int64)
    used = np.zeros(houses.size, np.bool_)
    scratch = np.zeros((4, size + 1), np.int64)
    around = _houses_around(houses, peers.size)
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
        if usable and bit_count(twice) <= 2:
            for i in range(size):
                used[base[i]] = True
            for t in range(peers.size):
                if twice & ~peers[t] or not (targets & ~once) >> t & 1:
                    continue
                # the target lies in a cover house, so the covers must cover it, too
                need = once & ~peers[t] | np.int64(1) << t
                count = _cover(
                    size, need, houses, around, base, cover, used, found, count, once, twice, peers, scratch
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
