"""What one seat may know. Everything sent to a seat or a spectator is made from this."""

from sanssouci.kernel.bits import popcount
from sanssouci.kernel.box_table import DECK, HAND_SIZE
from sanssouci.kernel.layout import (
    DEAL_CARDS,
    DISCARDS,
    DRAW_CARD,
    HAND,
    MISSIONS,
    OVER,
    PHASE,
    PLAY_CARD,
    PLAYERS,
    SEAT,
    STATE_WORDS,
    Words,
    seat_base,
)


def observe(state: Words, seat: int, out: Words) -> None:
    """Copy a state as a seat may see it: without the others' hands, and without their missions until the end.

    A seat of -1 is a spectator. Everything else in a state is public or follows from what is public: it holds sets,
    with no hidden order. The rules of the seat's own turn run on the copy as they do on the state.
    """
    for word in range(STATE_WORDS):
        out[word] = state[word]
    for other in range(state[PLAYERS]):
        if other != seat:
            base = seat_base(other)
            out[base + HAND] = 0
            if state[PHASE] != OVER:
                out[base + MISSIONS] = 0


def hand_count(table: Words, state: Words, seat: int) -> int:
    """How many cards a seat holds, worked out from what is public; the same for a state and any view of it.

    Not meaningful while the hands are being dealt, when no player is asked anything.
    """
    phase = state[PHASE]
    if phase <= DEAL_CARDS:
        return 0
    left = popcount(table[DECK]) - popcount(state[seat_base(seat) + DISCARDS])
    if seat == state[SEAT] and PLAY_CARD < phase <= DRAW_CARD:
        return min(table[HAND_SIZE] - 1, left)  # played, not yet drawn
    return min(table[HAND_SIZE], left)
