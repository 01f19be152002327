"""Whole numbers from outside: Python's own and NumPy's are taken alike."""

import operator


def whole(value: object) -> int | None:
    """A whole number as an `int`, whichever type it came in; None for anything else, and for a bool."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # this is the question
    except TypeError:
        return None
