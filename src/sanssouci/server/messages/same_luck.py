"""The same luck for several people apart: the garden of the day, and twin games."""

from typing import Literal

from sanssouci.server.messages.replays import Replay
from sanssouci.server.messages.words import Name, Reply, Request, check_name

ShareState = Literal["new", "running", "over", "late", "abandoned"]  # late: the day was over before the game


class LuckStanding(Reply):
    """How somebody has done with a luck."""

    name: str
    points: int
    rival: int  # the points of the computer
    yours: bool


class LuckView(Reply):
    """A luck, and what has been made of it, as far as the caller may know it."""

    id: str  # a day, as 2026-11-18, or that of a twin game
    twin: bool
    ends: float | None  # when the day is over, in seconds since 1970; None for twin games
    over: bool  # whether the day is over; never for a twin game
    box: str
    expansions: list[str]
    state: ShareState  # of the caller's own attempt
    table: str | None  # where it is, or was
    closed: bool  # others' results are told later: after one's own game, or those of both twins
    players: list[str]  # of a twin game: the names of those who play, or have played
    twin_state: ShareState | None  # of the other's attempt at a twin game; None if there is no other
    standings: list[LuckStanding]  # the best first
    king: int | None  # what the king has reached in the same seat; None while that is closed, or it still plays
    comparable: bool  # one's own game can be seen beside the king's or the twin's: both are over, and none was deleted


class LuckDay(Reply):
    """A day of the calendar."""

    day: str
    points: int | None  # the caller's own; None without a finished game
    king: int | None


class LuckDays(Reply):
    """A month's calendar: the days that somebody has played."""

    today: str
    days: list[LuckDay]


class EnterLuck(Request):
    """Play with a luck that others have too."""

    name: Name | None = None

    def __post_init__(self) -> None:
        check_name(self.name)


class EnteredLuck(Reply):
    """Where it is played."""

    id: str
    table: str


class LuckGames(Reply):
    """Two games with the same luck: one's own, and that of the king or the twin."""

    name: str | None  # the twin's; None: it is the king's
    own: Replay
    other: Replay
