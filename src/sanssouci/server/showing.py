"""From game objects to wire messages. Its View has decided what a seat may know; this module only writes it down."""

from collections import OrderedDict
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from sanssouci.box import Box, Expansions, square_name
from sanssouci.box.boards import SIDES
from sanssouci.box.expansions import PIECES
from sanssouci.box.rewards import MARK_WORDS
from sanssouci.box.squares import LETTERS
from sanssouci.game.draft import Choice, Draft
from sanssouci.game.game import Game
from sanssouci.game.lexicon import SQUARE_INDEX
from sanssouci.game.move import Side, Turn
from sanssouci.game.points import Outcome, Points
from sanssouci.game.position import Garden
from sanssouci.game.projection import Line
from sanssouci.game.svg.scene import structure_symbols
from sanssouci.game.tally import tally
from sanssouci.game.telling import Told
from sanssouci.game.view import View
from sanssouci.kernel.expansions import PIECE_WORDS, POINTS_WORDS
from sanssouci.kernel.layout import (
    AHEAD,
    BUILT,
    EXPANSIONS,
    GARDEN,
    GARDENERS,
    MISSIONS,
    NOBLE_POINTS,
    REWARD,
    seat_base,
)
from sanssouci.server.messages import (
    BoxInfo,
    ChoiceView,
    ColumnWords,
    Counted,
    Ending,
    GameView,
    GardenView,
    LineView,
    PointsBySource,
    ProjectionView,
    RowWords,
    SeatView,
    Tile,
    TurnTold,
)

OPEN: Final = -2  # the point of view that sees every hand
PIECE_OF_STEP: Final = {  # the piece that goes to a square, by the step that chooses the square
    "take tile": "tile",
    "place gardener": "gardener",
    **{f"move {name}": name for name in PIECES},
    "walk noble": "noble",
}


def show_view(view: View | Game) -> GameView:
    """A position from its view's seat; for a game, with everything hidden in it."""
    outcome = view.outcome()
    return GameView(
        eyes=view.eyes if isinstance(view, View) else OPEN,
        phase=view.phase,  # type: ignore[arg-type]  # views exist only where a player must decide
        to_move=view.seat,
        round=view.round,
        rounds=view.rounds,
        turns=view.turns,
        display=show_display(view),
        bag_count=view.bag_count,
        bag=view.bag,
        seats=[_show_seat(view, seat) for seat in range(view.players)],
        ending=None if outcome is None else _show_ending(view, outcome),
    )


def show_own(shared: GameView, view: View) -> GameView:
    """A position from its view's seat, made from what everybody sees: a seat knows its own cards besides."""
    seats = list(shared.seats)
    hand, missions = view.hand(view.eyes), view.missions(view.eyes)
    assert hand is not None
    assert missions is not None
    seats[view.eyes] = replace(
        seats[view.eyes],
        hand=list(hand),
        missions=list(missions),
        projected=show_projection(view, view.eyes),
    )
    return replace(shared, eyes=view.eyes, seats=seats)


def _show_ending(view: View | Game, outcome: Outcome) -> Ending:
    return Ending(
        count=[[Counted(*item) for item in tally(view, seat)] for seat in range(view.players)],
        gardeners=list(outcome.gardeners),
        tied=list(outcome.tied),
        winners=list(outcome.winners),
    )


def show_display(view: View | Game) -> list[Tile | None]:
    """The face-up tiles, space by space."""
    return [
        None if square is None or text is None else Tile(space=space, square=square, text=text)
        for space, (square, text) in enumerate(zip(view.display, view.tiles, strict=True))
    ]


def _show_seat(view: View | Game, seat: int) -> SeatView:
    hand, missions = view.hand(seat), view.missions(seat)
    return SeatView(
        points=_show_points(view.points(seat), view.expansions),
        projected=show_projection(view, seat),
        hand_count=view.hand_count(seat),
        mission_count=view.mission_count,
        pile_count=view.pile_count(seat),
        discards=list(view.discards(seat)),
        unplayed=list(view.undiscarded(seat)),
        garden=show_garden(view, seat),
        hand=None if hand is None else list(hand),
        missions=None if missions is None else list(missions),
    )


def _show_points(points: Points, expansions: Expansions) -> PointsBySource:
    return PointsBySource(
        nobles=points.nobles,
        rows=points.rows,
        columns=points.columns,
        missions=points.missions,
        expansions={name: getattr(points, name) for name in expansions},
        total=points.total,
    )


def show_projection(view: View | Game, seat: int) -> ProjectionView | None:
    """What a seat would have if the game ended now; None where that says nothing. Most have been shown before."""
    if view.is_setup or view.is_over:
        return None
    base, state = seat_base(seat), view.state.tolist()
    known = view.missions(seat) is not None
    key = (view.box.digest, known, state[EXPANSIONS], *(state[base + word] for word in _COUNTED_WORDS))
    found = _projections.get(key)
    if found is None:
        if len(_projections) >= _MOST_GARDENS:
            _projections.clear()
        found = _projections[key] = _show_projection(view, seat)
    return found


_COUNTED_WORDS: Final = (BUILT, AHEAD, MISSIONS, NOBLE_POINTS, *POINTS_WORDS.values(), *PIECE_WORDS.values())
_projections: dict[tuple[str | int, ...], ProjectionView] = {}  # by their box and all that the end counts


def _show_projection(view: View | Game, seat: int) -> ProjectionView:
    projection = view.projected(seat)
    return ProjectionView(
        points=_show_points(projection.points, view.expansions),
        lines=[_show_line(line) for line in projection.lines],
        missions=projection.missions,
        ending=projection.ending,
    )


@lru_cache(maxsize=1000)
def _show_line(line: Line) -> LineView:
    return LineView(name=line.name, missing=list(line.missing), points=line.points)


def show_garden(view: View | Game, seat: int) -> GardenView:
    """A seat's garden under its reward board. A garden that has been shown, as most have, is not made again."""
    if view.is_setup:  # where it depends on more than its own words
        return _show_garden(view.garden(seat, laid=True))
    base, state = seat_base(seat), view.state.tolist()
    key = (view.box.digest, *(state[base + word] for word in _GARDEN_WORDS))
    found = _gardens.get(key)
    if found is None:
        found = _gardens[key] = _show_garden(view.garden(seat, laid=True))
        if len(_gardens) > _MOST_GARDENS:
            _gardens.popitem(last=False)
    return found


_GARDEN_WORDS: Final = (BUILT, GARDENERS, AHEAD, GARDEN, REWARD, *PIECE_WORDS.values())
_MOST_GARDENS: Final = 10_000
_gardens: OrderedDict[tuple[str | int, ...], GardenView] = OrderedDict()  # by their box and their words


def _show_garden(garden: Garden) -> GardenView:
    return GardenView(
        board=garden.board,
        reward=garden.reward,
        printed=_in_order(garden.printed),
        structures=_in_order(garden.structures),
        gardeners=_in_order(garden.gardeners),
        nobles=garden.nobles,
        pieces=garden.pieces,
        marks=garden.marks,
    )


def _in_order(squares: Iterable[str]) -> list[str]:
    return sorted(squares, key=SQUARE_INDEX.__getitem__)


def show_choices(draft: Draft, choices: Iterable[Choice]) -> list[ChoiceView]:
    """The choices of an unfinished move."""
    view, piece = draft.view, PIECE_OF_STEP.get(draft.step or "")
    walks = view.walks(view.eyes) if piece in _OPENS_WALKS else frozenset()
    return [_show_choice(view, choice, None if choice.text == "-" else piece, walks) for choice in choices]


_OPENS_WALKS: Final = ("tile", "gardener")  # pieces over which nobles can walk


def _show_choice(view: View, choice: Choice, piece: str | None, walks: frozenset[str]) -> ChoiceView:
    after = choice.after
    return ChoiceView(
        text=choice.text,
        gained=choice.gained,
        piece=piece,
        square=choice.text[:2] if piece else None,
        gardener=piece == "tile" and after.phase == "place gardener",
        path=list(view.path_to(choice.text)) if piece == "noble" else [],
        opens=_in_order(after.walks(view.eyes) - walks) if piece in _OPENS_WALKS else [],
        garden=show_garden(after, view.eyes) if view.is_setup else None,
    )


def show_told(told: Told) -> TurnTold:
    """A move that was played."""
    move = told.move
    turn = move if isinstance(move, Turn) else None
    assert turn is not None or isinstance(move, Side)
    total = told.nobles + sum(told.expansions.values())
    return TurnTold(
        seat=told.seat,
        move=str(move),
        board=told.board,
        side=told.side,
        card=turn.card if turn else None,
        space=told.space,
        any_tile=told.any_tile,
        tile=turn.tile if turn else None,
        square=told.square,
        gardener=turn is not None and turn.gardener is not None,
        pieces=told.pieces,
        walk=turn.walk if turn else None,
        path=list(told.path),
        points=PointsBySource(
            nobles=told.nobles, rows=0, columns=0, missions=0, expansions=told.expansions, total=total
        ),
        refill=told.refill,
    )


def show_box(box: Box) -> BoxInfo:
    """A box with its names in every language."""
    covered = {square for board in box.rewards for side in board.sides for square in side}
    drawings = structure_symbols(box)
    return BoxInfo(
        id=box.id,
        name=box.name,
        players=list(box.players),
        expansions=list(box.expansions),
        columns=[
            ColumnWords(letter=letter, id=column.id, names=dict(column.names), drawing=drawings[letter])  # type: ignore[arg-type]
            for letter, column in zip(LETTERS, box.columns, strict=False)
        ],
        rows=[
            RowWords(row=number, id=row.id, names=dict(row.names))  # type: ignore[arg-type]
            for number, row in enumerate(box.rows, 1)
        ],
        display=list(box.display),
        rounds=box.rounds,
        reward_squares=_in_order(square_name(square) for square in covered),
        tiles={str(players): copies for players, copies in box.tiles.items()},
    )


def show_gardens(box: Box) -> dict[str, list[str]]:
    """What is printed on each side of each garden board, by board and side."""
    return {
        board.id + letter: [square_name(square) for square in sorted(printed)]
        for board in box.gardens
        for letter, printed in zip(SIDES, board.sides, strict=False)
    }


def show_rewards(box: Box) -> dict[str, dict[str, str]]:
    """The marks on each side of each reward board, by board and side."""
    return {
        board.id + letter: {square_name(square): MARK_WORDS[mark] for square, mark in side.items() if any(mark)}
        for board in box.rewards
        for letter, side in zip(SIDES, board.sides, strict=False)
    }
