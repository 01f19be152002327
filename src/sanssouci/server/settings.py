"""How a server is set up: where it keeps its tables, how it is reached, what it allows."""

import os
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path

import msgspec

from sanssouci.box import Box, load, published
from sanssouci.box.errors import SanssouciError
from sanssouci.server.services import PUSH_SERVICES


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one client, or all of them together, may ask for; docs/hosting.md explains how to change these limits."""

    body_bytes: int = 16_384  # of an HTTP request
    record_bytes: int = 65_536  # of a request with a record in it; a whole game takes 5 to 15 kB
    message_bytes: int = 4_096  # of a WebSocket message
    requests: tuple[float, float] = (40.0, 200.0)  # per address; every pair is a rate per second and a burst
    messages: tuple[float, float] = (20.0, 60.0)  # commands per holder
    messages_of_address: tuple[float, float] = (100.0, 300.0)  # commands over WebSockets, per address
    refusals: tuple[float, float] = (1.0, 200.0)  # refused commands per connection, which is cut off after that
    pause: float = 1.0  # seconds for which nothing is read from a client that was too fast; up to eight times that
    chat: tuple[float, float] = (0.5, 5.0)  # lines per holder
    lines_of_table: int = 1_000  # of the chat that are kept
    reports: tuple[float, float] = (0.01, 5.0)  # about players, per address
    hints: tuple[float, float] = (0.5, 10.0)  # per address; repeated requests for the same hints do not count
    counts: tuple[float, float] = (2.0, 30.0)  # per address, counted like hints
    replays: tuple[float, float] = (
        1.0,
        20.0,
    )  # per address; corrections of followed games and files of boxes count too
    reviews: tuple[float, float] = (0.02, 6.0)  # begun from one address; those that are kept do not count
    exports: tuple[float, float] = (0.02, 5.0)  # of all one's games, per holder
    accounts: tuple[float, float] = (0.2, 20.0)  # per address: making accounts and links, signing in
    daily_accounts: tuple[float, float] = (0.0025, 200.0)  # new accounts, devices and passkeys in the long run
    new_tables: tuple[float, float] = (0.1, 30.0)  # per address; games that are followed count too
    daily_tables: tuple[float, float] = (0.0025, 200.0)  # per address as well: 200 at first, then about 200 a day
    boxes: tuple[float, float] = (4.0, 60.0)  # begun and saved, per holder; a page saves while somebody types
    daily_boxes: tuple[float, float] = (0.0025, 200.0)  # begun from one address in the long run
    boxes_of_holder: int = 50
    puzzles: tuple[float, float] = (0.2, 40.0)  # begun from one address; a solver's first table counts as a new one too
    salons_of_holder: int = 50  # that one holder is in
    members_of_salon: int = 100
    tables_of_holder: int = 100  # neither over nor abandoned
    tables: int = 20_000  # of all holders together, neither over nor abandoned
    pushes_of_holder: int = 10  # browsers at which one holder is reminded
    followed_of_holder: int = 200  # games at real tables that one holder follows
    taps_of_game: int = 2_000  # in a followed game: a long one takes about 400
    corrections_of_game: int = 150  # that stand in a followed game: filling in all cards of four takes 72
    waiting_days: float = 7.0  # until a table that waits for players is closed
    unplayed_days: float = 1.0  # until a table at which no person has ever moved is closed
    forgotten_days: float = 30.0  # until a table at which nothing happens no longer counts as unfinished
    connections_of_address: int = 200  # WebSockets, and as many other connections
    patience: float = 10.0  # seconds that a client may take to send a whole request
    reading: float = 30.0  # seconds for which a client may read nothing of an answer
    idle: float = 20.0  # seconds that a connection may be kept between two requests
    connections_of_table: int = 300
    tables_in_memory: int = 500


def read_limits(path: Path) -> Limits:
    """The limits set in a TOML file; those it does not name keep their defaults."""
    try:
        wanted = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SanssouciError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    except tomllib.TOMLDecodeError as error:
        raise SanssouciError(f"{path}: not a TOML file: {error}") from None
    known = [each.name for each in fields(Limits)]
    for name in wanted.keys() - set(known):
        raise SanssouciError(f"{path}: there is no limit {name!r}; limits are {', '.join(known)}")
    try:
        limits = msgspec.convert(wanted, Limits)
    except msgspec.ValidationError as error:
        raise SanssouciError(f"{path}: {error}") from None
    for name in wanted:
        value = getattr(limits, name)
        if not all(each > 0 for each in (value if isinstance(value, tuple) else (value,))):
            raise SanssouciError(f"{path}: {name} must be greater than zero")
    return limits


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one server process."""

    database: str  # a SQLAlchemy URL: sqlite+aiosqlite:///…, postgresql+asyncpg://…
    channels: str | None = None  # redis://…: fan-out between several processes
    hosts: tuple[str, ...] = ()  # names by which the server is reached, besides addresses and localhost
    address: str | None = None  # the URL at which others reach the server, if it differs from the host's
    secure: bool = False  # behind a proxy that adds https: send cookies over https only, believe its headers
    access_log: bool = False  # a line for every request
    boxes: dict[str, Box] = field(default_factory=lambda: {name: load(name) for name in published()})
    limits: Limits = Limits()
    thinkers: int = max(1, (os.cpu_count() or 2) - 1)  # computers that think at the same time
    hint_seconds: float = 1.0  # spent thinking about a hint
    reminder_seconds: float = 60.0  # between looks for those who should be reminded of their turn
    push_services: tuple[str, ...] = PUSH_SERVICES  # that browsers may name


def default_database() -> str:
    """The database that SANSSOUCI_DATABASE names (a password is safer there than in an option), or the user's own."""
    from platformdirs import user_data_path

    if named := os.environ.get("SANSSOUCI_DATABASE"):
        return named
    folder = user_data_path("sanssouci", appauthor=False)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return sqlite_url(folder / "tables.sqlite3")


def sqlite_url(path: Path) -> str:
    """The URL of a SQLite file."""
    return f"sqlite+aiosqlite:///{path}"
