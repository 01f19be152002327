"""What somebody may do at a table now. A single check per action decides both what is offered and what is refused.

docs/tables.md states these rules for players. Not here: how often somebody may ask (`rates.py`), what is still being
compiled, and the rules of the game.
"""

import math
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from sanssouci.server.errors import RefusalError
from sanssouci.server.messages import SeatAction, TableAction
from sanssouci.server.presence import away_at, gone_at
from sanssouci.server.storage.rows import UNFINISHED, SeatRow, TableRow, end_of_day, is_fair, may_hold
from sanssouci.server.table import Table

_MANY_HANDS: Final = "too many people have left this seat; a computer may play in their place"
_SAW_CARDS: Final = "nobody may know the cards of two players: somebody at this table has seen those of this seat"


class Asker(NamedTuple):
    """Somebody who asks, the table they ask about, and when."""

    row: TableRow
    holder: str | None
    now: float

    @property
    def is_seated(self) -> bool:
        """Whether they hold a seat at this table."""
        return bool(self.row.seats_of(self.holder))

    @property
    def speaks_for_the_table(self) -> bool:
        """Whether they may invite: the host before and during the game, any player once the host has left."""
        row = self.row
        if row.host == self.holder:
            return self.is_seated or row.status == "waiting"
        return self.is_seated and row.status == "running" and not row.seats_of(row.host)


# ── checks of the table ───────────────────────────────────────────────────────────────────────────────


def _sit(asker: Asker) -> None:
    row = asker.row
    if not row.welcomes(asker.holder):
        raise RefusalError("bad_key", "this table is private: ask its host for a link")
    if row.status not in UNFINISHED:
        raise RefusalError("not_waiting", "this table is not waiting for anybody")
    if asker.is_seated:
        raise RefusalError("seat_taken", "you already sit at this table")
    free = [seat for seat in row.seats if not seat.is_taken]
    if not free:
        raise RefusalError("seat_taken", "all seats are taken")
    if not any(seat.takes(asker.holder or "") for seat in free):
        raise RefusalError("seat_taken", _MANY_HANDS)
    if not any(is_fair(row.seats, seat, asker.holder or "") for seat in free):
        raise RefusalError("saw_cards", _SAW_CARDS)


def _say(asker: Asker) -> None:
    if not asker.is_seated:
        raise RefusalError("not_seated", "only those who sit at the table may talk")


def _abandon(asker: Asker) -> None:
    """Allow the host to close a table before its game, and the last player who is there to end a running game."""
    row = asker.row
    if row.status not in UNFINISHED:
        raise RefusalError("not_running", "the game is already over")
    if row.status == "waiting":
        if row.host != asker.holder:
            raise RefusalError("not_host", "only its host may close a table before the game begins")
        return
    if not asker.is_seated:
        raise RefusalError("not_seated", "only its players may end the game")
    people = [seat for seat in row.seats if seat.kind != "computer" and seat.holder != asker.holder]
    if not all(seat.replaced or _is_away(asker, seat) for seat in people):
        raise RefusalError("not_away", "others are still playing: you may leave, and they play on")


def _rematch(asker: Asker) -> None:
    if not asker.is_seated:
        raise RefusalError("not_seated", "only those who sat at the table may ask for a rematch")
    if asker.row.status in UNFINISHED:
        raise RefusalError("not_over", "the game is not over")
    if asker.row.is_taught:
        raise RefusalError("no_rematch", "a lesson or a puzzle has no rematch; begin it again where it is listed")


def _watch(asker: Asker) -> None:
    """Keep a game from those who are yet to play with the same luck."""
    if asker.row.is_closed(asker.now) and not asker.row.concerns(asker.holder):
        kind = "day" if math.isfinite(end_of_day(asker.row.options.luck or "")) else "twin"
        told = "others play with this luck too: it stays closed until that is over"
        raise RefusalError("not_over", told, reason=f"closed.{kind}")


def _look_back(asker: Asker) -> None:
    _watch(asker)
    if asker.row.ply < 0:
        raise RefusalError("not_running", "the game has not begun: seats are still empty")


def _review(asker: Asker) -> None:
    _look_back(asker)
    if asker.row.status != "over":
        raise RefusalError("not_over", "a game is reviewed when it is over")


def _take(asker: Asker) -> None:
    """Allow taking a running game along, secrets and all, where nobody else's secrets are among them."""
    if not asker.is_seated:
        raise RefusalError("not_seated", "only its players may take the game along")
    _running(asker)
    if not asker.row.others_are_computers:
        raise RefusalError("not_alone", "other people play: a copy of the game would reveal their secrets")
    if asker.row.options.luck is not None:
        raise RefusalError("not_alone", "others play with this luck too: a copy of the game would reveal it")


def _forget(asker: Asker) -> None:
    """Allow deleting a game from one's own list, once one does not play it any more."""
    if not asker.row.concerns(asker.holder):
        raise RefusalError("not_seated", "this game is not in your list")
    if asker.row.status in UNFINISHED and (asker.is_seated or asker.row.status == "waiting"):
        raise RefusalError("not_over", "the game is not over: finish, leave or abandon it first")


_TABLE: Final[dict[TableAction, Callable[[Asker], None]]] = {
    "sit": _sit,
    "say": _say,
    "abandon": _abandon,
    "rematch": _rematch,
    "record": _look_back,
    "replay": _look_back,
    "review": _review,
    "take": _take,
    "forget": _forget,
}


# ── checks of a seat ──────────────────────────────────────────────────────────────────────────────────


def _own(asker: Asker, seat: SeatRow) -> None:
    if asker.holder is None or seat.holder != asker.holder:
        raise RefusalError("not_your_seat", f"you do not hold seat {seat.seat} of this table")


def _running(asker: Asker) -> None:
    if asker.row.status != "running":
        raise RefusalError("not_running", f"the table is {asker.row.status}")


def _play(asker: Asker, seat: SeatRow) -> None:
    """Check everything except whose turn it is; the game checks that."""
    _own(asker, seat)
    _running(asker)
    if seat.is_computer:
        raise RefusalError("not_your_turn", "a computer plays for this seat; take it back first")


def _count(asker: Asker, seat: SeatRow) -> None:
    _own(asker, seat)
    _running(asker)
    if not (asker.row.options.hints or asker.row.others_are_computers):
        raise RefusalError("no_hints", "other people play, and this table was opened without hints")


def _hint(asker: Asker, seat: SeatRow) -> None:
    _count(asker, seat)
    _play(asker, seat)
    if asker.row.options.puzzle is not None:
        raise RefusalError("no_hints", "this is a puzzle: its solution is shown after two tries")
    if asker.row.options.luck is not None:
        raise RefusalError("no_hints", "this game is compared with those of others: there are no hints")
    if asker.row.to_move != seat.seat:
        raise RefusalError("not_your_turn", f"it is seat {asker.row.to_move}'s turn, not seat {seat.seat}'s")


def _invite(asker: Asker, seat: SeatRow) -> None:
    """Allow giving away a seat that nobody holds, even while a computer plays there."""
    is_open = seat.kind != "computer" and seat.holder is None
    if not is_open or not asker.speaks_for_the_table:
        raise RefusalError("not_your_seat", f"you may not give seat {seat.seat} away")
    if asker.row.status not in UNFINISHED:
        raise RefusalError("not_running", f"the table is {asker.row.status}")
    if not is_fair(asker.row.seats, seat, ""):
        raise RefusalError("saw_cards", _SAW_CARDS)
    if not seat.takes(""):
        raise RefusalError("seat_taken", _MANY_HANDS)


def _leave(asker: Asker, seat: SeatRow) -> None:
    _own(asker, seat)
    if asker.row.status not in UNFINISHED:
        raise RefusalError("not_running", f"the table is {asker.row.status}")
    if asker.row.others_are_computers:
        raise RefusalError("no_leave", "only computers would remain: abandon the table instead")


def _replace(asker: Asker, seat: SeatRow) -> None:
    if not asker.is_seated:
        raise RefusalError("not_seated", "only those who sit at the table may do this")
    _running(asker)
    if seat.is_computer:
        raise RefusalError("seat_taken", "a computer already plays for this seat")
    if asker.row.options.luck is not None:
        raise RefusalError("no_leave", "this game is compared with those of others: no computer plays it for you")
    if seat.holder != asker.holder and not _is_away(asker, seat):
        raise RefusalError("not_away", "this player is here, or has not been away for long enough")


def _return(asker: Asker, seat: SeatRow) -> None:
    """Allow players to take their seats back from a computer, even after leaving, until somebody else takes them."""
    if seat.holder is not None or asker.holder not in seat.known_to:
        _own(asker, seat)
        if not seat.replaced:
            raise RefusalError("not_replaced", "no computer plays for this seat")
    _running(asker)
    if seat.holder is None:
        check_key(asker.row, asker.holder or "", seat.seat)


def _report(asker: Asker, seat: SeatRow) -> None:
    """Allow telling the operator about another person at the table, also after leaving it or after the game."""
    has_played = asker.holder is not None and any(asker.holder in each.known_to for each in asker.row.seats)
    if not asker.is_seated and not has_played:
        raise RefusalError("not_seated", "only those who play, or have played, at the table may report somebody")
    if (seat.holder or seat.left_by) in (None, asker.holder):
        raise RefusalError("no_report", "nobody else plays there, so there is nobody to report")


def _preside(asker: Asker, seat: SeatRow) -> None:
    """Allow what the host may do with somebody who sits at the table."""
    row = asker.row
    if row.status not in UNFINISHED:
        raise RefusalError("not_running", f"the table is {row.status}")
    if row.host != asker.holder or not (asker.is_seated or row.status == "waiting"):
        raise RefusalError("not_host", "only the host may do this, as long as the host is at the table")
    if seat.holder in (None, asker.holder):
        raise RefusalError("not_seated", f"nobody else sits at seat {seat.seat}")


def _remove(asker: Asker, seat: SeatRow) -> None:
    """Allow the host to remove anybody before the game, and during it whoever has been disconnected for long.

    Whoever is only slow keeps their seat, and nobody who plays against somebody decides that they lose a rated game.
    """
    _preside(asker, seat)
    if asker.row.status != "running":
        return
    if asker.row.rated is not None:
        raise RefusalError("not_away", "nobody is removed from a rated game: a computer may play in their place")
    gone = gone_at(asker.row, seat)
    if gone is None or gone > asker.now:
        raise RefusalError("not_away", "this player is here, or has not been away for long enough")


_SEAT: Final[dict[SeatAction, Callable[[Asker, SeatRow], None]]] = {
    "play": _play,
    "hint": _hint,
    "count": _count,
    "invite": _invite,
    "leave": _leave,
    "replace": _replace,
    "return": _return,
    "report": _report,
    "remove": _remove,
    "appoint": _preside,
}


def _is_away(asker: Asker, seat: SeatRow) -> bool:
    since = away_at(asker.row, seat, asker.now)
    return since is not None and since <= asker.now


# ── asking ────────────────────────────────────────────────────────────────────────────────────────────


def check_table(action: TableAction, row: TableRow, holder: str | None) -> None:
    """Refuse what somebody may not do at a table."""
    _TABLE[action](Asker(row, holder, time.time()))


def check_seat(action: SeatAction, row: TableRow, holder: str | None, seat: int) -> SeatRow:
    """Refuse what somebody may not do with a seat; returns the seat."""
    found = seat_of(row, seat)
    _SEAT[action](Asker(row, holder, time.time()), found)
    return found


def check_undo(row: TableRow, table: Table, holder: str | None, seat: int) -> None:
    """Refuse to take back a seat's last turn if that is not allowed, which also depends on the game."""
    check_seat("play", row, holder, seat)
    if not row.others_are_computers:
        raise RefusalError("no_undo", "whole turns are taken back only where all others are computers")
    if row.options.luck is not None:
        raise RefusalError("no_undo", "this game is compared with those of others: nothing is taken back")
    if table.moves_before_undo(seat) is None:
        raise RefusalError("no_undo", "this seat has no move to take back")


def table_actions(row: TableRow, holder: str | None, now: float) -> list[TableAction]:
    """Everything somebody may do at a table."""
    asker = Asker(row, holder, now)
    return [action for action, check in _TABLE.items() if _passes(check, asker)]


def seat_actions(row: TableRow, holder: str | None, seat: SeatRow, now: float) -> list[SeatAction]:
    """Everything somebody may do with a seat."""
    asker = Asker(row, holder, now)
    return [action for action, check in _SEAT.items() if _passes(check, asker, seat)]


def check_own(row: TableRow, holder: str | None, seat: int) -> None:
    """Refuse a seat that somebody else holds, or that does not exist."""
    _own(Asker(row, holder, 0.0), seat_of(row, seat))


def check_watching(row: TableRow, holder: str | None) -> None:
    """Refuse to show a game to somebody who may not see it yet."""
    _watch(Asker(row, holder, time.time()))


def check_key(row: TableRow, holder: str, seat: int) -> None:
    """Refuse to seat somebody by a key: one seat for each player, and nobody who knows another's cards."""
    found = seat_of(row, seat)
    if not is_fair(row.seats, found, holder):
        raise RefusalError("saw_cards", _SAW_CARDS)
    if not found.takes(holder):
        raise RefusalError("seat_taken", _MANY_HANDS)
    if not may_hold(row.seats, found, holder):
        raise RefusalError("seat_taken", "you already sit at this table; a link is for somebody else")


def may_play(row: TableRow, holder: str | None, seat: int) -> bool:
    """Whether somebody may make the moves of a seat."""
    return _passes(check_seat, "play", row, holder, seat)


def may_undo(row: TableRow, table: Table, holder: str | None, seat: int) -> bool:
    """Whether a seat's last turn may be taken back."""
    return _passes(check_undo, row, table, holder, seat)


def seat_of(row: TableRow, seat: int) -> SeatRow:
    """A seat of a table; RefusalError if it does not exist."""
    if seat >= len(row.seats):
        raise RefusalError("no_seat", f"this table has no seat {seat}; its seats are 0 to {len(row.seats) - 1}")
    return row.seats[seat]


def _passes(check: Callable[..., object], *asked: object) -> bool:
    try:
        check(*asked)
    except RefusalError:
        return False
    return True
