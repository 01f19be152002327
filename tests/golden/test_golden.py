"""Records of the past stay readable, and the same seed and players still make the same game."""

import json

from golden.make import FOLDER, golden_bytes, golden_path, seed_of
from reference import check
from sanssouci import Game
from sanssouci.game.record import write_line
from sanssouci.game.replay import read_line
from strategies import CONFIGURATIONS, Configuration


def test_there_is_a_golden_record_for_each_configuration_and_no_other() -> None:
    names = {path.name for path in FOLDER.glob("*.jsonl")}
    assert names == {golden_path(configuration).name for configuration in CONFIGURATIONS}


def test_the_seed_still_gives_the_same_bytes(configuration: Configuration) -> None:
    assert golden_bytes(configuration) == golden_path(configuration).read_bytes()


def test_the_record_is_still_read_and_gives_the_same_result(configuration: Configuration) -> None:
    (line,) = golden_path(configuration).read_text(encoding="utf-8").splitlines()
    record = json.loads(line)
    game = Game.from_record(read_line(line))
    outcome = game.outcome()
    assert outcome is not None
    assert [points._asdict() for points in outcome.points] == record["result"]["points"]
    assert list(outcome.gardeners) == record["result"]["gardeners"]
    assert list(outcome.winners) == record["result"]["winners"]
    assert list(game.scores) == [points["total"] for points in record["result"]["points"]]
    assert game.seed == seed_of(configuration) == int(record["seed"], 16)
    assert game.players == configuration.players == record["players"]
    assert game.expansions == configuration.expansions
    assert game.box.digest == configuration.box.digest
    assert (None if game.names is None else list(game.names)) == record.get("names")
    legal = any(len(event) > 3 for event in record["events"])
    assert write_line(game.record(legal=legal)) == line


def test_the_reference_bears_the_record_out(configuration: Configuration) -> None:
    record = json.loads(golden_path(configuration).read_bytes())
    result = check(record)
    assert result.points == record["result"]["points"]
    if any(len(event) > 3 for event in record["events"]):
        assert result.lists == sum(event[0] in ("turn", "side") for event in record["events"])
