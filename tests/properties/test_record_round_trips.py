"""Records written, read back, and written again to the same bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanssouci import Game, RecordError
from sanssouci.game.record import write_line
from sanssouci.game.replay import read_line
from strategies import finished_games, players_of, running_games, step


@given(finished_games(), st.booleans())
def test_a_finished_record_is_read_back_to_the_byte(game: Game, legal: bool) -> None:
    line = write_line(game.record(legal=legal))
    assert "\n" not in line
    again = Game.from_record(read_line(line))
    assert write_line(again.record(legal=legal)) == line
    assert write_line(again.record(seat=0, legal=legal)) == line  # after the end nothing is hidden
    assert again._state.tobytes() == game._state.tobytes()
    assert again._codes == game._codes
    assert again.moves == game.moves
    assert again.outcome() == game.outcome()
    assert again.seed == game.seed


@given(finished_games())
def test_a_record_needs_no_seed(game: Game) -> None:
    record = game.record()
    del record["seed"]
    again = Game.from_record(record)
    assert again.record() == record
    assert again.outcome() == game.outcome()


@given(running_games(), st.booleans(), st.integers(0, 2**32))
def test_a_running_record_is_read_back_and_played_on(game: Game, legal: bool, seed: int) -> None:
    record = game.record(complete=True, legal=legal)
    line = write_line(record)
    with pytest.raises(RecordError, match="not over"):
        Game.from_record(read_line(line))
    again = Game.from_record(read_line(line), running=True)
    assert write_line(again.record(complete=True, legal=legal)) == line
    assert again._state.tobytes() == game._state.tobytes()
    for twin in (game, again):
        players = players_of(["random", "greedy"], game.players, seed)
        while not twin.is_over:
            step(twin, players)
    assert again.record() == game.record()


@given(running_games())
def test_moves_are_taken_back_in_a_game_that_was_read(game: Game) -> None:
    again = Game.from_record(game.record(complete=True), running=True)
    while game.moves:
        assert again.pop() == game.pop()
        assert again._state.tobytes() == game._state.tobytes()
        assert again._codes == game._codes


NAMES = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), max_size=80)


@given(finished_games(), st.lists(NAMES, min_size=4))
def test_names_are_kept(game: Game, names: list[str]) -> None:
    game.names = tuple(names[: game.players])
    line = write_line(game.record())
    again = Game.from_record(read_line(line.encode()))
    assert again.names == game.names
    assert write_line(again.record()) == line


@given(running_games(), st.booleans(), st.integers(0, 2**32))
def test_a_game_from_a_position_is_read_back_and_played_on(game: Game, legal: bool, seed: int) -> None:
    begun = Game.from_text(game.text(), box=game.box, seed=seed)
    players = players_of(["random"], game.players, seed)
    for _ in range(5):
        if not begun.is_over:
            step(begun, players)
    line = write_line(begun.record(complete=True, legal=legal))
    again = Game.from_record(read_line(line), running=True)
    assert write_line(again.record(complete=True, legal=legal)) == line
    assert again._state.tobytes() == begun._state.tobytes()
    assert (again.moves, again.seed) == (begun.moves, seed)
    while again.moves:
        again.pop()
    assert again.text() == game.text()
