"""The wild boar: B1-B5, and the token in the box (C10)."""

import pytest

from drawn import Seat, draw, follow, play_on, refused
from sanssouci import Game, SanssouciError

# Display in most tests:   2: a b   3: e d   4: e f   5: e h   6: e a
DISPLAY = "ab ed ef eh ea"

CENTRE = """
    #########
    .........
    .........
    ....&....
    .........
    .........
"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_C10_every_player_has_a_boar_of_their_own(players: int) -> None:
    game = Game("imperial", players=players, expansions="boar", first=0, seed=1)
    assert [garden.pieces.get("boar") for garden in game.gardens] == ["e4"] * players
    game = draw(CENTRE, CENTRE, display=DISPLAY)
    game.push("* e4 ~e5 -")
    assert [garden.pieces.get("boar") for garden in game.gardens] == ["e5", "e4"]


def test_C10_without_the_expansion_there_is_no_boar() -> None:
    game = Game("imperial", first=0, seed=1)
    assert [garden.pieces.get("boar") for garden in game.gardens] == [None, None]


def test_C10_ravensburger_has_no_boar() -> None:
    with pytest.raises(SanssouciError, match="the box 'ravensburger' has no expansion 'boar'; it has: rewards"):
        Game("ravensburger", expansions="boar")


@pytest.mark.parametrize("rewards", [[], ["rewards"]], ids=["alone", "with rewards"])
def test_B1_the_boar_starts_on_e4_which_is_free(rewards: list[str]) -> None:
    for seed in range(4):
        game = play_on(Game("imperial", players=4, expansions=["boar", *rewards], first=0, seed=seed), turns=0)
        for garden in game.gardens:
            assert garden.pieces.get("boar") == "e4"
            assert "e4" not in garden.built


def test_B1_the_two_expansions_may_be_combined() -> None:
    game = play_on(Game("imperial", expansions="rewards,boar", first=0, seed=1))
    assert game.expansions == ("rewards", "boar")
    assert game.is_over


def test_B2_a_structure_on_its_square_scores_1_and_the_boar_moves_to_a_free_square_beside_it() -> None:
    game = draw(CENTRE, display=DISPLAY)
    assert follow(game, "* e4 ~") == {"e3", "d4", "f4", "e5"}
    game.push("* e4 ~d4 -")
    assert game.garden(0).pieces.get("boar") == "d4"
    assert game.garden(0).structures == {"e4"}
    assert game.points(0).boar == game.scores[0] == 1


def test_B2_a_gardener_on_its_square_does_the_same() -> None:
    garden = """
        #########
        .........
        .........
        ....&S...
        .........
        .........
    """
    game = draw(garden, display=DISPLAY)
    assert follow(game, "* f4=e4 ~") == {"e3", "d4", "e5"}
    game.push("* f4=e4 ~e3 -")
    assert game.garden(0).pieces.get("boar") == "e3"
    assert game.garden(0).gardeners == {"e4"}
    assert game.points(0).boar == 1


@pytest.mark.parametrize("square", ["e4", "f4", "d3", "f5", "e6", "a2"])
def test_B2_no_other_square_is_allowed(square: str) -> None:
    """f4 is built; d3 and f5 touch e4 at a corner only; e6 and a2 lie further off."""
    garden = """
        #########
        .........
        .........
        ....&S...
        .........
        .........
    """
    error = refused(draw(garden, display=DISPLAY), f"* e4 ~{square} -")
    assert error.rule == "B2"
    assert error.legal == ("e3", "d4", "e5")
    assert str(error) == (
        f"* e4 ~{square} -: B2: the boar moves to a free square next to its own; legal squares for the boar: e3, d4, e5"
    )


def test_B2_the_boar_must_move() -> None:
    error = refused(draw(CENTRE, display=DISPLAY), "* e4 -")
    assert error.rule == "B2"
    assert error.legal == ("e3", "d4", "f4", "e5")
    assert "the tile was laid on the boar's square, so the boar must move (~SQUARE)" in str(error)


def test_B2_the_boar_stays_when_a_tile_is_placed_elsewhere() -> None:
    game = draw(CENTRE, display=DISPLAY)
    assert follow(game, "* e5 ~") == set()
    error = refused(game, "* e5 ~d4 -")
    assert error.rule == "B2"
    assert "the boar does not move: the tile was not laid on its square" in str(error)
    game.push("* e5 -")
    assert game.garden(0).pieces.get("boar") == "e4"
    assert game.scores[0] == 0


def test_B2_in_a_game_without_a_boar_none_can_be_moved() -> None:
    assert refused(draw(display=DISPLAY), "* e4 ~e5 -").rule == "B2"


def test_B2_the_boar_moves_before_a_noble_walks() -> None:
    """In a move the boar's square stands before the walk, and the walk is open whatever the boar does."""
    game = draw(CENTRE, display=DISPLAY)
    assert follow(game, "* e4 ") == {"~e3", "~d4", "~f4", "~e5"}
    for square in ("e3", "d4", "f4", "e5"):
        assert follow(game, f"* e4 ~{square} ") == {f"{letter}1" for letter in "abcdefghi"} | {"-"}
    game.push("* e4 ~e5 e1")
    assert game.points(0) == (1, 0, 0, 0, 0, 1, 2)


def test_B2_the_boar_can_be_driven_on_again_and_again() -> None:
    game = draw(Seat(CENTRE, hand="* e"), display=DISPLAY)
    game.push("* e4 ~e5 -")
    game.push("* a2 -")  # the other player
    assert follow(game, "e e5 ~") == {"d5", "f5", "e6"}
    game.push("e e5 ~e6 -")
    assert game.garden(0).pieces.get("boar") == "e6"
    assert game.points(0).boar == 2


def test_B3_a_boar_that_cannot_move_leaves_the_game_for_3_more() -> None:
    garden = """
        #########
        .........
        ....S....
        ...G&S...
        ....#....
        .........
    """
    game = draw(Seat(garden, score=10), display=DISPLAY)
    assert follow(game, "* e4 ~") == set()
    game.push("* e4 -")
    assert game.garden(0).pieces.get("boar") is None
    assert game.points(0).boar == 4
    assert game.scores[0] == 14


def test_B3_where_it_leaves_no_square_can_be_named() -> None:
    garden = """
        #########
        .........
        ....S....
        ...G&S...
        ....S....
        .........
    """
    error = refused(draw(garden, display=DISPLAY), "* e4 ~e6 -")
    assert error.rule == "B2"
    assert "or it has just left the garden" in str(error)


def test_B3_one_free_square_beside_it_is_enough_to_stay() -> None:
    garden = """
        #########
        .........
        ....S....
        ...G&S...
        .........
        .........
    """
    game = draw(garden, display=DISPLAY)
    assert follow(game, "* e4 ~") == {"e5"}
    game.push("* e4 ~e5 -")
    assert game.garden(0).pieces.get("boar") == "e5"
    assert game.points(0).boar == 1


def test_B3_a_boar_that_has_left_costs_and_brings_nothing_any_more() -> None:
    left = """
        #########
        .........
        .........
        .........
        .........
        .........
    """
    game = draw(Seat(left, score=20, missions="ab"), CENTRE, display=DISPLAY, turns_left=1)
    game.push("* e4 -")
    assert game.points(0) == (20, 0, 0, 0, 0, 0, 20)


def test_B4_a_boar_still_there_costs_its_free_area_its_own_square_included() -> None:
    game = draw(
        Seat(
            """
            #########
            SSSSSSSSS
            SSSS.SSSS
            SSS.&.SSS
            SSSSSSS..
            .........
            """,
            score=50,
        ),
        turns_left=0,
    )
    assert game.points(0).boar == -4


def test_B4_a_boar_shut_in_alone_costs_1() -> None:
    game = draw(
        Seat(
            """
            #########
            .........
            ....S....
            ...S&S...
            ....G....
            .........
            """,
            score=50,
        ),
        turns_left=0,
    )
    assert game.points(0).boar == -1


def test_B4_in_an_open_garden_it_costs_every_free_square_of_the_area() -> None:
    game = draw(Seat(CENTRE, score=50), turns_left=0)
    assert game.points(0).boar == -45


def test_B4_nothing_is_lost_before_the_end() -> None:
    game = draw(Seat(CENTRE, score=50), display=DISPLAY)
    game.push("* a2 -")
    assert game.scores[0] == 50


# A -2 lies under the boar.
LOSS = """
    .  .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .  .
    .  .  .  .  0  .  .  .  .
    .  .  .  0 -2  0  .  .  .
    .  .  0  0 +2  0  0  .  .
    .  0  0  0  0  0  0  0  .
"""


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 1), (2, 1), (3, 2)])
def test_B5_the_reward_of_the_square_counts_before_the_boar(before: int, after: int) -> None:
    """At 0 points the loss of 2 takes nothing, and then the boar brings 1. The other way round 0 would remain."""
    game = draw(Seat(CENTRE, score=before), display=DISPLAY, rewards=LOSS)
    game.push("* e4 ~e5 -")
    assert game.scores[0] == after


def test_B5_both_are_booked_by_source() -> None:
    garden = """
        #########
        .........
        .........
        .........
        ....&....
        .........
    """
    game = draw(Seat(garden, score=5), display=DISPLAY, rewards=LOSS)
    game.push("* e5 ~e6 -")
    assert (game.points(0).rewards, game.points(0).boar, game.scores[0]) == (2, 1, 8)


def test_B5_the_end_is_points_in_play_rows_columns_and_missions_minus_the_boar() -> None:
    """20 + row 2 (8) + column a (5) + mission a (6) - 3 squares of the boar."""
    game = draw(
        Seat(
            """
            #########
            SSSSSSSSS
            S...SSS..
            S..S&..S.
            S...SSS..
            S........
            """,
            nobles="600000000",
            missions="ab",
            score=20,
        ),
        turns_left=0,
    )
    assert game.points(0) == (20, 8, 5, 6, 0, -3, 36)


def test_B5_the_total_is_cut_at_0_once_after_everything() -> None:
    """Row 2 brings 8, and the boar's area of 36 squares takes all of it, but no more."""
    garden = """
        #########
        SSSSSSSSS
        .........
        ....&....
        .........
        .........
    """
    game = draw(Seat(garden, score=3, missions="ab"), turns_left=0)
    assert game.points(0) == (3, 8, 0, 0, 0, -11, 0)


def test_B5_a_loss_at_the_end_is_taken_from_the_whole_total() -> None:
    """Without points in play the boar's 9 squares are still paid for by the rows."""
    garden = """
        #########
        SSSSSSSSS
        SSSSSSSSS
        ....&....
        SSSSSSSSS
        SSSSSSSSS
    """
    game = draw(Seat(garden, score=0, missions="ab"), turns_left=0)
    assert game.points(0).rows == 8 + 7 + 5 + 4
    assert game.points(0).boar == -9
    assert game.scores[0] == 15
