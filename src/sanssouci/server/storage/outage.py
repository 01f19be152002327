"""When the database cannot be used for a while: it is away, restarted, or out of room."""

import logging
import sqlite3
import time
from typing import Final

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnectionError

from sanssouci.server.storage.upgrade import reason_of

logger = logging.getLogger(__name__)

_QUIET: Final = 60.0  # seconds for which the same reason is not repeated
_OUR_FAULTS: Final = (IntegrityError, ProgrammingError, DataError)


class Outage:
    """Tells an outage from a fault of ours, and lets the log say so in one line instead of one for every request."""

    def __init__(self) -> None:
        self._said: dict[str, float] = {}  # when each reason was last logged

    def explains(self, error: BaseException) -> bool:
        """Whether an error means that the database cannot be used now; if so, it is logged."""
        if not _is_outage(error):
            return False
        assert isinstance(error, Exception)
        silence = "it does not answer" if isinstance(error, TimeoutError) else type(error).__name__
        reason, now = reason_of(error) or silence, time.monotonic()
        self._said = {said: at for said, at in self._said.items() if now - at < _QUIET}
        if reason not in self._said:
            self._said[reason] = now
            logger.warning("the database cannot be used: %s; it is tried again", reason)
        return True


def _is_outage(error: BaseException) -> bool:
    cause = getattr(error, "orig", None) or error
    if getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR:
        return False  # a statement that it does not understand; SQLite knows no other kind for that
    if isinstance(error, DBAPIError):
        return not isinstance(error, _OUR_FAULTS)
    # What the drivers raise where they are used directly (`appending.py`); PostgreSQL's may not be installed.
    is_postgresqls = type(error).__module__.startswith("asyncpg.")
    return is_postgresqls or isinstance(error, OSError | sqlite3.OperationalError | NoConnectionError)
