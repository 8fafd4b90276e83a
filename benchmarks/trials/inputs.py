"""Fuzzed input: whatever is read, the answer is a value or one clear error."""

from __future__ import annotations

import io
import os
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random

import click

from benchmarks.trials import Figures, Trial
from sudokubench.backends import backend_list
from sudokubench.board import Board
from sudokubench.certificates import certify, verify
from sudokubench.cli import main, sudokubench
from sudokubench.data import bundled
from sudokubench.encodings import dimacs
from sudokubench.encodings.cnf import cnf
from sudokubench.errors import SudokubenchError
from sudokubench.formats import FORMS
from sudokubench.harness import corpus
from sudokubench.layout import Layout
from sudokubench.problems import named

_SPICE = (
    b"\0", b"\xff", b"\xef\xbb\xbf", "１".encode(), "²".encode(), "٣".encode(), b"\r", b"\n", b"\t", b" ", b"|", b"-",
    b"#", b"+", b".", b"0", b"9", b"\\", b'"', b"{", b"}", b"[", b"]", b",", b":", b"-1", b"1e999", b"NaN", b"null",
    b"99999999999999999999", b"\xed\xa0\x80", "\u2028".encode(), "\N{PILE OF POO}".encode(), b"p cnf 3 2\n", b"c ",
    b"%", b"Grid 01", b"x" * 300,
)  # fmt: skip


def fuzzed(seeds: Sequence[bytes], random: Random) -> bytes:
    """A seed, spoiled in some places; or two seeds, joined; now and then plain noise."""
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


def _texts() -> list[str]:
    """Boards in every form that is written."""
    boards = [puzzle.board for puzzle in bundled()[:30]]
    texts = []
    for board in boards:
        for form in FORMS:
            try:
                texts.append(board.format(form))
            except SudokubenchError:
                continue
    return texts


def parsers() -> dict[str, tuple[Callable[[bytes], object], list[bytes]]]:
    """Everything that reads what others wrote, with input that it likes."""
    texts = [text.encode() for text in _texts()]
    boards = [bundled("famous")[0].board, *(Board.parse(t) for t in ("1...............", "...13....23...4."))]
    formula = io.StringIO()
    dimacs.write(cnf(Layout.standard(4)), boards[1].instance(), formula)

    def text(data: bytes) -> str:
        return data.decode("utf-8", "surrogateescape")

    def form(name: str) -> Callable[[bytes], object]:
        return lambda data: Board.parse(text(data), form=name)

    def entries(data: bytes) -> object:
        asked = (
            (None, None),
            ("line", None),
            ("grid", None),
            ("json", None),
            (None, Layout.named("9x9-diagonal")),
        )
        return [list(corpus._from_stream(io.BytesIO(data), "fuzz", *each)) for each in asked]

    readable = [name for name, known in FORMS.items() if known.read]
    return {
        "board": (lambda data: Board.parse(text(data)), texts),
        **{f"board as {name}": (form(name), texts) for name in readable},
        "corpus": (entries, [*texts, b"\n".join(texts[:4]), *(b"Grid 01\n" + t for t in texts[:3])]),
        "certificate": (verify, [certify(board).to_json().encode() for board in boards]),
        "dimacs": (
            lambda data: dimacs.read(io.StringIO(text(data))),
            [formula.getvalue().encode()[-2000:], formula.getvalue().encode()[:500], b"c x\np cnf 3 2\n1 -2 0\n3 0\n"],
        ),
        "backends": (
            lambda data: backend_list(text(data)),
            [b"dlx", b"all", b"sat:solver=glucose4,encoding=card", b"cpsat:model=boolean,dlx"],
        ),
        "layout": (lambda data: Layout.named(text(data)), [b"9x9", b"16x16", b"6x6", b"x-9x9", b"9x9+diagonals"]),
        "problem": (lambda data: named(text(data)), [b"tromino:4", b"queens:5", b"pentomino:3x20"]),
    }  # fmt: skip


def parsing(n: int, seed: int = 0) -> Figures:
    """`n` inputs to each parser; anything but a value or an error of this package is a crash."""
    crashes: list[str] = []
    accepted: Counter[str] = Counter()
    for name, (parse, seeds) in parsers().items():
        random = Random(f"{name} {seed}")
        for _ in range(n):
            data = fuzzed(seeds, random)
            if name == "problem" and len(data) > 10:
                continue  # a large problem is slow to build, and right
            try:
                parse(data)
                accepted[name] += 1
            except SudokubenchError:
                pass
            except Exception as error:
                crashes.append(f"{name}: {type(error).__name__}: {error}: {data[:100]!r}")
    return {
        "inputs": n,
        "parsers": len(parsers()),
        "accepted": dict(accepted),
        "crashes": len(crashes),
        "examples": crashes[:8],
    }


_COMMANDS = (
    "solve; solve -; check; check -; run; run -; verify; verify -; encode; encode -; convert; convert -; backends; "
    "backends list; explain; hint; rate; rules; why; runs list; nonsense; "
)
_OPTIONS = (
    "--backend dlx; --backend dlx,sat; --backend sat:solver=x; --backend ,; --json; --format grid; --format x; "
    "--from grid; --from line; --from x; --task count; --limit 3; --limit -1; --limit 99999999999999999999; "
    "--time-limit 0.2; --time-limit nan; --time-limit inf; --time-limit -1; --memory-limit 0; --isolation inline; "
    "--resume; --repeat 2; --repeat 0; --seed 1; --scramble 2; --certify; --certificates c.jsonl; --to dimacs; "
    "--to dlx; --to unicode; --proof p; --lang ja; --lang xx; --help; --executor moon; --results /dev/null/x; "
    "--nonsense; -- -; --export /dev/null/x"
)


@contextmanager
def _in_an_empty_folder() -> Iterator[Path]:
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        try:
            yield Path(name)
        finally:
            os.chdir(here)


def command(arguments: Sequence[str], stdin: bytes) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of `sudokubench` with arguments, in this process."""
    old = sys.argv, sys.stdin
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    sys.argv, sys.stdin = ["sudokubench", *arguments], io.TextIOWrapper(io.BytesIO(stdin))
    code: object = None
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as end:
        code = end.code
    except BaseException:
        return -1, "", traceback.format_exc()
    finally:
        sys.argv, sys.stdin = old
    said, told = (stream.buffer.getvalue().decode() for stream in (out, err))  # type: ignore[attr-defined]
    return (code if isinstance(code, int) else -1), said, told


def _options_of(words: Sequence[str]) -> set[str]:
    """The options that a command takes."""
    found: click.Command | None = sudokubench
    for word in words:
        deeper = found.get_command(click.Context(found), word) if isinstance(found, click.Group) else None
        found = deeper or found
    return {option for parameter in found.params for option in parameter.opts} if found else set()


def commands(n: int, seed: int = 0) -> Figures:
    """`n` command lines of which most are wrong in some way; 0 and 2 to 6 are answers, all else is a fault."""
    random = Random(seed)
    small = [puzzle.board for puzzle in bundled() if puzzle.board.layout.size < 9 and puzzle.count < 50]
    seeds = [str(board).encode() for board in small] + [bundled("famous")[0].board.format("grid").encode()]
    proofs = [certify(board).to_json().encode() for board in small[:3]]
    codes: Counter[int] = Counter()
    faults: list[str] = []
    starts, all_options = ([words.split() for words in text.split(";")] for text in (_COMMANDS, _OPTIONS))
    with _in_an_empty_folder() as folder:
        for _ in range(n):
            arguments = [*random.choice(starts)]
            stdin = fuzzed(proofs if "verify" in arguments else seeds, random)
            (folder / "file").write_bytes(fuzzed(proofs if "verify" in arguments else seeds, random))
            word = fuzzed(seeds, random).decode("utf-8", "replace").replace("\0", "")
            known = _options_of(arguments[:2])
            fitting = [option for option in all_options if option[0] in known]
            options = fitting if fitting and random.random() < 0.9 else all_options
            for some in random.sample(
                [*options, ["file"], ["file"], [word], [word], [""]], random.randrange(4)
            ):
                arguments += some
            if arguments[:1] in (["run"], ["check"]) and "--backend" not in arguments:
                arguments += ["--backend", "dlx,sat"]
            code, _, told = command([a.replace("\0", "") for a in arguments], stdin)
            codes[code] += 1
            if code not in {0, 2, 3, 4, 5, 6} or "Traceback" in told or "internal error" in told:
                faults.append(f"{code} {arguments} {stdin[:80]!r}: {told[-600:]}")
    return {
        "commands": n,
        "exit_codes": dict(sorted(codes.items())),
        "faults": len(faults),
        "examples": faults[:8],
    }


TRIALS = {
    "parsing": Trial(
        "No fuzzed input brings a parser down.", parsing, {"n": 300}, {"n": 20_000}, lambda f: not f["crashes"]
    ),
    "commands": Trial(
        "No command line ends in a traceback.", commands, {"n": 40}, {"n": 1000}, lambda f: not f["faults"]
    ),
}  # fmt: skip
