"""The house and its tables: it loads them, lets seats move, and tells everybody what has changed.

The log in the database is authoritative. Memory holds only a copy, and a move counts as played once its entry is in the
log: two requests, or two processes, that try to append the same entry cannot both succeed.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sanssouci.box import Expansions
from sanssouci.game.replay import box_of
from sanssouci.game.view import SPECTATOR
from sanssouci.server.drafts import Drafts
from sanssouci.server.errors import RefusalError, StaleError
from sanssouci.server.holders import is_table_id
from sanssouci.server.kernel import Kernel
from sanssouci.server.messages import DraftView, GameFrame, Play, Say, Steps, TableInfo, TurnTold, Undo
from sanssouci.server.metrics import MOVES, timed
from sanssouci.server.permissions import check_own, check_seat, check_table, check_undo, may_play, may_undo
from sanssouci.server.presence import Presence
from sanssouci.server.rates import Rate
from sanssouci.server.settings import Settings
from sanssouci.server.showing import show_view
from sanssouci.server.showing_tables import show_table
from sanssouci.server.storage.rows import TableRow
from sanssouci.server.storage.store import Store
from sanssouci.server.table import MOVE, LogEntry, Setup, Table

logger = logging.getLogger(__name__)


class House:
    """All tables of a server, as this process knows them."""

    def __init__(self, settings: Settings, store: Store, kernel: Kernel, publish: Callable[[str, str], None]) -> None:
        self.settings = settings
        self.store = store
        self.drafts = Drafts(store)
        self.kernel = kernel
        self.presence = Presence()
        self._publish = publish
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._origins: OrderedDict[str, str] = OrderedDict()
        self._chat_rate = Rate(settings.limits.chat)
        self.listeners: list[Callable[[str], None]] = []  # called when a game has moved on

    # ── reading ────────────────────────────────────────────────────────────────────────────────────

    async def row(self, table_id: str) -> TableRow:
        """A table with its seats; RefusalError if it does not exist."""
        row = await self.store.table(table_id) if is_table_id(table_id) else None
        if row is None:
            raise RefusalError("no_table", "there is no such table")
        return row

    async def load(self, row: TableRow) -> Table:
        """The game of a table, as far as its log goes."""
        self.check_kernel()
        table = self._tables.get(row.id) or Table(setup_of(row))
        if table.ply < row.ply:
            for entry in await self.store.entries(row.id, table.ply):
                table = table.after(entry)
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
        return show_table(row, holder, watching=self.presence.watchers[row.id])

    async def frame(self, row: TableRow, holder: str | None, known: tuple[TurnTold, ...] = ()) -> GameFrame:
        """The game as a holder may see it; moves it already knows are left out."""
        table = await self.load(row)
        game = table.game
        if game is None:
            raise RefusalError("not_running", "the game has not begun: seats are still empty")
        eyes = row.seats_of(holder) or (SPECTATOR,)
        same = next((index for index, (a, b) in enumerate(zip(known, table.log, strict=False)) if a != b), None)
        start = min(len(known), len(table.log)) if same is None else same
        return GameFrame(
            ply=table.ply,
            views=[show_view(game.view(seat)) for seat in eyes],
            drafts=self._drafts(row, table, holder),
            undo=[seat for seat in row.seats_of(holder) if may_undo(row, table, holder, seat)],
            log_from=start,
            log=list(table.log[start:]),
        )

    def _drafts(self, row: TableRow, table: Table, holder: str | None) -> list[DraftView]:
        seat = table.to_move
        if seat is None or not may_play(row, holder, seat):
            return []
        steps = self.drafts.steps(row.seats[seat], table.ply)
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
        table = await self.load(row)
        return table.record([seat.name for seat in row.seats], eyes=eyes)

    # ── playing ────────────────────────────────────────────────────────────────────────────────────

    async def start_if_full(self, table_id: str) -> None:
        """Begin the game if every seat is taken. While the rules are being compiled it waits; see `begin_waiting`."""
        row = await self.row(table_id)
        if self.kernel.is_ready and row.status == "waiting" and all(seat.is_taken for seat in row.seats):
            table = await self.load(row)
            if table.game is None:
                with suppress(StaleError):  # another request began it at the same moment
                    await self._append(row, table, table.start())

    async def begin_waiting(self) -> None:
        """Begin the games that were waiting for the rules, or for this server to come back."""
        for table_id in await self.store.waiting_and_full():
            await self.start_if_full(table_id)

    async def stay_online(self, seconds: float) -> None:
        """Note that everyone connected is still there."""
        if held := self.presence.held:
            await self.store.stay_online(held, time.time() + seconds)

    def remind(self) -> None:
        """Have every connection look again: computers are ready, or another process's announcement may be lost."""
        for table_id, count in self.presence.of_table.items():
            if count > 0:
                self.tell(table_id, "table")

    @timed("steps")
    async def steps(self, table_id: str, holder: str | None, command: Steps, *, origin: str = "") -> DraftView:
        """Set the steps of a seat's draft; `origin` is the connection that need not be told."""
        _, table = await self._for_move(table_id, holder, command.seat)
        draft = table.draft(command.seat, command.ply, command.steps)
        await self.drafts.keep(table_id, command.seat, holder, command.ply, draft.steps)
        self.tell(table_id, f"draft {origin}")
        return draft

    @timed("play")
    async def play(self, table_id: str, holder: str | None, command: Play) -> int:
        """Play a move; returns the new ply. By then the move is stored."""
        row, table = await self._for_move(table_id, holder, command.seat)
        return await self._append(row, table, table.play(command.seat, command.ply, command.move), by_computer=False)

    async def play_for_computer(self, row: TableRow, table: Table, move: str) -> int:
        """Play a computer's move."""
        assert table.to_move is not None
        return await self._append(row, table, table.play(table.to_move, table.ply, move), by_computer=True)

    @timed("undo")
    async def undo(self, table_id: str, holder: str | None, command: Undo) -> int:
        """Take a seat's last turn back; returns the new ply."""
        row, table = await self._for_move(table_id, holder, command.seat)
        check_undo(row, table, holder, command.seat)
        return await self._append(row, table, table.undo(command.seat, command.ply), by_computer=False)

    async def _for_move(self, table_id: str, holder: str | None, seat: int) -> tuple[TableRow, Table]:
        row = await self.row(table_id)
        check_seat("play", row, holder, seat)
        return row, await self.load(row)

    async def _append(self, row: TableRow, table: Table, entry: LogEntry, *, by_computer: bool | None = None) -> int:
        after = table.after(entry)
        if not await self.store.append(row.id, entry, after, by_computer=by_computer):
            raise StaleError(f"entry {entry.ply} was made by somebody else, or the table was closed")
        self._remember(row.id, after)
        if entry.kind == MOVE:
            MOVES.labels("computer" if by_computer else "person").inc()
        self.changed(row.id, "game")
        return after.ply

    # ── fairness ───────────────────────────────────────────────────────────────────────────────────

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
    async def say(self, table_id: str, holder: str | None, command: Say) -> None:
        """Say something at a table, as one of its players."""
        row = await self.row(table_id)
        check_table("say", row, holder)
        held = row.seats_of(holder)
        if not self._chat_rate.allows(str(holder)):
            raise RefusalError("too_fast", "that is more than can be read; wait a moment")
        seat = row.to_move if row.to_move in held else held[0]
        assert seat is not None
        await self.store.say(table_id, seat, row.seats[seat].name, command.text)
        self.tell(table_id, "chat")

    def tell(self, table_id: str, what: str) -> None:
        """Tell everybody at a table that something has changed: 'table', 'seats', 'game', 'draft …' or 'chat'."""
        self._publish(table_id, what)

    def changed(self, table_id: str, what: str) -> None:
        """Tell everybody at a table, and the computers, that something has changed."""
        self.tell(table_id, what)
        for listener in self.listeners:
            listener(table_id)


def setup_of(row: TableRow) -> Setup:
    """What was decided before the game of a table began."""
    options = row.options
    return Setup(
        box=box_of(row.box),
        players=len(row.seats),
        expansions=Expansions(options.expansions),
        first=options.first,
        seed=int(row.seed, 16),
    )
