"""What lies on the table before the first turn: C1-C8, S1-S6. The boxes themselves are tested in tests/box."""

from collections import Counter

import pytest

from drawn import CARDS, LETTERS, Seat, draw, play_on, refused
from sanssouci import Game, Move, SanssouciError, Side, load_box

BOTH = pytest.mark.parametrize("box", ["ravensburger", "imperial"])
SEEDS = range(60)


def begun(box: str = "ravensburger", *, players: int = 2, first: int = 0, seed: int = 1) -> Game:
    """A game just before its first turn."""
    return play_on(Game(box, players=players, first=first, seed=seed), turns=0)


@BOTH
def test_C1_nine_nobles_start_on_the_terrace(box: str) -> None:
    for garden in begun(box, players=4).gardens:
        assert garden.nobles == dict.fromkeys("abcdefghi", 0)


def test_C1_a_square_beyond_the_54_is_no_square() -> None:
    for text in ("* j2 -", "* a7 -", "* a2 a7", "* a0 -"):
        with pytest.raises(SanssouciError, match="is not a move"):
            Move.parse(text)


def test_C3_row_n_is_worth_n_points() -> None:
    garden = """
        #########
        SSSSSSSSS
        SSSSSSSSS
        SSSSSSSSS
        ....SSSSS
        .....SSSS
    """
    for walk, points in (("a1", 1), ("b2", 2), ("c3", 3), ("d4", 4), ("e5", 5), ("f6", 6)):
        game = draw(garden)
        game.push(f"* a6 {walk}")
        assert game.points(0).nobles == points


@BOTH
def test_C4_fifteen_squares_are_built_at_the_start_and_39_free(box: str) -> None:
    for garden in begun(box, players=4).gardens:
        assert len(garden.built) == len(garden.printed) == 15
        assert {f"{letter}1" for letter in LETTERS} < garden.printed
        assert not garden.structures
        assert not garden.gardeners


def test_C4_the_side_of_the_board_says_what_is_printed() -> None:
    """Board 1 of the Ravensburger box prints f3 on one side and b3 on the other."""
    row_3 = {}
    for seed in SEEDS:
        game = play_on(Game(first=0, seed=seed), turns=0, seed=seed)
        for garden in game.gardens:
            row_3[garden.board] = {square for square in garden.printed if square[1] == "3"}
    assert row_3["1A"] == {"f3"}
    assert row_3["1B"] == {"b3"}
    assert set(row_3) == {"1A", "1B", "2A", "2B", "3A", "3B", "4A", "4B"}


@BOTH
@pytest.mark.parametrize(("players", "each", "total"), [(2, 5, 45), (3, 7, 63), (4, 9, 81)])
def test_C5_two_players_use_45_tiles_three_63_four_81(box: str, players: int, each: int, total: int) -> None:
    game = begun(box, players=players)
    face_up = Counter(tile[0] for tile in game.display if tile)
    assert {letter: count + face_up[letter] for letter, count in game.bag.items()} == dict.fromkeys(LETTERS, each)
    assert sum(face_up.values()) + game.bag_count == total


@BOTH
def test_C6_every_player_has_the_same_18_cards(box: str) -> None:
    game = begun(box, players=4)
    pairs = {"26", "36", "46", "56", "24", "25", "34", "35"}
    for seat in range(4):
        assert len(game.undiscarded(seat)) == 18
        assert set(game.undiscarded(seat)) == pairs | set("abcdefghi") | {"*"}


def test_C6_a_card_that_is_not_in_the_box_is_refused() -> None:
    error = refused(draw(Seat(hand="26 *")), "23 a2 -")
    assert error.rule == "C6"
    assert error.legal == ("26", "*")
    assert str(error) == "23 a2 -: C6: there is no card 23 in this box; legal cards: 26, *"


def test_C7_beyond_50_and_100_points_the_score_is_just_a_number() -> None:
    """The track has 50 steps; with the 50/100 card nothing is lost when the marker goes round."""
    garden = """
        #########
        S........
        .........
        .........
        .........
        .........
    """
    for before in (49, 99, 149):
        game = draw(Seat(garden, nobles="100000000", score=before))
        game.push("* b2 a2")
        assert game.scores[0] == before + 2


@BOTH
def test_C7_there_is_one_mission_for_each_column(box: str) -> None:
    dealt = {mission for seed in SEEDS for mission in begun(box, seed=seed).missions(0)}
    assert dealt == set("abcdefghi")


@BOTH
def test_C8_two_tiles_lie_on_the_colour_of_each_row_from_2_to_6(box: str) -> None:
    display = begun(box).display
    assert [tile[1] if tile else None for tile in display] == ["2", "2", "3", "3", "4", "4", "5", "5", "6", "6"]


@BOTH
@pytest.mark.parametrize("players", [0, 1, 5])
def test_S1_less_than_two_or_more_than_four_players_are_refused(box: str, players: int) -> None:
    with pytest.raises(SanssouciError, match=rf"is for 2, 3, 4 players, not {players} \(S1\)"):
        Game(box, players=players)


@BOTH
@pytest.mark.parametrize("players", [2, 3, 4])
def test_S1_two_to_four_players_each_get_a_garden_board_of_their_own(box: str, players: int) -> None:
    game = begun(box, players=players)
    assert len({garden.board[0] for garden in game.gardens}) == game.players == players


@BOTH
def test_S1_the_board_is_dealt_at_random(box: str) -> None:
    for seat in range(2):
        boards = Counter(Game(box, first=0, seed=seed).garden(seat).board[0] for seed in SEEDS)
        assert set(boards) == {"1", "2", "3", "4"}
        assert max(boards.values()) < 30


def test_S1_ravensburger_players_choose_a_side_before_anything_is_dealt_or_turned_up() -> None:
    game = Game("ravensburger", players=3, first=0, seed=1)
    for seat in range(3):
        assert game.phase == "choose garden side"
        assert game.seat == seat
        assert set(game.legal_moves) == {Side("A"), Side("B")}
        assert game.display == (None,) * 10
        assert game.bag_count == 63
        assert all(game.hand(other) == () and game.missions(other) == () for other in range(3))
        game.push("AB"[seat % 2])
    assert game.phase == "play card"
    assert [garden.board[1] for garden in game.gardens] == ["A", "B", "A"]


def test_S1_a_turn_before_the_sides_are_chosen_is_refused() -> None:
    error = refused(Game("ravensburger", first=0, seed=1), "* a2 -")
    assert error.rule == "S1"
    assert error.legal == ("A", "B")
    assert str(error) == "* a2 -: S1: a side of the board must be chosen now; legal sides: A, B"


def test_S1_a_side_once_the_turns_have_begun_is_refused() -> None:
    error = refused(draw(Seat(hand="26 *")), "A")
    assert error.rule == "S1"
    assert error.legal == ("26", "*")
    assert str(error) == "A: S1: there is no side to choose now; a turn must be played; legal cards: 26, *"


def test_S1_imperial_garden_boards_have_one_side_so_nobody_chooses() -> None:
    game = Game("imperial", players=4, first=0, seed=1)
    assert game.phase == "play card"
    assert {garden.board for garden in game.gardens} == {"1A", "2A", "3A", "4A"}


@pytest.mark.parametrize(("first", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_S1_sides_are_chosen_in_seat_order_from_the_first_player(first: int, order: list[int]) -> None:
    game = Game("ravensburger", players=3, expansions="rewards", first=first, seed=1)
    asked = []
    while game.is_setup:
        asked.append((game.phase, game.seat))
        game.push("A")
    gardens = [("choose garden side", seat) for seat in order]
    assert asked == gardens + [("choose reward side", seat) for seat in order]


@BOTH
def test_S2_two_cards_are_in_hand_and_sixteen_in_the_pile(box: str) -> None:
    game = begun(box, players=3)
    for seat in range(3):
        assert len(set(game.hand(seat))) == game.hand_count(seat) == 2
        assert set(game.hand(seat)) < set(CARDS)
        assert game.pile_count(seat) == 16
        assert game.discards(seat) == ()


def test_S2_each_deck_is_shuffled_for_itself() -> None:
    games = [begun(seed=seed) for seed in SEEDS]
    assert {card for game in games for card in game.hand(0)} == set(CARDS)
    assert any(game.hand(0) != game.hand(1) for game in games)
    assert any(set(game.hand(0)) & set(game.hand(1)) for game in games)  # the decks are apart: both may hold a card


@BOTH
@pytest.mark.parametrize("players", [2, 3, 4])
def test_S3_everyone_is_dealt_two_missions_and_no_mission_twice(box: str, players: int) -> None:
    game = begun(box, players=players)
    dealt = [mission for seat in range(players) for mission in game.missions(seat)]
    assert [len(game.missions(seat)) for seat in range(players)] == [2] * players
    assert len(set(dealt)) == len(dealt) == 2 * players


@BOTH
@pytest.mark.parametrize(("players", "left"), [(2, 35), (3, 53), (4, 71)])
def test_S4_ten_tiles_are_face_up_and_the_rest_in_the_bag(box: str, players: int, left: int) -> None:
    game = begun(box, players=players)
    assert None not in game.display
    assert len(game.display) == 10
    assert game.bag_count == sum(game.bag.values()) == left


def test_S4_the_face_up_tiles_are_random() -> None:
    for space in range(10):
        assert {begun(seed=seed).display[space] for seed in range(120)} == {f"{c}{space // 2 + 2}" for c in LETTERS}


@pytest.mark.parametrize("first", [0, 1, 2])
def test_S5_the_host_picks_who_starts_and_play_goes_clockwise(first: int) -> None:
    game = begun(players=3, first=first)
    seats = []
    for turn in range(7):
        seats.append(game.seat)
        play_on(game, turns=turn + 1)
    assert game.first == first
    assert seats == [(first + turn) % 3 for turn in range(7)]


def test_S5_or_chance_picks_who_starts() -> None:
    firsts = Counter(Game("imperial", players=4, seed=seed).first for seed in SEEDS)
    assert set(firsts) == {0, 1, 2, 3}
    assert all(game.seat == game.first for game in (Game("imperial", players=4, seed=seed) for seed in SEEDS))


@pytest.mark.parametrize("first", [-1, 3])
def test_S5_nobody_starts_who_has_no_seat(first: int) -> None:
    with pytest.raises(SanssouciError, match=rf"there is no seat {first} to start; seats are 0 to 2 \(S5\)"):
        Game(players=3, first=first)


@BOTH
def test_S6_the_score_starts_at_0(box: str) -> None:
    game = play_on(Game(box, players=4, expansions=load_box(box).expansions, first=0, seed=1), turns=0)
    assert game.scores == (0, 0, 0, 0)
    assert all(set(game.points(seat)) == {0} for seat in range(4))
