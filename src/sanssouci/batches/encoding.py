"""From what a seat may know to the numbers of an observation (arrays.py), and from choices to a mask."""

from sanssouci.batches.arrays import (
    BAG_AT,
    BOARD_WORDS,
    BOARDS_AT,
    BUILT_AT,
    CARD_AT,
    DISCARDS_AT,
    DISPLAY_AT,
    EXPANSIONS_AT,
    FIRST_AT,
    GARDENERS_AT,
    HAND_AT,
    HAND_COUNT_AT,
    HOME_AT,
    MARKS_AT,
    MISSIONS_AT,
    MOVER_AT,
    NOBLES_AT,
    PHASE_AT,
    PIECES,
    PIECES_AT,
    PLAYERS_AT,
    POINTS,
    POINTS_AT,
    SEAT_NUMBERS,
    TABLE_NUMBERS,
    TURN_AT,
)
from sanssouci.kernel.bits import lowest, square_of
from sanssouci.kernel.box_table import COLUMN_COUNT, MARK_KINDS, MARK_SETS
from sanssouci.kernel.choices import choices, code_of, shown_tile
from sanssouci.kernel.garden import noble_row
from sanssouci.kernel.layout import (
    BAG,
    BAG_BITS,
    BAG_MASK,
    BUILT,
    CARD,
    CARDS,
    DISCARDS,
    DISPLAY,
    EMPTY_SLOT,
    EXPANSIONS,
    FIRST,
    GARDENERS,
    HAND,
    HOME,
    MAX_COLUMNS,
    MAX_ROWS,
    MISSIONS,
    PHASE,
    PLAYERS,
    REWARD,
    REWARD_SIDE,
    SEAT,
    SLOTS,
    STAND_CODE,
    STRIDE,
    TURN,
    WALK_NOBLE,
    Words,
    seat_base,
)
from sanssouci.kernel.observing import hand_count


def encode(table: Words, view: Words, eyes: int, out: Words) -> None:
    """Write what the seat `eyes` (-1: a spectator, who sits with seat 0) knows; `view` is made by `observe`."""
    for index in range(len(out)):
        out[index] = 0
    players = view[PLAYERS]
    own = max(eyes, 0)
    _encode_table(view, own, players, out)
    if eyes >= 0:
        _spread(view[seat_base(eyes) + HAND], CARDS, HAND_AT, out)
    for place in range(players):
        seat = (own + place) % players
        _encode_seat(table, view, seat, TABLE_NUMBERS + SEAT_NUMBERS * place, out)


def _encode_table(view: Words, own: int, players: int, out: Words) -> None:
    out[PHASE_AT + view[PHASE]] = 1
    _spread(view[EXPANSIONS], PLAYERS_AT - EXPANSIONS_AT, EXPANSIONS_AT, out)
    out[PLAYERS_AT] = players
    out[MOVER_AT] = (view[SEAT] + players - own) % players
    out[FIRST_AT] = (view[FIRST] + players - own) % players
    out[TURN_AT] = view[TURN]
    if view[CARD] >= 0:
        out[CARD_AT + view[CARD]] = 1
    if view[HOME] >= 0:
        out[HOME_AT] = 1 + square_of(view[HOME])
    for slot in range(SLOTS):
        structure = shown_tile(view[DISPLAY], slot)
        if structure != EMPTY_SLOT:
            out[DISPLAY_AT + MAX_COLUMNS * slot + structure] = 1
    for structure in range(MAX_COLUMNS):
        out[BAG_AT + structure] = (view[BAG] >> (BAG_BITS * structure)) & BAG_MASK


def _encode_seat(table: Words, view: Words, seat: int, at: int, out: Words) -> None:
    base = seat_base(seat)
    _spread_squares(view[base + BUILT], at + BUILT_AT, out)
    _spread_squares(view[base + GARDENERS], at + GARDENERS_AT, out)
    if view[PHASE] > REWARD_SIDE and view[base + REWARD] >= 0:
        _encode_marks(table, view[base + REWARD], at + MARKS_AT, out)
    for column in range(table[COLUMN_COUNT]):
        out[at + NOBLES_AT + column] = noble_row(table, view, base, column)
    _spread(view[base + DISCARDS], CARDS, at + DISCARDS_AT, out)
    _spread(view[base + MISSIONS], MAX_COLUMNS, at + MISSIONS_AT, out)
    out[at + HAND_COUNT_AT] = hand_count(table, view, seat)
    for index in range(len(BOARD_WORDS)):
        out[at + BOARDS_AT + index] = 1 + view[base + BOARD_WORDS[index]]
    for index in range(len(PIECES)):
        piece = view[base + PIECES[index]]
        if piece != 0:
            out[at + PIECES_AT + index] = 1 + square_of(lowest(piece))
    for index in range(len(POINTS)):
        out[at + POINTS_AT + index] = view[base + POINTS[index]]


def _encode_marks(table: Words, reward: int, at: int, out: Words) -> None:
    for kind in range(MARK_KINDS):
        rest = table[MARK_SETS + MARK_KINDS * reward + kind]
        while rest != 0:
            out[at + square_of(lowest(rest))] = 1 + kind
            rest &= rest - 1


def _spread(bits: int, count: int, at: int, out: Words) -> None:
    for index in range(count):
        out[at + index] = (bits >> index) & 1


def _spread_squares(bits: int, at: int, out: Words) -> None:
    for row in range(MAX_ROWS):
        for column in range(MAX_COLUMNS):
            out[at + MAX_COLUMNS * row + column] = (bits >> (STRIDE * row + column)) & 1


def write_mask(table: Words, state: Words, out: Words) -> None:
    """Write 1 for each legal code and 0 for the others."""
    for code in range(len(out)):
        out[code] = 0
    phase = state[PHASE]
    rest = choices(table, state)
    while rest != 0:
        out[code_of(phase, lowest(rest))] = 1
        rest &= rest - 1
    if phase == WALK_NOBLE:
        out[STAND_CODE] = 1
