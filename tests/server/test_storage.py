"""What is kept: the schema and its revisions, logs, and games of boxes that have changed since."""

import asyncio
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

import warm
from sanssouci import Game, SanssouciError, load_box
from sanssouci.server.storage.database import open_database, read_url
from sanssouci.server.storage.rows import read_options
from sanssouci.server.storage.schema import metadata
from sanssouci.server.storage.store import Store
from sanssouci.server.storage.upgrade import FOLDER, NEWEST, OLDEST, prepare
from server.databases import Cluster, Database, sanssouci
from server.playing import at, play_on
from server.serving import Person, Server, serving, within
from strategies import SMALL

TILES: Final = re.compile(r"(?ms)(^\[tiles\].*?= *)(\d+)")  # how many copies of each structure two players get


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """A database in which there is nothing yet."""
    if request.param == "sqlite":
        return Database("sqlite", f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.empty()


def differences(database: Database) -> list[Any]:
    """What would have to change so that a database is as the program thinks it is."""

    def compare(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    async def ask() -> list[Any]:
        engine = open_database(database.url)
        try:
            async with engine.connect() as connection:
                return await connection.run_sync(compare)
        finally:
            await engine.dispose()

    return within(60, ask())


def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    async def create() -> list[int]:
        engine = open_database(str(tmp_path / "tables.sqlite3"))
        try:
            await prepare(engine)
            async with engine.connect():  # beside its log
                return [file.stat().st_mode & 0o777 for file in tmp_path.iterdir()]
        finally:
            await engine.dispose()

    assert {*within(60, create())} == {0o600}


async def bring_to(database: Database, revision: str) -> None:
    """Make a database as an earlier program has left it."""

    def migrate(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(FOLDER))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)

    engine = open_database(database.url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(migrate)
    finally:
        await engine.dispose()


def serve(database: Database) -> "subprocess.CompletedProcess[str]":
    """Start a server that must refuse to start."""
    return warm.in_text("serve", "--port", "0", "--no-browser", "--database", database.url, seconds=60)


def test_migrations_lead_from_nothing_to_the_schema(empty: Database) -> None:
    assert differences(empty) != []
    first = sanssouci("db", "upgrade", "--database", empty.url)
    assert (first.returncode, first.stdout) == (0, f"the database is at revision {NEWEST}; it was at none\n")
    assert differences(empty) == []
    again = sanssouci("db", "upgrade", "--database", empty.url)
    assert (again.returncode, again.stdout) == (0, f"the database is at revision {NEWEST}\n")


def test_tables_of_the_first_revision_keep_their_place_in_the_lobby(empty: Database) -> None:
    within(60, bring_to(empty, "0001"))
    for name, options in (("open", r'{"listed"\:true}'), ("private", r'{"listed"\:false}')):
        values = f"'{name}', 0, 0, 'over', '', '{options}', '', '', 0, false"
        within(
            60,
            empty.ask(
                "INSERT INTO tables (id, created, changed, status, box, options, seed, host, ply, undone) "
                f"VALUES ({values})"
            ),
        )
    assert sanssouci("db", "upgrade", "--database", empty.url).returncode == 0
    assert differences(empty) == []
    listed = within(60, empty.ask("SELECT id FROM tables WHERE listed"))
    assert listed == [("open",)]


@pytest.mark.parametrize(
    ("kept", "expansions"),
    [
        ('"rewards":true,"boar":true', ["rewards", "boar"]),
        ('"rewards":false,"boar":true', ["boar"]),
        ('"rewards":false,"boar":false', []),
        ('"expansions":["rewards"]', ["rewards"]),
    ],
)
def test_expansions_that_were_kept_one_by_one_are_still_read(kept: str, expansions: list[str]) -> None:
    text = f'{{{kept},"first":null,"pace":1.0,"away":300,"hints":false,"chosen_seed":false}}'
    assert read_options(text).expansions == expansions


def test_no_database_keeps_two_entries_with_the_same_number(empty: Database) -> None:
    """Whatever two processes believe, the key of the log decides which of them was quicker."""

    async def append(ply: int) -> None:
        columns = "table_id, ply, kind, body, at"
        await empty.ask(f"INSERT INTO log ({columns}) VALUES ('one', :ply, 'move', '', 0)", ply=ply)

    within(60, bring_to(empty, NEWEST))
    columns = "id, created, changed, status, box, options, seed, host, ply, undone, listed"
    within(
        60, empty.ask(f"INSERT INTO tables ({columns}) VALUES ('one', 0, 0, 'over', '', '', '', '', 0, false, false)")
    )
    for ply in (0, 1):
        within(60, append(ply))
    with pytest.raises(IntegrityError):
        within(60, append(1))


def test_the_newest_revision_is_the_last_of_the_migrations() -> None:
    assert ScriptDirectory(str(FOLDER)).get_heads() == [NEWEST]


def test_a_database_of_a_newer_program_is_refused(empty: Database) -> None:
    assert sanssouci("db", "upgrade", "--database", empty.url).returncode == 0
    within(60, empty.ask("UPDATE alembic_version SET version_num = '9999'"))
    within(60, empty.ask("UPDATE facts SET value = '9999' WHERE name = 'oldest_program'"))
    upgraded = sanssouci("db", "upgrade", "--database", empty.url)
    assert upgraded.returncode != 0
    assert "9999" in upgraded.stderr
    assert "newer" in upgraded.stderr
    assert "Traceback" not in upgraded.stderr
    served = serve(empty)
    assert served.returncode != 0
    assert "9999" in served.stderr + served.stdout
    assert within(60, empty.ask("SELECT version_num FROM alembic_version")) == [("9999",)]


def test_a_program_works_on_with_a_database_that_has_more_in_it(empty: Database) -> None:
    """Two versions side by side: a newer program has upgraded the database, and this one still runs, or restarts."""
    assert sanssouci("db", "upgrade", "--database", empty.url).returncode == 0
    for statement in (
        "ALTER TABLE tables ADD COLUMN weather VARCHAR(20)",
        "ALTER TABLE seats ADD COLUMN hat INTEGER NOT NULL DEFAULT 3",
        "CREATE TABLE guests (name VARCHAR(20) PRIMARY KEY)",
        "UPDATE alembic_version SET version_num = '9999'",
    ):
        within(60, empty.ask(statement))

    async def play(server: Server) -> None:
        async with Person(server) as host:
            table: str = (await host.open("here", "here", first=0))["table"]["id"]
            assert (await play_on(empty, table, {0: host, 1: host})).is_over

    with serving(empty.url) as server:
        within(60, play(server))
    assert within(60, empty.ask("SELECT version_num FROM alembic_version")) == [("9999",)]


ADDITIVE = {"add_column", "create_index", "create_table", "execute"}


def test_migrations_only_add() -> None:
    """What takes something away breaks the servers that are still running, so it has to raise OLDEST."""
    for file in (FOLDER / "versions").glob("*.py"):
        if file.name[:4] <= OLDEST:
            continue
        upgrade = file.read_text(encoding="utf-8").partition("def upgrade")[2]
        assert set(re.findall(r"\bop\.(\w+)", upgrade)) <= ADDITIVE, file.name
        assert not re.search(r"DROP|RENAME", upgrade), file.name


def test_postgresql_is_not_changed_without_being_asked(cluster: Cluster) -> None:
    database = cluster.empty()
    served = serve(database)
    assert served.returncode != 0
    assert "sanssouci db upgrade --database" in served.stderr + served.stdout
    tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
    assert within(60, database.ask(tables)) == []


def test_a_server_that_cannot_start_says_so_without_a_traceback(cluster: Cluster) -> None:
    served = serve(cluster.empty())
    assert "Traceback" not in served.stderr + served.stdout
    assert len((served.stderr + served.stdout).splitlines()) < 6


def test_a_database_that_cannot_be_reached_is_told_in_one_line(tmp_path: Path) -> None:
    for url in ("postgresql://nobody@127.0.0.1:1/nothing", f"sqlite:///{tmp_path}/no/folder/tables.sqlite3"):
        done = sanssouci("db", "upgrade", "--database", url)
        assert done.returncode != 0
        assert "Traceback" not in done.stderr
        assert len(done.stderr.splitlines()) <= 2


WITH_IDS = (
    *("tables/{}", "tables/{}/game", "tables/{}/chat", "tables/{}/record", "tables/{}/puzzle"),
    *("boxes/{}", "boxes/{}/file", "companion/games/{}", "companion/tables/{}"),
    *("luck/{}", "luck/{}/games", "reviews/{}", "salons/{}"),
)


@pytest.mark.parametrize("made_up", ["%00", "x%00y", "%ff", "%F0%9F%8C%B3", "%ED%A0%80", "'; DROP TABLE tables; --"])
def test_no_id_is_taken_for_an_outage_of_any_database(server: Server, made_up: str) -> None:
    for path in WITH_IDS:
        answer = httpx.get(f"{server.url}/api/{path.format(made_up)}", timeout=30)
        known = ("no_table", "no_box", "no_salon", "not_found", "bad_request")
        assert answer.status_code in (400, 404), answer.text
        assert answer.json()["code"] in known, answer.text


@pytest.mark.parametrize("url", ["mysql://root@localhost/games", "oracle://x", "http://localhost", "://", "redis://x"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(SanssouciError, match="sqlite:///PATH or postgresql://USER@HOST/NAME"):
        read_url(url)


def test_a_sqlite_file_keeps_what_was_committed_even_in_a_power_cut(tmp_path: Path) -> None:
    async def ask() -> tuple[Any, ...]:
        engine = open_database(str(tmp_path / "tables.sqlite3"))
        try:
            async with engine.connect() as connection:
                names = ("journal_mode", "synchronous", "foreign_keys")
                found = [await connection.exec_driver_sql(f"PRAGMA {name}") for name in names]
                return tuple(row.scalar_one() for row in found)
        finally:
            await engine.dispose()

    assert within(60, ask()) == ("wal", 2, 1)


def test_who_is_there_and_drafts_are_noted_without_waiting_for_the_disk(tmp_path: Path) -> None:
    async def ask() -> tuple[Any, ...]:
        store = Store(open_database(str(tmp_path / "tables.sqlite3")))
        found = []
        try:
            for transaction in (store.writing, store._noting):
                async with transaction() as connection:
                    found.append((await connection.exec_driver_sql("PRAGMA synchronous")).scalar_one())
        finally:
            await store.close()
        return tuple(found)

    assert within(60, ask()) == (2, 1)


def test_writers_wait_for_each_other_in_order_and_not_at_the_file(tmp_path: Path) -> None:
    async def write() -> list[int]:
        store, order = Store(open_database(str(tmp_path / "tables.sqlite3"))), []

        async def one(number: int) -> None:
            async with store.writing():
                order.append(number)
                assert store.engine.pool.checkedout() == 1  # type: ignore[attr-defined]  # the pool of all engines
                await asyncio.sleep(0.05)

        try:
            await asyncio.gather(*(one(number) for number in range(4)))
        finally:
            await store.close()
        return order

    assert within(60, write()) == [0, 1, 2, 3]


def test_a_log_survives_a_restart_and_a_change_of_its_box(empty: Database, tmp_path: Path) -> None:
    """The box of a table is in its row: the rules of a game do not change under the players."""
    if empty.kind == "postgresql":
        assert sanssouci("db", "upgrade", "--database", empty.url).returncode == 0
    file = tmp_path / "small.toml"
    file.write_text(SMALL.read_text(encoding="utf-8"), encoding="utf-8")
    before = load_box(str(file))

    async def begin(server: Server) -> tuple[str, str | None]:
        async with Person(server) as host:
            table: str = (await host.open("here", "here", box="small", first=0))["table"]["id"]
            await play_on(empty, table, {0: host, 1: host}, 6)
            return table, host.token

    with serving(empty.url, "--box", str(file)) as server:
        table, token = within(60, begin(server))

    changed = TILES.sub(lambda found: f"{found[1]}{int(found[2]) + 1}", file.read_text(encoding="utf-8"), count=1)
    file.write_text(changed, encoding="utf-8")
    after = load_box(str(file))
    assert (after.id, after.digest != before.digest) == (before.id, True)
    assert after.tiles[2] == before.tiles[2] + 1

    async def go_on(server: Server) -> None:
        log = await empty.log(table)
        assert len(log) == 7
        async with Person(server) as host:
            assert token is not None
            host.token = token
            seen = await host.see(at(table, "/game"))
            assert [told["move"] for told in seen["log"]] == [entry.body["events"][0][2] for entry in log[1:]]
            game = await empty.game(table)
            assert seen["views"][0]["bag"] == game.bag
            assert game.box.digest == before.digest
            new = (await host.open("here", "here", box="small", first=0))["table"]["id"]
            fresh = (await host.see(at(new, "/game")))["views"][0]
            extra = (
                fresh["bag_count"]
                + sum(tile is not None for tile in fresh["display"])
                - len(before.columns) * (before.tiles[2])
            )
            assert extra == len(before.columns), "a new table has the new rules"
            game = await play_on(empty, table, {0: host, 1: host})
            assert game.is_over
            assert (await empty.log(table))[:7] == log
            record = await host.see(at(table, "/record"))
            assert record["box"] == before.rules()
            assert Game.from_record(record).outcome() == game.outcome()

    with serving(empty.url, "--box", str(file)) as server:
        within(60, go_on(server))


def test_only_tables_left_behind_are_searched_for(empty: Database) -> None:
    """By another process: those that nobody has leased, and at which nothing has happened for a moment."""
    within(60, bring_to(empty, NEWEST))
    columns = "id, created, status, box, options, seed, host, ply, undone, listed, to_move, changed"
    of_seat = "table_id, seat, kind, name, replaced, online_until, acted"
    seat = f"INSERT INTO seats ({of_seat}) VALUES (:id, 0, :kind, '', false, 0, 0)"

    async def found() -> list[str]:
        engine = open_database(empty.url)
        try:
            return sorted(await Store(engine).left_to_computers(1_000.0, since=500.0, quiet_for=2.0))
        finally:
            await engine.dispose()

    async def fill() -> None:
        for name, changed, kind, leased in (
            ("left", 900.0, "computer", None),
            ("lapsed", 900.0, "computer", 999.0),
            ("leased", 900.0, "computer", 1_003.0),
            ("fresh", 999.0, "computer", None),
            ("old", 400.0, "computer", None),
            ("person's", 900.0, "here", None),
        ):
            values = "(:id, 0, 'running', '', '', '', '', 0, false, false, 0, :changed)"
            await empty.ask(f"INSERT INTO tables ({columns}) VALUES {values}", id=name, changed=changed)
            await empty.ask(seat, id=name, kind=kind)
            if leased is not None:
                lease = "INSERT INTO leases (table_id, owner, until) VALUES (:id, 'other', :until)"
                await empty.ask(lease, id=name, until=leased)

    within(60, fill())
    assert within(60, found()) == ["lapsed", "left"]
