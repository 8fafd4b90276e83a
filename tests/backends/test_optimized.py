"""The contract under `python -O`, which omits the asserts of the package. Pytest rewrites the asserts of tests, so they
still hold.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def under_optimization(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Return the output of pytest under -O; it warns that asserts in modules other than tests are left out."""
    quiet = ("-p", "no:xdist", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestConfigWarning")
    command = [sys.executable, "-O", "-m", "pytest", *quiet, *map(str, arguments)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    return subprocess.run(
        command, capture_output=True, text=True, cwd=HERE, env=environment, timeout=900, check=False
    )


def test_a_false_assert_fails_under_optimization(tmp_path):
    path = tmp_path / "test_false.py"
    path.write_text("def test_false():\n    assert not 'false'\n")
    result = under_optimization(path)
    assert (result.returncode, "1 failed" in result.stdout) == (1, True), result.stdout + result.stderr


@pytest.mark.thorough
def test_every_backend_keeps_the_contract_under_optimization():
    subjects = (
        HERE / "contract" / f"test_{subject}.py" for subject in ("answers", "constraints", "forbidden")
    )
    result = under_optimization(*subjects, "-k", "not :")  # default options only
    assert result.returncode == 0, result.stdout + result.stderr
