"""Sanssouci for OpenSpiel: the game `python_sanssouci`, with chance as explicit nodes.

    import pyspiel
    import sanssouci.adapters.openspiel  # registers the game

    game = pyspiel.load_game("python_sanssouci(box=small,expansions=rewards+boar)")

Actions of players are the codes of docs/actions.md, those of chance the same less 193. An observation is that of
docs/vector.md; an information state is an observation and everything that its player has seen happen, in order.
"""

from typing import Any, Final, SupportsIndex

import numpy as np
import numpy.typing as npt

from sanssouci.adapters.openspiel_observer import HIDDEN, SanssouciObserver, write_words
from sanssouci.box import load
from sanssouci.game.errors import SanssouciError
from sanssouci.game.extras import MissingExtraError
from sanssouci.game.game import Game
from sanssouci.game.view import View
from sanssouci.kernel import layout
from sanssouci.kernel.chance import cases_of
from sanssouci.kernel.engine import engine
from sanssouci.kernel.layout import ACTIONS, CODES, HAND, MISSIONS, seat_base
from sanssouci.vector.single import share_out

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise MissingExtraError("openspiel", needed_for="OpenSpiel's game python_sanssouci") from missing

Array = npt.NDArray[np.int64]

NAME: Final = "python_sanssouci"
DEFAULTS: Final[dict[str, Any]] = {
    "box": "ravensburger",  # the name of a box, or the path of a box file
    "players": 2,
    "expansions": "",  # with + between them: a comma would end the parameter
    "first": 0,  # the seat that starts
    "rewards": "win",  # "win": -1 to everybody, and the number of players to the winners; "points" or "margin"
}
_MOST_POINTS: Final = 500.0


def _kind(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Sanssouci",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=layout.MAX_SEATS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class SanssouciGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The game; its parameters are those of DEFAULTS."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        expansions = chosen["expansions"].replace("+", ",")
        begin = Game(
            load(chosen["box"]), players=chosen["players"], expansions=expansions, first=chosen["first"], luck="own"
        )
        self.rewards = chosen["rewards"]
        if self.rewards not in ("win", "points", "margin"):
            raise SanssouciError(f"rewards is one of win, points, margin, not {self.rewards!r}")
        self.box, self.table, self.start = begin.box, begin.table, begin.state
        self.expansions, self.first = begin.expansions, begin.first
        players, turns = begin.players, begin.rounds * begin.players
        dealt = players * (2 + self.box.missions + self.box.hand) + len(self.box.display)
        self.longest = players * 2 + turns * 5  # decisions
        self.longest_chance = dealt + turns * 2
        low, high, total = {
            "win": (-1.0, players - 1.0, 0.0),
            "points": (0.0, _MOST_POINTS, None),
            "margin": (-_MOST_POINTS, _MOST_POINTS, 0.0 if players == 2 else None),
        }[self.rewards]
        utility = pyspiel.GameType.Utility.GENERAL_SUM if total is None else pyspiel.GameType.Utility.ZERO_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=CODES - ACTIONS,
            num_players=players,
            min_utility=low,
            max_utility=high,
            utility_sum=total,
            max_game_length=self.longest,
        )
        super().__init__(_kind(utility), info, params or {})

    def new_initial_state(self, start: Array | None = None) -> "SanssouciState":
        """The beginning of a game; from `start`, the words of any other state, without what led to it."""
        return SanssouciState(self, self.start if start is None else start)

    def state_of(self, view: View, seed: SupportsIndex | None = None) -> "SanssouciState":
        """A state that could be the one behind a view: what the view hides is dealt anew, so nothing leaks."""
        return self.new_initial_state(view.sample(seed, luck="own").state)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance decides at most."""
        return self.longest_chance

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SanssouciObserver:
        """What OpenSpiel observes states with."""
        return SanssouciObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SanssouciState(pyspiel.State):  # type: ignore[misc]
    """A state: the kernel's words, and the codes that led to it with the seats that they belong to."""

    def __init__(self, game: SanssouciGame, start: Array) -> None:
        super().__init__(game)
        self.start = start  # never changed
        self.words = start.copy()
        self.codes = b""  # bytes are shared between copies of a state
        self.seats = b""  # for each code, the seat that decided or that chance was asked for

    def current_player(self) -> int:
        """The seat that decides, or OpenSpiel's number for chance or the end."""
        phase = int(self.words[layout.PHASE])
        if phase == layout.OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE if layout.is_chance(phase) else self.words[layout.SEAT])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.words[layout.PHASE] == layout.OVER)

    def _list(self) -> list[int]:
        out = np.empty(layout.SQUARES + 1, np.int64)
        codes: list[int] = out[: engine().list_codes(self.get_game().table, self.words, out)].tolist()
        return codes

    def _legal_actions(self, player: int) -> list[int]:
        return self._list()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance, with their probabilities."""
        if not self.is_chance_node():
            raise pyspiel.SpielError("this is not a chance node: a player must decide, or the game is over")
        codes = self._list()
        cases = [int(cases_of(self.words, code)) for code in codes]
        return [(code - ACTIONS, count / sum(cases)) for code, count in zip(codes, cases, strict=True)]

    def _apply_action(self, action: int) -> None:
        phase = int(self.words[layout.PHASE])
        code = action + ACTIONS if layout.is_chance(phase) else action
        seat = int(self.words[layout.SEAT])
        if not engine().play(self.get_game().table, self.words, np.array([code], np.int64), 1):
            raise pyspiel.SpielError(f"action {action} is not legal while the phase is {layout.PHASE_NAMES[phase]!r}")
        self.codes += bytes((code,))
        self.seats += bytes((seat,))

    def _action_to_string(self, player: int, action: int) -> str:
        at_chance = player == pyspiel.PlayerId.CHANCE
        return f"{'chance' if at_chance else 'code'} {action + ACTIONS if at_chance else action}"

    def returns(self) -> list[float]:
        """What each seat gets: zeros before the end."""
        game, players = self.get_game(), int(self.words[layout.PLAYERS])
        if not self.is_terminal():
            return [0.0] * players
        out = np.empty((players, layout.RESULT_WORDS), np.int64)
        engine().results(game.table, self.words, out)
        winners = np.flatnonzero(out[:, layout.RESULT_WINS]).tolist()
        rewards = share_out(out[:, layout.POINTS_TOTAL].tolist(), winners, game.rewards)
        return [players * reward - 1 for reward in rewards] if game.rewards == "win" else list(rewards)

    def events_of(self, player: int) -> bytes:
        """All codes in order as a player saw them, with HIDDEN for what only another one saw."""
        pairs = zip(self.codes, self.seats, strict=True)
        return bytes(HIDDEN if seat != player and _is_secret(code) else code for code, seat in pairs)

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> "SanssouciState":
        """Another state that the player must think possible: what the others drew is dealt anew, with its history."""
        if not 0 <= player < self.num_players():
            raise pyspiel.SpielError(f"there is no player {player}; players are 0 to {self.num_players() - 1}")
        if self.is_chance_node() and self.words[layout.PHASE] < layout.PLAY_CARD:
            raise pyspiel.SpielError("the set-up is still being dealt; resample when a player must decide")
        luck = np.random.default_rng(int(probability_sampler() * 2**53))
        dealt = np.empty_like(self.words)
        engine().redeal(self.get_game().table, self.words, player, *luck.integers(2**62, size=2).tolist(), dealt)
        start, codes = self.start.copy(), bytearray(self.codes)
        for seat in range(int(self.words[layout.PLAYERS])):
            if seat != player:
                base = seat_base(seat)
                start[base + HAND], start[base + MISSIONS] = _take_back(codes, self.seats, seat, dealt[base:], luck)
        other: SanssouciState = self.get_game().new_initial_state(start)
        for code in codes:
            other.apply_action(code - ACTIONS if code >= ACTIONS else code)
        return other

    def to_game(self) -> Game:
        """The same game as a `Game` with luck of your own, to draw it or to ask our players."""
        game = self.get_game()
        if (self.start != game.start).any():
            raise SanssouciError("this state has no past: only one that began with the set-up becomes a Game")
        twin = Game(game.box, players=game.num_players(), expansions=game.expansions, first=game.first, luck="own")
        for code in self.codes:
            twin.push_chance(code) if code >= ACTIONS else twin.push_code(code)
        return twin

    def __str__(self) -> str:
        return write_words(self.words)


def _is_secret(code: int) -> bool:
    return layout.DEALT_MISSION_CODE <= code < layout.DEALT_REWARD_CODE or (
        layout.DRAWN_CARD_CODE <= code < layout.TURNED_TILE_CODE
    )


def _take_back(codes: bytearray, seats: bytes, seat: int, words: Array, luck: np.random.Generator) -> tuple[int, int]:
    """Give a seat another past that leads to the hand and missions in `words`; its first hand and missions."""
    held = {layout.DRAWN_CARD_CODE: int(words[HAND]), layout.DEALT_MISSION_CODE: int(words[MISSIONS])}
    for index in reversed(range(len(codes))):
        code = codes[index]
        if seats[index] == seat and layout.CARD_CODE <= code < layout.SLOT_CODE:
            held[layout.DRAWN_CARD_CODE] |= 1 << (code - layout.CARD_CODE)
        elif seats[index] == seat and _is_secret(code):
            first = layout.DRAWN_CARD_CODE if code >= layout.DRAWN_CARD_CODE else layout.DEALT_MISSION_CODE
            choice = luck.choice([bit for bit in range(layout.CARDS) if held[first] >> bit & 1])
            held[first] &= ~(1 << int(choice))
            codes[index] = first + int(choice)
    return held[layout.DRAWN_CARD_CODE], held[layout.DEALT_MISSION_CODE]


pyspiel.register_game(_kind(pyspiel.GameType.Utility.ZERO_SUM), SanssouciGame)
