"""Small words that many messages use, and what all messages have in common."""

import unicodedata
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

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
# Who may take a free seat; friends have played with the host before, those of a salon are in it.
Audience = Literal["anyone", "friends", "salon", "link"]
Welcome = Literal["anyone", "beginners", "experienced"]  # whom the host would like to play with
Status = Literal["waiting", "running", "over", "abandoned"]
Step = Literal[
    "choose garden side", "choose reward side", "play card", "take tile", "place gardener", "move boar", "walk noble"
]
Phase = Literal[Step, "over"]
# What somebody may do at a table and with its seats; docs/protocol.md names the request for each.
TableAction = Literal["sit", "say", "abandon", "rematch", "record", "replay", "review", "take", "forget"]
SeatAction = Literal["play", "hint", "count", "invite", "leave", "replace", "return", "report", "remove", "appoint"]
ReportReason = Literal["abuse", "cheating", "stalling", "name", "other"]
KernelState = Literal["warming", "players", "ready"]  # what is still being compiled: the rules; the computers


class Request(Struct, forbid_unknown_fields=True):
    """What a client sends: unknown fields are refused."""


class Reply(Struct):
    """What the server sends."""
