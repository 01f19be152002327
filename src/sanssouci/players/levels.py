"""The players that can be asked for, by name or by where their class stands.

A description is `NAME`, `NAME:OPTION=VALUE,…`, `package.module:Class` or `path/to/file.py:Class`:

    courtier            a level with its usual budget
    king:time=5         five seconds a move
    king:samples=2000   so many playouts a move instead, the same on every machine
    mine.py:MyPlayer    a class of one's own, made with a seed; it plays in the arena only
"""

import hashlib
import importlib
import importlib.util
import inspect
import math
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from sanssouci.game.errors import SanssouciError
from sanssouci.players.courtier import CourtierPlayer
from sanssouci.players.greedy import GreedyPlayer
from sanssouci.players.king import ArchitectPlayer, KingPlayer
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
LADDER: Final = ("page", "courtier", "architect", "king")  # those that people are offered
DEFAULT_LEVEL: Final = "courtier"

# The options that a level takes, and how their values are read.
_OPTIONS: Final[dict[str, Callable[[str], float]]] = {"samples": int, "time": float}


def make_player(spec: str, seed: int | None = None) -> Player:
    """The player that a description means; SanssouciError if there is none."""
    if is_level(spec):
        return make_level(spec, seed)
    if ":" not in spec:
        known = f"{', '.join(LEVELS)}; one of your own is FILE.py:CLASS or MODULE:CLASS"
        raise SanssouciError(f"there is no player {spec!r}; there are: {known}")
    place, _, attribute = spec.rpartition(":")
    factory = getattr(_module(spec, place), attribute, None)
    if not callable(factory):
        raise SanssouciError(f"player {spec!r}: there is no class {attribute!r} in {place}")
    arguments = (seed,) if _takes_seed(factory) else ()
    player = _call(spec, factory, arguments) if inspect.isclass(factory) else _call_function(spec, factory, arguments)
    if not callable(getattr(player, "choose", None)):
        raise SanssouciError(f"player {spec!r}: {attribute} has no method `choose`")
    made: Player = player
    return made


def is_level(spec: str) -> bool:
    """Whether a description means a level, perhaps with options, and no class of one's own."""
    return spec.partition(":")[0] in LEVELS


def make_level(spec: str, seed: int | None = None) -> Player:
    """The level that a description means, never anything else; SanssouciError if there is none."""
    name = spec.partition(":")[0]
    if name not in LEVELS:
        raise SanssouciError(f"there is no level {spec!r}; there are: {', '.join(LEVELS)}{own_elsewhere(spec)}")
    player = _call(spec, LEVELS[name], (seed,), **_options(spec))
    made: Player = player
    return made


def own_elsewhere(spec: str) -> str:
    """What to add where a level is asked for and this looks like a class of one's own."""
    is_own = not is_level(spec) and (":" in spec or spec.endswith(".py"))
    return "; players of your own play in the arena only (sanssouci arena)" if is_own else ""


def seconds_of(spec: str) -> float | None:
    """How long a player thinks about a move, None if it is no level or not time decides about that."""
    usual = inspect.signature(LEVELS[spec.partition(":")[0]]).parameters.get("time") if is_level(spec) else None
    if usual is None:
        return None
    make_level(spec)  # what is no budget is refused
    options = _options(spec)
    return None if "samples" in options else float(options.get("time", usual.default))


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
            raise SanssouciError(f"player {spec!r}: {option!r} is no option of {name}; {has}")
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


def _module(spec: str, place: str) -> ModuleType:
    """The module of a class: a file, or a dotted name."""
    try:
        if not place.endswith(".py"):
            return importlib.import_module(place)
        path = Path(place).resolve()
        if not path.is_file():
            raise SanssouciError(f"player {spec!r}: there is no file {place}")
        return _module_of_file(path, path.stat().st_mtime_ns)
    except SanssouciError:
        raise
    except Exception as error:  # a stranger's file may raise anything
        is_missing = isinstance(error, ModuleNotFoundError) and f"{place}.".startswith(f"{error.name}.")
        hint = "; a class in a file is FILE.py:CLASS" if is_missing else ""
        what = f"{type(error).__name__}: {error}{hint}"
        raise SanssouciError(f"player {spec!r}: {place} cannot be loaded: {what}") from error


@lru_cache(maxsize=64)
def _module_of_file(path: Path, changed: int) -> ModuleType:
    """The module in a file, executed once for each time at which the file was changed."""
    name = f"sanssouci_player_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    found = importlib.util.spec_from_file_location(name, path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module  # dataclasses look their module up
    found.loader.exec_module(module)
    return module


def _takes_seed(factory: Callable[..., Any]) -> bool:
    """Whether a class can be made with one positional argument."""
    try:
        inspect.signature(factory).bind(0)
    except (TypeError, ValueError):
        return False
    return True


def _call_function(spec: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """What a function makes; many a one is meant to be the player itself, which it cannot be."""
    must = (
        "a player is a class, or a function, that is called with a seed and gives an object with a method choose(view)"
    )
    try:
        player = function(*arguments)
    except Exception as error:
        raise SanssouciError(
            f"player {spec!r}: {must}; this function raised {type(error).__name__}: {error}"
        ) from error
    if not callable(getattr(player, "choose", None)):
        raise SanssouciError(f"player {spec!r}: {must}; this function gave {type(player).__name__}")
    return player


def _call(spec: str, factory: Callable[..., Any], arguments: tuple[Any, ...], **options: float) -> Any:
    try:
        return factory(*arguments, **options)
    except SanssouciError as error:
        raise SanssouciError(f"player {spec!r}: {error}") from error
    except Exception as error:
        raise SanssouciError(f"player {spec!r} cannot be made: {type(error).__name__}: {error}") from error
