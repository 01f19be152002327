"""Commands, the same over HTTP and WebSocket."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sanssouci.server.messages.words import LineKey, MoveText, Ply, Request, SeatNumber, StepText, Text


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
