"""The lobby: tables that somebody may join."""

from sanssouci.server.messages.tables import ClockInfo
from sanssouci.server.messages.words import Audience, Language, Reply, Status, Welcome


class LobbySeat(Reply):
    """A seat as the lobby shows it."""

    name: str
    level: str | None  # of the computer that plays here
    taken: bool
    rating: str | None  # of whoever sits there and wants to be rated
    met: bool  # has played with the receiver before


class LobbyTable(Reply):
    """A table with a free seat, or a game to watch."""

    id: str
    status: Status
    box: str
    box_name: str | None  # of an owner's box
    expansions: list[str]
    seats: list[LobbySeat]
    host: str  # the name of whoever opened it; empty if they do not play or do not say
    audience: Audience
    salon: str | None  # that the table belongs to; the receiver is in it
    welcome: Welcome
    language: Language | None
    clock: ClockInfo | None
    hints: bool
    sit: bool  # the receiver may take a free seat
    yours: bool  # the receiver sits there or has opened it
    created: float


class LobbyFrame(Reply, tag="lobby"):
    """The tables that the receiver may join or watch: those with a free seat first."""

    tables: list[LobbyTable]
