"""What a server offers."""

from sanssouci.server.messages.words import KernelState, Language, Reply


class ColumnWords(Reply):
    """A column: its letter, what its structure is called, and which drawing shows it."""

    letter: str
    id: str
    names: dict[Language, str]
    drawing: str


class RowWords(Reply):
    """A row: its number and what its colour is called."""

    row: int
    id: str
    names: dict[Language, str]


class BoxInfo(Reply):
    """A box that can be played here."""

    id: str
    name: str
    players: list[int]
    expansions: list[str]
    columns: list[ColumnWords]
    rows: list[RowWords]
    display: list[int]  # the row of each space
    rounds: int
    reward_squares: list[str]  # the squares that a reward board covers
    tiles: dict[str, int]  # by number of players: how many of each structure


class LevelInfo(Reply):
    """A level of the computer, the weakest first."""

    id: str


class ServerInfo(Reply):
    """What this server offers."""

    version: str
    boxes: list[BoxInfo]
    levels: list[LevelInfo]
    default_level: str
    languages: list[Language]
    kernel: KernelState  # "warming": no game can begin yet; "players": people can play, computers begin soon
    now: float  # the server's time, in seconds since 1970: clocks are read by it
    push_key: str | None  # what a browser needs before it can be reminded, as base64url; None: nobody is reminded here
    address: str | None  # where others reach this server, for links; None: where the client does
