"""Which tables the lobby shows, and in which order.

Those with a free seat come before games to watch, and of both the newest first: if it were those with the latest moves,
the lobby would change with every move. Nobody's tables fill it, and those that are open to anyone leave room for those
of friends and salons.
"""

from typing import Any, Final

from sqlalchemy import and_, func, or_, select

from sanssouci.server.storage.schema import tables

_OF_HOST: Final = 20  # tables shown of one host
_is_waiting: Final = tables.c.status == "waiting"
ORDER: Final = (_is_waiting.desc(), tables.c.created.desc())


def shown(*, waiting_since: float, running_since: float) -> list[Any]:
    """Conditions for tables that are open to anyone, and for those that are open to friends or in a salon."""
    waiting = and_(_is_waiting, tables.c.changed > waiting_since)
    running = and_(tables.c.status == "running", tables.c.changed > running_since)
    place = func.row_number().over(partition_by=tables.c.host, order_by=ORDER).label("place")
    conditions = []
    for is_open in (tables.c.listed, tables.c.audience.in_(("friends", "salon"))):
        placed = select(tables.c.id, place).where(is_open, or_(waiting, running)).subquery()
        conditions.append(tables.c.id.in_(select(placed.c.id).where(placed.c.place <= _OF_HOST)))
    return conditions
