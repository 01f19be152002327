"""Tables with connections in this process: each is known in memory, and whoever sees the same is sent the same bytes.

What is known of a table changes in two ways. A move that was made here is taken over as it is. Of any other change only
the fact is known, and the table is read again, once for everybody: when this process has changed something else, when
another process announces a change, or when `poll` finds another version in the database.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from sanssouci.server.announcing import Announcement
from sanssouci.server.errors import RefusalError
from sanssouci.server.messages import ChatLine, TableFrame, TurnTold
from sanssouci.server.presence import GRACE, away_at, gone_at
from sanssouci.server.storage.changing import row_after
from sanssouci.server.storage.rows import TableRow
from sanssouci.server.storage.store import CHAT_LINES
from sanssouci.server.table import Table

if TYPE_CHECKING:
    from sanssouci.server.house import House

logger = logging.getLogger(__name__)

_FOREVER: Final = float("inf")
_SOON: Final = 1.0  # seconds within which comings and goings of watchers are announced together


class Listener(Protocol):
    """A connection."""

    @property
    def holder(self) -> str | None:
        """Who is at the other end."""

    @property
    def device(self) -> str | None:
        """On which device."""

    def wake(self) -> None:
        """Send what is new, soon."""

    async def hang_up(self, code: int, reason: str) -> None:
        """Close the connection."""


class Followed:
    """A table that somebody here is connected to."""

    def __init__(self, house: "House", table_id: str) -> None:
        self.id = table_id
        self.listeners: set[Listener] = set()
        self.table: Table | None = None
        self.lines: list[ChatLine] = []
        self.turn = asyncio.Lock()  # commands to one table are carried out one after the other
        self.due = _FOREVER  # when something changes by itself: somebody counts as gone, or as away
        self._house = house
        self._row: TableRow | None = None
        self._is_current = False
        self._needs_all = True
        self._awaited = 0  # the version to which an announced move leads
        self._reading: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None
        self._frames: dict[Any, bytes] = {}

    @property
    def row(self) -> TableRow:
        """The table with its seats."""
        assert self._row is not None
        return self._row

    @property
    def is_known(self) -> bool:
        """Whether the table has been read."""
        return self._row is not None

    # ── changes ────────────────────────────────────────────────────────────────────────────────────

    def advance(self, row: TableRow, table: Table) -> None:
        """Take over a move that was made here."""
        self._row, self.table = row, table
        self.wake()

    def change(self, row: TableRow) -> None:
        """Take over a row that differs only in what does not matter to the game."""
        self._row = row
        self.wake()

    def refresh(self, *, move_to: int | None = None) -> "asyncio.Task[None]":
        """Read the table again, or just the one move that leads to a version, and tell everybody."""
        if move_to is None:
            self._needs_all = True
        else:
            self._awaited = max(self._awaited, move_to)
        self._is_current = False
        if self._reading is None or self._reading.done():
            self._reading = asyncio.get_running_loop().create_task(self._read())
        return self._reading

    async def _read(self) -> None:
        try:
            while not self._is_current:
                self._is_current = True
                if not self._needs_all and (self._has_arrived or await self._read_move()):
                    continue
                self._needs_all = False
                row = await self._house.row(self.id)
                table = await self._house.load(row) if row.ply >= 0 and self._house.kernel.is_ready else None
                if self._row is None or row.version >= self._row.version:  # nothing has been played meanwhile
                    self._row, self.table = row, table
                last = self.lines[-1].number if self.lines else 0
                self.lines = [*self.lines, *await self._house.store.said(self.id, last)][-CHAT_LINES:]
        except RefusalError:
            self._is_current = True
            if self._row is None:
                raise
        except Exception as error:
            self._is_current, self._needs_all = False, True  # the next sweep tries again
            if self._row is None:
                raise
            if not self._house.store.outage.explains(error):
                logger.exception("a table cannot be read")
        self.wake()

    @property
    def _has_arrived(self) -> bool:
        """Whether an announced move has been read with something else meanwhile."""
        return self._row is not None and self._row.version >= self._awaited

    async def _read_move(self) -> bool:
        """Take over a move of another process; False if more than that has changed."""
        row, table = self._row, self.table
        if row is None or table is None or table.ply != row.ply:
            return False
        entries = await self._house.store.next_entries(self.id, row.ply)
        if len(entries) != 1 or self._row is not row:
            return False
        (entry, at), *_ = entries
        self.table = table.after(entry)
        self._row = row_after(row, entry, self.table, at)
        return True

    @property
    def is_stale(self) -> bool:
        """Whether the table should be read again, and nobody is doing so."""
        return not self._is_current and (self._reading is None or self._reading.done())

    # ── telling ────────────────────────────────────────────────────────────────────────────────────

    def wake(self) -> None:
        """Have everybody here sent what is new to them."""
        self._frames.clear()
        self.due = min(self._turning_points(), default=_FOREVER) if self._row is not None else _FOREVER
        for listener in self.listeners:
            listener.wake()

    def is_here(self, seat: int | None) -> bool:
        """Whether the player of a seat has a connection here."""
        holder = None if seat is None else self.row.seats[seat].holder
        return holder is not None and any(listener.holder == holder for listener in self.listeners)

    def wake_devices(self, holder: str, origin: Listener | None) -> None:
        """Have the other connections of a holder sent what is new to them."""
        for listener in self.listeners:
            if listener is not origin and listener.holder == holder:
                listener.wake()

    def wake_soon(self) -> None:
        """Do the same, together with what happens in the next moment."""
        if self._later is None:
            self._later = asyncio.get_running_loop().call_later(_SOON, self._wake_now)

    def _wake_now(self) -> None:
        self._later = None
        self.wake()

    def close(self) -> None:
        """Nobody is left."""
        if self._later is not None:
            self._later.cancel()

    def _turning_points(self) -> Iterator[float]:
        now, row = time.time(), self.row
        for seat in row.seats:
            for moment in (seat.online_until, away_at(row, seat, now), gone_at(row, seat)):
                if moment is not None and moment > now:
                    yield moment

    def viewer(self, holder: str | None) -> str | None:
        """Whom a frame is made for: all who have nothing to do with the table see the same."""
        row = self.row
        return holder if row.concerns(holder) or holder in row.friends or row.keeps_out(holder) else None

    def table_frame(self, holder: str | None) -> bytes:
        """The table as a holder may know it."""
        return self._made(("table", self.viewer(holder)), lambda viewer: TableFrame(self._house.info(self.row, viewer)))

    def game_frame(self, holder: str | None, known: tuple[TurnTold, ...]) -> bytes:
        """The game as a holder may see it, who knows some moves already."""
        table = self.table
        assert table is not None
        start = known_moves(known, table.log)
        key = ("game", self.viewer(holder), start)
        return self._made(key, lambda viewer: self._house.show_game(self.row, table, viewer, start))

    def _made(self, key: tuple[Any, ...], make: Callable[[str | None], msgspec.Struct]) -> bytes:
        found = self._frames.get(key)
        if found is None:
            found = self._frames[key] = msgspec.json.encode(make(key[1]))
        return found


def known_moves(known: tuple[TurnTold, ...], log: tuple[TurnTold, ...]) -> int:
    """How many moves at the beginning of a log are known."""
    count = min(len(known), len(log))
    if count == 0 or (known[count - 1] is log[count - 1] and known[0] is log[0]):
        return count  # a longer version of the same log
    return next((index for index in range(count) if known[index] != log[index]), count)


class Hub:
    """All tables that are followed here."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._followed: dict[str, Followed] = {}

    def get(self, table_id: str) -> Followed | None:
        """A table, if it is followed and has been read."""
        found = self._followed.get(table_id)
        return found if found is not None and found.is_known else None

    async def follow(self, table_id: str) -> Followed:
        """A table for somebody who has come, who then adds themselves to its listeners."""
        while True:
            found = self._followed.get(table_id)
            if found is None:
                # Followed before it is read: a change in the meantime is noticed.
                found = self._followed[table_id] = Followed(self._house, table_id)
            if found.is_known:
                return found
            try:
                await asyncio.shield(found.refresh())
            except BaseException:
                if self._followed.get(table_id) is found and not found.listeners:
                    del self._followed[table_id]
                raise

    def unfollow(self, followed: Followed) -> None:
        """Forget a table that nobody listens to any more."""
        if not followed.listeners and self._followed.get(followed.id) is followed:
            del self._followed[followed.id]
            followed.close()

    @property
    def listeners(self) -> list[Listener]:
        """All connections of this process."""
        return [listener for followed in self._followed.values() for listener in followed.listeners]

    def refresh(self, table_id: str) -> None:
        """Read a table again, if it is followed."""
        if (found := self._followed.get(table_id)) is not None:
            found.refresh()

    def refresh_all(self) -> None:
        """Read everything again."""
        for found in self._followed.values():
            found.refresh()

    def hear(self, told: Announcement) -> None:
        """Another process has changed a table."""
        found, version = self.get(told.table_id), told.version
        if found is None:
            self.refresh(told.table_id)
        elif told.what == "draft":  # which matters to its player's other devices only
            if found.is_here(found.row.to_move if told.seat is None else told.seat):
                found.refresh()
        elif version is None or version > found.row.version:
            is_next = told.what == "game" and version == found.row.version + 1
            found.refresh(move_to=version if is_next else None)

    def sweep(self) -> None:
        """See to what time alone has changed, and to what could not be read."""
        now = time.time()
        for found in self._followed.values():
            if not found.is_known:
                continue
            if found.is_stale:
                found.refresh()
            elif found.due <= now:
                if self._is_current(found.row, now):
                    found.wake()
                else:
                    found.refresh()

    def _is_current(self, row: TableRow, now: float) -> bool:
        """Whether somebody who seems to have gone has really gone: those connected elsewhere are renewed there."""
        here = self._house.presence.is_here
        return not any(
            now - GRACE < seat.online_until <= now and seat.holder is not None and not here(row.id, seat.seat)
            for seat in row.seats
        )

    async def poll(self) -> None:
        """Ask the database which tables other processes have changed."""
        known = {found.id: found for found in self._followed.values() if found.is_known}
        if not known:
            return
        versions = await self._house.store.versions([*known])
        for table_id, found in known.items():
            if versions.get(table_id, found.row.version) > found.row.version:
                found.refresh()

    def present(self, table_id: str, seats: Iterable[int], until: float) -> None:
        """Take over until when some seats count as online."""
        if (found := self.get(table_id)) is not None:
            row, changed = found.row, set(seats)
            after = tuple(replace(seat, online_until=until) if seat.seat in changed else seat for seat in row.seats)
            found.change(replace(row, seats=after))

    def versions(self, versions: dict[str, int]) -> None:
        """Take over the versions of tables of which this process knows all changes."""
        for table_id, version in versions.items():
            if (found := self.get(table_id)) is None:
                continue
            if found.row.version == version - 1:
                found._row = replace(found.row, version=version)
            elif found.row.version < version:
                found.refresh()
