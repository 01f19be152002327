"""The end of the game and the final count: E1-E5."""

import pytest

from drawn import BARE, Seat, draw, play_on, refused
from sanssouci import Game

BOTH = pytest.mark.parametrize("box", ["ravensburger", "imperial"])


@BOTH
@pytest.mark.parametrize("players", [2, 3, 4])
def test_E1_the_game_ends_when_everyone_has_played_18_cards(box: str, players: int) -> None:
    game = play_on(Game(box, players=players, first=1, seed=2), turns=18 * players - 1)
    assert not game.is_over
    assert game.outcome() is None
    play_on(game)
    assert game.is_over
    assert game.phase == "over"
    assert game.seat is None
    assert [len(game.discards(seat)) for seat in range(players)] == [18] * players
    assert game.turns == 18 * players


def test_E1_after_the_end_nothing_can_be_played() -> None:
    game = draw(BARE, turns_left=0)
    assert list(game.legal_moves) == []
    assert not game.legal_moves
    for text in ("* a2 -", "A"):
        error = refused(game, text)
        assert error.rule == "E1"
        assert error.legal == ()
        assert str(error) == f"{text}: E1: the game is over"


def test_E1_only_at_the_end_are_rows_columns_and_missions_counted() -> None:
    seat = Seat(
        """
        #########
        .SSSSSSSS
        S........
        S........
        S........
        S........
        """,
        nobles="100000000",
        missions="ab",
        score=7,
    )
    game = draw(seat, turns_left=1)
    assert game.scores[0] == 7
    game.push("* a2 -")  # completes row 2 and column a
    assert game.points(0)._asdict() == {
        "nobles": 7,
        "rows": 8,
        "columns": 5,
        "missions": 1,
        "rewards": 0,
        "boar": 0,
        "total": 21,
    }


def test_E1_the_same_garden_counts_nothing_while_the_game_runs() -> None:
    seat = Seat(
        """
        #########
        SSSSSSSSS
        S........
        S........
        S........
        S........
        """,
        nobles="600000000",
        missions="ab",
        score=7,
    )
    game = draw(seat)
    game.push("* b2=b3 -")
    assert game.points(0).total == game.scores[0] == 7
    assert game.outcome() is None


@pytest.mark.parametrize(("row", "points"), [(2, 8), (3, 7), (4, 6), (5, 5), (6, 4)])
def test_E2_a_complete_row_scores_10_minus_its_value(row: int, points: int) -> None:
    rows = ["#########"] + ["........."] * 5
    rows[row - 1] = "SSSSSSSSS"
    game = draw(" ".join(rows), turns_left=0)
    assert (game.points(0).rows, game.points(0).columns) == (points, 0)


def test_E2_row_1_scores_nothing() -> None:
    game = draw(BARE, turns_left=0)
    assert game.points(0).rows == 0


def test_E2_all_five_rows_together_score_30() -> None:
    game = draw("#########" + " SSSSSSSSS" * 5, turns_left=0)
    assert game.points(0).rows == 30


def test_E2_a_row_with_a_single_gap_scores_nothing() -> None:
    for gap in range(9):
        row = "S" * gap + "." + "S" * (8 - gap)
        game = draw(f"######### {row} {row} ......... ......... .........", turns_left=0)
        assert game.points(0).rows == 0


@pytest.mark.parametrize("column", range(9))
def test_E3_a_complete_column_scores_5(column: int) -> None:
    row = "." * column + "S" + "." * (8 - column)
    game = draw(f"######### {row} {row} {row} {row} {row}", turns_left=0)
    assert (game.points(0).rows, game.points(0).columns) == (0, 5)


def test_E3_all_nine_columns_together_score_45() -> None:
    game = draw("#########" + " SSSSSSSSS" * 5, turns_left=0)
    assert game.points(0).columns == 45


@pytest.mark.parametrize("gap", [2, 3, 4, 5, 6])
def test_E3_a_column_with_a_single_gap_scores_nothing(gap: int) -> None:
    rows = ["S........"] * 5
    rows[gap - 2] = "........."
    assert draw("######### " + " ".join(rows), turns_left=0).points(0).columns == 0


def test_E3_gardeners_and_printed_squares_count_as_built_in_rows_and_columns() -> None:
    game = draw(
        """
        #########
        ..G......
        ..S......
        GS#GSSS#G
        ..#......
        ..G......
        """,
        turns_left=0,
    )
    assert game.points(0).rows == 6
    assert game.points(0).columns == 5


@pytest.mark.parametrize(
    ("nobles", "missions", "points"),
    [
        ("300005000", "af", 8),
        ("300005000", "ab", 3),  # noble b is still on the terrace
        ("300005000", "bc", 0),
        ("666666666", "hi", 12),
        ("012345600", "bg", 7),
        ("100000001", "ai", 2),
    ],
)
def test_E4_a_mission_scores_the_row_of_its_noble_and_0_on_the_terrace(nobles: str, missions: str, points: int) -> None:
    game = draw(Seat("#########" + " SSSSSSSSS" * 5, nobles=nobles, missions=missions), turns_left=0)
    assert game.points(0).missions == points


def test_E4_only_the_own_missions_and_nobles_count() -> None:
    game = draw(
        Seat(nobles="600000000", missions="ab"),
        Seat(nobles="006000000", missions="cd"),
        Seat(nobles="666600000", missions="ef"),
        turns_left=0,
    )
    assert [game.points(seat).missions for seat in range(3)] == [6, 6, 0]


def test_E5_most_points_win() -> None:
    game = draw(Seat(score=40), Seat(score=41), Seat(score=39), turns_left=0)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)
    assert [points.total for points in outcome.points] == [40, 41, 39]


ONE_GARDENER = "######### G........ ......... ......... ......... ........."
TWO_GARDENERS = "######### G........ G........ ......... ......... ........."


def test_E5_points_go_before_gardeners() -> None:
    game = draw(Seat(TWO_GARDENERS, score=40), Seat(BARE, score=41), turns_left=0)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)


def test_E5_a_tie_goes_to_the_tied_player_with_most_gardeners() -> None:
    game = draw(
        Seat(ONE_GARDENER, score=40),
        Seat(TWO_GARDENERS, score=40),
        Seat("######### GGGG..... ......... ......... ......... .........", score=39),
        turns_left=0,
    )
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.gardeners == (1, 2, 4)
    assert outcome.tied == (0, 1)
    assert outcome.winners == (1,)


def test_E5_if_that_ties_too_the_victory_is_shared() -> None:
    game = draw(Seat(ONE_GARDENER, score=40), Seat(ONE_GARDENER, score=40), turns_left=0)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_E5_all_four_may_share() -> None:
    outcome = draw(Seat(), Seat(), Seat(), Seat(), turns_left=0).outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1, 2, 3)


def test_E5_the_points_of_the_final_count_decide() -> None:
    """Seat 0 leads in play by 3; the mission of seat 1 brings 4."""
    game = draw(Seat(score=43, missions="ab"), Seat(nobles="000400000", missions="de", score=40), turns_left=0)
    outcome = game.outcome()
    assert outcome is not None
    assert [points.total for points in outcome.points] == [43, 44]
    assert outcome.winners == (1,)
