"""The worked examples of the rulebooks: X1-X8. Where a text shows a garden only as a picture, the drawing is ours."""

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
            .....S...
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
        ..x......
        .........
        .........
        ..x......
        ...xxxxx.
        """
    )
    assert len(seven) == 7
    assert follow(game, "* c6=") == seven
    game.push("* c6=c5 -")  # pavilion, violet
    assert game.garden(0).gardeners == {"c5"}


def test_X4_from_the_terrace_to_row_3_brings_3_points() -> None:
    """Noble c; rows 1 and 2 of its column are lost to it afterwards, though it may walk across them."""
    garden = """
        #########
        ..S......
        ..S......
        .........
        .........
        .........
    """
    game = draw(garden)
    assert {"c1", "c2", "c3"} <= follow(game, "* a2 ")
    game.push("* a2 c3")
    assert game.scores[0] == 3
    later = draw(Seat(garden, nobles="003000000"))
    assert not {"c1", "c2", "c3"} & follow(later, "* a2 ")


def test_X4_from_row_1_to_row_3_brings_3_points_as_well() -> None:
    game = draw(
        Seat(
            """
            #########
            .....S...
            .....S...
            .........
            .........
            .........
            """,
            nobles="000001000",
        )
    )
    game.push("* a2 f3")
    assert game.scores[0] == 3


def test_X4_from_row_1_to_row_6_brings_6_and_row_4_is_cut_off() -> None:
    """Noble i walks round i4, which is built, and which no way leads to."""
    game = draw(
        Seat(
            """
            #########
            ......S..
            ......S..
            ......S.S
            ......S..
            ......SSS
            """,
            nobles="000000001",
        )
    )
    assert {end for end in follow(game, "* a2 ") if end[0] == "i"} == {"i6"}
    error = refused(game, "* a2 i4")
    assert error.rule == "N2"
    assert "no path of built squares leads there" in str(error)
    game.push("* a2 i6")
    assert game.scores[0] == 6


def test_X4_from_row_2_to_row_5_brings_5_and_row_6_can_follow_for_6() -> None:
    garden = """
        #########
        ....S....
        ....S....
        ....S....
        ....S....
        ....S....
    """
    game = draw(Seat(garden, nobles="000020000", hand="* b", score=2))
    game.push("* a2 e5")
    assert game.scores[0] == 2 + 5
    game.push("* a6 -")  # the other player
    assert {end for end in follow(game, "b b2 ") if end[0] == "e"} == {"e6"}
    game.push("b b2 e6")
    assert game.scores[0] == 2 + 5 + 6


def test_X5_a_gardener_at_yellow_stairs_opens_five_steps_for_the_tree_noble() -> None:
    """Terrace - d1 - e1 - e2 - e3 - d3. Without the gardener on e3 no way leads to d3."""
    assert row_of("imperial", "yellow") == 3
    assert (column_of("imperial", "topiary"), column_of("imperial", "stairs")) == ("d", "e")
    game = draw(
        """
        #########
        ....S....
        ...S.....
        .........
        .........
        .........
        """
    )
    assert "d3" not in follow(game, "* a2 ")
    assert "d3" in follow(game, "* d3=e3 ")
    assert "e3" not in follow(game, "* d3=e3 ")
    game.push("* d3=e3 d3")
    assert game.garden(0).gardeners == {"e3"}
    assert game.scores[0] == 3


def test_X6_the_end_of_the_example_brings_25() -> None:
    """Row 3 complete, the columns of stairs and rose arch, labyrinth in row 3 and pavilion in row 5."""
    assert column_of("ravensburger", "labyrinth") == "a"
    assert (column_of("ravensburger", "rose_arch"), column_of("ravensburger", "pavilion")) == ("g", "c")
    game = draw(
        Seat(
            """
            #########
            S.S.SSS..
            SSSGSSSS#
            ..S.G.S..
            ..S#S.G.S
            ....S.S..
            """,
            nobles="305210410",
            missions="ac",
            score=41,
        ),
        turns_left=0,
    )
    points = game.points(0)
    assert (points.rows, points.columns, points.missions) == (7, 5 + 5, 3 + 5)
    assert points.total - 41 == 25


def test_X7_the_end_of_the_example_comes_to_98() -> None:
    """70 from nobles, row 4 complete, two columns, and both nobles of the missions in row 6."""
    game = draw(
        Seat(
            """
            #########
            .S...S...
            .S.S.S...
            SSSG#SSGS
            .S...G.S.
            .SS..S...
            """,
            nobles="160006421",
            missions="bf",
            score=70,
        ),
        turns_left=0,
    )
    assert game.points(0) == (70, 6, 10, 12, 0, 0, 98)


def test_X8_a_boar_in_a_free_area_of_five_costs_5() -> None:
    game = draw(
        Seat(
            """
            #########
            ...SS....
            ..S..S...
            ..S.&S...
            ...S.S...
            ....S....
            """,
            score=60,
            missions="ab",
        ),
        turns_left=0,
    )
    assert game.points(0) == (60, 0, 0, 0, 0, -5, 55)
