"""A table as somebody may know it."""

import time

from sanssouci.server.messages import ClockInfo, SeatInfo, TableInfo
from sanssouci.server.permissions import seat_actions, table_actions
from sanssouci.server.presence import away_at, is_online
from sanssouci.server.showing import show_box
from sanssouci.server.storage.rows import SeatRow, TableRow
from sanssouci.server.worded import box_at


def show_table(row: TableRow, holder: str | None, *, watching: int) -> TableInfo:
    """A table from a holder's point of view; the seed is revealed once the game is over, never before."""
    now = time.time()
    options = row.options
    return TableInfo(
        id=row.id,
        status=row.status,
        box=box_at(row).id,
        own_box=show_box(box_at(row)) if options.words else None,
        expansions=options.expansions,
        first=row.first,
        listed=row.listed,
        audience=row.open_to,
        salon=options.salon,
        welcome=options.welcome,
        language=options.language,
        clock=show_clock(row),
        due=row.runs_out,
        pace=options.pace,
        away=options.away,
        hints=options.hints,
        seats=[_show_seat(row, seat, holder, now) for seat in row.seats],
        host=row.host == holder,
        may=table_actions(row, holder, now),
        ply=row.ply if row.ply >= 0 else None,
        to_move=row.to_move if row.status == "running" else None,
        rated=row.rated is not None,
        undone=row.undone,
        chosen_seed=options.chosen_seed,
        taken=bool(row.taken),
        seed=row.seed if row.status == "over" and not row.is_closed(now) else None,
        rematch=row.rematch,
        lesson=options.lesson,
        luck=options.luck,
        watching=watching,
        created=row.created,
        changed=row.changed,
    )


def show_clock(row: TableRow) -> ClockInfo | None:
    """How much time the players of a table have."""
    clock = row.options.clock
    return None if clock is None else ClockInfo(base=clock.base, turn=clock.turn)


def _show_seat(row: TableRow, seat: SeatRow, holder: str | None, now: float) -> SeatInfo:
    knows_result = row.concerns(holder) or not row.is_closed(now)
    return SeatInfo(
        seat=seat.seat,
        kind=seat.kind,
        name=seat.name,
        level=seat.level,
        taken=seat.is_taken,
        replaced=seat.replaced,
        online=is_online(seat, now),
        away_at=away_at(row, seat, now),
        left=seat.left_by is not None,
        yours=holder is not None and seat.holder == holder,
        host=seat.holder == row.host,
        rating=seat.rating,
        rating_change=seat.rating_change,
        points=seat.points if knows_result else None,
        won=bool(seat.won) and knows_result,
        bank=row.bank_of(seat),
        may=seat_actions(row, holder, seat, now),
    )
