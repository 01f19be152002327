"""Reads the arguments and hands over to a command.

Exit status: 0 for success, 1 if something is found wrong, 2 for incorrect usage, 130 if interrupted.
"""

import argparse
import atexit
import gc
import os
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

from sanssouci import __version__
from sanssouci.arena.faults import PlayerError
from sanssouci.box.errors import SanssouciError
from sanssouci.cli import (
    admin,
    advise,
    arena,
    box,
    completion,
    db,
    demo,
    draw,
    engine,
    export,
    learn,
    play,
    puzzles,
    replay,
    review,
    serve,
    simulate,
)
from sanssouci.cli.errors import UsageError
from sanssouci.game.extras import MissingExtraError

COMMANDS: Final = {
    "serve": serve,
    "play": play,
    "learn": learn,
    "demo": demo,
    "simulate": simulate,
    "arena": arena,
    "advise": advise,
    "replay": replay,
    "review": review,
    "puzzles": puzzles,
    "draw": draw,
    "engine": engine,
    "export": export,
    "box": box,
    "db": db,
    "admin": admin,
    "completion": completion,
}

_DESCRIPTION = "Sanssouci, Michael Kiesling's board game. Without a command: the web game, in your browser."
_EPILOG = "An independent, non-commercial implementation; game and artwork belong to their author and publishers."


class Parser(argparse.ArgumentParser):
    """A parser whose errors fit on one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where to find help."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def build_parser() -> argparse.ArgumentParser:
    """The parser with all commands."""
    parser = Parser(prog="sanssouci", description=_DESCRIPTION, epilog=_EPILOG)
    parser.add_argument("--version", action="version", version=f"sanssouci {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", dest="command")
    for name, command in COMMANDS.items():
        summary = command.SUMMARY
        child = commands.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            epilog="examples:\n" + "\n".join(f"  sanssouci {line}" for line in command.EXAMPLES),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(child)
        child.set_defaults(run=command.run)
    parser.set_defaults(run=lambda _: serve.run(parser.parse_args(["serve"])))
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    atexit.register(gc.freeze)  # the process frees its memory anyway; collecting garbage first takes half a second
    # Where colorama is installed, Numba would have it wrap our output and end it with an escape sequence.
    os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")
    parser = build_parser()
    options, unknown = parser.parse_known_args(arguments)
    name = " ".join(filter(None, ("sanssouci", options.command)))
    if unknown:
        parser.prog = name  # the command's own help lists what it takes
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    try:
        status = options.run(options)
        sys.stdout.flush()
    except (UsageError, MissingExtraError) as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    except PlayerError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
    except SanssouciError as error:  # something no command expects to be refused, such as an environment setting
        print(f"sanssouci: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("sanssouci: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output is gone: not our fault
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"sanssouci: {error.strerror or error}", file=sys.stderr)
        return 1
    assert isinstance(status, int)
    return status
