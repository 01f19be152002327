"""How a game at this keyboard starts: from its set-up, or from a position."""

import argparse

from sanssouci.box.expansions import ALL_NAMES
from sanssouci.cli.errors import UsageError
from sanssouci.cli.options import setting_of
from sanssouci.cli.play.seats import Seats, read_kinds, read_names
from sanssouci.cli.source import SourceError, read_source
from sanssouci.cli.terminal import printable
from sanssouci.game.errors import SanssouciError
from sanssouci.game.game import Game
from sanssouci.game.view import SPECTATOR, View


def from_setup(options: argparse.Namespace) -> tuple[Game, Seats]:
    """A game from its set-up on."""
    if given := [name for name in ("record", "move") if getattr(options, name) is not None]:
        raise UsageError(f"--{given[0]} needs --from SOURCE")
    kinds = read_kinds(options.seats, options.players)
    options.players = len(kinds)
    options.box = options.box or "ravensburger"
    setting = setting_of(options)
    try:
        game = Game(
            setting.box,
            players=setting.players,
            expansions=setting.expansions,
            first=options.first,
            seed=options.seed,
        )
    except SanssouciError as error:
        raise UsageError(str(error)) from None
    return game, Seats(kinds, read_names(options.names, len(kinds)))


def from_position(options: argparse.Namespace) -> tuple[Game, Seats]:
    """A game from a position on; a turn under way there is made anew, and what a view does not show is dealt."""
    if given := [name for name in ("players", "first", "expansions", *ALL_NAMES) if getattr(options, name)]:
        raise UsageError(f"a position has its own setting; leave out --{', --'.join(given)}")
    found = _position(options)
    seats = _seats(options, found)
    game = found.sample(options.seed) if isinstance(found, View) else found
    while game.begun:
        game.pop_code()
    seed = game.seed if isinstance(found, View) else options.seed
    return Game.from_text(game.text(), box=game.box, seed=seed), seats


def _position(options: argparse.Namespace) -> Game | View:
    source = getattr(options, "from")
    if source == "-":
        raise UsageError("--from -: standard input is the keyboard; name a file, or give a position's text")
    try:
        found = read_source(source, record=options.record or 1, move=options.move, box=options.box)
    except SourceError as error:
        raise UsageError(str(error)) from None
    if found.seat is None:
        raise UsageError("--from: the game is over; choose an earlier moment of a record with --move")
    return found


def _seats(options: argparse.Namespace, found: Game | View) -> Seats:
    """Who plays; unless told otherwise, a person takes the seat whose view it is, or whose turn."""
    human = found.eyes if isinstance(found, View) and found.eyes != SPECTATOR else found.seat
    kinds = read_kinds(options.seats, found.players, human=human or 0)
    if options.names is None and isinstance(found, Game) and found.names is not None:
        return Seats(kinds, tuple(printable(name) or "?" for name in found.names))
    return Seats(kinds, read_names(options.names, found.players))
