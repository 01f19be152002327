"""The client's files, as the build hook put them into the package."""

from pathlib import Path
from typing import Any, Final

from litestar import MediaType, Request, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.router import Router
from litestar.static_files import create_static_files_router

from sanssouci.server.holders import is_table_id

FOLDER: Final = Path(__file__).parent / "static"
PAGES: Final = [
    *("/", "/rules", "/you", "/settings", "/learn", "/puzzles", "/replay", "/review", "/games"),
    *("/progress", "/lobby", "/copy", "/companion"),
    *("/table/{table_id:str}", "/table/{table_id:str}/replay", "/table/{table_id:str}/review"),
    *("/copy/{table_id:str}", "/companion/{table_id:str}", "/companion/table/{table_id:str}", "/salon/{table_id:str}"),
    *("/day", "/day/{day:str}", "/twin/{luck:str}"),
]
_MISSING: Final = """<!doctype html><html lang="en"><title>Sanssouci</title>
<h1>The client has not been built</h1><p>Install the package again: <code>pip install '.[server]'</code></p></html>"""


@get(PAGES, include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The client's only page; the address decides which part of it is shown."""
    table_id = request.path_params.get("table_id")
    if table_id is not None and not is_table_id(table_id):
        raise NotFoundException("no table has such a name")
    return client_page(200)


@get("/push.js", include_in_schema=False, sync_to_thread=False)
def push_worker() -> Response[bytes]:
    """What shows reminders while no page is open; a browser accepts it for the whole server only from here."""
    script = FOLDER / "push.js"
    if not script.exists():
        raise NotFoundException("the client has not been built")
    return Response(script.read_bytes(), media_type="text/javascript", headers={"cache-control": "no-cache"})


def client_page(status: int) -> Response[bytes]:
    """The client's page with a status; if the client is not built, instructions for building it."""
    index = FOLDER / "index.html"
    body, status = (index.read_bytes(), status) if index.exists() else (_MISSING.encode(), 503)
    return Response(body, status_code=status, media_type=MediaType.HTML, headers={"cache-control": "no-cache"})


def wants_a_page(request: Request[Any, Any, Any]) -> bool:
    """Whether a request comes from somebody opening an address in a browser, where a page says more than JSON does."""
    path, accepted = request.scope["path"], request.headers.get("accept", "")
    return request.method == "GET" and "text/html" in accepted and not f"{path}/".startswith("/api/")


def page_routes() -> list[HTTPRouteHandler | Router]:
    """The page and its files. Asset names contain a hash of the content, so they may be cached forever."""
    assets = FOLDER / "assets"
    routes: list[HTTPRouteHandler | Router] = [page, push_worker]
    if assets.is_dir():
        forever = CacheControlHeader(public=True, max_age=31_536_000, immutable=True)
        routes.append(create_static_files_router("/assets", [assets], name="assets", cache_control=forever))
    return routes
