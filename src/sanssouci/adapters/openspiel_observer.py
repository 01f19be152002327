"""What OpenSpiel's players see of a state of `python_sanssouci`, as tensors and as texts."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sanssouci.batches import arrays
from sanssouci.batches.batcher import batcher
from sanssouci.game.errors import SanssouciError
from sanssouci.game.extras import MissingExtraError
from sanssouci.game.view import SPECTATOR
from sanssouci.kernel import layout
from sanssouci.kernel.engine import engine
from sanssouci.kernel.layout import seat_base
from sanssouci.vector import observation_fields

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise MissingExtraError("openspiel", needed_for="OpenSpiel's game python_sanssouci") from missing

Array = npt.NDArray[np.int64]

HIDDEN: Final = 255  # stands for an event that a player could not see; no code is as high


def write_words(words: Array) -> str:
    """The phase, and the words of a state in hexadecimal digits: different texts for different states."""
    used = words[: seat_base(int(words[layout.PLAYERS]))].tolist()
    return f"{layout.PHASE_NAMES[used[layout.PHASE]]} {'.'.join(format(word, 'x') for word in used)}"


class SanssouciObserver:
    """OpenSpiel's observer: `tensor`, `dict` and texts, of what is public, what is a player's own, or both."""

    def __init__(self, game: Any, kind: Any, params: Any) -> None:
        if params:
            raise SanssouciError(f"an observer takes no parameters, not {params}")
        self._is_public = kind.public_info
        self._sees_own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = kind.perfect_recall and self._is_public
        fields = {field.name: field.slice for field in observation_fields(game.num_players())}
        size = arrays.observation_size(game.num_players())
        self._parts = {"observation": slice(0, size)}
        if not self._is_public:
            self._parts = {name: fields[name] for name in ("hand", "0.missions")} if self._sees_own else {}
        sizes = [part.stop - part.start for part in self._parts.values()]
        events = game.longest + game.longest_chance if self._recalls else 0
        self.tensor = np.zeros(sum(sizes) + events, np.float32)
        pieces = np.split(self.tensor, np.cumsum(sizes))
        self.dict = dict(zip([*self._parts, *["events"] * self._recalls], pieces, strict=False))
        self._room = np.zeros((1, size), np.int8)
        self._scratch = np.zeros(layout.STATE_WORDS, np.int64)

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player knows: the observation, and 1 + each code, HIDDEN for what it could not see."""
        eyes = player if self._sees_own else SPECTATOR
        table = state.get_game().table
        batcher().observe_games(table, state.words[np.newaxis], np.array([eyes]), self._scratch, self._room)
        for name, part in self._parts.items():
            self.dict[name][:] = self._room[0, part]
        if self._recalls:
            events = np.frombuffer(state.events_of(eyes), np.uint8)
            self.dict["events"][: len(events)] = np.where(events == HIDDEN, HIDDEN, events + 1.0)
            self.dict["events"][len(events) :] = 0

    def string_from(self, state: Any, player: int) -> str:
        """The same as a text."""
        eyes = player if self._sees_own else SPECTATOR
        seen = np.empty(layout.STATE_WORDS, np.int64)
        engine().observe(state.words, eyes, seen)
        if not self._is_public:
            own = seen[seat_base(player) :]
            return f"player {eyes}: cards {own[layout.HAND]:x} missions {own[layout.MISSIONS]:x}" if eyes >= 0 else ""
        events = f" {state.events_of(eyes).hex()}" if self._recalls else ""
        return f"player {eyes}: {write_words(seen)}{events}"
