"""How choices and the last move are marked: by form and not by colour alone.

| mark | form |
|---|---|
| the last move | a dashed outline, and a dashed line along a noble's column |
| may be chosen | a full outline with a dot in its corner |
| chosen | a thick outline with a tick |
"""

from sanssouci.game.svg.canvas import Number, circle, group, path, rectangle, shortest
from sanssouci.game.svg.palette import LAST, LEGAL, PANEL


def _outline(x: Number, y: Number, width: Number, height: Number, **style: str | Number) -> str:
    return rectangle(x, y, width, height, rx=5, fill="none", **style)


def last_outline(x: Number, y: Number, width: Number, height: Number) -> str:
    """Around what the last move did."""
    return group(
        _outline(x, y, width, height, stroke=PANEL, stroke_width=5),
        _outline(x, y, width, height, stroke=LAST, stroke_width=3, stroke_dasharray="7 3.5"),
        class_="last",
    )


def last_walk(x: Number, start: Number, end: Number) -> str:
    """From where a noble stood to where it stands."""
    line = f"M{shortest(x)} {shortest(start)}V{shortest(end)}"
    return group(
        path(line, fill="none", stroke=PANEL, stroke_width=5),
        path(line, fill="none", stroke=LAST, stroke_width=3, stroke_dasharray="7 3.5"),
        circle(x, start, 4.5, fill=LAST, stroke=PANEL, stroke_width=1.5),
        class_="last walk",
    )


def legal_outline(x: Number, y: Number, width: Number, height: Number) -> str:
    """Around what may be chosen."""
    return group(
        _outline(x, y, width, height, stroke=PANEL, stroke_width=5),
        _outline(x, y, width, height, stroke=LEGAL, stroke_width=2.6),
        circle(x + width - 1, y + 1, 5, fill=LEGAL, stroke=PANEL, stroke_width=1.6),
        class_="legal",
    )


def chosen_outline(x: Number, y: Number, width: Number, height: Number) -> str:
    """Around what has been chosen."""
    right, top = x + width - 1, y + 1
    return group(
        _outline(x, y, width, height, stroke=PANEL, stroke_width=7),
        _outline(x, y, width, height, stroke=LEGAL, stroke_width=4.4),
        circle(right, top, 7.5, fill=LEGAL, stroke=PANEL, stroke_width=1.6),
        path(
            f"M{shortest(right - 3.6)} {shortest(top + 0.2)}l2.6 3l4.6-6",
            fill="none",
            stroke=PANEL,
            stroke_width=2,
            stroke_linecap="round",
        ),
        class_="chosen",
    )
