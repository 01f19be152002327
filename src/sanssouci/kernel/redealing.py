"""Dealing anew what a view does not show, uniformly among all deals that it allows."""

from sanssouci.kernel.bits import nth, popcount
from sanssouci.kernel.box_table import COLUMN_COUNT, DECK, MISSION_COUNT
from sanssouci.kernel.layout import (
    DEAL_CARDS,
    DEAL_MISSIONS,
    DISCARDS,
    HAND,
    MISSIONS,
    OVER,
    PHASE,
    PLAYERS,
    STATE_WORDS,
    Words,
    seat_base,
)
from sanssouci.kernel.luck import STREAM_REDEAL, draw
from sanssouci.kernel.observing import hand_count


def redeal(table: Words, view: Words, eyes: int, seed_0: int, seed_1: int, out: Words) -> None:
    """Write a whole state that looks to the seat `eyes` (-1: a spectator) exactly as `view` does.

    The others' hands are cards that they have not discarded, their missions columns that nobody else has. What
    lies in the bag and in the piles follows. The luck to come is that of the seed.
    """
    for word in range(STATE_WORDS):
        out[word] = view[word]
    if view[PHASE] == OVER:
        return
    drawn = 0
    for seat in range(view[PLAYERS]):
        if seat == eyes:
            continue
        base = seat_base(seat)
        out[base + HAND] = 0
        if view[PHASE] > DEAL_CARDS:
            rest = table[DECK] & ~view[base + DISCARDS]
            for _ in range(hand_count(table, view, seat)):
                card = nth(rest, draw(seed_0, seed_1, STREAM_REDEAL, drawn, popcount(rest)))
                drawn += 1
                out[base + HAND] |= 1 << card
                rest &= ~(1 << card)
    if view[PHASE] > DEAL_MISSIONS:
        _redeal_missions(table, view, eyes, seed_0, seed_1, drawn, out)


def _redeal_missions(table: Words, view: Words, eyes: int, seed_0: int, seed_1: int, drawn: int, out: Words) -> None:
    """Give the others missions from those that the seat `eyes` does not hold (S3)."""
    rest = (1 << table[COLUMN_COUNT]) - 1
    if eyes >= 0:
        rest &= ~view[seat_base(eyes) + MISSIONS]
    for seat in range(view[PLAYERS]):
        if seat == eyes:
            continue
        base = seat_base(seat)
        out[base + MISSIONS] = 0
        for _ in range(table[MISSION_COUNT]):
            column = nth(rest, draw(seed_0, seed_1, STREAM_REDEAL, drawn, popcount(rest)))
            drawn += 1
            out[base + MISSIONS] |= 1 << column
            rest &= ~(1 << column)
