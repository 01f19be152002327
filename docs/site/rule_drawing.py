"""Draws an example of the rules page: cards and tiles above, a garden below, and what is marked in it."""

from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any, Final, cast

from sanssouci import Box, Game, Garden
from sanssouci.game.svg import pieces
from sanssouci.game.svg.canvas import at, circle, figures, group, path, rectangle
from sanssouci.game.svg.cards import WIDTH as CARD
from sanssouci.game.svg.cards import card, mission
from sanssouci.game.svg.file import svg_file
from sanssouci.game.svg.garden import Plot, corner, draw_garden, size_of
from sanssouci.game.svg.outlines import chosen_outline, legal_outline
from sanssouci.game.svg.palette import INK, LAST, LEGAL, PLATE
from sanssouci.game.svg.pieces import SQUARE
from sanssouci.game.svg.scene import Scene, marks_on
from sanssouci.game.svg.wording import Wording

Example = dict[str, Any]

MARGIN: Final = 14
GAP: Final = 16
HEAD: Final = 32  # above the tiles, for the numbers of the rows
STRIP: Final = 56  # of the display, a row's colour
_INSET: Final = 2.5


def draw_example(box: Box, example: Example) -> str:
    """The picture as the text of an SVG file; the sentence below it says what it shows."""
    scene = Scene(
        cast(Game, SimpleNamespace(box=box)), Wording(box, "en"), names=(), eyes=None, last=None, choices=None
    )
    parts = [part for part in (_market(scene, example), _garden(scene, example), _missions(scene, example)) if part]
    width = max(size[0] for _, size in parts)
    body, y = "", float(MARGIN)
    for drawn, (wide, high) in parts:
        body += at(MARGIN + (width - wide) / 2, y, drawn)
        y += high + GAP
    return svg_file(box, body, width + 2 * MARGIN, y - GAP + MARGIN, box.name, "", None)


Part = tuple[str, tuple[float, float]]  # what is drawn, its width and height


# ── cards and tiles ────────────────────────────────────────────────────────────────────────────────


def _market(scene: Scene, example: Example) -> Part | None:
    """The card played, and the display: a strip for each colour, with what cannot be taken drawn faintly."""
    if example["display"] is None:
        return None
    rows = sorted(set(scene.box.display))
    height = HEAD + 2 * STRIP
    left = CARD * 1.5 + GAP
    strips = [_strip(scene.box, row, STRIP * index, height) for index, row in enumerate(rows)]
    tiles = []
    for index, tile in enumerate(example["display"]):
        row = scene.box.display[index]
        x, y = STRIP * rows.index(row) + 4, HEAD + STRIP * (index - scene.box.display.index(row))
        tiles.append(
            _tile(
                scene, tile["square"], x, y, example["tiles"].count(tile["text"]) > 0, tile["text"] == example["taken"]
            )
        )
    played = at(0, (height - 96) / 2, card(scene, example["card"], 0, 0), scale=1.5) if example["card"] else ""
    return played + at(left, 0, *strips, *tiles), (left + STRIP * len(rows), height)


def _strip(box: Box, row: int, x: float, height: float) -> str:
    return group(
        pieces.row_ground(box, row, x + 1, 0, STRIP - 2, height, 7),
        rectangle(x + 1, 0.5, STRIP - 2, height - 1, rx=7, fill="none", stroke=INK, stroke_width=0.8),
        pieces.row_badge(box, row, x + STRIP / 2, HEAD / 2, 12),
    )


def _tile(scene: Scene, square: str, x: float, y: float, legal: bool, taken: bool) -> str:
    drawn = group(pieces.structure_tile(scene.symbol(square[0]), x, y), opacity=None if legal else 0.42)
    outline = chosen_outline if taken else legal_outline
    return drawn + (outline(x, y, SQUARE, SQUARE) if legal else "")


def _missions(scene: Scene, example: Example) -> Part | None:
    if not example["missions"]:
        return None
    step = CARD * 1.3 + 8
    drawn = [
        at(step * index, 0, mission(scene, letter, 0, 0), scale=1.3) for index, letter in enumerate(example["missions"])
    ]
    return group(*drawn), (step * len(drawn) - 8, 84)


# ── the garden ─────────────────────────────────────────────────────────────────────────────────────


def _garden(scene: Scene, example: Example) -> Part | None:
    """A garden with its marks."""
    shown = example["garden"]
    if shown is None:
        return None
    garden = Garden(**shown | {key: frozenset(shown[key]) for key in ("printed", "structures", "gardeners")})
    covers = marks_on(scene.box, *garden.reward) if garden.reward else {}
    marks = [*_counted(example["counted"]), *_ghost(scene, example["look"]), *_choices(example["choices"])]
    marks += [chosen_outline(*_around(square)) for square in example["chosen"]]
    marks += [*_walk(garden, example["look"]), *_barred(example["barred"])]
    return draw_garden(scene, Plot(garden, covers)) + "".join(marks), size_of(scene.box)


def _around(square: str) -> tuple[float, float, float, float]:
    x, y = corner(square)
    return x + _INSET, y + _INSET, SQUARE - 2 * _INSET, SQUARE - 2 * _INSET


def _middle(square: str) -> tuple[float, float]:
    x, y = corner(square)
    return x + SQUARE / 2, y + SQUARE / 2


def _choices(choices: Iterable[Example]) -> Iterator[str]:
    """The squares that may be chosen, each with the points it would score."""
    for choice in choices:
        x, y = corner(choice["square"])
        yield legal_outline(*_around(choice["square"]))
        if choice["gained"]:
            yield rectangle(x + 1, y + 1, 25, 17, rx=8.5, fill=PLATE, stroke=LEGAL, stroke_width=1.2)
            yield figures(f"{choice['gained']:+d}", x + 13.5, y + 14.5, 10)


def _ghost(scene: Scene, look: Example | None) -> Iterator[str]:
    """A tile where it will lie."""
    if look is not None and look["piece"] == "tile":
        x, y = corner(look["square"])
        yield group(pieces.structure_tile(scene.symbol(look["square"][0]), x, y), opacity=0.7)


def _walk(garden: Garden, look: Example | None) -> Iterator[str]:
    """A noble's path, from where it stands."""
    if look is None or not look["path"]:
        return
    letter = look["path"][-1][0]
    start = f"{letter}{garden.nobles[letter]}"
    x, y = _middle(start)
    feet = 0 if garden.nobles[letter] else SQUARE / 2  # on the terrace a noble fills its place
    stops = [(x, y + feet), *map(_middle, look["path"])]
    line = "M" + "L".join(f"{x:g} {y:g}" for x, y in stops)
    for colour, width in ((PLATE, 9), (LEGAL, 5)):
        yield path(
            line, fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round", stroke_linecap="round"
        )
    yield circle(*stops[-1], 8, fill=LEGAL, stroke=PLATE, stroke_width=2.5)


def _counted(squares: Iterable[str]) -> Iterator[str]:
    """Squares that score together."""
    for square in squares:
        x, y = corner(square)
        yield rectangle(
            x + 1.5, y + 1.5, SQUARE - 3, SQUARE - 3, rx=4, fill=LEGAL, fill_opacity=0.16, stroke=LEGAL, stroke_width=3
        )


def _barred(squares: Iterable[str]) -> Iterator[str]:
    """Squares that look as if they could be chosen."""
    for square in squares:
        x, y = corner(square)
        for colour, width in ((PLATE, 8.5), (LAST, 5)):
            yield path(
                f"M{x + 9} {y + 9}l30 30m0 -30l-30 30",
                fill="none",
                stroke=colour,
                stroke_width=width,
                stroke_linecap="round",
            )
