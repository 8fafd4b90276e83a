"""Try tampered certificates and explanations: the verifier accepts only true statements, and no text crashes it.

This module finds the truth from the JSON alone, by plain backtracking. It uses no code of the verifier.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from random import Random
from time import process_time
from typing import Any

from benchmarks.trials import Figures, Trial
from sudokubench.actions.explain import explain
from sudokubench.board import Board
from sudokubench.certificates import certify, prove, verify
from sudokubench.errors import InputError
from sudokubench.formats import puzzle_json
from sudokubench.layout import House, Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.search_settings import SETS
from sudokubench.logic.trace import Ending

Fields = dict[str, Any]

_JIGSAW = (0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3)


def layouts() -> list[Layout]:
    """Return layouts of 4x4 and 6x6: plain, jigsaws, with other symbols, and with whole or small extra houses.

    The extra houses have odd names.
    """
    four, six = Layout.standard(4), Layout.standard(6)
    small = (House('a "b" \\ c', (0, 5)), House("D1", (2, 13, 11)))
    return [
        four, Layout(4, _JIGSAW, "1234"), Layout.named("4x4-diagonal"), Layout(4, four.boxes, "1234", small),
        Layout(4, _JIGSAW, "WXYZ", (House("corners", (0, 3, 12, 15)),)), six, Layout.standard(6, 3),
        Layout(6, six.boxes, six.symbols, (House("9x9", (0, 7, 14)),)),
    ]  # fmt: skip


# -- the truth -----------------------------------------------------------------------------------------------------


def truth(puzzle: Mapping[str, Any]) -> int:
    """Return the number of solutions of a puzzle in the form of certificates; 2 for several."""
    layout = puzzle["layout"]
    if isinstance(layout, str):
        layout = _parts(layout)
    n, symbols, extra = layout["size"], layout["symbols"], layout["extra"]
    groups = [[c for c in range(n * n) if c // n == r] for r in range(n)]
    groups += [[c for c in range(n * n) if c % n == r] for r in range(n)]
    groups += [[c for c in range(n * n) if layout["boxes"][c] == b] for b in range(n)]
    groups += [cells for _, cells in extra]
    clues = [symbols.find(sign) for sign in puzzle["clues"]]
    return _count(n, tuple(map(tuple, groups)), tuple(clues), frozenset(puzzle.get("forbidden", ())))


def _parts(name: str) -> Fields:
    """Return the parts of a layout with a name such as 6x6:3 or 4x4-diagonal."""
    plain, _, variant = name.partition("-")
    side, _, rows = plain.partition("@")[0].partition(":")
    n = int(side.partition("x")[0])
    height = int(rows) if rows else max(k for k in range(1, n) if n % k == 0 and k * k <= n)
    boxes = [height * (c // n // height) + c % n // (n // height) for c in range(n * n)]
    symbols = plain.partition("@")[2] or "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0"[:n]
    lines = [list(range(0, n * n, n + 1)), list(range(n - 1, n * n - 1, n - 1))]
    extra = [[f"D{k}", cells] for k, cells in enumerate(lines, 1)] if variant == "diagonal" else []
    return {"size": n, "boxes": boxes, "symbols": symbols, "extra": extra}


@cache
def _count(
    n: int, groups: tuple[tuple[int, ...], ...], clues: tuple[int, ...], forbidden: frozenset[int]
) -> int:
    peers = [{c for group in groups if cell in group for c in group} - {cell} for cell in range(n * n)]
    grid = list(clues)
    found = 0
    for cell, digit in enumerate(grid):
        if digit >= 0 and (n * cell + digit in forbidden or any(grid[p] == digit for p in peers[cell])):
            return 0

    def search() -> None:
        nonlocal found
        best: tuple[int, list[int]] | None = None
        for cell in range(n * n):
            if grid[cell] < 0:
                seen = {grid[p] for p in peers[cell]}
                can = [d for d in range(n) if d not in seen and n * cell + d not in forbidden]
                if best is None or len(can) < len(best[1]):
                    best = cell, can
        if best is None:
            found += 1
            return
        for digit in best[1]:
            grid[best[0]] = digit
            search()
            if found > 1:
                break
        grid[best[0]] = -1

    search()
    return found


# -- tampering -----------------------------------------------------------------------------------------------------


def honest(seed: int, per_layout: int) -> Iterator[Fields]:
    """Yield certificates of boards with one solution, several and none, some with forbidden candidates."""
    for layout in layouts():
        random = Random(f"{seed} {layout} {len(layout.extra)}")
        for _ in range(per_layout):
            n = layout.size
            board = Board.empty(layout).forbidding(random.sample(range(n**3), random.choice((0, 0, 1, 2, 9))))
            while True:
                made = certify(board)
                yield json.loads(made.to_json())
                if made.claim.value != "multiple":
                    break
                one, other = made.solutions
                cells = [c for c in range(n * n) if one.digits[c] != other.digits[c]]
                cell = random.choice(cells)
                board = board.with_digit(cell, random.choice((one, other)).digits[cell])
                if random.random() < 0.2:  # add a wrong clue: most likely there is no solution
                    board = board.with_digit(random.choice(cells), random.randrange(1, n + 1))


def _spoil_lines(text: str, random: Random, donor: str) -> str:
    lines, others = text.split("\n"), donor.split("\n")
    at = random.randrange(len(lines))
    match random.randrange(8):
        case 0:
            del lines[at]
        case 1:
            lines = lines[:at]
        case 2:
            lines[at] = " ".join(str(-int(x)) if x.lstrip("-").isdigit() else x for x in lines[at].split())
        case 3:
            lines[at] = random.choice(others)
        case 4:
            random.shuffle(lines)
        case 5:
            lines.insert(
                at, random.choice(("0", "d 1 0", f"{random.randrange(1, 60)} 0", "c", "1 0 0", "-0", "d"))
            )
        case 6:
            lines[at] = " ".join(lines[at].split()[1:])
        case _:
            lines = others
    return "\n".join(lines)


def _spoil_clues(line: str, random: Random, symbols: str) -> str:
    at = random.randrange(len(line))
    return line[:at] + random.choice("." + symbols) + line[at + 1 :]


def _spoil_puzzle(puzzle: Fields, random: Random, donor: Fields) -> None:
    size = round(len(puzzle["clues"]) ** 0.5)
    parts = puzzle["layout"] if isinstance(puzzle["layout"], dict) else _parts(puzzle["layout"])
    match random.randrange(9):
        case 0 | 1:
            puzzle["clues"] = _spoil_clues(puzzle["clues"], random, parts["symbols"])
        case 2:
            puzzle["forbidden"] = sorted({*puzzle.get("forbidden", ()), random.randrange(size**3)})
        case 3:
            puzzle.pop("forbidden", None)
        case 4:
            cells = random.sample(range(size * size), random.randrange(2, size + 1))
            puzzle["layout"] = {
                **parts,
                "extra": [*parts["extra"], [random.choice(("new", "9x9", "D1")), cells]],
            }
        case 5:
            puzzle["layout"] = {**parts, "extra": parts["extra"][1:]}
        case 6:
            puzzle["layout"] = donor["layout"]
        case 7:
            boxes = [*parts["boxes"]]
            a, b = random.randrange(len(boxes)), random.randrange(len(boxes))
            boxes[a], boxes[b] = boxes[b], boxes[a]
            puzzle["layout"] = {**parts, "boxes": boxes}
        case _:
            puzzle["constraints"] = random.choice(([{"kind": "anti-knight"}], [], [{"kind": "nonsense"}], 5))


def tampered(fields: Fields, donor: Fields, random: Random) -> str:
    """Return the text of a certificate with one or several alterations, in most cases with a new digest."""
    fields = copy.deepcopy(fields)
    symbols = (
        fields["puzzle"]["layout"]["symbols"] if isinstance(fields["puzzle"]["layout"], dict) else "1234"
    )
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        solutions = fields["solutions"]
        match random.randrange(8):
            case 0:
                fields["claim"] = random.choice(("none", "unique", "multiple", "solvable", "undecided", ""))
            case 1 | 2:
                _spoil_puzzle(fields["puzzle"], random, donor["puzzle"])
            case 3 if solutions:
                at = random.randrange(len(solutions))
                solutions[at] = random.choice(
                    (_spoil_clues(solutions[at], random, symbols), solutions[0], solutions[at][::-1])
                )
            case 4:
                fields["solutions"] = random.choice(
                    (solutions[1:], solutions + solutions[:1], donor["solutions"], [])
                )
            case 5 | 6:
                fields["proof"] = _spoil_lines(fields["proof"], random, donor["proof"])
            case _:
                name = random.choice([*fields])
                fields[name] = copy.deepcopy(donor[name])
    if random.random() < 0.9:  # with a new digest, as a forger would
        with suppress(InputError):
            fields["id"] = Board.from_json(fields["puzzle"]).id
        fields["digest"] = _digest(fields)
    if random.random() < 0.15:
        puzzle = fields.pop("puzzle")
        fields |= {
            "schema": "sudokubench.certificate/1",
            "layout": puzzle["layout"],
            "board": puzzle["clues"],
        }
        fields["forbidden"] = puzzle.get("forbidden", [])
        fields.pop("id")
        fields["digest"] = _digest(fields)
    text = json.dumps(fields)
    match random.randrange(20):
        case 0:
            return text[: random.randrange(len(text))]
        case 1:
            at = random.randrange(len(text))
            return text[:at] + chr(random.randrange(1, 128)) + text[at + 1 :]
        case 2:  # a field twice
            name = random.choice([*fields])
            return text[:-1] + f", {json.dumps(name)}: {json.dumps(donor.get(name))}}}"
    return text


def _digest(fields: Fields) -> str:
    content = {name: value for name, value in fields.items() if name != "digest"}
    return "sha256:" + sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def explained(seed: int, originals: Sequence[Fields]) -> Iterator[Fields]:
    """Yield explanations of the boards of honest certificates of one solution, some with suppositions."""
    random = Random(seed)
    for fields in originals:
        if fields["claim"] == "unique":
            board = Board.from_json(fields["puzzle"])
            rules = (
                teaching().only(SETS["singles"]) if random.random() < 0.5 else teaching().without_uniqueness()
            )
            trace = explain(board, rules, branching="mrv").trace
            if trace.ending is Ending.SOLVED:
                yield json.loads(prove(trace).to_json())


_HOSTILE: tuple[Any, ...] = (
    "nan", "NaN", "inf", "1e5", "0", "１", "٣", "²", "1_0", "+1", "-0", " 1", "", "x" * 5000, "a\x1b[31mb", "a\nb",
    "\u202e", "\u2028", "\x00", "\ud800", "None", "true", None, True, False, [], {}, [[]], {"a": 1}, 0, -1, 0.9, -0.0,
    1e308, 10**400, -(10**400), 1 << 31, 1 << 63, float("nan"), float("inf"), [1, "1"], [None], ["１"], [10**400],
    [True], [0.5],
)  # fmt: skip
"""Values that a reader may mistake: digits of other scripts, numbers as texts, huge numbers, control characters."""


def places(part: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place of a JSON value: the object or list, and the key or index."""
    for key in part if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ():
        yield part, key
        yield from places(part[key])


def hostile(fields: Fields, donor: Fields, random: Random) -> str:
    """Return the text of a certificate or explanation with hostile values, unknown fields or parts of another text."""
    fields = copy.deepcopy(fields)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        holder, key = random.choice(list(places(fields)))
        match random.randrange(8):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, dict):
                name = random.choice(("text", "unknown", "soundness", "", "１", "x\x1b"))
                # a shared list might be put into itself
                holder[name] = copy.deepcopy(random.choice(_HOSTILE))
            case 2:
                other, one = random.choice(list(places(donor)))
                holder[key] = copy.deepcopy(other[one])
            case 3 if isinstance(holder, list):
                holder.insert(key, copy.deepcopy(random.choice(holder)))
            case 4 if type(holder[key]) is int:
                holder[key] += random.choice((-9, -1, 1, 9, 81))
            case 5 if isinstance(holder[key], str) and holder[key]:
                at = random.randrange(len(holder[key]))
                new = random.choice("１٣² 0-9.d\n\r\t\x0b\x1c\x85\u2028\x1b")
                holder[key] = holder[key][:at] + new + holder[key][at + random.randrange(2) :]
            case _:
                holder[key] = copy.deepcopy(random.choice(_HOSTILE))
    if random.random() < 0.9:  # with a new digest, as a forger would
        with suppress(InputError, KeyError, TypeError, AttributeError, ValueError):
            owner = fields.get("trace", fields)
            owner["id"] = Board.from_json(owner["puzzle"]).id
        with suppress(ValueError):
            fields["digest"] = _digest(fields)
    try:
        return json.dumps(fields, ensure_ascii=random.random() < 0.5)
    except ValueError:  # Python does not write a number of thousands of digits
        return "{}"


_CLAIMS = {"none": 0, "unique": 1, "multiple": 2}


def is_true(text: str) -> bool:
    """Return whether a board has the number of solutions that the text of a certificate or an explanation claims."""
    fields = json.loads(text)
    puzzle = _puzzle(fields)
    if puzzle.get("constraints"):
        return False
    return truth(puzzle) == _CLAIMS[fields["claim"]] if fields["claim"] in _CLAIMS else truth(puzzle) > 0


def _puzzle(fields: Fields) -> Fields:
    """Return the puzzle of a certificate of either version, or of an explanation."""
    found: Fields = fields.get("puzzle") or fields.get("trace", {}).get("puzzle") or {
        "schema": puzzle_json.SCHEMA, "layout": fields["layout"], "clues": fields["board"],
        "forbidden": fields["forbidden"],
    }  # fmt: skip
    return found


def forgeries(n: int, seed: int = 0, per_layout: int = 4) -> Figures:
    """Try `n` tampered certificates and explanations, and the honest texts that they were made of.

    A quarter are certificates, altered as a forger would alter them. A quarter are certificates, and half are
    explanations, both with hostile values.
    """
    random = Random(seed)
    originals = list(honest(seed, per_layout))
    traces = list(explained(seed, originals))
    crashes: list[str] = []
    statuses: Counter[str] = Counter()
    false: list[str] = []
    unnamed: list[str] = []
    refused = [
        _puzzle(f)
        for f in (*originals, *traces)
        if not verify(json.dumps(f)).verified or not is_true(json.dumps(f))
    ]
    slowest = 0.0
    for number in range(n):
        if number % 4 == 0:
            text = tampered(random.choice(originals), random.choice(originals), random)
        else:
            some = originals if number % 4 == 1 else traces
            text = hostile(random.choice(some), random.choice(some), random)
        begun = process_time()
        try:
            found = verify(text)
        except InputError:
            statuses["malformed"] += 1
            continue
        except Exception as error:
            crashes.append(f"{type(error).__name__}: {error}: {text}")
            continue
        finally:
            slowest = max(slowest, process_time() - begun)
        statuses[found.status.value] += 1
        if found.verified and not is_true(text):
            false.append(text)
        if not _names_all(text, found.as_json()["puzzle"], str(found)):
            unnamed.append(text)
    return {
        "certificates": n, "originals": len(originals), "explanations": len(traces), "statuses": dict(statuses),
        "false": len(false), "crashes": len(crashes), "unnamed": len(unnamed), "honest_refused": len(refused),
        "slowest_s": round(slowest, 3), "examples": (false + crashes + unnamed)[:3],
    }  # fmt: skip


def _names_all(text: str, named: str, shown: str) -> bool:
    """Return whether the output about a certificate names the whole puzzle in one line, and no other puzzle."""
    board = Board.from_json(_puzzle(json.loads(text)))
    return Board.parse(named) == board and shown.endswith(f": {named}") and shown.isprintable()


TRIALS: Mapping[str, Trial] = {
    "forgeries": Trial(
        "No tampered certificate or explanation is accepted unless its claim is true; none ends the verifier, and the "
        "output names the whole puzzle.",
        forgeries, {"n": 300, "per_layout": 1}, {"n": 10_000},
        lambda f: not (f["false"] or f["crashes"] or f["unnamed"] or f["honest_refused"]),
    ),
}  # fmt: skip
