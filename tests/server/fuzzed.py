"""A few tables in different states, and the people at them, for tests that throw nonsense at a server."""

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from server.inprocess import kept
from server.serving import COOKIE, Server


@dataclass
class Seen:
    """What is kept in the database, and what everybody sees of the games."""

    kept: dict[str, list[Any]]
    games: list[Any]


@dataclass
class World:
    """Tables: with two people, with a computer, waiting, over; and one followed beside a real table."""

    server: Server
    database: Path
    http: httpx.Client = field(init=False)
    host: str = ""
    guest: str = ""
    people: str = ""
    machine: str = ""
    open: str = ""
    over: str = ""
    followed: str = ""
    laid: str = ""
    key: str = ""

    def __post_init__(self) -> None:
        self.http = httpx.Client(base_url=self.server.url, timeout=90)
        self.build()

    def build(self) -> None:
        """Open all tables anew; the one that is over may stay."""
        two = {"first": 0, "pace": 0, "seats": [{"kind": "here"}, {"kind": "invited"}]}
        opened = self.post("/api/tables", two, self.host)
        self.people = opened["table"]["id"]
        key = opened["invitations"][0]["key"]
        self.host = self.host or self.new_cookie
        self.post(f"/api/tables/{self.people}/sit", {"key": key, "name": "Bea"}, self.guest)
        self.guest = self.guest or self.new_cookie
        machine = {"first": 0, "pace": 0, "seats": [{"kind": "here"}, {"kind": "computer", "level": "random"}]}
        self.machine = self.post("/api/tables", machine, self.host)["table"]["id"]
        for _ in range(3):
            self.move(self.machine, self.host)
        waiting = {"listed": True, "seats": [{"kind": "here"}, {"kind": "invited"}]}
        opened = self.post("/api/tables", waiting, self.host)
        self.open, self.key = opened["table"]["id"], opened["invitations"][0]["key"]
        beside = {"box": "ravensburger", "players": 2, "first": 0, "key": "beside-the-table"}
        self.followed = self.post("/api/companion/games", beside, self.host)[
            "id"
        ]  # the same again, if it is still there
        laid = {**beside, "purpose": "ask", "eyes": 0, "key": "laid-out-by-hand"}
        self.laid = self.post("/api/companion/tables", laid, self.host)["id"]
        if not self.over or self.http.get(f"/api/tables/{self.over}").status_code == 404:
            self.over = self.post("/api/tables", machine, self.host)["table"]["id"]
            self.post(f"/api/tables/{self.over}/seats/0/replace", {"level": "random"}, self.host)
            self.wait_for(self.over, "status", "over")

    def close(self) -> None:
        """Let go of the connections."""
        self.http.close()

    @property
    def new_cookie(self) -> str:
        """The cookie that the last answer brought."""
        token = self.http.cookies[COOKIE]
        self.http.cookies.clear()
        return token

    @property
    def tables(self) -> tuple[str, str, str, str]:
        """The ids of all tables."""
        return self.people, self.machine, self.open, self.over

    def post(self, path: str, body: dict[str, Any], cookie: str = "") -> Any:
        """Have a command carried out."""
        answer = self.http.post(path, json=body, headers=cookie_header(cookie))
        assert answer.is_success, answer.text
        return answer.json()

    def get(self, path: str, cookie: str = "") -> Any:
        """See something."""
        answer = self.http.get(path, headers=cookie_header(cookie))
        assert answer.is_success, answer.text
        return answer.json()

    def wait_for(self, table: str, name: str, value: Any) -> None:
        """Wait until a field of a table has a value."""
        deadline = time.monotonic() + 90
        while self.get(f"/api/tables/{table}")[name] != value:
            assert time.monotonic() < deadline, f"{name} did not become {value!r}"
            time.sleep(0.01)

    def draft(self, table: str, cookie: str) -> dict[str, Any]:
        """The move in the making of whoever has this cookie and has to move."""
        draft: dict[str, Any] = self.get(f"/api/tables/{table}/game", cookie)["drafts"][0]
        return draft

    def legal_move(self, table: str, cookie: str) -> tuple[int, int, list[str], str]:
        """Seat, ply, steps and text of a move that may be played now; the draft is left as it was."""
        draft = self.draft(table, cookie)
        before, seat, ply = draft["steps"], draft["seat"], draft["ply"]
        while draft["move"] is None:
            steps = [*draft["steps"], draft["choices"][0]["text"]]
            draft = self.post(f"/api/tables/{table}/steps", command("steps", seat, ply, steps=steps), cookie)
        self.post(f"/api/tables/{table}/steps", command("steps", seat, ply, steps=before), cookie)
        return seat, ply, draft["steps"], draft["move"]

    def move(self, table: str, cookie: str) -> None:
        """Play a move, and wait until the computer has answered."""
        seat, ply, _, move = self.legal_move(table, cookie)
        self.post(f"/api/tables/{table}/play", command("play", seat, ply, move=move), cookie)
        self.wait_for(table, "to_move", seat)

    def seen(self) -> Seen:
        """All that could change, once no computer has to move at the tables."""
        deadline = time.monotonic() + 90
        while self.get(f"/api/tables/{self.machine}")["to_move"] == 1:
            assert time.monotonic() < deadline, "the computer does not move"
            time.sleep(0.01)
        return self.look()

    def look(self) -> Seen:
        """All that could change."""
        paths = [(f"/api/tables/{self.people}/game", self.guest), (f"/api/tables/{self.machine}/game", self.host)]
        games = [self.http.get(path, headers=cookie_header(cookie)).json() for path, cookie in paths]
        return Seen(kept(self.database, *self.tables), games)


def command(kind: str, seat: int, ply: int, **fields: Any) -> dict[str, Any]:
    """A command of a seat, as it is sent over HTTP and the WebSocket."""
    return {"type": kind, "seat": seat, "ply": ply, **fields}


def cookie_header(cookie: str) -> dict[str, str]:
    """The header that shows who one is."""
    return {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
