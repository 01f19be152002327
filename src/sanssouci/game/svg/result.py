"""The final count: points by source, one line a player, the winner crowned."""

from collections.abc import Iterator
from typing import Final

from sanssouci.game.points import Outcome, sources_of
from sanssouci.game.svg.canvas import figures, group, path, rectangle, titled, use, words
from sanssouci.game.svg.palette import FAINT, GOLD, PANEL, RULE, SAND
from sanssouci.game.svg.scene import Scene

_HEAD: Final = 30
_LINE: Final = 34
_NAME: Final = 0.28  # of the width


def result_height(scene: Scene) -> int:
    """How high the final count is; 0 while the game runs."""
    return _HEAD + _LINE * scene.position.players + 10 if scene.position.is_over else 0


def draw_result(scene: Scene, outcome: Outcome, width: float) -> str:
    """The final count as a table."""
    sources = sources_of(scene.position.expansions)
    height = result_height(scene)
    frame = rectangle(0, 0, width, height, rx=8, fill=PANEL, stroke=GOLD, stroke_width=1.6)
    left = width * _NAME
    step = (width - left - 10) / (len(sources) + 1)
    middles = [left + step * (index + 0.5) for index in range(len(sources) + 1)]
    heads = [
        words(scene.wording(key), middle, 21, 13, anchor="middle", italic=True, colour=FAINT, width=step)
        for key, middle in zip([*sources, "gardeners"], middles, strict=True)
    ]
    lines = [
        group(*_line(scene, outcome, seat, sources, middles, width), data_result=seat)
        for seat in range(scene.position.players)
    ]
    return group(frame, *heads, *lines, class_="result")


def _line(
    scene: Scene, outcome: Outcome, seat: int, sources: list[str], middles: list[float], width: float
) -> Iterator[str]:
    y = _HEAD + _LINE * seat
    won = seat in outcome.winners
    if won:
        yield rectangle(5, y + 2, width - 10, _LINE - 4, rx=5, fill=SAND)
        yield use("crown", 14, y + 5, 32, 24)
    elif seat:
        yield path(f"M12 {y}h{width - 24:.0f}", stroke=RULE)
    yield words(scene.names[seat], 56, y + 23, 16, bold=won, width=width * _NAME - 60)
    points = outcome.points[seat]
    for source, middle in zip(sources, middles, strict=False):
        value = getattr(points, source)
        label = f"{scene.wording(source)}: {value}"
        yield group(titled(label), figures(value, middle, y + 24, 15 if source == "total" else 12), data_source=source)
    gardeners = outcome.gardeners[seat]
    text = f"{scene.wording('gardeners')}: {gardeners}"
    yield group(titled(text), figures(gardeners, middles[-1], y + 24, 12, colour=FAINT), data_source="gardeners")
