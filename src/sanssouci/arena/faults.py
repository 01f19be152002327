"""What a player of one's own does wrong, in one line that helps to mend it."""

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
    """A player of one's own did not come up with a legal move; the text says which one, when, and why."""


def let_move(game: Game, player: Player, spec: str) -> None:
    """Let the player whose turn it is play a move; PlayerError if a player of one's own fails."""
    assert game.seat is not None
    try:
        game.push(player.choose(game.view(game.seat)))
    except Exception as error:
        if is_level(spec):
            raise
        place = f"seat {game.seat}, after {len(game.moves)} moves"
        raise PlayerError(f"player {spec!r} ({place}): {describe(error, player)}") from error


def describe(error: BaseException, player: Player | None = None) -> str:
    """An exception in one line: its type, what it says, and where it arose, if possible in the player's file."""
    if type(error).__module__.partition(".")[0] == "sanssouci":
        return printable(str(error))
    file, line = _place(error, player)
    place = f" ({printable(file.replace(chr(92), '/').rpartition('/')[2])}:{line})" if file else ""
    return printable(f"{type(error).__name__}: {_text(error)}") + place


def _place(error: BaseException, player: Player | None) -> tuple[str, int | None]:
    """The file and the line that help most to mend a player: its own before those of what it calls."""
    frames = traceback.extract_tb(error.__traceback__)
    try:
        own = inspect.getfile(type(player))
        code = type(player).choose.__code__ if player is not None else None
    except BaseException:  # a class may be made in a way that leaves no file, or do anything when it is looked at
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
    except BaseException:  # even this may be a stranger's code
        return f"<no text, {type(sys.exception()).__name__}>"


def printable(text: str) -> str:
    """A text from outside as one line, without control characters, and not too long."""
    line = "".join(sign if sign.isprintable() else " " for sign in text)
    return line if len(line) <= LONGEST_MESSAGE else line[: LONGEST_MESSAGE - 1] + "…"
