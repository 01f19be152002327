"""Placing the tile: P1-P4.

The display, if a test shows no other:   2: a b   3: c d   4: e f   5: g h   6: i a
"""

import pytest

from drawn import BARE, draw, follow, play_on, refused, squares
from sanssouci import Game, Turn

# c3 is taken; free in its row: d3 g3 h3, free in its column: c5 c6
C3_TAKEN = """
    #########
    ..S......
    SSS.SS..S
    ..S......
    ....S....
    .........
"""


@pytest.mark.parametrize("tile", ["a2", "b2", "c3", "d3", "e4", "f4", "g5", "h5", "i6", "a6"])
def test_P1_a_tile_goes_to_the_column_of_its_structure_and_the_row_of_its_colour(tile: str) -> None:
    game = draw(BARE)
    game.push(f"* {tile} -")
    assert game.garden(0).structures == {tile}
    assert game.garden(0).gardeners == set()


def test_P1_a_free_square_leaves_no_choice() -> None:
    game = draw(C3_TAKEN)
    for move in game.legal_moves:
        assert isinstance(move, Turn)
        assert (move.gardener is None) == (move.tile != "c3")


def test_P1_a_tile_need_not_touch_other_tiles() -> None:
    """e5 lies far from everything that is built."""
    game = draw(BARE, display="ab cd ef ee ia")
    game.push("* e5 -")
    assert game.garden(0).structures == {"e5"}


def test_P1_each_player_builds_in_their_own_garden() -> None:
    game = draw(BARE, BARE)
    game.push("* d3 -")
    assert game.garden(0).structures == {"d3"}
    assert game.garden(1).structures == set()


@pytest.mark.parametrize("sign", list("SG#"))
def test_P2_the_square_may_be_taken_by_a_structure_a_gardener_or_print(sign: str) -> None:
    game = draw(
        """
        #########
        .........
        ..?......
        .........
        .........
        .........
        """.replace("?", sign)
    )
    assert follow(game, "* c3=") == squares(
        """
        .........
        ..x......
        xx.xxxxxx
        ..x......
        ..x......
        ..x......
        """
    )
    game.push("* c3=c6 -")
    assert "c6" in game.garden(0).gardeners
    assert "c6" not in game.garden(0).structures


def test_P2_the_gardener_goes_on_a_free_square_of_the_same_row_or_column() -> None:
    game = draw(C3_TAKEN)
    assert follow(game, "* c3=") == squares(
        """
        .........
        .........
        ...x..xx.
        .........
        ..x......
        ..x......
        """
    )
    game.push("* c3=g3 -")
    assert game.garden(0).gardeners == {"g3"}


def test_P2_a_taken_square_needs_a_square_for_the_gardener() -> None:
    error = refused(draw(C3_TAKEN), "* c3 -")
    assert error.rule == "P2"
    assert error.legal == ("d3", "g3", "h3", "c5", "c6")
    assert str(error) == (
        "* c3 -: P2: c3 is taken, so the tile is turned over and the gardener needs a square (=SQUARE); "
        "legal squares for the gardener: d3, g3, h3, c5, c6"
    )


@pytest.mark.parametrize("square", ["d2", "d5", "i6", "a2"])
def test_P2_a_square_of_another_row_and_column_is_refused(square: str) -> None:
    error = refused(draw(C3_TAKEN), f"* c3={square} -")
    assert error.rule == "P2"
    assert error.legal == ("d3", "g3", "h3", "c5", "c6")
    assert "the gardener goes on a free square of the row or the column of c3" in str(error)


@pytest.mark.parametrize("square", ["c3", "c1", "c2", "c4", "a3", "i3"])
def test_P2_a_square_that_is_not_free_is_refused(square: str) -> None:
    error = refused(draw(C3_TAKEN), f"* c3={square} -")
    assert error.rule == "P2"
    assert error.legal == ("d3", "g3", "h3", "c5", "c6")
    assert "the gardener needs a free square" in str(error)


ROW_AND_COLUMN_FULL = """
    #########
    ..S......
    SSSGSSSSS
    ..S...S..
    ..G......
    ..S.....S
"""


def test_P3_gardener_goes_anywhere_when_row_and_column_are_full() -> None:
    game = draw(ROW_AND_COLUMN_FULL)
    assert follow(game, "* c3=") == squares(
        """
        .........
        xx.xxxxxx
        .........
        xx.xxx.xx
        xx.xxxxxx
        xx.xxxxx.
        """
    )
    game.push("* c3=h6 -")
    assert game.garden(0).gardeners == {"d3", "c5", "h6"}


def test_P3_even_then_the_gardener_needs_a_free_square() -> None:
    error = refused(draw(ROW_AND_COLUMN_FULL), "* c3=g4 -")
    assert error.rule == "P3"
    assert set(error.legal) == follow(draw(ROW_AND_COLUMN_FULL), "* c3=")
    assert "the gardener needs a free square" in str(error)


@pytest.mark.parametrize(
    ("free", "garden"),
    [
        (
            "f3",
            """
            #########
            ..S......
            SSSSS.SSS
            ..S......
            ..S......
            ..S......
            """,
        ),
        (
            "c6",
            """
            #########
            ..S......
            SSSSSSSSS
            ..S......
            ..S......
            .........
            """,
        ),
    ],
)
def test_P3_one_free_square_left_in_the_row_or_the_column_is_compulsory(free: str, garden: str) -> None:
    game = draw(garden)
    assert follow(game, "* c3=") == {free}
    error = refused(game, "* c3=h6 -")
    assert error.rule == "P2"
    assert error.legal == (free,)


def test_P4_a_tile_is_never_turned_by_choice() -> None:
    game = draw(C3_TAKEN)
    for square in ("e3", "d4", "d3"):
        error = refused(game, f"* d3={square} -")
        assert error.rule == "P4"
        assert "d3 was free, so the tile goes there, structure side up; it is not turned by choice" in str(error)


def test_P4_a_tile_on_the_boars_square_is_not_turned_by_choice_either() -> None:
    game = draw(
        """
        #########
        .........
        .........
        ....&....
        .........
        .........
        """
    )
    for text in ("* e4=e5 ~d4 -", "* e4=e5 -"):
        error = refused(game, text)
        assert error.rule == "P4"
        assert "e4 was free, so the tile goes there, structure side up; it is not turned by choice" in str(error)


def test_P4_all_gardeners_are_alike() -> None:
    """Tiles of different structures, turned over, leave gardens that nothing tells apart."""
    garden = """
        #########
        .........
        ..SS.....
        .........
        .........
        .........
    """
    pavilion, topiary = draw(garden), draw(garden)
    pavilion.push("* c3=g3 -")
    topiary.push("* d3=g3 -")
    assert pavilion.garden(0) == topiary.garden(0)
    assert pavilion.garden(0).gardeners == {"g3"}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_P1_P2_a_whole_game_lays_one_tile_a_turn_and_a_structure_only_at_home(seed: int) -> None:
    game = play_on(Game(first=0, seed=seed), turns=0)
    while game.seat is not None:
        seat, before = game.seat, game.garden(game.seat)
        play_on(game, turns=game.turns + 1, seed=game.turns + seed)
        after, turn = game.garden(seat), game.moves[-1]
        assert isinstance(turn, Turn)
        if turn.tile in before.built:
            assert after.gardeners - before.gardeners == {turn.gardener}
            assert after.structures == before.structures
        else:
            assert after.structures - before.structures == {turn.tile}
            assert after.gardeners == before.gardeners
    assert all(len(garden.built) == 15 + 18 for garden in game.gardens)
