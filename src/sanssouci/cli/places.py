"""Arguments that say where the work is done: in processes of this machine, or on a Ray cluster."""

import argparse
import re
from typing import Final

from sanssouci.arena.work import Workplace
from sanssouci.cli.options import positive

_ADDRESS: Final = re.compile(r"auto|local|(ray://)?[\w.\-\[\]:]+:\d+")


def add_place(parser: argparse.ArgumentParser, *, usual: str = "1") -> None:
    """Add the arguments that say where the work is done; `usual` says how many processes without any."""
    parser.add_argument(
        "--workers",
        type=positive,
        metavar="W",
        help=f"processes (default: {usual}); with --ray, how many at a time (default: all of the cluster)",
    )
    parser.add_argument(
        "--ray",
        nargs="?",
        type=_address,
        const="",
        metavar="ADDRESS",
        help="on the machines of a Ray cluster: HOST:PORT, or the one that Ray finds or starts here",
    )


def place_of(options: argparse.Namespace, *, usual: int = 1) -> Workplace:
    """Where the work is done."""
    return Workplace(options.workers, options.ray) if options.ray is not None else Workplace(options.workers or usual)


def _address(text: str) -> str:
    if text and not _ADDRESS.fullmatch(text):
        wrong = f"{text!r} is not the address of a cluster, like 10.0.0.1:6379; without an address, --ray goes last"
        raise argparse.ArgumentTypeError(wrong)
    return text
