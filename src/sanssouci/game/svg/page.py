"""The whole picture: where the players' parts, the middle of the table and the rest lie.

Seen by all (and by a spectator) the gardens are equally large, with the display in their middle. From a seat's point
of view its own garden is larger.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from sanssouci.game.move import Turn
from sanssouci.game.svg import middle
from sanssouci.game.svg.canvas import at, breadth, fitted, words
from sanssouci.game.svg.file import svg_file
from sanssouci.game.svg.legend import draw_legend, legend_height, other_entries, structure_entries
from sanssouci.game.svg.palette import FAINT
from sanssouci.game.svg.panel import draw_panel, panel_size
from sanssouci.game.svg.result import draw_result, result_height
from sanssouci.game.svg.scene import Scene
from sanssouci.kernel.layout import PHASE, PHASE_NAMES, SEAT

MARGIN: Final = 18
TITLE: Final = 34
_NARROW: Final = middle.WIDTH


@dataclass(slots=True)
class _Sheet:
    """What has been placed so far, and how much room it takes."""

    parts: list[str] = field(default_factory=list)
    width: float = 0
    height: float = 0

    def place(self, drawn: str, x: float, y: float, size: tuple[float, float], scale: float = 1) -> None:
        self.parts.append(at(x, y, drawn, scale=scale))
        self.width = max(self.width, x + size[0] * scale)
        self.height = max(self.height, y + size[1] * scale)


def draw_page(scene: Scene, size: float | None) -> str:
    """The picture as the text of an SVG file."""
    sheet = _Sheet()
    layout = _LAYOUTS[scene.position.players] if scene.eyes is None else _SEEN_FROM[scene.position.players]
    layout(scene, sheet)
    outcome = scene.position.outcome()
    if outcome is not None:
        result = draw_result(scene, outcome, sheet.width)
        sheet.place(result, 0, sheet.height + MARGIN, (sheet.width, result_height(scene)))
    width, height = sheet.width + 2 * MARGIN, sheet.height + TITLE + 2 * MARGIN
    body = at(MARGIN, MARGIN, *title_line(scene, sheet.width)) + at(MARGIN, MARGIN + TITLE, *sheet.parts)
    return svg_file(scene.box, body, width, height, headline(scene), description(scene), size)


# ── where things lie ──────────────────────────────────────────────────────────────────────────────────


def _two(scene: Scene, sheet: _Sheet) -> None:
    width, height = panel_size(scene)
    sheet.place(draw_panel(scene, 0), 0, 0, (width, height))
    sheet.place(middle.draw_middle(scene), width, 0, (_NARROW, height))
    sheet.place(draw_panel(scene, 1), width + _NARROW, 0, (width, height))


def _three(scene: Scene, sheet: _Sheet) -> None:
    _two(scene, sheet)
    width, height = panel_size(scene)
    below = height + MARGIN
    left = (sheet.width - width) / 2
    sheet.place(draw_panel(scene, 2), left, below, (width, height))
    room = left - 2 * MARGIN
    for x, entries in (
        (2 * MARGIN, structure_entries(scene.wording)),
        (left + width + 2 * MARGIN, other_entries(scene.wording, scene.position.expansions)),
    ):
        natural = legend_height(entries, room, least=room)
        scale = min(1.4, height / natural)
        drawn = draw_legend(entries, room / scale, least=room / scale)
        sheet.place(drawn, x, below + (height - natural * scale) / 2, (0, natural), scale)


def _four(scene: Scene, sheet: _Sheet) -> None:
    _two(scene, sheet)
    width, height = panel_size(scene)
    below = height + MARGIN
    sheet.place(draw_panel(scene, 3), 0, below, (width, height))
    entries = [*structure_entries(scene.wording), *other_entries(scene.wording, scene.position.expansions)]
    room = _NARROW - 24
    scale = min(1, height / legend_height(entries, room))
    size = (room, legend_height(entries, room))
    sheet.place(draw_legend(entries, room), width + 12, below, size, scale)
    sheet.place(draw_panel(scene, 2), width + _NARROW, below, (width, height))


_Layout = Callable[[Scene, _Sheet], None]
_LAYOUTS: Final[dict[int, _Layout]] = {2: _two, 3: _three, 4: _four}


def _own(scene: Scene, sheet: _Sheet, scale: float) -> list[int]:
    """Place the own garden and the display, and return the other seats, clockwise."""
    assert scene.eyes is not None
    width, height = panel_size(scene)
    sheet.place(draw_panel(scene, scene.eyes), 0, 0, (width, height), scale)
    sheet.place(middle.draw_middle(scene), width * scale, 0, (_NARROW, height), scale)
    players = scene.position.players
    return [(scene.eyes + step) % players for step in range(1, players)]


def _own_of_two(scene: Scene, sheet: _Sheet) -> None:
    (other,) = _own(scene, sheet, 1.3)
    width, height = panel_size(scene)
    left, total = sheet.width, sheet.height
    sheet.place(draw_panel(scene, other), left, 0, (width, height))
    entries = [*structure_entries(scene.wording), *other_entries(scene.wording, scene.position.expansions)]
    size = (width, legend_height(entries, width, least=120))
    room = total - height - MARGIN
    scale = min(1, room / size[1])
    sheet.place(draw_legend(entries, width / scale, least=120 / scale), left, height + MARGIN, size, scale)


def _own_of_three(scene: Scene, sheet: _Sheet) -> None:
    others = _own(scene, sheet, 1.3)
    width, height = panel_size(scene)
    left, scale = sheet.width, (sheet.height - MARGIN) / 2 / height
    for index, seat in enumerate(others):
        sheet.place(draw_panel(scene, seat), left, index * (height * scale + MARGIN), (width, height), scale)


def _own_of_four(scene: Scene, sheet: _Sheet) -> None:
    others = _own(scene, sheet, 1.4)
    width, height = panel_size(scene)
    top, scale = sheet.height + MARGIN, (sheet.width - 2 * MARGIN) / 3 / width
    for index, seat in enumerate(others):
        sheet.place(draw_panel(scene, seat), index * (width * scale + MARGIN), top, (width, height), scale)


_SEEN_FROM: Final[dict[int, _Layout]] = {2: _own_of_two, 3: _own_of_three, 4: _own_of_four}


# ── what is written over it ───────────────────────────────────────────────────────────────────────────


def headline(scene: Scene) -> str:
    """What is going on, in a line."""
    position, wording = scene.position, scene.wording
    outcome = position.outcome()
    if outcome is not None:
        names = f" {wording('and')} ".join(scene.names[seat] for seat in outcome.winners)
        return f"{wording('over')}. {wording('wins' if len(outcome.winners) == 1 else 'share', names=names)}."
    if position.is_chance and not position.begun:
        return wording("chance")
    before, _ = position._under_way()  # steps that are taken already leave the move to the same seat
    phase, seat = PHASE_NAMES[before[PHASE]], int(before[SEAT])
    due = wording(phase, name=scene.names[seat])
    if position.is_setup:
        return due
    return f"{due} – {wording('round of', round=position.round, rounds=position.rounds)}"


def last_line(scene: Scene) -> str:
    """The last move in its notation, with the points that it gained."""
    last = scene.last
    if last is None:
        return ""
    gained = f" ({last.gained:+d})" if isinstance(last.move, Turn) and last.gained else ""
    return scene.wording("last move", name=scene.names[last.seat], move=f"{last.move}{gained}")


def title_line(scene: Scene, width: float) -> list[str]:
    """What is going on, and the last move or the box."""
    wording = scene.wording
    box = " · ".join([scene.box.name, *(wording(name) for name in scene.position.expansions)])
    right = fitted(last_line(scene) or box, width * 0.5 / 13)
    return [
        words(headline(scene), 0, 18, 17, bold=True, width=width - breadth(right) * 13 - MARGIN),
        words(right, width, 18, 13, anchor="end", colour=FAINT, italic=True),
    ]


def description(scene: Scene) -> str:
    """The picture in words."""
    position, wording = scene.position, scene.wording
    scores = "; ".join(
        f"{name}: {wording('points', points=points)}" for name, points in zip(scene.names, position.scores, strict=True)
    )
    box = " · ".join([scene.box.name, *(wording(name) for name in position.expansions)])
    parts = [box, scores, middle.describe(scene), last_line(scene)]
    return ". ".join(part.rstrip(".") for part in parts if part) + "."
