"""Whole numbers from outside: Python's and NumPy's are treated alike."""

import operator

from sanssouci.game.errors import SanssouciError


def whole(value: object) -> int | None:
    """A whole number of any type as an `int`; None for anything else, and for a bool."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # this is the question
    except TypeError:
        return None


def counted(what: str, value: object, *, least: int) -> int:
    """A number of things as an `int`; raise SanssouciError if it is not a whole number, or less than the least."""
    number = whole(value)
    if number is None or number < least:
        raise SanssouciError(f"the number of {what} must be a whole number from {least} up, not {value!r}")
    return number
