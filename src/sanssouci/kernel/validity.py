"""Whether a state between two moves could occur in a game: for positions from outside, and for tests.

This never runs compiled. A fault is one sentence that says what is wrong; `fault` returns the first one, or None.
"""

from collections.abc import Iterator

from sanssouci.kernel.bits import popcount
from sanssouci.kernel.box_table import (
    BOARD,
    COLUMN,
    COLUMN_COUNT,
    COVERED,
    DECK,
    FIRST_ROW,
    MISSION_COUNT,
    PRINTED,
    ROUNDS,
    SLOT_SET,
    TILES_EACH,
)
from sanssouci.kernel.chance import tiles_in_bag
from sanssouci.kernel.choices import empty_slots, slots_showing
from sanssouci.kernel.expansions import expansion_faults
from sanssouci.kernel.garden import connected, noble_row
from sanssouci.kernel.layout import (
    AHEAD,
    BAG,
    BAG_BITS,
    BAG_MASK,
    BUILT,
    DISCARDS,
    DISPLAY,
    EXPANSIONS,
    FIRST,
    GARDEN,
    GARDEN_SIDE,
    GARDENERS,
    HAND,
    MISSIONS,
    NOBLE_POINTS,
    OVER,
    PHASE,
    PLAY_CARD,
    PLAYERS,
    REWARD,
    REWARD_SIDE,
    REWARDS,
    SEAT,
    STRIDE,
    TURN,
    Words,
    seat_base,
)
from sanssouci.kernel.observing import hand_count
from sanssouci.kernel.setup import has_chosen_side, side_count
from sanssouci.kernel.steps import score_in_play


def fault(table: Words, state: Words, eyes: int | None = None) -> str | None:
    """The first fault of a state or, with `eyes`, of that seat's view of it (-1: a spectator's)."""
    return next(_faults(table, state, eyes), None)


def visible_print(table: Words, state: Words, base: int) -> int:
    """The pre-printed squares that no reward board hides (W2)."""
    printed = table[PRINTED + state[base + GARDEN]]
    if state[base + REWARD] >= 0 and state[PHASE] >= PLAY_CARD:
        printed &= ~table[COVERED + state[base + REWARD]]
    return printed


def shown_print(table: Words, state: Words, seat: int) -> int:
    """The pre-printed squares now visible in a garden: a reward board hides some as soon as its side is chosen."""
    base = seat_base(seat)
    printed = visible_print(table, state, base)
    if state[base + REWARD] >= 0 and has_chosen_side(table, state, seat, REWARD_SIDE):
        printed &= ~table[COVERED + state[base + REWARD]]
    return printed


def tiles_laid(table: Words, state: Words, base: int) -> int:
    """The squares of a garden on which a tile lies."""
    return state[base + BUILT] & ~visible_print(table, state, base)


def turns_of(state: Words, seat: int) -> int:
    """How many turns a seat has finished."""
    players = state[PLAYERS]
    order = (seat - state[FIRST]) % players
    return (state[TURN] + players - 1 - order) // players


def _faults(table: Words, state: Words, eyes: int | None) -> Iterator[str]:
    players, turn, phase = state[PLAYERS], state[TURN], state[PHASE]
    if phase not in (GARDEN_SIDE, REWARD_SIDE, PLAY_CARD, OVER):
        yield "it stands in the middle of a turn"
        return
    last = table[ROUNDS] * players
    if not 0 <= turn <= last or (turn == last) != (phase == OVER):
        yield f"{turn} turns are played of {last}"
    if phase < PLAY_CARD and turn:
        yield "turns are played before the set-up is done"
    expected = state[FIRST] + (turn - 1 if phase == OVER else turn)
    if phase >= PLAY_CARD and state[SEAT] != expected % players:
        yield f"after {turn} turns seat {state[SEAT]} is not at hand"
    yield from _board_faults(table, state)
    for seat in range(players):
        for text in _seat_faults(table, state, seat, eyes):
            yield f"seat {seat}: {text}"
    yield from _mission_faults(state)
    yield from _tile_faults(table, state)


def _board_faults(table: Words, state: Words) -> Iterator[str]:
    if state[PHASE] == REWARD_SIDE and not state[EXPANSIONS] & REWARDS:
        yield "the side of a reward board is being chosen in a game without rewards"
        return
    for word, name in ((GARDEN, "garden"), (REWARD, "reward")):
        boards = [state[seat_base(seat) + word] >> 1 for seat in range(state[PLAYERS])]
        if word == REWARD and not _rewards_dealt(state):
            if any(board >= 0 for board in boards):
                yield "there are reward boards, which this game has not dealt"
        elif len(set(boards)) < len(boards) or min(boards) < 0:
            yield f"each seat needs a {name} board of its own"
    phase = state[PHASE]
    if phase in (GARDEN_SIDE, REWARD_SIDE) and side_count(table, state, state[SEAT], phase) == 1:
        yield "a side is being chosen for a board that has only one"


def _rewards_dealt(state: Words) -> bool:
    return bool(state[EXPANSIONS] & REWARDS) and state[PHASE] >= REWARD_SIDE


def _seat_faults(table: Words, state: Words, seat: int, eyes: int | None) -> Iterator[str]:
    base = seat_base(seat)
    played = turns_of(state, seat)
    yield from _card_faults(table, state, seat, played, eyes)
    built, gardeners = state[base + BUILT], state[base + GARDENERS]
    laid = tiles_laid(table, state, base)
    if built & ~table[BOARD] or visible_print(table, state, base) & ~built:
        yield "a pre-printed square is missing"
    if gardeners & ~laid:
        yield "a gardener stands where no tile lies"
    if popcount(laid) != played:
        yield f"{popcount(laid)} tiles are laid after {played} turns"
    yield from _noble_faults(table, state, base, played)
    yield from expansion_faults(table, state, base, laid)
    if score_in_play(state, base) < 0:
        yield "the score is below 0"


def _card_faults(table: Words, state: Words, seat: int, played: int, eyes: int | None) -> Iterator[str]:
    base = seat_base(seat)
    hand, discards = state[base + HAND], state[base + DISCARDS]
    if (hand | discards) & ~table[DECK] or hand & discards:
        yield "a card is in hand and discarded, or not in the deck"
    if popcount(discards) != played:
        yield f"{popcount(discards)} cards are discarded after {played} turns"
    known = eyes is None or eyes == seat
    if popcount(hand) != (hand_count(table, state, seat) if known else 0):
        yield f"{popcount(hand)} cards are in hand, not {hand_count(table, state, seat) if known else 0}"
    missions = popcount(state[base + MISSIONS])
    dealt = table[MISSION_COUNT] if state[PHASE] > GARDEN_SIDE and (known or state[PHASE] == OVER) else 0
    if missions != dealt or state[base + MISSIONS] >> table[COLUMN_COUNT]:
        yield f"there are {missions} missions, not {dealt}"


def _noble_faults(table: Words, state: Words, base: int, played: int) -> Iterator[str]:
    reach = connected(table[FIRST_ROW], state[base + BUILT])
    least = most = walked = 0
    for column in range(table[COLUMN_COUNT]):
        ahead = state[base + AHEAD] & table[COLUMN + column]
        row = noble_row(table, state, base, column)
        if ahead & -ahead and ahead != table[COLUMN + column] & ~((ahead & -ahead) - 1):
            yield "a noble's column is torn"
        least, most, walked = least + row, most + row * (row + 1) // 2, walked + (row > 0)
        if row and not 1 << (STRIDE * (row - 1) + column) & reach & ~state[base + GARDENERS]:
            yield f"the noble of column {'abcdefghi'[column]} stands where it cannot have walked"
    if state[base + AHEAD] & ~table[BOARD]:
        yield "a noble stands beside the board"
    if walked > played or not least <= state[base + NOBLE_POINTS] <= most:
        yield f"the nobles cannot have scored {state[base + NOBLE_POINTS]} points"


def _mission_faults(state: Words) -> Iterator[str]:
    dealt = 0
    for seat in range(state[PLAYERS]):
        missions = state[seat_base(seat) + MISSIONS]
        if dealt & missions:
            yield "two seats have the same mission"
        dealt |= missions


def _tile_faults(table: Words, state: Words) -> Iterator[str]:
    """Check that tiles are conserved (F2): what is not in the bag lies on the display or in a garden."""
    empty = popcount(empty_slots(table, state[DISPLAY]))
    spaces = popcount(table[SLOT_SET])
    expected = spaces if state[PHASE] < PLAY_CARD else 1 if state[PHASE] == OVER else 0
    if empty != expected:
        yield f"{empty} spaces of the display are empty, not {expected}"
    copies = table[TILES_EACH + state[PLAYERS]]
    for column in range(table[COLUMN_COUNT]):
        known = (state[BAG] >> (BAG_BITS * column)) & BAG_MASK
        known += popcount(slots_showing(state[DISPLAY], column) & table[SLOT_SET])
        for seat in range(state[PLAYERS]):
            base = seat_base(seat)
            structures = tiles_laid(table, state, base) & ~state[base + GARDENERS]
            known += popcount(structures & table[COLUMN + column])
        if known > copies:
            yield f"there are {known} tiles of structure {'abcdefghi'[column]}, and only {copies} exist"
    total = tiles_in_bag(state[BAG]) + spaces - empty + state[TURN]
    if total != copies * table[COLUMN_COUNT]:
        yield f"there are {total} tiles, not {copies * table[COLUMN_COUNT]}"
