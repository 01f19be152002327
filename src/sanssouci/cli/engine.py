"""`sanssouci engine`: one of our players as a program that speaks the engine protocol (docs/engine_protocol.md)."""

import argparse
import json
import sys
from collections.abc import Callable
from typing import Final

from sanssouci.arena.games import warm
from sanssouci.box import Box
from sanssouci.cli.options import PLAYER_KINDS, player
from sanssouci.game.errors import SanssouciError
from sanssouci.game.options import check_seed
from sanssouci.game.view import View
from sanssouci.players.levels import DEFAULT_LEVEL, make_player, timed
from sanssouci.players.player import Player

SUMMARY: Final = "let a computer player speak the engine protocol on standard input and output"
EXAMPLES: Final = (
    "engine --player king",
    "arena courtier 'engine:sanssouci engine --player greedy' --games 10",
    "arena courtier 'engine:node examples/engine.js' --games 10",
)
VERSION: Final = 1
LONGEST_NUMBER: Final = 39  # digits


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    what = f"who thinks: {PLAYER_KINDS} (default {DEFAULT_LEVEL})"
    parser.add_argument("--player", type=player, default=DEFAULT_LEVEL, metavar="PLAYER", help=what)


def run(options: argparse.Namespace) -> int:
    """Answer commands until `quit` or the end of the input."""
    speaker = Speaker(options.player, lambda line: print(line, flush=True))
    for line in sys.stdin:
        if not speaker.hear(line.strip()):
            break
    return 0


class Speaker:
    """The state of a conversation; a wrong command is answered with `info string`, and nothing changes."""

    def __init__(self, spec: str, say: Callable[[str], None]) -> None:
        self._spec, self._say = spec, say
        self._seed: int | None = None
        self._box: Box | None = None
        self._view: View | None = None
        self._players: dict[str, Player] = {}  # by their descriptions, which hold the time

    def hear(self, line: str) -> bool:
        """Answer one command; False after `quit`."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "sanssouci": self._greet,
            "isready": lambda _: self._say("readyok"),
            "setoption": self._set,
            "newgame": lambda _: self._forget(),
            "box": self._take_box,
            "position": self._place,
            "go": self._go,
            "stop": lambda _: None,  # the answer comes when the time is up
        }
        if word == "quit":
            return False
        try:
            if word in commands:
                commands[word](rest.strip())
            elif word:
                self._say(f"info string {word[:20]!r} is not a command; commands are {', '.join(commands)}, quit")
        except SanssouciError as error:
            self._say(f"info string {word}: {' '.join(str(error).split())}")
        return True

    def _greet(self, version: str) -> None:
        if version not in ("", str(VERSION)):
            self._say(f"info string this engine speaks version {VERSION}")
        warm([self._spec])  # so that no move waits for it
        self._say(f"id name Sanssouci {self._spec}")
        self._say("sanssouciok")

    def _set(self, rest: str) -> None:
        words = rest.split()
        number = _whole(words[3]) if len(words) == 4 and words[:3] == ["name", "seed", "value"] else None
        if number is None:
            raise SanssouciError("the only option is: setoption name seed value NUMBER")
        self._seed = check_seed(number)
        self._players.clear()

    def _forget(self) -> None:
        self._players.clear()
        self._view = self._box = None

    def _take_box(self, rest: str) -> None:
        try:
            self._box = Box.from_rules(json.loads(rest))
        except (ValueError, RecursionError) as error:
            raise SanssouciError(str(error)) from None

    def _place(self, rest: str) -> None:
        self._view = None
        self._view = View.from_text(rest, box=self._box)

    def _go(self, rest: str) -> None:
        words = rest.split()
        milliseconds = _whole(words[1]) if len(words) == 2 and words[0] == "movetime" else None
        if words and not milliseconds:
            raise SanssouciError("write go, or go movetime MILLISECONDS")
        if self._view is None:
            raise SanssouciError("there is no position")
        spec = timed(self._spec, milliseconds / 1000) if milliseconds else self._spec
        if spec not in self._players:
            self._players[spec] = make_player(spec, self._seed)
        self._say(f"bestmove {self._players[spec].choose(self._view)}")


def _whole(text: str) -> int | None:
    """A number of at most as many digits as a seed has; None for any other text."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else None
