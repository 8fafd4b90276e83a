"""Change single tokens: operators, comparisons, and/or/not, True, False, break, continue, min/max, any/all."""

from __future__ import annotations

import ast
import hashlib
import io
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

_BECOMES = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
    "is": "is not", "is not": "is", "in": "not in", "not in": "in", "and": "or", "or": "and", "not": "",
    "+": "-", "-": "+", "*": "+", "/": "*", "//": "%", "%": "//", "**": "*",
    "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<",
    "+=": "-=", "-=": "+=", "*=": "+=", "//=": "%=", "&=": "|=", "|=": "&=", "^=": "|=", "<<=": ">>=", ">>=": "<<=",
    "True": "False", "False": "True", "break": "continue", "continue": "break",
    "min": "max", "max": "min", "any": "all", "all": "any",
}  # fmt: skip

KERNELS = "sudokubench/kernels/"
"""Path of the kernels. A changed kernel takes seconds to compile, so fewer changes of kernels are tried."""

Position = tuple[int, int]
"""Line from 1, column from 0 in characters."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file with one token changed.

    Attributes:
        path: The file, from the root of the repository.
        line: The line of the token, from 1.
        name: The path, and the text of the line with the change shown in it. It does not change when other lines are
            added or removed.
        source: The changed text of the whole file.
        function: The name of the function that contains the line, or "".
    """

    path: str
    line: int
    name: str
    source: str
    function: str


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Return all mutants of a file. Annotations, texts and arguments like `strict=True` are not changed."""
    lines = source.splitlines(keepends=True)
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    seen: Counter[str] = Counter()
    found = []
    tree = ast.parse(source)
    functions = sorted(
        (f.lineno, f.end_lineno or 0, f.name) for f in ast.walk(tree) if isinstance(f, ast.FunctionDef)
    )
    for begin, end in sorted(_spans(tree, lines)):
        words = [t for t in tokens if begin <= t.start and t.end <= end and t.string in _BECOMES]
        if not words:
            continue  # an operator in an f-string has no token of its own
        old = " ".join(t.string for t in words)  # "is not" and "not in" have two tokens
        (row, left), right, new = words[0].start, words[-1].end[1], _BECOMES[old]
        text = lines[row - 1]
        name = f"{path}: {text[:left].lstrip()}{{{old} => {new}}}{text[right:].rstrip()}"
        seen[name] += 1
        changed = [*lines[: row - 1], text[:left] + new + text[right:], *lines[row:]]
        name += f" #{seen[name]}" if seen[name] > 1 else ""
        function = next((word for first, last, word in reversed(functions) if first <= row <= last), "")
        found.append(Mutant(path, row, name, "".join(changed), function))
    return found


def sample(sources: Mapping[str, str], count: int, seed: int) -> list[Mutant]:
    """Return `count` mutants, spread over the files in proportion to their lines.

    The choice among the mutants of a file depends on their names and the seed, so a changed line changes no other
    choice.
    """
    weights = {
        path: len(text.splitlines()) / (4 if path.startswith(KERNELS) else 1)
        for path, text in sources.items()
    }
    mutants = {path: mutants_of(path, text) for path, text in sources.items()}
    unit = sum(weights.values()) / count
    chosen: list[Mutant] = []
    due = 0.0
    for path in sorted(sources):
        due += weights[path] / unit
        ranked = sorted(mutants[path], key=lambda m: hashlib.sha256(f"{seed} {m.name}".encode()).digest())
        chosen += ranked[: max(0, round(due) - len(chosen))]
    return sorted(chosen, key=lambda m: (m.path, m.line))


def _spans(tree: ast.AST, lines: list[str]) -> Iterator[tuple[Position, Position]]:
    """Yield the start and end of the spans in which a token may be changed."""

    def at(row: int, column: int) -> Position:  # the parser counts bytes
        return row, len(lines[row - 1].encode()[:column].decode())

    def begin(node: ast.expr | ast.stmt) -> Position:
        return at(node.lineno, node.col_offset)

    def end(node: ast.expr | ast.stmt) -> Position:
        return at(node.end_lineno or 0, node.end_col_offset or 0)

    def between(parts: list[ast.expr]) -> Iterator[tuple[Position, Position]]:
        return ((end(a), begin(b)) for a, b in pairwise(parts))

    for node in _changeable(tree):
        match node:
            case ast.BinOp(left=left, right=right) if not (_is_text(left) or _is_text(right)):
                yield from between([left, right])
            case ast.BoolOp(values=values):
                yield from between(values)
            case ast.Compare(left=left, comparators=others):
                yield from between([left, *others])
            case ast.AugAssign(target=target, value=value):
                yield from between([target, value])
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield begin(node), begin(operand)
            case ast.Constant(value=bool()) | ast.Break() | ast.Continue():
                yield begin(node), end(node)
            case ast.Call(func=ast.Name(id="min" | "max" | "any" | "all") as name):
                yield begin(name), end(name)


def _is_text(node: ast.expr) -> bool:
    """Return whether a node is a text. Only one operator works on texts; any other would fail in every test."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _changeable(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and its parts, without the parts that have no effect at run time."""
    yield node
    for field, child in ast.iter_fields(node):
        if field in {"annotation", "returns"}:
            continue
        for part in child if isinstance(child, list) else [child]:
            flag = isinstance(part, ast.keyword) and isinstance(part.value, ast.Constant)
            if isinstance(part, ast.AST) and not flag and not isinstance(part, ast.JoinedStr):
                yield from _changeable(part)
