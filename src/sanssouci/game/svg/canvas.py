"""The few words of SVG that the pictures need, as functions that return text.

A reference to something drawn once is written with `ID` in front of its name; the page replaces `ID` at the very end
by something unique, so that two pictures on one page do not mix up their drawings. `ID` cannot occur in user text.
"""

import re
import unicodedata
from typing import Final

from sanssouci.game.svg.palette import INK

ID: Final = "\0"
FONT: Final = (
    "Georgia, 'Palatino Linotype', 'Times New Roman', 'Liberation Serif', 'DejaVu Serif', 'Noto Serif', "
    "'Noto Sans', Arial, serif"
)

_FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # in XML 1.0
_TURNING: Final = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_ADVANCE: Final = 0.8  # from one glyph to the next, by its height
_GLYPH_BOX: Final = 20 / 14  # a glyph's box is higher than a digit, for letters that go below the line

Number = int | float


def escape(text: str) -> str:
    """Text for an element; what XML cannot hold becomes a replacement character."""
    return _with_entities(_FORBIDDEN.sub("\ufffd", text))


def _with_entities(text: str) -> str:
    return "".join(_ENTITIES.get(character, character) for character in text)


def readable(text: str) -> str:
    """User text as one line: without control characters, and without signs that turn the direction of writing."""
    kept = (" " if character.isspace() else character for character in text if not _is_unreadable(character))
    return " ".join("".join(kept).split())


def _is_unreadable(character: str) -> bool:
    category = unicodedata.category(character)
    return category == "Cs" or (category == "Cc" and not character.isspace()) or character in _TURNING


def shortest(value: Number) -> str:
    """A coordinate with at most two decimals, in its shortest form."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, *children: str, **attributes: str | Number | None) -> str:
    """An element around children that are elements already.

    `_` in the name of an attribute stands for `-`, one at the end is left out.
    """
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            shown = _with_entities(value) if isinstance(value, str) else shortest(value)
            words.append(f'{key.rstrip("_").replace("_", "-")}="{shown}"')
    opening = " ".join(words)
    return f"<{opening}>{''.join(children)}</{name}>" if children else f"<{opening}/>"


def group(*children: str, **attributes: str | Number | None) -> str:
    """A group of elements."""
    return element("g", *children, **attributes)


def at(x: Number, y: Number, *children: str, scale: Number = 1, **attributes: str | Number | None) -> str:
    """A group that is moved, and perhaps scaled."""
    move = f"translate({shortest(x)} {shortest(y)})" + (f" scale({scale:.4g})" if scale != 1 else "")
    return element("g", *children, transform=move, **attributes)


def rectangle(x: Number, y: Number, width: Number, height: Number, **attributes: str | Number | None) -> str:
    """A rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: Number, y: Number, radius: Number, **attributes: str | Number | None) -> str:
    """A circle."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def path(d: str, **attributes: str | Number | None) -> str:
    """A path."""
    return element("path", d=d, **attributes)


def use(
    name: str, x: Number, y: Number, width: Number, height: Number | None = None, **attributes: str | Number | None
) -> str:
    """A drawing from `looks/symbols/*.svg`, fitted into a box; a square one without a height."""
    size = width if height is None else height
    return element("use", href=f"#{ID}{name}", x=x, y=y, width=width, height=size, **attributes)


def titled(text: str) -> str:
    """What a screen reader says and a tooltip shows."""
    return element("title", escape(text))


def words(
    text: str,
    x: Number,
    y: Number,
    size: Number,
    *,
    colour: str = INK,
    anchor: str = "start",
    width: Number | None = None,
    bold: bool = False,
    italic: bool = False,
) -> str:
    """A line of text; what is too long for `width` is cut, and the whole becomes a tooltip."""
    shown = text if width is None else fitted(text, width / size)
    return element(
        "text",
        escape(shown) + (titled(text) if shown != text else ""),
        x=x,
        y=y,
        font_size=size,
        fill=None if colour == INK else colour,
        text_anchor=None if anchor == "start" else anchor,
        font_weight="bold" if bold else None,
        font_style="italic" if italic else None,
    )


def fitted(text: str, room: float) -> str:
    """A text cut to about this width, in units of its font size."""
    text = " ".join(text.split())
    if breadth(text) <= room:
        return text
    while text and breadth(text) + 0.8 > room:
        text = text[:-1]
    return text.rstrip() + "…"


def breadth(text: str) -> float:
    """About how wide a text is, in units of its font size."""
    return sum(_breadth(character) for character in text)


def _breadth(character: str) -> float:
    if unicodedata.combining(character):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    if character in "iljtfrI.,:;'|! ":
        return 0.36
    return 0.82 if character.isupper() or character in "mwMW" else 0.56


def figures(text: str | int, x: Number, y: Number, height: Number, *, colour: str = INK, anchor: str = "middle") -> str:
    """Digits, letters of columns and signs as drawings, for they must be readable where no font is.

    `y` is the line on which they stand and `height` the height of a digit.
    """
    text = str(text).replace("-", "−")
    step = height * _ADVANCE
    left = x - {"start": 0, "middle": step * len(text) / 2, "end": step * len(text)}[anchor]
    box = height * _GLYPH_BOX
    width = box * 12 / 20
    marks = (
        use(
            _GLYPHS.get(sign, f"glyph-{sign}"),
            left + step * (index + 0.5) - width / 2,
            y - height * 16 / 14,
            width,
            box,
        )
        for index, sign in enumerate(text)
        if sign != " "
    )
    return group(*marks, color=colour, data_text=text)


_GLYPHS: Final = {
    "+": "glyph-plus",
    "−": "glyph-minus",
    "/": "glyph-slash",
    "*": "glyph-star",
    "A": "glyph-side-a",
    "B": "glyph-side-b",
}
