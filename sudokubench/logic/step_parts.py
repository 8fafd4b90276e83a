"""Parts of steps other than options: the links of chains, the branches of nets, and the events of a search."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class LinkKind(Enum):
    """How the two ends of a link depend on each other."""

    STRONG = "strong"
    """At least one end is true: if the first is false, the second is true."""
    WEAK = "weak"
    """At most one end is true: if the first is true, the second is false."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a chain. Each end is a non-empty set of options; an end is true if one of its options is true."""

    kind: LinkKind
    start: tuple[int, ...]
    end: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """The consequences of assuming that an option, the root, is true (`holds`) or false.

    Attributes:
        links: The consequences, in order. If a link starts at several options, all of them together are the reason.
    """

    root: int
    holds: bool
    links: tuple[Link, ...]

    def sided(self, true: bool) -> frozenset[int]:
        """Return the options that are true in the branch, or the options that are false."""
        kind = LinkKind.STRONG if true else LinkKind.WEAK
        ends = frozenset(option for link in self.links if link.kind is kind for option in link.end)
        return ends | {self.root} if self.holds is true else ends

    def by_patterns(self) -> frozenset[Link]:
        """Return the links of patterns such as a pair: false options at the start make the option at the end false."""
        true, weak = self.sided(True), LinkKind.WEAK
        return frozenset(link for link in self.links if link.kind is weak and link.start[0] not in true)


TRIAL, CONTRADICTION, RETURN, SOLUTION = "trial", "contradiction", "return", "solution"
"""The events of a search; a step has them as its rule. A trial supposes an option of its item; the group `fact` has the
options that the item has left. A contradiction names an item that cannot be satisfied. A return takes the last trial
back; on a board, it rules out the option of the trial if the trial led to no solution. A solution says that everything
is settled."""
EVENTS = frozenset({TRIAL, CONTRADICTION, RETURN, SOLUTION})
NOGOOD, EVIDENCE = "nogood", "evidence"
"""Rules of special steps: NOGOOD follows from trials that failed together before; EVIDENCE needs the fewest items."""
