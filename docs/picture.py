"""Draws docs/board.svg, the picture in the README: `python docs/picture.py`."""

import io
import re
from pathlib import Path

from rich.console import Console

from sanssouci import Game, GreedyPlayer
from sanssouci.cli.board import UNICODE, legend
from sanssouci.cli.play.seats import NAMES
from sanssouci.cli.screen import Screen
from sanssouci.texts import Texts

SEED, TURNS = 7, 26


def main() -> None:
    """Play the first turns of a game and draw the position."""
    game = Game("imperial", expansions=["rewards", "boar"], seed=SEED)
    players = [GreedyPlayer(0), GreedyPlayer(1)]
    while game.seat is not None and game.turns < TURNS:
        game.push(players[game.seat].choose(game.view(game.seat)))
    console = Console(record=True, width=100, file=io.StringIO(), color_system="truecolor", force_terminal=True)
    texts = Texts("en", game.box)
    for line in Screen(texts, UNICODE, NAMES[: game.players]).overview(game, 100, 100):
        console.print(line, no_wrap=True)
    console.print("", legend(texts, UNICODE), sep="\n", highlight=False)
    svg = console.export_svg(title="sanssouci", unique_id="board")
    svg = re.sub(r"<!--.*?-->\n?", "", svg, flags=re.DOTALL)
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # no external fonts
    (Path(__file__).parent / "board.svg").write_text(svg.replace("Fira Code", "DejaVu Sans Mono"), encoding="utf-8")


if __name__ == "__main__":
    main()
