"""What is sent to whom, in many games over real connections: nothing that a seat may not know.

Each frame is compared with what can be worked out from the position's text as its receiver may know it, with '?' for
all that is hidden. A frame that is equal to that cannot hold more.
"""

import asyncio
import hashlib
import random
from contextlib import AsyncExitStack
from typing import Any, Final

import msgspec
import pytest

from sanssouci import Box, Draft, Game, RandomPlayer, View
from sanssouci.server.drafting import show_draft
from sanssouci.server.messages import SeatInfo, TableInfo
from sanssouci.server.showing import show_view
from server.conftest import Served
from server.databases import Database
from server.playing import at, drafted
from server.serving import Live, Person, Server, within
from strategies import BOX_FILES, CONFIGURATIONS, Configuration

GAMES: Final = 200
SHARES: Final = 2  # so that two workers can play them
AMOUNTS: Final = (
    *(pytest.param(len(CONFIGURATIONS), share, id=f"every configuration-{share}") for share in range(SHARES)),
    *(pytest.param(GAMES, share, id=f"{GAMES} games-{share}", marks=pytest.mark.long) for share in range(SHARES)),
)
AT_ONCE: Final = 12
TABLE_KEYS: Final = set(TableInfo.__struct_fields__)
SEAT_KEYS: Final = set(SeatInfo.__struct_fields__)


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


def configuration_of(number: int) -> Configuration:
    """Every configuration twice; then those whose games are short, turn by turn."""
    if number < 2 * len(CONFIGURATIONS):
        return CONFIGURATIONS[number % len(CONFIGURATIONS)]
    short = [one for one in CONFIGURATIONS if one.players == 2]
    small = [one for one in short if one.box_name in BOX_FILES]
    return small[number // 2 % len(small)] if number % 4 < 2 else short[number // 2 % len(short)]


class Room:
    """A table with all its secrets, and everything that must not be told."""

    def __init__(self, table: str, box: Box, game: Game, luck: random.Random) -> None:
        self.table = table
        self.box = box
        self.luck = luck
        self.positions = [game]  # by ply
        self.moved = asyncio.Event()
        self.steps: dict[int, list[str]] = {}  # of the drafts, by ply
        self.forbidden: set[str] = set()
        self.seed = f"{game.seed:032x}"
        self.over_at: set[int] = set()  # the plies at which somebody was told that the game is over
        self._shown: dict[tuple[int, int], Any] = {}

    @property
    def game(self) -> Game:
        return self.positions[-1]

    def push(self, ply: int, move: str) -> None:
        """A move has become known; it may have been known already."""
        if ply == len(self.positions):
            game = self.game.copy()
            game.push(move)
            self.positions.append(game)
            self.moved.set()
        else:
            assert str(self.positions[ply].moves[-1]) == move

    def hide(self, person: Person, *keys: str) -> None:
        for secret in (person.token, *keys):
            if secret is not None:
                self.forbidden |= {secret, hashlib.sha256(secret.encode()).hexdigest()}

    def view(self, ply: int, eyes: int) -> View:
        """What may be known, by way of its text: nothing hidden can come along."""
        return View.from_text(self.positions[ply].view(eyes).text(), box=self.box)

    def shown(self, ply: int, eyes: int) -> Any:
        if (ply, eyes) not in self._shown:
            self._shown[ply, eyes] = msgspec.to_builtins(show_view(self.view(ply, eyes)))
        return self._shown[ply, eyes]

    # ── checks ─────────────────────────────────────────────────────────────────────────────────────

    def check_text(self, text: str, *, is_over: bool) -> None:
        for secret in self.forbidden:
            assert secret not in text
        if not is_over:
            assert self.seed not in text
            assert str(int(self.seed, 16)) not in text

    def check_game(self, frame: dict[str, Any], seats: tuple[int, ...]) -> None:
        assert frame.keys() - {"type"} == {"ply", "views", "drafts", "undo", "log_from", "log"}
        assert set(frame["undo"]) <= set(seats)
        start = frame["log_from"]
        for number, told in enumerate(frame["log"], start + 1):
            self.push(number, told["move"])
        assert set(frame["undo"]) <= set(seats)
        ply = frame["ply"]
        assert ply == start + len(frame["log"])
        eyes = seats or (-1,)
        assert [view["eyes"] for view in frame["views"]] == list(eyes)
        game = self.positions[ply]
        for view in frame["views"]:
            for seat, shown in enumerate(view["seats"]):
                assert (shown["hand"] is None) == (seat != view["eyes"])
                assert (shown["missions"] is None) == (seat != view["eyes"] and not game.is_over)
            assert view == self.shown(ply, view["eyes"])
        for draft in frame["drafts"]:
            self.check_draft(draft, seats)
        if not seats:
            assert frame["drafts"] == []

    def check_draft(self, draft: dict[str, Any], seats: tuple[int, ...]) -> None:
        assert draft["seat"] in seats
        assert draft["seat"] == self.positions[draft["ply"]].seat
        game = self.positions[draft["ply"]]
        kept = self.steps.get(draft["ply"], [])
        assert draft["steps"] in (list(drafted(game).chosen), list(drafted(game, *kept).chosen))
        if self.luck.random() < 0.1:
            expected = Draft(self.view(draft["ply"], draft["seat"]))
            for step in draft["steps"]:
                expected.choose(step)
            assert draft == msgspec.to_builtins(show_draft(expected, draft["ply"]))

    def check_table(self, table: dict[str, Any], seats: tuple[int, ...]) -> None:
        assert table.keys() == TABLE_KEYS
        assert [seat["yours"] for seat in table["seats"]] == [seat in seats for seat in range(len(table["seats"]))]
        assert all(seat.keys() == SEAT_KEYS for seat in table["seats"])
        assert table["seed"] == (self.seed if table["status"] == "over" else None)
        if table["status"] == "over":
            self.over_at.add(table["ply"])

    def check_record(self, record: dict[str, Any], seat: int) -> None:
        if record["result"] is not None:
            assert record["seed"] == self.seed
            self.over_at.add(sum(kind in ("side", "turn") for kind, *_ in record["events"]))
            return
        assert "seed" not in record
        assert record["seat"] == seat
        for kind, owner, value in record["events"]:
            if kind in ("card", "mission"):
                assert (value == "?") == (owner != seat)


async def listen(room: Room, live: Live, seats: tuple[int, ...]) -> None:
    """Check every frame of a connection until the end of the game has come."""
    while True:
        frame = await live.next()
        text = live.frames.pop()
        match frame["type"]:
            case "game":
                room.check_game(frame, seats)
            case "draft":
                room.check_draft(frame["draft"], seats)
            case "table":
                room.check_table(frame["table"], seats)
            case "chat" | "done":
                assert frame.keys() <= {"type", "lines", "id", "ply"}
            case other:
                raise AssertionError(f"{other}: {text}")
        is_over = frame["type"] == "table" and frame["table"]["status"] == "over"
        room.check_text(text, is_over=is_over)
        if frame["type"] == "game" and frame["views"][0]["phase"] == "over":
            return


async def look_around(room: Room, person: Person, seats: tuple[int, ...]) -> None:
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


async def play_a_game(server: Server, database: Database, configuration: Configuration, number: int) -> int:
    """One game with a mix of people, computers, one screen for several, and watchers; returns the moves played."""
    luck = random.Random(number)
    async with AsyncExitStack() as stack:

        async def come() -> Person:
            return await stack.enter_async_context(Person(server))

        host, watcher = await come(), await come()
        kinds = ["here", *luck.choices(["here", "invited", "computer"], [1, 4, 3], k=configuration.players - 1)]
        luck.shuffle(kinds)
        opened = await host.open(*kinds, box=configuration.box.id, expansions=configuration.expansions)
        table = opened["table"]["id"]
        people = {seat: host for seat, kind in enumerate(kinds) if kind == "here"}
        for invitation in opened["invitations"]:
            people[invitation["seat"]] = guest = await come()
            await guest.do(at(table, "/sit"), {"key": invitation["key"], "name": f"Seat {invitation['seat']}"})
        start = await database.game(table)
        while start.moves:
            start.pop()
        room = Room(table, configuration.box, start, luck)
        for person in {host, *people.values()}:
            room.hide(person)
        room.forbidden |= {invitation["key"] for invitation in opened["invitations"]}

        def seats_of(person: Person) -> tuple[int, ...]:
            return tuple(sorted(seat for seat, holder in people.items() if holder is person))

        # One or two connections a game, of players or a watcher; the others play over HTTP.
        everybody = [*dict.fromkeys(people.values()), watcher]
        connected = luck.sample(everybody, luck.choice([1, 1, 2]))
        lives = {person: await stack.enter_async_context(person.live(table)) for person in connected}
        listening = [asyncio.create_task(listen(room, live, seats_of(who))) for who, live in lives.items()]

        async def play_on() -> None:
            player = RandomPlayer(number)
            looks = luck.sample(range(1, configuration.box.rounds * configuration.players), 2)
            while not room.game.is_over:
                game, ply = room.game, len(room.positions) - 1
                room.moved.clear()
                if looks and ply >= min(looks):
                    looks.remove(min(looks))
                    for person in everybody:
                        await look_around(room, person, seats_of(person))
                seat = game.seat
                if seat is None or seat not in people:
                    if len(room.positions) - 1 == ply:
                        await room.moved.wait()
                    continue
                person, move = people[seat], player.choose(game.view(seat))
                if luck.random() < 0.15:
                    draft = Draft(game.view(seat))
                    draft.choose_move(move)
                    room.steps[ply] = list(draft.chosen)[: luck.randint(1, 5)]
                    body = {"seat": seat, "ply": ply, "steps": room.steps[ply]}
                    room.check_draft(await person.do(at(table, "/steps"), body), (seat,))
                    for other in everybody if luck.random() < 0.3 else ():
                        answer = await other.get(at(table, "/game"))
                        assert (answer.json()["drafts"] == []) == (other is not person)
                if person in lives and luck.random() < 0.7:
                    await lives[person].send(type="play", seat=seat, ply=ply, move=str(move), id=ply)
                    await room.moved.wait()
                else:
                    await person.do(at(table, "/play"), {"seat": seat, "ply": ply, "move": str(move)})
                    room.push(ply + 1, str(move))

        playing = asyncio.create_task(play_on())
        try:
            await asyncio.gather(playing, *listening)
        finally:
            for task in (playing, *listening):
                task.cancel()
        for person in everybody:
            await look_around(room, person, seats_of(person))
        record = await watcher.see(at(table, "/record"))
        assert Game.from_record(record).moves == room.game.moves
        assert room.over_at == {len(room.game.moves)}, "the end was told when it had come"
        return len(room.game.moves)


@pytest.mark.parametrize(("games", "share"), AMOUNTS)
def test_nobody_is_told_what_they_may_not_know(games: int, share: int, server: Server, database: Database) -> None:
    async def play() -> None:
        numbers = list(range(share, games, SHARES))
        played: dict[int, int] = {}

        async def one_after_the_other() -> None:
            while numbers:
                number = numbers.pop()
                played[number] = await play_a_game(server, database, configuration_of(number), number)

        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(one_after_the_other())
        assert len(played) == games // SHARES
        assert min(played.values()) >= 18

    within(580, play())
