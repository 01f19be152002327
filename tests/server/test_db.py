"""`sanssouci db`: backups that hold the same games, and databases whose faults are found."""

import asyncio
import json
import sqlite3
import stat
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from sanssouci.cli import main as run_command
from sanssouci.server.checking import replayed
from sanssouci.server.storage.database import open_database
from sanssouci.server.storage.store import Store
from server.conftest import Served
from server.databases import Cluster, Database
from server.playing import at, play_on, two_people
from server.serving import Person, within

KEPT = ("tables", "seats", "keys", "log", "chat", "facts")


def main(arguments: list[str]) -> int:
    """Run the command in a thread of its own: a browser's event loop may be running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run_command, arguments).result()


async def everything(database: Database) -> dict[str, Any]:
    """All that a database holds: its rows, and the games that they lead to."""
    engine = open_database(database.url)
    try:
        async with engine.connect() as connection:
            found = {name: (await connection.execute(text(f"SELECT * FROM {name}"))).mappings().all() for name in KEPT}
        store, games = Store(engine), {}
        for row in found["tables"]:
            table = await store.table(row["id"])
            assert table is not None
            game = replayed(table, await store.entries(table.id, -1)).game
            games[table.id] = None if game is None else str(game)
    finally:
        await engine.dispose()
    rows = {name: sorted(json.dumps(_plain(row), sort_keys=True) for row in rows) for name, rows in found.items()}
    return {**rows, "games": games}


def _plain(row: Any) -> dict[str, Any]:
    """A row with yes and no as SQLite has them."""
    return {name: int(value) if isinstance(value, bool) else value for name, value in row.items()}


@pytest.fixture(scope="module")
def filled(request: pytest.FixtureRequest) -> None:
    """Games on both shared servers: one over, one running, one with a turn taken back, one that waits, some talk."""
    for kind in ("sqlite", "postgresql"):
        served: Served = request.getfixturevalue(f"on_{kind}")

        async def fill(served: Served) -> None:
            async with Person(served.server) as host, Person(served.server) as guest:
                table = await two_people(host, guest)
                await host.do(at(table, "/say"), {"text": "Grüß Gott – 🌳"})
                await play_on(served.database, table, {0: host, 1: guest})
                running = await two_people(host, guest, box="imperial", expansions=["rewards", "boar"])
                await play_on(served.database, running, {0: host, 1: guest}, 5)
                alone = (await host.open("here", "computer", first=0))["table"]["id"]
                await host.do(at(alone, "/play"), {"seat": 0, "ply": 0, "move": "A"})
                while (info := await host.see(at(alone)))["to_move"] != 0 or info["ply"] < 2:
                    await asyncio.sleep(0.05)
                await host.do(at(alone, "/undo"), {"seat": 0, "ply": info["ply"]})
                await host.open("here", "invited", listed=True)

        within(60, fill(served))


@pytest.mark.parametrize("source", ["sqlite", "postgresql"])
def test_a_backup_restored_anywhere_holds_the_same_games(
    source: str,
    filled: None,
    request: pytest.FixtureRequest,
    cluster: Cluster,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    database: Database = request.getfixturevalue(f"on_{source}").database
    file = tmp_path / "backup.sqlite3"
    before = within(60, everything(database))
    assert main(["db", "backup", str(file), "--database", database.url]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["backup.sqlite3"]
    for target in (Database("sqlite", f"sqlite:///{tmp_path / 'new.sqlite3'}"), cluster.empty()):
        assert main(["db", "restore", str(file), "--database", target.url]) == 0
        assert within(60, everything(target)) == before
        assert main(["db", "check", "--database", target.url]) == 0
        said = "INSERT INTO chat (table_id, seat, name, text, at) SELECT id, 0, '', 'new', 0 FROM tables LIMIT 1"
        within(60, target.ask(said))  # new lines are numbered after the old ones
        assert main(["db", "restore", str(file), "--database", target.url]) == 2
    printed = capsys.readouterr()
    assert f"{len(before['tables'])} tables with {len(before['log'])} entries: every game replays" in printed.out
    assert "exists already" in printed.err
    assert "not empty" in printed.err


def test_databases_and_backups_are_for_their_owner_alone_and_no_check_changes_them(tmp_path: Path) -> None:
    """Changed to write ahead of itself, it could not be restored by whoever may only read it."""
    database, file = tmp_path / "tables.sqlite3", tmp_path / "backup.sqlite3"
    assert main(["db", "upgrade", "--database", str(database)]) == 0
    assert main(["db", "backup", str(file), "--database", str(database)]) == 0
    assert [stat.S_IMODE(each.stat().st_mode) for each in (database, file)] == [0o600, 0o600]
    before = file.read_bytes()
    assert main(["db", "check", "--database", str(file)]) == 0
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.glob("backup*")] == ["backup.sqlite3"]


def test_a_file_is_checked_whatever_signs_its_path_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the address of a file, some signs of its path would mean something else."""
    folder = tmp_path / "50% of #1?"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for command in ("upgrade", "check"):
        assert main(["db", command, "--database", "tables.sqlite3"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == [folder.name], "nothing is made in another place"


def test_a_backup_shows_one_moment_of_a_busy_database(tmp_path: Path) -> None:
    database, file = tmp_path / "tables.sqlite3", tmp_path / "backup.sqlite3"
    assert main(["db", "upgrade", "--database", str(database)]) == 0
    done, written = threading.Event(), threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(database, isolation_level=None, timeout=20)) as connection:
            connection.execute("PRAGMA synchronous=OFF")
            number = 0
            while not done.is_set():
                number += 1
                connection.execute("BEGIN IMMEDIATE")
                for half in ("a", "b"):  # both or neither
                    connection.execute("INSERT INTO facts VALUES (?, ?)", (f"{number}{half}", "x" * 2_000))
                connection.execute("COMMIT")
                if number > 500:
                    written.set()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert written.wait(60)
        start = time.monotonic()
        assert main(["db", "backup", str(file), "--database", str(database)]) == 0
        assert time.monotonic() - start < 30
    finally:
        done.set()
        writer.join()
    with closing(sqlite3.connect(file)) as connection:
        halves = "SELECT count(*) FROM facts WHERE name LIKE ?"
        counts = [connection.execute(halves, (f"%{half}",)).fetchone()[0] for half in "ab"]
        assert counts[0] == counts[1] > 500
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_what_cannot_be_backed_up_or_restored_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, backup, letter = tmp_path / "tables.sqlite3", tmp_path / "backup.sqlite3", tmp_path / "letter.txt"
    assert main(["db", "upgrade", "--database", str(database)]) == 0
    assert main(["db", "backup", str(backup), "--database", str(database)]) == 0
    letter.write_text("Dear Sir or Madam, " * 100)
    half = tmp_path / "half.sqlite3"
    half.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])
    kept = backup.read_bytes()
    capsys.readouterr()
    new = ["--database", str(tmp_path / "new.sqlite3")]
    for arguments, says in (
        (["backup", str(backup), "--database", str(database)], "exists already"),
        (["backup", str(tmp_path / "no" / "x"), "--database", str(database)], "no folder"),
        (["backup", str(tmp_path / "x"), "--database", str(tmp_path / "nothing")], "no database"),
        (["restore", str(tmp_path / "nothing"), *new], "no file"),
        (["restore", str(letter), *new], "not a backup"),
        (["restore", str(half), *new], ""),
        (["restore", str(backup)], "--database"),
        (["check", "--database", str(tmp_path / "nothing")], "no database"),
    ):
        assert main(["db", *arguments]) == 2, arguments
        printed = capsys.readouterr()
        assert (printed.out, len(printed.err.splitlines())) == ("", 1), printed
        assert says in printed.err
    assert backup.read_bytes() == kept
    assert not (tmp_path / "new.sqlite3").exists()
    assert not list(tmp_path.glob("*.part*"))


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("DELETE FROM log WHERE ply = 2", "missing"),
        ("UPDATE log SET body = '{}' WHERE ply = 2", "cannot be replayed"),
        ("UPDATE log SET body = (SELECT body FROM log WHERE ply = 3) WHERE ply = 2", "cannot be replayed"),
        ("DELETE FROM log WHERE ply = (SELECT max(ply) FROM log)", "ends at entry"),
        ("UPDATE tables SET to_move = 1 - to_move", "is to move"),
        ("UPDATE tables SET status = 'over'", "not over"),
        ("UPDATE tables SET undone = 1", "taken back"),
        ("UPDATE log SET table_id = 'elsewhere' WHERE ply = 2", "does not exist"),
    ],
)
def test_a_check_finds_what_does_not_fit(
    damage: str, says: str, one_game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "tables.sqlite3"
    database.write_bytes(one_game.read_bytes())
    assert main(["db", "check", "--database", str(database)]) == 0
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(damage)
        connection.commit()
    assert main(["db", "check", "--database", str(database)]) == 1
    assert says in capsys.readouterr().out


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("DELETE FROM taps WHERE number = 2", "taps are missing"),
        ('UPDATE taps SET body = \'["enter", ["no such thing"]]\' WHERE number = 2', "cannot be carried out"),
        ("UPDATE followed SET turns = turns + 1", "another turn"),
    ],
)
def test_a_check_carries_out_games_at_real_tables(
    damage: str, says: str, followed_game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "tables.sqlite3"
    database.write_bytes(followed_game.read_bytes())
    assert main(["db", "check", "--database", str(database)]) == 0
    assert "1 followed game," in capsys.readouterr().out
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(damage)
        connection.commit()
    assert main(["db", "check", "--database", str(database)]) == 1
    assert says in capsys.readouterr().out


@pytest.fixture(scope="module")
def followed_game(on_sqlite: Served, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a single followed game, and no table."""

    async def begin() -> str:
        async with Person(on_sqlite.server) as person:
            wish = {"box": "ravensburger", "players": 2}
            game = await person.do("/api/companion/games", wish, status=201)
            for number in range(1, 21):
                draft, wanted = game["draft"], game["wanted"]
                text = draft["choices"][0]["text"] if draft else wanted["options"][0]
                tap = {"number": number, "key": f"tap-number-{number}", "kind": "enter", "text": text}
                game = await person.do(f"/api/companion/games/{game['id']}/taps", {"taps": [tap]})
            return str(game["id"])

    game = within(60, begin())
    file = tmp_path_factory.mktemp("followed") / "one.sqlite3"
    assert main(["db", "backup", str(file), "--database", on_sqlite.database.url]) == 0
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("DELETE FROM tables")
        connection.execute("DELETE FROM followed WHERE id <> ?", (game,))
        connection.commit()
    return file


@pytest.fixture(scope="module")
def one_game(on_sqlite: Served, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a single table, whose game runs."""

    async def begin() -> str:
        async with Person(on_sqlite.server) as host, Person(on_sqlite.server) as guest:
            table = await two_people(host, guest)
            await play_on(on_sqlite.database, table, {0: host, 1: guest}, 6)
            return table

    table = within(60, begin())
    file = tmp_path_factory.mktemp("one") / "one.sqlite3"
    assert main(["db", "backup", str(file), "--database", on_sqlite.database.url]) == 0
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("DELETE FROM tables WHERE id <> ?", (table,))
        connection.execute("DELETE FROM followed")
        connection.commit()
    return file


# What is old apart from tables: rows with just what must be there.
EMPTY = {
    "followed": ("id", "holder", "created", "changed", "number", "turns", "over", "box", "options"),
    "reviews": ("id", "at", "done", "total"),
    "lucks": ("id", "seed", "box", "expansions", "created"),
    "shares": ("luck", "holder", "table_id", "name", "at"),
}


def test_pruning_deletes_what_is_old_alone(one_game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "tables.sqlite3"
    database.write_bytes(one_game.read_bytes())
    with closing(sqlite3.connect(database)) as connection:
        columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(tables)")]
        values = ", ".join({"id": "'old' || ?", "changed": "0"}.get(name, name) for name in columns)
        copy = f"INSERT INTO tables SELECT {values} FROM tables WHERE changed > 0"
        connection.executemany(copy, [(number,) for number in range(250)])
        connection.commit()
        for table, needed in EMPTY.items():
            connection.execute(f"DELETE FROM {table}")
            names, marks = ", ".join(needed), ", ".join("?" * len(needed))
            insert = f"INSERT INTO {table} ({names}) VALUES ({marks})"
            for name, at in (("old", 0), ("kept", time.time())):
                row = {"id": name, "luck": name, "at": at, "changed": at, "created": at}
                connection.execute(insert, [row.get(column, 0) for column in needed])
        connection.commit()
    assert main(["db", "prune", "--days", "30", "--database", str(database)]) == 0
    assert capsys.readouterr().out == "deleted: 250 tables, 1 followed game, 1 review, 1 luck\n"
    with closing(sqlite3.connect(database)) as connection:
        for table in EMPTY:
            key = "luck" if table == "shares" else "id"
            assert connection.execute(f"SELECT {key} FROM {table}").fetchall() == [("kept",)]
            connection.execute(f"DELETE FROM {table}")
        connection.commit()
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (1,)
    assert main(["db", "check", "--database", str(database)]) == 0
