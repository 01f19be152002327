"""The box inside a record is checked like any box, and a game played with a different one is detected."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from sanssouci import Game, RecordError
from strategies import BY_ID, finished

RECORD = finished(BY_ID["small-2-rewards-boar"], 12).record()
PUBLISHED = finished(BY_ID["imperial-2-rewards-boar"], 12).record()
Path = tuple[str | int, ...]
WRONG: list[Any] = [None, True, -1, 1.5, "no sense", [], {}, [[]], [None]]


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The path to every value inside a JSON value."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from paths(inner, (*path, index))


def changed(record: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    box = copy.deepcopy(record["box"])
    place = box
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return record | {"box": box}


def test_a_box_that_lacks_a_key_or_has_one_too_many_is_refused() -> None:
    for key in RECORD["box"]:
        box = {other: value for other, value in RECORD["box"].items() if other != key}
        with pytest.raises(RecordError, match=key):
            Game.from_record(RECORD | {"box": box})
    with pytest.raises(RecordError, match="colour"):
        Game.from_record(RECORD | {"box": RECORD["box"] | {"colour": "red"}})


def test_a_wrong_type_anywhere_in_the_box_is_refused() -> None:
    for path in paths(RECORD["box"]):
        own: Any = RECORD["box"]
        for key in path:
            own = own[key]
        for wrong in WRONG:
            if path != ("expansions",) or wrong != []:  # that would be a valid list
                assert (type(wrong), wrong) != (type(own), own)
                with pytest.raises(RecordError):
                    Game.from_record(changed(RECORD, path, wrong))


def seat_board(record: dict[str, Any], kind: str, seat: int) -> tuple[int, int]:
    """The board that a seat was given and the side that it chose, as indexes."""
    mine = [event for event in record["events"] if event[1] == seat]
    boards = record["box"]["gardens" if kind == "garden" else "rewards"]
    board = next(event[2] for event in mine if event[0] == kind)
    index = next(index for index, other in enumerate(boards) if other["id"] == board)
    sides = [event[2] for event in mine if event[0] == "side"]
    side = sides[-1 if kind == "reward" else 0] if len(boards[index]["sides"]) > 1 else "A"
    return index, "AB".index(side)


@pytest.mark.parametrize("record", [RECORD, PUBLISHED], ids=["small", "imperial"])
def test_a_square_printed_or_freed_where_it_mattered_is_found_out(record: dict[str, Any]) -> None:
    board, side = seat_board(record, "garden", 0)
    drawing = record["box"]["gardens"][board]["sides"][side]
    found = 0
    for row in range(1, len(drawing)):
        for column, sign in enumerate(drawing[row]):
            line = drawing[row][:column] + (".#"[sign == "."]) + drawing[row][column + 1 :]
            other = changed(record, ("gardens", board, "sides", side, row), line)
            try:
                game = Game.from_record(other)
            except RecordError:
                found += 1
            else:  # a square that nobody came close to
                assert game.record() == other
    assert found > len(drawing)


@pytest.mark.parametrize("record", [RECORD, PUBLISHED], ids=["small", "imperial"])
def test_a_reward_changed_where_a_tile_lies_is_found_out(record: dict[str, Any]) -> None:
    board, side = seat_board(record, "reward", 0)
    drawing = record["box"]["rewards"][board]["sides"][side]
    garden = Game.from_record(record).garden(0)
    found = 0
    for row, line in enumerate(drawing):
        words = line.split()
        for column, word in enumerate(words):
            if word != "." and f"{'abcdefghi'[column]}{row + 1}" in garden.structures:
                other_word = "+9" if word != "+9" else "+8"
                text = " ".join([*words[:column], other_word, *words[column + 1 :]])
                with pytest.raises(RecordError, match=r"result\.points"):
                    Game.from_record(changed(record, ("rewards", board, "sides", side, row), text))
                found += 1
    assert found > 0


def test_other_cards_tiles_or_spaces_are_found_out() -> None:
    for path, value in (
        (("cards", "pairs"), ["23", "24"]),
        (("cards", "structures"), "abcd"),
        (("cards", "wild"), 0),
        (("cards", "hand"), 3),
        (("cards", "hand"), 1),
        (("missions",), 1),
        (("tiles", "2"), 6),
        (("display",), [2, 2, 3, 3, 4]),
        (("display",), [2, 3, 3, 4, 4]),
        (("board", "boar"), "c2"),
    ):
        with pytest.raises(RecordError):
            Game.from_record(changed(RECORD, path, value))


def test_a_changed_box_of_a_published_name_is_not_taken_for_the_published_one() -> None:
    used = {seat_board(PUBLISHED, "garden", seat)[0] for seat in (0, 1)}
    board = next(index for index in range(4) if index not in used)
    drawing = PUBLISHED["box"]["gardens"][board]["sides"][0]
    row = next(row for row in range(1, 6) if "#" in drawing[row])
    other = changed(PUBLISHED, ("gardens", board, "sides", 0, row), drawing[row].replace("#", "."))
    game = Game.from_record(other)  # nobody had this board
    assert game.box.digest != Game.from_record(PUBLISHED).box.digest
    assert game.record() == other
    assert Game.from_record(PUBLISHED).box is BY_ID["imperial-2"].box
