"""A tile is drawn in one place: one component of the client, one module of the pictures, from the same files."""

import re
from pathlib import Path

from sanssouci.game.svg.drawings import drawings
from sanssouci.looks.squares import PLACES, REWARDS, SIDE
from strategies import ROOT


def drawing(folder: Path, kind: str, pattern: str) -> set[str]:
    """The files in which a pattern occurs."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob(f"*{kind}")
        if re.search(pattern, path.read_text(encoding="utf-8"))
    }


def test_only_one_component_and_one_module_draw_tiles() -> None:
    assert drawing(ROOT / "web" / "src", ".svelte", r'<Drawing name=(\{[^}]*)?"tile(-back)?"') == {
        "drawing/Tile.svelte"
    }
    assert drawing(ROOT / "src" / "sanssouci", ".py", r'use\("tile(-back)?"') == {"game/svg/pieces.py"}


def test_all_things_lie_within_their_square() -> None:
    assert SIDE == 48
    for name, (x, y, width, height) in PLACES.items():
        assert 0 <= x < x + width <= SIDE, name
        assert 0 <= y < y + height <= SIDE, name
    assert all(reward.drawing in drawings() and 0 < reward.middle < 1 for reward in REWARDS.values())
