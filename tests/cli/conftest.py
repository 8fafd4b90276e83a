"""Shared by the tests of the command line."""

import io

import pytest
from schema_cases import valid

from sudokubench.cli import main


@pytest.fixture
def sudokubench(capsys, monkeypatch, tmp_path):
    """Run a command in an empty folder; returns (exit code, stdout, stderr). JSON on stdout is as its schema says."""
    monkeypatch.chdir(tmp_path)

    def call(*args, stdin=""):
        monkeypatch.setattr("sys.argv", ["sudokubench", *args])
        monkeypatch.setattr(
            "sys.stdin", io.TextIOWrapper(io.BytesIO(stdin if isinstance(stdin, bytes) else stdin.encode()))
        )
        with pytest.raises(SystemExit) as exit_:
            main()
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        valid(out)
        return exit_.value.code, out, err

    return call
