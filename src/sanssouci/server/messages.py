"""Every message between server and client: the one source of the wire types.

`web/src/wire.ts` is written from this file (`make types`), and the OpenAPI document describes the HTTP part. What each
message means is explained in docs/protocol.md. Nothing here knows a rule: the content of messages comes from `game/`.

Names: a *table* is where a game is played, a *seat* one of its places (0 to 3, clockwise), a *holder* the browser that
holds seats, a *ply* the number of the last entry of the table's log.
"""

import unicodedata
from typing import Annotated, Any, Final, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

# ── small words ───────────────────────────────────────────────────────────────────────────────────────

# `$(?!\n)` is the very end of a text, in Python (where `$` also stands before a last line feed) and in JavaScript.
TableId = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$(?!\n)", description="The id of a table: whoever knows it may watch.")
]
Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}$(?!\n)", description="A key that seats once; see POST …/sit.")]
LineKey = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$(?!\n)", description="Whatever nobody else at the table will think of.")
]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
PointOfView = Annotated[int, Meta(ge=-2, le=3, description="A seat; -1: what everybody saw; -2: everything open.")]
Ply = Annotated[int, Meta(ge=0, le=100_000)]
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=24,
        pattern=r"^(?=.*\S)[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+$(?!\n)",
    ),
]
Text = Annotated[
    str, Meta(min_length=1, max_length=300, pattern=r"^(?=.*\S)[^\x00-\x1f\x7f-\x9f\u2028-\u202e]+$(?!\n)")
]
Label = Annotated[
    str, Meta(min_length=1, max_length=60, pattern=r"^(?=.*\S)[^\x00-\x1f\x7f-\x9f\u2028-\u202e]+$(?!\n)")
]
StepText = Annotated[str, Meta(min_length=1, max_length=3)]
MoveText = Annotated[str, Meta(min_length=1, max_length=40)]
BoxId = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
ExpansionName = Annotated[str, Meta(min_length=1, max_length=40)]
Seed = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]

# Letters and symbols that show nothing: fillers of Hangul, the Braille cell without dots, a note without a head.
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")


def check_name(name: str | None) -> None:
    """Refuse a name that nobody can see; a pattern cannot say which characters are visible."""
    if name is not None and not any(unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANK for sign in name):
        raise ValueError("a name needs a letter, a digit or a sign that can be seen")


Language = Literal["de", "en", "es", "fr"]
SeatKind = Literal["here", "invited", "computer"]
Status = Literal["waiting", "running", "over", "abandoned"]
Step = Literal[
    "choose garden side", "choose reward side", "play card", "take tile", "place gardener", "move boar", "walk noble"
]
Phase = Literal[Step, "over"]
# What somebody may do at a table and with its seats; docs/protocol.md names the request for each.
TableAction = Literal["sit", "say", "abandon", "rematch", "record", "replay"]
SeatAction = Literal["play", "hint", "count", "invite", "leave", "replace", "return", "report"]
ReportReason = Literal["abuse", "cheating", "stalling", "name", "other"]
KernelState = Literal["warming", "players", "ready"]  # what is still being compiled: the rules; the computers

# Stable: a client may rely on them. docs/protocol.md says what each means.
ErrorCode = Literal[
    "bad_request",
    "bad_message",
    "too_large",
    "too_fast",
    "too_many",
    "forbidden_origin",
    "forbidden_host",
    "not_found",
    "method_not_allowed",
    "no_table",
    "no_seat",
    "not_your_seat",
    "not_host",
    "bad_key",
    "seat_taken",
    "saw_cards",
    "not_waiting",
    "not_running",
    "not_over",
    "not_your_turn",
    "stale",
    "invalid_move",
    "illegal_move",
    "no_undo",
    "no_hints",
    "no_leave",
    "not_away",
    "not_replaced",
    "bad_setting",
    "bad_record",
    "no_report",
    "banned",
    "muted",
    "no_account",
    "has_account",
    "both_seated",
    "no_passkeys",
    "bad_passkey",
    "not_seated",
    "warming_up",
    "restarting",
    "unavailable",
    "internal",
]
ERROR_CODES: Final[tuple[str, ...]] = get_args(ErrorCode)


class Request(Struct, forbid_unknown_fields=True):
    """What a client sends: unknown fields are refused."""


class Reply(Struct):
    """What the server sends."""


# ── errors ────────────────────────────────────────────────────────────────────────────────────────────


class Problem(Reply):
    """What was wrong, and what would be right."""

    code: ErrorCode
    message: str  # English, for developers; a client has its own words for the code
    rule: str | None = None  # the number of the rule that forbids a move
    reason: str | None = None  # why, as a key of the texts: `reason.…`
    legal: list[str] = []  # what would be legal instead


# ── the server ────────────────────────────────────────────────────────────────────────────────────────


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
    address: str | None  # where others reach this server, for links; None: where the client does


# ── tables ────────────────────────────────────────────────────────────────────────────────────────────


class SeatRequest(Request):
    """Who takes a seat: someone at this screen, someone invited, or the computer."""

    kind: SeatKind
    name: Name | None = None
    level: Level | None = None  # of a computer; None for the default

    def __post_init__(self) -> None:
        check_name(self.name)


class NewTable(Request):
    """A table to open. Seats go clockwise; the first in the list is seat 0."""

    seats: Annotated[list[SeatRequest], Meta(min_length=2, max_length=4)]
    box: BoxId = "ravensburger"
    expansions: Annotated[list[ExpansionName], Meta(max_length=16)] = []
    first: SeatNumber | None = None  # who starts; None lets chance decide
    listed: bool = False  # shown in the lobby, where anyone may take an invited seat
    pace: Annotated[float, Meta(ge=0, le=10)] = 1.0  # seconds between the moves of computers
    away: Annotated[int, Meta(ge=30, le=604_800)] = 300  # seconds until a computer may take an absent player's seat
    hints: bool = False  # whether players may ask for hints even when other people are playing
    seed: Seed | None = None  # fixes the luck; only if at most one seat is not a computer


class SeatInfo(Reply):
    """A seat as everybody may know it."""

    seat: int
    kind: SeatKind
    name: str  # empty while nobody has taken it
    level: str | None  # of the computer that plays here, even if only in a player's place
    taken: bool  # somebody, or a computer, plays here
    replaced: bool  # a computer plays in a player's place
    online: bool
    away_at: float | None  # when a computer may take over (seconds since 1970); None: not while this player is here
    left: bool  # its player has left during the game, and nobody has taken it since
    yours: bool
    host: bool  # its player opened the table
    rating: str | None  # in a rated game: its player's, when the game began or after it; '1500?' while it is a guess
    rating_change: int | None  # by this game, once it has been counted
    may: list[SeatAction]  # what the receiver may do with it


class TableInfo(Reply):
    """A table as the receiver may know it."""

    id: str
    status: Status
    box: str
    expansions: list[str]
    first: int | None  # who starts; None until chance has decided
    listed: bool
    pace: float
    away: int
    hints: bool
    seats: list[SeatInfo]
    host: bool  # the receiver opened the table
    may: list[TableAction]  # what the receiver may do here
    ply: int | None  # None before the game has begun
    to_move: int | None
    rated: bool  # the game counts for the ratings of its players
    undone: bool  # turns were taken back in this game
    chosen_seed: bool  # the luck was chosen, not drawn
    seed: str | None  # the luck, once the game is over
    rematch: str | None  # the table of the return game
    watching: int  # how many connections are without a seat
    created: float
    changed: float


class Invitation(Reply):
    """A key to a seat. The page /table/ID#KEY uses it."""

    seat: int
    key: str


class OpenedTable(Reply):
    """A newly opened table, with the keys to the invited seats."""

    table: TableInfo
    invitations: list[Invitation]


class TableList(Reply):
    """Several tables, the latest first."""

    tables: list[TableInfo]


class Sit(Request):
    """Take a seat: the one a key belongs to, or without a key a free seat at a listed table."""

    name: Name | None = None
    key: Key | None = None
    seat: SeatNumber | None = None

    def __post_init__(self) -> None:
        check_name(self.name)


class Invitee(Request):
    """Somebody who has been sent a key, or is about to send it, and wants to know what it is."""

    key: Key


class Invited(Reply):
    """What a key is to whoever asks."""

    seat: int | None  # the seat it opens; None: it has been used, or a fresh one has replaced it, or it never was one
    why: ErrorCode | None  # why the caller cannot sit down with it; None: nothing is in the way
    qr: str  # the link with this key as a picture: the address of an SVG, for `img`; empty if it opens nothing


class HandOver(Request):
    """Let a computer play for a seat whose player is away, or for your own."""

    level: Level | None = None  # only for your own seat: nobody weakens another's stand-in


class Report(Request):
    """Tell the operator of the server about a player."""

    seat: SeatNumber
    reason: ReportReason
    text: Text | None = None


# ── accounts ──────────────────────────────────────────────────────────────────────────────────────────


class DeviceInfo(Reply):
    """A device of yours."""

    id: str
    label: str
    added: float
    this: bool  # the one that is asking


class PasskeyInfo(Reply):
    """A passkey of yours."""

    id: str
    label: str
    added: float
    used: float | None


class You(Reply):
    """Your account, as far as there is one."""

    account: bool
    name: str
    devices: list[DeviceInfo]
    passkeys: list[PasskeyInfo]
    passkeys_offered: bool  # by this server
    rated: bool  # your games with other people are rated, from the next one on
    rating: str | None  # '1500?' while it is only a guess; None before the first rated game
    games: int  # that were rated


class AboutYou(Request):
    """Make an account if there is none, called so; `label` names the device that is asking."""

    label: Label
    name: Name | None = None
    rated: bool | None = None  # for POST /api/you: whether you want to be rated

    def __post_init__(self) -> None:
        check_name(self.name)


class DeviceLink(Reply):
    """A link that makes another device yours. It works once."""

    link: str
    qr: str  # the same as a picture: the address of an SVG, for `img`
    until: float


class LinkedDevice(Reply):
    """What a link for another device is to the browser that opened it."""

    name: str  # whose account it belongs to
    yours: bool  # this browser belongs to that account already
    why: ErrorCode | None  # why it cannot be used here; None: nothing is in the way


class NewDevice(Request):
    """Make the device that is asking that of whoever made the link with this key."""

    key: Key
    label: Label


class NewPasskey(Request):
    """A passkey that the browser has made: a PublicKeyCredential as JSON."""

    credential: dict[str, Any]
    label: Label


class SignIn(Request):
    """The browser's proof that it has a passkey: a PublicKeyCredential as JSON."""

    credential: dict[str, Any]
    label: Label


# ── what a seat sees ──────────────────────────────────────────────────────────────────────────────────


class Tile(Reply):
    """A face-up tile: its space, the square where it belongs, and its text in notation."""

    space: int
    square: str
    text: str


class PointsBySource(Reply):
    """Points by source; they add up to the total."""

    nobles: int
    rows: int
    columns: int
    missions: int
    expansions: dict[str, int]  # by the name of each expansion that is played
    total: int


class GardenView(Reply):
    """A garden. Squares are texts like 'f3'."""

    board: str
    reward: str | None
    printed: list[str]
    structures: list[str]
    gardeners: list[str]
    nobles: dict[str, int]  # by column: the row, 0 on the terrace
    pieces: dict[str, str]  # by the name of an expansion: the square on which its piece stands
    marks: dict[str, str]  # by square: '+2', 'g3' (for a gardener), '-2'


class SeatView(Reply):
    """What lies in front of one player."""

    points: PointsBySource
    hand_count: int
    mission_count: int
    pile_count: int
    discards: list[str]
    unplayed: list[str]  # in hand or in the pile: anyone may work this out
    garden: GardenView
    hand: list[str] | None  # None: hidden
    missions: list[str] | None  # None: hidden


class Ending(Reply):
    """How the game ended."""

    gardeners: list[int]
    tied: list[int]  # the seats with the most points; if there are several, gardeners decide
    winners: list[int]


class GameView(Reply):
    """A position from one seat's point of view; -1 is a spectator's."""

    eyes: int
    phase: Phase
    to_move: int | None
    round: int
    rounds: int
    turns: int
    display: list[Tile | None]
    bag_count: int
    bag: dict[str, int]  # by structure: anyone may work this out
    seats: list[SeatView]
    ending: Ending | None


class TurnTold(Reply):
    """A move that was played, with what everybody saw of it."""

    seat: int
    move: str  # in notation
    board: Literal["garden", "reward"] | None  # the board whose side was chosen; None for a turn
    side: str | None  # the board with its side: '2A'
    card: str | None
    space: int | None  # where the tile was taken, as in `display`
    tile: str | None  # where it belongs
    square: str | None  # where it went
    gardener: bool
    pieces: dict[str, str | None]  # where expansions' pieces went, those that moved; None: it left the garden
    walk: str | None  # where a noble went
    path: list[str]  # the squares it stepped on, in order; the last is `walk`
    points: PointsBySource  # what the move brought
    refill: str | None  # the structure turned up in the emptied space


class ChoiceView(Reply):
    """One choice in the current step."""

    text: str  # what to send
    gained: int  # the points that it brings immediately
    piece: str | None  # what would go to a square: 'tile', 'gardener', 'noble' or the piece of an expansion
    square: str | None  # where it would go; for a tile, where it belongs
    gardener: bool  # a tile that will be turned over
    path: list[str]  # for a walk, the squares stepped on
    opens: list[str]  # squares that nobles could walk to after it but not before
    garden: GardenView | None  # for a board's side, the player's garden with it


class TakenStep(Reply):
    """A step that was taken: what it decided, and everything that could have been chosen."""

    step: Step
    choices: list[ChoiceView]  # just one if there was no real choice


class DraftView(Reply):
    """An unfinished move, taken on to the next choice; only its own seat sees it."""

    seat: int
    ply: int
    steps: list[str]  # taken so far, including those that left no choice
    taken: list[TakenStep]  # the same steps, with everything that could have been chosen
    back: list[str] | None  # the steps to send to take the last choice back; None: nothing was chosen yet
    step: Step | None  # the choice to make now; None: the move is complete
    choices: list[ChoiceView]
    tiles: list[ChoiceView]  # before a card is played: what each tile that some card allows would do
    gained: int  # by the steps so far
    move: str | None  # the complete move, to send with `play`
    garden: GardenView  # the player's garden after these steps


# ── hints and counts: help for a seat, from what it sees ──────────────────────────────────────────────


class ReasonView(Reply):
    """Why a move is good or bad: the text `advice.KEY` with these values."""

    key: str
    values: dict[str, int | str]


class HintView(Reply):
    """One of the best moves, and what to expect of it."""

    move: str  # in notation
    steps: list[str]  # the same move as the steps of a draft, to send with `steps`
    points: float  # expected at the end of the game
    win: float  # the chance, 0 to 1; a shared victory counts as its share
    error: float  # the standard error of `win`
    rough: bool  # given up early and tried out less often than the first: its figures do not compare with that one's
    reasons: list[ReasonView]  # the weightiest first


class Hints(Reply):
    """The best moves of a seat, the best first: at most five."""

    seat: int
    ply: int
    hints: list[HintView]


class Counts(Reply):
    """What a careful player could have counted."""

    seat: int
    ply: int
    cards: list[dict[str, int]]  # by seat: the cards not yet discarded, in hand or in the pile
    tiles: dict[str, int]  # by structure: tiles in the bag
    absent: dict[str, float]  # by structure: the chance that none lies on the display at this seat's next turn


# ── replay: a game from its beginning ─────────────────────────────────────────────────────────────────


class SeatTold(Reply):
    """Who sat on a seat."""

    name: str
    level: str | None  # of the computer that played here


class Replay(Reply):
    """A whole game, or as much of it as was played, from one point of view."""

    box: BoxInfo
    expansions: list[str]
    eyes: int  # a seat; -1: what everybody saw; -2: everything open
    allowed: list[int]  # the points of view that may be asked for
    seats: list[SeatTold]
    first: int  # who started
    views: list[GameView]  # views[n] after n moves
    log: list[TurnTold]  # log[n] leads from views[n] to views[n + 1]
    over: bool


class RecordToReplay(Request):
    """A record to show; nothing of it is stored."""

    record: dict[str, Any]  # docs/record.md
    eyes: PointOfView = -1


# ── commands: the same over HTTP and WebSocket ────────────────────────────────────────────────────────


class Steps(Request, tag="steps"):
    """Set the steps of your draft; the answer is the draft, taken on to the next choice."""

    seat: SeatNumber
    ply: Ply
    steps: Annotated[list[StepText], Meta(max_length=6)]
    id: int | UnsetType = UNSET


class Play(Request, tag="play"):
    """Play a whole move; it is final."""

    seat: SeatNumber
    ply: Ply
    move: MoveText
    id: int | UnsetType = UNSET


class Undo(Request, tag="undo"):
    """Take your last turn back, if all others are computers."""

    seat: SeatNumber
    ply: Ply
    id: int | UnsetType = UNSET


class Say(Request, tag="say"):
    """Say something at the table. A line that is sent again with the same key is said once."""

    text: Text
    key: LineKey | UnsetType = UNSET
    id: int | UnsetType = UNSET


ClientMessage = Steps | Play | Undo | Say


# ── frames: what the server sends over the WebSocket ──────────────────────────────────────────────────


class TableFrame(Reply, tag="table"):
    """The table has changed: somebody sat down, left, came back; or this is the first frame."""

    table: TableInfo


class GameFrame(Reply, tag="game"):
    """The game as the connection may see it: one view for each seat it holds, or a spectator's.

    `log` replaces what the client has from `log_from` on: new moves are appended, and those taken back disappear.
    """

    ply: int
    views: list[GameView]
    drafts: list[DraftView]  # of the seats it holds, if one of them is to move
    undo: list[int]  # the seats it holds that may take their last turn back
    log_from: int
    log: list[TurnTold]


class DraftFrame(Reply, tag="draft"):
    """The draft after a `steps` command, or after another device of the same seat changed it."""

    draft: DraftView
    id: int | None = None


class DoneFrame(Reply, tag="done"):
    """A command was carried out and stored."""

    id: int | None
    ply: int | None = None


class ChatLine(Reply):
    """Something that was said."""

    number: int
    seat: int
    name: str
    text: str
    at: float


class ChatFrame(Reply, tag="chat"):
    """What was said; the first frame brings the most recent lines."""

    lines: list[ChatLine]


class KernelFrame(Reply, tag="kernel"):
    """Something is still being compiled: "warming" before the first game frame, "players" before computers move."""

    kernel: KernelState


class ErrorFrame(Reply, tag="error"):
    """A command was refused and nothing has changed."""

    problem: Problem
    id: int | None = None


ServerFrame = TableFrame | GameFrame | DraftFrame | DoneFrame | ChatFrame | KernelFrame | ErrorFrame


class Done(Reply):
    """A command was carried out; `ply` is now the last entry of the log."""

    ply: int | None = None
