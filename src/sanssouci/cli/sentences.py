"""What happened, as plain sentences in the chosen language."""

from typing import NamedTuple

from sanssouci.game.game import Game
from sanssouci.game.move import Move, Side, Turn
from sanssouci.game.position import Position
from sanssouci.texts import Texts


class StoryLine(NamedTuple):
    """A move in words."""

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
    """All moves of a game so far, told from what everybody could see."""
    positions = frames(game)
    told = []
    for before, after, move in zip(positions, positions[1:], game.moves, strict=False):
        assert before.seat is not None
        text = sentence(texts, names[before.seat], move, before.view(), after.view())
        told.append(StoryLine(before.seat, move, text))
    return told


def sentence(texts: Texts, name: str, move: Move, before: Position, after: Position) -> str:
    """What a player did, and what it brought."""
    seat = before.seat
    assert seat is not None
    if isinstance(move, Side):
        return _side(texts, name, move, before, seat)
    assert isinstance(move, Turn)
    parts = [_tile(texts, name, move)]
    old, new = before.points(seat), after.points(seat)
    rewards, nobles = new.rewards - old.rewards, new.nobles - old.nobles
    boar = after.points_in_play(seat) - before.points_in_play(seat) - rewards - nobles
    if rewards:
        parts.append(texts("turn.reward" if rewards > 0 else "turn.loss", points=texts.points(abs(rewards))))
    if move.boar:
        parts.append(texts("turn.boar.goes", square=move.boar, points=texts.points(boar)))
    elif boar:
        parts.append(texts("turn.boar.leaves", points=texts.points(boar)))
    if move.walk:
        structure = texts.structure(move.walk)
        parts.append(texts("turn.walk", structure=structure, square=move.walk, points=texts.points(nobles)))
    return " ".join(parts)


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
