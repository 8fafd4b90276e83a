"""The pictures of the manual show the page of today, as far as the fonts of the machine allow."""

import numpy as np
import pytest
from PIL import Image

from tools.screenshots import FOLDER, LOOKS, VIEWS, pictures

TILES = 64, 45
"""Two pictures are compared in tiles of about 20 x 20 pixels: other fonts move letters by less.

The same view in the other language differs by 2 to 7 shades of grey on average, another view by 4 to 80. A view that is
cut off, empty or in the wrong colours is noticed; a changed word is not.
"""


def tiles(image):
    return np.asarray(image.convert("L").resize(TILES, Image.Resampling.BOX), dtype=float)


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_looks_as_in_the_manual(browser, view, lang):
    for name, seen in pictures(browser, view, lang):
        kept = Image.open(FOLDER / name)
        assert seen.size == kept.size
        off = abs(tiles(seen) - tiles(kept))
        assert off.mean() < 4, f"{name}, of 256 shades of grey"
        assert (off > 32).mean() < 0.05, f"{name}, of the tiles"


def test_the_pictures_are_small_and_all_there_and_the_manual_shows_each():
    kept = {path.name: path.stat().st_size for path in FOLDER.iterdir()}
    looks = [f"{view}.{size}.{colours}" for view in VIEWS for size, colours in LOOKS]
    assert set(kept) == {f"{look}.{lang}.webp" for look in looks for lang in ("en", "ja")}
    assert sum(kept.values()) < 3_000_000
    for lang, page in (("en", "pictures.md"), ("ja", "pictures.ja.md")):
        shown = (FOLDER.parent.parent / "guide" / page).read_text(encoding="utf-8")
        assert all(f"../assets/page/{look}.{lang}.webp" in shown for look in looks)
