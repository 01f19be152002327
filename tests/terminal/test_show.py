"""Stepping through records: forwards, backwards, from anywhere, in any seat's view."""

import subprocess
from pathlib import Path

import pytest

import warm
from sanssouci import Game, GreedyPlayer
from sanssouci.game.record import write_line
from terminal.keyboard import Keyboard, flat, plain, words

RUNNING_MOVES = 9


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """A finished game, and one that is still running."""
    found = []
    for seed, moves in ((1, 1000), (2, RUNNING_MOVES)):
        game = Game("imperial", players=2, expansions="boar", seed=seed)
        game.names = ("Anna", "Otto")
        players = [GreedyPlayer(seed), GreedyPlayer(seed + 1)]
        while game.seat is not None and len(game.moves) < moves:
            game.push(players[game.seat].choose(game.view(game.seat)))
        found.append(game)
    return found


@pytest.fixture
def file(games: list[Game], tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text("\n\n".join(write_line(game.record(complete=True)) for game in games) + "\n", encoding="utf-8")
    return path


def at(game: Game, moves: int) -> Game:
    """The game after that many moves."""
    past = game.copy()
    while len(past.moves) > moves:
        past.pop()
    return past


def test_stepping_on_a_terminal(file: Path, games: list[Game], tmp_path: Path) -> None:
    keyboard = Keyboard("replay", str(file), "--show", data=tmp_path, language="es")
    texts, game = words("es", "imperial"), games[0]

    def screen(key: str) -> str:
        keyboard.type(key)
        keyboard.expect("show.ask")
        return plain(keyboard.seen[-1])

    keyboard.expect("show.ask")
    last = len(game.moves)
    assert texts("show.move", move=0, last=last) in keyboard.output
    assert texts("show.move", move=1, last=last) in screen("")
    assert texts("show.move", move=2, last=last) in screen("n")
    assert texts("show.move", move=1, last=last) in screen("p")
    shown = screen("20")
    now = at(game, 20)
    assert texts("show.move", move=20, last=last) in shown
    assert texts("show.all") in shown
    for seat in (0, 1):
        assert f"[{' '.join(now.hand(seat))}]  {' '.join(now.missions(seat))}" in shown
    for seat in (0, 1):
        shown = screen(f"s {seat}")
        assert all(f"{card:>2} {texts.card(card)}" in shown for card in now.hand(seat))
        hidden = {*now.hand(1 - seat), *now.missions(1 - seat)} - {*now.hand(seat), *now.missions(seat)}
        assert not any(f"{card:>2} {texts.card(card)}" in shown for card in hidden)
    assert texts("show.unclear", text="99", last=last) in flat(screen("99"))
    assert texts("show.unclear", text="s 2", last=last) in flat(screen("s 2"))
    assert texts("show.all") in screen("s all")
    end = screen(str(last))
    outcome = game.outcome()
    assert outcome is not None
    totals = next(line for line in end.splitlines() if line.startswith(texts("points.total")))
    assert [int(number) for number in totals.split()[1:]] == [points.total for points in outcome.points]
    assert texts("show.move", move=last, last=last) in screen("")
    keyboard.type("q")
    assert keyboard.end() == 0


def show(*arguments: str, keys: str = "", check: int = 0) -> subprocess.CompletedProcess[str]:
    done = warm.in_text("replay", *arguments, "--show", "--language", "en", stdin=keys)
    assert done.returncode == check, done.stderr
    return done


def test_stepping_in_a_pipe_and_beginning_anywhere(file: Path, games: list[Game]) -> None:
    game = games[1]
    done = show(str(file), "--record", "2", "--move", "5", "--seat", "1", "--plain", keys="\np\n")
    assert "\x1b" not in done.stdout
    heads = [line for line in done.stdout.splitlines() if line.startswith("Move ")]
    assert heads == [f"Move {move} of {RUNNING_MOVES}. As Otto sees it." for move in (5, 6, 5)]
    texts = words("en", "imperial")
    assert texts.cards(at(game, 5).hand(1)) in done.stdout
    assert texts("plain.hand", name="Anna", cards="")[:-2] not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says", "status"),
    [
        (["--record", "3"], "--record 3: there are 2 lines in ", 2),
        (["--record", "2", "--move", "10"], "--move 10: this record has moves 0 to 9", 2),
        (["--seat", "2"], "--seat 2: must be one of 0, 1, or all", 2),
    ],
)
def test_what_there_is_not_to_see(file: Path, arguments: list[str], says: str, status: int) -> None:
    done = show(str(file), *arguments, check=status)
    assert says in done.stderr
    assert done.stdout == ""


def test_a_damaged_record_is_refused_in_one_line(file: Path) -> None:
    file.write_text(file.read_text(encoding="utf-8").replace('"turn"', '"torn"', 1), encoding="utf-8")
    done = show(str(file), check=1)
    (line,) = done.stderr.splitlines()
    assert "games.jsonl:1: event " in line


@pytest.mark.parametrize(("eyes", "whose"), [(1, "As Otto sees it"), (-1, "As a spectator sees it")])
def test_a_record_as_one_seat_knows_it_is_shown_from_its_eyes_only(
    games: list[Game], tmp_path: Path, eyes: int, whose: str
) -> None:
    file, game, texts = tmp_path / "seen.jsonl", games[1], words("en", "imperial")
    file.write_text(write_line(game.record(seat=eyes)) + "\n", encoding="utf-8")
    done = show(str(file), "--move", "8", "--plain", keys="s all\ns 0\n")
    heads = [line for line in done.stdout.splitlines() if line.startswith("Move ")]
    assert heads == [f"Move 8 of {RUNNING_MOVES}. {whose}."] * 3
    assert texts("show.unclear", text="s 0", last=RUNNING_MOVES) in flat(done.stdout)
    assert (texts.cards(at(game, 8).hand(1)) in done.stdout) == (eyes == 1)
    assert texts("plain.hand", name="Anna", cards="")[:-2] not in done.stdout
    refused = show(str(file), "--seat", "0", check=2)
    assert "--seat 0: this file tells what " in refused.stderr


def test_a_position_as_one_seat_sees_it_is_shown(games: list[Game], tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(games[1].view(1).text() + "\n", encoding="utf-8")
    done = show(str(file), "--plain")
    assert "Move 0 of 0. As Seat 1 sees it." in done.stdout
    assert words("en", "imperial").cards(games[1].hand(1)) in done.stdout
