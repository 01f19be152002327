"""Walking a noble: N1-N6.

The display:   2: a b   3: c d   4: e f   5: g h   6: i a
Most tests take a tile that lies far from what they are about, and look at the walks that are open then.
"""

import pytest

from drawn import BARE, Seat, draw, follow, play_on, refused, squares
from sanssouci import Game, Turn

ROW_1 = squares("xxxxxxxxx" + " ........." * 5)

STEPS = """
    #########
    ..SS.....
    ..SGS....
    ....S....
    ...SS....
    ...S.....
"""


def test_N1_one_noble_may_walk() -> None:
    game = draw(STEPS)
    game.push("* i6 c3")
    nobles = game.garden(0).nobles
    assert nobles == {**dict.fromkeys("abdefghi", 0), "c": 3}


def test_N1_none_need_walk_even_where_a_move_exists() -> None:
    game = draw(STEPS)
    assert "-" in follow(game, "* i6 ")
    game.push("* i6 -")
    assert set(game.garden(0).nobles.values()) == {0}
    assert game.scores[0] == 0


def test_N1_none_is_the_only_choice_when_no_noble_can_walk() -> None:
    """All nobles stand in row 1, and below it nothing is built but a tile far off."""
    game = draw(Seat(BARE, nobles="111111111"))
    assert follow(game, "* i6 ") == {"-"}


def test_N1_only_the_nobles_of_the_own_garden_walk() -> None:
    game = draw(STEPS, STEPS)
    game.push("* i6 c3")
    assert set(game.garden(1).nobles.values()) == {0}


def test_N2_from_the_terrace_a_noble_steps_onto_row_1_of_its_column() -> None:
    """Nothing is built below row 1 that hangs together with it, so a noble can go there and no further."""
    game = draw(BARE)
    assert follow(game, "* i6 ") == ROW_1 | {"-"}
    game.push("* i6 e1")
    assert game.garden(0).nobles["e"] == 1


def test_N2_a_noble_walks_as_far_as_it_likes_over_built_squares_side_by_side() -> None:
    """Structures, a gardener and print carry the way alike; only b6, and a6 beside it, lie apart."""
    game = draw(
        Seat(
            """
            #########
            .S...S#S.
            .S...G.S.
            .SSSSS.S.
            .....S.S.
            .S...SSS.
            """,
            nobles="111111111",
        )
    )
    assert follow(game, "* a6 ") == squares(
        """
        .........
        .x...xxx.
        .x.....x.
        .xxxxx.x.
        .....x.x.
        .....xxx.
        """
    ) | {"-"}


def test_N2_never_over_an_empty_square() -> None:
    """b3 is free, and so b4 and b5 cannot be reached; c4 lies on the same island."""
    garden = Seat(
        """
        #########
        .S.......
        .........
        .SS......
        .S.......
        .........
        """,
        nobles="111111111",
    )
    game = draw(garden)
    assert follow(game, "* i6 ") == {"b2", "-"}
    for end in ("b4", "b5", "c4"):
        error = refused(game, f"* i6 {end}")
        assert error.rule == "N2"
        assert error.legal == ("b2", "-")
        assert str(error) == f"* i6 {end}: N2: no path of built squares leads there; legal walks: b2, -"


def test_N2_a_walk_cannot_end_on_an_empty_square() -> None:
    error = refused(draw(STEPS), "* i6 b2")
    assert error.rule == "N2"
    assert "a noble never walks over an empty square" in str(error)


def test_N2_squares_that_touch_at_a_corner_only_are_not_adjacent() -> None:
    game = draw(
        Seat(
            """
            #########
            .S.......
            ..S......
            .S.......
            .........
            .........
            """,
            nobles="111111111",
        )
    )
    assert follow(game, "* i6 ") == {"b2", "-"}


def test_N2_a_noble_walks_up_too() -> None:
    """From d2 the only way to d5 leads up to row 1, over to column f, down and back."""
    game = draw(
        Seat(
            """
            #########
            ...S.S...
            .....S...
            .....S...
            ...SSS...
            .........
            """,
            nobles="111211111",
        )
    )
    assert follow(game, "* i6 ") == {"f2", "f3", "f4", "f5", "e5", "d5", "-"}
    game.push("* i6 d5")
    assert game.garden(0).nobles["d"] == 5


def test_N3_a_noble_ends_in_its_own_column_below_where_it_stood() -> None:
    """A noble of column d in row 3 of a garden without gaps: d4 to d6 are open to it, d1 to d3 are not."""
    full = """
        #########
        SSSSSSSSS
        SSSSSSSSS
        SSSSSSSSS
        SSSSSSSSS
        SSSSSSSS.
    """
    game = draw(Seat(full, nobles="666366666"))
    assert follow(game, "* i6 ") == {"d4", "d5", "d6", "-"}
    for end in ("d1", "d2", "d3"):
        error = refused(game, f"* i6 {end}")
        assert error.rule == "N3"
        assert error.legal == ("d4", "d5", "d6", "-")
        assert str(error) == (
            f"* i6 {end}: N3: a noble ends its walk at least one row below where it stood; legal walks: d4, d5, d6, -"
        )


def test_N3_the_noble_that_walks_is_the_one_of_the_column_it_ends_in() -> None:
    game = draw(Seat(STEPS, nobles="002200000"))
    game.push("* i6 e3")
    assert game.garden(0).nobles == {**dict.fromkeys("abfghi", 0), "c": 2, "d": 2, "e": 3}


def test_N4_a_noble_passes_gardeners_and_nobles() -> None:
    """The only way of noble c leads past the nobles on d1 and d4 and over the gardener on d2."""
    game = draw(
        Seat(
            """
            #########
            ...G.....
            ...S.....
            ..SS.....
            .........
            .........
            """,
            nobles="111411111",
        )
    )
    assert follow(game, "* i6 ") == {"c4", "-"}
    game.push("* i6 c4")
    assert game.garden(0).nobles == {**dict.fromkeys("abefghi", 1), "c": 4, "d": 4}


def test_N4_a_noble_never_ends_on_a_gardener() -> None:
    game = draw(
        Seat(
            """
            #########
            .SG......
            ..S......
            .........
            .........
            .........
            """,
            nobles="111111111",
        )
    )
    assert follow(game, "* i6 ") == {"b2", "c3", "-"}
    error = refused(game, "* i6 c2")
    assert error.rule == "N4"
    assert error.legal == ("b2", "c3", "-")
    assert str(error) == "* i6 c2: N4: a noble never ends its walk on a gardener; legal walks: b2, c3, -"


def test_N4_no_two_nobles_ever_stand_on_one_square() -> None:
    """Each ends in its own column (N3)."""
    game = play_on(Game(players=4, first=0, seed=5))
    for garden in game.gardens:
        assert list(garden.nobles) == list("abcdefghi")
        assert all(f"{letter}{row}" in garden.built - garden.gardeners for letter, row in garden.nobles.items() if row)


@pytest.mark.parametrize(("row", "start"), [(3, 0), (3, 1), (3, 2), (5, 0), (5, 4), (6, 1), (6, 5)])
def test_N5_the_row_it_ends_in_scores_wherever_it_came_from(row: int, start: int) -> None:
    garden = """
        #########
        ...S.....
        ...S.....
        ...S.....
        ...S.....
        ...S.....
    """
    game = draw(Seat(garden, nobles=f"000{start}00000", score=20))
    game.push(f"* i6 d{row}")
    assert game.points(0).nobles == 20 + row
    assert game.scores[0] == 20 + row


def test_N5_skipped_rows_are_lost_but_may_be_walked_across() -> None:
    """Noble d stands in row 4, having skipped rows 2 and 3. Its way to d6 leads up across them and round."""
    game = draw(
        Seat(
            """
            #########
            ...SS....
            ...SSS...
            ...S.S...
            .....S...
            ...SSS...
            """,
            nobles="111411111",
        )
    )
    walks = follow(game, "* i6 ")
    assert {end for end in walks if end[0] == "d"} == {"d6"}
    assert refused(game, "* i6 d2").rule == "N3"
    assert refused(game, "* i6 d3").rule == "N3"
    game.push("* i6 d6")
    assert game.points(0).nobles == 6


def test_N5_a_noble_moves_six_times_at_best_for_21_points() -> None:
    garden = """
        #########
        ...S.....
        ...S.....
        ...S.....
        ...S.....
        ...S.....
    """
    for row in range(1, 7):
        game = draw(Seat(garden, nobles=f"000{row - 1}00000", score=sum(range(row))))
        game.push(f"* i6 d{row}")
        assert game.scores[0] == sum(range(row + 1))
    assert game.scores[0] == 21


def test_N6_the_move_need_not_use_the_tile_just_placed() -> None:
    game = draw(STEPS)
    game.push("* i6 c3")
    assert game.garden(0).structures >= {"i6"}
    assert game.scores[0] == 3


@pytest.mark.parametrize("seed", [1, 2])
def test_N1_at_most_one_noble_moves_in_a_turn_of_a_whole_game(seed: int) -> None:
    game = play_on(Game(first=0, seed=seed), turns=0)
    while game.seat is not None:
        seat, before, score = game.seat, game.garden(game.seat).nobles, game.scores[game.seat]
        play_on(game, turns=game.turns + 1, seed=game.turns + seed)
        after, turn = game.garden(seat).nobles, game.moves[-1]
        assert isinstance(turn, Turn)
        moved = {f"{letter}{after[letter]}" for letter in after if after[letter] != before[letter]}
        assert moved == ({turn.walk} if turn.walk else set())
        if not game.is_over:
            assert game.scores[seat] - score == (int(turn.walk[1]) if turn.walk else 0)
