"""Translate stored messages of engines into Japanese: records keep the English text, and the reader chooses.

A message, and each message inside it, is looked up among our texts. An engine's own text stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from string import Formatter

from sudokubench import core_words as of_problems
from sudokubench.backends import words as of_engines
from sudokubench.constraints import words as of_constraints
from sudokubench.encodings import words as of_encodings
from sudokubench.harness import words as of_harness
from sudokubench.words import Sentence, Words, agreeing

_ROOMS = of_engines, of_encodings, of_harness, of_constraints, of_problems
_LEAST_LETTERS = 6
"""Least number of letters outside the fields of a text: with fewer, it would match any message."""
_FORMER = {
    "{count} solutions claimed to be all; {proved} were shown": of_harness.TOO_FEW_SOLUTIONS,
    "{said}; {source} states {stated}": of_harness.NOT_AS_STATED,
    "{one} says one solution, {other} says another one": Words("", "{one}と{other}の示した解が違います"),
    "an earlier round found one solution, but {backend} says another one": of_harness.EARLIER_SOLUTION,
}
"""Today's text for each English text of earlier versions that stored runs still hold."""
_COUNTED = re.compile(r"(\{\w+):,? ([^{}]+)\}")
"""Pattern of a field with the noun that its number counts, as in `{n:, row}`."""
_RAISED = re.compile(r"(\w+(?:Error|Failed|Unavailable|NoAnswer|Undecided): )(.+)", re.DOTALL)


def in_both(message: str) -> Words:
    """Return a message in both languages; a text that is not ours stays as it is.

    >>> in_both("more than 60 s of CPU time").ja
    'CPU時間が60秒を超えました'
    >>> in_both("it claims 1 solution in all, but answers show 2").ja
    '解は全部で1個としていますが、2個示されています'
    """
    if isinstance(message, Sentence):
        return message.words
    if raised := _RAISED.fullmatch(message):
        return Words(message, raised[1] + in_both(raised[2]).ja)
    for pattern, japanese in _texts():
        if found := pattern.fullmatch(message):
            filled = {name: in_both(text).ja for name, text in found.groupdict().items()}
            return Words(
                message, "".join(filled.get(part, part) if i % 2 else part for i, part in enumerate(japanese))
            )
    return Words(message, message)


@cache
def _texts() -> list[tuple[re.Pattern[str], list[str]]]:
    """Return a pattern for each English text, longest first, with its Japanese: texts and field names in turns."""
    found = []
    former = [Words(english, text.ja) for english, text in _FORMER.items()]
    today = [text for room in _ROOMS for text in vars(room).values() if isinstance(text, Words)]
    for text in filter(_fits, {one for given in former + today for one in _numbered(given)}):
        seen: set[str] = set()
        pattern = ""
        parts = [*_parts(text.en), ""]
        for i, part in enumerate(parts[:-1]):
            if i % 2 == 0:
                pattern += re.escape(part)
            elif part:
                pattern += f"(?P={part})" if part in seen else f"(?P<{part}>.*{'?' if parts[i + 1] else ''})"
                seen.add(part)
        found.append((len(text.en), re.compile(pattern, re.DOTALL), [*_parts(text.ja)]))
    return [(pattern, japanese) for _, pattern, japanese in sorted(found, key=lambda one: -one[0])]


def _numbered(text: Words) -> Iterator[Words]:
    """Yield the forms of a text that counts: `{n:, row}` becomes `{n} row` or `{n} rows`, in every combination."""
    parts = _COUNTED.split(text.en)  # between the fields: the name of the field, and its noun
    for numbers in product((1, 2), repeat=len(parts) // 3):
        nouns = [f"{parts[3 * k + 1]}}} {agreeing(n, parts[3 * k + 2])}" for k, n in enumerate(numbers)]
        yield Words("".join(map("".join, zip(parts[::3], [*nouns, ""], strict=True))), text.ja)


def _fits(text: Words) -> bool:
    return sum(map(str.isalpha, "".join([*_parts(text.en)][::2]))) >= _LEAST_LETTERS


def _parts(text: str) -> Iterator[str]:
    """Yield alternately a text between fields and the name of a field; the last name may be empty."""
    for literal, name, _, _ in Formatter().parse(text):
        yield literal
        yield name or ""
