"""A match: who plays whom on which luck, in which seats."""

import hashlib
import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from math import isfinite
from pathlib import Path
from typing import Any, Final, NamedTuple

import sanssouci
from sanssouci.arena.simulation import Setting, seed_of_game
from sanssouci.game.errors import SanssouciError
from sanssouci.game.options import check_names, check_seed
from sanssouci.kernel import layout
from sanssouci.players.external import files_of, is_engine
from sanssouci.players.levels import is_level, label_of, seconds_of

FORMAT: Final = "sanssouci-arena"  # of a results file
LIMIT: Final = 60.0  # seconds per move
_CODE: Final = ("kernel", "thinking", "game", "players")  # the parts of the package that a player's moves depend on


class GameId(NamedTuple):
    """One game of a match; games are played in the order of their ids."""

    block: int  # all games of a block have the same luck
    lineup: int
    rotation: int


@dataclass(frozen=True)
class Match:
    """Players, given by their descriptions, and what they play.

    A line-up says who plays together. All rotations of all line-ups on the same luck make a block, the unit of every
    statistic. The line-ups:

    - two seats: every pair of players;
    - more seats, two players: the first player in one seat, the second in all the others;
    - more seats, at least as many players: every choice of different players;
    - four seats, three players: for each ordered pair, one player in one seat and the other in all the rest.
    """

    setting: Setting
    specs: tuple[str, ...]
    seed: int = 0
    limit: float = LIMIT

    def __post_init__(self) -> None:
        if len(self.specs) < 2:
            raise SanssouciError(f"a match needs at least two players, not {len(self.specs)}")
        if not (isfinite(self.limit) and self.limit > 0):
            raise SanssouciError(f"the time limit per move must be a positive number of seconds, not {self.limit!r}")
        for spec in self.specs:
            seconds = seconds_of(spec)
            if seconds is not None and seconds >= self.limit:
                late = (
                    f"player {spec!r} thinks for {seconds:g} s and would exceed the limit of {self.limit:g} s per move"
                )
                raise SanssouciError(f"{late}: the limit must be above {seconds:g} s (--limit)")
        object.__setattr__(self, "seed", check_seed(self.seed))
        check_names(tuple(label[:80] for label in self.labels), len(self.specs))

    @cached_property
    def lineups(self) -> tuple[tuple[int, ...], ...]:
        """The line-ups: for each seat of the first rotation, the number of the player."""
        seats, players = self.setting.players, len(self.specs)
        if players >= seats:
            return tuple(combinations(range(players), seats))
        pairs = ((0, 1),) if players == 2 else permutations(range(players), 2)
        return tuple((one, *[rest] * (seats - 1)) for one, rest in pairs)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """A name for each player: its description, or its name for a custom class; numbered where two are the same."""
        names = [label_of(spec) for spec in self.specs]
        return tuple(
            name if names.index(name) == index else f"{name} ({names[: index + 1].count(name)})"
            for index, name in enumerate(names)
        )

    def blocks(self, games: int) -> int:
        """How many blocks it takes for at least that many games of each line-up."""
        return -(-games // self.setting.players)

    def games(self, blocks: int) -> Iterator[GameId]:
        """All games of the first blocks, in order."""
        for block in range(blocks):
            for lineup in range(len(self.lineups)):
                for rotation in range(self.setting.players):
                    yield GameId(block, lineup, rotation)

    def seats(self, game: GameId) -> tuple[int, ...]:
        """Which player sits in each seat."""
        lineup = self.lineups[game.lineup]
        return tuple(lineup[(seat - game.rotation) % len(lineup)] for seat in range(len(lineup)))

    def luck(self, game: GameId) -> int:
        """The seed of the luck, the same for all line-ups and rotations of a block."""
        return seed_of_game(self.seed, game.block)

    def header(self) -> dict[str, Any]:
        """Everything the results depend on, as the first line of a results file."""
        return {
            "format": FORMAT,
            "version": 1,
            "sanssouci": sanssouci.__version__,
            "code": code_digest(),
            "box": self.setting.box.id,
            "digest": self.setting.box.digest[:16],
            "players": self.setting.players,
            "expansions": list(self.setting.expansions),
            "specs": list(self.specs),
            "files": [file_digest(spec) for spec in self.specs],
            "seed": self.seed,
            "limit": self.limit,
        }


def player_seed(luck: int, seat: int, player: int) -> int:
    """The seed for a player in a seat. It reveals nothing about the luck, which no player may know."""
    return seed_of_game(luck, player * layout.MAX_SEATS + seat) >> 65


def code_digest() -> str:
    """A hash of the sources and weights that decide what a player of this package does."""
    package = Path(sanssouci.__file__).parent
    digest = hashlib.sha256()
    files = (path for part in _CODE for kind in ("*.py", "*.npz") for path in (package / part).rglob(kind))
    for path in sorted(files):
        digest.update(f"{path.relative_to(package).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def file_digest(spec: str) -> str | None:
    """A hash of the file of a player given by a file, a module or a command, None for levels."""
    if is_engine(spec):
        content = b"".join(path.read_bytes() for path in files_of(spec))
        return hashlib.sha256(content).hexdigest()[:16] if content else None
    place = spec.rpartition(":")[0]
    if not place or is_level(spec):
        return None
    path = Path(place) if place.endswith(".py") else _file_of(place)
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path is not None and path.is_file() else None


def _file_of(module: str) -> Path | None:
    """The file of a module given by its dotted name, None if it cannot be found."""
    try:
        found = importlib.util.find_spec(module)
    except Exception:  # finding it may run someone else's package
        return None
    return Path(found.origin) if found is not None and found.origin is not None else None
