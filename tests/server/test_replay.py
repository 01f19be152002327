"""Replays: each view exactly as its eyes saw it then, of tables and of records; and records as strangers send them."""

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from sanssouci import Game, View
from sanssouci.game.telling import tell
from sanssouci.server.messages import Replay
from sanssouci.server.showing import show_box, show_told, show_view
from server.conftest import Served
from server.databases import Database
from server.inprocess import GENEROUS, in_process, kept
from server.playing import at, play_alone, play_on, two_people
from server.scanning import Room
from server.serving import Person, Server, within
from strategies import BY_ID, CONFIGURATIONS, JSON_VALUES, Configuration, finished, running

GOLDEN: Final = sorted((Path(__file__).resolve().parents[1] / "golden").glob("*.jsonl"))
OPEN: Final = -2


@pytest.fixture
def served(on_sqlite: Served) -> Served:
    return on_sqlite


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A server without limits, for many records."""
    with (
        in_process(tmp_path_factory.mktemp("quick") / "tables.sqlite3") as served,
        httpx.Client(base_url=served.url, timeout=60) as client,
    ):
        yield client


def plain(message: Any) -> Any:
    return json.loads(msgspec.json.encode(message))


# ── what a replay must be ─────────────────────────────────────────────────────────────────────────────


def positions(game: Game) -> list[Game]:
    """The game after no move, after one, and so on."""
    past = [game.copy()]
    while past[-1].moves:
        earlier = past[-1].copy()
        earlier.pop()
        past.append(earlier)
    return past[::-1]


def expected(game: Game, eyes: int) -> Any:
    """A position by way of its text, in which '?' stands for all that is hidden; open eyes see the game itself."""
    if eyes == OPEN:
        return plain(show_view(game))
    return plain(show_view(View.from_text(game.view(eyes).text(), box=game.box)))


def check(replay: dict[str, Any], game: Game, eyes: int) -> None:
    assert replay.keys() == set(Replay.__struct_fields__)
    assert (replay["eyes"], replay["first"], replay["over"]) == (eyes, game.first, game.is_over)
    assert replay["expansions"] == list(game.expansions)
    assert replay["box"]["tiles"] == {str(players): copies for players, copies in game.box.tiles.items()}
    assert [told["move"] for told in replay["log"]] == [str(move) for move in game.moves]
    assert replay["log"] == [plain(show_told(tell(game, index))) for index in range(len(game.moves))]
    past = positions(game)
    assert len(replay["views"]) == len(past)
    for view, then in zip(replay["views"], past, strict=True):
        assert view == expected(then, eyes)
        for seat, shown in enumerate(view["seats"]):
            if eyes == OPEN:
                assert (shown["hand"], shown["missions"]) == (list(then.hand(seat)), list(then.missions(seat)))
            else:
                assert (shown["hand"] is None) == (seat != eyes)
                assert (shown["missions"] is None) == (seat != eyes and not then.is_over)


async def replay_of(person: Person, table: str, eyes: int, code: str | None = None) -> Any:
    answer = await person.get(at(table, f"/replay?eyes={eyes}"))
    assert answer.status_code == 200 if code is None else answer.json()["code"] == code, answer.text
    return answer


# ── tables ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("configuration", [BY_ID["ravensburger-2"], BY_ID["imperial-2-rewards-boar"]], ids=str)
def test_while_a_game_runs_everybody_sees_what_they_saw_and_after_it_all(
    server: Server, database: Database, configuration: Configuration
) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as watcher:
            options = {"expansions": configuration.expansions}
            table = await two_people(host, guest, box=configuration.box.id, **options)
            people = {0: host, 1: guest}
            seats = {host: 0, guest: 1}
            game = await database.game(table)
            room = Room(table, configuration.box, game.copy(), None)  # type: ignore[arg-type]
            room.hide(host)
            room.hide(guest)
            seen: dict[int, list[Any]] = {0: [], 1: [], -1: []}  # what was sent when it happened
            while not game.is_over:
                for person in (host, guest, watcher):
                    view = (await person.see(at(table, "/game")))["views"][0]
                    seen[view["eyes"]].append(view)
                    if len(game.moves) % 9:
                        continue
                    allowed = [seats[person], -1] if person in seats else [-1]
                    for eyes in allowed:
                        answer = await replay_of(person, table, eyes)
                        room.check_text(answer.text, is_over=False)
                        assert answer.json()["allowed"] == allowed
                        assert eyes < 0 or answer.json()["views"] == seen[eyes]
                        check(answer.json(), game, eyes)
                    for eyes in {0, 1} - set(allowed):
                        await replay_of(person, table, eyes, "not_your_seat")
                    await replay_of(person, table, OPEN, "not_over")
                    await replay_of(person, table, 3, "no_seat")
                game = await play_on(database, table, people, 1)
            for person in (host, guest, watcher):
                for eyes in (0, 1, -1, OPEN):
                    answer = await replay_of(person, table, eyes)
                    room.check_text(answer.text, is_over=False)  # the seed is told elsewhere
                    assert answer.json()["allowed"] == [0, 1, -1, OPEN]
                    assert eyes == OPEN or answer.json()["views"][:-1] == seen[eyes]
                    check(answer.json(), game, eyes)
            shown = answer.json()
            assert [seat["name"] for seat in shown["seats"]] == ["", "Guest"]
            assert shown["box"] == plain(show_box(configuration.box))
            await replay_of(host, table, 2, "no_seat")

    within(240, play())


def test_moves_that_were_taken_back_are_not_shown(server: Server, database: Database) -> None:
    async def play() -> None:
        async with Person(server) as host:
            table = (await host.open("here", {"kind": "computer", "level": "random"}))["table"]["id"]
            async with host.live(table) as live:
                frame = await play_alone(live, database, table, 5)
            seat = frame["views"][0]["to_move"]
            await host.do(at(table, "/undo"), {"seat": seat, "ply": frame["ply"]})
            game = await database.game(table)
            assert len(game.moves) < len(frame["log"]) or frame["log_from"] > 0
            replay = (await replay_of(host, table, seat)).json()
            check(replay, game, seat)
            assert [told["level"] for told in replay["seats"]] == [None, "random"]

    within(60, play())


def test_who_has_several_seats_at_one_screen_may_use_the_eyes_of_each(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host, Person(server) as guest, Person(server) as watcher:
            opened = await host.open("here", "invited", "here")
            table = opened["table"]["id"]
            await replay_of(host, table, 0, "not_running")
            await guest.do(at(table, "/sit"), {"key": opened["invitations"][0]["key"]})
            for eyes in (0, 2, -1):
                assert (await replay_of(host, table, eyes)).json()["allowed"] == [0, 2, -1]
            await replay_of(host, table, 1, "not_your_seat")
            await replay_of(watcher, table, 0, "not_your_seat")
            await guest.do(at(table, "/seats/1/replace"))
            await host.do(at(table, "/abandon"))
            await replay_of(host, table, OPEN, "not_over")
            await replay_of(watcher, table, 0, "not_your_seat")
            assert (await replay_of(watcher, table, -1)).json()["over"] is False

    within(60, play())


# ── records ───────────────────────────────────────────────────────────────────────────────────────────


def show(client: httpx.Client, record: Any, eyes: int = -1) -> httpx.Response:
    return client.post("/api/replay", json={"record": record, "eyes": eyes})


def refusal(answer: httpx.Response) -> str:
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "bad_record"), answer.text
    message: str = problem["message"]
    return message


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=[pytest.mark.long] if n % 3 else []) for n, path in enumerate(GOLDEN)],
)
def test_golden_records_are_shown_through_all_eyes(quick: httpx.Client, path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    game = Game.from_record(record)
    for eyes in (*range(game.players), -1, OPEN):
        answer = show(quick, record, eyes)
        assert answer.status_code == 200, answer.text
        check(answer.json(), game, eyes)
        assert answer.json()["allowed"] == [*range(game.players), -1, OPEN]
        assert answer.json()["box"] == plain(show_box(game.box))
    assert show(quick, record, 3).status_code == (200 if game.players == 4 else 422)


def test_a_record_of_a_running_game_shows_what_was_played(quick: httpx.Client) -> None:
    for configuration in CONFIGURATIONS[::5]:
        for moves in (0, 1, 12):
            game = running(configuration, 3, ["greedy"], moves)
            game.names = [f"Player {seat}" for seat in range(game.players)]
            record = game.record(complete=True)
            for eyes in (0, -1):
                replay = show(quick, record, eyes).json()
                check(replay, game, eyes)
                assert replay["allowed"] == [*range(game.players), -1]
                assert [seat["name"] for seat in replay["seats"]] == list(game.names or ())
            assert "eyes=-2" in refusal(show(quick, record, OPEN))
    seen = game.record(seat=0)
    assert show(quick, seen, 0).json()["allowed"] == [0, -1], "what one seat saw is shown with its eyes"
    assert "eyes=1" in refusal(show(quick, seen, 1))


def test_a_box_that_the_server_knows_has_its_words(tmp_path: Path) -> None:
    record = finished(BY_ID["small-2"], 1).record()
    box = BY_ID["small-2"].box
    with (
        in_process(tmp_path / "tables.sqlite3", boxes={box.id: box}) as server,
        httpx.Client(base_url=server.url) as client,
    ):
        assert show(client, record).json()["box"] == plain(show_box(box))


def test_a_bad_move_is_named_with_its_number(quick: httpx.Client) -> None:
    record = finished(BY_ID["ravensburger-2"], 4).record()
    turns = [index for index, event in enumerate(record["events"]) if event[0] in ("side", "turn")]
    for number in (1, 2, 7, len(turns)):
        index = turns[number - 1]
        for bad in ("zz", "26 a2 i6", 7, None):
            broken = copy.deepcopy(record)
            broken["events"][index][2] = bad
            assert refusal(show(quick, broken)).startswith(f"move {number}, event {index}: ")


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("format", "chess", "format is 'chess'"),
        ("version", 3, "version is 3"),
        ("players", 5, "players is 5"),
        ("seed", "0" * 32, "does not follow from the seed"),
        ("box", {}, "box"),
        ("box", None, "box"),
        ("events", [], "the record ends after 0 events"),
        ("result", None, "result must have"),
        ("comment", "hello", "'comment' is not a key"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(quick: httpx.Client, key: str, value: Any, says: str) -> None:
    record = finished(BY_ID["imperial-3"], 4).record()
    assert says in refusal(show(quick, {**record, key: value}))


def test_the_box_in_a_record_is_checked(quick: httpx.Client) -> None:
    record = finished(BY_ID["small-2-boar"], 4).record()
    for change, says in (
        ({"tiles": {"2": 1}}, "a game must have at least"),
        ({"tiles": {"2": 10**30}}, "tiles"),
        ({"board": {"columns": 40, "rows": 6}}, "board.columns"),
        ({"missions": 9}, "missions"),
        ({"gardens": record["box"]["gardens"] * 50}, "gardens"),
        ({"display": [6] * 500}, "display"),
    ):
        assert says in refusal(show(quick, {**record, "box": {**record["box"], **change}}))


QUIET = settings(
    max_examples=60, database=None, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck)
)
RECORDS: Final = [finished(BY_ID[name], 2).record(legal=True) for name in ("small-2-rewards-boar", "ravensburger-3")]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all parts of a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*path, key)
        yield from places(part, (*path, key))


PLACES: Final = [list(places(record)) for record in RECORDS]


@QUIET
@given(data=st.data(), which=st.integers(0, 1), eyes=st.integers(-2, 3))
def test_a_record_with_anything_in_it_is_shown_or_refused(
    quick: httpx.Client, data: st.DataObject, which: int, eyes: int
) -> None:
    record = copy.deepcopy(RECORDS[which])
    for path in data.draw(st.lists(st.sampled_from(PLACES[which]), min_size=1, max_size=2, unique=True)):
        part: Any = record
        try:
            for key in path[:-1]:
                part = part[key]
            part[path[-1]] = data.draw(JSON_VALUES)
        except (TypeError, KeyError, IndexError):  # an earlier change has replaced this part
            continue
    try:
        body = json.dumps({"record": record, "eyes": eyes}, allow_nan=False).encode()
    except ValueError:
        return
    answer = quick.post("/api/replay", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (200, 400, 422), answer.text
    if answer.status_code == 400:  # a lone surrogate is not text
        assert "\\ud8" in body.decode()


# ── what it costs ─────────────────────────────────────────────────────────────────────────────────────


def test_a_record_has_a_size_that_is_enough_and_bounded(quick: httpx.Client) -> None:
    record = finished(BY_ID["imperial-4-rewards-boar"], 1).record(legal=True)
    assert show(quick, record).status_code == 200
    spaced = json.dumps({"record": record}, indent=1).encode()
    json_type = {"Content-Type": "application/json"}
    assert quick.post("/api/replay", content=spaced, headers=json_type).status_code == 200
    for size, status in ((65_536, 200), (65_537, 413), (5_000_000, 413)):
        body = json.dumps({"record": record}).encode().ljust(size)
        answer = quick.post("/api/replay", content=body, headers=json_type)
        assert answer.status_code == status
        assert status == 200 or answer.json()["code"] == "too_large"
    table = quick.post("/api/tables", content=json.dumps({}).encode().ljust(20_000), headers=json_type)
    assert table.status_code == 413, "other requests have room for what they need"


def test_nothing_is_kept(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    with in_process(database) as server, httpx.Client(base_url=server.url) as client:
        seats = [{"kind": "here"}, {"kind": "here"}]
        table = client.post("/api/tables", json={"seats": seats}).json()["table"]["id"]
        before = kept(database, table)
        assert client.get(f"/api/tables/{table}/replay?eyes=1").status_code == 200
        assert show(client, finished(BY_ID["small-2"], 1).record()).status_code == 200
        assert kept(database, table) == before


def test_replays_are_limited_for_an_address(tmp_path: Path) -> None:
    limits = replace(GENEROUS, replays=(0.001, 3.0))
    with in_process(tmp_path / "tables.sqlite3", limits=limits) as server, httpx.Client(base_url=server.url) as client:
        record = finished(BY_ID["small-2"], 1).record()
        table = client.post("/api/tables", json={"seats": [{"kind": "here"}] * 2}).json()["table"]["id"]
        replay = f"/api/tables/{table}/replay"
        answers = [show(client, record), client.get(replay), show(client, {}), client.get(replay), show(client, record)]
    assert [answer.status_code for answer in answers] == [200, 200, 422, 429, 429]
    assert answers[3].json()["code"] == "too_fast"


def test_large_answers_are_compressed_for_who_takes_that(quick: httpx.Client) -> None:
    record = finished(BY_ID["imperial-4-rewards-boar"], 1).record()
    body = {"record": record}
    packed = quick.post("/api/replay", json=body, headers={"Accept-Encoding": "gzip"})
    whole = quick.post("/api/replay", json=body, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in whole.headers
    assert packed.json() == whole.json()
    assert 10 * int(packed.headers["content-length"]) < int(whole.headers["content-length"])
