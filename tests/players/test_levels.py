"""The ladder: every level plays everywhere, sees only its view, and is the same again from the same seed."""

import math
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from sanssouci import Game, SanssouciError
from sanssouci.game.lexicon import Array
from sanssouci.kernel import engine, layout
from sanssouci.kernel.layout import seat_base
from sanssouci.players.king import KingPlayer
from sanssouci.players.levels import LEVELS, make_player
from sanssouci.players.mind import TO_THE_END, Budget, Mind, Networks, Stage, Trial, odds, width_for, width_of
from sanssouci.thinking import places, searching, thinker
from strategies import BY_ID, CONFIGURATIONS, Configuration, running
from thinking.test_network import some_network

QUICK = ("page", "greedy", "courtier", "architect", "king:samples=40")
each_level = pytest.mark.parametrize("spec", QUICK)


def finished(game: Game, specs: tuple[str, ...], seed: int) -> Game:
    players = [make_player(specs[seat % len(specs)], seed + seat) for seat in range(game.players)]
    while game.seat is not None:
        game.push(players[game.seat].choose(game.view(game.seat)))
    return game


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=lambda configuration: configuration.id)
def test_all_levels_finish_games_in_every_configuration(configuration: Configuration) -> None:
    for turn in range(0, 5, configuration.players):
        specs = (QUICK * 2)[turn : turn + configuration.players]
        assert finished(configuration.game(turn + 1), specs, 3).outcome() is not None


@each_level
def test_the_same_seed_plays_the_same_game(spec: str) -> None:
    first, second = (finished(Game(players=2, expansions="rewards", seed=9), (spec,), 4) for _ in range(2))
    assert first.moves == second.moves


@pytest.mark.parametrize("spec", ["random", *QUICK])
@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("ravensburger-2", 2),
        ("ravensburger-2", 17),
        ("ravensburger-2", 33),
        ("ravensburger-2", 37),
        ("imperial-3-rewards-boar", 30),
    ],
)
def test_games_that_differ_only_in_hidden_parts_give_equal_choices(spec: str, name: str, moves: int) -> None:
    game = running(BY_ID[name], 5, ["greedy"], moves)
    assert game.seat is not None
    eyes, other = game.seat, game.copy()
    dealt = np.zeros(layout.STATE_WORDS, np.int64)
    engine.engine().redeal(game._lexicon.table, game.view(eyes)._state, eyes, 3, 4, dealt)
    missions = seat_base((eyes + 1) % game.players) + layout.MISSIONS
    assert dealt[missions] != game._state[missions]
    other._state = dealt
    choices = [make_player(spec, 11).choose(position.view(eyes)) for position in (game, other)]
    assert choices[0] == choices[1]


@pytest.fixture
def at_full_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run machine code where time is measured, even if the other tests run interpreted."""
    monkeypatch.setattr(engine, "engine", engine.compiled)
    monkeypatch.setattr(thinker, "thinker", thinker.compiled)


@pytest.mark.usefixtures("at_full_speed")
def test_no_level_takes_much_longer_than_its_budget() -> None:
    view = running(BY_ID["imperial-4-rewards-boar"], 1, ["greedy"], 30).view(2)
    assert view.is_my_turn
    for spec, seconds in (("page", 0.3), ("courtier", 0.3), ("architect", 0.3), ("king:time=0.2", 0.2)):
        player = make_player(spec, 1)
        player.choose(view)
        start = time.thread_time()  # of the processor: what else it does meanwhile does not count
        player.choose(view)
        assert time.thread_time() - start < 5 * seconds + 0.5


@pytest.mark.usefixtures("at_full_speed")
def test_more_time_is_more_playouts() -> None:
    view = running(BY_ID["ravensburger-2"], 1, ["greedy"], 12).view(0)

    def playouts(seconds: float) -> int:
        return sum(found.samples for found in KingPlayer(1, time=seconds).consider(view))

    assert any(playouts(0.6) > 2 * playouts(0.05) for _ in range(10)), "not even when the processor has time for it"


def test_candidates_share_their_luck() -> None:
    view = running(BY_ID["ravensburger-3"], 1, ["greedy"], 12).view(0)
    mind = Mind("king")
    moves, _ = mind.candidates(view, 2)
    trial = Trial(mind, view, np.ascontiguousarray(moves[[0, 1, 0]]), Stage(3, 4), 5)
    trial.sample([0, 1, 2], 30)
    assert np.array_equal(trial._tallies[0], trial._tallies[2])  # the same move meets the same
    assert not np.array_equal(trial._tallies[0], trial._tallies[1])


@pytest.mark.parametrize("judge", [None, lambda view: some_network()])
@pytest.mark.parametrize(("name", "moves"), [("ravensburger-2", 20), ("imperial-3-rewards-boar", 40), ("small-2", 10)])
def test_compiled_and_interpreted_players_think_the_same(
    name: str, moves: int, judge: Networks | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = running(BY_ID[name], 3, ["greedy"], moves)
    assert game.seat is not None
    view = game.view(game.seat)
    found = []
    for using in (thinker.compiled(), thinker.interpreted()):
        monkeypatch.setattr(thinker, "thinker", lambda using=using: using)
        mind = Mind("king", judge)
        candidates, values = mind.candidates(view, 3)
        trial = Trial(mind, view, candidates, Stage(3, 2, judged=1), 5)
        trial.sample([0, 2], 2)
        found.append((candidates, values, trial._tallies))
    for one, other in zip(*found, strict=True):
        assert np.array_equal(one, other)
    assert found[0][2][2, searching.TALLY_SAMPLES] == 2


# ── the objective ─────────────────────────────────────────────────────────────────────────────────────


def standing(points: Sequence[float], winners: Sequence[int] = ()) -> Array:
    """The results of seats that have, or expect, some points."""
    rows = np.zeros((layout.MAX_SEATS, layout.RESULT_WORDS), np.int64)
    rows[: len(points), layout.POINTS_TOTAL] = [round(each * places.UNIT) for each in points]
    rows[list(winners), layout.RESULT_WINS] = 1
    return rows


@pytest.mark.parametrize(("winners", "share"), [((0,), 1), ((1,), 0), ((1, 2), 0), ((0, 2), 1 / 2), ((0, 1, 2), 1 / 3)])
def test_of_a_game_that_is_over_the_victory_counts(winners: tuple[int, ...], share: float) -> None:
    """E5: equal points, so that gardeners decide."""
    rows = standing([80, 80, 80], winners)
    assert searching.share_of_win(rows, 3, 0) == pytest.approx(share * searching.WIN)


def chances(points: Sequence[float], width: float) -> list[float]:
    rows = standing(points)
    found = [searching.chance_to_win(rows, len(points), seat, odds(width)) for seat in range(len(points))]
    return [chance / searching.WIN for chance in found]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equal_seats_have_equal_chances(players: int) -> None:
    assert chances([70.5] * players, 4.0) == pytest.approx([1 / players] * players, abs=1e-4)


def test_points_ahead_are_chances_to_win() -> None:
    assert chances([83, 80], 3.0) == pytest.approx([0.7311, 0.2689], abs=1e-4)  # a whole width ahead: e to 1
    first, second, third = chances([83, 80, 80], 3.0)
    assert (first / second, second, first + second + third) == pytest.approx((math.e, third, 1), abs=1e-3)
    assert chances([83, 80, -20], 3.0)[:2] == pytest.approx(
        [0.7311, 0.2689], abs=1e-4
    )  # who is out of it does not count
    assert chances([200, 0], 0.5) == [1, 0]
    assert chances([84, 80], 8.0)[0] < chances([84, 80], 2.0)[0] < chances([85, 80], 2.0)[0]


@pytest.mark.parametrize("name", ["ravensburger-2", "imperial-4-rewards-boar"])
def test_a_lead_is_as_uncertain_as_what_is_left_where_a_playout_stops(name: str) -> None:
    early, later = (running(BY_ID[name], 1, ["greedy"], moves) for moves in (20, 20 + 3 * BY_ID[name].players))
    assert early.seat is not None
    assert early.seat == later.seat
    view, after = early.view(early.seat), later.view(early.seat)
    assert width_for(view, 1) > width_for(view, 2) > width_for(view, 5)
    assert width_for(view, 5) == width_for(after, 2)
    assert width_for(view, TO_THE_END) == width_of(0) > 0


def test_before_the_first_turn_all_of_them_are_left() -> None:
    game = Game("imperial", expansions="rewards", seed=1)
    assert game.seat is not None
    assert game.is_setup
    assert width_for(game.view(game.seat), 3) == width_of(game.rounds - 3)


# ── the budget ────────────────────────────────────────────────────────────────────────────────────────


def test_the_last_round_is_computed_within_the_budget() -> None:
    """Four players: some thousand cases for each candidate, which a short budget does not have."""
    game = running(BY_ID["ravensburger-4"], 1, ["greedy"], 4 + 4 * 17)
    assert game.seat is not None
    view = game.view(game.seat)
    short, long = (KingPlayer(1, samples=samples).consider(view) for samples in (300, 40_000))
    assert sum(found.samples for found in short) <= 300
    assert [found.error for found in short] != [0.0] * len(short)
    assert [found.error for found in long] == [0.0] * len(long)
    assert 300 < sum(found.samples for found in long) <= 400_000


def test_the_budget_is_kept_exactly() -> None:
    view = running(BY_ID["ravensburger-3"], 1, ["greedy"], 12).view(0)
    plan = (Stage(8, rounds=2),)
    found = Mind("king").try_out(view, plan, Budget(samples=800), 5)
    counts = sorted(candidate.samples for candidate in found)
    assert len(found) == 8
    assert 700 <= sum(counts) <= 800
    assert counts[0] < counts[-1]  # the better half goes on
    assert found[0].samples == counts[-1]
    again = Mind("king").try_out(view, plan, Budget(samples=800), 5)
    assert again == found


def test_a_budget_of_seconds_is_kept_by_its_own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock on which every playout takes a millisecond; the load of the machine is nothing to it."""
    view = running(BY_ID["ravensburger-3"], 1, ["greedy"], 12).view(0)
    sample, now = Trial.sample, [0.0]

    def slow(self: Trial, chosen: Sequence[int], samples: int) -> int:
        playouts = sample(self, chosen, samples)
        now[0] += playouts / 1000
        return playouts

    monkeypatch.setattr(Trial, "sample", slow)
    found = Mind("king").try_out(view, (Stage(8, rounds=2),), Budget(0.8, clock=lambda: now[0]), 5)
    assert sum(candidate.samples for candidate in found) == pytest.approx(800, rel=0.1)


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("emperor", "there is no player 'emperor'; there are: random, page, greedy, courtier, architect, king"),
        ("king:samples=0", "samples is a positive number, not '0'"),
        ("king:time=soon", "time is a positive number, not 'soon'"),
        ("king:time=99", "a move takes 0.01 to 60 seconds, not 99"),
        ("king:time=1,time=2", "'time' is not an option of king"),
        ("king:time=1,samples=2", "a budget is one of time and samples"),
        (f"king:samples=1{'0' * 400}", "a move takes 1 to 10,000,000 playouts, not 1000"),
        ("greedy:time=1", "'time' is not an option of greedy; it takes none"),
        ("no.such.module:Player", "no.such.module cannot be loaded"),
        ("nowhere/mine.py:Player", "there is no file nowhere/mine.py"),
        ("sanssouci:Nobody", "there is no class 'Nobody' in sanssouci"),
        ("sanssouci:Box", "cannot be made: TypeError"),
        ("sanssouci.game.errors:SanssouciError", "has no method `choose`"),
    ],
)
def test_what_is_no_player_is_refused_in_one_line(spec: str, fault: str) -> None:
    with pytest.raises(SanssouciError) as caught:
        make_player(spec, 1)
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_player_of_ones_own_can_stand_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from sanssouci import RandomPlayer\n"
        "class Mine(RandomPlayer):\n    pass\n"
        "class NoSeed:\n    def choose(self, view):\n        return next(iter(view.legal_moves))\n"
        "raise_later = 1\n"
    )
    assert finished(Game(seed=1), (f"{path}:Mine", f"{path}:NoSeed"), 1).is_over
    path.write_text("1 / 0\n")
    with pytest.raises(SanssouciError, match="ZeroDivisionError"):
        make_player(f"{path}:Mine")


def test_a_file_is_executed_once_until_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, counted = tmp_path / "mine.py", tmp_path / "counted"
    source = (
        "from pathlib import Path\n"
        "from sanssouci import RandomPlayer\n"
        f"with Path({str(counted)!r}).open('a') as file:\n    file.write('x')\n"
        "class Mine(RandomPlayer):\n    number = {}\n"
    )
    path.write_text(source.format(1))
    monkeypatch.chdir(tmp_path)
    first = [make_player(spec, 1) for spec in (f"{path}:Mine", f"{path}:Mine", "mine.py:Mine", "./mine.py:Mine")]
    assert len({type(player) for player in first}) == 1
    assert counted.read_text() == "x"
    path.write_text(source.format(2))
    os.utime(path, ns=(0, path.stat().st_mtime_ns + 1_000_000_000))
    assert make_player(f"{path}:Mine").number == 2  # type: ignore[attr-defined]
    assert counted.read_text() == "xx"


def test_files_of_one_name_in_two_folders_are_two_modules(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "mine.py").write_text(
            "from sanssouci import RandomPlayer\nclass Mine(RandomPlayer):\n    pass\n"
        )
    made = [make_player(f"{tmp_path}/{number}/mine.py:Mine", 1) for number in (1, 2, 1, 2)]
    assert [type(player) is type(made[0]) for player in made] == [True, False, True, False]
    assert len({sys.modules[type(player).__module__] for player in made}) == 2


def test_a_file_that_cannot_be_loaded_is_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from pathlib import Path\n"
        "from sanssouci import RandomPlayer as Mine\n"
        "1 / len(list(Path(__file__).parent.glob('*.ok')))\n"
    )
    with pytest.raises(SanssouciError, match="ZeroDivisionError"):
        make_player(f"{path}:Mine")
    (tmp_path / "now.ok").touch()
    assert make_player(f"{path}:Mine") is not None


def test_the_ladder_has_its_names() -> None:
    assert list(LEVELS) == ["random", "page", "greedy", "courtier", "architect", "king"]
