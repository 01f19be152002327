"""The legend: what the drawings and patterns stand for, in this box's words."""

from collections.abc import Iterator
from typing import Final

from sanssouci.box import Box
from sanssouci.game.svg import pieces
from sanssouci.game.svg.canvas import Number, at, figures, group, use, words
from sanssouci.game.svg.file import svg_file
from sanssouci.game.svg.outlines import chosen_outline, last_outline, legal_outline
from sanssouci.game.svg.scene import structure_symbols
from sanssouci.game.svg.wording import Wording
from sanssouci.looks.pieces import LOOKS

LegendEntry = tuple[str, str]  # a drawing around the origin, and what it is called

_LINE: Final = 32
_LEAST: Final = 140  # the width of an entry
_PAGE_COLUMN: Final = 200


def structure_entries(wording: Wording) -> list[LegendEntry]:
    """A drawing and a word for each column."""
    symbols = structure_symbols(wording.box)
    return [
        (use(symbols[column.letter], 0, -14, 28) + figures(column.letter, 37, 5, 9), wording.column(column.letter))
        for column in wording.box.columns
    ]


def other_entries(wording: Wording, expansions: tuple[str, ...]) -> list[LegendEntry]:
    """A drawing and a word for each row, and for whatever else is in a garden."""
    box = wording.box
    rows = [
        (
            pieces.row_ground(box, row.value, 0, -12, 44, 24, 4) + pieces.row_badge(box, row.value, 22, 0, 10),
            wording.row(row.value),
        )
        for row in box.rows
    ]
    entries = [
        *rows,
        (at(7, -15, pieces.gardener_tile(0, 0), scale=0.62), wording("gardener")),
        (use("noble", 12, -15, 21.8, 30), wording("noble")),
    ]
    entries += [(use(LOOKS[name].drawing, 6, -16, 32), wording.piece(name)) for name in expansions if name in LOOKS]
    if "rewards" in expansions:
        samples = (("+2", "structure"), ("g3", "gardener"), ("-2", "any tile"))
        entries += [(pieces.reward(mark, 7, -15, 30), wording(key)) for mark, key in samples]
    return entries


def mark_entries(wording: Wording) -> list[LegendEntry]:
    """A drawing and a word for each kind of mark."""
    marks = ((last_outline, "marked last"), (legal_outline, "marked legal"), (chosen_outline, "marked chosen"))
    return [(mark(11, -10, 22, 20), wording(key)) for mark, key in marks]


def draw_legend(entries: list[LegendEntry], width: Number, *, least: Number = _LEAST) -> str:
    """Entries in as many columns as the width allows, read downwards."""
    columns = max(1, int(width // least))
    lines = -(-len(entries) // columns)
    step = width / columns

    def placed() -> Iterator[str]:
        for index, (drawing, text) in enumerate(entries):
            label = words(text, 52, 5, 12.5, width=step - 56)
            yield at(index // lines * step, _LINE / 2 + index % lines * _LINE, drawing, label)

    return group(*placed(), class_="legend")


def legend_height(entries: list[LegendEntry], width: Number, *, least: Number = _LEAST) -> int:
    """How high the legend is at this width."""
    return _LINE * -(-len(entries) // max(1, int(width // least)))


def legend_page(box: Box, language: str = "en") -> str:
    """A picture of its own with all drawings of a box and their names."""
    wording = Wording(box, language)
    parts = (structure_entries(wording), other_entries(wording, box.expansions), mark_entries(wording))
    height = max(legend_height(entries, _PAGE_COLUMN, least=_PAGE_COLUMN) for entries in parts)
    drawn = (
        at(_LINE / 2 + index * _PAGE_COLUMN, _LINE / 2, draw_legend(entries, _PAGE_COLUMN, least=_PAGE_COLUMN))
        for index, entries in enumerate(parts)
    )
    width = len(parts) * _PAGE_COLUMN + _LINE
    words_of_all = "; ".join(text for entries in parts for _, text in entries)
    return svg_file(box, "".join(drawn), width, height + _LINE, box.name, words_of_all, None)
