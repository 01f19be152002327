"""Draw the icons of the page and of the installed game from `icon.svg` beside this file: `python web/icons/draw.py`.

The colours in it are names of `src/sanssouci/looks/colours.json`.
"""

import re
from pathlib import Path

import resvg_py

from sanssouci.looks.colours import colour

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "src" / "icon.svg"  # what the browser shows in its tabs
SIDE = 48  # of the drawing
SAFE = 0.76  # the part of the width that survives when a system crops an icon to its own shape

# name: the size in pixels, and whether the ground fills the whole icon
ICONS = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "maskable-512.png": (512, True),
    "apple-180.png": (180, True),
}


def icon() -> str:
    """The drawing with its colours."""
    return re.sub(r"\{([a-z-]+)\}", lambda name: colour(name[1]), (HERE / "icon.svg").read_text(encoding="utf-8"))


def full(svg: str) -> str:
    """The icon, smaller and on a ground that fills it, so that nothing is lost when it is cropped to a circle."""
    ground = re.search(r"<rect[^>]*/>", svg)
    assert ground is not None, "the icon begins with its ground"
    whole = re.sub(r' rx="[^"]*"', "", ground[0])
    rest = svg[ground.end() : svg.index("</svg>")]
    edge = SIDE * (1 - SAFE) / 2
    return f'{svg[: ground.start()]}{whole}<g transform="translate({edge} {edge}) scale({SAFE})">{rest}</g></svg>'


def draw(name: str) -> bytes:
    """One icon as PNG."""
    pixels, is_full = ICONS[name]
    svg = icon()
    return bytes(resvg_py.svg_to_bytes(svg_string=full(svg) if is_full else svg, width=pixels, height=pixels))


if __name__ == "__main__":
    PAGE.write_text(icon(), encoding="utf-8")
    for name in ICONS:
        (HERE / name).write_bytes(draw(name))
