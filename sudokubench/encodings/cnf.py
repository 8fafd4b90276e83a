"""The clauses (CNF) that SAT solvers get for a problem, in several encodings; also clauses that exclude a solution.

This module loads no solver.

Variable o + 1 means that option o is chosen; for 9x9 these are the 729 variables X[r,c,d]. An encoding is a choice of
"at least one" (ALO) and "at most one" (AMO) clauses over the items of the exact cover. An AMO constraint that is not
written pairwise needs auxiliary variables; these come after the options. An instance adds literals: positive for clues,
negative for forbidden options. `minimal` and `extended-raw` are the encodings of I. Lynce and J. Ouaknine, Sudoku as a
SAT problem (2006).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from math import inf, isqrt
from typing import Literal, get_args

from sudokubench.answer import Solution
from sudokubench.clock import asking, parts
from sudokubench.constraints import STATEMENTS as KINDS
from sudokubench.constraints import AllDifferent, Constraint, Relation, Statement
from sudokubench.encodings.exact_cover import RULES, Groups, groups_of, plain_cover, remaining
from sudokubench.encodings.fillings import fillings, layers_of, numbered, too_large
from sudokubench.encodings.words import FOR_BOARDS_ONLY, NEEDS_RECTANGLES, NO_ENCODING
from sudokubench.errors import UsageError, suggestion
from sudokubench.layout import Layout
from sudokubench.problem import (
    ExactCover,
    Instance,
    Problem,
    Variant,
    layout_of,
    not_understood,
    require_options,
)
from sudokubench.words import Words

Clause = tuple[int, ...]

Encoding = Literal[
    "extended", "extended-raw", "card", "minimal", "triads", "commander", "product", "bitwise", "seqcounter",
    "ladder", "totalizer",
]  # fmt: skip

ENCODINGS: dict[str, Words] = {
    "extended": Words(
        "ALO and AMO over all primary items, AMO over secondary ones, no clause twice. If a cover has over "
        "1,000,000 pairs of options, its items with over 40 options take the AMO of `product`",
        "主項目すべてにALOとAMO、副項目にAMO、重複する節なし。"
        "選択肢の対が1,000,000を超える被覆では、選択肢が40を超える項目に`product`のAMOを使う"),
    "extended-raw": Words("the same, but always pairwise, and with a clause repeated if several items imply it",
        "`extended`と同じで、AMOをつねに対ごとに書き、複数の項目から出る節の重複を残す"),
    "card": Words(
        "ALO and AMO for the digits of a cell, AMO for the places of a digit in a house; repeated clauses kept",
        "マスの数字のALOとAMO、ユニットでの数字の場所のAMO。重複を残す"),
    "minimal": Words(
        "ALO for the digits of a cell, AMO for the places of a digit in a house; repeated clauses kept",
        "マスの数字のALO、ユニットでの数字の場所のAMO。重複を残す"),
    "triads": Words(
        "extended, and a variable for each digit in each row or column of a box (locked candidates)",
        "`extended`に、ボックスの行・列ごとに数字の変数を加える（予約を表す）"),
    "commander": Words("ALO; AMO by groups of three, each under a commander (Klieber and Kwon 2007)",
        "ALO。AMOは三つずつの組に指揮変数を置く（Klieber and Kwon 2007）"),
    "product": Words("ALO; AMO by the rows and columns of a square (Chen 2010)",
        "ALO。AMOは正方形の行と列による（Chen 2010）"),
    "bitwise": Words("ALO; AMO by a binary number (Prestwich 2007, in PySAT)",
        "ALO。AMOは2進数による（Prestwich 2007、PySAT）"),
    "seqcounter": Words("ALO; AMO by a sequential counter (Sinz 2005, in PySAT)",
        "ALO。AMOは逐次カウンターによる（Sinz 2005、PySAT）"),
    "ladder": Words("ALO; AMO by a ladder (Gent and Nightingale 2004, in PySAT)",
        "ALO。AMOは梯子による（Gent and Nightingale 2004、PySAT）"),
    "totalizer": Words("ALO; AMO by a totalizer (Bailleux and Boufkhad 2003, in PySAT)",
        "ALO。AMOはトータライザーによる（Bailleux and Boufkhad 2003、PySAT）"),
}  # fmt: skip
"""The clauses of each encoding, by name. The first one is the default."""

_MOST_PAIRS = 1_000_000
"""Largest number of pairs of options, over all items, for which `extended` writes every AMO pairwise. Pairwise clauses
allow more conflicts a second, but an item with twice as many options needs four times as many clauses. A cover of
20,000 options that cover 4 of 200 items each has 16 million pairs."""
_PAIRED = 40
"""An item with up to this number of options gets a pairwise AMO in any problem; an item of a 36x36 board has 36."""
FOR_LAYOUTS_ONLY = frozenset({"card", "minimal", "triads"})
"""Encodings that express a whole layout, but neither the rest of a layout after some choices nor a cover."""
_SMALLEST_SPLIT = 4
"""Size below which the recursive AMO encodings write a set pairwise, since a split gains nothing."""


@dataclass(frozen=True, eq=False)
class Cnf:
    """A problem as clauses. Two values are equal only if they are the same object.

    Attributes:
        name: Name of the encoding.
        problem: Readable name of the problem.
        option_names: A readable name for each option; option o is variable o + 1.
        n_variables: Number of variables, auxiliary ones included.
        clauses: Tuples of literals, not 0 and from -n_variables to n_variables.
        nested: As in `exact_cover.Groups`.
    """

    name: str
    problem: str
    option_names: tuple[str, ...]
    n_variables: int
    clauses: tuple[Clause, ...]
    nested: bool = False

    @property
    def n_options(self) -> int:
        """Number of options; they are the variables 1 to n_options."""
        return len(self.option_names)

    def literals(self, instance: Instance) -> list[int]:
        """Return the literals that an instance adds, for unit clauses or for assumptions."""
        require_options(instance, self.n_options, self.problem)
        literals = [option + 1 for option in instance.chosen]
        if instance.forbidden:
            literals += [-option - 1 for option in instance.forbidden]
        return literals

    def decode(self, model: Iterable[int]) -> Solution:
        """Return the options that a model chooses, ascending; ignore its auxiliary variables.

        >>> cnf(Layout.standard(4)).decode([-1, 2, -3, -4, 8])
        (1, 7)
        """
        last = self.n_options
        return tuple(sorted(literal - 1 for literal in model if 0 < literal <= last))

    def excluding(self, model: Sequence[int], given: Collection[int]) -> list[int]:
        """Return the clause that only the solution of a model breaks; empty if no other solution is possible.

        `model` holds the true literals of the options; negative ones may be left out. `given` are the literals of the
        instance; the clause omits their negations.
        """
        clause = [-variable for variable in model if variable > 0 and variable not in given]
        if self.nested:
            held = {*model}
            clause += [v for v in range(1, self.n_options + 1) if v not in held and -v not in given]
        return clause

    def __repr__(self) -> str:
        return (
            f"<Cnf {self.name} of {self.problem}: {self.n_variables} variables, {len(self.clauses)} clauses>"
        )


STATEMENTS = KINDS | RULES
"""Statements of constraints, and rules of covers, that clauses can express."""


def unsupported(problem: Problem, encoding: str = "extended") -> Words | None:
    """Return why an encoding cannot express a problem, or None if it can."""
    if encoding not in ENCODINGS:
        close = suggestion(encoding, ENCODINGS)
        return NO_ENCODING.format(name=encoding, names=", ".join(ENCODINGS), close=close)
    if encoding in FOR_LAYOUTS_ONLY:
        if isinstance(problem, ExactCover):
            return FOR_BOARDS_ONLY.format(encoding=encoding)
        if encoding == "triads" and layout_of(problem).box_shape is None:
            return NEEDS_RECTANGLES.format(encoding=encoding)
    return not_understood(problem, STATEMENTS) or too_large(problem)


def cnf(problem: Problem, encoding: Encoding = "extended") -> Cnf:
    """Return the clauses of a problem. They are made once and kept: 25x25 has 690,000 clauses.

    >>> cnf(Layout.standard(9)), cnf(Layout.standard(9), "card")
    (<Cnf extended of 9x9: 729 variables, 10530 clauses>, <Cnf card of 9x9: 729 variables, 11745 clauses>)

    Raises:
        UsageError: The encoding does not exist, or cannot express this problem.
        TimeOver: The current time limit is over.
    """
    reason = unsupported(problem, encoding)
    if reason is not None:
        raise UsageError(reason)
    return _made(problem, encoding)


@lru_cache(maxsize=8)
def _made(problem: Problem, encoding: Encoding) -> Cnf:
    cover = plain_cover(problem)
    groups = groups_of(cover)
    items = groups.exactly_one + groups.at_most_one
    fresh = _Fresh(len(cover.options) + len(groups.any_of))
    if isinstance(problem, Variant):
        clauses = _with_statements(problem, _made(problem.layout, encoding), fresh)
    elif encoding == "triads":
        assert isinstance(problem, Layout)
        clauses = (*_made(problem, "extended").clauses, *_triads(problem, fresh))
    elif encoding in FOR_LAYOUTS_ONLY:  # the first items of a layout are its cells, see exact_cover
        assert isinstance(problem, Layout)
        cells = problem.cell_count
        alo = _at_least_one(groups.exactly_one[:cells])
        made = chain(alo, _pairwise(items[cells:] if encoding == "minimal" else items))
        clauses = (*chain.from_iterable(parts(made)),)
    else:
        clauses = _of_items(groups.exactly_one, items, encoding, fresh)
    clauses += tuple(_rules(groups, len(cover.options), fresh))
    return Cnf(encoding, str(problem), cover.option_names, fresh.top, clauses, groups.nested)


def of_rest(
    layout: Layout, instance: Instance, encoding: Encoding = "extended"
) -> tuple[Cnf, Sequence[int]] | None:
    """Return the clauses for the options of a layout that an instance leaves open, and the ids of these options.

    Return None if chosen options clash, or if a primary item has no option left.
    """
    whole = plain_cover(layout)
    require_options(instance, whole.n_options, str(layout))
    if (rest := remaining(whole, instance, None)) is None:
        return None
    options, n_items, primary, rows, *_ = rest
    of: list[list[int]] = [[] for _ in range(n_items)]
    for option, covered in enumerate(rows):
        for item in covered:
            of[item].append(option)
    items = [tuple(some) for some in of]
    if not all(items[:primary]):
        return None
    fresh = _Fresh(len(options))
    clauses = _of_items(items[:primary], items, encoding, fresh)
    names = tuple(whole.option_names[option] for option in options)
    return Cnf(encoding, str(layout), names, fresh.top, clauses), options


Items = Sequence[tuple[int, ...]]
"""For each item the numbers of its options or colours; number o stands for variable o + 1."""


def _of_items(primary: Items, items: Items, encoding: Encoding, fresh: _Fresh) -> tuple[Clause, ...]:
    """Return ALO over primary items and AMO over all items, by an encoding of any exact cover."""
    if encoding in _AMO:
        return _with_auxiliary(primary, items, _AMO[encoding], fresh)
    alo = _at_least_one(primary)
    if encoding == "extended":
        made = chain(alo, _by_size(items, fresh))
        return tuple(dict.fromkeys(chain.from_iterable(parts(made))))
    return (*chain.from_iterable(parts(chain(alo, _pairwise(items)))),)


def _at_least_one(items: Items) -> Iterator[Clause]:
    """Yield a clause for each item; it is empty for an item that no option covers."""
    return (tuple([option + 1 for option in options]) for options in items)


def _pairwise(items: Items) -> Iterator[Clause]:
    """Yield a clause for each two options of an item. Options ascend, so equal pairs are equal tuples."""
    return chain.from_iterable(combinations([-option - 1 for option in options], 2) for options in items)


def _by_size(items: Items, fresh: _Fresh) -> Iterator[Clause]:
    """Yield AMO over all items: pairwise, or by `_product` for large items of a cover with too many pairs."""
    pairs = sum(len(options) * (len(options) - 1) // 2 for options in items)
    most = _PAIRED if pairs > _MOST_PAIRS else inf
    for options in items:
        if len(options) <= most:
            yield from combinations([-option - 1 for option in options], 2)
        else:
            yield from _product([option + 1 for option in options], fresh)


# -- at most one with auxiliary variables ---------------------------------------------------------------------------


class _Fresh:
    """Hands out new variables, from `top` + 1 on."""

    def __init__(self, top: int) -> None:
        self.top = top

    def __call__(self, count: int) -> range:
        self.top += count
        return range(self.top - count + 1, self.top + 1)


AtMostOne = Callable[[Sequence[int], _Fresh], Iterator[Clause]]


def _with_auxiliary(
    primary: Items, items: Items, at_most_one: AtMostOne, fresh: _Fresh
) -> tuple[Clause, ...]:
    """Return ALO over primary items, and AMO over all items by an encoding.

    Items of equal size have the same clauses except for the numbers of the variables, so each size is encoded once.
    """
    shapes: dict[int, tuple[list[Clause], int]] = {}
    clauses = list(_at_least_one(primary))
    for options in asking(items):
        size = len(options)
        if size not in shapes:
            local = _Fresh(size)
            shapes[size] = list(at_most_one(range(1, size + 1), local)), local.top - size
        shape, auxiliary = shapes[size]
        name = [0, *(option + 1 for option in options), *fresh(auxiliary)]
        clauses += [tuple([name[v] if v > 0 else -name[-v] for v in clause]) for clause in shape]
    return tuple(clauses)


def _commander(literals: Sequence[int], fresh: _Fresh) -> Iterator[Clause]:
    """Encode AMO with groups of three, each with a commander that is true exactly if a literal of its group is true.

    Klieber and Kwon, Efficient CNF encoding for selecting 1 from N objects (2007).
    """
    if len(literals) < _SMALLEST_SPLIT:
        yield from combinations([-x for x in literals], 2)
        return
    groups = [literals[i : i + 3] for i in range(0, len(literals), 3)]
    commanders = fresh(len(groups))
    for commander, group in zip(commanders, groups, strict=True):
        yield from combinations([-x for x in group], 2)
        yield (-commander, *group)
        yield from ((commander, -x) for x in group)
    yield from _commander(commanders, fresh)


def _product(literals: Sequence[int], fresh: _Fresh) -> Iterator[Clause]:
    """Encode AMO by rows and columns: the literals stand in a rectangle; at most one row and one column is used.

    Chen, A new SAT encoding of the at-most-one constraint (2010).
    """
    if len(literals) < _SMALLEST_SPLIT:
        yield from combinations([-x for x in literals], 2)
        return
    width = isqrt(len(literals) - 1) + 1
    rows, columns = fresh(-(-len(literals) // width)), fresh(width)
    for i, x in enumerate(literals):
        yield (-x, rows[i // width])
        yield (-x, columns[i % width])
    yield from _product(rows, fresh)
    yield from _product(columns, fresh)


def _from_pysat(name: str) -> AtMostOne:
    """Return an encoding of pysat.card. It loads all of PySAT only when the first set is encoded."""

    def at_most_one(literals: Sequence[int], fresh: _Fresh) -> Iterator[Clause]:
        if len(literals) < 2:
            return
        from pysat.card import CardEnc, EncType

        made = CardEnc.atmost(list(literals), 1, top_id=fresh.top, encoding=getattr(EncType, name))
        fresh(max(0, made.nv - fresh.top))
        yield from map(tuple, made.clauses)

    return at_most_one


_AMO: dict[str, AtMostOne] = {
    "commander": _commander,
    "product": _product,
    **{name: _from_pysat(name) for name in ("bitwise", "seqcounter", "ladder", "totalizer")},
}


# -- colours and multiplicities -------------------------------------------------------------------------------------


def _rules(groups: Groups, n_options: int, fresh: _Fresh) -> Iterator[Clause]:
    """Yield the clauses of colours and multiplicities.

    An option implies the variable of its colour; the AMO clauses of an item allow only one colour. A counter bounds the
    options of an item.
    """
    for colour, options in enumerate(groups.any_of, n_options + 1):
        yield from ((-option - 1, colour) for option in options)
    for options, low, high in asking(groups.between):
        yield from _counted([option + 1 for option in options], low, high, fresh)


def _counted(literals: Sequence[int], low: int, high: int, fresh: _Fresh) -> Iterator[Clause]:
    """Encode "between low and high of these are true" by a sequential counter (Sinz, 2005).

    Variable j after i literals is true exactly if at least j + 1 of them are true.
    """
    most = high + 1 if high < len(literals) else low
    before: Sequence[int] = ()
    for i, x in enumerate(literals):
        now = fresh(min(i + 1, most))
        for j, more in enumerate(now):
            same = [before[j]] if j < len(before) else []
            less = [before[j - 1]] if j else []
            yield from ((-one, more) for one in same)
            yield (-x, *(-one for one in less), more)
            yield (-more, *same, x)
            yield from ((-more, *same, one) for one in less)
        before = now
    if low:
        yield (before[low - 1],)
    if high < len(literals):
        yield (-before[high],)


# -- constraints ----------------------------------------------------------------------------------------------------


def _with_statements(variant: Variant, plain: Cnf, fresh: _Fresh) -> tuple[Clause, ...]:
    known = set(plain.clauses)
    fresh.top = plain.n_variables
    made = (_clauses_of(variant, statement, fresh) for _, statement in asking(variant.statements()))
    clauses = dict.fromkeys(chain.from_iterable(made))
    return plain.clauses + tuple(clause for clause in clauses if clause not in known)


def switched(layout: Layout, constraints: Sequence[Constraint]) -> tuple[list[Clause], range, int]:
    """Return clauses in which constraints can be switched on one by one, the switches, and the number of variables.

    The rules of the layout always hold. Constraint k holds if switch k is true; a false switch says nothing about its
    constraint. Raises UsageError if a constraint has too many combinations.
    """
    plain = cnf(layout)
    fresh = _Fresh(plain.n_variables)
    switches, clauses = fresh(len(constraints)), list(plain.clauses)
    for switch, one in zip(switches, constraints, strict=True):
        alone = Variant(layout, (one,))  # its fillings must not rely on another constraint
        if reason := too_large(alone):
            raise UsageError(reason)
        for _, statement in asking(alone.statements()):
            clauses += ((*clause, -switch) for clause in _clauses_of(alone, statement, fresh))
    return clauses, switches, fresh.top


def _clauses_of(variant: Variant, statement: Statement, fresh: _Fresh) -> Iterator[Clause]:
    """Yield the clauses of a statement.

    Cells that differ: no two of them hold the same digit. Two cells in a relation: each digit of a cell implies a
    digit of the other cell that the relation allows with it. A sum whose fillings are listed (`fillings`): each
    filling has a variable, and one of these is true. A filling implies the digits of its cells. Each digit implies that
    one of its fillings is true. So unit propagation keeps the statement arc consistent (Ian P. Gent, Arc consistency in
    SAT, 2002). Other statements: see `_layered`.
    """
    n = variant.layout.size
    variables = [[n * cell + d + 1 for d in range(n)] for cell in statement.cells]
    if isinstance(statement, AllDifferent):
        for digit in zip(*variables, strict=True):
            yield from combinations([-variable for variable in sorted(digit)], 2)
        return
    if isinstance(statement, Relation):
        yield from _related(statement, variables)
        return
    supports: dict[int, list[int]] = {variable: [] for cell in variables for variable in cell}
    if (found := fillings(variant, statement)) is not None:
        names = fresh(len(found))
        yield tuple(names)
        for name, filling in zip(names, found, strict=True):
            for cell, held in zip(variables, filling, strict=True):
                yield -name, cell[held - 1]
                supports[cell[held - 1]].append(name)
    else:
        yield from _layered(statement, n, variables, supports, fresh)
    yield from ((-variable, *some) for variable, some in supports.items())


def _related(relation: Relation, variables: list[list[int]]) -> Iterator[Clause]:
    """Yield the clauses of two cells: a digit implies a fitting digit or, if at least half fit, excludes the others."""
    for one, pairs in zip((0, 1), (relation.pairs, [pair[::-1] for pair in relation.pairs]), strict=True):
        for d, digit in enumerate(variables[one], 1):
            fit = [other for e, other in enumerate(variables[1 - one], 1) if (d, e) in pairs]
            others = [other for other in variables[1 - one] if other not in fit]
            if len(fit) < len(others):
                yield (-digit, *fit)
            else:
                yield from ((-max(digit, other), -min(digit, other)) for other in others)


def _layered(
    statement: Statement, size: int, variables: list[list[int]], supports: dict[int, list[int]], fresh: _Fresh
) -> Iterator[Clause]:
    """Yield the clauses of a statement as a graph in layers (`constraints.layers`); add the edges to `supports`.

    Each edge has a variable. An edge implies its digit, one of the edges that end where it begins, and one of the edges
    that begin where it ends. Unit propagation then keeps the statement arc consistent. Claude-Guy Quimper, Toby Walsh,
    Global grammar constraints (2006).
    """
    for cell, (edges, nodes) in zip(variables, numbered(layers_of(statement, size), fresh), strict=True):
        for name, digit in edges:
            yield -name, cell[digit - 1]
            supports[cell[digit - 1]].append(name)
        for entering, leaving in nodes:
            yield from ((-name, *leaving) for name in entering)
            yield from ((-name, *entering) for name in leaving)


# -- triads ---------------------------------------------------------------------------------------------------------


def _triad_cells(layout: Layout) -> list[tuple[str, int, tuple[int, ...]]]:
    """Return where each row and each column crosses each box: (name of the line, box, cells)."""
    return [
        (line.name, box, tuple(cell for cell in line.cells if layout.boxes[cell] == box))
        for line in layout.rows + layout.columns
        for box in dict.fromkeys(layout.boxes[cell] for cell in line.cells)
    ]


def _triads(layout: Layout, fresh: _Fresh) -> Iterator[Clause]:
    """Yield the clauses of triads: the common cells of a line and a box.

    Each triad and digit d has a variable, which is true exactly if a cell of the triad holds d. Exactly one triad of a
    line holds d, and exactly one of the parallel triads of a box. Unit propagation then finds locked candidates, which
    the other clauses alone do not find. The idea of triads is from tdoku (Tom Dillon, 2019).
    """
    n = layout.size
    groups: dict[object, list[int]] = {}
    for line, box, cells in _triad_cells(layout):
        for d, variable in enumerate(fresh(n)):
            options = [n * cell + d + 1 for cell in cells]
            yield (-variable, *options)
            yield from ((variable, -option) for option in options)
            groups.setdefault((line, d), []).append(variable)
            groups.setdefault((line[0], box, d), []).append(variable)
    for group in groups.values():
        yield tuple(group)
        yield from combinations([-variable for variable in group], 2)


assert tuple(ENCODINGS) == get_args(Encoding), "name an encoding in both, in the same order"
