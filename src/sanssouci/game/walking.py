"""Where the nobles of a garden may walk, and why not elsewhere. A square belongs to one noble, that of its column."""

from typing import NamedTuple, SupportsIndex

from sanssouci.box.squares import SQUARE_NAMES
from sanssouci.game.position import Position
from sanssouci.game.telling import path_of_walk
from sanssouci.kernel import box_table as at
from sanssouci.kernel import layout
from sanssouci.kernel.bits import bit_of
from sanssouci.kernel.layout import row_of_bit
from sanssouci.kernel.reasons import Objection, why_illegal


class Walk(NamedTuple):
    """A square, for the noble of its column."""

    square: str
    points: int  # what ending a walk there scores (N5)
    path: tuple[str, ...]  # the squares that the noble steps on; empty if it may not end there
    objection: Objection | None  # why it may not


def walks_of(position: Position, seat: SupportsIndex) -> tuple[Walk, ...]:
    """All squares of a seat's garden, as if one of its nobles could walk now."""
    state = position.state.copy()
    state[layout.PHASE], state[layout.SEAT] = layout.WALK_NOBLE, int(seat)
    table, words = position.table.tolist(), state.tolist()
    found = []
    for square, name in enumerate(SQUARE_NAMES):
        bit = bit_of(square)
        if table[at.BOARD] >> bit & 1:
            objection = why_illegal(table, words, layout.WALK_CODE + square)
            path = path_of_walk(position._lexicon, state, name) if objection is None else ()
            found.append(Walk(name, row_of_bit(bit), path, objection))
    return tuple(found)
