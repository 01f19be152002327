"""Moves at a table: drafts and their choices, refusals, taking back, talking, and the record."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from sanssouci import Draft, Game, GreedyPlayer, RandomPlayer, RecordError
from sanssouci.server.settings import sqlite_url
from server.databases import Database
from server.inprocess import in_process
from server.playing import at, drafted, play_alone, play_on, two_people
from server.serving import PROXY, Live, Person, Server, serving, until, within
from server.thoughts import Thoughts, held_thoughts
from ways import check_way


async def state_of(database: Database, table: str) -> list[Any]:
    """Everything that is kept about a table, but for who is online."""
    return [
        await database.ask("SELECT status, ply, to_move FROM tables WHERE id = :id", id=table),
        await database.ask(
            "SELECT seat, holder, replaced, draft FROM seats WHERE table_id = :id ORDER BY seat", id=table
        ),
        await database.ask("SELECT * FROM log WHERE table_id = :id ORDER BY ply", id=table),
        await database.ask("SELECT * FROM chat WHERE table_id = :id ORDER BY number", id=table),
    ]


async def is_kept(database: Database, table: str, step: str) -> bool:
    """Whether a draft of seat 0 with a step has been stored, which drafts are a moment later, several together."""
    (seat,) = await database.ask("SELECT draft FROM seats WHERE table_id = :id AND seat = 0", id=table)
    return step in (seat.draft or "")


# ── drafts ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_draft_survives_a_reload_and_a_restart(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, box="imperial", first=0)
            game = await database.game(table)
            first = drafted(game, Draft(game.view(0)).choices[0].text).chosen
            steps = [*first, drafted(game, *first).choices[-1].text]
            kept = await host.do(at(table, "/steps"), {"seat": 0, "ply": 0, "steps": steps})
            assert kept["steps"] == list(drafted(game, *steps).chosen)
            async with host.live(table) as live:
                assert (await live.until("game"))["drafts"] == [kept]
            async with host.live(table) as live:
                assert (await live.until("game"))["drafts"] == [kept], "after a reload"
            with serving(database.url, PROXY) as restarted:
                async with Person(restarted) as again:
                    assert host.token is not None
                    again.token = host.token
                    assert (await again.see(at(table, "/game")))["drafts"] == [kept], "after a restart"
                    back = await again.do(at(table, "/steps"), {"seat": 0, "ply": 0, "steps": steps[:1]})
                    assert back["steps"] == list(first)
            assert (await host.see(at(table, "/game")))["drafts"] == [back]

    within(90, play())


def test_a_draft_ends_with_its_turn(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host:
            table = (await host.open("here", "here", box="imperial", first=0))["table"]["id"]
            game = await database.game(table)
            await host.do(at(table, "/steps"), {"seat": 0, "ply": 0, "steps": [game.hand(0)[0]]})
            game = await play_on(database, table, {0: host, 1: host}, 1)
            (draft,) = (await host.see(at(table, "/game")))["drafts"]
            assert (draft["seat"], draft["ply"], draft["steps"]) == (1, 1, [])
            await play_on(database, table, {0: host, 1: host}, 1)
            (draft,) = (await host.see(at(table, "/game")))["drafts"]
            assert (draft["seat"], draft["ply"], draft["steps"]) == (0, 2, []), "what was chosen at ply 0 is forgotten"

    within(60, play())


def test_what_leaves_no_choice_is_taken_without_a_message_and_without_being_kept(
    server: Server, database: Database
) -> None:
    async def play() -> None:
        async with Person(server) as host:
            table = (await host.open("here", "here", box="imperial", first=0))["table"]["id"]
            people = {0: host, 1: host}
            game = await play_on(database, table, people, 2 * 17)
            while game.seat is not None:  # the last round: each holds one card
                (draft,) = (await host.see(at(table, "/game")))["drafts"]
                assert draft["steps"][:1] == list(game.hand(game.seat))
                assert draft["taken"][0]["step"] == "play card"
                assert len(draft["taken"][0]["choices"]) == 1
                assert draft["back"] is None, "nothing was chosen"
                assert draft["steps"] == list(drafted(game).chosen)
                kept = await database.ask(
                    "SELECT draft FROM seats WHERE table_id = :id AND seat = :seat", id=table, seat=game.seat
                )
                assert f'"ply": {draft["ply"]}' not in (kept[0].draft or "")
                messages, choices = 0, draft["choices"]
                while draft["step"] is not None:
                    assert len(draft["choices"]) > 1
                    before = draft["steps"]
                    body = {"seat": game.seat, "ply": draft["ply"], "steps": [*before, choices[-1]["text"]]}
                    draft, messages = await host.do(at(table, "/steps"), body), messages + 1
                    assert draft["back"] == before
                    choices = draft["choices"]
                assert messages == sum(len(taken["choices"]) > 1 for taken in draft["taken"])
                game = await play_on(database, table, people, 1)

    within(60, play())


def test_a_whole_move_is_set_with_one_message_and_each_of_its_choices_can_be_changed(
    server: Server, database: Database
) -> None:
    async def play() -> None:
        async with Person(server) as host:
            table = (await host.open("here", "here", box="imperial", first=0))["table"]["id"]
            game = await play_on(database, table, {0: host, 1: host}, 8)
            whole = Draft(game.view(0))
            whole.choose_move(GreedyPlayer(1).choose(game.view(0)))
            body = {"seat": 0, "ply": 8, "steps": list(whole.chosen)}
            draft = await host.do(at(table, "/steps"), body)
            assert (draft["move"], draft["steps"]) == (str(whole.move), list(whole.chosen))
            for index, taken in enumerate(draft["taken"]):
                for choice in taken["choices"]:
                    steps = [*draft["steps"][:index], choice["text"]]
                    changed = await host.do(at(table, "/steps"), {**body, "steps": steps})
                    assert changed["steps"] == list(drafted(game, *steps).chosen)

    within(60, play())


def test_a_draft_never_reaches_others(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as stranger:
            table = await two_people(host, guest, box="imperial", first=0)
            game = await database.game(table)
            draft = Draft(game.view(0))
            async with guest.live(table) as other, stranger.live(table) as watching, host.live(table) as live:
                for listener in (other, watching, live):
                    await listener.until("game")
                while draft.move is None:
                    draft = drafted(game, *draft.chosen, draft.choices[0].text)
                    steps = list(draft.chosen)
                    await live.send(type="steps", seat=0, ply=0, steps=steps, id=len(steps))
                    answer = await live.until("draft", id=len(steps))
                    assert answer["draft"]["steps"] == steps
                    for person in (guest, stranger):
                        assert (await person.see(at(table, "/game")))["drafts"] == []
                await host.do(at(table, "/steps"), {"seat": 0, "ply": 0, "steps": steps[:2]})
                await host.do(at(table, "/say"), {"text": "my draft is secret"})
                for listener in (other, watching):
                    while (frame := await listener.next())["type"] != "chat" or not frame["lines"]:
                        assert frame["type"] in ("table", "chat"), frame
                await guest.refused("not_your_seat", at(table, "/steps"), {"seat": 0, "ply": 0, "steps": []})
                await until(lambda: is_kept(database, table, steps[0]))

    within(60, play())


def test_another_device_with_the_same_seat_sees_the_draft(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, box="imperial", first=0)
            game = await database.game(table)
            async with host.live(table) as one, host.live(table) as two:
                await one.until("game")
                await two.until("game")
                card = game.hand(0)[0]
                await one.send(type="steps", seat=0, ply=0, steps=[card], id=1)
                mine = (await one.until("draft", id=1))["draft"]
                assert mine["steps"] == list(drafted(game, card).chosen)
                while True:  # as a draft by itself, or with the game if that has to be sent anyway
                    frame = await two.next()
                    if frame["type"] == "draft" or (frame["type"] == "game" and frame["drafts"][0]["steps"]):
                        break
                assert mine == (frame["draft"] if frame["type"] == "draft" else frame["drafts"][0])

    within(60, play())


def test_ones_own_steps_come_back_as_answers_only_however_quickly_they_follow(
    server: Server, database: Database
) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, box="imperial", first=0)
            game = await database.game(table)
            async with host.live(table) as live:
                await live.until("game")
                wishes = [steps for card in game.hand(0) for steps in ([card], [])][:20]
                for number, steps in enumerate(wishes):
                    await live.send(type="steps", seat=0, ply=0, steps=steps, id=number)
                await live.send(type="say", text="done", id=100)
                drafts = []
                while (frame := await live.next()).get("id") != 100:
                    if frame["type"] == "draft":
                        drafts.append((frame["id"], frame["draft"]["steps"]))
                await asyncio.sleep(0.5)
                await host.do(at(table, "/say"), {"text": "the end"})
                while (frame := await live.next())["type"] != "chat" or frame["lines"][-1]["text"] != "the end":
                    if frame["type"] == "draft":
                        drafts.append((frame["id"], frame["draft"]["steps"]))
                assert drafts == list(enumerate(list(drafted(game, *steps).chosen) for steps in wishes))

    within(60, play())


# ── choices ───────────────────────────────────────────────────────────────────────────────────────────


def check_draft(shown: dict[str, Any], draft: Draft, ply: int) -> int:
    """A draft as shown against the kernel's; returns how many walks it offers."""
    eyes = draft.view.eyes
    garden = draft.view.garden(eyes)
    assert (shown["seat"], shown["ply"]) == (eyes, ply)
    assert (shown["step"], shown["steps"], shown["gained"]) == (draft.step, list(draft.chosen), draft.gained)
    assert shown["move"] == (None if draft.move is None else str(draft.move))
    assert len(shown["taken"]) == len(draft.chosen)
    choices_of_earlier = []
    for index, taken in enumerate(shown["taken"]):
        earlier = draft.before(index)
        choices_of_earlier.append(len(earlier.choices))
        assert (taken["step"], [one["text"] for one in taken["choices"]]) == (
            earlier.step,
            [choice.text for choice in earlier.choices],
        )
        assert draft.chosen[index] in [one["text"] for one in taken["choices"]]
    last_choice = max((index for index, count in enumerate(choices_of_earlier) if count > 1), default=None)
    assert shown["back"] == (None if last_choice is None else list(draft.chosen[:last_choice]))
    assert draft.start.is_setup or len(draft.choices) != 1, "a step without a choice is taken at once"
    assert set(shown["garden"]["structures"]) == garden.structures
    assert set(shown["garden"]["gardeners"]) == garden.gardeners
    assert shown["garden"]["nobles"] == garden.nobles
    assert shown["garden"]["pieces"] == garden.pieces
    assert [(one["text"], one["gained"]) for one in shown["choices"]] == [(c.text, c.gained) for c in draft.choices]
    walks = 0
    for one, choice in zip(shown["choices"], draft.choices, strict=True):
        after = choice.after.garden(eyes)
        new = after.structures | after.gardeners
        new -= garden.structures | garden.gardeners
        if draft.step == "walk noble" and choice.text != "-":
            check_way(garden.nobles[choice.text[0]], garden.built, choice.text, one["path"])
            assert (one["piece"], one["square"], one["gained"]) == ("noble", choice.text, int(choice.text[1]))
            walks += 1
        else:
            assert one["path"] == []
        if draft.step in ("take tile", "place gardener"):
            assert set(one["opens"]) == choice.after.walks(eyes) - draft.view.walks(eyes)
        if draft.step == "take tile" and not one["gardener"]:
            assert new == {one["square"]}
            assert one["piece"] == "tile"
        if draft.step == "place gardener":
            assert after.gardeners - garden.gardeners == {one["square"]} == {choice.text}
            assert one["piece"] == "gardener"
        if draft.step == "move boar":
            assert after.pieces["boar"] == one["square"] == choice.text
            assert one["piece"] == "boar"
    check_tiles(shown, draft)
    return walks


def check_tiles(shown: dict[str, Any], draft: Draft) -> None:
    """What is shown of the tiles while a card is to be played: each that a card allows, as after that card."""
    expected: dict[str, frozenset[str]] = {}
    for card in draft.choices if draft.step == "play card" else ():
        for choice in Draft(card.after).choices:
            expected[choice.text] = choice.after.walks(draft.view.eyes) - draft.view.walks(draft.view.eyes)
    assert {one["text"]: frozenset(one["opens"]) for one in shown["tiles"]} == expected
    assert all((one["piece"], one["square"]) == ("tile", one["text"][:2]) for one in shown["tiles"])


@pytest.mark.parametrize(
    "options",
    [{"box": "imperial", "expansions": ["rewards", "boar"]}, {"box": "ravensburger"}],
    ids=["imperial", "ravensburger"],
)
def test_choices_points_and_paths_are_the_kernels_through_whole_games(
    server: Server, database: Database, options: dict[str, Any]
) -> None:
    luck, greedy = random.Random(5), GreedyPlayer(1)
    kinds: set[str] = set()
    wanted = {"play card", "take tile", "place gardener", "walk noble"}
    wanted |= {"move boar"} if "boar" in options.get("expansions", ()) else set()

    async def play_one(host: Person, guest: Person) -> None:
        table = await two_people(host, guest, **options)
        game = await database.game(table)
        ply, walks = 0, 0
        while game.seat is not None:
            person, seat = (host, guest)[game.seat], game.seat
            planned = Draft(game.view(seat))
            if luck.random() < 0.7:  # greedy moves fill the garden, random ones find strange places
                planned.choose_move(greedy.choose(game.view(seat)))
            draft = drafted(game)
            shown = (await person.see(at(table, "/game")))["drafts"][0]
            while True:
                walks += check_draft(shown, draft, ply)
                if draft.step is None:
                    break
                kinds.add(draft.step)
                follow = planned.chosen[len(draft.chosen) :]
                steps = [*draft.chosen, follow[0] if follow else luck.choice(draft.choices).text]
                draft = drafted(game, *steps)
                shown = await person.do(at(table, "/steps"), {"seat": seat, "ply": ply, "steps": steps})
            ply = (await person.do(at(table, "/play"), {"seat": seat, "ply": ply, "move": shown["move"]}))["ply"]
            before = game.points_in_play(seat)
            game.push(shown["move"])
            assert game.points_in_play(seat) - before == shown["gained"]
        record = await guest.see(at(table, "/record"))
        assert Game.from_record(record).moves == game.moves
        assert walks > 50

    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            for _ in range(10):  # the luck is the server's: a game may pass in which nobody builds on the boar's square
                await play_one(host, guest)
                if wanted <= kinds:
                    break
            assert kinds - {"choose garden side", "choose reward side"} == wanted

    within(120, play())


def test_the_told_moves_hold_what_everybody_saw(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host:
            table = (await host.open("here", "here", box="imperial", expansions=["rewards", "boar"]))["table"]["id"]
            game = await play_on(database, table, {0: host, 1: host}, player=GreedyPlayer(3))
            log = (await host.see(at(table, "/game")))["log"]
            replay = Game(
                "imperial", expansions="rewards,boar", first=game.first, seed=game.seed
            )  # the same game once more
            for told, move in zip(log, game.moves, strict=True):
                seat = replay.seat
                assert seat is not None
                before, garden, display = replay.points_in_play(seat), replay.garden(seat), replay.display
                replay.push(move)
                after = replay.garden(seat)
                assert (told["seat"], told["move"]) == (seat, str(move))
                if told["side"] is not None:
                    assert told["side"] in (after.board, after.reward)
                    continue
                assert display[told["space"]] == told["tile"]
                new = after.gardeners if told["gardener"] else after.structures
                assert told["square"] in new
                assert told["square"] not in garden.gardeners | garden.structures
                assert told["points"]["total"] == replay.points_in_play(seat) - before
                left = {name: None for name in garden.pieces if name not in after.pieces}
                assert told["pieces"] == left | dict(after.pieces.items() - garden.pieces.items())
                if told["walk"]:
                    check_way(garden.nobles[told["walk"][0]], after.built, told["walk"], told["path"])
                if told["refill"] is not None:
                    turned = replay.display[told["space"]]
                    assert turned is not None
                    assert turned[0] == told["refill"]

    within(60, play())


# ── refusals ──────────────────────────────────────────────────────────────────────────────────────────


def test_what_is_refused_changes_nothing(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as stranger:
            table = await two_people(host, guest, box="imperial", first=0)
            game = await play_on(database, table, {0: host, 1: guest}, 2)
            legal = str(next(iter(game.legal_moves)))
            await host.do(at(table, "/steps"), {"seat": 0, "ply": 2, "steps": [legal.split()[0]]})
            await until(lambda: is_kept(database, table, legal.split()[0]))
            before = await state_of(database, table)
            unheld = next(card for card in game.undiscarded(0) if card not in game.hand(0))
            cases: list[tuple[Person, str, dict[str, Any]]] = [
                (host, "stale", {"seat": 0, "ply": 1, "move": legal}),
                (host, "stale", {"seat": 0, "ply": 3, "move": legal}),
                (guest, "not_your_turn", {"seat": 1, "ply": 2, "move": legal}),
                (guest, "not_your_seat", {"seat": 0, "ply": 2, "move": legal}),
                (host, "not_your_seat", {"seat": 1, "ply": 2, "move": legal}),
                (stranger, "not_your_seat", {"seat": 0, "ply": 2, "move": legal}),
                (host, "no_seat", {"seat": 2, "ply": 2, "move": legal}),
                (host, "invalid_move", {"seat": 0, "ply": 2, "move": "castle long"}),
                (host, "illegal_move", {"seat": 0, "ply": 2, "move": "A"}),
                (host, "illegal_move", {"seat": 0, "ply": 2, "move": f"{unheld} {legal.split()[1]} -"}),
            ]
            for person, code, body in cases:
                await person.refused(code, at(table, "/play"), body)
            await host.refused("illegal_move", at(table, "/steps"), {"seat": 0, "ply": 2, "steps": [unheld]})
            await host.refused("illegal_move", at(table, "/steps"), {"seat": 0, "ply": 2, "steps": ["zz"]})
            await host.refused("stale", at(table, "/steps"), {"seat": 0, "ply": 1, "steps": []})
            await guest.refused("not_your_turn", at(table, "/steps"), {"seat": 1, "ply": 2, "steps": []})
            await host.refused("bad_request", at(table, "/play"), {"seat": 0, "ply": 2})
            await host.refused("bad_request", at(table, "/play"), {"seat": 0, "ply": 2, "move": legal, "more": 1})
            async with guest.live(table) as live:
                await live.until("game")
                for number, (_, code, body) in enumerate(one for one in cases if one[0] is guest):
                    await live.send(type="play", id=number, **body)
                    assert (await live.until("error", id=number))["problem"]["code"] == code
                await live.socket.send("no json")
                assert (await live.until("error", id=None))["problem"]["code"] == "bad_message"
                await live.send(type="play", id=77, seat=1, ply=2)
                assert (await live.until("error", id=77))["problem"]["code"] == "bad_message"
            assert await state_of(database, table) == before
            await host.do(at(table, "/play"), {"seat": 0, "ply": 2, "move": legal})

    within(60, play())


def test_a_text_is_no_number_over_http_just_as_over_the_socket(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host:
            table = (await host.open("here", "here", first=0))["table"]["id"]
            async with host.live(table) as live:
                await live.until("game")
                await live.send(type="play", seat="0", ply=0, move="A", id=1)
                assert (await live.until("error", id=1))["problem"]["code"] == "bad_message"
            await host.refused("bad_request", at(table, "/play"), {"seat": "0", "ply": 0, "move": "A"})
            assert len(await database.log(table)) == 1

    within(60, play())


def test_an_illegal_move_is_explained_with_its_rule_and_what_is_legal(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, box="imperial", first=0)
            game = await database.game(table)
            unheld = next(card for card in game.undiscarded(0) if card not in game.hand(0))
            body = {"seat": 0, "ply": 0, "steps": [unheld]}
            problem = await host.refused("illegal_move", at(table, "/steps"), body)
            assert problem["rule"].startswith("T")
            assert problem["reason"].startswith("reason.")
            assert set(problem["legal"]) <= set(game.hand(0)) != set()

    within(60, play())


# ── taking back ───────────────────────────────────────────────────────────────────────────────────────


class Reader:
    """A client that keeps the log as the protocol says: each frame replaces it from `log_from` on."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.log: list[dict[str, Any]] = []
        self.frame: dict[str, Any] = {}

    async def read(self) -> dict[str, Any]:
        self.frame = await self.live.until("game")
        assert 0 <= self.frame["log_from"] <= len(self.log)
        self.log[self.frame["log_from"] :] = self.frame["log"]
        return self.frame

    async def my_turn(self) -> dict[str, Any]:
        """The draft, once it is one's turn."""
        while not (await self.read())["drafts"]:
            pass
        draft: dict[str, Any] = self.frame["drafts"][0]
        return draft


def test_a_turn_is_taken_back_and_meets_the_same_luck(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host:
            opened = await host.open("here", "computer", box="imperial", first=0)
            table = opened["table"]["id"]
            await host.refused("no_undo", at(table, "/undo"), {"seat": 0, "ply": 0})
            async with host.live(table) as live:
                reader, player = Reader(live), RandomPlayer(3)
                draft = await reader.my_turn()
                assert reader.frame["undo"] == []
                for _ in range(3):
                    game = await database.game(table)
                    move = str(player.choose(game.view(0)))
                    await live.send(type="play", seat=0, ply=draft["ply"], move=move, id=1)
                    draft = await reader.my_turn()
                assert reader.frame["undo"] == [0]
                assert len(reader.log) == 6
                first_log, first_view = list(reader.log), reader.frame["views"][0]
                assert (await host.see(at(table)))["undone"] is False
                await host.refused("stale", at(table, "/undo"), {"seat": 0, "ply": draft["ply"] - 1})
                await live.send(type="undo", seat=0, ply=draft["ply"], id=2)
                draft = await reader.my_turn()
                assert (reader.frame["log_from"], reader.frame["log"]) == (4, [])
                assert reader.log == first_log[:4] == (await host.see(at(table, "/game")))["log"]
                assert draft["ply"] == 7
                assert (await host.see(at(table)))["undone"] is True
                again = first_log[4]
                await live.send(type="play", seat=0, ply=7, move=again["move"], id=3)
                draft = await reader.my_turn()
                assert reader.log[4] == again, "the same tile is turned up"
                view = reader.frame["views"][0]
                assert view["seats"][0]["hand"] == first_view["seats"][0]["hand"], "the same card is drawn"
                # Twice in a row, back to the second turn, and another move this time.
                for _ in range(2):
                    await live.send(type="undo", seat=0, ply=draft["ply"], id=4)
                    draft = await reader.my_turn()
                assert reader.log == first_log[:2]
                game = await database.game(table)
                assert len(game.moves) == 2
                other = next(str(one) for one in game.legal_moves if str(one) != first_log[2]["move"])
                await live.send(type="play", seat=0, ply=draft["ply"], move=other, id=5)
                draft = await reader.my_turn()
                assert reader.log[:2] == first_log[:2]
                assert reader.log[2]["move"] == other
                # And on to the end.
                while reader.frame["views"][0]["phase"] != "over":
                    if reader.frame["drafts"]:
                        game = await database.game(table)
                        move = str(player.choose(game.view(0)))
                        await live.send(type="play", seat=0, ply=reader.frame["ply"], move=move, id=6)
                        await live.until("done", id=6)
                    await reader.read()
                    assert reader.log == (await host.see(at(table, "/game")))["log"][: len(reader.log)]
            info = await host.see(at(table))
            assert (info["undone"], info["status"]) == (True, "over")
            await host.refused("not_running", at(table, "/undo"), {"seat": 0, "ply": info["ply"]})
            kinds = [entry.kind for entry in await database.log(table)]
            assert kinds.count("undo") == 3
            record = await host.see(at(table, "/record"))
            assert record["seed"] == info["seed"], "taking back changes no luck"
            replayed = Game.from_record(record)
            assert [str(move) for move in replayed.moves] == [told["move"] for told in reader.log]

    within(90, play())


def test_a_turn_can_be_taken_back_while_the_computer_thinks(tmp_path: Path) -> None:
    database = Database("sqlite", sqlite_url(tmp_path / "tables.sqlite3"))

    async def play(server: Server, thoughts: Thoughts) -> None:
        async with Person(server) as host:
            computer = {"kind": "computer", "level": thoughts.level}
            table = (await host.open("here", computer, computer, box="imperial", first=0))["table"]["id"]
            game = await database.game(table)
            move = str(next(iter(game.legal_moves)))
            for ply in (0, 2, 4):
                await host.do(at(table, "/play"), {"seat": 0, "ply": ply, "move": move})
                if ply == 0:
                    await asyncio.to_thread(thoughts.wait_for_one)  # which the later turns find still thinking
                await host.do(at(table, "/undo"), {"seat": 0, "ply": ply + 1})
            await asyncio.to_thread(thoughts.finish)
            await asyncio.sleep(0.3)  # in which a move could come
            assert [entry.kind for entry in await database.log(table)] == ["start", *(3 * ["move", "undo"])]
            info = await host.see(at(table))
            assert (info["to_move"], info["ply"]) == (0, 6)
            await host.do(at(table, "/play"), {"seat": 0, "ply": 6, "move": move})
            while (await host.see(at(table)))["to_move"] != 0 or len(await database.log(table)) < 10:
                await asyncio.sleep(0.1)

    with held_thoughts() as thoughts, in_process(tmp_path / "tables.sqlite3") as server:
        within(60, play(server, thoughts))


def test_sides_of_boards_can_be_taken_back_too(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host:
            table = (await host.open("here", "computer", first=0))["table"]["id"]
            async with host.live(table) as live:
                reader = Reader(live)
                assert (await reader.my_turn())["step"] == "choose garden side"
                await live.send(type="play", seat=0, ply=0, move="A", id=1)
                draft = await reader.my_turn()
                assert draft["step"] == "play card"
                hand = reader.frame["views"][0]["seats"][0]["hand"]
                await live.send(type="undo", seat=0, ply=draft["ply"], id=2)
                draft = await reader.my_turn()
                assert (draft["step"], reader.log) == ("choose garden side", [])
                assert reader.frame["views"][0]["seats"][0]["hand"] == []
                await live.send(type="play", seat=0, ply=draft["ply"], move="B", id=3)
                await reader.my_turn()
                assert reader.frame["views"][0]["seats"][0]["hand"] == hand
                assert reader.frame["views"][0]["seats"][0]["garden"]["board"].endswith("B")

    within(60, play())


def test_no_turn_is_taken_back_where_another_person_plays(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, first=0)
            await play_on(database, table, {0: host, 1: guest}, 6)
            assert (await host.see(at(table, "/game")))["undo"] == []
            before = await state_of(database, table)
            await host.refused("no_undo", at(table, "/undo"), {"seat": 0, "ply": 6})
            await guest.refused("no_undo", at(table, "/undo"), {"seat": 1, "ply": 6})
            await guest.refused("not_your_seat", at(table, "/undo"), {"seat": 0, "ply": 6})
            assert await state_of(database, table) == before
            await guest.do(at(table, "/seats/1/replace"))
            ply = (await host.see(at(table)))["ply"]
            await host.refused("no_undo", at(table, "/undo"), {"seat": 0, "ply": ply})
            same_screen = (await host.open("here", "here"))["table"]["id"]
            game = await play_on(database, same_screen, {0: host, 1: host}, 4)
            await host.refused("no_undo", at(same_screen, "/undo"), {"seat": game.seat, "ply": 4})

    within(60, play())


# ── talking ───────────────────────────────────────────────────────────────────────────────────────────


def test_players_talk_in_both_directions_and_watchers_listen(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as stranger:
            table = await two_people(host, guest)
            async with host.live(table) as one, guest.live(table) as two, stranger.live(table) as three:
                for live in (one, two, three):
                    assert (await live.until("chat"))["lines"] == []
                await one.send(type="say", text="Hello <b>there</b> 👋", id=1)
                await one.until("done", id=1)
                for live in (two, three):
                    (line,) = (await live.until("chat"))["lines"]
                    assert (line["seat"], line["name"], line["text"]) == (0, "", "Hello <b>there</b> 👋")
                await two.send(type="say", text="Good evening", id=1)
                for live in (one, three):
                    while not (said := (await live.until("chat"))["lines"]) or said[-1]["seat"] == 0:
                        pass
                    assert (said[-1]["name"], said[-1]["text"]) == ("Guest", "Good evening")
                    assert len(said) <= 2
                await three.send(type="say", text="Me too", id=9)
                assert (await three.until("error", id=9))["problem"]["code"] == "not_seated"
            async with stranger.live(table) as live:
                assert len((await live.until("chat"))["lines"]) == 2
            kept = (await stranger.see(at(table, "/chat")))["lines"]
            assert [line["seat"] for line in kept] == [0, 1]
            assert kept[0]["number"] < kept[1]["number"]

    within(60, play())


def test_a_line_that_is_sent_again_with_its_key_is_said_once(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest)
            line = {"text": "Hello", "key": "0123abcd-_"}
            async with host.live(table) as live:
                for number in range(2):
                    await live.send(type="say", **line, id=number)
                    await live.until("done", id=number)
            await host.do(at(table, "/say"), line)
            await host.do(at(table, "/say"), {**line, "key": "another-key"})
            await host.do(at(table, "/say"), {"text": "Hello"})
            lines = (await guest.see(at(table, "/chat")))["lines"]
            assert [line["text"] for line in lines] == ["Hello"] * 3
            assert "key" not in lines[0]

    within(60, play())


def test_nobody_talks_faster_than_can_be_read(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest)
            codes = []
            for number in range(12):
                answer = await host.post(at(table, "/say"), json={"text": f"line {number}"})
                codes.append(answer.json().get("code"))
            assert codes[:5] == 5 * [None]
            assert codes.count("too_fast") >= 4
            await guest.do(at(table, "/say"), {"text": "I may still talk"})
            for wrong in ("", "x" * 301, "two\nlines"):
                await guest.refused("bad_request", at(table, "/say"), {"text": wrong})

    within(60, play())


# ── records, and several seats at one screen ──────────────────────────────────────────────────────────


def test_the_record_is_masked_while_the_game_runs_and_whole_after_it(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as stranger:
            table = await two_people(host, guest, expansions=["rewards"])
            people = {0: host, 1: guest}
            for _ in range(3):
                game = await play_on(database, table, people, 7)
                game.names = ("", "Guest")
                for person, seats in ((host, (0,)), (guest, (1,)), (stranger, ())):
                    assert await person.see(at(table, "/record")) == game.record(seat=-1)
                    for seat in (0, 1):
                        answer = await person.get(at(table, "/record"), params={"seat": seat})
                        if seat in seats:
                            assert answer.json() == game.record(seat=seat)
                            with pytest.raises(RecordError, match="hidden"):
                                Game.from_record(answer.json())
                        else:
                            assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")
            game = await play_on(database, table, people)
            records = [await person.see(at(table, "/record")) for person in (host, guest, stranger)]
            assert records[0] == records[1] == records[2]
            replayed = Game.from_record(records[0])
            assert replayed.moves == game.moves
            shown = (await stranger.see(at(table, "/game")))["views"][0]
            for seat, points in zip(shown["seats"], records[0]["result"]["points"], strict=True):
                assert seat["points"]["expansions"] == {"rewards": points["rewards"]}
                del points["rewards"], points["boar"]
                assert seat["points"] == points | {"expansions": seat["points"]["expansions"]}
            assert shown["ending"]["winners"] == records[0]["result"]["winners"]
            assert shown["ending"]["gardeners"] == records[0]["result"]["gardeners"]
            assert [seat["missions"] for seat in shown["seats"]] == [list(game.missions(seat)) for seat in (0, 1)]
            assert (await stranger.see(at(table)))["status"] == "over"

    within(60, play())


def test_two_at_one_screen_get_both_views(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest:
            opened = await host.open("here", "invited", "here", box="imperial", first=0)
            table = opened["table"]["id"]
            await guest.do(at(table, "/sit"), {"key": opened["invitations"][0]["key"]})
            async with host.live(table) as live:
                frame = await live.until("game")
                for _ in range(3):
                    game = await database.game(table)
                    assert [view["eyes"] for view in frame["views"]] == [0, 2]
                    for view in frame["views"]:
                        hands = [None if seat != view["eyes"] else list(game.hand(seat)) for seat in range(3)]
                        assert [seat["hand"] for seat in view["seats"]] == hands
                    assert [draft["seat"] for draft in frame["drafts"]] == [
                        seat for seat in (0, 2) if game.seat == seat
                    ]
                    await play_on(database, table, {0: host, 1: guest, 2: host}, 1)
                    frame = await live.until("game")

    within(60, play())


def test_a_game_against_computers_is_played_to_its_end(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host:
            kinds = ({"kind": "computer", "level": "random"}, "here", "computer", "computer")
            table = (await host.open(*kinds, box="imperial", expansions=["boar"]))["table"]["id"]
            async with host.live(table) as live:
                last = await play_alone(live, database, table)
            game = await database.game(table)
            assert game.is_over
            ending, totals = last["views"][0]["ending"], [each["points"]["total"] for each in last["views"][0]["seats"]]
            assert ending["tied"] == [seat for seat, total in enumerate(totals) if total == max(totals)]
            assert ending["winners"] == list(Game.from_record(game.record()).record()["result"]["winners"])

    within(60, play())
