"""The evaluation: each of its terms on drawn positions, and the same value by every way."""

import numpy as np
import pytest

from drawn import Seat, draw
from sanssouci import Game
from sanssouci.game.legal import list_turns
from sanssouci.game.lexicon import Array
from sanssouci.kernel import box_table as at
from sanssouci.kernel import layout
from sanssouci.players.networks import no_network
from sanssouci.players.weights import fresh_weights, load_weights
from sanssouci.thinking import desk as desk_at
from sanssouci.thinking import places, policy, terms, thinker
from sanssouci.thinking.workspace import JudgeSpace
from strategies import BY_ID, CONFIGURATIONS, Configuration, running

GARDEN = """
    #########
    ..S......
    ..G...S..
    ..S......
    .........
    ........."""
NOBLES = "002000000"


def active(game: Game, seat: int = 0) -> list[int]:
    """The places of the active terms of a seat."""
    out = np.zeros(places.MOST_TERMS, np.int64)
    end = terms.list_terms(game._lexicon.table, game._state, fresh_weights(), seat, out, 0)
    return [int(place) for place in out[:end]]


def stage_place(place: int) -> int:
    """A place within its stage, wherever that starts."""
    return (place - places.HEADER) % places.STAGE_WORDS


def in_family(game: Game, first: int, end: int) -> list[int]:
    """The active terms of one family, counted from its start."""
    found = [stage_place(place) for place in active(game) if place < places.STOP_TERMS]
    return [place - first for place in found if first <= place < end]


def digits(pattern: int) -> list[int]:
    return [pattern // 5**row % 5 for row in range(5)]


def test_columns_know_stops_gardeners_what_is_cut_off_and_what_is_next_to_a_walk() -> None:
    columns = in_family(draw(Seat(GARDEN, nobles=NOBLES, missions="cg")), places.COLUMN_TERMS, places.ROW_TERMS)
    assert len(columns) == 9
    pattern, noble = columns[2] // places.TRAITS // 7, columns[2] // places.TRAITS % 7
    assert (digits(pattern), noble) == ([1, 2, 1, 4, 0], 2)
    assert digits(columns[6] // (7 * places.TRAITS)) == [4, 3, 0, 0, 0]
    assert digits(columns[0] // (7 * places.TRAITS)) == [4, 0, 0, 0, 0]


def test_the_traits_of_a_column_are_its_mission_and_its_card_to_come() -> None:
    game = draw(Seat(GARDEN, missions="ac", hand="a b"))
    columns = in_family(game, places.COLUMN_TERMS, places.ROW_TERMS)
    assert [place % places.TRAITS for place in columns] == [1, 0, 3, 2, 2, 2, 2, 2, 2]


def test_columns_know_which_of_their_free_squares_are_on_display() -> None:
    game = draw(Seat(GARDEN, missions="cg", hand="* a"), display="ab cd bd ce ff")
    shown = in_family(game, places.SHOWN_TERMS, places.SUPPLY_TERMS)
    # a2, b2 and b4, c5 (c2 to c4 are built), d3 and d4, e5, f6, none (g3 is built), none, none
    codes = [1, 1 + 9, 2 + 2 * 3 + 2 * 9 + 27, 3 + 9, 27, 81, 2 * 3, 0, 0]
    assert [place // places.TRAITS for place in shown] == codes
    assert [place % places.TRAITS for place in shown] == [0, 2, 3, 2, 2, 2, 3, 2, 2]


def test_columns_know_how_many_of_their_tiles_are_in_the_bag() -> None:
    game = draw(Seat(GARDEN, missions="cg", hand="* a"), display="ab cd bd ce ff")
    supply = in_family(game, places.SUPPLY_TERMS, places.ACCESS_TERMS)
    tiles, free = [4, 3, 3, 3, 4, 3, 5, 5, 5], [5, 5, 2, 5, 5, 5, 4, 5, 5]
    assert [divmod(place // places.TRAITS, 6) for place in supply] == list(zip(tiles, free, strict=True))
    assert [place % places.TRAITS for place in supply] == [0, 2, 3, 2, 2, 2, 3, 2, 2]


@pytest.mark.parametrize(
    ("players", "tiles", "fifths"),
    [(2, 5, 5), (2, 1, 1), (3, 7, 5), (3, 6, 5), (3, 1, 1), (4, 9, 5), (4, 2, 2), (4, 0, 0)],
)
def test_the_bag_is_full_of_a_structure_or_less_so(players: int, tiles: int, fifths: int) -> None:
    """With two players there are five tiles of a structure, with three seven, with four nine (C5)."""
    game = running(BY_ID[f"ravensburger-{players}"], 1, ["greedy"], 2 * players)
    game._state[layout.BAG] &= ~(layout.BAG_MASK << layout.BAG_BITS * 3)
    game._state[layout.BAG] |= tiles << layout.BAG_BITS * 3
    supply = in_family(game, places.SUPPLY_TERMS, places.ACCESS_TERMS)[3]
    assert supply // places.TRAITS // 6 == fifths


def test_squares_that_a_small_board_does_not_have_are_not_free() -> None:
    game = BY_ID["small-2"].game(1)
    supply = in_family(game, places.SUPPLY_TERMS, places.ACCESS_TERMS)
    board, built = game._lexicon.table[at.BOARD], game._state[layout.seat_base(0) + layout.BUILT]
    free = [int(board & ~built & game._lexicon.table[at.COLUMN + column]).bit_count() for column in range(len(supply))]
    assert [place // places.TRAITS % 6 for place in supply] == free
    assert 0 < max(free) < 5


def test_rows_know_the_pairs_to_come_for_the_squares_next_to_a_walk() -> None:
    access = in_family(draw(Seat(GARDEN, hand="24 *")), places.ACCESS_TERMS, places.JOKER_TERMS)
    squares, pairs = [7, 2, 2, 1, 0], [2, 3, 2, 3, 4]  # eight squares of row 2 count as seven; 24 is in hand
    assert access == [128 * row + 16 * squares[row] + pairs[row] for row in range(5)]


def test_jokers_are_the_wild_card_and_the_cards_of_structures_that_have_run_out() -> None:
    game = draw(Seat(GARDEN, hand="a b"), display="cc dd ee ff gi")
    assert in_family(game, places.JOKER_TERMS, places.STAGE_WORDS) == [1]
    for structure in (1, 7, 8):  # b, whose card is in hand; h, which is nowhere now; i, of which one is on display
        game._state[layout.BAG] &= ~(layout.BAG_MASK << layout.BAG_BITS * structure)
    assert in_family(game, places.JOKER_TERMS, places.STAGE_WORDS) == [2]
    assert in_family(draw(Seat(GARDEN, hand="* a")), places.JOKER_TERMS, places.STAGE_WORDS) == [0]


def test_rows_know_what_is_built_and_what_can_be_walked_to() -> None:
    game = draw(Seat(GARDEN, nobles=NOBLES))
    built = in_family(game, places.ROW_TERMS, places.REACH_TERMS)
    reach = in_family(game, places.REACH_TERMS, places.KEPT_TERMS)
    assert built == [0b100, 512 + 0b1000100, 1024 + 0b100, 1536, 2048]
    assert reach == [0b100, 512 + 0b100, 1024 + 0b100, 1536, 2048]


def test_stops_are_counted_by_row_against_the_turns_left() -> None:
    game = draw(Seat(GARDEN, nobles=NOBLES), turns_left=9)
    left = 5
    found = active(game)
    assert places.STOP_TERMS + 512 * left + 1 in found  # one stop in row 4
    assert places.LOW_STOP_TERMS + 64 * left in found  # the noble of column c has passed row 2


def test_windows_count_free_built_and_walkable_squares() -> None:
    windows = in_family(draw(Seat(GARDEN)), places.WINDOW_TERMS, places.FRONTIER_TERMS)
    assert len(windows) == 14
    assert windows[0] == 2 * (3**2 + 3**5 + 3**8)  # rows 2-4 of columns a-c: column c, all of it walkable
    assert windows[1] == 3**9 + 2 * 3**2  # rows 4-6
    assert windows[8] == 2 * 0 + 3 ** (3 + 2)  # columns e-g: g3 is built and cut off


def test_the_frontier_and_what_the_display_offers_for_it() -> None:
    game = draw(Seat(GARDEN), display="ab cd bd ce ff")
    assert in_family(game, places.FRONTIER_TERMS, places.OFFER_TERMS) == [8 * 1 + 2]  # c5; b4 and d4
    # row 2: a and b, row 3: d but not c, row 4: b and d, row 5: c but not e, row 6: none
    assert in_family(game, places.OFFER_TERMS, places.SHOWN_TERMS) == [2 + 3 * 1 + 9 * 2 + 27 * 1]


@pytest.mark.parametrize(
    ("card", "place"),
    [
        ("*", places.KEPT_WILD + 6),
        ("c", places.KEPT_STRUCTURE + 2 * (2 * 27) + 1),  # of c3 and c5, c3 is taken and c5 is next to a walk
        ("e", places.KEPT_STRUCTURE + 2 * 27),  # e5 is out of reach
        ("i", places.KEPT_STRUCTURE + 2 * places.NONE_SHOWN + 1),  # any tile (T4)
        ("25", places.KEPT_PAIR + 9 * 5 + 3 * 2 + 1),
    ],
)
def test_kept_cards_know_what_they_could_take(card: str, place: int) -> None:
    game = draw(Seat(GARDEN, hand=card, missions="ci"), display="ab cd bd ce ff")
    assert in_family(game, places.KEPT_TERMS, places.MARK_TERMS) == [place - places.KEPT_TERMS]


def test_marks_are_counted_while_their_squares_are_free() -> None:
    marks = """
        .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        .  .  .  .  +1 .  .  .  .
        .  .  .  g3 0  -2 .  .  .
        .  .  +3 +1 0  0  +2 .  .
        .  -3 g3 +2 0  0  +1 0  .
    """
    garden = GARDEN.replace("..G...S..", "..G.S.S..")
    kinds = in_family(draw(Seat(garden), rewards=marks), places.MARK_TERMS, places.BOAR_TERMS)
    assert [place - 17 * kind for kind, place in enumerate(kinds)] == [2, 2, 1, 2, 1, 1]


def test_the_boars_area() -> None:
    garden = """
        #########
        ..S......
        ....S....
        ...S&S...
        ....S....
        ........."""
    assert in_family(draw(Seat(garden)), places.BOAR_TERMS, places.WINDOW_TERMS) == [1]


FAMILIES = (
    (places.COLUMN_TERMS, places.ROW_TERMS, "columns"),
    (places.ROW_TERMS, places.REACH_TERMS, "rows"),
    (places.REACH_TERMS, places.KEPT_TERMS, "rows"),
    (places.KEPT_TERMS, places.MARK_TERMS, "hand"),
    (places.MARK_TERMS, places.BOAR_TERMS, "marks"),
    (places.BOAR_TERMS, places.WINDOW_TERMS, "boar"),
    (places.WINDOW_TERMS, places.FRONTIER_TERMS, "windows"),
    (places.FRONTIER_TERMS, places.OFFER_TERMS, "once"),
    (places.OFFER_TERMS, places.SHOWN_TERMS, "once"),
    (places.SHOWN_TERMS, places.SUPPLY_TERMS, "columns"),
    (places.SUPPLY_TERMS, places.ACCESS_TERMS, "columns"),
    (places.ACCESS_TERMS, places.JOKER_TERMS, "rows"),
    (places.JOKER_TERMS, places.STAGE_WORDS, "once"),
)


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=lambda configuration: configuration.id)
def test_every_term_stays_within_its_family(configuration: Configuration) -> None:
    for seed, moves in ((1, 6), (2, 20), (3, 45), (4, 10_000)):
        game = running(configuration, seed, ["random", "greedy"], moves)
        table, base = game._lexicon.table, layout.seat_base(0)
        expected = {
            "columns": int(table[at.COLUMN_COUNT]),
            "rows": int(table[at.ROW_COUNT]) - 1,
            "hand": int(game._state[base + layout.HAND]).bit_count(),
            "marks": at.MARK_KINDS if game._state[base + layout.REWARD] >= 0 else 0,
            "boar": int(game._state[base + layout.WILD_BOAR] != 0),
            "windows": 14,
            "once": 1,
        }
        found = active(game)
        staged = [stage_place(place) for place in found if place < places.STOP_TERMS]
        counts = [sum(first <= place < end for place in staged) for first, end, _ in FAMILIES]
        assert counts == [expected[kind] for *_, kind in FAMILIES]
        assert len(found) == sum(expected[kind] for *_, kind in FAMILIES) + 2  # the stops, which have no stage


# ── values ────────────────────────────────────────────────────────────────────────────────────────────


def wild_weights() -> Array:
    """Weights of all sizes, so that any difference shows."""
    weights = fresh_weights()
    start = places.HEADER + places.STAGE_WORDS
    weights[start:] = np.random.default_rng(5).integers(-3 * places.UNIT, 3 * places.UNIT, len(weights) - start)
    return weights


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=lambda configuration: configuration.id)
def test_the_best_turn_is_the_best_of_all_turns(configuration: Configuration) -> None:
    weights, desk = wild_weights(), np.zeros(desk_at.DESK_WORDS, np.int64)
    for seed, moves in ((1, 8), (2, 14), (3, 23), (4, 37)):
        game = running(configuration, seed, ["random", "greedy"], moves)
        if game.seat is None or game.is_setup:
            continue
        table, state = game._lexicon.table, game._state
        turns = list_turns(game._lexicon, state)
        values = np.zeros(len(turns), np.int64)
        scratch, room = np.zeros(layout.STATE_WORDS, np.int64), np.zeros(places.MOST_TERMS, np.int64)
        nobody = no_network()
        judge = JudgeSpace(nobody.shape[1]).arrays
        thinker.thinker().rank_turns(table, state, weights, nobody, turns, room, *judge, values)
        assert thinker.thinker().best_turn(table, state, weights, desk, 0, 0) == values.max()
        scratch[:] = state
        policy.carry_out(table, scratch, desk, 0)
        assert terms.value_of(table, scratch, weights, game.seat, room) == values.max()


def test_both_kernels_find_the_same_turn() -> None:
    weights = wild_weights()
    for moves in (9, 30):
        game = running(BY_ID["imperial-2-rewards-boar"], 6, ["greedy"], moves)
        desks = [np.zeros(desk_at.DESK_WORDS, np.int64) for _ in range(2)]
        for desk, using in zip(desks, (thinker.thinker(), thinker.interpreted()), strict=True):
            using.best_turn(game._lexicon.table, game._state, weights, desk, 0, 0)
        assert desks[0][: desk_at.REACH].tolist() == desks[1][: desk_at.REACH].tolist()


def test_after_the_last_turn_the_value_is_the_final_count() -> None:
    for name in ("ravensburger-2", "imperial-4-rewards-boar"):
        game = running(BY_ID[name], 8, ["greedy"], 10_000)
        weights = load_weights("king", game.players, game.expansions)
        outcome = game.outcome()
        assert outcome is not None
        for seat in range(game.players):
            room = np.zeros(places.MOST_TERMS, np.int64)
            value = terms.value_of(game._lexicon.table, game._state, weights, seat, room)
            expected = outcome.points[seat].total * places.UNIT + outcome.gardeners[seat] * places.GARDENER
            assert value == expected


def test_kinds_of_marks() -> None:
    kinds = [at.mark_kind(1, 0), at.mark_kind(2, 0), at.mark_kind(3, 0), at.mark_kind(0, 3)]
    assert [*kinds, at.mark_kind(-2, -2), at.mark_kind(-3, -3)] == list(range(at.MARK_KINDS))
