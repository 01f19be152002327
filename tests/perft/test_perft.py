"""The numbers of legal choices from fixed positions, pinned, and counted a second time by the reference."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from perft.make import ABSENT, DEPTH, FOLDER, IDS, WANTED, measure, perft_path
from reference import (
    Garden,
    Space,
    Square,
    at,
    boar_squares,
    gardener_squares,
    names,
    tile_names,
    tiles_allowed,
    walk_squares,
)
from sanssouci import Game
from sanssouci.kernel import engine
from strategies import BY_ID

ENTRIES = [(identifier, entry) for identifier in IDS for entry in json.loads(perft_path(identifier).read_bytes())]
NAMES = [f"{identifier}: {entry['kind']}" for identifier, entry in ENTRIES]
each_position = pytest.mark.parametrize(("identifier", "entry"), ENTRIES, ids=NAMES)


def game_at(identifier: str, entry: dict[str, Any]) -> Game:
    game = Game.from_text(entry["position"], box=BY_ID[identifier].box, seed=0)
    assert game.text() == entry["position"]
    return game


def test_there_are_positions_of_every_kind() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(IDS) == set(ABSENT)
    for identifier in IDS:
        kinds = {entry["kind"] for other, entry in ENTRIES if other == identifier}
        assert kinds | {"gardener anywhere"} == WANTED.keys() - ABSENT[identifier] | {"gardener anywhere"}
    assert sum(entry["kind"] == "gardener anywhere" for _, entry in ENTRIES) >= 3


@each_position
@pytest.mark.parametrize("using", [engine.compiled(), engine.interpreted()], ids=["compiled", "interpreted"])
def test_the_choices_are_the_pinned_ones(identifier: str, entry: dict[str, Any], using: engine.Engine) -> None:
    game = game_at(identifier, entry)
    before = game._state.tobytes()
    pinned = {key: value for key, value in entry.items() if key not in ("kind", "position")}
    assert measure(game, using) == pinned
    assert game._state.tobytes() == before


# ── the same by the reference ─────────────────────────────────────────────────────────────────────────


class Table:
    """A position as the reference would have it, for the seat that has to move."""

    def __init__(self, game: Game) -> None:
        assert game.seat is not None
        self.hand = game.hand(game.seat)
        rows = game.box.display
        self.display = [
            Space(row, index > 0 and rows[index - 1] == row, (tile or "?")[0])
            for index, (row, tile) in enumerate(zip(rows, game.display, strict=True))
        ]
        self.garden = game.garden(game.seat)
        self.size = game.box.size

    def fresh(self) -> Garden:
        seen = self.garden
        garden = Garden(
            self.size.rows,
            self.size.columns,
            set(map(at, seen.printed)),
            boar=at(seen.pieces["boar"]) if "boar" in seen.pieces else None,
            structures=set(map(at, seen.structures)),
            gardeners=set(map(at, seen.gardeners)),
        )
        garden.noble_rows = {at(f"{letter}1")[1]: row for letter, row in seen.nobles.items()}
        return garden

    def turns(self) -> Iterator[list[str]]:
        """Every legal turn as the texts of its steps."""
        tiles = tile_names(self.display)
        for card in self.hand:
            for space in tiles_allowed(card, self.display):
                target = at(f"{self.display[space].tile}{self.display[space].row}")
                if target in self.fresh().free():
                    yield from self.after(target, gardener=False, steps=[card, tiles[space]])
                    continue
                for square in names(gardener_squares(self.fresh().free(), target)):
                    yield from self.after(at(square), gardener=True, steps=[card, tiles[space], square])

    def after(self, laid: Square, *, gardener: bool, steps: list[str]) -> Iterator[list[str]]:
        garden = self.fresh()
        (garden.gardeners if gardener else garden.structures).add(laid)
        boars = names(boar_squares(garden.free(), laid)) if laid == garden.boar else []
        walks = [*names(walk_squares(garden.built(), garden.gardeners, garden.noble_rows)), "-"]
        for boar in boars or [""]:
            for walk in walks:
                yield [*steps, *([f"~{boar}"] if boar else []), walk]


@each_position
def test_the_reference_counts_the_same(identifier: str, entry: dict[str, Any]) -> None:
    game = game_at(identifier, entry)
    if game.is_setup:
        to_choose = [garden for garden in game.gardens if "?" in garden.board + (garden.reward or "")]
        assert entry["counts"] == [2 ** min(depth, len(to_choose)) for depth in range(1, DEPTH + 1)]
        return
    turns = list(Table(game).turns())
    assert len(turns) == entry["turns"]
    for depth, count in enumerate(entry["counts"], 1):
        assert len({tuple(turn[:depth]) for turn in turns}) == count
    assert [written(turn) for turn in turns] == [str(move) for move in game.legal_moves]


def written(steps: list[str]) -> str:
    """The text of a turn: a bare square in the third place of four or more steps is a gardener's."""
    card, tile, *rest = steps
    walk = rest.pop()
    for step in rest:
        tile += f" {step}" if step.startswith("~") else f"={step}"
    return f"{card} {tile} {walk}"
