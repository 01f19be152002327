"""The state behind a followed game: whole, though much of it is unknown.

A *witness* is a state that agrees with all that was entered, with some card or mission in place of each that nobody has
seen. When such a card is played, the witness gives way. What depends on it must not reach people.
"""

from typing import NamedTuple

from sanssouci.game.lexicon import Array
from sanssouci.kernel import box_table as at
from sanssouci.kernel import layout
from sanssouci.kernel.bits import popcount
from sanssouci.kernel.layout import seat_base


class Moment(NamedTuple):
    """All that is known at one moment."""

    state: Array  # the witness
    unseen: tuple[int, ...]  # for each seat, the cards in the witness's hand that nobody has seen, as a set
    veiled: frozenset[int]  # the seats of which some mission is unknown
    named: tuple[int, ...]  # for each seat, the missions that were entered as they were dealt, as a set


def reveal(state: Array, hand: int, unseen: int, slot: int) -> int:
    """Put a card that a seat plays into the witness's hand, in place of one that nobody has seen.

    Returns the cards that are still unseen.
    """
    card = 1 << slot
    if not int(state[hand]) & card:
        given = unseen & -unseen
        state[hand] ^= given | card
        return unseen ^ given
    return unseen & ~card


def deal_missions(moment: Moment, columns: int, taken: int = 0) -> None:
    """Deal what is unknown of the missions of a witness anew, from those that nobody is known to have."""
    state, _, veiled, named = moment
    seats = range(int(state[layout.PLAYERS]))
    places = [seat_base(seat) + layout.MISSIONS for seat in seats]
    for seat in seats:
        taken |= named[seat] if seat in veiled else int(state[places[seat]])
    free = [column for column in range(columns) if not taken >> column & 1]
    for seat in sorted(veiled):
        count = int(popcount(int(state[places[seat]]))) - int(popcount(named[seat]))
        state[places[seat]] = named[seat] | sum(1 << column for column in free[:count])
        del free[:count]


def make_way(table: Array, state: Array, seat: int, unseen: int, slot: int | None) -> int:
    """Let a witness hold another card in place of one that nobody had seen and that turns out to be drawn just now.

    Returns the cards that are still unseen, that other one among them.
    """
    base = seat_base(seat)
    hand = base + layout.HAND
    if slot is None or not unseen >> slot & 1:
        return unseen
    pile = int(table[at.DECK]) & ~int(state[base + layout.DISCARDS]) & ~int(state[hand])
    swapped = 1 << slot | pile & -pile if pile else 0
    state[hand] ^= swapped
    return unseen ^ swapped
