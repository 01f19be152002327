"""Cards and missions, face up and face down."""

from typing import Final

from sanssouci.game.svg.canvas import Number, at, figures, group, rectangle, titled, use
from sanssouci.game.svg.palette import FAINT, INK, PLATE
from sanssouci.game.svg.pieces import row_ground
from sanssouci.game.svg.scene import Scene

WIDTH: Final = 44
HEIGHT: Final = 64
CHIP: Final = (26, 29)  # a card of the discard pile


def card(scene: Scene, text: str, x: Number, y: Number) -> str:
    """A card, face up."""
    face = use("card", 0, 0, WIDTH, HEIGHT)
    if text == "*":
        face += use("wild", 4, 8, 36) + figures("*", WIDTH / 2, 58, 9)
    elif len(text) == 2:
        face += _half(scene, text[0], 5, 5, WIDTH - 10, 26) + _half(scene, text[1], 5, 33, WIDTH - 10, 26)
    else:
        face += use(scene.symbol(text), 5, 8, 34) + figures(text, WIDTH / 2, 56, 9)
    return at(x, y, titled(scene.wording.card(text)), face, data_card=text)


def _half(scene: Scene, digit: str, x: Number, y: Number, width: Number, height: Number) -> str:
    """One colour of a card with two."""
    middle, size = x + width / 2, min(width, height) * 0.44
    return group(
        row_ground(scene.box, int(digit), x, y, width, height, 2),
        rectangle(
            middle - size * 0.62, y + height / 2 - size * 0.78, size * 1.24, size * 1.56, rx=size / 2, fill=PLATE
        ),
        figures(digit, middle, y + height / 2 + size / 2, size),
    )


def card_back(x: Number, y: Number, text: str, *, count: int | None = None) -> str:
    """A card, face down; with a count it is a pile."""
    under = use("card-back", 2.5, 2.5, WIDTH, HEIGHT) if count is not None and count > 1 else ""
    number = _count(count) if count is not None else ""
    return at(x, y, titled(text), under, use("card-back", 0, 0, WIDTH, HEIGHT), number, class_="back")


def _count(count: int) -> str:
    plate = rectangle(9, 21, 26, 22, rx=11, fill=PLATE, stroke=INK, stroke_width=0.8)
    return plate + figures(count, WIDTH / 2, 38, 12)


def no_card(x: Number, y: Number) -> str:
    """Where a card could lie."""
    return rectangle(
        x + 1, y + 1, WIDTH - 2, HEIGHT - 2, rx=5, fill="none", stroke=FAINT, stroke_width=0.8, stroke_dasharray="3 3"
    )


def mission(scene: Scene, letter: str, x: Number, y: Number) -> str:
    """A mission, face up: the structure of its column, and the noble."""
    text = scene.wording("mission", column=f"{scene.wording.column(letter)} ({letter})")
    return at(
        x,
        y,
        titled(text),
        use("mission", 0, 0, WIDTH, HEIGHT),
        use(scene.symbol(letter), 7, 5.5, 30),
        use("noble", 6.5, 34, 17, 23.4),
        figures(letter, 31, 52, 10),
        data_mission=letter,
    )


def mission_back(scene: Scene, x: Number, y: Number) -> str:
    """A mission, face down."""
    return at(
        x, y, titled(scene.wording("hidden mission")), use("mission-back", 0, 0, WIDTH, HEIGHT), class_="mission-back"
    )


def chip(scene: Scene, text: str, x: Number, y: Number, *, played: bool) -> str:
    """A card of the deck, small: bright if it lies on the discard pile, faint if it does not."""
    width, height = CHIP
    if text == "*":
        face = use("wild", 3, 4.5, 20)
    elif len(text) == 2:
        face = _half(scene, text[0], 2, 2, width - 4, 12) + _half(scene, text[1], 2, 15, width - 4, 12)
    else:
        face = use(scene.symbol(text), 2.5, 4, 21)
    ground = rectangle(0.5, 0.5, width - 1, height - 1, rx=3, fill=PLATE, stroke=INK, stroke_width=0.9)
    name = scene.wording.card(text)
    return at(
        x,
        y,
        titled(name if played else scene.wording("not played", card=name)),
        ground,
        face,
        opacity=None if played else 0.22,
        data_discard=text if played else None,
    )
