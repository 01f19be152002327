"""Refusals, by codes that a client may rely on."""

from typing import Final, Literal, get_args

from msgspec import field

from sanssouci.server.messages.words import Reply

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
    "bad_entry",
    "no_undo",
    "no_hints",
    "no_leave",
    "no_rematch",
    "not_alone",
    "not_away",
    "not_replaced",
    "bad_setting",
    "bad_record",
    "no_box",
    "bad_box",
    "not_your_box",
    "no_salon",
    "no_report",
    "banned",
    "muted",
    "no_account",
    "has_account",
    "both_seated",
    "no_passkeys",
    "bad_passkey",
    "no_push",
    "not_seated",
    "warming_up",
    "restarting",
    "unavailable",
    "internal",
]
TooMany = Literal[
    "tables",
    "new",
    "server",
    "watchers",
    "connections",
    "salons",
    "members",
    "boxes",
    "followed",
    "taps",
    "corrections",
    "reminded",
]  # what there can be too much of
ERROR_CODES: Final[tuple[str, ...]] = get_args(ErrorCode)


class Problem(Reply):
    """What was wrong, and what would be right."""

    code: ErrorCode
    message: str  # English, for developers; a client has its own words for the code
    rule: str | None = None  # the number of the rule that forbids a move
    reason: str | None = None  # why, as a key of the texts: `reason.…`, `box.fault.…`, `too_many.…`, `closed.…`
    values: dict[str, str | int] = field(default_factory=dict)  # for the placeholders of that text
    legal: list[str] = field(default_factory=list)  # what would be legal instead
