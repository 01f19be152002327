"""A space of the display is the same one for everybody: in a position, a draft, a log, a picture and on the wire."""

from sanssouci import Draft, Game, Turn
from sanssouci.cli.screen import tiles_of
from sanssouci.game.svg.choices import choices_of
from sanssouci.game.telling import tell
from sanssouci.server.showing import show_view
from strategies import BY_ID, Configuration, players_of, positions


def named(game: Game) -> list[str | None]:
    """What each space should show, worked out from the box and the position alone: a second equal tile has a '."""
    names: list[str | None] = []
    for index, square in enumerate(game.display):
        twin = index > 0 and square is not None and game.display[index - 1] == square
        names.append(f"{square}'" if twin else square)
    return names


def test_everybody_names_the_tile_on_a_space_alike(configuration: Configuration) -> None:
    game = configuration.game(11)
    for _ in positions(game, players_of(["random"], game.players, 11)):
        shown = show_view(game).display
        assert [tile and tile.text for tile in shown] == named(game)
        assert [tile and tile.square for tile in shown] == list(game.display)
        assert list(game.tiles) == named(game)
        assert all(tile.space == index for index, tile in enumerate(shown) if tile)
        rows = sorted(set(game.box.display))
        assert [tile for row in rows for tile in tiles_of(game, row)] == named(game)
        assert all(
            square is None or int(square[1]) == row for square, row in zip(game.display, game.box.display, strict=True)
        )
        if game.seat is None or game.is_setup:
            continue
        draft = Draft(game.view(game.seat))
        draft.choose(draft.choices[0].text)
        offered = {choice.text for choice in draft.choices}
        marked = choices_of(game, draft.chosen[0])
        assert marked is not None
        assert offered == {named(game)[space] for space in marked.spaces}


def test_a_move_takes_its_tile_from_the_space_that_is_told(configuration: Configuration) -> None:
    game = configuration.game(12)
    before: list[str | None] = []
    for _ in positions(game, players_of(["random"], game.players, 12)):
        move = game.moves[-1] if game.moves else None
        if isinstance(move, Turn):
            told, last = tell(game, len(game.moves) - 1), game.last_move
            assert last is not None
            assert told.space is not None
            assert before[told.space] == move.tile + ("'" if move.second else "")
            assert last.space == told.space
            turned = game.display[told.space]
            assert (turned and turned[0]) == told.refill
        before = named(game)


def test_the_narrow_box_has_spaces_that_the_kernel_counts_otherwise() -> None:
    game = BY_ID["narrow-2"].game(1)
    assert game.box.display == (2, 3, 3, 4)
    assert game._lexicon.slots == (0, 2, 3, 4)
