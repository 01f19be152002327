"""Gardens: what stands on which square, and where that is drawn."""

import pytest

from sanssouci import Game, load_box
from sanssouci.box.squares import LETTERS
from sanssouci.game.svg.garden import EDGE, PALACE, TOP, corner
from sanssouci.game.svg.scene import STRUCTURES, marks_on, printed_on, structure_symbols
from strategies import BY_ID, Configuration, running
from svg.reading import NAMESPACE, Node, all_with_data, figures, panels, parsed, symbols, title, with_class, with_data


def test_every_square_shows_what_the_garden_has_there(configuration: Configuration) -> None:
    for moves in (9, 17, 30, 10_000):
        game = running(configuration, 21, ("greedy", "random"), moves)
        if game.is_setup:
            continue
        for seat, part in enumerate(panels(parsed(game.svg()))):
            check_garden(game, seat, part)


def check_garden(game: Game, seat: int, part: Node) -> None:
    garden, names = game.garden(seat), structure_symbols(game.box)
    covers = {} if garden.reward is None else marks_on(game.box, garden.reward[:-1], garden.reward[-1])
    squares = with_data(part, "square")
    pieces = set(garden.pieces.values())
    assert set(squares) == garden.built | (covers.keys() - garden.built) | pieces
    for square, drawn in squares.items():
        used = [name for name in symbols(drawn) if not name.startswith("glyph")]
        expected: list[str] = []
        if square in garden.gardeners:
            expected = ["tile-back", "gardener"]
        elif square in garden.structures:
            expected = ["tile", names[square[0]]]
        elif square in garden.printed:
            expected = ["printed", names[square[0]]]
        elif covers.get(square) == "0":
            expected = ["cover", "cover-plain"]
        elif square in covers:
            reward = {"+": "reward-structure", "g": "reward-gardener", "-": "reward-loss"}[covers[square][0]]
            expected = ["cover", reward]
            assert figures(drawn) == covers[square].replace("g", "+").replace("-", "−")
        assert used == expected + (["boar"] if square == garden.pieces.get("boar") else [])
        assert title(drawn).startswith(f"{square}: ")
        assert drawn_at(drawn) in (None, corner(square))
    assert sorted(all_with_data(part, "noble")) == sorted(f"{letter}{row}" for letter, row in garden.nobles.items())


def drawn_at(square: Node) -> tuple[int, int] | None:
    """The corner of the tile on a square; None if no tile lies there."""
    tiles = [use for use in square.iter(f"{NAMESPACE}use") if use.attrib["href"].endswith(("-tile", "-tile-back"))]
    return (int(tiles[0].attrib["x"]), int(tiles[0].attrib["y"])) if tiles else None


def test_squares_lie_in_a_grid_below_the_terrace() -> None:
    assert corner("a1") == (EDGE, TOP)
    assert corner("c1") == (EDGE + 2 * 48, TOP)
    assert corner("a6") == (EDGE, TOP + 5 * 48)
    assert PALACE < corner("a0")[1] + 48 < TOP


def test_nobles_stand_on_the_terrace_first_and_then_where_they_walked() -> None:
    game = running(BY_ID["ravensburger-2"], 8, ("greedy",), 2)
    for part in panels(parsed(game.svg())):
        assert all_with_data(part, "noble") == [f"{letter}0" for letter in LETTERS]
    while not game.moves or not (walk := str(game.moves[-1]).split()[-1])[1:]:
        game.push(next(iter(game.legal_moves)))
        if str(game.moves[-1]).endswith("-"):
            game.pop()
            game.push(next(move for move in game.legal_moves if not str(move).endswith("-")))
    nobles = [with_data(part, "noble") for part in panels(parsed(game.svg()))]
    moved = nobles[(game.seat or 0) ^ 1][walk]
    noble = moved.find(f"{NAMESPACE}use")
    assert noble is not None
    x, y = corner(walk)
    assert x < float(noble.attrib["x"]) < x + 48
    assert y < float(noble.attrib["y"]) < y + 48
    assert title(moved) == f"{game.box.columns[LETTERS.index(walk[0])].names['en']} noble in row {walk[1]}"


@pytest.mark.parametrize("name", ["ravensburger-3", "ravensburger-2-rewards", "small-2-rewards-boar"])
def test_a_side_that_is_still_to_be_chosen_is_shown_with_the_other_one(name: str) -> None:
    game = BY_ID[name].game(4, first=0)
    phases = set()
    while game.is_setup:
        phases.add(game.phase)
        for seat, part in enumerate(panels(parsed(game.svg()))):
            garden, sides = game.garden(seat), with_data(part, "side")
            if garden.board.endswith("?"):
                for side, drawn in sides.items():
                    assert set(with_data(drawn, "square")) == printed_on(game.box, garden.board[:-1], side) | boar(game)
            elif garden.reward is not None and garden.reward.endswith("?"):
                for side, drawn in sides.items():
                    marks = marks_on(game.box, garden.reward[:-1], side)
                    assert set(with_data(drawn, "square")) == garden.printed | marks.keys() | boar(game)
                    signs = sum(name.startswith("reward-") for name in symbols(drawn))
                    assert signs == sum(mark != "0" for mark in marks.values())
            open_choice = "?" in f"{garden.board}{garden.reward}"
            assert set(sides) == ({"A", "B"} if open_choice else set())
            assert bool(with_data(part, "noble")) != open_choice
        game.push("B")
    rewards = {"choose reward side"} if "rewards" in game.expansions else set()
    assert phases == {"choose garden side"} | rewards


def boar(game: Game) -> set[str]:
    """Where a boar stands at the start."""
    return {square for garden in game.gardens if (square := garden.pieces.get("boar"))}


def test_a_single_side_is_no_choice() -> None:
    game = BY_ID["imperial-2-rewards"].game(4, first=0)
    assert game.phase == "choose reward side"
    assert all(set(with_data(part, "side")) == {"A", "B"} for part in panels(parsed(game.svg())))
    plain = BY_ID["imperial-2"].game(4, first=0)
    assert all(not with_data(part, "side") for part in panels(parsed(plain.svg())))


def test_every_column_has_a_drawing_of_its_own_even_in_a_box_without_words() -> None:
    small = BY_ID["small-2"].box
    assert list(structure_symbols(small).values()) == ["statue", "pavilion", "stairs", "fountain", "vine"]
    assert list(structure_symbols(load_box("imperial")).values()) == list(STRUCTURES)
    record = running(BY_ID["small-2"], 2, ("random",), 100).record()
    record["box"]["id"] = "nameless"  # else it is known by its name and gets its words back
    nameless = Game.from_record(record)
    drawings = list(structure_symbols(nameless.box).values())
    assert len(set(drawings)) == 5
    assert set(drawings) <= set(STRUCTURES)
    assert "column a" in nameless.svg()


def test_the_palace_has_a_bay_for_each_column() -> None:
    for name, columns in (("imperial-2", 9), ("small-2", 5)):
        game = running(BY_ID[name], 1, ("greedy",), 4)
        for part in panels(parsed(game.svg())):
            (garden,) = with_class(part, "garden")
            assert symbols(garden).count("palace-bay") == columns
            assert symbols(garden).count("palace-dome") == 1
