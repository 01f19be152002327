"""Whole pictures, in every configuration and phase, from all points of view."""

import re
from collections import Counter
from functools import cache

import pytest

from sanssouci import Game, SanssouciError
from sanssouci.game.svg import draw
from strategies import BY_ID, Configuration, eyes_of, running
from svg.reading import NAMESPACE, Node, figures, panels, parsed, symbols, title, with_class, with_data

FORBIDDEN_TAGS = {"script", "style", "image", "foreignObject", "a", "animate", "set", "iframe"}
MOVES = (1, 9, 21, 10_000)  # set-up, the first turns, the middle, the end


@cache
def pictures(configuration: Configuration) -> list[tuple[Game, int | None, str]]:
    """A game at several points, seen by all, by a spectator and by each seat."""
    drawn = []
    for moves in MOVES:
        game = running(configuration, 11, ("greedy", "random"), moves)
        drawn += [(game, eyes, game.svg(eyes)) for eyes in (None, *eyes_of(game))]
    return drawn


def test_every_picture_is_one_whole_document_that_refers_to_nothing_outside(configuration: Configuration) -> None:
    for _, _, svg in pictures(configuration):
        root = parsed(svg)
        tags = {node.tag.removeprefix(NAMESPACE) for node in root.iter()}
        assert not tags & FORBIDDEN_TAGS
        assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
        ids = Counter(node.attrib["id"] for node in root.iter() if "id" in node.attrib)
        assert set(ids.values()) == {1}
        prefix = root.attrib["aria-labelledby"].split("title")[0]
        assert all(name.startswith(prefix) for name in ids)
        used = {use.attrib["href"].removeprefix("#") for use in root.iter(f"{NAMESPACE}use")}
        filled = set(re.findall(r"url\(#([^)]*)\)", svg))
        assert used | filled == {name for name in ids if name.removeprefix(prefix) not in ("title", "desc")}
        assert not [name for node in root.iter() for name in node.attrib if name.startswith("on")]
        assert "\0" not in svg


def test_the_same_position_gives_the_same_bytes_and_another_one_other_ids(configuration: Configuration) -> None:
    one, same = (running(configuration, 5, ("greedy",), 12) for _ in range(2))
    assert one.svg() == same.svg()
    assert one.svg(0, legal=True) == same.svg(0, legal=True)
    before = {node.attrib["id"] for node in parsed(one.svg()).iter() if "id" in node.attrib}
    one.pop()
    after = {node.attrib["id"] for node in parsed(one.svg()).iter() if "id" in node.attrib}
    assert not before & after


def test_each_seat_has_its_part_with_score_counts_and_boards(configuration: Configuration) -> None:
    for game, eyes, svg in pictures(configuration):
        parts = panels(parsed(svg))
        assert len(parts) == game.players
        for seat, part in enumerate(parts):
            assert figures(one(part, "score")) == str(game.scores[seat])
            assert f"{game.scores[seat]} points" in description(part)
            pile = figures(one(part, "pile"))
            assert pile == (str(game.pile_count(seat)) if game.pile_count(seat) else "")
            assert set(with_data(one(part, "discards"), "discard")) == set(game.discards(seat))
            open_hand = eyes is None or eyes == seat
            backs = symbols(one(part, "hand")).count("card-back")
            assert backs == (0 if open_hand else game.hand_count(seat))
            assert set(with_data(one(part, "hand"), "card")) == (set(game.hand(seat)) if open_hand else set())
            open_missions = open_hand or game.is_over
            missions = set(with_data(one(part, "missions"), "mission"))
            assert missions == (set(game.missions(seat)) if open_missions else set())
            dealt = len(game.missions(seat))
            assert symbols(one(part, "missions")).count("mission-back") == (0 if open_missions else dealt)
            board = game.garden(seat).board
            assert f"garden {board}" in "".join(part.itertext())


def test_the_table_shows_display_round_and_bag(configuration: Configuration) -> None:
    for game, _, svg in pictures(configuration):
        table = one(parsed(svg), "table")
        spaces = with_data(table, "space")
        assert [spaces[str(index)].attrib.get("data-tile") for index in range(len(spaces))] == list(game.display)
        for index, tile in enumerate(game.display):
            drawn = symbols(spaces[str(index)])
            structure = [] if tile is None else ["tile", symbol_of(game, tile[0])]
            assert drawn == structure
        assert figures(one(table, "round")) == f"{game.round}/{game.rounds}"
        assert figures(one(table, "bag")) == str(game.bag_count)
        assert [int(count) for count in texts(one(table, "bag-contents"))] == list(game.bag.values())


def test_rows_of_the_display_lie_beside_those_of_the_gardens() -> None:
    game = running(BY_ID["imperial-2"], 1, ("greedy",), 4)
    table = one(parsed(game.svg()), "table")
    for space, row in zip(with_data(table, "space").values(), game.box.display, strict=True):
        tile = space.find(f"{NAMESPACE}use")
        assert tile is not None
        assert float(tile.attrib["y"]) == 46 + 106 + 48 * (row - 1)  # head, palace and terrace, rows


@pytest.mark.parametrize("name", ["imperial-2-rewards-boar", "ravensburger-3", "imperial-4-rewards-boar", "small-2"])
def test_the_end_shows_points_by_source_and_crowns_the_winners(name: str) -> None:
    game = running(BY_ID[name], 3, ("greedy", "random"), 10_000)
    outcome = game.outcome()
    assert outcome is not None
    root = parsed(game.svg(0))
    lines = with_data(one(root, "result"), "result")
    for seat, points in enumerate(outcome.points):
        shown = {key: figures(cell) for key, cell in with_data(lines[str(seat)], "source").items()}
        expected = {key: str(value).replace("-", "−") for key, value in points._asdict().items()}
        absent = {"rewards", "boar"} - set(game.expansions)
        assert shown == {key: text for key, text in expected.items() if key not in absent} | {
            "gardeners": str(outcome.gardeners[seat])
        }
        assert ("crown" in symbols(lines[str(seat)])) == (seat in outcome.winners)
        assert ("crown" in symbols(panels(root)[seat])) == (seat in outcome.winners)
    winner = outcome.winners[0]
    assert title(root) == f"The game is over. Seat {winner} wins."


def test_while_the_game_runs_there_is_no_final_count_and_one_seat_is_to_move() -> None:
    game = running(BY_ID["ravensburger-4-rewards"], 3, ("greedy",), 20)
    root = parsed(game.svg())
    assert with_class(root, "result") == []
    pointing = [seat for seat, part in enumerate(panels(root)) if "pointer" in symbols(part)]
    assert pointing == [game.seat]
    assert title(root) == f"Seat {game.seat} is to play – round {game.round} of {game.rounds}"


def test_from_a_seats_eyes_its_garden_comes_first_and_is_the_largest() -> None:
    for name in ("ravensburger-2", "ravensburger-3", "ravensburger-4"):
        game = running(BY_ID[name], 3, ("greedy",), 20)
        for eyes in range(game.players):
            root = parsed(game.svg(eyes))
            assert next(iter(with_data(root, "seat"))) == str(eyes)
            scales = {}
            for node in root.iter(f"{NAMESPACE}g"):
                for child in node.findall(f"{NAMESPACE}g[@data-seat]"):
                    found = re.search(r"scale\((.*)\)", node.attrib["transform"])
                    scales[int(child.attrib["data-seat"])] = float(found[1]) if found else 1.0
            assert max(scales, key=scales.__getitem__) == eyes
            assert list(scales.values()).count(scales[eyes]) == 1


def test_size_sets_the_width_and_keeps_the_proportions() -> None:
    game = running(BY_ID["small-2"], 3, ("greedy",), 6)
    natural, sized = parsed(game.svg()), parsed(game.svg(size=500))
    assert natural.attrib["viewBox"] == sized.attrib["viewBox"]
    _, _, width, height = map(float, sized.attrib["viewBox"].split())
    assert (natural.attrib["width"], natural.attrib["height"]) == (f"{width:g}", f"{height:g}")
    assert sized.attrib["width"] == "500"
    assert float(sized.attrib["height"]) == pytest.approx(500 * height / width, abs=0.01)
    for size in (0, -3, 10**9, float("nan")):
        with pytest.raises(SanssouciError, match="width in pixels"):
            game.svg(size=size)


def test_notebooks_get_the_picture() -> None:
    game = running(BY_ID["small-2"], 3, ("greedy",), 6)
    assert game._repr_svg_() == game.svg()
    assert game.view(0)._repr_svg_() == game.view(0).svg() == game.svg(0, last_move=False)


def test_seats_and_names_are_checked() -> None:
    game = running(BY_ID["small-2"], 3, ("greedy",), 6)
    with pytest.raises(IndexError, match="there is no seat 2"):
        game.svg(2)
    with pytest.raises(SanssouciError, match="2 players, but 3 names"):
        draw(game, names=("a", "b", "c"))


def one(node: Node, name: str) -> Node:
    (found,) = with_class(node, name)
    return found


def texts(node: Node) -> list[str]:
    return [found.attrib["data-text"] for found in node.iter() if "data-text" in found.attrib]


def description(node: Node) -> str:
    found = node.find(f"{NAMESPACE}desc")
    assert found is not None
    assert found.text
    return found.text


def symbol_of(game: Game, letter: str) -> str:
    return next(column.id for column in game.box.columns if column.letter == letter)
