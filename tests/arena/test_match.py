"""Who plays whom on which luck; results files; the summary of a match."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, BinaryIO

import pytest

import sanssouci
from sanssouci import Game, SanssouciError, load_box
from sanssouci.arena import results as results_module
from sanssouci.arena.contest import contest, records, with_budget
from sanssouci.arena.match import GameId, Match, code_digest, player_seed
from sanssouci.arena.playing import Played
from sanssouci.arena.results import open_results
from sanssouci.arena.simulation import Setting
from sanssouci.arena.statistics import Sequential
from sanssouci.arena.summary import Summary, summarise
from sanssouci.arena.work import Workplace
from sanssouci.box import Expansions

BASE = Setting(load_box("ravensburger"))


def setting(players: int) -> Setting:
    return Setting(load_box("ravensburger"), players=players)


def play(
    match: Match, blocks: int, name: str | None = None, workers: int = 1, test: Sequential | None = None
) -> dict[GameId, Played]:
    with open_results(match, name) as results:
        list(contest(match, results, blocks=blocks, place=Workplace(workers), test=test))
    return results.played


def without_times(played: dict[GameId, Played]) -> list[tuple[object, ...]]:
    return [
        (one.id, one.moves, one.shares, one.points, one.thoughts) for one in sorted(played.values(), key=lambda x: x.id)
    ]


def document(summary: Summary) -> dict[str, object]:
    text = json.dumps(summary.document())
    value: dict[str, object] = json.loads(re.sub(r'"seconds_a_move": [^}]*', '"seconds_a_move": 0', text))
    return value


# ── line-ups ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("players", "specs", "lineups"),
    [
        (2, "ab", [(0, 1)]),
        (2, "abc", [(0, 1), (0, 2), (1, 2)]),
        (3, "ab", [(0, 1, 1)]),
        (4, "ab", [(0, 1, 1, 1)]),
        (3, "abc", [(0, 1, 2)]),
        (3, "abcd", [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]),
        (4, "abc", [(0, 1, 1, 1), (0, 2, 2, 2), (1, 0, 0, 0), (1, 2, 2, 2), (2, 0, 0, 0), (2, 1, 1, 1)]),
    ],
)
def test_every_player_sits_in_every_seat_equally_often(
    players: int, specs: str, lineups: list[tuple[int, ...]]
) -> None:
    match = Match(setting(players), tuple(specs))
    assert list(match.lineups) == lineups
    games = list(match.games(2))
    assert len(games) == len(set(games)) == 2 * players * len(lineups)
    for number in range(len(lineups)):
        chairs = Counter(chair for game in games if game.lineup == number for chair in enumerate(match.seats(game)))
        for seat in range(players):
            assert all(chairs[seat, player] == 2 * lineups[number].count(player) for player in set(lineups[number]))


def test_the_games_of_a_block_have_the_same_luck_and_players_cannot_know_it() -> None:
    match = Match(setting(3), ("a", "b", "c", "d"), seed=5)
    lucks: dict[int, set[int]] = {block: set() for block in range(4)}
    for game in match.games(4):
        lucks[game.block].add(match.luck(game))
    assert [len(each) for each in lucks.values()] == [1, 1, 1, 1]
    assert len(set.union(*lucks.values())) == 4
    luck = match.luck(GameId(0, 0, 0))
    seeds = {player_seed(luck, seat, player) for seat in range(4) for player in range(4)}
    assert len(seeds) == 16
    assert all(0 <= seed < 1 << 63 for seed in seeds)


def test_labels_are_short_and_different() -> None:
    specs = ("greedy", "some/where.py:Mine", "greedy", "package.module:Mine", "random")
    assert Match(BASE, specs).labels == ("greedy", "Mine", "greedy (2)", "Mine (2)", "random")


@pytest.mark.parametrize(
    ("specs", "options", "says"),
    [
        (("greedy",), {}, "at least two players, not 1"),
        (("greedy", "random"), {"limit": 0.0}, "positive number of seconds, not 0.0"),
        (("greedy", "random"), {"limit": float("nan")}, "positive number of seconds, not nan"),
        (
            ("greedy", "king:time=2"),
            {"limit": 1},
            "thinks for 2 s .* limit of 1 s per move: the limit must be above 2 s",
        ),
        (("greedy", "king:time=60"), {}, "thinks for 60 s .* limit of 60 s per move: the limit must be above 60 s"),
        (
            ("king", "greedy"),
            {"limit": 0.5},
            "'king' thinks for 1 s .* limit of 0.5 s per move: the limit must be above 1 s",
        ),
        (("greedy", "king:time=99"), {}, "a move takes 0.01 to 60 seconds, not 99"),
        (("greedy", "random"), {"seed": -1}, "a seed is a number"),
        (("greedy", "x:\x1b"), {}, "without control characters"),
    ],
)
def test_a_match_is_checked(specs: tuple[str, ...], options: dict[str, float], says: str) -> None:
    with pytest.raises(SanssouciError, match=says):
        Match(BASE, specs, **options)  # type: ignore[arg-type]


def test_a_limit_above_the_time_of_a_king_or_beside_samples_is_good() -> None:
    assert Match(BASE, ("king:time=2", "king:samples=9"), limit=2.5).limit == 2.5
    assert Match(BASE, ("king:samples=9", "architect"), limit=0.5).limit == 0.5


def test_a_budget_goes_to_levels_that_take_one_and_have_none() -> None:
    assert with_budget("random", samples=5, time=None) == "random"
    assert with_budget("mine.py:Mine", samples=5, time=None) == "mine.py:Mine"
    assert with_budget("random", samples=None, time=None) == "random"
    assert with_budget("king", samples=5, time=None) == "king:samples=5"
    assert with_budget("king", samples=None, time=0.5) == "king:time=0.5"
    assert with_budget("king:samples=9", samples=5, time=None) == "king:samples=9"
    assert with_budget("architect", samples=None, time=0.5) == "architect"  # it does not take a time


# ── results ───────────────────────────────────────────────────────────────────────────────────────────


def test_results_depend_neither_on_workers_nor_on_interruptions(tmp_path: Path) -> None:
    match = Match(BASE, ("greedy", "random", "greedy"), seed=11)
    whole = play(match, 4)
    assert without_times(play(match, 4, workers=2)) == without_times(whole)
    name = str(tmp_path / "results.jsonl")
    with open_results(match, name) as results:
        games = contest(match, results, blocks=4, place=Workplace(2))
        for _ in range(7):
            next(games)
        games.close()
    lines = Path(name).read_bytes().splitlines(keepends=True)
    assert len(lines) == 8  # a header and seven games
    Path(name).write_bytes(b"".join(lines) + b'{"block":3,"lin')  # the power failed in the middle of a line
    again = play(match, 4, name)
    assert without_times(again) == without_times(whole)
    assert Path(name).read_bytes().startswith(b"".join(lines))
    assert len(Path(name).read_bytes().splitlines()) == 1 + 24
    assert document(summarise(match, again, blocks=4)) == document(summarise(match, whole, blocks=4))
    longer = play(match, 5, name)
    assert len(Path(name).read_bytes().splitlines()) == 1 + 30
    assert without_times(longer)[:24] == without_times(whole)


def test_a_finished_match_is_not_played_again(tmp_path: Path) -> None:
    match, name = Match(BASE, ("greedy", "random")), str(tmp_path / "results.jsonl")
    first = play(match, 2, name)
    before = Path(name).read_bytes()
    assert play(match, 2, name) == {key: first[key] for key in match.games(2)}
    assert Path(name).read_bytes() == before


@pytest.mark.parametrize(
    ("other", "says"),
    [
        (Match(BASE, ("greedy", "random"), seed=1), "its seed is 0, not 1"),
        (Match(BASE, ("random", "greedy")), r'its players is \["greedy", "random"\], not \["random", "greedy"\]'),
        (Match(setting(3), ("greedy", "random")), "its number of players is 2, not 3"),
        (
            Match(Setting(load_box("ravensburger"), expansions=Expansions("rewards")), ("greedy", "random")),
            "its expansions is",
        ),
        (Match(Setting(load_box("imperial")), ("greedy", "random")), "its box is"),
        (Match(BASE, ("greedy", "random"), limit=5), "its time limit per move is 60.0, not 5"),
    ],
)
def test_another_match_is_refused(tmp_path: Path, other: Match, says: str) -> None:
    name = str(tmp_path / "results.jsonl")
    with open_results(Match(BASE, ("greedy", "random")), name):
        pass
    before = Path(name).read_bytes()
    with pytest.raises(SanssouciError, match=says), open_results(other, name):
        pass
    assert Path(name).read_bytes() == before


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("no JSON at all", "1: this is not a results file"),
        ('{"format":"sanssouci-record"}\n', "1: this is not a results file"),
        ("[]\n", "1: this line is not a JSON object"),
        ("HEADER\n{}\n", "2: this line is not a game of the match"),
        ("HEADER\nnonsense\n", "2: this line is not a JSON object"),
    ],
)
def test_other_files_are_refused_and_left_alone(tmp_path: Path, text: str, says: str) -> None:
    match, path = Match(BASE, ("greedy", "random")), tmp_path / "results.jsonl"
    path.write_text(text.replace("HEADER", json.dumps(match.header())))
    before = path.read_bytes()
    with pytest.raises(SanssouciError, match=says), open_results(match, str(path)):
        pass
    assert path.read_bytes() == before
    with pytest.raises(SanssouciError, match="Is a directory"), open_results(match, str(tmp_path)):
        pass


def test_a_file_that_was_cut_off_in_its_first_line_is_begun_again(tmp_path: Path) -> None:
    match, path = Match(BASE, ("greedy", "random")), tmp_path / "results.jsonl"
    whole = play(match, 1, str(path))
    path.write_bytes(path.read_bytes()[:30])
    assert without_times(play(match, 1, str(path))) == without_times(whole)
    assert without_times(play(match, 1, str(path))) == without_times(whole)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("version", 0, "its version of the file format is 0, not 1"),
        ("sanssouci", "0.0.1", 'its version of the program is "0.0.1", not'),
        ("code", "0123456789abcdef", 'its code of the players or rules is "0123456789abcdef", not'),
        ("digest", "0123456789abcdef", 'its contents of the box is "0123456789abcdef", not'),
        ("files", ["0123456789abcdef", None], "its code of a player's file is"),
        ("files", None, "its code of a player's file is null, not"),
    ],
)
def test_games_of_another_machine_or_version_are_not_continued(
    tmp_path: Path, key: str, value: object, says: str
) -> None:
    """The header of a results file is the signature of all machines that may add to it."""
    match, path = Match(BASE, ("greedy", "random")), tmp_path / "results.jsonl"
    play(match, 1, str(path))
    header, *games = path.read_text().splitlines(keepends=True)
    path.write_text(json.dumps({**json.loads(header), key: value}) + "\n" + "".join(games))
    before = path.read_bytes()
    with pytest.raises(SanssouciError, match=says), open_results(match, str(path)):
        pass
    assert path.read_bytes() == before


def test_other_weights_are_another_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = tmp_path / "players" / "data" / "king-2.npz"
    weights.parent.mkdir(parents=True)
    monkeypatch.setattr(sanssouci, "__file__", str(tmp_path / "__init__.py"))
    digests = set()
    for content in (b"learnt", b"learnt better"):
        weights.write_bytes(content)
        digests.add(code_digest())
    assert len(digests) == 2


def test_a_file_in_use_is_refused(tmp_path: Path) -> None:
    match, name = Match(BASE, ("greedy", "random")), str(tmp_path / "results.jsonl")
    with open_results(match, name), pytest.raises(SanssouciError, match="is in use"), open_results(match, name):
        pass


@pytest.mark.parametrize("before", [True, False])
def test_an_interruption_at_any_moment_is_counted_by_the_file(
    before: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, path = Match(BASE, ("greedy", "random")), tmp_path / "results.jsonl"
    games = list(play(match, 2).values())
    write = results_module._write

    def interrupted(file: BinaryIO, value: dict[str, Any]) -> None:
        if not before:
            write(file, value)
        raise KeyboardInterrupt

    with open_results(match, str(path)) as results:
        results.add(games[0])
        monkeypatch.setattr(results_module, "_write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            results.add(games[1])
        assert results.kept() == (1 if before else 2) == path.read_bytes().count(b"\n") - 1


def test_a_changed_file_of_a_player_is_another_match(tmp_path: Path) -> None:
    player, name = tmp_path / "mine.py", str(tmp_path / "results.jsonl")
    player.write_text("from sanssouci import RandomPlayer as Mine\n")
    match = Match(BASE, (f"{player}:Mine", "random"))
    play(match, 1, name)
    player.write_text("from sanssouci import GreedyPlayer as Mine\n")
    with pytest.raises(SanssouciError, match="its code of a player's file is"), open_results(match, name):
        pass


# ── the summary ───────────────────────────────────────────────────────────────────────────────────────


def test_records_are_right_and_say_what_the_results_say() -> None:
    match = Match(Setting(load_box("imperial"), players=3, expansions=Expansions("rewards,boar")), ("greedy", "random"))
    played = play(match, 1)
    for one, record in zip(played.values(), records(match, list(played.values())), strict=True):
        game = Game.from_record(json.loads(json.dumps(record)))
        outcome = game.outcome()
        assert outcome is not None
        assert outcome.points == one.points
        assert game.seed == match.luck(one.id)
        assert game.names == tuple(match.labels[player] for player in match.seats(one.id))
        assert sum(one.shares) == 1
        assert {seat for seat, share in enumerate(one.shares) if share} == set(outcome.winners)


def test_a_summary_adds_up() -> None:
    match = Match(BASE, ("greedy", "random", "random"), seed=2)
    played = play(match, 10, workers=2)
    summary = summarise(match, played, blocks=10, anchor="greedy")
    greedy, one, other = summary.standings
    assert (summary.games, greedy.games, one.games) == (60, 40, 40)
    assert abs(greedy.wins.value + one.wins.value + other.wins.value - 1.5) < 1e-9
    assert greedy.wins.value > 0.9
    assert greedy.points is not None
    assert abs(sum(greedy.points.values()) - 2 * greedy.points["total"]) < 1e-9
    assert greedy.points["total"] > 60
    assert greedy.seconds is not None
    assert 0 < greedy.seconds < 0.1
    assert greedy.rating is not None
    assert one.rating is not None
    assert greedy.rating.value == greedy.rating.low == greedy.rating.high == 0
    assert one.rating.high < -200
    assert [pair.player for pair in summary.pairings] == ["greedy", "greedy", "random"]
    assert 0.2 < summary.pairings[2].wins.value < 0.8
    with pytest.raises(SanssouciError, match="the anchor 'nobody' is not one of the players"):
        summarise(match, played, blocks=10, anchor="nobody")


def test_a_sequential_match_ends_where_the_first_blocks_decide(tmp_path: Path) -> None:
    match, test = Match(BASE, ("greedy", "random")), Sequential(0.5, 0.6)
    name = str(tmp_path / "results.jsonl")
    summaries = [
        summarise(match, play(match, 200, workers=workers, test=test), blocks=200, test=test) for workers in (1, 2)
    ]
    again = summarise(match, play(match, 200, name, test=test), blocks=200, test=test)
    assert document(summaries[0]) == document(summaries[1]) == document(again)
    assert again.verdict == "high"
    assert 5 < again.blocks < 60
    lines = Path(name).read_bytes()
    assert len(play(match, 200, name, test=test)) == len(lines.splitlines()) - 1
    assert Path(name).read_bytes() == lines
    with pytest.raises(SanssouciError, match="for a match of two players"):
        play(Match(BASE, ("greedy", "random", "greedy")), 2, test=test)
