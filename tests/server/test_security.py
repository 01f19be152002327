"""What a stranger, another site or a curious player could try: it does not work."""

import asyncio
import base64
import json
import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from websockets.exceptions import InvalidStatus

from sanssouci import __version__
from sanssouci.server.pages import FOLDER
from server.fuzzed import command, cookie_header
from server.serving import COOKIE, Server, serving, within

OTHER_SITE = "https://evil.example"
SEATS = {"first": 0, "seats": [{"kind": "here"}, {"kind": "invited"}]}


@dataclass
class Played:
    """A server at which a host and a guest play at one table."""

    server: Server
    database: Path
    host: str
    guest: str
    table: str
    keys: list[str]
    bodies: list[str]

    @property
    def name(self) -> str:
        return self.server.url.removeprefix("http://")

    @property
    def port(self) -> int:
        return int(self.name.split(":")[-1])

    def get(self, path: str, **headers: str) -> httpx.Response:
        return httpx.get(self.server.url + path, headers=headers, timeout=30)

    def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        return httpx.post(self.server.url + path, json={} if body is None else body, headers=headers, timeout=30)


def play_at(server: Server, database: Path) -> Played:
    opened = httpx.post(f"{server.url}/api/tables", json=SEATS, timeout=30)
    table, key = opened.json()["table"]["id"], opened.json()["invitations"][0]["key"]
    sat = httpx.post(f"{server.url}/api/tables/{table}/sit", json={"key": key, "name": "Bea"}, timeout=30)
    host, guest = _token(opened), _token(sat)
    waiting = httpx.post(f"{server.url}/api/tables", json=SEATS, timeout=30)
    place, cookie = f"{server.url}/api/tables/{waiting.json()['table']['id']}", cookie_header(_token(waiting))
    again = httpx.post(f"{place}/seats/1/key", headers=cookie, timeout=30)
    keys = [key, again.json()["key"], waiting.json()["invitations"][0]["key"]]
    return Played(server, database, host, guest, table, keys, [opened.text, sat.text])


def _token(answer: httpx.Response) -> str:
    found = re.match(rf"(?:__Host-)?{COOKIE}=([^;]+);", answer.headers["set-cookie"])
    assert found
    return found[1]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    folder = tmp_path_factory.mktemp("security")
    (folder / "limits.toml").write_text("requests = [1e6, 1e6]", encoding="utf-8")  # the tests ask for much together
    with serving(folder / "tables.sqlite3", "--limits", str(folder / "limits.toml")) as server:
        yield play_at(server, folder / "tables.sqlite3")


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    database = tmp_path_factory.mktemp("proxied") / "tables.sqlite3"
    with serving(database, "--behind-proxy", "--allow-host", "Game.Example") as server:
        yield play_at(server, database)


# ── cookies and keys ──────────────────────────────────────────────────────────────────────────────────


def parts_of_cookie(answer: httpx.Response) -> set[str]:
    return {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}


def test_the_cookie_is_for_this_site_only_and_not_for_scripts(played: Played) -> None:
    parts = parts_of_cookie(played.post("/api/tables", SEATS))
    assert {"httponly", "samesite=strict", "path=/"} <= parts
    assert "secure" not in parts  # a house has no https
    assert not [part for part in parts if part.startswith("domain")]
    assert int(next(part for part in parts if part.startswith("max-age")).split("=")[1]) > 365 * 86_400


def test_behind_a_proxy_the_cookie_is_for_https_only(proxied: Played) -> None:
    answer = proxied.post("/api/tables", SEATS)
    assert {"httponly", "samesite=strict", "secure", "path=/"} <= parts_of_cookie(answer)
    assert answer.headers["set-cookie"].startswith(f"__Host-{COOKIE}=")  # no other host of the domain can set it


def identity(token: str) -> str:
    """The part of a token that names the holder; the rest is the server's signature."""
    return token.partition(".")[0]


def test_tokens_and_keys_have_256_bits_and_table_ids_128(played: Played) -> None:
    for secret in (identity(played.host), identity(played.guest), *played.keys):
        assert len(base64.urlsafe_b64decode(secret + "=")) == 32
    assert len(base64.urlsafe_b64decode(played.table + "==")) == 16
    assert len({played.host, played.guest, *played.keys}) == 5


def test_a_cookie_that_is_known_is_not_set_again(played: Played) -> None:
    answer = played.post("/api/tables", SEATS, **cookie_header(played.host))
    assert answer.status_code == 201
    assert "set-cookie" not in answer.headers


def test_a_visitor_who_only_looks_gets_no_cookie(played: Played) -> None:
    for path in ("/", "/api/server", "/api/tables", "/api/mine", f"/api/tables/{played.table}"):
        assert "set-cookie" not in played.get(path).headers


def test_nobody_chooses_a_token_for_themselves(played: Played) -> None:
    forged = [f"{'x' * 43}.{'y' * 22}", f"{played.host[:-1]}x", f"{'x' * 43}.{played.host.partition('.')[2]}"]
    for token in ("short", "x" * 43, "x" * 44, "x" * 42 + "!", "' OR 1=1 --", *forged):
        answer = played.post("/api/tables", SEATS, Cookie=f"{COOKIE}={token}")
        assert identity(_token(answer)) != identity(token)
        assert played.get("/api/mine", Cookie=f"{COOKIE}={token}").json()["tables"] == []


@pytest.mark.parametrize("name", ["played", "proxied"])
def test_a_token_from_before_there_were_signatures_is_honoured_and_renewed(
    name: str, request: pytest.FixtureRequest
) -> None:
    at: Played = request.getfixturevalue(name)
    old = f"{COOKIE}={identity(at.host)}"
    mine = at.get("/api/mine", Cookie=old)
    assert at.table in [table["id"] for table in mine.json()["tables"]]
    assert _token(mine) == at.host
    assert [seat["yours"] for seat in at.get(f"/api/tables/{at.table}", Cookie=old).json()["seats"]] == [True, False]
    assert within(60, _connect(at, Cookie=old)) == 101


def test_behind_a_proxy_the_cookie_of_https_comes_first(proxied: Played) -> None:
    both = f"{COOKIE}={identity(proxied.guest)}; __Host-{COOKIE}={proxied.host}"
    seats = proxied.get(f"/api/tables/{proxied.table}", Cookie=both).json()["seats"]
    assert [seat["yours"] for seat in seats] == [True, False]


def test_browsers_are_told_to_come_back_over_https_only_behind_a_proxy(played: Played, proxied: Played) -> None:
    answers = [proxied.get("/"), proxied.get("/api/server"), proxied.get("/api/server", Host="evil.example")]
    assert [answer.headers["strict-transport-security"] for answer in answers] == ["max-age=31536000"] * 3
    assert "strict-transport-security" not in played.get("/").headers


def test_no_answer_ever_holds_a_token(played: Played) -> None:
    paths = ["/api/server", "/api/tables", "/api/mine"]
    paths += [f"/api/tables/{played.table}{part}" for part in ("", "/game", "/chat", "/record", "/record?seat=0")]
    bodies = [played.get(path, **cookie_header(played.host)).text for path in paths]
    bodies += within(60, _frames(played))
    for body in bodies + played.bodies:
        for token in (played.host, played.guest):
            assert token not in body
    # nor does any answer to somebody else tell an invitation
    assert not [key for key in played.keys for body in bodies if key in body]


async def _frames(played: Played) -> list[str]:
    url = f"ws://{played.name}/api/tables/{played.table}/live"
    async with asyncio.timeout(30), websockets.connect(url, additional_headers=cookie_header(played.host)) as live:
        return [str(await live.recv()) for _ in range(3)]


def test_the_database_holds_neither_tokens_nor_keys(played: Played) -> None:
    files = list(played.database.parent.glob("tables.sqlite3*"))
    content = b"".join(file.read_bytes() for file in files)
    assert played.table.encode() in content  # the search works
    for secret in (identity(played.host), identity(played.guest), *played.keys):
        assert secret.encode() not in content
        assert base64.urlsafe_b64decode(secret + "=") not in content
        assert base64.urlsafe_b64decode(secret + "=").hex().encode() not in content


def test_the_log_of_the_server_holds_no_secrets(played: Played) -> None:
    log = "".join(played.server.lines)
    assert log
    assert not [secret for secret in (identity(played.host), identity(played.guest), *played.keys) if secret in log]


def test_a_key_works_once(played: Played) -> None:
    for key in played.keys[:1]:
        answer = played.post(f"/api/tables/{played.table}/sit", {"key": key})
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_key")
        assert "set-cookie" not in answer.headers


def test_a_key_of_one_table_opens_no_other(played: Played) -> None:
    answer = played.post(f"/api/tables/{played.table}/sit", {"key": played.keys[2]})
    assert answer.json()["code"] == "bad_key"


# ── other sites ───────────────────────────────────────────────────────────────────────────────────────


def commands(played: Played) -> list[str]:
    game = f"/api/tables/{played.table}"
    parts = ("sit", "abandon", "rematch", "steps", "play", "undo", "say", "seats/0/leave", "seats/0/key")
    return ["/api/tables", *(f"{game}/{part}" for part in (*parts, "seats/0/replace", "seats/0/return"))]


@pytest.mark.parametrize(
    "origin", [OTHER_SITE, "null", "", "file://", "http://localhost.evil.example", "http://[", "x"]
)
def test_a_page_of_another_site_cannot_command(played: Played, origin: str) -> None:
    for path in commands(played):
        answer = played.post(path, SEATS, Origin=origin, **cookie_header(played.host))
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden_origin"), (path, origin)
        assert "access-control-allow-origin" not in answer.headers


def test_a_page_on_another_port_of_the_same_computer_cannot_command(played: Played) -> None:
    answer = played.post("/api/tables", SEATS, Origin=f"http://127.0.0.1:{played.port + 1}")
    assert answer.json()["code"] == "forbidden_origin"


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_the_browser_calls_another_site_cannot_command(played: Played, site: str) -> None:
    answer = played.post("/api/tables", SEATS, **{"Sec-Fetch-Site": site})
    assert answer.json()["code"] == "forbidden_origin"


def test_our_own_page_and_programs_can_command(played: Played) -> None:
    for headers in (
        {},
        {"Origin": played.server.url},
        {"Origin": played.server.url.upper().replace("HTTP", "http")},
        {"Origin": played.server.url, "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
    ):
        assert played.post("/api/tables", SEATS, **headers).status_code == 201, headers


def test_a_form_of_another_site_cannot_command(played: Played) -> None:
    """What a browser sends without asking first: a simple request, its body like JSON."""
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        headers = {"Content-Type": kind, "Origin": OTHER_SITE, **cookie_header(played.host)}
        answer = httpx.post(f"{played.server.url}/api/tables", content=json.dumps(SEATS), headers=headers)
        assert answer.status_code == 403


async def _connect(played: Played, **headers: str) -> int:
    """The status of the answer to a handshake."""
    url = f"ws://{played.name}/api/tables/{played.table}/live"
    try:
        async with asyncio.timeout(30), websockets.connect(url, additional_headers=headers) as live:
            await live.recv()
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 101),
        ({"Origin": "OWN"}, 101),
        ({"Origin": OTHER_SITE}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "OWN"}, 101),
    ],
)
def test_only_our_own_page_can_listen_to_a_table(played: Played, headers: dict[str, str], status: int) -> None:
    sent = {name: played.server.url if value == "OWN" else value for name, value in headers.items()}
    assert within(60, _connect(played, **sent, **cookie_header(played.host))) == status


@pytest.mark.parametrize("path", ["/", "/api/server", "/api/tables", "/api/openapi.json"])
def test_other_sites_are_told_nothing_by_cors(played: Played, path: str) -> None:
    asked = {"Origin": OTHER_SITE, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x"}
    for method in ("OPTIONS", "GET"):
        answer = httpx.request(method, played.server.url + path, headers=asked)
        assert not [name for name in answer.headers if name.startswith("access-control-")]
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        if method == "OPTIONS":
            assert answer.content == b""


# ── names of the server ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "name",
    [
        *("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example:80", "game.example", ""),
        *("[", "[::1", "127.1", "0x7f.0.0.1", "localhost evil.example"),
    ],
)
def test_a_name_that_is_not_ours_is_refused(played: Played, name: str) -> None:
    for path in ("/", "/api/server", "/assets/x", "/api/openapi.json"):
        answer = played.get(path, Host=name)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden_host"), (path, name)


@pytest.mark.parametrize(("name", "status"), [("evil.example", 403), ("localhost", 101), ("127.0.0.1:99", 101)])
def test_the_name_counts_for_connections_as_well(played: Played, name: str, status: int) -> None:
    request = (
        f"GET /api/tables/{played.table}/live HTTP/1.1\r\nHost: {name}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", played.port), timeout=60) as connection:
        connection.sendall(request.encode())
        assert connection.recv(1_000).startswith(f"HTTP/1.1 {status} ".encode())


@pytest.mark.parametrize("name", ["localhost", "LOCALHOST:1", "127.0.0.1", "192.168.7.7:8765", "[::1]", "[fe80::1]:99"])
def test_localhost_and_addresses_are_ours(played: Played, name: str) -> None:
    assert played.get("/api/server", Host=name).status_code == 200


def test_the_name_of_this_computer_is_ours(played: Played) -> None:
    name = socket.gethostname()
    assert played.get("/api/server", Host=name).status_code == 200
    assert played.get("/api/server", Host=f"{name}.local:8765").status_code == 200


@pytest.mark.parametrize(
    ("name", "status"), [("game.example", 200), ("GAME.example:443", 200), ("a.game.example", 403)]
)
def test_allow_host_allows_one_more_name(proxied: Played, name: str, status: int) -> None:
    assert proxied.get("/api/server", Host=name).status_code == status


def test_a_request_without_a_name_is_refused(played: Played) -> None:
    assert b" 403 " in raw(played, b"GET /api/server HTTP/1.0\r\n\r\n").splitlines()[0]


def test_a_request_with_two_names_is_refused(played: Played) -> None:
    for names in (b"Host: localhost\r\nHost: evil.example\r\n", b"Host: evil.example\r\nHost: localhost\r\n"):
        first = raw(played, b"GET /api/server HTTP/1.1\r\n" + names + b"Connection: close\r\n\r\n").splitlines()[0]
        assert b" 403 " in first or b" 400 " in first


def raw(played: Played, request: bytes) -> bytes:
    """What comes back for bytes that no client would send."""
    received = b""
    with socket.create_connection(("127.0.0.1", played.port), timeout=60) as connection:
        connection.sendall(request)
        while data := connection.recv(65_536):
            received += data
    return received


# ── headers ───────────────────────────────────────────────────────────────────────────────────────────


def an_asset() -> str:
    return f"/assets/{next(file.name for file in sorted((FOLDER / 'assets').iterdir()) if file.suffix == '.js')}"


def test_every_answer_carries_the_security_headers(played: Played) -> None:
    answers = [
        played.get("/"),
        played.get(f"/table/{played.table}"),
        played.get(an_asset()),
        played.get("/assets/nothing.js"),
        played.get("/nothing"),
        played.get("/api/server"),
        played.get("/api/openapi.json"),
        played.get("/api/tables/nothing"),
        played.get("/api/server", Host="evil.example"),
        played.post("/api/tables", SEATS, Origin=OTHER_SITE),
        played.post("/api/tables", {"seats": 1}),
        played.post("/api/tables", SEATS),
        httpx.request("OPTIONS", f"{played.server.url}/api/tables"),
        httpx.request("DELETE", f"{played.server.url}/api/tables"),
    ]
    for answer in answers:
        headers = answer.headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
        assert "unsafe" not in headers["content-security-policy"]
        assert "*" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert len(headers.get_list("content-security-policy")) == 1


def test_answers_about_games_are_kept_nowhere_and_assets_for_ever(played: Played) -> None:
    for path in ("/api/server", f"/api/tables/{played.table}/game", "/api/nothing", "/api/mine"):
        assert played.get(path).headers["cache-control"] == "no-store"
    assert played.get("/").headers["cache-control"] == "no-cache"
    assert "immutable" in played.get(an_asset()).headers["cache-control"]


def test_the_page_needs_no_more_than_its_policy_allows(played: Played) -> None:
    page = played.get("/").text
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"\son\w+=|javascript:|https?://", page)


def test_no_answer_tells_what_the_server_is_made_of(played: Played) -> None:
    answers = [played.get(path) for path in ("/", "/nothing", "/api/tables/nothing", "/api/mine", an_asset())]
    answers.append(played.post("/api/tables", {"seats": 1}))
    for answer in answers:
        assert "server" not in answer.headers
        assert "x-powered-by" not in answer.headers
        if answer.headers["content-type"].startswith(("text/html", "application/json")):
            assert not re.search(r"litestar|uvicorn|python|traceback|site-packages", answer.text, re.IGNORECASE)
            assert __version__ not in answer.text
    assert played.get("/api/server").json()["version"] == __version__


# ── seats ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("who", ["nobody", "stranger", "guest"])
def test_nobody_acts_for_the_seat_of_another(played: Played, who: str) -> None:
    cookie = cookie_header({"nobody": "", "stranger": "x" * 43, "guest": played.guest}[who])
    game = f"/api/tables/{played.table}"
    before = played.get(f"{game}/game", **cookie_header(played.host)).json()
    refused = [
        played.post(f"{game}/steps", command("steps", 0, 0, steps=[]), **cookie),
        played.post(f"{game}/play", command("play", 0, 0, move="A"), **cookie),
        played.post(f"{game}/undo", command("undo", 0, 0), **cookie),
        played.post(f"{game}/seats/0/leave", **cookie),
        played.post(f"{game}/seats/0/key", **cookie),
        played.post(f"{game}/seats/0/replace", **cookie),
        played.post(f"{game}/seats/0/return", **cookie),
        played.post(f"{game}/abandon", **cookie),
        played.get(f"{game}/record?seat=0", **cookie),
    ]
    if who != "guest":
        refused.append(played.post(f"{game}/say", {"type": "say", "text": "Hello"}, **cookie))
    assert {answer.status_code for answer in refused} <= {403, 409}
    codes = {answer.json()["code"] for answer in refused}
    assert codes <= {"not_your_seat", "not_seated", "not_host", "not_away"}
    assert played.get(f"{game}/game", **cookie_header(played.host)).json() == before


@pytest.mark.parametrize("who", ["nobody", "guest"])
def test_nobody_sees_the_hand_of_another(played: Played, who: str) -> None:
    cookie = cookie_header(played.guest if who == "guest" else "")
    frame = played.get(f"/api/tables/{played.table}/game", **cookie).json()
    for view in frame["views"]:
        for number, seat in enumerate(view["seats"]):
            if number != view["eyes"]:
                assert seat["hand"] is None
                assert seat["missions"] is None
    assert {view["eyes"] for view in frame["views"]} == ({1} if who == "guest" else {-1})
    assert not [draft for draft in frame["drafts"] if draft["seat"] == 0]


def test_the_luck_is_secret_while_the_game_runs(played: Played) -> None:
    table = played.get(f"/api/tables/{played.table}", **cookie_header(played.host)).json()
    record = played.get(f"/api/tables/{played.table}/record?seat=0", **cookie_header(played.host)).json()
    assert table["seed"] is None
    assert not record.get("seed")


# ── paths ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "path",
    [
        *("/assets/../index.html", "/assets/../../app.py", "/assets/..%2f..%2fapp.py", "/assets/%2e%2e/%2e%2e/app.py"),
        *("/assets/....//....//app.py", "/assets//etc/passwd", "/assets/%2fetc%2fpasswd", "/assets/..\\..\\app.py"),
        *("/assets/%5c..%5c..%5capp.py", "/assets/.", "/assets/", "/assets", "/assets/%00", "/assets/x%00.js"),
        *("/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/static/index.html", "/assets/" + "a" * 5_000),
    ],
)
def test_no_path_leads_out_of_the_assets(played: Played, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    answer = raw(played, request)
    assert re.match(rb"HTTP/1.1 (400|404|405) ", answer), answer[:300]
    assert b"root:" not in answer
    assert b"import " not in answer


def test_the_assets_are_there(played: Played) -> None:
    answer = played.get(an_asset())
    assert answer.status_code == 200
    assert "javascript" in answer.headers["content-type"]


# ── addresses ─────────────────────────────────────────────────────────────────────────────────────────


def opened_from(played: Played, forwarded: str) -> list[int]:
    """The answers to somebody who opens many tables and claims to come from an address."""
    addresses = [forwarded.format(count=count) for count in range(45)]
    return [played.post("/api/tables", SEATS, **{"X-Forwarded-For": address}).status_code for address in addresses]


def test_an_address_that_a_client_claims_is_not_believed(played: Played) -> None:
    assert 429 in opened_from(played, "10.0.0.{count}")


def test_behind_a_proxy_the_address_that_it_adds_is_believed(proxied: Played) -> None:
    assert opened_from(proxied, "10.0.0.{count}") == [201] * 45
    assert 429 in opened_from(proxied, "10.9.9.9")
    assert proxied.post("/api/tables", SEATS, **{"X-Forwarded-For": "10.9.9.8"}).status_code == 201
