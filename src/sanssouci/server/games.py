"""One's own games: listing them with their results, exporting, deleting, taking one along and going on with it here."""

import json
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

import msgspec

from sanssouci.box import Box, Expansions
from sanssouci.game.errors import RecordError
from sanssouci.game.game import Game
from sanssouci.game.record import write_line
from sanssouci.game.taken import PERSON, seats_taken
from sanssouci.game.view import SPECTATOR
from sanssouci.players.levels import DEFAULT_LEVEL, LEVELS
from sanssouci.server.caller import Caller
from sanssouci.server.errors import RefusalError
from sanssouci.server.holders import new_table_id
from sanssouci.server.house import House, record_of, setup_of
from sanssouci.server.messages import GameLine, GameList, GameSeat, GoOn, Name, check_name
from sanssouci.server.permissions import check_table, seat_actions, table_actions
from sanssouci.server.seating import Seating, new_seed
from sanssouci.server.slots import Threads
from sanssouci.server.storage.games import GameStore
from sanssouci.server.storage.rows import Options, SeatRow, TableRow
from sanssouci.server.storage.store import SNAPSHOT_EVERY
from sanssouci.server.table import LogEntry, Setup, Table
from sanssouci.server.worded import box_at

LISTED: Final = 200  # games in one answer
_EXPORTED: Final = 2_000  # the latest games in one file


class Games:
    """The games of whoever asks."""

    def __init__(self, house: House, seating: Seating, store: GameStore, readers: Threads) -> None:
        self.house = house
        self.store = store
        self._seating = seating
        self._readers = readers
        self._rate = house.rates.of("exports")

    # ── listing ────────────────────────────────────────────────────────────────────────────────────

    async def listed(self, holder: str | None, before: float | None) -> GameList:
        """Somebody's latest games, or those before a time."""
        if holder is None:
            return GameList(games=[], more=False)
        rows = await self.house.store.tables_of(holder, most=LISTED + 1, before=before, begun=True)
        shown, now = rows[:LISTED], time.time()
        lines = [_line(self.house.presence.overlay(row), holder, now) for row in shown]
        return GameList(games=lines, more=len(rows) > LISTED)

    # ── keeping and deleting ───────────────────────────────────────────────────────────────────────

    async def export(self, caller: Caller) -> AsyncIterator[str]:
        """Somebody's games as lines of JSON: finished ones whole, others as their own seats saw them."""
        self.house.check_kernel()
        if not self._rate.allows(caller.holder or caller.address):
            raise RefusalError("too_fast", "too many exports; wait a minute")
        holder = caller.holder
        rows = [] if holder is None else await self.house.store.tables_of(holder, most=_EXPORTED, begun=True)
        return self._records([row for row in rows if row.ply >= 0], caller)

    async def _records(self, rows: list[TableRow], caller: Caller) -> AsyncIterator[str]:
        for row in rows:
            begun = Table(setup_of(row))
            if row.ply >= SNAPSHOT_EVERY and (kept := await self.house.store.snapshot(row.id)) is not None:
                begun = begun.from_snapshot(kept)  # the log of a game with many turns taken back is long
            entries = await self.house.store.entries(row.id, begun.ply)
            if entries or begun.ply >= 0:  # it may have been deleted meanwhile
                yield await self._readers.do(caller.address, _written, row, begun, entries, row.seats_of(caller.holder))

    async def forget(self, table_id: str, holder: str | None) -> None:
        """Delete a game from somebody's list; what others keep stays theirs."""
        check_table("forget", await self.house.row(table_id), holder)
        assert holder is not None
        await self.store.hide(table_id, holder)
        self.house.tell(table_id, "table")

    # ── taking along ───────────────────────────────────────────────────────────────────────────────

    async def take_along(self, table_id: str, holder: str | None) -> dict[str, Any]:
        """A running game with all its secrets, for playing on elsewhere; the table is marked."""
        row = await self.house.row(table_id)
        check_table("take", row, holder)
        table = await self.house.load(row)
        seats = [PERSON if seat.kind != "computer" else seat.level or DEFAULT_LEVEL for seat in row.seats]
        record = table.complete([seat.name for seat in row.seats], seats)
        if not row.taken:
            await self.store.mark_taken(table_id)
            self.house.changed(table_id, "table")
        return record

    async def go_on(self, wish: GoOn, holder: str, caller: Caller) -> TableRow:
        """Open a table for a game that was taken along; all other seats are computers'."""
        self.house.check_kernel()
        await self._seating.check_room(holder, caller.address)
        row, entries = await self._readers.do(caller.address, self._unpacked, wish, holder)
        await self.store.add_running(row, entries)
        self.house.note_origin(row.id, caller.address)
        self.house.changed(row.id, "table")
        return await self.house.row(row.id)

    def _unpacked(self, wish: GoOn, holder: str) -> tuple[TableRow, list[LogEntry]]:
        try:
            game = Game.from_record(wish.record, running=True)
        except RecordError as error:
            raise RefusalError("bad_record", str(error)) from None
        if game.is_over:
            raise RefusalError("bad_record", "this game is over: it can be replayed, but not continued")
        if "start" in wish.record:
            raise RefusalError("bad_record", "this game begins from a position: continue it with `play --text --from`")
        setup = Setup(
            box=self._offered(game.box),
            players=game.players,
            expansions=Expansions(game.expansions),
            first=game.first,
            seed=int(wish.record["seed"], 16) if "seed" in wish.record else int(new_seed(), 16),
        )
        table, entries = Table.imported(setup, game)
        return _opened(wish, holder, table, game.names or [""] * game.players), entries

    def _offered(self, box: Box) -> Box:
        for known in self.house.settings.boxes.values():
            if known.digest == box.digest:
                return known
        raise RefusalError("bad_setting", f"the box {box.id!r} of this game is not offered here")


def _line(row: TableRow, holder: str, now: float) -> GameLine:
    return GameLine(
        id=row.id,
        status=row.status,
        box=box_at(row).id,
        box_name=box_at(row).name if row.options.words else None,
        expansions=row.options.expansions,
        seats=[_seat(seat, holder) for seat in row.seats],
        your_turn=row.status == "running" and row.to_move in row.seats_of(holder) and not row.is_computers_turn,
        returns=any("return" in seat_actions(row, holder, seat, now) for seat in row.seats),
        people=not row.others_are_computers,
        rated=row.rated is not None,
        undone=row.undone,
        chosen_seed=row.options.chosen_seed,
        taken=bool(row.taken),
        created=row.created,
        changed=row.changed,
        may=table_actions(row, holder, now),
    )


def _seat(seat: SeatRow, holder: str) -> GameSeat:
    return GameSeat(
        name=seat.name,
        level=seat.level,
        yours=holder in (seat.holder, seat.left_by),
        points=seat.points,
        won=bool(seat.won),
    )


def _written(row: TableRow, begun: Table, entries: list[LogEntry], held: tuple[int, ...]) -> str:
    """The lines of a game: one if it is over, else one for each of the seats that somebody holds."""
    table = begun.read(entries)
    eyes = (SPECTATOR,) if table.is_over or not held else held
    return "".join(write_line(record_of(row, table, each)) + "\n" for each in eyes)


def _fit(name: str) -> str:
    """A name from a record, if it may be a name at a table here."""
    try:
        fit: str = msgspec.convert(name.strip(), Name)
        check_name(fit)
    except ValueError:
        return ""
    return fit


def _opened(wish: GoOn, holder: str, table: Table, named: Sequence[str]) -> TableRow:
    """The row of a table at which a game is gone on with."""
    now, game, setup = time.time(), table.begun(), table.setup
    kinds = seats_taken(wish.record) or []
    own = kinds.index(PERSON) if kinds.count(PERSON) == 1 else game.seat or 0
    names = [_fit(name) for name in named]
    seats = []
    for number in range(game.players):
        is_own = number == own
        level = kinds[number] if number < len(kinds) and kinds[number] in LEVELS else DEFAULT_LEVEL
        seats.append(
            SeatRow(
                seat=number,
                kind="here" if is_own else "computer",
                name=(wish.name if is_own else None) or names[number],
                holder=holder if is_own else None,
                level=None if is_own else level,
                replaced=False,
                online_until=0.0,
                acted=now,
                draft=None,
            )
        )
    return TableRow(
        id=new_table_id(),
        created=now,
        changed=now,
        moved=now,
        status="running",
        box=json.dumps(setup.box.rules(), sort_keys=True),
        options=Options(
            expansions=list(setup.expansions), first=setup.first, pace=1.0, away=300, hints=False, chosen_seed=True
        ),
        listed=False,
        seed=f"{setup.seed:032x}",
        host=holder,
        ply=table.ply,
        first=setup.first,
        to_move=table.to_move,
        undone=False,
        rematch=None,
        version=0,
        seats=tuple(seats),
        taken=True,
    )
