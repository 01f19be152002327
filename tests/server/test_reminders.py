"""Reminders by web push: a fake push service, which reads what only the browser could."""

import base64
import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import http_ece
import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from sanssouci.game.extras import EXTRAS
from sanssouci.server.announcing import Announcer
from sanssouci.server.house import House
from sanssouci.server.kernel import Kernel
from sanssouci.server.pushing import fault_of
from sanssouci.server.reminding import Reminders
from sanssouci.server.services import PUSH_SERVICES
from sanssouci.server.settings import Settings, sqlite_url
from sanssouci.server.storage.database import open_database
from sanssouci.server.storage.pushes import PushRow, PushStore
from sanssouci.server.storage.store import Store
from server.inprocess import in_process
from server.serving import within

DAYS = {"base": 0, "turn": 3 * 86_400}
PEOPLE = [{"kind": "here", "name": "Ada"}, {"kind": "invited"}]


def coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Browser:
    """The keys of a browser that wants to be reminded."""

    def __init__(self) -> None:
        self.secret, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.key = self.secret.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def at(self, endpoint: str, language: str = "de") -> dict[str, str]:
        return {"endpoint": endpoint, "key": coded(self.key), "auth": coded(self.auth), "language": language}

    def read(self, body: bytes) -> dict[str, Any]:
        text = http_ece.decrypt(body, private_key=self.secret, auth_secret=self.auth, version="aes128gcm")
        told: dict[str, Any] = json.loads(text)
        return told


class PushService:
    """Takes what it is sent; a browser at /gone is no longer there."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, str], bytes]] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.sent.append((self.path, dict(self.headers), body))
                self.send_response(410 if self.path == "/gone" else 201)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.http = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}"

    @contextmanager
    def running(self) -> Iterator["PushService"]:
        thread = threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield self
        self.http.shutdown()
        thread.join()
        self.http.server_close()

    def wait_for(self, count: int) -> None:
        until = time.monotonic() + 90
        while len(self.sent) < count:
            assert time.monotonic() < until, self.sent
            time.sleep(0.05)


def test_ux39_who_is_away_is_reminded_once_in_words_only_their_browser_can_read(tmp_path: Path) -> None:
    ada_at_home, gone = Browser(), Browser()
    options: dict[str, Any] = {"reminder_seconds": 0.2, "push_services": ("http://127.0.0.1:*",)}
    with (
        PushService().running() as service,
        in_process(tmp_path / "tables.sqlite3", **options) as server,
        httpx.Client(base_url=server.url) as ada,
        httpx.Client(base_url=server.url) as ben,
    ):
        assert len(ada.get("/api/server").json()["push_key"]) == 87
        wish = {"seats": PEOPLE, "first": 0, "clock": DAYS, "audience": "anyone"}
        table = ada.post("/api/tables", json=wish).json()["table"]["id"]
        assert ada.post("/api/push", json=ada_at_home.at(f"{service.address}/ada")).status_code == 200
        assert ada.post("/api/push", json=gone.at(f"{service.address}/gone")).status_code == 200
        assert ben.post(f"/api/tables/{table}/sit", json={"name": "Ben"}).status_code == 200
        service.wait_for(2)
        time.sleep(0.6)  # once is enough
        assert sorted(path for path, _, _ in service.sent) == ["/ada", "/gone"]
        headers, body = next((headers, body) for path, headers, body in service.sent if path == "/ada")
        assert ada_at_home.read(body) == {"title": "Sanssouci", "body": "Du bist am Zug, gegen Ben.", "table": table}
        assert b"Ben" not in body
        assert headers["Authorization"].startswith("vapid t=")
        for person, seat, ply in ((ada, 0, 0), (ben, 1, 1)):  # they choose their sides, and it is Ada's turn again
            played = person.post(f"/api/tables/{table}/play", json={"seat": seat, "ply": ply, "move": "A"})
            assert played.status_code == 200, played.text
        service.wait_for(3)
        assert [path for path, _, _ in service.sent[2:]] == ["/ada"], "who is gone is told nothing any more"
        ada.post("/api/push/forget", json={"endpoint": f"{service.address}/ada"})


async def remind_at(database: Path, now: float) -> None:
    """Look for those who should be reminded, as another process of the server would at that time."""
    settings = Settings(database=sqlite_url(database))
    house = House(settings, Store(open_database(settings.database)), Kernel(), Announcer())
    reminders = Reminders(house, PushStore(house.store))
    await reminders.prepare()
    await reminders.remind(now)
    await house.store.close()


def test_ux39_who_is_still_away_is_reminded_again_when_a_quarter_of_the_time_is_left(tmp_path: Path) -> None:
    database, browser = tmp_path / "tables.sqlite3", Browser()
    with (
        PushService().running() as service,
        in_process(database, push_services=("http://127.0.0.1:*",), reminder_seconds=1e6) as server,
        httpx.Client(base_url=server.url) as ada,
        httpx.Client(base_url=server.url) as ben,
    ):
        wish = {"seats": PEOPLE, "first": 0, "clock": DAYS, "audience": "anyone"}
        table = ada.post("/api/tables", json=wish).json()["table"]["id"]
        ada.post("/api/push", json=browser.at(f"{service.address}/ada")).raise_for_status()
        ben.post(f"/api/tables/{table}/sit", json={"name": "Ben"}).raise_for_status()
        with closing(sqlite3.connect(database)) as connection:
            (due,) = connection.execute("SELECT due FROM tables").fetchone()
        quarter, told = DAYS["turn"] / 4, []
        for left in (3.5 * quarter, 2 * quarter, quarter + 1, quarter - 1, 0.5 * quarter, 1, -1):
            service.sent.clear()
            within(30, remind_at(database, due - left))
            told.append([browser.read(body)["body"] for _, _, body in service.sent])
    turn, soon = ["Du bist am Zug, gegen Ben."], ["Noch 18 Stunden für deinen Zug gegen Ben."]
    assert told == [turn, [], [], soon, [], [], []]


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1/push",
        "https://localhost/push",
        "https://10.0.0.7/x",
        "https://[::1]/x",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com@10.0.0.7/x",
        "https://10.0.0.7#.push.apple.com",
        "https://10.0.0.7/.push.apple.com",
        "https://fcm.googleapis.com.example.org/x",
        "https://user@web.push.apple.com/x",
        "https://10.0.0.7:443.push.apple.com/x",
        "file:///etc/passwd",
    ],
)
def test_nothing_is_sent_to_an_address_that_is_not_a_push_service(endpoint: str) -> None:
    browser = Browser().at(endpoint)
    assert fault_of(PushRow(**browser), PUSH_SERVICES) is not None


def test_the_services_of_all_browsers_are_known_and_keys_are_checked() -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://wns2-am3p.notify.windows.com/w/?token=abc",
        "https://web.push.apple.com/abc",
    ):
        good = PushRow(**Browser().at(endpoint))
        assert fault_of(good, PUSH_SERVICES) is None
        assert fault_of(good._replace(key=coded(b"\x04" + bytes(64))), PUSH_SERVICES) is not None
        assert fault_of(good._replace(auth=coded(b"x")), PUSH_SERVICES) is not None


def test_without_its_extra_a_server_reminds_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXTRAS, "push", ("not_installed_here",))
    with in_process(tmp_path / "tables.sqlite3") as server, httpx.Client(base_url=server.url) as ada:
        assert ada.get("/api/server").json()["push_key"] is None
        refused = ada.post("/api/push", json=Browser().at("https://fcm.googleapis.com/x"))
        assert (refused.status_code, refused.json()["code"]) == (409, "no_push")
