"""A view in the middle of a move can be written and drawn, and its legal moves continue the steps taken."""

import random
import re
from xml.etree import ElementTree

import pytest

from sanssouci import Draft, Game, GreedyPlayer, Move, PositionError, RandomPlayer, SanssouciError, View
from sanssouci.players.advice import advise
from sanssouci.players.courtier import CourtierPlayer
from sanssouci.players.king import ArchitectPlayer
from strategies import BY_ID, running


def begun_draft() -> tuple[Game, Draft]:
    game = Game(seed=2)
    game.push("A")
    game.push("A")
    assert game.seat is not None
    draft = Draft(game.view(game.seat))
    return game, draft


def test_choices_and_what_they_lead_to_can_be_printed() -> None:
    _, draft = begun_draft()
    assert "+ 24>" in repr(draft.choices)
    draft.choose("24")
    assert draft.view.text() == f"{draft.start.text()} + 24"
    assert repr(draft.view) == f"<View: {draft.view.text()}>"
    assert draft.view.begun == "24"
    assert draft.view.start == draft.start
    assert (draft.start.begun, draft.start.start) == ("", draft.start)


def test_only_turns_with_the_card_that_was_played_are_legal() -> None:
    game, draft = begun_draft()
    draft.choose("24")
    moves = [str(move) for move in draft.view.legal_moves]
    assert moves == [text for text in map(str, game.legal_moves) if text.startswith("24 ")]
    assert 0 < len(moves) < len(game.legal_moves)
    other = next(move for move in game.legal_moves if str(move) not in moves)
    assert other not in draft.view.legal_moves


@pytest.mark.parametrize("player", [RandomPlayer, GreedyPlayer, CourtierPlayer, ArchitectPlayer])
def test_players_go_on_from_the_steps_taken(player: type[RandomPlayer]) -> None:
    game, draft = begun_draft()
    for step in ("24", "f2'"):
        draft.choose(step)
        for seed in range(5):
            move = player(seed).choose(draft.view)
            assert str(move).startswith(draft.view.begun)
            assert move in game.legal_moves


def test_advice_goes_on_from_the_steps_taken() -> None:
    _, draft = begun_draft()
    draft.choose("24")
    for advice in advise(draft.view, samples=500, seed=1):
        assert str(advice.move).startswith("24 ")
        assert advice.reasons


@pytest.mark.parametrize("name", ["imperial-3-rewards-boar", "small-2-rewards-boar", "ravensburger-2"])
@pytest.mark.parametrize("moves", [0, 3, 15, 20])
def test_every_step_of_a_move_is_written_drawn_and_gone_on_from(name: str, moves: int) -> None:
    game = running(BY_ID[name], moves, ["random"], moves)
    luck = random.Random(moves)
    for _ in range(6):
        if game.seat is None:
            break
        draft = Draft(game.view(game.seat))
        legal = list(game.legal_moves)
        while draft.move is None:
            view = draft.view
            assert_read_back(view, game)
            expected = [move for move in legal if begins(move, view.begun)]
            assert list(view.legal_moves) == expected
            assert len(view.legal_moves) == len(expected)
            assert view.is_setup or view.legal_moves[-1] == expected[-1]
            for move in luck.sample(legal, min(9, len(legal))):
                assert (move in view.legal_moves) == (move in expected)
            ElementTree.fromstring(view.svg(legal=True))
            draft.choose(luck.choice(draft.choices).text)
        assert_read_back(draft.view, game)
        ElementTree.fromstring(draft.view.svg(legal=True))
        assert draft.view.begun == str(draft.move)
        assert not draft.view.is_my_turn
        assert list(draft.view.legal_moves) == []
        game.push(draft.move)


def begins(move: Move, text: str) -> bool:
    """Whether a move begins with these steps: '24 f2' begins '24 f2=c2 -' but not "24 f2' -"."""
    return not text or re.match(rf"{re.escape(text)}(?=[ =]|$)", str(move)) is not None


def assert_read_back(view: View, game: Game) -> None:
    again = View.from_text(view.text(), box=game.box)
    assert again == view
    assert hash(again) == hash(view)
    assert again.begun == view.begun
    assert again._state.tobytes() == view._state.tobytes()


def test_a_draft_takes_up_the_steps_of_its_view() -> None:
    _, draft = begun_draft()
    draft.choose("24")
    draft.choose("f2")
    again = Draft(View.from_text(draft.view.text()))
    assert again.chosen == ("24", "f2")
    assert again.start == draft.start
    assert again.back()
    assert again.choices == Draft(again.view).choices


def test_the_last_turn_in_the_making_has_not_ended_the_game() -> None:
    configuration = BY_ID["small-2"]
    game = running(configuration, 1, ["random"], 2 + 2 * configuration.box.rounds - 1)
    assert game.seat is not None
    draft = Draft(game.view(game.seat))
    draft.choose_move(game.legal_moves[0])
    view = draft.view
    assert view.phase == "over"
    assert (view.is_over, view.outcome(), view.missions(1 - view.eyes)) == (False, None, None)
    assert_read_back(view, game)
    ElementTree.fromstring(view.svg())


def test_others_see_the_steps_of_a_move_too() -> None:
    game, _ = begun_draft()
    for eyes in (-1, 1):
        view = View.from_text(f"{game.view(eyes).text()} + 24 f2'")
        assert view.discards(0) == ("24",)
        assert view.hand_count(0) == 1
        assert list(view.legal_moves) == []
        assert View.from_text(view.text()) == view


@pytest.mark.parametrize(
    ("steps", "match"),
    [
        ("+", "the beginning of a move is missing"),
        ("+ 36", "36 is not legal here; legal: 24, g"),
        ("+ 24 b3", "b3 is not legal here; legal: f2, f2', a4, c4"),
        ("+ 24 f2 a1 -", "nothing more"),
        ("+ 24  f2 +", "not legal here"),
        ("+ A", "not legal here"),
    ],
)
def test_steps_that_cannot_be_taken_are_refused(steps: str, match: str) -> None:
    _, draft = begun_draft()
    with pytest.raises(PositionError, match=match):
        View.from_text(f"{draft.start.text()} {steps}")


def test_a_game_goes_on_from_the_steps_of_its_text() -> None:
    game, _ = begun_draft()
    begun = Game.from_text(f"{game.text()} + 24")
    assert (begun.begun, begun.moves, begun.phase) == ("24", (), "take tile")
    begun.push(begun.legal_moves[0])
    assert begun.turns == game.turns + 1
    for steps in ("23", "24 f2 -"):  # a card that is not in hand; a whole move, after which chance comes
        with pytest.raises(PositionError):
            Game.from_text(f"{game.text()} + {steps}")


def test_a_picture_marks_a_beginning_that_goes_on_from_the_steps() -> None:
    _, draft = begun_draft()
    draft.choose("24")
    assert draft.view.svg(legal="24 f2") != draft.view.svg(legal="24")
    with pytest.raises(SanssouciError, match="the move under way begins with '24'"):
        draft.view.svg(legal="g")


def test_the_last_step_of_the_game_leaves_points_in_play() -> None:
    """What is hidden until the end is not counted by a move in the making: not even the viewer's own missions."""
    game = running(BY_ID["ravensburger-2"], 2, ["greedy"], 2 + 2 * 18 - 1)
    assert game.seat is not None
    draft = Draft(game.view(game.seat))
    draft.hurry()
    while draft.choices:
        draft.choose(draft.choices[0].text)
    assert draft.view.phase == "over"
    assert [draft.view.points(seat).missions for seat in (0, 1)] == [0, 0]
    assert draft.view.scores == tuple(draft.view.points_in_play(seat) for seat in (0, 1))
