"""Simulation: many games from one seed, each with a seed of its own."""

import secrets
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from sanssouci.arena.faults import let_move
from sanssouci.batches.cuda import Device, simulate_on_gpu
from sanssouci.box import Box, Expansions, load
from sanssouci.box.expansions import BASIC_GAME, Names
from sanssouci.game.errors import SanssouciError
from sanssouci.game.extras import require_cuda
from sanssouci.game.game import Game
from sanssouci.game.lexicon import lexicon
from sanssouci.game.numbers import counted
from sanssouci.game.options import check_options, check_seed, seed_words
from sanssouci.kernel import engine, layout
from sanssouci.kernel.luck import u64
from sanssouci.kernel.playout import game_seed
from sanssouci.players.levels import by_seat, label_of, make_player


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played: the box, the number of players and the expansions."""

    box: Box
    players: int
    expansions: Expansions

    def __init__(self, box: Box, players: SupportsIndex = 2, expansions: Expansions = BASIC_GAME) -> None:
        check_options(box, players=players, expansions=expansions, first=None)
        object.__setattr__(self, "box", box)
        object.__setattr__(self, "players", int(players))
        object.__setattr__(self, "expansions", expansions)

    def game(self, seed: int) -> Game:
        """A fresh game; chance decides who starts."""
        return Game(self.box, players=self.players, expansions=self.expansions, seed=seed)


class Simulation(NamedTuple):
    """How the games ended: two arrays with one row per game and one column per seat."""

    points: npt.NDArray[np.int64]  # the final points
    winners: npt.NDArray[np.bool_]  # whether the seat has won; a shared victory has more than one winner


def simulate(
    games: SupportsIndex,
    box: str | Box = "ravensburger",
    *,
    players: SupportsIndex = 2,
    expansions: Names = (),
    seed: SupportsIndex | None = None,
    threads: SupportsIndex = 1,
    device: Device = "cpu",
) -> Simulation:
    """Play whole random games in compiled code: hundreds of thousands a second on one core.

    Every decision is taken evenly among its legal choices, step by step: a card, a tile it allows, and so on. For games
    between players that think there is `Game` with `make_player`, and `sanssouci arena`.

    Args:
        games: how many.
        box: the name of a published box, the path of a box file, or a `Box`.
        players: 2 to 4.
        expansions: the names of the expansions to play with, as a list or in one text: "rewards,boar".
        seed: the same seed gives the same games; None takes a fresh one.
        threads: how many share the work; the result does not depend on their number.
        device: 'cpu', or 'cuda' for an NVIDIA GPU (extra `cuda`): the same games, in arrays of CuPy that stay there.
    """
    box = box if isinstance(box, Box) else load(box)
    setting = Setting(box, players=players, expansions=Expansions(expansions))
    number = secrets.randbits(128) if seed is None else check_seed(seed)
    rows = totals_on(device, setting, games=games, seed=number, threads=threads)
    return Simulation(rows[:, : setting.players], rows[:, setting.players :].astype(np.bool_))


def totals_on(
    device: Device, setting: Setting, *, games: SupportsIndex, seed: int, threads: SupportsIndex = 1
) -> npt.NDArray[np.int64]:
    """Final points of random games, as `random_totals` gives them, on the processor or on a GPU."""
    if device == "cpu":
        return random_totals(setting, games=games, seed=seed, threads=threads)
    if device != "cuda":
        raise SanssouciError(f"device is one of cpu, cuda, not {device!r}")
    require_cuda()
    players, table = setting.players, lexicon(setting.box).table
    words = (players, setting.expansions.flags, *seed_words(seed))
    rows = simulate_on_gpu(table, *words, counted("games", games, least=0))
    totals: npt.NDArray[np.int64] = rows[:, [*range(players), *range(layout.MAX_SEATS, layout.MAX_SEATS + players)]]
    return totals


def seed_of_game(seed: int, index: int) -> int:
    """The seed of one numbered game, derived from the seed of the whole simulation."""
    word_0, word_1 = game_seed(*seed_words(check_seed(seed)), index)
    return u64(word_0) << 64 | u64(word_1)


def play_games(
    setting: Setting, *, games: int, seed: int, player: str | Sequence[str] = "random", start: int = 0
) -> Iterator[Game]:
    """Play whole games one after another, with one player for all seats or one per seat."""
    specs = by_seat([player] if isinstance(player, str) else player, setting.players)
    for index in range(start, start + games):
        number = seed_of_game(seed, index)
        game = setting.game(number)
        game.names = tuple(f"{label_of(spec)[:76]} {seat}" for seat, spec in enumerate(specs))
        seats = [make_player(spec, number * layout.MAX_SEATS + seat) for seat, spec in enumerate(specs)]
        while game.seat is not None:
            let_move(game, seats[game.seat], specs[game.seat])
        yield game


def random_totals(
    setting: Setting, *, games: SupportsIndex, seed: int, start: int = 0, threads: SupportsIndex = 1
) -> npt.NDArray[np.int64]:
    """Final points of random games by the fused playout: one row per game, the totals by seat, then 1 for each winner.

    The games have the same luck as those of `play_games` but different random decisions. Threads share the work; the
    rows do not depend on their number.
    """
    games, threads = counted("games", games, least=0), counted("threads", threads, least=1)
    table = lexicon(setting.box).table
    words = seed_words(check_seed(seed))
    out = np.zeros((games, 2 * layout.MAX_SEATS), np.int64)

    def run(begin: int, end: int) -> None:
        state = np.zeros(layout.STATE_WORDS, np.int64)
        rows = np.zeros((layout.MAX_SEATS, layout.RESULT_WORDS), np.int64)
        no_trace = np.zeros(0, np.int64)
        engine.engine().simulate(
            table,
            state,
            setting.players,
            setting.expansions.flags,
            *words,
            start + begin,
            rows,
            no_trace,
            out[begin:end],
        )

    bounds = [games * part // threads for part in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(run, bounds[:-1], bounds[1:]))
    players = setting.players
    return np.concatenate((out[:, :players], out[:, layout.MAX_SEATS : layout.MAX_SEATS + players]), axis=1)
