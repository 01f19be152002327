"""Playing a card and taking a tile: T1-T7.

The display, if a test shows no other:   2: a b   3: c d   4: e f   5: g h   6: i a
"""

import pytest

from drawn import CARDS, Seat, draw, follow, play_on, refused
from sanssouci import Game, InvalidMoveError, Move
from sanssouci.game.telling import tell

ALL_TEN = {"a2", "b2", "c3", "d3", "e4", "f4", "g5", "h5", "i6", "a6"}


def test_T1_one_of_the_two_cards_in_hand_is_played() -> None:
    game = draw(Seat(hand="36 c"))
    assert follow(game, "") == {"36", "c"}
    game.push("36 d3 -")
    assert "36" not in game.hand(0)
    assert "c" in game.hand(0)


def test_T1_a_card_that_is_not_in_hand_is_refused() -> None:
    error = refused(draw(Seat(hand="36 c")), "* a2 -")
    assert error.rule == "T1"
    assert error.legal == ("36", "c")
    assert str(error) == "* a2 -: T1: this card is not in hand; legal cards: 36, c"


def test_T1_the_card_of_another_player_is_refused() -> None:
    game = draw(Seat(hand="36 c"), Seat(hand="26 d"))
    assert refused(game, "26 a2 -").rule == "T1"


def test_T1_exactly_one_tile_is_taken_from_the_display() -> None:
    game = draw(Seat(hand="* 36"), display="ab cd ef gh ia", turns_left=1)  # the last turn: nothing refills
    game.push("* d3 -")
    assert game.display == ("a2", "b2", "c3", None, "e4", "f4", "g5", "h5", "i6", "a6")


def test_T1_a_tile_that_is_not_face_up_is_refused() -> None:
    error = refused(draw(Seat(hand="* 36")), "* d4 -")
    assert error.rule == "T1"
    assert error.legal == ("a2", "b2", "c3", "d3", "e4", "f4", "g5", "h5", "i6", "a6")
    assert str(error) == (
        "* d4 -: T1: there is no tile d4 face up; legal tiles: a2, b2, c3, d3, e4, f4, g5, h5, i6, a6"
    )


def test_T1_no_tile_ever_belongs_in_row_1() -> None:
    assert refused(draw(Seat(hand="* 36")), "* a1 -").rule == "T1"


def test_T1_of_two_equal_tiles_of_a_colour_either_may_be_taken() -> None:
    game = draw(Seat(hand="* 36"), display="ab cc ef gh ia", turns_left=1)
    assert follow(game, "36 ") == {"c3", "c3'", "i6", "a6"}
    second = game.copy()
    game.push("36 c3 -")
    second.push("36 c3' -")
    assert game.display[2:4] == (None, "c3")
    assert second.display[2:4] == ("c3", None)
    assert game.garden(0).structures == second.garden(0).structures == {"c3"}


def test_T1_there_is_no_second_tile_where_only_one_shows_the_structure() -> None:
    error = refused(draw(Seat(hand="* 36")), "* c3' -")
    assert error.rule == "T1"
    assert "there is no tile c3' face up" in str(error)


@pytest.mark.parametrize(
    ("card", "allowed"),
    [
        ("26", {"a2", "b2", "i6", "a6"}),
        ("36", {"c3", "d3", "i6", "a6"}),
        ("46", {"e4", "f4", "i6", "a6"}),
        ("56", {"g5", "h5", "i6", "a6"}),
        ("24", {"a2", "b2", "e4", "f4"}),
        ("25", {"a2", "b2", "g5", "h5"}),
        ("34", {"c3", "d3", "e4", "f4"}),
        ("35", {"c3", "d3", "g5", "h5"}),
    ],
)
def test_T2_two_colours_allow_the_four_tiles_of_those_colours(card: str, allowed: set[str]) -> None:
    game = draw(Seat(hand=f"{card} i"))
    assert follow(game, f"{card} ") == allowed
    for tile in ALL_TEN - allowed:
        error = refused(game, f"{card} {tile} -")
        assert error.rule == "T2"
        assert set(error.legal) == allowed


def test_T2_the_refusal_says_what_is_wrong() -> None:
    error = refused(draw(Seat(hand="36 i")), "36 e4 -")
    assert str(error) == (
        "36 e4 -: T2: the tile does not lie on a space of one of the card's two colours; legal tiles: c3, d3, i6, a6"
    )


def test_T3_a_structure_card_allows_exactly_the_face_up_tiles_of_its_structure() -> None:
    game = draw(Seat(hand="a 36"))
    assert follow(game, "a ") == {"a2", "a6"}
    for tile in ALL_TEN - {"a2", "a6"}:
        error = refused(game, f"a {tile} -")
        assert error.rule == "T3"
        assert error.legal == ("a2", "a6")


@pytest.mark.parametrize("letter", list("bcdefghi"))
def test_T3_a_single_match_is_compulsory(letter: str) -> None:
    game = draw(Seat(hand=f"{letter} 36"))
    assert follow(game, f"{letter} ") == {tile for tile in ALL_TEN if tile[0] == letter}


def test_T3_the_refusal_says_what_is_wrong() -> None:
    assert str(refused(draw(Seat(hand="a 36")), "a b2 -")) == (
        "a b2 -: T3: a tile of the card's structure is face up, so one of those must be taken; legal tiles: a2, a6"
    )


def test_T4_a_structure_that_is_not_face_up_allows_any_of_the_ten() -> None:
    game = draw(Seat(hand="e 36"), display="ab cd fg hi ab")
    assert follow(game, "e ") == {"a2", "b2", "c3", "d3", "f4", "g4", "h5", "i5", "a6", "b6"}


def test_T4_what_is_taken_this_way_goes_where_the_tile_belongs() -> None:
    game = draw(Seat(hand="e 36"), display="ab cd fg hi ab")
    game.push("e f4 -")
    assert game.garden(0).structures == {"f4"}


def test_T5_the_wild_card_allows_any_of_the_ten() -> None:
    assert follow(draw(Seat(hand="* 36")), "* ") == ALL_TEN


def test_T6_the_card_goes_face_up_on_the_players_own_discard_pile() -> None:
    game = draw(Seat(hand="36 c"), Seat(hand="26 d"))
    game.push("36 d3 -")
    assert (game.discards(0), game.discards(1)) == (("36",), ())
    game.push("26 b2 -")
    assert (game.discards(0), game.discards(1)) == (("36",), ("26",))


def test_T6_everybody_may_look_through_all_discard_piles() -> None:
    game = play_on(Game(players=3, first=0, seed=4), turns=30)
    for eyes in (-1, 0, 1, 2):
        view = game.view(eyes)
        for seat in range(3):
            assert len(view.discards(seat)) == 10
            assert view.discards(seat) == game.discards(seat)
            assert set(view.undiscarded(seat)) == set(CARDS) - set(game.discards(seat))


def test_T7_there_is_no_way_to_pass() -> None:
    game = draw(Seat(hand="* 36"))
    for text in ("", "-", "* -", "pass", "* a2"):
        with pytest.raises(InvalidMoveError, match="is not a move"):
            Move.parse(text)
    assert all(len(str(move).split()) >= 3 for move in game.legal_moves)


def test_T7_a_card_allows_a_tile_even_where_it_can_only_become_a_gardener() -> None:
    game = draw(
        Seat(
            """
            #########
            SSSSSSSSS
            SSSSSSSSS
            SSSSSSSSS
            SSSSSSSSS
            .SSSSSSSS
            """,
            hand="35 b",
        )
    )
    assert follow(game, "35 ") == {"c3", "d3", "g5", "h5"}
    assert follow(game, "35 c3=") == {"a6"}
    assert follow(game, "b b2=") == {"a6"}


@pytest.mark.parametrize("box", ["ravensburger", "imperial"])
def test_T7_every_card_in_hand_always_allows_some_tile(box: str) -> None:
    game = play_on(Game(box, first=0, seed=2), turns=0)
    while game.seat is not None:
        assert follow(game, "") == set(game.hand(game.seat))
        play_on(game, turns=game.turns + 1, seed=game.turns)


@pytest.mark.parametrize(("card", "rule"), [("36", None), ("a", None), ("e", "T4"), ("*", "T5")])
def test_T4_T5_a_card_that_allows_any_tile_says_by_which_rule(card: str, rule: str | None) -> None:
    game = draw(Seat(hand=f"{card} b"), display="ab cd af gh ia")
    assert game.any_tile(card) == game.view().any_tile(card) == rule
    move = next(move for move in game.legal_moves if str(move).split()[0] == card)
    game.push(move)
    assert tell(game, 0).any_tile == rule
