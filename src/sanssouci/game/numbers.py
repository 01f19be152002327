"""Whole numbers from outside: Python's and NumPy's are treated alike."""

import operator


def whole(value: object) -> int | None:
    """A whole number of any type as an `int`; None for anything else, and for a bool."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # this is the question
    except TypeError:
        return None
