"""Bringing a database to the newest revision of the schema.

Migrations are additive: new tables, new columns that may be empty or have a default, new indices. A program of the
revision before then works on with the upgraded database, so that servers can be replaced one at a time. A migration
that takes something away comes a release later, when no program uses it any more, and raises OLDEST.

Alembic takes half a second to import, so it is imported only if there is something to do.
"""

import logging
import time
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from sanssouci.box.errors import SanssouciError
from sanssouci.server.storage.schema import facts

logger = logging.getLogger(__name__)

NEWEST: Final = "0021"  # the last file of migrations/versions
OLDEST: Final = "0006"  # programs of this revision and later ones can work with a database of the newest
FOLDER: Final = Path(__file__).parent / "migrations"
_OLDEST_FACT: Final = "oldest_program"


async def upgrade(engine: AsyncEngine, to: str = NEWEST) -> tuple[str | None, str]:
    """Bring a database to a revision; returns the one it had and the one it has now."""
    if engine.dialect.name == "sqlite":
        _create_for_its_owner(Path(engine.url.database or ""))
    async with engine.begin() as connection:
        if engine.dialect.name == "sqlite":  # its driver would leave schema changes outside the transaction
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        return await upgrade_in(connection, to)


async def upgrade_in(connection: AsyncConnection, to: str = NEWEST) -> tuple[str | None, str]:
    """Do the same within a transaction."""
    before = await connection.run_sync(revision_of)
    if before != to:
        await connection.run_sync(_upgrade, before, to)
    return before, to


async def prepare(engine: AsyncEngine, *, thoroughly: bool = False) -> None:
    """Make a database ready for use: upgrade SQLite; elsewhere the operator decides when to upgrade.

    With `thoroughly`, a damaged SQLite file is refused; reading it takes about a second for each gigabyte.
    """
    try:
        if engine.dialect.name == "sqlite":
            _create_for_its_owner(Path(engine.url.database or ""))
            if thoroughly:
                await _refuse_damage(engine)
            if not await _is_compatible(engine):
                await upgrade(engine)
        else:
            await check(engine)
    except (SQLAlchemyError, OSError) as error:
        raise SanssouciError(f"the database cannot be used: {reason_of(error)}") from None


def _create_for_its_owner(file: Path) -> None:
    """Let nobody else read a new SQLite file: whoever can sees hands and luck, and can sign tokens."""
    if not file.exists():
        file.touch(mode=0o600)


def reason_of(error: Exception) -> str:
    """What a database reports as the cause, in one line."""
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0]


async def check(engine: AsyncEngine) -> None:
    """Refuse a database that this program cannot work with."""
    if await _is_compatible(engine):
        return
    async with engine.connect() as connection:
        found = await connection.run_sync(revision_of)
    if found is not None and found > NEWEST:
        raise _too_new(found)
    raise SanssouciError(
        f"the database is at revision {found or 'none'}, this program needs {NEWEST}: "
        "run `sanssouci db upgrade --database URL` first"
    )


async def _is_compatible(engine: AsyncEngine) -> bool:
    """Whether a database is of this program's revision, or of a newer one that this program can work with."""
    async with engine.connect() as connection:
        found = await connection.run_sync(revision_of)
        if found is None or found <= NEWEST:
            return found == NEWEST
        query = facts.select().where(facts.c.name == _OLDEST_FACT)
        oldest = (await connection.execute(query)).one_or_none()
    return oldest is not None and oldest.value <= NEWEST


async def _refuse_damage(engine: AsyncEngine) -> None:
    start = time.monotonic()
    async with engine.connect() as connection:
        (found, *_) = (await connection.exec_driver_sql("PRAGMA quick_check(1)")).scalars()
    if found != "ok":
        raise SanssouciError(
            f"the database {engine.url.database} is damaged: {str(found).splitlines()[-1]}; "
            "restore a backup (`sanssouci db restore`), or see what is left of it with `sanssouci db check`"
        )
    if (took := time.monotonic() - start) > 2:
        logger.info("checking the database took %.1f s", took)


def _too_new(found: str) -> SanssouciError:
    return SanssouciError(f"the database is at revision {found}, which is newer than this program; update it first")


def revision_of(connection: Connection) -> str | None:
    """The revision of a database; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return revision


def _upgrade(connection: Connection, before: str | None, to: str) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    known = {script.revision for script in ScriptDirectory(str(FOLDER)).walk_revisions()}
    for revision in (before, to):
        if revision is not None and revision not in known:
            raise _too_new(revision)
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
    if to >= OLDEST:
        connection.execute(facts.delete().where(facts.c.name == _OLDEST_FACT))
        connection.execute(facts.insert().values(name=_OLDEST_FACT, value=OLDEST))
