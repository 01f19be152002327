"""Giving freed memory back to the system.

What a server keeps does not grow, but what it takes from the system would: C's allocator has a heap for every thread,
and holds on to what was freed between objects still in use. On systems other than Linux with glibc, nothing is done.
"""

import asyncio
import ctypes
import sys
from functools import cache
from typing import Any, Final

_M_ARENA_MAX: Final = -8
_EVERY: Final = 60.0  # seconds


@cache
def _allocator() -> Any:
    """C's allocator, if it is one that can be asked."""
    try:
        library = ctypes.CDLL(None) if sys.platform == "linux" else None
    except OSError:
        return None
    return library if hasattr(library, "mallopt") and hasattr(library, "malloc_trim") else None


def share_one_heap() -> None:
    """Let all threads share one heap: hardly ever do two of them ask for memory at the same time."""
    if (library := _allocator()) is not None:
        library.mallopt(_M_ARENA_MAX, 1)


async def give_back() -> None:
    """Give free memory back again and again; that takes a few milliseconds."""
    while True:
        await asyncio.sleep(_EVERY)
        if (library := _allocator()) is not None:
            library.malloc_trim(0)
