"""Cases that are easily got wrong, each under the number of its rule.

The display, if a test shows no other:   2: a b   3: c d   4: e f   5: g h   6: i a
"""

import numpy as np
import pytest

from drawn import CARDS, Seat, draw, follow, play_on, refused, squares
from sanssouci import SPECTATOR, Game
from sanssouci.kernel import engine, layout


def test_T3_a_structure_card_is_compulsory_even_when_every_match_becomes_a_gardener() -> None:
    """Both labyrinths find their squares taken, and every other tile would go home."""
    game = draw(
        Seat(
            """
            #########
            S........
            .........
            .........
            .........
            G........
            """,
            hand="a 36",
        )
    )
    assert follow(game, "a ") == {"a2", "a6"}
    assert follow(game, "a a2 ") == follow(game, "a a6 ") == set()
    assert follow(game, "a a2=") == {f"{letter}2" for letter in "bcdefghi"} | {"a3", "a4", "a5"}
    assert follow(game, "a a6=") == {f"{letter}6" for letter in "bcdefghi"} | {"a3", "a4", "a5"}
    assert refused(game, "a b2 -").rule == "T3"


def test_P2_on_the_square_of_a_gardener_the_new_tile_becomes_a_gardener_too() -> None:
    game = draw(
        """
        #########
        .........
        ..G......
        .........
        .........
        .........
        """
    )
    assert refused(game, "* c3 -").rule == "P2"
    game.push("* c3=c4 -")
    assert game.garden(0).gardeners == {"c3", "c4"}
    assert game.garden(0).structures == set()


def test_P2_row_full_but_column_not_leaves_column_squares_only() -> None:
    game = draw(
        """
        #########
        .........
        SSSSSSSSS
        ..S......
        .........
        .........
        """
    )
    assert follow(game, "* c3=") == {"c2", "c5", "c6"}
    assert refused(game, "* c3=d4 -").rule == "P2"


def test_P2_column_full_but_row_not_leaves_row_squares_only() -> None:
    game = draw(
        """
        #########
        ..S......
        .SS..SSSS
        ..S......
        ..S......
        ..S......
        """
    )
    assert follow(game, "* c3=") == {"a3", "d3", "e3"}
    assert refused(game, "* c3=a2 -").rule == "P2"


def test_P3_anywhere_only_when_both_are_full() -> None:
    full = """
        #########
        .GS......
        SSSSSGSSS
        ..S......
        ..G......
        ..S......
    """
    assert follow(draw(full), "* c3=") == squares(full, ".")


def test_P2_the_square_of_a_gardener_need_not_be_contiguous_with_anything() -> None:
    """i3 and c6 lie alone; the row is not followed from the tile outwards until something blocks."""
    game = draw(
        """
        #########
        .........
        .SSS.S...
        ..S......
        .........
        .........
        """
    )
    assert {"a3", "e3", "g3", "h3", "i3", "c2", "c5", "c6"} == follow(game, "* c3=")
    game.push("* c3=i3 -")
    assert game.garden(0).gardeners == {"i3"}


def test_N2_a_noble_goes_up_through_row_1_and_round() -> None:
    """Noble c stands on c2, above a free square; it goes up to c1, along row 1 to f, down, and back to c4."""
    game = draw(
        Seat(
            """
            #########
            ..S..S...
            .....S...
            ..SSSS...
            .........
            .........
            """,
            nobles="002000000",
        )
    )
    game.push("* a6 c4")
    assert game.garden(0).nobles["c"] == 4
    assert game.scores[0] == 4


def test_N4_a_noble_passes_nobles_and_gardeners() -> None:
    """Every square of the way but the last carries a noble or a gardener."""
    game = draw(
        Seat(
            """
            #########
            ....G....
            ....S....
            ...GG....
            ...S.....
            .........
            """,
            nobles="111131111",
        )
    )
    assert follow(game, "* a6 ") == {"d5", "-"}


def test_N4_a_noble_skips_a_gardener_in_its_own_column() -> None:
    game = draw(
        Seat(
            """
            #########
            ...G.....
            ...G.....
            ...S.....
            .........
            .........
            """,
            nobles="111111111",
        )
    )
    assert follow(game, "* a6 ") == {"d4", "-"}
    game.push("* a6 d4")
    assert game.scores[0] == 4


@pytest.mark.parametrize(
    ("garden", "reached"),
    [
        (
            """
            #########
            ........S
            ........S
            S.......S
            S........
            .........
            """,
            {"i2", "i3", "i4"},
        ),
        (
            """
            #########
            S........
            S........
            S.......S
            ........S
            .........
            """,
            {"a2", "a3", "a4"},
        ),
        (
            """
            #########
            ........S
            S.......S
            S........
            .........
            .........
            """,
            {"i2", "i3"},
        ),
    ],
)
def test_N2_a_walk_never_wraps_from_column_i_to_column_a(garden: str, reached: set[str]) -> None:
    """Neither along a row, nor from the end of one to the beginning of the next."""
    assert follow(draw(Seat(garden, nobles="111111111")), "* e4 ") == reached | {"-"}


def test_N6_a_noble_may_use_the_tile_just_placed() -> None:
    garden = """
        #########
        ..S......
        .........
        ..S......
        .........
        .........
    """
    seat = Seat(garden, nobles="111111111")
    assert follow(draw(seat), "* a6 ") == {"c2", "-"}
    assert follow(draw(seat), "* c3 ") == {"c2", "c3", "c4", "-"}
    over = draw(seat)
    over.push("* c3 c4")
    onto = draw(seat)
    onto.push("* c3 c3")
    assert (over.scores[0], onto.scores[0]) == (4, 3)


def test_N6_a_gardener_just_placed_carries_a_walk_too() -> None:
    game = draw(
        Seat(
            """
            #########
            ..SG.....
            ..S......
            .........
            ..S......
            .........
            """,
            nobles="111111111",
        )
    )
    assert follow(game, "* c3=c4 ") == {"c2", "c3", "c5", "-"}


def test_N3_a_noble_in_row_6_is_finished() -> None:
    game = draw(Seat("#########" + " SSSSSSSSS" * 4 + " .SSSSSSSS", nobles="666666666"))
    assert follow(game, "* a6 ") == {"-"}
    error = refused(game, "* a6 d6")
    assert error.rule == "N3"
    assert error.legal == ("-",)


def test_E5_three_tied_on_points_and_two_of_them_on_most_gardeners_share() -> None:
    one = "######### G........ ......... ......... ......... ........."
    two = "######### GG....... ......... ......... ......... ........."
    game = draw(Seat(two, score=50), Seat(one, score=50), Seat(two, score=50), Seat(score=49), turns_left=0)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.gardeners == (2, 1, 2, 0)
    assert outcome.winners == (0, 2)


def test_S3_four_players_have_eight_different_missions_and_the_ninth_is_never_revealed() -> None:
    for seed in range(10):
        game = play_on(Game("imperial", players=4, first=0, seed=seed))
        dealt = [mission for seat in range(4) for mission in game.missions(seat)]
        assert len(dealt) == len(set(dealt)) == 8
        shown = [event[2] for event in game.record()["events"] if event[0] == "mission"]
        assert sorted(shown) == sorted(dealt)
        for eyes in (SPECTATOR, 0, 1, 2, 3):
            view = game.view(eyes)
            assert {mission for seat in range(4) for mission in view.missions(seat) or ()} == set(dealt)


@pytest.mark.parametrize("seed", [1, 2])
def test_F1_no_chance_falls_between_the_decisions_of_a_turn(seed: int) -> None:
    """Step by step through all turns of a game: what luck decides stays as it is until the walk is settled."""
    game = play_on(Game("imperial", expansions="rewards,boar", first=0, seed=seed), turns=0)
    while not game.is_over:
        for codes in game.legal_moves.table()[:: max(1, len(game.legal_moves) // 20), :-1].tolist():
            state, base = game._state.copy(), layout.seat_base(game.seat or 0)
            bag, drawn = state[layout.BAG], state[base + layout.HAND] | state[base + layout.DISCARDS]
            for code in (code for code in codes if code >= 0):
                assert not layout.is_chance(int(state[layout.PHASE]))
                assert state[layout.BAG] == bag
                assert state[base + layout.HAND] | state[base + layout.DISCARDS] == drawn
                done = engine.engine().play(game._lexicon.table, state, np.array([code], np.int64), 1)
                assert done == 1
            assert layout.is_chance(int(state[layout.PHASE])) or game.turns == 35
        play_on(game, turns=game.turns + 1, seed=game.turns + seed)


def test_F1_in_a_record_refill_and_draw_follow_the_whole_turn() -> None:
    game = play_on(Game("imperial", first=0, seed=4))
    kinds = [event[0] for event in game.record()["events"]]
    turns = kinds[kinds.index("turn") :]
    # rounds 1-16: turn, tile, card; round 17: turn, tile; round 18: the same, but nothing after the last turn
    assert turns == ["turn", "tile", "card"] * 32 + ["turn", "tile"] * 3 + ["turn"]


def test_view_after_round_16_hands_can_be_deduced_but_are_not_sent() -> None:
    game = play_on(Game(players=3, first=0, seed=6), turns=3 * 16)
    for eyes in (SPECTATOR, 0, 1, 2):
        view = game.view(eyes)
        for seat in range(3):
            assert view.undiscarded(seat) == game.hand(seat)  # what anyone can work out
            assert set(view.undiscarded(seat)) == set(CARDS) - set(view.discards(seat))
            if seat != eyes:
                assert view.hand(seat) is None
                assert view.text().split()[9 + seat].split(":")[6] == "?"
                assert view._word(seat, layout.HAND) == 0
