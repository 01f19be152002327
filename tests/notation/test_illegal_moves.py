"""Moves that can be read but are forbidden: the rule is named, legal choices are listed, nothing changes."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.test_move_texts import moves
from sanssouci import Game, IllegalMoveError, InvalidMoveError, Move, Side, Turn
from strategies import BY_ID, examples, finished, running, running_games

RULE = re.compile(r"[CSTPNBWE]\d+")


def everything(game: Game) -> tuple[object, ...]:
    return game._state.tobytes(), tuple(game._codes), game.moves, len(game._stack), game.text()


def refusal(game: Game, move: Move | str) -> IllegalMoveError:
    """The error that an illegal move raises without changing anything."""
    before = everything(game)
    with pytest.raises(IllegalMoveError) as caught:
        game.push(move)
    assert everything(game) == before
    error = caught.value
    assert RULE.fullmatch(error.rule)
    assert str(error).startswith(f"{move}: {error.rule}: ")
    assert all(text in str(error) for text in error.legal)
    parsed = Move.parse(move) if isinstance(move, str) else move
    assert parsed not in game.legal_moves
    return error


@examples(300)
@given(running_games(), moves)
def test_a_move_is_legal_or_refused_with_its_rule(game: Game, move: Move) -> None:
    before = everything(game)
    if move in game.legal_moves:
        game.push(move)
        assert game.pop() == move
        assert everything(game) == before
        return
    error = refusal(game, str(move))
    assert error.legal


@examples(100)
@given(running_games(), st.data())
def test_a_legal_move_changed_in_one_part_is_legal_or_refused(game: Game, data: st.DataObject) -> None:
    legal = list(game.legal_moves)
    move, other = data.draw(st.sampled_from(legal)), data.draw(moves)
    if isinstance(move, Turn) and isinstance(other, Turn):
        part = data.draw(st.sampled_from(["card", "tile", "second", "gardener", "piece", "walk"]))
        parts = {name: getattr(move, name) for name in ("card", "tile", "second", "gardener", "piece", "walk")}
        changed: Move = Turn(**parts | {part: getattr(other, part)})
    else:
        changed = other
    if changed in legal:
        assert changed in game.legal_moves
        game.push(changed)
    else:
        refusal(game, changed)


@given(running_games(), st.text(max_size=12))
def test_a_text_that_is_no_move_changes_nothing(game: Game, text: str) -> None:
    before = everything(game)
    with pytest.raises((InvalidMoveError, IllegalMoveError)):
        game.push(text + "?")
    assert everything(game) == before


def test_nothing_is_legal_after_the_end() -> None:
    game = finished(BY_ID["imperial-2-boar"], 1)
    for move in ("36 f3 -", "A", "* a2 ~a3 -"):
        error = refusal(game, move)
        assert (error.rule, error.legal) == ("E1", ())
    assert list(game.legal_moves) == []
    assert not game.legal_moves
    assert Side("A") not in game.legal_moves


def test_turns_are_refused_while_sides_are_chosen_and_sides_in_play() -> None:
    game = BY_ID["ravensburger-2-rewards"].game(1)
    for _ in range(2):
        error = refusal(game, "36 f3 -")
        assert (error.rule, error.legal) == ("S1", ("A", "B"))
        game.push("A")
    for _ in range(2):
        error = refusal(game, "36 f3 -")
        assert (error.rule, error.legal) == ("W1", ("A", "B"))
        game.push("b")
    error = refusal(game, "B")
    assert error.legal == game.hand(game.seat or 0)


@pytest.mark.parametrize("side", ["C", "", "a", "AB", 0, None])
def test_a_side_of_no_board_is_invalid(side: str) -> None:
    game = BY_ID["ravensburger-2"].game(1)
    before = everything(game)
    assert Side(side) not in game.legal_moves
    with pytest.raises(InvalidMoveError):
        game.push(Side(side))
    assert everything(game) == before


@pytest.mark.parametrize(
    "parts",
    [
        {"tile": "z9"},
        {"tile": ""},
        {"tile": None},
        {"card": "63"},
        {"card": 36},
        {"card": ["36"]},
        {"gardener": "a7"},
        {"piece": "e44"},
        {"walk": "-"},
        {"walk": ""},
    ],
    ids=str,
)
def test_a_turn_cannot_be_made_of_nonsense(parts: dict[str, Any]) -> None:
    with pytest.raises(InvalidMoveError):
        Turn(**{"card": "36", "tile": "f3"} | parts)


@pytest.mark.parametrize("value", [None, 36, Move(), ["36 f3 -"], b"A"], ids=["None", "36", "Move", "list", "bytes"])
@pytest.mark.parametrize("moves_before", [0, 6])
def test_what_is_no_move_at_all_is_invalid(value: object, moves_before: int) -> None:
    game = running(BY_ID["ravensburger-2"], 3, ["random"], moves_before)
    before = everything(game)
    assert value not in game.legal_moves
    with pytest.raises(InvalidMoveError):
        game.push(value)  # type: ignore[arg-type]
    assert everything(game) == before


def test_a_card_that_the_box_has_not_is_named() -> None:
    game = running(BY_ID["imperial-2"], 3, ["random"], 4)
    error = refusal(game, f"23 {game.display[0]} -")
    assert error.rule == "C6"
    assert error.legal == game.hand(game.seat or 0)


def turns(game: Game) -> list[Turn]:
    return [move for move in game.legal_moves if isinstance(move, Turn)]


def test_a_tile_that_is_not_face_up_is_refused_with_those_that_the_card_allows() -> None:
    game = running(BY_ID["imperial-2"], 3, ["random"], 4)
    hand = game.hand(game.seat or 0)
    missing = next(f"{column}6" for column in "abcdefghi" if f"{column}6" not in game.display)
    error = refusal(game, f"{hand[0]} {missing} -")
    assert error.rule == "T1"
    allowed = {f"{move.tile}{chr(39) if move.second else ''}" for move in turns(game) if move.card == hand[0]}
    assert set(error.legal) == allowed
    alone = next(tile for tile in game.display if game.display.count(tile) == 1)
    assert refusal(game, f"{hand[0]} {alone}' -").rule == "T1"
    assert refusal(game, f"{hand[0]} a1 -").rule == "T1"
