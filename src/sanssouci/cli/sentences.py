"""A turn in a plain English sentence."""

from sanssouci.box import Box
from sanssouci.box.squares import LETTERS
from sanssouci.game.move import Move, Side, Turn

_LANGUAGE = "en"


def column_word(box: Box, letter: str) -> str:
    """What the structure of a column is called in this box."""
    return box.columns[LETTERS.index(letter)].names[_LANGUAGE]


def row_word(box: Box, row: int) -> str:
    """What the colour of a row is called in this box."""
    return box.rows[row - 1].names[_LANGUAGE]


def card_words(box: Box, card: str) -> str:
    """What a card shows."""
    if card == "*":
        return "the wild card"
    if len(card) == 2:
        return f"{row_word(box, int(card[0]))}/{row_word(box, int(card[1]))}"
    return column_word(box, card)


def sentence(box: Box, name: str, move: Move, gained: int) -> str:
    """What a player did, and what it brought."""
    if isinstance(move, Side):
        return f"{name} turns side {move.side} of the board up."
    assert isinstance(move, Turn)
    tile = f"the {column_word(box, move.tile[0])} from {row_word(box, int(move.tile[1]))}"
    text = f"{name} plays {card_words(box, move.card)} and takes {tile}"
    text += f", turned to a gardener on {move.gardener}" if move.gardener else f" to {move.tile}"
    if move.boar:
        text += f"; the boar goes to {move.boar}"
    if move.walk:
        text += f"; the {column_word(box, move.walk[0])} noble walks to {move.walk}"
    return f"{text}: {gained:+d}." if gained else f"{text}."
