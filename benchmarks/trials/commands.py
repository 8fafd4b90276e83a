"""Try wrong command lines, and small inputs that become large: the answer to each must be one sentence."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random

import click

from benchmarks.trials import Figures, Trial
from benchmarks.trials.inputs import fuzzed
from sudokubench.certificates import certify
from sudokubench.cli import main, sudokubench
from sudokubench.data import bundled

_COMMANDS = (
    "solve; solve -; check; check -; run; run -; verify; verify -; encode; encode -; convert; convert -; backends; "
    "backends list; explain; hint; rate; rules; why; runs list; nonsense; "
)
_OPTIONS = (
    "--backend dlx; --backend dlx,sat; --backend sat:solver=x; --backend ,; --json; --to grid; --to x; "
    "--from grid; --from line; --from x; --task count; --limit 3; --limit -1; --limit 99999999999999999999; "
    "--time-limit 0.2; --time-limit nan; --time-limit inf; --time-limit -1; --memory-limit 0; --isolation inline; "
    "--resume; --repeat 2; --repeat 0; --seed 1; --scramble 2; --certify; --proof c.jsonl; --to dimacs; "
    "--to dlx; --to unicode; --proof p; --lang ja; --lang xx; --help; --executor moon; --results /dev/null/x; "
    "--nonsense; -- -; --export /dev/null/x"
)


@contextmanager
def in_an_empty_folder() -> Iterator[Path]:
    """Use a new folder as working directory while the context lasts."""
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        try:
            yield Path(name)
        finally:
            os.chdir(here)


def command(arguments: Sequence[str], stdin: bytes) -> tuple[int, str, str]:
    """Return exit code, stdout and stderr of `sudokubench` with arguments, in this process."""
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
    """Return the options that a command takes."""
    found: click.Command | None = sudokubench
    for word in words:
        deeper = found.get_command(click.Context(found), word) if isinstance(found, click.Group) else None
        found = deeper or found
    return {option for parameter in found.params for option in parameter.opts} if found else set()


def commands(n: int, seed: int = 0) -> Figures:
    """Run `n` command lines, most of them wrong in some way.

    Exit codes 0 and 2 to 6 are answers; all other codes are faults.
    """
    random = Random(seed)
    small = [puzzle.board for puzzle in bundled() if puzzle.board.layout.size < 9 and puzzle.count < 50]
    seeds = [str(board).encode() for board in small] + [bundled("famous")[0].board.format("grid").encode()]
    proofs = [certify(board).to_json().encode() for board in small[:3]]
    codes: Counter[int] = Counter()
    faults: list[str] = []
    starts, all_options = ([words.split() for words in text.split(";")] for text in (_COMMANDS, _OPTIONS))
    with in_an_empty_folder() as folder:
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
            if code not in {0, 2, 3, 4, 5, 6} or "Traceback" in told:
                faults.append(f"{code} {arguments} {stdin[:80]!r}: {told[-600:]}")
    return {
        "commands": n,
        "exit_codes": dict(sorted(codes.items())),
        "faults": len(faults),
        "examples": faults[:8],
    }


def _bombs(folder: Path, full: bool) -> Iterator[tuple[list[str], bytes]]:
    """Yield command lines with inputs that would take all memory or time of a careless reader."""

    def file(name: str, content: bytes) -> str:
        (folder / name).write_bytes(content)
        return str(folder / name)

    puzzle = "1...3..2...3..2."
    configurations = {
        "brackets": b"order = " + b"[" * 5_000 + b"]" * 5_000, "digits": b"x = " + b"9" * 5_000,
        "dots": b"a." * 20_000 + b"a = 1",
        "tables": b"[a" + b".a" * 1_900 + b"]\n" + b"".join(b"b%d=1\n" % i for i in range(4_000)),
        "text": b"#" * (8 << 20),
    }  # fmt: skip
    for name, content in configurations.items():
        yield ["rate", puzzle, "--config", file(f"{name}.toml", content)], b""
    deep = b'{"schema":' + b"[" * 4_000 + b"]" * 4_000 + b"}"
    for name, content in {
        "deep": deep,
        "commas": b"[" + b"1," * 600_000,
        "digits": b'{"size":' + b"9" * 9_999,
    }.items():
        path = file(f"{name}.json", content + b"\n")
        for words in (
            ["convert", path],
            ["verify", path],
            ["convert", puzzle, "--layout", path],
            ["compare", path, path],
        ):
            yield words, b""
        yield ["solve", "-"], content
    zeros, space = gzip.compress(bytes(16 << 20)), gzip.compress(b" " * (16 << 20))
    record = gzip.compress(b'{"schema":"sudokubench.export/2","run":"x"}\n' * 300_000)
    for name, member in {"zeros": zeros, "space": space, "records": record}.items():
        # to 4 GB, or a part
        path = file(f"{name}.jsonl.gz", member * ((4 << 20 if full else 1 << 18) // len(member)))
        yield ["compare", path, path], b""
        yield ["report", path, "--markdown", "-"], b""
    for words in (["solve", "/dev/zero"], ["verify", "/dev/zero"], ["rate", puzzle, "--config", "/dev/zero"],
                  ["rules", "verify", "/dev/zero"],
                  ["compare", "/dev/zero", "/dev/zero"]):  # fmt: skip
        yield words, b""


_MEASURED = """
import json, resource, subprocess, sys
code = subprocess.call([sys.executable, "-m", "sudokubench", *sys.argv[1:]], stdout=sys.stderr)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([code, used.ru_maxrss / 1024, used.ru_utime + used.ru_stime]))
"""
"""Script of a small process that starts the command. It is small because a process inherits the peak of its parent."""


def bombs(full: bool, every: int = 1) -> Figures:
    """Run every `every`-th small input that becomes large. Return exit codes, memory and CPU times."""
    codes: Counter[int] = Counter()
    faults: list[str] = []
    peak, slowest = 0.0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        for words, stdin in list(_bombs(Path(folder), full))[::every]:
            with tempfile.TemporaryFile() as told:
                done = subprocess.run(
                    [sys.executable, "-c", _MEASURED, *words],
                    input=stdin, stdout=subprocess.PIPE, stderr=told, cwd=folder, check=True,
                )  # fmt: skip
                told.seek(0)
                said = told.read(2_000).decode(errors="replace")
            code, peak_mb, cpu_s = json.loads(done.stdout)
            codes[code] += 1
            peak, slowest = max(peak, peak_mb), max(slowest, cpu_s)
            if code != 4 or "internal error" in said or "Traceback" in said:
                faults.append(f"{code} {' '.join(words)[-200:]}: {said[-300:]}")
    return {
        "inputs": codes.total(), "exit_codes": dict(codes), "peak_mb": round(peak), "slowest_cpu_s": round(slowest, 1),
        "faults": len(faults), "examples": faults[:8],
    }  # fmt: skip


TRIALS = {
    "bombs": Trial(
        "Small input that becomes large is refused in a sentence, in less than 700 MB.",
        bombs, {"full": False, "every": 9}, {"full": True}, lambda f: not f["faults"] and f["peak_mb"] < 700,
    ),
    "commands": Trial(
        "No command line ends in a traceback.", commands, {"n": 40}, {"n": 1000}, lambda f: not f["faults"]
    ),
}  # fmt: skip
