"""Bringing a database to the newest revision of the schema.

Alembic takes half a second to import, so it is imported only if there is something to do.
"""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from sanssouci.box.errors import SanssouciError

NEWEST: Final = "0003"  # the last file of migrations/versions
FOLDER: Final = Path(__file__).parent / "migrations"


async def upgrade(engine: AsyncEngine) -> tuple[str | None, str]:
    """Bring a database to the newest revision; returns the one it had and the one it has now."""
    async with engine.begin() as connection:
        if engine.dialect.name == "sqlite":  # its driver would leave schema changes outside the transaction
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        before = await connection.run_sync(_revision)
        if before != NEWEST:
            await connection.run_sync(_upgrade, before)
    return before, NEWEST


async def prepare(engine: AsyncEngine) -> None:
    """Make a database ready for use: upgrade SQLite; elsewhere the operator decides when to upgrade."""
    try:
        if engine.dialect.name == "sqlite":
            await upgrade(engine)
        else:
            await check(engine)
    except (SQLAlchemyError, OSError) as error:
        raise SanssouciError(f"the database cannot be used: {reason_of(error)}") from None


def reason_of(error: Exception) -> str:
    """What a database reports as the cause, in one line."""
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0]


async def check(engine: AsyncEngine) -> None:
    """Refuse a database of another revision."""
    async with engine.connect() as connection:
        found = await connection.run_sync(_revision)
    if found != NEWEST:
        raise SanssouciError(
            f"the database is at revision {found or 'none'}, this program needs {NEWEST}: "
            "run `sanssouci db upgrade --database URL` first"
        )


def _revision(connection: Connection) -> str | None:
    """The revision of a database; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return revision


def _upgrade(connection: Connection, before: str | None) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    known = {script.revision for script in ScriptDirectory(str(FOLDER)).walk_revisions()}
    if before is not None and before not in known:
        raise SanssouciError(f"the database is at revision {before}, which is newer than this program; update it first")
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
