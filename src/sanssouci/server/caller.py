"""Who is asking."""

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.types import Scope

from sanssouci.server.guards import address_of
from sanssouci.server.holders import Holders, Identity

T = TypeVar("T")

_YEARS = 5 * 365 * 86_400


@dataclass(frozen=True, slots=True)
class Caller:
    """The holder that a cookie identifies, if there is one, on which device, and a network address."""

    identity: Identity | None
    address: str
    holders: Holders
    device: str | None = None

    @property
    def holder(self) -> str | None:
        """The holder, None for a spectator."""
        return None if self.identity is None else self.identity.holder

    def known(self) -> Identity:
        """The holder; somebody without a token is given one."""
        return self.identity or self.holders.issue()


@runtime_checkable
class Persons(Protocol):
    """Knows whom a device belongs to, and who is not welcome."""

    async def holder_of(self, device: str) -> str:
        """Whoever holds the seats of a device."""

    def check_ban(self, holder: str | None, address: str) -> None:
        """Refuse whoever is banned."""


async def provide_caller(scope: Scope, holders: NamedDependency[Holders], people: NamedDependency[Persons]) -> Caller:
    """The caller of a request or a WebSocket, for handlers."""
    connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
    found, address = await holders.recognise(connection.cookies), address_of(scope)
    identity = None if found is None else Identity(await people.holder_of(found.holder), found.token)
    if scope.get("method") == "POST":  # looking on is open to all
        people.check_ban(None if identity is None else identity.holder, address)
    return Caller(identity, address, holders, None if found is None else found.holder)


def with_token(content: T, caller: Caller, identity: Identity | None, *, status: int = 200) -> Response[T]:
    """A response that also sets the caller's cookie if the browser should be given a token."""
    cookies = []
    if identity is not None and identity.token is not None:
        name, secure = caller.holders.cookie, caller.holders.secure
        cookies.append(
            Cookie(key=name, value=identity.token, httponly=True, samesite="strict", secure=secure, max_age=_YEARS)
        )
    return Response(content, status_code=status, cookies=cookies)
