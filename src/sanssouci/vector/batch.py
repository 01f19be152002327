"""N games stepped together: one call a step, everything in arrays that are allocated once."""

from typing import Any, Final, Literal, SupportsIndex, get_args

import numpy as np
import numpy.typing as npt

from sanssouci.batches import arrays
from sanssouci.batches.batcher import Batcher, batcher
from sanssouci.batches.cuda import Device, cuda_batcher
from sanssouci.box import Box, Expansions, load
from sanssouci.box.expansions import Names
from sanssouci.game.chances import Luck
from sanssouci.game.errors import IllegalMoveError, SanssouciError
from sanssouci.game.extras import require_cuda
from sanssouci.game.lexicon import lexicon
from sanssouci.game.numbers import counted
from sanssouci.game.options import check_options, choose_luck, seed_words
from sanssouci.kernel import layout
from sanssouci.kernel.cuda import array_module
from sanssouci.vector.saved import SavedBatch, check_saved

Autoreset = Literal["same_step", "next_step", "disabled"]
RewardKind = Literal["win", "points", "margin"]

_AUTORESETS: Final = {
    "same_step": arrays.SAME_STEP,
    "next_step": arrays.NEXT_STEP,
    "disabled": arrays.DISABLED,
}
_REWARDS: Final = {"win": arrays.WIN_SHARE, "points": arrays.FINAL_POINTS, "margin": arrays.MARGIN}


class Batch:
    """N games of the same kind, stepped together.

    `step` carries out one code in every game and lets luck decide until a player must. What it writes stands in arrays
    that are allocated once and overwritten by the next call: copy what must last.

    Args:
        games: how many.
        box: the name of a published box, the path of a box file, or a `Box`.
        players: 2 to 4.
        expansions: the names of the expansions to play with, as a list or in one text: "rewards,boar".
        first: the seat that starts every game (S5); None lets chance choose, which needs a seed.
        seed: the luck of all games, a number below 2^128; None takes a fresh one. Game number k, counted as `numbers`
            does, has the luck of the k-th game of `sanssouci.simulate` with this seed.
        luck: 'seed' draws whatever chance decides; 'own' leaves it to you: masks then include the codes of chance.
        rewards: 'win' is 1 for a victory, shared among the winners; 'points' the final points; 'margin' the points more
            than the best other seat. They come when a game ends; before that they are 0.
        autoreset: what happens to a finished game, in Gymnasium's terms. 'same_step': the step that ends it also begins
            the next one. 'next_step': the step after that does, whatever its action. 'disabled': it waits for `reset`.
        device: 'cpu', or 'cuda' for an NVIDIA GPU (extra `cuda`): then all arrays are CuPy's and stay there. PyTorch
            takes them without a copy (DLPack), and `step` takes its tensors.
        observations: whether `step` writes them, and final ones with 'same_step'; `observe` can be called in any case.

    Attributes:
        masks: (games, 193) bool, the legal codes; (games, 237) with luck of your own.
        seats: (games,) int64, who has to decide; -1 where chance comes next or the game is over.
        observations: (games, size) int8, what the seat in `seats` knows; after the end, the seat that moved last.
        rewards: (games, players) float32, by seat.
        terminated: (games,) bool, whether the last step has ended the game.
        final_observations: (games, players, size) int8, what each seat knew at the end; written where `terminated` is
            true, with 'same_step' only, since otherwise `observe` still shows it.
    """

    def __init__(
        self,
        games: SupportsIndex,
        box: str | Box = "ravensburger",
        *,
        players: SupportsIndex = 2,
        expansions: Names = (),
        first: SupportsIndex | None = None,
        seed: SupportsIndex | None = None,
        luck: Luck = "seed",
        rewards: RewardKind = "win",
        autoreset: Autoreset = "same_step",
        observations: bool = True,
        device: Device = "cpu",
    ) -> None:
        count = counted("games", games, least=1)
        self._box: Box = box if isinstance(box, Box) else load(box)
        self._expansions: Expansions = check_options(self._box, players=players, expansions=expansions, first=first)
        number = choose_luck(seed, luck)
        if first is None and number is None:
            raise SanssouciError("with luck of your own, say who starts: first=0, for example (S5)")
        check_one_of("rewards", rewards, get_args(RewardKind))
        check_one_of("autoreset", autoreset, get_args(Autoreset))
        check_one_of("device", device, get_args(Device))
        self._xp, self._rules = _on(device)
        self._players: int = int(players)
        self._autoreset: Autoreset = autoreset
        self._luck: Luck = luck
        self._table = self._xp.array(lexicon(self._box).table)
        self._settings = self._xp.zeros(arrays.SETTINGS_WORDS, np.int64)
        self._settings[arrays.PLAYERS] = self._players
        self._settings[arrays.EXPANSIONS] = self._expansions.flags
        self._settings[arrays.FIRST] = -1 if first is None else int(first)
        self._settings[arrays.OWN_LUCK] = luck == "own"
        self._settings[arrays.AUTORESET] = _AUTORESETS[autoreset]
        self._settings[arrays.REWARD_KIND] = _REWARDS[rewards]
        self._settings[arrays.GAMES] = count
        self._allocate(count, observations=observations)
        self._begin(0 if number is None else number)

    def _allocate(self, count: int, *, observations: bool) -> None:
        zeros = self._xp.zeros
        size, rows = arrays.observation_size(self._players), count if observations else 0
        self._states: npt.NDArray[np.int64] = zeros((count, layout.STATE_WORDS), np.int64)
        self._lucks: npt.NDArray[np.int64] = zeros((count, arrays.LUCK_WORDS), np.int64)
        self._masks = zeros((count, layout.CODES if self._luck == "own" else layout.ACTIONS), np.int8)
        self._ended = zeros(count, np.int8)
        self.masks: npt.NDArray[np.bool_] = self._masks.view(np.bool_)
        self.seats: npt.NDArray[np.int64] = zeros(count, np.int64)
        self.observations: npt.NDArray[np.int8] = zeros((rows, size), np.int8)
        self.rewards: npt.NDArray[np.float32] = zeros((count, self._players), np.float32)
        self.terminated: npt.NDArray[np.bool_] = self._ended.view(np.bool_)
        finals = rows if self._autoreset == "same_step" else 0
        self.final_observations: npt.NDArray[np.int8] = zeros((finals, self._players, size), np.int8)
        self._view = zeros(layout.STATE_WORDS, np.int64)
        self._trace = zeros(0, np.int64)  # nobody asks how luck decided
        self._rows = zeros((layout.MAX_SEATS, layout.RESULT_WORDS), np.int64)

    # ── what is played ─────────────────────────────────────────────────────────────────────────────

    def __len__(self) -> int:
        return len(self._states)

    @property
    def box(self) -> Box:
        """The box that is played."""
        return self._box

    @property
    def players(self) -> int:
        """The number of players of each game."""
        return self._players

    @property
    def expansions(self) -> Expansions:
        """The names of the expansions played."""
        return self._expansions

    @property
    def autoreset(self) -> Autoreset:
        """What happens to a finished game."""
        return self._autoreset

    @property
    def observation_size(self) -> int:
        """How many numbers, and bytes, an observation has; `observation_fields` names them."""
        return int(self.observations.shape[1])

    @property
    def numbers(self) -> npt.NDArray[np.int64]:
        """The number of each game, (games,): at first 0, 1, 2, …; the next game in a place is `len(batch)` further."""
        return self._lucks[:, arrays.NUMBER].copy()

    @property
    def states(self) -> npt.NDArray[np.int64]:
        """The positions as the rules see them, (games, 60), hidden information included; not to be changed."""
        states = self._states.view()
        if self._xp is np:
            states.flags.writeable = False
        return states

    # ── playing ────────────────────────────────────────────────────────────────────────────────────

    def reset(self, *, seed: SupportsIndex | None = None, chosen: npt.ArrayLike | None = None) -> None:
        """Begin games anew.

        Args:
            seed: begin all games again from number 0 with this luck; without it, the next games of the present seed
                begin.
            chosen: (games,) bool, the games to begin; None for all of them.
        """
        which = self._xp.ones(len(self), np.bool_) if chosen is None else self._checked("chosen", chosen, np.bool_)
        if seed is not None:
            if chosen is not None:
                raise SanssouciError("a new seed is for all games: give either a seed or the chosen games")
            self._begin(choose_luck(seed, self._luck) or 0)
            return
        self._lucks[which, arrays.NUMBER] += len(self)
        self._start(which)

    def _begin(self, seed: int) -> None:
        """Begin all games, from number 0 on."""
        self._sow(seed)
        self._lucks[:, arrays.NUMBER] = self._xp.arange(len(self))
        self._start(self._xp.ones(len(self), np.bool_))

    def _sow(self, seed: int) -> None:
        """Let the games that begin from now on have the luck of a seed."""
        self._seed = seed
        self._settings[arrays.BATCH_SEED_0], self._settings[arrays.BATCH_SEED_1] = seed_words(seed)

    def _start(self, chosen: npt.NDArray[np.bool_]) -> None:
        bytes_of_chosen = self._xp.ascontiguousarray(chosen).view(np.int8)
        self._rules.begin_games(self._table, self._settings, self._states, self._lucks, bytes_of_chosen, self._trace)
        self.rewards[chosen] = 0
        self.terminated[chosen] = False
        self._look()

    def step(self, actions: npt.ArrayLike) -> None:
        """Carry out one legal code in every game (docs/actions.md); the arrays then show the outcome.

        The actions of finished games are ignored. With luck of your own, the code of a game in which chance comes next
        is the outcome that is to happen.

        Args:
            actions: (games,) of whole numbers.

        Raises:
            IllegalMoveError: a code is illegal; no game has changed then.
        """
        codes = self._checked("actions", actions, np.int64)
        wrong = self._rules.find_illegal(self._table, self._settings, self._states, codes)
        if wrong >= 0:
            raise self._refusal(wrong, int(codes[wrong]))
        self._rules.step_games(
            self._table,
            self._settings,
            self._states,
            self._lucks,
            codes,
            self._view,
            self._trace,
            self._rows,
            self.rewards,
            self._ended,
            self._masks,
            self.seats,
            self.observations,
            self.final_observations.reshape(-1, self.observation_size),
        )

    def sample(self) -> npt.NDArray[np.int64]:
        """A legal code for each game, (games,), each equally likely; 0 where the game is over.

        Where chance comes next, it is the outcome that the game's own luck chooses. Games that take all their steps
        from here are those of `sanssouci.simulate` with the same seed.
        """
        codes: npt.NDArray[np.int64] = self._xp.zeros(len(self), np.int64)
        self._rules.choose_codes(self._table, self._states, self._lucks, codes)
        return codes

    def observe(
        self, seats: npt.ArrayLike | None = None, *, out: npt.NDArray[np.int8] | None = None
    ) -> npt.NDArray[np.int8]:
        """What one seat of each game knows, (games, size).

        Args:
            seats: one seat for all games or (games,) of them, -1 for a spectator; None for the seats that decide.
            out: where to write; None for a fresh array.
        """
        shape = (len(self), self.observation_size)
        if out is None:
            out = self._xp.zeros(shape, np.int8)
        elif not self._is_room(out, shape):
            raise SanssouciError(f"out must be a contiguous array of int8 of shape {shape} that can be written to")
        self._rules.observe_games(self._table, self._states, self._eyes(seats), self._view, out)
        return out

    @property
    def scores(self) -> npt.NDArray[np.int64]:
        """The points in play of each seat, (games, players)."""
        words = [layout.NOBLE_POINTS, *arrays.POINTS[1:]]
        at = [[layout.seat_base(seat) + word for word in words] for seat in range(self._players)]
        scores: npt.NDArray[np.int64] = self._states[:, self._xp.asarray(at)].sum(axis=2)
        return scores

    def chances(self) -> npt.NDArray[np.int64]:
        """For each code of chance, (games, 44) from code 193 on, how many equally likely draws give it.

        A row divided by its sum holds the probabilities; it is 0 where no chance comes next.
        """
        out: npt.NDArray[np.int64] = self._xp.zeros((len(self), layout.CODES - layout.ACTIONS), np.int64)
        self._rules.weigh_chances(self._table, self._states, out)
        return out

    # ── going back, and other worlds ───────────────────────────────────────────────────────────────

    def save(self) -> SavedBatch:
        """Where all games stand, with the luck to come."""
        now = self._now()
        return now._replace(states=now.states.copy(), lucks=now.lucks.copy())

    def _now(self) -> SavedBatch:
        return SavedBatch(self._states, self._lucks, self._seed, self._box.digest)

    def restore(self, saved: SavedBatch) -> None:
        """Go back to where a batch of the same kind stood. Rewards are 0 then, and what was over is terminated."""
        check_saved(saved, self._now(), self._xp)
        if self._luck != "own" and (waiting := self._waiting(saved.states)).any():
            raise SanssouciError(f"game {int(waiting.argmax())}: chance comes next, and here the seed decides that")
        self._sow(saved.seed)
        self._states[:], self._lucks[:] = saved.states, saved.lucks
        self.rewards[:] = 0
        self.terminated[:] = saved.states[:, layout.PHASE] == layout.OVER
        self._look()

    def redeal(self, seats: npt.ArrayLike | None = None, *, seed: SupportsIndex | None = None) -> None:
        """Deal anew what one seat of each game does not know: others' hands and missions, and the luck to come.

        Each deal that the seat must think possible is equally likely. What the seat observes does not change. With luck
        of your own, the set-up has to be dealt first.

        Args:
            seats: one seat for all games or (games,) of them, -1 for a spectator; None for the seats that decide.
            seed: the same seed deals the same; None takes a fresh one.
        """
        words, eyes = seed_words(choose_luck(seed)), self._eyes(seats)
        dealing = self._waiting(self._states) & (self._states[:, layout.PHASE] < layout.PLAY_CARD)
        if dealing.any():
            raise SanssouciError(f"game {int(dealing.argmax())}: the set-up is still being dealt")
        self._rules.redeal_games(self._table, self._states, self._lucks, eyes, *words, self._view)
        self._look()

    # ── inside ─────────────────────────────────────────────────────────────────────────────────────

    def _waiting(self, states: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """For each state whether chance comes next."""
        phases: Any = states[:, layout.PHASE]  # all at once
        waiting: Any = layout.is_chance(phases)
        return waiting  # type: ignore[no-any-return]

    def _look(self) -> None:
        self._rules.look_at_games(self._table, self._states, self._view, self._masks, self.seats, self.observations)

    def _eyes(self, seats: npt.ArrayLike | None) -> npt.NDArray[np.int64]:
        if seats is None:
            return self._states[:, layout.SEAT].copy()
        given = self._array("seats", seats)
        eyes = self._checked("seats", self._xp.full(len(self), given) if given.ndim == 0 else given, np.int64)
        if ((eyes < -1) | (eyes >= self._players)).any():
            raise SanssouciError(f"seats are 0 to {self._players - 1}, and -1 is a spectator")
        return eyes

    def _array(self, name: str, given: npt.ArrayLike) -> npt.NDArray[Any]:
        try:
            array: npt.NDArray[Any] = self._xp.asarray(given)
        except ValueError:
            raise SanssouciError(
                f"{name} must be an array of shape ({len(self)},), not rows of several lengths"
            ) from None
        return array

    def _is_room(self, out: object, shape: tuple[int, ...]) -> bool:
        """Whether observations can be written to an array."""
        if not isinstance(out, self._xp.ndarray) or out.shape != shape or out.dtype != np.int8:
            return False
        return bool(out.flags.c_contiguous and (self._xp is not np or out.flags.writeable))

    def _checked(self, name: str, given: npt.ArrayLike, kind: type[Any]) -> npt.NDArray[Any]:
        """An array of one value a game; SanssouciError for another shape or for values of another kind."""
        array = self._array(name, given)
        if array.shape != (len(self),) or array.dtype.kind not in ("b" if kind is np.bool_ else "iu"):
            expected = "booleans" if kind is np.bool_ else "whole numbers"
            found = f"{array.dtype} of shape {array.shape}"
            raise SanssouciError(f"{name} must be an array of {expected} of shape ({len(self)},), not {found}")
        if array.dtype == np.uint64:  # larger numbers would turn negative
            array = self._xp.minimum(array, np.iinfo(np.int64).max)
        fresh: npt.NDArray[Any] = self._xp.ascontiguousarray(array, kind)
        return fresh

    def _refusal(self, index: int, code: int) -> IllegalMoveError:
        legal = tuple(map(str, self._xp.flatnonzero(self.masks[index]).tolist()))
        return IllegalMoveError(f"game {index}: code {code} is illegal; legal are {', '.join(legal)}", legal=legal)


def check_one_of(option: str, given: object, possible: tuple[str, ...]) -> None:
    """Refuse anything that is not a value of an option."""
    if not isinstance(given, str) or given not in possible:
        verb = "are" if option.endswith("s") else "is"
        raise SanssouciError(f"{option} {verb} one of {', '.join(possible)}, not {given!r}")


def _on(device: Device) -> tuple[Any, Batcher]:
    """The module of arrays and the entry points of a device."""
    if device == "cpu":
        return np, batcher()
    require_cuda()
    return array_module(), cuda_batcher()
