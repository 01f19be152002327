"""Playing games on to their end from a state, by the king's one-move evaluation: the one value function of a review.

The value of a state is the mean result, in points and shares of the win, when all seats go on by this evaluation and
chance is fair. Every sample has a luck of its own, the same wherever it is played.
"""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

import sanssouci
from sanssouci.game.lexicon import Array
from sanssouci.game.position import Position
from sanssouci.game.view import View
from sanssouci.kernel import layout
from sanssouci.players.king import KINGS_EXPERIENCE
from sanssouci.players.mind import Mind
from sanssouci.players.networks import no_network
from sanssouci.players.weights import load_weights
from sanssouci.study.estimates import Floats
from sanssouci.thinking import policy, searching, thinker
from sanssouci.thinking.outcomes import ALL_SEEING, OUTCOME_WORDS

VALUE: Final = "value"  # the purpose of the luck with which values and skill are estimated
ROW: Final = policy.MOVE_WORDS + 1  # the words of a move in an array of moves
_NO_MOVE: Final = np.full((1, ROW), -1, np.int64)
_NOT_PLAYED: Final = np.iinfo(np.int64).min
_CODE: Final = ("kernel", "thinking", "players")  # the parts of the package that figures depend on …
_OWN: Final = ("estimates", "playouts", "timeline", "judging", "accounts", "review")  # … and the modules of this one
_BATCH: Final = 100  # samples; between batches, other threads and the progress have their turn


@cache
def engine_version() -> str:
    """The version of everything that figures depend on: the same version and seed give the same figures."""
    package = Path(sanssouci.__file__).parent
    digest = hashlib.sha256()
    files = [path for part in _CODE for kind in ("*.py", "*.npz") for path in (package / part).rglob(kind)]
    for path in sorted(files + [Path(__file__).with_name(f"{name}.py") for name in _OWN]):
        digest.update(f"{path.relative_to(package).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return f"{sanssouci.__version__}-{digest.hexdigest()[:16]}"


class Playouts:
    """Plays games on. It is for one thread at a time."""

    def __init__(self, *seed: object) -> None:
        self.mind = Mind(KINGS_EXPERIENCE)
        self._seed = seed

    def luck(self, *purpose: object) -> int:
        """A seed of 126 bits for a purpose, which has nothing to do with the luck of any game."""
        text = "\0".join(map(str, ("sanssouci study", *self._seed, *purpose)))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:16]) >> 2

    def values(self, position: Position, samples: int, *purpose: object) -> Floats:
        """Results from a complete position, an array of samples x seats x (points, share of the win)."""
        return self._results(position, ALL_SEEING, _NO_MOVE, (0, samples), purpose)[:, 0]

    def values_after(self, before: Floats, position: Position, samples: int, *purpose: object) -> Floats:
        """The results from the position after a decision, given those from the position before it.

        Where all of the first games end alike, playouts take the same decision, and the others end alike too.
        """
        first = self.values(position, min(_BATCH, len(before), samples), *purpose)
        if samples == len(before) and np.array_equal(first, before[: len(first)]):
            return before
        rest = self._results(position, ALL_SEEING, _NO_MOVE, (len(first), samples), purpose)[:, 0]
        return np.concatenate([first, rest])

    def values_after_event(
        self, before: Floats, earlier: Position, event: int, position: Position, samples: int, *purpose: object
    ) -> Floats:
        """The results after an event of chance, a code, given those from the position before it.

        Where the luck of a sample chooses the same event, its game is the same, and need not be played again.
        """
        known = before[:samples]
        follows = (earlier.state.copy(), event, known)
        first = self._results(position, ALL_SEEING, _NO_MOVE, (0, len(known)), purpose, follows)[:, 0]
        rest = self._results(position, ALL_SEEING, _NO_MOVE, (len(known), samples), purpose)[:, 0]
        return np.concatenate([first, rest])

    def tries(self, view: View, moves: Array, samples: int, *purpose: object) -> Floats:
        """Results after each of several moves, dealing anew what the view hides: samples x moves x seats x 2."""
        return self._results(view, view.eyes, moves, (0, samples), purpose)

    def _results(
        self,
        position: Position,
        eyes: int,
        moves: Array,
        span: tuple[int, int],
        purpose: tuple[object, ...],
        follows: tuple[Array, int, Floats] | None = None,
    ) -> Floats:
        """The samples of a span, as a first and an end.

        If the position `follows` from a state by an event, the results from there are taken where that is as lucky.
        """
        start, end = span
        earlier, event, known = follows or (position.state.copy(), -1, None)
        luck, space = self.luck(*purpose), self.mind.workspace
        weights = load_weights(KINGS_EXPERIENCE, position.players, position.expansions)
        table, state = position.table, position.state.copy()
        net, samples = no_network(), end - start
        out = np.full((samples * len(moves), OUTCOME_WORDS), _NOT_PLAYED, np.int64)
        worlds = np.zeros((1 + _BATCH * len(moves), layout.STATE_WORDS), np.int64)
        for done in range(0, samples, _BATCH):
            count = min(_BATCH, samples - done)
            thinker.thinker().outcomes(
                table,
                state,
                eyes,
                weights,
                net,
                worlds,
                space.desk,
                space.rows,
                *self.mind.judge_space(net).arrays,
                moves,
                earlier,
                event,
                luck >> 63,
                luck & (1 << 63) - 1,
                start + done,
                count,
                out[done * len(moves) : (done + count) * len(moves)],
            )
        found = out.reshape(samples, len(moves), 2, layout.MAX_SEATS)[..., : position.players].astype(np.float64)
        found[:, :, 1] /= searching.WIN
        found = np.swapaxes(found, 2, 3)
        if known is not None:
            same = out[:, 0] == _NOT_PLAYED
            found[same, 0] = known[same]
        return found
