"""What the server sends over the WebSocket, and its answer to a command over HTTP."""

from sanssouci.server.messages.errors import Problem
from sanssouci.server.messages.tables import TableInfo
from sanssouci.server.messages.views import DraftView, GameView, TurnTold
from sanssouci.server.messages.words import KernelState, Reply


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
