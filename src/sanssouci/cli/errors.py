"""The error that a command raises when it is used incorrectly."""


class UsageError(Exception):
    """Incorrect usage: one line that says what to do instead; exit status 2."""
