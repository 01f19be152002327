"""Who holds a seat: a browser with an unguessable token. Only hashes of tokens are stored."""

import hashlib
import re
import secrets
from typing import Final

COOKIE: Final = "sanssouci_holder"
TOKEN_BYTES: Final = 32  # 256 bits
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{22}")


def new_token() -> str:
    """A token for a holder, or a key for a seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_table_id() -> str:
    """An id that cannot be guessed: the only way to a private table is its link."""
    return secrets.token_urlsafe(16)


def is_table_id(text: str) -> bool:
    """Whether a text could be the id of a table."""
    return _TABLE_ID.fullmatch(text) is not None


def hashed(token: str) -> str:
    """The hash stored for a token. A token has 256 random bits, so a salt or a slow hash would add nothing."""
    return hashlib.sha256(token.encode()).hexdigest()


def holder_of(token: str | None) -> str | None:
    """The holder of a token from a cookie; None if it cannot be a token."""
    return hashed(token) if token is not None and _TOKEN.fullmatch(token) else None
