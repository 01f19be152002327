"""Positions entered by hand, seat by seat."""

import random
from dataclasses import replace
from typing import Any

import pytest

from sanssouci import SPECTATOR, Game, Position, PositionError, SanssouciError, SeatSetup, View
from strategies import Configuration

NAMES = ("rewards", "boar")
DISPLAY = ("a2", "b2", "c3", "d3", "e4", "f4", "g5", "h5", "i6", "a6")


def described(game: Game, seat: int, *, known: bool = True) -> SeatSetup:
    """What lies before a player, in the words that a person would enter."""
    garden, points = game.garden(seat), game.points(seat)
    return SeatSetup(
        garden=garden.board,
        reward=garden.reward,
        structures=sorted(garden.structures),
        gardeners=sorted(garden.gardeners),
        nobles={column: row for column, row in garden.nobles.items() if row},
        pieces=garden.pieces,
        points={"nobles": points.nobles} | {name: in_play(game, seat, name) for name in game.expansions},
        discards=game.discards(seat)[::-1],
        hand=game.hand(seat) if known else None,
        missions=game.missions(seat) if known or game.is_over else None,
    )


def in_play(game: Game, seat: int, name: str) -> int:
    """What an expansion has scored before the end, as the text of the position says."""
    part = game.text().split()[9 + seat].split(":")[5].split(",")
    return int(part[1 + NAMES.index(name)])


def test_a_position_that_is_built_is_the_position(configuration: Configuration) -> None:
    for moves in (0, 5, 17, 999):
        game, chooser = configuration.game(seed=moves), random.Random(moves)
        while not game.is_over and (game.is_setup or game.turns < moves):
            game.push(chooser.choice(game.legal_moves))
        rest: dict[str, Any] = {
            "expansions": game.expansions,
            "display": game.display,
            "first": game.first,
            "bag": game.bag,
        }
        seats = [described(game, seat) for seat in range(game.players)]
        assert Game.build(game.box, seats, **rest, seed=1).text() == game.text()
        for eyes in range(SPECTATOR, game.players):
            seats = [described(game, seat, known=seat == eyes) for seat in range(game.players)]
            assert View.build(game.box, seats, **rest, eyes=eyes) == game.view(eyes)


def test_what_is_known_decides_whose_position_it_is(configuration: Configuration) -> None:
    for moves in (3, 999):
        game, chooser = configuration.game(seed=moves), random.Random(moves)
        while not game.is_over and (game.is_setup or game.turns < moves):
            game.push(chooser.choice(game.legal_moves))
        rest: dict[str, Any] = {"expansions": game.expansions, "display": game.display, "first": game.first}
        everything = [described(game, seat) for seat in range(game.players)]
        built = Position.build(game.box, everything, bag=game.bag, **rest)
        assert isinstance(built, Game)
        assert built.text() == game.text()
        for eyes in range(SPECTATOR, game.players) if not game.is_over else ():
            seats = [described(game, seat, known=seat == eyes) for seat in range(game.players)]
            assert Position.build(game.box, seats, bag=game.bag, **rest) == game.view(eyes)


def test_what_the_score_marker_shows_is_enough(configuration: Configuration) -> None:
    """At a real table nobody can tell how many points came from nobles, and how many from expansions."""
    for moves in (3, 17, 999):
        game, chooser = configuration.game(seed=moves), random.Random(moves)
        while not game.is_over and (game.is_setup or game.turns < moves):
            game.push(chooser.choice(game.legal_moves))
        shown = [game.points_in_play(seat) for seat in range(game.players)]
        seats = [replace(described(game, seat), points=points) for seat, points in enumerate(shown)]
        rest: dict[str, Any] = {"expansions": game.expansions, "display": game.display, "first": game.first}
        built = Game.build(game.box, seats, bag=game.bag, **rest)
        assert [built.points_in_play(seat) for seat in range(game.players)] == shown
        if game.is_over:
            assert built.outcome().winners == game.outcome().winners  # type: ignore[union-attr]
            assert [built.points(seat).total for seat in range(game.players)] == [
                game.points(seat).total for seat in range(game.players)
            ]
        seats[0] = replace(seats[0], points=900)
        with pytest.raises(
            PositionError, match=r"seat 0: the score cannot be 900, only \d+ to \d+|cannot have scored 900"
        ):
            Game.build(game.box, seats, bag=game.bag, **rest)


def test_what_is_known_is_everybodys_or_one_seats_or_nobodys() -> None:
    unknown = {"hand": None, "missions": None}
    three = [*seats(other=unknown), SeatSetup(garden="3A", hand=["e", "*"], missions="bf")]
    with pytest.raises(
        PositionError, match="cards or missions of seats 0 and 2 are known, and those of seat 1 are not"
    ):
        Position.build("ravensburger", three, display=DISPLAY)


def test_what_nobody_can_see_under_a_gardener_is_taken_from_what_there_is_most_of() -> None:
    def bag(under: str) -> dict[str, int]:
        one = seats(one={"structures": (), "gardeners": {"f3": under}})
        return Position.build("ravensburger", one, display=DISPLAY).bag

    assert bag("?") == bag("b")  # the first of those that are left most of
    hidden = [{"gardeners": {"f3": "?"}, "structures": ()}, {"gardeners": {"a2": "?"}, "discards": ["36"]}]
    both = Position.build("ravensburger", seats(one=hidden[0], other=hidden[1]), display=DISPLAY)
    assert sum(both.bag.values()) == 45 - 10 - 2
    with pytest.raises(PositionError, match="'z' under f3 is not a structure of this box"):
        bag("z")


def seats(*, one: dict[str, Any] | None = None, other: dict[str, Any] | None = None) -> list[SeatSetup]:
    first = {"garden": "2A", "structures": ["f3"], "discards": ["36"], "hand": ["c", "24"], "missions": "ad"}
    second = {"garden": "1B", "hand": ["e", "*"], "missions": "bf"}
    return [SeatSetup(**{**first, **(one or {})}), SeatSetup(**{**second, **(other or {})})]


def test_what_follows_from_the_rest_is_filled_in() -> None:
    game = Game.build("ravensburger", seats(), display=DISPLAY)
    assert (game.seat, game.turns, game.bag["f"], game.bag["a"]) == (1, 1, 3, 3)
    gardener = {"structures": (), "gardeners": {"f3": "a"}}
    assert Game.build("ravensburger", seats(one=gardener), display=DISPLAY).bag["a"] == 2


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ({"hand": None}, {}, "seat 0: hand is missing"),
        ({}, {"missions": None}, "seat 1: missions is missing"),
        ({"structures": ["f1"]}, {}, "seat 0: f1 is taken twice: by a pre-printed structure and by a structure"),
        ({"structures": ["f9"]}, {}, "'f9' is not a square of this box; they are a1 to i6"),
        ({"structures": (), "gardeners": ["f3"]}, {}, "seat 0: what is in the bag depends on the tiles under"),
        ({"structures": ["a2", "a3", "a4", "a5"]}, {}, "more than 5 tiles of structure a"),
        ({"nobles": {"z": 1}}, {}, "'z' is not a column"),
        ({"nobles": {"f": 6}, "points": 6}, {}, "the noble of column f stands where it cannot have walked"),
        ({"points": {"boar": 1}}, {}, "points: 'boar' is not one of nobles"),
        ({"pieces": {"boar": "e4"}}, {}, "pieces: 'boar' belongs to no expansion of this game"),
        ({"garden": "9A"}, {}, "garden is '9A'"),
        ({"hand": ["36", "c"]}, {}, "a card is in hand and discarded"),
        ({"discards": []}, {}, "1 tiles are laid after 0 turns"),
    ],
)
def test_what_cannot_be_is_refused(one: dict[str, Any], other: dict[str, Any], reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        Game.build("ravensburger", seats(one=one, other=other), display=DISPLAY)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"display": DISPLAY[1:]}, "display has 9 tiles; this box has 10 spaces"),
        ({"display": ("a3", *DISPLAY[1:])}, "'a3' does not lie on a space of row 2"),
        ({"bag": {"z": 1}}, "'z' is not a structure"),
        ({"bag": {"a": 1}}, "tiles, not 45"),
        ({"expansions": ["boar"]}, "boar"),
        ({"first": 5}, "no seat 5 to start"),
    ],
)
def test_a_table_that_cannot_be_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(SanssouciError, match=reason):
        Game.build("ravensburger", seats(), **{"display": DISPLAY, **changes})


def test_nobody_enters_what_those_eyes_do_not_see() -> None:
    with pytest.raises(PositionError, match="seat 1: hand: those eyes do not see it"):
        View.build("ravensburger", seats(), display=DISPLAY, eyes=0)
