"""PNG: the picture is not blank, and numbers are readable without any font."""

import re

import resvg_py

from strategies import BY_ID, running
from svg.reading import pixels

SCORE = (0.375, 0.095, 0.425, 0.15)  # where the first player's score is, as fractions of the picture


def dark_share(png: bytes, area: tuple[float, float, float, float]) -> float:
    """How much of an area is as dark as ink."""
    width, height, rows = pixels(png)
    left, top, right, bottom = area
    inside = [
        max(row[4 * x : 4 * x + 3]) < 90
        for row in rows[int(top * height) : int(bottom * height)]
        for x in range(int(left * width), int(right * width))
    ]
    return sum(inside) / len(inside)


def test_a_png_has_the_size_asked_for_and_is_not_blank() -> None:
    game = running(BY_ID["imperial-2-rewards-boar"], 3, ("greedy",), 20)
    width, _, rows = pixels(resvg_py.svg_to_bytes(svg_string=game.svg(), width=500))
    assert width == 500
    colours = {row[4 * x : 4 * x + 4] for row in rows for x in range(width)}
    assert len(colours) > 500
    assert all(colour[3] == 255 for colour in colours)


def test_numbers_are_drawn_without_any_font() -> None:
    game = running(BY_ID["imperial-2-rewards-boar"], 3, ("greedy",), 20)
    assert game.scores[0] >= 10
    svg = game.svg()
    without = resvg_py.svg_to_bytes(svg_string=svg, width=900, skip_system_fonts=True)
    assert dark_share(without, SCORE) > 0.04
    empty = re.sub('href="#[^"]*-glyph-[^"]*"', "", svg)
    assert dark_share(resvg_py.svg_to_bytes(svg_string=empty, width=900, skip_system_fonts=True), SCORE) < 0.01
