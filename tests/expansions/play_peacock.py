"""Plays games with the peacock in a separate process: `python play_peacock.py BOX`. Any fault raises an error."""

import json
import random
import sys
from importlib.resources import files

import jsonschema
import msgspec

from sanssouci import Box, Game, RandomPlayer, View, load_box
from sanssouci.box import Expansions
from sanssouci.cli.sentences import sentence
from sanssouci.game.replay import read_line
from sanssouci.game.telling import tell
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
        assert View.from_text(game.view(seat).text(), box=game.box).text() == game.view(seat).text()
        wire = msgspec.to_builtins(show_view(game.view(seat)))
        assert wire["seats"][seat]["points"]["expansions"]["peacock"] == points.peacock  # type: ignore[attr-defined]
    assert Game.from_text(game.text(), box=game.box).text() == game.text()


def play(box: Box, expansions: Expansions, seed: int) -> Game:
    game = Game(box, expansions=expansions, seed=seed)
    players = [RandomPlayer(seed), RandomPlayer(seed + 1)]
    luck = random.Random(seed)
    texts = Texts("en", box)
    said = []
    while game.seat is not None:
        before, seat = game.view(), game.seat
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
    assert any("peacock: 1 point." in each for each in said)
    return game


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
        for language in LANGUAGES:
            assert "<svg" in game.svg(language=language)
    plain = Game(box, expansions="boar", seed=1)
    assert plain.points(0).peacock == 0  # type: ignore[attr-defined]


main()
