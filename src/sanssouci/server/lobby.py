"""The lobby: tables that somebody may join, told to all who look as they change."""

import asyncio
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from litestar import Controller, WebSocket, get, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect

from sanssouci.server.caller import Caller
from sanssouci.server.errors import RefusalError, TooManyError
from sanssouci.server.http import problems
from sanssouci.server.messages import ErrorFrame, LobbyFrame, LobbySeat, LobbyTable
from sanssouci.server.permissions import check_table
from sanssouci.server.seating import Seating
from sanssouci.server.showing_tables import show_clock
from sanssouci.server.storage.people import PeopleStore
from sanssouci.server.storage.rows import TableRow
from sanssouci.server.worded import box_at

_LOOK: Final = 1.0  # seconds between looks at the database, while somebody is in the lobby
_ENCODE: Final = msgspec.json.Encoder().encode


class Lobby:
    """What is open, and who looks at it here. One look at the database serves everybody."""

    def __init__(self, seating: Seating, people: PeopleStore) -> None:
        self.house = seating.house
        self._seating = seating
        self._people = people
        self._rows: list[TableRow] = []
        self._ratings: dict[str, str] = {}
        self._involved: set[str] = set()  # whoever may see more than strangers do
        self._frames: dict[str | None, bytes] = {}  # by their viewer; None: a stranger
        self.visitors: set[Visitor] = set()

    async def frame(self, holder: str | None) -> LobbyFrame:
        """What somebody may join or watch, as of now."""
        if await self.look():
            self.wake()
        return self.shown(holder, await self.met_by(holder))

    async def look(self) -> bool:
        """Read what is open; return whether it has changed."""
        rows = await self._seating.open_tables()
        holders = {seat.holder for row in rows for seat in row.seats if seat.holder is not None}
        ratings = await self._people.ratings(sorted(holders))
        if _told_apart(rows) == _told_apart(self._rows) and ratings == self._ratings:
            return False
        self._rows, self._ratings, self._frames = rows, ratings, {}
        self._involved = {holder for row in rows for holder in _involved(row)}
        return True

    async def met_by(self, holder: str | None) -> frozenset[str]:
        """Those with whom somebody has played before."""
        return frozenset() if holder is None else await self.house.store.met(holder)

    def shown(self, holder: str | None, met: frozenset[str]) -> LobbyFrame:
        """What somebody, who has met others before, may join or watch, as of the last look."""
        rows = [row for row in self._rows if row.welcomes(holder) or row.concerns(holder)]
        return LobbyFrame(tables=[self._table(row, holder, met) for row in rows])

    def encoded(self, holder: str | None, met: frozenset[str]) -> bytes:
        """The same as a frame on the wire, made once for all who see the same."""
        is_involved = holder in self._involved or not met.isdisjoint(self._involved)
        viewer = holder if is_involved or any(row.keeps_out(holder) for row in self._rows) else None
        if viewer not in self._frames:
            self._frames[viewer] = _ENCODE(self.shown(viewer, met))
        return self._frames[viewer]

    def _table(self, row: TableRow, holder: str | None, met: frozenset[str]) -> LobbyTable:
        seats = [
            LobbySeat(
                name=seat.name,
                level=seat.level,
                taken=seat.is_taken,
                rating=self._ratings.get(seat.holder or ""),
                met=seat.holder in met,
            )
            for seat in row.seats
        ]
        options = row.options
        return LobbyTable(
            id=row.id,
            status=row.status,
            box=box_at(row).id,
            box_name=box_at(row).name if row.options.words else None,
            expansions=options.expansions,
            seats=seats,
            host=row.name_of(row.host),
            audience=row.open_to,
            salon=options.salon if row.open_to == "salon" else None,
            welcome=options.welcome,
            language=options.language,
            clock=show_clock(row),
            hints=options.hints,
            sit=_may_sit(row, holder),
            yours=row.concerns(holder),
            created=row.created,
        )

    def wake(self) -> None:
        """Tell everybody who looks."""
        for visitor in self.visitors:
            visitor.wake()

    async def watch(self) -> None:
        """Tell those who look what has changed."""
        while True:
            if self.visitors and await self.look():
                self.wake()
            await asyncio.sleep(_LOOK)


def _told_apart(rows: list[TableRow]) -> list[tuple[str, int, frozenset[str]]]:
    """What changes with a table: its version covers everything except who has met its host elsewhere."""
    return [(row.id, row.version, row.friends) for row in rows]


def _involved(row: TableRow) -> Iterator[str]:
    """Those who may do more with a table than strangers may."""
    yield row.host
    yield from row.friends
    for seat in row.seats:
        yield from (holder for holder in (seat.holder, seat.left_by, *seat.known_to) if holder is not None)


def _may_sit(row: TableRow, holder: str | None) -> bool:
    try:
        check_table("sit", row, holder)
    except RefusalError:
        return False
    return True


class Visitor:
    """A connection of somebody who looks at the lobby."""

    def __init__(
        self, socket: "WebSocket[Any, Any, Any]", lobby: Lobby, holder: str | None, met: frozenset[str]
    ) -> None:
        self._socket = socket
        self._lobby = lobby
        self._holder = holder
        self._met = met
        self._news = asyncio.Event()
        self._sent = b""

    def wake(self) -> None:
        """Send what is new, soon."""
        self._news.set()

    async def serve(self) -> None:
        """Send what is new until the client goes; it has nothing to say, and whatever it sends ends the connection."""
        self._lobby.visitors.add(self)
        sending = asyncio.create_task(self._send())
        receiving = asyncio.create_task(self._receive())
        try:
            await asyncio.wait([sending, receiving], return_when=asyncio.FIRST_COMPLETED)
            if receiving.done() and receiving.result():
                await self._socket.close(code=4400, reason="bad_message")
        finally:
            self._lobby.visitors.discard(self)
            for task in (sending, receiving):
                task.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)

    async def _receive(self) -> bool:
        """Whether the client has sent something, rather than gone."""
        message: Any = await self._socket.receive()
        return bool(message["type"] != "websocket.disconnect")

    async def _send(self) -> None:
        while True:
            self._news.clear()
            data = self._lobby.encoded(self._holder, self._met)
            if data != self._sent:
                self._sent = data
                await self._socket.send_text(data.decode())
            await self._news.wait()


@websocket("/api/lobby/live")
async def lobby_live(
    socket: "WebSocket[Any, Any, Any]", lobby: NamedDependency[Lobby], caller: NamedDependency[Caller]
) -> None:
    """Accept a connection to the lobby and serve it until it ends."""
    crowd = lobby.house.crowd
    try:
        await socket.accept()
        if not crowd.has_room(caller.address):
            refusal = TooManyError("connections", "too many connections from this address")
            await socket.send_text(_ENCODE(ErrorFrame(problem=refusal.problem)).decode())
            await socket.close(code=4429, reason="too_many")
            return
        crowd.arrive(caller.address)  # before anything is waited for: others come at the same moment
        try:
            try:
                if await lobby.look():
                    lobby.wake()
                met = await lobby.met_by(caller.holder)
            except Exception as error:
                if not lobby.house.store.outage.explains(error):
                    raise
                await socket.close(code=4503, reason="unavailable")
                return
            await Visitor(socket, lobby, caller.holder, met).serve()
        finally:
            crowd.leave(caller.address)
    except (WebSocketDisconnect, OSError, asyncio.CancelledError):
        pass  # the client has gone, or the server ends


class LobbyController(Controller):
    """The lobby over HTTP."""

    path = "/api"
    tags = ("server",)

    @get("/lobby", responses=problems(), operation_id="openTables")
    async def open_tables(self, lobby: NamedDependency[Lobby], caller: NamedDependency[Caller]) -> LobbyFrame:
        """The tables that you may join or watch; the WebSocket /api/lobby/live sends the same as it changes."""
        return await lobby.frame(caller.holder)
