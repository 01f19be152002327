"""What lies where in an observation, by name."""

from collections.abc import Iterator
from math import prod
from typing import Final, NamedTuple, SupportsIndex

from sanssouci.batches import arrays
from sanssouci.box.expansions import ALL_NAMES
from sanssouci.game.errors import SanssouciError
from sanssouci.game.numbers import whole
from sanssouci.kernel.layout import CARDS, MAX_COLUMNS, MAX_ROWS, MAX_SEATS, PHASE_NAMES, SLOTS

OBSERVATION_VERSION: Final = arrays.OBSERVATION_VERSION
PHASES: Final = PHASE_NAMES
"""The names of the phases, by their numbers in observations and tables."""

_TABLE: Final[dict[str, tuple[int, tuple[int, ...]]]] = {
    "phase": (arrays.PHASE_AT, (len(PHASE_NAMES),)),
    "expansions": (arrays.EXPANSIONS_AT, (len(ALL_NAMES),)),
    "players": (arrays.PLAYERS_AT, ()),
    "mover": (arrays.MOVER_AT, ()),
    "first": (arrays.FIRST_AT, ()),
    "turn": (arrays.TURN_AT, ()),
    "card": (arrays.CARD_AT, (CARDS,)),
    "home": (arrays.HOME_AT, ()),
    "display": (arrays.DISPLAY_AT, (SLOTS, MAX_COLUMNS)),
    "bag": (arrays.BAG_AT, (MAX_COLUMNS,)),
    "hand": (arrays.HAND_AT, (CARDS,)),
}
_SEAT: Final[dict[str, tuple[int, tuple[int, ...]]]] = {
    "built": (arrays.BUILT_AT, (MAX_ROWS, MAX_COLUMNS)),
    "gardeners": (arrays.GARDENERS_AT, (MAX_ROWS, MAX_COLUMNS)),
    "marks": (arrays.MARKS_AT, (MAX_ROWS, MAX_COLUMNS)),
    "nobles": (arrays.NOBLES_AT, (MAX_COLUMNS,)),
    "discards": (arrays.DISCARDS_AT, (CARDS,)),
    "missions": (arrays.MISSIONS_AT, (MAX_COLUMNS,)),
    "hand_count": (arrays.HAND_COUNT_AT, ()),
    "boards": (arrays.BOARDS_AT, (len(arrays.BOARD_WORDS),)),
    "pieces": (arrays.PIECES_AT, (len(arrays.PIECES),)),
    "points": (arrays.POINTS_AT, (len(arrays.POINTS),)),
}


class Field(NamedTuple):
    """One part of an observation: `row[field.slice].reshape(field.shape)`."""

    name: str  # those of a seat begin with its place, counted from the observer: '0.built'
    slice: slice
    shape: tuple[int, ...]  # () for a single number


def observation_fields(players: SupportsIndex) -> tuple[Field, ...]:
    """All parts of an observation of a game with that many players, in order."""
    count = whole(players)
    if count is None or not 2 <= count <= MAX_SEATS:
        raise SanssouciError(f"a game has 2, 3 or 4 players, not {players!r}")
    fields = [*_fields("", 0, _TABLE)]
    for place in range(count):
        fields += _fields(f"{place}.", arrays.TABLE_NUMBERS + arrays.SEAT_NUMBERS * place, _SEAT)
    return tuple(fields)


def _fields(prefix: str, base: int, parts: dict[str, tuple[int, tuple[int, ...]]]) -> Iterator[Field]:
    for name, (at, shape) in parts.items():
        yield Field(f"{prefix}{name}", slice(base + at, base + at + prod(shape)), shape)
