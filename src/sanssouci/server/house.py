"""The house and its tables: it loads them, lets seats move, and tells everybody what has changed.

The log in the database is authoritative. Memory holds a copy, which is current as long as its version is that of the
database. A move is checked against the copy and written on condition that the version is still the same, so two
requests, or two processes, that try to append the same entry cannot both succeed, and nobody plays for a seat that has
changed hands.
"""

import logging
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from contextlib import nullcontext, suppress
from typing import Any, Final

import msgspec

from sanssouci.box import Expansions
from sanssouci.game.view import SPECTATOR
from sanssouci.server.announcing import USE, Announcement, Announcer
from sanssouci.server.crowd import Crowd
from sanssouci.server.drafts import Drafts
from sanssouci.server.errors import RefusalError, StaleError, TooManyError
from sanssouci.server.holders import is_table_id
from sanssouci.server.hub import Hub, Listener
from sanssouci.server.kernel import Kernel
from sanssouci.server.messages import DraftView, GameFrame, Play, Say, Steps, TableInfo, Undo
from sanssouci.server.metrics import MOVES, timed
from sanssouci.server.permissions import (
    check_own,
    check_seat,
    check_table,
    check_undo,
    check_watching,
    may_play,
    may_undo,
)
from sanssouci.server.presence import Presence
from sanssouci.server.rates import Rates
from sanssouci.server.sanctions import Sanctions
from sanssouci.server.settings import Settings
from sanssouci.server.showing_tables import show_table
from sanssouci.server.storage.moderation import ModerationStore
from sanssouci.server.storage.rows import TableRow
from sanssouci.server.storage.store import SNAPSHOT_EVERY, Store
from sanssouci.server.table import MOVE, LogEntry, Setup, Table
from sanssouci.server.worded import box_at

logger = logging.getLogger(__name__)

_TRIES: Final = 8  # to append, while others keep changing the table
_PARTS: Final = 5  # parts of one command, such as taps, that count as one command


class House:
    """All tables of a server, as this process knows them."""

    def __init__(self, settings: Settings, store: Store, kernel: Kernel, announcer: Announcer) -> None:
        self.settings = settings
        self.store = store
        self.drafts = Drafts(store)
        self.kernel = kernel
        self.presence = Presence()
        self.push_key: str | None = None  # what browsers need before they can be reminded; see reminding.py
        self.rates = Rates(settings.limits)
        self.crowd = Crowd(settings.limits.connections_of_address)
        self.watchers = Crowd(settings.limits.connections_of_table)  # connections without a seat, by table
        self.sanctions = Sanctions(ModerationStore(store), self.rates)
        self.hub = Hub(self)
        self.announcer = announcer
        announcer.hear, announcer.connected = self._hear, self.hub.refresh_all
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._origins: OrderedDict[str, str] = OrderedDict()
        self.listeners: list[Callable[[str], None]] = []  # called when a game has moved on
        self.begun: list[Callable[[str], Awaitable[None]]] = []  # called when a game has begun
        self.ended: list[Callable[[str], Awaitable[None]]] = []  # called when a game is over or abandoned

    # ── reading ────────────────────────────────────────────────────────────────────────────────────

    async def row(self, table_id: str) -> TableRow:
        """A table with its seats, as the database has it now; RefusalError if it does not exist."""
        row = await self.store.table(table_id) if is_table_id(table_id) else None
        if row is None:
            raise RefusalError("no_table", "there is no such table")
        return self.presence.overlay(row)

    async def known_row(self, table_id: str) -> TableRow:
        """A table with its seats: what is in memory if somebody here is connected to it."""
        followed = self.hub.get(table_id)
        return followed.row if followed is not None else await self.row(table_id)

    async def load(self, row: TableRow) -> Table:
        """The game of a table, at least as far as its row."""
        self.check_kernel()
        followed = self.hub.get(row.id)
        table = (followed.table if followed is not None else None) or self._tables.get(row.id) or Table(setup_of(row))
        if table.ply >= row.ply:
            return table
        if table.ply < 0 and row.ply >= SNAPSHOT_EVERY and (kept := await self.store.snapshot(row.id)) is not None:
            table = table.from_snapshot(kept)
        entries = await self.store.entries(row.id, table.ply)
        if len(entries) == 1:
            table = table.after(entries[0])
        else:
            table = table.read(entries)
            if len(entries) > 2 * SNAPSHOT_EVERY:  # a log that grew before there were snapshots
                await self.store.keep_snapshot(row.id, table.ply, table.snapshot())
        self._remember(row.id, table)
        return table

    def check_kernel(self) -> None:
        """Refuse requests that need the rules while they are being compiled."""
        if not self.kernel.is_ready:
            raise RefusalError(
                "warming_up", "the rules are being compiled, which takes about 20 seconds; try again then"
            )

    def _remember(self, table_id: str, table: Table) -> None:
        known = self._tables.pop(table_id, None)
        self._tables[table_id] = table if known is None or table.ply > known.ply else known
        while len(self._tables) > self.settings.limits.tables_in_memory:
            self._tables.popitem(last=False)

    def info(self, row: TableRow, holder: str | None) -> TableInfo:
        """A table as a holder may know it."""
        return show_table(row, holder, watching=self.watchers.count(row.id))

    async def frame(self, row: TableRow, holder: str | None) -> GameFrame:
        """The game as a holder may see it."""
        check_watching(row, holder)
        return self.show_game(row, await self.load(row), holder)

    def show_game(self, row: TableRow, table: Table, holder: str | None, start: int = 0) -> GameFrame:
        """The game as a holder may see it, with the moves from `start` on."""
        return GameFrame(
            ply=table.ply,
            views=[table.seen(seat) for seat in row.seats_of(holder) or (SPECTATOR,)],
            drafts=self._drafts(row, table, holder),
            undo=[seat for seat in row.seats_of(holder) if may_undo(row, table, holder, seat)],
            log_from=start,
            log=list(table.log[start:]),
        )

    def _drafts(self, row: TableRow, table: Table, holder: str | None) -> list[DraftView]:
        seat = table.to_move
        if seat is None or not may_play(row, holder, seat):
            return []
        steps = self.drafts.steps(row.id, row.seats[seat], table.ply)
        try:
            return [table.draft(seat, table.ply, steps)]
        except RefusalError:  # stored by another version, for example
            return [table.draft(seat, table.ply, [])]

    async def record(self, table_id: str, holder: str | None, eyes: int) -> dict[str, Any]:
        """The record of a game: complete once it is over, until then what the holder's seat, or a spectator, knows."""
        row = await self.row(table_id)
        check_table("record", row, holder)
        if eyes != SPECTATOR and row.status != "over":
            check_own(row, holder, eyes)
        return record_of(row, await self.load(row), eyes)

    # ── playing ────────────────────────────────────────────────────────────────────────────────────

    async def start_if_full(self, table_id: str) -> None:
        """Begin the game if every seat is taken. While the rules are being compiled it waits; see `begin_waiting`."""
        row = await self.row(table_id)

        def start(row: TableRow, table: Table) -> tuple[LogEntry, Table]:
            if table.game is not None or row.status != "waiting" or not all(seat.is_taken for seat in row.seats):
                raise StaleError("another request began it at the same moment")
            return table.start()

        if self.kernel.is_ready:
            with suppress(StaleError):
                await self._append(row, start)
                await self._call(self.begun, table_id)

    async def begin_waiting(self) -> None:
        """Begin the games that were waiting for the rules, or for this server to come back."""
        for table_id in await self.store.waiting_and_full():
            await self.start_if_full(table_id)

    @timed("steps")
    async def steps(
        self, table_id: str, holder: str | None, command: Steps, *, origin: Listener | None = None
    ) -> DraftView:
        """Set the steps of a seat's draft; `origin` is the connection that need not be told."""
        row = await self.known_row(table_id)
        check_seat("play", row, holder, command.seat)
        table = await self.load(row)
        draft = table.draft(command.seat, command.ply, command.steps)
        assert holder is not None
        self.drafts.keep(table_id, command.seat, holder, command.ply, draft.steps)
        if (followed := self.hub.get(table_id)) is not None:
            followed.wake_devices(holder, origin)
        return draft

    @timed("play")
    async def play(self, table_id: str, holder: str | None, command: Play) -> int:
        """Play a move; returns the new ply. By then the move is stored."""

        def play(row: TableRow, table: Table) -> tuple[LogEntry, Table]:
            check_seat("play", row, holder, command.seat)
            return table.play(command.seat, command.ply, command.move)

        return await self._append(await self.known_row(table_id), play)

    async def play_for_computer(self, row: TableRow, table: Table, move: str) -> int:
        """Play a computer's move."""
        seat, ply = table.to_move, table.ply
        assert seat is not None

        def play(row: TableRow, table: Table) -> tuple[LogEntry, Table]:
            if row.status != "running" or not row.seats[seat].is_computer:
                raise StaleError("the seat has passed from the computer to its player")
            return table.play(seat, ply, move)

        return await self._append(row, play)

    @timed("undo")
    async def undo(self, table_id: str, holder: str | None, command: Undo) -> int:
        """Take a seat's last turn back; returns the new ply."""

        def undo(row: TableRow, table: Table) -> tuple[LogEntry, Table]:
            check_undo(row, table, holder, command.seat)
            return table.undo(command.seat, command.ply)

        return await self._append(await self.known_row(table_id), undo)

    async def _append(self, row: TableRow, make: "Callable[[TableRow, Table], tuple[LogEntry, Table]]") -> int:
        """Append the entry that `make` decides on, which is asked again if the table has changed meanwhile."""
        followed = self.hub.get(row.id)
        async with followed.turn if followed is not None else nullcontext():
            if followed is not None and followed.row.version > row.version:
                row = followed.row
            for _ in range(_TRIES):
                entry, after = make(row, await self.load(row))
                try:
                    written = await self.store.append(row, entry, after)
                except BaseException:
                    self.hub.refresh(row.id)  # it may have been written or not
                    raise
                if written is not None:
                    if entry.kind == MOVE:
                        MOVES.labels("computer" if row.is_computers_turn else "person").inc()
                    self._advance(written, after, entry.seat)
                    if after.is_over:
                        await self.has_ended(row.id)
                    return after.ply
                row = await self.row(row.id)
                if row.ply >= entry.ply:
                    break  # the log has moved on
        raise StaleError(f"entry {entry.ply} was made by somebody else, or the table was closed")

    def _advance(self, row: TableRow, table: Table, seat: int | None) -> None:
        """Tell everybody about a move that is stored."""
        self._remember(row.id, table)
        self.drafts.drop(row.id, seat)
        if (followed := self.hub.get(row.id)) is not None:
            followed.advance(row, table)
        self.announcer.announce(row.id, "game", row.version)
        if row.is_computers_turn:
            for listener in self.listeners:
                listener(row.id)

    async def has_ended(self, table_id: str) -> None:
        """Have everything done that follows from the end of a game."""
        await self._call(self.ended, table_id)

    async def _call(self, hooks: "Iterable[Callable[[str], Awaitable[None]]]", table_id: str) -> None:
        """Call whoever wants to know about a table; the game goes on whatever becomes of that."""
        for hook in hooks:
            try:
                await hook(table_id)
            except Exception as error:
                if not self.store.outage.explains(error):
                    logger.exception("something failed after table %s had changed", table_id)

    # ── fairness ───────────────────────────────────────────────────────────────────────────────────

    def count_command(self, holder: str | None, address: str | None = None, *, parts: int = 1) -> None:
        """Count a command of a holder and of an address; RefusalError if that is too much for one of them.

        A command of many parts counts as several.
        """
        asker, cost = holder or address, math.ceil(parts / _PARTS)
        if asker is not None and not self.rates.of("messages").allows(asker, cost):
            raise RefusalError("too_fast", "too many messages; wait a moment")
        if address is not None and not self.rates.of("messages_of_address").allows(address, cost):
            raise RefusalError("too_fast", "too many messages from this address; wait a moment")

    def count_new(self, address: str) -> None:
        """Count a table, or something else to be kept, that is begun from an address."""
        if not self.rates.of("new_tables").allows(address):
            raise RefusalError("too_fast", "too many new tables from this address; wait a minute")
        if not self.rates.of("daily_tables").allows(address):
            raise TooManyError("new", "too many new tables from this address today; come back tomorrow")

    def note_origin(self, table_id: str, address: str) -> None:
        """Note the address from which a table was opened; a cookie is easily changed, an address less so."""
        self._origins[table_id] = address
        while len(self._origins) > self.settings.limits.tables:
            self._origins.popitem(last=False)

    def origin(self, row: TableRow) -> str:
        """The asker on whose behalf a table queues for computer time."""
        return self._origins.get(row.id, row.host)

    # ── talking ────────────────────────────────────────────────────────────────────────────────────

    @timed("say")
    async def say(self, table_id: str, holder: str | None, address: str, command: Say) -> None:
        """Say something at a table, as one of its players."""
        row = await self.row(table_id)
        check_table("say", row, holder)
        self.sanctions.check_talk(holder, address)
        held = row.seats_of(holder)
        if not self.rates.of("chat").allows(str(holder)):
            raise RefusalError("too_fast", "messages come faster than they can be read; wait a moment")
        seat = row.to_move if row.to_move in held else held[0]
        assert seat is not None
        key = None if command.key is msgspec.UNSET else command.key
        most = self.settings.limits.lines_of_table
        if await self.store.say(table_id, seat, row.seats[seat].name, command.text, key, most=most):
            self.tell(table_id, "chat")

    def tell(self, table_id: str, what: str) -> None:
        """Tell everybody at a table that something has changed: 'table', 'seats', 'draft' or 'chat'."""
        self.hub.refresh(table_id)
        self.announcer.announce(table_id, what)

    def changed(self, table_id: str, what: str) -> None:
        """Tell everybody at a table, and the computers, that something has changed."""
        self.tell(table_id, what)
        for listener in self.listeners:
            listener(table_id)

    def remind(self) -> None:
        """Have every connection look again: rules or computers are ready."""
        self.hub.refresh_all()

    def _hear(self, announcement: Announcement) -> None:
        """Another process has changed a table, or tells what is asked of it."""
        if announcement.what == USE:
            self.rates.charge(announcement.used)
            self.crowd.hear(announcement.origin, announcement.crowd)
            self.watchers.hear(announcement.origin, announcement.watchers)
        else:
            self.hub.hear(announcement)

    # ── what goes on by itself ─────────────────────────────────────────────────────────────────────

    async def write_notes(self) -> None:
        """Store who has come and gone, and drafts: whatever need not be on disk at once, together."""
        if until := self.presence.unwritten:
            self.presence.unwritten = {}
            try:
                versions = await self.store.note_presence(until)
            except BaseException:
                self.presence.unwritten = until | self.presence.unwritten  # for the next time
                raise
            self.hub.versions(versions)
            for table_id, version in versions.items():
                self.announcer.announce(table_id, "table", version)
        for table_id, seat in await self.drafts.write():
            self.announcer.announce(table_id, "draft", seat=seat)

    def tell_use(self) -> None:
        """Tell the other processes who asks for a lot here, who has many connections, and which tables many watch."""
        used, crowd, watchers = self.rates.used(), self.crowd.told, self.watchers.told
        if used or crowd or watchers:
            self.announcer.share(used, crowd, watchers)

    async def stay_online(self, seconds: float) -> None:
        """Note that everyone connected is still there."""
        if held := self.presence.held:
            await self.store.stay_online(held, time.time() + seconds)


def record_of(row: TableRow, table: Table, eyes: int) -> dict[str, Any]:
    """The record of a table, without its seed while others are yet to play with the same luck."""
    record = table.record([seat.name for seat in row.seats], eyes=eyes)
    if row.is_closed(time.time()):
        record.pop("seed", None)
    return record


def setup_of(row: TableRow) -> Setup:
    """What was decided before the game of a table began."""
    options = row.options
    return Setup(
        box=box_at(row),
        players=len(row.seats),
        expansions=Expansions(options.expansions),
        first=options.first,
        seed=int(row.seed, 16),
        start=options.start,
    )
