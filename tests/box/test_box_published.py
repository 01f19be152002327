"""The facts of the published boxes, rule by rule, and the fairness of our own drawings."""

from collections import Counter

import pytest

from sanssouci.box import Box, GardenBoard, Mark, RewardBoard, load, parse_square, published

RAVENSBURGER = load("ravensburger")
IMPERIAL = load("imperial")
both = pytest.mark.parametrize("box", [RAVENSBURGER, IMPERIAL], ids=["ravensburger", "imperial"])

REWARD_SQUARES = {
    *("e3",),
    *("d4", "e4", "f4"),
    *("c5", "d5", "e5", "f5", "g5"),
    *("b6", "c6", "d6", "e6", "f6", "g6", "h6"),
}


def layouts(box: Box) -> list[frozenset[int]]:
    return [side for board in box.gardens for side in board.sides]


def extra(layout: frozenset[int]) -> list[tuple[int, int]]:
    """The printed squares below row 1, as (row, column)."""
    return [(square // 9 + 1, square % 9) for square in sorted(layout) if square >= 9]


def reward_sides(box: Box) -> list[dict[int, Mark]]:
    return [dict(side) for board in box.rewards for side in board.sides]


def ruled(box: Box) -> dict[str, str]:
    return {ruling.key: ruling.reason for ruling in box.rulings}


@both
def test_C1_a_garden_has_nine_columns_and_six_rows(box: Box) -> None:
    assert [column.letter for column in box.columns] == list("abcdefghi")
    assert [row.value for row in box.rows] == [1, 2, 3, 4, 5, 6]


@both
def test_C2_the_columns_are_the_same_in_both_boxes(box: Box) -> None:
    assert [column.id for column in box.columns] == [
        *("labyrinth", "statue", "pavilion", "topiary", "stairs"),
        *("fountain", "rose_arch", "herb_spiral", "vine"),
    ]
    assert all(set(column.names) == {"de", "en", "es", "fr"} for column in box.columns)


def test_C2_the_imperial_box_has_words_of_its_own() -> None:
    differing = {
        ours.id: dict(ours.names)
        for ours, theirs in zip(IMPERIAL.columns, RAVENSBURGER.columns, strict=True)
        if ours.names != theirs.names
    }
    assert differing == {
        "pavilion": {"de": "Pavillon", "en": "pavilion", "es": "pérgola", "fr": "pavillon"},
        "topiary": {"de": "Baum", "en": "tree", "es": "árbol", "fr": "arbre"},
        "rose_arch": {"de": "Blumen", "en": "flowers", "es": "flores", "fr": "fleurs"},
    }
    unnamed = {"columns.labyrinth", "columns.herb_spiral", "columns.vine"}
    chosen = {"columns.pavilion", "columns.topiary", "columns.rose_arch"}
    assert {key for key in ruled(IMPERIAL) if key.startswith("columns.")} == unnamed | chosen


def test_C3_the_rows_have_the_colours_of_the_box() -> None:
    ravensburger = ["beige", "white", "grey", "orange", "violet", "turquoise"]
    assert [row.id for row in RAVENSBURGER.rows] == ravensburger
    assert [row.id for row in IMPERIAL.rows] == ["plain", "red", "yellow", "blue", "purple", "grey"]
    assert [row.names["de"] for row in IMPERIAL.rows[1:]] == ["Rot", "Gelb", "Blau", "Lila", "Grau"]
    assert {key for key in ruled(IMPERIAL) if key.startswith("rows.")} == {
        *("rows.plain", "rows.red", "rows.purple"),
    }


def test_C4_ravensburger_has_eight_layouts_and_imperial_four() -> None:
    assert [len(board.sides) for board in RAVENSBURGER.gardens] == [2, 2, 2, 2]
    assert [len(board.sides) for board in IMPERIAL.gardens] == [1, 1, 1, 1]
    assert [board.id for board in RAVENSBURGER.gardens] == ["1", "2", "3", "4"]


@both
def test_C4_fifteen_squares_are_printed_with_all_of_row_1(box: Box) -> None:
    assert all(len(layout) == 15 and layout >= set(range(9)) for layout in layouts(box))
    assert "our own" in ruled(box)["gardens"]


@both
def test_C4_every_layout_prints_as_many_squares_of_each_row_in_six_columns(box: Box) -> None:
    for layout in layouts(box):
        assert [row for row, _ in extra(layout)] == [2, 3, 4, 4, 5, 6]
        assert len({column for _, column in extra(layout)}) == 6
        assert Counter(column // 3 for _, column in extra(layout)) == {0: 2, 1: 2, 2: 2}


@both
def test_C4_no_layout_equals_another_or_its_mirror_image(box: Box) -> None:
    drawn = [frozenset(extra(layout)) for layout in layouts(box)]
    mirrored = [frozenset((row, 8 - column) for row, column in layout) for layout in drawn]
    assert len({*drawn, *mirrored}) == 2 * len(drawn)


@both
def test_C4_the_columns_are_printed_evenly_over_a_box(box: Box) -> None:
    uses = Counter(column for layout in layouts(box) for _, column in extra(layout))
    assert len(uses) == 9
    assert max(uses.values()) - min(uses.values()) == 1  # neither 48 nor 24 squares can be divided by 9


@both
def test_C4_every_layout_has_two_extra_squares_under_a_reward_board(box: Box) -> None:
    covered = reward_sides(box)[0].keys()
    assert [len(layout & covered) for layout in layouts(box)] == [2] * len(layouts(box))


@both
def test_C5_tiles_are_5_7_or_9_of_each_structure(box: Box) -> None:
    assert box.tiles == {2: 5, 3: 7, 4: 9}
    assert "equal share" in ruled(box)["tiles"]


@both
def test_F2_the_tiles_just_suffice(box: Box) -> None:
    for players, copies in box.tiles.items():
        assert 9 * copies == len(box.display) + players * box.rounds - 1


@both
def test_C6_a_deck_has_eight_pairs_nine_structures_and_a_wild_card(box: Box) -> None:
    assert set(box.pairs) == {(2, 6), (3, 6), (4, 6), (5, 6), (2, 4), (2, 5), (3, 4), (3, 5)}
    assert len(box.pairs) == 8
    assert box.structure_cards == tuple(range(9))
    assert box.wild == 1
    assert box.rounds == 18
    assert "pairs" in ruled(box)["cards"]


@both
def test_C7_two_missions_each_never_need_more_than_the_nine(box: Box) -> None:
    assert box.missions == 2
    assert box.missions * max(box.players) <= len(box.columns)


@both
def test_C8_the_display_has_two_spaces_for_each_row_from_2_to_6(box: Box) -> None:
    assert box.display == (2, 2, 3, 3, 4, 4, 5, 5, 6, 6)


@both
def test_C9_four_reward_boards_of_two_sides_cover_sixteen_squares(box: Box) -> None:
    assert [len(board.sides) for board in box.rewards] == [2, 2, 2, 2]
    assert all(set(side) == set(map(parse_square, REWARD_SQUARES)) for side in reward_sides(box))
    assert "our own" in ruled(box)["rewards"]


@both
def test_C9_every_side_has_the_same_twelve_marks_in_the_same_rows(box: Box) -> None:
    def by_rows(side: dict[int, Mark]) -> Counter[tuple[int, Mark]]:
        return Counter((max(square // 9 + 1, 4), mark) for square, mark in side.items())

    sides = reward_sides(box)
    assert all(by_rows(side) == by_rows(sides[0]) for side in sides)
    assert Counter(mark for mark in sides[0].values() if any(mark)) == {
        Mark(1, 0): 2,
        Mark(2, 0): 3,
        Mark(3, 0): 2,
        Mark(0, 3): 2,
        Mark(-2, -2): 2,
        Mark(-3, -3): 1,
    }


@both
def test_C9_a_structure_can_win_more_further_down(box: Box) -> None:
    for side in reward_sides(box):
        best = [max(mark.structure for square, mark in side.items() if square // 9 == row) for row in (3, 4, 5)]
        assert best == [1, 2, 3]


@both
def test_C9_no_side_equals_another_or_its_mirror_image(box: Box) -> None:
    drawn = [frozenset(side.items()) for side in reward_sides(box)]
    mirrored = [frozenset((square + 8 - 2 * (square % 9), mark) for square, mark in side) for side in drawn]
    assert len({*drawn, *mirrored}) == 2 * len(drawn)


def test_C10_only_the_imperial_box_has_a_boar() -> None:
    assert RAVENSBURGER.expansions == ("rewards",)
    assert RAVENSBURGER.pieces == {}
    assert IMPERIAL.expansions == ("rewards", "boar")


@both
def test_S1_two_to_four_players_each_find_a_board(box: Box) -> None:
    assert box.players == (2, 3, 4)
    assert len(box.gardens) == 4


@both
def test_S2_two_cards_are_held_in_hand(box: Box) -> None:
    assert box.hand == 2


def test_S4_the_stacks_of_the_ravensburger_box_are_ruled_to_be_a_bag() -> None:
    assert "stacks" in ruled(RAVENSBURGER)["tiles"]
    assert "stacks" not in ruled(IMPERIAL)["tiles"]


@both
def test_W1_there_is_a_reward_board_for_every_player(box: Box) -> None:
    assert len({board.id for board in box.rewards}) == max(box.players)


@both
def test_W2_some_printed_squares_lie_under_a_reward_board(box: Box) -> None:
    covered = reward_sides(box)[0].keys()
    assert all(layout & covered for layout in layouts(box))


def test_B1_the_boar_starts_on_e4_which_no_layout_prints() -> None:
    assert IMPERIAL.pieces["boar"] == parse_square("e4") == 31
    assert not any(31 in layout for layout in layouts(IMPERIAL))
    assert "e4" in ruled(IMPERIAL)["board"]


@both
def test_every_ruling_has_a_reason_and_a_key_of_its_own(box: Box) -> None:
    assert {"cards", "tiles", "gardens", "rewards"} <= ruled(box).keys()
    assert len(ruled(box)) == len(box.rulings)
    assert all(len(ruling.reason) > 20 for ruling in box.rulings)


def test_published_boxes_are_known_by_name_and_loaded_once() -> None:
    assert published() == ("ravensburger", "imperial")
    assert [load(name).id for name in published()] == list(published())
    assert load("imperial") is IMPERIAL


def test_boards_are_plain_values() -> None:
    assert RAVENSBURGER.gardens[0] == GardenBoard("1", RAVENSBURGER.gardens[0].sides)
    assert RAVENSBURGER.rewards[0] == RewardBoard("1", RAVENSBURGER.rewards[0].sides)
    with pytest.raises(AttributeError):
        RAVENSBURGER.hand = 3  # type: ignore[misc]
