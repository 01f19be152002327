"""What people enter beside a real table while things break: a game as it is played, and a table laid out by hand."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import httpx

from faults.players import Book, Person
from sanssouci import Game
from sanssouci.game.laying import taken_over
from server.databases import Database

T = TypeVar("T")

GAMES: Final = "/api/companion/games"
LAID: Final = "/api/companion/tables"
_AGAIN: Final = 0.1  # how often taps that were acknowledged are sent once more
_TAKEN_BACK: Final = 0.1  # how often what was just put down is taken away, and put down again
_TOGETHER: Final = 3  # the most taps that are sent at once
_PAUSE: Final = 0.05  # seconds between two messages
_LATER: Final = 0.2  # seconds until something that has failed is tried again

Tap = dict[str, Any]  # without its number and its key


class _Tapper:
    """Somebody who enters something tap by tap. A tap is sent until it is acknowledged, always with its own key."""

    def __init__(self, book: Book, person: Person, luck: random.Random) -> None:
        self._book, self._person, self._luck = book, person, luck
        self._seen = book.calm.now
        self._is_done = False
        self.keys: dict[str, list[str]] = {}  # of the taps that were acknowledged, in their order, by what was begun

    @property
    def waiting(self) -> float:
        """Seconds since the last taps were acknowledged."""
        return 0.0 if self._is_done else self._book.calm.now - self._seen

    async def _begin(self, path: str, **wish: Any) -> dict[str, Any]:
        state = await self._sent(path, {**wish, "key": f"begun-{self._luck.getrandbits(60)}"})
        self.keys[state["id"]] = []
        return state

    async def _tap(self, path: str, state: dict[str, Any], *taps: Tap) -> dict[str, Any]:
        """Send taps together, sometimes once more, and return what they have led to."""
        keys = [f"tap-{self._luck.getrandbits(60)}" for _ in taps]
        numbered = [
            {"number": number, "key": key, **tap}
            for number, (key, tap) in enumerate(zip(keys, taps, strict=True), state["number"] + 1)
        ]
        path = f"{path}/{state['id']}/taps"
        after = await self._sent(path, {"taps": numbered})
        assert after["number"] == numbered[-1]["number"], f"{numbered} were acknowledged as {after['number']}"
        self.keys[state["id"]] += keys
        self._book.counts["taps"] += len(taps)
        if self._luck.random() < _AGAIN:
            self._book.counts["tapped twice"] += 1
            assert (await self._sent(path, {"taps": numbered}))["number"] == after["number"]
        await asyncio.sleep(_PAUSE)
        return after

    async def _sent(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = await until_done(lambda: self._person.ask(path, body))
        self._book.waited(self.waiting)
        self._seen = self._book.calm.now
        return found

    async def check(self, database: Database) -> None:
        """Every acknowledged tap is kept, once and in its place, and nothing else is."""
        for begun, keys in self.keys.items():
            rows = await database.ask("SELECT number, key FROM taps WHERE followed_id = :id ORDER BY number", id=begun)
            assert [(row.number, row.key) for row in rows] == list(enumerate(keys, 1)), f"what was entered: {begun}"


class Follower(_Tapper):
    """Somebody who enters a game as it is played at a real table."""

    async def go_on(self, may_end: Callable[[], bool]) -> None:
        """Enter one game after the other until that is enough."""
        while not may_end():
            state = await self._begin(GAMES, box="ravensburger", players=2, first=0, eyes=0)
            while state["wanted"] is not None and not may_end():
                draft, wanted = state["draft"], state["wanted"]
                texts = [choice["text"] for choice in draft["choices"]] if draft else wanted["options"]
                state = await self._tap(GAMES, state, {"kind": "enter", "text": self._luck.choice(texts)})
            self._book.counts["followed"] += 1
        self._is_done = True


class Layer(_Tapper):
    """Somebody who lays out the end of a game, in any order, to have it counted."""

    async def go_on(self, may_end: Callable[[], bool]) -> None:
        """Lay out one table after the other until that is enough. Each is whole in the end, and counted right."""
        while not may_end():
            game = _finished(self._luck)
            state = await self._begin(LAID, box="ravensburger", players=2, first=0, purpose="count")
            left = [_put(*put) for put in taken_over(game.view(-1), over=True)]
            self._luck.shuffle(left)
            while left and not may_end():
                taps, left = left[:_TOGETHER], left[_TOGETHER:]
                if self._luck.random() < _TAKEN_BACK:
                    taps = [taps[0], {"kind": "undo"}, *taps]
                state = await self._tap(LAID, state, *taps)
            if not left:
                assert state["whole"], state["faults"]
                totals = [seat["points"]["total"] for seat in state["view"]["seats"]]
                assert totals == [game.points(seat).total for seat in range(game.players)]
                self._book.counts["laid out"] += 1
        self._is_done = True


def _finished(luck: random.Random) -> Game:
    """A random game at its end, whose first player has seat 0."""
    game = Game("ravensburger", players=2, first=0, seed=luck.getrandbits(60))
    while not game.is_over:
        game.push(luck.choice(game.legal_moves))
    return game


def _put(part: str, seat: int | None, where: str, value: str) -> Tap:
    return {"kind": "put", "part": part, "where": where, "text": value} | ({} if seat is None else {"seat": seat})


async def until_done(work: Callable[[], Awaitable[T]]) -> T:
    """Try something until nothing that it stands on is broken."""
    while True:
        try:
            return await work()
        except httpx.HTTPError:
            await asyncio.sleep(_LATER)
