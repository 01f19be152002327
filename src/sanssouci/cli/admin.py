"""`sanssouci admin`: keep order on a server: look around, close tables, ban, mute, read reports."""

import argparse
import asyncio
import getpass
import ipaddress
import os
import time
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from sanssouci.cli.db import opened
from sanssouci.cli.errors import UsageError
from sanssouci.game.extras import require

if TYPE_CHECKING:
    from sanssouci.server.storage.moderation import ModerationStore

SUMMARY: Final = "keep order on a server: tables, people, reports, bans"
EXAMPLES: Final = (
    "admin tables --status running",
    "admin people --address 192.0.2.7",
    "admin reports",
    'admin ban 3f9a2c51 --days 30 --reason "insults in the chat"',
    "admin close XyZ0aB --reason spam",
)
_SHOWN: Final = 12  # characters of an id: enough to name it again
_SHORTEST: Final = 6  # characters that may name somebody
_DAY: Final = 86_400.0
_STATUSES: Final = ("waiting", "running", "over", "abandoned")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)

    def action(name: str, summary: str) -> argparse.ArgumentParser:
        child = actions.add_parser(name, help=summary)
        child.add_argument(
            "--database", default=None, metavar="URL", help="a SQLite file or postgresql://USER@HOST/NAME"
        )
        return child

    tables = action("tables", "list tables, those that changed last first")
    tables.add_argument("--status", choices=_STATUSES, help="only those in this state")
    tables.add_argument("--person", metavar="ID", help="only those of this person")
    action("table", "show a table: who plays, and what was said").add_argument("table", metavar="TABLE")
    people = action("people", "list who has opened a table or taken a seat in the last 30 days")
    people.add_argument("--name", metavar="TEXT", help="only those whose name contains this")
    people.add_argument("--address", metavar="ADDRESS", help="only those who came from this address")
    addresses = action("addresses", "list where people came from in the last 30 days")
    addresses.add_argument("--person", metavar="ID", help="only those of this person")
    close = action("close", "close a table")
    close.add_argument("table", metavar="TABLE")
    close.add_argument("--reason", required=True, metavar="TEXT")
    for kind, summary in (("ban", "keep somebody from playing here"), ("mute", "keep somebody from talking")):
        child = action(kind, summary)
        child.add_argument("subject", metavar="WHO", help="the id of a person, or its beginning, or an address")
        length = child.add_mutually_exclusive_group()
        length.add_argument("--days", type=float, default=7.0, metavar="N", help="for how long (default 7)")
        length.add_argument("--for-good", action="store_true", help="until it is lifted")
        child.add_argument("--reason", required=True, metavar="TEXT")
        action(f"un{kind}", f"lift a {kind}").add_argument("subject", metavar="WHO")
    action("sanctions", "list who is banned or muted now")
    action("reports", "list what players have reported").add_argument(
        "--all", action="store_true", help="also those that have been settled"
    )
    settle = action("settle", "mark a report as dealt with")
    settle.add_argument("report", type=int, metavar="N")
    settle.add_argument("--reason", default="", metavar="TEXT", help="what was done about it")
    action("log", "list what operators have done")


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    require("server", needed_for="the administration of a server")
    from sqlalchemy.exc import SQLAlchemyError

    from sanssouci.server.storage.upgrade import reason_of

    if not 0 < getattr(options, "days", 1.0) <= 36_500:
        raise UsageError(f"--days must be a number up to 36500, not {options.days:g}")
    if len(getattr(options, "reason", "")) > 300:
        raise UsageError("--reason has at most 300 characters")
    try:
        return asyncio.run(_run(options))
    except (SQLAlchemyError, OSError) as error:
        raise UsageError(f"the database cannot be used: {reason_of(error)}") from None


async def _run(options: argparse.Namespace) -> int:
    from sanssouci.server.storage.moderation import ModerationStore
    from sanssouci.server.storage.store import Store
    from sanssouci.server.storage.upgrade import check

    async with opened(options.database, must_exist=True) as engine:
        await check(engine)
        office = _Office(ModerationStore(Store(engine)), options)
        return await getattr(office, options.action)()  # type: ignore[no-any-return]  # each returns a status


def _operator() -> str:
    """Who is at the keyboard; in a container that may be a user without a name."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # the latter from Python 3.13 on
        return f"user {os.getuid()}"


class _Office:
    """One method for each action; each returns the exit status."""

    def __init__(self, store: "ModerationStore", options: argparse.Namespace) -> None:
        self.store = store
        self.options = options
        self.by = _operator()[:60]

    # ── looking ────────────────────────────────────────────────────────────────────────────────────

    async def tables(self) -> int:
        holder = await self._person(self.options.person) if self.options.person else None
        rows = await self.store.tables(status=self.options.status, holder=holder)
        _print(
            ("TABLE", "STATE", "TURNS", "LISTED", "HOST", "CHANGED"),
            [(r.id, r.status, max(r.ply, 0), "yes" if r.listed else "no", _id(r.host), _time(r.changed)) for r in rows],
        )
        return 0

    async def table(self) -> int:
        table = await self._table(self.options.table)
        rows = await self.store.seats(table)
        _print(
            ("SEAT", "KIND", "NAME", "PERSON", "LEVEL"),
            [(r.seat, r.kind, r.name, _id(r.holder), r.level or "") for r in rows],
        )
        for line in await self.store.said(table):
            print(f"{_time(line.at)}  {line.name or line.seat}: {line.text}")
        return 0

    async def people(self) -> int:
        address = _address(self.options.address) if self.options.address else None
        if self.options.address and address is None:
            raise UsageError(f"{self.options.address!r} is not an address")
        rows = await self.store.people(name=self.options.name, address=address)
        _print(
            ("PERSON", "NAME", "ACCOUNT", "ADDRESSES", "FIRST", "LAST"),
            [
                (_id(r.holder), r.name, "yes" if r.account else "no", r.addresses, _time(r.first), _time(r.last))
                for r in rows
            ],
        )
        return 0

    async def addresses(self) -> int:
        holder = await self._person(self.options.person) if self.options.person else None
        rows = await self.store.addresses(holder=holder)
        _print(("ADDRESS", "PEOPLE", "LAST"), [(r.address, r.people, _time(r.last)) for r in rows])
        return 0

    async def sanctions(self) -> int:
        rows = await self.store.sanctions(time.time())
        _print(
            ("WHAT", "WHO", "UNTIL", "REASON"),
            [(r.kind, _subject(r.subject), _time(r.until) if r.until else "for good", r.reason) for r in rows],
        )
        return 0

    async def reports(self) -> int:
        rows = await self.store.reports(also_done=self.options.all)
        for row in rows:
            state = f", settled {_time(row.done)}" if row.done else ""
            who = f"{row.name or '?'} ({_id(row.subject)}), seat {row.seat}"
            print(f"#{row.id}  {_time(row.at)}  {row.reason}: {who}{state}")
            print(f"    table {row.table_id}, reported by {_id(row.reporter)}" + (f": {row.text}" if row.text else ""))
            for line in row.said.splitlines():
                print(f"    | {line}")
        if not rows:
            print("no reports")
        return 0

    async def log(self) -> int:
        rows = await self.store.audited()
        _print(
            ("WHEN", "WHO", "DID", "TO", "WHY"),
            [(_time(r.at), r.by, r.action, _subject(r.subject), r.detail) for r in rows],
        )
        return 0

    # ── deciding ───────────────────────────────────────────────────────────────────────────────────

    async def close(self) -> int:
        table = await self._table(self.options.table)
        if not await self.store.close_table(table, self.by, self.options.reason):
            raise UsageError(f"the game of table {table} is already over")
        print(f"table {table} is closed; players see it within a few seconds")
        return 0

    async def ban(self) -> int:
        return await self._sanction("ban", "banned")

    async def mute(self) -> int:
        return await self._sanction("mute", "muted")

    async def unban(self) -> int:
        return await self._lift("ban", "banned")

    async def unmute(self) -> int:
        return await self._lift("mute", "muted")

    async def settle(self) -> int:
        if not await self.store.settle(self.options.report, self.by, self.options.reason):
            raise UsageError(f"there is no unsettled report {self.options.report}; see sanssouci admin reports")
        print(f"report {self.options.report} is settled")
        return 0

    async def _sanction(self, kind: str, word: str) -> int:
        subject = await self._who(self.options.subject)
        until = None if self.options.for_good else time.time() + self.options.days * _DAY
        await self.store.sanction(kind, subject, until, self.by, self.options.reason)
        print(f"{_subject(subject)} is {word} {'for good' if until is None else 'until ' + _time(until)}")
        return 0

    async def _lift(self, kind: str, word: str) -> int:
        subject = await self._who(self.options.subject)
        if not await self.store.lift(kind, subject, self.by):
            raise UsageError(f"{_subject(subject)} is not {word}")
        print(f"{_subject(subject)} is no longer {word}")
        return 0

    # ── naming ─────────────────────────────────────────────────────────────────────────────────────

    async def _who(self, text: str) -> str:
        return _address(text) or await self._person(text)

    async def _person(self, text: str) -> str:
        if len(text) < _SHORTEST:
            raise UsageError(f"give at least {_SHORTEST} characters of a person's id, not {text!r}")
        return _only(await self.store.holders_like(text.lower()), "person", text)

    async def _table(self, text: str) -> str:
        if len(text) < _SHORTEST:
            raise UsageError(f"give at least {_SHORTEST} characters of a table's id, not {text!r}")
        return _only(await self.store.tables_like(text), "table", text)


def _only(found: list[str], what: str, text: str) -> str:
    if not found:
        raise UsageError(f"no {what} has an id that begins with {text!r}")
    if len(found) > 1:
        raise UsageError(f"several ids of a {what} begin with {text!r}: give more of it")
    return found[0]


def _address(text: str) -> str | None:
    """An address as the server counts it; None if the text is not one."""
    from sanssouci.server.addresses import network_of

    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
    return network_of(text.partition("/")[0])


def _id(holder: str | None) -> str:
    return holder[:_SHOWN] if holder else ""


def _subject(subject: str) -> str:
    return _id(subject) if len(subject) == 64 else subject


def _time(at: float) -> str:
    return f"{datetime.fromtimestamp(at):%Y-%m-%d %H:%M}"


def _print(heads: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    """Print a table; the last column may be as long as it likes."""
    cells = [heads, *(tuple(map(str, row)) for row in rows)]
    widths = [max(len(row[number]) for row in cells) for number in range(len(heads))]
    for row in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
