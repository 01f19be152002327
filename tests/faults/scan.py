"""Plays thousands of games and holds every frame and every answer against what its receiver may know.

    make scan OPTIONS="--games 10000 --workers 16"   # into tests/results
    make scan OPTIONS="--games 100 --no-file"        # shorter

Each worker has a server of its own, on SQLite. Games have players, spectators, several people at one screen, guests
with invitations, computers, taken-back turns and reloads, in every box with all choices of expansions
(`tests/server/scanning.py`).
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from dated import keep
from server.conftest import Served, open_shared
from server.databases import Database
from server.scanning import Scan

CHUNK = 50  # games between two reports of progress


class Worker:
    """A process that plays, with its server."""

    running: Iterator[Served] | None = None  # the server ends with it
    served: Served | None = None


def _begin() -> None:
    """Start the server of this worker."""
    folder = tempfile.mkdtemp(prefix="sanssouci-scan-")
    Worker.running = open_shared(Database("sqlite", f"sqlite:///{Path(folder) / 'tables.sqlite3'}"))
    Worker.served = next(Worker.running)


def _play(numbers: range) -> Counter[str]:
    assert Worker.served is not None
    database, server = Worker.served
    scan = Scan(server, database)
    asyncio.run(scan.play(numbers))
    faults = [line for line in server.lines if "rror" in line or "Traceback" in line]
    assert not faults, "".join(faults)
    return Counter(games=scan.games, frames=scan.frames, undos=scan.undos, reloads=scan.reloads)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game")
    parser.add_argument("--no-file", action="store_true", help="do not write a results file")
    options = parser.parse_args()
    end = options.seed + options.games
    parts = [range(start, min(end, start + CHUNK)) for start in range(options.seed, end, CHUNK)]
    total: Counter[str] = Counter()
    start = time.monotonic()
    with ProcessPoolExecutor(options.workers, mp_context=get_context("spawn"), initializer=_begin) as workers:
        for part in as_completed([workers.submit(_play, part) for part in parts]):
            total += part.result()
            print(f"{time.monotonic() - start:5.0f} s  {total['games']} games  {total['frames']} frames", flush=True)
    result = {
        "command": f"make scan OPTIONS='{' '.join(sys.argv[1:])}'",
        "seconds": round(time.monotonic() - start),
        "seed": options.seed,
        "workers": options.workers,
        **total,
        "secrets_found": 0,  # a frame with one would have ended the run
    }
    print(result)
    if not options.no_file:
        keep("scan", result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
