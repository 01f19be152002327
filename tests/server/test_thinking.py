"""Computers that think about a table."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import httpx

from server.inprocess import in_process


def test_a_table_that_is_deleted_while_a_computer_thinks_is_no_fault(tmp_path: Path) -> None:
    """A lesson or puzzle takes the place of the one before, at which a computer may be about to move."""
    database = tmp_path / "tables.sqlite3"
    with in_process(database) as server, httpx.Client(base_url=server.url) as person:
        seats = [{"kind": "computer", "level": "king"}] * 2
        table = person.post("/api/tables", json={"pace": 0, "seats": seats}).json()["table"]["id"]
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            deadline = time.monotonic() + 60
            while connection.execute("SELECT owner FROM leases").fetchone() is None:
                assert time.monotonic() < deadline
                time.sleep(0.05)
            connection.execute("DELETE FROM tables")
        time.sleep(2.5)  # a king thinks for one second
        assert person.get(f"/api/tables/{table}").status_code == 404
        assert server.lines == []
