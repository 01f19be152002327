"""`sanssouci demo`: watch the computer play a game against itself."""

import argparse
import time
from collections import deque
from collections.abc import Iterator
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from sanssouci.cli.board import LEGEND, draw, draw_points
from sanssouci.cli.errors import UsageError
from sanssouci.cli.options import add_setting, seed, setting_of
from sanssouci.cli.sentences import sentence
from sanssouci.game.game import Game
from sanssouci.players.levels import LEVELS

SUMMARY: Final = "watch the computer play a game against itself"
EXAMPLES: Final = ("demo", "demo --box imperial --rewards --boar --players 3 --pace 1", "demo --seed 7 --pace 0")
NAMES: Final = ("Wilhelmine", "Voltaire", "Algarotti", "Quantz")
_LINES: Final = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_setting(parser)
    parser.add_argument("--seed", type=seed, default=None, metavar="S", help="play the same game again")
    parser.add_argument("--player", choices=sorted(LEVELS), default="greedy", help="who plays (default greedy)")
    parser.add_argument("--pace", type=float, default=0.4, metavar="SECONDS", help="time for each turn (default 0.4)")


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    setting = setting_of(options)
    if not 0 <= options.pace <= 60:
        raise UsageError(f"--pace is a number of seconds from 0 to 60, not {options.pace:g}")
    game = Game(setting.box, players=setting.players, rewards=setting.rewards, boar=setting.boar, seed=options.seed)
    console = Console()
    if "utf" not in (console.encoding or "").lower():
        return _plainly(game, options.player)
    if console.is_terminal and options.pace > 0:
        _lively(console, game, options.player, options.pace)
    else:
        for line in _moves(game, options.player):
            console.print(line, highlight=False)
    names = NAMES[: game.players]
    console.print(draw(game, names), LEGEND, "", draw_points(game, names), _verdict(game), sep="\n", highlight=False)
    console.print(f"\nThe same game again: sanssouci demo --seed {game.seed}", highlight=False, style="dim")
    return 0


def _moves(game: Game, player: str) -> Iterator[str]:
    """Play the game and tell every move."""
    players = [LEVELS[player](game.seed + seat) for seat in range(game.players)]
    while (seat := game.seat) is not None:
        move = players[seat].choose(game.view(seat))
        before = game.points_in_play(seat)
        game.push(move)
        yield sentence(game.box, NAMES[seat], move, game.points_in_play(seat) - before)


def _lively(console: Console, game: Game, player: str, pace: float) -> None:
    """Show the table after every move."""
    names = NAMES[: game.players]
    log: deque[str] = deque(maxlen=_LINES)

    def picture() -> RenderableType:
        return Group(draw(game, names), Text(LEGEND, style="dim"), *(Text(line) for line in log))

    with Live(picture(), console=console, auto_refresh=False, transient=True) as live:
        for line in _moves(game, player):
            log.append(line)
            live.update(picture(), refresh=True)
            time.sleep(pace)


def _plainly(game: Game, player: str) -> int:
    """For terminals that know no signs beyond ASCII."""
    for line in _moves(game, player):
        print(line.encode("ascii", "replace").decode())
    print(str(game).encode("ascii", "replace").decode())
    return 0


def _verdict(game: Game) -> str:
    outcome = game.outcome()
    assert outcome is not None
    winners = [NAMES[seat] for seat in outcome.winners]
    if len(winners) > 1:
        return f"A shared victory for {' and '.join(winners)}."
    best = max(outcome.points[seat].total for seat in range(game.players))
    tied = sum(points.total == best for points in outcome.points) > 1
    return f"{winners[0]} wins with {best} points" + (", by the number of gardeners." if tied else ".")
