"""The learnt weights of the evaluation: data files, one for each number of players.

An expansion that changes what a garden is worth has separate files, named after it.

They are made by `python -m sanssouci.arena.tuning` (docs/players.md).
"""

from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from sanssouci.box import Expansions
from sanssouci.game.errors import SanssouciError
from sanssouci.game.lexicon import Array
from sanssouci.thinking import places

FOLDER: Final = Path(__file__).parent / "data"
GRAIN: Final = 64  # weights are stored in this many units, a thousandth of a point


def fresh_weights() -> Array:
    """Weights that know nothing but the final count."""
    weights = np.zeros(places.WEIGHT_WORDS, np.int64)
    places.write_header(weights)
    places.write_last_stage(weights)
    return weights


def file_of(name: str, players: int, expansions: Expansions, folder: Path = FOLDER) -> Path:
    """Where the weights of a setting are stored."""
    return folder / f"{'-'.join((name, str(players), *expansions))}.npz"


def save_weights(path: Path, weights: Array) -> None:
    """Store weights, rounded to their grain; most are 0, since most patterns never occur."""
    coarse = ((weights[places.HEADER :] + GRAIN // 2) // GRAIN).astype(np.int32)
    np.savez_compressed(path, version=np.int64(places.VERSION), weights=coarse)


def load_weights(name: str, players: int, expansions: Expansions) -> Array:
    """The weights of a setting; those for two players where there are no others."""
    known = learnt(name, expansions)
    path = file_of(name, players, known)
    return read_weights(path if path.exists() else file_of(name, 2, known))


def learnt(name: str, expansions: Expansions) -> Expansions:
    """Those of the expansions that have weights of their own."""
    return Expansions(each for each in expansions if file_of(name, 2, Expansions(each)).exists())


@lru_cache(maxsize=16)
def read_weights(path: Path) -> Array:
    """The weights in one file, which are shared and read-only."""
    weights = fresh_weights()
    with np.load(path) as stored:
        version = int(stored["version"])
        if version != places.VERSION:
            raise SanssouciError(
                f"{path.name} holds weights of version {version}, but the evaluation is of version {places.VERSION}; "
                "`python -m sanssouci.arena.tuning` learns them again"
            )
        weights[places.HEADER :] = stored["weights"].astype(np.int64) * GRAIN
    places.write_last_stage(weights)
    return weights
