"""What a player has beside the garden: hand, draw pile, missions and discards."""

from collections.abc import Iterator, Sequence
from typing import Final

from sanssouci.game.move import Turn
from sanssouci.game.svg import cards
from sanssouci.game.svg.canvas import at, group, words
from sanssouci.game.svg.outlines import chosen_outline, last_outline, legal_outline
from sanssouci.game.svg.palette import FAINT
from sanssouci.game.svg.scene import Scene

SCALE: Final = 0.9  # of cards
HEIGHT: Final = 76
_STEP: Final = 44
_GAP: Final = 9
_LABEL: Final = 11  # the line on which labels stand
_CARDS: Final = 17  # where cards begin
_MOST: Final = 6  # cards side by side; more of them overlap


def width_of(scene: Scene) -> float:
    """How wide the belongings of one player are."""
    return sum(_widths(scene)) + 3 * _GAP


def _widths(scene: Scene) -> tuple[float, float, float, float]:
    box = scene.box
    columns = -(-box.rounds // 2)
    chips = columns * (cards.CHIP[0] + 1.5)
    return min(box.hand, _MOST) * _STEP, _STEP, max(1.3, min(box.missions, _MOST)) * _STEP, max(chips, 60)


def draw_belongings(scene: Scene, seat: int) -> str:
    """Hand, draw pile, missions and discards in one line."""
    x: float = 0
    parts = []
    labels = ("hand", "pile", "missions", "discards")
    drawn = (_hand, _pile, _missions, _discards)
    for label, width, draw in zip(labels, _widths(scene), drawn, strict=True):
        caption = words(scene.wording(label), 0, _LABEL, 10.5, colour=FAINT, italic=True, width=width + 6)
        parts.append(at(x, 0, caption, *draw(scene, seat, width), class_=label))
        x += width + _GAP
    return group(*parts)


def _places(count: int, width: float) -> Iterator[float]:
    """Where cards lie that share a width."""
    step = min(_STEP, (width - _STEP) / max(count - 1, 1)) if count * _STEP > width else _STEP
    return (index * step for index in range(count))


def _row(items: Sequence[str], width: float) -> str:
    """Cards, each drawn at its own origin, side by side."""
    return group(*(at(x, _CARDS, item, scale=SCALE) for x, item in zip(_places(len(items), width), items, strict=True)))


def _hand(scene: Scene, seat: int, width: float) -> Iterator[str]:
    hand, box = scene.position.hand(seat), scene.box
    if hand is None:
        hidden = scene.wording("hidden card")
        items = [cards.card_back(0, 0, hidden)] * scene.position.hand_count(seat)
    else:
        items = [cards.card(scene, card, 0, 0) + _card_marks(scene, seat, card) for card in hand]
    yield _row([*items, *[cards.no_card(0, 0)] * (box.hand - len(items))], width)


def _card_marks(scene: Scene, seat: int, card: str) -> str:
    choices = scene.choices_for(seat)
    if choices is None:
        return ""
    around = (0, 0, cards.WIDTH, cards.HEIGHT)
    if card == choices.chosen_card:
        return chosen_outline(*around)
    return legal_outline(*around) if card in choices.cards else ""


def _pile(scene: Scene, seat: int, width: float) -> Iterator[str]:
    count = scene.position.pile_count(seat)
    text = f"{scene.wording('pile')}: {count}"
    yield _row([cards.card_back(0, 0, text, count=count) if count else cards.no_card(0, 0)], width)


def _missions(scene: Scene, seat: int, width: float) -> Iterator[str]:
    position = scene.position
    missions, count = position.missions(seat), scene.box.missions
    dealt = position.phase != "choose garden side"
    if missions is None:
        items = [cards.mission_back(scene, 0, 0)] * (count if dealt else 0)
    else:
        items = [cards.mission(scene, letter, 0, 0) for letter in missions]
    yield _row([*items, *[cards.no_card(0, 0)] * (count - len(items))], width)


def _discards(scene: Scene, seat: int, width: float) -> Iterator[str]:
    """The whole deck in two lines, each card in its place; those played are bright."""
    played, last = scene.position.discards(seat), scene.last_of(seat)
    columns = -(-len(scene.deck) // 2)
    for slot, card in enumerate(scene.deck):
        x, y = slot % columns * (cards.CHIP[0] + 1.5), _CARDS + slot // columns * (cards.CHIP[1] + 1.5)
        yield cards.chip(scene, card, x, y, played=card in played)
        if last is not None and isinstance(last.move, Turn) and last.move.card == card:
            yield last_outline(x, y, *cards.CHIP)
