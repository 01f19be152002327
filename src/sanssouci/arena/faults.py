"""Faults of custom players, each described in one line that helps to fix it."""

import inspect
import sys
import traceback
from typing import Final

from sanssouci.game.errors import SanssouciError
from sanssouci.game.game import Game
from sanssouci.players.levels import is_level
from sanssouci.players.player import Player

LONGEST_MESSAGE: Final = 300


class PlayerError(SanssouciError):
    """A custom player failed to make a legal move; the text says which player, when, and why."""


def let_move(game: Game, player: Player, spec: str) -> None:
    """Let the player whose turn it is play a move; raises PlayerError if a custom player fails."""
    assert game.seat is not None
    try:
        game.push(player.choose(game.view(game.seat)))
    except Exception as error:
        if is_level(spec):
            raise
        place = f"seat {game.seat}, after {len(game.moves)} moves"
        raise PlayerError(f"player {spec!r} ({place}): {describe(error, player)}") from error


def describe(error: BaseException, player: Player | None = None) -> str:
    """An exception in one line: its type, its message, and where it arose, preferably in the player's file."""
    if type(error).__module__.partition(".")[0] == "sanssouci":
        return printable(str(error))
    file, line = _place(error, player)
    place = f" ({printable(file.replace(chr(92), '/').rpartition('/')[2])}:{line})" if file else ""
    return printable(f"{type(error).__name__}: {_text(error)}") + place


def _place(error: BaseException, player: Player | None) -> tuple[str, int | None]:
    """The file and line that help most in fixing a player: its own file rather than those that it calls."""
    frames = traceback.extract_tb(error.__traceback__)
    try:
        own = inspect.getfile(type(player))
        code = type(player).choose.__code__ if player is not None else None
    except BaseException:  # a class may have no file, or do anything at all when inspected
        own, code = "", None
    for frame in reversed(frames):
        if frame.filename == own:
            return own, frame.lineno
    if code is not None and len(frames) == 1:  # `choose` could not even be called
        return code.co_filename, code.co_firstlineno
    return (frames[-1].filename, frames[-1].lineno) if frames else ("", None)


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except BaseException:  # even this may run someone else's code
        return f"<no text, {type(sys.exception()).__name__}>"


def printable(text: str) -> str:
    """Text from outside as one line, without control characters and cut to a reasonable length."""
    line = "".join(sign if sign.isprintable() else " " for sign in text)
    return line if len(line) <= LONGEST_MESSAGE else line[: LONGEST_MESSAGE - 1] + "…"
