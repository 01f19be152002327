"""`sanssouci db`: look after the database of a server."""

import argparse
import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sanssouci.cli.errors import UsageError
from sanssouci.cli.progress import bar
from sanssouci.game.extras import require

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

SUMMARY: Final = "look after the database of a server"
EXAMPLES: Final = (
    "db upgrade --database postgresql://sanssouci@localhost/sanssouci",
    "db backup tables-2026-11-16.sqlite3",
    "db restore tables-2026-11-16.sqlite3 --database postgresql://sanssouci@localhost/new",
    "db check",
    "db prune --days 90",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    upgrade = actions.add_parser("upgrade", help="bring the database to the newest revision (automatic with SQLite)")
    backup = actions.add_parser("backup", help="copy the database into a new file, while the server runs")
    backup.add_argument("file", metavar="FILE", help="the file to write: a SQLite database, whatever the server uses")
    restore = actions.add_parser("restore", help="fill a new, empty database from a backup")
    restore.add_argument("file", metavar="FILE", help="the backup")
    check = actions.add_parser("check", help="check that the database is whole and that every game can be replayed")
    prune = actions.add_parser("prune", help="delete games where nothing has happened for a long time")
    prune.add_argument("--days", type=int, required=True, metavar="N", help="how many days")
    for action in (upgrade, backup, restore, check, prune):
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
    actions = {"upgrade": _upgrade, "backup": _backup, "restore": _restore, "check": _check, "prune": _prune}
    try:
        return asyncio.run(actions[options.action](options))
    except (SQLAlchemyError, OSError) as error:
        raise UsageError(f"the database cannot be used: {reason_of(error)}") from None


async def _upgrade(options: argparse.Namespace) -> int:
    from sanssouci.server.storage.upgrade import upgrade

    async with opened(options.database) as engine:
        before, after = await upgrade(engine)
    print(f"the database is at revision {after}" + ("" if before == after else f"; it was at {before or 'none'}"))
    return 0


async def _backup(options: argparse.Namespace) -> int:
    from sanssouci.server.storage.copying import backup

    file = Path(options.file)
    async with opened(options.database, must_exist=True) as engine:
        with bar("backing up") as progress:
            await backup(engine, file, progress)
    print(f"{file}: {file.stat().st_size:,} bytes")
    return 0


async def _restore(options: argparse.Namespace) -> int:
    from sanssouci.server.storage.copying import restore

    if options.database is None:
        raise UsageError("--database says where to restore to: a new SQLite file or an empty PostgreSQL database")
    async with opened(options.database) as engine:
        with bar("restoring") as progress:
            revision = await restore(Path(options.file), engine, progress)
    print(f"restored at revision {revision}; `sanssouci db check` replays its games")
    return 0


async def _check(options: argparse.Namespace) -> int:
    from sanssouci.server.checking import Seen, faults_of

    seen, faults = Seen(), 0
    async with opened(options.database, must_exist=True, only_reads=True) as engine:
        with bar("replaying") as progress:
            async for fault in faults_of(engine, seen, progress):
                faults += 1
                print(fault)
    tables = f"{_counted(seen.tables, 'table')} with {_counted(seen.entries, 'entry', 'entries')}"
    verdict = _counted(faults, "fault") if faults else "every game replays to the state that is stored"
    print(f"{_counted(seen.followed, 'followed game')}, {tables}: {verdict}")
    return 1 if faults else 0


async def _prune(options: argparse.Namespace) -> int:
    from sanssouci.server.storage.pruning import prune
    from sanssouci.server.storage.upgrade import check

    async with opened(options.database, must_exist=True) as engine:
        await check(engine)
        with bar("deleting") as progress:
            deleted = await prune(engine, time.time() - options.days * 86_400, progress)
    print(f"deleted: {', '.join(_counted(count, what) for what, count in deleted.items())}")
    return 0


def _counted(count: int, one: str, several: str | None = None) -> str:
    return f"{count} {one if count == 1 else several or one + 's'}"


@asynccontextmanager
async def opened(
    url: str | None, *, must_exist: bool = False, only_reads: bool = False
) -> "AsyncIterator[AsyncEngine]":
    """The database of a server, for the length of a block."""
    from sanssouci.server.settings import default_database
    from sanssouci.server.storage.database import open_database, read_url

    address = url or default_database()
    found = read_url(address)
    if must_exist and found.get_backend_name() == "sqlite" and not Path(found.database or "").is_file():
        raise UsageError(f"there is no database {found.database!r}")
    engine = open_database(address, only_reads=only_reads)
    try:
        yield engine
    finally:
        await engine.dispose()
