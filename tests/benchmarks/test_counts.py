"""The numbers of grids and classes are the published ones: for the 6x6, and for the quick parts of the 9x9."""

import pytest

from benchmarks.counts import PUBLISHED, fixed, grids, symmetries
from sudokubench import Layout
from sudokubench.symmetry.structure import order


def test_bands_and_what_stands_below_them_make_all_6x6_grids():
    assert grids(2)[0] == 28_200_960


@pytest.mark.parametrize(("name", "classes"), [("4x4", 2), ("5x5", 2), ("6x6", 49)])
def test_the_mean_of_fixed_grids_is_the_number_of_classes(name, classes):
    layout = Layout.named(name)
    found = list(symmetries(layout))
    assert sum(size for size, _ in found) == order(layout)
    assert sum(size * fixed(layout, images) for size, images in found) == classes * order(layout)


def test_symmetries_of_9x9_fix_as_many_grids_as_is_published():
    layout = Layout.standard(9)
    found = list(symmetries(layout))
    assert (len(found), sum(size for size, _ in found)) == (275, order(layout))
    # these rearrangements fix at most 14,000 grids
    quick = {288, 2304, 3456, 7776, 10_368, 15_552, 20_736, 31_104, 69_984, 93_312}
    fixing = {(size, number) for size, images in found if size in quick and (number := fixed(layout, images))}
    assert fixing == {pair for pair in PUBLISHED if pair[0] in quick}


def test_what_is_published_makes_the_published_number_of_classes():
    assert sum(size * number for size, number in PUBLISHED) == 5_472_730_538 * order(Layout.standard(9))
