"""Whoever has read docs/protocol.md and the OpenAPI document can play: a script that knows nothing else does."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanssouci import Game
from server.serving import Server, serving

SCRIPT = Path(__file__).with_name("protocol_only.py")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("protocol") / "tables.sqlite3") as running:
        yield running


def test_the_script_uses_nothing_of_ours() -> None:
    modules = set()
    for node in ast.walk(ast.parse(SCRIPT.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add((node.module or "").split(".")[0])
    assert modules == {"asyncio", "json", "sys", "typing", "httpx", "jsonschema", "websockets"}


def test_a_whole_game_is_played_by_the_protocol_alone(server: Server) -> None:
    ended = subprocess.run([sys.executable, str(SCRIPT), server.url], capture_output=True, text=True, timeout=180)
    assert ended.returncode == 0, ended.stderr
    ending = json.loads(ended.stdout)
    assert ending["status"] == "over"
    assert ending["mine"] * 2 == ending["moves"]
    game = Game.from_record(ending["record"])
    assert game.is_over
    assert len(game.moves) == ending["moves"]
    outcome = game.outcome()
    assert outcome is not None
    assert list(outcome.winners) == ending["winners"]
    assert ending["seed"] == ending["record"]["seed"]
    assert [game.points(seat).total for seat in range(2)] == ending["points"]
