"""The arguments of `sanssouci play`, and setting up a sitting."""

import argparse
import shlex
import sys
from pathlib import Path
from typing import Final

from sanssouci.arena.faults import PlayerError
from sanssouci.box.expansions import ALL_NAMES
from sanssouci.cli.errors import UsageError
from sanssouci.cli.options import (
    PLAYER_KINDS,
    add_look,
    add_setting,
    language_for,
    natural,
    positive,
    same_again,
    seed,
)
from sanssouci.cli.play.saving import (
    SaveError,
    data_folder,
    fresh_file,
    newest_file,
    read_save,
    words_of,
)
from sanssouci.cli.play.seats import HUMAN, is_own, read_kinds
from sanssouci.cli.play.session import Session
from sanssouci.cli.play.sitting import Files, Sitting
from sanssouci.cli.play.starting import from_position, from_setup
from sanssouci.cli.source import SOURCE_HELP
from sanssouci.cli.terminal import Terminal
from sanssouci.texts import Texts

SUMMARY: Final = "play a game in this terminal, against the computer or with others at the same keyboard"
EXAMPLES: Final = (
    "play --text",
    "play --text --seats human,greedy,random --names Anna,Otto,Uwe --language de",
    "play --text --seats human,human --box imperial --rewards --boar",
    "play --text --seats human,examples/your_player.py:YourPlayer",
    "play --text --resume",
    "play --text --from position.txt",
    "play --text --from games.jsonl --record 3 --move 12 --seats greedy,human",
    "play --text --plain --records my-games.jsonl",
)
_SETTING: Final = ("players", "box", "seats", "names", "first", "seed", "save", "from", "record", "move")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--text", action="store_true", help="in this terminal (for the browser: sanssouci serve)")
    add_setting(parser)
    parser.set_defaults(players=None, box=None)
    kinds = f"{HUMAN}, {PLAYER_KINDS}"
    parser.add_argument("--seats", metavar="A,B", help=f"who plays each seat: {kinds} (default human,greedy)")
    parser.add_argument("--names", metavar="A,B", help="the names of the players")
    parser.add_argument("--first", type=natural, metavar="SEAT", help="the seat that starts, from 0 (default: random)")
    parser.add_argument("--seed", type=seed, default=None, metavar="S", help="the luck of the game, to play it again")
    parser.add_argument("--from", metavar="SOURCE", help=f"start from {SOURCE_HELP}; unknown cards are dealt")
    parser.add_argument("--record", type=positive, metavar="K", help="--from which line of the file (default 1)")
    parser.add_argument("--move", type=natural, metavar="N", help="--from the position after N moves of the record")
    add_look(parser)
    parser.add_argument("--save", metavar="FILE", help="keep the game in this file")
    parser.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="continue a saved game, or one taken along from a server"
    )
    parser.add_argument("--records", metavar="FILE", help="add the record of the finished game to this file")


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    terminal = Terminal(colour=not options.no_colour, plain=options.plain)
    try:
        sitting = (_new_sitting if options.resume is None else _resumed_sitting)(options, terminal)
    except SaveError as error:
        print(f"sanssouci play: {error}", file=sys.stderr)
        return 1
    sitting.save()  # so that an unwritable place is noticed before the game
    try:
        Session(sitting, terminal).play()
    except EOFError:
        _take_leave(sitting, terminal)
        return 0
    except KeyboardInterrupt:
        terminal.say("")
        _take_leave(sitting, terminal)
        return 130
    except PlayerError as error:
        print(f"sanssouci play: {error}", file=sys.stderr)
        _take_leave(sitting, terminal)  # once the player is fixed, the game can continue
        return 1
    sitting.finish()
    terminal.say("")
    terminal.quote(sitting.texts("end.record", file=sitting.files.records))
    again = same_again(["play", "--text", "--seats", ",".join(sitting.seats.kinds)], sitting.game, sitting.files.box)
    terminal.quote(sitting.texts("end.again", command=again))
    return 0


def _take_leave(sitting: Sitting, terminal: Terminal) -> None:
    sitting.save()
    if len(sitting.seats.humans) > 1:
        terminal.hide()  # the next person to look at the screen may be another player
    file = sitting.files.save
    terminal.say("")
    terminal.quote(sitting.texts("play.saved", file=file))
    command = ["sanssouci", "play", "--text", "--resume", str(file)]
    if any(map(is_own, sitting.seats.kinds)):
        command += ["--seats", ",".join(sitting.seats.kinds)]
    terminal.quote(sitting.texts("play.resume", command=shlex.join(command)))


def _new_sitting(options: argparse.Namespace, terminal: Terminal) -> Sitting:
    game, seats = (from_setup if getattr(options, "from") is None else from_position)(options)
    game.names = seats.names
    file = fresh_file() if options.save is None else Path(options.save)
    if file.exists():
        raise UsageError(f"{file} already exists; continue it with --resume {file}, or choose another name")
    name = options.box or game.box.id
    texts = Texts(language_for(options), words_of(game.box, name), ascii_only=terminal.is_ascii)
    box = str(Path(name).resolve()) if name.endswith(".toml") else name
    return Sitting(game, seats, texts, _files(options, file, box))


def _resumed_sitting(options: argparse.Namespace, terminal: Terminal) -> Sitting:
    given = [name for name in _SETTING if getattr(options, name) is not None]
    given += [name for name in ("expansions", *ALL_NAMES) if getattr(options, name)]
    if given not in ([], ["seats"]):
        raise _setting_again(given)
    file = Path(options.resume) if options.resume else newest_file()
    saved = read_save(file)
    if any(map(is_own, saved.seats.kinds)):
        _confirm_own(saved.seats.kinds, options.seats)
    elif given:
        raise _setting_again(given)
    texts = Texts(options.language or saved.language, saved.box, ascii_only=terminal.is_ascii)
    return Sitting(saved.game, saved.seats, texts, _files(options, file, saved.box_name))


def _setting_again(given: list[str]) -> UsageError:
    return UsageError(f"a saved game keeps its setting; leave out --{', --'.join(given)}")


def _confirm_own(kinds: tuple[str, ...], named: str | None) -> None:
    """Run code that a save file names only if the command line names it too."""
    if named is None or read_kinds(named, None) != kinds:
        again = shlex.quote(",".join(kinds))
        raise UsageError(f"this game has custom players, which must be named again: --seats {again}")


def _files(options: argparse.Namespace, save: Path, box: str) -> Files:
    if options.records is None:
        return Files(save, data_folder() / "games.jsonl", box)
    records = Path(options.records)
    if records.is_dir() or not records.parent.is_dir():  # better noticed now than after the game
        raise UsageError(f"--records: cannot write {records}; it must be a file in an existing folder")
    return Files(save, records, box)
