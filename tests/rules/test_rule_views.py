"""Who sees what: a player, the other players, and spectators, who are seat -1."""

import json

import pytest

from drawn import BARE, CARDS, Seat, draw, play_on
from sanssouci import SPECTATOR, Game, View

EVERYBODY = (SPECTATOR, 0, 1, 2)


def game_of_three(turns: int = 20) -> Game:
    return play_on(Game("imperial", players=3, expansions="rewards,boar", first=1, seed=21), turns=turns)


def test_view_one_sees_the_own_hand() -> None:
    game = game_of_three()
    for seat in range(3):
        assert game.view(seat).hand() == game.view(seat).hand(seat) == game.hand(seat)
        assert len(game.hand(seat)) == 2


def test_view_of_other_hands_one_sees_how_many() -> None:
    game = game_of_three()
    for eyes in EVERYBODY:
        for seat in range(3):
            assert game.view(eyes).hand_count(seat) == 2
            if seat != eyes:
                assert game.view(eyes).hand(seat) is None


def test_view_the_number_of_cards_in_hand_is_right_to_the_end() -> None:
    game = game_of_three(turns=0)
    while not game.is_over:
        for seat in range(3):
            assert [game.view(eyes).hand_count(seat) for eyes in EVERYBODY] == [len(game.hand(seat))] * 4
        play_on(game, turns=game.turns + 1)
    assert [game.view(SPECTATOR).hand_count(seat) for seat in range(3)] == [0, 0, 0]


def test_view_of_draw_piles_everybody_sees_how_many() -> None:
    game = game_of_three(turns=20)  # seats 1 and 2 have played seven cards, seat 0 six
    for eyes in EVERYBODY:
        assert [game.view(eyes).pile_count(seat) for seat in range(3)] == [10, 9, 9]


def test_view_discard_piles_are_open_to_everybody() -> None:
    game = game_of_three()
    for eyes in EVERYBODY:
        assert [game.view(eyes).discards(seat) for seat in range(3)] == [game.discards(seat) for seat in range(3)]
    assert [len(game.discards(seat)) for seat in range(3)] == [6, 7, 7]


def test_view_one_sees_the_own_missions() -> None:
    game = game_of_three()
    for seat in range(3):
        assert game.view(seat).missions() == game.view(seat).missions(seat) == game.missions(seat)
        assert len(game.missions(seat)) == 2


def test_view_nobody_else_sees_missions_until_the_end() -> None:
    game = game_of_three(turns=53)
    others = [(eyes, seat) for eyes in EVERYBODY for seat in range(3) if seat != eyes]
    for eyes, seat in others:
        assert game.view(eyes).missions(seat) is None
    play_on(game)
    for eyes, seat in others:
        assert game.view(eyes).missions(seat) == game.missions(seat)


def test_view_face_up_tiles_gardens_nobles_scores_boars_and_reward_boards_are_open() -> None:
    game = game_of_three(turns=40)
    assert any(garden.nobles["e"] or garden.nobles["a"] for garden in game.gardens)
    for eyes in EVERYBODY:
        view = game.view(eyes)
        assert view.display == game.display
        assert view.gardens == game.gardens  # printed squares, tiles, nobles, boar, reward board and marks
        assert view.scores == game.scores
        assert [view.points(seat) for seat in range(3)] == [game.points(seat) for seat in range(3)]
        assert (view.seat, view.turns, view.round, view.first) == (game.seat, game.turns, game.round, game.first)


def test_view_of_the_bag_everybody_sees_how_many() -> None:
    game = game_of_three(turns=20)
    assert [game.view(eyes).bag_count for eyes in EVERYBODY] == [63 - 10 - 20] * 4


def test_view_what_follows_from_public_facts_may_be_shown() -> None:
    """Which cards a player has not yet discarded, and which tiles are left."""
    game = game_of_three()
    for eyes in EVERYBODY:
        view = game.view(eyes)
        assert view.bag == game.bag
        for seat in range(3):
            assert set(view.undiscarded(seat)) == set(CARDS) - set(game.discards(seat))


# Two tables that differ only in what seat 1 keeps to itself, and in nothing that lies open.
ONE = (Seat(hand="36 c", missions="ab"), Seat(hand="26 d", missions="cd"))
TWO = (Seat(hand="36 c", missions="ab"), Seat(hand="56 *", missions="hi"))


@pytest.mark.parametrize("eyes", [SPECTATOR, 0])
def test_view_two_games_that_differ_only_in_what_is_hidden_look_alike(eyes: int) -> None:
    one, two = draw(*ONE).view(eyes), draw(*TWO).view(eyes)
    assert one == two
    assert hash(one) == hash(two)
    assert one.text() == two.text()
    assert str(one) == str(two)
    assert repr(one) == repr(two)
    assert one._state.tobytes() == two._state.tobytes()
    assert list(one.legal_moves) == list(two.legal_moves)


def test_view_the_owner_of_the_secrets_sees_the_difference() -> None:
    one, two = draw(*ONE).view(1), draw(*TWO).view(1)
    assert one != two
    assert (one.hand(), one.missions()) == (("26", "d"), ("c", "d"))
    assert (two.hand(), two.missions()) == (("56", "*"), ("h", "i"))


def test_view_and_so_they_look_alike_after_a_turn_of_another_seat() -> None:
    one, two = draw(*ONE), draw(*TWO)
    one.push("36 c3 a1")
    two.push("36 c3 a1")
    for eyes in (SPECTATOR, 0):
        assert one.view(eyes) == two.view(eyes)


def test_view_the_text_has_question_marks_for_what_is_hidden() -> None:
    game = draw(*ONE)
    fields = {eyes: game.view(eyes).text().split()[-2:] for eyes in (SPECTATOR, 0, 1)}
    seats = {eyes: [field.split(":") for field in both] for eyes, both in fields.items()}
    # the last three parts of a seat: hand, discards, missions
    assert [part[-3:] for part in seats[SPECTATOR]] == [["?", "-", "?"], ["?", "-", "?"]]
    assert [part[-3:] for part in seats[0]] == [["36,c", "-", "ab"], ["?", "-", "?"]]
    assert [part[-3:] for part in seats[1]] == [["?", "-", "?"], ["26,d", "-", "cd"]]


def test_view_comes_back_from_its_text() -> None:
    game = play_on(Game("imperial", expansions="boar", first=0, seed=3), turns=9)
    for eyes in (SPECTATOR, 0, 1):
        assert View.from_text(game.view(eyes).text()) == game.view(eyes)


@pytest.mark.parametrize("eyes", EVERYBODY)
def test_view_the_record_of_a_running_game_shows_no_more(eyes: int) -> None:
    game = game_of_three()
    record = json.loads(json.dumps(game.record(seat=eyes)))
    assert record["seat"] == eyes
    assert "seed" not in record
    assert record["result"] is None
    dealt = [event for event in record["events"] if event[0] in ("card", "mission")]
    assert len(dealt) == 3 * 2 + 3 * 2 + 20  # missions, hands, and a card drawn after each turn
    for _, seat, value in dealt:
        assert (value == "?") == (seat != eyes)
    own = [value for kind, seat, value in dealt if kind == "mission" and seat == eyes]
    assert set(own) == (set(game.missions(eyes)) if eyes >= 0 else set())


def test_view_only_the_seat_to_move_sees_legal_moves() -> None:
    game = draw(*ONE)
    assert list(game.view(0).legal_moves) == list(game.legal_moves)
    assert game.view(0).is_my_turn
    for eyes in (SPECTATOR, 1):
        assert list(game.view(eyes).legal_moves) == []
        assert not game.view(eyes).legal_moves
        assert not game.view(eyes).is_my_turn


def test_view_in_the_set_up_missions_are_secret_already() -> None:
    game = Game("imperial", players=3, expansions="rewards", first=0, seed=2)
    assert game.phase == "choose reward side"
    for eyes in EVERYBODY:
        for seat in range(3):
            assert game.view(eyes).missions(seat) == (game.missions(seat) if seat == eyes else None)


def test_view_at_the_end_everybody_sees_the_same_points_and_winners() -> None:
    game = draw(
        Seat(BARE, nobles="600000000", missions="ab", score=30),
        Seat(BARE, nobles="006000000", missions="cd", score=29),
        turns_left=0,
    )
    outcome = game.outcome()
    assert outcome is not None
    assert [points.total for points in outcome.points] == [36, 35]
    for eyes in (SPECTATOR, 0, 1):
        assert game.view(eyes).outcome() == outcome
        assert game.view(eyes).missions(1) == ("c", "d")


def test_view_of_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(IndexError, match="there is no seat 2; seats are 0 to 1"):
        draw(*ONE).view(2)
