"""The value of a step on the `se` scale: the value of its rule, plus an addition for the length of a chain."""

from __future__ import annotations

from sudokubench.logic.configuration import Configuration
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules import chains, rule_named
from sudokubench.logic.step import Step


def added_by_length(length: int) -> float:
    """Return the addition for a chain on the `se` scale: 0.1 for each of 4, 6, 8, 12, 16 ... that the length exceeds.

    >>> [added_by_length(k) for k in (4, 6, 8, 10)]
    [0.0, 0.1, 0.2, 0.3]
    """
    bound, steps = 4, 0
    while length > bound:
        bound = bound * 3 // 2 if steps % 2 == 0 else bound * 4 // 3
        steps += 1
    return round(0.1 * steps, 1)


def nodes_of(step: Step) -> int:
    """Return the number that `se_value` needs.

    It is the number of nodes of a chain, or the length of a step whose rule has `tenths`. For other steps it is the
    length minus 2.
    """
    rule = rule_named(step.rule)
    if rule.length_scale and not rule.assumes:
        return chains.nodes_of(step)
    return step.length if rule.tenths else step.length - 2


def se_value(rule: Rule, nodes: int, config: Configuration) -> float:
    """Return the `se` value of a step with this number of nodes (see `nodes_of`)."""
    base = config.se_of(rule)
    if rule.tenths:
        return round(base + nodes / 10, 1)
    return round(base + added_by_length(nodes), 1) if rule.length_scale else base
