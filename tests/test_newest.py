"""tools/newest: the README's tests run on the newest versions, once if these are the versions of the lock."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKED = "numba==1\npython-sat==17\n"

PYTHON = """#!/bin/sh
# Stands for `python3 -m venv FOLDER`: an environment whose pip tells with what it was called.
mkdir -p "$3/bin"
printf '#!/bin/sh\\necho "pip $* PIP_CONSTRAINT=$PIP_CONSTRAINT"\\n' > "$3/bin/pip"
printf '#!/bin/sh\\ncat %s\\n' "$PWD/newest.txt" > "$3/bin/python"
printf '#!/bin/sh\\necho pytest called; exit %s\\n' "$FAILED" > "$3/bin/pytest"
chmod +x "$3"/bin/*
"""


@pytest.fixture
def newest(tmp_path: Path):
    """Return a function that runs tools/newest beside a .venv with the versions of the lock: exit code and output."""
    for name in ("README.md", "tools/newest"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    for path, text in {"python3": PYTHON, ".venv/bin/python": f"#!/bin/sh\nprintf '{LOCKED}'\n"}.items():
        (tmp_path / path).write_text(text)
        (tmp_path / path).chmod(0o755)

    def run(versions: str, failed: int = 0) -> tuple[int, str]:
        (tmp_path / "newest.txt").write_text(versions)
        environment = {
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
            "PIP_CONSTRAINT": "lock",
            "FAILED": str(failed),
        }
        done = subprocess.run(
            [tmp_path / "tools" / "newest"],
            env=environment,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        return done.returncode, done.stdout

    return run


def test_the_newest_versions_are_installed_without_the_lock(newest) -> None:
    code, told = newest(LOCKED)
    assert (code, told.splitlines()[0]) == (0, "pip install -e .[dev] PIP_CONSTRAINT=")


def test_versions_that_are_those_of_the_lock_are_not_tested_twice(newest) -> None:
    code, told = newest(LOCKED)
    assert code == 0
    assert "The newest versions are those of .venv (2 packages)" in told
    assert "pytest called" not in told


@pytest.mark.parametrize("failed", [0, 1])
def test_versions_that_differ_are_named_and_tested(newest, failed) -> None:
    code, told = newest("numba==1\npython-sat==24\n", failed)
    assert code == failed
    assert told.splitlines()[-3:] == ["< python-sat==17", "> python-sat==24", "pytest called"]
