"""What to expect of the display: how likely a structure is to be missing when a seat's next turn comes."""

import secrets
from typing import Final

import numpy as np

from sanssouci.box.squares import LETTERS
from sanssouci.game.errors import SanssouciError
from sanssouci.game.options import check_seed
from sanssouci.game.view import SPECTATOR, View
from sanssouci.players.king import KINGS_EXPERIENCE
from sanssouci.players.weights import load_weights
from sanssouci.thinking import thinker
from sanssouci.thinking.workspace import Workspace

SAMPLES: Final = 2000  # a standard error of at most about one in a hundred


def absent(view: View, *, samples: int = SAMPLES, seed: int | None = None) -> dict[str, float]:
    """For each structure, the chance that none of its tiles is on display at the next turn of the view's seat.

    If it is the seat's turn now, its next turn is the one after this. Everybody is assumed to play by the evaluation.
    The result is empty if the game ends before then.
    """
    if view.eyes == SPECTATOR:
        raise SanssouciError("a spectator has no turn to look forward to")
    seed = secrets.randbits(126) if seed is None else check_seed(seed)
    workspace, absences = Workspace(), np.zeros(len(LETTERS), np.int64)
    reached = thinker.thinker().outlook(
        view.table,
        view.state.copy(),
        view.eyes,
        load_weights(KINGS_EXPERIENCE, view.players, view.expansions),
        workspace.worlds[0],
        workspace.desk,
        seed >> 63 & (1 << 63) - 1,
        seed & (1 << 63) - 1,
        samples,
        absences,
    )
    columns = LETTERS[: len(view.box.columns)] if reached else ""
    return {letter: int(count) / reached for letter, count in zip(columns, absences, strict=False)}
