"""What the tests play: every configuration, simple players, and games drawn by Hypothesis."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import compress, product
from pathlib import Path
from typing import Any, Final

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from sanssouci import Box, Game, GreedyPlayer, Move, Player, RandomPlayer, View, load_box
from sanssouci.box import Expansions, published
from sanssouci.box.expansions import BASIC_GAME
from sanssouci.game.legal import turn_of
from sanssouci.game.lexicon import Array
from sanssouci.kernel import engine, layout

ROOT: Final = Path(__file__).resolve().parents[1]
SMALL: Final = ROOT / "src" / "sanssouci" / "box" / "data" / "small.toml"
NARROW: Final = ROOT / "tests" / "boxes" / "narrow.toml"  # one space in some rows, two in another
BOX_FILES: Final = {"small": SMALL, "narrow": NARROW}  # by the ids of their boxes; the others are published


@dataclass(frozen=True, slots=True)
class Configuration:
    """A box with a number of players and expansions."""

    box_name: str
    players: int
    expansions: Expansions = BASIC_GAME

    @property
    def id(self) -> str:
        """The name in test ids and file names, like 'imperial-3-rewards-boar'."""
        return "-".join((self.box_name, str(self.players), *self.expansions))

    @property
    def box(self) -> Box:
        return box_named(self.box_name)

    def game(self, seed: int, *, first: int | None = None) -> Game:
        return Game(self.box, players=self.players, expansions=self.expansions, first=first, seed=seed)


@cache
def box_named(name: str) -> Box:
    return load_box(str(BOX_FILES.get(name, name)))


def configurations(box_name: str) -> Iterator[Configuration]:
    """Every number of players that a box allows with every choice of its expansions."""
    box = box_named(box_name)
    for players in box.players:
        for chosen in product((False, True), repeat=len(box.expansions)):
            yield Configuration(box_name, players, Expansions(compress(box.expansions, chosen)))


CONFIGURATIONS: Final = tuple(each for name in (*published(), *BOX_FILES) for each in configurations(name))
BY_ID: Final = {configuration.id: configuration for configuration in CONFIGURATIONS}


# ── players ───────────────────────────────────────────────────────────────────────────────────────────


class EdgePlayer:
    """Always takes the first legal move, or always the last (which never walks)."""

    def __init__(self, index: int) -> None:
        self.index = index

    def choose(self, view: View) -> Move:
        if view.is_setup:
            return list(view.legal_moves)[self.index]
        row = view.legal_moves.table()[self.index]
        return turn_of(view._lexicon, int(view._state[layout.DISPLAY]), row[:-1].tolist())


POLICIES: Final = ("random", "greedy", "first", "last")


def player(policy: str, seed: int) -> Player:
    if policy == "random":
        return RandomPlayer(seed)
    if policy == "greedy":
        return GreedyPlayer(seed)
    return EdgePlayer(0 if policy == "first" else -1)


def players_of(policies: Sequence[str], count: int, seed: int) -> list[Player]:
    """A player for each seat; the policies go round the table."""
    return [player(policies[seat % len(policies)], 4 * (seed % 2**60) + seat) for seat in range(count)]


def step(game: Game, players: Sequence[Player]) -> Move:
    """Let the seat at hand play one move."""
    assert game.seat is not None
    move = players[game.seat].choose(game.view(game.seat))
    game.push(move)
    return move


def positions(game: Game, players: Sequence[Player]) -> Iterator[Game]:
    """The game itself at every point where a decision is due, and at its end."""
    yield game
    while not game.is_over:
        step(game, players)
        yield game


def finished(configuration: Configuration, seed: int, policies: Sequence[str] = ("random", "greedy")) -> Game:
    return running(configuration, seed, policies, 10_000)


def running(configuration: Configuration, seed: int, policies: Sequence[str], moves: int) -> Game:
    """A game after that many moves, or at its end."""
    game = configuration.game(seed)
    players = players_of(policies, game.players, seed)
    for _ in range(moves):
        if game.is_over:
            break
        step(game, players)
    return game


# ── the kernel below a game ───────────────────────────────────────────────────────────────────────────


def first_state(game: Game) -> Array:
    """The state before anything was dealt."""
    state = np.zeros(layout.STATE_WORDS, np.int64)
    expansions = int(game._state[layout.EXPANSIONS])
    engine.engine().new_game(game._lexicon.table, state, game.players, expansions, game.first)
    return state


def codes_in(table: Array, state: Array, using: engine.Engine | None = None) -> list[int]:
    """The legal codes of a state."""
    out = np.full(layout.SQUARES + 1, -1, np.int64)
    count = (using or engine.engine()).list_codes(table, state, out)
    codes: list[int] = out[:count].tolist()
    return codes


def eyes_of(game: Game) -> range:
    """All who may look: a spectator, then each seat."""
    return range(-1, game.players)


# ── what Hypothesis draws ─────────────────────────────────────────────────────────────────────────────

THOROUGH: Final = os.environ.get("SANSSOUCI_TESTS") == "thorough"  # as `make test-long` sets it


def examples(count: int) -> settings:
    """Settings for a property with that many examples: all of them in `make test-long`, a fifth in `make test`."""
    return settings(max_examples=count if THOROUGH else count // 5)


SEEDS: Final = st.integers(0, 2**128 - 1)
MIXES: Final = st.lists(st.sampled_from(POLICIES), min_size=1, max_size=4)
ANY_CONFIGURATION: Final = st.sampled_from(CONFIGURATIONS)


@st.composite
def set_ups(draw: st.DrawFn) -> tuple[Game, list[Player]]:
    """A game at its very beginning, and players for it."""
    configuration, seed, mix = draw(ANY_CONFIGURATION), draw(SEEDS), draw(MIXES)
    game = configuration.game(seed, first=draw(st.none() | st.integers(0, configuration.players - 1)))
    return game, players_of(mix, game.players, seed)


@st.composite
def finished_games(draw: st.DrawFn) -> Game:
    game, players = draw(set_ups())
    while not game.is_over:
        step(game, players)
    return game


@st.composite
def running_games(draw: st.DrawFn) -> Game:
    """A game that is not over, somewhere between its first move and its last."""
    game, players = draw(set_ups())
    sides = 4 * (1 + ("rewards" in game.expansions))
    for _ in range(draw(st.integers(0, game.rounds * game.players + sides - 1))):
        step(game, players)
        if game.is_over:
            game.pop()
            break
    return game


JSON_SCALARS: Final = (
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.integers()
    | st.floats()
    | st.sampled_from(["", "?", "-", "A", "a", "f3", "f3'", "36", "*", "seed", "turn", "0", "\ud800", "\0"])
    | st.text(max_size=6)
)
JSON_VALUES: Final[st.SearchStrategy[Any]] = st.recursive(
    JSON_SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
