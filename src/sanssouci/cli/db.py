"""`sanssouci db`: look after the database of a server."""

import argparse
import asyncio
from typing import Final

from sanssouci.cli.errors import UsageError

SUMMARY: Final = "look after the database of a server"
EXAMPLES: Final = ("db upgrade --database postgresql://sanssouci@localhost/sanssouci",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    upgrade = actions.add_parser(
        "upgrade", help="bring the database to the newest revision (SQLite does this by itself)"
    )
    upgrade.add_argument("--database", default=None, metavar="URL", help="a SQLite file or postgresql://USER@HOST/NAME")


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    from sqlalchemy.exc import SQLAlchemyError

    from sanssouci.server.storage.upgrade import reason_of

    try:
        before, after = asyncio.run(_upgrade(options.database))
    except (SQLAlchemyError, OSError) as error:
        raise UsageError(f"the database cannot be used: {reason_of(error)}") from None
    print(f"the database is at revision {after}" + ("" if before == after else f"; it was at {before or 'none'}"))
    return 0


async def _upgrade(url: str | None) -> tuple[str | None, str]:
    from sanssouci.server.settings import default_database
    from sanssouci.server.storage.database import open_database
    from sanssouci.server.storage.upgrade import upgrade

    engine = open_database(url or default_database())
    try:
        return await upgrade(engine)
    finally:
        await engine.dispose()
