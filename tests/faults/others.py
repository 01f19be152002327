"""What else people do here while things break: they enter a game at a real table, and meet in a salon."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple, TypeVar

import httpx

from faults.players import Book, Person
from server.databases import Database

T = TypeVar("T")

GAMES: Final = "/api/companion/games"
SALONS: Final = "/api/salons"
_AGAIN: Final = 0.1  # how often a tap that was acknowledged is sent once more
_PAUSE: Final = 0.05  # seconds between two taps
_LATER: Final = 0.2  # seconds until something that has failed is tried again


class Follower:
    """Somebody who enters a game tap by tap. A tap is sent until it is acknowledged, always with its own key."""

    def __init__(self, book: Book, person: Person, luck: random.Random) -> None:
        self._book, self._person, self._luck = book, person, luck
        self._seen = book.calm.now
        self._is_done = False
        self.keys: dict[str, list[str]] = {}  # of the taps that were acknowledged, in their order, by game

    @property
    def waiting(self) -> float:
        """Seconds since the last tap was acknowledged."""
        return 0.0 if self._is_done else self._book.calm.now - self._seen

    async def follow(self, may_end: Callable[[], bool]) -> None:
        """Enter one game after the other until that is enough."""
        while not may_end():
            key = f"game-{self._luck.getrandbits(60)}"
            wish = {"box": "ravensburger", "players": 2, "first": 0, "eyes": 0, "key": key}
            state = await self._sent(GAMES, wish)
            keys = self.keys.setdefault(state["id"], [])
            while state["wanted"] is not None and not may_end():
                state = await self._tap(state, keys)
                await asyncio.sleep(_PAUSE)
            self._book.counts["followed"] += 1
        self._is_done = True

    async def _tap(self, state: dict[str, Any], keys: list[str]) -> dict[str, Any]:
        draft, wanted = state["draft"], state["wanted"]
        texts = [choice["text"] for choice in draft["choices"]] if draft else wanted["options"]
        number, key = state["number"] + 1, f"tap-{self._luck.getrandbits(60)}"
        tap = {"number": number, "key": key, "kind": "enter", "text": self._luck.choice(texts)}
        path = f"{GAMES}/{state['id']}/taps"
        after = await self._sent(path, {"taps": [tap]})
        assert after["number"] == number, f"tap {number} was acknowledged as {after['number']}"
        keys.append(key)
        self._book.counts["taps"] += 1
        if self._luck.random() < _AGAIN:
            self._book.counts["tapped twice"] += 1
            assert (await self._sent(path, {"taps": [tap]}))["number"] == number
        return after

    async def _sent(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = await until_done(lambda: self._person.ask(path, body))
        self._book.waited(self.waiting)
        self._seen = self._book.calm.now
        return found

    async def check(self, database: Database) -> None:
        """Every acknowledged tap is kept, once and in its place, and nothing else is."""
        for game, keys in self.keys.items():
            rows = await database.ask("SELECT number, key FROM taps WHERE followed_id = :id ORDER BY number", id=game)
            assert [(row.number, row.key) for row in rows] == list(enumerate(keys, 1)), f"followed game {game}"


class Meeting(NamedTuple):
    """A table that members of a salon have opened and taken."""

    table: str
    people: list[Person]


class Salon:
    """Two people who meet for one game after the other by the same link."""

    def __init__(self, book: Book, founder: Person, guest: Person) -> None:
        self._book, self._founder, self._guest = book, founder, guest
        self._id: str | None = None

    async def next_game(self) -> Meeting:
        """Open the next table of the salon, and find it there."""
        return await until_done(self._next_game)

    async def _next_game(self) -> Meeting:
        if self._id is None:
            self._id = (await self._founder.ask(SALONS, {"name": "Thursdays", "you": "Ada"}))["id"]
        path = f"{SALONS}/{self._id}"
        await self._guest.ask(f"{path}/join", {"name": "Ben"})
        wish = {"seats": [{"kind": "here"}, {"kind": "invited"}], "audience": "salon", "salon": self._id, "pace": 0}
        table = (await self._founder.ask("/api/tables", wish))["table"]["id"]
        assert table in {each["id"] for each in (await self._guest.see(path))["tables"]}, "the salon's next game"
        await self._guest.ask(f"/api/tables/{table}/sit", {"name": "Ben"})
        self._book.counts["games of a salon"] += 1
        return Meeting(table, [self._founder, self._guest])

    async def check(self, database: Database) -> None:
        """The salon has both members, each of them once."""
        members = await database.ask("SELECT name FROM members WHERE salon_id = :id ORDER BY name", id=self._id)
        assert [row.name for row in members] == ["Ada", "Ben"]


async def until_done(work: Callable[[], Awaitable[T]]) -> T:
    """Try something until nothing that it stands on is broken."""
    while True:
        try:
            return await work()
        except httpx.HTTPError:
            await asyncio.sleep(_LATER)
