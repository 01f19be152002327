"""`sanssouci db`: look after the database of a server."""

import argparse
import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sanssouci.cli.errors import UsageError
from sanssouci.game.extras import require

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

SUMMARY: Final = "look after the database of a server"
EXAMPLES: Final = ("db upgrade --database postgresql://sanssouci@localhost/sanssouci", "db prune --days 90")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    upgrade = actions.add_parser("upgrade", help="bring the database to the newest revision (automatic with SQLite)")
    prune = actions.add_parser("prune", help="delete the tables where nothing has happened for a long time")
    prune.add_argument("--days", type=int, required=True, metavar="N", help="how many days")
    for action in (upgrade, prune):
        action.add_argument(
            "--database", default=None, metavar="URL", help="a SQLite file or postgresql://USER@HOST/NAME"
        )


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    require("server", needed_for="the database of a server")
    from sqlalchemy.exc import SQLAlchemyError

    from sanssouci.server.storage.upgrade import reason_of

    if options.action == "prune" and not 1 <= options.days <= 36_500:
        raise UsageError(f"--days must be a number from 1 to 36500, not {options.days}")
    try:
        print(asyncio.run(_upgrade(options) if options.action == "upgrade" else _prune(options)))
    except (SQLAlchemyError, OSError) as error:
        raise UsageError(f"the database cannot be used: {reason_of(error)}") from None
    return 0


async def _upgrade(options: argparse.Namespace) -> str:
    from sanssouci.server.storage.upgrade import upgrade

    async with _opened(options.database) as engine:
        before, after = await upgrade(engine)
    return f"the database is at revision {after}" + ("" if before == after else f"; it was at {before or 'none'}")


async def _prune(options: argparse.Namespace) -> str:
    from sanssouci.server.storage.store import Store
    from sanssouci.server.storage.upgrade import check

    async with _opened(options.database, must_exist=True) as engine:
        await check(engine)
        count = await Store(engine).forget(time.time() - options.days * 86_400)
    return f"{count} tables deleted"


@asynccontextmanager
async def _opened(url: str | None, *, must_exist: bool = False) -> "AsyncIterator[AsyncEngine]":
    from sanssouci.server.settings import default_database
    from sanssouci.server.storage.database import open_database

    engine = open_database(url or default_database())
    if must_exist and engine.dialect.name == "sqlite" and not Path(engine.url.database or "").is_file():
        raise UsageError(f"there is no database {engine.url.database!r}")
    try:
        yield engine
    finally:
        await engine.dispose()
