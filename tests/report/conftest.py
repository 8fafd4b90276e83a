"""A run with every kind of record, its report and its page, made once."""

import pytest
from report.making import analysis, lively

from sudokubench.report.build import build
from sudokubench.report.page import page
from sudokubench.report.reading import exported


@pytest.fixture(scope="session")
def full(tmp_path_factory):
    folder = tmp_path_factory.mktemp("full")
    lively(folder)
    a = analysis(folder)
    return a, build(a), [row for row in exported(["last"], folder) if row["backend"]]


@pytest.fixture(scope="session")
def html(full):
    a, report, _ = full
    return page(report, a, "ja")
