"""Memory that is free again goes back to the system."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="glibc's allocator is meant")

GIVE_BACK = """
import asyncio, os
from pathlib import Path
from sanssouci.server import memory

def in_memory():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

async def main():
    texts = [bytes(2_000) for _ in range(50_000)]
    kept = texts[::500]  # between them lies what becomes free
    full = in_memory()
    del texts
    freed = in_memory()
    memory._EVERY = 0.01
    task = asyncio.create_task(memory.give_back())
    await asyncio.sleep(0.1)
    assert not task.done()
    task.cancel()
    print(full - freed, full - in_memory())

asyncio.run(main())
"""

HEAPS = """
import ctypes, sys, threading
from sanssouci.server.memory import share_one_heap

{share}
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
libc.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
libc.fclose.argtypes = [ctypes.c_void_p]
met = threading.Barrier(5)

def work():
    kept = [bytes(2_000) for _ in range(100)]
    met.wait()
    met.wait()

threads = [threading.Thread(target=work) for _ in range(4)]
for each in threads:
    each.start()
met.wait()
file = libc.fopen(sys.argv[1].encode(), b"w")
libc.malloc_info(0, file)
libc.fclose(file)
met.wait()
"""


def run(program: str, *arguments: str) -> str:
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_free_memory_goes_back_although_something_lies_between() -> None:
    before, after = map(int, run(GIVE_BACK).split())
    assert before < 20_000_000  # C's allocator keeps it by itself
    assert after > 80_000_000


@pytest.mark.parametrize(("share", "least", "most"), [("", 2, 99), ("share_one_heap()", 1, 1)])
def test_all_threads_share_one_heap(share: str, least: int, most: int, tmp_path: Path) -> None:
    told = tmp_path / "heaps.xml"
    run(HEAPS.format(share=share), str(told))
    assert least <= told.read_text().count("<heap nr=") <= most
