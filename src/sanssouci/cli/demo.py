"""`sanssouci demo`: watch the computer play a game against itself."""

import argparse
import time
from collections import deque
from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from sanssouci.cli.board import legend
from sanssouci.cli.ending import points_table, verdict
from sanssouci.cli.errors import UsageError
from sanssouci.cli.options import (
    LEVEL_NAMES,
    add_look,
    add_setting,
    language_for,
    level,
    same_again,
    seed,
    setting_of,
)
from sanssouci.cli.play.seats import NAMES
from sanssouci.cli.screen import Screen
from sanssouci.cli.sentences import sentence
from sanssouci.cli.terminal import Terminal
from sanssouci.game.game import Game
from sanssouci.players.levels import make_level
from sanssouci.texts import Texts

SUMMARY: Final = "watch the computer play a game against itself"
EXAMPLES: Final = (
    "demo",
    "demo --box imperial --rewards --boar --players 3 --pace 1",
    "demo --seed 7 --pace 0 --language fr",
)
_MOVES: Final = 2  # told below the table
_LINES: Final = 6  # for them
_NO_END: Final = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_setting(parser)
    parser.add_argument("--seed", type=seed, default=None, metavar="S", help="play the same game again")
    parser.add_argument(
        "--player", type=level, default="greedy", metavar="LEVEL", help=f"who plays: {LEVEL_NAMES} (default greedy)"
    )
    parser.add_argument("--pace", type=float, default=0.4, metavar="SECONDS", help="time for each turn (default 0.4)")
    add_look(parser, plain=False)


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    setting = setting_of(options)
    if not 0 <= options.pace <= 60:
        raise UsageError(f"--pace is a number of seconds from 0 to 60, not {options.pace:g}")
    game = Game(setting.box, players=setting.players, expansions=setting.expansions, seed=options.seed)
    terminal = Terminal(colour=not options.no_colour)
    texts, names = Texts(language_for(options), setting.box, ascii_only=terminal.is_ascii), NAMES[: game.players]
    screen = Screen(texts, terminal.signs, names)
    moves = _moves(game, options.player, texts)
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
    command = "demo" if options.player == "greedy" else f"demo --player {options.player}"
    terminal.quote(texts("end.again", command=same_again(command, game, options.box)))
    return 0


def _moves(game: Game, player: str, texts: Texts) -> Iterator[str]:
    """Play the game and tell every move."""
    players = [make_level(player, game.seed + seat) for seat in range(game.players)]
    while (seat := game.seat) is not None:
        move = players[seat].choose(game.view(seat))
        before = game.view()
        game.push(move)
        yield sentence(texts, NAMES[seat], move, before, game.view())


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
