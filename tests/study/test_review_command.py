"""`sanssouci review`: tables, sentences, JSON and a page, in four languages; faults in one line."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sanssouci.cli.main import main
from sanssouci.game.record import write_line
from sanssouci.study.graph import graph_svg
from sanssouci.study.judging import is_as_good
from sanssouci.study.page import page_of
from sanssouci.study.review import Review, review
from sanssouci.study.wording import ReviewWords
from sanssouci.texts import LANGUAGES, Texts
from strategies import BY_ID, finished, running


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = finished(BY_ID["small-2-boar"], 4, ["greedy", "random"])
    game.names = ("Ada <b>", "Bo & Co")
    path = tmp_path_factory.mktemp("review") / "games.jsonl"
    path.write_text(write_line(game.record()) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def found(records: Path) -> Review:
    return review(json.loads(records.read_text(encoding="utf-8")), depth="quick")


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_in_every_language(found: Review, language: str) -> None:
    wording = ReviewWords(found, Texts(language, found.game.box))
    rows = wording.decisions()
    assert [row.played for row in rows] == [str(each.judgement.played.move) for each in found.decisions]
    for row, decision in zip(rows, found.decisions, strict=True):
        assert bool(row.best) != is_as_good(decision.judgement)
        assert row.why
    everything = "\n".join([*wording.aloud(), *wording.accounts_aloud(), *wording.deciding(), *wording.turning()])
    assert "{" not in everything
    assert len(wording.deciding()) == len(found.deciding)
    page = page_of(wording)
    assert f'<html lang="{language}">' in page
    assert "<b>" not in page
    assert "Ada &lt;b&gt;" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    graph = ElementTree.fromstring(graph_svg(wording))
    assert len(graph.findall("{http://www.w3.org/2000/svg}polyline")) == 2


def test_parts_add_up_to_the_result_as_they_are_shown(found: Review) -> None:
    rows = ReviewWords(found, Texts("en", found.game.box)).accounts()[:-1]  # the last is not a part of the sum
    for seat in range(found.game.players):
        for unit in range(2):
            *parts, result = (
                round(10 * float(row.cells[seat][unit].partition("±")[0].replace("−", "-").strip("% \u00a0")))
                for row in rows
            )
            assert sum(parts) == result


@pytest.mark.parametrize("columns", ["60", "160"])
def test_the_command_prints_tables_that_fit(
    records: Path, columns: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["review", str(records), "--quick", "--language", "de"]) == 0
    out = capsys.readouterr().out
    assert "Ergebnis" in out
    assert "Glück mit den Karten" in out
    assert out.count("Runde 1 ") >= 2


def test_json_page_and_sentences(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(records), "--quick", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["format"] == "sanssouci-review"
    for account in data["accounts"]:
        parts = [account["expected"], account["skill"], account["others"], *account["luck"].values()]
        for unit in ("points", "win"):
            assert sum(part[unit]["value"] for part in parts) == pytest.approx(account["result"][unit], abs=1e-9)
    page = records.with_name("page.html")
    assert main(["review", str(records), "--quick", "--page", str(page), "--language", "fr"]) == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    capsys.readouterr()
    assert main(["review", str(records), "--quick", "--plain", "--language", "es"]) == 0
    assert "Por qué" in capsys.readouterr().out


def test_faults_are_told_with_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.jsonl"
    unfinished = running(BY_ID["small-2"], 1, ["greedy"], 6).record(complete=True)
    path.write_text(f'{write_line(unfinished)}\n{{"format": "sanssouci-arena"}}\nnonsense\n', encoding="utf-8")
    for number, told in (("1", "this game is not over"), ("2", "these are arena results"), ("3", "not JSON")):
        assert main(["review", str(path), "--record", number]) == 1
        error = capsys.readouterr().err
        assert error.startswith(f"{path}:{number}: ")
        assert told in error
    assert main(["review", str(path), "--record", "4"]) == 2
    assert main(["review", str(tmp_path / "none.jsonl")]) == 2
    assert main(["review", str(path), "--json", "--page", "x.html"]) == 2
    assert sorted(each.name for each in tmp_path.iterdir()) == ["games.jsonl"]
