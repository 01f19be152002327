"""Opening tables, sitting down, leaving, being replaced and coming back."""

import dataclasses
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec

from sanssouci.box import Box, Expansions
from sanssouci.box.errors import SanssouciError
from sanssouci.game.options import SEED_BITS, check_options
from sanssouci.game.replay import box_text
from sanssouci.players.levels import DEFAULT_LEVEL, LEVELS
from sanssouci.server.boxes import Boxes
from sanssouci.server.errors import RefusalError, StaleError, TooManyError
from sanssouci.server.health import Health
from sanssouci.server.holders import hashed, new_table_id, new_token
from sanssouci.server.house import House
from sanssouci.server.messages import ErrorCode, Invitation, NewTable, SeatRequest, Sit
from sanssouci.server.permissions import check_key, check_seat, check_table, seat_of
from sanssouci.server.storage.rows import UNFINISHED, ClockOptions, Options, SeatRow, TableRow
from sanssouci.server.worded import words_of

_DAY = 86_400.0
_TRIES: Final = 8  # to change a table, while others keep changing it
_KEPT_OUT: Final = 50  # of those whom a host has removed, the latest


class Seating:
    """Who sits where."""

    def __init__(self, house: House, health: Health, boxes: Boxes) -> None:
        self.house = house
        self._boxes = boxes
        self._health = health
        self.store = house.store

    # ── tables ─────────────────────────────────────────────────────────────────────────────────────

    async def open_table(self, wish: NewTable, holder: str, address: str) -> tuple[TableRow, list[Invitation]]:
        """Open a table; the holder becomes its host and gets the seats marked 'here'."""
        box = await self._boxes.to_play(wish.box)
        self._check(wish, box)
        await self._check_salon(wish, holder)
        options = Options(
            expansions=list(Expansions(wish.expansions)),
            first=wish.first,
            pace=wish.pace,
            away=wish.away,
            hints=wish.hints,
            chosen_seed=wish.seed is not None,
            welcome=wish.welcome,
            language=wish.language,
            clock=None if wish.clock is None else ClockOptions(base=wish.clock.base, turn=wish.clock.turn),
            salon=wish.salon if wish.audience == "salon" else None,
            words=None if wish.box in self.house.settings.boxes else words_of(box),
        )
        return await self.open_with(box, options, wish, holder, address)

    async def open_with(
        self, box: Box, options: Options, wish: NewTable, holder: str, address: str, *, counted: bool = True
    ) -> tuple[TableRow, list[Invitation]]:
        """Open a table with options that have been checked, or that no client can wish for.

        One that does not count has a rate of its own, and takes the place of another.
        """
        await self.check_room(holder, address, counted=counted)
        now = time.time()
        row = TableRow(
            id=new_table_id(),
            created=now,
            changed=now,
            moved=now,
            status="waiting",
            box=box_text(box),
            options=options,
            listed=wish.listed if wish.audience is None else wish.audience == "anyone",
            audience=wish.audience,
            seed=wish.seed or new_seed(),
            host=holder,
            ply=-1,
            first=wish.first,
            to_move=None,
            undone=False,
            rematch=None,
            version=0,
            seats=tuple(_new_seat(number, seat, holder, now) for number, seat in enumerate(wish.seats)),
        )
        invitations = _invitations(row)
        await self.store.add_table(row, [(seat.seat, hashed(seat.key)) for seat in invitations])
        self.house.note_origin(row.id, address)
        await self.house.start_if_full(row.id)
        return await self.house.row(row.id), invitations

    async def _check_salon(self, wish: NewTable, holder: str) -> None:
        if wish.audience == "salon" and not (wish.salon and holder in await self.store.members(wish.salon)):
            raise RefusalError("no_salon", "you are not in the salon that this table is for")

    @staticmethod
    def _check(wish: NewTable, box: Box) -> None:
        try:
            check_options(box, players=len(wish.seats), expansions=wish.expansions, first=wish.first)
        except SanssouciError as error:
            raise RefusalError("bad_setting", str(error)) from None
        for seat in wish.seats:
            if seat.level is not None and seat.kind != "computer":
                raise RefusalError("bad_setting", "only a computer has a level")
            check_level(seat.level)
            if seat.kind == "invited" and seat.name is not None:
                raise RefusalError("bad_setting", "an invited seat gets its name from whoever takes it")
        people = [seat.kind for seat in wish.seats if seat.kind != "computer"]
        if wish.seed is not None and people not in ([], ["here"]):
            raise RefusalError("bad_setting", "the luck can be chosen only where all others are computers")

    async def check_room(self, holder: str, address: str, *, counted: bool = True) -> None:
        """Refuse another table to somebody for whom there is no more room."""
        limits = self.house.settings.limits
        if self._health.is_draining:
            raise RefusalError("restarting", "this process is about to end; another one opens the table")
        if counted:
            self.house.count_new(address)
        own, every = await self.store.count_unfinished(holder, since=time.time() - limits.forgotten_days * _DAY)
        if own >= limits.tables_of_holder:
            raise TooManyError("tables", f"you have {own} unfinished tables; finish or abandon some first")
        if every >= limits.tables:
            raise TooManyError("server", "this server is full; come back later")

    async def rematch(self, table_id: str, holder: str | None, address: str) -> tuple[TableRow, list[Invitation]]:
        """The rematch with the same people: opened now, unless somebody was quicker."""
        old = await self.house.row(table_id)
        check_table("rematch", old, holder)
        assert holder is not None
        if old.rematch is not None:
            return await self.house.row(old.rematch), []
        await self.check_room(holder, address)
        now, first = time.time(), old.options.first
        next_first = None if first is None else (first + 1) % len(old.seats)  # the next seat starts
        options = msgspec.structs.replace(old.options, first=next_first, chosen_seed=False, luck=None, lesson=None)
        options = msgspec.structs.replace(options, kept_out=())
        row = dataclasses.replace(
            old,
            id=new_table_id(),
            created=now,
            changed=now,
            moved=now,
            status="waiting",
            options=options,
            rated=None,
            seed=new_seed(),
            host=holder,
            ply=-1,
            first=options.first,
            to_move=None,
            undone=False,
            taken=None,
            due=None,
            version=0,
            seats=tuple(_same_again(seat, holder, now) for seat in old.seats),
        )
        invitations = _invitations(row)
        new_id = await self.store.add_rematch(old.id, row, [(seat.seat, hashed(seat.key)) for seat in invitations])
        self.house.note_origin(new_id, address)
        self.house.changed(old.id, "table")
        await self.house.start_if_full(new_id)
        return await self.house.row(new_id), invitations if new_id == row.id else []

    async def abandon(self, table_id: str, holder: str | None) -> TableRow:
        """Close a table whose game will not be finished."""

        async def close(row: TableRow) -> bool:
            check_table("abandon", row, holder)
            return await self.store.abandon(row)

        await self._as_checked(table_id, close)
        self.house.changed(table_id, "table")
        await self.house.has_ended(table_id)
        return await self.house.row(table_id)

    async def lobby(self, holder: str | None) -> list[TableRow]:
        """The tables that are open to somebody: those with a free seat, and games to watch."""
        return [row for row in await self.open_tables() if row.welcomes(holder) or row.concerns(holder)]

    async def open_tables(self) -> list[TableRow]:
        """The tables that are open to anyone or to friends, whoever asks; not those that somebody banned has opened."""
        now = time.time()
        rows = await self.store.lobby(waiting_since=now - _DAY, running_since=now - _DAY / 24)
        rows = [row for row in rows if not self.house.sanctions.is_banned(row.host)]
        return sorted(rows, key=lambda row: (row.status != "waiting", -row.created))

    # ── seats ──────────────────────────────────────────────────────────────────────────────────────

    async def sit(self, table_id: str, holder: str, wish: Sit) -> TableRow:
        """Take a seat with a key, or an open one at a listed table."""
        row = await self.house.row(table_id)
        if wish.key is not None:
            await self._sit_with_key(row, holder, wish, hashed(wish.key))
        else:
            await self._sit_openly(row, holder, wish)
        await self.house.start_if_full(table_id)
        self.house.changed(table_id, "seats")
        return await self.house.row(table_id)

    async def _sit_with_key(self, row: TableRow, holder: str, wish: Sit, key_hash: str) -> None:
        seat = await self.store.seat_of_key(key_hash, row.id)
        if seat is not None:
            check_key(row, holder, seat)
            seat = await self.store.use_key(key_hash, row.id, holder, wish.name)
        if seat is None:
            raise RefusalError("bad_key", "this link has been used or replaced already, or its table is closed")

    async def look_at_key(self, table_id: str, holder: str | None, key: str) -> tuple[int | None, ErrorCode | None]:
        """The seat that a key opens, and why the holder cannot take it; nothing changes."""
        row = await self.house.row(table_id)
        seat = await self.store.seat_of_key(hashed(key), table_id)
        if seat is None or row.status not in UNFINISHED:
            return None, "bad_key"
        try:
            check_key(row, holder or "", seat)
        except RefusalError as refusal:
            return seat, refusal.problem.code
        return seat, None

    async def _sit_openly(self, row: TableRow, holder: str, wish: Sit) -> None:
        check_table("sit", row, holder)
        if wish.seat is not None:
            seat_of(row, wish.seat)
        for seat in row.seats:
            if seat.is_taken or (wish.seat is not None and wish.seat != seat.seat):
                continue
            if await self.store.take_open_seat(row.id, seat.seat, holder, name=wish.name or ""):
                return
        raise RefusalError("seat_taken", "this seat is taken" if wish.seat is not None else "all seats are taken")

    async def fresh_key(self, table_id: str, seat: int, holder: str | None) -> Invitation:
        """A key to a seat that nobody holds."""
        check_seat("invite", await self.house.row(table_id), holder, seat)
        key = new_token()
        if not await self.store.set_key(table_id, seat, hashed(key)):
            raise RefusalError("seat_taken", "somebody has just taken this seat")
        return Invitation(seat=seat, key=key)

    async def leave(self, table_id: str, seat: int, holder: str | None) -> TableRow:
        """Get up: before the game the seat becomes free, during it the player may come back until it is taken."""

        async def get_up(row: TableRow) -> bool:
            found = check_seat("leave", row, holder, seat)
            before: dict[str, Any] = {"holder": None, "kind": "invited", "name": ""}
            values = before if row.status == "waiting" else found.left
            return await self.store.change_seat(row, seat, **values)

        await self._as_checked(table_id, get_up)
        await self._close_if_deserted(table_id)
        return await self._emptied(table_id, seat)

    async def replace(self, table_id: str, seat: int, level: str | None, holder: str | None) -> TableRow:
        """Let a computer play for somebody who is away, or for the holder."""

        async def stand_in(row: TableRow) -> bool:
            found = check_seat("replace", row, holder, seat)
            check_level(level)
            if level is not None and found.holder != holder:
                raise RefusalError("bad_setting", "a level can be chosen only for the stand-in of one's own seat")
            return await self.store.change_seat(row, seat, replaced=True, level=level or DEFAULT_LEVEL)

        await self._as_checked(table_id, stand_in)
        await self.house.drafts.forget(table_id, seat)
        self.house.changed(table_id, "seats")
        return await self.house.row(table_id)

    async def come_back(self, table_id: str, seat: int, holder: str | None) -> TableRow:
        """Take the holder's seat back: from a computer, or after leaving."""

        async def sit_again(row: TableRow) -> bool:
            found = check_seat("return", row, holder, seat)
            assert holder is not None
            if found.holder is not None:  # the same for the time of a turn as in `occupy`
                values: dict[str, Any] = {} if row.to_move == seat else {"acted": time.time()}
                return await self.store.change_seat(row, seat, replaced=False, level=None, **values)
            if not await self.store.take_open_seat(table_id, seat, holder):
                raise RefusalError("seat_taken", "somebody has just taken this seat")
            return True

        await self._as_checked(table_id, sit_again)
        self.house.changed(table_id, "seats")
        return await self.house.row(table_id)

    async def remove(self, table_id: str, seat: int, holder: str | None) -> TableRow:
        """Take a player away from a seat, as the host: before the game it becomes free, during it it is left."""

        async def take_away(row: TableRow) -> bool:
            found = check_seat("remove", row, holder, seat)
            assert found.holder is not None
            if row.status == "running":
                return await self.store.change_seat(row, seat, **found.left)
            kept_out = (*row.options.kept_out, row.mark_of(found.holder))[-_KEPT_OUT:]
            options = msgspec.structs.replace(row.options, kept_out=kept_out)
            return await self.store.change_seat(row, seat, options=options, holder=None, kind="invited", name="")

        await self._as_checked(table_id, take_away)
        return await self._emptied(table_id, seat)

    async def appoint(self, table_id: str, seat: int, holder: str | None) -> TableRow:
        """Pass the host's role on to the player of a seat."""

        async def pass_on(row: TableRow) -> bool:
            found = check_seat("appoint", row, holder, seat)
            assert found.holder is not None
            return await self.store.change_host(row, found.holder)

        await self._as_checked(table_id, pass_on)
        self.house.changed(table_id, "table")
        return await self.house.row(table_id)

    async def _emptied(self, table_id: str, seat: int) -> TableRow:
        """Forget what belonged to whoever had a seat, and tell everybody."""
        await self.store.drop_keys(table_id, seat)
        await self.house.drafts.forget(table_id, seat)
        self.house.changed(table_id, "seats")
        return await self.house.row(table_id)

    async def _close_if_deserted(self, table_id: str) -> None:
        """Close a table that its last player has left."""
        is_closed = False

        async def close(row: TableRow) -> bool:
            nonlocal is_closed
            if row.status not in UNFINISHED or any(seat.holder is not None for seat in row.seats):
                return True
            is_closed = await self.store.abandon(row)
            return is_closed

        await self._as_checked(table_id, close)
        if is_closed:
            await self.house.has_ended(table_id)

    async def _as_checked(self, table_id: str, change: Callable[[TableRow], Awaitable[bool]]) -> None:
        """Check and change a table, and do both again if it has changed in between."""
        for _ in range(_TRIES):
            if await change(await self.house.row(table_id)):
                return
        raise StaleError("others keep changing this table; try again")


def check_level(level: str | None) -> None:
    """Refuse a level that does not exist."""
    if level is not None and level not in LEVELS:
        raise RefusalError("bad_setting", f"there is no level {level!r}; there are: {', '.join(LEVELS)}")


def new_seed() -> str:
    """The luck of a new table."""
    return f"{secrets.randbits(SEED_BITS):032x}"


def _new_seat(number: int, wish: SeatRequest, holder: str, now: float) -> SeatRow:
    is_computer = wish.kind == "computer"
    return SeatRow(
        seat=number,
        kind=wish.kind,
        name=wish.name or "",
        holder=holder if wish.kind == "here" else None,
        level=(wish.level or DEFAULT_LEVEL) if is_computer else None,
        replaced=False,
        online_until=now if wish.kind == "here" else 0.0,
        acted=now,
        draft=None,
    )


def _same_again(seat: SeatRow, asker: str, now: float) -> SeatRow:
    kept = seat.level if seat.kind == "computer" else None
    return dataclasses.replace(
        seat,
        level=kept,
        replaced=False,
        online_until=now if seat.holder == asker else 0.0,  # the others may never come
        acted=now,
        draft=None,
        known_to=(),
        left_by=None,
        rating=None,
        rating_change=None,
        points=None,
        won=None,
        bank=None,
    )


def _invitations(row: TableRow) -> list[Invitation]:
    return [Invitation(seat=seat.seat, key=new_token()) for seat in row.seats if not seat.is_taken]
