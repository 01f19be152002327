"""Single faults in otherwise valid positions are each refused."""

import re

import pytest

from sanssouci import Game, PositionError
from strategies import BY_ID, Configuration, finished, running

PARTS = ("garden", "reward", "squares", "nobles", "boar", "points", "hand", "discards", "missions")
FIELDS = {"players": 1, "expansions": 2, "first": 3, "phase": 4, "turns": 5, "display": 6, "bag": 7, "eyes": 8}
SMALL = BY_ID["small-2-rewards-boar"]
MIDDLE = running(SMALL, 3, ["random"], 12)


def changed(game: Game, seat: int | None, **parts: str) -> str:
    """The text of a position with fields, or parts of a seat's field, replaced."""
    fields = game.text().split()
    for name, value in parts.items():
        if seat is None:
            fields[FIELDS[name]] = value
        else:
            seat_parts = fields[9 + seat].split(":")
            seat_parts[PARTS.index(name)] = value
            fields[9 + seat] = ":".join(seat_parts)
    return " ".join(fields)


def part(game: Game, seat: int, name: str) -> str:
    return game.text().split()[9 + seat].split(":")[PARTS.index(name)]


def assert_refused(text: str, configuration: Configuration, match: str | None = None) -> None:
    with pytest.raises(PositionError, match=match):
        Game.from_text(text, box=configuration.box)


def test_the_untouched_position_is_read() -> None:
    assert not MIDDLE.is_setup
    assert Game.from_text(changed(MIDDLE, None), box=SMALL.box).text() == MIDDLE.text()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", "3"),
        ("players", "1"),
        ("players", "2.0"),
        ("players", "٢"),
        ("expansions", "BR"),
        ("expansions", "X"),
        ("expansions", "-"),
        ("expansions", "R"),
        ("expansions", "B"),
        ("first", "2"),
        ("first", "-1"),
        ("phase", "t2"),
        ("phase", "x0"),
        ("phase", "t"),
        ("phase", "e0"),
        ("phase", "g0"),
        ("phase", "r0"),
        ("turns", "0"),
        ("turns", "18"),
        ("turns", "9999999"),
        ("display", "aaaaaa...."),
        ("display", "abcde....."),
        ("display", "......abcd"),
        ("bag", "5,5,5,5,5"),
        ("bag", "0,0,0,0,0"),
        ("bag", "1,2,3"),
        ("bag", "-1,3,3,3,3"),
        ("eyes", "2"),
        ("eyes", "0"),
        ("eyes", "?"),
    ],
)
def test_a_wrong_field_is_refused(name: str, value: str) -> None:
    assert_refused(changed(MIDDLE, None, **{name: value}), SMALL)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("garden", "3A"),
        ("garden", "1"),
        ("garden", "1C"),
        ("garden", "-"),
        ("reward", "-"),
        ("reward", "5A"),
        ("squares", "#####/5/5/5"),
        ("squares", "#####/5/5"),
        ("squares", "#####/...../5/5"),
        ("squares", "ggggg/5/5/5"),
        ("nobles", "44444"),
        ("nobles", "55555"),
        ("nobles", "000"),
        ("boar", "a1"),
        ("boar", "f3"),
        ("boar", "c5"),
        ("boar", "c33"),
        ("points", "99,0,0"),
        ("points", "0,99,0"),
        ("points", "0,0,-1"),
        ("points", "0,0"),
        ("hand", "-"),
        ("hand", "a"),
        ("hand", "a,a"),
        ("hand", "26,56"),
        ("hand", "?"),
        ("discards", "-"),
        ("discards", "23,24,34"),
        ("missions", "-"),
        ("missions", "a"),
        ("missions", "aa"),
        ("missions", "fg"),
        ("missions", "abc"),
        ("missions", "?"),
    ],
)
def test_a_wrong_part_of_a_seat_is_refused(name: str, value: str) -> None:
    assert_refused(changed(MIDDLE, 0, **{name: value}), SMALL, "seat 0|cannot occur")


def test_two_seats_never_share_a_board_or_a_mission() -> None:
    for name in ("garden", "reward", "missions"):
        assert_refused(changed(MIDDLE, 0, **{name: part(MIDDLE, 1, name)}), SMALL)


# ── boards whose side is not chosen yet ───────────────────────────────────────────────────────────────


def test_a_side_is_not_turned_up_before_it_is_chosen() -> None:
    game = BY_ID["small-2"].game(1, first=0)
    board = part(game, 0, "garden").rstrip("?")
    sides = game.box.gardens[int(board) - 1].sides
    for seat in (0, 1):
        for side in range(len(sides)):
            drawing = game.box.rules()["gardens"][int(part(game, seat, "garden")[0]) - 1]["sides"][side]  # type: ignore[index]
            squares = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in drawing)
            text = changed(game, seat, garden=part(game, seat, "garden")[0] + "AB"[side], squares=squares)
            assert_refused(text, BY_ID["small-2"])


def test_a_reward_side_is_not_turned_up_before_it_is_chosen() -> None:
    configuration = BY_ID["small-2-rewards"]
    game = running(configuration, 1, ["random"], 2)
    assert game.phase == "choose reward side"
    for seat in (0, 1):
        for side in "AB":
            assert_refused(changed(game, seat, reward=part(game, seat, "reward")[0] + side), configuration)


def test_a_side_that_was_chosen_is_no_question_any_more() -> None:
    assert_refused(changed(MIDDLE, 0, garden=part(MIDDLE, 0, "garden")[0] + "?"), SMALL)
    assert_refused(changed(MIDDLE, 1, reward=part(MIDDLE, 1, "reward")[0] + "?"), SMALL)
    choosing = running(BY_ID["small-2-rewards"], 1, ["random"], 2)
    assert_refused(changed(choosing, 0, garden=part(choosing, 0, "garden")[0] + "?"), BY_ID["small-2-rewards"])
    half = running(BY_ID["small-2"], 1, ["random"], 1)
    chosen = next(seat for seat in (0, 1) if "?" not in part(half, seat, "garden"))
    assert_refused(changed(half, chosen, garden=part(half, chosen, "garden")[0] + "?"), BY_ID["small-2"])


def test_boards_with_one_side_leave_nothing_to_choose() -> None:
    configuration = BY_ID["imperial-2"]
    game = configuration.game(1, first=0)
    before = changed(game, None, phase="g0", display="." * 10, bag=",".join("5" * 9))
    fields = before.split()
    for seat in (0, 1):
        parts = fields[9 + seat].split(":")
        parts[6] = parts[8] = "-"
        fields[9 + seat] = ":".join(parts)
    assert_refused(" ".join(fields), configuration)


def test_no_reward_side_is_chosen_without_rewards() -> None:
    configuration = BY_ID["small-2"]
    game = running(configuration, 1, ["random"], 2)
    text = changed(game, None, phase=f"r{game.first}", display="." * 10, bag="5,5,5,5,5")
    fields = text.split()
    for seat in (0, 1):
        parts = fields[9 + seat].split(":")
        parts[6] = "-"
        fields[9 + seat] = ":".join(parts)
    assert_refused(" ".join(fields), configuration)


# ── impossible points and seats ───────────────────────────────────────────────────────────────────────


def test_a_boar_brings_one_point_for_each_tile_laid_on_it() -> None:
    configuration = BY_ID["small-2-boar"]
    game = running(configuration, 1, ["random"], 8)
    nobles, rewards, _ = part(game, 0, "points").split(",")
    laid = len(game.garden(0).structures) + len(game.garden(0).gardeners)
    for boar in (laid + 5, 999):
        assert_refused(changed(game, 0, points=f"{nobles},{rewards},{boar}"), configuration)
    unmoved = next(seat for seat in (0, 1) if game.garden(seat).pieces.get("boar") == "c3")
    nobles, rewards, _ = part(game, unmoved, "points").split(",")
    assert_refused(changed(game, unmoved, points=f"{nobles},{rewards},4", boar="-"), configuration)


def test_the_game_ends_with_the_last_seat() -> None:
    for configuration in (BY_ID["small-2"], BY_ID["imperial-3"]):
        game = finished(configuration, 1)
        own = game.text().split()[FIELDS["phase"]]
        assert own == f"e{(game.first - 1) % game.players}"
        for seat in range(game.players):
            if f"e{seat}" != own:
                assert_refused(changed(game, None, phase=f"e{seat}"), configuration)
