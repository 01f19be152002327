"""One player's part of the page: name and score, the garden or the sides to choose from, and the belongings."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from sanssouci.box.boards import SIDES
from sanssouci.box.squares import LETTERS
from sanssouci.game.position import Garden
from sanssouci.game.svg.belongings import HEIGHT as BELONGINGS
from sanssouci.game.svg.belongings import draw_belongings, width_of
from sanssouci.game.svg.canvas import at, circle, element, escape, figures, group, rectangle, titled, use, words
from sanssouci.game.svg.garden import EDGE, TOP, Plot, draw_garden, draw_squares, size_of
from sanssouci.game.svg.outlines import chosen_outline, legal_outline
from sanssouci.game.svg.palette import FAINT, GOLD, GREEN, INK, PANEL, PLATE, RULE
from sanssouci.game.svg.scene import Scene, marks_on, printed_on

PAD: Final = 14
HEAD: Final = 46  # above the garden
_GAP: Final = 8  # between garden and belongings
_SIDE_GAP: Final = 8  # above and below each side of a board


def panel_size(scene: Scene) -> tuple[float, float]:
    """The width and height of each player's part."""
    width, height = size_of(scene.box)
    return max(width, width_of(scene)) + 2 * PAD, HEAD + height + _GAP + BELONGINGS + PAD


def draw_panel(scene: Scene, seat: int) -> str:
    """One player's part of the page."""
    width, height = panel_size(scene)
    to_move = seat == scene.position.seat
    frame = rectangle(
        0,
        0,
        width,
        height,
        rx=8,
        fill=PANEL,
        stroke=GREEN if to_move else RULE,
        stroke_width=3 if to_move else 1.2,
    )
    garden = scene.position.garden(seat)
    garden_width, garden_height = size_of(scene.box)
    left = (width - garden_width) / 2
    sides = list(_sides(scene, garden))
    if sides:
        drawn = _both_sides(scene, seat, sides)
    else:
        drawn = draw_garden(scene, Plot(garden, covers_of(scene, garden), seat))
    return group(
        titled(scene.wording("garden of", name=scene.names[seat])),
        element("desc", escape(describe(scene, seat))),
        frame,
        *draw_head(scene, seat, garden, width),
        at(left, HEAD, drawn, class_="garden"),
        at((width - width_of(scene)) / 2, HEAD + garden_height + _GAP, draw_belongings(scene, seat)),
        data_seat=seat,
    )


def covers_of(scene: Scene, garden: Garden) -> dict[str, str]:
    """The squares under a garden's reward board."""
    reward = garden.reward
    return {} if reward is None or reward.endswith("?") else dict(marks_on(scene.box, reward[:-1], reward[-1]))


def draw_head(scene: Scene, seat: int, garden: Garden, width: float) -> Iterator[str]:
    """The name with its boards, and the score."""
    position, wording = scene.position, scene.wording
    left: float = PAD
    if seat == position.seat:
        yield use("pointer", left - 3, 13, 20, color=GREEN)
        left += 21
    points = str(position.scores[seat])
    room = 22 + 14 * len(points)
    right = width - PAD
    yield rectangle(right - room, 9, room, 29, rx=14.5, fill=PLATE, stroke=GOLD, stroke_width=1.6)
    score = figures(points, right - room / 2, 32, 17)
    yield group(titled(wording("points", points=points)), score, class_="score")
    outcome = position.outcome()
    if outcome is not None and seat in outcome.winners:
        yield use("crown", right - room - 42, 9, 36, 27)
        room += 42
    boards = wording("board", board=garden.board)
    if garden.reward is not None:
        boards += " · " + wording("reward board", board=garden.reward)
    space = right - room - 8 - left
    yield words(scene.names[seat], left, 23, 18, bold=True, width=space)
    yield words(boards, left, 38, 10.5, colour=FAINT, italic=True, width=space)


def _sides(scene: Scene, garden: Garden) -> Iterator[tuple[str, Plot]]:
    """The sides of a board that is still to be turned one way or the other."""
    box = scene.box
    if garden.board == "?":  # not dealt yet
        return
    if garden.board.endswith("?"):
        board = garden.board[:-1]
        (sides,) = (candidate.sides for candidate in box.gardens if candidate.id == board)
        for side in SIDES[: len(sides)]:
            yield side, Plot(replace(garden, printed=printed_on(box, board, side)), {})
    elif garden.reward is not None and garden.reward.endswith("?"):
        board = garden.reward[:-1]
        (marks,) = (candidate.sides for candidate in box.rewards if candidate.id == board)
        for side in SIDES[: len(marks)]:
            yield side, Plot(garden, marks_on(box, board, side))


def _both_sides(scene: Scene, seat: int, sides: list[tuple[str, Plot]]) -> str:
    """The sides to choose from, one below the other, at the place of the garden."""
    width, height = size_of(scene.box)
    rows = height - TOP
    scale = (height / len(sides) - 2 * _SIDE_GAP) / rows
    left = (width - (width - EDGE) * scale) / 2 - EDGE * scale
    return group(
        *(
            at(left, index * height / len(sides) + _SIDE_GAP - TOP * scale, _side(scene, seat, side, plot), scale=scale)
            for index, (side, plot) in enumerate(sides)
        )
    )


def _side(scene: Scene, seat: int, side: str, plot: Plot) -> str:
    """One side of a board, with its letter and a mark if it may be chosen."""
    width, height = size_of(scene.box)
    around = (EDGE - 2.5, TOP - 2.5, width - EDGE + 5, height - TOP + 5)
    middle = (height + TOP) / 2
    choices = scene.choices_for(seat)
    mark = ""
    if choices is not None and side == choices.chosen_side:
        mark = chosen_outline(*around)
    elif choices is not None and side in choices.sides:
        mark = legal_outline(*around)
    return group(
        titled(scene.wording("side", side=side)),
        circle(-34, middle, 26, fill=PLATE, stroke=INK, stroke_width=1.4),
        figures(side, -34, middle + 12, 24),
        draw_squares(scene, plot),
        mark,
        data_side=side,
    )


def describe(scene: Scene, seat: int) -> str:
    """A garden in words: score, nobles, and what is built."""
    wording, garden = scene.wording, scene.position.garden(seat)
    nobles = (
        wording("noble at" if row else "noble on terrace", column=wording.column(letter), row=row)
        for letter, row in garden.nobles.items()
    )
    parts = [wording("points", points=scene.position.scores[seat]), ", ".join(nobles)]
    gardeners = ", ".join(sorted(garden.gardeners, key=_reading_order)) or wording("none")
    built = ", ".join(sorted(garden.printed | garden.structures, key=_reading_order)) or wording("none")
    parts += [f"{wording('built')}: {built}", f"{wording('gardeners')}: {gardeners}"]
    parts += [f"{wording(name)}: {square}" for name, square in garden.pieces.items()]
    return ". ".join(parts) + "."


def _reading_order(square: str) -> tuple[str, int]:
    return square[1], LETTERS.index(square[0])
