"""A database that is away: commands are refused, lines stay, and a connection that is dead is noticed as such."""

import signal
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from sanssouci.server.storage.appending import PostgresqlAppender
from sanssouci.server.storage.database import open_database
from server.databases import Cluster, Program, postgresql
from server.playing import two_people
from server.serving import PROXY, Live, Person, Server, serving, within


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with postgresql() as running:
        yield running


async def first_move(live: Live) -> dict[str, Any]:
    """The command that plays the first move of whoever is to move."""
    draft = (await live.until("game"))["drafts"][0]
    while draft["move"] is None:
        steps = [*draft["steps"], draft["choices"][0]["text"]]
        await live.send(type="steps", seat=draft["seat"], ply=draft["ply"], steps=steps, id=1)
        draft = (await live.until("draft"))["draft"]
    return {"type": "play", "seat": draft["seat"], "ply": draft["ply"], "move": draft["move"]}


def test_while_the_database_is_away_commands_are_refused_and_no_line_is_cut(cluster: Cluster) -> None:
    async def play(server: Server, program: Program) -> None:
        async with Person(server) as host, Person(server) as guest:
            table = await two_people(host, guest, first=0)
            async with host.live(table) as live, host.live(table, path="/api/lobby/live") as lobby:
                command = await first_move(live)
                await lobby.until("lobby")
                program.stop(signal.SIGINT)
                for number in range(3):
                    await live.send(**command, id=number)
                    frame = await live.until("error", id=number)
                    assert frame["problem"]["code"] == "unavailable"
                async with host.live(table, path="/api/lobby/live") as late:
                    await late.socket.wait_closed()
                    assert late.socket.close_code == 4503
                program.start()
                done = None
                while done is None:
                    await live.send(**command, id=9)
                    while (frame := await live.next()).get("id") != 9:
                        pass
                    done = frame.get("ply")
                assert done == 1
                await host.open("here", "invited", audience="anyone")
                await lobby.until("lobby")

    with serving(cluster.upgraded().url, PROXY) as server:
        within(60, play(server, cluster.program))


def test_a_connection_whose_other_end_has_vanished_is_given_up(cluster: Cluster) -> None:
    """Left to itself, the system would wait for a quarter of an hour, and PostgreSQL for hours with its locks held."""

    async def look() -> None:
        engine = open_database(cluster.empty().url, serves=True)
        appender = PostgresqlAppender(engine)
        try:
            pool = await appender._open()
            async with engine.connect() as used, pool.acquire() as direct:
                for connection in ((await used.get_raw_connection()).driver_connection, direct):
                    assert connection is not None
                    line = connection._transport.get_extra_info("socket")
                    assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
                    assert 0 < line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) < 10_000
                stands = await used.exec_driver_sql("SHOW idle_in_transaction_session_timeout")
                assert stands.scalar_one() == "10s"
        finally:
            await appender.close()
            await engine.dispose()

    within(30, look())
