"""A drawing as the text of an SVG file: with its title, its description and all drawings that it uses."""

from hashlib import sha256

from sanssouci.box import Box
from sanssouci.game.svg.canvas import FONT, ID, element, escape, rectangle, shortest
from sanssouci.game.svg.drawings import definitions
from sanssouci.game.svg.palette import INK, PAPER, row_classes
from sanssouci.looks.colours import tint


def svg_file(box: Box, body: str, width: float, height: float, title: str, text: str, size: float | None) -> str:
    """A complete SVG file; the same arguments give the same bytes.

    Its ids begin with a hash of all that it shows. So two different pictures on one page do not share an id, and
    equal ones may.
    """
    page = rectangle(0, 0, width, height, fill=PAPER)
    picture = element(
        "svg",
        element("title", escape(title), id=f"{ID}title"),
        element("desc", escape(text), id=f"{ID}desc"),
        definitions(body, {f"row-{row.value}": row_classes(tint(row)) for row in box.rows}),
        page,
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {shortest(width)} {shortest(height)}",
        width=size or width,
        height=height * size / width if size else height,
        font_family=FONT,
        fill=INK,
        role="graphics-document",
        aria_labelledby=f"{ID}title {ID}desc",
    )
    return picture.replace(ID, f"s{sha256(picture.encode()).hexdigest()[:10]}-")
