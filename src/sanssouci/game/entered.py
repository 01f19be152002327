"""What is entered of a game at a real table, and what is wanted next."""

from typing import NamedTuple


class Entered(NamedTuple):
    """One event at the table: its kind and value as in records (docs/record.md), and the seat it belongs to."""

    kind: str
    seat: int | None  # None for the tiles of the first display
    text: str  # '?' for a card or mission that nobody has seen


class Wanted(NamedTuple):
    """What has to be entered next: an event of this kind, for this seat, with one of these values.

    For a turn the values are the cards that the seat may hold; a `Draft` offers the rest, step by step.
    """

    kind: str
    seat: int | None
    options: tuple[str, ...]
    space: int | None = None  # for a tile: where it lies, counted as in `Position.display`
