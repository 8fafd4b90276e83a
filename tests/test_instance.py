import pickle

import pytest

from sudokubench.errors import UsageError
from sudokubench.problem import Instance


@pytest.mark.parametrize("chosen", [(9, 3, 5), [5, 3, 9, 3], {9, 5, 3}, range(3, 10, 2)], ids=str)
def test_ids_are_put_in_order_and_named_once(chosen):
    expected = sorted(set(chosen))
    instance = Instance(chosen=chosen, forbidden=chosen)
    assert (instance.chosen, instance.forbidden) == (tuple(expected), tuple(expected))


def test_ids_that_ascend_are_the_same_with_and_without_a_look_at_them():
    instance = Instance.ascending((3, 5), (4,))
    assert instance == Instance((3, 5), (4,)) == pickle.loads(pickle.dumps(instance))
    assert Instance.ascending((3,)) == Instance((3,))


@pytest.mark.parametrize("wrong", [(1.5,), ("3",), 7, None])
@pytest.mark.parametrize("kind", ["chosen", "forbidden"])
def test_what_is_no_id_is_refused(kind, wrong):
    with pytest.raises(UsageError, match=f"{kind}=.*whole numbers"):
        Instance(**{kind: wrong})


@pytest.mark.parametrize("name", ["chosen", "forbidden", "other"])
def test_nobody_can_change_one(name):
    instance = Instance((3, 5), (4,))
    with pytest.raises(AttributeError):
        object.__setattr__(instance, name, ())
    with pytest.raises(AttributeError):
        object.__delattr__(instance, name)
    assert instance == Instance((3, 5), (4,))
