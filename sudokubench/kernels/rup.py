"""A forward checker of RUP proofs. It relies on unit propagation and on nothing else.

Goldberg and Novikov, Verification of proofs of unsatisfiability for CNF formulas (DATE 2003). A clause follows by
reverse unit propagation (RUP) if unit propagation alone finds a conflict after all its literals are assumed false. A
proof is a list of such clauses. The checker tests each against the formula and the clauses before it, until unit
propagation refutes all clauses together.

Clauses are written as in DIMACS: one int32 array of literals (variable v is v, its negation -v), a 0 after each clause.
The checker ignores the deletions in a DRUP file. A clause that followed once always follows, and unit propagation on
more clauses finds at least the same conflicts. So deletions can neither make a wrong proof pass nor make a right proof
fail. Clauses of a DRAT proof that are RAT but not RUP fail.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from sudokubench.errors import InputError
from sudokubench.kernels.compiled import compiled, helper
from sudokubench.kernels.words import BAD_DRUP, THE_END
from sudokubench.words import untranslated

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_STEPS = 1_000_000_000
"""Largest number of literals that a check looks at before it gives up: about ten seconds."""


class ProofStatus(Enum):
    """Status of a check. Only REFUTED says something about the formula."""

    REFUTED = 0
    """The formula has no model."""
    NOT_RUP = 1
    """A clause of the proof is not RUP. It may be RAT, or follow in another way, or be wrong."""
    NO_CONTRADICTION = 2
    """All clauses of the proof follow, but they do not refute the formula."""
    STOPPED = 3
    """The check has looked at more than `max_steps` literals."""


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a check: the status, and the number of proof clauses after which it was reached."""

    status: ProofStatus
    proof_clauses: int

    @property
    def refuted(self) -> bool:
        """Whether the proof shows that the formula has no model."""
        return self.status is ProofStatus.REFUTED


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """Clauses prepared once for many checks. No check changes them.

    Unit propagation watches two literals of each clause (Moskewicz and others, Chaff, 2001). Most clauses of a board
    are pairs of options that exclude each other. Pairs need no watches: an array lists the partners of each literal.

    Attributes:
        variables: Variables are 1 to this number.
        partners: int32 (2 pairs,): for literal x, the other literals of the pairs that hold x are at
            `first_partner[variables + x]` to `first_partner[variables + x + 1] - 1`.
        first_partner: int64 (2 variables + 2,), see `partners`.
        pool: int32: a 0, then the longer clauses, a 0 after each. The first two literals of each clause are watched.
        following: int32, as long as `pool`: for the index of a watched literal in the pool, the next index of the same
            watched literal, 0 at the end.
        watchers: int32 (2 variables + 1,): for literal x, at variables + x, its first watched index in the pool.
    """

    variables: int
    partners: NDArray[np.int32]
    first_partner: NDArray[np.int64]
    pool: NDArray[np.int32]
    following: NDArray[np.int32]
    watchers: NDArray[np.int32]


def watched(clauses: NDArray[np.int32], variables: int) -> Watched:
    """Prepare clauses, int32, each with two or more different literals.

    Raises:
        ValueError: A clause is shorter, a literal has no variable, or the last 0 is missing.
    """
    _require_clauses(clauses, variables)
    ends = np.flatnonzero(clauses == 0)
    starts = np.concatenate([[0], ends[:-1] + 1]) if ends.size else ends
    if (ends - starts < 2).any():
        raise ValueError("a clause of fewer than two literals cannot be watched; add it in `check`")
    pair_starts = starts[ends - starts == 2]
    one, other = clauses[pair_starts], clauses[pair_starts + 1]
    holders = np.concatenate([one, other])
    order = np.argsort(holders, kind="stable")
    first_partner = np.searchsorted(holders[order], np.arange(-variables, variables + 2))
    long = np.repeat(ends - starts > 2, ends - starts + 1)
    pool = np.concatenate([np.zeros(1, np.int32), clauses[long]])
    following = np.zeros_like(pool)
    watchers = np.zeros(2 * variables + 1, np.int32)
    _watch_all(pool, following, watchers)
    return Watched(variables, np.concatenate([other, one])[order], first_partner, pool, following, watchers)


def check(
    formula: Watched, added: NDArray[np.int32], proof: NDArray[np.int32], max_steps: int = MAX_STEPS
) -> Check:
    """Check that `proof` refutes `formula` together with the clauses `added`.

    Args:
        formula: Prepared clauses.
        added: Further clauses of the formula, int32, of any length; the empty clause is allowed.
        proof: Clauses, int32, each of which must be RUP. No clause is needed if unit propagation is enough.
        max_steps: Number of literals to look at before giving up. The check gives up between clauses only.

    Raises:
        ValueError: A literal has no variable of the formula, or the last 0 is missing.
    """
    _require_clauses(added, formula.variables)
    _require_clauses(proof, formula.variables)
    clauses = np.concatenate([added, proof])
    given = int(np.count_nonzero(added == 0))
    status, used = _check(
        formula.partners, formula.first_partner, formula.pool, formula.following, formula.watchers,
        clauses, given, max_steps,
    )  # fmt: skip
    return Check(ProofStatus(status), max(0, used - given))


def parse_drup(text: bytes, variables: int) -> NDArray[np.int32]:
    """Return the clauses of a proof in DRUP form, int32, without deletions (`d` in front) and comments (`c` in front).

    Raises:
        InputError: The text is not such a proof; the message gives the position.
    """
    data = np.frombuffer(text, np.uint8)
    clauses, length, fault = _parse(data, variables)
    if fault >= 0:
        line = text.count(b"\n", 0, fault) + 1
        word = text[fault : fault + 24].split()[:1]
        shown = untranslated(ascii(word[0].decode("latin-1"))) if word else THE_END
        raise InputError(BAD_DRUP.format(line=line, word=shown, variables=variables))
    proof: NDArray[np.int32] = clauses[:length]
    return proof


def _require_clauses(clauses: NDArray[np.int32], variables: int) -> None:
    if clauses.size and (clauses[-1] != 0 or clauses.max() > variables or clauses.min() < -variables):
        raise ValueError(f"clauses end with 0 and their literals lie from -{variables} to {variables}")


@compiled
def _parse(text, variables):
    """Return an array with the clauses in `text`, how much of it is used, and where the first fault is, or -1."""
    clauses = np.empty(text.size // 2 + 1, np.int32)
    length = begin = place = 0
    deleting = False
    while place < text.size:
        char = text[place]
        if char in (32, 9, 10, 13):
            place += 1
            continue
        word = place
        at_start = length == begin and not deleting
        if at_start and char == 99:  # c: the rest of the line is a comment
            while place < text.size and text[place] != 10:
                place += 1
            continue
        if at_start and char == 100:  # d
            deleting = True
            place += 1
        else:
            negative = char == 45
            place += negative
            number, digits = 0, 0
            while place < text.size and 48 <= text[place] <= 57:
                number = number * 10 + (text[place] - 48)
                place += 1
                digits += 1
                if number > variables:
                    return clauses, length, word
            if digits == 0 or (number == 0 and (negative or digits > 1)):
                return clauses, length, word
            clauses[length] = -number if negative else number
            length += 1
            if number == 0:
                if deleting:
                    length = begin
                begin, deleting = length, False
        if place < text.size and text[place] not in (32, 9, 10, 13):
            return clauses, length, word
    return clauses, length, -1 if length == begin and not deleting else place


@compiled
def _watch_all(pool, following, watchers):
    """Watch the first two literals of each clause of the pool."""
    middle = watchers.size // 2
    start = 1
    while start < pool.size:
        for slot in (start, start + 1):
            literal = pool[slot]
            following[slot] = watchers[middle + literal]
            watchers[middle + literal] = slot
        while pool[start] != 0:
            start += 1
        start += 1


@compiled
def _check(partners, first_partner, base_pool, base_following, base_watchers, clauses, given, max_steps):
    """Accept the first `given` clauses and check the rest. Return a ProofStatus value and the number of clauses used.

    Three invariants hold between two clauses. Every assigned literal (`trail[:root]`) follows from the formula and
    stays assigned. Unit propagation finds no further literal. Each kept clause has a true watched literal, or two open
    ones.
    """
    n = base_watchers.size // 2
    top = base_pool.size
    pool = np.empty(top + clauses.size, np.int32)
    following = np.empty(pool.size, np.int32)
    for i in range(top):  # compiling an assignment of arrays takes a second
        pool[i], following[i] = base_pool[i], base_following[i]
    watchers = base_watchers.copy()
    values = np.zeros(2 * n + 1, np.int8)
    trail = np.empty(n + 1, np.int32)
    root = steps = used = place = 0
    while place < clauses.size:
        # Assume every literal false. The trail then holds each open literal once, negated, and no false literal.
        assigned = root
        holds = False
        while clauses[place] != 0:
            literal = clauses[place]
            place += 1
            if values[n + literal] > 0:
                holds = True
            elif values[n + literal] == 0:
                assigned = _assign(-literal, values, trail, assigned)
        place += 1
        used += 1
        open_literals = assigned - root
        conflict = True
        if used > given and not holds:
            conflict, assigned, steps = _propagate(
                partners, first_partner, pool, following, watchers, values, trail, root, assigned, steps
            )
        for k in range(root, assigned):
            values[n + trail[k]] = 0
            values[n - trail[k]] = 0
        if not conflict:
            return 1, used
        if steps > max_steps:
            return 3, used
        if holds:
            continue
        # Keep the clause, without the literals that are false at the root.
        if open_literals == 0:
            return 0, used
        for k in range(open_literals):
            pool[top + k] = -trail[root + k]
        pool[top + open_literals] = 0
        if open_literals == 1:
            assigned = _assign(pool[top], values, trail, root)
            conflict, root, steps = _propagate(
                partners, first_partner, pool, following, watchers, values, trail, root, assigned, steps
            )
            if conflict:
                return 0, used
        else:
            for slot in (top, top + 1):
                following[slot] = watchers[n + pool[slot]]
                watchers[n + pool[slot]] = slot
            top += open_literals + 1
    return 2, used


@helper
def _assign(literal, values, trail, assigned):
    """Make a literal true. Return the number of assigned literals."""
    middle = values.size // 2
    values[middle + literal] = 1
    values[middle - literal] = -1
    trail[assigned] = literal
    return assigned + 1


@helper
def _propagate(partners, first_partner, pool, following, watchers, values, trail, done, assigned, steps):
    """Propagate the units `trail[done:assigned]`. Return whether a clause is false, and new `assigned` and `steps`."""
    n = values.size // 2
    while done < assigned:
        false = -trail[done]
        done += 1
        begin, end = first_partner[n + false], first_partner[n + false + 1]
        steps += end - begin
        for k in range(begin, end):
            other = partners[k]
            if values[n + other] < 0:
                return True, assigned, steps
            if values[n + other] == 0:
                assigned = _assign(other, values, trail, assigned)
        previous = 0
        slot = watchers[n + false]
        while slot != 0:
            after = following[slot]
            start = slot if pool[slot - 1] == 0 else slot - 1
            other = pool[2 * start + 1 - slot]
            steps += 1
            if values[n + other] <= 0:
                spare = start + 2
                while pool[spare] != 0 and values[n + pool[spare]] < 0:
                    spare += 1
                steps += spare - start
                if pool[spare] != 0:  # watch that literal instead
                    literal = pool[spare]
                    pool[spare] = false
                    pool[slot] = literal
                    following[slot] = watchers[n + literal]
                    watchers[n + literal] = slot
                    if previous == 0:
                        watchers[n + false] = after
                    else:
                        following[previous] = after
                    slot = after
                    continue
                if values[n + other] < 0:
                    return True, assigned, steps
                assigned = _assign(other, values, trail, assigned)
            previous = slot
            slot = after
    return False, assigned, steps
