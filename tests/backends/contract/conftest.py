"""What every backend promises, run on every installed backend and on every value of its named options.

What an engine cannot open it must refuse with a reason.
"""

from __future__ import annotations

import pytest
from backend_cases import DEAR, FEW, NINE, SMALL, SOME, Cases, variants

from sudokubench.backends import Backend, backend, installed, spec_of

SPECS = [spec for name in installed()[0] for spec in variants(name)]


@pytest.fixture(scope="module", params=SPECS)
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
