"""Measures how many decisions a second are read from records and written as Parquet.

python -m benchmarks.export                # prints the figures
python -m benchmarks.export --games 2000
"""

import argparse
import io
import sys
import time

from sanssouci.adapters.table_files import Writer
from sanssouci.adapters.tables import Decisions, read_rows
from sanssouci.arena.simulation import Setting, play_games
from sanssouci.box import load
from sanssouci.game.record import write_line


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=500)
    options = parser.parse_args()
    setting = Setting(load("ravensburger"))
    games = play_games(setting, games=options.games, seed=1)
    lines = [write_line(game.record()).encode() for game in games]
    for name, more in {
        "decisions": {},
        "with observations and legal codes": {"observations": True, "legal": True},
    }.items():
        maker, file = Decisions(**more), io.BytesIO()
        list(read_rows(enumerate(lines[:2], 1)))  # what is loaded at the first use is not measured
        start, cpu, rows = time.perf_counter(), time.process_time(), 0
        with Writer(file, "x.parquet", maker.schema) as writer:
            for found in read_rows(enumerate(lines, 1)):
                for line in found.lines:
                    writer.add(maker.batch(found.game["game"], line))
                    rows += len(line.codes)
        wall, cpu = time.perf_counter() - start, time.process_time() - cpu
        print(f"{name}: {rows / wall:,.0f} decisions/s ({rows / cpu:,.0f} a second of processor time), {rows} rows")
    return 0


if __name__ == "__main__":
    sys.exit(main())
