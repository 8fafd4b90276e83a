import pickle

import pytest

from sudokubench.errors import UsageError
from sudokubench.problem import Instance, cover, require_options


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
def test_a_text_that_is_not_an_id_is_refused(kind, wrong):
    with pytest.raises(UsageError, match=f"{kind}=.*whole numbers"):
        Instance(**{kind: wrong})


@pytest.mark.parametrize("name", ["chosen", "forbidden", "other"])
def test_an_instance_cannot_be_changed(name):
    instance = Instance((3, 5), (4,))
    with pytest.raises(AttributeError):
        object.__setattr__(instance, name, ())
    with pytest.raises(AttributeError):
        object.__delattr__(instance, name)
    assert instance == Instance((3, 5), (4,))


def test_what_is_wrong_with_a_solution_or_an_instance_is_named():
    problem = cover([("A", "12"), ("B", "3"), ("C", "34")])
    assert problem.fault((0, 2), Instance()) is None
    assert problem.fault((0,), Instance()) == "the item 3 is not covered"
    assert problem.fault((2,), Instance()) == "the item 1 is not covered"
    for wrong in ((0, 7), (0, 1, 9)):
        with pytest.raises(UsageError, match=f"option {wrong[-1]} does not exist:"):
            require_options(Instance(wrong), 3, "it")
    require_options(Instance((0, 2), (1,)), 3, "it")
