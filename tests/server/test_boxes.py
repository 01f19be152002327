"""Owners' boxes: kept with their owner, shared by their id, played with to the end, refused where they are faulty."""

import asyncio
import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from sanssouci import Game, load_box
from sanssouci.box.own import examine_file, read_own, resume_own, started
from sanssouci.server import boxes
from server.databases import Database
from server.inprocess import GENEROUS, in_process
from server.playing import at, play_on, two_people
from server.serving import Person, Server, within

ROOT = Path(__file__).resolve().parents[2]
OWN = (ROOT / "examples" / "boxes" / "my-layouts.toml").read_text(encoding="utf-8")
RULES = load_box(ROOT / "examples" / "boxes" / "my-layouts.toml").rules()
MARKUP = "<img src=x onerror=alert(1)> \"'\\ & §"


async def begin(person: Person, **wish: Any) -> dict[str, Any]:
    found: dict[str, Any] = await person.do("/api/boxes", wish or {"extends": "ravensburger"}, status=201)
    return found


async def save(person: Person, box: dict[str, Any], **more: Any) -> dict[str, Any]:
    wish = {"version": box["version"], "file": box["file"], **more}
    found: dict[str, Any] = await person.do(f"/api/boxes/{box['id']}", wish)
    return found


async def names(person: Person) -> list[str]:
    return [box["name"] for box in (await person.see("/api/boxes"))["boxes"]]


def test_a_box_is_kept_with_its_owner_and_others_may_only_look_and_take_it_over(
    server: Server, database: Database
) -> None:
    async def enter() -> None:
        async with Person(server) as ada, Person(server) as ben:
            box = await begin(ada)
            assert (box["yours"], box["version"], box["faults"]) == (True, 0, [])
            box["file"]["name"] = "Ada's copy"
            box = await save(ada, box)
            assert (box["version"], box["file"]["name"]) == (1, "Ada's copy")
            assert await names(ada) == ["Ada's copy"]
            assert await names(ben) == []
            seen = await ben.see(f"/api/boxes/{box['id']}")
            assert (seen["yours"], seen["file"]) == (False, box["file"])
            assert seen["link"].endswith(f"/copy/{box['id']}")
            await ben.refused("not_your_box", f"/api/boxes/{box['id']}", {"version": 1, "file": box["file"]})
            await ben.refused("not_your_box", f"/api/boxes/{box['id']}/delete")
            taken = await begin(ben, of=box["id"])
            assert (taken["yours"], taken["file"], taken["id"] != box["id"]) == (True, box["file"], True)
            await ada.do(f"/api/boxes/{box['id']}/delete")
            await ada.refused("no_box", f"/api/boxes/{box['id']}/delete")
            assert await names(ada) == []
            assert await names(ben) == ["Ada's copy"]  # a copy of one's own stays

    within(30, enter())


def test_who_saves_an_older_version_changes_nothing(server: Server) -> None:
    async def race() -> None:
        async with Person(server) as ada:
            box = await begin(ada)
            wishes = [{**box["file"], "name": name} for name in ("one", "two")]
            path = f"/api/boxes/{box['id']}"
            answers = await asyncio.gather(*(ada.post(path, json={"version": 0, "file": file}) for file in wishes))
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            kept = await ada.see(path)
            assert kept["version"] == 1
            assert kept["file"]["name"] in ("one", "two")

    within(30, race())


def test_faults_are_told_at_their_squares_and_nobody_plays_with_a_faulty_box(server: Server) -> None:
    async def enter() -> None:
        async with Person(server) as ada:
            box = await begin(ada, extends="imperial")
            board = box["file"]["gardens"]["board"][1]
            board["A"] = board["A"].replace("#########", "####.####").replace("...#..#..", "...##.#..")
            box = await save(ada, box)
            places = [(each["part"], each["number"], each["side"], each["square"]) for each in box["faults"]]
            assert places == [("gardens", 2, "A", "e1"), ("gardens", 2, "A", "e4")]
            assert [each["why"] for each in box["faults"]] == ["row 1 free", "piece printed"]
            assert box["faults"][0]["fault"] == "leaves e1 free; must print all of row 1 (C4)"
            assert box["info"]["name"] == "Sanssouci (Imperial)"  # it can be drawn all the same
            seats = [{"kind": "here"}, {"kind": "computer"}]
            await ada.refused("bad_box", "/api/tables", {"seats": seats, "box": box["id"]})
            listed = (await ada.see("/api/boxes"))["boxes"]
            assert [(each["faults"], each["info"]) for each in listed] == [(2, None)]

    within(30, enter())


def test_a_table_carries_its_box_through_changes_and_deletion_to_the_replayed_record(
    server: Server, database: Database
) -> None:
    async def play() -> None:
        async with Person(server) as ada, Person(server) as ben:
            box = await begin(ada, text=OWN.replace('name = "', f'name = "{"<b>"} '))
            box["file"]["columns"][0]["en"] = MARKUP
            box = await save(ada, box)
            table = await two_people(ada, ben, box=box["id"], expansions=["rewards"])
            box["file"]["gardens"]["printed"] = 3
            await save(ada, box)  # faulty from now on
            await ada.do(f"/api/boxes/{box['id']}/delete")
            game = await play_on(database, table, {0: ada, 1: ben})
            assert game.is_over
            info = await ben.see(at(table))
            assert info["own_box"]["name"].startswith("<b>")
            assert info["own_box"]["columns"][0]["names"]["en"] == MARKUP
            assert (info["box"], info["rated"]) == (RULES["id"], False)
            record = await ben.see(at(table, "/record"))
            replayed = Game.from_record(record)
            assert json.dumps(record["box"], sort_keys=True) == json.dumps(RULES, sort_keys=True)
            assert [replayed.points(seat) for seat in range(2)] == [game.points(seat) for seat in range(2)]
            replay = await ben.see(at(table, "/replay?eyes=-2"))
            assert replay["box"]["columns"][0]["names"]["en"] == MARKUP
            picture = await ben.get(at(table, "/picture"))
            assert picture.status_code == 200
            assert "<img" not in picture.text
            again = await ben.do(at(table, "/rematch"), status=201)
            assert again["table"]["own_box"]["name"].startswith("<b>")
            assert (await ada.see("/api/mine/games"))["games"][-1]["box_name"].startswith("<b>")

    within(60, play())


def test_the_file_of_a_box_is_the_one_that_the_command_line_takes(server: Server) -> None:
    async def carry() -> None:
        async with Person(server) as ada:
            box = await begin(ada, text=OWN)
            answer = await ada.get(f"/api/boxes/{box['id']}/file")
            assert answer.headers["content-disposition"] == f'attachment; filename="{RULES["id"]}.toml"'
            assert read_own(answer.text) == read_own(OWN)
            assert box["digest"] == load_box(ROOT / "examples" / "boxes" / "my-layouts.toml").digest
            again = await begin(ada, text=answer.text)
            assert again["file"] == box["file"]
            smaller = await save(ada, again, columns=6, rows=5)
            assert (len(smaller["file"]["columns"]), len(smaller["file"]["rows"])) == (6, 5)
            assert smaller["faults"] == []

    within(30, carry())


BAD_FILES = {
    "nonsense": "file: is not valid TOML",
    OWN.replace("#########", "########", 1): "gardens.board[1].A row 1: has 8 squares; must have 9",
    OWN.replace('"ravensburger"', '"/etc/passwd"'): "extends: is '/etc/passwd'; must be one of",
    OWN.replace("printed = 15", "printed = 15\n[evil]"): "evil: is unknown",
    "[[gardens.board]]\n" * 1_000: "format: is missing",
}


def test_a_file_in_the_making_is_gone_on_with(server: Server) -> None:
    unfinished = OWN.replace("#########", "########.", 1)

    async def send() -> None:
        async with Person(server) as ada:
            box = await begin(ada, text=unfinished)
            assert [(fault["why"], fault["square"]) for fault in box["faults"]] == [
                ("row 1 free", "i1"),
                ("printed squares", None),
            ]
            assert box["file"]["extends"] == "ravensburger"
            toml = await ada.get(f"/api/boxes/{box['id']}/file")
            assert (await begin(ada, text=toml.text))["file"] == box["file"]
            seats = [{"kind": "here"}, {"kind": "computer"}]
            await ada.refused("bad_box", "/api/tables", {"seats": seats, "box": box["id"]})

    within(30, send())


def test_bad_files_are_refused_in_the_box_checkers_words(server: Server) -> None:
    async def send() -> None:
        async with Person(server) as ada:
            for text, words in BAD_FILES.items():
                problem = await ada.refused("bad_box", "/api/boxes", {"text": text})
                assert problem["message"].startswith(words)
            assert await names(ada) == []

    within(30, send())


def test_forged_files_and_files_that_are_too_large_are_refused(server: Server) -> None:
    file = started("ravensburger")
    forged = [
        {**file, "gardens": {"printed": 15, "board": file["gardens"]["board"] * 5}},
        {**file, "columns": file["columns"] * 2},
        {**file, "tiles": {"5": 5}},
        {**file, "board": {"boar": "z9"}},
        {**file, "evil": 1},
        {key: value for key, value in file.items() if key != "cards"},
        {**file, "cards": {**file["cards"], "pairs": ["xx"]}},
    ]

    async def send() -> None:
        async with Person(server) as ada, Person(server) as eve:
            box = await begin(ada)
            path = f"/api/boxes/{box['id']}"
            for each in forged:
                await ada.refused("bad_request", path, {"version": 0, "file": each})
            for version in (-1, 2**31, 2**63):
                await ada.refused("bad_request", path, {"version": version, "file": file})
            thousand = {**file, "gardens": {"printed": 15, "board": file["gardens"]["board"] * 250}}
            await ada.refused("too_large", path, {"version": 0, "file": thousand})
            long = {**file, "columns": [{**line, "en": "x" * 1_000, "de": "y" * 1_000} for line in file["columns"]]}
            wide = {**long, "columns": [{**line, "es": "z" * 1_000, "fr": "z" * 1_000} for line in long["columns"]]}
            await ada.refused("bad_box", path, {"version": 0, "file": wide})
            assert (await ada.post("/api/boxes", json={"text": "#" * 80_000})).status_code == 413
            await ada.refused("bad_request", "/api/boxes", {"text": "#" * 30_001})
            await ada.refused("bad_setting", "/api/boxes", {"text": "", "extends": "imperial"})
            await ada.refused("bad_box", "/api/boxes", {"extends": "nobox"})
            for other in ("x" * 22, "..", "nobox"):
                assert (await eve.get(f"/api/boxes/{other}")).status_code == 404
            assert (await ada.see(path))["version"] == 0

    within(30, send())


def test_whoever_sends_files_again_and_again_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that somebody has made up may take a tenth of a second, and a cookie is easily changed."""
    threads: list[str] = []

    def noted(*arguments: Any) -> Any:
        threads.append(threading.current_thread().name)
        return resume_own(*arguments)

    monkeypatch.setattr(boxes, "resume_own", noted)
    with in_process(tmp_path / "tables.sqlite3", limits=replace(GENEROUS, replays=(0.001, 3.0))) as server:
        answers = [httpx.post(f"{server.url}/api/boxes", json={"text": OWN}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert len(threads) == 3
    assert "server" not in threads, "the event loop has to serve others"


def test_boxes_are_checked_off_the_event_loop_and_once_until_they_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One holder may have fifty, and ask for their list forty times a second."""
    threads: list[str] = []

    def noted(*arguments: Any) -> Any:
        threads.append(threading.current_thread().name)
        return examine_file(*arguments)

    with in_process(tmp_path / "tables.sqlite3") as server, httpx.Client(base_url=server.url) as client:
        for _ in range(3):
            assert client.post("/api/boxes", json={"extends": "imperial"}).status_code == 201
        monkeypatch.setattr(boxes, "examine_file", noted)
        for _ in range(3):
            assert len(client.get("/api/boxes").json()["boxes"]) == 3
    assert len(threads) == 3
    assert "server" not in threads
