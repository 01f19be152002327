"""The drawings of these tests: what is drawn is what lies on the table."""

import pytest

from drawn import Seat, draw, squares

DRAWING = """
    #########
    .S.....G.
    ..#......
    S...&....
    ......G..
    .......#S
"""


def test_a_drawing_comes_back_as_it_was_drawn() -> None:
    game = draw(Seat(DRAWING, nobles="102000000", hand="36 c", missions="dh", score=12), display="ab cd ef gh ia")
    garden = game.garden(0)
    assert garden.printed == squares(DRAWING, "#")
    assert garden.structures == {"b2", "a4", "i6"}
    assert garden.gardeners == {"h2", "g5"}
    assert garden.pieces.get("boar") == "e4"
    assert garden.nobles == {**dict.fromkeys("bdefghi", 0), "a": 1, "c": 2}
    assert (game.hand(0), game.missions(0), game.scores) == (("36", "c"), ("d", "h"), (12, 0))
    assert game.display == ("a2", "b2", "c3", "d3", "e4", "f4", "g5", "h5", "i6", "a6")
    assert (game.seat, game.phase, game.turns) == (0, "play card", 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_turn_is_seat_0s(players: int) -> None:
    game = draw(*[DRAWING] * players, turns_left=1)
    assert (game.seat, game.round) == (0, 18)
    assert [len(game.discards(seat)) for seat in range(players)] == [17] + [18] * (players - 1)
    assert [len(game.hand(seat)) for seat in range(players)] == [1] + [0] * (players - 1)
    game.push("* a2 -")
    assert game.is_over


def test_what_is_no_garden_cannot_be_drawn() -> None:
    for wrong in ("#########", DRAWING.replace("S", "s"), DRAWING + "........."):
        with pytest.raises(AssertionError, match="no garden"):
            draw(wrong)
