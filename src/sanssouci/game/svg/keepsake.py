"""A picture to remember a game by: the finished gardens with names and points, and the final count beneath them."""

from typing import Final

from sanssouci.game.svg.canvas import at, element, escape, group, rectangle, titled
from sanssouci.game.svg.file import svg_file
from sanssouci.game.svg.garden import Plot, draw_garden, size_of
from sanssouci.game.svg.page import MARGIN, TITLE, description, headline, title_line
from sanssouci.game.svg.palette import GOLD, PANEL, RULE
from sanssouci.game.svg.panel import HEAD, PAD, covers_of, describe, draw_head
from sanssouci.game.svg.result import draw_result, result_height
from sanssouci.game.svg.scene import Scene

_BESIDE: Final = 2  # gardens in a row


def draw_keepsake(scene: Scene) -> str:
    """The picture as the text of an SVG file."""
    outcome = scene.position.outcome()
    assert outcome is not None
    width, height = _panel_size(scene)
    page = _BESIDE * width + MARGIN
    body = [at(0, 0, *title_line(scene, page))]
    players = scene.position.players
    for seat in range(players):
        row, place = divmod(seat, _BESIDE)
        alone = seat == players - 1 and place == 0
        x = (page - width) / 2 if alone else place * (width + MARGIN)
        body.append(at(x, TITLE + row * (height + MARGIN), _draw_panel(scene, seat, won=seat in outcome.winners)))
    below = TITLE + -(-players // _BESIDE) * (height + MARGIN)
    body.append(at(0, below, draw_result(scene, outcome, page)))
    total = (page + 2 * MARGIN, below + result_height(scene) + 2 * MARGIN)
    return svg_file(scene.box, at(MARGIN, MARGIN, *body), *total, headline(scene), description(scene), None)


def _panel_size(scene: Scene) -> tuple[float, float]:
    width, height = size_of(scene.box)
    return width + 2 * PAD, HEAD + height + PAD


def _draw_panel(scene: Scene, seat: int, *, won: bool) -> str:
    width, height = _panel_size(scene)
    garden = scene.position.garden(seat)
    edge, thick = (GOLD, 3.0) if won else (RULE, 1.2)
    return group(
        titled(scene.wording("garden of", name=scene.names[seat])),
        element("desc", escape(describe(scene, seat))),
        rectangle(0, 0, width, height, rx=8, fill=PANEL, stroke=edge, stroke_width=thick),
        *draw_head(scene, seat, garden, width),
        at(PAD, HEAD, draw_garden(scene, Plot(garden, covers_of(scene, garden))), class_="garden"),
        data_seat=seat,
    )
