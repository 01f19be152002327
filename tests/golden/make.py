"""Write the golden records anew, one for each configuration.

    PYTHONPATH=src:tests python -m golden.make

Do this deliberately: a difference means that old games read, play or are written differently than before.
"""

import sys
from pathlib import Path
from typing import Final

from sanssouci.game.record import write_line
from strategies import CONFIGURATIONS, Configuration, finished

FOLDER: Final = Path(__file__).resolve().parent
MIXES: Final = (("random", "greedy"), ("greedy", "random"), ("random",), ("greedy",))


def seed_of(configuration: Configuration) -> int:
    """A seed with bits in both its words, another for each configuration."""
    index = CONFIGURATIONS.index(configuration)
    return (0x0123456789ABCDEF0123456789ABCDEF * (2 * index + 1)) % 2**128


def golden_path(configuration: Configuration) -> Path:
    return FOLDER / f"{configuration.id}.jsonl"


def golden_bytes(configuration: Configuration) -> bytes:
    """The record of the configuration's game, played anew; every third one with its legal choices."""
    index = CONFIGURATIONS.index(configuration)
    game = finished(configuration, seed_of(configuration), MIXES[index % len(MIXES)])
    if index % 2:
        game.names = tuple(f"seat {seat} · Ω" for seat in range(game.players))
    return f"{write_line(game.record(legal=index % 3 == 0))}\n".encode()


def main() -> int:
    for configuration in CONFIGURATIONS:
        path, content = golden_path(configuration), golden_bytes(configuration)
        changed = not path.exists() or path.read_bytes() != content
        path.write_bytes(content)
        print(f"{'changed' if changed else 'same':8}{path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
