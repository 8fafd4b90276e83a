"""What every backend promises, run on every installed backend and on every value of its named options.

What an engine cannot open it must refuse with a reason. The answers are looked at with every value of every option, and
all else with the defaults; a thorough run looks at all with all.
"""

from __future__ import annotations

import pytest
from backend_cases import DEAR, FEW, NINE, SMALL, SOME, SPECS, Cases

from sudokubench.backends import Backend, backend, installed, spec_of

QUICK = [spec for spec in installed()[0] if spec != "highs"]  # which starts a process for each problem


@pytest.fixture(
    scope="module",
    params=[pytest.param(spec, marks=[] if spec in QUICK else pytest.mark.thorough) for spec in SPECS],
)
def engine(request: pytest.FixtureRequest) -> Backend:
    return backend(request.param)


@pytest.fixture(scope="module", params=installed()[0])
def plain_engine(request: pytest.FixtureRequest) -> Backend:
    """A backend with its defaults, for what some options are hopeless at: an empty 9x9 is large for them."""
    return backend(request.param)


@pytest.fixture
def cases(engine: Backend) -> Cases:
    if engine.unsupported(SMALL.layout) is not None:
        return NINE
    spec = spec_of(engine)
    return FEW if spec in DEAR else SOME if ":" in spec else SMALL
