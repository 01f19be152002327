"""Arguments that several commands share."""

import argparse
import os
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from sanssouci.arena.simulation import Setting
from sanssouci.box import EXPANSIONS, BoxError, Expansions, load, named, published
from sanssouci.cli.errors import UsageError
from sanssouci.game.errors import SanssouciError
from sanssouci.game.game import Game
from sanssouci.game.options import SEED_BITS, check_seed
from sanssouci.players.levels import LEVELS, by_seat, is_level, make_player
from sanssouci.players.own import module_of
from sanssouci.texts import LANGUAGES, language_of

PLAYER_KINDS: Final = (
    f"{', '.join(LEVELS)}, king:time=5 for another budget, or your own FILE.py:CLASS, MODULE:CLASS or engine:COMMAND"
)


def add_setting(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say what is played."""
    parser.add_argument("--players", type=int, default=2, metavar="N", help="2, 3 or 4 players (default 2)")
    boxes = ", ".join(named())
    parser.add_argument("--box", default="ravensburger", metavar="BOX", help=f"{boxes}, or a box file (.toml)")
    add_expansions(parser)


def add_expansions(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say which expansions are played: a list, and a short form for each."""
    names = ",".join(expansion.name for expansion in EXPANSIONS)
    parser.add_argument("--expansions", metavar="NAMES", help=f"with these expansions, like {names}")
    for expansion in EXPANSIONS:
        boxes = [name for name in published() if expansion.name in load(name).expansions]
        where = "" if len(boxes) == len(published()) else f" ({', '.join(boxes)})"
        help_text = f"with the {expansion.title} expansion{where}"
        parser.add_argument(f"--{expansion.name}", action="store_true", help=help_text)


def expansions_of(options: argparse.Namespace) -> Expansions:
    """The requested expansions, from the list and the short forms."""
    listed = Expansions(options.expansions or "")
    return Expansions([*listed, *(expansion.name for expansion in EXPANSIONS if getattr(options, expansion.name))])


def setting_of(options: argparse.Namespace) -> Setting:
    """What is played, validated."""
    try:
        return Setting(load(options.box), players=options.players, expansions=expansions_of(options))
    except (BoxError, SanssouciError) as error:
        raise UsageError(str(error)) from None


def same_again(command: Iterable[str], game: Game, box: str) -> str:
    """The command line for a game with the same setting and the same luck."""
    words = ["sanssouci", *command, "--seed", str(game.seed)]
    words += ["--box", box] if box != "ravensburger" else []
    start = game.record(complete=True).get("start")
    if start is not None:
        return shlex.join([*words, "--from", start])
    words += ["--players", str(game.players)] if game.players != 2 else []
    return shlex.join([*words, *(f"--{name}" for name in game.expansions)])


def add_look(parser: argparse.ArgumentParser, *, plain: bool = True) -> None:
    """Add the arguments that say how things are shown."""
    parser.add_argument(
        "--language", choices=LANGUAGES, default=None, help="the language (default: that of the environment)"
    )
    parser.add_argument("--no-colour", "--no-color", action="store_true", help="no colours; NO_COLOR=1 does the same")
    if plain:
        parser.add_argument("--plain", action="store_true", help="sentences only, for a screen reader")


def language_for(options: argparse.Namespace) -> str:
    """The requested language, or that of the environment."""
    return options.language or language_of(os.environ)


def seed(text: str) -> int:
    """An argument that is a seed."""
    try:
        return check_seed(int(text, 0))
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to 2^{SEED_BITS} - 1, not {text!r}") from None


def positive(text: str) -> int:
    """An argument that is a positive number."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number of at least 1, not {text!r}")
    return int(text)


def add_players(parser: argparse.ArgumentParser, *, default: str) -> None:
    """Add the argument that says who plays; `players_of` reads it."""
    parser.add_argument(
        "--player",
        type=player,
        action="append",
        metavar="PLAYER",
        help=f"who plays: {PLAYER_KINDS}; once for all seats, or once for each (default {default})",
    )
    parser.set_defaults(players=None, default_player=default)


def players_of(options: argparse.Namespace) -> tuple[str, ...]:
    """Who plays each seat; without --players there are as many seats as named players, and at least two."""
    specs = options.player or [options.default_player]
    if options.players is None:
        options.players = max(len(specs), 2)
    try:
        return by_seat(specs, options.players)
    except SanssouciError as error:
        raise UsageError(f"--player: {error}") from None


def player(text: str) -> str:
    """An argument that is a computer player, perhaps with its budget, or a custom class."""
    look_here([text])
    try:
        make_player(text, 0)
    except SanssouciError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def look_here(specs: Iterable[str]) -> None:
    """Look for players' modules in this folder first, as `python -m` does."""
    here = str(Path.cwd())
    if here not in sys.path and any(module_of(spec) for spec in specs if not is_level(spec)):
        sys.path.insert(0, here)


def natural(text: str) -> int:
    """An argument that is a whole number, 0 or more."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number of at least 0, not {text!r}")
    return int(text)
