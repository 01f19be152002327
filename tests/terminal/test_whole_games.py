"""Whole games in a real pseudo-terminal, in every language, by numbers and by notation."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from reference import check
from sanssouci import Game, GreedyPlayer, Outcome, RandomPlayer
from sanssouci.kernel.layout import MAX_SEATS
from terminal.keyboard import CLEAR_AND_FORGET, ESCAPES, Keyboard, pattern, words

SETTINGS = {
    "de": ("ravensburger", ()),
    "en": ("imperial", ("--boar",)),
    "es": ("imperial", ("--rewards", "--boar")),
    "fr": ("ravensburger", ("--rewards", "--seats", "human,greedy,random")),
}


def outcome_of(file: Path) -> tuple[dict[str, Any], Outcome]:
    """The record that was written, and the points that the kernel and the reference count for it."""
    (line,) = file.read_text(encoding="utf-8").splitlines()
    record = json.loads(line)
    outcome = Game.from_record(record).outcome()
    assert outcome is not None
    assert [points["total"] for points in check(record).points] == [points.total for points in outcome.points]
    return record, outcome


def last_numbers(output: str, label: str) -> list[int]:
    """The numbers of the last line that begins with a label."""
    lines = [line for line in output.splitlines() if re.match(rf"{re.escape(label)}  ", line)]
    return [int(number) for number in re.findall(r"-?\d+", lines[-1])]


@pytest.mark.parametrize("language", SETTINGS)
def test_a_whole_game_by_numbers(language: str, tmp_path: Path) -> None:
    box, options = SETTINGS[language]
    records = tmp_path / "games.jsonl"
    keyboard = Keyboard(
        "play",
        "--text",
        "--box",
        box,
        "--seed",
        "11",
        "--records",
        str(records),
        *options,
        data=tmp_path,
        language=language,
    )
    luck = random.Random(language)
    assert keyboard.answer(lambda count: luck.randint(1, count), "end.again") == "end.again"
    assert keyboard.end() == 0

    texts = words(language, box)
    record, outcome = outcome_of(records)
    for source in ("nobles", "rows", "columns", "missions", "total"):
        shown = last_numbers(keyboard.output, texts(f"points.{source}"))
        assert shown == [getattr(points, source) for points in outcome.points]
    assert last_numbers(keyboard.output, texts("points.gardeners")) == list(outcome.gardeners)
    winner = record["names"][outcome.winners[0]]
    assert texts("end.wins", name=winner, count=max(p.total for p in outcome.points)) in keyboard.output
    assert str(records) in keyboard.output
    assert not list(tmp_path.glob("saved/*")), "a finished game needs no save"

    assert sum(event[0] == "turn" and event[1] == 0 for event in record["events"]) == 18
    lines = keyboard.output.partition(str(records))[0].splitlines()[:-1]
    assert [line for line in lines if cell_len(line) > 80] == []
    assert "\x1b[3" in "".join(keyboard.seen), "there are colours"
    if language != "en":
        assert not re.search(r"\b(which|plays|takes|walks|points? in|round)\b", keyboard.output, re.IGNORECASE)


def test_a_whole_game_by_notation_is_the_game_that_the_library_plays(tmp_path: Path) -> None:
    seed, records = 12, tmp_path / "games.jsonl"
    keyboard = Keyboard(
        "play", "--text", "--seed", str(seed), "--first", "0", "--rewards", "--records", str(records), data=tmp_path
    )
    game = Game(expansions="rewards", first=0, seed=seed)
    human, computer = RandomPlayer(1), GreedyPlayer(seed * MAX_SEATS + 1)
    while game.seat is not None:
        if game.seat == 0:
            move = human.choose(game.view(0))
            keyboard.expect("play.ask")
            keyboard.type(str(move))
            keyboard.expect("play.confirm")
            keyboard.type("")
        else:
            move = computer.choose(game.view(1))
        game.push(move)
    keyboard.expect("end.again")
    assert keyboard.end() == 0
    record, outcome = outcome_of(records)
    assert record["events"] == game.record()["events"]
    assert last_numbers(keyboard.output, "total") == [points.total for points in outcome.points]


def test_two_people_at_one_keyboard_never_see_each_others_cards(tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    keyboard = Keyboard(
        *("play", "--text", "--seats", "human,human", "--names", "Anna,Otto", "--rewards", "--box", "imperial"),
        *("--seed", "5", "--records", str(records)),
        data=tmp_path,
    )
    luck = random.Random(2)
    keyboard.answer(lambda count: luck.randint(1, count), "end.title")
    keyboard.expect("end.again")
    assert keyboard.end() == 0
    stream = "".join(keyboard.seen)
    screens = re.split(pattern("en", "play.cover"), stream)
    record, _ = outcome_of(records)
    who, shown = screens[1::3], screens[3::3]
    decisions = hands_of(record)
    assert who == [("Anna", "Otto")[seat] for seat, _ in decisions]
    assert len(shown) == 2 + 36
    texts = words("en", "imperial")
    for (seat, game), screen in zip(decisions, shown, strict=True):
        assert CLEAR_AND_FORGET in screen[:40], "the screen and the scrollback are erased"
        text = ESCAPES.sub("", screen.partition("Final scoring")[0])
        own = {*game.hand(seat), *game.missions(seat)}
        for card in {*game.hand(1 - seat), *game.missions(1 - seat)} - own:
            assert f"{card:>2} {texts.card(card)}" not in text, (card, text)
        for card in own:
            assert f"{card:>2} {texts.card(card)}" in text


def hands_of(record: dict[str, Any]) -> list[tuple[int, Game]]:
    """Who decided, and the game at that point."""
    game = Game.from_record(record)
    found = []
    while game.moves:
        game.pop()
        assert game.seat is not None
        found.append((game.seat, game.copy()))
    return found[::-1]
