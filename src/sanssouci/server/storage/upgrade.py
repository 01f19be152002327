"""Bringing a database to the newest revision of the schema."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from sanssouci.box.errors import SanssouciError

_FOLDER: Final = Path(__file__).parent / "migrations"


def newest() -> str:
    """The newest revision that this program knows."""
    revision = ScriptDirectory(str(_FOLDER)).get_current_head()
    assert revision is not None
    return revision


async def upgrade(engine: AsyncEngine) -> tuple[str | None, str]:
    """Bring a database to the newest revision; returns the one it had and the one it has now."""
    async with engine.begin() as connection:
        return await connection.run_sync(_upgrade)


async def check(engine: AsyncEngine) -> None:
    """Refuse a database of another revision."""
    async with engine.connect() as connection:
        found = await connection.run_sync(_revision)
    if found != newest():
        raise SanssouciError(
            f"the database is at revision {found or 'none'}, this program needs {newest()}: "
            "run `sanssouci db upgrade --database URL` first"
        )


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(connection: Connection) -> tuple[str | None, str]:
    before = _revision(connection)
    if before == newest():
        return before, before
    known = {script.revision for script in ScriptDirectory(str(_FOLDER)).walk_revisions()}
    if before is not None and before not in known:
        raise SanssouciError(f"the database is at revision {before}, which is newer than this program; update it first")
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    return before, newest()
