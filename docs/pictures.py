"""Draws the pictures in docs/pictures.md: `python docs/pictures.py`."""

from pathlib import Path

from sanssouci import Game, GreedyPlayer, load_box
from sanssouci.game.svg import legend_page

FOLDER = Path(__file__).parent / "pictures"
SEED, MOVES = 7, 21


def pictures() -> dict[str, str]:
    """The pictures by their file names."""
    game = Game("imperial", expansions=["rewards", "boar"], seed=SEED)
    game.names = ("Wilhelmine", "Voltaire")
    players = [GreedyPlayer(seat) for seat in range(game.players)]
    while game.seat is not None and len(game.moves) < MOVES:
        game.push(players[game.seat].choose(game.view(game.seat)))
    return {"table.svg": game.svg(game.seat, legal=True), "legend.svg": legend_page(load_box("imperial"))}


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, svg in pictures().items():
        (FOLDER / name).write_text(svg + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
