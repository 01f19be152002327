"""From game objects to wire messages. Its View has decided what a seat may know; this module only writes it down."""

from collections.abc import Iterable
from typing import Final

from sanssouci.box import Box, Expansions, square_name
from sanssouci.box.expansions import PIECES
from sanssouci.box.squares import LETTERS
from sanssouci.game.draft import Choice, Draft
from sanssouci.game.game import Game
from sanssouci.game.move import Side, Turn
from sanssouci.game.position import Garden, Outcome, Points
from sanssouci.game.svg.scene import structure_symbols
from sanssouci.game.telling import Told
from sanssouci.game.view import View
from sanssouci.server.messages import (
    BoxInfo,
    ChoiceView,
    ColumnWords,
    DraftView,
    Ending,
    GameView,
    GardenView,
    PointsBySource,
    RowWords,
    SeatView,
    TakenStep,
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
        ending=None if outcome is None else _show_ending(outcome),
    )


def _show_ending(outcome: Outcome) -> Ending:
    return Ending(gardeners=list(outcome.gardeners), tied=list(outcome.tied), winners=list(outcome.winners))


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
        hand_count=view.hand_count(seat),
        mission_count=view.mission_count,
        pile_count=view.pile_count(seat),
        discards=list(view.discards(seat)),
        unplayed=list(view.undiscarded(seat)),
        garden=show_garden(view.garden(seat, laid=True)),
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


def show_garden(garden: Garden) -> GardenView:
    """A garden, its squares in order."""
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
    return sorted(squares, key=lambda square: (square[1], square[0]))


def show_draft(draft: Draft, ply: int) -> DraftView:
    """An unfinished move, for the seat that is making it."""
    move = draft.move
    return DraftView(
        seat=draft.start.eyes,
        ply=ply,
        steps=list(draft.chosen),
        taken=[_show_taken(draft.before(index)) for index in range(len(draft.chosen))],
        back=_steps_back(draft),
        step=draft.step,  # type: ignore[arg-type]  # the phase of a decision
        choices=_show_choices(draft),
        tiles=_show_tiles(draft) if draft.step == "play card" else [],
        gained=draft.gained,
        move=None if move is None else str(move),
        garden=show_garden(draft.view.garden(draft.view.eyes, laid=True)),
    )


def _show_taken(draft: Draft) -> TakenStep:
    return TakenStep(step=draft.step, choices=_show_choices(draft))  # type: ignore[arg-type]  # a decision


def _steps_back(draft: Draft) -> list[str] | None:
    """The steps before the last one that was a choice."""
    earlier = draft.before(len(draft.chosen))
    return list(earlier.chosen) if earlier.back_to_choice() else None


def _show_choices(draft: Draft) -> list[ChoiceView]:
    return [_show_choice(draft, choice) for choice in draft.choices]


def _show_tiles(draft: Draft) -> list[ChoiceView]:
    """What each tile that some card allows would do, which does not depend on the card."""
    found: dict[str, ChoiceView] = {}
    for card in draft.choices:
        found |= {choice.text: choice for choice in _show_choices(Draft(card.after))}
    return list(found.values())


def _show_choice(draft: Draft, choice: Choice) -> ChoiceView:
    view, after, eyes = draft.view, choice.after, draft.view.eyes
    piece = None if choice.text == "-" else PIECE_OF_STEP.get(draft.step or "")
    square = choice.text[:2] if piece else None
    opens = after.walks(eyes) - view.walks(eyes) if piece in ("tile", "gardener") else ()
    path = view.path_to(choice.text) if piece == "noble" else ()
    return ChoiceView(
        text=choice.text,
        gained=choice.gained,
        piece=piece,
        square=square,
        gardener=piece == "tile" and after.phase == "place gardener",
        path=list(path),
        opens=_in_order(opens),
        garden=show_garden(after.garden(eyes, laid=True)) if view.is_setup else None,
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
