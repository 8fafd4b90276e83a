"""The contract of every backend, run on every installed backend and on every value of its named options.

An engine must refuse with a reason what it cannot open. The answers are tested with every value of every option, and
everything else with the defaults; a thorough run tests everything with every value.
"""

import pytest
from backend_cases import DEAR, FEW, NINE, SMALL, SOME, SPECS, Cases

from sudokubench.backends import Backend, backend, installed, spec_of

QUICK = [spec for spec in installed()[0] if spec != "highs"]  # highs starts a process for each problem


@pytest.fixture(
    scope="module",
    params=[pytest.param(spec, marks=[] if spec in QUICK else pytest.mark.thorough) for spec in SPECS],
)
def engine(request: pytest.FixtureRequest) -> Backend:
    return backend(request.param)


@pytest.fixture(scope="module", params=installed()[0])
def plain_engine(request: pytest.FixtureRequest) -> Backend:
    """Return a backend with its defaults: some options are far too slow for these tests, such as an empty 9x9."""
    return backend(request.param)


@pytest.fixture
def cases(engine: Backend) -> Cases:
    if engine.unsupported(SMALL.layout) is not None:
        return NINE
    spec = spec_of(engine)
    return FEW if spec in DEAR else SOME if ":" in spec else SMALL
