"""The backend as a value."""

import pickle

from sudokubench.backends import Backend, backend, spec_of


def test_a_backend_is_described_by_a_name_that_makes_it_again(engine: Backend) -> None:
    assert backend(spec_of(engine)) == engine


def test_a_backend_travels_to_other_processes(engine: Backend) -> None:
    assert pickle.loads(pickle.dumps(engine)) == engine


def test_a_backend_says_its_kind_and_whether_it_can_be_interrupted(engine: Backend) -> None:
    assert engine.kind.strip()
    assert type(engine.interruptible) is bool
