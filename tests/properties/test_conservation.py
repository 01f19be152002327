"""What never changes while a game goes on: tiles, the order of phases, the number of turns, and validity."""

from collections import Counter

import numpy as np
from hypothesis import given

from sanssouci import Game, Player
from sanssouci.game.lexicon import Array
from sanssouci.kernel import box_table as at
from sanssouci.kernel import engine, layout
from sanssouci.kernel.bits import popcount
from sanssouci.kernel.layout import is_chance, seat_base
from sanssouci.kernel.validity import fault
from strategies import BOX_FILES, codes_in, eyes_of, finished_games, first_state, positions, set_ups, step


def counts(game: Game, state: Array) -> Counter[int]:
    """The tiles by structure that a state shows as such: in the bag, on the display, structure side up."""
    table = game._lexicon.table
    found: Counter[int] = Counter()
    for column in range(int(table[at.COLUMN_COUNT])):
        found[column] += int(state[layout.BAG]) >> layout.BAG_BITS * column & layout.BAG_MASK
        found[column] += sum(
            int(state[layout.DISPLAY]) >> layout.SLOT_BITS * slot & layout.EMPTY_SLOT == column
            for slot in range(layout.SLOTS)
        )
        for seat in range(game.players):
            base = seat_base(seat)
            printed = int(table[at.PRINTED + max(state[base + layout.GARDEN], 0)])
            if state[base + layout.REWARD] >= 0 and state[layout.PHASE] > layout.REWARD_SIDE:
                printed &= ~int(table[at.COVERED + state[base + layout.REWARD]])
            tiles = int(state[base + layout.BUILT] & ~state[base + layout.GARDENERS]) & ~printed
            found[column] += popcount(tiles & int(table[at.COLUMN + column]))
    return found


@given(finished_games())
def test_F2_tiles_are_conserved_after_every_step_by_structure_and_in_total(game: Game) -> None:
    table, state = game._lexicon.table, first_state(game)
    copies = game.box.tiles[game.players]
    turned: Counter[int] = Counter()  # the structures on the hidden side of the gardeners
    for code in game._codes:
        slot = code - layout.SLOT_CODE
        before = int(state[layout.DISPLAY])
        engine.engine().apply(table, state, code)
        if 0 <= slot < layout.SLOTS and state[layout.PHASE] == layout.PLACE_GARDENER:
            turned[before >> layout.SLOT_BITS * slot & layout.EMPTY_SLOT] += 1
        shown = counts(game, state)
        assert all(shown[column] + turned[column] == copies for column in range(len(game.box.columns)))
        gardeners = sum(popcount(state[seat_base(seat) + layout.GARDENERS]) for seat in range(game.players))
        held = state[layout.PHASE] == layout.PLACE_GARDENER
        assert sum(shown.values()) + gardeners + held == copies * len(game.box.columns)
    left = copies * len(game.box.columns) - len(game.box.display) - (game.rounds * game.players - 1)
    assert game.bag_count == left
    assert left == 0 or game.box.id in BOX_FILES  # the published boxes hold exactly as many as a game needs


@given(finished_games())
def test_no_chance_falls_between_the_decisions_of_a_turn(game: Game) -> None:
    table, state = game._lexicon.table, first_state(game)
    phases = []
    for code in game._codes:
        assert is_chance(int(state[layout.PHASE])) == (code >= layout.ACTIONS)
        phases.append(int(state[layout.PHASE]))
        engine.engine().apply(table, state, code)
    assert state.tobytes() == game._state.tobytes()
    turns = 0
    in_turn = False
    for phase in phases:
        assert not (in_turn and is_chance(phase))
        if phase == layout.PLAY_CARD:
            turns += 1
        in_turn = layout.PLAY_CARD <= phase < layout.WALK_NOBLE
    assert turns == game.rounds * game.players
    chances_before_play = phases[: phases.index(layout.PLAY_CARD)]
    assert chances_before_play == sorted(chances_before_play)  # the set-up goes through its phases in order


@given(set_ups())
def test_E1_everyone_plays_every_card_once_in_order(table: tuple[Game, list[Player]]) -> None:
    game, players = table
    seats = []
    while not game.is_over:
        assert game.seat is not None
        if not game.is_setup:
            seats.append(game.seat)
            assert game.turns == len(seats) - 1
            assert game.round == (len(seats) - 1) // game.players + 1
        step(game, players)
    assert game.turns == game.rounds * game.players
    assert seats == [(game.first + turn) % game.players for turn in range(game.turns)]
    for seat in range(game.players):
        assert len(game.discards(seat)) == game.rounds
        assert game.hand(seat) == ()
        assert game.pile_count(seat) == game.hand_count(seat) == 0


@given(set_ups())
def test_every_position_is_valid_from_all_eyes(table: tuple[Game, list[Player]]) -> None:
    for game in positions(*table):
        words = game._lexicon.table
        assert fault(words, game._state) is None
        for eyes in eyes_of(game):
            view = game.view(eyes)
            assert fault(words, view._state, eyes) is None
            if not game.is_over and not game.is_setup:
                assert fault(words, view._state) is not None  # a view lacks hands, so it is not a whole position
            assert view.scores == game.scores
            assert [view.hand_count(seat) for seat in range(game.players)] == [
                len(game.hand(seat)) for seat in range(game.players)
            ]


@given(set_ups())
def test_T7_somebody_to_move_always_has_a_legal_move(table: tuple[Game, list[Player]]) -> None:
    for game in positions(*table):
        assert bool(game.legal_moves) == (not game.is_over)
        assert bool(codes_in(game._lexicon.table, game._state)) == (not game.is_over)
        for eyes in eyes_of(game):
            assert bool(game.view(eyes).legal_moves) == (eyes == game.seat)


@given(finished_games())
def test_D1_hands_stay_full_until_the_pile_is_empty(game: Game) -> None:
    table, state = game._lexicon.table, first_state(game)
    hand_size = game.box.hand
    for code in game._codes:
        if state[layout.PHASE] == layout.PLAY_CARD:
            seat = int(state[layout.SEAT])
            in_hand = popcount(state[seat_base(seat) + layout.HAND])
            played = popcount(state[seat_base(seat) + layout.DISCARDS])
            assert in_hand == min(hand_size, game.rounds - played)
        engine.engine().apply(table, state, code)
    assert np.all(state[[seat_base(seat) + layout.HAND for seat in range(game.players)]] == 0)
