"""What a server counts and measures, for Prometheus; deploy/grafana shows all of it.

Each process is a target of its own, on a port of its own (`--metrics`), which a thread serves.
"""

import time
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from prometheus_client import Counter, Gauge, Histogram, Info

P = ParamSpec("P")
T = TypeVar("T")

_QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)  # seconds
_SLOW: Final = (0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30)

MOVES: Final = Counter("sanssouci_moves", "Moves stored, by people and by computers.", ["by"])
COMMANDS: Final = Histogram(
    "sanssouci_command_seconds", "From a command's arrival until it is stored.", ["command"], buckets=_QUICK
)
REFUSALS: Final = Counter("sanssouci_refusals", "Requests and commands refused, by code.", ["code"])
REQUESTS: Final = Histogram(
    "sanssouci_http_request_seconds", "Time to answer an HTTP request.", ["method", "route", "status"], buckets=_QUICK
)
SOCKETS: Final = Gauge("sanssouci_sockets", "Open WebSockets.")
FRAMES: Final = Counter("sanssouci_frames", "Frames sent over WebSockets.")
THINKING: Final = Gauge("sanssouci_thinking", "Computers, and hints, that are being thought about.")
QUEUE: Final = Gauge("sanssouci_thinking_queue", "Computers, and hints, that wait for a thread.")
THOUGHTS: Final = Histogram(
    "sanssouci_thinking_seconds", "Thinking time of a computer's move.", ["level"], buckets=_SLOW
)
LOG_RECORDS: Final = Counter("sanssouci_log_records", "Warnings and errors in the log.", ["level", "logger"])
READY: Final = Gauge("sanssouci_ready", "Whether this process takes new players (1) or not (0).")
DATABASE: Final = Gauge("sanssouci_database_seconds", "Time of the last answer of the database; NaN without one.")
LAG: Final = Histogram("sanssouci_event_loop_lag_seconds", "How late the event loop is.", buckets=_QUICK)
BUILD: Final = Info("sanssouci_build", "The version of the program and of its database.")


def timed(command: str) -> Callable[[Callable[P, Awaitable[T]]], Callable[P, Awaitable[T]]]:
    """Measure a method that carries out a command; what is refused does not count."""
    measured = COMMANDS.labels(command)

    def decorate(method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
        @wraps(method)
        async def run(*arguments: P.args, **options: P.kwargs) -> T:
            start = time.perf_counter()
            result = await method(*arguments, **options)
            measured.observe(time.perf_counter() - start)
            return result

        return run

    return decorate
