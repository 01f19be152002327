"""The worked examples of the rulebooks: X1-X8. Where a text shows a garden only as a picture, the drawing is ours."""

import pytest

from drawn import Seat, draw, follow, refused, squares
from sanssouci import load_box


def row_of(box: str, colour: str) -> int:
    return [row.id for row in load_box(box).rows].index(colour) + 1


def column_of(box: str, structure: str) -> str:
    return next(column.letter for column in load_box(box).columns if column.id == structure)


def test_X1_grey_and_turquoise_allow_the_four_tiles_of_those_colours() -> None:
    assert (row_of("ravensburger", "grey"), row_of("ravensburger", "turquoise")) == (3, 6)
    game = draw(Seat(hand="36 a"), display="ca bi hg fd ec")
    assert follow(game, "36 ") == {"b3", "i3", "e6", "c6"}


def test_X2_pavilion_with_three_face_up_allows_exactly_those_three() -> None:
    assert column_of("ravensburger", "pavilion") == "c"
    game = draw(Seat(hand="c a"), display="ca bi cg fd hc")
    assert follow(game, "c ") == {"c2", "c4", "c6"}
    game.push("c c2 -")  # the one from the white space
    assert game.garden(0).structures == {"c2"}


def test_X2_stairs_with_none_face_up_allow_any_of_the_ten() -> None:
    assert column_of("ravensburger", "stairs") == "e"
    game = draw(Seat(hand="e a"), display="ca bi cg fd hc")
    assert follow(game, "e ") == {"c2", "a2", "b3", "i3", "c4", "g4", "f5", "d5", "h6", "c6"}


def test_X3_a_pavilion_from_turquoise_goes_to_turquoise_pavilion() -> None:
    game = draw(Seat(hand="56 h"), display="ca bi hg fd ec")
    assert follow(game, "56 ") == {"f5", "d5", "e6", "c6"}
    game.push("56 c6 -")
    assert game.garden(0).structures == {"c6"}


def test_X3_a_herb_spiral_from_orange_goes_to_orange_herb_spiral() -> None:
    assert (row_of("ravensburger", "orange"), column_of("ravensburger", "herb_spiral")) == (4, "h")
    game = draw(Seat(hand="56 h"), display="ca bi hg fd ec")
    assert follow(game, "h ") == {"h4"}
    game.push("h h4 -")
    assert game.garden(0).structures == {"h4"}


def test_X3_a_second_pavilion_from_turquoise_becomes_a_gardener_on_one_of_seven_squares() -> None:
    game = draw(
        Seat(
            """
            #########
            ..S..S...
            ..S......
            ..#....S.
            .S...#...
            #SS.....S
            """,
            hand="* 56",
        ),
        display="ca bi hg fd ec",
    )
    seven = squares(
        """
        .........
        .........
        .........
        .........
        ..x......
        ...xxxxx.
        """
    )
    # a6, b6 and i6 are taken; with c5 that leaves six, so the picture of the text must have had one tile less
    assert follow(game, "* c6=") == seven
