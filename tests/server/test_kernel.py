"""While something is still being compiled: people play already, computers begin when they can, and all are told."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanssouci.kernel import engine
from sanssouci.thinking import thinker
from server.playing import at
from server.serving import Person, Server, start_server, within
from terminal.keyboard import heed_interrupts


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that finds the rules in its cache, but not the players: they take it some seconds."""
    engine.compiled(), thinker.compiled()
    for family in (engine.RULES, thinker.PLAYERS):
        folder = family.cache_folder()
        assert folder is not None
        shutil.copytree(folder, tmp_path / "cache" / folder.name)
    for mark in (tmp_path / "cache").glob("players-*/complete-*"):
        mark.unlink()
    served = start_server(
        tmp_path / "tables.sqlite3",
        environment={"SANSSOUCI_CACHE_DIR": str(tmp_path / "cache")},
        enough=("players", "ready"),
    )
    yield served
    served.stop()


def test_people_play_while_computers_are_not_ready_and_are_told_when_they_are(server: Server) -> None:
    async def play() -> None:
        async with Person(server) as host:
            against = (await host.open("here", "computer", "computer", first=1))["table"]["id"]
            async with host.live(against) as live:
                assert (await live.until("kernel"))["kernel"] == "players"
                assert (await live.until("game"))["ply"] == 0
                assert (await host.see("/api/server"))["kernel"] == "players"
                to_move = (await host.open("here", "computer", first=0))["table"]["id"]
                for what in ("hints", "counts"):
                    answer = await host.get(at(to_move, f"/{what}?seat=0"))
                    assert (answer.status_code, answer.json()["code"]) == (503, "warming_up")
                among_people = (await host.open("here", "here", first=0))["table"]["id"]
                await host.do(at(among_people, "/play"), {"seat": 0, "ply": 0, "move": "A"})
                assert (await host.see(at(against)))["ply"] == 0, "a computer has moved before it could"
                assert (await live.until("kernel"))["kernel"] == "ready"
                assert (await live.until("game"))["ply"] == 1
            assert (await host.see("/api/server"))["kernel"] == "ready"
            async with host.live(against) as live:
                await live.until("game")
                assert [frame for frame in live.frames if '"kernel"' in frame] == []

    within(120, play())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_stopped_while_it_compiles_stops_at_once(number: signal.Signals, tmp_path: Path) -> None:
    """Ctrl-C in a terminal stops the group of processes; a service manager stops every one of them."""
    command = [sys.executable, "-m", "sanssouci", "serve", "--port", "0", "--no-browser"]
    process = subprocess.Popen(
        [*command, "--database", str(tmp_path / "tables.sqlite3")],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=os.environ | {"SANSSOUCI_CACHE_DIR": str(tmp_path / "cache")},
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    assert process.stderr is not None
    said = b""
    while b"compiling the rules" not in said:
        part = os.read(process.stderr.fileno(), 1000)
        assert part, said
        said += part
    if number == signal.SIGTERM:
        (compiling,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()
        os.kill(int(compiling), number)
    os.killpg(process.pid, number)
    _, rest = process.communicate(timeout=90)
    assert (said + rest).count(b"compiling the rules") == 1
    assert b"Traceback" not in rest
