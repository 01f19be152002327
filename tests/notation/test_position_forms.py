"""What a position may write in more than one way: the order of cards and missions, the digest of a box."""

import pytest

from sanssouci import Box, Game, PositionError, View
from strategies import BY_ID, running


def played() -> Game:
    return running(BY_ID["imperial-2"], 3, ["random"], 14)


def turned_round(text: str) -> str:
    """The text with all cards and missions in the opposite order."""
    fields = text.split()
    for index in range(9, len(fields)):
        *rest, hand, discards, missions = fields[index].split(":")
        cards = [",".join(reversed(part.split(","))) for part in (hand, discards)]
        fields[index] = ":".join((*rest, *cards, missions[::-1]))
    return " ".join(fields)


def test_cards_and_missions_stand_in_any_order() -> None:
    game = played()
    assert turned_round(game.text()) != game.text()
    assert Game.from_text(turned_round(game.text())).text() == game.text()
    view = game.view(1)
    assert View.from_text(turned_round(view.text())) == view


@pytest.mark.parametrize("hand", ["24,24", "24,,g", "g,24,", "g;24", "g,99"])
def test_cards_in_any_order_are_still_different_cards(hand: str) -> None:
    game = Game(seed=2)
    game.push("A")
    game.push("A")
    assert Game.from_text(game.text().replace(":24,g:", ":g,24:")).hand(0) == ("24", "g")
    with pytest.raises(PositionError, match="different cards of this box"):
        Game.from_text(game.text().replace(":24,g:", f":{hand}:"))


def test_a_published_box_needs_no_digest() -> None:
    game = played()
    name, rest = game.text().split(" ", 1)
    assert name.startswith("imperial@")
    assert Game.from_text(f"imperial {rest}").text() == game.text()
    assert Game.from_text(f"imperial {rest}", box=game.box).text() == game.text()
    view = game.view(0)
    assert View.from_text(f"imperial {view.text().split(' ', 1)[1]}") == view
    with pytest.raises(PositionError, match="the position is for imperial@"):
        Game.from_text(f"imperial@ {rest}")


def test_a_box_of_ones_own_needs_its_digest() -> None:
    own = Box.from_rules(played().box.rules() | {"missions": 1})
    text = Game(own, seed=1).text().split(" ", 1)[1]
    for box in (own, BY_ID["narrow-2"].box):
        with pytest.raises(PositionError, match="only boxes that come with the game need no digest"):
            Game.from_text(f"{box.id} {text}", box=box)


def test_everything_else_has_one_form() -> None:
    fields = played().text().split()
    for index, changed in ((3, "00"), (9, fields[9].replace(":-:", ":-,:", 1))):
        with pytest.raises(PositionError):
            Game.from_text(" ".join([*fields[:index], changed, *fields[index + 1 :]]))
