"""All reading and writing of who has tried which puzzle, one transaction per method."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sanssouci.server.glicko import Strength
from sanssouci.server.storage.schema import attempts, solvers, tables
from sanssouci.server.storage.store import Store


class Attempt(NamedTuple):
    """How somebody stands with a puzzle."""

    puzzle: str
    table_id: str | None = None
    tries: int = 0
    judged: int = 0  # the ply up to which the table has been looked at
    state: str = "open"  # solved, missed
    score: float | None = None  # of the first time: 1, 0.5 with the second try, 0; the only one that counts
    change: int | None = None  # of the rating, that time; None when it is tried again
    at: float = 0.0


class SolverRow(NamedTuple):
    """How good somebody is at puzzles."""

    strength: Strength = Strength()
    streak: int = 0
    best: int = 0
    played: float | None = None


class PuzzleStore:
    """Solvers in the database of a server."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self._writing = store.writing  # SQLite has one writer

    async def attempts(self, holder: str) -> dict[str, Attempt]:
        """What somebody has tried, by puzzle."""
        query = select(attempts).where(attempts.c.holder == holder).order_by(attempts.c.at)
        async with self.engine.connect() as connection:
            return {row.puzzle: _attempt(row) for row in await connection.execute(query)}

    async def attempt_at(self, holder: str, table_id: str) -> Attempt | None:
        """What somebody tries at a table."""
        query = select(attempts).where(attempts.c.holder == holder, attempts.c.table_id == table_id)
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else _attempt(row)

    async def solver(self, holder: str) -> SolverRow:
        """How good somebody is."""
        async with self.engine.connect() as connection:
            return await _solver(connection, holder)

    async def has_table(self, holder: str) -> bool:
        """Whether there is a table at which somebody tries a puzzle, or has tried one."""
        query = select(tables.c.id).where(tables.c.id.in_(_tables_of(holder))).limit(1)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).first() is not None

    async def begin(self, holder: str, puzzle: str, table_id: str) -> list[str]:
        """Note that a puzzle is tried at a table; returns the tables of others, which are gone.

        Tries made before are not forgotten, unless it was finished: then it begins afresh, and counts no more.
        """
        try:
            return await self._begin(holder, puzzle, table_id)
        except IntegrityError:  # another request has begun the same puzzle; its table goes
            return await self._begin(holder, puzzle, table_id)

    async def _begin(self, holder: str, puzzle: str, table_id: str) -> list[str]:
        mine, at = attempts.c.holder == holder, and_(attempts.c.holder == holder, attempts.c.puzzle == puzzle)
        async with self._writing() as connection:
            # This update changes nothing but takes the locks: nothing begins elsewhere until this has.
            await connection.execute(update(attempts).where(mine).values(judged=attempts.c.judged))
            gone = list((await connection.execute(_tables_of(holder))).scalars())
            await connection.execute(update(attempts).where(mine).values(table_id=None))
            await connection.execute(delete(tables).where(tables.c.id.in_(gone)))
            afresh = update(attempts).where(at, attempts.c.state != "open").values(tries=0, state="open", change=None)
            await connection.execute(afresh)
            here: dict[str, Any] = {"table_id": table_id, "judged": 0, "at": time.time()}
            if (await connection.execute(update(attempts).where(at).values(here))).rowcount == 0:
                new = Attempt(puzzle, **here)._asdict()
                await connection.execute(insert(attempts).values(holder=holder, **new))
        return gone

    async def note_try(self, holder: str, known: Attempt, judged: int) -> bool:
        """Count a try that failed; False if somebody was quicker."""
        values = {"tries": known.tries + 1, "judged": judged}
        async with self._writing() as connection:
            found = await connection.execute(update(attempts).where(_as_known(holder, known)).values(values))
            return found.rowcount == 1

    async def finish(
        self, holder: str, known: Attempt, score: float, rate: Callable[[Strength], Strength], **values: Any
    ) -> bool:
        """Close an attempt. The first one counts: for the rating, and for the row of solved puzzles."""
        now, state = time.time(), "solved" if score else "missed"
        async with self._writing() as connection:
            closing = update(attempts).where(_as_known(holder, known)).values(state=state, at=now, **values)
            if (await connection.execute(closing)).rowcount != 1:
                return False
            if known.score is not None:
                return True
            old = await _solver(connection, holder)
            before = old.strength if old.played is None else old.strength.rested(now - old.played)
            new, streak = rate(before), old.streak + 1 if score else 0
            change = round(new.rating) - round(before.rating)
            await connection.execute(
                update(attempts)
                .where(attempts.c.holder == holder, attempts.c.puzzle == known.puzzle)
                .values(score=score, change=change)
            )
            kept = {**new._asdict(), "streak": streak, "best": max(old.best, streak), "played": now}
            if (await connection.execute(update(solvers).where(solvers.c.holder == holder).values(kept))).rowcount == 0:
                await connection.execute(insert(solvers).values(holder=holder, **kept))
        return True

    async def forget(self, holder: str) -> None:
        """Delete all that is known of somebody's puzzles."""
        async with self._writing() as connection:
            await forget_puzzles(connection, holder)


async def move_puzzles(connection: AsyncConnection, old: str, person: str) -> None:
    """Give what a holder has tried to a person, whose own tries stay; the rating with more puzzles stands."""
    own = attempts.alias()
    known = select(own.c.puzzle).where(own.c.holder == person)
    counted = select(attempts.c.holder, func.count()).where(attempts.c.score.is_not(None)).group_by(attempts.c.holder)
    rows = await connection.execute(counted.where(attempts.c.holder.in_((old, person))))
    tried: dict[str, int] = {row[0]: row[1] for row in rows}
    loser = person if tried.get(old, 0) > tried.get(person, 0) else old
    await connection.execute(delete(tables).where(tables.c.id.in_(_tables_of(old))))
    for change in (
        delete(attempts).where(attempts.c.holder == old, attempts.c.puzzle.in_(known)),
        update(attempts).where(attempts.c.holder == old).values(holder=person, table_id=None),
        delete(solvers).where(solvers.c.holder == loser),
        update(solvers).where(solvers.c.holder == old).values(holder=person),
    ):
        await connection.execute(change)


async def forget_puzzles(connection: AsyncConnection, holder: str) -> None:
    """Delete all that is known of somebody's puzzles."""
    await connection.execute(delete(tables).where(tables.c.id.in_(_tables_of(holder))))
    await connection.execute(delete(attempts).where(attempts.c.holder == holder))
    await connection.execute(delete(solvers).where(solvers.c.holder == holder))


def _tables_of(holder: str) -> Any:
    """Where somebody tries puzzles."""
    return select(attempts.c.table_id).where(attempts.c.holder == holder, attempts.c.table_id.is_not(None))


def _as_known(holder: str, known: Attempt) -> Any:
    """The attempt, if nothing has happened to it since it was read."""
    return and_(
        attempts.c.holder == holder,
        attempts.c.puzzle == known.puzzle,
        attempts.c.table_id == known.table_id,
        attempts.c.judged == known.judged,
        attempts.c.state == "open",
    )


def _attempt(row: Any) -> Attempt:
    return Attempt(*(getattr(row, name) for name in Attempt._fields))


async def _solver(connection: AsyncConnection, holder: str) -> SolverRow:
    row = (await connection.execute(select(solvers).where(solvers.c.holder == holder))).one_or_none()
    if row is None:
        return SolverRow()
    return SolverRow(Strength(row.rating, row.deviation, row.volatility), row.streak, row.best, row.played)
