"""`sanssouci serve`: the web game, for this computer, for a household, or for the world behind a proxy."""

import argparse
import asyncio
import gc
import ipaddress
import math
import signal
import socket
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

from sanssouci.box import load
from sanssouci.cli.errors import UsageError
from sanssouci.cli.options import positive
from sanssouci.game.extras import require
from sanssouci.server.memory import share_one_heap

if TYPE_CHECKING:
    import uvicorn

    from sanssouci.server.draining import Doors
    from sanssouci.server.settings import Settings

SUMMARY: Final = "play in a browser: start the web game"
EXAMPLES: Final = (
    "serve",
    "serve --host 0.0.0.0",
    "serve --port 8000 --database postgresql://sanssouci@localhost/sanssouci --no-browser",
)
PORT: Final = 8765
_OPEN_HOSTS: Final = ("0.0.0.0", "::")
_RECEIVED_AHEAD: Final = 65_536  # bytes that the system keeps of a client that sends faster than it is served
_PING: Final = 40.0  # seconds between pings: often enough for proxies that hang up after a minute of silence
_MESSAGE_ROOM: Final = 65_536  # a longer WebSocket message ends the connection unread
_KEPT_BY_PROXIES: Final = 150  # seconds that a proxy's connection may be idle: longer than proxies keep one


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen; 0.0.0.0 lets the whole house play"
    )
    parser.add_argument(
        "--port", type=int, default=None, metavar="N", help=f"which port, 0 for any free one (default {PORT})"
    )
    parser.add_argument("--database", default=None, metavar="URL", help="a SQLite file or postgresql://USER@HOST/NAME")
    parser.add_argument(
        "--channels", default=None, metavar="URL", help="redis://HOST:PORT, if several processes serve the same tables"
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name by which clients reach the server",
    )
    parser.add_argument(
        "--behind-proxy",
        nargs="?",
        type=networks,
        const="127.0.0.1,::1",
        default=None,
        metavar="ADDRESS",
        help="a proxy adds https and the client's address; its own address or network, if it is not on this computer",
    )
    parser.add_argument("--box", action="append", default=[], metavar="FILE", help="a box file to offer as well")
    parser.add_argument(
        "--limits", default=None, metavar="FILE", help="a TOML file that changes what clients may ask for"
    )
    parser.add_argument(
        "--log-format", choices=("text", "json"), default="text", help="lines for people, or JSON for machines"
    )
    parser.add_argument("--access-log", action="store_true", help="log every request")
    parser.add_argument(
        "--metrics",
        default=None,
        metavar="[ADDRESS:]PORT",
        help="serve metrics for Prometheus there, apart from the game",
    )
    parser.add_argument(
        "--thinkers",
        type=positive,
        metavar="N",
        help="computers that think at a time (default: one fewer than processors)",
    )
    parser.add_argument(
        "--drain",
        type=seconds,
        default=0.0,
        metavar="SECONDS",
        help="at SIGTERM, time to hand players and computers over to other processes (default 0)",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the server listens."""

    host: str
    socket: socket.socket
    is_second_choice: bool = False

    @property
    def port(self) -> int:
        """The port, which the system may have chosen."""
        return int(self.socket.getsockname()[1])

    @property
    def local_url(self) -> str:
        """The address for a browser on this computer."""
        host = {"0.0.0.0": "localhost", "::": "localhost", "127.0.0.1": "localhost"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    @property
    def house_url(self) -> str | None:
        """The address for phones in the same house, None if the server listens only to this computer."""
        if self.host not in _OPEN_HOSTS:
            return None
        return f"http://{_own_address()}:{self.port}/"


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    require("server", needed_for="the web game")
    place = listen(options.host, options.port)
    settings = settings_of(options, place.house_url)
    _set_up_logs(options.log_format)
    _allow_many_files()
    with place.socket, _metrics_at(options.metrics), suppress(KeyboardInterrupt):
        work = _serve(
            settings, place, opens_browser=not options.no_browser, proxy=options.behind_proxy, drain=options.drain
        )
        # Most objects live as long as a table or a connection: looking for cycles among them takes time (0.2 s for a
        # million) and finds few, the remains of connections and of unusual statements. So it is done seldom, not never.
        gc.set_threshold(10_000, 10, 10)
        share_one_heap()
        with asyncio.Runner(loop_factory=_new_loop) as runner:
            runner.run(work)
    return 0


def _new_loop() -> asyncio.AbstractEventLoop:
    """An event loop: uvloop's if it is there, which takes a quarter of the processor time less for a turn."""
    try:
        from uvloop import new_event_loop
    except ImportError:  # on Windows, for example
        return asyncio.new_event_loop()
    return new_event_loop()


def _set_up_logs(style: str) -> None:
    from sanssouci.server.logs import set_up

    set_up(style)


@contextmanager
def _metrics_at(place: str | None) -> Iterator[None]:
    """Serve the metrics at [ADDRESS:]PORT for the length of a block."""
    if place is None:
        yield
        return
    from prometheus_client import start_http_server

    address, _, port = place.rpartition(":")
    try:
        server, thread = start_http_server(int(port), address.strip("[]") or "127.0.0.1")
    except (OSError, OverflowError, ValueError) as error:
        raise UsageError(f"--metrics {place}: {getattr(error, 'strerror', None) or error}") from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _allow_many_files() -> None:
    """Let the process have as many connections as the system allows."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def settings_of(options: argparse.Namespace, address: str | None) -> "Settings":
    """The settings that the options ask for."""
    from sanssouci.server.settings import Limits, Settings, default_database, read_limits

    database = options.database or default_database()
    standard = Settings(database=database)
    own = {box.id: box for box in (load(path) for path in options.box)}
    taken = own.keys() & standard.boxes.keys()
    if taken:
        raise UsageError(f"--box: a box needs an id that is not already taken, unlike {', '.join(taken)!r}")
    return Settings(
        database=database,
        channels=options.channels,
        hosts=tuple(options.allow_host),
        address=None if options.behind_proxy else address,
        secure=options.behind_proxy is not None,
        access_log=options.access_log,
        thinkers=options.thinkers or standard.thinkers,
        boxes=standard.boxes | own,
        limits=Limits() if options.limits is None else read_limits(Path(options.limits)),
    )


def listen(host: str, port: int | None) -> Place:
    """Listen at an address; unless a port is given, use another if the usual one is taken."""
    if not host:
        raise UsageError("--host needs an address: 127.0.0.1 for this computer, 0.0.0.0 for the whole house")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in (PORT, 0) if port is None else (port,):
        # asyncio sends small frames at once (TCP_NODELAY) only on sockets that name their protocol
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVED_AHEAD)
        try:
            listener.bind((host, candidate))
            return Place(host, listener, is_second_choice=port is None and candidate != PORT)
        except (OSError, OverflowError) as error:
            listener.close()
            if candidate == PORT and port is None:
                continue
            reason = getattr(error, "strerror", None) or error
            raise UsageError(f"cannot listen at {host}, port {candidate}: {reason}") from None
    raise AssertionError("the last candidate either listens or raises")


async def _serve(settings: "Settings", place: Place, *, opens_browser: bool, proxy: str | None, drain: float) -> None:
    import uvicorn

    from sanssouci.server.app import create_app
    from sanssouci.server.connections import bounded
    from sanssouci.server.sockets import TableSocket
    from sanssouci.server.storage.database import open_database
    from sanssouci.server.storage.upgrade import prepare

    engine = open_database(settings.database)
    await prepare(engine, thoroughly=True)  # so that a fault in it is reported in one line, before anything has started
    await engine.dispose()
    limits, doors = settings.limits, create_app(settings, started=_set_aside)
    config = uvicorn.Config(
        doors,
        http=bounded(None if proxy else limits.connections_of_address, limits, doors.rates.of("requests")),
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws=TableSocket,
        ws_max_size=_MESSAGE_ROOM,
        ws_ping_interval=_PING,
        ws_per_message_deflate=False,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=_KEPT_BY_PROXIES if proxy else math.ceil(limits.idle),
    )
    server = draining_server(config, doors, drain)
    greeter = asyncio.create_task(_greet(server, place, opens_browser=opens_browser, proxy=proxy is not None))
    await server.serve(sockets=[place.socket])
    greeter.cancel()
    if not server.started:
        raise UsageError("the server could not start; the lines above say why")


def _set_aside() -> None:
    """Exempt what the program itself consists of from garbage collection, once it is loaded."""
    gc.collect()
    gc.freeze()


def draining_server(config: "uvicorn.Config", doors: "Doors", seconds: float) -> "uvicorn.Server":
    """A server that drains at SIGTERM before it ends; a second signal, or Ctrl-C, ends it at once."""
    import uvicorn

    class Server(uvicorn.Server):
        _draining: asyncio.Task[None] | None = None

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            if sig == signal.SIGTERM and self._draining is None:
                asyncio.get_running_loop().call_soon_threadsafe(self._begin)
            else:
                super().handle_exit(sig, frame)

        def _begin(self) -> None:
            self._draining = asyncio.create_task(self._drain())

        async def _drain(self) -> None:
            try:
                await doors.drain(seconds)
            finally:
                self.should_exit = True

    return Server(config)


def networks(text: str) -> str:
    """An argument that is an address or a network, or several with commas between them."""
    try:
        for part in text.split(","):
            ipaddress.ip_network(part)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"must be an address or a network such as 10.0.0.0/8: {error}") from None
    return text


def seconds(text: str) -> float:
    """An argument that is a time."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 3_600:
        raise argparse.ArgumentTypeError(f"must be a number of seconds, at most 3600, not {text!r}")
    return found


async def _greet(server: "object", place: Place, *, opens_browser: bool, proxy: bool) -> None:
    """Say where the game is, once it is running."""
    while not getattr(server, "started", False):
        await asyncio.sleep(0.02)
    print(f"Sanssouci is ready: {place.local_url}", flush=True)
    if place.is_second_choice:
        print(f"(port {PORT} is taken, perhaps by another Sanssouci)", flush=True)
    if place.house_url is not None and not proxy:
        print(f"In this house: {place.house_url}\n", flush=True)
        _print_qr(place.house_url)
    print("Press Ctrl-C to stop; games are kept.", flush=True)
    if opens_browser:
        await asyncio.to_thread(_open_browser, place.local_url)


def _open_browser(url: str) -> None:
    """Open a browser if there is one; a server without a screen does not need one."""
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(url)


def _print_qr(url: str) -> None:
    """The address as a QR code for phones."""
    import segno

    segno.make(url, error="m").terminal(compact=True)
    print(flush=True)


def _own_address() -> str:
    """The address by which others in the house reach this computer; finding it out sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
