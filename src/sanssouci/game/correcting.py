"""An earlier entry of a followed game, changed: what was entered after it stays as far as it is still possible."""

from collections.abc import Sequence

from sanssouci.game.entered import Entered
from sanssouci.game.errors import SanssouciError
from sanssouci.game.events import KINDS, UNKNOWN, seat_of_event
from sanssouci.game.following import FollowedGame
from sanssouci.kernel import layout


def corrected(
    game: FollowedGame, place: int, text: str, *, literally: bool = False
) -> tuple[FollowedGame, tuple[Entered, ...]]:
    """A game with another entry in some place, and the later entries that had to go.

    SanssouciError if that entry cannot be right. With `literally`, later entries stay only as they were written.
    """
    later = game.entries[place + 1 :]
    other = game.before(place)
    other._take(text)
    kept = _take_while_possible(other, later, literally=literally)
    other._pass_over()
    if kept == len(later):
        _show_again(other, game)
    return other, tuple(entry for entry in later[kept:] if entry.text != UNKNOWN)


def _take_while_possible(game: FollowedGame, entries: Sequence[Entered], *, literally: bool) -> int:
    """Enter events again as long as they are possible, and return how many were."""
    for number, entry in enumerate(entries):
        state = game._now.state
        if KINDS.get(int(state[layout.PHASE])) != entry.kind or seat_of_event(state) != entry.seat:
            return number
        if not any(_take(game, text) for text in ([entry.text] if literally else _again(entry))):
            return number
    return len(entries)


def _again(entry: Entered) -> list[str]:
    """How an entry may read after a correction, the best first.

    The bag has brought the same structure wherever there is room for it now, and the other of two equal tiles will do.
    """
    if entry.kind == "tile":
        return [entry.text[0]]
    if entry.kind == "turn" and "'" in entry.text:
        return [entry.text, entry.text.replace("'", "")]
    return [entry.text]


def _take(game: FollowedGame, text: str) -> bool:
    """Enter an event if it is possible."""
    try:
        game._take(text)
    except SanssouciError:
        return False
    return True


def _show_again(game: FollowedGame, shown: FollowedGame) -> None:
    """Show the missions that were shown in another game."""
    for seat in shown._shown:
        if seat in game._now.veiled:
            game.show(seat, shown._missions(seat))
