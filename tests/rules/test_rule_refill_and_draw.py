"""What luck does after the decisions of a turn: F1, F2, D1, D2."""

from collections import Counter

import pytest

from drawn import CARDS, Seat, draw, follow, play_on
from sanssouci import Game, Turn

TILES = {2: 45, 3: 63, 4: 81}
BOTH = pytest.mark.parametrize("box", ["ravensburger", "imperial"])


def test_F1_the_emptied_space_is_refilled_and_no_other() -> None:
    game = draw(Seat(hand="* 36"))
    game.push("* d3 -")
    shown = game.display[3]
    assert shown is not None
    assert shown[1] == "3"
    assert game.display == ("a2", "b2", "c3", shown, "e4", "f4", "g5", "h5", "i6", "a6")


def test_F1_the_refill_comes_from_the_bag() -> None:
    game = draw(Seat(hand="* 36"))
    before = Counter(game.bag)
    game.push("* d3 -")
    shown = game.display[3]
    assert shown is not None
    assert before - Counter(game.bag) == Counter(shown[0])


def test_F1_the_refill_is_random_by_what_the_bag_holds() -> None:
    """Over many games the first refill is each structure, about as often as any other."""
    refills: Counter[str] = Counter()
    for seed in range(180):
        game = play_on(Game("imperial", players=4, first=0, seed=seed), turns=0)
        before = Counter(game.bag)
        play_on(game, turns=1)
        refills += before - Counter(game.bag)
    assert set(refills) == set("abcdefghi")
    assert refills.total() == 180
    assert min(refills.values()) >= 8  # 20 on average
    assert max(refills.values()) <= 36


@BOTH
@pytest.mark.parametrize("players", [2, 3, 4])
def test_F1_ten_tiles_are_face_up_at_the_start_of_every_turn(box: str, players: int) -> None:
    game = play_on(Game(box, players=players, first=0, seed=3), turns=0)
    for turn in range(18 * players):
        assert len([tile for tile in game.display if tile]) == 10
        assert game.bag_count == TILES[players] - 10 - turn
        play_on(game, turns=turn + 1, seed=turn)
    assert game.is_over


@BOTH
@pytest.mark.parametrize("players", [2, 3, 4])
def test_F2_the_tiles_just_suffice_and_the_very_last_turn_refills_nothing(box: str, players: int) -> None:
    game = play_on(Game(box, players=players, first=1, seed=7), turns=18 * players - 1)
    assert game.bag_count == 0
    assert len([tile for tile in game.display if tile]) == 10
    play_on(game)
    assert game.is_over
    assert game.bag_count == 0
    assert len([tile for tile in game.display if tile]) == 9


@pytest.mark.parametrize("players", [2, 3, 4])
def test_F2_no_tile_is_lost_or_made(players: int) -> None:
    """Bag, display and the tiles taken are always all the tiles there are, structure by structure."""
    game = play_on(Game(players=players, first=0, seed=9), turns=0)
    taken: Counter[str] = Counter()
    while True:
        face_up = Counter(tile[0] for tile in game.display if tile)
        assert Counter(game.bag) + face_up + taken == Counter(dict.fromkeys("abcdefghi", TILES[players] // 9))
        if game.is_over:
            break
        play_on(game, turns=game.turns + 1, seed=game.turns)
        turn = game.moves[-1]
        assert isinstance(turn, Turn)
        taken[turn.tile[0]] += 1
    assert taken.total() == 18 * players


@BOTH
@pytest.mark.parametrize("players", [2, 3, 4])
def test_D1_the_hand_is_2_until_round_16_then_1_then_0(box: str, players: int) -> None:
    game = play_on(Game(box, players=players, first=0, seed=11), turns=0)
    hands = []
    for number in range(1, 19):
        play_on(game, turns=number * players, seed=number)
        assert {len(game.hand(seat)) for seat in range(players)} == {game.hand_count(0)}
        hands.append(game.hand_count(0))
    assert hands == [2] * 16 + [1, 0]


def test_D1_the_draw_that_ends_round_16_empties_the_pile() -> None:
    game = play_on(Game(players=3, first=0, seed=12), turns=0)
    piles = [game.pile_count(2)]
    for number in range(1, 19):
        play_on(game, turns=number * 3, seed=number)
        piles.append(game.pile_count(2))
    assert piles == [16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0]


def test_D1_round_18_is_played_with_the_one_card_left() -> None:
    game = play_on(Game(first=0, seed=13), turns=34)
    assert game.round == 18
    for seat in range(2):
        last = set(CARDS) - set(game.discards(seat))
        assert len(last) == 1
        assert follow(game, "") == last == set(game.hand(seat))
        play_on(game, turns=35 + seat)
    assert game.is_over


def test_D1_the_card_drawn_was_never_in_hand_before() -> None:
    """So every card of the deck is played exactly once."""
    game = play_on(Game(first=0, seed=14))
    for seat in range(2):
        played = [turn.card for turn in game.moves if isinstance(turn, Turn)][seat::2]
        assert sorted(played) == sorted(CARDS)
        assert set(game.discards(seat)) == set(CARDS)


def test_D1_a_card_is_drawn_after_the_turn_from_the_own_pile_only() -> None:
    game = draw(Seat(hand="* 36"), Seat(hand="26 c"))
    game.push("36 d3 -")
    assert game.hand_count(0) == len(game.hand(0)) == 2
    assert "*" in game.hand(0)
    assert "36" not in game.hand(0)
    assert (game.pile_count(0), game.pile_count(1)) == (15, 16)
    assert game.hand(1) == ("26", "c")


def test_D1_the_draw_is_random() -> None:
    drawn = set()
    for seed in range(150):
        game = play_on(Game("imperial", first=0, seed=seed), turns=0)
        before = set(game.hand(0))
        play_on(game, turns=1)
        drawn |= set(game.hand(0)) - before
    assert drawn == set(CARDS)


def test_D2_anyone_may_count_any_draw_pile_at_any_time() -> None:
    game = play_on(Game(players=3, first=0, seed=15), turns=0)
    for turn in range(54):
        for eyes in (-1, 0, 1, 2):
            counts = [game.view(eyes).pile_count(seat) for seat in range(3)]
            played = [(turn + 2 - seat) // 3 for seat in range(3)]
            assert counts == [max(16 - cards, 0) for cards in played]
        play_on(game, turns=turn + 1, seed=turn)


def test_D2_nobody_may_look_into_a_pile() -> None:
    """The same table with other luck, so with other cards on top of the pile, looks alike to everybody."""
    game = play_on(Game("imperial", first=0, seed=16), turns=10)
    others = [Game.from_text(game.text(), seed=seed) for seed in range(20)]
    for eyes in (-1, 0, 1):
        assert all(other.view(eyes) == game.view(eyes) for other in others)
    play_on(game, turns=11)
    for other in others:
        other.push(game.moves[-1])
    assert len({other.hand(0) for other in others}) > 4
