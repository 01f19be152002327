"""Who holds a seat: a browser with an unguessable token, issued and signed by the server.

A token is `ID.SIGNATURE`. The id has 256 random bits, and only its hash is ever stored; the signature shows that the
server has issued it, so nobody can choose an identity, for themselves or for others. Tokens from before there were
signatures are bare ids. They are honoured if somebody plays with them, and the browser is given the signed form.
"""

import base64
import hashlib
import hmac
import re
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncEngine

from sanssouci.server.storage.facts import TOKEN_KEY, agreed, is_known

COOKIE: Final = "sanssouci_holder"
SECURE_COOKIE: Final = f"__Host-{COOKIE}"  # over https: no other host of the domain can set a cookie of this name
TOKEN_BYTES: Final = 32  # 256 bits
_SIGNATURE_BYTES: Final = 16
_ID: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_REMEMBERED: Final = 10_000  # holders of bare ids that need not be looked up again


def new_token() -> str:
    """The id of a holder, or a key for a seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_table_id() -> str:
    """An id that cannot be guessed: the only way to a private table is its link. No command takes it for an option."""
    while (made := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return made


def is_table_id(text: str) -> bool:
    """Whether a text could be the id of a table."""
    return _TABLE_ID.fullmatch(text) is not None


def hashed(token: str) -> str:
    """The hash stored for an id or a key. It has 256 random bits, so a salt or a slow hash would add nothing."""
    return hashlib.sha256(token.encode()).hexdigest()


class Identity(NamedTuple):
    """A holder, and the token to be given to the browser, if it needs one."""

    holder: str
    token: str | None = None


class Holders:
    """Issues tokens, and recognises those it has issued."""

    def __init__(self, engine: AsyncEngine, *, secure: bool) -> None:
        self._engine = engine
        self.secure = secure
        self._key = b""
        self._old: OrderedDict[str, None] = OrderedDict()  # the known holders of bare ids

    @property
    def cookie(self) -> str:
        """The name of the cookie that carries the token."""
        return SECURE_COOKIE if self.secure else COOKIE

    async def prepare(self) -> None:
        """Agree with the other processes on the key that signs tokens."""
        self._key = bytes.fromhex(await agreed(self._engine, TOKEN_KEY, secrets.token_hex(32)))

    @staticmethod
    def device_of(token: str) -> str:
        """The device that a token was issued to."""
        return hashed(token.partition(".")[0])

    def issue(self) -> Identity:
        """A new holder."""
        identity = new_token()
        return Identity(hashed(identity), self._signed(identity))

    async def recognise(self, cookies: Mapping[str, str]) -> Identity | None:
        """The holder that a browser's cookies name; None if this server has not issued them."""
        token = cookies.get(self.cookie)
        if token is None:  # set before the server was reached over https, perhaps by somebody else: look it up
            token = cookies.get(COOKIE, "").partition(".")[0]
        identity = token.partition(".")[0]
        if not _ID.fullmatch(identity):
            return None
        if identity != token:
            is_ours = hmac.compare_digest(token.encode(), self._signed(identity).encode())
            return Identity(hashed(identity)) if is_ours else None
        if await self._is_old(hashed(identity)):
            return Identity(hashed(identity), self._signed(identity))
        return None

    def _signed(self, identity: str) -> str:
        signature = hmac.digest(self._key, identity.encode(), "sha256")[:_SIGNATURE_BYTES]
        return f"{identity}.{base64.urlsafe_b64encode(signature).decode().rstrip('=')}"

    async def _is_old(self, holder: str) -> bool:
        if holder in self._old:
            return True
        if not await is_known(self._engine, holder):
            return False
        self._old[holder] = None
        if len(self._old) > _REMEMBERED:
            self._old.popitem(last=False)
        return True
