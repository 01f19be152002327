"""Pictures of positions: one SVG, complete enough to play from. See docs/pictures.md."""

from typing import TYPE_CHECKING

from sanssouci.game.errors import SanssouciError
from sanssouci.game.svg.canvas import readable
from sanssouci.game.svg.choices import Choices, LastMove, choices_of, last_of
from sanssouci.game.svg.keepsake import draw_keepsake
from sanssouci.game.svg.legend import legend_page
from sanssouci.game.svg.page import draw_page
from sanssouci.game.svg.scene import Scene
from sanssouci.game.svg.wording import Wording

if TYPE_CHECKING:
    from sanssouci.game.game import Game
    from sanssouci.game.view import View

__all__ = ["Choices", "LastMove", "draw", "keepsake", "last_of", "legend_page"]


def draw(
    position: "Game | View",
    *,
    names: tuple[str, ...] | None = None,
    last: LastMove | None = None,
    legal: bool | str = False,
    size: float | None = None,
    language: str = "en",
) -> str:
    """The text of an SVG file that shows a game, or what a view knows of it.

    Args:
        position: a `Game`, of which everything is shown, or a `View`.
        names: the players' names, by seat.
        last: the last move, to be marked; `game.last_move` knows it.
        legal: True marks the cards and tiles that may be chosen; the beginning of a move ('36', '36 f3', …) marks what
            may follow it.
        size: the width in pixels; without it the picture has a size of its own.
        language: of the words in it, 'de', 'en', 'es' or 'fr'.
    """
    if size is not None and not 0 < size < 100_000:
        raise SanssouciError(f"a size is a width in pixels, not {size!r}")
    return draw_page(_scene(position, names, language, last=last, choices=choices_of(position, legal)), size)


def keepsake(game: "Game", *, names: tuple[str, ...] | None = None, language: str = "en") -> str:
    """The text of an SVG file to remember a finished game by: the gardens, names and points, without the rest."""
    if not game.is_over:
        raise SanssouciError("the game is still running: a keepsake shows how it ended")
    return draw_keepsake(_scene(game, names, language))


def _scene(
    position: "Game | View",
    names: tuple[str, ...] | None,
    language: str,
    *,
    last: LastMove | None = None,
    choices: Choices | None = None,
) -> Scene:
    wording = Wording(position.box, language)
    if names is None:
        names = tuple(wording("seat", seat=seat) for seat in range(position.players))
    if len(names) != position.players:
        raise SanssouciError(f"there are {position.players} players, but {len(names)} names")
    eyes = getattr(position, "eyes", None)
    return Scene(
        position,
        wording,
        names=tuple(readable(name) or wording("seat", seat=seat) for seat, name in enumerate(names)),
        eyes=None if eyes is None or eyes < 0 else eyes,
        last=last,
        choices=choices,
    )
