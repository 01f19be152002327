"""`sanssouci play`: a game at this keyboard, against other people here and computer players."""

from sanssouci.cli.play.command import EXAMPLES, SUMMARY, add_arguments, run

__all__ = ["EXAMPLES", "SUMMARY", "add_arguments", "run"]
