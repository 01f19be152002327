"""Where the games of a batch stood, to go back there."""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sanssouci.game.errors import SanssouciError
from sanssouci.kernel import layout

_SEED_BITS: Final = 128


class SavedBatch(NamedTuple):
    """Where the games of a batch stood, in copies that can be pickled. `Batch.restore` goes back there."""

    states: npt.NDArray[np.int64]  # (games, 60)
    lucks: npt.NDArray[np.int64]  # (games, 4): number of the game, two words of its seed, noise of random decisions
    seed: int  # the luck of the games that begin later
    box: str  # its digest


def check_saved(saved: SavedBatch, now: SavedBatch, xp: Any) -> None:
    """Refuse what was not saved by a batch of the same size, box, players and expansions as one that stands `now`.

    `xp` is the module of their arrays.
    """
    if not isinstance(saved, SavedBatch) or type(saved.seed) is not int or saved.seed >> _SEED_BITS:
        raise SanssouciError(f"restore takes what save has returned, not {type(saved).__name__}")
    for name, array, own in (("states", saved.states, now.states), ("lucks", saved.lucks, now.lucks)):
        if not isinstance(array, type(own)) or array.shape != own.shape or array.dtype != np.int64:
            raise SanssouciError(f"saved {name} must be an array of int64 of shape {own.shape}")
    if saved.box != now.box:
        raise SanssouciError("these games were saved by a batch with another box")
    kind = [layout.PLAYERS, layout.EXPANSIONS]  # the same in all games
    if (saved.states[:, kind] != now.states[:1, kind]).any():
        raise SanssouciError("these games were saved by a batch with other players or expansions")
    least, most = xp.asarray(_bounds(int(now.states[0, layout.PLAYERS])))
    wrong = ((saved.states < least) | (saved.states > most)).any(axis=1)
    if wrong.any():
        raise SanssouciError(f"game {int(wrong.argmax())}: these words are not a state that save has returned")


def _bounds(players: int) -> npt.NDArray[np.int64]:
    """The least and the most that each word of a state can hold. Compiled rules use words as indices, unchecked."""
    anything = np.iinfo(np.int64)
    bounds = np.tile(np.array([[anything.min], [anything.max]]), layout.STATE_WORDS)
    squares = 2 ** (layout.STRIDE * layout.MAX_ROWS) - 1
    table = {
        layout.FIRST: (0, players - 1),
        layout.PHASE: (0, layout.OVER),
        layout.SEAT: (0, players - 1),
        layout.TURN: (0, layout.MAX_SEATS * layout.CARDS),
        layout.CARD: (-1, layout.CARDS - 1),
        layout.SLOT: (-1, layout.SLOTS - 1),
        layout.HOME: (-1, layout.STRIDE * layout.MAX_ROWS - 1),
        layout.DISPLAY: (0, 2 ** (layout.SLOT_BITS * layout.SLOTS) - 1),
        layout.BAG: (0, 2 ** (layout.BAG_BITS * layout.MAX_COLUMNS) - 1),
    }
    seat = {
        **dict.fromkeys((layout.BUILT, layout.GARDENERS, layout.AHEAD, layout.WILD_BOAR), (0, squares)),
        **dict.fromkeys((layout.HAND, layout.DISCARDS), (0, 2**layout.CARDS - 1)),
        layout.MISSIONS: (0, 2**layout.MAX_COLUMNS - 1),
        **dict.fromkeys((layout.GARDEN, layout.REWARD), (-1, 2 * layout.BOARDS - 1)),
    }
    for place in range(players):
        table |= {layout.seat_base(place) + word: limits for word, limits in seat.items()}
    bounds[:, list(table)] = np.array(list(table.values())).T
    return bounds
