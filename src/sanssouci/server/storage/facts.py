"""What all processes of a server agree on, and what the database can tell of a holder."""

from typing import Final

from sqlalchemy import insert, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from sanssouci.server.storage.schema import facts, seats, tables

TOKEN_KEY: Final = "token_key"  # signs the tokens of holders
PUSH_KEY: Final = "push_key"  # by which push services know the server


async def agreed(engine: AsyncEngine, name: str, proposal: str) -> str:
    """The value that all processes use for a fact; the first process to ask decides.

    Asked while a process starts, when nothing else in it writes: there is no need to wait for the one writer's turn.
    """
    found = select(facts.c.value).where(facts.c.name == name)
    async with engine.connect() as connection:
        value: str | None = (await connection.execute(found)).scalar_one_or_none()
    if value is not None:
        return value
    try:
        async with engine.begin() as connection:
            await connection.execute(insert(facts).values(name=name, value=proposal))
    except IntegrityError:  # another process was quicker
        return await agreed(engine, name, proposal)
    return proposal


async def is_known(engine: AsyncEngine, holder: str) -> bool:
    """Whether somebody holds a seat, or has opened a table."""
    held = select(seats.c.seat).where(seats.c.holder == holder).exists()
    hosted = select(tables.c.id).where(tables.c.host == holder).exists()
    async with engine.connect() as connection:
        return bool((await connection.execute(select(or_(held, hosted)))).scalar())
