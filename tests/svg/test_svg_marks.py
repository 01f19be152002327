"""Marks: what the last move did, and what may be chosen next."""

import re

import pytest

from sanssouci import Game, SanssouciError, Turn
from sanssouci.game.svg.choices import choices_of
from strategies import BY_ID, Configuration, players_of, positions, running
from svg.reading import Node, outlined_squares, panels, parsed, symbols, with_class, with_data


def marked(nodes: dict[str, Node], kind: str) -> set[str]:
    return {key for key, node in nodes.items() if with_class(node, kind)}


def steps_of(game: Game) -> list[list[str]]:
    """All legal turns, each as its steps: card, tile, gardener, boar, walk."""
    return [re.split(r" |(?==)", str(move)) for move in game.legal_moves]


def test_legal_marks_the_cards_and_tiles_of_the_legal_moves(configuration: Configuration) -> None:
    for moves in (9, 20, 33):
        game = running(configuration, 2, ("random", "greedy"), moves)
        if game.is_setup or game.is_over:
            continue
        assert game.seat is not None
        for eyes in (None, game.seat):
            root = parsed(game.svg(eyes, legal=True))
            part = panels(root)[game.seat]
            hand = with_data(part, "card")
            assert set(hand) == {steps[0] for steps in steps_of(game)}
            assert len(with_class(with_class(part, "hand")[0], "legal")) == len(hand)
            spaces = marked(with_data(root, "space"), "legal")
            tiles = [game.display[int(space)] for space in spaces]
            assert set(tiles) == {steps[1][:2] for steps in steps_of(game)}
            assert len(tiles) == len({steps[1] for steps in steps_of(game)})
        for seat in range(game.players):
            if seat != game.seat:
                assert with_class(parsed(game.svg(seat, legal=True)), "legal") == []
        assert with_class(parsed(game.svg()), "legal") == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "every"), [("imperial-2-rewards-boar", 7), ("ravensburger-3-rewards", 7), ("small-2-boar", 3)]
)
def test_the_beginning_of_a_move_marks_what_may_follow(name: str, every: int) -> None:
    kinds = set()
    configuration = BY_ID[name]
    start = configuration.game(8)
    for number, game in enumerate(positions(start, players_of(("greedy",), start.players, 8))):
        if game.is_setup or game.is_over or number % every:
            continue
        turns = steps_of(game)
        for steps in turns[:: max(1, len(turns) // 6)]:
            kinds |= check_beginnings(game, turns, steps)
    assert kinds == {"tile", "=", "walk"} | ({"~"} if "boar" in game.expansions else set())


def check_beginnings(game: Game, turns: list[list[str]], steps: list[str]) -> set[str]:
    kinds = set()
    assert game.seat is not None
    for count in range(1, len(steps)):
        begun = steps[:count]
        following = {other[count] for other in turns if other[:count] == begun}
        text = " ".join(begun).replace(" =", "=")
        root = parsed(game.svg(game.seat, legal=text, last_move=False))
        part = panels(root)[game.seat]
        chosen = with_class(with_class(part, "hand")[0], "chosen")
        assert len(chosen) == 1
        if count == 1:
            kinds.add("tile")
            spaces = marked(with_data(root, "space"), "legal")
            assert {game.display[int(space)] for space in spaces} == {tile[:2] for tile in following}
            assert len(spaces) == len(following)
            continue
        (space,) = marked(with_data(root, "space"), "chosen")
        assert game.display[int(space)] == begun[1][:2]
        squares = {step.lstrip("=~") for step in following if step != "-"}
        assert outlined_squares(part, "legal") == squares
        kinds |= {step[0] if step[0] in "=~" else "walk" for step in following}
        laid = begun[2:3] if begun[2:3] and begun[2].startswith("=") else begun[1:2]
        turning = any(step.startswith("=") for step in following)
        placed = set() if turning else {laid[0].strip("='")[:2]}
        others = {step.lstrip("~") for step in begun[2:] if step.startswith("~")}
        assert outlined_squares(part, "chosen") == placed | others
    return kinds


def test_a_whole_move_is_marked_as_chosen() -> None:
    game = running(BY_ID["ravensburger-2"], 2, ("greedy",), 12)
    move = next(move for move in game.legal_moves if isinstance(move, Turn) and move.walk)
    assert isinstance(move, Turn)
    part = panels(parsed(game.svg(legal=str(move), last_move=False)))[game.seat or 0]
    assert outlined_squares(part, "chosen") == {move.gardener or move.tile, move.walk}
    assert outlined_squares(part, "legal") == set()
    standing = game.svg(legal=f"{move.card} {move.tile} -" if not move.gardener else f"{str(move)[:-2]}-")
    assert with_class(parsed(standing), "chosen") != []


def test_what_is_no_beginning_of_a_legal_move_is_refused_with_what_is_legal() -> None:
    game = running(BY_ID["ravensburger-2"], 2, ("greedy",), 12)
    card = next(iter(game.legal_moves))
    assert isinstance(card, Turn)
    hand = ", ".join(game.hand(game.seat or 0))
    for text, says in (
        ("zz", f"'zz': zz is not legal here; legal: {hand}"),
        (f"{card.card} a1", "a1 is not legal here; legal: "),
        (f"{card} a1", "a1 is not legal here; legal: nothing more"),
        (f"{card.card} !", "! is not legal here"),
        ("A", "A is not legal here"),
    ):
        with pytest.raises(SanssouciError, match=re.escape(says)):
            game.svg(legal=text)
    with pytest.raises(SanssouciError, match="whoever is looking has no move to make"):
        game.svg(1 - (game.seat or 0), legal=card.card)
    assert game.svg(legal=" ") == game.svg(legal=True)


def test_sides_are_marked_while_they_are_to_be_chosen() -> None:
    game = BY_ID["ravensburger-2-rewards"].game(4, first=1)
    while game.is_setup:
        assert game.seat is not None
        part = panels(parsed(game.svg(legal=True)))[game.seat]
        assert marked(with_data(part, "side"), "legal") == {"A", "B"}
        chosen = panels(parsed(game.svg(legal="b")))[game.seat]
        assert marked(with_data(chosen, "side"), "chosen") == {"B"}
        assert marked(with_data(chosen, "side"), "legal") == set()
        with pytest.raises(SanssouciError, match="nothing more"):
            game.svg(legal="A A")
        game.push("A")
    assert choices_of(game, legal=True) is not None


@pytest.mark.slow
def test_the_last_move_is_marked_on_display_garden_and_discards(configuration: Configuration) -> None:
    game = configuration.game(12)
    for position in positions(game, players_of(("greedy", "random"), game.players, 12)):
        last = position.last_move
        assert (last is None) == (not position.moves)
        if last is None or not isinstance(last.move, Turn) or position.turns % 5:
            continue
        root = parsed(position.svg())
        (space,) = marked(with_data(root, "space"), "last")
        assert position.box.display[int(space)] == int(last.move.tile[1])
        for seat, part in enumerate(panels(root)):
            mine = seat == last.seat
            squares = {last.move.gardener or last.move.tile, last.move.walk} - {None}
            assert outlined_squares(part, "last") == (squares if mine else set())
            assert len(with_class(part, "walk")) == (mine and last.move.walk is not None)
            assert len(with_class(with_class(part, "discards")[0], "last")) == mine
        assert with_class(parsed(position.svg(last_move=False)), "last") == []


def test_the_last_move_knows_who_moved_what_it_gained_and_where_the_noble_began() -> None:
    game = BY_ID["imperial-3-rewards-boar"].game(9)
    for position in positions(game, players_of(("greedy",), 3, 9)):
        last = position.last_move
        if last is None or not isinstance(last.move, Turn):
            continue
        after = position.points_in_play(last.seat)
        now, nobles = position.display, position.garden(last.seat).nobles
        before = position.copy()
        before.pop()
        assert before.seat == last.seat
        assert last.space is not None
        assert before.display[last.space] == last.move.tile
        changed = [space for space, tile in enumerate(before.display) if tile != now[space]]
        assert set(changed) <= {last.space}
        assert max(0, before.points_in_play(last.seat) + last.gained) == after or last.gained < 0
        if last.move.walk is not None:
            column = last.move.walk[0]
            assert last.start == before.garden(last.seat).nobles[column] < nobles[column]
        assert str(last.move) in position.svg().replace("&quot;", '"')


def test_marks_differ_in_form_and_not_in_colour_alone() -> None:
    game = running(BY_ID["ravensburger-2"], 2, ("greedy",), 12)
    card = game.hand(game.seat or 0)[0]
    root = parsed(game.svg(legal=card))
    strokes = {
        kind: {tuple(sorted(rect.attrib.items() - {("fill", "none")})) for rect in node if "stroke" in rect.attrib}
        for kind in ("last", "legal", "chosen")
        for node in with_class(root, kind)[:1]
    }
    assert any("stroke-dasharray" in dict(items) for items in strokes["last"])
    assert not any("stroke-dasharray" in dict(items) for kind in ("legal", "chosen") for items in strokes[kind])
    widths = {kind: max(float(dict(items)["stroke-width"]) for items in strokes[kind]) for kind in strokes}
    assert widths["chosen"] > widths["legal"]
    assert symbols(root)
