"""Any two colours of curves are distinguishable, also for readers with red-green colour blindness."""

from itertools import combinations

import numpy as np
import pytest

from sudokubench.pages.frame import content
from sudokubench.report import draw

SEEN = {
    "all": np.eye(3),
    "protanope": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranope": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
}  # fmt: skip
"""Linear RGB as readers see: Machado, Oliveira, Fernandes, A Physiologically-based Model for Simulation of Color Vision
Deficiency, IEEE TVCG 15(6), 2009; severity 1.0."""

XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
"""sRGB to XYZ, D65."""


def linear(colour):
    c = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    x = XYZ @ np.clip(rgb, 0, 1) / [0.95047, 1, 1.08883]
    f = np.where(x > 216 / 24389, np.cbrt(x), (24389 / 27 * x + 16) / 116)
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def ciede2000(one, other):
    """Sharma, Wu, Dalal, The CIEDE2000 Color-Difference Formula, Color Research and Application 30(1), 2005."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    grey = 1.5 - 0.5 * np.sqrt(mean**7 / (mean**7 + 25.0**7))
    c1, c2 = np.hypot(a1 * grey, b1), np.hypot(a2 * grey, b2)
    h1, h2 = (np.degrees(np.arctan2(b, a * grey)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = 1 + sum(
        k * np.cos(np.radians(n * hue + at))
        for k, n, at in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    )
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    swing = np.sin(np.radians(60 * np.exp(-(((hue - 275) / 25) ** 2))))
    return np.sqrt(dl**2 + dc**2 + dh**2 - 2 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * swing * dc * dh)


PUBLISHED = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
]
"""From table 1 of Sharma, Wu and Dalal."""


@pytest.mark.parametrize(("one", "other", "difference"), PUBLISHED)
def test_the_distance_is_the_published_one(one, other, difference):
    assert ciede2000(one, other) == pytest.approx(difference, abs=1e-4)


@pytest.mark.parametrize("palette", ["HUES", "HUES_ON_DARK"])
@pytest.mark.parametrize("seen", SEEN)
def test_any_two_hues_are_distinguished(palette, seen):
    hues = [lab(SEEN[seen] @ linear(hue)) for hue in getattr(draw, palette)]
    assert min(ciede2000(*pair) for pair in combinations(hues, 2)) >= 15


@pytest.mark.parametrize(("palette", "paper"), [("HUES", "#ffffff"), ("HUES_ON_DARK", "#14171b")])
def test_every_hue_stands_out_from_the_ground(palette, paper):
    assert f"--paper: light-dark({draw.PAPER}, #14171b)" in content("page.css")
    for hue in getattr(draw, palette):
        dark, light = sorted(XYZ[1] @ linear(colour) + 0.05 for colour in (hue, paper))
        assert light / dark >= 3  # WCAG 2.1, 1.4.11


def test_curves_of_one_colour_differ_in_their_dashes():
    names = ["dlx", "sat", *(f"plug-in-{n}" for n in range(3 * len(draw.HUES) - 2))]
    looks = {(hue, tuple(dash)) for hue, dash in draw.styles(names).values()}
    assert len(looks) == len(names)


def test_an_engine_keeps_its_colour_from_report_to_report():
    few = draw.styles(["sat", "twin:tag=1"])
    assert few.items() <= draw.styles(["choco", "dlx", "logic", "sat", "twin:tag=1", "z3"]).items()
    assert draw.styles(["z3", "sat"]) == draw.styles(["sat", "z3"])


def test_more_backends_than_styles_are_drawn():
    assert len(draw.styles([f"b{n}" for n in range(100)])) == 100
