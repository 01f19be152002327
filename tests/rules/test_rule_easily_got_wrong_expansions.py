"""Cases that are easily got wrong with the expansions, each under the number of its rule.

The display, if a test shows no other:   2: a b   3: c d   4: e f   5: g h   6: i a
"""

import pytest

from drawn import Seat, draw, follow, refused
from sanssouci import Game, SanssouciError

# d4 is printed, and a reward board lies over it.
PRINTED_D4 = """
    #########
    ...S.....
    ...S.....
    ...#.....
    ...S.....
    .........
"""
BOARD = """
    .  .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .  .
    .  .  .  . g3  .  .  .  .
    .  .  .  0 +1 +1  .  .  .
    .  . -2 +2  0 g3 +2  .  .
    . +2  0 +3 -3 +3 -2  0  .
"""


def test_W2_a_structure_may_be_placed_on_a_printed_square_under_a_reward_board() -> None:
    display = "ab cd de gh ia"
    assert follow(draw(PRINTED_D4, display=display), "* d4 ") == set()  # without the board: a gardener, elsewhere
    game = draw(PRINTED_D4, display=display, rewards=BOARD)
    game.push("* d4 -")
    assert "d4" in game.garden(0).structures
    assert game.garden(0).gardeners == set()


def test_W2_a_printed_square_under_a_reward_board_blocks_walking_until_then() -> None:
    seat = Seat(PRINTED_D4, nobles="111111111")
    display = "ab cd de gh ia"
    assert follow(draw(seat, display=display), "* a6 ") == {"d2", "d3", "d4", "d5", "-"}
    game = draw(seat, display=display, rewards=BOARD)
    assert follow(game, "* a6 ") == {"d2", "d3", "-"}
    assert refused(game, "* a6 d4").rule == "N2"
    assert refused(game, "* a6 d5").rule == "N2"
    assert follow(game, "* d4 ") == {"d2", "d3", "d4", "d5", "-"}


def test_W2_row_and_column_are_incomplete_without_a_printed_square_under_a_reward_board() -> None:
    garden = """
        #########
        ...S.....
        ...S.....
        SSS#SSSSS
        ...S.....
        ...S.....
    """
    bare, covered = draw(garden, turns_left=0), draw(garden, rewards=BOARD, turns_left=0)
    assert (bare.points(0).rows, bare.points(0).columns) == (6, 5)
    assert (covered.points(0).rows, covered.points(0).columns) == (0, 0)
    built = draw(garden.replace("#SSSSS", "SSSSSS"), rewards=BOARD, turns_left=0)
    assert (built.points(0).rows, built.points(0).columns) == (6, 5)


def test_W3_a_gardener_on_a_bonus_for_structures_scores_nothing() -> None:
    taken = "######### ......... ......... ...S..... ......... ........."
    for square in ("e4", "f4", "d5", "d6"):  # +1 +1 +2 +3
        game = draw(Seat(taken, score=5), display="ab cd de gh ia", rewards=BOARD)
        game.push(f"* d4={square} -")
        assert game.scores[0] == 5


def test_W4_a_structure_on_a_gardeners_bonus_scores_nothing() -> None:
    for display, tile in (("ab ed de gh ia", "e3"), ("ab ed de gf ia", "f5")):
        game = draw(Seat(score=5), display=display, rewards=BOARD)
        game.push(f"* {tile} -")
        assert game.scores[0] == 5


def test_W6_a_penalty_at_score_1_leaves_0_and_no_debt() -> None:
    """First -3 at 1 point, then a walk for 2: 2 points, not 0."""
    garden = """
        #########
        S........
        .........
        .........
        .........
        .........
    """
    game = draw(Seat(garden, score=1, hand="* b"), display="ab cd ef gh ea", rewards=BOARD)
    game.push("* e6 -")
    assert game.scores[0] == 0
    game.push("* c3 -")  # the other player
    game.push("b b2 a2")
    assert game.scores[0] == 2


def test_B2_a_gardener_triggers_the_boar() -> None:
    game = draw(
        """
        #########
        .........
        .........
        ....&S...
        .........
        .........
        """
    )
    assert follow(game, "* f4=e4 ~") == {"e3", "d4", "e5"}
    assert follow(game, "* f4=g4 ~") == set()
    game.push("* f4=e4 ~e5 -")
    assert game.points(0).boar == 1


@pytest.mark.parametrize(
    ("garden", "tile", "allowed"),
    [
        ("######### ......... ........& ......... ......... .........", "i3", {"i2", "i4", "h3"}),
        ("######### ......... &........ ......... ......... .........", "a3", {"a2", "a4", "b3"}),
        ("######### ......... ......... ......... ......... ........&", "i6", {"i5", "h6"}),
        ("######### ......... ......... ......... ......... &........", "a6", {"a5", "b6"}),
        ("######### ....&.... ......... ......... ......... .........", "e2", {"d2", "f2", "e3"}),
    ],
)
def test_B2_the_boar_does_not_leave_over_the_edge_of_the_board(garden: str, tile: str, allowed: set[str]) -> None:
    """Nor does it come back on the other side; above row 2 everything is printed."""
    game = draw(garden, display="eb ia cf gh ia")
    assert follow(game, f"* {tile} ~") == allowed


def test_B2_the_boar_never_goes_onto_a_printed_square() -> None:
    game = draw(
        """
        #########
        .........
        ....#....
        ...#&....
        .........
        .........
        """
    )
    assert follow(game, "* e4 ~") == {"f4", "e5"}
    error = refused(game, "* e4 ~d4 -")
    assert error.rule == "B2"
    assert error.legal == ("f4", "e5")


def test_B4_diagonals_do_not_connect_the_boars_area() -> None:
    """c3, g3, c5 and g5 touch the area at a corner only."""
    game = draw(
        Seat(
            """
            #########
            .........
            ...SSS...
            ..S.&.S..
            ...S.S...
            ....S....
            """,
            score=60,
        ),
        turns_left=0,
    )
    assert game.points(0).boar == -4


def test_B4_the_boars_area_does_not_reach_the_beginning_of_the_next_row() -> None:
    game = draw(
        Seat(
            """
            #########
            .........
            SSSSSSSSS
            SSSSSSS.&
            .SSSSSSSS
            .........
            """,
            score=60,
        ),
        turns_left=0,
    )
    assert game.points(0).boar == -2


def test_B4_the_boars_area_does_not_wrap_round_the_edge() -> None:
    game = draw(
        Seat(
            """
            #########
            .........
            SSSSSSSSS
            &.SSSSSS.
            .SSSSSSSS
            SSSSSSSSS
            """,
            score=60,
        ),
        turns_left=0,
    )
    assert game.points(0).boar == -3


def test_B4_the_boars_area_grows_under_a_reward_board() -> None:
    """d4 and d5 are printed. Under the board they are free, and join the boar's area."""
    seat = Seat(
        """
        #########
        .........
        ...SS....
        ..S#&S...
        ..S#S....
        ...S.....
        """,
        score=60,
    )
    assert draw(seat, turns_left=0).points(0).boar == -1
    assert draw(seat, rewards=BOARD, turns_left=0).points(0).boar == -3


def test_C10_the_wild_boar_with_the_ravensburger_box_is_refused() -> None:
    for others in ([], ["rewards"]):
        with pytest.raises(SanssouciError) as caught:
            Game("ravensburger", expansions=["boar", *others])
        assert str(caught.value) == "the box 'ravensburger' has no expansion 'boar'; it has: rewards"
