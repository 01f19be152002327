"""Texts of positions: only possible ones are read, and what is read can be played to the end."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanssouci import Box, Game, PositionError, View
from strategies import ANY_CONFIGURATION, BY_ID, MIXES, Configuration, examples, players_of, running, step

PART_COUNT = 9


def assert_playable(game: Game) -> None:
    """Whatever is read can be written and read back, and stays readable as play goes on."""
    assert_read_back(game)
    players = players_of(["random"], game.players, 1)
    while not game.is_over:
        assert len(game.legal_moves) > 0
        step(game, players)
        if game.is_setup or game.turns % 16 == 0:
            assert_read_back(game)
    assert_read_back(game)
    assert game.outcome() is not None


def assert_read_back(game: Game) -> None:
    again = Game.from_text(game.text(), box=game.box)
    assert again.text() == game.text()
    assert again._state.tobytes() == game._state.tobytes()
    view = game.view(game.seat or 0)
    assert View.from_text(view.text(), box=game.box) == view


def game_from(text: str, box: Box) -> Game | None:
    try:
        return Game.from_text(text, box=box, seed=1)
    except PositionError:
        return None


def view_from(text: str, box: Box) -> View | None:
    try:
        return View.from_text(text, box=box)
    except PositionError:
        return None


def assert_refused_or_playable(text: str, box: Box) -> None:
    game, view = game_from(text, box), view_from(text, box)
    assert game is None or view is None
    if game is not None:
        assert_playable(game)
    if view is not None:
        assert View.from_text(view.text(), box=box) == view
        assert str(view)
        assert len(list(view.legal_moves)) == len(view.legal_moves)
        assert min(view.scores) >= 0


@examples(300)
@given(st.text(max_size=200) | st.text("abcdefghi0123456789:/,#sg*-? @tRB", max_size=200))
def test_any_text_is_refused(text: str) -> None:
    for read_text in (Game.from_text, View.from_text):
        with pytest.raises(PositionError):
            read_text(text, box=BY_ID["small-2"].box)


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, Configuration]:
    """The text of some position, complete or as one seat sees it."""
    configuration = draw(ANY_CONFIGURATION)
    moves = draw(st.integers(0, configuration.box.rounds * configuration.players + 8))
    game = running(configuration, draw(st.integers(0, 50)), draw(MIXES), moves)
    eyes = draw(st.none() | st.integers(-1, configuration.players - 1))
    return game.text() if eyes is None else game.view(eyes).text(), configuration


@examples(400)
@given(texts(), st.data())
def test_a_text_with_some_signs_changed_is_refused_or_playable(
    made: tuple[str, Configuration], data: st.DataObject
) -> None:
    text, configuration = made
    signs = st.sampled_from("abcdefghi0123456789:/,#sg*-?@tgreRB .\n") | st.characters()
    for _ in range(data.draw(st.integers(1, 2))):
        place = data.draw(st.integers(0, len(text) - 1))
        width = data.draw(st.integers(0, 2))
        text = text[:place] + data.draw(signs | st.just("")) + text[place + width :]
    assert_refused_or_playable(text, configuration.box)


def swap_field(draw: st.DrawFn, fields: list[str], others: list[str]) -> None:
    """Take one field, or one part of a seat, from another position."""
    index = draw(st.integers(1, min(len(fields), len(others)) - 1))
    if index < PART_COUNT:
        fields[index] = others[index]
        return
    parts, other = fields[index].split(":"), draw(st.sampled_from(others[PART_COUNT:])).split(":")
    part = draw(st.integers(0, len(parts) - 1))
    parts[part] = other[part]
    fields[index] = ":".join(parts)


@st.composite
def mixed_texts(draw: st.DrawFn) -> tuple[str, Configuration]:
    """A position some of whose fields come from other positions of the same game."""
    configuration = draw(ANY_CONFIGURATION)
    last = configuration.box.rounds * configuration.players + 8
    seed, mix, moves = draw(st.integers(0, 50)), draw(MIXES), draw(st.integers(0, last))
    fields = running(configuration, seed, mix, moves).text().split()
    for _ in range(draw(st.integers(1, 3))):
        near = min(max(moves + draw(st.integers(-3, 3)), 0), last)
        swap_field(draw, fields, running(configuration, seed, mix, near).text().split())
    return " ".join(fields), configuration


@pytest.mark.slow
@examples(400)
@given(mixed_texts())
def test_a_text_mixed_of_two_positions_is_refused_or_playable(made: tuple[str, Configuration]) -> None:
    assert_refused_or_playable(made[0], made[1].box)


@pytest.mark.parametrize("value", [None, 5, b"text", [], "x" * 3000, "", "\0", "small"])
def test_what_is_no_position_at_all_is_refused(value: Any) -> None:
    for read_text in (Game.from_text, View.from_text):
        with pytest.raises(PositionError):
            read_text(value, box=BY_ID["small-2"].box)


def test_a_position_of_another_box_is_refused() -> None:
    text = BY_ID["narrow-2"].game(1).text()
    with pytest.raises(PositionError, match="not one of ravensburger, imperial"):
        Game.from_text(text)
    with pytest.raises(PositionError, match="the box at hand is imperial@"):
        Game.from_text(text, box=BY_ID["imperial-2"].box)
    name, rest = text.split(" ", 1)
    for other in (name[:-1], name + "0", "small@", "small", f"imperial{name[5:]}"):
        with pytest.raises(PositionError):
            Game.from_text(f"{other} {rest}", box=BY_ID["narrow-2"].box)


def test_games_and_views_are_not_mistaken_for_each_other() -> None:
    game = running(BY_ID["imperial-3"], 2, ["random"], 10)
    with pytest.raises(PositionError, match="a game needs a complete one"):
        Game.from_text(game.view(1).text())
    with pytest.raises(PositionError, match=r"Game\.from_text"):
        View.from_text(game.text())


def test_W1_positions_between_two_choices_of_a_side_are_read_back() -> None:
    for configuration in (each for each in BY_ID.values() if "rewards" in each.expansions):
        for seed in range(8):
            game = configuration.game(seed)
            players = players_of(["random"], game.players, seed)
            while game.is_setup:
                assert_read_back(game)
                step(game, players)
