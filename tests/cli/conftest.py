"""Fixtures that the tests of the command line share."""

import io

import pytest
from schema_cases import valid

from sudokubench.cli import main


@pytest.fixture
def sudokubench(capsys, monkeypatch, tmp_path):
    """Return a function that runs a command in an empty folder: exit code, stdout, stderr. It checks the schemas."""
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
