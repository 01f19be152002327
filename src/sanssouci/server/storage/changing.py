"""Steps that several changes of a table have in common, each within a transaction, and its row after a move."""

import dataclasses
import time
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from sqlalchemy import and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.server.storage.rows import UNFINISHED, Options, SeatRow, TableRow, may_hold, read_seat
from sanssouci.server.storage.schema import NEXT_VERSION, keys, seats, tables
from sanssouci.server.table import MOVE, LogEntry, Table

is_unfinished: Final = tables.c.status.in_(UNFINISHED)


class RacedError(Exception):
    """Somebody else was quicker; the transaction is rolled back."""


async def insert_table(connection: AsyncConnection, row: TableRow, key_hashes: Iterable[tuple[int, str]]) -> None:
    """Store a new table with its seats and the hashes of its keys, within a transaction."""
    fields = {column.name: getattr(row, column.name) for column in tables.c}
    fields["options"] = written(row.options)
    await connection.execute(insert(tables).values(**fields))
    for seat in row.seats:
        values = {column.name: getattr(seat, column.name) for column in seats.c if column.name != "table_id"}
        await connection.execute(insert(seats).values(table_id=row.id, **(values | {"known_to": ""})))
    for seat_number, key_hash in key_hashes:
        await connection.execute(insert(keys).values(hash=key_hash, table_id=row.id, seat=seat_number))


def written(options: Options) -> str:
    """Options as a table stores them."""
    return msgspec.json.encode(options).decode()


async def occupy(connection: AsyncConnection, table_id: str, seat: int, holder: str, **values: Any) -> None:
    """Give somebody a seat that nobody holds; what that depends on is asked while nothing else can happen there."""
    await touch(connection, table_id, is_unfinished)
    found = await connection.execute(select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat))
    rows = [read_seat(row) for row in found]
    if rows[seat].kind == "computer" or rows[seat].holder is not None or not may_hold(rows, rows[seat], holder):
        raise RacedError
    # Whoever comes back during the seat's turn gets no more time for it, or a turn could be prolonged without end.
    to_move = await connection.scalar(select(tables.c.to_move).where(tables.c.id == table_id))
    acted = {} if to_move == seat and holder in rows[seat].known_to else {"acted": time.time()}
    where = and_(seats.c.table_id == table_id, seats.c.seat == seat)
    taken = {"replaced": False, "level": None, "left_by": None, **acted, **values, "holder": holder}
    await connection.execute(update(seats).where(where).values(taken))
    await connection.execute(delete(keys).where(keys.c.table_id == table_id, keys.c.seat == seat))


async def touch(connection: AsyncConnection, table_id: str, provided: Any, **more: str) -> None:
    """Note that a table has changed: always before its seats, so that two transactions never deadlock."""
    same = update(tables).where(tables.c.id == table_id, provided)
    same = same.values(changed=time.time(), **NEXT_VERSION, **more)
    if (await connection.execute(same)).rowcount != 1:
        raise RacedError


def row_after(row: TableRow, entry: LogEntry, after: Table, at: float) -> TableRow:
    """A row after one more entry of its log, which was made at a time and leads to a table."""
    seats_after = tuple(_seat_after(row, seat, entry, at) if seat.seat == entry.seat else seat for seat in row.seats)
    found = dataclasses.replace(
        row,
        ply=entry.ply,
        first=after.setup.first,
        to_move=after.to_move,
        undone=after.undone,
        status="over" if after.is_over else "running",
        changed=at,
        moved=at,
        version=row.version + 1,
        seats=seats_after,
    )
    return found if row.options.clock is None else dataclasses.replace(found, due=found.runs_out)


def _seat_after(row: TableRow, seat: SeatRow, entry: LogEntry, at: float) -> SeatRow:
    bank = row.bank_after(seat, at) if entry.kind == MOVE else seat.bank
    return dataclasses.replace(seat, acted=seat.acted if seat.is_computer else at, bank=bank)
