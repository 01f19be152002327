"""Your own players: a class in a file or a module, loaded and made.

A description is `path/to/file.py:Class` or `package.module:Class`; a function that makes a player also works.
"""

import hashlib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from sanssouci.game.errors import SanssouciError
from sanssouci.players.external import is_engine
from sanssouci.players.player import Player


def make_own(spec: str, seed: int | None = None) -> Player:
    """The player of a description, made with the seed if it takes one; SanssouciError says what is wrong otherwise."""
    place, _, attribute = spec.rpartition(":")
    factory = getattr(_module(spec, place), attribute, None)
    if not callable(factory):
        raise SanssouciError(f"player {spec!r}: there is no class {attribute!r} in {place}")
    arguments = (seed,) if _takes_seed(factory) else ()
    make = call if inspect.isclass(factory) else _call_function
    player = make(spec, factory, arguments)
    if not callable(getattr(player, "choose", None)):
        raise SanssouciError(f"player {spec!r}: {attribute} has no method `choose`")
    made: Player = player
    return made


def module_of(spec: str) -> str | None:
    """The dotted name of the module in a description; None if it names a file or a program."""
    place = "" if is_engine(spec) else spec.rpartition(":")[0]
    return place if place and not place.endswith(".py") else None


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
    """The module in a file, executed again only when the file has changed."""
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
    """The player that a function makes; the error tells whoever passed a function as the player itself."""
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


def call(spec: str, factory: Callable[..., Any], arguments: tuple[Any, ...], **options: float) -> Any:
    """The object that a class makes; SanssouciError if it cannot be made."""
    try:
        return factory(*arguments, **options)
    except SanssouciError as error:
        raise SanssouciError(f"player {spec!r}: {error}") from error
    except Exception as error:
        raise SanssouciError(f"player {spec!r} cannot be made: {type(error).__name__}: {error}") from error
