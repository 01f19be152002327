"""What can be wrong with input: it cannot be read, or the rules forbid it."""

from sanssouci.box.errors import SanssouciError

__all__ = ["IllegalMoveError", "InvalidMoveError", "PositionError", "RecordError", "SanssouciError"]


class InvalidMoveError(SanssouciError):
    """A text that is not a move in any game."""


class IllegalMoveError(SanssouciError):
    """A readable move that the rules forbid here.

    `rule` is the number of the rule, `legal` the texts that would be legal in its place.
    """

    def __init__(self, message: str, *, rule: str = "", key: str = "", legal: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.rule = rule
        self.key = key
        self.legal = legal


class PositionError(SanssouciError):
    """A text that is not a position, or a position that cannot occur."""


class RecordError(SanssouciError):
    """A record that is damaged, cut short or false.

    `event` is the index of the event at fault; None if the fault is elsewhere.
    """

    def __init__(self, message: str, *, event: int | None = None) -> None:
        super().__init__(message if event is None else f"event {event}: {message}")
        self.event = event
