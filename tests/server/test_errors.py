"""Every way to be refused: a stable code, its status, and a message that says what is wrong."""

import asyncio
import functools
import json
import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from websockets.exceptions import ConnectionClosed

from sanssouci.server.errors import STATUS
from sanssouci.server.messages import ERROR_CODES
from sanssouci.server.settings import Limits
from server.databases import Database
from server.fuzzed import World, command, cookie_header
from server.inprocess import GENEROUS, PLENTY, in_process
from server.serving import COOKIE, Person, Server, limit_files, start_server, within

HERE_AND_INVITED = [{"kind": "here"}, {"kind": "invited"}]
HERE_AND_COMPUTER = [{"kind": "here"}, {"kind": "computer"}]
NO_SUCH_TABLE = "A" * 22
HERE, INVITED, COMPUTER = {"kind": "here"}, {"kind": "invited"}, {"kind": "computer"}
SAY = {"type": "say", "text": "Hello"}
STALE = command("play", 0, 0, move="A")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    database = tmp_path_factory.mktemp("errors") / "tables.sqlite3"
    with in_process(database) as server:
        made = World(server, database)
        yield made
        made.close()


def ask(world: World, path: str, body: Any = None, cookie: str = "", **options: Any) -> httpx.Response:
    """Send a request as it is, whatever comes of it."""
    headers = {**cookie_header(cookie), **options.pop("headers", {})}
    method = options.pop("method", "POST")
    if body is not None:
        options["content"] = body if isinstance(body, str | bytes) else json.dumps(body)
    answer = world.http.request(method, path, headers=headers, **options)
    world.http.cookies.clear()
    return answer


# ── one way to provoke each code over HTTP ────────────────────────────────────────────────────────────

Way = Callable[[World], httpx.Response]

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@dataclass(frozen=True)
class Case:
    name: str
    code: str
    says: str
    way: Way


def _not_waiting(w: World) -> httpx.Response:
    opened = w.post("/api/tables", {"listed": True, "seats": HERE_AND_INVITED}, w.host)["table"]["id"]
    w.post(f"/api/tables/{opened}/abandon", {}, w.host)
    return ask(w, f"/api/tables/{opened}/sit", {}, w.guest)


def _report(w: World, cookie: str) -> httpx.Response:
    return ask(w, f"/api/tables/{w.people}/report", {"seat": 0, "reason": "other"}, cookie)


def _saw_cards(w: World) -> httpx.Response:
    table = w.post("/api/tables", {"listed": True, "seats": [HERE, HERE, COMPUTER]}, w.host)["table"]["id"]
    w.post(f"/api/tables/{table}/seats/1/leave", {}, w.host)
    return ask(w, f"/api/tables/{table}/sit", {}, w.guest)


def _lesson_again(w: World) -> httpx.Response:
    table = w.post("/api/lessons/card", {"again": True}, w.host)["table"]
    w.post(f"/api/tables/{table}/abandon", {}, w.host)
    return ask(w, f"/api/tables/{table}/rematch", "", w.host)


def _play(w: World, *, cookie: str, seat: int = 0, late: int = 0, move: str = "A") -> httpx.Response:
    ply = w.get(f"/api/tables/{w.people}")["ply"] + late
    return ask(w, f"/api/tables/{w.people}/play", command("play", seat, ply, move=move), cookie)


def _undo(w: World, table: str, cookie: str) -> httpx.Response:
    ply = w.get(f"/api/tables/{table}")["ply"]
    return ask(w, f"/api/tables/{table}/undo", command("undo", 0, ply), cookie)


def _see(w: World, path: str) -> httpx.Response:
    return ask(w, f"/api/tables/{path}", cookie=w.host, method="GET")


def _steps(w: World, steps: list[str]) -> httpx.Response:
    ply = w.get(f"/api/tables/{w.machine}")["ply"]
    return ask(w, f"/api/tables/{w.machine}/steps", command("steps", 0, ply, steps=steps), w.host)


def _open(w: World, **wish: Any) -> httpx.Response:
    return ask(w, "/api/tables", {"seats": HERE_AND_COMPUTER, **wish}, w.host)


def _say(w: World, text: Any) -> httpx.Response:
    return ask(w, f"/api/tables/{w.people}/say", {"type": "say", "text": text}, w.host)


def _sit(w: World, **wish: Any) -> httpx.Response:
    return ask(w, f"/api/tables/{w.open}/sit", wish)


def _seat(w: World, what: str, *, cookie: str, table: str = "", seat: Any = 0, body: Any = None) -> httpx.Response:
    return ask(w, f"/api/tables/{table or w.people}/seats/{seat}/{what}", body, cookie)


def _wrong_entry(w: World) -> httpx.Response:
    game = ask(w, "/api/companion/games", {"box": "ravensburger", "players": 2, "key": "w" * 8}, w.host).json()
    tap = {"number": 1, "key": "k" * 8, "kind": "enter", "text": "9"}
    return ask(w, f"/api/companion/games/{game['id']}/taps", {"taps": [tap]}, w.host)


def _others_box(w: World) -> httpx.Response:
    begun = w.post("/api/boxes", {"extends": "imperial"}, w.host)
    return ask(w, f"/api/boxes/{begun['id']}/delete", None, w.guest)


STRANGE_PUSH = {"endpoint": "https://10.0.0.7/x", "key": "A" * 87, "auth": "A" * 22, "language": "en"}
CASES = [
    # what cannot be read
    Case("half a body", "bad_request", "truncated", lambda w: ask(w, "/api/tables", "{")),
    Case("no JSON", "bad_request", "JSON is malformed", lambda w: ask(w, "/api/tables", "seats: 2")),
    Case("empty object", "bad_request", "seats", lambda w: ask(w, "/api/tables", "{}")),
    Case("empty body", "bad_request", "", lambda w: ask(w, "/api/tables", "")),
    Case("a list", "bad_request", "`object`", lambda w: ask(w, "/api/tables", [])),
    Case("NaN", "bad_request", "malformed", lambda w: ask(w, "/api/tables", '{"pace": NaN}')),
    Case("no UTF-8", "bad_request", "", lambda w: ask(w, "/api/tables", b'{"box": "\xff"}')),
    Case("half a surrogate pair", "bad_request", "", lambda w: ask(w, "/api/tables", '{"box": "\\ud800"}')),
    Case("deep nesting", "bad_request", "", lambda w: ask(w, "/api/tables", "[" * 16_000)),
    Case("unknown field", "bad_request", "`colour`", lambda w: _open(w, colour="red")),
    Case("unknown field of a seat", "bad_request", "`age`", lambda w: _open(w, seats=[{**HERE, "age": 1}] * 2)),
    Case("wrong type", "bad_request", "`array`", lambda w: _open(w, expansions="boar")),
    Case("number as text", "bad_request", "`int`", lambda w: _open(w, away="300")),
    Case("out of range", "bad_request", "<= 10", lambda w: _open(w, pace=11)),
    Case("no kind of seat", "bad_request", "dog", lambda w: _open(w, seats=[{"kind": "dog"}] * 2)),
    Case("one seat", "bad_request", "length >= 2", lambda w: _open(w, seats=[{"kind": "here"}])),
    Case("five seats", "bad_request", "length <= 4", lambda w: _open(w, seats=[{"kind": "here"}] * 5)),
    Case("no seed", "bad_request", "seed", lambda w: _open(w, seed="x")),
    Case("a seed and a new line", "bad_request", "seed", lambda w: _open(w, seed="0" * 32 + "\n")),
    Case("too long a box", "bad_request", "length <= 40", lambda w: _open(w, box="b" * 41)),
    Case("too long a name", "bad_request", "length <= 24", lambda w: _sit(w, name="n" * 25)),
    Case("empty name", "bad_request", "length >= 1", lambda w: _sit(w, name="")),
    Case("control character in a name", "bad_request", "regex", lambda w: _sit(w, name="A\x07nn")),
    Case("new line in a name", "bad_request", "regex", lambda w: _sit(w, name="A\nnn")),
    Case("new line after a name", "bad_request", "regex", lambda w: _sit(w, name="Ann\n")),
    Case("text turned around in a name", "bad_request", "regex", lambda w: _sit(w, name="A\u202enn")),
    Case("invisible name", "bad_request", "regex", lambda w: _sit(w, name="\u200b")),
    Case("name that looks blank", "bad_request", "seen", lambda w: _sit(w, name="\u3164\u3164")),
    Case("blank name of a host", "bad_request", "seen", lambda w: _open(w, seats=[{**HERE, "name": "\u2800"}, HERE])),
    Case("name of spaces", "bad_request", "regex", lambda w: _sit(w, name="   ")),
    Case("no key", "bad_request", "regex", lambda w: _sit(w, key="k")),
    Case("too long a line", "bad_request", "length <= 300", lambda w: _say(w, "a" * 301)),
    Case("empty line", "bad_request", "length >= 1", lambda w: _say(w, "")),
    Case("control character in a line", "bad_request", "regex", lambda w: _say(w, "a\x1b[2Jb")),
    Case("new line after a line", "bad_request", "regex", lambda w: _say(w, "a\n")),
    Case("text turned around in a line", "bad_request", "regex", lambda w: _say(w, "a\u202eb")),
    Case("no number of a seat", "bad_request", "seat", lambda w: _seat(w, "leave", cookie=w.host, seat=4)),
    Case("huge number of a seat", "bad_request", "seat", lambda w: _seat(w, "leave", cookie=w.host, seat="9" * 400)),
    Case("too long a table", "bad_request", "40", lambda w: ask(w, f"/api/tables/{'A' * 41}", method="GET")),
    Case(
        "wrong seat in a query",
        "bad_request",
        "seat",
        lambda w: ask(w, f"/api/tables/{w.people}/record?seat=x", method="GET"),
    ),
    Case("wrong kind of command", "bad_request", "", lambda w: ask(w, f"/api/tables/{w.people}/say", {"type": "undo"})),
    Case("huge body", "too_large", "", lambda w: ask(w, "/api/tables", '{"box": "' + "a" * 20_000 + '"}')),
    Case("huge body in pieces", "too_large", "", lambda w: ask(w, "/api/tables", content=iter([b"a" * 9_000] * 3))),
    # what is not there
    Case("unknown path", "not_found", "", lambda w: ask(w, "/api/nothing", method="GET")),
    Case("unknown page", "not_found", "", lambda w: ask(w, "/nothing/at/all", method="GET")),
    Case("letters as a seat", "not_found", "", lambda w: _seat(w, "leave", cookie=w.host, seat="x")),
    Case("wrong method", "method_not_allowed", "", lambda w: ask(w, "/api/tables", method="DELETE")),
    Case("looking at a command", "method_not_allowed", "", lambda w: ask(w, "/api/tables/x/play", method="GET")),
    Case("unknown table", "no_table", "no such table", lambda w: ask(w, f"/api/tables/{NO_SUCH_TABLE}", method="GET")),
    Case("NUL as a table", "not_found", "nothing at this address", lambda w: ask(w, "/api/tables/%00", method="GET")),
    Case("sitting nowhere", "no_table", "no such table", lambda w: ask(w, f"/api/tables/{NO_SUCH_TABLE}/sit", {})),
    Case("unknown seat", "no_seat", "0 to 1", lambda w: _seat(w, "leave", cookie=w.host, seat=3)),
    # who may do it
    Case(
        "other site",
        "forbidden_origin",
        "another site",
        lambda w: ask(w, "/api/tables", {}, headers={"Origin": "https://evil.example"}),
    ),
    Case(
        "origin that is no address",
        "forbidden_origin",
        "another site",
        lambda w: ask(w, "/api/tables", {}, headers={"Origin": "http://[evil"}),
    ),
    Case(
        "other name",
        "forbidden_host",
        "--allow-host",
        lambda w: ask(w, "/api/server", method="GET", headers={"Host": "evil.example"}),
    ),
    Case("other's seat", "not_your_seat", "seat 1", lambda w: _play(w, cookie=w.host, seat=1)),
    Case("no cookie", "not_your_seat", "seat 0", lambda w: _play(w, cookie="")),
    Case("cookie of nobody", "not_your_seat", "seat 0", lambda w: _play(w, cookie="x" * 43)),
    Case("key of another's seat", "not_your_seat", "seat 1", lambda w: _seat(w, "key", cookie=w.host, seat=1)),
    Case("closing another's table", "not_host", "host", lambda w: ask(w, f"/api/tables/{w.open}/abandon")),
    Case("ending others' game", "not_seated", "players", lambda w: ask(w, f"/api/tables/{w.people}/abandon")),
    Case(
        "ending a game with others",
        "not_away",
        "leave",
        lambda w: ask(w, f"/api/tables/{w.people}/abandon", "", w.host),
    ),
    Case("wrong key", "bad_key", "link", lambda w: _sit(w, key="k" * 43)),
    Case("private table", "bad_key", "private", lambda w: ask(w, f"/api/tables/{w.people}/sit", {})),
    Case("talking as a stranger", "not_seated", "who sit", lambda w: ask(w, f"/api/tables/{w.people}/say", SAY)),
    Case(
        "replacing as a stranger",
        "not_seated",
        "who sit",
        lambda w: _seat(w, "replace", cookie="x" * 43, seat=1, body={}),
    ),
    Case("reporting oneself", "no_report", "nobody else", lambda w: _report(w, w.host)),
    Case("no account", "no_account", "no account", lambda w: ask(w, "/api/you/sign-out")),
    Case("passkeys of an address", "no_passkeys", "name", lambda w: ask(w, "/api/you/sign-in/options")),
    Case(
        "passkey of nobody",
        "bad_passkey",
        "nobody asked for this",
        lambda w: ask(w, "/api/you/sign-in", {"label": "?", "credential": {}}, headers={"Host": "localhost"}),
    ),
    # not now
    Case("seat of the host", "seat_taken", "taken", lambda w: _sit(w, seat=0)),
    Case("sitting twice", "seat_taken", "already", lambda w: ask(w, f"/api/tables/{w.open}/sit", {}, w.host)),
    Case("cards that another has seen", "saw_cards", "two players", _saw_cards),
    Case("sitting too late", "not_waiting", "waiting for", _not_waiting),
    Case(
        "moving too soon",
        "not_running",
        "waiting",
        lambda w: ask(w, f"/api/tables/{w.open}/play", command("play", 0, 0, move="A"), w.host),
    ),
    Case("looking too soon", "not_running", "begun", lambda w: ask(w, f"/api/tables/{w.open}/game", method="GET")),
    Case("abandoning too late", "not_running", "over", lambda w: ask(w, f"/api/tables/{w.over}/abandon", None, w.host)),
    Case("rematch too soon", "not_over", "not over", lambda w: ask(w, f"/api/tables/{w.people}/rematch", "", w.host)),
    Case("rematch of a lesson", "no_rematch", "lesson", _lesson_again),
    Case("not to move", "not_your_turn", "it is seat 0's turn", lambda w: _play(w, cookie=w.guest, seat=1)),
    Case("too early", "stale", "entry", lambda w: _play(w, cookie=w.host, late=1)),
    Case("stale", "stale", "entry", lambda w: ask(w, f"/api/tables/{w.machine}/play", STALE, w.host)),
    Case("no move", "invalid_move", "", lambda w: _play(w, cookie=w.host, move="castle!")),
    Case("illegal move", "illegal_move", "", lambda w: _play(w, cookie=w.host, move="36 f3 ~e5 d4")),
    Case("illegal step", "illegal_move", "legal", lambda w: _steps(w, ["?"])),
    Case("too many steps", "bad_request", "length <= 6", lambda w: _steps(w, ["A"] * 7)),
    Case("undo among people", "no_undo", "computers", lambda w: _undo(w, w.people, w.host)),
    Case("leaving computers alone", "no_leave", "abandon", lambda w: _seat(w, "leave", cookie=w.host, table=w.machine)),
    Case("hints among people", "no_hints", "people", lambda w: _see(w, f"{w.people}/hints?seat=0")),
    Case("counts among people", "no_hints", "people", lambda w: _see(w, f"{w.people}/counts?seat=0")),
    Case("hints for another", "not_your_seat", "seat 1", lambda w: _see(w, f"{w.machine}/hints?seat=1")),
    Case("hints after the end", "not_running", "over", lambda w: _see(w, f"{w.over}/hints?seat=0")),
    Case("open hands too early", "not_over", "over", lambda w: _see(w, f"{w.machine}/replay?eyes=-2")),
    Case("another's eyes", "not_your_seat", "seat 1", lambda w: _see(w, f"{w.machine}/replay?eyes=1")),
    Case("eyes of nobody", "no_seat", "no seat 2", lambda w: _see(w, f"{w.machine}/replay?eyes=2")),
    Case("no eyes at all", "bad_request", "eyes", lambda w: _see(w, f"{w.machine}/replay?eyes=-3")),
    Case("replay before the game", "not_running", "begun", lambda w: _see(w, f"{w.open}/replay")),
    Case("no record", "bad_record", "format", lambda w: ask(w, "/api/replay", {"record": {}})),
    Case("a list for a record", "bad_request", "object", lambda w: ask(w, "/api/replay", {"record": []})),
    Case("replacing who is here", "not_away", "away", lambda w: _seat(w, "replace", cookie=w.host, seat=1, body={})),
    Case("coming back to one's seat", "not_replaced", "no computer", lambda w: _seat(w, "return", cookie=w.host)),
    # boxes
    Case("no such own box", "no_box", "no such box", lambda w: ask(w, f"/api/boxes/{NO_SUCH_TABLE}", method="GET")),
    Case("no box file", "bad_box", "file: is not valid TOML", lambda w: ask(w, "/api/boxes", {"text": "x"}, w.host)),
    Case("other's box", "not_your_box", "owner", _others_box),
    # salons and reminders
    Case("no such salon", "no_salon", "no such salon", lambda w: ask(w, f"/api/salons/{NO_SUCH_TABLE}", method="GET")),
    Case("no push service", "no_push", "push service", lambda w: ask(w, "/api/push", STRANGE_PUSH)),
    # followed games
    Case("what cannot have happened", "bad_entry", "possible: 1, 2", _wrong_entry),
    # settings
    Case("no such box", "bad_setting", "ravensburger", lambda w: _open(w, box="chess")),
    Case("no such level", "bad_setting", "greedy", lambda w: _open(w, seats=[HERE, {**COMPUTER, "level": "x"}])),
    Case("level of a person", "bad_setting", "level", lambda w: _open(w, seats=[{**HERE, "level": "greedy"}, HERE])),
    Case("name of an invited", "bad_setting", "name", lambda w: _open(w, seats=[HERE, {**INVITED, "name": "Bea"}])),
    Case("seed among people", "bad_setting", "luck", lambda w: _open(w, seats=[HERE, HERE], seed="0" * 32)),
    Case("first that is not there", "bad_setting", "", lambda w: _open(w, first=3)),
]

# Codes that need more than one request, and where they are provoked.
ELSEWHERE = {
    "bad_message": "test_messages_are_refused_with_their_id",
    "too_fast": "test_too_many_requests_are_too_fast",
    "too_many": "test_too_many_tables_are_too_many",
    "warming_up": "test_while_the_rules_are_compiled_games_have_to_wait",
    "restarting": "test_a_process_about_to_end_opens_no_tables_and_ends_at_a_second_signal",
    "banned": "test_whoever_is_banned_or_muted_is_told_so",
    "muted": "test_whoever_is_banned_or_muted_is_told_so",
    "has_account": "test_one_device_is_not_of_two_people",
    "both_seated": "test_one_device_is_not_of_two_people",
    "unavailable": "test_a_full_disk_is_told_and_logged_once_and_forgotten_when_there_is_room",
    "not_alone": "test_a_game_of_several_people_is_not_taken_along",
    "internal": "test_an_error_of_the_servers_own_says_nothing_about_its_inside",
}


@pytest.mark.parametrize(("kind", "code"), [("ban", "banned"), ("mute", "muted")])
def test_whoever_is_banned_or_muted_is_told_so(world: World, kind: str, code: str) -> None:
    with closing(sqlite3.connect(world.database, timeout=20)) as database:
        find = "SELECT holder FROM seats WHERE table_id = ? AND seat = 1"
        (guest,) = database.execute(find, (world.people,)).fetchone()
        found = (
            "INSERT INTO sanctions (kind, subject, until, reason, at) VALUES (?, ?, ?, '', 0)",
            "DELETE FROM sanctions",
        )
        database.execute(found[0], (kind, guest, 2e10))
        database.commit()
        say = functools.partial(ask, world, f"/api/tables/{world.people}/say", SAY, world.guest)
        deadline = time.monotonic() + 60
        while (answer := say()).is_success:
            assert time.monotonic() < deadline, "the server does not notice"
            time.sleep(0.2)
        assert (answer.status_code, answer.json()["code"]) == (403, code)
        assert "until 2603-10-1" in answer.json()["message"]
        database.execute(found[1])
        database.commit()
        while not say().is_success:
            assert time.monotonic() < deadline, "the server does not notice"
            time.sleep(0.2)
    world.build()


def test_a_game_of_several_people_is_not_taken_along(world: World) -> None:
    answer = ask(world, "/api/you/link", {"label": "Browser", "name": "Ada"})
    token = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
    table = world.post("/api/tables", {"seats": [HERE, HERE]}, token)["table"]["id"]
    refused = ask(world, f"/api/tables/{table}/take", {}, token)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_alone")


def test_one_device_is_not_of_two_people(world: World) -> None:
    tokens = []
    for name in ("Ada", "Ben"):
        answer = ask(world, "/api/you/link", {"label": "Browser", "name": name})
        tokens.append(answer.headers["set-cookie"].partition("=")[2].partition(";")[0])
    refused = ask(world, "/api/you/sign-in/options", {}, tokens[0])
    assert (refused.status_code, refused.json()["code"]) == (409, "has_account")
    table = world.post("/api/tables", {"listed": True, "seats": [HERE, INVITED, INVITED]}, tokens[1])["table"]["id"]
    answer = ask(world, f"/api/tables/{table}/sit", {})
    stranger = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
    key = ask(world, "/api/you/link", {"label": "Browser"}, tokens[1]).json()["link"].partition("#")[2]
    refused = ask(world, "/api/you/devices", {"label": "Browser", "key": key}, stranger)
    assert (refused.status_code, refused.json()["code"]) == (409, "both_seated")


def test_every_code_is_provoked() -> None:
    assert {case.code for case in CASES} | ELSEWHERE.keys() == set(ERROR_CODES) == STATUS.keys()
    assert all(callable(globals()[name]) for name in ELSEWHERE.values())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_request_is_refused(world: World, case: Case) -> None:
    answer = case.way(world)
    if answer.is_success:  # so that the cases after this one find all as it should be
        world.build()
    assert not answer.is_success, "this was not refused"
    problem = answer.json()
    assert (problem["code"], answer.status_code) == (case.code, STATUS[problem["code"]]), answer.text
    assert problem["message"]
    assert case.says in problem["message"]
    assert answer.headers["content-type"].startswith("application/json")
    assert "set-cookie" not in answer.headers
    if case.code == "method_not_allowed":
        assert answer.headers["allow"]


def test_a_refused_move_says_which_rule_and_what_is_legal(world: World) -> None:
    problem = _steps(world, ["?"]).json()
    choices = [choice["text"] for choice in world.draft(world.machine, world.host)["choices"]]
    assert problem["legal"] == choices
    assert problem["rule"]
    assert problem["reason"].startswith("reason.")


def test_refused_requests_have_changed_nothing(world: World) -> None:
    opening = (_not_waiting, _saw_cards, _lesson_again)  # tables of their own
    lasting = [case for case in CASES if case.way not in opening]
    before = world.seen()
    obeyed = [case.name for case in lasting if case.way(world).is_success]
    after = world.seen()
    if obeyed:
        world.build()
    assert not obeyed
    assert after == before


def test_a_name_of_24_and_a_line_of_300_characters_fit(world: World) -> None:
    answer = ask(world, f"/api/tables/{world.open}/sit", {"name": "ü" * 24})
    assert answer.status_code == 200
    assert answer.json()["seats"][1]["name"] == "ü" * 24
    assert _say(world, "ß" * 300).status_code == 200
    world.build()


# ── over the WebSocket ────────────────────────────────────────────────────────────────────────────────


async def say_all(world: World, table: str, messages: list[str], cookie: str) -> list[dict[str, Any]]:
    """The answers to messages, one for each."""
    url = f"{world.server.url.replace('http', 'ws', 1)}/api/tables/{table}/live"
    found: list[dict[str, Any]] = []
    async with asyncio.timeout(30), websockets.connect(url, additional_headers=cookie_header(cookie)) as connection:
        for message in messages:
            await connection.send(message)
        while len(found) < len(messages):
            frame = json.loads(await connection.recv())
            if frame["type"] in ("error", "done", "draft"):
                found.append(frame)
    return found


MESSAGES = [
    ("{", "bad_message", None),
    ("[]", "bad_message", None),
    ('{"id": 3}', "bad_message", 3),
    ('{"type": "dance", "id": 4}', "bad_message", 4),
    ('{"type": "say", "text": 1, "id": 5}', "bad_message", 5),
    ('{"type": "say", "text": "a\\u0007", "id": 6}', "bad_message", 6),
    ('{"type": "say", "text": "a", "to": 1, "id": 7}', "bad_message", 7),
    ('{"type": "say", "text": "a", "id": "x"}', "bad_message", None),
    ('{"type": "say", "text": "' + "a" * 5_000 + '", "id": 8}', "too_large", 8),
    ('{"type": "play", "seat": 1, "ply": 0, "move": "A", "id": 9}', "not_your_seat", 9),
    ('{"type": "play", "seat": 3, "ply": 0, "move": "A", "id": 10}', "no_seat", 10),
    ('{"type": "play", "seat": 0, "ply": 0, "move": "?", "id": 11}', "invalid_move", 11),
    ('{"type": "play", "seat": 0, "ply": 7, "move": "A", "id": 12}', "stale", 12),
    ('{"type": "steps", "seat": 0, "ply": 0, "steps": ["?"], "id": 13}', "illegal_move", 13),
    ('{"type": "undo", "seat": 0, "ply": 0, "id": 14}', "no_undo", 14),
    ('{"type": "undo", "seat": 0, "ply": 0}', "no_undo", None),
]


def test_messages_are_refused_with_their_id(world: World) -> None:
    texts = [text for text, _, _ in MESSAGES]
    frames = within(60, say_all(world, world.people, texts, world.host))
    found = [(frame["problem"]["code"], frame["id"]) for frame in frames]
    assert found == [(code, number) for _, code, number in MESSAGES]
    assert all(frame["problem"]["message"] for frame in frames)


@pytest.mark.parametrize("table", [NO_SUCH_TABLE, "x", "A" * 500, "%00"])
def test_a_connection_to_no_table_is_told_so(world: World, table: str) -> None:
    async def run() -> tuple[Any, int | None]:
        url = f"{world.server.url.replace('http', 'ws', 1)}/api/tables/{table}/live"
        async with asyncio.timeout(30), websockets.connect(url) as connection:
            frame = json.loads(await connection.recv())
            with pytest.raises(ConnectionClosed) as closed:
                await connection.recv()
            return frame, closed.value.rcvd.code if closed.value.rcvd else None

    frame, code = within(60, run())
    assert (frame["type"], frame["problem"]["code"]) == ("error", "no_table")
    assert code == 4404


@pytest.mark.parametrize("path", ["/nowhere", "/nothing/at/all", "/table/short", "/table/short/replay", "/apis"])
def test_who_opens_an_unknown_address_in_a_browser_is_shown_the_client(server: Server, path: str) -> None:
    opened = httpx.get(server.url + path, headers=BROWSER, timeout=30)
    assert (opened.status_code, opened.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert opened.headers["cache-control"] == "no-cache"
    assert opened.text == httpx.get(server.url, timeout=30).text


@pytest.mark.parametrize("path", ["/api", "/api/nothing", "/api/tables/x/y/z"])
def test_the_protocol_has_no_pages_even_for_browsers(server: Server, path: str) -> None:
    answer = httpx.get(server.url + path, headers=BROWSER, timeout=30)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


# ── limits ────────────────────────────────────────────────────────────────────────────────────────────


def test_too_many_requests_are_too_fast(tmp_path: Path) -> None:
    with in_process(tmp_path / "tables.sqlite3", limits=Limits(requests=(0.01, 250.0), messages=PLENTY)) as server:
        with httpx.Client(base_url=server.url, timeout=30) as client:
            while (answer := client.get("/nothing")).status_code == 404:
                pass
        assert answer.status_code == 429
        assert answer.json()["code"] == "too_fast"
        assert answer.headers["content-type"] == "application/json"


def test_too_many_tables_are_too_many(tmp_path: Path) -> None:
    limits = Limits(requests=PLENTY, tables_of_holder=2)
    with in_process(tmp_path / "tables.sqlite3", limits=limits) as server, httpx.Client(base_url=server.url) as client:
        answers = [client.post("/api/tables", json={"seats": HERE_AND_INVITED}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert answers[-1].json()["code"] == "too_many"


# ── before the rules are there, and when something breaks ─────────────────────────────────────────────


def a_game(database: Path) -> tuple[str, str]:
    """A table whose game runs, and the cookie of its host."""
    with in_process(database, limits=GENEROUS) as server, httpx.Client(base_url=server.url) as client:
        table = client.post("/api/tables", json={"first": 0, "seats": HERE_AND_COMPUTER}).json()["table"]["id"]
        return table, client.cookies[COOKIE]


def test_while_the_rules_are_compiled_games_have_to_wait(tmp_path: Path) -> None:
    table, cookie = a_game(tmp_path / "tables.sqlite3")
    start = "import sys; from sanssouci.cli import main; sys.exit(main())"
    options = ["serve", "--port", "0", "--no-browser", "--database", str(tmp_path / "tables.sqlite3")]
    environment = {"SANSSOUCI_CACHE_DIR": str(tmp_path / "cache")}
    process = subprocess.Popen(
        [sys.executable, "-c", start, *options], stdout=subprocess.PIPE, text=True, env=os.environ | environment
    )
    try:
        assert process.stdout is not None
        url = next(found[1] for line in process.stdout if (found := re.search(r"ready: (http\S+)/", line)))
        with httpx.Client(base_url=url, timeout=30, cookies={COOKIE: cookie}) as client:
            assert client.get("/api/server").json()["kernel"] == "warming"
            assert client.get("/").status_code == 200
            game = f"/api/tables/{table}"
            body = command("play", 0, 0, move="A")
            answers = [client.get(f"{game}/game"), client.get(f"{game}/record"), client.post(f"{game}/play", json=body)]
            assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(503, "warming_up")] * 3
            opened = client.post("/api/tables", json={"seats": HERE_AND_COMPUTER})
            assert (opened.status_code, opened.json()["table"]["status"]) == (201, "waiting")
    finally:
        process.terminate()
        process.communicate(timeout=90)


def test_a_process_about_to_end_opens_no_tables_and_ends_at_a_second_signal(tmp_path: Path) -> None:
    server = start_server(tmp_path / "tables.sqlite3", "--drain", "600", enough=("warming", "players", "ready"))
    try:
        server.process.send_signal(signal.SIGTERM)
        while (answer := httpx.post(f"{server.url}/api/tables", json={"seats": HERE_AND_INVITED})).is_success:
            time.sleep(0.05)
        assert (answer.status_code, answer.json()["code"]) == (503, "restarting")
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(60)
    finally:
        server.stop()


def test_a_full_disk_is_told_and_logged_once_and_forgotten_when_there_is_room(tmp_path: Path) -> None:
    database = Database("sqlite", f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    server = start_server(database.url)

    async def play() -> None:
        async with asyncio.timeout(12), Person(server) as person:  # the next heartbeat comes later
            table = (await person.open("here", "here", first=0))["table"]["id"]
            limit_files(server, 4_096)
            async with person.live(table) as live:
                side = (await live.until("game"))["drafts"][0]["choices"][0]["text"]
                for number in range(3):
                    await live.send(type="play", seat=0, ply=0, move=side, id=number)
                    assert (await live.until("error", id=number))["problem"]["code"] == "unavailable"
                await person.refused("unavailable", "/api/tables", {"seats": HERE_AND_INVITED})
                limit_files(server, resource.RLIM_INFINITY)
                await live.send(type="play", seat=0, ply=0, move=side, id=7)
                assert (await live.until("done", id=7))["ply"] == 1
                while not await database.ask("SELECT 1 FROM seats WHERE online_until > :now", now=time.time()):
                    await asyncio.sleep(0.1)  # who came while nothing could be written is noted, too

    try:
        within(30, play())
    finally:
        server.stop()
    said = [line for line in server.lines if line.startswith("sanssouci: ")]
    assert len(said) == 1, "".join(server.lines)
    assert "the database cannot be used" in said[0]


def test_an_error_of_the_servers_own_says_nothing_about_its_inside(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    table, _ = a_game(database)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE tables SET options = 'secret nonsense'")
        connection.commit()
    server = start_server(database)
    try:
        answer = httpx.get(f"{server.url}/api/tables/{table}")
        assert answer.status_code == 500
        problem = answer.json()
        assert problem["code"] == "internal"
        inside = ("secret", "Traceback", "msgspec", ".py", "Error")
        assert not [word for word in inside if word in answer.text]
        assert answer.headers["content-security-policy"]
        code, reason = within(60, _end_of_connection(server.url, table))
        assert code in (1011, 4500)
        assert not [word for word in inside if word in reason.replace("Internal Server Error", "")]
        assert httpx.get(f"{server.url}/api/server").status_code == 200
    finally:
        server.stop()


def test_a_command_that_fails_in_the_server_is_logged_and_the_line_stays(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    server = start_server(database)

    async def fail() -> None:
        async with Person(server) as person:
            table = (await person.open("here", "here", first=0))["table"]["id"]
            async with person.live(table) as live:
                side = (await live.until("game"))["drafts"][0]["choices"][0]["text"]
                with closing(sqlite3.connect(database)) as connection:
                    connection.execute("ALTER TABLE chat RENAME TO elsewhere")
                await live.send(type="say", text="Hello", id=1)
                assert (await live.until("error", id=1))["problem"]["code"] == "internal"
                await live.send(type="play", seat=0, ply=0, move=side, id=2)
                assert (await live.until("done", id=2))["ply"] == 1

    try:
        within(30, fail())
    finally:
        server.stop()
    assert any("a command failed" in line for line in server.lines)
    assert any("Traceback" in line for line in server.lines)


async def _end_of_connection(url: str, table: str) -> tuple[int, str]:
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live"
    async with asyncio.timeout(30), websockets.connect(address) as connection:
        with pytest.raises(ConnectionClosed) as closed:
            await connection.recv()
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code, closed.value.rcvd.reason
