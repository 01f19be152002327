"""Who is asking."""

from dataclasses import dataclass
from typing import Any, TypeVar

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from sanssouci.server.guards import address_of
from sanssouci.server.holders import COOKIE, hashed, holder_of, new_token

T = TypeVar("T")

_YEARS = 5 * 365 * 86_400


@dataclass(frozen=True, slots=True)
class Caller:
    """The holder that a cookie identifies, if there is one, and a network address."""

    holder: str | None
    address: str

    def known(self) -> "tuple[str, str | None]":
        """The holder, and a fresh token if there was none."""
        if self.holder is not None:
            return self.holder, None
        token = new_token()
        return hashed(token), token


def caller_of(connection: "ASGIConnection[Any, Any, Any, Any]") -> Caller:
    """The sender of a request."""
    return Caller(holder_of(connection.cookies.get(COOKIE)), address_of(connection.scope))


def provide_caller(request: "Request[Any, Any, Any]") -> Caller:
    """The caller of a request, for handlers."""
    return caller_of(request)


def with_token(content: T, token: str | None, *, secure: bool, status: int) -> Response[T]:
    """A response that also sets the caller's cookie if the token is fresh."""
    cookies = []
    if token is not None:
        cookies.append(Cookie(key=COOKIE, value=token, httponly=True, samesite="strict", secure=secure, max_age=_YEARS))
    return Response(content, status_code=status, cookies=cookies)
