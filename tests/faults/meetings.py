"""How people meet while things break: in a salon, over its founder's own box, and as strangers in the lobby."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final, NamedTuple

import httpx
import websockets

from faults.others import until_done
from faults.players import OPENING, Book, Person
from server.databases import Database
from server.serving import COOKIE

SALONS: Final = "/api/salons"
BOXES: Final = "/api/boxes"
LOBBY: Final = "/api/lobby/live"
DAY: Final = 86_400
_LATER: Final = 0.2  # seconds until something that has failed is tried again


class Meeting(NamedTuple):
    """A table that people have opened and taken."""

    table: str
    people: list[Person]


class Owner:
    """Somebody who changes the box of a copy of their own again and again, and plays with it."""

    def __init__(self, book: Book, person: Person) -> None:
        self._book, self._person = book, person
        self._box: dict[str, Any] = {}
        self._played: dict[str, str] = {}  # by table, what the box was called when it was opened

    async def changed(self) -> str:
        """Change the box, beginning it if there is none yet; returns its id."""
        if not self._box:
            self._box = await until_done(lambda: self._person.ask(BOXES, {"extends": "ravensburger"}))
        path, version = f"{BOXES}/{self._box['id']}", self._box["version"]
        file = {**self._box["file"], "name": f"Copy {version + 1}"}
        while True:
            try:
                self._box = await self._person.ask(path, {"version": version, "file": file})
                break
            except httpx.HTTPStatusError as error:
                if error.response.status_code == httpx.codes.CONFLICT:  # it was kept, and its answer was lost
                    self._box = await until_done(lambda: self._person.see(path))
                    break
            except httpx.HTTPError:
                pass
            await asyncio.sleep(_LATER)
        assert (self._box["version"], self._box["file"]["name"]) == (version + 1, file["name"])
        self._book.counts["boxes kept"] += 1
        box_id: str = self._box["id"]
        return box_id

    def plays(self, table: str) -> None:
        """Note with which box a table was opened."""
        self._played[table] = self._box["file"]["name"]

    async def check(self, database: Database) -> None:
        """The box is as it was last kept, and each table has it as it was when the table was opened."""
        (row,) = await database.ask("SELECT version, file FROM boxes WHERE id = :id", id=self._box["id"])
        assert (row.version, json.loads(row.file)) == (self._box["version"], self._box["file"])
        for table, name in self._played.items():
            (row,) = await database.ask("SELECT options FROM tables WHERE id = :id", id=table)
            words = json.loads(json.loads(row.options)["words"])
            assert words["name"] == name, f"table {table} was opened with {name}"


class Salon:
    """Two people who meet for one game after the other by the same link, and play with the founder's box."""

    def __init__(self, book: Book, founder: Person, guest: Person) -> None:
        self._book, self._founder, self._guest = book, founder, guest
        self._owner = Owner(book, founder)
        self._id: str | None = None

    async def next_game(self) -> Meeting:
        """Open the next table of the salon, and find it there."""
        box = await self._owner.changed()
        found = await until_done(lambda: self._next_game(box))
        self._owner.plays(found.table)
        return found

    async def _next_game(self, box: str) -> Meeting:
        if not self._guest.token:  # or somebody whose first answer is lost would come in twice
            await self._guest.ask("/api/you", {"label": "Phone"})
        if self._id is None:
            self._id = (await self._founder.ask(SALONS, {"name": "Thursdays", "you": "Ada"}))["id"]
        path = f"{SALONS}/{self._id}"
        await self._guest.ask(f"{path}/join", {"name": "Ben"})
        seats = [{"kind": "here"}, {"kind": "invited"}]
        wish = {"seats": seats, "box": box, "audience": "salon", "salon": self._id, "pace": 0}
        table = (await self._founder.ask("/api/tables", wish))["table"]["id"]
        assert table in {each["id"] for each in (await self._guest.see(path))["tables"]}, "the salon's next game"
        await self._guest.ask(f"/api/tables/{table}/sit", {"name": "Ben"})
        self._book.counts["games of a salon"] += 1
        return Meeting(table, [self._founder, self._guest])

    async def check(self, database: Database) -> None:
        """The salon has both members, each of them once, and the box is right."""
        members = await database.ask("SELECT name FROM members WHERE salon_id = :id ORDER BY name", id=self._id)
        assert [row.name for row in members] == ["Ada", "Ben"], f"in the salon are {members}"
        await self._owner.check(database)


class Lobby:
    """Strangers who find each other in the lobby, and then play by correspondence."""

    def __init__(self, book: Book, urls: list[str], person: Callable[[], Person], luck: random.Random) -> None:
        self._book, self._urls, self._person, self._luck = book, urls, person, luck
        self._guest = person()
        self._tables: list[str] = []
        self._seen: set[str] = set()  # where the guest could sit down, as of the last frame
        self._news = asyncio.Event()
        self._since: float | None = None  # when the table that the guest waits for was opened

    @property
    def waiting(self) -> float:
        """Seconds since a table has been opened that the guest has not been told of."""
        return 0.0 if self._since is None else self._book.calm.now - self._since

    async def watch(self) -> None:
        """Look at the lobby, always again when the line is broken."""
        while True:
            try:
                await self._look()
            except (OSError, TimeoutError, websockets.WebSocketException):
                self._book.counts["broken lines"] += 1
            await asyncio.sleep(self._luck.uniform(0.05, 0.3))

    async def _look(self) -> None:
        connection = await websockets.connect(
            self._luck.choice(self._urls).replace("http", "ws", 1) + LOBBY,
            additional_headers={"Cookie": f"{COOKIE}={self._guest.token}"} if self._guest.token else {},
            local_addr=(self._guest.address, 0),
            open_timeout=OPENING,
            ping_interval=None,
            max_size=None,
        )
        self._book.counts["visits to the lobby"] += 1
        try:
            while True:
                frame = json.loads(await connection.recv())
                self._seen = {each["id"] for each in frame["tables"] if each["sit"]}
                self._news.set()
        finally:
            connection.transport.abort()

    async def next_game(self) -> Meeting:
        """Open a table to anyone, which the guest finds in the lobby."""
        return await until_done(self._next_game)

    async def _next_game(self) -> Meeting:
        host, clock = self._person(), {"base": DAY, "turn": DAY}
        wish = {"seats": [{"kind": "here"}, {"kind": "invited"}], "audience": "anyone", "clock": clock}
        table: str = (await host.ask("/api/tables", wish))["table"]["id"]
        self._since = self._book.calm.now
        while table not in self._seen:
            self._news.clear()
            await self._news.wait()
        self._book.waited(self.waiting)
        self._since = None
        await self._guest.ask(f"/api/tables/{table}/sit", {"name": "Guest"})
        self._book.counts["games of the lobby"] += 1
        self._tables.append(table)
        return Meeting(table, [host, self._guest])

    async def check(self, database: Database) -> None:
        """The time left to each player is what the log says, and the clocks of games that are over stand still."""
        for table in self._tables:
            (row,) = await database.ask("SELECT status, due FROM tables WHERE id = :id", id=table)
            assert (row.status, row.due) == ("over", None), f"the game by correspondence at table {table}"
            log = await database.ask("SELECT seat, at FROM log WHERE table_id = :id ORDER BY ply", id=table)
            left = Counter(dict.fromkeys((0, 1), DAY))
            for before, entry in pairwise(log):
                left[entry.seat] += DAY - (entry.at - before.at)
            seats = await database.ask("SELECT seat, bank, replaced FROM seats WHERE table_id = :id", id=table)
            assert all(abs(row.bank - left[row.seat]) < 1 and not row.replaced for row in seats), f"{seats} {left}"
