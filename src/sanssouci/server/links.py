"""Links that people share: where this server is reached, and a link as a picture."""

from functools import lru_cache
from typing import Any

import segno
from litestar import Request

from sanssouci.server.passkeys import Site
from sanssouci.server.settings import Settings


def base_of(settings: Settings, request: Request[Any, Any, Any]) -> str:
    """The address that links begin with: the one that others use, or the one that this request came to."""
    return (settings.address or Site(request.headers.get("host", ""), settings.secure).origin).rstrip("/")


@lru_cache(maxsize=500)
def qr_code(link: str) -> str:
    """A link as the address of an SVG, for `img`."""
    return segno.make(link, error="m").svg_data_uri(scale=6, border=2, light="white")
