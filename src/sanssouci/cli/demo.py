"""`sanssouci demo`: watch the computer play a game against itself."""

import argparse
import time
from collections import deque
from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from sanssouci.arena.faults import let_move
from sanssouci.cli.board import legend
from sanssouci.cli.ending import points_table, verdict
from sanssouci.cli.errors import UsageError
from sanssouci.cli.options import (
    add_look,
    add_players,
    add_setting,
    language_for,
    players_of,
    same_again,
    seed,
    setting_of,
)
from sanssouci.cli.play.seats import NAMES
from sanssouci.cli.screen import Screen
from sanssouci.cli.sentences import sentence
from sanssouci.cli.terminal import Terminal
from sanssouci.game.game import Game
from sanssouci.players.levels import make_player
from sanssouci.texts import Texts

SUMMARY: Final = "watch the computer play a game against itself"
EXAMPLES: Final = (
    "demo",
    "demo --box imperial --rewards --boar --players 3 --pace 1",
    "demo --seed 7 --pace 0 --language fr",
    "demo --player king --player examples/your_player.py:YourPlayer",
)
_MOVES: Final = 2  # described below the table
_LINES: Final = 6  # of room for them
_NO_END: Final = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_setting(parser)
    parser.add_argument("--seed", type=seed, default=None, metavar="S", help="play the same game again")
    add_players(parser, default="greedy")
    parser.add_argument("--pace", type=float, default=0.4, metavar="SECONDS", help="time per turn (default 0.4)")
    add_look(parser, plain=False)


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    specs = players_of(options)
    setting = setting_of(options)
    if not 0 <= options.pace <= 60:
        raise UsageError(f"--pace must be from 0 to 60 seconds, not {options.pace:g}")
    game = Game(setting.box, players=setting.players, expansions=setting.expansions, seed=options.seed)
    terminal = Terminal(colour=not options.no_colour)
    texts, names = Texts(language_for(options), setting.box, ascii_only=terminal.is_ascii), NAMES[: game.players]
    screen = Screen(texts, terminal.signs, names)
    moves = _moves(game, specs, texts)
    if terminal.is_live and options.pace > 0:
        _lively(terminal, screen, game, moves, options.pace)
    else:
        terminal.say(*moves)
    outcome = game.outcome()
    assert outcome is not None
    terminal.draw(screen.overview(game, terminal.width, _NO_END))
    terminal.say("", legend(texts, terminal.signs), "", Text(texts("end.title"), style="bold"))
    terminal.draw(points_table(texts, names, game))
    terminal.say("", *verdict(texts, names, outcome), "")
    named = [word for spec in options.player or () for word in ("--player", spec)]
    terminal.quote(texts("end.again", command=same_again(["demo", *named], game, options.box)))
    return 0


def _moves(game: Game, specs: tuple[str, ...], texts: Texts) -> Iterator[str]:
    """Play the game and describe every move."""
    players = [make_player(spec, game.seed + seat) for seat, spec in enumerate(specs)]
    while (seat := game.seat) is not None:
        before = game.view()
        let_move(game, players[seat], specs[seat])
        yield sentence(texts, NAMES[seat], game.moves[-1], before, game.view())


def _lively(terminal: Terminal, screen: Screen, game: Game, moves: Iterator[str], pace: float) -> None:
    """Show the table after every move."""
    log: deque[str] = deque(maxlen=_MOVES)

    def picture() -> RenderableType:
        table = screen.overview(game.view(), terminal.width, terminal.height - _LINES)
        return Group(*table, Text(), *map(Text, log))

    with Live(picture(), console=terminal.console, auto_refresh=False, transient=True) as live:
        for line in moves:
            log.append(line)
            live.update(picture(), refresh=True)
            time.sleep(pace)
