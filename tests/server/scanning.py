"""Games over real connections in which everything that is sent is held against what its receiver may know.

Each frame is compared with what can be worked out from the position's text as its receiver may know it, with '?' for
all that is hidden. A frame that is equal to that cannot hold more.
"""

import asyncio
import hashlib
import json
import random
from collections.abc import Iterable
from contextlib import AsyncExitStack, suppress
from typing import Any, Final

import msgspec

from sanssouci import Box, Draft, Game, RandomPlayer, View
from sanssouci.server.drafting import Drafting
from sanssouci.server.messages import SeatInfo, TableInfo
from sanssouci.server.showing import show_view
from server.databases import Database
from server.playing import at, drafted
from server.serving import Live, Person, Server
from strategies import BOX_FILES, CONFIGURATIONS, Configuration

AT_ONCE: Final = 12
STUCK: Final = 900.0  # seconds after which a game that is not over counts as stuck
TABLE_KEYS: Final = set(TableInfo.__struct_fields__)
SEAT_KEYS: Final = set(SeatInfo.__struct_fields__)
DRAFTS, LOOKS, LIVE, UNDOS, RELOADS, LINES = 0.15, 0.3, 0.7, 0.1, 0.03, 0.01  # how often

Moves = tuple[str, ...]
Seats = tuple[int, ...]


def configuration_of(number: int) -> Configuration:
    """Every configuration twice; then mostly those whose games are short, and every tenth time any of them."""
    if number < 2 * len(CONFIGURATIONS):
        return CONFIGURATIONS[number % len(CONFIGURATIONS)]
    if number % 10 == 0:
        return CONFIGURATIONS[number // 10 % len(CONFIGURATIONS)]
    short = [one for one in CONFIGURATIONS if one.players == 2]
    small = [one for one in short if one.box_name in BOX_FILES]
    return small[number // 2 % len(small)] if number % 4 < 2 else short[number // 2 % len(short)]


class Room:
    """A table with all its secrets, and everything that must not be told."""

    def __init__(self, table: str, box: Box, start: Game, luck: random.Random) -> None:
        self.table = table
        self.box = box
        self.luck = luck
        self.seed = f"{start.seed:032x}"
        self.moved = asyncio.Event()
        self.frames = 0
        self.steps: dict[int, list[str]] = {}  # of the drafts, by ply
        self.forbidden: set[str] = set()
        self.over_at: set[int] = set()  # the plies at which somebody was told that the game is over
        self.lengths: set[int] = set()  # of the game, as records have told that it is over
        self._plies: dict[int, Moves] = {0: ()}  # the moves that lead to each entry of the log
        self._positions: dict[Moves, Game] = {(): start}
        self._shown: dict[tuple[Moves, int], Any] = {}

    @property
    def ply(self) -> int:
        """The last entry of the log that anybody was told of."""
        return max(self._plies)

    @property
    def game(self) -> Game:
        return self.position(self.ply)

    def position(self, ply: int) -> Game:
        return self._positions[self._plies[ply]]

    def learn(self, ply: int, moves: Moves) -> None:
        """An entry of the log has become known; everybody must be told the same about it."""
        if ply not in self._plies:
            self._plies[ply] = moves
            self._reach(moves)
            self.moved.set()
        assert self._plies[ply] == moves

    def _reach(self, moves: Moves) -> Game:
        if moves not in self._positions:
            game = self._reach(moves[:-1]).copy()
            game.push(moves[-1])
            self._positions[moves] = game
        return self._positions[moves]

    def moves_before(self, ply: int) -> Moves:
        return self._plies[ply]

    def hide(self, person: Person) -> None:
        if person.token is not None:
            self.forbidden |= {person.token, hashlib.sha256(person.token.encode()).hexdigest()}
            name = person.token.partition(".")[0]
            self.forbidden |= {name, hashlib.sha256(name.encode()).hexdigest()}

    def view(self, ply: int, eyes: int) -> View:
        """What may be known, by way of its text: nothing hidden can come along."""
        return View.from_text(self.position(ply).view(eyes).text(), box=self.box)

    def shown(self, ply: int, eyes: int) -> Any:
        key = self._plies[ply], eyes
        if key not in self._shown:
            self._shown[key] = msgspec.to_builtins(show_view(self.view(ply, eyes)))
        return self._shown[key]

    # ── checks ─────────────────────────────────────────────────────────────────────────────────────

    def check_text(self, text: str, *, is_over: bool) -> None:
        self.frames += 1
        for secret in self.forbidden:
            assert secret not in text
        if not is_over:
            assert self.seed not in text
            assert str(int(self.seed, 16)) not in text

    def check_game(self, frame: dict[str, Any], seats: Seats, known: Moves = ()) -> Moves:
        """Check a game frame of somebody who knows some moves; returns those known after it."""
        assert frame.keys() - {"type"} == {"ply", "views", "drafts", "undo", "log_from", "log"}
        assert set(frame["undo"]) <= set(seats)
        assert frame["log_from"] <= len(known)
        ply, moves = frame["ply"], (*known[: frame["log_from"]], *(told["move"] for told in frame["log"]))
        self.learn(ply, moves)
        eyes = seats or (-1,)
        assert [view["eyes"] for view in frame["views"]] == list(eyes)
        game = self.position(ply)
        for view in frame["views"]:
            for seat, shown in enumerate(view["seats"]):
                assert (shown["hand"] is None) == (seat != view["eyes"])
                assert (shown["missions"] is None) == (seat != view["eyes"] and not game.is_over)
            assert view == self.shown(ply, view["eyes"])
        for draft in frame["drafts"]:
            self.check_draft(draft, seats)
        if not seats:
            assert frame["drafts"] == []
        return moves

    def check_draft(self, draft: dict[str, Any], seats: Seats) -> None:
        game = self.position(draft["ply"])
        assert draft["seat"] in seats
        assert draft["seat"] == game.seat
        kept = self.steps.get(draft["ply"], [])
        assert draft["steps"] in (list(drafted(game).chosen), list(drafted(game, *kept).chosen))
        if self.luck.random() < 0.1:
            expected = Drafting(self.view(draft["ply"], draft["seat"]), draft["ply"])
            assert draft == msgspec.to_builtins(expected.show(draft["steps"]))

    def check_table(self, table: dict[str, Any], seats: Seats) -> None:
        assert table.keys() == TABLE_KEYS
        assert [seat["yours"] for seat in table["seats"]] == [seat in seats for seat in range(len(table["seats"]))]
        assert all(seat.keys() == SEAT_KEYS for seat in table["seats"])
        assert table["seed"] == (self.seed if table["status"] == "over" else None)
        if table["status"] == "over":
            self.over_at.add(table["ply"])

    def check_record(self, record: dict[str, Any], seat: int) -> None:
        if record["result"] is not None:
            assert record["seed"] == self.seed
            self.lengths.add(sum(kind in ("side", "turn") for kind, *_ in record["events"]))
            return
        assert "seed" not in record
        assert record["seat"] == seat
        for kind, owner, value in record["events"]:
            if kind in ("card", "mission"):
                assert (value == "?") == (owner != seat)


class Listener:
    """Somebody's connection to a table, at which everything that comes is checked; now and then they reload."""

    def __init__(self, room: Room, person: Person, seats: Seats) -> None:
        self.room, self.person, self.seats = room, person, seats
        self.live: Live | None = None
        self.reloads = 0

    async def listen(self) -> None:
        """Check every frame until the end of the game has come."""
        while True:
            async with self.person.live(self.room.table) as self.live:
                if await self._listen(self.live):
                    return
            self.reloads += 1

    async def _listen(self, live: Live) -> bool:
        """Listen until the end, or until it is time to reload; returns whether it was the end."""
        room = self.room
        known: Moves = ()
        while True:
            text = await live.socket.recv()
            assert isinstance(text, str)
            frame = json.loads(text)
            match frame["type"]:
                case "game":
                    known = room.check_game(frame, self.seats, known)
                case "draft":
                    room.check_draft(frame["draft"], self.seats)
                case "table":
                    room.check_table(frame["table"], self.seats)
                case "chat" | "done":
                    assert frame.keys() <= {"type", "lines", "id", "ply"}
                case other:
                    raise AssertionError(f"{other}: {text}")
            is_over = frame["type"] == "table" and frame["table"]["status"] == "over"
            room.check_text(text, is_over=is_over)
            if frame["type"] == "game" and frame["views"][0]["phase"] == "over":
                return True
            if room.luck.random() < RELOADS:
                self.live = None
                return False


async def look_around(room: Room, person: Person, seats: Seats) -> None:
    """Ask for everything that can be asked for over HTTP."""
    for path in ("", "/game", "/record", "/chat", *(f"/record?seat={seat}" for seat in range(room.game.players))):
        answer = await person.get(at(room.table, path))
        seat = int(path[-1]) if "=" in path else -1
        if answer.status_code == 403:
            assert seat not in seats
            assert answer.json()["code"] == "not_your_seat"
            continue
        assert answer.status_code == 200, answer.text
        if path == "/game":
            room.check_game(answer.json(), seats)
        elif path == "":
            room.check_table(answer.json(), seats)
        elif "record" in path:
            record = answer.json()
            assert seat in (-1, *seats) or record["result"] is not None
            room.check_record(record, seat)
        is_over = path != "/game" and len(room.over_at) > 0
        room.check_text(answer.text, is_over=is_over)


class Evening:
    """One game with a mix of people, computers, one screen for several, and watchers."""

    def __init__(self, room: Room, people: dict[int, Person], watcher: Person, number: int) -> None:
        self.room, self.people, self.watcher, self.luck = room, people, watcher, room.luck
        self.everybody = [*dict.fromkeys(people.values()), watcher]
        connected = self.luck.sample(self.everybody, self.luck.choice([1, 1, 2]))  # the others play over HTTP
        self.listeners = {person: Listener(room, person, self.seats_of(person)) for person in connected}
        self.may_undo = len(people) == 1
        self.undos = 0
        self._player = RandomPlayer(number)

    def seats_of(self, person: Person) -> Seats:
        return tuple(sorted(seat for seat, holder in self.people.items() if holder is person))

    async def look(self) -> None:
        for person in self.everybody:
            await look_around(self.room, person, self.seats_of(person))

    async def play(self) -> None:
        playing = asyncio.create_task(self._play_on())
        listening = [asyncio.create_task(listener.listen()) for listener in self.listeners.values()]
        try:
            await asyncio.gather(playing, *listening)
        finally:
            for task in (playing, *listening):
                task.cancel()

    async def _play_on(self) -> None:
        room, looks = self.room, self.luck.sample(range(1, self.room.box.rounds * self.room.game.players), 2)
        while not room.game.is_over:
            game, ply = room.game, room.ply
            room.moved.clear()
            if looks and ply >= min(looks):
                looks.remove(min(looks))
                await self.look()
            if game.seat is None or game.seat not in self.people:
                if room.ply == ply:
                    await self._hear_of_a_move()
                continue
            person = self.people[game.seat]
            if self.may_undo and game.seat in _movers(game) and self.luck.random() < UNDOS:
                await self._take_back(person, game, ply)
            else:
                await self._move(person, game, ply)

    async def _move(self, person: Person, game: Game, ply: int) -> None:
        room, table, seat = self.room, self.room.table, game.seat
        assert seat is not None
        move = self._player.choose(game.view(seat))
        if self.luck.random() < DRAFTS:
            draft = Draft(game.view(seat))
            draft.choose_move(move)
            room.steps[ply] = list(draft.chosen)[: self.luck.randint(1, 5)]
            body = {"seat": seat, "ply": ply, "steps": room.steps[ply]}
            room.check_draft(await person.do(at(table, "/steps"), body), (seat,))
            for other in self.everybody if self.luck.random() < LOOKS else ():
                answer = await other.get(at(table, "/game"))
                assert (answer.json()["drafts"] == []) == (other is not person)
        if self.luck.random() < LINES:
            await person.do(at(table, "/say"), {"text": "A fine garden!"})
        command = {"seat": seat, "ply": ply, "move": str(move)}
        live = self.listeners[person].live if person in self.listeners else None
        if live is not None and self.luck.random() < LIVE:
            with suppress(Exception):  # they may be reloading at this moment
                await live.send(type="play", **command, id=ply)
            if await self._hear_of_a_move(5.0):
                return
        answer = await person.post(at(table, "/play"), json=command)
        if answer.status_code == 200:
            room.learn(ply + 1, (*room.moves_before(ply), str(move)))
        else:
            assert answer.json()["code"] == "stale", answer.text  # it was played before the reload
            await look_around(room, person, self.seats_of(person))

    async def _take_back(self, person: Person, game: Game, ply: int) -> None:
        seat = game.seat
        done = await person.do(at(self.room.table, "/undo"), {"seat": seat, "ply": ply})
        movers = _movers(game)
        kept = len(movers) - 1 - movers[::-1].index(seat)
        self.room.learn(done["ply"], self.room.moves_before(ply)[:kept])
        self.undos += 1

    async def _hear_of_a_move(self, seconds: float = 120.0) -> bool:
        """Wait for news; if nobody is connected, ask."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.room.moved.wait()
        return self.room.moved.is_set()


def _movers(game: Game) -> list[int | None]:
    """Who made each move of a game."""
    past, movers = game.copy(), list[int | None]()
    while past.moves:
        past.pop()
        movers.append(past.seat)
    return movers[::-1]


class Scan:
    """Many games at a server, some of them at a time."""

    def __init__(self, server: Server, database: Database) -> None:
        self._server, self._database = server, database
        self.games = self.frames = self.undos = self.reloads = 0
        self.shortest = 1_000

    async def play(self, numbers: Iterable[int]) -> None:
        """Play the games with these numbers."""
        left = list(numbers)

        async def one_after_the_other() -> None:
            while left:
                async with asyncio.timeout(STUCK):
                    await self._play(left.pop())

        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(one_after_the_other())

    async def _play(self, number: int) -> None:
        luck, configuration = random.Random(number), configuration_of(number)
        async with AsyncExitStack() as stack:

            async def come() -> Person:
                return await stack.enter_async_context(Person(self._server))

            host, watcher = await come(), await come()
            kinds = ["here", *luck.choices(["here", "invited", "computer"], [1, 4, 3], k=configuration.players - 1)]
            luck.shuffle(kinds)
            opened = await host.open(*kinds, box=configuration.box.id, expansions=configuration.expansions)
            table = opened["table"]["id"]
            people = {seat: host for seat, kind in enumerate(kinds) if kind == "here"}
            for invitation in opened["invitations"]:
                people[invitation["seat"]] = guest = await come()
                await guest.do(at(table, "/sit"), {"key": invitation["key"], "name": f"Seat {invitation['seat']}"})
            start = await self._database.game(table)
            while start.moves:
                start.pop()
            room = Room(table, configuration.box, start, luck)
            for person in {host, *people.values()}:
                room.hide(person)
            room.forbidden |= {invitation["key"] for invitation in opened["invitations"]}
            evening = Evening(room, people, watcher, number)
            await evening.play()
            await evening.look()
            record = await watcher.see(at(table, "/record"))
            assert Game.from_record(record).moves == room.game.moves
            assert room.over_at == {room.ply}, "the end was told when it had come"
            assert room.lengths == {len(room.game.moves)}
            self.games += 1
            self.frames += room.frames
            self.undos += evening.undos
            self.reloads += sum(listener.reloads for listener in evening.listeners.values())
            self.shortest = min(self.shortest, len(room.game.moves))
