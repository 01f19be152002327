"""One seed gives one luck, whatever the players do."""

from collections import defaultdict
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sanssouci import Game
from sanssouci.box import Expansions
from strategies import ANY_CONFIGURATION, MIXES, SEEDS, Configuration, finished, players_of, step


def luck_of(game: Game) -> dict[str, Any]:
    """All outcomes of chance: the tiles, and each other kind by seat, like 'card 0'."""
    events = game.record()["events"]
    luck: dict[str, Any] = defaultdict(list)
    for kind, seat, value in events:
        if kind == "tile":
            luck["tiles"].append(value[0])
        elif kind in ("garden", "reward", "mission", "card"):
            luck[f"{kind} {seat}"].append(value)
    return {"first": game.first, **luck}


@given(ANY_CONFIGURATION, SEEDS)
def test_random_and_greedy_players_meet_the_same_luck(configuration: Configuration, seed: int) -> None:
    random_game, greedy_game = finished(configuration, seed, ["random"]), finished(configuration, seed, ["greedy"])
    assert luck_of(random_game) == luck_of(greedy_game)
    assert random_game.moves != greedy_game.moves
    assert len(luck_of(random_game)["tiles"]) == len(random_game.box.display) + random_game.turns - 1


@given(ANY_CONFIGURATION, SEEDS, MIXES, MIXES)
def test_any_two_tables_meet_the_same_luck(
    configuration: Configuration, seed: int, mix: list[str], other: list[str]
) -> None:
    assert luck_of(finished(configuration, seed, mix)) == luck_of(finished(configuration, seed, other))


@given(ANY_CONFIGURATION, SEEDS)
def test_twin_gardens_the_same_boards_lie_before_both_tables(configuration: Configuration, seed: int) -> None:
    twins = finished(configuration, seed, ["first"]), finished(configuration, seed, ["last"])
    for one, other in zip(twins[0].gardens, twins[1].gardens, strict=True):
        assert one.board[:-1] == other.board[:-1]
        assert (one.reward or "-")[:-1] == (other.reward or "-")[:-1]
    for seat in range(configuration.players):
        assert twins[0].missions(seat) == twins[1].missions(seat)


@given(ANY_CONFIGURATION, SEEDS, st.integers(0, 3), st.integers(0, 3))
def test_who_starts_changes_no_pile_and_no_bag(configuration: Configuration, seed: int, one: int, other: int) -> None:
    games = []
    for first in (one % configuration.players, other % configuration.players):
        game = configuration.game(seed, first=first)
        players = players_of(["random"], game.players, seed)
        while not game.is_over:
            step(game, players)
        games.append(luck_of(game))
    kinds = [key for key in games[0] if key == "tiles" or key.startswith("card")]
    assert len(kinds) == 1 + configuration.players
    assert all(games[0][key] == games[1][key] for key in kinds)


@given(ANY_CONFIGURATION, SEEDS)
def test_another_seed_gives_another_luck(configuration: Configuration, seed: int) -> None:
    for bit in (0, 63, 64, 127):
        other = finished(configuration, seed ^ 1 << bit, ["first"])
        assert luck_of(other)["tiles"] != luck_of(finished(configuration, seed, ["first"]))["tiles"]


def test_luck_is_the_same_with_and_without_expansions() -> None:
    plain, full = Configuration("imperial", 4), Configuration("imperial", 4, Expansions("rewards,boar"))
    for seed in range(20):
        one, other = luck_of(finished(plain, seed)), luck_of(finished(full, seed))
        assert {key: value for key, value in other.items() if not key.startswith("reward")} == one
