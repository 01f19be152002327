"""What those who run a server see of it: health, metrics, and the log with its request ids."""

import asyncio
import json
import re
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import websockets
from websockets.exceptions import ConnectionClosed

from server.databases import Cluster, Database, free_port, sanssouci
from server.playing import at
from server.serving import GENEROUS, PROXY, Person, Server, serving, start_server, within
from strategies import ROOT

DASHBOARD = ROOT / "deploy" / "grafana" / "sanssouci.json"
ALARMS = ROOT / "deploy" / "prometheus" / "alarms.yml"


@pytest.fixture(scope="module")
def port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, port: int) -> Iterator[Server]:
    database = tmp_path_factory.mktemp("running") / "tables.sqlite3"
    with serving(database, PROXY, *GENEROUS, "--metrics", str(port), "--log-format", "json", "--access-log") as running:
        yield running


def log_of(server: Server) -> list[dict[str, Any]]:
    """The lines of the log, which are JSON; those for the person at the terminal are not."""
    return [json.loads(line) for line in server.lines if line.startswith("{")]


def logged(server: Server, **fields: Any) -> dict[str, Any]:
    """The first line of the log with some values, as soon as it is there."""
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        for line in log_of(server):
            if fields.items() <= line.items():
                return line
        time.sleep(0.05)
    raise AssertionError(f"no line with {fields} in the log:\n" + "".join(server.lines))


def metrics_at(port: int) -> dict[str, float]:
    """The samples of the metrics, by name and labels."""
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    return {
        name: float(value)
        for name, value in (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    }


# ── health ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_server_says_that_it_is_alive_and_ready(server: Server) -> None:
    for path in ("/health/live", "/health/ready"):
        answer = httpx.get(server.url + path, headers={"Host": "server-1:8765"})  # a supervisor knows it by other names
        assert (answer.status_code, answer.json()) == (200, {"status": "ok", "faults": []})
        assert answer.headers["cache-control"] == "no-store"
    assert httpx.get(f"{server.url}/health/well").status_code == 404


def test_a_server_that_compiles_is_alive_and_not_ready(tmp_path: Path) -> None:
    started = start_server(
        tmp_path / "tables.sqlite3",
        *("--log-format", "json"),
        environment={"SANSSOUCI_CACHE_DIR": str(tmp_path / "cache")},
        enough=("warming", "players", "ready"),
    )
    try:
        assert httpx.get(f"{started.url}/health/live").status_code == 200
        ready = httpx.get(f"{started.url}/health/ready")
        assert (ready.status_code, ready.json()["status"]) == (503, "unavailable")
        assert "compiling" in ready.json()["faults"]
        logged(started, message="compiling the rules, which takes about 20 seconds")
    finally:
        started.stop()
    said = [line for line in started.lines if not line.startswith(("Sanssouci is ready", "Press Ctrl-C"))]
    assert len([json.loads(line) for line in said]) == 1


def test_a_server_without_its_database_is_not_ready_until_it_is_back(cluster: Cluster) -> None:
    database, all_databases = cluster.upgraded(), Database("postgresql", cluster.url("postgres"))
    name = database.url.rpartition("/")[2]
    with serving(database.url) as started:
        wait_for_status(f"{started.url}/health/ready", 200)
        within(60, all_databases.ask("UPDATE pg_database SET datallowconn = false WHERE datname = :name", name=name))
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"
        within(60, all_databases.ask(end, name=name))
        wait_for_status(f"{started.url}/health/ready", 503)
        assert httpx.get(f"{started.url}/health/ready").json()["faults"] == ["no database"]
        assert httpx.get(f"{started.url}/health/live").status_code == 200
        within(60, all_databases.ask("UPDATE pg_database SET datallowconn = true WHERE datname = :name", name=name))
        wait_for_status(f"{started.url}/health/ready", 200)


def wait_for_status(url: str, status: int) -> None:
    deadline = time.monotonic() + 90
    while httpx.get(url).status_code != status:
        assert time.monotonic() < deadline, f"{url} did not become {status}"
        time.sleep(0.1)


# ── metrics ───────────────────────────────────────────────────────────────────────────────────────────


def test_moves_sockets_and_requests_are_counted(server: Server, port: int) -> None:
    async def play() -> dict[str, float]:
        async with Person(server) as host:
            table = (await host.open("here", {"kind": "computer", "level": "greedy"}, first=0))["table"]["id"]
            async with host.live(table) as live:
                await live.until("game")
                await live.send(type="play", seat=0, ply=0, move="A", id=1)
                await live.until("done", id=1)
                await live.until("game", ply=2)  # before what comes next, whose answer may be slower than the computer
                await live.send(type="play", seat=0, ply=0, move="A", id=2)
                await live.until("error", id=2)
                while (found := metrics_at(port))["sanssouci_thinking"]:  # the move is told before the thinker rests
                    await asyncio.sleep(0.05)
                return found

    before, during = metrics_at(port), within(60, play())

    def gained(sample: str) -> float:
        return during[sample] - before.get(sample, 0.0)

    assert gained('sanssouci_moves_total{by="person"}') == 1
    assert gained('sanssouci_moves_total{by="computer"}') == 1
    assert gained('sanssouci_command_seconds_count{command="play"}') == 1
    assert gained('sanssouci_refusals_total{code="stale"}') == 1
    assert gained('sanssouci_thinking_seconds_count{level="greedy"}') == 1
    assert gained('sanssouci_http_request_seconds_count{method="POST",route="/api/tables",status="201"}') == 1
    assert gained("sanssouci_sockets") == 1
    assert gained("sanssouci_frames_total") >= 5
    assert (during["sanssouci_thinking"], during["sanssouci_thinking_queue"], during["sanssouci_ready"]) == (0, 0, 1)
    assert 0 < during["sanssouci_database_seconds"] < 5
    assert during["sanssouci_event_loop_lag_seconds_count"] > 0
    assert [name for name in during if re.fullmatch(r'sanssouci_build_info\{revision="\d+",version="[^"]+"\} ?', name)]


def test_the_world_does_not_see_the_metrics(server: Server) -> None:
    assert httpx.get(f"{server.url}/metrics").status_code == 404


@pytest.mark.parametrize("place", ["x", "127.0.0.1:99999", "192.0.2.1:0", ""])
def test_a_wrong_place_for_metrics_is_one_line(tmp_path: Path, place: str) -> None:
    database = str(tmp_path / "tables.sqlite3")
    ended = sanssouci("serve", "--no-browser", "--port", "0", "--database", database, "--metrics", place)
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1), ended.stderr
    assert "--metrics" in ended.stderr


@pytest.mark.parametrize("file", [DASHBOARD, ALARMS], ids=lambda file: file.name)
def test_what_is_drawn_and_watched_exists(file: Path, server: Server, port: int) -> None:
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    metrics = {name for name in re.findall(r"^# TYPE (\w+)", text, re.M) if not name.endswith("_created")}
    used = set(re.findall(r"\b(?:sanssouci|process)_[a-z_]+\b", file.read_text(encoding="utf-8")))
    bases = {re.sub(r"_(bucket|count|sum)$", "", name) for name in used}
    assert len(bases) > 3
    assert bases <= metrics
    if file == DASHBOARD:
        assert {name for name in metrics if name.startswith("sanssouci_")} <= bases, "this is not on the dashboard"


# ── the log ───────────────────────────────────────────────────────────────────────────────────────────


def test_every_request_has_an_id_which_its_line_carries(server: Server) -> None:
    answer = httpx.get(f"{server.url}/api/server")
    name = answer.headers["x-request-id"]
    line = logged(server, logger="sanssouci.access", request=name)
    assert (line["method"], line["path"], line["status"]) == ("GET", "/api/server", 200)
    assert line["address"] == "127.0.0.1"
    assert 0 < line["seconds"] < 10
    assert httpx.get(f"{server.url}/api/server").headers["x-request-id"] != name


def test_an_id_given_by_the_proxy_is_kept_if_it_is_one(server: Server) -> None:
    given = httpx.get(f"{server.url}/api/server", headers={"X-Request-ID": "abc-123"})
    assert given.headers["x-request-id"] == "abc-123"
    nonsense = httpx.get(f"{server.url}/api/server", headers={"X-Request-ID": 'a"\x07 b'})
    assert re.fullmatch(r"[0-9a-f]{16}", nonsense.headers["x-request-id"])


def test_the_log_does_not_lead_to_private_tables(server: Server) -> None:
    async def look() -> str:
        async with Person(server) as host:
            table: str = (await host.open("here", "invited"))["table"]["id"]
            answer = await host.get(at(table))
            logged(server, logger="sanssouci.access", request=answer.headers["x-request-id"])
            return table

    table = within(60, look())
    assert table not in "".join(server.lines)
    assert f"{table[:6]}…" in "".join(server.lines)


def test_an_error_on_a_websocket_is_logged_with_its_id(tmp_path: Path) -> None:
    database, port = tmp_path / "tables.sqlite3", free_port()
    started = start_server(database, "--log-format", "json", "--access-log", "--metrics", str(port))
    try:
        opened = httpx.post(f"{started.url}/api/tables", json={"seats": [{"kind": "here"}] * 2}, timeout=30)
        table = opened.json()["table"]["id"]
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("UPDATE tables SET options = 'nonsense'")
            connection.commit()

        async def listen() -> str:
            async with websockets.connect(f"{started.url.replace('http', 'ws', 1)}{at(table)}/live") as live:
                with pytest.raises(ConnectionClosed):
                    await live.recv()
                assert live.response is not None
                return live.response.headers["x-request-id"]

        name = within(60, listen())
        line = logged(started, request=name, level="error")
        assert "WebSocket" in line["message"]
        assert "Traceback" in line["traceback"]
        assert logged(started, request=name, logger="sanssouci.access")["status"] == 4500
        assert metrics_at(port)['sanssouci_log_records_total{level="error",logger="sanssouci.server.app"}'] == 1
    finally:
        started.kill()


def test_lines_for_people_end_with_the_id(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3", "--access-log") as started:
        name = httpx.get(f"{started.url}/api/server").headers["x-request-id"]
        httpx.get(f"{started.url}/api/%0Asanssouci: all is well%1B[2J")
    assert not [line for line in started.lines if line.startswith("sanssouci: all is well") or "\x1b" in line]
    assert ["GET /api/%0Asanssouci: all is well%1B[2J 404" in line for line in started.lines].count(True) == 1
    assert [
        line for line in started.lines if re.fullmatch(rf"sanssouci: .*GET /api/server 200 .* s \[{name}\]\n", line)
    ]


def test_what_clients_send_does_not_fill_the_log(server: Server) -> None:
    before = len(server.lines)
    for nonsense in (
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: tea\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", urlsplit(server.url).port or 0), timeout=60) as connection:
            connection.sendall(nonsense)
            assert connection.recv(1_000).startswith(b"HTTP/1.1 4")
    name = httpx.get(f"{server.url}/api/server").headers["x-request-id"]
    logged(server, request=name)
    assert not [line for line in server.lines[before:] if '"logger": "uvicorn' in line]
