"""Plays games with the peacock in a separate process: `python play_peacock.py BOX`. Any fault raises an error."""

import json
import random
import re
import sys
from importlib.resources import files

import jsonschema
import msgspec
import pytest

from sanssouci import Box, Game, IllegalMoveError, RandomPlayer, Turn, View, load_box, make_player
from sanssouci.box import Expansions
from sanssouci.cli.aloud import Aloud
from sanssouci.cli.board import UNICODE, draw_garden, legend
from sanssouci.cli.sentences import sentence
from sanssouci.game.draft import Draft
from sanssouci.game.replay import read_line
from sanssouci.game.svg.wording import Wording
from sanssouci.game.telling import tell
from sanssouci.server.drafting import Drafting
from sanssouci.server.showing import show_box, show_told, show_view
from sanssouci.texts import LANGUAGES, Texts

SCHEMA = json.loads(files("sanssouci").joinpath("game/record.schema.json").read_text(encoding="utf-8"))


def gardeners(game: Game, seat: int) -> tuple[int, int]:
    """All gardeners of a seat, and those of the last row."""
    found = game.garden(seat).gardeners
    return len(found), sum(square[1] == str(len(game.box.rows)) for square in found)


def check_position(game: Game) -> None:
    """The points add up, and every form leads back."""
    for seat in range(game.players):
        points = game.points(seat)
        assert points.total == sum(points) - points.total
        everywhere, last = gardeners(game, seat)
        assert points.peacock == 1 + everywhere + (last if game.is_over else 0)  # type: ignore[attr-defined]
        check_drawings(game, seat)
        assert View.from_text(game.view(seat).text(), box=game.box).text() == game.view(seat).text()
        wire = msgspec.to_builtins(show_view(game.view(seat)))
        assert wire["seats"][seat]["points"]["expansions"]["peacock"] == points.peacock  # type: ignore[attr-defined]
    assert Game.from_text(game.text(), box=game.box).text() == game.text()


def check_drawings(game: Game, seat: int) -> None:
    """The peacock is drawn on its square, on a terminal only where nothing is built, and named."""
    garden, texts = game.garden(seat), Texts("en", game.box)
    place = garden.pieces["peacock"]
    for language in LANGUAGES:
        picture = Wording(game.box, language).piece("peacock")
        assert re.search(rf"<title>{place}: [^<]*\b{picture}</title>(?:(?!</g>).)*peacock", game.svg(language=language))
    drawn = [line.plain for line in draw_garden(garden, game.box, UNICODE)]
    cell = drawn[int(place[1]) + 1][3 + 4 * "abcde".index(place[0]) :][:4]
    assert (cell[1] == UNICODE.pieces["peacock"]) == (place not in garden.built)
    assert "§ peacock" in legend(texts, UNICODE)
    assert f"peacock: {place}." in Aloud(texts, ("Ada", "Bo")).garden(game, seat)
    assert "$ peacock" in str(game)


def check_step(game: Game) -> int:
    """The step of the peacock, if a turn of the position has one: offered, shown, refused with its rule."""
    assert game.seat is not None
    flights = [move for move in game.legal_moves if isinstance(move, Turn) and move.gardener and move.piece]
    flights = [move for move in flights if move.gardener not in game.garden(game.seat).pieces.values()]
    for move in flights[:1]:
        draft = Draft(game.view(game.seat))
        steps = str(move).replace("=", " ").replace("~", "").split()
        for step in steps[:3]:
            draft.choose(step)
        shown = Drafting(draft.start, 0).show(draft.chosen, hurry=False)
        assert str(shown.step) == "move peacock"
        assert {choice.piece for choice in shown.choices} == {"peacock"}
        assert move.piece in {choice.square for choice in shown.choices}
        with pytest.raises(IllegalMoveError, match="flies to a square next to its own") as refused:
            draft.choose(game.garden(game.seat).pieces["peacock"])
        assert (refused.value.rule, refused.value.key) == ("Q2", "peacock must fly")
    return len(flights)


def play(box: Box, expansions: Expansions, seed: int) -> Game:
    game = Game(box, expansions=expansions, seed=seed)
    players = [RandomPlayer(seed), RandomPlayer(seed + 1)]
    luck = random.Random(seed)
    texts = Texts("en", box)
    said, flights = [], 0
    while game.seat is not None:
        before, seat = game.view(), game.seat
        flights += 0 if before.is_setup else check_step(game)
        move = players[seat].choose(game.view(seat))
        game.push(move)
        said.append(sentence(texts, "Ada", move, before, game.view()))
        told = show_told(tell(game, len(game.moves) - 1)).points
        assert told.total == told.nobles + sum(told.expansions.values())
        if not before.is_setup:
            assert game.points_of_expansions(seat)["peacock"] == 1 + gardeners(game, seat)[0]
            if luck.random() < 0.4:
                check_position(game)
    check_position(game)
    assert flights
    assert any("peacock → " in each for each in said)
    return game


def check_computers(box: Box) -> None:
    """Players that search play it on, although the evaluation does not know the peacock."""
    game, player = Game(box, expansions="boar,peacock", seed=3), RandomPlayer(3)
    while game.turns < 8 or not check_step(game):
        assert game.seat is not None
        game.push(player.choose(game.view(game.seat)))
    assert game.seat is not None
    for level in ("greedy", "courtier", "architect:samples=8"):
        assert make_player(level, 1).choose(game.view(game.seat)) in game.legal_moves


def main() -> None:
    box = load_box(sys.argv[1])
    assert show_box(box).expansions == ["rewards", "boar", "peacock"]
    for seed, names in enumerate(("peacock", "rewards,peacock", "rewards,boar,peacock")):
        game = play(box, Expansions(names), seed)
        record = game.record()
        jsonschema.validate(record, SCHEMA)
        assert record["result"]["points"][0].keys() >= {"rewards", "boar", "peacock"}
        again = Game.from_record(read_line(json.dumps(record)))
        assert (again.record(), again.text()) == (record, game.text())
    check_computers(box)
    plain = Game(box, expansions="boar", seed=1)
    assert plain.points(0).peacock == 0  # type: ignore[attr-defined]


main()
