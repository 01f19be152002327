"""Arguments that several commands share."""

import argparse

from sanssouci.arena.simulation import Setting
from sanssouci.box import BoxError, load, published
from sanssouci.cli.errors import UsageError
from sanssouci.game.errors import SanssouciError
from sanssouci.game.game import SEED_BITS, check_seed


def add_setting(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say what is played."""
    parser.add_argument("--players", type=int, default=2, metavar="N", help="2, 3 or 4 players (default 2)")
    boxes = ", ".join(published())
    parser.add_argument("--box", default="ravensburger", metavar="BOX", help=f"{boxes}, or a box file (.toml)")
    parser.add_argument("--rewards", action="store_true", help="with the Rewards expansion")
    parser.add_argument("--boar", action="store_true", help="with the Wild Boar expansion (imperial)")


def setting_of(options: argparse.Namespace) -> Setting:
    """What is played, checked."""
    try:
        return Setting(load(options.box), players=options.players, rewards=options.rewards, boar=options.boar)
    except (BoxError, SanssouciError) as error:
        raise UsageError(str(error)) from None


def seed(text: str) -> int:
    """An argument that is a seed."""
    try:
        return check_seed(int(text, 0))
    except ValueError:
        raise argparse.ArgumentTypeError(f"a seed is a number from 0 to 2^{SEED_BITS} - 1, not {text!r}") from None


def positive(text: str) -> int:
    """An argument that is a positive number."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a number from 1 is needed, not {text!r}")
    return int(text)
