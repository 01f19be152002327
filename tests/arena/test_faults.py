"""A player that fails, loops or plays illegally loses that game, with a report, and the match goes on."""

import multiprocessing
from pathlib import Path

import pytest

from sanssouci import Game, SanssouciError, load_box
from sanssouci.arena import games, workers
from sanssouci.arena.contest import contest, records
from sanssouci.arena.match import GameId, Match
from sanssouci.arena.playing import MAKING, Played
from sanssouci.arena.results import open_results
from sanssouci.arena.simulation import Setting
from sanssouci.arena.summary import report, summarise
from sanssouci.arena.work import Workplace
from sanssouci.box import Expansions

HERE = Path(__file__).parent / "players_for_tests.py"
TWO = Setting(load_box("ravensburger"))
THREE = Setting(load_box("imperial"), players=3, expansions=Expansions("boar"))


def spec(name: str) -> str:
    return f"{HERE}:{name}"


def run(match: Match, blocks: int, processes: int = 1) -> dict[GameId, Played]:
    with open_results(match, None) as results:
        list(contest(match, results, blocks=blocks, place=Workplace(processes)))
    return results.played


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("Raises", "error", "RuntimeError: no idea what to do  [31m (players_for_tests.py:"),
        ("Illegal", "illegal move", "A: "),
        ("Nothing", "illegal move", "None is not a move"),
        ("Loops", "time limit", "no move within 2 s"),
        ("Ends", "process ended", "the player ended its process, with exit code 7"),
        ("Leaves", "error", "SystemExit: had enough"),
        pytest.param("LoopsLater", "time limit", "no move within 2 s", marks=pytest.mark.long),
        ("LeavesLater", "illegal move", "SystemExit: had enough"),
        ("Mute", "illegal move", "_MuteError: <no text, SystemExit>"),
    ],
)
def test_a_fault_loses_the_game_and_the_match_goes_on(name: str, kind: str, message: str) -> None:
    limit = 2 if kind == "time limit" else 60  # on a busy machine even the end of a process takes a while
    match = Match(TWO, (spec(name), "greedy"), limit=limit)
    played = run(match, 1)
    assert set(played) == set(match.games(1))
    for game, one in played.items():
        seat = match.seats(game).index(0)
        assert one.fault is not None
        assert (one.fault.seat, one.fault.kind) == (seat, kind)
        assert message in one.fault.message
        assert one.fault.ply == len(one.moves)
        assert one.fault.ply in (12, 13)  # two garden sides, then five turns each
        assert one.shares[seat] == 0
        assert one.shares[1 - seat] == 1
        line = report(match, one)
        assert line.startswith(
            f"{name} lost in seat {seat} at move {one.fault.ply + 1} (game 0.0.{game.rotation}, luck 0x"
        )
        assert line.isprintable()
    summary = summarise(match, played, blocks=1)
    assert [one.faults for one in summary.standings] == [2, 0]
    assert summary.standings[1].wins.value == 1
    assert len(summary.faults) == 2
    again = [Game.from_record(record, running=True) for record in records(match, list(played.values()))]
    assert [len(game.moves) for game in again] == [len(one.moves) for one in played.values()]


@pytest.mark.parametrize(
    ("name", "error", "line"),
    [
        ("RaisesBelow", "IndexError: ", "# the line to be reported"),
        (
            "Deaf",
            "TypeError: Deaf.choose() takes 1 positional argument but 2 were given",
            "# the line to be reported, too",
        ),
    ],
)
def test_the_place_of_a_fault_is_in_the_file_of_the_player(name: str, error: str, line: str) -> None:
    (number,) = (number for number, text in enumerate(HERE.read_text().splitlines(), 1) if text.endswith(line))
    played = run(Match(TWO, (spec(name), "greedy")), 1)
    for one in played.values():
        assert one.fault is not None
        assert one.fault.message.startswith(error)
        assert one.fault.message.endswith(f" (players_for_tests.py:{number})")


def test_with_three_seats_the_others_share_the_win() -> None:
    match = Match(THREE, (spec("Raises"), "greedy"))
    played = run(match, 1)
    assert sorted(one.shares for one in played.values()) == [(0, 0.5, 0.5), (0.5, 0, 0.5), (0.5, 0.5, 0)]


def test_a_player_that_cannot_always_be_made_loses_those_games_only() -> None:
    match = Match(TWO, (spec("Moody"), "random"), seed=3)
    played = run(match, 10, processes=2)
    faults = [one.fault for one in played.values() if one.fault is not None]
    assert 3 <= len(faults) <= 17
    assert {fault.ply for fault in faults} == {MAKING}
    assert all("ValueError: not today" in fault.message for fault in faults)
    assert sum(one.points is not None for one in played.values()) == 20 - len(faults)
    assert all("before the first move" in report(match, one) for one in played.values() if one.fault)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (spec("Unmade"), "cannot be made: ValueError: never"),
        (spec("Slowly"), "cannot be made: not ready within 0.5 s"),
        (spec("NoSuch"), "there is no class 'NoSuch'"),
        (
            spec("as_function"),
            "is called with a seed and gives an object with a method choose(view); this function raised",
        ),
        (
            spec("as_text"),
            "is called with a seed and gives an object with a method choose(view); this function gave str",
        ),
        ("nobody", "there is no player 'nobody'"),
    ],
)
def test_a_player_that_cannot_be_made_at_all_is_refused_before_the_match(
    name: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "MAKING_LIMIT", 0.5)
    with pytest.raises(SanssouciError, match="player") as caught:
        run(Match(TWO, ("greedy", name)), 1)
    assert says in str(caught.value)


def test_honest_players_of_ones_own_have_no_faults_and_may_print(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_CONTEXT", multiprocessing.get_context("spawn"))  # copies print elsewhere
    played = run(Match(TWO, (spec("Honest"), spec("Chatters"))), 2, processes=2)
    assert all(one.fault is None for one in played.values())
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("hmm") == 4 * 19


def test_a_function_that_makes_players_is_as_good_as_a_class() -> None:
    played = run(Match(TWO, (spec("factory"), "greedy")), 1)
    assert all(one.fault is None for one in played.values())
