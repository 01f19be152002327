"""Boxes of owners: what is printed in somebody's own copy of the game."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sanssouci.server.messages.offers import BoxInfo
from sanssouci.server.messages.words import BoxId, ExpansionName, Reply, Request, TableId

# The fields of a box file are those of docs/box.md, and may be faulty: the box checker says where.
BoxText = Annotated[str, Meta(max_length=1_000)]
Drawing = Annotated[str, Meta(max_length=400)]
Count = Annotated[int, Meta(ge=0, le=99)]
BoardSquare = Annotated[str, Meta(pattern=r"^[a-i][1-6]$(?!\n)")]
PlayerCount = Annotated[str, Meta(pattern=r"^[234]$(?!\n)")]
TomlText = Annotated[str, Meta(max_length=30_000)]


class BoxLine(Request):
    """A column or a row: its id, and its words."""

    id: BoxText
    en: BoxText
    de: BoxText | UnsetType = UNSET
    es: BoxText | UnsetType = UNSET
    fr: BoxText | UnsetType = UNSET


class BoxDisplay(Request):
    """The row of each space of the display."""

    spaces: Annotated[list[Count], Meta(max_length=10)]


class BoxCards(Request):
    """The cards of a player."""

    pairs: Annotated[list[Annotated[str, Meta(pattern=r"^[1-6]{2}$(?!\n)")]], Meta(max_length=8)]
    structures: Annotated[str, Meta(max_length=9)]
    wild: Count
    hand: Count


class BoxMissions(Request):
    """The missions of each player."""

    each: Count


class BoxBoard(Request):
    """A board, each side drawn row by row."""

    id: BoxText
    A: Drawing
    B: Drawing | UnsetType = UNSET


class BoxGardens(Request):
    """The garden boards, and how many squares are printed on each side."""

    printed: Count
    board: Annotated[list[BoxBoard], Meta(max_length=4)]


class BoxRewards(Request):
    """The reward boards, how many squares each side covers, and how many of these are marked."""

    covered: Count
    marked: Count
    board: Annotated[list[BoxBoard], Meta(max_length=4)]


class BoxFile(Request):
    """A whole box file, as in TOML; `extends` names the box that it was begun from."""

    format: Count
    id: BoxText
    name: BoxText
    expansions: Annotated[list[ExpansionName], Meta(max_length=16)]
    board: Annotated[dict[ExpansionName, BoardSquare], Meta(max_length=16)]
    columns: Annotated[list[BoxLine], Meta(max_length=9)]
    rows: Annotated[list[BoxLine], Meta(max_length=6)]
    display: BoxDisplay
    cards: BoxCards
    missions: BoxMissions
    tiles: dict[PlayerCount, Count]
    gardens: BoxGardens
    rewards: BoxRewards | UnsetType = UNSET
    extends: BoxId | UnsetType = UNSET


class NewBox(Request):
    """A box to begin: from one that comes with the game, from a TOML file, or from somebody's box."""

    extends: BoxId | None = None
    text: TomlText | None = None
    of: TableId | None = None
    name: BoxText | None = None


class SaveBox(Request):
    """A box as it is now; with a size, cut or extended to that."""

    version: Annotated[int, Meta(ge=0, le=2_147_483_647)]  # the one that was changed
    file: BoxFile
    columns: Annotated[int, Meta(ge=2, le=9)] | None = None
    rows: Annotated[int, Meta(ge=2, le=6)] | None = None


class BoxFault(Reply):
    """What cannot be right in a box, and where."""

    key: str  # as in the file
    fault: str  # the box checker's words, in English
    why: str  # in other languages: the text `box.fault.WHY`; empty if there is none
    values: dict[str, str | int]  # for its placeholders
    part: str  # the table of the file
    number: int | None  # of the board or the card, counted from 1
    side: str | None  # of the board
    square: str | None


class OwnBox(Reply):
    """A box of somebody's."""

    id: str  # a link to it, and what a new table is opened with
    yours: bool  # the receiver may change it
    version: int
    changed: float
    file: BoxFile
    faults: list[BoxFault]  # while there are any, nobody can play with it
    info: BoxInfo | None  # how it looks; None if it is too faulty to be drawn
    digest: str  # of the part that the rules need, as `sanssouci box check` tells it; empty while there are faults
    link: str  # for others
    qr: str  # the link as a picture: the address of an SVG, for `img`


class OwnBoxLine(Reply):
    """A box in a list."""

    id: str
    name: str
    extends: str  # the box it was begun from; empty: none
    changed: float
    faults: int
    info: BoxInfo | None  # None while there are faults; its id is that of the list


class OwnBoxes(Reply):
    """The receiver's boxes, the latest first."""

    boxes: list[OwnBoxLine]
    most: int  # how many there may be
