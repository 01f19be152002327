"""What lies on squares and spaces: tiles, people, pieces of expansions, marks of reward boards, numbers of rows."""

from typing import Final

from sanssouci.box import Box
from sanssouci.game.svg.canvas import ID, Number, circle, figures, group, rectangle, use
from sanssouci.game.svg.palette import INK, PANEL, PLATE
from sanssouci.looks.colours import tint
from sanssouci.looks.pieces import LOOKS
from sanssouci.looks.squares import PLACES, REWARDS, SIDE, Frame

SQUARE: Final = SIDE


def structure_tile(symbol: str, x: Number, y: Number) -> str:
    """A tile with its structure up."""
    return use("tile", x, y, SQUARE) + _placed(symbol, "structure", x, y)


def printed_square(symbol: str, x: Number, y: Number) -> str:
    """A structure that is printed on the board: flat, and without the tile's edge."""
    return use("printed", x, y, SQUARE) + _placed(symbol, "printed", x, y)


def gardener_tile(x: Number, y: Number) -> str:
    """A tile with its back up: a gardener."""
    return use("tile-back", x, y, SQUARE) + _placed("gardener", "gardener", x, y)


def expansion_piece(name: str, x: Number, y: Number) -> str:
    """The piece of an expansion on its square, with room for a mark in the corner."""
    look = LOOKS[name]
    return _within(look.drawing, look.place, x, y)


def noble(x: Number, y: Number, *, beside: bool) -> str:
    """A noble on a square, or alone on the terrace; on a square it leaves room for what is built there."""
    return _placed("noble", "noble" if beside else "noble on the terrace", x, y)


def cover(mark: str, x: Number, y: Number, *, aside: bool) -> str:
    """A square under a reward board, with its mark ('0' is none); `aside` leaves room for a piece."""
    ground = use("cover", x, y, SQUARE)
    if mark == "0":
        return ground + use("cover-plain", x, y, SQUARE)
    place = PLACES["reward beside a piece" if aside else "reward"]
    return ground + reward(mark, x + place.x, y + place.y, place.width)


def reward(mark: str, x: Number, y: Number, size: Number) -> str:
    """The mark of a reward board: '+2' for structures, 'g3' for gardeners, '-2' for any tile."""
    drawing, middle = REWARDS[mark[0]]
    height = size * (0.25 if mark[0] == "g" else 0.29)
    text = "+" + mark[1:] if mark[0] == "g" else mark
    colour = PANEL if mark[0] == "-" else INK
    return group(
        use(drawing, x, y, size), figures(text, x + size / 2, y + middle * size + height / 2, height, colour=colour)
    )


def _placed(drawing: str, place: str, x: Number, y: Number) -> str:
    """A drawing where it lies on the square that begins there."""
    return _within(drawing, PLACES[place], x, y)


def _within(drawing: str, place: Frame, x: Number, y: Number) -> str:
    left, top, width, height = place
    return use(drawing, x + left, y + top, width, height)


def row_ground(box: Box, row: int, x: Number, y: Number, width: Number, height: Number, radius: Number = 0) -> str:
    """An area in a row's colour and pattern."""
    plain = rectangle(x, y, width, height, rx=radius or None, fill=tint(box.rows[row - 1]).ground)
    return plain + rectangle(x, y, width, height, rx=radius or None, fill=f"url(#{ID}row-{row})")


def row_badge(box: Box, row: int, x: Number, y: Number, radius: Number = 15) -> str:
    """The number of a row on its colour and pattern, around a middle."""
    return group(
        circle(x, y, radius, fill=tint(box.rows[row - 1]).ground),
        circle(x, y, radius, fill=f"url(#{ID}row-{row})", stroke=INK, stroke_width=1),
        circle(x, y, radius * 0.66, fill=PLATE),
        figures(row, x, y + radius * 0.42, radius * 0.84),
    )
