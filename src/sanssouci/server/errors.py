"""The server's refusals: a stable code, a sentence for developers, and what would be accepted instead."""

from collections.abc import Mapping
from typing import Final

from sanssouci.box.errors import SanssouciError
from sanssouci.game.errors import IllegalMoveError, InvalidMoveError
from sanssouci.server.messages import ErrorCode, Problem, TooMany

STATUS: Final[dict[ErrorCode, int]] = {
    "bad_request": 400,
    "bad_message": 400,
    "too_large": 413,
    "too_fast": 429,
    "too_many": 429,
    "forbidden_origin": 403,
    "forbidden_host": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "no_table": 404,
    "no_seat": 404,
    "not_your_seat": 403,
    "not_host": 403,
    "bad_key": 403,
    "seat_taken": 409,
    "saw_cards": 409,
    "not_waiting": 409,
    "not_running": 409,
    "not_over": 409,
    "not_your_turn": 409,
    "stale": 409,
    "invalid_move": 422,
    "illegal_move": 422,
    "bad_entry": 422,
    "no_undo": 409,
    "no_hints": 409,
    "no_leave": 409,
    "no_rematch": 409,
    "not_alone": 409,
    "not_away": 409,
    "not_replaced": 409,
    "bad_setting": 422,
    "bad_record": 422,
    "no_box": 404,
    "no_salon": 404,
    "no_push": 409,
    "bad_box": 422,
    "not_your_box": 403,
    "no_report": 409,
    "banned": 403,
    "muted": 403,
    "no_account": 409,
    "has_account": 409,
    "both_seated": 409,
    "no_passkeys": 409,
    "bad_passkey": 403,
    "not_seated": 403,
    "warming_up": 503,
    "restarting": 503,
    "unavailable": 503,
    "internal": 500,
}


class RefusalError(SanssouciError):
    """A command was refused; nothing has changed."""

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        *,
        rule: str | None = None,
        reason: str | None = None,
        legal: tuple[str, ...] = (),
        values: Mapping[str, str | int] | None = None,
    ) -> None:
        super().__init__(message)
        self._code: ErrorCode = code
        self._explanation = rule, reason, legal, dict(values or {})

    @property
    def problem(self) -> Problem:
        """What the client is told. Most refusals reach nobody: they only keep something out of `may`."""
        rule, reason, legal, values = self._explanation
        return Problem(code=self._code, message=str(self), rule=rule, reason=reason, legal=list(legal), values=values)

    def naming(self, **values: str | int) -> "RefusalError":
        """The same refusal, with more values for the client."""
        self._explanation = *self._explanation[:3], {**self._explanation[3], **values}
        return self

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        return STATUS[self._code]


class TooManyError(RefusalError):
    """There is too much of something; the client says of what, and what helps."""

    def __init__(self, of: TooMany, message: str) -> None:
        super().__init__("too_many", message, reason=f"too_many.{of}")


class UnavailableError(RefusalError):
    """The database cannot be used at the moment."""

    def __init__(self) -> None:
        super().__init__("unavailable", "the database cannot be used at the moment; try again soon")


class StaleError(RefusalError):
    """A command came too late: the log already has the entry it would have made."""

    def __init__(self, message: str) -> None:
        super().__init__("stale", message)


def refused_move(error: InvalidMoveError | IllegalMoveError) -> RefusalError:
    """The refusal for a move that cannot be read or is against the rules."""
    if isinstance(error, IllegalMoveError):
        reason = f"reason.{error.key}" if error.key else None
        return RefusalError("illegal_move", str(error), rule=error.rule or None, reason=reason, legal=error.legal)
    return RefusalError("invalid_move", str(error))
