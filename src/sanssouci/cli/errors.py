"""What a command raises when it was used wrongly."""


class UsageError(Exception):
    """Wrong use: one line that says what would be right; exit status 2."""
