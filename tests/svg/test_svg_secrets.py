"""A picture from a seat's point of view gives nothing away."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanssouci import Game
from sanssouci.kernel import box_table as at
from sanssouci.kernel import layout
from sanssouci.kernel.layout import seat_base
from sanssouci.kernel.validity import fault
from strategies import BY_ID, examples, eyes_of, running, running_games
from svg.reading import all_with_data, panels, parsed, symbols


def members(bits: int) -> list[int]:
    return [bit for bit in range(64) if bits >> bit & 1]


def disguised(game: Game, eyes: int, luck: random.Random) -> Game:
    """A game that differs from another only in the hands and missions that `eyes` may not know."""
    other, table = game.copy(), game._lexicon.table
    seats = [seat for seat in range(game.players) if seat != eyes]
    known = [] if eyes < 0 else members(int(game._state[seat_base(eyes) + layout.MISSIONS]))
    missions = [column for column in range(len(game.box.columns)) if column not in known]
    luck.shuffle(missions)
    for seat in seats:
        base = seat_base(seat)
        hidden = members(int(table[at.DECK]) & ~int(game._state[base + layout.DISCARDS]))
        hand = luck.sample(hidden, len(members(int(game._state[base + layout.HAND]))))
        other._state[base + layout.HAND] = sum(1 << card for card in hand)
        count = len(members(int(game._state[base + layout.MISSIONS])))
        other._state[base + layout.MISSIONS] = sum(1 << missions.pop() for _ in range(count))
    assert fault(table, other._state) is None
    return other


@pytest.mark.slow
@examples(50)
@given(running_games(), st.randoms(use_true_random=False), st.sampled_from(["en", "de", "es", "fr"]))
def test_games_that_differ_only_in_hidden_parts_give_equal_pictures(
    game: Game, luck: random.Random, language: str
) -> None:
    for eyes in eyes_of(game):
        other = disguised(game, eyes, luck)
        assert other.svg(eyes, legal=True, language=language) == game.svg(eyes, legal=True, language=language)


@pytest.mark.slow
@examples(50)
@given(running_games(), st.randoms(use_true_random=False))
def test_what_a_seat_does_know_makes_pictures_differ(game: Game, luck: random.Random) -> None:
    other = disguised(game, -1, luck)
    for seat in range(game.players):
        same = (other.hand(seat), other.missions(seat)) == (game.hand(seat), game.missions(seat))
        assert (other.svg(seat) == game.svg(seat)) == same
    assert (other.svg() == game.svg()) == (other.text() == game.text())


@examples(50)
@given(running_games())
def test_others_hands_and_missions_are_nowhere_in_the_text(game: Game) -> None:
    for eyes in eyes_of(game):
        root = parsed(game.svg(eyes, legal=True))
        parts = panels(root)
        own = game.hand(eyes) if eyes >= 0 else ()
        assert sorted(all_with_data(root, "card")) == sorted(own)
        assert sorted(all_with_data(root, "mission")) == sorted(game.missions(eyes) if eyes >= 0 else ())
        for seat, part in enumerate(parts):
            if seat != eyes:
                assert symbols(part).count("card") == symbols(part).count("mission") == 0
                text = " ".join(part.itertext())
                assert "mission: " not in text
                assert text.count("a card, face down") == game.hand_count(seat)


def test_a_spectator_sees_neither_hand_nor_mission_before_the_end() -> None:
    game = running(BY_ID["imperial-4-rewards-boar"], 6, ("greedy",), 40)
    assert all_with_data(parsed(game.svg(-1)), "card") == []
    assert len(all_with_data(parsed(game.svg()), "card")) == 8
    over = running(BY_ID["imperial-4-rewards-boar"], 6, ("greedy",), 1000)
    assert sorted(all_with_data(parsed(over.svg(-1)), "mission")) == sorted(
        letter for seat in range(4) for letter in over.missions(seat)
    )


def test_the_last_move_tells_only_what_all_saw() -> None:
    game = running(BY_ID["ravensburger-2"], 6, ("greedy",), 20)
    last = game.last_move
    assert last is not None
    for eyes in eyes_of(game):
        assert game.view(eyes).svg(last_move=last) == game.svg(eyes)
