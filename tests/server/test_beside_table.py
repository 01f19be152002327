"""Counting and asking beside a real table, over HTTP: laid tables are kept tap by tap, and checked by the rules."""

import random
from typing import Any

import pytest

from sanssouci import Game
from sanssouci.game.laying import taken_over
from server.conftest import Served
from server.entering import next_tap, played, visible
from server.serving import Person, Server, within
from strategies import BY_ID

GAMES, TABLES = "/api/companion/games", "/api/companion/tables"
BASE = {"box": "ravensburger", "players": 2, "first": 0, "eyes": 0, "names": ["Ada", "Ben"]}


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


def at(table: dict[str, Any], what: str = "") -> str:
    return f"{TABLES}/{table['id']}{what}"


def asking(game: dict[str, Any], what: str) -> str:
    return f"{GAMES}/{game['id']}/{what}"


def put(table: dict[str, Any], part: str, seat: int | None, where: str, value: str, ahead: int = 1) -> dict[str, Any]:
    number = table["number"] + ahead
    tap: dict[str, Any] = {"number": number, "key": f"tap-number-{number}", "kind": "put", "part": part, "text": value}
    return tap | ({} if seat is None else {"seat": seat}) | ({"where": where} if where else {})


def undo(table: dict[str, Any]) -> dict[str, Any]:
    return {"number": table["number"] + 1, "key": f"tap-number-{table['number'] + 1}", "kind": "undo"}


async def send(person: Person, table: dict[str, Any], *taps: dict[str, Any]) -> dict[str, Any]:
    after: dict[str, Any] = await person.do(at(table, "/taps"), {"taps": [*taps]})
    return after


async def lay(person: Person, game: Game, eyes: int, purpose: str) -> dict[str, Any]:
    """Lay out the table of a game by hand, fifty taps at a time, as after an absence of the line."""
    options = {"players": game.players, "expansions": list(game.expansions), "first": game.first, "eyes": eyes}
    table = await person.do(TABLES, {"box": game.box.id, "purpose": purpose, **options}, status=201)
    puts = taken_over(game.view(eyes), over=purpose == "count")
    while puts:
        now, puts = puts[:50], puts[50:]
        table = await send(
            person,
            table,
            *(put(table, part, seat, where, value, ahead=n) for n, (part, seat, where, value) in enumerate(now, 1)),
        )
    found: dict[str, Any] = table
    return found


def in_the_middle(name: str = "ravensburger-2", turns: int = 9, eyes: int = 0) -> Game:
    game, chooser = BY_ID[name].game(5), random.Random(5)
    while game.is_setup or game.turns < turns or game.seat != eyes:
        game.push(chooser.choice(game.legal_moves))
    return game


@pytest.mark.parametrize("name", ["ravensburger-2", "imperial-4-rewards-boar"])
def test_a_count_by_hand_is_the_count_of_the_game(server: Server, name: str) -> None:
    game = played(BY_ID[name], 3)
    outcome = game.outcome()
    assert outcome is not None

    async def play() -> None:
        async with Person(server) as ada:
            table = await lay(ada, game, -1, "count")
            assert (table["whole"], table["faults"]) == (True, [])
            assert table["view"]["ending"]["winners"] == list(outcome.winners)
            assert table["view"]["ending"]["gardeners"] == list(outcome.gardeners)
            totals = [seat["points"]["total"] for seat in table["view"]["seats"]]
            assert totals == [points.total for points in outcome.points]
            for seat, count in enumerate(table["view"]["ending"]["count"]):
                assert sum(item["points"] for item in count) == totals[seat]

    within(30, play())


def test_what_cannot_be_is_told_and_a_tap_can_be_undone_and_counts_once(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            table = await ada.do(TABLES, {**BASE, "purpose": "count"}, status=201)
            table = await send(
                ada, table, put(table, "garden", 0, "", "1A"), put(table, "garden", 1, "", "1B", ahead=2)
            )
            wrong = [fault for fault in table["faults"] if not fault["open"]]
            assert [fault["key"] for fault in wrong] == ["same garden"]
            assert table["view"]["ending"] is None
            before = table
            table = await send(ada, table, undo(table))
            assert table["boards"][1]["garden"] is None
            again = await send(ada, before, undo(before))
            assert again["number"] == table["number"], "sent again, it counts once"
            await ada.refused("bad_entry", at(table, "/taps"), {"taps": [put(table, "square", 0, "z9", "s")]})
            await ada.refused(
                "bad_request", at(table, "/taps"), {"taps": [{**undo(table), "kind": "enter", "text": "1"}]}
            )
            assert (await ada.see(at(table)))["number"] == table["number"]
            assert (await ben.see(at(table), status=404))["code"] == "not_found"
            assert (await ben.see(asking(table, "walks/0"), status=404))["code"] == "not_found"
            assert (await ada.see(f"{GAMES}/{table['id']}", status=404))["code"] == "not_found", "it is not followed"
            lines = (await ada.see(GAMES))["games"]
            assert [(line["id"], line["purpose"]) for line in lines] == [(table["id"], "count")]
            await ada.refused("bad_setting", TABLES, {**BASE, "purpose": "ask", "eyes": -1})
            await ada.do(at(table, "/forget"))
            assert (await ada.see(at(table), status=404))["code"] == "not_found"

    within(20, play())


def test_advice_for_a_table_laid_out_by_hand(server: Server) -> None:
    game = in_the_middle()

    async def play() -> None:
        async with Person(server) as ada:
            table = await lay(ada, game, 0, "ask")
            assert table["whole"], table["faults"]
            hints = await ada.see(asking(table, "hints"))
            moves = {str(move) for move in game.legal_moves}
            assert hints["hints"]
            assert {hint["move"] for hint in hints["hints"]} <= moves
            assert all(hint["reasons"] for hint in hints["hints"][:1])
            counts = await ada.see(asking(table, "counts"))
            assert sum(counts["tiles"].values()) == game.bag_count
            walks = {walk["square"]: walk for walk in (await ada.see(asking(table, "walks/1")))["walks"]}
            assert {square for square, walk in walks.items() if walk["path"]} == game.view(0).walks(1)
            assert all((walk["reason"] is None) == bool(walk["path"]) for walk in walks.values())
            table = await send(ada, table, put(table, "score", 0, "", "-"))
            assert (await ada.see(asking(table, "hints"), status=422))["code"] == "bad_entry"

    within(30, play())


def test_a_followed_game_is_asked_about_and_taken_over(server: Server) -> None:
    table = played(BY_ID["ravensburger-2"], 3)
    events = visible(table, 0)

    async def play() -> None:
        async with Person(server) as ada:
            game = await ada.do(GAMES, {**BASE, "first": table.first}, status=201)
            assert (await ada.see(asking(game, "counts"), status=409))["code"] == "not_running"
            await ada.refused("not_running", asking(game, "lay-out"), {"purpose": "count"})
            refused = False
            while game["view"]["turns"] < 6 or game["wanted"]["kind"] != "turn" or game["wanted"]["seat"] != 0:
                if game["wanted"]["kind"] == "turn" and game["wanted"]["seat"] == 1 and not refused:
                    refused = (await ada.see(asking(game, "hints"), status=409))["code"] == "not_your_turn"
                number = game["number"] + 1
                tap = {"number": number, "key": f"tap-number-{number}", "kind": "enter", "text": next_tap(game, events)}
                game = await ada.do(f"{GAMES}/{game['id']}/taps", {"taps": [tap]})
            assert refused
            hints = await ada.see(asking(game, "hints"))
            hand = game["view"]["seats"][0]["hand"]
            assert {hint["steps"][0] for hint in hints["hints"]} <= set(hand)
            assert (await ada.see(asking(game, "counts")))["tiles"] == game["view"]["bag"]
            reasons = {walk["reason"] for walk in (await ada.see(asking(game, "walks/0")))["walks"]}
            assert "reason.empty square" in reasons
            laid = await ada.do(asking(game, "lay-out"), {"purpose": "ask"}, status=201)
            assert laid["whole"], laid["faults"]
            assert any(laid["under"])
            assert laid["hidden"] == 0, "everybody saw which tiles were turned over"
            assert laid["view"]["bag"] == game["view"]["bag"]
            assert [seat["garden"] for seat in laid["view"]["seats"]] == [
                seat["garden"] for seat in game["view"]["seats"]
            ]
            count = await ada.do(asking(game, "lay-out"), {"purpose": "count"}, status=201)
            assert {fault["key"] for fault in count["faults"] if not fault["open"]} == set()
            assert "tiles laid" in {fault["key"] for fault in count["faults"]}

    within(30, play())


def test_a_game_with_an_owners_box_is_followed_and_its_record_replayed_from_those_eyes(server: Server) -> None:
    table = played(BY_ID["ravensburger-2"], 3)
    events = visible(table, 0)

    async def play() -> None:
        async with Person(server) as ada:
            own = await ada.do("/api/boxes", {"extends": "ravensburger", "name": "Our copy"}, status=201)
            game = await ada.do(GAMES, {**BASE, "box": own["id"], "first": table.first}, status=201)
            assert game["box"]["name"] == own["info"]["name"]
            assert (await ada.do(TABLES, {**BASE, "box": own["id"], "purpose": "count"}, status=201))["whole"] is False
            while game["view"]["turns"] < 3 or game["wanted"]["kind"] != "turn":
                number = game["number"] + 1
                tap = {"number": number, "key": f"tap-number-{number}", "kind": "enter", "text": next_tap(game, events)}
                game = await ada.do(f"{GAMES}/{game['id']}/taps", {"taps": [tap]})
            record = await ada.see(asking(game, "record"))
            shown = await ada.do("/api/replay", {"record": record, "eyes": 0})
            assert shown["allowed"] == [0, -1], "the others' cards are not known"
            assert shown["views"][-1]["seats"][0]["hand"] == game["view"]["seats"][0]["hand"]
            assert shown["views"][-1]["seats"][1]["hand"] is None
            assert [seat["garden"] for seat in shown["views"][-1]["seats"]] == [
                seat["garden"] for seat in game["view"]["seats"]
            ]
            await ada.refused("bad_record", "/api/replay", {"record": record, "eyes": 1})

    within(30, play())
