"""The pictures of the manual: what the page looks like still, as far as fonts of other machines allow."""

import numpy as np
import pytest
from PIL import Image

from tools.screenshots import FOLDER, VIEWS, picture

TILES = 64, 45
"""A picture is held against another one in tiles of about 20 x 20 pixels: other fonts move letters by less.

The same view in the other language differs by 2 to 7 shades of grey on average, another view by 4 to 80: a view that is
cut off, empty or in the wrong colours is noticed, a word is not.
"""


def tiles(image):
    return np.asarray(image.convert("L").resize(TILES, Image.Resampling.BOX), dtype=float)


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_looks_as_in_the_manual(browser, view, lang):
    kept = Image.open(FOLDER / f"{view}.{lang}.webp")
    seen = picture(browser, view, lang)
    assert seen.size == kept.size
    off = abs(tiles(seen) - tiles(kept))
    assert off.mean() < 4, "of 256 shades of grey"
    assert (off > 32).mean() < 0.05, "of the tiles"


def test_the_pictures_are_small_and_all_there():
    kept = {path.name: path.stat().st_size for path in FOLDER.iterdir()}
    assert set(kept) == {f"{view}.{lang}.webp" for view in VIEWS for lang in ("en", "ja")}
    assert sum(kept.values()) < 600_000
