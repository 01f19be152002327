"""Two games that differ only in what a seat may not know look the same from that seat."""

import random

from hypothesis import given
from hypothesis import strategies as st

from sanssouci import Game, View
from sanssouci.game.lexicon import Array
from sanssouci.kernel import box_table as at
from sanssouci.kernel import layout
from sanssouci.kernel.layout import seat_base
from sanssouci.kernel.validity import fault
from strategies import eyes_of, running_games


def members(bits: int) -> list[int]:
    return [bit for bit in range(64) if bits >> bit & 1]


def redeal_cards(table: Array, state: Array, seat: int, luck: random.Random) -> None:
    """Shuffle a seat's hand and draw pile together, and deal as many cards as it had."""
    base = seat_base(seat)
    hidden = members(int(table[at.DECK] & ~state[base + layout.DISCARDS]))
    in_hand = len(members(int(state[base + layout.HAND])))
    state[base + layout.HAND] = sum(1 << card for card in luck.sample(hidden, in_hand))


def redeal_missions(table: Array, state: Array, eyes: int, luck: random.Random) -> None:
    """Shuffle all missions that `eyes` does not know, undealt ones too, and deal as many as there were."""
    others = [seat for seat in range(int(state[layout.PLAYERS])) if seat != eyes]
    hidden = set(range(int(table[at.COLUMN_COUNT])))
    if eyes >= 0:
        hidden -= set(members(int(state[seat_base(eyes) + layout.MISSIONS])))
    deck = sorted(hidden)
    luck.shuffle(deck)
    for seat in others:
        word = seat_base(seat) + layout.MISSIONS
        count = len(members(int(state[word])))
        state[word] = sum(1 << deck.pop() for _ in range(count))


def disguised(game: Game, eyes: int, luck: random.Random) -> Game:
    """A game that differs from another only in what `eyes` may not know."""
    other = game.copy()
    for seat in range(game.players):
        if seat != eyes:
            redeal_cards(game._lexicon.table, other._state, seat, luck)
    redeal_missions(game._lexicon.table, other._state, eyes, luck)
    assert fault(game._lexicon.table, other._state) is None
    return other


def shown(view: View) -> tuple[object, ...]:
    """All that a view gives away."""
    seats = range(view.players)
    return (
        view.text(),
        repr(view),
        str(view),
        hash(view),
        [str(move) for move in view.legal_moves],
        view.legal_moves.table().tolist(),
        view.display,
        view.bag,
        view.gardens,
        view.scores,
        [(view.hand(seat), view.missions(seat), view.hand_count(seat), view.pile_count(seat)) for seat in seats],
        [(view.discards(seat), view.undiscarded(seat), view.points(seat)) for seat in seats],
        view._state.tobytes(),
    )


@given(running_games(), st.randoms(use_true_random=False))
def test_games_that_differ_only_in_hidden_parts_give_equal_views(game: Game, luck: random.Random) -> None:
    for eyes in eyes_of(game):
        other = disguised(game, eyes, luck)
        assert other.view(eyes) == game.view(eyes)
        assert shown(other.view(eyes)) == shown(game.view(eyes))
        if eyes >= 0:
            assert other.view(eyes).hand() == game.hand(eyes)
            assert other.view(eyes).missions() == game.missions(eyes)
        assert other.view() == game.view()  # what a seat does not see, a spectator does not see either


@given(running_games(), st.randoms(use_true_random=False))
def test_what_a_seat_does_know_makes_views_differ(game: Game, luck: random.Random) -> None:
    for seat in range(game.players):
        other = game.copy()
        redeal_cards(game._lexicon.table, other._state, seat, luck)
        same_hand = other.hand(seat) == game.hand(seat)
        assert (other.view(seat) == game.view(seat)) == same_hand
        assert (other.text() == game.text()) == same_hand
        assert all(other.view(eyes) == game.view(eyes) for eyes in eyes_of(game) if eyes != seat)


@given(running_games())
def test_views_name_nothing_of_other_seats(game: Game) -> None:
    for eyes in eyes_of(game):
        view = game.view(eyes)
        for seat in range(game.players):
            base = seat_base(seat)
            if seat != eyes:
                assert view.hand(seat) is None
                assert view.missions(seat) is None
                assert view._state[base + layout.HAND] == view._state[base + layout.MISSIONS] == 0
                hand, missions = view.text().split()[9 + seat].split(":")[6::2]
                assert (hand, missions) == ("?", "?")
            else:
                assert view.hand(seat) == view.hand() == game.hand(seat)
                assert view.missions(seat) == view.missions() == game.missions(seat)
        if eyes >= 0 and eyes != game.seat:
            assert list(view.legal_moves) == []
            assert len(view.legal_moves) == 0


@given(running_games())
def test_a_view_shares_no_memory_with_its_game(game: Game) -> None:
    before = game._state.tobytes()
    view = game.view(0)
    view._state[:] = -1
    assert game._state.tobytes() == before
    assert game.view(0)._state.tobytes() != view._state.tobytes()
