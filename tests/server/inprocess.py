"""The server in a thread of this process, with limits of one's choice, and a look into its database."""

import logging
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import uvicorn

from sanssouci.cli.serve import listen
from sanssouci.server.app import create_app
from sanssouci.server.settings import Limits, Settings, read_limits, sqlite_url
from sanssouci.server.sockets import TableSocket
from server.serving import Server

PLENTY: Final = (1e6, 1e6)
GENEROUS: Final = read_limits(Path(__file__).with_name("generous.toml"))


class _Lines(logging.Handler):
    """Keeps what is logged, with tracebacks, as the log of a process would."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.WARNING)
        self.lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextmanager
def in_process(database: Path, *, limits: Limits = GENEROUS, **settings: Any) -> Iterator[Server]:
    """A server for the length of a block; it must not have reported an error of its own."""
    app = create_app(Settings(database=sqlite_url(database), limits=limits, **settings))
    lines: list[str] = []
    handler = _Lines(lines)
    logging.getLogger().addHandler(handler)
    listener = listen("127.0.0.1", 0).socket
    listener.listen(128)
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws=TableSocket,
        ws_max_size=65_536,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, name="server")
    thread.start()
    server = Server(f"http://127.0.0.1:{listener.getsockname()[1]}", None, lines)  # type: ignore[arg-type]
    try:
        _wait_until_ready(running, thread, server.url)
        yield server
    finally:
        running.should_exit = True
        thread.join(120)
        listener.close()
        logging.getLogger().removeHandler(handler)
    assert not thread.is_alive(), "the server does not end"
    assert not [line for line in lines if "Traceback" in line], "\n".join(lines)


def _wait_until_ready(running: uvicorn.Server, thread: threading.Thread, url: str) -> None:
    deadline = time.monotonic() + 300
    while not (running.started and httpx.get(f"{url}/api/server").json()["kernel"] == "ready"):
        assert thread.is_alive(), "the server did not start"
        assert time.monotonic() < deadline, "the server did not get ready"
        time.sleep(0.1)


def kept(database: Path, *tables: str) -> dict[str, list[Any]]:
    """All that is kept of some tables, and how many tables there are.

    Without what is stored a moment later: drafts, and who was last online.
    """
    marks = ",".join("?" * len(tables))
    queries = {
        "tables": f"SELECT * FROM tables WHERE id IN ({marks}) ORDER BY id",
        "seats": "SELECT table_id, seat, kind, name, holder, level, replaced, acted FROM seats "
        f"WHERE table_id IN ({marks}) ORDER BY table_id, seat",
        "log": f"SELECT * FROM log WHERE table_id IN ({marks}) ORDER BY table_id, ply",
        "keys": f"SELECT * FROM keys WHERE table_id IN ({marks}) ORDER BY hash",
        "chat": f"SELECT * FROM chat WHERE table_id IN ({marks}) ORDER BY number",
    }
    with closing(sqlite3.connect(database, timeout=20)) as connection:
        found = {name: connection.execute(query, tables).fetchall() for name, query in queries.items()}
        columns = [column[0] for column in connection.execute("SELECT * FROM tables LIMIT 0").description]
        changing = columns.index("version")  # also when somebody comes or goes
        found["tables"] = [(*row[:changing], *row[changing + 1 :]) for row in found["tables"]]
        found["count"] = connection.execute("SELECT count(*) FROM tables").fetchall()
    return found
