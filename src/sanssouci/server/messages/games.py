"""One's own games."""

from typing import Any

from sanssouci.server.messages.words import Name, Reply, Request, Status, TableAction, check_name


class GameSeat(Reply):
    """Who played on a seat, and how the game ended for it."""

    name: str
    level: str | None  # of the computer that plays, or played, here
    yours: bool
    points: int | None  # once the game is over
    won: bool  # alone or together with others


class GameLine(Reply):
    """One of your games."""

    id: str
    status: Status
    box: str
    box_name: str | None  # of an owner's box
    expansions: list[str]
    seats: list[GameSeat]
    your_turn: bool
    returns: bool  # you may take back a seat here that you have left, or that a computer plays for you
    people: bool  # others than you play or played here
    rated: bool
    undone: bool
    chosen_seed: bool
    taken: bool
    created: float
    changed: float
    may: list[TableAction]


class GameList(Reply):
    """Your games, the latest first."""

    games: list[GameLine]
    more: bool  # there are earlier ones: ask for those before the last of these


class GoOn(Request):
    """A running game that was taken along, to be gone on with here: a complete record."""

    record: dict[str, Any]  # docs/record.md
    name: Name | None = None  # of whoever goes on with it; None: as in the record

    def __post_init__(self) -> None:
        check_name(self.name)
