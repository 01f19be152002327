"""Records as tables: every decision is there, with what was legal and known, and files are read back by others."""

import io
import json
import runpy
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sanssouci import Game, RecordError
from sanssouci.batches.arrays import observation_size
from sanssouci.cli.main import main
from sanssouci.game.record import write_line
from sanssouci.kernel.layout import ACTIONS
from sanssouci.vector import observe
from strategies import BY_ID, ROOT, finished

pa = pytest.importorskip("pyarrow")

from sanssouci.adapters.table_files import read_tables  # noqa: E402  # after the skip


def tables(*records: dict[str, Any], **options: bool) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    text = "\n\n".join(map(write_line, records))
    games, decisions = read_tables(io.BytesIO(text.encode()), **options)
    return games.to_pylist(), decisions.to_pylist()


@pytest.mark.parametrize("name", ["small-2-rewards-boar", "imperial-4-boar"])
def test_every_decision_of_a_game_is_a_row_with_what_was_known_and_legal(name: str) -> None:
    played = finished(BY_ID[name], 5)
    (row,), decisions = tables(played.record(), observations=True, legal=True)
    outcome = played.outcome()
    assert outcome is not None
    assert row["points"] == [points.total for points in outcome.points]
    assert (row["winners"], row["gardeners"]) == (list(outcome.winners), list(outcome.gardeners))
    assert (row["box"], row["players"], row["turns"]) == (played.box.id, played.players, played.turns)
    assert row["decisions"] == len(decisions)
    game = Game(played.box, players=played.players, expansions=played.expansions, seed=played.seed)
    for index, decision in enumerate(decisions):
        assert (decision["decision"], decision["variation"]) == (index, 0)
        assert (decision["seat"], decision["turn"]) == (game.seat, game.turns)
        assert decision["legal"] == list(game.legal_codes)
        assert decision["choices"] == len(game.legal_codes)
        assert decision["points"] == game.points_in_play(game.seat or 0)
        if index % 20 == 0:
            assert decision["observation"] == observe(game.view(game.seat or 0)).tobytes()
        game.push_code(decision["code"])
    assert game.is_over


def test_games_of_several_settings_share_a_table() -> None:
    """Their rows are made together, whatever the size of their observations."""
    played = [finished(BY_ID[name], 2) for name in ("small-2", "imperial-4-boar", "small-2-rewards-boar")]
    games, together = tables(*(game.record() for game in played), observations=True, legal=True)
    assert [row["game"] for row in games] == [0, 1, 2]
    alone = [tables(game.record(), observations=True, legal=True)[1] for game in played]
    assert together == [{**row, "game": index} for index, rows in enumerate(alone) for row in rows]
    assert {len(row["observation"]) for row in together} == {observation_size(2), observation_size(4)}


def test_many_games_make_several_batches() -> None:
    record = write_line(finished(BY_ID["small-2"], 1).record())
    games, decisions = read_tables(io.BytesIO("\n".join([record] * 100).encode()), legal=True)
    assert decisions["code"].num_chunks > 1
    assert decisions.num_rows == sum(games["decisions"].to_pylist())
    counts = np.bincount(decisions["game"].to_numpy())
    assert counts.tolist() == games["decisions"].to_pylist()
    assert decisions["legal"].combine_chunks().value_lengths().to_pylist() == decisions["choices"].to_pylist()


def noted_record() -> dict[str, Any]:
    """A game from a position, with a comment, a time, a variation, one within it, and one after the end."""
    game = Game("small", seed=4, first=0)
    while game.turns < 15:
        game.push(game.legal_moves[0])
    start = Game.from_text(game.text())
    while not start.is_over:
        start.push(start.legal_moves[0])
    record = json.loads(write_line(start.record(complete=True)))
    other = Game.from_text(game.text()).copy(luck="own")
    other.push(other.legal_moves[-1])
    tile = other.chances[0].text
    inner = [["tile", int(other.state[4]), other.chances[-1].text]]
    seat = record["events"][0][1]
    variation = [
        ["turn", seat, str(other.moves[0]), {"seconds": 1.5, "comments": [{"text": "Why not?"}]}],
        ["tile", seat, tile, {"variations": [inner]}],
    ]
    record["events"][0].append(
        {"seconds": 2.5, "comments": [{"text": "Hm."}, {"text": "Really?"}], "variations": [variation]}
    )
    record["comments"] = [{"text": "A short one."}]
    return dict(record)


def test_notes_and_variations_have_rows_and_columns() -> None:
    record = noted_record()
    (row,), decisions = tables(record)
    assert row["comments"] == ["A short one."]
    assert row["variations"] == 2
    played = [decision for decision in decisions if decision["variation"] == 0]
    assert (played[0]["seconds"], played[0]["comments"]) == (2.5, ["Hm.", "Really?"])
    assert all(decision["seconds"] is None and decision["comments"] is None for decision in played[1:])
    game = Game.from_record(record)
    codes = game.trace()[1]
    assert [decision["code"] for decision in played] == codes[codes < ACTIONS].tolist()
    branch = [decision for decision in decisions if decision["variation"] == 1]
    assert [decision["decision"] for decision in branch] == list(range(len(branch)))
    assert branch[0]["turn"] == played[0]["turn"] == 15
    assert (branch[0]["seconds"], branch[0]["comments"]) == (1.5, ["Why not?"])
    assert all(decision["comments"] is None for decision in branch[1:])
    assert [decision["code"] for decision in branch] != [decision["code"] for decision in played[: len(branch)]]
    assert [decision for decision in decisions if decision["variation"] == 2] == []  # chance alone


def test_the_trace_of_a_game_leads_through_it() -> None:
    game = finished(BY_ID["small-2"], 3)
    start, codes = game.trace()
    again = Game(game.box, first=game.first, luck="own")
    assert (start == again.state).all()
    for code in codes.tolist():
        again.push_chance(code) if code >= ACTIONS else again.push_code(code)
    assert (again.state == game.state).all()
    codes[:] = 0
    assert np.any(game.trace()[1])


def test_the_command_writes_files_that_pandas_and_polars_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the example shows them."""
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    monkeypatch.chdir(tmp_path)
    lines = [write_line(finished(BY_ID["small-2"], seed).record()) for seed in range(5)]
    Path("games.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["export", "games.jsonl", "--games", "g.parquet", "--decisions", "d.parquet", "--legal"]) == 0
    assert capsys.readouterr().out.startswith("5 games, ")
    assert main(["export", "games.jsonl", "--decisions", "d.arrow", "--observations"]) == 0
    parquet, arrow = polars.read_parquet("d.parquet"), polars.read_ipc("d.arrow")
    assert len(pandas.read_parquet("g.parquet")) == 5
    assert parquet["code"].to_list() == arrow["code"].to_list()
    assert set(arrow["observation"].bin.size()) == {567}
    assert pa.parquet.read_schema("d.parquet").metadata[b"sanssouci_codes"] == b"1"
    capsys.readouterr()
    monkeypatch.setattr(sys, "argv", ["tables.py", "g.parquet", "d.parquet"])
    runpy.run_path(str(ROOT / "examples" / "tables.py"), run_name="__main__")
    shown = capsys.readouterr().out
    assert "pandas: 5 games" in shown
    assert "Polars: play card: 90 decisions" in shown


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")  # matplotlib's own
def test_the_example_draws_its_plots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    image = pytest.importorskip("PIL.Image")
    monkeypatch.chdir(tmp_path)
    lines = [write_line(finished(BY_ID["small-2"], seed).record()) for seed in range(20)]
    Path("games.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["export", "games.jsonl", "--games", "g.parquet", "--decisions", "d.parquet"]) == 0
    monkeypatch.setattr(sys, "argv", ["tables.py", "g.parquet", "d.parquet", "plots.png"])
    runpy.run_path(str(ROOT / "examples" / "tables.py"), run_name="__main__")
    picture = image.open("plots.png").convert("L")
    halves = [picture.crop((left, 0, left + picture.width // 2, picture.height)) for left in (0, picture.width // 2)]
    assert all(half.getextrema() == (0, 255) for half in halves)  # something black on white in both


def test_a_wrong_record_is_named_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write_line(finished(BY_ID["small-2"], 1).record())
    file, out = tmp_path / "games.jsonl", tmp_path / "d.parquet"
    file.write_text(f"{good}\n{good.replace('winners', 'losers')}\n", encoding="utf-8")
    assert main(["export", str(file), "--decisions", str(out)]) == 1
    error = capsys.readouterr().err
    assert "line 2: result must have the keys" in error
    assert "nothing was written" in error
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.jsonl"]
    with pytest.raises(RecordError, match="line 1: this line is not JSON"):
        read_tables(io.BytesIO(b"{"))
    games, decisions = read_tables(io.BytesIO(b"\n"), observations=True, legal=True)
    assert (games.num_rows, decisions.num_rows) == (0, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "--games FILE, --decisions FILE, or both"),
        (["--games", "x.csv"], "x.csv: the name of a table ends in .parquet or .arrow"),
        (["--games", "x.parquet", "--legal"], "add --decisions FILE"),
        (["--games", "x.parquet", "--decisions", "x.parquet"], "two different files"),
        (["--games", "x.parquet", "--decisions", "./x.parquet"], "two different files"),
    ],
)
def test_wrong_arguments_are_refused(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("", encoding="utf-8")
    assert main(["export", str(file), *arguments]) == 2
    assert message in capsys.readouterr().err
