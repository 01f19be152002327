"""The stored networks of the judge: data files, one for each setting it has learnt, pinned by their hash.

They are made by `python -m sanssouci.arena.judge_school` (docs/judge.md).
"""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from sanssouci.box import Expansions
from sanssouci.game.errors import SanssouciError
from sanssouci.game.view import View
from sanssouci.players.weights import FOLDER, file_of, learnt
from sanssouci.thinking import inputs, network

Network = npt.NDArray[np.int16]
NAME: Final = "judge"
EXPERIENCE: Final = "king"  # the evaluation that is corrected
LEARNT_IN: Final = (9, 6, 18)  # columns, rows and rounds
LARGEST_FIRST: Final = (1 << 15) - 2  # of a sum of the first layer: it is rounded after that
_LARGEST_SUM: Final = (1 << 31) - 1


def network_file(players: int, expansions: Expansions, folder: Path = FOLDER) -> Path:
    """Where the network of a setting is stored."""
    return file_of(NAME, players, expansions, folder)


def network_for(view: View, folder: Path = FOLDER) -> Network:
    """The network for the setting of a view; none for boxes of another size than those that it has learnt in."""
    if (len(view.box.columns), len(view.box.rows), view.rounds) != LEARNT_IN:
        return no_network()
    return read_network(network_file(view.players, learnt(EXPERIENCE, view.expansions), folder))


def empty_network(first: int, second: int, third: int) -> Network:
    """A network of a size that corrects nothing."""
    if not 8 <= first <= 4096 or not 1 <= second <= first or not 1 <= third < first:
        raise SanssouciError(f"layers of {first}, {second} and {third} sums: the first is the widest, of 8 to 4096")
    net = np.zeros((network.SECOND + second + third, first), np.int16)
    net[network.SIZES, :2] = second, third
    return net


@lru_cache(maxsize=1)
def no_network() -> Network:
    """A network without layers, which corrects nothing."""
    return np.zeros((network.SECOND, 8), np.int16)


def digest(net: Network) -> str:
    """A hash of a network, the same on every machine."""
    return hashlib.sha256(np.ascontiguousarray(net.astype("<i2")).tobytes()).hexdigest()[:16]


def check_sums(net: Network) -> None:
    """Refuse a network whose sums could need more than 16 bits in the first layer, or 32 in the others."""
    second, third = (int(size) for size in net[network.SIZES, :2])
    weights = np.abs(net.astype(np.int64))
    hidden = weights[network.SECOND :].sum(axis=1)
    hidden[:second] += weights[network.SECOND_BIAS, :second]
    hidden[second:] += weights[network.THIRD_BIAS, :third]
    first = (weights[: inputs.INPUTS].sum(axis=0) + weights[network.FIRST_BIAS]).max()
    last = weights[network.LAST].sum()
    for widest, most in ((first, LARGEST_FIRST), (network.TOP * max(hidden.max(), last), _LARGEST_SUM)):
        if widest > most:
            raise SanssouciError(f"the weights of this network are too large: a sum can reach {widest:,}, not {most:,}")


def save_network(path: Path, net: Network) -> str:
    """Store a network and return its hash."""
    check_sums(net)
    np.savez_compressed(path, version=np.int64(inputs.VERSION), net=net)
    return digest(net)


@lru_cache(maxsize=8)
def read_network(path: Path) -> Network:
    """The network in one file, which is shared and read-only."""
    if not path.is_file():
        raise SanssouciError(f"{path.name}: the judge has not learnt this setting, or the file lies elsewhere")
    with np.load(path) as stored:
        version = int(stored["version"])
        if version != inputs.VERSION:
            raise SanssouciError(
                f"{path.name} holds a network of version {version}, but the judge sees version {inputs.VERSION}; "
                "`python -m sanssouci.arena.judge_school` learns it again"
            )
        net: Network = np.ascontiguousarray(stored["net"])
    check_sums(net)
    return net
