"""The reference is checked by hand: gardens small enough to score on paper, and one game written out."""

import copy
import json
import random
import time
from collections.abc import Callable, Collection
from typing import Any

import pytest

from reference import (
    Box,
    Disagreement,
    Game,
    Garden,
    Result,
    Space,
    Square,
    at,
    boar_area,
    boar_squares,
    check,
    find_winners,
    gardener_squares,
    names,
    read_side,
    reward_points,
    tile_names,
    tiles_allowed,
    walk_squares,
)

Record = dict[str, Any]


def garden_from(*lines: str) -> Garden:
    """Draw a garden: `#` printed, `s` structure, `g` gardener, `.` free."""
    squares = {(r, c): sign for r, line in enumerate(lines, 1) for c, sign in enumerate(line.split(), 1)}
    garden = Garden(len(lines), len(lines[0].split()), {s for s, sign in squares.items() if sign == "#"})
    garden.structures = {s for s, sign in squares.items() if sign == "s"}
    garden.gardeners = {s for s, sign in squares.items() if sign == "g"}
    return garden


def walks(garden: Garden, **nobles: int) -> list[str]:
    """List the walks of the nobles named (column letter = row); the others take no part."""
    rows = {at(f"{letter}1")[1]: row for letter, row in nobles.items()}
    return names(walk_squares(garden.built(), garden.gardeners, rows))


def points(**sources: int) -> dict[str, int]:
    """Write points by source; sources that brought nothing are left out."""
    return dict.fromkeys(("nobles", "rows", "columns", "missions", "rewards", "boar", "total"), 0) | sources


def squares(text: str) -> set[Square]:
    return {at(word) for word in text.split()}


# Card and tile


def display(*tiles: str) -> list[Space]:
    return [Space(2 + i // 2, i % 2 == 1, tile) for i, tile in enumerate(tiles)]


TEN = display("c", "c", "a", "c", "b", "d", "f", "i", "h", "h")


def taken(card: str) -> list[str]:
    return [tile_names(TEN)[i] for i in tiles_allowed(card, TEN)]


def test_tiles_are_named_by_square_and_only_twins_are_marked() -> None:
    assert tile_names(TEN) == ["c2", "c2'", "a3", "c3", "b4", "d4", "f5", "i5", "h6", "h6'"]


def test_T2_X1_two_colours_allow_their_four_spaces() -> None:
    assert taken("36") == ["a3", "c3", "h6", "h6'"]


def test_T3_X2_structure_card_allows_exactly_its_tiles() -> None:
    assert taken("c") == ["c2", "c2'", "c3"]


def test_T4_X2_structure_card_without_match_allows_all() -> None:
    assert taken("e") == tile_names(TEN)


def test_T5_wild_card_allows_all() -> None:
    assert taken("*") == tile_names(TEN)


# Placing

FIVE = ("# # # # #", "s . g . .", "s s s s s", ". . # . .")


def test_P2_gardener_goes_to_row_or_column_of_the_taken_square() -> None:
    assert names(gardener_squares(garden_from(*FIVE).free(), at("c2"))) == ["b2", "d2", "e2"]
    assert names(gardener_squares(garden_from(*FIVE).free(), at("a2"))) == ["b2", "d2", "e2", "a4"]


def test_P2_row_full_but_column_not_allows_the_column_only() -> None:
    assert names(gardener_squares(garden_from(*FIVE).free(), at("d3"))) == ["d2", "d4"]


def test_P3_gardener_goes_anywhere_when_row_and_column_are_full() -> None:
    assert names(gardener_squares(garden_from(*FIVE).free(), at("c3"))) == [
        *("b2", "d2", "e2"),
        *("a4", "b4", "d4", "e4"),
    ]


def test_X3_second_pavilion_from_turquoise_has_seven_squares() -> None:
    garden = garden_from(
        "# # # # # # # # #",
        ". . . . . . . . .",
        ". . # . . . . . .",
        ". . . . . # . . .",
        ". . . # . . . . .",
        "s . s s s . s . .",
    )
    assert names(gardener_squares(garden.free(), at("c6"))) == ["c2", "c4", "c5", "b6", "f6", "h6", "i6"]


# Noble walks


def test_N2_noble_steps_from_the_terrace_onto_row_1_and_on() -> None:
    garden = garden_from("# # #", "s . .", "s . .")
    assert walks(garden, a=0, b=0, c=0) == ["a1", "b1", "c1", "a2", "a3"]


def test_N2_noble_never_crosses_an_empty_square_or_a_corner() -> None:
    garden = garden_from("# # #", ". s .", "s . s")
    assert walks(garden, a=1, b=1, c=1) == ["b2"]


def test_N2_terrace_is_no_way_round_a_gap_in_row_1() -> None:
    assert walks(garden_from("# . #", "# . #"), a=0, b=0, c=0) == ["a1", "c1", "a2", "c2"]


def test_N3_noble_ends_below_and_only_in_its_own_column() -> None:
    garden = garden_from("# # #", "s s s", "s s s")
    assert walks(garden, b=2) == ["b3"]
    assert walks(garden, b=3) == []


def test_N2_noble_goes_up_through_row_1_and_round() -> None:
    garden = garden_from("# # #", "s . s", ". . s", "s s s")
    assert walks(garden, a=2) == ["a4"]
    garden = garden_from("# # #", "s . s", ". . .", "s s s")
    assert walks(garden, a=2) == []


def test_N2_walk_begins_where_the_noble_stands() -> None:
    garden = garden_from("# #", ". s", "s .", "s .")
    assert walks(garden, a=3) == ["a4"]


def test_N4_noble_passes_gardeners_and_nobles_but_never_ends_on_a_gardener() -> None:
    garden = garden_from("# #", "g .", "s s", "g s")
    assert walks(garden, a=0) == ["a1", "a3"]
    assert walks(garden, a=0, b=1) == ["a1", "a3", "b3", "b4"]


def test_N2_walk_does_not_wrap_from_the_last_column_to_the_first() -> None:
    garden = garden_from("# # # .", ". . . #", "# . . #", "# . . .")
    assert walks(garden, a=1) == []


def test_X4_cut_off_row_is_not_reached_but_rows_below_may_be() -> None:
    # The noble of column c in row 1; row 4 of its column is built but cut off.
    garden = garden_from("# # #", "s . .", "s . .", "s . s", "s . .", "s s s")
    assert walks(garden, c=1) == ["c6"]
    garden.walk(at("c6"))
    assert garden.points["nobles"] == 6


def test_X4_N5_walk_scores_its_last_row_wherever_it_came_from() -> None:
    garden = garden_from("# #", "s .", "s .")
    garden.walk(at("a1"))
    garden.walk(at("a3"))
    assert (garden.points["nobles"], garden.noble_rows) == (4, {1: 3, 2: 0})


def test_X5_gardener_opens_the_way_of_the_tree_noble() -> None:
    garden = garden_from("# # # # #", ". . . . s", ". . . s .")
    assert walks(garden, d=0) == ["d1"]
    garden.lay(at("e3"), gardener=True)
    assert walks(garden, d=0) == ["d1", "d3"]


# Rewards


@pytest.mark.parametrize(
    ("mark", "structure", "gardener"),
    [("+1", 1, 0), ("+3", 3, 0), ("g3", 0, 3), ("-2", -2, -2), ("-3", -3, -3), ("0", 0, 0), (".", 0, 0)],
)
def test_W3_W4_W5_marks(mark: str, structure: int, gardener: int) -> None:
    assert (reward_points(mark, False), reward_points(mark, True)) == (structure, gardener)


def test_W2_reward_board_hides_what_is_printed_until_a_tile_lies_there() -> None:
    garden = garden_from("# #", "# #", "# #")
    garden.cover(read_side([". .", "0 .", "+2 ."], 3, 2))
    assert names(garden.free()) == ["a2", "a3"]
    assert walks(garden, a=0, b=1) == ["a1", "b2", "b3"]
    garden.lay(at("a3"), gardener=False)
    assert walks(garden, a=0, b=1) == ["a1", "b2", "a3", "b3"]
    assert garden.final_points([]) == points(rows=7, columns=5, rewards=2, total=14)


def test_W6_loss_is_cut_to_what_one_has_and_leaves_no_debt() -> None:
    garden = garden_from("# #", ". .", ". .")
    garden.cover(read_side(["..", "-3+1", "-2."], 3, 2))
    garden.walk(at("a1"))
    garden.lay(at("a2"), gardener=True)
    assert (garden.points["rewards"], garden.total()) == (-1, 0)
    garden.lay(at("b2"), gardener=False)
    assert (garden.points["rewards"], garden.total()) == (0, 1)


# Wild boar

BOAR = garden_from("# # #", ". . s", "s . .", ". # s").free()


def test_B2_boar_moves_to_adjacent_free_squares_only() -> None:
    assert names(boar_squares(BOAR, at("b3"))) == ["b2", "c3"]
    assert names(boar_squares(BOAR, at("a2"))) == ["b2"]
    assert names(boar_squares(BOAR, at("a4"))) == []


def test_B4_X8_boar_area_is_connected_orthogonally_and_counts_its_own_square() -> None:
    assert boar_area(BOAR, at("c3")) == 4  # a2 b2 b3 c3
    assert boar_area(BOAR, at("a4")) == 1
    assert boar_area(BOAR | {at("a3")}, at("a4")) == 6


def test_B5_boar_costs_at_most_what_one_has_at_the_end() -> None:
    garden = garden_from("# #", "s .", ". .")
    garden.boar = at("b2")
    garden.walk(at("a1"))
    assert garden.final_points(["a"]) == points(
        nobles=1, missions=1, boar=-2, total=0
    )  # 1 + 1 points, and an area of 3


def test_B5_boar_is_paid_from_rows_and_columns_too() -> None:
    garden = garden_from("# #", "s s", "s .", ". .")
    garden.boar = at("a4")
    garden.score("boar", 1)
    assert garden.final_points([]) == points(rows=8, boar=-2, total=6)  # 1 + 8, and an area of 3: a4 b4 b3


# The end


def test_X6_row_3_two_columns_and_missions_are_25() -> None:
    garden = garden_from(
        "# # # # # # # # #",
        ". . . . s . g . .",
        "s s s g # s s s s",
        ". . . . s . s . .",
        ". . s . g . # . .",
        ". . . . s . s . .",
    )
    garden.noble_rows.update({1: 3, 3: 5})
    assert garden.final_points(["a", "c"]) == points(rows=7, columns=10, missions=8, total=25)


def test_X7_with_70_from_nobles_the_end_makes_98() -> None:
    garden = garden_from(
        "# # # # # # # # #",
        "s . . . . . . . s",
        "s . . . . . . . s",
        "s s g s s # s s s",
        "s . . . . . . . s",
        "s . . . . . . . s",
    )
    garden.points["nobles"] = 70
    garden.noble_rows.update({1: 6, 9: 6})
    assert garden.final_points(["a", "i"])["total"] == 98


@pytest.mark.parametrize(("rows", "points"), [("2", 8), ("3", 7), ("4", 6), ("5", 5), ("6", 4), ("1", 0)])
def test_E2_complete_row_scores_10_minus_its_value(rows: str, points: int) -> None:
    garden = Garden(6, 2, squares(f"a{rows} b{rows}"))
    assert garden.final_points([])["rows"] == points


def test_E3_column_needs_row_1_too() -> None:
    assert garden_from("# .", "g s", "# s").final_points([])["columns"] == 5


def test_E4_noble_on_the_terrace_brings_a_mission_nothing() -> None:
    assert garden_from("# #", ". .").final_points(["a", "b"])["missions"] == 0


def test_E5_ties_go_to_gardeners_and_are_then_shared() -> None:
    assert find_winners([40, 50, 49], [9, 0, 9]) == [1]
    assert find_winners([50, 50, 49], [1, 2, 9]) == [1]
    assert find_winners([50, 50, 50, 49], [2, 3, 3, 9]) == [1, 2]


# A whole game by hand: three columns, three rows, two players, both expansions, four cards each.
# Every list below was worked out on paper.

HAND_BOX: dict[str, Any] = {
    "id": "hand",
    "board": {"columns": 3, "rows": 3, "boar": "b2"},
    "display": [2, 2, 3, 3],
    "cards": {"pairs": ["23"], "structures": "abc", "wild": 0, "hand": 2},
    "missions": 1,
    "tiles": {"2": 4, "3": 6, "4": 8},
    "gardens": [
        {"id": "1", "sides": [["###", "...", "#.."], ["###", "#..", "..."]]},
        {"id": "2", "sides": [["###", "..#", "..."]]},
    ],
    "rewards": [
        {"id": "1", "sides": [[". . .", ". +2 .", "0 g3 -2"], [". . .", ". 0 .", "-3 +1 ."]]},
        {"id": "2", "sides": [[". . .", ". -3 .", ". +3 g3"]]},
    ],
}
# Seat 1 has # # # | . -3 . | # +3 g3 and seat 0 has # # # | . +2 # | 0 g3 -2, with the boars on b2.
HAND_EVENTS: list[list[Any]] = [
    ["garden", 1, "1"],
    ["garden", 0, "2"],
    ["side", 1, "A", [["A", "B"]]],
    ["mission", 1, "b"],
    ["mission", 0, "a"],
    ["reward", 1, "2"],
    ["reward", 0, "1"],
    ["side", 0, "A", [["A", "B"]]],
    ["card", 1, "23"],
    ["card", 1, "c"],
    ["card", 0, "a"],
    ["card", 0, "b"],
    ["tile", None, "a2"],
    ["tile", None, "a2'"],
    ["tile", None, "b3"],
    ["tile", None, "c3'"],
    # Nobles 3: in the turn the tile of the second space of row 3 is just c3.
    ["turn", 1, "23 a2' a3", [["23", "c"], ["a2", "a2'", "b3", "c3"], ["a1", "b1", "c1", "a2", "a3", "-"]]],
    ["tile", 1, "b2'"],
    ["card", 1, "a"],
    # T3 leaves one tile.
    ["turn", 0, "a a2 -", [["a", "b"], ["a2"], ["a1", "b1", "c1", "a2", "c2", "-"]]],
    ["tile", 0, "b2"],
    ["card", 0, "23"],
    # T4. W3: +3, nobles 3 + 3. The noble of b comes round by a3.
    ["turn", 1, "a b3 b3", [["a", "c"], ["b2", "b2'", "b3", "c3"], ["b1", "c1", "b3", "-"]]],
    ["tile", 1, "b3"],
    ["card", 1, "b"],
    # W3: +2, then B2: +1, nobles 2. The only way for the boar is down.
    [
        "turn",
        0,
        "b b2' ~b3 b2",
        [["23", "b"], ["b2", "b2'", "b3"], ["b3"], ["a1", "b1", "c1", "a2", "b2", "c2", "-"]],
    ],
    ["tile", 0, "c2'"],
    ["card", 0, "c"],
    # P2: c3 in the row, b2 in the column. W5: 3 - 3, boar 1, nobles 6 + 1. The pile is empty now (D1).
    ["turn", 1, "b b3=b2 ~c2 c1", [["b", "c"], ["b2", "b3"], ["b2", "c3"], ["c2"], ["c1", "-"]]],
    ["tile", 1, "a3"],
    # P2 onto -2: rewards 2 - 2; nobles 2 + 2.
    ["turn", 0, "c c2=c3 c2", [["23", "c"], ["c2", "c3"], ["c3"], ["a1", "c1", "a2", "c2", "-"]]],
    ["tile", 0, "a2'"],
    # W4: a structure on g3 brings nothing. Nobles 7 + 3.
    ["turn", 1, "c c3 c3", [["c"], ["c3"], ["c3", "-"]]],
    ["tile", 1, "c3'"],
    # W4: a gardener on g3, rewards 0 + 3; boar 1 + 1; nobles 4 + 2. F2: no refill.
    ["turn", 0, "23 b2=b3 ~a3 a2", [["23"], ["b2", "a2", "a3", "c3"], ["b3"], ["a3"], ["a1", "a2", "-"]]],
]
HAND_POINTS = [
    # Row 2; columns b and c; the noble of a in row 2; the boar's area is a3 alone.
    {"nobles": 6, "rows": 8, "columns": 10, "missions": 2, "rewards": 3, "boar": 1, "total": 30},
    # Row 3; columns a and b; the noble of b in row 3; the boar's area is c2 alone.
    {"nobles": 10, "rows": 7, "columns": 10, "missions": 3, "rewards": 0, "boar": 0, "total": 30},
]


def hand_record() -> Record:
    record = {
        "format": "sanssouci-record",
        "version": 1,
        "box": HAND_BOX,
        "players": 2,
        "expansions": ["rewards", "boar"],
        "first": 1,
        "events": HAND_EVENTS,
        "result": {"points": HAND_POINTS, "gardeners": [2, 1], "winners": [0]},
    }
    return copy.deepcopy(record)


def test_game_by_hand() -> None:
    assert check(hand_record()) == Result(HAND_POINTS, [2, 1], [0], lists=10)
    assert check(hand_record(), legal=False).lists == 0


def test_game_by_hand_without_lists() -> None:
    record = hand_record()
    record["events"] = [event[:3] for event in record["events"]]
    assert check(record).lists == 0


def edit(index: int, item: int, value: object) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        assert record["events"][index][item] != value
        record["events"][index][item] = value

    return change


def drop(index: int) -> Callable[[Record], None]:
    return lambda record: record["events"].pop(index)


def swap(index: int) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        events = record["events"]
        events[index], events[index + 1] = events[index + 1], events[index]

    return change


TAMPERED: dict[str, tuple[str, Callable[[Record], None]]] = {
    "S1 board dealt twice": ("event 1:", edit(1, 2, "1")),
    "S1 no such side": ("event 2:", edit(2, 2, "C")),
    "S1 seats out of order": ("event 0:", swap(0)),
    "S2 card not in the pile": ("event 9:", edit(9, 2, "23")),
    "S3 mission dealt twice": ("event 4:", edit(4, 2, "b")),
    "S4 wrong space": ("event 13:", edit(13, 2, "a2")),
    "S4 seat of a set-up tile": ("event 12:", edit(12, 1, 1)),
    "W1 reward before mission": ("event 4:", swap(4)),
    "T1 card not in hand": ("event 16:", edit(16, 2, "a a2 a3")),
    "T3 tile not allowed": ("event 19:", edit(19, 2, "a b2 -")),
    "T3 no such tile": ("event 19:", edit(19, 2, "a a2' -")),
    "P1 structure is no choice": ("event 19:", edit(19, 2, "a a2=a3 -")),
    "P2 gardener is no choice": ("event 28:", edit(28, 2, "b b3 ~c2 c1")),
    "P2 not there": ("event 28:", edit(28, 2, "b b3=c2 ~c2 c1")),
    "B2 boar must move": ("event 25:", edit(25, 2, "b b2' b2")),
    "B2 boar does not move": ("event 19:", edit(19, 2, "a a2 ~b3 -")),
    "B2 boar not there": ("event 25:", edit(25, 2, "b b2' ~a2 b2")),
    "N2 no way": ("event 19:", edit(19, 2, "a a2 b3")),
    "no turn at all": ("event 19:", edit(19, 2, "a a2")),
    "F1 refill is missing": ("event 17:", drop(17)),
    "F1 wrong space": ("event 17:", edit(17, 2, "b2")),
    "F1 wrong seat": ("event 17:", edit(17, 1, 0)),
    "F1 tile not in the bag": ("event 29:", edit(29, 2, "b3")),
    "D1 draw is missing": ("event 18:", drop(18)),
    "D1 draw before refill": ("event 17:", swap(17)),
    "D1 draw from an empty pile": ("event 30:", lambda r: r["events"].insert(30, ["card", 1, "a"])),
    "F2 refill after the end": ("event 35:", lambda r: r["events"].append(["tile", 0, "c2"])),
    "E1 last turn is missing": ("event 34:", drop(-1)),
    "a list is missing": ("event 34:", lambda r: r["events"][-1].pop()),
    "a step is missing": ("event 28:", lambda r: r["events"][28][3].pop(2)),
    "a step too many": ("event 28:", lambda r: r["events"][28][3].append(["-"])),
    "an item is missing": ("event 30:", lambda r: r["events"][30][3][3].pop(0)),
    "an item too many": ("event 30:", lambda r: r["events"][30][3][1].append("a3")),
    "order of a list": ("event 16:", lambda r: r["events"][16][3][2].sort()),
    "a wrong point": ("points:", lambda r: r["result"]["points"][1].update(nobles=11)),
    "a wrong total": ("points:", lambda r: r["result"]["points"][0].update(total=31)),
    "points of a third seat": ("points:", lambda r: r["result"]["points"].append(HAND_POINTS[0])),
    "wrong gardeners": ("gardeners:", lambda r: r["result"].update(gardeners=[1, 1])),
    "wrong winner": ("winners:", lambda r: r["result"].update(winners=[1])),
    "shared victory": ("winners:", lambda r: r["result"].update(winners=[0, 1])),
    "first seat": ("event 0:", lambda r: r.update(first=0)),
    "no such seat": ("first seat 2", lambda r: r.update(first=2)),
    "boar not in the box": ("the box has a boar", lambda r: r["box"]["board"].pop("boar")),
    "rewards not played": ("event 5:", lambda r: r.update(expansions=["boar"])),
    "order of expansions": ("expansions:", lambda r: r.update(expansions=["boar", "rewards"])),
    "too few tiles": ("the tiles suffice", lambda r: r["box"]["tiles"].update({"2": 3})),
    "boar square printed": ("box: a garden prints", lambda r: r["box"]["board"].update(boar="b1")),
    "record of a running game": ("seat", lambda r: r.update(seat=0)),
}


@pytest.mark.parametrize("how", TAMPERED)
def test_tampered_game_by_hand_is_refused(how: str) -> None:
    where, tamper = TAMPERED[how]
    record = hand_record()
    tamper(record)
    with pytest.raises(Disagreement) as raised:
        check(record)
    assert str(raised.value).startswith(where)


# Random games: played by the reference itself, so they show only that nothing breaks on boxes of all sizes.

RAVENSBURGER: dict[str, Any] = {
    "id": "like-ravensburger",
    "board": {"columns": 9, "rows": 6},
    "display": [2, 2, 3, 3, 4, 4, 5, 5, 6, 6],
    "cards": {
        "pairs": ["26", "36", "46", "56", "24", "25", "34", "35"],
        "structures": "abcdefghi",
        "wild": 1,
        "hand": 2,
    },
    "missions": 2,
    "tiles": {"2": 5, "3": 7, "4": 9},
    "gardens": [
        {
            "id": str(i),
            "sides": [
                ["#########", ".#.....#.", "...#.....", ".......#.", "..#......", ".....#..."],
                ["#########", "..#...#..", ".....#...", "#........", "......#..", "...#....."],
            ],
        }
        for i in range(4)
    ],
    "rewards": [
        {
            "id": str(i),
            "sides": [
                [
                    ". . . . . . . . .",
                    ". . . . . . . . .",
                    ". . . . +1 . . . .",
                    ". . . 0 -2 g3 . . .",
                    ". . +2 -3 0 +1 g3 . .",
                    ". +3 0 g3 -2 +2 0 +3 .",
                ],
                [
                    ". . . . . . . . .",
                    ". . . . . . . . .",
                    ". . . . g3 . . . .",
                    ". . . +1 -3 +1 . . .",
                    ". . 0 +2 -2 +2 0 . .",
                    ". 0 +3 g3 g3 -3 +3 0 .",
                ],
            ],
        }
        for i in range(4)
    ],
}
IMPERIAL = copy.deepcopy(RAVENSBURGER)
IMPERIAL["board"]["boar"] = "e4"
for _board in IMPERIAL["gardens"]:
    del _board["sides"][1]
SMALL: dict[str, Any] = {
    "id": "small",
    "board": {"columns": 5, "rows": 4, "boar": "c3"},
    "display": [2, 3, 3, 4],
    "cards": {"pairs": ["34", "24"], "structures": "abcde", "wild": 1, "hand": 3},
    "missions": 1,
    "tiles": {"2": 4, "3": 6, "4": 7},
    "gardens": [{"id": str(i), "sides": [["#####", "..#..", "#....", "....#"]] * (1 + i % 2)} for i in range(4)],
    "rewards": [
        {"id": str(i), "sides": [[". . . . .", ". . . . .", ". . +1 . .", ". g3 -2 0 ."]] * (1 + i % 2)}
        for i in range(4)
    ],
}


class Dice:
    """Plays at random and writes the events down."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.events: list[list[Any]] = []
        self.steps: dict[str, str] = {}
        self.lists: list[list[str]] = []

    def chance(self, kind: str, seat: int | None, possible: Collection[str]) -> str:
        outcome = self.random.choice(list(possible))
        self.events.append([kind, seat, outcome])
        return outcome

    def begin(self, kind: str, seat: int) -> None:
        self.events.append([kind, seat])
        self.steps, self.lists = {}, []

    def choose(self, step: str, options: list[str]) -> str:
        self.lists.append(list(options))
        self.steps[step] = self.random.choice(options[:-1] or options if step == "walk" else options)
        return self.steps[step]

    def end(self) -> None:
        marks = {"gardener": "=", "boar": " ~"}
        parts = [marks.get(step, " ") + choice for step, choice in self.steps.items()]
        self.events[-1] += ["".join(parts).strip(), self.lists]


def random_record(data: dict[str, Any], players: int, expansions: list[str], seed: int) -> Record:
    dice = Dice(seed)
    result = Game(Box(data), players, expansions, seed % players, dice).play()
    record = {
        "format": "sanssouci-record",
        "version": 1,
        "box": data,
        "players": players,
        "expansions": expansions,
        "first": seed % players,
        "events": dice.events,
        "result": {"points": result.points, "gardeners": result.gardeners, "winners": result.winners},
    }
    copied: Record = json.loads(json.dumps(record))
    return copied


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("data", "expansions"),
    [
        (RAVENSBURGER, []),
        (RAVENSBURGER, ["rewards"]),
        (IMPERIAL, ["boar"]),
        (IMPERIAL, ["rewards", "boar"]),
        (SMALL, []),
        (SMALL, ["rewards", "boar"]),
    ],
)
def test_random_games_agree_and_refuse_any_lost_event(
    data: dict[str, Any], expansions: list[str], players: int
) -> None:
    for seed in range(3):
        record = random_record(data, players, expansions, seed)
        result = check(record)
        assert result.lists == sum(event[0] in ("side", "turn") for event in record["events"])
        for seat in result.points:
            assert seat["total"] == sum(seat[source] for source in seat if source != "total") >= 0
        for index in random.Random(seed).sample(range(len(record["events"])), 10):
            lost = {**record, "events": record["events"][:index] + record["events"][index + 1 :]}
            with pytest.raises(Disagreement):
                check(lost)


def test_F2_D1_full_game_has_45_tiles_and_18_cards_each() -> None:
    events = random_record(RAVENSBURGER, 2, [], 1)["events"]
    kinds = [event[0] for event in events]
    assert (kinds.count("tile"), kinds.count("card"), kinds.count("turn")) == (45, 36, 36)
    assert events[-1][:2] == ["turn", 0]
    # Set-up: 2 gardens, 2 sides, 4 missions, 4 cards, 10 tiles; then 16 rounds with draws, 2 without.
    assert kinds[22:] == ["turn", "tile", "card"] * 32 + ["turn", "tile"] * 3 + ["turn"]


def test_S5_play_goes_clockwise_from_the_first_seat() -> None:
    record = random_record(SMALL, 3, [], 4)
    assert record["first"] == 1
    for kind in ("garden", "mission", "turn"):
        assert [event[1] for event in record["events"] if event[0] == kind][:3] == [1, 2, 0]


def boar_turn(garden: Garden) -> Dice:
    """Play a turn in which the tile b2 is laid on the boar's square; the walk is left to chance."""
    dice = Dice(0)
    game = Game(Box(HAND_BOX), 2, ["rewards", "boar"], 0, dice)
    garden.boar = at("b2")
    game.gardens[0], game.hands[0], game.display = garden, ["b"], [Space(2, False, "b"), Space(3, False, "a")]
    game.turn(0)
    return dice


def test_B3_boar_that_cannot_move_leaves_and_scores_4() -> None:
    garden = garden_from("# # #", "g . #", ". s .")
    dice = boar_turn(garden)
    assert (garden.boar, garden.points["boar"]) == (None, 4)
    assert list(dice.steps) == ["card", "tile", "walk"]
    assert garden.final_points([])["boar"] == 4


def test_B2_boar_moves_before_the_walk_and_scores_1() -> None:
    garden = garden_from("# # #", "g . #", ". . .")
    dice = boar_turn(garden)
    assert (garden.boar, garden.points["boar"]) == (at("b3"), 1)
    assert list(dice.steps) == ["card", "tile", "boar", "walk"]


def test_B5_reward_counts_before_the_boar() -> None:
    garden = garden_from("# # #", ". . .", ". . .")
    garden.marks = {at("b2"): "-3"}
    garden.walk(at("c1"))
    boar_turn(garden)
    assert (garden.points["rewards"], garden.points["boar"]) == (-1, 1)


def test_two_player_record_is_checked_in_well_under_20_ms() -> None:
    record = random_record(IMPERIAL, 2, ["rewards", "boar"], 5)
    best = 1.0
    for _ in range(5):
        start = time.thread_time()
        check(record)
        best = min(best, time.thread_time() - start)
    assert best < 0.02
