"""`sanssouci draw`, run as a person runs it."""

import subprocess
import sys
from pathlib import Path

import pytest

import warm
from sanssouci import Game
from sanssouci.game.record import write_line
from strategies import BY_ID, finished, running
from svg.reading import all_with_data, parsed, pixels, title, with_class


def draw(
    *arguments: str, stdin: bytes = b"", status: int = 0, code: str | None = None
) -> subprocess.CompletedProcess[bytes]:
    if code is None:
        done = warm.sanssouci("draw", *arguments, stdin=stdin)
    else:
        program = [sys.executable, "-c", code, "draw", *arguments]
        done = subprocess.run(program, input=stdin, capture_output=True, timeout=300, check=False)
    assert done.returncode == status, done.stderr.decode()
    return done


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with two finished games and a running one."""
    games = [finished(BY_ID["imperial-2-rewards-boar"], 1), finished(BY_ID["ravensburger-3"], 2)]
    lines = [write_line(game.record()) for game in games]
    running_game = running(BY_ID["ravensburger-2"], 3, ("greedy",), 9)
    lines.insert(1, "")
    lines.append(write_line(running_game.record(complete=True)))
    file = tmp_path_factory.mktemp("draw") / "games.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def test_the_end_is_drawn_by_default_and_other_moves_by_number(records: Path, tmp_path: Path) -> None:
    game = finished(BY_ID["imperial-2-rewards-boar"], 1)
    picture = tmp_path / "picture.svg"
    draw(str(records), "-o", str(picture))
    assert picture.read_text(encoding="utf-8") == game.svg() + "\n"
    draw(str(records), "--move", "0", "-o", str(picture))
    while game.moves:
        game.pop()
    assert picture.read_text(encoding="utf-8") == game.svg() + "\n"
    assert [path.name for path in tmp_path.iterdir()] == ["picture.svg"]


def test_record_seat_language_legal_and_size_are_obeyed(records: Path) -> None:
    arguments = ("--record", "2", "--move", "20", "--seat", "1", "--language", "de", "--size", "700", "-o", "-")
    game = finished(BY_ID["ravensburger-3"], 2)
    while len(game.moves) > 20:
        game.pop()
    assert draw(str(records), *arguments).stdout.decode() == game.svg(1, language="de", size=700) + "\n"
    marked = parsed(draw(str(records), "--record", "2", "--move", "20", "--legal", "-o", "-").stdout.decode())
    assert with_class(marked, "legal")
    unseen = parsed(draw(str(records), "--move", "20", "--seat", "-1", "-o", "-").stdout.decode())
    assert all_with_data(unseen, "card") == []


def test_standard_input_and_running_games_are_read(records: Path) -> None:
    line = records.read_bytes().splitlines()[-1]
    root = parsed(draw("-", "-o", "-", stdin=line).stdout.decode())
    assert "is to play" in title(root)


def test_png_is_written_at_the_size_asked_for(records: Path, tmp_path: Path) -> None:
    picture = tmp_path / "picture.PNG"
    draw(str(records), "--move", "9", "--size", "320", "-o", str(picture))
    width, height, rows = pixels(picture.read_bytes())
    assert width == 320
    assert height > 100
    assert len(set(rows)) > 50


def test_without_the_renderer_a_png_is_refused_with_what_to_install(records: Path, tmp_path: Path) -> None:
    code = "import sys; sys.modules['resvg_py'] = None; from sanssouci.cli import main; sys.exit(main())"
    done = draw(str(records), "-o", str(tmp_path / "p.png"), status=2, code=code)
    told = "sanssouci draw: a PNG picture needs more packages: pip install 'sanssouci-game[png]'\n"
    assert done.stderr.decode() == told
    assert list(tmp_path.iterdir()) == []
    draw(str(records), "-o", str(tmp_path / "p.svg"), code=code)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-o", "picture.gif"], "a picture must be an .svg or .png file, not picture.gif"),
        (["--record", "4", "-o", "-"], "--record 4: there are 3 lines in "),
        (["--move", "99", "-o", "-"], "--move 99: the record has 38 moves"),
        (["--seat", "2", "-o", "-"], "--seat must be 0 to 1, or -1 for a spectator, not 2"),
        (["--size", "9000", "-o", "-"], "--size must be at most 8,000 pixels, not 9,000"),
        (["--language", "eo", "-o", "-"], "invalid choice: 'eo'"),
        (["-o", "/nowhere/at/all.svg"], "cannot write /nowhere/at/all.svg: No such file or directory"),
        ([], "required: -o/--output"),
    ],
)
def test_wrong_use_is_told_in_one_line_with_status_2(records: Path, arguments: list[str], says: str) -> None:
    done = draw(str(records), *arguments, status=2)
    error = done.stderr.decode()
    assert says in error.splitlines()[-1]
    assert "Traceback" not in error
    assert done.stdout == b""


def test_files_that_cannot_be_drawn_are_told_apart() -> None:
    assert b"cannot read /nowhere.jsonl: No such file" in draw("/nowhere.jsonl", "-o", "-", status=2).stderr
    assert draw("-", "-o", "-", stdin=b"\n\n", status=1).stderr == b"-: no records\n"
    broken = draw("-", "-o", "-", stdin=b'\n{"format": 3}\n', status=1)
    assert broken.stderr.startswith(b"-:2: format is 3; it must be ")
    assert broken.stdout == b""


def test_help_has_examples() -> None:
    text = draw("--help").stdout.decode()
    assert "examples:\n  sanssouci draw games.jsonl --move 12 -o picture.svg" in text


def test_positions_are_drawn_as_records_are(tmp_path: Path) -> None:
    game = running(BY_ID["ravensburger-2"], 3, ("greedy",), 9)
    assert game.seat is not None
    mine, others = game.view(game.seat), game.view(1 - game.seat)
    file = tmp_path / "positions.txt"
    file.write_text(f"{game.text()}\n\n{mine.text()}\n{others.text()}\n", encoding="utf-8")
    start = Game.from_text(game.text())
    assert draw(str(file), "--language", "en", "-o", "-").stdout.decode() == start.svg() + "\n"
    assert draw(game.text(), "--language", "en", "-o", "-").stdout.decode() == start.svg() + "\n"
    drawn = draw(str(file), "--record", "2", "--legal", "--language", "en", "-o", "-").stdout.decode()
    assert drawn == mine.svg(legal=True) + "\n"
    refused = draw(str(file), "--record", "2", "--seat", str(1 - game.seat), "-o", "-", status=2).stderr.decode()
    assert f"this position is the view of seat {game.seat}" in refused
    assert b"a position has no moves" in draw(str(file), "--move", "1", "-o", "-", status=2).stderr


def test_a_record_from_a_position_is_drawn(tmp_path: Path) -> None:
    game = Game.from_text(running(BY_ID["imperial-2"], 3, ("greedy",), 9).text(), seed=1)
    game.push(game.legal_moves[0])
    file = tmp_path / "games.jsonl"
    file.write_text(write_line(game.record(complete=True)) + "\n", encoding="utf-8")
    assert draw(str(file), "--language", "en", "-o", "-").stdout.decode() == game.svg() + "\n"


def test_choices_of_a_seat_that_is_not_at_hand_are_refused(records: Path) -> None:
    game = running(BY_ID["ravensburger-2"], 3, ("greedy",), 9)
    assert game.seat is not None
    other = str(1 - game.seat)
    told = draw(str(records), "--record", "3", "--seat", other, "--legal", "-o", "-", status=2).stderr.decode()
    assert f"it is seat {game.seat}'s turn; seat {other} has nothing to choose" in told
    assert b"--legal: the game is over" in draw(str(records), "--legal", "-o", "-", status=2).stderr


def test_the_language_is_that_of_the_environment(records: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    game = finished(BY_ID["imperial-2-rewards-boar"], 1)
    assert draw(str(records), "-o", "-").stdout.decode() == game.svg(language="de") + "\n"
