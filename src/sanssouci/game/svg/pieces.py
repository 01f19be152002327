"""What lies on squares and spaces: tiles, gardeners, nobles, boars, the marks of reward boards, the numbers of rows."""

from typing import Final

from sanssouci.box import Box
from sanssouci.game.svg.canvas import ID, Number, circle, figures, group, rectangle, use
from sanssouci.game.svg.palette import INK, PANEL, PLATE, SAND, tint

SQUARE: Final = 48
_REWARDS: Final = {"+": "reward-structure", "g": "reward-gardener", "-": "reward-loss"}


def structure_tile(symbol: str, x: Number, y: Number) -> str:
    """A tile with its structure up."""
    return use("tile", x, y, SQUARE) + use(symbol, x + 5.5, y + 5, 36.5)


def printed_square(symbol: str, x: Number, y: Number) -> str:
    """A structure that is printed on the board: flat, and without the tile's edge."""
    ground = rectangle(x + 2, y + 2, SQUARE - 4, SQUARE - 4, rx=4, fill=PLATE, fill_opacity=0.62)
    return ground + use(symbol, x + 5.5, y + 5, 37)


def gardener_tile(x: Number, y: Number) -> str:
    """A tile with its back up: a gardener."""
    return use("tile-back", x, y, SQUARE) + use("gardener", x + 6, y + 4.5, 37)


def boar(x: Number, y: Number) -> str:
    """The wild boar on its square, with room for a mark in the corner."""
    return use("boar", x + 4, y + 9, 38)


def noble(x: Number, y: Number, *, beside: bool) -> str:
    """A noble on a square, or alone on the terrace; on a square it leaves room for what is built there."""
    width, height = (25.5, 35) if beside else (29, 40)
    left = x + SQUARE - width - 1 if beside else x + (SQUARE - width) / 2
    return use("noble", left, y + SQUARE - height - 2, width, height)


def cover(mark: str, x: Number, y: Number, *, aside: bool) -> str:
    """A square under a reward board, with its mark ('0' is none); `aside` leaves room for the boar."""
    ground = rectangle(
        x + 3.5, y + 3.5, SQUARE - 7, SQUARE - 7, rx=2, fill=SAND, stroke=INK, stroke_width=0.8, stroke_dasharray="3 2"
    )
    if mark == "0":
        return ground + circle(x + SQUARE / 2, y + SQUARE / 2, 2.2, fill=INK, fill_opacity=0.35)
    return ground + (reward(mark, x + 23, y + 3, 23) if aside else reward(mark, x + 5, y + 5, SQUARE - 10))


def reward(mark: str, x: Number, y: Number, size: Number) -> str:
    """The mark of a reward board: '+2' for structures, 'g3' for gardeners, '-2' for any tile."""
    middle = size / 2
    below = {"+": 0.48, "g": 0.645, "-": 0.5}[mark[0]] * size
    height = size * (0.25 if mark[0] == "g" else 0.29)
    text = "+" + mark[1:] if mark[0] == "g" else mark
    colour = PANEL if mark[0] == "-" else INK
    return group(
        use(_REWARDS[mark[0]], x, y, size), figures(text, x + middle, y + below + height / 2, height, colour=colour)
    )


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
