"""Try places that cannot be written, two runs at once, and plug-ins that do not load."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from random import Random

from benchmarks.inputs import easy_boards
from benchmarks.trials import Figures, Trial, install
from benchmarks.trials.commands import command, in_an_empty_folder
from benchmarks.trials.processes import stored
from sudokubench.errors import SudokubenchError
from sudokubench.harness import store_checks
from sudokubench.harness.plan import Plan
from sudokubench.harness.store import Store
from sudokubench.harness.summary import Summary
from sudokubench.report.analysis import Analysis
from sudokubench.report.reading import exported, load, stored_runs

_PR_CAPBSET_DROP, _CAP_DAC_OVERRIDE = 24, 1


def sudokubench(
    folder: Path,
    *arguments: str,
    stdout: int = subprocess.PIPE,
    before: Callable[[], None] | None = None,
    path: Sequence[str] = (),
) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder. `before` runs in the child; `path` comes before other import paths."""
    return subprocess.run(
        [sys.executable, "-m", "sudokubench", *arguments], cwd=folder, stdout=stdout, stderr=subprocess.PIPE,
        text=True, timeout=180, check=False, preexec_fn=before,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([*path, os.environ.get("PYTHONPATH", "")])},
    )  # fmt: skip


def _told(done: subprocess.CompletedProcess[str], *words: str) -> bool:
    """Return whether a command refused its input with one clear message that contains these words."""
    return (
        done.returncode == 4 and all(word in done.stderr for word in words) and "Traceback" not in done.stderr
    )


def _small_files(size: int) -> None:
    """Limit the size of files of this process, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def _bound_by_permissions() -> None:
    """Make the superuser obey permissions: drop the capability to ignore them."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(_PR_CAPBSET_DROP, _CAP_DAC_OVERRIDE)


def places(puzzles: int) -> Figures:
    """Make runs whose results cannot be written; return the messages, and the state of the earlier records."""
    seen: dict[str, object] = {}
    run = ["run", "corpus.txt", "--backend", "algorithm_x", "--json"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = folder / "results" / "runs.db"
        (folder / "corpus.txt").write_text("\n".join(easy_boards(puzzles, 1)))
        first = sudokubench(folder, *run)
        assert first.returncode == 0, first.stderr
        before = len(_records(folder))
        seen["records"] = before

        full = sudokubench(folder, *run, before=lambda: _small_files(database.stat().st_size))
        seen["full_disk_told"] = _told(full, "runs.db", "full", "--results") or _told(full, "runs.db", "I/O")
        written = {line for line in (full.stdout or "").splitlines() if "sudokubench.record/2" in line}
        seen["full_disk_lost"] = before + len(written) - len(_records(folder))

        with open("/dev/full", "w", encoding="ascii") as nowhere:
            seen["full_stdout_told"] = _told(
                sudokubench(folder, *run, stdout=nowhere.fileno()), "No space left on device"
            )
        before = len(_records(folder))

        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            seen["locked_told"] = _told(sudokubench(folder, *run), "runs.db", "locked")
            other.execute("ROLLBACK")
        seen["locked_lost"] = before - len(_records(folder))

        for path in (folder, *folder.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        read_only = sudokubench(folder, *run, before=_bound_by_permissions)
        seen["read_only_told"] = _told(read_only, "runs.db", "--results")
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        seen["read_only_lost"] = before - len(_records(folder))

        whole = database.read_bytes()
        middle = len(whole) // 2
        told = 0
        damages = [b"\xff" * len(whole), whole[:5000], whole[:100] + b"\0" * (len(whole) - 100)]
        damages.append(whole[:4096] + bytes(len(whole) - 4096))
        damages.append(whole[: middle - 3000] + b"\xa5" * 6000 + whole[middle + 3000 :])
        for damage in damages:
            for part in database.parent.iterdir():
                part.unlink()
            database.write_bytes(damage)
            done = sudokubench(folder, *run, "--resume")
            told += (done.returncode == 0 or _told(done, "runs.db")) and "Traceback" not in done.stderr
        seen["damages"], seen["damages_told"] = len(damages), told
    return seen


def _records(folder: Path) -> list[object]:
    records = stored(folder)["records"]
    assert isinstance(records, list)
    return records


def two_at_once(times: int, puzzles: int) -> Figures:
    """Start two runs of one plan at the same moment in an empty folder, with --resume and without.

    With --resume both want the same run: one of them may be refused.
    """
    bad = runs = 0
    for i in range(times):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "corpus.txt").write_text("\n".join(easy_boards(puzzles, i)))
            resume = ["--resume"] if i % 2 == 0 else []
            command = [sys.executable, "-m", "sudokubench", "run", "corpus.txt", "--backend", "algorithm_x"]
            both = [
                subprocess.Popen(
                    [*command, *resume], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
                )
                for _ in range(2)
            ]
            refused = 0
            for process in both:
                _, errors = process.communicate(timeout=180)
                if resume and process.returncode == 4 and b"another process carries out run" in errors:
                    refused += 1
                else:
                    bad += process.returncode != 0 or b"Traceback" in errors
            bad += refused == 2
            state = stored(folder)
            expected = 1 if resume else 2
            bad += state["runs"] != expected or len(_records(folder)) != expected * puzzles
            bad += state["integrity"] != "ok"
            runs += 2
    return {"runs": runs, "bad": bad}


_PLUG_INS = {
    "missing_module": "import no_such_module",
    "syntax_error": "def (",
    "exits": "import sys; sys.exit(3)",
    "lacks_the_class": "x = 1",
    "is_no_backend": "class Engine: pass",
    "lists_nonsense": "class Engine:\n    requires = 5",
    "leaves": "import os; os._exit(3)",
    "crashes": "import os; os.abort()",
    "leaves_at_once": (
        "import dataclasses, os\n@dataclasses.dataclass(frozen=True)\nclass Engine:\n"
        "    requires, kind, interruptible = (), 'test', True\n    def __post_init__(self): os._exit(0)"
    ),
    "fails_to_begin": (
        "class Engine:\n    requires, kind, interruptible = (), 'test', True\n"
        "    def __init__(self): raise RuntimeError('out of order')"
    ),
}
_OPENS = """
from dataclasses import dataclass
@dataclass(frozen=True)
class Engine:
    requires, kind, interruptible = (), "test", True
    def unsupported(self, problem): {unsupported}
    def open(self, problem): raise RuntimeError("cannot open")
"""


def plug_ins() -> Figures:
    """Make a run with every backend. Some of them fail to load, in every possible way."""
    sources = {
        **_PLUG_INS, "fails_to_open": _OPENS.format(unsupported="return None"),
        "fails_to_say": _OPENS.format(unsupported="raise RuntimeError('no idea')"),
        "leaves_when_asked": _OPENS.format(unsupported="import os; os._exit(0)"),
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "corpus.txt").write_text("1...3..2...3..2.\n")
        install(folder, "plugs", *(f"{plug} = plug_{plug}:Engine" for plug in sources))
        for plug, source in sources.items():
            (folder / f"plug_{plug}.py").write_text(source)
        done = sudokubench(folder, "run", "corpus.txt", "--backend", "all", path=[name])
        with suppress(FileNotFoundError):
            shutil.rmtree(folder / "results")
        listed = sudokubench(folder, "backends", "list", path=[name])
    return {
        "plug_ins": len(sources),
        "told": sum(plug in done.stderr for plug in sources),
        "exit_code": done.returncode,
        "listed": listed.returncode == 0,
        "others_ran": "algorithm_x" in (done.stdout or ""),
        "tracebacks": done.stderr.count("Traceback"),
        "stderr": done.stderr,
    }


_NASTY: Sequence[object] = (
    None, "", "splendid", "unique", "undecided", "[]", "{}", '{"plan": 5}', "[" * 5000, "9" * 5000, "\ud7ff", "NaN",
    '{"plan": {"backends": "dlx"}}', '{"execution": {"limits": {"wall_s": "x"}}, "versions": []}', "x" * 10**6, "\0",
    b"", b"\xff\xfe", 0, 1, -1, 2**31, 2**62, 2**63 - 1, -(2**63), 0.5, 1e300, float("inf"), "1", " ", "=1+1", "[/red]",
)  # fmt: skip
_COLUMNS = {table: ("run", *columns) for table, columns in store_checks.RULES.items()}
_COLUMNS["runs"] = (*store_checks.RULES["runs"], "manifest")
_TABLES = tuple(_COLUMNS)
_READERS = (
    ["report", "--markdown", "-"], ["rank"], ["compare", "last", "last"], ["runs", "list"], ["runs", "show"],
    ["runs", "export"], ["runs", "gc", "--keep", "0"], ["run", "p.txt", "--backend", "algorithm_x", "--resume"],
)  # fmt: skip


def altered(n: int, every: int, seed: int = 0) -> Figures:
    """Alter columns of a database of runs, in any table and to any value, and read the database by all readers.

    Args:
        n: Number of databases.
        every: A command reads every `every`-th database; the functions behind the commands read the others.
        seed: Seed of the alterations.
    """
    random = Random(seed)
    read = refused = commands = 0
    faults: list[str] = []
    with in_an_empty_folder() as folder:
        (folder / "p.txt").write_text("1...3..2...3..2.\n12.............4\n" * 3)
        assert command(_READERS[-1], b"")[0] == 0
        file = folder / "results" / "runs.db"
        with closing(sqlite3.connect(file, isolation_level=None)) as db:
            db.execute(
                "INSERT INTO disagreements SELECT run, 1, '[\"one\"]', puzzle, 'y' FROM puzzles WHERE position = 1"
            )
            db.execute("PRAGMA journal_mode = DELETE")
            db.execute("PRAGMA writable_schema = ON")
            db.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')")
        whole = file.read_bytes()
        for i in range(n):
            file.write_bytes(whole)
            done = _alter(file, random)
            if i % every == 0:
                reader = random.choice(_READERS)
                code, _, told = command(reader, b"")
                commands += 1
                # an altered database may contain a disagreement
                contested = code == 3 and "disagreement" in str(done)
                if not (code in {0, 4} or contested) or "Traceback" in told or "internal error" in told:
                    faults.append(f"{reader} {done}: {code} {told[-500:]}")
                continue
            for read_it in (_pooled, _exported, _listed, _resumed):
                try:
                    read_it(folder / "results")
                    read += 1
                except SudokubenchError:
                    refused += 1
                except Exception as error:
                    faults.append(f"{read_it.__name__} {done}: {type(error).__name__}: {error}"[:500])
    return {
        "databases": n, "commands": commands, "read": read, "refused": refused, "faults": len(faults),
        "examples": faults[:8],
    }  # fmt: skip


def _alter(file: Path, random: Random) -> str:
    """Alter one to three columns of a database; return a description of the changes."""
    done = []
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        for _ in range(random.choice((1, 1, 1, 2, 3))):
            table = random.choice(_TABLES)
            column, value = random.choice(_COLUMNS[table]), random.choice(_NASTY)
            where = f"position = {random.randrange(6)}" if table != "runs" and random.random() < 0.7 else "1"
            with suppress(sqlite3.IntegrityError):  # two rows would have the same key
                db.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (value,))
                done.append(f"{table}.{column} = {value!r:.60}")
    return "; ".join(done)


def _pooled(folder: Path) -> None:
    Analysis(load(["last"], folder))


def _exported(folder: Path) -> None:
    for row in exported(["last"], folder):
        json.dumps(row)


def _listed(folder: Path) -> None:
    json.dumps([run.as_dict() for run in stored_runs(folder)])


def _resumed(folder: Path) -> None:
    plan = Plan(
        ("p.txt",), ("algorithm_x",), digests=(sha256((folder.parent / "p.txt").read_bytes()).hexdigest(),)
    )
    with Store(folder) as store:
        store.damaged_runs()
        run, _, _ = store.resumable(plan, {"execution": {}, "versions": {}, "options": {}})
        if run is not None:
            store.require_sound(run)
            store.positions(run)
            store.totals(run, Summary(), plan.backends)
            store.unshrunk(run)


TRIALS = {
    "altered": Trial(
        "A database of runs that was altered is read or refused in a sentence.",
        altered, {"n": 200, "every": 20}, {"n": 20_000, "every": 50}, lambda f: not f["faults"],
    ),
    "places": Trial(
        "A full disk, a read-only folder, a locked or a damaged database are told, and nothing is lost.",
        places, {"puzzles": 40}, {"puzzles": 1000},
        lambda f: not any(f[name] for name in f if name.endswith("_lost")) and f["damages"] == f["damages_told"]
        and all(f[name] for name in f if name.endswith("_told")),
    ),
    "two_at_once": Trial(
        "Two runs at once are safe.", two_at_once, {"times": 2, "puzzles": 40}, {"times": 20, "puzzles": 200},
        lambda f: not f["bad"],
    ),
    "plug_ins": Trial(
        "A plug-in that fails to load, or ends who loads it, is told and the others run.", plug_ins, {}, {},
        lambda f: f["told"] == f["plug_ins"] and f["exit_code"] == 6 and f["listed"] and f["others_ran"]
        and not f["tracebacks"],
    ),
}  # fmt: skip
