"""Followed games over HTTP: every tap is stored, counts once, and nobody but its owner sees the game."""

import random
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sanssouci import FollowedGame, Game
from sanssouci.server.following import Following
from sanssouci.server.messages import Tap
from sanssouci.server.storage.companion import TapRow
from server.conftest import Served
from server.entering import next_tap, played, visible
from server.inprocess import GENEROUS, in_process
from server.serving import Person, Server, start_server, within
from server.test_foreseeing import following
from strategies import BY_ID

GAMES = "/api/companion/games"
BASE = {"box": "ravensburger", "players": 2, "first": 0, "eyes": 0, "names": ["Ada", "Ben"]}


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


def at(game: dict[str, Any], what: str = "") -> str:
    return f"{GAMES}/{game['id']}{what}"


def tap(game: dict[str, Any], kind: str = "enter", ahead: int = 1, **what: Any) -> dict[str, Any]:
    number = game["number"] + ahead
    return {"number": number, "key": f"tap-number-{number}", "kind": kind, **what}


async def begin(person: Person, **options: Any) -> dict[str, Any]:
    begun: dict[str, Any] = await person.do(GAMES, {**BASE, **options}, status=201)
    return begun


async def send(person: Person, game: dict[str, Any], *taps: dict[str, Any]) -> dict[str, Any]:
    after: dict[str, Any] = await person.do(at(game, "/taps"), {"taps": [*taps]})
    return after


def offered(game: dict[str, Any]) -> list[str]:
    """What the page lets one tap."""
    wanted, draft = game["wanted"], game["draft"]
    if wanted is None:
        return []
    return [choice["text"] for choice in draft["choices"]] if draft else list(wanted["options"])


async def play_some(person: Person, game: dict[str, Any], taps: int, seed: int = 1) -> dict[str, Any]:
    """Enter something legal, tap by tap."""
    chooser = random.Random(seed)
    for _ in range(taps):
        game = await send(person, game, tap(game, text=chooser.choice(offered(game))))
    return game


def stored(game: dict[str, Any]) -> dict[str, Any]:
    return {key: game[key] for key in ("number", "entries", "wanted", "draft", "view")}


def test_who_corrects_a_game_again_and_again_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each correction has the whole game entered again, and so has each undo of one, for all before it."""
    threads: set[str] = set()
    carry_out = Following.carry_out

    def noted(following: Following, body: list[Any]) -> None:
        threads.add(threading.current_thread().name)
        carry_out(following, body)

    monkeypatch.setattr(Following, "carry_out", noted)
    limits = replace(GENEROUS, replays=(0.001, 9), corrections_of_game=5)

    async def work(server: Server) -> None:
        async with Person(server) as eve:
            game = await play_some(eve, await begin(eve, players=4, names=None, eyes=-1), 60)
            place, entry = next(each for each in enumerate(game["entries"]) if each[1]["kind"] == "turn")
            change = {"kind": "correct", "place": place, "text": entry["text"]}
            game = await send(eve, game, *(tap(game, ahead=ahead, **change) for ahead in range(1, 6)))
            await eve.refused("too_many", at(game, "/taps"), {"taps": [tap(game, **change)]})
            for _ in range(3):
                game = await send(eve, game, tap(game, kind="undo"))
            await eve.refused(
                "too_fast", at(game, "/taps"), {"taps": [tap(game, ahead=ahead, **change) for ahead in range(1, 5)]}
            )
            assert (await eve.see(at(game)))["number"] == game["number"] + 3, "what precedes a refused one stands"

    with in_process(tmp_path / "tables.sqlite3", limits=limits) as server:
        within(60, work(server))
    assert threads
    assert "server" not in threads, "the event loop has to serve others"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_tap_sent_again_counts_once_and_taps_kept_meanwhile_come_together(
    request: pytest.FixtureRequest, kind: str
) -> None:
    kept: Served = request.getfixturevalue(f"on_{kind}")

    async def play() -> None:
        async with Person(kept.server) as ada:
            game = await begin(ada, key="one-and-the-same")
            assert (await begin(ada, key="one-and-the-same"))["id"] == game["id"], "begun once"
            first, second = (
                tap(game, text="1"),
                tap(game, text="A", ahead=2),
            )  # the last board is Ben's: only one is left
            game = await send(ada, game, first)
            again = await send(ada, game, first)
            assert stored(again) == stored(game)
            assert [entry["text"] for entry in game["entries"]] == ["1"]
            game = await send(ada, game, first, {**second, "text": "2"}, {**tap(game, text="A", ahead=2)})
            assert [entry["text"] for entry in game["entries"]] == ["1", "2", "A"]
            other = {**second, "key": "another-device", "text": "3"}
            await ada.refused("stale", at(game, "/taps"), {"taps": [other]})
            await ada.refused("stale", at(game, "/taps"), {"taps": [tap(game, text="B", ahead=2)]})
            assert stored(await ada.see(at(game))) == stored(game)

    within(20, play())


def test_only_what_is_legal_is_taken_and_a_refusal_changes_nothing(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as ada:
            game = await begin(ada)
            await ada.refused("bad_entry", at(game, "/taps"), {"taps": [tap(game, text="9")]})
            await ada.refused("no_undo", at(game, "/taps"), {"taps": [tap(game, "undo")]})
            await ada.refused("bad_request", at(game, "/taps"), {"taps": [tap(game, "correct", text="1")]})
            game = await play_some(ada, game, 40)
            while game["wanted"]["kind"] != "turn":
                game = await play_some(ada, game, 1)
            problem = await ada.refused("illegal_move", at(game, "/taps"), {"taps": [tap(game, text="zz")]})
            assert problem["legal"] == offered(game)
            assert stored(await ada.see(at(game))) == stored(game)
            await ada.refused("bad_setting", GAMES, {**BASE, "box": "none"})
            await ada.refused("bad_setting", GAMES, {**BASE, "expansions": ["boar"]})
            await ada.refused("bad_setting", GAMES, {**BASE, "eyes": 2})

    within(20, play())


def test_everything_can_be_undone_tap_by_tap(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as ada:
            game = await begin(ada)
            seen = [stored(game)]
            for _ in range(45):
                game = await play_some(ada, game, 1, seed=len(seen))
                seen.append(stored(game))
            for before in reversed(seen[:-1]):
                game = await send(ada, game, tap(game, "undo"))
                after = stored(game)
                for state in (before, after):
                    state["number"] = 0
                    if state["draft"]:
                        state["draft"]["ply"] = 0
                assert after == before

    within(30, play())


def test_an_earlier_turn_is_corrected_by_other_steps_and_that_can_be_undone(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as ada:
            game = await play_some(ada, await begin(ada), 60)
            place = next(i for i, entry in enumerate(game["entries"]) if entry["kind"] == "turn")
            look = await ada.do(at(game, "/look"), {"place": place})
            assert (look["wanted"]["kind"], len(look["entries"])) == ("turn", place)
            steps: list[str] = []
            while look["draft"]["move"] is None or not steps:
                steps = [*look["draft"]["steps"], look["draft"]["choices"][-1]["text"]]
                look = await ada.do(at(game, "/look"), {"place": place, "steps": steps})
            move = look["draft"]["move"]
            after = await send(ada, game, tap(game, "correct", place=place, text=move))
            assert after["entries"][place]["text"] == move
            assert len(after["entries"]) + after["dropped"] <= len(game["entries"]) + 1
            back = await send(ada, after, tap(after, "undo"))
            assert back["entries"] == game["entries"]
            await ada.refused("not_found", at(game, "/look"), {"place": 999})

    within(20, play())


@pytest.mark.parametrize(
    ("gone", "tiles", "dropped"), [([0], 12, 0), ([3], 10, 3), ([], 10, 3)], ids=["now", "more went", "literally"]
)
def test_a_kept_correction_reads_as_it_was_made(gone: list[int], tiles: int, dropped: int) -> None:
    texts = ("1", "2", "A", "A", *"abcdefgghi", "* b2 -", "a", "* g5 -", "b")
    taps: list[list[Any]] = [["enter", [text]] for text in texts]
    followed = following(Game("ravensburger", first=0, seed=1), -1)
    place = 4 + 4 + 4 + 10  # boards and sides, missions and cards that nobody sees, tiles
    taps.append(["correct", place, "* c3 -", *gone])
    followed.read(TapRow(number, "whatever", body) for number, body in enumerate(taps, 1))
    assert sum(entry.kind == "tile" for entry in followed.game.entries) == tiles
    assert followed.dropped == dropped
    number = followed.number + 1
    row = followed.take(Tap(number=number, key="whatever", kind="correct", place=place, text="* g5 -"))
    assert row.body == ["correct", place, "* g5 -", followed.dropped]


def test_nobody_else_sees_changes_or_deletes_it(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            game = await play_some(ada, await begin(ada), 20)
            for path in ("", "/record"):
                assert (await ben.see(at(game, path), status=404))["code"] == "not_found"
            await ben.refused("not_found", at(game, "/taps"), {"taps": [tap(game, "undo")]})
            await ben.refused("not_found", at(game, "/look"), {"place": 0})
            await ben.refused("not_found", at(game, "/forget"))
            assert (await ben.see(GAMES))["games"] == []
            (line,) = (await ada.see(GAMES))["games"]
            assert (line["id"], line["names"], line["over"]) == (game["id"], ["Ada", "Ben"], False)
            await ada.do(at(game, "/forget"))
            assert (await ada.see(GAMES))["games"] == []
            assert (await ada.see(at(game), status=404))["code"] == "not_found"

    within(20, play())


def test_a_killed_server_has_lost_no_tap(tmp_path: Any) -> None:
    database = f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}"

    async def before(server: Server) -> tuple[str, dict[str, Any]]:
        async with Person(server) as ada:
            game = await play_some(ada, await begin(ada), 50)
            assert ada.token is not None
            return ada.token, game

    async def after(server: Server, token: str, game: dict[str, Any]) -> None:
        async with Person(server) as ada:
            ada.token = token
            found = await ada.see(at(game))
            assert stored(found) == stored(game)

    server = start_server(database)
    token, game = within(30, before(server))
    server.kill()
    server = start_server(database)
    try:
        within(20, after(server, token, game))
    finally:
        server.stop()


@pytest.mark.parametrize("name", ["ravensburger-2", pytest.param("imperial-4-rewards-boar", marks=pytest.mark.long)])
def test_a_whole_game_followed_over_http_is_the_game_of_the_table(server: Server, name: str) -> None:
    """The others' secrets stay unknown; what is public is the table's, and the record can be read again."""
    table = played(BY_ID[name], 3)
    events, seats = visible(table, 0), range(table.players)

    async def play() -> None:
        async with Person(server) as ada:
            options = {"players": table.players, "expansions": list(table.expansions), "first": table.first}
            game = await begin(ada, **options, box=table.box.id, names=[f"Seat {seat}" for seat in seats])
            while game["wanted"] is not None:
                game = await send(ada, game, tap(game, text=next_tap(game, events)))
            for seat in game["unknown"]:
                game = await send(ada, game, tap(game, "show", seat=seat, text="".join(table.missions(seat))))
            outcome = table.outcome()
            assert outcome is not None
            assert game["view"]["ending"]["winners"] == list(outcome.winners)
            assert [seat["points"]["total"] for seat in game["view"]["seats"]] == [
                table.points(seat).total for seat in seats
            ]
            again = FollowedGame.from_record(await ada.see(at(game, "/record")))
            assert again.view == table.view(0)
            assert isinstance(again.game(), Game)

    within(60, play())


def test_all_cards_of_four_players_can_be_filled_in_and_that_undone(tmp_path: Path) -> None:
    table = played(BY_ID["imperial-4-rewards-boar"], 3)
    events = visible(table, -1)
    options = {"box": "imperial", "players": 4, "names": None, "eyes": -1, "first": table.first}

    async def play(server: Server) -> None:
        async with Person(server) as ada:
            game = await begin(ada, **options, expansions=list(table.expansions))
            while game["wanted"] is not None:
                game = await send(ada, game, tap(game, text=next_tap(game, events)))
            for seat in game["unknown"]:
                game = await send(ada, game, tap(game, "show", seat=seat, text="".join(table.missions(seat))))
            before = game["entries"]
            unseen = [at for at, entry in enumerate(before) if (entry["kind"], entry["text"]) == ("card", "?")]
            assert len(unseen) == 72
            for place in reversed(unseen):  # as they are listed
                text = table.record()["events"][place][2]
                game = await send(ada, game, tap(game, "correct", place=place, text=text))
                assert game["dropped"] == 0
            assert Game.from_record(await ada.see(at(game, "/record"))).moves == table.moves
            for _ in unseen:
                game = await send(ada, game, tap(game, kind="undo"))
            assert game["entries"] == before

    with in_process(tmp_path / "tables.sqlite3", limits=replace(GENEROUS, replays=(1_000, 1_000))) as server:
        within(90, play(server))
