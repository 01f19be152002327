"""Tables laid out by hand: whole ones are the positions they show, and what cannot be is told with its reason."""

import random
from typing import Any

import pytest

from sanssouci import Game, SanssouciError, View, load_box
from sanssouci.game.laying import LaidTable, taken_over
from strategies import BY_ID, CONFIGURATIONS, Configuration


def after(configuration: Configuration, seed: int, moves: int | None = None) -> Game:
    """A game after that many random moves; None: at its end."""
    game, chooser = configuration.game(seed), random.Random(seed)
    while not game.is_over and (moves is None or game.is_setup or game.turns < moves):
        game.push(chooser.choice(game.legal_moves))
    return game


def table_of(view: View) -> LaidTable:
    return LaidTable(
        view.box,
        players=view.players,
        expansions=view.expansions,
        first=view.first,
        eyes=view.eyes,
        over=view.is_over,
    )


def laid(view: View, *, shuffled: int | None = None) -> LaidTable:
    table, puts = table_of(view), taken_over(view, over=view.is_over)
    if shuffled is not None:
        random.Random(shuffled).shuffle(puts)
    for put in puts:
        table.put(*put)
    return table


def public(view: View) -> dict[str, Any]:
    """All that lies on the table, but for the tiles that nobody can see."""
    seats = range(view.players)
    return {
        "turn": (view.turns, view.seat, view.phase),
        "gardens": view.gardens,
        "cards": [(view.discards(seat), view.hand(seat), view.missions(seat)) for seat in seats],
        "scores": [view.points_in_play(seat) for seat in seats],
        "bag": view.bag_count,
    }


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=lambda each: each.id)
def test_a_table_laid_out_in_any_order_is_the_position(configuration: Configuration) -> None:
    for seed, moves in enumerate((0, 5, 21)):
        view = after(configuration, seed, moves).view(seed % 2)
        found = laid(view, shuffled=seed).view()
        assert public(found) == public(view)
        if view.is_over:  # small boxes; what is left on the display then counts for nothing
            continue
        assert found.display == view.display
        if not any(garden.gardeners for garden in view.gardens):
            assert found.bag == view.bag
            if not view.expansions:
                assert found == view


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=lambda each: each.id)
def test_a_count_by_hand_is_the_end_of_the_game(configuration: Configuration) -> None:
    for seed in range(3):
        game = after(configuration, seed)
        table = laid(game.view(-1), shuffled=seed)
        assert table.faults() == []
        counted, outcome = table.view().outcome(), game.outcome()
        assert counted is not None
        assert outcome is not None
        assert [points.total for points in counted.points] == [points.total for points in outcome.points]
        for source in ("rows", "columns", "missions"):
            found = [[getattr(points, source) for points in each.points] for each in (counted, outcome)]
            assert found[0] == found[1]
        assert (counted.winners, counted.gardeners, counted.tied) == (outcome.winners, outcome.gardeners, outcome.tied)


def test_it_is_checked_as_it_grows_and_nothing_right_is_called_wrong() -> None:
    """Entering a real table never shows a fault that only the order of entering causes."""
    for name, eyes, moves in (
        ("ravensburger-2", 0, 20),
        ("imperial-4-rewards-boar", 1, 40),
        ("ravensburger-3", -1, None),
    ):
        view = after(BY_ID[name], 4, moves).view(eyes)
        table, puts = table_of(view), taken_over(view, over=view.is_over)
        first = [put for put in puts if put[0] in ("turns", "garden", "reward")]
        rest = [put for put in puts if put not in first]
        random.Random(4).shuffle(rest)
        for put in first + rest:
            assert [fault for fault in table.faults() if not fault.open] == []
            table.put(*put)
        assert table.faults() == []


@pytest.mark.parametrize("name", ["ravensburger-2", "ravensburger-3", "imperial-4-rewards-boar", "small-2"])
def test_the_round_and_whose_turn_it_is_follow_from_what_lies_there(name: str) -> None:
    for seed, moves in enumerate((1, 7, 16)):
        view = after(BY_ID[name], seed, moves).view(seed % 2)
        table, puts = table_of(view), [put for put in taken_over(view, over=False) if put[0] != "turns"]
        chooser = random.Random(seed)
        puts.sort(key=lambda put: (put[0] not in ("garden", "reward"), chooser.random()))
        for put in puts:
            assert [fault for fault in table.faults() if not fault.open] == []
            table.put(*put)
        assert table.faults() == []
        assert public(table.view()) == public(view)


def test_a_round_that_was_entered_stays() -> None:
    table = LaidTable(load_box("ravensburger"), players=2)
    for put in (*BOARDS, ("turns", None, "", "0"), ("square", 0, free_squares("1A", "f")[0], "s")):
        table.put(*put)
    assert table.turns == 0
    assert "tiles laid" in {fault.key for fault in table.faults() if not fault.open}


BOARDS = [("garden", 0, "", "1A"), ("garden", 1, "", "2A")]


def faults_after(*puts: tuple[str, int | None, str, str], over: bool = True, **options: Any) -> set[str]:
    """The keys of what cannot be."""
    table = LaidTable(load_box(options.pop("box", "ravensburger")), players=2, over=over, **options)
    for put in (*BOARDS, *puts):
        table.put(*put)
    return {fault.key or fault.sentence for fault in table.faults() if not fault.open}


def free_squares(board: str, column: str) -> list[str]:
    table = LaidTable(load_box("ravensburger"), players=2, over=True)
    table.put("garden", 0, "", board)
    printed = table.unfinished().garden(0).printed
    return [f"{column}{row}" for row in range(2, 7) if f"{column}{row}" not in printed]


def test_N2_a_noble_that_could_not_have_got_there() -> None:
    square = free_squares("1A", "f")[-1]
    noble = ("noble", 0, "f", square[1])
    full = [("square", 0, each, "s") for letter in "abcde" for each in free_squares("1A", letter)][:18]
    assert "noble on free square" in faults_after(*full, noble)
    assert "noble on free square" not in faults_after(noble), "its tile may still come"
    below = free_squares("1A", "f")[-1]
    assert "noble cut off" in faults_after(*full[:17], ("square", 0, below, "s"), ("noble", 0, "f", below[1]))


def test_N4_a_noble_on_a_gardener() -> None:
    square = free_squares("1A", "f")[0]
    assert "noble on gardener" in faults_after(("square", 0, square, "g"), ("noble", 0, "f", square[1]))


def test_C5_too_many_tiles_of_a_structure() -> None:
    one = [("square", 0, square, "s") for square in free_squares("1A", "f")]
    other = [("square", 1, square, "s") for square in free_squares("2A", "f")]
    assert len(one + other) > 5
    assert "too many tiles" not in faults_after(*(one + other)[:5])
    assert "too many tiles" in faults_after(*(one + other)[:6])
    assert "too many tiles" in faults_after(*(one + other)[:5], ("square", 0, free_squares("1A", "a")[0], "gf"))
    assert "too many tiles" in faults_after(*[("tile", None, str(space), "f") for space in range(6)], over=False)


@pytest.mark.parametrize(
    ("puts", "key"),
    [
        ([("garden", 1, "", "1B")], "same garden"),
        ([("square", 0, "a1", "s")], "printed square"),
        ([("mission", 0, "a", "+"), ("mission", 1, "a", "+")], "same mission"),
        ([("mission", 0, letter, "+") for letter in "abc"], "missions"),
        ([("square", 0, square, "g") for letter in "abcde" for square in free_squares("1A", letter)], "tiles laid"),
    ],
)
def test_what_cannot_be_at_the_end(puts: list[tuple[str, int | None, str, str]], key: str) -> None:
    assert key in faults_after(*puts)


@pytest.mark.parametrize(
    ("puts", "key"),
    [
        ([("discard", 0, "a", "+"), ("hand", 0, "a", "+"), ("turns", None, "", "2")], "card in hand and discarded"),
        ([("discard", 1, "a", "+"), ("discard", 1, "b", "+"), ("turns", None, "", "2")], "cards discarded"),
        ([("hand", 0, card, "+") for card in "abc"], "cards in hand"),
        ([("noble", 0, "a", "1"), ("noble", 0, "b", "1"), ("turns", None, "", "2")], "nobles walked"),
    ],
)
def test_what_cannot_be_at_any_moment(puts: list[tuple[str, int | None, str, str]], key: str) -> None:
    assert key in faults_after(*puts, over=False, eyes=0)


def test_B1_a_boar_that_cannot_stand_there() -> None:
    boar: dict[str, Any] = {"box": "imperial", "expansions": ["boar"]}
    assert "boar not on free square" in faults_after(("piece", 0, "boar", "a1"), **boar)
    moved = [("piece", 0, "boar", "e5"), ("turns", None, "", "0")]
    assert "boar has not moved yet" in faults_after(*moved, over=False, **boar)


def test_a_score_tells_what_it_can_be() -> None:
    game = after(BY_ID["ravensburger-2"], 3)
    table = laid(game.view(-1))
    table.put("score", 0, "", "499")
    (fault,) = table.faults()
    assert fault.open, "nobles may still be put further down"
    assert (fault.key, fault.seat, fault.values["score"]) == ("score", 0, 499)
    table.put("score", 0, "", str(fault.values["most"]))
    assert table.faults() == []
    table.put("score", 0, "", "0")
    assert [(fault.key, fault.open) for fault in table.faults()] == [("score", False)]


@pytest.mark.parametrize(
    "put",
    [
        ("garden", 0, "", "9A"),
        ("square", 0, "z9", "s"),
        ("square", 0, "f3", "x"),
        ("noble", 0, "f", "7"),
        ("noble", 0, "x", "1"),
        ("piece", 0, "boar", "e4"),
        ("mission", 0, "x", "+"),
        ("mission", 0, "a", "x"),
        ("hand", 0, "zz", "+"),
        ("tile", None, "10", "a"),
        ("tile", None, "0", "x"),
        ("score", 0, "", "-1"),
        ("score", 0, "", "501"),
        ("turns", None, "", "36"),
        ("noble", 2, "f", "1"),
        ("noble", None, "f", "1"),
        ("nothing", 0, "f", "1"),
    ],
)
def test_what_the_box_does_not_have_is_refused(put: tuple[str, int | None, str, str]) -> None:
    table = LaidTable(load_box("ravensburger"), players=2)
    with pytest.raises(SanssouciError):
        table.put(*put)


def test_everything_put_down_can_be_taken_away() -> None:
    view = after(BY_ID["imperial-4-rewards-boar"], 2, 30).view(0)
    table, empty = laid(view), table_of(view)
    fresh = {"noble": "0", "turns": "0"}
    for part, seat, where, _ in taken_over(view, over=view.is_over):
        table.put(part, seat, where, "e4" if part == "piece" else fresh.get(part, "-"))
    assert (
        table.seats == [*empty.seats]
        or [(seat.garden, seat.squares, seat.missions, seat.hand, seat.discards, seat.score) for seat in table.seats]
        == [(None, {}, set(), set(), set(), None)] * 4
    )
