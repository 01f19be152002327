"""A running game taken along, to be played on elsewhere: a complete record that says so, and says who played.

It is a record of version 2 with two keys of our own, which readers of records ignore; see docs/record.md.
"""

from typing import TYPE_CHECKING, Any, Final

from sanssouci.game.record import POSITION_VERSION

if TYPE_CHECKING:
    from sanssouci.game.game import Game

PERSON: Final = "human"  # who plays a seat, if it is not a computer's level
_SEATS: Final = "x-seats"
_SECRETS: Final = "x-secrets"
_WARNING: Final = (
    "This file holds the secrets of a running game: the hands and missions of all players and the luck to come. "
    "Whoever reads it knows them."
)


def take_along(game: "Game", seats: list[str]) -> dict[str, Any]:
    """The complete record of a running game with who plays each seat: a person, or a computer's level."""
    record = game.record(complete=True)
    return {_SECRETS: _WARNING, _SEATS: seats, **record, "version": POSITION_VERSION}


def seats_taken(record: dict[str, Any]) -> list[str] | None:
    """Who played each seat of a game that was taken along; None if the record does not say."""
    seats = record.get(_SEATS)
    if not isinstance(seats, list) or len(seats) != record.get("players"):
        return None
    return seats if all(isinstance(seat, str) for seat in seats) else None
