"""The players that can be asked for, by name or by the location of their class.

A description is `NAME`, `NAME:OPTION=VALUE,…`, `package.module:Class`, `path/to/file.py:Class` or `engine:COMMAND`:

    courtier            a level with its usual budget
    king:time=5         five seconds a move
    king:samples=2000   2,000 playouts per move instead of a time: the same moves on every machine
    mine.py:MyPlayer    your own class, made with a seed
    engine:./mine       your own program, in any language (docs/engine_protocol.md)
"""

import inspect
import math
import operator
import shlex
from collections.abc import Callable, Sequence
from typing import Final, SupportsIndex

from sanssouci.game.errors import SanssouciError
from sanssouci.players.courtier import CourtierPlayer
from sanssouci.players.external import PREFIX, EnginePlayer, is_engine, name_of, read_spec
from sanssouci.players.greedy import GreedyPlayer
from sanssouci.players.king import ArchitectPlayer, KingPlayer
from sanssouci.players.mind import LONGEST, SHORTEST
from sanssouci.players.own import call, make_own
from sanssouci.players.page import PagePlayer
from sanssouci.players.player import Player
from sanssouci.players.random import RandomPlayer

# From the weakest to the strongest. Random and greedy are for comparison; the other four are the ladder.
LEVELS: Final[dict[str, Callable[[int | None], Player]]] = {
    "random": RandomPlayer,
    "page": PagePlayer,
    "greedy": GreedyPlayer,
    "courtier": CourtierPlayer,
    "architect": ArchitectPlayer,
    "king": KingPlayer,
}
LADDER: Final = ("page", "courtier", "architect", "king")  # the levels that people are offered
DEFAULT_LEVEL: Final = "courtier"

# The options that a level takes, and how their values are read.
_OPTIONS: Final[dict[str, Callable[[str], float]]] = {"samples": int, "time": float}


def make_player(spec: str, seed: SupportsIndex | None = None) -> Player:
    """Make a player for one seat; SanssouciError if the description is not that of a player.

    Args:
        spec: a level ('random', 'page', 'greedy', 'courtier', 'architect', 'king'), a level with a budget
            ('king:time=0.2', 'king:samples=5000'), your own class ('my_bot.py:Bot', 'package.module:Bot'), or your own
            program ('engine:./my-bot', 'engine:time=0.5 node my-bot.js').
        seed: the luck of the player; without a time limit, the same seed gives the same moves.
    """
    if is_level(spec):
        return _make_level(spec, seed)
    if is_engine(spec):
        return EnginePlayer(spec, None if seed is None else operator.index(seed))
    if ":" not in spec:
        known = f"{', '.join(LEVELS)}; one of your own is FILE.py:CLASS or MODULE:CLASS, a program engine:COMMAND"
        raise SanssouciError(f"there is no player {spec!r}; there are: {known}")
    return make_own(spec, None if seed is None else operator.index(seed))


def is_level(spec: str) -> bool:
    """Whether a description names a level, perhaps with options, rather than your own class."""
    return spec.partition(":")[0] in LEVELS


def label_of(spec: str) -> str:
    """What a player is called: a level by its description, your own class or program by its name."""
    if is_engine(spec):
        return name_of(spec)
    return spec if is_level(spec) else spec.rpartition(":")[2]


def by_seat(specs: Sequence[str], players: int) -> tuple[str, ...]:
    """A description for each seat, given one for all seats or one per seat."""
    if len(specs) not in (1, players):
        raise SanssouciError(f"name one player for all {players} seats, or one for each of them, not {len(specs)}")
    return tuple(specs) * (players // len(specs))


def seconds_of(spec: str) -> float | None:
    """How long a player thinks about a move; None for your own classes, and for levels without a time budget."""
    if is_engine(spec):
        return read_spec(spec)[1]
    usual = inspect.signature(LEVELS[spec.partition(":")[0]]).parameters.get("time") if is_level(spec) else None
    if usual is None:
        return None
    _make_level(spec)  # refuses anything that is not a budget
    options = _options(spec)
    return None if "samples" in options else float(options.get("time", usual.default))


def timed(spec: str, seconds: float) -> str:
    """The same player with another time for a move, as far as it can take that; unchanged if time decides nothing."""
    if seconds_of(spec) is None:
        return spec
    text = f"time={min(max(seconds, SHORTEST), LONGEST):g}"
    return f"{PREFIX}{text} {shlex.join(read_spec(spec)[0])}" if is_engine(spec) else f"{spec.partition(':')[0]}:{text}"


def _make_level(spec: str, seed: SupportsIndex | None = None) -> Player:
    made: Player = call(spec, LEVELS[spec.partition(":")[0]], (seed,), **_options(spec))
    return made


def _options(spec: str) -> dict[str, float]:
    """The options in the description of a level, checked."""
    name, colon, text = spec.partition(":")
    factory: Callable[..., Player] = LEVELS[name]
    known = [option for option in _OPTIONS if option in inspect.signature(factory).parameters]
    options: dict[str, float] = {}
    for part in text.split(",") if colon else ():
        option, _, value = part.partition("=")
        if option not in known or option in options:
            has = f"it takes: {', '.join(known)}" if known else "it takes none"
            raise SanssouciError(f"player {spec!r}: {option!r} is not an option of {name}; {has}")
        options[option] = _number(spec, option, value)
    if len(options) > 1:
        raise SanssouciError(f"player {spec!r}: a budget is one of {' and '.join(options)}")
    return options


def _number(spec: str, option: str, text: str) -> float:
    try:
        value = _OPTIONS[option](text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise SanssouciError(f"player {spec!r}: {option} is a positive number, not {text!r}")
    return value
