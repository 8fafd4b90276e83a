"""Try fuzzed input: for any input, the answer must be a value or one clear error."""

from __future__ import annotations

import bz2
import copy
import gzip
import io
import json
import lzma
import resource
import sqlite3
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time

import numpy as np

from benchmarks.trials import Figures, Trial
from benchmarks.trials.forgeries import places
from sudokubench.actions.run import run as do
from sudokubench.actions.why import candidate
from sudokubench.backends import backend_list
from sudokubench.board import Board
from sudokubench.certificates import certify, verify
from sudokubench.certificates.verification import formula as formula_of
from sudokubench.constraints import AntiKnight, Killer
from sudokubench.data import bundled
from sudokubench.encodings.model_text import LANGUAGES
from sudokubench.errors import InputError, SudokubenchError
from sudokubench.formats import FORMS
from sudokubench.formats.puzzle_json import problem_to_json, read_problem
from sudokubench.harness import corpus
from sudokubench.harness.corpus import entry_of
from sudokubench.harness.inline import Inline
from sudokubench.harness.limits import Limits
from sudokubench.harness.plan import Plan
from sudokubench.harness.store import FILE, Store
from sudokubench.harness.summary import Summary
from sudokubench.kernels import rup
from sudokubench.layout import House, Layout
from sudokubench.logic import configuration
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import solve
from sudokubench.logic.rules import all_rules
from sudokubench.logic.technique_library import read_library
from sudokubench.logic.texts import describe
from sudokubench.logic.trace import Trace
from sudokubench.problem import Variant
from sudokubench.problems import named
from sudokubench.report import tables
from sudokubench.report.analysis import Analysis
from sudokubench.report.build import build
from sudokubench.report.export import write
from sudokubench.report.reading import exported as exported_rows
from sudokubench.report.reading import load, read_ratings, stored_runs
from sudokubench.report.text import markdown

_SPICE = (
    b"\0", b"\xff", b"\xef\xbb\xbf", "１".encode(), "²".encode(), "٣".encode(), b"\r", b"\n", b"\t", b" ", b"|", b"-",
    b"#", b"+", b".", b"0", b"9", b"\\", b'"', b"{", b"}", b"[", b"]", b",", b":", b"-1", b"1e999", b"NaN", b"null",
    b"99999999999999999999", b"\xed\xa0\x80", "\u2028".encode(), "\N{PILE OF POO}".encode(), b"p cnf 3 2\n", b"c ",
    b"%", b"Grid 01", b"x" * 300,
)  # fmt: skip


def fuzzed(seeds: Sequence[bytes], random: Random) -> bytes:
    """Return a seed with errors in some places, or two joined seeds, or sometimes random bytes."""
    if random.random() < 0.03:
        return random.randbytes(random.randrange(400))
    data = bytearray(random.choice(seeds))
    if random.random() < 0.1:
        data[random.randrange(len(data) + 1) :] = random.choice(seeds)
    for _ in range(random.choice((0, 1, 1, 2, 3, 10))):
        at = random.randrange(len(data) + 1)
        how = random.randrange(6)
        if how == 0:
            data[at:at] = random.choice(_SPICE)
        elif how == 1:
            del data[at : at + random.choice((1, 1, 2, 9, 1000))]
        elif how == 2:
            data[at : at + 1] = bytes([random.randrange(256)])
        elif how == 3:
            data[at:at] = data[at : at + random.choice((1, 9, 81))]
        elif how == 4:
            data[at : at + 1] = random.choice(_SPICE)
        else:
            del data[at:]
    return bytes(data)


_ODD: Sequence[object] = (
    None, True, 0, -1, 1.5, 1e308, 10**30, 10**400, "", "x", "9x9", "none", "\ud800", "\n", "a" * 500, [], {}, [[]],
    [1, 1], {"a": {}}, ["x"], [None], {"plan": 3},
)  # fmt: skip


def altered(seeds: Sequence[bytes], random: Random) -> bytes:
    """Return JSON, one value per line, with some parts that are odd, missing, doubled, nested or exchanged."""
    lines = random.choice(seeds).splitlines()
    at = random.randrange(len(lines))
    value = json.loads(lines[at])
    for _ in range(random.choice((1, 1, 2, 4))):
        holder, key = random.choice([*islice(places(value), 3000)] or [({"a": value}, "a")])
        odd = copy.deepcopy(random.choice(_ODD))
        match random.randrange(6):
            case 0 | 1:
                holder[key] = odd
            case 2:
                del holder[key]
            case 3:
                holder[key] = [holder[key]]
            case 4 if isinstance(holder, dict):
                holder[random.choice(("x", "", "schema", "cells", "rating", f"{key}s"))] = odd
            case _:
                other, name = random.choice([*islice(places(value), 3000)] or [(holder, key)])
                if other is not holder:
                    holder[key] = copy.deepcopy(other[name])
    text = json.dumps(value, indent=random.choice((None, None, None, 1))).encode()
    if random.random() < 0.03:
        text = random.choice(
            (b"[" * 4_000, b'{"a":' * 60 + text + b"}" * 60, text * 2, text.replace(b"1", b"NaN"))
        )
    return b"\n".join([*lines[:at], text, *lines[at + 1 :]])


def _is_json(seed: bytes) -> bool:
    return seed.startswith(b"{")


def _texts() -> list[str]:
    """Return boards in every form that the package writes."""
    boards = [puzzle.board for puzzle in bundled()[:30]]
    four = Layout(4, Layout.standard(4).boxes, "1234", (House("odd house", (0, 15)),))
    boards += [
        Board.empty(Variant(four, (AntiKnight(), Killer((0, 1, 2), 6), Killer((5,), 2)))).forbidding([3, 60]),
        Board.empty(Layout.standard(25)), Board.empty(four),
    ]  # fmt: skip
    texts = []
    for board in boards:
        for form in FORMS:
            try:
                texts.append(board.format(form))
            except SudokubenchError:
                continue
    return texts


def parsers() -> dict[str, tuple[Callable[[bytes], object], list[bytes]]]:
    """Return all readers of input from outside, each with input that it accepts."""
    texts = [text.encode() for text in _texts()]
    boards = [bundled("famous")[0].board, *(Board.parse(t) for t in ("1...............", "...13....23...4."))]

    def text(data: bytes) -> str:
        return data.decode("utf-8", "surrogateescape")

    def traced(data: bytes) -> object:
        trace = Trace.from_json(text(data))
        told = [describe(step, trace.board.layout, "en") for step in trace.steps if step.rule in _RULES]
        return trace.states(), trace.to_json(), told

    def proof(data: bytes) -> object:
        try:
            return rup.check(small, np.array([1, 0], np.int32), rup.parse_drup(data, 64), 100_000)
        except ValueError as error:  # `parse_drup` documents it
            raise InputError(str(error)) from None

    def in_a_file(name: str, read: Callable[[str], object]) -> Callable[[bytes], object]:
        def reading(data: bytes) -> object:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, name)
                is_packed = not name.endswith(".gz") or data.startswith(b"\x1f\x8b")
                path.write_bytes(data if is_packed else gzip.compress(data, 1))
                return read(str(path))

        return reading

    def exported(path: str) -> object:
        analysis = Analysis(load([path]))
        return (
            [run.as_dict() for run in analysis.data.runs],
            tables.standings(analysis),
            markdown(build(analysis), "ja"),
        )

    def database(data: bytes) -> object:
        """Read a database of runs: the bytes themselves, or a database whose values a hash of the bytes chooses."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, FILE)
            random = Random(data)
            path.write_bytes(data if random.random() < 0.3 else base)
            with suppress(sqlite3.Error), closing(sqlite3.connect(path, isolation_level=None)) as db:
                for _ in range(0 if path.read_bytes() == data else random.choice((1, 1, 3))):
                    table = random.choice(("runs", "puzzles", "records"))
                    columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
                    odd = random.choice(_ODD)
                    value = odd if odd is None or isinstance(odd, str | int | float) else json.dumps(odd)
                    value = random.choice((value, json.dumps(value), data[:9], "1" + "." * 15))
                    with suppress(OverflowError, UnicodeEncodeError):
                        db.execute(f"UPDATE OR IGNORE {table} SET {random.choice(columns)} = ?", (value,))
            list(exported_rows(("last",), folder))
            with Store(folder, writing=False) as store:
                for run in stored_runs(folder):
                    with suppress(InputError):
                        store.require_sound(run.run)
                        store.totals(run.run, Summary(), run.backends)
            return exported(str(path))

    def form(name: str) -> Callable[[bytes], object]:
        return lambda data: Board.parse(text(data), form=name)

    def entries(data: bytes) -> object:
        asked = (
            (None, None), ("line", None), ("grid", None), ("json", None),
            (None, Layout.named("9x9-diagonal")),
        )  # fmt: skip
        return [list(corpus._read(io.BytesIO(data), "fuzz", corpus.Reading(*each))) for each in asked]

    models = [language(Layout.standard(4)) for language in LANGUAGES.values()]
    small = rup.watched(formula_of(Layout.standard(4)), 64)
    certificates = [certify(board) for board in boards]
    export, packed, base = _export()
    traces = [solve(board, teaching().rules).to_json().encode() for board in (boards[0], boards[2])]
    rules = [problem_to_json(Board.parse(line).problem).encode() for line in _texts() if line.startswith("{")]
    readable = [name for name, known in FORMS.items() if known.read]
    return {
        "board": (lambda data: Board.parse(text(data)), texts),
        **{f"board as {name}": (form(name), texts) for name in readable},
        "pasted": (lambda data: list(corpus._read(io.BytesIO(data), "fuzz", corpus.Reading())), _PASTED),
        "corpus": (entries, [*texts, b"\n".join(texts[:4]), *(b"Grid 01\n" + t for t in texts[:3])]),
        "certificate": (verify, [made.to_json().encode() for made in certificates]),
        "proof": (proof, [b"1 2 0\n-3 0\n0\n", b"d 1 2 0\nc x\n64 -64 0\n", *(m.proof.encode() for m in certificates)]),
        "layout file": (lambda data: read_problem(text(data)), [*dict.fromkeys(rules), *_LAYOUT_PARTS]),
        "configuration": (lambda data: configuration.read(text(data), teaching()), _CONFIGURATIONS),
        "trace": (traced, [*traces, *(line for line in _TRACE_1.read_bytes().splitlines()[:2])]),
        "export": (in_a_file("e.jsonl", exported), [export]),
        "packed export": (in_a_file("e.jsonl.gz", exported), [packed, export, export]),
        "runs.db": (database, [base]),
        "ratings": (
            in_a_file("r.csv", read_ratings), [b"puzzle,rating\n" + texts[0] + b",3.4\n", b'x,se_er,puzzle\n1,"2",y\n'],
        ),
        "cases": (lambda data: read_library(text(data)), _CASES),
        "candidate": (lambda data: candidate(text(data), Layout.standard(16)), [b"R1C1#1", b"r16C3#G", b"R10C10#16"]),
        "answers": (lambda data: [model.read(text(data)) for model in models], _ANSWERS),
        "backends": (
            lambda data: backend_list(text(data)),
            [b"dlx", b"all", b"sat:solver=glucose4,encoding=card", b"cpsat:model=boolean,dlx"],
        ),
        "layout": (lambda data: Layout.named(text(data)), [b"9x9", b"16x16", b"6x6", b"x-9x9", b"9x9+diagonals"]),
        "problem": (lambda data: named(text(data)), [b"tromino:4", b"queens:5", b"pentomino:3x20"]),
    }  # fmt: skip


def _pasted() -> list[bytes]:
    """Return one small board in the forms in which users paste it, plain and packed."""
    rows = [[3, 0, 1, 0], [0] * 4, [0] * 4, [0, 1, 3, 4]]
    line = "".join(str(n) for row in rows for n in row)
    texts = [
        f"0001 {line}\n", line.replace("0", "-"), f"quizzes,solutions\n{line},3412214343211234\n", str(rows),
        repr([line]),
        "\n".join("\t".join(str(n or "") for n in row) for row in rows), f'{{"puzzle": "{line}", "id": 7}}\n',
        "\n".join("| " + " | ".join(str(n or " ") for n in row) + " |" for row in rows), f":0000:x:{line}::::\n",
        "第1問\n" + "\n".join("".join(map(str, row)) for row in rows), "[Puzzle]\n3.1.\n....\n....\n.134\n[State]\n",
        f'"id","puzzle"\r\n"1","{line}"\r\n', "array([[3, 0, 1, 0],\n [0, 0, 0, 0],\n [0, 0, 0, 0],\n [0, 1, 3, 4]])",
    ]  # fmt: skip
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("a.csv", texts[2])
    plain = [text.encode() for text in texts]
    return [
        *plain, gzip.compress(plain[2]), bz2.compress(plain[0]), lzma.compress(plain[3]), packed.getvalue(),
    ]  # fmt: skip


_PASTED = _pasted()
_LAYOUT_PARTS = [
    b'{"size":4,"boxes":[0,0,0,1,0,2,1,1,2,2,3,1,2,3,3,3],"symbols":"WXYZ","extra":[["corners",[0,3,12,15]]]}'
]
_CONFIGURATIONS = [
    b'order = ["naked_single", "hidden_single_box"]\nuniqueness = true\n[se]\nx_wing = 1.5\n[hodoku]\nx_wing = 5\n',
    b"se.x_wing = 3\nse.swordfish = 0x10\nhodoku = {x_wing = 1, jellyfish = 1_000}\n",
    b"",
]
_ANSWERS = [
    b"v [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]\n----------\n", b"sat\n((x1 1) (x2 2) (x16 3))\n",
    b"s SATISFIABLE\nv x1 -x2 -x3 x64\n", b"s SATISFIABLE\nv <list>x[] x[0..3]</list> <values>1x3 2 3 4x9</values>\n",
]  # fmt: skip
"""Answers of solvers of models, in each language."""
_CASES = [
    b":0300:4:.3..1......+5" + b"." * 63 + b":411 421:433 434::\n",
    b"# a remark\n:0000-x:1:" + b"+1" + b"." * 80 + b"::::\n",
]
_TRACE_1 = Path(__file__).parents[2] / "tests" / "logic" / "trace_version_1.jsonl"
_RULES = frozenset(rule.name for rule in all_rules())


def _export() -> tuple[bytes, bytes, bytes]:
    """Return the output of `runs export` for a small run, plain and packed, and its database."""
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(("made up",), ("dlx", "sat"))
        entries = [
            entry_of(Board.parse(line), "made up", i)
            for i, line in enumerate(("1" + "." * 15, "12" + "." * 14), 1)
        ]
        with Store(folder) as store:
            do(plan, entries, backend_list("dlx,sat"), Inline(Limits()), store)
        found = []
        for name in ("e.jsonl", "e.jsonl.gz"):
            write(exported_rows(("last",), folder), str(Path(folder, name)), "jsonl")
            found.append(Path(folder, name).read_bytes())
        with closing(sqlite3.connect(Path(folder, FILE))) as db:  # this merges the log into the database
            db.execute("PRAGMA journal_mode = DELETE")
        return found[0], found[1], Path(folder, FILE).read_bytes()


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def parsing(n: int, seed: int = 0) -> Figures:
    """Give `n` inputs to each parser. Any result except a value or an error of this package is a crash."""
    crashes: list[str] = []
    accepted: Counter[str] = Counter()
    slowest: Counter[str] = Counter()  # CPU seconds
    readers, asked = parsers(), 0
    for parse, seeds in readers.values():  # compile and fill caches first, so that no input pays for it
        with suppress(SudokubenchError):
            parse(seeds[0])
    memory = _peak_mb()
    for name, (parse, seeds) in readers.items():
        random = Random(f"{name} {seed}")
        for _ in range(n):
            whole = [seed for seed in seeds if _is_json(seed)]
            data = altered(whole, random) if whole and random.random() < 0.6 else fuzzed(seeds, random)
            if name == "problem" and len(data) > 10:
                continue  # a large problem is valid, but slow to build
            begun = process_time()
            try:
                parse(data)
                accepted[name] += 1
            except SudokubenchError:
                pass
            except Exception as error:
                crashes.append(f"{name}: {type(error).__name__}: {error}: {data[:100]!r}")
            asked += 1
            slowest[name] = max(slowest[name], process_time() - begun)
    return {
        "inputs": asked, "parsers": len(readers),
        "slowest_s": {name: round(seconds, 2) for name, seconds in slowest.most_common(3)},
        "grown_mb": round(_peak_mb() - memory), "accepted": dict(accepted), "crashes": len(crashes),
        "examples": crashes[:8],
    }  # fmt: skip


TRIALS = {
    "parsing": Trial(
        "No input brings a reader down, or takes seconds or memory without bound, however it is spoiled.",
        parsing, {"n": 40}, {"n": 6_000},
        lambda f: not f["crashes"] and max(f["slowest_s"].values()) < 5 and f["grown_mb"] < 500,
    ),
}  # fmt: skip
