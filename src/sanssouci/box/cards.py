"""The action cards of one player (C6)."""

from typing import Final, NamedTuple

from sanssouci.box.entry import Entry, shown
from sanssouci.box.squares import DIGITS, LETTERS, Size

MAX_PAIRS: Final = 8


class Cards(NamedTuple):
    """A deck, and how many of its cards are held in hand."""

    pairs: tuple[tuple[int, int], ...]
    structures: tuple[int, ...]
    wild: int
    hand: int

    @property
    def rounds(self) -> int:
        """The number of cards in the deck: one is played each round."""
        return len(self.pairs) + len(self.structures) + self.wild


def read_cards(entry: Entry, size: Size, display: tuple[int, ...]) -> Cards:
    """Return the cards; the display says which colours tiles can be taken from."""
    table = entry.table(("pairs", "structures", "wild", "hand"))
    pairs = _read_pairs(table["pairs"], display)
    structures = _read_structures(table["structures"], size)
    cards = Cards(pairs, structures, table["wild"].integer(0, 1), hand=0)
    if not cards.rounds:
        entry.note("has no cards; must have at least one", "no cards")
        return cards
    return cards._replace(hand=table["hand"].integer(1, cards.rounds))


def _read_pairs(entry: Entry, display: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    pairs: list[tuple[int, int]] = []
    for item in entry.items(0, MAX_PAIRS, "pairs"):
        pair = _read_pair(item, display)
        if pair in pairs:
            item.note(
                f"repeats {shown(item.value)}; every pair must be different", "pair repeated", value=shown(item.value)
            )
        pairs.append(pair)
    return tuple(pairs)


def _read_pair(entry: Entry, display: tuple[int, ...]) -> tuple[int, int]:
    text = entry.string()
    fault = f"is {shown(text)}; must be the digits of two rows, the lower one first, like '26'"
    if len(text) != 2 or text[0] not in DIGITS or text[1] not in DIGITS:
        entry.fail(fault)
    low, high = int(text[0]), int(text[1])
    if low >= high:
        entry.note(fault, "pair digits", value=shown(text))
    for row in (low, high):
        if row not in display:  # otherwise the card could not always be played (T7)
            entry.note(
                f"names row {row}; must name rows that have a space on the display", "pair without space", row=row
            )
    return low, high


def _read_structures(entry: Entry, size: Size) -> tuple[int, ...]:
    text = entry.string()
    letters = LETTERS[: size.columns]
    if not set(text) <= set(letters) or list(text) != sorted(set(text)):
        entry.fail(f"is {shown(text)}; must be different column letters from {letters!r}, in this order")
    return tuple(LETTERS.index(letter) for letter in text)
