"""The OpenAPI document: the framework describes the paths, and msgspec the messages, exactly as it checks them."""

from typing import Any, Final

import msgspec
from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from msgspec import Struct

from sanssouci import __version__
from sanssouci.server.holders import COOKIE
from sanssouci.server.messages import ClientMessage, Reply, ServerFrame
from sanssouci.server.messages import Request as Command

PATH: Final = "/api/openapi.json"


def openapi_config() -> OpenAPIConfig:
    """The framework's configuration for the document."""
    return OpenAPIConfig(
        title="Sanssouci",
        version=__version__,
        description="Tables at which Sanssouci is played. How the messages work together: docs/protocol.md. "
        "`ClientMessage` and `ServerFrame` are those of the WebSocket /api/tables/{table_id}/live.",
        path=PATH,
        render_plugins=[_ExactDocument(path=["/", "/openapi.json"])],
        use_handler_docstrings=True,
        components=Components(
            security_schemes={
                "holder": SecurityScheme(
                    type="apiKey",
                    name=COOKIE,
                    security_scheme_in="cookie",
                    description="Who holds seats. The server sets it when a table is opened or a seat is taken.",
                )
            }
        ),
        security=[{}, {"holder": []}],
    )


class _ExactDocument(JsonRenderPlugin):
    """Serves the document with msgspec's schemas."""

    _rendered: bytes | None = None

    def render(self, request: "Request[Any, Any, Any]", openapi_schema: dict[str, Any]) -> bytes:
        """Render the document as JSON, once."""
        if self._rendered is None:
            components = {**openapi_schema["components"], "schemas": message_schemas()}
            self._rendered = msgspec.json.encode({**openapi_schema, "components": components})
        return self._rendered


def message_schemas() -> dict[str, Any]:
    """The JSON Schemas of all messages, by name."""
    types = [*_subclasses(Command), *_subclasses(Reply)]
    unions = {"ClientMessage": ClientMessage, "ServerFrame": ServerFrame}
    (*_, client, server), schemas = msgspec.json.schema_components(
        [*types, *unions.values()], ref_template="#/components/schemas/{name}"
    )
    schemas |= {"ClientMessage": client, "ServerFrame": server}
    for name in ("Steps", "Play", "Undo", "Say"):  # over HTTP the path identifies the command
        schemas[name]["required"] = [field for field in schemas[name]["required"] if field != "type"]
    return schemas


def _subclasses(kind: type[Struct]) -> list[type[Struct]]:
    return [each for child in kind.__subclasses__() for each in (child, *_subclasses(child))]
