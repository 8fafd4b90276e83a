"""Files of exact covers, in both directions: `dlx` is Knuth's text, `matrix` a table of zeros and ones, `cover` JSON.

A file has one cover. A table without a line of names has items 1, 2, 3 ... In Knuth's text the first line names the
items, secondary items after `|`. The item `2:3|a` is covered two or three times. Each further line is an option; `x:A`
gives the item x the colour A. A line that begins with `|` is a comment. Three comments are our own, and Knuth's
programs ignore them. `|= NAME` and `|$ COST` stand before their option, and `_URLS` says that names are written as in
URLs. An option without a name is named by its items.
(Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1, and his programs DLX1 to DLX3.)
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from io import StringIO
from itertools import chain, compress, islice, repeat
from math import isfinite
from typing import Any, BinaryIO, NamedTuple, NoReturn

from sudokubench.cover_parts import OptionFault, checked
from sudokubench.errors import InputError, Place, Refusal, UsageError, printable
from sudokubench.formats import words
from sudokubench.formats.cells import is_divider
from sudokubench.formats.limits import COVER_BRACKETS, COVER_BYTES, COVER_LINE_BYTES
from sudokubench.formats.strict_json import load_object, not_a, shown
from sudokubench.formats.unpacked import buffered, head_of
from sudokubench.problem import ExactCover, refuse_constraints
from sudokubench.words import Words

SCHEMA = "sudokubench.cover/1"
_HEAD_LINES = 60
"""Number of lines that are read to distinguish a cover from boards: more than the rows of any grid."""
_URLS = "| names are written as in URLs: %20 is a space"
_OURS = re.compile(
    rb"^\s*\|(?:= .*[^\s|=+-]|\$ -?[.\d]|%s\s*$)" % re.escape(_URLS[1:].encode()), re.MULTILINE
)
"""Pattern of our own comments. No other file has them."""
_SAFE = "#=()[]<>!?*+-.,;/@&$^~'\"{}"
"""Signs that a name keeps, because Knuth's programs allow them. A name also keeps ASCII letters, digits and `_`. All
other signs are written as in URLs."""
_BOUNDS = re.compile(r"(?:([0-9]{1,10}):)?([0-9]{1,10})\|(.+)")
_LETTER = re.compile(r"[^\W\d_]")
_WHOLE = re.compile(r"-?[0-9]{1,300}")
_NAMES = "option"
"""Head of the column of option names, the first one of a matrix; the reader also accepts an empty head."""
_BITS = frozenset({"0", "1", ""})
_BARE = re.compile(r"[01](?:[\s,;]*+[01])*+[\s,;]*+")
"""Pattern of a row of zeros and ones, adjacent or separated. It never backtracks, because lines may be long."""
_ITEMS_OF_JSON = re.compile(rb'"(?:primary|items)"\s*:\s*\[\s*["\d]')
"""Items in JSON. They show that an object without a schema is a cover; the error then names the missing schema."""
_BLANK = b"\xef\xbb\xbf \t\r\n"

Line = tuple[int, str]


class _Row(NamedTuple):
    """An option as a file states it: line, name if any, names of the items, cost."""

    line: int | None
    name: str | None
    items: Sequence[str]
    cost: float | None = None


class _Items(NamedTuple):
    """The items as a file names them: number of the line, primary and secondary items, bounds of some primary items."""

    line: int | None
    primary: Sequence[str]
    secondary: Sequence[str]
    multiplicity: dict[str, tuple[int, int]]


# -- distinguishing covers from boards --------------------------------------------------------------------------------


class Detected(NamedTuple):
    """The content of a file, as its beginning shows it.

    Attributes:
        form: The form of the cover; None if the file has no cover.
        stream: The file from its beginning.
        alike: The beginning of a file that looks like a cover but is something else; otherwise empty.
    """

    form: str | None
    stream: BinaryIO
    alike: bytes = b""


def detected(stream: BinaryIO, has_board: Callable[[bytes, bool], bool], is_board: bool = False) -> Detected:
    """Detect the form of the cover in a file from its first lines.

    A cover in JSON has the name of its schema at the beginning. Any other cover begins with names, and the next line
    uses only these names, or has 0 or 1 for each. The lines may be boards if every option has all items, or if
    `has_board` finds a board in them. Such a file counts as boards, unless the user gives the form of a cover by
    `--from`. A file whose lines all fit a matrix is refused, unless `is_board` says that the file has boards. The
    reader of the form refuses faults such as two equal names.
    """
    begin = head_of(stream)
    if begin.lstrip(_BLANK).startswith(b"{"):
        is_cover = SCHEMA.encode() in begin or (b'"options"' in begin and _ITEMS_OF_JSON.search(begin))
        return Detected("cover" if is_cover else None, stream)
    if _OURS.search(begin):
        return Detected("dlx", stream)
    start = stream.tell() if stream.seekable() else None
    taken: list[bytes] = []
    forms: dict[str, Callable[[str], int]] | None = None
    form, is_whole, is_alike, fits = None, True, False, True
    head = b""
    while len(taken) < _HEAD_LINES and (raw := stream.readline(COVER_LINE_BYTES)):
        taken.append(raw)
        if _is_comment(raw):
            continue
        if forms is None:
            forms, head = _forms_of(raw), raw
            if not forms:  # nearly every file of boards
                break
            continue
        items = head.split()
        is_alike = is_alike or (len({*items}) == len(items) and not {*items}.isdisjoint(raw.split()))
        text = raw.decode("utf-8", "replace").strip()
        fitting = {name: used for name, uses in forms.items() if (used := uses(text)) > 0}
        fits = bool(fitting)
        if not fits:
            if form == "dlx" and len(head.split()) == 1:  # not a lone item, but a row of a map of regions
                form = None
            break
        form = form or next(iter(fitting))
        is_whole = is_whole and fitting.get(form, 0) == 1
    is_bare = form == "matrix" and bool(_bits(head.decode("utf-8-sig").strip()))
    if is_bare and not fits:
        taken += islice(iter(partial(stream.readline, COVER_LINE_BYTES), b""), _HEAD_LINES - len(taken))
    if (
        is_whole
        or (is_bare and is_board)
        or has_board(b"".join(line for line in taken if not _is_comment(line)), is_bare)
    ):
        if form == "matrix" and fits and not is_board:
            raise Refusal(words.MATRIX_OR_BOARD)
        form = None
    begin = b"".join(taken)
    if start is None:
        stream = buffered(stream, begin)
    else:
        stream.seek(start)
    return Detected(form, stream, begin if is_alike and form is None else b"")


def _is_comment(line: bytes) -> bool:
    text = line.lstrip(_BLANK)
    return not text or text.startswith(b"|")


def _forms_of(raw: bytes) -> dict[str, Callable[[str], int]]:
    """Return the forms in which a line may name the items.

    Each form has a function that takes a further line. It returns 0 if the line is not an option, 1 if the line is an
    option of Knuth's text that has every item, and 2 for any other option. A single word of up to three characters
    names an item, which each option then has. Bounds such as `2:3|a` occur only in Knuth's text.
    """
    try:
        text = raw.decode().removeprefix("\ufeff").strip()
    except UnicodeDecodeError:
        return {}
    found: dict[str, Callable[[str], int]] = {}
    used = text.split()
    names = {named[3] if (named := _BOUNDS.fullmatch(word)) else word for word in used}
    short_name = len(text) < 4 and _LETTER.search(text)  # a row of a board is longer
    is_lone = len(used) == 1 and bool(short_name or _BOUNDS.fullmatch(text))
    has_bounds = names != {*used}
    if (is_lone or len(used) > 1) and not is_divider(text):

        def of_items(option: str) -> int:
            used = option.split()
            known = {word if word in names else word.partition(":")[0] for word in used}
            is_option = len(known) == len(used) and known <= names and "|" not in known
            return is_option * (2 if len(used) < len(names) or is_lone or has_bounds else 1)

        found["dlx"] = of_items
    if (width := len(_bits(text))) > 2:
        found["matrix"] = lambda option: 2 * (len(_bits(option)) == width and "1" in option)
    by = _delimiter(text)
    fields = _fields(text, by)
    start = int(fields[0] in {_NAMES, ""})
    are_names = len(set(fields)) == len(fields) or _LETTER.search(text)
    if len(fields) > 2 - start and are_names and not _BITS.issuperset(fields):

        def of_bits(option: str) -> int:
            bits = _fields(option, by)
            return 2 * (len(bits) == len(fields) and _BITS.issuperset(bits[start:]) and "1" in bits[start:])

        found["matrix"] = of_bits
    return found


def _bits(row: str) -> list[str]:
    """Return the zeros and ones of a row of a matrix without names; [] for any other text."""
    return re.findall("[01]", row) if _BARE.fullmatch(row) else []


def _delimiter(text: str) -> str:
    unquoted = re.sub('"[^"]*"', "", text)
    return max(",;\t", key=unquoted.count) if re.search("[,;\t]", unquoted) else " "


def _fields(text: str, by: str) -> list[str]:
    import csv

    with suppress(csv.Error, StopIteration):
        return next(csv.reader([text], delimiter=by, skipinitialspace=True)) or [text]
    return [text]


# -- reading ----------------------------------------------------------------------------------------------------------


def read(stream: BinaryIO, form: str, name: str) -> ExactCover:
    """Return the cover of a file. A million options take seconds.

    Args:
        stream: The file, unpacked.
        form: `dlx`, `matrix` or `cover`.
        name: The name of the cover for people.

    Raises:
        InputError: The file does not have this form. The message names the option or item at fault. The error has the
            line; for JSON, only a syntax error has it.
    """
    if form == "cover":
        text = stream.read(COVER_BYTES + 1)
        return from_object(
            load_object(text, "cover", max_bytes=COVER_BYTES, max_brackets=COVER_BRACKETS), name
        )
    lines = _lines(stream)
    items, rows = (_dlx if form == "dlx" else _matrix)(lines)
    return _built(items, rows, name)


def _lines(stream: BinaryIO) -> Iterator[Line]:
    """Yield the lines that are not blank, numbered and without their ends."""
    for number, raw in enumerate(iter(lambda: stream.readline(COVER_LINE_BYTES + 1), b""), 1):
        if len(raw) > COVER_LINE_BYTES:
            _refuse(words.LONG_LINE.format(most=COVER_LINE_BYTES), number)
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            _refuse(words.NOT_UTF_8.format(reason=error.reason), number)
        if number == 1:
            text = text.removeprefix("\ufeff")
        text = text.rstrip("\r\n")
        if not text.isprintable() and not text.replace("\t", " ").isprintable():
            odd = next(letter for letter in text if letter != "\t" and not letter.isprintable())
            _refuse(words.NUL if odd == "\0" else words.ODD_LETTER.format(letter=ascii(odd)), number)
        if text and not text.isspace():
            yield number, text


def _dlx(lines: Iterator[Line]) -> tuple[_Items, Iterator[_Row]]:
    from urllib.parse import unquote

    plain: Callable[[str], str] = str
    lines = ((number, text.lstrip()) for number, text in lines)
    number, text = next(lines, (1, "|"))
    while text.startswith("|"):
        plain = unquote if text.rstrip() == _URLS else plain
        number, text = next(lines, (number, ""))
    primary, secondary = _sides(text.split(), number)
    multiplicity: dict[str, tuple[int, int]] = {}
    for k, word in enumerate(primary):
        if bounds := _BOUNDS.fullmatch(word):
            least, most, primary[k] = bounds.groups()
            multiplicity[plain(primary[k])] = int(least or most), int(most)
    for word in (*primary, *secondary):
        if ":" in word or "|" in word:
            _refuse(words.BAD_ITEM.format(item=word), number)
    items = _Items(number, [*map(plain, primary)], [*map(plain, secondary)], multiplicity)
    return items, _options(lines, plain)


def _options(lines: Iterator[Line], plain: Callable[[str], str]) -> Iterator[_Row]:
    said: dict[str, Line] = {}  # name and cost of the next option
    for number, text in lines:
        if text[0] == "|":
            if text.startswith(("|= ", "|$")) and said.setdefault(text[:2], (number, text)) != (number, text):
                break
            continue
        used = text.split()
        if plain is not str:
            # A colon of a name is written as %3A, so another colon begins a colour.
            used = [":".join(map(plain, word.split(":"))) for word in used]
        name = said["|="][1][3:] if "|=" in said else None
        at, cost = said.get("|$", (number, ""))
        yield _Row(number, name, used, _cost(cost[2:].strip(), at) if cost else None)
        said.clear()
    for at, text in said.values():
        _refuse(words.OPTION_IS_MISSING.format(line=shown(text)), at)


def _cost(text: str, line: int) -> float:
    try:
        cost = int(text) if _WHOLE.fullmatch(text) else float(text)
        if isfinite(cost):
            return cost
    except ValueError:
        pass
    return _refuse(words.BAD_COST_LINE.format(cost=shown(text)), line)


def _sides(names: Sequence[str], line: int) -> tuple[list[str], list[str]]:
    bars = [k for k, name in enumerate(names) if name == "|"]
    if len(bars) > 1:
        _refuse(words.SECOND_BAR, line)
    bar = bars[0] if bars else len(names)
    if not bar:
        _refuse(words.NO_ITEM_LINE, line)
    return list(names[:bar]), list(names[bar + 1 :])


def _with_commas(lines: Iterator[Line], width: int) -> Iterator[Line]:
    """Yield the rows of a matrix without names, with commas between the signs."""
    for number, row in lines:
        bits = _bits(row)
        if len(bits) != width:
            _refuse(words.BITS_ARE.format(row=shown(row), count=width), number)
        yield number, ",".join(bits)


def _matrix(lines: Iterator[Line]) -> tuple[_Items, Iterator[_Row]]:
    at, text = next(lines, (1, ""))
    import csv

    if bits := _bits(text):  # no line of names: the items are numbered from 1
        lines = _with_commas(chain([(at, text)], lines), len(bits))
        text = ",".join(map(str, range(1, len(bits) + 1)))
    by = _delimiter(text)

    def texts() -> Iterator[str]:
        nonlocal at
        yield text.strip(by if by == " " else "")
        for line in lines:
            at = line[0]
            yield line[1].strip(by if by == " " else "")

    def parsed() -> Iterator[list[str]]:
        try:
            yield from csv.reader(texts(), delimiter=by, strict=True, skipinitialspace=True)
        except csv.Error as error:
            _refuse(words.NO_RECORD.format(reason=error), at)

    records = parsed()
    head = next(records, [])
    named = head[:1] in ([_NAMES], [""])
    names = head[named:]
    primary, secondary = _sides(names, at)

    def rows() -> Iterator[_Row]:
        for record in records:
            if len(record) != len(head):
                _refuse(words.RECORD_FIELDS.format(count=len(record), named=len(head)), at)
            called, bits = record[0] if named else None, [field.strip() for field in record[named:]]
            if called == "":
                _refuse(words.NO_NAME, at)
            for name, bit in zip(names, bits, strict=True):
                if bit not in _BITS or (name == "|" and bit):
                    _refuse(words.CELL_IS.format(cell=repr(bit), item=name), at)
            yield _Row(at, called, [*compress(names, map("1".__eq__, bits))])

    return _Items(at, primary, secondary, {}), rows()


def from_object(fields: object, name: str = "") -> ExactCover:
    """Return the cover of a JSON object: the inverse of `to_object`. `options` may also be an object, keyed by name.

    Raises:
        InputError: The object is not a cover. A message about an option or an item names it.
    """

    def refused(reason: Words) -> NoReturn:
        raise not_a("cover", reason) from None

    known = {"schema", "name", "primary", "secondary", "options", "names", "multiplicity", "costs"}
    if not isinstance(fields, dict) or not {"schema", "primary", "options"} <= fields.keys() <= known:
        found = sorted(fields) if isinstance(fields, dict) else fields
        refused(words.COVER_FIELDS.format(found=shown(found), known=", ".join(sorted(known))))
    if fields["schema"] != SCHEMA:
        refused(words.SCHEMA_IS.format(value=shown(fields["schema"]), schema=SCHEMA))
    primary, secondary = fields["primary"], fields.get("secondary", [])
    options, names = fields["options"], fields.get("names")
    if isinstance(options, dict) and names is None:
        names, options = list(options), list(options.values())
    if not isinstance(options, list) or not all(map(_are_names, (primary, secondary, names or [], *options))):
        refused(words.COVER_LISTS)
    costs = fields.get("costs")
    for listed in (names, costs):
        if listed is not None and (not isinstance(listed, list) or len(listed) != len(options)):
            refused(words.ONE_NAME_EACH.format(options=len(options)))
    multiplicity, called = fields.get("multiplicity", {}), fields.get("name", "")
    are_numbers = all(type(cost) in {int, float} for cost in costs or [])
    is_name = isinstance(called, str) and called == printable(called)
    if not (are_numbers and is_name and isinstance(multiplicity, dict)):
        refused(words.COVER_LISTS)
    rows = map(_Row, repeat(None), names or repeat(None), options, costs or repeat(None))
    try:
        return _built(_Items(None, primary, secondary, multiplicity), rows, name or called or "exact cover")
    except InputError as error:
        refused(error.words)


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, str) and one.isprintable() and one for one in value
    )


def _built(items: _Items, rows: Iterable[_Row], name: str) -> ExactCover:
    """Check and return the cover. An error has the line of the option at fault, or else the line of the items."""
    lines: list[int | None] = []
    costs: list[float] = []

    def options() -> Iterator[tuple[str, Sequence[str]]]:
        for row in rows:
            lines.append(row.line)
            costs.append(row.cost or 0)
            yield row.name or " ".join(row.items), row.items

    try:
        parts = checked(options(), items.primary, items.secondary, items.multiplicity, costs, complete=True)
    except OptionFault as error:
        raise InputError(error.words, Place("", lines[error.option])) from None
    except UsageError as error:
        raise InputError(error.words, Place("", items.line)) from None
    return ExactCover(name, **parts._asdict())


def _refuse(reason: Words, line: int | None) -> NoReturn:
    raise InputError(reason, Place("", line)) from None


# -- writing ----------------------------------------------------------------------------------------------------------


def _words(cover: ExactCover, option: int, quoted: Callable[[str], str] = str) -> list[str]:
    """Return the items of an option by name, with their colours."""
    names = cover.colour_names
    return [
        quoted(cover.items[item]) + (f":{quoted(names[colour])}" if colour else "")
        for item, colour in cover.coloured(option)
    ]


def to_object(cover: ExactCover) -> dict[str, Any]:
    """Return a cover as a JSON object of the schema `sudokubench.cover/1`, without empty optional fields."""
    options = [_words(cover, option) for option in range(len(cover.options))]
    names = list(cover.option_names)
    named = zip(cover.items, cover.bounds, strict=False)
    fields = {
        "schema": SCHEMA,
        "name": cover.name,
        "primary": list(cover.items[: cover.primary]),
        "secondary": list(cover.items[cover.primary :]),
        "multiplicity": {item: list(bounds) for item, bounds in named if bounds != (1, 1)},
        "options": options,
        "names": [] if names == [*map(" ".join, options)] else names,
        "costs": list(cover.costs),
    }
    return {name: value for name, value in fields.items() if value or name in {"primary", "options"}}


def as_text(cover: ExactCover) -> str:
    """Return a cover as JSON in one line."""
    return json.dumps(to_object(cover), ensure_ascii=False, separators=(",", ":"))


def _dlx_lines(cover: ExactCover) -> Iterator[str]:
    from urllib.parse import quote

    @cache
    def quoted(name: str) -> str:
        return quote(name, safe=_SAFE)

    yield f"| {printable(cover.name)}"
    items = [*map(quoted, cover.items)]
    is_plain = len(items) > 1 and any(len(option) < len(items) for option in cover.options)
    if not is_plain or any("%" in name for name in (*items, *map(quoted, cover.colour_names))):
        yield _URLS  # a reader recognises the file by this line
    for item, (least, most) in enumerate(cover.bounds):
        if (least, most) != (1, 1):
            items[item] = f"{least}:{most}|{items[item]}"
    bar = ["|"] if cover.primary < len(items) else []
    yield " ".join([*items[: cover.primary], *bar, *items[cover.primary :]])
    for option, name in enumerate(cover.option_names):
        if name != " ".join(_words(cover, option)):
            yield f"|= {name}"
        if cover.costs and cover.costs[option]:
            yield f"|$ {cover.costs[option]}"
        yield " ".join(_words(cover, option, quoted))


def _matrix_lines(cover: ExactCover) -> Iterator[str]:
    """Yield the lines of a table of zeros and ones. Raises UsageError if the table cannot state the cover."""
    refuse_constraints(cover, words.A_MATRIX)
    if cover.costs or "|" in cover.items:
        raise UsageError(words.NOT_IN_MATRIX)
    bar = ["|"] if cover.primary < len(cover.items) else []
    yield _record([_NAMES, *cover.items[: cover.primary], *bar, *cover.items[cover.primary :]])
    for option, name in zip(cover.options, cover.option_names, strict=True):
        bits = ["0"] * len(cover.items)
        for item in option:
            bits[item] = "1"
        yield _record([name, *bits[: cover.primary], *["" for _ in bar], *bits[cover.primary :]])


def _record(fields: Sequence[str]) -> str:
    import csv

    text = StringIO()
    is_odd = fields[0].startswith("|")  # a reader would take the row for a comment of Knuth's text
    is_odd |= any(field != field.strip() or not {*field}.isdisjoint(",;") for field in fields)
    writer = csv.writer(text, quoting=csv.QUOTE_ALL if is_odd else csv.QUOTE_MINIMAL, lineterminator="")
    writer.writerow(fields)
    return text.getvalue()


FORMS: dict[str, Callable[[ExactCover], Iterator[str]]] = {
    "dlx": _dlx_lines,
    "matrix": _matrix_lines,
    "cover": lambda cover: iter([as_text(cover)]),
}
"""The forms, each with a function that yields the lines of a cover."""
