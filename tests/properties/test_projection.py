"""What each garden would have if the game ended now (ux 30)."""

from hypothesis import given

from drawn import Seat, draw
from properties.test_points import LETTERS, Ledger
from sanssouci import SPECTATOR, Game, Line, Player
from strategies import positions, set_ups

NEARLY = """
    #########
    SSSSSSS..
    SSSSSS...
    SSGSSSSSS
    S........
    S.......&
    """


@given(set_ups())
def test_E2_E4_B4_at_every_moment_the_projection_is_what_the_record_would_end_with(
    table: tuple[Game, list[Player]],
) -> None:
    for game in positions(*table):
        if game.is_setup:
            continue
        record = game.record(complete=not game.is_over)
        for seat in range(game.players):
            ledger = Ledger(record, seat)
            projection = game.projected(seat)
            assert projection.points._asdict() == ledger.points
            assert projection.missions == {letter: ledger.nobles[letter] for letter in sorted(ledger.missions)}
            assert {line.name: set(line.missing) for line in projection.lines} == within_reach(ledger)
            complete = [line for line in projection.lines if not line.missing]
            assert sum(line.points for line in complete) == projection.points.rows + projection.points.columns
            if game.is_over:
                assert projection.points == game.points(seat)


def within_reach(ledger: Ledger) -> dict[str, set[str]]:
    """The rows and columns that lack at most two squares, with these squares."""
    rows, columns = range(1, ledger.rows + 1), LETTERS[: ledger.columns]
    lines = {str(row): {f"{letter}{row}" for letter in columns} for row in rows[1:]}
    lines |= {letter: {f"{letter}{row}" for row in rows} for letter in columns}
    missing = {name: squares - ledger.built for name, squares in lines.items()}
    return {name: squares for name, squares in missing.items() if len(squares) <= 2}


def test_a_view_counts_only_the_missions_it_knows() -> None:
    game = draw(Seat(NEARLY, nobles="440000000", missions="ab", score=20), Seat(missions="cd", nobles="001100000"))
    assert game.projected(0).points.missions == game.view(0).projected(0).points.missions == 8
    assert game.view(0).projected(0).missions == {"a": 4, "b": 4}
    for eyes in (SPECTATOR, 1):
        hidden = game.view(eyes).projected(0)
        assert hidden.missions is None
        assert hidden.points.missions == 0
        assert hidden.points.total == game.projected(0).points.total - 8
    assert game.view(0).projected(1).missions is None


def test_B4_rows_columns_and_the_boar_stand_beside_the_projected_total() -> None:
    projection = draw(Seat(NEARLY, nobles="000000000", missions="ab", score=50)).projected(0)
    lines = {line.name: line for line in projection.lines}
    assert lines["2"] == Line("2", ("h2", "i2"), 8)
    assert lines["4"] == Line("4", (), 6)
    assert lines["a"] == Line("a", (), 5)
    assert lines["b"] == Line("b", ("b5", "b6"), 5)
    assert "1" not in lines, "row 1 scores nothing"
    assert "3" not in lines, "three squares are too many"
    assert projection.ending == {"boar": -16}, "the free squares of rows 5 and 6 hang together"
    assert projection.points.total == 50 + 6 + 5 - 16


def test_a_draft_shows_what_the_turn_would_change() -> None:
    view = draw(Seat(NEARLY.replace("&", "."), hand="* a", missions="ab"), display="hi cd ef gh ia").view(0)
    after = view.after(view.legal_codes[-1])
    assert after.projected(0).points == view.projected(0).points, "a card alone changes nothing"
    while after.phase != "walk noble":
        after = after.after(after.legal_codes[0])
    assert next(line for line in after.projected(0).lines if line.name == "2") == Line("2", ("i2",), 8)
