"""A turn put together step by step is the same turn, with the same points."""

import random

import pytest

from drawn import Seat, draw
from sanssouci import Draft, Game, IllegalMoveError, Move, SanssouciError, Side


def random_draft(game: Game, luck: random.Random) -> Draft:
    assert game.seat is not None
    draft = Draft(game.view(game.seat))
    while draft.move is None:
        choice = luck.choice(draft.choices)
        draft.choose(choice.text)
        assert draft.view == choice.after
    return draft


@pytest.mark.parametrize("seed", range(6))
def test_a_draft_gives_a_legal_move_and_its_points(seed: int) -> None:
    game = Game("imperial", players=3, expansions="rewards,boar", seed=seed)
    luck = random.Random(seed)
    while not game.is_over:
        seat = game.seat
        assert seat is not None
        draft = random_draft(game, luck)
        before = game.points_in_play(seat)
        assert draft.move is not None
        assert draft.move in game.legal_moves
        game.push(draft.move)
        assert game.points_in_play(seat) - before == draft.gained


def test_the_leaves_of_all_drafts_are_the_legal_moves() -> None:
    game = Game("imperial", expansions="boar", seed=12)
    seat = game.seat
    assert seat is not None

    def leaves(draft: Draft) -> list[str]:
        if draft.move is not None:
            return [str(draft.move)]
        found = []
        for choice in draft.choices:
            draft.choose(choice.text)
            found += leaves(draft)
            assert draft.back()
        return found

    assert leaves(Draft(game.view(seat))) == [str(move) for move in game.legal_moves]


def test_back_to_the_start_and_no_further() -> None:
    game = Game("imperial", seed=3)
    assert game.seat is not None
    draft = Draft(game.view(game.seat))
    first = draft.choices
    while draft.move is None:
        draft.choose(draft.choices[-1].text)
    assert draft.step is None
    assert draft.choices == ()
    assert len(draft.chosen) >= 3
    while draft.back():
        pass
    assert draft.choices == first
    assert draft.chosen == ()
    assert draft.step == "play card"


def test_going_back_to_a_choice_skips_steps_without_one() -> None:
    game = draw(Seat(hand="c"), display="ab cd ef gh ia", turns_left=1)
    draft = Draft(game.view(0))
    assert [choice.text for choice in draft.choices] == ["c"]
    draft.hurry()
    assert draft.chosen == ("c", "c3"), "the only card takes the only pavilion"
    assert draft.step == "walk noble"
    assert not draft.back_to_choice(), "no step so far was a choice"
    draft.choose("-")
    assert draft.step is None
    assert draft.back_to_choice()
    assert draft.step == "walk noble"


def test_a_whole_move_replaces_the_steps_so_far_unless_it_is_illegal() -> None:
    game = draw(Seat(hand="c *"), display="ab cd ef gh ia")
    draft = Draft(game.view(0))
    draft.choose_move(Move.parse("* e4 a1"))
    assert str(draft.move) == "* e4 a1"
    with pytest.raises(IllegalMoveError):
        draft.choose_move(Move.parse("* e4 a2"))
    assert str(draft.move) == "* e4 a1"
    draft.choose_move(Move.parse("c c3 -"))
    assert str(draft.move) == "c c3 -"
    assert game.moves == ()


def test_sides_are_one_step() -> None:
    game = Game("ravensburger", seed=3)
    assert game.seat is not None
    draft = Draft(game.view(game.seat))
    assert draft.step == "choose garden side"
    assert [choice.text for choice in draft.choices] == ["A", "B"]
    draft.choose("B")
    assert draft.move == Side("B")


def test_a_draft_shows_what_is_chosen_and_what_comes_next() -> None:
    draft = Draft(Game(seed=2).view(0))
    assert repr(draft) == "<Draft: chosen nothing, next choose garden side>"
    draft.choose("A")
    assert repr(draft) == "<Draft: chosen A, next nothing>"


def test_a_wrong_choice_is_refused_and_changes_nothing() -> None:
    game = Game("ravensburger", seed=3)
    assert game.seat is not None
    draft = Draft(game.view(game.seat))
    with pytest.raises(IllegalMoveError, match="'C' is not one of the choices now; legal: A, B"):
        draft.choose("C")
    assert draft.chosen == ()


def test_an_illegal_step_is_refused_with_its_rule() -> None:
    game = draw(Seat(hand="36 c"), display="ab cd ef gh ia")
    draft = Draft(game.view(0))
    for text, rule, key in (("*", "T1", "not in hand"), ("23", "T1", "no such choice")):
        with pytest.raises(IllegalMoveError) as caught:
            draft.choose(text)
        assert (caught.value.rule, caught.value.key, caught.value.legal) == (rule, key, ("36", "c"))
    draft.choose("36")
    with pytest.raises(IllegalMoveError, match=r"^a2: T2: .*; legal tiles: c3, d3, i6, a6$"):
        draft.choose("a2")
    draft.choose("c3")
    with pytest.raises(IllegalMoveError) as caught:
        draft.choose("a6")
    assert (caught.value.rule, caught.value.key) == ("N2", "empty square")
    assert draft.chosen == ("36", "c3")


def test_only_the_seat_to_move_drafts() -> None:
    game = Game("ravensburger", seed=3, first=0)
    with pytest.raises(SanssouciError, match="the seat whose turn it is"):
        Draft(game.view(1))


@pytest.mark.parametrize("box", ["ravensburger", "imperial"])
def test_a_complete_choice_of_a_side_takes_nothing_more(box: str) -> None:
    game = Game(box, expansions="rewards", seed=1)
    while game.is_setup:
        assert game.seat is not None
        draft = Draft(game.view(game.seat))
        draft.choose("A")
        assert draft.move is not None
        with pytest.raises(IllegalMoveError, match="'1' is not one of the choices now; legal: nothing more") as caught:
            draft.choose("1")
        assert caught.value.rule in ("S1", "W1")
        game.push(draft.move)
