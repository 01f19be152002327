"""What happened, as plain sentences in the chosen language."""

from collections.abc import Iterator
from typing import NamedTuple

from sanssouci.game.game import Game
from sanssouci.game.move import Move, Side, Turn
from sanssouci.game.position import Position
from sanssouci.texts import Texts


class StoryLine(NamedTuple):
    """A move, described in a sentence."""

    seat: int
    move: Move
    sentence: str


def frames(game: Game) -> list[Game]:
    """The game before each of its moves, and as it stands now."""
    past = game.copy()
    found = [past.copy()]
    while past.moves:
        past.pop()
        found.append(past.copy())
    return found[::-1]


def story(texts: Texts, names: tuple[str, ...], game: Game) -> list[StoryLine]:
    """All moves of a game so far, as everybody could see them."""
    positions = frames(game)
    told = []
    for before, after, move in zip(positions, positions[1:], game.moves, strict=False):
        assert before.seat is not None
        text = sentence(texts, names[before.seat], move, before.view(), after.view())
        told.append(StoryLine(before.seat, move, text))
    return told


def sentence(texts: Texts, name: str, move: Move, before: Position, after: Position) -> str:
    """What a player did, and what they gained by it."""
    seat = before.seat
    assert seat is not None
    if isinstance(move, Side):
        return _side(texts, name, move, before, seat)
    assert isinstance(move, Turn)
    parts = [_tile(texts, name, move)]
    if why := before.any_tile(move.card):
        parts.append(texts(f"turn.any.{why}", card=texts.card(move.card)))
    parts += _expansions(texts, before, after, seat)
    if move.walk:
        structure, nobles = texts.structure(move.walk), after.points(seat).nobles - before.points(seat).nobles
        parts.append(texts("turn.walk", structure=structure, square=move.walk, points=texts.points(nobles)))
    return " ".join(parts)


def _expansions(texts: Texts, before: Position, after: Position, seat: int) -> Iterator[str]:
    """What each expansion did and brought; one that has no sentence of its own tells its points."""
    old, new = before.garden(seat).pieces, after.garden(seat).pieces
    points = after.points_of_expansions(seat)
    for name, had in before.points_of_expansions(seat).items():
        won = points[name] - had
        values = {"points": texts.points(abs(won)), "square": new.get(name, "")}
        if new.get(name) != old.get(name):
            yield texts(f"piece.{name}.goes" if name in new else f"piece.{name}.leaves", **values)
        elif won:
            own = texts.maybe(f"expansion.{name}.gain" if won > 0 else f"expansion.{name}.loss", **values)
            yield own or texts("turn.expansion", expansion=texts(f"expansion.{name}"), **values)


def _side(texts: Texts, name: str, move: Side, before: Position, seat: int) -> str:
    garden = before.garden(seat)
    if before.phase == "choose garden side":
        return texts("turn.side.garden", name=name, side=move.side, board=garden.board.rstrip("?"))
    return texts("turn.side.reward", name=name, side=move.side, board=(garden.reward or "").rstrip("?"))


def _tile(texts: Texts, name: str, move: Turn) -> str:
    card, tile, space = texts.card(move.card), texts.tile(move.tile), texts.space(int(move.tile[1]))
    if move.gardener is None:
        return texts("turn.structure", name=name, card=card, tile=tile, space=space, square=move.tile)
    return texts("turn.gardener", name=name, card=card, tile=tile, space=space, home=move.tile, square=move.gardener)
