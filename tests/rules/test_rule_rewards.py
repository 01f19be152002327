"""The Rewards expansion: W1-W7, and the boards it lays (C9)."""

from collections import Counter

import pytest

from drawn import Seat, draw, follow, play_on, refused, squares
from sanssouci import Game, Side

BOTH = pytest.mark.parametrize("box", ["ravensburger", "imperial"])

COVERED = squares(
    """
    .........
    .........
    ....x....
    ...xxx...
    ..xxxxx..
    .xxxxxxx.
    """
)

# The display for these marks:   2: a b   3: e d   4: e f   5: d e   6: b d
DISPLAY = "ab ed ef de bd"
MARKS = """
    .  .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .  .
    .  .  .  . +1  .  .  .  .
    .  .  .  0 g3 +1  .  .  .
    .  .  0 +2 -2 +2 g3  .  .
    . +3 -3 -2  0  0 -3 +3  .
"""


@BOTH
def test_C9_a_board_marks_twelve_of_the_sixteen_squares_it_covers(box: str) -> None:
    game = play_on(Game(box, players=4, expansions="rewards", first=0, seed=1), turns=0)
    assert {garden.reward[0] for garden in game.gardens if garden.reward} == {"1", "2", "3", "4"}
    for garden in game.gardens:
        assert len(garden.marks) == 12
        assert set(garden.marks) < COVERED
        assert set(garden.marks.values()) == {"+1", "+2", "+3", "g3", "-2", "-3"}


def test_C9_without_the_expansion_there_is_no_board_and_no_mark() -> None:
    game = play_on(Game("imperial", first=0, seed=1), turns=0)
    assert [(garden.reward, garden.marks) for garden in game.gardens] == [(None, {}), (None, {})]


@BOTH
@pytest.mark.parametrize("players", [2, 3, 4])
def test_W1_each_player_gets_a_random_board_of_their_own(box: str, players: int) -> None:
    boards: Counter[str] = Counter()
    for seed in range(40):
        game = play_on(Game(box, players=players, expansions="rewards", first=0, seed=seed), turns=0)
        rewards = [garden.reward or "" for garden in game.gardens]
        assert len({board[0] for board in rewards}) == players
        boards[rewards[0][0]] += 1
    assert set(boards) == {"1", "2", "3", "4"}


@BOTH
def test_W1_the_side_is_chosen_knowing_gardens_and_own_missions_before_hands_and_tiles(box: str) -> None:
    game = Game(box, players=3, expansions="rewards", first=0, seed=1)
    while game.phase == "choose garden side":
        assert all(game.missions(seat) == () for seat in range(3))
        assert [garden.reward for garden in game.gardens] == [None] * 3
        game.push("B")
    for seat in range(3):
        assert (game.phase, game.seat) == ("choose reward side", seat)
        view = game.view(seat)
        assert set(view.legal_moves) == {Side("A"), Side("B")}
        assert len(view.missions() or ()) == 2
        assert view.missions((seat + 1) % 3) is None
        assert all("?" not in garden.board for garden in view.gardens)
        assert view.hand() == ()
        assert view.display == (None,) * 10
        game.push("BA"[seat % 2])
    assert game.phase == "play card"
    assert [(garden.reward or "")[1] for garden in game.gardens] == ["B", "A", "B"]


def test_W1_the_chosen_side_lies_up() -> None:
    """Board 1 has +1 on e3 on one side, and a gardener's bonus there on the other."""
    seen = {}
    for seed in range(40):
        game = play_on(Game("imperial", expansions="rewards", first=0, seed=seed), turns=0, seed=seed)
        for garden in game.gardens:
            seen[garden.reward] = garden.marks.get("e3")
    assert seen["1A"] == "+1"
    assert seen["1B"] == "g3"


def test_W1_a_turn_before_the_sides_of_the_reward_boards_are_chosen_is_refused() -> None:
    game = Game("imperial", expansions="rewards", first=0, seed=1)
    error = refused(game, "* a2 -")
    assert error.rule == "W1"
    assert error.legal == ("A", "B")
    assert str(error) == "* a2 -: W1: a side of the board must be chosen now; legal sides: A, B"


PRINTED_BELOW = """
    #########
    .........
    ....#....
    ...##....
    .........
    ........#
"""


def test_W2_what_is_printed_under_the_board_is_hidden() -> None:
    assert draw(PRINTED_BELOW).garden(0).printed == squares(PRINTED_BELOW, "#")
    covered = draw(PRINTED_BELOW, rewards=MARKS, display=DISPLAY).garden(0)
    assert covered.printed == covered.built == squares("#########" + " ........." * 4 + " ........#", "#")


@BOTH
def test_W2_the_board_covers_sixteen_squares_of_every_garden(box: str) -> None:
    for seed in range(5):
        game = play_on(Game(box, players=4, expansions="rewards", first=0, seed=seed), turns=0, seed=seed)
        for garden in game.gardens:
            assert not garden.built & COVERED
            assert len(garden.built) == 13  # of the fifteen printed ones, each of our layouts has two under the board


def test_W2_a_covered_square_is_built_once_a_tile_lies_on_it() -> None:
    game = draw(PRINTED_BELOW, rewards=MARKS, display=DISPLAY)
    game.push("* e3 -")
    assert game.garden(0).structures == {"e3"}


def test_W2_a_gardener_may_be_put_on_a_covered_square() -> None:
    garden = """
        #########
        ...S.....
        ...S.....
        ....#....
        .........
        .........
    """
    game = draw(garden, rewards=MARKS, display=DISPLAY)
    assert follow(game, "* d3=") == squares(
        """
        .........
        .........
        xxx.xxxxx
        ...x.....
        ...x.....
        ...x.....
        """
    )


# e3 +1, d5 +2, b6 +3; e4 g3; e5 -2; d4 and e6 covered without a mark
@pytest.mark.parametrize(("tile", "points"), [("e3", 1), ("f4", 1), ("d5", 2), ("b6", 3)])
def test_W3_a_structure_on_a_bonus_scores_at_once(tile: str, points: int) -> None:
    game = draw(Seat(score=10), rewards=MARKS, display=DISPLAY)
    game.push(f"* {tile} -")
    assert game.points(0).rewards == points
    assert game.scores[0] == 10 + points


@pytest.mark.parametrize("square", ["d5", "f5"])
def test_W3_a_gardener_on_a_bonus_scores_nothing(square: str) -> None:
    taken = "######### ......... ......... ......... ....S.... ........."
    game = draw(Seat(taken, score=10), rewards=MARKS, display=DISPLAY)
    game.push(f"* e5={square} -")
    assert game.points(0).rewards == 0
    assert game.scores[0] == 10


def test_W3_a_square_without_a_mark_scores_nothing() -> None:
    for display, tile in (("ab ed ed de bd", "d4"), ("ab ed ef cd be", "c5"), ("ab ed ef de be", "e6")):
        game = draw(Seat(score=10), rewards=MARKS, display=display)
        game.push(f"* {tile} -")
        assert game.scores[0] == 10


def test_W4_a_gardener_on_its_bonus_scores_3_at_once() -> None:
    taken = "######### ......... ......... .....S... ......... ........."
    game = draw(Seat(taken, score=10), rewards=MARKS, display=DISPLAY)
    game.push("* f4=e4 -")
    assert game.points(0).rewards == 3
    assert game.scores[0] == 13


def test_W4_a_structure_on_a_gardeners_bonus_scores_nothing() -> None:
    game = draw(Seat(score=10), rewards=MARKS, display=DISPLAY)
    game.push("* e4 -")
    assert game.points(0).rewards == 0
    assert game.scores[0] == 10


def test_W5_a_structure_on_a_loss_loses_at_once() -> None:
    for tile, loss in (("e5", 2), ("d6", 2)):
        game = draw(Seat(score=10), rewards=MARKS, display=DISPLAY)
        game.push(f"* {tile} -")
        assert game.points(0).rewards == -loss
        assert game.scores[0] == 10 - loss


def test_W5_a_gardener_on_a_loss_loses_too() -> None:
    taken = "######### ......... ......... ......... ......... ...S....."
    for square, loss in (("c6", 3), ("g6", 3)):
        game = draw(Seat(taken, score=10), rewards=MARKS, display=DISPLAY)
        game.push(f"* d6={square} -")
        assert game.points(0).rewards == -loss
        assert game.scores[0] == 10 - loss


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_W6_the_score_never_falls_below_0(before: int, after: int) -> None:
    game = draw(Seat(score=before), rewards=MARKS, display=DISPLAY)
    game.push("* e5 -")  # -2
    assert game.scores[0] == after
    assert game.points(0).rewards == after - before


def test_W6_a_loss_comes_before_the_walk_of_the_same_turn() -> None:
    """One loses what one has when the tile is placed: nothing. The walk then scores in full."""
    game = draw(Seat(score=0), rewards=MARKS, display=DISPLAY)
    game.push("* e5 a1")
    assert game.scores[0] == 1


def test_W7_complete_rows_and_columns_score_as_ever() -> None:
    game = draw(
        """
        #########
        ....S....
        ....G....
        ....S....
        ....G....
        SSGSSSSGS
        """,
        rewards=MARKS,
        turns_left=0,
    )
    assert (game.points(0).rows, game.points(0).columns) == (4, 5)


def test_W7_a_row_or_column_with_a_bare_square_of_the_board_scores_nothing() -> None:
    game = draw(
        """
        #########
        ....S....
        ....G....
        ....S....
        .........
        SS.SSSSGS
        """,
        rewards=MARKS,
        turns_left=0,
    )
    assert (game.points(0).rows, game.points(0).columns) == (0, 0)


def test_W7_a_noble_walks_over_covered_squares_with_tiles_and_scores_the_row() -> None:
    garden = """
        #########
        ....S....
        ....G....
        ....S....
        .........
        .........
    """
    game = draw(Seat(garden, nobles="111111111"), rewards=MARKS, display=DISPLAY)
    assert follow(game, "* a2 ") == {"a2", "e2", "e4", "-"}
    game.push("* a2 e4")
    assert (game.points(0).nobles, game.points(0).rewards) == (4, 0)


def test_W7_points_of_rewards_count_in_the_end() -> None:
    game = draw(Seat(score=10, missions="ab"), rewards=MARKS, display=DISPLAY, turns_left=1)
    game.push("* b6 -")
    assert game.points(0) == (10, 0, 0, 0, 3, 0, 13)
