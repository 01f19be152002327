"""The log: lines for people or JSON for machines, each with the id of the request or WebSocket it belongs to."""

import json
import logging
import sys
import time
from contextvars import ContextVar
from typing import Final

from sanssouci.server.metrics import LOG_RECORDS

# Tasks that a request starts inherit its id, so it is on everything that follows from it.
request_id: Final[ContextVar[str | None]] = ContextVar("request_id", default=None)

_QUIET: Final = ("alembic", "aiosqlite", "httpx", "asyncio")  # their INFO lines are about their own internals


def set_up(style: str) -> None:
    """Log to standard error in a format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if style == "json" else _Text("sanssouci: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler, _Counting(logging.WARNING)])
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_worth_a_line)


def is_for_machines() -> bool:
    """Whether every line of the log is to be JSON."""
    return any(isinstance(handler.formatter, _Json) for handler in logging.getLogger().handlers)


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    """Whether a log record of the web server is useful; those about what clients send could fill the log."""
    is_nonsense = record.exc_info is not None and isinstance(record.exc_info[1], UnicodeDecodeError)
    return record.levelno >= logging.ERROR and not is_nonsense


class _Text(logging.Formatter):
    """One line, with the id of the request at its end."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        line = super().formatMessage(record)
        current = request_id.get()
        return line if current is None else f"{line} [{current}]"


class _Json(logging.Formatter):
    """One JSON object a line; what a record brings along as `fields` is part of it."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "time": f"{at}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request": request_id.get(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class _Counting(logging.Handler):
    """Counts what is logged, so that an alarm can be set on it."""

    def emit(self, record: logging.LogRecord) -> None:
        LOG_RECORDS.labels(record.levelname.lower(), record.name).inc()
