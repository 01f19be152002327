"""The Wild Boar expansion (C10, B1-B5): every garden has a boar that wants to get out."""

from collections.abc import Iterator
from typing import Final

from sanssouci.box import expansions
from sanssouci.kernel.bits import popcount
from sanssouci.kernel.box_table import BOARD, PIECE_START
from sanssouci.kernel.faults import PositionFault
from sanssouci.kernel.garden import connected, neighbours
from sanssouci.kernel.layout import (
    BOAR,
    BOAR_POINTS,
    BUILT,
    EXPANSIONS,
    MOVE_BOAR,
    PHASE,
    PIECE_CODE,
    POINTS_BOAR,
    SEAT,
    WALK_CODE,
    WALK_NOBLE,
    WILD_BOAR,
    Words,
    seat_base,
)

BOAR_START: Final = PIECE_START + expansions.ALL_NAMES.index("boar")  # of the box's table


def set_up_boar(table: Words, state: Words, base: int) -> None:
    """Put the boar on its first square (C10, B1)."""
    if state[EXPANSIONS] & BOAR:
        state[base + WILD_BOAR] = table[BOAR_START]


def lay_on_boar(table: Words, state: Words, base: int, bit: int) -> None:
    """Score a tile laid on the boar's square; the boar moves (B2) or leaves the game (B3)."""
    if state[base + WILD_BOAR] == 1 << bit:
        points = boar_points(table, state[base + BUILT], state[base + WILD_BOAR])
        state[base + BOAR_POINTS] += points
        if points == 1:
            state[PHASE] = MOVE_BOAR
        else:
            state[base + WILD_BOAR] = 0


def boar_points(table: Words, built: int, boar: int) -> int:
    """The points for a tile on the boar's square: 1, and 3 more if the boar has nowhere to go (B2, B3)."""
    return 1 if boar_squares(table, built, boar) != 0 else 4


def boar_squares(table: Words, built: int, boar: int) -> int:
    """The free squares next to the boar (B2)."""
    return neighbours(boar) & table[BOARD] & ~built


def move_boar(state: Words, bit: int) -> None:
    """Put the boar on a square (B2)."""
    state[seat_base(state[SEAT]) + WILD_BOAR] = 1 << bit
    state[PHASE] = WALK_NOBLE


def boar_cost(table: Words, built: int, boar: int) -> int:
    """What a boar on the board costs at the end: the size of its free area (B4)."""
    return popcount(boar_area(table, built, boar))


def boar_area(table: Words, built: int, boar: int) -> int:
    """The free squares connected to the boar's, its own included (B4); none once it has left."""
    return connected(boar & table[BOARD], table[BOARD] & ~built)


def count_boar(table: Words, state: Words, base: int, out: Words, total: int) -> int:
    """Book the cost of a boar after all other points (B4), at most what the seat has (B5), and return the new total."""
    lost = min(boar_cost(table, state[base + BUILT], state[base + WILD_BOAR]), total)
    out[POINTS_BOAR] -= lost
    return total - lost


# ── never compiled ────────────────────────────────────────────────────────────────────────────────────

BOAR_SENTENCES: Final = {  # what the keys of `boar_reason` mean
    "boar must move": "the tile was laid on the boar's square, so the boar must move (~SQUARE)",
    "boar not there": "the boar moves to a free square next to its own",
    "boar stays": "the boar does not move: the tile was not laid on its square, or it has just left the garden",
}


def boar_reason(phase: int, code: int) -> tuple[str, str] | None:
    """Why a step of the boar is illegal, as a rule's number and a key; None if the step does not concern the boar."""
    if phase == MOVE_BOAR:
        return ("B2", "boar not there") if PIECE_CODE <= code < WALK_CODE else ("B2", "boar must move")
    return ("B2", "boar stays") if PIECE_CODE <= code < WALK_CODE else None


def boar_faults(table: Words, state: Words, base: int, laid: int) -> Iterator[PositionFault]:
    """The faults of a seat's boar; `laid` is the set of squares on which tiles lie."""
    boar, points = state[base + WILD_BOAR], state[base + BOAR_POINTS]
    if not state[EXPANSIONS] & BOAR:
        if boar or points:
            yield PositionFault("there is a boar in a game without boars")
        return
    if boar & state[base + BUILT] or boar & ~table[BOARD] or popcount(boar) > 1:
        forgotten = boar == table[BOAR_START]  # it has not been moved to where it went
        yield PositionFault("the boar does not stand on a free square", "boar not on free square", open=forgotten)
    has_moved = state[base + BUILT] & table[BOAR_START]
    if not has_moved and boar != table[BOAR_START]:
        yield PositionFault("the boar has left its first square, on which no tile lies", "boar has not moved yet")
    least, most = boar_range(table, state, base, laid)
    if not least <= points <= most:
        yield PositionFault(f"the boar cannot have brought {points} points")


def boar_range(table: Words, state: Words, base: int, laid: int) -> tuple[int, int]:
    """What the boar can have brought in play: a point whenever it had to move, and 3 when it left (B2, B3)."""
    if not state[EXPANSIONS] & BOAR or not state[base + BUILT] & table[BOAR_START]:
        return 0, 0
    left = 0 if state[base + WILD_BOAR] else 3
    return 1 + left, popcount(laid) + left
