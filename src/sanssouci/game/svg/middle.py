"""The middle of the table: round, bag and display. The display's rows lie beside those of the gardens."""

from collections.abc import Iterator
from typing import Final

from sanssouci.game.svg import pieces
from sanssouci.game.svg.canvas import figures, group, rectangle, titled, use, words
from sanssouci.game.svg.garden import TOP
from sanssouci.game.svg.outlines import chosen_outline, last_outline, legal_outline
from sanssouci.game.svg.palette import FAINT, GOLD, INK, PLATE, SAND
from sanssouci.game.svg.panel import HEAD
from sanssouci.game.svg.pieces import SQUARE
from sanssouci.game.svg.scene import Scene

WIDTH: Final = 168
_MIDDLE: Final = WIDTH / 2


def draw_middle(scene: Scene) -> str:
    """The middle of the table."""
    return group(*_round(scene), *_bag(scene), *_display(scene), *_bag_contents(scene), class_="table")


def _round(scene: Scene) -> Iterator[str]:
    position, wording = scene.position, scene.wording
    text = wording("round of", round=position.round, rounds=position.rounds)
    yield words(wording("round"), _MIDDLE, 23, 13, anchor="middle", italic=True, colour=FAINT)
    yield group(
        titled(text),
        rectangle(_MIDDLE - 56, 32, 112, 40, rx=20, fill=PLATE, stroke=GOLD, stroke_width=1.6),
        figures(f"{position.round}/{position.rounds}", _MIDDLE, 62, 20),
        class_="round",
    )


def _bag(scene: Scene) -> Iterator[str]:
    count = scene.position.bag_count
    yield group(
        titled(scene.wording("in the bag", count=count)),
        use("bag", _MIDDLE - 32, 78, 64),
        rectangle(_MIDDLE - 19, 106, 38, 24, rx=12, fill=PLATE, stroke=INK, stroke_width=0.8),
        figures(count, _MIDDLE, 125, 14),
        class_="bag",
    )


def _display(scene: Scene) -> Iterator[str]:
    """The spaces, two to a colour, with the number of the row between them."""
    position, box = scene.position, scene.box
    yield words(
        scene.wording("display"), _MIDDLE, HEAD + TOP + SQUARE - 10, 13, anchor="middle", italic=True, colour=FAINT
    )
    for row in sorted(set(box.display)):
        y = HEAD + TOP + SQUARE * (row - 1)
        yield pieces.row_ground(box, row, 4, y + 1, WIDTH - 8, SQUARE - 2, 8)
        yield rectangle(4, y + 1, WIDTH - 8, SQUARE - 2, rx=8, fill="none", stroke=INK, stroke_width=0.8)
        yield pieces.row_badge(box, row, _MIDDLE, y + SQUARE / 2, 16)
    for index, (row, tile) in enumerate(zip(box.display, position.display, strict=True)):
        second = index > 0 and box.display[index - 1] == row
        x = WIDTH - 10 - SQUARE if second else 10
        yield _space(scene, index, tile, x, HEAD + TOP + SQUARE * (row - 1))


def _space(scene: Scene, index: int, tile: str | None, x: float, y: float) -> str:
    if tile is None:
        text, drawn = scene.wording("no tile"), rectangle(x + 3, y + 3, SQUARE - 6, SQUARE - 6, rx=4, fill=SAND)
    else:
        text, drawn = scene.wording.tile(tile), pieces.structure_tile(scene.symbol(tile[0]), x, y)
    around = (x + 1.5, y + 1.5, SQUARE - 3, SQUARE - 3)
    mark = ""
    if scene.last is not None and scene.last.space == index:
        mark = last_outline(*around)
    if scene.choices is not None and scene.choices.chosen_space == index:
        mark = chosen_outline(*around)
    elif scene.choices is not None and index in scene.choices.spaces:
        mark = legal_outline(*around)
    return group(titled(text), drawn, mark, data_space=index, data_tile=tile)


def _bag_contents(scene: Scene) -> Iterator[str]:
    """How many tiles of each structure the bag holds, which anyone may work out."""
    position, wording = scene.position, scene.wording
    top = HEAD + TOP + SQUARE * len(scene.box.rows) + 14
    items = []
    for index, (letter, count) in enumerate(position.bag.items()):
        x, y = 10 + index % 3 * 52, top + index // 3 * 26
        text = f"{wording.column(letter)}, {wording('in the bag', count=count)}"
        items.append(
            group(titled(text), use(scene.symbol(letter), x, y, 22), figures(count, x + 26, y + 16, 10, anchor="start"))
        )
    yield group(*items, class_="bag-contents")


def describe(scene: Scene) -> str:
    """The display in words."""
    tiles = (scene.wording.tile(tile) for tile in scene.position.display if tile is not None)
    return f"{scene.wording('display')}: {'; '.join(tiles) or scene.wording('none')}."
