"""`sanssouci serve` and `sanssouci db` as their users meet them: real processes, ports, and a browser of sorts."""

import asyncio
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

import httpx
import pytest
import segno
import websockets
from websockets.exceptions import ConnectionClosed

import warm
from sanssouci.cli.serve import listen
from server.serving import within

START = "import sys; from sanssouci.cli import main; sys.exit(main())"
STRICT = "import warnings; warnings.simplefilter('error'); "
PATIENCE = 90.0

pytestmark = pytest.mark.slow


@dataclass
class Running:
    """A command that runs, and what it has printed."""

    process: "subprocess.Popen[str] | warm.Running"
    started: float
    lines: list[str] = field(default_factory=list)

    def line(self, pattern: str) -> "re.Match[str]":
        """The first line that matches, as soon as it is printed."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for line in list(self.lines):
                if found := re.search(pattern, line):
                    return found
            assert self.process.poll() is None, "it has ended:\n" + "".join(self.lines)
            time.sleep(0.02)
        raise AssertionError(f"no line like {pattern!r}:\n" + "".join(self.lines))

    @property
    def url(self) -> str:
        return self.line(r"ready: (http://\S+)/$")[1]

    def interrupt(self) -> float:
        """Press Ctrl-C; returns how long it took to end."""
        start = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)
        return time.monotonic() - start


@contextmanager
def running(tmp_path: Path, *arguments: str, code: str | None = None, **environment: str) -> Iterator[Running]:
    """A command in a home of its own; with `code` for Python, it is started from nothing."""
    environment = {"XDG_DATA_HOME": str(tmp_path / "data"), **environment}
    process: subprocess.Popen[str] | warm.Running
    if code is None:
        process = warm.start(*arguments, variables=environment)
    else:
        process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"PYTHONUTF8": "1"} | environment,
        )
    assert process.stdout is not None
    command = Running(process, time.monotonic())
    reader = threading.Thread(target=lambda: command.lines.extend(process.stdout or ()), daemon=True)
    reader.start()
    try:
        yield command
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        reader.join(10)
        process.stdout.close()


def finished(tmp_path: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """A command that ends by itself."""
    return warm.in_text(*arguments, variables={"XDG_DATA_HOME": str(tmp_path / "data")}, seconds=PATIENCE)


def browser(tmp_path: Path) -> tuple[str, Path]:
    """A browser that writes down what it is to open, and the file where it does."""
    seen = tmp_path / "opened"
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\nprintf "%s" "$1" > "{seen}"\n')
    script.chmod(0o755)
    return f"{script} %s", seen


# ── starting ──────────────────────────────────────────────────────────────────────────────────────────


def test_without_arguments_the_game_opens_in_the_browser(tmp_path: Path) -> None:
    command, seen = browser(tmp_path)
    with running(tmp_path, code=START, BROWSER=command) as game:
        url = game.url
        assert httpx.get(url + "/", timeout=PATIENCE).status_code == 200
        deadline = time.monotonic() + PATIENCE
        while not seen.exists() or not seen.read_text():
            assert time.monotonic() < deadline, "no browser was opened"
            time.sleep(0.02)
        assert seen.read_text() == url + "/"
        assert re.fullmatch(r"http://localhost:\d+", url)
        game.line("Press Ctrl-C to stop")
        assert (tmp_path / "data" / "sanssouci" / "tables.sqlite3").exists()
        game.interrupt()
        assert game.process.returncode == 0
    assert "Traceback" not in "".join(game.lines)


def test_no_browser_opens_none(tmp_path: Path) -> None:
    command, seen = browser(tmp_path)
    with running(tmp_path, "serve", "--no-browser", "--port", "0", BROWSER=command) as game:
        game.line("Press Ctrl-C to stop")
        assert httpx.get(game.url, timeout=PATIENCE).status_code == 200
        time.sleep(1)
    assert not seen.exists()


def test_a_browser_that_fails_is_no_fault(tmp_path: Path) -> None:
    with running(tmp_path, "serve", "--port", "0", BROWSER="/nonexistent/browser %s") as game:
        game.line("Press Ctrl-C to stop")
        assert httpx.get(game.url, timeout=PATIENCE).status_code == 200
        game.interrupt()
        assert game.process.returncode == 0
    assert "Traceback" not in "".join(game.lines)


def test_the_server_starts_without_any_warning(tmp_path: Path) -> None:
    with running(tmp_path, "serve", "--port", "0", "--no-browser", code=STRICT + START) as game:
        assert httpx.get(game.url + "/api/server", timeout=PATIENCE).status_code == 200


# ── for the whole house ───────────────────────────────────────────────────────────────────────────────


def drawn_modules(lines: list[str], size: int) -> list[str]:
    """The modules of a QR code drawn with half blocks on a dark ground, '#' for dark, without its quiet zone."""
    rows: list[str] = []
    for line in lines:
        text = re.sub(r"\x1b\[[0-9;]*m", "", line)
        rows.append("".join(" " if sign in "█▀" else "#" for sign in text))
        rows.append("".join(" " if sign in "█▄" else "#" for sign in text))
    assert not [row for row in rows[:4] if row.strip()]
    return [row[4 : 4 + size] for row in rows[4 : 4 + size]]


def modules_of(text: str) -> list[str]:
    return ["".join(" #"[module] for module in row) for row in segno.make(text, error="m").matrix]


def test_the_house_is_shown_an_address_and_its_qr_code(tmp_path: Path) -> None:
    with running(tmp_path, "serve", "--host", "0.0.0.0", "--port", "0", "--no-browser") as game:
        url = game.line(r"In this house: (http://\S+)")[1]
        game.line("Press Ctrl-C to stop")
        assert httpx.get(url, timeout=PATIENCE).status_code == 200  # also under this name
        port = game.url.split(":")[-1]
        assert re.fullmatch(rf"http://[\w.-]+:{port}/", url)
        assert "localhost" not in url
        drawn = [line.rstrip("\n") for line in game.lines if re.search("[█▀▄]", line)]
    expected = modules_of(url)
    assert drawn_modules(drawn, len(expected)) == expected
    assert modules_of(url + "x") != expected


def test_only_the_house_is_shown_a_qr_code(tmp_path: Path) -> None:
    with running(tmp_path, "serve", "--port", "0", "--no-browser") as game:
        game.line("Press Ctrl-C to stop")
        assert not [line for line in game.lines if "█" in line or "In this house" in line]


# ── ports ─────────────────────────────────────────────────────────────────────────────────────────────


def test_where_the_usual_port_is_taken_another_one_is_used(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", 8765))
            taken.listen()
        except OSError:
            pass  # somebody else has taken it: as good
        with running(tmp_path, "serve", "--no-browser") as game:
            assert int(game.url.split(":")[-1]) != 8765
            assert httpx.get(game.url, timeout=PATIENCE).status_code == 200


def test_a_port_that_was_asked_for_and_is_taken_is_an_error(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = finished(tmp_path, "serve", "--no-browser", "--port", str(port))
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert len(ended.stderr.splitlines()) == 1
    assert str(port) in ended.stderr
    assert "in use" in ended.stderr


# ── options ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--port", "x"], "--port"),
        (["--port", "70000"], "70000"),
        (["--port", "-1"], "-1"),
        (["--host", "999.1.1.1"], "999.1.1.1"),
        (["--host", "192.0.2.7"], "192.0.2.7"),
        (["--host", ""], "host"),
        (["--colour"], "--colour"),
        (["--box", "nothing.json"], "nothing.json"),
        (["--database", "mysql://localhost/x"], "mysql"),
        (["--database", "://"], "database"),
        (["--database", "/nonexistent/folder/tables.sqlite3"], "database"),
        (["--database", "postgresql://nobody@127.0.0.1:1/nothing"], "database"),
        (["--channels", "nonsense"], "--channels"),
        (["--limits", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_a_wrong_option_is_one_line(tmp_path: Path, options: list[str], says: str) -> None:
    ended = finished(tmp_path, "serve", "--no-browser", "--port", "0", *options)
    assert ended.returncode == 2, ended.stderr
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    assert says in ended.stderr
    assert ended.stdout == ""


def test_a_box_of_ones_own_is_offered(tmp_path: Path) -> None:
    with running(tmp_path, "serve", "--no-browser", "--port", "0", "--box", str(own_box(tmp_path))) as game:
        boxes = httpx.get(game.url + "/api/server", timeout=PATIENCE).json()["boxes"]
    assert "my-own" in [box["id"] for box in boxes]


def test_limits_of_ones_own_hold(tmp_path: Path) -> None:
    limits = tmp_path / "limits.toml"
    limits.write_text("new_tables = [0.001, 2]\n")
    with running(tmp_path, "serve", "--no-browser", "--port", "0", "--limits", str(limits)) as game:
        wish = {"seats": [{"kind": "here"}, {"kind": "invited"}]}
        answers = [httpx.post(game.url + "/api/tables", json=wish, timeout=PATIENCE) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]


def own_box(tmp_path: Path) -> Path:
    """A box like the first one, under a name of its own."""
    text = (resources.files("sanssouci.box") / "data" / "ravensburger.toml").read_text(encoding="utf-8")
    path = tmp_path / "own.toml"
    path.write_text(text.replace('id = "ravensburger"', 'id = "my-own"', 1), encoding="utf-8")
    return path


# ── ending ────────────────────────────────────────────────────────────────────────────────────────────


def test_ctrl_c_ends_it_quickly_even_with_connections(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    with running(tmp_path, "serve", "--no-browser", "--port", "0", "--database", str(database)) as game:
        wait_until_ready(game.url)
        seats = [{"kind": "here"}, {"kind": "computer"}]
        with httpx.Client(base_url=game.url, timeout=PATIENCE) as client:
            table = client.post("/api/tables", json={"seats": seats}).json()["table"]["id"]

        async def run() -> float:
            url = f"{game.url.replace('http', 'ws', 1)}/api/tables/{table}/live"
            async with asyncio.timeout(PATIENCE), websockets.connect(url) as live:
                await live.recv()
                took = await asyncio.to_thread(game.interrupt)
                try:
                    while True:
                        await live.recv()
                except ConnectionClosed:
                    return took

        took = within(PATIENCE, run())
        print(f"ended after {took:.2f} s")
        assert game.process.returncode == 0
    output = "".join(game.lines)
    assert "Traceback" not in output
    assert "rror" not in output, output


def test_ctrl_c_while_it_starts_is_no_error(tmp_path: Path) -> None:
    with running(tmp_path, "serve", "--no-browser", "--port", "0") as game:
        game.line("ready: ")
        game.interrupt()
        assert game.process.returncode == 0
    assert "Traceback" not in "".join(game.lines)


def wait_until_ready(url: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while httpx.get(url + "/api/server", timeout=PATIENCE).json()["kernel"] == "warming":
        assert time.monotonic() < deadline
        time.sleep(0.05)


# ── the database ──────────────────────────────────────────────────────────────────────────────────────


def test_db_upgrade_brings_a_database_to_the_newest_revision(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    first = finished(tmp_path, "db", "upgrade", "--database", str(database))
    assert first.returncode == 0, first.stderr
    found = re.fullmatch(r"the database is at revision (\w+); it was at none\n", first.stdout)
    assert found
    again = finished(tmp_path, "db", "upgrade", "--database", f"sqlite:///{database}")
    assert (again.returncode, again.stdout) == (0, f"the database is at revision {found[1]}\n")
    assert first.stderr == again.stderr == ""


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["db"], "ACTION"),
        (["db", "downgrade"], "downgrade"),
        (["db", "upgrade", "--database", "mysql://x/y"], "mysql"),
        (["db", "upgrade", "--database", "/nonexistent/folder/x.sqlite3"], "database"),
        (["db", "upgrade", "--database", "postgresql://nobody@127.0.0.1:1/nothing"], "database"),
    ],
)
def test_what_cannot_be_upgraded_is_one_line(tmp_path: Path, options: list[str], says: str) -> None:
    ended = finished(tmp_path, *options)
    assert ended.returncode == 2
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    assert says in ended.stderr


def test_a_file_that_is_no_database_is_one_line(tmp_path: Path) -> None:
    wrong = tmp_path / "letter.txt"
    wrong.write_text("Dear Sir or Madam, " * 100)
    for arguments in (["db", "upgrade"], ["serve", "--no-browser", "--port", "0"]):
        ended = finished(tmp_path, *arguments, "--database", str(wrong))
        assert ended.returncode == 2
        assert len(ended.stderr.splitlines()) == 1, ended.stderr
        assert "database" in ended.stderr
    assert wrong.read_text().startswith("Dear Sir")


def test_a_damaged_database_is_noticed_before_anybody_plays(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    finished(tmp_path, "db", "upgrade", "--database", str(database))
    with closing(sqlite3.connect(database)) as connection:
        facts = [(f"fact {number}", "value " * 100) for number in range(500)]
        connection.executemany("INSERT INTO facts (name, value) VALUES (?, ?)", facts)
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with database.open("r+b") as file:  # the first pages, with the schema, stay as they are
        file.seek(database.stat().st_size - 40_960)
        file.write(b"\xff" * 12_288)
    ended = finished(tmp_path, "serve", "--no-browser", "--port", "0", "--database", str(database))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    assert "damaged" in ended.stderr
    assert "sanssouci db restore" in ended.stderr
    checked = finished(tmp_path, "db", "check", "--database", str(database))
    assert checked.returncode == 1
    assert "the file is damaged" in checked.stdout


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    finished(tmp_path, "db", "upgrade", "--database", str(database))
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'future'")
        connection.execute("UPDATE facts SET value = 'future' WHERE name = 'oldest_program'")
        connection.commit()
    for arguments in (["db", "upgrade"], ["serve", "--no-browser", "--port", "0"]):
        ended = finished(tmp_path, *arguments, "--database", str(database))
        assert ended.returncode == 2
        assert len(ended.stderr.splitlines()) == 1, ended.stderr
        assert "newer than this program" in ended.stderr


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_small_frames_are_sent_at_once(host: str) -> None:
    """asyncio sets TCP_NODELAY only where the listening socket names its protocol."""
    place = listen(host, 0)
    with place.socket:
        assert place.socket.proto == socket.IPPROTO_TCP
